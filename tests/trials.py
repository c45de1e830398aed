"""Load and misfortune: kill the server, lock its database or cut its connections, again and again, while people play.

    python -m tests.trials --kills 200
    python -m tests.trials --kills 50 --postgresql
    python -m tests.trials --troubles 100
    python -m tests.trials --troubles 100 --postgresql
    python -m tests.trials --workers 3 --kills 20 --postgresql

Every seat moves as soon as it can and resends unanswered moves under the same id, as a page does. At the end the log of
every table is read: each acknowledged move is there once, under the number it was acknowledged with; numbers have no
gaps; every match replays; and at every table that is not over the next move is done. It takes minutes, so it is not
part of the test suite.

With workers, one of them is killed each time, two of the four seats at every other table are bots, and the output shows
how long it took until every reader was sent the table again, and until the next action was done at every table.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from time import monotonic, sleep
from typing import Any
from warnings import catch_warnings

from itsdangerous import URLSafeSerializer
from msgspec import UNSET
from sqlalchemy import Connection, create_engine, select, text
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from tempolude.engine.game import game
from tempolude.engine.match import UNDO, Match
from tempolude.server import wire
from tempolude.server.storage.schema import processes
from tempolude.server.storage.store import Store, add_table, kept, plain, secret
from tempolude.server.table.beginning import begun
from tempolude.server.table.chairs import Chair
from tempolude.server.table.tables import new_table

from .server.guests import SENT
from .server.serving import sqlite

GAME, SEATS = "collectors", 4  # everybody chooses at once, and a choice can be undone
PATIENCE, LATE = 30.0, 5.0  # seconds
BOTS = 2  # at every other table, if there are several workers
DOWN = (OSError, ConnectionClosed, InvalidHandshake, InvalidMessage, TimeoutError)


LAUNCH = """
import os, sys
from tempolude.server import app, settings
chosen = settings.Settings(database=sys.argv[1], limits=False, compiles=False)
for port in sys.stdin:
    child = os.fork()
    if not child:
        app.run("127.0.0.1", int(port), chosen)
        os._exit(0)
    print("pid", child, flush=True)
    os.waitpid(child, 0)
