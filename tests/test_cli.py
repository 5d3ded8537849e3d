"""The command line: what it prints, as text and as JSON, and how it refuses."""

import io
import json
import subprocess
import sys

import pytest

import steelwheel as sw
from steelwheel import cli

HAND = "As Kd 7h 7c 2d 9s Th"


@pytest.fixture
def run(capsys):
    """run(*arguments) gives exit status, stdout and stderr."""

    def run(*arguments):
        try:
            status = cli.main(list(arguments))
        except SystemExit as exit:  # argparse's own way out
            status = exit.code
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return run


def assert_refused(result, *named):
    """Status 2, nothing on stdout, one line on stderr that names the thing."""
    status, out, err = result
    assert (status, out) == (2, "")
    assert err.startswith("steelwheel")
    assert err.count("\n") == 1
    assert err.endswith("\n")
    for text in named:
        assert text in err


# ------------------------------------------------------------------------------------------------------------ evaluate


@pytest.mark.parametrize("arguments", [[HAND], [HAND.replace(" ", "")], HAND.split()])
def test_a_hand_is_ranked_and_named(run, arguments):
    status, out, err = run("evaluate", *arguments)
    assert (status, err) == (0, "")
    assert out.split() == f"{HAND} {sw.evaluate(HAND)} pair of sevens, ace-king-ten kickers plays 7h 7c As Kd Th".split()


def test_hands_are_ranked_in_the_order_given(run):
    _, out, _ = run("evaluate", HAND, "As Ks Qs Js Ts")
    assert out.index(str(sw.evaluate(HAND))) < out.index("7462") < out.index("royal flush")


def test_hands_come_as_json(run):
    status, out, _ = run("evaluate", "--json", HAND, "AsKsQsJsTs")
    assert status == 0
    one, royal = json.loads(out)
    assert one == {
        "cards": HAND,
        "strength": sw.evaluate(HAND),
        "category": "pair",
        "name": sw.describe(HAND),
        "best_five": "7h 7c As Kd Th",
    }
    assert (royal["strength"], royal["category"], royal["name"]) == (7462, "straight_flush", "royal flush")


def test_a_file_has_a_hand_a_line(run, tmp_path):
    file = tmp_path / "hands.txt"
    file.write_text(f"# my hands\n{HAND}\n\n  AsKsQsJsTs  # the best\n")
    status, out, _ = run("evaluate", "--file", str(file))
    assert status == 0
    assert [line.split("  ")[-1] for line in out.splitlines()] == [sw.describe(HAND), "royal flush"]
    _, out, _ = run("evaluate", "--json", "--file", str(file))
    assert [hand["strength"] for hand in json.loads(out)] == [sw.evaluate(HAND), 7462]


def test_hands_come_from_standard_input(run, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO(HAND + "\n"))
    status, out, _ = run("evaluate", "--file", "-")
    assert status == 0
    assert out.startswith(HAND)


def test_a_bad_line_is_named_by_its_number(run, tmp_path):
    file = tmp_path / "hands.txt"
    file.write_text(f"# my hands\n\n{HAND[:-2]}1s\n")
    assert_refused(run("evaluate", "--file", str(file)), "line 3", "'1s'")


@pytest.mark.parametrize(
    ("hand", "named"),
    [
        ("As Kd 7", "'7'"),
        ("AsAs", "As"),
        ("As Kd 7h", "3 cards"),
        ("", "0 cards"),
        ("As Kd 7h 7c 2x", "'2x'"),
        ("As\nKd", "2 cards"),
    ],
)
def test_a_bad_hand_is_refused_on_one_line(run, hand, named):
    assert_refused(run("evaluate", hand), named)
    assert_refused(run("evaluate", "--json", hand), named)


def test_a_missing_file_is_named(run, tmp_path):
    assert_refused(run("evaluate", "--file", str(tmp_path / "none.txt")), "none.txt", "No such file")
    assert_refused(run("evaluate", "--file", str(tmp_path)), "directory")


def test_a_file_that_is_no_text_is_refused(run, tmp_path):
    file = tmp_path / "hands.bin"
    file.write_bytes(bytes(range(256)))
    assert_refused(run("evaluate", "--file", str(file)))


