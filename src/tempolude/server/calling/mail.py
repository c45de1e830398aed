"""Mail, where the server is given an SMTP server: in threads of its own, so that no table waits."""

from __future__ import annotations

import asyncio
import re
import smtplib
import ssl
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import formatdate, make_msgid, parseaddr
from urllib.parse import unquote, urlsplit

from tempolude.engine.errors import BadOption

from ..http.inputs import one_line
from ..refusal import N_, Refusal
from .outcome import Fate, Outcome

PATIENCE = 15.0  # seconds for each step
THREADS = 2
LONGEST = 254  # characters of an address
ADDRESS = re.compile(
    r"[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]",
    re.IGNORECASE,
)
NOBODY = (550, 551, 553)  # there is no such mailbox


@dataclass(frozen=True)
class Letter:
    """What is written to somebody."""

    to: str
    subject: str
    text: str
    stop: str = ""  # where one click ends such mails


@dataclass(frozen=True)
class Relay:
    """The SMTP server that takes our mails."""

    host: str
    port: int
    user: str
    password: str
    tls: bool  # from the first byte; otherwise as soon as the server offers it

    @classmethod
    def read(cls, url: str) -> Relay:
        """From an address such as smtp://user:password@mail.example:587, or BadOption, which never shows a password.

        >>> Relay.read("smtps://mail.example").port
        465
        """
        wrong = BadOption(
            "--smtp is not a URL; smtp://USER:PASSWORD@HOST:587 or smtps://USER:PASSWORD@HOST is expected"
        )
        try:
            parts = urlsplit(url)
            host, port = parts.hostname, parts.port
        except ValueError:
            raise wrong from None
        if parts.scheme not in ("smtp", "smtps") or not host or parts.path.strip("/") or parts.query:
            raise wrong
        tls = parts.scheme == "smtps"
        user, password = unquote(parts.username or ""), unquote(parts.password or "")
        return cls(host, port or (465 if tls else 587 if user else 25), user, password, tls)


def check_mail(smtp: str, sender: str, site: str) -> None:
    """BadOption if mail is asked for and something is missing."""
    parts = urlsplit(site)
    if site and (parts.scheme not in ("http", "https") or not parts.netloc or parts.path.strip("/") or parts.query):
        raise BadOption(f"--site {site!r} is not the address of a server; https://games.example is expected")
    if sender and not ADDRESS.fullmatch(parseaddr(sender)[1]):
        raise BadOption(f"--sender {sender!r} is not a mail address; games@example.org is expected")
    if smtp:
        Relay.read(smtp)
        if not sender or not site:
            raise BadOption("--smtp needs --sender, the address that mails come from, and --site, where links lead")


def proper_address(text: object) -> str:
    """A mail address that may exist, or a Refusal.

    >>> proper_address(" Ada@Example.org ")
    'Ada@example.org'
    """
    address = one_line(str(text or ""))
    if len(address) > LONGEST or not ADDRESS.fullmatch(address) or ".." in address or address.startswith("."):
        raise Refusal(N_("That is not an e-mail address. Nothing has changed."), 400)
    name, _, host = address.rpartition("@")
    return f"{name}@{host.lower()}"


class Mail:
    """Sends mails by a relay."""

    def __init__(self, relay: Relay, sender: str) -> None:
        self.relay, self.sender = relay, sender
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="mail")

    async def send(self, letter: Letter) -> Outcome:
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._send, letter)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _send(self, letter: Letter) -> Outcome:
        """Until the last line is sent a failure means that nothing was delivered; after it, that nobody knows."""
        message = written(letter, self.sender)
        try:
            smtp = self._connect()
        except (OSError, smtplib.SMTPException) as error:
            return Outcome(Fate.NOT_YET, told(error))
        try:
            try:
                expect(smtp.mail(parseaddr(self.sender)[1]))
                code, reply = smtp.rcpt(letter.to)
                if code in NOBODY:
                    return Outcome(Fate.GONE, f"status {code}")
                expect((code, reply))
            except (OSError, smtplib.SMTPException) as error:
                return refused(error)
            try:
                expect(smtp.data(message.as_bytes()))
            except smtplib.SMTPResponseException as error:
                return refused(error)
            except (OSError, smtplib.SMTPException) as error:
                return Outcome(Fate.UNKNOWN, told(error))
            return Outcome(Fate.DELIVERED)
        finally:
            smtp.close()

    def _connect(self) -> smtplib.SMTP:
        relay = self.relay
        if relay.tls:
            smtp: smtplib.SMTP = smtplib.SMTP_SSL(
                relay.host, relay.port, timeout=PATIENCE, context=ssl.create_default_context()
            )
        else:
            smtp = smtplib.SMTP(relay.host, relay.port, timeout=PATIENCE)
        try:
            smtp.ehlo_or_helo_if_needed()
            if not relay.tls and smtp.has_extn("starttls"):
                smtp.starttls(context=ssl.create_default_context())
                smtp.ehlo_or_helo_if_needed()
            elif not relay.tls and relay.user and relay.host not in ("localhost", "127.0.0.1", "::1"):
                raise smtplib.SMTPException("the server offers no TLS, and a password is not sent without")
            if relay.user:
                smtp.login(relay.user, relay.password)
        except BaseException:
            smtp.close()
            raise
        return smtp


def expect(reply: tuple[int, bytes]) -> None:
    if not 200 <= reply[0] < 300:
        raise smtplib.SMTPResponseException(*reply)


def refused(error: Exception) -> Outcome:
    """What a failure means when the message was certainly not taken."""
    lasting = isinstance(error, smtplib.SMTPResponseException) and error.smtp_code >= 500
    return Outcome(Fate.REFUSED if lasting else Fate.NOT_YET, told(error))


def told(error: Exception) -> str:
    """Why it failed, without what the server said: it may name the person."""
    return f"status {error.smtp_code}" if isinstance(error, smtplib.SMTPResponseException) else type(error).__name__


def written(letter: Letter, sender: str) -> EmailMessage:
    """The mail with its headers."""
    message, (name, address) = EmailMessage(), parseaddr(sender)
    message["From"] = Address(name or "Tempolude", addr_spec=address)
    message["To"] = letter.to
    message["Subject"] = letter.subject
    message["Date"] = formatdate()
    message["Message-ID"] = make_msgid(domain=address.rpartition("@")[2])
    message["Auto-Submitted"] = "auto-generated"
    if letter.stop:
        message["List-Unsubscribe"] = f"<{letter.stop}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    message.set_content(letter.text)
    return message
