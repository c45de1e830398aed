"""A match moment by moment, through one pair of eyes: 0 is the deal, n is after n actions that count.

A moment is made from the view of that very moment, so that the replay of a running match tells nothing that its table
did not tell then. Only a finished match can be seen with all hands open.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tempolude.engine.match import Match
from tempolude.engine.state import SPECTATOR
from tempolude.engine.table import Piece, Scene

from .. import wire
from ..translation import say
from .html import TableLayout, who
from .public import PublicView, differing
from .seat import SeatView

OPEN = -2  # eyes from which nothing is hidden
LINES = 20  # of the log that a page opens with


@dataclass(frozen=True)
class Frame:
    """What lies where, and who is asked."""

    pieces: dict[str, Piece]  # by id
    places: Mapping[str, str]
    counts: Mapping[str, int | str]
    asked: list[int]

    def moved(self, before: Frame | None) -> list[str]:
        """The pieces that came to another place since the moment before; none of the deal's."""
        if before is None:
            return []
        old = before.pieces
        return [name for name, piece in self.pieces.items() if name not in old or old[name].at != piece.at]

    def whole(self, before: Frame | None) -> wire.Moment:
        """All of it, as a script takes it."""
        return wire.Moment(
            last=self.moved(before),
            pieces=[wire.packed(piece) for piece in self.pieces.values()],
            places=self.places,
            counts=self.counts,
            asked=self.asked,
        )

    def change(self, before: Frame) -> wire.Moment:
        """What is other than at the moment before."""
        old = before.pieces
        return wire.Moment(
            last=self.moved(before),
            pieces=[wire.packed(piece) for name, piece in self.pieces.items() if old.get(name) != piece],
            gone=[name for name in old if name not in self.pieces],
            places=differing(before.places, self.places, ""),
            counts=differing(before.counts, self.counts, ""),
            asked=self.asked,
        )


class Reel:
    """All moments of a match up to now. What is played or taken back meanwhile does not change them.

    `eyes` are a seat's, a spectator's or OPEN.
    """

    def __init__(self, public: PublicView, eyes: int) -> None:
        self.public, self.eyes = public, eyes
        self.actors = [step.seat for step in self.match.steps]
        self._states = [*(step.before for step in self.match.steps), self.match.state.tobytes()]

    @property
    def match(self) -> Match:
        return self.public.match

    @property
    def last(self) -> int:
        """The number of the last moment."""
        return len(self.actors)

    def frame(self, n: int) -> Frame:
        """What these eyes saw after `n` actions."""
        game, table, lang = self.match.game, self.match.table, self.public.lang
        everybody = self.public.people(SPECTATOR)
        state = game.rules.STATE.read(self._states[n])
        scene = table.scene(game.hide(state, SPECTATOR), lang, everybody)
        own: list[Piece] = []
        if self.eyes == OPEN:
            own = table.open(state, lang, everybody)
        elif self.eyes >= 0:
            own = table.own(game.hide(state, self.eyes), self.eyes, lang, self.public.people(self.eyes))
        asked = [seat for seat in range(self.match.seats) if state.waiting[seat]]
        return Frame(laid(scene.pieces, own), scene.places, scene.counts, asked)

    def before(self, n: int) -> Frame | None:
        return self.frame(n - 1) if n else None

    def faces(self, frames: Iterable[Frame]) -> dict[str, str]:
        """How the pieces of some moments look."""
        names = {piece.face for frame in frames for piece in frame.pieces.values()}
        return {name: str(self.public.faces.piece(name)) for name in sorted(names)}

    def lines(self) -> list[wire.Line]:
        """The log as these eyes may read it; with all hands open, as everybody reads it."""
        return self.public.lines(max(self.eyes, SPECTATOR))


class FrameView(SeatView):
    """A frame of a replay, laid out as a seat's view is; instead of a question it has what was done."""

    def __init__(self, reel: Reel, at: int) -> None:
        super().__init__(reel.public, max(reel.eyes, SPECTATOR))
        self.reel, self.at = reel, at
        self.frame, self.previous = reel.frame(at), reel.before(at)
        self.lines = reel.lines()
        self.ask = self._told()

    def layout(self) -> TableLayout:
        scene = Scene([list(self.frame.pieces.values())], self.frame.places, self.frame.counts)
        return TableLayout(scene, (), self.frame.moved(self.previous), self.public.faces)

    def around(self) -> list[wire.Line]:
        """The lines of the log that a page opens with: those about this moment."""
        here = sum(line.step <= self.at for line in self.lines)
        start = max(0, min(here - LINES // 2, len(self.lines) - LINES))
        return self.lines[start : start + LINES]

    def _told(self) -> tuple[str, str]:
        """What was done, in one sentence; what came of it, in others."""
        told = [html for html, step, heading, _ in self.lines if step == self.at and not heading]
        return (told[0], " ".join(told[1:])) if told else (self.untold(), "")

    def untold(self) -> str:
        """What is said of a moment of which the log says nothing."""
        lang = self.public.lang
        if not self.at:
            return say(lang, "The match begins.")
        seat = self.reel.actors[self.at - 1]
        actor = who(self.public.colours[seat], self.match.names[seat])
        return say(lang, "{who} makes a choice of which the journal says nothing.").replace("{who}", str(actor))


def laid(scene: Iterable[Piece], own: list[Piece]) -> dict[str, Piece]:
    """The pieces by their ids; what is one's own replaces what lies at the same places."""
    places, ids = {piece.at for piece in own}, {piece.id for piece in own}
    lying = [piece for piece in scene if piece.at not in places and piece.id not in ids]
    return {piece.id: piece for piece in [*lying, *own]}
