"""Accounts: an optional name and password, to find your tables again on another device."""

from __future__ import annotations

import asyncio
import re
import unicodedata
from secrets import token_hex

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError
from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from itsdangerous import BadSignature

from ..http.front import address
from ..http.inputs import one_line, read_form
from ..http.reader import YEAR
from ..people.guests import folded
from ..refusal import N_, Refusal
from ..services import Services
from ..storage.accounts import account_of, by_account, end_session, sits_at, take_account
from ..storage.components import components_of
from ..storage.tokens import tokens_of

MOST = 24  # characters of a name to sign in with
ACCOUNT = re.compile(rf"[\w.-]{{3,{MOST}}}")
SHORTEST, LONGEST = 8, 200  # characters of a password
TRIES = "10 per 15 minutes"  # for one account, from all devices that have never signed in to it
DEVICE = "device"  # the cookie of a device that has
HASHER = PasswordHasher()
NOBODY = HASHER.hash("nobody has this")  # verified if there is no account, so that the response takes as long


def routes(services: Services) -> APIRouter:
    router = APIRouter()
    guests, store, tables = services.guests, services.store, services.tables

    @router.api_route("/me/keep", methods=["GET", "HEAD"])
    async def keep(request: Request) -> Response:
        person = guests.guest(request)
        account = await store.run(account_of, person)
        return services.page(
            request,
            "keep.html",
            name=await guests.name(request),
            account=account,
            has=not account and bool(await store.run(sits_at, person) or await store.run(components_of, person)),
            tokens=[] if account else [row.name for row in await store.run(tokens_of, person)],
        )

    @router.post("/me/account")
    async def take(request: Request) -> Response:
        """Create an account for a guest, or change its password, which signs out all other devices."""
        form = await read_form(request)
        person = guests.check(request, form.get("token"))
        services.limits.check("10 per minute", "account", address(request))
        had = await store.run(account_of, person)
        account, password = proper_account(had or str(form.get("account", ""))), proper_password(form.get("password"))
        if had:
            await confirm(request, had, str(form.get("old", "")))
        hashed = await asyncio.to_thread(HASHER.hash, password)
        name = await guests.name(request)
        guests.still(request, person)
        if not had and account in services.operators:  # or whoever comes first would run this server
            raise Refusal(N_("Somebody has that name already: choose another. Nothing has changed."), 409)
        trusted = bool(had) or form.get("tokens") == "keep"
        revoked = await store.run(take_account, person, name, account, hashed, trusted)
        if revoked is None:
            raise Refusal(N_("Somebody has that name already: choose another. Nothing has changed."), 409)
        guests.locked(person, hashed)
        tables.notifier.end(person, cookies=True, tokens=revoked)
        return guests.become(request, person, remember(request, account, RedirectResponse("/me/keep", 303)))

    @router.post("/me/sign-in")
    async def sign_in(request: Request) -> Response:
        """Sign in to an account. The guest's tables are transferred on request, and the guest is removed."""
        form = await read_form(request)
        guests.check(request, form.get("token"))
        services.limits.check("10 per minute", "account", address(request))
        account = folded(str(form.get("account", "")))
        person = await confirm(request, account, str(form.get("password", "")))
        guest, session = guests.check_session(request, form.get("token"))
        if person == guest or (await store.run(account_of, guest)) is not None:
            await leave(guest, session)
        else:
            await tables.dissolve(guest, session, person if form.get("bring") == "yes" else None)
            guests.ended(session)
        return guests.become(request, person, remember(request, account, RedirectResponse("/", 303)))

    @router.post("/me/sign-out")
    async def sign_out(request: Request) -> Response:
        """Sign out on this device; the next visitor is a new guest."""
        person, session = guests.check_session(request, (await read_form(request)).get("token"))
        services.limits.check("10 per minute", "account", address(request))
        await leave(person, session)
        return guests.become(request, None, RedirectResponse("/", 303))

    @router.post("/me/delete")
    async def delete(request: Request) -> Response:
        """Erase a person for good, after they confirm with the password or, as a guest, a word."""
        form = await read_form(request)
        person = guests.check(request, form.get("token"))
        services.limits.check("10 per minute", "account", address(request))
        if account := await store.run(account_of, person):
            await confirm(request, account, str(form.get("password", "")))
        elif form.get("sure") != "yes":
            raise Refusal(N_("Tick the box to confirm that everything of yours is to be deleted."), 400)
        person, session = guests.check_session(request, form.get("token"))
        await tables.erase(person, session)
        guests.erased(person)
        guests.ended(session)
        return guests.become(request, None, RedirectResponse("/", 303))

    async def leave(person: str, session: str) -> None:
        """End a session and all connections opened with its cookie."""
        await store.run(end_session, person, session)
        guests.ended(session)
        tables.notifier.end(person, session=session)

    async def confirm(request: Request, account: str, password: str) -> str:
        """The person of an account, if the password is right."""
        services.limits.check(
            TRIES,
            "password",
            account[:MOST],
            device_of(request, account),
            words=N_(
                "Too many passwords have been tried for this name. Wait a quarter of an hour, or sign in on a device "
                "where you have signed in before."
            ),
        )
        found = await store.run(by_account, account)
        person, hashed = found or ("", NOBODY)
        fits = len(password) <= LONGEST and await asyncio.to_thread(verified, hashed, password)
        if not fits or not person:
            raise Refusal(N_("Wrong name or password."), 403)
        return person

    # --- Devices: a stranger's attempts do not count against devices on which the owner has signed in ---------------

    def device_of(request: Request, account: str) -> str:
        """The device of a request if this account has signed in there before; else a common value."""
        try:
            known, device = guests.devices.loads(request.cookies.get(DEVICE, ""))
        except BadSignature:
            return "any"
        return str(device) if known == account else "any"

    def remember(request: Request, account: str, response: Response) -> Response:
        if device_of(request, account) == "any":
            cookie, secure = str(guests.devices.dumps([account, token_hex(8)])), request.url.scheme == "https"
            response.set_cookie(DEVICE, cookie, max_age=YEAR, httponly=True, samesite="lax", secure=secure)
        return response

    return router


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
