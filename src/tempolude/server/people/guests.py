"""Guests: a name and a signed cookie, at once. Accounts are in accounts.py."""

from __future__ import annotations

import re
from collections.abc import Collection
from hashlib import sha256
from secrets import token_hex

from fastapi import Request, Response
from itsdangerous import BadSignature, URLSafeSerializer
from starlette.requests import HTTPConnection

from ..http.inputs import one_line
from ..http.reader import YEAR, Reader
from ..preferences import Preferences
from ..refusal import N_, Refusal
from ..storage.accounts import ended_sessions, passwords
from ..storage.store import Store, keep_person, person_name, preferences_of
from ..translation import say

COOKIE = "guest"
NAME = 24  # characters


class Guests:
    """Who is who, by a cookie that only this server can have written."""

    def __init__(self, store: Store, secret: str) -> None:
        self.store = store
        self._cookie = URLSafeSerializer(secret, "guest")
        self._form = URLSafeSerializer(secret, "form")
        self.devices = URLSafeSerializer(secret, "device")
        self._marks = {person: mark(hashed) for person, hashed in store.do(passwords).items()}
        self._ended = store.do(ended_sessions)

    def known(self, request: HTTPConnection) -> str | None:
        """The guest who asks, if they have been here."""
        proved = self.proved(request)
        return proved[0] if proved else None

    def proved(self, request: HTTPConnection) -> tuple[str, str] | None:
        """Who asks, and the session that proves it: one cookie, from being signed in to being signed out.

        A cookie says whose it is, for which password it was given, and its session. Older ones had no session.
        """
        try:
            written = self._cookie.loads(request.cookies.get(COOKIE, ""))
        except BadSignature:
            return None
        person, marked, session = [*(written if isinstance(written, list) else [written]), None, None][:3]
        if not isinstance(person, str) or marked != self._marks.get(person):
            return None
        session = session or person
        return None if session in self._ended else (person, session)

    @property
    def over(self) -> set[str]:
        """The sessions that ended."""
        return self._ended

    def doubtful(self, request: HTTPConnection) -> str | None:
        """Who asks with a cookie of ours for another password than is known here: perhaps another process knows it."""
        try:
            written = self._cookie.loads(request.cookies.get(COOKIE, ""))
        except BadSignature:
            return None
        person, marked = [*(written if isinstance(written, list) else [written]), None][:2]
        return person if isinstance(person, str) and marked != self._marks.get(person) else None

    def locked(self, person: str, hashed: str) -> bool:
        """Record a password hash; cookies for an older one become invalid. Whether it is a new one."""
        before, self._marks[person] = self._marks.get(person), mark(hashed)
        return before != self._marks[person]

    def erased(self, person: str) -> bool:
        """A person is no more: no cookie of theirs opens anything. Whether that is new."""
        before, self._marks[person] = self._marks.get(person), ""
        return before != ""

    def gone(self, known: Collection[str]) -> list[str]:
        """Those who had an account when this process last looked, and are not among these any more."""
        return [person for person, marked in self._marks.items() if marked and person not in known]

    def ended(self, session: str) -> None:
        """This session is over, and that is kept: its cookie opens nothing any more, wherever it was copied to."""
        self._ended.add(session)

    def still(self, request: HTTPConnection, person: str) -> None:
        """A Refusal if who asked, and waited, is not that person any more."""
        if self.known(request) != person:
            raise Refusal(N_("You have signed in or out in the meantime. Reload the page and try again."), 403)

    def welcome(self, request: Request, response: Response) -> Response:
        """Give a new guest their cookie."""
        guest = getattr(request.state, "guest", None)
        return self.become(request, guest, response) if guest else response

    def become(self, request: Request, person: str | None, response: Response) -> Response:
        """From this answer on the browser is this person's; with none, a new guest's."""
        if person is None:
            response.delete_cookie(COOKIE)
        else:
            written = [person, self._marks.get(person), token_hex(8)]
            cookie, secure = str(self._cookie.dumps(written)), request.url.scheme == "https"
            response.set_cookie(COOKIE, cookie, max_age=YEAR, httponly=True, samesite="lax", secure=secure)
        return response

    def guest(self, request: Request) -> str:
        """The guest who asks; a new one if nobody knows them."""
        person = self.known(request)
        if person is None:
            person = getattr(request.state, "guest", None) or token_hex(12)
            request.state.guest = person
        return person

    async def name(self, request: Request) -> str:
        """The name of the guest who asks."""
        return await self.given_name(request) or self.nameless(request)

    async def given_name(self, request: Request) -> str | None:
        """The name that the guest who asks has given."""
        person = self.known(request)
        return await self.store.run(person_name, person) if person else None

    def nameless(self, request: Request) -> str:
        """What the guest who asks is called without a name."""
        return nameless(Reader.of(request).lang, self.guest(request))

    async def keep(self, person: str, name: str) -> None:
        await self.store.run(keep_person, person, name)

    async def preferences(self, request: Request, usual: Preferences) -> Preferences:
        """How the guest who asks likes their tables; as usual if they never said."""
        person = self.known(request)
        return (await self.store.run(preferences_of, person) if person else None) or usual

    # --- Forms: only our own pages can send them -------------------------------------

    def token(self, person: str) -> str:
        """What a form of this person must bring. It differs every time: compressed pages do not tell it by length."""
        return str(self._form.dumps([person, token_hex(8)]))

    def check(self, request: Request, token: object) -> str:
        """The guest who sent a form of ours."""
        return self.check_session(request, token)[0]

    def check_session(self, request: Request, token: object) -> tuple[str, str]:
        """The guest who sent a form of ours, and their session."""
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


def nameless(lang: str, person: str) -> str:
    """What a guest is called before they say.

    >>> nameless("en", "00ff")
    'Guest 255'
    """
    number = int(person, 16) % 1000 if re.fullmatch(r"[0-9a-f]+", person) else sum(person.encode()) % 1000
    return say(lang, "Guest {number}", number=number)


def proper_name(text: str) -> str:
    """A name as it may be shown: on one line, not too long, and not nothing.

    >>> proper_name("  Ada \\n Lovelace ")
    'Ada Lovelace'
    """
    name = one_line(text, NAME)
    if not name:
        raise Refusal(N_("A name needs at least one letter."), 400)
    return name
