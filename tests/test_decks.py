"""Deals: fair, reproducible anywhere, and from the deck that was asked for."""

import hashlib
import itertools
import math

import numpy as np
import pytest

import steelwheel as sw

SIGMAS = 5  # a fair deal is farther off once in two million; the seeds are fixed, so never by chance tomorrow


def assert_uniform(counts, expected):
    """Chi-square of the counts against equal chances."""
    counts = np.asarray(counts)
    freedom = counts.size - 1
    chi_square = ((counts - expected) ** 2 / expected).sum()
    assert abs(chi_square - freedom) < SIGMAS * math.sqrt(2 * freedom), chi_square


# ------------------------------------------------------------------------------------------------------------- cards


@pytest.mark.parametrize("k", range(1, 53))
def test_hands_of_any_number_of_cards_have_distinct_cards(k):
    rows = sw.deal(400, k, seed=k)
    assert rows.shape == (400, k)
    assert rows.dtype == np.uint8
    assert rows.flags.c_contiguous
    assert rows.flags.writeable
    assert rows.max() < 52
    assert (np.diff(np.sort(rows, axis=1).astype(int), axis=1) > 0).all()


@pytest.mark.parametrize("count", [0, 1, 5, 26, 43, 44, 45, 50, 51])
def test_dead_cards_are_never_dealt_and_all_others_are(count):
    rng = np.random.default_rng(count)
    dead = rng.permutation(52)[:count].tolist()
    for k in {1, min(7, 52 - count), 52 - count}:
        rows = sw.deal(4000, k, seed=count, dead=dead)
        assert set(rows.ravel().tolist()) == set(range(52)) - set(dead)
        assert (np.diff(np.sort(rows, axis=1).astype(int), axis=1) > 0).all()


def test_dead_cards_may_be_text_in_any_order():
    wanted = sw.deal(100, 7, seed=3, dead=[51, 0, 17])
    assert np.array_equal(sw.deal(100, 7, seed=3, dead="As 2c 6d"), wanted)
    assert np.array_equal(sw.deal(100, 7, seed=3, dead=["6d", "As2c"]), wanted)


def test_a_row_of_all_cards_is_a_shuffle():
    rows = sw.deal(1000, 52, seed=1)
    assert (np.sort(rows, axis=1) == np.arange(52)).all()
    assert len({row.tobytes() for row in rows}) == 1000


# ------------------------------------------------------------------------------------------------------ reproducible


@pytest.mark.parametrize(
    ("k", "dead", "checksum"),
    [
        (1, "", "23b646de17970600"),
        (2, "", "39bb10a2f9f41c3a"),
        (5, "", "132bfe5669ebb8b6"),
        (7, "", "95afc84f3ae21489"),
        (7, "As Kd 2c", "7148dc48c1956d87"),
        (9, "", "c94ad3a7f9ec4203"),
        (52, "", "359fa0030c897141"),
    ],
)
def test_a_seed_gives_the_same_hands_on_every_machine(kernel, k, dead, checksum):
    assert hashlib.sha256(sw.deal(10_000, k, seed=20, dead=dead).tobytes()).hexdigest()[:16] == checksum


GOLDEN = 0x9E3779B97F4A7C15


def mix(x):
    """SplitMix64's mixing of 64 bits; of numbers or of arrays of them."""
    x = x & (2**64 - 1) if isinstance(x, int) else x
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        x = (x ^ x >> shift) * factor
        x = x & (2**64 - 1) if isinstance(x, int) else x
    return x ^ x >> 31


