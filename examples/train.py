"""Train a small policy to beat random players, in minutes on two cores and with NumPy alone.

    python examples/train.py contretemps --seats 4 --minutes 3

The policy is linear: from an observation (`Batch.observations`) to a preference for every legal action (`Batch.masks`).
It learns by REINFORCE: after each match its actions become more likely if the match went better than usual, and less if
worse. The opponents play at random, inside the compiled batch.
"""

from __future__ import annotations

import argparse
from time import perf_counter

import numpy as np

import tempolude

MEMORY = 0.999  # Adam's decay for the size of gradients
FADE = 0.9  # Adam's decay for their direction


class Policy:
    """Preferences for actions, linear in the observation."""

    def __init__(self, features: int, actions: int, rate: float) -> None:
        self.weights = np.zeros((features + 1, actions), np.float32)
        self.mean, self.square = np.zeros_like(self.weights), np.zeros_like(self.weights)
        self.rate, self.updates = rate, 0

    def chances(self, seen: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """The probability of every action."""
        wanted = np.where(masks, seen @ self.weights[:-1] + self.weights[-1], -np.inf)
        wanted = np.exp(wanted - wanted.max(axis=1, keepdims=True))
        return wanted / wanted.sum(axis=1, keepdims=True)

    def choose(self, seen: np.ndarray, masks: np.ndarray, dice: np.random.Generator) -> np.ndarray:
        """A random action for every row, by its probability."""
        heights = self.chances(seen, masks).cumsum(axis=1)
        return (heights < dice.random((len(seen), 1)) * heights[:, -1:]).sum(axis=1).astype(np.int32)

    def learn(self, seen: np.ndarray, masks: np.ndarray, actions: np.ndarray, worth: np.ndarray) -> None:
        """Make actions that were worth more than usual more likely: one step of gradient ascent (Adam)."""
        push = -self.chances(seen, masks)
        push[np.arange(len(actions)), actions] += 1
        push *= (worth / len(actions))[:, None].astype(np.float32)
        gradient = np.concatenate([seen.T @ push, push.sum(axis=0, keepdims=True)])
        self.updates += 1
        self.mean = FADE * self.mean + (1 - FADE) * gradient
        self.square = MEMORY * self.square + (1 - MEMORY) * gradient**2
        mean, square = self.mean / (1 - FADE**self.updates), self.square / (1 - MEMORY**self.updates)
        self.weights += self.rate * mean / (np.sqrt(square) + 1e-8)


def play_and_learn(batch: tempolude.Batch, policy: Policy, steps: int, dice: np.random.Generator) -> float:
    """Play `steps` decisions in every match and learn from those of finished matches; returns the mean reward."""
    seen, masks, actions, rewards, ended = [], [], [], [], []
    me = np.arange(batch.matches), batch.learner
    for _ in range(steps):
        seen.append(batch.observations().copy())
        masks.append(batch.masks().copy())
        actions.append(policy.choose(seen[-1], masks[-1], dice))
        reward, end = batch.step(actions[-1])
        rewards.append(reward[me])
        ended.append(end.copy())
    worth = np.full(batch.matches, np.nan, np.float32)  # the result of each decision's match
    outcomes = []
    for reward, end in zip(reversed(rewards), reversed(ended), strict=True):
        worth = np.where(end, reward, worth)
        outcomes.append(worth)
    worths = np.concatenate(outcomes[::-1])
    known = ~np.isnan(worths)
    usual = float(worths[known].mean())
    rows = [np.concatenate(part)[known] for part in (seen, masks, actions)]
    policy.learn(*rows, worths[known] - usual)
    return usual


def evaluate(game: str, seats: int, policy: Policy, matches: int) -> tuple[float, float]:
    """Its mean reward and share of victories (shared ones in parts) over new matches against random players."""
    batch = tempolude.Batch(game, matches, seats=seats, seed=10**9, learner="turns")
    dice, first = np.random.default_rng(1), np.full(matches, np.nan)
    wins = np.zeros(matches)
    while np.isnan(first).any():
        rewards, ended = batch.step(policy.choose(batch.observations(), batch.masks(), dice))
        mine = rewards[np.arange(matches), batch.learner]
        fresh = ended & np.isnan(first)
        best = rewards.max(axis=1)
        wins[fresh] = ((mine == best) / (rewards == best[:, None]).sum(axis=1))[fresh]
        first[fresh] = mine[fresh]
    return float(first.mean()), float(wins.mean())


def train(game: str, seats: int, *, minutes: float, matches: int, steps: int, rate: float, seed: int = 0) -> Policy:
    """Train for `minutes`, printing the progress."""
    batch = tempolude.Batch(game, matches, seats=seats, seed=seed, learner="turns")
    policy = Policy(batch.game.rules.FEATURES, batch.game.rules.ACTIONS, rate)
    dice, begin, told = np.random.default_rng(seed), perf_counter(), 0.0
    while (passed := perf_counter() - begin) < 60 * minutes:
        usual = play_and_learn(batch, policy, steps, dice)
        if passed >= told:
            print(f"{passed:6.1f} s  {policy.updates:5} updates  mean reward {usual:+.3f}", flush=True)
            told = passed + 60 * minutes / 10
    return policy


def main() -> None:
    parser = argparse.ArgumentParser(description="Train a small policy to beat random players.")
    parser.add_argument("game", nargs="?", default="contretemps")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--minutes", type=float, default=3)
    parser.add_argument("--matches", type=int, default=256, help="played together")
    parser.add_argument("--steps", type=int, default=48, help="decisions in each before it learns")
    parser.add_argument("--rate", type=float, default=0.01)
    given = parser.parse_args()
    policy = train(
        given.game, given.seats, minutes=given.minutes, matches=given.matches, steps=given.steps, rate=given.rate
    )
    reward, wins = evaluate(given.game, given.seats, policy, 2000)
    print(f"against random, 2,000 matches: mean reward {reward:+.3f}, wins {wins:.1%} (random: {1 / given.seats:.1%})")


if __name__ == "__main__":
    main()
