"""Open connections: each open page has one, and the notifier reaches all those of a person.

A connection does not store a seat. Its person was authenticated when it was opened, by a cookie's session or a token;
their current seat follows from the chairs (`Broadcast.seat_of_connection`). When that session or token ends, the
connection is closed at once.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager

from tempolude.engine.game import Game

from .. import wire
from ..refusal import N_, Refusal
from ..storage.together import News
from ..translation import called, say

REMEMBERED = 10_000  # revoked tokens: far more than are revoked during one call
LINGER = 2.0  # seconds for a last message before the connection is cut
PER_PERSON, PER_ADDRESS = 60, 600  # open connections


class Connection:
    """An open connection. Messages for a slow reader are queued, so that nobody waits for them."""

    FULL, HEAVY = 256, 2**20  # messages and bytes that may be queued
    reads = True  # whether updates are encoded for it

    def __init__(
        self, person: str | None, lang: str, *, wanted: str = "", session: str = "", token: str = "", address: str = ""
    ) -> None:
        self.person, self.lang, self.address = person, lang, address
        self.wanted = wanted  # on a shared device: the seat of its page
        self.session, self.token = session, token  # the session or token hash that authenticated it
        self.looks = True  # whether its page is in the foreground
        self.shows = -1  # the seat of its page, not used for authorization
        self.acknowledged: str | None = None  # the last move acknowledged by an update
        self.ended: int | None = None  # why it was closed
        self.cut: Callable[[], None] = lambda: None  # drops the connection without waiting
        self.write: Callable[[bytes], bool] = lambda text: False  # sends at once, if it can
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._weight = 0
        self._idle = False  # everything was sent

    def send(self, message: bytes | wire.Sent) -> None:
        """Send a message, encoded or not."""
        if self.ended is not None:
            return
        data = message if isinstance(message, bytes) else wire.encode(message)
        if self._idle and self.write(data):
            return
        if self.queue.qsize() >= self.FULL or (self._weight and self._weight + len(data) > self.HEAVY):
            self.end(wire.Close.SLOW)  # it will reconnect and get everything
        else:
            self._idle = False
            self._weight += len(data)
            self.queue.put_nowait(data)

    async def next(self) -> bytes | None:
        """The next message to send, once all before it are sent; None once the connection has ended."""
        self._idle = self.queue.empty()
        data = await self.queue.get()
        self._idle = False
        self._weight -= len(data or b"")
        return data

    def end(self, code: int, word: wire.Sent | None = None) -> None:
        """Close the connection now: queued messages are dropped, but for a last one, and incoming ones are ignored."""
        if self.ended is not None:
            return
        self.ended = code
        while not self.queue.empty():
            self.queue.get_nowait()
        self._weight = 0
        if word:
            self.queue.put_nowait(wire.encode(word))
        self.queue.put_nowait(None)
        if code == wire.Close.SLOW:
            self.cut()
        else:
            asyncio.get_running_loop().call_later(LINGER, lambda: self.cut())


class Notifier:
    """All open connections, by person. It notifies people on all their pages and closes revoked connections."""

    def __init__(self, limited: bool = True) -> None:
        self.limited = limited
        self._connections: dict[str, set[Connection]] = {}
        self._open: Counter[tuple[str, str]] = Counter()
        self._revoked: dict[str, None] = {}  # the latest revoked tokens

    def add(self, connection: Connection) -> bool:
        """Add a connection; False if its token was revoked in the meantime."""
        if connection.token in self._revoked:
            connection.end(wire.Close.SIGNED_OUT)
            return False
        if connection.person:
            self._connections.setdefault(connection.person, set()).add(connection)
        return True

    def remove(self, connection: Connection) -> None:
        if connection.person and (there := self._connections.get(connection.person)):
            there.discard(connection)
            if not there:
                del self._connections[connection.person]

    @property
    def all(self) -> list[Connection]:
        """Every connection of an identified person."""
        return [connection for there in list(self._connections.values()) for connection in list(there)]

    def connections(self, person: str | None) -> set[Connection]:
        return self._connections.get(person or "", set())

    def call(self, people: Iterable[str], code: str, game: Game, at_table: Collection[Connection]) -> None:
        """Notify these people that it is their turn at a table, on their pages elsewhere."""
        for person in people:
            for connection in self.connections(person).difference(at_table):
                words = say(connection.lang, "It is your turn at {game}.", game=game.title[connection.lang])
                connection.send(wire.Turn(code, words))

    def tell(self, news: News, game: Game | None) -> None:
        """Send news to all pages of a person."""
        for connection in self.connections(news.person):
            if connection.reads:
                connection.send(told(news, game, connection.lang))

    def end(self, person: str, *, session: str = "", tokens: Collection[str] = (), cookies: bool = False) -> None:
        """Close a person's connections opened with this session or these tokens; with `cookies`, with any session."""
        self._revoked.update(dict.fromkeys(tokens))
        while len(self._revoked) > REMEMBERED:
            del self._revoked[next(iter(self._revoked))]
        for connection in list(self.connections(person)):
            by_cookie = bool(connection.session) and (cookies or connection.session == session)
            if by_cookie or connection.token in tokens:
                connection.end(wire.Close.SIGNED_OUT)

    @contextmanager
    def counted(self, person: str | None, address: str) -> Iterator[None]:
        """Count a long-lived connection; a Refusal if this person or address has too many."""
        keys = [("address", address), *([("person", person)] if person else [])]
        most = {"address": PER_ADDRESS, "person": PER_PERSON}
        if self.limited and any(self._open[key] >= most[key[0]] for key in keys):
            raise Refusal(N_("You have too many pages open. Close some, then reload this one."), 429)
        self._open.update(keys)
        try:
            yield
        finally:
            for key in keys:
                self._open[key] -= 1
                if not self._open[key]:
                    del self._open[key]


def told(news: News, game: Game | None, lang: str) -> wire.News:
    """News as a sentence and an address, in a language."""
    values = {"name": called(news.name, lang), "game": game.title[lang] if game else ""}
    sentences = {
        "invited": N_("{name} invites you to {game}."),
        "asked": N_("{name} would like to be friends with you."),
        "friends": N_("{name} and you are friends now."),
        "sent_away": N_("{game}: the host has asked you to leave the table."),
    }
    if news.kind not in sentences:
        return wire.News()
    return wire.News(say(lang, sentences[news.kind], **values), f"/t/{news.code}" if news.code else "/friends")
