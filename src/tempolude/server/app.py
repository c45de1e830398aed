"""The web application: the lobby, the tables, the rules, and how it is served."""

from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from time import monotonic
from typing import Any

import uvicorn
from fastapi import FastAPI, Request, Response
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from tempolude.engine.errors import BadOption
from tempolude.engine.game import Game, games

from .api import pages as api_pages
from .api.app import create_api
from .api.errors import refused as refused_call
from .api.following import dismiss
from .calling.caller import Caller
from .calling.mail import check_mail
from .daily import Daily
from .gauges import gauges
from .http.connections import MOST, REQUEST, ConnectionLimit, drop_unread, files, protocols
from .http.front import API, Front
from .http.handover import Handover
from .http.limits import Limits
from .http.proxies import TrustedProxies, networks
from .http.reader import Reader
from .logs import announce, set_up
from .memory import look_at_new_objects_only
from .metrics import serve as serve_metrics
from .now import now
from .people.guests import Guests
from .refusal import N_, Refusal
from .services import Services
from .settings import Settings
from .storage.opening import sole_server, unusable
from .storage.store import Store, reached, secret
from .systemd import handed_over, notify
from .table.peers import Peers
from .table.tables import Tables
from .tournament.tournaments import Tournaments
from .view.pages import Pages, playable
from .view.shelf import shelf
from .web import (
    accounts,
    calls,
    daily,
    exercises,
    health,
    installed,
    learn,
    lobby,
    operator,
    people,
    recovery,
    replay,
    review,
    tables,
    together,
    tournaments,
    workshop,
)
from .web import rules as rulesdesk
from .web import socket as live
from .workers import Workers, check_workers, end

IN_TRANSIT = 1.0  # seconds for the request of a client that connects just as the server stops
IN_TIME = 10  # seconds to finish requests when the server stops


def create_app(settings: Settings | None = None, found: Iterable[Game] | None = None) -> FastAPI:
    """The application, with every registered game on its shelf (or those given)."""
    settings = settings or Settings()
    trusted = networks(settings.trusted_proxies)
    check_mail(settings.smtp, settings.sender, settings.site)
    services = open_services(settings, list(games() if found is None else found))

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await services.tables.start()
        services.caller.start()
        await services.tournaments.start()
        yield
        await services.tournaments.stop()
        await services.caller.stop()
        await services.tables.stop()
        services.store.close()

    app = FastAPI(title="Tempolude", openapi_url=None, lifespan=lifespan)  # the API describes itself
    app.state.services = services
    api = create_api(services)

    @app.exception_handler(Refusal)
    async def refused(request: Request, error: Refusal) -> Response:
        return refusing(request, error)

    @app.exception_handler(HTTPException)
    async def missing(request: Request, error: HTTPException) -> Response:
        message = (
            N_("There is nothing at this address.") if error.status_code == 404 else N_("That cannot be done here.")
        )
        response = refusing(request, Refusal(message, error.status_code))
        response.headers.update(error.headers or {})
        return response

    def refusing(request: Request, error: Refusal) -> Response:
        if request.scope["path"].startswith(API):
            return refused_call(request, error)
        words = error.words(Reader.of(request).lang)
        return services.pages.show(
            request,
            "refused.html",
            error.status,
            boxes=services.boxes,
            code=error.status,
            words=words,
            offer=error.offer,
        )

    # The length of compressed pages reveals nothing (BREACH): that attack needs many responses with the same secret
    # beside text of the attacker's choice. A form's token differs in every response (`Guests.token`). Hands and table
    # codes are sent only with the guest's cookie, which another site cannot make a browser send (`SameSite=Lax`, no
    # frames) except by navigating to our page.
    if services.store.shared:
        app.add_middleware(LookUpPasswords, guests=services.guests, peers=services.tables.peers)
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=6)
    app.add_middleware(Front, limits=services.limits, refuse=refusing)
    app.add_middleware(TrustedProxies, trusted=trusted)

    @app.api_route("/static/{name:path}", methods=["GET", "HEAD"])
    async def static(request: Request) -> Response:
        asset = services.pages.assets.files.get(request.scope["path"])
        if asset is None:
            raise HTTPException(404)
        return asset.respond(request.headers)

    about_people = (accounts, recovery, calls, people, together, operator)
    playing = (learn, review, exercises, tables, tournaments, daily, live, replay)
    for part in (health, installed, lobby, *about_people, *playing, workshop, rulesdesk):
        app.include_router(part.routes(services))
    app.include_router(api_pages.routes(services, api))
    app.mount("/api", api)
    return app


class LookUpPasswords:
    """Looks up the password of a cookie that this process does not know: another process may have just set it."""

    def __init__(self, app: ASGIApp, guests: Guests, peers: Peers) -> None:
        self.app, self.guests, self.peers = app, guests, peers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            person = self.guests.doubtful(HTTPConnection(scope))
            if person:
                with suppress(Refusal):
                    await self.peers.look_up_password(person)
        await self.app(scope, receive, send)


def open_services(settings: Settings, found: list[Game]) -> Services:
    """The services, with the database open."""
    pages, store = Pages(found), Store(settings.url, settings.process)
    try:
        key = store.do(secret)
        guests = Guests(store, key)
        now.not_before(store.do(reached) or 0.0)
    except SQLAlchemyError as error:
        store.close()
        raise unusable(settings.url, error) from None
    tables = Tables({game.name: game for game in found if playable(game)}, pages, store, settings)
    tables.peers.connect(tables, guests)
    caller = Caller(tables, store, settings, key)
    shared = (pages, store, guests, tables, Limits(settings.limits), settings, caller)
    return Services(shelf(found), *shared, Tournaments(tables), Daily(tables))


