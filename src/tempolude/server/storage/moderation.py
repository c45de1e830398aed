"""Reports to the operators, and suspensions. Each statement is one transaction, for `Store.run`."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from babel.dates import format_date
from sqlalchemy import Connection, delete, func, or_, select, update

from ..now import now
from ..refusal import N_, Refusal
from .inserting import insert_into
from .keys import new_key
from .schema import chairs, people, reports, says, suspensions, tables

if TYPE_CHECKING:
    from .together import Player

SAID = 20  # of the talk that a report comes with


# --- Reports -------------------------------------------------------------------------


@dataclass(frozen=True)
class Report:
    """A report about a person, for an operator."""

    id: int
    by: str  # the reporter's name
    name: str  # what the other was called
    now: str  # and is called
    code: str
    game: str  # of the table, if it is still kept
    phase: str
    reason: str
    text: str
    at: float
    closed: float | None
    times: int  # the number of reports about them
    until: float | None  # the end of their suspension
    said: tuple[str, ...]  # their chat messages at that table


def report(connection: Connection, reporter: str, about: Player, reason: str, text: str) -> None:
    """Store a report. A repeated one about the same seat replaces the first."""
    row = {
        "reporter": reporter, "about": about.person, "name": about.name, "code": about.code, "seat": about.seat,
        "reason": reason, "text": text, "at": now(), "closed": None,
    }  # fmt: skip
    again = {name: row[name] for name in ("about", "name", "reason", "text", "at", "closed")}
    new = insert_into(connection, reports).values(row)
    connection.execute(new.on_conflict_do_update(index_elements=["reporter", "code", "seat"], set_=again))


def open_reports(connection: Connection) -> int:
    """The number of open reports."""
    return int(connection.execute(select(func.count()).where(reports.c.closed.is_(None))).scalar_one())


def all_reports(connection: Connection, limit: int, *, closed: bool) -> list[Report]:
    """The latest reports, open or closed."""
    reporter, about = people.alias("reporter"), people.alias("about_now")
    mine = reports.c.closed.is_not(None) if closed else reports.c.closed.is_(None)
    counted = reports.alias("counted")
    times = select(func.count()).where(counted.c.about == reports.c.about).scalar_subquery()
    found = (
        select(
            reports,
            reporter.c.name.label("by"),
            about.c.name.label("now"),
            tables.c.game,
            tables.c.phase,
            suspensions.c.until,
            times.label("times"),
        )
        .join(reporter, reporter.c.id == reports.c.reporter, isouter=True)
        .join(about, about.c.id == reports.c.about, isouter=True)
        .join(tables, tables.c.code == reports.c.code, isouter=True)
        .join(suspensions, suspensions.c.person == reports.c.about, isouter=True)
        .where(mine)
        .order_by(reports.c.at.desc())
        .limit(limit)
    )
    return [
        Report(
            row.id, row.by or "", row.name, row.now or "", row.code, row.game or "", row.phase or "", row.reason,
            row.text, row.at, row.closed, row.times, row.until, _said(connection, row.code, row.seat, row.about),
        )
        for row in connection.execute(found).all()
    ]  # fmt: skip


def _said(connection: Connection, code: str, seat: int, person: str) -> tuple[str, ...]:
    theirs = or_(chairs.c.person == person, chairs.c.leaver == person)
    at_seat = (chairs.c.code == says.c.code) & (chairs.c.seat == says.c.seat)
    found = select(says.c.text).join(chairs, at_seat).where(says.c.code == code, says.c.seat == seat, theirs)
    return tuple(connection.execute(found.order_by(says.c.id.desc()).limit(SAID)).scalars())[::-1]


def reported(connection: Connection, number: int) -> str | None:
    """The person a report is about."""
    return connection.execute(select(reports.c.about).where(reports.c.id == number)).scalar()


def close_report(connection: Connection, number: int) -> bool:
    """Close a report; whether it exists."""
    done = update(reports).where(reports.c.id == number, reports.c.closed.is_(None)).values(closed=now())
    return connection.execute(done).rowcount > 0 or reported(connection, number) is not None


# --- Suspensions ---------------------------------------------------------------------


@dataclass(frozen=True)
class Suspension:
    """A suspension from playing with others."""

    key: str
    name: str
    until: float


def suspend(connection: Connection, person: str, until: float) -> list[str]:
    """Suspend a person from playing with others. Returns their gathering tables."""
    row = {"person": person, "key": new_key(), "until": until}
    new = insert_into(connection, suspensions).values(row)
    connection.execute(new.on_conflict_do_update(index_elements=["person"], set_={"until": until}))
    theirs = select(chairs.c.code).where(chairs.c.person == person)
    return list(
        connection.execute(
            select(tables.c.code).where(tables.c.code.in_(theirs), tables.c.phase == "gathering", ~tables.c.one_device)
        ).scalars()
    )


def lift(connection: Connection, key: str) -> None:
    connection.execute(delete(suspensions).where(suspensions.c.key == key))


def suspended_until(connection: Connection, person: str) -> float | None:
    """The end of a person's suspension, if any."""
    found = suspensions.c.person == person, suspensions.c.until > now()
    return connection.execute(select(suspensions.c.until).where(*found)).scalar()


def check_suspended(connection: Connection, person: str) -> None:
    """Raise a Refusal if a person is suspended."""
    if until := suspended_until(connection, person):
        raise suspended(until)


def suspended(until: float) -> Refusal:
    day = datetime.fromtimestamp(until, UTC)
    return Refusal(
        N_("You are suspended from playing with others on this server until {day}. You can still play against bots."),
        403,
        code="suspended",
        day={lang: format_date(day, "long", locale=lang) for lang in ("en", "fr")},
    )


def suspensions_now(connection: Connection) -> list[Suspension]:
    found = (
        select(suspensions, people.c.name)
        .join(people, people.c.id == suspensions.c.person, isouter=True)
        .where(suspensions.c.until > now())
        .order_by(suspensions.c.until)
    )
    return [Suspension(row.key, row.name or "", row.until) for row in connection.execute(found)]
