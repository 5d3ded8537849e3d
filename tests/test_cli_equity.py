"""The command line's equities: every option, what is refused, files of spots and how they go on, Ctrl-C."""

import csv
import json
import os
import pty
import re
import signal
import subprocess
import sys
import termios
import time

import numpy as np
import pytest

import steelwheel as sw
from steelwheel import cli, terminal

SPOT = ["QQ+,AKs", "22+", "--board", "Ks7h2d"]


@pytest.fixture
def run(capsys):
    """run(*arguments) gives exit status, stdout and stderr."""

    def run(*arguments):
        try:
            status = cli.main([str(argument) for argument in arguments])
        except SystemExit as exit:  # argparse's own way out
            status = exit.code
        return status, *capsys.readouterr()

    return run


def assert_refused(result, *named):
    """Status 2, nothing on stdout, a message without a traceback that names the thing."""
    status, out, err = result
    assert (status, out) == (2, "")
    assert err.startswith("steelwheel")
    assert "Traceback" not in err
    for text in named:
        assert text in err


# ------------------------------------------------------------------------------------------------------------ one spot


def test_a_table_has_players_combos_and_shares_and_ends_in_counts(run):
    status, out, err = run("equity", "AcAs", "KhKd")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0].split() == ["combos", "equity", "win", "tie"]
    assert lines[1].split() == ["AcAs", "1", "81.26%", "81.06%", "0.38%"]
    assert lines[2].split()[:3] == ["KhKd", "1", "18.74%"]
    assert "ties 6538 of 1712304" in lines[-1]


def test_a_table_of_long_ranges_fits_80_columns(run):
    _, out, _ = run("equity", "22+, A2s+, KTs+:0.5, QTs+, JTs, A9o+, KTo+, 76s", "random", "--samples", 2000, "--seed", 1)
    lines = out.splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[0].split()[-1] == "stderr"
    assert lines[-1] == "monte carlo: 2000 samples, seed 1"


def test_ranges_in_json_have_what_the_result_has(run):
    status, out, _ = run("equity", *SPOT, "--dead", "Qc", "--json")
    wanted = sw.equity(SPOT[:2], board="Ks7h2d", dead="Qc")
    result = json.loads(out)
    assert status == 0
    assert (result["runouts"], result["deals"], result["method"]) == (wanted.runouts, wanted.deals, "exact")
    for i, player in enumerate(result["players"]):
        assert player["cards"] == SPOT[i]
        for name in ("weight", "equity", "win", "tie", "wins", "ties"):
            assert player[name] == getattr(wanted, name)[i]


def test_equities_per_combo_come_as_json_and_as_text(run):
    wanted = sw.equity(SPOT[:2], board="Ks7h2d")
    _, out, _ = run("equity", *SPOT, "--per-combo", "--json")
    for i, player in enumerate(json.loads(out)["players"]):
        left = ~np.isnan(wanted.per_combo[i])
        assert len(player["combos"]) == left.sum()
        for name, shares in player["combos"].items():
            combo = sw.combo_index(*sw.parse_cards(name))
            assert shares["equity"] == wanted.per_combo[i][combo]
            assert shares["win"] == wanted.per_combo_win[i][combo]
    _, out, _ = run("equity", *SPOT, "--per-combo")
    assert max(map(len, out.splitlines())) <= 80
    assert f"AsAh  {100 * wanted.per_combo[0][sw.combo_index(51, 50)]:.2f}%" in out
    assert len(re.findall(r"[AKQ][cdhs][AKQ][cdhs] +\d", out.split("\n\n")[0])) == 18
    assert "run-outs" in out.splitlines()[-1]


def test_next_cards_come_as_json_and_as_text(run):
    wanted = sw.runout_equity(SPOT[:2], "Ks7h2d")
    _, out, _ = run("equity", *SPOT, "--next-card", "--json")
    for i, player in enumerate(json.loads(out)["players"]):
        assert len(player["next_card"]) == 49
        assert player["next_card"]["As"] == wanted.equity[51, i]
    _, out, _ = run("equity", *SPOT, "--next-card")
    assert str(wanted) in out
    assert max(map(len, out.splitlines())) <= 80


