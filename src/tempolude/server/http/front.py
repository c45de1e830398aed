"""The outermost middleware. It checks the form, origin, size and rate of every request, adds response headers, and
answers in plain words if a handler fails."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from ipaddress import IPv6Address
from logging import INFO, getLogger
from secrets import token_hex
from time import perf_counter

from fastapi import Request, Response
from starlette.datastructures import MutableHeaders
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..logs import REQUEST
from ..metrics import FAILURES, REQUESTS
from ..refusal import N_, Refusal
from .inputs import number, quoted
from .limits import Limits
from .proxies import USUAL_PORTS, counted_as, read_address

HEADERS = {
    "Content-Security-Policy": "default-src 'self'; script-src 'self'; style-src 'self'; "
    "style-src-attr 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'; object-src 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
LARGEST = 64 * 1024  # bytes of a form
LONGEST_TARGET, LARGEST_HEADERS = 8 * 1024, 16 * 1024  # bytes
NAME = re.compile(r"[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*\.?", re.IGNORECASE)
LONGEST_NAME = 253  # characters of a host
FAILED = 1011  # the close code of a socket whose handler failed
LARGER = {"/workshop": 320 * 1024}  # forms with a file
ROOT = "/static/"  # of the immutable files
PROBES = {"/healthz", "/readyz"}  # requested often by proxies and supervisors
API = "/api/"  # for programs; cookies are ignored there, so the origin does not matter
log, access = getLogger(__name__), getLogger("tempolude.access")


def address(request: HTTPConnection) -> str:
    """The address that rate limits count a request for."""
    return counted_as(request.client.host) if request.client else ""


def from_our_page(request: HTTPConnection) -> bool:
    """Whether, according to the browser, a page of this server sent the request."""
    origin, scheme = request.headers.get("origin"), request.scope["scheme"]
    if origin is None:
        return request.headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")
    host = request.headers.get("host", "").lower()
    if scheme in ("https", "wss"):
        return origin == f"https://{host}"
    return origin in (f"http://{host}", f"https://{host}")  # https: behind a proxy that was not declared


class Front:
    """The outermost part of the application. `refuse` writes the response to a refused request."""

    def __init__(self, app: ASGIApp, limits: Limits, refuse: Callable[[Request, Refusal], Response]) -> None:
        self._app, self._limits, self._refuse = app, limits, refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        REQUEST.set(scope.setdefault("state", {}).setdefault("id", token_hex(4)))  # a trusted proxy may have set one
        await (self._answer if scope["type"] == "http" else self._hold)(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        request, started, began = Request(scope, receive), False, perf_counter()

        async def seal(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                sealed(message, request.state.id)
                answered(request, message["status"], perf_counter() - began)
            await send(message)

        try:
            check_written(scope)
            self._check(request)
            await self._app(scope, receive, seal)
        except Refusal as refused:
            await self._refuse(request, refused)(scope, receive, seal)
        except ClientDisconnect:
            pass  # the client has gone
        except Exception:
            noted(request)
            if not started:
                await self._failed(request)(scope, receive, seal)

    def _check(self, request: Request) -> None:
        """Raise a Refusal if a client sends too much or too often, or from another site's page."""
        path = request.scope["path"]
        if path.startswith(API):
            measure(request)
            self._limits.check("2400 per minute", "api", address(request))
        elif request.method not in ("GET", "HEAD", "OPTIONS"):
            if not from_our_page(request):
                raise Refusal(N_("This request did not come from this site. Nothing has changed."), 403)
            measure(request)
            self._limits.check("120 per minute", "form", address(request))
        elif not path.startswith(ROOT) and path not in PROBES:
            self._limits.check("600 per minute", "page", address(request))

    def _failed(self, request: Request) -> Response:
        try:
            return self._refuse(request, failure(request))
        except Exception:  # even the error page fails
            noted(request)
            return Response(f"500 {request.state.id}", 500, media_type="text/plain")

    async def _hold(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Run a socket until it ends; an invalid one is never opened."""
        try:
            check_written(scope)
            await self._app(scope, receive, send)
        except Refusal:
            await send({"type": "websocket.close", "code": 1008, "reason": ""})
        except Exception:
            noted(HTTPConnection(scope))
            with suppress(RuntimeError, OSError):  # already closed by the client
                await send({"type": "websocket.close", "code": FAILED, "reason": ""})


def check_written(scope: Scope) -> None:
    """Raise a Refusal for a target or headers that no browser sends.

    Default ports are removed from the host; range requests are ignored, as no file is large.
    """
    target, query = scope.get("raw_path") or b"", scope["query_string"]
    if len(target) + len(query) > LONGEST_TARGET:
        raise Refusal(N_("This address is too long."), 414)
    if sum(len(name) + len(value) for name, value in scope["headers"]) > LARGEST_HEADERS:
        raise Refusal(N_("The headers of this request are too large."), 431)
    if "\0" in scope["path"] or b"%00" in query or not query.isascii():
        raise Refusal(N_("This address cannot be read."), 400)
    hosts = [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]
    if len(hosts) > 1 or not all(map(is_host, hosts)):
        raise Refusal(N_("The name of this server is not written as it should be."), 400)
    if hosts and hosts[0].endswith(usual := USUAL_PORTS[scope["scheme"]]):
        hosts = [hosts[0].removesuffix(usual)]
    others = [(name, value) for name, value in scope["headers"] if name not in (b"host", b"range")]
    scope["headers"] = others + [(b"host", host.encode()) for host in hosts]


def is_host(text: str) -> bool:
    """Whether a text is a host name or address, optionally with a port.

    >>> [is_host(text) for text in ("a.example:8053", "[::1]:80", "[::1", "a:99999", "a b", "a" * 5000)]
    [True, True, False, False, False, False]
    """
    host, mark, port = text.rpartition(":")
    if not mark or text.endswith("]"):
        host, port = text, "0"
    if number(port, 2**16 - 1) is None or len(host) > LONGEST_NAME:
        return False
    if host.startswith("[") and host.endswith("]"):
        return isinstance(read_address(host[1:-1]), IPv6Address) and "%" not in host
    return NAME.fullmatch(host) is not None


def failure(request: HTTPConnection) -> Refusal:
    """The Refusal for a request that hit a bug."""
    message = N_(
        "Something went wrong on our side. Try again; if it happens again, give this number to whoever runs this "
        "server: {id}."
    )
    return Refusal(message, 500, id=request.state.id)


def noted(request: HTTPConnection) -> None:
    """Log the exception under the request id that the person is shown."""
    FAILURES.inc()
    about = request.scope.get("method", "socket"), quoted(request.scope["path"])
    log.exception("request %s failed: %s %r", request.state.id, *about)


def measure(request: Request) -> None:
    """Raise a Refusal if the body of a request is too large or of unknown length."""
    if "transfer-encoding" in request.headers:
        raise Refusal(N_("The request has no Content-Length header. Nothing has changed."), 411)
    most = LARGER.get(request.scope["path"], LARGEST)
    if number(request.headers.get("content-length", "0"), most) is None:
        raise Refusal(N_("That is too large. Nothing has changed."), 413)


def answered(request: HTTPConnection, status: int, seconds: float) -> None:
    """Log and measure a request whose response begins now, without its query string."""
    REQUESTS[status // 100].observe(seconds)
    if not access.isEnabledFor(INFO):
        return
    fields = {"method": request.scope["method"], "path": quoted(request.scope["path"]), "status": status}
    fields |= {"client": request.client.host if request.client else "", "seconds": round(seconds, 4)}
    access.info("%(method)s %(path)r %(status)s, %(client)s, %(seconds).3f s", fields, extra={"fields": fields})


def sealed(message: Message, request_id: str) -> None:
    """Add the standard headers to the start of a response."""
    headers = MutableHeaders(scope=message)
    headers.update(HEADERS)
    headers["X-Request-ID"] = request_id
    headers.setdefault("Cache-Control", "no-cache")
