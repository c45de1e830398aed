"""Reviews and exercises in a real browser: every game, on a desktop in English and on a phone in French."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tempolude.server.review_file import review_file
from tempolude.server.table.reviews import mistakes_in
from tests.review.stored import READER, SEATS, stored

from ..server.guests import Guest
from ..server.reviewing import CODES, reviewed_by
from ..server.serving import sqlite
from .axe import violations
from .playing import person, watched

WIDE, NARROW = {"lang": "en-GB", "width": 1440, "height": 900}, {"lang": "fr-FR", "width": 390, "height": 844}
SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
OUTSIDE = """() => {
  const board = document.querySelector(".rv-board"), box = board.getBoundingClientRect();
  const lit = [...board.querySelectorAll(".can")].filter(each => each.checkVisibility());
  const outside = ({ left, right, top, bottom }) =>
    right < box.left || left > box.right || bottom < box.top || top > box.bottom;
  return lit.filter(each => outside(each.getBoundingClientRect())).length;
}"""


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Guest]:
    """Somebody who played a reviewed match of each game."""
    with reviewed_by(sqlite(tmp_path_factory.mktemp("reviews")), SEATS) as (guest, _):
        yield guest


def opened(browser: Browser, reader: Guest, lang: str, width: int, height: int) -> BrowserContext:
    context = person(browser, reader.address, lang=lang, width=width, height=height)
    context.add_cookies([{"name": "guest", "value": reader.web.cookies["guest"], "url": reader.address}])
    return context


def mistake(name: str) -> int:
    """The number of a mistake for which there is a line that could have followed."""
    return mistakes_in(stored(name)[1])[READER][0]


def check_table(page: Page) -> None:
    """The table is there, the better action is lit on it, and nothing sticks out."""
    expect(page.locator(".rv-board .mat")).to_be_visible()
    expect(page.locator(".rv-board .can:visible").first).to_be_visible()
    assert page.evaluate(OUTSIDE) == 0
    assert page.evaluate(SIDEWAYS) == 0


@pytest.mark.parametrize("name", SEATS)
def test_a_review_is_read_and_its_mistake_tried_again(browser: Browser, reader: Guest, name: str) -> None:
    n, code = mistake(name), CODES[name]
    with opened(browser, reader, **WIDE) as context:
        page, complaints = watched(context)
        page.goto(f"/t/{code}/review")
        decided = page.locator(".rv-decs a")
        assert decided.count() == len(stored(name)[1]["eyes"]["0"]["decisions"])
        assert all(each.is_visible() for each in decided.all())
        page.locator(f".rv-decs a[href*='at={n}&']").click()
        page.wait_for_url(f"**/review?at={n}&seat=0#coup")
        check_table(page)
        expect(page.locator(".rv-better")).to_contain_text("It gave away")
        page.locator("#rv-on").click()
        page.wait_for_url("**&line=1")
        expect(page.locator(".rv-follow [aria-current]")).to_have_count(1)
        expect(page.locator(".rv-board .action .say")).to_contain_text(
            page.locator(".rv-follow a").first.inner_text()[:12]
        )
        page.go_back()
        check_table(page)
        page.get_by_role("link", name="Play this position again").click()
        expect(page.locator("#exercise-speech")).to_contain_text("What would you do now?")
        expect(page.locator(".can:visible, #choices .btn:visible").first).to_be_visible()
        page.get_by_role("button", name="Show me").click()
        expect(page.locator("#exercise-speech")).to_contain_text("The best I know")
        page.locator("#exercise-done").click()
        page.wait_for_url(f"**/review?at={n}&seat=0")
        assert complaints == []
    with opened(browser, reader, **NARROW) as context:
        page, complaints = watched(context)
        page.goto(f"/t/{code}/review?at={n}")
        check_table(page)
        expect(page.locator(".rv-better")).to_contain_text("Mieux valait")
        page.goto(f"/t/{code}/review/exercise/{n}")
        expect(page.locator("#exercise-speech")).to_contain_text("Que feriez-vous maintenant")
        assert page.evaluate(SIDEWAYS) == 0
        assert complaints == []


@pytest.mark.parametrize(("how", "scheme"), [(WIDE, "light"), (NARROW, "dark")], ids=["desktop", "phone by night"])
def test_axe_finds_nothing(browser: Browser, reader: Guest, how: dict[str, Any], scheme: Any) -> None:
    n, code = mistake("contretemps"), CODES["contretemps"]
    with opened(browser, reader, **how) as context:
        page, _ = watched(context)
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        for path in (f"/t/{code}/review?at={n}", f"/t/{code}/review/exercise/{n}"):
            page.goto(path)
            assert violations(page) == []


def test_an_answer_is_given_on_the_table(browser: Browser, reader: Guest) -> None:
    """Contre-Temps: a journey is one click."""
    n, code = mistake("contretemps"), CODES["contretemps"]
    match, content = stored("contretemps")
    view = match.game.hide(match.game.rules.STATE.read(match.steps[n - 1].before), READER)
    decision = content["eyes"][str(READER)]["decisions"][str(n)]
    with opened(browser, reader, **WIDE) as context:
        page, complaints = watched(context)
        page.goto(f"/t/{code}/review/exercise/{n}")
        for action, words in ((decision["action"], "what you chose then"), (decision["best"], "Yes")):
            for handle in match.table.handles(view, READER, action):
                page.locator(f".can:is(#{handle}, [data-handle='{handle}'])").locator("visible=true").first.click()
            expect(page.locator("#exercise-speech")).to_contain_text(words)
            if action != decision["best"]:
                page.get_by_role("button", name="Try again").click()
        expect(page.get_by_role("link", name="Next exercise")).to_be_visible()
        assert complaints == []


def test_a_review_in_a_file_is_read_without_a_server(browser: Browser, tmp_path: Path) -> None:
    match, content = stored("timeline")
    file, n = tmp_path / "review.html", mistake("timeline")
    file.write_text(review_file(match, content, [READER], "fr", lambda done, of: None), encoding="utf-8")
    with browser.new_context(offline=True, viewport={"width": 1440, "height": 900}) as context:
        page, complaints = watched(context)
        page.goto(file.as_uri())
        expect(page.locator(".rv-board .mat")).to_be_visible()
        page.locator(f".rv-decs a[href='#at-0-{n}']").click()
        check_table(page)
        assert page.locator(".rv-board .piece > *").count() > 0
        page.locator("#rv-on").click()
        expect(page.locator(".rv-follow [aria-current]")).to_have_count(1)
        assert page.evaluate("location.hash") == f"#at-0-{n}-1"
        assert complaints == []