def test_sampling_options_sample_and_a_seed_repeats(run):
    _, out, _ = run("equity", *SPOT, "--samples", 3000, "--seed", 7, "--json")
    first = json.loads(out)
    assert (first["method"], first["runouts"], first["seed"]) == ("monte carlo", 3000, 7)
    assert 0 < first["players"][0]["stderr"] < 0.05
    _, out, _ = run("equity", *SPOT, "--samples", 3000, "--seed", 7, "--json", "--threads", 2)
    assert json.loads(out) == first
    _, out, _ = run("equity", *SPOT, "--stderr", 0.01, "--json")
    assert max(player["stderr"] for player in json.loads(out)["players"]) <= 0.01
    assert json.loads(run("equity", *SPOT, "--seconds", 0.05, "--json")[1])["method"] == "monte carlo"
    assert json.loads(run("equity", *SPOT, "--method", "monte-carlo", "--json")[1])["method"] == "monte carlo"
    assert json.loads(run("equity", *SPOT, "--method", "exact", "--threads", 2, "--json")[1])["method"] == "exact"


@pytest.mark.parametrize("arguments", [SPOT, [*SPOT, "--next-card"]])
def test_a_plot_is_written(run, tmp_path, arguments):
    pytest.importorskip("matplotlib", reason="matplotlib is not installed: pip install 'steelwheel[plot]'")
    assert run("equity", *arguments, "--plot", tmp_path / "map.png")[0] == 0
    assert (tmp_path / "map.png").read_bytes().startswith(b"\x89PNG")


def test_without_matplotlib_a_plot_is_refused_with_the_extra(run, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert_refused(run("range", "AA", "--plot", tmp_path / "map.png"), "steelwheel[plot]")


def test_a_bad_range_is_shown_with_its_carets(run):
    result = run("equity", "KcQc", "6c5c,AQo++")
    assert_refused(result, "'AQo++'")
    lines = result[2].splitlines()
    assert lines[1:] == ["  6c5c,AQo++", "       ^^^^^", "  AQo++ -> AQo+"]


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ([], "HAND"),
        (["AA"], "2 to 10"),
        (["AA", "KK", "--board", "2c"], "2c"),
        (["AcAs", "AcKd"], "Ac stands twice"),
        (["AsAh", "AA", "--board", "AcAd2c"], "block each other"),
        (["AA", "KK", "--samples", "0"], "--samples"),
        (["AA", "KK", "--samples", "many"], "invalid int value"),
        (["AA", "KK", "--stderr", "-1"], "--stderr"),
        (["AA", "KK", "--seconds", "nan"], "--seconds"),
        (["AA", "KK", "--threads", "0"], "--threads"),
        (["AA", "KK", "--samples", "9", "--seed", "-1"], "seed -1"),
        (["AA", "KK", "--method", "guess"], "--method"),
        (["AA", "KK", "--method", "exact", "--samples", "9"], "samples"),
        (["AA", "KK", "--samples", "9", "--per-combo"], "--method exact"),
        (["AA", "KK", "--samples", "9", "--plot", "x.png"], "--method exact"),
        (["AA", "KK", "--next-card"], "3 or 4 cards"),
        (["AA", "KK", "--out", "x.csv"], "--file"),
        (["AA", "KK", "--file", "x.csv"], "HAND does not go with --file"),
        (["--file", "x.csv", "--per-combo"], "--per-combo does not go with --file"),
        (["--file", "none.csv"], "none.csv"),
    ],
)
def test_a_bad_spot_is_refused(run, arguments, named):
    result = run("equity", *arguments)
    assert_refused(result, named)
    assert result[2].count("\n") == 1


