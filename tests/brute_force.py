"""Equity by plain loops: every combo of every player against every other on every run-out.

The oracle of the equity engine, and a source of random spots that are small enough for it. It shares nothing with the engine but
the evaluator of seven cards, which has oracles of its own: no table of combos, no symmetry, no sums. A *spot* is the weights of
the players' ranges, the board and the dead cards.
"""

import itertools
from dataclasses import dataclass

import numpy as np

import steelwheel as sw

COMBO = sorted(itertools.combinations(range(52), 2), key=lambda pair: (pair[1], pair[0]))
"""The two cards of each combo; a range has its weights in this order."""
NUMBER = {frozenset(pair): i for i, pair in enumerate(COMBO)}


@dataclass(frozen=True)
class Counted:
    """What the loops count, an entry a player; ``combo_...`` have one a combo, NaN where no deal has it."""

    equity: list
    win: list
    tie: list
    wins: list
    ties: list
    deals: float
    runouts: int
    combo_equity: np.ndarray
    combo_win: np.ndarray
    combo_tie: np.ndarray
    combo_deals: np.ndarray


def run_outs(board, dead):
    """Every complete board."""
    left = [card for card in range(52) if card not in board and card not in dead]
    return np.array([[*board, *more] for more in itertools.combinations(left, 5 - len(board))], np.uint8)


def strengths(combo, boards):
    """Strength of a combo on every board; 0 where it shares a card with it."""
    found = np.zeros(len(boards), np.uint16)
    free = ~np.isin(boards, COMBO[combo]).any(axis=1)
    hands = np.empty((free.sum(), 7), np.uint8)
    hands[:, :5], hands[:, 5:] = boards[free], COMBO[combo]
    if len(hands):
        found[free] = sw.evaluate(hands)
    return found


def deals_of(weights, taken=frozenset()):
    """Every compatible choice of a combo of weight above 0 for each player."""
    if len(weights) == 0:
        yield ()
        return
    for combo in np.flatnonzero(weights[0]):
        if taken.isdisjoint(COMBO[combo]):
            for others in deals_of(weights[1:], taken.union(COMBO[combo])):
                yield (int(combo), *others)


def count(weights, board=(), dead=()):
    """Equity of a spot; None if its ranges leave no deal."""
    n, boards = len(weights), run_outs(board, dead)
    gone = frozenset((*board, *dead))
    made = {}
    won = np.zeros((n, n + 1, 1326))  # by player, number of winners, own combo: weight of the others' combos
    met, seen, total = np.zeros((n, 1326)), 0, 0.0
    for deal in deals_of(weights, gone):
        for combo in deal:
            if combo not in made:
                made[combo] = strengths(combo, boards)
        shown = np.array([made[combo] for combo in deal])
        shown = shown[:, (shown > 0).all(axis=0)]
        best = shown == shown.max(axis=0)
        winners = best.sum(axis=0)
        held = [weights[p][combo] for p, combo in enumerate(deal)]
        for p, combo in enumerate(deal):
            others = np.prod(held[:p] + held[p + 1 :])
            won[p, :, combo] += others * np.bincount(winners[best[p]], minlength=n + 1)
            met[p, combo] += others * shown.shape[1]
        seen += shown.shape[1]
        total += np.prod(held) * shown.shape[1]
    if not seen:
        return None
    shares = np.array([0, *(1 / m for m in range(1, n + 1))])
    alone = [float(weights[p] @ won[p, 1]) for p in range(n)]
    split = [float(weights[p] @ won[p, 2:].sum(axis=0)) for p in range(n)]
    fair = [float(weights[p] @ (shares @ won[p])) for p in range(n)]
    with np.errstate(invalid="ignore", divide="ignore"):
        return Counted(
            equity=[x / total for x in fair],
            win=[x / total for x in alone],
            tie=[x / total for x in split],
            wins=alone,
            ties=split,
            deals=total,
            runouts=seen,
            combo_equity=np.array([shares @ won[p] for p in range(n)]) / met,
            combo_win=won[:, 1] / met,
            combo_tie=won[:, 2:].sum(axis=1) / met,
            combo_deals=met,
        )


# ------------------------------------------------------------------------------------------------------ random spots


