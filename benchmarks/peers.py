"""steelwheel beside the other evaluators that Python has, as far as they are installed.

    python benchmarks/peers.py [--n 1000000] [--rounds 15] [--json]

Installs nothing: `pip install '.[bench]'` brings the peers. Every peer takes its fastest public path, from the form in which
it wants its cards, made before the clock starts; slow ones get fewer rows. Before it is timed, its values on those very rows
are checked: the map from steelwheel's strengths to them must be one to one and monotone, that is the same order and the same
ties.
"""

import argparse
import ctypes
import importlib.metadata
import json
import sys
import textwrap
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from statistics import median
from typing import Any

import numpy as np
from numpy.typing import NDArray
from timing import WIDTH, cpu, digits, ratio, take_turns

import steelwheel as sw

Hands = NDArray[np.uint8]
Timed = tuple[Callable[[], Any], Callable[[Any], Any]]
"""The call to be timed, and a function from what it returns to one number a row."""


@dataclass(frozen=True, slots=True)
class Path:
    """One way to evaluate rows of seven cards."""

    package: str
    call: str
    """The call, as the table shows it."""
    rows: int
    """At most so many rows, for a call to take well below a second."""
    prepare: Callable[[Hands], Timed]


# ------------------------------------------------------------------------------------------------- seven cards


def _texts(hands: Hands) -> list[list[str]]:
    return [[sw.card_text(card) for card in row] for row in hands.tolist()]


def _masks(hands: Hands) -> NDArray[np.int64]:
    return np.bitwise_or.reduce(np.int64(1) << hands.astype(np.int64), axis=1)


def _as_they_are(values: Any) -> Any:
    return values


def _one_by_one(evaluate: Callable[[Any], Any], hands: list[Any]) -> Timed:
    return lambda: [evaluate(hand) for hand in hands], _as_they_are


def _sval(hands: Any, loop: Callable[..., None]) -> Timed:
    import numba

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # pkg_resources says that it is old
        from sval import calculate_index, rank_lookup

    out = np.empty(len(hands), rank_lookup.dtype)
    jitted = numba.njit(loop)
    return lambda: jitted(hands, calculate_index, rank_lookup, out), lambda _: out


def _sval_masks(hands: Hands) -> Timed:
    def loop(masks: Any, index: Any, strengths: Any, out: Any) -> None:
        for i in range(len(masks)):
            out[i] = strengths[index(masks[i])]

    return _sval(_masks(hands), loop)


def _sval_rows(hands: Hands) -> Timed:
    def loop(rows: Any, index: Any, strengths: Any, out: Any) -> None:
        for i in range(len(rows)):
            mask = 0
            for j in range(7):
                mask |= 1 << rows[i, j]
            out[i] = strengths[index(mask)]

    return _sval(hands, loop)


def _ompeval(hands: Hands) -> Timed:
    from pokerfast import equity

    evaluate, cards = equity._load().pf_evaluate, hands.tobytes()
    out = np.empty(len(hands), np.uint16)
    pointer = out.ctypes.data_as(ctypes.POINTER(ctypes.c_uint16))
    return lambda: evaluate(cards, len(hands), 7, pointer), lambda _: out


def _pokerfast(hands: Hands) -> Timed:
    from pokerfast import equity

    texts = [tuple(row) for row in _texts(hands)]
    return lambda: equity.evaluate(texts), _as_they_are


def _pkrbot(hands: Hands) -> Timed:
    import pkrbot

    return _one_by_one(pkrbot.evaluate, [[pkrbot.Card(card) for card in row] for row in _texts(hands)])


def _eval7(hands: Hands) -> Timed:
    import eval7

    return _one_by_one(eval7.evaluate, [[eval7.Card(card) for card in row] for row in _texts(hands)])


def _xiapl(hands: Hands) -> Timed:
    from xiapl.eval import evaluate_mask

    masks = _masks(sw.to_coding(hands, "suit-major").astype(np.uint8)).tolist()

    def number(value: Any) -> int:
        key = int(value.category)
        for i in range(5):
            key = 16 * key + (value.kickers[i] if i < len(value.kickers) else 0)
        return key

    return lambda: [evaluate_mask(mask) for mask in masks], lambda values: [number(value) for value in values]


def _phevaluator(hands: Hands) -> Timed:
    from phevaluator import evaluate_cards

    rows = hands.tolist()
    return lambda: [evaluate_cards(*row) for row in rows], _as_they_are


def _treys(hands: Hands) -> Timed:
    import treys

    rows = [[treys.Card.new(card) for card in row] for row in _texts(hands)]
    evaluate = treys.Evaluator().evaluate
    return lambda: [evaluate(row[:2], row[2:]) for row in rows], _as_they_are


def _pokerkit(hands: Hands) -> Timed:
    from pokerkit import Card, StandardHighHand

    rows = [list(Card.parse("".join(row))) for row in _texts(hands)]
    return (
        lambda: [StandardHighHand.from_game(row[:2], row[2:]) for row in rows],
        lambda values: [value.entry.index for value in values],
    )