def test_hands_and_a_file_exclude_each_other(run, tmp_path):
    assert_refused(run("evaluate"), "--file")
    assert_refused(run("evaluate", HAND, "--file", "hands.txt"), "--file")


# -------------------------------------------------------------------------------------------------------------- equity


def test_an_equity_is_printed_as_it_prints_itself(run):
    status, out, err = run("equity", "AhKh", "QsQd", "--board", "Ks 7h 2d", "--dead", "Ac")
    assert (status, err) == (0, "")
    assert out == f"{sw.equity(['AhKh', 'QsQd'], board='Ks 7h 2d', dead='Ac')}\n"


def test_an_equity_comes_as_json(run):
    status, out, _ = run("equity", "AhKh", "QsQd", "--board", "Qh 7h 2c", "--json")
    assert status == 0
    result = json.loads(out)
    wanted = sw.equity(["AhKh", "QsQd"], board="Qh 7h 2c")
    assert (result["runouts"], result["method"]) == (990, "exact")
    for i, player in enumerate(result["players"]):
        assert player["cards"] == wanted.players[i]
        for field in ("equity", "win", "tie", "wins", "ties"):
            assert player[field] == getattr(wanted, field)[i]


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["AcAs", "AcKd"], "Ac"),
        (["AcAs", "Kd"], "Kd"),
        (["AcAs"], "2 to 10"),
        (["AcAs", "KdKh", "--board", "2c"], "2c"),
        (["AcAs", "KdKh", "--board", "2c 3c Ac"], "Ac"),
        (["AcAs", "KdKh", "--dead", "Kh"], "Kh"),
        (["AcAs", "KdKh", "--bored", "2c 3c 4c"], "--bored"),
        ([], "HAND"),
    ],
)
def test_a_bad_spot_is_refused_on_one_line(run, arguments, named):
    assert_refused(run("equity", *arguments), named)


# ------------------------------------------------------------------------------------------------------------ the rest


def test_bench_measures_every_kernel_and_puts_back_the_one_in_use(run, kernel):
    status, out, _ = run("bench", "--hands", "2000", "--rounds", "1", "--json")
    assert status == 0
    rates = json.loads(out)["million_hands_per_second"]
    assert list(rates) == list(sw.kernels())
    assert all(rate > 0 for row in rates.values() for rate in row)
    assert sw.kernel() == kernel
    _, out, _ = run("bench", "--hands", "2000", "--rounds", "1")
    assert [line.split()[0] for line in out.splitlines()[2:]] == list(sw.kernels())


@pytest.mark.parametrize("arguments", [["--hands", "0"], ["--rounds", "0"], ["--hands", "many"]])
def test_bench_wants_numbers(run, arguments):
    assert_refused(run("bench", *arguments), arguments[0])


@pytest.mark.parametrize("arguments", [[], ["evalaute"], ["evaluate", "--jsno", HAND], ["--nonsense"]])
def test_an_unknown_command_or_option_is_refused_on_one_line(run, arguments):
    assert_refused(run(*arguments))


def test_the_version_is_that_of_the_package(run):
    assert run("--version") == (0, f"steelwheel {sw.__version__}\n", "")


@pytest.mark.parametrize("command", [[], ["evaluate"], ["equity"], ["bench"]])
def test_help_is_for_80_columns(run, command, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    status, out, _ = run(*command, "--help")
    assert status == 0
    assert max(map(len, out.splitlines())) <= 80


def process(*arguments):
    return subprocess.run([sys.executable, "-m", "steelwheel", *arguments], capture_output=True, text=True, timeout=60, check=False)


def test_the_module_runs_as_a_program():
    result = process("evaluate", HAND)
    assert (result.returncode, result.stdout.split()[7]) == (0, str(sw.evaluate(HAND)))
    result = process("equity", "AcAs", "AcKd")
    assert (result.returncode, result.stdout, result.stderr.count("\n")) == (2, "", 1)


def test_a_reader_that_has_seen_enough_is_no_error(tmp_path):
    file = tmp_path / "hands.txt"
    file.write_text((HAND + "\n") * 5000)
    command = f"{sys.executable} -m steelwheel evaluate --file {file} | head -n 1"
    result = subprocess.run(["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True, timeout=60, check=False)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.count("\n") == 1
