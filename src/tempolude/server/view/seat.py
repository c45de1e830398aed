"""What a seat sees besides what everybody sees: its own pieces, what it is asked, what it may do."""

from __future__ import annotations

from typing import Any

import orjson

from tempolude.engine.match import Match
from tempolude.engine.table import Piece

from .html import TableLayout
from .public import LINES, PublicView, packed


class SeatView:
    """A seat (or the spectators' bench) in a language: what its reader sees beside what everybody sees."""

    def __init__(self, public: PublicView, seat: int) -> None:
        self.public, self.seat = public, seat
        self.people = public.people(seat)
        self.own: list[Piece] = []
        self.own_faces: set[str] = set()
        self.ask: list[str] = ["", ""]
        self.actions: list[list[Any]] = []
        self.buttons: dict[str, str] = {}
        self.undo = False
        self.known: set[str] = set()  # faces that its browsers have
        self.taken: set[str] = set()  # places where what is its own lies
        self.all_new = True  # its browsers may lack the face of anything, not only of what changed
        self.told = 0  # entries of the journal that they have
        self.version = -1

    @property
    def match(self) -> Match:
        return self.public.match

    def look(self, view: Any) -> dict[str, Any]:
        """See the table anew, and say what changed in what only this desk sees."""
        own, ask = self._own(view), self._ask(view)
        actions, buttons = self._actions(view)
        undo = self.seat >= 0 and self.public.quiet and self.match.can_undo(self.seat)
        change: dict[str, Any] = {}
        if own != self.own:
            change["own"] = [packed(piece) for piece in own]
            self._take(own)
        if ask != self.ask:
            change["ask"] = self.ask = ask
        if actions != self.actions:
            change["actions"], change["buttons"] = self.actions, self.buttons = actions, buttons
        if undo != self.undo:
            change["undo"] = self.undo = undo
        return change

    def update(self, version: int, view: Any, public: orjson.Fragment, extra: dict[str, Any]) -> bytes:
        """The message that brings its browsers from the last action to this one."""
        message = {"v": version, "all": public, **self.look(view), **extra}
        self.version, afresh = version, self.public.afresh
        start = 0 if afresh else self.told
        lines = self.public.lines(self.seat, start)
        if lines or afresh:
            message["log"] = {"afresh": afresh, "lines": lines[-LINES:], "since": self.since()}
        self.told = len(self.public.journal)
        faces = self._new_faces()
        if faces:
            message["faces"] = faces
        return orjson.dumps(message)

    def state(self, version: int, view: Any) -> dict[str, Any]:
        """All that a page of this desk begins with."""
        self.look(view)
        self.version = version
        self.known.clear()
        self.all_new = True
        self.told = len(self.public.journal)
        scene = self.public.scene
        return {
            "v": version,
            "all": {
                "pieces": [packed(piece) for piece in scene.pieces],
                "places": scene.places,
                "counts": scene.counts,
                "last": self.public.last,
                "afresh": True,
            },
            "own": [packed(piece) for piece in self.own],
            "ask": self.ask,
            "actions": self.actions,
            "buttons": self.buttons,
            "undo": self.undo,
            "log": {"afresh": True, "lines": self.public.lines(self.seat)[-LINES:], "since": self.since()},
            "faces": self._new_faces(),
        }

    def layout(self) -> TableLayout:
        return TableLayout(self.public.scene, self.own, self.public.last, self.public.faces)

    def since(self) -> int:
        """How many actions there were when this seat last acted: what came after is new to it."""
        steps = self.match.steps
        if self.seat < 0:
            return 0
        return next((i + 1 for i in reversed(range(len(steps))) if steps[i].seat == self.seat), 0)

    def explain(self, view: Any, action: int) -> str:
        """What an action of this seat would do, in a few words."""
        return self.match.table.explain(view, self.seat, action, self.public.lang)

    def _own(self, view: Any) -> list[Piece]:
        if self.seat < 0:
            return []
        return self.match.table.own(view, self.seat, self.public.lang, self.people)

    def _take(self, own: list[Piece]) -> None:
        """What is its own now. Where that frees a place, what everybody sees there is new to its browsers."""
        taken = {piece.at for piece in own}
        self.all_new |= taken != self.taken
        self.own, self.taken, self.own_faces = own, taken, {piece.face for piece in own}

    def _ask(self, view: Any) -> list[str]:
        sentences = self.match.table.ask(view, self.seat, self.public.lang, self.people)
        return [self.public.sentence(line) for line in sentences]

    def _actions(self, view: Any) -> tuple[list[list[Any]], dict[str, str]]:
        if self.seat < 0 or not view.waiting[self.seat]:
            return [], {}
        table, seat, lang = self.match.table, self.seat, self.public.lang
        legal = self.match.way.legal(view, seat)
        actions: list[list[Any]] = [[number, *table.handles(view, seat, number)] for number in legal]
        handles: dict[str, None] = dict.fromkeys(handle for action in actions for handle in action[1:])
        labels = {handle: table.button(view, seat, handle, lang) for handle in handles}
        return actions, {handle: label for handle, label in labels.items() if label}

    def _new_faces(self) -> dict[str, str]:
        """The faces in sight that its browsers do not have: of what changed, or of all if other places are open now."""
        known, taken = self.known, self.taken
        lying = self.public.fresh
        if self.all_new:
            lying = {(piece.face, piece.at) for group in self.public.scene.groups for piece in group}
        new = {face for face, at in lying if face not in known and at not in taken}
        if not self.own_faces <= known:
            new |= self.own_faces - known
        self.all_new = False
        if not new:
            return {}
        faces = self.public.faces
        new |= {part for face in new for part in faces.parts(face) if part not in known}
        known |= new
        return {face: str(faces.brief(face)) for face in sorted(new)}
