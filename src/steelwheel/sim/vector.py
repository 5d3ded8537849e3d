"""VectorTable: thousands of poker tables stepped in one call of the C core.

Its tables play by the rules of `steelwheel.Table`: the same forced bets, legal actions, pots and payoffs from the same cards. The
state is a struct of arrays, one row a table, that can be read without a copy; only the methods change it.

A *code* is a discrete action: 0 fold, 1 check or call, 2 the least bet or raise, then raises by fractions of the pot, the last one
all-in. A *total* is what an action makes of the actor's chips in front, the unit of `Table.act`: -1 folds.
"""

import os
from collections.abc import Iterable, Sequence
from threading import Lock
from typing import Any, Self, TypeAlias
from weakref import WeakSet

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelwheel._native import ffi, lib
from steelwheel.arguments import checked_seed, whole
from steelwheel.cards import CardError, card_text
from steelwheel.decks import deal, fresh_seed
from steelwheel.holdem.betting import IllegalAction, Legal
from steelwheel.holdem.pots import split_pots
from steelwheel.holdem.rules import Rules
from steelwheel.sim.game import MOST_CHIPS, MOST_SEATS, check_rules, game_of

Tables: TypeAlias = NDArray[Any] | Sequence[int] | Sequence[bool] | None

NO_CARD = 255
ILLEGAL = -2
"""In `VectorTable.totals`, of a code that is not legal."""

RAISES = (0.5, 1.0)
"""Fractions of the pot that codes raise by unless told otherwise."""

_GAME = ("seats", "rules", "raises", "next_hand", "keep_stacks")
"""What the tables of one VectorTable have in common."""

_FIELDS: dict[str, tuple[Any, str]] = {
    "seed": (np.uint64, ""),
    "hand": (np.uint64, ""),
    "deck": (np.uint8, "d"),
    "hole_cards": (np.uint8, "s2"),
    "board": (np.uint8, "5"),
    **dict.fromkeys(("street", "button", "actor"), (np.int8, "")),
    **dict.fromkeys(("stacks", "bets", "stakes", "start", "payoffs"), (np.int64, "s")),
    **dict.fromkeys(("pot", "dead", "missing", "high", "full_raise", "full_level"), (np.int64, "")),
    **dict.fromkeys(("dealt", "live", "able", "pending", "acted"), (np.uint16, "")),
    **dict.fromkeys(("raised", "capped", "finished"), (np.uint8, "")),
    **dict.fromkeys(("call", "min_raise_to", "max_raise_to"), (np.int64, "")),
    "totals": (np.int64, "c"),
    "mask": (np.bool_, "c"),
}
"""Arrays of ``struct sw_tables``: dtype, and what follows n in the shape: s = seats, c = codes, d = cards of a deck."""


def table_seeds(seed: int, first: int, n: int) -> NDArray[np.uint64]:
    """Seeds of tables first .. first + n - 1 of a seed, whatever the number of tables."""
    golden = seed * 0x9E3779B97F4A7C15 + first
    return np.uint64(golden % (1 << 64)) + np.arange(n, dtype=np.uint64)


