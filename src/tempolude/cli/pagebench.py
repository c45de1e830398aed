"""`tempolude bench --pages`: what a table page weighs, and what a move costs the server that has it shown to everybody.

A whole match is played at random at a full table, as the server does it: the interpreted rules, the scene, what changed
in it, and an update for every seat and the spectators. Sockets and the database are `bench --server`'s.
"""

from __future__ import annotations

import json
import re
from dataclasses import asdict, dataclass
from random import Random
from statistics import mean, median
from time import process_time

import orjson
from rich.console import Console
from rich.table import Table

from tempolude.engine.game import Game
from tempolude.engine.game import game as find_game
from tempolude.engine.game import games as all_games
from tempolude.engine.match import Match
from tempolude.engine.state import SPECTATOR
from tempolude.server.pages import STATIC, Pages, playable
from tempolude.server.sight import Desk
from tempolude.server.tablepage import Player, new_sight, table_page

from .waiting import progress

STYLES = re.compile(r'rel="stylesheet" href="/([^"?]+)')


@dataclass
class Measured:
    """One game at its largest table."""

    game: str
    seats: int
    page_kb: float  # with its sheets and drawings, nothing compressed
    moves: int
    move_ms: float  # processor time of the server for a move and all its updates
    update_bytes: int  # of one seat, in the middle
    update_bytes_mean: int
    update_bytes_most: int


def run_page_bench(names: list[str], as_json: bool) -> None:
    chosen = [game for game in ([find_game(name) for name in names] if names else all_games()) if playable(game)]
    rows = []
    with progress() as bar:
        task = bar.add_task("", total=len(chosen))
        for game in chosen:
            bar.update(task, description=game.title["en"])
            rows.append(measure(game))
            bar.advance(task)
    if as_json:
        print(json.dumps([asdict(row) for row in rows]))
    else:
        show(rows)


def measure(game: Game, seed: int = 1) -> Measured:
    """Play a match at random with a desk for every seat and one for spectators."""
    seats, dice = game.seats[-1], Random(seed)
    pages, match = Pages([game]), Match(game, seats=seats, seed=seed)
    players = [Player(seat, f"Player {seat + 1}", seat + 1) for seat in range(seats)]
    sight = new_sight(pages, match, players, "en")
    desks = [Desk(sight, seat) for seat in (*range(seats), SPECTATOR)]
    for desk in desks:
        desk.state(0, match.view(desk.seat))
    heaviest, times, sizes = weigh(pages, match, players), [], []
    while not match.over:
        seat = dice.choice(match.waiting)
        action = dice.choice(match.way.legal(match.view(seat), seat))
        start = process_time()
        match.play(seat, action)
        sight.look()
        public = orjson.Fragment(orjson.dumps(sight.change))
        updates = [desk.update(len(match.log), match.view(desk.seat), public, {}) for desk in desks]
        times.append(process_time() - start)
        sizes += [len(update) for update in updates]
        if len(times) % 40 == 0:
            heaviest = max(heaviest, weigh(pages, match, players))
    heaviest = max(heaviest, weigh(pages, match, players))
    return Measured(
        game=game.name,
        seats=seats,
        page_kb=round(heaviest / 1000, 1),
        moves=len(times),
        move_ms=round(1000 * mean(times), 2),
        update_bytes=round(median(sizes)),
        update_bytes_mean=round(mean(sizes)),
        update_bytes_most=max(sizes),
    )


def weigh(pages: Pages, match: Match, players: list[Player]) -> int:
    """The bytes of the page of who is asked, with the sheets it asks for; the drawings are in it."""
    html = table_page(pages, match, players, next(iter(match.waiting), 0), "fr", None)
    sheets = 0
    for address in STYLES.findall(html):
        where, name = address.split("/", 1)
        path = STATIC / name if where == "static" else pages.folders[match.game.name] / "table.css"
        sheets += path.stat().st_size
    return len(html.encode()) + sheets


def show(rows: list[Measured]) -> None:
    table = Table("game", "seats", "page kB", "moves", "ms a move", "update: median", "mean", "largest", box=None)
    for row in rows:
        sizes = (row.update_bytes, row.update_bytes_mean, row.update_bytes_most)
        cells = (row.game, row.seats, row.page_kb, row.moves, row.move_ms, *sizes)
        table.add_row(*(f"{cell:,}" if isinstance(cell, int) else str(cell) for cell in cells))
    Console().print(table)
