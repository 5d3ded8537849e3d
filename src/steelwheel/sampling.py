"""Monte Carlo: equities from random deals, the same for any number of workers."""

import os
from math import comb, sqrt
from time import monotonic
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelwheel._native import ffi, lib
from steelwheel.cards import COMBOS
from steelwheel.spots import Equity, Floats, How, Spot, blocked, doubles, some_deal

BATCH = 1 << 16
"""Samples of one slice, between two looks at the clock and the standard error."""
SAMPLES = 1_000_000
"""Samples when nothing else says when to stop."""


def monte_carlo(spot: Spot, samples: int | None, stderr: float | None, seconds: float | None, seed: int | None, how: How) -> Equity:
    for name, value in (("samples", samples), ("stderr", stderr), ("seconds", seconds)):
        if value is not None and not value > 0:
            raise ValueError(f"{name} is {value}: above 0")
    if seed is None:
        seed = int.from_bytes(os.urandom(8))
    if not 0 <= seed < 1 << 64:
        raise ValueError(f"seed {seed} is outside 0..2**64 - 1")
    if not some_deal(spot):
        raise blocked(spot)
    if samples is None and stderr is None and seconds is None:
        samples = SAMPLES
    end = samples if samples is not None else 1 << 62
    slices = ((seed, first, min(BATCH, end - first), *_tables(spot)) for first in range(0, end, BATCH))
    shares, counted, until = np.zeros((spot.n, spot.n), np.uint64), 0, monotonic() + (seconds or float("inf"))
    results = how.run(_sample_slice, slices, -(-end // BATCH) if samples is not None else 0)
    for done, part in results:
        shares += part
        counted += done
        if done < min(BATCH, end - counted + done):
            raise ValueError(f"the ranges {' and '.join(spot.names)} block each other in all but one of a million deals")
        if monotonic() > until or (stderr is not None and max(_stderr(shares, counted)) <= stderr):
            break
    results.close()  # type: ignore[attr-defined]
    parts = shares.astype(float)
    return Equity(
        players=spot.names,
        equity=tuple((parts @ (1 / np.arange(1, spot.n + 1)) / counted).tolist()),
        win=tuple((parts[:, 0] / counted).tolist()),
        tie=tuple((parts[:, 1:].sum(axis=1) / counted).tolist()),
        method="monte carlo",
        runouts=counted,
        deals=counted,
        wins=tuple(int(x) for x in shares[:, 0]),
        ties=tuple(int(x) for x in shares[:, 1:].sum(axis=1)),
        weight=tuple(spot.weights.sum(axis=1).tolist()),
        stderr=_stderr(shares, counted),
        seed=seed,
    )


def _stderr(shares: NDArray[np.uint64], counted: int) -> tuple[float, ...]:
    """Standard error of each player's mean share, from how often he was one of 1, 2 .. winners."""
    share = 1 / np.arange(1, len(shares) + 1)
    mean, square = shares @ share / counted, shares @ share**2 / counted
    return tuple(sqrt(max(0.0, float(s - m * m)) / counted) for m, s in zip(mean, square))


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
    return combos, aliases, keep, sizes, spot.board, spot.dead


def _sample_slice(
    seed: int,
    first: int,
    n: int,
    combos: NDArray[np.uint16],
    aliases: NDArray[np.uint16],
    keep: Floats,
    sizes: NDArray[np.int32],
    board: bytes,
    dead: int,
) -> tuple[int, NDArray[np.uint64]]:
    players = len(sizes)
    shares = np.zeros((players, players), np.uint64)
    listed = ffi.from_buffer("uint16_t[]", combos), ffi.from_buffer("uint16_t[]", aliases), doubles(keep)
    done = lib.sw_sample(
        seed,
        first,
        n,
        *listed,
        ffi.from_buffer("int[]", sizes),
        players,
        board,
        len(board),
        dead,
        ffi.from_buffer("uint64_t[]", shares),
    )
    return done, shares
