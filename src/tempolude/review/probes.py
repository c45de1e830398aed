"""Whether chance has a say in an action, found out on other courses of chance than the one that was taken."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np

from tempolude.engine.chance import GUESS, seed_small
from tempolude.engine.game import Game, game
from tempolude.engine.state import EVENTS, SEATS
from tempolude.engine.ways import Interpreted

from .kept import Kept
from .playouts import EVERYTHING, NO_ACTION, Job, reshuffle_of

COURSES, FIRST = 7, 1 << 50  # courses of chance that an action is tried on, and the seed of the first


def make_probe(rules: Any) -> Callable[..., Any]:
    """Probes of a game, ready to be compiled."""
    play, observe, reshuffle = rules.play, rules.observe, reshuffle_of(rules)

    def probe(states, seats, actions, work, seen, courses, chance):  # type: ignore[no-untyped-def]
        """Note in `chance` whether numbers are drawn, or whether courses of chance differ in what anybody sees."""
        s = work[0]
        for job in range(len(states)):
            for n in range(courses):
                work[0] = states[job]
                seed_small(s, FIRST + n, GUESS)
                reshuffle(s)
                s.happened = EVENTS  # nobody will read what happens here, and a full list takes no more
                drawn = s.rng_drawn
                if actions[job] != NO_ACTION:
                    play(s, seats[job], actions[job])
                if s.rng_drawn != drawn:
                    chance[job] = 1
                for seat in range(s.players):
                    if chance[job] == 0:
                        for i in range(seen.shape[1]):
                            seen[0, i] = 0
                        observe(s, seat, seen[0])
                        for i in range(seen.shape[1]):
                            if n == 0:
                                seen[1 + seat, i] = seen[0, i]
                            elif seen[1 + seat, i] != seen[0, i]:
                                chance[job] = 1

    return probe


PROBES = Kept(lambda game: make_probe(game.rules))


class Probes:
    """The compiled probes of one game."""

    def __init__(self, game: Game) -> None:
        self.game, self.rules = game, game.rules
        self._run = PROBES.compiled(game)
        self._work = np.zeros(1, self.rules.STATE.dtype)
        self._seen = np.zeros((1 + SEATS, self.rules.FEATURES), np.float32)

    def has_chance(self, jobs: Sequence[Job], courses: int = COURSES) -> list[bool]:
        """Whether chance has a say in the action of each job: numbers are drawn, or something new is seen."""
        chance = np.zeros(len(jobs), np.int64)
        if jobs:
            states = np.concatenate([job.state.array for job in jobs])
            seats, actions = np.array([(job.seat, job.action) for job in jobs], np.int64).T.copy()
            self._run(states, seats, actions, self._work, self._seen, courses, chance)
        return [bool(each) for each in chance]

    def warm(self) -> None:
        """Compile (or load) everything now, and note on disk that it is done."""
        seats = self.game.seats[0]
        s = self.rules.STATE.new()
        Interpreted(self.game).setup(s, seats, self.game.encode(seats, self.game.settle(seats)), 0)
        self.has_chance([Job(s, EVERYTHING)], 1)
        PROBES.note_ready(self.game)


@cache
def probes_of(name: str) -> Probes:
    """The compiled probes of the game of that name, loaded once a process."""
    return Probes(game(name))
