"""Range text read into 1,326 weights.

A range is a list of *items* between commas, semicolons and white space. Ranks and suits are read in either case, 10 for T, and
suits as symbols too; ``*`` and ``x`` stand for any rank, suit or card.

==================================  ====================================================================================
``AA AKs AKo AK``                   a starting hand; AK is AKs and AKo
``QQ+ ATs+ AKo+``                   and better: higher pairs, or higher kickers with the same high card; with ``connectors``
                                    ``T9s+`` is T9s, JTs .. AKs, else T9s alone
``22-77 A5s-A2s T9s-54s``           from one to the other, in either order: of pairs, of kickers, or of both cards together
``AhKh``                            a combo
``AhXh AhKx As*s KxAh XhXh Ah*``    cards with open ranks and suits: AhXh is the ace and another heart, XhXh are two hearts
``Ax A* Axs Kxo **s``               any kicker, the higher ones too: Ax has AA and Kxo has AKo
``random any * ** 100%``            every combo; ``none`` is no combo
``15% 5%-10%``                      the best 15 %; the next 5 % after the best 5 %, by equity against a random hand
``AA:0.5 AA:50% AA@50``             a weight: a fraction after the colon, a percentage after the at sign
``[50]AA,KK[/50] 50%(AA) 0.5(AA)``  a weight for some items
``!KK``                             an exclusion: wherever it stands, it is taken from the whole
==================================  ====================================================================================

Saying the same twice is saying it once. What contradicts itself, or is none of these, raises `RangeError`.
"""

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from steelwheel.cards import RANKS, SUITS, combo_cards, format_cards
from steelwheel.starting_hands import (
    EVERYTHING,
    best,
    combos_between,
    hand_combos,
    hand_index,
    hand_name,
    hand_of_combo,
    set_members,
)


class RangeError(ValueError):
    """Text or weights that are no range; the message points at the item, and corrects it where that is obvious."""


class _ItemError(Exception):
    """What is wrong with a piece of text, and how it should read."""

    def __init__(self, message: str, correction: str = "") -> None:
        super().__init__(message)
        self.correction = correction


# Patterns are text: re compiles each when it is first used and keeps it, and importing the package costs nothing.
_TOKEN = r"""(?xs)(?P<gap>[\s,;]+)
    | (?P<bracket>\[[^\[\]]*\])
    | (?P<opening>[0-9.]+(?:[eE][-+]?[0-9]+)?%?\s*\()
    | (?P<closing>\))
    | (?P<item>
        (?P<bang>!\s*)?
        (?P<name>[-–—−]*[^-–—−\s,;:@()\[\]!]+(?:\s*[-–—−]\s*[^-–—−\s,;:@()\[\]!]+)*[-–—−]*)
        (?:\s*(?P<mark>[:@])\s*(?P<weight>[^\s,;:@()\[\]!]*))?)
    | (?P<other>.)"""


def read_range(text: str, connectors: bool = False) -> NDArray[np.float64]:
    """Weights float64[1326] of a range in text.

    Args:
        text: as this module says; at least one item.
        connectors: ``T9s+`` moves both cards (T9s, JTs .. AKs), for starting hands of neighbouring ranks.

    Raises:
        RangeError: the text is no range.
    """
    given: dict[float, int] = {}  # the set of combos of each weight
    excluded: dict[float, int] = {}
    seen = 0
    for token, weight in _items(text):
        try:
            meaning = _meaning(token["name"], connectors)
        except _ItemError as wrong:
            raise _error(text, *token.span("name"), wrong) from None
        sets = excluded if token["bang"] else given
        for combos, share in meaning:
            if sets is given:
                share *= weight
                if seen & combos:
                    _refuse_contradiction(text, token, given, combos, share)
                seen |= combos
            sets[share] = sets.get(share, 0) | combos
    if not given:
        what = "only exclusions; 'random' before them means all but these" if excluded else "no hands; 'none' is the empty range"
        raise _error(text, 0, len(text), _ItemError(f"a range with {what}"))
    return _weights(given, excluded)


