"""Limits on connections: their number, and how long one may be silent.

Uvicorn closes a connection that is idle between two requests, and a WebSocket that does not answer pings. It would wait
forever for a first request, for the rest of one, and for a client that does not read; these are closed here.
"""

from __future__ import annotations

import asyncio
import socket
import sys
from collections import Counter
from logging import getLogger
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import OPEN

from .handover import Handover
from .proxies import Network, counted_as, read_address

MOST, PER_ADDRESS = 8192, 1024  # connections at once
SPARE = 256  # files reserved for the database, the processes and the rest
REQUEST = 60.0  # seconds for a complete request
REFUSING = 5.0  # the same when the server is full: long enough to receive the refusal
AHEAD = 4  # WebSocket messages that may be queued before reading stops
TOGETHER = 2**16  # bytes of messages that are sent together
UNREAD = 60_000  # milliseconds after which the system drops a connection that does not read
BUSY = "\n".join(
    (
        "This server has as many connections as it can have. Please try again in a minute.",
        "Ce serveur a autant de connexions qu’il peut en avoir. Réessayez dans une minute.",
    )
).encode()
LATE = "The request did not come in time.\nLa requête n’est pas arrivée à temps.".encode()
log = getLogger(__name__)


def files() -> int:
    """The number of connections possible, after raising the limit on open files to the maximum."""
    if sys.platform == "win32":  # sockets are not files there
        return MOST
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST + SPARE if hard == resource.RLIM_INFINITY else min(hard, MOST + SPARE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    return MOST if soft == resource.RLIM_INFINITY else max(min(MOST, soft - SPARE), 16)


def drop_unread(listener: socket.socket) -> None:
    """Make the system drop connections of this listener whose client does not read for a while (Linux only)."""
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD)


# ASGI extensions: drop a WebSocket's connection; send it a text without waiting; wait for the next text from it.
CUT, WRITE, READ = "tempolude.cut", "tempolude.write", "tempolude.read"


class ConnectionLimit:
    """Counts open connections, in total and by address. A trusted proxy brings many people from one address."""

    def __init__(self, most: int, per_address: int = PER_ADDRESS, proxies: tuple[Network, ...] = ()) -> None:
        self.most, self.per_address, self.proxies = most, per_address, proxies
        self.open: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        """Count a connection; returns whether there is room for it."""
        came, key = read_address(address), counted_as(address)
        self.open[key] += 1
        fits = self.open[key] <= self.per_address or any(came in proxy for proxy in self.proxies if came)
        return fits and self.open.total() <= self.most

    @property
    def burst(self) -> bool:
        """Whether there is no room even for refusals."""
        return self.open.total() > self.most + SPARE // 2

    def leave(self, address: str) -> None:
        key = counted_as(address)
        self.open[key] -= 1
        if not self.open[key]:
            del self.open[key]


class Outbox:
    """The WebSockets written to in this turn of the event loop: they are flushed together at the next."""

    def __init__(self) -> None:
        self._written: list[WebSocketProtocol] = []

    def add(self, protocol: WebSocketProtocol) -> None:
        if not self._written:
            protocol.loop.call_soon(self._flush)
        self._written.append(protocol)

    def _flush(self) -> None:
        written, self._written = self._written, []
        for protocol in written:
            try:
                protocol.flush()
            except Exception:  # the others are not to wait for it
                log.exception("a WebSocket could not be written to")
                protocol.transport.abort()


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """A WebSocket that can be written to without waiting, and dropped even if its client does not read."""

    limit: ConnectionLimit
    outbox: Outbox

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.written: list[bytes] = []  # in this turn of the event loop
        self.weight = 0  # their bytes

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):
            extensions: dict[str, Any] = self.scope["extensions"]  # type: ignore[assignment]
            extensions |= {CUT: self.transport.abort, WRITE: self.write, READ: self.read}

    def write(self, text: bytes) -> bool:
        """Send a text without waiting; False if it must be queued behind what a slow client has not read.

        The texts of one turn of the event loop, such as several actions of one commit, go to the system together.
        """
        if not self.writable.is_set() or not self._open:
            return False
        if not self.written:
            self.outbox.add(self)
        self.written.append(text_frame(text))
        self.weight += len(text)
        if self.weight > TOGETHER:
            self.flush()
        return True

    def flush(self) -> None:
        """Give the system what was written in this turn."""
        frames, self.written, self.weight = self.written, [], 0
        if frames and self._open:
            self.transport.write(frames[0] if len(frames) == 1 else b"".join(frames))

    @property
    def _open(self) -> bool:
        return self.conn.state is OPEN and not self.transport.is_closing()

    async def read(self) -> str | None:
        """The next text; None if the client has disconnected, or sent a binary frame."""
        if not self.queue.empty():
            await asyncio.sleep(0)  # yield to the event loop, even if a client sends without pause
        event: Any = await self.receive()
        text: str | None = event.get("text")
        return text

    def send_receive_event_to_app(self) -> None:
        """Pass on a message. Uvicorn stops reading until each message is taken; here a few may be queued."""
        if self.read_paused or self.queue.qsize() >= AHEAD:
            return super().send_receive_event_to_app()
        self.read_paused = True  # so that it does not pause reading
        super().send_receive_event_to_app()
        self.read_paused = False
        return None

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.limit.leave(self.client[0] if self.client else "")


