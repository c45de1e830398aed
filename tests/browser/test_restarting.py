"""A browser crash fails one test, not all those after it."""

from __future__ import annotations

from playwright.sync_api import Browser


def test_a_browser_that_has_ended_is_started_again(browser: Browser, server: str) -> None:
    browser.close()
    with browser.new_context(base_url=server) as context:
        assert context.new_page().goto("/")
