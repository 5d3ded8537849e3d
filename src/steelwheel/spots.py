"""Spots: who may hold what on which board, and the record of what each player can expect."""

from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import cache, lru_cache, reduce
from math import comb
from operator import or_
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelwheel import preflop
from steelwheel._native import ffi, lib
from steelwheel.arguments import whole
from steelwheel.cards import COMBOS, CardError, CardsLike, card_text, cards_mask, combo_cards, format_cards, parse_cards
from steelwheel.range_reader import RangeError
from steelwheel.ranges import Range, RangeLike
from steelwheel.slices import Progress, run

MOST_PLAYERS = 10
LEAST_WEIGHT = 1e-20
"""Weights below this are refused: products of them would lose their digits."""
MOST_DEALS = 1 << 20
"""Deals that are listed at most."""
KEPT = 256
"""Ranges that are kept as read, for the next spot."""

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Equity:
    """What each player can expect of one spot; tuples have one entry a player."""

    players: tuple[str, ...]
    """Hole cards or ranges, as given."""
    equity: tuple[float, ...]
    """Expected share of the pot, 0..1; adds up to 1."""
    win: tuple[float, ...]
    """Probability to win the pot alone."""
    tie: tuple[float, ...]
    """Probability to be in a split."""
    method: str
    """``exact``, or ``monte carlo``."""
    runouts: int
    """Run-outs counted, over all deals; samples of a Monte Carlo."""
    deals: float
    """The same by weight: each deal counts the product of its combos' weights. An ``int`` when all weights are 0 or 1."""
    wins: tuple[float, ...]
    """What each player wins alone, in the units of `deals`."""
    ties: tuple[float, ...]
    """What each player splits, in the units of `deals`."""
    weight: tuple[float, ...]
    """Weight of each range that the board and the dead cards leave."""
    stderr: tuple[float, ...] | None = None
    """Standard errors of `equity` of a Monte Carlo; None when exact."""
    seed: int | None = None
    """Seed of a Monte Carlo."""
    per_combo: tuple[Floats, ...] = field(default=(), repr=False, compare=False)
    """float64[1326] a player: equity of each combo; NaN where it is not in the range or blocked. Empty for a Monte Carlo."""
    per_combo_win: tuple[Floats, ...] = field(default=(), repr=False, compare=False)
    per_combo_tie: tuple[Floats, ...] = field(default=(), repr=False, compare=False)
    per_combo_deals: tuple[Floats, ...] = field(default=(), repr=False, compare=False)
    """float64[1326] a player: weight of what each combo meets, run-outs times the others' weights."""

    def __str__(self) -> str:
        names = [name if len(name) <= 34 else name[:31] + "..." for name in self.players]
        width = max(8, *map(len, names))
        lines = [f"{'':{width}}   combos   equity      win      tie" + ("   stderr" if self.stderr else "")]
        for i, name in enumerate(names):
            shares = "".join(f"  {100 * share:6.2f}%" for share in (self.equity[i], self.win[i], self.tie[i]))
            last = f"  {100 * self.stderr[i]:6.3f}%" if self.stderr else ""
            lines.append(f"{name:{width}}  {self.weight[i]:7.6g}{shares}{last}")
        if self.stderr:
            return "\n".join([*lines, f"{self.method}: {self.runouts} samples, seed {self.seed}"])
        ties = max(self.ties)
        return "\n".join([*lines, f"{self.method}: ties {ties:.12g} of {self.deals:.15g} run-outs"])


@dataclass(frozen=True, slots=True)
class Spot:
    """A checked spot: ranges without what the board and the dead cards block."""

    names: tuple[str, ...]
    weights: Floats
    """float64[players, 1326]"""
    board: bytes
    dead: int
    """Mask of the dead cards."""

    @property
    def n(self) -> int:
        return len(self.names)

    @property
    def live(self) -> int:
        return 52 - len(self.board) - self.dead.bit_count()

    @property
    def boards(self) -> int:
        """Run-outs of every deal."""
        return comb(self.live - 2 * self.n, 5 - len(self.board))


