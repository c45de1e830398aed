"""Communication with the other processes that serve the same tables.

A process that commits an action, a changed chair, a chat message, a deleted table, or the end of a session, password or
token notifies the others in the same transaction (storage/bus.py), and each reads from the database what it holds in
memory. Who is present at a table is not stored: processes tell one another, and ask when they open a table.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from random import random
from typing import TYPE_CHECKING, Any

from .. import wire
from ..people.guests import Guests
from ..refusal import Refusal
from ..storage.accounts import ended_sessions, password_of, passwords
from ..storage.bus import Bus, chunks
from ..storage.rows import Standing, TableRow
from ..storage.store import later_says, standing, without_seen
from ..storage.together import News
from ..storage.tokens import live_tokens
from .chairs import chairs_of
from .leases import Leases

if TYPE_CHECKING:
    from .live_table import LiveTable
    from .tables import Tables

TOGETHER = 0.02  # seconds for which changes of presence are collected
BREATH = 0.5  # seconds for processes with viewers to take a dead process's tables first
OVERLAP = 50  # chat messages that are read again
POLL = 60.0  # seconds after which everything is read again, in case a message was lost
NOBODY: tuple[frozenset[int], frozenset[int]] = (frozenset(), frozenset())


class Peers:
    """The messages about tables and people between this process and the others."""

    def __init__(self, bus: Bus, leases: Leases) -> None:
        self.bus, self.leases = bus, leases
        self.tables: Tables
        self.guests: Guests
        self.on_action: Callable[[str], None] = lambda code: None  # called after every action, here or elsewhere
        self._told: dict[str, tuple[frozenset[int], frozenset[int]]] = {}  # presence by table, as last sent
        self._reading: dict[str, bool] = {}  # tables being read, and whether they changed in the meantime
        self._to_tell: set[str] = set()
        self._to_ask: set[str] = set()
        self._to_refresh: set[str] = set()
        self._telling: asyncio.TimerHandle | None = None
        self._refreshing: asyncio.Task[None] | None = None
        self._polling: asyncio.Task[None] | None = None

    def connect(self, tables: Tables, guests: Guests) -> None:
        """Start applying the others' messages to these tables and people."""
        self.tables, self.guests = tables, guests
        handlers: dict[str, Callable[..., Any]] = {
            "actions": self._actions,
            "tables": lambda _, codes: self.refresh_soon(codes),
            "says": lambda _, code: self.refresh_soon([code]),
            "forgotten": self._forgotten,
            "session": self._session,
            "password": self._password,
            "tokens": self._tokens,
            "here": self._here,
            "who": self._who,
            "back": self._back,
            "gone": self._gone,
            "news": self._news,
            "blocks": self._blocks,
        }
        for kind, handler in handlers.items():
            self.bus.on(kind, handler)
        self.bus.on_missed(self.read_again)
        self.leases.on_held = self._held
        self.leases.on_lost = self._lost
        self.leases.on_dead = lambda processes, codes: self._gone("", processes, codes)

    async def start(self) -> None:
        await self.leases.start()
        self.bus.start()
        if self.bus.shared:
            self._polling = asyncio.create_task(self._poll())

    async def stop(self) -> None:
        if self._telling:
            self._telling.cancel()
        for task in (self._polling, self._refreshing):
            if task:
                task.cancel()
        await self.leases.stop()
        await self.bus.stop()

    # --- Sending -------------------------------------------------------------------------

    def present(self, table: LiveTable) -> None:
        """Send who is present at a table."""
        if self.bus.shared:
            self._to_tell.add(table.code)
            self._soon()

    def reads(self, code: str) -> None:
        """Record that a table is being read; concurrent writes may or may not be included."""
        self._reading[code] = False

    def has_read(self, code: str) -> None:
        if self._reading.pop(code, False):
            self.refresh_soon([code])

    def ask(self, code: str) -> None:
        """Ask the others who is present at a table that was just opened here."""
        if self.bus.shared:
            self._to_ask.add(code)
            self._soon()

    def back(self, table: LiveTable, seat: int) -> None:
        """Tell the others that a player is back."""
        self.bus.send("back", code=table.code, seat=seat)

    def _soon(self) -> None:
        if self._telling is None:
            self._telling = asyncio.get_running_loop().call_later(TOGETHER, self._tell)

    def _tell(self) -> None:
        self._telling = None
        news: dict[str, tuple[list[int], list[int]]] = {}
        for code in self._to_tell:
            table = self.tables.in_memory(code)
            now = (table.broadcast.own_seats(), table.broadcast.own_looking()) if table else NOBODY
            if now != self._told.get(code, NOBODY):
                news[code] = sorted(now[0]), sorted(now[1])
                self._told[code] = now
            if now == NOBODY:
                self._told.pop(code, None)
        asked = sorted(self._to_ask)
        self._to_tell, self._to_ask = set(), set()
        for some in chunks(list(news)):
            seats, looking = ({code: news[code][part] for code in some} for part in (0, 1))
            self.bus.send("here", seats=seats, looking=looking)
        for some in chunks(asked):
            self.bus.send("who", codes=some)

    # --- Receiving: tables ---------------------------------------------------------------

    def _actions(self, origin: str, log: list[tuple[str, int, str, list[str]]]) -> None:
        """Handle actions of another process: read them now if somebody is present, else on the next request."""
        for code, n, game, people in log:
            table = self.tables.in_memory(code)
            if table and table.match:
                table.writer.hear(n)
            else:
                self.refresh_soon([code])
            self.on_action(code)
            at_table = table.broadcast.connections if table else set()
            if people and game in self.tables.games:
                self.tables.notifier.call(people, code, self.tables.games[game], at_table)

    def refresh_soon(self, codes: Iterable[str]) -> None:
        """Read these tables again if they are in memory or being loaded: the database has changed."""
        for code in codes:
            if self.tables.in_memory(code):
                self._to_refresh.add(code)
            elif code in self._reading:
                self._reading[code] = True
        if self._to_refresh and self._refreshing is None:
            self._refreshing = asyncio.create_task(self._refresh())

    async def _refresh(self) -> None:
        try:
            while self._to_refresh:
                code = self._to_refresh.pop()
                with suppress(Refusal):
                    await self.refresh(code)
        finally:
            self._refreshing = None

    async def refresh(self, code: str) -> None:
        """Bring a table in memory up to date with the database."""
        table = self.tables.in_memory(code)
        if table is None:
            return
        async with table.lock:
            found = (await self.bus.store.run(standing, [code])).get(code)
            if self.tables.in_memory(code) is table:
                await self._renew(table, found)

    async def _renew(self, table: LiveTable, found: Standing | None) -> None:
        """Apply others' changes to a table. The caller must have held its lock before reading `found`."""
        if found is None:
            self.tables.close(table.code, "/")
        elif table.match is None and found.table.phase != "gathering":
            self.tables.reread(table.code)  # the match has begun
        else:
            before = table.kept
            table.kept = replace(found.table, due=before.due, changed=before.changed)
            changed = without_seen(found.chairs) != [chair.row(table.code) for chair in table.chairs]
            if changed:
                table.gathering.chairs = chairs_of(found)
                if table.match:
                    table.look_again()
                    table.wake()  # a bot may have to play for a player who left
            if table.match is None and (changed or settled(before) != settled(table.kept)):
                table.broadcast.send_all(wire.Reload())
            if table.kept.rematch and not before.rematch:
                table.broadcast.send_all(wire.Next(f"/t/{table.kept.rematch}"))
            if found.said:  # lower numbers may have been committed later
                for row in await self.bus.store.run(later_says, table.code, found.said - OVERLAP):
                    table.broadcast.heard(row)
            if table.match:
                table.writer.hear(found.last)

    def _forgotten(self, origin: str, codes: list[str], instead: str) -> None:
        for code in codes:
            if code in self._reading:
                self._reading[code] = True  # it may have been found just before
            self.tables.close(code, instead)

    # --- Receiving: presence ---------------------------------------------------------------

    def _here(self, origin: str, seats: dict[str, list[int]], looking: dict[str, list[int]]) -> None:
        for code, there in seats.items():
            if table := self.tables.in_memory(code):
                table.broadcast.elsewhere(origin, frozenset(there), frozenset(looking[code]))

    def _who(self, origin: str, codes: list[str]) -> None:
        """Answer another process that asks who is present at tables here."""
        for code in codes:
            if self._told.pop(code, None):
                self._to_tell.add(code)
        if self._to_tell:
            self._soon()

    def _back(self, origin: str, code: str, seat: int) -> None:
        if (table := self.tables.in_memory(code)) and table.match:
            table.take_back_seat(seat, tell=False)
            table.broadcast.send_seats()

    def _gone(self, origin: str, processes: list[str], codes: list[str]) -> None:
        """Handle processes that died or released tables: their viewers are gone, and the tables are free."""
        self.leases.forget(codes)
        for table in self.tables.open if processes else ():
            for process in processes:
                table.broadcast.elsewhere(process, frozenset())
        for code in codes:
            self._held(code)
        if processes:  # also tables without viewers
            asyncio.get_running_loop().call_later(BREATH + random(), lambda: asyncio.ensure_future(self._adopt()))

    def _held(self, code: str) -> None:
        """Run a table that this process has, or may get, the lease of."""
        if table := self.tables.in_memory(code):
            table.wake()

    def _lost(self) -> None:
        for table in self.tables.open:
            table.rest()

    async def _adopt(self) -> None:
        with suppress(Refusal):
            await self.tables.look_after_due()

    # --- Receiving: people -----------------------------------------------------------------

    def _session(self, origin: str, person: str, session: str) -> None:
        self.guests.ended(session)
        self.tables.notifier.end(person, session=session)

    async def _password(self, origin: str, person: str) -> None:
        await self.look_up_password(person)

    async def look_up_password(self, person: str) -> None:
        """Read a person's password again; if it has changed, end what was opened with the old one."""
        hashed = await self.bus.store.run(password_of, person)
        changed = self.guests.locked(person, hashed) if hashed else self.guests.erased(person)
        if changed:
            self.tables.notifier.end(person, cookies=True)

    def _tokens(self, origin: str, person: str, keys: list[str]) -> None:
        self.tables.notifier.end(person, tokens=keys)

    def _news(self, origin: str, news: dict[str, str]) -> None:
        self.tables.tell(News(**news))

    async def _blocks(self, origin: str, person: str) -> None:
        await self.tables.blocks_changed(person)

    # --- After lost messages -----------------------------------------------------------------

    async def _poll(self) -> None:
        while True:
            await asyncio.sleep(POLL)
            self.bus.catch_up()

    async def read_again(self) -> None:
        """Read everything in memory that others may have changed."""
        await self._read_people()
        await self.tables.blocks.read_all()
        self.leases.forget()
        for table in self.tables.open:
            self.ask(table.code)
            self._told.pop(table.code, None)
            self._to_tell.add(table.code)
        for some in chunks([table.code for table in self.tables.open]):
            found = await self.bus.store.run(standing, some)
            self.refresh_soon(code for code in some if self._differs(code, found.get(code)))
        for table in self.tables.open:
            table.wake()

    def _differs(self, code: str, found: Standing | None) -> bool:
        table = self.tables.in_memory(code)
        return table is not None and (found is None or differs(table, found))

    async def _read_people(self) -> None:
        store, notifier = self.bus.store, self.tables.notifier
        for session in await store.run(ended_sessions) - self.guests.over:
            self.guests.ended(session)
        known = await store.run(passwords)
        for person, hashed in known.items():
            if self.guests.locked(person, hashed):
                notifier.end(person, cookies=True)
        for person in self.guests.gone(known):
            self.guests.erased(person)
            notifier.end(person, cookies=True)
        for connection in notifier.all:
            if connection.session in self.guests.over:
                notifier.end(connection.person or "", session=connection.session)
        keys = {connection.token for connection in notifier.all if connection.token}
        revoked = keys - await store.run(live_tokens, sorted(keys)) if keys else set()
        for connection in notifier.all:
            if connection.token in revoked:
                notifier.end(connection.person or "", tokens=[connection.token])


def settled(row: TableRow) -> tuple[Any, ...]:
    """What the page of a table shows before the match, without the chairs."""
    return row.options, row.open, row.friends, row.host, row.clock, row.one_device


def differs(table: LiveTable, found: Standing) -> bool:
    """Whether a table in memory differs from the database."""
    behind = table.match is not None and table.version <= found.last
    rows = [chair.row(table.code) for chair in table.chairs]
    other = settled(table.kept) != settled(found.table) or table.kept.rematch != found.table.rematch
    begun = table.match is None and found.table.phase != "gathering"
    return behind or other or begun or found.said > table.broadcast.said or without_seen(found.chairs) != rows
