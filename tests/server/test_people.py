"""My page: what it shows and to whom; the export; and that nothing remains of a deleted person."""

from __future__ import annotations

import io
import json
import os
import re
import socket
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from secrets import token_hex
from zipfile import ZipFile

import pytest
from sqlalchemy import event, select

from tempolude.engine.record import from_record
from tempolude.server import wire
from tempolude.server.services import Services
from tempolude.server.storage import schema
from tempolude.server.storage.erasing import erase
from tempolude.server.storage.reviews import claim_review, keep_review
from tempolude.server.storage.store import chairs_at

from .conftest import new_database
from .gallery import live_through
from .guests import SHORT, Guest, seated
from .serving import Server, inside
from .test_processes import also_at
from .test_ratings import account, rated_pair
from .test_results import play_out, results_of
from .waiting import eventually

NAMES = ("Camille", "Ada", "Blaise", "Émile", "Inès")


@pytest.fixture(scope="module")
def house() -> Iterator[tuple[str, Services]]:
    with inside() as found:
        yield found


@pytest.fixture(scope="module")
def camille(house: tuple[str, Services]) -> Iterator[Guest]:
    """A person with an account and 300 matches."""
    address, services = house
    with Guest(address, "Camille") as guest:
        account(guest, "camille")
        services.store.do(live_through, person_of(services, "Camille"), 300, time.time(), NAMES)
        yield guest


def person_of(services: Services, name: str) -> str:
    people = schema.people
    return str(services.store.do(lambda c: c.execute(select(people.c.id).where(people.c.name == name)).scalar()))


def count(page: str) -> int:
    """The number of matches found, from a page."""
    found = re.search(r"<header><h2 id=\"h-matches\">.*?<p>(\d+) games?</p>", page)
    return int(found[1]) if found else 0


def test_a_newcomer_has_an_empty_page_and_is_asked_for_nothing(house: tuple[str, Services]) -> None:
    with Guest(house[0]) as guest:
        page = guest.web.get("/me").text
        assert "Play a first game" in page
        assert "this page is on this device only" in page
        assert "password" not in page


def test_matches_are_found_by_game_opponent_result_seats_and_date(camille: Guest) -> None:
    def found(**asked: str) -> int:
        page = camille.web.get("/me", params=asked)
        assert page.status_code == 200
        return count(page.text)

    assert found() == 300
    assert found(of="timeline") + found(of="contretemps") == count(
        camille.web.get("/me?of=timeline&of=contretemps").text
    )
    assert found(result="won") + found(result="lost") == 300
    assert 0 < found(who="ada") < 300
    assert found(who="Émile") > 0
    assert found(who="strategist") == found(who="Stratège") > 0
    assert found(who="%") == 0, "what stands for anything elsewhere is a letter here"
    assert sum(found(seats=str(n)) for n in range(2, 9)) == 300
    year = time.gmtime().tm_year
    assert found(since=f"{year - 1}-01-01", until=f"{year}-12-31") == 300
    assert found(until=f"{year - 2}-12-31") == 0
    for nonsense in ({"since": "soon"}, {"seats": "x"}, {"page": "-7"}, {"game": "chess"}, {"result": "maybe"}):
        assert found(**nonsense) == 300, nonsense
    last = camille.web.get("/me?page=15").text
    assert last.count('class="what"') == 20
    assert "15 / 15" in last


def test_the_page_of_2000_matches_needs_as_few_statements_as_one_of_300(
    camille: Guest, house: tuple[str, Services]
) -> None:
    """It must never replay or read match by match: that would take seconds."""
    address, services = house
    statements: list[str] = []
    event.listen(services.store.engine, "before_cursor_execute", lambda *given: statements.append(given[2]))
    with Guest(address, "Longtime") as guest:
        services.store.do(live_through_as, person_of(services, "Longtime"), 2000)
        for reader in (camille, guest):
            reader.web.get("/me")
            statements.clear()
            page = reader.web.get("/me").text
            assert len(statements) < 40
            assert not any("FROM actions" in text for text in statements)
            assert page.count('class="what"') == 20
            assert len(page) < 200_000


def live_through_as(connection, person: str, matches: int) -> None:  # type: ignore[no-untyped-def]
    live_through(connection, person, matches, time.time(), NAMES, "x")


# --- Who sees it -----------------------------------------------------------------------


