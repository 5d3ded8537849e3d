"""The C library in the package: every way into it builds, runs and says what it must. README.md's programs are what is built."""

import importlib.metadata
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import steelwheel as sw
from steelwheel._native import ffi, lib

ROOT = Path(__file__).parent.parent
SECTION = (ROOT / "README.md").read_text(encoding="utf-8").split("## From C, ")[1].split("\n## ")[0]
BLOCKS = dict(re.findall(r"^```(\w*)\n(.*?)^```$", SECTION, re.MULTILINE | re.DOTALL))
COMMANDS = BLOCKS["sh"].splitlines()  # where the library is; how it is compiled; ways to build the program
BUILDS = dict(zip(("gcc", "g++", "cmake", "pkg-config"), [[COMMANDS[2]], [COMMANDS[3]], [COMMANDS[4]], COMMANDS[5:]]))
STRICT = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]


def needs(*tools):
    for tool in tools:
        if shutil.which(tool) is None:
            pytest.skip(f"{tool} is not installed")


def run(*command, cwd, **options):
    done = subprocess.run([*map(str, command)], cwd=cwd, text=True, capture_output=True, **options)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stderr == ""
    return done.stdout


def shell(lines, cwd):
    """What README's commands print, with this Python as its python."""
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    return run(
        "bash", "-ec", "\n".join(lines), cwd=cwd, env={**os.environ, "PATH": path, "PYTHONPATH": str(Path(sw.__file__).parents[1])}
    )


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """A directory with README's program and the library compiled as it says."""
    needs("gcc")
    directory = tmp_path_factory.mktemp("project")
    for name in ("sim.c", "sim.cpp"):
        (directory / name).write_text(BLOCKS["c"])
    (directory / "CMakeLists.txt").write_text(BLOCKS["cmake"])
    shell(COMMANDS[:2], directory)
    return directory


# ------------------------------------------------------------------------------------------------------- ways in


@pytest.mark.parametrize("tool", ["gcc", "g++", "cmake", "pkg-config"])
def test_the_readmes_program_builds_and_runs(project, tool):
    needs(tool)
    (project / "sim").unlink(missing_ok=True)
    printed = shell([COMMANDS[0], *BUILDS[tool]], project)
    assert printed.splitlines()[-1] + "\n" == BLOCKS[""]


def test_every_command_of_the_readme_is_run():
    assert sorted(map(len, BUILDS.values())) == [1, 1, 1, 2]


def test_cython_calls_the_library_without_the_lock(project):
    pytest.importorskip("Cython")
    pytest.importorskip("setuptools")
    (extension,) = re.findall(r"`(Extension\(.*?\))`", SECTION)
    (project / "hands.pyx").write_text(f"# cython: language_level=3\n{BLOCKS['cython']}")
    (project / "setup.py").write_text(
        "import steelwheel\nfrom Cython.Build import cythonize\nfrom setuptools import Extension, setup\n"
        f"setup(name='hands', py_modules=[], ext_modules=cythonize({extension}))\n"
    )
    check = """
import numpy as np, steelwheel as sw, hands
rows = sw.deal(1000, 7, seed=1)
out = np.empty(1000, np.uint16)
hands.strengths(rows, out)
assert (out == sw.evaluate(rows)).all()
print("equal")
"""
    shell(["CFLAGS=-O1 python setup.py build_ext --inplace >build.log 2>&1 || { cat build.log; exit 1; }"], project)
    assert shell([f"python -c '{check}'"], project) == "equal\n"


def test_the_files_may_lie_anywhere(tmp_path):
    needs("pkg-config", "cmake", "gcc")
    there = tmp_path / "some where"
    shutil.copytree(sw.get_include(), there)
    environment = {**os.environ, "PKG_CONFIG_PATH": str(there)}
    found = run("pkg-config", "--variable=source", "steelwheel", cwd=tmp_path, env=environment).strip()
    assert Path(found.replace("\\ ", " ")) == there / "steelwheel.c"
    assert run("pkg-config", "--modversion", "steelwheel", cwd=tmp_path, env=environment).strip() == sw.__version__
    (tmp_path / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.15)\nproject(any C)\nfind_package(steelwheel 0.1 REQUIRED)\nget_target_property(sources "
        'steelwheel::steelwheel SOURCES)\nmessage(STATUS "${sources}, ${steelwheel_VERSION}")\n'
    )
    printed = run("cmake", "-S", ".", "-B", "build", f"-Dsteelwheel_DIR={there}", cwd=tmp_path)
    assert f"-- {there / 'steelwheel.c'}, {sw.__version__}\n" in printed


def test_cmake_refuses_a_newer_version_than_this(tmp_path):
    needs("cmake", "gcc")
    (tmp_path / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.15)\nproject(any C)\nfind_package(steelwheel 99 REQUIRED)\n"
    )
    done = subprocess.run(["cmake", ".", f"-Dsteelwheel_DIR={sw.get_cmake_dir()}"], cwd=tmp_path, text=True, capture_output=True)
    assert done.returncode != 0
    assert f"version: {sw.__version__}" in done.stderr


