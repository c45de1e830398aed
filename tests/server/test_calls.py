"""Notifications that it is your turn: once, only if you asked for them, are away and awake; by push and by mail."""

from __future__ import annotations

import asyncio
import io
import json
import re
import socket
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from sqlalchemy import select, update

from tempolude.engine.errors import BadOption
from tempolude.server import wire
from tempolude.server.app import create_app
from tempolude.server.calling.outcome import Fate
from tempolude.server.calling.push import Push, new_key
from tempolude.server.services import Services
from tempolude.server.settings import Settings
from tempolude.server.storage import schema
from tempolude.server.storage.calls import CallRow, ChannelRow, add_calls, claim, due_calls, keep_channel
from tempolude.server.storage.calls import Turn as Called
from tempolude.server.storage.rows import ChairRow, TableRow
from tempolude.server.storage.store import Store, add_table

from .conftest import new_database
from .guests import Guest, seated
from .receiving import Browser, Mailbox, PushService, claims, mailbox, push_service
from .serving import Server, inside, sqlite
from .waiting import eventually

QUICK: dict[str, Any] = {"local_push": True, "call_after": 0.0, "call_every": 0.05}
PASSWORD = "clepsydra and gnomon"


@pytest.fixture(scope="module")
def house() -> Iterator[tuple[str, Services]]:
    with inside(**QUICK) as found:
        yield found


@pytest.fixture
def service() -> Iterator[PushService]:
    with push_service() as found:
        yield found


def rows(services: Services, table: Any) -> list[Any]:
    return services.store.do(lambda connection: list(connection.execute(select(table))))


class Match:
    """A turn-by-turn match of people whose browsers are notified; only those with a connection are present."""

    def __init__(self, code: str, guests: list[Guest], service: PushService) -> None:
        self.code, self.guests, self.service = code, guests, service
        self.browsers = [Browser(service, f"{code}-{seat}") for seat in range(len(guests))]
        for guest, browser in zip(guests, self.browsers, strict=True):
            browser.subscribe(guest)
        self.moves = 0

    def move(self) -> int:
        """Whoever's turn it is opens the table, acts and leaves; return the seat whose turn it is then."""
        with self.guests[self.next()].line(self.code) as line:
            line.shown()
            self.moves += 1
            line.do(line.actions[0][0], f"{self.code}-{self.moves}")
        return self.next()

    def next(self) -> int:
        """The seat whose turn it is."""
        return next(seat for seat in range(len(self.guests)) if self.asked(seat))

    def asked(self, seat: int) -> bool:
        return asked(self.guests[seat], self.code)


def asked(guest: Guest, code: str) -> bool:
    """Whether it is this guest's turn, according to their page."""
    found = re.search(r'id="state">(.*?)</script>', guest.web.get(f"/t/{code}").text, re.S)
    assert found
    return bool(json.loads(found[1])["state"].get("actions"))


def first_move(code: str, guests: list[Guest]) -> None:
    """The first player makes a move, and nobody else is present."""
    with next(guest for guest in guests if asked(guest, code)).line(code) as line:
        line.shown()
        line.do(line.actions[0][0], "m1")


@pytest.fixture
def match(house: tuple[str, Services], service: PushService) -> Iterator[Match]:
    with seated(house[0], "timeline", 2, clock="wait") as (code, guests):
        yield Match(code, guests, service)


# --- Push ---------------------------------------------------------------------------------


def test_a_call_arrives_signed_and_encrypted_for_that_browser_only(match: Match, service: PushService) -> None:
    seat = match.move()
    pushed = service.next()
    said, key = claims(pushed.headers["authorization"])
    assert pushed.to == f"{match.code}-{seat}"
    assert key == match.guests[0].web.get("/me/calls/key").json()["key"]
    assert said["aud"] == service.address
    assert time.time() < said["exp"] <= time.time() + 24 * 3600
    assert said["sub"] == match.guests[0].address
    assert pushed.headers["content-encoding"] == "aes128gcm"
    assert int(pushed.headers["ttl"]) > 0
    assert re.fullmatch(r"[\w-]{1,32}", pushed.headers["topic"])
    assert pushed.message == {
        "title": "Timeline",
        "body": "It is your turn at Timeline.",
        "path": f"/t/{match.code}",
    }
    assert service.nothing(), "one message for a turn"