def random_spot(rng, players, street, whole):
    """Weights, board and dead cards of a small spot, made to be awkward.

    Boards like to be suited or paired, decks to be short of all but a few ranks or suits, ranges to overlap, to have all suits of a
    starting hand, or a single combo. Before the flop about twelve cards are left. ``whole``: weights are 0 or 1.
    """
    while True:
        board = random_board(rng, street)
        dead = random_dead(rng, players, board)
        live = [card for card in range(52) if card not in board and card not in dead]
        if len(live) < 2 * players + 5 - street:
            continue
        weights = np.zeros((players, 1326))
        all_suits = rng.random() < 0.3  # for all players, so that suits may be exchanged unless board or dead cards forbid it
        for player in range(players):
            weights[player] = random_range(rng, live, players, whole, 1 if all_suits else rng.integers(5))
            if player and rng.random() < 0.15:
                weights[player] = weights[player - 1]
        if not hands_clash(weights, board, dead) and (rng.random() < 0.04 or some_deal(weights, board, dead)):
            return weights, board, dead


def some_deal(weights, board, dead):
    return next(deals_of(weights, frozenset((*board, *dead))), None) is not None


def hands_clash(weights, board, dead):
    """Whether a player has nothing at all, or players with a single combo share a card, or hold one that is gone."""
    hands = [card for row in weights if np.count_nonzero(row) == 1 for card in COMBO[int(row.argmax())]]
    cards = [*hands, *board, *dead]
    return len(set(cards)) < len(cards) or not weights.any(axis=1).all()


def random_board(rng, street):
    deck = rng.permutation(52)
    style = rng.integers(4)
    if style == 1:  # three or more of a suit
        suited = rng.integers(3, 6)
        deck = np.concatenate([deck[deck % 4 == 0][:suited], deck[deck % 4 != 0]])
    elif style == 2:  # two or more of a rank
        rank, of_it = deck[0] // 4, rng.integers(2, 5)
        deck = np.concatenate([deck[deck // 4 == rank][:of_it], deck[deck // 4 != rank]])
    return rng.permutation(deck[:street]).tolist()


def random_dead(rng, players, board):
    style, to_come = rng.integers(4), 5 - len(board)
    rest = [card for card in rng.permutation(52).tolist() if card not in board]
    if style == 1:  # a few neighbouring ranks live, in all suits
        ranks = 3 if to_come == 5 else 5 if to_come == 2 else 9
        lowest = rng.integers(0, 14 - ranks)
        return [card for card in rest if not lowest <= card // 4 < lowest + ranks]
    if style == 2 and to_come < 3:  # two suits
        return [card for card in rest if card % 4 > 1]
    least = 2 * players + to_come
    most = {5: max(12, least + 1), 2: least + 12}.get(to_come, len(rest))
    return rest[rng.integers(least, most + 1) :]


def random_range(rng, live, players, whole, style):
    weights = np.zeros(1326)
    if style == 0:  # one hand
        held = [rng.choice(live, 2, replace=False)]
    elif style == 1:  # starting hands in all suits
        ranks = [card // 4 for card in live]
        for _ in range(rng.integers(1, {2: 5, 3: 3, 4: 2}[players])):
            low, high, weight = rng.choice(ranks), rng.choice(ranks), random_weight(rng, whole)
            suited = players == 4 or rng.random() < 0.6
            for s, t in itertools.product(range(4), range(4)):
                pair = frozenset((4 * low + s, 4 * high + t))
                if len(pair) == 2 and (low == high or (s == t) == suited):
                    weights[NUMBER[pair]] = weight
        return weights
    elif style == 2 and players < 4:  # all around one card, which may block an opponent wholly
        card = live[0]
        held = [(card, other) for other in rng.choice(live, min(8, len(live)), replace=False) if other != card]
    else:
        size = {2: 30, 3: 9, 4: 5}[players]
        deck = live if rng.random() < 0.7 else range(52)
        held = [rng.choice(deck, 2, replace=False) for _ in range(rng.integers(2, size))]
    for pair in held:
        weights[NUMBER[frozenset(map(int, pair))]] = random_weight(rng, whole)
    return weights


def random_weight(rng, whole):
    return 1.0 if whole else float(rng.choice([1, rng.integers(1, 11) / 10, rng.random()]))
