"""Presence at a table through the API: a program is present while it waits for news and shortly after each call."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from time import monotonic

from .. import wire
from ..refusal import N_, Refusal
from ..table.connection import Connection, Notifier
from ..table.live_table import LiveTable

MOST = 16  # waiting calls of one person at one table


class Follower(Connection):
    """A person who follows a table through the API. They are only woken, and then read what is new."""

    reads = False

    def __init__(self, person: str, token: str, address: str) -> None:
        super().__init__(person, "en", token=token, address=address)
        self.until = 0.0  # when they count as gone without another call
        self.waiting = 0  # the number of waiting calls
        self.dismissed = False  # the server is stopping: do not wait any longer
        self._news = asyncio.Event()

    def send(self, message: bytes | wire.Sent) -> None:
        self._news.set()  # wakes those waiting now; later calls check for themselves
        self._news.clear()

    def end(self, code: int, word: wire.Sent | None = None) -> None:
        """End after the token was revoked: answer every waiting call and refuse new ones."""
        if code != wire.Close.MOVED:  # a change of seat is no reason: news is read for the current seat
            self.ended = code
        self.send(b"")

    def dismiss(self) -> None:
        self.dismissed = True
        self.send(b"")

    async def wait(self, news: Callable[[], bool], seconds: float, notifier: Notifier) -> bool:
        """Wait for news for at most `seconds`; returns whether there is any."""
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
    """Count this person as present, for as long as the table waits for an absent player."""
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
    elif follower.shows != table.broadcast.seat_of_connection(follower):  # their seat has changed since
        table.broadcast.join(follower, -1)
    follower.until = monotonic() + table.shared.settings.grace
    return follower


def _look_later(table: LiveTable, follower: Follower) -> None:
    """Remove a follower who has not called for a while."""

    def look() -> None:
        if follower.ended is None and (follower.waiting or monotonic() < follower.until):
            _look_later(table, follower)
        else:
            table.shared.notifier.remove(follower)
            table.broadcast.leave(follower)

    asyncio.get_running_loop().call_later(max(table.shared.settings.grace / 2, 0.05), look)


def dismiss(table: LiveTable) -> None:
    """Answer every call that waits for news of a table, because the server is stopping."""
    for connection in list(table.broadcast.connections):
        if isinstance(connection, Follower):
            connection.dismiss()
