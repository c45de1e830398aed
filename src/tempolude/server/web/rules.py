"""The routes of the rules: a game's rulebook, and its summary on one page."""

from __future__ import annotations

from dataclasses import replace

from fastapi import APIRouter, Request, Response

from ..http.reader import Reader
from ..refusal import N_, Refusal
from ..rulebook.page import RulePages, leading_to
from ..services import Services
from ..view.shelf import Box


def routes(services: Services) -> APIRouter:
    """The rules of every game on the shelf."""
    router, rulebooks = APIRouter(), RulePages(services.pages)

    def box_of(name: str) -> Box:
        box = next((box for box in services.boxes if box.name == name), None)
        if box is None:
            raise Refusal(N_("There is nothing at this address."), 404)
        return box

    def show(request: Request, page: str, name: str) -> Response:
        box = box_of(name)
        book = rulebooks.of(box.game, Reader.of(request).lang)
        if page == "summary.html":
            if not book.summary:
                raise Refusal(N_("There is nothing at this address."), 404)
            at = f"/rules/{name}"
            book = replace(book, summary=leading_to(at, book.summary), overview=leading_to(at, book.overview))
        return services.page(request, page, box=box, rules=book)

    @router.api_route("/rules/{name}", methods=["GET", "HEAD"])
    def rules(request: Request, name: str) -> Response:
        return show(request, "rules.html", name)

    @router.api_route("/rules/{name}/summary", methods=["GET", "HEAD"])
    def summary(request: Request, name: str) -> Response:
        return show(request, "summary.html", name)

    return router
