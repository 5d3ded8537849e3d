"""Boards: next cards, histograms, showdowns and made hands, against brute force over combos."""

from itertools import combinations

import numpy as np
import pytest

import steelwheel as sw
from steelwheel import preflop
from steelwheel.hands import Category
from steelwheel.slices import ThreadPoolExecutor
from steelwheel.starting_hands import hand_name

R1, R2 = "TT+, AQs+, AKo", "22+, A2s+, KTs+:0.5, QTs+, JTs, A9o+, KTo+"
RIVERS = ["Ks 7h 2d 9c 4s", "Ks 7s 2s 9c 4s", "Ts Js Qs Ks As", "8h 9h Th Jc 2h", "5c 5d 5h 5s 9d", "2c 3c 4c 5c 7d"]


CARDS = sw.combo_cards(np.arange(1326)).tolist()
HELD = (np.array(CARDS)[:, :, None] == np.arange(52)).any(axis=1)  # [combo, card]
APART = HELD.astype(int) @ HELD.T == 0


def held(weights, gone):
    """Combos with a weight and without a card that is gone."""
    for combo in np.flatnonzero(weights).tolist():
        if not set(CARDS[combo]) & set(gone):
            yield combo, CARDS[combo], float(weights[combo])


def shares_on_river(board, hero, villain):
    """For each of hero's combos: what it wins of the villain's weight, and how much it meets."""
    strengths = sw.board_strengths(board).astype(int)
    others = np.flatnonzero(villain * (strengths > 0))
    for combo in np.flatnonzero(hero * (strengths > 0)).tolist():
        meets = villain[others] * APART[combo, others]
        against = strengths[combo] - strengths[others]
        yield combo, hero[combo], float(meets @ ((against > 0) + 0.5 * (against == 0))), float(meets.sum())


# ------------------------------------------------------------------------------------------------------------ showdown


@pytest.mark.parametrize("board", RIVERS)
@pytest.mark.parametrize(("sparse", "most"), [(0.0, 1.0), (0.9, 40.0), (0.998, 1e6)])
def test_showdown_is_what_each_combo_beats_and_half_of_what_it_ties(board, sparse, most):
    random = np.random.default_rng(hash((sparse, most)) % 1000)
    weights = random.random((2, 1326)) * most * (random.random((2, 1326)) >= sparse)
    result = sw.showdown(board, *weights)
    cards = sw.parse_cards(board)
    for player in range(2):
        wanted = np.zeros(1326)
        for combo, _, won, _ in shares_on_river(cards, np.ones(1326), weights[1 - player]):
            wanted[combo] = won
        np.testing.assert_allclose(result[player], wanted, rtol=1e-12, atol=1e-12 * most)


def test_showdown_prices_combos_that_are_not_held_and_none_that_the_board_blocks():
    board = "2c 7d 9h Js 3c"
    result = sw.showdown(board, np.zeros(1326), sw.Range("KK").weights)
    assert result[0, sw.combo_index(51, 50)] == 6
    assert result[0, sw.combo_index(*sw.parse_cards("KcKd"))] == 0.5
    assert not result[1].any()
    blocked = sw.Range("random") - sw.Range("random").remove(board)
    assert not result[:, blocked.weights > 0].any()


def test_showdown_counts_whole_weights_exactly():
    full = np.ones(1326)
    result = sw.showdown("2c 7d 9h Js 3c", full, full)
    assert (2 * result == np.rint(2 * result)).all()
    assert result.sum() == 2 * (1081 * 990 / 2)  # half of all pairs of hands for each player


def test_showdown_fills_what_it_is_given():
    out = np.full((2, 1326), np.nan)
    result = sw.showdown(RIVERS[0], sw.Range(R1), sw.Range(R2), out=out)
    assert result is out
    np.testing.assert_array_equal(out, sw.showdown(RIVERS[0], sw.Range(R1).weights, R2))


