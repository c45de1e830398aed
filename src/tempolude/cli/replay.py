"""`tempolude replay` and `tempolude verify`."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.text import Text

from tempolude.engine.drawing import BRASS, sentence
from tempolude.engine.errors import BadSeat
from tempolude.engine.match import Match
from tempolude.engine.table import People

from .results import standings


def replay_record(path: Path, seat: int, lang: str) -> None:
    match = Match.load(path)
    if not -1 <= seat < match.seats:
        raise BadSeat(f"there is no seat {seat}; seats are 0 to {match.seats - 1}, and -1 is a spectator")
    console = Console(emoji=False, highlight=False)
    drawing = match.game.drawing()
    for line in match.story(seat, lang):
        text = Text(f"— {line} —", style=f"italic {BRASS}") if line.heading else sentence(line, drawing.chip)
        console.print(text)
    view = match.view(seat)
    console.print(drawing.draw(view, seat, People(match.names_in(lang), seat), lang, [], match.table))
    console.print(standings(match, lang))


def verify_record(path: Path) -> None:
    match = Match.load(path)
    rules = f"the rules of {match.game.name} {match.rules}"
    how = "over" if match.over else "not over yet"
    print(f"{path}: whole and untouched, {len(match.log)} actions by {rules}, {how}.")
    print(f"seed {match.seed}, ranks {' '.join(map(str, match.ranks))}")
