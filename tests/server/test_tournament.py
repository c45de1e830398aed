"""Tournaments over real sockets: to their end, with bots, with people who arrive late or leave, across restarts."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

from sqlalchemy import select

from tempolude.server import wire
from tempolude.server.storage.schema import METADATA, entrants, rounds, tables, tournaments
from tempolude.server.storage.store import Store
from tempolude.server.storage.tournaments import Tournament, tournament

from .conftest import new_database
from .guests import Guest, PageSocket
from .serving import Server, inside, sqlite

PATIENCE = 60.0  # seconds


def make(guest: Guest, **form: Any) -> str:
    """The code of a new tournament."""
    usual = {"name": "Sunday", "game": "timeline", "plays": "yes", "level": "visitor", "clock": "30+30"}
    usual["option-timeline.cards"] = "2"
    answer = guest.post("/tournament", **(usual | form))
    assert answer.status_code == 200, answer.text
    return answer.url.path.rsplit("/", 1)[1]


def look(store: Store, code: str) -> Tournament:
    found = store.do(tournament, code)
    assert found
    return found


def until(wanted: Callable[[], Any]) -> Any:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if found := wanted():
            return found
        time.sleep(0.05)
    raise AssertionError("it did not happen")


def to_its_end(guest: Guest, code: str, seed: int = 1) -> None:
    """Play a match to its end, acting whenever it is this guest's turn."""
    dice = Random(seed)
    with guest.line(code, -1) as line:
        line.shown()
        while not line.over:
            if line.actions:
                line.do(dice.choice(line.actions)[0], f"m{line.version}")
            else:
                line.hear()


def play_round(guests: dict[str, Guest], found: Tournament) -> None:
    """Everybody plays at their table, all at once."""
    name = {entrant.number: entrant.name for entrant in found.entrants}
    seats = [(guests[name[n]], table.at) for table in found.running for n in table.seats if n and name[n] in guests]
    with ThreadPoolExecutor(len(seats)) as pool:
        for done in [pool.submit(to_its_end, guest, code, n) for n, (guest, code) in enumerate(seats)]:
            done.result(PATIENCE)


def test_a_tournament_of_twelve_with_bots_to_its_end(database: str) -> None:
    """Ten people and two bots at three tables of four: two Swiss rounds, the second of which starts by itself."""
    with inside(database=database, processes=1) as (address, services), ExitStack() as stack:
        names = [f"Guest no {n}" for n in range(10)]
        guests = {name: stack.enter_context(Guest(address)) for name in names}
        host = guests[names[0]]
        code = make(host, player=names[0], rounds="2", pause="0", **{"seats-timeline": "4"})
        with ThreadPoolExecutor(9) as pool:  # all by the same link, at once
            joined = [pool.submit(guests[name].post, f"/tournament/{code}/join", name=name) for name in names[1:]]
            assert {answer.result().status_code for answer in joined} == {200}
        store = services.store
        assert len(look(store, code).entrants) == 10
        wall = stack.enter_context(PageSocket(host, f"/tournament/{code}/live?v={wire.VERSION}", {}))
        answer = host.post(f"/tournament/{code}/begin", round="1")
        assert answer.status_code == 200
        first = look(store, code)
        assert len(first.current) == 3
        assert sum(seat is None for table in first.current for seat in table.seats) == 2
        play_round(guests, first)
        second = until(lambda: (found := look(store, code)).row.round == 2 and found)
        assert {tuple(table.result["ranks"]) for table in second.rounds if table.round == 1}
        play_round(guests, second)
        over = until(lambda: (found := look(store, code)).row.phase == "over" and found)
        assert len(over.rounds) == 6
        assert all(table.result and sorted(table.result["ranks"])[0] == 1 for table in over.rounds)
        wall.until(wire.Reload)
        page = stack.enter_context(Guest(address)).web.get(f"/tournament/{code}")  # a stranger with the link
        assert page.status_code == 200
        assert page.text.count("<li class=") >= 10
        assert "Over" in page.text
        for name in names:
            assert name in page.text
        for place in ("wall", "qr.svg"):
            assert host.web.get(f"/tournament/{code}/{place}").status_code == 200
        assert host.post(f"/tournament/{code}/begin", round="3").status_code == 409
        assert host.post(f"/tournament/{code}/join").status_code == 409


