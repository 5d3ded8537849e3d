"""Table: seats, chips, button, and one hand after another.

A *hand* goes from the forced bets to the award of the pots. *Streets* are the four betting rounds. Chips in front of a player are
his *bet* of the street; at its end they are collected. A *stake* is all that he has put at risk in the hand. A player is *live*
while he has not folded, *able* while he is live and has chips behind. Sets of seats are bit masks inside, tuples outside.

What a dealer does (post forced bets, deal, collect bets, burn, turn up the board, have hands shown, push the pots) happens by
itself, or by hand: `Table(automatic=...)` says which, `todo` what comes next, `step` does it.
"""

import enum
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Self

from steelwheel.cards import CardsLike, card_text, format_cards, parse_cards
from steelwheel.decks import Deck, fresh_seed, shuffled
from steelwheel.hands import evaluate
from steelwheel.holdem import pots, showdown
from steelwheel.holdem.betting import Action, IllegalAction, Legal, is_full, raise_range
from steelwheel.holdem.dealer import RIVER, UNKNOWN, Dealer, Event, Operation, Reshuffle, card_names
from steelwheel.holdem.rules import MOST_PLAYERS, Rules, Schedule
from steelwheel.holdem.seats import (
    Positions,
    clockwise,
    dead_button_positions,
    first_positions,
    forced_bets,
    next_seat,
)

STEPS = ("post", "deal", "collect", "burn", "board", "show", "award")
"""What a dealer does, in the order of a hand; the values of `Table.todo`."""

NOBODY = -1
NOTHING = Legal(False, False, 0, None)


class Street(enum.StrEnum):
    """The four betting rounds."""

    PREFLOP = "preflop"
    FLOP = "flop"
    TURN = "turn"
    RIVER = "river"


class Status(enum.StrEnum):
    """Where a hand stands."""

    READY = "ready"
    """Not dealt yet."""
    BETTING = "betting"
    """It is a player's turn, or the dealer's."""
    SHOWDOWN = "showdown"
    OVER = "over"
    """All chips are awarded."""
    MISDEAL = "misdeal"
    """The deal is off; `Table.deal` deals again."""


STREETS = tuple(Street)


@dataclass(frozen=True, slots=True)
class View:
    """What one seat may know, or an onlooker."""

    seat: int | None
    hole_cards: tuple[int, ...]
    """His own; empty for an onlooker."""
    seen: tuple[tuple[int, ...], ...]
    """Of each seat the hole cards that everybody has seen."""
    board: tuple[int, ...]
    exposed: tuple[int, ...]
    """Cards out of play that everybody has seen."""
    street: Street
    button: int
    actor: int | None
    legal: Legal
    """Of the actor; nothing if that is somebody else."""
    stacks: tuple[int, ...]
    bets: tuple[int, ...]
    pot: int
    """All chips of the hand, bets included."""
    folded: tuple[bool, ...]
    """Of each seat, also of those not dealt in."""


