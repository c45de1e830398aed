"""The workshop: upload, view, assemble, share and delete custom decks, boards and sets of cards.

Each game defines its components (`Game.components`); nothing here depends on a game.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from markupsafe import Markup
from starlette.datastructures import FormData, UploadFile

from tempolude.engine.component import Component, Face, Look
from tempolude.engine.errors import BadData
from tempolude.engine.game import Game
from tempolude.engine.options import LARGEST_FILE, enclosed

from ..http.front import LARGER, address
from ..http.inputs import form_with_file, number, read_form
from ..http.reader import Reader
from ..letters import random_letters
from ..refusal import N_, Refusal
from ..rulebook.figures import Pictures
from ..services import Services
from ..storage.components import add_component, change_component, component, components_of, remove_component
from ..storage.rows import ComponentRow
from ..table.tables import CODE
from ..workshop.own import MISSING, key_of, somebodys
from ..workshop.text import Brought, file_name, harmless, plain, text_of
from .sharing import drawn, invitation

MOST = 20  # components per person
KIB = "16384 per day"  # of uploads per address
TOLD = 50  # faults of a file shown at once
PICTURES = 32  # cached pictures of boards
SAMPLE = 4  # pieces in a preview
NOT_YOURS = N_("Only the person who brought it can do that. Nothing has changed.")
NOTHING = N_("There is nothing at this address.")


@dataclass(frozen=True)
class Kind:
    """A kind of component of a game."""

    game: Game
    component: Component

    @property
    def path(self) -> str:
        return f"/workshop/{self.game.name}/{self.component.option}"


@dataclass(frozen=True)
class Item:
    """A component on a page, built-in or custom."""

    code: str
    kind: Kind
    title: str
    look: Look
    owner: str | None = None  # None: built in
    csv: str = ""

    @property
    def path(self) -> str:
        return f"{self.kind.path}/{self.code}"


@dataclass(frozen=True)
class Draft:
    """An upload, to fill the form again if it is refused."""

    code: str = ""  # of the component it replaces
    name: str = ""
    text: str = ""
    guessed: bool = False
    faults: tuple[BadData, ...] = ()
    refused: Refusal | None = None


class Drawn(NamedTuple):
    """A piece, drawn as on the table."""

    html: Markup
    face: Face


def routes(services: Services) -> APIRouter:
    router = APIRouter()
    guests, store, pages = services.guests, services.store, services.pages
    kinds = [Kind(game, one) for game in services.tables.games.values() for one in game.components.values()]
    pictures = Pictures(pages)

    def kind_of(game: object, option: object) -> Kind:
        for kind in kinds:
            if (kind.game.name, kind.component.option) == (str(game), str(option)):
                return kind
        raise Refusal(NOTHING, 404)

    def ours(kind: Kind, lang: str) -> Iterator[Item]:
        """The built-in components."""
        for name, title in kind.component.names.items():
            yield Item(name, kind, title[lang], kind.component.ours(name))

    def item_of(row: ComponentRow) -> Item:
        kind = kind_of(row.game, row.option)
        return Item(row.code, kind, row.name, kind.component.look(row.name, row.csv), row.owner, row.csv)

    async def found(kind: Kind, code: str, lang: str) -> Item:
        for one in ours(kind, lang):
            if one.code == code:
                return one
        return item_of(await somebodys(store, kind.game, kind.component, code))

    async def mine(request: Request, kind: Kind | None = None) -> list[Item]:
        known = {(kind.game.name, kind.component.option) for kind in ([kind] if kind else kinds)}
        rows = await store.run(components_of, guests.guest(request))
        return [item_of(row) for row in rows if (row.game, row.option) in known]

    def faces(one: Item, lang: str, those: list[Face]) -> list[Drawn]:
        """Some pieces, drawn as on the table."""
        album = pages.album(one.kind.game.name, one.look.album, lang)
        return [Drawn(album.piece(face.face), face) for face in those]

    def laid_out(one: Item, lang: str, told: bool) -> list[tuple[str, list[Drawn]]]:
        """All pieces of a component."""
        return [(group.title, faces(one, lang, list(group.faces))) for group in one.look.groups(lang, told)]

    @lru_cache(maxsize=PICTURES)
    def picture(name: str, look: Look, lang: str) -> Markup | None:
        """A picture of it on the table of the game of that name."""
        return next(pictures.draw(pages.games[name], look.figure, lang)).html if look.figure else None

    async def shelf(request: Request, kind: Kind, draft: Draft, status: int = 200) -> Response:
        lang = Reader.of(request).lang
        return services.page(
            request,
            "workshop.html",
            status,
            kind=kind,
            kinds=[other for other in kinds if other.game is kind.game],
            ours=list(ours(kind, lang)),
            mine=await mine(request, kind),
            fan=lambda one: faces(one, lang, one.look.sample(lang, SAMPLE)),
            draft=draft,
            told=TOLD,
            most=MOST,
            kib=LARGEST_FILE // 1024,
        )

    @router.api_route("/workshop", methods=["GET", "HEAD"])
    async def show_all(request: Request) -> Response:
        """The page with all kinds of components."""
        lang = Reader.of(request).lang
        shown = [(kind, next(ours(kind, lang))) for kind in kinds]
        return services.page(
            request,
            "components.html",
            shown=shown,
            games=list(dict.fromkeys(kind.game.name for kind in kinds)),
            mine=await mine(request),
            fan=lambda one: faces(one, lang, one.look.sample(lang, SAMPLE)),
        )

    @router.api_route("/workshop/{game}/{option}", methods=["GET", "HEAD"])
    async def show_kind(request: Request, game: str, option: str) -> Response:
        """The page of a kind; with `?change=CODE` the form has a component of yours to change."""
        kind, draft, code = kind_of(game, option), Draft(), request.query_params.get("change")
        if code:
            row = await store.run(component, code)
            if row is None or row.owner != guests.known(request) or (row.game, row.option) != (game, option):
                raise Refusal(NOT_YOURS, 403)
            draft = Draft(row.code, row.name, row.csv)
        return await shelf(request, kind, draft)

    @router.api_route("/workshop/{game}/{option}/template.csv", methods=["GET", "HEAD"])
    async def template(request: Request, game: str, option: str) -> Response:
        kind = kind_of(game, option)
        return as_file(kind.component.template(Reader.of(request).lang), f"{game}-{option}-template")

    # --- Bringing one ------------------------------------------------------------

    @router.post("/workshop")
    async def bring(request: Request) -> Response:
        async with form_with_file(request, LARGER["/workshop"]) as form:
            person = guests.check(request, form.get("token"))
            services.limits.check("30 per minute", "deck", person)
            kind = kind_of(form.get("game"), form.get("option"))
            draft = await drafted(kind, form)
        if draft.faults or draft.refused:
            return await shelf(request, kind, draft, 422)
        item = await keep(request, kind, draft, person)
        if isinstance(item, Refusal):
            return await shelf(request, kind, Draft("", draft.name, draft.text, refused=item), item.status)
        return RedirectResponse(f"{item}{'?read=windows' if draft.guessed else ''}", 303)

    async def drafted(kind: Kind, form: FormData) -> Draft:
        """The upload in a form, parsed by its game."""
        code, name = str(form.get("code", "")), str(form.get("name", ""))
        text, guessed = str(form.get("text", "")), False
        try:
            brought, file = await content_of(form)
            text, guessed = brought.text, brought.guessed
            name = file_name(name, file)
        except Refusal as refused:
            return Draft(code, name, text, guessed, refused=refused)
        look = await asyncio.to_thread(kind.component.look, name, text)
        return Draft(code, name, text, guessed, look.errors)

    async def keep(request: Request, kind: Kind, draft: Draft, person: str) -> str | Refusal:
        """Store a component and return its path, or a Refusal if there are too many."""
        services.limits.check("60 per hour", "deck", address(request))
        services.limits.check(KIB, "deck text", address(request), cost=len(draft.text.encode()) // 1024 + 1)
        file = enclosed(draft.name, draft.text)
        code = draft.code or random_letters(CODE)
        option = kind.component.option
        row = ComponentRow(code, kind.game.name, option, person, file["name"], file["csv"], key_of(file))
        if not draft.code:
            kept = await store.run(add_component, row, MOST)
            too_many = Refusal(N_("You have brought {most} already. Delete one first."), 409, most=MOST)
            return f"{kind.path}/{kept}" if kept else too_many
        if not await store.run(change_component, row):
            raise Refusal(NOT_YOURS, 403)
        return f"{kind.path}/{code}"

    # --- One of them -------------------------------------------------------------

    @router.api_route("/workshop/{game}/{option}/{code}", methods=["GET", "HEAD"])
    async def show(request: Request, game: str, option: str, code: str) -> Response:
        lang, person, kind = Reader.of(request).lang, guests.known(request), kind_of(game, option)
        one = await found(kind, code, lang)
        own = one.owner is not None and one.owner == person
        asked = request.query_params.get("dates")
        told = asked == "shown" if asked in ("shown", "hidden") else own
        link, reachable = invitation(request, one.path)
        return services.page(
            request,
            "component.html",
            item=one,
            mine=own,
            told=told,
            groups=await asyncio.to_thread(laid_out, one, lang, told),
            picture=await asyncio.to_thread(picture, game, one.look, lang),
            beside=[other for other in ours(kind, lang) if other.code != code] if kind.component.secrets else [],
            guessed=request.query_params.get("read") == "windows",
            link=link,
            reachable=reachable,
            most=TOLD,
        )

    @router.get("/workshop/{game}/{option}/{code}/qr.svg")
    async def qr(request: Request, game: str, option: str, code: str) -> Response:
        one = await found(kind_of(game, option), code, "en")
        return drawn(invitation(request, one.path)[0])

    @router.api_route("/workshop/{game}/{option}/{code}/file.csv", methods=["GET", "HEAD"])
    async def download(game: str, option: str, code: str) -> Response:
        one = await found(kind_of(game, option), code, "en")
        text = one.csv or one.kind.component.text_of(code)
        return as_file("\ufeff" + harmless(text), f"{game}-{code}")

    @router.post("/workshop/{game}/{option}/{code}/delete")
    async def remove(request: Request, game: str, option: str, code: str) -> Response:
        form, kind = await read_form(request), kind_of(game, option)
        if not await store.run(remove_component, code, guests.check(request, form.get("token"))):
            raise Refusal(NOT_YOURS, 403)
        return RedirectResponse(kind.path, 303)

    # --- Choosing from one -------------------------------------------------------

    async def to_choose_from(game: str, option: str, code: str, lang: str) -> Item:
        one = await found(kind_of(game, option), code, lang)
        if not one.kind.component.picks_for:
            raise Refusal(NOTHING, 404)
        return one

    async def choosing(request: Request, one: Item, form: FormData | None = None, why: str = "") -> Response:
        """The page to choose cards of a set, with the counts of a form, or zeros."""
        lang = Reader.of(request).lang
        groups = one.kind.component.picks(one.look, lang)
        shown = [(group, faces(one, lang, [pick.face for pick in group.picks])) for group in groups]
        chosen = {pick.id: counted(form, pick.id, pick.most) for group in groups for pick in group.picks}
        name = str(form.get("name", "")) if form else ""
        return services.page(
            request, "choose.html", 422 if why else 200, item=one, groups=shown, chosen=chosen, name=name, refused=why
        )

    @router.api_route("/workshop/{game}/{option}/{code}/choose", methods=["GET", "HEAD"])
    async def choose(request: Request, game: str, option: str, code: str) -> Response:
        return await choosing(request, await to_choose_from(game, option, code, Reader.of(request).lang))

    @router.post("/workshop/{game}/{option}/{code}/choose")
    async def chosen(request: Request, game: str, option: str, code: str) -> Response:
        """Store the chosen cards as a new component."""
        form, lang = await read_form(request), Reader.of(request).lang
        person = guests.check(request, form.get("token"))
        services.limits.check("30 per minute", "deck", person)
        one = await to_choose_from(game, option, code, lang)
        ids = {pick.id: pick.most for group in one.kind.component.picks(one.look, lang) for pick in group.picks}
        counts = {id: counted(form, id, most) for id, most in ids.items()}
        to, text = one.kind.component.picked("" if one.owner else one.code, one.csv, counts)
        kind = kind_of(game, to)
        try:
            name = file_name(str(form.get("name", "")), "")
        except Refusal as refused:
            return await choosing(request, one, form, refused.words(lang))
        look = await asyncio.to_thread(kind.component.look, name, text)
        if look.errors:
            return await choosing(request, one, form, "; ".join(fault.because(lang) for fault in look.errors))
        kept = await keep(request, kind, Draft("", name, text), person)
        if isinstance(kept, Refusal):
            return await choosing(request, one, form, kept.words(lang))
        return RedirectResponse(kept, 303)

    # --- Old addresses of decks --------------------------------------------------

    @router.api_route("/decks", methods=["GET", "HEAD"])
    async def decks() -> Response:
        return RedirectResponse("/workshop", 308)

    @router.api_route("/decks/{code}", methods=["GET", "HEAD"])
    async def shared_deck(code: str) -> Response:
        kind = next((kind for kind in kinds if code in kind.component.names), None)
        if kind is None:
            row = await store.run(component, code)
            if row is None:
                raise Refusal(MISSING, 404)
            kind = kind_of(row.game, row.option)
        return RedirectResponse(f"{kind.path}/{code}", 308)

    return router


def counted(form: FormData | None, id: str, most: int) -> int:
    """The count of a card in a form."""
    return (number(form.get(f"card-{id}", "0"), most) or 0) if form else 0


async def content_of(form: FormData) -> tuple[Brought, str]:
    """The text in a form, from a file or a text box, and the file's name."""
    file = form.get("file")
    if isinstance(file, UploadFile) and file.size:
        return text_of(await file.read()), file.filename or ""
    text = plain(str(form.get("text", "")))
    if not text.strip():
        raise Refusal(N_("Choose a file, or paste its text."), 422)
    return Brought(text), ""


def as_file(text: str, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}.csv"'}
    return Response(text.encode("utf-8"), media_type="text/csv; charset=utf-8", headers=headers)
