"""What stands before every request: headers, whose page sent it, how much and how often."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

from fastapi import Request, Response
from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter
from starlette.requests import HTTPConnection

from .reader import YEAR
from .refusal import N_, Refusal

HEADERS = {
    "Content-Security-Policy": "default-src 'self'; script-src 'self'; style-src 'self'; "
    "style-src-attr 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'; object-src 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
LARGEST = 64 * 1024  # bytes of a form
LARGER = {"/decks": 320 * 1024}  # where a form brings a file
API = "/api/"  # where programs call; no cookie counts there, so it does not matter whose page sent a call


class Limits:
    """How often somebody may do something. Counted by person and by address, in memory."""

    def __init__(self, on: bool = True) -> None:
        self.on = on
        self._counted = FixedWindowRateLimiter(MemoryStorage())
        self._rates: dict[str, RateLimitItem] = {}

    def check(self, rate: str, *whom: str) -> None:
        """A Refusal if `whom` has done this more often than `rate` says, such as "20 per minute"."""
        if self.on and not self._counted.hit(self._rate(rate), *whom):
            raise Refusal(N_("That is too fast. Wait a moment and try again."), 429)

    def _rate(self, rate: str) -> RateLimitItem:
        if rate not in self._rates:
            self._rates[rate] = parse(rate)
        return self._rates[rate]


def address(request: HTTPConnection) -> str:
    return request.client.host if request.client else ""


def from_our_page(request: HTTPConnection) -> bool:
    """Whether the browser says that a page of this very server sent the request."""
    origin = request.headers.get("origin")
    if origin is None:
        return request.headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")
    return urlsplit(origin).netloc == request.headers.get("host")


def guard(limits: Limits) -> Callable[[Request, Callable[[Request], Awaitable[Response]]], Awaitable[Response]]:
    """The middleware."""

    async def stand(request: Request, call: Callable[[Request], Awaitable[Response]]) -> Response:
        if request.url.path.startswith(API):
            measure(request)
            limits.check("2400 per minute", "api", address(request))
        elif request.method not in ("GET", "HEAD", "OPTIONS"):
            if not from_our_page(request):
                raise Refusal(N_("This request is not from a page of ours. Nothing has changed."), 403)
            measure(request)
            limits.check("120 per minute", "form", address(request))
        elif not request.url.path.startswith(("/static/", "/tables/")):
            limits.check("600 per minute", "page", address(request))
        return await call(request)

    return stand


def measure(request: Request) -> None:
    """A Refusal if a request brings more than it may, or does not say how much."""
    if "transfer-encoding" in request.headers:
        raise Refusal(N_("A form must say how long it is. Nothing has changed."), 411)
    length = request.headers.get("content-length", "0")
    if not length.isdecimal() or len(length) > 9 or int(length) > LARGER.get(request.url.path, LARGEST):
        raise Refusal(N_("That is too large. Nothing has changed."), 413)


def sealed(request: Request, response: Response) -> Response:
    """The response with what every one of ours says to the browser."""
    response.headers.update(HEADERS)
    fixed = request.url.path.startswith(("/static/", "/tables/")) and "v" in request.query_params
    kept = fixed and response.status_code < 400
    cached = f"public, max-age={YEAR}, immutable" if kept else "no-cache"
    response.headers.setdefault("Cache-Control", cached)
    return response
