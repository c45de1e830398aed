"""Replays: the past of a running match reveals nothing that a reader did not know then; its segments fit together."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from dataclasses import replace
from random import Random
from typing import Any

from tempolude.engine.match import Match
from tempolude.engine.state import SPECTATOR
from tempolude.engine.table import People, Piece
from tempolude.engine.ways import Interpreted
from tempolude.server import wire
from tempolude.server.view.frames import OPEN, FrameView, Reel
from tempolude.server.view.page import new_public_view
from tempolude.server.web.replay import Bar, replay_page, stretch

from ..cases import Case, at
from ..law import law_of_cases
from .hidden import reader
from .pages import known, masked, pages_of, players

COMPILES = False
ACTIONS = 24


def reel(match: Match, viewer: int, lang: str = "en") -> Reel:
    return Reel(new_public_view(pages_of(match.game), match, players(match), lang), viewer)


def sent(match: Match, viewer: int, lang: str) -> list[Any]:
    """All that the replay of a running match sends to a reader: the page, every segment, the log."""
    film = reel(match, viewer, lang)
    bar = Bar("code", film.last, film.last, viewer, players(match), "http://here/t/code/replay", None)
    page = replay_page(pages_of(match.game), FrameView(film, film.last), bar, None, "seal")
    return [page, wire.encode(_stretch(film, 0, film.last + 1)), film.lines()]


def other_past(match: Match, seat: int) -> Match:
    """The same match with different values for all that `seat` did not know at each moment, including the deal."""
    game, way, state_of = match.game, Interpreted(match.game), match.game.rules.STATE.read

    def disguised(state: Any, number: int) -> Any:
        guessed = game.hide(state, seat)
        way.guess(guessed, seat, number)
        guessed.array["events"], guessed.happened = state.array["events"], state.happened
        for row in guessed.array["events"][0][: state.happened]:
            if not known(int(row[1]), seat):
                row[2:] = 0
        return guessed

    other = copy(match)
    other.seed, other.log = 0, [(0, 0)] * len(match.log)
    other.state = disguised(match.state, len(match.steps))
    other.opening = masked(match.opening, seat)
    other.steps = [
        replace(
            step,
            action=0,
            drawn=0,
            before=disguised(state_of(step.before), n).tobytes(),
            events=masked(step.events, seat),
        )
        for n, step in enumerate(match.steps)
    ]
    return other


@law_of_cases
def nothing_of_the_past_is_given_away(case: Case) -> Iterator[str]:
    """The replay of a running match does not depend on what its reader did not know then."""
    played, dice = case.played(0), Random(11)
    match = at(played, ACTIONS if len(played.steps) > ACTIONS else 0)
    for seat in [SPECTATOR, *dice.sample(range(case.seats), 2)]:
        lang = dice.choice(("en", "fr"))
        if sent(match, seat, lang) != sent(other_past(match, seat), seat, lang):
            yield f"the replay of a running match reveals to {reader(seat)} what they did not know then"
            return


@law_of_cases
def a_stretch_is_the_same_wherever_it_begins(case: Case) -> Iterator[str]:
    """Segments sent moment by moment bring a page to the same table as a direct jump."""
    film = reel(case.played(1), Random(12).choice((OPEN, 0)))
    last = min(film.last, 40)
    told = _stretch(film, 0, last + 1).moments
    pieces: dict[str, Piece] = {}
    places: dict[str, Any] = {}
    counts: dict[str, Any] = {}
    for frame in told:
        for name in frame.gone:
            del pieces[name]
        pieces |= {piece[0]: piece for piece in frame.pieces}
        places, counts = {**places, **frame.places}, {**counts, **frame.counts}
    whole = _stretch(film, last, last + 1).moments[0]
    same = sorted(pieces.values(), key=str) == sorted(whole.pieces, key=str) and told[-1].last == whole.last
    same &= {name: state for name, state in places.items() if state} == {k: v for k, v in whole.places.items() if v}
    same &= {name: n for name, n in counts.items() if n != ""} == {k: v for k, v in whole.counts.items() if v != ""}
    if not same:
        yield f"moment {last} of a replay differs if it is reached by playing instead of a jump"


@law_of_cases
def open_hands_name_every_piece_once(case: Case) -> Iterator[str]:
    """With all hands open every hidden piece has a unique id, and drawing changes nothing."""
    played = case.played(1)
    for n in range(7, len(played.steps) + 1, 7):
        match = at(played, n)
        state = match.state.copy()
        names = [piece.id for piece in match.table.open(state, "en", People(match.names))]
        if twice := {name for name in names if names.count(name) > 1}:
            yield f"with all hands open two pieces have the id {sorted(twice)[0]!r}"
            return
        if match.state != state:
            yield "drawing with all hands open changes the state"
            return


def _stretch(film: Reel, begin: int, end: int) -> wire.Moments:
    """A stretch of a replay, made in another thread: this one may have an event loop, as tests of pages do."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(lambda: asyncio.run(stretch(film, begin, end))).result()
