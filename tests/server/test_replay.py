"""Replays: a finished match can be seen from any point of view; a running one only from the reader's own."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from tempolude.engine.game import Game, games
from tempolude.engine.match import Match
from tempolude.engine.record import seed_hash
from tempolude.server import wire
from tempolude.server.storage.store import Store, change_table
from tempolude.server.view.pages import playable

from .guests import Guest, seated, version_of
from .keeping import NAMES, SEED, kept_at, random_match
from .serving import Server, serving, sqlite

every_game = pytest.mark.parametrize("game", [game for game in games() if playable(game)], ids=lambda game: game.name)
REFUSED = "While a game is being played you can only see it from your own seat."


def seats_of(game: Game) -> int:
    return min(4, game.seats[-1])


@pytest.fixture(scope="module")
def matches() -> dict[str, Match]:
    """A finished match and a running one of every game, by code."""
    found = {}
    for game in games():
        if playable(game):
            found[f"{game.name}-over"] = random_match(game, seats_of(game))
            found[f"{game.name}-on"] = random_match(game, seats_of(game), 20)
    return found


@pytest.fixture(scope="module")
def server(matches: dict[str, Match], tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with kept_at(tmp_path_factory.mktemp("replay"), matches) as address:
        yield address


@pytest.fixture(scope="module")
def anybody(server: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server, headers={"accept-language": "en"}) as client:
        yield client


def state_of(page: str) -> dict[str, Any]:
    """The initial state of a page's script."""
    found = re.search(r'<script type="application/json" id="state">(.*?)</script>', page, re.DOTALL)
    assert found
    return dict(json.loads(found[1]))


def reasons(answer: httpx.Response) -> tuple[int, str]:
    found = re.search(r"<h1>(.*?)</h1>", answer.text)
    return answer.status_code, unescape(found[1]) if found else ""


def stretches(web: httpx.Client, code: str, seat: str, last: int) -> list[dict[str, Any]]:
    """All moments of a match, as sent."""
    found: list[dict[str, Any]] = []
    while len(found) <= last:
        answer = web.get(f"/t/{code}/replay/moments", params={"first": len(found), "seat": seat})
        assert answer.status_code == 200, answer.text
        found += answer.json()["moments"]
    return found


# --- A finished match ----------------------------------------------------------


@every_game
def test_a_finished_match_is_shown_to_anybody_through_any_eyes(
    anybody: httpx.Client, matches: dict[str, Match], game: Game
) -> None:
    code = f"{game.name}-over"
    match = matches[code]
    for seat in ("", "all", "none", *map(str, range(match.seats))):
        page = anybody.get(f"/t/{code}/replay", params={"at": 7, "seat": seat}).text
        assert f"Action 7 of {len(match.steps)}" in page
        ids = re.findall(r'\sid="([^"]+)"', page)
        assert len(ids) == len(set(ids)), "every id is there once"
        assert state_of(page)["eyes"] == (seat or "all")
    assert len(stretches(anybody, code, "all", len(match.steps))) == len(match.steps) + 1


@every_game
def test_a_match_is_there_before_300_kilobytes_are(anybody: httpx.Client, game: Game) -> None:
    page = anybody.get(f"/t/{game.name}-over/replay?at=30").text
    sheets = [anybody.get(address).text for address in re.findall(r'rel="stylesheet" href="([^"]+)"', page)]
    assert len(sheets) == 5
    assert sum(len(text.encode()) for text in (page, *sheets)) < 300_000, "with its drawings, before it is packed"


@every_game
def test_the_last_moment_is_the_table_as_it_stands(
    anybody: httpx.Client, matches: dict[str, Match], game: Game
) -> None:
    code = f"{game.name}-over"
    last = len(matches[code].steps)
    table = state_of(anybody.get(f"/t/{code}").text)["state"]["all"]
    page = state_of(anybody.get(f"/t/{code}/replay", params={"at": last, "seat": "none"}).text)
    assert page["moment"]["pieces"] == table["pieces"]
    assert page["moment"]["places"] == table["places"]
    assert page["moment"]["counts"] == table["counts"]


@every_game
def test_every_line_of_the_log_leads_to_its_moment(
    anybody: httpx.Client, matches: dict[str, Match], game: Game
) -> None:
    code = f"{game.name}-over"
    for seat in (0, -1):
        told = anybody.get(f"/t/{code}/replay/lines", params={"seat": seat if seat >= 0 else "none"}).json()["lines"]
        words = [" ".join(unescape(re.sub(r"<[^>]+>", "", html)).split()) for html, *_ in told]
        assert len(words) == len(matches[code].story(seat))
        assert [step for _, step, *_ in told] == sorted(step for _, step, *_ in told)
    page = anybody.get(f"/t/{code}/replay?at=9&seat=1").text
    for step, link in re.findall(r'<li data-step="(\d+)"[^>]*><a href="([^"]+)"', page):
        assert unescape(link) == f"?at={step}&seat=1"


