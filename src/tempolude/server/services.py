"""The services that all routes share: pages, people, tables, storage."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import Request, Response

from tempolude.engine.game import Game

from .calling.caller import Caller
from .daily import Daily
from .http.limits import Limits
from .people.guests import Guests, folded
from .settings import Settings
from .storage.accounts import account_of
from .storage.store import Store
from .table.tables import Tables
from .tournament.tournaments import Tournaments
from .view.pages import Pages
from .view.shelf import Box


@dataclass
class Services:
    """Pages, people, tables, storage."""

    boxes: list[Box]
    pages: Pages
    store: Store
    guests: Guests
    tables: Tables
    limits: Limits
    settings: Settings
    caller: Caller
    tournaments: Tournaments
    daily: Daily

    @property
    def operators(self) -> set[str]:
        """The sign-in names of the operators."""
        return {folded(name) for name in self.settings.operators}

    async def operates(self, person: str | None) -> bool:
        """Whether a person is an operator."""
        return bool(self.operators) and await self.store.run(account_of, person or "") in self.operators

    def box(self, game: Game) -> Box:
        return next(box for box in self.boxes if box.name == game.name)

    def page(self, request: Request, page: str, status: int = 200, **content: object) -> Response:
        """A page that may have forms: it sets the guest's cookie and gives the forms a token."""
        person = self.guests.guest(request)
        response = self.pages.show(request, page, status, token=self.guests.token(person), boxes=self.boxes, **content)
        return self.guests.welcome(request, response)
