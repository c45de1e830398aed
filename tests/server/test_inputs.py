"""Invalid input is refused in plain words, and a bug is answered in plain words too."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from sqlalchemy import Engine, event

from tempolude.engine.errors import BadOption
from tempolude.server import wire
from tempolude.server.http import inputs
from tempolude.server.settings import default_database
from tempolude.server.storage.store import Store

from .guests import Guest
from .programs import Program
from .serving import Server, serving, sqlite

INVISIBLE = [
    "", " ", "\0", "\u3164\u3164", "\u2800", "\u115f\u1160", "\uffa0", "\u200b\u200d", "\u202e", "\u2066\u2069",
    "\u00ad", "\ufe0f", "\u180e", "\u17b4", "\u034f", "\u0301", "\U000e0041", "\U000e0100", "\ufffc", "\ue000",
]  # fmt: skip
SOURCES = Path(inputs.__file__).parent


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with serving() as address:
        yield address


@pytest.fixture(scope="module")
def ada(server: str) -> Iterator[Guest]:
    with Guest(server, "Ada") as guest:
        yield guest


@pytest.fixture(scope="module")
def code(ada: Guest) -> str:
    """An open table of hers."""
    return ada.make("timeline", 2)


@pytest.fixture(scope="module")
def running(ada: Guest) -> str:
    return ada.play_now("timeline")


# --- Text ------------------------------------------------------------------------


def test_a_name_that_shows_as_nothing_is_refused_wherever_one_is_given(server: str, ada: Guest) -> None:
    device = ada.make("timeline", 2, device="one")
    with Program(server) as program:
        for name in INVISIBLE:
            assert ada.post("/me", name=name).status_code == 400, ascii(name)
            assert ada.post("/me/tokens", name=name).status_code == 400, ascii(name)
            deck = ada.post("/workshop", game="timeline", option="decks", name=name, text="year").text
            assert "It needs a name." in deck or ("\0" in name and "cannot be stored" in deck), ascii(name)
            assert program.refused("/guests", name=name)[0] in (400, 422), ascii(name)
            if name:  # without one the seat is free again
                assert ada.post(f"/t/{device}/player", seat=1, name=name).status_code == 400, ascii(name)
    assert ada.web.get("/").text.count(">Ada<"), "she has kept her name"


def test_nothing_can_be_said_in_characters_that_do_not_show(ada: Guest, running: str) -> None:
    with ada.line(running, -1) as line:
        for text in INVISIBLE[3:]:
            line.send(wire.Say(text))
            assert "message is empty" in line.until(wire.Error).words, ascii(text)
        line.send(wire.Say("\u202eyes \U0001f469\u200d\U0001f680"))
        assert line.until(wire.Talk).said.text == "yes \U0001f469\u200d\U0001f680"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("A\u200bda\u202e", "Ada"),
        ("e\u200d\u0301", "é"),
        ("Ada\u2800\u3164", "Ada"),
        ("  Ada\n\tL. ", "Ada L."),
        ("१२", "१२"),
        ("☕", "☕"),
    ],
)
def test_one_line_keeps_what_is_seen(text: str, shown: str) -> None:
    assert inputs.one_line(text) == shown


@pytest.mark.parametrize("account", ["ß" * 24, "ŉ" * 13, "\u3164" * 3, "\0" * 5, "a" * 25, "a/../b"])
def test_the_length_of_a_name_to_sign_in_with_is_that_of_how_it_is_kept(ada: Guest, account: str) -> None:
    assert ada.post("/me/account", account=account, password="clepsydra and gnomon").status_code == 400
    assert ada.post("/me/sign-in", account=account, password="clepsydra and gnomon").status_code in (400, 403)


@pytest.mark.parametrize("charset", ["undefined", "punycode", "unicode_escape", "idna", "utf-7", "utf-16", "no such"])
def test_a_form_is_in_utf_8_whatever_it_says(ada: Guest, charset: str) -> None:
    body = f'--b\r\nContent-Disposition: form-data; name="token"\r\n\r\n{ada.token}\r\n--b--\r\n'
    for kind in ("multipart/form-data; boundary=b", "application/x-www-form-urlencoded"):
        answer = ada.web.post("/me", content=body.encode(), headers={"content-type": f"{kind}; charset={charset}"})
        assert (answer.status_code, "This form cannot be read." in answer.text) == (400, True)


# --- Numbers ---------------------------------------------------------------------


@pytest.mark.parametrize("number", ["9" * 5000, "-1", "", "1e3", "٣", "½", "NaN", "0x2", "2.0", "\0", str(2**64)])
def test_what_is_no_number_here_is_refused(ada: Guest, code: str, running: str, number: str) -> None:
    assert ada.post("/new/timeline", seats=number).status_code == 400
    for verb, field in (("settle", "seats"), ("sit", "seat"), ("bot", "seat"), ("colour", "colour")):
        assert ada.post(f"/t/{code}/{verb}", **{field: number}).status_code == 400, verb
    assert ada.post("/new/timeline", seats=2, **{"option-cards": number}).status_code == 400
    for path in ("replay?at=", "replay/moments?first="):
        status = ada.web.get(f"/t/{running}/{path}{number}".replace("\0", "%00")).status_code
        assert status == (200 if (number, path) == ("", "replay?at=") else 400 if number == "\0" else 404), path


def test_only_one_module_reads_forms_and_makes_numbers_of_their_text() -> None:
    raw = re.compile(r"request\.form\(|isdecimal\(|isdigit\(|isnumeric\(")
    found = {path.name for path in SOURCES.rglob("*.py") if raw.search(path.read_text("utf-8"))}
    assert found == {"inputs.py"}


# --- Addresses and headers ---------------------------------------------------------


def raw(server: str, method: str, target: str, *headers: tuple[str, bytes]) -> tuple[int, str]:
    """The status and text of the response to a request that no browser would send."""
    place = urlsplit(server)
    connection = HTTPConnection(place.hostname or "", place.port, timeout=20)
    try:
        connection.putrequest(method, target, skip_host=any(name == "Host" for name, _ in headers))
        for name, value in headers:
            connection.putheader(name, value)
        connection.endheaders()
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    finally:
        connection.close()


HOSTS = [b"a" * 5000, b"[", b"[::1", b"[v1.x]", b"a:b", b"a:99999", b"a b", b"\xff", b"", b"a/b", b"user@a", b"a?b#c"]
ORIGINS = [b"http://[", b"http://[::1", b"null", b"\xff\xfe", b"http://a:b", b"://", b"x" * 9000]


@pytest.mark.parametrize("host", HOSTS)
def test_a_host_that_cannot_be_is_refused_on_every_page(server: str, code: str, host: bytes) -> None:
    for path in (f"/t/{code}/qr.svg", "/", "/api/games", "/nowhere"):
        status, text = raw(server, "GET", path, ("Host", host))
        assert (status, "The name of this server is not written as it should be." in text) == (400, True), path


@pytest.mark.parametrize("origin", ORIGINS)
def test_a_form_from_an_odd_origin_is_refused(server: str, origin: bytes) -> None:
    status, text = raw(server, "POST", "/me", ("Origin", origin), ("Content-Length", b"0"))
    assert (status, "did not come from this site" in text) == (403, True)


@pytest.mark.parametrize(
    ("target", "status"),
    [
        ("/t/%00", 400),
        ("/workshop/timeline/decks/a%00b", 400),
        ("/static/%00.css", 400),
        ("/workshop/timeline/decks?change=%00", 400),
        ("/api/tables/%00", 400),
        (f"/{'a' * 9000}", 414),
        ("/t/%ff%fe", 404),
        (f"/static/{'a' * 4000}", 404),
        ("/%3f%23%5c", 404),
    ],
)
def test_an_address_that_cannot_be_is_refused(server: str, target: str, status: int) -> None:
    answered, text = raw(server, "GET", target)
    assert answered == status
    assert '"message"' in text if target.startswith("/api/") else "/static/house." in text


def test_headers_of_any_bytes_are_read_as_none_of_ours_or_refused(server: str) -> None:
    for name in ("Cookie", "Accept-Language", "Authorization", "Sec-Fetch-Site", "Accept-Encoding"):
        for value in (b"\xff\xfe=\x80", b"guest=\xe9.\xff", b"q=nan", b"\\" * 9000):
            for path in ("/", "/api/games"):
                assert raw(server, "GET", path, (name, value))[0] == 200, name
    assert raw(server, "GET", "/", ("Cookie", b"a" * 17_000))[0] == 431


# --- Programs --------------------------------------------------------------------


@pytest.mark.parametrize(
    "body",
    [
        b'{"name": "\\ud800"}',
        b'{"\\ud800": 1}',
        b'{"name": "a", "\\udfff\\u0000": NaN}',
        b'{"name": ' + b"9" * 5000 + b"}",
        b'{"name": ' + b"[" * 50_000,
        b'{"name": 1e999}',
        b"\xff\xfe",
        b"\0",
    ],
)
def test_json_that_cannot_be_kept_is_refused_as_the_api_says(server: str, body: bytes) -> None:
    with Program(server) as program:
        answer = program.web.post("/guests", content=body, headers={"content-type": "application/json"})
        assert answer.status_code in (400, 422)
        assert answer.json()["error"]["code"] in ("not_understood", "not_possible")


# --- A bug of ours -----------------------------------------------------------------


def test_a_failing_handler_answers_in_plain_words_and_leaves_a_line_in_the_log(tmp_path: Path) -> None:
    server = Server(sqlite(tmp_path))
    with (
        Program(server.address) as program,
        Guest(server.address, "Ada") as ada,
        ada.line(ada.play_now("timeline"), -1) as line,
        closing(sqlite3.connect(tmp_path / "tables.db")) as database,
    ):
        for table in ("says", "decks", "tokens"):
            database.execute(f"DROP TABLE {table}")
        database.commit()
        english, french = (ada.web.get(f"/workshop?lang={lang}") for lang in ("en", "fr"))
        called = program.web.get("/me")
        line.send(wire.Say("hello"))
        told = line.until(wire.Error).words
        line.send(wire.Explain(0))
        assert line.until(wire.Explained), "and the line stays"
    server.kill()
    assert [english.status_code, french.status_code, called.status_code] == [500, 500, 500]
    assert "Something went wrong on our side" in english.text
    assert "Une erreur s’est produite de notre côté" in french.text
    assert english.headers["content-security-policy"]
    assert called.json()["error"]["code"] == "failed"
    for text in (english.text, french.text, called.json()["error"]["message"], told):
        number = re.search(r": ?([0-9a-f]{8})\.", text.replace("\u00a0", " "))
        assert number, text
        assert len(re.findall(f"ERROR .*request {number[1]} failed: ", server.said())) == 1
    assert "Exception in ASGI application" not in server.said()


# --- Starting ----------------------------------------------------------------------


def test_a_full_disk_is_said_in_one_line(tmp_path: Path) -> None:
    def full(connection: sqlite3.Connection, _: object) -> None:
        connection.execute("PRAGMA max_page_count = 3")

    event.listen(Engine, "connect", full)
    try:
        with pytest.raises(BadOption, match=r"cannot be used: the disk is full") as refused:
            Store(f"sqlite:///{tmp_path / 'tables.db'}")
    finally:
        event.remove(Engine, "connect", full)
    assert "\n" not in str(refused.value)


def test_a_database_that_cannot_be_opened_is_said_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("no database, but long enough to be looked at " * 50)
    for place, words in (("file/tables.db", "its folder must exist and be writable"), ("file", "is not a database")):
        with pytest.raises(BadOption, match=words) as refused:
            Store(f"sqlite:///{tmp_path / place}")
        assert "\n" not in str(refused.value)
    monkeypatch.setattr("tempolude.server.settings.user_data_path", lambda *_, **__: tmp_path / "file" / "tempolude")
    with pytest.raises(BadOption, match="cannot be made: Not a directory"):
        default_database()


@pytest.mark.parametrize("url", ["postgresql://ada:gnomon@127.0.0.1:1/x", "nothing://ada:gnomon@host/x", "ada:gnomon"])
def test_why_a_database_cannot_be_used_never_shows_its_password(url: str) -> None:
    with pytest.raises(BadOption) as refused:
        Store(url)
    assert "gnomon" not in str(refused.value)