def _weights(given: dict[float, int], excluded: dict[float, int]) -> NDArray[np.float64]:
    gone = excluded.pop(1.0, 0)
    weights = set_members(given.pop(1.0, 0) & ~gone).astype(np.float64)
    for weight, combos in given.items():
        weights += weight * set_members(combos & ~gone)
    for share, combos in excluded.items():  # of a hand divided by a percentage
        members = set_members(combos) > 0
        weights[members] = (weights[members] - share).clip(0).round(12)
    return weights


def _items(text: str) -> Iterator[tuple[re.Match[str], float]]:
    """The items of a text with their weights; everything between them is checked here."""
    opening: re.Match[str] | None = None
    group = 1.0
    end_of_item = -1
    for token in re.finditer(_TOKEN, text):
        kind = token.lastgroup
        try:
            if kind == "item":
                weight = group
                if token.start() == end_of_item:
                    raise _ItemError("no comma or space before it")
                if token["mark"]:
                    weight = _weight(token["mark"], token["weight"], token["name"])
                    if opening:
                        raise _ItemError(f"a weight within the weight {opening[0]}")
                    if token["bang"]:
                        raise _ItemError("an exclusion has no weight", f"!{token['name']}")
                yield token, weight
                end_of_item = token.end()
            elif kind == "opening" or (kind == "bracket" and token[0][1:].lstrip()[:1] != "/"):
                if opening:
                    raise _ItemError(f"a weight within the weight {opening[0]}")
                opening = token
                group = _weight("[", token[0][1:-1]) if kind == "bracket" else _weight("(", token[0][:-1])
            elif kind == "bracket":
                number = token[0][1:-1].strip()[1:]
                if not opening or opening.lastgroup != "bracket":
                    raise _ItemError("a closing weight that none opens")
                if _weight("[", number) != group:
                    raise _ItemError(f"not the weight that {opening[0]} opens", f"[/{opening[0][1:-1].strip()}]")
                opening, group = None, 1.0
            elif kind == "closing":
                if not opening or opening.lastgroup != "opening":
                    raise _ItemError("a parenthesis that none opens")
                opening, group = None, 1.0
            elif kind == "other":
                raise _ItemError(_STRAY.get(token[0], "nothing that belongs into a range"))
        except _ItemError as wrong:
            raise _error(text, *token.span(), wrong) from None
    if opening:
        end = f"[/{opening[0][1:-1].strip()}]" if opening.lastgroup == "bracket" else ")"
        raise _error(text, *opening.span(), _ItemError(f"a weight without its end {end}"))


_STRAY = {
    "(": "a parenthesis without its weight, as in 0.5(AA,KK)",
    "[": "a bracket without its end, as in [50]AA,KK[/50]",
    "]": "a bracket that none opens",
    "!": "an exclusion of nothing, where !KK takes the kings away",
    ":": "a weight of nothing, where AA:0.5 is half the aces",
    "@": "a weight of nothing, where AA@50 is half the aces",
}

# -------------------------------------------------------------------------------------------------------- weights

_NUMBER = r"\s*([0-9]+(?:\.[0-9]*)?|\.[0-9]+)([eE][-+]?[0-9]{1,3})?\s*(%?)\s*"


@lru_cache(4096)
def _weight(mark: str, text: str, name: str = "AA") -> float:
    """The weight 0..1 of a number after ``:``, ``@`` or ``[``, or before ``(``; percentages lose no digit on the way."""
    number = re.fullmatch(_NUMBER, text)
    if not number:
        raise _ItemError(f"{text!r} is no weight, as in AA:0.5, AA@50, [50]AA[/50] and 50%(AA)")
    value = Decimal(number[1] + (number[2] or ""))
    percent = bool(number[3]) or mark in "@["
    if percent:
        value = value.scaleb(-2)
    if not 0 <= value <= 1:
        plain = text.strip()
        correction = {":": f"{name}@{plain}", "(": f"{plain}%("}.get(mark, "") if not percent and 2 <= value <= 100 else ""
        raise _ItemError(f"weights run from {'0 to 100 percent' if percent else '0 to 1'}, not to {plain}", correction)
    return float(value)


def _refuse_contradiction(text: str, token: re.Match[str], given: dict[float, int], combos: int, weight: float) -> None:
    for other, others in given.items():
        both = others & combos
        if both and other != weight:
            first = (both & -both).bit_length() - 1
            hand = int(hand_of_combo()[first])
            name = hand_name(hand) if not hand_combos()[hand] & ~both else _combo_text(first)
            raise _error(text, *token.span(), _ItemError(f"gives {name} the weight {weight:g}, which has {other:g} already"))