@pytest.mark.parametrize("command", ["equity", "range"])
def test_help_is_for_80_columns(run, command, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    status, out, _ = run(command, "--help")
    assert status == 0
    assert max(map(len, out.splitlines())) <= 80


# ------------------------------------------------------------------------------------------------------------- a range


def test_a_range_is_a_grid_with_its_size(run):
    status, out, err = run("range", "22+, A2s+, KTs+:0.5, QJo:0.001")
    lines = out.splitlines()
    assert (status, err) == (0, "")
    assert [lines[0].split()[i] for i in (0, 1, 12)] == ["AA", "AKs", "A2s"]
    assert lines[1].split()[:6] == [".", "KK", "50%", "50%", "50%", "."]
    assert lines[3].split()[2] == "1%"
    assert lines[-1] == "150 combos, weight 132.012, 9.96 % of all"
    assert max(map(len, lines)) <= 80
    assert "\x1b" not in out
    assert run("range", "22+,A2s+")[1].splitlines()[-1] == "126 combos, 9.50 % of all"


def test_a_range_comes_as_json(run):
    _, out, _ = run("range", "AA, KK:0.5", "--json")
    result = json.loads(out)
    assert (result["range"], result["combos"], result["weight"]) == (sw.Range("AA,KK:0.5").text, 12, 9)
    assert result["share"] == 9 / 1326
    assert np.array(result["grid"]).shape == (13, 13)
    assert result["weights"]["KsKh"] == 0.5
    assert sum(result["weights"].values()) == 9


def test_a_range_reads_connectors_where_asked(run):
    assert "\n20 combos" in run("range", "T9s+", "--connectors")[1]  # T9s, JTs .. AKs
    assert "\n4 combos" in run("range", "T9s+")[1]


def test_a_range_is_drawn(run, tmp_path):
    pytest.importorskip("matplotlib", reason="matplotlib is not installed: pip install 'steelwheel[plot]'")
    assert run("range", "22+", "--plot", tmp_path / "range.png")[0] == 0
    assert (tmp_path / "range.png").read_bytes().startswith(b"\x89PNG")


def test_a_bad_range_is_refused(run):
    assert_refused(run("range", "22+, AKx"), "AKx", "^^^")
    assert_refused(run("range", ""), "none")


# ---------------------------------------------------------------------------------------------------------- a terminal


def on_a_terminal(*arguments, **environment):
    """What a terminal of its own gets to see of a command."""
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, 80))
    command = [sys.executable, "-m", "steelwheel", *arguments]
    with subprocess.Popen(command, stdout=theirs, stderr=theirs, env={**os.environ, "TERM": "xterm", **environment}) as process:
        os.close(theirs)
        seen = b""
        try:
            while part := os.read(ours, 4096):
                seen += part
        except OSError:  # the terminal is closed
            pass
    os.close(ours)
    return process.returncode, seen.decode()


def test_a_grid_is_coloured_on_a_terminal_unless_it_must_not():
    status, seen = on_a_terminal("range", "22+", NO_COLOR="")
    assert status == 0
    assert "\x1b[48;2;" in seen
    assert "\x1b" not in on_a_terminal("range", "22+", NO_COLOR="1")[1]
    assert "\x1b" not in on_a_terminal("range", "22+", NO_COLOR="", TERM="dumb")[1]


def test_long_work_has_a_bar_on_a_terminal():
    status, seen = on_a_terminal("equity", "random", "random", "--seconds", "1.5")
    assert status == 0
    assert "slices" in seen
    assert "monte carlo" in seen.splitlines()[-1]


def test_the_plain_bar_is_one_line_that_goes_away(monkeypatch, capsys):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(terminal, "FIRST_SHOWN", 0)
    monkeypatch.setattr(terminal, "BETWEEN", 0)
    monkeypatch.setitem(sys.modules, "tqdm", None)
    with terminal.Bar("cards") as bar:
        bar(1, 4)
        bar(2, 0)
    seen = capsys.readouterr().err
    assert "25 %" in seen
    assert "2 cards" in seen
    assert "\n" not in seen
    assert seen.rsplit("\r", 2)[1].strip() == ""


def test_there_is_no_bar_without_a_terminal(monkeypatch, capsys):
    monkeypatch.setattr(terminal, "FIRST_SHOWN", 0)
    with terminal.Bar("cards") as bar:
        bar(1, 4)
    assert capsys.readouterr().err == ""


# ------------------------------------------------------------------------------------------------------- files of spots

ROWS = [
    ["AhKh", "QsQd", "", "Qh 7h 2c", "", "a"],
    ["AhKh", "QsQd", "7c7d", "Qh 7h 2c 3s", "", "b"],
    ["QQ+, AKs", "22+", "", "Ks7h2d", "Qc", "c"],
    ["AhKh", "QsQd", "", "Qh 7h 2c", "Jh", "d"],
    ["AcAs", "KhKd", "", "", "", "e"],
    ["AcAs", "KhKd", "", "2c 3c 4c 5c 9d", "", 'f "quoted"\nin two lines'],
]
HEADER = ["player1", "player2", "player3", "board", "dead", "note"]


def write(path, rows, header=HEADER):
    with path.open("w", newline="") as file:
        csv.writer(file).writerows([header, *rows])
    return path


def read(path):
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture
def files(tmp_path):
    return write(tmp_path / "spots.csv", ROWS), tmp_path / "result.csv"


