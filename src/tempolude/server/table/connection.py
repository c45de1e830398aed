"""Open connections: each open page has one, and the notifier reaches all those of a person.

A connection never keeps a seat. Who it belongs to was proved when it was opened, by a cookie's session or by a token;
which seat that person has now is for the chairs to say (`Broadcast.seat_of_connection`). Losing that right closes the
connection at once.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager

from tempolude.engine.game import Game

from .. import wire
from ..refusal import N_, Refusal
from ..translation import say

REMEMBERED = 10_000  # revoked tokens: a call is on its way for seconds, not for so many
LINGER = 2.0  # seconds for a last word, then the connection is cut
PER_PERSON, PER_ADDRESS = 60, 600  # lines that may be open at once


class Connection:
    """An open line. What a slow reader has not read waits in its queue, so that nobody waits for them."""

    FULL, HEAVY = 256, 2**20  # messages and bytes that may wait
    reads = True  # what changes is written out for it

    def __init__(
        self, person: str | None, lang: str, *, wanted: str = "", session: str = "", token: str = "", address: str = ""
    ) -> None:
        self.person, self.lang, self.address = person, lang, address
        self.wanted = wanted  # on one device: the seat that its page is for
        self.session, self.token = session, token  # what proved who it is: a cookie's session, or the hash of a token
        self.shows = -1  # the seat its page was made for; never asked who it is
        self.acknowledged: str | None = None  # the last move that an update has named
        self.ended: int | None = None  # why it was closed
        self.cut: Callable[[], None] = lambda: None  # drops the connection, read or unread
        self.write: Callable[[bytes], bool] = lambda text: False  # sends at once, if it can
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._weight = 0
        self._idle = False  # whoever empties the queue has sent all of it

    def send(self, message: bytes | wire.Sent) -> None:
        """Send a message, which may be encoded already."""
        if self.ended is not None:
            return
        data = message if isinstance(message, bytes) else wire.encode(message)
        if self._idle and self.queue.empty() and self.write(data):
            return
        if self.queue.qsize() >= self.FULL or (self._weight and self._weight + len(data) > self.HEAVY):
            self.end(wire.Close.SLOW)  # it will come back and see all
        else:
            self._weight += len(data)
            self.queue.put_nowait(data)

    async def next(self) -> bytes | None:
        """What is to be sent next, once all before it is sent; None once the line has ended."""
        self._idle = True
        data = await self.queue.get()
        self._idle = False
        self._weight -= len(data or b"")
        return data

    def end(self, code: int, word: wire.Sent | None = None) -> None:
        """Close the line now: nothing that waits is sent but a last word, and nothing that it sends is heard."""
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
    """All open lines, by person: it calls somebody wherever they have a page open, and ends what they may not use."""

    def __init__(self, limited: bool = True) -> None:
        self.limited = limited
        self._connections: dict[str, set[Connection]] = {}
        self._open: Counter[tuple[str, str]] = Counter()
        self._revoked: dict[str, None] = {}  # tokens, the last ones

    def add(self, connection: Connection) -> bool:
        """Take a line; not one of a token that was revoked while its call was on the way."""
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
        """Every connection of somebody who is known."""
        return [connection for there in list(self._connections.values()) for connection in list(there)]

    def connections(self, person: str | None) -> set[Connection]:
        return self._connections.get(person or "", set())

    def call(self, people: Iterable[str], code: str, game: Game, at_table: Collection[Connection]) -> None:
        """It is the turn of these people at a table: their pages that do not show it say so."""
        for person in people:
            for connection in self.connections(person).difference(at_table):
                words = say(connection.lang, "It is your turn at {game}.", game=game.title[connection.lang])
                connection.send(wire.Turn(code, words))

    def end(self, person: str, *, session: str = "", tokens: Collection[str] = (), cookies: bool = False) -> None:
        """End a person's lines that were opened with this session or these tokens; with `cookies`, with any session."""
        self._revoked.update(dict.fromkeys(tokens))
        while len(self._revoked) > REMEMBERED:
            del self._revoked[next(iter(self._revoked))]
        for connection in list(self.connections(person)):
            by_cookie = bool(connection.session) and (cookies or connection.session == session)
            if by_cookie or connection.token in tokens:
                connection.end(wire.Close.SIGNED_OUT)

    @contextmanager
    def counted(self, person: str | None, address: str) -> Iterator[None]:
        """A line that stays open, counted; a Refusal if this person or address has too many."""
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
