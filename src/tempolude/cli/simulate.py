"""`tempolude simulate`: many random matches, compiled."""

from __future__ import annotations

import json
from time import perf_counter
from typing import Any

from rich.console import Console
from rich.table import Table

from tempolude.engine.chance import SEEDS
from tempolude.engine.errors import BadOption
from tempolude.engine.game import game as find_game

from .waiting import compile_with_notice, progress


def simulate_matches(
    name: str, seats: int | None, matches: int, seed: int, options: dict[str, Any], *, as_json: bool
) -> None:
    game = find_game(name)
    seats = game.seats[0] if seats is None else seats
    settled = game.settle(seats, options)
    encoded = game.encode(seats, settled)
    if seed + matches > SEEDS:
        raise BadOption(f"seed {seed} with {matches} matches goes beyond the last seed, {SEEDS - 1}")
    compile_with_notice(game)
    compiled = game.compiled
    compiled.matches(seats, encoded, first_seed=seed, count=1)  # loaded before the clock starts
    done = decisions = at_limit = 0
    seconds, wins = 0.0, [0.0] * seats
    chunk = max(1, matches // 100)
    with progress() as bar:
        task = bar.add_task(game.title["en"], total=matches)
        while done < matches:
            count = min(chunk, matches - done)
            begin = perf_counter()
            tally = compiled.matches(seats, encoded, first_seed=seed + done, count=count)
            seconds += perf_counter() - begin
            done += count
            decisions += tally.decisions
            at_limit += tally.at_limit
            wins = [a + b for a, b in zip(wins, tally.wins, strict=True)]
            bar.update(task, completed=done)
    result = {
        "game": game.name,
        "seats": seats,
        "options": settled,
        "seed": seed,
        "matches": matches,
        "decisions": decisions,
        "seconds": round(seconds, 6),
        "mean_length": round(decisions / matches, 4),
        "wins_by_seat": [round(w, 4) for w in wins],
        "at_limit": at_limit,
    }
    if as_json:
        print(json.dumps(result, ensure_ascii=False))
    else:
        _show(result)


def _show(result: dict[str, Any]) -> None:
    table = Table(
        title=f"{result['matches']:,} random matches of {result['game']}",
        box=None,
        show_header=False,
        title_justify="left",
    )
    matches, seconds = result["matches"], result["seconds"]
    table.add_row("seats", str(result["seats"]))
    for name, value in result["options"].items():
        table.add_row(name, "+".join(value) if isinstance(value, list) else str(value))
    table.add_row(
        "decisions", f"{result['decisions']:,} in {seconds:.2f} s: {result['decisions'] / seconds:,.0f} a second"
    )
    table.add_row("mean length", f"{result['mean_length']:.1f} decisions")
    table.add_row("ended at the limit", f"{result['at_limit']:,}")
    table.add_row("won by seat", "  ".join(f"{i}: {w / matches:.1%}" for i, w in enumerate(result["wins_by_seat"])))
    Console().print(table)
