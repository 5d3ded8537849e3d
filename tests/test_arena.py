"""Self-play: what a match comes to, that it is the same for any workers, its histories, and the command line."""

import json
import sys
import threading
from concurrent.futures import ProcessPoolExecutor
from math import isnan

import numpy as np
import pytest

import steelwheel as sw
from steelwheel.cli import main
from steelwheel.holdem.history import read_phh
from steelwheel.sim import arena, bots
from steelwheel.sim.arena import play, student


def same(one, other):
    """Two matches have the same bits."""
    return (
        (one.chips, one.bb_per_100, one.stderr, one.hands, one.histories)
        == (other.chips, other.bb_per_100, other.stderr, other.hands, other.histories)
        and (one.curve == other.curve).all()
        and (one.curve_hands == other.curve_hands).all()
    )


# ------------------------------------------------------------------------------------------------------------ the sums


def test_chips_are_conserved_and_the_numbers_belong_together():
    match = play(["tight", "caller", "random"], hands=9_000, seed=3)
    assert (match.hands, match.deals, match.players) == (9_000, 3_000, ("tight", "caller", "random"))
    assert sum(match.chips) == 0
    assert match.bb_per_100 == pytest.approx([100 * chips / 2 / 9_000 for chips in match.chips])
    assert match.curve[0].tolist() == [0, 0, 0]
    assert match.curve[-1].tolist() == [chips / 2 for chips in match.chips]
    assert match.curve_hands[-1] == 9_000
    assert (np.diff(match.curve_hands) > 0).all()
    for mean, error, (low, high) in zip(match.bb_per_100, match.stderr, match.interval):
        assert (high + low) / 2 == pytest.approx(mean)
        assert high - low == pytest.approx(2 * 1.960755 * error)  # Student's t of 2,999 degrees of freedom


def test_the_same_player_wins_exactly_nothing_in_duplicate():
    for seats in (2, 3, 6):
        match = play(["tight"] * seats, hands=600, seed=1, rules=sw.Rules.no_limit(blinds=(1, 2), ante=1))
        assert match.chips == (0,) * seats
        assert match.stderr == (0.0,) * seats
    assert match.players == ("tight", "tight 2", "tight 3", "tight 4", "tight 5", "tight 6")
    assert any(play(["tight"] * 2, hands=600, seed=1, duplicate=False).chips)


def test_players_of_one_name_are_told_apart():
    def mine(see):
        return bots.caller(see)

    mine.__name__ = "my bot"
    match = play([mine, mine, "tight", "tight", mine], hands=10, seed=1)
    assert match.players == ("my bot", "my bot 2", "tight", "tight 2", "my bot 3")


def test_the_mean_and_its_error_are_those_of_the_deals():
    match = play(["tight", "caller"], hands=400, seed=2, histories=True)
    won = np.zeros((200, 2))
    for hand in match.histories:
        table = match.table(hand)
        for seat, name in enumerate(hand.players):
            won[hand.deal, match.players.index(name)] += table.payoffs[seat]
    assert match.chips == tuple(won.sum(axis=0))
    a_hundred = 100 * won / 2 / 2  # two hands a deal, two chips a big blind
    assert match.bb_per_100 == pytest.approx(a_hundred.mean(axis=0))
    assert match.stderr == pytest.approx(a_hundred.std(axis=0, ddof=1) / np.sqrt(200))


def test_a_match_of_known_value():
    """The caller wins the folder's small blind every other hand; the others are checked down by two random hands."""
    match = play(["caller", "folder"], hands=100_000, seed=4)
    assert abs(match.bb_per_100[0] - 25) < 4 * match.stderr[0]
    assert match.stderr[0] < 0.5


def test_intervals_of_95_percent_hold_the_truth_as_often():
    """The same random player twice, each deal played once: the truth is 0."""
    held = 0
    for seed in range(300):
        low, high = play(["random", "random"], hands=200, seed=seed, duplicate=False).interval[0]
        held += low <= 0 <= high
    assert 270 <= held <= 298


