"""Laws of the replay: nothing of a running match's past tells a reader what they did not know then; and the stretches
in which it is sent bring a page to every moment."""

from __future__ import annotations

import asyncio
from copy import copy
from dataclasses import replace
from random import Random
from typing import Any

from tempolude.engine.match import Match
from tempolude.engine.state import SPECTATOR, may_see
from tempolude.engine.table import People, Piece
from tempolude.engine.ways import Interpreted
from tempolude.server import wire
from tempolude.server.view.frames import OPEN, FrameView, Reel
from tempolude.server.view.page import new_public_view
from tempolude.server.web.replay import Bar, replay_page, stretch

from .cases import Case, play_at_random
from .test_browser import pages, players, tables

ACTIONS = 24


def reel(match: Match, eyes: int, lang: str = "en") -> Reel:
    return Reel(new_public_view(pages(match.game.name), match, players(match), lang), eyes)


def sent(match: Match, eyes: int, lang: str) -> list[Any]:
    """All that the replay of a running match sends to a reader: the page, every stretch, the log."""
    film = reel(match, eyes, lang)
    bar = Bar("code", film.last, film.last, eyes, players(match), "http://here/t/code/replay", None)
    page = replay_page(pages(match.game.name), FrameView(film, film.last), bar, None, "seal")
    return [page, wire.encode(asyncio.run(stretch(film, 0, film.last + 1))), film.lines()]


def other_past(match: Match, seat: int) -> Match:
    """The same match, but for everything that `seat` did not know at each of its moments: also how it was dealt."""
    game, way, state_of = match.game, Interpreted(match.game), match.game.rules.STATE.read

    def known(seen_by: int) -> bool:
        return may_see(seen_by, seat) or may_see(seen_by, SPECTATOR)

    def masked(events: Any) -> Any:
        return tuple(e if known(e.seen_by) else e._replace(numbers=(0, 0, 0)) for e in events)

    def disguised(state: Any, number: int) -> Any:
        guessed = game.hide(state, seat)
        way.guess(guessed, seat, number)
        guessed.array["events"], guessed.happened = state.array["events"], state.happened
        for row in guessed.array["events"][0][: state.happened]:
            if not known(int(row[1])):
                row[2:] = 0
        return guessed

    other = copy(match)
    other.seed, other.log = 0, [(0, 0)] * len(match.log)
    other.state = disguised(match.state, len(match.steps))
    other.opening = masked(match.opening)
    other.steps = [
        replace(
            step, action=0, drawn=0, before=disguised(state_of(step.before), n).tobytes(), events=masked(step.events)
        )
        for n, step in enumerate(match.steps)
    ]
    return other


@tables
def test_nothing_of_the_past_changes_with_what_its_reader_did_not_know(case: Case) -> None:
    match, dice = case.match(11), Random(11)
    play_at_random(match, dice, ACTIONS)
    if match.over:
        match = case.match(11)
    seats = [SPECTATOR, *dice.sample(range(case.seats), 2)]
    for seat in seats:
        lang = dice.choice(("en", "fr"))
        assert sent(match, seat, lang) == sent(other_past(match, seat), seat, lang)


@tables
def test_a_stretch_is_the_same_wherever_it_begins(case: Case) -> None:
    match, dice = case.match(12), Random(12)
    play_at_random(match, dice)
    film = reel(match, dice.choice((OPEN, 0)))
    last = min(film.last, 40)
    told = asyncio.run(stretch(film, 0, last + 1)).moments
    pieces: dict[str, Piece] = {}
    places: dict[str, Any] = {}
    counts: dict[str, Any] = {}
    for frame in told:
        for name in frame.gone:
            del pieces[name]
        pieces |= {piece[0]: piece for piece in frame.pieces}
        places, counts = {**places, **frame.places}, {**counts, **frame.counts}
    whole = asyncio.run(stretch(film, last, last + 1)).moments[0]
    assert sorted(pieces.values(), key=str) == sorted(whole.pieces, key=str)
    assert {name: state for name, state in places.items() if state} == {k: v for k, v in whole.places.items() if v}
    assert {name: n for name, n in counts.items() if n != ""} == {k: v for k, v in whole.counts.items() if v != ""}
    assert told[-1].last == whole.last


@tables
def test_with_all_hands_open_every_hidden_piece_has_a_name_of_its_own(case: Case) -> None:
    match, dice = case.match(13), Random(13)
    while not match.over:
        play_at_random(match, dice, 7)
        state = match.state.copy()
        names = [piece.id for piece in match.table.open(state, "en", People(match.names))]
        assert len(names) == len(set(names))
        assert match.state == state
