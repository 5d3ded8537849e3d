"""Hand histories: hands in and out as text.

*PHH* is the Poker Hand History notation: TOML, one hand a ``.phh`` file or one table a hand in a ``.phhs`` file. Player p1 is the
first seat left of the button and the last one has the button; heads-up p1 is the big blind, though lists of blinds and antes begin
with the button's. Actions are ``d dh p1 AcKd`` (deal hole
cards), ``d db 7d5h9d`` (deal the board), ``p1 f`` (fold), ``cc`` (check or call), ``cbr 60`` (bet or raise to 60) and ``sm AcKd``
(show; ``sm -`` show what was dealt; ``sm`` muck). ``????`` are cards that the record does not tell.

*ACPC* lines are the states of the Annual Computer Poker Competition's dealer, with the same seats:
``STATE:number:betting:cards:payoffs:players``, bets as totals of the whole hand.

Records leave out players who merely checked or folded out of sight: a player passed over has checked if he could, else folded.
Hands here have seats 0 .. n - 1 for p1 .. pn. A `Record` does not change; `Record.play` makes a finished table of it.
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

VARIANTS = {"NT": "no-limit", "PT": "pot-limit", "FT": "fixed-limit"}
"""PHH's names of the structures."""

ACPC_STACK = 2**31 - 1
"""Stack in chips where a game definition names none: nobody goes all-in."""

ROUNDING = 1e-6
"""Chips by which binary fractions of a record may miss a whole number."""

_RULES_KEYS = ("variant", "antes", "blinds_or_straddles", "min_bet", "small_bet", "big_bet", "starting_stacks", "actions")
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
                raise HistoryError(f"{self._place()}action {number + 1}, {action!r}: {error}") from error
        try:
            while table.todo:
                table.step()
        except ValueError as error:
            raise HistoryError(f"{self._place()}the end: {error}") from error

    def _place(self) -> str:
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
            raise HistoryError(f"{record._place()}action {action!r}: {error}") from error
    for seat, cards in shown.items():
        if UNKNOWN in holes[seat] or not holes[seat]:
            holes[seat] = cards
    for seat, cards in enumerate(holes):
        if len(cards) not in (0, 2):
            raise HistoryError(f"{record._place()}p{seat + 1} is dealt {len(cards)} hole cards: there are two in hold'em")
    if len(board) > 5:
        raise HistoryError(f"{record._place()}the board has {len(board)} cards: there are five in hold'em")
    dealt = [hole or [UNKNOWN] * 2 for hole in holes]
    board += [UNKNOWN] * (5 - len(board))
    cards = [hole[i] for i in (0, 1) for hole in dealt]
    cards += [UNKNOWN, *board[:3], UNKNOWN, board[3], UNKNOWN, board[4]]
    known = [card for card in cards if card != UNKNOWN]
    try:
        parse_cards(known)
    except CardError as error:
        raise HistoryError(f"{record._place()}{error}") from None
    return bytes(cards)


def _cards(text: str) -> list[int]:
    pairs = [text[i : i + 2] for i in range(0, len(text), 2)]
    return [UNKNOWN if pair == "??" else parse_cards(pair)[0] for pair in pairs]


# ------------------------------------------------------------------------------------------------------------- PHH, in


def read_phh(text: str, *, scale: int = 1) -> list[Record]:
    """Hands of a ``.phh`` or ``.phhs`` text.

    Args:
        text: the file's content.
        scale: chips for each unit of the record, such as 100 for a record in dollars and cents.

    Returns:
        The hands in the order of the file.

    Raises:
        HistoryError: no TOML, a field missing or wrong, a game other than hold'em, or amounts that are no whole chips.
    """
    import tomllib

    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise HistoryError(f"no PHH text: {error}") from None
    if "variant" in data or "actions" in data:
        return [_record(data, scale, "")]
    hands = [(name, hand) for name, hand in data.items() if isinstance(hand, dict)]
    if not hands or len(hands) != len(data):
        raise HistoryError("no PHH text: neither a hand with variant and actions, nor a table for every hand")
    return [_record(hand, scale, name) for name, hand in hands]


def _record(data: Mapping[str, Any], scale: int, name: str) -> Record:
    place = f"hand {name}: " if name else ""
    try:
        variant = data["variant"]
        if variant not in VARIANTS:
            raise HistoryError(f"variant {variant!r} is not hold'em: NT, PT and FT are")
        stacks = tuple(_chips(value, scale) for value in data["starting_stacks"])
        actions = tuple(action.split("#")[0].strip() for action in data["actions"])
        rules = _rules_of(data, scale, len(stacks))
        if _mucks_known_cards(actions):
            rules = rules.replace(table_all_in=False)
        fields = {key: value for key, value in data.items() if key not in _RULES_KEYS}
        if "finishing_stacks" in fields:
            fields["finishing_stacks"] = [_number(value, scale) for value in fields["finishing_stacks"]]
    except KeyError as error:
        raise HistoryError(f"{place}field {error.args[0]} is missing") from None
    except (TypeError, AttributeError) as error:
        raise HistoryError(f"{place}{error}") from None
    except ValueError as error:
        raise HistoryError(f"{place}{error}") from None
    if scale != 1:
        actions = tuple(_scaled(action, scale) for action in actions)
    return Record(rules, stacks, tuple(action for action in actions if action), fields, name)


