"""Health checks: whether this process is alive, and whether it should get requests."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from logging import getLogger
from time import monotonic

from fastapi import APIRouter
from fastapi.responses import PlainTextResponse

from ..refusal import Refusal
from ..services import Services
from ..storage.versions import revision_of, revisions

FRESH = 1.0  # seconds for which a database check is cached
PATIENCE = 3.0  # seconds to wait for it
log = getLogger(__name__)


def routes(services: Services) -> APIRouter:
    router, database = APIRouter(), Database(services)

    @router.api_route("/healthz", methods=["GET", "HEAD"])
    async def healthz() -> PlainTextResponse:
        """The process is alive; one that does not answer should be restarted."""
        return PlainTextResponse("ok")

    @router.api_route("/readyz", methods=["GET", "HEAD"])
    async def readyz() -> PlainTextResponse:
        """The process is ready: not stopping, and its database is reachable and of this version."""
        ready = not services.tables.draining and await database.usable()
        return PlainTextResponse("ready" if ready else "not ready", 200 if ready else 503)

    return router


class Database:
    """Checks whether the database can be used, at most once per second."""

    def __init__(self, services: Services) -> None:
        self._services, self._newest = services, revisions()[-1]
        self._found, self._asked = True, -FRESH
        self._asking: asyncio.Task[bool] | None = None

    async def usable(self) -> bool:
        if self._asking is None and monotonic() - self._asked < FRESH:
            return self._found
        if self._asking is None:
            self._asking = asyncio.create_task(self._ask())
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                return await asyncio.shield(self._asking)
        return False

    async def _ask(self) -> bool:
        try:
            revision = await self._services.store.run(revision_of)
        except Refusal:
            revision = None
        finally:
            self._asking, self._asked = None, monotonic()
        if self._found and revision not in (None, self._newest):
            log.error("the schema of the database is %s and not %s any more", revision, self._newest)
        self._found = revision == self._newest
        return self._found
