"""Drawing in a terminal: what all games share. A game's `terminal.py` does the rest, with rich."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from .table import Chip, Line, People

# Never colour alone: every seat has a shape, as on the web table.
MARKS = "●▲■◆✚♣⬟○"
COLOURS = ("#e05a3f", "#5b93ea", "#2fb39d", "#e2a01d", "#b873cc", "#f0e8d6", "#8ea3c0", "#e48bab")
BRASS, SHADE, LAMP, CRYSTAL, SEAL = "#cfa960", "#7d8798", "#ffc45a", "#86dcdc", "#ff8f73"

Draw = Callable[[Chip], Text]


def mark(seat: int) -> Text:
    """The shape of a seat in its colour."""
    return Text(MARKS[seat], style=COLOURS[seat])


def person(people: People, seat: int) -> Text:
    """A name with its mark in front; the name itself is never coloured."""
    return Text.assemble(mark(seat), " ", (people.names[seat], "bold"))


def sentence(line: Line, chip: Draw) -> Text:
    """A line of words and chips; seats are drawn here, the game draws its own chips."""
    text = Text()
    for part in line.parts:
        if isinstance(part, str):
            text.append(part)
        elif part.kind == "seat":
            text.append_text(Text.assemble(mark(part.value), " ", (part.text, "bold")))
        else:
            text.append_text(chip(part))
    return text


def tray(title: str, content: RenderableType, *, lit: bool = False) -> Panel:
    """A part of the table in a frame. Amber (`lit`) always means that you can act there."""
    return Panel(
        content, title=f"[italic]{title}", title_align="left", border_style=LAMP if lit else SHADE, padding=(0, 1)
    )


def notebook(lines: Iterable[Line], chip: Draw, height: int) -> Group:
    """The last lines of the log; headings stand out."""
    texts = [Text(f"— {line} —", style=f"italic {BRASS}") if line.heading else sentence(line, chip) for line in lines]
    return Group(*texts[-height:])