def test_intervals_of_few_duplicate_deals_hold_the_truth_too_or_are_not_told():
    """A folder's deals are mostly the same blinds lost, now and then a stack: few of them look surer than they are."""
    truth = play(["folder", "random"], hands=400_000, seed=1_000).bb_per_100[0]
    held = 0
    for seed in range(300):
        low, high = play(["folder", "random"], hands=2 * arena.FEWEST, seed=seed).interval[0]
        held += low <= truth <= high
    assert 273 <= held <= 298
    fewer = play(["folder", "random"], hands=2 * arena.FEWEST - 2, seed=1)
    assert all(isnan(bound) for bounds in fewer.interval for bound in bounds)
    assert fewer.stderr[0] > 0


@pytest.mark.parametrize(("freedom", "quantile"), [(99, 1.984217), (199, 1.971957), (1_000, 1.962339)])
def test_students_quantiles_are_those_of_the_tables(freedom, quantile):
    assert student(freedom) == pytest.approx(quantile, abs=1e-5)


def test_a_match_has_other_cards_than_the_environments_of_its_seed():
    match = play(["caller", "folder"], hands=200, seed=1, histories=True)
    tables = sw.VectorTable(100, match.rules, match.stacks, seed=1)
    tables.reset()
    trained = tables.hole_cards.tolist()
    for hand in match.histories:
        table = match.table(hand)
        assert [list(table.hole_cards(seat)) for seat in range(2)] not in trained
    first = sw.Table(match.rules, match.stacks, 0, seed=int(arena.table_seeds(1, (1 << 63) + 7, 1)[0]))
    first.deal()
    assert first.hole_cards(0) == match.table(match.histories[14]).hole_cards(0)


def test_duplicate_deals_cut_the_error():
    plain = play([bots.tight, timid], hands=20_000, seed=5, duplicate=False)
    duplicate = play([bots.tight, timid], hands=20_000, seed=5)
    assert plain.hands == duplicate.hands
    assert duplicate.stderr[0] < 0.5 * plain.stderr[0]
    assert abs(plain.bb_per_100[0] - duplicate.bb_per_100[0]) < 4 * plain.stderr[0]


def timid(see):
    """As the tight one, but on the river only the least raise."""
    codes = bots.tight(see)
    return np.where((codes > bots.LEAST_RAISE) & (see["street"] == 3), bots.LEAST_RAISE, codes)


def test_large_stacks_are_added_up_exactly():
    match = play([shover, "caller"], hands=200, seed=1, stacks=(1 << 38) + 1, duplicate=False)
    assert sum(match.chips) == 0
    assert match.stderr[0] > 0


def shover(see):
    return np.where(see["action_mask"][:, -1] == 1, see["action_mask"].shape[1] - 1, bots.CALL)


# ------------------------------------------------------------------------------------------- the same for any workers


@pytest.mark.parametrize("duplicate", [True, False])
def test_slices_threads_and_processes_give_the_same_bits(monkeypatch, duplicate):
    how = {"hands": 1_500, "seed": 7, "duplicate": duplicate, "histories": True}
    whole = play(["tight", "random", "caller"], **how)
    monkeypatch.setattr(arena, "SLICE", 2 * arena.POINT)
    assert same(play(["tight", "random", "caller"], **how), whole)
    assert same(play(["tight", "random", "caller"], threads=2, **how), whole)
    with ProcessPoolExecutor(2) as pool:
        assert same(play(["tight", "random", "caller"], executor=pool, **how), whole)


def test_a_longer_match_begins_with_the_shorter():
    short = play(["tight", "random"], hands=200, seed=7, histories=True)
    longer = play(["tight", "random"], hands=300, seed=7, histories=True)
    assert longer.histories[:200] == short.histories
    assert play(["tight", "random"], hands=200, seed=8, histories=True).histories != short.histories
    fresh = play(["tight", "random"], hands=200)
    assert same(fresh, play(["tight", "random"], hands=200, seed=fresh.seed))


