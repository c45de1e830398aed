"""Blocks in memory, to filter every chat message."""

from __future__ import annotations

from ..storage.store import Store
from ..storage.together import all_blocks, blocked_by


class Blocks:
    """The blocks of all people, for chat. Who may sit down is checked in the database."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._by = store.do(all_blocks)

    def hides(self, reader: str | None, other: str | None) -> bool:
        """Whether a reader has blocked another person."""
        return other in self._by.get(reader or "", ())

    async def read(self, person: str) -> None:
        """Read a person's blocks again."""
        others = await self.store.run(blocked_by, person)
        self._by.pop(person, None)
        if others:
            self._by[person] = frozenset(others)

    async def read_all(self) -> None:
        self._by = await self.store.run(all_blocks)
