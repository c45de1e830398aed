"""The server restarts under an open page: the page reconnects silently and no move is lost."""

from __future__ import annotations

import signal
from contextlib import ExitStack
from pathlib import Path
from random import Random

from playwright.sync_api import Browser, Page

from tempolude.server.app import listen

from ..server.serving import Server, sqlite
from .playing import click_one, lit, person, wait_until, watched

NOTE_ALARMS = """() => {
  window.alarms = [];
  const look = () => {
    if (document.body.classList.contains("offline")) window.alarms.push("offline");
    for (const words of document.querySelectorAll("#toasts .bad")) window.alarms.push(words.textContent);
  };
  for (const part of [document.body, document.getElementById("toasts")])
    new MutationObserver(look).observe(part, { attributes: true, childList: true });
}"""


def lines(page: Page) -> int:
    return page.locator("#log > li:not(.since)").count()


def test_a_restart_is_not_mentioned_and_a_move_made_meanwhile_is_done(browser: Browser, tmp_path: Path) -> None:
    with listen("127.0.0.1", 0) as listener, ExitStack() as stack:
        first = Server(sqlite(tmp_path), listener=listener)
        stack.callback(lambda: first.process.exitcode is None and first.kill())
        page, complaints = watched(stack.enter_context(person(browser, first.address)))
        page.clock.install()
        page.goto("/")
        page.locator("#timeline .ways .main").click()
        page.wait_for_url("**/t/*")
        wait_until(page, lambda: lit(page).count())
        page.evaluate(NOTE_ALARMS)
        page.clock.pause_at(page.evaluate("Date.now() / 1000") + 1)  # so that the restart takes no time for the page
        with page.expect_event("websocket"):
            first.stop(signal.SIGTERM)
            second = Server(sqlite(tmp_path), listener=listener)
            page.clock.resume()
        stack.callback(lambda: second.process.exitcode is None and second.kill())
        move(page)
        assert page.evaluate("window.alarms") == []
        before = lines(page)
        second.stop(signal.SIGTERM)
        wait_until(page, lambda: not lit(page).count(), lambda: click_one(page, Random(1)))  # nobody receives it yet
        third = Server(sqlite(tmp_path), listener=listener)
        wait_until(page, lambda: lines(page) > before)
        assert complaints == []
        third.stop()


def move(page: Page) -> None:
    """Move, and wait until it is your turn again."""
    before = lines(page)
    wait_until(page, lambda: not lit(page).count(), lambda: click_one(page, Random(1)))
    wait_until(page, lambda: lines(page) > before and lit(page).count())


def test_a_server_that_does_not_come_back_is_mentioned(browser: Browser, tmp_path: Path) -> None:
    server = Server(sqlite(tmp_path))
    with person(browser, server.address) as ada:
        page = ada.new_page()
        page.clock.install()
        page.goto("/")
        page.locator("#timeline .ways .main").click()
        page.wait_for_url("**/t/*")
        wait_until(page, lambda: lit(page).count())
        with page.expect_event("websocket"):  # it tries to reconnect
            server.stop(signal.SIGTERM)
        page.clock.fast_forward(10_000)
        wait_until(page, lambda: page.locator("body.offline").count())
