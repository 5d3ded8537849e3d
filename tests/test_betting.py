"""Order of play, legal actions and sizes of bets: requirements D, E and G of RULES.md, and the worked examples L4 to L16."""

import numpy as np
import pytest
from script import deck, play, table

import steelwheel as sw


def refused(made, script, words="cannot"):
    before = made.history, made.stacks, made.bets, made.actor
    with pytest.raises(sw.IllegalAction, match=words):
        play(made, script)
    assert (made.history, made.stacks, made.bets, made.actor) == before


# --------------------------------------------------------------------------------------------------- D before the flop


def test_D1_the_seat_left_of_the_big_blind_acts_first():
    made = table([100] * 6)
    order = []
    while made.street == "preflop":
        order.append(made.actor)
        made.act(sw.call() if made.to_call else sw.check())
    assert order == [3, 4, 5, 0, 1, 2]


def test_D2_heads_up_the_button_acts_first():
    assert table([100, 100]).actor == 0
    assert table([100, 100], button=1).actor == 1


def test_D3_facing_a_bet_fold_call_or_raise():
    legal = table([100] * 3).legal
    assert (legal.fold, legal.check, legal.call, legal.raise_to) == (True, False, 10, (20, 100))


def test_D4_a_check_only_when_nothing_is_owed():
    made = table([100] * 3)
    refused(made, "0 check", "seat 0 cannot check: he may fold or call 10")
    play(made, "0 call, 1 call")
    assert made.legal.check


def test_D5_the_big_blind_has_the_option():
    made = play(table([100] * 3), "0 call, 1 call")
    assert made.street == "preflop"
    assert (made.actor, made.legal.fold, made.legal.check, made.legal.raise_to) == (2, False, True, (20, 100))
    assert play(made, "2 check").street == "flop"


def test_D6_what_a_full_call_costs():
    made = table([100] * 4)
    assert made.to_call == 10
    play(made, "3 call, 0 call")
    assert made.to_call == 5
    play(made, "1 call")
    assert made.to_call == 0


def test_D7_a_folded_player_is_out_and_his_chips_stay():
    made = play(table([100] * 3), "0 call, 1 fold, 2 check")
    assert [(pot.chips, set(pot.seats)) for pot in made.pots] == [(25, {0, 2})]
    assert made.live == (2, 0)


def test_D8_a_raise_gives_everybody_another_turn():
    made = play(table([100] * 4), "3 call, 0 raise 30")
    order = []
    while made.street == "preflop":
        order.append(made.actor)
        made.act(sw.call())
    assert order == [1, 2, 3]


# --------------------------------------------------------------------------------------------------- E sizes


def test_E1_the_smallest_opening_raise_is_to_20():
    made = table([100] * 3)
    assert made.min_raise_to == 20
    refused(made, "0 raise 19", r"seat 0 cannot raise to 19: he may fold or call 10 or raise to 20\.\.100")
    play(made, "0 raise 20")


def test_E2_raise_to_30_makes_the_next_full_raise_50():
    made = play(table([100, 100, 40]), "0 raise 30")
    assert made.min_raise_to == 50
    refused(made, "1 raise 49")
    play(made, "1 fold")
    assert made.legal.raise_to == (40, 40)  # all-in for less


def test_E3_the_smallest_bet_is_the_big_blind_unless_all_in():
    made = play(table([100, 100, 17]), "*")
    refused(made, "1 bet 9")
    assert made.min_raise_to == 10
    play(made, "1 check")
    assert made.legal.raise_to == (7, 7)


def test_E4_the_smallest_bet_is_the_same_on_each_street():
    made = play(table([500] * 2), "*, 1 bet 100, 0 call")
    assert (made.street, made.min_raise_to) == ("turn", 10)


@pytest.mark.parametrize(
    ("blinds", "stacks", "script", "least"),
    [
        ((100, 200), [9000] * 6, "3 raise 600, 4 raise 1600, 5 raise 3600", 5600),
        ((50, 100), [9000, 9000, 9000, 150, 9000, 9000], "3 all-in", 250),
        ((50, 100), [9000] * 6, "3 raise 300, 4 raise 1000", 1700),
        ((25, 50), [9000] * 6, "3 raise 125, 4 raise 200, 5 raise 500", 800),
        ((25, 50), [9000] * 6, "3 raise 500, 4 call, 5 call", 950),
    ],
)
def test_E5_a_raise_is_at_least_the_largest_of_the_street(blinds, stacks, script, least):
    made = play(table(stacks, blinds=blinds), script)
    assert made.min_raise_to == least
    refused(made, f"{made.actor} raise {least - 1}")


