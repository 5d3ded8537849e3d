"""Derive every look-up table of the evaluator from the rules of poker.

    python tables/generate.py            write tables/*.bin and tables/SHA256SUMS
    python tables/generate.py --check    write nothing; exit 1 unless the files are what the rules say

The rules (which hand beats which) are stated in `hand_classes`; everything else in this directory follows from them. README.md
beside this file derives the constants. Nothing of the package is imported: a mistake would have to be made twice to go unseen.

Ranks are 0..12 for 2..A, suits 0..3 for c d h s, a card is 4*rank + suit. Strengths run from 1 (7-5-4-3-2) to 7462 (royal flush).
"""

import hashlib
import itertools
import random
import sys
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent
RANKS = range(13)
DECK = range(52)

# ------------------------------------------------------------------------------------------------ the rules of poker

WHEEL = (3, 2, 1, 0, 12)  # 5-4-3-2-A: the ace plays low
STRAIGHTS = [WHEEL] + [tuple(range(top, top - 5, -1)) for top in range(4, 13)]


def groups(*sizes):
    """Every way to give ranks to groups of equal cards, the most important group first, weakest first."""
    for ranks in itertools.permutations(RANKS, len(sizes)):
        ordered = zip(sizes, sizes[1:], ranks, ranks[1:])
        if all(a > b for size, following, a, b in ordered if size == following):
            yield tuple(rank for rank, size in zip(ranks, sizes) for _ in range(size))


def hand_classes():
    """The 7,462 classes of five-card hands as (suited, ranks), weakest first; equal hands are one class."""
    unpaired = [ranks for ranks in groups(1, 1, 1, 1, 1) if set(ranks) not in map(set, STRAIGHTS)]
    for suited, classes in (
        (False, unpaired),  # high card
        (False, groups(2, 1, 1, 1)),  # pair
        (False, groups(2, 2, 1)),  # two pair
        (False, groups(3, 1, 1)),  # three of a kind
        (False, STRAIGHTS),
        (True, unpaired),  # flush
        (False, groups(3, 2)),  # full house
        (False, groups(4, 1)),  # four of a kind
        (True, STRAIGHTS),  # straight flush, a royal flush at the top
    ):
        for ranks in classes:
            yield suited, tuple(sorted(ranks))


STRENGTH = {hand: strength for strength, hand in enumerate(hand_classes(), start=1)}


def flush_strengths():
    """uint16[8192]: the best hand among the cards of one suit, by the bit mask of their ranks; 0 below five cards."""
    best = np.zeros(1 << 13, np.uint16)
    for mask in range(1 << 13):
        ranks = [rank for rank in RANKS if mask >> rank & 1]
        if len(ranks) == 5:
            best[mask] = STRENGTH[True, tuple(ranks)]
        elif len(ranks) > 5:
            best[mask] = max(best[mask & ~(1 << rank)] for rank in ranks)
    return best


def rank_strengths():
    """{k: {sorted ranks of k cards: strength of the best five}} for hands without a flush, k = 5, 6, 7."""
    best = {5: {ranks: strength for (suited, ranks), strength in STRENGTH.items() if not suited}}
    for k in (6, 7):
        best[k] = {
            ranks: max(best[k - 1].get(ranks[:i] + ranks[i + 1 :], 0) for i in range(k))
            for ranks in itertools.combinations_with_replacement(RANKS, k)
            if all(ranks.count(rank) <= 4 for rank in set(ranks))
        }
    return best


# --------------------------------------------------------------------------------- keys whose sums tell hands apart

COLUMN_BITS = 12
ROW_BITS = {5: 10, 6: 12, 7: 13}
CLUB, DIAMOND = 1 << 3, 1 << 7  # weight of a suit in its plane: a counter of four bits above the plane's 0/1 rank digit
NO_CARD = 1 << 59  # in a word: a counter of bytes that are no card, above those of the suits
SUIT_PLANES = ((0, 0, CLUB, 0), (0, 0, DIAMOND, 0), (0, 0, 0, CLUB), (0, 0, 0, DIAMOND))


def counts(hands):
    """int64[n, 13]: how often each rank stands in each hand."""
    return np.array([[ranks.count(rank) for rank in RANKS] for ranks in hands], np.int64)


def distinct(values):
    return len(np.unique(values)) == len(values)


def find_keys(hands, seed=0):
    """Draw rank planes and multipliers until every multiset of ranks has a key of its own.

    Returns planes int64[13, 4] and multipliers int64[4]; the key of a hand is `sum(planes) @ multipliers`, cut to the row
    and column bits of its number of cards.
    """
    rng = random.Random(seed)
    multisets = {k: counts(hands[k]) for k in hands}
    while True:
        planes = np.array([[rng.randrange(256), rng.randrange(256), rng.randrange(2), rng.randrange(2)] for _ in RANKS])
        planes[0] = 0  # a deuce adds nothing, so that a padding byte of 0 adds nothing
        if not distinct((multisets[7] @ planes) @ [1, 1 << 11, 1 << 22, 1 << 25]):
            continue  # the sums themselves collide: no multiplier can help
        for _ in range(64):
            multipliers = np.array([rng.randrange(1, 1 << 15, 2) for _ in range(4)])
            keys = {k: cut(multisets[k] @ planes @ multipliers, k) for k in hands}
            if all(distinct(keys[k]) for k in hands):
                return planes, multipliers