# ---------------------------------------------------------------------------------------------- header and source


def test_the_files_are_where_the_package_says():
    assert {path.name for path in Path(sw.get_include()).iterdir()} == {
        "steelwheel.h",
        "steelwheel.c",
        "steelwheel.pc",
        "steelwheelConfig.cmake",
        "steelwheelConfigVersion.cmake",
    }
    assert sw.get_source() == str(Path(sw.get_include()) / "steelwheel.c")
    assert sw.get_cmake_dir() == sw.get_pkgconfig_dir() == sw.get_include()
    assert (Path(sw.__file__).parent / "__init__.pxd").exists()


@pytest.mark.parametrize("standard", ["c99", "c11", "c17", "c++11", "c++17", "c++20"])
@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_the_header_stands_alone(compiler, standard, tmp_path):
    language = "c++" if "+" in standard else "c"
    tool = {"gcc": "g++", "clang": "clang++"}[compiler] if language == "c++" else compiler
    needs(tool)
    (tmp_path / "alone.c").write_text("#include <steelwheel.h>\nint main(void) { return sw_hand_strength(sw_no_cards()); }\n")
    warnings = [*STRICT, "-Wconversion", "-Wshadow", f"-std={standard}"]
    assert run(tool, *warnings, f"-I{sw.get_include()}", "-x", language, "-fsyntax-only", "alone.c", cwd=tmp_path) == ""


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
@pytest.mark.parametrize("optimisation", ["-O0", "-O2"])
def test_the_source_compiles_without_a_word(compiler, optimisation, tmp_path):
    needs(compiler)
    assert run(compiler, optimisation, "-std=c11", *STRICT, "-c", sw.get_source(), cwd=tmp_path) == ""


def test_the_source_is_made_of_the_sources(tmp_path):
    run(sys.executable, ROOT / "csrc" / "amalgamate.py", tmp_path, cwd=tmp_path)
    for path in Path(sw.get_include()).iterdir():
        assert path.read_bytes() == (tmp_path / path.name).read_bytes(), f"{path.name} is not of this checkout: reinstall"
    parts = re.findall(r"^/\* -+ (\S+) -+ \*/$", (tmp_path / "steelwheel.c").read_text(), re.MULTILINE)
    assert {path.name for path in (ROOT / "csrc").glob("*.c")} <= set(parts)
    assert len(set(parts)) == len(parts)
    assert parts[-1] == "tables.c"


def test_names_that_a_linker_sees_begin_with_sw(project):
    needs("nm")
    symbols = run("nm", "--defined-only", "--extern-only", "steelwheel.o", cwd=project).split()[2::3]
    assert len(symbols) > 40
    assert [name for name in symbols if not name.startswith("sw_")] == []


def test_the_version_is_that_of_the_package():
    header = (Path(sw.get_include()) / "steelwheel.h").read_text()
    text, number = re.findall(r"^#define STEELWHEEL_VERSION\w* (\S+)", header, re.MULTILINE)
    major, minor, patch = map(int, re.findall(r"\d+", sw.__version__))
    assert text == f'"{sw.__version__}"' == f'"{importlib.metadata.version("steelwheel")}"'
    assert int(number) == 10000 * major + 100 * minor + patch


def test_cython_sees_every_function_of_the_header():
    header = (Path(sw.get_include()) / "steelwheel.h").read_text()
    declared = set(re.findall(r"\b(sw_\w+)\(", header.split("#define SW_EACH_SUIT")[0]))
    in_pxd = set(re.findall(r"\b(sw_\w+)\(", (Path(sw.__file__).parent / "__init__.pxd").read_text()))
    assert len(declared) > 20
    assert declared <= in_pxd


# ------------------------------------------------------------------------------------------------ hand card by card

COMPARE = r"""
#include <steelwheel.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 2000000 };

int main(void)
{
    uint8_t *cards = malloc(7 * N);
    uint16_t *strength = malloc(2 * N);
    for (int k = 5; k <= 7; k++) {
        size_t different = sw_deal(20, 0, N, k, 0, cards) - N + sw_evaluate(cards, N, k, strength) - N;
        for (size_t i = 0; i < N; i++) {
            sw_hand hand = sw_no_cards();
            uint64_t mask = 0;
            for (int j = 0; j < k; j++) {
                hand = sw_add(hand, cards[i * k + j]);
                mask |= 1ull << cards[i * k + j];
            }
            different += sw_hand_strength(hand) != strength[i] || sw_strength_of(mask) != strength[i] ||
                         sw_strength(cards + i * k, k) != strength[i];
        }
        printf("%d: %zu of %d differ\n", k, different, N);
    }
}
"""


