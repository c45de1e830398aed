"""The API as a separate application, which the server mounts under /api; described in both languages."""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.responses import FileResponse, JSONResponse, RedirectResponse

from ..refusal import N_
from ..services import Services
from ..translation import translations
from . import playing, reviews, shelf, tables
from .errors import answer_refusals, language, refusals

EXAMPLE = Path(__file__).parent / "play_by_api.py"
ABOUT = N_(
    "Make a table or sit down at one, see what your seat may see, act, and follow what happens. A token stands for a "
    "person: a bot that has yours plays as you. Nobody is told what their seat may not know. Every refusal has a code "
    "for programs and a sentence for people, and changes nothing."
)
TAGS = {
    "games": N_("What can be played"),
    "people": N_("Who you are"),
    "tables": N_("Before a match"),
    "playing": N_("In a match"),
    "following": N_("What happens, and what happened"),
}
SAID = ("summary", "description")  # the translated keys of the description


def create_api(services: Services) -> FastAPI:
    """The API of a server."""
    api = FastAPI(
        title="Tempolude",
        version=version("tempolude"),
        description=ABOUT,
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        servers=[{"url": "/api"}],
        root_path_in_servers=False,
        openapi_tags=[{"name": name, "description": about} for name, about in TAGS.items()],
        responses=refusals(429, 500, 503),
        generate_unique_id_function=lambda route: route.name,
    )
    api.state.services = services

    @api.get("/", include_in_schema=False)
    async def page() -> Response:
        return RedirectResponse("/api", 308)

    @api.get("/openapi.json", include_in_schema=False)
    async def description(request: Request) -> Response:
        lang = language(request)
        headers = {"Content-Language": lang, "Vary": "Accept-Language"}
        return JSONResponse(described(api, lang), headers=headers)

    @api.get("/play_by_api.py", include_in_schema=False)
    async def example() -> Response:
        return FileResponse(EXAMPLE, media_type="text/x-python")

    routers = [part.router for part in (shelf, tables, playing, reviews)]
    for router in routers:
        api.include_router(router)
    answer_refusals(api, [*api.routes, *(route for router in routers for route in router.routes)])
    return api


def described(api: FastAPI, lang: str) -> dict[str, Any]:
    """The OpenAPI description in a language."""
    words = translations(lang)

    def told(part: Any, key: str = "") -> Any:
        if isinstance(part, dict):
            return {name: told(value, name) for name, value in part.items()}
        if isinstance(part, list):
            return [told(item) for item in part]
        return words.gettext(part) if key in SAID and isinstance(part, str) and part else part

    translated: dict[str, Any] = told(api.openapi())
    for operation in (each for path in translated["paths"].values() for each in path.values()):
        if "HTTPValidationError" in str(operation["responses"].get("422")):  # FastAPI's default; here it is a 404
            del operation["responses"]["422"]
    for unused in ("HTTPValidationError", "ValidationError"):
        translated["components"]["schemas"].pop(unused, None)
    return translated
