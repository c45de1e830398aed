"""The tables in memory: loaded from the log on request, and unloaded when idle."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack, suppress
from dataclasses import replace
from logging import getLogger
from secrets import randbits
from time import monotonic
from typing import Any
from weakref import WeakSet

from tempolude.engine.errors import BadData, BadOption, OtherRules, TempoludeError
from tempolude.engine.game import Game

from .. import wire
from ..letters import random_letters
from ..memory import Collector
from ..now import now
from ..people.blocks import Blocks
from ..refusal import N_, Refusal
from ..settings import Settings
from ..storage.accounts import clean_sessions, dissolve, sits_at
from ..storage.bus import Bus
from ..storage.erasing import erase, tables_with
from ..storage.moderation import check_suspended, suspend
from ..storage.results import finish
from ..storage.rows import TableRow
from ..storage.store import Store, add_table, advance, change_table, clean, due_tables, forget, keep_person, kept, touch
from ..storage.together import News, block, clean_together
from ..view.pages import Pages
from .beginning import begun
from .bot_pool import BotPool
from .chairs import STAND_IN, Chair
from .connection import Notifier
from .gathering import left_by
from .leases import Leases
from .live_table import LiveTable, Shared
from .peers import Peers
from .results import filling_in, finished
from .reviews import Reviews

CODE = 10
DAY = 24 * 3600.0
IDLE = 600.0  # seconds until a table without viewers is unloaded
IN_ORDER = 10.0  # seconds that a stopping server waits for pending actions
FASTER = 24  # how much faster than real time stored data may age, after downtime or a clock jump
log = getLogger(__name__)


class Tables:
    """All tables."""

    def __init__(self, games: dict[str, Game], pages: Pages, store: Store, settings: Settings) -> None:
        self.games, self.store, self.settings = games, store, settings
        self.bot_pool, self.notifier = BotPool(settings.processes), Notifier(settings.limits)
        self.reviews = Reviews(store, settings.processes)
        bus = Bus(store)
        self.leases = Leases(bus)
        self.peers = Peers(bus, self.leases)
        self.blocks = Blocks(store)
        self.shared = Shared(pages, store, self.bot_pool, self.notifier, settings, self.leases, self.peers, self.blocks)
        self._open: dict[str, LiveTable] = {}
        self._alive: WeakSet[LiveTable] = WeakSet()  # those and whatever was let go and is still in memory
        self._collector = Collector()
        self._reading: dict[str, asyncio.Task[LiveTable]] = {}
        self._leaving: dict[str, LiveTable] = {}  # tables to be read again, with pending actions
        self._swept: float | None = None  # monotonic time
        self._sweeping: asyncio.Task[None] | None = None
        self._filling: asyncio.Task[None] | None = None
        self.draining = False  # the server is stopping: new requests should go to another process

    @property
    def open(self) -> list[LiveTable]:
        """The tables that are in memory now."""
        return list(self._open.values())

    def in_memory(self, code: str) -> LiveTable | None:
        """The table of that code, if it is in memory."""
        return self._open.get(code)

    async def get(self, code: str) -> LiveTable:
        """The table of that code, or a Refusal."""
        table = await self.look(code)
        table.check_log()
        return table

    async def look(self, code: str) -> LiveTable:
        """The table of that code, even if its log is damaged."""
        table = self._open.get(code)
        if table and table.match and table.writer.lags:
            await table.writer.caught_up()
            table = self._open.get(code)
        if table and not table.stale and not table.damage:
            return table
        if table:
            self.reread(code)
        if code not in self._reading:
            self.peers.reads(code)
            self._reading[code] = asyncio.create_task(self._read(code))
            self._reading[code].add_done_callback(lambda _: self._has_read(code))
        return await asyncio.shield(self._reading[code])

    def _has_read(self, code: str) -> None:
        self._reading.pop(code, None)
        self.peers.has_read(code)

    async def _read(self, code: str) -> LiveTable:
        if before := self._leaving.pop(code, None):
            await before.settled()
        found = await self.store.run(kept, code)
        if found is None:
            raise Refusal(N_("There is no such table. It may have been deleted."), 404)
        game = self.games.get(found.table.game)
        if game is None:
            raise Refusal(N_("The game of this table is no longer on the shelf."), 404)
        older = not game.plays(found.table.rules_version) or found.table.data is None
        if older and found.table.phase != "gathering":
            raise Refusal(N_("This game was started under older rules and can no longer be shown."), 410)
        try:
            table = LiveTable(found, game, self.shared)
        except (OtherRules, BadOption, BadData) as error:
            log.warning("table %s: %s", code, error)
            raise Refusal(
                N_("This game was started with cards or boards that have changed since, and cannot be shown."), 410
            ) from None
        if not table.damage:
            await self._close_if_over(table)
            self._open[code] = table
            self._alive.add(table)
            self.peers.ask(code)
        return table

    async def _close_if_over(self, table: LiveTable) -> None:
        """Close a match that is over according to its log, whatever its row says."""
        if table.over and table.kept.phase != "over":
            changes = {**table.changes_with(table.playing), "changed": table.at}
            table.kept = replace(table.kept, **changes)
            with suppress(Refusal):  # tried again when it is next read
                await self.store.run(change_table, table.code, changes)
                if end := finished(table.kept, table.playing, table.times):
                    await self.store.run(finish, [end])

    async def make(self, game: Game, options: dict[str, Any], chairs: list[Chair], host: str, **how: Any) -> LiveTable:
        """A new table."""
        code = random_letters(CODE)
        row = replace(new_table(code, game, options, host, randbits(256)), **how)
        if row.phase == "gathering" and not row.one_device:
            await self.store.run(check_suspended, host)
        if row.phase == "playing":
            row = replace(row, **begun(game, len(chairs), options))
        await self.store.run(add_table, row, [chair.row(code) for chair in chairs])
        if any(chair.bot for chair in chairs):
            self.bot_pool.warm()  # so that nobody waits for a process to start at their first turn
        table = await self.get(code)
        await table.look_after()
        return table

    async def rename(self, person: str, name: str, held: LiveTable | None = None) -> None:
        """Store a person's name and show it wherever they sit. The caller holds the lock of the table `held`."""
        await self.store.run(keep_person, person, name)
        for table in self.open:
            if table is held:
                table.gathering.rename(person, name)
            elif table.gathering.seats_of(person):
                async with table.lock:
                    table.gathering.rename(person, name)

    async def dissolve(self, guest: str, session: str, heir: str | None) -> None:
        """Remove a guest: their session and tokens end, and the heir, if any, takes their seats.

        The chairs are locked meanwhile. A table that is being read may have been read too early.
        """
        async with AsyncExitStack() as locks:
            for code in sorted(await self.store.run(sits_at, guest)) if heir else ():
                if table := self._open.get(code):
                    await locks.enter_async_context(table.lock)
            codes, tokens = await self.store.run(dissolve, guest, session, heir)
            self.notifier.end(guest, session=session, tokens=tokens)
            for code in codes:
                if code in self._reading:
                    with suppress(Refusal, TempoludeError):
                        await self.get(code)
                if (table := self._open.get(code)) and heir:
                    table.gathering.hand_over(guest, heir)
        if heir:
            await self.blocks.read_all()

    async def erase(self, person: str, session: str) -> None:
        """Erase a person. Tables that others played with them keep a nameless seat; the chairs are locked meanwhile."""
        async with AsyncExitStack() as locks:
            for code in await self.store.run(tables_with, person):
                if table := self._open.get(code):
                    await locks.enter_async_context(table.lock)
            changed, gone, tokens = await self.store.run(erase, person, session, STAND_IN)
        await self.blocks.read(person)
        for code in gone:
            self.close(code, "/")
        for code in changed:
            self.reread(code)
        self.notifier.end(person, cookies=True, tokens=tokens)
        self.peers.refresh_soon(changed)

    # --- People and one another ----------------------------------------------------

    def tell(self, news: News) -> None:
        """Send news to a person's pages in this process."""
        self.notifier.tell(news, self.games.get(news.game))

    async def block(self, person: str, other: str, name: str) -> None:
        """Block a person. At shared gathering tables the host stays and the other gets up; running matches go on."""
        codes = await self.store.run(block, person, other, name)
        await self.blocks_changed(person)
        for code in codes:
            with suppress(Refusal, TempoludeError):
                table = await self.get(code)
                async with table.lock:
                    if table.kept.host == person and table.gathering.seats_of(other):
                        await table.gathering.change(left_by(table.chairs, other), sent_away=other)
                    elif table.gathering.seats_of(person):
                        await self.leave(table, person)

    async def blocks_changed(self, person: str) -> None:
        """Reload a person's open tables after their blocks changed."""
        await self.blocks.read(person)
        for table in self.open:
            for connection in table.broadcast.connections:
                if connection.person == person and connection.reads:
                    connection.send(wire.Reload())

    async def suspend(self, person: str, until: float) -> None:
        """Suspend a person from playing with others. Running matches go on."""
        for code in await self.store.run(suspend, person, until):
            with suppress(Refusal, TempoludeError):
                table = await self.get(code)
                async with table.lock:
                    await self.leave(table, person)

    def reread(self, code: str) -> None:
        """Read a table again on the next request: the database may have changed."""
        if table := self._open.pop(code, None):
            if table.busy:
                self._leaving[code] = table
            table.close()
            table.broadcast.send_all(wire.Reload())

    # --- Letting go --------------------------------------------------------------

    async def start(self) -> None:
        if self.settings.compiles:
            self.bot_pool.prepare(self.games.values())
        await self.peers.start()
        if self.store.shared:
            self.bot_pool.warm()
        self._sweeping = asyncio.create_task(self._sweep())
        self._filling = asyncio.create_task(filling_in(self))

    async def drain(self) -> None:
        """Stop the bots, finish pending actions, then make all pages reconnect.

        A move that arrives meanwhile may or may not be done; its page sends it again with the same id, so it is done
        once.
        """
        await self._settled()
        await self.leases.give_back([table.code for table in self.open])  # others take over at once
        for connection in {*self.notifier.all, *(line for table in self.open for line in table.broadcast.connections)}:
            if connection.reads:
                connection.end(wire.Close.RESTARTING)

    async def _settled(self) -> None:
        """Wait, with a timeout, until all pending actions are written."""
        for table in self.open:
            table.close()
        if waiting := [asyncio.ensure_future(table.settled()) for table in self.open]:
            await asyncio.wait(waiting, timeout=IN_ORDER)

    async def stop(self) -> None:
        for task in (self._sweeping, self._filling):
            if task:
                task.cancel()
        await self._settled()
        with suppress(Refusal):
            await self._touch()
        await self.peers.stop()
        self.reviews.close()
        self.bot_pool.close()

    async def _sweep(self) -> None:
        while True:
            try:
                await self.sweep()
            except Exception:
                log.exception("tables could not be cleared away")
            await asyncio.sleep(60)

    async def _touch(self) -> None:
        played = {code: table for code, table in self._open.items() if table.played}
        times = {code: table.touched for code, table in played.items()}
        await self.store.run(touch, times, {code: dict(table.broadcast.seen) for code, table in played.items()})

    async def sweep(self) -> None:
        """Attend to due tables, unload idle ones, and delete old ones."""
        await self._touch()
        await self.look_after_due()
        await self._let_go()
        self._collector.collect_if_due(len(self._alive) - len(self._open), len(self._open))
        if self.leases.first:
            await self._forget_old()

    async def look_after_due(self) -> None:
        """Attend to due tables that no other process runs."""
        for code in await self.leases.take(await self.store.run(due_tables, now())):
            with suppress(Refusal, TempoludeError):
                await (await self.get(code)).look_after()

    async def _let_go(self) -> None:
        gone = []
        for code, table in list(self._open.items()):
            table.played = False
            if not table.broadcast.connections and now() - table.touched > IDLE and not table.busy:
                table.close()
                del self._open[code]
                gone.append(code)
        await self.leases.give_back(gone)

    async def _forget_old(self) -> None:
        ran, self._swept = 0.0 if self._swept is None else monotonic() - self._swept, monotonic()
        reached = await self.store.run(advance, now(), FASTER * ran)
        keep = self.settings.keep
        ages = (reached - keep.gathering * DAY, reached - keep.playing * DAY, reached - keep.over * DAY)
        for code in await self.store.run(clean, *ages):
            self.close(code, "/")
        await self.store.run(clean_together, ages[2])
        await self.store.run(clean_sessions, reached)

    async def leave(self, table: LiveTable, person: str) -> bool:
        """Make a person leave a table for good: before the match their seat becomes free, later a bot's. A table
        without people is deleted. Returns whether it continues. The caller holds its lock."""
        table.gathering.only_seated(person)
        if table.kept.phase == "gathering" and table.kept.one_device:
            goes_on = False
            await self.forget(table.code, "/")
        elif table.kept.phase == "gathering":
            goes_on = any(chair.person not in (None, person) for chair in table.chairs)
            await table.gathering.stand(person)
            if not goes_on:
                await self.forget(table.code, "/")
        elif not (goes_on := await table.gathering.leave(person)):
            self.close(table.code, "/")
        return goes_on

    async def forget(self, code: str, instead: str) -> None:
        """Forget a table; its viewers are redirected."""
        await self.store.run(forget, [code], instead)
        self.close(code, instead)

    def close(self, code: str, instead: str) -> None:
        """Close a deleted table."""
        self.leases.drop(code)
        if gone := self._open.pop(code, None):
            gone.forgotten(instead)


def new_table(code: str, game: Game, options: dict[str, Any], host: str, seed: int) -> TableRow:
    """The row of a new table."""
    made = now()
    return TableRow(
        code=code,
        game=game.name,
        rules_version=game.rules_version,
        options=options,
        seed=str(seed),
        phase="gathering",
        host=host,
        created=made,
        changed=made,
        begun=made,
    )
