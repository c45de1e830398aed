"""Which process runs a table's bots and clocks. Statements for `Store.run`, on PostgreSQL only.

A process has a row that expires a few seconds from now, by the database's clock, and puts it off as long as it lives.
Its leases refer to that row. Whoever finds a row expired deletes it, and the leases with it: the tables are free.
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
    """What a heartbeat found."""

    known: bool  # whether this process was still there, so that its leases are its own
    first: bool  # whether it is the first of all: it does what one of them must do
    time: float  # by the database's clock
    at: float  # by the monotonic clock here
    dead: list[str]  # processes whose time was up
    orphans: list[str]  # and the tables that they ran


def beat(connection: Connection, process: str, seconds: float) -> Beat:
    """This process lives, for so many seconds at least; those whose time is up do not."""
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
    """These processes are no more, and all their tables are free: which."""
    codes = list(connection.execute(select(leases.c.code).where(leases.c.holder.in_(dead))).scalars())
    connection.execute(delete(processes).where(processes.c.id.in_(dead)))
    for some in chunks(codes) if codes else [[]]:
        notify(connection, "gone", processes=list(dead), codes=some)
    return codes


def bury(url: str, process: str) -> None:
    """A process of this machine has died: have others take over its tables at once, before its time is up."""
    engine = create_engine(plain(url), connect_args=arguments(url), execution_options={"process": ""})
    try:
        with engine.begin() as connection:
            end(connection, [process])
    except SQLAlchemyError as error:
        log.error("the tables of a worker that died are taken over only when its time is up: %s", error)
    finally:
        engine.dispose()


def claim(connection: Connection, process: str, codes: Collection[str]) -> list[str]:
    """Hold the leases of these tables, as far as nobody else does; which are held now."""
    free = select(tables.c.code, literal(process)).where(tables.c.code.in_(codes))
    taken = postgresql.insert(leases).from_select(["code", "holder"], free).on_conflict_do_nothing()
    connection.execute(taken)
    mine = select(leases.c.code).where(leases.c.holder == process, leases.c.code.in_(codes))
    return list(connection.execute(mine).scalars())


def release(connection: Connection, process: str, codes: Collection[str]) -> None:
    """Give leases back, and say so."""
    connection.execute(delete(leases).where(leases.c.holder == process, leases.c.code.in_(codes)))
    for some in chunks(list(codes)):
        notify(connection, "gone", processes=[], codes=some)
