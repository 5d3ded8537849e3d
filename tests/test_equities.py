"""Equities of explicit hands: published integers, the reference's run-outs, and what symmetry demands."""

import dataclasses
import itertools
import math

import numpy as np
import pytest
import reference

import steelwheel as sw


def spot(players, on_board, n_dead, seed):
    """Random hole cards, board and dead cards."""
    cards = np.random.default_rng(seed).permutation(52).tolist()
    holes = [cards[2 * i : 2 * i + 2] for i in range(players)]
    rest = cards[2 * players :]
    return holes, rest[:on_board], rest[on_board : on_board + n_dead]


def equity(holes, board, dead=()):
    """sw.equity of hole cards given as codes."""
    return sw.equity([sw.format_cards(hole, "") for hole in holes], board=board, dead=dead)


def assert_shares(result, shares):
    """The result is that of the reference's table of shares, every number of it."""
    runouts = sum(count / m for row in shares for m, count in enumerate(row, 1))
    assert result.runouts == round(runouts)
    assert result.wins == tuple(row[0] for row in shares)
    assert result.ties == tuple(sum(row[1:]) for row in shares)
    assert result.win == pytest.approx([row[0] / result.runouts for row in shares], abs=1e-12)
    assert result.tie == pytest.approx([sum(row[1:]) / result.runouts for row in shares], abs=1e-12)
    equities = [sum(count / m for m, count in enumerate(row, 1)) / result.runouts for row in shares]
    assert result.equity == pytest.approx(equities, abs=1e-12)
    assert math.isclose(sum(result.equity), 1, abs_tol=1e-12)
    assert result.method == "exact"


# ------------------------------------------------------------------------------------------------- published numbers


def test_ace_king_suited_against_queens():
    result = sw.equity(["AhKh", "QsQd"])
    assert (result.runouts, result.wins, result.ties) == (1_712_304, (787_966, 917_606), (6_732, 6_732))
    assert result.equity == pytest.approx((0.462144572459, 0.537855427541), abs=1e-12)


def test_aces_kings_and_queens():
    result = sw.equity(["AsAh", "KsKh", "QsQh"])
    assert (result.runouts, result.wins, result.ties) == (1_370_754, (924_864, 233_476, 204_228), (8_186, 8_186, 8_186))
    assert result.equity == pytest.approx((0.676702505823, 0.172317328030, 0.150980166147), abs=1e-12)


def test_a_flush_draw_on_the_flop():
    result = sw.equity(["AhKh", "QsQd"], board="Qh 7h 2c")
    assert (result.runouts, result.wins) == (990, (253, 737))


# ---------------------------------------------------------------------------------------------- against the reference


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6, 10])
@pytest.mark.parametrize("on_board", [4, 5])
def test_turns_and_rivers_are_as_the_reference_counts(players, on_board):
    for seed in range(6):
        holes, board, dead = spot(players, on_board, n_dead=seed, seed=100 * players + seed)
        assert_shares(equity(holes, board, dead), reference.shares(holes, board, dead))


@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("n_dead", [0, 17])
def test_flops_are_as_the_reference_counts(players, n_dead):
    holes, board, dead = spot(players, 3, n_dead, seed=players)
    assert_shares(equity(holes, board, dead), reference.shares(holes, board, dead))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_short_decks_before_the_flop_are_as_the_reference_counts(players):
    holes, board, dead = spot(players, 0, n_dead=52 - 2 * players - 10, seed=players)
    assert_shares(equity(holes, board, dead), reference.shares(holes, board, dead))


@pytest.mark.parametrize("players", [2, 3, 5, 9])
def test_flops_are_as_counted_from_strengths(players):
    for seed in range(10):
        holes, board, dead = spot(players, 3, n_dead=seed, seed=1000 * players + seed)
        boards = np.array(list(reference.boards(holes, board, dead)), np.uint8)
        strengths = np.array([sw.evaluate(np.insert(boards, [0, 0], hole, axis=1)) for hole in holes])
        won = strengths == strengths.max(axis=0)
        winners = won.sum(axis=0)
        shares = [[int((won[player] & (winners == m)).sum()) for m in range(1, players + 1)] for player in range(players)]
        assert_shares(equity(holes, board, dead), shares)