def cut(keys, k):
    return keys & (1 << ROW_BITS[k] + COLUMN_BITS) - 1


# ------------------------------------------------------------------------------------------------ perfect hashing


def displace(keys, strengths, k):
    """Row displacement: uint16 tables `rows` and `cells` with cells[rows[key >> 12] + (key & 4095)] == strength.

    Rows with most keys first, each at the first place where all its cells are free. `cells` is long enough for every row
    and column, so no key whatever reads outside it.
    """
    table = {}
    for key, strength in zip(keys.tolist(), strengths):
        table.setdefault(key >> COLUMN_BITS, {})[key & (1 << COLUMN_BITS) - 1] = strength
    rows = np.zeros(1 << ROW_BITS[k], np.uint16)
    taken = 0  # bit i is set when cell i is in use
    cells = {}
    for row in sorted(table, key=lambda row: (-len(table[row]), row)):
        clash = 0
        for column in table[row]:
            clash |= taken >> column
        place = (~clash & clash + 1).bit_length() - 1
        rows[row] = place
        for column, strength in table[row].items():
            taken |= 1 << place + column
            cells[place + column] = strength
    dense = np.zeros(int(rows.max()) + (1 << COLUMN_BITS), np.uint16)
    dense[list(cells)] = list(cells.values())
    return rows, dense


# ------------------------------------------------------------------------------------------------ what C reads


def tables():
    """{name: array}, each written to name.bin, little-endian; csrc/tables.h says what each one means."""
    best = rank_strengths()
    planes, multipliers = find_keys(best)
    rank_planes = np.zeros((4, 16), np.uint8)
    rank_planes[:, :13] = planes.T
    suit_planes = np.tile(np.array(SUIT_PLANES, np.uint8).T, 4)
    card_planes = np.zeros((4, 64), np.uint8)
    card_words = np.full(256, NO_CARD, np.uint64)
    for card in DECK:
        sums = [int(plane) for plane in planes[card >> 2] + SUIT_PLANES[card & 3]]
        card_planes[:, card] = sums
        card_words[card] = int(planes[card >> 2] @ multipliers) | sums[2] << 32 | sums[3] << 48
    mask_words = np.zeros((7, 256), np.uint64)
    for byte, mask in itertools.product(range(7), range(256)):
        cards = [8 * byte + bit for bit in range(8) if mask >> bit & 1 and 8 * byte + bit in DECK]
        mask_words[byte, mask] = sum(int(card_words[card]) for card in cards)
    turns = np.full((3, 4, 64), 0x80, np.uint8)
    for k, turn, hand, lane in itertools.product((5, 6, 7), range(4), range(8), range(7)):
        if lane < k:
            turns[k - 5, turn, 8 * hand + lane] = k * hand + (lane + turn) % k

    result = {
        "flush_strengths": flush_strengths(),
        "card_words": card_words,
        "card_masks": np.array([1 << card if card in DECK else 0 for card in range(256)], np.uint64),
        "mask_words": mask_words,
        "card_planes": card_planes,
        "rank_planes": rank_planes,
        "suit_planes": suit_planes,
        "multipliers": multipliers.astype(np.uint16),
        "row_turns": turns,
    }
    for k in best:
        keys = cut(counts(best[k]) @ planes @ multipliers, k)
        result[f"rows_{k}"], result[f"strengths_{k}"] = displace(keys, best[k].values(), k)
    return result


def main(arguments):
    if arguments not in ([], ["--check"]):
        print(__doc__, file=sys.stderr)
        return 2
    files = {f"{name}.bin": array.astype(array.dtype.newbyteorder("<")).tobytes() for name, array in tables().items()}
    sums = "".join(f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in sorted(files.items()))
    files["SHA256SUMS"] = sums.encode()
    if arguments:
        present = {path.name for path in HERE.glob("*.bin")} - {"preflop.bin"}  # counted by preflop.py
        wrong = [name for name, data in files.items() if not (HERE / name).exists() or (HERE / name).read_bytes() != data]
        wrong += sorted(present - set(files))
        print("\n".join(f"tables/{name} is not what the rules say" for name in wrong) or f"{len(files)} files are as derived")
        return 1 if wrong else 0
    for name, data in files.items():
        (HERE / name).write_bytes(data)
        print(f"{len(data):7,d}  {name}")
    print(f"{sum(map(len, files.values())):7,d}  bytes together")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
