"""The table as HTML: faces, sentences, pieces and the layout of a scene.

Faces are drawn by the macros of a game's `faces.html`, or by the default ones, each once. A browser is sent only the
faces of pieces that its reader sees.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from jinja2 import Environment
from markupsafe import Markup, escape

from tempolude.engine.errors import BadGame
from tempolude.engine.table import Chip, Line, People, Piece, Scene

HOUSE = "_house"  # the template prefix of the default faces; not the name of any game
MOST = 5000  # cached drawings: the variety of counts, dates and gaps is unlimited
CHIP = "\x00"  # marks a chip while a sentence is assembled
OPENING = ("“", "«\u00a0")
QUOTED = re.compile(f"(?:“|«\u00a0){CHIP}[^{CHIP}]*{CHIP}(?:”|\u00a0»)")  # keep quotation marks with the chip
PLAY = ("data-tip", "data-rule", "data-name", "data-count", "data-handle", "aria-label", "role", "tabindex")
PART = re.compile(r'data-part="([^"]+)">')


class Faces:
    """The drawings of a game's pieces and chips in one language; `table` is passed to its macros."""

    def __init__(self, templates: Environment, game: str, table: Any, lang: str) -> None:
        about = {"table": table, "lang": lang}
        self._game = game
        self._macros = [templates.get_template(f"{of}/faces.html").make_module(about) for of in (game, HOUSE)]
        self._drawn: dict[str, str] = {}
        self._whole: dict[str, Markup] = {}
        self._parts: dict[str, tuple[str, ...]] = {}
        self._chips: dict[Chip, str] = {}

    def piece(self, face: str) -> Markup:
        """The complete drawing of a face such as "card:3:11"."""
        whole = self._whole.get(face)
        if whole is None:
            whole = Markup(PART.sub(lambda part: f"{part[0]}{self.piece(part[1])}", self.brief(face)))
            if len(self._whole) < MOST:
                self._whole[face] = whole
        return whole

    def brief(self, face: str) -> str:
        """The drawing with empty parts: an element with `data-part="art:comet"` shows the face `art:comet`."""
        drawn = self._drawn.get(face)
        if drawn is None:
            kind, *arguments = face.split(":")
            macro = self._macro(kind)
            if macro is None:
                raise BadGame(f"{self._game}: nothing draws the face {face!r}; faces.html needs a macro {kind}")
            drawn = str(macro(*arguments)).strip()
            if len(self._drawn) < MOST:
                self._drawn[face] = drawn
        return drawn

    def _macro(self, name: str) -> Any:
        """The macro that draws a face or a chip: the game's own, or the default."""
        return next((getattr(macros, name) for macros in self._macros if hasattr(macros, name)), None)

    def parts(self, face: str) -> tuple[str, ...]:
        """The faces that are parts of a face."""
        parts = self._parts.get(face)
        if parts is None:
            parts = tuple(PART.findall(self.brief(face)))
            if len(self._parts) < MOST:
                self._parts[face] = parts
        return parts

    def line(self, line: Line, people: People) -> Markup:
        """A sentence with its chips drawn."""
        return Markup(self.sentence(line, people))

    def sentence(self, line: Line, people: People) -> str:
        """Like `line`, as a plain string."""
        parts = [escaped(p) if isinstance(p, str) else self._chip(p, people) for p in line.parts]
        html = "".join(parts)
        if OPENING[0] in html or OPENING[1] in html:
            parts = [
                html if isinstance(p, str) else f"{CHIP}{html}{CHIP}" for p, html in zip(line.parts, parts, strict=True)
            ]
            html = QUOTED.sub(r'<span class="quoted">\g<0></span>', "".join(parts)).replace(CHIP, "")
        return html

    def _chip(self, chip: Chip, people: People) -> str:
        if chip.kind == "seat":
            return who(people.colours[chip.value], chip.text)
        drawn = self._chips.get(chip)
        if drawn is None:
            macro = self._macro(f"chip_{chip.kind}")
            drawn = str(macro(chip.value, chip.text)).strip() if macro else f"<b>{escape(chip.text)}</b>"
            if len(self._chips) < MOST:
                self._chips[chip] = drawn
        return drawn


