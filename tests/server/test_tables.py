"""Tables before a match: who may sit, settle and begin. Forms come only from our own pages."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tempolude.engine.game import game

from .guests import Guest, seated
from .serving import serving


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with serving() as address:
        yield address


@pytest.fixture
def host(server: str) -> Iterator[Guest]:
    with Guest(server, "Ada") as guest:
        yield guest


@pytest.fixture
def friend(server: str) -> Iterator[Guest]:
    with Guest(server, "Blaise") as guest:
        yield guest


def test_one_click_begins_a_match_against_bots(host: Guest) -> None:
    for name in ("timeline", "contretemps"):
        page = host.web.get(f"/t/{host.play_now(name)}").text
        assert f'class="table {name}' in page
        assert page.count("data-seat=") == 4


def test_friends_sit_down_by_the_link_and_the_host_begins(host: Guest, friend: Guest) -> None:
    code = host.make("timeline", 3)
    assert "Choose a seat" in friend.web.get(f"/t/{code}").text
    assert "Blaise" in friend.post(f"/t/{code}/sit", seat=2).text
    assert "Only the host can do that" in friend.post(f"/t/{code}/start").text
    page = host.post(f"/t/{code}/start").text
    assert 'class="table timeline' in page
    assert "Blaise" in page
    assert "Vaucanson" in page, "a bot takes the free seat"


def test_an_open_table_stands_in_the_lobby_and_a_private_one_does_not(host: Guest, friend: Guest) -> None:
    shown, private = host.make("contretemps", 3, open="yes"), host.make("contretemps", 3)
    lobby = friend.web.get("/").text
    assert f"/t/{shown}" in lobby
    assert f"/t/{private}" not in lobby
    assert f"/t/{private}" in host.web.get("/").text, "one's own tables are there"


def test_a_seat_is_taken_once(host: Guest, friend: Guest) -> None:
    code = host.make("contretemps", 3)
    assert friend.post(f"/t/{code}/sit", seat=0).status_code == 409
    friend.post(f"/t/{code}/sit", seat=1)
    page = friend.post(f"/t/{code}/sit", seat=2).text
    assert page.count(">Blaise<") == 1, "who takes another seat leaves the first"
    assert friend.post(f"/t/{code}/sit", seat=9).status_code == 400


def test_the_host_settles_options_seats_and_bots(host: Guest, friend: Guest) -> None:
    code = host.make("timeline", 4)
    page = host.post(f"/t/{code}/settle", seats=6, open="yes", **{"option-cards": "2"}).text
    assert page.count('class="chair') >= 6
    assert 'value="2"' in page
    assert host.post(f"/t/{code}/bot", seat=3).text.count("<small>regular</small>") == 1
    assert host.post(f"/t/{code}/bot", seat=3).text.count("<small>regular</small>") == 0
    assert friend.post(f"/t/{code}/settle", seats=2).status_code == 403
    assert host.post(f"/t/{code}/settle", seats=99).status_code == 400
    assert host.post(f"/t/{code}/settle", seats=4, **{"option-cards": "99"}).status_code == 400


def test_no_file_of_the_server_can_be_named_by_a_form(host: Guest) -> None:
    for name in ("timeline", "masters", "pirates", "collectors"):
        for option in game(name).options:
            answer = host.post(
                f"/new/{name}", seats=game(name).seats[-1], **{f"option-{option.name}": "/etc/passwd.csv"}
            )
            assert answer.status_code in (200, 400, 404)
            assert "passwd" not in answer.text


def test_colours_are_chosen_and_swapped(host: Guest, friend: Guest) -> None:
    code = host.make("contretemps", 3)
    friend.post(f"/t/{code}/sit", seat=1)
    page = friend.post(f"/t/{code}/colour", colour=1).text
    chairs = re.findall(r'<li class="chair.*?</li>', page, re.DOTALL)
    assert 'class="pawn p2"' in chairs[0]
    assert 'class="pawn p1"' in chairs[1]
    assert friend.post(f"/t/{code}/colour", colour=9).status_code == 400


def test_nothing_is_settled_once_the_match_has_begun(server: str) -> None:
    with seated(server, "contretemps", 3) as (code, guests):
        for verb in ("sit", "stand", "colour", "settle", "bot"):
            assert guests[0].post(f"/t/{code}/{verb}", seat=1, colour=5, seats=3).status_code in (400, 409)
        assert guests[0].post(f"/t/{code}/start").status_code == 200, "clicked twice, it has begun"


def test_a_form_needs_our_page_and_its_token(host: Guest) -> None:
    assert host.web.post("/me", data={"name": "x"}).status_code == 403
    assert host.web.post("/me", data={"name": "x", "token": host.token + "x"}).status_code == 403
    assert (
        host.web.post(
            "/me", data={"name": "x", "token": host.token}, headers={"origin": "http://x.example"}
        ).status_code
        == 403
    )
    assert host.web.post("/me", content=b"x" * 100_000).status_code == 413


def test_one_guest_cannot_use_the_token_of_another(host: Guest, friend: Guest) -> None:
    assert friend.web.post("/me", data={"name": "x", "token": host.token}).status_code == 403


def test_a_cookie_that_we_did_not_sign_is_nobody(host: Guest, friend: Guest) -> None:
    code = host.make("contretemps", 3)
    forged = host.web.cookies["guest"][:-3] + "xyz"
    answer = friend.web.get(f"/t/{code}", headers={"cookie": f"guest={forged}"})
    assert "guest-name" in answer.text, "a stranger, who gives a name first"


@pytest.mark.parametrize(
    ("given", "shown"), [("<b>Zoé</b>", "&lt;b&gt;Zoé&lt;/b&gt;"), ("a" * 99, "a" * 24), ("x\u202ey", "xy")]
)
def test_a_name_is_shown_as_text_on_one_line(host: Guest, given: str, shown: str) -> None:
    assert f">{shown}<" in host.post("/me", name=given).text


def test_a_name_needs_a_letter(host: Guest) -> None:
    assert host.post("/me", name=" \t ").status_code == 400


def test_the_invitation_has_a_qr_code_and_the_hash_of_the_seed(host: Guest) -> None:
    code = host.make("timeline", 2)
    page = host.web.get(f"/t/{code}").text
    assert f"/t/{code}" in page
    assert re.search(r"<code>[0-9a-f]{64}</code>", page)
    drawn = host.web.get(f"/t/{code}/qr.svg")
    assert drawn.headers["content-type"] == "image/svg+xml"


def test_the_record_is_given_out_only_at_the_end(host: Guest) -> None:
    assert host.web.get(f"/t/{host.play_now('timeline')}/record").status_code == 403


def test_forms_at_high_rate_are_refused() -> None:
    with serving(limits=True) as address, Guest(address) as guest:
        answers = {guest.post("/play/timeline").status_code for _ in range(25)}
        assert answers == {200, 429}


def test_a_bot_has_the_level_that_the_host_gave_it(host: Guest) -> None:
    code = host.make("contretemps", 3)
    assert "master of time" in host.post(f"/t/{code}/bot", seat=1, level="master").text
    assert host.post(f"/t/{code}/bot", seat=2, level="demigod").status_code == 400
    assert host.post(f"/t/{code}/start", level="demigod").status_code == 400
    assert 'class="table contretemps' in host.post(f"/t/{code}/start", level="visitor").text