def _combo_text(combo: int) -> str:
    return format_cards(reversed(combo_cards(combo)), "")


# ---------------------------------------------------------------------------------------------------------- items

_TIDY = str.maketrans(
    {c: c.upper() for c in "tjqka"}
    | {c: c.lower() for c in "CDHSOX"}
    | dict(zip("♣♧♦♢♥♡♠♤", "ccddhhss"))
    | {"*": "x", "–": "-", "—": "-", "−": "-", "\ufe0f": None}
)
_WORDS = {"random": EVERYTHING, "any": EVERYTHING, "none": 0}
_R, _S = "[2-9TJQKA]", "[cdhs]"
_HAND = f"({_R})({_R})([so]?)"
_PLUS = f"({_R})({_R})([so]?)(\\+?)"
_SPAN = f"({_R})({_R})([so]?)-({_R})({_R})([so]?)"
_KICKER = f"({_R}|x)x([so]?)"
_CARDS = f"({_R}|x)({_S}|x)(?:({_R}|x)({_S}|x)|x)"
_PERCENT = r"([0-9]+(?:\.[0-9]*)?|\.[0-9]+)%(?:-([0-9]+(?:\.[0-9]*)?|\.[0-9]+)%)?"


@lru_cache(8192)
def _meaning(name: str, connectors: bool) -> tuple[tuple[int, float], ...]:
    """What an item without weight holds: sets of combos with weights; they do not overlap."""
    if name.lower() in _WORDS:
        return ((_WORDS[name.lower()], 1.0),)
    text = "".join(name.split()).translate(_TIDY)
    if percent := re.fullmatch(_PERCENT, text):
        first, last = sorted([float(percent[1]), float(percent[2] or 0)])
        if last > 100:
            raise _ItemError("more than 100 %")
        return tuple(best(first / 100, last / 100))
    text = text.replace("10", "T")
    try:
        return ((_combos(text, connectors), 1.0),)
    except _ItemError as wrong:
        raise _ItemError(str(wrong), _correction(text, connectors)) from None


def _combos(text: str, connectors: bool) -> int:
    """The set of combos of an item in tidy text: ranks in capitals, the rest in small letters, x for any."""
    if match := re.fullmatch(_PLUS, text):
        high, low = _ranks(match[1], match[2], match[3])
        if not match[4]:
            return _hands([(high, low)], match[3])
        if high == low:
            return _hands([(rank, rank) for rank in range(high, 13)], "")
        if connectors and high == low + 1:
            return _hands([(rank, rank - 1) for rank in range(high, 13)], match[3])
        return _hands([(high, rank) for rank in range(low, high)], match[3])
    if match := re.fullmatch(_SPAN, text):
        return _span(match)
    if text in ("x", "xx"):
        return EVERYTHING
    if match := re.fullmatch(_KICKER, text):
        highs = range(13) if match[1] == "x" else [RANKS.index(match[1])]
        hands = [(max(high, low), min(high, low)) for high in highs for low in range(13) if high != low or not match[2]]
        return _hands(hands, match[2])
    if match := re.fullmatch(_CARDS, text):
        if match[2] == "x" and match[4] in ("x", None):
            raise _ItemError("two open suits can be meant in more than one way")
        combos = combos_between(_open_cards(match[1], match[2]), _open_cards(match[3] or "x", match[4] or "x"))
        if not combos:
            raise _ItemError("the same card twice")
        return combos
    raise _ItemError("no hands: they are written as in AA, AKs, ATo+, A5s-A2s, AhKh")


def _ranks(first: str, second: str, suits: str) -> tuple[int, int]:
    high, low = RANKS.index(first), RANKS.index(second)
    if high < low:
        raise _ItemError("the higher card comes first")
    if high == low and suits:
        raise _ItemError("a pair is neither suited nor offsuit")
    return high, low


