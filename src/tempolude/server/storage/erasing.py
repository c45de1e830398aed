"""Erase a person: all their data is deleted, and matches that others played with them keep a nameless seat.

One transaction, so that it is all or nothing. Chat messages are deleted; actions stay, or the others' matches could not
be replayed.
"""

from __future__ import annotations

from sqlalchemy import Connection, delete, or_, select, tuple_, update

from ..translation import ERASED
from .accounts import end_session
from .bus import notify, notify_tables
from .calls import drop_calling
from .entrants import erase_entrants
from .recovery import drop_recovery
from .schema import chairs, decks, exercises, people, preferences, profiles, ratings, results, says, tables
from .store import chairs_at, forget, leave_match, lock_tables
from .texts import clean_texts
from .together import erase_together
from .tokens import drop_tokens


def tables_with(connection: Connection, person: str) -> list[str]:
    """The codes of all tables where a person has or had a chair."""
    theirs = or_(chairs.c.person == person, chairs.c.leaver == person)
    return sorted(set(connection.execute(select(chairs.c.code).where(theirs)).scalars()))


def erase(connection: Connection, person: str, session: str, bot: str) -> tuple[list[str], list[str], list[str]]:
    """Erase a person; a bot plays on for them. Returns the changed tables, the deleted tables, and the hashes of the
    revoked tokens."""
    codes = tables_with(connection, person)
    lock_tables(connection, codes)
    gone = [code for code in codes if not _leave(connection, code, person, bot)]
    left = [code for code in codes if code not in gone]
    notify_tables(connection, left)
    _erase_results(connection, person)
    erase_entrants(connection, person)
    for part, owner in (
        (ratings, ratings.c.person),
        (preferences, preferences.c.person),
        (profiles, profiles.c.person),
        (decks, decks.c.owner),
        (exercises, exercises.c.person),
    ):
        connection.execute(delete(part).where(owner == person))
    erase_together(connection, person)
    drop_calling(connection, person)
    drop_recovery(connection, person)
    clean_texts(connection)
    keys = drop_tokens(connection, person)
    end_session(connection, person, session)
    connection.execute(delete(people).where(people.c.id == person))
    notify(connection, "password", person=person)
    return left, gone, keys


def _leave(connection: Connection, code: str, person: str, bot: str) -> bool:
    """Remove a person from a table; returns whether the table is kept, which it is not if nobody else played."""
    seats = chairs_at(connection, code)
    mine = [chair.seat for chair in seats if person in (chair.person, chair.leaver)]
    others = [chair.person for chair in seats if chair.person not in (None, person)]
    phase = connection.execute(select(tables.c.phase).where(tables.c.code == code)).scalar_one()
    spoken = tuple_(says.c.code, says.c.seat).in_([(code, seat) for seat in mine])
    connection.execute(delete(says).where(spoken))
    if phase == "playing" and any(chair.person == person for chair in seats):
        if not leave_match(connection, code, person, bot):
            return False
    elif not others and phase != "playing":
        forget(connection, [code])
        return False
    theirs = update(chairs).where(chairs.c.code == code, chairs.c.seat.in_(mine))
    connection.execute(theirs.values(person=None, leaver=None, name="" if phase == "gathering" else ERASED))
    if others:
        connection.execute(update(tables).where(tables.c.code == code, tables.c.host == person).values(host=others[0]))
    return True


def _erase_results(connection: Connection, person: str) -> None:
    codes = select(results.c.code).where(results.c.person == person)
    mine = list(connection.execute(codes).scalars())
    connection.execute(update(results).where(results.c.person == person).values(person=None, name=ERASED))
    for start in range(0, len(mine), 500):
        some = mine[start : start + 500]
        peopled = select(results.c.code).where(results.c.code.in_(some), results.c.person.is_not(None))
        connection.execute(delete(results).where(results.c.code.in_(some), results.c.code.not_in(peopled)))
