"""The pool of bot processes, so that no page ever waits for a bot. Bots are given a view, never the state."""

from __future__ import annotations

import asyncio
import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing import get_context
from threading import Thread
from time import perf_counter
from typing import Any

from tempolude import bots, review
from tempolude.bots import Hint
from tempolude.bots.worker import end_with_parent
from tempolude.engine.game import Game

from ..metrics import BOT_THOUGHTS, BOT_WAITS
from ..refusal import N_, Refusal

ADVISOR = "master"  # the level that gives hints
CONTEXT = get_context("spawn")  # the server has threads, so it must not be forked


class Workers:
    """Bot processes, each with one job at a time. One that dies is replaced.

    If there are more jobs than processes, clients take turns, one job each, so that nobody waits longer because
    somebody else has queued a hundred.
    """

    def __init__(self, processes: int, kind: str, niceness: int = 0) -> None:
        self.processes, self.kind, self.niceness = processes, kind, niceness
        self._pool: ProcessPoolExecutor | None = None
        self._closed = False
        self._free = processes
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}  # by client; the first has the next turn

    async def do(self, who: str, work: Any, *given: Any) -> Any:
        """Run `work` in a process when it is this client's turn."""
        loop = asyncio.get_running_loop()
        for _ in range(2):
            asked = perf_counter()
            await self._turn(who)
            if self._closed:  # the server is stopping
                self._leave()
                raise Refusal(N_("The master is still getting ready. Ask again in a minute."), code="not_ready")
            began = perf_counter()
            BOT_WAITS[self.kind].observe(began - asked)
            try:
                job = self._running().submit(work, *given)
            except BrokenProcessPool:
                self._leave()
                self._pool = None
                continue
            job.add_done_callback(lambda _: _soon(loop, self._leave))  # a cancelled wait does not free the process
            try:
                found = await asyncio.wrap_future(job)
                BOT_THOUGHTS[self.kind].observe(perf_counter() - began)
                return found
            except BrokenProcessPool:
                self._pool = None
        raise RuntimeError("the processes that think for bots die at once")

    @property
    def queue(self) -> int:
        """The number of waiting jobs."""
        return sum(map(len, list(self._waiting.values())))

    async def _turn(self, who: str) -> None:
        if self._free:
            self._free -= 1
            return
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(who, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():
                self._leave()  # the process had just been assigned to it
            raise

    def _leave(self) -> None:
        """Give a free process to the next client, who then goes to the end of the queue."""
        while self._waiting:
            who = next(iter(self._waiting))
            asked = self._waiting.pop(who)
            turn = asked.popleft()
            if asked:
                self._waiting[who] = asked
            if not turn.done():
                return turn.set_result(None)
        self._free += 1
        return None

    def warm(self) -> None:
        if self.processes and self._pool is None:
            self._running().submit(_nothing)

    def close(self) -> None:
        """End the processes. One that is still starting would otherwise complain that the server has gone."""
        self._closed = True
        if self._pool:
            processes = list((self._pool._processes or {}).values())
            self._pool.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.kill()

    def _running(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self.processes, CONTEXT, _begin, (self.niceness,))
        return self._pool


class BotPool:
    """Bots choose actions in separate processes. Hints have another, of lower priority, so that no bot waits."""

    def __init__(self, processes: int = 1) -> None:
        self._bots, self._hints = Workers(processes, "move"), Workers(1, "hint", niceness=10)
        self._asking: set[str] = set()
        self.closed = False

    @property
    def queues(self) -> dict[str, float]:
        """The numbers of waiting moves and hints."""
        return {workers.kind: workers.queue for workers in (self._bots, self._hints)}

    async def choose(
        self,
        who: str,
        name: str,
        options: Mapping[str, Any],
        view: bytes,
        seat: int,
        kind: str,
        seed: int | None = None,
    ) -> int:
        """The action of the bot `kind` for a seat of the game `name`; deterministic with a seed."""
        return int(await self._bots.do(who, bots.choose, name, options, view, seat, kind, seed))

    async def hint(self, who: str, person: str, name: str, options: Mapping[str, Any], view: bytes, seat: int) -> Hint:
        """The master's advice. A person has one request at a time."""
        if person in self._asking:
            raise Refusal(N_("The master is still thinking about your last question."), code="thinking")
        self._asking.add(person)
        try:
            found: Hint = await self._hints.do(who, bots.hint, name, options, view, seat, ADVISOR)
            return found
        finally:
            self._asking.discard(person)

    def prepare(self, games: Iterable[Game]) -> None:
        """Compile the search of the bots and the playouts of reviews in the background, one game after the other."""
        games = [*games]

        def compile_all() -> None:
            for each in games:
                if self.closed:
                    return
                with suppress(RuntimeError):
                    bots.prepare(each)
            for each in games:  # reviews can wait
                if self.closed:
                    return
                with suppress(RuntimeError):
                    review.prepare(each)

        Thread(target=compile_all, daemon=True, name="compiling bots").start()

    def warm(self) -> None:
        """Start a process now, so that no bot has to wait for it: tables of another server may continue here."""
        self._bots.warm()

    def close(self) -> None:
        self.closed = True
        self._bots.close()
        self._hints.close()


def _soon(loop: asyncio.AbstractEventLoop, call: Callable[[], None]) -> None:
    with suppress(RuntimeError):  # the server has stopped in the meantime
        loop.call_soon_threadsafe(call)


def _begin(niceness: int) -> None:
    """Initialize a process: leave Ctrl+C to the server, and end with it."""
    if hasattr(os, "nice"):
        os.nice(niceness)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()


def _nothing() -> None:
    """A job that does nothing, to start a process."""
