"""`tempolude simulate --record`, `tempolude export`, and `tempolude verify` for their output."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import Any

from tempolude.arena import dataset
from tempolude.engine.errors import BadOption
from tempolude.engine.game import game as find_game

from .waiting import compile_with_notice, progress


def record_matches(
    name: str, seats: int | None, matches: int, seed: int, options: dict[str, Any], *, bot: str, folder: Path
) -> None:
    game = find_game(name)
    compile_with_notice(game)
    begin = perf_counter()
    with progress() as bar:
        task = bar.add_task(game.title["en"], total=matches)
        seats = game.seats[0] if seats is None else seats
        done = lambda count: bar.update(task, completed=count)  # noqa: E731
        sheet = dataset.record(folder, game, seats, options, bot, seed, matches, done)
    _report(folder, f"{sheet.matches:,} matches, {sheet.decisions:,} decisions", begin)


def export_matches(folder: Path, to: Path, *, records: bool, observations: bool, views: bool, states: bool) -> None:
    sheet = dataset.read_sheet(folder)
    begin = perf_counter()
    with progress() as bar:
        task = bar.add_task(str(to), total=sheet.matches)
        done = lambda count: bar.update(task, completed=count)  # noqa: E731
        if records:
            if views or states:
                raise BadOption("--records writes whole matches: --views and --states are for rows")
            wrote = f"{dataset.export_records(folder, to, done):,} records"
        else:
            rows = dataset.export(folder, to, observations=observations, views=views, states=states, show=done)
            wrote = f"{rows:,} decisions"
    _report(to, wrote, begin)


def verify_folder(folder: Path, source: Path | None) -> None:
    begin = perf_counter()
    sheet = dataset.read_sheet(folder if source is None else source)
    with progress() as bar:
        task = bar.add_task(str(folder), total=sheet.matches)
        done = lambda count: bar.update(task, completed=count)  # noqa: E731
        if source is None:
            _, decisions = dataset.verify(folder, done)
        else:
            decisions = dataset.verify_export(folder, source, done)
    rules = f"the rules of {sheet.game} {sheet.rules}"
    print(f"{folder}: untouched, {sheet.matches:,} matches with {decisions:,} decisions by {rules}.")
    print(f"replayed and compared in {perf_counter() - begin:.1f} s")


def _report(folder: Path, what: str, begin: float) -> None:
    size = sum(path.stat().st_size for path in folder.iterdir())
    print(f"{folder}: {what}, {size / 1e6:,.1f} MB, in {perf_counter() - begin:.1f} s")
