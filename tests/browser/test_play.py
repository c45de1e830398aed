"""Matches in a real browser, by clicking only what glows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect

from tempolude.engine.game import Game, games
from tempolude.server.view.pages import playable

from ..server.serving import Server, sqlite
from .playing import click_one, lit, person, play_on, version, wait_until, watched
from .screens import View, code_of, kept

SIZES = {"desktop": (1440, 900), "phone": (390, 844)}
WAYS = [("desktop", "fr"), ("phone", "en")]
SOME = 12  # clicks
ENDING = View("least", "ending")


def played(first: int) -> pytest.MarkDecorator:
    """Every game, alternating between the two ways."""
    ways = [(game, *WAYS[(first + n) % 2]) for n, game in enumerate(filter(playable, games()))]
    return pytest.mark.parametrize(("game", "size", "lang"), ways, ids=lambda given: getattr(given, "name", given))


def asked(page: Page) -> str:
    """What this person is asked and has not answered: what glows is read first, since it stops with the answer."""
    return (page.locator("#ask").text_content() or "") if lit(page).count() else ""


def is_travel(question: str) -> bool:
    return "Choose how many crystals" in question


@contextmanager
def against_bots(browser: Browser, server: str, game: Game, size: str, lang: str) -> Iterator[Page]:
    """A page of a new match, which must report no errors."""
    width, height = SIZES[size]
    with person(browser, server, lang=lang, width=width, height=height) as context:
        page, complaints = watched(context)
        page.goto("/")
        page.locator(f"#{game.name} .ways .main").click()
        page.wait_for_url("**/t/*")
        assert page.locator("html").get_attribute("lang") == lang
        yield page
        assert complaints == []


@pytest.fixture(scope="module")
def ending(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    """The address of a server with a match of every game that is soon over, and the cookie of its player."""
    with kept(tmp_path_factory.mktemp("ending"), list(filter(playable, games())), ENDING) as found:
        yield found


@played(first=0)
def test_a_match_is_played_to_its_end_by_clicking_what_glows(
    browser: Browser, ending: tuple[str, str], game: Game, size: str, lang: str
) -> None:
    """Only the last actions: beginnings are tested below, and whole first matches in test_guides.py."""
    (address, cookie), (width, height) = ending, SIZES[size]
    with person(browser, address, lang=lang, width=width, height=height) as context:
        context.add_cookies([{"name": "guest", "value": cookie, "url": address}])
        page, complaints = watched(context)
        page.goto(f"/t/{code_of(game, ENDING)}")
        assert page.locator("html").get_attribute("lang") == lang
        assert play_on([page], Random(1)) > 0
        sheet = page.locator("#end")
        expect(sheet.locator(".total")).to_be_visible()
        expect(sheet.locator("thead th")).to_have_count(page.locator("[data-seat]").count() + 1)
        sheet.locator("[data-rematch]").click()
        page.wait_for_url(re.compile(r"/t/\w+$"))
        expect(page.locator("#ask")).not_to_be_empty()
        assert complaints == []


@played(first=1)
def test_a_match_goes_on_by_clicking_what_glows(
    browser: Browser, server: str, game: Game, size: str, lang: str
) -> None:
    with against_bots(browser, server, game, size, lang) as page:
        begun = version(page)
        play_on([page], Random(1), enough=SOME)
        wait_until(page, lambda: version(page) >= begun + SOME // 4)  # a move takes a few clicks


def test_two_browsers_meet_at_one_table_and_play_it_to_the_end(browser: Browser, server: str) -> None:
    """Three clicks: with friends, create the table, and the friend on a phone sits opposite."""
    with person(browser, server) as ada, person(browser, server, lang="fr-FR", width=390, height=844) as blaise:
        host, complaints = watched(ada)
        host.goto("/")
        host.locator("#contretemps").get_by_role("link", name="with friends").click()
        host.locator("input[name=seats][value='3']").check()
        host.get_by_role("button", name="Create the table").click()
        friend, others = watched(blaise)
        friend.goto(host.locator("#link").input_value())
        friend.locator("#guest-name").press("Enter")  # a name is filled in, so one key is enough
        expect(host.locator(".chair:not(.vacant)")).to_have_count(2)
        host.get_by_role("button", name="Start").click()
        expect(friend.locator("#ask")).not_to_be_empty()
        play_on([host, friend], Random(2))
        for page in (host, friend):
            expect(page.locator("#end .total")).to_be_visible()
        assert complaints == others == []


def test_reload_and_a_server_that_dies_in_the_middle_of_a_simultaneous_choice(browser: Browser, tmp_path: Path) -> None:
    server = Server(sqlite(tmp_path))
    port = int(server.address.rsplit(":", 1)[1])
    with person(browser, server.address) as ada, person(browser, server.address) as blaise:
        host, friend = ada.new_page(), blaise.new_page()
        host.goto("/new/contretemps")
        host.locator("input[name=seats][value='3']").check()
        host.get_by_role("button", name="Create the table").click()
        friend.goto(host.url)
        friend.locator("#guest-name").press("Enter")
        expect(host.locator(".chair:not(.vacant)")).to_have_count(2)
        host.get_by_role("button", name="Start").click()
        expect(friend.locator("#ask")).not_to_be_empty()
        dice = Random(3)
        while not all(map(is_travel, questions := [asked(page) for page in (host, friend)])):
            for page, question in zip((host, friend), questions, strict=True):
                if question and not is_travel(question):
                    click_one(page, dice)
            host.wait_for_timeout(30)
        before = lit(friend).count()
        assert before > 0
        lit(host).first.click()
        expect(host.locator("#undo")).to_be_enabled()
        host.reload()
        expect(host.locator("#undo")).to_be_enabled()
        expect(lit(host), "the choice made before the reload stands").to_have_count(0)
        server.kill()
        expect(friend.locator("body")).to_have_class(re.compile("offline"))
        again = Server(sqlite(tmp_path), port=port)
        try:
            expect(friend.locator("body")).not_to_have_class(re.compile("offline"))
            expect(lit(friend), "what the friend is asked has come through the cut").to_have_count(before)
            lit(friend).first.click()
            expect(host.locator("#ask")).not_to_contain_text("Already chosen")
            begun = version(host)
            play_on([host, friend], dice, enough=4)
            wait_until(host, lambda: version(host) > begun)
        finally:
            ada.close()
            blaise.close()
            again.stop()


def test_escape_goes_back_and_what_was_picked_can_be_changed(browser: Browser, server: str) -> None:
    with person(browser, server) as context:
        page = context.new_page()
        page.goto("/")
        page.locator("#timeline .ways .main").click()
        page.wait_for_url("**/t/*")
        page.wait_for_selector(".can")
        cards = lit(page).count()
        lit(page).first.click()
        assert page.locator(".picked").count() == 1
        page.keyboard.press("Escape")
        assert page.locator(".picked").count() == 0
        assert lit(page).count() == cards


def test_the_score_of_nobody_is_hidden_and_names_are_text(browser: Browser, server: str) -> None:
    with person(browser, server) as context:
        page, complaints = watched(context)
        page.goto("/")
        page.locator(".me").click()
        page.locator("#name").fill("<img src=x onerror=alert(1)>")
        page.get_by_role("button", name="Save").click()
        page.locator("#timeline .ways .main").click()
        page.wait_for_url("**/t/*")
        expect(page.locator(".mine .name")).to_contain_text("<img src=x onerror")
        page.locator("#say").fill("<b>tick</b>")
        page.keyboard.press("Enter")
        expect(page.locator("#talk li").last).to_contain_text("<b>tick</b>")
        assert page.locator("#talk b").count() == 0
        assert complaints == []
