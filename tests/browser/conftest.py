"""The installed Chromium. Without one these tests are skipped, except in CI."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from typing import Any, cast

import pytest
from playwright.sync_api import Browser, BrowserContext, Playwright, expect, sync_playwright

from ..server.serving import serving

WHOLE = ("chromium", "chromium-browser", "google-chrome")
SHELL = "chromium-headless-shell"  # the same engine without windows, push messages and the like: it starts pages sooner
ANY = (SHELL, *WHOLE)

LIMIT = 90_000  # milliseconds, for busy machines; normally everything is there at once
expect.set_options(timeout=LIMIT)


def installed(*names: str) -> str | None:
    return next(filter(None, map(shutil.which, names or (*WHOLE, SHELL))), None)


# The interface around every page, which has its own processes although nobody sees it; and a process kept ready for the
# next page. They account for two thirds of the time to open a page.
UNSEEN = ("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "SpareRendererForSitePerProcess")
# Playwright passes such a list as well, but Chromium uses only the last one.
PLAYWRIGHTS = (
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable",
    "MediaRouter",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
    "OptimizationHints",
    "NetworkTimeServiceQuerying",
    "AimEnabled",
    "PreconnectToSearch",
)


# Pages are laid out but nothing is painted, which takes a fifth of their time: no room for what is painted.
UNPAINTED = "--force-gpu-mem-available-mb=1"
# Nor is there a thread that composes them, to which changes are handed over: a quarter of the time of opening a page.
# But then there are no frames, for which Playwright waits before it clicks.
FRAMELESS = "--disable-threaded-compositing"


def launch(
    playwright: Playwright, names: Sequence[str] = ANY, *, painted: bool = False, more: Sequence[str] = ()
) -> Browser:
    """The first of these browsers that is installed."""
    options = ["--no-sandbox", f"--disable-features={','.join(UNSEEN + PLAYWRIGHTS)}", *more]
    return playwright.chromium.launch(
        executable_path=installed(*names), args=options if painted else [*options, UNPAINTED]
    )


class Restarting:
    """A browser that is restarted if it has crashed. Only the test during which it crashed fails."""

    def __init__(self, start: Callable[[], Browser]) -> None:
        self._start, self._running = start, start()

    def __getattr__(self, name: str) -> Any:
        if not self._running.is_connected():
            self._running = self._start()
        return getattr(self._running, name)

    def new_context(self, **how: Any) -> BrowserContext:
        context: BrowserContext = self.__getattr__("new_context")(**how)
        context.set_default_timeout(LIMIT)
        return context


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    yield from started(playwright)


@pytest.fixture(scope="session")
def frameless_browser(playwright: Playwright) -> Iterator[Browser]:
    """For tests that look at pages and click nothing, except by script."""
    yield from started(playwright, more=[FRAMELESS])


@pytest.fixture(scope="module")
def whole_browser(playwright: Playwright) -> Iterator[Browser]:
    """Where the shell is not enough."""
    yield from started(playwright, WHOLE)


def started(playwright: Playwright, names: Sequence[str] = ANY, more: Sequence[str] = ()) -> Iterator[Browser]:
    if installed(*names) is None:
        message = f"no browser is installed: none of {', '.join(names)} is on the path"
        if os.environ.get("CI") == "true":
            pytest.fail(message)
        pytest.skip(message)
    chromium = Restarting(lambda: launch(playwright, names, more=more))
    yield cast(Browser, chromium)
    chromium.close()


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """Nobody is played for, however long a page was not open."""
    with serving(grace=3600) as address:
        yield address
