"""Cards: text, codes and other libraries' codes.

A *card* is an ``int``, ``4 * rank + suit`` with ranks 2..A = 0..12 and suits c d h s = 0..3, so 0..51. Its text is a rank
``2 3 4 5 6 7 8 9 T J Q K A`` and a suit ``c d h s``: ``As`` is 51, ``2c`` is 0.

A *combo* is two hole cards. Its index is ``b * (b - 1) // 2 + a`` for a < b, so 0..1325 in the order 2c2d, 2c2h, 2d2h, 2c2s ..
"""

import re
from collections.abc import Iterable
from functools import cache
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

RANKS = "23456789TJQKA"
SUITS = "cdhs"
COMBOS = 1326

CardsLike: TypeAlias = str | Iterable[Any]
"""Cards as people give them: text, or an iterable of card texts and codes."""

_CARD = re.compile(r"[\s,]*(10|[2-9TJQKAtjqka])([CDHScdhs]|[♣♧♦♢♥♡♠♤]\ufe0f?)")
_SUIT = {symbol: suit for suit, symbols in enumerate(("cC♣♧", "dD♦♢", "hH♥♡", "sS♠♤")) for symbol in symbols}


class CardError(ValueError):
    """A card, or a set of cards, that cannot be; the message names it and says what is allowed."""


def card_text(card: int) -> str:
    """Text of one card.

    >>> card_text(51)
    'As'
    """
    if not 0 <= card <= 51:
        raise CardError(f"{card} is no card: codes are 0..51")
    return RANKS[card >> 2] + SUITS[card & 3]


def format_cards(cards: Iterable[int], separator: str = " ") -> str:
    """Text of some cards, in their order.

    >>> format_cards([51, 46, 0])
    'As Kh 2c'
    """
    return separator.join(card_text(int(card)) for card in cards)


def parse_cards(cards: CardsLike) -> tuple[int, ...]:
    """Codes of some cards, in their order; no card may stand twice.

    Args:
        cards: text such as ``"As Kh"``, ``"AsKh"``, ``"as, 10h"`` or ``"A♠ T♥"``, with white space and commas wherever they
            please; or an iterable of such texts and of codes 0..51.

    Raises:
        CardError: text that is no card, a code outside 0..51, or a repeated card.

    >>> parse_cards("As Kh 2c")
    (51, 46, 0)
    """
    codes = _read(cards) if isinstance(cards, str) else [code for card in cards for code in _codes(card)]
    if len(set(codes)) != len(codes):
        twice = next(code for code in codes if codes.count(code) > 1)
        raise CardError(f"{card_text(twice)} stands twice in {format_cards(codes)}")
    return tuple(codes)


def _read(text: str) -> list[int]:
    codes = []
    position = 0
    while match := _CARD.match(text, position):
        rank, suit = match.groups()
        codes.append(4 * RANKS.index("T" if rank == "10" else rank.upper()) + _SUIT[suit[0]])
        position = match.end()
    rest = text[position:].replace(",", " ").split()
    if rest:
        where = "" if rest[0] == text.strip() else f" in {text!r}"
        raise CardError(f"{rest[0]!r}{where} is no card: a card is a rank 2-9 T J Q K A and a suit c d h s, as in 'As'")
    return codes


def _codes(card: Any) -> list[int]:
    if isinstance(card, str):
        return _read(card)
    if isinstance(card, int | np.integer) and not isinstance(card, bool):
        if 0 <= card <= 51:
            return [int(card)]
        raise CardError(f"{card} is no card: codes are 0..51")
    raise CardError(f"{card!r} is no card: give text such as 'As' or a code 0..51")


