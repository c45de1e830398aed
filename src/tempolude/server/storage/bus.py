"""Messages between the processes that serve the same tables, through their shared database.

A statement that changes what other processes hold in memory calls `notify` in its own transaction: PostgreSQL delivers
the message to all listeners if and when it commits. Each process listens on a separate connection. While that is down
messages are lost, so a process that reconnects first reads what it may have missed (`Bus.missed`). On SQLite there is
only one process: nothing is sent.
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
CHUNK = 100  # tables per message: PostgreSQL's limit is 8,000 bytes
SOON, LATE = 0.1, 5.0  # seconds between attempts to listen
DEAF = 15.0  # seconds without its own heartbeat after which a process reconnects
log = getLogger(__name__)
Handler = Callable[..., Awaitable[None] | None]


def notify(connection: Connection, kind: str, **about: Any) -> None:
    """Send a message to the other processes if and when this transaction commits."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_notify(CHANNEL, message(connection, kind, **about))))


def message(connection: Connection, kind: str, **about: Any) -> str:
    """A message of this process."""
    return orjson.dumps([connection.get_execution_options()["process"], kind, about]).decode()


def notify_tables(connection: Connection, codes: Iterable[str]) -> None:
    """Tell the others that the rows or chairs of these tables have changed."""
    for some in chunks(list(codes)):
        notify(connection, "tables", codes=some)


def notify_all(connection: Connection, news: list[tuple[str, dict[str, Any]]]) -> None:
    """Send messages about what is not stored; the commit need not reach the disk."""
    connection.execute(text("SET LOCAL synchronous_commit = off"))
    for kind, about in news:
        notify(connection, kind, **about)


def chunks(codes: list[str], size: int = CHUNK) -> Iterator[list[str]]:
    for start in range(0, len(codes), size):
        yield codes[start : start + size]


class Bus:
    """The messages that this process sends to the others and receives from them."""

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
        """Register a handler for messages of this kind; it is called with the sending process and the content."""
        self._handlers[kind] = handler

    def on_missed(self, handler: Callable[[], Awaitable[None]]) -> None:
        """Register a handler to be called when messages may have been lost: it should read its memory again."""
        self._missed.append(handler)

    def send(self, kind: str, **about: Any) -> None:
        """Send a message soon about something that is not stored."""
        if self.shared:
            self._waiting.append((kind, about))
            if self._sending is None:
                self._sending = asyncio.create_task(self._send())

    async def _send(self) -> None:
        try:
            while self._waiting:
                news, self._waiting = self._waiting, []
                with suppress(Refusal):  # lost messages are made up for by `on_missed`
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
        """Handle lost messages: have everything in memory read again."""
        for handler in self._missed:
            self._work(handler())

    def _hear(self, payload: str) -> None:
        origin, kind, about = orjson.loads(payload)
        if origin == self.process:
            self._heard = monotonic()
            return
        handler = self._handlers.get(kind)  # None: sent by a process of another version
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