@lru_cache(maxsize=4096, typed=True)  # the same texts recur
def escaped(text: str) -> str:
    return str(escape(text))


def emphatic(line: Line) -> str:
    """A sentence as simple HTML, with chips in bold."""
    return "".join(escaped(p) if isinstance(p, str) else f"<b>{escaped(p.text)}</b>" for p in line.parts)


@lru_cache(maxsize=4096)
def who(colour: int, name: str) -> Markup:
    """A name with its mark."""
    mark = f'<svg viewBox="0 0 24 24" aria-hidden="true"><use href="#mark-{colour}"/></svg>'
    return Markup(f'<span class="who p{colour}">{mark}{escape(name)}</span>')


class TableLayout:
    """What a game's `table.html` uses to lay out a scene, before any script runs."""

    def __init__(self, scene: Scene, own: Iterable[Piece], last: Iterable[str], faces: Faces) -> None:
        own = list(own)
        taken = {piece.at for piece in own}
        self._lying: dict[str, list[Piece]] = {}
        for piece in [piece for piece in scene.pieces if piece.at not in taken] + own:
            self._lying.setdefault(piece.at, []).append(piece)
        for pieces in self._lying.values():
            pieces.sort(key=lambda piece: piece.order)
        self._scene, self._last, self._faces = scene, frozenset(last), faces

    def at(self, place: str) -> Markup:
        """The pieces at a place."""
        lying = self._lying.get(place, ())
        labels = Counter(piece.label for piece in lying)
        firsts = {piece.label: piece.id for piece in reversed(lying)}
        named = (labels[piece.label] if firsts[piece.label] == piece.id else 0 for piece in lying)
        return Markup("").join(
            self._piece(piece, i, many) for i, (piece, many) in enumerate(zip(lying, named, strict=True))
        )

    def place(self, name: str, classes: str = "") -> Markup:
        """The attributes of a place: its id, its classes and state, its number of pieces."""
        state = self._scene.places.get(name, "")
        classes = f"{classes} {state}".strip()
        return Markup(f'id="{escaped(name)}" class="{escaped(classes)}" style="--of:{len(self._lying.get(name, ()))}"')

    def count(self, name: str) -> Markup:
        """A count of the scene that is kept up to date."""
        return Markup(f'<span data-count="{escaped(name)}">{escape(self._scene.counts.get(name, ""))}</span>')

    def has(self, name: str) -> bool:
        """Whether the scene has a count of that name."""
        return name in self._scene.counts

    def variables(self) -> str:
        """The counts of the scene as custom properties of the whole table: `--events: 6`."""
        return ";".join(f"--{name}:{value}" for name, value in self._scene.counts.items() if isinstance(value, int))

    def _piece(self, piece: Piece, index: int, many: int) -> Markup:
        """A piece; `many` is the number of pieces there with the same name, or 0 if one has been named already."""
        classes = " ".join(filter(None, ("piece", piece.state, "last" if piece.id in self._last else "")))
        named = name(piece.label, many) if piece.label and many else 'aria-hidden="true"'
        about = f'id="{escaped(piece.id)}" class="{escaped(classes)}" data-face="{escaped(piece.face)}"'
        return Markup(f'<div {about} style="--i:{index}" {named}>{escape(self._faces.piece(piece.face))}</div>')


@lru_cache(maxsize=4096, typed=True)
def name(label: str, many: int) -> Markup:
    """The name of a piece for screen readers; equal pieces are named once, with their number if the name has none.

    >>> name("Kè, spent", 3)
    Markup('role="img" aria-label="Kè, spent ×3" data-name="Kè, spent"')
    """
    if many == 1 or str(many) in label:
        return Markup(f'role="img" aria-label="{escape(label)}"')
    return Markup(f'role="img" aria-label="{escape(label)} ×{many}" data-name="{escape(label)}"')


def bare(html: str) -> str:
    r"""Remove what only a live table needs: tooltips, names for screen readers, tab stops.

    >>> bare('<b  data-tip="A card (C1.1)." tabindex="0">3</b>\n\n  <i>!</i>')
    '<b>3</b>\n<i>!</i>'
    """
    return re.sub(r"\s*\n\s*", "\n", re.sub(rf'\s+(?:{"|".join(PLAY)})="[^"]*"', "", html))
