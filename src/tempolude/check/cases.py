"""The cases that laws are checked on: every number of seats, and every pair of option values (pairwise testing).

One random match of each case is played and cached; laws look at its positions without replaying.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product
from random import Random
from typing import Any

from tempolude.engine.errors import BadData, BadOption
from tempolude.engine.game import Game
from tempolude.engine.match import Match

MOST_DECISIONS = 20_000  # of a random match; a longer one counts as endless
KEPT = 128  # matches


@dataclass(frozen=True)
class Case:
    """One combination of seats and options of a game."""

    game: Game
    seats: int
    options: dict[str, Any]

    def match(self, seed: int, *, compiled: bool = False) -> Match:
        return Match(self.game, seats=self.seats, seed=seed, options=self.options, compiled=compiled)

    def encoded(self) -> Any:
        return self.game.encode(self.seats, self.game.settle(self.seats, self.options))

    def played(self, seed: int) -> Match:
        """A complete random match; fork it rather than play on."""
        key = self.game.package, self.seats, repr(sorted(self.options.items())), seed
        if key not in _matches:
            while len(_matches) >= KEPT:
                del _matches[next(iter(_matches))]
            match = self.match(seed)
            play_at_random(match, Random(seed))
            _matches[key] = match
        return _matches[key]

    def __str__(self) -> str:
        chosen = ", ".join(f"{name}={'+'.join(v) if isinstance(v, list) else v}" for name, v in self.options.items())
        return f"{self.game.name} with {self.seats}{' and ' if chosen else ''}{chosen}"


_matches: dict[tuple[Any, ...], Match] = {}


def ways_to_sit(game: Game) -> Iterator[Case]:
    """All combinations of seats and values worth testing that the game allows."""
    for seats, *values in product(game.seats, *(option.values() for option in game.options)):
        chosen = zip(game.options, values, strict=True)
        options = {option.name: value for option, value in chosen if value != option.default}
        try:
            game.encode(seats, game.settle(seats, options))
        except (BadOption, BadData):
            continue
        yield Case(game, seats, options)


def pairs(case: Case) -> set[Any]:
    """What a case covers: its number of seats, and each pair among fewest or most seats and the options' values."""
    seats = case.game.seats
    place = "fewest" if case.seats == seats[0] else "most" if case.seats == seats[-1] else "between"
    settled = case.game.settle(case.seats, case.options)
    return {case.seats, *combinations([("seats", place), *((name, str(settled[name])) for name in settled)], 2)}


def cases(game: Game) -> tuple[Case, ...]:
    """Cases that cover every number of seats and every pair of choices: the values of an option, and the fewest, the
    most and any number of seats between. Chosen greedily, the case that covers most first, after the defaults."""
    left, found = list(ways_to_sit(game)), []
    tried: set[Any] = set()
    while news := max(left, key=lambda case: (len(pairs(case) - tried), -len(case.options)), default=None):
        if pairs(news) <= tried:
            break
        tried |= pairs(news)
        found.append(news)
        left.remove(news)
    return tuple(sorted(found, key=lambda case: (case.seats, len(case.options))))


def play_at_random(match: Match, dice: Random, steps: int | None = None) -> None:
    """Play on with random legal actions, to the end or for `steps` actions."""
    while not match.over and steps != 0:
        if len(match.steps) > MOST_DECISIONS:
            raise RuntimeError(f"a random match goes on after {MOST_DECISIONS:,} decisions")
        waiting = match.waiting
        if not waiting:
            raise RuntimeError("nobody must decide, yet the match is not over")
        seat = dice.choice(waiting)
        legal = match.way.legal(match.state, seat)
        if not legal:
            raise RuntimeError(f"seat {seat} must decide and has no legal action")
        action, before = dice.choice(legal), match.state.copy()
        try:
            match.play(seat, action)
        except (ValueError, OverflowError, TypeError, IndexError) as error:
            notation = match.table.notation(match.game.hide(before, seat), seat, action)
            error.add_note(f"in {notation!r} of seat {seat}, action {action}")
            raise
        steps = None if steps is None else steps - 1


def at(match: Match, n: int) -> Match:
    """A played match as it was after its first `n` actions."""
    other = match.fork()
    if n < len(match.steps):
        other.state = match.game.rules.STATE.read(match.steps[n].before)
        del other.steps[n:], other.log[n:]
    return other


def positions(case: Case, seed: int, every: int) -> list[Match]:
    """One match at its beginning, after every `every` actions, and at its end."""
    match = case.played(seed)
    return [at(match, n) for n in [*range(0, len(match.steps), every), len(match.steps)]]
