"""Restarting while people play: nobody is refused, nothing is lost, pages reconnect by themselves."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from socket import AF_UNIX, SOCK_DGRAM, socket
from threading import Event, Thread
from time import sleep

import httpx
import pytest
from sqlalchemy import create_engine, make_url
from sqlalchemy import text as sql
from websockets.exceptions import ConnectionClosed

from tempolude.server import wire
from tempolude.server.app import listen
from tempolude.server.storage.store import Store, kept, plain

from .guests import Guest, PageSocket, seated
from .programs import Program
from .serving import Server, inside, sqlite
from .waiting import eventually


def closed(line: PageSocket) -> int:
    """The code with which the server closed a connection."""
    try:
        while True:
            line.hear()
    except ConnectionClosed as ended:
        return ended.rcvd.code if ended.rcvd else 0


def status(address: str, path: str = "/readyz") -> tuple[int, str]:
    answer = httpx.get(f"{address}{path}", verify=False)
    return answer.status_code, answer.text


def becomes(address: str, wanted: tuple[int, str]) -> None:
    """Wait for this health status; the state of the database is cached for a second."""
    eventually(lambda: status(address) == wanted)


def test_sigterm_sends_pages_to_open_a_new_line_and_ends_in_order(tmp_path: Path) -> None:
    server = Server(sqlite(tmp_path))
    with Guest(server.address, "Ada") as guest:
        code = guest.play_now("timeline")
        with guest.line(code, -1) as table, guest.line(code, -1) as spectator, guest.notifier() as lobby:
            server.stop(signal.SIGTERM)
            assert [closed(line) for line in (table, spectator, lobby)] == [wire.Close.RESTARTING] * 3


def test_calls_that_wait_are_answered_when_the_server_stops(tmp_path: Path) -> None:
    server, answers = Server(sqlite(tmp_path)), []
    with Program(server.address, "Ada") as ada:
        code = ada.make("timeline", 2)
        waiting = Thread(target=lambda: answers.append(ada.web.get(f"/tables/{code}/events?wait=30&after=0")))
        waiting.start()
        sleep(0.5)
        server.stop(signal.SIGTERM)
        waiting.join(10)
    assert [answer.status_code for answer in answers] == [200]


def test_while_it_drains_it_serves_but_is_not_ready(tmp_path: Path) -> None:
    server = Server(sqlite(tmp_path), drain=6)
    with Guest(server.address) as guest:
        assert (status(server.address), status(server.address, "/healthz")) == ((200, "ready"), (200, "ok"))
        server.process.terminate()
        eventually(lambda: guest.web.get("/readyz").status_code != 200)
        assert (guest.web.get("/readyz").text, guest.web.get("/healthz").text) == ("not ready", "ok")
        assert guest.web.get("/").status_code == 200
        with guest.notifier() as line:
            assert closed(line) == wire.Close.RESTARTING, "whoever comes now is sent on"
    assert server._end() == 0
    assert server.said() == ""


@pytest.mark.parametrize("database", ["sqlite", "postgresql"], indirect=True)
def test_a_server_whose_database_is_of_another_version_is_not_ready(database: str) -> None:
    with inside(database=database) as (address, services):
        assert status(address) == (200, "ready")
        newer = sql("UPDATE alembic_version SET version_num = '9999'")
        services.store.do(lambda connection: connection.execute(newer))
        becomes(address, (503, "not ready"))
        assert status(address, "/healthz") == (200, "ok")


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_a_server_that_cannot_reach_its_database_is_not_ready_until_it_can(database: str) -> None:
    url = make_url(plain(database))
    name, engine = url.database, create_engine(url.set(database="postgres"), isolation_level="AUTOCOMMIT")
    with inside(database=database) as (address, _), engine.connect() as admin:
        assert status(address) == (200, "ready")
        admin.execute(sql(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false"))
        admin.execute(sql(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"))
        becomes(address, (503, "not ready"))
        admin.execute(sql(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true"))
        becomes(address, (200, "ready"))
    engine.dispose()


def test_many_who_ask_whether_it_is_ready_are_one_question_to_the_database(monkeypatch: pytest.MonkeyPatch) -> None:
    with inside(limits=True) as (address, services):
        asked, run = [], services.store.run

        async def counted(work: object, *given: object) -> object:
            asked.append(work)
            return await run(work, *given)  # type: ignore[arg-type]

        monkeypatch.setattr(services.store, "run", counted)
        with httpx.Client(base_url=address) as web:
            assert {web.get("/readyz").status_code for _ in range(700)} == {200}, "and no rate stops a proxy"
        assert len([work for work in asked if getattr(work, "__name__", "") == "revision_of"]) < 30


# --- A socket that systemd holds ---------------------------------------------------


class Visitor(Thread):
    """Requests a page again and again, each time on a new connection."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self.address, self.stopped = address, Event()
        self.answers: list[int | str] = []

    def run(self) -> None:
        while not self.stopped.is_set():
            try:
                self.answers.append(httpx.get(f"{self.address}/healthz", timeout=30, verify=False).status_code)
            except httpx.HTTPError as error:
                self.answers.append(repr(error))


