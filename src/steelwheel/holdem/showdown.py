"""Showdown: who shows when, and who may keep his cards hidden.

A *strength* is as in `steelwheel.hands`: higher wins, equal ties. A *stake* is all that a player has put at risk in the hand.
"""

from collections.abc import Iterable, Sequence

from steelwheel.holdem.seats import clockwise


def show_order(live: int, button: int, aggressor: int | None) -> tuple[int, ...]:
    """Seats in the order in which they show (TDA 17): the last aggressor on the river first, without one the first player left of
    the button; then clockwise.

    Args:
        live: mask of the seats still in.
    """
    if aggressor is None:
        return clockwise(live, button)
    return (aggressor, *clockwise(live & ~(1 << aggressor), aggressor))


def is_beaten(seat: int, shown: Iterable[int], strengths: Sequence[int], stakes: Sequence[int]) -> bool:
    """A hand that can win no part of any pot against the hands shown: one of them is better and contests all that it contests."""
    return any(strengths[other] > strengths[seat] and stakes[other] >= stakes[seat] for other in shown)


def show_or_muck(order: Sequence[int], strengths: Sequence[int], stakes: Sequence[int]) -> tuple[list[int], list[int]]:
    """Seats that show and seats that may muck, when each in turn keeps a hand hidden that is beaten already."""
    shown: list[int] = []
    mucked: list[int] = []
    for seat in order:
        (mucked if is_beaten(seat, shown, strengths, stakes) else shown).append(seat)
    return shown, mucked
