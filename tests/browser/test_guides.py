"""Guided first matches, played in a real browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tempolude.check.laws.guides import obedient, played
from tempolude.engine.game import Game, game, games
from tempolude.server.storage.store import Store
from tempolude.server.table.tables import new_table
from tempolude.server.web.learn import seated

from ..server.guests import Guest
from ..server.serving import Server, sqlite
from .playing import person, watched
from .screens import ME, keep, my_cookie
from .visits import lend

GUIDED = [game for game in games() if game.guide]
LONG = ("collectors", "masters", "pirates")
ENDED = "collectors"  # the long one that is gone through at its end
SOME = 8  # lessons
EVERY_GAME = pytest.mark.parametrize("game", GUIDED, ids=lambda game: game.name)


def learn(page: Page, game: str) -> None:
    page.goto("/")
    page.locator(f"#{game} .learn").click()
    page.wait_for_url("**/t/*")


@contextmanager
def beginner(browser: Browser, server: str, game: str = "contretemps", **how: Any) -> Iterator[Page]:
    """A page of a new first match, which must report no errors."""
    with Guest(server, "Ada") as ada, person(browser, server, **how) as context:
        lend(context, ada)
        page, complaints = watched(context)
        page.goto(ada.post(f"/learn/{game}").url.path)
        yield page
        assert complaints == []


def words(page: Page) -> str:
    return page.locator("#guide .words").inner_text()


FOLLOW = """async enough => {
  // To the end, or until there were enough lessons.
  // Click what is pointed at and glows; else read on; else click the first thing that glows, a button only if there is
  // nothing else. These are many clicks, so they are made from within.
  const end = document.getElementById("end"), next = document.querySelector("[data-guide=next]");
  const lessons = () => document.querySelectorAll("#lessons li").length;
  for (let clicks = 0; !end.open && lessons() < enough && clicks < 3000;) {
    const found = selector => [...document.querySelectorAll(selector)].find(element => element.checkVisibility());
    const pointed = found(".can.pointed, #choices .pointed"), lit = found(".can") ?? found("#choices .btn:not(.back)");
    const chosen = pointed ?? (next.checkVisibility() ? next : lit);
    if (chosen) chosen.click(), clicks++;
    await new Promise(done => setTimeout(done, chosen ? 5 : 20));
  }
  return [end.open, lessons()];
}"""


def at_the_end(page: Page, game: Game, lang: str = "en") -> None:
    """The guide shows its closing line on the score sheet."""
    assert game.guide
    expect(page.locator("#end .guide")).to_contain_text(game.guide.lessons[-1].says[lang][:40])
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") == 0


@EVERY_GAME
def test_a_first_match_is_gone_through_to_its_end(browser: Browser, server: str, game: Game) -> None:
    """Only the beginning of the long ones."""
    phone = game.name in ("contretemps", "timeline")  # two on a phone, in French
    size = {"width": 390, "height": 844, "lang": "fr-FR"} if phone else {}
    with beginner(browser, server, game.name, **size) as page:
        expect(page.locator("#guide .words")).to_contain_text("Coucou" if phone else "I am the cuckoo")
        over, lessons = page.evaluate(FOLLOW, SOME if game.name in LONG else 1000)
        assert lessons >= SOME
        assert over == (game.name not in LONG)
        if over:
            at_the_end(page, game, "fr" if phone else "en")


@pytest.fixture(scope="module")
def ending(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    """The address of a server where a long first match is soon over, and the cookie of the beginner."""
    url = sqlite(tmp_path_factory.mktemp("ending"))
    with closing(Store(url)) as store:
        keep_first_match(store, game(ENDED))
        cookie = my_cookie(store)
    server = Server(url)
    yield server.address, cookie
    server.stop()


def keep_first_match(store: Store, game: Game) -> None:
    """Store a match in which the guide was followed, 4 actions before its end."""
    assert game.guide
    match, _ = played(game, game.guide, obedient)
    row = new_table(game.name, game, match.options, ME, match.seed)
    chairs = seated(game.guide, ME, "Ada")
    keep(store, replace(row, phase="playing", data=match.data, guided=True), chairs, match.log[:-4])


def test_a_long_first_match_is_gone_through_at_its_end(browser: Browser, ending: tuple[str, str]) -> None:
    """The law of guides goes through all of them to their last lesson."""
    address, cookie = ending
    with person(browser, address) as context:
        context.add_cookies([{"name": "guest", "value": cookie, "url": address}])
        page, complaints = watched(context)
        page.goto(f"/t/{ENDED}")
        over, lessons = page.evaluate(FOLLOW, 1000)
        assert over
        assert lessons >= SOME
        at_the_end(page, game(ENDED))
        assert complaints == []


def test_a_reload_shows_the_same_lesson_and_what_was_got_is_not_said_again(browser: Browser, server: str) -> None:
    with beginner(browser, server) as page:
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


def test_what_is_spoken_of_is_pointed_at_and_its_rule_is_one_click_away(browser: Browser, server: str) -> None:
    with beginner(browser, server) as page:
        expect(page.locator("#discs-0")).to_have_class(re.compile("pointed"))
        page.get_by_role("button", name="Next").click()
        expect(page.locator("#setting")).to_have_class(re.compile("pointed"))
        expect(page.locator("#discs-0")).not_to_have_class(re.compile("pointed"))
        with page.context.expect_page() as opened:
            page.locator("#guide .rules a").click()
        expect(opened.value.locator("#C2\\.1")).to_be_in_viewport()


def test_playing_on_counts_as_got_it(browser: Browser, server: str) -> None:
    with beginner(browser, server) as page:
        page.locator("#card-S13").click(position={"x": 9, "y": 24})
        expect(page.locator("#guide .words")).to_contain_text("Event 1 is yours")


def test_the_guide_can_be_skipped_and_called_back(browser: Browser, server: str) -> None:
    with beginner(browser, server) as page:
        first = words(page)
        page.locator("#guide").get_by_role("button", name="Skip the guide").click()
        expect(page.locator("#guide")).to_be_hidden()
        expect(page.locator(".pointed")).to_have_count(0)
        page.reload()
        expect(page.locator("#guide")).to_be_hidden()
        page.get_by_role("button", name="Table menu").click()
        page.get_by_role("button", name="Let the guide speak again").click()
        expect(page.locator("#guide .words")).to_have_text(first)


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
    with beginner(browser, server) as page:
        expect(page.get_by_role("status").filter(has_text="I am the cuckoo")).to_have_count(1)
        for _ in range(3):
            page.locator("[data-guide=next]").focus()
            page.keyboard.press("Enter")
        expect(page.locator("#guide .words")).to_be_hidden()
        expect(page.locator("#guide").get_by_role("button", name="Earlier hints")).to_be_focused()
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        expect(page.locator("#guide .words")).not_to_be_empty()
