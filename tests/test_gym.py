"""Gymnasium's environments: its own check, and every number against VectorTable."""

import warnings
from functools import partial

import numpy as np
import pytest

import steelwheel as sw

pytest.importorskip("gymnasium")
import gymnasium
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers import vector as wrappers

from steelwheel.sim import bots
from steelwheel.sim.gym import ID, HoldemEnv, HoldemVectorEnv
from steelwheel.sim.observations import choose, observe

RULES = sw.Rules.no_limit(blinds=(1, 2))
SEATS = 6


def legal(mask, rng):
    """Legal codes at random, one a row."""
    return (rng.random(mask.shape) * mask).argmax(-1)


def same(seen, infos, ours):
    """An environment's observation is that of `observe`, whose key is in the info."""
    assert list(seen) == [name for name in ours if name != "key"]
    for name, array in ours.items():
        given = infos["key"] if name == "key" else seen[name]
        assert (given.dtype, given.shape) == (array.dtype, array.shape), name
        assert (given == array).all(), name


def at_random(envs, seen, infos, steps):
    """Let the random bot be the agent; gives the last rewards and infos."""
    for _ in range(steps):
        seen, rewards, _, _, infos = envs.step(bots.random(seen | {"key": infos["key"]}))
    return rewards, infos


class Moody:
    """The random bot, until it shall raise an exception in its n-th call from then on."""

    def __init__(self):
        self.calls = np.inf

    def __call__(self, see):
        self.calls -= 1
        if self.calls < 1:
            raise KeyboardInterrupt
        return bots.random(see)


# ------------------------------------------------------------------------------------------------------------- one table


