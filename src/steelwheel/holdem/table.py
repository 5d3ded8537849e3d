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
from operator import index
from typing import Any, Self

from steelwheel.arguments import checked_seed
from steelwheel.cards import CardError, CardsLike, format_cards, parse_cards
from steelwheel.decks import Deck, fresh_seed, shuffled
from steelwheel.holdem.betting import NOBODY, NOTHING, Action, IllegalAction, Legal
from steelwheel.holdem.dealer import RIVER, UNKNOWN, Event, Operation, Reshuffle, card_names
from steelwheel.holdem.irregularities import Irregularities
from steelwheel.holdem.pots import Pot, build_pots, unmatched
from steelwheel.holdem.rules import MOST_PLAYERS, Rules, Schedule
from steelwheel.holdem.seats import Positions, clockwise, dead_button_positions, first_positions, next_seat, seats_text

STEPS = ("post", "deal", "collect", "burn", "board", "show", "award")
"""What a dealer does, in the order of a hand; the values of `Table.todo`."""


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


class Table(Irregularities):
    """A poker table: the one thing here that changes.

    >>> table = Table(Rules.no_limit(blinds=(1, 2)), stacks=[200, 200, 150], seed=42)
    >>> table.deal()
    >>> table.actor, str(table.legal)
    (0, 'fold or call 2 or raise to 4..200')
    """

    __slots__ = ("_automatic", "_dealt_at_once", "_first", "_injected", "_previous", "_schedule")

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
        stacks = [_chips(seat, chips) for seat, chips in enumerate(stacks)]
        if not 0 <= button < len(stacks):
            raise ValueError(f"button {button} is no seat of 0..{len(stacks) - 1}")
        steps = frozenset(STEPS if automatic is True else automatic or ())
        if not steps <= set(STEPS):
            raise ValueError(f"automatic {sorted(steps - set(STEPS))}: the dealer's steps are {', '.join(STEPS)}")
        self._schedule = rules if isinstance(rules, Schedule) else None
        self._rules = rules.rules(0) if isinstance(rules, Schedule) else rules
        self._stacks = [int(chips) for chips in stacks]
        self._button = button
        self._seed = fresh_seed() if seed is None else checked_seed(seed)
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

    # ----------------------------------------------------------------------------------------------------- between hands

    def _clear(self) -> None:
        """Nothing of a hand on the table."""
        n = len(self._stacks)
        self._gather(b"")
        self._bets = [0] * n
        self._stakes = [0] * n
        self._strengths = [0] * n
        self._start = tuple(self._stacks)
        self._events = []
        self._history = []
        self._street_actions = []
        self._boards = ()
        self._legal = None
        self._order = ()
        self._phase = "post"
        self._actor = self._aggressor = self._opener = NOBODY
        self._street = self._shuffles = 0
        self._live = self._able = self._pending = self._acted = self._dealt = 0
        self._shown = self._mucked = self._declared = 0
        self._dead = self._short = self._closed = self._high = self._full_raise = self._full_level = self._raises = 0
        self._capped = self._void = self._dealt_at_once = False
        self._chosen = None
        self._first: bytes | None = None

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
            raise IllegalAction(f"the next hand cannot begin: only {seats_text(able)} can be dealt in")
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
        chips = _chips(seat, chips)
        self._stacks[seat] = chips
        self._seats_changed()

    def _change_seat(self, seat: int, what: str) -> None:
        if not 0 <= seat < len(self._stacks):
            raise IllegalAction(f"seat {seat} cannot {what}: there are seats 0..{len(self._stacks) - 1}")
        if self._phase not in ("post", "over"):
            raise IllegalAction(f"seat {seat} cannot {what} during a hand: {self._waiting()}")

    def _seats_changed(self) -> None:
        if self._phase == "post":
            self._start = tuple(self._stacks)
            if self._seats_with_chips().bit_count() >= 2:
                self._take_places()

    @property
    def rules(self) -> Rules:
        """The rules in force. New ones, such as a tournament's next level, can be set between hands only (TDA 23)."""
        return self._rules

    @rules.setter
    def rules(self, rules: Rules) -> None:
        if self._phase not in ("post", "over"):
            raise IllegalAction(f"the rules cannot change during a hand: {self._waiting()}")
        self._rules = rules
        if self._phase == "post":
            self._take_places()

    # ------------------------------------------------------------------------------------------------ the dealer's steps

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
        _check_deck(chosen or self._injected, self._seats_with_chips().bit_count(), self._rules.runouts)
        by_hand = self._phase == "deal"
        if not by_hand:
            self._post()
            self._dealt_at_once = True
        if chosen is not None:
            self._chosen = chosen
        self._deal_hand()
        if by_hand:
            self._history.append(Operation("deal", (chosen,)))
        self._run()

    def _deal_hand(self) -> None:
        if self._void:
            deck = self._chosen or self._mixed(bytes(sorted(self._deck)))
        else:
            deck = self._chosen or self._injected or shuffled(self._seed, self._hand)
        _check_deck(deck, len(self._order), self._rules.runouts)
        self._gather(deck)
        self._deal_holes()
        self._chosen = deck
        self._first = self._first or deck
        self._void = False
        self._open_preflop()

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

    @property
    def todo(self) -> str | None:
        """The dealer's next step, one of `STEPS`; None when it is a player's turn or the hand is over."""
        return self._phase if self._phase in _STEP else None

    def _collect(self) -> None:
        self._collect_bets()
        if not self._live & (self._live - 1):
            self._phase = "award"
        elif self._street == RIVER:
            self._phase = "show"
        else:
            self._phase = "show" if self._rules.table_all_in and self._betting_is_over() and self._undecided() else "burn"

    def _burn_card(self) -> None:
        self._burn_before(self._street + 1)
        self._phase = "board"

    def _deal_board(self) -> None:
        self._turn_up(self._street + 1)
        self._street += 1
        self._aggressor = NOBODY
        if not self._betting_is_over():
            self._open_street()
        elif self._street < RIVER:
            self._phase = "burn"
        else:
            self._phase = "show" if self._undecided() else "award"

    def _betting_is_over(self) -> bool:
        return not self._able & (self._able - 1)

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

    # -------------------------------------------------------------------------------------------------- what can be seen

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
    def pending(self) -> tuple[int, ...]:
        """Seats that have still to act on this street, the actor first; a raise brings others back."""
        return () if self._actor < 0 else (self._actor, *clockwise(self._pending & ~(1 << self._actor), self._actor))

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
    def mucked_cards(self) -> tuple[int, ...]:
        """Cards out of play that are neither burned nor set aside: folded and mucked hands. Nobody may see them."""
        out = self._dealt & (~self._live | self._mucked)
        return tuple(b"".join(self._holes[seat] for seat in clockwise(out, self._button)) + self._discards)

    @property
    def set_aside(self) -> tuple[int, ...]:
        """Cards turned up too early, to be shuffled back."""
        return tuple(self._aside)

    def hole_cards(self, seat: int) -> tuple[int, ...]:
        """A seat's own cards in the order dealt, empty if it has none; 255 is a card that a record does not tell."""
        if not 0 <= seat < self.seats:
            raise IllegalAction(f"there is no seat {seat}: there are seats 0..{self.seats - 1}")
        return tuple(self._holes[seat])

    @property
    def order(self) -> tuple[int, ...]:
        """Seats dealt in, clockwise from the first left of the button."""
        return self._order

    @property
    def live(self) -> tuple[int, ...]:
        """Seats that have not folded, clockwise from the first left of the button."""
        return tuple(clockwise(self._live, self._button))

    @property
    def shown(self) -> tuple[int, ...]:
        """Seats whose hand is tabled, in the order in which they showed."""
        return tuple(seat for kind, seat, _, _ in self._events if kind == "show" and seat in clockwise(self._shown, self._button))

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
    def pots(self) -> tuple[Pot, ...]:
        """Main pot and side pots of the collected chips, as they were when the hand is over; bets in front are not in them."""
        if not any(self._stakes) and not self._dead:
            return ()
        folded = [not self._live >> seat & 1 for seat in range(len(self._stacks))]
        refunds = unmatched(self._stakes, folded) if self._phase == "over" else None
        stakes = [stake - back for stake, back in zip(self._stakes, refunds)] if refunds else self._stakes
        return tuple(build_pots(stakes, folded, self._button, self._dead))

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

    # ------------------------------------------------------------------------------------------------------------- again

    def copy(self) -> Self:
        """An independent table in the same state."""
        twin = object.__new__(type(self))
        twin._become(self)
        return twin

    def _become(self, other: Self) -> None:
        _assign(self, other)
        self._stacks = other._stacks[:]
        self._bets = other._bets[:]
        self._holes = other._holes[:]
        self._events = other._events[:]
        self._history = other._history[:]
        self._street_actions = other._street_actions[:]

    def rewind(self, count: int = 0) -> Self:
        """A new table, on which this hand is played anew up to the first ``count`` entries of its history."""
        if count < 0:
            raise ValueError(f"count is {count}: 0 or more")
        entries = self._history[:count]
        twin = self.copy()
        twin._stacks = list(self._start)
        twin._clear()
        twin._chosen = self._first
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


_assign = _assignments(name for kind in Table.__mro__ for name in getattr(kind, "__slots__", ()))


def _chips(seat: int, chips: Any) -> int:
    """Chips of a seat as an int; whole numbers of numpy will do."""
    if isinstance(chips, bool) or not hasattr(chips, "__index__") or chips < 0:
        raise ValueError(f"seat {seat} cannot have {chips!r} chips: a stack is a whole number, 0 or more")
    return index(chips)


def _check_deck(deck: bytes | None, players: int, boards: int) -> None:
    """A deck must do for a whole hand, so that no hand breaks off."""
    need = 2 * players + 8 * boards
    if len(deck or range(52)) < need:
        raise CardError(f"not enough cards: {players} players need {need}, the deck has {len(deck or range(52))}")


def _deck_bytes(deck: CardsLike | Deck | bytes) -> bytes:
    """A deck in the order dealt; unknown cards are allowed in bytes."""
    if isinstance(deck, bytes):
        known = [card for card in deck if card != UNKNOWN]
        parse_cards(known)
        return deck
    return bytes(deck.cards if isinstance(deck, Deck) else parse_cards(deck))