ALL = 1 << 62
MASKS = "evaluate_masks"
EVALUATORS = (
    Path("sval", "own @njit loop over masks", ALL, _sval_masks),
    Path("sval", "own @njit loop over rows", ALL, _sval_rows),
    Path("pokerfast", "OMPEval by ctypes: private", ALL, _ompeval),
    Path("pkrbot", "evaluate([Card, ...])", 200_000, _pkrbot),
    Path("xiapl", "eval.evaluate_mask(int)", 100_000, _xiapl),
    Path("eval7", "evaluate([Card, ...])", 100_000, _eval7),
    Path("pokerfast", "equity.evaluate([...])", 20_000, _pokerfast),
    Path("phevaluator", "evaluate_cards(*ints)", 20_000, _phevaluator),
    Path("treys", "Evaluator().evaluate", 4_000, _treys),
    Path("pokerkit", "StandardHighHand.from_game", 200, _pokerkit),
)


def same_order(strengths: NDArray[np.uint16], values: Any) -> bool:
    """Whether values order and tie the rows as strengths do, upward or downward."""
    pairs = np.unique(np.stack([strengths.astype(np.int64), np.asarray(values, np.int64)], axis=1), axis=0)
    steps = np.diff(pairs, axis=0)
    return bool((steps[:, 0] > 0).all() and ((steps[:, 1] > 0).all() or (steps[:, 1] < 0).all()))


def own_calls(hands: Hands) -> dict[str, Callable[[], Any]]:
    """steelwheel by each of its kernels, best first, and the best one from masks."""
    out = np.empty(len(hands), np.uint16)
    masks = _masks(hands).astype(np.uint64)

    def by(kernel: str) -> Callable[[], Any]:
        def call() -> Any:
            sw.use_kernel(kernel)
            return sw.evaluate(hands, out=out)

        return call

    def by_masks() -> Any:
        sw.use_kernel(None)
        return sw.evaluate_masks(masks, out=out)

    return {kernel: by(kernel) for kernel in sw.kernels()} | {MASKS: by_masks}


def installed_calls(hands: Hands) -> Iterator[tuple[Path, Callable[[], Any] | None]]:
    """Every path with its call, None if the package is not there; a wrong answer ends the run."""
    strengths = sw.evaluate(hands)
    for path in EVALUATORS:
        try:
            call, numbers = path.prepare(hands[: path.rows])
        except ImportError:
            yield path, None
            continue
        if not same_order(strengths[: path.rows], numbers(call())):
            sys.exit(f"{path.package}, {path.call}: another order than steelwheel's")
        yield path, call


def evaluation(n: int, rounds: int) -> dict[str, Any]:
    """The table of evaluators: n random rows of seven cards."""
    hands = sw.deal(n, 7, seed=1)
    own = own_calls(hands)
    best = next(iter(own))
    found = list(installed_calls(hands))
    calls = {f"steelwheel {kernel}": call for kernel, call in own.items()}
    calls |= {f"{path.package} {path.call}": call for path, call in found if call}
    seconds = take_turns(calls, rounds)
    sw.use_kernel(None)

    def row(package: str, call: str, rows: int) -> dict[str, Any]:
        line: dict[str, Any] = {"package": package, "call": call, "rows": min(rows, n)}
        times = seconds.get(f"{package} {call}")
        if times is None:
            return line | {"version": None}
        rates = [line["rows"] / second / 1e6 for second in times]
        slower = ratio(times, seconds[f"steelwheel {best}"]) * n / line["rows"]
        return line | {
            "version": sw.__version__ if package == "steelwheel" else importlib.metadata.version(package),
            "median": median(rates),
            "min": min(rates),
            "max": max(rates),
            "slower": slower,
        }

    return {
        "title": "Seven random cards, million hands a second, one thread",
        "note": f"order and ties equal to steelwheel's on the rows timed; {rounds} rounds in turns",
        "rows": [row("steelwheel", kernel, ALL) for kernel in own] + [row(p.package, p.call, p.rows) for p, _ in found],
    }


# ------------------------------------------------------------------------------------------------- the tables


def print_table(table: dict[str, Any]) -> None:
    """A table in 80 columns."""
    print(table["title"])
    print(f"({table['note']})\n")
    print(f"{'':11} {'':26} {'rows':>7} {'median':>7} {'[min-max]':>17} {'slower':>7}")
    print("-" * WIDTH)
    for row in table["rows"]:
        line = f"{row['package']:11} {row['call']:26} "
        if row["version"] is None:
            print(f"{line}not installed")
            continue
        spread = f"[{digits(row['min'])}-{digits(row['max'])}]"
        print(f"{line}{row['rows']:7} {digits(row['median']):>7} {spread:>17} {digits(row['slower']):>6}x")
    versions = {f"{row['package']} {row['version']}" for row in table["rows"] if row["version"]}
    print("\n" + textwrap.fill("Versions: " + ", ".join(sorted(versions)), WIDTH))


def main() -> None:
    parser = argparse.ArgumentParser(description="steelwheel beside installed peers")
    parser.add_argument("--n", type=int, default=1_000_000, help="rows, fewer for slow peers (default 1000000)")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    tables = [evaluation(arguments.n, arguments.rounds)]  # equities will be a second function like this one
    if arguments.json:
        print(json.dumps({"cpu": cpu(), "tables": tables}, indent=2))
        return
    print(cpu())
    for table in tables:
        print()
        print_table(table)


if __name__ == "__main__":
    main()
