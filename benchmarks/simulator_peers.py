"""Simulators beside the peers that are installed: OpenSpiel's universal_poker, pokers and RLCard.

    python benchmarks/simulator_peers.py [--rounds 9] [--json]

Six seats, 100 big blinds each, one thread, hand after hand; a step is one action of one player, chosen at random among those that
the simulator calls legal. `VectorTable.step` replays codes drawn before the clock starts; all others draw as they go, the peers
with Python's `random` from the list of actions that they give. RLCard, like the environments of Gymnasium, also makes an
observation at every step.
"""

import argparse
import json
import os
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import numpy as np
from timing import WIDTH, cpu, digits, ratio, take_turns

import steelwheel as sw
from steelwheel.sim.observations import observe

SEATS, STACK, BLINDS = 6, 200, (1, 2)
TABLES = 4096
ROUNDS = 64
"""Steps of all tables in a turn of ours."""
STEPS = 2000
"""Steps in a turn of a peer, hands played to their end."""


def random_codes(mask: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    return (rng.random(mask.shape, np.float32) * mask).argmax(1)


def vector_table() -> sw.VectorTable:
    return sw.VectorTable(TABLES, sw.Rules.no_limit(BLINDS), [STACK] * SEATS, seed=1)


def prepared() -> Callable[[], int]:
    """`VectorTable.step` alone."""
    tables, rng, codes = vector_table(), np.random.default_rng(1), []
    tables.reset()
    for _ in range(ROUNDS):
        codes.append(random_codes(tables.mask, rng))
        tables.step(codes[-1])

    def call() -> int:
        tables.reset()
        for row in codes:
            tables.step(row)
        return ROUNDS * TABLES

    return call


def observed() -> Callable[[], int]:
    """`VectorTable` with codes drawn and observations made."""
    tables, rng = vector_table(), np.random.default_rng(1)
    tables.reset()

    def call() -> int:
        for _ in range(ROUNDS):
            tables.step(random_codes(observe(tables)["action_mask"], rng))
        return ROUNDS * TABLES

    return call


def gymnasium_vector(final_obs: bool = False) -> Callable[[], int]:
    """The vector environment."""
    import gymnasium

    import steelwheel.sim.gym

    envs = gymnasium.make_vec(steelwheel.sim.gym.ID, num_envs=TABLES, final_obs=final_obs)
    rng = np.random.default_rng(1)
    observation, _ = envs.reset(seed=1)
    state = {"mask": observation["action_mask"]}

    def call() -> int:
        for _ in range(ROUNDS):
            observation, *_ = envs.step(random_codes(state["mask"], rng))
            state["mask"] = observation["action_mask"]
        return ROUNDS * TABLES

    return call


def gymnasium_single() -> Callable[[], int]:
    """The environment of one table."""
    from steelwheel.sim.gym import HoldemEnv

    env, rng = HoldemEnv(), random.Random(1)

    def call() -> int:
        steps = 0
        while steps < STEPS:
            _, info = env.reset()
            terminated = False
            while not terminated:
                _, _, terminated, _, info = env.step(rng.choice(info["action_mask"].nonzero()[0].tolist()))
                steps += 1
        return steps

    return call


def openspiel(abstraction: str) -> Callable[[], int]:
    import pyspiel

    blinds = " ".join(map(str, [*BLINDS, *[0] * (SEATS - 2)]))
    parameters = {"betting": "nolimit", "bettingAbstraction": abstraction, "numPlayers": SEATS, "numRounds": 4, "blind": blinds}
    parameters |= {"firstPlayer": "3 1 1 1", "numSuits": 4, "numRanks": 13, "numHoleCards": 2, "numBoardCards": "0 3 1 1"}
    game = pyspiel.load_game("universal_poker", parameters | {"stack": " ".join([str(STACK)] * SEATS)})
    rng = random.Random(1)

    def call() -> int:
        steps = 0
        while steps < STEPS:
            state = game.new_initial_state()
            while not state.is_terminal():
                steps += not state.is_chance_node()
                state.apply_action(rng.choice(state.legal_actions()))
        return steps

    return call


@contextmanager
def silence() -> Iterator[None]:
    """No standard output, of libraries in other languages too."""
    kept, nowhere = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    yield
    os.dup2(kept, 1)
    os.close(kept)
    os.close(nowhere)


def pokers() -> Callable[[], int]:
    import pokers

    rng = random.Random(1)
    raises, ok = pokers.ActionEnum.Raise, pokers.StateStatus.Ok

    def call() -> int:
        steps = 0
        while steps < STEPS:
            seed = rng.getrandbits(60)
            state = pokers.State.from_seed(n_players=SEATS, button=0, sb=BLINDS[0], bb=BLINDS[1], stake=STACK, seed=seed)
            while not state.final_state and state.status == ok:
                kind = rng.choice(state.legal_actions)
                most = state.players_state[state.current_player].stake
                amount = rng.uniform(min(state.min_bet, most), most) if kind == raises else 0
                state = state.apply_action(pokers.Action(kind, amount))
                steps += 1
        return steps

    return call


def rlcard() -> Callable[[], int]:
    import rlcard

    env = rlcard.make("no-limit-holdem", config={"seed": 1, "game_num_players": SEATS})
    rng = random.Random(1)

    def call() -> int:
        steps = 0
        while steps < STEPS:
            state, _ = env.reset()
            while not env.is_over():
                state, _ = env.step(rng.choice(list(state["legal_actions"])))
                steps += 1
        return steps

    return call


OURS = {
    "VectorTable.step": prepared,
    "VectorTable, observe and draw": observed,
    "Gymnasium, 4,096 tables": gymnasium_vector,
    "the same with final_obs": lambda: gymnasium_vector(final_obs=True),
    "Gymnasium, one table": gymnasium_single,
}
PEERS = {
    "OpenSpiel, fcpa": lambda: openspiel("fcpa"),
    "OpenSpiel, fullgame": lambda: openspiel("fullgame"),
    "pokers": pokers,
    "RLCard": rlcard,
}


def main() -> None:
    parser = argparse.ArgumentParser(description="steps a second, beside the installed peers")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    calls, missing = {}, []
    for name, make in (OURS | PEERS).items():
        try:
            calls[name] = make()
        except ImportError:
            missing.append(name)
    counts: dict[str, list[int]] = {name: [] for name in calls}
    with silence():
        seconds = take_turns({name: lambda name=name: counts[name].append(calls[name]()) for name in calls}, arguments.rounds)
    # The first turn warms up.
    each = {name: [s / n for s, n in zip(times, counts[name][1:])] for name, times in seconds.items()}
    if arguments.json:
        rates = {name: 1 / min(times) for name, times in each.items()}
        print(json.dumps({"cpu": cpu(), "steps_per_second": rates, "not_installed": missing}, indent=2))
        return
    print(f"{cpu()}\n\n{'':32}{'M steps/s':>10}{'VectorTable.step is':>22}{'Gymnasium is':>16}\n" + "-" * WIDTH)
    for name, times in each.items():
        shown = [ratio(times, each[own]) if own in each else None for own in ("VectorTable.step", "Gymnasium, 4,096 tables")]
        columns = [f"{digits(x)} x" if x else "" for x in shown]
        print(f"{name:32}{digits(1e-6 / min(times)):>10}{columns[0]:>22}{columns[1]:>16}")
    for name in missing:
        print(f"{name:32}{'not installed':>10}")


if __name__ == "__main__":
    main()
