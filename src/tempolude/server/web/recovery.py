"""A way back into an account: by a recovery code, or by mail where the server sends any."""

from __future__ import annotations

import asyncio
from secrets import token_urlsafe
from typing import Any

from fastapi import APIRouter, Request, Response

from ..calling.mail import Letter
from ..http.front import address
from ..http.inputs import read_form
from ..letters import random_letters
from ..now import now
from ..people.guests import folded
from ..refusal import N_, Refusal
from ..services import Services
from ..storage.accounts import account_of, by_account
from ..storage.calls import mail_of
from ..storage.recovery import keep_codes, keep_mailed, recover
from ..translation import say
from .passwords import Passwords, hash_password, proper_password

CODES = 10
GROUPS, LETTERS_OF = 4, 4  # of a code: 79 bits
FRESH = 30 * 60.0  # seconds for which a mail opens the account


def routes(services: Services) -> APIRouter:
    router = APIRouter()
    guests, store, caller = services.guests, services.store, services.caller
    passwords = Passwords(services)

    # --- Codes -----------------------------------------------------------------------------

    @router.post("/me/codes")
    async def codes(request: Request) -> Response:
        """A new set of codes, shown this once, instead of any older one."""
        form = await read_form(request)
        person = guests.check(request, form.get("token"))
        services.limits.check("10 per minute", "account", address(request))
        account = await store.run(account_of, person)
        if account is None:
            raise Refusal(N_("Recovery codes are for those who have a name and a password here."), 403)
        await passwords.confirm(request, account, str(form.get("password", "")))
        guests.still(request, person)
        fresh = [new_code() for _ in range(CODES)]
        await store.run(keep_codes, person, [plain(code) for code in fresh])
        return shown(request, "codes.html", account=account, codes=fresh)

    @router.api_route("/me/recover", methods=["GET", "HEAD"])
    async def ask(request: Request) -> Response:
        return shown(request, "recover.html", mails=caller.mail is not None, done="", key="")

    @router.post("/me/recover")
    async def by_code(request: Request) -> Response:
        """Another password for a code. It takes as long for an account that does not exist."""
        form = await read_form(request)
        guests.check(request, form.get("token"))
        services.limits.check("10 per minute", "account", address(request))
        account, code = folded(str(form.get("account", ""))), plain(str(form.get("code", "")))
        password = proper_password(form.get("password"))
        passwords.limit(request, account)
        if not await renewed(code, password, account):
            raise Refusal(N_("Wrong name or recovery code. Nothing has changed."), 403)
        return shown(request, "recover.html", mails=False, done="password", key="")

    # --- Mail ------------------------------------------------------------------------------

    @router.post("/me/recover/mail")
    async def by_mail(request: Request) -> Response:
        """Write to the address of an account. The answer is the same, and as fast, whether there is one or not."""
        form = await read_form(request)
        guests.check(request, form.get("token"))
        if caller.mail is None:
            raise Refusal(N_("This server sends no mail."), 404)
        services.limits.check("10 per hour", "recover", address(request))
        account = folded(str(form.get("account", "")))[:200]
        caller.soon(write(account))
        return shown(request, "recover.html", mails=True, done="mail", key="")

    async def write(account: str) -> None:
        found = await store.run(by_account, account)
        channel = await store.run(mail_of, found[0]) if found else None
        if found is None or channel is None:
            return
        try:
            services.limits.check("3 per hour", "recover", account)
        except Refusal:
            return
        key, lang = token_urlsafe(32), channel.lang
        await store.run(keep_mailed, found[0], key, now() + FRESH)
        text = "\n\n".join(
            [
                say(lang, "To choose a new password for {account}, within half an hour:", account=account),
                f"{caller.site}/me/recover/new?key={key}",
                say(lang, "If that was not you, do nothing: the password stays as it is."),
            ]
        )
        caller.write(Letter(channel.address, say(lang, "A new password"), text))

    @router.api_route("/me/recover/new", methods=["GET", "HEAD"])
    async def choose(request: Request, key: str = "") -> Response:
        return shown(request, "recover.html", mails=False, done="", key=key[:100])

    @router.post("/me/recover/new")
    async def by_key(request: Request) -> Response:
        form = await read_form(request)
        guests.check(request, form.get("token"))
        services.limits.check("10 per minute", "account", address(request))
        if not await renewed(str(form.get("key", "")), proper_password(form.get("password"))):
            raise Refusal(N_("This link is too old, or has been used. Ask for another mail."), 403)
        return shown(request, "recover.html", mails=False, done="password", key="")

    async def renewed(key: str, password: str, account: str | None = None) -> bool:
        """Give an account another password: it ends all its sessions."""
        hashed = await asyncio.to_thread(hash_password, password)
        found = await store.run(recover, key, hashed, account)
        if found:
            guests.locked(found[0], hashed)
            services.tables.notifier.end(found[0], cookies=True)
        return found is not None

    def shown(request: Request, page: str, **content: Any) -> Response:
        response = services.page(request, page, **content)
        response.headers["Cache-Control"] = "no-store"
        return response

    return router


def new_code() -> str:
    return "-".join(random_letters(LETTERS_OF) for _ in range(GROUPS))


def plain(code: str) -> str:
    """A code as it is kept, however it was typed.

    >>> plain(" ABCD-efgh jkmn-2345 ")
    'abcdefghjkmn2345'
    """
    return "".join(letter for letter in code[:100].lower() if letter.isalnum())
