"""One learning seat against given opponents, as Gymnasium environments: one match, or many at once.

    >>> import gymnasium
    >>> import tempolude.adapters.gymnasium
    >>> env = gymnasium.make("tempolude/contretemps-v1", seats=4, opponents="greedy")
    >>> seen, info = env.reset(seed=0)
    >>> seen, reward, terminated, truncated, info = env.step(int(seen["action_mask"].argmax()))

    >>> envs = gymnasium.make_vec("tempolude/contretemps-v1", num_envs=64, seats=4)
    >>> seen, info = envs.reset(seed=0)
    >>> seen["observation"].shape, seen["action_mask"].shape
    ((64, 735), (64, 86))
    >>> seen, rewards, terminated, truncated, info = envs.step(seen["action_mask"].argmax(axis=1))

`make_vec` steps all matches in compiled code. With `vectorization_mode="sync"` or `"async"` it uses single
environments, which is slower but allows wrapping them one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Box, Dict, Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from tempolude.bots import Bot, Setting, read_spec
from tempolude.bots import bot as bot_named
from tempolude.engine.batch import ANY_SEAT, STAY, Batch
from tempolude.engine.errors import BadOption, BadSeat, IllegalAction
from tempolude.engine.features import BOUND
from tempolude.engine.game import Game
from tempolude.engine.opponents import Others
from tempolude.engine.rule import MARKED

from .naming import all_versioned, find, versioned
from .picture import RENDER_MODES, Shown, drawn

Many = Callable[[Any, Any], Any]  # (observations, masks) -> actions, for all matches at once
Opponents = Others | Bot | Many | Sequence[Bot | str]

LOSE, ERROR = "lose", "error"  # what an illegal action does
SEEDS = 2**48  # random seeds are below this


def spaces(game: Game) -> tuple[Dict, Discrete]:
    """The observation space and the action space of a game."""
    rules = game.rules
    seen: dict[str, gymnasium.Space[Any]] = {
        "observation": Box(-BOUND, BOUND, (rules.FEATURES,), np.float32),
        "action_mask": Box(0, 1, (rules.ACTIONS,), np.int8),
    }
    return Dict(seen), Discrete(rules.ACTIONS)


class TempoludeVectorEnv(VectorEnv):  # type: ignore[type-arg]
    """Many matches of one game, with one learning seat each: `learner`, or a different one in every match ("turns").

    - `opponents`: what `Batch` takes for `others`, which is fastest ("random", "greedy", a mixture, a list); any other
      bot by name ("search:200"), anything with `choose(view, seat)`, or a list of these, one per seat; or a function of
      all observations and masks, so that a network can play against itself.
    - `autoreset_mode`: when the next match starts after one has ended (default: SAME_STEP).
    - `illegal`: an illegal action loses the match ("lose": the reward is -1), or raises IllegalAction ("error").
    - `max_episode_steps`: truncate a match after this many decisions of the learning seat.
    - `viewer`: the seat whose view is rendered, -1 for a spectator's (default: the learning seat's).
    - `copy=False` returns the batch's own arrays, which the next step overwrites.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: Game | str,
        num_envs: int = 1024,
        *,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        learner: int | str = "turns",
        opponents: Opponents = "random",
        seed: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        illegal: str = LOSE,
        max_episode_steps: int | None = None,
        render_mode: str | None = None,
        viewer: int | None = None,
        copy: bool = True,
    ) -> None:
        self.game, self.num_envs, self.copy = find(game), num_envs, copy
        self.mode = AutoresetMode(autoreset_mode)
        if illegal not in (LOSE, ERROR):
            raise BadOption(f"illegal = {illegal!r}: {LOSE!r} or {ERROR!r} is expected")
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise BadOption(f"render_mode = {render_mode!r}: one of {', '.join(RENDER_MODES)}")
        if learner is None:
            raise BadSeat("learner = None: a seat, or 'turns', is expected")
        self.illegal, self.longest = illegal, max_episode_steps
        self.render_mode, self.viewer = render_mode, viewer
        compiled = plays_compiled(opponents, self.game)
        first = int(self.np_random.integers(SEEDS)) if seed is None else seed
        self.batch = Batch(
            self.game, num_envs, seats=seats, options=options, seed=first, learner=learner,
            others=opponents if compiled else "random", keep_last=True,  # type: ignore[arg-type]
        )  # fmt: skip
        self.learner = self.batch.learner.copy()
        self._given: Any = None if compiled else self._given_players(opponents)
        self.opponents = None if self._given is None else self._sit_down(first)
        if self.opponents is not None:
            self.batch.learner[:] = ANY_SEAT  # opponents are played here
        self.metadata = {**self.metadata, "name": versioned(self.game), "autoreset_mode": self.mode}
        self.single_observation_space, self.single_action_space = spaces(self.game)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._over = np.zeros(num_envs, np.bool_)  # ended, and the next match has not started yet
        self._steps = np.zeros(num_envs, np.int64)

    # --- Opponents that are not compiled into the batch --------------------------

    def _given_players(self, opponents: Any) -> Any:
        if callable(opponents) and not hasattr(opponents, "choose"):
            return opponents
        seats = self.batch.seats
        one = isinstance(opponents, str) or hasattr(opponents, "choose")
        players = [opponents] * seats if one else list(opponents)
        if len(players) != seats:
            raise BadOption(f"{len(players)} opponents: one for each of the {seats} seats is expected")
        return players

    def _sit_down(self, seed: int) -> Any:
        """Seat the opponents. Bots given by name are created for every seed; bots given as objects are reused."""
        if callable(self._given):
            return self._given

        def sit_down(seat: int, given: Bot | str) -> Bot:
            setting = Setting(self.game, self.batch.seats, self.batch.options, seed + seat, compiled=True)
            return bot_named(given, setting) if isinstance(given, str) else given

        return [sit_down(seat, given) for seat, given in enumerate(self._given)]

    def _let_others_play(self, mine: Any, ended: Any) -> None:
        """Play the opponents until every match waits for the learning seat."""
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

    # --- Playing -----------------------------------------------------------------

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Restart all matches, or those of `options["reset_mask"]`: with seeds from `seed` on, with one seed for each
        environment (None: its next seed), or with new seeds."""
        mask = self._reset_mask(options)
        if isinstance(seed, (int, np.integer)):
            super().reset(seed=int(seed))
            seeds: list[int | None] = [int(seed) + i for i in range(self.num_envs)]
        else:
            seeds = [None] * self.num_envs if seed is None else list(seed)
        if len(seeds) != self.num_envs:
            raise BadOption(f"{len(seeds)} seeds: one for each of the {self.num_envs} environments is expected")
        if self._given is not None and mask.all() and seeds[0] is not None:
            self.opponents = self._sit_down(seeds[0])
        numbers = [number for number, begins in zip(seeds, mask, strict=True) if begins]
        if all(number is not None for number in numbers):
            self.batch.reset(numbers, mask)  # type: ignore[arg-type]
        else:
            self.batch.reset(matches=mask)
            given = np.array([number is not None for number in seeds]) & mask
            if given.any():
                self.batch.reset([number for number in numbers if number is not None], given)
        self._let_others_play(np.zeros(self.num_envs), np.zeros(self.num_envs, np.bool_))
        self._over[mask], self._steps[mask] = False, 0
        return self._seen(), self._info(mask)

    def _reset_mask(self, options: dict[str, Any] | None) -> Any:
        unknown = sorted(set(options or ()) - {"reset_mask"})
        if unknown:
            raise BadOption(
                f"options: {unknown[0]!r} is not known; reset takes reset_mask. A game's options: `options=`"
            )
        if not options:
            return np.ones(self.num_envs, np.bool_)
        mask = np.asarray(options["reset_mask"])
        if mask.shape != (self.num_envs,) or mask.dtype != np.bool_ or not mask.any():
            raise BadOption(f"reset_mask: {self.num_envs} booleans, one of them True, are expected")
        return mask

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Take one action of the learning seat in every match, then play the others until its next decision."""
        over = self._over.copy()
        if self.mode is not AutoresetMode.NEXT_STEP and over.any():
            raise ResetNeeded(f"match {np.flatnonzero(over)[0]} is over: call reset first")
        actions = np.asarray(actions)
        if actions.shape != (self.num_envs,) or not ((actions >= 0) & (actions < self.game.rules.ACTIONS)).all():
            raise IllegalAction(f"{self.num_envs} numbers from 0 to {self.game.rules.ACTIONS - 1} are expected")
        actions = np.where(over, STAY, actions)  # NEXT_STEP: this step only starts the next match
        lost = ~over & ~self.batch.masks()[np.arange(self.num_envs), actions]
        if self.illegal == ERROR:
            lost[:] = False  # the batch raises the error
        states = self.batch.states[lost]
        rewards, ended = self.batch.step(np.where(lost, STAY, actions))
        mine, ended = self._mine(rewards), ended.copy()
        self._let_others_play(mine, ended)
        self._steps = np.where(over, 0, self._steps + 1)
        mine[lost] = -1.0
        cut = np.zeros(self.num_envs, np.bool_)
        if self.longest is not None:
            cut = ~ended & ~lost & ~over & (self._steps >= self.longest)
        if lost.any() or cut.any():
            self._give_up(lost, states, cut)
        ended |= lost
        seen, info = self._after(ended | cut, lost)
        return seen, mine, ended, cut, info

    def _give_up(self, lost: Any, states: Any, cut: Any) -> None:
        """End matches outside the rules: lost by an illegal action, or truncated."""
        self.batch.last[lost], self.batch.last[cut] = states, self.batch.states[cut]
        self.batch.scores[lost | cut], self.batch.ranks[lost | cut] = 0, 0
        self.batch.reset(matches=lost | cut)
        nothing = np.zeros(self.num_envs), np.zeros(self.num_envs, np.bool_)
        self._let_others_play(*nothing)

    def _after(self, over: Any, lost: Any) -> tuple[Any, dict[str, Any]]:
        """The observations and infos after a step in which these matches ended."""
        self._steps[over] = 0
        same_step = self.mode is AutoresetMode.SAME_STEP
        self._over = np.zeros_like(over) if same_step else over.copy()
        seen, info = self._seen(), self._info(np.ones(self.num_envs, np.bool_))
        if not over.any():
            return seen, info
        places = np.flatnonzero(over)
        final = self.batch.last_observations(places, self.learner[places])
        told = {
            "seat": self.learner.copy(), "_seat": over.copy(),
            "ranks": self.batch.ranks.copy(), "_ranks": over & ~lost,
            "scores": self.batch.scores.copy(), "_scores": over & ~lost,
            "illegal": lost.copy(), "_illegal": over.copy(),
        }  # fmt: skip
        if not same_step:
            seen["observation"][places] = final
            seen["action_mask"][places] = 0
            return seen, info | told
        ends = np.full(self.num_envs, None)
        nothing = np.zeros(self.game.rules.ACTIONS, np.int8)
        for i, row in zip(places, final, strict=True):
            ends[i] = {"observation": row, "action_mask": nothing.copy()}
        return seen, info | {"final_obs": ends, "_final_obs": over, "final_info": told, "_final_info": over.copy()}

    def _seen(self) -> dict[str, Any]:
        seen, masks = self.batch.observations(), self.batch.masks().view(np.int8)
        if not self.copy and self.mode is AutoresetMode.SAME_STEP:
            return {"observation": seen, "action_mask": masks}
        return {"observation": seen.copy(), "action_mask": masks.copy()}

    def _info(self, told: Any) -> dict[str, Any]:
        return {"seat": self.learner.copy(), "_seat": told.copy()}

    def _mine(self, rewards: Any) -> Any:
        return rewards[np.arange(self.num_envs), self.learner].astype(np.float64)

    # --- Looking -----------------------------------------------------------------

    def action_masks(self) -> Any:
        """The legal actions, one row per match, as MaskablePPO expects them."""
        masks = self.batch.masks().copy()
        masks[self._over] = False
        return masks

    def whole_states(self) -> Any:
        """Everything there is, what nobody may see too, for a critic; see `Batch.whole_states`."""
        return self.batch.whole_states()

    def shown(self, match: int) -> Shown:
        """One match for rendering; if it is over, its final state."""
        names = [f"player_{seat}" for seat in range(self.batch.seats)]
        state = self.batch.last_state(match) if self._over[match] else self.batch.state(match)
        return Shown(self.game, self.batch.seats, self.batch.options, names, state)

    def render(self) -> Any:
        """Every match as text ("ansi", or printed with "human"), or as a picture ("rgb_array")."""
        viewers = self.learner if self.viewer is None else np.full(self.num_envs, self.viewer)
        frames = tuple(drawn(self.shown(i), int(viewers[i]), self.render_mode) for i in range(self.num_envs))
        return None if self.render_mode in (None, "human") else frames