def test_whoever_looks_at_the_table_is_not_called(match: Match, service: PushService) -> None:
    lines = [guest.line(match.code) for guest in match.guests]
    for line in lines:
        line.shown()
    mover = next(line for line in lines if line.actions)
    mover.do(mover.actions[0][0], "seen")
    for line in lines:
        line.__exit__(None, None, None)
    assert service.nothing(), "they saw it begin, and know"


def test_a_page_in_the_background_does_not_keep_a_call_away(match: Match, service: PushService, house: Any) -> None:
    seat = match.move()
    service.next()
    lines = [guest.line(match.code) for guest in match.guests]
    for line in lines:
        line.shown()
        line.send(wire.Look(False))
    table = house[1].tables.in_memory(match.code)
    eventually(lambda: not table.broadcast.own_looking())
    mover = lines[seat]
    mover.do(mover.actions[0][0], "hidden")
    assert service.next().to != f"{match.code}-{seat}"
    for line in lines:
        line.__exit__(None, None, None)


def test_the_first_player_is_called_when_a_match_begins(house: tuple[str, Services], service: PushService) -> None:
    with Guest(house[0], "Ada") as ada, Guest(house[0], "Blaise") as blaise:
        for guest, name in ((ada, "begin-ada"), (blaise, "begin-blaise")):
            Browser(service, name).subscribe(guest)
        code = ada.make("timeline", 2, clock="3d")
        blaise.post(f"/t/{code}/sit", seat=1)
        ada.post(f"/t/{code}/start")
        assert service.next().message["path"] == f"/t/{code}"
        assert service.nothing()


def test_a_move_that_is_undone_and_made_again_calls_once(house: tuple[str, Services], service: PushService) -> None:
    with seated(house[0], "masters", 2, clock="wait") as (code, guests):
        Match(code, guests, service)
        seat = next(seat for seat in (0, 1) if asked(guests[seat], code))
        with guests[seat].line(code) as line:
            line.shown()
            action = line.actions[0][0]
            line.do(action, "first")
            assert service.next().to == f"{code}-{1 - seat}"
            line.send(wire.Undo("back"))
            assert isinstance(line.answer("back"), wire.Done)
            assert isinstance(line.do(action, "second"), wire.Done)
            assert service.nothing(), "they were called to this turn before"


def test_nobody_is_called_who_did_not_ask_nor_alone_with_bots(
    house: tuple[str, Services], service: PushService
) -> None:
    address, services = house
    with seated(address, "contretemps", 3, clock="wait") as (code, guests):
        first_move(code, guests)
        assert [row for row in rows(services, schema.calls) if row.code == code] == []
    with Guest(address) as alone:
        Browser(service, "alone").subscribe(alone)
        alone.play_now("timeline")
        assert service.nothing(0.3)


def test_what_cannot_be_delivered_is_tried_again_and_not_for_ever(
    match: Match, service: PushService, house: Any
) -> None:
    services: Services = house[1]
    service.status = 503
    seat = match.move()
    eventually(lambda: service.asked)
    mine = lambda: [row for row in rows(services, schema.calls) if row.code == match.code and row.seat == seat]  # noqa: E731
    for tries in (1, 2, 3):
        eventually(lambda n=tries: [row.tries for row in mine()] == [n] and mine()[0].due is not None)
        assert mine()[0].due > time.time() + 20, "not at once"
        services.store.do(
            lambda c: c.execute(update(schema.calls).where(schema.calls.c.code == match.code).values(due=0))
        )
    eventually(lambda: len(service.asked) == 4)
    service.status = 201
    time.sleep(0.2)
    assert len(service.asked) == 4
    match.move()
    service.next()


def test_a_browser_that_is_gone_is_forgotten(match: Match, service: PushService, house: Any) -> None:
    service.status = 410
    seat = match.move()
    gone = match.browsers[seat].endpoint
    eventually(lambda: gone not in [row.address for row in rows(house[1], schema.channels)])
    assert "Browsers that are notified" not in match.guests[seat].web.get("/me/calls").text
    assert match.browsers[1 - seat].endpoint in [row.address for row in rows(house[1], schema.channels)]


