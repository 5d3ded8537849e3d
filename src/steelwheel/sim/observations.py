"""What a player sees, for many tables at once, and the policies that act on it.

Everything is told from one seat, by default the actor's: seats are counted clockwise from it, chips in *big blinds* (in games
without blinds, in least bets). A policy therefore plays any seat of any table alike.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, TypeAlias, TypedDict

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelwheel.holdem.betting import IllegalAction
from steelwheel.holdem.rules import Rules
from steelwheel.sim.vector import VectorTable

NO_CARD = 52
"""In an observation, of a card that is not there; cards are 0..51."""


class Observations(TypedDict):
    """Arrays with one row a table, k of them; seat 0 is the one that looks, seat 1 the next clockwise."""

    hole_cards: NDArray[np.uint8]
    """uint8[k, 2]: the seat's own cards in the order dealt."""
    board: NDArray[np.uint8]
    """uint8[k, 5]: 52 = not dealt yet."""
    street: NDArray[np.int64]
    """int64[k]: 0 before the flop, 1 flop, 2 turn, 3 river."""
    button: NDArray[np.int64]
    """int64[k]: the seat with the button."""
    live: NDArray[np.int8]
    """int8[k, seats]: 1 = has not folded."""
    stacks: NDArray[np.float32]
    """float32[k, seats], big blinds: behind."""
    bets: NDArray[np.float32]
    """float32[k, seats], big blinds: in front on this street."""
    stakes: NDArray[np.float32]
    """float32[k, seats], big blinds: put in on earlier streets, dead antes not included."""
    pot: NDArray[np.float32]
    """float32[k], big blinds: all that is in, bets in front included."""
    to_call: NDArray[np.float32]
    """float32[k], big blinds: what a call adds; 0 = a check is free, or it is not the seat's turn."""
    raise_to: NDArray[np.float32]
    """float32[k, 2], big blinds: smallest and largest total of a bet or raise; 0 = none is legal."""
    action_mask: NDArray[np.int8]
    """int8[k, codes]: 1 = the code is legal; all 0 if it is not the seat's turn."""
    key: NDArray[np.uint64]
    """uint64[k]: a random number of this decision, for policies that mix. It depends on the table's seed, the hand, the street, the
    pot and the seat to act, not on the cards and not on how tables are batched."""


Policy: TypeAlias = Callable[[Observations], NDArray[np.integer[Any]]]
"""Gives k legal codes, one a table. If the code of a table depends on its row alone, games come out the same for any number of
tables, slices and workers."""


def big_blind(rules: Rules) -> int:
    """The unit of chips in observations and rewards: the big blind, in games without blinds the least bet."""
    return rules.big_blind or rules.min_bet


