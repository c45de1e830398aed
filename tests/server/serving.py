"""Real servers: ours in a process of its own, as `tempolude serve` starts it, or any application in a thread."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from socket import socket
from threading import Thread
from typing import Any

import httpx
import uvicorn
from fastapi import FastAPI

from tempolude.server.app import Serving, create_app, listen
from tempolude.server.http.connections import Door
from tempolude.server.services import Services
from tempolude.server.settings import Settings

START = """
import sys, time
from pathlib import Path
database, port, pause, grace, limits, wrong, *proxies = sys.argv[1:]
if wrong:  # by how many seconds the wall clock is wrong, now
    right = time.time
    time.time = lambda: right() + float(Path(wrong).read_text())
from tempolude.server import app, settings
times = {"pause": float(pause), "grace": float(grace)}
others = {"limits": bool(limits), "trusted_proxies": tuple(proxies), "compiles": False}
chosen = settings.Settings(database=database, **times, **others)
app.run("127.0.0.1", int(port), chosen)
"""


class Server:
    """A server on a free port, with a database of its own. What it writes to its log must be nothing."""

    def __init__(
        self,
        database: str,
        *,
        pause: float = 0,
        grace: float = 45,
        limits: bool = False,
        port: int = 0,
        proxies: Iterable[str] = (),
        wrong: Path | str = "",
    ) -> None:
        arguments = [database, str(port), str(pause), str(grace), "limits" if limits else "", str(wrong), *proxies]
        handle, name = tempfile.mkstemp(suffix=".log")
        self.log = Path(name)
        command = [sys.executable, "-W", "error", "-c", START, *arguments]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=handle, text=True)
        os.close(handle)
        assert self.process.stdout
        found = re.search(r"http://\S+", self.process.stdout.readline())
        assert found, f"the server did not say where it is: {self.said()}"
        self.address = found[0]

    def said(self) -> str:
        """What is in its log."""
        return self.log.read_text()

    def kill(self) -> None:
        """As a power cut would."""
        self.process.kill()
        self._end()

    def _end(self) -> int:
        code = self.process.wait(20)
        assert self.process.stdout
        self.process.stdout.close()
        return code

    def stop(self) -> None:
        """Ctrl+C must end it in order, and nothing may have gone wrong before."""
        self.process.send_signal(signal.SIGINT)
        try:
            code = self._end()
        except subprocess.TimeoutExpired:
            self.kill()
            raise
        assert (code, self.said()) == (0, "")
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
    return f"sqlite:///{folder / 'tables.db'}"


@contextmanager
def inside(door: Door | None = None, request: float = 60, **settings: Any) -> Iterator[tuple[str, Services]]:
    """A server in a thread, as `tempolude serve` runs it: its address, and its house to look into."""
    with tempfile.TemporaryDirectory() as folder, listen("127.0.0.1", 0) as listener:
        usual = {"database": sqlite(Path(folder)), "compiles": False, "limits": False}
        app = create_app(Settings(**(usual | settings)))
        with running(Serving(app, door or Door(1000, 1000), request), listener) as address:
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
    thread = Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()