def test_two_clicks_at_once_start_one_round(database: str) -> None:
    with inside(database=database, processes=0) as (address, services), ExitStack() as stack:
        host, other = (stack.enter_context(Guest(address, name)) for name in ("Ada", "Blaise"))
        code = make(host)
        other.post(f"/tournament/{code}/join", name="Blaise")
        tab = stack.enter_context(Guest(address))
        tab.come_back(host.web.cookies)
        with ThreadPoolExecutor(4) as pool:
            clicks = [pool.submit(g.post, f"/tournament/{code}/begin", round="1") for g in (host, tab, host, tab)]
            assert {click.result().status_code for click in clicks} == {200}
        found = look(services.store, code)
        assert (found.row.round, len(found.rounds)) == (1, 1)
        made = services.store.do(lambda c: c.execute(select(tables.c.code).where(tables.c.tournament == code)).all())
        assert len(made) == 1  # no table is left over


def test_a_late_player_plays_from_the_next_round_and_one_who_left_is_not_seated_again(tmp_path: Path) -> None:
    with inside(database=sqlite(tmp_path), processes=1) as (address, services), ExitStack() as stack:
        names = ("Ada", "Blaise", "Cléo", "Dora")
        guests = {name: stack.enter_context(Guest(address, name)) for name in names}
        code = make(guests["Ada"], rounds="3", **{"seats-timeline": "3"})
        for name in names[1:3]:
            guests[name].post(f"/tournament/{code}/join", name=name)
        guests["Ada"].post(f"/tournament/{code}/begin", round="1")
        store = services.store
        [table] = look(store, code).running
        guests["Dora"].post(f"/tournament/{code}/join", name="Dora")
        assert "from the next round" in guests["Dora"].web.get(f"/tournament/{code}").text
        assert guests["Ada"].post(f"/tournament/{code}/begin", round="2").status_code == 409  # it is being played
        left = guests["Blaise"].post(f"/t/{table.at}/leave")  # from their table: a bot plays on
        assert left.status_code == 200
        play_round({name: guests[name] for name in ("Ada", "Cléo")}, look(store, code))
        found = until(lambda: not (found := look(store, code)).running and found)
        assert found.rounds[0].result["left"] == [table.seats.index(2)]
        guests["Ada"].post(f"/tournament/{code}/begin", round="2")
        second = look(store, code).running
        assert sorted(n for each in second for n in each.seats if n) == [1, 3, 4]  # Ada, Cléo and Dora
        page = guests["Ada"].web.get(f"/tournament/{code}").text
        standing = re.search(r"<b>Blaise <small>left</small></b>.*?class=\"pts\"[^>]*>(\d+)", page, re.DOTALL)
        assert standing
        assert standing[1] == "0"
        guests["Blaise"].post(f"/tournament/{code}/join", name="Blaise")  # they may join again
        assert not next(e for e in look(store, code).entrants if e.name == "Blaise").left


def test_a_table_that_everybody_left_is_played_to_its_end_by_bots(tmp_path: Path) -> None:
    with inside(database=sqlite(tmp_path), processes=1) as (address, services), ExitStack() as stack:
        ada, blaise = (stack.enter_context(Guest(address, name)) for name in ("Ada", "Blaise"))
        code = make(ada, **{"seats-timeline": "2"})
        blaise.post(f"/tournament/{code}/join", name="Blaise")
        ada.post(f"/tournament/{code}/begin", round="1")
        for guest in (ada, blaise):
            assert guest.post(f"/tournament/{code}/leave").status_code == 200
        found = until(lambda: (found := look(services.store, code)).row.phase == "over" and found)
        assert found.rounds[0].result["left"] == [0, 1]