def test_E6_raise_to_and_raise_by():
    made = play(table([100] * 3), "0 raise 30")
    play(made, "1 fold, 2 by 20")
    assert made.bets[2] == 50
    refused(play(table([100] * 3), "0 raise 30"), "1 by 19", "cannot raise by 19")
    assert made.history[-1] == sw.Action("raise", 50, 2)


def test_E7_a_short_all_in_may_raise_to_anything_above_the_call():
    made = play(table([42, 100, 100], button=1), "1 raise 30, 2 fold")
    assert made.legal.raise_to == (42, 42)
    refused(made, "0 raise 41")
    play(made, "0 all-in")
    assert made.bets[0] == 42


def test_E8_a_short_all_in_does_not_let_others_raise_again():
    made = play(table([42, 500, 500, 500, 500], blinds=(5, 10)), "3 raise 30, 4 call, 0 all-in")
    assert made.min_raise_to == 62  # the small blind has not acted
    play(made, "1 fold, 2 fold")
    assert (made.actor, made.legal.call, made.legal.raise_to) == (3, 12, None)
    refused(made, "3 raise 200", "seat 3 cannot raise to 200: he may fold or call 12")


@pytest.mark.parametrize(
    ("reopening", "may"),
    [("tda47", False), ("wsop96", True), ("never", False), ("always", True)],
)
def test_E9_rules_for_several_short_all_ins(reopening, may):
    """A bet of 100, all-ins to 125 and 200 in between: the caller of 125 faces 75 more."""
    made = table([1000, 1000, 225, 1000, 300, 1000], blinds=(50, 100), reopening=reopening)
    play(made, "*, 1 bet 100, 2 all-in, 3 call, 4 all-in, 5 call, 0 fold, 1 call")
    assert (made.actor, made.to_call) == (3, 75)
    assert (made.legal.raise_to is not None) == may


def test_E9_one_short_all_in_reopens_only_always():
    for reopening, may in [("tda47", False), ("wsop96", False), ("never", False), ("always", True)]:
        made = play(table([42, 500, 500], reopening=reopening, button=1), "1 raise 30, 2 call, 0 all-in")
        assert (made.legal.raise_to is not None) == may


def test_E10_fixed_limit_bets_double_on_the_turn():
    made = table([1000] * 3, limit="fixed_limit")
    assert made.legal.raise_to == (20, 20)
    assert play(made, "0 raise 20").legal.raise_to == (30, 30)
    assert play(made, "1 raise 30").legal.raise_to == (40, 40)
    assert play(made, "*").legal.raise_to == (10, 10)
    assert play(made, "*").legal.raise_to == (20, 20)
    assert play(made, "*").legal.raise_to == (20, 20)


def test_E11_small_and_big_bet_can_be_set():
    rules = sw.Rules.fixed_limit(10, 15, blinds=(3, 10))
    assert (rules.min_bet, rules.big_bet, rules.blinds) == (10, 15, (3, 10))
    assert sw.Rules.fixed_limit(10).blinds == (5, 10)
    with pytest.raises(ValueError, match="half of a big blind of 5"):
        sw.Rules.fixed_limit(5)


def test_E12_pot_limit_raises_by_the_pot_after_calling():
    assert table([1000] * 3, limit="pot_limit", blinds=(100, 200)).max_raise_to == 700
    made = play(table([1000] * 2, limit="pot_limit", blinds=(25, 50)), "*, 1 bet 50")
    assert made.max_raise_to == 250  # pot 100, bet 50
    refused(made, "0 raise 251")
    play(made, "0 raise 250")


def test_decision_19_pot_limit_counts_blinds_in_full():
    assert table([1000, 1000, 120], limit="pot_limit", blinds=(100, 200)).max_raise_to == 700
    assert table([1000, 30, 1000], limit="pot_limit", blinds=(100, 200)).max_raise_to == 700


def test_E13_a_check_raise_is_legal():
    made = play(table([100] * 2), "*, 1 check, 0 bet 10")
    assert made.legal.raise_to == (20, 90)


