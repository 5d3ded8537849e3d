"""The layers: who may import whom. Reads the sources; runs nothing.

A module may import what stands in its row below, and whatever those may import. An import of anything else, in particular of a
module above, fails; so does a new module until it has a row.
"""

import ast
import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "steelwheel"
MODULES = sorted(".".join(path.relative_to(PACKAGE).with_suffix("").parts) for path in PACKAGE.rglob("*.py"))

BELOW = {
    "arguments": (),
    "cards": (),
    "c_library": (),
    "hands": ("cards",),
    "decks": ("cards", "arguments"),
    "starting_hands": ("cards",),
    "range_reader": ("starting_hands",),
    "range_writer": ("starting_hands",),
    "ranges": ("range_reader", "range_writer"),
    "slices": ("arguments",),
    "preflop": ("starting_hands",),
    "spots": ("preflop", "ranges", "slices"),
    "many": ("preflop", "slices", "hands"),
    "exact": ("spots", "many"),
    "sampling": ("spots", "decks"),
    "equities": ("exact", "sampling"),
    "holdem.rules": (),
    "holdem.seats": ("holdem.rules",),
    "holdem.pots": (),
    "holdem.dealer": ("holdem.rules", "decks", "cards"),
    "holdem.betting": ("holdem.dealer", "holdem.seats"),
    "holdem.showdown": ("holdem.betting", "holdem.pots", "hands"),
    "holdem.irregularities": ("holdem.showdown",),
    "holdem.table": ("holdem.irregularities",),
    "holdem.records": ("holdem.table",),
    "holdem.phh": ("holdem.records",),
    "holdem.acpc": ("holdem.records",),
    "holdem.history": ("holdem.phh", "holdem.acpc"),
    "sim.game": ("holdem.seats",),
    "sim.vector": ("sim.game", "holdem.betting", "holdem.pots"),
    "sim.observations": ("sim.vector",),
    "sim.bots": ("sim.observations", "hands", "decks", "starting_hands"),
    "sim.gym": ("sim.bots",),
    "sim.pettingzoo": ("sim.gym",),
    "sim.arena": ("sim.bots", "slices", "holdem.phh"),
    "numba": (),
    "boards": ("equities",),
    "plots": ("boards", "sim.arena"),
    "terminal": (),
}
# "" is the package itself, whose __init__ gathers the public names.
ABOVE_ALL = {"", "cli", "cli_arena", "cli_equity", "cli_file", "cli_holdem", "__main__"}
TOUCH_C = {
    "hands",
    "decks",
    "preflop",
    "spots",
    "many",
    "exact",
    "sampling",
    "equities",
    "boards",
    "holdem.pots",
    "sim.game",
    "sim.vector",
    "sim.observations",
    "numba",
}
THIRD_PARTY = {
    "terminal": {"tqdm"},
    "plots": {"matplotlib"},
    "numba": {"numba"},
    "sim.gym": {"gymnasium"},
    "sim.pettingzoo": {"gymnasium", "pettingzoo"},
}


def name_of(path):
    """'holdem.table' for its file; '' for the package's __init__, 'holdem' for that of a wing."""
    return path.removesuffix("__init__").rstrip(".")


