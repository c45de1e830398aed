"""`tempolude bench --nets`: how long the bot `net` takes for a decision, with interpreted rules, on one core.

Every game with a net plays one match at its largest table; decisions with one legal action take no look and are not
counted. The time includes making the observation.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from statistics import median, quantiles
from time import process_time  # CPU time, so that other load matters less

from rich.console import Console
from rich.table import Table

from tempolude.bots import Setting, bot
from tempolude.bots.net import has_net
from tempolude.engine.errors import BadOption
from tempolude.engine.game import Game
from tempolude.engine.game import game as find_game
from tempolude.engine.game import games as all_games
from tempolude.engine.match import Match

from .waiting import progress

MOST = 200  # looks


@dataclass
class Measured:
    """The looks of one net, in milliseconds."""

    game: str
    seats: int
    looks: int
    median: float
    p95: float


def run_net_bench(names: list[str], *, runs: int, as_json: bool) -> None:
    """Measure and print."""
    chosen = [find_game(name) for name in names] if names else [game for game in all_games() if has_net(game)]
    if without := [game.name for game in chosen if not has_net(game)]:
        raise BadOption(f"{', '.join(without)}: there is no net to measure")
    rows = []
    with progress() as bar:
        task = bar.add_task("", total=len(chosen))
        for game in chosen:
            bar.update(task, description=game.title["en"])
            found = [measure(game, seed) for seed in range(runs)]
            rows.append(sorted(found, key=lambda row: row.median)[len(found) // 2])
            bar.advance(task)
    if as_json:
        print(json.dumps({"nets": [asdict(row) for row in rows]}))
    else:
        _show(rows)


def measure(game: Game, seed: int) -> Measured:
    """The looks of a match in which the net plays every seat."""
    seats = game.seats[-1]
    match = Match(game, seats=seats, seed=seed)
    player, spent = bot("net", Setting.of(match, seed)), list[float]()
    while not match.over and len(spent) < MOST:
        seat = match.waiting[0]
        view = match.view(seat)
        begin = process_time()
        action = player.choose(view, seat)
        passed = process_time() - begin
        if len(match.way.legal(view, seat)) > 1:
            spent.append(1000 * passed)
        match.play(seat, action)
    return Measured(game.name, seats, len(spent), round(median(spent), 2), round(quantiles(spent, n=20)[-1], 2))


def _show(rows: list[Measured]) -> None:
    table = Table(title="A decision of `net`, in milliseconds of one core", title_justify="left", box=None)
    table.add_column("game")
    for heading in ("seats", "looks", "median", "95 in 100 within"):
        table.add_column(heading, justify="right")
    for row in rows:
        table.add_row(row.game, str(row.seats), str(row.looks), f"{row.median:.2f}", f"{row.p95:.2f}")
    Console(emoji=False).print(table)
