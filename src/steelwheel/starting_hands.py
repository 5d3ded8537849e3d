"""The 169 starting hands: which combos each holds, and how good it is.

A *starting hand* is a class of combos that differ in their suits alone: a pair (6 combos), a suited hand (4) or an offsuit hand
(12). Its place in the 13x13 *grid* is the row and column of its ranks from the ace down, suited hands above the diagonal; its
index is ``13 * row + column``. Here a set of combos is an ``int``: bit i is combo i.
"""

import itertools
from collections.abc import Iterable, Iterator
from functools import cache

import numpy as np
from numpy.typing import NDArray

from steelwheel.cards import COMBOS, RANKS, combo_cards, combo_index

EVERYTHING = (1 << COMBOS) - 1
"""The set of all combos."""

BEST_FIRST = """
    AA KK QQ JJ TT 99 88 AKs 77 AQs AJs AKo ATs AQo AJo KQs 66 A9s ATo KJs A8s KTs KQo A7s A9o KJo 55 QJs K9s A5s A6s A8o
    KTo QTs A4s A7o K8s A3s QJo K9o A5o A6o Q9s K7s JTs A2s QTo 44 A4o K6s K8o Q8s A3o K5s J9s Q9o JTo K7o A2o K4s Q7s K6o
    K3s T9s J8s 33 Q6s Q8o K5o J9o K2s Q5s T8s K4o J7s Q4s Q7o T9o J8o K3o Q6o Q3s 98s T7s J6s K2o 22 Q2s Q5o J5s T8o J7o
    Q4o 97s J4s T6s J3s Q3o 98o 87s T7o J6o 96s J2s Q2o T5s J5o T4s 97o 86s J4o T6o 95s T3s 76s J3o 87o T2s 85s 96o J2o
    T5o 94s 75s T4o 93s 86o 65s 84s 95o T3o 92s 76o 74s T2o 54s 85o 64s 83s 94o 75o 82s 73s 93o 65o 53s 63s 84o 92o 43s
    74o 72s 54o 64o 52s 62s 83o 42s 82o 73o 53o 63o 32s 43o 72o 52o 62o 42o 32o
"""
"""The starting hands in the order of their exact equity against a random hand; tables/preflop_order.py computes it."""


def hand_index(high: int, low: int, suited: bool = False) -> int:
    """Index of the starting hand with these ranks 0..12."""
    row, column = 12 - high, 12 - low
    return 13 * row + column if suited else 13 * column + row


def hand_name(index: int) -> str:
    """Name of a starting hand.

    >>> hand_name(hand_index(12, 11, suited=True))
    'AKs'
    """
    row, column = divmod(index, 13)
    high, low = RANKS[12 - min(row, column)], RANKS[12 - max(row, column)]
    return high + low + ("" if row == column else "s" if row < column else "o")


@cache
def hand_of_combo() -> NDArray[np.uint8]:
    """uint8[1326]: the starting hand that each combo belongs to."""
    low, high = combo_cards(np.arange(COMBOS)).T
    row, column = 12 - (high >> 2), 12 - (low >> 2)
    index: NDArray[np.uint8] = np.where((low & 3) == (high & 3), 13 * row + column, 13 * column + row)
    return index


@cache
def hand_combos() -> tuple[int, ...]:
    """The set of combos of each of the 169 starting hands."""
    return tuple(combo_set(hand_of_combo() == index) for index in range(169))


@cache
def best_first() -> tuple[int, ...]:
    """Indices of the starting hands, best first."""
    named = {hand_name(index): index for index in range(169)}
    return tuple(named[name] for name in BEST_FIRST.split())


def best(first: float, last: float) -> Iterator[tuple[int, float]]:
    """The hands between two fractions 0..1 of all combos, best first, as sets of combos with their weight.

    A starting hand that a bound divides counts with the weight that makes the total exact.
    """
    begin, end, whole, passed = round(first * COMBOS, 9), round(last * COMBOS, 9), 0, 0
    for index in best_first():
        combos = hand_combos()[index]
        size = combos.bit_count()
        weight = round((min(end, passed + size) - max(begin, passed)) / size, 12)
        if weight >= 1:
            whole |= combos
        elif weight > 0:
            yield combos, weight
        passed += size
    yield whole, 1.0


# ------------------------------------------------------------------------------------------------- sets of combos


def combo_set(member: NDArray[np.bool_]) -> int:
    """The set of combos from bool[1326]."""
    return int.from_bytes(np.packbits(member, bitorder="little").tobytes(), "little")


def set_members(combos: int) -> NDArray[np.uint8]:
    """uint8[1326], 1 for the combos of a set: the inverse of `combo_set`."""
    octets = np.frombuffer(combos.to_bytes(-(-COMBOS // 8), "little"), np.uint8)
    return np.unpackbits(octets, count=COMBOS, bitorder="little")


def combos_between(firsts: Iterable[int], seconds: Iterable[int]) -> int:
    """The set of combos with one card from each of two lists."""
    indices = {combo_index(a, b) for a, b in itertools.product(firsts, seconds) if a != b}
    return sum(1 << index for index in indices)
