"""The range cases of data/cases.json: ``OPS[op](input, expected)`` raises AssertionError, or what the package raises."""

import pytest

import steelwheel as sw


def expand(given, expected):
    for allowed in expected.get("any_of", [expected]):
        try:
            _expand(given, allowed)
            return
        except AssertionError as failure:
            last = failure
        except sw.RangeError as error:
            last = AssertionError(f"{given['range']!r} is refused: {error}")
    raise last


def _expand(given, expected):
    if "error" in expected:
        with pytest.raises(sw.RangeError) as caught:
            sw.Range(given["range"])
        assert given["range"].strip() in str(caught.value)
        return
    hands = sw.Range(given["range"]).remove(given.get("dead", ()))
    if "combos" in expected:
        assert len(hands) == expected["combos"]
    if "weight" in expected:
        assert hands.weight == pytest.approx(expected["weight"], abs=1e-12)
    assert all(combo in hands for combo in expected.get("contains", ()))
    assert not any(combo in hands for combo in expected.get("excludes", ()))


OPS = {"expand": expand}
