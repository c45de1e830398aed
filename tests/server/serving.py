"""Real servers: ours in a process of its own, as `tempolude serve` starts it, or any application in a thread."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread

import httpx
import uvicorn
from fastapi import FastAPI

from tempolude.server.app import listen

START = "from tempolude.server.app import run; run('127.0.0.1', 0)"


@contextmanager
def serving() -> Iterator[str]:
    """The address of a server on a free port. Ctrl+C must end it in order."""
    server = subprocess.Popen([sys.executable, "-W", "error", "-c", START], stdout=subprocess.PIPE, text=True)
    assert server.stdout
    with server.stdout:
        try:
            found = re.search(r"http://\S+", server.stdout.readline())
            assert found, "the server did not say where it is"
            yield found[0]
        finally:
            server.send_signal(signal.SIGINT)
            try:
                code = server.wait(20)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()
                raise
    assert code == 0


@contextmanager
def hosting(app: FastAPI) -> Iterator[httpx.Client]:
    """A client of this application on a free port."""
    with listen("127.0.0.1", 0) as listener:
        server = uvicorn.Server(uvicorn.Config(app, log_level="warning"))
        thread = Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            with httpx.Client(base_url=f"http://127.0.0.1:{listener.getsockname()[1]}") as client:
                yield client
        finally:
            server.should_exit = True
            thread.join()
