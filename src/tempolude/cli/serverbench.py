"""Load test of the server: many tables at once, four sockets each, with moves as fast as possible or at a given pace.

The server and the driver are separate processes; actions are stored in a SQLite file as in real play. A move counts
when all four seats have its update; its latency runs from when it is sent until then.

Every seat moves as soon as it is asked, so where seats choose simultaneously several moves of a table are under way.
All tables are open before the clock starts, including those that replace matches that end.

In turn, only one is under way at each table: the first of the seats that are asked moves, and the others wait for its
update. As in boardgame.io's driver, matches are played in passes: they begin together, and when all of a pass are over
the clock stands while the tables of the next are opened.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import re
import subprocess
import sys
import tempfile
from base64 import b64encode
from collections import deque
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from random import Random
from secrets import choice, token_bytes
from string import ascii_lowercase
from time import perf_counter
from typing import Any

import msgspec
import typer
from itsdangerous import URLSafeSerializer
from msgspec import UNSET, Struct, UnsetType

from tempolude.engine.game import Game, game
from tempolude.server import wire

SEATS = 4
WARM_UP = 5.0  # seconds of play before measuring, once everyone is seated; in turn, at most, and only the first pass
PAUSE = 0.5  # seconds between opening the tables of a pass and its first moves
OPENING = 64  # tables opened concurrently
LATE = 0.1  # seconds after which a move counts as late
SHORTEST = 16  # moves of a match
MATCHES = 90  # that may end per second; if more do, the tables run out and the clock stops
SOCKETS = 8000  # the maximum
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10  # WebSocket opcodes
SERVE = """
import sys
from tempolude.server.app import run
from tempolude.server.http.connections import files
from tempolude.server.settings import Settings
files()
run("127.0.0.1", 0, Settings(database=sys.argv[1], limits=False, compiles=False), int(sys.argv[2]))
"""


@dataclass
class Measured:
    """The results, and the parameters of the measurement."""

    game: str
    tables: int
    sockets: int
    seconds: float
    moves: int
    moves_per_second: float
    p50_ms: float
    p99_ms: float
    late: int  # moves made more than LATE after they were due, at a given pace
    bytes_per_update: float
    bytes_per_move: float  # to each seat; an update may bring several moves
    server_mib: float
    kib_per_table: float
    server_cpu: float  # cores the server used
    driver_cpu: float
    cpu_ms_per_move: float  # of the server
    workers: int
    storage: str
    pace: float = 0.0
    in_turn: bool = False  # one move under way at each table, in passes


def run_server_bench(
    name: str,
    tables: int,
    seconds: float,
    pace: float,
    as_json: bool,
    workers: int = 1,
    database: str = "",
    in_turn: bool = False,
) -> None:
    """Measure and print."""
    measured = measure(game(name), tables, seconds, pace, workers, database, in_turn)
    if as_json:
        typer.echo(json.dumps(asdict(measured)))
        return
    m = measured
    typer.echo(f"{m.game}: {m.tables} tables of {SEATS}, {m.sockets} sockets, {m.seconds:.0f} s, {m.storage}")
    if m.pace:
        typer.echo(f"  a move every {m.pace:g} s at each table; {m.late} moves were late")
    if m.in_turn:
        typer.echo("  one move under way at each table, in passes")
    if m.workers > 1:
        typer.echo(f"  {m.workers} processes behind one port")
    typer.echo(f"  {m.moves_per_second:,.0f} moves a second, p50 {m.p50_ms:.0f} ms, p99 {m.p99_ms:.0f} ms")
    typer.echo(f"  {m.bytes_per_update:,.0f} bytes an update, {m.bytes_per_move:,.0f} bytes a move to each seat")
    typer.echo(f"  {m.server_mib:,.0f} MiB of memory, {m.kib_per_table:,.0f} KiB a table with its four sockets")
    typer.echo(f"  the server kept {m.server_cpu:.2f} cores busy, {m.cpu_ms_per_move:.2f} ms a move")
    typer.echo(f"  the driver kept {m.driver_cpu:.2f} cores busy")


def measure(
    which: Game,
    tables: int,
    seconds: float,
    pace: float = 0.0,
    workers: int = 1,
    database: str = "",
    in_turn: bool = False,
) -> Measured:
    """Measure a server with a new SQLite file, or with this PostgreSQL database, which keeps the tables."""
    with tempfile.TemporaryDirectory(prefix="tempolude-bench-") as folder:
        url = database or f"sqlite:///{Path(folder) / 'tables.db'}"
        matches = min(MATCHES, tables / pace / SHORTEST) if pace else MATCHES
        following = int(matches * max(0, seconds + WARM_UP - pace * SHORTEST))
        most = 2 * tables + following if in_turn else min(tables + following, SOCKETS // SEATS)
        codes, cookies = prepare(which, url, max(tables, most))
        command = [sys.executable, "-c", SERVE, url, str(workers)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            try:
                assert server.stdout
                found = re.search(r"http://(\S+)", server.stdout.readline())
                assert found, "the server did not start"
                context = multiprocessing.get_context("spawn")
                with context.Pool(1) as pool:
                    out = pool.apply(drive, (found[1], codes, cookies, tables, seconds, pace, in_turn, server.pid))
            finally:
                server.terminate()
                server.wait(20)
    kept = "PostgreSQL" if database else "SQLite, WAL, synchronous FULL"
    storage = f"{kept}, committed before it is shown"
    return Measured(
        which.name, tables, tables * SEATS, workers=workers, storage=storage, **out, pace=pace, in_turn=in_turn
    )


def prepare(which: Game, url: str, count: int) -> tuple[list[str], dict[str, list[str]]]:
    """Tables ready to play in a new database, and the cookies of their players."""
    from tempolude.server.storage.store import Store, add_table, secret
    from tempolude.server.table.beginning import begun
    from tempolude.server.table.chairs import Chair
    from tempolude.server.table.tables import new_table

    store = Store(url)
    sign = URLSafeSerializer(store.do(secret), "guest")
    run = "".join(choice(ascii_lowercase) for _ in range(4))
    codes = [f"{run}{number:06d}" for number in range(count)]
    cookies: dict[str, list[str]] = {}
    for number, code in enumerate(codes):
        people = [f"{run}{number:08x}{seat:02x}" for seat in range(SEATS)]
        table = replace(new_table(code, which, which.settle(SEATS), people[0], number), **begun(which, SEATS, {}))
        chairs = [Chair(seat, seat + 1, f"P{seat}", person) for seat, person in enumerate(people)]
        store.do(add_table, table, [chair.row(code) for chair in chairs])
        cookies[code] = [str(sign.dumps(person)) for person in people]
    store.close()
    return codes, cookies


def drive(
    host: str,
    codes: list[str],
    cookies: dict[str, list[str]],
    tables: int,
    seconds: float,
    pace: float,
    in_turn: bool,
    pid: int,
) -> Any:
    """The driver's process."""
    from tempolude.server.http.connections import files

    files()

    async def run() -> dict[str, Any]:
        return await Driver(host, cookies, pace, in_turn, pid).run(codes, tables, seconds)

    if sys.platform == "win32":
        return asyncio.run(run())
    import uvloop

    return uvloop.run(run())


