"""Web Push: a message to a browser that may be closed, encrypted for it (RFC 8291) and signed by this server (VAPID,
RFC 8292), by way of the push service that the browser named.

That address comes from whoever uses the browser, so it may be anything. It must be https, and a connection is made only
to a public address: the check is where the socket is made, so neither a name that resolves to another address the
second time nor a redirect leads into the server's own network.
"""

from __future__ import annotations

import asyncio
import json
import socket
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from hashlib import sha256
from importlib import import_module
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)

from ..http.inputs import UNKEPT, number
from ..refusal import N_, Refusal
from ..storage.calls import ChannelRow
from .outcome import Fate, Outcome

CONNECT, ALTOGETHER = 5.0, 15.0  # seconds for a connection, and until there is an answer
LIFETIME = 12 * 3600  # seconds for which a signature is good; a push service refuses one of more than a day
LONGEST = 1024  # characters of an endpoint
GONE = (404, 410, 403)  # unsubscribed; 403: it was for another key than ours
LATER = (429, 500, 502, 503, 504)
POINT, AUTH = 65, 16  # bytes of a browser's public key and of its secret


class Forbidden(OSError):
    """An address that nothing is sent to."""


def new_key() -> str:
    """A new key to sign with, in PEM."""
    key = ec.generate_private_key(ec.SECP256R1())
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()


