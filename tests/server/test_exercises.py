"""Exercises: mistakes that their player tries again, from what they saw, until they are learnt."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from time import time
from typing import Any
from zipfile import ZipFile

import pytest
from sqlalchemy import Connection, select, update

from tempolude.engine.game import games
from tempolude.engine.match import Match
from tempolude.engine.ways import Interpreted
from tempolude.server.storage.accounts import move_in
from tempolude.server.storage.erasing import erase
from tempolude.server.storage.exercises import (
    DAY,
    WAITS,
    Exercise,
    answer_exercise,
    count_exercises,
    exercises_due,
    exercises_of,
)
from tempolude.server.storage.schema import exercises
from tempolude.server.storage.store import Store, forget, keep_person
from tempolude.server.table.reviews import mistakes_in
from tempolude.server.view.exercise import ExerciseView, before, next_of
from tempolude.server.view.page import Onward, SeatedPlayer, new_public_view
from tempolude.server.view.pages import Pages
from tempolude.server.view.position import Drawing
from tempolude.server.view.review import ReviewView
from tests.review.stored import READER, SEATS, stored

from .guests import Guest
from .reviewing import CODES, keep_reviewed, person_of, reviewed_by

NAME = "timeline"
every_game = pytest.mark.parametrize("name", SEATS)


def a_mistake(name: str) -> tuple[int, dict[str, Any]]:
    """The first mistake of a stored review."""
    content = stored(name)[1]
    n = mistakes_in(content)[READER][0]
    return n, content["eyes"][str(READER)]["decisions"][str(n)]


def answer(guest: Guest, code: str, n: int, action: int | str) -> tuple[int, dict[str, Any]]:
    told = guest.post(f"/t/{code}/review/exercise/{n}", action=action)
    return told.status_code, told.json() if told.is_success else {}


# --- Storage -------------------------------------------------------------------------------


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    keep_reviewed(database, NAME, "ada", at=0.0)
    found = Store(database)
    yield found
    found.close()


def the_one(store: Store, person: str = "ada") -> Exercise:
    (found,) = store.do(exercises_of, person)
    return found


def test_a_mistake_comes_back_after_a_week_and_later_each_time_it_is_answered_right(store: Store) -> None:
    code, (n, _) = CODES[NAME], a_mistake(NAME)
    assert store.do(exercises_due, "ada", 6.9 * DAY, 9) == []
    assert store.do(count_exercises, "ada", 6.9 * DAY) == (0, 1, 7 * DAY)
    at = 7 * DAY
    for rights, wait in enumerate((*WAITS[1:], None)):
        (due,) = store.do(exercises_due, "ada", at, 9)
        assert (due.code, due.game, due.at, due.rights) == (code, NAME, n, rights)
        store.do(answer_exercise, "ada", code, n, at, True)
        assert the_one(store).due == (None if wait is None else at + wait)
        store.do(answer_exercise, "ada", code, n, at, True)  # a second answer at once counts for nothing
        assert the_one(store).rights == rights + 1
        at += wait or 0
    assert store.do(count_exercises, "ada", at) == (0, 0, None)


def test_a_wrong_answer_brings_it_back_tomorrow_and_trying_on_does_not_hide_that(store: Store) -> None:
    code, (n, _) = CODES[NAME], a_mistake(NAME)
    store.do(answer_exercise, "ada", code, n, 100.0, True)  # before it is due
    assert (the_one(store).due, the_one(store).rights) == (7 * DAY, 0)
    store.do(answer_exercise, "ada", code, n, 7 * DAY, False)
    store.do(answer_exercise, "ada", code, n, 7 * DAY + 9, True)
    assert (the_one(store).due, the_one(store).rights, the_one(store).tries) == (8 * DAY, 0, 3)
    store.do(answer_exercise, "ada", code, n, 7.5 * DAY, False)  # no later than it was
    assert the_one(store).due == 8 * DAY
    store.do(answer_exercise, "blaise", code, n, 9 * DAY, True)  # not theirs
    assert the_one(store).due == 8 * DAY


def test_exercises_follow_their_person_and_go_with_them_or_with_the_table(store: Store) -> None:
    store.do(keep_person, "blaise", "Blaise")
    store.do(move_in, "ada", "blaise")
    assert store.do(exercises_of, "ada") == []
    assert the_one(store, "blaise").game == NAME
    store.do(erase, "blaise", "session", "regular")
    assert store.do(lambda connection: connection.execute(select(exercises)).all()) == []


def test_exercises_are_forgotten_with_their_table(store: Store) -> None:
    store.do(forget, [CODES[NAME]])
    assert store.do(exercises_of, "ada") == []


# --- At the table --------------------------------------------------------------------------


def test_an_answer_is_weighed_told_and_noted(database: str) -> None:
    (n, decision), code = a_mistake(NAME), CODES[NAME]
    with reviewed_by(database, [NAME]) as (guest, services):
        me = person_of(services, guest)
        services.store.do(make_due)
        assert f"/t/{code}/review/exercise/{n}" in guest.web.get("/me").text
        assert f"/t/{code}/review/exercise/{n}" in guest.web.get(f"/t/{code}/review").text
        page = guest.web.get(f"/t/{code}/review/exercise/{n}")
        assert (page.status_code, "What would you do now?" in page.text) == (200, True)
        for wrong in ("99999", "-1", "x"):
            assert answer(guest, code, n, wrong)[0] == 400
        assert services.store.do(exercises_of, me)[0].tries == 0
        status, told = answer(guest, code, n, decision["best"])
        assert (status, told["right"]) == (200, True)
        assert (services.store.do(exercises_of, me)[0].rights) == 1
        assert f"/t/{code}/review/exercise/{n}" not in guest.web.get("/me").text
        status, told = answer(guest, code, n, decision["action"])
        assert (status, told["right"], "what you chose then" in told["words"]) == (200, False, True)
        status, told = answer(guest, code, n, "")
        assert (status, told["right"], bool(told["best"]["handles"])) == (200, False, True)
        assert services.store.do(exercises_of, me)[0][4:] == (0, 3)


def make_due(connection: Connection) -> None:
    connection.execute(update(exercises).values(due=time() - 1))


def test_only_whoever_played_there_gets_an_exercise_and_only_of_a_mistake(database: str) -> None:
    (n, decision), code = a_mistake(NAME), CODES[NAME]
    with reviewed_by(database, [NAME]) as (guest, services), Guest(guest.address) as stranger:
        path = f"/t/{code}/review/exercise"
        assert stranger.web.get(f"{path}/{n}").status_code == 403
        assert answer(stranger, code, n, decision["best"])[0] == 403
        assert path not in stranger.web.get(f"/t/{code}/review").text
        assert guest.web.post(f"{path}/{n}", data={"action": decision["best"], "token": "no"}).status_code == 403
        right = next(k for k in stored(NAME)[1]["eyes"][str(READER)]["decisions"] if int(k) != n)
        for nothing in (right, "0", "999", "x"):
            assert guest.web.get(f"{path}/{nothing}").status_code == 404
        assert services.store.do(exercises_of, person_of(services, stranger)) == []


def test_exercises_are_exported_and_deleted_with_everything_else(database: str) -> None:
    with reviewed_by(database, [NAME]) as (guest, services):
        with ZipFile(BytesIO(guest.web.get("/me/export").content)) as archive:
            (found,) = json.loads(archive.read("me.json"))["exercises"]
        assert (found["code"], found["at"]) == (CODES[NAME], a_mistake(NAME)[0])
        assert guest.post("/me/delete", sure="yes").status_code == 200
        assert services.store.do(lambda connection: connection.execute(select(exercises)).all()) == []


# --- What it shows -------------------------------------------------------------------------


def elsewhere(match: Match, n: int, seat: int) -> Match:
    """The match with everything that the seat did not know before the n-th action replaced by something that fits."""
    other, way = match.fork(), Interpreted(match.game)
    state = match.game.hide(match.game.rules.STATE.read(match.steps[n - 1].before), seat)
    way.guess(state, seat, n)
    other.steps[n - 1] = replace(match.steps[n - 1], before=state.tobytes())
    return other


@every_game
def test_an_exercise_and_the_table_of_a_decision_show_only_what_their_seat_saw(name: str) -> None:
    match, content = stored(name)
    pages = Pages([match.game])
    players = [SeatedPlayer(seat, each, seat + 1) for seat, each in enumerate(match.names)]
    n, decision = a_mistake(name)
    other, shown = elsewhere(match, n, READER), []
    assert match.steps[n - 1].before != other.steps[n - 1].before
    for one in (match, other):
        public = new_public_view(pages, match, players, "en")
        public.match = one
        review = ReviewView(public, READER, content, n)
        table = review.position(Drawing(pages, public, players, READER))
        exercise = ExerciseView(pages, before(one, n), players, n, decision, "en")
        page = exercise.page(None, "/", "token", "", Onward("/", ""))
        shown.append((table, page, review.better, [step.words for step in review.line], exercise.solution))
    assert shown[0] == shown[1]
    assert re.search('data-hint="(better|1)"', shown[0][0])


def test_the_games_of_the_stored_reviews_are_all_there_are() -> None:
    assert sorted(SEATS) == sorted(game.name for game in games() if not re.match("hearts", game.name))


def test_after_the_last_exercise_comes_the_first() -> None:
    assert [next_of([3, 7, 9], n) for n in (3, 9)] == [7, 3]
    assert next_of([3], 3) is None