def dealt_by_hand(seed, hand, k, live):
    """One hand as csrc/deal.c describes it, in whole numbers: eight draws from one random number, the unfair ones again."""
    left, cards = list(live), []
    groups = -(-k // 8)
    for group in range(groups):
        sizes = range(len(live) - 8 * group, len(live) - min(k, 8 * group + 8), -1)
        outcomes = math.prod(sizes)
        number = mix(mix(seed ^ GOLDEN) + (hand * groups + group + 1) * GOLDEN)
        while number * outcomes % 2**64 < 2**64 % outcomes:
            number = mix(number + GOLDEN)
        outcome = number * outcomes >> 64  # one of the equally likely; its digits are the draws
        for size in sizes:
            outcomes //= size
            drawn, outcome = len(cards) + outcome // outcomes, outcome % outcomes
            cards.append(left[drawn])
            left[drawn] = left[len(cards) - 1]
    return cards


@pytest.mark.parametrize("k", [*range(1, 18), 23, 24, 25, 40, 47])
def test_hands_are_those_that_the_description_gives(k):
    dead = [3, 9, 17, 18, 51]
    live = [card for card in range(52) if card not in dead]
    for seed in (0, 1, 2**64 - 1):
        assert sw.deal(60, k, seed=seed, dead=dead).tolist() == [dealt_by_hand(seed, hand, k, live) for hand in range(60)]


def test_random_numbers_that_would_favour_some_hand_are_drawn_again():
    n, live = 1 << 21, range(52)
    outcomes = math.perm(len(live), 8)
    numbers = mix(np.uint64(mix(7 ^ GOLDEN)) + np.arange(1, n + 1, dtype=np.uint64) * np.uint64(GOLDEN))
    unfair = np.flatnonzero(numbers * np.uint64(outcomes) < 2**64 % outcomes).tolist()
    rows = sw.deal(n, 8, seed=7)
    assert len(unfair) >= 3
    for hand in unfair:
        assert rows[hand].tolist() == dealt_by_hand(7, hand, 8, live)


@pytest.mark.parametrize("k", [1, 2, 5, 6, 7, 8, 9, 17, 52])
def test_a_shorter_deal_is_the_beginning_of_a_longer_one(k):
    rows = sw.deal(3000, k, seed=8)
    for n in (0, 1, 2, 7, 255, 2999):
        assert np.array_equal(sw.deal(n, k, seed=8), rows[:n])


def test_seeds_give_different_hands():
    seeds = [0, 1, 2, 3, 2**32, 2**63, 2**64 - 1]
    deals = [sw.deal(2000, 7, seed=seed) for seed in seeds]
    for one, other in itertools.combinations(deals, 2):
        assert (one == other).all(axis=1).sum() == 0
        matches = (one == other).mean()
        assert abs(matches - 1 / 52) < SIGMAS * math.sqrt(1 / 52 / one.size)


def test_neighbouring_seeds_do_not_overlap():
    deals = [{row.tobytes() for row in sw.deal(5000, 7, seed=seed)} for seed in range(8)]
    for one, other in itertools.combinations(deals, 2):
        assert not one & other


def test_without_a_seed_every_deal_is_fresh():
    assert not np.array_equal(sw.deal(10, 7), sw.deal(10, 7))


def test_numpy_integers_are_integers():
    assert np.array_equal(sw.deal(np.int64(5), np.uint8(7), seed=np.uint64(2**64 - 1)), sw.deal(5, 7, seed=2**64 - 1))


# -------------------------------------------------------------------------------------------------------------- fair


@pytest.mark.parametrize("k", [1, 2, 5, 7, 8, 9, 16, 17, 52])
def test_every_column_holds_every_card_equally_often(k):
    n = 104_000
    rows = sw.deal(n, k, seed=100 + k)
    for column in rows.T:
        assert_uniform(np.bincount(column, minlength=52), n / 52)


@pytest.mark.parametrize("columns", [(0, 1), (1, 0), (0, 6), (2, 5), (5, 6), (7, 8), (0, 8), (6, 7)])
def test_every_ordered_pair_of_cards_is_equally_likely(columns):
    n = 52 * 51 * 100
    first, second = sw.deal(n, 9, seed=7)[:, columns].astype(int).T
    counts = np.bincount(52 * first + second, minlength=52 * 52).reshape(52, 52)
    assert not counts.diagonal().any()
    assert_uniform(counts[~np.eye(52, dtype=bool)], 100)


@pytest.mark.parametrize(
    ("live", "k"), [("As", 1), ("As Kd", 2), ("As Kd 2c", 2), ("As Kd 2c", 3), ("As Kd 2c 7h", 3), ("2c 2d 2h 2s 3c", 5)]
)
def test_every_order_of_a_small_deck_is_equally_likely(live, k):
    cards = sw.parse_cards(live)
    dead = [card for card in range(52) if card not in cards]
    n = 60_000
    orders = list(itertools.permutations(cards, k))
    hands, counts = np.unique(sw.deal(n, k, seed=1, dead=dead), axis=0, return_counts=True)
    assert sorted(map(tuple, hands.tolist())) == sorted(orders)
    chance = 1 / len(orders)
    assert (abs(counts - n * chance) <= SIGMAS * math.sqrt(n * chance * (1 - chance))).all()


def test_hands_in_a_row_are_independent():
    n = 52 * 52 * 50
    first = sw.deal(n + 1, 7, seed=5)[:, 0].astype(int)
    assert_uniform(np.bincount(52 * first[:-1] + first[1:], minlength=52 * 52), n / 52**2)


@pytest.mark.parametrize("k", [5, 7])
def test_categories_come_as_often_as_in_all_hands(k):
    totals = {
        5: [1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40],
        7: [23294460, 58627800, 31433400, 6461620, 6180020, 4047644, 3473184, 224848, 41584],
    }[k]
    n = 1_000_000
    counts = np.bincount(sw.category(sw.evaluate(sw.deal(n, k, seed=2))), minlength=9)
    chances = np.array(totals) / math.comb(52, k)
    assert (abs(counts - n * chances) <= SIGMAS * np.sqrt(n * chances)).all()


# ------------------------------------------------------------------------------------------------------------ errors


@pytest.mark.parametrize(("n", "k"), [(-1, 7), (5, 0), (5, -1), (-(2**40), 5)])
def test_numbers_out_of_range_are_refused(n, k):
    with pytest.raises(ValueError, match=f"cannot deal {n} hands of {k} cards"):
        sw.deal(n, k, seed=1)


@pytest.mark.parametrize(("k", "dead", "left"), [(53, "", 52), (300, "", 52), (52, "As", 51), (3, range(50), 2), (1, range(52), 0)])
def test_more_cards_than_there_are_are_refused(k, dead, left):
    with pytest.raises(sw.CardError, match=f"cannot deal {k} cards from a deck of {left}"):
        sw.deal(1, k, seed=1, dead=dead)


@pytest.mark.parametrize("seed", [-1, 2**64, 2**100])
def test_a_seed_out_of_range_is_refused(seed):
    with pytest.raises(ValueError, match=f"seed {seed} is outside"):
        sw.deal(1, 7, seed=seed)


@pytest.mark.parametrize(
    ("dead", "named"), [("AsAs", "As stands twice"), ("1s", "'1s'"), ([52], "52"), ([0, 300], "300"), ([1.5], "1.5")]
)
def test_bad_dead_cards_are_named(dead, named):
    with pytest.raises(sw.CardError, match=named):
        sw.deal(1, 7, seed=1, dead=dead)


@pytest.mark.parametrize("arguments", [(1.5, 7), (2.0, 7), (1, 7.0), ("1", 7), (None, 7)])
def test_numbers_are_integers(arguments):
    with pytest.raises(TypeError):
        sw.deal(*arguments, seed=1)
    with pytest.raises(ValueError, match=r"seed is 1\.5: it must be a whole number"):
        sw.deal(1, 7, seed=1.5)
