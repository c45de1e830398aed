"""The tournaments that run: what starts a round, what ends one, and the pages that follow it.

The database is the truth (storage/tournaments.py). Any process may start the next round or note that the last table is
done; the lock of the tournament's row lets one of them do it. A restart loses nothing: what is due is found again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from logging import getLogger
from secrets import randbits, token_hex
from typing import Any

from tempolude.engine.errors import TempoludeError
from tempolude.engine.game import Game

from .. import wire
from ..letters import random_letters
from ..now import now
from ..refusal import N_, Refusal
from ..storage.rows import EntrantRow, TournamentRow
from ..storage.store import Conflict
from ..storage.tournaments import (
    NewTable,
    Tournament,
    add_tournament,
    begin_round,
    blocked_pairs,
    end,
    enter,
    running_tournaments,
    settle,
    tournament,
    withdraw,
)
from ..table.beginning import begun
from ..table.chairs import COLOURS, Chair, with_bots
from ..table.connection import Connection
from ..table.tables import CODE, Tables, new_table
from .pairing import MOST, pair
from .standings import Played, all_met, players

SHORT = 8  # letters of a tournament's code: it may have to be typed from a wall
LEAST = 2  # people
TOGETHER = 0.7  # seconds for which news is gathered before pages are told to look again
SWEEP = 60.0  # seconds after which all running tournaments are looked at, in case anything was missed
TRIES = 5  # to start a round while people come and go
log = getLogger(__name__)


class Tournaments:
    """All tournaments."""

    def __init__(self, tables: Tables) -> None:
        self.tables, self.store = tables, tables.store
        self._connections: dict[str, set[Connection]] = {}  # the pages that show a tournament, here
        self._of: dict[str, str] = {}  # the tournaments of tables that such a page shows
        self._news: dict[str, asyncio.TimerHandle] = {}
        self._timers: dict[str, asyncio.TimerHandle] = {}  # until the next round
        self._working: set[asyncio.Task[None]] = set()
        self._sweeping: asyncio.Task[None] | None = None
        tables.peers.on_action = self._acted
        tables.peers.bus.on("tournament", lambda _, code: self.changed(code))

    async def start(self) -> None:
        self._sweeping = asyncio.create_task(self._sweep())

    async def stop(self) -> None:
        for timer in (*self._news.values(), *self._timers.values()):
            timer.cancel()
        for task in (self._sweeping, *self._working):
            if task:
                task.cancel()
                with suppress(asyncio.CancelledError, Exception):
                    await task

    def drain(self) -> None:
        """The server stops: have all pages open a new line."""
        for connection in [each for there in self._connections.values() for each in there]:
            connection.end(wire.Close.RESTARTING)

    async def get(self, code: str) -> Tournament:
        """A tournament, or a Refusal."""
        found = await self.store.run(tournament, code)
        if found is None:
            raise Refusal(N_("There is no such tournament. It may have been deleted."), 404)
        return found

    async def make(self, game: Game, organizer: str, name: str, **how: Any) -> str:
        """A new tournament; its code."""
        code = random_letters(SHORT)
        made = now()
        row = TournamentRow(
            code=code,
            name=name,
            game=game.name,
            seed=token_hex(16),
            organizer=organizer,
            phase="gathering",
            round=0,
            created=made,
            changed=made,
            **how,
        )
        await self.store.run(add_tournament, row)
        return code

    # --- Who takes part ------------------------------------------------------------------

    async def enter(self, code: str, person: str, name: str) -> None:
        await self.store.run(enter, code, person, name, MOST)
        self.changed(code)

    async def withdraw(self, code: str, entrant: EntrantRow) -> None:
        """Somebody is not seated any more; where they play now, a bot plays on."""
        at = await self.store.run(withdraw, code, entrant.number)
        if at and entrant.person:
            table = await self.tables.get(at)
            async with table.lock:
                if table.gathering.seats_of(entrant.person) and not table.over:
                    await self.tables.leave(table, entrant.person)
        self.changed(code)

    # --- Rounds ----------------------------------------------------------------------------

    async def begin(self, code: str, number: int) -> None:
        """Start a round, unless it has begun: then nothing is done."""
        for _ in range(TRIES):
            found = await self.get(code)
            if found.row.phase == "over":
                raise Refusal(N_("This tournament is over."), code="over")
            if found.row.round >= number:
                return
            if found.running or found.row.round != number - 1:
                raise Refusal(N_("The round before is still being played. Nothing has changed."))
            if len(found.active) < LEAST:
                raise Refusal(N_("A round needs at least two people. Nothing has changed."))
            apart = await self.store.run(blocked_pairs, code)
            new = await asyncio.to_thread(self._new_tables, found, number, apart)
            try:
                await self.store.run(begin_round, code, number, [e.number for e in found.active], new)
            except Conflict:
                continue  # somebody came or went, or another click was faster
            await self._begun([each.table.code for each in new])
            self.changed(code)
            return
        raise Refusal(N_("Too many things happen at once. Try again."), 503)

    def _new_tables(self, found: Tournament, number: int, apart: list[tuple[int, int]]) -> list[NewTable]:
        """The tables of the next round; their matches have begun."""
        row, game = found.row, self._game(found.row)
        match = begun(game, row.seats, row.options)
        who = {entrant.number: entrant for entrant in found.active}
        seats = pair(players(who, played(found), apart), row.seats, f"{row.seed} {number}", row.swiss)
        return [_new_table(row, game, match, [who[n] if n else None for n in table]) for table in seats]

    def _game(self, row: TournamentRow) -> Game:
        if row.game not in self.tables.games:
            raise Refusal(N_("There is no such game on the shelf."), 404)
        return self.tables.games[row.game]

    async def _begun(self, codes: Sequence[str]) -> None:
        """Have bots play at new tables. Whatever fails here, they are kept, and found as due."""
        self.tables.bot_pool.warm()
        for code in codes:
            with suppress(Refusal, TempoludeError):
                await (await self.tables.get(code)).look_after()

    async def settle(self, code: str) -> Tournament | None:
        """Note which tables are done; after the last one, wait for the next round."""
        found = await self.store.run(settle, code, is_over)
        if found and found.row.phase == "playing" and not found.running and found.row.due is not None:
            self._wait(code, found.row.round + 1, found.row.due)
        return found

    async def end(self, code: str) -> None:
        await self.store.run(end, code)
        self.changed(code)

    def _wait(self, code: str, number: int, due: float) -> None:
        if code not in self._timers:
            call = asyncio.get_running_loop().call_later
            self._timers[code] = call(max(0.0, due - now()), lambda: self._ring(code, number))

    def _ring(self, code: str, number: int) -> None:
        self._timers.pop(code, None)
        self._work(self._begin_by_itself(code, number))

    async def _begin_by_itself(self, code: str, number: int) -> None:
        with suppress(Refusal):  # the organizer can start it later
            await self.begin(code, number)

    # --- What happens elsewhere ----------------------------------------------------------------

    def _acted(self, code: str) -> None:
        """Something was done at a table. With the last action of one, its round may be over."""
        table = self.tables.in_memory(code)
        of = table.kept.tournament if table else self._of.get(code)
        if of:
            self._soon(of)
            if table and table.over:  # where it is not, the process that runs it tells when it is done
                self._work(self._settled(of))

    async def _settled(self, code: str) -> None:
        await self.settle(code)
        self._soon(code)

    def changed(self, code: str) -> None:
        """Something is different in a tournament, which is kept already."""
        self._soon(code)
        self._work(self._settled(code))

    def _soon(self, code: str) -> None:
        if self._connections.get(code) and code not in self._news:
            self._news[code] = asyncio.get_running_loop().call_later(TOGETHER, lambda: self._tell(code))

    def _tell(self, code: str) -> None:
        self._news.pop(code, None)
        for connection in self._connections.get(code, ()):
            connection.send(wire.Reload())

    def follow(self, code: str, connection: Connection) -> None:
        """A page shows a tournament."""
        self._connections.setdefault(code, set()).add(connection)

    def shows(self, found: Tournament) -> None:
        """A page was made of a tournament: what happens at its tables is news for it, in whichever process."""
        if found.row.phase == "playing":
            self._of.update({table.at: found.row.code for table in found.running})

    def leave(self, code: str, connection: Connection) -> None:
        there = self._connections.get(code, set())
        there.discard(connection)
        if not there:
            self._connections.pop(code, None)
            self._of = {table: of for table, of in self._of.items() if of != code}

    def _work(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self._working.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._working.discard(task)
        if not task.cancelled() and (error := task.exception()) and not isinstance(error, Refusal):
            log.error("a tournament could not go on", exc_info=error)

    async def _sweep(self) -> None:
        while True:
            try:
                for code in await self.store.run(running_tournaments):
                    await self.settle(code)
            except Refusal:
                pass  # the database is not there
            except Exception:
                log.exception("tournaments could not be looked at")
            await asyncio.sleep(SWEEP)


def played(found: Tournament) -> list[Played]:
    """The tables of a tournament as the standings take them."""
    return [
        Played(
            table.round,
            table.seats,
            None if table.result is None else table.result["ranks"],
            () if table.result is None else table.result["left"],
        )
        for table in found.rounds
    ]


def is_over(found: Tournament) -> bool:
    """Whether nothing is left to play once the tables of a round are done."""
    active = [entrant.number for entrant in found.active]
    if len(active) < LEAST:
        return True
    return found.row.round >= found.row.rounds if found.row.rounds else all_met(active, played(found))


def _new_table(row: TournamentRow, game: Game, match: dict[str, Any], seated: Sequence[EntrantRow | None]) -> NewTable:
    code = random_letters(CODE)
    host = next(entrant.person for entrant in seated if entrant and entrant.person)
    table = replace(new_table(code, game, row.options, host, randbits(256)), **match)
    table = replace(table, clock=row.clock, tournament=row.code, due=now())
    chairs = [
        Chair(seat, colour, entrant.name, entrant.person) if entrant else Chair(seat, colour)
        for seat, (entrant, colour) in enumerate(zip(seated, colours(seated), strict=True))
    ]
    numbers = [entrant.number if entrant else None for entrant in seated]
    return NewTable(table, [chair.row(code) for chair in with_bots(chairs, row.level)], numbers)


def colours(seated: Sequence[EntrantRow | None]) -> list[int]:
    """Everyone in their own colour; of two with the same, the second has one that is free, and so do bots."""
    wanted = [entrant.colour if entrant else 0 for entrant in seated]
    own = [colour if colour not in wanted[:seat] else 0 for seat, colour in enumerate(wanted)]
    free = iter([colour for colour in range(1, COLOURS + 1) if colour not in own])
    return [colour or next(free) for colour in own]
