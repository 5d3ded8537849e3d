"""Count wins and ties of every two hands before the flop, on every board.

    python tables/preflop.py            write tables/preflop.bin (some minutes)
    python tables/preflop.py --check    count a few hundred classes afresh and compare them with the file

The first combo of each class of hole cards meets all 1,326 others at once: on a board, those weaker than it and those equal to it.
Boards that a renaming of the suits turns into one another, the combo staying as it is, are counted once with their number.

The file is uint32[47008, 2], little-endian: boards, of 1,712,304, that the class's first hand wins, and boards that are split.
"""

import itertools
import sys
from pathlib import Path

import numpy as np

import steelwheel as sw
from steelwheel.preflop import BOARDS, COMBOS, SUITS, hand_classes, pair_classes, permuted

FILE = Path(__file__).parent / "preflop.bin"
AT_ONCE = 255  # boards whose counts add up in a byte


def fixing(combo):
    """Which of the 24 suit permutations leave a combo as it is."""
    return np.flatnonzero(permuted()[:, combo] == combo)


def board_classes(combo):
    """{number of boards in a class: uint8[n, 5], a board of each such class} of the boards that a combo leaves."""
    live = [card for card in range(52) if card not in sw.combo_cards(combo)]
    boards = np.fromiter(itertools.chain.from_iterable(itertools.combinations(live, 5)), np.uint8).reshape(-1, 5)
    smallest = np.full(len(boards), (1 << 64) - 1, np.uint64)
    for suits in np.array(SUITS)[fixing(combo)]:
        bit = np.array([1 << 4 * (card >> 2) + suits[card & 3] for card in range(52)], np.uint64)
        np.minimum(smallest, bit[boards].sum(axis=1, dtype=np.uint64), out=smallest)
    _, first, size = np.unique(smallest, return_index=True, return_counts=True)
    return {int(n): boards[first[size == n]] for n in np.unique(size)}


def add_up(found):
    return np.add.reduce(found.view(np.uint8), axis=0, dtype=np.uint8).astype(np.int64)


def against_all(combo):
    """int64[1326] each: boards that a combo wins, and splits, against every other."""
    wins, ties = np.zeros((2, COMBOS), np.int64)
    strengths = np.empty((AT_ONCE, COMBOS), np.uint16)
    for times, boards in board_classes(combo).items():
        for some in (boards[i : i + AT_ONCE] for i in range(0, len(boards), AT_ONCE)):
            found = sw.board_strengths(some, out=strengths[: len(some)])
            ours = found[:, combo, None]
            possible = found > 0
            wins += times * add_up((found < ours) & possible)
            ties += times * add_up(found == ours)
    images = permuted()[fixing(combo)]  # a board stands for its class, so a combo's count is the mean over its images
    return wins[images].sum(axis=0) // len(images), ties[images].sum(axis=0) // len(images)


def count(firsts, classes, swapped, size):
    """int64[size, 2] wins and ties of the classes that some first combos meet; -1 for the others."""
    table = np.full((size, 2), -1, np.int64)
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
    size = int(classes.max()) + 1
    if arguments == ["--check"]:
        rows = np.random.default_rng(0).choice(len(firsts), 2, replace=False)
        table = count(firsts[rows], classes[rows], swapped[rows], size)
        same = (np.fromfile(FILE, "<u4").reshape(-1, 2) == table) | (table < 0)
        print(f"{(table[:, 0] >= 0).sum()} classes counted afresh, {(~same).any(axis=1).sum()} differ")
        return int(not same.all())
    count(firsts, classes, swapped, size).astype("<u4").tofile(FILE)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
