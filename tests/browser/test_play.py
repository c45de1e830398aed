"""Matches in a real browser, by clicking only what glows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from itertools import cycle
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from tempolude.engine.game import Game, game, games
from tempolude.server.storage.store import Store
from tempolude.server.table.chairs import Chair
from tempolude.server.table.tables import new_table
from tempolude.server.view.pages import playable

from ..server.keeping import random_match
from ..server.serving import Server, sqlite
from .playing import click_handle, lit, person, play_on, say, version, wait_until, wait_until_over, watched
from .screens import View, code_of, keep, kept, last_moves, my_cookie

DESKTOP, PHONE = ViewportSize(width=1440, height=900), ViewportSize(width=390, height=844)
WAYS = [("fr", DESKTOP, PHONE), ("en", PHONE, DESKTOP)]  # languages, and sizes of the first match and of the rematch
GAMES = list(filter(playable, games()))
SOME = 4  # clicks
ENDING = View("least", "ending")


@pytest.fixture(scope="module")
def ending(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    """The address of a server with a match of every game that is soon over, and the cookie of its player."""
    with kept(tmp_path_factory.mktemp("ending"), GAMES, ENDING) as found:
        yield found


@pytest.mark.parametrize(
    ("game", "way"), list(zip(GAMES, cycle(WAYS), strict=False)), ids=[each.name for each in GAMES]
)
def test_a_match_is_played_to_its_end_and_a_rematch_begun_by_clicking_what_glows(
    browser: Browser, ending: tuple[str, str], game: Game, way: tuple[str, ViewportSize, ViewportSize]
) -> None:
    """The last action of every match, on a desktop or on a phone; of two also the first ones of a rematch, on the
    other. Whole matches are in test_guides.py, other first actions in test_keys.py."""
    (address, cookie), (lang, size, other) = ending, way
    with person(browser, address, lang=lang, **size) as context:
        context.add_cookies([{"name": "guest", "value": cookie, "url": address}])
        page, complaints = watched(context)
        page.clock.install()
        page.goto(f"/t/{code_of(game, ENDING)}")
        assert page.locator("html").get_attribute("lang") == lang
        [(_, handles)] = last_moves(game.name, game.seats[0])
        for handle in handles:
            click_handle(page, handle)
        wait_until_over(page)
        sheet = page.locator("#end")
        expect(sheet.locator(".total")).to_be_visible()
        expect(sheet.locator("thead th")).to_have_count(page.locator("[data-seat]").count() + 1)
        if game not in GAMES[: len(WAYS)]:
            expect(sheet.locator("[data-rematch]")).to_be_visible()
            assert complaints == []
            return
        page.set_viewport_size(other)
        sheet.locator("[data-rematch]").click()
        page.wait_for_url(re.compile(r"/t/\w+$"))
        expect(page.locator("#ask")).not_to_be_empty()
        begun = version(page)
        play_on([page], Random(1), enough=SOME)
        wait_until(page, lambda: version(page) > begun)  # a move takes a few clicks
        assert complaints == []


def test_two_browsers_meet_at_one_table_and_play_it_to_the_end(browser: Browser, server: str) -> None:
    """Three clicks: with friends, create the table, and the friend on a phone sits opposite. The shortest match is
    Timeline with a card each."""
    with person(browser, server) as ada, person(browser, server, lang="fr-FR", width=390, height=844) as blaise:
        host, complaints = watched(ada)
        host.goto("/")
        host.locator("#timeline").get_by_role("link", name="with friends").click()
        host.locator("input[name=seats][value='2']").check()
        host.locator("[name=option-cards]").fill("1")
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


FRIENDS = ("ada", "blaise")


def keep_choice(database: str) -> list[str]:
    """Store a match of Contre-Temps in which two friends and a bot choose their journeys; the friends' cookies."""
    match = random_match(game("contretemps"), 3, 3)
    assert match.waiting == [0, 1, 2]
    row = new_table("choice", match.game, match.options, FRIENDS[0], match.seed)
    chairs = [Chair(seat, seat + 1, name, name) for seat, name in enumerate(FRIENDS)]
    with closing(Store(database)) as store:
        keep(
            store,
            replace(row, phase="playing", data=match.data),
            [*chairs, Chair(2, 3, "Cléo", None, "regular")],
            match.log,
        )
        return [my_cookie(store, name) for name in FRIENDS]


def test_reload_and_a_server_that_dies_in_the_middle_of_a_simultaneous_choice(browser: Browser, tmp_path: Path) -> None:
    cookies = keep_choice(sqlite(tmp_path))
    server = Server(sqlite(tmp_path))
    port = int(server.address.rsplit(":", 1)[1])
    with person(browser, server.address) as ada, person(browser, server.address) as blaise:
        host, friend = ada.new_page(), blaise.new_page()
        for page, cookie in zip((host, friend), cookies, strict=True):
            page.context.add_cookies([{"name": "guest", "value": cookie, "url": server.address}])
            page.goto("/t/choice")
            expect(page.locator("#ask")).to_contain_text("Choose how many crystals")
        dice = Random(3)
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
        say(page, "<b>tick</b>")
        expect(page.locator("#talk li").last).to_contain_text("<b>tick</b>")
        assert page.locator("#talk b").count() == 0
        assert complaints == []
