"""The database behind one thread: SQLite in a file by default, PostgreSQL by URL, the same statements for both.

Actions of all tables that arrive during a commit are committed together by the next one, so that a hundred tables cost
hardly more than one. Nothing is shown to anybody before it is committed. An action is written only if the one before it
is in the log: if one fails, all later ones of its table fail with it, but no other table's.
"""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from itertools import chain
from logging import ERROR, getLogger
from operator import attrgetter
from secrets import token_hex
from sqlite3 import SQLITE_ERROR
from time import perf_counter
from typing import Any, TypeVar

import orjson
from sqlalchemy import (
    ARRAY,
    JSON,
    Connection,
    Integer,
    String,
    bindparam,
    cast,
    column,
    create_engine,
    delete,
    event,
    func,
    insert,
    literal,
    select,
    update,
)
from sqlalchemy.exc import (
    ArgumentError,
    DBAPIError,
    IntegrityError,
    InterfaceError,
    NoSuchModuleError,
    OperationalError,
    SQLAlchemyError,
)

from tempolude.engine.errors import TempoludeError

from ..metrics import COMMIT, DATABASE_ERRORS, TOGETHER
from ..now import now
from ..preferences import Preferences
from ..refusal import N_, Refusal
from .bus import CHANNEL, chunks, message, notify, notify_tables
from .calls import Turn, add_calls, clean_calling
from .entrants import clean_entrants, left_table, rename_entrants
from .inserting import insert_into, setting, setting_made_once
from .opening import UTF8, check_encoding, plain, unusable
from .recovery import clean_recovery
from .results import Finish, clean_results, finish, give_up, rename_results
from .rows import ActionRow, ChairRow, Changes, Kept, SayRow, Standing, TableRow, first, rows, values
from .schema import (
    actions,
    calls,
    chairs,
    decks,
    invitations,
    leases,
    people,
    preferences,
    says,
    sent_away,
    settings,
    table_texts,
    tables,
    tokens,
)
from .texts import clean_texts, packed, refer, unpacked
from .versions import upgrade

Result = TypeVar("Result")
REACHED = "time reached"  # a setting
ACTIONS = 25  # per message to other processes: each may call eight people
AT_ONCE = 4  # tables that show committed actions before yielding to the event loop
NEARLY = 4 * AT_ONCE  # tables that may still have to show theirs when the next commit begins
PATIENCE = 5  # seconds to wait for a lock
log = getLogger(__name__)


class Conflict(TempoludeError):
    """The number is not the next one of the table's log, or the move exists already."""


@dataclass
class Append:
    """An action to be written to the log, with the changes to its table's row."""

    action: ActionRow
    changes: Changes
    game: str  # for notifications on other pages
    called: list[str]  # the people whose turn it becomes
    written: asyncio.Future[None]
    finish: Finish | None = None  # with the last action of a match
    away: list[Turn] = field(default_factory=list)  # the turns of people who do not look, to be called to
    error: Exception | None = None

    def answer(self) -> None:
        """Resolve its future."""
        if self.written.done():
            return
        if self.error:
            self.written.set_exception(self.error)
        else:
            self.written.set_result(None)


