"""The public view: the scene, the log, and what changed with the last action.

Everything here is made from views, so that nothing a reader may not know can be sent to them. The public view is
computed once per action and language; a seat's view (`seat.py`) adds only its own part.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from tempolude.engine.events import Event
from tempolude.engine.match import Match
from tempolude.engine.state import EVERYONE, SPECTATOR, may_see
from tempolude.engine.table import STOP, Chip, Line, People, Piece, Scene, moved

from .. import wire
from ..translation import called
from .html import Faces

HEADING, ALARM = 1, 2  # kinds of lines
LINES = 80  # of the log on a new page
WAS = Piece._fields.index("was")
NOTHING = Line(())
SENTENCES = 32  # cached drawings: those of one action, and of some before it


@dataclass(slots=True)
class Entry:
    """A line of the log: the event, the number of actions, and the public line (None if it is not public)."""

    step: int
    event: Event
    line: Line | None
    names: tuple[int, ...]  # the seats it names, which read "you"


class PublicView:
    """The public view of a match in one language."""

    def __init__(self, match: Match, faces: Faces, lang: str, colours: Sequence[int]) -> None:
        self.match, self.faces, self.lang, self.colours = match, faces, lang, colours
        self.names = [called(name, lang) for name in match.names_in(lang)]
        self._people: dict[int, People] = {}
        self.everybody = self.people(SPECTATOR)
        self.scene = Scene()
        self.last: list[str] = []  # the pieces that the last action moved
        self.journal: list[Entry] = []
        self.told = 0  # actions whose events are in the log
        self.fresh: set[tuple[str, str]] = set()  # the faces of changed pieces, with their places
        self.fresh_faces: set[str] = set()  # without their places
        self.change = wire.Scene(last=[])
        self.version = 0  # the number of log entries of the match it has seen
        self.taken_back = 0  # log entries that were undone
        self.afresh = False
        self.undoes = True  # anything can be undone here
        self.quiet = False  # the last action revealed nothing, so perhaps it can be undone
        self._drawn: dict[Line, str] = {}  # drawn sentences, for all readers
        self._latest = NOTHING, ""  # the latest of them: most readers are told the same
        self._rows: dict[tuple[int, bool], wire.Line] = {}  # log lines drawn since the last update
        self._shared: tuple[int, list[wire.Line]] | None = None  # the log from an entry on, as most read it
        self.look()
        self.last = []

    def people(self, reader: int) -> People:
        found = self._people.get(reader)
        if found is None:
            found = self._people[reader] = People(self.names, reader, self.colours)
        return found

    def look(self) -> None:
        """Update to the current table; after an undo, rebuild the log."""
        match = self.match
        taken_back = len(match.log) - len(match.steps)
        self.afresh, self.taken_back, self.version = taken_back != self.taken_back, taken_back, len(match.log)
        self.quiet = bool(match.steps) and match.steps[-1].unseen
        self._rows.clear()
        self._shared = None
        before, self.scene = self.scene, match.table.scene(match.glance(SPECTATOR), self.lang, self.everybody)
        changed, self.last, gone = difference(before.groups, self.scene.groups)
        self.fresh = {(piece.face, piece.at) for piece in (*changed, *self.scene.passing)}
        self.fresh_faces = {face for face, _ in self.fresh}
        self.change = wire.Scene(
            last=self.last,
            pieces=[wire.packed(piece) for piece in moved(changed, self.scene.was)],
            gone=gone,
            places=differing(before.places, self.scene.places, ""),
            counts=differing(before.counts, self.scene.counts, ""),
            passing=[wire.packed(piece) for piece in self.scene.passing],
        )
        if self.afresh:
            self.journal, self.told = [], 0
        self._write()

    def _write(self) -> None:
        steps, everybody = self.match.steps, self.everybody
        for step in range(self.told, len(steps) + 1):
            for event in self.match.events_of(step):
                line = self.match.tell(step, event, self.lang, everybody)
                if line is None:
                    continue
                shown = line if may_see(event.seen_by, SPECTATOR) else None
                self.journal.append(Entry(step, event, shown, named(line)))
        self.told = len(steps) + 1

    def sentence(self, line: Line) -> str:
        """A sentence with its chips drawn; the same for all readers."""
        if not line.parts:
            return ""
        latest, drawn = self._latest
        if line is latest:
            return drawn
        found = self._drawn.get(line)
        if found is None:
            if len(self._drawn) >= SENTENCES:
                self._drawn.clear()
            found = self._drawn[line] = self.faces.sentence(line, self.everybody)
        self._latest = line, found
        return found

    def read(self, entry: Entry, seat: int) -> Line | None:
        """A line of the log for `seat`."""
        seen_by = entry.event.seen_by
        if seen_by != EVERYONE and not may_see(seen_by, seat):
            return None
        if entry.line is not None and seat not in entry.names:
            return entry.line
        return self.match.tell(entry.step, entry.event, self.lang, self.people(seat))

    def lines(self, seat: int, start: int = 0) -> list[wire.Line]:
        """The log for `seat` from an entry on, one line per event."""
        read = [(entry, self.read(entry, seat)) for entry in self.journal[start:]]
        return [row(self.sentence(line), entry.step, line) for entry, line in read if line is not None]

    def story(self, seat: int, start: int = 0) -> list[wire.Line]:
        """Like `lines`, with the lines of a turn joined. The first may continue a line sent before `start`.

        Readers to whom all these lines are public, and who are not named in them, read the same.
        """
        if start >= len(self.journal):
            return []
        for entry in self.journal[max(0, start - 1) :]:
            if entry.line is None or seat in entry.names:
                return self._story(seat, start)
        if self._shared is None or self._shared[0] != start:
            self._shared = start, self._story(seat, start)
        return self._shared[1]

    def _story(self, seat: int, start: int) -> list[wire.Line]:
        rows: list[wire.Line] = []
        before: Line | None = None
        for n in range(start, len(self.journal)):
            line = self.read(self.journal[n], seat)
            if line is None:
                continue
            if before is None and line.clause:
                before = self._before(seat, start)
            if not line.joins(before):
                rows.append(self._row(n, line, False))
            elif rows:
                first, clause = rows.pop(), self._row(n, line, True)
                html, kind = first.html.removesuffix(STOP) + clause.html, max(first.kind, clause.kind)
                rows.append(wire.Line(html, clause.step, kind, first.joins, first.about or clause.about))
            else:
                rows.append(self._row(n, line, True)._replace(joins=1))
            before = line
        return rows

    def _before(self, seat: int, start: int) -> Line | None:
        """The last line that `seat` read before an entry of the log."""
        earlier = (self.read(self.journal[n], seat) for n in reversed(range(start)))
        return next((line for line in earlier if line is not None), None)

    def _row(self, n: int, line: Line, joins: bool) -> wire.Line:
        """A line of the log, or its clause, with its chips drawn; cached for all who read the same."""
        entry, key = self.journal[n], (n, joins)
        found = self._rows.get(key) if line is entry.line else None
        if found is None:
            shown = Line(line.clause) if joins else line
            found = row(self.faces.sentence(shown, self.everybody), entry.step, line)
            if line is entry.line:
                self._rows[key] = found
        return found


def row(html: str, step: int, line: Line) -> wire.Line:
    return wire.Line(html, step, HEADING if line.heading else ALARM if line.alarm else 0, 0, line.about)


def difference(
    before: Sequence[Sequence[Piece]], after: Sequence[Sequence[Piece]]
) -> tuple[list[Piece], list[str], list[str]]:
    """The pieces that are new or have changed, the ids of those that are new or elsewhere, and of those that are gone.

    Groups that are the same tuple have not changed (unless they have changed position).
    """
    old: dict[str, Piece] = {}
    new: dict[str, Piece] = {}
    for group, following in zip_longest(before, after, fillvalue=()):
        if group is not following:
            old.update([(piece.id, piece) for piece in group])
            new.update([(piece.id, piece) for piece in following])
    changed: list[Piece] = []
    last: list[str] = []
    for name, piece in new.items():
        known = old.get(name)
        if known is None or known.at != piece.at:
            changed.append(piece)
            last.append(name)
        elif known is not piece and other(known, piece):
            changed.append(piece)
    return changed, last, [name for name in old if name not in new]


def other(old: Piece, new: Piece) -> bool:
    """Whether a piece has changed; `was` only matters for new ones."""
    return old[:WAS] != new[:WAS] or old.handle != new.handle


def differing(old: Mapping[str, Any], new: Mapping[str, Any], nothing: Any) -> dict[str, Any]:
    """The changed entries of `new`, with `nothing` for removed ones.

    >>> differing({"a": 1, "b": 2}, {"a": 1, "c": 3}, 0)
    {'c': 3, 'b': 0}
    """
    if old is new or old == new:
        return {}
    changed = {key: value for key, value in new.items() if old.get(key) != value}
    if not old.keys() <= new.keys():
        changed |= {key: nothing for key in old if key not in new}
    return changed


def named(line: Line) -> tuple[int, ...]:
    """The seats that a line names."""
    return tuple([part.value for part in line.parts if isinstance(part, Chip) and part.kind == "seat"])
