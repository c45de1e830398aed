"""Those who listen: every open page has an ear, and the bell reaches all ears of a person."""

from __future__ import annotations

import asyncio
from typing import Any

import orjson


class Ear:
    """A connection at a desk. What is sent waits in its queue, so that a slow one keeps nobody waiting."""

    FULL = 256
    reads = True  # what changes is written out for it

    def __init__(self, person: str | None, lang: str, seat: int) -> None:
        self.person, self.lang, self.seat = person, lang, seat
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue()

    def tell(self, message: bytes | dict[str, Any]) -> None:
        if self.queue.qsize() >= self.FULL:
            self.queue.put_nowait(None)  # too slow: let go of it, it will come back and see all
        else:
            self.queue.put_nowait(message if isinstance(message, bytes) else orjson.dumps(message))


class Bell:
    """Calls a person wherever they have a page open: it is their turn at a table."""

    def __init__(self) -> None:
        self._ears: dict[str, set[Ear]] = {}

    def come(self, ear: Ear) -> None:
        if ear.person:
            self._ears.setdefault(ear.person, set()).add(ear)

    def go(self, ear: Ear) -> None:
        if ear.person and (there := self._ears.get(ear.person)):
            there.discard(ear)
            if not there:
                del self._ears[ear.person]

    def ears(self, person: str | None) -> set[Ear]:
        return self._ears.get(person or "", set())
