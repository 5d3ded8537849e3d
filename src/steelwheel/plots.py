"""Plots: heat maps of ranges, of equities and of next cards, and the curve of a match's winnings.

Each function draws one picture and returns a matplotlib ``Figure``; with a path it also writes it there, in the format of the
path's ending (``.png``, ``.svg``, ``.pdf``). matplotlib is imported when something is drawn: ``pip install 'steelwheel[plot]'``.

The *grid* is that of the 169 starting hands, from the ace down, suited hands above the diagonal.
"""

from io import BytesIO
from os import PathLike
from os.path import splitext
from typing import Any

import numpy as np

from steelwheel.boards import RunoutEquity
from steelwheel.cards import COMBOS, RANKS, SUITS, format_cards
from steelwheel.ranges import Range, RangeLike
from steelwheel.sim.arena import Match
from steelwheel.spots import Equity, Floats
from steelwheel.starting_hands import hand_name, hand_of_combo

INK, MUTED, PAPER, EMPTY = "#1d2733", "#7b8794", "#ffffff", "#eef1f4"
WEIGHTS = ("#dcefe3", "#7cc49b", "#1f7a4d")
"""Colours of weights from just above 0 to 1."""
EQUITIES = ("#b2283b", "#e98b6d", "#f6edd9", "#7fb6c9", "#1d5f8a")
"""Colours of equities from 0 to 1."""
PLAYERS = ("#1f7a4d", "#b2283b", "#1d5f8a", "#c98a1b", "#6b4c9a", "#3f8f8c", "#8a5a3c", "#c2538b", "#5d7a1f", "#7b8794")
"""Colours of up to ten players' curves."""
SUIT_NAMES = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}

Path = str | PathLike[str]


def plot_range(hands: RangeLike, path: Path | None = None, *, title: str | None = None) -> Any:
    """The 13x13 grid of a range, each starting hand shaded by its mean weight."""
    held = hands if isinstance(hands, Range) else Range(hands)
    figure, (axes,) = _figure(1, 6.6, 6.75, 1)
    grid = held.grid()
    labels = [[_hand_label(13 * i + j, grid[i, j]) for j in range(13)] for i in range(13)]
    _heat(axes, np.where(grid > 0, grid, np.nan), labels, _colours(WEIGHTS), 0.0, 1.0)
    share = f"{held.weight:,.5g} of {COMBOS:,} combos, {100 * held.weight / COMBOS:.1f} %"
    _head(figure, [axes], title or _short(hands.strip() if isinstance(hands, str) else held.text, 58), share)
    return _saved(figure, path)


def plot_per_combo(result: Equity, path: Path | None = None, *, title: str | None = None) -> Any:
    """The exact equity of every player's starting hands, each the mean over its combos weighted by how often they meet a hand.

    Raises:
        ValueError: the result of a Monte Carlo, which has no equities per combo.
    """
    if not result.per_combo:
        raise ValueError("a Monte Carlo has no equities per combo to draw: use method='exact'")
    players = len(result.players)
    figure, panels = _figure(players, 6.6, 7.0, min(players, 2))
    for axes, name, share, combos, met in zip(panels, result.players, result.equity, result.per_combo, result.per_combo_deals):
        grid = _grid_of(combos, met)
        labels = [[_hand_label(13 * i + j, grid[i, j], f"{100 * grid[i, j]:.0f}") for j in range(13)] for i in range(13)]
        picture = _heat(axes, grid, labels, _colours(EQUITIES), 0.0, 1.0)
        axes.set_title(f"{_short(name, 44)}   {100 * share:.2f} %", loc="left", color=INK, fontsize=12, pad=10)
    _key(figure, panels, picture)
    _head(figure, panels, title or "Equity of each starting hand", "")
    return _saved(figure, path)


