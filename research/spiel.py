"""The games as games of OpenSpiel: loading this module registers ``quincunx_lgame`` and the four others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyspiel

from logic.game import has_secrets
from logic.registry import GAMES, game_config

from .table import ACTIONS, LENGTH, LONGEST, Table, dealt, rules_of

PREFIX = "quincunx_"
USUAL: Mapping[str, Any] = {"variant": "", "players": 0, "seed": 1, "longest": LONGEST}
"""The parameters of every game with their defaults; "" and 0 stand for the game's own."""


class Observer:
    """The position as a player may know it: as text, and its bytes as numbers from 0 to 1."""

    def __init__(self) -> None:
        self.tensor = np.zeros(LENGTH, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: Play, player: int) -> None:
        self.tensor[:] = np.frombuffer(state.table.observation(player), np.uint8) / 255.0

    def string_from(self, state: Play, player: int) -> str:
        return state.table.view(player)


class Play(pyspiel.State):  # type: ignore[misc]  # the library is not typed
    """A game being played; chance has had its turn when it was dealt."""

    def __init__(self, game: Any, table: Table) -> None:
        super().__init__(game)
        self.table = table

    def current_player(self) -> int:
        return int(pyspiel.PlayerId.TERMINAL) if self.table.is_over else self.table.state.player

    def _legal_actions(self, player: int) -> list[int]:
        return [*range(len(self.table.moves))] if player == self.table.state.player else []

    def _apply_action(self, action: int) -> None:
        self.table = self.table.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return str(self.table.moves[action])

    def is_terminal(self) -> bool:
        return self.table.is_over

    def returns(self) -> list[float]:
        return self.table.returns()

    def __str__(self) -> str:
        """The complete position, hidden information included."""
        return f"{self.table.played}\n{self.table.state}"


def counts_of(name: str) -> set[int]:
    """The possible numbers of players of a game, over all variants."""
    return {count for variant in game_config(name).variants.values() for count in variant.players}


def kind_of_game(name: str) -> pyspiel.GameType:
    """OpenSpiel's description of a game before one is dealt."""
    secret = has_secrets(GAMES[name])
    counts = counts_of(name)
    utility = pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name=f"{PREFIX}{name}",
        long_name=f"Quincunx: {game_config(name).title}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=getattr(pyspiel.GameType.Information, "IMPERFECT_INFORMATION" if secret else "PERFECT_INFORMATION"),
        utility=utility.ZERO_SUM if counts == {2} else utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(counts),
        min_num_players=min(counts),
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=dict(USUAL),
    )


def register(name: str) -> None:
    """Register a game with ``pyspiel.load_game``, under the name of its package after PREFIX."""
    kind = kind_of_game(name)

    class Deal(pyspiel.Game):  # type: ignore[misc]  # the library is not typed
        """One deal of the game: all chance is in its seed."""

        def __init__(self, params: Mapping[str, Any] | None = None) -> None:
            told = {**USUAL, **(params or {})}
            self.rules = rules_of(name, told["variant"] or None, told["players"] or None, told["longest"])
            self.seed = int(told["seed"])
            info = pyspiel.GameInfo(
                num_distinct_actions=ACTIONS,
                max_chance_outcomes=0,
                num_players=self.rules.players,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0 if counts_of(name) == {2} else None,
                max_game_length=self.rules.longest,
            )
            super().__init__(kind, info, told)

        def new_initial_state(self) -> Play:
            return Play(self, dealt(self.rules, self.seed))

        def make_py_observer(self, _type: Any = None, _params: Any = None) -> Observer:
            return Observer()

    pyspiel.register_game(kind, Deal)


for known in GAMES:
    register(known)
