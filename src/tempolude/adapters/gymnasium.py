"""One learning seat in many matches at once, as a Gymnasium vector environment; the others are bots.

    >>> import gymnasium
    >>> import tempolude.adapters.gymnasium
    >>> envs = gymnasium.make_vec("tempolude/contretemps-v1", num_envs=64, seats=4)
    >>> seen, info = envs.reset(seed=0)
    >>> seen["observation"].shape, seen["action_mask"].shape
    ((64, 579), (64, 86))
    >>> seen, rewards, terminated, truncated, info = envs.step(envs.unwrapped.batch.random)

A match that ends is begun anew in the same step (`AutoresetMode.SAME_STEP`): what is seen then is the beginning of the
next one, and `info["final_obs"]` holds what the learning seat saw at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from tempolude.bots import Bot, Setting
from tempolude.bots import bot as bot_named
from tempolude.engine.batch import ANY_SEAT, STAY, Batch
from tempolude.engine.errors import BadOption
from tempolude.engine.features import BOUND
from tempolude.engine.game import Game
from tempolude.engine.policy import at_random
from tempolude.engine.rule import MARKED

from .naming import all_versioned, find, versioned

Many = Callable[[Any, Any], Any]  # (observations, masks) -> actions, for all matches at once
Opponents = str | Bot | Many | Sequence[Bot]


class TempoludeVectorEnv(VectorEnv):  # type: ignore[type-arg]
    """Many matches of one game, in each of which one seat learns: `learner`, or another in every match ("turns").

    The opponents are "random" or another compiled policy (fastest), a function of all observations and masks (so that
    a network can play against itself), the name of a bot, a bot, or a bot for each seat.
    """

    def __init__(
        self,
        game: Game | str,
        num_envs: int = 1024,
        *,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        learner: int | str = "turns",
        opponents: Opponents = "random",
        seed: int = 0,
    ) -> None:
        self.game = find(game)
        compiled = at_random if opponents == "random" else opponents if opponents in MARKED else None  # type: ignore[comparison-overlap]
        settings: dict[str, Any] = {"seats": seats, "options": options, "seed": seed, "learner": learner}
        self.batch = Batch(self.game, num_envs, **settings, others=compiled or at_random, keep_last=True)  # type: ignore[arg-type]
        self.learner = self.batch.learner.copy()
        self.num_envs, self.opponents = num_envs, None if compiled else self._players(opponents)
        if self.opponents is not None:
            self.batch.learner[:] = ANY_SEAT  # who decides then is settled here
        rules = self.game.rules
        self.metadata = {"name": versioned(self.game), "autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}
        self.single_observation_space = Dict(
            {
                "observation": Box(-BOUND, BOUND, (rules.FEATURES,), np.float32),
                "action_mask": Box(0, 1, (rules.ACTIONS,), np.int8),
            }
        )
        self.single_action_space = Discrete(rules.ACTIONS)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def _players(self, opponents: Any) -> Many | list[Bot]:
        if isinstance(opponents, str):
            setting = Setting(self.game, self.batch.seats, self.batch.options, compiled=True)
            return [bot_named(opponents, setting)] * self.batch.seats
        if hasattr(opponents, "choose"):
            return [opponents] * self.batch.seats
        if callable(opponents):
            return opponents  # type: ignore[no-any-return]
        if len(opponents) != self.batch.seats:
            raise BadOption(f"{len(opponents)} opponents: one for each of the {self.batch.seats} seats is expected")
        return list(opponents)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin all matches anew, from `seed` on or going on from before."""
        self.batch.reset(seed)
        self._let_others_play(np.zeros(self.num_envs, np.float32), np.zeros(self.num_envs, np.bool_))
        return self._seen(), {"seat": self.learner}

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """One action of the learning seat in every match, and what the others do until it is asked again."""
        rewards, ended = self.batch.step(actions)
        mine, ended = self._mine(rewards), ended.copy()
        self._let_others_play(mine, ended)
        info = {"seat": self.learner} | (self._finals(ended) if ended.any() else {})
        return self._seen(), mine, ended, np.zeros(self.num_envs, np.bool_), info

    def _finals(self, ended: Any) -> dict[str, Any]:
        """What the learning seats saw when their matches ended, as Gymnasium wants it told; nothing is legal then."""
        final, over = np.full(self.num_envs, None), np.flatnonzero(ended)
        nothing = np.zeros(self.game.rules.ACTIONS, np.int8)
        for i, seen in zip(over, self.batch.last_observations(over, self.learner[over]), strict=True):
            final[i] = {"observation": seen, "action_mask": nothing.copy()}
        told = {"seat": np.where(ended, self.learner, 0), "_seat": ended.copy()}
        return {"final_obs": final, "_final_obs": ended.copy(), "final_info": told, "_final_info": ended.copy()}

    def _seen(self) -> dict[str, Any]:
        return {"observation": self.batch.observations(), "action_mask": self.batch.masks().view(np.int8)}

    def _mine(self, rewards: Any) -> Any:
        return rewards[np.arange(self.num_envs), self.learner]

    def _let_others_play(self, mine: Any, ended: Any) -> None:
        """Opponents that are not compiled into the batch decide until every match waits for the one that learns."""
        if self.opponents is None:
            return
        while (waiting := np.flatnonzero(self.batch.seat != self.learner)).size:
            actions = np.full(self.num_envs, STAY, np.int32)
            if callable(self.opponents):
                actions[waiting] = np.asarray(self.opponents(self.batch.observations(), self.batch.masks()))[waiting]
            else:
                for i in waiting:
                    seat = int(self.batch.seat[i])
                    actions[i] = self.opponents[seat].choose(self.batch.view(int(i), seat), seat)
            rewards, over = self.batch.step(actions)
            mine += self._mine(rewards)
            ended |= over


for _name in all_versioned("-v"):
    if f"tempolude/{_name}" not in gymnasium.registry:
        gymnasium.register(
            f"tempolude/{_name}", vector_entry_point=f"{__name__}:TempoludeVectorEnv", kwargs={"game": _name}
        )
