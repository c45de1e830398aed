"""The games as PettingZoo environments: one seat decides after the other, with masks of legal actions.

    >>> from tempolude.adapters.pettingzoo import contretemps_v1
    >>> env = contretemps_v1.env(seats=4)
    >>> env.reset(seed=7)
    >>> for agent in env.agent_iter():
    ...     observation, reward, terminated, truncated, info = env.last()
    ...     ended = terminated or truncated
    ...     env.step(None if ended else int(observation["action_mask"].argmax()))

Simultaneous decisions are taken one after the other, and no seat sees what another chose. Rewards come at the end: from
1 for the first to -1 for the last, zero in sum.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv
from pettingzoo.env_registry.registration import aec_registry, register
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from tempolude.bots import Setting, bot
from tempolude.engine.errors import BadOption
from tempolude.engine.features import BOUND
from tempolude.engine.game import Game
from tempolude.engine.match import Match
from tempolude.engine.seats import payoff

from .naming import all_versioned, find, versioned
from .picture import RENDER_MODES, drawn


class TempoludeEnv(AECEnv):  # type: ignore[type-arg]
    """One match after another of a game, seat by seat.

    `max_cycles` truncates a match after this many decisions per seat on average; `viewer` is the seat whose view is
    rendered, -1 for a spectator's. `compiled=False` starts without compiling, and is slow.
    """

    metadata: dict[str, Any]

    def __init__(
        self,
        game: Game | str,
        *,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        max_cycles: int | None = None,
        render_mode: str | None = None,
        viewer: int = -1,
        compiled: bool = True,
    ) -> None:
        super().__init__()
        self.game = find(game)
        self.metadata = {
            "name": versioned(self.game),
            "render_modes": list(RENDER_MODES),
            "render_fps": 1,
            "is_parallelizable": False,
        }
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise BadOption(f"render_mode = {render_mode!r}: one of {', '.join(self.metadata['render_modes'])}")
        self.render_mode, self.viewer, self.max_cycles = render_mode, viewer, max_cycles
        self.seats = self.game.seats[0] if seats is None else seats
        self.options, self.compiled = self.game.settle(self.seats, options), compiled
        self.possible_agents = [f"player_{seat}" for seat in range(self.seats)]
        rules = self.game.rules
        seen = Dict(
            {
                "observation": Box(-BOUND, BOUND, (rules.FEATURES,), np.float32),
                "action_mask": Box(0, 1, (rules.ACTIONS,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {agent: Discrete(rules.ACTIONS) for agent in self.possible_agents}
        self.state_space = Box(-BOUND, BOUND, (self.seats * rules.FEATURES,), np.float32)
        self.match: Match | None = None
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    # --- Playing -----------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new match; without a seed, a different one each time. `options` is part of the interface and ignored:
        the game's options are given to the environment."""
        if seed is not None:
            self._dice = np.random.default_rng(seed)
        elif self.match is None:
            self._dice = np.random.default_rng()
        self.match = Match(
            self.game,
            seats=self.seats,
            seed=int.from_bytes(self._dice.bytes(32), "little") if seed is None else int(seed),
            options=self.options,
            names=self.possible_agents,
            compiled=self.compiled,
        )
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._next()

    def step(self, action: int | None) -> None:
        """Take an action of the selected agent; None once the match has ended for it."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        match = self._current()
        match.play(self.possible_agents.index(agent), action if action is None else int(action))  # type: ignore[arg-type]
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if match.over:
            scores, ranks = match.scores, match.ranks
            self.rewards = {a: payoff(ranks, self.seats, seat) for seat, a in enumerate(self.possible_agents)}
            self.infos = {a: {"rank": ranks[i], "score": scores[i]} for i, a in enumerate(self.possible_agents)}
            for info in self.infos.values():
                info |= {"ranks": list(ranks), "scores": list(scores)}
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.max_cycles is not None and len(match.log) >= self.max_cycles * self.seats:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self._next()
        self._accumulate_rewards()
        self._deads_step_first()

    def _next(self) -> str:
        return self.possible_agents[self._current().waiting[0]]

    def _current(self) -> Match:
        if self.match is None:
            raise BadOption("call reset() before anything else")
        return self.match

    # --- Looking -----------------------------------------------------------------

    def observe(self, agent: str) -> dict[str, Any]:
        """The agent's observation and action mask, which is all zeros while it is not its turn."""
        match, seat = self._current(), self.possible_agents.index(agent)
        mask = np.zeros(self.game.rules.ACTIONS, np.int8)
        if match.state.waiting[seat] and not any(self.truncations.values()):
            mask[match.way.legal(match.state, seat)] = 1
        return {"observation": match.way.observe(match.state, seat), "action_mask": mask}

    def state(self) -> Any:
        """The observations of all seats, concatenated; without what no seat knows."""
        match = self._current()
        return np.concatenate([match.way.observe(match.state, seat) for seat in range(self.seats)])

    def whole_state(self) -> Any:
        """The complete state, hidden fields included, for a critic: the numbers of `rules.STATE.whole`."""
        return self.game.rules.STATE.numbers(self._current().state.array)[0]

    def render(self) -> Any:
        """The table as text ("ansi", or printed with "human"), or as a picture ("rgb_array")."""
        return drawn(self._current(), self.viewer, self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""

    def __str__(self) -> str:
        return str(self.metadata["name"])


def env(game: Game | str, **settings: Any) -> Any:
    """A wrapped environment: an illegal action ends the match with -1 for its agent, calls out of order are errors."""
    inner: Any = TempoludeEnv(game, **settings)
    return wrappers.OrderEnforcingWrapper(wrappers.TerminateIllegalWrapper(inner, illegal_reward=-1))


def parallel_env(game: Game | str, **settings: Any) -> Any:
    """The environment with PettingZoo's parallel interface: seats to decide act, the others' actions are ignored."""
    return turn_based_aec_to_parallel(env(game, **settings))


def bot_policy(env: Any, name: str, seed: int | None = None) -> Callable[[str], int]:
    """A bot for any agent of an environment: a function from the agent to its action.

    >>> env = TempoludeEnv("contretemps", seats=3, compiled=False)
    >>> env.reset(seed=1)
    >>> choose = bot_policy(env, "greedy", seed=1)
    >>> env.step(choose(env.agent_selection))
    """
    inner: TempoludeEnv = env.unwrapped
    player = bot(name, Setting(inner.game, inner.seats, inner.options, seed))

    def choose(agent: str) -> int:
        seat = inner.possible_agents.index(agent)
        return player.choose(inner._current().view(seat), seat)

    return choose


class EnvModule:
    """A game in the form of PettingZoo's own modules: `contretemps_v1.env()`, `raw_env()`, `parallel_env()`."""

    def __init__(self, game: Game) -> None:
        self.env, self.raw_env, self.parallel_env = (partial(make, game) for make in (env, TempoludeEnv, parallel_env))


def __getattr__(name: str) -> EnvModule:
    if name in (found := all_versioned()):
        return EnvModule(found[name])
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


for _name, _game in all_versioned("-v").items():  # pettingzoo.make("aec", "tempolude/contretemps-v1")
    if f"tempolude/{_name}" not in aec_registry:
        register("aec", f"tempolude/{_name}", partial(env, _game))
        register("parallel", f"tempolude/{_name}", partial(parallel_env, _game))
