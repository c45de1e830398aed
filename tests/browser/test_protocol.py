"""The script and the protocol: every page has a function for each kind of message, and sends only what is declared."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from playwright.sync_api import Browser, Page, Route, WebSocket, expect

from tempolude.server import wire

from ..server.guests import Guest
from .playing import check_messages, lit, person, play_on, say, wait_until, watched
from .visits import lend

HANDLED = """async name => {
  const script = [...document.querySelectorAll("script[type=module]")].find(each => each.src.includes(`/${name}.`));
  return Object.keys((await import(script.src)).live.messages);
}"""  # the module that the page runs, not a second copy


def handled(page: Page, script: str) -> set[str]:
    """The kinds of messages for which the script of an open page has a function."""
    return set(page.evaluate(HANDLED, script))


def test_every_page_has_a_function_for_each_kind_of_message(browser: Browser, server: str) -> None:
    with Guest(server, "Ada") as ada, person(browser, server) as context:
        lend(context, ada)
        page, complaints = watched(context)
        page.goto(f"/t/{ada.make('contretemps', 3)}")
        assert handled(page, "gather") == {*wire.kinds(wire.Sent)}
        page.goto("/")  # before there are bots: it loads again whenever it is Ada's turn at a table
        assert handled(page, "lobby") >= {*wire.kinds(wire.SentToNotifier)}
        page.goto(f"/t/{ada.play_now('timeline')}")
        assert handled(page, "table") == {*wire.kinds(wire.Sent)}
        assert complaints == []


def test_a_page_sends_and_gets_every_kind_of_message_as_it_is_declared(browser: Browser, server: str) -> None:
    """A match with chat, a tip, an undo, a hint and a reconnecting page; nothing undeclared is sent."""
    seen: Counter[str] = Counter()
    with Guest(server, "Ada") as ada, person(browser, server) as context:
        lend(context, ada)
        page, complaints = watched(context)
        page.on("websocket", lambda socket: check_messages(socket, complaints, seen))
        page.goto(f"/t/{ada.play_now('contretemps')}")
        page.wait_for_selector(".can")
        say(page, "tick")
        expect(page.locator("#talk li")).to_have_count(1)
        lit(page).last.hover()
        page.locator("#hint").click()
        play_on([page], Random(4), enough=6)
        wait_until(page, lambda: seen["sent do"] == seen["acknowledged"])
    assert complaints == []
    kinds = {"sent do", "sent say", "sent explain", "sent hint"}
    kinds |= {"received update", "received seats", "received talk", "received explained"}
    assert kinds <= {*seen}


@pytest.mark.parametrize("where", ["lobby", "gathering", "table"])
def test_a_page_with_an_outdated_script_loads_again_but_not_for_ever(browser: Browser, server: str, where: str) -> None:
    """As after an upgrade: the page's script has another version of the protocol than the server."""
    with Guest(server, "Ada") as ada, person(browser, server) as context:
        lend(context, ada)
        table = ada.play_now("timeline")
        address = {"lobby": "/", "gathering": f"/t/{ada.make('contretemps', 3)}", "table": f"/t/{table}"}[where]
        page, _ = watched(context)
        loads: list[Page] = []
        closed: list[WebSocket] = []

        def outdate(route: Route) -> None:
            if len(loads) > 3:  # otherwise it would never stop
                return route.abort()
            body = route.fetch().text().replace(f"VERSION = {wire.VERSION}", f"VERSION = {wire.VERSION + 1}")
            return route.fulfill(body=body, content_type="text/javascript")

        page.route("**/static/wire.*.js", outdate)
        page.on("load", lambda loaded: loads.append(loaded))
        page.on("websocket", lambda socket: socket.on("close", lambda closing: closed.append(closing)))
        page.goto(address)
        wait_until(page, lambda: len(closed) >= 2)
        again = "+sessionStorage.getItem('renewed') > performance.timeOrigin"
        assert not page.evaluate(again), "it loads again once, then waits: perhaps the upgrade is not done yet"
        assert len(loads) == 2