def plot_next_card(result: RunoutEquity, path: Path | None = None, *, title: str | None = None) -> Any:
    """Every player's equity on each next card: ranks from the ace down, one row a suit."""
    players = len(result.players)
    figure, panels = _figure(players, 9.4, 3.0, 1)
    for player, (axes, name) in enumerate(zip(panels, result.players)):
        grid = result.grid(player)
        labels = [["" if np.isnan(share) else f"{100 * share:.1f}" for share in row] for row in grid]
        low, high = _span(grid)
        picture = _heat(axes, grid, labels, _colours(EQUITIES), low, high, size=10)
        axes.set_xticks(range(13), list(RANKS[::-1]))
        axes.set_yticks(range(4), [SUIT_NAMES[suit] for suit in SUITS[::-1]])
        axes.xaxis.tick_top()
        for label, suit in zip(axes.get_yticklabels(), SUITS[::-1]):
            label.set(color="#c22f3d" if suit in "hd" else INK, fontsize=15)
        axes.set_title(_short(name, 70), loc="left", color=INK, fontsize=12, pad=10)
        _key(figure, [axes], picture, pad=0.015)
    _head(figure, panels, title or f"Equity on the next card after {format_cards(result.board)}", "")
    return _saved(figure, path)


def plot_winnings(match: Match, path: Path | None = None, *, title: str | None = None) -> Any:
    """Big blinds that every player of a match has won, hand by hand; in the end, of 100 deals or more, a band of 95 %."""
    figure, (axes,) = _figure(1, 9.4, 5.2, 1)
    axes.axhline(0, color=MUTED, linewidth=0.8)
    best_first = np.argsort(-match.curve[-1])
    for player, colour in zip(best_first, PLAYERS):
        axes.plot(match.curve_hands, match.curve[:, player], color=colour, linewidth=1.6, label="curve")
        spread = np.array(match.interval[player]) * match.hands / 100
        axes.plot([match.hands] * 2, spread, color=colour, linewidth=6, alpha=0.25, solid_capstyle="butt")
    axes.set_xlim(0, match.hands * 1.01)
    axes.set_xlabel("hands", color=MUTED)
    axes.set_ylabel("big blinds won", color=MUTED)
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_formatter("{x:,.0f}")
        axis.set_major_locator(_ticks())
    axes.tick_params(length=0, labelcolor=MUTED)
    axes.grid(color=EMPTY)
    axes.set_axisbelow(True)
    for side in axes.spines.values():
        side.set_visible(False)
    legend = axes.legend(frameon=False, labelcolor=INK, loc="upper left")
    for text, player in zip(legend.get_texts(), best_first):  # as labels, names with a _ in front would be left out
        text.set(text=f"{_short(match.players[player], 30)}  {match.bb_per_100[player]:+.1f} bb/100", parse_math=False)
    below = "every deal played from each seat" if match.duplicate else "every deal played once"
    _head(figure, [axes], title or f"{match.hands:,} hands of {match.rules.structure} hold'em", below)
    return _saved(figure, path)


def check_path(path: Path) -> None:
    """Refuse, before any long work, the path of a picture that could not be written: draws an empty one, and keeps it to itself.

    Raises:
        ValueError: an ending that is no format. ImportError: matplotlib is not installed.
    """
    _matplotlib()
    from matplotlib.figure import Figure

    try:
        Figure().savefig(BytesIO(), format=splitext(path)[1][1:] or None)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None


# -------------------------------------------------------------------------------------------------------- the numbers


def _grid_of(combos: Floats, met: Floats) -> Floats:
    """float64[13, 13]: mean of values per combo, NaN where there is none."""
    hand = hand_of_combo()
    some = ~np.isnan(combos) & (met > 0)
    weight = np.bincount(hand[some], met[some], 169)
    total = np.bincount(hand[some], (combos * met)[some], 169)
    with np.errstate(invalid="ignore"):
        grid: Floats = (total / weight).reshape(13, 13)
    return grid


def _span(grid: Floats) -> tuple[float, float]:
    """Bounds of the colours, as far below the mean as above, and never so close that one percent looks like much."""
    mean = float(np.nanmean(grid))
    far = max(0.05, float(np.nanmax(np.abs(grid - mean))))
    return mean - far, mean + far


def _hand_label(index: int, value: float, below: str | None = None) -> str:
    """The starting hand, and below it a number: the percentage of a weight that is neither 0 nor 1, if none is given."""
    name = hand_name(index)
    if np.isnan(value):
        return name
    if below is None:
        below = "" if value in (0, 1) else f"{100 * value:.0f}"
    return f"{name}\n{below}" if below else name