class Store:
    """The database. Methods without `async` run in its thread: call them through `run`."""

    def __init__(self, url: str, process: str = "") -> None:
        self.process = process or token_hex(6)  # the name of this process for others
        try:
            self.engine = create_engine(
                plain(url),
                connect_args=arguments(url),
                json_deserializer=read_json,
                hide_parameters=True,  # errors are logged, and must not contain seeds, hands or password hashes
                execution_options={"process": self.process},
            )
        except (ArgumentError, NoSuchModuleError, ImportError) as error:
            raise unusable(url, error) from None
        self.shared = self.engine.dialect.name == "postgresql"  # other processes may serve the same tables
        getLogger("psycopg").setLevel(ERROR)  # it also logs every conflict, which is raised anyway
        event.listen(self.engine, "connect", _for_sqlite if self.engine.dialect.name == "sqlite" else _for_postgresql)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="database")
        self._pending: list[Append] = []
        self._flushing: asyncio.Task[None] | None = None
        self._answering: deque[list[Append]] = deque()  # by table: committed and failed actions
        self._answer_task: asyncio.Task[None] | None = None
        self._asked: list[tuple[str, int, asyncio.Future[list[ActionRow]]]] = []
        self._asking: asyncio.Task[None] | None = None
        try:
            self._thread.submit(self._migrate).result()
        except SQLAlchemyError as error:
            self.close()
            raise unusable(url, error) from None
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        self._thread.submit(self.engine.dispose).result()
        self._thread.shutdown()

    async def run(self, work: Callable[..., Result], *given: Any) -> Result:
        """Run `work(connection, ...)` in one transaction in the database's thread; Refusal if the database is down."""
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, self._within, work, given)
        except SQLAlchemyError as error:
            if not unreachable(error):
                raise
            DATABASE_ERRORS.inc()
            log.error("the database cannot be used: %s", error)
            raise Refusal(
                N_("The server cannot reach its data. Try again in a moment."), 503, code="unavailable"
            ) from error

    def do(self, work: Callable[..., Result], *given: Any) -> Result:
        """Like `run`, blocking: only before the first request."""
        return self._thread.submit(self._within, work, given).result()

    def _within(self, work: Callable[..., Result], given: Iterable[Any]) -> Result:
        """Do the work in one transaction. If the connection turns out to be lost before the commit, nothing of it was
        done, so it is done on a new one: cheaper than to ask before each transaction whether the connection is up."""
        for again in (True, False):
            committing = False
            try:
                with self.engine.begin() as connection:
                    result = work(connection, *given)
                    committing = True
                return result
            except DBAPIError as error:
                if committing or not error.connection_invalidated or not again:
                    raise
        raise AssertionError("unreachable")

    def _migrate(self) -> None:
        with self.engine.begin() as connection:
            upgrade(connection)
        self.engine.dispose()  # migrations leave foreign keys unchecked on their connection to SQLite

    @property
    def queue(self) -> int:
        """The number of transactions waiting for the database's thread."""
        return self._thread._work_queue.qsize()

    @property
    def pending(self) -> int:
        """The number of actions waiting for the next commit."""
        return len(self._pending)

    # --- The log of actions ------------------------------------------------------

    def append(
        self,
        action: ActionRow,
        changes: Changes | None = None,
        game: str = "",
        called: list[str] | None = None,
        finish: Finish | None = None,
        away: list[Turn] | None = None,
    ) -> asyncio.Future[None]:
        """Commit one action with the changes to its table and, for the last action, the results. Other processes are
        notified, with the people whose turn it becomes; those who are `away` are sent a message (calls.py). The future
        fails if the action was not written, or if that is unknown; with Conflict if it is not the next one of its
        table."""
        written: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        item = Append(action, changes or {}, game, called or [], written, finish, away or [])
        self._pending.append(item)
        if self._flushing is None:
            self._flushing = asyncio.create_task(self._flush())
        return item.written

    async def later(self, code: str, n: int) -> list[ActionRow]:
        """The log of a table from number `n` on. Simultaneous requests of several tables are batched."""
        if self.engine.dialect.name == "sqlite":
            return await self.run(later_actions, code, n)
        answer: asyncio.Future[list[ActionRow]] = asyncio.get_running_loop().create_future()
        self._asked.append((code, n, answer))
        if self._asking is None:
            self._asking = asyncio.create_task(self._ask())
        return await answer

    async def _ask(self) -> None:
        try:
            while self._asked:
                asked, self._asked = self._asked, []
                try:
                    found = await self.run(later_of_many, [code for code, _, _ in asked], [n for _, n, _ in asked])
                except Exception as error:
                    for _, _, answer in asked:
                        if not answer.done():
                            answer.set_exception(error)
                    continue
                for code, n, answer in asked:
                    if not answer.done():
                        answer.set_result([row for row in found.get(code, ()) if row.n >= n])
        finally:
            self._asking = None

    async def _flush(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            while self._pending:
                while len(self._answering) > NEARLY:  # what arrives in the meantime shares the next commit
                    await asyncio.sleep(0)
                batch, self._pending = by_table(self._pending), []
                began = perf_counter()
                try:
                    await loop.run_in_executor(self._thread, self._write, batch)
                except Exception as error:  # the thread is gone
                    for item in chain.from_iterable(batch):
                        item.error = error
                COMMIT.observe(perf_counter() - began)
                TOGETHER.observe(sum(map(len, batch)))
                if any(item.error and not isinstance(item.error, Conflict) for item in chain.from_iterable(batch)):
                    DATABASE_ERRORS.inc()
                self._answering.extend(batch)
                if self._answer_task is None:
                    self._answer_task = asyncio.create_task(self._answer())
        finally:
            self._flushing = None

    async def _answer(self) -> None:
        """Resolve the written actions, a few tables at a time, yielding to the event loop in between."""
        try:
            while self._answering:
                for _ in range(min(AT_ONCE, len(self._answering))):
                    for item in self._answering.popleft():
                        item.answer()
                await asyncio.sleep(0)
        finally:
            self._answer_task = None

    def _write(self, tables: list[list[Append]]) -> None:
        """Commit everything at once. If that fails, bisect by table; of one table, commit all up to the action that
        fails."""
        batch = [item for table in tables for item in table]
        try:
            self._within(write_actions, (batch,))
        except Exception as error:
            if unreachable(error) or len(batch) == 1:
                for item in batch:
                    item.error = Conflict(str(error.orig)) if isinstance(error, IntegrityError) else error
            elif len(tables) > 1:
                half = len(tables) // 2
                self._write(tables[:half])
                self._write(tables[half:])
            else:
                self._write([batch[:1]])
                for item in batch[1:]:
                    item.error = batch[0].error
                if batch[0].error is None:
                    self._write([batch[1:]])


def by_table(batch: list[Append]) -> list[list[Append]]:
    """The actions of each table, in order."""
    tables: dict[str, list[Append]] = {}
    for item in batch:
        tables.setdefault(item.action.code, []).append(item)
    return list(tables.values())


def unreachable(error: Exception) -> bool:
    """Whether the database, not the statement, is at fault: locked, full, shut down, connection lost.

    SQLite also reports an invalid statement as an OperationalError.
    """
    if getattr(getattr(error, "orig", None), "sqlite_errorcode", None) == SQLITE_ERROR:
        return False
    return isinstance(error, (OperationalError, InterfaceError)) or (
        isinstance(error, DBAPIError) and error.connection_invalidated
    )


# --- Statements: each is one transaction, given to `Store.run` ----------------------


COLUMNS = list(actions.columns.keys())


def _next_action() -> str:
    """Insert an action if the one before it exists; the first number is 0 (SQLite). It is run for each of many actions,
    so the driver is given plain values: preparing them for a statement of SQLAlchemy's takes as long as writing them.
    """
    given = {name: f"?{place}" for place, name in enumerate(COLUMNS, 1)}
    there = "SELECT 1 FROM actions WHERE code = {code} AND n = {n} - 1"
    new = f"INSERT INTO actions ({', '.join(given)}) SELECT {', '.join(given.values())}"
    return f"{new} WHERE {{n}} = 0 OR EXISTS ({there})".format(**given)


def _next_actions() -> Any:
    """Insert many actions at once (PostgreSQL), if the action before the `first` of their table exists, and notify the
    other processes; the result is how many were inserted. They are given as JSON, which takes the driver and the server
    less time than a statement for each."""
    before = actions.alias("before")
    given = [column(name, actions.c[name].type) for name in COLUMNS]
    read = func.json_to_recordset(cast(bindparam("new", type_=String), JSON))
    new = read.table_valued(*given, column("first", Integer)).render_derived("new", with_types=True)
    there = select(literal(1)).where(before.c.code == new.c.code, before.c.n == new.c.first - 1).exists()
    rows = select(*[new.c[name] for name in COLUMNS]).where((new.c.first == 0) | there)
    written = insert(actions).from_select(COLUMNS, rows).returning(literal(1)).cte("written")
    text = func.unnest(bindparam("messages", type_=ARRAY(String))).column_valued("text")
    sent = select(func.count(func.pg_notify(CHANNEL, text))).scalar_subquery()
    return select(select(func.count()).select_from(written).scalar_subquery(), sent)


NEXT_ACTION, NEXT_ACTIONS = _next_action(), _next_actions()
in_columns = attrgetter(*COLUMNS)


def write_actions(connection: Connection, batch: list[Append]) -> None:
    """Write all of these actions or, if one is not the next of its table, none."""
    insert_all = insert_one_by_one if connection.dialect.name == "sqlite" else insert_and_notify
    if not insert_all(connection, batch):
        raise Conflict("an action is not the next one of its table")
    change_tables(connection, ((item.action.code, item.changes) for item in batch if item.changes))
    write_results(connection, [item.finish for item in batch if item.finish])
    write_calls(connection, [turn for item in batch for turn in item.away])


def insert_one_by_one(connection: Connection, batch: list[Append]) -> bool:
    """Insert these actions (SQLite); whether each was the next one of its table."""
    given = [in_columns(item.action) for item in batch]
    return connection.exec_driver_sql(NEXT_ACTION, given).rowcount == len(given)


def insert_and_notify(connection: Connection, batch: list[Append]) -> bool:
    """Insert these actions (PostgreSQL) and notify the other processes; whether each was the next one of its table."""
    firsts: dict[str, int] = {}
    following: dict[str, int] = {}
    for item in batch:
        code, n = item.action.code, item.action.n
        firsts.setdefault(code, n)
        if following.get(code, n) != n:
            return False
        following[code] = n + 1
    rows = orjson.dumps([values(item.action) | {"first": firsts[item.action.code]} for item in batch]).decode()
    log = [[item.action.code, item.action.n, item.game, item.called] for item in batch]
    messages = [
        message(connection, "actions", log=log[start : start + ACTIONS]) for start in range(0, len(log), ACTIONS)
    ]
    written: int = connection.execute(NEXT_ACTIONS, {"new": rows, "messages": messages}).one()[0]
    return written == len(batch)


def change_tables(connection: Connection, changed: Iterable[tuple[str, Changes]]) -> None:
    """Change the rows of tables, one after the other, with one statement for all that change the same columns."""
    after: dict[str, dict[str, Any]] = {}
    for code, changes in changed:
        after.setdefault(code, {}).update(changes)
    given: dict[tuple[str, ...], list[dict[str, Any]]] = {}
    for code, new in after.items():
        given.setdefault(tuple(sorted(new)), []).append({"of": code} | {f"new_{name}": new[name] for name in new})
    for names, values_of_each in given.items():
        new_values: dict[str, Any] = {name: bindparam(f"new_{name}") for name in names}
        connection.execute(update(tables).where(tables.c.code == bindparam("of")).values(new_values), values_of_each)


def write_results(connection: Connection, ends: list[Finish]) -> None:
    """Write the results of matches that end. A failure does not keep a match from ending: its results are written
    later, like those of old matches (`unwritten`)."""
    _write_beside(connection, finish, ends, "results could not be written: %s")


def write_calls(connection: Connection, turns: list[Turn]) -> None:
    """Have people called. No action is refused because they cannot be."""
    _write_beside(connection, add_calls, turns, "people could not be called to %s")


def _write_beside(connection: Connection, write: Callable[..., Any], about: list[Any], failure: str) -> None:
    """Write what must not keep an action from being committed: a failure is logged, with the codes of the tables."""
    if not about:
        return
    try:
        with connection.begin_nested():
            write(connection, about)
    except Exception as error:
        if unreachable(error):
            raise
        log.exception(failure, ", ".join(each.code for each in about))


def secret(connection: Connection) -> str:
    """The key that signs cookies, created on first start."""
    return setting(connection, "secret") or setting_made_once(connection, "secret", token_hex(32))


def person_name(connection: Connection, person: str) -> str | None:
    return connection.execute(select(people.c.name).where(people.c.id == person)).scalar()


def keep_person(connection: Connection, person: str, name: str) -> None:
    """Store a person's name, also wherever they sit, unless several players share their device."""
    changed = connection.execute(update(people).where(people.c.id == person).values(name=name, seen=now()))
    if not changed.rowcount:
        connection.execute(insert(people).values(id=person, name=name, seen=now()))
    shared = select(tables.c.code).where(tables.c.one_device)
    theirs = chairs.c.person == person, chairs.c.code.not_in(shared), chairs.c.name != name
    codes = list(connection.execute(select(chairs.c.code).where(*theirs)).scalars())
    lock_tables(connection, codes)
    connection.execute(update(chairs).where(*theirs).values(name=name))
    rename_results(connection, person, name)
    rename_entrants(connection, person, name)
    notify_tables(connection, codes)


def preferences_of(connection: Connection, person: str) -> Preferences | None:
    """A person's preferences, if they have set any."""
    found = connection.execute(select(preferences).where(preferences.c.person == person)).first()
    return Preferences(found.pace, found.confirm) if found else None


def keep_preferences(connection: Connection, person: str, liked: Preferences) -> None:
    given = {"pace": liked.pace, "confirm": liked.confirm, "set": now()}
    kept = insert_into(connection, preferences).values(person=person, **given)
    connection.execute(kept.on_conflict_do_update(index_elements=["person"], set_=given))


def lock_tables(connection: Connection, codes: Iterable[str]) -> None:
    """Lock the chairs of these tables until the end of the transaction (SQLite has one writer)."""
    one_order = select(tables.c.code).where(tables.c.code.in_(list(codes))).order_by(tables.c.code)
    connection.execute(one_order.with_for_update()).all()


def add_table(connection: Connection, table: TableRow, seats: list[ChairRow]) -> None:
    options = packed(connection, table.options)
    given = {name: value for name, value in values(table).items() if value is not None}  # a JSON null is not NULL
    connection.execute(insert(tables).values(given | {"options": options}))
    refer(connection, table.code, options)
    connection.execute(insert(chairs), [values(chair) for chair in seats])


def change_table(
    connection: Connection,
    code: str,
    changes: Changes,
    seats: list[ChairRow] | None = None,
    before: list[ChairRow] | None = None,
) -> None:
    """Change a table's row, and all its chairs if given. Conflict if, through another process, the chairs are no longer
    as `before`, or the match has begun."""
    if before is not None:
        phase = connection.execute(select(tables.c.phase).where(tables.c.code == code).with_for_update()).scalar()
        if phase != "gathering" or seated(chairs_at(connection, code)) != seated(before):
            raise Conflict(f"somebody has changed table {code} meanwhile")
    if "options" in changes:
        changes = {**changes, "options": packed(connection, changes["options"])}
        refer(connection, code, changes["options"])
    connection.execute(update(tables).where(tables.c.code == code).values(**{"changed": now(), **changes}))
    if seats is not None:
        connection.execute(delete(chairs).where(chairs.c.code == code))
        connection.execute(insert(chairs), [values(chair) for chair in seats])
    notify_tables(connection, [code])


def chairs_at(connection: Connection, code: str) -> list[ChairRow]:
    return rows(ChairRow, connection.execute(select(chairs).where(chairs.c.code == code).order_by(chairs.c.seat)))


def seated(seats: list[ChairRow]) -> list[tuple[int, str | None, str | None]]:
    """Who sits where."""
    return [(chair.seat, chair.person, chair.bot) for chair in seats]


def without_seen(seats: list[ChairRow]) -> list[ChairRow]:
    """The chairs without `seen`, which lags behind, and `put_away`."""
    return [replace(chair, seen=0, put_away=False) for chair in seats]


def leave_match(connection: Connection, code: str, person: str, bot: str) -> bool:
    """Make a person leave a match for good; a bot plays on at their seats. Returns whether the match is kept: if nobody
    else plays, it is deleted, unless it is of a tournament, which they leave too. Conflict if they do not play it."""
    lock_tables(connection, [code])
    playing = select(tables.c.code).where(tables.c.code == code, tables.c.phase == "playing")
    theirs = update(chairs).where(chairs.c.code.in_(playing), chairs.c.person == person)
    if not connection.execute(theirs.values(person=None, bot=bot, left=True, leaver=person)).rowcount:
        raise Conflict(f"this person does not play at table {code}")
    others = select(chairs.c.person).where(chairs.c.code == code, chairs.c.person.is_not(None))
    host = connection.execute(others.order_by(chairs.c.seat)).scalar()
    if left_table(connection, code, person):
        host = host or ""
    if host is None:
        give_up(connection, code, person, now())
        forget(connection, [code])
        return False
    connection.execute(update(tables).where(tables.c.code == code, tables.c.host == person).values(host=host))
    notify_tables(connection, [code])
    return True


def put_away(connection: Connection, code: str, person: str) -> bool:
    """Hide a finished match from a person's lists; returns whether it is one of theirs."""
    over = select(tables.c.code).where(tables.c.code == code, tables.c.phase == "over")
    theirs = update(chairs).where(chairs.c.code.in_(over), chairs.c.person == person)
    return connection.execute(theirs.values(put_away=True)).rowcount > 0


def note_due(connection: Connection, code: str, due: float | None) -> None:
    """Store when a table must be attended to although nobody is present."""
    connection.execute(update(tables).where(tables.c.code == code).values(due=due))


def note_rematch(connection: Connection, code: str, new: str) -> str:
    """Store the table of the players' next match; returns the first one if there are several."""
    first = update(tables).where(tables.c.code == code, tables.c.rematch.is_(None)).values(rematch=new, changed=now())
    if connection.execute(first).rowcount:
        notify_tables(connection, [code])
    return str(connection.execute(select(tables.c.rematch).where(tables.c.code == code)).scalar_one())


def kept(connection: Connection, code: str) -> Kept | None:
    """All stored data of a table."""
    table = first(TableRow, connection.execute(select(tables).where(tables.c.code == code)))
    if table is None:
        return None
    if table.readable:
        table = replace(table, options=unpacked(connection, table.options))
    return Kept(
        table,
        chairs_at(connection, code),
        later_actions(connection, code, 0),
        later_says(connection, code, 0),
    )


def standing(connection: Connection, codes: list[str]) -> dict[str, Standing]:
    """The current state, in short, of tables in memory, to find what has changed."""
    found = rows(TableRow, connection.execute(select(tables).where(tables.c.code.in_(codes))))
    seats: dict[str, list[ChairRow]] = {table.code: [] for table in found}
    of_these = select(chairs).where(chairs.c.code.in_(codes)).order_by(chairs.c.code, chairs.c.seat)
    for chair in rows(ChairRow, connection.execute(of_these)):
        seats[chair.code].append(chair)
    numbers = []
    for part, number in ((actions, actions.c.n), (says, says.c.id)):
        last = select(part.c.code, func.max(number)).where(part.c.code.in_(codes)).group_by(part.c.code)
        numbers.append({row[0]: row[1] for row in connection.execute(last)})
    return {
        table.code: Standing(
            replace(table, options=unpacked(connection, table.options)) if table.readable else table,
            seats[table.code],
            numbers[0].get(table.code, -1),
            numbers[1].get(table.code, 0),
        )
        for table in found
    }


def later_says(connection: Connection, code: str, number: int) -> list[SayRow]:
    """The chat messages of a table after this number."""
    found = select(says).where(says.c.code == code, says.c.id > number).order_by(says.c.id)
    return rows(SayRow, connection.execute(found))


def later_of_many(connection: Connection, codes: list[str], numbers: list[int]) -> dict[str, list[ActionRow]]:
    """The logs of several tables, each from its number on (PostgreSQL)."""
    asked = (
        func.unnest(cast(codes, ARRAY(String)), cast(numbers, ARRAY(Integer)))
        .table_valued("code", "n")
        .render_derived()
    )
    found = select(actions).join(asked, (actions.c.code == asked.c.code) & (actions.c.n >= asked.c.n))
    logs: dict[str, list[ActionRow]] = {}
    for row in rows(ActionRow, connection.execute(found.order_by(actions.c.code, actions.c.n))):
        logs.setdefault(row.code, []).append(row)
    return logs


def later_actions(connection: Connection, code: str, n: int) -> list[ActionRow]:
    """The log of a table from number `n` on."""
    found = select(actions).where(actions.c.code == code, actions.c.n >= n).order_by(actions.c.n)
    return rows(ActionRow, connection.execute(found))


def touch(connection: Connection, when: dict[str, float], seen: dict[str, dict[int, int]]) -> None:
    """Store when tables were last played at, and how many actions each of their players has been shown.

    This may lag behind the log, so it is done now and then for many tables.
    """
    if when:
        times = [{"of": code, "at": at} for code, at in when.items()]
        played = update(tables).where(tables.c.code == bindparam("of")).values(changed=bindparam("at"))
        connection.execute(played, times)
        shown = [{"of": code, "at": seat, "n": n} for code, seats in seen.items() for seat, n in seats.items()]
        chair = (chairs.c.code == bindparam("of")) & (chairs.c.seat == bindparam("at"))
        connection.execute(
            update(chairs).where(chair, chairs.c.seen < bindparam("n")).values(seen=bindparam("n")), shown
        )


def due_tables(connection: Connection, now: float) -> list[str]:
    """The matches that must be attended to although nobody is present."""
    found = select(tables.c.code).where(tables.c.due <= now, tables.c.phase == "playing")
    return list(connection.execute(found).scalars())


def add_say(connection: Connection, say: SayRow) -> int:
    """Store a chat message; returns its number."""
    number = connection.execute(insert(says).values(**values(say)).returning(says.c.id)).scalar_one()
    notify(connection, "says", code=say.code)
    return int(number)


def tables_of(connection: Connection, person: str, phases: Iterable[str], limit: int) -> list[Kept]:
    """The tables a person sits at, newest first."""
    mine = select(chairs.c.code).where(chairs.c.person == person)
    found = select(tables).where(tables.c.code.in_(mine), tables.c.phase.in_(list(phases)))
    return kept_with_chairs(connection, found.order_by(tables.c.changed.desc()).limit(limit))


def running_guided(connection: Connection, person: str, game: str, rules_version: int) -> str | None:
    """The table of a person's unfinished guided match, under the current rules."""
    mine = tables.c.guided, tables.c.host == person, tables.c.phase == "playing"
    found = select(tables.c.code).where(*mine, tables.c.game == game, tables.c.rules_version == rules_version)
    return connection.execute(found.order_by(tables.c.created.desc())).scalar()


def open_tables(connection: Connection, limit: int) -> list[Kept]:
    """The tables that anybody may join, newest first."""
    found = select(tables).where(tables.c.open, tables.c.phase == "gathering")
    return kept_with_chairs(connection, found.order_by(tables.c.changed.desc()).limit(limit))


def finished_tables(connection: Connection, person: str | None, limit: int) -> list[Kept]:
    """The latest finished matches: a person's own, and those at open tables."""
    mine = select(chairs.c.code).where(chairs.c.person == person)
    seen = tables.c.open | tables.c.code.in_(mine), tables.c.code.not_in(mine.where(chairs.c.put_away))
    found = select(tables).where(tables.c.phase == "over", *seen)
    return kept_with_chairs(connection, found.order_by(tables.c.changed.desc()).limit(limit))


def reached(connection: Connection) -> float | None:
    """The time last reached by `advance`."""
    found = setting(connection, REACHED)
    return None if found is None else float(found)


def advance(connection: Connection, when: float, most: float) -> float:
    """Advance the time by which stored data ages to `when`, but by at most `most` seconds since the last call.

    Old data is deleted by this time. It advances only while the server runs, so a wall clock that is far ahead when the
    server starts does not make everything old at once.
    """
    last = reached(connection)
    if last is None:
        newest = connection.execute(select(func.max(tables.c.changed))).scalar()
        last = when if newest is None else min(newest, when)
        setting_made_once(connection, REACHED, repr(last))
    come = max(last, min(when, last + most))
    connection.execute(update(settings).where(settings.c.name == REACHED).values(value=repr(come)))
    return come


def clean(connection: Connection, gathering: float, playing: float, over: float) -> list[str]:
    """Delete tables not played at since these times, by phase, and people not seen since; returns the tables."""
    give_up_old(connection, playing)
    old = [
        code
        for phase, before in (("gathering", gathering), ("playing", playing), ("over", over))
        for code in connection.execute(
            select(tables.c.code).where(tables.c.phase == phase, tables.c.changed < before)
        ).scalars()
    ]
    forget(connection, old)
    clean_entrants(connection, gathering, over)
    clean_results(connection, over, select(people.c.id).where(people.c.account.is_not(None)))
    sitting = select(chairs.c.person).where(chairs.c.person.is_not(None))
    gone = people.c.seen < min(gathering, playing, over)
    connection.execute(delete(people).where(gone, people.c.account.is_(None), people.c.id.not_in(sitting)))
    connection.execute(delete(decks).where(decks.c.used < over))
    clean_texts(connection)
    known = select(people.c.id).union(sitting)
    long_ago = preferences.c.set < over
    connection.execute(delete(preferences).where(long_ago, preferences.c.person.not_in(known)))
    connection.execute(delete(tokens).where(tokens.c.person.not_in(select(people.c.id))))
    clean_calling(connection)
    clean_recovery(connection)
    return old


def give_up_old(connection: Connection, before: float) -> None:
    """Count abandoned rated matches against bots as left: otherwise nobody would ever have to lose one."""
    old = tables.c.phase == "playing", tables.c.rated, tables.c.changed < before
    for code in list(connection.execute(select(tables.c.code).where(*old)).scalars()):
        sitting = {chair.person for chair in chairs_at(connection, code) if chair.person}
        if len(sitting) == 1:
            leave_match(connection, code, sitting.pop(), "")


def forget(connection: Connection, codes: list[str], instead: str = "/") -> None:
    """Delete these tables; their viewers are redirected."""
    for some in chunks(codes):
        notify(connection, "forgotten", codes=some, instead=instead)
    for part in (says, actions, chairs, invitations, sent_away, table_texts, leases, calls, tables):
        for start in range(0, len(codes), 500):
            connection.execute(delete(part).where(part.c.code.in_(codes[start : start + 500])))


def kept_with_chairs(connection: Connection, found: Any) -> list[Kept]:
    """The tables that a statement finds, with who sits there."""
    there = [table for table in rows(TableRow, connection.execute(found)) if table.readable]
    seats: dict[str, list[ChairRow]] = {table.code: [] for table in there}
    for chair in rows(
        ChairRow, connection.execute(select(chairs).where(chairs.c.code.in_(seats)).order_by(chairs.c.seat))
    ):
        seats[chair.code].append(chair)
    return [Kept(table, seats[table.code]) for table in there]


def read_json(text: str | bytes) -> Any:
    """Parse JSON; invalid JSON is returned as it is, so that one bad row does not break a list."""
    try:
        return json.loads(text)
    except ValueError:
        return text


# --- Opening -------------------------------------------------------------------------


def arguments(url: str) -> dict[str, Any]:
    """The driver's arguments: for PostgreSQL UTF-8, and a timeout if it does not answer."""
    if url.startswith("sqlite"):
        return {"check_same_thread": False}
    if url.startswith("postgres"):
        return {"connect_timeout": PATIENCE, "tcp_user_timeout": 4000 * PATIENCE, **UTF8}
    return {}


def _for_sqlite(connection: Any, _: Any) -> None:
    """Set up SQLite: readers never wait for the writer (WAL); a commit is on disk before it returns (FULL)."""
    wait = f"busy_timeout = {1000 * PATIENCE}"
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", wait):
        connection.execute(f"PRAGMA {pragma}")


def _for_postgresql(connection: Any, _: Any) -> None:
    """Set up PostgreSQL: wait as long for a lock as SQLite does."""
    check_encoding(connection)
    with connection.cursor() as cursor:
        cursor.execute(f"SET lock_timeout = '{PATIENCE}s'")
    connection.commit()