class VectorTable:
    """Many tables of one kind, stepped at once.

    Every hand ends with its payoffs and, unless told otherwise, the next one begins by itself: the button moves, and all seats have
    the chips again that they began with. Arrays are views of the state and change with it.

    >>> v = VectorTable(4096, Rules.no_limit(blinds=(1, 2)), stacks=[200] * 6, seed=1)
    >>> v.reset()
    >>> v.actor[:3].tolist(), v.call[:3].tolist(), v.min_raise_to[:3].tolist()
    ([3, 3, 3], [2, 2, 2], [4, 4, 4])
    >>> finished = v.step(np.ones(4096, int))
    >>> v.actor[:3].tolist(), v.pot[:3].tolist()
    ([4, 4, 4], [5, 5, 5])
    """

    n: int
    """Number of tables."""
    seats: int
    """Seats of each, empty ones included."""
    rules: Rules
    raises: tuple[float, ...]
    """Fractions of the pot that codes 3, 4 .. raise by."""
    next_hand: bool
    keep_stacks: bool
    seed: NDArray[np.uint64]
    """uint64[n]: table i shuffles as ``Table(seed=seed[i])`` does."""
    hand: NDArray[np.uint64]
    """uint64[n]: hands before this one."""
    hole_cards: NDArray[np.uint8]
    """uint8[n, seats, 2] card codes in the order dealt; 255 = dealt none."""
    board: NDArray[np.uint8]
    """uint8[n, 5] card codes; 255 = not dealt yet."""
    street: NDArray[np.int8]
    """int8[n]: 0 before the flop, 1 flop, 2 turn, 3 river."""
    button: NDArray[np.int8]
    """int8[n]: the button's seat."""
    actor: NDArray[np.int8]
    """int8[n]: whose turn it is; -1 = nobody's, the table waits for a reset."""
    stacks: NDArray[np.int64]
    """int64[n, seats]: chips behind."""
    bets: NDArray[np.int64]
    """int64[n, seats]: chips in front on this street."""
    stakes: NDArray[np.int64]
    """int64[n, seats]: chips collected on earlier streets, dead ones not included."""
    start: NDArray[np.int64]
    """int64[n, seats]: chips behind when the hand began."""
    pot: NDArray[np.int64]
    """int64[n]: all chips of the hand, bets in front included."""
    dead: NDArray[np.int64]
    """int64[n]: chips of the pot that are nobody's stake."""
    dealt: NDArray[np.uint16]
    """uint16[n]: bit mask of the seats dealt in."""
    live: NDArray[np.uint16]
    """uint16[n]: bit mask of the seats that have not folded."""
    call: NDArray[np.int64]
    """int64[n]: chips that a call adds; 0 = the actor may check."""
    min_raise_to: NDArray[np.int64]
    """int64[n]: smallest total of a bet or raise; 0 = none is legal."""
    max_raise_to: NDArray[np.int64]
    """int64[n]: largest total of a bet or raise; 0 = none is legal."""
    totals: NDArray[np.int64]
    """int64[n, codes]: what each code makes the actor's total for the street; -1 folds, -2 is not legal."""
    mask: NDArray[np.bool_]
    """bool[n, codes]: whether each code is legal."""
    payoffs: NDArray[np.int64]
    """int64[n, seats]: chips won and lost in the hands that ended with the table's last step or reset; otherwise 0."""
    finished: NDArray[np.uint8]
    """uint8[n]: how many hands those are: 0 or 1, more if blinds put the next players all-in."""

    def __init__(
        self,
        n: int,
        rules: Rules,
        stacks: ArrayLike,
        seed: int | None = None,
        *,
        button: ArrayLike = 0,
        raises: Iterable[float] = RAISES,
        next_hand: bool = True,
        keep_stacks: bool = False,
    ) -> None:
        """Tables without a hand; `reset` deals.

        Args:
            n: number of tables, 0 or more.
            rules: of every table. Not carried are a rake, further run-outs, a dead button, hidden hands of all-in players
                and trimmed antes of different sizes.
            stacks: chips of each seat, 2 to 10 of them, or of each table and seat; 0 = an empty seat; below 2**40 in sum.
            seed: 0..2**64 - 1. Table i has `table_seeds` i of it, so that its cards depend on (seed, i) alone. None draws one.
            button: the first hand's, of all tables or each.
            raises: fractions of the pot as it is after calling, rising, to a thousandth, that codes 3, 4 .. raise by.
            next_hand: the next hand begins by itself; otherwise a table waits for a `reset` with nobody to act.
            keep_stacks: the next hand is played with the chips that the last one left, until fewer than two seats have any.

        Raises:
            ValueError: a number out of range, or an option of the rules that is not carried, by name.
        """
        n = whole("the number of tables", n, 0)
        seed = fresh_seed() if seed is None else checked_seed(seed)
        check_rules(rules)
        chips = _whole_numbers("stacks", stacks)
        if chips.ndim not in (1, 2) or not 2 <= chips.shape[-1] <= MOST_SEATS:
            raise ValueError(f"stacks of shape {chips.shape}: it must be (seats,) or (n, seats) with 2 to {MOST_SEATS} seats")
        game = (chips.shape[-1], rules, tuple(raises), bool(next_hand), bool(keep_stacks))
        self.__dict__.update(zip(_GAME, game))
        self._lend(n)
        self._stacks = self._rows("stacks", chips, np.arange(n), (self.seats,))
        self._button = self._rows("button", button, np.arange(n), ())
        self._arrays["seed"][:] = table_seeds(seed, 0, n)
        self._arrays["actor"][:] = -1
        self._arrays["totals"][:] = ILLEGAL
        for name in ("hole_cards", "board"):
            self._arrays[name][:] = NO_CARD
        self._check_players(self._stacks, np.arange(n))

    def _lend(self, n: int, like: Self | None = None) -> None:
        """Write the rules for the C core, allocate the arrays of n tables and give them to it."""
        if like is None:
            self._c, self._unplayable = game_of(self.rules, self.seats, self.raises, self.next_hand, self.keep_stacks)
        else:
            self._c, self._unplayable = ffi.new("struct sw_tables *", like._c[0]), like._unplayable
        self.__dict__["n"] = self._c.n = n
        self._lock = Lock()
        _ALIVE.add(self)
        self._arrays: dict[str, NDArray[Any]] = {}
        sizes = {"s": self.seats, "c": self.codes, "d": lib.SW_TABLES_DECK}
        for name, (dtype, shape) in _FIELDS.items():
            array = np.zeros((self.n, *(sizes.get(letter) or int(letter) for letter in shape)), dtype)
            self._arrays[name] = array
            setattr(self._c, name, ffi.cast("void *", array.ctypes.data))
            if name in VectorTable.__annotations__:  # the others are nobody's business
                self.__dict__[name] = np.asarray(array.data.toreadonly())  # which nobody can make writeable

    def __setattr__(self, name: str, value: object) -> None:
        if name in VectorTable.__annotations__:
            raise AttributeError(f"{name} of a VectorTable cannot be set: reset, step and restore change its state")
        super().__setattr__(name, value)

    def __delattr__(self, name: str) -> None:
        if name in VectorTable.__annotations__:
            raise AttributeError(f"{name} of a VectorTable cannot be deleted")
        super().__delattr__(name)

    # ------------------------------------------------------------------------------------------------------------ playing

    def reset(
        self,
        tables: Tables = None,
        *,
        stacks: ArrayLike | None = None,
        button: ArrayLike | None = None,
        seed: ArrayLike | None = None,
        hand: ArrayLike = 0,
        decks: ArrayLike | None = None,
    ) -> None:
        """Begin a hand on all tables or on some: with the stacks and the button of the constructor unless others are given.

        Args:
            tables: rising indices, or bool[n]; None = all. Below, k is their number.
            stacks: (seats,) or (k, seats) chips.
            button: one seat or k.
            seed: one for all or k of them, which the tables keep; None = as before.
            hand: one number or k of them: hand h is dealt from row h of ``deal(h + 1, 52, seed=seed)``.
            decks: uint8[k, cards] in the order dealt, at least 2 a player and 8; None = shuffled by the seed. Later hands are
                shuffled all the same.

        Raises:
            ValueError, CardError: something that does not fit or is out of range; the message names the table, nothing has changed.
        """
        rows = self._chosen(tables)
        k = len(rows)
        new = {
            "stacks": self._stacks[rows] if stacks is None else self._rows("stacks", stacks, rows, (self.seats,)),
            "button": self._button[rows] if button is None else self._rows("button", button, rows, ()),
            "hand": _unsigned("hand", hand, k),
        }
        if seed is not None:
            new["seed"] = _unsigned("seed", seed, k)
        self._check_players(new["stacks"], rows)
        cards, width = ffi.NULL, 0
        if decks is not None:
            dealt = _decks(decks, k)
            cards, width = ffi.from_buffer("uint8_t[]", dealt), dealt.shape[1]
        with self._lock:
            before = {name: self._arrays[name][rows] for name in new}
            self._write(new, rows)
            done = lib.sw_tables_reset(self._c, _pointer(rows), k, cards, width)
            if done < k:
                self._write(before, rows)
        if done < k:
            raise CardError(f"table {rows[done]}: {_deck_fault(dealt[done], new['stacks'][done])}")

    def step(self, actions: ArrayLike | None = None, *, to: ArrayLike | None = None, tables: Tables = None) -> NDArray[np.uint8]:
        """Let the actors act: of all tables, or of some.

        Args:
            actions: one code a table. to: instead, one total a table, -1 to fold.
            tables: rising indices, or bool[n]; None = all.

        Returns:
            The view `finished`.

        Raises:
            IllegalAction: an action that is not legal, or none where one is due; the message names the table and what is legal.
                No table has changed.
        """
        if (actions is None) == (to is None):
            raise IllegalAction("a step takes either codes or, as to=, totals for the street")
        rows = None if tables is None else self._chosen(tables)
        k = self.n if rows is None else len(rows)
        chosen = _actions(
            "totals" if actions is None else "codes", actions if to is None else to, range(k) if rows is None else rows
        )
        codes, totals = (ffi.NULL, _pointer(chosen)) if actions is None else (_pointer(chosen), ffi.NULL)
        with self._lock:
            done = lib.sw_tables_step(self._c, ffi.NULL if rows is None else _pointer(rows), k, codes, totals)
        if done < k:
            raise self._refusal(done if rows is None else int(rows[done]), int(chosen[done]), actions is None)
        return self.finished

    # ------------------------------------------------------------------------------------------------------------ reading

    @property
    def codes(self) -> int:
        """Number of codes: fold, check or call, least raise, the fractions of the pot, all-in."""
        return 4 + len(self.raises)

    @property
    def folded(self) -> NDArray[np.bool_]:
        """bool[n, seats]: seats not in the hand: folded, or not dealt in."""
        out: NDArray[np.bool_] = (self.live[:, None] >> np.arange(self.seats, dtype=np.uint16) & 1) == 0
        return out

    @property
    def pots(self) -> NDArray[np.int64]:
        """int64[n, seats]: chips collected in the main pot, the first side pot and so on; bets in front are not in them."""
        folded = self.folded
        folded[self.dealt == 0, 0] = False  # somebody must win the nothing of a table without a hand
        strengths = np.zeros(folded.shape, np.uint16)
        pots: NDArray[np.int64] = split_pots(self.stakes, folded, strengths, 0, dead=self.dead).pots
        return pots

    def legal(self, table: int) -> Legal:
        """What the actor of one table may do, as `Table.legal` says it."""
        (table,) = self._indices([table])
        if self.actor[table] < 0:
            return Legal(False, False, 0, None)
        call, low, high = (int(array[table]) for array in (self.call, self.min_raise_to, self.max_raise_to))
        return Legal(bool(self.mask[table, 0]), call == 0, call, (low, high) if high else None)

    def __len__(self) -> int:
        return self.n

    def __repr__(self) -> str:
        return (
            f"<VectorTable of {self.n} tables, {self.seats} seats, {self.rules.structure}, {int((self.actor >= 0).sum())} to act>"
        )

    # ------------------------------------------------------------------------------------------------------ copy, restore

    def copy(self, tables: Tables | NDArray[np.integer[Any]] = None) -> Self:
        """Independent tables in the same state: all, or those of some indices in any order, repeated or not.

        >>> v = VectorTable(2, Rules.no_limit(blinds=(1, 2)), stacks=[200] * 6, seed=1)
        >>> v.reset()
        >>> rollouts = v.copy([1] * 100)
        >>> rollouts.n, rollouts.actor[99] == v.actor[1]
        (100, np.True_)
        """
        rows = np.arange(self.n) if tables is None else self._indices(tables)
        twin = object.__new__(type(self))
        twin.__dict__.update((name, getattr(self, name)) for name in _GAME)
        twin._lend(len(rows), like=self)
        with self._lock:
            twin._stacks, twin._button = self._stacks[rows], self._button[rows]
            twin._take(self, slice(None), rows)
        return twin

    def redeal(self, seed: int, known: ArrayLike | None = None, tables: Tables = None) -> None:
        """Deal anew the cards that are not known, so that copies of a table have futures of their own.

        All that can be are equally likely: what the betting tells of the others' hands is left to you.

        Args:
            seed: 0..2**64 - 1; the k-th table is dealt from row k of ``deal(k + 1, 52, seed=seed)``.
            known: the seat whose hole cards are known, of all tables or each; those of the others are dealt anew too.
                None = everybody's are known, and only the cards to come are not.
            tables: rising indices, or bool[n]; None = all.

        Raises:
            ValueError: nobody is to act at one of the tables, or the seat known there was dealt no cards.

        >>> v = VectorTable(1, Rules.no_limit(blinds=(1, 2)), stacks=[200] * 6, seed=1)
        >>> v.reset()
        >>> rollouts = v.copy([0] * 1000)
        >>> rollouts.redeal(seed=7, known=3)
        >>> len(np.unique(rollouts.hole_cards[:, 3], axis=0)), len(np.unique(rollouts.hole_cards[:, 4], axis=0)) > 500
        (1, True)
        """
        rows = self._chosen(tables)
        k = len(rows)
        shuffled = deal(k, 52, seed=checked_seed(seed))
        seats = None if known is None else self._rows("known", known, rows, ())
        with self._lock:
            hole, board = self.hole_cards[rows], self.board[rows]
            over = np.flatnonzero(self.actor[rows] < 0)
            if len(over):
                raise ValueError(f"table {rows[over[0]]}: there are no cards to come: nobody is to act")
            seen = hole.reshape(k, 2 * self.seats)
            if seats is not None:
                seen = hole[np.arange(k), seats]
                out = np.flatnonzero(seen[:, 0] == NO_CARD)
                if len(out):
                    raise ValueError(f"table {rows[out[0]]}: seat {seats[out[0]]} has no cards that could be known")
            is_known = np.zeros((k, 256), bool)
            np.put_along_axis(is_known, np.concatenate([seen, board], axis=1).astype(np.intp), True, axis=1)
            new_first = np.argsort(np.take_along_axis(is_known, shuffled.astype(np.intp), 1), axis=1, kind="stable")
            new = np.take_along_axis(shuffled, new_first, 1)
            deck = self._arrays["deck"][rows]
            stays = np.take_along_axis(is_known, deck.astype(np.intp), 1)
            deck = np.where(stays, deck, np.take_along_axis(new, (~stays).cumsum(1) - 1, 1))
            self._arrays["deck"][rows] = deck
            self._arrays["hole_cards"][rows] = self._dealt_holes(deck, rows)

    def _dealt_holes(self, deck: NDArray[np.uint8], rows: NDArray[np.int64]) -> NDArray[np.uint8]:
        """uint8[k, seats, 2]: whom the cards of a deck go to, one at a time from the first seat left of the button."""
        order = (self.button[rows, None] + np.arange(1, self.seats + 1)) % self.seats
        is_dealt = self.dealt[rows, None] >> order & 1
        place = is_dealt.cumsum(1) - 1
        first, second = (np.take_along_axis(deck, at, 1) for at in (place.clip(0), (place + is_dealt.sum(1)[:, None]).clip(0)))
        hole = np.empty((len(rows), self.seats, 2), np.uint8)
        cards = np.where(is_dealt[:, :, None] == 1, np.stack([first, second], 2), NO_CARD)
        np.put_along_axis(hole, order[:, :, None], cards, 1)
        return hole

    def restore(self, saved: Self, tables: Tables = None) -> None:
        """Put tables into the state of others, that a `copy` holds: its first table into the first of ``tables``, and so on.

        Raises:
            ValueError: another number of tables, or tables of another game.
        """
        rows = self._chosen(tables)
        if len(rows) != saved.n:
            raise ValueError(f"{saved.n} tables cannot be restored to {len(rows)}")
        for name in _GAME:
            if getattr(self, name) != getattr(saved, name):
                raise ValueError(f"tables of another game: {name} is {getattr(saved, name)!r}, not {getattr(self, name)!r}")
        saved = saved.copy()  # so that the two are not locked at once
        with self._lock:
            self._stacks[rows], self._button[rows] = saved._stacks, saved._button
            self._take(saved, rows, slice(None))

    def __getstate__(self) -> dict[str, Any]:
        twin = self.copy()
        return {name: getattr(twin, name) for name in (*_GAME, "n", "_stacks", "_button", "_arrays")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update((name, state[name]) for name in (*_GAME, "_stacks", "_button"))
        self._lend(state["n"])
        for name, array in self._arrays.items():
            array[:] = state["_arrays"][name]

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def _take(self, other: Self, to: Any, of: Any) -> None:
        for name, array in self._arrays.items():
            array[to] = other._arrays[name][of]

    # ------------------------------------------------------------------------------------------------------------ checks

    def _write(self, values: dict[str, NDArray[Any]], rows: NDArray[np.int64]) -> None:
        for name, array in values.items():
            self._arrays[name][rows] = array

    def _indices(self, tables: Any) -> NDArray[np.int64]:
        given = np.asarray(tables)
        if given.dtype == np.bool_ and given.shape == (self.n,):
            return np.flatnonzero(given)
        if given.ndim != 1 or (given.size and given.dtype.kind not in "iu"):
            raise ValueError(f"tables of type {given.dtype} and shape {given.shape}: they must be indices or bool[{self.n}]")
        bad = np.flatnonzero((given < 0) | (given >= self.n))
        if len(bad):
            raise ValueError(f"there is no table {given[bad[0]]}: there are tables 0..{self.n - 1}")
        return given.astype(np.int64)

    def _chosen(self, tables: Tables) -> NDArray[np.int64]:
        """Rising indices."""
        if tables is None:
            return np.arange(self.n)
        rows = self._indices(tables)
        falls = np.flatnonzero(np.diff(rows) <= 0)
        if len(falls):
            raise ValueError(f"table {rows[falls[0] + 1]} comes after table {rows[falls[0]]}: indices must rise")
        return rows

    def _rows(self, name: str, values: ArrayLike, rows: NDArray[np.int64], shape: tuple[int, ...]) -> NDArray[Any]:
        """Stacks or buttons of some tables, in range."""
        given, k = _whole_numbers(name, values), len(rows)
        most = MOST_CHIPS if shape else self.seats - 1
        try:
            new = np.broadcast_to(given, (k, *shape))
        except ValueError:
            raise ValueError(f"{name} of shape {given.shape} do not fit {k} tables of {self.seats} seats") from None
        wrong = (new < 0) | (new > most)
        bad = np.flatnonzero(wrong.any(1) | (new.sum(1) > most) if shape else wrong)
        if len(bad):
            values_of = new[bad[0]].tolist()
            raise ValueError(f"table {rows[bad[0]]}: {name} {values_of}: 0..{most}{' in sum' if shape else ''}")
        return new.astype(np.int64 if shape else np.int8)

    def _check_players(self, stacks: NDArray[np.int64], rows: NDArray[np.int64]) -> None:
        players = (stacks > 0).sum(-1)
        for count, fault in self._unplayable.items():
            bad = np.flatnonzero(players == count)
            if len(bad):
                raise ValueError(f"table {rows[bad[0]]}, stacks {stacks[bad[0]].tolist()}: {fault}")

    def _refusal(self, table: int, action: int, is_total: bool) -> IllegalAction:
        if self.actor[table] < 0:
            return IllegalAction(f"table {table}: nobody can act: the hand is over, and no other has begun")
        seat = self.actor[table]
        if is_total:
            what = "fold" if action == -1 else f"make it {action} with {self.bets[table, seat]} in front"
            return IllegalAction(f"table {table}: seat {seat} cannot {what}: he may {self.legal(table)}")
        names = [f"{code} ({self.code_name(code)})" for code, legal in enumerate(self.mask[table]) if legal]
        return IllegalAction(f"table {table}: seat {seat} cannot play code {action}: legal are {', '.join(names)}")

    def code_name(self, code: int) -> str:
        """What a code means, in words."""
        names = ["fold", "check or call", "least raise", *(f"raise by {part:g} of the pot" for part in self.raises), "all-in"]
        return names[code]


# ------------------------------------------------------------------------------------------------------------------- arguments


def _pointer(array: NDArray[np.int64]) -> Any:
    return ffi.from_buffer("int64_t[]", array)


def _actions(what: str, actions: Any, rows: Sequence[int] | NDArray[np.int64]) -> NDArray[np.int64]:
    """Codes or totals of some tables: a copy, which no other thread can change while the core reads it."""
    given = np.asarray(actions)
    if given.shape != (len(rows),):
        raise IllegalAction(f"{what} of shape {given.shape}: there must be one for each of {len(rows)} tables")
    if given.size and given.dtype.kind not in "iu":
        raise IllegalAction(f"{what} of type {given.dtype}, as {given[0]} of table {rows[0]}: they must be whole numbers")
    if given.size and given.dtype == np.uint64 and int(given.max()) >= 1 << 63:
        raise IllegalAction(f"table {rows[int(given.argmax())]}: {what[:-1]} {given.max()} is out of range")
    return given.astype(np.int64)


def _whole_numbers(name: str, values: ArrayLike) -> NDArray[np.int64]:
    given = np.asarray(values)
    if given.dtype.kind not in "iu" or (given.dtype == np.uint64 and given.size and int(given.max()) >= 1 << 63):
        raise ValueError(f"{name} of type {given.dtype}: they must be whole numbers below 2**63")
    return given.astype(np.int64)


def _unsigned(name: str, values: Any, k: int) -> NDArray[np.uint64]:
    """Seeds or hand numbers of k tables."""
    given = values if isinstance(values, np.ndarray) else np.array(values, object)
    kind = given.dtype.kind
    whole = kind in "iu" or (kind == "O" and all(isinstance(x, (int, np.integer)) and not isinstance(x, bool) for x in given.flat))
    if not whole or (given.size and not 0 <= int(given.min()) <= int(given.max()) < 1 << 64):
        raise ValueError(f"{name} {values!r}: it must be a whole number 0..2**64 - 1, or one for each of {k} tables")
    try:
        return np.broadcast_to(given, (k,)).astype(np.uint64)
    except ValueError:
        raise ValueError(f"{name} of shape {given.shape}: there must be one, or one for each of {k} tables") from None


def _decks(decks: ArrayLike, k: int) -> NDArray[np.uint8]:
    given = np.asarray(decks)
    if given.ndim != 2 or len(given) != k or given.shape[1] > 52:
        raise CardError(f"decks of shape {given.shape}: there must be {k} rows of at most 52 cards")
    if given.dtype.kind not in "iu":
        raise CardError(f"decks of type {given.dtype}: they must be card codes 0..51")
    return np.ascontiguousarray(np.where((given >= 0) & (given < 52), given, 255).astype(np.uint8))


def _deck_fault(deck: NDArray[np.uint8], stacks: NDArray[np.int64]) -> str:
    need = 2 * int((stacks > 0).sum()) + 8
    if len(deck) < need:
        return f"{len(deck)} cards are not enough for {need // 2 - 4} players, who need {need}"
    if (deck > 51).any():
        return f"the deck's card [{int((deck > 51).argmax())}] is none of 0..51"
    return f"the deck holds {card_text(int(np.bincount(deck).argmax()))} twice"


# ------------------------------------------------------------------------------------------------------------------- forking

_ALIVE: "WeakSet[VectorTable]" = WeakSet()


def _renew_locks() -> None:
    """A lock that another thread holds when the process forks would never open in the child."""
    for tables in _ALIVE:
        tables._lock = Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_renew_locks)
