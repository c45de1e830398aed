"""Being at a table without a page: a program is here while it waits for news, and for a while after each call."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from time import monotonic

from .. import wire
from ..refusal import N_, Refusal
from ..table.connection import Connection, Notifier
from ..table.live_table import LiveTable

MOST = 16  # calls of one person that wait for news of one table


class Follower(Connection):
    """Somebody who follows through the API. They are only woken: what is new they read for themselves."""

    reads = False

    def __init__(self, person: str, token: str, address: str) -> None:
        super().__init__(person, "en", token=token, address=address)
        self.until = 0.0  # when they are gone if nothing more is heard of them
        self.waiting = 0  # calls that wait for news
        self.dismissed = False  # the server stops: nobody waits any longer
        self._news = asyncio.Event()

    def send(self, message: bytes | wire.Sent) -> None:
        self._news.set()  # wakes who waits now; who comes later looks for themselves
        self._news.clear()

    def end(self, code: int, word: wire.Sent | None = None) -> None:
        """The token was revoked: every call that waits is answered, and none is let in."""
        if code != wire.Close.MOVED:  # another seat is no reason: what is new is read for the seat of then
            self.ended = code
        self.send(b"")

    def dismiss(self) -> None:
        self.dismissed = True
        self.send(b"")

    async def wait(self, news: Callable[[], bool], seconds: float, notifier: Notifier) -> bool:
        """Wait until there is news, but not for longer than this; whether there is."""
        if self.waiting >= MOST:
            raise Refusal(N_("That is too fast. Wait a moment and try again."), 429)
        end = monotonic() + seconds
        with self._staying(), notifier.counted(self.person, self.address):
            while not (news() or self.dismissed or self.ended) and (left := end - monotonic()) > 0:
                with suppress(TimeoutError):
                    async with asyncio.timeout(left):
                        await self._news.wait()
        return news()

    @contextmanager
    def _staying(self) -> Iterator[None]:
        self.waiting += 1
        try:
            yield
        finally:
            self.waiting -= 1


def present(table: LiveTable, person: str, token: str, address: str) -> Follower:
    """Count this person as here from now on, for as long as an absent player is waited for."""
    found = (
        connection
        for connection in table.broadcast.connections
        if isinstance(connection, Follower) and connection.token == token and connection.ended is None
    )
    follower = next(found, None)
    if follower is None:
        follower = Follower(person, token, address)
        if table.shared.notifier.add(follower):
            table.broadcast.join(follower, -1)
            _look_later(table, follower)
    elif follower.shows != table.broadcast.seat_of_connection(follower):  # they sat down since
        table.broadcast.join(follower, -1)
    follower.until = monotonic() + table.shared.settings.grace
    return follower


def _look_later(table: LiveTable, follower: Follower) -> None:
    """Let go of a follower who was not heard of for a while."""

    def look() -> None:
        if follower.ended is None and (follower.waiting or monotonic() < follower.until):
            _look_later(table, follower)
        else:
            table.shared.notifier.remove(follower)
            table.broadcast.leave(follower)

    asyncio.get_running_loop().call_later(max(table.shared.settings.grace / 2, 0.05), look)


def dismiss(table: LiveTable) -> None:
    """Answer everybody who waits for news of a table, because the server stops."""
    for connection in list(table.broadcast.connections):
        if isinstance(connection, Follower):
            connection.dismiss()
