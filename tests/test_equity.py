"""Exact equity of ranges: brute force on random spots, published integers, and what symmetry and arithmetic demand."""

import itertools
import math
import time

import numpy as np
import pytest
from brute_force import COMBO, NUMBER, count, hands_clash, random_spot

import steelwheel as sw
from steelwheel import exact, preflop
from steelwheel._native import ffi, lib
from steelwheel.spots import MOST_DEALS, How, check_spot, list_deals

STREETS = (0, 3, 4, 5)
HOW = How(1, None, None)
R1 = "TT+,AQs+,AKo"
R2 = "22+,A2s+,KTs+,QTs+,JTs,A9o+,KTo+"
COUNTED_AS = {"per_combo": "combo_equity", "per_combo_win": "combo_win", "per_combo_tie": "combo_tie"}
WAYS = {
    "three way": lambda spot: exact.three_way(spot, HOW),
    "listed deals": lambda spot: exact.listed(spot, list_deals(spot, MOST_DEALS), HOW),
}


def assert_counted(result, counted, weights):
    """The result is what brute force counts, for the players and for every combo, to 1e-12 of all that is met."""
    whole = bool(np.isin(weights, (0, 1)).all())
    for field in ("equity", "win", "tie"):
        assert getattr(result, field) == pytest.approx(getattr(counted, field), rel=0, abs=1e-12)
    for field in ("wins", "ties"):
        scale = 0 if whole else 1e-12 * counted.deals
        assert getattr(result, field) == pytest.approx(getattr(counted, field), rel=0, abs=scale)
    assert result.deals == pytest.approx(counted.deals, rel=0 if whole else 1e-12)
    assert result.runouts == counted.runouts
    assert result.method == "exact"
    for player, row in enumerate(weights):
        deals = counted.combo_deals[player]
        met, held = deals > 0, row > 0
        scale = 1e-12 * deals.sum()
        assert result.per_combo_deals[player][held & met] == pytest.approx(deals[held & met], rel=0, abs=scale)
        for field in ("per_combo", "per_combo_win", "per_combo_tie"):
            ours, theirs = getattr(result, field)[player], getattr(counted, COUNTED_AS[field])[player]
            np.testing.assert_array_equal(np.isnan(ours), ~met, f"{field}: not a number exactly where no deal has the combo")
            np.testing.assert_allclose((ours * deals)[met], (theirs * deals)[met], rtol=0, atol=scale)


def equity(weights, board=(), dead=(), **how):
    return sw.equity(list(weights), board=board, dead=dead, **how)


def spots(players, street, number, whole=None):
    for seed in range(number):
        rng = np.random.default_rng((players, street, seed))
        yield random_spot(rng, players, street, seed % 2 == 0 if whole is None else whole)


def possible_spots(players, street, number, whole=None):
    for weights, board, dead in spots(players, street, number, whole):
        counted = count(weights, board, dead)
        if counted is not None:
            yield weights, board, dead, counted


# ------------------------------------------------------------------------------------------------------- brute force