def test_a_push_service_that_hangs_keeps_no_table_waiting(match: Match, service: PushService, house: Any) -> None:
    service.hangs.set()
    match.move()
    eventually(lambda: service.asked)
    match.move()
    assert house[1].caller.sending, "moves are made while the service does not answer"
    service.hangs.clear()
    eventually(lambda: not house[1].caller.sending)


# --- Where nothing is sent ------------------------------------------------------------------


NOT_PUSH_SERVICES = (
    "http://push.example/a", "https://127.0.0.1/a", "https://10.1.2.3/a", "https://[::1]/a", "https://169.254.169.254/",
    "https://[::ffff:10.0.0.1]/a", "https://localhost/a", "https://router/a", "https://db.internal/", "https://0/", "",
    "https://user@push.example/a", "https://push.example:x/a", "https://", "ftp://a.example/", "https://a.example/ b",
    "https://a.example/" + "x" * 2000,
)  # fmt: skip


def test_an_endpoint_that_is_no_push_service_is_refused(service: PushService) -> None:
    with inside() as (address, services), Guest(address) as guest:
        form = Browser(service, "x").form
        for endpoint in NOT_PUSH_SERVICES:
            assert guest.post("/me/calls/browser", **{**form, "endpoint": endpoint}).status_code == 400, endpoint
        assert rows(services, schema.channels) == []
        assert guest.post("/me/calls/browser", **{**form, "endpoint": "https://push.example/a"}).status_code == 204


def test_a_name_that_leads_into_a_private_network_is_sent_nothing(
    service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = int(service.address.rsplit(":", 1)[1])
    there = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))]

    async def resolve(*_: object, **__: object) -> list[Any]:
        return there

    async def send() -> Fate:
        monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", resolve, raising=False)
        push = Push(new_key(), "mailto:ada@example.org", local=False)
        browser = Browser(service, "rebound")
        keys = {name: browser.form[name] for name in ("p256dh", "auth")}
        row = ChannelRow("x", "ada", "push", f"https://push.example:{port}/rebound", keys, None, "en", True, 0)
        try:
            return (await push.send(row, {"title": "x"}, "t", 60)).fate
        finally:
            await push.close()

    loop = asyncio.new_event_loop()
    try:
        fate = loop.run_until_complete(send())
        loop.run_until_complete(loop.shutdown_default_executor())
    finally:
        loop.close()
    assert fate in (Fate.REFUSED, Fate.NOT_YET)
    assert service.asked == []


def test_keys_that_are_none_are_refused(house: tuple[str, Services], service: PushService) -> None:
    with Guest(house[0]) as guest:
        form = Browser(service, "keys").form
        for wrong in (
            {"p256dh": "AAAA"},
            {"auth": "AAAA"},
            {"p256dh": form["auth"]},
            {"auth": ""},
            {"p256dh": "é" * 88},
        ):
            assert guest.post("/me/calls/browser", **{**form, **wrong}).status_code == 400


# --- Once -----------------------------------------------------------------------------------


def test_two_processes_send_one_message(postgresql: str, service: PushService) -> None:
    database = new_database(postgresql)
    servers = [Server(database, **QUICK), Server(database, **QUICK)]
    try:
        with seated(servers[0].address, "timeline", 2, clock="wait") as (code, guests):
            match = Match(code, guests, service)
            keys = {each.web.get("/me/calls/key").json()["key"] for each in guests}
            with Guest(servers[1].address) as other:
                keys.add(other.web.get("/me/calls/key").json()["key"])
            assert len(keys) == 1, "both sign with the same key"
            called = []
            for _ in range(3):
                seat = match.move()
                called.append(service.next().to)
                assert called[-1] == f"{code}-{seat}"
            assert service.nothing(0.8)
            assert len(service.asked) == 3
    finally:
        for server in servers:
            server.stop()


