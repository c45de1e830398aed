"""Tempolude as an installed application: its manifest, its service worker, and the one page which that keeps."""

from __future__ import annotations

import json
import re
from functools import cache
from hashlib import sha256

from fastapi import APIRouter, Request, Response

from tempolude.engine.rulebook import LANGUAGES

from ..http.reader import Reader, Theme
from ..services import Services
from ..translation import tagline
from ..view.pages import STATIC

NAMED = re.compile(r"""["'(](/static/[^"')]+)""")
ICONS = (
    ("icon-192.png", "192x192", "any"),
    ("icon-512.png", "512x512", "any"),
    ("icon-mask.png", "512x512", "maskable"),
)
NIGHT = "#14203a"  # the ground of the logo


def routes(services: Services) -> APIRouter:
    router = APIRouter()
    assets = services.pages.assets

    @router.api_route("/manifest.webmanifest", methods=["GET", "HEAD"])
    async def manifest(request: Request) -> Response:
        lang = Reader.of(request).lang
        about = {
            "id": "/",
            "name": "Tempolude",
            "description": tagline(lang, len(services.pages.games)),
            "lang": lang,
            "start_url": "/",
            "scope": "/",
            "display": "standalone",
            "background_color": NIGHT,
            "theme_color": NIGHT,
            "icons": [
                {"src": assets.addresses[name], "sizes": sizes, "type": "image/png", "purpose": purpose}
                for name, sizes, purpose in ICONS
            ],
        }
        return Response(json.dumps(about, ensure_ascii=False), media_type="application/manifest+json")

    @cache
    def shell(lang: str) -> str:
        """The lobby's frame, without anybody's name, tables or tokens."""
        return services.pages.render(lang, "shell.html", theme=Theme(), boxes=services.boxes)

    @router.api_route("/shell", methods=["GET", "HEAD"])
    async def framed(request: Request) -> Response:
        """What the worker keeps. It depends on nothing but the language in its address, and gives nobody a cookie."""
        lang = asked(request)
        return Response(shell(lang), headers={"Content-Language": lang}, media_type="text/html")

    @cache
    def worker(lang: str) -> str:
        html = shell(lang)
        files = needed(html)
        name = sha256(f"{html}{files}".encode()).hexdigest()[:10]
        given = {"SHELL": f"/shell?lang={lang}", "FILES": files, "NAME": name, "ICON": assets.addresses["icon-192.png"]}
        constants = "".join(f"const {key} = {json.dumps(value)};\n" for key, value in given.items())
        return constants + (STATIC / "worker.js").read_text("utf-8")

    def needed(html: str) -> list[str]:
        """The static files that the page names, and those that they name."""
        found: dict[str, None] = {}
        texts = [html]
        while texts:
            for address in NAMED.findall(texts.pop()):
                if address in assets.files and address not in found and not address.endswith(".png"):
                    found[address] = None
                    if assets.files[address].type.startswith("text/"):
                        texts.append(assets.files[address].content.decode())
        return list(found)

    @router.api_route("/worker.js", methods=["GET", "HEAD"])
    async def served(request: Request) -> Response:
        return Response(worker(asked(request)), media_type="text/javascript")

    return router


def asked(request: Request) -> str:
    """The language in the address, whatever cookies say."""
    lang = request.query_params.get("lang")
    return lang if lang in LANGUAGES else LANGUAGES[0]
