"""Equities beside the peers that can compute them exactly: OMPEval (through pokerfast) and xiapl, as far as they are installed.

    python benchmarks/equity_peers.py [--rounds 5] [--quick] [--json]

Each spot is timed in turns, one thread, and every contestant's equities are compared with steelwheel's before the clock counts.
`--quick` leaves out what takes a peer seconds.
"""

import argparse
import json
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from statistics import median
from typing import Any

import numpy as np
from timing import WIDTH, cpu, digits, ratio, take_turns

import steelwheel as sw

R1, R2 = "TT+,AQs+,AKo", "22+,A2s+,KTs+,QTs+,JTs,A9o+,KTo+"
ANY = "random"
TURN = 0.1
"""Seconds of a turn, at least one call."""


@dataclass(frozen=True, slots=True)
class Spot:
    name: str
    players: tuple[str, ...]
    board: str = ""
    peers: tuple[str, ...] = ()
    must: float = 1
    """How many times as fast as the quickest named peer steelwheel has to be."""
    slow: bool = False
    stderr: float | None = None


SPOTS = [
    Spot("R1 v R2, flop", (R1, R2), "Ks7h2d", ("xiapl", "OMPEval"), 4),
    Spot("random v random, flop", (ANY, ANY), "Ks7h2d", ("xiapl", "OMPEval"), 150, slow=True),
    Spot("R1 v R2, turn", (R1, R2), "Ks7h2dTc", ("xiapl", "OMPEval")),
    Spot("R1 v R2, river", (R1, R2), "Ks7h2dTc5s", ("xiapl", "OMPEval")),
    Spot("R1 v R2, pre-flop", (R1, R2), "", ("OMPEval",), 150, slow=True),
    Spot("AhKh v QsQd, pre-flop", ("AhKh", "QsQd"), "", ("xiapl", "OMPEval")),
    Spot("AA v KK v QQ, pre-flop", ("AA", "KK", "QQ"), "", ("OMPEval",)),
    Spot("AsAh v KsKh v QsQh", ("AsAh", "KsKh", "QsQh"), "", ("OMPEval",)),
    Spot("random x 3, flop", (ANY,) * 3, "Ks7h2d"),
    Spot("R1 v R2 v R2, pre-flop", (R1, R2, R2), slow=True),
    Spot("R1 v R2 to 2e-4", (R1, R2), "", ("OMPEval",), 1, stderr=2e-4),
    Spot("AhKh v QsQd to 2e-4", ("AhKh", "QsQd"), "", ("OMPEval",), 1, stderr=2e-4),
    Spot("six random to 2e-4", (ANY,) * 6, "", ("OMPEval",), 2, stderr=2e-4),
]

Call = Callable[[], Any]


def _own(spot: Spot) -> tuple[Call, Callable[[Any], list[float]]]:
    def call() -> Any:
        return sw.equity(spot.players, board=spot.board, stderr=spot.stderr, seed=1 if spot.stderr else None)

    return call, lambda result: list(result.equity)


def _ompeval(spot: Spot) -> tuple[Call, Callable[[Any], list[float]]]:
    from pokerfast.equity import equity

    def call() -> Any:
        how = {"exact": False, "stdev": spot.stderr} if spot.stderr else {"exact": True}
        return equity(list(spot.players), board=spot.board, threads=1, **how)

    return call, list


def _xiapl(spot: Spot) -> tuple[Call, Callable[[Any], list[float]]]:
    from xiapl.range import Range, try_parse_range
    from xiapl.simulation import GameType, SimulationOptions, calculate_range_equity

    options = SimulationOptions.exact()
    ranges = [Range.all(GameType.Holdem) if player == ANY else try_parse_range(player) for player in spot.players]
    mask = sum(1 << int(card) for card in sw.to_coding(sw.parse_cards(spot.board), "suit-major"))

    def call() -> Any:
        return calculate_range_equity(ranges[0], ranges[1], mask, options)

    return call, lambda result: [result.hero_aggregate_equity, result.villain_aggregate_equity]


PEERS = {"OMPEval": _ompeval, "xiapl": _xiapl}


def contestants(spot: Spot) -> dict[str, tuple[Call, Callable[[Any], list[float]]]]:
    found = {"steelwheel": _own(spot)}
    for peer in spot.peers:
        try:
            found[peer] = PEERS[peer](spot)
        except ImportError:
            continue
    return found


