"""Monte Carlo: unbiased under card removal, honest standard errors, the same bits for a seed whoever does the work."""

import itertools
import math
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from brute_force import COMBO, count, random_spot

import steelwheel as sw
from steelwheel import sampling
from steelwheel._native import ffi, lib
from steelwheel.spots import check_spot

RIVER = "2c 7d 9h Jc 3s"


def standard_errors_off(sampled, exact):
    """How many standard errors the sampled equities are away from the exact ones."""
    return max(abs(a - b) / max(error, 1e-9) for a, b, error in zip(sampled.equity, exact, sampled.stderr))


def shares_of(players, splits, *, seed=7, board="", dead=""):
    """Tally of the C core over slices with these ends."""
    spot = check_spot(players, board, dead)
    tables = sampling._tables(spot)
    total = np.zeros((spot.n, spot.n + 1, spot.n + 1), np.uint64)
    for first, last in itertools.pairwise(splits):
        done, part = sampling._sample_slice(seed, first, last - first, *tables)
        assert done == last - first
        total += part
    return total


# ------------------------------------------------------------------------------------------------------- card removal


def sequential(weights, board):
    """Equity of player 0 as players dealt one after the other from what is left would have it: biased."""
    strength = sw.board_strengths(sw.parse_cards(board))
    equity = 0.0
    first = weights[0] / weights[0].sum()
    for a in np.flatnonzero(first):
        left = {b: weights[1][b] for b in np.flatnonzero(weights[1]) if not set(COMBO[a]) & set(COMBO[b])}
        for b, weight in left.items():
            won = 1.0 if strength[a] > strength[b] else 0.5 if strength[a] == strength[b] else 0.0
            equity += first[a] * weight / sum(left.values()) * won
    return equity


@pytest.mark.parametrize(
    ("players", "board"),
    [
        (["AA,KK", "AA"], RIVER),  # aces leave aces one combo of six, kings all of them
        (["AA:0.5,22", "AA,33"], "2d 7d 9h Jc 3s"),
        (["AsKs,QdQc", "AsXx,2h2d"], "4c 7d 9h Jc 3s"),
        (["AK,QQ", "AK:0.3,KK"], RIVER),
    ],
)
def test_hole_cards_come_from_the_joint_distribution_and_not_one_player_after_the_other(players, board):
    weights = np.array([sw.Range(text).remove(board).weights for text in players])
    exact = count(weights, sw.parse_cards(board))
    assert sw.equity(players, board=board).equity == pytest.approx(exact.equity, rel=0, abs=1e-12)
    sampled = sw.equity(players, board=board, samples=400_000, seed=11)
    assert standard_errors_off(sampled, exact.equity) < 4.5
    assert abs(sequential(weights, board) - sampled.equity[0]) > 10 * sampled.stderr[0]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_spots_are_sampled_around_what_brute_force_counts(players):
    squares = []
    for seed in range(14):
        rng = np.random.default_rng((players, seed, 99))
        weights, board, dead = random_spot(rng, players, (0, 3, 4, 5)[seed % 4], whole=False)
        counted = count(weights, board, dead)
        if counted is None:
            continue
        sampled = sw.equity(list(weights), board=board, dead=dead, samples=20_000, seed=seed)
        for field in ("win", "tie"):
            for ours, theirs in zip(getattr(sampled, field), getattr(counted, field)):
                error = math.sqrt(max(theirs * (1 - theirs), 1e-12) / 20_000)
                assert abs(ours - theirs) < 4.5 * error + 1e-9
        if sampled.stderr[0]:
            squares.append(((sampled.equity[0] - counted.equity[0]) / sampled.stderr[0]) ** 2)
    assert len(squares) >= 8
    assert 0.1 < np.mean(squares) < 3


@pytest.mark.parametrize(
    ("players", "board"),
    [
        (["AA", "random"], ""),
        (["random", "JJ+,AKs:0.3"], "Kh 7h 2d"),
        (["random", "QQ", "random"], "Kh 7h 2d 2s"),
        (["random", "random"], "Ks Kh 7c 7d 2s"),
        (["A5s", "random", "KQs, QJs:0.5"], "Kh 7h 2d"),
    ],
)
def test_players_with_any_two_cards_among_ranges_agree_with_exact_results(players, board):
    exact = sw.equity(players, board=board, method="exact")
    sampled = sw.equity(players, board=board, samples=150_000, seed=3)
    assert exact.method == "exact"
    assert standard_errors_off(sampled, exact.equity) < 4.5
    for field in ("win", "tie"):
        assert getattr(sampled, field) == pytest.approx(getattr(exact, field), rel=0, abs=4.5 * 0.5 / math.sqrt(150_000))