def test_showdown_agrees_with_equity():
    ours, theirs = sw.Range(R1), sw.Range(R2)
    share = sw.showdown(RIVERS[1], ours, theirs)
    wanted = sw.equity([ours, theirs], board=RIVERS[1])
    for player in range(2):
        with np.errstate(invalid="ignore"):
            found = share[player] / wanted.per_combo_deals[player]
        some = ~np.isnan(wanted.per_combo[player])
        np.testing.assert_allclose(found[some], wanted.per_combo[player][some], atol=1e-12)


@pytest.mark.parametrize("wrong", [-0.1, np.nan, np.inf])
def test_showdown_refuses_weights_that_are_none_and_names_the_combo(wrong):
    weights = np.ones(1326)
    weights[1325] = wrong
    with pytest.raises(ValueError, match=r"weights_1 has .* for AsAh"):
        sw.showdown(RIVERS[0], np.ones(1326), weights)


def test_showdown_refuses_other_shapes_and_boards():
    full = np.ones(1326)
    with pytest.raises(ValueError, match="weights_0 has the shape"):
        sw.showdown(RIVERS[0], np.ones(169), full)
    with pytest.raises(sw.CardError, match="5 cards, not 4"):
        sw.showdown("Ks 7h 2d 9c", full, full)
    with pytest.raises(sw.CardError, match="Ks"):
        sw.showdown("Ks 7h 2d 9c Ks", full, full)
    for out in (np.zeros((2, 1325)), np.zeros((2, 1326), np.float32), np.zeros((1326, 2)).T):
        with pytest.raises(ValueError, match="out is"):
            sw.showdown(RIVERS[0], full, full, out=out)


# ---------------------------------------------------------------------------------------------------------- next cards


@pytest.mark.parametrize("board", ["Ks 7h 2d", "Ks 7h 2d 2s"])
@pytest.mark.parametrize("players", [["AhKh", "QsQd"], [R1, R2], [R1, R2, "JJ-88"], ["AhKh", "QsQd", "7c7d", "AsTs"]])
def test_a_next_card_has_the_equity_of_the_board_with_it(players, board):
    result = sw.runout_equity(players, board, dead="Jc")
    gone = sw.parse_cards(board + "Jc")
    for card in range(52):
        if card in gone:
            assert np.isnan(result.equity[card]).all()
            assert result.probability[card] == 0
            continue
        try:
            wanted = sw.equity(players, board=[*sw.parse_cards(board), card], dead="Jc").equity
        except ValueError:  # a player holds it
            assert np.isnan(result.equity[card]).all()
            continue
        np.testing.assert_allclose(result.equity[card], wanted, atol=1e-12)


@pytest.mark.parametrize("players", [["AhKh", "QsQd"], [R1, R2], [R1, R2, "JJ-88"]])
def test_next_cards_average_back_to_the_equity_now(players):
    result = sw.runout_equity(players, "Ks 7h 2d")
    assert result.probability.sum() == pytest.approx(1, abs=1e-12)
    mean = np.nansum(result.equity * result.probability[:, None], axis=0)
    np.testing.assert_allclose(mean, sw.equity(players, board="Ks 7h 2d").equity, atol=1e-12)


def test_next_cards_read_as_a_grid():
    result = sw.runout_equity(["AhKh", "QsQd"], "Qh 7h 2c")
    assert result.grid().shape == (4, 13)
    assert result.grid(1)[0, 0] == result.equity[51, 1]  # As
    assert result.grid(0)[3, 11] == result.equity[sw.parse_cards("3c")[0], 0]
    lines = str(result).splitlines()
    assert len(lines) == 12
    assert max(map(len, lines)) <= 80
    assert lines[5].split()[:2] == ["c", f"{100 * result.equity[48, 0]:.1f}"]


