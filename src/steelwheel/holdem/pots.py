"""Pots: who contests which chips, and who gets them.

Chips are ``int`` counts of the smallest unit at the table, never floats. A *stake* is all that a seat has put at risk in a hand.
The *main pot* is what every live player has matched; each *side pot* is contested by fewer. What nobody matched is a *refund*.
*Dead* chips belong to the main pot and to nobody's stake. *Odd* chips are what is left when winners share a pot evenly.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelwheel._native import ffi, lib

_MOST = 1 << 62  # above every stake


@dataclass(frozen=True, slots=True)
class Pot:
    """Chips contested by a fixed set of seats."""

    chips: int
    seats: tuple[int, ...]
    """Seats that can win it, clockwise from the first left of the button."""


class Split(NamedTuple):
    """How the chips of one hand, or of many, are divided."""

    pots: Any
    """One hand: a tuple of `Pot`, the main pot first. Many: int64 of shape (n, seats), chips of the main pot, the first side pot
    and so on, 0 where there is none."""
    awards: Any
    """Chips won by each seat, refunds not included: a tuple, or int64 of shape (n, seats)."""
    refunds: Any
    """Unmatched chips that go back to each seat: a tuple, or int64 of shape (n, seats)."""


def split_pots(
    bets: ArrayLike,
    folded: ArrayLike,
    strengths: ArrayLike,
    button: ArrayLike,
    *,
    dead: ArrayLike = 0,
    odd_chips: str = "clockwise",
) -> Split:
    """Build the pots of one hand or of many and give them to the winners.

    The part of the largest stake that no other seat matched goes back first. A live seat then contests every pot up to its own
    stake; chips above every live stake join the last pot. Each pot is divided evenly among its strongest seats (TDA 20 and 21).

    Args:
        bets: each seat's stake in chips, ints of shape (seats,) or (n, seats); below 2**56 in sum.
        folded: truth of the same shape; at least one seat a hand is live.
        strengths: of the same shape; higher wins, equal ties; those of folded seats do not matter.
        button: seat, or n seats; odd chips go clockwise from the first winner after it.
        dead: chips of the main pot that are no stake, or n of them.
        odd_chips: ``clockwise`` gives each winner of a pot at most one odd chip, ``first_winner_all`` gives all to the first.

    Raises:
        ValueError: shapes that do not fit, negative chips, no live seat, no such button; of many hands it names the first bad one.

    >>> split_pots([100, 250, 250], [False] * 3, [9, 8, 7], button=0)[1]
    (300, 300, 0)
    """
    if odd_chips not in ("clockwise", "first_winner_all"):
        raise ValueError(f"odd_chips is {odd_chips!r}: it must be 'clockwise' or 'first_winner_all'")
    if isinstance(bets, (list, tuple)) and not (bets and isinstance(bets[0], (list, tuple, np.ndarray))):
        return _split_one(bets, folded, strengths, button, dead, odd_chips)
    array = np.asarray(bets)
    if array.ndim == 1:
        lists = [np.asarray(values).tolist() for values in (folded, strengths)]
        return _split_one(array.tolist(), lists[0], lists[1], button, dead, odd_chips)
    return _split_many(array, folded, strengths, button, dead, odd_chips)


def _split_one(bets: Any, folded: Any, strengths: Any, button: Any, dead: Any, odd_chips: str) -> Split:
    seats = len(bets)
    if len(folded) != seats or len(strengths) != seats:
        raise ValueError(f"{seats} bets, {len(folded)} folded and {len(strengths)} strengths: there must be one of each a seat")
    if not 1 <= seats <= 64:
        raise ValueError(f"{seats} seats: a hand has 1 to 64")
    if not all(isinstance(chips, (int, np.integer)) for chips in (*bets, dead)):
        raise ValueError(f"bets {list(bets)} and dead {dead}: chips are whole numbers")
    if min(bets, default=0) < 0 or dead < 0:
        raise ValueError(f"bets {list(bets)} and dead {dead}: chips are not negative")
    if not 0 <= button < seats:
        raise ValueError(f"button {button} is no seat of 0..{seats - 1}")
    if all(folded):
        raise ValueError("every seat has folded: somebody must win")
    refunds = unmatched(bets, folded)
    stakes = [bet - refund for bet, refund in zip(bets, refunds)] if refunds else bets
    pots = build_pots(stakes, folded, button, dead)
    awards = [0] * seats
    for pot in pots:
        for seat, chips in award(pot.chips, pot.seats, strengths, odd_chips):
            awards[seat] += chips
    return Split(tuple(pots), tuple(awards), tuple(refunds or [0] * seats))


def unmatched(bets: Sequence[int], folded: Sequence[bool | int]) -> list[int] | None:
    """Chips that go back to each seat because nobody matched them; None if none do."""
    top = max(bets)
    if bets.count(top) != 1:
        return None
    seat = bets.index(top)
    if folded[seat]:
        return None
    refunds = [0] * len(bets)
    refunds[seat] = top - max((bet for bet in bets if bet != top), default=0)
    return refunds


def build_pots(stakes: Sequence[int], folded: Sequence[bool | int], button: int, dead: int = 0) -> list[Pot]:
    """Main pot and side pots of matched stakes, the main pot first."""
    seats = len(stakes)
    live = [seat for i in range(1, seats + 1) if not folded[seat := (button + i) % seats]]
    first = stakes[live[0]]
    if all(stakes[seat] == first for seat in live):  # nobody is all-in for less
        chips = sum(stakes) + dead
        return [Pot(chips, tuple(live))] if chips else []
    pots: list[Pot] = []
    below = 0
    levels = sorted({stakes[seat] for seat in live})
    for level in levels:
        top = level if level != levels[-1] else _MOST
        chips = dead + sum(min(stake, top) - below for stake in stakes if stake > below)
        dead = 0
        if chips:
            pots.append(Pot(chips, tuple(seat for seat in live if stakes[seat] >= level)))
        below = level
    return pots


def award(chips: int, seats: Sequence[int], strengths: Sequence[int], odd_chips: str = "clockwise") -> list[tuple[int, int]]:
    """(seat, chips) of each winner of a pot, clockwise; seats are given clockwise from the first left of the button."""
    best = max([strengths[seat] for seat in seats])
    winners = [seat for seat in seats if strengths[seat] == best]
    if len(winners) == 1:
        return [(winners[0], chips)]
    share, odd = divmod(chips, len(winners))
    if odd_chips == "clockwise":
        return [(seat, share + (i < odd)) for i, seat in enumerate(winners)]
    return [(seat, share if i else share + odd) for i, seat in enumerate(winners)]


def split_runouts(pot: int, winners_by_board: Sequence[Sequence[int]], button: int, seats: int) -> tuple[int, ...]:
    """Chips won by each seat when a pot is decided by several boards: in equal parts, odd chips to the first boards.

    Args:
        pot: chips.
        winners_by_board: seats that win on each board.
        button: seat. seats: number of seats.

    >>> split_runouts(101, [[0], [1]], button=1, seats=2)
    (51, 50)
    """
    awards = [0] * seats
    for part, winners in zip(divide(pot, len(winners_by_board)), winners_by_board):
        order = sorted(winners, key=lambda seat: (seat - button - 1) % seats)
        for seat, chips in award(part, order, [1] * seats):
            awards[seat] += chips
    return tuple(awards)


def divide(chips: int, parts: int) -> list[int]:
    """Chips in equal parts, odd ones to the first."""
    share, odd = divmod(chips, parts)
    return [share + (i < odd) for i in range(parts)]


def _split_many(bets: NDArray[Any], folded: Any, strengths: Any, button: Any, dead: Any, odd_chips: str) -> Split:
    if bets.ndim != 2 or not 1 <= bets.shape[1] <= 64:
        raise ValueError(f"bets of shape {bets.shape}: it must be (seats,) or (n, seats) with 1..64 seats")
    n, seats = bets.shape
    chips = _rows("bets", bets, (n, seats), np.int64)
    out = _rows("folded", folded, (n, seats), np.uint8)
    strong = _rows("strengths", strengths, (n, seats), np.uint16)
    where = _rows("button", button, (n,), np.int64)
    more = _rows("dead", dead, (n,), np.int64)
    pots, awards, refunds = (np.empty((n, seats), np.int64) for _ in range(3))
    done = lib.sw_split_pots(
        ffi.from_buffer("int64_t[]", chips),
        ffi.from_buffer("uint8_t[]", out),
        ffi.from_buffer("uint16_t[]", strong),
        ffi.from_buffer("int64_t[]", where),
        ffi.from_buffer("int64_t[]", more),
        n,
        seats,
        odd_chips == "first_winner_all",
        ffi.from_buffer("int64_t[]", pots),
        ffi.from_buffer("int64_t[]", awards),
        ffi.from_buffer("int64_t[]", refunds),
    )
    if done < n:
        raise ValueError(
            f"hand [{done}]: bets {chips[done].tolist()}, folded {out[done].tolist()}, button {where[done]}, dead {more[done]}: "
            f"chips are not negative and below 2**56 in sum, a seat is live, the button is one of 0..{seats - 1}"
        )
    return Split(pots, awards, refunds)


def _rows(name: str, values: Any, shape: tuple[int, ...], dtype: Any) -> NDArray[Any]:
    given = np.asarray(values)
    if given.dtype == dtype and given.shape == shape and name != "folded":
        return np.require(given, None, ["C", "A"])
    if given.dtype.kind not in ("biu" if name == "folded" else "iu"):
        raise ValueError(f"{name} of type {given.dtype}: they must be whole numbers")
    if given.dtype != dtype and given.size and name == "strengths" and not 0 <= int(given.min()) <= int(given.max()) <= 65535:
        raise ValueError(f"strengths {given.min()}..{given.max()} are outside 0..65535")
    if name == "folded":
        given = given.view(np.uint8) if given.dtype == np.bool_ else given != 0
    try:
        return np.require(np.broadcast_to(given, shape), dtype, ["C", "A"])
    except ValueError:
        raise ValueError(f"{name} of shape {given.shape} do not fit bets of shape {shape}") from None
