"""Betting: what a player may do on his turn.

All amounts are chips. A bet or raise is always named by the player's total for the street it makes (raise **to**). The *high* bet
is the largest total of the street, what a player *owes* is the difference between it and his own. A *full raise* is at least as
large as the largest bet or raise of the street so far, which starts as the big blind (TDA 43); an all-in may fall short of it.
"""

from operator import index
from typing import Any, NamedTuple

from steelwheel.holdem.dealer import Dealer
from steelwheel.holdem.rules import Rules
from steelwheel.holdem.seats import Positions, clockwise, forced_bets, next_seat, seats_text

NOBODY = -1


class IllegalAction(ValueError):  # noqa: N818 - the public name
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
            verb = "bet or raise to" if self.check else "raise to"
            words.append(f"{verb} {low}" if low == high else f"{verb} {low}..{high}")
        return " or ".join(words) or "nothing"


NOTHING = Legal(False, False, 0, None)


class Action(NamedTuple):
    """What a player does; make it with `fold`, `check`, `call`, `bet`, `raise_to`, `raise_by` or `all_in`."""

    kind: str
    to: int | None = None
    """Total for the street; of ``raise_by`` the chips above the high bet."""
    seat: int | None = None
    """Who acts; None = whose turn it is."""

    def __str__(self) -> str:
        words = {"raise": f"raise to {self.to}", "bet": f"bet {self.to}", "raise_by": f"raise by {self.to}", "all_in": "go all-in"}
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


def _whole(chips: Any) -> int | None:
    """Chips as an ``int``, also those of numpy; None if they are no whole number."""
    try:
        return None if isinstance(chips, bool) else index(chips)
    except TypeError:
        return None


