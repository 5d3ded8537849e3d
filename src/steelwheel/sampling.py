"""Monte Carlo: equities from random deals, the same for any number of workers."""

from contextlib import closing
from math import comb
from time import monotonic
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelwheel._native import ffi, lib
from steelwheel.arguments import checked_seed, whole
from steelwheel.cards import COMBOS
from steelwheel.decks import fresh_seed
from steelwheel.spots import Equity, Floats, How, Spot, blocked, doubles, some_deal

BATCH = 1 << 16
"""Samples of one slice, between two looks at the clock and the standard error."""
MOST_SAMPLES = 1 << 62
"""Samples that a run can be asked for: their numbers must not wrap."""
SAMPLES = 1_000_000
"""Samples when nothing else says when to stop."""


def monte_carlo(spot: Spot, samples: int | None, stderr: float | None, seconds: float | None, seed: int | None, how: How) -> Equity:
    for name, value in (("samples", samples), ("stderr", stderr), ("seconds", seconds)):
        if value is not None and (isinstance(value, bool | str) or not value > 0):
            raise ValueError(f"{name} is {value!r}: a number above 0")
    if samples is not None and (samples := whole("samples", samples)) > MOST_SAMPLES:
        raise ValueError(f"samples is {samples}: a whole number up to 2**62")
    seed = fresh_seed() if seed is None else checked_seed(seed)
    if not some_deal(spot):
        raise blocked(spot)
    if samples is None and stderr is None and seconds is None:
        samples = SAMPLES
    end = samples if samples is not None else MOST_SAMPLES
    tables, counts, counted = _tables(spot), _Counts(spot), 0
    until = monotonic() + (seconds or float("inf"))
    slices = ((seed, first, min(BATCH, end - first), *tables) for first in range(0, end, BATCH))
    results = how.run(_sample_slice, slices, -(-end // BATCH) if samples is not None else 0)
    with closing(results):
        for done, part in results:
            if done < min(BATCH, end - counted):
                raise ValueError(f"the ranges {' and '.join(spot.names)} block each other in all but one of a million deals")
            counts.add(part)
            counted += done
            if monotonic() > until or (stderr is not None and max(counts.stderr(counted)) <= stderr):
                break
    alone, split = counts.wins(), counts.ties()
    return Equity(
        players=spot.names,
        equity=counts.equity(counted),
        win=tuple(x / counted for x in alone),
        tie=tuple(x / counted for x in split),
        method="monte carlo",
        runouts=counted,
        deals=counted,
        wins=alone,
        ties=split,
        weight=tuple(spot.weights.sum(axis=1).tolist()),
        stderr=counts.stderr(counted),
        seed=seed,
    )


class _Counts:
    """Samples by group, winners of the group, and winners.

    Players with the same range are a group: who of them gets what is chance alone, so each is given the group's mean, which has
    a smaller error than his own.
    """

    def __init__(self, spot: Spot) -> None:
        self.group = _groups(spot.weights)
        self.size = np.bincount(self.group, minlength=spot.n)[self.group]
        self.counts = np.zeros((spot.n, spot.n + 1, spot.n + 1), np.uint64)
        winners = np.arange(spot.n + 1)
        self.share = winners[:, None] / np.maximum(winners, 1)[None, :]  # of the pot, to w of m winners

    def add(self, counts: NDArray[np.uint64]) -> None:
        self.counts += counts

    def _mean(self, value: Floats) -> Floats:
        """Sum of a value of (w, m) over the samples, a player's part of his group's."""
        sums: Floats = (self.counts * value).sum(axis=(1, 2))[self.group] / self.size
        return sums

    def wins(self) -> tuple[float, ...]:
        return tuple((self.counts[self.group, 1, 1] / self.size).tolist())

    def ties(self) -> tuple[float, ...]:
        winners = np.arange(len(self.share), dtype=float)
        several = winners[:, None] * (winners > 1)
        return tuple(self._mean(several).tolist())

    def equity(self, counted: int) -> tuple[float, ...]:
        return tuple((self._mean(self.share) / counted).tolist())

    def stderr(self, counted: int) -> tuple[float, ...]:
        """Standard error of `equity`: a group's share varies as it is counted, w / m of the pot."""
        mean = self._mean(self.share) / counted
        square = self._mean(self.share**2) / self.size / counted
        return tuple(np.sqrt(np.maximum(0, square - mean**2) / counted).tolist())


def _groups(weights: Floats) -> NDArray[np.int32]:
    """The first player with the same range as each."""
    return np.array([next(i for i, row in enumerate(weights) if (row == own).all()) for own in weights], np.int32)


def _tables(spot: Spot) -> tuple[Any, ...]:
    """Alias tables of the ranges (Walker 1974, Vose 1991), and the rest of the spot as `_sample_slice` wants it."""
    combos, aliases = np.zeros((2, spot.n, COMBOS), np.uint16)
    keep, sizes = np.ones((spot.n, COMBOS)), np.zeros(spot.n, np.int32)
    free = comb(spot.live, 2)
    for player, weights in enumerate(spot.weights):
        held = np.flatnonzero(weights)
        if len(held) == free and (weights[held] == weights[held[0]]).all():
            continue  # any two cards
        sizes[player] = len(held)
        combos[player, : len(held)] = aliases[player, : len(held)] = held
        odds = weights[held] * len(held) / weights[held].sum()
        small, large = list(np.flatnonzero(odds < 1)), list(np.flatnonzero(odds >= 1))
        while small and large:
            low, high = small.pop(), large[-1]
            keep[player, low], aliases[player, low] = odds[low], held[high]
            odds[high] -= 1 - odds[low]
            if odds[high] < 1:
                small.append(large.pop())
    return combos, aliases, keep, sizes, _groups(spot.weights), spot.board, spot.dead


def _sample_slice(
    seed: int,
    first: int,
    n: int,
    combos: NDArray[np.uint16],
    aliases: NDArray[np.uint16],
    keep: Floats,
    sizes: NDArray[np.int32],
    groups: NDArray[np.int32],
    board: bytes,
    dead: int,
) -> tuple[int, NDArray[np.uint64]]:
    players = len(sizes)
    counts = np.zeros((players, players + 1, players + 1), np.uint64)
    listed = ffi.from_buffer("uint16_t[]", combos), ffi.from_buffer("uint16_t[]", aliases), doubles(keep)
    ints = [ffi.from_buffer("int[]", array) for array in (sizes, groups)]
    out = ffi.from_buffer("uint64_t[]", counts)
    done = lib.sw_sample(seed, first, n, *listed, ints[0], players, ints[1], board, len(board), dead, out)
    return done, counts