def observe(tables: VectorTable, rows: ArrayLike | None = None, seats: ArrayLike | None = None) -> Observations:
    """What players see: new arrays, not views.

    Args:
        tables: the tables.
        rows: indices of k of them, in any order; None = all.
        seats: who looks at each of them, k seats or one for all; None = whoever is to act.

    Raises:
        ValueError: no seat is given, and at some table nobody is to act.

    >>> v = VectorTable(4096, Rules.no_limit(blinds=(1, 2)), stacks=[200] * 6, seed=1)
    >>> v.reset()
    >>> see = observe(v)
    >>> see["bets"][0].tolist(), see["to_call"][0].item(), see["action_mask"][0].tolist()
    ([0.0, 0.0, 0.0, 0.0, 0.5, 1.0], 1.0, [1, 1, 1, 1, 1, 1])
    """
    index = np.arange(tables.n) if rows is None else np.asarray(rows, np.intp)

    def of(array: NDArray[Any]) -> NDArray[Any]:
        return array if rows is None else array[index]

    actor = of(tables.actor)
    if seats is None and index.size and actor.min() < 0:
        raise ValueError(f"table {index[actor.argmin()]}: nobody is to act: say whose view it is")
    looking = actor if seats is None else np.broadcast_to(np.asarray(seats, np.int8), index.shape)
    clockwise, members = _around(tables.seats)
    places = clockwise.take(looking, axis=0) + (index * tables.seats)[:, None]
    unit = big_blind(tables.rules)

    def blinds(chips: NDArray[np.int64]) -> NDArray[np.float32]:
        return np.divide(chips, unit, dtype=np.float32)

    def around(chips: NDArray[np.int64]) -> NDArray[np.float32]:
        return blinds(chips.ravel().take(places))

    live = of(tables.live)
    seen = Observations(
        hole_cards=np.minimum(tables.hole_cards.reshape(-1, 2).take(places[:, 0], axis=0), NO_CARD),
        board=np.minimum(of(tables.board), NO_CARD),
        street=of(tables.street).astype(np.int64),
        button=((of(tables.button) - looking) % tables.seats).astype(np.int64),
        live=members.take((live | live.astype(np.uint32) << tables.seats) >> looking & len(members) - 1, axis=0),
        stacks=around(tables.stacks),
        bets=around(tables.bets),
        stakes=around(tables.stakes),
        pot=blinds(of(tables.pot)),
        to_call=blinds(of(tables.call)),
        raise_to=blinds(np.stack([of(tables.min_raise_to), of(tables.max_raise_to)], -1)),
        action_mask=of(tables.mask).astype(np.int8),
        key=_keys(of(tables.seed), of(tables.hand), of(tables.pot), of(tables.street), actor),
    )
    if seats is not None:
        waits = looking != actor
        for name in ("to_call", "raise_to", "action_mask"):
            seen[name][waits] = 0
    return seen


def choose(policies: Sequence[Policy], tables: VectorTable, rows: ArrayLike | None = None) -> NDArray[np.int64]:
    """Codes of the players to act, int64[k], by the policies of their seats.

    Args:
        policies: one for each seat; one that stands for several seats is asked once for all of them.
        tables: the tables. rows: indices of k of them; None = all.

    Raises:
        IllegalAction: a policy gave something that is not k whole numbers. Whether they are legal is seen at the step.
    """
    index = np.arange(tables.n) if rows is None else np.asarray(rows, np.intp)
    distinct = list({id(policy): policy for policy in policies}.values())
    of_seat = np.array([next(i for i, policy in enumerate(distinct) if policy is given) for given in policies])
    asked = of_seat[tables.actor[index]]
    codes = np.empty(len(index), np.int64)
    for i, policy in enumerate(distinct):
        chosen = np.flatnonzero(asked == i)
        if len(chosen):
            given = np.asarray(policy(observe(tables, index[chosen])))
            if given.shape != chosen.shape or given.dtype.kind not in "iu":
                what = f"codes of type {given.dtype} and shape {given.shape}"
                raise IllegalAction(f"{policy!r} gave {what}: there must be {len(chosen)} whole numbers")
            codes[chosen] = given
    return codes


def mix(x: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """A bijection of 64 bits that spreads every bit over all (the finish of SplitMix64)."""
    x = (x ^ x >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ x >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return x ^ x >> np.uint64(31)


def _keys(
    seed: NDArray[np.uint64],
    hand: NDArray[np.uint64],
    pot: NDArray[np.int64],
    street: NDArray[np.int8],
    actor: NDArray[np.int8],
) -> NDArray[np.uint64]:
    """No two decisions of a hand share street, actor and pot: who acts twice on a street has been raised in between."""
    place = (pot.view(np.uint64) << np.uint64(6)) + (street.astype(np.uint64) << np.uint64(4)) + actor.astype(np.uint64)
    # Not the constants by which csrc/random.h makes a deck of seed and hand.
    sum_ = seed * np.uint64(0xD1342543DE82EF95) + hand * np.uint64(0xAF251AF3B0F025B5) + place * np.uint64(0xF1357AEA2E62A9C5)
    return mix(mix(sum_))


@cache
def _around(seats: int) -> tuple[NDArray[np.intp], NDArray[np.int8]]:
    """intp[seats, seats], in row s all seats clockwise from s; int8[2**seats, seats], the seats of each bit mask."""
    around = np.arange(seats)
    return (around[:, None] + around) % seats, (np.arange(1 << seats)[:, None] >> around & 1).astype(np.int8)
