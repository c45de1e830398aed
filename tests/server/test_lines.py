"""Connections: nobody acts, talks or sees for a seat that is not theirs now, or uses up others' connections."""

from __future__ import annotations

import asyncio
import os
import socket
import struct
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tempolude.engine.match import Match
from tempolude.server import wire
from tempolude.server.http.connections import ConnectionLimit
from tempolude.server.http.limits import Limits
from tempolude.server.refusal import Refusal
from tempolude.server.services import Services
from tempolude.server.table import connection as connections
from tempolude.server.table.bot_pool import BotPool

from .guests import Guest, PageSocket, version_of
from .keeping import apart
from .programs import Program, reason
from .serving import inside, sqlite
from .waiting import eventually

PASSWORD = "clepsydra and gnomon"
Home = tuple[str, Services]


@pytest.fixture(scope="module")
def home() -> Iterator[Home]:
    with inside(processes=0) as found:
        yield found


def closed(line: PageSocket) -> int:
    """The code with which the server closes a connection; what it sends before must not be private."""
    with pytest.raises(ConnectionClosed) as raised:
        line.shown(lambda message: message.own)
    assert raised.value.rcvd
    return raised.value.rcvd.code


# --- The seat of a line is its person's seat now ---------------------------------------


@pytest.mark.parametrize("leaves", ["stands up", "changes seat"])
def test_a_line_opened_from_a_seat_does_not_keep_it(home: Home, leaves: str) -> None:
    server, services = home
    with Guest(server, "Ada") as ada, Guest(server, "Blaise") as blaise, ExitStack() as stack:
        code = ada.make("contretemps", 3)
        blaise.post(f"/t/{code}/sit", seat=1)
        old = stack.enter_context(blaise.line(code))
        blaise.post(f"/t/{code}/stand") if leaves == "stands up" else blaise.post(f"/t/{code}/sit", seat=2)
        victim = stack.enter_context(Guest(server, "Chloé"))
        assert victim.post(f"/t/{code}/sit", seat=1).status_code == 200
        ada.post(f"/t/{code}/start")
        table = services.tables._open[code]
        with suppress(ConnectionClosed):  # it ignores that it was closed
            for action in range(86):
                old.send(wire.Do(action, 0, f"m{action}"))
            old.send(wire.Say("I am Chloé"))
        assert closed(old) == wire.Close.MOVED
        assert (table.playing.log, table.broadcast.says) == ([], [])


def test_a_page_made_for_another_seat_is_told_to_load_again(home: Home) -> None:
    server, _ = home
    with Guest(server, "Ada") as ada:
        code = ada.make("contretemps", 3)
        ada.post(f"/t/{code}/start")
        with ada.line(code, seat=1) as line:
            assert closed(line) == wire.Close.MOVED
        with ada.line(code, seat=0) as line:
            assert line.shown().own


# --- Signing out, a new password, a revoked token --------------------------------------


def account(server: str, name: str) -> Guest:
    guest = Guest(server, name.title())
    assert guest.post("/me/account", account=name, password=PASSWORD).status_code == 200
    return guest


def copied(guest: Guest) -> Guest:
    """A thief with a copy of a guest's cookie."""
    thief = Guest(guest.address)
    thief.web.cookies = dict(guest.web.cookies)  # type: ignore[assignment]
    thief.token = guest.token
    return thief


@pytest.mark.parametrize("how", ["sign-out", "password", "sign-in"])
def test_what_ends_a_session_ends_its_lines_and_copies_of_its_cookie(home: Home, how: str) -> None:
    server, _ = home
    with Guest(server, "Ada") as ada, account(server, f"other-{how}"), ExitStack() as stack:
        if how != "sign-in":
            ada = stack.enter_context(account(server, f"ada-{how}"))
        code = ada.play_now("contretemps")
        thief = stack.enter_context(copied(ada))
        lines = [stack.enter_context(thief.line(code)), stack.enter_context(thief.notifier())]
        assert lines[0].shown().own
        if how == "sign-out":
            ada.post("/me/sign-out")
        elif how == "password":
            ada.post("/me/account", old=PASSWORD, password="a new one, longer")
        else:
            ada.post("/me/sign-in", account=f"other-{how}", password=PASSWORD)
        assert [closed(line) for line in lines] == [wire.Close.SIGNED_OUT] * 2
        with thief.line(code) as again:
            assert not again.shown().own, "a copy of the cookie is nobody's"
        assert thief.post(f"/t/{code}/again").status_code == 403


