"""Fuzzing of every route with forms, headers, JSON and sockets: the response is a proper page, JSON or message and
never a server error; on SQLite and on PostgreSQL."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy, composite
from websockets.exceptions import ConnectionClosed

from tempolude.engine.game import games
from tempolude.server import app, wire
from tempolude.server.web.tables import VERBS

from .conftest import new_database
from .guests import Guest, PageSocket
from .programs import Program
from .serving import Server, sqlite

SERVER = Path(app.__file__).parent
TEXT = "\n".join(path.read_text("utf-8") for path in sorted(SERVER.rglob("*.py")) if path.parent.name != "api")
PAGES = (SERVER / "api" / "pages.py").read_text("utf-8")
CALLS = "\n".join(path.read_text("utf-8") for path in sorted((SERVER / "api").glob("*.py")) if path.name != "pages.py")
ROUTE = re.compile(r'@(?:router|app|api)\.(api_route|get|post)\(\s*"(/[^"]*)"')
PARAMETER = re.compile(r"\{(\w+)\}")
NORMAL, TOO_LARGE = 1000, 1009  # close codes
UNREAD = 64 * 1024  # bytes; a longer message is never read completely
ENDLESS = ("/api/tables/{code}/stream",)

ADDRESSES = [("POST" if how == "post" else "GET", path) for how, path in ROUTE.findall(TEXT + PAGES)]
ADDRESSES += [("POST" if how == "post" else "GET", f"/api{path}") for how, path in ROUTE.findall(CALLS)]
ADDRESSES = [found for found in ADDRESSES if found[1] not in ENDLESS] + [("GET", "/static/{name}"), ("GET", "/{name}")]
FIELDS = sorted(
    {*re.findall(r'form\.get(?:list)?\("(\w+)"', TEXT + PAGES), "option-cards", "option-decks", "card-spark", "file"}
)
KEYS = sorted({*re.findall(r"^    (\w+): .* = Field\(", CALLS, re.MULTILINE), "after", "said", "constructor"})
QUERIES = ("lang", "seat", "at", "first", "option", "code", "change", "dates", "read", "after", "said")
HEADERS = (
    "Host", "Origin", "Cookie", "Accept-Language", "Accept-Encoding", "Authorization", "Sec-Fetch-Site", "Range",
    "X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host", "If-None-Match", "If-Modified-Since", "Content-Type",
)  # fmt: skip
CHARSETS = (*[""] * 12, "utf-8", "undefined", "punycode", "unicode_escape", "idna", "utf-7", "utf-16", "rot13", "\x80")

ODD = [
    "", "0", "1", "2", "7", "-1", "9" * 5000, "1e400", "NaN", "Infinity", "٣", "½", "2.0", str(2**64), "true", "null",
    "\0", "a\0b", "\ud800", "\udfff\ud800", "\u3164", "\u2800", "\u202e", "\u0301", "ß" * 24, "ŉ" * 13, "\ufffe",
    "http://[", "http://[::1", "[", "//evil.example", "/\\evil.example", "../../etc/passwd", "tables.csv", "own-", "%",
    "'; DROP TABLE people --", "<script>", "{0}", "{name}", "%(name)s", "a" * 3000, "\r\nX: y", "10+20", "3d", "0+0",
    "wait", "regular", "yes", "one", "all", "none", "world",
    "year;name;text\n" * 3, "year,name,text\n1,\"" + "x" * 140_000,
]  # fmt: skip
RIGHT = {
    "seats": "3", "seat": "1", "colour": "2", "name": "Blaise", "level": "regular", "game": "timeline",
    "option": "decks", "code": "world",
    "text": "year,name,text\n" + "\n".join(f"{year},Event {year},It is." for year in range(1900, 1930)),
}  # fmt: skip
odd = st.sampled_from(ODD) | st.text(max_size=12)
odd_json: SearchStrategy[Any] = st.recursive(
    odd | st.sampled_from([0, 1, -1, 2**31, 2**63, -(2**63) - 1, 10**400, 1.5, float("nan"), float("inf"), True, None]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(odd, inner, max_size=3),
    max_leaves=5,
)
much = settings(
    deadline=None, database=None, derandomize=True, phases=[Phase.generate], suppress_health_check=list(HealthCheck)
)


@dataclass
class Place:
    """A server, a person with tables, a deck and a token there, and the valid path parameters."""

    address: str
    right: dict[str, list[str]] = field(default_factory=dict)  # valid values of path parameters, by name
    line: PageSocket | None = None

    def __post_init__(self) -> None:
        self.guest, self.player = Guest(self.address, "Ada"), Guest(self.address, "Blaise")
        self.cookie = cookie_of(self.guest)
        with Program(self.address) as program:
            self.bearer = program.token
            codes = [program.make("timeline", 2), program.make("timeline", 2, bots=["visitor"], start=True)]
        self.running = self.player.play_now("timeline")
        codes += [self.running, self.guest.play_now("timeline"), "world"]
        codes += [self.guest.make("contretemps", 3), self.guest.make("timeline", 3, device="one")]
        names = [game.name for game in games()]
        options = [option for game in games() for option in game.components]
        self.right = {"code": [*codes, "house"], "name": names, "game": names, "option": options, "verb": [*VERBS]}
        self.right |= {"n": ["1", "999"], "day": ["2026-11-16"]}
        self.guest.post("/me/shows", shows="all")
        self.right["page"] = [self.guest.web.get("/me").text.partition("/people/")[2].partition('"')[0]]

    def close(self) -> None:
        self.guest.web.close()
        self.player.web.close()
        if self.line:
            self.line.__exit__(None, None, None)

    def send(self, request: Request) -> None:
        """Send it and check the answer."""
        place = urlsplit(self.address)
        connection = HTTPConnection(place.hostname or "", place.port, timeout=30)
        try:
            connection.putrequest(request.method, request.target, skip_host="Host" in request.headers)
            for name, value in request.headers.items():
                connection.putheader(name, value)
            connection.endheaders(request.body or None)
            answer = connection.getresponse()
            check(request, answer, answer.read())
        finally:
            connection.close()
        if "guest=" in (answer.getheader("set-cookie") or "") and self.cookie.encode() == request.headers.get("Cookie"):
            self.guest.web.close()  # they have another password now
            self.guest = Guest(self.address, "Ada")
            self.cookie = cookie_of(self.guest)

    def say(self, message: str | bytes) -> None:
        """Send a message; the connection stays open, or is closed properly if it was not text or far too long."""
        self.line = self.line or self.player.line(self.running, -1)
        self.line.send(message)
        try:
            self.line.send(wire.Explain(0))
            while not isinstance(heard := self.line.hear(60), wire.Explained):
                assert "on our side" not in getattr(heard, "words", ""), message
        except ConnectionClosed as closed:
            code = closed.rcvd.code if closed.rcvd else None
            self.line.__exit__(None, None, None)
            self.line = None
        else:
            return
        cut = code is None and len(message) > UNREAD  # closed while it was still being sent: the reason may be lost
        assert cut or code in (NORMAL, TOO_LARGE), (message[:1000], code)


@dataclass
class Request:
    method: str
    target: str
    headers: dict[str, bytes]
    body: bytes = b""


def check(request: Request, answer: HTTPResponse, body: bytes) -> None:
    assert answer.status < 500, (request, answer.status, body)
    if answer.status < 400 or request.method == "HEAD":
        return
    assert answer.getheader("content-security-policy"), request
    if request.target.startswith("/api/"):
        assert answer.getheader("content-type") == "application/json", request
        error = json.loads(body)["error"]
        assert error["code"] != "failed", request
        assert error["message"].endswith("."), request
    else:
        assert b"/static/house." in body, (request, body)


@composite
def requests(draw: DrawFn, place: Place) -> Request:
    """A request to one of our routes, partly valid."""
    method, path = draw(st.sampled_from(ADDRESSES))
    named = {name: draw(st.sampled_from(place.right[name] * 2) | odd) for name in PARAMETER.findall(path)}
    target = PARAMETER.sub(lambda found: written(named[found[1]])[:3000], path)
    if query := draw(st.dictionaries(st.sampled_from(QUERIES), odd, max_size=2)):
        target += "?" + "&".join(f"{name}={written(value)[:3000]}" for name, value in query.items())
    headers = {"Cookie": place.cookie.encode(), "Origin": place.address.encode()}
    headers["Authorization"] = f"Bearer {place.bearer}".encode()
    body = b""
    if method == "POST":
        kind, body = draw(bodies(place, api=path.startswith("/api/")))
        headers |= {"Content-Type": kind, "Content-Length": str(len(body)).encode()}
    if draw(st.integers(0, 2)) == 0:
        values = odd.map(lambda text: text.encode("utf-8", "surrogatepass")) | st.binary(max_size=12)
        others = draw(st.dictionaries(st.sampled_from(HEADERS), values, min_size=1, max_size=2))
        headers |= {name: re.sub(rb"[\x00-\x1f\x7f]", b"", value) for name, value in others.items()}
    return Request(method, target, headers, body)


@composite
def bodies(draw: DrawFn, place: Place, api: bool) -> tuple[bytes, bytes]:
    """The body of a request, and its declared type."""
    if api:
        brought = draw(st.dictionaries(st.sampled_from(KEYS), odd_json, max_size=3) | odd_json)
        return b"application/json", json.dumps(brought).encode()[:70_000]
    fields = RIGHT | {"token": place.guest.token} | draw(st.dictionaries(st.sampled_from(FIELDS), odd, max_size=2))
    charset = draw(st.sampled_from(CHARSETS))
    said = f"; charset={charset}".encode("latin-1") if charset else b""
    if draw(st.booleans()):
        text = "&".join(f"{name}={written(value)}" for name, value in fields.items())
        return b"application/x-www-form-urlencoded" + said, text.encode()
    parts = [
        f'--b\r\nContent-Disposition: form-data; name="{name}"{file}\r\n\r\n{value}\r\n'
        for name, value in fields.items()
        for file in ['; filename="a.csv"' if name == "file" else ""]
    ]
    return b"multipart/form-data; boundary=b" + said, ("".join(parts) + "--b--\r\n").encode("utf-8", "surrogatepass")


def written(text: str) -> str:
    return quote(text, safe="", errors="surrogatepass")


@composite
def messages(draw: DrawFn) -> str | bytes:
    """A message of an open page, partly valid."""
    kinds, fields = st.sampled_from([*wire.kinds(wire.Received)]), st.sampled_from(["t", "action", "at", "id", "text"])
    parts = st.fixed_dictionaries({"t": kinds}) | st.fixed_dictionaries(
        {"t": kinds, "id": st.just("m"), "at": st.just(0)}
    )
    whole = st.builds(dict.__or__, parts, st.dictionaries(fields, odd_json | st.integers(), max_size=3))
    text = json.dumps(draw(whole | odd_json))
    deep = '{"t": "say", "text": ' + "[" * 2000
    return draw(st.sampled_from([text] * 8 + [text[:-1], deep, text.encode()]))


def cookie_of(guest: Guest) -> str:
    return "; ".join(f"{name}={value}" for name, value in guest.web.cookies.items())


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Place, int]]:
    """A server with either database, and the number of examples."""
    if request.param == "sqlite":
        url, share = sqlite(tmp_path_factory.mktemp("fuzz")), 3
    else:
        url, share = new_database(request.getfixturevalue("postgresql")), 1
    server = Server(url)
    found = Place(server.address)
    yield found, share
    found.close()
    server.stop()  # checks that its log is empty


def test_whatever_is_asked_for_is_answered_or_refused(place: tuple[Place, int]) -> None:
    where, share = place

    @settings(much, max_examples=150 * share)
    @given(requests(where))
    def send(request: Request) -> None:
        where.send(request)

    send()


def test_whatever_a_page_sends_the_line_goes_on_or_ends_in_order(place: tuple[Place, int]) -> None:
    where, share = place

    @settings(much, max_examples=50 * share)
    @given(messages())
    def send(message: str | bytes) -> None:
        where.say(message)

    send()
