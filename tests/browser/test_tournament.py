"""A tournament and the daily deal in a real browser: by keyboard, on a phone, on a wall, in French."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Page, expect

from ..server.guests import Guest

PHONE = {"width": 390, "height": 844}


@pytest.fixture
def page(browser: Browser, server: str) -> Iterator[Page]:
    with browser.new_context(base_url=server, locale="en-GB", reduced_motion="reduce") as context:
        page = context.new_page()
        page.set_default_timeout(20_000)
        yield page


def test_made_by_keyboard_joined_by_a_link_and_followed_on_a_wall(browser: Browser, server: str, page: Page) -> None:
    page.goto("/")
    page.get_by_role("link", name="Make a tournament").press("Enter")
    page.get_by_label("What is it called?").fill("Sunday")
    page.get_by_role("radio", name="Timeline").focus()
    page.keyboard.press("Space")
    page.locator('[data-game=timeline] [name="seats-timeline"][value="2"]').focus()
    page.keyboard.press("Space")
    expect(page.locator("[data-game=contretemps]")).to_be_hidden()  # only options of the chosen game
    page.get_by_role("button", name="Make the tournament").press("Enter")
    expect(page).to_have_url(re.compile(r"/tournament/\w{8}$"))
    where = page.url
    with ExitStack() as stack:
        wall = stack.enter_context(browser.new_context(viewport={"width": 1920, "height": 1080})).new_page()
        wall.goto(f"{where}/wall")
        expect(wall.get_by_role("img", name="QR code of the link")).to_be_visible()
        phone = stack.enter_context(browser.new_context(viewport=PHONE, locale="fr-FR")).new_page()
        phone.goto(where)
        phone.locator("#guest-name").fill("Émile")
        phone.get_by_role("button", name="Participer").click()
        expect(phone.get_by_text("Vous participez")).to_be_visible()
        expect(wall.locator(".stand")).to_contain_text("Émile")  # by itself
        page.get_by_role("button", name="Start round 1").press("Enter")
        expect(phone.get_by_role("link", name="Y aller")).to_be_visible()  # by itself, too
        expect(wall.locator(".tbl")).to_have_count(1)
        assert wall.evaluate("document.documentElement.scrollHeight <= innerHeight")
        assert wall.locator("a, button, input").count() == 0
        assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
        phone.get_by_role("link", name="Y aller").click()
        expect(phone).to_have_url(re.compile(r"/t/\w{10}$"))
        phone.get_by_role("link", name="Vers le tournoi").first.click()
        expect(phone).to_have_url(where)
        page.locator("#leave").press("Enter")
        expect(page.get_by_text("You have left")).to_be_visible()


def test_what_is_being_typed_stays_when_the_page_is_renewed(server: str, page: Page) -> None:
    with Guest(server, "Ada") as ada, Guest(server, "Blaise") as blaise:
        form = {"name": "Sunday", "game": "timeline", "plays": "yes"}
        where = ada.post("/tournament", **form).url.path
        page.goto(where)
        page.locator("#guest-name").fill("Cam")
        blaise.post(f"{where}/join", name="Blaise")
        expect(page.locator(".stand")).to_contain_text("Blaise")
        expect(page.locator("#guest-name")).to_be_focused()
        page.keyboard.type("ille")
        expect(page.locator("#guest-name")).to_have_value(re.compile("Cam"))


def test_the_daily_deal_is_one_click_from_the_lobby_and_there_is_one_try(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Play the deal").click()
    expect(page).to_have_url(re.compile(r"/t/\w{10}$"))
    table = page.url
    expect(page.locator("#undo")).to_be_disabled()
    expect(page.locator("#hint")).to_have_count(0)
    page.goto("/")
    page.get_by_role("button", name="Go on playing").press("Enter")
    expect(page).to_have_url(table)
    page.goto("/daily")
    expect(page.get_by_role("row", name=re.compile("still playing"))).to_be_visible()
