"""First matches with a guide, gone through in a real browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tempolude.engine.game import Game, games

from .playing import person, watched

GUIDED = [game for game in games() if game.guide]
EVERY_GAME = pytest.mark.parametrize("game", GUIDED, ids=lambda game: game.name)


def learn(page: Page, game: str) -> None:
    page.goto("/")
    page.locator(f"#{game} .learn").click()
    page.wait_for_url("**/t/*")


def words(page: Page) -> str:
    return page.locator("#guide .words").inner_text()


FOLLOW = """async () => {
  // Click what is pointed at and glows; else read on; else click the first thing that glows, a button only if there is
  // nothing else. These are many clicks, so they are made from within.
  const end = document.getElementById("end"), next = document.querySelector("[data-guide=next]");
  while (!end.open) {
    const found = selector => [...document.querySelectorAll(selector)].find(element => element.checkVisibility());
    const pointed = found(".can.pointed, #choices .pointed"), lit = found(".can") ?? found("#choices .btn:not(.back)");
    if (pointed) pointed.click();
    else if (next.checkVisibility()) next.click();
    else lit?.click();
    await new Promise(done => setTimeout(done, 5));
  }
  return document.querySelectorAll("#lessons li").length;
}"""


@EVERY_GAME
def test_a_first_match_is_gone_through_to_its_end(browser: Browser, server: str, game: Game) -> None:
    phone = game.name in ("contretemps", "timeline")  # two on a phone, in French
    size = {"width": 390, "height": 844, "lang": "fr-FR"} if phone else {}
    with person(browser, server, **size) as context:  # type: ignore[arg-type]
        page, complaints = watched(context)
        learn(page, game.name)
        expect(page.locator("#guide .words")).to_contain_text("Coucou" if phone else "I am the cuckoo")
        assert game.guide
        assert page.evaluate(FOLLOW) >= 8
        closing = game.guide.lessons[-1].says["fr" if phone else "en"]
        expect(page.locator("#end .guide")).to_contain_text(closing[:40])
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") == 0
        assert complaints == []


def test_a_reload_shows_the_same_lesson_and_what_was_got_is_not_said_again(browser: Browser, server: str) -> None:
    with person(browser, server) as context:
        page, complaints = watched(context)
        learn(page, "contretemps")
        first = words(page)
        page.reload()
        expect(page.locator("#guide .words")).to_have_text(first)
        page.get_by_role("button", name="Next").click()
        second = words(page)
        assert second != first
        page.reload()
        expect(page.locator("#guide .words")).to_have_text(second)
        page.locator("#guide").get_by_role("button", name="Earlier hints").click()
        expect(page.locator("#lessons li")).to_have_count(3)
        expect(page.locator("#lessons")).to_contain_text(first)
        assert complaints == []


def test_what_is_spoken_of_is_pointed_at_and_its_rule_is_one_click_away(browser: Browser, server: str) -> None:
    with person(browser, server) as context:
        page, complaints = watched(context)
        learn(page, "contretemps")
        expect(page.locator("#discs-0")).to_have_class(re.compile("pointed"))
        page.get_by_role("button", name="Next").click()
        expect(page.locator("#setting")).to_have_class(re.compile("pointed"))
        expect(page.locator("#discs-0")).not_to_have_class(re.compile("pointed"))
        with context.expect_page() as opened:
            page.locator("#guide .rules a").click()
        expect(opened.value.locator("#C2\\.1")).to_be_in_viewport()
        assert complaints == []


def test_playing_on_counts_as_got_it(browser: Browser, server: str) -> None:
    with person(browser, server) as context:
        page, _ = watched(context)
        learn(page, "contretemps")
        page.locator("#card-S13").click(position={"x": 9, "y": 24})
        expect(page.locator("#guide .words")).to_contain_text("Event 1 is yours")


def test_the_guide_can_be_skipped_and_called_back(browser: Browser, server: str) -> None:
    with person(browser, server) as context:
        page, complaints = watched(context)
        learn(page, "contretemps")
        first = words(page)
        page.locator("#guide").get_by_role("button", name="Skip the guide").click()
        expect(page.locator("#guide")).to_be_hidden()
        expect(page.locator(".pointed")).to_have_count(0)
        page.reload()
        expect(page.locator("#guide")).to_be_hidden()
        page.get_by_role("button", name="Table menu").click()
        page.get_by_role("button", name="Let the guide speak again").click()
        expect(page.locator("#guide .words")).to_have_text(first)
        assert complaints == []


def test_who_comes_back_goes_on_or_begins_anew(browser: Browser, server: str) -> None:
    with person(browser, server) as context:
        page, complaints = watched(context)
        learn(page, "contretemps")
        page.locator("#card-S13").click(position={"x": 9, "y": 24})
        expect(page.locator("#guide .words")).to_contain_text("Event 1 is yours")
        address = page.url
        learn(page, "contretemps")
        assert page.url == address
        expect(page.locator("#guide")).to_contain_text("Welcome back")
        page.get_by_role("button", name="Start over").click()
        page.wait_for_url(lambda url: "/t/" in url and url != address)
        expect(page.locator("#guide .words")).to_contain_text("I am the cuckoo")
        assert complaints == []


def test_the_guide_is_heard_and_is_used_with_the_keyboard_alone(browser: Browser, server: str) -> None:
    with person(browser, server) as context:
        page, _ = watched(context)
        learn(page, "contretemps")
        expect(page.get_by_role("status").filter(has_text="I am the cuckoo")).to_have_count(1)
        for _ in range(3):
            page.locator("[data-guide=next]").focus()
            page.keyboard.press("Enter")
        expect(page.locator("#guide .words")).to_be_hidden()
        expect(page.locator("#guide").get_by_role("button", name="Earlier hints")).to_be_focused()
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        expect(page.locator("#guide .words")).not_to_be_empty()
