"""Arena: policies play each other, with the luck of the cards taken out, and win so many big blinds per 100 hands.

A *deal* is one shuffled deck. In *duplicate* play each deal is played once for every seat, the players moving round, so that all
hold the same cards in the same places; what is left to tell them apart is how they play. The result is the mean over deals, its
standard error that of the deals, its interval Student's. The interval takes 100 deals, for fewer seldom hold the rare large pots.

Deals are cut into slices that any executor can play; deal d of a seed is the same whoever plays it, and so are the results.
"""

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass, field
from itertools import chain, count
from math import nan, sqrt
from statistics import NormalDist
from typing import Any, NamedTuple, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from steelwheel.arguments import checked_seed, whole
from steelwheel.decks import fresh_seed
from steelwheel.holdem.betting import Action, IllegalAction
from steelwheel.holdem.phh import write_phh
from steelwheel.holdem.rules import Rules
from steelwheel.holdem.table import Table
from steelwheel.sim.bots import named
from steelwheel.sim.game import MOST_SEATS
from steelwheel.sim.observations import Observations, Policy, big_blind, choose
from steelwheel.sim.vector import RAISES, VectorTable, table_seeds
from steelwheel.slices import Progress, run

SLICE = 8192
"""Deals of one slice."""
POINT = 64
"""Deals between two points of the curve of winnings."""
BUTTON = 0
"""The button's seat in every hand: it is the players that move."""
FIRST_TABLE = 1 << 63
"""Deal d is that of table 2**63 + d of the seed: environments to train in have the tables from 0 on, and so never its cards."""
FEWEST = 100
"""Deals that an interval takes. Of 30 deals, intervals of 95 % held the truth only 80 to 90 % of the time where all-ins are rare,
of 100 they do 92 to 95 % of the time."""


class Hand(NamedTuple):
    """One hand as it was played."""

    deal: int
    players: tuple[str, ...]
    """Names by seat; the button is seat 0."""
    actions: tuple[int, ...]
    """Totals for the street in the order of play, -1 = fold."""


@dataclass(frozen=True, slots=True)
class Match:
    """What a match came to. Arrays have one column a player, in the order of ``players``."""

    players: tuple[str, ...]
    hands: int
    deals: int
    seed: int
    duplicate: bool
    rules: Rules
    stacks: tuple[int, ...]
    chips: tuple[int, ...]
    """Won and lost in all."""
    bb_per_100: tuple[float, ...]
    """Big blinds won per 100 hands."""
    stderr: tuple[float, ...]
    """Standard error of `bb_per_100`; NaN of a single deal."""
    curve: NDArray[np.float64] = field(repr=False)
    """float64[points, players]: big blinds won until then, from 0 on."""
    curve_hands: NDArray[np.int64] = field(repr=False)
    """int64[points]: hands played until then."""
    histories: tuple[Hand, ...] = field(default=(), repr=False)
    """Every hand, if asked for."""

    @property
    def interval(self) -> tuple[tuple[float, float], ...]:
        """Student's confidence interval of 95 % for each player's `bb_per_100`; NaN below 100 deals."""
        width = student(self.deals - 1) if self.deals >= FEWEST else nan
        return tuple((mean - width * error, mean + width * error) for mean, error in zip(self.bb_per_100, self.stderr))

    def table(self, hand: Hand) -> Table:
        """A hand of the histories, played again."""
        table = Table(self.rules, self.stacks, BUTTON, seed=int(_deal_seeds(self.seed, hand.deal, 1)[0]))
        table.deal()
        for total in hand.actions:
            assert table.actor is not None
            call = table.bets[table.actor] + table.legal.call
            kind = "fold" if total < 0 else "raise" if total > call else "call" if table.legal.call else "check"
            table.act(Action(kind, total if kind == "raise" else None))
        return table

    def phh(self) -> str:
        """The histories as PHH text, which `history.read_phh` reads; empty without any."""
        return "".join(self.phh_hands())

    def phh_hands(self) -> Iterator[str]:
        """The text of `phh` hand by hand, for large files: each is played again when it is asked for."""
        for number, hand in enumerate(self.histories, 1):
            table = self.table(hand)
            names = [hand.players[seat] for seat in table.order]
            yield "\n" * (number > 1) + f"[{number}]\n" + write_phh(table, players=names)

    def as_dict(self) -> dict[str, Any]:
        """For JSON: everything but the curve, the histories and the finer points of the rules. None stands for NaN."""
        return {
            "structure": self.rules.structure,
            "blinds": list(self.rules.blinds),
            "ante": self.rules.ante,
            "stacks": list(self.stacks),
            "hands": self.hands,
            "deals": self.deals,
            "seed": self.seed,
            "duplicate": self.duplicate,
            "players": [
                {
                    "name": name,
                    "chips": chips,
                    "bb_per_100": mean,
                    "stderr": error if error == error else None,
                    "interval": [low, high] if low == low else None,
                }
                for name, chips, mean, error, (low, high) in zip(
                    self.players, self.chips, self.bb_per_100, self.stderr, self.interval
                )
            ],
        }