class Betting(Dealer):
    """The chips in play: forced bets, the turn, what is legal, and the end of a betting round. Sets of seats are bit masks."""

    __slots__ = (
        "_able",
        "_acted",
        "_actor",
        "_aggressor",
        "_bets",
        "_button",
        "_capped",
        "_closed",
        "_dead",
        "_dealt",
        "_full_level",
        "_full_raise",
        "_high",
        "_legal",
        "_live",
        "_opener",
        "_pending",
        "_positions",
        "_raises",
        "_short",
        "_sitting_out",
        "_stacks",
        "_stakes",
        "_street_actions",
    )

    _button: int
    _positions: Positions
    _stacks: list[int]
    _bets: list[int]
    """Chips in front of each seat."""
    _stakes: list[int]
    """Chips collected from each seat, dead ones not included."""
    _dead: int
    """Chips of the main pot that are nobody's stake."""
    _short: int
    """Chips by which forced bets fell short: the pot counts as if they were there (TDA 54)."""
    _sitting_out: int
    """Seats that are dealt no cards."""
    _dealt: int
    _live: int
    """Seats that have not folded."""
    _able: int
    """Live seats with chips behind."""
    _pending: int
    """Seats that have still to act in this round."""
    _acted: int
    """Seats that have acted since the betting was last opened to everybody."""
    _actor: int
    _opener: int
    """Who posted the last blind or straddle: the next seat acts first."""
    _aggressor: int
    """Who bet or raised last on this street."""
    _closed: int
    """Board cards that lay there when the last player acted."""
    _high: int
    _full_raise: int
    _full_level: int
    """The high bet of the last full raise; short all-ins go beyond it."""
    _raises: int
    _capped: bool
    _street_actions: list[str]
    """Kinds of the actions on this street."""
    _legal: Legal | None
    """What the actor may do, once somebody asked."""

    def _post(self) -> None:
        """Post antes, blinds and straddles; changes nothing if they cannot be posted."""
        dealt = self._seats_with_chips()
        if dealt.bit_count() < 2:
            raise IllegalAction(f"no hand can begin: {seats_text(dealt)} can be dealt in")
        forced = forced_bets(self._rules, dealt, self._positions)
        self._dealt = self._live = dealt
        self._order = clockwise(dealt, self._button)
        stacks, events = self._stacks, self._events
        self._opener = self._button
        due = paid = 0
        for kind, seat, chips in forced:
            posted = min(chips, stacks[seat])
            stacks[seat] -= posted
            if kind == "blind" or kind == "straddle":
                self._bets[seat] += posted
                self._opener = seat
                due += chips
                paid += posted
            elif self._rules.trim_antes or (kind == "ante" and not self._rules.dead_antes):
                self._stakes[seat] += posted
            else:
                self._dead += posted
            if posted:
                events.append((kind, seat, posted, b""))
        missing = self._rules.blinds[0] if len(self._rules.blinds) == 2 and self._positions.small_blind is None else 0
        self._short = due - paid + missing
        self._able = self._seats_with_chips() & dealt
        self._phase = "deal"

    def _seats_with_chips(self) -> int:
        mask = 0
        bit = 1
        for chips in self._stacks:
            if chips:
                mask |= bit
            bit += bit
        return mask & ~self._sitting_out

    def _open_preflop(self) -> None:
        """The first betting round, which the forced bets have opened."""
        rules = self._rules
        largest = max((rules.big_blind, *rules.straddles))
        straddled = rules.straddle_raise == "straddle" and largest > rules.big_blind
        self._high = self._full_level = max(self._bets) if rules.short_blind == "actual" else largest
        self._full_raise = largest if straddled else rules.min_bet
        self._raises = sum(straddle > 0 for straddle in rules.straddles)
        self._capped = False
        self._cap()
        self._begin_betting(self._opener)

    def _open_street(self) -> None:
        """A later betting round."""
        self._high = self._full_level = self._raises = 0
        self._full_raise = self._rules.min_bet
        self._capped = False
        self._cap()
        self._begin_betting(self._button)

    def _begin_betting(self, after: int) -> None:
        """Turn to the first able seat after a seat; nobody acts if fewer than two are able and nothing is owed."""
        self._acted = 0
        self._aggressor = NOBODY
        self._street_actions = []
        self._legal = None
        self._pending = able = self._able
        if not able & (able - 1):
            self._spare_the_last()
        if self._pending:
            self._actor = next_seat(self._pending, after)
            self._phase = "act"
        else:
            self._close()

    def _spare_the_last(self) -> None:
        """The only player with chips behind is not asked when he owes nothing to those all-in."""
        if self._pending:
            bets = self._bets
            if bets[self._pending.bit_length() - 1] >= max([bets[seat] for seat in self._order if self._live >> seat & 1]):
                self._pending = 0

    def act(self, action: Action) -> None:
        """Let the player whose turn it is act.

        Args:
            action: made by `fold`, `check`, `call`, `bet`, `raise_to`, `raise_by` or `all_in`.

        Raises:
            IllegalAction: it is not legal; the message says what is, and nothing has changed. TypeError: it is no action.
        """
        if type(action) is not Action:
            raise TypeError(f"{action!r} is no action: make one with fold(), check(), call(), bet(20), raise_to(20) or all_in()")
        kind, to, who = action
        seat = self._actor
        if seat < 0 or (who is not None and who != seat):
            raise self._refusal(action)
        owed = self._high - self._bets[seat]
        if kind == "all_in":
            chips = self._stacks[seat]
            kind, to = ("call", None) if owed >= chips else ("raise", self._bets[seat] + chips)
        if kind == "fold":
            if owed <= 0 and not self._rules.open_fold:
                raise self._refusal(action)
            self._live ^= 1 << seat
            self._able ^= 1 << seat
            self._events.append(("fold", seat, None, b""))
        elif kind == "call":
            if owed <= 0:
                raise self._refusal(action)
            chips = self._stacks[seat]
            if chips <= owed:
                owed = chips
                self._able ^= 1 << seat
            self._stacks[seat] = chips - owed
            self._bets[seat] += owed
            self._events.append(("call", seat, owed, b""))
        elif kind == "check":
            if owed > 0:
                raise self._refusal(action)
            self._events.append(("check", seat, None, b""))
        else:
            kind, to = self._raise(seat, kind, to, action)
        bit = 1 << seat
        self._acted |= bit
        self._pending &= ~bit
        self._street_actions.append(kind)
        self._history.append(Action(kind, to, seat))
        self._go_on(seat)

    def _raise(self, seat: int, kind: str, to: Any, action: Action) -> tuple[str, int]:
        """Bet or raise; gives the action's kind and the total."""
        legal = self.legal.raise_to
        if type(to) is not int:
            to = _whole(to)
        if legal is None or to is None or (kind == "bet" and self._high) or kind not in ("raise", "bet", "raise_by"):
            raise self._refusal(action)
        if kind == "raise_by":
            to += self._high
        if not legal[0] <= to <= legal[1]:
            raise self._refusal(action)
        rules, bet, high, bit = self._rules, self._bets[seat], self._high, 1 << seat
        reopening = rules.reopening
        if is_full(rules, self._street, to, high, self._full_raise, self._full_level):
            if to - high > self._full_raise:
                self._full_raise = to - high
            self._full_level = to
            self._raises += 1
            if reopening != "tda47":
                self._acted = 0
        elif reopening == "always":
            self._acted = 0
        elif reopening == "wsop96" and to - self._full_level >= self._full_raise:
            self._acted = 0
            self._full_level = to
        self._high = to
        self._aggressor = seat
        self._bets[seat] = to
        self._stacks[seat] -= to - bet
        if not self._stacks[seat]:
            self._able ^= bit
        self._pending = self._able
        self._cap()
        kind = "raise" if high else "bet"
        self._events.append((kind, seat, to, b""))
        return kind, to

    def _cap(self) -> None:
        """The cap is reached; between two players it holds only if the rules say so (Robert's Rules, betting 3 to 6)."""
        if self._rules.structure != "fixed-limit":
            return
        allowed = self._rules.raises_allowed(self._street)
        if allowed is not None and self._raises >= allowed:
            self._capped = self._capped or self._rules.cap_heads_up or self._live.bit_count() > 2

    def _go_on(self, seat: int) -> None:
        """After an action of a seat: the next player, or the end of the round."""
        self._legal = None
        live, able = self._live, self._able
        if not live & (live - 1):
            self._pending = 0
        elif not able & (able - 1):
            self._spare_the_last()
        pending = self._pending
        if pending:
            self._actor = next_seat(pending, seat)
            return
        self._close()
        self._run()

    def _close(self) -> None:
        """The betting round is over."""
        self._actor = NOBODY
        self._closed = len(self._board)
        self._phase = "collect"

    def _refusal(self, action: Action) -> IllegalAction:
        seat, who = self._actor, action.seat
        if seat < 0:
            return IllegalAction(f"{'nobody can' if who is None else f'seat {who} cannot'} {action}: {self._waiting()}")
        if who is not None and who != seat:
            return IllegalAction(f"seat {who} cannot {action}: it is the turn of seat {seat}, who may {self.legal}")
        return IllegalAction(f"seat {seat} cannot {action}: he may {self.legal}")

    @property
    def legal(self) -> Legal:
        """What the actor may do."""
        legal = self._legal
        if legal is None:
            legal = self._legal = self._what_is_legal()
        return legal

    def _what_is_legal(self) -> Legal:
        seat = self._actor
        if seat < 0:
            return NOTHING
        rules, bet, stack, high = self._rules, self._bets[seat], self._stacks[seat], self._high
        owed = high - bet
        raises = None
        if stack > owed and not self._capped and self._able & ~(1 << seat) and self._may_raise(seat, owed):
            pot = self.pot + (0 if self._street else self._short) if rules.structure == "pot-limit" else 0
            raises = raise_range(rules, self._street, bet, stack, high, self._full_raise, self._full_level, pot)
        if owed > 0:
            return Legal(True, False, owed if owed < stack else stack, raises)
        return Legal(rules.open_fold, True, 0, raises)

    def _may_raise(self, seat: int, owed: int) -> bool:
        """Betting is open to a seat: it has not acted, or the rule on reopening says so (TDA 47)."""
        if not self._acted >> seat & 1:
            return True
        rules = self._rules
        if rules.reopening != "tda47":
            return False
        if rules.structure == "fixed-limit":
            return 2 * owed >= (rules.big_bet if self._street > 1 else rules.min_bet)
        return owed >= self._full_raise

    def _collect_bets(self) -> None:
        """Return what nobody matched and gather the bets."""
        bets = self._bets
        top = max(bets)
        if top:
            if bets.count(top) == 1:
                self._refund(bets.index(top), top)
            self._stakes = [stake + bet for stake, bet in zip(self._stakes, bets)]
            self._events.append(("collect", None, sum(bets), b""))
            self._bets = [0] * len(bets)

    def _refund(self, seat: int, top: int) -> None:
        if not self._live >> seat & 1:
            return
        bets = self._bets
        back = top - max([bet for bet in bets if bet != top])
        bets[seat] -= back
        self._stacks[seat] += back
        self._able |= 1 << seat
        self._events.append(("refund", seat, back, b""))

    @property
    def pot(self) -> int:
        """All chips of the hand, bets in front included; 0 once they are awarded."""
        return 0 if self._phase == "over" else sum(self._stakes) + sum(self._bets) + self._dead

    def _run(self) -> None:
        raise NotImplementedError

    def _waiting(self) -> str:
        raise NotImplementedError
