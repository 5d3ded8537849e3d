"""Irregularities: the dealer's mistakes and how they are put right.

A *misdeal* calls the deal off: all cards come back, forced bets stay. A *premature* street was turned up before the betting was
complete. What to do follows `Rules.irregularities`: ``roberts`` is Robert's Rules of Poker, ``tda2024`` the rules of the Poker TDA.
The numbers M1 to M12 are those of RULES.md.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

from steelwheel.cards import CardError
from steelwheel.holdem.betting import NOBODY, IllegalAction
from steelwheel.holdem.dealer import FLOP, RIVER, STREET_NAMES, TURN, UNKNOWN, Operation
from steelwheel.holdem.showdown import Showdown

OperationT = TypeVar("OperationT", bound=Callable[..., None])


def substantial(actions: list[str]) -> bool:
    """Substantial action (TDA 36): two actions with chips among them, or three of any kind. Forced bets do not count."""
    return len(actions) >= 3 or (len(actions) == 2 and any(kind not in ("fold", "check") for kind in actions))


def whole(operation: OperationT) -> OperationT:
    """An operation that changes nothing when it fails, such as for a reshuffle that loses cards."""

    @wraps(operation)
    def run(self: Any, *arguments: Any, **named: Any) -> None:
        before = self.copy()
        try:
            operation(self, *arguments, **named)
        except Exception:
            self._become(before)
            raise

    return cast(OperationT, run)


class Irregularities(Showdown):
    """Operations on a hand in progress that say: the dealer has made this mistake."""

    __slots__ = ("_chosen", "_start", "_void")

    _void: bool
    """The deal is off."""
    _start: tuple[int, ...]
    """Stacks before the forced bets."""
    _chosen: bytes | None
    """The deck that is being dealt."""

    @whole
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

    @whole
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

    # --------------------------------------------------------------------------------------------------------- the board

    @whole
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
            raise IllegalAction(f"the dealer cannot {what} by mistake: 4 or more, and there are {len(self._deck) - self._top} left")
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

    @whole
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

    @whole
    def misburn(self, burned: int, exposed: bool = True) -> None:
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

    def _place(self, flop: bytes) -> None:
        self._board = flop
        self._events.append(("flop", None, None, flop))

    # --------------------------------------------------------------------------------------------- when a mistake counts

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
        """Call the deal off: forced bets stay, voluntary ones go back, all cards come in."""
        posted = [event for event in self._events if event[0] in ("ante", "blind", "straddle", "big blind ante")]
        self._stacks = list(self._start)
        self._bets, self._stakes = [0] * len(self._stacks), [0] * len(self._stacks)
        self._dead = 0
        self._post()
        del self._events[-len(posted) :]
        self._void = True
        self._actor = NOBODY
        self._legal = None
        self._gather(self._chosen or b"")
        self._chosen = None
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
