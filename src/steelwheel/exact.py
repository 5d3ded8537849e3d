"""Exact equities: every run-out of every deal, one way for each kind of spot."""

import warnings
from math import comb

import numpy as np
from numpy.typing import NDArray

from steelwheel import preflop
from steelwheel._native import lib
from steelwheel.cards import COMBOS, combo_cards
from steelwheel.many import count_spots
from steelwheel.slices import cut
from steelwheel.spots import MOST_DEALS, Equity, Floats, How, Spot, blocked, doubles, images, others_met

EXACT_SECONDS = 5.0
"""Time up to which ``method="auto"`` counts four and more players exactly, by `play_seconds`."""
LONG = 30.0
"""Seconds beyond which an exact count says beforehand how long it will take."""
SLICE = 0.1
"""Seconds of listed deals in one slice."""


def heads_up(spot: Spot, how: How) -> Equity:
    """Two ranges: what each combo beats, linear in the combos; before the flop from the table of match-ups."""
    if not spot.board and not spot.dead:
        return _before_the_flop(spot)
    beaten, not_lost = _walk(spot, "sw_heads_up", (2, 2), how).swapaxes(0, 1)
    return _result(spot, np.stack([beaten, not_lost - beaten], axis=1))


def _before_the_flop(spot: Spot) -> Equity:
    wins, ties = preflop.matrix()
    tally = np.zeros((2, 2, COMBOS))
    held = [np.flatnonzero(weights) for weights in spot.weights]
    for player in range(2):
        ours, theirs = held[player], held[1 - player]
        weights = spot.weights[1 - player, theirs]
        for row, counts in enumerate((wins, ties)):
            tally[player, row, ours] = counts[np.ix_(ours, theirs)] @ weights
    return _result(spot, tally)


def three_way(spot: Spot, how: How) -> Equity:
    """Three ranges: sums over disjoint pairs of what each combo beats."""
    return _result(spot, _walk(spot, "sw_three_way", (3, 3), how))


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
    hole = combo_cards(deals[firsts]).astype(np.uint8)
    boards = np.full((len(firsts), 5), 255, np.uint8)
    boards[:, : len(spot.board)] = list(spot.board)
    size = max(1, min(len(firsts), round(SLICE / play_seconds(spot))))
    slices = [(hole[i : i + size], boards[i : i + size], spot.dead, i) for i in range(0, len(firsts), size)]
    shares = np.concatenate(list(how.run(count_spots, slices, len(slices))))[alike]
    tally = np.zeros((spot.n, spot.n, COMBOS))
    products = np.prod([spot.weights[p, deals[:, p]] for p in range(spot.n)], axis=0)
    for player in range(spot.n):
        others = products / spot.weights[player, deals[:, player]]
        for winners in range(spot.n):
            tally[player, winners] = np.bincount(deals[:, player], others * shares[:, player, winners], COMBOS)
    return _result(spot, tally, deals)


def play_seconds(spot: Spot) -> float:
    """About how long one deal takes to play."""
    return {0: 5e-4, 3: 3e-6}.get(len(spot.board), 1e-6)


def _classes(spot: Spot, deals: NDArray[np.uint16]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Of deals that a renaming of the suits turns into one another, a first one's number; and for each deal its class."""
    same = images(spot)
    if len(same) == 1 or len(deals) == 1:
        return np.arange(len(deals)), np.arange(len(deals))
    places = 11 * np.arange(5)[::-1]  # five combos to a number
    least = [np.full(len(deals), np.iinfo(np.int64).max)] * 2
    for image in same:
        turned = image[deals]
        key = [(turned[:, i : i + 5] << places[5 - turned[:, i : i + 5].shape[1] :]).sum(axis=1) for i in (0, 5)]
        less = (key[0] < least[0]) | ((key[0] == least[0]) & (key[1] < least[1]))
        least = [np.where(less, new, old) for new, old in zip(key, least)]
    _, firsts, alike = np.unique(np.column_stack(least), axis=0, return_index=True, return_inverse=True)
    return firsts, alike.ravel()


def _walk(spot: Spot, function: str, shape: tuple[int, ...], how: How) -> Floats:
    """Tally of all run-outs, summed in the order of the slices, a combo's result the mean over its images."""
    if not (others_met((spot.weights > 0).astype(float))[0] * spot.weights[0]).any():
        raise blocked(spot)
    turns = lib.sw_turns(len(spot.board), spot.dead)
    combos = int((spot.weights > 0).any(axis=0).sum())
    work = comb(spot.live, 5 - len(spot.board)) * combos * (1 if spot.n == 2 else 50)
    pieces = cut(turns, min(256, work // 5_000_000))
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


def _result(spot: Spot, tally: Floats, deals: NDArray[np.uint16] | None = None) -> Equity:
    """From float64[players, winners, 1326], weight of what each combo meets and wins as one of 1, 2 .. winners."""
    n, weights = spot.n, spot.weights
    whole = bool(((weights == 0) | (weights == 1)).all())
    if deals is None:
        count = np.array(others_met((weights > 0).astype(float))) * spot.boards
        met = count if whole else np.where(count > 0, np.array(others_met(weights)) * spot.boards, 0)
    else:
        met, count = np.zeros((2, n, COMBOS))
        products = np.prod([weights[p, deals[:, p]] for p in range(n)], axis=0)
        for p in range(n):
            met[p] = np.bincount(deals[:, p], products / weights[p, deals[:, p]], COMBOS) * spot.boards
            count[p] = np.bincount(deals[:, p], minlength=COMBOS) * spot.boards
    total = float((weights[0] * met[0]).sum())
    if total <= 0:
        raise blocked(spot)
    shares = 1 / np.arange(1, n + 1)
    sums = np.einsum("pmc,pc->pm", tally, weights)  # [player, winners]
    if whole:
        sums = np.rint(sums)
    clean = int if whole else float
    with np.errstate(divide="ignore", invalid="ignore"):
        parts = np.where((weights[:, None, :] > 0) & (met[:, None, :] > 0), tally / met[:, None, :], np.nan)
    return Equity(
        players=spot.names,
        equity=tuple((sums @ shares / total).tolist()),
        win=tuple((sums[:, 0] / total).tolist()),
        tie=tuple((sums[:, 1:].sum(axis=1) / total).tolist()),
        method="exact",
        runouts=round(float((count[0] * (weights[0] > 0)).sum())),
        deals=clean(total),
        wins=tuple(clean(x) for x in sums[:, 0]),
        ties=tuple(clean(x) for x in sums[:, 1:].sum(axis=1)),
        weight=tuple(weights.sum(axis=1).tolist()),
        per_combo=tuple(np.einsum("pmc,m->pc", parts, shares)),
        per_combo_win=tuple(parts[:, 0]),
        per_combo_tie=tuple(parts[:, 1:].sum(axis=1)),
        per_combo_deals=tuple(met),
    )