def test_progress_is_told_and_ctrl_c_leaves_nothing_running(monkeypatch):
    monkeypatch.setattr(arena, "SLICE", arena.POINT)
    told = []
    play(["caller", "folder"], hands=640, seed=1, progress=lambda *done: told.append(done))
    assert told == [(i, 5) for i in range(1, 6)]

    def interrupt(done, total):
        raise KeyboardInterrupt

    before = threading.active_count()
    with pytest.raises(KeyboardInterrupt):
        play(["caller", "folder"], hands=10_000, seed=1, threads=2, progress=interrupt)
    assert threading.active_count() == before


# ----------------------------------------------------------------------------------------------------------- histories


@pytest.mark.parametrize("structure", ["no_limit", "pot_limit", "fixed_limit"])
def test_histories_are_hands_by_the_rules(structure):
    rules = getattr(sw.Rules, structure)(2) if structure == "fixed_limit" else getattr(sw.Rules, structure)(blinds=(1, 2), ante=1)
    match = play(["random", "tight", "random", "caller"], hands=120, seed=1, rules=rules, stacks=[50, 20, 90, 33], histories=True)
    assert len(match.histories) == match.hands == 120
    for first in range(0, 120, 4):
        a, b, c, d = match.histories[first : first + 4]
        assert {a.deal} == {b.deal, c.deal, d.deal}
        assert len({hand.players[0] for hand in (a, b, c, d)}) == 4
    records = read_phh(match.phh())
    assert len(records) == 120
    won = dict.fromkeys(match.players, 0)
    for record in records:
        table = record.play()
        assert table.over
        for seat, name in enumerate(record.fields["players"]):
            won[name] += table.payoffs[seat]
    assert tuple(won.values()) == match.chips


def test_without_histories_there_is_no_text():
    match = play(["caller", "folder"], hands=2, seed=1)
    assert match.histories == ()
    assert match.phh() == ""


def test_json_is_strict_and_has_the_game_and_the_interval():
    match = play(["tight", "caller"], hands=400, seed=1, stacks=[50, 80], rules=sw.Rules.pot_limit(blinds=(1, 3), ante=2))
    document = json.loads(json.dumps(match.as_dict(), allow_nan=False))
    assert (document["structure"], document["blinds"], document["ante"], document["stacks"]) == ("pot-limit", [1, 3], 2, [50, 80])
    assert [tuple(player["interval"]) for player in document["players"]] == list(match.interval)
    single = play(["tight", "caller"], hands=2, seed=1).as_dict()
    assert "NaN" not in json.dumps(single, allow_nan=False)
    assert (single["players"][0]["stderr"], single["players"][0]["interval"]) == (None, None)


# ----------------------------------------------------------------------------------------------------------- arguments


def test_names_of_bots_stand_for_them_in_a_mapping_too():
    named = play({"me": "tight", "you": bots.caller}, hands=200, seed=1)
    assert named.players == ("me", "you")
    assert named.chips == play(["tight", "caller"], hands=200, seed=1).chips


def test_whole_numbers_may_be_numpys():
    numbers = {"hands": np.int64(10), "stacks": np.int64(200), "seed": np.uint64(3), "threads": np.int32(1)}
    match = play(["tight", "caller"], **numbers)
    assert same(match, play(["tight", "caller"], hands=10, stacks=200, seed=3))
    assert same(match, play(["tight", "caller"], hands=10, stacks=np.array([200, 200]), seed=3))
    assert json.loads(json.dumps(match.as_dict()))["seed"] == 3


# ------------------------------------------------------------------------------------------------------------- refusals


def beyond(see):
    return np.full(len(see["key"]), 6)


def always_fold(see):
    return np.zeros(len(see["key"]), int)


