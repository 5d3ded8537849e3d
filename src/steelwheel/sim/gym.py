"""Gymnasium environments of one table or of many: ``steelwheel/Holdem-v0``, registered when this module is imported.

    import gymnasium, steelwheel.sim.gym
    envs = gymnasium.make_vec("steelwheel/Holdem-v0", num_envs=4096, stacks=[200] * 6)

An *episode* is a hand. It ends with ``terminated``, never with ``truncated``. Every hand begins with the same stacks, hand h with
the button on seat h modulo the number of seats. Observations are `Observations` without ``key``, as the seat sees them that is to
act; policies take those of many tables as they are. Actions are the codes of `VectorTable`; one that is not legal raises
`IllegalAction`, which names the table.

With *opponents* the agent has seat 0 and they have the others: a step goes on to the agent's next turn or to the end of the hand,
and then the reward is what the agent has won or lost; hands that end before his first turn are no episodes. If an opponent raises
an exception in the middle of a step, the tables that wait for opponents must be reset before the next one.

Without opponents the agent acts for whoever's turn it is (self-play), and the reward of a hand's last action is what the seat that
took it has won or lost. The other seats' actions get none, and who acts last is no fair sample: a learner of self-play must take
``payoffs`` instead, and credit each action with that of the ``seat`` which it was taken for.

All other rewards are 0. Rewards are in big blinds.

The info of a reset or a step has ``action_mask``, int8[codes], as in the observation; ``seat``, int8, the table's seat that looks;
``payoffs``, float32[seats], what every seat of the table has won or lost in the hand that this step ended, in big blinds, 0 if it
ended none; and ``key``, uint64, as in `Observations`, for policies that mix.
"""

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, MultiBinary, MultiDiscrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from steelwheel.arguments import checked_seed
from steelwheel.holdem.betting import IllegalAction
from steelwheel.holdem.rules import Rules
from steelwheel.sim.bots import named
from steelwheel.sim.observations import NO_CARD, Policy, big_blind, choose, observe
from steelwheel.sim.vector import RAISES, VectorTable, table_seeds

Observation: TypeAlias = dict[str, Any]
Info: TypeAlias = dict[str, Any]
Opponents: TypeAlias = Policy | str | Sequence[Policy | str] | None

ID = "steelwheel/Holdem-v0"
RULES = Rules.no_limit(blinds=(1, 2))
STACKS = (200,) * 6


class Hands:
    """Tables that wait for the agent, or whose hand is over: what the environments of one table and of many have in common."""

    def __init__(
        self,
        n: int,
        rules: Rules,
        stacks: ArrayLike,
        seed: int | None,
        opponents: Opponents,
        raises: Iterable[float],
    ) -> None:
        self.tables = VectorTable(n, rules, stacks, seed, raises=raises, next_hand=False)
        self.unit = big_blind(rules)
        self.chips = int(np.sum(stacks, -1).max())
        self._hand = np.zeros(n, np.uint64)
        self._policies: Sequence[Policy] = ()
        forced = max(rules.big_blind, *rules.straddles, 0) + max(rules.antes(self.tables.seats)) + rules.big_blind_ante
        if np.min(stacks) <= forced:
            raise ValueError(f"stacks {np.asarray(stacks).tolist()}: every seat needs more than the forced bets, {forced}")
        if opponents is not None:
            seats = self.tables.seats - 1
            others = [opponents] * seats if callable(opponents) or isinstance(opponents, str) else list(opponents)
            if len(others) != seats:
                raise ValueError(f"{len(others)} opponents: there must be one policy, or one for each of {seats} seats")
            policies = [named(policy) for policy in others]
            self._policies = (policies[0], *policies)  # the first is not asked

    def deal(self, rows: NDArray[np.intp], seed: int | None = None) -> None:
        """Begin the next hand at some tables, or the first one of a seed, and go on to the agent's turn.

        Raises:
            IllegalAction: another table waits for an opponent.
        """
        tables = self.tables
        self._refuse_left(rows)
        seeds = None
        if seed is not None:
            seeds = table_seeds(checked_seed(seed), 0, tables.n)[rows]
            self._hand[rows] = 0
        while len(rows):
            hand = self._hand[rows]
            tables.reset(rows, hand=hand, button=(hand % np.uint64(tables.seats)).astype(np.int64), seed=seeds)
            self._hand[rows] += np.uint64(1)
            self._opponents_act()
            rows, seeds = rows[tables.actor[rows] < 0], None

    def act(self, codes: ArrayLike) -> None:
        """Let the agent act at every table, then his opponents until it is his turn again.

        Raises:
            IllegalAction: a code is not legal, or a table waits for an opponent.
        """
        self._refuse_left()
        self.tables.step(codes)
        self._opponents_act()

    def _refuse_left(self, dealt: ArrayLike = ()) -> None:
        """Refuse tables, but those dealt anew, that wait for opponents since one raised an exception: no turn of the agent."""
        waits = self.tables.actor > 0
        if self._policies and waits.any() and len(left := np.setdiff1d(np.flatnonzero(waits), dealt)):
            raise IllegalAction(f"table {left[0]}: an opponent has not acted, as one raised an exception: reset the table first")

    def _opponents_act(self) -> None:
        while self._policies and len(rows := np.flatnonzero(self.tables.actor > 0)):
            self.tables.step(choose(self._policies, self.tables, rows), tables=rows)

    def view(self, seat: int) -> Observation:
        """What a seat of the first table sees, and ``key``."""
        many: Observation = {**observe(self.tables, seats=seat)}
        return {name: array[0] for name, array in many.items()}

    def payoffs(self) -> NDArray[np.float32]:
        """float32[n, seats], big blinds: of the hands that are over."""
        return np.divide(self.tables.payoffs, self.unit, dtype=np.float32)