@pytest.mark.parametrize(
    ("holes", "board", "wins", "ties", "equity"),
    [
        (["AsKs", "QdQc"], "Th Jh Qh Kh Ah", (0, 0), (1, 1), (1 / 2, 1 / 2)),
        (["2c2d", "3c3d", "4c4d"], "Th Jh Qh Kh Ah", (0, 0, 0), (1, 1, 1), (1 / 3, 1 / 3, 1 / 3)),
        (["AsKd", "QhQc"], "2c 7d 9h Jc 3s", (0, 1), (0, 0), (0, 1)),
        (["AcKd", "AhKs", "QhQc"], "2c 7d Ad Jc 3s", (0, 0, 0), (1, 1, 0), (1 / 2, 1 / 2, 0)),
    ],
)
def test_a_complete_board_is_one_showdown(holes, board, wins, ties, equity):
    result = sw.equity(holes, board=board)
    assert (result.runouts, result.wins, result.ties) == (1, wins, ties)
    assert result.equity == pytest.approx(equity, abs=1e-12)


def test_one_board_card_may_be_all_that_is_left():
    dead = [card for card in range(52) if card not in sw.parse_cards("As Ks Qd Qs 2c 3c 4c 9h 9d")]
    result = sw.equity(["AsKs", "QdQs"], board="2c 3c 4c", dead=dead)
    assert (result.runouts, result.wins) == (1, (0, 1))


# ----------------------------------------------------------------------------------------------------------- symmetry


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_order_of_players_only_orders_the_result(players):
    holes, board, dead = spot(players, 3, n_dead=2, seed=players)
    result = equity(holes, board, dead)
    for order in itertools.permutations(range(players)):
        other = equity([holes[i] for i in order], board, dead)
        for field in ("players", "wins", "ties"):
            assert getattr(other, field) == tuple(getattr(result, field)[i] for i in order)
        assert other.equity == pytest.approx([result.equity[i] for i in order], abs=1e-15)


def test_the_order_of_cards_changes_nothing():
    result = sw.equity(["AhKh", "QsQd"], board="Qh 7h 2c", dead="3c 4c")
    other = sw.equity(["KhAh", "QdQs"], board="2c Qh 7h", dead="4c 3c")
    assert (other.wins, other.ties, other.equity) == (result.wins, result.ties, result.equity)


