"""The real client and host behind the proxies that `--trusted-proxy` names. Other proxies are not trusted."""

from __future__ import annotations

import re
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from tempolude.engine.errors import BadOption

Network = IPv4Network | IPv6Network
PERSON = 64  # leading bits of an IPv6 address that identify a client; the device chooses the rest
REQUEST_ID = re.compile(rb"[A-Za-z0-9._-]{1,64}")
USUAL_PORTS = {"http": ":80", "ws": ":80", "https": ":443", "wss": ":443"}


def networks(texts: Iterable[str]) -> tuple[Network, ...]:
    """Parse addresses and networks, or BadOption in one line."""
    found = []
    for text in texts:
        try:
            found.append(ip_network(text.strip()))
        except ValueError as error:
            right = "an address or a network such as 10.0.0.7 or 10.0.0.0/8 is expected"
            raise BadOption(f"--trusted-proxy {text!r}: {right} ({error})") from None
    return tuple(found)


def read_address(text: str) -> IPv4Address | IPv6Address | None:
    """Parse an address; an IPv4-mapped IPv6 address becomes IPv4. None if it is not valid."""
    try:
        found = ip_address(text)
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found


def counted_as(text: str) -> str:
    """The key of an address for rate limits: itself, or its network if one client has all of it.

    >>> counted_as("203.0.113.7"), counted_as("::ffff:203.0.113.7"), counted_as("2001:db8:1:2:3:4:5:6")
    ('203.0.113.7', '203.0.113.7', '2001:db8:1:2::')
    """
    found = read_address(text)
    if isinstance(found, IPv6Address):
        return str(IPv6Address(int(found) >> 128 - PERSON << 128 - PERSON))
    return str(found or "")


class TrustedProxies:
    """Trusts declared proxies for the client's address, scheme and host and the request's id, and ignores these headers
    from anyone else."""

    def __init__(self, app: ASGIApp, trusted: tuple[Network, ...]) -> None:
        self._trusted = trusted
        self._app = ProxyHeadersMiddleware(app, [str(network) for network in trusted])  # type: ignore[arg-type]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        client = scope.get("client")
        if client and (address := read_address(client[0])):
            scope["client"] = (str(address), client[1])
            if any(address in network for network in self._trusted):
                scope["headers"] = with_forwarded_host(scope["headers"])
                if REQUEST_ID.fullmatch(given := dict(scope["headers"]).get(b"x-request-id", b"")):
                    scope.setdefault("state", {})["id"] = given.decode()
        await self._app(scope, receive, send)  # type: ignore[arg-type]


def with_forwarded_host(headers: Iterable[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """The headers with the host that the proxy forwarded, if any; of several the last, which it added."""
    headers = list(headers)
    forwarded = [value for name, value in headers if name == b"x-forwarded-host"]
    if not forwarded:
        return headers
    host = forwarded[-1].rpartition(b",")[2].strip()
    return [(name, value) for name, value in headers if name != b"host"] + [(b"host", host)]
