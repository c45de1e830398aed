"""Leaving a match for good: by pages and by the API, in one process and in several, and only for yourself."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest

from tempolude.server import wire

from .conftest import new_database
from .guests import Guest, PageSocket, reason, seated
from .programs import Program
from .serving import Server
from .test_processes import also_at, closed
from .waiting import eventually


@pytest.fixture(scope="module")
def pair(postgresql: str) -> Iterator[tuple[str, str]]:
    """Two processes that serve the same tables."""
    database = new_database(postgresql)
    servers = [Server(database), Server(database)]
    yield servers[0].address, servers[1].address
    for server in servers:
        server.stop()


def heard(line: PageSocket) -> tuple[wire.Left, list[wire.Seat]]:
    """The messages of a connection about a player who leaves."""
    return line.until(wire.Left), line.seats()


def test_a_bot_plays_on_for_good_and_the_others_are_told_wherever_they_look_on(pair: tuple[str, str]) -> None:
    here, there = pair
    with seated(here, "timeline", 2, clock="wait") as (code, (ada, blaise)), ExitStack() as stack:
        lines = [stack.enter_context(ada.line(code)), stack.enter_context(also_at(stack, blaise, there).line(code))]
        for line in lines:
            line.shown()
        watcher = stack.enter_context(Guest(there))
        assert watcher.post(f"/t/{code}/leave").status_code == 403, "whoever does not sit there has nothing to leave"
        ada.post(f"/t/{code}/leave")
        left, seats = heard(lines[1])
        assert left.seat == 0
        assert "has left the game. A bot plays on." in left.words
        assert seats[0].words == "left; bot playing"
        assert closed(lines[0]) == wire.Close.MOVED
        for move in range(3):  # whoever's turn it is now, the bot always plays when it is Blaise's
            if not lines[1].actions:
                lines[1].shown(lambda message: message.actions)
            assert isinstance(lines[1].do(lines[1].actions[0][0], f"b{move}"), wire.Done)
        with ada.line(code) as line:
            line.shown()
            assert "You are watching" in reason(line.do(0, "late")), "whoever left plays no more"
        assert ada.post(f"/t/{code}/leave").status_code == 403, "nor leaves again"
        assert code not in ada.web.get("/").text


def test_when_all_leave_at_once_through_two_processes_the_table_is_removed(pair: tuple[str, str]) -> None:
    with seated(pair[0], "timeline", 2, clock="wait") as (code, (ada, blaise)), ExitStack() as stack:
        elsewhere = also_at(stack, blaise, pair[1])
        assert elsewhere.web.get(f"/t/{code}").status_code == 200  # in memory there too
        with ThreadPoolExecutor(2) as pool:
            answers = pool.map(lambda guest: guest.post(f"/t/{code}/leave").status_code, (ada, elsewhere))
        assert list(answers) == [200, 200]
        for guest in (ada, elsewhere):  # one of the two processes is notified by the other
            eventually(lambda guest=guest: guest.web.get(f"/t/{code}").status_code == 404)


def test_programs_leave_too(pair: tuple[str, str]) -> None:
    server = pair[0]
    with Program(server, "Ada") as ada, Program(server, "Blaise") as blaise:
        code = ada.make("timeline", 2)
        assert blaise.refused(f"/tables/{code}/leave") == (403, "no_seat")
        blaise.post(f"/tables/{code}/sit")
        assert blaise.post(f"/tables/{code}/leave") == {"goes_on": True}, "before the match: they stand up"
        assert ada.get(f"/tables/{code}")["seats"][1]["kind"] == "free"
        blaise.post(f"/tables/{code}/sit")
        ada.post(f"/tables/{code}/start")
        assert ada.post(f"/tables/{code}/leave") == {"goes_on": True}
        table = blaise.get(f"/tables/{code}")
        assert [(seat["kind"], seat["departed"]) for seat in table["seats"]] == [("bot", True), ("person", False)]
        assert table["yours"], "somebody else is its host now"
        over = blaise.play_on(code)
        assert over["phase"] == "over"
        assert blaise.refused(f"/tables/{code}/leave") == (409, "over")
        record = blaise.web.get(f"{server}/t/{code}/record").json()
        assert record["players"] == ["person", "person"], "who began it"
        alone = ada.make("timeline", 2, start=True)
        assert ada.post(f"/tables/{alone}/leave") == {"goes_on": False}
        assert ada.refused(f"/tables/{alone}/leave")[0] == 404


def test_a_finished_match_is_put_away_for_oneself_only(pair: tuple[str, str]) -> None:
    server = pair[0]
    with Guest(server) as guest:
        code = guest.make("timeline", 2, **{"option-cards": 1})
        guest.post(f"/t/{code}/start")
        assert guest.post(f"/t/{code}/away").status_code == 403, "it is not over"
        with guest.line(code) as line:
            while not line.over:
                line.do(line.actions[0][0], f"m{line.version}") if line.actions else line.hear()
        assert code in guest.web.get("/").text
        with Guest(server) as stranger:
            assert stranger.post(f"/t/{code}/away").status_code == 403
        assert code in guest.web.get("/").text
        assert guest.post(f"/t/{code}/away").status_code == 200
        assert code not in guest.web.get("/").text
        assert guest.web.get(f"/t/{code}").status_code == 200, "it is still there to be looked at"