@pytest.mark.parametrize(
    ("arguments", "options", "error", "message"),
    [
        (["tight"], {}, ValueError, "1 policies: 2 to 10 can play"),
        (["tight"] * 11, {}, ValueError, "11 policies"),
        (["tight", "genius"], {}, ValueError, "there is no bot 'genius': there are random, caller, folder, tight"),
        ({"a": bots.tight, "b": 5}, {}, ValueError, "5 is neither a policy nor the name of a bot"),
        ({"a": "tight", "b": "genius"}, {}, ValueError, "there is no bot 'genius'"),
        (["tight", "caller"], {"hands": 0}, ValueError, "hands is 0"),
        (["tight", "caller"], {"hands": True}, ValueError, "hands is True: it must be a whole number"),
        (["tight", "caller"], {"hands": 1e3}, ValueError, "hands is 1000.0: it must be a whole number"),
        (["tight", "caller"], {"seed": 1.5}, ValueError, "seed is 1.5: it must be a whole number"),
        (["tight", "caller"], {"stacks": 50.5}, ValueError, "a stack is 50.5: it must be a whole number"),
        (["tight", "caller"], {"stacks": [50, True]}, ValueError, "a stack is True: it must be a whole number"),
        (["tight", "caller"], {"rules": 5}, ValueError, "rules are 5: they must be `Rules`"),
        (["tight", "caller"], {"stacks": [5]}, ValueError, "1 stacks for 2 players"),
        (["tight", "caller"], {"stacks": [5, 0]}, ValueError, "everybody needs chips"),
        (["tight", "caller"], {"seed": -1}, ValueError, "seed -1 is outside"),
        (["tight", "caller"], {"threads": 0}, ValueError, "threads is 0"),
        (["tight", "caller"], {"rules": sw.Rules.no_limit(blinds=(1, 2), runouts=2)}, ValueError, "runouts = 2 is not carried"),
        ([beyond, "caller"], {}, sw.IllegalAction, "policy 'beyond', deal 0: table 0: seat 0 cannot play code 6: legal are"),
        (
            [always_fold, "caller"],
            {"hands": 6},
            sw.IllegalAction,
            "policy 'always_fold', deal 0: table 0: seat 1 cannot play code 0",
        ),
        ({"me": lambda see: [1.5] * len(see["key"]), "you": "caller"}, {}, sw.IllegalAction, "'me' gave codes of type float64"),
        ({"you": "caller", "me": lambda see: 1}, {}, sw.IllegalAction, r"policy 'me' gave codes of type int64 and shape \(\)"),
    ],
)
def test_what_cannot_be_played(arguments, options, error, message):
    with pytest.raises(error, match=message):
        play(arguments, **{"hands": 10, "seed": 1} | options)


class Stumbles:
    """A policy that raises."""

    def __init__(self, error):
        self.error, self.calls = error, 0

    def __call__(self, see):
        self.calls += 1
        raise self.error


@pytest.mark.parametrize("threads", [1, 2])
def test_what_a_policy_raises_goes_through_with_the_players_name(threads):
    with pytest.raises(KeyError, match="street 5") as caught:
        play({"you": "caller", "me": Stumbles(KeyError("street 5"))}, hands=10, seed=1, threads=threads)
    assert "raised by policy 'me'" in caught.value.__notes__


@pytest.mark.parametrize("threads", [1, 2])
def test_an_interrupted_slice_is_not_played_again(threads):
    policy = Stumbles(KeyboardInterrupt())
    with pytest.raises(KeyboardInterrupt):
        play([policy, policy], hands=10, seed=1, threads=threads)
    assert policy.calls == 1


# --------------------------------------------------------------------------------------------------------- command line


