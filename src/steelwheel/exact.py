"""Exact equities: every run-out of every deal, one way for each kind of spot."""

import warnings
from math import comb

import numpy as np
from numpy.typing import NDArray

from steelwheel import preflop
from steelwheel._native import lib
from steelwheel.cards import COMBOS
from steelwheel.many import count_spots
from steelwheel.slices import cut
from steelwheel.spots import MOST_DEALS, Equity, Floats, How, Spot, blocked, combo_table, doubles, images, others_met

EXACT_SECONDS = 5.0
"""Time up to which ``method="auto"`` counts four and more players exactly, by `play_seconds`."""
LONG = 30.0
"""Seconds beyond which an exact count says beforehand how long it will take."""
SLICE = 0.02
"""Seconds of listed deals in one slice."""
WORK = 500_000
"""Combos times run-outs of two ranges in one slice: some milliseconds. Three ranges take 50 times as long."""


def heads_up(spot: Spot, how: How) -> Equity:
    """Two ranges: what each combo beats, linear in the combos; before the flop from the table of match-ups."""
    return _two_on_runouts(spot, how) if spot.board or spot.dead else _before_the_flop(spot)


def _two_on_runouts(spot: Spot, how: How) -> Equity:
    met, runouts = _meetings(spot)
    tally = _walk(spot, "sw_heads_up", (2, 2), how)  # [player, beaten | not lost to]
    tally[:, 1] -= tally[:, 0]
    return _result(spot, tally, met, runouts)


def _before_the_flop(spot: Spot) -> Equity:
    met, runouts = _meetings(spot)
    wins, ties = preflop.matrix()
    tally = np.zeros((2, 2, COMBOS))
    held = [np.flatnonzero(weights) for weights in spot.weights]
    for player in range(2):
        ours, theirs = held[player], held[1 - player]
        weights = spot.weights[1 - player, theirs]
        for row, counts in enumerate((wins, ties)):
            tally[player, row, ours] = counts[np.ix_(ours, theirs)] @ weights
    return _result(spot, tally, met, runouts)


def three_way(spot: Spot, how: How) -> Equity:
    """Three ranges: sums over disjoint pairs of what each combo beats."""
    met, runouts = _meetings(spot)
    return _result(spot, _walk(spot, "sw_three_way", (3, 3), how), met, runouts)


def listed(spot: Spot, deals: NDArray[np.uint16] | None, how: How) -> Equity:
    """Any number of players: every deal, once for all that are the same but for the names of the suits."""
    if deals is None:
        raise ValueError(
            f"exact equity of {' v '.join(spot.names)} would go through more than {MOST_DEALS:,} deals of hole cards: sample it"
        )
    firsts, alike = _classes(spot, deals)
    seconds = len(firsts) * play_seconds(spot)
    if seconds > LONG:
        warnings.warn(f"{len(firsts):,} deals of hole cards to play: about {seconds / 60:,.0f} minutes", stacklevel=4)
    hole = combo_table()[deals[firsts]].astype(np.uint8)
    boards = np.full((len(firsts), 5), 255, np.uint8)
    boards[:, : len(spot.board)] = list(spot.board)
    size = max(1, min(len(firsts), round(SLICE / play_seconds(spot))))
    slices = [(hole[i : i + size], boards[i : i + size], spot.dead, i) for i in range(0, len(firsts), size)]
    shares = np.concatenate(list(how.run(count_spots, slices, len(slices)))).transpose(1, 2, 0).astype(np.float64, order="C")
    tally, met = np.zeros((spot.n, spot.n, COMBOS)), np.zeros((spot.n, COMBOS))
    weights = [spot.weights[player, deals[:, player]] for player in range(spot.n)]
    products = np.prod(weights, axis=0)
    for player, combos in enumerate(deals.T.astype(np.intp)):
        others = products / weights[player]
        met[player] = np.bincount(combos, others, COMBOS) * spot.boards
        for winners in range(spot.n):
            tally[player, winners] = np.bincount(combos, others * shares[player, winners, alike], COMBOS)
    return _result(spot, tally, met, len(deals) * spot.boards)


def play_seconds(spot: Spot) -> float:
    """About how long one deal takes to play."""
    return {0: 1.5e-3, 3: 4e-6}.get(len(spot.board), 1.5e-6)


