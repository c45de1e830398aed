"""Reviews and exercises in a real browser: every game, on a desktop in English and on a phone in French."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

from tempolude.server.review_file import review_file
from tempolude.server.table.reviews import mistakes_in
from tests.review.stored import READER, SEATS, stored

from ..server.guests import Guest
from ..server.reviewing import CODES, reviewed_by
from ..server.serving import sqlite
from .axe import violations
from .playing import person, watched
from .screens import CHECKER

DESKTOP, PHONE = ViewportSize(width=1440, height=900), ViewportSize(width=390, height=844)
TABLETS = ViewportSize(width=1024, height=768), ViewportSize(width=768, height=1024)
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


def opened(browser: Browser, reader: Guest, size: ViewportSize = DESKTOP, lang: str = "en-GB") -> BrowserContext:
    context = person(browser, reader.address, lang=lang, **size)
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
def test_a_mistake_is_shown_and_tried_again_on_the_table(browser: Browser, reader: Guest, name: str) -> None:
    """What differs from game to game: the table, and what is lit on it; in French on a phone, tablets and a desktop."""
    n, code = mistake(name), CODES[name]
    with opened(browser, reader, PHONE, "fr-FR") as context:
        page, complaints = watched(context)
        page.goto(f"/t/{code}/review?at={n}")
        assert page.locator(".rv-decs a").count() == len(stored(name)[1]["eyes"]["0"]["decisions"])
        expect(page.locator(".rv-better")).to_contain_text("Mieux valait")
        page.evaluate(CHECKER.read_text("utf-8"))
        for size in (PHONE, *TABLETS):
            page.set_viewport_size(size)
            check_table(page)
            assert page.evaluate("screens.shown()") == [], size
        page.set_viewport_size(DESKTOP)
        check_table(page)
        page.goto(f"/t/{code}/review/exercise/{n}")
        expect(page.locator(".can:visible, #choices .btn:visible").first).to_be_visible()
        page.set_viewport_size(PHONE)
        expect(page.locator("#exercise-speech")).to_contain_text("Que feriez-vous maintenant")
        assert page.evaluate(SIDEWAYS) == 0
        assert complaints == []


def test_a_review_is_read_and_its_mistake_tried_again(browser: Browser, reader: Guest) -> None:
    """From the list of decisions to a line that could have followed, back, and through the exercise."""
    n, code = mistake("masters"), CODES["masters"]
    with opened(browser, reader) as context:
        page, complaints = watched(context)
        page.goto(f"/t/{code}/review")
        assert all(each.is_visible() for each in page.locator(".rv-decs a").all())
        page.locator(f".rv-decs a[href*='at={n}&']").click()
        page.wait_for_url(f"**/review?at={n}&seat=0#coup")
        check_table(page)
        expect(page.locator(".rv-decs [aria-current] .rv-dd")).to_contain_text("−")  # as much as the sentence says
        expect(page.locator(".rv-better")).to_contain_text("It gave away")
        beside = page.locator(".rv-table").bounding_box()
        page.get_by_role("button", name="The whole table").click()
        check_table(page)
        whole = page.locator(".rv-table").bounding_box()
        assert beside
        assert whole
        assert beside["width"] < whole["width"] / 1.5
        page.get_by_role("button", name="The whole table").click()
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
        page.get_by_role("button", name="Show me").click()
        expect(page.locator("#exercise-speech")).to_contain_text("The best I know")
        page.locator("#exercise-done").click()
        page.wait_for_url(f"**/review?at={n}&seat=0")
        assert complaints == []


def test_axe_finds_nothing(browser: Browser, reader: Guest) -> None:
    """On a desktop, and on a phone by night."""
    n, code = mistake("contretemps"), CODES["contretemps"]
    with opened(browser, reader) as context:
        page, _ = watched(context)
        for path in (f"/t/{code}/review?at={n}", f"/t/{code}/review/exercise/{n}"):
            page.set_viewport_size(DESKTOP)
            page.emulate_media(color_scheme="light")
            page.goto(path)
            assert violations(page) == []
            page.set_viewport_size(PHONE)
            page.emulate_media(color_scheme="dark")
            assert violations(page) == []


def test_an_answer_is_given_on_the_table(browser: Browser, reader: Guest) -> None:
    """Contre-Temps: a journey is one click."""
    n, code = mistake("contretemps"), CODES["contretemps"]
    match, content = stored("contretemps")
    view = match.game.hide(match.game.rules.STATE.read(match.steps[n - 1].before), READER)
    decision = content["eyes"][str(READER)]["decisions"][str(n)]
    with opened(browser, reader) as context:
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