def public_key(pem: str) -> str:
    """What a browser is to know of the key, as it wants it written."""
    key = load_pem_private_key(pem.encode(), None)
    return _written(key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def proper_endpoint(text: object, local: bool = False) -> str:
    """The address of a push service as a browser gives it, or a Refusal.

    >>> proper_endpoint("https://push.example/send/abc")
    'https://push.example/send/abc'
    """
    endpoint = str(text or "")
    refusal = Refusal(
        N_("Notifications cannot be sent to the address that your browser gave. Nothing has changed."), 400
    )
    if not 0 < len(endpoint) <= LONGEST or UNKEPT.search(endpoint) or not endpoint.isascii() or " " in endpoint:
        raise refusal
    try:
        parts = urlsplit(endpoint)
        host, _ = parts.hostname, parts.port
    except ValueError:
        raise refusal from None
    if not host or parts.username or parts.fragment or parts.scheme not in (("https", "http") if local else ("https",)):
        raise refusal
    if not local and not is_public(host):
        raise refusal
    return endpoint


def is_public(host: str) -> bool:
    """Whether a host may be a public one: a name, or an address that is nobody's own network.

    >>> [is_public(host) for host in ("push.example", "10.0.0.1", "::1", "::ffff:127.0.0.1", "localhost", "1.1.1.1")]
    [True, False, False, False, False, True]
    """
    try:
        address: Any = ip_address(host)
    except ValueError:
        return "." in host and not host.rstrip(".").endswith((".localhost", ".local", ".internal"))
    address = getattr(address, "ipv4_mapped", None) or address
    return bool(address.is_global and not address.is_multicast)


def proper_keys(p256dh: object, auth: object) -> dict[str, str]:
    """The keys of a browser, or a Refusal."""
    try:
        point, secret = _read(str(p256dh or "")), _read(str(auth or ""))
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
        if len(point) != POINT or len(secret) != AUTH:
            raise ValueError
    except ValueError:
        raise Refusal(N_("Your browser gave no usable keys for notifications. Nothing has changed."), 400) from None
    return {"p256dh": _written(point), "auth": _written(secret)}


def _written(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def _read(text: str) -> bytes:
    if len(text) > 200 or not text.isascii():
        raise ValueError("not a key")
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Push:
    """Sends to browsers. It is made in the event loop and waits for nothing there but the network."""

    def __init__(self, key: str, contact: str, local: bool) -> None:
        self.key, self.contact, self.local = key, contact, local
        self._session: Any = None

    async def send(self, channel: ChannelRow, message: Mapping[str, str], topic: str, lifetime: int) -> Outcome:
        """Send a message; of two about the same topic that wait at the push service only the later is delivered."""
        aiohttp = await asyncio.to_thread(import_module, "aiohttp")  # half a second, the first time
        try:
            body, headers = await asyncio.to_thread(self._sealed, channel, message, topic, lifetime)
        except Exception as error:  # what a browser gave may be anything, and so may be what the libraries make of it
            return Outcome(Fate.REFUSED, f"it cannot be encrypted or signed: {error}")
        session = self._open(aiohttp)
        try:
            async with session.post(channel.address, data=body, headers=headers, allow_redirects=False) as answer:
                return judged(answer.status, answer.headers.get("Retry-After", ""))
        except (aiohttp.ClientConnectorError, aiohttp.ConnectionTimeoutError) as error:
            if isinstance(forbidden := getattr(error, "os_error", None), Forbidden):
                return Outcome(Fate.REFUSED, str(forbidden))
            return Outcome(Fate.NOT_YET, f"no connection: {type(error).__name__}")
        except (aiohttp.ClientError, TimeoutError, OSError, ValueError) as error:
            return Outcome(Fate.UNKNOWN, type(error).__name__)

    def _sealed(
        self, channel: ChannelRow, message: Mapping[str, str], topic: str, lifetime: int
    ) -> tuple[bytes, dict[str, str]]:
        """The message as it is sent, and its headers."""
        from py_vapid import Vapid02
        from pywebpush import WebPusher

        parts = urlsplit(channel.address)
        keys = {name: channel.keys[name] for name in ("p256dh", "auth")}
        pusher = WebPusher({"endpoint": channel.address, "keys": keys})
        body = pusher.encode(json.dumps(message, ensure_ascii=False).encode(), "aes128gcm")["body"]
        claims = {"aud": f"{parts.scheme}://{parts.netloc}", "sub": self.contact or channel.keys.get("site", "")}
        expires = int(time.time()) + LIFETIME  # by the wall clock: the push service compares it with its own
        own = load_pem_private_key(self.key.encode(), None)
        vapid = Vapid02(own, {"no-strict": True})  # a server at home has no public address to name
        signed = vapid.sign({**claims, "exp": expires})
        headers = {
            "Authorization": signed["Authorization"],
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(lifetime),
            "Urgency": "high",
            "Topic": sha256(topic.encode()).hexdigest()[:32],
        }
        return bytes(body), headers

    def _open(self, aiohttp: Any) -> Any:
        if self._session is None:
            connector = aiohttp.TCPConnector(limit=32, limit_per_host=8, socket_factory=self._socket)
            patience = aiohttp.ClientTimeout(total=ALTOGETHER, sock_connect=CONNECT)
            self._session = aiohttp.ClientSession(
                connector=connector, timeout=patience, cookie_jar=aiohttp.DummyCookieJar(), trust_env=False
            )
        return self._session

    def _socket(self, where: tuple[Any, ...]) -> socket.socket:
        """A socket for a connection there, which must be a public address."""
        family, kind, protocol, _, address = where
        if not self.local and not is_public(str(address[0]).partition("%")[0]):
            raise Forbidden("its address is in a private network")
        made = socket.socket(family, kind, protocol)
        made.setblocking(False)
        return made

    async def close(self) -> None:
        if self._session is not None:
            await self._session.close()


def judged(status: int, wait: str) -> Outcome:
    """What an answer of a push service means.

    >>> judged(201, "").fate.name, judged(410, "").fate.name, judged(429, "30")
    ('DELIVERED', 'GONE', Outcome(fate=<Fate.NOT_YET: 'not yet'>, reason='status 429', wait=30))
    """
    reason = f"status {status}"
    if 200 <= status < 300:
        return Outcome(Fate.DELIVERED)
    if status in GONE:
        return Outcome(Fate.GONE, reason)
    if status in LATER:
        return Outcome(Fate.NOT_YET, reason, number(wait, 99_999) or 0)
    return Outcome(Fate.REFUSED, reason)
