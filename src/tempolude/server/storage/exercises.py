"""Exercises: the mistakes that a review found, kept with their player, who meets them again until they are learnt.

An exercise comes back a week after its review. A right answer when it is due sends it further away, a wrong one brings
it back tomorrow. To try again before it is due changes nothing, or one could learn it in a minute.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from sqlalchemy import Connection, and_, delete, func, or_, select, update

from .inserting import add_if_new
from .schema import chairs, exercises, tables

DAY = 86400.0
WAITS = (7 * DAY, 21 * DAY, 63 * DAY)  # until it comes back: at first, and after one and two right answers


class Exercise(NamedTuple):
    """An exercise of a person: the n-th action of a match."""

    code: str
    game: str
    at: int
    due: float | None
    rights: int
    tries: int


def add_exercises(connection: Connection, code: str, mistakes: Mapping[int, Iterable[int]], at: float) -> None:
    """Keep the mistakes of each seat with the person who sits there. A device that is passed around is nobody's."""
    shared = connection.execute(select(tables.c.one_device).where(tables.c.code == code)).scalar()
    if shared or shared is None:
        return
    seated = select(chairs.c.seat, chairs.c.person).where(chairs.c.code == code, chairs.c.person.is_not(None))
    for seat, person in connection.execute(seated).all():
        for n in mistakes.get(seat, ()):
            row = {"person": person, "code": code, "at": n, "due": at + WAITS[0], "rights": 0, "tries": 0}
            add_if_new(connection, exercises, row)


def exercises_due(connection: Connection, person: str, at: float, limit: int) -> list[Exercise]:
    """The exercises that have come back, those that wait longest first."""
    found = _of(person).where(exercises.c.due <= at).order_by(exercises.c.due, exercises.c.code, exercises.c.at)
    return [Exercise(*row) for row in connection.execute(found.limit(limit))]


def exercises_of(connection: Connection, person: str) -> list[Exercise]:
    """All exercises of a person."""
    return [Exercise(*row) for row in connection.execute(_of(person).order_by(exercises.c.code, exercises.c.at))]


def count_exercises(connection: Connection, person: str, at: float) -> tuple[int, int, float | None]:
    """How many are due, how many come back later, and when the next of these does."""
    theirs = exercises.c.person == person
    due = connection.execute(select(func.count()).where(theirs, exercises.c.due <= at)).scalar_one()
    later, following = connection.execute(
        select(func.count(), func.min(exercises.c.due)).where(theirs, exercises.c.due > at)
    ).one()
    return due, later, following


def answer_exercise(connection: Connection, person: str, code: str, n: int, at: float, right: bool) -> None:
    """Note an answer, if this is an exercise of this person."""
    this = and_(exercises.c.person == person, exercises.c.code == code, exercises.c.at == n)
    tried = exercises.c.tries + 1
    if not right:
        sooner = or_(exercises.c.due.is_(None), exercises.c.due > at + DAY, exercises.c.due <= at)
        connection.execute(update(exercises).where(this, sooner).values(due=at + DAY))
        connection.execute(update(exercises).where(this).values(rights=0, tries=tried))
        return
    rights = connection.execute(select(exercises.c.rights).where(this, exercises.c.due <= at)).scalar()
    if rights is None:
        connection.execute(update(exercises).where(this).values(tries=tried))
        return
    due = at + WAITS[rights + 1] if rights + 1 < len(WAITS) else None
    now_due = and_(this, exercises.c.due <= at, exercises.c.rights == rights)  # of two answers at once, one counts
    connection.execute(update(exercises).where(now_due).values(due=due, rights=rights + 1, tries=tried))


def move_exercises(connection: Connection, guest: str, person: str) -> None:
    """Transfer a guest's exercises to a person, except at tables where that person sat too."""
    theirs = select(exercises.c.code).where(exercises.c.person == person)
    moved = exercises.c.person == guest, exercises.c.code.not_in(theirs)
    connection.execute(update(exercises).where(*moved).values(person=person))
    connection.execute(delete(exercises).where(exercises.c.person == guest))


def _of(person: str):  # type: ignore[no-untyped-def]
    columns = (exercises.c.code, tables.c.game, exercises.c.at, exercises.c.due, exercises.c.rights, exercises.c.tries)
    return select(*columns).join(tables, tables.c.code == exercises.c.code).where(exercises.c.person == person)
