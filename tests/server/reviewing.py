"""Tables whose matches are reviewed, with somebody at their first seat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from time import time
from typing import Any

from sqlalchemy import Connection, update

from tempolude.server.services import Services
from tempolude.server.storage.reviews import claim_review, finish_review
from tempolude.server.storage.schema import chairs
from tempolude.server.storage.store import Store
from tempolude.server.table.reviews import mistakes_in
from tests.review.stored import READER, stored

from .guests import Guest
from .keeping import keep
from .serving import inside

CODES = {
    "timeline": "timeline22", "contretemps": "contretemp", "collectors": "collectors", "pirates": "pirates222",
    "masters": "masters222",
}  # fmt: skip


def keep_reviewed(database: str, name: str, person: str = "somebody", at: float | None = None) -> str:
    """Store the reviewed match of a game, with a person at the reader's seat; returns the code of its table."""
    match, content = stored(name)
    code = CODES[name]
    keep(database, match, code)
    store = Store(database)
    at = time() if at is None else at
    try:
        store.do(sit, code, person)
        assert store.do(claim_review, code, at)
        store.do(finish_review, code, at, content, mistakes_in(content))
    finally:
        store.close()
    return code


def sit(connection: Connection, code: str, person: str) -> None:
    here = (chairs.c.code == code) & (chairs.c.seat == READER)
    connection.execute(update(chairs).where(here).values(person=person, bot=None))


@contextmanager
def reviewed_by(database: str, names: Iterable[str], **settings: Any) -> Iterator[tuple[Guest, Services]]:
    """A guest who played these games, reviewed, at a server."""
    with inside(database=database, processes=0, **settings) as (address, services), Guest(address) as guest:
        for name in names:
            keep_reviewed(database, name, person_of(services, guest))
        yield guest, services


def person_of(services: Services, guest: Guest) -> str:
    written = services.guests._cookie.loads(guest.web.cookies["guest"])
    return str(written[0] if isinstance(written, list) else written)
