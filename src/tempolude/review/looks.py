"""Looks at positions whose hands are all open, in compiled code: whether chance has a say, and what the net says.

A look is the net's estimate of each seat's share of victory, from what that seat sees. It has no noise of its own: it
differs between two courses of chance only because of what chance brought.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np

from tempolude.bots.compiled_net import compiled_net, make_net_look
from tempolude.bots.net import has_net, net_of
from tempolude.engine.chance import GUESS, seed_small
from tempolude.engine.game import Game, game
from tempolude.engine.state import EVENTS, SEATS
from tempolude.engine.ways import Interpreted

from .kept import Kept
from .playouts import EVERYTHING, NO_ACTION, Job, reshuffle_of

PROBES, PROBE_SEED = 7, 1 << 50  # courses of chance that an action is tried on, and the seed of the first


def make_looks(rules: Any) -> Callable[..., Any]:
    """Looks at positions of a game, ready to be compiled."""
    play, score, observe, look, reshuffle = (
        rules.play, rules.score, rules.observe, make_net_look(rules), reshuffle_of(rules),
    )  # fmt: skip

    def looks(  # type: ignore[no-untyped-def]
        states, seats, actions, work, numbers, net, seen, probes, first_seed, shares, chance
    ):
        """Note in `chance` whether `probes` courses of chance differ in what anybody sees, and look at others."""
        s = work[0]
        for job in range(len(states)):
            for n in range(-probes, shares.shape[1]):
                work[0] = states[job]
                seed_small(s, PROBE_SEED - n if n < 0 else first_seed + n, GUESS)
                reshuffle(s)
                s.happened = EVENTS  # nobody will read what happens here, and a full list takes no more
                drawn = s.rng_drawn
                if actions[job] != NO_ACTION:
                    play(s, seats[job], actions[job])
                if n < 0:
                    if s.rng_drawn != drawn:
                        chance[job] = 1
                    for seat in range(s.players):
                        if chance[job] == 0:
                            for i in range(seen.shape[1]):
                                seen[0, i] = 0
                            observe(s, seat, seen[0])
                            for i in range(seen.shape[1]):
                                if n == -probes:
                                    seen[1 + seat, i] = seen[0, i]
                                elif seen[1 + seat, i] != seen[0, i]:
                                    chance[job] = 1
                    continue
                total = 0.0
                if s.over:
                    score(s, numbers, numbers[SEATS:])
                for seat in range(s.players):
                    won = 1.0 if numbers[SEATS + seat] == 1 else 0.0
                    shares[job, n, seat] = won if s.over else look(s, seat, numbers, 0, net)
                    total += shares[job, n, seat]
                for seat in range(s.players):
                    shares[job, n, seat] /= total

    return looks


LOOKS = Kept(lambda game: make_looks(game.rules))


class Looks:
    """The compiled looks of one game. Without a net they only find out where chance has a say."""

    def __init__(self, game: Game) -> None:
        self.game, self.rules = game, game.rules
        self._run = LOOKS.compiled(game)
        self._net = compiled_net(game, net_of(game) if has_net(game) else None)
        self._work = np.zeros(1, self.rules.STATE.dtype)
        self._numbers = np.zeros(max(self.rules.ACTIONS, 2 * SEATS), np.int64)
        self._seen = np.zeros((1 + SEATS, self.rules.FEATURES), np.float32)

    def shares(self, jobs: Sequence[Job], count: int, seed: int) -> Any:
        """What the net says of each job on `count` courses of chance: an array by job, course and seat."""
        return self._looked(jobs, 0, count, seed)[0]

    def has_chance(self, jobs: Sequence[Job]) -> list[bool]:
        """Whether chance has a say in the action of each job: numbers are drawn, or something new is seen."""
        return [bool(each) for each in self._looked(jobs, PROBES, 0, 0)[1]]

    def _looked(self, jobs: Sequence[Job], probes: int, count: int, seed: int) -> tuple[Any, Any]:
        shares = np.zeros((len(jobs), count, int(jobs[0].state.players) if jobs else 0))
        chance = np.zeros(len(jobs), np.int64)
        if jobs:
            states = np.concatenate([job.state.array for job in jobs])
            seats, actions = np.array([(job.seat, job.action) for job in jobs], np.int64).T.copy()
            self._run(
                states, seats, actions, self._work, self._numbers, self._net, self._seen, probes, seed, shares, chance
            )
        return shares, chance

    def warm(self) -> None:
        """Compile (or load) everything now, and note on disk that it is done."""
        seats = self.game.seats[0]
        s = self.rules.STATE.new()
        Interpreted(self.game).setup(s, seats, self.game.encode(seats, self.game.settle(seats)), 0)
        self._looked([Job(s, EVERYTHING)], 1, 0, 0)
        LOOKS.note_ready(self.game)


@cache
def looks_of(name: str) -> Looks:
    """The compiled looks of the game of that name, loaded once a process."""
    return Looks(game(name))
