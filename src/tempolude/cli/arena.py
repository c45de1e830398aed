"""`tempolude arena` and `tempolude study`: many matches between bots."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from tempolude.arena.executors import Executor, on_all_cores, on_ray
from tempolude.arena.matches import ladder_matches
from tempolude.arena.pages import ladder_markdown, study_markdown, study_page, tournament_page
from tempolude.arena.standings import Standings
from tempolude.arena.study import Study, run_study
from tempolude.arena.tournament import run_tournament
from tempolude.bots import read_spec
from tempolude.engine.errors import BadOption
from tempolude.engine.game import Game
from tempolude.engine.game import game as find_game

from .waiting import compile_bots_with_notice, compile_with_notice, progress

COMMONEST = 4  # seats, or the nearest number that the game allows


def commonest_seats(game: Game) -> int:
    return min(max(COMMONEST, game.seats[0]), game.seats[-1])


def hold_tournament(
    name: str,
    bots: str,
    matches: int,
    seats: int | None,
    options: dict[str, Any],
    *,
    against: str | None,
    ladder: bool,
    seed: int,
    until_settled: bool,
    ray: str | None,
    as_json: bool,
    html: Path | None,
) -> None:
    game = find_game(name)
    specs = [spec for spec in bots.split(",") if spec]
    _get_ready(game, [*specs, *([against] if against else [])])
    with progress() as bar:
        sat = commonest_seats(game) if seats is None else seats
        total = ladder_matches(len(specs), sat, matches) if ladder else matches
        task = bar.add_task(game.title["en"], total=total)
        standings = run_tournament(
            name,
            specs,
            matches,
            seats=sat,
            options=options,
            against=against,
            ladder=ladder,
            seed=seed,
            until_settled=until_settled,
            spread=_spread(ray),
            show=lambda standings: bar.update(task, completed=len(standings.outcomes)),
        )
    if html:
        _write(html, tournament_page(standings, _command()))
    if as_json:
        print(json.dumps(standings.as_json(), ensure_ascii=False))
    elif ladder:
        print(ladder_markdown(standings, _command()), end="")
    else:
        _show(standings)


def hold_study(
    name: str,
    spec: str,
    matches: int,
    seats: int | None,
    options: dict[str, Any],
    *,
    seed: int,
    ray: str | None,
    as_json: bool,
    html: Path | None,
    markdown: bool,
) -> None:
    game = find_game(name)
    _get_ready(game, [spec])
    with progress() as bar:
        task = bar.add_task(game.title["en"], total=matches)
        study = run_study(
            name,
            spec,
            matches,
            seats=commonest_seats(game) if seats is None else seats,
            options=options,
            seed=seed,
            spread=_spread(ray),
            show=lambda done: bar.update(task, completed=done),
        )
    if html:
        _write(html, study_page(study, _command()))
    if as_json:
        print(json.dumps(asdict(study), ensure_ascii=False))
    elif markdown:
        print(study_markdown(study, _command()), end="")
    else:
        _show_study(study)


def _get_ready(game: Game, specs: list[str]) -> None:
    """Compile what is missing."""
    bots = [read_spec(spec, game) for spec in specs]
    compile_with_notice(game)
    if any(bot.kind in ("greedy", "search") for bot in bots):
        compile_bots_with_notice(game)


def _spread(ray: str | None) -> Executor:
    return on_ray(ray) if ray else on_all_cores


def _command() -> str:
    return " ".join(["tempolude", *sys.argv[1:]])


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, "utf-8")
    except OSError as error:
        raise BadOption(f"the page cannot be written: {error}") from None


def _show(standings: Standings) -> None:
    hall = standings.hall
    title = (
        f"{len(standings.outcomes):,} matches of {hall.game}, {hall.seats} seats; a fair share is {standings.fair:.1%}"
    )
    table = Table(title=title, title_justify="left", box=None, header_style="italic")
    for heading in ("bot", "seats", "wins", "share", "95 % interval", "rating"):
        table.add_column(heading, justify="left" if heading == "bot" else "right")
    for e in sorted(standings.entrants, key=lambda entrant: -entrant.share):
        interval = f"{e.low:.1%} to {e.high:.1%}"
        table.add_row(e.bot, str(e.matches), f"{e.wins:.1f}", f"{e.share:.1%}", interval, f"{e.rating:.1f}")
    Console(emoji=False).print(table)


def _show_study(study: Study) -> None:
    console = Console(emoji=False)
    table = Table(
        title=f"{study.matches:,} matches of {study.game}, {study.seats} seats of {study.bot}",
        title_justify="left",
        box=None,
        show_header=False,
    )
    table.add_row("decisions", f"{study.length[0]:.0f} ± {study.length[1]:.0f}")
    table.add_row("score", f"{study.mean_score:.1f}, winners {study.mean_winning:.1f}")
    table.add_row("shared victories", str(study.shared))
    table.add_row("ended at the limit", str(study.at_limit))
    for place in study.places:
        table.add_row(place.name, f"wins {place.share:.1%} ({place.low:.1%} to {place.high:.1%})")
    console.print(table)
    facts = Table(title="\nWhat winners had", title_justify="left", box=None, header_style="italic")
    for heading in ("", "winners", "others", "had any", "their wins", "95 % interval"):
        facts.add_column(heading, justify="right" if heading else "left")
    for fact in sorted(study.facts, key=lambda fact: -fact.share):
        cells = [f"{fact.winners:.2f}", f"{fact.others:.2f}", f"{fact.owners:.1%}", f"{fact.share:.1%}"]
        facts.add_row(fact.name, *cells, f"{fact.low:.1%} to {fact.high:.1%}")
    console.print(facts)