def _span(match: re.Match[str]) -> int:
    (high, low), (other_high, other_low) = _ranks(*match.group(1, 2, 3)), _ranks(*match.group(4, 5, 6))
    if match[3] != match[6] and high != low and other_high != other_low:
        raise _ItemError("the ends of a span are both suited, both offsuit or both neither")
    if high == other_high and low != high and other_low != high:
        return _hands([(high, rank) for rank in range(min(low, other_low), max(low, other_low) + 1)], match[3])
    if high - low == other_high - other_low:
        tops = range(min(high, other_high), max(high, other_high) + 1)
        return _hands([(top, top - high + low) for top in tops], match[3])
    raise _ItemError("the ends of a span are two pairs, have the same high card, or are equally far apart")


def _hands(hands: Iterable[tuple[int, int]], suits: str) -> int:
    """The set of combos of some pairs of ranks, suited (s), offsuit (o) or both."""
    combos = 0
    for high, low in hands:
        if suits != "o":
            combos |= hand_combos()[hand_index(high, low, suited=True)]
        if suits != "s":
            combos |= hand_combos()[hand_index(high, low)]
    return combos


def _open_cards(rank: str, suit: str) -> list[int]:
    return [4 * r + s for r in range(13) for s in range(4) if rank in ("x", RANKS[r]) and suit in ("x", SUITS[s])]


# ----------------------------------------------------------------------------------------------------- complaints


def _correction(text: str, connectors: bool) -> str:
    """What was obviously meant by tidy text that means nothing, or ''."""
    for candidate in _candidates(text) if len(text) < 24 else ():
        try:
            for item in candidate.split(", "):
                re.fullmatch(_PERCENT, item) or _combos(item, connectors)
        except _ItemError:
            continue
        return candidate
    return ""


def _candidates(text: str) -> Iterator[str]:
    tidy = re.sub(_HAND, _in_order, re.sub(r"\+{2,}", "+", text))
    yield tidy
    if tidy[:1] == "+":
        yield tidy[1:] + "+"
    if match := re.fullmatch(f"({_R})({_R})([so]?)-", tidy):
        high, low, suits = match.groups()
        yield f"{high}{low}{suits}-{'2' if high == low else high}2{suits}" if low != "2" else f"{high}{low}{suits}"
    if match := re.fullmatch(_SPAN, tidy):
        high, low, suits, other_high, other_low, other_suits = match.groups()
        if not (suits and other_suits):
            yield f"{high}{low}{suits or other_suits}-{other_high}{other_low}{suits or other_suits}"
        down = RANKS.index(other_high) - RANKS.index(high) + RANKS.index(low)
        if suits == other_suits and down >= 0:
            yield f"{high}{low}{suits}-{other_high}{RANKS[down]}{suits}"
    if match := re.fullmatch(f"({_R})({_S}?)({_R})?", tidy):
        yield f"{match[1]}{match[2]}{match[3] or ''}x"
    if match := re.fullmatch(f"({_R})({_R})({_S})({_S})", tidy):
        yield f"{match[1]}{match[3]}{match[2]}{match[4]}"
    if match := re.fullmatch(f"({_R})x({_R})x", tidy):
        yield re.sub(_HAND, _in_order, f"{match[1]}{match[2]}s")
    if re.fullmatch("[1-9][0-9]?", text):
        yield f"{text}%"
    for cut in range(2, len(tidy) - 1):
        yield f"{tidy[:cut]}, {tidy[cut:]}"


def _in_order(hand: re.Match[str]) -> str:
    first, second, suits = hand.groups()
    if first == second:
        return first + second
    return "".join(sorted((first, second), key=RANKS.index, reverse=True)) + suits


def _error(text: str, start: int, end: int, wrong: _ItemError) -> RangeError:
    """The error about text[start:end], with the line it stands in and carets under it."""
    item = text[start:end] if end - start < 40 else text[start : start + 37] + "..."
    left = max(text.rfind("\n", 0, start) + 1, start - 40)
    right = min([end + 30, start + 78, *(place for place in [text.find("\n", start)] if place >= 0)])
    line = "".join(c if c.isprintable() else " " for c in text[left:right])
    carets = " " * (start - left) + "^" * max(1, min(end, right) - start)
    message = f"{item!r}: {wrong}\n  {line}\n  {carets}"
    return RangeError(f"{message}\n  {item} -> {wrong.correction}" if wrong.correction else message)