def test_E14_nobody_can_be_bet_out_of_a_hand():
    made = play(table([120, 1000, 1000], button=1), "1 raise 500, 2 fold")
    assert (made.to_call, made.legal.raise_to) == (110, None)
    play(made, "0 call")
    assert made.live == (0, 1)
    assert (made.pots[0].chips, made.pots[0].seats) == (245, (0, 1))


def test_E15_actions_out_of_turn_change_nothing():
    made = table([100] * 3)
    for seat in (1, 2):
        refused(made, f"{seat} fold", f"seat {seat} cannot fold: it is the turn of seat 0")
    assert made.actor == 0


def test_E16_an_accepted_action_is_final():
    made = play(table([100] * 3), "0 raise 30")
    assert not hasattr(made, "undo")
    earlier = made.rewind()
    assert (earlier.actor, earlier.bets) == (0, (0, 5, 10))
    assert made.bets == (30, 5, 10)


def test_E17_fixed_limit_caps_at_a_bet_and_three_raises():
    made = play(table([1000] * 3, limit="fixed_limit"), "0 raise 20, 1 raise 30, 2 raise 40")
    assert made.legal.raise_to is None
    refused(made, "0 raise 50", "he may fold or call 20$")
    play(made, "*, 1 bet 10, 2 raise 20, 0 raise 30, 1 raise 40")
    assert made.legal.raise_to is None


def test_E17_no_cap_between_two_players_unless_agreed():
    script = "0 raise 20, 1 raise 30, 0 raise 40"
    assert play(table([1000] * 2, limit="fixed_limit"), script).min_raise_to == 50
    assert play(table([1000] * 2, limit="fixed_limit", cap_heads_up=True), script).min_raise_to is None
    becomes = play(table([1000] * 3, limit="fixed_limit"), "0 raise 20, 1 raise 30, 2 fold, 0 raise 40")
    assert becomes.min_raise_to == 50
    capped = play(table([1000] * 3, limit="fixed_limit"), "0 raise 20, 1 raise 30, 2 raise 40, 0 fold")
    assert capped.min_raise_to is None


def test_decision_4_other_caps_can_be_agreed():
    four = table([1000] * 3, limit="fixed_limit", max_raises=(4, 4, 4, 4))
    assert play(four, "0 raise 20, 1 raise 30, 2 raise 40").min_raise_to == 50
    assert play(four, "0 raise 50").min_raise_to is None
    free = table([1000] * 3, limit="fixed_limit", max_raises=(None, 1, 0, None))
    assert play(free, "0 raise 20, 1 raise 30, 2 raise 40, 0 raise 50").min_raise_to == 60
    assert play(free, "*, 1 bet 10").min_raise_to is None
    assert play(free, "*").min_raise_to is None


# --------------------------------------------------------------------------------------------------- G after the flop


def test_G1_the_first_remaining_player_left_of_the_button_acts_first():
    made = play(table([100] * 6), "3 call, 4 fold, 5 fold, 0 call, 1 fold, 2 check")
    assert (made.street, made.actor) == ("flop", 2)


def test_G2_heads_up_the_big_blind_acts_first_after_the_flop():
    made = play(table([100] * 2), "*")
    for _ in range(3):
        assert made.actor == 1
        play(made, "*")


def test_G3_the_button_acts_last():
    made = play(table([100] * 4, button=2), "*")
    order = [made.actor]
    while len(order) < 4:
        play(made, f"{made.actor} check")
        order.append(made.actor)
    assert order == [3, 0, 1, 2]


def test_G4_check_or_bet_then_fold_call_or_raise():
    made = play(table([100] * 2), "*")
    assert (made.legal.fold, made.legal.check, made.legal.call, made.legal.raise_to) == (False, True, 0, (10, 90))
    play(made, "1 bet 10")
    assert (made.legal.fold, made.legal.check, made.legal.call, made.legal.raise_to) == (True, False, 10, (20, 90))


def test_G5_all_check_ends_the_round():
    made = play(table([100] * 3), "*, 1 check, 2 check")
    assert made.street == "flop"
    assert play(made, "0 check").street == "turn"


def test_G6_the_round_ends_when_all_have_answered_the_last_raise():
    made = play(table([100] * 3), "*, 1 bet 10, 2 raise 20, 0 call")
    assert made.street == "flop"
    assert play(made, "1 call").street == "turn"
    short = play(table([100, 100, 25]), "*, 1 bet 40, 2 call, 0 call")
    assert short.street == "turn"


