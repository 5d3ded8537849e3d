"""The command line's file of spots: CSV in, CSV out, row by row, and on from where it stopped.

A *row* is a line of the table, however many lines of text its cells have. A result has the cells of its spot and those of its
equities, so that the out file alone says how far the work has come: what is there is compared with the spots and kept, and a last
line without its end is dropped.
"""

import csv
import io
import os
import re
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any, TextIO

import numpy as np

import steelwheel as sw
from steelwheel.slices import cut, run
from steelwheel.spots import MOST_PLAYERS
from steelwheel.terminal import Bar

HELP = """

The file of --file is CSV with a header. Its columns: player1, player2 ..
player10, empty after the last player of a spot, or players, with " v " between
them; board and dead, which may be missing; others are carried over. The results
have the same columns, then equity, win and tie of every player, and method,
stderr (the largest) and seed of what was sampled. A bad row stops the work and
is named by its line; the results before it are written. The same command again
goes on where the out file ends. Results of another --method, --seed or --stderr
are not gone on from; --samples and --seconds are not in the file: repeat them.

example: steelwheel equity --file spots.csv --out result.csv"""

SOON, LATE = 0.25, 1.0
"""Seconds that the rows taken at once should take: more of them below, fewer above."""
MOST_ROWS = 1 << 14


def equities(source: str, out: str | None, options: dict[str, Any]) -> int:
    """Equities of all the spots of a file; see `HELP`.

    Args:
        source: path of the spots, ``-`` for stdin.
        out: path of the results, None for stdout.
        options: arguments of `equities.equity` on how to compute them.
    """
    if out is not None and out != "-" and Path(out).exists() and source != "-" and Path(out).samefile(source):
        raise ValueError(f"--out is the file of the spots: {out}")
    with _opened(source) as file:
        rows = _read(file)
        columns = _columns(next(rows, (1, []))[1])
        with _results(None if out == "-" else out, columns, rows, options) as results, Bar("spots") as bar:
            begun = time.monotonic()
            try:
                _work((columns.spot(line, cells) for line, cells in rows), results, options, bar)
            except KeyboardInterrupt:
                bar.close()
                results.flush()
                print(f"interrupted after {results.total:,} spots; the same command goes on from there", file=sys.stderr)
                raise
            finally:
                bar.close()
                results.flush()
            seconds = time.monotonic() - begun
    before = f", after {results.kept:,} that were there" if results.kept else ""
    speed = f", {results.done / seconds:,.0f} spots/s" if results.done else ""
    print(f"{results.done:,} spots in {seconds:.1f} s{speed}{before}", file=sys.stderr)
    return 0


@contextmanager
def _opened(source: str) -> Iterator[TextIO]:
    if source == "-":
        yield sys.stdin
    else:
        with Path(source).open(encoding="utf-8-sig", newline="") as file:
            yield file


def _read(file: TextIO) -> Iterator[tuple[int, list[str]]]:
    """The rows of a CSV file, each with the number of its last line; lines without anything are none."""
    reader = csv.reader(file, strict=True)
    while True:
        try:
            cells = next(reader, None)
        except csv.Error as error:
            raise ValueError(f"line {reader.line_num}: {error}") from None
        if cells is None:
            return
        if cells:
            yield reader.line_num, cells


# --------------------------------------------------------------------------------------------------------- columns


@dataclass(frozen=True, slots=True)
class _Spot:
    """A row, read."""

    line: int
    cells: list[str]
    players: tuple[str, ...]
    board: str
    dead: str
    hole: tuple[tuple[int, ...], ...] | None
    """Card codes, if every player has one hand and the cards can be."""
    shown: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Columns:
    """Where a spot stands in the cells of a row."""

    names: list[str]
    players: tuple[int, ...]
    joined: bool
    board: int | None
    dead: int | None

    def header(self) -> list[str]:
        """Names of the columns of the results."""
        numbers = [""] if self.joined else [str(i + 1) for i in range(len(self.players))]
        added = [f"{what}{number}" for what in ("equity", "win", "tie") for number in numbers]
        return [*self.names, *added, "method", "stderr", "seed"]

    def cells(self, spot: _Spot, result: tuple[Any, ...]) -> list[str]:
        """The cells of a result: equity, win and tie of every player, and what stands after them."""
        *shares, method, stderr, seed = result
        texts = [[repr(float(share)) for share in part] for part in shares]
        if self.joined:
            added = [" v ".join(part) for part in texts]
        else:
            added = [text for part in texts for text in part + [""] * (len(self.players) - len(part))]
        return [*spot.cells, *added, method, stderr, seed]

    def spot(self, line: int, cells: list[str]) -> _Spot:
        if len(cells) != len(self.names):
            raise ValueError(f"line {line}: {len(cells)} cells, where the header has {len(self.names)}")
        given = [cells[i].strip() for i in self.players]
        if self.joined:
            given = re.split(r"\s+v\s+", given[0])
        while given and not given[-1]:
            given.pop()
        if "" in given:
            raise ValueError(f"line {line}: player{given.index('') + 1} is empty, and another comes after")
        if not 2 <= len(given) <= MOST_PLAYERS:
            raise ValueError(f"line {line}: {len(given)} players: 2 to {MOST_PLAYERS} are wanted")
        board, dead = (cells[i].strip() if i is not None else "" for i in (self.board, self.dead))
        return _Spot(line, cells, tuple(given), board, dead, *_explicit(given, board, dead))


