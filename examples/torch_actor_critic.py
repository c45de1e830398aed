"""Train a network with PyTorch: an actor that sees what its seat sees, a critic that sees everything.

    pip install tempolude torch
    python examples/torch_actor_critic.py contretemps --seats 3 --updates 300

All matches are stepped together in compiled code, the other seats are played by the bot `greedy`, and PyTorch shares
the arrays of the batch. The advantage is the reward of a match minus the critic's estimate.
"""

from __future__ import annotations

import argparse
from itertools import pairwise
from typing import Any

import torch
from torch import nn

import tempolude


def layers(sizes: list[int]) -> nn.Sequential:
    """A plain network with these sizes."""
    made: list[nn.Module] = []
    for before, after in pairwise(sizes):
        made += [nn.Linear(before, after), nn.Tanh()]
    return nn.Sequential(*made[:-1])


class Learner:
    """An actor, a critic and their optimizer."""

    def __init__(self, batch: tempolude.Batch, width: int = 128, rate: float = 1e-3) -> None:
        rules = batch.game.rules
        self.actor = layers([rules.FEATURES, width, rules.ACTIONS])
        self.critic = layers([rules.STATE.numbers_size, width, 1])
        self.optimiser = torch.optim.Adam([*self.actor.parameters(), *self.critic.parameters()], lr=rate)

    def chances(self, seen: torch.Tensor, masks: torch.Tensor) -> torch.distributions.Categorical:
        """The probabilities of the actions; those of illegal ones are zero."""
        return torch.distributions.Categorical(logits=self.actor(seen).masked_fill(~masks, -1e9))

    def update(self, batch: tempolude.Batch, steps: int) -> float:
        """Play `steps` decisions in every match, then learn; returns the mean reward of the matches that ended."""
        moments: list[Any] = []
        rewards, ended = [], []
        me = torch.arange(batch.matches), torch.from_numpy(batch.learner).long()
        for _ in range(steps):
            seen, masks = torch.from_dlpack(batch.observations()).clone(), torch.from_dlpack(batch.masks()).clone()
            whole = torch.from_numpy(batch.whole_states()) / 10
            with torch.no_grad():
                actions = self.chances(seen, masks).sample()
            moments.append((seen, masks, whole, actions))
            worth, over = batch.step(actions.numpy())
            rewards.append(torch.from_numpy(worth)[me].clone())
            ended.append(torch.from_numpy(over).clone())
        with torch.no_grad():
            returns, later = [], self.critic(torch.from_numpy(batch.whole_states()) / 10)[:, 0]
            for reward, over in zip(reversed(rewards), reversed(ended), strict=True):
                later = torch.where(over, reward, later)
                returns.append(later)
        seen, masks, whole, actions = (torch.cat(column) for column in zip(*moments, strict=True))
        target = torch.cat(returns[::-1])
        value, chances = self.critic(whole)[:, 0], self.chances(seen, masks)
        better = target - value.detach()
        loss = -(chances.log_prob(actions) * better).mean() - 0.01 * chances.entropy().mean()
        loss = loss + 0.5 * (target - value).square().mean()
        self.optimiser.zero_grad()
        loss.backward()
        self.optimiser.step()
        over = torch.cat(ended)
        return float(torch.cat(rewards)[over].mean()) if over.any() else 0.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--updates", type=int, default=300)
    parser.add_argument("--others", default="greedy")
    given = parser.parse_args()
    torch.manual_seed(0)
    batch = tempolude.Batch(given.game, 256, seats=given.seats, learner="turns", others=given.others)
    learner, usual = Learner(batch), 0.0
    for number in range(1, given.updates + 1):
        usual = 0.95 * usual + 0.05 * learner.update(batch, 16)
        if number % 50 == 0:
            print(f"{number} updates: mean reward about {usual:+.2f} against {given.others}")


if __name__ == "__main__":
    main()
