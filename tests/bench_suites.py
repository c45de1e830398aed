"""The suites of Gymnasium, Stable-Baselines3, PettingZoo and OpenSpiel, for every game, number of seats and option.

    python -m tests.bench_suites                          # all of it, here
    python -m tests.bench_suites --games timeline         # of one game
    python -m tests.bench_suites --wheel                  # from a wheel, in a fresh environment
    python -m tests.bench_suites --wheel --report docs/research-suites.md

The cases are those of the laws: every number of seats, and every pair of option values. `--wheel` builds a wheel,
installs it with `[research,data,sb3]` into a new virtual environment (`--torch torch==2.13.0+cpu` for a PyTorch other
than the newest), and runs there, with the examples and the tests of the adapters. Each game runs in its own process.
It takes minutes per game and a gigabyte or more for PyTorch, so the test suite runs a slice of it (`tests/adapters`).
`--env FOLDER` keeps the environment and its compiled code: the next run there only installs the new wheel.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import venv
import warnings
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from importlib.metadata import version
from importlib.util import find_spec
from io import StringIO
from pathlib import Path
from time import perf_counter
from typing import Any

ROOT = Path(__file__).parents[1]
SHOWN = ("gymnasium", "pettingzoo", "open_spiel", "stable-baselines3", "sb3-contrib", "torch", "numpy", "numba")


# --- Gymnasium -------------------------------------------------------------------


def made(case: Any, **more: Any) -> Any:
    import gymnasium

    from tempolude.adapters.gymnasium import versioned

    name = f"tempolude/{versioned(case.game, '-v')}"
    return gymnasium.make(name, seats=case.seats, options=case.options, **more)


def made_vec(case: Any, count: int, **more: Any) -> Any:
    import gymnasium

    from tempolude.adapters.gymnasium import versioned

    name = f"tempolude/{versioned(case.game, '-v')}"
    return gymnasium.make_vec(name, num_envs=count, seats=case.seats, options=case.options, **more)


def gymnasium_check_env(case: Any) -> None:
    """`check_env`, and `check_environments_match` of two identical environments."""
    from gymnasium.utils.env_checker import check_env
    from gymnasium.utils.env_match import check_environments_match

    check_env(made(case, render_mode="ansi", opponents="greedy").unwrapped)
    check_environments_match(made(case), made(case), num_steps=40)


def gymnasium_wrappers(case: Any) -> None:
    """All wrappers that accept a dictionary of numbers as observation and a single number as action."""
    import numpy as np
    from gymnasium import wrappers as w

    ways: list[Callable[[Any], Any]] = [
        w.Autoreset,
        w.OrderEnforcing,
        w.PassiveEnvChecker,
        w.RecordEpisodeStatistics,
        w.FlattenObservation,
        w.NormalizeReward,
        lambda env: w.TimeLimit(env, 5),
        lambda env: w.TimeAwareObservation(w.TimeLimit(env, 50)),
        lambda env: w.FilterObservation(env, ["observation"]),
        lambda env: w.FrameStackObservation(env, 3),
        lambda env: w.DelayObservation(env, 2),
        lambda env: w.NormalizeObservation(w.FlattenObservation(env)),
        lambda env: w.RescaleObservation(w.FlattenObservation(env), -1, 1),
        lambda env: w.DtypeObservation(w.FlattenObservation(env), np.float64),
        lambda env: w.ClipReward(env, -0.5, 0.5),
        lambda env: w.TransformReward(env, lambda reward: 2 * reward),
        lambda env: w.StickyAction(env, 0.2),
        lambda env: w.RenderCollection(env),
    ]
    for wrap in ways:
        env = wrap(made(case, render_mode="ansi"))
        env.reset(seed=3)
        for _ in range(30):
            legal = np.flatnonzero(env.unwrapped.action_masks())
            seen, _, terminated, truncated, _ = env.step(int(legal[-1]) if legal.size else 0)
            assert env.observation_space.contains(seen), wrap
            if (terminated or truncated) and not isinstance(env, w.Autoreset):
                env.reset()
        env.close()


def gymnasium_vectors(case: Any) -> None:
    """Vector environments with all vector wrappers that their autoreset mode allows; compared with sync and async."""
    import numpy as np
    from gymnasium.vector import AutoresetMode
    from gymnasium.wrappers import vector as v

    plain: list[Callable[[Any], Any]] = [
        lambda envs: v.DictInfoToList(v.RecordEpisodeStatistics(envs)),
        v.NormalizeReward,
        lambda envs: v.ClipReward(envs, -0.5, 0.5),
        lambda envs: v.TransformReward(envs, lambda rewards: 2 * rewards),
    ]
    of_observations: list[Callable[[Any], Any]] = [  # Gymnasium refuses them with SAME_STEP
        v.FlattenObservation,
        lambda envs: v.FilterObservation(envs, ["observation"]),
        lambda envs: v.DtypeObservation(v.FlattenObservation(envs), np.float64),
    ]
    next_step: list[Callable[[Any], Any]] = [lambda envs: v.NormalizeObservation(v.FlattenObservation(envs))]
    for mode, ways in (
        (AutoresetMode.SAME_STEP, plain),
        (AutoresetMode.DISABLED, plain + of_observations),
        (AutoresetMode.NEXT_STEP, plain + of_observations + next_step),
    ):
        for wrap in ways:
            envs = wrap(made_vec(case, 4, autoreset_mode=mode))
            envs.reset(seed=1)
            for _ in range(30):
                seen, _, terminated, truncated, _ = envs.step(envs.unwrapped.batch.random)
                assert envs.observation_space.contains(seen), wrap
                if mode is AutoresetMode.DISABLED and (terminated | truncated).any():
                    envs.reset(options={"reset_mask": terminated | truncated})
            envs.close()
    ours = made_vec(case, 2, learner=0, autoreset_mode=AutoresetMode.NEXT_STEP)
    theirs = [made_vec(case, 2, vectorization_mode=way, learner=0) for way in ("sync", "async")]
    seen = [envs.reset(seed=5)[0] for envs in (ours, *theirs)]
    for _ in range(12):
        for name in seen[0]:
            assert all((other[name] == seen[0][name]).all() for other in seen[1:]), name
        steps = [envs.step(seen[0]["action_mask"].argmax(axis=1)) for envs in (ours, *theirs)]
        if any((terminated | truncated).any() for _, _, terminated, truncated, _ in steps):
            break
        seen = [step[0] for step in steps]
    for envs in (ours, *theirs):
        envs.close()


# --- Stable-Baselines3 -----------------------------------------------------------


def stable_baselines(case: Any) -> None:
    """`check_env`; MaskablePPO with our vector environment in SB3's wrappers, saved and loaded, and with theirs."""
    from sb3_contrib import MaskablePPO
    from sb3_contrib.common.maskable.evaluation import evaluate_policy
    from stable_baselines3.common.env_checker import check_env
    from stable_baselines3.common.vec_env import DummyVecEnv, VecCheckNan, VecMonitor, VecNormalize

    from tempolude.adapters.gymnasium import TempoludeEnv
    from tempolude.adapters.sb3 import TempoludeVecEnv

    check_env(TempoludeEnv(case.game, seats=case.seats, options=case.options), warn=False)
    envs = TempoludeVecEnv(case.game, 4, seats=case.seats, options=case.options)
    wrapped = VecNormalize(VecCheckNan(VecMonitor(envs), raise_exception=True))
    model = MaskablePPO("MlpPolicy", wrapped, n_steps=16, batch_size=64, n_epochs=1, seed=1).learn(64)
    with tempfile.TemporaryDirectory() as folder:
        model.save(f"{folder}/model")
        again = MaskablePPO.load(f"{folder}/model", env=wrapped)
    seen, masks = wrapped.reset(), envs.action_masks()
    chosen = [one.predict(seen, action_masks=masks, deterministic=True)[0].tolist() for one in (model, again)]
    assert chosen[0] == chosen[1]
    evaluate_policy(model, VecMonitor(envs), n_eval_episodes=4)
    theirs = DummyVecEnv([lambda: TempoludeEnv(case.game, seats=case.seats, options=case.options)] * 2)
    MaskablePPO("MultiInputPolicy", theirs, n_steps=16, batch_size=32, n_epochs=1).learn(32)