def test_my_page_says_what_reviews_of_my_games_say_and_to_me_alone(house: tuple[str, Services]) -> None:
    address, services = house
    with seated(address, "timeline", 2, **SHORT) as (code, (ada, blaise)), Guest(address) as stranger:
        play_out(code, [ada, blaise])
        assert "What your reviews say" not in ada.web.get("/me").text
        of_ada = {"1": {"verdict": "right", "given": 0.0}, "3": {"verdict": "misstep", "given": 0.09}}
        of_blaise = {"2": {"verdict": "contretemps", "given": 0.31}}
        eyes = {"0": {"decisions": of_ada}, "1": {"decisions": of_blaise}}
        services.store.do(claim_review, code, 1.0)
        services.store.do(keep_review, code, 1.0, {"eyes": eyes}, False)
        assert "What your reviews say" not in ada.web.get("/me").text, "it is not complete"
        services.store.do(keep_review, code, 1.0, {"eyes": eyes}, True)
        page = ada.web.get("/me").text
        assert "What your reviews say" in page
        assert f'href="/t/{code}/review?seat=0&amp;at=3#coup"' in page
        assert "−9 points of chance" in page
        assert "at=2#coup" not in page, "that is somebody else's"
        assert "−31 points of chance" in blaise.web.get("/me").text
        ada.post("/me/shows", shows="all")
        public = re.search(r"/people/\w+", ada.web.get("/me").text)
        assert public
        seen = stranger.web.get(public[0])
        assert seen.status_code == 200
        assert "points of chance" not in seen.text


def test_others_see_what_one_lets_them_and_opponents_only_if_they_do_too(house: tuple[str, Services]) -> None:
    address, _ = house
    with seated(address, "timeline", 2, **SHORT) as (code, (ada, blaise)), Guest(address) as stranger:
        ada.post("/me", name="Ada the first")
        blaise.post("/me", name="Blaise the second")
        play_out(code, [ada, blaise])
        assert "/people/" not in ada.web.get("/me").text, "at first nobody sees anything"

        def public(shows: str) -> str:
            assert ada.post("/me/shows", shows=shows).status_code == 200
            found = re.search(r"/people/(\w+)", ada.web.get("/me").text)
            return found[1] if found else ""

        page = public("ratings")
        shown = stranger.web.get(f"/people/{page}").text
        assert "Ada the first" in shown
        assert 'class="what"' not in shown
        assert "Timeline" in shown
        assert public("all") == page
        shown = stranger.web.get(f"/people/{page}").text
        assert 'class="what"' in shown
        assert "Blaise the second" not in shown
        assert count(stranger.web.get(f"/people/{page}?who=Blaise").text) == 0, "nor is a name found by searching"
        assert count(stranger.web.get(f"/people/{page}?result=&who=").text) == 1
        assert code not in shown, "nobody found the table by the lobby, so the page does not lead there"
        assert "/me/delete" not in shown
        assert "/me/export" not in shown
        blaise.post("/me/shows", shows="all")
        assert "Blaise the second" in stranger.web.get(f"/people/{page}").text
        assert public("nothing") == ""
        assert stranger.web.get(f"/people/{page}").status_code == 404
        assert public("all") != page, "whoever had the old address does not find it again"
        assert ada.post("/me/shows", shows="everything").status_code == 400


# --- All of mine --------------------------------------------------------------------------


def test_all_of_mine_comes_as_json_and_records_that_verify(house: tuple[str, Services]) -> None:
    address, _ = house
    with rated_pair(address) as (code, (ada, blaise)), Guest(address) as nobody:
        with ada.line(code) as line:
            line.shown()
            line.send(wire.Say("good luck"))
            line.until(wire.Talk)
        play_out(code, [ada, blaise])
        answer = ada.web.get("/me/export")
        assert answer.headers["content-type"] == "application/zip"
        with ZipFile(io.BytesIO(answer.content)) as archive:
            assert sorted(archive.namelist()) == ["me.json", f"records/timeline-{code}.json"]
            about = json.loads(archive.read("me.json"))
            match = from_record(json.loads(archive.read(f"records/timeline-{code}.json")))
        assert match.over
        assert [each["code"] for each in about["matches"]] == [code]
        assert about["matches"][0]["rating"]["scale"] == "people"
        assert [said["text"] for said in about["said"]] == ["good luck"]
        assert about["account"] == "player0"
        assert "password" not in json.dumps(about)
        nobody.web.cookies.clear()
        assert nobody.web.get("/me/export").status_code == 404


def slow_reader(address: str) -> socket.socket:
    """A connection whose system buffers almost nothing."""
    reader = socket.socket()
    reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    reader.settimeout(60)
    host, port = address.removeprefix("http://").split(":")
    reader.connect((host, int(port)))
    return reader


