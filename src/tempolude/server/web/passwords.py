"""Passwords: how one is written, checked, and how often one may be tried."""

from __future__ import annotations

import asyncio
import re
import unicodedata
from secrets import token_hex

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError
from fastapi import Request, Response
from itsdangerous import BadSignature

from ..http.inputs import one_line
from ..http.reader import YEAR
from ..people.guests import folded
from ..refusal import N_, Refusal
from ..services import Services
from ..storage.accounts import by_account

MOST = 24  # characters of a name to sign in with
ACCOUNT = re.compile(rf"[\w.-]{{3,{MOST}}}")
SHORTEST, LONGEST = 8, 200  # characters of a password
TRIES = "10 per 15 minutes"  # for one account, from all devices that have never signed in to it
DEVICE = "device"  # the cookie of a device that has
HASHER = PasswordHasher()
NOBODY = HASHER.hash("nobody has this")  # verified if there is no account, so that the response takes as long


class Passwords:
    """Checks passwords. A stranger's attempts do not count against devices on which the owner has signed in."""

    def __init__(self, services: Services) -> None:
        self.services, self.guests = services, services.guests

    async def confirm(self, request: Request, account: str, password: str) -> str:
        """The person of an account, if the password is right."""
        self.limit(request, account)
        found = await self.services.store.run(by_account, account)
        person, hashed = found or ("", NOBODY)
        fits = len(password) <= LONGEST and await asyncio.to_thread(verified, hashed, password)
        if not fits or not person:
            raise Refusal(N_("Wrong name or password."), 403)
        return person

    def limit(self, request: Request, account: str) -> None:
        """A Refusal if too much has been tried for an account."""
        self.services.limits.check(
            TRIES,
            "password",
            account[:MOST],
            self.device_of(request, account),
            words=N_(
                "Too many passwords have been tried for this name. Wait a quarter of an hour, or sign in on a device "
                "where you have signed in before."
            ),
        )

    def device_of(self, request: Request, account: str) -> str:
        """The device of a request if this account has signed in there before; else a common value."""
        try:
            known, device = self.guests.devices.loads(request.cookies.get(DEVICE, ""))
        except BadSignature:
            return "any"
        return str(device) if known == account else "any"

    def remember(self, request: Request, account: str, response: Response) -> Response:
        if self.device_of(request, account) == "any":
            cookie, secure = str(self.guests.devices.dumps([account, token_hex(8)])), request.url.scheme == "https"
            response.set_cookie(DEVICE, cookie, max_age=YEAR, httponly=True, samesite="lax", secure=secure)
        return response


def hash_password(password: str) -> str:
    return HASHER.hash(password)


def verified(hashed: str, password: str) -> bool:
    try:
        return HASHER.verify(hashed, password)
    except (VerifyMismatchError, InvalidHashError):
        return False


def proper_account(text: str) -> str:
    """A valid sign-in name; case does not matter.

    >>> proper_account("Ada.L")
    'ada.l'
    """
    account = folded(text)
    if not ACCOUNT.fullmatch(text) or one_line(text) != unicodedata.normalize("NFC", text) or len(account) > MOST:
        raise Refusal(N_("A sign-in name must have 3 to 24 letters, digits, dots or dashes."), 400)
    return account


def proper_password(text: object) -> str:
    if not SHORTEST <= len(str(text or "")) <= LONGEST:
        raise Refusal(N_("A password must have at least 8 characters."), 400)
    return str(text)
