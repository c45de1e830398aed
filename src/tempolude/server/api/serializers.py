"""Matches and tables as JSON for one seat. Whatever depends on the state comes from that seat's view."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tempolude.engine import game as engine
from tempolude.engine.data import unpinned
from tempolude.engine.match import UNDO, Match
from tempolude.engine.record import seed_hash
from tempolude.engine.state import NOBODY, SPECTATOR, may_see
from tempolude.engine.table import People

from ..storage.rows import TableRow
from ..table.chairs import Chair
from ..table.live_table import LiveTable
from ..table.option_form import fields
from ..translation import called, say
from .models import Action, Event, EventKind, Game, GameInDetail, Option, Result, Said, Seat, StateField, Table, View

APART = ("events", "happened")  # sent separately, as `events`
GATHERING = -1  # the version of a table before its match


def game_of(game: engine.Game, lang: str) -> Game:
    options = [
        Option(
            name=field.name,
            title=field.title,
            meaning=field.meaning,
            kind=field.kind,  # type: ignore[arg-type]
            default=field.value,
            low=field.low if field.kind == "number" else None,
            high=field.high if field.kind == "number" else None,
            choices=[{"name": name, "title": title} for name, title in field.choices],  # type: ignore[misc]
        )
        for field in fields(game, {option.name: option.default for option in game.options}, lang)
    ]
    return Game(
        name=game.name,
        title=game.title[lang],
        tagline=game.tagline[lang],
        designers=list(game.designers),
        seats=list(game.seats),
        minutes=game.minutes,
        rules_version=game.rules_version,
        rules=f"/rules/{game.name}",
        simultaneous=game.simultaneous,
        actions=game.rules.ACTIONS,
        options=options,
    )


def game_in_detail(game: engine.Game, lang: str) -> GameInDetail:
    seen = [StateField(name=f.name, shape=list(f.shape), seen_by=f.sees, meaning=f.doc) for f in shown_fields(game)]
    docs = getattr(game.rules.EVENTS, "docs", {})  # a game may list its events by name only
    kinds = [EventKind(name=name, numbers=docs.get(name, "")) for name in game.rules.EVENTS]
    return GameInDetail(**game_of(game, lang).model_dump(), fields=seen, events=kinds)


def shown_fields(game: engine.Game) -> list[Any]:
    """The fields of a state that anybody may see."""
    return [field for field in game.rules.STATE if field.sees != NOBODY and field.name not in APART]


# --- Tables ----------------------------------------------------------------------


def table_of(kept: TableRow, chairs: Sequence[Chair], person: str, table: LiveTable | None = None) -> Table:
    """A table as a person sees it; without `table`, one whose match has not begun."""
    match = table.match if table else None
    own = [chair.seat for chair in chairs if chair.person == person]
    mine = own[0] if len(own) == 1 else None  # on a shared device the caller has no single seat
    waiting = match.waiting if match else []
    ended = match is not None and match.over
    return Table(
        code=kept.code,
        page=f"/t/{kept.code}",
        game=kept.game,
        options={name: in_short(value) for name, value in kept.options.items()},
        phase=phase_of(table) if table else kept.phase,
        open=kept.open,
        clock=kept.clock,
        host=next((chair.name for chair in chairs if chair.person == kept.host), ""),
        yours=kept.host == person,
        seat=mine,
        seats=[seat_of(chair, mine, chair.seat in waiting, table) for chair in chairs],
        version=version_of(table) if table else GATHERING,
        asked=waiting,
        seal=seed_hash(int(kept.seed)),
        result=Result(ranks=match.ranks, scores=match.scores) if match and ended else None,
        next=kept.rematch,
    )


def in_short(value: Any) -> Any:
    """An option as it was chosen: custom files by name only, built-in files without version."""
    if isinstance(value, list):
        return [in_short(each) for each in value]
    return value["name"] if isinstance(value, dict) else unpinned(value)


def seat_of(chair: Chair, mine: int | None, asked: bool, table: LiveTable | None) -> Seat:
    return Seat(
        seat=chair.seat,
        kind="bot" if chair.bot else "person" if chair.person else "free",
        name=chair.name,
        level=chair.bot,
        colour=chair.colour,
        you=chair.seat == mine,
        asked=asked,
        here=bool(chair.bot) or (table is not None and chair.person is not None and table.broadcast.here(chair.seat)),
        left=table.time_left(chair.seat) if table else None,
        departed=chair.left,
    )


def phase_of(table: LiveTable) -> Any:
    return "over" if table.over else table.kept.phase


def version_of(table: LiveTable) -> int:
    return table.version if table.match else GATHERING


# --- Playing ---------------------------------------------------------------------


def view_of(match: Match, seat: int, lang: str, code: str) -> View:
    """The view of a seat and its legal actions."""
    view, table = match.view(seat), match.table
    asked = seat != SPECTATOR and bool(view.waiting[seat])
    question, why = table.ask(view, seat, lang, People(names_in(match, lang), seat))
    return View(
        code=code,
        game=match.game.name,
        phase="over" if match.over else "playing",
        version=len(match.log),
        seat=None if seat == SPECTATOR else seat,
        asked=asked,
        waiting=match.waiting,
        question=str(question),
        why=str(why),
        fields={field.name: view.array[field.name][0].tolist() for field in shown_fields(match.game)},
        actions=[action_of(match, view, seat, n, lang) for n in (match.way.legal(view, seat) if asked else ())],
        undo=seat != SPECTATOR and match.can_undo(seat),
    )


def names_in(match: Match, lang: str) -> list[str]:
    """The names of the players in a language."""
    return [called(name, lang) for name in match.names_in(lang)]


def action_of(match: Match, view: Any, seat: int, number: int, lang: str) -> Action:
    table = match.table
    return Action(
        number=number,
        notation=table.notation(view, seat, number),
        words=table.explain(view, seat, number, lang),
    )


def events_of(match: Match, seat: int, lang: str, after: int) -> list[Event]:
    """The events since a version that a seat may see. Undone actions leave none."""
    told: list[Event] = []
    people = People(names_in(match, lang), seat)

    def tell(version: int, actor: int | None, n: int) -> None:
        for event in match.events_of(n):
            if may_see(event.seen_by, seat):
                line = match.tell(n, event, lang, people)
                words, heading = (None, False) if line is None else (str(line), line.heading)
                numbers = list(event.numbers)
                told.append(
                    Event(version=version, seat=actor, name=event.name, numbers=numbers, words=words, heading=heading)
                )

    if after < 0:
        tell(0, None, 0)
    steps, undone = versions(match)
    for n, (version, step) in enumerate(zip(steps, match.steps, strict=True), 1):
        if version > after:
            tell(version, step.seat, n)
    for version, actor in undone:
        if version > after:
            words = say(lang, "{who}: the last action is undone.", who=people.names[actor])
            told.append(Event(version=version, seat=actor, name="taken back", numbers=[], words=words, heading=False))
    return sorted(told, key=lambda event: event.version)


def versions(match: Match) -> tuple[list[int], list[tuple[int, int]]]:
    """The log entry of each step that was not undone, and the undos, as (entry, seat)."""
    counting: list[tuple[int, int]] = []
    undone: list[tuple[int, int]] = []
    for version, (seat, action) in enumerate(match.log, 1):
        if action == UNDO:
            last = max(i for i, (_, actor) in enumerate(counting) if actor == seat)
            del counting[last]
            undone.append((version, seat))
        else:
            counting.append((version, seat))
    return [version for version, _ in counting], undone


def talk_of(table: LiveTable, said: int, person: str) -> list[Said]:
    """What was said since, but for what players said whom this person has blocked."""
    said_since = table.broadcast.says[said:]
    return [
        Said(seat=seat, name=table.chairs[seat].name, text=text)
        for seat, text in said_since
        if not table.broadcast.hides(person, seat)
    ]
