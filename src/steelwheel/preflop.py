"""The exact heads-up pre-flop table: every two hands against each other on all 1,712,304 boards.

Two hands that do not share a card, up to the names of the suits and the order of the players, fall into 47,008 classes. The C core
holds wins and ties of each (tables/README.md); this module spreads them over all 1,326 x 1,326 pairs when first asked.
"""

from functools import cache
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from steelwheel._native import ffi, lib
from steelwheel.cards import COMBOS
from steelwheel.starting_hands import hand_of_combo

BOARDS = 1_712_304
"""Boards of five from the 48 cards that two hands leave."""

_HIGH, _LOW = np.tril_indices(52, -1)  # cards of each combo, by index
SUITS = tuple(permutations(range(4)))
"""The 24 permutations of the suits; the first leaves them as they are."""


@cache
def permuted() -> NDArray[np.int64]:
    """int64[24, 1326]: the combo that each suit permutation makes of a combo."""
    images = []
    for suits in np.array(SUITS):
        a, b = (cards & ~3 | suits[cards & 3] for cards in (_LOW, _HIGH))
        high, low = np.maximum(a, b), np.minimum(a, b)
        images.append(high * (high - 1) // 2 + low)
    return np.array(images)


@cache
def hand_classes() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """First combos of the 169 classes of hole cards, and for each combo a suit permutation that makes it the first of its class."""
    images = permuted()
    return np.unique(images.min(axis=0)), images.argmin(axis=0)


def pair_classes() -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Class of the first combos against every combo, and whether the class has the players the other way round.

    Returns:
        int64[169, 1326] numbers of the 47,008 classes, -1 where the hands share a card, and bool[169, 1326].
    """
    firsts, _ = hand_classes()
    shape = (len(firsts), COMBOS)
    code, swapped = np.full(shape, COMBOS * COMBOS), np.zeros(shape, bool)
    for image in permuted():
        ours, theirs = image[firsts][:, None], image[None, :]
        for turned, candidate in ((False, ours * COMBOS + theirs), (True, theirs * COMBOS + ours)):
            better = candidate < code
            code[better] = candidate[better]
            swapped[better] = turned
    a, b, x, y = _LOW[firsts][:, None], _HIGH[firsts][:, None], _LOW[None, :], _HIGH[None, :]
    share = (a == x) | (a == y) | (b == x) | (b == y)
    number = np.unique(code[~share], return_inverse=True)[1]
    classes = np.full(shape, -1)
    classes[~share] = number
    return classes, swapped


@cache
def matrix() -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Wins and ties of every combo against every other before the flop, in boards out of 1,712,304.

    Returns:
        Two read-only int32[1326, 1326]: boards that the row's combo wins against the column's, and boards that they split; 0 where
        they share a card.
    """
    table = np.frombuffer(ffi.buffer(lib.sw_preflop), np.uint32).reshape(-1, 2).astype(np.int32)
    classes, swapped = pair_classes()
    wins, ties = table[classes, 0], table[classes, 1]
    wins[swapped] = BOARDS - wins[swapped] - ties[swapped]
    wins[classes < 0] = ties[classes < 0] = 0
    firsts, image = hand_classes()
    number = np.searchsorted(firsts, permuted().min(axis=0))
    rows, columns = number[:, None], permuted()[image]
    result = wins[rows, columns], ties[rows, columns]
    for counts in result:
        counts.flags.writeable = False
    return result


@cache
def class_matrix() -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Equity, win and tie of every starting hand against every other before the flop.

    Returns:
        Three read-only float64[169, 169], the row's hand against the column's: equity, probability to win alone, probability to be
        in a split; each the mean over all pairs of their combos that share no card. Rows and columns are in the order of
        `starting_hands.hand_name`: AA, AKs .. A2s, AKo, KK, KQs .. 22, which is the 13x13 grid row by row.

    >>> equity, win, tie = class_matrix()
    >>> round(float(equity[0, 14]), 4)  # AA against KK
    0.8195
    """
    wins, ties = matrix()
    member = (hand_of_combo() == np.arange(169)[:, None]).astype(np.float64)
    apart = (wins + ties + wins.T > 0).astype(np.float64)
    pairs = member @ apart @ member.T
    win, tie = (member @ counts.astype(np.float64) @ member.T / pairs / BOARDS for counts in (wins, ties))
    result = win + tie / 2, win, tie
    for part in result:
        part.flags.writeable = False
    return result