def test_a_restart_in_the_middle_of_a_round_loses_nothing(tmp_path: Path) -> None:
    """Killed while a table is being played and again once all are done: the next round starts nonetheless."""
    server = Server(sqlite(tmp_path), processes=1)
    with ExitStack() as stack:
        guests = {name: stack.enter_context(Guest(server.address, name)) for name in ("Ada", "Blaise", "Cléo")}
        code = make(guests["Ada"], rounds="2", pause="0", **{"seats-timeline": "2"})
        for name in ("Blaise", "Cléo"):
            guests[name].post(f"/tournament/{code}/join", name=name)
        guests["Ada"].post(f"/tournament/{code}/begin", round="1")
        page = guests["Ada"].web.get(f"/tournament/{code}").text
        at = re.findall(r'class="hub" href="/t/(\w+)"', page)
        assert len(at) == 2
        server.kill()
        port = int(server.address.rsplit(":", 1)[1])
        server = Server(sqlite(tmp_path), processes=1, port=port)
        again = guests["Ada"].web.get(f"/tournament/{code}").text
        assert re.findall(r'class="hub" href="/t/(\w+)"', again) == at
        with ThreadPoolExecutor(3) as pool:
            seats = [(g, t) for t in at for g in guests.values() if 'id="im-back"' in g.web.get(f"/t/{t}").text]
            assert len(seats) == 3
            for done in [pool.submit(to_its_end, guest, table) for guest, table in seats]:
                done.result(PATIENCE)
        server.kill()  # perhaps before the end of the round was recorded
        server = Server(sqlite(tmp_path), processes=1, port=port)
        until(lambda: "Round 2 of 2" in guests["Ada"].web.get(f"/tournament/{code}").text)
    server.stop()


def test_only_the_organizer_runs_it_and_bad_input_changes_nothing(tmp_path: Path) -> None:
    with inside(database=sqlite(tmp_path), processes=0) as (address, services), ExitStack() as stack:
        ada, blaise = (stack.enter_context(Guest(address, name)) for name in ("Ada", "Blaise"))
        code = make(ada)
        blaise.post(f"/tournament/{code}/join", name="Blaise")
        for verb, form in (("begin", {"round": "1"}), ("remove", {"number": "1"}), ("end", {})):
            assert blaise.post(f"/tournament/{code}/{verb}", **form).status_code == 403
        for form in ({"round": "0"}, {"round": "x"}, {}):
            assert ada.post(f"/tournament/{code}/begin", **form).status_code == 400
        assert ada.post(f"/tournament/{code}/begin", round="2").status_code == 409
        assert ada.post(f"/tournament/{code}/remove", number="9").status_code == 404
        assert ada.post(f"/tournament/{code}/dance").status_code == 404
        assert ada.post("/tournament/nowhere1/join").status_code == 404
        for wrong in (
            {"name": "\u200b"},
            {"game": "chess"},
            {"clock": ""},
            {"clock": "wait"},
            {"rounds": "0"},
            {"pause": "7"},
            {"level": "god"},
            {"seats-timeline": "99"},
            {"option-timeline.decks": "/etc/passwd"},
        ):
            assert ada.post("/tournament", **({"name": "A", "game": "timeline"} | wrong)).status_code in (400, 404), (
                wrong
            )
        assert look(services.store, code).row.phase == "gathering"
        assert ada.post(f"/tournament/{code}/remove", number="2").status_code == 200
        assert [e.name for e in look(services.store, code).entrants] == ["Ada"]
        assert ada.post(f"/tournament/{code}/begin", round="1").status_code == 409  # one is not enough


