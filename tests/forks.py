"""Processes forked from one that has imported what they need, so that starting takes a moment instead of seconds."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from functools import cache
from multiprocessing import forkserver, get_context
from pathlib import Path
from subprocess import CompletedProcess
from tempfile import TemporaryDirectory

from tempolude.check.law import MODULES

FORKS = get_context("forkserver")
FORKS.set_forkserver_preload(
    [
        "httpx", "numba", "rich.columns", "rich.markdown", "rich.progress",
        "tempolude.server.app", "tempolude.cli.main", *(f"tempolude.check.laws.{name}" for name in MODULES),
        "tests.preloading",
    ]
)  # fmt: skip


ORIGINAL = "TEMPOLUDE_TESTS_ORIGINAL"  # the environment variable with the address of the one that a run shares


def share_forks() -> None:
    """In a process that is such a copy: start further ones from the same original instead of loading another."""
    forkserver._forkserver.ensure_running = lambda: None  # type: ignore[attr-defined]  # it runs


def offer_forks() -> None:
    """Load an original that the test processes started after this share; it ends with this process."""
    warm_forks()
    if sys.version_info < (3, 14):  # from then on, only whoever started an original may use it
        os.environ[ORIGINAL] = forkserver._forkserver._forkserver_address  # type: ignore[attr-defined]


if ORIGINAL in os.environ:
    forkserver._forkserver._forkserver_address = os.environ[ORIGINAL]  # type: ignore[attr-defined]
    _, forkserver._forkserver._forkserver_alive_fd = os.pipe()  # type: ignore[attr-defined]  # sent along, not needed
    share_forks()


@cache
def warm_forks() -> None:
    """Load the original now: whoever starts the first copy waits for it, and a server must not."""
    first = FORKS.Process(target=os.getpid)
    first.start()
    first.join()


LONGEST = 500  # seconds that a command may take


def tempolude(*arguments: str, given: str = "", home: Path | None = None, **environment: str) -> CompletedProcess[str]:
    """Run the command in a separate process and return what it printed."""
    env = {**os.environ, "COLUMNS": "100", "LANG": "en_GB.UTF-8", "LC_ALL": "", **environment}
    if home is not None:
        env["XDG_DATA_HOME"] = str(home)
    with TemporaryDirectory() as folder:
        streams = [Path(folder) / name for name in ("in", "out", "error")]
        for stream, text in zip(streams, (given, "", ""), strict=True):
            stream.write_text(text, "utf-8")
        process = FORKS.Process(target=_run, args=(arguments, env, streams))
        process.start()
        process.join(LONGEST)
        if process.exitcode is None:
            process.kill()
            process.join()
        said, errors = (stream.read_text("utf-8") for stream in streams[1:])
    assert process.exitcode is not None
    return CompletedProcess(arguments, process.exitcode, said, errors)


def _run(arguments: tuple[str, ...], environment: Mapping[str, str], streams: list[Path]) -> None:
    for number, (path, flags) in enumerate(zip(streams, (os.O_RDONLY, os.O_WRONLY, os.O_WRONLY), strict=True)):
        os.dup2(os.open(path, flags), number)
    sys.stdin, sys.stdout, sys.stderr = (os.fdopen(n, mode, encoding="utf-8") for n, mode in enumerate("rww"))
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["tempolude", *arguments]
    from tempolude.cli.main import main

    try:
        main()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
