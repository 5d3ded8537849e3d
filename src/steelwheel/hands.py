"""Hands: how strong they are, what they are called, which five cards play.

A *strength* is an ``int`` 1..7462, higher is better, equal hands are equal: 7462 is the royal flush, 1 is 7-5-4-3-2; one scale for
hands of 5, 6 and 7 cards. 0 is no hand. A *category* is one of the nine kinds of hand.
"""

import enum
import itertools
import os
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelwheel._native import ffi, lib
from steelwheel.cards import COMBOS, CardError, CardsLike, card_text, format_cards, parse_cards

STRONGEST = 7462


class Category(enum.IntEnum):
    """The nine kinds of hand, weakest first; the royal flush is a straight flush."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8


# ------------------------------------------------------------------------------------------------------- strength


def evaluate(cards: CardsLike | ArrayLike, *, out: NDArray[np.uint16] | None = None) -> Any:
    """Strength of one hand or of many.

    Args:
        cards: one hand as text or as a sequence of card texts or codes; or card codes 0..51, integers of shape ``(..., k)``; or a
            sequence of texts, each a hand of k cards. k is 5, 6 or 7, and no card stands twice in a hand. ``uint8`` in C order
            is read in place.
        out: ``uint16`` array of shape ``(...)`` to fill, for arrays of hands.

    Returns:
        1..7462, higher wins, equal ties: an ``int`` for a single hand, else ``uint16`` of shape ``(...)``.

    Raises:
        CardError: a hand has something that is no card, a repeated card or another number of cards; the message names the row
            and the card. In ``out`` the rows before it are done.

    >>> evaluate("As Ks Qs Js Ts 2c 3d")
    7462
    """
    kind = type(cards)
    if out is None and (kind is tuple or kind is list or kind is bytes):  # one hand in codes, as quick as can be
        try:
            hand = bytes(cards)  # type: ignore[arg-type]
        except (TypeError, ValueError):
            pass
        else:
            strength = lib.sw_strength(hand, len(hand))
            if strength:
                return strength
            return _evaluate_rows(np.frombuffer(hand, np.uint8), None)
    return _evaluate_rows(_as_rows(cards), out)


def _as_rows(cards: Any) -> Any:
    """One hand in text as codes, and so the hands of a sequence of texts; the rest as it is."""
    if isinstance(cards, str):
        return np.array(parse_cards(cards), np.uint8)
    if isinstance(cards, np.ndarray) or not isinstance(cards, Sequence) or not cards:
        return cards
    if not all(isinstance(text, str) for text in cards):
        return cards
    if all(len(text.split()) == 1 and len(text) <= 3 for text in cards):  # a hand, card by card
        return np.array(parse_cards(cards), np.uint8)
    hands = [_named(f"hand [{row}]", text) for row, text in enumerate(cards)]
    for row, hand in enumerate(hands):
        if len(hand) not in (5, 6, 7) or len(hand) != len(hands[0]):
            others = "" if len(hand) not in (5, 6, 7) else f", where hand [0] has {len(hands[0])}"
            raise CardError(f"hand [{row}], {cards[row]!r}, has {len(hand)} cards{others}: hands have 5, 6 or 7, all the same")
    return np.array(hands, np.uint8)


def _named(name: str, cards: CardsLike) -> tuple[int, ...]:
    try:
        return parse_cards(cards)
    except CardError as error:
        raise CardError(f"{name}: {error}") from None


def _evaluate_rows(cards: NDArray[Any], out: NDArray[np.uint16] | None) -> Any:
    rows = as_cards(cards, (5, 6, 7))
    shape, k = rows.shape[:-1], rows.shape[-1]
    strength, result = _output(out, shape)
    n = strength.size
    done = lib.sw_evaluate(ffi.from_buffer("uint8_t[]", rows), n, k, ffi.from_buffer("uint16_t[]", strength))
    _deliver(strength, result, done)
    if done < n:
        raise _bad_row(rows.reshape(-1, k), done, shape)
    return _found(strength, result)


def evaluate_masks(masks: ArrayLike, *, out: NDArray[np.uint16] | None = None) -> Any:
    """Strength of hands given as bit masks, bit c for card c.

    Args:
        masks: an ``int``, or integers of any shape, best ``uint64``; each mask has 5, 6 or 7 of its lowest 52 bits set.
        out: ``uint16`` array of the same shape to fill.

    Returns:
        1..7462: an ``int`` for a single mask, else ``uint16`` of the shape of ``masks``.

    Raises:
        CardError: a mask with another number of cards or with a bit above 51; the message names its place.
    """
    given = np.asarray(masks)
    if given.size and (given.dtype.kind not in "iu" or (given.dtype.kind == "i" and given.min() < 0)):
        raise CardError(f"masks are integers of 52 bits, not {given.dtype if given.dtype.kind not in 'iu' else given.min()}")
    rows = np.require(given, np.uint64, ["C", "A"])
    strength, result = _output(out, rows.shape)
    n = strength.size
    done = lib.sw_evaluate_masks(ffi.from_buffer("uint64_t[]", rows), n, ffi.from_buffer("uint16_t[]", strength))
    _deliver(strength, result, done)
    if done < n:
        mask = int(rows.flat[done])
        what = "has a bit above 51" if mask >> 52 else f"has {mask.bit_count()} cards: hands have 5, 6 or 7"
        raise CardError(f"mask {_place(done, rows.shape)}{mask:#x} {what}")
    return _found(strength, result)


def board_strengths(boards: CardsLike | ArrayLike, *, out: NDArray[np.uint16] | None = None) -> NDArray[np.uint16]:
    """Strength of every two hole cards on a complete board.

    Args:
        boards: five cards as text or codes, or card codes of shape ``(..., 5)``.
        out: ``uint16`` array of shape ``(..., 1326)`` to fill.

    Returns:
        ``uint16`` of shape ``(..., 1326)``: at ``b * (b - 1) // 2 + a`` the strength of hole cards a < b, 0 where one of them
        lies on the board.

    Raises:
        CardError: no card, a repeated card or not five of them; the message names the board.
    """
    rows = as_cards(np.array(parse_cards(boards), np.uint8) if isinstance(boards, str) else boards, (5,))
    strength, result = _output(out, (*rows.shape[:-1], COMBOS))
    n = rows.size // 5
    done = lib.sw_board_strengths(ffi.from_buffer("uint8_t[]", rows), n, ffi.from_buffer("uint16_t[]", strength))
    _deliver(strength, result, COMBOS * done)
    if done < n:
        raise _bad_row(rows.reshape(-1, 5), done, rows.shape[:-1], "board")
    return strength if result is None else result


def as_cards(cards: Any, sizes: tuple[int, ...]) -> NDArray[np.uint8]:
    """Rows of card codes as C wants them: uint8 in C order, the last axis one of ``sizes``; codes above 255 are refused here."""
    try:
        array = np.asarray(cards)
    except ValueError:  # ragged
        raise CardError("rows of cards must all have the same number of cards") from None
    k = array.shape[-1] if array.ndim else 0
    if k not in sizes:
        allowed = " or ".join(filter(None, [", ".join(map(str, sizes[:-1])), str(sizes[-1])]))
        raise CardError(f"{k} cards{' a row' if array.ndim > 1 else ''}, where {allowed} are wanted")
    if array.dtype == np.uint8:
        return np.ascontiguousarray(array)
    if array.size and array.dtype.kind == "U":
        return _read_cells(array, k)
    if array.size and array.dtype.kind not in "iu":
        raise CardError(f"card codes are integers 0..51, not {array.dtype}")
    outside = (array < 0) | (array > 51)
    if outside.any():
        row, column = divmod(int(np.flatnonzero(outside)[0]), k)
        raise CardError(f"hand {_place(row, array.shape[:-1])}holds {array.flat[row * k + column]}: card codes are 0..51")
    return np.ascontiguousarray(array, np.uint8)


def _read_cells(texts: NDArray[np.str_], k: int) -> NDArray[np.uint8]:
    """Rows of texts, each of one card."""
    rows = []
    for row, cells in enumerate(texts.reshape(-1, k).tolist()):
        name = f"hand {_place(row, texts.shape[:-1])}".strip()
        codes = _named(name, cells)
        if len(codes) != k or any(not cell.strip() for cell in cells):
            raise CardError(f"{name}: {cells} is not one card a cell")
        rows.append(codes)
    return np.array(rows, np.uint8).reshape(texts.shape)


def _output(out: NDArray[np.uint16] | None, shape: tuple[int, ...]) -> tuple[NDArray[np.uint16], NDArray[np.uint16] | None]:
    """What C writes to, and ``out`` (None when there is none); they differ when C cannot write to ``out`` itself."""
    if out is None:
        return np.empty(shape, np.uint16), None
    if not isinstance(out, np.ndarray) or out.dtype != np.uint16 or out.shape != shape:
        raise ValueError(
            f"out must be a uint16 array of shape {shape}, not {getattr(out, 'dtype', type(out).__name__)} "
            f"of shape {getattr(out, 'shape', None)}"
        )
    if not out.flags.writeable:
        raise ValueError("out is read-only")
    return (out if out.flags.c_contiguous and out.flags.aligned else np.empty(shape, np.uint16)), out


def _deliver(strength: NDArray[np.uint16], out: NDArray[np.uint16] | None, done: int) -> None:
    """Copy the first ``done`` strengths to ``out``, where C could not write there itself."""
    if out is not None and out is not strength:
        np.copyto(out, strength, where=(np.arange(strength.size) < done).reshape(strength.shape))


def _found(strength: NDArray[np.uint16], out: NDArray[np.uint16] | None) -> Any:
    if out is not None:
        return out
    return strength if strength.ndim else int(strength)


def _place(row: int, shape: tuple[int, ...]) -> str:
    """A row's index as its owner writes it: '[12] ', '[3, 4] '; '' for a single one."""
    index = [int(i) for i in np.unravel_index(row, shape)] if shape else []
    return f"{index} " if index else ""


