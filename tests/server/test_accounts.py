"""Accounts: the same tables on another device, and for nobody else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from itsdangerous import URLSafeSerializer
from starlette.requests import HTTPConnection

from tempolude.server.now import now as clock
from tempolude.server.people.guests import Guests
from tempolude.server.storage.accounts import LONGEST, clean_sessions, end_session, ended_sessions, new_session
from tempolude.server.storage.store import Store
from tempolude.server.web.passwords import NOBODY

from .guests import Guest, version_of
from .serving import Server, serving, sqlite

PASSWORD = "clepsydra and gnomon"


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with serving() as address:
        yield address


def known(server: str, account: str) -> Guest:
    """A person with an account."""
    guest = Guest(server, account.title())
    assert f"signed in as {account}" in guest.post("/me/account", account=account, password=PASSWORD).text
    return guest


def test_my_tables_are_there_on_another_device(server: str) -> None:
    with known(server, "ada") as phone, Guest(server) as seat_view:
        code = phone.make("timeline", 2)
        other = seat_view.make("contretemps", 3)
        lobby = seat_view.post("/me/sign-in", account="ADA", password=PASSWORD, bring="yes")
        assert f"/t/{code}" in lobby.text
        assert f"/t/{other}" in lobby.text, "the tables of the guest come along"
        assert f"/t/{other}" in phone.web.get("/").text
        assert "Start" in seat_view.web.get(f"/t/{other}").text, "and who made a table still settles it"


def test_a_running_match_comes_along(server: str) -> None:
    with known(server, "brigid"), Guest(server) as seat_view:
        code = seat_view.play_now("timeline")
        seat_view.post("/me/sign-in", account="brigid", password=PASSWORD, bring="yes")
        with seat_view.line(code) as line:
            line.shown(lambda m: m.actions)
            assert version_of(line.do(line.actions[0][0], "a"))


def test_where_both_sit_nobody_sits_twice(server: str) -> None:
    with known(server, "cleo") as phone, Guest(server, "Guest") as seat_view:
        code = phone.make("contretemps", 3)
        seat_view.post(f"/t/{code}/sit", seat=1)
        seat_view.post("/me/sign-in", account="cleo", password=PASSWORD, bring="yes")
        page = phone.web.get(f"/t/{code}").text
        assert page.count("<small>you</small>") == 1
        assert "Guest" in page


@pytest.mark.parametrize(
    ("account", "password", "words"),
    [
        ("dora", "wrong password", "Wrong name or password"),
        ("nobody", PASSWORD, "Wrong name or password"),
        ("dora", "x" * 5000, "Wrong name or password"),
        ("' OR 1=1 --", PASSWORD, "Wrong name or password"),
    ],
)
def test_who_does_not_know_the_password_is_nobody_else(server: str, account: str, password: str, words: str) -> None:
    with Guest(server, "Dora") as dora, Guest(server) as eve:
        dora.post("/me/account", account="dora", password=PASSWORD)
        refused = eve.post("/me/sign-in", account=account, password=password)
        assert (refused.status_code, words in refused.text) == (403, True)
        assert "signed in" not in eve.web.get("/me/keep").text


@pytest.mark.parametrize(
    ("account", "password"),
    [("ab", PASSWORD), ("a b c", PASSWORD), ("<b>bold</b>", PASSWORD), ("emil", "short"), ("", "")],
)
def test_what_is_no_name_or_no_password_is_refused(server: str, account: str, password: str) -> None:
    with Guest(server) as guest:
        assert guest.post("/me/account", account=account, password=password).status_code == 400
        assert "signed in" not in guest.web.get("/me/keep").text


def test_a_name_is_one_persons(server: str) -> None:
    with known(server, "fanny"), Guest(server) as other:
        assert other.post("/me/account", account="Fanny", password=PASSWORD).status_code == 409


def test_the_password_is_changed_by_who_knows_it(server: str) -> None:
    with known(server, "gerda") as gerda, Guest(server) as seat_view:
        assert gerda.post("/me/account", old="no", password="a new one, longer").status_code == 403
        assert gerda.post("/me/account", old=PASSWORD, password="a new one, longer").status_code == 200
        assert seat_view.post("/me/sign-in", account="gerda", password=PASSWORD).status_code == 403
        assert seat_view.post("/me/sign-in", account="gerda", password="a new one, longer").status_code == 200


def test_a_new_password_signs_out_all_other_devices(tmp_path: Path) -> None:
    server = Server(sqlite(tmp_path))
    with known(server.address, "ida") as ida, Guest(server.address) as lost:
        code = ida.make("timeline", 2)
        assert f"/t/{code}" in lost.post("/me/sign-in", account="ida", password=PASSWORD).text
        assert "signed in as ida" in ida.post("/me/account", old=PASSWORD, password="a new one, longer").text
        assert f"/t/{code}" not in lost.web.get("/").text
        assert f"/t/{code}" in ida.web.get("/").text, "who changed it stays"
        port = int(server.address.rsplit(":", 1)[1])
        server.kill()
        again = Server(sqlite(tmp_path), port=port)
        assert f"/t/{code}" not in lost.web.get("/").text
        assert f"/t/{code}" in ida.web.get("/").text
        again.stop()


def test_who_signs_out_is_a_new_guest(server: str) -> None:
    with known(server, "hedy") as hedy:
        code = hedy.make("timeline", 2)
        assert f"/t/{code}" not in hedy.post("/me/sign-out").text


def test_no_password_is_in_the_database(tmp_path: Path) -> None:
    server = Server(sqlite(tmp_path))
    with known(server.address, "iris"):
        pass
    server.stop()
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert PASSWORD.encode() not in kept
    assert b"$argon2id$" in kept


def test_passwords_are_hashed_as_slowly_as_argon2_recommends() -> None:
    """Servers of the tests hash faster; NOBODY was hashed before that."""
    assert NOBODY.startswith("$argon2id$")
    assert not PasswordHasher().check_needs_rehash(NOBODY)


def test_an_ended_session_is_forgotten_only_when_its_cookie_has_expired(tmp_path: Path) -> None:
    store = Store(sqlite(tmp_path))
    now, dated, undated = clock(), new_session(), "0123456789abcdef"
    for session in (dated, undated):  # cookies had undated sessions once, and those never expire
        store.do(end_session, "ada", session)
    store.do(clean_sessions, now + LONGEST - 60)
    assert store.do(ended_sessions) == {dated, undated}
    store.do(clean_sessions, now + LONGEST + 60)
    assert store.do(ended_sessions) == {undated}
    store.close()


def test_a_cookie_is_not_valid_for_longer_than_a_browser_keeps_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(sqlite(tmp_path))
    guests = Guests(store, "secret")
    cookie = URLSafeSerializer("secret", "guest").dumps(["ada", None, new_session()])
    request = HTTPConnection({"type": "http", "headers": [(b"cookie", f"guest={cookie}".encode())]})
    assert guests.known(request) == "ada"
    monkeypatch.setattr("tempolude.server.people.guests.now", lambda: clock() + LONGEST + 60)
    assert guests.known(request) is None
    store.close()
