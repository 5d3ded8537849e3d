"""Range text written from 1,326 weights, so that reading it gives the same weights to the last bit.

Starting hands held whole are written with as few characters as a greedy choice of items needs; the combos of the others follow
one by one. Heavier combos come first; within a weight pairs, hands suited and offsuit, suited hands, offsuit hands, combos.
"""

import functools
import itertools
import operator
from collections.abc import Iterator
from decimal import Decimal
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from steelwheel.cards import RANKS, combo_cards, format_cards
from steelwheel.starting_hands import hand_index, hand_of_combo

DIALECTS = ("plain", "pio", "gto+")
"""``plain`` is for people and for `range_reader`: ``AA, KK:0.5``. ``pio``, for PioSOLVER, is ``AA,KK:0.5``, and ``gto+``, for
GTO+ and Flopzilla, ``AA,[50]KK[/50]``; these two keep to what every program reads: no ``AK``, no ``T9s-54s``, no words."""


def write_range(weights: NDArray[np.float64], dialect: str = "plain") -> str:
    """Text of a range in one of the `DIALECTS`; of the empty one too.

    Raises:
        ValueError: an unknown dialect.
    """
    if dialect not in DIALECTS:
        raise ValueError(f"no dialect {dialect!r}: there are {', '.join(DIALECTS)}")
    parts = []
    for weight, items in _items(weights, dialect):
        if dialect == "gto+" and weight != 1:
            percent = format(Decimal(repr(weight)).scaleb(2).normalize(), "f")
            parts.append(f"[{percent}]{','.join(items)}[/{percent}]")
        else:
            mark = "" if weight == 1 else f":{Decimal(repr(weight)).normalize():f}"
            parts += [item + mark for item in items]
    return (", " if dialect == "plain" else ",").join(parts)


def _items(weights: NDArray[np.float64], dialect: str) -> Iterator[tuple[float, list[str]]]:
    if dialect == "plain" and weights[0] and (weights == weights[0]).all():
        yield float(weights[0]), ["random"]
    elif not weights.any():
        if dialect == "plain":
            yield 1.0, ["none"]
        else:
            yield 0.0, ["AA"]
    else:
        hands: dict[float, int] = {}
        combos: dict[float, list[str]] = {}
        hand = hand_of_combo()
        _, first = np.unique(hand, return_index=True)
        whole = np.bincount(hand, weights != weights[first][hand]) == 0
        for index in np.flatnonzero(whole).tolist():
            weight = float(weights[first[index]])
            hands[weight] = hands.get(weight, 0) | 1 << index
        for combo in np.flatnonzero(~whole[hand] & (weights > 0)).tolist()[::-1]:
            combos.setdefault(float(weights[combo]), []).append(format_cards(combo_cards(combo)[::-1], ""))
        for weight in sorted({*hands, *combos} - {0.0}, reverse=True):
            yield weight, _cover(hands.get(weight, 0), dialect != "plain") + combos.get(weight, [])


class _Item(NamedTuple):
    """A way to name some starting hands."""

    place: tuple[int, int, int]
    """Where it stands in a text: pairs, both suitednesses, suited, offsuit; then the first hand's cards from the ace down."""
    text: str
    hands: int
    """Bit i for starting hand i."""


def _cover(hands: int, cautious: bool) -> list[str]:
    """Few characters that name a set of starting hands: the best bargain first, until all are named."""
    lines = [(line, plus) for line, plus, common in _lines() if common or not cautious]
    offered = [item for line, plus in lines for item in _runs(line, plus, hands)]
    offered.sort(key=lambda item: item.place)
    chosen: list[_Item] = []
    left = hands
    while left:
        best = max(offered, key=lambda item: (item.hands & left).bit_count() / (len(item.text) + 1))
        chosen.append(best)
        left &= ~best.hands
    for item in chosen[::-1]:
        others = 0
        for other in chosen:
            others |= other.hands if other is not item else 0
        if not item.hands & ~others:  # the later ones have made it needless
            chosen.remove(item)
    return [item.text for item in sorted(chosen, key=lambda item: item.place)]


def _runs(line: list[_Item], plus: bool, hands: int) -> Iterator[_Item]:
    """The hands of a line that are in a set, one by one and as runs; a run from the line's top may be written with a plus."""
    for inside, run in itertools.groupby(line, key=lambda hand: not hand.hands & ~hands):
        if inside:
            members = list(run)
            yield from members
            if len(members) > 1:
                top, bottom = members[0], members[-1]
                text = f"{bottom.text}+" if plus and top is line[0] else f"{top.text}-{bottom.text}"
                yield _Item(top.place, text, functools.reduce(operator.or_, (hand.hands for hand in members)))


@functools.cache
def _lines() -> list[tuple[list[_Item], bool, bool]]:
    """Starting hands in lines that spans run along, highest first; whether a plus does, too; whether all programs know them."""
    ranks = range(12, -1, -1)
    lines = [([_hand(rank, rank, "") for rank in ranks], True, True)]
    for suits in ("", "s", "o"):
        known = suits != ""
        lines += [([_hand(high, low, suits) for low in range(high - 1, -1, -1)], True, known) for high in ranks[:-1]]
        lines += [([_hand(high, high - gap, suits) for high in range(12, gap - 1, -1)], False, False) for gap in range(1, 12)]
    return lines


def _hand(high: int, low: int, suits: str) -> _Item:
    hands = (suits != "o") << hand_index(high, low, suited=True) | (suits != "s") << hand_index(high, low)
    kind = 0 if high == low else 1 + ("", "s", "o").index(suits)
    return _Item((kind, 12 - high, 12 - low), RANKS[high] + RANKS[low] + suits, hands)