def test_a_call_is_claimed_once_however_many_try(database: str) -> None:
    store = Store(database)
    try:
        table = TableRow("abc", "timeline", 1, {}, "1", "playing", "ada", 0, 0)
        store.do(add_table, table, [ChairRow("abc", 0, "Ada", 1, "ada")])
        row = ChannelRow("c", "ada", "push", "https://a.example/", {}, "s", "en", True, 0)
        store.do(keep_channel, row)
        for _ in range(2):  # the same turn, written again
            store.do(add_calls, [Called("abc", 0, 3, "ada", 9, 5.0)])
        (call,) = store.do(due_calls, 6.0, 10)
        assert call == CallRow("abc", 0, 3, "c", "ada", 9, 5.0, 0)
        assert [store.do(claim, call) for _ in range(3)] == [row, None, None]
        store.do(add_calls, [Called("abc", 0, 3, "ada", 9, 5.0)])
        assert store.do(due_calls, 9e9, 10) == [], "sent is sent"
        store.do(add_calls, [Called("abc", 0, 4, "ada", 12, 7.0)])
        assert [each.turn for each in store.do(due_calls, 9e9, 10)] == [4]
    finally:
        store.close()


def test_a_killed_server_calls_when_it_is_back_and_nobody_twice(tmp_path: Path, service: PushService) -> None:
    slow, database = {**QUICK, "call_after": 1.0}, sqlite(tmp_path)
    server = Server(database, **slow)
    with seated(server.address, "timeline", 2, clock="wait") as (code, guests):
        match = Match(code, guests, service)
        seat = match.move()
        server.kill()
        server = Server(database, port=int(server.address.rsplit(":", 1)[1]), **slow)
        assert service.next().to == f"{code}-{seat}"
        server.kill()
        server = Server(database, port=int(server.address.rsplit(":", 1)[1]), **slow)
        assert service.nothing(0.5)
        guests[0].web.get("/")  # the server is up
    server.stop()


# --- Quiet hours -----------------------------------------------------------------------------


def test_in_quiet_hours_the_message_waits_for_their_end(match: Match, service: PushService, house: Any) -> None:
    services: Services = house[1]
    here = datetime.now(UTC)
    start, end = (f"{when:%H:%M}" for when in (here - timedelta(hours=1), here + timedelta(hours=2)))
    for guest in match.guests:
        answer = guest.post("/me/calls/quiet", quiet="yes", start=start, end=end, zone="UTC")
        assert answer.status_code == 200
    seat = match.move()
    mine = lambda: [row for row in rows(services, schema.calls) if row.code == match.code]  # noqa: E731
    eventually(lambda: mine() and mine()[0].due and mine()[0].due > time.time() + 3600)
    assert service.nothing(0.2)
    for guest in match.guests:
        guest.post("/me/calls/quiet", start=start, end=end, zone="UTC")
    services.store.do(lambda c: c.execute(update(schema.calls).where(schema.calls.c.code == match.code).values(due=0)))
    assert service.next().to == f"{match.code}-{seat}", "it is still their turn"


def test_a_turn_that_passed_in_quiet_hours_calls_nobody(match: Match, service: PushService, house: Any) -> None:
    services: Services = house[1]
    for guest in match.guests:
        guest.post("/me/calls/quiet", quiet="yes", start="00:00", end="23:59", zone="UTC")
    match.move()
    match.move()
    services.store.do(lambda c: c.execute(update(schema.calls).where(schema.calls.c.code == match.code).values(due=0)))
    for guest in match.guests:
        guest.post("/me/calls/quiet")
    time.sleep(0.3)
    assert len(service.asked) <= 1


@pytest.mark.parametrize(
    ("name", "value"), [("zone", "Mars/Base"), ("zone", "../etc/passwd"), ("start", "25:00"), ("end", "x")]
)
def test_hours_that_are_none_are_refused(house: tuple[str, Services], name: str, value: str) -> None:
    with Guest(house[0]) as guest:
        form = {"quiet": "yes", "start": "22:00", "end": "08:00", "zone": "Europe/Paris", name: value}
        assert guest.post("/me/calls/quiet", **form).status_code == 400
        assert 'name="quiet" value="yes">' in guest.web.get("/me/calls").text


# --- Whose browser it is ----------------------------------------------------------------------


