"""The web application: the shelf at `/`, a game's rules at `/rules/NAME`, and how it is served."""

from __future__ import annotations

import mimetypes
import socket
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

import uvicorn
from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse, PlainTextResponse
from fastapi.staticfiles import StaticFiles
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.exceptions import HTTPException

from tempolude.engine.errors import BadOption
from tempolude.engine.game import Game, games

from .reader import YEAR, Reader
from .rulepage import rule_page
from .shelf import Box, play_command, shelf
from .words import words

PAGES, STATIC = Path(__file__).parent / "pages", Path(__file__).parent / "static"
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
    "object-src 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
mimetypes.add_type("text/javascript", ".js")  # some systems call it plain text, which `nosniff` then refuses to run


def addresses() -> dict[str, str]:
    """Every static file's address. It changes with what is in the file, so that browsers may keep it for ever."""
    found = {path.relative_to(STATIC).as_posix(): path for path in STATIC.rglob("*") if path.is_file()}
    return {name: f"/static/{name}?v={sha256(path.read_bytes()).hexdigest()[:10]}" for name, path in found.items()}


class Pages:
    """The templates, filled for one reader."""

    def __init__(self, boxes: list[Box]) -> None:
        self.boxes = boxes
        self.templates = Environment(
            loader=FileSystemLoader(PAGES), autoescape=True, undefined=StrictUndefined, trim_blocks=True
        )
        self.templates.globals["asset"] = addresses()
        self.templates.globals["play"] = play_command()

    def show(self, request: Request, page: str, status: int = 200, **content: object) -> HTMLResponse:
        """The page in the reader's language and theme; a language asked for by the address is remembered."""
        reader = Reader.of(request)
        html = self.templates.get_template(page).render(
            lang=reader.lang, theme=reader.theme, say=words(reader.lang), boxes=self.boxes, **content
        )
        response = HTMLResponse(html, status, {"Content-Language": reader.lang, "Vary": "Accept-Language, Cookie"})
        if reader.chose:
            response.set_cookie("lang", reader.lang, max_age=YEAR, samesite="lax")
        return response


def create_app(found: Iterable[Game] | None = None) -> FastAPI:
    """The application, with every registered game on its shelf (or those given).

    >>> create_app().title
    'Tempolude'
    """
    app = FastAPI(title="Tempolude", openapi_url=None)  # there is no API yet, so none is described
    pages = Pages(shelf(games() if found is None else found))
    boxes = {box.name: box for box in pages.boxes}

    @app.middleware("http")
    async def guard(request: Request, call: Callable[[Request], Awaitable[Response]]) -> Response:
        response = await call(request)
        for name, value in HEADERS.items():
            response.headers[name] = value
        kept = request.url.path.startswith("/static/") and "v" in request.query_params and response.status_code < 400
        response.headers["Cache-Control"] = f"public, max-age={YEAR}, immutable" if kept else "no-cache"
        return response

    @app.exception_handler(HTTPException)
    async def refused(request: Request, error: HTTPException) -> Response:
        response = pages.show(request, "missing.html", error.status_code, code=error.status_code)
        response.headers.update(error.headers or {})
        return response

    @app.api_route("/", methods=["GET", "HEAD"])
    async def lobby(request: Request) -> HTMLResponse:
        return pages.show(request, "lobby.html")

    @app.api_route("/rules/{name}", methods=["GET", "HEAD"])
    async def rules(request: Request, name: str) -> HTMLResponse:
        box = boxes.get(name)
        if box is None or box.game is None:
            raise HTTPException(404)
        page = rule_page(box.game.rulebook[Reader.of(request).lang])
        return pages.show(request, "rules.html", box=box, rules=page)

    @app.api_route("/healthz", methods=["GET", "HEAD"])
    async def healthz() -> PlainTextResponse:
        return PlainTextResponse("ok")

    app.mount("/static", StaticFiles(directory=STATIC))
    return app


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens there, or BadOption in one line."""
    if not 0 <= port < 2**16:
        raise BadOption(f"there is no port {port}: a whole number from 0 to 65535 is expected")
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, kind, protocol)
    except (OSError, UnicodeError) as error:
        raise BadOption(f"there is no address {host!r}, port {port}, to listen on: {reason(error)}") from None
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen()
    except OSError as error:
        listener.close()
        raise BadOption(f"cannot listen on {host}, port {port}: {reason(error)}; choose another --port") from None
    return listener


def reason(error: Exception) -> str:
    """What the system says, without its number."""
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def run(host: str = "127.0.0.1", port: int = 8053) -> None:
    """Serve until Ctrl+C. Port 0 takes any free one."""
    app = create_app()
    with listen(host, port) as listener:
        shown = f"[{host}]" if ":" in host else host
        print(f"Tempolude is at http://{shown}:{listener.getsockname()[1]} (Ctrl+C stops it)", flush=True)
        with suppress(KeyboardInterrupt):
            uvicorn.Server(uvicorn.Config(app, log_level="warning", server_header=False)).run(sockets=[listener])