@pytest.mark.parametrize("options", [{}, {"opponents": bots.tight}, {"opponents": "caller", "stacks": [200] * 3}])
def test_gymnasium_finds_nothing_wrong(options):
    """Its check plays any code at the agent's first turn: all must be legal there."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gymnasium.make(ID, **options)
        check_env(env.unwrapped)


def test_one_table_is_the_first_of_many():
    rng = np.random.default_rng(1)
    env, envs = gymnasium.make(ID), gymnasium.make_vec(ID, num_envs=1, final_obs=True)
    (seen, info), (many, infos) = env.reset(seed=3), envs.reset(seed=3)
    for _ in range(300):
        assert seen in env.observation_space
        assert all((many[name][0] == seen[name]).all() for name in seen)
        assert (info["action_mask"] == seen["action_mask"]).all()
        assert info["seat"] == infos["seat"][0]
        assert info["key"] == infos["key"][0] > 0
        code = legal(info["action_mask"], rng)
        seen, reward, terminated, truncated, info = env.step(code)
        many, rewards, terminations, _, infos = envs.step(np.array([code]))
        assert (reward, terminated, truncated) == (rewards[0], terminations[0], False)
        assert type(reward) is float
        assert (info["payoffs"] == infos["payoffs"][0]).all()
        if terminated:
            final = infos["final_obs"][0]
            assert list(final) == list(seen)
            assert all((final[name] == seen[name]).all() for name in seen)
            assert (infos["final_info"]["payoffs"][0] == info["payoffs"]).all()
            assert infos["final_info"]["seat"][0] == info["seat"]
            assert infos["final_info"]["key"][0] == info["key"] == 0
            assert not seen["action_mask"].any()
            with pytest.raises(sw.IllegalAction, match="the hand is over"):
                env.step(1)
            seen, info = env.reset()


def test_observations_can_be_flattened():
    env = gymnasium.wrappers.FlattenObservation(gymnasium.make(ID))
    seen, _ = env.reset(seed=1)
    assert seen.shape == env.observation_space.shape == (7 * 53 + 4 + SEATS + 4 * SEATS + 1 + 1 + 2 + 6,)


# ----------------------------------------------------------------------------------------------------------- many tables


def test_many_tables_are_those_of_a_vector_table():
    rng = np.random.default_rng(2)
    envs = gymnasium.make_vec(ID, num_envs=50, stacks=[100, 200, 60, 40, 300, 80], final_obs=True)
    v = sw.VectorTable(50, RULES, [100, 200, 60, 40, 300, 80], seed=4)
    v.reset()
    seen, infos = envs.reset(seed=4)
    ended = 0
    for _ in range(300):
        same(seen, infos, observe(v))
        assert seen in envs.observation_space
        assert (infos["seat"] == v.actor).all()
        assert (infos["action_mask"] == v.mask).all()
        codes, seats = legal(infos["action_mask"], rng), v.actor.copy()
        assert codes in envs.action_space
        v.step(codes)
        seen, rewards, terminations, truncations, infos = envs.step(codes)
        assert (terminations == (v.finished > 0)).all()
        assert not truncations.any()
        assert (infos["payoffs"] == v.payoffs / 2).all()
        assert not infos["payoffs"].sum(1).any()
        assert (rewards == v.payoffs[np.arange(50), seats] / 2).all()
        assert rewards.dtype == np.float32
        assert ("final_obs" in infos) == ("final_info" in infos) == terminations.any()
        if terminations.any():
            assert (infos["_final_obs"] == terminations).all()
            assert (infos["_final_info"] == terminations).all()
            assert all((final is not None) == over for final, over in zip(infos["final_obs"], terminations))
            assert all(final in envs.single_observation_space for final in infos["final_obs"][terminations])
        ended += terminations.sum()
    assert ended > 500


def test_what_a_reset_returns_is_new():
    envs = HoldemVectorEnv(8)
    seen, infos = envs.reset(seed=1)
    before = {name: array.copy() for name, array in seen.items()}
    mask = infos["action_mask"].copy()
    envs.step(np.ones(8, int))
    assert all((seen[name] == before[name]).all() for name in seen)
    assert (infos["action_mask"] == mask).all()
    assert not np.shares_memory(seen["action_mask"], infos["action_mask"])


def test_the_environment_says_how_it_resets():
    envs = gymnasium.make_vec(ID, num_envs=3)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    assert envs.num_envs == 3
    assert envs.single_action_space == gymnasium.spaces.Discrete(6)
    assert gymnasium.make_vec(ID, num_envs=2, raises=()).single_action_space.n == 4


def test_gymnasiums_wrappers_work():
    rng = np.random.default_rng(3)
    envs = wrappers.DictInfoToList(wrappers.RecordEpisodeStatistics(gymnasium.make_vec(ID, num_envs=10)))
    _, infos = envs.reset(seed=1)
    episodes = []
    for _ in range(60):
        mask = np.array([info["action_mask"] for info in infos])
        _, rewards, terminations, _, infos = envs.step(legal(mask, rng))
        for i in np.flatnonzero(terminations):
            assert infos[i]["episode"]["r"] == rewards[i]
            assert infos[i]["final_info"]["payoffs"].shape == (SEATS,)
            episodes.append(infos[i]["episode"]["l"])
    assert len(episodes) > 30


def test_final_observations_are_given_if_asked_for():
    envs = HoldemVectorEnv(20, stacks=[20] * 3, opponents=bots.folder)
    envs.reset(seed=1)
    _, _, terminations, _, infos = envs.step(np.full(20, 5))
    assert terminations.all()
    assert "final_info" in infos
    assert "final_obs" not in infos


# ----------------------------------------------------------------------------------------------------------------- seeds


def test_a_seed_begins_again_and_without_one_the_hands_go_on():
    envs = HoldemVectorEnv(5)
    first, _ = envs.reset(seed=8)
    second, _ = envs.reset()
    again, _ = envs.reset(seed=8)
    same_again, _ = HoldemVectorEnv(5, seed=8).reset()
    longer, _ = HoldemVectorEnv(9, seed=8).reset()
    assert (first["hole_cards"] == again["hole_cards"]).all()
    assert (first["hole_cards"] == same_again["hole_cards"]).all()
    assert (first["hole_cards"] == longer["hole_cards"][:5]).all()
    assert (first["hole_cards"] != second["hole_cards"]).any()
    assert len(np.unique(first["hole_cards"], axis=0)) == 5


def test_a_mask_resets_some_tables():
    envs = HoldemVectorEnv(4)
    envs.reset(seed=8)
    before, *_ = envs.step(np.ones(4, int))
    mask = np.array([True, False, False, True])
    after, infos = envs.reset(options={"reset_mask": mask})
    assert (after["pot"][mask] == 1.5).all()
    assert all((after[name][~mask] == before[name][~mask]).all() for name in after)
    assert infos["seat"].tolist() == [4, 4, 4, 4]
    for options in ({"reset_mask": np.ones(3, bool)}, {"reset_mask": np.ones(4)}, {"mask": mask}):
        with pytest.raises(ValueError, match=r"there is only reset_mask, bool\[4\]"):
            envs.reset(options=options)


def test_seeds_out_of_range_and_options_are_refused():
    for env in (HoldemEnv(), HoldemVectorEnv()):
        with pytest.raises(ValueError, match="seed 18446744073709551616 is outside"):
            env.reset(seed=1 << 64)
        with pytest.raises(ValueError, match=r"there are none|there is only reset_mask"):
            env.reset(options={"stacks": [100] * 6})


# ------------------------------------------------------------------------------------------------------------- opponents


def by_hand(n, policies, codes_of, steps):
    """The same play on a VectorTable: seat 0 is the agent's. Yields what each step of an environment must give."""
    v = sw.VectorTable(n, RULES, [200] * SEATS, seed=6, next_hand=False)
    v.reset()
    hand = np.zeros(n, int)

    def others():
        while len(rows := np.flatnonzero(v.actor > 0)):
            v.step(choose(policies, v, rows), tables=rows)

    def begin():
        others()
        while len(rows := np.flatnonzero(v.actor < 0)):
            hand[rows] += 1
            v.reset(rows, hand=hand[rows], button=hand[rows] % SEATS)
            others()

    begin()
    for _ in range(steps):
        before = observe(v)
        v.step(codes_of(before))
        others()
        over, payoffs = v.actor < 0, v.payoffs / 2
        begin()
        yield before, payoffs, over


