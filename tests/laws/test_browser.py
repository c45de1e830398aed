"""Laws of the table in the browser: nothing sent to a reader tells what they may not know; what changed is all that
is sent; and every table can be clicked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import copy
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest

from tempolude.engine.game import Game
from tempolude.engine.match import Match
from tempolude.engine.state import SPECTATOR, may_see
from tempolude.engine.table import People, Piece
from tempolude.server import wire
from tempolude.server.view.page import SeatedPlayer, live_page, new_public_view
from tempolude.server.view.pages import Pages, playable
from tempolude.server.view.public import PublicView
from tempolude.server.view.seat import SeatView

from .cases import Case, cases, play_at_random, positions

tables = pytest.mark.parametrize("case", [case for case in cases() if playable(case.game)], ids=str)


@cache
def pages(name: str) -> Pages:
    return Pages([game for game in (case.game for case in cases()) if game.name == name][:1])


def players(match: Match) -> list[SeatedPlayer]:
    return [SeatedPlayer(seat, f"P{seat}", seat + 1) for seat in range(match.seats)]


def seen(match: Match, seat: int, lang: str) -> tuple[bytes, str]:
    """All that the page and the socket of a seat begin with."""
    seat_view = SeatView(new_public_view(pages(match.game.name), match, players(match), lang), seat)
    state = seat_view.state(len(match.log), match.view(seat))
    html = live_page(pages(match.game.name), seat_view, players(match), None, state, "seal")
    return wire.encode(state), html


def twin(match: Match, seat: int, game: Game, seed: int) -> Match:
    """The same match with everything else in the places of what `seat` may not know, the log of others' secrets too."""
    other = copy(match)
    other.state = match.view(seat)
    game.compiled.guess(other.state, seat, seed)

    def known(seen_by: int) -> bool:
        return may_see(seen_by, seat) or may_see(seen_by, SPECTATOR)

    def masked(events: Any) -> Any:
        return tuple(e if known(e.seen_by) else e._replace(numbers=(0, 0, 0)) for e in events)

    other.state.array["events"] = match.state.array["events"]
    other.state.happened = match.state.happened
    for row in other.state.array["events"][0][: match.state.happened]:
        if not known(int(row[1])):
            row[2:] = 0
    other.opening = masked(match.opening)
    other.steps = [replace(step, events=masked(step.events)) for step in match.steps]
    return other


def twins(case: Case, seed: int) -> Iterator[tuple[Match, Match, int, str]]:
    """Matches in their middle with their twins, for every reader, in one language or the other."""
    for number, match in enumerate(positions(case, seed, every=25)[:4]):
        if match.over:
            continue
        for seat in range(SPECTATOR, case.seats):
            other = twin(match, seat, case.game, number)
            match.can_undo = other.can_undo = lambda seat: False  # type: ignore[method-assign]  # asks the generator
            yield match, other, seat, ("en", "fr")[(number + seat) % 2]


@tables
def test_nothing_sent_to_a_reader_changes_with_what_they_may_not_know(case: Case) -> None:
    for match, other, seat, lang in twins(case, 6):
        assert seen(match, seat, lang) == seen(other, seat, lang)


@tables
def test_what_changed_brings_a_page_to_what_is(case: Case) -> None:
    match = case.match(7)
    watching = PublicView(match, pages(case.game.name).faces(match, "en"), "en", range(1, 9))
    scene = {piece.id: piece for piece in watching.scene.pieces}
    places, counts = dict(watching.scene.places), dict(watching.scene.counts)
    dice = Random(7)
    for _ in range(40):
        if match.over:
            break
        play_at_random(match, dice, 1)
        watching.look()
        for name in watching.change.gone:
            del scene[name]
        changed = {row[0] for row in watching.change.pieces}
        scene |= {piece.id: piece for piece in watching.scene.pieces if piece.id in changed}
        places |= watching.change.places
        counts |= watching.change.counts
        assert still(scene.values()) == still(watching.scene.pieces)
        assert len(scene) == len(watching.scene.pieces), "every piece has an id of its own"
        assert {k: v for k, v in places.items() if v} == {k: v for k, v in watching.scene.places.items() if v}
        assert {k: v for k, v in counts.items() if v != ""} == {
            k: v for k, v in watching.scene.counts.items() if v != ""
        }


def still(pieces: Iterable[Piece]) -> set[Piece]:
    """Pieces as they lie, whatever they were before: only one that is new says so."""
    return {piece._replace(was="") for piece in pieces}


@tables
def test_what_is_kept_of_a_scene_is_what_would_be_drawn_now(case: Case) -> None:
    match, dice = case.match(9), Random(9)
    for _ in range(60):
        if match.over:
            break
        play_at_random(match, dice, 1)
        new = case.game.table(case.seats, match.options)
        new.meet(match.view(SPECTATOR))
        for lang in ("en", "fr"):
            everybody = People(match.names)
            kept, drawn = (table.scene(match.view(SPECTATOR), lang, everybody) for table in (match.table, new))
            assert (kept.pieces, kept.places, kept.counts) == (drawn.pieces, drawn.places, drawn.counts)
            for seat in range(case.seats):
                view, reader = match.view(seat), People(match.names, seat)
                assert match.table.own(view, seat, lang, reader) == new.own(view, seat, lang, reader)


@tables
def test_a_line_that_does_not_name_a_seat_reads_the_same_to_it(case: Case) -> None:
    match = positions(case, 8, every=60)[-1]
    for lang in ("en", "fr"):
        watching = PublicView(match, pages(case.game.name).faces(match, lang), lang, range(1, 9))
        for entry in watching.journal:
            for seat in range(case.seats):
                if entry.line is not None and seat not in entry.names:
                    assert match.tell(entry.step, entry.event, lang, watching.people(seat)) == entry.line
