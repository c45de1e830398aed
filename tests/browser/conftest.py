"""The installed Chromium. Without one these tests are skipped, except in CI."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any, cast

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from ..server.serving import serving

NAMES = ("chromium", "chromium-browser", "google-chrome")

expect.set_options(timeout=30_000)  # for busy machines; otherwise everything comes at once


def installed() -> str | None:
    return next(filter(None, map(shutil.which, NAMES)), None)


class Restarting:
    """A browser that is restarted if it has crashed. Only the test during which it crashed fails."""

    def __init__(self, start: Callable[[], Browser]) -> None:
        self._start, self._running = start, start()

    def __getattr__(self, name: str) -> Any:
        if not self._running.is_connected():
            self._running = self._start()
        return getattr(self._running, name)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    found = installed()
    if found is None:
        message = f"no browser is installed: none of {', '.join(NAMES)} is on the path"
        if os.environ.get("CI") == "true":
            pytest.fail(message)
        pytest.skip(message)
    with sync_playwright() as playwright:
        chromium = Restarting(lambda: playwright.chromium.launch(executable_path=found, args=["--no-sandbox"]))
        yield cast(Browser, chromium)
        chromium.close()


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    with serving() as address:
        yield address