def test_any_two_cards_by_way_of_a_range_are_any_two_cards_by_way_of_the_deck():
    nearly = np.ones(1326)
    nearly[0] = 1 - 2**-50  # no longer quite any two cards, so drawn from an alias table
    players = ["AKs", "random", "random"]
    exact = sw.equity(players, board="Kh 7h 2d 2s").equity
    assert standard_errors_off(sw.equity(players, board="Kh 7h 2d 2s", samples=150_000, seed=4), exact) < 4.5
    assert standard_errors_off(sw.equity(["AKs", nearly, nearly], board="Kh 7h 2d 2s", samples=150_000, seed=5), exact) < 4.5


@pytest.mark.parametrize("players", [2, 6, 10])
def test_equal_players_have_equal_equities(players):
    sampled = sw.equity(["random"] * players, samples=100_000, seed=players)
    assert standard_errors_off(sampled, [1 / players] * players) < 4.5
    assert sum(sampled.equity) == pytest.approx(1, rel=0, abs=1e-12)
    assert sampled.runouts == sampled.deals == 100_000
    assert sum(wins + ties for wins, ties in zip(sampled.wins, sampled.ties)) >= 100_000
    assert (sampled.method, sampled.per_combo) == ("monte carlo", ())


def test_ten_ranges_that_collide_often_are_sampled():
    players = ["22+", "A2s+", "K9s+", "random", "QQ-99", "AKo", "T9s,98s", "random", "A5s-A2s", "JJ+"]
    sampled = sw.equity(players, samples=30_000, seed=1)
    assert sum(sampled.equity) == pytest.approx(1, rel=0, abs=1e-12)
    assert sampled.equity[9] == max(sampled.equity)
    assert sampled == sw.equity(players, samples=30_000, seed=1, threads=2)


# ---------------------------------------------------------------------------------------------------- cards that are gone


def test_neither_board_nor_dead_nor_others_cards_are_dealt():
    """Where only the right cards are left, any other would show in the result."""
    board = sw.parse_cards("2c 2d 2h")
    live = sw.parse_cards("AsKsQsJs 3d3h 2s 4c")
    dead = [card for card in range(52) if card not in board and card not in live]
    exact = sw.equity(["random", "random"], board=board, dead=dead)
    sampled = sw.equity(["random", "random"], board=board, dead=dead, samples=100_000, seed=2)
    assert standard_errors_off(sampled, exact.equity) < 4.5
    for field in ("win", "tie"):
        assert getattr(sampled, field) == pytest.approx(getattr(exact, field), rel=0, abs=4.5 * 0.5 / math.sqrt(100_000))


def test_the_last_cards_of_the_deck_are_dealt_as_the_rules_say():
    live = sw.parse_cards("AsAh KsKh 2c3d4h5c7d")
    dead = [card for card in range(52) if card not in live]
    result = sw.equity(["AsAh", "KsKh"], dead=dead, samples=1_000, seed=1)
    assert (result.wins, result.ties) == ((1000, 0), (0, 0))
    assert result.stderr == (0, 0)


# --------------------------------------------------------------------------------------------------- standard errors


@pytest.mark.parametrize(
    ("players", "board"), [(["AA,KK", "QQ+"], "2c 7d 9h"), (["JJ+", "random", "22+", "AKs"], ""), (["AK", "AQ"], "")]
)
def test_standard_errors_are_the_spread_over_seeds(players, board):
    runs = [sw.equity(players, board=board, samples=2_000, seed=seed) for seed in range(300)]
    for player in range(len(players)):
        equities = np.array([run.equity[player] for run in runs])
        claimed = np.mean([run.stderr[player] ** 2 for run in runs])
        # (n - 1) s^2 / sigma^2 is chi-square of n - 1, whose standard deviation is sqrt(2 (n - 1))
        assert equities.var(ddof=1) / claimed == pytest.approx(1, rel=0, abs=4.5 * math.sqrt(2 / 299))


def test_the_standard_error_is_that_of_a_mean_of_shares():
    result = sw.equity(["AK", "AQ"], samples=10_000, seed=3)
    split, won = result.ties[0], result.wins[0]
    mean = (won + split / 2) / 10_000
    variance = (won + split / 4) / 10_000 - mean**2
    assert result.equity[0] == pytest.approx(mean, rel=0, abs=1e-15)
    assert result.stderr[0] == pytest.approx(math.sqrt(variance / 10_000), rel=1e-9)


