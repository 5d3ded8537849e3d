"""Equities: how often each player wins, for hands and ranges, exact or sampled, on any street.

*Equity* is the expected share of the pot, *win* the probability to win it alone, *tie* the probability to be in a split. A
*run-out* is one way for the rest of the board to come. A *deal* is one compatible choice of every player's hole cards.

Exact results take the way that fits the spot: two ranges before the flop a table of every match-up; two or three ranges on a
board sums over what each combo beats, in time linear in the combos; more players every deal on every run-out. What would be too
much of the last is sampled.
"""

from collections.abc import Sequence
from concurrent.futures import Executor
from typing import Literal

from steelwheel import exact, sampling
from steelwheel.arguments import checked_seed
from steelwheel.cards import CardsLike
from steelwheel.many import equity_many
from steelwheel.ranges import RangeLike
from steelwheel.slices import Progress
from steelwheel.spots import MOST_DEALS, Equity, How, Spot, check_spot, list_deals

__all__ = ["Equity", "equity", "equity_many"]

FEW_DEALS = 256
"""Deals of two or three players up to which it is quicker to play each of them than to add up what combos beat."""

Method = Literal["auto", "exact", "monte carlo"]


def equity(
    players: Sequence[RangeLike],
    *,
    board: CardsLike = (),
    dead: CardsLike = (),
    method: Method = "auto",
    samples: int | None = None,
    stderr: float | None = None,
    seconds: float | None = None,
    seed: int | None = None,
    threads: int = 1,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Equity:
    """Equity of two to ten players.

    Args:
        players: for each a hand (``"AhKh"`` or two cards), range text (``"QQ+, AKs:0.5"``), or anything that `Range` takes, such
            as a list of combos (``["AhKh", "QsJs"]``) or 1,326 weights 0..1.
        board: no, three, four or five board cards.
        dead: further cards that cannot come, such as folded hands.
        method: ``"exact"`` counts every run-out of every deal, and warns beforehand when that is long; ``"monte carlo"`` samples;
            ``"auto"`` counts for two and three players, or when `exact.EXACT_SECONDS` suffices, unless one of the next three
            arguments asks for sampling.
        samples: stop the Monte Carlo after so many (default `sampling.SAMPLES`, when nothing else stops it).
        stderr: stop it when no player's standard error is above this.
        seconds: stop it after this time.
        seed: 0 to 2**64 - 1; sample i depends on (seed, i) alone. None draws a fresh one, which the result reports.
        threads, executor, progress: see `slices.run`. They change no bit of the result.

    Raises:
        CardError: a card that is none or stands twice, or a board of 1, 2 or more than 5 cards.
        RangeError: range text that is none.
        ValueError: not 2 to 10 players; a range that is empty or wholly blocked, or ranges that block each other; bad arguments.

    >>> equity(["AhKh", "QsQd"], board="Qh 7h 2c").equity
    (0.25555555555555554, 0.7444444444444445)
    """
    spot = check_spot(players, board, dead)
    return of_spot(spot, method, samples, stderr, seconds, seed, How(threads, executor, progress))


def of_spot(
    spot: Spot, method: Method, samples: int | None, stderr: float | None, seconds: float | None, seed: int | None, how: How
) -> Equity:
    """Equity of a checked spot, by the way that fits it."""
    if seed is not None:
        seed = checked_seed(seed)
    sampled = samples is not None or stderr is not None or seconds is not None
    if method not in ("auto", "exact", "monte carlo"):
        raise ValueError(f"no method {method!r}: there are auto, exact and monte carlo")
    if method == "exact" and sampled:
        raise ValueError("samples, stderr and seconds are for a Monte Carlo, not for method='exact'")
    if method == "monte carlo" or sampled:
        return sampling.monte_carlo(spot, samples, stderr, seconds, seed, how)
    if spot.n == 2 and not (spot.board or spot.dead):
        return exact.heads_up(spot, how)
    deals = list_deals(spot, MOST_DEALS if spot.n > 3 else FEW_DEALS)
    if deals is None and spot.n <= 3:
        return exact.heads_up(spot, how) if spot.n == 2 else exact.three_way(spot, how)
    affordable = deals is not None and len(deals) * exact.play_seconds(spot) <= exact.EXACT_SECONDS
    if method == "exact" or spot.n <= 3 or affordable:
        return exact.listed(spot, deals, how)
    return sampling.monte_carlo(spot, None, None, None, seed, how)
