"""Tournaments in the database. Whatever changes one holds the lock of its row, so that two clicks start one round.

The tables of a round are made in the transaction that starts it. How they ended is read from the tables themselves
(`settle`), by whichever process looks next, so that nothing is lost if one stops in between.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from ..now import now
from ..refusal import N_, Refusal
from .bus import notify
from .moderation import check_suspended
from .rows import ChairRow, EntrantRow, RoundRow, TableRow, TournamentRow, first, rows, values
from .schema import blocks, chairs, entrants, results, rounds, tables, tournaments
from .store import Conflict, add_table

COLOURS = 8


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament as it stands: who takes part, and the tables of all rounds."""

    row: TournamentRow
    entrants: list[EntrantRow]
    rounds: list[RoundRow]

    @property
    def active(self) -> list[EntrantRow]:
        """Those who play in the next round."""
        return [entrant for entrant in self.entrants if not entrant.left]

    @property
    def current(self) -> list[RoundRow]:
        """The tables of the round that is played, or was played last."""
        return [table for table in self.rounds if table.round == self.row.round]

    @property
    def running(self) -> list[RoundRow]:
        return [table for table in self.current if table.result is None]

    def entrant(self, person: str | None) -> EntrantRow | None:
        return next((entrant for entrant in self.entrants if person and entrant.person == person), None)


def tournament(connection: Connection, code: str) -> Tournament | None:
    """All of a tournament."""
    row = first(TournamentRow, connection.execute(select(tournaments).where(tournaments.c.code == code)))
    return _whole(connection, row) if row else None


def _whole(connection: Connection, row: TournamentRow) -> Tournament:
    people = select(entrants).where(entrants.c.code == row.code).order_by(entrants.c.number)
    tables_ = select(rounds).where(rounds.c.code == row.code).order_by(rounds.c.round, rounds.c.number)
    return Tournament(row, rows(EntrantRow, connection.execute(people)), rows(RoundRow, connection.execute(tables_)))


def _locked(connection: Connection, code: str) -> Tournament:
    """A tournament that nobody else changes until this transaction is done."""
    found = select(tournaments).where(tournaments.c.code == code).with_for_update()
    row = first(TournamentRow, connection.execute(found))
    if row is None:
        raise Refusal(N_("There is no such tournament. It may have been deleted."), 404)
    return _whole(connection, row)


def _change(connection: Connection, code: str, **changes: Any) -> None:
    connection.execute(update(tournaments).where(tournaments.c.code == code).values(**{"changed": now(), **changes}))
    notify(connection, "tournament", code=code)


def add_tournament(connection: Connection, row: TournamentRow) -> None:
    given = {name: value for name, value in values(row).items() if value is not None}
    connection.execute(insert(tournaments).values(given))


def tournaments_of(connection: Connection, person: str, limit: int) -> list[TournamentRow]:
    """The tournaments that somebody organizes or plays in and that are not over, the latest first."""
    mine = select(entrants.c.code).where(entrants.c.person == person)
    theirs = (tournaments.c.organizer == person) | tournaments.c.code.in_(mine)
    found = select(tournaments).where(theirs, tournaments.c.phase != "over").order_by(tournaments.c.changed.desc())
    return rows(TournamentRow, connection.execute(found.limit(limit)))


def running_tournaments(connection: Connection) -> list[str]:
    return list(connection.execute(select(tournaments.c.code).where(tournaments.c.phase == "playing")).scalars())


# --- Who takes part --------------------------------------------------------------------


def enter(connection: Connection, code: str, person: str, name: str, most: int) -> None:
    """Take part from the next round on; who has left may come again. Asked twice, nothing more is done."""
    check_suspended(connection, person)
    found = _locked(connection, code)
    if found.row.phase == "over":
        raise Refusal(N_("This tournament is over."), code="over")
    before, since = found.entrant(person), found.row.round + 1
    if before is None:
        if len(found.active) >= most:
            raise Refusal(N_("This tournament is full: {n} people take part."), n=most)
        number = max((entrant.number for entrant in found.entrants), default=0) + 1
        new = EntrantRow(code, number, person, name, (number - 1) % COLOURS + 1, since)
        connection.execute(insert(entrants).values(values(new)))
    elif before.left:
        mine = update(entrants).where(entrants.c.code == code, entrants.c.number == before.number)
        connection.execute(mine.values(left=False, since=since))
    else:
        return
    _change(connection, code)


