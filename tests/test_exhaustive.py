"""All hands there are, through the bulk kernels: 133,784,560 of seven cards, 20,358,520 of six, 2,598,960 of five.

The totals of categories are published numbers. Stronger: the reference knows how many hands have each of the strengths, by
counting suits for each multiset of ranks (its `hand_counts`), and every one of these counts has to come out.
"""

import math

import numpy as np
import pytest
import reference

import steelwheel as sw

CATEGORY_TOTALS = {  # high card .. four of a kind, straight flush without the royal, royal flush
    5: (1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4),
    6: (6_612_900, 9_730_740, 2_532_816, 732_160, 361_620, 205_792, 165_984, 14_664, 1_656, 188),
    7: (23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020, 4_047_644, 3_473_184, 224_848, 37_260, 4_324),
}
DISTINCT_STRENGTHS = {5: 7462, 6: 6075, 7: 4824}


def ascending(size, below):
    """uint8[C(below, size), size]: combinations of the cards 0..below-1, those of the cards 0..m-1 first for every m."""
    if size == 0:
        return np.zeros((1, 0), np.uint8)
    parts = []
    smaller = ascending(size - 1, below)
    for top in range(below):
        part = smaller[: math.comb(top, size - 1)]
        parts.append(np.column_stack([part, np.full(len(part), top, np.uint8)]))
    return np.concatenate(parts)


def all_hands(k):
    """Every hand of k cards once, in chunks that share one buffer: for each two top cards all combinations of lower ones.

    The lower cards stay where they are; only the two last columns are written anew for the next chunk.
    """
    buffer = np.empty((math.comb(50, k - 2), k), np.uint8)
    buffer[:, : k - 2] = ascending(k - 2, 50)
    for second in range(k - 2, 51):
        chunk = buffer[: math.comb(second, k - 2)]
        chunk[:, k - 2] = second
        for top in range(second + 1, 52):
            chunk[:, k - 1] = top
            yield chunk


@pytest.fixture(scope="module")
def histograms():
    """{kernel, k: how many hands have each strength}, made on demand."""
    before, made = sw.kernel(), {}

    def histogram(kernel, k):
        if (kernel, k) not in made:
            sw.use_kernel(kernel)
            counts = np.zeros(7463, np.int64)
            out = np.empty(math.comb(50, k - 2), np.uint16)
            for chunk in all_hands(k):
                counts += np.bincount(sw.evaluate(chunk, out=out[: len(chunk)]), minlength=7463)
            made[kernel, k] = counts
        return made[kernel, k]

    yield histogram
    sw.use_kernel(before)


every_kernel = pytest.mark.parametrize("kernel", sw.kernels())
every_k = pytest.mark.parametrize("k", [5, 6, 7])


@every_kernel
@every_k
def test_all_hands_fall_into_categories_as_often_as_they_must(histograms, kernel, k):
    counts = histograms(kernel, k)
    totals = np.bincount(sw.category(np.arange(1, 7463)), weights=counts[1:]).astype(int).tolist()
    royal = int(counts[7462])
    assert (*totals[:8], totals[8] - royal, royal) == CATEGORY_TOTALS[k]
    assert counts.sum() == sum(CATEGORY_TOTALS[k]) == math.comb(52, k)


@every_kernel
@every_k
def test_every_strength_comes_out_as_often_as_suits_can_be_counted(histograms, kernel, k):
    wanted = np.zeros(7463, np.int64)
    for value, count in reference.hand_counts(k).items():
        wanted[reference.strengths()[value]] = count
    assert np.array_equal(histograms(kernel, k), wanted)


@every_kernel
@every_k
def test_all_hands_have_as_many_strengths_as_they_must(histograms, kernel, k):
    assert np.count_nonzero(histograms(kernel, k)) == DISTINCT_STRENGTHS[k]


@every_k
def test_reference_counts_the_totals_of_categories_too(k):
    totals = [0] * 10
    for value, count in reference.hand_counts(k).items():
        totals[9 if value == (reference.STRAIGHT_FLUSH, reference.ACE) else value[0]] += count
    assert tuple(totals) == CATEGORY_TOTALS[k]


def test_enumeration_meets_every_combination_once():
    hands = np.concatenate([chunk.astype(np.int64) for chunk in all_hands(5)])
    assert (np.diff(hands, axis=1) > 0).all()
    assert hands.min() == 0
    assert hands.max() == 51
    numbers = np.sort(hands @ 52 ** np.arange(5))
    assert (np.diff(numbers) > 0).all()
    assert len(numbers) == math.comb(52, 5)
