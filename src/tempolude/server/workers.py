"""Several processes behind one port: the parent listens, starts workers that accept, and restarts those that die."""

from __future__ import annotations

import multiprocessing
import os
import signal
import socket
import sys
from collections.abc import Callable
from dataclasses import replace
from logging import getLogger
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from secrets import token_hex
from threading import Thread
from time import monotonic, sleep
from types import FrameType

from tempolude.bots.worker import end_with_parent
from tempolude.engine.errors import BadOption

from .http.handover import Handover, handovers
from .logs import set_up
from .settings import Settings
from .storage.leases import bury
from .systemd import notify

AT_ONCE = 1.0  # seconds: a worker that lives no longer than this is not restarted at once
IN_ORDER = 30.0  # seconds for workers to stop gracefully
log = getLogger(__name__)
Serve = Callable[[socket.socket, Settings, Handover], None]


def check_workers(settings: Settings, workers: int) -> None:
    """Raise BadOption if this many processes cannot share the database."""
    if workers > 1 and sys.platform == "win32":
        raise BadOption(f"--workers {workers} does not work on Windows, where processes cannot share a port so")
    if workers > 1 and settings.url.startswith("sqlite"):
        raise BadOption(
            f"--workers {workers} needs PostgreSQL (--database postgresql://…): SQLite is for one process, "
            "since nothing tells another what was written"
        )


class Workers:
    """The processes of one server."""

    def __init__(self, serve: Serve, listener: socket.socket, settings: Settings, count: int) -> None:
        self._serve, self._listener, self._settings = serve, listener, settings
        self._context = multiprocessing.get_context("spawn")
        self._workers: dict[int, BaseProcess] = {}
        self._begun: dict[int, float] = {}
        self._names: dict[int, str] = {}  # by index: the names of the workers for other processes
        self._handovers = handovers(count, self._context.RawArray("b", count))  # type: ignore[arg-type]
        self._ending = False

    def run(self, announce: Callable[[], None]) -> None:
        """Keep the workers running until SIGTERM or SIGINT; call `announce` when all are up."""
        for name in (signal.SIGTERM, signal.SIGINT):
            signal.signal(name, self._end)
        for handover in self._handovers:
            self._start(handover.index)
        said = False
        while not self._ending:
            complete = all(self._handovers[0].there)
            wait([worker.sentinel for worker in self._workers.values()], timeout=1 if complete else 0.05)
            for index in self._workers:
                if not self._handovers[index].there[index]:
                    self._refuse(index)  # connections passed to it when it had just died
            if not said and complete:
                said = True
                notify("READY=1")
                announce()
            for index, worker in list(self._workers.items()):
                if not worker.is_alive() and not self._ending:
                    log.error("worker %s ended with code %s: starting another", index, worker.exitcode)
                    self._refuse(index)
                    Thread(target=bury, args=(self._settings.url, self._names[index]), daemon=True).start()
                    if monotonic() - self._begun[index] < AT_ONCE:
                        sleep(AT_ONCE)
                    if not self._ending:
                        self._start(index)
        self._await_end()

    def _start(self, index: int) -> None:
        self._names[index] = token_hex(6)
        settings = replace(
            self._settings,
            compiles=self._settings.compiles and index == 0,
            metrics=next_port(self._settings.metrics, index),
            process=self._names[index],
        )
        given = self._serve, self._listener, settings, self._handovers[index]
        worker = self._context.Process(target=work, args=given, name=f"worker {index}")
        worker.start()
        self._workers[index], self._begun[index] = worker, monotonic()

    def _refuse(self, index: int) -> None:
        """Stop passing connections to a worker that is down, and pass its last ones to another."""
        self._handovers[index].there[index] = 0
        self._handovers[index].pass_on()

    def _end(self, number: int, frame: FrameType | None) -> None:
        self._ending = True
        notify("STOPPING=1")
        self._terminate()

    def _terminate(self) -> None:
        for worker in self._workers.values():
            if worker.is_alive():
                worker.terminate()  # SIGTERM

    def _await_end(self) -> None:
        end = monotonic() + IN_ORDER
        self._terminate()  # one may have been started in the meantime
        for worker in self._workers.values():
            worker.join(max(0.1, end - monotonic()))
            if worker.is_alive():
                worker.kill()
                worker.join()


def end(*_: object) -> None:
    raise SystemExit(0)


def next_port(address: str, more: int) -> str:
    """An address with its port raised by `more`, since each worker serves its own metrics.

    >>> next_port("127.0.0.1:9100", 2), next_port("", 2)
    ('127.0.0.1:9102', '')
    """
    host, _, port = address.rpartition(":")
    return f"{host}:{int(port) + more}" if port.isdigit() else address


def work(serve: Serve, listener: socket.socket, settings: Settings, handover: Handover) -> None:
    """Run a worker until it is told to stop or the parent dies. The parent handles Ctrl+C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, end)  # Uvicorn raises it again at the end, which would kill it before it cleans up
    os.environ.pop("NOTIFY_SOCKET", None)  # only the parent notifies systemd
    set_up(settings.log_format, settings.log_level)
    end_with_parent()
    serve(listener, settings, handover)
