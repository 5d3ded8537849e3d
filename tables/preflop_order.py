"""Exact equity of each of the 169 starting hands against a random hand, and the order it puts them in.

    python tables/preflop_order.py            write tables/preflop_order.csv (a minute)
    python tables/preflop_order.py --check    write nothing; exit 1 unless the file is what the evaluator says

Every board is looked at once per class: renaming the suits turns a board into another on which every class of starting hands
fares the same, so 134,459 boards stand for all 2,598,960. On a board, the combos that a combo (a, b) beats are

    those weaker  -  those weaker that hold a  -  those weaker that hold b

because a combo that holds a or b cannot be against it, and the only one to hold both is (a, b) itself. Ties are counted in the
same way; there (a, b) ties with itself, is taken away twice and has to be put back once.

The file has a line a class, best first: its name, and out of all 2,097,572,400 = C(50,5) C(45,2) ways to deal a board and an
opponent to one of its combos, the number it wins and the number it ties. Equity is (wins + ties / 2) / deals.
"""

import csv
import io
import itertools
import sys
from pathlib import Path

import numpy as np

import steelwheel as sw

FILE = Path(__file__).with_name("preflop_order.csv")
RANKS = "AKQJT98765432"
HIGH, LOW = np.tril_indices(52, -1)  # combo b * (b - 1) / 2 + a is (a, b) = (LOW, HIGH)
HOLDING = np.array([np.flatnonzero((card == HIGH) | (card == LOW)) for card in range(52)])  # int[52, 51]: combos with a card


def board_classes():
    """uint8[134459, 5] boards, one of each class under renaming the suits, and how many boards each stands for."""
    boards = np.fromiter(itertools.chain.from_iterable(itertools.combinations(range(52), 5)), np.uint8).reshape(-1, 5)
    smallest = np.full(len(boards), (1 << 64) - 1, np.uint64)
    for suits in itertools.permutations(range(4)):
        bit = np.array([1 << 4 * (card >> 2) + suits[card & 3] for card in range(52)], np.uint64)
        np.minimum(smallest, bit[boards].sum(axis=1), out=smallest)
    _, first, count = np.unique(smallest, return_index=True, return_counts=True)
    return boards[first], count


def beaten_and_tied(strength):
    """int[1326] twice: how many of the combos that can be against it each combo beats, and ties; 0 for those on the board."""
    _, place, total = np.unique(strength, return_inverse=True, return_counts=True)
    kinds = len(total)
    held = np.bincount((place[HOLDING] + kinds * np.arange(52)[:, None]).ravel(), minlength=52 * kinds).reshape(52, kinds)
    total[0] = held[:, 0] = 0  # strength 0: a card of it lies on the board
    weaker, held_weaker = np.cumsum(total) - total, np.cumsum(held, axis=1) - held
    beaten = weaker[place] - held_weaker[HIGH, place] - held_weaker[LOW, place]
    tied = total[place] - held[HIGH, place] - held[LOW, place] + 1
    return beaten * (place > 0), tied * (place > 0)


def starting_hand(a, b):
    """Name of the class of a combo a < b: AA, AKs, AKo."""
    high, low = RANKS[12 - (b >> 2)], RANKS[12 - (a >> 2)]
    return high + low + ("" if high == low else "s" if a & 3 == b & 3 else "o")


def table():
    """The file's text."""
    wins, ties = np.zeros(1326, np.int64), np.zeros(1326, np.int64)
    boards, count = board_classes()
    for start in range(0, len(boards), 1024):
        part = slice(start, start + 1024)
        for strength, times in zip(sw.board_strengths(boards[part]), count[part]):
            beaten, tied = beaten_and_tied(strength)
            wins += times * beaten
            ties += times * tied
    sums = {}
    for a, b, won, tied in zip(LOW.tolist(), HIGH.tolist(), wins.tolist(), ties.tolist()):
        sums.setdefault(starting_hand(a, b), []).append((won, tied))
    rows = []
    for name, combos in sums.items():
        won, tied = (sum(counts) for counts in zip(*combos))
        assert won % len(combos) == tied % len(combos) == 0, name  # the combos of a class fare the same
        rows.append((name, won // len(combos), tied // len(combos)))
    rows.sort(key=lambda row: (-2 * row[1] - row[2], row[0]))
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([("hand", "wins", "ties"), *rows])
    return text.getvalue()


def main():
    text = table()
    if "--check" in sys.argv[1:]:
        if FILE.read_text() != text:
            sys.exit(f"{FILE.name} is not what the evaluator says")
        print(f"{FILE.name} is as the evaluator says")
    else:
        FILE.write_text(text)
        print(f"wrote {FILE}")


if __name__ == "__main__":
    main()