def test_next_cards_of_many_ranges_are_sampled_and_repeat_by_their_seed():
    players = [R1, R2, R2, R1]
    first = sw.runout_equity(players, "Ks 7h 2d 9c", samples=2000)
    assert (first.method, first.probability) == ("monte carlo", None)
    again = sw.runout_equity(players, "Ks 7h 2d 9c", samples=2000, seed=first.seed, threads=2)
    np.testing.assert_array_equal(first.equity, again.equity)


def test_next_cards_are_the_same_from_any_worker():
    seen = []
    with ThreadPoolExecutor(2) as pool:
        two = sw.runout_equity([R1, R2], "Ks 7h 2d", executor=pool, progress=lambda done, total: seen.append((done, total)))
    np.testing.assert_array_equal(two.equity, sw.runout_equity([R1, R2], "Ks 7h 2d").equity)
    assert seen == [(i, 49) for i in range(1, 50)]


@pytest.mark.parametrize("board", ["", "Ks 7h 2d 3c 4c"])
def test_only_flops_and_turns_have_a_next_card(board):
    with pytest.raises(sw.CardError, match="3 or 4 cards"):
        sw.runout_equity([R1, R2], board)
    with pytest.raises(sw.CardError, match="3 or 4 cards"):
        sw.equity_histogram(R1, R2, board)


def test_next_cards_refuse_what_an_equity_refuses():
    with pytest.raises(sw.CardError, match="Ks stands twice"):
        sw.runout_equity(["KsKd", "QQ"], "Ks 7h 2d")
    with pytest.raises(ValueError, match="block"):
        sw.runout_equity(["AsAh, AsAd", "AsKs"], "Kc 7h 2d")
    with pytest.raises(ValueError, match="2 to 10 players"):
        sw.runout_equity([R1], "Kc 7h 2d")


# ----------------------------------------------------------------------------------------------------------- histogram


def brute_histogram(hero, villain, board, street, edges):
    """Weights of the bins, walking every combo on every run-out."""
    hero, villain = sw.Range(hero).weights, sw.Range(villain).weights
    shown = sw.parse_cards(board)
    live = [card for card in range(52) if card not in shown]
    found = []
    for cards in combinations(live, (5 if street == "river" else 4) - len(shown)):
        now = [*shown, *cards]
        rivers = [[]] if street == "river" else [[card] for card in live if card not in cards]
        won, met = {}, {}
        for river in rivers:
            for combo, weight, part, whole in shares_on_river([*now, *river], hero, villain):
                won[combo] = won.get(combo, 0) + weight * part
                met[combo] = met.get(combo, 0) + weight * whole
        found += [(won[combo] / met[combo], met[combo]) for combo in won if met[combo]]
    equity, weight = np.array(found).T
    return np.histogram(equity.round(9), edges, weights=weight)[0] / weight.sum()


@pytest.mark.parametrize(
    ("board", "street", "hero", "villain"),
    [
        ("Ks 7h 2d 9c", "river", "TT+, AQs:0.5", "A9s+, KJs"),
        ("Ks 7s 2s", "turn", "QQ, AsKh", "AQs, JsTs:0.3"),
        ("Ks 7s 2s", "river", "QcQd, AsKh", "AsQs, JsTs:0.3, 76s"),
    ],
)
def test_a_histogram_counts_every_combo_on_every_run_out(board, street, hero, villain):
    edges = np.array([0, 0.1, 0.25, 0.5, 0.75, 0.9, 1.0])
    result = sw.equity_histogram(hero, villain, board, street=street, bins=edges)
    np.testing.assert_allclose(result.weights, brute_histogram(hero, villain, board, street, edges), atol=1e-12)


@pytest.mark.parametrize(("board", "street"), [("Ks 7h 2d", "turn"), ("Ks 7h 2d", "river"), ("Ks 7h 2d 9c", "river")])
def test_a_histogram_has_the_mean_of_the_equity_now(board, street):
    result = sw.equity_histogram(R1, R2, board, street=street, bins=7)
    assert result.mean == pytest.approx(sw.equity([R1, R2], board=board).equity[0], abs=1e-12)
    assert result.weights.sum() == pytest.approx(1, abs=1e-12)
    assert (result.edges.shape, result.weights.shape) == ((8,), (7,))
    assert len(str(result).splitlines()) == 7


