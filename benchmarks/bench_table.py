"""The game: whole hands on a `Table`, copies of it, and pots of many hands.

    pytest benchmarks/bench_table.py            times
    python benchmarks/bench_table.py [--json]   times, and ratios to pokerkit taken in turns with it

Six players with 100 big blinds each, blinds 1/2, a new table and a new deck for every hand. *Random* players choose evenly among
fold (facing a bet), call or check, and raise, the raise evenly between the smallest and the largest. *Calling* players check or
call to the end. The policy is part of the time.
"""

import argparse
import json
import random

import numpy as np
import pytest

import steelwheel as sw

RULES = sw.Rules.no_limit(blinds=(1, 2))
STACKS = [200] * 6
HANDS = 100_000
GOALS = {"random hands": 15, "calling hands": 60}
"""Times as fast as pokerkit."""


# ------------------------------------------------------------------------------------------------- steelwheel


def random_hand(rng, seed):
    """One hand of random players; gives the number of actions."""
    table = sw.Table(RULES, STACKS, seed % 6, seed=seed)
    table.deal()
    act, steps = table.act, 0
    while table.actor is not None:
        legal = table.legal
        verbs = [sw.call] if legal.call else [sw.check]
        if legal.call:
            verbs.append(sw.fold)
        if legal.raise_to:
            verbs.append(sw.raise_to)
        verb = verbs[int(rng.random() * len(verbs))]
        if verb is sw.raise_to:
            low, high = legal.raise_to
            act(verb(low + int(rng.random() * (high - low + 1))))
        else:
            act(verb())
        steps += 1
    return steps


def calling_hand(seed):
    """One hand of players who only check or call."""
    table = sw.Table(RULES, STACKS, seed % 6, seed=seed)
    table.deal()
    while table.actor is not None:
        table.act(sw.call() if table.to_call else sw.check())


def on_the_turn():
    """Six players on the turn."""
    table = sw.Table(RULES, STACKS, seed=1)
    table.deal()
    while table.street != "turn":
        table.act(sw.call() if table.to_call else sw.check())
    return table


def many_pots(seed=1):
    """Stakes, folds, strengths and buttons of hands with side pots."""
    rng = np.random.default_rng(seed)
    bets = rng.choice([20, 50, 100, 200], (HANDS, 6))
    folded = rng.random((HANDS, 6)) < 0.3
    folded[:, 0] = False
    return bets, folded, rng.integers(1, 7463, (HANDS, 6)).astype(np.uint16), rng.integers(0, 6, HANDS)


def test_random_hands(benchmark):
    rng = random.Random(1)
    benchmark(lambda: [random_hand(rng, seed) for seed in range(200)])
    benchmark.extra_info["hands_a_second"] = 200 / benchmark.stats["min"]


def test_calling_hands(benchmark):
    benchmark(lambda: [calling_hand(seed) for seed in range(200)])
    benchmark.extra_info["hands_a_second"] = 200 / benchmark.stats["min"]


def test_copy_on_the_turn(benchmark):
    benchmark(on_the_turn().copy)


def test_split_pots_of_many_hands(benchmark):
    hands = many_pots()
    benchmark(sw.split_pots, *hands)
    benchmark.extra_info["million_hands_a_second"] = HANDS / benchmark.stats["min"] / 1e6


# ------------------------------------------------------------------------------------------------- pokerkit


def pokerkit_hand(rng, pokerkit):
    """The same hand with pokerkit and everything automatic; without ``rng`` players only check or call."""
    state = pokerkit.NoLimitTexasHoldem.create_state(tuple(pokerkit.Automation), True, 0, (1, 2), 2, 200, 6)
    while state.status:
        verbs = ["check_or_call"]
        if rng is not None:
            if state.checking_or_calling_amount:
                verbs.append("fold")
            if state.can_complete_bet_or_raise_to():
                verbs.append("raise")
        verb = verbs[int(rng.random() * len(verbs))] if len(verbs) > 1 else verbs[0]
        if verb == "raise":
            low = state.min_completion_betting_or_raising_to_amount
            high = state.max_completion_betting_or_raising_to_amount
            state.complete_bet_or_raise_to(low + int(rng.random() * (high - low + 1)))
        else:
            getattr(state, verb)()


def main():
    parser = argparse.ArgumentParser(description="The game beside pokerkit, and what has no peer.")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    pokerkit = pytest.importorskip("pokerkit")
    from timing import cpu, digits, ratio, take_turns

    ours, theirs = random.Random(1), random.Random(1)
    table, hands = on_the_turn(), many_pots()
    counts = {"random hands": 300, "calling hands": 300, "pokerkit random hands": 30, "pokerkit calling hands": 10}
    counts |= {"copies of a table on the turn": 10_000, "hands in split_pots": HANDS}
    seconds = take_turns(
        {
            "random hands": lambda: [random_hand(ours, seed) for seed in range(300)],
            "pokerkit random hands": lambda: [pokerkit_hand(theirs, pokerkit) for _ in range(30)],
            "calling hands": lambda: [calling_hand(seed) for seed in range(300)],
            "pokerkit calling hands": lambda: [pokerkit_hand(None, pokerkit) for _ in range(10)],
            "copies of a table on the turn": lambda: [table.copy() for _ in range(10_000)],
            "hands in split_pots": lambda: sw.split_pots(*hands),
        },
        args.rounds,
    )
    each = {name: [took / counts[name] for took in rounds] for name, rounds in seconds.items()}
    ratios = {name: ratio(each[f"pokerkit {name}"], each[name]) for name in GOALS}
    if args.json:
        print(json.dumps({"cpu": cpu(), "a_second": {name: 1 / min(times) for name, times in each.items()}, "ratios": ratios}))
        return
    print(cpu())
    for name, times in each.items():
        print(f"{name:32} {digits(1 / min(times)):>12} a second at best, {digits(1e6 * min(times)):>8} us each")
    for name, times in ratios.items():
        print(f"{name}: {times:.0f} times pokerkit (goal {GOALS[name]})")


if __name__ == "__main__":
    main()
