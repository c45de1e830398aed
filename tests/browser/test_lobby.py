"""The lobby and the rules in a browser."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tempolude.engine.game import Game, games

from .playing import wait_until
from .widths import PHONE, fits_enlarged, within

LEFT = "net::ERR_ABORTED"  # the page was left before the response arrived
DARK, LIGHT = "rgb(8, 12, 20)", "rgb(221, 208, 177)"


@pytest.fixture(scope="module")
def window(browser: Browser, server: str) -> Iterator[tuple[Page, list[str]]]:
    """One window for all tests, with its errors: opening another takes a fifth of a test."""
    # A service worker would send requests past the test that holds them back.
    with browser.new_context(base_url=server, locale="fr-FR", service_workers="block") as context:
        page, complaints = context.new_page(), []  # type: ignore[var-annotated]
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("requestfailed", lambda request: complaints.append(request.url) if request.failure != LEFT else None)
        yield page, complaints


@pytest.fixture
def page(window: tuple[Page, list[str]]) -> Iterator[Page]:
    """A new French reader's page in light mode, which must report no errors."""
    page, complaints = window
    complaints.clear()
    page.context.clear_cookies()
    page.set_viewport_size({"width": 1280, "height": 720})
    page.emulate_media(color_scheme="light")
    yield page
    page.evaluate("localStorage.clear()")
    assert complaints == []


CALLED = """async () => {
  const script = [...document.querySelectorAll("script[type=module]")].find(each => each.src.includes("/lobby."));
  const { live } = await import(script.src);
  addEventListener("click", () => setTimeout(() => live.messages.turn({ code: "aaaaaaaaaa", words: "" }), 100));
}"""  # soon after a click, it is its reader's turn somewhere, and the lobby loads itself again


def background(page: Page) -> str:
    return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))


def test_the_covers_stand_on_the_shelf(page: Page) -> None:
    page.goto("/")
    covers = page.locator(".shelf .box img")
    expect(covers).to_have_count(len(games()))
    for i in range(len(games())):
        expect(covers.nth(i)).to_be_in_viewport()
        assert covers.nth(i).evaluate("image => image.complete && image.naturalWidth > 0")
    assert page.locator(".word svg use").evaluate("drawing => drawing.getBoundingClientRect().width") > 100


def test_the_shelf_leads_to_the_rules_and_a_number_to_its_rule(page: Page) -> None:
    page.goto("/")
    page.get_by_role("link", name="Les règles de Contre-Temps").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Contre-Temps")
    page.goto("/rules/contretemps#C7.2")
    expect(page.locator("[id='C7.2']")).to_be_in_viewport()


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_rules_fit_a_phone(page: Page, game: Game) -> None:
    """Enlarged too, in the language that takes more room."""
    page.set_viewport_size(PHONE)
    for lang in ("en", "fr"):
        page.goto(f"/rules/{game.name}?lang={lang}")
        within(page, PHONE["width"])
    fits_enlarged(page)


def test_the_lobby_fits_a_phone(page: Page) -> None:
    page.set_viewport_size(PHONE)
    for lang in ("en", "fr"):
        page.goto(f"/?lang={lang}")
        within(page, PHONE["width"])


def test_the_columns_of_the_shelf_do_not_collide(page: Page) -> None:
    """The French buttons were once wider than a narrow column."""
    page.set_viewport_size({"width": 1024, "height": 768})
    page.goto("/")
    over = """column => [...column.querySelectorAll(".btn, p")].filter(
      e => e.getBoundingClientRect().right > column.getBoundingClientRect().right + 1).map(e => e.textContent)"""
    for column in page.locator(".game").all():
        assert column.evaluate(over) == []


def test_the_lamp_is_remembered_and_gives_the_theme_back_to_the_system(page: Page) -> None:
    page.goto("/")
    assert background(page) == LIGHT
    page.get_by_role("button", name="Clair ou sombre").click()
    assert background(page) == DARK
    page.goto("/rules/timeline")
    assert background(page) == DARK
    page.get_by_role("button", name="Clair ou sombre").click()
    assert background(page) == LIGHT
    page.emulate_media(color_scheme="dark")
    assert background(page) == DARK


def test_the_language_is_remembered_and_keeps_the_place(page: Page) -> None:
    page.goto("/rules/timeline#T2.1")
    page.get_by_role("link", name="EN, English").click()
    expect(page.get_by_role("link", name="All games")).to_be_visible()
    expect(page.locator("[id='T2.1']")).to_be_in_viewport()
    page.goto("/")
    expect(page.get_by_role("heading", name="Open tables")).to_be_visible()
    page.get_by_role("link", name="FR, français").click()
    expect(page.get_by_role("heading", name="Tables ouvertes")).to_be_visible()


def test_the_keyboard_reaches_the_covers_and_shows_where_it_is(page: Page) -> None:
    page.goto("/")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Aller au contenu")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    focused = page.locator(":focus-visible")
    expect(focused).to_have_class("box")
    assert focused.evaluate("element => getComputedStyle(element).outlineStyle") == "solid"


@pytest.mark.parametrize("by", ["a link", "a form"])
def test_a_click_is_not_lost_when_the_lobby_loads_itself_again(page: Page, by: str) -> None:
    page.goto("/new/timeline")
    page.locator("form .ways .btn.main").click()
    page.wait_for_url("**/t/*")
    page.goto("/")  # now that the reader is known, the lobby has a connection
    page.evaluate(CALLED)
    way = page.locator(".shelf form[action^='/play/'] .btn.main" if by == "a form" else ".shelf a[href^='/rules/']")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route) if route.request.is_navigation_request() else route.continue_()

    page.route("**/rules/*" if by == "a link" else "**/play/*", hold)
    way.first.click(no_wait_after=True)
    wait_until(page, lambda: bool(held))
    page.wait_for_timeout(400)  # in which it would begin to load
    held[0].continue_()
    page.wait_for_url("**/rules/*" if by == "a link" else "**/t/*")
    page.unroute_all()
