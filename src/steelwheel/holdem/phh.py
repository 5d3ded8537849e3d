"""PHH: the Poker Hand History notation, TOML with one hand in a ``.phh`` file and a table for every hand in a ``.phhs`` file.

Lists of players begin left of the button; heads-up the lists of blinds and antes begin with the button's. Records leave out
players who merely checked or folded out of sight: a player passed over has checked if he could, else folded.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from steelwheel.holdem.records import HistoryError, Record, record_of
from steelwheel.holdem.rules import Rules
from steelwheel.holdem.table import Table

VARIANTS = {"NT": "no-limit", "PT": "pot-limit", "FT": "fixed-limit"}
"""PHH's names of the structures."""

ROUNDING = 1e-6
"""Chips by which binary fractions of a record may miss a whole number."""

_RULES_KEYS = ("variant", "antes", "blinds_or_straddles", "min_bet", "small_bet", "big_bet", "starting_stacks", "actions")


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
    except RecursionError:
        raise HistoryError("no PHH text: it is nested too deeply") from None
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
            if len(fields["finishing_stacks"]) != len(stacks):
                raise HistoryError(f"{len(fields['finishing_stacks'])} finishing stacks of {len(stacks)} players")
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
