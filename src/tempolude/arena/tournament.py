"""Tournaments of bots."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tempolude.bots import read_spec
from tempolude.engine.chance import SEEDS
from tempolude.engine.errors import BadOption
from tempolude.engine.game import game as find_game

from .executors import Executor, on_all_cores
from .matches import Hall, ladder_matches, lineups, lineups_against, lineups_ladder, pairings
from .standings import Standings


def run_tournament(
    name: str,
    bots: Sequence[str],
    matches: int,
    *,
    seats: int,
    options: Mapping[str, Any] | None = None,
    against: str | None = None,
    ladder: bool = False,
    seed: int = 0,
    until_settled: bool = False,
    spread: Executor = on_all_cores,
    show: Callable[[Standings], None] = lambda standings: None,
) -> Standings:
    """Play the matches, with rotated seats and the same deals for all line-ups.

    The bots play each other; with `against`, each plays alone against copies of that bot. A `ladder` is each alone
    against copies of every other, and `matches` is the number for each pair of bots.
    """
    found = find_game(name)
    settled = found.settle(seats, options)
    found.encode(seats, settled)
    entrants = (*bots, *([against] if against else []))
    for spec in entrants:
        read_spec(spec, found)
    if len(set(entrants)) < len(entrants):
        raise BadOption(f"bots = {','.join(entrants)}: every bot is named once")
    if len(entrants) < 2:
        raise BadOption("a tournament needs two bots, or one and a table to play against")
    if against and ladder:
        raise BadOption("a ladder is of all bots against all, not against one")
    ways = lineups_against(len(entrants), seats) if against else lineups(len(entrants), seats)
    if ladder:
        ways = lineups_ladder(len(entrants), seats)
        matches = ladder_matches(len(entrants), seats, matches)
    if seed < 0 or seed + matches > SEEDS:
        raise BadOption(f"seed {seed} with {matches} matches goes beyond the last seed")
    hall = Hall(name, seats, settled, entrants)
    standings = Standings(hall)
    outcomes = spread(hall, pairings(ways, seed, matches))
    for outcome in outcomes:
        standings.add(outcome)
        show(standings)
        if until_settled and len(standings.outcomes) % len(ways) == 0 and standings.settled():
            outcomes.close()  # type: ignore[attr-defined]
            break
    return standings
