"""Decks: random hands in bulk."""

import os

import numpy as np
from numpy.typing import NDArray

from steelwheel._native import ffi, lib
from steelwheel.cards import CardError, CardsLike, cards_mask, parse_cards


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
    if seed is None:
        seed = int.from_bytes(os.urandom(8))
    if not 0 <= seed < 1 << 64:
        raise ValueError(f"seed {seed} is outside 0..2**64 - 1")
    hands = np.empty((n, k), np.uint8)
    lib.sw_deal(seed, 0, n, k, cards_mask(out), ffi.from_buffer("uint8_t[]", hands))
    return hands
