"""The load test of docs/server.md beside boardgame.io, one run after the other on the same machine:

    python -m tests.side_by_side --boardgameio FOLDER

"In turn" is the load of boardgame.io's driver: one move under way at each table, and nobody leaves. In our other rows
all seats that are asked move at once. FOLDER contains boardgame.io's server and driver (`run.sh`); run `npm install` in
it first. Nothing else should run meanwhile: each row shows how many cores other processes kept busy.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any
from warnings import catch_warnings

from tempolude.cli.serverbench import Measured, measure
from tempolude.engine.game import game

HUMAN = 3.0  # seconds between two moves at a table
HEAD = "| | tables | moves a second | p50 | p99 | late | CPU a move | bytes a move to each | memory | others’ cores |"


@dataclass
class Row:
    """A run: what was measured, by whom, and how busy the machine was with other things."""

    name: str
    tables: int
    moves: float
    p50: float
    p99: float
    late: str
    cpu: float  # milliseconds of the server for a move
    size: float
    memory: str
    others: float = 0.0

    def __str__(self) -> str:
        times = f"{self.p50:.0f} ms | {self.p99:.0f} ms | {self.late} | {self.cpu:.2f} ms"
        rest = f"{times} | {self.size:,.0f} | {self.memory} | {self.others:.2f}"
        return f"| {self.name} | {self.tables:,} | {self.moves:,.0f} | {rest} |"


def ours(
    name: str,
    tables: int,
    seconds: float,
    pace: float = 0.0,
    workers: int = 1,
    database: str = "",
    in_turn: bool = False,
) -> Row:
    m: Measured = measure(game("contretemps"), tables, seconds, pace, workers, database, in_turn)
    late = str(m.late) if pace else "–"
    memory = f"{m.server_mib:,.0f} MiB, {m.kib_per_table:,.0f} KiB a table"
    moves, cpu = m.moves_per_second, m.cpu_ms_per_move
    return Row(name, tables, moves, m.p50_ms, m.p99_ms, late, cpu, m.bytes_per_move, memory)


def boardgameio(name: str, folder: Path, storage: str, tables: int, seconds: float) -> Row:
    """A run of its own driver, with its server in a separate process too."""
    tag = f"side-{storage}-{tables}"
    options = ["--secs", f"{seconds:g}", "--wall", f"{seconds + 15:g}"]
    ran = subprocess.run(
        ["./run.sh", storage, str(tables), *options],
        cwd=folder,
        env=os.environ | {"TAG": tag},
        capture_output=True,
        text=True,
        timeout=180,
    )
    found = folder / "results" / f"{tag}.json"
    if not found.exists():
        raise SystemExit(f"{name}: no result; run.sh said:\n{ran.stdout}{ran.stderr}")
    m: dict[str, Any] = json.loads(found.read_text())
    memory = f"{m['rssPeakMB']:,} MiB"
    times = m["movesPerSec"], m["p50ms"], m["p99ms"]
    return Row(name, tables, *times, "–", m["serverCpuMsPerMove"], m["updMsgBytesMean"], memory)


def busy() -> float:
    """Seconds that all cores together have been busy (Linux)."""
    user, nice, system, _, _, irq, soft, *_ = map(int, Path("/proc/stat").read_text().splitlines()[0].split()[1:])
    return (user + nice + system + irq + soft) / os.sysconf("SC_CLK_TCK")


def own() -> float:
    """The processor time of this process and of those it waited for."""
    return sum(os.times()[:4])


def runs(folder: Path | None, postgresql: str, tables: int, seconds: float, many: int) -> Iterator[Callable[[], Row]]:
    yield lambda: ours("SQLite, one process", tables, seconds)
    if postgresql:
        yield lambda: ours("PostgreSQL, two workers", tables, seconds, workers=2, database=postgresql)
    yield lambda: ours("SQLite, in turn", tables, seconds, in_turn=True)
    if postgresql:
        yield lambda: ours(
            "PostgreSQL, two workers, in turn", tables, seconds, workers=2, database=postgresql, in_turn=True
        )
    if folder:
        yield lambda: boardgameio("boardgame.io, in memory", folder, "mem", tables, seconds)
        yield lambda: boardgameio("boardgame.io, in files", folder, "flat310", tables, seconds)
    yield lambda: ours(f"SQLite, a move every {HUMAN:g} s at a table", many, max(seconds, 4 * HUMAN), HUMAN)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.side_by_side", description=__doc__.split("\n")[0])
    parser.add_argument("--boardgameio", type=Path, help="the folder of its server and driver; without it, ours alone")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--many", type=int, default=2000, help="tables at the pace of people")
    parser.add_argument("--seconds", type=float, default=12)
    parser.add_argument("--no-postgresql", action="store_true")
    chosen = parser.parse_args()
    with ExitStack() as stack:
        postgresql = ""
        if not chosen.no_postgresql:
            with catch_warnings(action="ignore"):
                import pgserver

                cluster = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="tempolude-side-"))) / "pg"
                postgresql = stack.enter_context(pgserver.get_server(cluster)).get_uri()
        print(
            f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before\n\n{HEAD}\n|---|---{'|---:' * 8}|",
            flush=True,
        )
        for run in runs(chosen.boardgameio, postgresql, chosen.tables, chosen.seconds, chosen.many):
            began = perf_counter(), busy(), own()
            row = run()
            passed, all_busy, mine = (b - a for a, b in zip(began, (perf_counter(), busy(), own()), strict=True))
            row.others = max(0.0, all_busy - mine) / passed
            print(row, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