def _columns(names: list[str]) -> _Columns:
    kinds = [name.strip().lower() for name in names]
    for kind in kinds:
        if kinds.count(kind) > 1:
            raise ValueError(f"line 1: the column {kind!r} stands twice")
    numbered = [f"player{i + 1}" for i in range(MOST_PLAYERS) if f"player{i + 1}" in kinds]
    joined = "players" in kinds
    if joined == bool(numbered) or numbered != [f"player{i + 1}" for i in range(len(numbered))]:
        raise ValueError('line 1: the columns are player1, player2 .. or players (with " v " between them); then board, dead')
    players = tuple(kinds.index(name) for name in (["players"] if joined else numbered))
    board, dead = (kinds.index(kind) if kind in kinds else None for kind in ("board", "dead"))
    columns = _Columns(names, players, joined, board, dead)
    for name in columns.header()[len(names) :]:
        if name in kinds:
            raise ValueError(f"line 1: the column {name!r} is one of the results: give it another name")
    return columns


def _explicit(players: list[str], board: str, dead: str) -> tuple[tuple[tuple[int, ...], ...] | None, tuple[int, ...]]:
    """Hole cards and board, if they are known hands and all can be; what is wrong is found when it is computed alone."""
    hole, shown, gone = [_cards(player) for player in players], _cards(board), _cards(dead)
    if shown is None or gone is None or len(shown) not in (0, 3, 4, 5):
        return None, ()
    known = [cards for cards in hole if cards is not None and len(cards) == 2]
    every = [card for cards in (*known, shown, gone) for card in cards]
    fits = len(known) == len(hole) and len(set(every)) == len(every) and len(every) + 5 - len(shown) <= 52
    return (tuple(known), shown) if fits else (None, ())


@lru_cache(1 << 16)
def _cards(text: str) -> tuple[int, ...] | None:
    try:
        return sw.parse_cards(text)
    except sw.CardError:
        return None


# ------------------------------------------------------------------------------------------------------------ work


