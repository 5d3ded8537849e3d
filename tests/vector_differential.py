"""VectorTable against Table: random games, random actions, the same cards, and the same state after every step.

    python tests/vector_differential.py --steps 5000000 --seed 0 --processes 2

Some actions go in as codes, some as totals. After each one the actor, what he may do, the chips behind, in front and collected, the
pot, the street, the cards and the button must agree; after each hand the payoffs.
"""

import argparse
import random
import sys
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import numpy as np

import steelwheel as sw
from steelwheel.sim.vector import VectorTable

TABLES = 16
NO_CARD = 255
NO_CARDS = (NO_CARD, NO_CARD)
STREETS = list(sw.Street)


def random_rules(rng: random.Random, seats: int) -> sw.Rules:
    """Any rules that a VectorTable carries."""
    structure = rng.choice(["no_limit", "no_limit", "pot_limit", "fixed_limit"])
    big = rng.choice([1, 2, 3, 10, 100])
    blinds = rng.choice([(big // 2 or big, big)] * 4 + [(big,), (0, big), ()] + [(1, big, 2 * big)] * (seats > 2))
    options: dict[str, Any] = {
        "reopening": rng.choice(["tda47", "tda47", "wsop96", "never", "always"]),
        "short_blind": rng.choice(["full", "actual"]),
        "odd_chips": rng.choice(["clockwise", "first_winner_all"]),
        "ante_order": rng.choice(["blind_first", "ante_first"]),
        "open_fold": rng.random() < 0.3,
    }
    options["ante"] = rng.choice([0, 0, 1, big]) if blinds else big
    if blinds and rng.random() < 0.2:
        options["big_blind_ante"] = big
    if not options["ante"] or rng.random() < 0.3:
        options["trim_antes"] = rng.random() < 0.3
    if rng.random() < 0.1:
        options["ante"] = tuple(rng.randint(0, 2) if blinds else 1 for _ in range(seats))
        options["trim_antes"] = False
    if len(blinds) == 2 and blinds[0] and seats > 3 and rng.random() < 0.2:
        options["straddles"] = (2 * big,) if rng.random() < 0.5 or seats < 5 else (2 * big, 4 * big)
        options["straddle_raise"] = rng.choice(["straddle", "big_blind"])
    if structure == "fixed_limit":
        options["cap_heads_up"] = rng.random() < 0.5
        options["max_raises"] = rng.choice([None, (3, 4, 4, 4), (None, 1, 2, None), (0, 1, 2, 3)])
        return sw.Rules.fixed_limit(big, rng.choice([None, big]), blinds, **options)
    return getattr(sw.Rules, structure)(blinds, **options)


class Pair:
    """A VectorTable and as many Tables, dealt the same cards."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.seats = rng.randint(2, 10)
        self.rules = random_rules(rng, self.seats)
        big = max(self.rules.big_blind, self.rules.min_bet)
        deep = rng.choice([3 * big, 20 * big, 200 * big])
        self.stacks = [[rng.randint(1, rng.choice([3 * big, deep])) for _ in range(self.seats)] for _ in range(TABLES)]
        self.keep = rng.random() < 0.5 and self.plays_on()
        button, seed = rng.randrange(self.seats), rng.getrandbits(64)
        raises = rng.choice([(0.5, 1), (), (0.33, 0.75, 1.5, 3)])
        self.v = VectorTable(TABLES, self.rules, self.stacks, seed, button=button, raises=raises, keep_stacks=self.keep)
        decks = None if rng.random() < 0.5 else np.asarray([rng.sample(range(52), 52) for _ in range(TABLES)])
        self.v.reset(decks=decks)
        self.tables = [
            sw.Table(self.rules, stacks, button, seed=int(self.v.seed[i]), deck=None if decks is None else decks[i].tolist())
            for i, stacks in enumerate(self.stacks)
        ]
        for i, table in enumerate(self.tables):
            table.deal()
            self.payoffs = [0] * self.seats
            self.until_somebody_acts(i)
        self.compare()

    def plays_on(self) -> bool:
        """The rules hold for any number of players, so that chips can be kept until one seat has them all."""
        try:
            VectorTable(0, self.rules, [1] * self.seats, 0, keep_stacks=True)
        except ValueError:
            return False
        return True

    def until_somebody_acts(self, i: int) -> int:
        """Begin hands until there is a decision; gives the number that ended."""
        table, ended = self.tables[i], 0
        while table.over and ended < 255:
            ended += 1
            self.payoffs = [a + b for a, b in zip(self.payoffs, table.payoffs)]
            if ended == 255 or (self.keep and sum(chips > 0 for chips in table.stacks) < 2):
                break
            if not self.keep:
                for seat, chips in enumerate(self.stacks[i]):
                    table.seat_player(seat, chips)
            table.next_hand()
            table.deal()
        return ended

    def choose(self, i: int) -> tuple[int, int]:
        """A code and a total, one of them legal; the code is -1 if the total has none."""
        rng, v = self.rng, self.v
        low, high = int(v.min_raise_to[i]), int(v.max_raise_to[i])
        if high and rng.random() < 0.3:
            return -1, rng.choice([low, high, rng.randint(low, high)])
        codes = [code for code, legal in enumerate(v.mask[i].tolist()) if legal]
        if codes[0] == 0 and rng.random() < 0.6:
            codes = codes[1:]
        code = rng.choice(codes)
        return code, int(v.totals[i, code])

    def step(self) -> int:
        """One action at every table that waits for one; gives their number."""
        v = self.v
        rows = np.flatnonzero(v.actor >= 0)
        chosen = [self.choose(i) for i in rows]
        if not chosen:
            return 0
        if min(code for code, _ in chosen) < 0 or self.rng.random() < 0.5:
            finished = v.step(to=[total for _, total in chosen], tables=rows)
        else:
            finished = v.step([code for code, _ in chosen], tables=rows)
        for i, (_, total) in zip(rows.tolist(), chosen):
            table = self.tables[i]
            seat = table.actor
            assert seat is not None
            owed = table.legal.call
            if total == -1:
                table.act(sw.fold())
            elif total == table.bets[seat] + owed:
                table.act(sw.call() if owed else sw.check())
            else:
                table.act(sw.raise_to(total))
            self.payoffs = [0] * self.seats
            assert finished[i] == self.until_somebody_acts(i), self.about(i)
            assert v.payoffs[i].tolist() == self.payoffs, self.about(i)
        self.compare()
        return len(chosen)

    def about(self, i: int) -> str:
        return f"table {i}: {self.tables[i]!r}, history {[str(entry) for entry in self.tables[i].history]}, {self.rules}"

    def compare(self) -> None:
        v = self.v
        columns = (v.stacks, v.pot, v.hand, v.actor, v.button, v.street, v.bets, v.stakes, v.dead)
        offers = (v.mask[:, 0], v.call, v.min_raise_to, v.max_raise_to)
        rows = zip(*[array.tolist() for array in (*columns, *offers, v.board, v.hole_cards, v.folded)])
        for i, (table, (stacks, pot, *rest)) in enumerate(zip(self.tables, rows)):
            assert sum(stacks) + pot == sum(self.stacks[i]), self.about(i)
            assert stacks == list(table.stacks), self.about(i)
            if table.over:
                assert v.actor[i] == -1, self.about(i)
            else:
                assert [pot, *rest] == state(table), self.about(i)


def state(table: sw.Table) -> list[Any]:
    """What `Pair.compare` reads of a VectorTable, from the pot on."""
    (fold, _, call, raises), bets, stakes, board = table.legal, table.bets, table.stakes, table.board
    pot, seats, live = table.pot, range(table.seats), set(table.live)
    return [
        *(pot, table.hand_number, table.actor, table.button, STREETS.index(table.street)),
        *(list(bets), [stake - bet for stake, bet in zip(stakes, bets)], pot - sum(stakes)),
        *(fold, call, *(raises or (0, 0)), [*board, *[NO_CARD] * (5 - len(board))]),
        [list(table.hole_cards(seat) or NO_CARDS) for seat in seats],
        [seat not in live for seat in seats],
    ]


def replay(tables: list[sw.Table]) -> None:
    """Play hands that are over again, those of the same rules in one VectorTable; they must end in the same stacks.

    Cards that a table does not know are filled in; a hand that is live to the end must be known. (Hands mucked unseen in an all-in
    showdown can move odd chips; these do not.)
    """
    groups: dict[Any, list[sw.Table]] = {}
    for table in tables:
        groups.setdefault((table.rules, table.seats), []).append(table)
    for (rules, _), group in groups.items():
        starts = [[now - won for now, won in zip(table.stacks, table.payoffs)] for table in group]
        v = VectorTable(
            len(group), rules.replace(table_all_in=True), starts, 0, button=[table.button for table in group], next_hand=False
        )
        v.reset(decks=[whole_deck(table) for table in group])
        histories = [[entry for entry in table.history if isinstance(entry, sw.Action)] for table in group]
        for step in range(max(map(len, histories))):
            rows = [i for i, history in enumerate(histories) if step < len(history)]
            v.step(to=[total(v, i, histories[i][step]) for i in rows], tables=rows)
        for i, table in enumerate(group):
            assert v.actor[i] == -1, table
            assert v.stacks[i].tolist() == list(table.stacks), table
            assert v.payoffs[i].tolist() == list(table.payoffs), table


def total(v: VectorTable, i: int, action: sw.Action) -> int:
    assert action.seat == v.actor[i]
    if action.kind == "fold":
        return -1
    return int(v.totals[i, 1]) if action.to is None else action.to


def whole_deck(table: sw.Table) -> list[int]:
    """The cards that a hand was dealt, in their places, and others where they are not known."""
    n = len(table.order)
    deck = [NO_CARD] * 52
    for i, seat in enumerate(table.order):
        deck[i], deck[i + n] = table.hole_cards(seat)
    for place, card in zip((1, 2, 3, 5, 7), table.board):
        deck[2 * n + place] = card
    rest = iter(sorted(set(range(52)) - set(deck)))
    return [next(rest) if card == NO_CARD else card for card in deck]


def run(steps: int, seed: int) -> int:
    """At least so many steps; gives how many were done."""
    rng = random.Random(seed)
    done = 0
    while done < steps:
        pair = Pair(rng)
        for _ in range(60):
            done += pair.step()
    return done


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(description="Play VectorTable and Table side by side and compare them after every step.")
    parser.add_argument("--steps", type=int, default=5_000_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args(arguments)
    pieces = 20
    with ProcessPoolExecutor(options.processes) as pool:
        seeds = range(options.seed * 1000, options.seed * 1000 + pieces)
        done = sum(pool.map(run, [-(-options.steps // pieces)] * pieces, seeds))
    print(f"{done:,} steps of VectorTable and Table agree")


if __name__ == "__main__":
    main(sys.argv[1:])
