"""Reviews are made after a match in processes of low priority, so that live tables never wait for one.

Anybody may ask for the review of a finished match, and it is made once. Its tasks are short, so reviews take turns with
nothing else; what was found is kept in the database every second, and shown as it comes. Where playouts are not
compiled yet, a review waits until they are.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from functools import lru_cache
from logging import getLogger
from typing import Any

from tempolude import bots
from tempolude import review as reviewing
from tempolude.engine.game import Game
from tempolude.engine.match import Match
from tempolude.engine.record import from_record, to_record
from tempolude.review import MISTAKES, Draft, Reviewed

from ..now import now
from ..refusal import N_, Refusal
from ..storage.reviews import (
    STALE,
    claim_review,
    finish_review,
    keep_review,
    release_review,
    review_of,
    touch_review,
)
from ..storage.store import Store
from .bot_pool import Workers
from .live_table import LiveTable

MOST = 8  # reviews that may wait
KEPT = 1.0  # seconds between two times that a review is kept while it is made
NICENESS = 15
GLANCES = 2.0  # seconds between two looks at whether playouts are compiled
PATIENCE = 1800.0  # seconds that a review waits for them at most
TRIED = 1024  # playouts of an action that is tried as an exercise
log = getLogger(__name__)


class Reviews:
    """The reviews of this process: one is made at a time, the others wait in order."""

    def __init__(self, store: Store, processes: int) -> None:
        self._store = store
        self._workers = Workers(processes, "review", niceness=NICENESS)
        self._making: dict[str, dict[str, Any]] = {}  # by code, in order: what was found so far
        self._turn = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def queue(self) -> int:
        """How many are being made or wait."""
        return len(self._making)

    async def of(self, table: LiveTable) -> dict[str, Any] | None:
        """The review of a table as far as it is made; None if nobody asked for it."""
        check_over(table)
        return self._making.get(table.code) or await self._store.run(review_of, table.code, now())

    async def ask(self, table: LiveTable) -> None:
        """Make the review of a table, unless it is made or being made."""
        check_over(table)
        if table.code in self._making:
            return
        if self.queue >= MOST:
            raise Refusal(
                N_("Many games are waiting for their review. Ask again in a few minutes."), 503, code="queue_full"
            )
        draft = Draft(table.playing, readers_of(table))
        self._making[table.code] = draft.content
        try:
            mine = await self._store.run(claim_review, table.code, now())
        except BaseException:
            del self._making[table.code]
            raise
        if not mine:
            del self._making[table.code]
            return
        task = asyncio.create_task(self._make(table.code, table.playing, draft))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _make(self, code: str, match: Match, draft: Draft) -> None:
        beat = asyncio.create_task(self._beat(code))
        try:
            record = await asyncio.to_thread(written, match)
            if not await self._prepared(match.game):
                log.warning("the review of table %s is given up: its playouts are not compiled", code)
                await self._store.run(release_review, code)
                return
            async with self._turn:
                await self._follow(code, record, draft)
            await self._store.run(finish_review, code, now(), draft.content, mistakes_in(draft.content))
        except asyncio.CancelledError:
            raise
        except Exception:
            log.exception("the review of table %s failed", code)
            await self._store.run(release_review, code)
        finally:
            beat.cancel()
            self._making.pop(code, None)

    async def _beat(self, code: str) -> None:
        """Let other processes know that somebody is at it, however long it waits for its turn."""
        while True:
            await asyncio.sleep(STALE / 3)
            with suppress(Refusal):
                await self._store.run(touch_review, code, now())

    async def _prepared(self, game: Game) -> bool:
        """Wait until everything that a review needs is compiled; False if it takes too long."""
        end = now() + PATIENCE
        while not await asyncio.to_thread(ready, game):
            if now() > end:
                return False
            await asyncio.sleep(GLANCES)
        return True

    async def compare(self, table: LiveTable, n: int, action: int, decision: dict[str, Any]) -> dict[str, Any]:
        """How an action compares with the best that is known in the place of the n-th."""
        if not ready(table.game):
            raise Refusal(
                N_("Reviews of this game are still getting ready. Ask again in a minute."), 503, code="not_ready"
            )
        record = await asyncio.to_thread(written, table.playing)
        found: dict[str, Any] = await self._workers.do(
            f"exercise {table.code}", _compare, record, n, action, decision["best"]
        )
        return found

    async def _follow(self, code: str, record: str, draft: Draft) -> None:
        tasks, kept = draft.tasks(), now()
        asked = next(tasks)
        while True:
            found = await asyncio.gather(*(self._workers.do(code, _find, record, task) for task in asked))
            try:
                asked = tasks.send(list(found))
            except StopIteration:
                return
            if now() - kept >= KEPT:
                kept = now()
                await self._store.run(keep_review, code, kept, draft.content, False)

    def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        self._workers.close()


def check_over(table: LiveTable) -> None:
    """Refuse a running match: its review would tell what its players may not know."""
    if table.match is None or not table.over:
        raise Refusal(N_("A game is reviewed once it is over."), 409, code="not_over")
    if table.sealed:
        raise Refusal(N_("This game is reviewed once nobody can play its deal any more."), 403, code="sealed")


def readers_of(table: LiveTable) -> list[int]:
    """The seats whose decisions are judged: those of people."""
    people = [chair.seat for chair in table.chairs if chair.person or chair.left]
    return people or [chair.seat for chair in table.chairs]


def mistakes_in(content: dict[str, Any]) -> dict[int, list[int]]:
    """The numbers of the decisions that were mistakes, by seat."""
    return {
        int(seat): sorted(int(n) for n, each in seen["decisions"].items() if each["verdict"] in MISTAKES)
        for seat, seen in content.get("eyes", {}).items()
    }


def written(match: Match) -> str:
    """A match for another process."""
    return json.dumps(to_record(match), ensure_ascii=False)


def ready(game: Game) -> bool:
    """Whether everything that a review needs is compiled."""
    return reviewing.is_ready(game) and bots.is_ready(game)


@lru_cache(maxsize=2)
def _reviewed(record: str) -> Reviewed:
    return Reviewed(from_record(json.loads(record)))


def _find(record: str, task: Any) -> Any:
    """In a process of its own: what a task asks for."""
    return reviewing.find(_reviewed(record), task)


def _compare(record: str, n: int, action: int, best: int) -> dict[str, Any]:
    """In a process of its own: how an action compares with the best that is known."""
    return reviewing.compare(_reviewed(record), n, action, best, TRIED)
