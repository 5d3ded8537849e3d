"""Showdown: who shows when, and who may keep his cards hidden.

A *strength* is as in `steelwheel.hands`: higher wins, equal ties. A *stake* is all that a player has put at risk in the hand.
"""

from collections.abc import Iterable, Sequence

from steelwheel.cards import CardsLike, format_cards, parse_cards
from steelwheel.hands import evaluate
from steelwheel.holdem import pots
from steelwheel.holdem.betting import Betting, IllegalAction
from steelwheel.holdem.dealer import RIVER, UNKNOWN, Operation, card_names
from steelwheel.holdem.seats import clockwise, seats_text


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
    strength, stake = strengths[seat], stakes[seat]
    for other in shown:  # noqa: SIM110 - `any` with a generator takes three times as long
        if strengths[other] > strength and stakes[other] >= stake:
            return True
    return False


def show_or_muck(order: Sequence[int], strengths: Sequence[int], stakes: Sequence[int]) -> tuple[list[int], list[int]]:
    """Seats that show and seats that may muck, when each in turn keeps a hand hidden that is beaten already."""
    shown: list[int] = []
    mucked: list[int] = []
    for seat in order:
        (mucked if is_beaten(seat, shown, strengths, stakes) else shown).append(seat)
    return shown, mucked


class Showdown(Betting):
    """The end of a hand: who shows, who keeps a claim, and who gets the chips."""

    __slots__ = ("_boards", "_declared", "_mucked", "_shown", "_strengths")

    _shown: int
    """Seats whose hand is tabled."""
    _mucked: int
    _declared: int
    """Seats that said they play the board."""
    _strengths: list[int]
    _boards: tuple[bytes, ...]
    """Every board of a hand that was run more than once."""

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
        undecided = self._undecided()
        order = show_order(self._live, self._button, self._last_aggressor())
        return tuple(seat for seat in order if undecided >> seat & 1)

    def _undecided(self) -> int:
        """Live seats that have neither shown nor mucked."""
        return self._live & ~(self._shown | self._mucked)

    def _last_aggressor(self) -> int | None:
        if self._street < RIVER or self._aggressor < 0 or not self._live >> self._aggressor & 1:
            return None
        return self._aggressor

    def _all_in_showdown(self) -> bool:
        return self._able != self._live

    def _check_showdown(self, seat: int, what: str) -> None:
        if self._phase != "show":
            raise IllegalAction(f"seat {seat} cannot {what}: {self._waiting()}")
        undecided = self._undecided()
        if not (seat >= 0 and undecided >> seat & 1):
            raise IllegalAction(f"seat {seat} cannot {what}: the hands of {seats_text(undecided)} are undecided")

    def _table_hand(self, seat: int) -> None:
        self._shown |= 1 << seat
        self._events.append(("show", seat, None, self._holes[seat]))

    def _muck(self, seat: int) -> None:
        self._mucked |= 1 << seat
        self._events.append(("muck", seat, None, b""))

    def _show(self) -> None:
        """Show in order whatever must or can win, and muck the rest; unknown hands lose to known ones.

        Raises:
            IllegalAction: two hands or more are unknown and no other is left to win.
        """
        order = self.to_show
        unknown = [seat for seat in order if UNKNOWN in self._holes[seat]]
        if len(unknown) > 1 and not self._known_contender():
            raise IllegalAction(f"nobody can win: the hands of seats {', '.join(map(str, unknown))} are unknown")
        whole = len(self._board) == 5
        everybody = self._rules.showdown == "all_show" or (self._rules.table_all_in and self._all_in_showdown())
        if whole:
            self._judge(self._board)
        strengths, stakes = self._strengths, self._stakes
        shown = list(clockwise(self._shown, self._button))
        for i, seat in enumerate(order):
            if seat in unknown:
                hidden = bool(shown) or i + 1 < len(order)
            else:
                hidden = whole and not everybody and is_beaten(seat, shown, strengths, stakes)
            if hidden:
                self._muck(seat)
            else:
                self._table_hand(seat)
                shown.append(seat)
        self._end_showdown()

    def _known_contender(self) -> bool:
        """A live hand that is not mucked and whose cards are known."""
        return any(UNKNOWN not in self._holes[seat] for seat in clockwise(self._live & ~self._mucked, self._button))

    def _end_showdown(self) -> None:
        """Go on when every hand is shown or mucked."""
        if not self._undecided():
            self._phase = "award" if self._street == RIVER else "burn"
            self._run()

    def _judge(self, board: bytes) -> None:
        """Strengths of the live hands; a hand with unknown cards counts as the weakest."""
        strengths = self._strengths = [0] * len(self._stacks)
        for seat in self._order:
            if self._live >> seat & 1:
                hole = self._holes[seat]
                strengths[seat] = 0 if UNKNOWN in hole else evaluate(hole + board)

    # ------------------------------------------------------------------------------------------------------------ awards

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
        if live & (live - 1):
            claims = self._claims()
            folded = [not claims >> seat & 1 for seat in range(len(self._stacks))]
            stakes = self._stakes
            refunds = pots.unmatched(stakes, folded)
            if refunds:
                stakes = self._give_back(refunds)
            self._push(pots.build_pots(stakes, folded, self._button, self._dead))
        else:
            seat, chips = live.bit_length() - 1, sum(self._stakes) + self._dead
            if self._rules.rake is not None:
                chips -= self._take_rake(chips)
            self._stacks[seat] += chips
            self._events.append(("award", seat, chips, b""))
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
        rules, stacks, events = self._rules, self._stacks, self._events
        boards = self._run_again() if rules.runouts > 1 else [self._board]
        for pot in reversed(contested) if rules.award_order == "side_first" else contested:
            chips = pot.chips
            if rules.rake is not None:
                chips -= self._take_rake(chips)
            for board, part in zip(boards, pots.divide(chips, len(boards)) if len(boards) > 1 else (chips,)):
                if len(pot.seats) > 1 and (len(boards) > 1 or not any(self._strengths)):
                    self._judge(board)
                for seat, won in pots.award(part, pot.seats, self._strengths, rules.odd_chips):
                    if won:
                        stacks[seat] += won
                        events.append(("award", seat, won, b""))

    def _take_rake(self, chips: int) -> int:
        assert self._rules.rake is not None
        raked = min(chips, self._rules.rake(chips, self._street > 0))
        self._events.append(("rake", None, raked, b""))
        return raked

    def _run_again(self) -> list[bytes]:
        """The board, and further ones when all-in players run it more than once."""
        self._boards = (self._board,)
        dealt = self._closed
        for _ in range(self._rules.runouts - 1 if dealt < 5 and self._all_in_showdown() else 0):
            board = self._board[:dealt]
            while len(board) < 5:
                self._burn(self._draw(1))
                cards = self._draw(3 if not board else 1)
                board += cards
                self._events.append(("run-out", None, None, cards))
            self._boards += (board,)
        return list(self._boards)
