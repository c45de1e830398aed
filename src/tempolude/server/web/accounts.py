"""Accounts: an optional name and password, to find your tables again on another device."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from ..http.front import address
from ..http.inputs import read_form
from ..people.guests import folded
from ..refusal import N_, Refusal
from ..services import Services
from ..storage.accounts import account_of, end_session, sits_at, take_account
from ..storage.calls import mail_of
from ..storage.components import components_of
from ..storage.recovery import codes_left
from ..storage.tokens import tokens_of
from .passwords import Passwords, hash_password, proper_account, proper_password


def routes(services: Services) -> APIRouter:
    router = APIRouter()
    guests, store, tables = services.guests, services.store, services.tables
    passwords = Passwords(services)

    @router.api_route("/me/keep", methods=["GET", "HEAD"])
    async def keep(request: Request) -> Response:
        person = guests.guest(request)
        account = await store.run(account_of, person)
        return services.page(
            request,
            "keep.html",
            name=await guests.name(request),
            account=account,
            codes=await store.run(codes_left, person) if account else 0,
            mail=mail.address if account and (mail := await store.run(mail_of, person)) else "",
            mails=services.caller.mail is not None,
            has=not account and bool(await store.run(sits_at, person) or await store.run(components_of, person)),
            tokens=[] if account else [row.name for row in await store.run(tokens_of, person)],
        )

    @router.post("/me/account")
    async def take(request: Request) -> Response:
        """Create an account for a guest, or change its password, which signs out all other devices."""
        form = await read_form(request)
        person, session = guests.check_session(request, form.get("token"))
        services.limits.check("10 per minute", "account", address(request))
        had = await store.run(account_of, person)
        account, password = proper_account(had or str(form.get("account", ""))), proper_password(form.get("password"))
        if had:
            await passwords.confirm(request, had, str(form.get("old", "")))
        hashed = await asyncio.to_thread(hash_password, password)
        name = await guests.name(request)
        guests.still(request, person)
        if not had and account in services.operators:  # or whoever comes first would run this server
            raise Refusal(N_("Somebody has that name already: choose another. Nothing has changed."), 409)
        trusted = bool(had) or form.get("tokens") == "keep"
        revoked = await store.run(take_account, person, name, account, hashed, trusted, session)
        if revoked is None:
            raise Refusal(N_("Somebody has that name already: choose another. Nothing has changed."), 409)
        guests.locked(person, hashed)
        tables.notifier.end(person, cookies=True, tokens=revoked)
        response = passwords.remember(request, account, RedirectResponse("/me/keep", 303))
        return guests.become(request, person, response, session)

    @router.post("/me/sign-in")
    async def sign_in(request: Request) -> Response:
        """Sign in to an account. The guest's tables are transferred on request, and the guest is removed."""
        form = await read_form(request)
        guests.check(request, form.get("token"))
        services.limits.check("10 per minute", "account", address(request))
        account = folded(str(form.get("account", "")))
        person = await passwords.confirm(request, account, str(form.get("password", "")))
        guest, session = guests.check_session(request, form.get("token"))
        if person == guest or (await store.run(account_of, guest)) is not None:
            await leave(guest, session)
        else:
            await tables.dissolve(guest, session, person if form.get("bring") == "yes" else None)
            guests.ended(session)
        return guests.become(request, person, passwords.remember(request, account, RedirectResponse("/", 303)))

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
            await passwords.confirm(request, account, str(form.get("password", "")))
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

    return router