def test_a_histogram_is_the_same_with_threads():
    one, two = (sw.equity_histogram(R1, R2, "Ks 7h 2d", threads=threads) for threads in (1, 2))
    np.testing.assert_array_equal(one.weights, two.weights)


def test_a_histogram_of_hands_knows_its_outs():
    result = sw.equity_histogram("AhKh", "QsQd", "Qh 7h 2c 3d", bins=2)
    np.testing.assert_allclose(result.weights, [37 / 44, 7 / 44])  # nine hearts, less 3h and 2h, which pair the board


def test_a_split_falls_into_the_bin_that_begins_at_a_half():
    result = sw.equity_histogram("AcKd", "AhKs", "2c 7d 9h Js", bins=2)
    assert result.weights.tolist() == [0, 1]


def test_a_histogram_refuses_streets_and_bins_that_are_none():
    with pytest.raises(ValueError, match="the turn has come"):
        sw.equity_histogram(R1, R2, "Ks 7h 2d 3c", street="turn")
    with pytest.raises(ValueError, match="no street 'flop'"):
        sw.equity_histogram(R1, R2, "Ks 7h 2d", street="flop")
    with pytest.raises(ValueError, match="bins is 0"):
        sw.equity_histogram(R1, R2, "Ks 7h 2d", bins=0)
    with pytest.raises(ValueError, match="rise from 0 to 1"):
        sw.equity_histogram(R1, R2, "Ks 7h 2d", bins=[0, 0.5, 0.5, 1])
    with pytest.raises(ValueError, match="block each other"):
        sw.equity_histogram("AsAh", "AsAd, AhAd", "Ks 7h 2d")


# ---------------------------------------------------------------------------------------------------------- hand stats


def brute_stats(hands, board):
    """Made categories and draws by looking at hands one at a time."""
    shown = sw.parse_cards(board)
    board_ranks = [card >> 2 for card in shown]
    made, draws, total = np.zeros(9), np.zeros(5), 0.0

    def best(ranks):
        runs = [{12, 0, 1, 2, 3}] + [set(range(low, low + 5)) for low in range(9)]
        return max([i for i, run in enumerate(runs) if run <= set(ranks)], default=-1)

    for _, cards, weight in held(sw.Range(hands).weights, shown):
        total += weight
        kind = sw.category(sw.evaluate([*cards, *shown]))
        made[kind] += weight
        ranks = [card >> 2 for card in cards]
        if len(shown) < 5:
            suits = [card & 3 for card in cards]
            four = any(suit in suits and (suits + [c & 3 for c in shown]).count(suit) == 4 for suit in range(4))
            draws[0] += weight * (four and kind < Category.FLUSH)
            complete = sum(best([*ranks, *board_ranks, r]) > best([*board_ranks, r]) for r in range(13))
            if kind < Category.STRAIGHT:
                draws[1] += weight * (complete >= 2)
                draws[2] += weight * (complete == 1)
        if len(set(ranks)) == 2 and not set(ranks) & set(board_ranks):
            above = sum(rank > max(board_ranks) for rank in ranks)
            draws[3] += weight * (above == 2)
            draws[4] += weight * (above == 1)
    return made / total, draws / total


@pytest.mark.parametrize(
    "board", ["Ks 7h 2d", "9s 8s 4d", "5c 6d 7h", "Ah 2h 3h", "9s 8s 4d Th", "5c 6d 7h 8s", "Ks Kd 7h 7d", *RIVERS]
)
def test_hand_stats_are_what_looking_at_every_hand_finds(board):
    hands = "22+, A2s+, K9s+, T8s:0.25, 76s, 54s, A9o+, KTo+, JTo:0.6, 83o"
    result = sw.hand_stats(hands, board)
    made, draws = brute_stats(hands, board)
    np.testing.assert_allclose(result.made, made, atol=1e-12)
    found = [result.flush_draw, result.open_ended, result.gutshot, result.two_overcards, result.one_overcard]
    np.testing.assert_allclose(found, draws, atol=1e-12)


