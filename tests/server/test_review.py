"""Reviews on the server: computed once, shown as they progress, and never of a running match."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from sqlalchemy import delete
from typer.testing import CliRunner

from tempolude.cli.main import app
from tempolude.engine.errors import BadOption
from tempolude.engine.game import game
from tempolude.engine.match import Match
from tempolude.engine.record import save
from tempolude.review import draft, prepare
from tempolude.server.storage.reviews import STALE, claim_review, keep_review, release_review, review_of, touch_review
from tempolude.server.storage.schema import tables
from tempolude.server.storage.store import Store
from tempolude.server.table import reviews
from tempolude.server.table.reviews import MOST, mistakes_in
from tempolude.server.web import review as pages
from tests.bots.searching import thinking
from tests.review.playing import played
from tests.review.stored import READER, stored

from .guests import Guest
from .keeping import keep, keep_all, random_match
from .programs import Program
from .reviewing import CODES, keep_reviewed, person_of, reviewed_by
from .serving import inside, sqlite


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    thinking(game("timeline"))
    prepare(game("timeline"))
    matches: dict[str, Match] = {
        "tl-over": played("timeline", 3, 4),
        "tl-other": played("timeline", 2, 5),
        "tl-on": random_match(game("timeline"), 3, 6),
        "runningnow": random_match(game("timeline"), 3, 6),
        "overunseen": played("timeline", 2, 5),
    }
    database = keep_all(tmp_path_factory.mktemp("review"), matches)
    with pytest.MonkeyPatch.context() as patch, inside(database=database, processes=1) as (address, _):
        patch.setattr(draft, "SECONDS", 1.0)  # a review need not be thorough here
        yield address


def finished(guest: Guest, code: str) -> str:
    """The page of a finished review."""
    end = time.monotonic() + 120
    while time.monotonic() < end:
        found = guest.web.get(f"/t/{code}/review/progress").json()
        if found["tasks"] > 1 and found["done"] >= found["tasks"]:
            return guest.web.get(f"/t/{code}/review").text
        time.sleep(0.3)
    raise AssertionError("the review was not made in time")


def test_a_running_game_has_no_review(server: str) -> None:
    with Guest(server) as guest:
        assert guest.web.get("/t/tl-on/review").status_code == 409
        assert guest.web.get("/t/tl-on/review/progress").status_code == 409
        assert guest.post("/t/tl-on/review").status_code == 409
        assert guest.web.get("/t/nowhere/review").status_code == 404


def test_a_running_game_has_no_review_by_the_api_or_the_command(server: str, tmp_path: Path) -> None:
    with Program(server) as program:
        assert program.refused("/tables/runningnow/review") == (409, "not_over")
        assert program.web.get("/tables/runningnow/review").status_code == 409
        assert program.web.get("/tables/overunseen/review").json()["error"]["code"] == "no_review"
    record = tmp_path / "running.json"
    save(random_match(game("timeline"), 3, 6), record)
    told = CliRunner().invoke(app, ["review", str(record), "--html", str(tmp_path / "review.html")])
    assert isinstance(told.exception, BadOption)
    assert "when it is over" in str(told.exception)
    assert not (tmp_path / "review.html").exists()


def test_the_api_gives_what_the_page_does(database: str) -> None:
    _, content = stored("timeline")
    with reviewed_by(database, ["timeline"]) as (guest, _), Program(guest.address) as program:
        found = program.post(f"/tables/{CODES['timeline']}/review")
        assert found == program.get(f"/tables/{CODES['timeline']}/review")
        assert (found["finished"], found["progress"], found["preparing"]) == (True, 1, False)
        for name in ("result", "prior", "luck", "skill", "actors"):
            assert found[name] == content[name]
        (seat,) = found["seats"]
        kept = content["eyes"]["0"]
        assert (seat["chances"], seat["moments"]) == (kept["chances"], kept["moments"])
        assert [each["at"] for each in seat["decisions"]] == sorted(map(int, kept["decisions"]))
        for each in seat["decisions"]:
            assert each["words"].endswith(".")
            assert each["given"] == kept["decisions"][str(each["at"])]["given"]


def test_a_review_asked_for_before_playouts_are_compiled_begins_when_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinking(game("timeline"))
    prepare(game("timeline"))
    database = sqlite(tmp_path)
    keep(database, played("timeline", 2, 5), "tl-kept")
    compiled = threading.Event()
    monkeypatch.setattr(reviews, "ready", lambda _: compiled.is_set())
    monkeypatch.setattr(pages, "ready", lambda _: compiled.is_set())
    monkeypatch.setattr(reviews, "GLANCES", 0.05)
    monkeypatch.setattr(draft, "SECONDS", 1.0)
    with inside(database=database, processes=1) as (address, _), Guest(address) as guest:
        page = guest.post("/t/tl-kept/review")
        assert page.status_code == 200
        assert "Yours begins by itself" in page.text
        assert guest.post("/t/tl-kept/review").status_code == 200  # asked for twice, it is made once
        compiled.set()
        assert 'data-done="true"' in finished(guest, "tl-kept")


def test_another_answer_to_an_exercise_is_weighed_by_playouts(tmp_path: Path) -> None:
    thinking(game("timeline"))
    prepare(game("timeline"))
    match, content = stored("timeline")
    n = mistakes_in(content)[READER][0]
    decision = content["eyes"]["0"]["decisions"][str(n)]
    view = match.game.hide(match.game.rules.STATE.read(match.steps[n - 1].before), READER)
    known = (decision["best"], decision["action"])
    other = next(action for action in match.way.legal(view, READER) if action not in known)
    with inside(database=sqlite(tmp_path), processes=1) as (address, services), Guest(address) as guest:
        code = keep_reviewed(services.settings.database, "timeline", person_of(services, guest))
        told = guest.post(f"/t/{code}/review/exercise/{n}", action=other)
        assert told.status_code == 200
        assert told.json()["mark"]
        assert told.json() == guest.post(f"/t/{code}/review/exercise/{n}", action=other).json()


@pytest.mark.parametrize(("lang", "words"), [("en", "Luck and play"), ("fr", "Le sort et le jeu")])
def test_a_review_is_asked_for_made_and_kept(server: str, lang: str, words: str) -> None:
    with Guest(server, lang=lang) as guest:
        first = guest.web.get("/t/tl-over/review").text
        guest.post("/t/tl-over/review")
        page = unescape(finished(guest, "tl-over"))
        assert words in page
        assert 'data-done="true"' in page
        assert page.count('class="rv-moment') >= 3
        assert "Exception" not in first
        for at in (1, 2, 5):
            assert guest.web.get("/t/tl-over/review", params={"at": at, "seat": 1}).status_code == 200
        assert guest.web.get("/t/tl-over/review", params={"at": 9999}).status_code == 404
        assert guest.web.get("/t/tl-over/review", params={"seat": 7}).status_code == 404
        assert guest.post("/t/tl-over/review").status_code in (200, 303)  # it is there: nothing is made again


def test_a_review_needs_the_token_of_the_page(server: str) -> None:
    with Guest(server) as guest:
        assert guest.web.post("/t/tl-other/review", data={"token": "none"}).status_code == 403


def test_only_those_who_played_can_play_again_from_the_review(database: str) -> None:
    with reviewed_by(database, ["timeline"]) as (guest, _), Guest(guest.address) as other:
        address = f"/t/{CODES['timeline']}"
        page = guest.web.get(f"{address}/review").text
        assert f'action="{address}/again"' in page
        assert "Play again" in page
        assert f'href="{address}/replay"' in page
        assert f'href="{address}"' in page
        assert "/again" not in other.web.get(f"{address}/review").text
        guest.post(f"{address}/again")
        assert "Join the next game" in guest.web.get(f"{address}/review").text


def test_the_end_of_a_match_leads_to_its_review(server: str) -> None:
    with Guest(server) as guest:
        assert "/t/tl-over/review" in guest.web.get("/t/tl-over/replay?at=1").text


def test_one_of_two_who_ask_at_once_makes_it_and_one_that_died_is_taken_over(tmp_path: Path) -> None:
    database = sqlite(tmp_path)
    keep(database, played("timeline", 2, 5), "tl-kept")
    store = Store(database)
    try:
        assert store.do(claim_review, "tl-kept", 1000.0)
        assert not store.do(claim_review, "tl-kept", 1001.0)
        assert store.do(claim_review, "tl-kept", 1000.0 + 2 * STALE)
        store.do(release_review, "tl-kept")
        assert store.do(review_of, "tl-kept", 1200.0) is None  # it can be asked for again
        assert store.do(claim_review, "tl-kept", 1200.0)
        store.do(touch_review, "tl-kept", 1200.0 + STALE)
        assert not store.do(claim_review, "tl-kept", 1200.0 + STALE + 1)
        store.do(keep_review, "tl-kept", 1201.0, {"format": 1}, True)
        assert not store.do(claim_review, "tl-kept", 9999.0)
        assert store.do(review_of, "tl-kept", 99999.0) == {"format": 1}
    finally:
        store.close()


def test_a_mistake_that_the_curve_does_not_show_is_explained(database: str) -> None:
    """The curve expects usual play. What was given away stands beside the decision, whatever the curve does."""
    match, content = stored("contretemps")
    seen = content["eyes"][str(READER)]
    with reviewed_by(database, ["contretemps"]) as (guest, _):
        for n in mistakes_in(content)[READER]:
            lost = seen["chances"][n - 1][READER] - seen["chances"][n][READER]
            given = seen["decisions"][str(n)]["given"]
            page = unescape(guest.web.get(f"/t/{CODES['contretemps']}/review?at={n}").text)
            assert ("The curve does not show it" in page) == (lost < given / 2)
            assert f'<span class="rv-dd">−{round(100 * given)}</span>' in page
            assert f"Round {match.game.rules.STATE.read(match.steps[n - 1].before).round} of 10" in page


def test_a_table_deleted_in_the_meantime_has_no_review(database: str) -> None:
    keep(database, played("timeline", 2, 5), "tl-kept")
    with inside(database=database, processes=0) as (address, services), Guest(address) as guest:
        assert guest.web.get("/t/tl-kept/review").status_code == 200  # it is loaded here
        services.store.do(lambda connection: connection.execute(delete(tables).where(tables.c.code == "tl-kept")))
        answer = guest.post("/t/tl-kept/review")
        assert (answer.status_code, "It may have been deleted." in answer.text) == (404, True)
        assert services.tables.reviews.queue == 0


def test_when_too_many_wait_the_next_is_refused_and_nothing_is_kept(tmp_path: Path) -> None:
    thinking(game("timeline"))
    prepare(game("timeline"))
    database = sqlite(tmp_path)
    keep(database, played("timeline", 2, 5), "tl-kept")
    with inside(database=database, processes=0) as (address, services), Guest(address) as guest:
        services.tables.reviews._making.update({f"other-{n}": {} for n in range(MOST)})
        answer = guest.post("/t/tl-kept/review")
        assert answer.status_code == 503
        assert "Ask again in a few minutes" in answer.text
        assert "Nobody has asked" in guest.web.get("/t/tl-kept/review").text
