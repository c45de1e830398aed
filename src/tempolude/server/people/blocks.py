"""Who has blocked whom, in memory: every word that is said at a table asks for it."""

from __future__ import annotations

from ..storage.store import Store
from ..storage.together import all_blocks, blocked_by


class Blocks:
    """Who has blocked whom. Where it decides who sits down, the database is asked instead."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._by = store.do(all_blocks)

    def hides(self, reader: str | None, other: str | None) -> bool:
        """Whether a reader does not want to hear somebody."""
        return other in self._by.get(reader or "", ())

    async def read(self, person: str) -> None:
        """A person has blocked somebody, or lifted it."""
        others = await self.store.run(blocked_by, person)
        self._by.pop(person, None)
        if others:
            self._by[person] = frozenset(others)

    async def read_all(self) -> None:
        self._by = await self.store.run(all_blocks)
