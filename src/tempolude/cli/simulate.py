"""`tempolude simulate`: many matches of one bot against itself; random ones entirely in compiled code."""

from __future__ import annotations

import json
from collections.abc import Callable
from time import perf_counter
from typing import Any

from rich.console import Console
from rich.table import Table

from tempolude.arena.executors import on_all_cores
from tempolude.arena.matches import Hall, Pairing
from tempolude.bots import read_spec
from tempolude.engine.chance import SMALL_SEEDS
from tempolude.engine.compiler import Tally
from tempolude.engine.errors import BadOption
from tempolude.engine.game import Game
from tempolude.engine.game import game as find_game
from tempolude.engine.options import titled

from .waiting import compile_bots_with_notice, compile_with_notice, progress


def simulate_matches(
    name: str, seats: int | None, matches: int, seed: int, options: dict[str, Any], *, bot: str, as_json: bool
) -> None:
    game = find_game(name)
    seats = game.seats[0] if seats is None else seats
    settled = game.settle(seats, options)
    game.encode(seats, settled)
    if seed + matches > SMALL_SEEDS:
        raise BadOption(f"seed {seed} with {matches} matches goes beyond the last seed")
    compile_with_notice(game)
    if read_spec(bot, game).kind != "random":
        compile_bots_with_notice(game)
    hall = Hall(name, seats, settled, (bot,))
    with progress() as bar:
        task = bar.add_task(game.title["en"], total=matches)
        play = _random_matches if bot == "random" else _bot_matches
        tally, seconds = play(game, hall, seed, matches, lambda done: bar.update(task, completed=done))
    result = {
        "game": game.name,
        "seats": seats,
        "options": settled,
        "seed": seed,
        "matches": matches,
        "decisions": tally.decisions,
        "seconds": round(seconds, 6),
        "mean_length": round(tally.decisions / matches, 4),
        "wins_by_seat": [round(w, 4) for w in tally.wins],
        "at_limit": tally.at_limit,
    }
    if as_json:
        print(json.dumps(result, ensure_ascii=False))
    else:
        _show(result, bot)


Show = Callable[[int], None]


def _random_matches(game: Game, hall: Hall, seed: int, matches: int, show: Show) -> tuple[Tally, float]:
    """Play entirely in compiled code, a hundredth at a time."""
    encoded = game.encode(hall.seats, hall.options)
    game.compiled.matches(hall.seats, encoded, first_seed=seed, count=1)  # load before the clock starts
    total, seconds = Tally(0, 0, 0, [0.0] * hall.seats), 0.0
    while total.matches < matches:
        count = min(max(1, matches // 100), matches - total.matches)
        begin = perf_counter()
        tally = game.compiled.matches(hall.seats, encoded, first_seed=seed + total.matches, count=count)
        seconds += perf_counter() - begin
        total = _added(total, tally)
        show(total.matches)
    return total, seconds


def _bot_matches(game: Game, hall: Hall, seed: int, matches: int, show: Show) -> tuple[Tally, float]:
    """Play on all cores, a match at a time."""
    total, begin = Tally(0, 0, 0, [0.0] * hall.seats), perf_counter()
    for outcome in on_all_cores(hall, (Pairing(seed + i, (0,) * hall.seats) for i in range(matches))):
        total = _added(total, Tally(1, outcome.decisions, int(outcome.at_limit), list(outcome.wins)))
        show(total.matches)
    return total, perf_counter() - begin


def _added(a: Tally, b: Tally) -> Tally:
    wins = [x + y for x, y in zip(a.wins, b.wins, strict=True)]
    return Tally(a.matches + b.matches, a.decisions + b.decisions, a.at_limit + b.at_limit, wins)


def _show(result: dict[str, Any], bot: str) -> None:
    table = Table(
        title=f"{result['matches']:,} {bot} matches of {result['game']}",
        box=None,
        show_header=False,
        title_justify="left",
    )
    matches, seconds = result["matches"], result["seconds"]
    table.add_row("seats", str(result["seats"]))
    for name, value in result["options"].items():
        table.add_row(name, "+".join(str(titled(one)) for one in (value if isinstance(value, list) else [value])))
    table.add_row(
        "decisions", f"{result['decisions']:,} in {seconds:.2f} s: {result['decisions'] / seconds:,.0f} a second"
    )
    table.add_row("mean length", f"{result['mean_length']:.1f} decisions")
    table.add_row("ended at the limit", f"{result['at_limit']:,}")
    table.add_row("won by seat", "  ".join(f"{i}: {w / matches:.1%}" for i, w in enumerate(result["wins_by_seat"])))
    Console(emoji=False).print(table)