def test_G7_the_order_is_the_same_on_turn_and_river():
    made = play(table([100] * 3), "*")
    for _ in range(3):
        order = []
        street = made.street
        while made.actor is not None and made.street == street:
            order.append(made.actor)
            made.act(sw.check())
        assert order == [1, 2, 0]


# --------------------------------------------------------------------------------------------------- H the end of betting


def test_H1_the_last_player_wins_without_showing():
    made = play(table([100] * 3), "*, 1 bet 10, 2 fold, 0 fold")
    assert made.over
    assert (made.shown, len(made.board), made.stacks) == ((), 3, (90, 120, 90))
    assert made.view(0).seen == ((), (), ())


def test_H2_an_all_in_and_call_runs_the_board_out():
    made = play(table([100] * 2), "0 all-in, 1 call")
    assert made.over
    assert (len(made.board), len(made.burns)) == (5, 3)


def test_H3_what_nobody_matched_is_returned():
    made = play(table([110, 70], deck=deck(["AsAd", "KsKd"])), "*, 1 check, 0 bet 100, 1 call")
    assert [(event.seat, event.chips) for event in made.events if event.kind == "refund"] == [(0, 40)]
    assert made.pots[0].chips == 140
    folded = play(table([100] * 3), "*, 1 bet 50, 2 fold, 0 fold")
    assert [(event.seat, event.chips) for event in folded.events if event.kind == "refund"] == [(1, 50)]
    assert [event.chips for event in folded.events if event.kind == "award"] == [30]


def test_H4_a_lone_player_with_chips_is_not_asked():
    made = play(table([500, 100, 100]), "0 raise 200, 1 all-in, 2 all-in")
    assert made.over
    assert len(made.board) == 5


def test_H4_a_big_blind_who_covers_all_in_callers_is_not_asked():
    made = play(table([10, 5, 500], button=0), "0 all-in")
    assert made.over


# --------------------------------------------------------------------------------------------------- L worked examples


def test_L4_a_folded_players_chips_stay_in_a_pot_of_170():
    made = play(table([500] * 3), "0 raise 30, 1 call, 2 call")
    assert made.pot == 90
    play(made, "1 bet 40")
    assert made.pot == 130
    play(made, "2 fold")
    assert made.to_call == 40
    play(made, "0 call")
    assert (made.pot, made.street) == (170, "turn")


def test_L5_opening_to_20_or_to_30_and_then_50():
    assert table([500] * 3).min_raise_to == 20
    assert play(table([500] * 3), "0 raise 30").min_raise_to == 50


def test_L7_heads_up_blinds_and_order():
    made = table([500] * 2)
    assert (made.bets, made.actor) == ((5, 10), 0)
    assert [play(made, "*").actor for _ in range(3)] == [1, 1, 1]


def l9(**options):
    made = table([9000, 9000, 225, 9000, 300, 9000], blinds=(50, 100), **options)
    return play(made, "*, 1 bet 100, 2 all-in, 3 call, 4 all-in, 5 call, 0 fold")


def test_L9_two_short_all_ins_add_up_to_a_full_raise():
    made = l9()
    assert (made.actor, made.to_call, made.min_raise_to) == (1, 100, 300)


def test_L10_what_the_caller_of_125_may_do():
    made = play(l9(), "1 call")
    assert (made.actor, made.to_call, made.min_raise_to) == (3, 75, None)
    made = play(l9(), "1 raise 300")
    assert made.actor == 3
    assert (made.to_call, made.min_raise_to) == (175, 400)


def test_L11_short_all_ins_keep_the_last_full_raise():
    made = table([9000, 9000, 600, 750, 900, 9000, 9000], blinds=(50, 100))
    play(made, "*, 1 bet 300, 2 all-in, 3 all-in, 4 all-in, 5 call")
    assert (made.actor, made.min_raise_to) == (6, 1100)


def l12():
    """Button 0, small blind 1, big blind 2; A is seat 3, C is seat 0."""
    return play(table([7500, 90000, 90000, 90000, 90000], blinds=(2000, 4000)), "3 call, 4 fold, 0 all-in, 1 fold")


def test_L12_a_limper_and_a_short_all_in():
    made = l12()
    assert (made.actor, made.min_raise_to) == (2, 11500)
    made = play(l12(), "2 call")
    assert (made.actor, made.min_raise_to) == (3, None)
    made = play(l12(), "2 raise 11500")
    assert (made.actor, made.min_raise_to is not None) == (3, True)


