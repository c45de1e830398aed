"""My page and ratings in a real browser: both players see the reasons, by keyboard, on a phone, in French."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from .visits import Neighbourhood, lend, neighbourhood

PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def there(server: str) -> Iterator[Neighbourhood]:
    with neighbourhood(server) as found:
        yield found


@pytest.fixture
def page(browser: Browser, there: Neighbourhood) -> Iterator[Page]:
    """The browser of somebody who has played two rated matches."""
    with browser.new_context(base_url=there.address, locale="en-GB", reduced_motion="reduce") as context:
        lend(context, there.rated()[1])
        page = context.new_page()
        yield page


def test_from_the_end_of_a_rated_match_to_why_the_rating_moved(page: Page, there: Neighbourhood) -> None:
    code, _ = there.rated()
    page.goto(f"/t/{code}")
    sheet = page.locator("#end[open]")
    sheet.get_by_role("link", name="Ratings").click()
    expect(page).to_have_url(f"{there.address}/t/{code}/rating")
    mine = page.locator(".movement").first
    expect(mine.get_by_role("heading")).to_have_text("You")
    expect(mine.get_by_role("table")).to_contain_text("times in 100")
    expect(page.locator(".movement")).to_have_count(2)
    page.get_by_role("link", name="My page").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Camille")


def test_matches_are_searched_by_keyboard(page: Page) -> None:
    page.goto("/me")
    page.get_by_role("searchbox", name="Opponent").focus()
    page.keyboard.type("blaise")
    page.keyboard.press("Enter")
    expect(page.locator(".hist > li")).to_have_count(2)
    page.get_by_role("searchbox", name="Opponent").fill("nobody")
    page.keyboard.press("Enter")
    expect(page.get_by_text("No game fits that.")).to_be_visible()
    page.get_by_role("link", name="Show all").press("Enter")
    expect(page.locator(".hist > li")).to_have_count(2)
    watch = page.locator(".instr").first
    watch.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#detail")).to_be_visible()
    page.get_by_role("link", name="Replay this game").first.press("Enter")
    expect(page.locator("#table")).to_be_visible()


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("path", ["/me", "rating"])
def test_nothing_is_cut_off_on_a_phone(page: Page, there: Neighbourhood, lang: str, path: str) -> None:
    page.set_viewport_size(PHONE)
    page.goto(f"{path if path == '/me' else f'/t/{there.rated()[0]}/rating'}?lang={lang}")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    words = "Ma page" if lang == "fr" and path == "/me" else "cotes" if lang == "fr" else ""
    assert words in page.inner_text("body") + page.title()


def test_a_first_visit_is_still_one_click_to_a_match(browser: Browser, there: Neighbourhood) -> None:
    with browser.new_context(base_url=there.address, locale="en-GB") as context:
        page = context.new_page()
        page.goto("/")
        page.get_by_role("button", name="Play Timeline now against bots").last.click()
        expect(page.locator("#table")).to_be_visible()
        assert page.locator("#hint").count() == 1, "what nobody asked to be rated is not"
