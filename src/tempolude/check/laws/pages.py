"""The table in the browser: nothing sent to a reader reveals what they may not know; updates send only changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import copy
from dataclasses import replace
from random import Random
from typing import Any, TypeVar

import msgspec
from msgspec import UNSET

from tempolude.engine.game import Game
from tempolude.engine.match import Match
from tempolude.engine.state import SPECTATOR, may_see
from tempolude.engine.table import STOP, People, Piece
from tempolude.server import wire
from tempolude.server.view.page import SeatedPlayer, live_page, new_public_view
from tempolude.server.view.pages import Pages
from tempolude.server.view.public import PublicView
from tempolude.server.view.seat import SeatView

from ..cases import Case, at, play_at_random, positions
from ..law import law_of_cases
from .hidden import culprits, reader

COMPILES = {"nothing_hidden_is_sent"}
Message = TypeVar("Message")
_pages: dict[str, Pages] = {}


def pages_of(game: Game) -> Pages:
    if game.package not in _pages:
        _pages[game.package] = Pages([game])
    return _pages[game.package]


def players(match: Match) -> list[SeatedPlayer]:
    return [SeatedPlayer(seat, f"P{seat}", seat + 1) for seat in range(match.seats)]


def sent(match: Match, seat: int, lang: str) -> tuple[bytes, str]:
    """The initial page and socket messages of a seat."""
    pages = pages_of(match.game)
    seat_view = SeatView(new_public_view(pages, match, players(match), lang), seat)
    state = seat_view.state(len(match.log), match.view(seat))
    return wire.encode(state), live_page(pages, seat_view, players(match), None, state, "seal")


def twin(match: Match, seat: int, seed: int) -> Match:
    """The same match with different values for all that `seat` may not know, including others' secrets in the log."""
    other = copy(match)
    other.state = match.view(seat)
    match.game.compiled.guess(other.state, seat, seed)
    other.state.array["events"] = match.state.array["events"]
    other.state.happened = match.state.happened
    for row in other.state.array["events"][0][: match.state.happened]:
        if not known(int(row[1]), seat):
            row[2:] = 0
    other.opening = masked(match.opening, seat)
    other.steps = [replace(step, events=masked(step.events, seat)) for step in match.steps]
    return other


def known(seen_by: int, seat: int) -> bool:
    return may_see(seen_by, seat) or may_see(seen_by, SPECTATOR)


def masked(events: Any, seat: int) -> Any:
    return tuple(e if known(e.seen_by, seat) else e._replace(numbers=(0, 0, 0)) for e in events)


def twins(case: Case, seed: int) -> Iterator[tuple[Match, Match, int, str]]:
    """Unfinished matches with their twins, for every reader, in one language or the other."""
    for number, match in enumerate(positions(case, seed, every=25)[:4]):
        if match.over:
            continue
        for seat in range(SPECTATOR, case.seats):
            other = twin(match, seat, number)
            match.can_undo = other.can_undo = lambda seat: False  # type: ignore[method-assign]  # reads the generator
            yield match, other, seat, ("en", "fr")[(number + seat) % 2]


@law_of_cases
def nothing_hidden_is_sent(case: Case) -> Iterator[str]:
    """The page and messages of a reader do not depend on what they may not know."""
    for match, other, seat, lang in twins(case, 0):
        if sent(match, seat, lang) == sent(other, seat, lang):
            continue

        def page(s: Any, match: Match = match, seat: int = seat, lang: str = lang) -> list[str]:
            mixed = copy(match)
            mixed.state = s
            mixed.can_undo = lambda seat: False  # type: ignore[method-assign]
            return [str(part) for part in sent(mixed, seat, lang)]

        leak = culprits(match.state, other.state, page)
        yield f"{leak} leaks to {reader(seat)} on the page or in its messages, after {len(match.log)} actions"
        return


@law_of_cases
def what_changed_is_sent(case: Case) -> Iterator[str]:
    """The update after an action brings a page to the current state; every piece has a unique id."""
    match, dice = case.match(0), Random(0)
    watching = PublicView(match, pages_of(case.game).faces(match, "en"), "en", range(1, 9))
    scene = {piece.id: piece for piece in watching.scene.pieces}
    places, counts = dict(watching.scene.places), dict(watching.scene.counts)
    while not match.over and len(match.log) < 40:
        play_at_random(match, dice, 1)
        watching.look()
        ids = [piece.id for piece in watching.scene.pieces]
        if twice := {name for name in ids if ids.count(name) > 1}:
            yield f"two pieces of the scene have the id {sorted(twice)[0]!r}"
            return
        for name in watching.change.gone:
            del scene[name]
        changed = {row[0] for row in watching.change.pieces}
        scene |= {piece.id: piece for piece in watching.scene.pieces if piece.id in changed}
        places |= watching.change.places
        counts |= watching.change.counts
        now = watching.scene
        same = still(scene.values()) == still(now.pieces)
        same &= {k: v for k, v in places.items() if v} == {k: v for k, v in now.places.items() if v}
        same &= {k: v for k, v in counts.items() if v != ""} == {k: v for k, v in now.counts.items() if v != ""}
        if not same:
            yield f"after {len(match.log)} actions a page that was sent every change differs from a new one"
            return