class Driver:
    """Drives all the players."""

    def __init__(self, host: str, cookies: dict[str, list[str]], pace: float, in_turn: bool, pid: int) -> None:
        self.host, self.cookies, self.pace, self.in_turn, self.pid = host, cookies, pace, in_turn, pid
        self.dice = Random(1)
        self.ready: deque[BenchTable] = deque()  # everyone is seated, nobody has moved
        self.left = 0  # matches of this pass that are not over
        self.latencies: list[float] = []
        self.bytes = self.updates = self.late = 0
        self.counting = False
        self.passed, self.used = 0.0, [0.0, 0.0]  # while counting: seconds, and CPU seconds of server and driver
        self.stopped: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def run(self, codes: list[str], tables: int, seconds: float) -> dict[str, Any]:
        empty = resident_mib(self.pid)
        waiting = deque(codes)
        opened = await self.open(waiting, tables if self.in_turn else len(codes))
        kib = 1024 * (resident_mib(self.pid) - empty) / opened
        if self.in_turn:
            await self.play_pass(WARM_UP)
            while self.passed < seconds and await self.open(waiting, tables) == tables:
                await self.play_pass(seconds - self.passed, counting=True)
        else:
            for _ in range(tables):
                self.begin()
            await self.wait(WARM_UP)
            await self.wait(seconds, counting=True)
        ordered = sorted(self.latencies)
        return {
            "seconds": self.passed,
            "late": self.late,
            "moves": len(ordered),
            "moves_per_second": len(ordered) / self.passed,
            "p50_ms": 1000 * ordered[len(ordered) // 2],
            "p99_ms": 1000 * ordered[int(len(ordered) * 0.99)],
            "bytes_per_update": self.bytes / max(1, self.updates),
            "bytes_per_move": self.bytes / max(1, len(ordered) * SEATS),
            "server_mib": resident_mib(self.pid),
            "kib_per_table": kib,
            "cpu_ms_per_move": 1000 * self.used[0] / max(1, len(ordered)),
            "server_cpu": self.used[0] / self.passed,
            "driver_cpu": self.used[1] / self.passed,
        }

    async def open(self, codes: deque[str], count: int) -> int:
        """Open the next tables; returns how many there were."""
        opening = asyncio.Semaphore(OPENING)

        async def sit_down(table: BenchTable) -> None:
            async with opening:
                await table.sit_down()

        tables = [BenchTable(self, codes.popleft()) for _ in range(min(count, len(codes)))]
        await asyncio.gather(*map(sit_down, tables))
        self.ready.extend(tables)
        return len(tables)

    async def play_pass(self, seconds: float, counting: bool = False) -> None:
        """Play the matches that are ready, at most for some seconds, then leave their tables."""
        await asyncio.sleep(PAUSE)
        tables = list(self.ready)
        self.left = len(tables)
        while self.ready:
            self.begin()
        await self.wait(seconds, counting)
        for table in tables:
            table.leave()
        self.stopped = asyncio.get_running_loop().create_future()

    def begin(self) -> None:
        """Start another match; if none is left, stop the clock."""
        if self.ready:
            self.ready.popleft().begin()
        else:
            self.stop()

    def end(self) -> None:
        """A match is over: another begins, except in turn, where the clock stops after the last of a pass."""
        if not self.in_turn:
            self.begin()
            return
        self.left -= 1
        if not self.left:
            self.stop()

    def stop(self) -> None:
        if not self.stopped.done():
            self.stopped.set_result(None)

    async def wait(self, seconds: float, counting: bool = False) -> None:
        """Let everybody play, until the clock is stopped; if counting, add up what is measured."""
        start, before, self.counting = perf_counter(), self.cpu(), counting
        done, _ = await asyncio.wait([self.stopped], timeout=seconds)
        if counting:
            self.passed += perf_counter() - start
            self.used = [used + now - then for used, now, then in zip(self.used, self.cpu(), before, strict=True)]
        self.counting = False
        if done:
            self.stopped.result()

    def cpu(self) -> tuple[float, float]:
        """The CPU seconds of the server and of this driver."""
        return cpu_seconds(self.pid), cpu_seconds("self")

    def fail(self, reason: str) -> None:
        if not self.stopped.done():
            self.stopped.set_exception(RuntimeError(reason))


class BenchTable:
    """One table: its four connections, and the moves that not everybody has seen yet."""

    def __init__(self, driver: Driver, code: str) -> None:
        self.driver, self.code = driver, code
        self.begun = self.over = False
        self.due = 0.0  # when the next move is due, at a given pace
        self.moved = -1  # the last version at which somebody moved, in turn
        self.sent: dict[str, float] = {}  # when each move was sent
        self.made: dict[int, list[float]] = {}  # when the moves that a version brought were sent
        self.seen: dict[int, list[float]] = {}  # when each seat received a version

    async def sit_down(self) -> None:
        """Open the four connections and wait until each has the table."""
        self.connections = [BenchConnection(self, cookie) for cookie in self.driver.cookies[self.code]]
        await asyncio.gather(*(each.open() for each in self.connections))

    def begin(self) -> None:
        self.begun, self.due = True, perf_counter() + self.driver.pace * self.driver.dice.random()
        for connection in self.connections:
            connection.move()

    def end(self) -> None:
        """End the match. Everybody leaves; in turn they stay until the others of the pass are over too."""
        if not self.over:
            self.over = True
            if not self.driver.in_turn:
                self.leave()
            self.driver.end()

    def leave(self) -> None:
        self.over = True
        for connection in self.connections:
            connection.close()

    def count(self, version: int) -> None:
        """Count the moves of a version once all four seats have it. Choices made at the same time may share one."""
        if version in self.made and len(self.seen.get(version, ())) == SEATS:
            seen, made = max(self.seen.pop(version)), self.made.pop(version)
            if self.driver.counting:
                self.driver.latencies += [seen - sent for sent in made]


class Heard(Struct):
    """What the driver needs of a message."""

    t: str
    id: str = ""
    version: int = -1
    actions: wire.Actions | UnsetType = UNSET  # the same as before
    over: str = ""
    words: str = ""


heard = msgspec.json.Decoder(Heard).decode


class BenchConnection(asyncio.Protocol):
    """The connection of a seat. It parses no more than it needs, since the driver shares the cores.

    It implements as much of WebSockets (RFC 6455) as our server needs: whole messages, and replies to pings.
    """

    transport: asyncio.Transport

    def __init__(self, table: BenchTable, cookie: str) -> None:
        self.table, self.driver, self.cookie = table, table.driver, cookie
        self.shown: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.actions: wire.Actions = []
        self.version = self.moves = 0
        self.sent = ""  # the move that has not been answered
        self.accepted = False
        self.came = b""  # of an incomplete message

    async def open(self) -> None:
        host, _, port = self.driver.host.partition(":")
        await asyncio.get_running_loop().create_connection(lambda: self, host, int(port))
        await self.shown

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport  # type: ignore[assignment]
        host = self.driver.host
        lines = (
            f"GET /t/{self.table.code}/live?v={wire.VERSION}&at=-1 HTTP/1.1",
            f"Host: {host}",
            f"Origin: http://{host}",
            f"Cookie: guest={self.cookie}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {b64encode(token_bytes(16)).decode()}",
            "Sec-WebSocket-Version: 13",
        )
        self.transport.write("\r\n".join((*lines, "", "")).encode())

    def data_received(self, data: bytes) -> None:
        data = self.came + data if self.came else data
        if not self.accepted:
            head, end, rest = data.partition(b"\r\n\r\n")
            self.accepted = bool(end) and head.startswith(b"HTTP/1.1 101 ")
            if not self.accepted:
                self.came = data
                if end:
                    self.transport.close()  # the benchmark then reports that a seat could not connect
                return
            data = rest
        begin, size = 0, len(data)
        while size - begin >= 2:
            kind, body, length = data[begin] & 0x0F, begin + 2, data[begin + 1]
            if length >= 126:
                body += 2 if length == 126 else 8
                if body > size:
                    break
                length = int.from_bytes(data[begin + 2 : body], "big")
            if body + length > size:
                break
            self.message(kind, data[body : body + length])
            begin = body + length
        self.came = data[begin:]

    def message(self, kind: int, data: bytes) -> None:
        if kind == TEXT:
            self.read(data)
        elif kind == PING:
            self.transport.write(masked(PONG, data))
        elif kind == CLOSE:
            self.transport.close()

    def connection_lost(self, error: Exception | None) -> None:
        if not self.table.over and not self.shown.done():
            self.shown.set_exception(RuntimeError("the server did not let somebody sit down"))
        elif not self.table.over:
            self.driver.fail("the server closed a connection")

    def close(self) -> None:
        self.transport.close()

    def read(self, text: bytes) -> None:
        table, driver, message = self.table, self.driver, heard(text)
        if message.t in ("error", "refused"):
            driver.fail(message.words)
        if message.id == self.sent:
            self.sent = ""
        if sent := table.sent.pop(message.id, None):
            table.made.setdefault(message.version, []).append(sent)
            table.count(message.version)
        if message.t not in ("state", "update"):
            return
        if driver.counting:
            driver.bytes += len(text)
            driver.updates += 1
        self.version = message.version
        table.seen.setdefault(self.version, []).append(perf_counter())
        table.count(self.version)
        if not self.shown.done():
            self.shown.set_result(None)
        if message.over:
            table.end()
            return
        if message.actions is not UNSET:
            self.actions = message.actions
        if table.begun:
            self.move()

    def move(self) -> None:
        """Take one of the offered actions, at once or when the table's next move is due.

        In turn, only the first seat to be asked at a version moves; others that are asked wait for its update.
        """
        table, driver = self.table, self.driver
        if not self.actions or self.sent or (driver.in_turn and table.moved == self.version):
            return
        table.moved, self.moves = self.version, self.moves + 1
        self.sent = f"{id(self):x}-{self.moves}"
        message = wire.Do(int(driver.dice.choice(self.actions)[0]), self.version, self.sent)
        if driver.pace:
            due = max(table.due, perf_counter())
            table.due = due + driver.pace
            asyncio.get_running_loop().call_later(due - perf_counter(), self.send, message, due)
        else:
            self.send(message)

    def send(self, message: wire.Do, due: float | None = None) -> None:
        if self.table.over:
            return
        self.table.sent[message.id] = now = perf_counter()
        self.driver.late += due is not None and self.driver.counting and now - due > LATE
        self.transport.write(masked(TEXT, wire.encode(message)))


def masked(kind: int, data: bytes) -> bytes:
    """A client's message: masked, with a zero mask."""
    assert len(data) < 126
    return bytes((0x80 | kind, 0x80 | len(data))) + bytes(4) + data


def family(pid: int | str) -> list[int | str]:
    """A process and its descendants: the workers of a server, and their bots' (Linux)."""
    there = Path(f"/proc/{pid}/task/{pid}/children")
    started = there.read_text().split() if there.exists() else []
    return [pid, *(each for child in started for each in family(child))]


def cpu_seconds(pid: int | str) -> float:
    """The CPU time that a process and its descendants have used (Linux)."""
    used = 0.0
    for each in family(pid):
        fields = Path(f"/proc/{each}/stat").read_text().rsplit(")", 1)[1].split()
        used += (int(fields[11]) + int(fields[12])) / 100
    return used


def resident_mib(pid: int) -> float:
    """The memory of a process and its descendants."""
    statuses = (Path(f"/proc/{each}/status").read_text() for each in family(pid))
    found = (re.search(r"VmRSS:\s+(\d+)", status) for status in statuses)
    return sum(int(each[1]) / 1024 for each in found if each)
