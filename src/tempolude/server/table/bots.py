"""Bots at a table, and the master's advice."""

from __future__ import annotations

import asyncio
from contextvars import Context
from hashlib import sha256
from logging import getLogger
from random import Random
from typing import TYPE_CHECKING, Any

from ..refusal import N_, Refusal
from .bot_pool import BotPool

if TYPE_CHECKING:
    from .live_table import LiveTable

BEST = 3  # actions that a hint names
AGAIN = 1.0  # seconds until a bot whose action was refused tries again
log = getLogger(__name__)


class Thinking:
    """The bots to decide at one table, each in its own task."""

    def __init__(self, table: LiveTable, bot_pool: BotPool) -> None:
        self.table, self.bot_pool = table, bot_pool
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._closed = False

    def wake(self) -> None:
        """Start the bots to decide."""
        table = self.table
        if self._closed:
            return
        if table.guide_progress and table.playing.state.waiting[table.guide_progress.guide.seat]:
            return  # the learner chooses first, even in simultaneous decisions
        for seat in table.playing.waiting:
            kind = table.bot_at(seat)
            if kind and (seat not in self._tasks or self._tasks[seat].done()):
                self._tasks[seat] = asyncio.create_task(self._think(seat, kind), context=Context())

    def stop(self, seat: int) -> None:
        """Cancel the bot of a player who is back."""
        if task := self._tasks.pop(seat, None):
            task.cancel()

    def close(self) -> None:
        self._closed = True
        for task in self._tasks.values():
            task.cancel()

    async def _think(self, seat: int, kind: str) -> None:
        """Choose and act as a bot. It counts as thinking until its action is done, so that it thinks only once."""
        table = self.table
        asked, view = table.asked[seat], table.playing.view(seat)
        try:
            action = await self._choice(seat, kind, view)
            current = table.asked[seat] == asked and seat in table.playing.waiting
            if current and table.shared.leases.holds(table.code):
                stood_in = table.chairs[seat].person is not None
                await table.act(seat, action, table.version, None, stood_in)
        except Refusal:  # too late, or it could not be stored
            await asyncio.sleep(AGAIN)
        finally:
            if self._tasks.get(seat) is asyncio.current_task():
                del self._tasks[seat]
            table.wake()

    def _seed(self, seat: int) -> int | None:
        """What a bot's choices follow from where they are to be the same for everybody: for every beginner, and in a
        daily deal for whoever plays the same; there nobody can compute them."""
        table = self.table
        moves = sum(step.seat == seat for step in table.playing.steps)
        if table.guide_progress:
            return moves
        if table.kept.day:
            return int.from_bytes(sha256(f"{table.kept.seed} {seat} {moves}".encode()).digest()[:7])
        return None

    async def _choice(self, seat: int, kind: str, view: Any) -> int:
        """A bot's choice, without delay: pages show it at their reader's pace. A bot that fails plays any legal action,
        so that nobody waits forever."""
        table, match = self.table, self.table.playing
        seed = self._seed(seat)
        try:
            return await self.bot_pool.choose(
                table.share(), table.game.name, match.options, view.tobytes(), seat, kind, seed
            )
        except Exception as error:
            log.error("the bot %s failed at table %s", kind, table.code, exc_info=error)
            return Random().choice(match.way.legal(view, seat))


async def advice(table: LiveTable, seat: int, who: str) -> list[tuple[int, int | None]]:
    """The best actions of a seat according to the master, each with its chance of winning in percent, if known.

    Requests from one address, `who`, share one turn in the queue.
    """
    match, person = table.current(seat, table.version), table.chairs[seat].person
    view, asked = match.view(seat), table.asked[seat]
    found = await table.shared.bot_pool.hint(who, person or "", table.game.name, match.options, view.tobytes(), seat)
    if table.asked[seat] != asked or table.chairs[seat].person != person:
        raise Refusal(N_("Too late: the table has changed since. Nothing has been done."), code="too_late")
    return [(action, None if wins is None else round(100 * wins)) for action, wins in found.best(BEST)]
