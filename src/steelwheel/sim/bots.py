"""Simple players: policies to train and to play against.

A policy takes `Observations` of k tables and gives int64[k] codes. What is random in one comes from their ``key``, so that games
come out the same again, in any batches.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from steelwheel.cards import COMBOS, combo_index
from steelwheel.decks import deal
from steelwheel.hands import evaluate
from steelwheel.sim.observations import Observations, Policy
from steelwheel.starting_hands import best_first, hand_of_combo

FOLD, CALL, LEAST_RAISE = 0, 1, 2
"""Codes: `CALL` is also a check, and after the least raise come the larger ones, all-in last."""

SAMPLE = 1 << 17
"""Random hands that say how good a hand is."""


def random(see: Observations) -> NDArray[np.int64]:
    """Any legal code, all equally likely.

    Raises:
        ValueError: observations without ``key``.
    """
    if "key" not in see:
        raise ValueError("the bot 'random' needs a 'key' in what it sees: of an environment, observation | {'key': info['key']}")
    legal = see["action_mask"].cumsum(1)
    place = (see["key"] >> np.uint64(32)) * legal[:, -1].astype(np.uint64) >> np.uint64(32)
    codes: NDArray[np.int64] = (legal > place.astype(np.int64)[:, None]).argmax(1)
    return codes


def caller(see: Observations) -> NDArray[np.int64]:
    """Checks or calls, whatever happens: the calling station."""
    return np.full(len(see["street"]), CALL)


def folder(see: Observations) -> NDArray[np.int64]:
    """Checks where that is free, otherwise folds."""
    return np.where(see["to_call"][:, 0] > 0, FOLD, CALL)


def tight(see: Observations) -> NDArray[np.int64]:
    """Tight and aggressive: few starting hands, the pot with good ones, and calls only where the price is right."""
    before, pot, owed = see["street"] == 0, see["pot"][:, 0], see["to_call"][:, 0]
    price = owed / (pot + owed)
    rivals = np.where(before, 1, see["live"].sum(1) - 1)
    best = 1 - rivals * (1 - share_beaten(see))  # at least the chance to beat them all
    call_with = np.where(before, 1 - 0.2 / np.sqrt(np.maximum(owed, 1)), price + 0.15)
    raise_with = np.where(before, (1 + call_with) / 2, 0.75 + price / 2)
    codes = np.where((best >= call_with) & (owed > 0) | (owed == 0), CALL, FOLD)
    return np.where(best >= raise_with, largest_raise(see), codes)


BOTS: dict[str, Policy] = {"random": random, "caller": caller, "folder": folder, "tight": tight}
"""The policies by name."""


def named(policy: Policy | str) -> Policy:
    """The bot of a name; a policy is given back.

    Raises:
        ValueError: there is no such bot, or it is not a function.
    """
    if isinstance(policy, str):
        if policy not in BOTS:
            raise ValueError(f"there is no bot {policy!r}: there are {', '.join(BOTS)}")
        return BOTS[policy]
    if not callable(policy):
        raise ValueError(f"{policy!r} is neither a policy nor the name of a bot")
    return policy


def share_beaten(see: Observations) -> NDArray[np.float64]:
    """float64[k]: the share of random hands that each hand beats, ties by half.

    Before the flop by the order of the starting hands; later by strength among hands of as many cards, whatever the board.
    """
    shares = np.empty(len(see["street"]))
    for street in range(4):
        rows = np.flatnonzero(see["street"] == street)
        hole = see["hole_cards"][rows]
        if street == 0:
            shares[rows] = _starting_shares()[combo_index(hole[:, 0], hole[:, 1])]
        elif len(rows):
            hands = np.concatenate([hole, see["board"][rows, : street + 2]], axis=1)
            shares[rows] = _strength_shares(street + 4)[evaluate(hands)]
    return shares


def largest_raise(see: Observations) -> NDArray[np.int64]:
    """int64[k]: the largest legal raise that is not all-in; all-in if no other is legal, check or call if none is.

    Codes of raises rise with their size.
    """
    legal = see["action_mask"]
    all_in = legal.shape[1] - 1
    largest = all_in - 1 - legal[:, all_in - 1 : CALL : -1].argmax(1)
    some = legal[:, LEAST_RAISE:all_in].any(1)
    return np.where(some, largest, np.where(legal[:, all_in] == 1, all_in, CALL))


@cache
def _starting_shares() -> NDArray[np.float64]:
    """float64[1326]: the share of combos that come after a combo in the order of the starting hands, ties by half."""
    sizes = np.bincount(hand_of_combo())[list(best_first())]
    shares = np.empty(len(sizes))
    shares[list(best_first())] = 1 - (np.cumsum(sizes) - sizes / 2) / COMBOS
    return shares[hand_of_combo()]


@cache
def _strength_shares(cards: int) -> NDArray[np.float64]:
    """float64[7463]: of each strength, the share of random hands of so many cards below it, ties by half."""
    counts = np.bincount(evaluate(deal(SAMPLE, cards, seed=0)), minlength=7463)
    return (np.cumsum(counts) - counts / 2) / SAMPLE
