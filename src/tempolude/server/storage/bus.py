"""What the processes that serve the same tables tell one another, through the database they share.

A statement that changes what other processes hold in memory says so with `notify`, in its own transaction: PostgreSQL
tells everybody who listens when it commits, and nobody if it does not. Each process listens on a connection of its own.
While that is down news is lost, so whoever listens again first reads what it may have missed (`Bus.missed`). On SQLite
there is one process: nothing is sent, and nobody listens.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import suppress
from logging import getLogger
from time import monotonic
from typing import TYPE_CHECKING, Any

import orjson
from sqlalchemy import Connection, func, select, text

from ..refusal import Refusal

if TYPE_CHECKING:
    from .store import Store

CHANNEL = "tempolude"
CHUNK = 100  # tables in one message: PostgreSQL takes 8,000 bytes
SOON, LATE = 0.1, 5.0  # seconds until it tries again to listen
DEAF = 15.0  # seconds without its own heartbeat after which a process listens on a new connection
log = getLogger(__name__)
Handler = Callable[..., Awaitable[None] | None]


def notify(connection: Connection, kind: str, **about: Any) -> None:
    """Tell the other processes, if and when this transaction is committed."""
    if connection.dialect.name == "postgresql":
        origin = connection.get_execution_options()["process"]
        payload = orjson.dumps([origin, kind, about]).decode()
        connection.execute(select(func.pg_notify(CHANNEL, payload)))


def notify_tables(connection: Connection, codes: Iterable[str]) -> None:
    """Tell the others that what is kept of these tables, or who sits there, has changed."""
    for some in chunks(list(codes)):
        notify(connection, "tables", codes=some)


def notify_all(connection: Connection, news: list[tuple[str, dict[str, Any]]]) -> None:
    """Tell the others what is kept nowhere: it need not be on a disk."""
    connection.execute(text("SET LOCAL synchronous_commit = off"))
    for kind, about in news:
        notify(connection, kind, **about)


def chunks(codes: list[str], size: int = CHUNK) -> Iterator[list[str]]:
    for start in range(0, len(codes), size):
        yield codes[start : start + size]


class Bus:
    """What this process tells the others, and what it hears from them."""

    def __init__(self, store: Store) -> None:
        self.store, self.process = store, store.process
        self.shared = store.shared
        self._handlers: dict[str, Handler] = {}
        self._missed: list[Callable[[], Awaitable[None]]] = []
        self._waiting: list[tuple[str, dict[str, Any]]] = []
        self._sending: asyncio.Task[None] | None = None
        self._listening: asyncio.Task[None] | None = None
        self._working: set[asyncio.Future[None]] = set()
        self._heard = monotonic()

    def on(self, kind: str, handler: Handler) -> None:
        """Have a handler called with the process that tells something of this kind, and what it tells."""
        self._handlers[kind] = handler

    def on_missed(self, handler: Callable[[], Awaitable[None]]) -> None:
        """Have a handler called when news may have been lost: it reads again what it holds in memory."""
        self._missed.append(handler)

    def send(self, kind: str, **about: Any) -> None:
        """Tell the others soon what is kept nowhere."""
        if self.shared:
            self._waiting.append((kind, about))
            if self._sending is None:
                self._sending = asyncio.create_task(self._send())

    async def _send(self) -> None:
        try:
            while self._waiting:
                news, self._waiting = self._waiting, []
                with suppress(Refusal):  # what is lost is asked for again (`on_missed`)
                    await self.store.run(notify_all, news)
        finally:
            self._sending = None

    def start(self) -> None:
        if self.shared:
            self._listening = asyncio.create_task(self._listen())

    async def stop(self) -> None:
        for task in (self._listening, self._sending, *self._working):
            if task:
                task.cancel()
                with suppress(asyncio.CancelledError, Exception):
                    await task

    # --- Listening -------------------------------------------------------------------

    async def _listen(self) -> None:
        from psycopg import AsyncConnection, Error

        engine, pause = self.store.engine, SOON
        _, where = engine.dialect.create_connect_args(engine.url)
        while True:
            try:
                async with await AsyncConnection.connect(autocommit=True, connect_timeout=5, **where) as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    self._heard, pause = monotonic(), SOON
                    self.catch_up()
                    while monotonic() - self._heard < DEAF:
                        async for note in connection.notifies(timeout=2):
                            self._hear(note.payload)
                    log.info("nothing is heard from the other processes: listening again")
            except (OSError, Error) as error:
                log.warning("the other processes are not heard: %s", str(error).strip())
            await asyncio.sleep(pause)
            pause = min(2 * pause, LATE)

    def catch_up(self) -> None:
        """News may have been lost: have everything read again that is held in memory."""
        for handler in self._missed:
            self._work(handler())

    def _hear(self, payload: str) -> None:
        origin, kind, about = orjson.loads(payload)
        if origin == self.process:
            self._heard = monotonic()
            return
        handler = self._handlers.get(kind)  # none: a process of another version tells something new
        if handler:
            try:
                work = handler(origin, **about)
            except Exception:
                log.exception("what another process told could not be followed: %s", kind)
            else:
                if work is not None:
                    self._work(work)

    def _work(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._working.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Future[None]) -> None:
        self._working.discard(task)
        if not task.cancelled() and (error := task.exception()) and not isinstance(error, Refusal):
            log.error("what another process told could not be followed", exc_info=error)