def test_a_file_of_spots_has_the_equities_of_its_rows(run, files):
    spots, out = files
    status, printed, err = run("equity", "--file", spots, "--out", out)
    assert (status, printed) == (0, "")
    assert re.fullmatch(r"6 spots in [\d.]+ s, [\d,]+ spots/s\n", err)
    results = read(out)
    assert len(results) == len(ROWS)
    for row, result in zip(ROWS, results):
        assert [result[name] for name in HEADER] == row
        players = [player for player in row[:3] if player]
        wanted = sw.equity(players, board=row[3], dead=row[4])
        for i in range(3):
            for name in ("equity", "win", "tie"):
                text = result[f"{name}{i + 1}"]
                assert (float(text) == pytest.approx(getattr(wanted, name)[i], abs=1e-15)) if i < len(players) else text == ""
        assert (result["method"], result["stderr"], result["seed"]) == ("exact", "", "")


def test_players_of_one_column_have_equities_of_one_column(run, tmp_path):
    spots = write(tmp_path / "spots.csv", [["AhKh v QsQd", "Qh 7h 2c"], ["AA v KK  v QQ", "2c7d9h"]], ["players", "board"])
    status, out, _ = run("equity", "--file", spots)
    assert status == 0
    first, second = csv.DictReader(out.splitlines())
    assert first["equity"] == " v ".join(map(repr, sw.equity(["AhKh", "QsQd"], board="Qh 7h 2c").equity))
    assert [float(text) for text in second["win"].split(" v ")] == list(sw.equity(["AA", "KK", "QQ"], board="2c7d9h").win)


def test_sampled_spots_say_so(run, files):
    spots, out = files
    run("equity", "--file", spots, "--out", out, "--samples", 500, "--seed", 3)
    for row, result in zip(ROWS, read(out)):
        players = [player for player in row[:3] if player]
        wanted = sw.equity(players, board=row[3], dead=row[4], samples=500, seed=3)
        assert (result["method"], result["seed"]) == ("monte carlo", "3")
        assert float(result["stderr"]) == max(wanted.stderr)
        assert float(result["equity1"]) == wanted.equity[0]


def test_spots_come_from_standard_input(files):
    spots, _ = files
    command = [sys.executable, "-m", "steelwheel", "equity", "--file", "-"]
    result = subprocess.run(command, stdin=spots.open(), capture_output=True, text=True, timeout=60, check=True)
    assert result.stdout.count("exact") == len(ROWS)
    assert "6 spots" in result.stderr


def test_work_goes_on_wherever_it_was_cut_off(run, files):
    spots, out = files
    run("equity", "--file", spots, "--out", out)
    whole = out.read_bytes()
    for cut in {*range(0, len(whole), 37), len(whole) - 1, len(whole)}:
        out.write_bytes(whole[:cut])
        status, _, err = run("equity", "--file", spots, "--out", out)
        assert status == 0
        assert out.read_bytes() == whole
        kept = 6 - int(err.split()[0])
        assert (f"after {kept} that were there" in err) == (kept > 0)
    assert run("equity", "--file", spots, "--out", out)[2].startswith("0 spots")


def test_what_is_no_result_of_these_spots_is_left_as_it_is(run, files, tmp_path):
    spots, out = files
    run("equity", "--file", spots, "--out", out)
    other = write(tmp_path / "other.csv", [ROWS[1], *ROWS[1:]])
    few = write(tmp_path / "few.csv", ROWS[:3])
    columns = write(tmp_path / "columns.csv", [row[:4] for row in ROWS], HEADER[:4])
    before = out.read_bytes()
    assert_refused(run("equity", "--file", other, "--out", out), "result.csv, line 2", "line 2 of the spots")
    assert_refused(run("equity", "--file", few, "--out", out), "any line")
    assert_refused(run("equity", "--file", columns, "--out", out), "other columns")
    assert_refused(run("equity", "--file", spots, "--out", spots), "the file of the spots")
    assert out.read_bytes() == before
    for text in ("my notes", "my notes\nand more"):
        out.write_text(text)
        assert_refused(run("equity", "--file", spots, "--out", out), "another --out")
        assert out.read_text() == text