@pytest.mark.parametrize("on_board", [3, 4, 5])
def test_the_names_of_suits_change_nothing(on_board):
    holes, board, dead = spot(3, on_board, n_dead=4, seed=on_board)
    result = equity(holes, board, dead)
    for suits in itertools.permutations(range(4)):

        def renamed(cards, suits=suits):
            return [card // 4 * 4 + suits[card % 4] for card in cards]

        other = equity([renamed(hole) for hole in holes], renamed(board), renamed(dead))
        assert (other.wins, other.ties, other.equity) == (result.wins, result.ties, result.equity)


def test_every_kernel_counts_the_same(kernel):
    result = sw.equity(["AhKh", "QsQd", "7c7d"], board="Qh 7h 2c")
    assert_shares(
        result, reference.shares([reference.cards(text) for text in ("Ah Kh", "Qs Qd", "7c 7d")], reference.cards("Qh 7h 2c"))
    )


# ---------------------------------------------------------------------------------------------------------- the record


@pytest.mark.parametrize(
    "players",
    [
        ["AhKh", "QsQd"],
        ("Ah Kh", "qs,qd"),
        [["Ah", "Kh"], ["Qs", "Qd"]],
        [(50, 46), [43, 41]],
        [bytes([50, 46]), np.array([43, 41])],
    ],
)
def test_hands_are_given_as_cards_are(players):
    result = sw.equity(players, board=[42, "7h", 0])
    assert (result.runouts, result.wins, result.ties) == (990, (253, 737), (0, 0))


@pytest.mark.parametrize(
    ("player", "text"),
    [
        (["AhKh", "QsJs"], "AhKh, QsJs"),
        (("AhKh", "QQ+"), "AhKh, QQ+"),
        (["AA", "KK"], "KK+"),
        (["AhKh", (43, 39)], "AhKh, QsJs"),
        (["AhKh"], "AhKh"),
        (["AhKh", "QsJs", "AA"], "AhKh, QsJs, AA"),
    ],
)
def test_a_list_of_combos_or_range_texts_is_their_range(player, text):
    result, wanted = (sw.equity([given, "TT"], board="2c 7h 8d") for given in (player, sw.Range(text)))
    assert result.wins == wanted.wins
    assert result.weight == wanted.weight


@pytest.mark.parametrize("player", [["Ah", "Kx"], ["Ah", 52], [51, 99], ["Ah", "QQ"], ["Ah", "KhQh"]])
def test_a_list_with_a_card_is_a_hand_of_two(player):
    with pytest.raises(ValueError, match=r"'Kx'|52|99|'QQ'|3 cards"):
        sw.equity([player, "TT"])


def test_the_record_is_frozen_and_of_plain_numbers():
    result = sw.equity(["AhKh", "QsQd"], board="Qh 7h 2c")
    assert result.players == ("AhKh", "QsQd")
    with pytest.raises(dataclasses.FrozenInstanceError):
        result.runouts = 1
    for numbers, kind in [
        (result.wins, int),
        (result.ties, int),
        (result.equity, float),
        (result.win, float),
        (result.tie, float),
    ]:
        assert [type(number) for number in numbers] == [kind, kind]
    assert type(result.runouts) is int


def test_a_result_prints_as_a_table_that_tells_equity_win_and_tie_apart():
    lines = str(sw.equity(["AcAs", "KhKd"])).splitlines()
    assert lines[0].split() == ["combos", "equity", "win", "tie"]
    assert lines[1].split() == ["AcAs", "1", "81.26%", "81.06%", "0.38%"]
    assert lines[2].split() == ["KhKd", "1", "18.74%", "18.55%", "0.38%"]
    assert "exact" in lines[3]
    assert "ties 6538 of 1712304 run-outs" in lines[3]


# ------------------------------------------------------------------------------------------------------------- errors

TEN_AND_ONE = [sw.format_cards([2 * i, 2 * i + 1], "") for i in range(11)]


@pytest.mark.parametrize("players", [[], ["AhKh"], TEN_AND_ONE, "AhKh", "AhKhQsQd"])
def test_other_than_two_to_ten_players_are_refused(players):
    with pytest.raises(ValueError, match="2 to 10 players"):
        sw.equity(players)


def test_ten_players_are_not_refused():
    assert sw.equity(TEN_AND_ONE[:10], board="As Ks Qs").runouts == math.comb(29, 2)


@pytest.mark.parametrize("hole", ["", "Qs", "QsQdQh", [43], [43, 41, 42]])
def test_other_than_two_hole_cards_are_refused(hole):
    with pytest.raises(ValueError, match=hole or None if isinstance(hole, str) else None):
        sw.equity(["AhKh", hole])


@pytest.mark.parametrize("count", [1, 2, 6, 7])
def test_other_than_none_three_four_or_five_board_cards_are_refused(count):
    with pytest.raises(sw.CardError, match=f"a board has 0, 3, 4 or 5 cards, not {count}"):
        sw.equity(["AhKh", "QsQd"], board=list(range(count)))


@pytest.mark.parametrize(
    ("players", "board", "dead", "named"),
    [
        (["AhKh", "AhQd"], "", "", "Ah stands twice: player 0 and player 1"),
        (["AhAh", "QsQd"], "", "", "Ah"),
        (["AhKh", "QsQd"], "Kh 2c 3c", "", "Kh stands twice: player 0 and the board"),
        (["AhKh", "QsQd"], "2c 2c 3c", "", "2c"),
        (["AhKh", "QsQd"], "2c 3c 4c", "Qd", "Qd stands twice: player 1 and (the )?dead"),
        (["AhKh", "QsQd"], "2c 3c 4c", "4c", "4c stands twice: the board and (the )?dead"),
        (["AhKh", "QsQd"], "2c 3c 4c", "5c 5c", "5c"),
    ],
)
def test_a_card_in_two_places_is_named_with_both(players, board, dead, named):
    with pytest.raises(ValueError, match=named):
        sw.equity(players, board=board, dead=dead)


@pytest.mark.parametrize(
    ("players", "board", "dead", "named"),
    [
        (["AhKh", "QsQ1"], "", "", "'(Qs)?Q1'"),
        (["AhKh", [43, 52]], "", "", "52"),
        (["AhKh", [43, 300]], "", "", "300"),
        (["AhKh", [43, -1]], "", "", "-1"),
        (["AhKh", [43, 41.0]], "", "", "41.0"),
        (["AhKh", "QsQd"], "2c 3c 1c", "", "'1c'"),
        (["AhKh", "QsQd"], [0, 4, 255], "", "255"),
        (["AhKh", "QsQd"], "", "0s", "'0s'"),
    ],
)
def test_what_is_no_card_is_named(players, board, dead, named):
    with pytest.raises(ValueError, match=named):
        sw.equity(players, board=board, dead=dead)


@pytest.mark.parametrize(("board", "left"), [("", 4), ("2c 3c 4c", 1), ("2c 3c 4c 5c", 0)])
def test_a_deck_too_short_to_complete_the_board_is_refused(board, left):
    shown = sw.parse_cards("AhKhQsQd" + board)
    others = [card for card in range(52) if card not in shown]
    with pytest.raises(sw.CardError, match="too few"):
        sw.equity(["AhKh", "QsQd"], board=board, dead=others[left:])
    assert sw.equity(["AhKh", "QsQd"], board=board, dead=others[left + 1 :]).runouts == 1
