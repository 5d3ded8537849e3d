"""The table, the forced bets and the button: requirements A and B of RULES.md, and the options of Rules."""

import dataclasses
import itertools

import pytest
from script import deck, kinds, play, table

import steelwheel as sw
from steelwheel.holdem.rules import OPTIONS, Schedule
from steelwheel.holdem.seats import Positions, dead_button_positions
from steelwheel.holdem.table import Street, Table


def test_A1_the_deck_is_52_distinct_cards():
    dealt = sw.Deck(seed=1)
    assert sorted(dealt) == list(range(52))
    assert {(card >> 2, card & 3) for card in dealt} == {(rank, suit) for rank in range(13) for suit in range(4)}


def test_A2_ranks_from_ace_to_deuce_and_ten_two_ways():
    ranks = [sw.parse_cards(rank + "s")[0] // 4 for rank in ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"]]
    assert ranks == list(range(12, -1, -1))
    assert sw.parse_cards("10s") == sw.parse_cards("Ts")


@pytest.mark.parametrize("players", [2, 3, 10, 22])
def test_A3_two_to_22_players(players):
    made = table([100] * players)
    while made.actor is not None:
        play(made, "*")
    assert len(made.board) == 5


@pytest.mark.parametrize("players", [0, 1, 23])
def test_A3_other_numbers_are_refused(players):
    with pytest.raises(ValueError, match=f"{players} seats: a table has 2 to 22"):
        table([100] * players)


def test_A4_two_hole_cards_each_and_five_on_the_board():
    made = table([100] * 4)
    assert all(len(made.hole_cards(seat)) == 2 for seat in range(4))
    play(made, "*, *, *, *")
    assert len(made.board) == 5


@pytest.mark.parametrize("limit", ["no_limit", "pot_limit", "fixed_limit"])
def test_A5_three_structures_run_to_completion(limit):
    made = play(table([100] * 3, limit=limit), "*, *, *, *")
    assert made.over
    assert sum(made.stacks) == 300


def test_A6_fixed_limit_has_one_size_pot_limit_the_pot_and_no_limit_the_stack():
    ranges = {limit: table([1000] * 3, limit=limit).legal.raise_to for limit in ["fixed_limit", "pot_limit", "no_limit"]}
    assert ranges == {"fixed_limit": (20, 20), "pot_limit": (20, 35), "no_limit": (20, 1000)}


def test_A7_the_whole_stack_may_be_bet():
    made = table([1000, 1000, 1000])
    assert made.max_raise_to == 1000
    assert play(made, "0 raise 1000").stacks[0] == 0


def test_A8_blinds_must_be_named():
    for make in (sw.Rules.no_limit, sw.Rules.pot_limit, sw.Rules.fixed_limit):
        with pytest.raises(ValueError, match="blinds are missing"):
            make()


def test_A9_levels_change_between_hands():
    levels = Schedule((sw.Rules.no_limit(blinds=(5, 10)), sw.Rules.no_limit(blinds=(10, 20))), hands=1)
    made = Table(levels, [500, 500], seed=1)
    made.deal()
    assert made.bets == (5, 10)
    play(made, "0 fold")
    made.next_hand()
    made.deal()
    assert made.bets == (20, 10)
    with pytest.raises(ValueError, match="at least one level"):
        Schedule((), 1)


def test_A9_a_level_set_by_hand_waits_for_the_next_hand():
    made = table([500, 500])
    with pytest.raises(sw.IllegalAction, match="rules cannot change during a hand"):
        made.rules = sw.Rules.no_limit(blinds=(10, 20))
    play(made, "0 fold")
    made.rules = sw.Rules.no_limit(blinds=(10, 20))
    made.next_hand()
    made.deal()
    assert made.to_call == 10


def test_A10_the_button_is_a_seat():
    assert table([100] * 4, button=2).button == 2


def test_A11_blinds_one_many_an_ante_or_both():
    assert table([100] * 4, blinds=(10,)).bets == (0, 10, 0, 0)
    assert table([100] * 4, blinds=(2, 5, 10)).bets == (0, 2, 5, 10)
    assert table([100] * 4, blinds=(), ante=1).pot == 4
    assert table([100] * 4, ante=1).pot == 19


def test_A12_four_betting_rounds():
    assert [str(street) for street in Street] == ["preflop", "flop", "turn", "river"]


def test_A13_the_order_of_an_uneventful_hand():
    made = table([100] * 3)
    streets = []
    while made.actor is not None:
        streets.append(made.street)
        play(made, "*")
    assert streets == ["preflop", "flop", "turn", "river"]
    assert kinds(made)[:3] == ["blind", "blind", "deal"]
    board = [kind for kind in kinds(made) if kind not in ("call", "check", "collect", "muck")]
    assert board[2:] == ["deal", "burn", "flop", "burn", "turn", "burn", "river", "show", *["show"] * (board.count("show") - 1),
                         "award"]  # fmt: skip


# --------------------------------------------------------------------------------------------------- B forced bets, button


def test_B1_the_blinds_are_left_of_the_button():
    assert table([100] * 3).bets == (0, 5, 10)


def test_B2_the_small_blind_is_half_the_big_one():
    assert sw.Rules.no_limit(big_blind=10).blinds == (5, 10)
    with pytest.raises(ValueError, match="half of a big blind of 5 is no whole number"):
        sw.Rules.no_limit(big_blind=5)
    assert sw.Rules.no_limit(blinds=(2, 5)).min_bet == 5


@pytest.mark.parametrize("players", [2, 3, 6])
def test_B3_blinds_count_as_bets(players):
    made = table([100] * players)
    while made.street == "preflop" and made.actor is not None:
        small = made.actor == made.positions.small_blind
        assert made.to_call == (0 if made.actor == made.positions.big_blind else 5 if small else 10)
        made.act(sw.call() if made.to_call else sw.check())
    assert made.pot == 10 * players


def test_B4_the_forced_bets_are_a_pot_before_the_cards():
    made = table([100] * 3, automatic=False)
    made.step()
    assert made.todo == "deal"
    assert made.pot == 15
    assert made.hole_cards(0) == ()


def test_B5_an_ante_without_blinds():
    made = table([100] * 4, blinds=(), ante=1)
    assert (made.pot, made.actor, made.legal.check) == (4, 1, True)


def test_B6_heads_up_the_button_posts_the_small_blind():
    assert table([100, 100]).bets == (5, 10)
    assert table([100, 100], button=1).bets == (10, 5)


def test_B7_a_single_blind():
    made = table([100] * 4, blinds=(10,))
    assert (made.bets, made.actor) == ((0, 10, 0, 0), 2)
    play(made, "2 call, 3 call, 0 call")
    assert (made.actor, made.legal.check, made.min_raise_to) == (1, True, 20)
    assert table([100] * 2, blinds=(10,)).bets == (0, 10)


def test_B8_several_blinds():
    made = table([100] * 5, blinds=(2, 5, 10))
    assert (made.bets, made.actor, made.to_call) == ((0, 2, 5, 10, 0), 4, 10)
    three = table([100] * 3, blinds=(1, 1, 2))
    assert (three.bets, three.actor, three.to_call) == ((2, 1, 1), 1, 1)
    with pytest.raises(ValueError, match=r"need 3 players: 2 are dealt in"):
        table([100, 100], blinds=(1, 1, 2))


def test_B9_an_ante_is_no_part_of_the_bet():
    made = table([100] * 3, ante=1)
    assert (made.pot, made.bets, made.to_call) == (18, (0, 5, 10), 10)


def test_B10_a_short_blind_is_all_in():
    made = table([100, 100, 6])
    assert (made.bets, made.stacks[2]) == ((0, 5, 6), 0)
    assert (made.to_call, made.min_raise_to) == (10, 20)


def test_B11_the_button_moves_when_all_chips_are_awarded():
    made = table([100] * 3)
    with pytest.raises(sw.IllegalAction, match="next hand cannot begin: it is the turn of seat 0"):
        made.next_hand()
    play(made, "0 fold, 1 fold")
    made.next_hand()
    assert made.button == 1


def test_B12_bets_lie_apart_from_the_collected_pot():
    made = table([100] * 3)
    assert (made.bets, made.pots) == ((0, 5, 10), ())
    play(made, "*")
    assert (made.bets, [pot.chips for pot in made.pots]) == ((0, 0, 0), [30])


# --------------------------------------------------------------------------------------------------- decisions


def test_rules_are_frozen():
    rules = sw.Rules.no_limit(blinds=(1, 2))
    with pytest.raises(dataclasses.FrozenInstanceError):
        rules.ante = 1
    assert rules.replace(ante=1).ante == 1


@pytest.mark.parametrize("name", [name for name in OPTIONS if name != "structure"])
def test_every_option_has_its_values_and_no_other(name):
    for value in OPTIONS[name]:
        assert getattr(sw.Rules.no_limit(blinds=(1, 2), **{name: value}), name) == value
    assert getattr(sw.Rules.no_limit(blinds=(1, 2)), name) == OPTIONS[name][0]
    with pytest.raises(ValueError, match=f"{name} is 'sometimes': it must be"):
        sw.Rules.no_limit(blinds=(1, 2), **{name: "sometimes"})


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"blinds": (-1, 2)}, "blinds: -1"),
        ({"blinds": (0.5, 1)}, "blinds: 0.5"),
        ({"blinds": (1, 2), "ante": True}, "ante: True"),
        ({"blinds": (1, 2), "min_bet": -1}, "min_bet: -1"),
        ({"blinds": (), "big_blind_ante": 2}, "big blind ante of 2 needs a big blind"),
        ({"blinds": (), "ante": 1, "straddles": (4,)}, "need a big blind"),
        ({"blinds": (1, 2), "straddles": (2,)}, "a straddle of 2 does not exceed the 2"),
        ({"blinds": (1,), "button_movement": "dead_button"}, "needs a small and a big blind"),
        ({"blinds": (1, 2), "max_raises": (3, 3)}, "must have one number for each of the four streets"),
        ({"blinds": (1, 2), "runouts": 0}, "runouts: 0"),
    ],
)
def test_impossible_rules_are_refused_in_words(options, words):
    with pytest.raises(ValueError, match=words):
        sw.Rules.no_limit(**options)


