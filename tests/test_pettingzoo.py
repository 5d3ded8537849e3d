"""The turn-based environment of one table, by PettingZoo's own tests and against VectorTable."""

import warnings

import numpy as np
import pytest

import steelwheel as sw

pytest.importorskip("pettingzoo")
from pettingzoo.test import api_test, seed_test

from steelwheel.sim import pettingzoo
from steelwheel.sim.observations import observe

RULES = sw.Rules.no_limit(blinds=(1, 2))


def play(env, rng):
    """One hand at random; gives the agents that acted and their codes."""
    acted = []
    for agent in env.agent_iter():
        seen, _, terminated, truncated, _ = env.last()
        assert seen in env.observation_space(agent)
        assert not truncated
        code = None if terminated else int(rng.choice(np.flatnonzero(seen["action_mask"])))
        if not terminated:
            acted.append((agent, code))
        env.step(code)
    return acted


@pytest.mark.parametrize("seats", [2, 3, 6, 10])
def test_pettingzoo_finds_nothing_wrong(seats, capsys):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", "Observation is not a NumPy array|Observation space for each agent probably")  # dicts
        api_test(pettingzoo.env(stacks=[100] * seats), num_cycles=500)
    assert "Passed" in capsys.readouterr().out


def test_the_same_seed_is_the_same_game():
    seed_test(pettingzoo.env, num_cycles=100)


def test_a_hand_is_that_of_a_vector_table():
    env, rng = pettingzoo.env(stacks=[100, 60, 200, 40]), np.random.default_rng(1)
    v = sw.VectorTable(1, RULES, [100, 60, 200, 40], seed=7)
    v.reset()
    env.reset(seed=7)
    for _ in range(30):
        agents, total = env.agents[:], {}
        assert agents == [f"player_{seat}" for seat in range(4)]
        while not all(env.terminations.values()):
            agent = env.agent_selection
            assert agent == f"player_{v.actor[0]}"
            for seat, other in enumerate(agents):
                seen, ours = env.observe(other), observe(v, seats=seat)
                assert all((seen["observation"][name] == ours[name][0]).all() for name in seen["observation"])
                assert (seen["action_mask"] == ours["action_mask"][0]).all()
                assert seen["action_mask"].any() == (other == agent)
            code = int(rng.choice(np.flatnonzero(v.mask[0])))
            env.step(code)
            v.step([code])
            total = dict(env.rewards)
        assert list(total.values()) == (v.payoffs[0] / 2).tolist()
        assert sum(total.values()) == 0
        assert env.unwrapped._cumulative_rewards == total
        env.reset()


def test_rewards_come_once_and_only_at_the_end():
    env, rng = pettingzoo.env(), np.random.default_rng(2)
    for hand in range(20):
        env.reset(seed=hand)
        got = dict.fromkeys(env.agents, 0.0)
        for agent in env.agent_iter():
            seen, reward, terminated, _, _ = env.last()
            assert terminated or reward == 0
            got[agent] += reward
            env.step(None if terminated else int(rng.choice(np.flatnonzero(seen["action_mask"]))))
        assert sum(got.values()) == 0
        assert any(got.values())
        assert env.agents == []


def test_an_illegal_code_is_refused_and_changes_nothing():
    env = pettingzoo.env(stacks=[100] * 3)
    env.reset(seed=1)
    while env.observe(env.agent_selection)["action_mask"][0]:
        env.step(1)
    with pytest.raises(sw.IllegalAction, match=r"table 0: seat \d cannot play code 0"):
        env.step(0)
    env.step(1)


def test_a_fixed_limit_game_and_the_seed_of_the_constructor():
    rules = sw.Rules.fixed_limit(2)
    first, second = (pettingzoo.env(rules, [40] * 3, 5, raises=()) for _ in range(2))
    first.reset(), second.reset()
    assert play(first, np.random.default_rng(1)) == play(second, np.random.default_rng(1))
    with pytest.raises(ValueError, match="seed -1 is outside"):
        first.reset(seed=-1)
    with pytest.raises(ValueError, match="more than the forced bets, 2"):
        pettingzoo.raw_env(rules, [2, 40])
