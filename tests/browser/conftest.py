"""A real Chromium, the one installed. Where there is none these tests are skipped, but not in CI."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from ..server.serving import serving

NAMES = ("chromium", "chromium-browser", "google-chrome")


def installed() -> str | None:
    return next(filter(None, map(shutil.which, NAMES)), None)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    found = installed()
    if found is None:
        message = f"no browser is installed: none of {', '.join(NAMES)} is on the path"
        if os.environ.get("CI") == "true":
            pytest.fail(message)
        pytest.skip(message)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    with serving() as address:
        yield address
