"""Compile everything once, before the tests are distributed to processes, which share it."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from _pytest.unraisableexception import gc_collect_iterations_key
from hypothesis import HealthCheck, settings

from tempolude.engine.game import games

from .forks import offer_forks
from .warming import compile_everything

settings.register_profile("ours", deadline=None, suppress_health_check=[HealthCheck.too_slow])  # no test measures time
settings.load_profile("ours")
os.environ.setdefault("TEMPOLUDE_QUICK_COMPILE", "1")  # in less time, here and in the processes of tests
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # in the processes of tests: each core has more than one of them
collect_ignore = ["preloading.py"]  # takes a second to load, and all that it loads is tested where it is used
LONGEST = "masters"  # takes longest to compile: started last, it would keep one core busy while the others wait


def pytest_configure(config: pytest.Config) -> None:
    """Look for garbage once at the end of a process, not five times: what it finds is reported as an error."""
    config.stash[gc_collect_iterations_key] = 1


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """Compile everything for distributed runs, which are complete ones. A few tests compile only what they need."""
    if session.config.getoption("numprocesses", None) and not hasattr(session.config, "workerinput"):
        longest_first = sorted(games(), key=lambda game: game.name != LONGEST)
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            offered, collected = pool.submit(offer_forks), pool.submit(collect_once)
            list(pool.map(compile_everything, longest_first))
        offered.result()
        collected.result()


def collect_once() -> None:
    """Collect all tests the first time, so that every process finds their modules compiled: each would otherwise do all
    the work."""
    kept = any(Path(__file__).parent.glob("*/__pycache__/test_*"))
    if not (kept or sys.dont_write_bytecode):
        command = [sys.executable, "-m", "pytest", "--collect-only", "-qq"]
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # faults are reported later


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Test Hearts first, which takes longest. At the end other processes would idle, or wait for it to be installed."""
    items.sort(key=lambda item: item.path.name != "test_hearts.py")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Scan for garbage less often, and never what is collected, which stays to the end: a twelfth of the time."""
    gc.disable()
    done = yield
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    gc.enable()
    return done


def pytest_xdist_auto_num_workers() -> int:
    """Two more than there are cores, since tests of the server wait for it most of their time."""
    return (os.cpu_count() or 1) + 2