@pytest.mark.parametrize("opponents", [bots.random, [bots.tight, bots.caller, bots.random, bots.folder, bots.tight]])
def test_with_opponents_a_step_goes_on_to_the_agents_next_turn(opponents):
    others = [opponents] * 5 if callable(opponents) else opponents
    envs = gymnasium.make_vec(ID, num_envs=40, opponents=opponents)
    seen, infos = envs.reset(seed=6)
    turns = 0
    for before, payoffs, over in by_hand(40, [bots.random, *others], bots.random, 100):
        same(seen, infos, before)
        assert not infos["seat"].any()
        seen, rewards, terminations, _, infos = envs.step(bots.random(before))
        assert (terminations == over).all()
        assert (rewards == payoffs[:, 0]).all()
        assert (infos["payoffs"] == payoffs).all()
        turns += (~over).sum()
    assert turns > 100


def test_hands_that_end_before_the_agents_turn_are_no_episodes():
    env = HoldemEnv(stacks=[200] * 3, opponents=bots.folder, seed=1)
    buttons = []
    for _ in range(6):
        seen, info = env.reset()
        assert info["seat"] == 0
        assert not info["payoffs"].any()
        buttons.append(seen["button"].item())
    assert buttons == [0, 2, 0, 2, 0, 2]  # on seat 1 the agent has the big blind, and everybody folds


def test_opponents_may_be_named():
    names = ["tight", "caller", bots.random, "folder", "random"]
    pairs = [("tight", bots.tight), (names, [bots.tight, bots.caller, bots.random, bots.folder, bots.random])]
    for named, given in pairs:
        for make in (partial(HoldemEnv, opponents=named), partial(HoldemVectorEnv, 20, opponents=named)):
            one, other = make(seed=1), make(seed=1, opponents=given)
            (seen, _), (expected, _) = one.reset(), other.reset()
            codes = np.ones(seen["button"].shape, int)
            for _ in range(10):
                assert all((seen[name] == expected[name]).all() for name in seen)
                seen, _, over, *_ = one.step(codes)
                expected = other.step(codes)[0]
                if np.ndim(over) == 0 and over:
                    (seen, _), (expected, _) = one.reset(), other.reset()


