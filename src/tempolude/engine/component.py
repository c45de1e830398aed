"""Components: files that players can bring to a game, such as custom decks, boards and sets of cards.

A game lists its components in `own.py`, `COMPONENTS = (Component(option="board", …), …)`. A component reads a file with
the same reader as the terminal, reports every fault by line, and describes how the file looks on a page (`Look`). The
server knows no game: what it shows, stores and offers at a table comes from here.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from .data import Source, called, find
from .errors import BadData
from .options import Words, enclosed

if TYPE_CHECKING:
    from .figures import Figure

KEPT = 32  # files cached by each component


class Face(NamedTuple):
    """A piece on a component's page: its face, its name and its description."""

    face: str
    label: str
    text: str = ""


class Group(NamedTuple):
    """Pieces shown together, under an optional title."""

    title: str
    faces: Sequence[Face]


class Look:
    """A file as a page shows it. One that cannot be read has only errors."""

    errors: tuple[BadData, ...] = ()  # faults that make it unplayable
    advice: tuple[BadData, ...] = ()  # suggestions for better play
    size: int = 0  # the number of cards, epochs or contracts
    alone: bool = True  # whether it can be played without another file
    album: object = None  # passed to the game's faces as `table`
    figure: Figure | None = None  # a position that shows it on the table
    width: int = 0  # of a piece, in pixels; 0 for the page's default

    def __init__(self, errors: tuple[BadData, ...] = ()) -> None:
        self.errors = errors

    def figures(self, lang: str) -> list[tuple[str, str]]:
        """Labelled numbers about the file."""
        return []

    def spread(self, lang: str) -> list[tuple[str, int]]:
        """How its pieces are spread over time, if they have dates."""
        return []

    def groups(self, lang: str, told: bool) -> list[Group]:
        """All its pieces; if `told`, with what players should not know before a match."""
        return []

    def sample(self, lang: str, count: int) -> list[Face]:
        """A few representative pieces."""
        faces = [face for group in self.groups(lang, False) for face in group.faces]
        step = max(1, len(faces) // count)
        return faces[step // 2 :: step][:count]


class Pick(NamedTuple):
    """A card that can be chosen, and how many times at most."""

    id: str
    face: Face
    most: int


class PickGroup(NamedTuple):
    """Cards of which a certain number must be chosen."""

    title: str
    number: int
    picks: Sequence[Pick]


@dataclass(frozen=True, kw_only=True)
class Component:
    """A kind of file that is a value of one of the game's options."""

    option: str  # the option that takes these files
    title: Words  # the plural
    vacant: Words  # the text of the empty list
    help: Mapping[str, Mapping[str, str]]  # by language, what each column contains
    needed: tuple[str, ...]  # the required columns
    bounds: Words  # the size limits, in words
    what: str  # the kind of file, for errors
    folder: Path  # of the built-in files
    names: Mapping[str, Words]  # the built-in files, with their titles
    read: Callable[[Source], Look]  # parses a file; BadData with all its faults
    secrets: bool = False  # whether its pieces have something that players should not know before a match
    picks_for: str = ""  # the option that takes a selection of its cards; empty if cards cannot be chosen

    @cached_property
    def _looks(self) -> Any:
        return lru_cache(maxsize=KEPT)(self._look)

    def _look(self, name: str, text: str) -> Look:
        try:
            return self.read(enclosed(name, text))
        except BadData as fault:
            return Look(fault.all)

    def look(self, name: str, text: str) -> Look:
        """Read a file with this name and text."""
        look: Look = self._looks(name, text)
        return look

    @cached_property
    def _ours(self) -> dict[str, Look]:
        return {}

    def ours(self, name: str) -> Look:
        """A built-in file, cached for good."""
        if name not in self._ours:
            self._ours[name] = self._look(self.names[name]["en"], self.text_of(name))
        return self._ours[name]

    def text_of(self, name: str) -> str:
        """The text of the newest version of a built-in file."""
        return called(find(self.what, self.folder, name)).read_text("utf-8")

    def template(self, lang: str) -> str:
        """A template to start from: a built-in file, with the separator that spreadsheets in that language expect."""
        rows = csv.reader(StringIO(self.text_of(next(iter(self.names))), newline="\n"))
        return written(rows, lang)

    def options(self, value: Any, look: Look, beside: Iterable[str]) -> dict[str, Any]:
        """The options to play it with; `beside` names built-in files to add."""
        return {self.option: value}

    # --- Choosing from one -------------------------------------------------------

    def picks(self, look: Look, lang: str) -> list[PickGroup]:
        """The cards that can be chosen from it."""
        return []

    def picked(self, name: str, text: str, counts: Mapping[str, int]) -> tuple[str, str]:
        """The option and the text of a file with these counts of each card; `name` is a built-in file's, or empty."""
        raise NotImplementedError


def written(rows: Iterable[Iterable[object]], lang: str) -> str:
    """Rows as CSV for spreadsheets in that language."""
    text = StringIO()
    csv.writer(text, delimiter=";" if lang == "fr" else ",", lineterminator="\r\n").writerows(rows)
    return "\ufeff" + text.getvalue()
