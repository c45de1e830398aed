"""The house: what all its rooms share, given to the routes."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import Request, Response

from tempolude.engine.game import Game

from .guard import Limits
from .pages import Pages
from .people import People
from .rooms import Rooms
from .settings import Settings
from .shelf import Box
from .storage.store import Store


@dataclass
class House:
    """Pages, people, tables, storage."""

    boxes: list[Box]
    pages: Pages
    store: Store
    people: People
    rooms: Rooms
    limits: Limits
    settings: Settings

    def box(self, game: Game) -> Box:
        return next(box for box in self.boxes if box.name == game.name)

    def page(self, request: Request, page: str, status: int = 200, **content: object) -> Response:
        """A page that may hold forms: its guest has a cookie, the forms a token."""
        person = self.people.guest(request)
        response = self.pages.show(request, page, status, token=self.people.token(person), boxes=self.boxes, **content)
        return self.people.welcome(request, response)
