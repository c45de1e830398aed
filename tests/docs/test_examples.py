"""The examples run, in a short form."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import numpy as np
import pytest

ROOT = Path(__file__).parents[2]
LARGE = "{} is not among what the tests install, because it is large; `make suites` runs this with it"


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


def test_openspiels_search_meets_our_bots() -> None:
    assert -1 <= example("openspiel_bots").compare("contretemps", matches=1, simulations=2, bot="random") <= 1


def test_pytorch_trains_an_actor_and_a_critic() -> None:
    torch = pytest.importorskip("torch", reason=LARGE.format("PyTorch"))
    import tempolude

    torch.manual_seed(0)
    batch = tempolude.Batch("contretemps", 32, seats=3, learner="turns")
    learner = example("torch_actor_critic").Learner(batch, width=16)
    before = [parameter.clone() for parameter in learner.actor.parameters()]
    rewards = [learner.update(batch, 8) for _ in range(4)]
    assert all(-1 <= reward <= 1 for reward in rewards)
    assert any((old != new).any() for old, new in zip(before, learner.actor.parameters(), strict=True))


def test_stable_baselines_trains_with_masks() -> None:
    pytest.importorskip("sb3_contrib", reason=LARGE.format("sb3-contrib"))
    _, reward = example("sb3_maskable_ppo").train("contretemps", 3, 4096, "random")
    assert -1 <= reward <= 1


def test_a_baseline_is_measured_in_every_seat() -> None:
    reward, error, wins = example("baselines").measure("contretemps", 3, "random", "random", 300)
    assert abs(reward) < 0.2
    assert 0.01 < error < 0.1
    assert 0.2 < wins < 0.47
