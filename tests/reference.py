"""A slow and obvious oracle: poker from its rules, a hand being worth its best five cards.

A *card* is an int 0..51, ``4 * rank + suit``, suits c d h s. A *value* is a tuple that compares as hands do: the category, 0
for high card to 8 for a straight flush, then the deciding ranks, 2..14, the most important first. Nothing of the package, and
nothing but the standard library, is imported: a mistake would have to be made twice to go unseen.
"""

import itertools
import math
from functools import cache

HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH = range(9)
ACE = 14
DECK = range(52)


def cards(text):
    """Codes of cards such as ``As Kd 2c``."""
    return ["23456789TJQKA".index(rank) * 4 + "cdhs".index(suit) for rank, suit in text.split()]


# ------------------------------------------------------------------------------------------------ what beats what


def straight_top(ranks):
    """Rank of the top card if these five ascending ranks are a straight, else None; the ace is high, or low below a five."""
    if ranks == (2, 3, 4, 5, ACE):
        return 5
    return ranks[4] if ranks == tuple(range(ranks[0], ranks[0] + 5)) else None


@cache
def pattern_value(ranks, flush):
    """Value of five cards by their ascending ranks and by whether they are of one suit."""
    top = straight_top(ranks)
    if top:
        return (STRAIGHT_FLUSH if flush else STRAIGHT, top)
    groups = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)  # most cards first, then highest rank
    deciding = [rank for _, rank in groups]
    if flush:
        return (FLUSH, *deciding)
    category = {
        (4, 1): QUADS,
        (3, 2): FULL_HOUSE,
        (3, 1, 1): TRIPS,
        (2, 2, 1): TWO_PAIR,
        (2, 1, 1, 1): PAIR,
        (1, 1, 1, 1, 1): HIGH_CARD,
    }[tuple(size for size, _ in groups)]
    return (category, *deciding)


def five_value(five):
    """Value of exactly five cards."""
    ranks = sorted([card // 4 + 2 for card in five])
    return pattern_value(tuple(ranks), len({card % 4 for card in five}) == 1)


def value(hand):
    """Value of a hand of five cards or more: its best five."""
    return max(five_value(five) for five in itertools.combinations(hand, 5))


# ---------------------------------------------------------------------------------------------- showdowns, run-outs


def winners(holes, board):
    """Indices of the players who have the best hand on a complete board."""
    values = [value([*hole, *board]) for hole in holes]
    return [player for player, its in enumerate(values) if its == max(values)]


def boards(holes, board=(), dead=()):
    """Every complete board that can come: each set of cards once."""
    seen = {*board, *dead, *itertools.chain(*holes)}
    live = [card for card in DECK if card not in seen]
    for rest in itertools.combinations(live, 5 - len(board)):
        yield [*board, *rest]


def shares(holes, board=(), dead=()):
    """``shares[player][m - 1]``: run-outs in which the player is one of m winners."""
    counts = [[0] * len(holes) for _ in holes]
    for complete in boards(holes, board, dead):
        best = winners(holes, complete)
        for player in best:
            counts[player][len(best) - 1] += 1
    return counts


# ---------------------------------------------------------------------------------------- all hands, without dealing


def multisets(k):
    """Every multiset of k ranks 0..12 that a deck can deal, as ascending tuples."""
    for ranks in itertools.combinations_with_replacement(range(13), k):
        if all(ranks[i] != ranks[i + 4] for i in range(k - 4)):
            yield ranks


def without_flush(ranks):
    """Cards of these ascending ranks, no more than two of a suit for up to eight of them: equal ranks get different suits."""
    return [4 * rank + i % 4 for i, rank in enumerate(ranks)]


def ways(ranks):
    """How many hands have these ranks: of four cards of a rank, any as many as it takes."""
    return math.prod(math.comb(4, ranks.count(rank)) for rank in set(ranks))


def ways_with_flush(ranks):
    """How many of them hold five or more cards of a suit: choose the suit, the ranks in it, the rest from three suits."""
    k, kinds = len(ranks), sorted(set(ranks))
    total = 0
    for size in range(5, k + 1):
        for suited in itertools.combinations(kinds, size):
            rest = [ranks.count(rank) - (rank in suited) for rank in kinds]
            total += 4 * math.prod(math.comb(3, count) for count in rest)
    return total


@cache
def multiset_values(k):
    """{ranks: value} of every multiset of k ranks, without a flush."""
    return {ranks: value(without_flush(ranks)) for ranks in multisets(k)}


@cache
def hand_counts(k):
    """{value: how many of the C(52, k) hands have it}, by counting suits instead of dealing hands."""
    counts = {}
    for ranks, its in multiset_values(k).items():
        counts[its] = counts.get(its, 0) + ways(ranks) - ways_with_flush(ranks)
    for size in range(5, k + 1):  # with five to seven cards of a suit nothing but a straight flush beats the flush
        for suited in itertools.combinations(range(13), size):
            its = value([4 * rank for rank in suited])
            counts[its] = counts.get(its, 0) + 4 * math.comb(39, k - size)
    return {its: count for its, count in counts.items() if count}


@cache
def strengths():
    """{value: strength}, 1 for the weakest value to 7,462 for the royal flush."""
    return {its: strength for strength, its in enumerate(sorted(hand_counts(5)), start=1)}
