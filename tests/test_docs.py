"""The examples in docstrings and in README.md are true."""

import doctest
import importlib
import pkgutil
import re
import shlex
from pathlib import Path

import pytest

import steelwheel
from steelwheel import cli

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
MODULES = [
    module.name
    for module in pkgutil.walk_packages(steelwheel.__path__, "steelwheel.")
    if module.name.split(".")[-1] not in ("__main__", "_native")
]


def module(name):
    """A module of ours; skips the test if it needs a package that is not installed."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as missing:
        if missing.name.startswith("steelwheel"):
            raise
        pytest.skip(f"{name} needs {missing.name}")


@pytest.mark.parametrize("name", ["steelwheel", *MODULES])
def test_examples_in_docstrings_are_true(name):
    assert doctest.testmod(module(name)).failed == 0


def test_there_are_examples_in_docstrings():
    finder = doctest.DocTestFinder()
    examples = [test for name in MODULES for test in finder.find(module(name)) if test.examples]
    assert len(examples) >= 7


def test_the_readme_tour_is_true():
    module("steelwheel.sim.gym")
    tour = "\n".join(text for language, text in BLOCKS if language == "python")
    examples = doctest.DocTestParser().get_doctest(tour, {}, "README.md", "README.md", 0)
    result = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(examples)
    assert result.failed == 0
    assert result.attempted == tour.count(">>>") > 10


def test_the_readme_starts_with_commands_that_print_what_it_says(capsys):
    (_, commands), (_, printed) = BLOCKS[:2]
    install, *jobs = commands.strip().split(" && ")
    assert install == "pip install ."
    for job in jobs:
        program, *arguments = shlex.split(job)
        assert program == "steelwheel"
        assert cli.main(arguments) == 0
    assert capsys.readouterr().out == printed
    assert len(jobs) >= 2


@pytest.mark.parametrize("name", steelwheel.__all__)
def test_every_public_name_is_there_and_documented(name):
    assert getattr(steelwheel, name).__doc__


def test_public_names_are_named_once():
    assert len(set(steelwheel.__all__)) == len(steelwheel.__all__)
