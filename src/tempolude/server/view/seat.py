"""Seat views: what a seat sees besides the public view, namely its own pieces, its prompt and its actions."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from tempolude.engine.table import Line, Piece, half_made

from .. import wire
from .html import TableLayout, emphatic
from .public import LINES, PublicView


class SeatView:
    """The view of a seat, or of spectators, in a language: what its reader sees besides the public view."""

    def __init__(self, public: PublicView, seat: int) -> None:
        self.public, self.match, self.seat = public, public.match, seat
        self.people = public.people(seat)
        self.own: list[Piece] = []
        self.own_faces: set[str] = set()
        self.asked = (Line(()), Line(()))
        self.ask = ("", "")  # the same as HTML
        self.actions: wire.Actions = []
        self.buttons: dict[str, str] = {}
        self.half: dict[str, str] = {}
        self.quiet: list[str] = []
        self.undo = False
        self.known: set[str] = set()  # the faces that its browsers have
        self.taken: set[str] = set()  # the places of its own pieces
        self.covered: set[tuple[str, str]] = set()  # faces not sent because its own pieces cover their places
        self.uncovered: set[tuple[str, str]] = set()  # those that they no longer cover
        self.all_new = True  # any face may be missing, not only those of changed pieces
        self.told = 0  # the log entries that they have
        self.version = -1

    def look(self, view: Any) -> None:
        """Update what only this seat sees."""
        own = self._own(view)
        if own != self.own:
            self._take(own)
        self._ask(view)
        self.actions, self.buttons, self.half = self._actions(view)
        quiet = self.match.table.quiet(view, self.seat) if self.buttons else ()
        self.quiet = [handle for handle in quiet if handle in self.buttons]
        self.undo = self.seat >= 0 and self.public.undoes and self.public.quiet and self.match.can_undo(self.seat)

    def update(self, message: wire.Update, view: Any) -> None:
        """Add to an update what changed for this seat's browsers."""
        own, ask, actions, undo = self.own, self.ask, self.actions, self.undo
        self.look(view)
        self.version, afresh = message.version, self.public.afresh
        if self.own is not own:
            message.own = [wire.packed(piece) for piece in self.own]
        if self.ask != ask:
            message.ask = self.ask
        if self.actions != actions:
            message.actions, message.buttons = self.actions, self.buttons
            message.half, message.quiet = self.half, self.quiet
        if self.undo != undo:
            message.undo = self.undo
        lines = self.public.story(self.seat, 0 if afresh else self.told)
        if lines or afresh:
            message.log = wire.Log(lines[-LINES:], self.since(), afresh)
        self.told = len(self.public.journal)
        if faces := self._new_faces():
            message.faces = faces

    def state(self, version: int, view: Any) -> wire.State:
        """The initial state of a page of this seat."""
        self.look(view)
        self.version = version
        self.known.clear()
        self.all_new = True
        self.told = len(self.public.journal)
        scene = self.public.scene
        return wire.State(
            version=version,
            all=wire.Scene(
                last=self.public.last,
                pieces=[wire.packed(piece) for piece in scene.pieces],
                places=scene.places,
                counts=scene.counts,
                afresh=True,
            ),
            own=[wire.packed(piece) for piece in self.own],
            ask=self.ask,
            actions=self.actions,
            buttons=self.buttons,
            half=self.half,
            quiet=self.quiet,
            undo=self.undo,
            log=wire.Log(self.public.story(self.seat)[-LINES:], self.since(), afresh=True),
            faces=self._new_faces(),
        )

    def layout(self) -> TableLayout:
        return TableLayout(self.public.scene, self.own, self.public.last, self.public.faces)

    def since(self) -> int:
        """The number of actions when this seat last acted: later ones are new to it."""
        steps = self.match.steps if self.seat >= 0 else []
        for n in range(len(steps), 0, -1):
            if steps[n - 1].seat == self.seat:
                return n
        return 0

    def explain(self, view: Any, action: int) -> wire.Explained:
        """What an action of this seat would do, in a few words and as it would look."""
        table, lang = self.match.table, self.public.lang
        pieces = table.preview(view, self.seat, action, lang, self.people)
        faces = {piece.face for piece in pieces} - self.known
        return wire.Explained(
            action,
            table.explain(view, self.seat, action, lang),
            preview=[wire.packed(piece) for piece in pieces],
            faces={face: str(self.public.faces.piece(face)) for face in sorted(faces)},
        )

    def hint(self, view: Any, best: list[tuple[int, int | None]]) -> wire.Hint:
        """Actions of this seat as advice, each with its chance of winning."""
        table, seat = self.match.table, self.seat
        return wire.Hint(
            [
                wire.Advice(
                    action=action,
                    handles=list(table.handles(view, seat, action)),
                    words=self.public.sentence(table.advise(view, seat, action, self.public.lang, self.people)),
                    chance=UNSET if chance is None else chance,
                )
                for action, chance in best
            ]
        )

    def _own(self, view: Any) -> list[Piece]:
        if self.seat < 0:
            return []
        return self.match.table.own(view, self.seat, self.public.lang, self.people)

    def _take(self, own: list[Piece]) -> None:
        """Set its own pieces. If that uncovers a place, the public pieces there may be new to its browsers."""
        taken = {piece.at for piece in own}
        if self.covered:
            self.uncovered |= {lying for lying in self.covered if lying[1] not in taken}
            self.covered -= self.uncovered
        self.own, self.taken, self.own_faces = own, taken, {piece.face for piece in own}

    def _ask(self, view: Any) -> None:
        asked = self.match.table.ask(view, self.seat, self.public.lang, self.people)
        if asked != self.asked:
            self.asked, self.ask = asked, (self.public.sentence(asked[0]), self.public.sentence(asked[1]))

    def _actions(self, view: Any) -> tuple[wire.Actions, dict[str, str], dict[str, str]]:
        """The legal actions, the texts of buttons, and the prompts of half-made moves."""
        if self.seat < 0 or not view.waiting[self.seat]:
            return [], {}, {}
        table, seat, lang = self.match.table, self.seat, self.public.lang
        legal = self.match.way.legal(view, seat)
        found = {number: table.handles(view, seat, number) for number in legal}
        actions: wire.Actions = [[number, *handles] for number, handles in found.items()]
        handles = dict.fromkeys(handle for each in found.values() for handle in each)
        labels = {handle: table.button(view, seat, handle, lang) for handle in handles}
        buttons = {handle: label for handle, label in labels.items() if label}
        half = {
            " ".join(picked): emphatic(table.half(view, seat, picked, following, lang))
            for picked, following in half_made(found.values()).items()
        }
        return actions, buttons, half

    def _new_faces(self) -> dict[str, str]:
        """The visible faces that its browsers lack: of changed or uncovered pieces, or of all."""
        known, taken, lying = self.known, self.taken, self.public.fresh
        if self.all_new:
            lying = {(piece.face, piece.at) for group in self.public.scene.groups for piece in group}
            self.covered.clear()
        elif self.uncovered:
            lying = lying | self.uncovered
        elif known.issuperset(self.public.fresh_faces) and known.issuperset(self.own_faces):
            return {}
        self.uncovered.clear()
        new = self.own_faces - known
        for face, at in lying:
            if face not in known:
                if at in taken:
                    self.covered.add((face, at))
                else:
                    new.add(face)
        self.all_new = False
        if not new:
            return {}
        faces = self.public.faces
        for face in tuple(new):
            new.update(part for part in faces.parts(face) if part not in known)
        known |= new
        return {face: faces.brief(face) for face in sorted(new)}
