"""A match moment by moment, from one point of view: 0 is the deal, n is after n actions that were not undone.

A moment is made from the view at that moment, so the replay of a running match reveals nothing that its table did not
show then. Only a finished match can be seen with all hands open.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tempolude.engine.match import Match
from tempolude.engine.state import SPECTATOR
from tempolude.engine.table import Piece, Scene

from .. import wire
from ..translation import say
from .html import TableLayout, who
from .public import HEADING, PublicView, differing
from .seat import SeatView

OPEN = -2  # the point of view from which nothing is hidden
LINES = 20  # of the log on a new page


@dataclass(frozen=True)
class Frame:
    """The pieces and the seats to decide at one moment."""

    pieces: dict[str, Piece]  # by id
    places: Mapping[str, str]
    counts: Mapping[str, int | str]
    asked: list[int]

    def moved(self, before: Frame | None) -> list[str]:
        """The pieces that have changed place since the previous moment; none for the deal."""
        if before is None:
            return []
        old = before.pieces
        return [name for name, piece in self.pieces.items() if name not in old or old[name].at != piece.at]

    def whole(self, before: Frame | None) -> wire.Moment:
        """The whole frame as a message."""
        return wire.Moment(
            last=self.moved(before),
            pieces=[wire.packed(piece) for piece in self.pieces.values()],
            places=self.places,
            counts=self.counts,
            asked=self.asked,
        )

    def change(self, before: Frame) -> wire.Moment:
        """What changed since the previous moment."""
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
    """All moments of a match so far. Later actions and undos do not change them.

    `viewer` is a seat, SPECTATOR or OPEN.
    """

    def __init__(self, public: PublicView, viewer: int) -> None:
        self.public, self.viewer = public, viewer
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
        """The frame after `n` actions."""
        return frame_of(self.public, self.match.game.rules.STATE.read(self._states[n]), self.viewer)

    def before(self, n: int) -> Frame | None:
        return self.frame(n - 1) if n else None

    def faces(self, frames: Iterable[Frame]) -> dict[str, str]:
        """The faces of the pieces of some frames."""
        names = {piece.face for frame in frames for piece in frame.pieces.values()}
        return {name: str(self.public.faces.piece(name)) for name in sorted(names)}

    def lines(self) -> list[wire.Line]:
        """The log from this point of view; with all hands open, the public log."""
        return self.public.lines(max(self.viewer, SPECTATOR))


class FrameView(SeatView):
    """A frame of a replay, laid out like a seat's view; instead of a prompt it shows the last action."""

    def __init__(self, reel: Reel, at: int) -> None:
        super().__init__(reel.public, max(reel.viewer, SPECTATOR))
        self.reel, self.at = reel, at
        self.frame, self.previous = reel.frame(at), reel.before(at)
        self.lines = reel.lines()
        self.ask = self._told()

    def layout(self) -> TableLayout:
        scene = Scene([list(self.frame.pieces.values())], self.frame.places, self.frame.counts)
        return TableLayout(scene, (), self.frame.moved(self.previous), self.public.faces)

    def around(self) -> list[wire.Line]:
        """The lines of the log on a new page: those around this moment."""
        here = sum(line.step <= self.at for line in self.lines)
        start = max(0, min(here - LINES // 2, len(self.lines) - LINES))
        return self.lines[start : start + LINES]

    def _told(self) -> tuple[str, str]:
        """The action in one sentence, and its effects in others."""
        told = [line.html for line in self.lines if line.step == self.at and line.kind != HEADING]
        return (told[0], " ".join(told[1:])) if told else (self.untold(), "")

    def untold(self) -> str:
        """The text for a moment without log lines."""
        lang = self.public.lang
        if not self.at:
            return say(lang, "The game begins.")
        seat = self.reel.actors[self.at - 1]
        actor = who(self.public.colours[seat], self.public.names[seat])
        return say(lang, "{who} makes a hidden choice.").replace("{who}", str(actor))


def frame_of(public: PublicView, state: Any, viewer: int) -> Frame:
    """A state of a match as `viewer` sees it."""
    match, lang, everybody = public.match, public.lang, public.people(SPECTATOR)
    game, table = match.game, match.table
    scene = table.scene(game.hide(state, SPECTATOR), lang, everybody)
    own: list[Piece] = []
    if viewer == OPEN:
        own = table.open(state, lang, everybody)
    elif viewer >= 0:
        own = table.own(game.hide(state, viewer), viewer, lang, public.people(viewer))
    asked = [seat for seat in range(match.seats) if state.waiting[seat]]
    return Frame(laid(scene.pieces, own), scene.places, scene.counts, asked)


def laid(scene: Iterable[Piece], own: list[Piece]) -> dict[str, Piece]:
    """The pieces by id; a seat's own pieces replace those at the same places."""
    places, ids = {piece.at for piece in own}, {piece.id for piece in own}
    lying = [piece for piece in scene if piece.at not in places and piece.id not in ids]
    return {piece.id: piece for piece in [*lying, *own]}
