"""The dealer: stub, burns, board, and what can go wrong with the cards.

The *stub* is what is left of the deck, its next card first. A *burn* is the card put aside face down before a street. A *misdeal*
calls the deal off: all cards come back, forced bets stay. A *premature* street was turned up before the betting was complete. The
operations for mistakes follow `Rules.irregularities`: ``roberts`` is Robert's Rules of Poker, ``tda2024`` the Poker TDA's rules; the
numbers M1 to M12 are those of RULES.md.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias

from steelwheel.cards import CardError, card_text
from steelwheel.decks import shuffled
from steelwheel.holdem.betting import Action, IllegalAction, substantial
from steelwheel.holdem.rules import Rules

Reshuffle: TypeAlias = Callable[[tuple[int, ...]], Sequence[int]]
"""Shuffle and cut: the same cards in another order, the next one to deal first."""

UNKNOWN = 255
"""Code of a card that a record does not tell."""

FLOP, TURN, RIVER = 1, 2, 3
STREET_NAMES = ("preflop", "flop", "turn", "river")

_RESHUFFLES = 0x5DEECE66D  # keeps a seed's reshuffles apart from its deals
_SHUFFLES_A_HAND = 64


class Event(NamedTuple):
    """One thing that happened at the table, in order: forced bets, cards, actions, refunds, showdown, awards."""

    kind: str
    seat: int | None = None
    chips: int | None = None
    """Chips moved; of a bet or raise the total for the street."""
    cards: tuple[int, ...] = ()


class Operation(NamedTuple):
    """Something that the dealer did by hand, as the name of a method of `Table` and its arguments."""

    name: str
    arguments: tuple[Any, ...] = ()


class Dealer:
    """The cards on a table. `Table` adds the players and their chips."""

    __slots__ = (
        "_aside",
        "_board",
        "_burns",
        "_deck",
        "_discards",
        "_events",
        "_exposed",
        "_extra",
        "_hand",
        "_history",
        "_holes",
        "_live",
        "_mix_before",
        "_no_burn",
        "_order",
        "_phase",
        "_public",
        "_reshuffle",
        "_rules",
        "_seed",
        "_shuffles",
        "_street",
        "_street_actions",
        "_top",
    )

    _aside: bytes
    """Cards of a premature street, to be shuffled back into the stub."""
    _board: bytes
    _burns: bytes
    _deck: bytes
    _top: int
    """Place of the stub's next card in the deck."""
    _discards: bytes
    """Cards out of play that are nobody's hand."""
    _events: list[tuple[Any, ...]]
    _history: list[Action | Operation]
    _exposed: int
    """Hole cards exposed by the dealer so far."""
    _extra: int
    """Extra hole cards dealt so far."""
    _hand: int
    _holes: list[bytes]
    _live: int
    _no_burn: int
    """Mask of the streets that are dealt without a burn."""
    _mix_before: int
    """Mask of the streets before which the cards set aside are shuffled into the stub."""
    _order: tuple[int, ...]
    """Seats dealt in, clockwise from the first left of the button."""
    _phase: str
    _public: int
    """Mask of cards that everybody has seen though they are not on the board."""
    _reshuffle: Reshuffle | None
    _rules: Rules
    _seed: int
    _shuffles: int
    _street: int
    _street_actions: list[str]
    """Kinds of the actions on this street."""

    # ------------------------------------------------------------------------------------------- the ordinary deal

    def _draw(self, k: int) -> bytes:
        cards = self._deck[self._top : self._top + k]
        if len(cards) < k:
            raise CardError(f"not enough cards: {k} wanted, {len(cards)} left in a deck of {len(self._deck)}")
        self._top += k
        return cards

    def _gather(self, deck: bytes) -> None:
        """A whole deck in hand, nothing on the table."""
        self._deck = deck
        self._top = 0
        self._board = self._burns = self._aside = self._discards = b""
        self._no_burn = self._mix_before = self._public = self._exposed = self._extra = 0
        self._holes = [b""] * len(self._holes)

    def _deal_holes(self) -> None:
        """Two cards each, one at a time, from the first seat left of the button."""
        n = len(self._order)
        cards = self._draw(2 * n)
        holes = self._holes
        for i, seat in enumerate(self._order):
            holes[seat] = cards[i::n]
        self._events.extend([("deal", seat, None, cards[i : i + 1]) for i, seat in enumerate(self._order * 2)])

    def _burn_before(self, street: int) -> None:
        """Burn one card, unless a mistake has provided for it; shuffle first if a mistake asks for it."""
        bit = 1 << street
        if self._mix_before & bit:
            self._mix_before ^= bit
            self._restock(self._aside)
            self._aside = b""
        if self._no_burn & bit:
            self._no_burn ^= bit
        else:
            self._burn(self._draw(1))

    def _burn(self, card: bytes) -> None:
        self._burns += card
        self._events.append(("burn", None, None, card))

    def _turn_up(self, street: int) -> None:
        cards = self._draw(3 if street == FLOP else 1)
        self._board += cards
        self._events.append((STREET_NAMES[street], None, None, cards))

    # ------------------------------------------------------------------------------------------- shuffling again

    def _restock(self, cards: bytes) -> None:
        """Shuffle cards into the stub."""
        self._deck = self._mixed(self._deck[self._top :] + cards)
        self._top = 0

    def _mixed(self, cards: bytes) -> bytes:
        self._shuffles += 1
        if self._reshuffle is None:
            number = self._hand * _SHUFFLES_A_HAND + self._shuffles
            mixed = bytes(card for card in shuffled(self._seed ^ _RESHUFFLES, number) if card in cards)
        else:
            mixed = bytes(self._reshuffle(tuple(cards)))
        if sorted(mixed) != sorted(cards):
            raise CardError(f"reshuffling {len(cards)} cards must give the same cards in another order, not {list(mixed)}")
        self._events.append(("shuffle", None, None, b""))
        return mixed

    # ------------------------------------------------------------------------------------------- mistakes with hole cards

    def expose_hole_card(self, seat: int, index: int) -> None:
        """The dealer has exposed a hole card while dealing (M1, M2, M3; TDA 35 and 37).

        One of the first two cards off the deck, or a second exposed card, is a misdeal. Another one is replaced by the top card of
        the stub and becomes the burn before the flop.

        Args:
            seat: whose card. index: 0 or 1, his first or second.

        Raises:
            IllegalAction: no such card, no irregularities agreed on, or action that stands.
        """
        what = f"expose card {index} of seat {seat}"
        self._check_window(what)
        if seat not in self._order or index not in (0, 1):
            raise IllegalAction(f"the dealer cannot {what}: seats {self._order} have cards 0 and 1")
        self._history.append(Operation("expose_hole_card", (seat, index)))
        card = self._holes[seat][index : index + 1]
        self._events.append(("expose", seat, None, card))
        self._exposed += 1
        if self._exposed > 1 or index * len(self._order) + self._order.index(seat) < 2:
            self._misdeal()
            return
        self._public |= 1 << card[0]
        replacement = self._draw(1)
        hole = self._holes[seat]
        self._holes[seat] = hole[:index] + replacement + hole[index + 1 :]
        self._events.append(("deal", seat, None, replacement))
        self._burn_instead(card)

    def expose_own_card(self, seat: int, index: int) -> None:
        """A player has exposed his own card (M2b): everybody knows it, and it plays.

        Raises:
            IllegalAction: he has no such card.
        """
        if not (self._live >> seat & 1 and 0 <= index < len(self._holes[seat])):
            raise IllegalAction(f"seat {seat} cannot expose card {index}: he has {len(self._holes[seat])} live cards")
        self._history.append(Operation("expose_own_card", (seat, index)))
        card = self._holes[seat][index : index + 1]
        if card[0] != UNKNOWN:
            self._public |= 1 << card[0]
        self._events.append(("expose", seat, None, card))

    def deal_extra_card(self, seat: int) -> None:
        """A player was dealt a card too many, the top card of the stub (M4, M5; TDA 35-A5).

        ``roberts``: the card becomes the burn before the flop; a second extra card is a misdeal. ``tda2024``: a misdeal. Once the
        action stands, his hand is dead.

        Raises:
            IllegalAction: no such player in the hand, no irregularities agreed on, or the flop is out.
        """
        what = f"deal seat {seat} an extra card"
        self._check_irregularities(what)
        if self._street or self._phase != "act" or not self._live >> seat & 1:
            raise IllegalAction(f"the dealer cannot {what}: only to a live hand, before the flop")
        self._history.append(Operation("deal_extra_card", (seat,)))
        if self._action_stands():
            self._discards += self._draw(1)
            self._events.append(("extra", seat, None, b""))
            self._kill(seat)
            return
        self._extra += 1
        card = self._draw(1)
        self._events.append(("extra", seat, None, card))
        if self._extra > 1 or self._rules.irregularities == "tda2024":
            self._misdeal()
        else:
            self._burn_instead(card)

    def call_misdeal(self) -> None:
        """Call the deal off for another reason. All cards come back, voluntary bets too, forced bets stay; `deal` deals again.

        Raises:
            IllegalAction: the action stands, or no irregularities agreed on.
        """
        self._check_window("call a misdeal")
        self._history.append(Operation("call_misdeal"))
        self._misdeal()

    def _burn_instead(self, card: bytes) -> None:
        """A card that a mistake brought out is the burn before the flop; if there is one, it goes back on top of the stub."""
        if self._no_burn & 1 << FLOP:
            self._put_back(card)
        else:
            self._burn(card)
            self._no_burn |= 1 << FLOP

    # ------------------------------------------------------------------------------------------- mistakes with the board

    def flop_too_many(self, count: int = 4) -> None:
        """The flop has come with more than three cards (M6; TDA 39-A).

        ``roberts``: all board cards are shuffled into the stub and a new flop is dealt without a burn. ``tda2024``: of four cards
        one, taken at random, is the next burn and the others are the flop; of more a new flop is dealt as above.

        Args:
            count: cards turned up, 4 or more: the flop that lies there and the next ones.

        Raises:
            IllegalAction: not on the flop, action has been taken on it, or no irregularities agreed on.
        """
        what = f"turn up {count} cards on the flop"
        self._check_fresh_board(what, FLOP)
        if count < 4 or count - 3 > len(self._deck) - self._top:
            raise IllegalAction(
                f"the dealer cannot {what} by mistake: 4 or more, and there are {len(self._deck) - self._top} left"
            )
        self._history.append(Operation("flop_too_many", (count,)))
        cards = self._board + self._draw(count - 3)
        self._board = b""
        if self._rules.irregularities == "tda2024" and count == 4:
            cards = self._mixed(cards)
            self._burn(cards[:1])
            self._no_burn |= 1 << TURN
            self._place(cards[1:])
        else:
            self._restock(cards)
            self._turn_up(FLOP)

    def deal_board_early(self) -> None:
        """The next street has been burned and turned up before the betting was complete (M7, M8, M9; TDA RP-5).

        The betting is completed first. A premature flop or river is then shuffled into the stub and dealt anew without a burn.
        For a premature turn, ``roberts`` burns and turns the next card and shuffles the premature one in before the river, which
        comes without a burn; ``tda2024`` shuffles it in at once and deals the turn without a burn.

        Raises:
            IllegalAction: no betting is going on, no street is to come, or no irregularities agreed on.
        """
        self._check_irregularities("turn up the next street early")
        if self._phase != "act" or self._street == RIVER:
            raise IllegalAction("the dealer cannot turn up a street early: only while players bet and a street is to come")
        street = self._street + 1
        size = 3 if street == FLOP else 1
        if len(self._deck) - self._top < size + 1:
            raise CardError(f"not enough cards: {size + 1} wanted, {len(self._deck) - self._top} left")
        self._history.append(Operation("deal_board_early"))
        if not self._no_burn & 1 << street:
            self._burn(self._draw(1))
        cards = self._draw(size)
        self._events.append((f"early {STREET_NAMES[street]}", None, None, cards))
        self._aside += cards
        for card in cards:
            self._public |= 1 << card
        again = RIVER if street == TURN and self._rules.irregularities == "roberts" else street
        self._no_burn = self._no_burn & ~(1 << street) | 1 << again
        self._mix_before |= 1 << again

    def misburn(self, burned: int, *, exposed: bool = True) -> None:
        """The street that lies there was dealt after no burn or after two (M12; TDA 39-B).

        Before action on the street the board becomes what it should have been. A flop whose cards were seen cannot be put right so:
        ``roberts`` shuffles it into the stub for a new flop, ``tda2024`` takes one of three unburned cards at random as the burn
        and adds the next card. After action the cards stand; an extra burn goes back and is burned before the next street, a
        missing one is made up for there.

        Args:
            burned: how many cards were burned instead of one, 0 or 2.
            exposed: somebody has seen the faces of a wrong flop.

        Raises:
            IllegalAction: no street lies there, another number of burns, or no irregularities agreed on.
        """
        what = f"have burned {burned} cards before the {STREET_NAMES[self._street]}"
        self._check_irregularities(what)
        if self._phase != "act" or not self._street or burned not in (0, 2):
            raise IllegalAction(f"the dealer cannot {what}: no burn or two, while players bet on the flop, turn or river")
        size = 3 if self._street == FLOP else 1
        kinds = [event[0] for event in self._events]
        if kinds[kinds.index(STREET_NAMES[self._street]) - 1] != "burn":
            raise IllegalAction(f"the dealer cannot {what}: an earlier mistake has taken the burn of this street")
        self._history.append(Operation("misburn", (burned, exposed)))
        drawn = self._burns[-1:] + self._board[-size:]  # as they came off the deck
        if self._street_actions:
            self._let_stand(burned, drawn, size)
        elif self._street == FLOP:
            if exposed:
                self._wrong_flop(burned, drawn)
        else:  # the board is right already; the wrong card was seen
            self._public |= 1 << (drawn[0] if burned == 0 else self._deck[self._top])

    def _let_stand(self, burned: int, drawn: bytes, size: int) -> None:
        """Cards dealt after a wrong number of burns stay; the next street comes as if there had been no mistake."""
        before = self._board[:-size]
        if burned == 0:
            self._burns = self._burns[:-1] + drawn[size:]
            self._board = before + drawn[:size]
        else:
            self._board = before + drawn[2:] + self._draw(1)
            self._put_back(drawn[1:2])
        self._events.append(("corrected", None, None, self._board))

    def _wrong_flop(self, burned: int, drawn: bytes) -> None:
        """A flop that was seen after no burn or after two."""
        self._board = b""
        if burned == 2:
            self._restock(drawn[1:] + self._draw(1))
            self._turn_up(FLOP)
            return
        self._burns = self._burns[:-1]
        if self._rules.irregularities == "tda2024":
            mixed = self._mixed(drawn[:3])
            self._burn(mixed[:1])
            self._place(mixed[1:] + drawn[3:])
        else:
            self._restock(drawn)
            self._burn(self._draw(1))
            self._turn_up(FLOP)

    def _put_back(self, cards: bytes) -> None:
        self._deck = cards + self._deck[self._top :]
        self._top = 0

    def _place(self, flop: bytes) -> None:
        self._board = flop
        self._events.append(("flop", None, None, flop))

    # ------------------------------------------------------------------------------------------- when a mistake counts

    def _check_irregularities(self, what: str) -> None:
        if self._rules.irregularities == "none":
            raise IllegalAction(f"the dealer cannot {what}: the rules of this table know no irregularities")

    def _check_window(self, what: str) -> None:
        self._check_irregularities(what)
        if self._phase != "act" or self._street:
            raise IllegalAction(f"the dealer cannot {what}: it matters only between the deal and the flop")
        if self._action_stands():
            raise IllegalAction(f"the dealer cannot {what}: after {', '.join(self._street_actions)} the hand is played on")

    def _action_stands(self) -> bool:
        if self._rules.misdeal_window == "two_players_acted":
            return len(self._street_actions) >= 2
        return substantial(self._street_actions)

    def _check_fresh_board(self, what: str, street: int) -> None:
        self._check_irregularities(what)
        if self._street != street or self._phase not in ("act", "burn"):
            raise IllegalAction(f"the dealer cannot {what}: the {STREET_NAMES[street]} does not lie there")
        if self._street_actions:
            raise IllegalAction(f"the dealer cannot {what}: after {', '.join(self._street_actions)} the board stands")

    def _misdeal(self) -> None:
        raise NotImplementedError

    def _kill(self, seat: int) -> None:
        raise NotImplementedError


def card_names(cards: bytes) -> str:
    """Text of cards of which some may be unknown: ``As??``."""
    return "".join("??" if card == UNKNOWN else card_text(card) for card in cards)
