"""Hands in and out as text, and real hands: they replay to the recorded stacks and are written back to the same actions.

The real hands lie outside the repository, in the folder that STEELWHEEL_DATA names.
"""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from script import deck, play, table
from test_table import any_action, tables

import steelwheel as sw
from steelwheel.holdem.history import HistoryError, Record, read_acpc, read_phh, record_of, to_acpc, write_phh
from steelwheel.holdem.table import Table

DATA = os.environ.get("STEELWHEEL_DATA")
real = pytest.mark.skipif(not DATA, reason="STEELWHEEL_DATA names no folder with real hands")

HAND = """
variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [5, 10, 0]
min_bet = 10
starting_stacks = [100, 100, 100]
actions = ["d dh p1 AsAd", "d dh p2 KsKd # a comment", "d dh p3 ????", "p3 f", "p1 cbr 30", "p2 cc", "d db 2c7d9h", "p1 cc",
  "p2 cc", "d db Js", "p1 cc", "p2 cc", "d db 4s", "p1 cbr 20", "p2 cc", "p1 sm AsAd", "p2 sm"]
finishing_stacks = [150, 50, 100]
event = "A \\"test\\""
"""


def data(name):
    return (Path(DATA) / name).read_text()


# --------------------------------------------------------------------------------------------------- real hands


def replay(record):
    """Play a record and check it: stacks to within less than one chip, all chips kept, written back to the same actions."""
    made = record.play()
    assert made.over
    if record.finishing_stacks:
        assert all(abs(ours - theirs) < 1 for ours, theirs in zip(made.stacks, record.finishing_stacks)), record.name
    assert sum(made.stacks) == sum(record.stacks)
    back = read_phh(write_phh(made))[0]
    assert back.play().stacks == made.stacks
    return made, back.actions


@real
def test_all_pluribus_hands_replay_to_the_recorded_stacks():
    records = read_phh(data("pluribus.phhs"))
    assert len(records) == 7996
    split = 0
    for record in records:
        made, actions = replay(record)
        assert actions == record.actions
        split += made.stacks != record.finishing_stacks
    assert split == 4  # the record splits an odd chip


@real
def test_all_live_hands_replay_to_the_recorded_stacks():
    records = read_phh(data("live.phhs"))
    assert len(records) == 20
    for record in records:
        made, actions = replay(record)
        assert record.finishing_stacks in (None, made.stacks)
        passed_over = [action for action in actions if action not in record.actions]
        assert passed_over == (["p8 f"] if record.name == "1" else [])
        assert [action for action in actions if action not in passed_over] == list(record.actions)


@real
@pytest.mark.parametrize(
    ("log", "game", "split"),
    [
        ("acpc.2p.limit.log", "holdem.limit.2p.reverse_blinds.game", 0),
        ("acpc.2p.nolimit.log", "holdem.nolimit.2p.reverse_blinds.game", 0),
        ("acpc.3p.limit.log", "holdem.limit.3p.game", 2),
        ("acpc.3p.nolimit.log", "holdem.nolimit.3p.game", 1),
    ],
)
def test_all_acpc_hands_replay_to_the_recorded_payoffs(log, game, split):
    text = data(log)
    lines = [line for line in text.splitlines() if line.startswith("STATE:")]
    records = read_acpc(text, data(game))
    assert len(records) == len(lines) == 750
    for line, record in zip(lines, records):
        made = record.play()
        payoffs = record.fields["winnings"]
        assert all(abs(ours - theirs) < 1 for ours, theirs in zip(made.payoffs, payoffs)), line
        split -= list(made.payoffs) != payoffs
        written = to_acpc(made, number=record.fields["hand"], players=record.fields["players"])
        assert written.split(":")[:4] == line.split(":")[:4]
        if list(made.payoffs) == payoffs:
            assert written == line
    assert split == 0


# --------------------------------------------------------------------------------------------------- PHH


def test_a_hand_is_read_played_and_written_back():
    (record,) = read_phh(HAND)
    made = record.play()
    assert made.stacks == record.finishing_stacks == (150, 50, 100)
    assert made.hole_cards(2) == (255, 255)
    assert record.fields["event"] == 'A "test"'
    again = read_phh(write_phh(record))[0]
    assert again == record
    assert read_phh(write_phh(made))[0].actions == record.actions


def test_several_hands_in_one_text():
    first, second = read_phh(HAND)[0], table([100, 100])
    play(second, "0 fold")
    records = read_phh(write_phh([first, second], event="both"))
    assert [record.name for record in records] == ["1", "2"]
    assert [record.fields["event"] for record in records] == ["both", "both"]
    assert records[1].play().payoffs == (5, -5)


def test_heads_up_the_first_player_is_the_big_blind():
    made = play(table([100, 200]), "0 raise 30, 1 fold")
    text = write_phh(made)
    assert "blinds_or_straddles = [5, 10]" in text
    assert "starting_stacks = [200, 100]" in text
    assert read_phh(text)[0].play().stacks == (190, 110)
    ante = play(table([100, 200], big_blind_ante=10), "0 raise 30, 1 fold")
    assert "antes = [0, 10]" in write_phh(ante)
    assert read_phh(write_phh(ante))[0].play().stacks == (180, 120)


