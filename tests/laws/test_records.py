"""Laws of notation, log, undo and records."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from random import Random

from tempolude.engine.errors import UndoRefused
from tempolude.engine.match import Match
from tempolude.engine.record import to_record

from .cases import Case, every_case, play_at_random, positions


@every_case
def test_notation_reads_back_and_handles_lead_to_one_action(case: Case) -> None:
    for match in positions(case, 6, every=7):
        for seat in match.waiting:
            view, legal = match.view(seat), match.legal(seat)
            written = [action.notation for action in legal]
            assert len(set(written)) == len(written)
            for action in legal:
                assert match.table.read(view, seat, action.notation) == action.number
                assert match.table.read(view, seat, action.notation.upper()) == action.number
                assert isinstance(match.table.explain(view, seat, action.number, "fr"), str)
            clicks = sorted(action.handles for action in legal)
            assert all(handles for handles in clicks)
            for one, following in pairwise(clicks):
                assert following[: len(one)] != one, f"{one} is clicked for {following} too"


@every_case
def test_a_record_replays_to_the_same_result_in_both_ways(case: Case, tmp_path: Path) -> None:
    match = case.match(7)
    play_at_random(match, Random(7))
    match.save(tmp_path / "match.json")
    for compiled in (False, True):
        again = Match.load(tmp_path / "match.json", compiled=compiled)
        assert again.state == match.state
        assert again.log == match.log
        assert to_record(again) == to_record(match)


@every_case
def test_every_event_is_told_in_both_languages_to_every_seat(case: Case) -> None:
    match = case.match(8)
    play_at_random(match, Random(8))
    for seat in range(-1, case.seats):
        for lang in ("en", "fr"):
            lines = [str(line) for line in match.story(seat, lang)]
            assert len(lines) > 3
            assert all(line and "{" not in line and "None" not in line for line in lines)


@every_case
def test_an_undo_takes_back_all_of_an_action_and_the_log_keeps_both(case: Case) -> None:
    match, dice = case.match(9), Random(9)
    undone = 0
    while not match.over and undone < 25 and len(match.log) < 300:
        seat = dice.choice(match.waiting)
        before = match.state.tobytes()
        match.play(seat, dice.choice(match.way.legal(match.state, seat)))
        if match.can_undo(seat):
            logged = len(match.log)
            match.undo(seat)
            assert match.state.tobytes() == before
            assert len(match.log) == logged + 1
            undone += 1
            match.play(seat, dice.choice(match.way.legal(match.state, seat)))
        else:
            after = match.state.tobytes()
            try:
                match.undo(seat)
            except UndoRefused:
                assert match.state.tobytes() == after
            else:
                raise AssertionError("an undo that cannot be done was done")
