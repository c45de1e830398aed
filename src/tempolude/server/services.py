"""The services that all routes share: pages, people, tables, storage."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import Request, Response

from tempolude.engine.game import Game

from .http.limits import Limits
from .people.guests import Guests
from .settings import Settings
from .storage.store import Store
from .table.tables import Tables
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

    def box(self, game: Game) -> Box:
        return next(box for box in self.boxes if box.name == game.name)

    def page(self, request: Request, page: str, status: int = 200, **content: object) -> Response:
        """A page that may have forms: it sets the guest's cookie and gives the forms a token."""
        person = self.guests.guest(request)
        response = self.pages.show(request, page, status, token=self.guests.token(person), boxes=self.boxes, **content)
        return self.guests.welcome(request, response)