# --- PettingZoo ------------------------------------------------------------------


def pettingzoo(case: Any) -> None:
    """All its tests but three: bombardment_test, which accepts no observations with masks; save_obs_test, which is for
    pictures; and max_cycles_test, which is for environments in which all act at once."""
    from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test
    from pettingzoo.test.state_test import state_test
    from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper

    from tempolude.adapters.pettingzoo import env, parallel_env

    settings = {"game": case.game, "seats": case.seats, "options": case.options}
    api_test(env(**settings), num_cycles=60)
    api_test(AssertOutOfBoundsWrapper(env(**settings)), num_cycles=20)
    seed_test(lambda: env(**settings), num_cycles=20)
    parallel_api_test(parallel_env(**settings), num_cycles=60)
    parallel_seed_test(lambda: parallel_env(**settings), num_cycles=20)
    state_test(env(**settings), parallel_env(**settings), num_cycles=10)
    looks: dict[str, Callable[[Any], bool]] = {
        "ansi": lambda text: len(text) > 100,
        "rgb_array": lambda image: image.any(),
    }
    render_test(lambda render_mode: env(**settings, render_mode=render_mode), looks)


# --- OpenSpiel -------------------------------------------------------------------


def openspiel_simulations(case: Any) -> None:
    """Its random simulations in C++, of a whole match, and of a late one with saving and loading; and in Python."""
    import pyspiel
    from open_spiel.python.tests import games_sim_test

    from tempolude.adapters.openspiel import load

    for more in ({}, {"turns": True}):
        late = load(case.game, case.options, players=case.seats, endgame=10, **more)  # loading replays from the start
        pyspiel.random_sim_test(late, num_sims=1, serialize=True, verbose=False)
    whole = load(case.game, case.options, players=case.seats, deals=0)
    pyspiel.random_sim_test(whole, num_sims=1, serialize=False, verbose=False)
    games_sim_test.GamesSimTest().sim_game(load(case.game, case.options, players=case.seats, endgame=10))


