"""Finished matches to review, and an estimator that needs no compiled code."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np

import tempolude
from tempolude.bots import Setting, bot
from tempolude.engine.chance import GUESS, seed_small
from tempolude.engine.game import Game
from tempolude.engine.ways import Interpreted
from tempolude.review.playouts import EVERYTHING, NO_ACTION, Job, reshuffle_of


def played(name: str, seats: int, seed: int, spec: str = "greedy", **options: Any) -> tempolude.Match:
    """A match of bots."""
    match = tempolude.Match(name, seats=seats, seed=seed, options=options)
    bots = [bot(spec, Setting.of(match, seed + seat)) for seat in range(seats)]
    while not match.over:
        seat = match.waiting[0]
        match.play(seat, bots[seat].choose(match.view(seat), seat))
    return match


class AtRandom:
    """Plays positions out at random, interpreted."""

    def __init__(self, game: Game) -> None:
        self.reshuffle, self.way = reshuffle_of(game.rules), Interpreted(game)

    def shares(self, jobs: Sequence[Job], count: int, seed: int) -> Any:
        players = int(jobs[0].state.players)
        return np.array([[self.share(job, seed + n, players) for n in range(count)] for job in jobs])

    def share(self, job: Job, seed: int, players: int) -> list[float]:
        state, dice = job.state.copy(), Random(seed)
        if job.viewer == EVERYTHING:
            seed_small(state, seed, GUESS)
            self.reshuffle(state)
        else:
            self.way.guess(state, job.viewer, seed)
        if job.action != NO_ACTION:
            self.way.play(state, job.seat, job.action)
        while not state.over:
            seat = next(seat for seat in range(players) if state.waiting[seat])
            self.way.play(state, seat, dice.choice(self.way.legal(state, seat)))
        ranks = self.way.score(state)[1]
        return [(rank == 1) / ranks.count(1) for rank in ranks]