@contextmanager
def visiting(address: str, many: int) -> Iterator[list[Visitor]]:
    visitors = [Visitor(address) for _ in range(many)]
    for visitor in visitors:
        visitor.start()
    try:
        yield visitors
    finally:
        for visitor in visitors:
            visitor.stopped.set()
        for visitor in visitors:
            visitor.join()


def test_across_restarts_nobody_is_refused_and_no_move_is_lost(tmp_path: Path) -> None:
    """Three players keep moving, often at the same time, resending each unanswered move on a new connection, while
    strangers visit. A match of Time Collectors is long enough for it."""
    with listen("127.0.0.1", 0) as listener:
        server = Server(sqlite(tmp_path), listener=listener)
        done: list[str] = []
        with seated(server.address, "collectors", 3) as (code, guests), visiting(server.address, 4) as visitors:
            stop = Event()
            players = [Thread(target=play_through, args=(guest, code, done, stop), daemon=True) for guest in guests]
            for player in players:
                player.start()
            for _ in range(3):
                go_on(done, visitors)
                server.stop(signal.SIGTERM)
                server = Server(sqlite(tmp_path), listener=listener)
            go_on(done, visitors)
            stop.set()
            for player in players:
                player.join(30)
                assert not player.is_alive()
        server.stop(signal.SIGTERM)
        answers = [answer for visitor in visitors for answer in visitor.answers]
        assert len(answers) > 20
        assert set(answers) == {200}
    store = Store(sqlite(tmp_path))
    found = store.do(kept, code)
    store.close()
    assert found
    written = [row.move for row in found.actions]
    assert len(done) >= 10
    assert set(done) <= set(written), "an acknowledged move is in the log"
    assert len(set(written)) == len(written)


def go_on(done: list[str], visitors: list[Visitor]) -> None:
    """Wait for a few more moves, and for every visitor's next page."""
    moves, pages = len(done) + 3, [len(visitor.answers) + 2 for visitor in visitors]
    eventually(lambda: len(done) >= moves and all(len(v.answers) >= n for v, n in zip(visitors, pages, strict=True)))


def play_through(guest: Guest, code: str, done: list[str], stop: Event) -> None:
    """Move on every turn; when a connection ends, open another and resend what was not acknowledged."""
    number, pending = 0, None
    while not stop.is_set():
        with guest.line(code, -1) as line, suppress(ConnectionClosed, TimeoutError):
            line.shown()
            while not stop.is_set() and not line.over:
                if pending is None and line.actions:
                    number += 1
                    pending = wire.Do(line.actions[-1][0], line.version, f"{id(guest)}-{number}")
                if pending is None:
                    line.hear(1)
                    continue
                line.send(pending)
                if isinstance(line.answer(pending.id), wire.Done):
                    done.append(pending.id)
                pending = None


def test_systemd_hears_when_the_server_is_ready_and_when_it_stops(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket(AF_UNIX, SOCK_DGRAM) as heard:
        heard.bind(str(tmp_path / "notify"))
        heard.settimeout(20)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        with inside():
            assert heard.recv(100) == b"READY=1"
        assert heard.recv(100) == b"STOPPING=1"


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM])
def test_a_server_can_be_stopped_as_soon_as_it_says_where_it_is(tmp_path: Path, by: signal.Signals) -> None:
    for _ in range(3):
        Server(sqlite(tmp_path)).stop(by)
