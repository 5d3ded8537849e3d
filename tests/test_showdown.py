"""Who shows, who may muck, who wins: requirements I of RULES.md and the decisions about the showdown."""

import pytest
from script import deck, kinds, play, table

import steelwheel as sw
from steelwheel.holdem.showdown import show_or_muck, show_order
from steelwheel.holdem.table import STEPS

BY_HAND = set(STEPS) - {"show"}
STRONG, MIDDLE, WEAK = "AsAd", "KsKd", "QsQd"
BOARD = "2c 7d 9h Js 4s"


def showdown(holes=(STRONG, MIDDLE, WEAK), script="*, *, *, *", board=BOARD, **options):
    return play(table([100] * len(holes), deck=deck(list(holes), board), **options), script)


def test_I1_the_last_aggressor_on_the_river_shows_first():
    made = showdown(script="*, *, *, 1 bet 10, 2 call, 0 raise 30, 1 call, 2 fold", automatic=BY_HAND)
    assert made.to_show == (0, 1)


def test_I2_a_river_checked_through_shows_from_the_left_of_the_button():
    made = showdown(script="*, *, 1 bet 10, 2 call, 0 call, *", automatic=BY_HAND)
    assert made.to_show == (1, 2, 0)
    assert show_order(0b1011, 0, None) == (1, 3, 0)


def test_I3_a_beaten_hand_need_not_be_shown():
    made = showdown((WEAK, STRONG, MIDDLE))
    assert made.shown == (1,)
    assert kinds(made).count("muck") == 2
    assert made.view(1).seen == ((), made.hole_cards(1), ())
    assert show_or_muck([0, 1, 2], [5, 7, 5], [1, 1, 1]) == ([0, 1], [2])


def test_I3_a_mucked_hand_wins_nothing():
    made = showdown(automatic=BY_HAND)
    made.muck(0)
    made.show(1)
    made.muck(2)
    assert made.stacks == (90, 120, 90)


def test_I4_one_card_makes_no_claim():
    made = showdown(automatic=BY_HAND)
    made.show(0, "As")
    assert made.shown == ()
    assert made.view(1).seen[0] == sw.parse_cards("As")
    made.show(1)
    made.muck(0)
    made.muck(2)
    assert made.stacks == (90, 120, 90)
    with pytest.raises(sw.IllegalAction, match="seat 0 cannot show 2c: he holds AsAd"):
        showdown(automatic=BY_HAND).show(0, "2c")


def test_I5_with_an_all_in_and_the_betting_over_all_hands_are_tabled_before_the_board():
    made = showdown((WEAK, STRONG), "0 all-in, 1 call")
    assert set(made.shown) == {0, 1}
    events = kinds(made)
    assert events.index("show") < events.index("flop")
    assert "muck" not in events


def test_I5_an_all_in_hand_cannot_be_mucked():
    made = showdown((WEAK, STRONG), "0 all-in, 1 call", automatic=BY_HAND)
    with pytest.raises(sw.IllegalAction, match="every hand must be tabled"):
        made.muck(0)
    loose = showdown((WEAK, STRONG), "0 all-in, 1 call", table_all_in=False)
    assert loose.shown == (1,)


def test_I6_the_best_five_of_seven_use_two_one_or_no_hole_cards():
    assert sw.best_five("As Ad 2c 7d 9h Js 4s")[:2] == sw.parse_cards("As Ad")
    one = sw.best_five("As 3d Ac Kd Qh Js 4s")
    assert sw.parse_cards("As")[0] in one
    assert sw.parse_cards("3d")[0] not in one
    assert set(sw.best_five("2c 3d Ah Kh Qh Jh Th")) == set(sw.parse_cards("Ah Kh Qh Jh Th"))


def test_I7_a_winning_or_tying_hand_is_never_mucked_by_itself():
    made = showdown(("AsKd", "AdKs", "2h3h"), board="Jc Td 9h 4s 5s")
    assert set(made.shown) == {0, 1}
    assert made.stacks == (105, 105, 90)
    last = showdown(automatic=BY_HAND)
    last.muck(0)
    last.muck(1)
    with pytest.raises(sw.IllegalAction, match="the last hand that contests a pot"):
        last.muck(2)


def test_I8_from_the_first_player_or_the_last_raiser():
    assert show_order(0b111, 2, 1) == (1, 2, 0)
    assert show_order(0b111, 2, None) == (0, 1, 2)


def test_I9_playing_the_board_must_be_declared_where_that_is_the_rule():
    for claim, stacks in [("cards_speak", (90, 110)), ("declare_or_table", (100, 100))]:
        made = showdown(("2c2d", "3c3d"), board="Ah Kh Qh Jh Th", automatic=BY_HAND, board_claim=claim)
        made.show(1)
        made.declare_board(0)
        made.muck(0)
        assert made.stacks == stacks


def test_I10_a_bet_that_is_only_called_is_the_last_aggression():
    made = showdown(script="*, *, *, 1 check, 2 bet 10, 0 call, 1 fold", automatic=BY_HAND)
    assert made.to_show == (2, 0)


def test_decision_6_everybody_can_be_made_to_show():
    assert set(showdown((WEAK, STRONG, MIDDLE), showdown="all_show").shown) == {0, 1, 2}


def test_decision_7_a_side_pot_hand_that_can_win_is_shown():
    cards = deck([WEAK, STRONG, MIDDLE], BOARD)
    made = table([300, 100, 300], deck=cards, table_all_in=False)
    play(made, "0 raise 100, 1 all-in, 2 call, *, *, 2 check, 0 bet 50, 2 call")
    assert made.shown == (0, 1, 2)
    assert made.stacks == (150, 300, 150 + 100)


def test_nothing_is_shown_out_of_place():
    made = showdown(script="*")
    with pytest.raises(sw.IllegalAction, match="seat 1 cannot show: it is the turn of seat 1"):
        made.show(1)
    late = showdown(automatic=BY_HAND)
    late.show(0)
    with pytest.raises(sw.IllegalAction, match="seat 0 cannot muck: the hands of seats 1, 2 are undecided"):
        late.muck(0)
    with pytest.raises(sw.IllegalAction, match="cannot play the board: 0 of its cards"):
        showdown((WEAK, STRONG), "0 all-in, 1 call", automatic=BY_HAND).declare_board(0)
