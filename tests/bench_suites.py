"""The suites of Gymnasium, Stable-Baselines3, PettingZoo and OpenSpiel, for every game, number of seats and option.

    python -m tests.bench_suites                          # all of it, here
    python -m tests.bench_suites --games timeline         # of one game
    python -m tests.bench_suites --wheel                  # from a wheel, in a fresh environment

`--wheel` builds a wheel, installs it with `[research,data]` into a new virtual environment, with Stable-Baselines3 and
sb3-contrib beside it, and runs there. It takes minutes a game and gigabytes for PyTorch, so the tests run a slice of it
(`tests/adapters`). Nothing here is imported from the tests: the file alone is enough.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import venv
import warnings
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from importlib.util import find_spec
from io import StringIO
from pathlib import Path
from time import perf_counter
from typing import Any

ROOT = Path(__file__).parents[1]


def tables(game: Any) -> Iterator[tuple[int, dict[str, Any]]]:
    """Every number of seats with the defaults, then every value of every option with the fewest seats."""
    for seats in game.seats:
        yield seats, {}
    for option in game.options:
        for value in option.values():
            if value != option.default:
                yield game.seats[0], {option.name: value}


# --- Suites ----------------------------------------------------------------------


def gymnasium_single(game: Any, seats: int, options: dict[str, Any]) -> None:
    import gymnasium
    from gymnasium.utils.env_checker import check_env

    import tempolude.adapters.gymnasium  # noqa: F401

    name = f"tempolude/{game.name}-v{game.rules_version}"
    check_env(gymnasium.make(name, seats=seats, options=options, render_mode="ansi", opponents="greedy").unwrapped)


def gymnasium_vector(game: Any, seats: int, options: dict[str, Any]) -> None:
    import gymnasium
    from gymnasium.vector import AutoresetMode
    from gymnasium.wrappers.vector import DictInfoToList, FlattenObservation, NormalizeReward, RecordEpisodeStatistics

    import tempolude.adapters.gymnasium  # noqa: F401

    name = f"tempolude/{game.name}-v{game.rules_version}"
    for mode in AutoresetMode:
        envs: Any = gymnasium.make_vec(name, num_envs=4, seats=seats, options=options, autoreset_mode=mode)
        envs = NormalizeReward(RecordEpisodeStatistics(envs))
        if mode is not AutoresetMode.SAME_STEP:
            envs = FlattenObservation(envs)
        envs = DictInfoToList(envs)
        envs.reset(seed=1)
        for _ in range(40):
            actions = envs.unwrapped.batch.random
            seen, _, terminated, truncated, _ = envs.step(actions)
            assert envs.observation_space.contains(seen)
            if mode is AutoresetMode.DISABLED and (terminated | truncated).any():
                envs.reset(options={"reset_mask": terminated | truncated})
        envs.close()
    for way in ("sync", "async"):
        envs = gymnasium.make_vec(name, num_envs=2, vectorization_mode=way, seats=seats, options=options)
        seen, _ = envs.reset(seed=1)
        for _ in range(10):
            seen, *_ = envs.step(seen["action_mask"].argmax(axis=1))
        envs.close()


def stable_baselines(game: Any, seats: int, options: dict[str, Any]) -> None:
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.env_checker import check_env
    from stable_baselines3.common.vec_env import VecMonitor

    from tempolude.adapters.gymnasium import TempoludeEnv
    from tempolude.adapters.sb3 import TempoludeVecEnv

    check_env(TempoludeEnv(game, seats=seats, options=options), warn=False)
    envs = VecMonitor(TempoludeVecEnv(game, 4, seats=seats, options=options))
    MaskablePPO("MlpPolicy", envs, n_steps=16, batch_size=64, n_epochs=1).learn(64)


def pettingzoo(game: Any, seats: int, options: dict[str, Any]) -> None:
    from pettingzoo.test import api_test, render_test, seed_test
    from pettingzoo.test.state_test import test_state, test_state_space

    from tempolude.adapters.pettingzoo import env

    def made(**more: Any) -> Any:
        return env(game, seats=seats, options=options, **more)

    api_test(made(), num_cycles=60)
    seed_test(made, num_cycles=20)
    test_state_space(made())
    test_state(made(), 10)
    looks: dict[str, Callable[[Any], bool]] = {
        "ansi": lambda text: len(text) > 100,
        "rgb_array": lambda image: image.any(),
    }
    render_test(lambda render_mode: made(render_mode=render_mode), looks)


def openspiel(game: Any, seats: int, options: dict[str, Any]) -> None:
    import pyspiel

    import tempolude.adapters.openspiel  # noqa: F401

    joined = {name: "+".join(value) if isinstance(value, list) else value for name, value in options.items()}
    params = {"players": seats, "endgame": 25, **joined}
    for more in ({}, {"turns": True}):
        loaded = pyspiel.load_game(f"tempolude_{game.name}", params | more)
        pyspiel.random_sim_test(loaded, num_sims=1, serialize=True, verbose=False)


SUITES = (gymnasium_single, gymnasium_vector, pettingzoo, openspiel, stable_baselines)


# --- Running them ----------------------------------------------------------------


def run(names: list[str]) -> int:
    """Run all suites of these games, or of all; returns how many failed."""
    from tempolude.engine.game import games

    suites = [suite for suite in SUITES if suite is not stable_baselines or find_spec("sb3_contrib")]
    failed = done = 0
    for game in games():
        if names and game.name not in names:
            continue
        for seats, options in tables(game):
            for suite in suites:
                begin = perf_counter()
                try:
                    with warnings.catch_warnings(), redirect_stdout(StringIO()):
                        warnings.simplefilter("ignore")
                        suite(game, seats, options)
                    told = "passes"
                except Exception as error:
                    told, failed = f"FAILS: {type(error).__name__}: {error}", failed + 1
                done += 1
                seconds = perf_counter() - begin
                print(f"{game.name} {seats} {options or ''} {suite.__name__}: {told} ({seconds:.1f} s)", flush=True)
    print(f"{done} suites run, {failed} failed", flush=True)
    return failed


def from_wheel(names: list[str]) -> int:
    """The same from a wheel in a fresh environment."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", folder, str(ROOT)], check=True)
        wheel = next(Path(folder).glob("*.whl"))
        venv.create(f"{folder}/env", with_pip=True)
        python = f"{folder}/env/bin/python"
        needed = [f"{wheel}[research,data]", "stable-baselines3", "sb3-contrib"]
        subprocess.run([python, "-m", "pip", "install", "-q", *needed], check=True)
        alone = Path(folder, "suites.py")
        alone.write_text(Path(__file__).read_text("utf-8"), "utf-8")
        return subprocess.run([python, str(alone), "--games", *names], cwd=folder, check=False).returncode


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="*", default=[])
    parser.add_argument("--wheel", action="store_true")
    given = parser.parse_args()
    sys.exit(min(1, from_wheel(given.games) if given.wheel else run(given.games)))


if __name__ == "__main__":
    main()