def openspiel_api(case: Any) -> None:
    """Its checks of the interface on a part of the tree, and a playthrough that is replayed."""
    import unittest

    from absl import flags
    from open_spiel.integration_tests import api_test
    from open_spiel.python.algorithms import generate_playthrough

    from tempolude.adapters.openspiel import load

    game = load(case.game, case.options, players=case.seats, turns=True, deals=2, endgame=4)
    checks = type("Checks", (api_test.EnforceAPIOnPartialTreeBase,), {"game_name": str(game), "game": game})
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(checks).run(result)
    assert result.testsRun
    assert result.wasSuccessful(), result.failures + result.errors
    flags.FLAGS(["playthrough"])  # it requires parsed flags
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "playthrough.txt")
        path.write_text(generate_playthrough.playthrough(str(game), action_sequence=None, seed=1), "utf-8")
        first, again = generate_playthrough.replay(str(path))
        assert first == again


SUITES = (
    gymnasium_check_env,
    gymnasium_wrappers,
    gymnasium_vectors,
    pettingzoo,
    openspiel_simulations,
    openspiel_api,
    stable_baselines,
)


# --- Running them ----------------------------------------------------------------


def run(names: list[str], only: list[str], told: Path | None) -> int:
    """Run the suites on all cases of these games, or of all games; return the number of failures."""
    from tests.laws.cases import cases

    suites = [suite for suite in SUITES if suite is not stable_baselines or find_spec("sb3_contrib")]
    results = []
    for case in cases():
        if names and case.game.name not in names:
            continue
        for suite in suites:
            if only and suite.__name__ not in only:
                continue
            begin, failure = perf_counter(), ""
            with warnings.catch_warnings(), redirect_stdout(StringIO()), quiet():
                warnings.simplefilter("ignore")
                try:
                    suite(case)
                except Exception as error:
                    failure = f"{type(error).__name__}: {error}"
            seconds = perf_counter() - begin
            results.append((case.game.name, str(case), suite.__name__, failure, seconds))
            print(f"{case} {suite.__name__}: {failure or 'passes'} ({seconds:.1f} s)", flush=True)
            if told:  # after each, so that an interrupted run has reported its findings
                told.write_text(json.dumps({"versions": {name: version(name) for name in SHOWN}, "results": results}))
    failed = sum(bool(failure) for *_, failure, _ in results)
    print(f"{len(results)} suites run, {failed} failed", flush=True)
    return failed


@contextmanager
def quiet() -> Iterator[None]:
    """Silence the error stream, for C++ too: OpenSpiel writes the errors that its checks provoke to it."""
    kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)


