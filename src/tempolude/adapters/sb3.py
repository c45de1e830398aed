"""Many matches at once as a vector environment of Stable-Baselines3, with masks for sb3-contrib's MaskablePPO.

    from sb3_contrib import MaskablePPO
    from tempolude.adapters.sb3 import TempoludeVecEnv

    envs = TempoludeVecEnv("contretemps", 64, seats=3, opponents="greedy")
    MaskablePPO("MlpPolicy", envs).learn(100_000)

Observations do not include the mask; `envs.env_method("action_masks")`, which MaskablePPO calls, returns it. The
packages come with `tempolude[research,sb3]`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode
from stable_baselines3.common.vec_env import VecEnv

from tempolude.engine.errors import BadOption
from tempolude.engine.game import Game

from .gymnasium import TempoludeVectorEnv


class TempoludeVecEnv(VecEnv):  # type: ignore[misc]
    """Matches of one game; `settings` are those of `TempoludeVectorEnv`. A match that ends restarts at once."""

    def __init__(self, game: Game | str, num_envs: int = 64, **settings: Any) -> None:
        if "autoreset_mode" in settings:
            raise BadOption("autoreset_mode: Stable-Baselines3 always restarts matches in the same step")
        self.envs = TempoludeVectorEnv(game, num_envs, autoreset_mode=AutoresetMode.SAME_STEP, **settings)
        self.render_mode = self.envs.render_mode
        seen = self.envs.single_observation_space["observation"]  # type: ignore[index]
        super().__init__(num_envs, seen, self.envs.single_action_space)
        self._actions: Any = None

    def reset(self) -> Any:
        seeds = self._seeds if any(seed is not None for seed in self._seeds) else None
        if any(self._options):
            raise BadOption("options: those of the game are given when the environment is made")
        seen, info = self.envs.reset(seed=seeds)
        self._reset_seeds()
        self.reset_infos = [{"seat": int(seat)} for seat in info["seat"]]
        return seen["observation"]

    def step_async(self, actions: Any) -> None:
        self._actions = actions

    def step_wait(self) -> Any:
        seen, rewards, terminated, truncated, told = self.envs.step(self._actions)
        infos: list[dict[str, Any]] = [{"seat": int(s), "TimeLimit.truncated": False} for s in told["seat"]]
        for i in np.flatnonzero(terminated | truncated):
            last = told["final_info"]
            infos[i]["terminal_observation"] = told["final_obs"][i]["observation"]
            infos[i]["TimeLimit.truncated"] = bool(truncated[i])
            infos[i]["illegal"] = bool(last["illegal"][i])
            if last["_ranks"][i] and not truncated[i]:
                infos[i] |= {"ranks": last["ranks"][i].tolist(), "scores": last["scores"][i].tolist()}
        return seen["observation"], rewards.astype(np.float32), terminated | truncated, infos

    def action_masks(self) -> Any:
        """The legal actions, one row per match."""
        return self.envs.action_masks()

    def env_method(self, method_name: str, *arguments: Any, indices: Any = None, **named: Any) -> list[Any]:
        if method_name != "action_masks":
            raise AttributeError(f"the matches have no method {method_name!r}, only action_masks")
        rows = self.action_masks()
        return [rows[i] for i in self._get_indices(indices)]

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        found = getattr(self.envs if attr_name != "action_masks" else self, attr_name)
        return [found for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise AttributeError(f"{attr_name!r} cannot be set for one match: all are of one kind")

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False for _ in self._get_indices(indices)]

    def get_images(self) -> Any:
        return self.envs.render() if self.render_mode == "rgb_array" else [None] * self.num_envs

    def close(self) -> None:
        self.envs.close()
