"""Many spots of explicit hands at once."""

from collections.abc import Iterator
from concurrent.futures import Executor
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelwheel import preflop
from steelwheel._native import ffi, lib
from steelwheel.cards import CardError, CardsLike, card_text, cards_mask, format_cards, parse_cards
from steelwheel.hands import as_cards
from steelwheel.slices import Progress, run

MOST_PLAYERS = 10
ROWS = 2048
"""Spots of explicit hands in one slice: a millisecond."""
LONG = 256
"""Spots that one without a board stands for there, as counting run-outs of five cards takes long."""


def equity_many(
    hole: ArrayLike,
    board: ArrayLike | None = None,
    *,
    dead: CardsLike = (),
    parts: bool = False,
    threads: int = 1,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Any:
    """Exact equity of many spots of explicit hands.

    Args:
        hole: card codes, integers of shape ``(n, players, 2)``, or texts of one card each; 2 to 10 players.
        board: card codes of shape ``(n, 0 | 3 | 4 | 5)``, or ``(n, 5)`` with 255 where a card is not known yet; None: no cards yet.
        dead: cards that cannot come in any spot.
        parts: also return the probabilities to win alone and to be in a split.
        threads, executor, progress: see `slices.run`.

    Returns:
        float64[n, players] equities; with ``parts`` a tuple of three such: equity, win, tie.

    Raises:
        CardError: a card that is none or stands twice, or a board of 1 or 2 cards; the message names the spot.
    """
    hands = _array("hole cards", hole)
    if hands.ndim != 3 or not 2 <= hands.shape[1] <= MOST_PLAYERS:
        raise ValueError(f"hole cards have the shape (n, 2 to {MOST_PLAYERS} players, 2), not {hands.shape}")
    hands = as_cards(hands, (2,))
    boards = _boards(board, len(hands))
    out = cards_mask(parse_cards(dead))
    slices = [(hands[i:j], boards[i:j], out, i) for i, j in _cut(hands.shape[1], boards, out)]
    results = run(_many_slice, slices, total=len(slices), threads=threads, executor=executor, progress=progress)
    equity, win, tie = shares = np.empty((3, *hands.shape[:2]))
    for part, (some, *_, first) in zip(results, slices):
        shares[:, first : first + len(some)] = part
    return (equity, win, tie) if parts else equity.copy()


def _cut(players: int, boards: NDArray[np.uint8], dead: int) -> Iterator[tuple[int, int]]:
    """Slices [first, last) of the spots."""
    by_table = players == 2 and not dead
    stands_for = np.where((boards[:, 0] == 255) & (not by_table), LONG, 1)
    number = (stands_for.cumsum() - 1) // ROWS
    return pairwise([*np.flatnonzero(np.diff(number, prepend=-1)).tolist(), len(boards)])


def _array(name: str, cards: ArrayLike) -> NDArray[Any]:
    try:
        return np.asarray(cards)
    except ValueError:
        raise CardError(f"{name}: every spot must have as many") from None


def _boards(board: ArrayLike | None, n: int) -> NDArray[np.uint8]:
    """uint8[n, 5] with 255 for cards to come."""
    boards = np.full((n, 5), 255, np.uint8)
    if board is None:
        return boards
    given = _array("boards", board)
    if given.ndim != 2 or len(given) != n or given.shape[1] not in (0, 3, 4, 5):
        raise CardError(f"boards have the shape ({n}, 0, 3, 4 or 5), not {given.shape}")
    if given.dtype.kind == "U":
        given = as_cards(given, (3, 4, 5))
    if given.size and given.dtype.kind not in "iu":
        raise CardError(f"card codes are integers 0..51, not {given.dtype}")
    if given.dtype != np.uint8:  # of which the C core checks the codes
        wrong = (given < 0) | (given > 255)
        if wrong.any():
            row, column = np.argwhere(wrong)[0]
            raise CardError(f"spot [{row}] has {given[row, column]} on its board: card codes are 0..51, and 255 is none")
    boards[:, : given.shape[1]] = given
    return boards


def _many_slice(hands: NDArray[np.uint8], boards: NDArray[np.uint8], dead: int, first: int) -> NDArray[np.float64]:
    """float64[3, n, players]: equity, win and tie of some spots, of which the first has the number ``first``."""
    if hands.shape[1] > 2 or dead:
        return _many_counted(hands, boards, dead, first)
    unseen = (boards == 255).all(axis=1)
    if unseen.all():
        return _many_preflop(hands, first)
    shares = np.empty((3, *hands.shape[:2]))
    try:
        shares[:, unseen] = _many_preflop(hands[unseen], first)
        shares[:, ~unseen] = _many_counted(hands[~unseen], boards[~unseen], dead, first)
    except CardError:  # which counted among the few
        count_spots(hands, boards, dead, first)
        raise
    return shares


def _many_counted(hands: NDArray[np.uint8], boards: NDArray[np.uint8], dead: int, first: int) -> NDArray[np.float64]:
    counts = count_spots(hands, boards, dead, first).transpose(1, 2, 0).astype(np.float64, order="C")  # [player, winners - 1, spot]
    shares = 1 / np.arange(1, len(counts) + 1)
    counts /= shares @ counts.sum(axis=0)
    return np.array([(shares @ counts).T, counts[:, 0].T, counts[:, 1:].sum(axis=1).T])


def _many_preflop(hands: NDArray[np.uint8], first: int) -> NDArray[np.float64]:
    combos = np.sort(hands.astype(np.int64), axis=2)
    index = combos[:, :, 1] * (combos[:, :, 1] - 1) // 2 + combos[:, :, 0]
    distinct = np.sort(combos.reshape(-1, 4), axis=1)
    bad = (np.diff(distinct, axis=1) == 0).any(axis=1) | (distinct[:, -1] > 51)
    if bad.any():
        row = int(bad.argmax())
        count_spots(hands[row : row + 1], np.full((1, 5), 255, np.uint8), 0, first + row)  # names what is wrong
    wins, ties = preflop.matrix()
    ours, theirs = index[:, 0], index[:, 1]
    win = np.stack([wins[ours, theirs], wins[theirs, ours]], axis=1) / preflop.BOARDS
    tie = np.stack([ties[ours, theirs]] * 2, axis=1) / preflop.BOARDS
    return np.array([win + tie / 2, win, tie])


def count_spots(hands: NDArray[np.uint8], boards: NDArray[np.uint8], dead: int, first: int) -> NDArray[np.uint64]:
    n, players = hands.shape[:2]
    shares = np.empty((n, players, players), np.uint64)
    hole, shown = (ffi.from_buffer("uint8_t[]", np.ascontiguousarray(rows)) for rows in (hands, boards))
    done = lib.sw_many(hole, shown, n, players, dead, ffi.from_buffer("uint64_t[]", shares))
    if done < n:
        raise _bad_spot(first + done, hands[done].ravel().tolist(), boards[done].tolist(), dead)
    return shares


def _bad_spot(spot: int, hole: list[int], board: list[int], dead: int) -> CardError:
    shown = [card for card in board if card != 255]
    if board[: len(shown)] != shown:
        return CardError(f"spot [{spot}] has a board card after one that is not known yet")
    if len(shown) in (1, 2):
        return CardError(f"spot [{spot}] has a board of {len(shown)} cards: 0, 3, 4 or 5 are wanted")
    cards = [*hole, *shown]
    for card in cards:
        if card > 51:
            return CardError(f"spot [{spot}] holds {card}: card codes are 0..51")
        if cards.count(card) > 1:
            return CardError(f"spot [{spot}] has {card_text(card)} twice: {format_cards(cards)}")
        if dead >> card & 1:
            return CardError(f"spot [{spot}] holds {card_text(card)}, which is dead")
    return CardError(f"spot [{spot}] leaves too few cards in the deck to complete the board")
