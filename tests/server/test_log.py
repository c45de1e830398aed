"""The log of a table when something fails: before and after a commit, between two actions, between log and screens.

In every case the log has no gap, memory matches the log, everybody is answered, and the match can continue.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from threading import Event
from typing import Any

import httpx
import pytest
from itsdangerous import URLSafeSerializer
from sqlalchemy import create_engine, insert, select, text, update
from sqlalchemy.exc import OperationalError

from tempolude.engine.game import game
from tempolude.engine.record import from_record
from tempolude.server import wire
from tempolude.server.app import open_services
from tempolude.server.refusal import Refusal
from tempolude.server.services import Services
from tempolude.server.settings import Settings
from tempolude.server.storage.schema import people, tables
from tempolude.server.storage.store import Store, kept, plain, secret
from tempolude.server.table import writer
from tempolude.server.table.chairs import Chair
from tempolude.server.table.connection import Connection
from tempolude.server.table.live_table import LiveTable
from tempolude.server.view.seat import SeatView

from .guests import SENT, Guest
from .keeping import apart, keep, random_match
from .programs import Program, reason
from .serving import Server, sqlite

SEATS = 3


class Faults:
    """Faults injected into the next commits of a database."""

    def __init__(self, store: Store) -> None:
        self.dialect, self.next = store.engine.dialect, []  # type: ignore[var-annotated]
        self.at_commit, self.go_on = Event(), Event()
        self._commit = self.dialect.do_commit
        self.dialect.do_commit = self._instead  # type: ignore[method-assign]

    def _instead(self, connection: Any) -> None:
        fault = self.next.pop(0) if self.next else "none"
        if fault.startswith("held"):
            self.at_commit.set()
            self.go_on.wait(10)
        if "after" in fault or "none" in fault:
            self._commit(connection)
        if "none" not in fault:
            raise self.dialect.loaded_dbapi.OperationalError("the line is cut")

    async def held(self) -> None:
        """Wait until a commit is held."""
        assert await asyncio.to_thread(self.at_commit.wait, 10)


@asynccontextmanager
async def playing(
    database: str, name: str = "collectors", **options: Any
) -> AsyncIterator[tuple[Services, LiveTable, Faults]]:
    """A match with a person at every seat; at Time Collectors everybody is asked at once."""
    services = open_services(Settings(database=database, compiles=False, limits=False), [game(name)])
    chairs = [Chair(seat, seat + 1, f"P{seat}", f"person {seat}") for seat in range(SEATS)]
    settled = game(name).settle(SEATS, options)
    table = await services.tables.make(game(name), settled, chairs, "person 0", phase="playing")
    try:
        yield services, table, Faults(services.store)
    finally:
        await services.tables.stop()
        services.store.close()


async def act(table: LiveTable, seat: int, move: str | None = None) -> Any:
    legal = table.playing.way.legal(table.playing.state, seat)
    return await table.act(seat, legal[0], table.version, move or f"{seat}-{table.version}")


async def play_on(table: LiveTable, times: int = 6) -> None:
    for _ in range(times):
        if not table.over:
            await act(table, table.playing.waiting[0])


async def sound(services: Services, table: LiveTable, count: int) -> None:
    """Check that `count` actions are in the log and in memory, in the same order, and the match can continue."""
    found = await services.store.run(kept, table.code)
    assert found
    assert [row.n for row in found.actions] == list(range(count))
    assert [(row.seat, row.action) for row in found.actions] == table.playing.log
    times = [row.at for row in found.actions]
    assert times == sorted(times)
    await play_on(table)
    assert table.version > count or table.over


@pytest.mark.parametrize("fault", ["held, before", "held, after"])
def test_a_commit_that_fails_between_others_leaves_no_hole_and_loses_nothing(database: str, fault: str) -> None:
    async def work() -> None:
        async with playing(database) as (services, table, faults):
            faults.next = [fault]
            first = asyncio.create_task(act(table, 0))
            await faults.held()
            others = [asyncio.create_task(act(table, seat)) for seat in (1, 2)]
            await asyncio.sleep(0)  # so that they are under way
            faults.go_on.set()
            assert sorted(await asyncio.gather(first, *others)) == [1, 2, 3]
            await sound(services, table, 3)

    apart(work)


def test_two_players_may_use_the_same_id_for_a_move_and_a_move_sent_twice_is_done_once(database: str) -> None:
    async def work() -> None:
        async with playing(database) as (services, table, _):
            done = await asyncio.gather(act(table, 0, "x"), act(table, 1, "x"), act(table, 2, "y"), act(table, 0, "x"))
            assert done == [1, 2, 3, 1]
            await sound(services, table, 3)

    apart(work)


def joined(table: LiveTable) -> list[Connection]:
    """A page of every seat."""
    pages = [Connection(f"person {seat}", "en") for seat in range(SEATS)]
    for page in pages:
        table.broadcast.join(page, -1)
    return pages


def updates(page: Connection) -> list[tuple[int, str]]:
    """The versions of the updates that a page was sent, with the moves they acknowledge."""
    sent = [SENT.decode(page.queue.get_nowait() or b"") for _ in range(page.queue.qsize())]
    assert not [message for message in sent if isinstance(message, wire.Done)]
    return [(message.version, message.id or "") for message in sent if isinstance(message, wire.Update)]


def test_choices_made_at_the_same_time_and_committed_together_are_shown_together(database: str) -> None:
    async def work() -> None:
        async with playing(database) as (services, table, _):
            pages = joined(table)
            await act(table, 0)
            assert [updates(page) for page in pages] == [[(1, "0-0")], [(1, "")], [(1, "")]]
            assert await asyncio.gather(act(table, 1), act(table, 2)) == [2, 3]
            assert [updates(page) for page in pages] == [[(3, "")], [(3, "1-1")], [(3, "2-1")]]
            await sound(services, table, 3)

    apart(work)


def test_an_undo_is_shown_for_itself(database: str) -> None:
    async def work() -> None:
        async with playing(database) as (services, table, _):
            pages = joined(table)
            done = await asyncio.gather(act(table, 0), table.undo(0, "undo"), act(table, 1), act(table, 2))
            assert done == [1, 2, 3, 4]
            assert updates(pages[0]) == [(1, "0-0"), (2, "undo"), (4, "")]
            assert updates(pages[1]) == [(1, ""), (2, ""), (4, "1-0")]
            await sound(services, table, 4)

    apart(work)


def test_an_action_whose_sender_is_gone_is_done_all_the_same(database: str) -> None:
    async def work() -> None:
        async with playing(database) as (services, table, faults):
            faults.next = ["held, none"]
            sender = asyncio.create_task(act(table, 0))
            await faults.held()
            sender.cancel()
            faults.go_on.set()
            assert await act(table, 1) == 2
            await sound(services, table, 2)

    apart(work)


def test_where_the_log_cannot_be_read_nobody_is_told_a_guess_and_the_table_catches_up(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "SOON", 0.01)

    async def work() -> None:
        async with playing(database) as (services, table, faults):
            reader = Connection(None, "en")
            table.broadcast.join(reader, -1)
            faults.next = ["after", "before", "before"]  # the action is stored, but cannot be read back
            with pytest.raises(Refusal) as refused:
                await act(table, 0, "x")
            assert (refused.value.status, refused.value.code) == (503, "unavailable")
            await table.settled()
            assert heard(reader)[-1].version == 1
            assert await table.act(0, 0, 0, "x") == 1, "sent again, it is done once"
            faults.next = ["before", "none"] * writer.TRIES  # it cannot be written, however often
            with pytest.raises(Refusal) as refused:
                await act(table, 1)
            assert (refused.value.status, refused.value.code) == (503, "not_kept")
            await sound(services, table, 1)

    apart(work)


def heard(connection: Connection) -> list[Any]:
    messages = []
    while not connection.queue.empty():
        messages.append(SENT.decode(connection.queue.get_nowait() or b""))
    return messages


def test_what_cannot_be_shown_is_done_and_its_readers_load_their_page(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, fails = SeatView.update, [True]

    def update(seat_view: SeatView, *given: Any) -> None:
        if seat_view.public.lang == "en" and fails and fails.pop():
            raise ZeroDivisionError
        whole(seat_view, *given)

    monkeypatch.setattr(SeatView, "update", update)

    async def work() -> None:
        async with playing(database) as (services, table, _):
            english, french = Connection("person 0", "en"), Connection("person 1", "fr")
            for connection in (english, french):
                table.broadcast.join(connection, -1)
            heard(english)
            assert await act(table, 2) == 1
            assert heard(french)[-1].version == 1
            assert wire.Reload() in heard(english)
            table.broadcast.state(0, "en", "person 0")  # as loading the page does
            assert await act(table, 1) == 2
            assert [heard(connection)[-1].version for connection in (english, french)] == [2, 2]
            await sound(services, table, 2)

    apart(work)


def test_two_servers_at_one_table_share_one_log(database: str) -> None:
    async def work() -> None:
        async with playing(database) as (services, table, _), playing(database) as (elsewhere, _, _):
            same = await elsewhere.tables.get(table.code)
            assert [await act(table, 0), await act(same, 1), await act(table, 2)] == [1, 2, 3]
            await sound(services, table, 3)

    apart(work)


def test_connections_that_were_cut_are_opened_again(postgresql: str) -> None:
    engine = create_engine(plain(postgresql), isolation_level="AUTOCOMMIT")

    async def work() -> None:
        async with playing(postgresql) as (services, table, _):
            for seat in range(2):
                with engine.connect() as other:
                    mine = "datname = current_database() AND pid <> pg_backend_pid()"
                    other.execute(text(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {mine}"))
                assert await act(table, seat) == seat + 1
            await sound(services, table, 2)

    apart(work)
    engine.dispose()


def test_an_action_that_is_written_but_cannot_be_applied_holds_nothing_up(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        async with playing(database) as (services, table, _):
            with monkeypatch.context() as patch:
                patch.setattr(table.writer, "_do", lambda *_: 1 / 0)
                with pytest.raises(Refusal) as refused:
                    await act(table, 0)
            assert refused.value.code == "unavailable"
            await asyncio.wait_for(table.settled(), 5)
            assert not table.busy
            again = await services.tables.get(table.code)
            assert again is not table, "it is read again"
            assert (again.version, await act(again, 1)) == (1, 2)

    apart(work)


def test_a_sender_who_leaves_takes_nobody_elses_answer_with_them(database: str) -> None:
    async def work() -> None:
        async with playing(database) as (services, table, _):
            action = table.playing.way.legal(table.playing.state, 0)[0]
            twice = [asyncio.create_task(table.act(0, action, 0, "m")) for _ in range(2)]
            await asyncio.sleep(0)
            twice[0].cancel()
            assert await asyncio.wait_for(twice[1], 5) == 1
            await sound(services, table, 1)

    apart(work)


def test_work_on_a_lost_connection_is_done_again_but_never_after_its_commit_was_sent(postgresql: str) -> None:
    engine, store = create_engine(plain(postgresql), isolation_level="AUTOCOMMIT"), Store(postgresql)
    tried: list[str] = []

    def backend(connection: Any) -> int:
        return int(connection.execute(text("SELECT pg_backend_pid()")).scalar())

    def cut(process: int) -> None:
        with engine.connect() as other:
            other.execute(text("SELECT pg_terminate_backend(:process, 5000)"), {"process": process})

    def person(connection: Any, name: str, lost: bool = False) -> None:
        tried.append(name)
        process = backend(connection)
        connection.execute(insert(people).values(id=name, name=name, seen=0.0))
        if lost:
            cut(process)

    cut(store.do(backend))
    store.do(person, "ada")
    with pytest.raises(OperationalError):
        store.do(person, "blaise", True)  # the commit may have been made: it is not for the store to do it again
    store.do(person, "emile")
    assert tried == ["ada", "ada", "blaise", "emile"]
    assert store.do(lambda connection: connection.execute(select(people.c.id)).scalars().all()) == ["ada", "emile"]
    store.close()
    engine.dispose()


def test_a_match_is_closed_with_its_last_action_and_by_its_log(database: str) -> None:
    async def work() -> None:
        async with playing(database, "timeline", cards=4) as (services, table, faults):
            while not table.over:
                faults.next = ["none", "before"]  # the power goes right after every action
                await act(table, table.playing.waiting[0])
            faults.next = []
            found = await services.store.run(kept, table.code)
            assert found
            assert (found.table.phase, (found.table.result or {})["ranks"]) == ("over", table.playing.ranks)
            await services.store.run(reopen, table.code)  # as an old version left it
            async with playing(database) as (elsewhere, _, _):
                elsewhere.tables.games |= services.tables.games
                assert (await elsewhere.tables.get(table.code)).kept.phase == "over"
                found = await elsewhere.store.run(kept, table.code)
                assert found
                assert found.table.phase == "over"

    apart(work)


def reopen(connection: Any, code: str) -> None:
    connection.execute(update(tables).where(tables.c.code == code).values(phase="playing", result=None))


# --- Damaged logs -----------------------------------------------------------------------

DAMAGE: dict[str, tuple[str, int | None]] = {  # the damage to a log of eight actions, and how many can be replayed
    "aaaaaaaaaa": ("DELETE FROM actions WHERE n = 5 AND code = ?", 5),
    "bbbbbbbbbb": ("UPDATE actions SET action = 9999 WHERE n = 3 AND code = ?", 3),
    "cccccccccc": ("UPDATE actions SET seat = 7 WHERE n = 0 AND code = ?", 0),
    "eeeeeeeeee": ("UPDATE tables SET options = '{' WHERE code = ?", None),
}


def test_a_damaged_log_is_reported_and_its_record_offered_up_to_there(tmp_path: Path) -> None:
    for code in (*DAMAGE, "zzzzzzzzzz"):
        keep(sqlite(tmp_path), random_match(game("timeline"), 3, None if code == "zzzzzzzzzz" else 8), code)
    with sqlite3.connect(tmp_path / "tables.db") as database:
        for code, (statement, _) in DAMAGE.items():
            database.execute(statement, (code,))
        database.execute("UPDATE tables SET phase = 'playing', result = NULL")
        database.execute("UPDATE chairs SET person = 'ada', bot = NULL WHERE seat = 0")
    database.close()
    server = Server(sqlite(tmp_path))
    try:
        with Guest(server.address, lang="fr") as guest, Program(server.address) as program:
            for code, (_, followed) in DAMAGE.items():
                damaged(guest, program, code, followed)
            store = Store(sqlite(tmp_path))
            cookie = {"guest": str(URLSafeSerializer(store.do(secret), "guest").dumps("ada"))}
            store.close()
            check_lobby(httpx.get(server.address, cookies=cookie))
        said = server.said()
        assert "table aaaaaaaaaa: its log is damaged at action 5: the next action in it is number 6" in said
        assert "bbbbbbbbbb: its log is damaged at action 3: 9999 is not legal" in said
    finally:
        server.kill()


def damaged(guest: Guest, program: Program, code: str, followed: int | None) -> None:
    for path in (f"/t/{code}", f"/t/{code}/replay", f"/t/{code}/qr.svg"):
        page = guest.web.get(path)
        assert page.status_code == 410, page.text
        assert (f"abîmé à l’action {(followed or 0) + 1}" in page.text) == (followed is not None)
        assert (f'href="/t/{code}/record"' in page.text) == (followed is not None)
    assert guest.post(f"/t/{code}/start").status_code == 410
    with guest.line(code) as line:
        assert isinstance(line.hear(), wire.Error)
    for path in ("", "/view", "/events"):
        answer = program.web.get(f"/tables/{code}{path}")
        assert (answer.status_code, reason(answer)["code"]) == (410, "damaged")
    for record in (guest.web.get(f"/t/{code}/record"), program.web.get(f"/tables/{code}/record")):
        if followed is None:
            assert record.status_code == 410
        else:
            assert len(from_record(record.json()).log) == followed


def check_lobby(page: httpx.Response) -> None:
    """Damaged tables are listed by name, and a finished one is not listed as being played."""
    assert page.status_code == 200
    mine, others = page.text.split("Recently finished")
    assert mine.count(">damaged<") == 3, "all but the one of which nothing can be read"
    assert "zzzzzzzzzz" not in mine
    assert "zzzzzzzzzz" in others
