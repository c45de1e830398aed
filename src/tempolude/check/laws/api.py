"""The API: what it sends to a seat depends only on what the seat may know; undone actions leave no trace."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from tempolude.engine.game import Game
from tempolude.engine.match import Match
from tempolude.engine.state import NOBODY
from tempolude.server.api.serializers import events_of, shown_fields, view_of

from ..cases import Case, play_at_random
from ..law import law_of_cases, law_of_games
from .hidden import reader
from .pages import twins

COMPILES = {"nothing_hidden_is_told"}


def told(match: Match, seat: int, lang: str) -> tuple[str, list[str]]:
    """All that the API sends to a seat: its view, and every event from the beginning."""
    events = events_of(match, seat, lang, after=-1)
    return view_of(match, seat, lang, "table").model_dump_json(), [event.model_dump_json() for event in events]


@law_of_cases
def nothing_hidden_is_told(case: Case) -> Iterator[str]:
    """What the API sends to a seat does not depend on what the seat may not know."""
    for match, other, seat, lang in twins(case, 1):
        if told(match, seat, lang) != told(other, seat, lang):
            yield f"the API sends {reader(seat)} something that depends on what they may not know"
            return


@law_of_games
def a_view_has_every_field_that_may_be_seen(game: Game) -> Iterator[str]:
    """A view in the API has every visible field, and nothing of the random generator."""
    view = view_of(Match(game, seed=1), 0, "en", "table")
    if view.fields.keys() != {field.name for field in shown_fields(game)}:
        yield "the view in the API lacks visible fields"
    hidden = {field.name for field in game.rules.STATE if field.sees == NOBODY}
    yield from (f"the view of the API has {name}" for name in view.fields if name in hidden or name.startswith("rng"))


@law_of_cases
def events_bit_by_bit_are_all_events(case: Case) -> Iterator[str]:
    """Events fetched a few at a time are the same as all events fetched at once."""
    match, dice, seat = case.match(12), Random(12), case.seats - 1
    heard = events_of(match, seat, "en", after=-1)
    while not match.over and len(match.log) < 60:
        known = len(match.log)
        play_at_random(match, dice, 3)
        heard += events_of(match, seat, "en", after=known)
    if heard != events_of(match, seat, "en", after=-1):
        yield "events fetched a few at a time differ from all events"


@law_of_games
def what_was_taken_back_has_not_happened(game: Game) -> Iterator[str]:
    """After an undo, the events are those before the action."""
    match, dice, taken_back = Match(game, seed=3), Random(3), 0
    while not match.over and len(match.log) < 120:
        play_at_random(match, dice, 1)
        seat = match.log[-1][0]
        if not match.can_undo(seat):
            continue
        before, known = events_of(match, seat, "en", after=-1), len(match.log)
        match.undo(seat)
        undo = events_of(match, seat, "en", after=known)
        if [(e.name, e.seat, e.version) for e in undo] != [("taken back", seat, known + 1)]:
            yield f"an undo of seat {seat} is sent as {[e.name for e in undo]}"
            return
        after = [event for event in events_of(match, seat, "en", after=-1) if event.version <= known]
        if after != [event for event in before if event.version < known]:
            yield f"events of an action that seat {seat} undid are still sent"
            return
        taken_back += 1
        play_at_random(match, dice, 1)
    if game.rules.QUIET and not taken_back:
        yield "QUIET names events that reveal nothing, but no action of a random match can be undone"
