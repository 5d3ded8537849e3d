"""The commands ``replay`` and ``play``: what they print, and that mistakes end in one line and never in a traceback."""

import argparse
import builtins
import json
import random

import pytest
from script import deck, play, table

import steelwheel as sw
from steelwheel.cli_holdem import Leave, add_commands, bot, tell, understand
from steelwheel.holdem.history import read_phh, write_phh
from steelwheel.holdem.table import Table

HOLES = ["AsAd", "KsKd", "QsQd"]


@pytest.fixture
def run(capsys):
    """Run a command line; gives its exit status and what it printed."""

    def run(*arguments):
        parser = argparse.ArgumentParser()
        add_commands(parser.add_subparsers(required=True))
        args = parser.parse_args([str(argument) for argument in arguments])
        status = args.run(args)
        return status, capsys.readouterr().out

    return run


@pytest.fixture
def hand(tmp_path):
    made = table([500] * 3, deck=deck(HOLES, "2c 7d 9h Js 4s"))
    play(made, "0 raise 30, 1 call, 2 fold, 1 check, 0 bet 40, 1 call, *, *")
    path = tmp_path / "hand.phh"
    path.write_text(write_phh(made, players=["Ann", "Bob", "Cleo"]))
    return path


def test_replay_tells_a_hand_street_by_street_in_80_columns(run, hand):
    status, out = run("replay", hand)
    assert status == 0
    assert all(len(line) <= 80 for line in out.splitlines())
    for words in ("Before the flop", "Flop 2c 7d 9h", "Turn", "River", "raise to 30", "Cleo", "The record has the same."):
        assert words in out
    assert "Cleo wins 150" in out
    assert "%" in out


def test_replay_gives_the_equity_of_every_live_player_at_every_decision(run, hand):
    status, out = run("replay", hand, "--json")
    story = json.loads(out)
    assert status == 0
    first = story["decisions"][0]
    assert (first["player"], first["action"], first["pot"], first["to_call"]) == ("Cleo", "raise to 30", 15, 10)
    exact = sw.equity(["KsKd", "QsQd", "AsAd"]).equity
    assert list(first["equity"].values()) == pytest.approx(exact)
    for decision in story["decisions"]:
        assert sum(decision["equity"].values()) == pytest.approx(1)
    assert story["stacks"] == story["recorded_stacks"]


def test_replay_of_ten_players_keeps_to_80_columns(run, tmp_path):
    made = table([5_000_000] * 10, blinds=(25_000, 50_000), seed=4)
    play(made, "*, *, *, *")
    path = tmp_path / "ten.phh"
    path.write_text(write_phh(made, players=[f"A long name {i}" for i in range(10)]))
    _, out = run("replay", path)
    assert max(map(len, out.splitlines())) <= 80


def test_replay_without_known_cards_tells_no_equity():
    made = play(table([500] * 3, deck=deck(HOLES)), "0 fold, 1 fold")
    (record,) = read_phh(write_phh(made, seat=0))
    story = tell(record)
    assert story["decisions"][0]["equity"] == {}


def test_replay_tells_players_whom_the_record_passes_over():
    made = play(table([500] * 4, deck=deck([*HOLES, "JsJd"])), "3 fold, 0 fold, 1 call, 2 check, 1 check, 2 bet 10, 1 fold")
    text = write_phh(made).replace('"p3 f", "p4 f", ', "")
    (record,) = read_phh(text)
    assert [decision["action"] for decision in tell(record)["decisions"]][:3] == ["fold", "fold", "call 5"]
    assert record.play().stacks == record.finishing_stacks


