"""Count wins and ties of every two hands before the flop, on every board, with the package's own heads-up engine.

    python tables/preflop.py            write tables/preflop.bin (some minutes)
    python tables/preflop.py --check    count a hundred classes afresh and compare them with the file

Each first combo of a class of hole cards plays all 1,326 others at once: with one combo as a range, what the others beat is what
they beat of it. uint32[47008, 2], little-endian: boards that the class's first hand wins, and boards that are split.
"""

import sys
from pathlib import Path

import numpy as np

from steelwheel._native import ffi, lib
from steelwheel.preflop import BOARDS, COMBOS, SUITS, hand_classes, pair_classes, permuted

FILE = Path(__file__).parent / "preflop.bin"


def against_all(combo):
    """int64[1326] each: boards that a combo wins, and splits, against every other; wrong where they share a card."""
    weights, tally = np.zeros((2, COMBOS)), np.zeros((2, 2, COMBOS))
    weights[0, combo] = weights[1] = 1
    suits = np.zeros((24, 4), np.uint8)
    here = ffi.from_buffer("double[]", weights)
    lib.sw_heads_up(here, b"", 0, 0, 0, lib.sw_turns(0, 0), ffi.from_buffer("double[]", tally))
    n = lib.sw_symmetries(here, 2, 0, 0, ffi.from_buffer("uint8_t[]", suits))
    images = permuted()[[SUITS.index(tuple(map(int, row))) for row in suits[:n]]]
    lost, lost_or_tied = tally[1][:, images].mean(axis=1)
    return BOARDS - np.rint(lost_or_tied).astype(np.int64), np.rint(lost_or_tied - lost).astype(np.int64)


def count(firsts, classes, swapped):
    table = np.full((classes.max() + 1, 2), -1, np.int64)
    for row, combo in enumerate(firsts):
        print(f"\r{row + 1} of {len(firsts)}", end="", file=sys.stderr, flush=True)
        wins, ties = against_all(combo)
        wins = np.where(swapped[row], BOARDS - wins - ties, wins)
        met = classes[row] >= 0
        for column, values in enumerate((wins, ties)):
            known = table[classes[row][met], column]
            if ((known >= 0) & (known != values[met])).any():
                raise AssertionError("one class, two results")
            table[classes[row][met], column] = values[met]
    print(file=sys.stderr)
    return table


def main(arguments):
    firsts, _ = hand_classes()
    classes, swapped = pair_classes()
    if arguments == ["--check"]:
        rows = np.random.default_rng(0).choice(len(firsts), 3, replace=False)
        table = count(firsts[rows], classes[rows], swapped[rows])
        same = (np.fromfile(FILE, "<u4").reshape(-1, 2) == table) | (table < 0)
        print(f"{(table[:, 0] >= 0).sum()} classes counted afresh, {(~same).any(axis=1).sum()} differ")
        return int(not same.all())
    count(firsts, classes, swapped).astype("<u4").tofile(FILE)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