def cards_mask(cards: Iterable[int]) -> int:
    """Some cards as a mask: bit c is card c."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


# --------------------------------------------------------------------------------------------------------- combos


def combo_index(a: ArrayLike, b: ArrayLike) -> Any:
    """Index 0..1325 of the combo of two cards, in either order.

    Args:
        a, b: codes 0..51, or arrays of them that broadcast against each other.

    Returns:
        An ``int`` for one combo, else int64.

    Raises:
        CardError: a code outside 0..51, or the same card twice.

    >>> combo_index(51, 50)
    1325
    """
    first, second = np.broadcast_arrays(_integers(a), _integers(b))
    low, high = np.minimum(first, second), np.maximum(first, second)
    wrong = (low < 0) | (high > 51) | (low == high)
    if wrong.any():
        pair = int(first[wrong][0]), int(second[wrong][0])
        outside = next((code for code in pair if not 0 <= code <= 51), None)
        raise CardError(
            f"a combo is two cards, not {card_text(pair[0])} twice" if outside is None else f"{outside} is no card: codes are 0..51"
        )
    index = high * (high - 1) // 2 + low
    return index if index.ndim else int(index)


def combo_cards(index: ArrayLike) -> Any:
    """The two cards of a combo, the lower code first: the inverse of `combo_index`.

    Args:
        index: 0..1325, one or an array of any shape.

    Returns:
        A tuple of two ``int`` for one combo, else uint8 of shape ``(..., 2)``.

    Raises:
        CardError: an index outside 0..1325.

    >>> combo_cards(1325)
    (50, 51)
    """
    given = _integers(index)
    wrong = (given < 0) | (given >= COMBOS)
    if wrong.any():
        raise CardError(f"{given[wrong].flat[0]} is no combo: indices are 0..{COMBOS - 1}")
    cards = _combos()[given]
    return cards if given.ndim else tuple(cards.tolist())


@cache
def _combos() -> NDArray[np.uint8]:
    high, low = np.tril_indices(52, -1)
    return np.stack([low, high], axis=1).astype(np.uint8)


# ------------------------------------------------------------------------------------------- other libraries' codes


def _tables() -> dict[str, NDArray[np.int64]]:
    card = np.arange(52)
    rank, suit = card >> 2, card & 3
    primes = np.array([2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41])
    kev = 1 << rank + 16 | 8 >> suit << 12 | rank << 8 | primes[rank]
    return {
        "acpc": card,
        "openspiel": card,
        "phevaluator": card,
        "suit-major": 13 * suit + rank,  # clubs 2..A, diamonds, hearts, spades
        "eval7": 1 << 13 * suit + rank,  # Card.mask
        "treys": kev,
        "deuces": kev,
        "rlcard": 13 * (3 - suit) + (rank + 1) % 13,  # spades A 2..K, hearts, diamonds, clubs
    }


_CODES = _tables()
CODINGS = tuple(_CODES)
"""Names of the codings known to `to_coding` and `from_coding`."""


def to_coding(cards: ArrayLike, coding: str) -> Any:
    """Cards in another library's codes.

    Args:
        cards: codes 0..51, one or an array of any shape.
        coding: ``acpc``, ``openspiel``, ``phevaluator`` (the same as here), ``suit-major`` (13 * suit + rank, suits c d h s),
            ``eval7`` (``Card.mask``), ``treys`` and ``deuces`` (Cactus Kev's bit fields), ``rlcard`` (0 = SA, 1 = S2 .. 51 = CK).

    Returns:
        An ``int`` for one card, else int64 of the shape of ``cards``.

    Raises:
        CardError: a code outside 0..51. ValueError: an unknown coding.
    """
    table = _coding(coding)
    codes = _integers(cards)
    if ((codes < 0) | (codes > 51)).any():
        raise CardError(f"{codes[(codes < 0) | (codes > 51)].flat[0]} is no card: codes are 0..51")
    result = table[codes]
    return int(result) if result.ndim == 0 else result


def from_coding(codes: ArrayLike, coding: str) -> Any:
    """Cards from another library's codes: the inverse of `to_coding`.

    Returns:
        An ``int`` 0..51 for one card, else uint8 of the shape of ``codes``.

    Raises:
        CardError: a code that the coding does not have. ValueError: an unknown coding.
    """
    table = _coding(coding)
    order = np.argsort(table)
    given = _integers(codes)
    place = np.minimum(np.searchsorted(table, given, sorter=order), 51)
    cards = order[place]
    if (table[cards] != given).any():
        raise CardError(f"{given[table[cards] != given].flat[0]} is no card in the coding {coding!r}")
    return int(cards) if cards.ndim == 0 else cards.astype(np.uint8)


def _coding(coding: str) -> NDArray[np.int64]:
    if coding not in _CODES:
        raise ValueError(f"no coding {coding!r}: there are {', '.join(CODINGS)}")
    return _CODES[coding]


def _integers(values: ArrayLike) -> NDArray[np.int64]:
    array = np.asarray(values)
    if array.size and array.dtype.kind not in "iu":
        raise CardError(f"card codes are integers, not {array.dtype}")
    return array.astype(np.int64)
