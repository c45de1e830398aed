"""Whose a place in a tournament or a try at a daily deal is: renamed, handed over, erased with its person."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, delete, select, update

from ..translation import ERASED
from .bus import notify
from .schema import deals, entrants, rounds, tables, tournaments, tries


def left_table(connection: Connection, code: str, person: str) -> bool:
    """Somebody left a match for good, and if it is one of a tournament, that too; whether it is."""
    found = connection.execute(select(tables.c.tournament).where(tables.c.code == code)).scalar()
    if found is None:
        return False
    mine = entrants.c.code == found, entrants.c.person == person
    connection.execute(update(entrants).where(*mine).values(left=True))
    notify(connection, "tournament", code=found)
    return True


def rename_entrants(connection: Connection, person: str, name: str) -> None:
    mine = entrants.c.person == person, entrants.c.name != name
    codes = sorted(set(connection.execute(select(entrants.c.code).where(*mine)).scalars()))
    connection.execute(update(entrants).where(*mine).values(name=name))
    connection.execute(update(tries).where(tries.c.person == person).values(name=name))
    for code in codes:
        notify(connection, "tournament", code=code)


def move_entrants(connection: Connection, guest: str, person: str) -> None:
    """What a guest organizes, plays in or tried is a person's from now on. Where both did, the guest's is nobody's: a
    place in a tournament stays without a player, and of two tries at one deal the person's own counts."""
    connection.execute(update(tournaments).where(tournaments.c.organizer == guest).values(organizer=person))
    places = select(entrants.c.code).where(entrants.c.person == person)
    twice = entrants.c.person == guest, entrants.c.code.in_(places)
    connection.execute(update(entrants).where(*twice).values(person=None, left=True))
    connection.execute(update(entrants).where(entrants.c.person == guest).values(person=person))
    days = select(tries.c.day).where(tries.c.person == person)
    connection.execute(delete(tries).where(tries.c.person == guest, tries.c.day.in_(days)))
    connection.execute(update(tries).where(tries.c.person == guest).values(person=person))


def erase_entrants(connection: Connection, person: str) -> None:
    """Standings keep a nameless place. A tournament in which nobody else takes part is kept no more; one that has lost
    its organizer is the next player's to run."""
    connection.execute(delete(tries).where(tries.c.person == person))
    plays = select(entrants.c.code).where(entrants.c.person == person)
    found = select(tournaments).where((tournaments.c.organizer == person) | tournaments.c.code.in_(plays))
    for row in list(connection.execute(found)):
        here = entrants.c.code == row.code
        others = select(entrants.c.person).where(here, entrants.c.person.is_not(None), entrants.c.person != person)
        heir = connection.execute(others.order_by(entrants.c.left, entrants.c.number)).scalar()
        if heir is None:
            forget_tournaments(connection, [row.code])
        elif row.phase == "gathering":
            connection.execute(delete(entrants).where(here, entrants.c.person == person))
        mine = update(entrants).where(here, entrants.c.person == person)
        connection.execute(mine.values(person=None, name=ERASED, left=True))
        run_by = update(tournaments).where(tournaments.c.code == row.code, tournaments.c.organizer == person)
        connection.execute(run_by.values(organizer=heir))
        notify(connection, "tournament", code=row.code)


def clean_entrants(connection: Connection, gathering: float, over: float) -> None:
    """Forget tournaments not touched since these times, those that never began and all others; and old deals."""
    never = (tournaments.c.phase == "gathering") & (tournaments.c.changed < gathering)
    old = select(tournaments.c.code).where(never | (tournaments.c.changed < over))
    forget_tournaments(connection, list(connection.execute(old).scalars()))
    before = datetime.fromtimestamp(over, UTC).date().isoformat()
    for part in (tries, deals):
        connection.execute(delete(part).where(part.c.day < before))


def forget_tournaments(connection: Connection, codes: list[str]) -> None:
    for part in (rounds, entrants, tournaments):
        for start in range(0, len(codes), 500):
            connection.execute(delete(part).where(part.c.code.in_(codes[start : start + 500])))


def entries_of(connection: Connection, person: str) -> dict[str, list[dict[str, Any]]]:
    """What is kept of a person in tournaments and daily deals, for their export."""
    of = (entrants.c.code == tournaments.c.code) & (entrants.c.person == person)
    found = select(tournaments.c.code, tournaments.c.name, tournaments.c.organizer, entrants.c.number)
    mine = (tournaments.c.organizer == person) | (entrants.c.person == person)
    played = connection.execute(
        found.select_from(tournaments.outerjoin(entrants, of)).where(mine).order_by(tournaments.c.created)
    )
    tried = select(tries.c.day, tries.c.rank, tries.c.score).where(tries.c.person == person).order_by(tries.c.day)
    return {
        "tournaments": [
            {"code": row.code, "name": row.name, "organizer": row.organizer == person, "number": row.number}
            for row in played
        ],
        "daily": [{"day": row.day, "rank": row.rank, "score": row.score} for row in connection.execute(tried)],
    }
