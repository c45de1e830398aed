"""Compiled rules are made once, before the tests are spread over processes, and shared by all of them."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor

import pytest

from tempolude.engine.compiler import prepare
from tempolude.engine.game import games


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    if not hasattr(session.config, "workerinput"):
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            list(pool.map(prepare, games()))
