"""The dealer: stub, burns, board and shuffles.

The *stub* is what is left of the deck, its next card first. A *burn* is the card put aside face down before a street. Cards are
codes 0..51 in ``bytes``; 255 is a card that a record does not tell.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias

from steelwheel.cards import CardError, card_text
from steelwheel.decks import shuffled
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
    """One thing that happened at the table."""

    kind: str
    """Forced bets: ``ante``, ``blind``, ``straddle``, ``big blind ante``. Cards: ``deal`` (to a seat), ``burn``, ``flop``,
    ``turn``, ``river``, ``run-out`` (of a further board). Actions: ``fold``, ``check``, ``call``, ``bet``, ``raise``. The dealer:
    ``refund``, ``collect``, ``show``, ``muck``, ``declare``, ``award``, ``rake``. Mistakes: ``misdeal``, ``expose``, ``extra``,
    ``early flop`` and so on, ``shuffle``, ``corrected``, ``dead hand``."""
    seat: int | None = None
    chips: int | None = None
    """Chips moved; of a bet or raise the total for the street."""
    cards: tuple[int, ...] = ()


class Operation(NamedTuple):
    """Something that the dealer did by hand, as the name of a method of `Table` and its arguments."""

    name: str
    arguments: tuple[Any, ...] = ()


class Dealer:
    """The cards on a table."""

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
        "_top",
    )

    _rules: Rules
    _seed: int
    _reshuffle: Reshuffle | None
    _hand: int
    """Hands before this one."""
    _phase: str
    """What comes next: a step of the dealer, ``act`` (a player's turn) or ``over``."""
    _street: int
    """0 before the flop .. 3 river."""
    _order: tuple[int, ...]
    """Seats dealt in, clockwise from the first left of the button."""
    _holes: list[bytes]
    _board: bytes
    _burns: bytes
    _discards: bytes
    """Cards out of play that are nobody's hand."""
    _deck: bytes
    _top: int
    """Place of the stub's next card in the deck."""
    _shuffles: int
    """Reshuffles in this hand."""
    _aside: bytes
    """Cards of a premature street, to be shuffled back into the stub."""
    _mix_before: int
    """Mask of the streets before which the cards set aside are shuffled in."""
    _no_burn: int
    """Mask of the streets that are dealt without a burn."""
    _exposed: int
    """Hole cards that the dealer has exposed."""
    _extra: int
    """Extra hole cards dealt."""
    _public: int
    """Mask of cards that everybody has seen though they are not on the board."""
    _events: list[tuple[str, int | None, int | None, bytes]]
    _history: list[Any]
    """Actions and operations."""

    def _gather(self, deck: bytes) -> None:
        """A whole deck in hand, nothing on the table."""
        self._deck = deck
        self._top = 0
        self._board = self._burns = self._aside = self._discards = b""
        self._no_burn = self._mix_before = self._public = self._exposed = self._extra = 0
        self._holes = [b""] * len(self._holes)

    def _draw(self, k: int) -> bytes:
        cards = self._deck[self._top : self._top + k]
        if len(cards) < k:
            raise CardError(f"not enough cards: {k} wanted, {len(cards)} left in a deck of {len(self._deck)}")
        self._top += k
        return cards

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

    def _put_back(self, cards: bytes) -> None:
        self._deck = cards + self._deck[self._top :]
        self._top = 0


def card_names(cards: bytes) -> str:
    """Text of cards of which some may be unknown: ``As??``."""
    return "".join("??" if card == UNKNOWN else card_text(card) for card in cards)