def _short(text: str, most: int) -> str:
    text = " ".join(text.split())
    return text if len(text) <= most else text[: most - 1] + "…"


# ------------------------------------------------------------------------------------------------------- the drawing


def _matplotlib() -> None:
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise ImportError("plots are drawn by matplotlib, which is not installed: pip install 'steelwheel[plot]'") from None


def _figure(panels: int, width: float, height: float, columns: int) -> tuple[Any, list[Any]]:
    """A figure of some panels, each so many inches wide and high."""
    _matplotlib()
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    rows = -(-panels // columns)
    figure = Figure(figsize=(width * columns, height * rows + 0.5), dpi=150, facecolor=PAPER)
    figure.set_layout_engine(ConstrainedLayoutEngine(w_pad=0.15, h_pad=0.12))
    axes = figure.subplots(rows, columns, squeeze=False).ravel().tolist()
    for unused in axes[panels:]:
        unused.set_axis_off()
    return figure, axes[:panels]


def _colours(stops: tuple[str, ...]) -> Any:
    from matplotlib.colors import LinearSegmentedColormap

    return LinearSegmentedColormap.from_list("steelwheel", stops).with_extremes(bad=EMPTY)


def _heat(axes: Any, grid: Floats, labels: list[list[str]], colours: Any, low: float, high: float, size: float = 8.5) -> Any:
    """Cells of one colour each with a label; the empty ones pale."""
    rows, columns = grid.shape
    picture = axes.imshow(np.ma.masked_invalid(grid), cmap=colours, vmin=low, vmax=high, aspect="equal")
    for i in range(rows):
        for j in range(columns):
            value = grid[i, j]
            colour = "#aab4be" if np.isnan(value) else _ink_on(colours((value - low) / (high - low)))
            axes.text(j, i, labels[i][j], ha="center", va="center_baseline", color=colour, fontsize=size, linespacing=1.25)
    axes.set_xticks(np.arange(columns + 1) - 0.5, minor=True)
    axes.set_yticks(np.arange(rows + 1) - 0.5, minor=True)
    axes.grid(which="minor", color=PAPER, linewidth=1.6)
    axes.tick_params(which="both", length=0)
    axes.set_xticks([])
    axes.set_yticks([])
    for spine in axes.spines.values():
        spine.set_visible(False)
    return picture


def _ink_on(ground: tuple[float, float, float, float]) -> str:
    """Dark or light, whichever reads better on a colour."""
    red, green, blue, _ = ground
    return INK if 0.299 * red + 0.587 * green + 0.114 * blue > 0.55 else PAPER


def _key(figure: Any, panels: list[Any], picture: Any, pad: float = 0.03) -> None:
    """A scale of the colours in percent."""
    beside = len(panels) == 1 and picture.get_array().shape[0] == 4
    where = {"location": "right", "aspect": 14} if beside else {"location": "bottom", "aspect": 50}
    bar = figure.colorbar(picture, ax=panels, pad=pad, shrink=0.85 if beside else 0.6, format="{x:.0%}", **where)
    bar.outline.set_visible(False)
    bar.ax.tick_params(length=0, labelcolor=MUTED, labelsize=9)
    bar.locator = _ticks()
    bar.update_ticks()


def _ticks() -> Any:
    from matplotlib.ticker import MaxNLocator

    return MaxNLocator(5)


def _head(figure: Any, panels: list[Any], title: str, below: str) -> None:
    """The title of a figure, and a line below it for the only panel."""
    figure.suptitle(title, x=0.02, ha="left", color=INK, fontsize=15, fontweight="bold")
    if below:
        panels[0].set_title(below, loc="left", color=MUTED, fontsize=11, pad=10)


def _saved(figure: Any, path: Path | None) -> Any:
    if path is not None:
        try:
            figure.savefig(path)
        except ValueError as error:  # an ending that matplotlib does not know
            raise ValueError(f"{path}: {error}") from None
    return figure
