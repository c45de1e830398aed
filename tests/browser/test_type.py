"""The typefaces: pages work without them, and nothing moves when they load late."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route

from tempolude.engine.game import games

from .screens import VIEWS, Tables, faults, served, tables
from .widths import within

FONTS = "**/*.woff2"
TIGHT = next(view for view in VIEWS if view.moment == "crowded" and view.lang == "fr")
SHIFTS = """
  globalThis.shifted = 0;
  new PerformanceObserver(list => { for (const shift of list.getEntries()) shifted += shift.value; })
    .observe({ type: "layout-shift", buffered: true });
"""
HEIGHTS = """[...document.querySelectorAll("h1, h2, h3, .btn, .name, .facts, .top b")]
  .filter(e => e.checkVisibility()).map(e => [e.outerHTML.slice(0, 90), e.getBoundingClientRect().height])"""


@pytest.fixture(scope="module")
def there(browser: Browser) -> Iterator[Tables]:
    """Every table in a browser that never receives our typefaces."""
    with served(browser) as found:
        found.page.route(FONTS, lambda route: route.abort())
        yield found


@pytest.mark.parametrize("turn", range(len(tables())), ids=lambda turn: tables()[turn].name)
def test_a_table_holds_without_our_typefaces(there: Tables, turn: int) -> None:
    """On a phone and a tablet by turns: the typefaces are the same in every game."""
    page = there.show(tables()[turn], TIGHT)
    assert not page.evaluate("document.fonts.check('16px \"Tempolude Serif\"')")
    assert faults(page, [((390, 844), (1024, 768))[turn % 2]]) == []


@pytest.mark.parametrize("path", ["/", f"/rules/{games()[0].name}"])
def test_a_page_holds_without_our_typefaces(browser: Browser, server: str, path: str) -> None:
    with browser.new_context(base_url=server, locale="fr-FR") as context:
        page = context.new_page()
        page.route(FONTS, lambda route: route.abort())
        page.goto(path)
        assert not page.evaluate("document.fonts.check('16px \"Tempolude Serif\"')")
        for width, height in ((320, 568), (390, 844)):
            page.set_viewport_size({"width": width, "height": height})
            within(page, width)


@pytest.fixture
def late(browser: Browser, server: str) -> Iterator[tuple[Page, list[Route]]]:
    """A French reader's page, and the requests for typefaces that are still pending."""
    with browser.new_context(base_url=server, locale="fr-FR", viewport={"width": 1024, "height": 768}) as context:
        page, waiting = context.new_page(), []  # type: ignore[var-annotated]
        page.add_init_script(SHIFTS)
        page.route(FONTS, lambda route: waiting.append(route))
        yield page, waiting


@pytest.mark.parametrize("path", ["/", f"/rules/{games()[0].name}"])
def test_nothing_jumps_when_typefaces_come_late(late: tuple[Page, list[Route]], path: str) -> None:
    page, waiting = late
    page.goto(path, wait_until="domcontentloaded")
    painted(page)
    before = page.evaluate(HEIGHTS)
    assert len(before) > 10
    assert {route.request.url.split("tempolude-")[1].split(".")[0] for route in waiting} >= {"serif-400", "sans-400"}
    while waiting:
        waiting.pop().continue_()
    page.route(FONTS, lambda route: route.continue_())
    page.evaluate("document.fonts.ready.then(() => {})")
    painted(page)
    assert page.evaluate("document.fonts.check('16px \"Tempolude Serif\"')")
    for (what, height), (_, now) in zip(before, page.evaluate(HEIGHTS), strict=True):
        assert abs(now - height) <= 2, what
    assert page.evaluate("shifted") < 0.02


def painted(page: Page) -> None:
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done())))")
