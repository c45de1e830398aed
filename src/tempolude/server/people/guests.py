"""Guests: a name and a signed cookie, without registration. Accounts are in accounts.py."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from hashlib import sha256
from secrets import token_hex

from fastapi import Request, Response
from itsdangerous import BadSignature, URLSafeSerializer
from starlette.requests import HTTPConnection

from ..http.inputs import one_line
from ..http.reader import YEAR, Reader
from ..now import now
from ..preferences import Preferences
from ..refusal import N_, Refusal
from ..storage.accounts import ended_sessions, new_session, outlived, passwords
from ..storage.store import Store, keep_person, person_name, preferences_of
from ..translation import say

COOKIE = "guest"
NAME = 24  # characters


class Guests:
    """Identifies people by a cookie signed by this server."""

    def __init__(self, store: Store, secret: str) -> None:
        self.store = store
        self._cookie = URLSafeSerializer(secret, "guest")
        self._form = URLSafeSerializer(secret, "form")
        self.devices = URLSafeSerializer(secret, "device")
        self._marks = {person: mark(hashed) for person, hashed in store.do(passwords).items()}
        self._ended = store.do(ended_sessions)

    def known(self, request: HTTPConnection) -> str | None:
        """The person of a request, if they have a valid cookie."""
        proved = self.proved(request)
        return proved[0] if proved else None

    def proved(self, request: HTTPConnection) -> tuple[str, str] | None:
        """The person of a request, and the session of their cookie, which lasts until they sign out, at most a year.

        A cookie has the person, a fingerprint of their password, and the session. Older cookies had no session.
        """
        try:
            written = self._cookie.loads(request.cookies.get(COOKIE, ""))
        except BadSignature:
            return None
        person, marked, session = [*(written if isinstance(written, list) else [written]), None, None][:3]
        if not isinstance(person, str) or marked != self._marks.get(person):
            return None
        session = session or person
        return None if session in self._ended or outlived(session, now()) else (person, session)

    @property
    def over(self) -> set[str]:
        """The ended sessions."""
        return self._ended

    def doubtful(self, request: HTTPConnection) -> str | None:
        """The person of a validly signed cookie for a password that this process does not know; another process may."""
        try:
            written = self._cookie.loads(request.cookies.get(COOKIE, ""))
        except BadSignature:
            return None
        person, marked = [*(written if isinstance(written, list) else [written]), None][:2]
        return person if isinstance(person, str) and marked != self._marks.get(person) else None

    def marked(self, person: str) -> str | None:
        """What tells a person's password from any other; None for a guest."""
        return self._marks.get(person)

    def locked(self, person: str, hashed: str) -> bool:
        """Record a password hash; cookies for an older one become invalid. Returns whether it is new."""
        before, self._marks[person] = self._marks.get(person), mark(hashed)
        return before != self._marks[person]

    def erased(self, person: str) -> bool:
        """Record that a person was erased; their cookies become invalid. Returns whether that is new."""
        before, self._marks[person] = self._marks.get(person), ""
        return before != ""

    def gone(self, known: Collection[str]) -> list[str]:
        """The people with an account known here who are not among `known` any more."""
        return [person for person, marked in self._marks.items() if marked and person not in known]

    def ended(self, session: str) -> None:
        """Record that a session has ended; every copy of its cookie becomes invalid."""
        self._ended.add(session)

    def still(self, request: HTTPConnection, person: str) -> None:
        """Raise a Refusal if the cookie of a request that has waited is no longer valid for that person."""
        if self.known(request) != person:
            raise Refusal(N_("You have signed in or out in the meantime. Reload the page and try again."), 403)

    def welcome(self, request: Request, response: Response) -> Response:
        """Set the cookie of a new guest."""
        guest = getattr(request.state, "guest", None)
        return self.become(request, guest, response) if guest else response

    def become(self, request: Request, person: str | None, response: Response, session: str | None = None) -> Response:
        """Make the browser this person's with this response, in this session or a new one; without a person, a new
        guest's."""
        if person is None:
            response.delete_cookie(COOKIE)
        else:
            written = [person, self._marks.get(person), session or new_session()]
            cookie, secure = str(self._cookie.dumps(written)), request.url.scheme == "https"
            response.set_cookie(COOKIE, cookie, max_age=YEAR, httponly=True, samesite="lax", secure=secure)
        return response

    def guest(self, request: Request) -> str:
        """The person of a request; a new guest if they have no valid cookie."""
        person = self.known(request)
        if person is None:
            person = getattr(request.state, "guest", None) or token_hex(12)
            request.state.guest = person
        return person

    async def name(self, request: Request) -> str:
        """The name of the person of a request."""
        return await self.given_name(request) or self.nameless(request)

    async def given_name(self, request: Request) -> str | None:
        """The name that the person of a request has chosen, if any."""
        person = self.known(request)
        return await self.store.run(person_name, person) if person else None

    def nameless(self, request: Request) -> str:
        """The default name of the guest of a request."""
        return nameless(Reader.of(request).lang, self.guest(request))

    async def keep(self, person: str, name: str) -> None:
        await self.store.run(keep_person, person, name)

    async def preferences(self, request: Request, usual: Preferences) -> Preferences:
        """The preferences of the person of a request; by default `usual`."""
        person = self.known(request)
        return (await self.store.run(preferences_of, person) if person else None) or usual

    # --- Forms: only our own pages can send them -------------------------------------

    def token(self, person: str) -> str:
        """The token for this person's forms. It differs every time, so that compression does not reveal it."""
        return str(self._form.dumps([person, token_hex(8)]))

    def check(self, request: Request, token: object) -> str:
        """The person who sent a form, or a Refusal if its token is not valid."""
        return self.check_session(request, token)[0]

    def check_session(self, request: Request, token: object) -> tuple[str, str]:
        """The person who sent a form, and their session."""
        person, session = self.proved(request) or (None, "")
        if person is None:
            raise Refusal(
                N_("Your browser sent no cookie, so we cannot tell who you are. Allow cookies and try again."), 403
            )
        try:
            sent = self._form.loads(str(token))
        except BadSignature:
            sent = None
        if not (isinstance(sent, list) and sent[:1] == [person]):
            raise Refusal(
                N_("This form has expired or did not come from this site. Reload the page and try again."), 403
            )
        return person, session


def mark(hashed: str) -> str:
    """The fingerprint of a password's hash that signed cookies carry."""
    return sha256(hashed.encode()).hexdigest()[:16]


def folded(text: str) -> str:
    """The stored form of a sign-in name, which may be longer than the input."""
    return unicodedata.normalize("NFC", text).casefold()


def nameless(lang: str, person: str) -> str:
    """The default name of a guest.

    >>> nameless("en", "00ff")
    'Guest 255'
    """
    number = int(person, 16) % 1000 if re.fullmatch(r"[0-9a-f]+", person) else sum(person.encode()) % 1000
    return say(lang, "Guest {number}", number=number)


def proper_name(text: str) -> str:
    """A valid name: on one line, not too long, and not empty.

    >>> proper_name("  Ada \\n Lovelace ")
    'Ada Lovelace'
    """
    name = one_line(text, NAME)
    if not name:
        raise Refusal(N_("A name needs at least one letter."), 400)
    return name