def from_wheel(names: list[str], only: list[str], torch: str, kept: Path | None, report: Path | None) -> int:
    """The same from a wheel in a fresh environment, where the tests of the adapters and the examples run too."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        python = install(folder, kept or folder / "env", torch)
        for name in ("tests", "examples"):
            shutil.copytree(ROOT / name, folder / "run" / name, ignore=shutil.ignore_patterns("__pycache__"))
        settings = (ROOT / "pyproject.toml").read_text("utf-8").partition("[tool.pytest")
        (folder / "run" / "pyproject.toml").write_text(settings[1] + settings[2], "utf-8")
        failed, told = 0, []
        for name in names or found(python):
            answer = folder / f"{name}.json"
            command = [python, "-m", "tests.bench_suites", "--games", name, "--told", str(answer)]
            failed += subprocess.run([*command, "--only", *only], cwd=folder / "run", check=False).returncode
            told.append(json.loads(answer.read_text("utf-8")))
        tests = [python, "-m", "pytest", "-q", "tests/adapters", "tests/docs/test_examples.py"]
        if not names and not only:
            failed += subprocess.run(tests, cwd=folder / "run", check=False).returncode
        if report:
            report.write_text(as_page(told), "utf-8")
        return failed


def install(folder: Path, env: Path, torch: str) -> str:
    """Make an environment with the current wheel and what the suites need; return its Python."""
    source = folder / "source"  # a copy, because the folder `build` that setuptools leaves would go into the next wheel
    source.mkdir()
    for name in ("src", "pyproject.toml", "README.md", "LICENSE"):
        here = ROOT / name
        (shutil.copytree if here.is_dir() else shutil.copy)(here, source / name)
    subprocess.run([sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", folder, source], check=True)
    wheel, python = next(folder.glob("*.whl")), env / "bin" / "python"
    pip = [python, "-m", "pip", "install", "-q"]
    if not python.exists():
        venv.create(env, with_pip=True)
        subprocess.run([*pip, f"{wheel}[research,data,sb3]", torch, "pytest-xdist"], check=True)
    subprocess.run([*pip, "--force-reinstall", "--no-deps", wheel], check=True)
    return str(python)


def found(python: str) -> list[str]:
    """The games installed there."""
    code = "from tempolude.engine.game import games; print(*(game.name for game in games()))"
    return subprocess.run([python, "-c", code], capture_output=True, text=True, check=True).stdout.split()


def as_page(told: list[dict[str, Any]]) -> str:
    """The results as a page of the documentation."""
    results = [tuple(result) for part in told for result in part["results"]]
    versions = ", ".join(f"{name} {number}" for name, number in told[0]["versions"].items())
    by_suite: dict[str, dict[str, list[Any]]] = defaultdict(lambda: defaultdict(list))
    for game, case, suite, failure, seconds in results:
        by_suite[suite][game].append((case, failure, seconds))
    names = list(dict.fromkeys(game for game, *_ in results))
    failed = [f"- {case}, {suite}: {failure}" for _, case, suite, failure, _ in results if failure]
    lines = [
        "# What the suites of others say",
        "",
        "Written by `python -m tests.bench_suites --wheel --report docs/research-suites.md`: a wheel in a fresh",
        "environment; each game with every number of seats and every two values of options together (the cases of",
        "`tests/laws`, listed below). What each suite runs is said in [bench_suites.py](../tests/bench_suites.py).",
        "",
        f"With {versions}.",
        "",
        f"{len(results)} suites run, {len(failed)} failed. Passed, of the cases that were run:",
        "",
        f"| suite | {' | '.join(names)} | seconds |",
        f"|---|{'---:|' * len(names)}---:|",
    ]
    for suite, of_game in by_suite.items():
        passed = [f"{sum(not f for _, f, _ in of_game[game])} of {len(of_game[game])}" for game in names]
        seconds = sum(seconds for rows in of_game.values() for *_, seconds in rows)
        lines.append(f"| {suite} | {' | '.join(passed)} | {seconds:.0f} |")
    lines += ["", "The seconds are those of a busy machine, compiling included.", ""]
    lines += ["## Failures", "", *failed, ""] if failed else []
    lines += ["## Cases", "", *(f"- {case}" for case in dict.fromkeys(case for _, case, *_ in results)), ""]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="*", default=[])
    parser.add_argument("--only", nargs="*", default=[], help="some of the suites")
    parser.add_argument("--wheel", action="store_true")
    parser.add_argument("--torch", default="torch", help="what to install for PyTorch")
    parser.add_argument("--env", type=Path, help="with --wheel: the folder of the environment, kept")
    parser.add_argument("--report", type=Path, help="with --wheel: write a page about it")
    parser.add_argument("--told", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.wheel:
        failed = from_wheel(given.games, given.only, given.torch, given.env, given.report)
    else:
        failed = run(given.games, given.only, given.told)
    sys.exit(min(1, failed))


if __name__ == "__main__":
    main()
