"""Seats: who is in the hand, in which order, and who posts what.

A *seat* is an index ``0 <= seat < n``, clockwise. Sets of seats are bit masks: bit s is seat s. A *position* counts players from
the first one left of the button, who has position 0; the player on the button has the last.
"""

from functools import lru_cache
from typing import NamedTuple

from steelwheel.holdem.rules import Rules


def next_seat(mask: int, seat: int) -> int:
    """First seat of a mask (not 0) clockwise after a seat; the seat itself comes last.

    >>> next_seat(0b1011, 1)
    3
    """
    above = mask >> (seat + 1)
    if above:
        return seat + (above & -above).bit_length()
    return (mask & -mask).bit_length() - 1


@lru_cache(1 << 14)
def clockwise(mask: int, seat: int) -> tuple[int, ...]:
    """Seats of a mask, clockwise from the first after a seat."""
    above = mask >> (seat + 1) << (seat + 1)
    order = []
    for part in (above, mask ^ above):
        while part:
            low = part & -part
            order.append(low.bit_length() - 1)
            part ^= low
    return tuple(order)


class Positions(NamedTuple):
    """Seats with a duty in one hand."""

    button: int
    """May be an empty seat under the dead-button rule."""
    small_blind: int | None
    """None: nobody posts it."""
    big_blind: int | None
    dead_small_blind: int | None = None
    """Empty seat that would post the small blind."""


@lru_cache(1 << 10)
def first_positions(dealt: int, button: int, blinds: tuple[int, ...]) -> Positions:
    """Positions by the button's place: the blinds follow it, heads-up the button has the small blind."""
    order = clockwise(dealt, button)
    if len(order) == 2:
        return Positions(button, order[1], order[0]) if len(blinds) > 1 else Positions(button, None, order[0])
    if len(blinds) == 1:
        return Positions(button, None, order[0])
    big = max(range(len(blinds)), key=lambda i: (blinds[i], i)) if blinds else None
    return Positions(button, order[0], None if big is None else order[min(big, len(order) - 1)])


def dead_button_positions(dealt: int, last: Positions) -> Positions:
    """Positions of the next hand under the dead-button rule (TDA 32): the big blind moves to the next player, the small blind to
    the seat of the last big blind, the button to that of the last small blind; a blind or button whose player is gone stays at his
    empty seat. Heads-up the player who is not the big blind has the button and the small blind (TDA 34B)."""
    assert last.big_blind is not None
    big = next_seat(dealt, last.big_blind)
    if dealt.bit_count() == 2:
        other = next_seat(dealt, big)
        return Positions(other, other, big)
    small = last.big_blind
    button = last.dead_small_blind if last.small_blind is None else last.small_blind
    if button is None or button in (small, big) or last.button == last.small_blind:  # after a heads-up hand, or a newcomer
        button = clockwise(dealt & ~(1 << small | 1 << big), small)[-1]
    if dealt >> small & 1:
        return Positions(button, small, big)
    return Positions(button, None, big, small)


def forced_bets(rules: Rules, dealt: int, positions: Positions) -> tuple[tuple[str, int, int], ...]:
    """Antes, blinds and straddles in the order in which they are posted: (kind, seat, chips).

    Raises:
        ValueError: more blinds and straddles than players, or antes of another number of players.
    """
    ante_first = rules.ante_order == "ante_first"
    return _forced_bets(rules.blinds, rules.straddles, rules.ante, rules.big_blind_ante, ante_first, dealt, positions)


@lru_cache(1 << 10)
def _forced_bets(
    blinds: tuple[int, ...],
    straddles: tuple[int, ...],
    ante: int | tuple[int, ...],
    table_ante: int,
    ante_first: bool,
    dealt: int,
    positions: Positions,
) -> tuple[tuple[str, int, int], ...]:
    order = clockwise(dealt, positions.button)
    _check_players(blinds, straddles, ante, len(order))
    antes = [("ante", seat, chips) for seat, chips in zip(order, ante if isinstance(ante, tuple) else [ante] * len(order)) if chips]
    if len(blinds) == 2:
        assert positions.big_blind is not None
        posters = [(positions.small_blind, blinds[0]), (positions.big_blind, blinds[1])]
        after = order[order.index(positions.big_blind) + 1 :]
    else:
        posters = list(zip(order, blinds))
        after = order[len(blinds) :]
    bets = [("blind", seat, chips) for seat, chips in posters if chips and seat is not None]
    bets += [("straddle", seat, chips) for seat, chips in zip(after, straddles) if chips]
    if not table_ante:
        return (*antes, *bets)
    assert positions.big_blind is not None
    one = ("big blind ante", positions.big_blind, table_ante)
    return (*antes, one, *bets) if ante_first else (*antes, *bets, one)


def _check_players(blinds: tuple[int, ...], straddles: tuple[int, ...], ante: int | tuple[int, ...], players: int) -> None:
    if isinstance(ante, tuple) and len(ante) != players:
        raise ValueError(f"the rules name the antes of {len(ante)} players: {players} are dealt in")
    if players == 2 and any(straddles):
        raise ValueError(f"straddles {straddles} need at least 3 players: 2 are dealt in")
    if len(blinds) + len(straddles) > players:
        need = len(blinds) + len(straddles)
        raise ValueError(f"blinds {blinds} and straddles {straddles} need {need} players: {players} are dealt in")


def seats_text(mask: int) -> str:
    """Seats of a mask in words."""
    seats = clockwise(mask, -1)
    return "no seat" if not seats else ("seat " if len(seats) == 1 else "seats ") + ", ".join(map(str, seats))
