"""PettingZoo's turn-based environment (AEC) of one table: agents ``player_0``, ``player_1`` and so on by seat.

    from steelwheel.sim import pettingzoo
    env = pettingzoo.env(stacks=[200] * 6)

A hand is an episode; each reset deals the next one and moves the button. Actions are the codes of `VectorTable`. What an agent
observes is a dict: ``observation``, the fields of `Observations` seen from its seat without ``key`` and ``action_mask``, and
``action_mask``, int8[codes], all 0 when it is not its turn. When the hand is over, all agents terminate, and their rewards are what
they have won or lost in big blinds. All rewards before are 0, and nothing is truncated.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np
from gymnasium.spaces import Dict, Discrete
from numpy.typing import ArrayLike
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper

from steelwheel.holdem.rules import Rules
from steelwheel.sim.gym import RULES, STACKS, Hands, observation_space
from steelwheel.sim.vector import RAISES


def env(*arguments: Any, **options: Any) -> AECEnv:
    """`raw_env` with PettingZoo's checks of the order of calls and of the range of actions; arguments as there."""
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(raw_env(*arguments, **options)))


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801, as PettingZoo names it
    """One table, a hand an episode."""

    metadata = {"name": "steelwheel_holdem_v0", "render_modes": [], "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self,
        rules: Rules = RULES,
        stacks: ArrayLike = STACKS,
        seed: int | None = None,
        *,
        raises: Iterable[float] = RAISES,
    ) -> None:
        """A table without a hand; `reset` deals.

        Args:
            rules: any that a VectorTable carries.
            stacks: chips of each seat, 2 to 10 of them, every one more than the forced bets.
            seed: 0..2**64 - 1, of the cards until a reset gives another. None draws one.
            raises: rising fractions of the pot that codes 3, 4 .. raise by.

        Raises:
            ValueError: a number out of range, or an option of the rules that is not carried.
        """
        super().__init__()
        self._hands = Hands(1, rules, stacks, seed, None, raises)
        tables = self._hands.tables
        self.possible_agents = [f"player_{seat}" for seat in range(tables.seats)]
        self.agents: list[str] = []
        fields = dict(observation_space(tables, self._hands.chips).spaces)
        mask = fields.pop("action_mask")
        space = Dict(observation=Dict(fields), action_mask=mask)
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: Discrete(tables.codes) for agent in self.possible_agents}
        self.render_mode = None

    def observation_space(self, agent: str) -> Dict:
        """The same for every agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete[np.int64]:
        """The codes."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal the first hand of a seed, or with None the next one; options mean nothing, which PettingZoo's tests ask for.

        Raises:
            ValueError: a seed outside 0..2**64 - 1.
        """
        self._hands.deal(np.array([0]), seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._hands.tables.actor[0]]

    def step(self, action: int | None) -> None:
        """Let the selected agent play a code; None once it has terminated.

        Raises:
            IllegalAction: the code is not legal.
        """
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._hands.act(np.array([action]))
        self._cumulative_rewards[agent] = 0.0
        actor = self._hands.tables.actor[0]
        if actor >= 0:
            self.agent_selection = self.possible_agents[actor]
            return
        self.rewards = dict(zip(self.agents, self._hands.payoffs()[0].tolist()))
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees now, its turn or not."""
        seat = self.possible_agents.index(agent)
        seen = self._hands.view(seat)
        mask, _ = seen.pop("action_mask"), seen.pop("key")
        return {"observation": seen, "action_mask": mask}
