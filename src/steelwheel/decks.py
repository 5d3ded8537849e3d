"""Decks: one shuffled deck, and random hands in bulk.

The shuffle of a seed and a number is row ``number`` of ``deal(n, 52, seed=seed)``: the same on every machine.
"""

import os
from collections.abc import Iterator
from typing import Self

import numpy as np
from numpy.typing import NDArray

from steelwheel._native import ffi, lib
from steelwheel.arguments import checked_seed
from steelwheel.cards import CardError, CardsLike, cards_mask, format_cards, parse_cards


def deal(n: int, k: int, *, seed: int | None = None, dead: CardsLike = ()) -> NDArray[np.uint8]:
    """Deal n random hands of k cards, each from a full deck.

    Args:
        n: number of hands, 0 or more.
        k: cards a hand, 1 to the number of cards in the deck; columns are in the order dealt, so that a row of 52 is a shuffle.
        seed: 0 to 2**64 - 1. Hand i depends on (seed, k, dead, i) alone: the same on every machine, and the first rows of a longer
            deal. None draws a fresh seed.
        dead: cards that are not in the deck.

    Returns:
        uint8[n, k] card codes; every ordered hand is equally likely.

    Raises:
        CardError: bad dead cards, or more cards wanted than there are.
        ValueError: n, k or seed out of range.
    """
    out = parse_cards(dead)
    if n < 0 or k < 1:
        raise ValueError(f"cannot deal {n} hands of {k} cards")
    if k > 52 - len(out):
        raise CardError(f"cannot deal {k} cards from a deck of {52 - len(out)}")
    seed = fresh_seed() if seed is None else checked_seed(seed)
    hands = np.empty((n, k), np.uint8)
    lib.sw_deal(seed, 0, n, k, cards_mask(out), ffi.from_buffer("uint8_t[]", hands))
    return hands


class Deck:
    """Cards in the order in which they will be dealt, the top one first. A deck does not change: cutting and drawing make new ones.

    >>> Deck("As Kd 7c").cut(1)
    Deck('Kd 7c As')
    """

    __slots__ = ("cards",)

    cards: tuple[int, ...]

    def __init__(self, cards: CardsLike | None = None, *, seed: int | None = None, number: int = 0) -> None:
        """A deck in a given order, or shuffled.

        Args:
            cards: top card first, not necessarily 52; None = shuffle all 52.
            seed: 0..2**64 - 1, for a shuffle; None draws a fresh one. number: which shuffle of the seed, 0 or more.

        Raises:
            CardError: something that is no card, or a card twice. ValueError: both an order and a seed, or a seed out of range.
        """
        if cards is not None and seed is not None:
            raise ValueError(f"a deck in a given order has no use for seed {seed}")
        order = (
            parse_cards(cards)
            if cards is not None
            else tuple(shuffled(fresh_seed() if seed is None else checked_seed(seed), number))
        )
        object.__setattr__(self, "cards", order)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a deck does not change: {name} cannot be set")

    def cut(self, place: int) -> Self:
        """The deck with its top ``place`` cards moved to the bottom, 0 <= place <= len."""
        if not 0 <= place <= len(self.cards):
            raise ValueError(f"cannot cut {len(self.cards)} cards at {place}")
        return type(self)(self.cards[place:] + self.cards[:place])

    def draw(self, k: int) -> tuple[tuple[int, ...], Self]:
        """The top k cards, and the deck without them.

        Raises:
            CardError: fewer cards are left.
        """
        if not 0 <= k <= len(self.cards):
            raise CardError(f"cannot draw {k} cards from a deck of {len(self.cards)}")
        return self.cards[:k], type(self)(self.cards[k:])

    def __len__(self) -> int:
        return len(self.cards)

    def __iter__(self) -> Iterator[int]:
        return iter(self.cards)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Deck) and self.cards == other.cards

    def __hash__(self) -> int:
        return hash(self.cards)

    def __repr__(self) -> str:
        return f"Deck({format_cards(self.cards)!r})"


def fresh_seed() -> int:
    """A seed that nobody can guess."""
    return int.from_bytes(os.urandom(8))


def shuffled(seed: int, number: int) -> bytes:
    """All 52 cards in random order, one of 2**64 shuffles of a seed.

    Raises:
        ValueError: seed or number outside 0..2**64 - 1.
    """
    if not 0 <= seed < 1 << 64 or not 0 <= number < 1 << 64:
        raise ValueError(f"seed {seed} and number {number} must be in 0..2**64 - 1")
    cards = bytearray(52)
    lib.sw_deal(seed, number, 1, 52, 0, ffi.from_buffer("uint8_t[]", cards))
    return bytes(cards)
