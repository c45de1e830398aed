"""Turn by turn and on one device, in a real browser."""

from __future__ import annotations

import re
from collections import Counter
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

from playwright.sync_api import Browser, Error, Page, expect

from tempolude.server.storage.store import Store
from tempolude.server.table.chairs import Chair
from tempolude.server.table.tables import new_table

from ..server.serving import Server, sqlite
from .playing import click_handle, click_one, person, wait_until, wait_until_over, watched
from .screens import ME, keep, last_moves, my_cookie, played


def make(page: Page, game: str, **choices: str) -> None:
    """Create a table with friends, choosing radio buttons and lists by their names."""
    if not page.url.endswith(f"/new/{game}"):
        page.goto(f"/new/{game}")
    for name, value in choices.items():
        field = page.locator(f"[name={name}]")
        if field.first.evaluate("field => field.tagName") == "SELECT":
            field.select_option(value)
        else:
            page.locator(f"input[name={name}][value='{value}']").check()
    page.locator("form .ways .btn.main").click()
    page.wait_for_url("**/t/*")


def take_a_turn(page: Page, dice: Random) -> str | None:
    """Take the device if it is being passed, otherwise click something that glows; return the name on the curtain."""
    curtain = page.locator("#curtain a.main").first
    if not curtain.is_visible():
        if not click_one(page, dice):
            page.wait_for_timeout(50)
        return None
    assert page.locator(".hand:not(.curtain), .can").count() == 0, "no hand is on the page between two players"
    name = curtain.get_attribute("data-name")
    curtain.click()
    return name


def test_players_pass_one_device_round(browser: Browser, server: str) -> None:
    """Contre-Temps, with its secret choices, until all three have held the device."""
    with person(browser, server, width=390, lang="fr-FR") as context:
        page, complaints = watched(context)
        others = ["Blaise", "Cléo"]
        make(page, "contretemps", seats="3", device="one")
        for seat, name in enumerate(others, 1):
            page.locator(f"#player-{seat}").fill(name)
            page.locator(f"#player-{seat} + .btn").click()
            expect(page.locator(f"#player-{seat}")).to_have_count(0)
        page.locator("form[action$=start] .btn.main").click()
        dice, held = Random(3), Counter[str | None]()
        while len(held) < 4:  # with nobody, when it was not passed
            try:
                held[take_a_turn(page, dice)] += 1
            except Error as error:  # the curtain has just appeared
                if not re.search("navigation|detached|of null", str(error)):
                    raise
        assert {*others} <= held.keys()
        assert complaints == []


def test_the_last_two_turns_are_taken_on_one_device(browser: Browser, tmp_path: Path) -> None:
    match, _ = played("timeline", 2)
    row = replace(new_table("device", match.game, match.options, ME, match.seed), phase="playing", data=match.data)
    chairs = [Chair(seat, seat + 1, name, ME) for seat, name in enumerate(match.names)]
    with closing(Store(sqlite(tmp_path))) as store:
        keep(store, replace(row, one_device=True), chairs, match.log[:-2])
        cookie = my_cookie(store)
    server = Server(sqlite(tmp_path))
    with person(browser, server.address) as context:
        context.add_cookies([{"name": "guest", "value": cookie, "url": server.address}])
        page, complaints = watched(context)
        page.clock.install()
        page.goto("/t/device")
        for seat, handles in last_moves("timeline", 2, 2):
            page.locator(f"#curtain a.main[data-name='{match.names[seat]}']").wait_for()
            assert take_a_turn(page, Random(0)) == match.names[seat]
            for handle in handles:
                click_handle(page, handle)
        wait_until_over(page)
        expect(page.locator("#end .total")).to_be_visible()
        expect(page.locator("#end [data-rematch]")).to_be_visible()
        assert complaints == []
    server.stop()


def test_a_clock_counts_down_runs_out_and_a_bot_plays_until_the_player_is_back(browser: Browser, server: str) -> None:
    with person(browser, server) as ada, person(browser, server) as blaise:
        host, complaints = watched(ada)
        make(host, "timeline", seats="2")
        clock = "0+3"
        host.locator(".settle summary").click()
        host.locator("#clock").evaluate("(list, text) => list.add(new Option(text, text, true, true))", clock)
        host.locator(".settle .btn").last.click()
        friend = blaise.new_page()
        friend.goto(host.locator("#link").input_value())
        friend.locator("#guest-name").press("Enter")
        host.get_by_role("button", name="Start").click()
        expect(friend.locator("#ask")).not_to_be_empty()
        for page in (host, friend):
            page.wait_for_load_state()
        asked = host if host.locator("#my-clock").is_visible() else friend
        expect(asked.locator("#my-clock")).to_contain_text("0:")
        expect(asked.locator("#im-back")).to_be_visible()  # a slow page may be too late, and then has a minute
        expect(asked.locator(".mine .status")).to_have_text("bot playing")
        asked.locator("#im-back").click()
        expect(asked.locator("#im-back")).to_be_hidden()
        assert complaints == []


def test_your_turn_is_in_the_title_on_the_icon_and_in_a_notification(browser: Browser, server: str) -> None:
    with person(browser, server) as ada, person(browser, server) as blaise:
        ada.grant_permissions(["notifications"])
        host, friend = ada.new_page(), blaise.new_page()
        make(host, "timeline", seats="2", clock="3d")
        friend.goto(host.locator("#link").input_value())
        friend.locator("#guest-name").press("Enter")
        host.get_by_role("button", name="Start").click()
        expect(friend.locator("#ask")).not_to_be_empty()
        dice = Random(4)
        wait_until(host, lambda: friend.locator(".can").count(), lambda: click_one(host, dice))  # Blaise's turn
        table = host.url
        expect(host).not_to_have_title("● Your turn")
        host.goto("/")
        host.evaluate(
            """() => {
                localStorage.setItem("bell", "1");
                window.rung = [];
                window.Notification = class {
                    constructor(title, about) { window.rung.push(about.body); }
                    addEventListener() {}
                };
                Notification.permission = "granted";
                navigator.serviceWorker.getRegistration = async () => undefined;
                Object.defineProperty(document, "hidden", { get: () => true });
            }"""
        )
        wait_until(friend, lambda: host.evaluate("rung.length"), lambda: click_one(friend, dice))
        assert "your turn at Timeline" in host.evaluate("rung[0]")
        assert "●" in host.title()
        assert "turn" in str(host.locator("link[rel=icon]").get_attribute("href"))
        host.goto("/")
        expect(host.locator(".ticket .state").first).to_contain_text("days left")
        host.goto(table)
        expect(host).to_have_title("● Your turn · Timeline · Tempolude")


def test_a_guest_keeps_their_tables_on_another_device(browser: Browser, server: str) -> None:
    with person(browser, server) as seat_view, person(browser, server, width=390, height=844) as phone:
        page = seat_view.new_page()
        make(page, "masters", seats="3")
        page.goto("/me/keep")
        page.get_by_label("A name to sign in with").fill("ada-in-chromium")
        page.get_by_label("A password", exact=True).fill("clepsydra and gnomon")
        page.get_by_role("button", name="Keep my tables").click()
        expect(page.get_by_text("You are signed in as ada-in-chromium")).to_be_visible()
        other, complaints = watched(phone)
        other.goto("/me/keep")
        other.get_by_label("Name", exact=True).fill("ada-in-chromium")
        other.get_by_label("Password", exact=True).fill("clepsydra and gnomon")
        other.get_by_role("button", name="Sign in").click()
        expect(other.locator(".ticket")).to_contain_text("Time Masters")
        assert complaints == []