def test_millions_of_hands_card_by_card_are_as_in_rows(project):
    (project / "compare.c").write_text(COMPARE)
    run("gcc", "-O2", f"-I{sw.get_include()}", "compare.c", "steelwheel.o", "-o", "compare", cwd=project)
    assert run("./compare", cwd=project) == "".join(f"{k}: 0 of 2000000 differ\n" for k in (5, 6, 7))


def by_card(cards):
    hand = lib.sw_no_cards()
    for card in cards:
        hand = lib.sw_add(hand, card)
    return lib.sw_hand_strength(hand)


def test_the_order_of_the_cards_does_not_matter():
    for row in sw.deal(200, 7, seed=3):
        assert by_card(row) == by_card(row[::-1]) == by_card(np.roll(row, 3)) == sw.evaluate(row)


@pytest.mark.parametrize("times", range(2, 9))
def test_a_card_added_twice_is_no_hand(times):
    for card in range(52):
        others = [(card + 1 + i) % 52 for i in range(7)]
        for n in range(8):
            assert by_card([card] * times + others[:n]) == 0
            assert by_card(others[:n] + [card] * times) == 0


def test_what_is_no_card_is_no_hand():
    good = [0, 5, 10, 15, 20, 25]
    for code in range(52, 256):
        for n in range(7):
            assert by_card([*good[:n], code]) == by_card([code, *good[:n]]) == by_card([*good[:n], code, code]) == 0


def test_other_numbers_of_cards_are_no_hand():
    for n in range(53):
        assert (by_card(range(n)) > 0) == (n in (5, 6, 7))


def test_a_mask_is_a_hand_if_it_has_five_to_seven_cards():
    for n in range(64):
        assert (lib.sw_strength_of((1 << n) - 1) > 0) == (n in (5, 6, 7))
    assert lib.sw_strength_of(1 << 52 | 0b1111) == 0


# -------------------------------------------------------------------------------------------------- random numbers


def test_random_numbers_are_those_of_splitmix64():
    state = ffi.new("uint64_t *", 1234567)
    published = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821]
    assert [lib.sw_random64(state) for _ in published] == published


def chi_square(counts):
    expected = counts.sum() / counts.size
    return ((counts - expected) ** 2 / expected).sum()


@pytest.mark.parametrize("limit", [2, 3, 10, 52])
def test_numbers_below_a_limit_are_equally_likely(limit):
    state = ffi.new("uint64_t *", limit)
    counts = np.bincount([lib.sw_random_below(state, limit) for _ in range(100_000)], minlength=limit)
    assert len(counts) == limit
    assert chi_square(counts) < limit - 1 + 5 * (2 * limit - 2) ** 0.5


def test_numbers_below_most_of_the_range_are_drawn_again_and_not_folded():
    limit = 3 << 62  # folding the numbers above it would favour one third of them
    state = ffi.new("uint64_t *", 5)
    thirds = np.bincount([lib.sw_random_below(state, limit) // (1 << 62) for _ in range(30_000)], minlength=3)
    assert len(thirds) == 3
    assert chi_square(thirds) < 20


@pytest.mark.parametrize(("n", "k"), [(52, 1), (5, 2), (12, 9), (4, 4)])
def test_every_ordered_draw_is_equally_likely(n, k):
    state = ffi.new("uint64_t *", 100 * n + k)
    deck = ffi.new("uint8_t[52]", list(range(52)))
    drawn = np.empty((50_000, k), int)
    for row in drawn:
        assert lib.sw_random_cards(state, deck, n, k) == k
        row[:] = list(deck[0:k])
    assert sorted(deck) == list(range(52))
    assert list(deck)[n:] == list(range(n, 52))
    assert all(len(set(row)) == k for row in drawn[:1000])
    for place in range(k):
        assert chi_square(np.bincount(drawn[:, place], minlength=n)) < n - 1 + 5 * (2 * n - 2) ** 0.5
    if k > 1:
        pairs = np.bincount(drawn[:, 0] * n + drawn[:, -1], minlength=n * n).reshape(n, n)
        assert chi_square(pairs[~np.eye(n, dtype=bool)]) < n * n - n + 5 * (2 * n * n) ** 0.5


def test_a_draw_that_cannot_be_changes_nothing():
    state = ffi.new("uint64_t *", 9)
    deck = ffi.new("uint8_t[52]", list(range(52)))
    for n, k in [(5, 6), (5, -1), (53, 2), (-1, 0), (-1, -1)]:
        assert lib.sw_random_cards(state, deck, n, k) == 0
    assert state[0] == 9
    assert list(deck) == list(range(52))


def test_cards_of_a_mask_are_listed():
    cards = ffi.new("uint8_t[52]")
    for mask in (0, 1, 1 << 51, 0b1011 << 20, 2**64 - 1, 2**52 - 1, 0xFFF << 52):
        n = lib.sw_list_cards(mask, cards)
        assert list(cards)[:n] == [card for card in range(52) if mask >> card & 1]
