"""The tables in memory: one is read from the log when somebody asks for it, and let go when nobody does."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack, suppress
from logging import getLogger
from secrets import choice, randbits
from time import time
from typing import Any

from tempolude.engine.errors import BadData, BadOption, OtherRules, TempoludeError
from tempolude.engine.game import Game

from .beginning import begun
from .brains import Brains
from .chairs import Chair
from .ears import Bell
from .pages import Pages
from .refusal import N_, Refusal
from .room import Room
from .settings import Settings
from .storage.accounts import dissolve, sits_at
from .storage.store import Row, Store, add_table, clean, due_tables, forget, kept, touch

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that can be taken for another
CODE = 10
DAY = 24 * 3600.0
IDLE = 600.0  # seconds until a table that nobody looks at is let go
log = getLogger(__name__)


class Rooms:
    """All tables."""

    def __init__(self, games: dict[str, Game], pages: Pages, store: Store, settings: Settings) -> None:
        self.games, self.pages, self.store, self.settings = games, pages, store, settings
        self.brains, self.bell = Brains(settings.processes), Bell(settings.limits)
        self._open: dict[str, Room] = {}
        self._reading: dict[str, asyncio.Task[Room]] = {}
        self._sweeping: asyncio.Task[None] | None = None

    @property
    def open(self) -> list[Room]:
        """The tables that are in memory now."""
        return list(self._open.values())

    async def get(self, code: str) -> Room:
        """The table of that code, or a Refusal."""
        if code in self._open:
            return self._open[code]
        if code not in self._reading:
            self._reading[code] = asyncio.create_task(self._read(code))
            self._reading[code].add_done_callback(lambda _: self._reading.pop(code, None))
        return await asyncio.shield(self._reading[code])

    async def _read(self, code: str) -> Room:
        found = await self.store.run(kept, code)
        if found is None:
            raise Refusal(N_("There is no such table. It may have been cleared away."), 404)
        game = self.games.get(found.table["game"])
        if game is None:
            raise Refusal(N_("The game of this table is not on the shelf any more."), 404)
        older = game.rules_version != found.table["rules_version"] or found.table["data"] is None
        if older and found.table["phase"] != "gathering":
            raise Refusal(N_("This match was begun under older rules and cannot be shown any more."), 410)
        try:
            room = Room(found, game, self.pages, self.store, self.brains, self.bell, self.settings)
        except (OtherRules, BadOption, BadData) as error:
            log.warning("table %s: %s", code, error)
            raise Refusal(
                N_("This match was begun with cards or boards that were changed since, and cannot be shown."), 410
            ) from None
        self._open[code] = room
        return room

    async def make(self, game: Game, options: dict[str, Any], chairs: list[Chair], host: str, **how: Any) -> Room:
        """A new table."""
        code = "".join(choice(LETTERS) for _ in range(CODE))
        table = new_table(code, game, options, host, randbits(256)) | how
        if table["phase"] == "playing":
            table |= begun(game, len(chairs), options)
        await self.store.run(add_table, table, [chair.row(code) for chair in chairs])
        room = await self.get(code)
        await room.look_after()
        return room

    async def dissolve(self, guest: str, session: str, heir: str | None) -> None:
        """A guest is no more: their session and tokens end, and an heir, if there is one, sits wherever they sat.

        Nobody may change the chairs meanwhile. A table that is being read just now may have been read too early.
        """
        async with AsyncExitStack() as locks:
            for code in sorted(await self.store.run(sits_at, guest)) if heir else ():
                if room := self._open.get(code):
                    await locks.enter_async_context(room.lock)
            codes, tokens = await self.store.run(dissolve, guest, session, heir)
            self.bell.end(guest, session=session, tokens=tokens)
            for code in codes:
                if code in self._reading:
                    with suppress(Refusal, TempoludeError):
                        await self.get(code)
                if (room := self._open.get(code)) and heir:
                    room.hand_over(guest, heir)

    # --- Letting go --------------------------------------------------------------

    def start(self) -> None:
        if self.settings.compiles:
            self.brains.prepare(self.games.values())
        self._sweeping = asyncio.create_task(self._sweep())

    async def stop(self) -> None:
        if self._sweeping:
            self._sweeping.cancel()
        await self._touch()
        for room in self._open.values():
            room.close()
        self.brains.close()

    async def _sweep(self) -> None:
        while True:
            try:
                await self.sweep(time())
            except Exception:
                log.exception("tables could not be cleared away")
            await asyncio.sleep(60)

    async def _touch(self) -> None:
        played = {code: room for code, room in self._open.items() if room.played}
        times = {code: room.touched for code, room in played.items()}
        await self.store.run(touch, times, {code: dict(room.seen) for code, room in played.items()})

    async def sweep(self, now: float) -> None:
        """Look after tables where something is due; let go of those that nobody looks at; forget those that are old."""
        await self._touch()
        for code in await self.store.run(due_tables, now):
            with suppress(Refusal, TempoludeError):
                await (await self.get(code)).look_after()
        for code, room in list(self._open.items()):
            room.played = False
            if not room.ears and now - room.touched > IDLE and not room.busy:
                room.close()
                del self._open[code]
        keep = self.settings.keep
        ages = (now - keep.gathering * DAY, now - keep.playing * DAY, now - keep.over * DAY)
        for code in await self.store.run(clean, *ages):
            self._close(code, "/")

    async def forget(self, code: str, instead: str) -> None:
        """Forget a table; who looks at it goes on to another page."""
        await self.store.run(forget, [code])
        self._close(code, instead)

    def _close(self, code: str, instead: str) -> None:
        if gone := self._open.pop(code, None):
            gone.forgotten(instead)


def new_table(code: str, game: Game, options: dict[str, Any], host: str, seed: int) -> Row:
    """What is kept of a table where players gather."""
    now = time()
    return {
        "code": code,
        "game": game.name,
        "rules_version": game.rules_version,
        "options": options,
        "data": None,
        "seed": str(seed),
        "phase": "gathering",
        "open": False,
        "host": host,
        "created": now,
        "changed": now,
        "begun": now,
    }