def test_players_of_one_range_get_their_mean_and_its_standard_error():
    players = ["AK", "QQ", "AK", "AK"]
    runs = [sw.equity(players, board="2c 7d 9h", samples=2_000, seed=seed) for seed in range(300)]
    for run in runs:
        assert run.equity[0] == run.equity[2] == run.equity[3]
        assert sum(run.equity) == pytest.approx(1, rel=0, abs=1e-12)
        assert sum(run.wins) + sum(run.ties) >= 2_000
    exact = sw.equity(players, board="2c 7d 9h", method="exact")
    equities = np.array([run.equity[0] for run in runs])
    claimed = np.mean([run.stderr[0] ** 2 for run in runs])
    assert abs(equities.mean() - exact.equity[0]) < 4.5 * math.sqrt(claimed / 300)
    assert equities.var(ddof=1) / claimed == pytest.approx(1, rel=0, abs=4.5 * math.sqrt(2 / 299))
    alone = sw.equity(["AK"] * 2, samples=2_000, seed=1)
    assert (alone.equity, alone.stderr) == ((0.5, 0.5), (0, 0))


# ------------------------------------------------------------------------------------------------------- the same bits


MIXED = ["22+, A2s+:0.3", "random", "KTs+, QQ:0.1"]


def test_a_seed_has_the_same_bits_for_any_number_of_threads_and_any_executor():
    one = sw.equity(MIXED, board="Kh 7h 2d", samples=300_000, seed=9)
    assert one.runouts == 300_000
    for threads in (2, 8):
        assert sw.equity(MIXED, board="Kh 7h 2d", samples=300_000, seed=9, threads=threads) == one
    with ThreadPoolExecutor(3) as executor:
        assert sw.equity(MIXED, board="Kh 7h 2d", samples=300_000, seed=9, executor=executor) == one
    assert sw.equity(MIXED, board="Kh 7h 2d", samples=300_000, seed=10) != one


def test_a_seed_has_the_same_bits_for_every_kernel(kernel):
    result = sw.equity(MIXED, board="Kh 7h 2d", samples=50_000, seed=9)
    sw.use_kernel("scalar")
    assert sw.equity(MIXED, board="Kh 7h 2d", samples=50_000, seed=9) == result


