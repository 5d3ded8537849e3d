"""The equity cases of data/cases.json, and of the file of the same form that STEELWHEEL_CASES names."""

import json
import os
from pathlib import Path

import pytest
from cases_equity import OPS

FILES = [Path(__file__).parent / "data/cases.json", *filter(None, [os.environ.get("STEELWHEEL_CASES")])]
CASES = [
    pytest.param(case["input"], case["expected"], id=f"{case['id']}{' again' * i}")
    for i, path in enumerate(FILES)
    for case in json.loads(Path(path).read_text())
    if case["input"]["op"] in OPS
]


def test_there_are_cases():
    assert len(CASES) >= 20


@pytest.mark.parametrize(("given", "expected"), CASES)
def test_case(given, expected):
    OPS[given["op"]](given, expected)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"op": "exact", "players": ["AcAs", "KhKd"]}, {"equity": [0.8125, 0.1875]}),
        ({"op": "exact", "players": ["AcAs", "KhKd"]}, {"outcomes_win_lose_tie": [1388072, 317693, 6539]}),
        ({"op": "exact", "players": ["AcAs", "KhKd"], "board": ["2c", "3c", "4d"]}, {"deals": 991}),
        ({"op": "monte_carlo", "players": ["AA", "KK"], "trials": 1000, "seed": 1}, {"within": {"equity0": [0.7, 0.01]}}),
    ],
)
def test_a_wrong_expectation_is_noticed(given, expected):
    with pytest.raises(AssertionError):
        OPS[given["op"]](given, expected)
