"""Real servers: in a separate process, as `tempolude serve` starts it, or any application in a thread."""

from __future__ import annotations

import atexit
import os
import re
import signal
import sys
import tempfile
import threading
import time
import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from multiprocessing.connection import Connection
from pathlib import Path
from shutil import copyfile, rmtree
from socket import socket
from typing import Any

import httpx
import uvicorn
from argon2 import PasswordHasher
from fastapi import FastAPI

from tempolude.server.app import Serving, create_app, listen
from tempolude.server.http.connections import ConnectionLimit
from tempolude.server.now import now
from tempolude.server.services import Services
from tempolude.server.settings import Settings
from tempolude.server.storage.store import Store
from tempolude.server.table import bot_pool
from tempolude.server.web import passwords
from tests.forks import FORKS, share_forks, warm_forks

# For every server of the tests, in a thread or a process. `tempolude serve` in test_processes.py starts bots as usual,
# and test_accounts.py checks how passwords are hashed otherwise.
bot_pool.CONTEXT = FORKS
passwords.HASHER = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


def serve(
    said: Connection, log: Path, wrong: str, port: int, settings: dict[str, Any], listener: socket | None
) -> None:
    """Run a server like `tempolude serve`, with warnings as errors."""
    os.dup2(said.fileno(), 1)
    os.dup2(os.open(log, os.O_WRONLY | os.O_APPEND), 2)
    sys.stdout, sys.stderr = os.fdopen(1, "w"), os.fdopen(2, "w", buffering=1)
    warnings.simplefilter("error")
    if wrong:  # seconds by which the wall clock is wrong
        right = time.time
        time.time = lambda: right() + float(Path(wrong).read_text())
        now.__init__()  # type: ignore[misc]  # it took the right time when it was imported
    if listener:  # like systemd, but at another number: file 3 is in use here
        import_module("tempolude.server.systemd").FIRST = listener.detach()
        os.environ.update(LISTEN_FDS="1", LISTEN_PID=str(os.getpid()))
    share_forks()
    app = import_module("tempolude.server.app")
    app.run("127.0.0.1", port, import_module("tempolude.server.settings").Settings(**settings))
    for thread in threading.enumerate():  # as Python does at exit, but multiprocessing only after cleaning up
        if thread is not threading.current_thread() and not thread.daemon:
            thread.join()


class Server:
    """A server on a free port, with its own database. Its log must stay empty."""

    def __init__(
        self,
        database: str,
        *,
        pace: str = "once",
        grace: float = 45,
        limits: bool = False,
        port: int = 0,
        proxies: Iterable[str] = (),
        wrong: Path | str = "",
        listener: socket | None = None,
        **more: Any,
    ) -> None:
        """A `listener` is passed to the server like systemd does."""
        handle, name = tempfile.mkstemp(suffix=".log")
        os.close(handle)
        self.log = Path(name)
        settings = {
            "database": database, "pace": pace, "grace": grace, "limits": limits,
            "trusted_proxies": tuple(proxies), "compiles": False, **more,
        }  # fmt: skip
        self._heard, said = FORKS.Pipe(duplex=False)
        self.process = FORKS.Process(target=serve, args=(said, self.log, str(wrong), port, settings, listener))
        self.process.start()
        atexit.register(self.process.kill)  # a failed test has not stopped it, and Python would wait for it
        said.close()
        with open(self._heard.fileno(), closefd=False) as lines:
            found = re.search(r"http://\S+", lines.readline())
        assert found, f"the server did not say where it is: {self.said()}"
        self.address = found[0]

    def said(self) -> str:
        """The content of its log."""
        return self.log.read_text()

    def kill(self) -> None:
        """Kill it, like a power cut."""
        self.process.kill()
        self._end()

    def _end(self) -> int | None:
        self.process.join(20)
        self._heard.close()
        atexit.unregister(self.process.kill)
        return self.process.exitcode

    def stop(self, by: signal.Signals = signal.SIGINT) -> None:
        """Stop it gracefully with Ctrl+C, and check that its log is empty."""
        assert self.process.pid
        os.kill(self.process.pid, by)
        code = self._end()
        if code is None:
            self.kill()
        said = self.said()
        assert (code, said) == (0, ""), f"it ended with {code} and said: {said}"
        self.log.unlink()


@contextmanager
def serving(*, grace: float = 45, limits: bool = False, proxies: Iterable[str] = ()) -> Iterator[str]:
    """The address of a server with an empty database."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(sqlite(Path(folder)), grace=grace, limits=limits, proxies=proxies)
        try:
            yield server.address
        finally:
            server.stop()


def sqlite(folder: Path) -> str:
    """The URL of the database in this folder: an empty, migrated one if it is new."""
    file = folder / "tables.db"
    if folder.is_dir() and not file.exists():
        copyfile(migrated(), file)  # migrations would take most of the start of a server
    return f"sqlite:///{file}"


@cache
def migrated() -> Path:
    """An SQLite database as a server creates it."""
    folder = Path(tempfile.mkdtemp())
    atexit.register(rmtree, folder)
    Store(f"sqlite:///{folder / 'tables.db'}").close()
    return folder / "tables.db"


@contextmanager
def inside(
    limit: ConnectionLimit | None = None, request: float = 60, **settings: Any
) -> Iterator[tuple[str, Services]]:
    """A server in a thread, as `tempolude serve` runs it: its address, and its services to inspect."""
    warm_forks()
    with tempfile.TemporaryDirectory() as folder, listen("127.0.0.1", 0) as listener:
        usual = {"database": sqlite(Path(folder)), "compiles": False, "limits": False, "pace": "once"}
        app = create_app(Settings(**(usual | settings)))
        with running(Serving(app, limit or ConnectionLimit(1000, 1000), request), listener) as address:
            yield address, app.state.services


@contextmanager
def hosting(*games: object) -> Iterator[httpx.Client]:
    """A client of an application that has only these games on its shelf."""
    with tempfile.TemporaryDirectory() as folder, listen("127.0.0.1", 0) as listener:
        app: FastAPI = create_app(Settings(database=sqlite(Path(folder)), compiles=False), games)  # type: ignore[arg-type]
        server = uvicorn.Server(uvicorn.Config(app, log_level="warning", proxy_headers=False))
        with running(server, listener) as address, httpx.Client(base_url=address) as client:
            yield client


@contextmanager
def running(server: uvicorn.Server, listener: socket) -> Iterator[str]:
    """The address of a server in a thread."""
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()