def text_frame(text: bytes) -> bytes:
    """A whole text message as a server sends it: neither masked nor compressed (RFC 6455, 5.2).

    >>> text_frame(b"{}"), text_frame(b" " * 1000)[:4]
    (b'\\x81\\x02{}', b'\\x81~\\x03\\xe8')
    """
    size = len(text)
    if size < 126:
        return b"\x81%c%b" % (size, text)
    if size < 2**16:
        return b"\x81\x7e%b%b" % (size.to_bytes(2, "big"), text)
    return b"\x81\x7f%b%b" % (size.to_bytes(8, "big"), text)


class HttpProtocol(HttpToolsProtocol):
    """HTTP with a time limit for requests and a limit on connections."""

    limit: ConnectionLimit
    request = REQUEST
    handover: Handover | None = None
    first = True  # nothing has been read yet
    early = b""  # data that another worker has read
    full = upgraded = False
    late: asyncio.TimerHandle | None = None
    answering: RequestResponseCycle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.full = not self.limit.enter(self._address)
        if self.full and self.limit.burst:
            transport.abort()
        else:
            self._wait(REFUSING if self.full else self.request)
        if self.early:
            self.first = False
            self.data_received(self.early)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return None
        if self.full:
            return self._refuse(503, b"Service Unavailable", BUSY)
        if self.first and self.handover:
            self.first = False
            if self.handover.give(data, self.transport.get_extra_info("socket").fileno()):
                return self.transport.abort()  # this process's copy: the connection lives on in the other
        if self.late is None and (self.cycle is None or self.cycle.response_complete):
            self._wait(self.request)
        super().data_received(data)
        return None

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._came()

    def handle_websocket_upgrade(self) -> None:
        self._came()
        self.upgraded = True  # from here on a WebSocketProtocol handles the connection
        super().handle_websocket_upgrade()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self.answering = cycle
        super()._start_asgi_task(cycle, app)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self.answering:  # of pipelined requests, Uvicorn only tells the last that the client has gone
            self.answering.disconnected = True
            self.answering.message_event.set()
        self.pipeline.clear()
        self._came()
        if not self.upgraded:
            self.limit.leave(self._address)

    @property
    def _address(self) -> str:
        return self.client[0] if self.client else ""

    def _wait(self, seconds: float) -> None:
        self.late = self.loop.call_later(seconds, self._too_late)

    def _came(self) -> None:
        if self.late:
            self.late.cancel()
            self.late = None

    def _too_late(self) -> None:
        self.late = None
        if self.cycle is None or self.cycle.response_complete:
            self._refuse(408, b"Request Timeout", LATE)
        else:
            self.transport.abort()  # it is still waiting for the rest of the request

    def _refuse(self, status: int, reason: bytes, words: bytes) -> None:
        head = b"HTTP/1.1 %d %s\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: %d\r\n"
        rest = b"retry-after: 60\r\nconnection: close\r\n\r\n" + words
        self.transport.write(head % (status, reason, len(words)) + rest)
        self.transport.close()


def protocols(limit: ConnectionLimit, request: float = REQUEST, handover: Handover | None = None) -> dict[str, Any]:
    """The protocol classes for Uvicorn, with this limit on connections."""
    return {
        "http": type("HttpProtocol", (HttpProtocol,), {"limit": limit, "request": request, "handover": handover}),
        "ws": type("WebSocketProtocol", (WebSocketProtocol,), {"limit": limit, "outbox": Outbox()}),
    }
