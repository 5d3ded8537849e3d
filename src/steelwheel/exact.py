"""Exact equities: every run-out of every deal, one way for each kind of spot."""

import warnings
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelwheel import preflop
from steelwheel._native import ffi, lib
from steelwheel.cards import COMBOS, combo_cards
from steelwheel.many import count_spots
from steelwheel.slices import cut
from steelwheel.spots import MOST_DEALS, Equity, Floats, How, Spot, blocked, deals_to_play, doubles, images, list_deals, others_met

EXACT_WORK = 200_000_000
"""Deals times run-outs up to which ``method="auto"`` counts four and more players: some seconds."""


def hands(spot: Spot) -> Equity:
    """Every player has one combo."""
    combos = spot.weights.argmax(axis=1)
    hole = combo_cards(combos).astype(np.uint8)
    boards = np.full(5, 255, np.uint8)
    boards[: len(spot.board)] = list(spot.board)
    if spot.n == 2 and not spot.board and not spot.dead:
        return before_the_flop(spot)
    tally = np.zeros((spot.n, spot.n, COMBOS))
    tally[np.arange(spot.n), :, combos] = count_spots(hole[None], boards[None], spot.dead, 0)[0]
    others = spot.weights.max(axis=1).prod() / spot.weights.max(axis=1)
    return _result(spot, tally * others[:, None, None])


def heads_up(spot: Spot, how: How) -> Equity:
    if not spot.board and not spot.dead:
        return before_the_flop(spot)
    beaten, not_lost = _walk(spot, "sw_heads_up", (2, 2), how).swapaxes(0, 1)
    return _result(spot, np.stack([beaten, not_lost - beaten], axis=1))


def before_the_flop(spot: Spot) -> Equity:
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
    return _result(spot, _walk(spot, "sw_three_way", (3, 3), how))


def listed(spot: Spot, deals: NDArray[np.uint16] | None, how: How) -> Equity:
    if deals is None:
        raise ValueError(
            f"exact equity of {' v '.join(spot.names)} would go through more than {MOST_DEALS:,} deals of hole cards: sample it"
        )
    if deals_to_play(spot, deals) > 10 * EXACT_WORK:
        minutes = deals_to_play(spot, deals) / 5e7 / 60
        warnings.warn(f"{len(deals):,} deals on {spot.boards:,} run-outs: about {minutes:,.0f} minutes", stacklevel=3)
    weights = np.prod([spot.weights[p, deals[:, p]] for p in range(spot.n)], axis=0)
    tally = _walk(spot, "sw_deals", (spot.n, spot.n), how, deals, np.ascontiguousarray(weights))
    with np.errstate(divide="ignore", invalid="ignore"):
        return _result(spot, np.nan_to_num(tally / spot.weights[:, None, :]))


def _walk(spot: Spot, function: str, shape: tuple[int, ...], how: How, *deals: NDArray[Any]) -> Floats:
    """Tally of all run-outs, summed in the order of the slices, a combo's result the mean over its images."""
    turns = lib.sw_turns(len(spot.board), spot.dead)
    combos = int((spot.weights > 0).any(axis=0).sum())
    work = comb(spot.live, 5 - len(spot.board)) * (len(deals[0]) if deals else combos if spot.n == 2 else 50 * combos)
    pieces = cut(turns, min(256, work // 5_000_000))
    slices = [(function, spot.weights, spot.board, spot.dead, first, last, shape, *deals) for first, last in pieces]
    tally = np.zeros((*shape, COMBOS))
    for part in how.run(_walk_slice, slices, len(slices)):
        tally += part
    same = images(spot)
    return tally if len(same) == 1 else np.sum([tally[..., image] for image in same], axis=0) / len(same)


def _walk_slice(
    function: str, weights: Floats, board: bytes, dead: int, first: int, last: int, shape: tuple[int, ...], *deals: NDArray[Any]
) -> Floats:
    tally = np.zeros((*shape, COMBOS))
    out = doubles(tally)
    if deals:
        combos, products = deals
        listed = ffi.from_buffer("uint16_t[]", combos), doubles(products), len(combos), len(weights)
        lib.sw_deals(doubles(weights), *listed, board, len(board), dead, first, last, out)
    else:
        getattr(lib, function)(doubles(weights), board, len(board), dead, first, last, out)
    return tally


def _result(spot: Spot, tally: Floats) -> Equity:
    """From float64[players, winners, 1326], weight of what each combo meets and wins as one of 1, 2 .. winners."""
    n, weights = spot.n, spot.weights
    whole = bool(((weights == 0) | (weights == 1)).all())
    if n <= 3:
        met = np.array(others_met(weights)) * spot.boards
        count = met if whole else np.array(others_met((weights > 0).astype(float))) * spot.boards
    else:
        deals = list_deals(spot, 1 << 62)
        assert deals is not None
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