def test_an_export_leaves_no_file_behind_however_its_download_ends(
    house: tuple[str, Services], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    address, services = house
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))

    def still_open() -> list[str]:
        links = [os.path.realpath(link) for link in Path("/proc/self/fd").iterdir()]
        return [link for link in links if link.startswith(str(tmp_path))]

    with Guest(address, "Ada") as ada:
        code = ada.play_now("timeline")
        seat = next(chair.seat for chair in services.store.do(chairs_at, code) if chair.person)
        talk = [{"code": code, "seat": seat, "text": token_hex(150), "at": 0.0} for _ in range(40_000)]
        services.store.do(lambda connection: connection.execute(schema.says.insert(), talk))
        with slow_reader(address) as reader:
            cookie = "; ".join(f"{name}={value}" for name, value in ada.web.cookies.items())
            reader.sendall(f"GET /me/export HTTP/1.1\r\nHost: ada\r\nCookie: {cookie}\r\n\r\n".encode())
            assert b" 200 " in reader.recv(1000)
            assert not list(tmp_path.iterdir()), "if the server is killed now, no file remains"
            assert len(still_open()) == 1, "there is more to send than sockets buffer"
        eventually(lambda: not still_open())
    assert not list(tmp_path.iterdir())


# --- Erased ---------------------------------------------------------------------------------


def test_nothing_is_left_of_somebody_but_a_nameless_seat(house: tuple[str, Services]) -> None:
    address, services = house
    with rated_pair(address, names="erased") as (code, (ada, blaise)):
        ada.post("/me", name="Ada Erased")
        play_out(code, [ada, blaise])
        alone = ada.play_now("timeline")
        running = ada.make("timeline", 2, **SHORT)
        blaise.post(f"/t/{running}/sit", seat=1)
        ada.post(f"/t/{running}/start")
        gathering = ada.make("timeline", 2, **SHORT)
        blaise.post(f"/t/{gathering}/sit", seat=1)
        ada.post("/me/shows", shows="all")
        person = person_of(services, "Ada Erased")
        before = services.store.do(results_of, code)
        assert ada.post("/me/delete", sure="yes").status_code == 403, "an account is erased with its password"
        assert person_of(services, "Ada Erased") == person
        assert ada.post("/me/delete", password="secret secret").status_code == 200
        assert everywhere(services, person, "Ada Erased") == []
        after = services.store.do(results_of, code)
        assert [row.rank for row in after] == [row.rank for row in before]
        assert after[0].person is None
        assert after[1] == before[1], "the other's rating stays as it was moved"
        assert blaise.web.get(f"/t/{alone}").status_code == 404, "what nobody else played is gone"
        page = blaise.web.get(f"/t/{code}").text
        assert "Former player" in page
        assert "Ada Erased" not in page
        assert "Former player" in blaise.web.get("/me").text
        assert blaise.web.get(f"/t/{running}").status_code == 200, "a bot plays on"
        assert services.store.do(chairs_at, running)[0].bot
        assert services.store.do(chairs_at, gathering)[0].person is None
        assert ada.web.get("/me").text.count("Play a first game") == 1


def everywhere(services: Services, *words: str) -> list[str]:
    """The tables of the database that contain one of these words."""

    def look(connection) -> list[str]:  # type: ignore[no-untyped-def]
        return [
            table.name
            for table in schema.METADATA.sorted_tables
            for row in connection.execute(select(table))
            if any(word in str(value) for value in row for word in words)
        ]

    return services.store.do(look)


def test_a_guest_is_erased_on_their_word_and_an_old_cookie_opens_nothing(house: tuple[str, Services]) -> None:
    address, services = house
    with Guest(address, "Passing Guest") as guest:
        guest.play_now("timeline")
        cookies = dict(guest.web.cookies)
        assert guest.post("/me/delete").status_code == 400
        assert guest.post("/me/delete", sure="yes").status_code == 200
        assert everywhere(services, "Passing Guest") == []
        with Guest(address) as copy:
            copy.web.cookies.update(cookies)
            assert "Passing Guest" not in copy.web.get("/me").text


def test_somebody_is_erased_wholly_or_not_at_all(house: tuple[str, Services], monkeypatch: pytest.MonkeyPatch) -> None:
    address, services = house
    with rated_pair(address, names="whole") as (code, (ada, blaise)):
        play_out(code, [ada, blaise])
        before = services.store.do(results_of, code), services.store.do(chairs_at, code)
        person = before[0][0].person
        monkeypatch.setattr("tempolude.server.storage.erasing.drop_tokens", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            services.store.do(erase, person, "session", "regular")
        assert (services.store.do(results_of, code), services.store.do(chairs_at, code)) == before


def test_erased_in_one_process_somebody_is_gone_in_all(postgresql: str) -> None:
    database = new_database(postgresql)
    servers = [Server(database), Server(database)]
    with Guest(servers[0].address, "Ada") as ada, ExitStack() as stack:
        account(ada, "ada")
        elsewhere = also_at(stack, ada, servers[1].address)
        assert "ada" in elsewhere.web.get("/me/keep").text
        ada.post("/me/delete", password="secret secret")
        for _ in range(50):
            if "You play as a guest" in elsewhere.web.get("/me/keep").text:
                break
            time.sleep(0.1)
        else:
            raise AssertionError("the cookie still opens the account there")
    for server in servers:
        server.stop()
