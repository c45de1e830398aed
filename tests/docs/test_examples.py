"""The examples run, in a short form."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).parents[2]


def example(name: str) -> Any:
    spec = spec_from_file_location(name, ROOT / "examples" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_small_policy_learns_to_beat_random_players() -> None:
    import tempolude

    training = example("train")
    batch = tempolude.Batch("contretemps", 128, seats=3, seed=0, learner="turns")
    policy = training.Policy(batch.game.rules.FEATURES, batch.game.rules.ACTIONS, rate=0.02)
    dice = np.random.default_rng(0)
    for _ in range(15):
        training.play_and_learn(batch, policy, 40, dice)
    reward, wins = training.evaluate("contretemps", 3, policy, 600)
    assert reward > 0.1
    assert wins > 0.37
