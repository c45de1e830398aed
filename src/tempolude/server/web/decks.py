"""Decks: the built-in ones and people's own; how one is uploaded, looked at, shared and deleted.

Which games have decks that people can bring is for the games to say (`Game.own`); nothing here knows one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from secrets import choice
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from markupsafe import Markup
from starlette.datastructures import FormData, UploadFile

from tempolude.engine.errors import BadData
from tempolude.engine.game import Game
from tempolude.engine.options import LARGEST_FILE, enclosed

from ..decks.own import key_of
from ..decks.text import Brought, deck_name, harmless, plain, text_of
from ..http.front import LARGER, address
from ..http.inputs import form_with_file, read_form
from ..http.reader import Reader
from ..refusal import N_, Refusal
from ..services import Services
from ..storage.decks import add_deck, change_deck, deck, decks_of, remove_deck
from ..storage.rows import DeckRow
from ..table.tables import CODE, LETTERS
from .sharing import drawn, invitation

MOST = 20  # decks of a person
KIB = "16384 per day"  # of texts that an address brings
TOLD = 50  # mistakes of a deck that are told at once
SAMPLE = 4  # cards that show what a deck is like


@dataclass(frozen=True)
class Deck:
    """A deck as a page shows it: a built-in one, or somebody's."""

    code: str
    game: Game
    title: str
    look: Any  # what the game says of it
    owner: str | None = None  # none: it is built in
    csv: str = ""


@dataclass(frozen=True)
class Draft:
    """What somebody wants to bring, as the form shows it again when it cannot be taken."""

    game: str = ""
    code: str = ""  # of the deck that it replaces
    name: str = ""
    text: str = ""
    guessed: bool = False
    faults: tuple[BadData, ...] = ()
    refused: Refusal | None = None


