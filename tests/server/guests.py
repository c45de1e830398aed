"""People at a server: cookies, forms and sockets, without a browser."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from ssl import SSLContext, TLSVersion, create_default_context
from typing import Any, Self, TypeVar

import httpx
from msgspec import UNSET
from msgspec.json import Decoder
from websockets.sync.client import ClientConnection, connect

from tempolude.server import wire

Kind = TypeVar("Kind", bound=wire.Sent)
SENT = Decoder(wire.Sent)
SHOWN = (wire.State, wire.Update)  # messages that show the table
SHORT = {"option-cards": 2}  # of Timeline: played at random, it is over after 10 moves instead of 25, or 60 of four


class Guest:
    """A person with a cookie."""

    def __init__(self, address: str, name: str | None = None, lang: str = "en") -> None:
        self.address = address
        self.web = httpx.Client(
            base_url=address,
            headers={"accept-language": lang, "origin": address, "accept-encoding": "identity"},  # quicker
            follow_redirects=True,
            timeout=60,
            verify=False,  # loading certificates, which nothing here has, would take longer than most requests
        )
        self.token = self._token()
        if name:
            self.web.post("/me", data={"token": self.token, "name": name}, follow_redirects=False)

    def _token(self) -> str:
        return token(self.web.get("/me/keep").text)  # a short page with a form

    def post(self, path: str, **form: Any) -> httpx.Response:
        return self.web.post(path, data={"token": self.token} | form)

    def come_back(self, cookies: httpx.Cookies) -> None:
        """Become a returning person, by their cookies."""
        self.web.cookies = cookies
        self.token = self._token()

    def play_now(self, game: str) -> str:
        """The code of a new table against bots."""
        return str(self.post(f"/play/{game}").url).rsplit("/", 1)[1]

    def make(self, game: str, seats: int, **form: Any) -> str:
        """The code of a new open table."""
        answer = self.post(f"/new/{game}", seats=seats, **form)
        assert answer.status_code == 200, answer.text
        return str(answer.url).rsplit("/", 1)[1]

    def line(self, code: str, at: int | None = None, seat: int | None = None, **headers: str) -> PageSocket:
        """A socket of an open page; on one device, of the player at `seat`."""
        asked = {"v": wire.VERSION, "at": at, "seat": seat}
        query = "&".join(f"{name}={value}" for name, value in asked.items() if value is not None)
        return PageSocket(self, f"/t/{code}/live?{query}", headers)

    def notifier(self) -> PageSocket:
        """A socket of the lobby."""
        return PageSocket(self, f"/me/live?v={wire.VERSION}", {})

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.web.close()


def one_thread_at_a_time() -> SSLContext:
    """TLS 1.2, for `websockets`, which reads in a thread of its own. In TLS 1.3 a session ticket follows the handshake;
    read while the request is written, it garbled one request in 700, and the proxy answered 408 after 30 seconds."""
    context = create_default_context()
    context.maximum_version = TLSVersion.TLSv1_2
    return context


class PageSocket:
    """A socket, and what it has received of the table."""

    def __init__(self, guest: Guest, path: str, headers: dict[str, str]) -> None:
        cookie = "; ".join(f"{name}={value}" for name, value in guest.web.cookies.items())
        address = guest.address.replace("http", "ws") + path
        sent = {"Cookie": cookie, "Accept-Language": guest.web.headers["accept-language"]}
        origin: Any = headers.pop("origin", guest.address)
        tls = one_thread_at_a_time() if address.startswith("wss") else None
        self._open = connect(address, additional_headers=sent | headers, origin=origin, open_timeout=60, ssl=tls)
        self.socket: ClientConnection = self._open.__enter__()
        self.version, self.over = -1, False
        self.actions: wire.Actions = []
        self.log: list[wire.Line] = []
        self.heard: list[wire.Sent] = []

    def __enter__(self) -> PageSocket:
        return self

    def __exit__(self, *raised: Any) -> None:
        self._open.__exit__(*raised)

    def send(self, message: wire.Received | str | bytes) -> None:
        self.socket.send(message if isinstance(message, (str, bytes)) else wire.encode(message).decode())

    def hear(self, timeout: float = 30) -> wire.Sent:
        """The next message; one that does not match its declaration is an error."""
        message = SENT.decode(self.socket.recv(timeout))
        self.heard.append(message)
        if isinstance(message, SHOWN):
            self.version, self.over = message.version, self.over or bool(message.over)
            self.actions = self.actions if message.actions is UNSET else message.actions
            if message.log:
                self.log = [] if message.log.afresh else self.log
                for line in message.log.lines:
                    before = self.log.pop() if line.joins else None  # the turn continues, as in table.js
                    html = before.html.removesuffix(".") + line.html if before else line.html
                    self.log.append(line._replace(html=html, joins=0))
        return message

    def until(self, kind: type[Kind], wanted: Callable[[Kind], Any] = lambda _: True) -> Kind:
        """Receive until there is a message of this kind that is `wanted`."""
        while True:
            message = self.hear()
            if isinstance(message, kind) and wanted(message):
                return message

    def shown(self, wanted: Callable[[wire.State | wire.Update], Any] = lambda _: True) -> wire.State | wire.Update:
        """Receive until a `wanted` state or update."""
        while True:
            message = self.hear()
            if isinstance(message, SHOWN) and wanted(message):
                return message

    def seats(self, wanted: Callable[[list[wire.Seat]], Any] = lambda _: True) -> list[wire.Seat]:
        """Receive until the seats are as `wanted`."""
        while True:
            seats = seats_in(self.hear())
            if seats and wanted(seats):
                return seats

    def do(self, action: int, name: str, at: int | None = None) -> wire.Done | wire.Refused:
        """Send a move and receive its answer."""
        self.send(wire.Do(action, self.version if at is None else at, name))
        return self.answer(name)

    def answer(self, name: str) -> wire.Done | wire.Refused:
        """Receive until a move of this page is answered."""
        while True:
            message = self.hear()
            if isinstance(message, wire.Update) and message.id == name:
                return wire.Done(name, message.version)
            if isinstance(message, (wire.Done, wire.Refused)) and message.id == name:
                return message

    def quiet(self, seconds: float = 0.3) -> bool:
        """Whether nothing about the table is received for a while."""
        try:
            while True:
                if isinstance(self.hear(seconds), SHOWN):
                    return False
        except TimeoutError:
            return True


def seats_in(message: wire.Sent) -> list[wire.Seat]:
    """The seats in a message."""
    return message.seats or [] if isinstance(message, (*SHOWN, wire.Seats)) else []


def version_of(answer: wire.Done | wire.Refused) -> int:
    """The number of log entries with a move that was done."""
    assert isinstance(answer, wire.Done), answer
    return answer.version


def reason(answer: wire.Done | wire.Refused) -> str:
    """Why a move was refused."""
    assert isinstance(answer, wire.Refused), answer
    return answer.words


def token(page: str) -> str:
    found = re.search(r'name="token" value="([^"]+)"', page)
    assert found, "the page has no form"
    return found[1]


@contextmanager
def seated(address: str, game: str, seats: int, **options: Any) -> Iterator[tuple[str, list[Guest]]]:
    """A match just begun, with a person at every seat."""
    with ExitStack() as stack:
        guests = [stack.enter_context(Guest(address, f"Guest {i}")) for i in range(seats)]
        code = guests[0].make(game, seats, **options)
        for seat in range(1, seats):
            guests[seat].post(f"/t/{code}/sit", seat=seat)
        answer = guests[0].post(f"/t/{code}/start")
        assert 'class="table ' in answer.text
        yield code, guests
