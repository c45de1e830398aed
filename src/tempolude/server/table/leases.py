"""The tables whose bots and clocks this process runs: one process at a time runs a table's.

On PostgreSQL that is a lease in the database (storage/leases.py), asked for when a bot is to move. A process that is
killed or paused does not renew its leases, and another takes them over within seconds. One that wakes up again has lost
them; what it was about to write then is checked by its number as any action is. On SQLite one process runs them all.
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
LEASE = 3.0  # seconds until a process that is not heard of is believed dead
log = getLogger(__name__)


class Leases:
    """What this process runs."""

    def __init__(self, bus: Bus) -> None:
        self.bus, self.store, self.process = bus, bus.store, bus.process
        self.first = not bus.shared  # whether it does what one of all processes must do
        self.on_held: Callable[[str], None] = lambda code: None  # a table is this process's to run
        self.on_lost: Callable[[], None] = lambda: None  # none is any more
        self.on_dead: Callable[[list[str], list[str]], None] = lambda dead, codes: None  # others died, and left tables
        self._held: set[str] = set()
        self._elsewhere: set[str] = set()  # tables that another process runs
        self._wanted: set[str] = set()
        self._unmet: set[str] = set()  # wanted while the database or the heartbeat was late
        self._until = 0.0  # by the monotonic clock: for so long the leases are valid though nobody is heard
        self._claiming: asyncio.Task[None] | None = None
        self._beating: asyncio.Task[None] | None = None

    def holds(self, code: str) -> bool:
        """Whether this process runs a table."""
        return not self.bus.shared or (code in self._held and monotonic() < self._until)

    def want(self, code: str) -> None:
        """Something is to be run at a table: take it if nobody else has."""
        if self.bus.shared and code not in self._elsewhere:
            self._wanted.add(code)
            if self._claiming is None:
                self._claiming = asyncio.create_task(self._claim())

    async def take(self, codes: Collection[str]) -> list[str]:
        """Take tables that nobody runs; those of them that are this process's now."""
        if not self.bus.shared:
            return list(codes)
        if not codes:
            return []
        if monotonic() < self._until:
            with suppress(Refusal, IntegrityError):  # or others believed this process dead
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
        """Tables that are let go are anybody's."""
        mine = self._held.intersection(codes)
        if mine:
            self._held -= mine
            with suppress(Refusal):
                await self.store.run(release, self.process, sorted(mine))

    def forget(self, codes: Collection[str] | None = None) -> None:
        """Whoever ran these tables, or any, may do so no more."""
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
                pass  # the database is not there; so are no leases
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
        """A table is no more."""
        self._held.discard(code)
        self._elsewhere.discard(code)