def test_decision_5_a_short_blind_can_count_as_posted():
    made = table([2000, 2000, 60, 2000], blinds=(50, 100), short_blind="actual")
    assert (made.actor, made.to_call, made.min_raise_to) == (3, 60, 160)


def test_decision_11_the_big_blind_pays_the_blind_before_the_ante():
    first = table([1000, 1000, 15], big_blind_ante=10)
    assert first.bets == (0, 5, 10)
    assert first.pot == 20
    ante = table([1000, 1000, 15], big_blind_ante=10, ante_order="ante_first")
    assert ante.bets == (0, 5, 5)
    assert ante.pot == 20


def test_decision_11_a_big_blind_ante_is_dead_money_and_never_returned():
    made = play(table([1000, 1000, 1000], big_blind_ante=10), "0 fold, 1 fold")
    assert made.stacks == (1000, 995, 1005)
    short = table([1000, 30, 1000], big_blind_ante=10, deck=deck(["2c7d", "AsAd", "KsKd"], "3c 8d 9h Js 4s"))
    play(short, "0 raise 200, 1 all-in, 2 call, 2 check, 0 check, *, *, *")
    assert short.stacks[1] == 3 * 30 + 10


def test_decision_11_antes_of_different_sizes_by_seat():
    made = table([1000] * 3, ante=(1, 2, 3))
    assert made.stacks == (997, 994, 988)
    with pytest.raises(ValueError, match="the rules name the antes of 3 players: 2 are dealt in"):
        table([1000] * 2, ante=(1, 2, 3))