@pytest.mark.parametrize(
    ("first", "then", "named"),
    [
        (["--seed", "7", "--samples", "1000"], ["--seed", "8", "--samples", "1000"], "has the seed 7"),
        (["--stderr", "0.02"], ["--stderr", "0.001"], "has a standard error of 0.0"),
        (["--samples", "1000"], ["--method", "exact"], "is sampled"),
        (["--samples", "1000"], [], "is sampled"),
        ([], ["--samples", "1000"], "is exact"),
        (["--method", "exact"], ["--method", "monte-carlo"], "is exact"),
    ],
)
def test_results_of_other_options_are_not_gone_on_from(run, files, first, then, named):
    spots, out = files
    run("equity", "--file", spots, "--out", out, *first)
    whole = out.read_bytes()
    assert run("equity", "--file", spots, "--out", out, *first)[2].startswith("0 spots")
    assert_refused(run("equity", "--file", spots, "--out", out, *then), "line 2", named, "another --out")
    assert out.read_bytes() == whole


@pytest.mark.parametrize(
    ("row", "named"),
    [
        (["AhKh", "AhQd", "", "", "", ""], ["line 4", "Ah stands twice"]),
        (["AhKh", "QsQd", "", "2c", "", ""], ["line 4", "2c"]),
        (["AhKh", "", "QsQd", "", "", ""], ["line 4", "player2 is empty"]),
        (["AhKh", "", "", "", "", ""], ["line 4", "1 players"]),
        (["AhKh", "QQ++", "", "", "", ""], ["line 4", "QQ++", "^^^^"]),
        (["AhKh", "QsQd"], ["line 4", "2 cells", "6"]),
        (["AhKh", "QsQd", "", "Qx 7h 2c", "", ""], ["line 4", "'Qx'"]),
    ],
)
def test_a_bad_row_stops_with_its_line_and_all_before_it_is_written(run, tmp_path, row, named):
    spots, out = write(tmp_path / "spots.csv", [*ROWS[:2], row, *ROWS[2:]]), tmp_path / "result.csv"
    assert_refused(run("equity", "--file", spots, "--out", out), *named)
    assert [result["note"] for result in read(out)] == ["a", "b"]
    write(spots, ROWS)
    assert run("equity", "--file", spots, "--out", out)[0] == 0
    assert len(read(out)) == 6


@pytest.mark.parametrize(
    ("header", "named"),
    [
        (["hand", "board"], "player1"),
        (["player1", "player3"], "player1, player2"),
        (["players", "player1"], "player1"),
        (["players", "board", "board"], "'board' stands twice"),
        (["players", "equity"], "'equity' is one of the results"),
        ([], "player1"),
    ],
)
def test_a_bad_header_is_refused(run, tmp_path, header, named):
    spots = write(tmp_path / "spots.csv", [], header)
    assert_refused(run("equity", "--file", spots, "--out", tmp_path / "result.csv"), "line 1", named)
    assert not (tmp_path / "result.csv").exists()


def test_a_file_that_is_no_text_or_no_csv_is_refused(run, tmp_path):
    spots = tmp_path / "spots.csv"
    spots.write_bytes(bytes(range(256)))
    assert_refused(run("equity", "--file", spots))
    spots.write_text('players,board\n"AA v KK,\n')
    result = run("equity", "--file", spots, "--out", tmp_path / "result.csv")
    assert_refused(result, "line 2")


def test_ctrl_c_leaves_whole_lines_and_the_work_goes_on(tmp_path):
    rows = [["22+, A2s+", "TT+, AKs:0.5", "", "Ks7h2d", "", str(i)] for i in range(4000)]
    spots, out = write(tmp_path / "spots.csv", rows), tmp_path / "result.csv"
    command = [sys.executable, "-m", "steelwheel", "equity", "--file", str(spots), "--out", str(out)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    limit = time.monotonic() + 30
    while (not out.exists() or out.read_bytes().count(b"\n") < 20) and time.monotonic() < limit:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    printed, err = process.communicate(timeout=30)
    assert (process.returncode, printed) == (130, "")
    assert re.fullmatch(r"interrupted after [\d,]+ spots; the same command goes on from there\n", err)
    assert out.read_bytes().endswith(b"\n")
    done = len(read(out))
    assert 0 < done < 4000
    assert err.split()[2] == f"{done:,}"
    write(spots, rows[: done + 5])
    again = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    assert again.stderr.startswith("5 spots")
    assert [result["note"] for result in read(out)] == [str(i) for i in range(done + 5)]
    assert len({result["equity1"] for result in read(out)}) == 1


def test_ctrl_c_in_one_long_spot_is_status_130():
    command = [sys.executable, "-m", "steelwheel", "equity", "random", "random", "--seconds", "60"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(2)
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=30) == ("", "")
    assert process.returncode == 130