def test_hands_lie_open_only_where_all_is_open(anybody: httpx.Client, matches: dict[str, Match]) -> None:
    match = matches["contretemps-over"]
    opened = state_of(anybody.get("/t/contretemps-over/replay?at=0&seat=all").text)["moment"]["pieces"]
    faces = [piece[1] for piece in opened if piece[2].startswith("open-")]
    assert len(faces) == match.seats * 10 == len(set(faces))
    own = state_of(anybody.get("/t/contretemps-over/replay?at=0&seat=2").text)["moment"]["pieces"]
    assert {piece[2] for piece in own if piece[1] in faces} <= {"hand-2", "setting"}


def test_the_seed_and_its_hash_are_shown_with_the_record_and_how_to_check_it(anybody: httpx.Client) -> None:
    page = anybody.get("/t/timeline-over/replay").text
    assert f'<code id="deal-seed">{SEED}</code>' in page
    assert f'<code id="deal-seal">{seed_hash(SEED)}</code>' in page
    assert "tempolude verify timeline-timeline-over.json" in page
    assert anybody.get("/t/timeline-over/record").json()["seed"] == str(SEED)


def test_a_match_opens_at_the_moment_of_its_link_and_after_the_end_at_the_end(anybody: httpx.Client) -> None:
    last = state_of(anybody.get("/t/timeline-over/replay").text)["last"]
    for at, frame in (("", 0), ("0", 0), ("5", 5), (str(last), last), ("99999", last)):
        assert state_of(anybody.get(f"/t/timeline-over/replay?at={at}").text)["at"] == frame


def test_who_played_sees_it_again_with_their_own_eyes(server: str) -> None:
    with Guest(server, "Ada") as ada, Guest(server) as other:
        code = ada.make("timeline", 2)
        ada.post(f"/t/{code}/start", level="visitor")
        play_to_the_end(ada, code)
        assert state_of(ada.web.get(f"/t/{code}/replay").text)["eyes"] == "0"
        assert state_of(other.web.get(f"/t/{code}/replay").text)["eyes"] == "all"


def play_to_the_end(guest: Guest, code: str) -> None:
    with guest.line(code) as line:
        line.hear()
        dice, n = Random(1), 0
        while not line.over:
            if line.actions:
                line.do(dice.choice(line.actions)[0], f"move-{(n := n + 1)}")
            else:
                line.hear()


def test_the_lobby_and_the_score_sheet_lead_to_the_replay(anybody: httpx.Client) -> None:
    lobby = anybody.get("/").text
    assert 'href="/t/pirates-over/replay"' in lobby
    assert "/t/pirates-on/replay" not in lobby
    sheet = state_of(anybody.get("/t/pirates-over").text)["state"]["over"]
    assert 'href="/t/pirates-over/replay"' in sheet


# --- A running match -----------------------------------------------------------


@every_game
def test_a_running_match_is_shown_to_others_as_to_everybody(
    anybody: httpx.Client, matches: dict[str, Match], game: Game
) -> None:
    code = f"{game.name}-on"
    page = anybody.get(f"/t/{code}/replay")
    assert page.status_code == 200
    state = state_of(page.text)
    assert (state["at"], state["last"], state["eyes"]) == (20, 20, "none")
    table = state_of(anybody.get(f"/t/{code}").text)["state"]["all"]
    assert state["moment"]["pieces"] == table["pieces"]
    assert 'class="eyes"' not in page.text
    for what in ("replay", "replay/moments", "replay/lines"):
        for seat in ("all", *map(str, range(matches[code].seats))):
            answer = anybody.get(f"/t/{code}/{what}", params={"seat": seat})
            assert reasons(answer) == (403, REFUSED)
        assert str(SEED) not in anybody.get(f"/t/{code}/{what}").text
    french = anybody.get(f"/t/{code}/replay?seat=all", headers={"accept-language": "fr"})
    assert reasons(french) == (403, "Tant que la partie est en cours, vous ne la voyez que depuis votre place.")


@every_game
def test_a_player_sees_a_running_match_with_their_own_eyes_and_no_others(server: str, game: Game) -> None:
    with seated(server, game.name, game.seats[0]) as (code, guests):
        play_some(guests, code)
        for me, guest in enumerate(guests):
            own = state_of(guest.web.get(f"/t/{code}/replay").text)
            table = state_of(guest.web.get(f"/t/{code}").text)["state"]
            assert own["eyes"] == str(me)
            assert own["last"] == table["version"] > 0
            assert {tuple(piece) for piece in table["own"]} <= {tuple(piece) for piece in own["moment"]["pieces"]}
            for seat in range(len(guests)):
                answer = guest.web.get(f"/t/{code}/replay/moments", params={"seat": seat})
                assert answer.status_code == (200 if seat == me else 403)
            assert reasons(guest.web.get(f"/t/{code}/replay?seat=all")) == (403, REFUSED)
            assert guest.web.get(f"/t/{code}/replay?seat=none").status_code == 200
            assert guest.web.get(f"/t/{code}/record").status_code == 403