def _bad_row(rows: NDArray[np.uint8], row: int, shape: tuple[int, ...], what: str = "hand") -> CardError:
    codes = rows[row].tolist()
    name = f"{what} {_place(row, shape)}"
    wrong = next((code for code in codes if code > 51), None)
    if wrong is not None:
        return CardError(f"{name}holds {wrong}: card codes are 0..51")
    twice = next(code for code in codes if codes.count(code) > 1)
    return CardError(f"{name}has {card_text(twice)} twice: {format_cards(codes)}")


# ---------------------------------------------------------------------------------------------- category and name


def _ranks_in_order(sizes: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Ranks for groups of equal cards, largest group first, weakest hand first."""
    for ranks in itertools.permutations(range(13), len(sizes)):
        if all(a > b for i, (a, b) in enumerate(itertools.pairwise(ranks)) if sizes[i] == sizes[i + 1]):
            yield ranks


@cache
def _classes() -> list[tuple[Category, tuple[int, ...]]]:
    """Category and ranks, the deciding ones first, of strengths 1..7462; made when a hand is first described."""
    straights: list[tuple[int, ...]] = [(top,) for top in range(3, 13)]
    runs = [(12, 3, 2, 1, 0)] + [tuple(range(top, top - 5, -1)) for top in range(4, 13)]
    unpaired = [ranks for ranks in _ranks_in_order((1, 1, 1, 1, 1)) if ranks not in runs]
    shapes: dict[Category, list[tuple[int, ...]]] = {
        Category.HIGH_CARD: unpaired,
        Category.PAIR: list(_ranks_in_order((2, 1, 1, 1))),
        Category.TWO_PAIR: list(_ranks_in_order((2, 2, 1))),
        Category.THREE_OF_A_KIND: list(_ranks_in_order((3, 1, 1))),
        Category.STRAIGHT: straights,
        Category.FLUSH: unpaired,
        Category.FULL_HOUSE: list(_ranks_in_order((3, 2))),
        Category.FOUR_OF_A_KIND: list(_ranks_in_order((4, 1))),
        Category.STRAIGHT_FLUSH: straights,
    }
    return [(category, ranks) for category, classes in shapes.items() for ranks in classes]


_CLASSES_OF = (1277, 2860, 858, 858, 10, 1277, 156, 156, 10)  # how many strengths each category has
_CATEGORY = np.concatenate([[255], np.repeat(np.arange(9), _CLASSES_OF)]).astype(np.uint8)


def category(strength: ArrayLike) -> Any:
    """Category of a strength or of an array of them.

    Returns:
        A `Category` for a single strength, else uint8 0..8 of the same shape.

    Raises:
        ValueError: a strength outside 1..7462 (0 is no hand).
    """
    values = np.asarray(strength)
    if values.size and values.dtype.kind not in "iu":
        raise ValueError(f"strengths are integers, not {values.dtype}")
    if values.size and not (values.min() >= 1 and values.max() <= STRONGEST):
        wrong = values[(values < 1) | (values > STRONGEST)].flat[0]
        raise ValueError(f"{wrong} is no strength: they run from 1 to {STRONGEST}, and 0 is no hand")
    found = _CATEGORY[values] if values.size else np.zeros(values.shape, np.uint8)
    return found if values.ndim else Category(int(found))


def cactus_kev(strength: ArrayLike) -> Any:
    """Cactus Kev's class of a strength, 1 for the royal flush to 7462; its own inverse.

    >>> cactus_kev(7462)
    1
    """
    category(strength)  # refuses what is no strength
    values = np.asarray(strength)
    return (STRONGEST + 1 - values.astype(np.int64)).astype(np.uint16) if values.ndim else STRONGEST + 1 - int(values)


_NAMES = ("deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")


def describe(hand: CardsLike | int) -> str:
    """What a person calls a hand; hands of equal strength, and only they, have the same name.

    Args:
        hand: a hand of 5, 6 or 7 cards, or a strength 1..7462.

    >>> describe("Ah Ad Ac Ks Kd 2c 3d")
    'full house, aces full of kings'
    """
    strength = hand if isinstance(hand, int | np.integer) else evaluate(parse_cards(hand))
    kind = category(strength)
    ranks = _classes()[int(strength) - 1][1]
    one = [_NAMES[rank] for rank in ranks]
    many = [name + ("es" if name == "six" else "s") for name in one]
    match kind:
        case Category.HIGH_CARD:
            return f"high card, {'-'.join(one)}"
        case Category.PAIR:
            return f"pair of {many[0]}, {'-'.join(one[1:])} kickers"
        case Category.TWO_PAIR:
            return f"two pair, {many[0]} and {many[1]}, {one[2]} kicker"
        case Category.THREE_OF_A_KIND:
            return f"three of a kind, {many[0]}, {'-'.join(one[1:])} kickers"
        case Category.STRAIGHT:
            return f"straight, {one[0]} high"
        case Category.FLUSH:
            return f"flush, {'-'.join(one)}"
        case Category.FULL_HOUSE:
            return f"full house, {many[0]} full of {many[1]}"
        case Category.FOUR_OF_A_KIND:
            return f"four of a kind, {many[0]}, {one[1]} kicker"
        case _:
            return "royal flush" if strength == STRONGEST else f"straight flush, {one[0]} high"


def best_five(cards: CardsLike) -> tuple[int, ...]:
    """The five cards that play, the deciding ones first: pairs before kickers, a wheel's ace last.

    Args:
        cards: a hand of 5, 6 or 7 cards. Where several fives are equally good, the one with the earlier cards plays.

    Raises:
        CardError: as `evaluate`.

    >>> format_cards(best_five("As Kd 7h 7c 2d 9s Th"))
    '7h 7c As Kd Th'
    """
    codes = parse_cards(cards)
    evaluate(codes)  # refuses what is no hand
    fives = np.array(list(itertools.combinations(codes, 5)), np.uint8)
    strengths = evaluate(fives)
    five = fives[int(np.argmax(strengths))].tolist()
    ranks = _classes()[int(strengths.max()) - 1][1]
    if len(ranks) == 1:  # a straight is named by its top card; an ace below it comes last
        return tuple(sorted(five, key=lambda card: (ranks[0] - (card >> 2)) % 13))
    return tuple(sorted(five, key=lambda card: ranks.index(card >> 2)))


def kickers(cards: CardsLike) -> tuple[int, ...]:
    """The cards among the best five that are no part of the combination, highest first.

    >>> format_cards(kickers("Kh Kc Ad 8s 4h"))
    'Ad 8s 4h'
    """
    five = best_five(cards)
    kind = category(evaluate(five))
    combination = {
        Category.HIGH_CARD: 1,
        Category.PAIR: 2,
        Category.TWO_PAIR: 4,
        Category.THREE_OF_A_KIND: 3,
        Category.FOUR_OF_A_KIND: 4,
    }
    return five[combination.get(kind, 5) :]


# -------------------------------------------------------------------------------------------------------- kernels


def kernels() -> tuple[str, ...]:
    """Names of the evaluator's kernels that this machine can run, best first."""
    names: list[str] = []
    while name := lib.sw_kernel_name(len(names)):
        names.append(ffi.string(name).decode())
    return tuple(names)


def kernel() -> str:
    """Name of the kernel in use."""
    return ffi.string(lib.sw_kernel()).decode()


def use_kernel(name: str | None) -> None:
    """Use a kernel by name for the whole process, or the best one (None). All give the same strengths.

    At import the environment variable ``STEELWHEEL_KERNEL`` names one.

    Raises:
        ValueError: this machine has no kernel of that name; nothing changes.
    """
    if lib.sw_use_kernel(ffi.NULL if name is None else name.encode()) != 0:
        raise ValueError(f"no kernel {name!r} on this machine: there are {', '.join(kernels())}")


def _is_command() -> bool:
    """Whether this process is the command line, not a program that imports the package."""
    script = os.path.basename("".join(sys.argv[:1]))
    return script in ("steelwheel", "steelwheel.exe") or sys.orig_argv[1:3] == ["-m", "steelwheel"]


if os.environ.get("STEELWHEEL_KERNEL"):
    try:
        use_kernel(os.environ["STEELWHEEL_KERNEL"])
    except ValueError as error:
        if not _is_command():
            raise
        print(f"steelwheel: STEELWHEEL_KERNEL: {error}", file=sys.stderr)
        sys.exit(2)
