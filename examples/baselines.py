"""Measure one player against copies of another: the table of baselines in docs/research.md.

    python examples/baselines.py contretemps --seats 4 --player greedy --others random
    python examples/baselines.py contretemps --seats 4 --player search:200 --others greedy --matches 400

The seat rotates, so that it does not matter who begins. `random` and `greedy` play in compiled code, all matches
together; any other bot (`search:200`, or your own as `module:Class`) plays them one by one. A compiled policy (see
docs/research.md) can be passed to `measure`.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from math import sqrt

import numpy as np

import tempolude
from tempolude.arena.matches import Hall, Pairing, play_match
from tempolude.bots import read_spec
from tempolude.engine.opponents import One
from tempolude.engine.seats import payoff

Result = tuple[float, float]  # the reward of a match, and the share of its victory


def measure(game: str, seats: int, player: One, others: One, matches: int) -> tuple[float, float, float]:
    """The mean reward, its standard error, and the share of victories of a player in `matches` matches."""
    share = -(-matches // seats)  # the same matches in every seat
    compiled = all(
        not isinstance(one, str) or read_spec(one, tempolude.game(game)).kind in ("random", "greedy")
        for one in (player, others)
    )
    play = matches_together if compiled else matches_one_by_one
    results = [result for seat in range(seats) for result in play(game, seats, seat, player, others, share)]
    rewards, wins = np.array(results).T
    return float(rewards.mean()), float(rewards.std() / sqrt(len(rewards))), float(wins.mean())


def matches_together(game: str, seats: int, seat: int, player: One, others: One, count: int) -> Iterator[Result]:
    """Play all matches together in compiled code."""
    line_up = [player if i == seat else others for i in range(seats)]
    batch = tempolude.Batch(game, min(512, count), seats=seats, others=line_up, seed=0)
    while (going := batch.seeds < count).any():
        worth, ended = batch.step(np.where(going, batch.choices(), -1))
        first = batch.ranks[ended] == 1
        yield from zip(worth[ended, seat], first[:, seat] / first.sum(axis=1), strict=True)


def matches_one_by_one(game: str, seats: int, seat: int, player: One, others: One, count: int) -> Iterator[Result]:
    """Play with any bots, each of which sees only its seat's view."""
    hall = Hall(game, seats, tempolude.game(game).settle(seats), (str(player), str(others)))
    line_up = tuple(int(i != seat) for i in range(seats))
    for seed in range(count):
        outcome = play_match(hall, Pairing(seed, line_up))
        yield payoff(outcome.ranks, seats, seat), outcome.wins[seat]


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
    measured = f"{round(reward, 3) + 0.0:+.3f} ± {error:.3f} | {wins:.1%}".replace("-", "−")
    print(f"| {given.game} | {seats} | {given.player} | {given.others} | {given.matches:,} | {measured} |")


if __name__ == "__main__":
    main()