def imports(source, module, modules):
    """Full names of all that a module imports, anywhere in it; of our own the modules they are in."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                here = ["steelwheel", *module.split(".")]
                base = ".".join([*here[: len(here) - node.level], *filter(None, [base])])
            inside = base.removeprefix("steelwheel").lstrip(".")
            names = {".".join(filter(None, [inside, alias.name])) for alias in node.names}
            if base.split(".")[0] == "steelwheel" and names & modules:
                found |= {f"steelwheel.{name}" for name in names & modules}
                names -= modules
            if names:
                found.add(base)
    return found


def reachable(module):
    return {module}.union(*(reachable(below) for below in BELOW[module]))


def complaints(module, source, modules):
    """What a module imports and may not."""
    for imported in sorted(imports(source, module, modules | {"_native"})):
        top, _, inside = imported.partition(".")
        if top != "steelwheel":
            if top not in sys.stdlib_module_names | {"numpy"} | THIRD_PARTY.get(module, set()):
                yield f"{module} imports {top}, which is not installed with the package"
        elif inside == "_native":
            if module not in TOUCH_C:
                yield f"{module} touches the C extension"
        elif module not in ABOVE_ALL and inside not in reachable(module):
            yield f"{module} imports steelwheel{'.' * bool(inside)}{inside}, which is not below it"


def test_every_module_has_its_layer():
    names = {name_of(path) for path in MODULES}
    assert {"", "cards", "hands", "decks", "equities"} <= names
    wings = {name.rpartition(".")[0] for name in BELOW}
    assert names - set(BELOW) - ABOVE_ALL - wings == set()


@pytest.mark.parametrize("path", MODULES)
def test_module_imports_only_what_is_below_it(path):
    source = (PACKAGE / Path(*path.split(".")).with_suffix(".py")).read_text()
    name = name_of(path)
    if path.endswith(".__init__"):  # of a wing: gathers what the wing has
        assert all(imported.startswith(f"steelwheel.{name}.") for imported in imports(source, path, set(BELOW)))
    else:
        assert list(complaints(name, source, set(BELOW))) == []


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("cards", "from steelwheel.hands import evaluate"),
        ("cards", "from steelwheel import hands"),
        ("cards", "import steelwheel.hands"),
        ("cards", "import steelwheel"),
        ("cards", "from steelwheel import evaluate"),
        ("cards", "from . import hands"),
        ("cards", "from .hands import evaluate"),
        ("cards", "def f():\n    from steelwheel.hands import evaluate"),
        ("cards", "from steelwheel._native import lib"),
        ("cards", "from steelwheel import _native"),
        ("cards", "import scipy"),
        ("hands", "from steelwheel.decks import deal"),
        ("hands", "from steelwheel.equities import equity"),
        ("equities", "from steelwheel.holdem.table import Table"),
        ("equities", "from steelwheel.cli import main"),
        ("holdem.table", "from steelwheel.equities import equity"),
        ("holdem.table", "from .history import read_phh"),
        ("holdem.table", "from ..equities import equity"),
        ("holdem.table", "from steelwheel._native import lib"),
        ("cli", "from steelwheel._native import lib"),
        ("", "from steelwheel._native import lib"),
    ],
)
def test_an_upward_import_is_found(module, source):
    assert list(complaints(module, source, set(BELOW)))


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("hands", "import numpy as np\nfrom steelwheel.cards import CardError\nfrom steelwheel._native import lib"),
        ("hands", "from .cards import CardError\nfrom ._native import lib"),
        ("hands", "from steelwheel import cards"),
        ("holdem.history", "from steelwheel.holdem.table import Table\nfrom steelwheel.cards import CardError"),
        ("holdem.table", "from ..cards import CardError\nfrom . import betting"),
        ("cli", "import steelwheel as sw\nfrom steelwheel.equities import equity"),
        ("", "from steelwheel.hands import evaluate"),
    ],
)
def test_a_downward_import_is_not(module, source):
    assert list(complaints(module, source, set(BELOW))) == []


@pytest.mark.parametrize(("path", "allowed"), [("tables/generate.py", {"numpy"}), ("tests/reference.py", set())])
def test_oracles_import_nothing_of_ours(path, allowed):
    source = (ROOT / path).read_text()
    tops = {imported.partition(".")[0] for imported in imports(source, "", set())}
    assert tops <= sys.stdlib_module_names | allowed
    assert "steelwheel" not in source
    assert not tops & {"importlib", "ctypes", "subprocess", "runpy"}


def test_the_c_core_has_no_python_no_memory_of_its_own_no_threads_and_no_files():
    allowed = {"stddef.h", "stdint.h", "string.h", "immintrin.h", "arm_neon.h"}
    sources = [*(ROOT / "csrc").glob("*.c"), *(ROOT / "csrc").glob("*.h")]
    assert len(sources) > 10
    for path in sources:
        text = path.read_text()
        assert set(re.findall(r"#include <(.*)>", text)) <= allowed, path.name
        assert not re.search(r"\b(malloc|calloc|realloc|free|alloca|fopen|printf|puts|getenv|pthread\w*)\s*\(", text), path.name
