"""Pots: requirements J of RULES.md, the worked examples about money, and many hands at once against one hand and chip by chip."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from script import deck, play, table

import steelwheel as sw
from steelwheel.holdem.pots import Split, build_pots, split_runouts


def chip_by_chip(bets, folded, strengths, button, dead, odd_chips):
    """An independent oracle: peel the stakes chip by chip, then hand each pile out chip by chip."""
    seats = len(bets)
    left = list(bets)
    refunds = [0] * seats
    top = max(left)
    while left.count(top) == 1 and top and not folded[left.index(top)]:
        refunds[left.index(top)] += 1
        left[left.index(top)] -= 1
        top = max(left)
    piles = []  # chips, contestants
    everybody = frozenset(seat for seat in range(seats) if not folded[seat])
    lowest = frozenset(seat for seat in everybody)
    if dead:
        piles.append([dead, lowest])
    while any(left):
        contestants = frozenset(seat for seat in everybody if left[seat])
        chips = sum(1 for seat in range(seats) if left[seat])
        left = [max(chip - 1, 0) for chip in left]
        if not contestants:
            contestants = piles[-1][1] if piles else everybody
        if piles and (piles[-1][1] == contestants):
            piles[-1][0] += chips
        else:
            piles.append([chips, contestants])
    awards = [0] * seats
    for chips, contestants in piles:
        best = max(strengths[seat] for seat in contestants)
        winners = [(button + 1 + i) % seats for i in range(seats)]
        winners = [seat for seat in winners if seat in contestants and strengths[seat] == best]
        share = chips // len(winners)
        for seat in winners:
            awards[seat] += share
        for i in range(chips - share * len(winners)):
            awards[winners[i % len(winners) if odd_chips == "clockwise" else 0]] += 1
    return [chips for chips, _ in piles], awards, refunds


@st.composite
def hands(draw, seats=None):
    n = seats or draw(st.integers(1, 10))
    bets = draw(st.lists(st.integers(0, draw(st.sampled_from([3, 12, 60]))), min_size=n, max_size=n))
    folded = draw(st.lists(st.booleans(), min_size=n, max_size=n).filter(lambda values: not all(values)))
    strengths = draw(st.lists(st.integers(1, 4), min_size=n, max_size=n))
    return bets, folded, strengths, draw(st.integers(0, n - 1)), draw(st.sampled_from([0, 0, 1, 7]))


@settings(max_examples=1000, deadline=None)
@given(hands(), st.sampled_from(["clockwise", "first_winner_all"]))
def test_J8_one_hand_agrees_with_chip_by_chip(hand, odd_chips):
    bets, folded, strengths, button, dead = hand
    split = sw.split_pots(bets, folded, strengths, button, dead=dead, odd_chips=odd_chips)
    pots, awards, refunds = chip_by_chip(bets, folded, strengths, button, dead, odd_chips)
    assert list(split.awards) == awards
    assert list(split.refunds) == refunds
    assert [pot.chips for pot in split.pots] == pots
    assert sum(split.awards) + sum(split.refunds) == sum(bets) + dead
    for seat in range(len(bets)):
        assert (
            split.awards[seat] <= sum(min(bet, bets[seat]) for bet in bets) + dead
            or sum(not out for out in folded) == 1
            or (max(bet for bet, out in zip(bets, folded) if out) > max(bet for bet, out in zip(bets, folded) if not out))
        )


@settings(max_examples=300, deadline=None)
@given(st.integers(1, 8).flatmap(lambda n: st.lists(hands(n), min_size=1, max_size=20)), st.booleans())
def test_many_hands_agree_with_one_hand(many, first):
    odd_chips = "first_winner_all" if first else "clockwise"
    bets, folded, strengths, button, dead = (np.array(column) for column in zip(*many))
    split = sw.split_pots(bets, folded, strengths, button, dead=dead, odd_chips=odd_chips)
    for i, hand in enumerate(many):
        one = sw.split_pots(*hand[:4], dead=hand[4], odd_chips=odd_chips)
        assert split.awards[i].tolist() == list(one.awards)
        assert split.refunds[i].tolist() == list(one.refunds)
        assert [chips for chips in split.pots[i].tolist() if chips] == [pot.chips for pot in one.pots]


def test_J1_an_all_in_player_wins_only_what_matches_his_stake():
    split = sw.split_pots([100, 250, 250], [False] * 3, [1, 1, 1], 2)
    assert split.pots == (sw.Pot(300, (0, 1, 2)), sw.Pot(300, (1, 2)))


def test_J2_each_pot_is_judged_on_its_own():
    cards = deck(["AsAd", "KsKd", "QsQd"], "2c 7d 9h Js 4s")
    made = play(table([100, 250, 250], deck=cards), "0 all-in, 1 all-in, 2 all-in")
    assert made.stacks == (300, 300, 0)


def test_J3_equal_hands_split_evenly():
    assert sw.split_pots([150, 150], [False] * 2, [5, 5], 0).awards == (150, 150)


def test_J4_the_odd_chip_goes_to_the_first_winner_left_of_the_button():
    """Small blind (seat 1) and button (seat 0) share 101."""
    assert sw.split_pots([50, 50, 1], [False, False, True], [5, 5, 0], 0).awards == (50, 51, 0)
    assert sw.split_pots([6, 6, 6, 2], [False, False, False, True], [5, 5, 5, 0], 3).awards == (7, 7, 6, 0)
    everything = sw.split_pots([6, 6, 6, 2], [False, False, False, True], [5, 5, 5, 0], 3, odd_chips="first_winner_all")
    assert everything.awards == (8, 6, 6, 0)


def test_J5_folded_chips_stay_in_the_pots_they_reached():
    split = sw.split_pots([30, 40, 40], [True, False, False], [0, 5, 4], 0)
    assert split.pots == (sw.Pot(110, (1, 2)),)


def test_J6_several_all_ins_make_several_side_pots():
    made = table([50, 100, 200, 1000, 200, 100], button=5, blinds=(1, 2))
    play(made, "2 raise 200, 3 call, 4 call, 5 all-in, 0 all-in, 1 all-in")
    play(made, "*, *, *")
    assert [pot.chips for pot in made.pots] == [300, 250, 300]


def test_J7_pots_are_split_one_by_one():
    split = sw.split_pots([33, 59, 59, 1], [False, False, False, True], [1, 5, 5, 0], 0)
    assert [pot.chips for pot in split.pots] == [100, 52]
    split = sw.split_pots([34, 59, 59], [True, False, False], [0, 5, 5], 0, dead=0)
    assert split.awards == (0, 76, 76)
    cards = [(101, 51)]
    for main, side in cards:
        both = build_pots([33, 33 + side // 2, 33 + side - side // 2], [False] * 3, 0, dead=main - 99)
        assert [pot.chips for pot in both] == [main, side // 2 * 2, side % 2]


def test_J7_an_odd_chip_in_main_and_side_pot_both_go_to_the_first():
    split = sw.split_pots([33, 58, 58, 34], [False, False, False, True], [1, 5, 5, 0], 0)
    assert [pot.chips for pot in split.pots] == [132, 51]
    assert split.awards == (0, 66 + 26, 66 + 25, 0)


def test_L6_stakes_of_100_250_and_250():
    assert [pot.chips for pot in sw.split_pots([100, 250, 250], [0, 0, 0], [3, 2, 1], 0).pots] == [300, 300]


def test_L8_an_odd_chip_of_101():
    assert sw.split_pots([50, 50, 1], [0, 0, 1], [7, 7, 0], 0).awards == (50, 51, 0)


def test_J4_a_table_gives_the_odd_chip_the_same_way():
    holes = ["As Kd", "Ad Ks", "2c 3d"]
    for odd_chips in ("clockwise", "first_winner_all"):
        made = table([100] * 3, deck=deck(holes, "Jc Td 9h 4s 5s"), odd_chips=odd_chips, button=0, blinds=(5, 10))
        play(made, "0 call, 1 call, 2 check, 1 bet 10, 2 call, 0 call, *, *")
        assert sum(made.stacks) == 300
        made = table([100] * 3, deck=deck(["As Kd", "2c 3d", "Ad Ks"], "Jc Td 9h 4s 5s"), odd_chips=odd_chips)
        play(made, "0 call, 1 fold, 2 check, *, *, *")
        assert made.stacks == (102, 95, 103)


def test_run_it_twice_splits_every_pot():
    assert split_runouts(101, [[0], [1]], 1, 2) == (51, 50)
    assert split_runouts(101, [[0, 1], [0, 1]], 1, 2) == (51, 50)
    assert split_runouts(10, [[2], [0], [1]], 0, 3) == (3, 3, 4)


def test_L17_the_side_pot_is_awarded_before_the_main_pot():
    cards = deck(["QsQd", "AsAd", "KsKd"], "2c 7d 9h Js 4s")
    made = table([500, 100, 500], deck=cards)
    play(made, "0 raise 100, 1 call, 2 call, 2 check, 0 bet 50, 2 call")
    assert made.shown == ()
    play(made, "*, *")
    assert [(event.seat, event.chips) for event in made.events if event.kind == "award"] == [(2, 100), (1, 300)]
    assert set(made.shown) == {0, 1, 2}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (([1, 2], [0], [1, 1], 0), "2 bets, 1 folded and 2 strengths"),
        (([1, -2], [0, 0], [1, 1], 0), "chips are not negative"),
        (([1, 2], [0, 0], [1, 1], 2), "button 2 is no seat of 0..1"),
        (([1, 2], [1, 1], [1, 1], 0), "every seat has folded"),
        ((np.ones((3, 2)), np.zeros((3, 2)), np.ones((3, 2)), 0), "bets of type float64"),
        ((np.ones((3, 2), int), np.zeros((3, 3), int), np.ones((3, 2), int), 0), r"folded of shape \(3, 3\)"),
        ((np.ones((1, 2, 2), int), 0, 0, 0), r"bets of shape \(1, 2, 2\)"),
        (([[1, 2], [3, -1]], [[0, 0]] * 2, [[1, 1]] * 2, 0), r"hand \[1\]"),
        (([[1, 2], [2**56, 1]], [[0, 0]] * 2, [[1, 1]] * 2, 0), r"hand \[1\]"),
        (([[1, 2], [3, 3]], [[0, 0], [1, 1]], [[1, 1]] * 2, 0), r"hand \[1\]"),
        (([[1, 2], [3, 3]], [[0, 0]] * 2, [[1, 1]] * 2, [0, 2]), r"hand \[1\]"),
        (([[1, 2], [3, 3]], [[0, 0]] * 2, [[1, 70000]] * 2, 0), "strengths 1..70000"),
    ],
)
def test_bad_hands_are_refused_in_words(arguments, words):
    with pytest.raises(ValueError, match=words):
        sw.split_pots(*arguments)


def test_no_odd_chips_rule_of_that_name():
    with pytest.raises(ValueError, match="odd_chips is 'me'"):
        sw.split_pots([1], [0], [1], 0, odd_chips="me")


def test_arrays_may_be_of_any_integers_and_layout():
    bets = np.asfortranarray(np.array([[100, 250, 250], [5, 5, 5]], np.uint16))
    split = sw.split_pots(bets, np.zeros((2, 3), bool), np.array([[3, 2, 1], [1, 1, 1]], np.int32), [0, 1])
    assert isinstance(split, Split)
    assert split.awards.tolist() == [[300, 300, 0], [5, 5, 5]]
    assert split.pots.tolist() == [[300, 300, 0], [15, 0, 0]]
    assert sw.split_pots(np.array([1, 1]), np.array([0, 0]), np.array([2, 1]), 0).awards == (2, 0)
    assert sw.split_pots(np.zeros((0, 4), int), np.zeros((0, 4)) > 0, np.zeros((0, 4), int), 0).awards.shape == (0, 4)
