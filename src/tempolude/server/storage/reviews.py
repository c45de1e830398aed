"""Reviews of finished matches: one for each, kept as it is made."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import ColumnElement, Connection, or_, select, update

from ..refusal import N_, Refusal
from .exercises import add_exercises
from .inserting import add_if_new
from .schema import results, reviews, tables

STALE = 60.0  # seconds without news after which nobody is making it any more


def claim_review(connection: Connection, code: str, at: float) -> bool:
    """Whether the caller is to make the review of a table now: nobody has, and nobody else is at it.

    A table that was deleted in the meantime is refused; locked, it stays until the review is claimed.
    """
    locked = select(tables.c.code).where(tables.c.code == code).with_for_update(read=True, key_share=True)
    if connection.execute(locked).first() is None:
        raise Refusal(N_("There is no such table. It may have been deleted."), 404)
    if add_if_new(connection, reviews, {"code": code, "at": at, "done": False, "content": {}}):
        return True
    taken = update(reviews).where(reviews.c.code == code, reviews.c.done.is_(False), _stale(at)).values(at=at)
    return bool(connection.execute(taken).rowcount)


def keep_review(connection: Connection, code: str, at: float, content: dict[str, Any], done: bool) -> None:
    connection.execute(update(reviews).where(reviews.c.code == code).values(at=at, content=content, done=done))


def touch_review(connection: Connection, code: str, at: float) -> None:
    """Say that somebody is still at it."""
    connection.execute(update(reviews).where(reviews.c.code == code, reviews.c.done.is_(False)).values(at=at))


def finish_review(
    connection: Connection, code: str, at: float, content: dict[str, Any], mistakes: Mapping[int, Iterable[int]]
) -> None:
    """Keep a review that is whole, and the mistakes of each seat as exercises of its player."""
    keep_review(connection, code, at, content, True)
    add_exercises(connection, code, mistakes, at)


def release_review(connection: Connection, code: str) -> None:
    """Give up a review, so that it can be asked for again."""
    connection.execute(update(reviews).where(reviews.c.code == code, reviews.c.done.is_(False)).values(at=0.0))


def review_of(connection: Connection, code: str, at: float) -> dict[str, Any] | None:
    """The review of a table as far as it is made; None if nobody asked for it, or nobody is making it any more."""
    found = connection.execute(
        select(reviews.c.content).where(reviews.c.code == code, or_(reviews.c.done, ~_stale(at)))
    ).scalar_one_or_none()
    return found if isinstance(found, dict) else None


def _stale(at: float) -> ColumnElement[bool]:
    return or_(reviews.c.at < at - STALE, reviews.c.at > at + STALE)


def last_reviewed(connection: Connection, person: str, limit: int) -> list[tuple[str, str, int, dict[str, Any]]]:
    """A person's last matches that were reviewed to the end: code, game, seat, and what the review says."""
    found = (
        select(results.c.code, results.c.game, results.c.seat, reviews.c.content)
        .join(reviews, reviews.c.code == results.c.code)
        .where(results.c.person == person, reviews.c.done)
        .order_by(results.c.ended.desc())
        .limit(limit)
    )
    return [(code, game, seat, content) for code, game, seat, content in connection.execute(found)]
