"""Boards: what the cards on the table, and those to come, do to hands and ranges.

A *next card* is the one that follows a flop or a turn: the turn or the river. A *run-out* is all that is still to come. A hand is
*made* when it has its category now, on the board as it is; a *draw* is what one more card would make of it:

- a *flush draw* has four cards of a suit, at least one of them a hole card;
- a *straight draw* is counted by the ranks that complete a straight which the board alone would not have with that rank: an
  *open-ended* draw has two ranks or more (two gaps, as in 4 678 T, count as open-ended), a *gutshot* has one;
- *overcards* are hole cards of a rank above every card of the board, in a hand whose hole cards pair nothing, not even each other.

A flush draw is of a hand below a flush, a straight draw of one below a straight; there are none when no card is to come.
"""

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelwheel import exact
from steelwheel._native import lib
from steelwheel.cards import COMBOS, RANKS, SUITS, CardError, CardsLike, cards_mask, combo_cards, format_cards, parse_cards
from steelwheel.decks import fresh_seed
from steelwheel.equities import Method, of_spot
from steelwheel.hands import Category, category, evaluate
from steelwheel.ranges import Range, RangeLike
from steelwheel.slices import Progress
from steelwheel.spots import Floats, How, Spot, blocked, check_spot, combo_masks, doubles, others_met, some_deal

_ALONE = How(1, None, None)
_TRACE = 1e-300
"""A weight too small to change a sum, which makes the C core price a combo that is not held."""


# ------------------------------------------------------------------------------------------------------- next cards


@dataclass(frozen=True, slots=True)
class RunoutEquity:
    """Equity of every player on each next card."""

    players: tuple[str, ...]
    board: tuple[int, ...]
    method: str
    """``exact``, or ``monte carlo``."""
    equity: Floats = field(repr=False, compare=False)
    """float64[52, players], by card; NaN for cards that cannot come."""
    probability: Floats | None = field(repr=False, compare=False)
    """float64[52]: how likely each card is to come, given what the players hold; adds up to 1. None for a Monte Carlo."""
    seed: int | None = None
    """Seed of a Monte Carlo."""

    def grid(self, player: int = 0) -> Floats:
        """float64[4, 13]: a player's equity; rows spades, hearts, diamonds, clubs, columns A, K .. 2."""
        return self.equity[:, player].reshape(13, 4)[::-1, ::-1].T

    def __str__(self) -> str:
        lines = []
        for player, name in enumerate(self.players):
            lines.append(f"{name if len(name) <= 76 else name[:73] + '...'}")
            lines.append("   " + "".join(f"{rank:>5}" for rank in RANKS[::-1]))
            for suit, row in zip(SUITS[::-1], self.grid(player)):
                lines.append(f"  {suit}" + "".join("    ." if np.isnan(share) else f"{100 * share:5.1f}" for share in row))
        return "\n".join(lines)


