"""Several processes on one PostgreSQL: changes in one reach the readers of all, and the others take over from one that
dies."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import create_engine, text
from websockets.exceptions import ConnectionClosed

from tempolude.server import wire
from tempolude.server.storage.rows import ActionRow
from tempolude.server.storage.store import Store, kept, plain
from tempolude.server.table.connection import Connection

from ..forks import tempolude
from .conftest import new_database
from .guests import Guest, PageSocket, seated, version_of
from .keeping import apart
from .programs import Program, reason
from .serving import Server, sqlite
from .test_log import act, playing
from .test_metrics import free_port
from .waiting import eventually

PASSWORD = "clepsydra and gnomon"


@pytest.fixture(scope="module")
def shared(postgresql: str) -> str:
    """A database for the servers of this file."""
    return new_database(postgresql)


@pytest.fixture(scope="module")
def pair(shared: str) -> Iterator[tuple[str, str]]:
    """Two processes that serve the same tables."""
    servers = [Server(shared, grace=0.5), Server(shared, grace=0.5)]
    yield servers[0].address, servers[1].address
    for server in servers:
        server.stop()


def also_at(stack: ExitStack, guest: Guest, address: str) -> Guest:
    """The same person through another process."""
    other = stack.enter_context(Guest(address))
    other.come_back(guest.web.cookies)
    return other


def closed(line: PageSocket) -> int:
    with pytest.raises(ConnectionClosed) as raised:
        line.shown(lambda _: False)
    assert raised.value.rcvd
    return raised.value.rcvd.code


def log_of(database: str, code: str) -> list[tuple[int, int, int, bool]]:
    store = Store(database)
    found = store.do(kept, code)
    store.close()
    assert found
    assert [row.n for row in found.actions] == list(range(len(found.actions))), "no gap"
    return [(row.n, row.seat, row.action, row.stood_in) for row in found.actions]


# --- Playing ------------------------------------------------------------------------------


def test_an_action_through_one_process_is_seen_by_the_readers_of_another(pair: tuple[str, str], shared: str) -> None:
    here, there = pair
    with seated(here, "contretemps", 3, clock="wait") as (code, guests), ExitStack() as stack:
        away = [also_at(stack, guest, there) for guest in guests]
        lines = [stack.enter_context(guest.line(code)) for guest in (guests[0], away[1], guests[2])]
        watcher = stack.enter_context(stack.enter_context(Guest(there)).line(code))
        for line in (*lines, watcher):
            line.shown()
        for version in range(1, 13):
            mover = next(line for line in lines if line.actions)
            done = mover.do(mover.actions[0][0], f"m{version}")
            assert isinstance(done, wire.Done)
            assert done.version == version
            for line in (*lines, watcher):
                while line.version < version:
                    line.hear()
        assert len(log_of(shared, code)) == 12


def test_both_processes_asked_for_the_same_move_at_once_do_it_once(pair: tuple[str, str], shared: str) -> None:
    with (
        seated(pair[0], "contretemps", 3, clock="wait") as (code, guests),
        ExitStack() as stack,
        ThreadPoolExecutor(2) as pool,
    ):
        both = [[stack.enter_context(also_at(stack, guest, each).line(code)) for each in pair] for guest in guests]
        for line in (line for lines in both for line in lines):
            line.shown()
        for version in range(1, 9):
            lines = next(lines for lines in both if lines[0].actions)
            action, name = lines[0].actions[0][0], f"m{version}"
            at = version - 1
            answers = list(pool.map(lambda line, a=action, n=name, v=at: line.do(a, n, v), lines))
            assert answers == [wire.Done(name, version)] * 2
            for line in (line for lines in both for line in lines):
                while line.version < version:
                    line.hear()
        assert len(log_of(shared, code)) == 8


def test_of_two_different_moves_at_once_through_two_processes_one_is_refused(
    pair: tuple[str, str], shared: str
) -> None:
    with (
        seated(pair[0], "timeline", 2, clock="wait") as (code, guests),
        ExitStack() as stack,
        ThreadPoolExecutor(2) as pool,
    ):
        both = [[stack.enter_context(also_at(stack, guest, each).line(code)) for each in pair] for guest in guests]
        for line in (line for lines in both for line in lines):
            line.shown()
        lines = next(lines for lines in both if len(lines[0].actions) > 1)
        actions = [action[0] for action in lines[0].actions[:2]]
        answers = list(
            pool.map(lambda given: given[0].do(given[1], f"x{given[1]}", 0), zip(lines, actions, strict=True))
        )
        assert sorted(isinstance(answer, wire.Done) for answer in answers) == [False, True]
        assert len(log_of(shared, code)) == 1


def test_everybody_asked_at_once_acts_through_any_process(pair: tuple[str, str], shared: str) -> None:
    """In Time Collectors all seats choose at once: their log numbers collide, and all actions succeed."""
    with (
        seated(pair[0], "collectors", 4, clock="wait") as (code, guests),
        ExitStack() as stack,
        ThreadPoolExecutor(4) as pool,
    ):
        lines = [stack.enter_context(also_at(stack, guest, pair[i % 2]).line(code)) for i, guest in enumerate(guests)]
        for line in lines:
            line.shown()
        asked = [line for line in lines if line.actions]
        answers = list(pool.map(lambda line: line.do(line.actions[0][0], "first"), asked))
        versions = [answer.version for answer in answers if isinstance(answer, wire.Done)]  # some may share an update
        assert len(versions) == max(versions) == len(asked)
        assert len(log_of(shared, code)) == len(asked)


def test_talk_presence_and_turns_reach_every_process(pair: tuple[str, str]) -> None:
    here, there = pair
    with seated(here, "timeline", 2) as (code, guests), ExitStack() as stack:
        away = also_at(stack, guests[1], there)
        one = stack.enter_context(guests[0].line(code))
        one.shown()
        with away.line(code) as two:
            two.shown()
            one.seats(lambda seats: not seats[1].away)
            two.send(wire.Say("hello"))
            assert one.until(wire.Talk).said.text == "hello"
            assert two.until(wire.Talk).said.text == "hello"
        one.seats(lambda seats: seats[1].away)
        one.seats(lambda seats: seats[1].replaced)  # once the grace is over
        with away.line(code) as two:
            two.shown()
            one.seats(lambda seats: not seats[1].replaced)


def test_a_person_is_called_from_the_lobby_of_another_process(pair: tuple[str, str]) -> None:
    here, there = pair
    with seated(here, "timeline", 2, clock="wait") as (code, guests), ExitStack() as stack:
        lines = [stack.enter_context(guest.line(code)) for guest in guests]
        for line in lines:
            line.shown()
        mover = next(seat for seat, line in enumerate(lines) if line.actions)
        lobby = stack.enter_context(also_at(stack, guests[1 - mover], there).notifier())
        lines[mover].do(lines[mover].actions[0][0], "a")
        called = lobby.until(wire.Turn, lambda m: m.code == code)
        assert called.words == "It is your turn at Timeline."


# --- Before and after a match ---------------------------------------------------------------


def test_chairs_names_options_and_the_beginning_reach_every_process(pair: tuple[str, str]) -> None:
    here, there = pair
    with Guest(here, "Ada") as ada, Guest(there, "Blaise") as blaise, ExitStack() as stack:
        code = ada.make("timeline", 2)
        assert "Ada" in blaise.web.get(f"/t/{code}").text
        line = stack.enter_context(blaise.line(code))
        ada.post("/me", name="Augusta")
        assert line.hear() == wire.Reload()
        assert "Augusta" in blaise.web.get(f"/t/{code}").text
        blaise.post(f"/t/{code}/sit", seat=1)
        assert closed(line) == wire.Close.MOVED
        eventually(lambda: "Blaise" in ada.web.get(f"/t/{code}").text)
        line = stack.enter_context(blaise.line(code))
        ada.post(f"/t/{code}/settle", seats=2, clock="3d")
        assert line.hear() == wire.Reload()
        assert "3 days per move" in blaise.web.get(f"/t/{code}").text
        ada.post(f"/t/{code}/start")
        assert line.until(wire.Reload)
        assert 'class="table ' in blaise.web.get(f"/t/{code}").text
        for guest in (ada, blaise):  # a new name during the match, through this process and the other
            line = stack.enter_context(blaise.line(code))
            line.shown()
            guest.post("/me", name="Céleste" if guest is ada else "Dorothée")
            assert line.until(wire.Names).names == ["Céleste", "Blaise" if guest is ada else "Dorothée"]
            lines = [re.sub(r"<[^>]+>", "", html) for html, *_ in line.shown().log.lines]  # type: ignore[union-attr]
            assert not any("Augusta" in words for words in lines)


def test_of_two_who_take_a_seat_at_once_through_two_processes_one_has_it(pair: tuple[str, str], shared: str) -> None:
    here, there = pair
    with Guest(here, "Ada") as ada, Guest(here, "Blaise") as blaise, Guest(there, "Chloé") as chloe:
        for _ in range(5):
            code = ada.make("timeline", 2)
            chloe.web.get(f"/t/{code}")
            with ThreadPoolExecutor(2) as pool:
                answers = list(pool.map(lambda guest, c=code: guest.post(f"/t/{c}/sit", seat=1), (blaise, chloe)))
            assert sorted(answer.status_code for answer in answers) == [200, 409]
            store = Store(shared)
            found = store.do(kept, code)
            store.close()
            assert found
            winner = ("Blaise", "Chloé")[answers[1].status_code == 200]
            assert found.chairs[1].name == winner
            eventually(lambda w=winner, c=code: all(w in guest.web.get(f"/t/{c}").text for guest in (blaise, chloe)))


def test_a_first_match_begun_again_takes_its_readers_along_wherever_they_are(pair: tuple[str, str]) -> None:
    here, there = pair
    with Guest(here, "Ada") as ada, ExitStack() as stack:
        code = str(ada.post("/learn/timeline").url).rsplit("/", 1)[1]
        line = stack.enter_context(also_at(stack, ada, there).line(code))
        line.shown()
        new = str(ada.post("/learn/timeline", anew="yes").url).rsplit("/", 1)[1]
        assert line.until(wire.Go).address == f"/t/{new}"


# --- People -----------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["sign-out", "password", "sign-in"])
def test_what_ends_a_session_in_one_process_ends_its_connections_in_another(pair: tuple[str, str], how: str) -> None:
    here, there = pair
    with Guest(here, "Ada") as ada, Guest(here, "Other") as other, ExitStack() as stack:
        other.post("/me/account", account=f"other-{how}", password=PASSWORD)
        if how != "sign-in":
            ada.post("/me/account", account=f"ada-{how}", password=PASSWORD)
        code = ada.play_now("contretemps")
        away = also_at(stack, ada, there)
        assert f"/t/{code}" in away.web.get("/").text, "whoever took an account in one process has it in the other"
        stolen = dict(away.web.cookies)
        lines = [stack.enter_context(away.line(code)), stack.enter_context(away.notifier())]
        assert lines[0].shown().own
        if how == "sign-out":
            ada.post("/me/sign-out")
        elif how == "password":
            ada.post("/me/account", old=PASSWORD, password="a new one, longer")
        else:
            ada.post("/me/sign-in", account=f"other-{how}", password=PASSWORD)
        assert [closed(line) for line in lines] == [wire.Close.SIGNED_OUT] * 2
        assert f"/t/{code}" not in httpx.get(there, cookies=stolen).text, "a copy of the cookie opens nothing there"


def test_a_guest_who_signs_in_in_one_process_has_their_seats_handed_over_in_another(pair: tuple[str, str]) -> None:
    here, there = pair
    with Guest(here, "Fay") as fay, Guest(here, "Guest") as guest, Guest(there, "Gus") as gus, ExitStack() as stack:
        fay.post("/me/account", account="fay", password=PASSWORD)
        code = gus.make("contretemps", 3)
        guest.post(f"/t/{code}/sit", seat=1)
        eventually(lambda: "Guest" in gus.web.get(f"/t/{code}").text)
        gus.post(f"/t/{code}/start")
        old = stack.enter_context(also_at(stack, guest, there).line(code))
        old.shown()
        guest.post("/me/sign-in", account="fay", password=PASSWORD, bring="yes")
        assert closed(old) in (wire.Close.MOVED, wire.Close.SIGNED_OUT)
        away = also_at(stack, guest, there)

        def sits() -> bool:
            with away.line(code) as new:
                return bool(new.shown().own)

        eventually(sits)


def test_a_token_revoked_in_one_process_ends_calls_that_wait_in_another(pair: tuple[str, str]) -> None:
    here, there = pair
    with Guest(here, "Ada") as ada, ThreadPoolExecutor(1) as pool:
        page = ada.post("/me/tokens", name="bot").text
        token = page.split('id="fresh" readonly value="')[1].split('"')[0]
        code = ada.play_now("timeline")
        with Program(there, token=token) as program:
            version = program.view(code)["version"]
            waits = pool.submit(
                lambda: program.web.get(f"/tables/{code}/events", params={"after": version + 99, "wait": 30})
            )
            time.sleep(0.3)
            key = ada.web.get("/me/tokens").text.split('name="key" value="')[1].split('"')[0]
            begin = time.monotonic()
            ada.post("/me/tokens/revoke", key=key)
            answer = waits.result(25)
            assert time.monotonic() - begin < 20, "less than it would wait"
            assert (answer.status_code, reason(answer)["code"]) == (401, "unknown_token")


# --- When something fails ----------------------------------------------------------------------


def moves(database: str, code: str) -> int:
    return len(log_of(database, code))


def serving(database: str) -> set[str]:
    """The serving processes, according to the database."""
    engine = create_engine(plain(database))
    with engine.connect() as connection:
        found = set(connection.execute(text("SELECT id FROM processes")).scalars())
    engine.dispose()
    return found


@contextmanager
def one_server(database: str, **how: Any) -> Iterator[Server]:
    server = Server(database, **how)
    try:
        yield server
    finally:
        if server.process.is_alive():
            signalled(server, signal.SIGCONT)
            server.kill()


@contextmanager
def two_servers(database: str, **how: Any) -> Iterator[list[Server]]:
    with one_server(database, **how) as here, one_server(database, **how) as there:
        yield [here, there]


def signalled(server: Server, number: signal.Signals) -> None:
    assert server.process.pid
    os.kill(server.process.pid, number)


@pytest.mark.parametrize("how", ["killed", "paused"])
def test_bots_play_on_in_another_process_when_the_one_that_ran_them_is_gone(postgresql: str, how: str) -> None:
    database = new_database(postgresql)
    with ExitStack() as stack:
        servers = [stack.enter_context(one_server(database))]
        eventually(lambda: serving(database))
        (first,) = serving(database)
        servers.append(stack.enter_context(one_server(database)))
        ada = stack.enter_context(Guest(servers[0].address, "Ada"))
        code = ada.make("pirates", 4, clock="wait")
        ada.post(f"/t/{code}/bot", seat=1)
        ada.post(f"/t/{code}/start", level="visitor")
        with ada.line(code) as line:
            line.shown(lambda m: m.actions)
            until_a_bot_is_asked(line)  # before that nobody has to run the table
            holder = eventually(lambda: holder_of(database, code))
        runs, other = servers if holder == first else servers[::-1]  # on a busy machine the second may run it
        line = stack.enter_context(also_at(stack, ada, other.address).line(code))
        line.shown(lambda m: m.actions)
        signalled(runs, signal.SIGSTOP)
        until_a_bot_is_asked(line)  # which that process would play if it were alive
        if how == "killed":
            runs.kill()
        line.shown(lambda m: m.actions)
        assert holder_of(database, code) != holder, "another process took over"
        if how == "paused":
            signalled(runs, signal.SIGCONT)
            for _ in range(5):
                until_a_bot_is_asked(line)
                line.shown(lambda m: m.actions)
            eventually(lambda: "believed dead" in runs.said())
        log_of(database, code)


def until_a_bot_is_asked(line: PageSocket) -> None:
    while line.actions:
        line.do(line.actions[0][0], f"m{line.version}")


def holder_of(database: str, code: str) -> str | None:
    engine = create_engine(plain(database))
    with engine.connect() as connection:
        found = connection.execute(text("SELECT holder FROM leases WHERE code = :code"), {"code": code}).scalar()
    engine.dispose()
    return str(found) if found else None


def test_turn_by_turn_bots_play_on_though_nobody_looks_and_their_process_was_killed(postgresql: str) -> None:
    database = new_database(postgresql)
    servers = [Server(database, processes=0), Server(database)]  # the first one's bots never answer
    with Guest(servers[0].address, "Ada") as ada:
        code = ada.make("timeline", 3, clock="3d", **{"option-first_player": "1"})
        ada.post(f"/t/{code}/start", level="visitor")
        with ada.line(code) as line:
            line.shown(lambda m: m.actions)
            line.do(line.actions[0][0], "a")
        eventually(lambda: holder_of(database, code))
        before = moves(database, code)
        servers[0].kill()
        eventually(lambda: moves(database, code) > before)
    servers[1].kill()


def test_what_was_missed_while_the_database_cut_the_line_is_read_afterwards(postgresql: str) -> None:
    database = new_database(postgresql)
    engine = create_engine(plain(database), isolation_level="AUTOCOMMIT")
    found = text("SELECT pid FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname = current_database()")
    cut = text("SELECT pg_terminate_backend(:pid)")
    gone: set[int] = set()

    def listening() -> set[int]:
        with engine.connect() as other:
            return set(other.execute(found).scalars()) - gone

    with (
        two_servers(database) as servers,
        seated(servers[0].address, "timeline", 2) as (code, guests),
        ExitStack() as stack,
    ):
        lines = [stack.enter_context(guest.line(code)) for guest in guests]
        watcher = stack.enter_context(stack.enter_context(Guest(servers[1].address)).line(code))
        for line in (*lines, watcher):
            line.shown()
        for version in range(1, 5):
            eventually(lambda: len(listening()) == 2)  # again
            with engine.connect() as other:
                for pid in listening():
                    other.execute(cut, {"pid": pid})
                    gone.add(pid)
            mover = next(line for line in lines if line.actions)
            mover.do(mover.actions[0][0], f"m{version}")
            for line in (*lines, watcher):
                while line.version < version:
                    line.hear()
    engine.dispose()


def test_what_is_written_while_the_log_is_being_read_is_read_too(postgresql: str) -> None:
    database = new_database(postgresql)

    async def work() -> None:
        async with playing(database) as (_, table, _), playing(database) as (elsewhere, _, _):
            same = await elsewhere.tables.get(table.code)
            same.broadcast.join(Connection(None, "en"), -1)
            await act(table, 0)
            read, news = elsewhere.store.later, [1]

            async def late(code: str, n: int) -> list[ActionRow]:
                found = await read(code, n)
                for number in news[:1]:
                    news.clear()
                    await act(table, 1)
                    same.writer.hear(number)
                return found

            elsewhere.store.later = late  # type: ignore[method-assign]
            same.writer.hear(0)
            await same.settled()
            assert same.playing.log == table.playing.log
            assert same.version == 2

    apart(work)


def test_a_table_that_is_forgotten_while_it_is_being_read_is_not_kept_in_memory(postgresql: str) -> None:
    database = new_database(postgresql)

    async def work() -> None:
        async with playing(database) as (here, table, _), playing(database) as (elsewhere, _, _):
            run = elsewhere.store.run

            async def late(work: Callable[..., Any], *given: Any) -> Any:
                found = await run(work, *given)
                if work is kept:
                    await here.tables.forget(table.code, "/")
                    elsewhere.tables.peers._forgotten("", [table.code], "/")
                return found

            elsewhere.store.run = late  # type: ignore[method-assign]
            await elsewhere.tables.get(table.code)
            elsewhere.store.run = run  # type: ignore[method-assign]
            async with asyncio.timeout(30):
                while elsewhere.tables.in_memory(table.code):
                    await asyncio.sleep(0.01)

    apart(work)


# --- Workers behind one port --------------------------------------------------------------------

COMMAND = "import sys; from tempolude.cli.main import main; sys.argv[0] = 'tempolude'; main()"


def refused(*arguments: str) -> str:
    ended = tempolude("serve", "--port", "8959", *arguments)
    assert ended.returncode == 2
    return ended.stderr


def test_sqlite_is_for_one_process(tmp_path: Path) -> None:
    assert "--workers 2 needs PostgreSQL" in refused("--workers", "2", "--database", sqlite(tmp_path))
    server = Server(sqlite(tmp_path))
    assert httpx.get(f"{server.address}/healthz").status_code == 200  # it has started and can be stopped cleanly
    assert "another server uses" in refused("--database", sqlite(tmp_path))
    server.stop()


def two_workers(database: str) -> list[str]:
    """The command that serves with two workers, at a free port."""
    serve = ("serve", "--port", str(free_port()), "--workers", "2", "--database", database)
    return [sys.executable, "-c", COMMAND, *serve]


def children(process: int) -> set[int]:
    found = subprocess.run(
        ["pgrep", "-P", str(process), "-f", "spawn_main"], capture_output=True, text=True, check=False
    )
    return {int(line) for line in found.stdout.split()}


def test_workers_share_a_port_and_one_that_dies_is_replaced(postgresql: str) -> None:
    database = new_database(postgresql)
    command = two_workers(database)
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stdout
        found = re.search(r"http://\S+", process.stdout.readline())
        assert found
        known: set[str] = set()

        def complete() -> bool:
            """All workers serve, one of them for the first time."""
            there = serving(database)
            return len(there) == 2 and not there <= known

        with Guest(found[0], "Ada") as ada:
            code = ada.play_now("timeline")
            with ada.line(code) as line:
                line.shown(lambda _: line.actions)
                version = version_of(line.do(line.actions[0][0], "m"))
                line.shown(lambda shown: shown.version > version)  # a bot has acted, in a process started as usual
            eventually(complete)
            known |= serving(database)
            os.kill(min(children(process.pid)), signal.SIGKILL)
            with ada.line(code) as line:
                line.shown()
            eventually(complete)
        workers = children(process.pid)
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0
        assert not any(Path(f"/proc/{worker}").exists() for worker in workers)
    finally:
        process.kill()
        process.wait()
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        process.stderr.close()


def test_workers_that_are_told_to_stop_leave_nothing_behind(postgresql: str) -> None:
    database = new_database(postgresql)
    command = two_workers(database)
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout
            found = re.search(r"http://\S+", process.stdout.readline())
            assert found
            with Guest(found[0], "Ada") as ada, ada.line(ada.play_now("timeline")) as line:
                line.shown()
            process.send_signal(signal.SIGTERM)
            _, said = process.communicate(timeout=30)
            assert process.returncode == 0
            assert "leaked" not in said
        finally:
            process.kill()
