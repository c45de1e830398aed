"""Rate the levels of bots against each other, on the same scale as people."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from tempolude.bots import level_bot, levels, read_spec
from tempolude.bots.ratings import ANCHOR, MIDDLE, Rating
from tempolude.engine.game import Game
from tempolude.engine.game import game as find_game

from .executors import Executor, in_this_process
from .matches import Hall, Outcome, lineups, pairings


def rate_levels(
    name: str,
    matches: int,
    timed: int,
    *,
    seats: int,
    second: int | None = None,
    seed: int = 0,
    spread: Executor = in_this_process,
    show: Callable[[], None] = lambda: None,
) -> dict[str, Any]:
    """The entry of a game in `ratings.json`.

    Levels with a budget of playouts play `matches` against each other. A level with a budget of time plays `timed`
    matches against those, whose ratings stay fixed, since each of its matches takes minutes. On a busy machine it gets
    as many playouts per `second` as an idle one makes. Without `timed` matches it is not rated.
    """
    keys = [level.key for level in levels()]
    game = find_game(name)
    slow = [key for key in keys if read_spec(key, game).budget.milliseconds]
    quick = [key for key in keys if key not in slow]
    settled = game.settle(seats, None)
    ratings = {key: Rating() for key in keys}
    counts = dict.fromkeys(keys, 0)
    specs = {key: in_playouts(key, game, second) for key in slow if second}

    def play(entrants: list[str], ways: Iterable[tuple[int, ...]], many: int, moving: set[str]) -> None:
        hall = Hall(name, seats, settled, tuple(specs.get(key, key) for key in entrants))
        for outcome in spread(hall, pairings(list(ways), seed, many)):
            learn(ratings, [entrants[n] for n in outcome.pairing.lineup], outcome, moving)
            for key in {entrants[n] for n in outcome.pairing.lineup} & moving:
                counts[key] += 1
            show()

    play(quick, lineups(len(quick), seats), matches, set(quick))
    for key in slow if timed else ():
        entrants = [key, *quick]
        ways = [way for way in lineups(len(entrants), seats) if way.count(0) == 1]
        step = next(step for step in (7, 5, 3, 1) if len(ways) % step)  # few matches, but all seats and opponents
        play(entrants, [ways[i * step % len(ways)] for i in range(len(ways))], timed, {key})
    shift = MIDDLE - ratings[ANCHOR].mu
    return {
        "seats": seats,
        "levels": {
            key: {
                "mu": round(ratings[key].mu + shift, 2),
                "sigma": round(ratings[key].sigma, 2),
                "matches": counts[key],
                **({"as": specs[key]} if key in specs else {}),
            }
            for key in keys
            if counts[key]
        },
    }


def in_playouts(key: str, game: Game, second: int) -> str:
    """A level with a budget of time, as a bot with the corresponding number of playouts.

    >>> in_playouts("master", find_game("timeline"), 20000)
    'search:20000:error=0.05'
    """
    milliseconds = read_spec(key, game).budget.milliseconds or 0
    return level_bot(key, game).replace(f"{milliseconds}ms", str(second * milliseconds // 1000))


def learn(ratings: dict[str, Rating], lineup: list[str], outcome: Outcome, moving: set[str]) -> None:
    """Update the ratings after a match. A bot with several seats changes by the mean."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    teams = [[model.rating(ratings[key].mu, ratings[key].sigma)] for key in lineup]
    after = model.rate(teams, ranks=[float(rank) for rank in outcome.ranks])
    for key in set(lineup) & moving:
        mine = [team[0] for team, k in zip(after, lineup, strict=True) if k == key]
        ratings[key] = Rating(sum(r.mu for r in mine) / len(mine), sum(r.sigma for r in mine) / len(mine))