def runout_equity(
    players: Sequence[RangeLike],
    board: CardsLike,
    dead: CardsLike = (),
    *,
    method: Method = "auto",
    samples: int | None = None,
    stderr: float | None = None,
    seconds: float | None = None,
    seed: int | None = None,
    threads: int = 1,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> RunoutEquity:
    """Equity of two to ten players on each card that can come next.

    Args:
        players, dead: as for `equities.equity`.
        board: a flop or a turn: three or four cards.
        method, samples, stderr, seconds, seed: as for `equities.equity`, for each next card.
        threads, executor, progress: see `slices.run`; a slice is a card. They change no bit of the result.

    Raises:
        CardError: a board of another size, and whatever `equities.equity` refuses.

    >>> runout_equity(["AhKh", "QsQd"], "Qh 7h 2c 3d").equity[:4].round(2).tolist()  # on 2c (it is there already), 2d, 2h, 2s
    [[nan, nan], [0.0, 1.0], [0.0, 1.0], [0.0, 1.0]]
    """
    _card_to_come(board)
    spot = check_spot(players, board, dead)
    if not some_deal(spot):
        raise blocked(spot)
    sampled = method == "monte carlo" or samples is not None or stderr is not None or seconds is not None
    if seed is None and (sampled or spot.n > 3):
        seed = fresh_seed()
    on_card = [(spot, card, (method, samples, stderr, seconds, seed)) for card in _live(spot)]
    equity, deals, methods = np.full((52, spot.n), np.nan), np.zeros(52), set()
    for (_, card, _), found in zip(on_card, How(threads, executor, progress).run(_on_card, on_card, len(on_card))):
        if found is not None:
            equity[card], deals[card] = found[:2]
            methods.add(found[2])
    if methods == {"exact"}:
        return RunoutEquity(spot.names, tuple(spot.board), "exact", equity, deals / deals.sum())
    return RunoutEquity(spot.names, tuple(spot.board), "monte carlo", equity, None, seed)


def _on_card(spot: Spot, card: int, way: Any) -> tuple[tuple[float, ...], float, str] | None:
    """Equities after a next card, the weight of the deals, and the method; None if the players hold the card."""
    after = _after(spot, card)
    if not some_deal(after):
        return None
    method, samples, stderr, seconds, seed = way
    found = of_spot(after, method, samples, stderr, seconds, seed, _ALONE)
    return found.equity, float(found.deals), found.method


def _card_to_come(board: CardsLike) -> None:
    shown = parse_cards(board)
    if len(shown) not in (3, 4):
        raise CardError(f"cards to come are studied on a board of 3 or 4 cards, not {len(shown)}")


def _live(spot: Spot) -> list[int]:
    gone = cards_mask(spot.board) | spot.dead
    return [card for card in range(52) if not gone >> card & 1]


def _after(spot: Spot, *cards: int) -> Spot:
    """The spot with these cards added to the board."""
    free = (combo_masks() & np.uint64(cards_mask(cards))) == 0
    return Spot(spot.names, spot.weights * free, spot.board + bytes(cards), spot.dead)


# -------------------------------------------------------------------------------------------------------- histogram


@dataclass(frozen=True, slots=True)
class EquityHistogram:
    """How the equity of a range's combos is spread over a street to come."""

    hero: str
    against: str
    street: str
    """``turn`` or ``river``: when the equities are taken."""
    mean: float
    """Mean of the equities, which is the equity of the range now."""
    edges: Floats = field(repr=False, compare=False)
    """float64[bins + 1]: bin i has the equities from edges[i] up to, not including, edges[i + 1]; the last one has both ends."""
    weights: Floats = field(repr=False, compare=False)
    """float64[bins]: probability of each bin; adds up to 1."""

    def __str__(self) -> str:
        most = self.weights.max()
        bars = ["#" * round(45 * weight / most) for weight in self.weights]
        return "\n".join(
            f"{100 * low:5.1f} - {100 * high:5.1f}%  {100 * weight:6.2f}%  {bar}"
            for low, high, weight, bar in zip(self.edges, self.edges[1:], self.weights, bars)
        )


def equity_histogram(
    hero: RangeLike,
    against: RangeLike,
    board: CardsLike,
    *,
    street: str = "river",
    bins: int | ArrayLike = 20,
    dead: CardsLike = (),
    threads: int = 1,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> EquityHistogram:
    """Distribution of a range's equity, combo by combo and run-out by run-out.

    Every combo of the range counts, on every run-out up to the street, by the probability that it is held and the run-out comes
    while the opponent holds what he may.

    Args:
        hero, against: the range, and that of its one opponent.
        board: three or four cards.
        street: ``"river"``: equities on complete boards; ``"turn"``: equities on the turn, for a board of three cards.
        bins: their number, all of one width from 0 to 1; or their edges, rising from 0 to 1.
        dead: further cards that cannot come.
        threads, executor, progress: see `slices.run`.

    Raises:
        CardError: a board of another size. ValueError: another street, the turn on a turn, or bad bins.

    >>> equity_histogram("AhKh", "QsQd", "Qh 7h 2c 3d", bins=2).weights.round(6).tolist()  # 7 of 44 rivers make the flush
    [0.840909, 0.159091]
    """
    _card_to_come(board)
    spot = check_spot([hero, against], board, dead)
    if street not in ("turn", "river"):
        raise ValueError(f"no street {street!r} to come: there are turn and river")
    if street == "turn" and len(spot.board) == 4:
        raise ValueError(f"the turn has come: {format_cards(spot.board)}; there is the river")
    edges = _edges(bins)
    turns: list[int | None] = [*_live(spot)] if len(spot.board) == 3 else [None]
    slices = [(spot, street, edges, turn) for turn in turns]
    total, weights = 0.0, np.zeros(len(edges) - 1)
    for part, weighted in How(threads, executor, progress).run(_histogram_slice, slices, len(slices)):
        weights += part
        total += weighted
    if weights.sum() <= 0:
        raise blocked(spot)
    ours, theirs = spot.names
    return EquityHistogram(ours, theirs, street, total / float(weights.sum()), edges, weights / weights.sum())


def _edges(bins: int | ArrayLike) -> Floats:
    if isinstance(bins, int | np.integer):
        if bins < 1:
            raise ValueError(f"bins is {bins}: at least 1")
        return np.linspace(0, 1, int(bins) + 1)
    edges = np.array(bins, np.float64)
    if edges.ndim != 1 or len(edges) < 2 or edges[0] != 0 or edges[-1] != 1 or not (np.diff(edges) > 0).all():
        raise ValueError("the edges of the bins rise from 0 to 1")
    return edges


def _histogram_slice(spot: Spot, street: str, edges: Floats, turn: int | None) -> tuple[Floats, float]:
    """Weight of each bin, and of the equities, over the run-outs with one turn card."""
    found = [_on_turn(_after(spot, turn))] if street == "turn" and turn is not None else list(_on_rivers(spot, turn))
    equity, weight = np.concatenate(found, axis=1) if found else np.zeros((2, 0))
    place = np.searchsorted(edges, equity.round(12), side="right") - 1  # rounded, so that a half is a half
    part = np.bincount(place.clip(0, len(edges) - 2), weight, len(edges) - 1)
    return part.astype(np.float64), float(equity @ weight)


def _on_turn(spot: Spot) -> Floats:
    """Equity and weight of hero's combos on the turn."""
    if not some_deal(spot):
        return np.zeros((2, 0))
    found = exact.heads_up(spot, _ALONE)
    return _met(found.per_combo[0], spot.weights[0] * found.per_combo_deals[0])


def _on_rivers(spot: Spot, turn: int | None) -> Iterator[Floats]:
    """Equity and weight of hero's combos on each river; with a turn card on the rivers of a higher code, so that no pair of cards
    comes twice."""
    for river in _live(spot):
        if turn is None or river > turn:
            after = _after(spot, *([] if turn is None else [turn]), river)
            met = others_met(after.weights)[0]
            won = showdown(after.board, *after.weights)[0]
            yield _met(won / np.where(met > 0, met, np.nan), after.weights[0] * met)


def _met(equity: Floats, weight: Floats) -> Floats:
    some = (weight > 0) & ~np.isnan(equity)
    return np.array([equity[some], weight[some]])


# --------------------------------------------------------------------------------------------------------- showdown


def showdown(board: CardsLike, weights_0: RangeLike, weights_1: RangeLike, *, out: Floats | None = None) -> Floats:
    """What every combo of two players wins on a complete board: the kernel of a river solver.

    Args:
        board: five cards.
        weights_0, weights_1: 1,326 weights of each player's combos, finite and not below 0 but not bound to 1; or a `Range`.
            Combos with a card of the board count as not held.
        out: float64[2, 1326] in C order to fill.

    Returns:
        float64[2, 1326]: for each player's combo, held or not, the weight of the opponent's combos that it beats plus half the
        weight of those it ties; combos that share a card with it are out. 0 for combos with a card of the board.

    Raises:
        CardError: not five cards, or one twice. ValueError: weights that are none; ``out`` of another shape or kind.

    >>> aces, kings = Range("AA").weights, Range("KK").weights
    >>> float(showdown("2c 7d 9h Js 3c", aces, kings)[0, 1325])  # AsAh beats six combos of kings
    6.0
    """
    cards = bytes(parse_cards(board))
    if len(cards) != 5:
        raise CardError(f"a showdown is on a board of 5 cards, not {len(cards)}")
    weights = np.empty((2, COMBOS))
    for player, given in enumerate((weights_0, weights_1)):
        weights[player] = _weights(player, given)
    if out is None:
        out = np.empty((2, COMBOS))
    elif not isinstance(out, np.ndarray) or out.dtype != np.float64 or out.shape != (2, COMBOS) or not out.flags.carray:
        raise ValueError(f"out is a writeable float64[2, {COMBOS}] in C order")
    np.maximum(weights[0], _TRACE, out=weights[0])
    tally = np.zeros((2, 2, COMBOS))  # [player, beats | beats or ties]
    lib.sw_heads_up(doubles(weights), cards, 5, 0, 0, 1, doubles(tally))
    np.add(tally[:, 0], tally[:, 1], out=out)
    out *= 0.5
    out[out < 1e10 * _TRACE] = 0
    return out


def _weights(player: int, given: Any) -> Floats:
    if isinstance(given, str | Range | Mapping):
        return Range(given).weights
    weights: Floats = np.asarray(given, np.float64)
    if weights.shape != (COMBOS,):
        raise ValueError(f"weights_{player} has the shape {weights.shape}, not ({COMBOS},)")
    if not weights.min() >= 0 or weights.max() == np.inf:
        combo = int(np.flatnonzero(~((weights >= 0) & (weights < np.inf)))[0])
        name = format_cards(combo_cards(combo)[::-1], "")
        raise ValueError(f"weights_{player} has {weights[combo]} for {name}: weights are finite and not below 0")
    return weights


# ------------------------------------------------------------------------------------------------------- hand stats


@dataclass(frozen=True, slots=True)
class HandStats:
    """What a range has made of a board; fractions 0..1 of its weight. The module says what a draw is."""

    hands: str
    board: tuple[int, ...]
    weight: float
    """Weight of the range that the board and the dead cards leave."""
    made: tuple[float, ...]
    """How often each category is made, at `hands.Category`; adds up to 1."""
    flush_draw: float
    open_ended: float
    gutshot: float
    two_overcards: float
    one_overcard: float

    def __str__(self) -> str:
        lines = [f"{self.hands} on {format_cards(self.board)}, weight {self.weight:g}"]
        named = [(kind.name.lower().replace("_", " "), self.made[kind]) for kind in reversed(Category)]
        named += [(name.replace("_", " "), getattr(self, name)) for name in _DRAWS]
        return "\n".join(lines + [f"  {name:16}{100 * share:7.2f}%" for name, share in named])


_DRAWS = ("flush_draw", "open_ended", "gutshot", "two_overcards", "one_overcard")


def hand_stats(hands: RangeLike, board: CardsLike, *, dead: CardsLike = ()) -> HandStats:
    """How often a range makes each category and each draw on a board.

    Args:
        hands: a hand, range text, a `Range` or 1,326 weights 0..1.
        board: three, four or five cards.
        dead: cards that cannot be held.

    Raises:
        CardError: a board of another size, or a card twice. ValueError: a range of which nothing is left.

    >>> hand_stats("AhKh, QsJs", "Th 9h 2s").flush_draw
    0.5
    """
    shown, out = parse_cards(board), parse_cards(dead)
    if len(shown) not in (3, 4, 5):
        raise CardError(f"hands are made on a board of 3, 4 or 5 cards, not {len(shown)}")
    parse_cards([*shown, *out])
    held = hands if isinstance(hands, Range) else Range(hands)
    left = held.weights * ((combo_masks() & np.uint64(cards_mask([*shown, *out]))) == 0)
    combos = np.flatnonzero(left)
    if not len(combos):
        raise ValueError(f"{held.text} has no combo left on {format_cards(shown)}")
    hole, weights = combo_cards(combos), left[combos]
    rows = np.hstack([hole, np.tile(np.array(shown, np.uint8), (len(hole), 1))])
    made = category(evaluate(rows))
    total = float(weights.sum())
    shares = [float(weights[which].sum()) / total for which in _draws(hole, np.array(shown), made)]
    by_category = np.bincount(made, weights, len(Category)) / total
    name = hands.strip() if isinstance(hands, str) else held.text
    return HandStats(name, shown, total, tuple(by_category.tolist()), *shares)


def _draws(hole: NDArray[np.uint8], shown: NDArray[np.int64], made: NDArray[np.uint8]) -> Iterator[NDArray[np.bool_]]:
    """bool[n] for each of `_DRAWS`: which of the hands have it."""
    to_come = len(shown) < 5
    suited = np.array([((hole & 3) == suit).sum(axis=1) for suit in range(4)])
    on_board = np.bincount(shown & 3, minlength=4)[:, None]
    yield ((suited > 0) & (suited + on_board == 4)).any(axis=0) & (made < Category.FLUSH) & to_come
    ranks = _completing_ranks(hole, shown) * ((made < Category.STRAIGHT) & to_come)
    yield ranks >= 2
    yield ranks == 1
    high, low = hole.max(axis=1) >> 2, hole.min(axis=1) >> 2
    nothing = (high != low) & ~np.isin(hole >> 2, shown >> 2).any(axis=1)
    top = shown.max() >> 2
    yield nothing & (low > top)
    yield nothing & (high > top) & (low < top)


def _completing_ranks(hole: NDArray[np.uint8], shown: NDArray[np.int64]) -> NDArray[np.int64]:
    """How many ranks give each hand a straight that they do not give the board."""
    board = np.bitwise_or.reduce(1 << (shown >> 2))
    hands = board | np.bitwise_or.reduce(1 << (hole >> 2).astype(np.int64), axis=1)
    completed = [_straight(hands | 1 << rank) > _straight(board | 1 << rank) for rank in range(13)]
    count: NDArray[np.int64] = np.array(completed).sum(axis=0)
    return count


def _straight(ranks: Any) -> Any:
    """Lowest place, from the ace as one, of the highest straight in sets of ranks given as bits 0..12; -1 without one."""
    steps = ranks << 1 | ranks >> 12
    whole = np.asarray(steps & steps >> 1 & steps >> 2 & steps >> 3 & steps >> 4)
    return np.frexp(whole.astype(np.float64))[1] - 1
