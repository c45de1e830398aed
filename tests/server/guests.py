"""People at a server: a browser's cookies, forms and sockets, without a browser."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

Message = dict[str, Any]


class Guest:
    """Somebody with a cookie."""

    def __init__(self, address: str, name: str | None = None, lang: str = "en") -> None:
        self.address = address
        self.web = httpx.Client(
            base_url=address, headers={"accept-language": lang, "origin": address}, follow_redirects=True, timeout=60
        )
        self.token = token(self.web.get("/").text)
        if name:
            self.post("/me", name=name)

    def post(self, path: str, **form: Any) -> httpx.Response:
        return self.web.post(path, data={"token": self.token} | form)

    def come_back(self, cookies: httpx.Cookies) -> None:
        """Be somebody who was here before, by their cookies."""
        self.web.cookies = cookies
        self.token = token(self.web.get("/").text)

    def play_now(self, game: str) -> str:
        """The code of a new table against bots."""
        return str(self.post(f"/play/{game}").url).rsplit("/", 1)[1]

    def make(self, game: str, seats: int, **form: Any) -> str:
        """The code of a new table where players gather."""
        answer = self.post(f"/new/{game}", seats=seats, **form)
        assert answer.status_code == 200, answer.text
        return str(answer.url).rsplit("/", 1)[1]

    def line(self, code: str, at: int | None = None, seat: int | None = None, **headers: str) -> Line:
        """A socket of an open page; on one device, of the player at `seat`."""
        asked = {"at": at, "seat": seat}
        query = "&".join(f"{name}={value}" for name, value in asked.items() if value is not None)
        return Line(self, f"/t/{code}/live?{query}", headers)

    def notifier(self) -> Line:
        """A socket of the lobby."""
        return Line(self, "/me/live", {})

    def __enter__(self) -> Guest:
        return self

    def __exit__(self, *_: object) -> None:
        self.web.close()


class Line:
    """A socket, and what it has been told of the table."""

    def __init__(self, guest: Guest, path: str, headers: dict[str, str]) -> None:
        cookie = "; ".join(f"{name}={value}" for name, value in guest.web.cookies.items())
        address = guest.address.replace("http", "ws") + path
        sent = {"Cookie": cookie, "Accept-Language": guest.web.headers["accept-language"]}
        origin: Any = headers.pop("origin", guest.address)
        self._open = connect(address, additional_headers=sent | headers, origin=origin)
        self.socket: ClientConnection = self._open.__enter__()
        self.v, self.actions, self.over, self.log = -1, [], False, []  # type: ignore[var-annotated]
        self.heard: list[Message] = []

    def __enter__(self) -> Line:
        return self

    def __exit__(self, *raised: Any) -> None:
        self._open.__exit__(*raised)

    def send(self, message: Any) -> None:
        self.socket.send(message if isinstance(message, (str, bytes)) else json.dumps(message))

    def hear(self, timeout: float = 10) -> Message:
        message: Message = json.loads(self.socket.recv(timeout))
        self.heard.append(message)
        self.v = message.get("v", self.v)
        self.actions = message.get("actions", self.actions)
        self.over = self.over or bool(message.get("over"))
        if "log" in message:
            self.log = ([] if message["log"]["afresh"] else self.log) + message["log"]["lines"]
        return message

    def until(self, wanted: Callable[[Message], Any]) -> Message:
        """Hear until a message is as wanted."""
        while True:
            message = self.hear()
            if wanted(message):
                return message

    def do(self, action: int, name: str, at: int | None = None) -> Message:
        """Send a move and hear its answer: done, or why not."""
        self.send({"do": action, "at": self.v if at is None else at, "id": name})
        return self.until(lambda m: m.get("done") == name or m.get("refused") == name)

    def quiet(self, seconds: float = 0.3) -> bool:
        """Whether nothing about the table is told for a while."""
        try:
            while True:
                if "v" in self.hear(seconds):
                    return False
        except TimeoutError:
            return True


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
