"""The speed goals, each measured in this one run.

    python benchmarks/goals.py [--rounds 31] [--json]

Ratios are medians over rounds in which both sides take turns; rates and times are the best of their rounds, since a shared
machine can only make them worse. What is not installed, or cannot be built here, is shown as not measured. Needs a checkout
and gcc for the price of the checks.
"""

import argparse
import ctypes
import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from imports import import_seconds
from peers import EVALUATORS, installed_calls, own_calls
from simulator_peers import ROUNDS, TABLES, gymnasium_vector, prepared
from timing import WIDTH, cpu, digits, ratio, take_turns

import steelwheel as sw

N = 1_000_000
ROOT = Path(__file__).parent.parent
AIM = {"avx512": 1000, "avx2": 700, "scalar": 300}
ONE_HAND = sw.parse_cards("As Kd 7h 7c 2d 9s Th")
CALLS = 10_000
HANDS = 65_536


@dataclass(frozen=True, slots=True)
class Goal:
    """One line of the table; `must` and `aim` are bounds, or None."""

    name: str
    unit: str
    measured: float | None
    must: float | None = None
    aim: float | None = None
    more_is_better: bool = True

    def verdict(self) -> str:
        if self.measured is None:
            return "not measured"
        sign = 1 if self.more_is_better else -1
        met = [bound is not None and sign * self.measured >= sign * bound for bound in (self.must, self.aim)]
        if self.must is not None and not met[0]:
            return "NOT MET"
        if self.aim is None:
            return "met"
        return "aim met" if met[1] else ("met, aim not" if self.must is not None else "aim not met")


# ------------------------------------------------------------------------------------------------ measurements


def best(call: Callable[[], object], rounds: int) -> float:
    """Seconds of the quickest round."""
    return min(take_turns({"": call}, rounds)[""])


def beside_peers(rounds: int) -> Iterator[Goal]:
    hands = sw.deal(N, 7, seed=1)
    own = own_calls(hands)
    rows = {f"{path.package}, {path.call}": min(path.rows, N) for path in EVALUATORS}
    peers = {f"{path.package}, {path.call}": call for path, call in installed_calls(hands) if call}
    seconds = take_turns(own | peers, rounds)
    sw.use_kernel(None)
    quick = seconds[sw.kernel()]
    times = {peer: ratio(seconds[peer], quick) * N / rows[peer] for peer in peers}
    fastest = min((time for peer, time in times.items() if "masks" not in peer), default=None)
    yield Goal("evaluate beside the fastest peer on rows", "x", fastest, must=5)
    for package, must in (("pkrbot", 100), ("eval7", 300)):
        yield Goal(f"evaluate beside {package}", "x", next((times[p] for p in times if p.startswith(package)), None), must)
    for kernel in sw.kernels():
        yield Goal(f"evaluate, 7 columns, {kernel}", "M hands/s", N / min(seconds[kernel]) / 1e6, aim=AIM.get(kernel))


def columns(rounds: int) -> Iterator[Goal]:
    out = np.empty(N, np.uint16)

    def call(k: int) -> Callable[[], object]:
        hands = sw.deal(N, k, seed=1)
        return lambda: sw.evaluate(hands, out=out)

    seconds = take_turns({str(k): call(k) for k in (5, 6, 7)}, rounds)
    for k in ("5", "6"):
        yield Goal(f"evaluate, {k} columns beside 7", "x", ratio(seconds["7"], seconds[k]), must=1)


def library(directory: Path, checked: int) -> ctypes.CDLL:
    """The C core with the checks of rows compiled in or out."""
    shared = directory / f"checked{checked}.so"
    sources = [*sorted((ROOT / "csrc").glob("*.c")), directory / "tables.c"]
    flags = ["-O3", "-std=c11", "-fno-tree-slp-vectorize", "-shared", "-fPIC", f"-DSW_CHECKED={checked}"]
    command = ["gcc", *flags, f"-I{ROOT / 'csrc'}", *map(str, sources), "-o", str(shared)]
    subprocess.run(command, check=True, capture_output=True)
    return ctypes.CDLL(str(shared))


def checks(rounds: int) -> Iterator[Goal]:
    name, unit = "checks on beside compiled out: slower by", "%"
    if not (shutil.which("gcc") and (ROOT / "csrc").is_dir()):
        yield Goal(name, unit, None, must=20, aim=10, more_is_better=False)
        return
    hands, out = sw.deal(N, 7, seed=1), np.empty(N, np.uint16)

    def call(core: ctypes.CDLL) -> Callable[[], object]:
        evaluate = core.sw_evaluate
        evaluate.restype = ctypes.c_size_t
        evaluate.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_void_p]
        return lambda: evaluate(hands.ctypes.data, N, 7, out.ctypes.data)

    with tempfile.TemporaryDirectory() as scratch:
        directory = Path(scratch)
        subprocess.run([sys.executable, str(ROOT / "csrc" / "build_ffi.py"), str(directory / "tables.c")], check=True)
        seconds = take_turns({str(checked): call(library(directory, checked)) for checked in (0, 1)}, rounds)
    yield Goal(name, unit, 100 * (ratio(seconds["1"], seconds["0"]) - 1), must=20, aim=10, more_is_better=False)


