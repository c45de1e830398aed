"""Being at a table without a page: a program is here while it waits for news, and for a while after each call."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from time import monotonic
from typing import Any

from ..ears import Ear
from ..refusal import N_, Refusal
from ..room import Room

MOST = 16  # calls of one person that wait for news of one table


class Follower(Ear):
    """Somebody who follows through the API. They are only woken: what is new they read for themselves."""

    reads = False

    def __init__(self, person: str, seat: int) -> None:
        super().__init__(person, "en", seat)
        self.until = 0.0  # when they are gone if nothing more is heard of them
        self.waiting = 0  # calls that wait for news
        self.dismissed = False  # the server stops: nobody waits any longer
        self._news = asyncio.Event()

    def tell(self, message: bytes | dict[str, Any]) -> None:
        self._news.set()  # wakes who waits now; who comes later looks for themselves
        self._news.clear()

    def dismiss(self) -> None:
        self.dismissed = True
        self.tell(b"")

    async def wait(self, news: Callable[[], bool], seconds: float) -> bool:
        """Wait until there is news, but not for longer than this; whether there is."""
        if self.waiting >= MOST:
            raise Refusal(N_("That is too fast. Wait a moment and try again."), 429)
        end = monotonic() + seconds
        with self._staying():
            while not news() and not self.dismissed and (left := end - monotonic()) > 0:
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


def present(room: Room, person: str) -> Follower:
    """Count this person as here from now on, for as long as an absent player is waited for."""
    found = (ear for ear in room.ears if isinstance(ear, Follower) and ear.person == person)
    follower, seat = next(found, None), room.seat_of(person)
    if follower and follower.seat != seat:  # they sat down since
        room.ears.discard(follower)
        follower.seat = seat
        room.come(follower, -1)
    if follower is None:
        follower = Follower(person, seat)
        room.come(follower, -1)
        _look_later(room, follower)
    follower.until = monotonic() + room.settings.grace
    return follower


def _look_later(room: Room, follower: Follower) -> None:
    """Let go of a follower who was not heard of for a while."""

    def look() -> None:
        if follower.waiting or monotonic() < follower.until:
            _look_later(room, follower)
        else:
            room.go(follower)

    asyncio.get_running_loop().call_later(max(room.settings.grace / 2, 0.05), look)


def dismiss(room: Room) -> None:
    """Answer everybody who waits for news of a table, because the server stops."""
    for ear in list(room.ears):
        if isinstance(ear, Follower):
            ear.dismiss()
