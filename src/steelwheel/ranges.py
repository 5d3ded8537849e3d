"""Ranges: which two cards a player may hold, and how often.

A *range* gives each of the 1,326 combos a weight 0..1; the combos *in* it are those of a weight above 0. `range_reader` has the
grammar of range text, `range_writer` writes it, and `starting_hands` has the order behind percentages.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelwheel.cards import COMBOS, CardsLike, combo_cards, format_cards, parse_cards
from steelwheel.range_reader import RangeError, read_range
from steelwheel.range_writer import write_range
from steelwheel.starting_hands import best, hand_of_combo, set_members

RangeLike: TypeAlias = "str | Range | Mapping[str, float] | Iterable[Any] | NDArray[Any]"
"""Ranges as people give them: what `Range` takes."""


class Range:
    """A range: an immutable, hashable set of weighted combos.

    Args:
        source: one of

            - range text, see `range_reader`: ``"22+, A2s+, KTs+:0.5, !AKo"``;
            - another range;
            - 1,326 weights in the order of `combo_index`, or 13x13 weights of starting hands as in `grid`;
            - combos: pairs of card codes or texts, range texts, or an integer array of shape (n, 2);
            - a mapping of range texts to weights: ``{"AA": 1, "KK-JJ": 0.5}``;
            - nothing: the empty range. Empty text is refused, as it rather is a mistake; ``"none"`` is the empty range.
        connectors: read ``T9s+`` as T9s, JTs .. AKs and not as T9s alone.

    Raises:
        RangeError: text that is no range, with a pointer at the item; or weights that are not 1,326 finite numbers 0..1.

    ``len`` counts the combos, ``|`` takes the higher of two weights, ``&`` the lower, ``a - b`` what b leaves of a's weights,
    ``~`` what is missing to 1 (the last two to 15 decimals). ``in`` asks for combos (``"AhKh"``, or a pair of codes), for
    starting hands (``"AKs"``) and for any other range: all of its combos must be in. Iteration gives the combos as text.

    >>> queens = Range("QQ+, AKs:0.5")
    >>> len(queens), queens.weight, "AKs" in queens
    (22, 20.0, True)
    >>> queens - Range("KK")
    Range('AA, QQ, AKs:0.5')
    """

    __slots__ = ("_bytes", "_weights")
    _bytes: bytes
    _weights: NDArray[np.float64]

    def __init__(self, source: RangeLike = (), *, connectors: bool = False) -> None:
        self._hold(_weights_of(source, connectors))

    def _hold(self, weights: NDArray[np.float64]) -> None:
        self._bytes = weights.tobytes()  # compared, hashed, and read-only memory for the weights
        self._weights = np.frombuffer(self._bytes)

    @classmethod
    def _of(cls, weights: NDArray[np.float64]) -> "Range":
        made = cls.__new__(cls)
        made._hold(weights)
        return made

    @classmethod
    def random(cls) -> "Range":
        """Every combo with weight 1."""
        return cls._of(np.ones(COMBOS))

    @classmethod
    def top(cls, fraction: float) -> "Range":
        """The best hands that make up a fraction 0..1 of all combos, by exact equity against a random hand.

        Whole starting hands as long as they fit, then one with the weight that makes `weight` exactly ``1326 * fraction``.

        >>> Range.top(0.025)
        Range('TT+, 99:0.525')
        """
        if not 0 <= fraction <= 1:
            raise RangeError(f"fractions run from 0 to 1, not to {fraction}: top(0.15) is the best 15 %")
        weights = np.zeros(COMBOS)
        for combos, weight in best(0, fraction):
            weights += weight * set_members(combos)
        return cls._of(weights)

    # ------------------------------------------------------------------------------------------------ what it holds

    @property
    def weights(self) -> NDArray[np.float64]:
        """float64[1326], read-only: weight 0..1 of each combo, at `combo_index`."""
        return self._weights

    @property
    def weight(self) -> float:
        """Sum of the weights: the number of combos, where each counts as often as it is held."""
        return float(self._weights.sum())

    @property
    def combos(self) -> tuple[str, ...]:
        """The combos in the range as text, the higher card first, in the order of `weights`; ``len(range)`` is their number."""
        cards = combo_cards(np.flatnonzero(self._weights))
        return tuple(format_cards(pair, "") for pair in cards[:, ::-1].tolist())

    @property
    def text(self) -> str:
        """Short text of the range, the same for equal ranges; `Range` reads it back to the last bit."""
        return _plain_text(self._bytes)

    def to_text(self, dialect: str = "plain") -> str:
        """Text of the range for other programs: ``plain`` is `text`, ``pio`` for PioSOLVER, ``gto+`` for GTO+ and Flopzilla.

        >>> Range("AA, KK:0.5").to_text("gto+")
        'AA,[50]KK[/50]'
        """
        return write_range(self._weights, dialect)

    def grid(self) -> NDArray[np.float64]:
        """float64[13, 13]: mean weight of each starting hand; rows and columns A, K .. 2, suited hands above the diagonal."""
        hand = hand_of_combo()
        _, first, size = np.unique(hand, return_index=True, return_counts=True)
        one = self._weights[first]  # the mean of equal weights is exact, as it is their difference to one that is averaged
        grid: NDArray[np.float64] = one + np.bincount(hand, self._weights - one[hand]) / size
        return grid.reshape(13, 13)

    def remove(self, cards: CardsLike) -> "Range":
        """The range without the combos that hold one of some cards.

        >>> len(Range("AA").remove("As"))
        3
        """
        free = ~np.isin(combo_cards(np.arange(COMBOS)), parse_cards(cards)).any(axis=1)
        return Range._of(self._weights * free)

    def __len__(self) -> int:
        return int(np.count_nonzero(self._weights))

    def __iter__(self) -> Iterator[str]:
        return iter(self.combos)

    def __contains__(self, hand: Any) -> bool:
        wanted = (hand._weights if isinstance(hand, Range) else read_range(_item(0, hand))) > 0
        return bool(wanted.any() and (self._weights[wanted] > 0).all())

    # ------------------------------------------------------------------------------------------------ as a value

    def __or__(self, other: "Range") -> "Range":
        return Range._of(np.maximum(self._weights, other._weights)) if isinstance(other, Range) else NotImplemented

    def __and__(self, other: "Range") -> "Range":
        return Range._of(np.minimum(self._weights, other._weights)) if isinstance(other, Range) else NotImplemented

    def __sub__(self, other: "Range") -> "Range":
        if not isinstance(other, Range):
            return NotImplemented
        return Range._of((self._weights - other._weights).clip(0).round(15))

    def __invert__(self) -> "Range":
        return Range._of((1 - self._weights).round(15))  # so that 1 - 0.7 is 0.3

    def __eq__(self, other: object) -> bool:
        return self._bytes == other._bytes if isinstance(other, Range) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._bytes)

    def __repr__(self) -> str:
        return f"Range({self.text!r})"

    def __str__(self) -> str:
        return self.text

    def __reduce__(self) -> tuple[Any, ...]:
        return Range, (np.array(self._weights),)


@lru_cache(maxsize=256)
def _plain_text(weights: bytes) -> str:
    return write_range(np.frombuffer(weights))


def _weights_of(source: RangeLike, connectors: bool) -> NDArray[np.float64]:
    if isinstance(source, str):
        return read_range(source, connectors)
    if isinstance(source, Range):
        return source.weights
    if isinstance(source, Mapping):
        return read_range(", ".join(f"{weight}({hands})" for hands, weight in source.items()), connectors)
    given = source if isinstance(source, np.ndarray) else list(source)
    if len(given) == 0:
        return np.zeros(COMBOS)
    if isinstance(given, np.ndarray) and given.ndim == 2 and given.shape[1] == 2:
        given = given.tolist()
    if isinstance(given[0], str) or (isinstance(given, list) and not np.isscalar(given[0])):
        return read_range(", ".join(_item(i, item) for i, item in enumerate(given)), connectors)
    return _checked(given)


def _item(i: int, item: Any) -> str:
    """Range text of one of several combos or range texts."""
    if isinstance(item, str):
        if not item.strip(" ,;"):
            raise RangeError(f"item [{i}] is empty")
        return item
    try:
        cards = parse_cards(item)
    except (TypeError, ValueError) as error:
        raise RangeError(f"combo [{i}]: {error}") from None
    if len(cards) != 2:
        raise RangeError(f"combo [{i}] has {len(cards)} cards, where 2 are wanted: {format_cards(cards)}")
    return format_cards(cards, "")


def _checked(given: ArrayLike) -> NDArray[np.float64]:
    try:
        weights = np.asarray(given, np.float64)
    except (TypeError, ValueError):
        raise RangeError("weights are numbers 0..1") from None
    if weights.shape == (13, 13):
        weights = weights.ravel()[hand_of_combo()]
    if weights.shape != (COMBOS,):
        raise RangeError(f"a range has 1,326 weights, or 13x13 of starting hands, not {' x '.join(map(str, weights.shape))}")
    wrong = ~((weights >= 0) & (weights <= 1))  # so is not-a-number
    if wrong.any():
        combo = int(np.flatnonzero(wrong)[0])
        raise RangeError(f"{format_cards(combo_cards(combo)[::-1], '')} has the weight {weights[combo]}: they run from 0 to 1")
    return weights + 0.0  # no -0.0