def play_some(guests: list[Guest], code: str, actions: int = 6) -> None:
    """Play the first legal action of each guest, in turn."""
    for n in range(actions):
        for guest in guests:
            with guest.line(code) as line:
                line.shown()
                if line.actions:
                    line.do(line.actions[0][0], f"move-{n}")
                    break


def test_a_date_that_is_hidden_is_not_in_the_past_of_a_running_match(
    anybody: httpx.Client, matches: dict[str, Match]
) -> None:
    for frame in stretches(anybody, "timeline-on", "", 20):
        faces = [piece[1] for piece in frame["pieces"] if piece[2].startswith(("hand-", "pile"))]
        assert all(face.startswith("card:") for face in faces)
    opened = stretches(anybody, "timeline-over", "all", len(matches["timeline-over"].steps))
    assert any(piece[1].startswith("dated:") and piece[2].startswith("open-") for piece in opened[0]["pieces"])


def test_what_was_taken_back_is_not_in_the_replay(server: str) -> None:
    with seated(server, "collectors", 2) as (code, guests), guests[0].line(code) as line:
        line.shown()
        line.do(line.actions[0][0], "first")
        before = lines_of(guests[0], code)
        line.send(wire.Undo("back"))
        version_of(line.answer("back"))
        after = lines_of(guests[0], code)
        assert (before["undone"], after["undone"]) == (0, 2), "the action and its taking back do not count"
        page = state_of(guests[0].web.get(f"/t/{code}/replay").text)
        assert (page["last"], page["undone"]) == (0, 2)
        assert guests[0].web.get(f"/t/{code}/replay/moments?first=1").status_code == 404
        assert guests[0].web.get(f"/t/{code}/replay?at=1").status_code == 200, "a link to it opens at the end"


def lines_of(guest: Guest, code: str) -> dict[str, Any]:
    return dict(guest.web.get(f"/t/{code}/replay/lines").json())


def test_a_device_that_is_passed_round_shows_a_running_match_as_to_everybody(tmp_path: Path) -> None:
    with restarted(tmp_path) as (code, guest):
        state = state_of(guest.web.get(f"/t/{code}/replay").text)
        assert state["eyes"] == "none"
        assert reasons(guest.web.get(f"/t/{code}/replay?seat=0")) == (403, REFUSED)


@contextmanager
def restarted(folder: Path) -> Iterator[tuple[str, Guest]]:
    """A running match of one person, on one device."""
    server = Server(sqlite(folder))
    with Guest(server.address, "Ada") as guest:
        code = guest.play_now("contretemps")
        server.stop()
        store = Store(sqlite(folder))
        store.do(change_table, code, {"one_device": True})
        store.close()
        server = Server(sqlite(folder), port=int(server.address.rsplit(":", 1)[1]))
        yield code, guest
    server.stop()


# --- What is refused -----------------------------------------------------------


@pytest.mark.parametrize("what", ["replay", "replay/moments", "replay/lines"])
def test_what_cannot_be_shown_is_refused_in_one_sentence(server: str, anybody: httpx.Client, what: str) -> None:
    for seat in ("4", "-1", "x", "0x0", "²", "all,0"):
        answer = anybody.get(f"/t/contretemps-over/{what}", params={"seat": seat})
        assert reasons(answer) == (404, "Nobody sits there: this game cannot be seen that way.")
        assert anybody.get(f"/t/contretemps-on/{what}", params={"seat": seat}).status_code == 404
    assert reasons(anybody.get(f"/t/nowhere/{what}")) == (
        404,
        "There is no such table. It may have been deleted.",
    )
    with Guest(server) as guest:
        gathering = guest.make("timeline", 2)
        assert reasons(guest.web.get(f"/t/{gathering}/{what}")) == (409, "The game has not started yet.")


@pytest.mark.parametrize("at", ["-1", "x", "1.5", "²", "1" * 30, "٣"])
def test_what_is_no_moment_is_refused(anybody: httpx.Client, at: str) -> None:
    for path in (f"/t/timeline-over/replay?at={at}", f"/t/timeline-over/replay/moments?first={at}"):
        assert reasons(anybody.get(path)) == (404, "There is no such moment in this game.")
    assert anybody.get("/t/timeline-over/replay/moments?first=999").status_code == 404


def test_names_are_text(server: str) -> None:
    with Guest(server, "<b>Zoé</b>") as guest:
        page = guest.web.get(f"/t/{guest.play_now('timeline')}/replay").text
        assert "<b>Zoé" not in page
        assert NAMES[0] not in page


def test_moments_at_high_rate_are_refused() -> None:
    with serving(limits=True) as address, Guest(address) as guest:
        code = guest.play_now("timeline")
        answers = {guest.web.get(f"/t/{code}/replay/lines").status_code for _ in range(250)}
        assert answers == {200, 429}