class TempoludeEnv(gymnasium.Env):  # type: ignore[type-arg]
    """One seat of one match after another, with the settings of `TempoludeVectorEnv`.

    With `learner="turns"` the seat changes from match to match, depending on the seed.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012

    def __init__(
        self, game: Game | str, *, learner: int | str = 0, render_mode: str | None = None, **settings: Any
    ) -> None:
        settings |= {"learner": learner, "render_mode": render_mode, "autoreset_mode": AutoresetMode.DISABLED}
        self.envs = TempoludeVectorEnv(game, 1, **settings)
        self.turns, self.render_mode = learner == "turns", render_mode
        self.metadata = {**self.metadata, "name": versioned(self.envs.game)}
        self.observation_space, self.action_space = spaces(self.envs.game)

    @property
    def batch(self) -> Batch:
        return self.envs.batch

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Start a match: that of the seed, or a new one each time."""
        super().reset(seed=seed)
        if options:
            raise BadOption(f"options: {sorted(options)[0]!r} is not known. A game's options are given to `make`")
        number = int(self.np_random.integers(SEEDS)) if seed is None else int(seed)
        if self.turns:
            self.envs.learner[0] = number % self.batch.seats
            if self.envs.opponents is None:
                self.batch.learner[0] = number % self.batch.seats
        seen, info = self.envs.reset(seed=number)
        return _first(seen), _told(info)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Take one action of the learning seat, then play the others until its next decision or the end."""
        seen, rewards, terminated, truncated, info = self.envs.step(np.asarray(action).reshape(1))
        return _first(seen), float(rewards[0]), bool(terminated[0]), bool(truncated[0]), _told(info)

    def action_masks(self) -> Any:
        """The legal actions, as MaskablePPO expects them."""
        return self.envs.action_masks()[0]

    def whole_state(self) -> Any:
        """Everything there is, what nobody may see too, for a critic; see `Batch.whole_states`."""
        return self.batch.whole_states()[0]

    def render(self) -> Any:
        """The match as text ("ansi", or printed with "human"), or as a picture ("rgb_array")."""
        frames = self.envs.render()
        return frames[0] if frames else None


def _first(seen: dict[str, Any]) -> dict[str, Any]:
    return {name: rows[0] for name, rows in seen.items()}


def _told(info: dict[str, Any]) -> dict[str, Any]:
    told = {name: rows[0] for name, rows in info.items() if not name.startswith("_") and info[f"_{name}"][0]}
    return {name: value if np.ndim(value) else value.item() for name, value in told.items()}


def plays_compiled(opponents: Any, game: Game) -> bool:
    """Whether a batch can play these opponents itself."""
    if isinstance(opponents, str):
        return read_spec(opponents, game).kind in ("random", "greedy")
    if isinstance(opponents, (Mapping, Sequence)):
        return all(plays_compiled(one, game) for one in opponents)
    return any(opponents is policy for policy in MARKED)


for _name in all_versioned("-v"):
    if f"tempolude/{_name}" not in gymnasium.registry:
        gymnasium.register(
            f"tempolude/{_name}",
            entry_point=f"{__name__}:TempoludeEnv",
            vector_entry_point=f"{__name__}:TempoludeVectorEnv",
            kwargs={"game": _name},
        )
