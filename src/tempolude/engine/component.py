"""What people can bring to a game: decks, boards, sets of cards of their own.

A game that takes some says so in its `own.py`, `COMPONENTS = (Component(option="board", …), …)`. A component reads a
file with the reader that the terminal uses, tells everything that is wrong with it by its line, and says how it looks
(`Look`). The server knows no game: what it shows, keeps and offers at a table all comes from here.
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

KEPT = 32  # files of each component that are not read again


class Face(NamedTuple):
    """A piece as it is looked at: its face, its name, what there is to say of it."""

    face: str
    label: str
    text: str = ""


class Group(NamedTuple):
    """Pieces that lie together, under a title if they have one."""

    title: str
    faces: Sequence[Face]


class Look:
    """A file as a page shows it. One that cannot be read has errors and nothing else."""

    errors: tuple[BadData, ...] = ()  # for which it cannot be played
    advice: tuple[BadData, ...] = ()  # what would make it better to play
    size: int = 0  # how many cards, epochs, contracts it has
    alone: bool = True  # whether it can be played without another beside it
    album: object = None  # what the game's faces ask for as `table`
    figure: Figure | None = None  # a position that shows it at the table
    width: int = 0  # of a piece, in pixels; 0 where the page has its own measure for the game

    def __init__(self, errors: tuple[BadData, ...] = ()) -> None:
        self.errors = errors

    def figures(self, lang: str) -> list[tuple[str, str]]:
        """What there is to say of it in numbers."""
        return []

    def spread(self, lang: str) -> list[tuple[str, int]]:
        """How its pieces are spread over time, if they are."""
        return []

    def groups(self, lang: str, told: bool) -> list[Group]:
        """All its pieces; `told` with what players of a match are not to know beforehand."""
        return []

    def sample(self, lang: str, count: int) -> list[Face]:
        """A few pieces that show what it is like."""
        faces = [face for group in self.groups(lang, False) for face in group.faces]
        step = max(1, len(faces) // count)
        return faces[step // 2 :: step][:count]


class Pick(NamedTuple):
    """A card that may be chosen, at most so many times."""

    id: str
    face: Face
    most: int


class PickGroup(NamedTuple):
    """Cards of which a certain number is to be chosen."""

    title: str
    number: int
    picks: Sequence[Pick]


@dataclass(frozen=True, kw_only=True)
class Component:
    """One kind of file that a game takes for one of its options."""

    option: str  # whose values these files are
    title: Words  # what several are called
    vacant: Words  # what somebody could bring
    help: Mapping[str, Mapping[str, str]]  # by language, what stands in each column
    needed: tuple[str, ...]  # the columns that must be there
    bounds: Words  # how much one may and must hold
    what: str  # the word for one where a file of ours is not found
    folder: Path  # where ours lie
    names: Mapping[str, Words]  # ours, with their titles
    read: Callable[[Source], Look]  # the file, or BadData with all that is wrong with it
    secrets: bool = False  # whether its pieces have something that players are not to know beforehand
    picks_for: str = ""  # the option of the file that choosing some cards of one gives; none: nothing is chosen

    @cached_property
    def _looks(self) -> Any:
        return lru_cache(maxsize=KEPT)(self._look)

    def _look(self, name: str, text: str) -> Look:
        try:
            return self.read(enclosed(name, text))
        except BadData as fault:
            return Look(fault.all)

    def look(self, name: str, text: str) -> Look:
        """The file of that name with this text."""
        look: Look = self._looks(name, text)
        return look

    @cached_property
    def _ours(self) -> dict[str, Look]:
        return {}

    def ours(self, name: str) -> Look:
        """One of the files that come with the game; kept, however many others are looked at."""
        if name not in self._ours:
            self._ours[name] = self._look(self.names[name]["en"], self.text_of(name))
        return self._ours[name]

    def text_of(self, name: str) -> str:
        """The text of a file that comes with the game, its newest version."""
        return called(find(self.what, self.folder, name)).read_text("utf-8")

    def template(self, lang: str) -> str:
        """A file to begin with: ours, with the separator that spreadsheets of that language expect."""
        rows = csv.reader(StringIO(self.text_of(next(iter(self.names))), newline="\n"))
        return written(rows, lang)

    def options(self, value: Any, look: Look, beside: Iterable[str]) -> dict[str, Any]:
        """The options with which it is played; `beside` names others of ours that somebody wants with it."""
        return {self.option: value}

    # --- Choosing from one -------------------------------------------------------

    def picks(self, look: Look, lang: str) -> list[PickGroup]:
        """What can be chosen of it."""
        return []

    def picked(self, name: str, text: str, counts: Mapping[str, int]) -> tuple[str, str]:
        """The option and the text of a file with so many of each card; `name` is one of ours, or empty."""
        raise NotImplementedError


def written(rows: Iterable[Iterable[object]], lang: str) -> str:
    """Rows as a file that a spreadsheet of that language opens."""
    text = StringIO()
    csv.writer(text, delimiter=";" if lang == "fr" else ",", lineterminator="\r\n").writerows(rows)
    return "\ufeff" + text.getvalue()
