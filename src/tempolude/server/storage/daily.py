"""The daily deal in the database: what is dealt each day, and everybody's one try at it."""

from __future__ import annotations

from collections.abc import Sequence
from secrets import token_hex

from sqlalchemy import Connection, func, select, update

from .inserting import add_if_new, insert_into, setting, setting_made_once
from .rows import ChairRow, DealRow, TableRow, TryRow, first, opens, rows, values
from .schema import deals, tables, tries
from .store import add_table

SECRET = "daily secret"  # a setting: what the seeds of all days follow from; no page or record ever shows it


def daily_secret(connection: Connection) -> str:
    """Made when it is first needed; of several processes one makes it."""
    return setting(connection, SECRET) or setting_made_once(connection, SECRET, token_hex(32))


def deal_of(connection: Connection, day: str) -> DealRow | None:
    return first(DealRow, connection.execute(select(deals).where(deals.c.day == day)))


def keep_deal(connection: Connection, deal: DealRow) -> DealRow:
    """The deal of a day: this one, unless another process was faster."""
    add_if_new(connection, deals, values(deal))
    return rows(DealRow, connection.execute(select(deals).where(deals.c.day == deal.day)))[0]


def earlier_deals(connection: Connection, day: str, limit: int) -> list[DealRow]:
    """The deals up to a day, the latest first."""
    found = select(deals).where(deals.c.day <= day).order_by(deals.c.day.desc()).limit(limit)
    return rows(DealRow, connection.execute(found))


def take_try(connection: Connection, taken: TryRow, table: TableRow, seats: list[ChairRow]) -> str:
    """Somebody's one try at a deal: the code of its table, which is made now unless they had theirs."""
    new = (
        insert_into(connection, tries).values(**values(taken)).on_conflict_do_nothing(index_elements=["day", "person"])
    )
    if connection.execute(new.returning(tries.c.at)).scalar():
        add_table(connection, table, seats)
        return taken.at
    mine = tries.c.day == taken.day, tries.c.person == taken.person
    return str(connection.execute(select(tries.c.at).where(*mine)).scalar_one())


def tries_at(connection: Connection, days: Sequence[str]) -> list[TryRow]:
    """All tries at the deals of some days, with how they ended."""
    _settle(connection, days)
    return rows(TryRow, connection.execute(select(tries).where(tries.c.day.in_(days))))


def _settle(connection: Connection, days: Sequence[str]) -> None:
    """Note how tables ended that are over. What ended once the deal was shown to all does not count."""
    mine = tries.c.day.in_(days), tries.c.ended.is_(None), tables.c.phase == "over"
    found = select(tries.c.day, tries.c.person, tables.c.result, tables.c.changed, tables.c.code)
    for row in list(connection.execute(found.join(tables, tables.c.code == tries.c.at).where(*mine))):
        counts = row.changed < opens(row.day) and isinstance(row.result, dict)
        seat = 0  # whoever tries sits there
        ended = {"rank": row.result["ranks"][seat], "score": row.result["scores"][seat]} if counts else {}
        this = update(tries).where(tries.c.day == row.day, tries.c.person == row.person)
        connection.execute(this.values(ended=row.changed, **ended))


def week_of(connection: Connection, days: Sequence[str], person: str | None) -> tuple[list[TryRow], int, int]:
    """A person's tries at the deals of some days; how many have played the last of them, and how many have won it."""
    _settle(connection, days[-1:])
    mine = select(tries).where(tries.c.day.in_(days), tries.c.person == (person or ""))
    done = select(func.count(), func.count().filter(tries.c.rank == 1)).where(
        tries.c.day == days[-1], tries.c.rank.is_not(None)
    )
    played, won = connection.execute(done).one()
    return rows(TryRow, connection.execute(mine)), played, won


def running_tries(connection: Connection, day: str) -> set[str]:
    """The codes of tables where a deal is still being played."""
    found = select(tries.c.at).join(tables, tables.c.code == tries.c.at)
    return set(connection.execute(found.where(tries.c.day == day, tables.c.phase == "playing")).scalars())
