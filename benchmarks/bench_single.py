"""One hand at a time from Python, and how long the import takes."""

import pytest
from imports import import_seconds

import steelwheel as sw

CARDS = sw.parse_cards("As Kd 7h 7c 2d 9s Th")


@pytest.mark.parametrize("form", [tuple, bytes, list])
def test_codes(benchmark, form):
    benchmark.group = "one hand in codes"
    assert benchmark(sw.evaluate, form(CARDS)) == sw.evaluate("As Kd 7h 7c 2d 9s Th")


@pytest.mark.parametrize("text", ["As Kd 7h 7c 2d 9s Th"])
def test_text(benchmark, text):
    benchmark.group = "one hand as text"
    benchmark(sw.evaluate, text)


def test_best_five(benchmark):
    benchmark.group = "one hand as text"
    benchmark(sw.best_five, "As Kd 7h 7c 2d 9s Th")


def test_describe(benchmark):
    benchmark.group = "one hand as text"
    benchmark(sw.describe, "As Kd 7h 7c 2d 9s Th")


@pytest.mark.parametrize("modules", ["numpy", "numpy, steelwheel"])
def test_import(benchmark, modules):
    """In processes of their own; the time shown has the interpreter's start in it, the extra information has not."""
    benchmark.group = "import in a new process"
    seconds: list[float] = []
    benchmark.pedantic(lambda: seconds.append(import_seconds(modules)), rounds=10, warmup_rounds=1)
    benchmark.extra_info["import_ms"] = 1000 * min(seconds)
