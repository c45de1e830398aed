"""What the laws are checked on: every registered game, at every number of seats, with every pair of options tried."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
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


def ways_to_sit(game: Game) -> Iterator[Case]:
    """All combinations of seats and values worth trying that the game allows."""
    for seats, *values in product(game.seats, *(option.values() for option in game.options)):
        chosen = zip(game.options, values, strict=True)
        options = {option.name: value for option, value in chosen if value != option.default}
        try:
            game.encode(seats, game.settle(seats, options))
        except (BadOption, BadData):
            continue
        yield Case(game, seats, options)


def pairs(case: Case) -> set[Any]:
    """What is tried with a case: its number of seats, and each two of fewest or most seats and the options' values."""
    seats = case.game.seats
    place = "fewest" if case.seats == seats[0] else "most" if case.seats == seats[-1] else "between"
    settled = case.game.settle(case.seats, case.options)
    return {case.seats, *combinations([("seats", place), *((name, str(settled[name])) for name in settled)], 2)}


@cache
def cases() -> tuple[Case, ...]:
    """Every number of seats, and every two choices together: those of an option are its values, those of seats are
    the fewest, the most and any number between. As few cases as one finds by always taking the one with most news,
    the defaults first."""
    found = []
    for game in games():
        left = list(ways_to_sit(game))
        tried: set[Any] = set()
        while news := max(left, key=lambda case: (len(pairs(case) - tried), -len(case.options)), default=None):
            if pairs(news) <= tried:
                break
            tried |= pairs(news)
            found.append(news)
            left.remove(news)
    return tuple(sorted(found, key=lambda case: (case.game.name, case.seats, len(case.options))))


every_case = pytest.mark.parametrize("case", cases(), ids=str)
every_game = pytest.mark.parametrize("game", games(), ids=lambda game: game.name)


def play_at_random(match: Match, dice: Random, steps: int | None = None) -> None:
    """Play on with random legal actions, to the end or for so many steps."""
    while not match.over and steps != 0:
        seat = dice.choice(match.waiting)
        match.play(seat, dice.choice(match.way.legal(match.state, seat)))
        steps = None if steps is None else steps - 1


def positions(case: Case, seed: int, every: int) -> list[Match]:
    """One match at its beginning, after each so many actions, and at its end."""
    dice, match, found = Random(seed), case.match(seed), []
    while not match.over:
        found.append(match.fork())
        play_at_random(match, dice, every)
    return [*found, match]
