"""The cases of betting, pots, dealing and showdown, and those of the file that STEELWHEEL_CASES names."""

import json
import os
from pathlib import Path

import cases_holdem
import pytest

FILES = [Path(__file__).parent / "data" / "cases.json"]
if os.environ.get("STEELWHEEL_CASES"):
    FILES.append(Path(os.environ["STEELWHEEL_CASES"]))


def cases():
    for number, path in enumerate(FILES):
        for case in json.loads(path.read_text()):
            if case["input"]["op"] in cases_holdem.OPS:
                yield pytest.param(case, id=case["id"] if number == 0 else f"{case['id']}@{path.name}")


@pytest.mark.parametrize("case", list(cases()))
def test_case(case):
    cases_holdem.run(case)
