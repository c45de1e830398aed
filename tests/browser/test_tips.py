"""Tooltips link to the rules: by mouse, keyboard and touch, on the table of every game."""

from __future__ import annotations

from itertools import cycle
from random import Random

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from tempolude.engine.game import Game, games

from .playing import click_one
from .test_keys import at_table

ALTERNATELY = list(zip(games(), cycle(["en", "fr"]), strict=False))

# Points at everything that has a tooltip, and returns its name and where its links lead.
POINT_AT_ALL = """async () => {
  const tip = document.getElementById("tip"), found = [];
  const calm = () => new Promise(done => setTimeout(done, 1));
  for (const element of document.querySelectorAll("#table .piece, #table .can, #table [data-tip]")) {
    if (!element.getClientRects().length || element.closest("[hidden]")) continue;
    document.dispatchEvent(new PointerEvent("pointerdown"));
    element.dispatchEvent(new PointerEvent("pointerover", { pointerType: "mouse", bubbles: true, clientX: 1 }));
    await calm();
    if (tip.hidden) continue;
    const a = element.getBoundingClientRect(), b = tip.getBoundingClientRect();
    const covers = a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    found.push([tip.textContent, [...tip.querySelectorAll("a")].map(a => a.getAttribute("href")), covers]);
  }
  return found;
}"""


def is_at_rule(page: Page, number: str) -> bool:
    """Whether the page has scrolled to that rule, and to the rule itself."""
    return bool(
        page.evaluate(
            """number => {
              const rule = document.querySelector(".rule:target"), box = rule?.getBoundingClientRect();
              const seen = box && box.top < innerHeight && box.bottom > 0;
              return seen && rule.id === number && rule.innerText.trim().length > number.length + 20;
            }""",
            number,
        )
    )


@pytest.mark.parametrize(("game", "lang"), ALTERNATELY, ids=lambda given: getattr(given, "name", given))
def test_every_tooltip_of_a_table_leads_to_its_rule(browser: Browser, server: str, game: Game, lang: str) -> None:
    with at_table(browser, server, game.name, lang=lang) as page:
        dice = Random(3)
        told = page.evaluate(POINT_AT_ALL)
        for _ in range(6):
            click_one(page, dice)
        page.mouse.move(1, 1)  # otherwise a piece moving under the pointer would show its tooltip in between
        told += page.evaluate(POINT_AT_ALL)
        assert len(told) > 20
        assert [words for words, links, _ in told if not links] == []
        assert [words for words, _, covers in told if covers] == []
        rules = httpx.get(f"{server}/rules/{game.name}").text
        for link in sorted({link for _, links, _ in told for link in links}):
            address, _, number = link.partition("#")
            assert address == f"/rules/{game.name}"
            assert f'<li id="{number}" class="rule">' in rules, link


def test_a_piece_that_is_taken_away_shows_no_tooltip(browser: Browser, server: str) -> None:
    """As when a bot spends a crystal while the pointer comes to it."""
    with at_table(browser, server, "contretemps") as page:
        shown = page.evaluate(
            """async () => {
              const piece = document.querySelector("#table .piece[aria-label]");
              piece.dispatchEvent(new PointerEvent("pointerover", { pointerType: "mouse", bubbles: true, clientX: 1 }));
              piece.remove();
              await new Promise(done => setTimeout(done, 50));
              return !document.getElementById("tip").hidden;
            }"""
        )
        assert not shown


def test_the_pointer_gets_from_a_thing_to_its_rule(browser: Browser, server: str) -> None:
    with at_table(browser, server, "contretemps") as page:
        page.locator("#hub").hover()
        link = page.locator("#tip a").first
        expect(link).to_be_visible()
        box = link.bounding_box()
        assert box
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=6)
        number = link.inner_text()
        with page.context.expect_page() as opened:
            page.mouse.down()
            page.mouse.up()
        opened.value.wait_for_load_state()
        assert is_at_rule(opened.value, number)


def test_a_key_goes_from_a_thing_to_its_rule_and_back(browser: Browser, server: str) -> None:
    with at_table(browser, server, "timeline") as page:
        page.locator(".can").first.wait_for()
        page.keyboard.press("Tab")
        while not page.evaluate("document.activeElement.matches('.can')"):
            page.keyboard.press("Tab")
        card = page.evaluate("document.activeElement.id")
        page.keyboard.press("r")
        expect(page.locator("#tip a").first).to_be_focused()
        page.keyboard.press("Escape")
        expect(page.locator(f"#{card}")).to_be_focused()
        page.keyboard.press("r")
        number = page.locator("#tip a").first.inner_text()
        with page.context.expect_page() as opened:
            page.keyboard.press("Enter")
        opened.value.wait_for_load_state()
        assert is_at_rule(opened.value, number)


def test_a_finger_held_shows_the_rule_and_plays_nothing(browser: Browser, server: str) -> None:
    with at_table(browser, server, "timeline", width=390, height=844) as page:
        card = page.locator(".fan > .can").first
        card.wait_for()
        box = card.bounding_box()
        assert box
        line = page.context.new_cdp_session(page)
        point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + 30}
        line.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
        expect(page.locator("#tip a").first).to_be_visible()
        line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        expect(page.locator(".picked")).to_have_count(0)
        number = page.locator("#tip a").first.inner_text()
        with page.context.expect_page() as opened:
            page.locator("#tip a").first.tap()
        opened.value.wait_for_load_state()
        assert is_at_rule(opened.value, number)
