"""Measure the server: many tables at once, four sockets each, every seat moving as soon as it may, or at a pace.

The server and the driver are processes of their own; actions are kept in a SQLite file as in real play. A move counts
when all four seats have its update; its latency runs from the moment it is sent to that.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import re
import subprocess
import sys
import tempfile
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from random import Random
from secrets import choice
from string import ascii_lowercase
from time import perf_counter
from typing import Any

import orjson
import typer
from itsdangerous import URLSafeSerializer
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tempolude.engine.game import Game, game
from tempolude.server import wire

SEATS = 4
WARM_UP = 5.0  # seconds of play, once all sit, before it counts
OPENING = 64  # tables that people come to at once
LATE = 0.1  # seconds after its time at which a move is late
SHORTEST = 20  # moves of a match
MATCHES = 60  # that may end in a second, at the most
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
    """What came out, and how it was measured."""

    game: str
    tables: int
    sockets: int
    seconds: float
    moves: int
    moves_per_second: float
    p50_ms: float
    p99_ms: float
    late: int  # moves that were made more than LATE after they were due, at a pace
    bytes_per_update: float
    server_mib: float
    kib_per_table: float
    server_cpu: float  # cores the server used
    driver_cpu: float
    cpu_ms_per_move: float  # of the server
    workers: int
    storage: str
    pace: float = 0.0


def run_server_bench(
    name: str, tables: int, seconds: float, pace: float, as_json: bool, workers: int = 1, database: str = ""
) -> None:
    """Measure and print."""
    measured = measure(game(name), tables, seconds, pace, workers, database)
    if as_json:
        typer.echo(json.dumps(asdict(measured)))
        return
    m = measured
    typer.echo(f"{m.game}: {m.tables} tables of {SEATS}, {m.sockets} sockets, {m.seconds:.0f} s, {m.storage}")
    if m.pace:
        typer.echo(f"  a move every {m.pace:g} s at each table; {m.late} moves were late")
    if m.workers > 1:
        typer.echo(f"  {m.workers} processes behind one port")
    typer.echo(f"  {m.moves_per_second:,.0f} moves a second, p50 {m.p50_ms:.0f} ms, p99 {m.p99_ms:.0f} ms")
    typer.echo(f"  {m.bytes_per_update:,.0f} bytes an update")
    typer.echo(f"  {m.server_mib:,.0f} MiB of memory, {m.kib_per_table:,.0f} KiB a table with its four sockets")
    typer.echo(f"  the server kept {m.server_cpu:.2f} cores busy, {m.cpu_ms_per_move:.2f} ms a move")
    typer.echo(f"  the driver kept {m.driver_cpu:.2f} cores busy")


def measure(
    which: Game, tables: int, seconds: float, pace: float = 0.0, workers: int = 1, database: str = ""
) -> Measured:
    """Measure a server with a SQLite file of its own, or with this PostgreSQL, where its tables stay."""
    with tempfile.TemporaryDirectory(prefix="tempolude-bench-") as folder:
        url = database or f"sqlite:///{Path(folder) / 'tables.db'}"
        matches = MATCHES if not pace else min(MATCHES, tables / pace / SHORTEST)
        stock = tables + int(matches * (seconds + WARM_UP))  # a table whose match is over is left for a new one
        codes, cookies = prepare(which, url, stock)
        command = [sys.executable, "-c", SERVE, url, str(workers)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            try:
                assert server.stdout
                found = re.search(r"http://(\S+)", server.stdout.readline())
                assert found, "the server did not start"
                context = multiprocessing.get_context("spawn")
                with context.Pool(1) as pool:
                    out = pool.apply(drive, (found[1], codes, cookies, tables, seconds, pace, server.pid))
            finally:
                server.terminate()
                server.wait(20)
    kept = "PostgreSQL" if database else "SQLite, WAL, synchronous FULL"
    storage = f"{kept}, committed before it is shown"
    return Measured(which.name, tables, tables * SEATS, workers=workers, storage=storage, **out, pace=pace)


def prepare(which: Game, url: str, count: int) -> tuple[list[str], dict[str, list[str]]]:
    """Tables ready to play in a new database, and the cookies of who sits there."""
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
    host: str, codes: list[str], cookies: dict[str, list[str]], tables: int, seconds: float, pace: float, pid: int
) -> Any:
    """The driver's process."""
    from tempolude.server.http.connections import files

    files()
    return asyncio.run(Driver(host, cookies, pace, pid).run(codes, tables, seconds))