@pytest.mark.parametrize("reopening", ["tda47", "wsop96"])
@pytest.mark.parametrize("a", ["1 call", "1 fold"])
def test_L13_two_short_all_ins_reopen_the_betting(reopening, a):
    made = table([9000, 9000, 9000, 9000, 1400, 1800], blinds=(50, 100), reopening=reopening)
    play(made, f"*, 1 bet 500, 2 raise 1000, 3 call, 4 all-in, 5 all-in, 0 fold, {a}")
    assert (made.actor, made.min_raise_to) == (2, 2200)
    play(made, "2 call")
    assert (made.actor, made.min_raise_to) == (3, 2200)


def test_L14_a_short_all_in_and_the_last_raiser():
    made = table([9000, 9000, 9000, 390], blinds=(50, 100))
    play(made, "*, 1 bet 100, 2 raise 200, 3 all-in, 0 fold")
    assert (made.actor, made.min_raise_to is not None) == (1, True)
    play(made, "1 call")
    assert (made.actor, made.min_raise_to) == (2, None)


def test_L15_no_completing_in_no_limit():
    made = play(table([9000, 120, 9000], blinds=(50, 100)), "*, 1 all-in")
    assert made.min_raise_to == 120
    made = play(table([9000, 9000, 240], blinds=(50, 100)), "*, 1 bet 100, 2 all-in")
    assert made.min_raise_to == 240


def test_L16_half_a_bet_counts_as_a_bet_in_fixed_limit():
    made = play(table([900, 35, 900], limit="fixed_limit", blinds=(10, 20)), "*, 1 all-in")
    assert made.legal.raise_to == (35, 35)
    made = play(table([900, 900, 11], limit="fixed_limit", blinds=(2, 5)), "*, 1 bet 5, 2 all-in")
    assert (made.to_call, made.legal.raise_to) == (6, (10, 10))
    play(made, "0 call")
    assert made.legal.raise_to is None  # less than half a bet does not reopen
    half = play(table([900, 900, 13], limit="fixed_limit", blinds=(2, 5)), "*, 1 bet 5, 2 all-in, 0 call")
    assert half.legal.raise_to == (13, 13)


def test_L16_an_all_in_of_less_than_half_a_bet_is_no_raise_for_the_cap():
    made = table([900, 900, 23, 900], limit="fixed_limit", blinds=(5, 10))
    play(made, "*, 1 bet 10, 2 all-in, 3 raise 20, 0 raise 30, 1 raise 40")
    assert made.legal.raise_to is None


def test_whole_numbers_of_numpy_are_chips_and_others_are_not():
    made = table([100] * 3)
    for wrong in (20.0, "20", None, True):
        with pytest.raises(sw.IllegalAction, match="seat 0 cannot raise to"):
            made.act(sw.raise_to(wrong))
    made.act(sw.raise_to(np.int64(20)))
    assert made.history == (sw.Action("raise", 20, 0),)
    assert type(made.bets[0]) is int
    with pytest.raises(TypeError, match="'call' is no action: make one with"):
        made.act("call")


def test_L18_a_real_hand_with_three_pots():
    stacks = [718, 845, 138, 1230, 400, 2085, 410, 3894]  # seats 1, 2, 3, 4, 5, 7, 8, 9
    holes = ["AsKd", "2c3d", "JhAd", "2d3h", "QcQd", "4h5h", "4s5s", "9dJd"]
    made = table(stacks, button=7, deck=deck(holes, "8s Qh Ks 9s Tc", button=7))
    play(made, "2 raise 20, 3 fold, 4 raise 60, 5 fold, 6 fold, 7 call, 0 call, 1 fold, 2 all-in, 4 call, 7 call, 0 call")
    play(made, "0 check, 4 all-in, 7 call, 0 call, *, 0 check, 7 bet 1287, 0 call")
    assert [event.chips for event in made.events if event.kind == "refund"] == [969]
    assert [(pot.chips, set(pot.seats)) for pot in made.pots] == [(562, {0, 2, 4, 7}), (786, {0, 4, 7}), (636, {0, 7})]
    assert made.stacks == (0, 835, 562, 1230, 0, 2085, 410, 3894 - 718 + 786 + 636)