def test_decision_11_antes_can_be_trimmed_to_what_others_match():
    plain = play(table([1000, 1000, 1000], ante=(0, 10, 0)), "0 fold, 1 fold")
    assert plain.stacks == (1000, 995, 1005)
    trimmed = table([100, 100], blinds=(), ante=(5, 20), min_bet=10, trim_antes=True)
    assert [pot.chips for pot in trimmed.pots] == [10, 15]
    play(trimmed, "*, *, *, *")
    assert sum(trimmed.stacks) == 200
    assert [event.chips for event in trimmed.events if event.kind == "refund"] == [15]


def test_decision_12_folding_for_nothing_is_an_option():
    made = table([100, 100])
    play(made, "0 call")
    with pytest.raises(sw.IllegalAction, match="seat 1 cannot fold: he may check or bet or raise to"):
        play(made, "1 fold")
    free = play(table([100, 100], open_fold=True), "0 call, 1 fold")
    assert free.stacks == (110, 90)


def test_decision_14_the_button_moves_to_the_next_player_with_chips():
    made = table([100, 10, 100, 100], button=0, deck=deck(["AsAd", "2c7d", "KsKd", "QsQd"], "3c 8d 9h Js 4s"))
    play(made, "3 fold, 0 raise 30, 1 all-in, 2 fold")
    assert made.stacks[1] == 0
    made.next_hand()
    assert made.button == 2
    made.deal()
    assert made.bets == (10, 0, 0, 5)


