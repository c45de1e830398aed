"""`tempolude bench --search`: iterations of the search per second on one core, compared with OpenSpiel's."""

from __future__ import annotations

import json
from importlib.util import find_spec
from random import Random
from statistics import mean, median
from time import process_time  # CPU time, so that other load matters less
from typing import Any

from rich.console import Console
from rich.table import Table

from tempolude.bots.compiled_search import Tree, compiled_search
from tempolude.engine.game import Game
from tempolude.engine.game import game as find_game
from tempolude.engine.game import games as all_games

from .bench import SEATS, SECONDS
from .waiting import compile_bots_with_notice, compile_with_notice, progress

POSITIONS = 8
ERROR = 0.15
WAYS = {"random playouts": {"draws": 1.0}, "as it plays": {}}
PEER_GAMES = ("euchre", "hearts", "gin_rummy")  # hidden hands, from some twenty to hundreds of decisions
PEER_ITERATIONS = 1000


def run_search_bench(names: list[str], *, peers: bool, runs: int, as_json: bool) -> None:
    chosen = [find_game(name) for name in names] if names else all_games()
    for game in chosen:
        compile_with_notice(game)
        compile_bots_with_notice(game)
    rows: list[dict[str, Any]] = []
    with progress() as bar:
        others = PEER_GAMES if peers and find_spec("pyspiel") else ()  # if installed
        task = bar.add_task("", total=len(WAYS) * len(chosen) + len(others))
        for game in chosen:
            for way, settings in WAYS.items():
                bar.update(task, description=f"{game.title['en']}, {way}")
                seats = min(max(SEATS, game.seats[0]), game.seats[-1])
                found = [search_speed(game, seats, settings) for _ in range(runs)]
                rows.append(_row("Tempolude", game.name, way, found))
                bar.advance(task)
        for name in others:
            bar.update(task, description=f"OpenSpiel, {name}")
            rows.append(_row("OpenSpiel", name, "C++ information-set search, random rollouts", peer_speeds(name, runs)))
            bar.advance(task)
    if as_json:
        print(json.dumps({"search": rows}))
    else:
        _show(rows)


def _row(name: str, game: str, way: str, found: list[tuple[float, float]]) -> dict[str, Any]:
    return {
        "name": name,
        "game": game,
        "way": way,
        "iterations_per_second": round(median(speed for speed, _ in found)),
        "decisions_per_iteration": round(mean(length for _, length in found), 1),
    }


def search_speed(game: Game, seats: int, settings: dict[str, float]) -> tuple[float, float]:
    """Iterations per second over the first decisions of some matches, and decisions per iteration."""
    thinker, options = compiled_search(game.name), game.settle(seats)
    encoded, knowledge = game.encode(seats, options), thinker.advice.know(options, ERROR, "bench")
    manner = {**thinker.advice.settings, **settings}
    seconds, iterations, decisions = 0.0, 0, 0
    for seed in range(POSITIONS):
        s = game.rules.STATE.new()
        game.compiled.setup(s, seats, encoded, seed)
        seat = next(seat for seat in range(seats) if s.waiting[seat])
        view, tree, begin = game.hide(s, seat), Tree(400_000), process_time()
        while process_time() - begin < SECONDS / POSITIONS:
            thinker.search(tree, view, seat, knowledge, 64, seed, manner)
        seconds += process_time() - begin
        iterations += tree.iterations
        decisions += tree.decisions
    return iterations / seconds, decisions / iterations


def peer_speeds(name: str, runs: int) -> list[tuple[float, float]]:
    """Like `search_speed`, for OpenSpiel's own search."""
    import pyspiel

    from .peers import deal, play_out

    game, dice, found = pyspiel.load_game(name), Random(0), []
    for _ in range(runs):
        states = [deal(game, dice) for _ in range(POSITIONS)]
        length = mean(play_out(state.clone(), dice) for state in states for _ in range(5))
        begin = process_time()
        for seed, state in enumerate(states):
            pyspiel.ISMCTSBot(seed, pyspiel.RandomRolloutEvaluator(1, seed), 2.0, PEER_ITERATIONS).step(state)
        found.append((POSITIONS * PEER_ITERATIONS / (process_time() - begin), length))
    return found


def _show(rows: list[dict[str, Any]]) -> None:
    table = Table(title="Iterations of the search per second on one core", title_justify="left", box=None)
    for heading in ("name", "game", "way"):
        table.add_column(heading)
    for heading in ("iterations/s", "decisions each"):
        table.add_column(heading, justify="right")
    for row in rows:
        speed, length = row["iterations_per_second"], row["decisions_per_iteration"]
        table.add_row(row["name"], row["game"], row["way"], f"{speed:,}", f"{length:.1f}")
    Console(emoji=False).print(table)