def routes(services: Services) -> APIRouter:
    router = APIRouter()
    guests, store, pages = services.guests, services.store, services.pages
    games = {name: game for name, game in services.tables.games.items() if game.own}

    def ours(lang: str) -> Iterator[Deck]:
        """The decks that come with the games."""
        for game in games.values():
            for name, title in titles(game).items():
                yield Deck(name, game, title[lang], game.own.ours(name))

    def somebodys(row: DeckRow) -> Deck:
        game = games[row.game]
        return Deck(row.code, game, row.name, game.own.look(row.name, row.csv), row.owner, row.csv)

    async def found(code: str, lang: str) -> Deck:
        for one in ours(lang):
            if one.code == code:
                return one
        row = await store.run(deck, code)
        if row is None or row.game not in games:
            raise Refusal(N_("There is no such deck. It may have been deleted."), 404)
        return somebodys(row)

    def fan(one: Deck, lang: str) -> list[tuple[Markup, str]]:
        """A few of its cards, as they look on the table."""
        faces = pages.album(one.game.name, one.look.album, lang)
        return [(faces.piece(face), label) for face, label in one.look.sample(lang, SAMPLE)]

    def laid_out(one: Deck, lang: str, dated: bool) -> list[tuple[Markup, str, str]]:
        """All of its cards."""
        faces = pages.album(one.game.name, one.look.album, lang)
        return [(faces.piece(face), label, text) for face, label, text in one.look.faces(lang, dated)]

    async def shelf(request: Request, draft: Draft, status: int = 200) -> Response:
        lang, person = Reader.of(request).lang, guests.guest(request)
        mine = [somebodys(row) for row in await store.run(decks_of, person) if row.game in games]
        return services.page(
            request,
            "decks.html",
            status,
            games=list(games.values()),
            ours=list(ours(lang)),
            mine=mine,
            fan=lambda one: fan(one, lang),
            draft=draft,
            told=TOLD,
            most=MOST,
            kib=LARGEST_FILE // 1024,
        )

    @router.api_route("/decks", methods=["GET", "HEAD"])
    async def show_all(request: Request) -> Response:
        """All decks; with `?change=CODE` the form holds a deck of one's own, to be changed."""
        draft, code = Draft(game=next(iter(games), "")), request.query_params.get("change")
        if code:
            row = await store.run(deck, code)
            if row is None or row.owner != guests.known(request):
                raise Refusal(N_("Only who brought a deck can do that. Nothing has changed."), 403)
            draft = Draft(row.game, row.code, row.name, row.csv)
        return await shelf(request, draft)

    @router.api_route("/decks/{name}/template.csv", methods=["GET", "HEAD"])
    async def template(request: Request, name: str) -> Response:
        if name not in games:
            raise Refusal(N_("There is nothing at this address."), 404)
        return as_file(games[name].own.template(Reader.of(request).lang), f"{name}-template")

    # --- Bringing one ------------------------------------------------------------

    @router.post("/decks")
    async def bring(request: Request) -> Response:
        async with form_with_file(request, LARGER["/decks"]) as form:
            person = guests.check(request, form.get("token"))
            services.limits.check("30 per minute", "deck", person)
            draft = await drafted(form)
        if draft.faults or draft.refused:
            return await shelf(request, draft, 422)
        services.limits.check("60 per hour", "deck", address(request))
        services.limits.check(KIB, "deck text", address(request), cost=len(draft.text.encode()) // 1024 + 1)
        code = await keep(draft, person)
        if code is None:
            too_many = Refusal(N_("You have {most} decks already. Delete one first."), 409, most=MOST)
            return await shelf(request, Draft(draft.game, "", draft.name, draft.text, refused=too_many), 409)
        return RedirectResponse(f"/decks/{code}{'?read=windows' if draft.guessed else ''}", 303)

    async def drafted(form: FormData) -> Draft:
        """What a form brings, read by the game it is for."""
        game, code = str(form.get("game")), str(form.get("code", ""))
        name, text, guessed = str(form.get("name", "")), str(form.get("text", "")), False
        if game not in games:
            raise Refusal(N_("There is no such game on the shelf."), 404)
        try:
            brought, file = await content_of(form)
            text, guessed = brought.text, brought.guessed
            name = deck_name(name, file)
        except Refusal as refused:
            return Draft(game, code, name, text, guessed, refused=refused)
        look = await asyncio.to_thread(games[game].own.look, name, text)
        return Draft(game, code, name, text, guessed, look.errors)

    async def keep(draft: Draft, person: str) -> str | None:
        """The code of the deck as it is kept now; None if it is one too many."""
        file = enclosed(draft.name, draft.text)
        code = draft.code or "".join(choice(LETTERS) for _ in range(CODE))
        cards = len(games[draft.game].own.look(draft.name, draft.text).cards)
        row = DeckRow(code, draft.game, person, file["name"], file["csv"], key_of(file), cards)
        if not draft.code:
            return await store.run(add_deck, row, MOST)
        if not await store.run(change_deck, row):
            raise Refusal(N_("Only who brought a deck can do that. Nothing has changed."), 403)
        return code

    # --- One deck ----------------------------------------------------------------

    @router.api_route("/decks/{code}", methods=["GET", "HEAD"])
    async def show(request: Request, code: str) -> Response:
        lang, person = Reader.of(request).lang, guests.known(request)
        one = await found(code, lang)
        mine = one.owner is not None and one.owner == person
        asked = request.query_params.get("dates")
        dated = asked == "shown" if asked in ("shown", "hidden") else mine
        link, reachable = invitation(request, f"/decks/{code}")
        return services.page(
            request,
            "deck.html",
            deck=one,
            mine=mine,
            dated=dated,
            cards=await asyncio.to_thread(laid_out, one, lang, dated),
            beside=[other for other in ours(lang) if other.game is one.game and other.code != code],
            guessed=request.query_params.get("read") == "windows",
            link=link,
            reachable=reachable,
            told=TOLD,
        )

    @router.get("/decks/{code}/qr.svg")
    async def qr(request: Request, code: str) -> Response:
        await found(code, "en")
        return drawn(invitation(request, f"/decks/{code}")[0])

    @router.api_route("/decks/{code}/deck.csv", methods=["GET", "HEAD"])
    async def download(code: str) -> Response:
        one = await found(code, "en")
        text = one.csv or one.game.own.path_of(code).read_text(encoding="utf-8")
        return as_file("\ufeff" + harmless(text), f"{one.game.name}-{code}")

    @router.post("/decks/{code}/delete")
    async def remove(request: Request, code: str) -> Response:
        form = await read_form(request)
        if not await store.run(remove_deck, code, guests.check(request, form.get("token"))):
            raise Refusal(N_("Only who brought a deck can do that. Nothing has changed."), 403)
        return RedirectResponse("/decks", 303)

    return router


def titles(game: Game) -> dict[str, dict[str, str]]:
    """The titles of a game's own decks, by name."""
    return next(dict(option.choices) for option in game.options if option.name == game.own.OPTION)  # type: ignore[attr-defined]


async def content_of(form: FormData) -> tuple[Brought, str]:
    """The text that a form brings, in a file or in its box, and what the file is called."""
    file = form.get("file")
    if isinstance(file, UploadFile) and file.size:
        return text_of(await file.read()), file.filename or ""
    text = plain(str(form.get("text", "")))
    if not text.strip():
        raise Refusal(N_("Choose a file, or paste the text of a deck."), 422)
    return Brought(text), ""


def as_file(text: str, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}.csv"'}
    return Response(text.encode("utf-8"), media_type="text/csv; charset=utf-8", headers=headers)