def listen(host: str, port: int) -> socket.socket:
    """A listening socket, or BadOption in one line."""
    if not 0 <= port < 2**16:
        raise BadOption(f"there is no port {port}: a whole number from 0 to 65535 is expected")
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, kind, protocol)
    except (OSError, UnicodeError) as error:
        raise BadOption(f"there is no address {host!r}, port {port}, to listen on: {reason(error)}") from None
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        drop_unread(listener)
        listener.bind(address)
        listener.listen(1024)
    except OSError as error:
        listener.close()
        raise BadOption(f"cannot listen on {host}, port {port}: {reason(error)}; choose another --port") from None
    return listener


def reason(error: Exception) -> str:
    """The system's error message, without its number."""
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def run(host: str = "127.0.0.1", port: int = 8053, settings: Settings | None = None, workers: int = 1) -> None:
    """Serve until Ctrl+C or SIGTERM, in `workers` processes. Port 0 takes any free port; a socket passed by systemd has
    precedence."""
    signal.signal(signal.SIGTERM, end)  # Uvicorn handles it while it serves, and raises it again at the end
    settings = settings or Settings()
    check_workers(settings, workers)
    with handed_over() or listen(host, port) as listener, sole_server(settings.url):
        drop_unread(listener)
        set_up(settings.log_format, settings.log_level)
        host, port = listener.getsockname()[:2]
        place = f"Tempolude is at http://{f'[{host}]' if ':' in host else host}:{port} (Ctrl+C stops it)"
        if workers == 1:
            serve(listener, settings, up=lambda: announce(settings.log_format, place))
        else:
            Store(settings.url).close()  # migrates it, or says why it cannot be used
            Workers(serve, listener, settings, workers).run(lambda: announce(settings.log_format, place))


def serve(
    listener: socket.socket,
    settings: Settings,
    handover: Handover | None = None,
    up: Callable[[], None] = lambda: None,
) -> None:
    """Serve in this process, which may be one of several workers; call `up` when it can be used, and stopped."""
    app = create_app(settings)
    proxies = networks(settings.trusted_proxies)
    limit = ConnectionLimit(files(), proxies=proxies) if settings.limits else ConnectionLimit(MOST, MOST)
    stop_metrics = serve_metrics(settings.metrics, gauges(app.state.services, limit)) if settings.metrics else None
    look_at_new_objects_only()
    with suppress(KeyboardInterrupt):
        Serving(app, limit, handover=handover, up=up).run(sockets=[listener])
    if stop_metrics:
        stop_metrics()


class Serving(uvicorn.Server):
    """A server that notifies systemd and stops gracefully."""

    def __init__(
        self,
        app: FastAPI,
        limit: ConnectionLimit,
        request: float = REQUEST,
        handover: Handover | None = None,
        up: Callable[[], None] = lambda: None,
    ) -> None:
        config = uvicorn.Config(
            app,
            log_config=None,  # set up by logs.py
            log_level="warning",
            access_log=False,  # written by Front
            server_header=False,
            proxy_headers=False,  # read by TrustedProxies
            ws_max_size=64 * 1024,
            ws_per_message_deflate=False,  # messages are small, and latency matters
            timeout_graceful_shutdown=IN_TIME,
            **protocols(limit, request, handover),
        )
        super().__init__(config)
        self._tables: Tables = app.state.services.tables
        self._tournaments: Tournaments = app.state.services.tournaments
        self._handover, self._up = handover, up
        self._accepting: set[asyncio.Task[Any]] = set()

    def _accept(self, connection: socket.socket, data: bytes) -> None:
        """Serve a connection that another worker accepted, and from which it has read this data."""
        task = asyncio.create_task(self._go_on(connection, data))
        self._accepting.add(task)
        task.add_done_callback(self._accepting.discard)

    async def _go_on(self, connection: socket.socket, data: bytes) -> None:
        kind: Any = self.config.http_protocol_class
        protocol = kind(config=self.config, server_state=self.server_state, app_state=self.lifespan.state)
        protocol.early = data
        with suppress(OSError):  # the client has gone
            await asyncio.get_running_loop().connect_accepted_socket(lambda: protocol, connection)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started and self._handover:
            self._handover.take(self._accept)
        elif self.started:
            notify("READY=1")
            self._up()

    async def _requests_came(self) -> None:
        """Wait for the requests of the last accepted connections, which must not just be closed. The very last are
        known only after another turn of the loop."""
        end, waiting = monotonic() + IN_TRANSIT, True
        while waiting and monotonic() < end:
            await asyncio.sleep(0.02)
            waiting = any(getattr(each, "late", None) for each in self.server_state.connections)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop in order: readiness, accepting, requests in progress; then make all pages reconnect."""
        notify("STOPPING=1")
        self._tables.draining = True
        await asyncio.sleep(self._tables.settings.drain)
        for server in self.servers:
            server.close()
        if self._handover:
            self._handover.refuse()
        await self._requests_came()
        await self._tables.drain()
        for table in self._tables.open:
            dismiss(table)
        self._tournaments.drain()
        await super().shutdown(sockets)