def test_a_show_may_name_no_cards():
    made = read_phh(HAND.replace("p1 sm AsAd", "p1 sm -"))[0].play()
    assert made.stacks == (150, 50, 100)
    assert made.shown == (0,)


@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
@given(tables(), st.randoms(use_true_random=False))
def test_any_hand_round_trips(made, rng):
    made.deal()
    while made.actor is not None:
        made.act(any_action(rng, made.legal))
    rules = made.rules
    if len(made.boards) > 1:
        with pytest.raises(HistoryError, match="a hand with 2 boards cannot be written down"):
            write_phh(made)
        return
    record = record_of(made)
    again = Record(record.rules, record.stacks, record.actions).play()
    assert again.stacks == tuple(made.stacks[seat] for seat in made.order)
    text = write_phh(made)
    (read,) = read_phh(text)
    assert read.actions == record.actions
    usual = rules.replace(reopening="tda47", short_blind="full", odd_chips="clockwise", straddle_raise="straddle", open_fold=True)
    if usual == rules.replace(open_fold=True) and not rules.max_raises and rules.runouts == 1 and not rules.cap_heads_up:
        dead = rules.dead_antes or rules.big_blind_ante
        if not dead and rules.ante_order == "blind_first" and rules.board_claim == "cards_speak" and 0 not in rules.blinds:
            assert read.play().stacks == again.stacks


def test_a_missing_small_blind_and_a_passed_straddle_round_trip():
    made = table([500] * 5, straddles=(0, 20))
    play(made, "*, *, *, *")
    assert read_phh(write_phh(made))[0].play().stacks == tuple(made.stacks[seat] for seat in made.order)
    holes = ["AsAd", "KsKd", "2c7d", "3s3d", "4c4d"]
    dead = table([100, 100, 10, 100, 100], button_movement="dead_button", deck=deck(holes, "Jc Td 9h 4s 5s"))
    play(dead, "3 fold, 4 fold, 0 raise 30, 1 fold")
    dead.next_hand()
    dead.deal()
    play(dead, "*, *, *, *")
    assert "blinds_or_straddles = [10, 0, 0, 0]" in write_phh(dead)
    assert read_phh(write_phh(dead))[0].play().stacks == tuple(dead.stacks[seat] for seat in dead.order)


def test_antes_straddles_and_big_blind_antes_round_trip():
    for options in [{"ante": 1}, {"straddles": (20,)}, {"big_blind_ante": 10}, {"ante": (1, 2, 3, 4)}]:
        made = play(table([500] * 4, **options), "*, *, *, *")
        assert read_phh(write_phh(made))[0].play().stacks == tuple(made.stacks[seat] for seat in made.order)
    limit = play(table([500] * 4, limit="fixed_limit"), "3 raise 20, *, 1 bet 10, *, *, *")
    text = write_phh(limit)
    assert 'variant = "FT"' in text
    assert "small_bet = 10\nbig_bet = 20" in text
    assert read_phh(text)[0].rules.structure == "fixed-limit"


def test_the_dealers_mistakes_are_not_written_down():
    made = table([500] * 3, seed=9)
    play(made, "0 call")
    made.call_misdeal()
    made.deal()
    play(made, "0 raise 30, 1 call, 2 call")
    made.flop_too_many()
    play(made, "1 check, 2 check")
    made.deal_board_early()
    play(made, "*, *, *")
    (record,) = read_phh(write_phh(made))
    again = record.play()
    assert again.board == made.board
    assert again.stacks == tuple(made.stacks[seat] for seat in made.order)
    (line,) = read_acpc(to_acpc(made), made.rules.replace(reopening="always"), record.stacks)
    assert line.play().stacks == again.stacks


def test_only_what_a_seat_has_seen_can_be_written_down():
    made = play(table([100] * 3, deck=deck(["AsAd", "KsKd", "QsQd"], "2c 7d 9h Js 4s")), "*, *, *, *")
    lines = record_of(made, seat=1).actions
    assert "d dh p1 KsKd" in lines
    assert any(line.endswith("????") for line in lines)


def test_cards_shown_later_are_known_from_the_start():
    text = HAND.replace("d dh p1 AsAd", "d dh p1 ????")
    made = read_phh(text)[0].play()
    assert made.hole_cards(0) == sw.parse_cards("AsAd")
    assert made.stacks == (150, 50, 100)


def test_a_showdown_of_unknown_hands_has_no_winner():
    text = HAND.replace("AsAd", "????").replace("KsKd", "????").replace('"p1 sm ????", "p2 sm"', "")
    with pytest.raises(HistoryError, match="nobody can win: the hands of seats 0, 1 are unknown"):
        read_phh(text)[0].play()