def test_replay_of_many_hands_sums_up_and_finds_what_is_wrong(run, hand, tmp_path):
    record = read_phh(hand.read_text())[0]
    path = tmp_path / "many.phhs"
    path.write_text(write_phh([record] * 3))
    assert run("replay", path) == (0, "3 hands: 3 end in the recorded stacks\n")
    path.write_text(path.read_text().replace("cbr 30", "cbr 29", 1).replace("finishing_stacks = [", "finishing_stacks = [9", 2))
    status, out = run("replay", path)
    assert status == 1
    assert "2 do not" in out
    status, out = run("replay", path, "--json")
    assert (status, json.loads(out)["exact"], len(json.loads(out)["faults"])) == (1, 1, 2)
    assert run("replay", path, "--hand", 3)[0] == 0
    with pytest.raises(ValueError, match="no hand '7': the file has 3, 1 to 3"):
        run("replay", path, "--hand", 7)


def test_replay_refuses_what_is_no_hand(run, tmp_path):
    path = tmp_path / "no.phh"
    path.write_text("hello")
    with pytest.raises(ValueError, match="no PHH text"):
        run("replay", path)
    with pytest.raises(OSError, match="missing"):
        run("replay", tmp_path / "missing.phh")


# --------------------------------------------------------------------------------------------------- play


def typed(monkeypatch, *answers):
    """Answers of the person, one a question; then the input ends."""
    waiting = iter(answers)

    def answer(prompt):
        print(prompt, end="")
        try:
            given = next(waiting)
        except StopIteration:
            raise EOFError from None
        if given is KeyboardInterrupt:
            raise KeyboardInterrupt
        print()
        return given

    monkeypatch.setattr(builtins, "input", answer)


def test_play_answers_typing_mistakes_and_goes_on(run, monkeypatch):
    typed(monkeypatch, "zzz", "r", "", "r 9999", "c", "q")
    status, out = run("play", "--players", 3, "--seed", 5)
    assert status == 0
    for words in (
        "'zzz' is no action",
        "say how much in all",
        "cannot raise to 9999: he may",
        "You call",
        "Thank you for playing.",
    ):
        assert " ".join(words.split()) in " ".join(out.split())
    assert max(map(len, out.splitlines())) <= 80


@pytest.mark.parametrize("end", [KeyboardInterrupt, "q"])
def test_play_ends_cleanly_on_ctrl_c_and_q(run, monkeypatch, end):
    typed(monkeypatch, end)
    status, out = run("play", "--players", 2, "--seed", 1)
    assert status == 0
    assert out.endswith("chips. Thank you for playing.\n")


def test_play_ends_after_so_many_hands(run, monkeypatch):
    typed(monkeypatch, *["f", "k", "f", "k"] * 50)
    status, out = run("play", "--players", 4, "--seed", 2, "--hands", 5)
    assert status == 0
    assert out.count("--- Hand") == 5


def test_play_to_the_last_chip(run, monkeypatch):
    typed(monkeypatch, *["a", "c"] * 500)
    status, out = run("play", "--players", 2, "--seed", 3, "--stack", 4)
    assert status == 0
    assert "You have no chips left." in out or "You have all the chips!" in out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--players", 11], "--players 11: 2 to 10"),
        (["--blinds", "1"], "--blinds 1: give two numbers"),
        (["--stack", 1], "--stack 1"),
    ],
)
def test_play_refuses_impossible_tables(run, arguments, words):
    with pytest.raises(ValueError, match=words):
        run("play", *arguments)


def test_what_a_person_may_type():
    made = table([100] * 3)
    for answer, action in [
        ("f", sw.fold()),
        ("Call".lower(), sw.call()),
        ("call 10", sw.call()),
        ("r 30", sw.raise_to(30)),
        ("raise to 30", sw.raise_to(30)),
        ("30", sw.raise_to(30)),
        ("all in", sw.all_in()),
        ("x", sw.check()),
    ]:
        assert understand(answer, made) == action
    with pytest.raises(Leave):
        understand("quit", made)


def test_bots_play_legal_hands_to_the_end():
    rng = random.Random(1)
    for seed in range(10):
        made = Table(sw.Rules.no_limit(blinds=(1, 2)), [200] * 4, seed=seed)
        made.deal()
        while made.actor is not None:
            made.act(bot(made, rng))
        assert sum(made.stacks) == 800