def test_a_session_that_ended_stays_ended_after_a_restart(tmp_path: Any) -> None:
    database = sqlite(tmp_path)
    with inside(database=database) as (server, _), account(server, "ada") as ada:
        cookies = dict(ada.web.cookies)
        code = ada.make("timeline", 2)
        ada.post("/me/sign-out")
    with inside(database=database) as (server, _), Guest(server) as thief:
        thief.web.cookies = cookies  # type: ignore[assignment]
        assert f"/t/{code}" not in thief.web.get("/").text


def token_of(guest: Guest, name: str = "bot") -> str:
    page = guest.post("/me/tokens", name=name).text
    return page.split('id="fresh" readonly value="')[1].split('"')[0]


def revoke_all(guest: Guest) -> None:
    page = guest.web.get("/me/tokens").text
    for part in page.split('name="key" value="')[1:]:
        guest.post("/me/tokens/revoke", key=part.split('"')[0])


def test_a_revoked_token_ends_streams_and_calls_that_wait(home: Home) -> None:
    server, services = home
    with Guest(server, "Ada") as ada, Program(server, token=token_of(ada)) as program:
        code = ada.make("timeline", 2)
        ada.post(f"/t/{code}/start")
        version, answers = program.view(code)["version"], []
        ended: list[int] = []

        def poll() -> None:
            answers.append(program.web.get(f"/tables/{code}/events", params={"after": version, "wait": 30}))

        def listen() -> None:
            with program.web.stream("GET", f"/tables/{code}/stream", params={"after": version}) as stream:
                ended.append(len(list(stream.iter_lines())))

        threads = [Thread(target=each) for each in (poll, listen)]
        for thread in threads:
            thread.start()

        def followers() -> list[Any]:
            there = services.tables._open[code].broadcast.connections
            return [connection for connection in there if connection.token and connection.ended is None]

        eventually(lambda: [follower.waiting for follower in followers()] == [2])
        begin = time.monotonic()
        revoke_all(ada)
        for thread in threads:
            thread.join(25)
        assert time.monotonic() - begin < 20, "less than they would wait"
        assert (answers[0].status_code, reason(answers[0])["code"]) == (401, "unknown_token")
        assert ended
        eventually(lambda: not followers())


# --- Tokens stay with whom they were given to -------------------------------------------


@pytest.mark.parametrize("bring", ["yes", ""])
def test_a_token_of_the_guest_does_not_become_the_accounts(home: Home, bring: str) -> None:
    server, _ = home
    with (
        Guest(server, "Stranger") as seat_view,
        account(server, f"bea-{bring or 'no'}") as bea,
        Program(server, token=token_of(seat_view)) as program,
    ):
        mine, guests = bea.make("timeline", 2), seat_view.make("timeline", 2)
        page = seat_view.web.get("/me/keep").text
        assert "the guest in this browser" in page
        assert "Tokens made here as a guest are not taken over" in page
        lobby = seat_view.post("/me/sign-in", account=f"bea-{bring or 'no'}", password=PASSWORD, bring=bring).text
        assert (f"/t/{guests}" in lobby, f"/t/{mine}" in lobby) == (bool(bring), True)
        assert program.web.get("/me").status_code == 401
        assert "None yet" in bea.web.get("/me/tokens").text


@pytest.mark.parametrize(("keep", "status"), [("", 401), ("keep", 200)])
def test_who_takes_an_account_is_asked_about_tokens_made_before(home: Home, keep: str, status: int) -> None:
    server, _ = home
    with Guest(server, "Dora") as dora, Program(server, token=token_of(dora, "my old bot")) as program:
        assert "my old bot" in dora.web.get("/me/keep").text
        dora.post("/me/account", account=f"dora-{status}", password=PASSWORD, tokens=keep)
        assert program.web.get("/me").status_code == status


def test_others_at_the_table_play_on_when_a_guest_becomes_somebody(home: Home) -> None:
    server, _ = home
    with account(server, "fay"), Guest(server, "Guest") as seat_view, Guest(server, "Gus") as gus, ExitStack() as stack:
        code = gus.make("timeline", 2)
        seat_view.post(f"/t/{code}/sit", seat=1)
        gus.post(f"/t/{code}/start")
        line = stack.enter_context(gus.line(code))
        seat_view.post("/me/sign-in", account="fay", password=PASSWORD, bring="yes")
        new = stack.enter_context(seat_view.line(code))
        for each in (line, new):
            each.shown()
        mover, other = (line, new) if line.actions else (new, line)
        assert version_of(mover.do(mover.actions[0][0], "a")) == 1
        assert other.shown(lambda m: m.version == 1), "they are at one table, not at two copies of it"


