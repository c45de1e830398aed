"""`tempolude bench`: decisions per second on one core, and how long compiling and loading take."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from os import environ
from statistics import median
from time import process_time  # CPU time, so that other load matters less
from typing import Any

from rich.console import Console
from rich.table import Table

from tempolude.engine.game import Game
from tempolude.engine.game import game as find_game
from tempolude.engine.game import games as all_games
from tempolude.engine.policy import first_whim, next_whim, whim_below
from tempolude.engine.seats import first_waiting
from tempolude.engine.ways import Interpreted

from .waiting import compile_with_notice, progress

SEATS = 4  # or the nearest number that the game allows
SECONDS = 0.25  # CPU time of one run

LOADING = """
import sys, time
import tempolude, numba
game = tempolude.game(sys.argv[1])
begin = time.perf_counter()
game.compiled.warm()
print(time.perf_counter() - begin)
"""


def run_bench(names: list[str], *, peers: bool, runs: int, as_json: bool) -> None:
    chosen = [find_game(name) for name in names] if names else all_games()
    for game in chosen:
        compile_with_notice(game)
    results: list[dict[str, Any]] = []
    starts: list[dict[str, Any]] = []
    others: list[dict[str, Any]] = []
    with progress() as bar:
        task = bar.add_task("", total=3 * len(chosen) + (1 if peers else 0))
        for game in chosen:
            for way, measure in (("compiled", compiled_speed), ("interpreted", interpreted_speed)):
                bar.update(task, description=f"{game.title['en']}, {way}")
                seats = min(max(SEATS, game.seats[0]), game.seats[-1])
                speed = median(measure(game, seats) for _ in range(runs))
                results.append({"game": game.name, "seats": seats, "way": way, "decisions_per_second": round(speed)})
                bar.advance(task)
            bar.update(task, description=f"{game.title['en']}, compiling afresh")
            starts.append(start_times(game))
            bar.advance(task)
        if peers:
            from .peers import measure_peers

            others = measure_peers(runs, lambda name: bar.update(task, description=name))
            bar.advance(task)
    if as_json:
        print(json.dumps({"results": results, "peers": others, "start": starts}))
    else:
        _show(results, starts, others)


def compiled_speed(game: Game, seats: int) -> float:
    options = game.encode(seats, game.settle(seats))
    compiled = game.compiled
    count = 1
    while True:  # longer, until it can be measured
        begin = process_time()
        tally = compiled.matches(seats, options, first_seed=0, count=count)
        seconds = process_time() - begin
        if seconds >= SECONDS:
            return tally.decisions / seconds
        count = max(2 * count, int(count * 1.2 * SECONDS / max(seconds, 1e-6)))


def interpreted_speed(game: Game, seats: int) -> float:
    options = game.encode(seats, game.settle(seats))
    way, s = Interpreted(game), game.rules.STATE.new()
    return per_second(lambda seed: _one_match(way, s, seats, options, seed))


def _one_match(way: Interpreted, s: Any, seats: int, options: Any, seed: int) -> int:
    """Play a random match with the same choices as the compiled one; returns its number of decisions."""
    way.setup(s, seats, options, seed)
    whim, decisions = first_whim(seed), 0
    while not s.over:
        seat = first_waiting(s)
        legal = way.legal(s, seat)
        way.play(s, seat, legal[whim_below(whim, len(legal))])
        whim = next_whim(whim)
        decisions += 1
    return decisions


def per_second(run: Callable[[int], int]) -> float:
    """Decisions per second of `run`, which is called with 0, 1, 2… and returns its number of decisions."""
    begin, decisions, number = process_time(), 0, 0
    while process_time() - begin < SECONDS:
        decisions += run(number)
        number += 1
    return decisions / (process_time() - begin)


def start_times(game: Game) -> dict[str, Any]:
    """The time to compile into an empty cache and to load from it, each in a fresh process, without importing numba."""
    with tempfile.TemporaryDirectory() as folder:
        command, where = [sys.executable, "-c", LOADING, game.name], {**environ, "TEMPOLUDE_CACHE": folder}
        compiling, loading = (
            float(subprocess.run(command, env=where, capture_output=True, text=True, check=True).stdout)
            for _ in range(2)
        )
    return {"game": game.name, "compile_seconds": round(compiling, 2), "cached_load_seconds": round(loading, 3)}


def _show(results: list[dict[str, Any]], starts: list[dict[str, Any]], peers: list[dict[str, Any]]) -> None:
    console = Console(emoji=False)
    table = Table(title="Decisions per second on one core", title_justify="left", box=None, header_style="italic")
    for heading in ("game", "seats", "way"):
        table.add_column(heading)
    for heading in ("decisions/s", "compile s", "cached load s"):
        table.add_column(heading, justify="right")
    by_game = {start["game"]: start for start in starts}
    for row in results:
        start = by_game[row["game"]] if row["way"] == "compiled" else {}
        times = [str(start.get(key, "")) for key in ("compile_seconds", "cached_load_seconds")]
        table.add_row(row["game"], str(row["seats"]), row["way"], f"{row['decisions_per_second']:,}", *times)
    console.print(table)
    if peers:
        console.print(_peer_table([r for r in results if r["way"] == "compiled"], peers))


def _peer_table(ours: list[dict[str, Any]], peers: list[dict[str, Any]]) -> Table:
    table = Table(
        title="\nPeers in the same run, and how many times as fast we are",
        title_justify="left",
        box=None,
        header_style="italic",
    )
    for heading in ("name", "game", "way"):
        table.add_column(heading)
    table.add_column("decisions/s", justify="right")
    for row in ours:
        table.add_column(row["game"], justify="right")
    for peer in peers:
        ratios = [f"{row['decisions_per_second'] / peer['decisions_per_second']:,.1f}x" for row in ours]
        table.add_row(peer["name"], peer["game"], peer["way"], f"{peer['decisions_per_second']:,}", *ratios)
    return table
