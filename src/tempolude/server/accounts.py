"""Accounts: a guest may take a name and a password, to find their tables again on another device. Nobody has to."""

from __future__ import annotations

import asyncio
import re

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError
from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from .guard import address
from .house import House
from .refusal import N_, Refusal
from .storage.accounts import account_of, by_account, keep_account, move_in

ACCOUNT = re.compile(r"[\w.-]{3,24}")
SHORTEST, LONGEST = 8, 200
HASHER = PasswordHasher()
NOBODY = HASHER.hash("nobody has this")  # verified where there is no account, so that the answer takes as long


def routes(house: House) -> APIRouter:
    router = APIRouter()
    people, store = house.people, house.store

    @router.api_route("/me", methods=["GET", "HEAD"])
    async def me(request: Request) -> Response:
        person = people.guest(request)
        return house.page(
            request, "me.html", name=await people.name(request), account=await store.run(account_of, person)
        )

    @router.post("/me/account")
    async def take(request: Request) -> Response:
        """Take a name and a password for the guest who asks, or change the password: it signs out all other devices."""
        form = await request.form()
        person = people.check(request, form.get("token"))
        house.limits.check("10 per minute", "account", address(request))
        had = await store.run(account_of, person)
        account, password = proper_account(had or str(form.get("account", ""))), proper_password(form.get("password"))
        if had:
            await confirm(had, str(form.get("old", "")))
        hashed = await asyncio.to_thread(HASHER.hash, password)
        if not await store.run(keep_account, person, await people.name(request), account, hashed):
            raise Refusal(N_("Somebody has that name already: choose another. Nothing has changed."), 409)
        people.locked(person, hashed)
        return people.become(request, person, RedirectResponse("/me", 303))

    @router.post("/me/sign-in")
    async def sign_in(request: Request) -> Response:
        """Become the person of an account; what the guest sat at comes along."""
        form = await request.form()
        guest = people.check(request, form.get("token"))
        house.limits.check("10 per minute", "account", address(request))
        person = await confirm(str(form.get("account", "")).casefold(), str(form.get("password", "")))
        if person != guest and not await store.run(account_of, guest):
            for code in await store.run(move_in, guest, person):
                house.rooms.reread(code)
        return people.become(request, person, RedirectResponse("/", 303))

    @router.post("/me/sign-out")
    async def sign_out(request: Request) -> Response:
        """Leave this device: the next one here is a new guest."""
        people.check(request, (await request.form()).get("token"))
        return people.become(request, None, RedirectResponse("/", 303))

    async def confirm(account: str, password: str) -> str:
        """The person of an account, if that is its password."""
        found = await store.run(by_account, account)
        person, hashed = found or ("", NOBODY)
        fits = len(password) <= LONGEST and await asyncio.to_thread(verified, hashed, password)
        if not fits or not person:
            raise Refusal(N_("Name and password do not fit. Nothing has changed."), 403)
        return person

    return router


def verified(hashed: str, password: str) -> bool:
    try:
        return HASHER.verify(hashed, password)
    except (VerifyMismatchError, InvalidHashError):
        return False


def proper_account(text: str) -> str:
    """A name to sign in with; capitals do not matter.

    >>> proper_account("Ada.L")
    'ada.l'
    """
    if not ACCOUNT.fullmatch(text):
        raise Refusal(N_("A name to sign in with has 3 to 24 letters, digits, dots or dashes."), 400)
    return text.casefold()


def proper_password(text: object) -> str:
    if not SHORTEST <= len(str(text or "")) <= LONGEST:
        raise Refusal(N_("A password has at least 8 characters. Nothing has changed."), 400)
    return str(text)