# --- Fair shares ------------------------------------------------------------------------


def test_who_asks_much_waits_for_themselves_and_bots_never_wait_for_hints(tmp_path: Path) -> None:
    match = Match("contretemps", seats=3, seed=1)
    view = match.view(match.waiting[0]).tobytes()
    move, hint = tmp_path / "move", tmp_path / "hint"  # whoever reads these pipes thinks until something is written
    for pipe in (move, hint):
        os.mkfifo(pipe)

    async def ask() -> list[str]:
        bot_pool, done = BotPool(), []

        async def note(name: str, work: Any) -> None:
            await work
            done.append(name)

        def choose(who: str) -> Any:
            return bot_pool.choose(who, "contretemps", match.options, view, match.waiting[0], "visitor")

        await choose("warm up")
        try:
            hints = asyncio.create_task(bot_pool._hints.do("greedy", Path.read_text, hint))
            async with asyncio.TaskGroup() as group:
                group.create_task(note("greedy", bot_pool._bots.do("greedy", Path.read_text, move)))
                for _ in range(4):
                    group.create_task(note("greedy", choose("greedy")))
                await asyncio.sleep(0)  # so that they are asked first
                group.create_task(note("modest", choose("modest")))
                await asyncio.sleep(0)
                cancelled = group.create_task(note("gave up", choose("modest")))
                await asyncio.sleep(0)
                cancelled.cancel()
                group.create_task(asyncio.to_thread(move.write_text, "Think no longer."))
            assert not hints.done(), "all bots moved while it was thought about"
            await asyncio.gather(hints, asyncio.to_thread(hint.write_text, "Think no longer."))
        finally:
            bot_pool.close()
        return done

    done = apart(ask)
    assert done.index("modest") <= 2, "it is next, after what was begun already"
    assert done.count("greedy") == 5
    assert "gave up" not in done


def test_a_person_asks_for_one_hint_at_a_time() -> None:
    match = Match("contretemps", seats=3, seed=1)
    about = ("contretemps", match.options, match.view(0).tobytes(), 0)

    async def ask() -> None:
        bot_pool = BotPool()
        try:
            first = asyncio.create_task(bot_pool.hint("here", "ada", *about))
            await asyncio.sleep(0)
            with pytest.raises(Refusal, match="still thinking"):
                await bot_pool.hint("elsewhere", "ada", *about)
            await first
            await bot_pool.hint("here", "ada", *about)
        finally:
            bot_pool.close()

    apart(ask)


def test_a_line_that_does_not_read_is_dropped_with_all_that_waits_for_it(home: Home) -> None:
    server, services = home
    with Guest(server, "Deaf") as guest:
        code = guest.play_now("timeline")
        deaf = raw(server, f"GET /t/{code}/live?v={wire.VERSION} HTTP/1.1", guest)
        assert b" 101 " in deaf.recv(200)
        table = services.tables._open[code]
        eventually(lambda: table.broadcast.connections)
        (connection,) = table.broadcast.connections
        flood = wire.Error("x" * 5000)

        def shout() -> None:
            for _ in range(3000):
                table.broadcast.send_all(flood)

        loop = services.tables._sweeping.get_loop()  # type: ignore[union-attr]
        for _ in range(20):  # more than the system buffers, so that our queue fills
            loop.call_soon_threadsafe(shout)
        eventually(lambda: not table.broadcast.connections)
        assert (connection.ended, connection.queue.qsize()) == (wire.Close.SLOW, 0)
        deaf.close()


