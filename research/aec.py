"""The games as environments of PettingZoo, in which agents act one after the other (AEC)."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from .table import ACTIONS, LENGTH, LONGEST, Rules, Table, dealt, rules_of

LARGEST_SEED = 2**32


def env(game: str, variant: str | None = None, players: int | None = None, longest: int = LONGEST) -> Cabinet:
    """An environment of one of the five games; see :func:`research.table.rules_of` for the defaults.

    >>> table = env("lgame")
    >>> table.reset(seed=7)
    >>> table.infos[table.agent_selection]["moves"][0]
    'lay b1 c1 d1 d2'
    """
    return Cabinet(rules_of(game, variant, players, longest))


class Cabinet(AECEnv):  # type: ignore[misc]  # the library is not typed
    """One game: an observation is the position as its agent may know it, as text in bytes, with a mask of the actions.

    ``infos`` tell the mover what the actions mean. A game that takes too long is truncated.
    """

    def __init__(self, rules: Rules) -> None:
        super().__init__()
        self.rules = rules
        name = f"quincunx_{rules.game}_v0"
        self.metadata = {"name": name, "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = "ansi"
        self.possible_agents = [f"player_{seat}" for seat in range(rules.players)]
        self.agents: list[str] = []
        self._dice = np.random.default_rng()
        self._observation = spaces.Dict(
            {
                "observation": spaces.Box(0, 255, (LENGTH,), np.uint8),
                "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
            }
        )
        self._actions = {agent: spaces.Discrete(ACTIONS) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Dict:
        return self._observation

    def action_space(self, agent: str) -> spaces.Discrete:
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game; the same seed deals the same game, and without one each game differs."""
        if seed is not None:
            self._dice = np.random.default_rng(seed)
        self._table = dealt(self.rules, int(self._dice.integers(LARGEST_SEED)))
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self._settle()

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        seat, mask = self._seat(agent), np.zeros(ACTIONS, np.int8)
        if seat == self._table.state.player:
            mask[: len(self._table.moves)] = 1
        return {"observation": np.frombuffer(self._table.observation(seat), np.uint8).copy(), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Let the selected agent act: by the number of a legal move, or by None once the game is over."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        agent = self.agent_selection
        self._table = self._table.after(int(action if action is not None else -1))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.agents, self._table.returns(), strict=True))
        self._settle()
        self._accumulate_rewards()

    def render(self) -> str:
        """The position as the agent to move may know it."""
        return self._table.view(self._table.state.player)

    def close(self) -> None:
        """Nothing needs to be released."""

    def _settle(self) -> None:
        table: Table = self._table
        over = table.state.outcome() is not None
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, table.is_broken_off)
        self.agent_selection = self.possible_agents[table.state.player]
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.infos[self.agent_selection]["moves"] = [str(move) for move in table.moves]

    def _seat(self, agent: str) -> int:
        return self.possible_agents.index(agent)