def _classes(spot: Spot, deals: NDArray[np.uint16]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Of deals that a renaming of the suits turns into one another, a first one's number; and for each deal its class."""
    if len(deals) == 1 or len(same := images(spot)) == 1:
        return np.arange(len(deals)), np.arange(len(deals))
    places = 11 * np.arange(5)[::-1]  # five combos to a number
    least = [np.full(len(deals), np.iinfo(np.int64).max)] * 2
    for image in same:
        turned = image[deals]
        key = [(turned[:, i : i + 5] << places[5 - turned[:, i : i + 5].shape[1] :]).sum(axis=1) for i in (0, 5)]
        less = (key[0] < least[0]) | ((key[0] == least[0]) & (key[1] < least[1]))
        least = [np.where(less, new, old) for new, old in zip(key, least)]
    keys = least[0] if spot.n <= 5 else np.column_stack(least)
    _, firsts, alike = np.unique(keys, axis=0, return_index=True, return_inverse=True)
    return firsts, alike.ravel()


def _walk(spot: Spot, function: str, shape: tuple[int, ...], how: How) -> Floats:
    """Tally of all run-outs, summed in the order of the slices, a combo's result the mean over its images."""
    turns = lib.sw_turns(len(spot.board), spot.dead)
    combos = int((spot.weights > 0).any(axis=0).sum())
    work = comb(spot.live, 5 - len(spot.board)) * combos * (1 if spot.n == 2 else 50)
    pieces = cut(turns, min(256, work // WORK))
    slices = [(function, spot.weights, spot.board, spot.dead, first, last, shape) for first, last in pieces]
    tally = np.zeros((*shape, COMBOS))
    for part in how.run(_walk_slice, slices, len(slices)):
        tally += part
    same = images(spot)
    return tally if len(same) == 1 else np.sum([tally[..., image] for image in same], axis=0) / len(same)


def _walk_slice(function: str, weights: Floats, board: bytes, dead: int, first: int, last: int, shape: tuple[int, ...]) -> Floats:
    tally = np.zeros((*shape, COMBOS))
    getattr(lib, function)(doubles(weights), board, len(board), dead, first, last, doubles(tally))
    return tally


def _meetings(spot: Spot) -> tuple[Floats, int]:
    """float64[players, 1326], what each combo of two or three ranges meets by weight; and the run-outs of all deals."""
    held = spot.weights > 0
    count = np.array(others_met(held.astype(float))) * spot.boards
    runouts = round(float(count[0] @ held[0]))
    if runouts == 0:
        raise blocked(spot)
    met = count if (spot.weights == held).all() else np.where(count > 0, np.array(others_met(spot.weights)) * spot.boards, 0)
    return met, runouts


def _result(spot: Spot, tally: Floats, met: Floats, runouts: int) -> Equity:
    """From float64[players, winners, 1326], weight of what each combo meets and wins as one of 1, 2 .. winners."""
    n, weights = spot.n, spot.weights
    held = weights > 0
    whole = bool((weights == held).all())
    total = float((weights[0] * met[0]).sum())
    shares = 1 / np.arange(1, n + 1)
    sums = np.einsum("pmc,pc->pm", tally, weights)  # [player, winners]
    if whole:
        sums = np.rint(sums)
    clean = int if whole else float
    parts = np.full(tally.shape, np.nan)
    np.divide(tally, met[:, None], out=parts, where=(held & (met > 0))[:, None])
    return Equity(
        players=spot.names,
        equity=tuple((sums @ shares / total).tolist()),
        win=tuple((sums[:, 0] / total).tolist()),
        tie=tuple((sums[:, 1:].sum(axis=1) / total).tolist()),
        method="exact",
        runouts=runouts,
        deals=clean(total),
        wins=tuple(clean(x) for x in sums[:, 0]),
        ties=tuple(clean(x) for x in sums[:, 1:].sum(axis=1)),
        weight=tuple(weights.sum(axis=1).tolist()),
        per_combo=tuple(np.einsum("pmc,m->pc", parts, shares)),
        per_combo_win=tuple(parts[:, 0]),
        per_combo_tie=tuple(parts[:, 1:].sum(axis=1)),
        per_combo_deals=tuple(met),
    )