class HoldemEnv(gymnasium.Env[Observation, np.int64]):
    """One table: ``gymnasium.make("steelwheel/Holdem-v0")``."""

    metadata = {"render_modes": []}  # noqa: RUF012, as gymnasium has it

    def __init__(
        self,
        rules: Rules = RULES,
        stacks: ArrayLike = STACKS,
        seed: int | None = None,
        *,
        opponents: Opponents = None,
        raises: Iterable[float] = RAISES,
    ) -> None:
        """A table without a hand; `reset` deals.

        Args:
            rules: any that a VectorTable carries.
            stacks: chips of each seat, 2 to 10 of them, every one more than the forced bets.
            seed: 0..2**64 - 1, of the cards until a reset gives another. None draws one.
            opponents: None = self-play; otherwise the policy or the name of a bot for all other seats, or a list of one for each,
                clockwise from the agent.
            raises: rising fractions of the pot that codes 3, 4 .. raise by.

        Raises:
            ValueError: a number out of range, or an option of the rules that is not carried.
        """
        self._hands = Hands(1, rules, stacks, seed, opponents, raises)
        self.observation_space = observation_space(self._hands.tables, self._hands.chips)
        self.action_space = Discrete(self._hands.tables.codes)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, Info]:
        """Deal the first hand of a seed, or with None the next one.

        Raises:
            ValueError: a seed outside 0..2**64 - 1, or an option: there are none.
        """
        seed = None if seed is None else checked_seed(seed)
        super().reset(seed=seed)
        if options:
            raise ValueError(f"options {options}: there are none")
        self._hands.deal(np.array([0]), seed)
        return self._seen(int(self._hands.tables.actor[0]))

    def step(self, action: int | np.int64) -> tuple[Observation, float, bool, bool, Info]:
        """Let the agent play a code.

        Raises:
            IllegalAction: the code is not legal, the hand is over, or it is still an opponent's turn, who raised an exception.
        """
        seat = int(self._hands.tables.actor[0])
        self._hands.act(np.array([action]))
        actor = int(self._hands.tables.actor[0])
        observation, info = self._seen(seat if actor < 0 else actor)
        return observation, float(info["payoffs"][seat]), actor < 0, False, info

    def _seen(self, seat: int) -> tuple[Observation, Info]:
        observation = self._hands.view(seat)
        mask, key = observation["action_mask"].copy(), observation.pop("key")
        return observation, {"action_mask": mask, "seat": np.int8(seat), "payoffs": self._hands.payoffs()[0], "key": key}


