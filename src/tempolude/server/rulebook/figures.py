"""Figures of a rulebook as HTML: static positions drawn with the pieces of the table.

A figure is drawn through the game's own `table.html`, or as rows of trays with the pieces of some places, in both cases
from a seat's view. Its ids get a prefix, so that several figures fit on a page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from tempolude.engine.figures import Figure
from tempolude.engine.game import Game
from tempolude.engine.match import Match
from tempolude.engine.state import SPECTATOR
from tempolude.engine.table import Piece

from ..view.html import TableLayout, bare
from ..view.page import SeatedPlayer, new_public_view
from ..view.pages import Pages
from ..view.public import HEADING
from ..view.seat import SeatView

FRAME = "figure-table.html"  # shows only the board


@dataclass(frozen=True)
class Picture:
    """One moment of a figure: its drawing, and the log lines of the last step."""

    html: Markup
    lines: list[Markup]


class Shown(TableLayout):
    """The layout of a figure: the pieces of a table, lit where the reader may act, with the numbers of the notes."""

    def __init__(self, seat_view: SeatView, figure: Figure) -> None:
        super().__init__(seat_view.public.scene, seat_view.own, seat_view.public.last, seat_view.public.faces)
        self._notes = {at: i for i, at in enumerate(figure.notes, 1)}
        self._lit = {action[1] for action in seat_view.actions}

    def place(self, name: str, classes: str = "") -> Markup:
        return super().place(name, f"{classes} can" if name in self._lit else classes)

    def _piece(self, piece: Piece, index: int, many: int) -> Markup:
        lit = (piece.handle or piece.id) in self._lit
        drawn = super()._piece(piece._replace(state=f"{piece.state} can") if lit else piece, index, many)
        places = (piece.id, f"{piece.at}.{index}", piece.at if index == 0 else "")
        number = next((self._notes[place] for place in places if place in self._notes), None)
        if number is None:
            return drawn
        return Markup('{}<b class="callout">{}</b></div>').format(Markup(drawn.removesuffix("</div>")), number)


class Pictures:
    """Draws the figures of all games, in both languages."""

    def __init__(self, pages: Pages) -> None:
        self._pages = pages

    def draw(self, game: Game, figure: Figure, lang: str) -> Iterator[Picture]:
        """Draw a figure; for an example, its beginning and every step."""
        seat_view = None
        for step, match in enumerate(figure.moments(game)):
            if seat_view is None:
                players = [SeatedPlayer(i, name, i + 1) for i, name in enumerate(match.names)]
                seat_view = SeatView(new_public_view(self._pages, match, players, lang), figure.seat)
                seat_view.look(match.view(figure.seat))
            else:
                seat_view.public.look()
                seat_view.look(match.view(figure.seat))
            told = seat_view.public.lines(SPECTATOR, seat_view.told) if step else []
            lines = [Markup(line.html) for line in told if line.kind != HEADING]
            seat_view.told = len(seat_view.public.journal)
            yield Picture(self._drawn(match, figure, seat_view, players, f"{figure.name}-{step}"), lines)

    def _drawn(
        self, match: Match, figure: Figure, seat_view: SeatView, players: list[SeatedPlayer], prefix: str
    ) -> Markup:
        lang, content = (
            seat_view.public.lang,
            {"game": match.game, "table": match.table, "seats": players, "me": figure.seat},
        )
        drawn = [f"{match.game.name}/table.html"] if figure.board or not figure.show else []
        drawn += ["figure-trays.html"] if figure.show else []
        layout = Shown(seat_view, figure)
        html = "".join(
            self._pages.framed(FRAME)[lang]
            .get_template(page)
            .render(lang=lang, layout=layout, figure=figure, **content)
            for page in drawn
        )
        return Markup(set_apart(bare(html), prefix))


def set_apart(html: str, prefix: str) -> str:
    """Prefix every id and every reference to one.

    >>> set_apart('<b id="a"></b><use href="#a"/><use href="#b"/>', "x")
    '<b id="x-a"></b><use href="#x-a"/><use href="#b"/>'
    """
    own = set(re.findall(r'\sid="([^"]+)"', html))
    html = re.sub(r'(\s(?:id|for)=")([^"]+)"', rf'\1{prefix}-\2"', html)

    def reference(found: re.Match[str]) -> str:
        return f"{found[1]}{prefix}-{found[2]}" if found[2] in own else found[0]

    return re.sub(r'(href="#|url\(#)([\w.-]+)', reference, html)