class Driver:
    """All the players."""

    def __init__(self, host: str, cookies: dict[str, list[str]], pace: float, pid: int) -> None:
        self.host, self.cookies, self.pace, self.pid = host, cookies, pace, pid
        self.dice = Random(1)
        self.spare: list[str] = []
        self.latencies: list[float] = []
        self.bytes = self.updates = self.late = 0
        self.door = asyncio.Semaphore(OPENING)
        self.sitting, self.all_sit = 0, asyncio.Event()
        self.counting = False
        self.stop = False

    async def run(self, codes: list[str], tables: int, seconds: float) -> dict[str, Any]:
        self.spare, self.tables, empty = codes[::-1], tables, resident_mib(self.pid)
        playing = [asyncio.create_task(self.play()) for _ in range(tables)]
        await self.all_sit.wait()
        await asyncio.sleep(WARM_UP)
        self.counting, start = True, perf_counter()
        cpu = cpu_seconds(self.pid), cpu_seconds("self")
        await asyncio.sleep(seconds)
        passed, self.counting, self.stop = perf_counter() - start, False, True
        used = [
            (now - then) / passed for now, then in zip((cpu_seconds(self.pid), cpu_seconds("self")), cpu, strict=True)
        ]
        memory = resident_mib(self.pid)
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        ordered = sorted(self.latencies)
        return {
            "seconds": passed,
            "late": self.late,
            "moves": len(ordered),
            "moves_per_second": len(ordered) / passed,
            "p50_ms": 1000 * ordered[len(ordered) // 2],
            "p99_ms": 1000 * ordered[int(len(ordered) * 0.99)],
            "bytes_per_update": self.bytes / max(1, self.updates),
            "server_mib": memory,
            "kib_per_table": 1024 * (memory - empty) / tables,
            "cpu_ms_per_move": 1000 * used[0] * passed / max(1, len(ordered)),
            "server_cpu": used[0],
            "driver_cpu": used[1],
        }

    async def play(self) -> None:
        """Play table after table."""
        while not self.stop:
            code = self.spare.pop()
            await Table(self, code).play()

    def sat_down(self) -> None:
        self.sitting += 1
        if self.sitting >= self.tables:
            self.all_sit.set()


class Table:
    """One table: its four sockets, and the moves that not everybody has seen yet."""

    def __init__(self, driver: Driver, code: str) -> None:
        self.driver, self.code = driver, code
        self.due = perf_counter() + driver.pace * driver.dice.random()  # when the next move is to be made, at a pace
        self.thinking: set[asyncio.Task[None]] = set()
        self.sent: dict[str, float] = {}  # when each move was sent
        self.made: dict[int, float] = {}  # when the move that made a version was sent
        self.seen: dict[int, list[float]] = {}  # when the seats had a version

    async def play(self) -> None:
        address = f"ws://{self.driver.host}/t/{self.code}/live?v={wire.VERSION}&at=-1"
        headers = [{"Cookie": f"guest={cookie}"} for cookie in self.driver.cookies[self.code]]
        origin = f"http://{self.driver.host}"
        async with self.driver.door:
            lines = await asyncio.gather(
                *(
                    connect(address, additional_headers=h, origin=origin, compression=None, max_size=None)  # type: ignore[arg-type]
                    for h in headers
                )
            )
        self.driver.sat_down()
        try:
            await asyncio.gather(*(self.sit(line) for line in lines))
        finally:
            await asyncio.gather(*(line.close() for line in lines), return_exceptions=True)

    async def sit(self, line: ClientConnection) -> None:
        """Move whenever this seat may."""
        driver, number = self.driver, 0
        async for text in line:
            message = orjson.loads(text)  # no more than is needed: the driver takes its share of the cores
            if message["t"] in ("error", "refused"):
                raise RuntimeError(message["words"])
            if message["t"] == "done":
                self.made[message["version"]] = self.sent.pop(message["id"])
                self.count(message["version"])
            if message["t"] not in ("state", "update"):
                continue
            if driver.counting:
                driver.bytes += len(text)
                driver.updates += 1
            self.seen.setdefault(message["version"], []).append(perf_counter())
            self.count(message["version"])
            if message.get("over"):
                return
            actions = message.get("actions")
            if actions:
                number += 1
                action = driver.dice.choice(actions)[0]
                move = self.move(line, wire.Do(action, message["version"], f"{id(line):x}-{number}"))
                if driver.pace:  # and read on meanwhile
                    self.thinking.add(task := asyncio.create_task(move))
                    task.add_done_callback(self.thinking.discard)
                else:
                    await move

    async def move(self, line: ClientConnection, message: wire.Do) -> None:
        await self.think()
        self.sent[message.id] = perf_counter()
        with suppress(ConnectionClosed):  # the match was over before
            await line.send(wire.encode(message), text=True)

    async def think(self) -> None:
        """Wait until it is time for the next move of this table, at a pace."""
        if self.driver.pace:
            due = max(self.due, perf_counter())
            self.due = due + self.driver.pace
            await asyncio.sleep(due - perf_counter())
            self.driver.late += self.driver.counting and perf_counter() - due > LATE

    def count(self, version: int) -> None:
        """A move counts when all four seats have what it made."""
        if version in self.made and len(self.seen.get(version, ())) == SEATS:
            latency = max(self.seen.pop(version)) - self.made.pop(version)
            if self.driver.counting:
                self.driver.latencies.append(latency)


def family(pid: int | str) -> list[int | str]:
    """A process and those it started: the workers of a server, and their bots' (Linux)."""
    there = Path(f"/proc/{pid}/task/{pid}/children")
    started = there.read_text().split() if there.exists() else []
    return [pid, *(each for child in started for each in family(child))]


def cpu_seconds(pid: int | str) -> float:
    """The processor time that a process and those it started have used (Linux)."""
    used = 0.0
    for each in family(pid):
        fields = Path(f"/proc/{each}/stat").read_text().rsplit(")", 1)[1].split()
        used += (int(fields[11]) + int(fields[12])) / 100
    return used


def resident_mib(pid: int) -> float:
    """The memory of a process and those it started."""
    statuses = (Path(f"/proc/{each}/status").read_text() for each in family(pid))
    found = (re.search(r"VmRSS:\s+(\d+)", status) for status in statuses)
    return sum(int(each[1]) / 1024 for each in found if each)
