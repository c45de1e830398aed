"""The tables whose bots and clocks this process runs; a table is run by one process at a time.

On PostgreSQL that is a lease in the database (storage/leases.py), taken when a bot is to move. A process that is killed
or paused does not renew its leases, and another takes them over within seconds. A process that wakes up again has lost
them; what it was about to write is checked by its number like any action. On SQLite one process runs all tables.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from contextlib import suppress
from logging import getLogger
from time import monotonic

from sqlalchemy.exc import IntegrityError

from ..now import now
from ..refusal import Refusal
from ..storage.bus import Bus
from ..storage.leases import beat, claim, end, release

BEAT = 1.0  # seconds between two heartbeats
LEASE = 3.0  # seconds without a heartbeat after which a process counts as dead
log = getLogger(__name__)


class Leases:
    """The leases of this process."""

    def __init__(self, bus: Bus) -> None:
        self.bus, self.store, self.process = bus, bus.store, bus.process
        self.first = not bus.shared  # whether it does the common jobs of all processes
        self.on_held: Callable[[str], None] = lambda code: None  # called when this process may run a table
        self.on_lost: Callable[[], None] = lambda: None  # called when all leases are lost
        self.on_dead: Callable[[list[str], list[str]], None] = lambda dead, codes: None  # others died; their tables
        self._held: set[str] = set()
        self._elsewhere: set[str] = set()  # tables run by other processes
        self._wanted: set[str] = set()
        self._unmet: set[str] = set()  # requested while the database or the heartbeat was late
        self._until = 0.0  # monotonic time until which the leases are valid without a heartbeat
        self._claiming: asyncio.Task[None] | None = None
        self._beating: asyncio.Task[None] | None = None

    def holds(self, code: str) -> bool:
        """Whether this process runs a table."""
        return not self.bus.shared or (code in self._held and monotonic() < self._until)

    def want(self, code: str) -> None:
        """Take the lease of a table that needs running, unless another process has it."""
        if self.bus.shared and code not in self._elsewhere:
            self._wanted.add(code)
            if self._claiming is None:
                self._claiming = asyncio.create_task(self._claim())

    async def take(self, codes: Collection[str]) -> list[str]:
        """Take the leases of tables that nobody runs; returns those that this process holds now."""
        if not self.bus.shared:
            return list(codes)
        if not codes:
            return []
        if monotonic() < self._until:
            with suppress(Refusal, IntegrityError):  # or others considered this process dead
                mine = await self.store.run(claim, self.process, sorted(codes))
                self._held.update(mine)
                self._elsewhere.update(set(codes) - set(mine))
                return mine
        self._unmet.update(codes)  # until the next heartbeat
        return []

    async def _claim(self) -> None:
        try:
            while self._wanted:
                wanted, self._wanted = self._wanted, set()
                for code in await self.take(wanted):
                    self.on_held(code)
        finally:
            self._claiming = None

    async def give_back(self, codes: Collection[str]) -> None:
        """Release the leases of unloaded tables."""
        mine = self._held.intersection(codes)
        if mine:
            self._held -= mine
            with suppress(Refusal):
                await self.store.run(release, self.process, sorted(mine))

    def forget(self, codes: Collection[str] | None = None) -> None:
        """Forget which other processes run these tables, or all."""
        if codes is None:
            self._elsewhere.clear()
        else:
            self._elsewhere.difference_update(codes)

    # --- Heartbeats --------------------------------------------------------------------

    async def start(self) -> None:
        if self.bus.shared:
            await self._beat()
            self._beating = asyncio.create_task(self._beat_on())

    async def stop(self) -> None:
        for task in (self._beating, self._claiming):
            if task:
                task.cancel()
                with suppress(asyncio.CancelledError, Exception):
                    await task
        if self.bus.shared:
            self._held.clear()
            with suppress(Refusal):
                await self.store.run(end, [self.process])

    async def _beat_on(self) -> None:
        while True:
            begun = monotonic()
            try:
                await self._beat()
            except Refusal:
                pass  # without the database there are no leases
            except Exception:
                log.exception("the heartbeat failed")
            await asyncio.sleep(max(0.1, begun + BEAT - monotonic()))

    async def _beat(self) -> None:
        sent = monotonic()
        found = await self.store.run(beat, self.process, LEASE)
        now.towards(found.time, found.at)
        self.first, self._until = found.first, sent + LEASE
        if not found.known and self._held:
            log.warning("this process was believed dead: others run its tables now")
            self._held.clear()
            self.on_lost()
        if found.dead:
            self.on_dead(found.dead, found.orphans)
        unmet, self._unmet = self._unmet, set()
        for code in unmet:
            self.want(code)

    def drop(self, code: str) -> None:
        """Drop the lease of a deleted table."""
        self._held.discard(code)
        self._elsewhere.discard(code)
