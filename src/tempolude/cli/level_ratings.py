"""`tempolude rate-levels`: the strength of the levels of bots, for people's ratings."""

from __future__ import annotations

import json
from pathlib import Path

from tempolude.arena.executors import in_this_process, on_all_cores
from tempolude.arena.level_ratings import rate_levels
from tempolude.engine.errors import BadOption
from tempolude.engine.game import game as find_game
from tempolude.engine.game import games

from .arena import commonest_seats
from .waiting import compile_bots_with_notice, compile_with_notice, progress


def write_level_ratings(
    file: Path, names: list[str], matches: int, timed: int, second: int | None, one_core: bool
) -> None:
    """Rate the levels in some games, or all, and write each result at once; other games keep theirs."""
    try:
        kept = json.loads(file.read_text("utf-8")) if file.exists() else {"games": {}}
    except (OSError, ValueError) as error:
        raise BadOption(f"{file} cannot be read: {error}") from None
    for game in [find_game(name) for name in names] or games():
        compile_with_notice(game)
        compile_bots_with_notice(game)
        with progress() as bar:
            task = bar.add_task(game.title["en"], total=matches + timed)
            found = rate_levels(
                game.name,
                matches,
                timed,
                seats=commonest_seats(game),
                second=second,
                spread=in_this_process if one_core else on_all_cores,
                show=lambda bar=bar, task=task: bar.advance(task),  # type: ignore[misc]
            )
        command = f"tempolude rate-levels {file.name} --game {game.name} --matches {matches} --timed {timed}"
        found = {"made by": command + (f" --second {second}" if second else ""), **found}
        kept["games"][game.name] = found
        try:
            file.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n", "utf-8")
        except OSError as error:
            raise BadOption(f"{file} cannot be written: {error}") from None
