"""Leaving a match for good, stopping one, and removing your tables, in real browsers."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Page, WebSocket, expect

from ..server.guests import Guest
from .playing import lit, person, wait_until, watched
from .test_turns import make
from .visits import lend


def leave(page: Page) -> None:
    """Through the table's menu and its confirmation."""
    page.locator("[popovertarget=menu]").click()
    page.locator("#menu [popovertarget=leave]").click()
    page.locator("#leave .btn.main").click()


def test_whoever_leaves_is_replaced_for_good_and_the_others_are_told(browser: Browser, server: str) -> None:
    with person(browser, server) as ada, person(browser, server, lang="fr-FR", width=390, height=844) as blaise:
        host, complaints = watched(ada)
        make(host, "timeline", seats="2", clock="wait")
        friend, others = watched(blaise)
        heard: list[WebSocket] = []
        friend.on("websocket", lambda socket: socket.on("framereceived", lambda _: heard.append(socket)))
        friend.clock.install()
        friend.goto(host.locator("#link").input_value())
        friend.locator(".first-name .btn.main").click()
        expect(host.locator(".chair:not(.vacant)")).to_have_count(2)
        host.get_by_role("button", name="Start").click()
        expect(friend.locator("#ask")).not_to_be_empty()
        wait_until(friend, lambda: any(not socket.is_closed() for socket in heard))
        friend.clock.pause_at(friend.evaluate("Date.now() / 1000") + 1)  # so that what is told stays until it is read
        code = host.url
        leave(host)
        expect(host).to_have_url(re.compile("/$"))
        expect(host.locator(f'.ticket[href$="{code[-8:]}"]')).to_have_count(0)
        expect(friend.locator("#toasts")).to_contain_text("a quitté la partie. Un robot joue à sa place.")
        friend.clock.resume()
        expect(friend.locator(".seats .status")).to_have_text("a quitté, un robot joue")
        expect(lit(friend).first, "the bot has played, if it was its turn").to_be_visible()
        host.goto(code)
        expect(host.locator(".hand")).to_have_count(0)
        expect(lit(host), "whoever left only watches").to_have_count(0)
        leave(friend)  # nobody is left to play
        expect(friend).to_have_url(re.compile("/$"))
        expect(host, "the table is gone").to_have_url(re.compile("/$"))
        host.goto(code)
        assert host.locator("#table").count() == 0
        assert others == []
        assert [words for words in complaints if "404" not in words] == []


def test_many_tables_lie_in_one_row_and_can_be_stopped_and_put_away(browser: Browser, server: str) -> None:
    with Guest(server, "Ada") as ada, person(browser, server) as context:
        for _ in range(9):
            ada.play_now("timeline")
        lend(context, ada)
        page, complaints = watched(context)
        page.goto("/")
        tickets = page.locator("#mine > .mine > li")
        expect(tickets).to_have_count(7)
        for width in (1440, 1024, 390):
            page.set_viewport_size({"width": width, "height": 900})
            tops = {round(item.bounding_box()["y"]) for item in tickets.all()}  # type: ignore[index]
            assert len(tops) == 1, f"one row, {width} wide"
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.set_viewport_size({"width": 1440, "height": 900})
        page.locator(".ticket.more").click()
        expect(page.locator("#more-mine .ticket")).to_have_count(3)
        page.keyboard.press("Escape")
        tickets.first.locator(".gone").click()
        expect(tickets.first.locator(".leave")).to_contain_text("Stop this game?")
        tickets.first.get_by_role("button", name="Stay").click()
        expect(tickets.first.locator(".leave")).to_be_hidden()
        for left in (8, 7, 6):
            tickets.first.locator(".gone").click()
            tickets.first.locator(".leave .btn.main").click()
            expect(page.locator("#mine .ticket:not(.more)")).to_have_count(left)
        expect(tickets).to_have_count(6)
        assert complaints == []
