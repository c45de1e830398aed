"""Reviews on the server: computed once, shown as they progress, and never of a running match."""

from __future__ import annotations

import time
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

from tempolude.engine.game import game
from tempolude.engine.match import Match
from tempolude.review import prepare
from tempolude.server.storage.reviews import STALE, claim_review, keep_review, release_review, review_of
from tempolude.server.storage.store import Store
from tempolude.server.table.reviews import MOST
from tests.bots.searching import thinking
from tests.review.playing import played

from .guests import Guest
from .keeping import keep, kept_at, random_match
from .serving import inside, sqlite


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    thinking(game("timeline"))
    prepare(game("timeline"))
    matches: dict[str, Match] = {
        "tl-over": played("timeline", 3, 4),
        "tl-other": played("timeline", 2, 5),
        "tl-on": random_match(game("timeline"), 3, 6),
    }
    with kept_at(tmp_path_factory.mktemp("review"), matches) as address:
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
        assert store.do(claim_review, "tl-kept", 1200.0)
        store.do(keep_review, "tl-kept", 1201.0, {"format": 1}, True)
        assert not store.do(claim_review, "tl-kept", 9999.0)
        assert store.do(review_of, "tl-kept") == {"format": 1}
    finally:
        store.close()


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
