"""Real servers: ours in a process of its own, as `tempolude serve` starts it, or any application in a thread."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import httpx
import uvicorn
from fastapi import FastAPI

from tempolude.server.app import create_app, listen
from tempolude.server.settings import Settings

START = """
import sys
from tempolude.server.app import run
from tempolude.server.settings import Settings
run("127.0.0.1", int(sys.argv[2]), Settings(database=sys.argv[1], pause=float(sys.argv[3]), limits=sys.argv[4] == "limits"))
"""


class Server:
    """A server on a free port, with a database of its own. What it writes to its log must be nothing."""

    def __init__(self, database: str, *, pause: float = 0.0, limits: bool = False, port: int = 0) -> None:
        arguments = [database, str(port), str(pause), "limits" if limits else ""]
        self.log = tempfile.TemporaryFile("w+")  # noqa: SIM115 - closed by `stop`
        self.process = subprocess.Popen(
            [sys.executable, "-W", "error", "-c", START, *arguments], stdout=subprocess.PIPE, stderr=self.log, text=True
        )
        assert self.process.stdout
        found = re.search(r"http://\S+", self.process.stdout.readline())
        assert found, f"the server did not say where it is: {self.said()}"
        self.address = found[0]

    def said(self) -> str:
        """What is in its log."""
        self.log.seek(0)
        return self.log.read()

    def kill(self) -> None:
        """As a power cut would."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        """Ctrl+C must end it in order, and nothing may have gone wrong before."""
        self.process.send_signal(signal.SIGINT)
        try:
            code = self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise
        finally:
            assert self.process.stdout
            self.process.stdout.close()
        said = self.said()
        self.log.close()
        assert (code, said) == (0, "")


@contextmanager
def serving(*, pause: float = 0.0, limits: bool = False) -> Iterator[str]:
    """The address of a server with an empty database."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(sqlite(Path(folder)), pause=pause, limits=limits)
        try:
            yield server.address
        finally:
            server.stop()


def sqlite(folder: Path) -> str:
    return f"sqlite:///{folder / 'tables.db'}"


@contextmanager
def hosting(*games: object) -> Iterator[httpx.Client]:
    """A client of an application that has only these games on its shelf."""
    with tempfile.TemporaryDirectory() as folder, listen("127.0.0.1", 0) as listener:
        app: FastAPI = create_app(Settings(database=sqlite(Path(folder))), games)  # type: ignore[arg-type]
        server = uvicorn.Server(uvicorn.Config(app, log_level="warning"))
        thread = Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            with httpx.Client(base_url=f"http://127.0.0.1:{listener.getsockname()[1]}") as client:
                yield client
        finally:
            server.should_exit = True
            thread.join()
