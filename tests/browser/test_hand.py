"""The prompt follows what was picked, and what can be clicked can be dragged."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser, Locator, Page, expect

from tempolude.bots import is_ready
from tempolude.engine.game import game

from ..server.guests import Guest
from .playing import person, wait_until
from .visits import lend

BAR = "document.getElementById('action').getBoundingClientRect().height"


def begin(page: Page, server: str, name: str) -> None:
    with Guest(server, "Ada") as ada:
        lend(page.context, ada)
        page.goto(f"/t/{ada.play_now(name)}")
    page.wait_for_selector(".can")


def middle(thing: Locator) -> tuple[float, float]:
    box = thing.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, thing: Locator, to: tuple[float, float]) -> None:
    page.mouse.move(*middle(thing))
    page.mouse.down()
    page.mouse.move(*to, steps=5)
    page.mouse.up()


def swipe(page: Page, thing: Locator, to: tuple[float, float]) -> None:
    """The same with a finger."""
    finger = page.context.new_cdp_session(page)
    at: Any = middle(thing)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    touch("touchStart", at)
    for part in (0.1, 0.5, 0.9, 1):
        touch("touchMove", (at[0] + part * (to[0] - at[0]), at[1] + part * (to[1] - at[1])))
    touch("touchEnd")


def mine(page: Page) -> Locator:
    return page.locator(".hand .fan > .piece")


def placed(page: Page, card: str | None) -> None:
    """The card has left the hand, whether it was placed correctly or not."""
    wait_until(page, lambda: page.locator(f".hand .fan > #{card}").count() == 0)


def test_the_sentence_follows_the_hand_by_mouse(browser: Browser, server: str) -> None:
    with person(browser, server) as context:
        page = context.new_page()
        begin(page, server, "timeline")
        ask, question, height = page.locator("#ask"), page.locator("#ask").inner_text(), page.evaluate(BAR)
        first, second = mine(page).nth(0), mine(page).nth(1)
        for card in (first, second):  # a click on another card switches to it
            card.click(position={"x": 90, "y": 60})
            expect(ask).to_contain_text(f"“{card.get_attribute('aria-label')}”")
            expect(page.locator(".picked")).to_have_count(1)
            assert page.evaluate(BAR) == height
        page.keyboard.press("Escape")
        expect(ask).to_have_text(question)
        gap = page.locator("#line .gap").last
        drag(page, first, middle(page.locator("#log")))  # dropped where it cannot go
        expect(page.locator(".picked, .afloat, .carried")).to_have_count(0)
        expect(ask).to_have_text(question)
        name = first.get_attribute("id")
        drag(page, first, middle(gap))
        placed(page, name)
        assert page.evaluate(BAR) == height


def test_a_hint_lies_beside_the_board(browser: Browser, server: str) -> None:
    """The pieces it is about show its number."""
    with person(browser, server) as context:
        page = context.new_page()
        begin(page, server, "timeline")
        box = page.locator("#advice")
        page.locator("#hint").click()
        expect(page.locator("#advice.thinking")).to_have_count(0)  # hints are computed last
        expect(box).to_be_visible()
        hints = page.locator("#hints button")
        assert 1 <= hints.count() <= 3
        expect(hints.first).to_contain_text("Place “")
        if is_ready(game("timeline")):  # only a search estimates chances here
            expect(hints.first).to_contain_text("%")
        marked = page.locator("[data-hint~='1']")
        expect(marked).to_have_count(2)  # the card and the gap
        board, beside = page.locator(".mat").bounding_box(), box.bounding_box()
        assert board
        assert beside
        assert beside["x"] >= board["x"] + board["width"]
        name = page.locator(".fan > [data-hint~='1']").get_attribute("id")
        hints.first.click()
        placed(page, name)
        expect(box).to_be_hidden()


def test_a_finger_drags_too(browser: Browser, server: str) -> None:
    with person(browser, server, width=390, height=844) as context:
        page = context.new_page()
        begin(page, server, "timeline")
        height, name = page.evaluate(BAR), mine(page).nth(0).get_attribute("id")
        swipe(page, mine(page).nth(0), middle(page.locator("#line .gap").nth(1)))
        placed(page, name)
        assert page.evaluate(BAR) == height


def test_a_table_says_what_else_can_be_dragged_and_its_verbs_narrow(browser: Browser, server: str) -> None:
    """Time Pirates: your pawn goes to an epoch, and only objects glow for "Take an object"."""
    with person(browser, server) as context:
        page = context.new_page()
        begin(page, server, "pirates")
        pawn = page.locator(".mine > .pawn")
        goal = page.locator(".epoch.can").first
        drag(page, pawn, middle(goal))
        wait_until(page, lambda: page.locator("#verbs .btn:visible").count() >= 2)
        take = page.locator("#verbs .btn:visible", has_text="Take an object")
        everything = page.locator(".chart .can, .board .can").count()
        take.click()
        expect(page.locator("#ask")).to_have_text("Take an object: which one?")
        assert 0 < page.locator(".board .can").count() < everything
        assert page.locator(".board .can:not([data-handle^=epoch-])").count() == 0
        page.keyboard.press("Escape")
        expect(page.locator(".board .can")).to_have_count(everything)
        thing = page.locator(".site > .piece.can").first
        before = page.locator(".hand .chest .piece").count()
        drag(page, thing, middle(page.locator(".hand .chest")))
        wait_until(page, lambda: page.locator(".hand .chest .piece").count() == before + 1)