def test_the_command_prints_a_table_of_80_columns(capsys):
    assert main(["arena", "tight", "caller", "--hands", "2000", "--seed", "1", "--threads", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "2,000 hands of no-limit hold'em (1,000 deals, each from 2 seats), seed 1"
    assert [line.split()[0] for line in lines[1:4]] == ["player", "tight", "caller"]
    assert lines[-1].endswith(" hands/s")
    assert max(map(len, lines)) <= 80


def test_the_command_prints_json_and_writes_hands(capsys, tmp_path):
    path = tmp_path / "hands.phhs"
    arguments = ["arena", "tight", "caller", "--hands", "40", "--seed", "1", "--json", "--phh", str(path), "--no-duplicate"]
    assert main([*arguments, "--structure", "fixed-limit", "--blinds", "2/4", "--stack", "100", "--ante", "1"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["hands"], document["deals"], document["duplicate"]) == (40, 40, False)
    assert sum(player["chips"] for player in document["players"]) == 0
    records = read_phh(path.read_text())
    assert len(records) == 40
    assert records[0].rules.structure == "fixed-limit"
    assert records[0].stacks == (100, 100)


def test_the_command_plays_bots_of_ones_own(capsys, tmp_path, monkeypatch):
    (tmp_path / "mybots.py").write_text("from steelwheel.sim.bots import caller as clever\n")
    monkeypatch.chdir(tmp_path)
    assert main(["arena", "mybots:clever", "folder", "--hands", "20", "--seed", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["players"][0]["name"] == "caller"
    assert str(tmp_path) not in sys.path


OWN = """
import sys, threading
sys.path.insert(0, "/nowhere")
seen = set()
def clever(see):
    import sibling  # found while hands are played, too
    seen.add(threading.get_ident())
    return sibling.caller(see)
def clumsy(see):
    return see["cards"]
"""


def test_bots_of_ones_own_play_in_one_thread_and_may_import_at_any_time(capsys, tmp_path, monkeypatch):
    (tmp_path / "ownbots.py").write_text(OWN)
    (tmp_path / "sibling.py").write_text("from steelwheel.sim.bots import caller\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setattr(arena, "SLICE", arena.POINT)
    before = [*sys.path]
    assert main(["arena", "ownbots:clever", "folder", "--hands", "2000", "--seed", "1"]) == 0
    assert sys.modules["ownbots"].seen == {threading.get_ident()}
    assert sys.path == ["/nowhere", *before]
    assert main(["arena", "ownbots:clever", "folder", "--hands", "2000", "--seed", "1", "--threads", "2"]) == 0
    assert len(sys.modules["ownbots"].seen) > 1
    assert main(["arena", "folder", "ownbots:clumsy", "--hands", "2000"]) == 2
    error = capsys.readouterr().err
    assert error == "steelwheel arena: KeyError raised by policy 'clumsy': 'cards' (ownbots.py, line 10)\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("def f(:\n", "invalid syntax (badbot.py, line 1)"),
        ("1 / 0\n", "ZeroDivisionError: division by zero"),
        ("import nothing_of_this_name\n", "No module named 'nothing_of_this_name'"),
    ],
)
def test_a_bot_that_cannot_be_imported_ends_in_one_line(text, message, capsys, tmp_path, monkeypatch):
    (tmp_path / "badbot.py").write_text(text)
    monkeypatch.chdir(tmp_path)
    assert main(["arena", "badbot:f", "caller"]) == 2
    assert capsys.readouterr().err == f"steelwheel arena: bot badbot:f: {message}\n"


def test_the_hands_written_are_those_of_the_match(tmp_path):
    path = tmp_path / "hands.phhs"
    assert main(["arena", "tight", "caller", "--hands", "40", "--seed", "1", "--phh", str(path)]) == 0
    assert path.read_text() == play(["tight", "caller"], hands=40, seed=1, histories=True).phh()


@pytest.mark.parametrize("option", ["--phh", "--plot"])
def test_a_path_that_cannot_be_written_is_refused_before_any_hand(option, capsys, tmp_path, monkeypatch):
    pytest.importorskip("matplotlib", reason="matplotlib is not installed: pip install 'steelwheel[plot]'")
    monkeypatch.setattr(arena, "play", None)
    path = str(tmp_path / "none" / "x.png")
    assert main(["arena", "tight", "caller", option, path]) == 2
    assert capsys.readouterr().err == f"steelwheel arena: {path}: No such file or directory\n"


def test_a_plot_that_cannot_be_drawn_is_refused_before_any_hand(capsys, tmp_path, monkeypatch):
    pytest.importorskip("matplotlib", reason="matplotlib is not installed: pip install 'steelwheel[plot]'")
    monkeypatch.setattr(arena, "play", None)
    assert main(["arena", "tight", "caller", "--plot", str(tmp_path / "x.nonsense")]) == 2
    assert "Format 'nonsense' is not supported" in capsys.readouterr().err
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert main(["arena", "tight", "caller", "--plot", str(tmp_path / "x.png")]) == 2
    assert "matplotlib, which is not installed" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("mishap", "status"), [(OSError(28, "No space left on device", "x.phhs"), 2), (KeyboardInterrupt(), 130)])
def test_the_result_is_printed_whatever_befalls_the_files(mishap, status, capsys, tmp_path, monkeypatch):
    path = tmp_path / "x.phhs"
    path.write_text("older hands")

    def hands(match):
        assert path.read_text() == ""
        yield "[1]\n"
        raise mishap

    monkeypatch.setattr(arena.Match, "phh_hands", hands)
    assert main(["arena", "tight", "caller", "--hands", "20", "--seed", "1", "--phh", str(path)]) == status
    told = capsys.readouterr()
    assert told.out.startswith("20 hands of no-limit hold'em")
    assert "too few deals" in told.out
    assert told.err == ("steelwheel arena: x.phhs: No space left on device\n" if status == 2 else "")
    assert path.read_text() == "[1]\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["tight"], "steelwheel arena: 1 policies: 2 to 10 can play"),
        (["tight", ":f"], "steelwheel arena: bot :f: a bot of your own is module:function"),
        (["tight", "json:"], "steelwheel arena: bot json:: a bot of your own is module:function"),
        (["tight", "nobody:x"], "steelwheel arena: bot nobody:x: No module named 'nobody'"),
        (["tight", "json:x"], "steelwheel arena: bot json:x: module 'json' has no attribute 'x'"),
        (["tight", "caller", "--blinds", "5"], "steelwheel arena: --blinds 5: give two numbers, as in 1/2"),
        (["tight", "caller", "--seed", "-5"], "steelwheel arena: seed -5 is outside 0..2**64 - 1"),
    ],
)
def test_mistakes_end_in_one_line(arguments, message, capsys):
    assert main(["arena", *arguments]) == 2
    assert capsys.readouterr().err.strip() == message


def test_the_winnings_are_drawn(tmp_path):
    pytest.importorskip("matplotlib", reason="matplotlib is not installed: pip install 'steelwheel[plot]'")
    from steelwheel import plots

    match = play(["tight", "caller", "folder"], hands=3_000, seed=1)
    figure = plots.plot_winnings(match, tmp_path / "won.png")
    assert (tmp_path / "won.png").read_bytes().startswith(b"\x89PNG")
    (axes,) = figure.axes
    names = [text.get_text().split()[0] for text in axes.get_legend().get_texts()]
    assert names == sorted(match.players, key=lambda name: -match.chips[match.players.index(name)])
    assert main(["arena", "tight", "caller", "--hands", "20", "--seed", "1", "--plot", str(tmp_path / "cli.png")]) == 0
    assert (tmp_path / "cli.png").exists()


def test_any_name_stands_in_the_legend(tmp_path):
    pytest.importorskip("matplotlib", reason="matplotlib is not installed: pip install 'steelwheel[plot]'")
    from steelwheel import plots

    names = ["_mine", "$a_$", r"\frac", "100 $ & more $"]
    match = play(dict.fromkeys(names, "random"), hands=400, seed=1)
    figure = plots.plot_winnings(match, tmp_path / "won.png")
    (axes,) = figure.axes
    assert sorted(text.get_text().partition("  ")[0] for text in axes.get_legend().get_texts()) == sorted(names)
    assert len(axes.get_legend().get_lines()) == 4
