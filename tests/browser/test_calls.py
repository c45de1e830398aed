"""Notifications, account recovery and the installed app in a real browser: phone and desktop, by keyboard."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from ..server.guests import Guest
from ..server.receiving import Browser as Subscription
from ..server.receiving import Mailbox, mailbox, push_service
from ..server.serving import Server, sqlite
from ..server.test_calls import PASSWORD, link, with_mail
from .axe import violations
from .playing import wait_until
from .visits import lend

CUT = re.compile("The server does not answer|You are offline")
PHONE, DESKTOP = {"width": 390, "height": 844}, {"width": 1440, "height": 900}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Mailbox]]:
    with mailbox() as box:
        mails = {"smtp": box.url, "sender": "games@example.org", "site": "https://games.example"}
        server = Server(sqlite(Path(tmp_path_factory.mktemp("calls"))), local_push=True, **mails)
        yield server, box
        server.stop()


@pytest.fixture
def context(whole_browser: Browser, house: tuple[Server, Mailbox]) -> Iterator[BrowserContext]:
    with whole_browser.new_context(base_url=house[0].address, locale="en-GB", reduced_motion="reduce") as found:
        found.set_default_timeout(30_000)
        yield found


def fine(page: Page) -> None:
    """On a desktop and on a phone in dark mode nothing overflows, and axe reports no violations."""
    for size, scheme in ((DESKTOP, "light"), (PHONE, "dark")):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    assert violations(page) == []


def install(page: Page) -> None:
    """Visit the lobby, and wait until its service worker has filled its cache. It is only fetched after a while, which
    passes at once."""
    page.clock.install()
    page.goto("/")
    page.clock.fast_forward(2000)
    page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
    wait_until(page, lambda: page.evaluate("navigator.serviceWorker.controller !== null"))


def test_how_i_am_called_is_settled_by_keyboard_in_both_languages(
    context: BrowserContext, house: tuple[Server, Mailbox]
) -> None:
    server, box = house
    with Guest(server.address, "Camille") as camille, push_service() as service:
        with_mail(camille, box, "camille.calls")
        Subscription(service, "camille").subscribe(camille)
        lend(context, camille)
        page = context.new_page()
        for lang, quiet, save in (
            ("en", "Send nothing during these hours", "Save"),
            ("fr", "Ne rien envoyer", "Enregistrer"),
        ):
            page.goto(f"/me/calls?lang={lang}")
            fine(page)
            page.get_by_label(quiet).focus()
            page.keyboard.press("Space")
            page.locator("#quiet").get_by_role("button", name=save).focus()
            page.keyboard.press("Enter")
            page.wait_for_url("**/me/calls#quiet")
            expect(page.get_by_label(quiet)).to_be_checked(checked=lang == "en")
        page.goto("/me/calls?lang=en")
        here = page.evaluate("Intl.DateTimeFormat().resolvedOptions().timeZone")
        expect(page.get_by_label("Time zone")).to_have_value(here)
        page.get_by_label("Write to me when it is my turn").press("Space")
        page.locator("#mail").get_by_role("button", name="Save").press("Enter")
        expect(page.get_by_label("Write to me when it is my turn")).not_to_be_checked()
        page.get_by_role("button", name="Do not notify this browser").press("Enter")
        expect(page.get_by_role("heading", name="Browsers that are notified")).to_have_count(0)


def test_a_forgotten_password_by_code_and_by_mail(context: BrowserContext, house: tuple[Server, Mailbox]) -> None:
    server, box = house
    with Guest(server.address, "Elsa") as elsa:
        with_mail(elsa, box, "elsa.lost")
        lend(context, elsa)
        page = context.new_page()
        page.goto("/me/keep")
        page.locator("#codes-password").fill(PASSWORD)
        page.get_by_role("button", name="Make ten new codes").press("Enter")
        expect(page.locator(".codes code")).to_have_count(10)
        fine(page)
        code = page.locator(".codes code").first.inner_text()
        context.clear_cookies()
        page.goto("/me/keep")
        page.get_by_role("link", name="Forgotten password").press("Enter")
        fine(page)
        page.locator("#account").fill("elsa.lost")
        page.get_by_label("Recovery code").fill(code)
        page.locator("#password").fill("a second password")
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", name="You have a new password.")).to_be_visible()
        fine(page)
        page.goto("/me/recover?lang=fr")
        page.locator("#whose").fill("elsa.lost")
        page.keyboard.press("Enter")
        expect(page.get_by_text("S’il existe un compte de ce nom")).to_be_visible()
        page.goto(link(box.next().get_content(), "/me/recover/new"))
        fine(page)
        page.locator("#new").fill("a third password")
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", name="Votre mot de passe a changé.")).to_be_visible()


def test_a_mail_is_confirmed_and_ended_with_one_button(context: BrowserContext, house: tuple[Server, Mailbox]) -> None:
    server, box = house
    with Guest(server.address, "Omar") as omar:
        omar.post("/me/account", account="omar.mail", password=PASSWORD)
        omar.post("/me/calls/mail", address="omar@example.org", password=PASSWORD)
        page = context.new_page()
        page.goto(link(box.next().get_content(), "/mail/confirm"))
        fine(page)
        page.get_by_role("button", name="Yes, write to me when it is my turn").press("Enter")
        expect(page.get_by_role("heading", name="Your address is confirmed.")).to_be_visible()
        fine(page)


def test_it_can_be_installed(context: BrowserContext) -> None:
    page = context.new_page()
    install(page)
    tools = context.new_cdp_session(page)
    found = tools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert {error["errorId"] for error in found} <= {"in-incognito"}, "as every browser of these tests is"
    manifest = tools.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert "icon-mask" in manifest["data"]


def test_a_push_shows_a_notification_unless_one_looks(context: BrowserContext, house: tuple[Server, Mailbox]) -> None:
    context.grant_permissions(["notifications"])
    page = context.new_page()
    install(page)
    tools = context.new_cdp_session(page)
    workers: list[dict[str, str]] = []
    tools.on("ServiceWorker.workerRegistrationUpdated", lambda event: workers.extend(event["registrations"]))
    tools.send("ServiceWorker.enable")
    ours = f"{house[0].address}/"
    wait_until(page, lambda: any(each["scopeURL"] == ours for each in workers))
    mine = next(each for each in workers if each["scopeURL"] == ours)

    def push(path: str) -> None:
        message = f'{{"title": "Timeline", "body": "It is your turn.", "path": "{path}"}}'
        where = {"origin": house[0].address, "registrationId": mine["registrationId"], "data": message}
        tools.send("ServiceWorker.deliverPushMessage", where)

    def shown() -> list[str]:
        found = "navigator.serviceWorker.ready.then(r => r.getNotifications()).then(all => all.map(one => one.tag))"
        return sorted(page.evaluate(found))

    push("/t/abc")
    page.wait_for_timeout(300)
    assert shown() == [], "the lobby is in sight, and says so itself"
    page.goto("/rules/timeline")
    wait_until(page, lambda: "/t/abc" in shown(), lambda: push("/t/abc"))  # the lobby is left, but maybe not at once
    for path in ("/t/abc", "/t/xyz"):
        push(path)
    wait_until(page, lambda: "/t/xyz" in shown())
    assert shown() == ["/t/abc", "/t/xyz"], "one for a table, however often it comes"


def test_without_a_push_service_the_page_says_so(context: BrowserContext) -> None:
    context.grant_permissions(["notifications"])
    page = context.new_page()
    page.add_init_script("PushManager.prototype.subscribe = () => Promise.reject(new Error('no push service'))")
    page.goto("/me/calls")
    page.get_by_role("button", name="Notify me here").press("Enter")
    expect(page.get_by_text("could not reach its notification service")).to_be_visible()


def test_offline_the_page_says_so_shows_no_table_and_comes_back(browser: Browser, tmp_path: Path) -> None:
    server = Server(sqlite(tmp_path))
    port = int(server.address.rsplit(":", 1)[1])
    with (
        Guest(server.address, "Secret Name") as guest,
        browser.new_context(base_url=server.address, locale="en-GB", viewport=PHONE) as context,  # type: ignore[arg-type]
    ):
        code = guest.make("timeline", 2)
        lend(context, guest)
        page = context.new_page()
        page.set_default_timeout(30_000)
        install(page)
        expect(page.locator(".me .name")).to_have_text("Secret Name")
        server.kill()
        for path in ("/", f"/t/{code}", "/me"):
            page.goto(path)
            expect(page.get_by_role("heading", name=CUT)).to_be_visible()
            assert "Secret Name" not in page.content()
        page.goto("/")
        assert violations(page) == []
        server = Server(sqlite(tmp_path), port=port)
        page.clock.fast_forward(5000)  # when it tries again
        expect(page.locator(".me .name")).to_have_text("Secret Name")
        assert server.process.pid
        os.kill(server.process.pid, signal.SIGSTOP)
        try:
            page.goto("/", wait_until="commit")
            expect(page.get_by_text("Opening…")).to_be_visible()
            assert "Secret Name" not in page.content()
        finally:
            os.kill(server.process.pid, signal.SIGCONT)
        expect(page.locator(".me .name")).to_have_text("Secret Name")
    server.stop()