@dataclass(frozen=True, slots=True)
class How:
    threads: int
    executor: Executor | None
    progress: Progress | None

    def __post_init__(self) -> None:
        whole("threads", self.threads, 1)

    def run(self, work: Any, slices: Iterable[tuple[Any, ...]], total: int = 0) -> Generator[Any, None, None]:
        return run(work, slices, total=total, threads=self.threads, executor=self.executor, progress=self.progress)


# ------------------------------------------------------------------------------------------------------ the check


def check_spot(players: Sequence[RangeLike], board: CardsLike, dead: CardsLike) -> Spot:
    if isinstance(players, str) or not 2 <= len(players) <= MOST_PLAYERS:
        given = "one text" if isinstance(players, str) else len(players)
        raise ValueError(f"equity is for 2 to {MOST_PLAYERS} players in a sequence, not {given}")
    shown, out = parse_cards(board), parse_cards(dead)
    if len(shown) not in (0, 3, 4, 5):
        raise CardError(f"a board has 0, 3, 4 or 5 cards, not {len(shown)}: {format_cards(shown)}")
    ranges = [_as_range(player) for player in players]
    names = tuple(player.strip() if isinstance(player, str) else made.text for player, made in zip(players, ranges))
    _refuse_repeats([*_hands_among(ranges), ("the board", shown), ("the dead cards", out)])
    gone = cards_mask(shown) | cards_mask(out)
    weights = np.array([made.weights for made in ranges])
    slight = (weights > 0) & (weights < LEAST_WEIGHT)
    if slight.any():
        player = int(slight.any(axis=1).argmax())
        least = weights[player][slight[player]].min()
        raise ValueError(f"player {player} has a weight of {least}: weights are 0, or from {LEAST_WEIGHT} to 1")
    if gone:
        weights *= (combo_masks() & np.uint64(gone)) == 0
    for i, left in enumerate(weights.max(axis=1).tolist()):
        if left == 0 and not len(ranges[i]):
            raise ValueError(f"player {i} has an empty range")
        if left == 0:
            raise ValueError(f"player {i}, {names[i]}, has no combo left: {format_cards([*shown, *out])} block them all")
    spot = Spot(names, weights, bytes(shown), cards_mask(out))
    if spot.live < 2 * spot.n + 5 - len(shown):
        raise CardError(f"{spot.live} cards are left in the deck, too few for {spot.n} hands and the board")
    return spot


def _as_range(player: Any) -> Range:
    """A player's range; two cards, in whatever form cards have, are a hand."""
    if isinstance(player, Range):
        return player
    if isinstance(player, str):
        return _range_of_text(player)
    if isinstance(player, Sequence | np.ndarray) and len(player) == 2 and any(map(_is_card, player)):
        return Range([parse_cards(player)])
    return Range(player)


def _is_card(item: Any) -> bool:
    """Whether an item of a pair is meant as a card: no combo, no range text."""
    try:
        return len(parse_cards(item)) == 1 if isinstance(item, str) else np.ndim(item) == 0
    except CardError:
        return False


@lru_cache(maxsize=KEPT)
def _range_of_text(text: str) -> Range:
    try:
        cards = parse_cards(text)
    except CardError:
        return Range(text)
    return Range([cards]) if len(cards) == 2 else _hands_listed(text, len(cards))


def _hands_listed(text: str, n: int) -> Range:
    """The range of some combos, such as "AhKh, QsJs", and not of some other number of cards."""
    try:
        return Range(text)
    except RangeError:
        raise CardError(f"{text!r} is {n} cards, where a hand has 2") from None


def _hands_among(ranges: list[Range]) -> Iterator[tuple[str, tuple[int, ...]]]:
    for i, made in enumerate(ranges):
        yield f"player {i}", _only_hand(made)


@lru_cache(maxsize=KEPT)
def _only_hand(made: Range) -> tuple[int, ...]:
    """The two cards of a range of one combo; none of a wider one."""
    return tuple(combo_cards(int(np.flatnonzero(made.weights)[0]))) if len(made) == 1 else ()


def _refuse_repeats(groups: Iterable[tuple[str, tuple[int, ...]]]) -> None:
    owner: dict[int, str] = {}
    for name, cards in groups:
        for card in cards:
            if card in owner:
                raise CardError(f"{card_text(card)} stands twice: {owner[card]} and {name}")
            owner[card] = name