def test_the_messages_of_one_turn_of_the_event_loop_are_sent_together(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    server, services = home
    with Guest(server, "Ada") as ada:
        code = ada.make("timeline", 2)
        with ada.line(code) as line:
            table = services.tables._open[code]
            eventually(lambda: [each for each in table.broadcast.connections if each._idle])
            (connection,) = table.broadcast.connections
            socket: Any = connection.write.__self__  # type: ignore[attr-defined]
            flush, flushed = socket.flush, []
            monkeypatch.setattr(socket, "flush", lambda: flushed.append(flush()))

            def send() -> None:
                for n in range(5):
                    connection.send(wire.Error(str(n)))

            services.tables._sweeping.get_loop().call_soon_threadsafe(send)  # type: ignore[union-attr]
            assert [line.until(wire.Error).words for _ in range(5)] == list("01234")
            assert len(flushed) == 1


def raw(server: str, request: str, guest: Guest | None = None, **options: Any) -> socket.socket:
    """A connection on which this request was sent, as a WebSocket handshake with a guest's cookie."""
    host, port = server.removeprefix("http://").split(":")
    found = socket.create_connection((host, int(port)), timeout=10, **options)
    if guest:
        cookie = "; ".join(f"{name}={value}" for name, value in guest.web.cookies.items())
        request += (
            f"\r\nHost: {host}:{port}\r\nOrigin: {server}\r\nCookie: {cookie}\r\nConnection: Upgrade\r\n"
            "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )
    found.sendall(request.encode())
    return found


def test_nobody_has_more_lines_than_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "PER_PERSON", 5)
    with inside(limits=True) as (server, services), Guest(server, "Ada") as ada, ExitStack() as stack:
        code = ada.play_now("timeline")
        lines = [stack.enter_context(ada.notifier()) for _ in range(4)]
        lines.append(stack.enter_context(ada.line(code)))
        for opens in (ada.notifier, lambda: ada.line(code)):
            one_more = stack.enter_context(opens())
            assert "You have too many pages open" in one_more.until(wire.Error).words
            assert closed(one_more) == wire.Close.TOO_MANY
        lines[0].socket.close()
        eventually(lambda: services.tables.notifier._open["address", "127.0.0.1"] == 4)
        with ada.line(code) as line:
            assert line.shown()
        with Guest(server) as other, other.line(code) as line:
            assert line.shown()


def test_connections_that_say_nothing_or_half_a_request_are_ended() -> None:
    with inside(request=0.3) as (server, _):
        half = "POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"
        for said in ("", "GET / HTTP/1.1\r\nHost: ", "\r\n", half):
            idle, begin = raw(server, said), time.monotonic()
            try:
                answer = idle.recv(100)
            except ConnectionResetError:
                answer = b""
            assert answer[:12] in ((b"HTTP/1.1 408", b"") if said == half else (b"HTTP/1.1 408",)), said
            assert time.monotonic() - begin < 20, "less than the minute of a usual request"
            idle.close()
        with Guest(server) as guest, guest.notifier() as line:
            assert guest.web.get("/").status_code == 200
            time.sleep(0.5)
            line.send("still here")
            assert guest.web.get("/").status_code == 200


def test_a_full_server_says_so_and_takes_others_again_when_some_have_gone() -> None:
    with inside(limit := ConnectionLimit(20, per_address=4)) as (server, _), ExitStack() as stack:
        quiet = [stack.enter_context(raw(server, "")) for _ in range(4)]
        eventually(lambda: limit.open["127.0.0.1"] == 4)
        with raw(server, "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n") as refused:
            answer = refused.recv(1000)
        assert answer.startswith(b"HTTP/1.1 503")
        assert "Réessayez dans une minute".encode() in answer
        quiet[0].close()
        eventually(lambda: limit.open["127.0.0.1"] == 3)
        with raw(server, "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n") as taken:
            assert taken.recv(1000).startswith(b"HTTP/1.1 200")
    eventually(lambda: not limit.open)


def test_whoever_hangs_up_before_their_answers_leaves_nothing_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    with inside(limit := ConnectionLimit(20)) as (server, _):
        many = raw(server, f"GET /api HTTP/1.1\r\nHost: {server.removeprefix('http://')}\r\n\r\n" * 40)
        assert many.recv(1000).startswith(b"HTTP/1.1 200")
        many.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        many.close()
        eventually(lambda: not limit.open)
    assert caplog.records == []


def test_counting_a_crowd_takes_no_more_memory_than_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Limits, "MOST", 50)
    limits, refused = Limits(), 0
    for number in range(1000):
        limits.check("5 per minute", "person", str(number))
        try:
            limits.check("100 per minute", "address", "of the crowd")
        except Refusal:
            refused += 1
    assert len(limits._windows) == 50
    assert refused == 900, "what is counted all the time is not forgotten"