class Table(Dealer):
    """A poker table: the one thing here that changes.

    >>> table = Table(Rules.no_limit(blinds=(1, 2)), stacks=[200, 200, 150], seed=42)
    >>> table.deal()
    >>> table.actor, str(table.legal)
    (0, 'fold or call 2 or raise to 4..200')
    """

    __slots__ = (
        "_able",
        "_acted",
        "_actor",
        "_aggressor",
        "_automatic",
        "_bets",
        "_boards",
        "_button",
        "_capped",
        "_chosen",
        "_dead",
        "_dealt",
        "_dealt_at_once",
        "_declared",
        "_full_level",
        "_full_raise",
        "_high",
        "_injected",
        "_legal",
        "_mucked",
        "_pending",
        "_positions",
        "_posted",
        "_previous",
        "_raises",
        "_schedule",
        "_short",
        "_shown",
        "_sitting_out",
        "_stacks",
        "_stakes",
        "_start",
        "_started",
        "_strengths",
        "_void",
    )

    def __init__(
        self,
        rules: Rules | Schedule,
        stacks: Sequence[int],
        button: int = 0,
        *,
        seed: int | None = None,
        deck: CardsLike | Deck | bytes | None = None,
        reshuffle: Reshuffle | None = None,
        automatic: bool | Iterable[str] = True,
    ) -> None:
        """A table before its first hand.

        Args:
            rules: of every hand, or a schedule of levels.
            stacks: chips of each seat, clockwise; 0 is an empty seat. 2 to 22 seats, at least two with chips.
            button: seat that has the button.
            seed: 0..2**64 - 1, decides every shuffle: hand h is dealt from row h of ``deal(..., 52, seed=seed)``. None draws one.
            deck: cards of the first hand in the order dealt, top card first; later hands are shuffled.
            reshuffle: called when a mistake asks for a new shuffle, with the cards; returns them in another order.
            automatic: steps of the dealer that happen by themselves: True = all, False = none, or some of `STEPS`.

        Raises:
            ValueError: seats, chips, button, seed or steps out of range; the message says which.
        """
        if not 2 <= len(stacks) <= MOST_PLAYERS:
            raise ValueError(f"{len(stacks)} seats: a table has 2 to {MOST_PLAYERS}")
        for seat, chips in enumerate(stacks):
            _check_chips(seat, chips)
        if not 0 <= button < len(stacks):
            raise ValueError(f"button {button} is no seat of 0..{len(stacks) - 1}")
        if seed is not None and not 0 <= seed < 1 << 64:
            raise ValueError(f"seed {seed} is outside 0..2**64 - 1")
        steps = frozenset(STEPS if automatic is True else automatic or ())
        if not steps <= set(STEPS):
            raise ValueError(f"automatic {sorted(steps - set(STEPS))}: the dealer's steps are {', '.join(STEPS)}")
        self._schedule = rules if isinstance(rules, Schedule) else None
        self._rules = rules.rules(0) if isinstance(rules, Schedule) else rules
        self._stacks = [int(chips) for chips in stacks]
        self._button = button
        self._seed = fresh_seed() if seed is None else seed
        self._injected = None if deck is None else _deck_bytes(deck)
        self._reshuffle = reshuffle
        self._automatic = steps
        self._hand = 0
        self._sitting_out = 0
        self._previous: Positions | None = None
        self._holes = [b""] * len(stacks)
        self._clear()
        if self._seats_with_chips().bit_count() < 2:
            raise ValueError(f"stacks {self._stacks}: at least two seats need chips")
        self._take_places()

    # ------------------------------------------------------------------------------------------- between hands

    def _clear(self) -> None:
        """Nothing of a hand on the table."""
        n = len(self._stacks)
        self._gather(b"")
        self._bets = [0] * n
        self._stakes = [0] * n
        self._strengths = [0] * n
        self._start = tuple(self._stacks)
        self._posted: tuple[list[int], list[int], list[int], int] | None = None
        self._events = []
        self._history = []
        self._street_actions = []
        self._boards: tuple[bytes, ...] = ()
        self._legal: Legal | None = None
        self._order = ()
        self._phase = "post"
        self._actor = self._aggressor = NOBODY
        self._street = self._shuffles = 0
        self._live = self._able = self._pending = self._acted = self._dealt = 0
        self._shown = self._mucked = self._declared = 0
        self._dead = self._short = self._high = self._full_raise = self._full_level = self._raises = 0
        self._capped = self._void = self._started = self._dealt_at_once = False
        self._chosen: bytes | None = None

    def _seats_with_chips(self) -> int:
        mask = 0
        for seat, chips in enumerate(self._stacks):
            if chips:
                mask |= 1 << seat
        return mask & ~self._sitting_out

    def _take_places(self) -> None:
        """Button and blinds of the coming hand."""
        dealt = self._seats_with_chips()
        if self._previous is None:
            self._positions = (
                first_positions(dealt, self._button, self._rules.blinds) if dealt else Positions(self._button, None, None)
            )
        elif self._rules.button_movement == "dead_button":
            self._positions = dead_button_positions(dealt, self._previous)
        else:
            self._positions = first_positions(dealt, next_seat(dealt, self._previous.button), self._rules.blinds)
        self._button = self._positions.button

    def next_hand(self) -> None:
        """Make ready for the next hand: the button moves, a new level begins; then `deal`.

        Raises:
            IllegalAction: chips of this hand are not awarded yet, or fewer than two players have chips.
        """
        if self._phase != "over":
            raise IllegalAction(f"the next hand cannot begin: {self._waiting()}")
        able = self._seats_with_chips()
        if able.bit_count() < 2:
            raise IllegalAction(f"the next hand cannot begin: only {_seats(able)} can be dealt in")
        self._previous = self._positions
        self._hand += 1
        if self._schedule:
            self._rules = self._schedule.rules(self._hand)
        self._injected = None
        self._clear()
        self._take_places()

    def sit_out(self, seat: int) -> None:
        """Deal a seat no more cards, from the next hand on. Between hands only."""
        self._change_seat(seat, "sit out")
        self._sitting_out |= 1 << seat
        self._seats_changed()

    def sit_in(self, seat: int) -> None:
        """Deal a seat cards again, from the next hand on. Between hands only."""
        self._change_seat(seat, "sit in")
        self._sitting_out &= ~(1 << seat)
        self._seats_changed()

    def seat_player(self, seat: int, chips: int) -> None:
        """Give a seat another stack: a new player, a rebuy, or 0 for an empty seat. Between hands only."""
        self._change_seat(seat, f"be given {chips} chips")
        _check_chips(seat, chips)
        self._stacks[seat] = chips
        self._seats_changed()

    def _change_seat(self, seat: int, what: str) -> None:
        if not 0 <= seat < len(self._stacks):
            raise IllegalAction(f"seat {seat} cannot {what}: there are seats 0..{len(self._stacks) - 1}")
        if self._phase != "over" and self._started:
            raise IllegalAction(f"seat {seat} cannot {what} during a hand: {self._waiting()}")

    def _seats_changed(self) -> None:
        if not self._started:
            self._start = tuple(self._stacks)
            if self._seats_with_chips().bit_count() >= 2:
                self._take_places()

    # ------------------------------------------------------------------------------------------- the dealer's steps

    def deal(self, deck: CardsLike | Deck | bytes | None = None) -> None:
        """Post the forced bets and deal the hole cards; after a misdeal, deal again.

        Args:
            deck: the cards in the order dealt, top card first; None = the table's own.

        Raises:
            IllegalAction: the hand is dealt already. CardError: the deck has too few cards.
            ValueError: more blinds than players.
        """
        if self._phase not in ("post", "deal"):
            raise IllegalAction(f"the dealer cannot deal: {self._waiting()}")
        chosen = None if deck is None else _deck_bytes(deck)
        if self._phase == "post":
            self._post()
            self._dealt_at_once = True
        else:
            self._history.append(Operation("deal", (chosen,)))
        if chosen is not None:
            self._chosen = chosen
        self._deal_hand()
        self._run()

    def step(self) -> None:
        """Do what `todo` says.

        Raises:
            IllegalAction: nothing is up to the dealer.
        """
        todo = self.todo
        if todo is None:
            raise IllegalAction(f"the dealer has nothing to do: {self._waiting()}")
        _STEP[todo](self)
        self._history.append(Operation("step"))
        self._run()

    def _run(self) -> None:
        """Do the dealer's steps that happen by themselves."""
        automatic = self._automatic
        while self._phase in automatic and not self._void:
            _STEP[self._phase](self)

    def _post(self) -> None:
        rules = self._rules
        dealt = self._seats_with_chips()
        if dealt.bit_count() < 2:
            raise IllegalAction(f"no hand can begin: only {_seats(dealt)} can be dealt in")
        forced = forced_bets(rules, dealt, self._positions)
        self._started = True
        self._dealt = self._live = dealt
        self._order = clockwise(dealt, self._button)
        stacks, bets, stakes = self._stacks, self._bets, self._stakes
        due = paid = 0
        last = self._button
        for kind, seat, chips in forced:
            posted = min(chips, stacks[seat])
            stacks[seat] -= posted
            if kind == "ante" and not rules.dead_antes:
                stakes[seat] += posted
            elif kind == "ante" or kind == "big blind ante":
                if rules.trim_antes:
                    stakes[seat] += posted
                else:
                    self._dead += posted
            else:
                bets[seat] += posted
                due += chips
                paid += posted
                last = seat
            if posted:
                self._events.append((kind, seat, posted, b""))
        self._aggressor = last  # who acts first is the seat after the last blind
        self._short = due - paid + (rules.blinds[0] if len(rules.blinds) == 2 and self._positions.small_blind is None else 0)
        largest = max((rules.big_blind, *rules.straddles))
        self._high = max(bets) if rules.short_blind == "actual" else largest
        straddled = bool(rules.straddles) and rules.straddle_raise == "straddle" and largest > rules.big_blind
        self._full_raise = largest if straddled else rules.min_bet
        self._full_level = self._high
        self._raises = sum(straddle > 0 for straddle in rules.straddles)
        able = 0
        for seat in self._order:
            if stacks[seat]:
                able |= 1 << seat
        self._able = able
        self._posted = (stacks[:], bets[:], stakes[:], able)
        self._phase = "deal"

    def _deal_hand(self) -> None:
        if self._void:
            self._void = False
            deck = self._chosen if self._chosen is not None else self._mixed(bytes(sorted(self._deck)))
        elif self._chosen is not None:
            deck = self._chosen
        else:
            deck = self._injected if self._injected is not None else shuffled(self._seed, self._hand)
            self._chosen = deck
        if len(deck) < 2 * len(self._order):
            self._draw_from(deck)
        self._gather(deck)
        self._deal_holes()
        last = self._aggressor
        self._aggressor = NOBODY
        self._begin_betting(last)

    def _draw_from(self, deck: bytes) -> None:
        self._gather(deck)
        self._draw(2 * len(self._order))

    def _begin_betting(self, after: int) -> None:
        """A betting round, whose first actor is the first able seat after a seat; nobody acts if fewer than two are able."""
        able = self._able
        self._pending = able
        self._legal = None
        self._phase = "act"
        if not able & (able - 1):
            self._spare_the_last()
        if self._pending:
            self._actor = next_seat(self._pending, after)
        else:
            self._close()

    def _spare_the_last(self) -> None:
        """The only player with chips behind is not asked when he owes nothing to those all-in."""
        pending = self._pending
        if pending:
            seat = pending.bit_length() - 1
            bets = self._bets
            if bets[seat] >= max(bets[other] for other in self._order if self._live >> other & 1):
                self._pending = 0

    def _close(self) -> None:
        self._actor = NOBODY
        self._phase = "collect"

    def _collect(self) -> None:
        """Return what nobody matched, gather the bets, and see how the hand goes on."""
        bets = self._bets
        top = max(bets)
        if top:
            if bets.count(top) == 1:
                self._refund(bets.index(top), top)
            self._stakes = [stake + bet for stake, bet in zip(self._stakes, bets)]
            self._events.append(("collect", None, sum(bets), b""))
            self._bets = [0] * len(bets)
        live = self._live
        if not live & (live - 1):
            self._phase = "award"
        elif self._street == RIVER:
            self._phase = "show"
        elif self._rules.table_all_in and not self._able & (self._able - 1) and live & ~(self._shown | self._mucked):
            self._phase = "show"
        else:
            self._phase = "burn"

    def _refund(self, seat: int, top: int) -> None:
        if not self._live >> seat & 1:
            return
        bets = self._bets
        back = top - max([bet for bet in bets if bet != top])
        bets[seat] -= back
        self._stacks[seat] += back
        self._able |= 1 << seat
        self._events.append(("refund", seat, back, b""))

    def _burn_card(self) -> None:
        self._burn_before(self._street + 1)
        self._phase = "board"

    def _deal_board(self) -> None:
        self._street = street = self._street + 1
        self._turn_up(street)
        rules = self._rules
        self._high = self._full_level = self._raises = self._acted = 0
        self._full_raise = rules.min_bet
        self._capped = False
        self._aggressor = NOBODY
        self._street_actions = []
        able = self._able
        if able & (able - 1):
            self._begin_betting(self._button)
        elif street < RIVER:
            self._phase = "burn"
        else:
            self._phase = "show" if self._live & ~(self._shown | self._mucked) else "award"

    # ------------------------------------------------------------------------------------------- actions

    def act(self, action: Action) -> None:
        """Let the player whose turn it is act.

        Args:
            action: made by `fold`, `check`, `call`, `bet`, `raise_to`, `raise_by` or `all_in`.

        Raises:
            IllegalAction: it is not legal; the message says what is, and nothing has changed.
        """
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
        if kind == "raise_by" and isinstance(to, int):
            to += self._high
        elif (kind == "bet" and self._high) or kind not in ("raise", "bet", "raise_by"):
            raise self._refusal(action)
        if legal is None or not isinstance(to, int) or not legal[0] <= to <= legal[1]:
            raise self._refusal(action)
        rules, bet, high, bit = self._rules, self._bets[seat], self._high, 1 << seat
        reopening = rules.reopening
        if is_full(rules, self._street, to, high, self._full_raise, self._full_level):
            if to - high > self._full_raise:
                self._full_raise = to - high
            self._full_level = to
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
        self._raises += 1
        if rules.structure == "fixed-limit":
            self._cap()
        kind = "raise" if high else "bet"
        self._events.append((kind, seat, to, b""))
        return kind, to

    def _cap(self) -> None:
        """The cap is reached; between two players it holds only if the rules say so (Robert's Rules, betting 3 to 6)."""
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

    def _refusal(self, action: Action) -> IllegalAction:
        seat, who = self._actor, action.seat
        if seat < 0:
            return IllegalAction(f"{'nobody' if who is None else f'seat {who}'} can {action}: {self._waiting()}")
        if who is not None and who != seat:
            return IllegalAction(f"seat {who} cannot {action}: it is the turn of seat {seat}, who may {self.legal}")
        return IllegalAction(f"seat {seat} cannot {action}: he may {self.legal}")

    def _waiting(self) -> str:
        """What the table waits for, in words."""
        if self._void:
            return "the deal is off, and the cards must be dealt again"
        if self._actor >= 0:
            return f"it is the turn of seat {self._actor}, who may {self.legal}"
        if self._phase == "over":
            return "the hand is over"
        words = {
            "post": "the hand is not dealt yet",
            "deal": "the hole cards are not dealt yet",
            "collect": "the bets are not collected yet",
            "burn": "the next street is not dealt yet",
            "board": "the next street is not dealt yet",
            "show": "hands must be shown first",
            "award": "the pots are not awarded yet",
        }
        return words[self._phase]

    def _misdeal(self) -> None:
        assert self._posted is not None
        stacks, bets, stakes, able = self._posted
        self._stacks, self._bets, self._stakes, self._able = stacks[:], bets[:], stakes[:], able
        self._live = self._dealt
        self._acted = self._pending = 0
        self._high = max(bets) if self._rules.short_blind == "actual" else max((self._rules.big_blind, *self._rules.straddles))
        straddled = self._rules.straddles and self._rules.straddle_raise == "straddle"
        self._full_raise = self._high if straddled else self._rules.min_bet
        self._full_level = self._high
        self._raises = sum(straddle > 0 for straddle in self._rules.straddles)
        self._capped = False
        blinds = [event[1] for event in self._events if event[0] in ("blind", "straddle")]
        self._aggressor = blinds[-1] if blinds else self._button
        self._street_actions = []
        deck = self._chosen
        assert deck is not None
        self._gather(deck)
        self._chosen = None
        self._void = True
        self._actor = NOBODY
        self._legal = None
        self._phase = "deal"
        self._events.append(("misdeal", None, None, b""))

    def _kill(self, seat: int) -> None:
        """A hand is dead; its chips stay."""
        bit = 1 << seat
        self._live &= ~bit
        self._able &= ~bit
        self._pending &= ~bit
        self._events.append(("dead hand", seat, None, b""))
        if seat == self._actor or not self._live & (self._live - 1):
            self._go_on(seat)
        self._legal = None

    # ------------------------------------------------------------------------------------------- showdown

    def show(self, seat: int, cards: CardsLike | None = None) -> None:
        """Table a hand at the showdown, or show one card of it, which makes no claim (TDA 13).

        Args:
            cards: those to show; None = both.

        Raises:
            IllegalAction: there is no showdown, the hand is not live, or holds other cards.
        """
        self._check_showdown(seat, "show")
        hole = self._holes[seat]
        shown = hole if cards is None else bytes(parse_cards(cards))
        if not shown or UNKNOWN in shown or not set(shown) <= set(hole):
            raise IllegalAction(
                f"seat {seat} cannot show {format_cards(shown) if cards else 'his hand'}: he holds {card_names(hole)}"
            )
        self._history.append(Operation("show", (seat, tuple(shown))))
        if len(shown) < len(hole):
            self._public |= 1 << shown[0]
            self._events.append(("show", seat, None, shown))
        else:
            self._table_hand(seat)
        self._end_showdown()

    def muck(self, seat: int) -> None:
        """Give a hand up unseen at the showdown.

        Raises:
            IllegalAction: there is no showdown, the hand is not live, it is the last that contests a pot, or it must be tabled.
        """
        self._check_showdown(seat, "muck")
        if self._rules.table_all_in and self._all_in_showdown() and UNKNOWN not in self._holes[seat]:
            raise IllegalAction(f"seat {seat} cannot muck: with a player all-in every hand must be tabled")
        others = self._live & ~self._mucked & ~(1 << seat)
        if not any(self._stakes[other] >= self._stakes[seat] for other in clockwise(others, self._button)):
            raise IllegalAction(f"seat {seat} cannot muck: his is the last hand that contests a pot of his")
        self._history.append(Operation("muck", (seat,)))
        self._muck(seat)
        self._end_showdown()

    def declare_board(self, seat: int) -> None:
        """Say "I play the board" before discarding (M10): under ``declare_or_table`` it keeps a claim to the pot.

        Raises:
            IllegalAction: there is no showdown with a whole board, or the hand is not live.
        """
        self._check_showdown(seat, "declare that he plays the board")
        if len(self._board) < 5:
            raise IllegalAction(f"seat {seat} cannot play the board: {len(self._board)} of its cards are dealt")
        self._history.append(Operation("declare_board", (seat,)))
        self._declared |= 1 << seat
        self._events.append(("declare", seat, None, self._board))

    @property
    def to_show(self) -> tuple[int, ...]:
        """Seats that have neither shown nor mucked, in the order in which they show."""
        if self._phase != "show":
            return ()
        undecided = self._live & ~self._shown & ~self._mucked
        order = showdown.show_order(self._live, self._button, self._last_aggressor())
        return tuple(seat for seat in order if undecided >> seat & 1)

    def _last_aggressor(self) -> int | None:
        if self._street < RIVER or self._aggressor < 0 or not self._live >> self._aggressor & 1:
            return None
        return self._aggressor

    def _all_in_showdown(self) -> bool:
        return self._able != self._live

    def _check_showdown(self, seat: int, what: str) -> None:
        if self._phase != "show":
            raise IllegalAction(f"seat {seat} cannot {what}: {self._waiting()}")
        undecided = self._live & ~self._shown & ~self._mucked
        if not (seat >= 0 and undecided >> seat & 1):
            raise IllegalAction(f"seat {seat} cannot {what}: the hands of {_seats(undecided)} are undecided")

    def _table_hand(self, seat: int) -> None:
        self._shown |= 1 << seat
        self._events.append(("show", seat, None, self._holes[seat]))

    def _muck(self, seat: int) -> None:
        self._mucked |= 1 << seat
        self._events.append(("muck", seat, None, b""))

    def _show(self) -> None:
        """Show in order whatever must or can win, and muck the rest."""
        strengths, stakes = self._strengths, self._stakes
        whole = len(self._board) == 5
        everybody = self._rules.showdown == "all_show" or (self._rules.table_all_in and self._all_in_showdown())
        if whole:
            self._judge(self._board)
        shown = list(clockwise(self._shown, self._button))
        order = self.to_show
        for i, seat in enumerate(order):
            if UNKNOWN in self._holes[seat]:
                hidden = bool(shown) or i + 1 < len(order)
            else:
                hidden = whole and not everybody and showdown.is_beaten(seat, shown, strengths, stakes)
            if hidden:
                self._muck(seat)
            else:
                self._table_hand(seat)
                shown.append(seat)
        self._end_showdown()

    def _end_showdown(self) -> None:
        """Go on when every hand is shown or mucked."""
        if not self._live & ~self._shown & ~self._mucked:
            self._phase = "award" if self._street == RIVER else "burn"
            self._run()

    def _judge(self, board: bytes) -> None:
        """Strengths of the live hands; a hand with unknown cards counts as the weakest."""
        strengths = self._strengths = [0] * len(self._stacks)
        for seat in self._order:
            if self._live >> seat & 1:
                hole = self._holes[seat]
                strengths[seat] = 0 if UNKNOWN in hole else evaluate(hole + board)

    # ------------------------------------------------------------------------------------------- awards

    def award_pots(self) -> None:
        """Push the pots, by hand: at a showdown where cards speak also before every hand is shown.

        Raises:
            IllegalAction: the betting is not over, or hands must be tabled or declared first.
        """
        early = self._phase == "show" and self._street == RIVER and self._rules.board_claim == "cards_speak"
        if self._phase != "award" and not early:
            raise IllegalAction(f"the dealer cannot award the pots: {self._waiting()}")
        self._history.append(Operation("award_pots"))
        self._award()

    def _award(self) -> None:
        live = self._live
        if not live & (live - 1):
            chips = sum(self._stakes) + self._dead
            self._push([pots.Pot(chips, (live.bit_length() - 1,))])
        else:
            claims = self._claims()
            folded = [not claims >> seat & 1 for seat in range(len(self._stacks))]
            stakes = self._stakes
            refunds = pots.unmatched(stakes, folded)
            if refunds:
                stakes = self._give_back(refunds)
            self._push(pots.build_pots(stakes, folded, self._button, self._dead))
        self._phase = "over"

    def _claims(self) -> int:
        """Seats that can win: tabled hands, and what the rule on claims adds to them."""
        claims = self._shown
        if self._rules.board_claim == "cards_speak":
            claims |= self._live & ~self._mucked
        elif self._rules.board_claim == "declare_or_table" and self._declared & ~claims:
            board = evaluate(self._board)
            self._judge(self._board)
            for seat in clockwise(self._declared & ~claims, self._button):
                if self._strengths[seat] == board:
                    claims |= 1 << seat
        return claims

    def _give_back(self, refunds: list[int]) -> list[int]:
        for seat, chips in enumerate(refunds):
            if chips:
                self._stacks[seat] += chips
                self._events.append(("refund", seat, chips, b""))
        return [stake - chips for stake, chips in zip(self._stakes, refunds)]

    def _push(self, contested: list[pots.Pot]) -> None:
        """Give every pot to its winners, and the house its rake."""
        boards = self._run_again()
        rules, stacks, events = self._rules, self._stacks, self._events
        if rules.award_order == "side_first":
            contested = contested[::-1]
        for pot in contested:
            chips = pot.chips
            if rules.rake is not None:
                raked = min(chips, rules.rake(chips, self._street > 0))
                chips -= raked
                events.append(("rake", None, raked, b""))
            for board, part in zip(boards, pots.divide(chips, len(boards)) if len(boards) > 1 else (chips,)):
                if len(boards) > 1 or not any(self._strengths):
                    if len(pot.seats) > 1:
                        self._judge(board)
                for seat, won in pots.award(part, pot.seats, self._strengths, rules.odd_chips):
                    if won:
                        stacks[seat] += won
                        events.append(("award", seat, won, b""))

    def _run_again(self) -> list[bytes]:
        """The board, and further ones when all-in players run it more than once."""
        self._boards = (self._board,)
        runouts = self._rules.runouts
        if runouts == 1 or self._live.bit_count() < 2 or not self._all_in_showdown():
            return [self._board]
        dealt = self._closed_with()
        for _ in range(runouts - 1 if dealt < 5 else 0):
            board = self._board[:dealt]
            while len(board) < 5:
                self._burn(self._draw(1))
                cards = self._draw(3 if not board else 1)
                board += cards
                self._events.append(("run-out", None, None, cards))
            self._boards += (board,)
        return list(self._boards)

    def _closed_with(self) -> int:
        """Board cards that lay there when the last player acted."""
        dealt = 0
        for kind, _, _, cards in reversed(self._events):
            if kind in ("call", "fold", "check", "bet", "raise", "blind", "straddle", "ante"):
                return len(self._board) - dealt
            dealt += len(cards) if kind in STREETS else 0
        return len(self._board) - dealt

    # ------------------------------------------------------------------------------------------- what can be seen

    @property
    def rules(self) -> Rules:
        """The rules in force. New ones, such as a tournament's next level, can be set between hands only (TDA 23)."""
        return self._rules

    @rules.setter
    def rules(self, rules: Rules) -> None:
        if self._started and self._phase != "over":
            raise IllegalAction(f"the rules cannot change during a hand: {self._waiting()}")
        self._rules = rules
        if not self._started:
            self._take_places()

    @property
    def status(self) -> Status:
        """Where the hand stands."""
        if self._void:
            return Status.MISDEAL
        if self._phase in ("post", "deal"):
            return Status.READY
        if self._phase == "over":
            return Status.OVER
        return Status.SHOWDOWN if self._phase in ("show", "award") and self._live & (self._live - 1) else Status.BETTING

    @property
    def todo(self) -> str | None:
        """The dealer's next step, one of `STEPS`; None when it is a player's turn or the hand is over."""
        return self._phase if self._phase in _STEP else None

    @property
    def over(self) -> bool:
        """All chips of the hand are awarded."""
        return self._phase == "over"

    @property
    def hand_number(self) -> int:
        """Hands before this one."""
        return self._hand

    @property
    def seats(self) -> int:
        """Number of seats, empty ones included."""
        return len(self._stacks)

    @property
    def button(self) -> int:
        """Seat with the button."""
        return self._button

    @property
    def positions(self) -> Positions:
        """Seats of button, small and big blind."""
        return self._positions

    @property
    def actor(self) -> int | None:
        """Seat whose turn it is, or None."""
        return None if self._actor < 0 else self._actor

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

    @property
    def to_call(self) -> int:
        """Chips that a call costs the actor; 0 if there is nothing to call."""
        return self.legal.call

    @property
    def min_raise_to(self) -> int | None:
        """Smallest total that the actor may bet or raise to; None if he may not."""
        raises = self.legal.raise_to
        return raises[0] if raises else None

    @property
    def max_raise_to(self) -> int | None:
        """Largest total that the actor may bet or raise to; None if he may not."""
        raises = self.legal.raise_to
        return raises[1] if raises else None

    @property
    def street(self) -> Street:
        """The betting round, the last one when the hand is over."""
        return STREETS[self._street]

    @property
    def board(self) -> tuple[int, ...]:
        """Board cards in the order dealt."""
        return tuple(self._board)

    @property
    def boards(self) -> tuple[tuple[int, ...], ...]:
        """Every board of a hand that was run more than once."""
        return tuple(tuple(board) for board in self._boards) or (self.board,)

    @property
    def burns(self) -> tuple[int, ...]:
        """Burned cards. Nobody may see them, but for `View.exposed`."""
        return tuple(self._burns)

    @property
    def stub(self) -> tuple[int, ...]:
        """Cards left in the deck, the next one first. Nobody may see them."""
        return tuple(self._deck[self._top :])

    @property
    def muck(self) -> tuple[int, ...]:
        """Cards out of play that are neither burned nor set aside: folded and mucked hands. Nobody may see them."""
        out = self._dealt & (~self._live | self._mucked)
        return tuple(b"".join(self._holes[seat] for seat in clockwise(out, self._button)) + self._discards)

    @property
    def set_aside(self) -> tuple[int, ...]:
        """Cards turned up too early, to be shuffled back."""
        return tuple(self._aside)

    def hole_cards(self, seat: int) -> tuple[int, ...]:
        """A seat's own cards in the order dealt, empty if it has none; 255 is a card that a record does not tell."""
        return tuple(self._holes[seat])

    @property
    def live(self) -> tuple[int, ...]:
        """Seats that have not folded, clockwise from the first left of the button."""
        return tuple(clockwise(self._live, self._button))

    @property
    def shown(self) -> tuple[int, ...]:
        """Seats whose hand is tabled, in the order in which they showed."""
        return tuple(event[1] for event in self._events if event[0] == "show" and self._shown >> event[1] & 1)

    @property
    def stacks(self) -> tuple[int, ...]:
        """Chips behind of each seat."""
        return tuple(self._stacks)

    @property
    def bets(self) -> tuple[int, ...]:
        """Chips in front of each seat."""
        return tuple(self._bets)

    @property
    def stakes(self) -> tuple[int, ...]:
        """Chips of each seat at risk in the hand, bets in front included; dead antes are not."""
        return tuple(stake + bet for stake, bet in zip(self._stakes, self._bets))

    @property
    def pot(self) -> int:
        """All chips of the hand, bets in front included; 0 once they are awarded."""
        return 0 if self._phase == "over" else sum(self._stakes) + sum(self._bets) + self._dead

    @property
    def pots(self) -> tuple[pots.Pot, ...]:
        """Main pot and side pots of the collected chips, as they were when the hand is over; bets in front are not in them."""
        if not any(self._stakes) and not self._dead:
            return ()
        folded = [not self._live >> seat & 1 for seat in range(len(self._stacks))]
        refunds = pots.unmatched(self._stakes, folded) if self._phase == "over" else None
        stakes = [stake - back for stake, back in zip(self._stakes, refunds)] if refunds else self._stakes
        return tuple(pots.build_pots(stakes, folded, self._button, self._dead))

    @property
    def payoffs(self) -> tuple[int, ...]:
        """Chips won or lost by each seat since the hand began; chips still in the pot count as lost."""
        return tuple(now - before for now, before in zip(self._stacks, self._start))

    @property
    def history(self) -> tuple[Action | Operation, ...]:
        """What players, and the dealer by hand, did in this hand: enough for `replay`."""
        return tuple(self._history)

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened in this hand, cards included: nothing for players to see."""
        return tuple(Event(kind, seat, chips, tuple(cards)) for kind, seat, chips, cards in self._events)

    def view(self, seat: int | None) -> View:
        """What a seat may know, or an onlooker (None).

        Raises:
            IllegalAction: there is no such seat.
        """
        if seat is not None and not 0 <= seat < len(self._stacks):
            raise IllegalAction(f"there is no view of seat {seat}: there are seats 0..{len(self._stacks) - 1}")
        public = self._public
        seen = tuple(
            tuple(card for card in hole if self._shown >> other & 1 or (card != UNKNOWN and public >> card & 1))
            for other, hole in enumerate(self._holes)
        )
        return View(
            seat=seat,
            hole_cards=() if seat is None else tuple(self._holes[seat]),
            seen=seen,
            board=tuple(self._board),
            exposed=tuple(card for card in self._burns + self._aside if card != UNKNOWN and public >> card & 1),
            street=self.street,
            button=self._button,
            actor=self.actor,
            legal=self.legal if seat is not None and seat == self._actor else NOTHING,
            stacks=self.stacks,
            bets=self.bets,
            pot=self.pot,
            folded=tuple(not self._live >> other & 1 for other in range(len(self._stacks))),
        )

    # ------------------------------------------------------------------------------------------- again

    def copy(self) -> Self:
        """An independent table in the same state."""
        twin = object.__new__(type(self))
        _assign(twin, self)
        twin._stacks = self._stacks[:]
        twin._bets = self._bets[:]
        twin._holes = self._holes[:]
        twin._events = self._events[:]
        twin._history = self._history[:]
        twin._street_actions = self._street_actions[:]
        return twin

    def rewind(self, count: int = 0) -> Self:
        """A new table, on which this hand is played anew up to the first ``count`` entries of its history."""
        entries = self._history[:count]
        twin = self.copy()
        first = self._first_deck()
        twin._stacks = list(self._start)
        twin._clear()
        if first is not None:
            twin._chosen = first
        twin._button = self._positions.button
        if self._dealt_at_once:
            twin.deal()
        twin.replay(entries)
        return twin

    def replay(self, history: Iterable[Action | Operation]) -> None:
        """Apply entries of a `history`.

        Raises:
            IllegalAction: one of them is not legal here; those before it are done.
        """
        for entry in history:
            if isinstance(entry, Operation):
                getattr(self, entry.name)(*entry.arguments)
            else:
                self.act(entry)

    def _first_deck(self) -> bytes | None:
        """The deck from which this hand was first dealt."""
        return self._injected if self._chosen is None or any(event[0] == "misdeal" for event in self._events) else self._chosen

    def __repr__(self) -> str:
        where = self.status if self._phase in ("post", "over") or self._void else self.street
        board = format_cards(self._board) if UNKNOWN not in self._board else card_names(self._board)
        return f"<Table hand {self._hand}, {where}, board [{board}], pot {self.pot}, stacks {self._stacks}, actor {self.actor}>"


_STEP = {
    "post": Table._post,
    "deal": Table._deal_hand,
    "collect": Table._collect,
    "burn": Table._burn_card,
    "board": Table._deal_board,
    "show": Table._show,
    "award": Table._award,
}


def _assignments(names: Iterable[str]) -> Callable[[Table, Table], None]:
    """``to.name = of.name`` for every name, written out: 1 us, where a loop over the slots takes 15."""
    scope: dict[str, Any] = {}
    exec("def assign(to, of):\n" + "\n".join(f"    to.{name} = of.{name}" for name in names), scope)
    assign: Callable[[Table, Table], None] = scope["assign"]
    return assign


_assign = _assignments(Dealer.__slots__ + Table.__slots__)


def _check_chips(seat: int, chips: Any) -> None:
    if not isinstance(chips, int) or isinstance(chips, bool) or chips < 0:
        raise ValueError(f"seat {seat} cannot have {chips!r} chips: a stack is a whole number, 0 or more")


def _deck_bytes(deck: CardsLike | Deck | bytes) -> bytes:
    """A deck in the order dealt; unknown cards are allowed in bytes."""
    if isinstance(deck, bytes):
        known = [card for card in deck if card != UNKNOWN]
        parse_cards(known)
        return deck
    return bytes(deck.cards if isinstance(deck, Deck) else parse_cards(deck))


def _seats(mask: int) -> str:
    seats = clockwise(mask, -1)
    return "no seat" if not seats else ("seat " if len(seats) == 1 else "seats ") + ", ".join(map(str, seats))


__all__ = ["STEPS", "Event", "Operation", "Status", "Street", "Table", "View", "card_text"]