@cache
def combo_table() -> NDArray[np.intp]:
    """intp[1326, 2]: the two cards of each combo, the lower one first."""
    cards: NDArray[np.uint8] = combo_cards(np.arange(COMBOS))
    return cards.astype(np.intp)


@cache
def combo_masks() -> NDArray[np.uint64]:
    """uint64[1326]: the two cards of each combo as a mask."""
    masks: NDArray[np.uint64] = (np.uint64(1) << combo_table().astype(np.uint64)).sum(axis=1, dtype=np.uint64)
    return masks


def blocked(spot: Spot) -> ValueError:
    return ValueError(f"the ranges {' and '.join(spot.names)} block each other: no deal gives every player a hand")


# ------------------------------------------------------------------------------------------------------ its deals


def list_deals(spot: Spot, most: int) -> NDArray[np.uint16] | None:
    """uint16[deals, players]: every compatible choice of combos; None if there are more than ``most``."""
    masks = combo_masks()
    sizes = [np.count_nonzero(held) for held in spot.weights]
    columns: dict[int, NDArray[np.intp]] = {}
    taken = np.zeros(1, np.uint64)
    for player in sorted(range(spot.n), key=sizes.__getitem__):
        if len(taken) * sizes[player] > 16 * most:
            return None
        combos = spot.weights[player].nonzero()[0]
        before, chosen = ((taken[:, None] & masks[combos]) == 0).nonzero()
        columns = {other: column[before] for other, column in columns.items()} | {player: combos[chosen]}
        taken = taken[before] | masks[columns[player]]
        if len(taken) == 0:
            raise blocked(spot)
    if len(taken) > most:
        return None
    return np.array([columns[player] for player in range(spot.n)], np.uint16).T


def others_met(weights: Floats) -> list[Floats]:
    """float64[1326] for each of two or three players: weight of the others' compatible combos against each combo."""
    cards, (low, high) = combo_table().ravel(), combo_table().T
    totals = weights.sum(axis=1)
    by_card = np.array([np.bincount(cards, np.repeat(row, 2), 52) for row in weights])
    avoiding = totals[:, None] - by_card.take(low, axis=1) - by_card.take(high, axis=1) + weights
    if len(weights) == 2:
        return [avoiding[1], avoiding[0]]
    square = np.zeros((3, 52, 52))
    square[:, low, high] = square[:, high, low] = weights
    rest = by_card[:, None, :] - square[:, low] - square[:, high]  # [player, combo, card]
    rest[:, np.arange(COMBOS), low] = rest[:, np.arange(COMBOS), high] = 0
    result = []
    for player in range(3):
        x, y = (player + 1) % 3, (player + 2) % 3
        both = weights[x] * weights[y]
        by = np.bincount(cards, np.repeat(both, 2), 52)
        shared = both.sum() - by[low] - by[high] + both
        result.append(avoiding[x] * avoiding[y] - (rest[x] * rest[y]).sum(axis=1) + shared)
    return result


def some_deal(spot: Spot) -> bool:
    """Whether the ranges allow any deal: a search, narrowest range first."""
    masks = combo_masks()
    return _deal_exists([[int(mask) for mask in masks[weights > 0]] for weights in spot.weights])


def _deal_exists(ranges: list[list[int]]) -> bool:
    if not ranges:
        return True
    narrow, *others = sorted(ranges, key=len)
    cards = reduce(or_, (mask for held in ranges for mask in held), 0)
    if not narrow or cards.bit_count() < 2 * len(ranges):
        return False
    return any(_deal_exists([[mask for mask in held if not mask & taken] for held in others]) for taken in narrow)


def images(spot: Spot) -> NDArray[np.int64]:
    """int64[n, 1326]: images of the combos under the n suit permutations that leave the spot as it is."""
    suits = np.zeros((24, 4), np.uint8)
    found = ffi.from_buffer("uint8_t[]", suits)
    n = lib.sw_symmetries(doubles(spot.weights), spot.n, cards_mask(spot.board), spot.dead, found)
    return preflop.permuted()[[preflop.SUITS.index(tuple(map(int, row))) for row in suits[:n]]]


def doubles(array: Floats) -> Any:
    """An array as C reads it."""
    return ffi.from_buffer("double[]", array)
