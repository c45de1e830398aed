"""Friends, invitations, the players of a table and reports in a real browser: at once, by keyboard, on a phone and a
desktop, by day and by night, in both languages."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

from ..server.guests import Guest
from ..server.serving import sqlite
from ..server.test_together import Person, Town, befriended
from .axe import violations
from .visits import lend
from .widths import PHONE, SIDEWAYS

DESKTOP = ViewportSize(width=1440, height=900)


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Town]:
    town = Town(sqlite(tmp_path_factory.mktemp("town")), 1, most=20)
    with town.stack:
        yield town
    for server in town.servers:
        server.stop()


def browsing(browser: Browser, guest: Guest, **how: object) -> BrowserContext:
    context = browser.new_context(base_url=guest.address, reduced_motion="reduce", **how)  # type: ignore[arg-type]
    lend(context, guest)
    return context


def opened(context: BrowserContext, path: str) -> Page:
    page = context.new_page()
    page.set_default_timeout(15_000)
    page.goto(path)
    return page


def test_an_invitation_comes_into_the_open_lobby_and_is_taken_by_one_key(browser: Browser, town: Town) -> None:
    ada, blaise = befriended(town, "Ada", "Blaise")
    code = ada.make("timeline", 3)
    with browsing(browser, ada) as hers, browsing(browser, blaise) as his:
        lobby, table = opened(his, "/"), opened(hers, f"/t/{code}")
        expect(lobby.get_by_text("Ada is keeping a seat for you")).to_have_count(0)
        table.get_by_role("button", name="Invite Blaise").press("Enter")
        expect(table.get_by_role("list", name="Invited by you")).to_contain_text("Blaise")
        expect(lobby.get_by_text("Ada is keeping a seat for you")).to_be_visible()
        assert "You are invited" in lobby.title()
        lobby.locator(".invitation").get_by_role("button", name="Sit down").press("Enter")
        expect(lobby.locator(".chair.own")).to_contain_text("Blaise")
        expect(table.locator(".chair").nth(1)).to_contain_text("Blaise")
        table.get_by_role("button", name="Ask Blaise to leave").press("Enter")
        expect(lobby.get_by_role("alert")).to_contain_text("The host has asked you to leave this table")
        expect(lobby.get_by_role("button", name="Sit here")).to_have_count(0)


def test_friends_by_name_then_blocked_by_keyboard(browser: Browser, town: Town) -> None:
    ada, eve = town.person("Ada"), town.person("Eve")
    with browsing(browser, ada) as hers, browsing(browser, eve) as theirs:
        page, other = opened(hers, "/friends"), opened(theirs, "/friends")
        page.get_by_label("Ask by the name they sign in with").fill(eve.account)
        page.keyboard.press("Enter")
        expect(page.get_by_role("status")).to_contain_text("Your request is on its way")
        other.reload()
        other.get_by_role("button", name="Be friends with Ada", exact=True).press("Enter")
        page.reload()
        expect(page.locator(".folk").first).to_contain_text("Eve")
        code = ada.make("timeline", 2)
        eve.post(f"/t/{code}/sit", seat=1)
        page.goto(f"/t/{code}/people")
        page.get_by_role("button", name="Block Eve").press("Enter")
        page.locator(":popover-open").get_by_role("button", name="Block", exact=True).press("Enter")
        expect(page.get_by_role("status")).to_have_text("Blocked. They are not told.")
        page.goto("/friends")
        expect(page.get_by_role("heading", name="Blocked")).to_be_visible()


@pytest.fixture(scope="module")
def pages(town: Town) -> dict[str, tuple[Person, str]]:
    """Every new page with something on it, and who sees it."""
    ada, blaise, eve = befriended(town, "Ada", "Blaise", "Eve")
    code = ada.make("timeline", 4, open="friends")
    eve.post(f"/t/{code}/sit", seat=1)
    ada.post(f"/t/{code}/invite", account=blaise.account)
    ada.post(f"/t/{code}/people/report", seat=1, reason="talk", text="Rude, again and again.")
    town.person("Émile").post("/friends/ask", account=ada.account)
    other = blaise.make("pirates", 3, open="friends")
    blaise.post(f"/t/{other}/invite", account=ada.account)
    running = eve.make("contretemps", 3, open="yes")
    eve.post(f"/t/{running}/start")
    met = town.guest("Hugo")
    gone = ada.make("timeline", 2)
    met.post(f"/t/{gone}/sit", seat=1)
    ada.post(f"/t/{gone}/people/block", seat=1)
    return {
        "the lobby": (ada, "/"),
        "friends": (ada, "/friends"),
        "a table": (ada, f"/t/{code}"),
        "players": (ada, f"/t/{code}/people"),
        "reports": (town.boss(), "/operator"),
    }


@pytest.mark.parametrize("name", ["the lobby", "friends", "a table", "players", "reports"])
def test_everybody_can_use_it(browser: Browser, pages: dict[str, tuple[Person, str]], name: str) -> None:
    """In French, on a phone by night and on a desktop by day; in English nothing is too wide."""
    guest, path = pages[name]
    with browsing(browser, guest, viewport=PHONE, color_scheme="dark", locale="fr") as context:
        page = opened(context, path)
        fits(page, "fr")
        assert violations(page) == []
        page.set_viewport_size(DESKTOP)
        page.emulate_media(color_scheme="light")
        assert violations(page) == []
        fits(page, "fr")
        page.goto(f"{path}?lang=en")
        fits(page, "en")


def fits(page: Page, lang: str) -> None:
    """Nothing overflows, whatever is unfolded and however large the text is."""
    expect(page.locator("html")).to_have_attribute("lang", lang)
    page.evaluate("document.querySelectorAll('details:not(.settle)').forEach(details => details.open = true)")
    assert page.evaluate(SIDEWAYS) <= 0
    page.evaluate("document.documentElement.dataset.size = 'largest'")
    assert page.evaluate(SIDEWAYS) <= 0
    page.evaluate("delete document.documentElement.dataset.size")
