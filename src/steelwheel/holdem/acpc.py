"""ACPC: state lines of the dealer of the Annual Computer Poker Competition.

A line is ``STATE:number:betting:cards:payoffs:players``: betting rounds are separated by ``/``, ``f`` is fold, ``c`` check or call,
``r`` raise, with the total for the whole hand in no-limit; players stand as in `records`, p1 first.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from steelwheel.holdem import betting
from steelwheel.holdem.dealer import card_names
from steelwheel.holdem.records import HistoryError, Record, without_mistakes
from steelwheel.holdem.rules import Rules
from steelwheel.holdem.table import Table

ACPC_STACK = 2**31 - 1
"""Stack in chips where a game definition names none: nobody goes all-in."""


def read_acpc(text: str, game: str | Rules, stacks: Sequence[int] | None = None) -> list[Record]:
    """Hands of an ACPC dealer's log.

    Args:
        text: lines ``STATE:...``; others (comments, scores, blank lines) are passed over.
        game: the game definition's text, or rules.
        stacks: chips of each seat before every hand; None = as the game says, or more than anybody can bet.

    Raises:
        HistoryError: a line or a definition that is none; the message names the line.
    """
    rules, given = (game, None) if isinstance(game, Rules) else _game(game)
    records = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("STATE:"):
            try:
                records.append(_state(line.strip(), rules, stacks or given))
            except (ValueError, IndexError) as error:
                raise HistoryError(f"line {number}, {line.strip()!r}: {error}") from error
    return records


def _game(text: str) -> tuple[Rules, list[int] | None]:
    """Rules and stacks of a game definition. ACPC lets every raise reopen the betting, and its caps hold heads-up too."""
    values: dict[str, list[int]] = {}
    structure = ""
    for line in text.splitlines():
        key, _, value = line.partition("=")
        if key.strip().lower() in ("limit", "nolimit"):
            structure = key.strip().lower()
        elif value.split() and all(word.isdecimal() for word in value.split()):
            values[key.strip().lower()] = [int(word) for word in value.split()]
    try:
        players = values["numplayers"][0]
        blinds = values["blind"][:players]
        if players == 2:
            blinds.reverse()
        while blinds and not blinds[-1]:
            blinds.pop()
        if values.get("numholecards", [2]) != [2] or values.get("numboardcards", [0, 3, 1, 1]) != [0, 3, 1, 1]:
            raise HistoryError("the game definition is not hold'em: two hole cards, boards of 0 3 1 1")
        if structure == "limit":
            sizes, most = values["raisesize"], values.get("maxraises", [255] * 4)
            caps = tuple(None if raises >= 255 else raises for raises in most)
            rules = Rules.fixed_limit(sizes[0], sizes[2], blinds, max_raises=caps, cap_heads_up=True, open_fold=True)
        elif structure == "nolimit":
            rules = Rules.no_limit(blinds, reopening="always", open_fold=True)
        else:
            raise HistoryError("the game definition names neither limit nor nolimit")
    except (KeyError, IndexError) as error:
        raise HistoryError(f"the game definition has no {error.args[0]}") from None
    return rules, values.get("stack")


def _state(line: str, rules: Rules, stacks: Sequence[int] | None) -> Record:
    _, number, streets, cards, *rest = line.split(":")
    holes, *board = cards.split("/")
    hands = holes.split("|")
    stacks = tuple(stacks) if stacks else (ACPC_STACK,) * len(hands)
    if len(stacks) != len(hands):
        raise HistoryError(f"{len(hands)} hands of {len(stacks)} players")
    deals = [f"d dh p{seat + 1} {hand or '????'}" for seat, hand in enumerate(hands)]
    table = Table(rules, stacks, len(stacks) - 1, seed=0)
    table.deal()
    actions = [*deals]
    for street, betting_text in enumerate(streets.split("/")):
        if street:
            actions.append(f"d db {board[street - 1]}")
        for what, total in _acpc_actions(betting_text):
            actions.append(_acpc_act(table, what, total))
    fields: dict[str, Any] = {"hand": int(number)}
    if rest:
        fields["winnings"] = [float(payoff) if "." in payoff else int(payoff) for payoff in rest[0].split("|")]
    if len(rest) > 1:
        fields["players"] = rest[1].split("|")
    return Record(rules, stacks, tuple(actions), fields, number)


def _acpc_actions(text: str) -> Iterable[tuple[str, str]]:
    i = 0
    while i < len(text):
        start = i = i + 1
        while i < len(text) and text[i].isdecimal():
            i += 1
        yield text[start - 1], text[start:i]


def _acpc_act(table: Table, what: str, total: str) -> str:
    """Act as a state line says; gives the action in PHH."""
    seat = table.actor
    if seat is None:
        raise HistoryError(f"nobody can {what}{total}: the hand is over")
    if what == "f":
        table.act(betting.fold())
        return f"p{seat + 1} f"
    if what == "c":
        table.act(betting.call() if table.to_call else betting.check())
        return f"p{seat + 1} cc"
    if what != "r":
        raise HistoryError(f"{what!r} is no action: there are f, c and r")
    if total:
        to = int(total) - (table.stakes[seat] - table.bets[seat])
    elif table.min_raise_to is None:
        raise betting.IllegalAction(f"seat {seat} cannot raise: he may {table.legal}")
    else:
        to = table.min_raise_to
    table.act(betting.raise_to(to))
    return f"p{seat + 1} cbr {to}"


def to_acpc(table: Table, *, number: int | None = None, players: Sequence[str] | None = None) -> str:
    """The ACPC state line of a hand that is over.

    Args:
        number: of the hand; None = the table's.
        players: names of p1 .. pn; None = those.

    Raises:
        HistoryError: the hand is not over.
    """
    if not table.over:
        raise HistoryError("an ACPC line needs a hand that is over")
    order = table.order
    streets, board = [""], [""]
    before = dict.fromkeys(order, 0)
    last = dict.fromkeys(order, 0)
    for event in without_mistakes(table):
        if event.kind in ("flop", "turn", "river"):
            streets.append("")
            board.append("/" + card_names(bytes(event.cards)))
            for seat in order:
                before[seat] += last[seat]
            high = max(before.values())
            before, last = dict.fromkeys(order, high), dict.fromkeys(order, 0)
        elif event.kind in ("fold", "check", "call"):
            streets[-1] += "f" if event.kind == "fold" else "c"
        elif event.kind in ("bet", "raise"):
            assert event.seat is not None
            assert event.chips is not None
            last[event.seat] = event.chips
            total = "" if table.rules.structure == "fixed-limit" else str(before[event.seat] + event.chips)
            streets[-1] += f"r{total}"
        elif event.kind in ("blind", "straddle"):
            assert event.seat is not None
            assert event.chips is not None
            last[event.seat] = event.chips
    holes = "|".join(card_names(bytes(table.hole_cards(seat))) for seat in order)
    payoffs = "|".join(str(table.payoffs[seat]) for seat in order)
    names = "|".join(players or [f"p{i + 1}" for i in range(len(order))])
    hand = table.hand_number if number is None else number
    return f"STATE:{hand}:{'/'.join(streets)}:{holes}{''.join(board)}:{payoffs}:{names}"