def _rules_of(data: Mapping[str, Any], scale: int, players: int) -> Rules:
    antes = tuple(_chips(value, scale) for value in data["antes"])
    posts = [_chips(value, scale) for value in data["blinds_or_straddles"]]
    if len(antes) != players or len(posts) != players:
        raise HistoryError(f"{len(antes)} antes and {len(posts)} blinds_or_straddles of {players} players")
    limit = data["variant"] == "FT"
    smallest = _chips(data["small_bet" if limit else "min_bet"], scale)
    if players == 2:
        antes = antes[::-1]  # PHH names the button's first, as it does the blinds
    else:
        while posts and not posts[-1]:
            posts.pop()
    count = next((i + 1 for i, chips in enumerate(posts) if chips >= smallest), len(posts))
    count = max(count, min(2, len(posts)))
    trimmed = bool(data.get("ante_trimming_status", False))
    return Rules(
        structure=VARIANTS[data["variant"]],  # type: ignore[arg-type]
        blinds=tuple(posts[:count]),
        straddles=tuple(posts[count:]),
        ante=antes[0] if len(set(antes)) == 1 else antes,
        min_bet=smallest,
        big_bet=_chips(data["big_bet"], scale) if limit else 0,
        trim_antes=trimmed,
        open_fold=True,
    )


def _mucks_known_cards(actions: Sequence[str]) -> bool:
    """A player mucks a hand that the record knows: with somebody all-in, a game where hands need not be tabled."""
    known = {action.split()[2] for action in actions if action.startswith("d dh ") and "?" not in action and action.count(" ") > 2}
    return any(action.split()[0] in known for action in actions if action.endswith(" sm"))


def _chips(value: Any, scale: int) -> int:
    number = _number(value, scale)
    if number != int(number):
        raise HistoryError(f"{value} is no whole number of chips: read_phh(..., scale=100) counts in hundredths")
    return int(number)


def _number(value: Any, scale: int) -> int | float:
    if isinstance(value, bool) or not isinstance(value, int | float) or value in (float("inf"), float("-inf")):
        raise HistoryError(f"{value!r} is no number of chips")
    scaled = value * scale
    if isinstance(scaled, float) and abs(scaled - round(scaled)) < ROUNDING:
        return round(scaled)  # 0.1 * 100 and such
    return scaled


def _scaled(action: str, scale: int) -> str:
    words = action.split()
    if words[1:2] == ["cbr"] and len(words) > 2:
        words[2] = str(_chips(float(words[2]) if "." in words[2] else int(words[2]), scale))
    return " ".join(words)


# ------------------------------------------------------------------------------------------------------------- PHH, out


def write_phh(hands: Table | Record | Iterable[Table | Record], *, seat: int | None = None, **fields: Any) -> str:
    """PHH text of one hand (``.phh``), or of several (``.phhs``).

    Args:
        hands: a table on which a hand is dealt, a record, or several of them.
        seat: write down only what this seat has seen; None = all hole cards.
        fields: further fields of the hands, such as ``event="..."`` or ``players=[...]``.

    Returns:
        Text that `read_phh` reads to the same actions.

    Raises:
        HistoryError: a table before its deal.
    """
    if isinstance(hands, Table | Record):
        return _write_one(hands, seat, fields)
    return "\n".join(f"[{number}]\n{_write_one(hand, seat, fields)}" for number, hand in enumerate(hands, 1))


def _write_one(hand: Table | Record, seat: int | None, fields: Mapping[str, Any]) -> str:
    record = hand if isinstance(hand, Record) else record_of(hand, seat)
    rules, n = record.rules, len(record.stacks)
    posts = [*rules.blinds, *rules.straddles]
    posts += [0] * (n - len(posts))
    antes = rules.antes(n)
    if n == 2:
        antes.reverse()
    if rules.big_blind_ante:
        antes[max(range(len(rules.blinds)), key=lambda i: (rules.blinds[i], i))] += rules.big_blind_ante
    data: dict[str, Any] = {"variant": next(key for key, value in VARIANTS.items() if value == rules.structure)}
    if rules.trim_antes:
        data["ante_trimming_status"] = True
    data |= {"antes": antes, "blinds_or_straddles": posts}
    if rules.structure == "fixed-limit":
        data |= {"small_bet": rules.min_bet, "big_bet": rules.big_bet}
    else:
        data["min_bet"] = rules.min_bet
    data |= {"starting_stacks": list(record.stacks), "actions": list(record.actions)}
    data |= record.fields
    return "".join(f"{key} = {_toml(value)}\n" for key, value in (data | dict(fields)).items())


def _toml(value: Any) -> str:
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_toml, value)) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_key(key)} = {_toml(item)}" for key, item in value.items()) + "}"
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def _quoted(text: str) -> str:
    plain = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(char if char.isprintable() else f"\\U{ord(char):08x}" for char in plain) + '"'


def _key(key: str) -> str:
    return key if key.replace("_", "").replace("-", "").isalnum() and key.isascii() else _quoted(key)


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
    for event in _events(table):
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


def _events(table: Table) -> Iterable[Event]:
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
    posts = {seat: chips for kind, seat, chips in forced_bets(rules, _mask(order), positions) if kind in ("blind", "straddle")}
    by_position = [posts.get(seat, 0) for seat in order]
    if len(order) == 2:
        by_position.reverse()
    while by_position and not by_position[-1]:
        by_position.pop()
    count = len(by_position) - len(rules.straddles)
    blinds, straddles = tuple(by_position[:count]), tuple(by_position[count:])
    return rules.replace(blinds=blinds, straddles=straddles, button_movement="moving", runouts=1)


def _mask(seats: Iterable[int]) -> int:
    return sum(1 << seat for seat in seats)


# ------------------------------------------------------------------------------------------------------------- ACPC


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
    for event in _events(table):
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


__all__ = ["HistoryError", "Record", "read_acpc", "read_phh", "record_of", "to_acpc", "write_phh"]
