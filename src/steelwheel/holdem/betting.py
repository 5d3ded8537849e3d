"""Betting: what a player may do on his turn.

All amounts are chips. A bet or raise is always named by the player's total for the street it makes (raise **to**). The *high* bet
is the largest total of the street, what a player *owes* is the difference between it and his own. A *full raise* is at least as
large as the largest bet or raise of the street so far, which starts as the big blind (TDA 43); an all-in may fall short of it.
"""

from typing import NamedTuple

from steelwheel.holdem.rules import Rules


class IllegalAction(ValueError):
    """Something that the rules do not allow now; the message says who tried what and what is legal. Nothing has changed."""


class Legal(NamedTuple):
    """What the player to act may do."""

    fold: bool
    check: bool
    call: int
    """Chips that a call adds, all-in if they are all he has; 0 when there is nothing to call."""
    raise_to: tuple[int, int] | None
    """Smallest and largest total of a bet or raise; every whole number between them is legal. None: no raise."""

    def __str__(self) -> str:
        words = [word for word, legal in (("fold", self.fold), ("check", self.check)) if legal]
        if self.call:
            words.append(f"call {self.call}")
        if self.raise_to:
            low, high = self.raise_to
            verb = "bet" if self.check and not self.call else "raise to"
            words.append(f"{verb} {low}" if low == high else f"{verb} {low}..{high}")
        return " or ".join(words) or "nothing"


class Action(NamedTuple):
    """What a player does; make it with `fold`, `check`, `call`, `bet`, `raise_to`, `raise_by` or `all_in`."""

    kind: str
    to: int | None = None
    """Total for the street; of ``raise_by`` the chips above the high bet."""
    seat: int | None = None
    """Who acts; None = whose turn it is."""

    def __str__(self) -> str:
        words = {"raise": f"raise to {self.to}", "bet": f"bet {self.to}", "raise_by": f"raise by {self.to}", "all_in": "all-in"}
        return words.get(self.kind, self.kind)


def fold(seat: int | None = None) -> Action:
    """Give up the hand and the chips already bet."""
    return Action("fold", None, seat)


def check(seat: int | None = None) -> Action:
    """Pass when there is nothing to call."""
    return Action("check", None, seat)


def call(seat: int | None = None) -> Action:
    """Match the high bet, or go all-in for less."""
    return Action("call", None, seat)


def bet(to: int, seat: int | None = None) -> Action:
    """Open the betting of a street with so many chips."""
    return Action("bet", to, seat)


def raise_to(to: int, seat: int | None = None) -> Action:
    """Bet or raise to a total for the street."""
    return Action("raise", to, seat)


def raise_by(chips: int, seat: int | None = None) -> Action:
    """Bet or raise by so many chips above the high bet: with 10 in front and facing 30, by 20 is to 50."""
    return Action("raise_by", chips, seat)


def all_in(seat: int | None = None) -> Action:
    """Bet, raise or call with the whole stack."""
    return Action("all_in", None, seat)


def raise_range(
    rules: Rules, street: int, bet: int, stack: int, high: int, full_raise: int, full_level: int, pot: int
) -> tuple[int, int]:
    """Smallest and largest total that a player with the right to raise may make it.

    Args:
        rules: for their structure and bet sizes.
        street: 0 before the flop .. 3 river.
        bet: his chips in front. stack: his chips behind, more than he owes.
        high: the high bet. full_raise: the largest full bet or raise of the street. full_level: in fixed limit, the high bet
            without all-ins of less than half a bet.
        pot: all chips of the hand in front of the players and in the middle.
    """
    most = bet + stack
    if rules.structure == "fixed-limit":
        size = full_level + (rules.big_bet if street > 1 else rules.min_bet)
        return (size, size) if size < most else (most, most)
    least = high + full_raise
    if rules.structure == "pot-limit":
        largest = high + pot + high - bet  # call, then raise by what lies there
        if largest < least:
            largest = least
        if largest < most:
            most = largest
    return (least, most) if least < most else (most, most)


def is_full(rules: Rules, street: int, to: int, high: int, full_raise: int, full_level: int) -> bool:
    """A bet or raise to a total counts as full: by a full raise, in fixed limit by half a bet (TDA 47)."""
    if rules.structure == "fixed-limit":
        return 2 * (to - full_level) >= (rules.big_bet if street > 1 else rules.min_bet)
    return to - high >= full_raise


def substantial(actions: list[str]) -> bool:
    """Substantial action (TDA 36): two actions with chips among them, or three of any kind. Forced bets do not count."""
    return len(actions) >= 3 or (len(actions) == 2 and any(kind not in ("fold", "check") for kind in actions))