def test_decision_14_dead_button():
    made = table(
        [100, 100, 10, 100, 100],
        button_movement="dead_button",
        deck=deck(["AsAd", "KsKd", "2c7d", "3s3d", "4c4d"], "Jc Td 9h 4s 5s"),
    )
    play(made, "3 fold, 4 fold, 0 raise 30, 1 fold")
    assert made.stacks[2] == 0
    made.next_hand()
    assert made.positions == Positions(1, None, 3, 2)
    made.deal()
    assert made.bets == (0, 0, 0, 10, 0)
    assert made.actor == 4
    play(made, "*, *, *, *")
    made.next_hand()
    assert made.positions == Positions(2, 3, 4)


def test_decision_14_the_dead_button_gives_nobody_the_big_blind_twice():
    assert dead_button_positions(0b110, Positions(0, 1, 2)) == Positions(2, 2, 1)
    assert dead_button_positions(0b101, Positions(0, 1, 2)) == Positions(2, 2, 0)
    assert dead_button_positions(0b111, Positions(2, 2, 1)) == Positions(0, 1, 2)


def test_decision_14_the_big_blind_goes_round_without_leaving_anybody_out():
    seats, positions = 0b111111, Positions(0, 1, 2)
    blinds = []
    for hand in range(30):
        if hand == 7:
            seats &= ~(1 << positions.small_blind)
        if hand == 14:
            seats |= 0b111111
        if hand == 20:
            seats &= ~(1 << positions.big_blind | 1 << positions.button)
        positions = dead_button_positions(seats, positions)
        assert seats >> positions.big_blind & 1
        assert positions.small_blind is None or seats >> positions.small_blind & 1
        blinds.append(positions.big_blind)
    assert all(one != other for one, other in itertools.pairwise(blinds))


def test_decision_15_a_straddle_is_a_live_blind():
    made = table([200] * 4, blinds=(1, 2), straddles=(4,))
    assert (made.bets, made.actor, made.to_call, made.min_raise_to) == ((0, 1, 2, 4), 0, 4, 8)
    play(made, "0 call, 1 call, 2 call")
    assert (made.actor, made.legal.check, made.min_raise_to) == (3, True, 8)
    play(made, "3 check")
    assert made.min_raise_to == 2
    small = table([200] * 4, blinds=(1, 2), straddles=(4,), straddle_raise="big_blind")
    assert small.min_raise_to == 6
    with pytest.raises(ValueError, match="need at least 3 players: 2 are dealt in"):
        table([200] * 2, blinds=(2,), straddles=(4,))
    twice = table([200] * 5, blinds=(1, 2), straddles=(4, 8))
    assert (twice.actor, twice.to_call, twice.min_raise_to) == (0, 8, 16)


def test_decision_16_side_pots_are_awarded_first():
    cards = deck(["QsQd", "AsAd", "KsKd"], "2c 7d 9h Js 4s")
    for order, first in [("side_first", 2), ("main_first", 1)]:
        made = table([250, 100, 250], deck=cards, award_order=order)
        play(made, "0 all-in, 1 all-in, 2 all-in")
        assert next(event.seat for event in made.events if event.kind == "award") == first
        assert made.stacks == (0, 300, 300)


def test_decision_17_chips_are_whole_numbers():
    with pytest.raises(ValueError, match=r"blinds: 0\.5"):
        sw.Rules.no_limit(blinds=(0.5, 1))
    made = table([100, 100])
    with pytest.raises(sw.IllegalAction, match=r"cannot raise to 20\.5"):
        made.act(sw.raise_to(20.5))


def test_decision_18_running_it_twice_and_rake_are_options():
    cards = deck(["AsAd", "KsKd"], "2c 7d 9h Js 4s")
    cards = (
        cards[:12]
        + list(sw.parse_cards("6c Kc 8d 8h 6d 5c 6h 3s"))
        + [card for card in cards[12:] if card not in sw.parse_cards("6c Kc 8d 8h 6d 5c 6h 3s")]
    )
    made = play(table([101, 101], deck=cards, runouts=2), "0 all-in, 1 all-in")
    assert len(made.boards) == 2
    assert made.stacks == (101, 101)
    raked = play(table([100, 100], rake=lambda chips, flop: chips // 20 if flop else 0), "*, *, *, *")
    assert sum(raked.stacks) == 199
    assert [event.chips for event in raked.events if event.kind == "rake"] == [1]
    assert sum(play(table([100, 100], rake=lambda chips, flop: chips // 20 if flop else 0), "0 fold").stacks) == 200
