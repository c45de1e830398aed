"""Guided first matches on a real server: start, continue, restart; and the lessons shown to whom."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tempolude.server import wire

from .guests import Guest, PageSocket
from .serving import Server, inside, serving, sqlite


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with serving() as address:
        yield address


def learn(guest: Guest, game: str, **form: str) -> str:
    """The code of the table of the guided match."""
    answer = guest.post(f"/learn/{game}", **form)
    assert 'id="guide"' in answer.text
    return answer.url.path.rsplit("/", 1)[1]


def opened(line: PageSocket) -> wire.State:
    """The initial state of a new page."""
    return line.until(wire.State)


def names(message: wire.State | wire.Update) -> list[str]:
    """The lessons in a message; empty if it has none."""
    return [lesson.name for lesson in message.guide.said or ()] if message.guide else []


def test_a_guest_learns_a_game_with_one_click_and_every_guest_gets_the_same_deal(server: str) -> None:
    hands = []
    for _ in range(2):
        with Guest(server) as guest, guest.line(learn(guest, "contretemps")) as line:
            message = opened(line)
            assert names(message) == ["aim", "constant", "lead"]
            hands.append(sorted(piece.id for piece in message.own))
    assert hands[0] == hands[1]


def test_a_second_click_goes_on_with_the_match_and_another_begins_it_anew(server: str) -> None:
    with Guest(server) as guest:
        code = learn(guest, "contretemps")
        with guest.line(code) as line:
            opened(line)
            line.do(line.actions[0][0], "first")
        assert guest.post("/learn/contretemps").url.query == b"back"
        assert learn(guest, "contretemps") == code
        new = learn(guest, "contretemps", anew="yes")
        assert new != code
        assert guest.web.get(f"/t/{code}").status_code == 404, "the one that was given up is cleared away"
        assert learn(guest, "contretemps") == new


def test_what_is_said_is_the_same_after_a_reload_and_after_the_server_was_killed(tmp_path: Path) -> None:
    server = Server(sqlite(tmp_path))
    guest = Guest(server.address)
    code = learn(guest, "contretemps")
    with guest.line(code) as line:
        opened(line)
        line.do(line.actions[0][0], "first")
        line.shown(lambda message: "flow" in names(message))
        before = [lesson.name for lesson in guide_of(guest, code)]
    server.kill()
    again = Server(sqlite(tmp_path), port=int(server.address.rsplit(":", 1)[1]))
    try:
        assert [lesson.name for lesson in guide_of(guest, code)] == before
    finally:
        again.stop()
        server.log.unlink()
        guest.web.close()


def guide_of(guest: Guest, code: str) -> list[wire.Lesson]:
    with guest.line(code) as line:
        guide = opened(line).guide
        assert guide
        return guide.said or []


def test_an_action_taken_back_takes_back_what_was_said_of_it() -> None:
    """The others choose their journeys after the beginner; here they never do, so that the choice can be undone."""
    with inside() as (address, services), Guest(address) as guest, guest.line(learn(guest, "contretemps")) as line:
        opened(line)
        line.do(line.actions[0][0], "lead")
        line.shown(lambda message: "flow" in names(message))
        services.tables.open[0].thinking.close()
        line.send(wire.Do(line.actions[0][0], line.version, "journey"))
        line.shown(lambda message: "secret" in names(message))
        line.send(wire.Undo("back"))
        taken_back = line.shown(names)
        assert "secret" not in names(taken_back)
        assert taken_back.guide.since == 1


def test_the_guide_speaks_the_language_of_its_reader_and_to_nobody_else(server: str) -> None:
    with Guest(server, lang="fr") as camille, Guest(server) as ada:
        code = learn(camille, "timeline")
        assert "Coucou" in guide_of(camille, code)[0].words
        page = ada.web.get(f"/t/{code}").text
        assert 'id="guide"' not in page
        with ada.line(code) as line:
            assert not opened(line).guide


def test_an_ordinary_table_has_no_guide(server: str) -> None:
    with Guest(server) as guest:
        code = guest.play_now("timeline")
        assert 'id="guide"' not in guest.web.get(f"/t/{code}").text


def test_a_game_that_is_not_there_cannot_be_learnt(server: str) -> None:
    with Guest(server) as guest:
        answer = guest.post("/learn/chess")
        assert answer.status_code == 404
        assert "There is no guided first game for this game." in answer.text


def test_every_box_of_the_lobby_and_every_rules_page_leads_to_a_first_match(server: str) -> None:
    with Guest(server, lang="fr") as guest:
        lobby = guest.web.get("/").text
        for game in ("collectors", "timeline", "contretemps", "pirates", "masters"):
            assert f'formaction="/learn/{game}"' in lobby
            assert f'action="/learn/{game}"' in guest.web.get(f"/rules/{game}").text
        assert lobby.count("Apprendre en jouant") == 5
