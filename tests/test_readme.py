"""What README and the docstrings show is what happens."""

import doctest
import importlib
from pathlib import Path

import pytest

README = Path(__file__).parent.parent / "README.md"


def test_readme_tour_runs_as_shown():
    results = doctest.testfile(str(README), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert results.attempted > 10
    assert results.failed == 0


@pytest.mark.parametrize("module", ["cards", "hands", "decks", "equities", "ranges", "starting_hands"])
def test_docstring_examples_run_as_shown(module):
    assert doctest.testmod(importlib.import_module(f"steelwheel.{module}")).failed == 0
