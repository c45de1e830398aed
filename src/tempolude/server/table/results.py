"""The results of a match for its players' pages: rank, score and thinking times of each seat."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from logging import getLogger
from typing import TYPE_CHECKING, Any, NamedTuple

from tempolude.engine.errors import TempoludeError
from tempolude.engine.game import Game
from tempolude.engine.match import UNDO, Match

from ..refusal import Refusal
from ..storage.results import Finish, Play, finish, unwritten
from ..storage.rows import ActionRow, Kept, TableRow
from ..storage.store import Store, kept
from .course import Course, first_match

if TYPE_CHECKING:
    from .tables import Tables

LONG = 60  # seconds: longer moves are counted together
AT_ONCE = 20  # matches filled in per query
PAUSE = 0.05  # seconds between two of them, to leave time for players
log = getLogger(__name__)


class Timed(NamedTuple):
    """An entry of a table's log with its time."""

    seat: int
    action: int
    since: int  # the number of entries when its seat's decision began
    at: float
    stood_in: bool


def timed(row: ActionRow, since: int, at: float) -> Timed:
    return Timed(row.seat, row.action, since, at, row.stood_in)


def finished(table: TableRow, match: Match, log: Sequence[Timed]) -> Finish | None:
    """The results of a finished match; None for a guided one, which is a lesson."""
    if table.guided:
        return None
    facts = facts_of(match, table.options)
    pace, stood_in = thinking(log, match.seats, table.begun or table.created)
    plays = [
        Play(rank, score, sum(pace[seat].values()), stood_in[seat], pace[seat], facts[seat])
        for seat, (rank, score) in enumerate(zip(match.ranks, match.scores, strict=True))
    ]
    return Finish(table.code, table.game, log[-1].at if log else table.changed, table.rated, plays)


def thinking(log: Sequence[Timed], seats: int, begun: float) -> tuple[list[Counter[str]], list[bool]]:
    """For each seat the number of moves by seconds, and whether a bot made most of them for its player.

    >>> moves, _ = thinking([Timed(0, 5, 0, 103.2, False), Timed(1, 6, 1, 203.0, False)], 2, 100.0)
    >>> [dict(seat) for seat in moves]
    [{'3': 1}, {'60': 1}]
    """
    own: list[list[str]] = [[] for _ in range(seats)]
    others = [0] * seats
    for entry in log:
        if entry.action == UNDO:
            own[entry.seat][-1:] = []
        elif entry.stood_in:
            others[entry.seat] += 1
        else:
            began = log[entry.since - 1].at if entry.since else begun
            own[entry.seat].append(str(min(LONG, max(0, int(entry.at - began)))))
    return [Counter(seat) for seat in own], [other > len(mine) for other, mine in zip(others, own, strict=True)]


def facts_of(match: Match, options: dict[str, Any]) -> list[dict[str, int]]:
    """The facts of each seat, by name; none for a match with custom components, since facts name built-in cards and
    places."""
    if own(options):
        return [{} for _ in range(match.seats)]
    done: list[Counter[str]] = [Counter() for _ in range(match.seats)]
    for n in range(len(match.steps) + 1):
        for seat, name, amount in match.game.deeds_in(match.events_of(n)):
            done[seat][name] += amount
    had = match.game.facts(match.state)
    return [{name: n for name, n in {**was, **did}.items() if n} for was, did in zip(had, done, strict=True)]


def own(options: dict[str, Any]) -> bool:
    """Whether a match has custom components."""
    values = [file for value in options.values() for file in (value if isinstance(value, list) else [value])]
    return any(isinstance(file, dict) for file in values)


# --- Matches that ended before there were results ----------------------------------------


async def fill_in(tables: Tables) -> int:
    """Write the missing results of finished matches; returns their number."""
    store, after, written = tables.store, "", 0
    while codes := await store.run(unwritten, after, AT_ONCE):
        for code in codes:
            if await _fill_in(store, tables.games, code):
                written += 1
            await asyncio.sleep(PAUSE)
        after = codes[-1]
    return written


async def _fill_in(store: Store, games: dict[str, Game], code: str) -> bool:
    found = await store.run(kept, code)
    end = await asyncio.to_thread(replayed, found, games) if found else None
    if end:
        await store.run(finish, [end])
    return end is not None


def replayed(found: Kept, games: dict[str, Game]) -> Finish | None:
    """The results of a match from its log; if its rules are no longer installed, those stored at its end."""
    table = found.table
    try:
        match = first_match(games[table.game], table, found.chairs)
        course, entries = Course(match), list[Timed]()
        for row in found.actions:
            entries.append(timed(row, course.asked[row.seat], row.at))
            course.follow(row.seat, row.action)
        if match.over:
            return finished(table, match, entries)
    except (TempoludeError, KeyError, ValueError, TypeError) as error:
        log.info("table %s cannot be replayed: %s", table.code, error)
    return noted(found)


def noted(found: Kept) -> Finish | None:
    """The results stored in a table's row; None if they cannot be read."""
    result = found.table.result if isinstance(found.table.result, dict) else {}
    ranks, scores = result.get("ranks"), result.get("scores")
    numbers = (ranks, scores)
    if not all(isinstance(of, list) and len(of) == len(found.chairs) for of in numbers):
        return None
    ended = max((row.at for row in found.actions), default=found.table.changed)
    plays = [Play(int(rank), int(score)) for rank, score in zip(ranks or [], scores or [], strict=True)]
    return Finish(found.table.code, found.table.game, ended, False, plays)


async def filling_in(tables: Tables) -> None:
    """Run `fill_in` as a task, once after the server has started."""
    try:
        written = await fill_in(tables)
    except (Refusal, TempoludeError) as error:
        log.warning("results of earlier matches could not be filled in: %s", error)
    else:
        if written:
            log.info("filled in the results of %s earlier matches", written)