def check(spot: Spot, found: dict[str, tuple[Call, Callable[[Any], list[float]]]]) -> None:
    ours = np.array(found["steelwheel"][1](found["steelwheel"][0]()))
    for name, (call, equities) in found.items():
        if not np.allclose(equities(call()), ours, rtol=0, atol=2e-3 if spot.stderr else 1e-6):
            raise AssertionError(f"{spot.name}: {name} says {equities(call())}, steelwheel {ours.tolist()}")


def take_turns_at_length(calls: dict[str, Call], rounds: int) -> dict[str, list[float]]:
    """Seconds a call, with so many calls in a turn that caches have forgotten the others."""
    often = {name: max(1, round(TURN / take_turns({name: call}, 1)[name][0])) for name, call in calls.items()}
    turns: dict[str, Call] = {name: partial(repeat, call, often[name]) for name, call in calls.items()}
    return {name: [total / often[name] for total in totals] for name, totals in take_turns(turns, rounds).items()}


def repeat(call: Call, times: int) -> None:
    for _ in range(times):
        call()


def measure(spot: Spot, rounds: int) -> dict[str, Any]:
    found = contestants(spot)
    check(spot, found)
    seconds = take_turns_at_length({name: call for name, (call, _) in found.items()}, rounds)
    peers = {name: ratio(times, seconds["steelwheel"]) for name, times in seconds.items() if name != "steelwheel"}
    return {
        "spot": spot.name,
        "milliseconds": {name: 1e3 * median(times) for name, times in seconds.items()},
        "slower": peers,
        "must": spot.must if peers else None,
        "met": min(peers.values()) >= spot.must if peers else None,
    }


def many(n: int, rounds: int) -> dict[str, Any]:
    """Heads-up flop spots in bulk, against OMPEval call by call on the first of them."""
    rows = sw.deal(n, 7, seed=1)
    hole, board = rows[:, :4].reshape(n, 2, 2), rows[:, 4:]
    calls: dict[str, Call] = {"steelwheel": lambda: sw.equity_many(hole, board)}
    few = 200
    try:
        from pokerfast.equity import equity
    except ImportError:
        pass
    else:
        texts = [[sw.format_cards(cards, "") for cards in (row[:2], row[2:4], row[4:])] for row in rows[:few].tolist()]
        calls["OMPEval"] = lambda: [equity([a, b], board=flop) for a, b, flop in texts]
    seconds = take_turns(calls, rounds)
    per_spot = {name: 1e3 * median(times) / (n if name == "steelwheel" else few) for name, times in seconds.items()}
    peers = {name: ms / per_spot["steelwheel"] for name, ms in per_spot.items() if name != "steelwheel"}
    name = f"flop spots in bulk, {n:,}"
    return {"spot": name, "milliseconds": per_spot, "slower": peers, "must": 50, "met": min(peers.values(), default=0) >= 50}


def print_rows(rows: list[dict[str, Any]]) -> None:
    names = ["steelwheel", *PEERS]
    print(f"{'milliseconds, medians':26}" + "".join(f"{name:>12}" for name in names) + f"{'slower':>10}{'must':>7}")
    print("-" * WIDTH)
    for row in rows:
        cells = "".join(f"{digits(row['milliseconds'][name]) if name in row['milliseconds'] else '-':>12}" for name in names)
        best = f"{digits(min(row['slower'].values()))}x" if row["slower"] else "-"
        must = "" if row["must"] is None else f"{row['must']:g}x"
        print(f"{row['spot']:26}{cells}{best:>10}{must:>7}")


def main() -> None:
    parser = argparse.ArgumentParser(description="equities: steelwheel beside installed peers")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--quick", action="store_true", help="leave out what takes a peer seconds")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")
    rows = [measure(spot, arguments.rounds) for spot in SPOTS if not (arguments.quick and spot.slow)]
    rows.append(many(100_000, arguments.rounds))
    if arguments.json:
        print(json.dumps({"cpu": cpu(), "rows": rows}, indent=2))
        return
    print(f"{cpu()}\nOne thread. R1 = {R1}, R2 = {R2}.\n")
    print_rows(rows)


if __name__ == "__main__":
    main()