def account(guest: Guest, name: str) -> None:
    assert guest.post("/me/account", account=name, password=PASSWORD).status_code == 200


def test_signing_out_ends_the_calls_of_that_browser(house: tuple[str, Services], service: PushService) -> None:
    with Guest(house[0], "Camille") as guest:
        account(guest, "camille.out")
        browser = Browser(service, "out")
        browser.subscribe(guest)
        there = lambda: browser.endpoint in [row.address for row in rows(house[1], schema.channels)]  # noqa: E731
        assert there()
        guest.post("/me/sign-out")
        assert not there()


def test_a_new_password_leaves_only_the_browser_where_it_was_chosen(
    house: tuple[str, Services], service: PushService
) -> None:
    with Guest(house[0], "Ines") as here, Guest(house[0]) as there:
        account(here, "ines.here")
        there.post("/me/sign-in", account="ines.here", password=PASSWORD)
        there.come_back(there.web.cookies)
        mine, other = Browser(service, "mine"), Browser(service, "other")
        mine.subscribe(here)
        other.subscribe(there)
        here.post("/me/account", old=PASSWORD, password="another one entirely")
        left = [row.address for row in rows(house[1], schema.channels)]
        assert mine.endpoint in left
        assert other.endpoint not in left
        assert "this browser" in here.web.get("/me/calls").text


def test_a_browser_is_called_for_whoever_uses_it_now(house: tuple[str, Services], service: PushService) -> None:
    with Guest(house[0], "One") as one, Guest(house[0], "Two") as two:
        browser = Browser(service, "shared")
        browser.subscribe(one)
        browser.subscribe(two)
        assert "this browser" in two.web.get("/me/calls").text
        assert "Browsers that are notified" not in one.web.get("/me/calls").text
        key = next(row.id for row in rows(house[1], schema.channels) if row.address == browser.endpoint)
        assert one.post("/me/calls/forget", key=key).status_code == 404, "nobody removes another's"
        assert two.post("/me/calls/forget", key=key).status_code == 200
        assert "Browsers that are notified" not in two.web.get("/me/calls").text


def test_export_has_it_and_nothing_is_left_of_who_is_erased(house: tuple[str, Services], service: PushService) -> None:
    with Guest(house[0], "Gone") as guest:
        browser = Browser(service, "gone")
        browser.subscribe(guest)
        guest.post("/me/calls/quiet", quiet="yes", start="22:00", end="08:00", zone="Europe/Paris")
        with ZipFile(io.BytesIO(guest.web.get("/me/export").content)) as archive:
            about = json.loads(archive.read("me.json"))
        assert about["calls"]["quiet"] == {"from": "22:00", "to": "08:00", "zone": "Europe/Paris"}
        assert about["calls"]["browsers"][0]["endpoint"] == browser.endpoint
        person = next(row.person for row in rows(house[1], schema.channels) if row.address == browser.endpoint)
        guest.post("/me/delete", sure="yes")
        for table in (schema.channels, schema.calls, schema.quiet_hours, schema.recovery):
            assert person not in [row.person for row in rows(house[1], table)]


# --- Mail -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def post() -> Iterator[tuple[str, Services, Mailbox]]:
    with mailbox() as box:
        mails = {"smtp": box.url, "sender": "Tempolude <games@example.org>", "site": "https://games.example"}
        with inside(**QUICK, **mails) as (address, services):
            yield address, services, box


def link(text: str, path: str) -> str:
    found = re.search(rf"https://games\.example({path}\?key=\S+)", text)
    assert found, text
    return found[1]


def with_mail(guest: Guest, box: Mailbox, name: str, password: str = PASSWORD) -> str:
    """Create an account with a confirmed address; return the address."""
    account(guest, name)
    to = f"{name}@example.org"
    assert "on its way" in guest.post("/me/calls/mail", address=to, password=password).text
    guest.web.post(link(box.next().get_content(), "/mail/confirm"))
    return to


