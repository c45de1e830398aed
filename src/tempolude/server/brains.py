"""Bots think in processes of their own, so that no page ever waits for them. They are given a view, never the state."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from threading import Thread
from typing import Any

from tempolude.bots import Bot, bot
from tempolude.engine.game import game


class Brains:
    """A few processes that choose actions. One that dies is replaced."""

    def __init__(self, processes: int = 1) -> None:
        self.processes = processes
        self._pool: ProcessPoolExecutor | None = None

    async def choose(self, name: str, kind: str, view: bytes, seat: int) -> int:
        """The action of the bot `kind` for a seat of the game `name`."""
        loop = asyncio.get_running_loop()
        for _ in range(2):
            try:
                return await loop.run_in_executor(self._running(), _choose, name, kind, view, seat)
            except BrokenProcessPool:
                self._pool = None
        raise RuntimeError("the processes that think for bots die at once")

    def close(self) -> None:
        if self._pool:
            self._pool.shutdown(wait=False, cancel_futures=True)

    def _running(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self.processes, mp_context=context, initializer=_begin)
        return self._pool


def _begin() -> None:
    """Leave Ctrl+C to the server, and end with it even if it is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent

    def watch() -> None:
        parent.join()
        os._exit(0)

    Thread(target=watch, daemon=True).start()


@cache
def _bot(name: str, kind: str) -> Bot:
    return bot(kind, game(name))


def _choose(name: str, kind: str, view: bytes, seat: int) -> int:
    state: Any = game(name).rules.STATE.read(view)
    return int(_bot(name, kind).choose(state, seat))