"""


class Launcher:
    """Starts servers one after the other from a process that has imported everything, so that starting is quick."""

    def __init__(self, database: str) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        command = [sys.executable, "-c", LAUNCH, database]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True)
        self.server = 0

    def start(self) -> None:
        assert self.process.stdin
        assert self.process.stdout
        print(self.port, file=self.process.stdin, flush=True)
        for line in (self.process.stdout.readline() for _ in range(2)):
            if line.startswith("pid"):
                self.server = int(line.split()[1])
            else:
                assert "http://" in line, f"the server did not start: {line!r}"

    def kill(self) -> None:
        """Kill it, like a power cut."""
        os.kill(self.server, signal.SIGKILL)

    def close(self) -> None:
        self.kill()
        assert self.process.stdin
        self.process.stdin.close()
        self.process.wait(20)


CREW = """
import sys
from tempolude.server import app, settings
chosen = settings.Settings(database=sys.argv[1], limits=False, compiles=False)
app.run("127.0.0.1", int(sys.argv[2]), chosen, workers=int(sys.argv[3]))
"""


class Crew:
    """A server of several processes, of which any can be killed."""

    def __init__(self, database: str, workers: int, dice: Random) -> None:
        self.database, self.workers, self.dice = database, workers, dice
        self.known: set[str] = set()
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]

    def start(self) -> None:
        command = [sys.executable, "-c", CREW, self.database, str(self.port), str(self.workers)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert self.process.stdout
        assert "http://" in self.process.stdout.readline(), "the server did not start"

    def complete(self, store: Store) -> None:
        """Wait until all workers serve, one of them for the first time."""
        while len(there := set(store.do(serving))) != self.workers or there <= self.known:
            sleep(0.05)
        self.known |= there

    def kill(self) -> None:
        """Kill one of the workers."""
        os.kill(self.dice.choice(self.children()), signal.SIGKILL)

    def children(self) -> list[int]:
        found = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return [int(pid) for pid in found if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]

    def close(self) -> None:
        self.process.terminate()
        self.process.wait(40)


def serving(connection: Connection) -> list[str]:
    """The serving processes, according to the database."""
    return list(connection.execute(select(processes.c.id)).scalars())


class Seat:
    """A player who plays at random, and reconnects whatever happens to the server."""

    def __init__(self, table: Table, seat: int, cookie: str) -> None:
        self.table, self.seat = table, seat
        self.headers = {"Cookie": f"guest={cookie}"}
        self.number = 0
        self.version = -1
        self.actions: wire.Actions = []
        self.unanswered: wire.Do | None = None
        self.last: wire.Sent | None = None  # the last message received
        self.cut, self.back = False, 0.0  # whether its connection is cut; when it was next sent the table

    def __str__(self) -> str:
        return f"{'waits for an answer to' if self.unanswered else 'has nothing to do'} {self.unanswered}, {self.last}"

    async def play(self) -> None:
        while not self.table.trial.ended:
            with suppress(*DOWN):
                self.cut = True
                async with self.line() as line:
                    self.actions = []
                    if self.unanswered:
                        await self.send(line)
                    async for message in line:
                        await self.hear(line, SENT.decode(message))
                        if self.table.over:
                            return
            await asyncio.sleep(0.05)

    @asynccontextmanager
    async def line(self) -> AsyncIterator[ClientConnection]:
        host = self.table.trial.host
        async with connect(
            f"ws://{host}/t/{self.table.code}/live?v={wire.VERSION}&at=-1",
            additional_headers=self.headers,
            origin=f"http://{host}",  # type: ignore[arg-type]
            open_timeout=30,
            ping_interval=None,
        ) as line:
            yield line

    async def send(self, line: ClientConnection) -> None:
        if self.unanswered:
            await line.send(wire.encode(self.unanswered), text=True)

    async def hear(self, line: ClientConnection, message: wire.Sent) -> None:
        trial, waiting, self.last = self.table.trial, self.unanswered, message
        if waiting and isinstance(message, (wire.Done, wire.Update)) and message.id == waiting.id:
            self.table.acknowledged[self.seat, waiting.id] = message.version
            self.unanswered = None
            trial.count["acknowledged"] += 1
        elif waiting and isinstance(message, wire.Refused) and message.id == waiting.id:
            self.unanswered = None
            trial.count["refused"] += 1
            await asyncio.sleep(0.2)
            return await line.close()  # and load the table again
        if isinstance(message, (wire.State, wire.Update)):
            if self.cut:
                self.cut, self.back = False, monotonic()
            self.version = message.version
            self.table.version = max(self.table.version, message.version)
            self.actions = self.actions if message.actions is UNSET else message.actions  # sent when they change
            self.table.over = self.table.over or bool(message.over)
        if self.actions and self.unanswered is None:
            self.number += 1
            action = trial.dice.choice(self.actions)[0]
            self.unanswered = wire.Do(int(action), self.version, str(self.number))
            await asyncio.sleep(trial.pause)
            await self.send(line)
        return None


class Table:
    """A table, and the actions acknowledged to its players."""

    def __init__(self, trial: Trial, code: str, cookies: list[str]) -> None:
        self.trial, self.code, self.over = trial, code, False
        self.version = -1  # the latest that anybody at it knows
        self.acknowledged: dict[tuple[int, str], int] = {}
        self.seats = [Seat(self, seat, cookie) for seat, cookie in enumerate(cookies)]


class Trial:
    """Some tables at an unlucky server."""

    def __init__(self, database: str, tables: int, pause: float, limit: float, workers: int) -> None:
        self.database, self.pause = database, pause
        self.until = monotonic() + limit
        self.dice, self.count = Random(1), Counter[str]()
        self.ended = False
        self.tables: list[Table] = []
        store = Store(database)
        self.sign = URLSafeSerializer(store.do(secret), "guest")
        self.wanted = tables
        self.store = store
        self.several = workers > 1
        self.server: Launcher | Crew = Crew(database, workers, Random(2)) if self.several else Launcher(database)
        self.live: list[float] = []  # seconds from each kill until every reader was sent their table again
        self.on: list[float] = []  # and until an action was done at every table
        self.host = f"127.0.0.1:{self.server.port}"
        self.server.start()

    def set_up(self) -> None:
        """Keep the wanted number of tables in play: a finished match is followed by another."""
        while sum(not table.over for table in self.tables) < self.wanted:
            number, which = len(self.tables), game(GAME)
            code, people = f"trial{number:05d}", [f"{number:08x}{seat:02x}" for seat in range(SEATS)]
            settled = which.settle(SEATS)
            row = replace(new_table(code, which, settled, people[0], number), **begun(which, SEATS, settled))
            bots = BOTS if self.several and number % 2 else 0
            chairs = [Chair(seat, seat + 1, f"P{seat}", person) for seat, person in enumerate(people)]
            for chair in chairs[SEATS - bots :]:
                chairs[chair.seat] = replace(chair, person=None, bot="visitor")
            people = people[: SEATS - bots]
            self.store.do(add_table, row, [chair.row(code) for chair in chairs])
            table = Table(self, code, [str(self.sign.dumps(person)) for person in people])
            self.tables.append(table)
            self.playing += [asyncio.create_task(seat.play()) for seat in table.seats]

    def failed(self) -> None:
        """A player whose task has ended is a bug in these trials."""
        for task in self.playing:
            if task.done() and not task.cancelled() and (error := task.exception()):
                raise error

    async def run(self, kills: int, troubles: int, trouble: Any) -> bool:
        self.playing: list[asyncio.Task[None]] = []
        loop = asyncio.get_running_loop()
        for kind, times in (("kills", kills), ("troubles", troubles)):
            for _ in range(times):
                with suppress(Exception):
                    self.set_up()  # or next time: the database may be locked for us as well
                await self.some_moves()
                if kind == "kills" and isinstance(self.server, Crew):
                    await loop.run_in_executor(None, self.server.complete, self.store)
                    self.set_up()
                    await self.some_moves()
                    self.server.kill()
                    await self.recovered()
                elif kind == "kills":
                    await loop.run_in_executor(None, self.restart)
                else:
                    await loop.run_in_executor(None, trouble, self.dice)
                self.count[kind] += 1
                if self.count[kind] % 10 == 0:
                    self.report()
                if monotonic() > self.until:
                    print("out of time", flush=True)
                    break
        await asyncio.sleep(1)
        stuck = await self.stuck()
        self.failed()
        self.ended = True
        for task in self.playing:
            task.cancel()
        await asyncio.gather(*self.playing, return_exceptions=True)
        self.server.close()
        faults = Counter(self.faults()) + Counter({"stuck tables": stuck})
        self.report()
        self.store.close()
        print(
            f"{self.store.engine.dialect.name}: {self.count['kills']} kills, {self.count['troubles']} locks and cuts, "
            f"{len(self.tables)} tables, {self.count['acknowledged']} moves acknowledged; "
            f"{faults['lost']} lost, {faults['gaps']} gaps, {faults['do not replay']} logs that do not replay, "
            f"{faults['not closed']} matches over and not closed, {stuck} stuck tables",
            flush=True,
        )
        if self.several:
            for what, times in (
                ("every reader was sent their table again", self.live),
                ("every table went on", self.on),
            ):
                middle, most = sorted(times)[len(times) // 2], max(times)
                print(f"from a kill until {what}: median {middle:.2f} s, longest {most:.2f} s", flush=True)
        return not faults and max([*self.live, *self.on], default=0) <= LATE

    async def recovered(self) -> None:
        """Record how long it takes after a kill until all readers are live and all tables continue."""
        begin, tables = monotonic(), [table for table in self.tables if not table.over]
        before = {table.code: table.version for table in tables}
        waiting, late = tables, False
        while waiting and monotonic() < begin + PATIENCE:
            await asyncio.sleep(0.005)
            waiting = [table for table in waiting if not table.over and table.version <= before[table.code]]
            if waiting and not late and monotonic() > begin + LATE:
                late = True
                print(f"late: {[(table.code, len(table.seats), table.version) for table in waiting]}", flush=True)
        self.on.append(monotonic() - begin)
        while any(seat.cut for table in tables for seat in table.seats if not table.over):
            if monotonic() > begin + PATIENCE:
                self.live.append(PATIENCE)
                return
            await asyncio.sleep(0.005)
        self.live.append(max([0.0, *(seat.back - begin for table in tables for seat in table.seats)]))

    async def some_moves(self) -> None:
        """Let people play for a moment; longer if they have not reconnected yet."""
        enough, end = self.count["acknowledged"] + self.dice.randint(1, 40), monotonic() + 10
        while self.count["acknowledged"] < enough and monotonic() < end:
            await asyncio.sleep(0.01)
        await asyncio.sleep(self.dice.uniform(0, 0.05))

    def restart(self) -> None:
        self.server.kill()
        self.server.start()

    def report(self) -> None:
        print(", ".join(f"{number} {what}" for what, number in self.count.items()), flush=True)

    async def stuck(self) -> int:
        """The number of tables where nothing moves any more, although the server has all the time it needs."""
        before = {table.code: dict(table.acknowledged) for table in self.tables}
        end = monotonic() + 60
        waiting = [table for table in self.tables if not table.over]
        while waiting and monotonic() < end:
            await asyncio.sleep(0.2)
            waiting = [table for table in waiting if not table.over and table.acknowledged == before[table.code]]
        for table in waiting:
            print(f"stuck: {table.code}, {[str(seat) for seat in table.seats]}", flush=True)
        return len(waiting)

    def faults(self) -> Iterator[str]:
        for table in self.tables:
            found = self.store.do(kept, table.code)
            assert found
            if [row.n for row in found.actions] != list(range(len(found.actions))):
                yield "gaps"
            moves = {(row.seat, row.move): row.n + 1 for row in found.actions}
            for key, version in table.acknowledged.items():
                if (
                    moves.get(key, version + 1) > version
                ):  # the update that acknowledges a move may bring later ones too
                    yield "lost"
            match = Match(GAME, seats=SEATS, seed=int(found.table.seed), options=found.table.options)
            try:
                for row in found.actions:
                    if row.action == UNDO:
                        match.undo(row.seat)
                    else:
                        match.play(row.seat, row.action)
            except Exception as error:
                print(f"{table.code}: {error}", flush=True)
                yield "do not replay"
            if match.over != (found.table.phase == "over"):
                yield "not closed"


# --- What can happen to a database ------------------------------------------------------


def lock_sqlite(path: str, dice: Random) -> None:
    """Hold a write lock for a while; now and then for longer than the timeout."""
    with sqlite3.connect(path, isolation_level=None, timeout=30) as other:
        other.execute("BEGIN IMMEDIATE")
        sleep(7 if dice.random() < 0.05 else dice.uniform(0.01, 0.5))
        other.execute("ROLLBACK")
    other.close()


def cut_postgresql(url: str, dice: Random) -> None:
    """End all connections, or lock the log for a while."""
    engine = create_engine(plain(url))
    with engine.connect() as other:
        if dice.random() < 0.2:
            other.execute(text("LOCK TABLE actions IN EXCLUSIVE MODE"))
            sleep(7 if dice.random() < 0.1 else dice.uniform(0.01, 0.5))
        else:
            clients = "pid <> pg_backend_pid() AND datname IS NOT NULL"
            other.execute(text(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {clients}"))
    engine.dispose()


@contextmanager
def database(folder: Path, postgresql: bool) -> Iterator[tuple[str, Any]]:
    """The URL of a new database, and the faults that can be inflicted on it."""
    if not postgresql:
        path = str(folder / "tables.db")
        yield sqlite(folder), lambda dice: lock_sqlite(path, dice)
        return
    with ExitStack() as stack:
        with catch_warnings(action="ignore"):
            import pgserver

            url = stack.enter_context(pgserver.get_server(folder / "pg")).get_uri()
        yield url, lambda dice: cut_postgresql(url, dice)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.trials", description=__doc__.split("\n")[0])
    parser.add_argument("--kills", type=int, default=0, help="how often the server is killed (kill -9)")
    parser.add_argument("--troubles", type=int, default=0, help="how often the database is locked or its lines are cut")
    parser.add_argument("--postgresql", action="store_true", help="on PostgreSQL, which is started for it")
    parser.add_argument("--workers", type=int, default=1, help="processes, of which one is killed each time")
    parser.add_argument("--tables", type=int, default=8)
    parser.add_argument("--pause", type=float, default=0.02, help="seconds that every player thinks")
    parser.add_argument("--minutes", type=float, default=30, help="after which it ends in any case")
    chosen = parser.parse_args()
    with (
        tempfile.TemporaryDirectory(prefix="tempolude-trials-") as folder,
        database(Path(folder), chosen.postgresql) as (url, trouble),
    ):
        trial = Trial(url, chosen.tables, chosen.pause, 60 * chosen.minutes, chosen.workers)
        fine = asyncio.run(trial.run(chosen.kills, chosen.troubles, trouble))
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
