"""Bots think in processes of their own, so that no page ever waits for them. They are given a view, never the state."""

from __future__ import annotations

import asyncio
import multiprocessing
import signal
from collections.abc import Iterable, Mapping
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from threading import Thread
from typing import Any

from tempolude import bots
from tempolude.bots import Hint
from tempolude.bots.worker import end_with_parent
from tempolude.engine.game import Game, game

ADVISOR = "master"  # who gives hints
MEANWHILE = "regular"  # plays for who searches until the search is compiled


class Brains:
    """A few processes that choose actions. One that dies is replaced."""

    def __init__(self, processes: int = 1) -> None:
        self.processes = processes
        self._pool: ProcessPoolExecutor | None = None
        self.closed = False

    async def choose(
        self, name: str, options: Mapping[str, Any], view: bytes, seat: int, kind: str, seed: int | None = None
    ) -> int:
        """The action of the bot `kind` for a seat of the game `name`; with a seed always the same."""
        return int(await self._ask(_choose, name, options, view, seat, kind, seed))

    async def hint(self, name: str, options: Mapping[str, Any], view: bytes, seat: int) -> Hint | None:
        """What the master would do; none while the search is not compiled yet."""
        return await self._ask(_hint, name, options, view, seat)

    async def _ask(self, work: Any, *given: Any) -> Any:
        loop = asyncio.get_running_loop()
        for _ in range(2):
            try:
                return await loop.run_in_executor(self._running(), work, *given)
            except BrokenProcessPool:
                self._pool = None
        raise RuntimeError("the processes that think for bots die at once")

    def prepare(self, games: Iterable[Game]) -> None:
        """Compile what bots search with, one game after the other, while everybody plays on."""

        def compile_all() -> None:
            for each in games:
                if self.closed:
                    return
                with suppress(RuntimeError):
                    bots.prepare(each)

        Thread(target=compile_all, daemon=True, name="compiling bots").start()

    def close(self) -> None:
        self.closed = True
        if self._pool:
            self._pool.shutdown(wait=False, cancel_futures=True)

    def _running(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self.processes, mp_context=context, initializer=_begin)
        return self._pool


def _begin() -> None:
    """Leave Ctrl+C to the server, and end with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()


def _choose(name: str, options: Mapping[str, Any], view: bytes, seat: int, kind: str, seed: int | None) -> int:
    if bots.read_spec(kind).kind == "search" and not bots.is_ready(game(name)):
        kind = MEANWHILE
    return bots.choose(name, options, view, seat, kind, seed)


def _hint(name: str, options: Mapping[str, Any], view: bytes, seat: int) -> Hint | None:
    return bots.hint(name, options, view, seat, ADVISOR) if bots.is_ready(game(name)) else None
