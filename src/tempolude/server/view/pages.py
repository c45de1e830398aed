"""The templates, rendered for one reader: the server's own, and every game's `table.html` and `faces.html`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from weakref import WeakValueDictionary

import orjson
from fastapi import Request
from fastapi.responses import HTMLResponse
from jinja2 import (
    BytecodeCache,
    ChoiceLoader,
    Environment,
    FileSystemLoader,
    FunctionLoader,
    PrefixLoader,
    StrictUndefined,
)
from jinja2.bccache import Bucket
from markupsafe import Markup

from tempolude.engine.game import Game
from tempolude.engine.match import Match
from tempolude.engine.rulebook import LANGUAGES

from .. import translation
from ..http.reader import YEAR, Reader
from .assets import Assets
from .html import HOUSE, Faces

SERVER = Path(__file__).parent.parent
TEMPLATES, STATIC = SERVER / "templates", SERVER / "static"
PLAIN = SERVER / "plain"  # the default table
ALBUMS = 32  # cached


def folder(game: Game) -> Path:
    """The folder of a game's templates and stylesheets."""
    spec = find_spec(game.package)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent


def playable(game: Game) -> bool:
    """Whether a game can be played in the browser; it needs a `table.py`, the rest has defaults."""
    return find_spec(f"{game.package}.table") is not None


class Compiled(BytecodeCache):
    """Templates, compiled once for both languages."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, str], bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        kept = self._kept.get((bucket.key, bucket.checksum))
        if kept is not None:
            bucket.bytecode_from_string(kept)

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._kept[bucket.key, bucket.checksum] = bucket.bytecode_to_string()


COMPILED = Compiled()


class Pages:
    """The templates in both languages."""

    def __init__(self, games: Iterable[Game]) -> None:
        self.games = {game.name: game for game in games}
        self.folders = {name: folder(game) for name, game in self.games.items()}
        self.assets = Assets(self._files())
        self.sprites = {"house": sprite(STATIC / "pieces.svg"), "wordmark": sprite(STATIC / "wordmark.svg")}
        self.sprites["people"] = sprite(STATIC / "people.svg")
        self.sprites |= {
            name: (sprite(PLAIN / "pieces.svg") if self.draws_plainly(name) else Markup(""))
            + sprite(path / "pieces.svg")
            for name, path in self.folders.items()
        }
        self.templates = {lang: self._environment(lang) for lang in LANGUAGES}
        self._framed: dict[str, dict[str, Environment]] = {}
        self._faces: WeakValueDictionary[tuple[str, int, bytes, str], Faces] = WeakValueDictionary()
        self.album = lru_cache(maxsize=ALBUMS)(self.drawn)  # for the workshop, where no match holds a reference

    def draws_plainly(self, name: str) -> bool:
        """Whether the table of a game, or its pieces, are drawn by default."""
        return not all((self.folders[name] / file).exists() for file in ("table.html", "faces.html"))

    def sheets(self, name: str) -> list[str]:
        """The addresses of the stylesheets of a game's table: the default one if needed, then the game's own."""
        own = [self.assets.addresses[sheet] for sheet in (f"{name}/table.css",) if sheet in self.assets.addresses]
        return [self.assets.addresses["plain.css"], *own] if self.draws_plainly(name) else own

    def framed(self, frame: str) -> dict[str, Environment]:
        """The templates, with another page around a game's board and hand than that of a table."""
        if frame not in self._framed:
            page = (TEMPLATES / frame).read_text(encoding="utf-8")
            instead = FunctionLoader(lambda name: page if name == "table.html" else None)
            self._framed[frame] = {
                lang: templates.overlay(loader=ChoiceLoader([instead, templates.loader or instead]), cache_size=64)
                for lang, templates in self.templates.items()
            }
        return self._framed[frame]

    def faces(self, match: Match, lang: str) -> Faces:
        """The faces of a match; shared by all matches in memory with the same options."""
        options = sha256(orjson.dumps(match.options, option=orjson.OPT_SORT_KEYS)).digest()
        key = (match.game.name, match.seats, options, lang)
        faces = self._faces.get(key)
        if faces is None:
            table = match.game.table(match.seats, match.options)
            self._faces[key] = faces = self.drawn(match.game.name, table, lang)
        return faces

    def drawn(self, game: str, table: object, lang: str) -> Faces:
        """The faces of a game; `table` is passed to its macros."""
        return Faces(self.templates[lang], game, table, lang)

    def show(self, request: Request, page: str, status: int = 200, **content: object) -> HTMLResponse:
        """The page in the reader's language and theme; a language chosen by the address is remembered."""
        reader = Reader.of(request)
        return self.answer(reader, self.render(reader.lang, page, theme=reader.theme, **content), status)

    def answer(self, reader: Reader, html: str, status: int = 200) -> HTMLResponse:
        response = HTMLResponse(html, status, {"Content-Language": reader.lang, "Vary": "Accept-Language, Cookie"})
        if reader.chose:
            response.set_cookie("lang", reader.lang, max_age=YEAR, samesite="lax")
        return response

    def render(self, lang: str, page: str, **content: object) -> str:
        return self.templates[lang].get_template(page).render(lang=lang, **content)

    def _environment(self, lang: str) -> Environment:
        tables = PrefixLoader({name: FileSystemLoader([path, PLAIN]) for name, path in self.folders.items()})
        templates = Environment(
            loader=ChoiceLoader([FileSystemLoader(TEMPLATES), PrefixLoader({HOUSE: FileSystemLoader(PLAIN)}), tables]),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            extensions=["jinja2.ext.i18n"],
            bytecode_cache=COMPILED,
            auto_reload=False,  # it would look at the files of a template whenever one is rendered
        )
        templates.install_gettext_translations(translation.translations(lang), newstyle=True)  # type: ignore[attr-defined]
        templates.globals.update(
            asset=self.assets.addresses,
            sheets=self.sheets,
            sprite=lambda name: self.sprites[name],
            tagline=translation.tagline(lang, len(self.games)),
            names=lambda people: translation.names(lang, people),
            called=lambda name: translation.called(name, lang),
        )
        return templates

    def _files(self) -> dict[str, bytes]:
        """The server's static files, and every game's stylesheet with the files it uses from its folder `static`."""
        found = {path.relative_to(STATIC).as_posix(): path for path in STATIC.rglob("*")}
        for name, folder in self.folders.items():
            for path in (folder / "cover.svg", folder / "table.css", *(folder / "static").rglob("*")):
                found[f"{name}/{path.relative_to(folder).as_posix()}"] = path
        return {name: path.read_bytes() for name, path in found.items() if path.is_file()}


def sprite(path: Path) -> Markup:
    """The drawings of an SVG file for inlining, without comments and line breaks; empty if there is no file."""
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    return Markup(re.sub(r"(?<=>)\s+(?=<)|<!--.*?-->", "", text, flags=re.DOTALL))