def withdraw(connection: Connection, code: str, number: int) -> str | None:
    """Somebody does not play in later rounds; the code of the table where they play now, if they do."""
    found = _locked(connection, code)
    mine = entrants.c.code == code, entrants.c.number == number
    if found.row.phase == "gathering":
        connection.execute(delete(entrants).where(*mine))
    else:
        connection.execute(update(entrants).where(*mine).values(left=True))
    _change(connection, code)
    return next((table.at for table in found.running if number in table.seats), None)


def blocked_pairs(connection: Connection, code: str) -> list[tuple[int, int]]:
    """The numbers of those in a tournament who have blocked each other, or one the other."""
    one, other = entrants.alias("one"), entrants.alias("other")
    found = (
        select(one.c.number, other.c.number)
        .join(blocks, blocks.c.person == one.c.person)
        .join(other, (other.c.person == blocks.c.other) & (other.c.code == one.c.code))
        .where(one.c.code == code)
    )
    return [(row[0], row[1]) for row in connection.execute(found)]


# --- Rounds ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NewTable:
    """A table of the next round."""

    table: TableRow
    chairs: list[ChairRow]
    seats: list[int | None]


def begin_round(connection: Connection, code: str, number: int, active: Sequence[int], new: list[NewTable]) -> None:
    """Start a round with these tables. A Conflict if another one has begun, is being played, or others take part."""
    found = _locked(connection, code)
    row = found.row
    stale = row.phase == "over" or row.round != number - 1 or found.running
    if stale or [entrant.number for entrant in found.active] != list(active):
        raise Conflict(f"tournament {code} has changed meanwhile")
    for n, each in enumerate(new, 1):
        add_table(connection, each.table, each.chairs)
        connection.execute(insert(rounds).values(values(RoundRow(code, number, n, each.table.code, each.seats))))
    _change(connection, code, round=number, phase="playing", due=None)


def settle(connection: Connection, code: str, ended: Callable[[Tournament], bool]) -> Tournament | None:
    """Note how the tables of the round ended. After the last of them the tournament is over, or the next round is due.
    A tournament that does not exist any more is none."""
    try:
        found = _locked(connection, code)
    except Refusal:
        return None
    if found.row.phase != "playing":
        return found
    done = _results(connection, [table.at for table in found.running])
    for table in found.running:
        if table.at in done:
            this = rounds.c.code == code, rounds.c.round == table.round, rounds.c.number == table.number
            connection.execute(update(rounds).where(*this).values(result=done[table.at]))
    if done:
        found = replace(found, rounds=[replace(t, result=done.get(t.at, t.result)) for t in found.rounds])
        _change(connection, code)
    if not found.running and ended(found):
        return _end(connection, found)
    if not found.running and found.row.due is None and found.row.pause is not None:
        due = now() + found.row.pause
        _change(connection, code, due=due)
        return replace(found, row=replace(found.row, due=due))
    return found


def end(connection: Connection, code: str) -> None:
    """The organizer ends a tournament, between two rounds."""
    found = _locked(connection, code)
    if found.running:
        raise Refusal(N_("A round is being played: the tournament can end after it. Nothing has changed."))
    _end(connection, found)


def _end(connection: Connection, found: Tournament) -> Tournament:
    _change(connection, found.row.code, phase="over", due=None)
    return replace(found, row=replace(found.row, phase="over", due=None))


def _results(connection: Connection, codes: list[str]) -> dict[str, dict[str, list[int]]]:
    """How these tables ended, of those that did; one that is not kept any more ended without ranks."""
    found = {row.code: row for row in connection.execute(select(tables).where(tables.c.code.in_(codes)))}
    done: dict[str, dict[str, list[int]]] = {code: {"ranks": [], "left": []} for code in codes if code not in found}
    over = [code for code, row in found.items() if row.phase == "over"]
    left: dict[str, set[int]] = {code: set() for code in over}
    for part in (chairs, results):  # who left, and for whom a bot played most of it
        for row in connection.execute(select(part.c.code, part.c.seat).where(part.c.code.in_(over), part.c.left)):
            left[row.code].add(row.seat)
    for code in over:
        result = found[code].result if isinstance(found[code].result, dict) else {}
        done[code] = {"ranks": result.get("ranks", []), "left": sorted(left[code])}
    return done
