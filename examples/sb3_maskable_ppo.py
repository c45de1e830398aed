"""Train with Stable-Baselines3: MaskablePPO in one seat, a bot in the others.

pip install "tempolude[research,sb3]"
python examples/sb3_maskable_ppo.py contretemps --seats 3 --steps 200000
"""

from __future__ import annotations

import argparse

from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from stable_baselines3.common.vec_env import VecMonitor

from tempolude.adapters.sb3 import TempoludeVecEnv


def train(game: str, seats: int | None, steps: int, opponents: str) -> tuple[MaskablePPO, float]:
    """The trained model, and its mean reward in 200 new matches."""
    envs = VecMonitor(TempoludeVecEnv(game, 64, seats=seats, opponents=opponents))
    model = MaskablePPO("MlpPolicy", envs, n_steps=64, batch_size=1024, seed=0)
    model.learn(steps)
    fresh = VecMonitor(TempoludeVecEnv(game, 16, seats=seats, opponents=opponents, seed=10**9))
    reward, _ = evaluate_policy(model, fresh, n_eval_episodes=200)
    return model, float(reward)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--steps", type=int, default=200_000)
    parser.add_argument("--opponents", default="random")
    given = parser.parse_args()
    _, reward = train(given.game, given.seats, given.steps, given.opponents)
    print(f"mean reward in 200 matches against {given.opponents}: {reward:+.2f}")


if __name__ == "__main__":
    main()