@pytest.mark.parametrize(
    ("hand", "board", "draw"),
    [
        ("AhKh", "Qh 7h 2c", "flush_draw"),
        ("AhKc", "Qh 7h 2h", "flush_draw"),
        ("9c8d", "7h 6s 2c", "open_ended"),
        ("AcKd", "Qh Js 2c", "gutshot"),
        ("Ac2d", "4h 5s Kc", "gutshot"),
        ("8c4d", "6h 7s Tc", "open_ended"),  # a five and a nine
        ("AcKd", "Qh 7s 2c", "two_overcards"),
        ("AcJd", "Qh 7s 2c", "one_overcard"),
    ],
)
def test_a_draw_has_its_name(hand, board, draw):
    assert getattr(sw.hand_stats(hand, board), draw) == 1


@pytest.mark.parametrize(
    ("hand", "board", "draw"),
    [
        ("AcKd", "Qh 7h 2h 3h", "flush_draw"),  # the board's own
        ("AhKh", "Qh 7h 2h", "flush_draw"),  # made
        ("AhKh", "Qh 7h 2c 3c 4c", "flush_draw"),  # nothing comes
        ("AcAd", "5h 6s 7c 8d", "open_ended"),  # the board's own
        ("AcAd", "Qh 7s 2c", "two_overcards"),
        ("AcQd", "Qh 7s 2c", "one_overcard"),
    ],
)
def test_what_is_no_draw_is_not_counted(hand, board, draw):
    assert getattr(sw.hand_stats(hand, board), draw) == 0


def test_hand_stats_read_well_and_say_what_is_left():
    result = sw.hand_stats("AA, KK:0.5", "Ks 7h 2d", dead="Ac")
    assert result.weight == 3 + 0.5 * 3
    assert result.made[Category.THREE_OF_A_KIND] == pytest.approx(1.5 / 4.5)
    assert "three of a kind   33.33%" in str(result)
    assert max(map(len, str(result).splitlines())) <= 80


def test_hand_stats_refuse_boards_and_ranges_that_are_none():
    with pytest.raises(sw.CardError, match="3, 4 or 5"):
        sw.hand_stats("AA", "Ks 7h")
    with pytest.raises(ValueError, match="no combo left"):
        sw.hand_stats("KsKd", "Ks 7h 2d")
    with pytest.raises(sw.CardError, match="Ks"):
        sw.hand_stats("AA", "Ks 7h 2d", dead="Ks")


def test_listed_combos_are_a_range_of_a_player():
    listed = sw.equity(["AhKh, QsJs", "TT"], board="2c7d9h")
    assert listed.equity == sw.equity([sw.Range("AhKh, QsJs"), "TT"], board="2c7d9h").equity
    with pytest.raises(sw.CardError, match="4 cards, where a hand has 2"):
        sw.equity(["AhKhQsJs", "TT"])


# ------------------------------------------------------------------------------------------------------------- classes


def test_the_matrix_of_starting_hands_is_that_of_their_combos():
    equity, win, tie = preflop.class_matrix()
    names = [hand_name(index) for index in range(169)]
    for ours, theirs in [("AA", "KK"), ("AKs", "AKs"), ("72o", "A2s"), ("22", "22"), ("JTs", "QQ")]:
        i, j = names.index(ours), names.index(theirs)
        wanted = sw.equity([ours, theirs])
        assert (equity[i, j], win[i, j], tie[i, j]) == pytest.approx((wanted.equity[0], wanted.win[0], wanted.tie[0]), abs=1e-12)
    np.testing.assert_allclose(equity + equity.T, 1, atol=1e-12)
