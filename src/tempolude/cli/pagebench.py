"""`tempolude bench --pages`: the size of a table page, and the server's CPU time for a move and its updates.

A first visit is the page with every file it needs (all five typefaces among them), as sent to a browser that accepts
gzip; a second visit is the page alone, since the files are cached.

A whole match is played at random at a full table, as the server does it: the interpreted rules, the scene, its changes,
and an update for every seat and the spectators. `bench --server` measures sockets and the database.
"""

from __future__ import annotations

import gzip
import json
import re
from dataclasses import asdict, dataclass
from random import Random
from statistics import mean, median
from time import process_time

from rich.console import Console
from rich.table import Table

from tempolude.engine.game import Game
from tempolude.engine.game import game as find_game
from tempolude.engine.game import games as all_games
from tempolude.engine.match import Match
from tempolude.engine.state import SPECTATOR
from tempolude.server import wire
from tempolude.server.view.assets import Asset
from tempolude.server.view.page import SeatedPlayer, new_public_view, table_page
from tempolude.server.view.pages import Pages, playable
from tempolude.server.view.seat import SeatView

from .waiting import progress

NAMED = re.compile(r'(?:href="|src="|url\(|import "|from ")(/static/[^")]+)')


@dataclass
class Measured:
    """One game at its largest table."""

    game: str
    seats: int
    page_kb: float  # with its stylesheets and drawings, uncompressed
    first_visit_kb: float  # as sent: the page and every file it needs
    second_visit_kb: float  # as sent, with all files cached
    moves: int
    move_ms: float  # the server's CPU time for a move and all its updates
    update_bytes: int  # the median, for one seat
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
    """Play a match at random with a view for every seat and one for spectators."""
    seats, dice = game.seats[-1], Random(seed)
    pages, match = Pages([game]), Match(game, seats=seats, seed=seed)
    players = [SeatedPlayer(seat, f"Player {seat + 1}", seat + 1) for seat in range(seats)]
    public = new_public_view(pages, match, players, "en")
    seat_views = [SeatView(public, seat) for seat in (*range(seats), SPECTATOR)]
    for seat_view in seat_views:
        seat_view.state(0, match.view(seat_view.seat))
    weights, times, sizes = [weigh(pages, match, players)], [], []
    while not match.over:
        seat = dice.choice(match.waiting)
        action = dice.choice(match.way.legal(match.view(seat), seat))
        start = process_time()
        match.play(seat, action)
        public.look()
        change = wire.encoded(public.change)
        updates = [update(seat_view, change) for seat_view in seat_views]
        times.append(process_time() - start)
        sizes += [len(update) for update in updates]
        if len(times) % 40 == 0:
            weights.append(weigh(pages, match, players))
    weights.append(weigh(pages, match, players))
    page, first, second = (round(max(weight) / 1000, 1) for weight in zip(*weights, strict=True))
    return Measured(
        game=game.name,
        seats=seats,
        page_kb=page,
        first_visit_kb=first,
        second_visit_kb=second,
        moves=len(times),
        move_ms=round(1000 * mean(times), 2),
        update_bytes=round(median(sizes)),
        update_bytes_mean=round(mean(sizes)),
        update_bytes_most=max(sizes),
    )


def update(seat_view: SeatView, change: wire.Scene) -> bytes:
    """The message of an action to the readers at a seat."""
    match = seat_view.match
    message = wire.Update(len(match.log), change, match.log[-1][0])
    seat_view.update(message, match.view(seat_view.seat))
    return wire.encode(message)


def weigh(pages: Pages, match: Match, players: list[SeatedPlayer]) -> tuple[int, int, int]:
    """The bytes of the active player's page with its stylesheets, uncompressed; of a first visit; of a second one."""
    html = table_page(pages, match, players, next(iter(match.waiting), 0), "fr", None)
    files = needed(pages, html)
    sheets = sum(len(file.content) for file in files if file.type == "text/css")
    packed = len(gzip.compress(html.encode(), 6))
    sent = sum(len(file.packed if file.packs else file.content) for file in files)
    return len(html.encode()) + sheets, packed + sent, packed


def needed(pages: Pages, text: str) -> list[Asset]:
    """The files that a page, a stylesheet or a script names, recursively."""
    addresses = {*NAMED.findall(text)}
    files: dict[str, Asset] = {}
    while addresses:
        address = addresses.pop()
        files[address] = file = pages.assets.files[address]
        if file.type.startswith("text/"):
            addresses |= {*NAMED.findall(file.content.decode())} - files.keys()
    return list(files.values())


def show(rows: list[Measured]) -> None:
    columns = ("game", "seats", "page kB", "first visit", "second", "moves", "ms a move")
    table = Table(*columns, "update: median", "mean", "largest", box=None)
    for row in rows:
        weights = (row.page_kb, row.first_visit_kb, row.second_visit_kb)
        sizes = (row.update_bytes, row.update_bytes_mean, row.update_bytes_most)
        cells = (row.game, row.seats, *weights, row.moves, row.move_ms, *sizes)
        table.add_row(*(f"{cell:,}" if isinstance(cell, int) else str(cell) for cell in cells))
    Console(emoji=False).print(table)
