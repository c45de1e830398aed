"""A review as one file that opens from disk: the same as the page of a server, with everything it needs inside."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from typing import Any

from markupsafe import Markup

from tempolude.engine.match import Match
from tempolude.review.verdicts import RIGHT

from .preview import standing
from .table.chairs import COLOURS
from .view.page import SeatedPlayer, new_public_view
from .view.pages import Pages
from .view.position import Drawing
from .view.public import PublicView
from .view.review import ReviewView

DRAWING = re.compile(r"<svg\b[^<]*(?:<(?!/?svg\b)[^<]*)*</svg>")  # with none inside
LARGE = 200  # characters


class Noted:
    """Leaves drawings out of tables and notes which there are: each is kept once, however often it is shown."""

    def __init__(self) -> None:
        self.faces: set[str] = set()  # of pieces, by name
        self.drawings: dict[str, int] = {}  # others, by what they are

    def piece(self, face: str) -> Markup:
        self.faces.add(face)
        return Markup("")

    def brief(self, table: Markup) -> Markup:
        def noted(found: re.Match[str]) -> str:
            if len(found[0]) < LARGE:
                return found[0]
            number = self.drawings.setdefault(found[0], len(self.drawings))
            return f'<i data-drawing="{number}"></i>'

        return Markup(DRAWING.sub(noted, table))


def review_file(
    match: Match, content: dict[str, Any], readers: Iterable[int], lang: str, done: Callable[[int, int], None]
) -> str:
    """The file; `done` is told how many moments of how many are drawn."""
    pages, readers = Pages([match.game]), list(readers)
    players = [SeatedPlayer(seat, name, seat % COLOURS + 1) for seat, name in enumerate(match.names_in(lang))]
    public, noted, all_of_them = new_public_view(pages, match, players, lang), Noted(), len(readers) * len(match.steps)
    kept, drawn = [], 0
    for seat in readers:
        view, drawing = ReviewView(public, seat, content, None), Drawing(pages, public, players, seat, noted)
        moments: list[tuple[ReviewView, Markup | None]] = []
        for n in range(1, len(match.steps) + 1):
            shown = _shown(view.moved(n), drawing)
            moments += [(each, None if table is None else noted.brief(table)) for each, table in shown]
            drawn += 1
            done(drawn, all_of_them)
        about = _about(public, players, readers, view, seat)
        kept.append(
            pages.render(
                lang, "review_kept.html", position=noted.brief(view.position(drawing)), moments=moments, **about
            )
        )
    faces = {name: str(public.faces.piece(name)) for name in sorted(noted.faces)}
    drawings = json.dumps({"faces": faces, "drawings": list(noted.drawings)}, ensure_ascii=False)
    first = kept[0].partition("</template>")[0].partition(">")[2]  # the page of the first reader is there at once
    page = pages.render(
        lang,
        "review_file.html",
        content=Markup(first.replace('id="review"', f'id="review" data-seat="{readers[0]}"', 1)),
        kept=Markup("".join(kept)),
        drawings=Markup(drawings.replace("<", "\\u003c")),
        **_about(public, players, readers, view, readers[0]),
    )
    return standing(page, pages)


def _shown(view: ReviewView, drawing: Drawing) -> list[tuple[ReviewView, Markup | None]]:
    """A moment and its table, and those of what could have followed a decision that was not right."""
    decision = view.decision
    telling = decision is not None or view.at in view.seen.get("moments", [])
    found: list[tuple[ReviewView, Markup | None]] = [(view, view.position(drawing) if telling else None)]
    if decision and decision["verdict"] != RIGHT:
        steps = [view.moved(view.at, step.number) for step in view.line]
        found += [(step, step.position(drawing)) for step in steps]
    return found


def _about(
    public: PublicView, players: list[SeatedPlayer], readers: list[int], view: ReviewView, seat: int
) -> dict[str, Any]:
    """What the templates need besides."""
    return {
        "game": public.match.game,
        "code": "",
        "review": view,
        "viewer": seat,
        "own": seat,
        "seats": players,
        "readers": [players[each] for each in readers],
        "exercises": [],
        "again": "",
        "onward": None,
        "preparing": False,
        "token": "",
    }
