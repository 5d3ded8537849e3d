"""How hands rank and compare: requirements K of RULES.md and the worked hands L1 to L3."""

import itertools

import pytest

import steelwheel as sw

ev = sw.evaluate


def board_plays(board, *hands):
    """Indices of the winners on a board."""
    strengths = [ev(f"{board} {hand}") for hand in hands]
    return [i for i, strength in enumerate(strengths) if strength == max(strengths)]


LADDER = [
    "AsKsQsJsTs",
    "9h8h7h6h5h",
    "JsJhJdJc7d",
    "TsThTd4c4s",
    "AcJc8c6c2c",
    "9c8d7s6h5d",
    "8s8h8dKc3s",
    "AhAc9s9dQc",
    "KhKcAd8s4h",
    "AdJs9c6h3d",
]


def test_K1_the_order_of_hands():
    strengths = [ev(hand) for hand in LADDER]
    assert all(one > other for one, other in itertools.pairwise(strengths))


def test_K2_a_royal_flush_is_a_straight_flush():
    assert sw.category(ev(LADDER[0])) == sw.Category.STRAIGHT_FLUSH
    assert "royal flush" in sw.describe(LADDER[0])


def test_K3_royal_flushes_split():
    assert board_plays("AsKsQsJsTs", "2c3d", "4h5h") == [0, 1]
    assert ev("AsKsQsJsTs") == ev("AhKhQhJhTh")


def test_K4_straight_flushes_by_their_top_card():
    assert ev("9h8h7h6h5h") > ev("8h7h6h5h4h") > ev("6d5d4d3d2d") > ev("5d4d3d2dAd")


def test_K5_quads_then_the_fifth_card():
    assert ev("KsKhKdKc2s") > ev("QsQhQdQcAs")
    assert board_plays("JsJhJdJc2c", "Ad3c", "Kd3h") == [0]


def test_K6_full_houses_by_the_three_cards():
    assert ev("KsKhKd2c2s") > ev("QsQhQdAcAs")


def test_K7_the_sixth_card_never_counts():
    assert board_plays("AcAdTsTh7c", "Kd3c", "Qd3h") == [0]
    assert board_plays("AcAdTsThKc", "Kd3c", "Qd3h") == [0]
    assert board_plays("AcAdTsThKc", "Qd3c", "Jd3h") == [0, 1]


@pytest.mark.parametrize(("other", "winners"), [("KcQc", [0, 1]), ("3s3d", [0, 1]), ("8s8d", [1]), ("TsTd", [1]), ("As3c", [1]),
                                                ("8h7c", [1]), ("9s2h", [1])])  # fmt: skip
def test_K8_counterfeit_deuces_play_the_board(other, winners):
    assert board_plays("7s7d9h9cAd", "2s2d", other) == winners


def test_K9_flushes_compare_all_five_cards():
    assert ev("AhKhQhJh3h") > ev("AhKhQhJh2h")


def test_K10_straights_by_their_top_card_and_the_ace_both_ways():
    assert ev("2c3d4h5s6c") > ev("Ac2d3h4s5c")
    assert ev("TcJdQhKsAc") > ev("9cTdJhQsKc")
    assert ev("TcJdQhKsAc") == ev("TdJhQsKcAd")


def test_K11_straights_do_not_wrap_round():
    assert sw.category(ev("QsKdAh2c3d")) == sw.Category.HIGH_CARD


def test_K12_three_of_a_kind_then_two_kickers():
    assert ev("8s8h8dKc4s") > ev("8s8h8dKc3s") > ev("8s8h8dQcJs")


def test_K13_two_pair_by_high_pair_low_pair_kicker():
    assert ev("AsAh3d3c2s") > ev("KsKhQdQcAs")
    assert ev("AsAh3d3c4s") > ev("AsAh3d3c2s")


def test_K14_a_pair_then_three_kickers():
    assert ev("KsKh2d3c4s") > ev("QsQhAdKcJs")
    assert ev("KsKhAd8c4s") > ev("KsKhAd8c3s")


def test_K15_high_cards_in_order():
    assert ev("Ad6s5c4h2d") > ev("KdQsJc9h8d")
    assert ev("AdJs9c6h3d") > ev("AdJs9c6h2d")


def test_K16_suits_have_no_value():
    assert ev("AsKsQsJs9s") == ev("AhKhQhJh9h")


def test_K17_a_flush_beats_a_straight_and_a_full_house_a_flush():
    assert ev("2s2h2d3c3s") > ev("7c5c4c3c2c") > ev("AcKdQhJsTc")


def test_K18_kickers_are_the_cards_outside_the_combination():
    assert [card // 4 + 2 for card in sw.kickers("KhKcAd8s4h")] == [14, 8, 4]


def test_K19_a_pair_beside_a_flush_or_straight_counts_for_nothing():
    assert ev("AhKhQhJh9h 9c 9d") == ev("AhKhQhJh9h")
    assert ev("9c8d7s6h5d 9h 9s") == ev("9c8d7s6h5d")


def test_K20_names():
    assert "tens full of fours" in sw.describe("TsThTd4c4s")
    assert "aces and nines" in sw.describe("AhAc9s9dQc")


@pytest.mark.parametrize(
    ("hand", "category"),
    [
        ("JcTc9c8c7c", "STRAIGHT_FLUSH"),
        ("8s8c8d8h2c", "FOUR_OF_A_KIND"),
        ("5s5c5d2d2h", "FULL_HOUSE"),
        ("4hKh3h9hAh", "FLUSH"),
        ("Ad2h3h4c5c", "STRAIGHT"),
        ("7d7h7c2s9d", "THREE_OF_A_KIND"),
        ("2d2hQcQh9s", "TWO_PAIR"),
        ("JdJh2c5s9d", "PAIR"),
        ("Ac2d9h7sJd", "HIGH_CARD"),
    ],
)
def test_K21_every_kind_is_recognised(hand, category):
    assert sw.category(ev(hand)).name == category


def test_L1_four_hands_on_one_board():
    board, hands = "4c Ks 4h 8s 7s", ["Ac 4d", "As 9s", "Kh Kd", "5d 6d"]
    strengths = [ev(f"{board} {hand}") for hand in hands]
    assert sorted(range(4), key=lambda seat: -strengths[seat]) == [2, 1, 3, 0]
    five = [set(sw.best_five(f"{board} {hand}")) for hand in hands]
    assert five[0] == set(sw.parse_cards("4c4h4dAcKs"))
    assert five[1] == set(sw.parse_cards("AsKs9s8s7s"))
    assert five[2] == set(sw.parse_cards("KsKhKd4c4h"))
    assert five[3] in (set(sw.parse_cards("8s7s6d5d4h")), set(sw.parse_cards("8s7s6d5d4c")))


@pytest.mark.parametrize(
    ("name", "board", "hands", "winners"),
    [
        ("L2", "As Kd 2s Jd Kh", ["Ac 2h", "Ah Qd"], [1]),
        ("L3", "Ks 9h Ts 5s 7s", ["6s 3s", "As 7d"], [1]),
        ("L3b", "Qs 7h 6d Kc 4c", ["Ah 5h", "As 3s"], [0, 1]),
        ("L3c", "Kc Kh 2h Qs 2c", ["Kd 3h", "As Ks"], [0, 1]),
        ("L3c with another river", "Kc Kh 2h Qs 8c", ["Kd 3h", "As Ks"], [1]),
        ("L3d", "Ac Td 7s 4h 2c", ["As Kd", "Ad Qd"], [0]),
    ],
)
def test_L2_to_L3d_two_hands_on_one_board(name, board, hands, winners):
    assert board_plays(board, *hands) == winners
