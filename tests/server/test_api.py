"""Programs at the tables: by tokens and JSON, beside people with pages."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from threading import Thread

import httpx
import pytest

from tempolude.bots import levels
from tempolude.engine.record import load, seed_hash
from tempolude.server.api.models import Level
from tempolude.server.storage.store import Store, clean, keep_person
from tempolude.server.storage.tokens import add_token, tokens_of, use_token

from .guests import Guest
from .programs import Program, reason, told
from .serving import Server, serving, sqlite


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with serving() as address:
        yield address


@pytest.fixture
def ada(server: str) -> Iterator[Program]:
    with Program(server, "Ada") as program:
        yield program


@pytest.fixture
def blaise(server: str) -> Iterator[Program]:
    with Program(server, "Blaise") as program:
        yield program


def own_token(guest: Guest, name: str = "my bot") -> str:
    """A token that a guest creates on their page."""
    found = re.search(r'value="(tempolude_[^"]+)"', guest.post("/me/tokens", name=name).text)
    assert found
    return found[1]


# --- Sitting down ------------------------------------------------------------------


def test_a_strangers_bot_sits_down_at_a_table_made_in_a_browser(server: str, blaise: Program) -> None:
    with Guest(server, "Host") as host:
        code = host.make("contretemps", 3)
        table = blaise.post(f"/tables/{code}/sit")
        assert (table["seat"], table["yours"], table["host"], table["version"]) == (1, False, "Host", -1)
        assert [seat["kind"] for seat in table["seats"]] == ["person", "person", "free"]
        assert "Blaise" in host.web.get(f"/t/{code}").text
        assert blaise.refused(f"/tables/{code}/start") == (403, "not_host")
        host.post(f"/t/{code}/start")
        assert blaise.view(code)["seat"] == 1
        with host.line(code) as line:
            line.hear()
            dice = Random(2)
            while not line.over:
                if line.actions:
                    line.do(dice.choice(line.actions)[0], f"host-{line.version}")
                elif blaise.view(code)["asked"]:
                    blaise.act(code, dice)
                else:
                    line.hear()
        assert blaise.get(f"/tables/{code}")["result"]["ranks"].count(1) >= 1


def test_a_token_of_a_person_plays_as_that_person(server: str) -> None:
    with Guest(server, "Émile") as emile, Program(server, token=own_token(emile)) as bot:
        code = emile.play_now("timeline")
        assert bot.get("/me")["name"] == "Émile"
        assert [table["code"] for table in bot.get("/me")["tables"]] == [code]
        table = bot.play_on(code)
        assert table["seats"][table["seat"]]["name"] == "Émile"
        assert bot.get("/me")["tables"] == [], "a finished match is no table to go to"


def test_who_makes_a_table_chooses_seats_options_and_bots(ada: Program) -> None:
    table = ada.post("/tables", game="timeline", seats=5, options={"cards": 4}, bots=["visitor", "master"], open=True)
    assert table["options"]["cards"] == 4
    assert [seat["level"] for seat in table["seats"]] == [None, "visitor", "master", None, None]
    assert len({seat["name"] for seat in table["seats"][:3]}) == 3
    code = table["code"]
    assert code in [each["code"] for each in ada.get("/tables")["tables"]]
    assert ada.post(f"/tables/{code}/bots", seat=2, level=None)["seats"][2]["kind"] == "free"
    assert ada.post(f"/tables/{code}/bots", seat=1, level="regular")["seats"][1]["level"] == "regular"
    moved = ada.post(f"/tables/{code}/sit", seat=3)
    assert (moved["seat"], moved["seats"][0]["kind"]) == (3, "free")
    assert ada.post(f"/tables/{code}/stand")["seat"] is None
    ada.post(f"/tables/{code}/sit", seat=0)
    begun = ada.post(f"/tables/{code}/start", level="visitor")
    assert (begun["phase"], begun["version"]) == ("playing", 0)
    assert [seat["level"] for seat in begun["seats"]] == [None, "regular", "visitor", "visitor", "visitor"]
    assert code not in [each["code"] for each in ada.get("/tables")["tables"]]


def test_a_seat_that_is_taken_stays_taken(ada: Program, blaise: Program) -> None:
    code = ada.make("timeline", 2, bots=["visitor"])
    assert blaise.refused(f"/tables/{code}/sit") == (409, "seat_taken")
    assert blaise.refused(f"/tables/{code}/sit", seat=0) == (409, "seat_taken")
    assert blaise.refused(f"/tables/{code}/sit", seat=1) == (409, "seat_taken"), "only the host sends a bot away"
    assert blaise.refused(f"/tables/{code}/sit", seat=5) == (400, "no_such_seat")
    assert blaise.refused(f"/tables/{code}/bots", seat=1, level=None) == (403, "not_host")


# --- Playing -----------------------------------------------------------------------


def test_an_action_by_number_or_notation_is_done_once(ada: Program, blaise: Program) -> None:
    code = ada.make("timeline", 2)
    assert ada.refused(f"/tables/{code}/actions", action=0, at=0) == (409, "not_begun")
    blaise.post(f"/tables/{code}/sit")
    ada.post(f"/tables/{code}/start")
    first, second = (ada, blaise) if ada.view(code)["asked"] else (blaise, ada)
    view = first.view(code)
    path, action = f"/tables/{code}/actions", view["actions"][0]
    assert view["waiting"] == [view["seat"]]
    assert second.refused(path, action=0, at=0) == (409, "not_asked")
    assert first.refused(path, action=10**9, at=0) == (409, "not_legal")
    assert first.refused(path, action="sing", at=0) == (409, "not_legal")
    assert first.refused(path, action=action["number"], at=5) == (409, "too_late")
    assert first.post(path, action=action["notation"], at=0, move="m-1")["version"] == 1
    assert first.post(path, action=action["notation"], at=0, move="m-1")["version"] == 1, "sent again, done once"
    assert second.view(code)["version"] == 1
    assert first.refused(path, action=action["number"], at=0) == (409, "not_asked")


def test_a_spectator_sees_and_does_not_play(ada: Program, blaise: Program) -> None:
    code = ada.make("contretemps", 3, start=True)
    view = blaise.view(code)
    assert (view["seat"], view["asked"], view["actions"]) == (None, False, [])
    assert {card for hand in view["fields"]["hand"] for card in hand} == {-1}
    assert set(ada.view(code)["fields"]["hand"][0]) != {-1}
    for what in ("actions", "undo", "talk", "hint"):
        body = {"actions": {"action": 1, "at": 0}, "talk": {"text": "Hello"}}.get(what, {})
        assert blaise.refused(f"/tables/{code}/{what}", **body) == (403, "no_seat")


def test_a_choice_is_taken_back_until_it_is_shown(ada: Program, blaise: Program) -> None:
    code = ada.make("collectors", 2)
    blaise.post(f"/tables/{code}/sit")
    ada.post(f"/tables/{code}/start")
    assert ada.refused(f"/tables/{code}/undo") == (409, "no_undo")
    ada.act(code, Random(4))
    view = ada.view(code)
    assert (view["asked"], view["undo"], view["version"]) == (False, True, 1)
    assert ada.post(f"/tables/{code}/undo", move="u-1") == {"version": 2, "phase": "playing", "asked": True}
    assert ada.post(f"/tables/{code}/undo", move="u-1")["version"] == 2
    [event] = blaise.get(f"/tables/{code}/events", after=1)["events"]
    assert (event["name"], event["seat"], event["version"]) == ("taken back", 0, 2)
    assert event["words"] == "Ada: the last action is undone."


def test_the_record_of_a_finished_match_is_given_out_and_can_be_trusted(ada: Program, tmp_path: Path) -> None:
    code = ada.make("timeline", 2, options={"cards": 4}, bots=["visitor"], start=True)
    early, early_table = ada.web.get(f"/tables/{code}/record"), ada.web.get(f"/tables/{code}").json()
    assert (early.status_code, reason(early)["code"]) == (403, "not_over")
    table = ada.play_on(code)
    path = tmp_path / "record.json"
    path.write_bytes(ada.web.get(f"/tables/{code}/record").content)
    match = load(path)
    assert match.seed > 2**200, "drawn from 256 bits"
    assert seed_hash(match.seed) == early_table["seal"] == table["seal"]
    assert (match.ranks, match.scores) == (table["result"]["ranks"], table["result"]["scores"])
    assert ada.refused(f"/tables/{code}/actions", action=0, at=table["version"]) == (409, "over")
    assert ada.view(code)["phase"] == "over"


# --- Following ---------------------------------------------------------------------


def test_who_waits_for_news_is_answered_as_soon_as_there_is_some(ada: Program, blaise: Program) -> None:
    code = ada.make("timeline", 2)
    blaise.post(f"/tables/{code}/sit")
    heard: list[dict[str, object]] = []
    waiting = Thread(target=lambda: heard.append(blaise.get(f"/tables/{code}/events", wait=30)))
    waiting.start()
    ada.post(f"/tables/{code}/start")
    waiting.join(20)
    assert (heard[0]["version"], heard[0]["phase"]) == (0, "playing")
    assert [event["version"] for event in heard[0]["events"]][:1] == [0]  # type: ignore[attr-defined]
    begin = time.monotonic()
    assert blaise.get(f"/tables/{code}/events", after=0, wait=0.3)["events"] == []
    assert time.monotonic() - begin >= 0.3


def test_talk_is_told_from_where_one_has_read(ada: Program, blaise: Program) -> None:
    code = ada.make("timeline", 2)
    blaise.post(f"/tables/{code}/sit")
    ada.post(f"/tables/{code}/talk", text="  Hello \n there ")
    news = blaise.get(f"/tables/{code}/events", said=0, wait=20)
    assert news["talk"] == [{"seat": 0, "name": "Ada", "text": "Hello there"}]
    blaise.post(f"/tables/{code}/talk", text="Hello, Ada")
    assert [said["text"] for said in ada.get(f"/tables/{code}/events", said=news["said"])["talk"]] == ["Hello, Ada"]
    assert ada.get(f"/tables/{code}/events")["talk"] == []


def test_a_stream_tells_a_match_to_its_end(ada: Program, blaise: Program) -> None:
    code = ada.make("timeline", 2, options={"cards": 4}, bots=["visitor"], start=True)
    events: list[dict[str, object]] = []

    def listen() -> None:
        with blaise.web.stream("GET", f"/tables/{code}/stream") as stream:
            assert stream.headers["content-type"].startswith("text/event-stream")
            assert "content-encoding" not in stream.headers, "news are not held back to be compressed"
            for line in stream.iter_lines():
                if line.startswith("data: "):
                    events.extend(json.loads(line.removeprefix("data: "))["events"])

    listening = Thread(target=listen)
    listening.start()
    ada.play_on(code)
    listening.join(20)
    assert not listening.is_alive()
    assert events == blaise.get(f"/tables/{code}/events")["events"]


# --- Being here --------------------------------------------------------------------


@pytest.fixture(scope="module")
def hasty() -> Iterator[str]:
    """A server with a grace period of one second."""
    with serving(grace=1) as address:
        yield address


def test_who_follows_by_the_api_is_here_and_who_stops_calling_is_played_for(hasty: str) -> None:
    with Guest(hasty, "Host") as host, Program(hasty, "Bot") as bot:
        code = host.make("contretemps", 3)
        bot.post(f"/tables/{code}/sit")
        host.post(f"/t/{code}/start")
        with host.line(code) as line:
            line.hear()
            dice = Random(3)
            while not bot.view(code)["asked"]:  # until the program must act
                if line.actions:
                    line.do(dice.choice(line.actions)[0], f"host-{line.version}")
                else:
                    line.hear()
            version = bot.view(code)["version"]
            for _ in range(3):  # it thinks for longer than the grace period, and calls now and then
                news = bot.get(f"/tables/{code}/events", after=version, wait=1)
                assert (news["version"], news["asked"]) == (version, True)
            assert bot.get(f"/tables/{code}")["seats"][1]["here"]
            said = line.shown(lambda m: m.version > version)  # it is gone, and a bot plays for it
            assert said.seats[1].away


def test_who_hangs_up_is_gone(hasty: str) -> None:
    with Program(hasty, "Ada") as ada, Program(hasty, "Blaise") as blaise:
        code = ada.make("timeline", 2)
        blaise.post(f"/tables/{code}/sit")
        ada.post(f"/tables/{code}/start")
        with blaise.web.stream("GET", f"/tables/{code}/stream") as stream:
            lines = stream.iter_lines()
            next(lines)
            time.sleep(2.5)
            assert ada.get(f"/tables/{code}")["seats"][1]["here"], "for as long as the stream is open"
        while ada.get(f"/tables/{code}")["seats"][1]["here"]:
            time.sleep(0.2)


def test_a_server_that_stops_keeps_nobody_waiting(tmp_path: Path) -> None:
    server = Server(sqlite(tmp_path))
    with Program(server.address) as program:
        code = program.make("timeline", 2)
        heard: list[dict[str, object]] = []
        lines: list[str] = []
        waiting = Thread(target=lambda: heard.append(program.get(f"/tables/{code}/events", wait=30)))

        def listen() -> None:
            with Program(server.address) as other, other.web.stream("GET", f"/tables/{code}/stream?after=0") as stream:
                lines.extend(stream.iter_lines())

        listening = Thread(target=listen)
        waiting.start()
        listening.start()
        time.sleep(1)
        server.stop()
        waiting.join(20)
        listening.join(20)
    assert heard[0]["version"] == -1
    assert not listening.is_alive()


# --- Tokens ------------------------------------------------------------------------


def test_a_token_is_shown_once_listed_and_revoked(server: str) -> None:
    with Guest(server, "Owner") as owner, Guest(server, "Thief") as thief:
        assert "None yet" in owner.web.get("/me/tokens").text
        token = own_token(owner, "kitchen bot")
        page = owner.web.get("/me/tokens").text
        assert token not in page
        assert "kitchen bot" in page
        assert "never used" in page
        with Program(server, token=token) as bot:
            assert bot.get("/me")["name"] == "Owner"
            assert "last used" in owner.web.get("/me/tokens").text
            key = re.search(r'name="key" value="([0-9a-f]{64})"', page)
            assert key
            assert thief.post("/me/tokens/revoke", key=key[1]).status_code == 404
            assert bot.get("/me")["name"] == "Owner"
            assert owner.post("/me/tokens/revoke", key=key[1]).status_code == 200
            answer = bot.web.get("/me")
            assert (answer.status_code, reason(answer)["code"]) == (401, "unknown_token")
            assert answer.headers["www-authenticate"] == "Bearer"


def test_a_token_is_forgotten_with_its_person(tmp_path: Path) -> None:
    store = Store(sqlite(tmp_path))
    store.do(keep_person, "ada", "Ada")
    store.do(add_token, "secret", "ada", "bot")
    store.do(clean, 0, 0, 0)
    assert store.do(use_token, "secret") == ("ada", "Ada")
    later = time.time() + 1
    store.do(clean, later, later, later)
    assert store.do(use_token, "secret") is None
    assert store.do(tokens_of, "ada") == []
    store.close()


def test_nobody_has_tokens_without_end(server: str) -> None:
    with Guest(server) as guest:
        for number in range(20):
            own_token(guest, f"bot {number}")
        assert guest.post("/me/tokens", name="one more").status_code == 409


def test_a_cookie_never_counts(server: str) -> None:
    with Guest(server, "Host") as host:
        own_token(host)
        for method, path in (("POST", "/api/tables"), ("GET", "/api/me")):
            answer = host.web.request(method, path, json={"game": "timeline"})
            assert (answer.status_code, reason(answer)["code"]) == (401, "no_token")


def test_a_token_counts_from_wherever_it_is_sent(server: str, ada: Program) -> None:
    answer = ada.web.post("/tables", json={"game": "timeline"}, headers={"origin": "https://elsewhere.example"})
    assert answer.status_code == 201


# --- Refusing ----------------------------------------------------------------------


def test_every_refusal_has_a_reason_in_the_language_of_the_caller(server: str, ada: Program) -> None:
    code, long = ada.make("timeline", 2), {"text": "x" * 70_000}
    refused = {
        400: ("POST", "/tables", {"json": {"game": "timeline", "seats": 1}}),
        401: ("GET", "/me", {"headers": {"authorization": "Basic YTpi"}}),
        403: ("GET", f"/tables/{code}/record", {}),
        404: ("GET", "/tables/aaaaaaaaaa", {}),
        405: ("DELETE", "/tables", {}),
        409: ("GET", f"/tables/{code}/view", {}),
        411: ("POST", "/tables", {"content": iter([b"{}"])}),
        413: ("POST", f"/tables/{code}/talk", {"json": long}),
        422: ("POST", "/tables", {"json": {"game": 5, "chairs": 3}}),
    }
    for status, (method, path, what) in refused.items():
        sentences = set()
        for lang in ("en", "fr"):
            headers = {"accept-language": lang, **what.get("headers", {})}  # type: ignore[attr-defined]
            answer = ada.web.request(method, path, **{**what, "headers": headers})  # type: ignore[arg-type]
            assert answer.status_code == status, answer.text
            assert answer.headers["content-language"] == lang
            sentences.add(reason(answer)["message"])
            if status == 411:
                refused[411][2]["content"] = iter([b"{}"])
        assert len(sentences) == 2, sentences
    assert ada.web.delete("/tables").headers["allow"] == "GET, POST"
    wrong = reason(ada.web.post("/tables", json={"game": 5, "chairs": 3}))
    assert [problem["where"] for problem in wrong["details"]] == ["body.game", "body.chairs"]
    for nowhere in ("/nowhere", "/tables/NOT-A-CODE", "/games/chess", "/tables/"):
        assert reason(ada.web.get(nowhere))["code"] in ("not_found", "no_such_game")


@pytest.mark.parametrize(
    "options",
    [{"cards": 99}, {"cards": ["4"]}, {"chess": 1}, {"decks": ["/etc/passwd.csv"]}, {"decks": "world+france"}],
)
def test_only_what_the_game_offers_can_be_chosen(ada: Program, options: dict[str, object]) -> None:
    assert ada.refused("/tables", game="timeline", options=options) == (400, "options")


def test_who_calls_too_often_is_told_to_wait() -> None:
    with serving(limits=True) as address, httpx.Client(base_url=f"{address}/api") as web:
        answers = [web.post("/guests", json={"name": f"Guest {n}"}) for n in range(11)]
        assert [answer.status_code for answer in answers] == [201] * 10 + [429]
        assert reason(answers[-1])["code"] == "too_fast"
        assert answers[-1].headers["retry-after"] == "60"


# --- The description ----------------------------------------------------------------


def test_the_description_is_complete_and_in_both_languages(server: str, ada: Program) -> None:
    english, french = (told(ada.web.get("/openapi.json", headers={"accept-language": lang})) for lang in ("en", "fr"))
    assert english["servers"] == [{"url": "/api"}]
    for path, methods in english["paths"].items():
        for method, operation in methods.items():
            other = french["paths"][path][method]
            assert operation["summary"] != other["summary"]
            assert operation["description"] != other["description"]
            refusals = {s: r for s, r in operation["responses"].items() if s >= "400"}
            assert all("Refused" in json.dumps(refusal["content"]) for refusal in refusals.values())
            assert ("401" in refusals) == bool(operation.get("security"))


def test_a_game_says_what_its_fields_and_events_mean(ada: Program) -> None:
    for game in ada.get("/games")["games"]:
        detail = ada.get(f"/games/{game['name']}")
        assert {name: detail[name] for name in game} == game
        meanings = {field["name"]: field["meaning"] for field in detail["fields"]}
        assert meanings["waiting"] == "who must decide now"
        assert all(meanings.values())
        assert all(event["numbers"] for event in detail["events"])


def test_every_level_can_be_asked_for() -> None:
    assert list(Level.__args__) == [level.key for level in levels()]  # type: ignore[attr-defined]
