"""What the laws are checked on: every registered game, at every number of seats, with every option tried."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from tempolude.engine.errors import BadData, BadOption
from tempolude.engine.game import Game, games
from tempolude.engine.match import Match


@dataclass(frozen=True)
class Case:
    """One way to sit down to a game."""

    game: Game
    seats: int
    options: dict[str, Any]

    def match(self, seed: int, *, compiled: bool = False) -> Match:
        return Match(self.game, seats=self.seats, seed=seed, options=self.options, compiled=compiled)

    def __str__(self) -> str:
        chosen = ",".join(f"{name}={'+'.join(v) if isinstance(v, list) else v}" for name, v in self.options.items())
        return f"{self.game.name}-{self.seats}{'-' if chosen else ''}{chosen}"


def cases() -> list[Case]:
    """The defaults, and each other value of each option by itself, as far as the number of seats allows it."""
    found = []
    for game in games():
        for seats in game.seats:
            given: list[dict[str, Any]] = [{}]
            given += [{o.name: value} for o in game.options for value in o.values() if value != o.default]
            for options in given:
                try:
                    game.encode(seats, game.settle(seats, options))
                except (BadOption, BadData):
                    continue
                found.append(Case(game, seats, options))
    return found


every_case = pytest.mark.parametrize("case", cases(), ids=str)
every_game = pytest.mark.parametrize("game", games(), ids=lambda game: game.name)


def play_at_random(match: Match, dice: Random, steps: int | None = None) -> None:
    """Play on with random legal actions, to the end or for so many steps."""
    while not match.over and steps != 0:
        seat = dice.choice(match.waiting)
        match.play(seat, dice.choice(match.way.legal(match.state, seat)))
        steps = None if steps is None else steps - 1


def positions(case: Case, seed: int, every: int) -> list[Match]:
    """The same match again and again, further each time."""
    dice, match, found = Random(seed), case.match(seed), []
    while not match.over:
        found.append(match)
        again = case.match(seed)
        for step in match.steps:
            again.play(step.seat, step.action)
        play_at_random(again, dice, every)
        match = again
    return [*found, match]