def test_no_hints_no_rematch_and_the_way_back_at_a_tournaments_table(tmp_path: Path) -> None:
    with inside(database=sqlite(tmp_path), processes=0) as (address, services), ExitStack() as stack:
        ada, blaise = (stack.enter_context(Guest(address, name)) for name in ("Ada", "Blaise"))
        code = make(ada, **{"seats-timeline": "2"})
        blaise.post(f"/tournament/{code}/join", name="Blaise")
        ada.post(f"/tournament/{code}/begin", round="1")
        [table] = look(services.store, code).running
        page = ada.web.get(f"/t/{table.at}").text
        assert f'href="/tournament/{code}"' in page
        assert 'id="hint"' not in page
        with ada.line(table.at, -1) as line:
            line.shown()
            line.send(wire.AskHint())
            assert "no hints" in line.until(wire.Error).words
        play_round({"Ada": ada, "Blaise": blaise}, look(services.store, code))
        assert ada.post(f"/t/{table.at}/again").status_code == 403


def test_whoever_is_erased_leaves_a_nameless_place(tmp_path: Path) -> None:
    with inside(database=sqlite(tmp_path), processes=1) as (address, services), ExitStack() as stack:
        guests = {name: stack.enter_context(Guest(address, name)) for name in ("Ada", "Blaise", "Cléo")}
        code = make(guests["Ada"], **{"seats-timeline": "3"})
        for name in ("Blaise", "Cléo"):
            guests[name].post(f"/tournament/{code}/join", name=name)
        guests["Ada"].post(f"/tournament/{code}/begin", round="1")
        store = services.store
        people = {e.name: e.person for e in look(store, code).entrants}
        about = guests["Ada"].web.get("/me/export")
        assert about.status_code == 200
        assert guests["Ada"].post("/me/delete", sure="yes").status_code == 200
        found = look(store, code)
        gone = found.entrants[0]
        assert (gone.name, gone.person, gone.left) == ("—", None, True)
        assert found.row.organizer == people["Blaise"]  # so that somebody can continue it
        for part in METADATA.sorted_tables:
            for row in store.do(lambda c, part=part: c.execute(select(part)).all()):
                assert people["Ada"] not in map(str, row), part.name
        play_round({name: guests[name] for name in ("Blaise", "Cléo")}, found)
        until(lambda: not look(store, code).running)
        assert "Former player" in guests["Blaise"].web.get(f"/tournament/{code}").text
        for name in ("Blaise", "Cléo"):
            assert guests[name].post("/me/delete", sure="yes").status_code == 200
        left = [store.do(lambda c, p=p: c.execute(select(p)).all()) for p in (tournaments, entrants, rounds)]
        assert left == [[], [], []]


def test_a_page_of_another_process_follows_and_both_start_one_round(postgresql: str) -> None:
    database = new_database(postgresql)
    servers = [Server(database, processes=0) for _ in range(2)]
    here, there = (server.address for server in servers)
    with ExitStack() as stack:
        ada, blaise = (stack.enter_context(Guest(here, name)) for name in ("Ada", "Blaise"))
        code = make(ada)
        elsewhere = stack.enter_context(Guest(there))
        elsewhere.come_back(ada.web.cookies)
        wall = stack.enter_context(PageSocket(elsewhere, f"/tournament/{code}/live?v={wire.VERSION}", {}))
        blaise.post(f"/tournament/{code}/join", name="Blaise")
        wall.until(wire.Reload)
        assert "Blaise" in elsewhere.web.get(f"/tournament/{code}/wall").text
        with ThreadPoolExecutor(2) as pool:
            clicks = [pool.submit(guest.post, f"/tournament/{code}/begin", round="1") for guest in (ada, elsewhere)]
            assert {click.result().status_code for click in clicks} == {200}
        pages = [guest.web.get(f"/tournament/{code}").text for guest in (ada, elsewhere)]
        found = [re.findall(r'class="hub" href="/t/(\w+)"', page) for page in pages]
        assert len(found[0]) == 1
        assert found[0] == found[1]
        wall.until(wire.Reload)
    for server in servers:
        server.stop()