def _work(spots: Iterator[_Spot], results: "_Results", options: dict[str, Any], bar: Bar) -> None:
    """Equities of the spots, some rows at once; results before a bad row are kept."""
    size, wrong, last = 64, None, False
    while not last:
        begun, taken = time.monotonic(), []
        try:
            for spot in islice(spots, size):
                taken.append(spot)
        except ValueError as error:
            wrong = error
        last = len(taken) < size
        for spot, result in _solved(taken, options):
            results.add(spot, result)
            bar(results.done, 0)
            if results.age() > LATE:
                results.flush()
        results.flush()
        if wrong is not None:
            raise wrong
        seconds = time.monotonic() - begun
        size = min(2 * size, MOST_ROWS) if seconds < SOON else max(1, size // 2) if seconds > LATE else size


def _solved(spots: list[_Spot], options: dict[str, Any]) -> Iterator[tuple[_Spot, tuple[Any, ...]]]:
    """Every spot with its result, in order."""
    exactly = options["method"] != "monte carlo" and not any(options[name] is not None for name in ("samples", "stderr", "seconds"))
    together = _hands(spots, options["threads"]) if exactly else {}
    for i, spot in enumerate(spots):
        yield spot, together[i] if i in together else _alone(spot, options)


def _hands(spots: list[_Spot], threads: int) -> dict[int, tuple[Any, ...]]:
    """Results of the spots of known hands, by their place: those of as many players and the same dead cards at once."""
    groups: dict[tuple[int, str], list[int]] = {}
    for i, spot in enumerate(spots):
        if spot.hole is not None:
            groups.setdefault((len(spot.hole), spot.dead), []).append(i)
    found: dict[int, tuple[Any, ...]] = {}
    for (_, dead), places in groups.items():
        hole = np.array([spots[i].hole for i in places], np.uint8)
        board = np.array([spots[i].shown + (255,) * (5 - len(spots[i].shown)) for i in places], np.uint8)
        pieces = [(hole[first:end], board[first:end], dead) for first, end in cut(len(places), 4 * threads)]
        shares = np.concatenate(list(run(_piece, pieces, threads=threads)), axis=1)
        for i, equity, win, tie in zip(places, *shares.tolist()):
            found[i] = (equity, win, tie, "exact", "", "")
    return found


def _piece(hole: Any, board: Any, dead: str) -> Any:
    return np.array(sw.equity_many(hole, board, dead=dead, parts=True))


def _alone(spot: _Spot, options: dict[str, Any]) -> tuple[Any, ...]:
    try:
        found = sw.equity(spot.players, board=spot.board, dead=spot.dead, **options)
    except ValueError as error:
        raise type(error)(f"line {spot.line}: {error}") from None
    stderr = "" if found.stderr is None else repr(max(found.stderr))
    return found.equity, found.win, found.tie, found.method, stderr, "" if found.seed is None else str(found.seed)


# --------------------------------------------------------------------------------------------------------- results


class _Results:
    """The results written so far, in whole lines whatever happens."""

    def __init__(self, file: Any, columns: _Columns, kept: int, end: int) -> None:
        self._file, self._columns, self._end = file, columns, end
        self._waiting: list[list[str]] = []
        self._since = time.monotonic()
        self.kept = kept
        """Results that were there before."""
        self.done = 0

    @property
    def total(self) -> int:
        return self.kept + self.done

    def header(self) -> None:
        self._waiting.append(self._columns.header())
        self.flush()

    def add(self, spot: _Spot, result: tuple[Any, ...]) -> None:
        self._waiting.append(self._columns.cells(spot, result))
        self.done += 1

    def age(self) -> float:
        """Seconds since something was written."""
        return time.monotonic() - self._since

    def flush(self) -> None:
        """Write what waits. What an interruption cut off is cut back and written again when this is called again."""
        octets = _line(*self._waiting)
        if self._file is None:
            self._waiting = []
            sys.stdout.write(octets.decode())
            sys.stdout.flush()
        else:
            self._file.truncate(self._end)
            left = memoryview(octets)
            while left:
                left = left[self._file.write(left) :]
            self._waiting, self._end = [], self._end + len(octets)
        self._since = time.monotonic()


@contextmanager
def _results(
    out: str | None, columns: _Columns, rows: Iterator[tuple[int, list[str]]], options: dict[str, Any]
) -> Iterator[_Results]:
    """The results to add to, after those that the out file has; their spots are taken from the rows."""
    if out is None:
        results = _Results(None, columns, 0, 0)
        results.header()
        yield results
        return
    with Path(out).open("ab+", buffering=0) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise ValueError(f"--out {out} is no regular file: give a path, or - for stdout")
        end = _whole_rows(file)
        kept = _keep(out, file, end, columns, rows, options)
        file.truncate(end)
        results = _Results(file, columns, kept, end)
        if not end:
            results.header()
        yield results


def _whole_rows(file: Any) -> int:
    """Where the last whole row of a file ends: a line feed outside quotation marks."""
    file.seek(0)
    end = place = quotes = 0
    for line in io.BufferedReader(_Part(file), 1 << 20):
        place += len(line)
        quotes += line.count(b'"')
        if quotes % 2 == 0 and line.endswith(b"\n"):
            end = place
    return end


class _Part(io.RawIOBase):
    """Some octets of a file from where it stands, all that are there by default; the file is not closed with its part."""

    def __init__(self, file: Any, size: int = 1 << 62) -> None:
        self._file, self._left = file, size

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        read = int(self._file.readinto(memoryview(buffer)[: self._left]))
        self._left -= read
        return read


def _keep(out: str, file: Any, end: int, columns: _Columns, rows: Iterator[tuple[int, list[str]]], options: dict[str, Any]) -> int:
    """How many results the out file has up to its end; they must be those of the first rows, made as these options say."""
    header = columns.header()
    file.seek(0)
    if not end:
        if not _line(header).startswith(file.read()):
            raise ValueError(f"{out} is no file of results: give another --out")
        return 0
    kept = 0
    results = _read(io.TextIOWrapper(io.BufferedReader(_Part(file, end)), encoding="utf-8", newline=""))
    if next(results, (1, []))[1] != header:
        raise ValueError(f"{out} has the results of other columns: give another --out")
    for line, cells in results:
        place, spot = next(rows, (0, []))
        if len(cells) != len(header) or cells[: len(spot)] != spot or not spot:
            which = f"line {place}" if place else "any line"
            raise ValueError(f"{out}, line {line}, is not the result of {which} of the spots: give another --out")
        if otherwise := _made_otherwise(cells, len(columns.spot(place, spot).players), options):
            raise ValueError(f"{out}, line {line}, {otherwise}, which these options do not make: give another --out")
        kept += 1
    return kept


def _made_otherwise(cells: list[str], players: int, options: dict[str, Any]) -> str:
    """What shows that other options made a result; empty if nothing does."""
    method, stderr, seed = cells[-3:]
    limits = [name for name in ("samples", "stderr", "seconds") if options[name] is not None]
    if method == "exact" and (limits or options["method"] == "monte carlo"):
        return "is exact"
    sampled_unasked = options["method"] == "auto" and not limits and players <= 3  # which auto always counts
    if method != "exact" and (options["method"] == "exact" or sampled_unasked):
        return "is sampled"
    if seed and options["seed"] is not None and seed != str(options["seed"]):
        return f"has the seed {seed}"
    if stderr and limits == ["stderr"] and float(stderr) > options["stderr"]:
        return f"has a standard error of {stderr}"
    return ""


def _line(*rows: list[str]) -> bytes:
    """Rows as the out file has them."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue().encode()
