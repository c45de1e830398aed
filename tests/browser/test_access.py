"""Accessibility of every page. Matches by keyboard and screen reader are in test_keys.py."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from .axe import violations
from .visits import GAMES, VISITS, Neighbourhood, go, neighbourhood, visit
from .widths import PHONE, fits_enlarged

ONE_OF_EACH = [name for name in VISITS if name not in GAMES or name == "masters"]
DESKTOP = ViewportSize(width=1440, height=900)


@pytest.fixture(scope="module")
def there(server: str) -> Iterator[Neighbourhood]:
    with neighbourhood(server) as found:
        yield found


@pytest.fixture(scope="module")
def window(frameless_browser: Browser, there: Neighbourhood) -> Iterator[Page]:
    """One window for all pages: opening another takes longer than most checks."""
    with frameless_browser.new_context(base_url=there.address, locale="en-GB", reduced_motion="reduce") as context:
        yield context.new_page()


@pytest.fixture(scope="module")
def page(window: Page, there: Neighbourhood, request: pytest.FixtureRequest) -> Page:
    """A page of `VISITS`, loaded once for all its checks."""
    set_up(window, DESKTOP)
    go(window, there, request.param)
    return window


def on(names: Iterable[str]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("page", list(names), indirect=True)


def set_up(page: Page, size: ViewportSize, scheme: Literal["light", "dark"] = "light") -> None:
    page.set_viewport_size(size)
    page.emulate_media(color_scheme=scheme)


@on(["refused"])
def test_axe_finds_a_picture_without_a_name(page: Page) -> None:
    page.evaluate("document.querySelector('main').append(new Image(9, 9))")
    assert [found.partition(":")[0] for found in violations(page)] == ["image-alt"]
    page.evaluate("document.querySelector('main > img').remove()")


@on(VISITS)
def test_axe_finds_nothing(page: Page) -> None:
    set_up(page, DESKTOP)
    assert violations(page) == []


@on(ONE_OF_EACH)
def test_axe_finds_nothing_by_night_on_a_phone(page: Page) -> None:
    set_up(page, PHONE, "dark")
    assert violations(page) == []


@on(GAMES)
def test_a_table_can_be_read_by_night(page: Page) -> None:
    """Every game has its own colours, and a desktop shows what a phone hides."""
    set_up(page, DESKTOP, "dark")
    assert violations(page, ["color-contrast"]) == []
    set_up(page, PHONE, "dark")
    assert violations(page, ["target-size"]) == []


# If one rule goes from `:has()` on to an element of any name, Chromium styles everything below again for all rules with
# `:has()`, whenever one of them might apply: half of what a click costs.
TO_ANYTHING = """[...document.styleSheets].flatMap(sheet => {
  const rules = list => [...list].flatMap(rule => [rule.selectorText ?? [], rules(rule.cssRules ?? [])].flat());
  return rules(sheet.cssRules).filter(text => /:has\\([^,]*\\) *[ >+~] *[*:](?!where|is)/.test(text));
})"""


@on(GAMES)
def test_a_click_does_not_style_the_whole_table_again(page: Page) -> None:
    assert page.evaluate(TO_ANYTHING) == []


WHERE = """() => {
  const e = document.activeElement;
  if (!e || e === document.body) return null;
  const shown = e.matches(".sr, .sizes input") ? (e.labels?.[0] ?? e) : e;
  const box = shown.getBoundingClientRect();
  return {
    what: e.outerHTML.slice(0, 90),
    outlined: getComputedStyle(shown).outlineStyle === "solid",
    seen: Math.min(box.width, box.height) > 4 && box.bottom > 0 && box.top < innerHeight && box.left < innerWidth,
  };
}"""


@on(name for name in VISITS if name not in ("watching", "wall screen"))  # where there is nothing to press
def test_tab_goes_through_a_page_and_always_shows_where_it_is(page: Page) -> None:
    set_up(page, DESKTOP)
    stops: list[str] = []
    while len(stops) < 250:
        page.keyboard.press("Tab")
        stop = page.evaluate(WHERE)
        if stop is None or stop["what"] in stops[:1]:
            break
        assert stop["outlined"], f"no outline: {stop['what']}"
        assert stop["seen"], f"out of sight: {stop['what']}"
        stops.append(stop["what"])
    assert 1 < len(stops) < 250, "the keyboard finds nothing, or does not come out again"


@on(VISITS)
def test_the_largest_text_fits_a_phone_and_a_page_enlarged_four_times(page: Page) -> None:
    """Rules of the other games are in test_lobby.py, and tables at other moments in test_screens.py."""
    fits_enlarged(page)


def test_the_size_of_text_is_remembered_before_the_page_is_painted(browser: Browser, server: str) -> None:
    with browser.new_context(base_url=server, locale="fr-FR") as context:
        page = context.new_page()
        page.goto("/")
        page.get_by_role("button", name="Taille du texte").click()
        page.get_by_role("radio", name="très grande").check()
        expect(page.locator("html")).to_have_attribute("data-size", "largest")
        answer = page.goto("/rules/timeline")
        assert answer
        assert '<html lang="fr" data-size="largest">' in answer.text()
        page.get_by_role("button", name="Taille du texte").click()
        expect(page.get_by_role("radio", name="très grande")).to_be_checked()
        page.get_by_role("radio", name="normale").check()
        assert [cookie for cookie in context.cookies() if cookie["name"] == "size"] == []


def test_nothing_moves_for_who_does_not_want_it(browser: Browser, there: Neighbourhood) -> None:
    with visit(browser, there, "contretemps", viewport=DESKTOP) as page:
        assert page.evaluate("document.getAnimations().length") == 0
        page.emulate_media(reduced_motion="no-preference")
        assert page.evaluate("document.getAnimations().length") > 0


def test_what_can_be_chosen_keeps_its_ring_in_the_colours_of_the_system(browser: Browser, there: Neighbourhood) -> None:
    with visit(browser, there, "timeline", viewport=DESKTOP, forced_colors="active") as page:
        ring, wanted = page.evaluate(
            """() => {
              const probe = document.body.appendChild(document.createElement("i"));
              probe.style = "forced-color-adjust: none; color: Highlight";
              const can = document.querySelector(".can");
              return [getComputedStyle(can, "::before").borderTopColor, getComputedStyle(probe).color];
            }"""
        )
        assert ring == wanted