def test_a_seed_has_the_same_bits_for_slices_of_any_size(monkeypatch):
    n = 20_000
    whole = shares_of(MIXED, [0, n])
    for splits in ([0, 1, 2, n], [0, n // 2, n], [0, 255, 256, 257, 513, n], [*range(0, n, 777), n]):
        np.testing.assert_array_equal(shares_of(MIXED, splits), whole)
    one = sw.equity(MIXED, samples=n, seed=9)
    monkeypatch.setattr(sampling, "BATCH", 999)
    assert sw.equity(MIXED, samples=n, seed=9) == one


def test_sample_i_depends_on_seed_and_i_alone():
    singles = [shares_of(MIXED, [i, i + 1]) for i in range(300)]
    np.testing.assert_array_equal(sum(singles), shares_of(MIXED, [0, 300]))
    np.testing.assert_array_equal(sum(singles[100:200]), shares_of(MIXED, [100, 200]))
    far = 1 << 63
    np.testing.assert_array_equal(
        shares_of(MIXED, [far, far + 5]) + shares_of(MIXED, [far + 5, far + 9]), shares_of(MIXED, [far, far + 9])
    )
    assert not np.array_equal(shares_of(MIXED, [0, 5_000]), shares_of(MIXED, [5_000, 10_000]))


def test_neighbouring_seeds_are_not_the_same_samples_moved():
    pairs = [shares_of(["22+", "random"], [i, i + 1], seed=s)[0].tolist() for s in (4, 5) for i in range(400)]
    for shift in range(4):
        same = np.mean([a == b for a, b in zip(pairs[shift:400], pairs[400:])])
        assert same < 0.75


def test_the_first_samples_of_a_longer_run_are_those_of_a_shorter_one():
    short, long = sw.equity(MIXED, samples=70_000, seed=1), sw.equity(MIXED, samples=70_001, seed=1)
    assert sum(b - a for a, b in zip(short.wins + short.ties, long.wins + long.ties)) in range(1, 7)


def test_without_a_seed_the_result_names_one_that_gives_the_same_again():
    first, second = (sw.equity(MIXED, samples=10_000) for _ in range(2))
    assert first.seed != second.seed
    assert sw.equity(MIXED, samples=10_000, seed=first.seed) == first


@pytest.mark.parametrize("seed", [0, 1, 2**63, 2**64 - 1])
def test_seeds_of_64_bits_are_taken_whole(seed):
    assert sw.equity(["AA", "KK"], samples=1_000, seed=seed).seed == seed
    assert sw.equity(["AA", "KK"], samples=1_000, seed=seed) != sw.equity(["AA", "KK"], samples=1_000, seed=seed ^ 1 << 40)


# ------------------------------------------------------------------------------------------------------------ stopping


def test_a_standard_error_stops_as_soon_as_all_players_have_it():
    result = sw.equity(MIXED, stderr=1e-3, seed=1)
    assert max(result.stderr) <= 1e-3
    assert result.runouts % sampling.BATCH == 0
    before = sw.equity(MIXED, samples=result.runouts - sampling.BATCH, seed=1)
    assert max(before.stderr) > 1e-3
    assert sw.equity(MIXED, stderr=1e-3, seed=1, threads=2) == result
    assert sw.equity(MIXED, samples=result.runouts, seed=1) == result


def test_samples_bound_what_a_standard_error_asks_for():
    assert sw.equity(MIXED, stderr=1e-9, samples=100_000, seed=1).runouts == 100_000


@pytest.mark.parametrize("threads", [1, 2])
def test_seconds_stop_in_time(threads):
    start = time.monotonic()
    result = sw.equity(MIXED, seconds=0.3, seed=1, threads=threads)
    assert 0.25 < time.monotonic() - start < 10
    assert result == sw.equity(MIXED, samples=result.runouts, seed=1)


def test_nothing_named_means_the_default_number_of_samples():
    assert sw.equity(["AA", "KK"], method="monte carlo", seed=1).runouts == sampling.SAMPLES


def test_progress_counts_slices_of_a_known_number():
    seen = []
    sw.equity(["AA", "KK"], samples=200_000, seed=1, progress=lambda *calls: seen.append(calls))
    slices = math.ceil(200_000 / sampling.BATCH)
    assert seen == [(i, slices) for i in range(1, slices + 1)]


# ------------------------------------------------------------------------------------------------------------- refusals


@pytest.mark.parametrize(
    "players",
    [["AA", "AA", "AA"], ["AhKh,AhQh", "AhJh,AhTh"], ["AA", "KK", "AsKs,AhKh", "AA,KK", "AK,KK"], ["AA"] * 10, ["AA,KK,QQ,JJ"] * 9],
)
def test_ranges_that_block_each_other_are_refused_at_once(players):
    start = time.monotonic()
    with pytest.raises(ValueError, match="block each other"):
        sw.equity(players, samples=1_000, seed=1)
    assert time.monotonic() - start < 5


def test_the_only_deal_left_is_found_among_many_that_collide():
    result = sw.equity(["AA", "AA", "KK", "KK"], samples=20_000, seed=1)
    assert result.runouts == 20_000
    exact = sw.equity(["AA", "AA", "KK", "KK"], method="exact")
    assert standard_errors_off(result, exact.equity) < 4.5


def test_the_c_core_refuses_what_is_out_of_range():
    combos, aliases, keep, sizes, groups, _, _ = sampling._tables(check_spot(["AA", "KK"], "", ""))

    def sample(*, players=2, board=(), dead=0, sizes=sizes, combos=combos, groups=groups):
        counts = np.zeros(1500, np.uint64)
        tables = [ffi.from_buffer("uint16_t[]", rows) for rows in (combos, aliases)]
        tables += [ffi.from_buffer("double[]", keep), ffi.from_buffer("int[]", sizes)]
        group, out = ffi.from_buffer("int[]", groups), ffi.from_buffer("uint64_t[]", counts)
        return lib.sw_sample(1, 0, 5, *tables, players, group, bytes(board), len(board), dead, out)

    assert sample() == 5
    assert sample(players=1) == 0
    assert sample(players=11) == 0
    assert sample(board=[0, 1]) == 0
    assert sample(board=[0, 1, 1]) == 0
    assert sample(board=[0, 1, 52]) == 0
    assert sample(board=[0, 1, 2], dead=1) == 0
    assert sample(dead=1 << 52) == 0
    assert sample(groups=np.array([0, 2], np.int32)) == 0
    assert sample(groups=np.array([-1, 0], np.int32)) == 0
    assert sample(sizes=np.array([-1, 6], np.int32)) == 0
    assert sample(sizes=np.array([1327, 6], np.int32)) == 0
    assert sample(combos=combos + np.uint16(1326)) == 0
    assert sample(dead=(1 << 44) - 1) == 0
