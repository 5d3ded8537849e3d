"""What a player sees, for many tables at once, and the policies that act on it.

Everything is told from one seat, by default the actor's: seats are counted clockwise from it, chips in *big blinds* (in games
without blinds, in least bets). A policy therefore plays any seat of any table alike; and what is trained in an environment, which
gives the same arrays, plays in the `arena` as it is.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NotRequired, TypeAlias, TypedDict, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelwheel._native import ffi, lib
from steelwheel.holdem.betting import IllegalAction
from steelwheel.holdem.rules import Rules
from steelwheel.sim.vector import VectorTable

NO_CARD = 52
"""In an observation, of a card that is not there; cards are 0..51."""


class Observations(TypedDict):
    """Arrays with one row a table, k of them; seat 0 is the one that looks, seat 1 the next clockwise.

    Chips are of shape (k, something), if only (k, 1), as layers of networks want them.
    """

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
    """float32[k, 1], big blinds: all that is in, bets in front included."""
    to_call: NDArray[np.float32]
    """float32[k, 1], big blinds: what a call adds; 0 = a check is free, or it is not the seat's turn."""
    raise_to: NDArray[np.float32]
    """float32[k, 2], big blinds: smallest and largest total of a bet or raise; 0 = none is legal."""
    action_mask: NDArray[np.int8]
    """int8[k, codes]: 1 = the code is legal; all 0 if it is not the seat's turn. Of two raises the larger code is the larger."""
    key: NotRequired[NDArray[np.uint64]]
    """uint64[k]: a random number of this decision, for policies that mix; 0 if it is not the seat's turn. It is made of the table's
    seed, the hand, the street, the pot and the seat to act, however tables are batched. Environments give it in their info instead.

    The same seed shuffles the cards. It cannot be computed from keys, but a policy can try out seeds until one gives the keys and
    the cards it sees, which is soon done with small ones: where policies are not trusted, draw the seed at random."""


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
        rows: indices of k of them, in any order, or bool[n]; None = all.
        seats: who looks at each of them, k seats or one for all; None = whoever is to act.

    Raises:
        ValueError: a table or a seat that is none, or no seat is given and nobody is to act; the message names the table.

    >>> v = VectorTable(4096, Rules.no_limit(blinds=(1, 2)), stacks=[200] * 6, seed=1)
    >>> v.reset()
    >>> see = observe(v)
    >>> see["bets"][0].tolist(), see["to_call"][0].tolist(), see["action_mask"][0].tolist()
    ([0.0, 0.0, 0.0, 0.0, 0.5, 1.0], [1.0], [1, 1, 1, 1, 1, 1])
    """
    which = None if rows is None else tables._indices(rows)
    k = tables.n if which is None else len(which)
    looking = None if seats is None else _seats(seats, k)
    seen: dict[str, NDArray[Any]] = {}
    views = ffi.new("struct sw_views *")
    for name, dtype, kind, shape in _fields(tables.seats, tables.codes):
        seen[name] = array = np.empty((k, *shape), dtype)
        setattr(views, name, ffi.from_buffer(kind, array))
    lent = [ffi.NULL if indices is None else ffi.from_buffer("int64_t[]", indices) for indices in (which, looking)]
    with tables._lock:
        done = lib.sw_tables_observe(tables._c, lent[0], k, lent[1], big_blind(tables.rules), views)
    if done < k:
        table = done if which is None else which[done]
        if looking is None:
            raise ValueError(f"table {table}: nobody is to act: say whose view it is")
        raise ValueError(f"table {table}: there is no seat {looking[done]}: there are seats 0..{tables.seats - 1}")
    return cast(Observations, seen)


def choose(policies: Sequence[Policy], tables: VectorTable, rows: ArrayLike | None = None) -> NDArray[np.int64]:
    """Codes of the players to act, int64[k], by the policies of their seats.

    Args:
        policies: one for each seat; one that stands for several seats is asked once for all of them.
        tables: the tables. rows: as for `observe`.

    Raises:
        ValueError: there is not one policy for each seat.
        IllegalAction: a policy gave something that is not k whole numbers; the message names it. Whether they are legal is seen at
            the step.
    """
    if len(policies) != tables.seats or not all(map(callable, policies)):
        raise ValueError(f"policies {policies!r}: there must be a function for each of {tables.seats} seats")
    index = np.arange(tables.n) if rows is None else tables._indices(rows)
    distinct = list({id(policy): policy for policy in policies}.values())
    of_seat = np.array([next(i for i, policy in enumerate(distinct) if policy is given) for given in policies])
    asked = of_seat[tables.actor[index]]
    codes = np.empty(len(index), np.int64)
    for i, policy in enumerate(distinct):
        chosen = np.flatnonzero(asked == i)
        if len(chosen):
            codes[chosen] = _codes(policy, policy(observe(tables, index[chosen])), len(chosen))
    return codes


def _codes(policy: Policy, given: ArrayLike, k: int) -> NDArray[np.integer[Any]]:
    """What a policy gave, if it is k whole numbers."""
    try:
        codes = np.asarray(given)
        what = f"codes of type {codes.dtype} and shape {codes.shape}"
    except ValueError:
        what = "rows of different lengths"
    else:
        if codes.shape == (k,) and codes.dtype.kind in "iu":
            return codes
    name = getattr(policy, "__name__", policy)
    raise IllegalAction(f"policy {name!r} gave {what}: there must be {k} whole numbers, of shape ({k},)")


@cache
def _fields(seats: int, codes: int) -> list[tuple[str, type[np.generic], str, tuple[int, ...]]]:
    """Of the arrays of ``struct sw_views``: name, dtype, C type, and what follows k in the shape."""
    s, c = (seats,), (codes,)
    return [
        ("hole_cards", np.uint8, "uint8_t[]", (2,)),
        ("board", np.uint8, "uint8_t[]", (5,)),
        ("street", np.int64, "int64_t[]", ()),
        ("button", np.int64, "int64_t[]", ()),
        ("live", np.int8, "int8_t[]", s),
        *((name, np.float32, "float[]", s) for name in ("stacks", "bets", "stakes")),
        *((name, np.float32, "float[]", (1,)) for name in ("pot", "to_call")),
        ("raise_to", np.float32, "float[]", (2,)),
        ("action_mask", np.int8, "int8_t[]", c),
        ("key", np.uint64, "uint64_t[]", ()),
    ]


def _seats(seats: ArrayLike, k: int) -> NDArray[np.int64]:
    given = np.asarray(seats)
    if given.dtype.kind not in "iu" or given.shape not in ((), (k,)):
        raise ValueError(f"seats of type {given.dtype} and shape {given.shape}: there must be one, or one for each of {k} tables")
    looking = np.empty(k, np.int64)
    looking[:] = given
    return looking
