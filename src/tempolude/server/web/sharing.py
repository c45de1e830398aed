"""Links to share: the address of a page as another device reaches it, and its QR code."""

from __future__ import annotations

import ipaddress
import socket
from io import BytesIO

import segno
from fastapi import Request, Response


def drawn(link: str) -> Response:
    """The QR code of a link."""
    code = BytesIO()
    segno.make(link, error="m").save(code, kind="svg", border=2, light="#fffaee", dark="#1b2436", scale=4)
    return Response(code.getvalue(), media_type="image/svg+xml")


def invitation(request: Request, path: str) -> tuple[str, bool]:
    """The shareable address of a page, and whether another device can reach it."""
    host, port = request.url.hostname or "", request.url.port
    reachable = not loopback(host)
    if not reachable and not loopback(request.scope["server"][0] if request.scope.get("server") else host):
        host, reachable = own_address() or host, True
    shown = f"[{host}]" if ":" in host else host
    where = f"{shown}:{port}" if port else shown
    return f"{request.url.scheme}://{where}{path}", reachable


def loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def own_address() -> str | None:
    """The address of this machine in its network, found without sending anything."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return None