@pytest.mark.parametrize("street", STREETS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_spots_are_as_brute_force_counts(players, street):
    possible = 0
    for weights, board, dead in spots(players, street, 32):
        counted = count(weights, board, dead)
        if counted is None:
            with pytest.raises(ValueError, match="block"):
                equity(weights, board, dead, method="exact")
        else:
            assert_counted(equity(weights, board, dead, method="exact"), counted, weights)
            possible += 1
    assert possible >= 24


@pytest.mark.parametrize("street", STREETS)
@pytest.mark.parametrize("way", WAYS)
def test_both_ways_of_three_players_are_as_brute_force_counts(way, street, kernel):
    for weights, board, dead, counted in possible_spots(3, street, 8):
        spot = check_spot(list(weights), board, dead)
        assert_counted(WAYS[way](spot), counted, weights)


@pytest.mark.parametrize("street", STREETS)
def test_every_kernel_is_as_brute_force_counts_for_two_players(street, kernel):
    for weights, board, dead, counted in possible_spots(2, street, 16):
        spot = check_spot(list(weights), board, dead)
        assert_counted(exact.heads_up(spot, HOW), counted, weights)


@pytest.mark.parametrize("street", STREETS)
@pytest.mark.parametrize("players", [2, 3])
def test_every_kernel_has_the_same_integers(players, street):
    before = sw.kernel()
    for weights, board, dead, _ in possible_spots(players, street, 6, whole=True):
        results = set()
        for name in sw.kernels():
            sw.use_kernel(name)
            result = equity(weights, board, dead)
            results.add((result.wins, result.ties, result.equity, b"".join(row.tobytes() for row in result.per_combo)))
        sw.use_kernel(before)
        assert len(results) == 1


@pytest.mark.parametrize(
    "board", ["7h 2h Th", "7h 2h Th 9h", "7h 2h Th 9h 3h", "Th Jh Qh Kh Ah", "7h 7d 7c", "7h 7d 7c 7s", "9c 9d 4c 4d 4h"]
)
@pytest.mark.parametrize("players", [2, 3])
def test_suited_and_paired_boards_are_as_brute_force_counts(board, players):
    shown = sw.parse_cards(board)
    rng = np.random.default_rng(len(board) + players)
    dead = [card for card in rng.permutation(52).tolist() if card not in shown][: 26 if len(shown) == 3 else 15]
    live = [card for card in range(52) if card not in shown and card not in dead]
    combos = [NUMBER[frozenset(pair)] for pair in itertools.combinations(live, 2)]
    weights = np.zeros((players, 1326))
    for row in weights:
        row[rng.choice(combos, 60 if players == 2 else 12, replace=False)] = 1
    counted = count(weights, shown, dead)
    assert_counted(equity(weights, shown, dead), counted, weights)
    if players == 3:
        assert_counted(exact.three_way(check_spot(list(weights), shown, dead), HOW), counted, weights)


@pytest.mark.parametrize("players", [2, 3])
def test_suit_symmetric_short_decks_before_the_flop_are_as_brute_force_counts(players):
    texts = ["QQ+, AKs", "AA, AQs:0.25", "JJ, AKs:0.5"][:players]
    weights = np.array([sw.Range(text).weights for text in texts])
    dead = list(range(36))  # tens and lower: all 24 suit permutations leave the spot as it is
    symmetries = np.zeros((24, 4), np.uint8)
    assert (
        lib.sw_symmetries(
            ffi.from_buffer("double[]", weights), players, 0, sw.cards_mask(dead), ffi.from_buffer("uint8_t[]", symmetries)
        )
        == 24
    )
    counted = count(weights, (), dead)
    assert_counted(equity(weights, (), dead), counted, weights)


@pytest.mark.parametrize("players", [5, 6])
def test_more_players_are_as_brute_force_counts(players):
    rng = np.random.default_rng(players)
    for street in (4, 5):
        deck = rng.permutation(52).tolist()
        weights = np.zeros((players, 1326))
        for row in weights:
            for _ in range(3):
                row[NUMBER[frozenset(rng.choice(deck[street:], 2, replace=False).tolist())]] = rng.random()
        counted = count(weights, deck[:street])
        assert_counted(equity(weights, deck[:street]), counted, weights)


# -------------------------------------------------------------------------------------------------- published numbers


@pytest.mark.parametrize(
    ("players", "board", "runouts", "wins", "tie", "equities"),
    [
        (["AhKh", "QsQd"], "", 1_712_304, (787_966, 917_606), 6_732, (0.462144572459, 0.537855427541)),
        (["AA", "random"], "", 12_585_434_400, (10_689_050_508, 1_827_970_020), 68_413_872, (0.852037133021, 0.147962866979)),
        (["AsAh", "random"], "", 2_097_572_400, (1_781_508_418, 304_661_670), 11_402_312, (0.852037133021, 0.147962866979)),
        ([R1, R2], "", 17_701_798_752, (11_478_409_512, 5_689_327_384), 534_061_856, (0.663516776151, 0.336483223849)),
        ([R1, R2], "Ks 7h 2d", 7_779_420, (5_488_861, 2_150_036), 140_523, (0.714593440128, 0.285406559872)),
        (
            ["AsAh", "KsKh", "QsQh"],
            "",
            1_370_754,
            (924_864, 233_476, 204_228),
            8_186,
            (0.676702505823, 0.172317328030, 0.150980166147),
        ),
        (
            ["AA", "KK", "QQ"],
            "",
            296_082_864,
            (197_872_740, 52_100_496, 44_784_900),
            1_324_728,
            (0.669793291381, 0.177457321542, 0.152749387077),
        ),
    ],
    ids=["hand v hand", "AA v random", "AsAh v random", "ranges", "ranges on a flop", "three hands", "three pairs"],
)  # fmt: skip
def test_published_equity(players, board, runouts, wins, tie, equities):
    result = sw.equity(players, board=board)
    assert (result.runouts, result.wins, result.ties) == (runouts, wins, (tie,) * len(players))
    assert result.deals == runouts
    assert result.equity == pytest.approx(equities, rel=0, abs=1e-12)


@pytest.mark.parametrize(("board", "first"), [("Ks 7h 2d Tc", 0.7374367857285), ("Ks 7h 2d Tc 5s", 0.7455197132616)])
def test_published_equity_of_ranges_on_a_turn_and_a_river(board, first):
    assert sw.equity([R1, R2], board=board).equity == pytest.approx((first, 1 - first), rel=0, abs=1e-12)


def test_three_pairs_before_the_flop_both_ways():
    results = [way(check_spot(["AA", "KK", "QQ"], "", "")) for way in WAYS.values()]
    for result in results:
        assert (result.runouts, result.wins, result.ties) == (296_082_864, (197_872_740, 52_100_496, 44_784_900), (1_324_728,) * 3)
    for ours, theirs in zip(*(result.per_combo for result in results)):
        np.testing.assert_allclose(ours, theirs, rtol=0, atol=1e-12)


# ----------------------------------------------------------------------------------------------------------- symmetry


def renamed_cards(cards, suits):
    return [card // 4 * 4 + suits[card % 4] for card in cards]


@pytest.mark.parametrize("street", STREETS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_names_of_suits_change_no_bit(players, street):
    for weights, board, dead, _ in possible_spots(players, street, 5, whole=True):
        result = equity(weights, board, dead)
        for suits in [(1, 0, 2, 3), (2, 3, 1, 0)]:
            image = [NUMBER[frozenset(renamed_cards(pair, suits))] for pair in COMBO]
            renamed = np.zeros_like(weights)
            renamed[:, image] = weights
            other = equity(renamed, renamed_cards(board, suits), renamed_cards(dead, suits))
            for field in ("equity", "win", "tie", "wins", "ties", "deals", "runouts", "weight"):
                assert getattr(other, field) == getattr(result, field), field
            for field in ("per_combo", "per_combo_win", "per_combo_tie"):
                for ours, theirs in zip(getattr(other, field), getattr(result, field)):
                    np.testing.assert_array_equal(ours[image], theirs)


@pytest.mark.parametrize("players", [[R1, R2], [R1, R2, R1], ["AA", "KhXh", "A5s", "JTs, QsQd"]])
def test_the_names_of_suits_change_no_bit_of_wide_ranges(players):
    weights, board = np.array([sw.Range(text).weights for text in players]), sw.parse_cards("Ks 7h 2d 3h")
    result = equity(weights, board, method="exact")
    for suits in [(1, 0, 2, 3), (2, 3, 0, 1)]:
        image = [NUMBER[frozenset(renamed_cards(pair, suits))] for pair in COMBO]
        renamed = np.zeros_like(weights)
        renamed[:, image] = weights
        other = equity(renamed, renamed_cards(board, suits), method="exact")
        assert (other.wins, other.ties, other.equity) == (result.wins, result.ties, result.equity)
        for ours, theirs in zip(other.per_combo, result.per_combo):
            np.testing.assert_array_equal(ours[image], theirs)


@pytest.mark.parametrize("street", STREETS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_order_of_players_only_orders_the_result(players, street):
    for weights, board, dead, _ in possible_spots(players, street, 4, whole=True):
        result = equity(weights, board, dead)
        for order in itertools.permutations(range(players)):
            other = equity(weights[list(order)], board, dead)
            for field in ("equity", "win", "tie", "wins", "ties", "weight"):
                assert getattr(other, field) == tuple(getattr(result, field)[i] for i in order), field
            for place, player in enumerate(order):
                np.testing.assert_array_equal(other.per_combo[place], result.per_combo[player])


def test_the_order_of_combos_and_cards_changes_nothing():
    result = sw.equity(["AA,KK,AhQh", "QQ,JsTs,22:0.5"], board="Kh 7s 2d", dead="3c 4c")
    other = sw.equity(["QhAh,KK,AA", "22:0.5,TsJs,QQ"], board="2d Kh 7s", dead="4c 3c")
    assert (other.wins, other.ties, other.equity) == (result.wins, result.ties, result.equity)
    for ours, theirs in zip(other.per_combo, result.per_combo):
        np.testing.assert_array_equal(ours, theirs)


# --------------------------------------------------------------------------------------------------------- arithmetic


@pytest.mark.parametrize("street", STREETS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_shares_of_all_players_add_up(players, street):
    for weights, board, dead, counted in possible_spots(players, street, 8):
        result = equity(weights, board, dead)
        assert sum(result.equity) == pytest.approx(1, rel=0, abs=1e-12)
        for p, row in enumerate(weights):
            assert result.win[p] <= result.equity[p] + 1e-12
            assert result.win[p] + result.tie[p] / players - 1e-12 <= result.equity[p] <= result.win[p] + result.tie[p] / 2 + 1e-12
            held = np.isfinite(result.per_combo[p])
            assert weights[p][held] @ result.per_combo_deals[p][held] == pytest.approx(counted.deals, rel=1e-12)
            assert row[held].all()
            for field in ("equity", "win", "tie"):
                each = getattr(result, "per_combo" + ("" if field == "equity" else "_" + field))[p]
                mean = np.average(each[held], weights=(row * result.per_combo_deals[p])[held])
                assert mean == pytest.approx(getattr(result, field)[p], rel=0, abs=1e-12)
        if players == 2:
            assert sum(result.win) + result.tie[0] == pytest.approx(1, rel=0, abs=1e-12)
            assert result.tie[0] == pytest.approx(result.tie[1], rel=0, abs=1e-12)


@pytest.mark.parametrize("way", ["heads up", *WAYS])
def test_wins_and_ties_by_number_of_winners_add_up_to_all_deals(way):
    players = 2 if way == "heads up" else 3
    run = WAYS.get(way, lambda spot: exact.heads_up(spot, HOW))
    for weights, board, dead, counted in possible_spots(players, 3, 8, whole=True):
        result = run(check_spot(list(weights), board, dead))
        if players == 2:
            assert sum(result.wins) + result.ties[0] == counted.deals
        else:
            thirds = [share * counted.deals - win - tie / 2 for share, win, tie in zip(result.equity, result.wins, result.ties)]
            all_tie = -6 * np.array(thirds)  # a third of the pot is a sixth less than half
            assert all_tie == pytest.approx(all_tie.mean(), rel=0, abs=1e-9 * counted.deals)
            two_tie = (sum(result.ties) - 3 * all_tie.mean()) / 2
            assert sum(result.wins) + two_tie + all_tie.mean() == pytest.approx(counted.deals, rel=1e-9)


@pytest.mark.parametrize(
    ("board", "dead"), [("", ""), ("", list(range(16))), ("Ks 7h 2d", ""), ("Kh 7h 2h 9s", "Ac"), ("Ks Kh 2d 9s 9c", "")]
)
def test_a_range_and_its_complement_average_back_to_the_whole(board, dead):
    rng = np.random.default_rng(7)
    part = rng.integers(0, 65, 1326) / 64
    if dead and not board:
        part = sw.Range("22+:0.25,AKs,QTo-Q8o:0.5").weights  # suit-symmetric, so that the walk is short
    opponent = sw.Range("99+, AJs+:0.5, 76s")
    results = [sw.equity([weights, opponent], board=board, dead=dead) for weights in (part, 1 - part, np.ones(1326))]
    for player in range(2):
        for field in ("wins", "ties"):
            some, rest, whole = (getattr(result, field)[player] for result in results)
            assert some + rest == pytest.approx(whole, rel=1e-12)
    some, rest, whole = (result.per_combo_deals[1] * result.per_combo[1] for result in results)
    np.testing.assert_allclose(some + rest, whole, rtol=1e-12)
    some, rest, whole = (result.per_combo[0] for result in results)
    np.testing.assert_allclose(np.where(part > 0, some, rest), whole, rtol=0, atol=1e-12, err_msg="the own weight is no matter")
    assert sum(result.deals for result in results[:2]) == pytest.approx(results[2].deals, rel=1e-12)


def test_a_range_and_its_complement_average_back_to_the_whole_for_three():
    part = np.random.default_rng(8).integers(0, 65, 1326) / 64
    others = ["22+, A2s+", "random"]
    results = [sw.equity([weights, *others], board="Kh 7h 2d 9s") for weights in (part, 1 - part, np.ones(1326))]
    for player in range(3):
        some, rest, whole = (result.wins[player] for result in results)
        assert some + rest == pytest.approx(whole, rel=1e-12)
        some, rest, whole = (result.ties[player] for result in results)
        assert some + rest == pytest.approx(whole, rel=1e-12)


def test_the_same_range_for_all_is_worth_the_same():
    for players in (2, 3):
        assert sw.equity([R2] * players, board="Ks 7h 2d 9s").equity == pytest.approx([1 / players] * players, rel=0, abs=1e-12)
    assert sw.equity(["random"] * 2).equity == pytest.approx((0.5, 0.5), rel=0, abs=1e-12)
    assert sw.equity(["random"] * 3, board="Ks 7h 2d 9s 9c").equity == pytest.approx([1 / 3] * 3, rel=0, abs=1e-12)


def test_values_of_combos_are_numbers_exactly_in_the_range():
    result = sw.equity(["AA, KQs", "22+"], board="Ah 7h 2d", dead="Qc")
    held = sw.Range("AA, KQs").remove("Ah 7h 2d Qc").weights > 0
    for field in ("per_combo", "per_combo_win", "per_combo_tie"):
        np.testing.assert_array_equal(np.isfinite(getattr(result, field)[0]), held)
    assert result.weight == (held.sum(), len(sw.Range("22+").remove("Ah 7h 2d Qc")))


def fractions(rng):
    """Text of hands that all hold the ace of spades, with weights whose sums are not exact."""
    return ", ".join(f"As{rank}s:{weight / 10}" for rank, weight in zip("JT9876", rng.integers(1, 10, 6)))


@pytest.mark.parametrize("others", [[], ["7c7d:0.1, 7c6c:0.3"]])
def test_a_combo_that_every_hand_of_an_opponent_blocks_has_no_value(others):
    rng = np.random.default_rng(0)
    blocked, free = (NUMBER[frozenset(sw.parse_cards(hand))] for hand in ("AsKs", "QhQd"))
    for _ in range(20):
        result = sw.equity(["AsKs, QhQd", fractions(rng), *others], board="2c 3d 4h")
        for values in (result.per_combo, result.per_combo_win, result.per_combo_tie):
            assert np.isnan(values[0][blocked])
            assert np.isfinite(values[0][free])
        assert result.per_combo_deals[0][blocked] == 0


@pytest.mark.parametrize("board", ["3c 3d 4h", "3c 3d 4h 5s 9c"])
@pytest.mark.parametrize("dead", ["", "2c"])
def test_weighted_ranges_that_block_each_other_wholly_are_refused(board, dead):
    rng = np.random.default_rng(0)
    for _ in range(40):  # so that rounding leaves something of a sum that should be nothing
        blocking = ["AsKs, AsQs", fractions(rng)]
        for players in (blocking, [*blocking, "7c7d:0.1, 6c6d:0.3"]):
            with pytest.raises(ValueError, match="block each other"):
                sw.equity(players, board=board, dead=dead)


@pytest.mark.parametrize("others", [[], ["7c7d, 7c7h"]])
def test_ranges_that_block_each_other_wholly_are_refused_before_any_run_out_is_walked(others):
    start = time.monotonic()
    with pytest.raises(ValueError, match="block each other"):
        sw.equity(["AsKs, AsQs", "AsJs, AsTs", *others], dead="2c")
    assert time.monotonic() - start < 2


def test_weights_scale_nothing_but_the_deals():
    whole = sw.equity(["AA, KK", "QQ, JJ", "AKs"], board="2c 3d 4h")
    half = sw.equity(["AA:0.5, KK:0.5", "QQ:0.25, JJ:0.25", "AKs"], board="2c 3d 4h")
    assert half.equity == pytest.approx(whole.equity, rel=0, abs=1e-12)
    assert half.deals == pytest.approx(whole.deals / 8, rel=1e-12)
    assert half.runouts == whole.runouts
    for ours, theirs in zip(half.per_combo, whole.per_combo):
        np.testing.assert_allclose(ours, theirs, rtol=0, atol=1e-12)


# ------------------------------------------------------------------------------------------------------------- slices


@pytest.mark.parametrize("function", ["sw_heads_up", "sw_three_way"])
def test_slices_of_any_size_add_up_to_the_whole(function):
    players = 2 if function == "sw_heads_up" else 3
    rows = players if function != "sw_heads_up" else 2
    for weights, board, dead, _ in possible_spots(players, 3, 4, whole=True):
        spot = check_spot(list(weights), board, dead)
        turns = lib.sw_turns(len(board), spot.dead)
        tallies, counted = [], []
        for step in (turns, 1, 7):
            tally = np.zeros((players, rows, 1326))
            arguments = [ffi.from_buffer("double[]", spot.weights), spot.board, len(board), spot.dead]
            parts = [
                getattr(lib, function)(*arguments, first, min(first + step, turns), ffi.from_buffer("double[]", tally))
                for first in range(0, turns, step)
            ]
            tallies.append(tally)
            counted.append(sum(parts))
        assert counted == [math.comb(spot.live, 5 - len(board))] * 3
        for tally in tallies[1:]:
            np.testing.assert_array_equal(tally, tallies[0])


@pytest.mark.parametrize("players", [[R1, R2], [R1, R2, "JJ+:0.3,A5s"], ["AA,KK:0.7", "QQ,JTs", "AKs", "99,88:0.3"]])
def test_threads_change_no_bit(players):
    results = [sw.equity(players, board="Ks 7h 2d", threads=threads, method="exact") for threads in (1, 2, 5)]
    for other in results[1:]:
        assert other == results[0]
        for ours, theirs in zip(other.per_combo, results[0].per_combo):
            np.testing.assert_array_equal(ours, theirs)


def test_a_walk_of_many_slices_has_the_same_bits_for_any_number_of_threads_and_reports_progress():
    seen = []
    weights = [np.random.default_rng(i).random(1326) * (np.random.default_rng(9 + i).random(1326) < 0.02) for i in range(3)]
    one = sw.equity(weights, board="Ks 7h 2d", progress=lambda done, total: seen.append((done, total)))
    two = sw.equity(weights, board="Ks 7h 2d", threads=2)
    assert one == two
    assert [done for done, _ in seen] == list(range(1, len(seen) + 1))
    assert {total for _, total in seen} == {len(seen)}


# ------------------------------------------------------------------------------------------------ before the flop


def enumerated(pairs):
    """Boards that the first hand of each pair wins, and ties, counted by the C core's loop over all boards."""
    hole = np.array([[COMBO[a], COMBO[b]] for a, b in pairs], np.uint8)
    shares = np.empty((len(pairs), 2, 2), np.uint64)
    boards = np.full((len(pairs), 5), 255, np.uint8)
    done = lib.sw_many(
        *(ffi.from_buffer("uint8_t[]", rows) for rows in (hole, boards)), len(pairs), 2, 0, ffi.from_buffer("uint64_t[]", shares)
    )
    assert done == len(pairs)
    return shares[:, 0, 0], shares[:, 0, 1]


def test_the_preflop_table_is_what_enumeration_counts():
    wins, ties = preflop.matrix()
    rng = np.random.default_rng(3)
    pairs = [(a, b) for a, b in rng.integers(0, 1326, (40, 2)).tolist() if not set(COMBO[a]) & set(COMBO[b])]
    pairs += [(NUMBER[frozenset((48, 49))], NUMBER[frozenset((50, 51))]), (NUMBER[frozenset((0, 7))], NUMBER[frozenset((1, 6))])]
    win, tie = enumerated(pairs)
    assert [int(wins[a, b]) for a, b in pairs] == win.tolist()
    assert [int(ties[a, b]) for a, b in pairs] == tie.tolist()


def test_the_preflop_table_is_antisymmetric_and_empty_where_hands_share_a_card():
    wins, ties = preflop.matrix()
    cards = np.array(COMBO)
    share = (cards[:, None, :, None] == cards[None, :, None, :]).any(axis=(2, 3))
    assert ((wins + wins.T + ties)[~share] == 1_712_304).all()
    assert (ties == ties.T).all()
    assert not wins[share].any()
    assert not ties[share].any()
    assert (~share).sum() == 1326 * 1225


def test_the_walk_of_whole_boards_agrees_with_the_preflop_table():
    spot = check_spot(["QQ+, AKs", "JJ:0.5, A5s, KK"], "", "")
    walked, table = exact._two_on_runouts(spot, How(2, None, None)), exact.heads_up(spot, HOW)
    assert walked.equity == pytest.approx(table.equity, rel=0, abs=1e-12)
    for ours, theirs in zip(walked.per_combo, table.per_combo):
        np.testing.assert_allclose(ours, theirs, rtol=0, atol=1e-12)


# ------------------------------------------------------------------------------------------------------------- method


def test_four_narrow_ranges_are_counted_and_wide_ones_sampled():
    assert sw.equity(["AA", "KK", "QQ", "JJ"], board="2c 3d 4h").method == "exact"
    sampled = sw.equity(["22+", "A2s+", "random", "random"], board="2c 3d 4h", seed=1)
    assert (sampled.method, sampled.seed) == ("monte carlo", 1)
    assert sw.equity(["random"] * 3, board="2c 3d 4h 5s 9s").method == "exact"


def test_what_cannot_be_listed_is_not_counted_by_force():
    with pytest.raises(ValueError, match="sample"):
        sw.equity(["random"] * 4, board="2c 3d 4h", method="exact")


# ------------------------------------------------------------------------------------------------------------- errors

ELEVEN = [sw.format_cards([2 * i, 2 * i + 1], "") for i in range(11)]


@pytest.mark.parametrize(
    ("players", "how", "named"),
    [
        (["AA"], {}, "2 to 10 players.*not 1"),
        ([], {}, "2 to 10 players.*not 0"),
        (ELEVEN, {}, "2 to 10 players.*not 11"),
        (["random"] * 11, {}, "2 to 10 players.*not 11"),
        ("AA,KK", {}, "2 to 10 players.*one text"),
        (["AA", "KK"], {"board": "Kc Kd Kh"}, "player 1, KK, has no combo left: Kc Kd Kh block"),
        (["AA", "KK"], {"dead": "As Ah Ad"}, "player 0, AA, has no combo left: As Ah Ad block"),
        (["AA", "KK"], {"board": "Ac Ad 2c", "dead": "Ah"}, "player 0, AA, has no combo left"),
        (["AhKh, AhQh", "AhJh, AhTh"], {}, "AhKh, AhQh and AhJh, AhTh block each other"),
        (["AA", "AA", "AA"], {"board": "2c 3c 4c"}, "AA and AA and AA block each other"),
        (["AA", "AA", "AA"], {}, "AA and AA and AA block each other"),
        (["AA", "AA", "AA", "KK"], {"board": "2c 3c 4c"}, "block each other"),
        (["AA", "AA", "AA", "KK"], {"samples": 10}, "block each other"),
        (["AhKh, AhQh", "AhJh, AhTh"], {"samples": 10}, "block each other"),
        (["AA", "none"], {}, "player 1 has an empty range"),
        (["AA", np.zeros(1326)], {}, "player 1 has an empty range"),
        (["AsKs", "QdQh"], {"board": "As Ts 2c"}, "As stands twice: player 0 and the board"),
        (["AsKs", "AsQh"], {}, "As stands twice: player 0 and player 1"),
        (["AsKs", "QdQh"], {"board": "Js Ts 2c", "dead": "Ks"}, "Ks stands twice: player 0 and the dead cards"),
        (["AA", "KK"], {"board": "Js Ts Js"}, "Js"),
        (["AA", "KK"], {"board": "Js Ts 2c", "dead": "2c"}, "2c stands twice: the board and the dead cards"),
        (["AA", "KK"], {"board": "2c"}, "0, 3, 4 or 5 cards, not 1"),
        (["AA", "KK"], {"board": "2c 3c"}, "0, 3, 4 or 5 cards, not 2"),
        (["AA", "KK"], {"board": "2c 3c 4c 5c 6c 7c"}, "0, 3, 4 or 5 cards, not 6"),
        (["AA", np.full(1326, 1.5)], {}, "weight 1.5"),
        (["AA", np.full(1326, -0.5)], {}, "weight -0.5"),
        (["AA", np.full(1326, np.nan)], {}, "weight nan"),
        (["AA", np.ones(1325)], {}, "1,326 weights"),
        (["AA", "KK:1.5"], {}, "KK:1.5"),
        (["AA", "KKs"], {}, "KKs"),
        (["AA", "KK"], {"method": "fast"}, "no method 'fast'.*auto, exact and monte carlo"),
        (["AA", "KK"], {"method": "exact", "samples": 10}, "samples.*method='exact'"),
        (["AA", "KK"], {"samples": -1}, "samples is -1"),
        (["AA", "KK"], {"samples": 0}, "samples is 0"),
        (["AA", "KK"], {"stderr": 0}, "stderr is 0"),
        (["AA", "KK"], {"stderr": -1e-3}, "stderr is -0.001"),
        (["AA", "KK"], {"seconds": -2}, "seconds is -2"),
        (["AA", "KK"], {"samples": 10, "seed": -1}, "seed -1"),
        (["AA", "KK"], {"samples": 10, "seed": 1 << 64}, "seed 18446744073709551616"),
        ([R1, R2], {"board": "Ks 7h 2d", "threads": 0}, "threads is 0"),
        (["AA", "KK"], {"threads": 0}, "threads is 0"),
        (["random", "random"], {"dead": list(range(44))}, "8 cards are left"),
    ],
)
def test_impossible_spots_are_refused_with_the_reason(players, how, named):
    with pytest.raises(ValueError, match=named):
        sw.equity(players, **how)


def test_a_partly_blocked_range_loses_its_blocked_combos_and_says_so():
    result = sw.equity(["AA", "KK:0.5"], board="Ah Kc 2d", dead="Kd")
    assert result.weight == (3, 0.5)
    assert result.deals == 3 * 0.5 * math.comb(44, 2)
    assert not hands_clash(np.array([sw.Range("AA").weights] * 2), [], [])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"seed": -1}, "seed -1 is outside"),
        ({"seed": "x"}, "seed is 'x': it must be a whole number"),
        ({"seed": True}, "seed is True: it must be a whole number"),
        ({"threads": True}, "threads is True: it must be a whole number"),
        ({"samples": 10.0}, "samples is 10.0: it must be a whole number"),
        ({"stderr": "x"}, "stderr is 'x': a number above 0"),
        ({"seconds": True}, "seconds is True: a number above 0"),
    ],
)
def test_numbers_that_are_none_are_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        sw.equity(["AA", "KK"], **arguments)


def test_numbers_of_numpy_are_numbers():
    plain = sw.equity(["AA", "KK"], samples=1000, seed=5, threads=2)
    assert sw.equity(["AA", "KK"], samples=np.int64(1000), seed=np.uint8(5), threads=np.int64(2)) == plain
    assert (sw.deal(3, 7, seed=np.int64(4)) == sw.deal(3, 7, seed=4)).all()