def bulk(rounds: int) -> Iterator[Goal]:
    boards = sw.deal(1000, 5, seed=1)
    out = np.empty((len(boards), 1326), np.uint16)
    rate = out.size / best(lambda: sw.board_strengths(boards, out=out), 10 * rounds) / 1e6
    yield Goal("board_strengths over random boards", "M combos/s", rate, must=1500, aim=4000)
    yield Goal("deal(1_000_000, 7)", "M hands/s", N / best(lambda: sw.deal(N, 7, seed=1), rounds) / 1e6, must=30, aim=150)


def single(rounds: int) -> Iterator[Goal]:
    def call(hand: Any) -> Callable[[], object]:
        def many() -> None:
            evaluate = sw.evaluate
            for _ in range(CALLS):
                evaluate(hand)

        return many

    for form in (tuple, bytes):
        microseconds = 1e6 * best(call(form(ONE_HAND)), rounds) / CALLS
        yield Goal(f"one hand from Python, {form.__name__}", "us", microseconds, must=1, aim=0.5, more_is_better=False)


def threads(rounds: int) -> Iterator[Goal]:
    """Long jobs on two threads and on one: by the clock, which wants two idle cores, and in processor time, which does not."""
    n = 400_000
    rows = sw.deal(n, 7, seed=1)
    hole, board = rows[:, :4].reshape(n, 2, 2), rows[:, 4:]
    jobs: dict[str, Callable[[int], object]] = {
        "equity_many": lambda t: sw.equity_many(hole, board, threads=t),
        "three ranges": lambda t: sw.equity(["random"] * 3, board="Ks7h2d", threads=t),
        "sampling": lambda t: sw.equity(["22+", "random", "random"], samples=2_000_000, seed=1, threads=t),
    }
    for name, job in jobs.items():
        spent: dict[str, list[float]] = {"1": [], "2": []}

        def call(t: int, job: Callable[[int], object] = job, spent: dict[str, list[float]] = spent) -> None:
            before = time.process_time()
            job(t)
            spent[str(t)].append(time.process_time() - before)

        seconds = take_turns({str(t): partial(call, t) for t in (1, 2)}, max(3, rounds // 3))
        yield Goal(f"two threads beside one, {name}", "x", ratio(seconds["1"], seconds["2"]), must=1.6, aim=1.8)
        more = 100 * (min(spent["2"]) / min(spent["1"]) - 1)
        yield Goal("their processor time: more by", "%", more, must=10, aim=5, more_is_better=False)


def simulators(rounds: int) -> Iterator[Goal]:
    yield Goal("VectorTable.step, 4,096 tables", "M steps/s", ROUNDS * TABLES / best(prepared(), rounds) / 1e6, must=5, aim=20)
    name = "Gymnasium vector environment, the same"
    try:
        envs = gymnasium_vector()
    except ImportError:
        yield Goal(name, "M steps/s", None, must=1, aim=5)
    else:
        yield Goal(name, "M steps/s", ROUNDS * TABLES / best(envs, rounds) / 1e6, must=1, aim=5)
    match = partial(sw.arena.play, ["tight", "caller"], hands=HANDS, seed=1)
    yield Goal("arena.play, tight v caller", "k hands/s", HANDS / best(match, max(3, rounds // 3)) / 1e3, must=100, aim=1000)


def imports(rounds: int) -> Iterator[Goal]:
    beyond = 1000 * min(import_seconds("steelwheel", after="numpy") for _ in range(rounds))
    yield Goal("import steelwheel, beyond numpy", "ms", beyond, must=50, aim=20, more_is_better=False)


# -------------------------------------------------------------------------------------------------- the table


def print_table(goals: list[Goal]) -> None:
    print(f"{cpu()}; kernel {sw.kernel()}\n")
    print(f"{'':40}{'measured':>9} {'':10} {'must':>4} {'aim':>4}")
    print("-" * WIDTH)
    for goal in goals:
        bounds = " ".join(f"{'' if bound is None else digits(bound):>4}" for bound in (goal.must, goal.aim))
        measured = "" if goal.measured is None else digits(goal.measured)
        print(f"{goal.name:40}{measured:>6} {goal.unit:10} {bounds} {goal.verdict()}")


MEASURES = (beside_peers, columns, checks, bulk, single, threads, simulators, imports)


def main() -> None:
    parser = argparse.ArgumentParser(description="the speed goals, measured")
    parser.add_argument("--rounds", type=int, default=31)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    goals = [goal for measure in MEASURES for goal in measure(arguments.rounds)]
    if arguments.json:
        lines = [asdict(goal) | {"verdict": goal.verdict()} for goal in goals]
        print(json.dumps({"cpu": cpu(), "kernel": sw.kernel(), "goals": lines}, indent=2))
    else:
        print_table(goals)


if __name__ == "__main__":
    main()