def student(freedom: int) -> float:
    """Standard errors on each side of a mean in an interval of 95 %: the quantile 0.975 of Student's t.

    By the Cornish-Fisher expansion of Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.5, to the second term: right
    to 1e-5 from 99 degrees of freedom on, the fewest that an interval has.

    >>> round(student(99), 4)
    1.9842
    """
    z = NormalDist().inv_cdf(0.975)
    return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)


def play(
    policies: Mapping[str, Policy | str] | Sequence[Policy | str],
    *,
    hands: SupportsIndex = 100_000,
    rules: Rules | None = None,
    stacks: Sequence[SupportsIndex] | SupportsIndex | None = None,
    raises: Sequence[float] = RAISES,
    seed: SupportsIndex | None = None,
    duplicate: bool = True,
    histories: bool = False,
    threads: SupportsIndex = 1,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Match:
    """Let policies play each other.

    Args:
        policies: of 2 to 10 players, by name, or a list of them; the name of one of the built-in `bots.BOTS` stands for it. A
            policy takes `Observations` of k tables and gives k codes. For the same bits on any workers it must look at each row
            alone and keep nothing between calls.
        hands: at least so many; in duplicate play a multiple of the number of players.
        rules: default no limit, blinds 1 and 2. Every hand begins with the same stacks.
        stacks: chips of everybody, or of each seat, the button's first; default 100 big blinds.
        raises: fractions of the pot that codes stand for, as in `VectorTable`.
        seed: 0..2**64 - 1; None draws one. Deal d is that of ``Table(seed=table_seeds(seed, 2**63 + d, 1)[0])``, which no
            environment of this seed deals.
        duplicate: play every deal once for each seat, the players moving round; otherwise once, the players moving round by deals.
        histories: keep every hand.
        threads, executor: who plays, as in `equity`. With several threads a policy is called by all of them at once; it must be
            picklable to go to other processes.
        progress: called with the slices done and all of them.

    Raises:
        ValueError: arguments out of range. IllegalAction: a policy gave an illegal code or none; the message names the player.
        What a policy itself raises, with a note that names the player; in threads or an executor it has been called twice.

    >>> match = play(["tight", "caller"], hands=20_000, seed=1)
    >>> match.hands, match.bb_per_100[0] > 100, sum(match.chips)
    (20000, True, 0)
    """
    players = _players(policies)
    rules = Rules.no_limit(blinds=(1, 2)) if rules is None else rules
    if not isinstance(rules, Rules):
        raise ValueError(f"rules are {rules!r}: they must be `Rules`, as of Rules.no_limit(blinds=(1, 2))")
    seats = len(players)
    chips = _stacks(100 * big_blind(rules) if stacks is None else stacks, seats)
    hands = whole("hands", hands, 1)
    seed = fresh_seed() if seed is None else checked_seed(seed)
    game = (rules, chips, tuple(raises), seed, duplicate, histories)
    VectorTable(0, rules, chips, 0, raises=raises)  # refuses what cannot be played before any work
    deals = -(-hands // seats) if duplicate else hands
    slices = ((players, game, first, min(first + SLICE, deals)) for first in range(0, deals, SLICE))
    total = _Total(seats)
    workers = whole("threads", threads, 1)
    results = run(_play_slice, slices, total=-(-deals // SLICE), threads=workers, executor=executor, progress=progress)
    with closing(results):
        for part in results:
            total.add(*part)
    return total.match(tuple(players), rules, chips, seed, duplicate)


def _players(policies: Mapping[str, Policy | str] | Sequence[Policy | str]) -> dict[str, Policy]:
    if isinstance(policies, Mapping):
        players = {name: named(given) for name, given in policies.items()}
    else:
        players = {}
        for given in policies:
            name = given if isinstance(given, str) else getattr(given, "__name__", "policy")
            names = chain([name], (f"{name} {number}" for number in count(2)))
            players[next(free for free in names if free not in players)] = named(given)
    if not 2 <= len(players) <= MOST_SEATS:
        raise ValueError(f"{len(players)} policies: 2 to {MOST_SEATS} can play")
    return players


def _stacks(stacks: Any, seats: int) -> tuple[int, ...]:
    chips = tuple(whole("a stack", given) for given in ((stacks,) * seats if np.ndim(stacks) == 0 else stacks))
    if len(chips) != seats:
        raise ValueError(f"{len(chips)} stacks for {seats} players: give one for each, or one number for all")
    if min(chips) < 1:
        raise ValueError(f"stacks {list(chips)}: everybody needs chips")
    return chips


# ------------------------------------------------------------------------------------------------------------- one slice


def _deal_seeds(seed: int, first: int, n: int) -> NDArray[np.uint64]:
    """Seeds of the tables of deals first .. first + n - 1."""
    return table_seeds(seed, FIRST_TABLE + first, n)


def _play_slice(
    players: dict[str, Policy], game: tuple[Any, ...], first: int, last: int
) -> tuple[NDArray[np.int64], int, list[Hand]]:
    """Play deals first .. last - 1: gives int64[deals, players], the chips won by deal, then hands a deal and the histories."""
    rules, stacks, raises, seed, duplicate, keep = game
    seats = len(players)
    won = np.zeros((last - first, seats), np.int64)
    histories: list[Hand] = []
    for turn in range(seats):
        deals = np.arange(first, last)
        if not duplicate:
            deals = deals[deals % seats == turn]
        order = np.roll(np.arange(seats), turn)  # the player on each seat
        v = VectorTable(len(deals), rules, stacks, 0, button=BUTTON, raises=raises, next_hand=False)
        v.reset(seed=_deal_seeds(seed, first, last - first)[deals - first])
        actions = _play_out(v, [list(players.items())[player] for player in order], deals, keep)
        won[deals - first] += v.payoffs[:, np.argsort(order)]
        if keep:
            names = tuple(list(players)[player] for player in order)
            histories += [Hand(int(deal), names, tuple(done)) for deal, done in zip(deals, actions)]
    histories.sort(key=lambda hand: hand.deal)
    return won, seats if duplicate else 1, histories


def _play_out(v: VectorTable, seated: Sequence[tuple[str, Policy]], deals: NDArray[np.int64], keep: bool) -> list[list[int]]:
    """Play every table to the end of its hand; gives the totals of its actions, if they are to be kept."""
    asked = ""  # the player whose policy was called last, the first of those who share it

    def player(name: str, policy: Policy) -> Policy:
        def ask(see: Observations) -> NDArray[np.integer[Any]]:
            nonlocal asked
            asked = name
            return policy(see)

        ask.__name__ = name  # which errors tell
        return ask

    calls = {id(policy): player(name, policy) for name, policy in reversed(seated)}
    policies = [calls[id(policy)] for _, policy in seated]
    actions: list[list[int]] = [[] for _ in range(v.n if keep else 0)]
    rows = np.flatnonzero(v.actor >= 0)
    while len(rows):
        try:
            codes = choose(policies, v, rows)
        except Exception as error:
            error.add_note(f"raised by policy {asked!r}")
            raise
        if keep:
            inside = np.clip(codes, 0, v.codes - 1)
            for row, total in zip(rows.tolist(), v.totals[rows, inside].tolist()):
                actions[row].append(total)
        try:
            v.step(codes, tables=rows)
        except IllegalAction as error:
            bad = rows[_first_illegal(v, rows, codes)]
            raise IllegalAction(f"policy {seated[v.actor[bad]][0]!r}, deal {deals[bad]}: {error}") from error
        rows = rows[v.actor[rows] >= 0]
    return actions


def _first_illegal(v: VectorTable, rows: NDArray[np.int64], codes: NDArray[np.int64]) -> int:
    inside = (codes >= 0) & (codes < v.codes)
    return int((~(inside & v.mask[rows, np.where(inside, codes, 0)])).argmax())


# ------------------------------------------------------------------------------------------------------------- the sum


class _Total:
    """Adds up slices; exact, for chips are whole numbers."""

    def __init__(self, seats: int) -> None:
        self.deals = self.hands = 0
        self.sum = [0] * seats
        self.squares = [0] * seats
        self.points = [[0] * seats]
        self.point_hands = [0]
        self.histories: list[Hand] = []

    def add(self, won: NDArray[np.int64], hands_a_deal: int, histories: list[Hand]) -> None:
        for first in range(0, len(won), POINT):
            block = won[first : first + POINT]
            self.deals += len(block)
            self.hands += len(block) * hands_a_deal
            self.sum = [before + int(chips) for before, chips in zip(self.sum, block.sum(axis=0))]
            self.points.append(self.sum)
            self.point_hands.append(self.hands)
        exact = won.astype(object) if np.abs(won).max() >= 1 << 24 else won
        self.squares = [before + int(chips) for before, chips in zip(self.squares, (exact * exact).sum(axis=0))]
        self.histories += histories

    def match(self, players: tuple[str, ...], rules: Rules, stacks: tuple[int, ...], seed: int, duplicate: bool) -> Match:
        n, unit = self.deals, big_blind(rules)
        scale = 100 * n / (self.hands * unit)  # from chips a deal to big blinds per 100 hands
        means = [total / n for total in self.sum]
        spread = [n * squares - total * total for squares, total in zip(self.squares, self.sum)]  # n * (n - 1) times the variance
        errors = [sqrt(s / (n * n * (n - 1))) if n > 1 else nan for s in spread]
        return Match(
            players=players,
            hands=self.hands,
            deals=n,
            seed=seed,
            duplicate=duplicate,
            rules=rules,
            stacks=stacks,
            chips=tuple(self.sum),
            bb_per_100=tuple(scale * mean for mean in means),
            stderr=tuple(scale * error for error in errors),
            curve=np.array(self.points) / unit,
            curve_hands=np.array(self.point_hands),
            histories=tuple(self.histories),
        )
