"""Measure a player in one seat against another in all others: the rows of the table of baselines in docs/research.md.

    python examples/baselines.py contretemps --seats 4 --player greedy --others random

The seat goes round, so that it does not matter who begins. To measure a player of your own, write it as a policy (see
docs/research.md) and give it to `measure`.
"""

from __future__ import annotations

import argparse
from math import sqrt

import numpy as np

import tempolude
from tempolude.engine.opponents import One


def measure(game: str, seats: int, player: One, others: One, matches: int) -> tuple[float, float, float]:
    """The mean reward, its standard error, and the part of victories of a player in `matches` matches."""
    rewards, wins = [], []
    for seat in range(seats):
        line_up = [player if i == seat else others for i in range(seats)]
        share = -(-matches // seats)  # the same matches in every seat
        batch = tempolude.Batch(game, min(512, share), seats=seats, others=line_up, seed=0)
        while (going := batch.seeds < share).any():
            worth, ended = batch.step(np.where(going, batch.choices(), -1))
            rewards += worth[ended, seat].tolist()
            first = batch.ranks[ended] == 1
            wins += (first[:, seat] / first.sum(axis=1)).tolist()
    return float(np.mean(rewards)), float(np.std(rewards) / sqrt(len(rewards))), float(np.mean(wins))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--player", default="greedy")
    parser.add_argument("--others", default="random")
    parser.add_argument("--matches", type=int, default=4000)
    given = parser.parse_args()
    seats = given.seats or tempolude.game(given.game).seats[0]
    reward, error, wins = measure(given.game, seats, given.player, given.others, given.matches)
    print(f"| {given.game} | {seats} | {given.player} | {given.others} | {reward:+.3f} ± {error:.3f} | {wins:.1%} |")


if __name__ == "__main__":
    main()