def test_amounts_with_cents_need_a_scale():
    text = HAND.replace("[5, 10, 0]", "[0.05, 0.1, 0]").replace("min_bet = 10", "min_bet = 0.1").replace("cbr 30", "cbr 0.3")
    text = text.replace("cbr 20", "cbr 0.2").replace("[100, 100, 100]", "[1, 1, 1]").replace("[150, 50, 100]", "[1.5, 0.5, 1]")
    with pytest.raises(HistoryError, match=r"0\.05 is no whole number of chips: read_phh\(\.\.\., scale=100\)"):
        read_phh(text)
    record = read_phh(text, scale=100)[0]
    assert record.play().stacks == record.finishing_stacks == (150, 50, 100)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("variant", "vari ant", "no PHH text"),
        ('"NT"', '"NS"', "variant 'NS' is not hold'em"),
        ("min_bet = 10", "", "field min_bet is missing"),
        ("antes = [0, 0, 0]", "antes = [0, 0]", "2 antes and 3 blinds_or_straddles of 3 players"),
        ("[100, 100, 100]", '["a", 100, 100]', "'a' is no number of chips"),
        ("p3 f", "p4 f", r"action 4, 'p4 f': 'p4' is no player: there are p1 to p3"),
        ("p3 f", "p3 cbr 11", r"action 4, 'p3 cbr 11': seat 2 cannot raise to 11: he may fold or call 10 or raise to 20\.\.100"),
        ("p3 f", "p3 jumps", "action 4, 'p3 jumps': 'jumps' is no action"),
        ("p3 f", "p3", "action 'p3'|action 4"),
        ("2c7d9h", "2c7d9", "'9' is no card"),
        ("2c7d9h", "2c7dAs", "As stands twice"),
        ("d db 4s", "d db 4s5s", "the board has 6 cards"),
        ("d dh p2 KsKd", "d dh p2 KsKdKh", "p2 is dealt 3 hole cards"),
    ],
)
def test_bad_records_are_refused_in_words(old, new, words):
    assert old in HAND
    with pytest.raises(HistoryError, match=words):
        read_phh(HAND.replace(old, new, 1))[0].play()


def test_no_phh_at_all():
    for text in ("", "x = 1", "[1]\nx = 2\n"):
        with pytest.raises(HistoryError):
            read_phh(text)
    with pytest.raises(HistoryError, match="the table is not dealt"):
        write_phh(Table(sw.Rules.no_limit(blinds=(1, 2)), [10, 10]))


# --------------------------------------------------------------------------------------------------- ACPC

NO_LIMIT = """GAMEDEF
nolimit
numPlayers = 3
stack = 20000 20000 20000
blind = 50 100 0
END GAMEDEF"""
LINE = "STATE:18:r2115r17339cr20000cc///:5sJh|8dTh|5c2d/5dTcAd/Jd/7s:40000|-20000|-20000:p1|p2|p3"


def test_an_acpc_line_is_read_played_and_written_back():
    (record,) = read_acpc(f"# comment\n{LINE}\nSCORE:0", NO_LIMIT)
    made = record.play()
    assert list(made.payoffs) == record.fields["winnings"]
    assert to_acpc(made, number=18) == LINE
    assert record.rules.reopening == "always"


def test_a_limit_game_has_its_caps():
    game = "GAMEDEF\nlimit\nnumPlayers = 2\nblind = 10 5\nraiseSize = 10 10 20 20\nmaxRaises = 3 4 4 4\nEND GAMEDEF"
    line = "STATE:2:cc/rrrrc/crc/rc:Ah8s|2h4c/Qd7h6c/4s/Jc:-90|90:p1|p2"
    (record,) = read_acpc(line, game)
    assert record.rules.max_raises == (3, 4, 4, 4)
    assert to_acpc(record.play(), number=2) == line
    with pytest.raises(HistoryError, match=r"line 1, .*seat 0 cannot raise"):
        read_acpc(line.replace("rrrrc", "rrrrrc"), game)


@pytest.mark.parametrize(
    ("line", "game", "words"),
    [
        (LINE, NO_LIMIT.replace("nolimit", "fast"), "names neither limit nor nolimit"),
        (LINE, NO_LIMIT.replace("blind =", "bland ="), "the game definition has no blind"),
        (LINE, NO_LIMIT + "\nnumHoleCards = 4", "is not hold'em"),
        (LINE.replace("r2115", "r101"), NO_LIMIT, "line 1, .*seat 2 cannot raise to 101"),
        (LINE.replace("r2115", "x"), NO_LIMIT, "'x' is no action"),
        (LINE.replace("cc///", "ccc///"), NO_LIMIT, "nobody can c: the hand is over"),
        (LINE.replace("|5c2d", ""), NO_LIMIT, "2 hands of 3 players"),
        ("STATE:18", NO_LIMIT, "line 1"),
    ],
)
def test_bad_acpc_text_is_refused_in_words(line, game, words):
    with pytest.raises(HistoryError, match=words):
        read_acpc(line, game)


def test_only_a_finished_hand_has_an_acpc_line():
    with pytest.raises(HistoryError, match="needs a hand that is over"):
        to_acpc(table([100, 100]))