class HoldemVectorEnv(VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """Many tables: ``gymnasium.make_vec("steelwheel/Holdem-v0", num_envs=4096)``.

    A table whose hand is over begins the next one in the same step (``AutoresetMode.SAME_STEP``): its observation is the new
    hand's; reward, termination and ``infos["payoffs"]`` are the old one's, and so is ``infos["final_info"]`` where
    ``infos["_final_info"]`` is true. With ``final_obs=True`` there are ``infos["final_obs"]``, an object array of single
    observations, and ``infos["_final_obs"]`` too.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int = 1,
        rules: Rules = RULES,
        stacks: ArrayLike = STACKS,
        seed: int | None = None,
        *,
        opponents: Opponents = None,
        raises: Iterable[float] = RAISES,
        final_obs: bool = False,
    ) -> None:
        """Tables without a hand; `reset` deals.

        Args:
            num_envs: number of tables.
            rules, seed, opponents, raises: as for `HoldemEnv`.
            stacks: as for `HoldemEnv`, or of shape (num_envs, seats).
            final_obs: give the last observations of hands too. Where nothing is truncated no learner needs them, and taking
                them apart for Gymnasium's array of dicts costs more than the step.
        """
        self.num_envs = num_envs
        self._final_obs = final_obs
        self._hands = Hands(num_envs, rules, stacks, seed, opponents, raises)
        self.single_observation_space = observation_space(self._hands.tables, self._hands.chips)
        self.single_action_space = Discrete(self._hands.tables.codes)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, Info]:
        """Deal the first hand of a seed, or with None the next one.

        Args:
            seed: 0..2**64 - 1; table i is dealt the cards of `table_seeds` i of it.
            options: ``{"reset_mask": bool[num_envs]}`` deals at those tables only, and plays on at the others.

        Raises:
            ValueError: a seed out of range, or an option of another name, type or shape.
        """
        seed = None if seed is None else checked_seed(seed)
        super().reset(seed=seed)
        mask = np.ones(self.num_envs, bool)
        for name, value in (options or {}).items():
            mask = np.asarray(value)
            if name != "reset_mask" or mask.dtype != np.bool_ or mask.shape != (self.num_envs,):
                raise ValueError(f"option {name} = {value!r}: there is only reset_mask, bool[{self.num_envs}]")
        self._hands.deal(np.flatnonzero(mask), seed)
        return self._seen(np.zeros((self.num_envs, self._hands.tables.seats), np.float32))

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Observation, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], Info]:
        """Let the agent play a code at every table.

        Raises:
            IllegalAction: a code is not legal, or it is still an opponent's turn; the message names the table.
        """
        tables = self._hands.tables
        seats = tables.actor.copy()
        self._hands.act(actions)
        over = tables.actor < 0
        payoffs = self._hands.payoffs()
        rewards = payoffs[np.arange(self.num_envs), seats]
        final = self._finish(over, seats, payoffs) if over.any() else {}
        observations, infos = self._seen(payoffs)
        return observations, rewards, over, np.zeros(self.num_envs, bool), infos | final

    def _finish(self, over: NDArray[np.bool_], seats: NDArray[np.int8], payoffs: NDArray[np.float32]) -> Info:
        """Begin the next hand at the tables whose hand is over; gives what the last ones left in the infos."""
        rows = np.flatnonzero(over)
        last: Observation = {**observe(self._hands.tables, rows, seats[rows])} if self._final_obs else {}
        last.pop("key", None)
        self._hands.deal(rows)
        mask = np.zeros((self.num_envs, self._hands.tables.codes), np.int8)
        final: Info = {"action_mask": mask, "seat": seats, "payoffs": payoffs.copy(), "key": np.zeros(self.num_envs, np.uint64)}
        infos: Info = {"final_info": final | {f"_{name}": over.copy() for name in final}, "_final_info": over.copy()}
        if self._final_obs:
            infos["final_obs"] = np.full(self.num_envs, None, object)
            infos["final_obs"][rows] = [dict(zip(last, row)) for row in zip(*last.values())]
            infos["_final_obs"] = over.copy()
        return infos

    def _seen(self, payoffs: NDArray[np.float32]) -> tuple[Observation, Info]:
        observation: Observation = {**observe(self._hands.tables)}
        mask, seats, key = observation["action_mask"].copy(), self._hands.tables.actor.copy(), observation.pop("key")
        return observation, {"action_mask": mask, "seat": seats, "payoffs": payoffs, "key": key}


def observation_space(tables: VectorTable, chips: int) -> Dict:
    """Of one of these tables, with so many chips in all: cards count to 52 = none, chips in big blinds."""
    seats = tables.seats
    most = chips / big_blind(tables.rules)

    def blinds(n: int) -> Box:
        return Box(0, most, (n,), np.float32)

    return Dict(
        hole_cards=MultiDiscrete([NO_CARD + 1] * 2, np.uint8),
        board=MultiDiscrete([NO_CARD + 1] * 5, np.uint8),
        street=Discrete(4),
        button=Discrete(seats),
        live=MultiBinary(seats),
        stacks=blinds(seats),
        bets=blinds(seats),
        stakes=blinds(seats),
        pot=blinds(1),
        to_call=blinds(1),
        raise_to=blinds(2),
        action_mask=MultiBinary(tables.codes),
    )


gymnasium.register(ID, entry_point=f"{__name__}:HoldemEnv", vector_entry_point=f"{__name__}:HoldemVectorEnv")
