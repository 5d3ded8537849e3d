"""Timing side by side: contestants take turns, so that a change of clock or a busy neighbour meets them all."""

import platform
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from statistics import median

WIDTH = 80


def take_turns(calls: Mapping[str, Callable[[], object]], rounds: int) -> dict[str, list[float]]:
    """Seconds of every call in every round, after a round to warm up; the order turns round every time."""
    seconds: dict[str, list[float]] = {name: [] for name in calls}
    for turn in range(-1, rounds):
        for name in list(calls)[:: 1 if turn % 2 else -1]:
            start = time.perf_counter()
            calls[name]()
            elapsed = time.perf_counter() - start
            if turn >= 0:
                seconds[name].append(elapsed)
    return seconds


def ratio(slow: list[float], quick: list[float]) -> float:
    """How many times as long `slow` takes: the median over the rounds, each round by itself."""
    return median(a / b for a, b in zip(slow, quick))


def cpu() -> str:
    """Name of the processor, as the system gives it."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    named = {key.strip(): value.strip() for key, _, value in (line.partition(":") for line in lines)}
    if "model name" not in named:
        return platform.processor() or platform.machine()
    family = [f"{word} {named[word]}" for word in ("cpu family", "model", "stepping") if word in named]
    return f"{named['model name']} ({', '.join(family)})"


def digits(value: float) -> str:
    """Three digits, two of small numbers, and no exponent."""
    return f"{value:.0f}" if abs(value) >= 100 else f"{value:.{3 if abs(value) >= 0.01 else 2}g}"
