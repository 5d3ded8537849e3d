"""Records: one hand as it was written down, and how it is played again.

The words are those of the Poker Hand History notation (PHH). Player p1 is the first seat left of the button and the last one has
the button; heads-up p1 is the big blind. Actions are ``d dh p1 AcKd`` (deal hole cards), ``d db 7d5h9d`` (deal the board), ``p1 f``
(fold), ``cc`` (check or call), ``cbr 60`` (bet or raise to 60) and ``sm AcKd`` (show; ``sm -`` show what was dealt; ``sm`` muck).
``????`` are cards that the record does not tell. Seats here are 0 .. n - 1 for p1 .. pn.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from steelwheel.cards import CardError, parse_cards
from steelwheel.holdem import betting
from steelwheel.holdem.dealer import UNKNOWN, Event, card_names
from steelwheel.holdem.rules import Rules
from steelwheel.holdem.seats import forced_bets
from steelwheel.holdem.table import STEPS, Table

_KINDS = {"fold": "f", "check": "cc", "call": "cc", "bet": "cbr", "raise": "cbr"}


class HistoryError(ValueError):
    """Text that is no hand; the message names the hand, the field or action, and what was expected."""


@dataclass(frozen=True, slots=True)
class Record:
    """One hand as it was written down."""

    rules: Rules
    stacks: tuple[int, ...]
    """Chips before the hand, of p1 .. pn."""
    actions: tuple[str, ...]
    """As in PHH, without comments."""
    fields: Mapping[str, Any] = field(default_factory=dict)
    """Whatever else the record says, such as ``finishing_stacks``, ``players`` or ``hand``."""
    name: str = ""
    """Of the hand in its file."""

    @property
    def finishing_stacks(self) -> tuple[float, ...] | None:
        """Chips after the hand as recorded, None if they are not. Records that split an odd chip have halves."""
        stacks = self.fields.get("finishing_stacks")
        return None if stacks is None else tuple(stacks)

    def table(self) -> Table:
        """The table before the hand; burned and unseen cards of its deck are unknown (code 255)."""
        by_itself = [step for step in STEPS if step != "show"] if any(" sm" in action for action in self.actions) else STEPS
        return Table(self.rules, self.stacks, len(self.stacks) - 1, seed=0, deck=_deck(self), automatic=by_itself)

    def play(self) -> Table:
        """Play the hand to its end, or as far as the record goes.

        Raises:
            HistoryError: an action that is none, or is not legal when it comes; the message names it.
        """
        table = self.table()
        for _ in self.steps(table):
            pass
        return table

    def steps(self, table: Table) -> Iterable[str]:
        """Play the hand on its `table`, pausing before every action with its text.

        Players whom the record passes over have an action too: they check if they can, else they fold.
        """
        table.deal()
        for number, action in enumerate(self.actions):
            words = action.split()
            if words[0] == "d":
                continue
            try:
                while (passed := _passed_over(table, words)) is not None:
                    yield f"p{passed + 1} {'f' if table.to_call else 'cc'}"
                    table.act(betting.fold() if table.to_call else betting.check())
                yield action
                _apply(table, words)
            except (ValueError, IndexError) as error:
                raise HistoryError(f"{self.place}action {number + 1}, {action!r}: {error}") from error
        try:
            while table.todo:
                table.step()
        except ValueError as error:
            raise HistoryError(f"{self.place}the end: {error}") from error

    @property
    def place(self) -> str:
        """The hand's name for messages."""
        return f"hand {self.name}: " if self.name else ""


def _passed_over(table: Table, words: Sequence[str]) -> int | None:
    """The player whose turn it is, if the record goes on with one who acts later on this street."""
    seat = _player(words[0], table.seats)
    if words[1] in ("f", "cc", "cbr") and seat in table.pending[1:]:
        return table.actor
    return None


def _apply(table: Table, words: Sequence[str]) -> None:
    seat = _player(words[0], table.seats)
    what, details = words[1], words[2:]
    if what == "f":
        table.act(betting.fold(seat))
    elif what == "cc":
        table.act(betting.call(seat) if table.to_call else betting.check(seat))
    elif what == "cbr":
        table.act(betting.raise_to(int(details[0]), seat))
    elif what == "sm" and details == ["-"]:
        table.show(seat)
    elif what == "sm" and details and "?" not in details[0]:
        table.show(seat, details[0])
    elif what == "sm":
        table.muck(seat)
    else:
        raise HistoryError(f"{what!r} is no action of hold'em: there are f, cc, cbr and sm")


def _player(name: str, seats: int) -> int:
    if not (name[:1] == "p" and name[1:].isdecimal() and 1 <= int(name[1:]) <= seats):
        raise HistoryError(f"{name!r} is no player: there are p1 to p{seats}")
    return int(name[1:]) - 1


