"""Notation, log, undo and records."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tempolude.engine.errors import UndoRefused
from tempolude.engine.match import Match
from tempolude.engine.record import to_record

from ..cases import Case, positions
from ..explain import differences
from ..law import law_of_cases

COMPILES = {"a_record_replays_to_the_same_result"}


@law_of_cases
def notation_reads_back_and_handles_are_clear(case: Case) -> Iterator[str]:
    """Every action has a unique notation that parses back, and its handles lead to it alone."""
    for match in positions(case, 0, every=7):
        for seat in match.waiting:
            view, legal = match.view(seat), match.legal(seat)
            written = [action.notation for action in legal]
            if twice := {text for text in written if written.count(text) > 1}:
                yield f"two actions of seat {seat} are both written {sorted(twice)[0]!r}"
                return
            for action in legal:
                for text in (action.notation, action.notation.upper()):
                    if (read := match.table.read(view, seat, text)) != action.number:
                        yield f"{text!r}, the notation of action {action.number}, is read as action {read}"
                        return
                if not isinstance(match.table.explain(view, seat, action.number, "fr"), str):
                    yield f"explain returns no text for {action.notation!r}"
                if not action.handles or any(not name or " " in name for name in action.handles):
                    yield f"{action.notation!r} has the handles {action.handles}: expected ids without spaces"
                    return
            for one, following in pairwise(sorted(action.handles for action in legal)):
                if following[: len(one)] == one:
                    yield f"{' '.join(one)} is clicked for one action of seat {seat}, and begins another"
                    return


@law_of_cases
def a_record_replays_to_the_same_result(case: Case) -> Iterator[str]:
    """A saved match loads as the same match, interpreted and compiled."""
    match = case.played(0)
    record = to_record(match)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "match.json"
        match.save(path)
        for compiled in (False, True):
            again = Match.load(path, compiled=compiled)
            if again.state != match.state:
                yield f"a record replays to a different end: {differences(match.state, again.state)}"
            elif again.log != match.log or to_record(again) != record:
                yield "a record replays to the same end with a different log"


@law_of_cases
def every_event_is_told(case: Case) -> Iterator[str]:
    """The log has a line for every event that needs one, in both languages, without unfilled placeholders."""
    match = case.played(0)
    for seat in range(-1, case.seats):
        for lang in ("en", "fr"):
            lines = [str(line) for line in match.story(seat, lang)]
            if not lines:
                yield f"the log is empty in {lang!r}: table.py needs tell, or sentences in LOG"
                return
            if wrong := [line for line in lines if not line or "{" in line or "None" in line]:
                yield f"the log says {wrong[0]!r} in {lang!r}"
                return


@law_of_cases
def an_undo_takes_back_all_of_an_action(case: Case) -> Iterator[str]:
    """An undo reverts all of an action, and the log keeps both; a refused undo changes nothing."""
    match, dice, undone = case.match(9), Random(9), 0
    while not match.over and undone < 25 and len(match.log) < 300:
        seat = dice.choice(match.waiting)
        before = match.state.copy()
        match.play(seat, dice.choice(match.way.legal(match.state, seat)))
        logged, after = len(match.log), match.state.tobytes()
        if match.can_undo(seat):
            match.undo(seat)
            if match.state != before or len(match.log) != logged + 1:
                yield f"an undo of seat {seat} does not restore {differences(before, match.state)}"
                return
            undone += 1
            match.play(seat, dice.choice(match.way.legal(match.state, seat)))
            continue
        try:
            match.undo(seat)
        except UndoRefused:
            if match.state.tobytes() != after:
                yield "a refused undo changed the match"
        else:
            yield "an undo that should be refused was done"
