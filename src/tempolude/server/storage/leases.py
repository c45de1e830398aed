"""Leases: which process runs a table's bots and clocks. Statements for `Store.run`, on PostgreSQL only.

A process has a row that expires in a few seconds, by the database's clock, and renews it as long as it lives. Its
leases refer to that row. Any process that finds an expired row deletes it, and with it the leases: the tables are free.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from logging import getLogger
from time import monotonic

from sqlalchemy import Connection, create_engine, delete, func, insert, literal, select, update
from sqlalchemy.dialects import postgresql
from sqlalchemy.exc import SQLAlchemyError

from .bus import chunks, notify
from .opening import plain
from .schema import leases, processes, tables
from .store import arguments

log = getLogger(__name__)
TIME = func.date_part("epoch", func.clock_timestamp())


@dataclass(frozen=True)
class Beat:
    """The result of a heartbeat."""

    known: bool  # whether this process's row still existed, so that its leases are valid
    first: bool  # whether it is the first of all processes, which does the common jobs
    time: float  # by the database's clock
    at: float  # by the monotonic clock here
    dead: list[str]  # processes that had expired
    orphans: list[str]  # the tables that they ran


def beat(connection: Connection, process: str, seconds: float) -> Beat:
    """Renew this process's row for `seconds`, and delete expired ones."""
    sent = monotonic()
    time = float(connection.execute(select(TIME)).scalar_one())
    at = (sent + monotonic()) / 2
    lives = update(processes).where(processes.c.id == process).values(expires=TIME + seconds)
    known = bool(connection.execute(lives).rowcount)
    if not known:
        connection.execute(insert(processes).values(id=process, expires=TIME + seconds))
    late = select(processes.c.id).where(processes.c.expires < TIME).with_for_update(skip_locked=True)
    dead = list(connection.execute(late).scalars())
    orphans = end(connection, dead) if dead else []
    first = connection.execute(select(func.min(processes.c.id))).scalar() == process
    notify(connection, "beat")
    return Beat(known, first, time, at, dead, orphans)


def end(connection: Connection, dead: Collection[str]) -> list[str]:
    """Delete these processes; returns their tables, which are free now."""
    codes = list(connection.execute(select(leases.c.code).where(leases.c.holder.in_(dead))).scalars())
    connection.execute(delete(processes).where(processes.c.id.in_(dead)))
    for some in chunks(codes) if codes else [[]]:
        notify(connection, "gone", processes=list(dead), codes=some)
    return codes


def bury(url: str, process: str) -> None:
    """Delete a process of this machine that has died, so that others take over its tables before it expires."""
    engine = create_engine(plain(url), connect_args=arguments(url), execution_options={"process": ""})
    try:
        with engine.begin() as connection:
            end(connection, [process])
    except SQLAlchemyError as error:
        log.error("the tables of a worker that died are taken over only when its time is up: %s", error)
    finally:
        engine.dispose()


def claim(connection: Connection, process: str, codes: Collection[str]) -> list[str]:
    """Take the leases of these tables unless other processes hold them; returns those held now."""
    free = select(tables.c.code, literal(process)).where(tables.c.code.in_(codes))
    taken = postgresql.insert(leases).from_select(["code", "holder"], free).on_conflict_do_nothing()
    connection.execute(taken)
    mine = select(leases.c.code).where(leases.c.holder == process, leases.c.code.in_(codes))
    return list(connection.execute(mine).scalars())


def release(connection: Connection, process: str, codes: Collection[str]) -> None:
    """Release leases, and notify the others."""
    connection.execute(delete(leases).where(leases.c.holder == process, leases.c.code.in_(codes)))
    for some in chunks(list(codes)):
        notify(connection, "gone", processes=[], codes=some)
