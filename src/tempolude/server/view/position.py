"""A position of a match inside another page: the mat of its table as one seat saw it, with actions lit on it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from markupsafe import Markup, escape

from tempolude.engine.table import Piece, Scene

from ..translation import called
from .frames import Frame, frame_of
from .html import TableLayout, bare
from .page import SeatedPlayer
from .pages import Pages
from .public import PublicView

FRAME = "position.html"
CHOICES = "<!-- choices -->"  # where buttons go that are not on the table
TAG = re.compile(r'<[a-z]+\s[^<>]*?\bdata-handle="([^"]+)"[^<>]*>')
LIT, CHOSEN = "can", "chosen"  # how a piece is marked: under the lamp, or as what was chosen


class Mark(NamedTuple):
    """How what one clicks is marked, and the words on it, if any."""

    kind: str
    words: str = ""

    @property
    def hint(self) -> Markup:
        return Markup(' data-hint="{}"').format(self.words) if self.words else Markup("")


class LitLayout(TableLayout):
    """The pieces of a table with some of them marked, by handle."""

    def __init__(self, frame: Frame, before: Frame | None, faces: Any, marks: Mapping[str, Mark]) -> None:
        super().__init__(
            Scene([list(frame.pieces.values())], frame.places, frame.counts), (), frame.moved(before), faces
        )
        self._marks = marks
        self.lit: set[str] = set()
        self._at: set[tuple[str, str]] = set()  # of equal pieces at a place one is lit

    def place(self, name: str, classes: str = "") -> Markup:
        if name not in self._marks:
            return super().place(name, classes)
        self.lit.add(name)
        mark = self._marks[name]
        return super().place(name, f"{classes} {mark.kind}") + mark.hint

    def _piece(self, piece: Piece, index: int, many: int) -> Markup:
        handle = piece.handle or piece.id
        if handle not in self._marks or (handle, piece.at) in self._at:
            return super()._piece(piece, index, many)
        self.lit.add(handle)
        self._at.add((handle, piece.at))
        mark = self._marks[handle]
        drawn = super()._piece(piece._replace(state=f"{piece.state} {mark.kind}"), index, many)
        return Markup("<div") + mark.hint + Markup(drawn.removeprefix("<div"))

    def light(self, html: str) -> str:
        """Light what the game's page gives a handle by itself."""

        def lit(found: re.Match[str]) -> str:
            tag, handle = found[0], found[1]
            if handle not in self._marks or "data-hint" in tag:
                return tag
            self.lit.add(handle)
            kind, classed = self._marks[handle].kind, ' class="' in tag
            tag = tag.replace(' class="', f' class="{kind} ', 1) if classed else f'{tag[:-1]} class="{kind}">'
            return f"{tag[:-1]}{self._marks[handle].hint}>"

        return TAG.sub(lit, html)


class Drawing:
    """Draws positions of one match, as `viewer` saw them."""

    def __init__(
        self, pages: Pages, public: PublicView, players: Sequence[SeatedPlayer], viewer: int, faces: Any = None
    ) -> None:
        """`faces` draws the faces of pieces instead of the match's own."""
        self._pages, self._public, self._viewer, self._faces = pages, public, viewer, faces or public.faces
        self._players = [replace(player, name=called(player.name, public.lang)) for player in players]

    def draw(
        self, state: Any, said: Sequence[Markup], before: Any = None, marks: Mapping[str, Mark] | None = None
    ) -> Markup:
        """A state below what is asked or was done. What moved since `before` is outlined; `marks` are by handle."""
        public, viewer, match, lang = self._public, self._viewer, self._public.match, self._public.lang
        frame, marks = frame_of(public, state, viewer), marks or {}
        layout = LitLayout(frame, frame_of(public, before, viewer) if before is not None else None, self._faces, marks)
        html = (
            self._pages.framed(FRAME)[lang]
            .get_template(f"{match.game.name}/table.html")
            .render(
                lang=lang,
                game=match.game,
                table=match.table,
                layout=layout,
                seats=self._players,
                me=viewer,
                asked=frame.asked,
                ask=(said[0], Markup(" ").join(said[1:])),
            )
        )
        html = layout.light(html)
        view = match.game.hide(state, viewer)
        buttons = [
            f'<span class="btn {mark.kind}"{mark.hint}>{escape(match.table.button(view, viewer, handle, lang))}</span>'
            for handle, mark in marks.items()
            if handle not in layout.lit
        ]
        return Markup(bare(html.replace(CHOICES, "".join(buttons))))
