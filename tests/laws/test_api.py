"""Laws of the API: nothing told to a seat changes with what it may not know; what was taken back has not happened."""

from __future__ import annotations

from random import Random

from tempolude.engine.match import Match
from tempolude.engine.state import NOBODY
from tempolude.server.api.telling import events_of, shown_fields, view_of

from .cases import Case, every_case, every_game, play_at_random
from .test_browser import twins


def told(match: Match, seat: int, lang: str) -> tuple[str, list[str]]:
    """All that the API tells a seat: its view, and every event from the beginning."""
    events = events_of(match, seat, lang, after=-1)
    return view_of(match, seat, lang, "table").model_dump_json(), [event.model_dump_json() for event in events]


@every_case
def test_nothing_told_to_a_seat_changes_with_what_it_may_not_know(case: Case) -> None:
    for match, other, seat, lang in twins(case, 11):
        assert told(match, seat, lang) == told(other, seat, lang)


@every_game
def test_a_view_has_every_field_that_somebody_may_see_and_the_generator_is_none(game) -> None:  # type: ignore[no-untyped-def]
    view = view_of(Match(game, seed=1), 0, "en", "table")
    assert view.fields.keys() == {field.name for field in shown_fields(game)}
    assert {field.name for field in game.rules.STATE if field.sees == NOBODY}.isdisjoint(view.fields)
    assert not any(name.startswith("rng") for name in view.fields)


@every_case
def test_events_asked_for_bit_by_bit_are_all_events(case: Case) -> None:
    match, dice, seat = case.match(12), Random(12), case.seats - 1
    heard = events_of(match, seat, "en", after=-1)
    while not match.over and len(match.log) < 60:
        known = len(match.log)
        play_at_random(match, dice, 3)
        heard += events_of(match, seat, "en", after=known)
    assert heard == events_of(match, seat, "en", after=-1)


@every_game
def test_what_was_taken_back_has_not_happened(game) -> None:  # type: ignore[no-untyped-def]
    match, dice = Match(game, seed=3), Random(3)
    taken_back = 0
    while not match.over and len(match.log) < 120:
        play_at_random(match, dice, 1)
        seat = match.log[-1][0]
        if match.can_undo(seat):
            before, known = events_of(match, seat, "en", after=-1), len(match.log)
            match.undo(seat)
            [undo] = events_of(match, seat, "en", after=known)
            assert (undo.name, undo.seat, undo.version) == ("taken back", seat, known + 1)
            after = [event for event in events_of(match, seat, "en", after=-1) if event.version <= known]
            assert after == [event for event in before if event.version < known]
            taken_back += 1
            play_at_random(match, dice, 1)
    assert taken_back or not getattr(game.rules, "QUIET", ())
