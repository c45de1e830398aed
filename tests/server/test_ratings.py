"""Ratings: changed once, with the last action of a rated match; explained to all players; and protected from abuse."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from itertools import product
from pathlib import Path

import pytest
from sqlalchemy import select, update

from tempolude.bots.ratings import Rating, level_ratings
from tempolude.server import wire
from tempolude.server.rating import BOTS, PEOPLE, moved, on_dial
from tempolude.server.services import Services
from tempolude.server.storage.people import ratings_of
from tempolude.server.storage.results import Finish, Play, finish
from tempolude.server.storage.schema import chairs, ratings, results, tables
from tempolude.server.storage.store import Store, add_table, clean
from tempolude.server.table.chairs import Chair

from .guests import SHORT, Guest
from .keeping import random_match
from .programs import Program
from .serving import inside, sqlite
from .test_results import play_out, results_of
from .waiting import eventually

LIVE = {"clock": "10+20", "rated": "yes"}


def account(guest: Guest, name: str) -> Guest:
    assert guest.post("/me/account", account=name, password="secret secret").status_code == 200
    guest.token = re.search(r'name="token" value="([^"]+)"', guest.web.get("/").text)[1]  # type: ignore[index]
    return guest


@contextmanager
def rated_pair(
    address: str, game: str = "timeline", seats: int = 2, names: str = "player"
) -> Iterator[tuple[str, list[Guest]]]:
    """A rated match just begun, all its players with accounts."""
    with ExitStack() as stack:
        guests = [account(stack.enter_context(Guest(address, f"P{n}")), f"{names}{n}") for n in range(seats)]
        yield begin(game, guests), guests


def begin(game: str, guests: list[Guest]) -> str:
    code = guests[0].make(game, len(guests), **LIVE, **SHORT)
    for seat, guest in enumerate(guests[1:], 1):
        assert guest.post(f"/t/{code}/sit", seat=seat).status_code == 200
    guests[0].post(f"/t/{code}/start")
    return code


def persons(services: Services, code: str) -> list[str]:
    from tempolude.server.storage.store import chairs_at

    return [chair.person or "" for chair in services.store.do(chairs_at, code)]


def test_two_people_rate_each_others_match_and_both_see_why() -> None:
    with inside() as (address, services), rated_pair(address) as (code, guests):
        play_out(code, guests)
        found = services.store.do(results_of, code)
        assert [row.scale for row in found] == [PEOPLE, PEOPLE]
        expected = moved([Rating(), Rating()], [row.rank for row in found])
        assert [row.after for row in found] == expected
        for row in found:
            mine = services.store.do(ratings_of, row.person)["timeline", PEOPLE]
            assert (mine.rating, mine.matches) == (row.after, 1)
        for guest in guests:
            page = guest.web.get(f"/t/{code}/rating").text
            assert page.count("50 times in 100") == 2
            assert "came in ahead" in page or "tied" in page
            assert ">You<" in page
            assert f"/t/{code}/rating" in guest.web.get("/me").text
        assert "provisional" in guests[0].web.get("/me").text


def test_it_is_shown_before_one_sits_down_and_needs_an_account_and_a_clock() -> None:
    with inside() as (address, services), Guest(address, "Ada") as ada, Guest(address, "Blaise") as blaise:
        assert ada.post("/new/timeline", seats=2, **LIVE).status_code == 403, "a guest cannot make one"
        account(ada, "ada")
        for wrong in ({"clock": ""}, {"clock": "wait"}, {"device": "one"}):
            answer = ada.post("/new/timeline", seats=2, **(LIVE | wrong))
            assert answer.status_code == 400, wrong
        code = ada.make("timeline", 2, open="yes", **LIVE)
        assert "leaving counts as coming last" in blaise.web.get(f"/t/{code}").text
        assert ", rated" in blaise.web.get("/").text
        assert blaise.post(f"/t/{code}/sit", seat=1).status_code == 403, "a guest cannot sit down"
        assert ada.post(f"/t/{code}/settle", seats=2, clock="").status_code == 400, "nor is the clock taken away"
        with Program(address, "Bot") as program:
            assert program.refused(f"/tables/{code}/sit") == (403, "rated")
        account(blaise, "blaise")
        assert blaise.post(f"/t/{code}/sit", seat=1).status_code == 200
        assert persons(services, code)[1]


def test_there_are_no_hints_and_the_page_offers_none() -> None:
    with inside() as (address, _), rated_pair(address) as (code, guests):
        assert 'id="hint"' not in guests[0].web.get(f"/t/{code}").text
        with guests[0].line(code) as line:
            line.shown()
            line.send(wire.AskHint())
            assert "no hints" in line.until(wire.Error).words


def test_leaving_counts_as_coming_last_though_the_bot_wins() -> None:
    with inside(grace=0.1) as (address, services), rated_pair(address, "timeline", 3) as (code, guests):
        guests[2].post(f"/t/{code}/leave")
        play_out(code, guests[:2])
        found = eventually(lambda: services.store.do(results_of, code))
        ranks = [99 if row.left else row.rank for row in found]
        assert [row.left for row in found] == [False, False, True]
        assert [row.after for row in found] == moved([Rating()] * 3, ranks)


def test_the_last_one_at_a_table_that_the_others_left_comes_first_and_the_table_goes() -> None:
    with inside() as (address, services), rated_pair(address) as (code, (ada, blaise)):
        first, second = persons(services, code)
        ada.post(f"/t/{code}/leave")
        blaise.post(f"/t/{code}/leave")
        assert services.store.do(ratings_of, first)["timeline", PEOPLE].rating.mu < 25
        assert services.store.do(ratings_of, second)["timeline", PEOPLE].rating.mu > 25
        assert blaise.web.get(f"/t/{code}").status_code == 404
        assert blaise.web.get("/me").status_code == 200


def lone(address: str, services: Services) -> tuple[Guest, str]:
    """A guest at a rated match against bots."""
    guest = Guest(address, "Ada")
    answer = guest.post("/play/timeline", seats=2, level="regular", rated="yes")
    assert answer.status_code == 200
    return guest, answer.url.path.rsplit("/", 1)[1]


def test_alone_against_bots_there_is_one_at_a_time_and_stopping_it_counts() -> None:
    with inside(processes=0) as (address, services):
        guest, code = lone(address, services)
        with guest:
            person = next(filter(None, persons(services, code)))
            again = guest.post("/play/timeline", seats=2, level="visitor", rated="yes")
            assert again.url.path == f"/t/{code}", "the one that is not finished comes first"
            other = guest.post("/play/timeline", seats=2, level="visitor")
            assert other.url.path != f"/t/{code}", "one that is not rated can be played meanwhile"
            guest.post(f"/t/{code}/leave")
            mine = services.store.do(ratings_of, person)
            assert list(mine) == [("timeline", BOTS)]
            after = moved([Rating(), level_ratings("timeline")["regular"]], [2, 1])[0]
            assert mine["timeline", BOTS].rating == after


def test_a_rated_match_that_is_let_lie_counts_as_left() -> None:
    with inside(processes=0) as (address, services):
        guest, code = lone(address, services)
        with guest:
            person = next(filter(None, persons(services, code)))
            services.store.do(clean, 0, time.time() + 10, 0)
            assert services.store.do(ratings_of, person)["timeline", BOTS].rating.mu < 25
            assert guest.web.get(f"/t/{code}").status_code in (200, 404)


def test_a_level_that_was_never_measured_is_not_rated_against(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {"timeline": {"levels": {"visitor": {"mu": 5, "sigma": 3}, "regular": {"mu": 25, "sigma": 3}}}}
    monkeypatch.setattr("tempolude.bots.ratings.measured", lambda: known)
    with inside(processes=0) as (address, _), Guest(address, "Ada") as ada:
        assert ada.post("/play/timeline", seats=2, level="master", rated="yes").status_code == 400
        assert ada.post("/play/timeline", seats=2, level="visitor", rated="yes").status_code == 200
        code = account(ada, "ada").make("timeline", 2, **LIVE)
        assert ada.post(f"/t/{code}/start", level="master").status_code == 400
        assert ada.post(f"/t/{code}/start", level="regular").status_code == 200
    assert (on_dial("timeline", 5), on_dial("timeline", 15)) == (1, pytest.approx(1.5, abs=0.01))


def test_among_the_same_people_five_a_day_count() -> None:
    with inside() as (address, services), rated_pair(address) as (code, guests):
        play_out(code, guests)
        for _ in range(5):
            code = begin("timeline", guests)
            play_out(code, guests)
        found = services.store.do(results_of, code)
        assert {(row.uncounted, row.after) for row in found} == {("enough", None)}
        assert "did not count" in guests[0].web.get(f"/t/{code}/rating").text
        assert services.store.do(ratings_of, found[0].person)["timeline", PEOPLE].matches == 5


def test_matches_that_are_not_rated_move_nothing() -> None:
    with inside() as (address, services), rated_pair(address) as (_, guests):
        code = guests[0].make("timeline", 2, **SHORT)
        guests[1].post(f"/t/{code}/sit", seat=1)
        guests[0].post(f"/t/{code}/start")
        play_out(code, guests)
        assert services.store.do(ratings_of, persons(services, code)[0]) == {}
        assert guests[0].web.get(f"/t/{code}/rating").status_code == 404


def test_a_player_for_whom_a_bot_played_most_of_it_counts_as_having_left() -> None:
    with inside() as (address, services), rated_pair(address) as (code, _):
        plays = [Play(1, 0, 2, stood_in=True), Play(2, 1, 9)]
        services.store.do(finish, [Finish(code, "timeline", 1.0, True, plays)])
        found = services.store.do(results_of, code)
        assert [(row.left, (row.new_mu or 0) > 25) for row in found] == [(True, False), (False, True)]


def test_a_guests_ratings_are_not_brought_along_when_they_sign_in() -> None:
    with inside(processes=0) as (address, services), Guest(address) as first:
        account(first, "ada")
        guest, code = lone(address, services)
        with guest:
            guest.post(f"/t/{code}/leave")
            guest.post("/me/sign-in", account="ada", password="secret secret", bring="yes")
            rows = services.store.do(results_of, code)
            mine = next(row for row in rows if row.person)
            assert (mine.scale, services.store.do(ratings_of, mine.person)) == (None, {})


@pytest.mark.parametrize("others", list(product(("person", "left", "bot"), repeat=2)), ids="-".join)
def test_the_rating_that_a_match_locks_is_the_one_it_changes(tmp_path: Path, others: tuple[str, ...]) -> None:
    bot = {"person": None, "bot": "visitor"}
    held_by = {"person": {}, "left": {**bot, "left": True}, "bot": bot}
    store = Store(sqlite(tmp_path))
    try:
        put(store, "t", ["ada", "blaise", "clara"])
        for seat, how in enumerate(others, 1):
            values = {"leaver": f"leaver{seat}" if how == "left" else None, **held_by[how]}
            held = update(chairs).where(chairs.c.code == "t", chairs.c.seat == seat).values(**values)
            store.do(lambda connection, held=held: connection.execute(held))
        store.do(finish, [Finish("t", "timeline", 1.0, True, [Play(1), Play(2), Play(3)])])
        scale = BOTS if others == ("bot", "bot") else PEOPLE
        assert {row.scale for row in store.do(results_of, "t") if row.scale} == {scale}
        kept = store.do(lambda c: c.execute(select(ratings.c.scale, ratings.c.matches)).all())
        assert set(map(tuple, kept)) == {(scale, 1)}, "no rating is made for a scale that the match is not rated on"
    finally:
        store.close()


# --- Two processes, one database ------------------------------------------------------


def put(store: Store, code: str, people: list[str]) -> None:
    """A rated match of these people that is about to end."""
    from tempolude.engine.game import game
    from tempolude.server.table.tables import new_table

    match = random_match(game("timeline"), len(people))
    table = new_table(code, match.game, match.options, people[0], 1)
    store.do(add_table, table, [Chair(n, n + 1, who, who).row(code) for n, who in enumerate(people)])
    store.do(lambda c: c.execute(update(tables).where(tables.c.code == code).values(rated=True, phase="playing")))


def test_a_match_is_rated_once_and_matches_that_end_at_once_count_both(database: str) -> None:
    stores = [Store(database), Store(database)]
    try:
        groups = {f"t{n}": ["ada", "blaise", "clara"][:: -1 if n % 2 else 1] for n in range(4)}
        for code, people in groups.items():
            put(stores[0], code, people)
        jobs = [
            (store, Finish(code, "timeline", 100.0 + n, True, [Play(1), Play(2), Play(3)]))
            for n, code in enumerate(groups)
            for store in stores  # each match through both processes
        ]

        def end(job: tuple[Store, Finish]) -> str:
            try:
                job[0].do(finish, [job[1]])
            except Exception as error:
                return type(error).__name__
            return ""

        with ThreadPoolExecutor(4) as pool:
            said = list(pool.map(end, jobs))
        assert set(said) <= {"", "IntegrityError"}, "a result that is there already is refused, nothing else"
        rows = stores[0].do(lambda c: c.execute(select(results).order_by(results.c.ended)).all())
        assert len(rows) == 12
        for person in ("ada", "blaise", "clara"):
            mine = stores[0].do(ratings_of, person)["timeline", PEOPLE]
            steps = {(row.mu, row.new_mu) for row in rows if row.person == person}
            assert mine.matches == 4
            before, after = {a for a, _ in steps}, {b for _, b in steps}
            assert after - before == {mine.rating.mu}, "each match moved the rating that the one before had left"
    finally:
        for store in stores:
            store.close()