def test_an_address_is_used_once_it_is_confirmed(post: tuple[str, Services, Mailbox]) -> None:
    address, services, box = post
    with Guest(address, "Ada") as ada:
        account(ada, "ada.mail")
        wrong = ada.post("/me/calls/mail", address="ada@example.org", password="something else")
        assert wrong.status_code == 403
        assert ada.post("/me/calls/mail", address="not an address", password=PASSWORD).status_code == 400
        ada.post("/me/calls/mail", address="ada@example.org", password=PASSWORD)
        mail = box.next()
        assert mail["To"] == "ada@example.org"
        assert rows(services, schema.channels) == [], "not kept before somebody agrees"
        path = link(mail.get_content(), "/mail/confirm")
        assert "Is this your address?" in ada.web.get(path).text
        assert rows(services, schema.channels) == [], "a link that a program follows confirms nothing"
        ada.web.post(path)
        assert [row.address for row in rows(services, schema.channels)] == ["ada@example.org"]
        assert ada.web.post(path[:-3] + "xyz").status_code == 404
        ada.post("/me/account", old=PASSWORD, password="another one entirely")
        assert ada.web.post(path).status_code == 404, "the password has changed since"
        ada.post("/me/calls/mail/forget")
        assert rows(services, schema.channels) == []


def test_a_turn_comes_by_mail_and_one_click_ends_it(post: tuple[str, Services, Mailbox]) -> None:
    address, services, box = post
    with seated(address, "timeline", 2, clock="3d") as (code, guests):
        names = [with_mail(guest, box, f"turn{seat}") for seat, guest in enumerate(guests)]
        first_move(code, guests)
        mail = box.next()
        assert mail["To"] in names
        assert mail["Subject"] == "Your turn at Timeline"
        assert f"https://games.example/t/{code}" in mail.get_content()
        assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        assert box.nothing(0.2)
        path = link(mail["List-Unsubscribe"].strip("<>"), "/mail/stop")
        with Guest(address) as anybody:
            assert "Stop these mails" in anybody.web.get(path).text
            row = next(row for row in rows(services, schema.channels) if row.address == mail["To"])
            assert row.calls, "looking is not stopping"
            del anybody.web.headers["origin"]  # a mail program sends no cookie and has no page
            anybody.web.cookies.clear()
            assert anybody.web.post(path, data={"List-Unsubscribe": "One-Click"}).status_code == 200
            assert anybody.web.post("/mail/stop?key=forged").status_code == 404
        assert not next(row for row in rows(services, schema.channels) if row.address == mail["To"]).calls


def test_a_mailbox_that_does_not_exist_is_not_written_to_again(post: tuple[str, Services, Mailbox]) -> None:
    address, services, box = post
    with seated(address, "timeline", 2, clock="3d") as (code, guests):
        for seat, guest in enumerate(guests):
            with_mail(guest, box, f"nobody{seat}")
        box.refuses = "550 no such user"
        first_move(code, guests)
        eventually(
            lambda: [row for row in rows(services, schema.channels) if "nobody" in row.address and not row.calls]
        )
        box.refuses = ""
        assert box.nothing(0.1)


def test_without_smtp_nothing_is_said_of_mail(house: tuple[str, Services]) -> None:
    with Guest(house[0], "Ada") as ada:
        account(ada, "ada.nomail")
        assert "mail" not in re.sub(r"<[^>]*>", "", ada.web.get("/me/calls").text)
        assert ada.post("/me/calls/mail", address="a@example.org", password=PASSWORD).status_code == 404
        assert ada.post("/me/recover/mail", account="ada.nomail").status_code == 404


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"smtp": "mail.example"}, "--smtp is not a URL"),
        ({"smtp": "smtp://u:secret@mail.example"}, "--smtp needs --sender"),
        ({"site": "games.example"}, "--site"),
        ({"sender": "nobody"}, "--sender"),
    ],
)
def test_settings_that_cannot_be_right_are_refused_in_one_line(
    given: dict[str, str], says: str, tmp_path: Path
) -> None:
    with pytest.raises(BadOption, match=says) as raised:
        create_app(Settings(database=sqlite(tmp_path), **given))
    assert "secret" not in str(raised.value)


# --- The way back in ------------------------------------------------------------------------