def _deck(record: Record) -> bytes:
    """The cards in the order in which a table deals them."""
    n = len(record.stacks)
    holes: list[list[int]] = [[] for _ in range(n)]
    shown: dict[int, list[int]] = {}
    board: list[int] = []
    for action in record.actions:
        words = action.split()
        try:
            if words[:2] == ["d", "dh"]:
                holes[_player(words[2], n)] += _cards(words[3])
            elif words[:2] == ["d", "db"]:
                board += _cards(words[2])
            elif words[1:2] == ["sm"] and len(words) > 2 and words[2] != "-" and len(_cards(words[2])) == 2:
                shown[_player(words[0], n)] = _cards(words[2])
        except (IndexError, ValueError) as error:
            raise HistoryError(f"{record.place}action {action!r}: {error}") from error
    for seat, cards in shown.items():
        if UNKNOWN in holes[seat] or not holes[seat]:
            holes[seat] = cards
    for seat, cards in enumerate(holes):
        if len(cards) not in (0, 2):
            raise HistoryError(f"{record.place}p{seat + 1} is dealt {len(cards)} hole cards: there are two in hold'em")
    if len(board) > 5:
        raise HistoryError(f"{record.place}the board has {len(board)} cards: there are five in hold'em")
    dealt = [hole or [UNKNOWN] * 2 for hole in holes]
    board += [UNKNOWN] * (5 - len(board))
    cards = [hole[i] for i in (0, 1) for hole in dealt]
    cards += [UNKNOWN, *board[:3], UNKNOWN, board[3], UNKNOWN, board[4]]
    known = [card for card in cards if card != UNKNOWN]
    try:
        parse_cards(known)
    except CardError as error:
        raise HistoryError(f"{record.place}{error}") from None
    return bytes(cards)


def _cards(text: str) -> list[int]:
    pairs = [text[i : i + 2] for i in range(0, len(text), 2)]
    return [UNKNOWN if pair == "??" else parse_cards(pair)[0] for pair in pairs]


def record_of(table: Table, seat: int | None = None) -> Record:
    """What has happened on a table, as a record; seats are renumbered from the first left of the button.

    Args:
        seat: write down only what this seat has seen; None = all hole cards.

    Raises:
        HistoryError: no hand is dealt, or it has several boards, which PHH does not know.
    """
    order = table.order
    if not order:
        raise HistoryError("there is no hand to write down: the table is not dealt")
    if len(table.boards) > 1:
        raise HistoryError(f"a hand with {len(table.boards)} boards cannot be written down: PHH knows one")
    players = {seat: f"p{i + 1}" for i, seat in enumerate(order)}
    known = None if seat is None else table.view(seat)
    actions = []
    for player in order:
        cards = bytes(table.hole_cards(player))
        if known is not None and player != seat:
            seen = known.seen[player]
            cards = bytes(card if card in seen else UNKNOWN for card in cards)
        actions.append(f"d dh {players[player]} {card_names(cards)}")
    for event in without_mistakes(table):
        who = players.get(event.seat, "") if event.seat is not None else ""
        if event.kind in _KINDS:
            total = f" {event.chips}" if event.kind in ("bet", "raise") else ""
            actions.append(f"{who} {_KINDS[event.kind]}{total}")
        elif event.kind in ("flop", "turn", "river"):
            actions.append(f"d db {card_names(bytes(event.cards))}")
        elif event.kind == "show" and len(event.cards) == 2:
            actions.append(f"{who} sm {card_names(bytes(event.cards))}")
        elif event.kind == "muck":
            actions.append(f"{who} sm")
    before = [stack - payoff for stack, payoff in zip(table.stacks, table.payoffs)]
    fields: dict[str, Any] = {"finishing_stacks": [table.stacks[seat] for seat in order]} if table.over else {}
    return Record(_rules_as_dealt(table), tuple(before[seat] for seat in order), tuple(actions), fields)


def without_mistakes(table: Table) -> Iterable[Event]:
    """The events of a hand without the dealer's mistakes: since the last misdeal, and every street once, as it lies there now."""
    events = table.events
    kinds = [event.kind for event in events]
    first = len(kinds) - kinds[::-1].index("misdeal") if "misdeal" in kinds else 0
    posts = [event for event in events[:first] if event.kind in ("blind", "straddle")]
    lies = {"flop": table.board[:3], "turn": table.board[3:4], "river": table.board[4:5]}
    for event in (*posts, *events[first:]):
        if event.kind in lies:
            if lies[event.kind]:
                yield Event(event.kind, cards=lies[event.kind])
            lies[event.kind] = ()
        else:
            yield event


def _rules_as_dealt(table: Table) -> Rules:
    """The table's rules with its forced bets by position, as a record has them."""
    rules, order, positions = table.rules, table.order, table.positions
    dealt = sum(1 << seat for seat in order)
    posts = {seat: chips for kind, seat, chips in forced_bets(rules, dealt, positions) if kind in ("blind", "straddle")}
    by_position = [posts.get(seat, 0) for seat in order]
    if len(order) == 2:
        by_position.reverse()
    small_blind_is_dead = len(rules.blinds) == 2 and positions.small_blind is None
    count = max(2, len(rules.blinds)) if len(order) == 2 else len(rules.blinds) - small_blind_is_dead
    while by_position and not by_position[-1]:
        by_position.pop()
    blinds, straddles = tuple(by_position[:count]), tuple(by_position[count:])
    return rules.replace(blinds=blinds, straddles=straddles, button_movement="moving", runouts=1)
