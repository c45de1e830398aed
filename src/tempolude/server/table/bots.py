"""Bots at a table: those that think now, and what the master would do."""

from __future__ import annotations

import asyncio
from logging import getLogger
from random import Random
from typing import TYPE_CHECKING, Any

from ..refusal import N_, Refusal
from ..translation import say
from .bot_pool import BotPool

if TYPE_CHECKING:
    from .room import Room

PATIENCE = 1.5  # how much longer bots take where somebody learns
AGAIN = 1.0  # seconds until a bot whose action was refused thinks again
log = getLogger(__name__)


class Thinking:
    """The bots of one table that are asked, each in a task of its own."""

    def __init__(self, room: Room, bot_pool: BotPool) -> None:
        self.room, self.bot_pool = room, bot_pool
        self._tasks: dict[int, asyncio.Task[None]] = {}

    def wake(self) -> None:
        """Let the bots think that are asked."""
        room = self.room
        if room.telling and room.playing.state.waiting[room.telling.guide.seat]:
            return  # who learns chooses first, even where all choose at once
        for seat in room.playing.waiting:
            kind = room.bot_at(seat)
            if kind and (seat not in self._tasks or self._tasks[seat].done()):
                self._tasks[seat] = asyncio.create_task(self._think(seat, kind))

    def stop(self, seat: int) -> None:
        """A player is back: what a bot thought for them does not matter any more."""
        if task := self._tasks.pop(seat, None):
            task.cancel()

    def close(self) -> None:
        for task in self._tasks.values():
            task.cancel()

    async def _think(self, seat: int, kind: str) -> None:
        """Let a bot choose and act. It counts as thinking until its action is done, so that it thinks once."""
        room = self.room
        asked, view = room.asked[seat], room.playing.view(seat)
        try:
            action = await self._choice(seat, kind, view)
            if room.asked[seat] == asked and seat in room.playing.waiting:
                stood_in = room.chairs[seat].person is not None
                await room.act(seat, action, room.version, None, stood_in)
        except Refusal:  # too late, or it could not be kept
            await asyncio.sleep(AGAIN)
        finally:
            if self._tasks.get(seat) is asyncio.current_task():
                del self._tasks[seat]
            room.wake()

    async def _choice(self, seat: int, kind: str, view: Any) -> int:
        """What a bot chooses, not before a person could follow. One that fails does anything: nobody waits for ever."""
        room, match = self.room, self.room.playing
        seed, pause = None, room.settings.pause
        if room.telling:  # the same match for every beginner, at a pace to follow it
            seed, pause = sum(step.seat == seat for step in match.steps), PATIENCE * pause
        thought = self.bot_pool.choose(room.share(), room.game.name, match.options, view.tobytes(), seat, kind, seed)
        chosen, _ = await asyncio.gather(thought, asyncio.sleep(pause), return_exceptions=True)
        if isinstance(chosen, BaseException):
            log.error("the bot %s failed at table %s", kind, room.code, exc_info=chosen)
            return Random().choice(match.way.legal(view, seat))
        return chosen


async def hint(room: Room, seat: int, lang: str, who: str) -> dict[str, Any]:
    """What the master would do for a seat, and how sure it is. Those of one address, `who`, take turns as one."""
    match, person = room.current(seat, room.version), room.chairs[seat].person
    view, asked = match.view(seat), room.asked[seat]
    found = await room.bot_pool.hint(who, person or "", room.game.name, match.options, view.tobytes(), seat)
    if found is None:
        raise Refusal(N_("The master is still getting ready. Ask again in a minute."), code="not_ready")
    if room.asked[seat] != asked or room.chairs[seat].person != person:
        raise Refusal(N_("Too late: the table has changed since. Nothing has been done."), code="too_late")
    notation = match.table.notation(view, seat, found.action)
    words = say(
        lang,
        "The master would play: {action}. It was tried in {visits} % of the futures and wins {wins} % of them.",
        action=match.table.explain(view, seat, found.action, lang) or notation,
        visits=round(100 * found.visits),
        wins=round(100 * found.wins),
    )
    handles = list(match.table.handles(view, seat, found.action))
    return {"hint": handles, "action": found.action, "note": words}
