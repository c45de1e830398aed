"""Render a match as text or as a picture."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from io import StringIO
from typing import Any, Protocol

from rich.color import ColorTriplet
from rich.console import Console, Group
from rich.rule import Rule
from rich.style import Style
from rich.terminal_theme import MONOKAI

from tempolude.engine.drawing import BRASS
from tempolude.engine.game import Game
from tempolude.engine.table import People, Table

RENDER_MODES = ("human", "ansi", "rgb_array")
WIDTH = 110  # characters
LETTERS = 14  # size of the letters of a picture, in pixels
PAPER, INK = (23, 26, 33), (232, 226, 211)


class Drawable(Protocol):
    """What rendering needs of a match."""

    @property
    def game(self) -> Game: ...
    @property
    def names(self) -> list[str]: ...
    @property
    def table(self) -> Table: ...
    def view(self, seat: int) -> Any: ...


class Shown:
    """One state, without a `Match`."""

    def __init__(self, game: Game, seats: int, options: Mapping[str, Any], names: list[str], state: Any) -> None:
        self.game, self.names, self.state = game, names, state
        self.table = game.table(seats, options)
        self.table.meet(self.view(-1))

    def view(self, seat: int) -> Any:
        return self.game.hide(self.state, seat)


def drawn(match: Drawable, seat: int, mode: str | None) -> Any:
    """The table in a render mode; "human" prints it."""
    if mode == "human":
        print(as_text(match, seat, colours=True), end="")
        return None
    if mode == "rgb_array":
        return as_picture(match, seat)
    return as_text(match, seat) if mode == "ansi" else None


def _drawn(match: Drawable, seat: int) -> Group:
    drawing, view = match.game.drawing(), match.view(seat)
    title = f"[bold]{match.game.title['en']}[/]  {drawing.title(view, 'en')}"
    table = drawing.draw(view, seat, People(match.names, seat), "en", [], match.table)
    return Group(Rule(title, style=BRASS, align="left"), table)


def as_text(match: Drawable, seat: int = -1, *, colours: bool = False) -> str:
    """The table as `seat` may see it, -1 for a spectator."""
    colour_system: Any = "truecolor" if colours else None
    console = Console(
        file=StringIO(), width=WIDTH, force_terminal=colours, color_system=colour_system, highlight=False, emoji=False
    )
    with console.capture() as captured:
        console.print(_drawn(match, seat))
    return captured.get()


def as_picture(match: Drawable, seat: int = -1) -> Any:
    """Like `as_text`, as an array of pixels: height, width, and red, green and blue from 0 to 255."""
    import numpy as np
    from PIL import Image, ImageDraw

    console = Console(
        file=StringIO(), width=WIDTH, force_terminal=True, color_system="truecolor", highlight=False, emoji=False
    )
    lines = console.render_lines(_drawn(match, seat), pad=True)
    wide, high = _cell()
    image = Image.new("RGB", (WIDTH * wide, len(lines) * high), PAPER)
    pen = ImageDraw.Draw(image)
    for row, line in enumerate(lines):
        column = 0
        for segment in line:
            ink, paper = _colours(segment.style)
            place = (column * wide, row * high)
            if paper != PAPER:
                pen.rectangle((*place, place[0] + segment.cell_length * wide, place[1] + high), fill=paper)
            for i, letter in enumerate(segment.text.rstrip("\n")):
                if letter != " ":
                    pen.text((place[0] + i * wide, place[1]), letter, font=_font(), fill=ink)
            column += segment.cell_length
    return np.asarray(image, np.uint8).copy()


def _colours(style: Style | None) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
    """The text and background colours of a style."""
    ink = tuple(_triplet(style.color)) if style and style.color and not style.color.is_default else INK
    paper = tuple(_triplet(style.bgcolor)) if style and style.bgcolor and not style.bgcolor.is_default else PAPER
    if style and style.dim:
        ink = tuple((a + b) // 2 for a, b in zip(ink, paper, strict=True))
    return (paper, ink) if style and style.reverse else (ink, paper)  # type: ignore[return-value]


def _triplet(colour: Any) -> ColorTriplet:
    triplet: ColorTriplet = colour.get_truecolor(MONOKAI)
    return triplet


@cache
def _font() -> Any:
    """A monospaced font with all our symbols; matplotlib comes with one."""
    from matplotlib import get_data_path
    from PIL import ImageFont

    return ImageFont.truetype(f"{get_data_path()}/fonts/ttf/DejaVuSansMono.ttf", LETTERS)


@cache
def _cell() -> tuple[int, int]:
    """The width and height of a letter, in pixels."""
    rise, fall = _font().getmetrics()
    return round(_font().getlength("M")), rise + fall
