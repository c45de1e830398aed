"""Everyone can play: what holds for every page. How a match goes by keyboard and by ear is in test_keys.py."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from .visits import VISITS, Neighbourhood, neighbourhood, visit

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
DESKTOP, PHONE = {"width": 1440, "height": 900}, {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def there(server: str) -> Iterator[Neighbourhood]:
    with neighbourhood(server) as found:
        yield found


def faults(page: Page, what: dict[str, object]) -> list[str]:
    """What axe finds wrong: the rule, the element, and why."""
    found = Axe().run(page, options={"runOnly": what, "resultTypes": ["violations"]}).response["violations"]
    return [f"{fault['id']}: {node['html']} {node['failureSummary']}" for fault in found for node in fault["nodes"]]


@pytest.mark.parametrize("name", VISITS)
def test_axe_finds_nothing_by_day_and_by_night_on_a_desk_and_on_a_phone(
    browser: Browser, there: Neighbourhood, name: str
) -> None:
    with visit(browser, there, name, viewport=DESKTOP, color_scheme="light") as page:
        for size in (DESKTOP, PHONE):
            page.set_viewport_size(size)  # type: ignore[arg-type]
            page.emulate_media(color_scheme="light")
            assert faults(page, {"type": "tag", "values": RULES}) == []
            page.emulate_media(color_scheme="dark")
            assert faults(page, {"type": "rule", "values": ["color-contrast"]}) == []


WHERE = """() => {
  const e = document.activeElement;
  if (!e || e === document.body) return null;
  const shown = e.matches(".sr, .sizes input") ? (e.labels?.[0] ?? e) : e;
  const box = shown.getBoundingClientRect();
  const x = Math.min(Math.max(box.x + box.width / 2, 1), innerWidth - 1), y = Math.min(Math.max(box.y + box.height / 2, 1), innerHeight - 1);
  return {
    what: e.outerHTML.slice(0, 90),
    outlined: getComputedStyle(shown).outlineStyle !== "none" && parseFloat(getComputedStyle(shown).outlineWidth) >= 2,
    seen: box.width > 4 && box.height > 4 && box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth,
  };
}"""


@pytest.mark.parametrize("name", VISITS)
def test_tab_goes_through_a_page_and_always_shows_where_it_is(
    browser: Browser, there: Neighbourhood, name: str
) -> None:
    with visit(browser, there, name, viewport=DESKTOP) as page:
        stops: list[str] = []
        while (stop := (page.keyboard.press("Tab"), page.evaluate(WHERE))[1]) and stop["what"] not in stops[:1]:
            assert stop["outlined"], f"no outline: {stop['what']}"
            assert stop["seen"], f"out of sight: {stop['what']}"
            stops.append(stop["what"])
            assert len(stops) < 250, "the keyboard is caught"
        assert len(stops) > 2
