"""Where notifications arrive: a push service that decrypts them as a browser would, and a mailbox."""

from __future__ import annotations

import json
import threading
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from os import urandom
from queue import Empty, Queue
from socket import socket
from typing import Any, Generic, TypeVar

import http_ece
from aiosmtpd.controller import Controller
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from .guests import Guest

Message = TypeVar("Message")


def text(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def data(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def claims(authorization: str) -> tuple[dict[str, Any], str]:
    """The claims of a VAPID header and the key that signed it; it must be a valid ES256 signature by that key."""
    kind, _, rest = authorization.partition(" ")
    given = dict(part.strip().split("=", 1) for part in rest.split(","))
    head, body, signature = given["t"].split(".")
    assert kind == "vapid"
    assert json.loads(data(head))["alg"] == "ES256"
    raw = data(signature)
    signed = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), data(given["k"]))
    key.verify(signed, f"{head}.{body}".encode(), ec.ECDSA(SHA256()))  # raises if it is invalid
    return json.loads(data(body)), given["k"]


@dataclass
class Pushed:
    """A message that arrived, as its browser reads it."""

    to: str
    headers: dict[str, str]
    message: dict[str, str]


class Browser:
    """A subscription: an address at the push service, and the keys of a browser."""

    def __init__(self, service: PushService, name: str) -> None:
        self.key, self.auth, self.name = ec.generate_private_key(ec.SECP256R1()), urandom(16), name
        self.endpoint = f"{service.address}/{name}"
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.form = {"endpoint": self.endpoint, "p256dh": text(point), "auth": text(self.auth)}
        service.browsers[name] = self

    def subscribe(self, guest: Guest) -> None:
        answer = guest.post("/me/calls/browser", **self.form)
        assert answer.status_code == 204, answer.text


@dataclass
class Inbox(Generic[Message]):
    """What arrived, in order."""

    arrived: Queue[Message] = field(default_factory=Queue)

    def next(self, timeout: float = 30) -> Message:
        return self.arrived.get(timeout=timeout)

    def nothing(self, seconds: float = 0.4) -> bool:
        """Whether nothing arrives for a while."""
        try:
            self.arrived.get(timeout=seconds)
        except Empty:
            return True
        return False


@dataclass
class PushService(Inbox[Pushed]):
    """A push service on this machine. `status` is what it answers; while `hangs` is set it does not."""

    address: str = ""
    status: int = 201
    hangs: threading.Event = field(default_factory=threading.Event)
    asked: list[str] = field(default_factory=list)
    browsers: dict[str, Browser] = field(default_factory=dict)

    def receive(self, path: str, headers: dict[str, str], body: bytes) -> int:
        browser = self.browsers[path.strip("/")]
        self.asked.append(browser.name)
        read = http_ece.decrypt(body, private_key=browser.key, auth_secret=browser.auth, version="aes128gcm")
        if self.status < 300:
            self.arrived.put(Pushed(browser.name, headers, json.loads(read)))
        return self.status


@contextmanager
def push_service() -> Iterator[PushService]:
    service = PushService()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            given = {name.lower(): value for name, value in self.headers.items()}
            status = service.receive(self.path, given, body)
            while service.hangs.is_set():
                if not server_runs.is_set():
                    return
                service.hangs.wait(0.05)
                threading.Event().wait(0.05)
            self.send_response(status)
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server_runs = threading.Event()
    server_runs.set()
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    service.address = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield service
    finally:
        server_runs.clear()
        server.shutdown()
        thread.join()
        server.server_close()


@dataclass
class Mailbox(Inbox[EmailMessage]):
    """An SMTP server on this machine, and the mail it received. `refuses`, if set, is its answer to a recipient."""

    url: str = ""
    refuses: str = ""

    async def handle_RCPT(self, _s: Any, _se: Any, envelope: Any, address: str, _o: Any) -> str:
        if self.refuses:
            return self.refuses
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, _s: Any, _se: Any, envelope: Any) -> str:
        message = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(message, EmailMessage)
        self.arrived.put(message)
        return "250 OK"


@contextmanager
def mailbox() -> Iterator[Mailbox]:
    box = Mailbox()
    with socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    controller = Controller(box, hostname="127.0.0.1", port=port)
    controller.start()
    box.url = f"smtp://127.0.0.1:{port}"
    try:
        yield box
    finally:
        controller.stop()