def test_a_recovery_code_opens_the_account_once(post: tuple[str, Services, Mailbox]) -> None:
    address, services, _ = post
    with Guest(address, "Elsa") as elsa, Guest(address) as lost:
        account(elsa, "elsa")
        assert elsa.post("/me/codes", password="something else").status_code == 403
        first = re.findall(r"<code>([\w-]+)</code>", elsa.post("/me/codes", password=PASSWORD).text)
        codes = re.findall(r"<code>([\w-]+)</code>", elsa.post("/me/codes", password=PASSWORD).text)
        assert len(set(codes)) == 10
        assert "10 recovery codes left" in elsa.web.get("/me/keep").text
        assert not [row for row in rows(services, schema.recovery) if row.hash in codes], "only hashes are kept"

        def tried(code: str, name: str = "elsa", password: str = "a new password") -> int:
            return lost.post("/me/recover", account=name, code=code, password=password).status_code

        assert tried(first[0]) == 403, "a new set replaces the old"
        assert tried(codes[0], "somebody.else") == 403
        assert tried(codes[0], password="short") == 400
        assert tried(codes[0].upper().replace("-", " ")) == 200
        assert tried(codes[0]) == 403, "once"
        assert elsa.web.get("/me/export").status_code == 404, "other sessions have ended"
        assert lost.post("/me/sign-in", account="elsa", password=PASSWORD).status_code == 403
        assert lost.post("/me/sign-in", account="elsa", password="a new password").status_code == 200
        assert "9 recovery codes left" in lost.web.get("/me/keep").text


def test_a_mail_opens_the_account_once_and_for_a_while(post: tuple[str, Services, Mailbox]) -> None:
    address, services, box = post
    with Guest(address, "Omar") as omar, Guest(address) as lost:
        to = with_mail(omar, box, "omar")
        unknown = lost.post("/me/recover/mail", account="who.is.this").text
        known = lost.post("/me/recover/mail", account="omar").text
        hidden = re.compile(r'name="token" value="[^"]+"')
        assert hidden.sub("", known) == hidden.sub("", unknown), "nobody learns whether there is an account"
        mail = box.next()
        assert mail["To"] == to
        key = link(mail.get_content(), "/me/recover/new").partition("key=")[2]
        assert not [row for row in rows(services, schema.recovery) if row.hash == key]
        assert "Choose a new password" in lost.web.get(f"/me/recover/new?key={key}").text
        renewed = lost.post("/me/recover/new", key=key, password="a new password")
        assert "You have a new password." in renewed.text
        assert lost.post("/me/recover/new", key=key, password="yet another one").status_code == 403
        assert lost.post("/me/sign-in", account="omar", password="a new password").status_code == 200
        lost.come_back(lost.web.cookies)
        lost.post("/me/recover/mail", account="omar")
        later = link(box.next().get_content(), "/me/recover/new").partition("key=")[2]
        services.store.do(lambda c: c.execute(update(schema.recovery).values(expires=1.0)))
        assert lost.post("/me/recover/new", key=later, password="yet another one").status_code == 403, "too late"


# --- Installed ------------------------------------------------------------------------------


def test_the_worker_keeps_a_page_that_is_nobodys(house: tuple[str, Services]) -> None:
    with Guest(house[0], "Secret Name") as guest:
        guest.make("timeline", 2)
        for lang in ("en", "fr"):
            shell = guest.web.get(f"/shell?lang={lang}")
            assert "Secret Name" not in shell.text
            assert 'name="token"' not in shell.text
            assert "/t/" not in shell.text
            assert "set-cookie" not in shell.headers
            worker = guest.web.get(f"/worker.js?lang={lang}")
            assert worker.headers["content-type"].startswith("text/javascript")
            assert worker.headers["cache-control"] == "no-cache"
            files = re.search(r"const FILES = (\[.*\]);", worker.text)
            assert files
            for address in json.loads(files[1]):
                assert guest.web.get(address).status_code == 200
        manifest = guest.web.get("/manifest.webmanifest?lang=fr")
        assert manifest.json()["lang"] == "fr"
        for icon in manifest.json()["icons"]:
            assert guest.web.get(icon["src"]).headers["content-type"] == "image/png"
