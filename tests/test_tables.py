"""The look-up tables: derived again, ordered as the reference orders hands, and safe to read with any key."""

import hashlib
import importlib.util
import itertools
import math
import re
import shutil
from pathlib import Path

import numpy as np
import pytest
import reference

import steelwheel as sw

ROOT = Path(__file__).parent.parent
TABLES = ROOT / "tables"
HEADER = (ROOT / "csrc" / "steelwheel.h").read_text() + (ROOT / "csrc" / "tables.h").read_text()


def declarations(text):
    """{name: bytes an item, dimensions} of the tables that a header declares."""
    return {
        name: (int(bits) // 8, [int(length) for length in re.findall(r"\d+", dimensions)])
        for bits, name, dimensions in re.findall(r"^extern const uint(\d+)_t sw_(\w+?)((?:\[\d+\])+);", text, re.MULTILINE)
    }


DECLARED = declarations(HEADER)
COUNTED = {"preflop": DECLARED.pop("preflop")}  # by preflop.py, not derived by generate.py
DEFINED = {name: int(number) for name, number in re.findall(r"^#define (SW_\w+) (\d+)$", HEADER, re.MULTILINE)}
LARGEST_TOGETHER = 300_000


@pytest.fixture(scope="module")
def generator():
    spec = importlib.util.spec_from_file_location("generate", TABLES / "generate.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def derived(generator):
    """{name: array} from the rules; takes seconds."""
    return generator.tables()


@pytest.fixture
def quick(generator, derived, tmp_path, monkeypatch):
    """The generator at work in a copy of the tables, deriving nothing anew."""
    for path in [*(TABLES / f"{name}.bin" for name in DECLARED), TABLES / "SHA256SUMS"]:
        shutil.copy(path, tmp_path)
    monkeypatch.setattr(generator, "HERE", tmp_path)
    monkeypatch.setattr(generator, "tables", lambda: derived)
    return generator


def committed(name, dtype="<u2"):
    return np.fromfile(TABLES / f"{name}.bin", dtype)


# ------------------------------------------------------------------------------------------------- derived, as committed


def test_committed_tables_are_what_the_rules_say(derived):
    assert set(derived) == set(DECLARED)
    for name, array in derived.items():
        assert array.astype(array.dtype.newbyteorder("<")).tobytes() == (TABLES / f"{name}.bin").read_bytes(), name


def test_checksums_are_those_of_the_files():
    lines = (TABLES / "SHA256SUMS").read_text().splitlines()
    sums = dict(reversed(line.split("  ")) for line in lines)
    assert set(sums) == {f"{name}.bin" for name in DECLARED}
    for name, checksum in sums.items():
        assert hashlib.sha256((TABLES / name).read_bytes()).hexdigest() == checksum, name


def test_check_passes_on_the_committed_tables(quick, capsys):
    assert quick.main(["--check"]) == 0
    assert "as derived" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["strengths_7.bin", "rows_5.bin", "card_words.bin", "SHA256SUMS"])
def test_check_names_a_changed_file(quick, capsys, name):
    path = quick.HERE / name
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    assert quick.main(["--check"]) == 1
    assert capsys.readouterr().out.strip() == f"tables/{name} is not what the rules say"


def test_check_names_a_missing_file(quick, capsys):
    (quick.HERE / "multipliers.bin").unlink()
    assert quick.main(["--check"]) == 1
    assert capsys.readouterr().out.strip() == "tables/multipliers.bin is not what the rules say"


def test_check_names_a_file_too_many(quick, capsys):
    (quick.HERE / "stray.bin").write_bytes(b"?")
    assert quick.main(["--check"]) == 1
    assert capsys.readouterr().out.strip() == "tables/stray.bin is not what the rules say"


def test_check_writes_nothing(quick):
    (quick.HERE / "multipliers.bin").write_bytes(b"old")
    quick.main(["--check"])
    assert (quick.HERE / "multipliers.bin").read_bytes() == b"old"


def test_generator_writes_all_files_anew(quick):
    for path in quick.HERE.iterdir():
        path.unlink()
    assert quick.main([]) == 0
    assert {path.name for path in quick.HERE.iterdir()} == {f"{name}.bin" for name in DECLARED} | {"SHA256SUMS"}
    for path in quick.HERE.iterdir():
        assert path.read_bytes() == (TABLES / path.name).read_bytes(), path.name


def test_generator_refuses_an_unknown_argument(quick, capsys):
    (quick.HERE / "multipliers.bin").write_bytes(b"old")
    assert quick.main(["--chekc"]) == 2
    assert "--check" in capsys.readouterr().err
    assert (quick.HERE / "multipliers.bin").read_bytes() == b"old"


# -------------------------------------------------------------------------------------------- sizes, and what is declared


def test_every_file_is_declared_and_has_the_size_declared():
    assert DECLARED.keys() | COUNTED.keys() == {path.stem for path in TABLES.glob("*.bin")}
    for name, (size, dimensions) in (DECLARED | COUNTED).items():
        assert (TABLES / f"{name}.bin").stat().st_size == size * math.prod(dimensions), name


def test_every_array_in_the_header_is_seen_here():
    assert len(DECLARED | COUNTED) == HEADER.count("extern const")


def test_tables_of_the_evaluator_together_take_less_than_300_kb():
    assert 100_000 < sum((TABLES / f"{name}.bin").stat().st_size for name in DECLARED) <= LARGEST_TOGETHER


@pytest.mark.parametrize("k", [5, 6, 7])
def test_no_key_reads_outside_its_table(k):
    columns = 1 << DEFINED["SW_COLUMN_BITS"]
    rows, strengths = committed(f"rows_{k}"), committed(f"strengths_{k}")
    assert len(rows) * columns == 1 << DEFINED[f"SW_KEY_BITS_{k}"]
    assert int(rows.max()) + columns - 1 < len(strengths)
    assert strengths.max() <= 7462


@pytest.mark.parametrize("k", [5, 6, 7])
def test_every_strength_without_a_flush_is_in_the_table_and_no_other(k):
    wanted = {reference.strengths()[value] for value in reference.multiset_values(k).values()}
    assert set(committed(f"strengths_{k}").tolist()) - {0} == wanted


# ---------------------------------------------------------------------------------- ordered as the reference orders hands


def cards_of(suited, ranks):
    return [4 * rank for rank in ranks] if suited else reference.without_flush(ranks)


def test_classes_are_in_the_order_of_the_reference(generator):
    values = [reference.value(cards_of(*hand)) for hand in generator.hand_classes()]
    assert len(values) == 7462
    assert all(worse < better for worse, better in itertools.pairwise(values))


def test_each_of_the_7462_classes_has_the_strength_of_the_reference(generator):
    hands = [cards_of(*hand) for hand in generator.hand_classes()]
    strengths = reference.strengths()
    assert len(strengths) == 7462
    assert sw.evaluate(np.array(hands, np.uint8)).tolist() == [strengths[reference.value(hand)] for hand in hands]


@pytest.mark.parametrize(("k", "number"), [(5, 6175), (6, 18395), (7, 49205)])
def test_every_multiset_of_ranks_has_the_strength_of_the_reference(k, number):
    values = reference.multiset_values(k)
    assert len(values) == number
    hands = np.array([reference.without_flush(ranks) for ranks in values], np.uint8)
    assert sw.evaluate(hands).tolist() == [reference.strengths()[value] for value in values.values()]


def test_every_set_of_suited_ranks_has_the_strength_of_the_reference():
    table = committed("flush_strengths")
    for mask in range(1 << 13):
        suited = [4 * rank for rank in range(13) if mask >> rank & 1]
        assert table[mask] == (reference.strengths()[reference.value(suited)] if len(suited) >= 5 else 0), bin(mask)