def test_what_an_environment_shows_a_policy_is_what_the_arena_shows_it():
    def network(see):
        features = np.concatenate([see[name] for name in ("stacks", "bets", "pot", "to_call", "raise_to")], axis=1)
        scores = np.sin(features @ weights[: features.shape[1]])
        return np.where(see["action_mask"] == 1, scores, -np.inf).argmax(1)

    weights = np.random.default_rng(1).normal(size=(2 * SEATS + 4, 6))
    envs = HoldemVectorEnv(32, opponents=network, seed=1)
    seen, infos = envs.reset()
    for _ in range(20):
        assert (bots.random(seen | {"key": infos["key"]}) == bots.random(observe(envs._hands.tables))).all()
        assert (bots.tight(seen) == bots.tight(observe(envs._hands.tables))).all()
        assert (bots.caller(seen) == 1).all()
        assert (bots.folder(seen) == (seen["to_call"][:, 0] == 0)).all()
        seen, *_, infos = envs.step(network(seen))
    assert sw.arena.play([network, *["tight"] * 5], hands=600, seed=1).hands == 600
    with pytest.raises(ValueError, match=r"'random' needs a 'key' .* \{'key': info\['key'\]\}"):
        bots.random(seen)


# ---------------------------------------------------------------------------------------------------------------- errors


@pytest.mark.parametrize("calls", range(1, 8))
def test_where_an_opponent_raised_an_exception_the_agent_does_not_play_his_hand(calls):
    """In a step, in the hands that follow it, and in a reset."""
    opponents = Moody()
    envs = HoldemVectorEnv(50, opponents=opponents, seed=3)
    seen, infos = envs.reset()
    opponents.calls = calls
    with pytest.raises(KeyboardInterrupt):
        at_random(envs, seen, infos, steps=calls)
    opponents.calls = np.inf
    before = envs._hands.tables.copy()
    left = int(np.flatnonzero(before.actor > 0)[0])
    fault = f"table {left}: an opponent has not acted, as one raised an exception"
    others = np.arange(50) != left
    for refused in (partial(envs.step, np.ones(50, int)), partial(envs.reset, options={"reset_mask": others})):
        with pytest.raises(sw.IllegalAction, match=fault):
            refused()
    assert (envs._hands.tables.actor == before.actor).all()
    assert (envs._hands.tables.stacks == before.stacks).all()
    seen, infos = envs.reset(options={"reset_mask": before.actor != 0})
    assert not infos["seat"].any()
    rewards, infos = at_random(envs, seen, infos, steps=1)
    assert (rewards == infos["payoffs"][:, 0]).all()


def test_a_table_that_an_opponent_left_is_refused_until_it_is_reset():
    opponents = Moody()
    env = HoldemEnv(opponents=opponents, seed=3)
    opponents.calls = 2
    with pytest.raises(KeyboardInterrupt):
        env.reset()
    opponents.calls = np.inf
    with pytest.raises(sw.IllegalAction, match="table 0: an opponent has not acted"):
        env.step(1)
    assert env.reset()[1]["seat"] == 0


def test_an_illegal_code_names_the_table_and_changes_nothing():
    envs = HoldemVectorEnv(3)
    envs.reset(seed=1)
    codes = np.array([1, 6, 1])
    with pytest.raises(sw.IllegalAction, match=r"table 1: seat 3 cannot play code 6: legal are 0 \(fold\), 1"):
        envs.step(codes)
    seen, infos = envs.reset(options={"reset_mask": np.zeros(3, bool)})
    assert infos["seat"].tolist() == [3, 3, 3]
    assert (seen["pot"] == 1.5).all()


@pytest.mark.parametrize(
    ("options", "fault"),
    [
        ({"stacks": [200, 2, 200]}, "every seat needs more than the forced bets, 2"),
        ({"stacks": [200, 0, 200]}, "every seat needs more than the forced bets, 2"),
        ({"stacks": [6] * 3, "rules": RULES.replace(ante=1, straddles=(4,), big_blind_ante=1)}, "forced bets, 6"),
        ({"opponents": [bots.caller]}, "1 opponents: there must be one policy, or one for each of 5 seats"),
        ({"opponents": []}, "0 opponents"),
        ({"opponents": "tigth"}, "there is no bot 'tigth': there are random, caller, folder, tight"),
        ({"opponents": ["tight", "caller", 3, "tight", "tight"]}, "3 is neither a policy"),
        ({"seed": -1}, "seed -1"),
        ({"rules": RULES.replace(runouts=2)}, "runouts = 2 is not carried"),
    ],
)
def test_what_cannot_be_played_is_refused(options, fault):
    for make in (HoldemEnv, HoldemVectorEnv):
        with pytest.raises(ValueError, match=fault):
            make(**options)