@law_of_cases
def updates_add_up_to_a_new_page(case: Case) -> Iterator[str]:
    """Every reader who was sent every update has what a new page would be sent: nothing shared is another's."""
    match, dice, faces = case.match(1), Random(1), pages_of(case.game).faces(case.match(1), "fr")
    public = PublicView(match, faces, "fr", range(1, 9))
    seats = range(SPECTATOR, case.seats)
    views = {seat: SeatView(public, seat) for seat in seats}
    pages = {seat: read(views[seat].state(0, match.view(seat)), wire.State) for seat in seats}
    while not match.over and len(match.log) < 30:
        undoing = [seat for seat in range(case.seats) if match.can_undo(seat) and dice.random() < 0.2]
        if undoing:
            match.undo(undoing[0])
        else:
            play_at_random(match, dice, 1)
        public.look()
        for seat in seats:
            update = wire.Update(len(match.log), public.change, match.log[-1][0])
            views[seat].update(update, match.glance(seat))
            page = pages[seat]
            apply(page, read(update, wire.Update))
            alone = SeatView(PublicView(match, faces, "fr", range(1, 9)), seat)
            whole = read(alone.state(len(match.log), match.view(seat)), wire.State)
            for part in ("own", "ask", "actions", "buttons", "half", "quiet", "undo"):
                if getattr(page, part) != getattr(whole, part):
                    yield f"after {len(match.log)} actions {reader(seat)} was sent another {part!r} than a new page is"
                    return
            if [line.html for line in page.log.lines[-10:]] != [line.html for line in whole.log.lines[-10:]]:
                yield f"after {len(match.log)} actions {reader(seat)} reads another log than on a new page"
                return
            if missing := whole.faces.items() - page.faces.items():
                yield f"after {len(match.log)} actions {reader(seat)} lacks the face {min(missing)[0]!r}"
                return


def read(message: wire.Sent, kind: type[Message]) -> Message:
    """A message as a page reads it."""
    return msgspec.json.decode(wire.encode(message), type=kind)


def apply(page: wire.State, update: wire.Update) -> None:
    """Bring the state of a page up to date, except for the scene (`what_changed_is_sent`)."""
    for part in ("own", "ask", "undo"):
        if (new := getattr(update, part)) is not UNSET:
            setattr(page, part, new)
    if update.actions is not UNSET and update.buttons is not UNSET:
        page.actions, page.buttons = update.actions, update.buttons
        page.half, page.quiet = update.half, update.quiet
    page.faces |= update.faces or {}
    if update.log is not UNSET:
        lines = [] if update.log.afresh else page.log.lines
        for line in update.log.lines:
            html = lines.pop().html.removesuffix(STOP) + line.html if line.joins else line.html
            lines.append(line._replace(html=html))
        page.log.lines = lines


def still(pieces: Iterable[Piece]) -> set[Piece]:
    """Pieces without `was`, which only new ones have."""
    return {piece._replace(was="") for piece in pieces}


@law_of_cases
def a_scene_is_what_would_be_drawn_now(case: Case) -> Iterator[str]:
    """The cached parts of a scene are the same as those that a new table would draw."""
    played = case.played(0)
    kept_table = at(played, 0)
    for n in range(1, min(len(played.steps), 60) + 1):
        match = at(played, n)
        new = case.game.table(case.seats, match.options)
        new.meet(match.view(SPECTATOR))
        for lang in ("en", "fr"):
            everybody = People(match.names)
            kept, drawn = (t.scene(match.view(SPECTATOR), lang, everybody) for t in (kept_table.table, new))
            if (kept.pieces, kept.places, kept.counts) != (drawn.pieces, drawn.places, drawn.counts):
                yield f"after {n} actions the scene depends on what was drawn before: a @part uses its arguments only"
                return
            for seat in range(case.seats):
                view, you = match.view(seat), People(match.names, seat)
                if kept_table.table.own(view, seat, lang, you) != new.own(view, seat, lang, you):
                    yield f"after {n} actions what seat {seat} sees of its own depends on what was drawn before"
                    return


@law_of_cases
def every_piece_lies_at_a_place(case: Case) -> Iterator[str]:
    """For every reader, the page has the place of every piece and every count, and every face can be drawn."""
    for match in positions(case, 0, every=20)[:4]:
        for seat in range(SPECTATOR, case.seats):
            _, html = sent(match, seat, "en")
            view = match.view(SPECTATOR)
            scene = match.table.scene(view, "en", People(match.names))
            own = match.table.own(match.view(seat), seat, "en", People(match.names, seat)) if seat >= 0 else []
            for piece in [*scene.pieces, *own]:
                if f'id="{piece.at}"' not in html:
                    yield f"the piece {piece.id!r} is at {piece.at!r}, which is not on the page of {reader(seat)}"
                    return


@law_of_cases
def a_line_is_the_same_to_whom_it_does_not_name(case: Case) -> Iterator[str]:
    """A line of the log that does not name a seat reads the same to it."""
    match = case.played(0)
    for lang in ("en", "fr"):
        watching = PublicView(match, pages_of(case.game).faces(match, lang), lang, range(1, 9))
        for entry in watching.journal:
            for seat in range(case.seats):
                if entry.line is None or seat in entry.names:
                    continue
                if (read := match.tell(entry.step, entry.event, lang, watching.people(seat))) != entry.line:
                    yield f"“{entry.line}” does not name seat {seat}, which reads “{read}”: use people.who or tell"
                    return
