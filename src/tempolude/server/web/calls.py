"""When it is my turn: which of my browsers are called, whether I get mail, and when not; and the links in mails."""

from __future__ import annotations

from datetime import UTC, datetime
from hashlib import sha256
from typing import Any
from urllib.parse import urlsplit

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse, RedirectResponse
from itsdangerous import BadSignature, URLSafeTimedSerializer

from ..calling.mail import Letter, proper_address
from ..calling.push import proper_endpoint, proper_keys
from ..calling.quiet import clock, read_quiet
from ..http.front import address
from ..http.inputs import read_form
from ..http.reader import Reader
from ..now import now
from ..refusal import N_, Refusal
from ..services import Services
from ..storage.accounts import account_of
from ..storage.calls import (
    MAIL,
    PUSH,
    ChannelRow,
    channel_at,
    channels_of,
    drop_channel,
    is_known,
    keep_channel,
    keep_quiet,
    mail_id,
    push_id,
    quiet_of,
    set_calls,
)
from ..translation import ago, say
from .passwords import Passwords

FRESH = 24 * 3600  # seconds for which an address can be confirmed
ZONES = {"en": "Europe/London", "fr": "Europe/Paris"}  # until the browser says where it is
NIGHT = ("22:00", "08:00")


def routes(services: Services) -> APIRouter:
    router = APIRouter()
    guests, store, caller = services.guests, services.store, services.caller
    passwords = Passwords(services)
    confirming = URLSafeTimedSerializer(caller.secret, "mail")

    @router.api_route("/me/calls", methods=["GET", "HEAD"])
    async def page(request: Request) -> Response:
        return await shown(request)

    async def shown(request: Request, written_to: str = "") -> Response:
        person, session = guests.proved(request) or (guests.guest(request), "")
        lang = Reader.of(request).lang
        mine = await store.run(channels_of, person)
        quiet = await store.run(quiet_of, person)
        response = services.page(
            request,
            "calls.html",
            account=await store.run(account_of, person),
            browsers=[browser(row, session, lang) for row in mine if row.kind == PUSH],
            mail=next((row for row in mine if row.kind == MAIL), None),
            mails=caller.mail is not None,
            written_to=written_to,
            quiet=quiet is not None,
            start=clock(quiet.start) if quiet else NIGHT[0],
            end=clock(quiet.end) if quiet else NIGHT[1],
            zone=quiet.zone if quiet else "",
            usual=ZONES[lang],
        )
        response.headers["Cache-Control"] = "no-store"
        return response

    # --- Browsers ------------------------------------------------------------------------

    @router.get("/me/calls/key")
    async def key(request: Request) -> Response:
        """What a page needs to have its browser called."""
        answer = {"key": caller.public_key, "token": guests.token(guests.guest(request))}
        return guests.welcome(request, JSONResponse(answer, headers={"Cache-Control": "no-store"}))

    @router.post("/me/calls/browser")
    async def add(request: Request) -> Response:
        """Have this browser called; a page's script asks, and asks again whenever its subscription may have changed."""
        form = await read_form(request)
        person, session = guests.check_session(request, form.get("token"))
        services.limits.check("30 per hour", "browser", person)
        services.limits.check("120 per hour", "browser", address(request))
        endpoint = proper_endpoint(form.get("endpoint"), services.settings.local_push)
        keys = proper_keys(form.get("p256dh"), form.get("auth"))
        keys["site"] = f"{request.url.scheme}://{request.url.netloc}"
        await guests.keep(person, await guests.name(request))
        lang = Reader.of(request).lang
        await store.run(
            keep_channel, ChannelRow(push_id(endpoint), person, PUSH, endpoint, keys, session, lang, True, now())
        )
        return Response(status_code=204)

    @router.post("/me/calls/forget")
    async def forget(request: Request) -> Response:
        """Call a browser no more: by its key in the list, or by its endpoint, which the browser itself knows."""
        form = await read_form(request)
        person, endpoint = guests.check(request, form.get("token")), str(form.get("endpoint", ""))
        there = await store.run(drop_channel, push_id(endpoint) if endpoint else str(form.get("key", ""))[:32], person)
        if not there and not endpoint:
            raise Refusal(N_("That browser is not called any more already."), 404)
        return Response(status_code=204) if endpoint else RedirectResponse("/me/calls", 303)

    # --- Quiet hours -----------------------------------------------------------------------

    @router.post("/me/calls/quiet")
    async def quiet(request: Request) -> Response:
        form = await read_form(request)
        person = guests.check(request, form.get("token"))
        wanted = form.get("quiet") == "yes"
        row = read_quiet(person, form.get("start"), form.get("end"), form.get("zone")) if wanted else None
        await guests.keep(person, await guests.name(request))
        await store.run(keep_quiet, person, row)
        return RedirectResponse("/me/calls#quiet", 303)

    # --- Mail ----------------------------------------------------------------------------

    @router.post("/me/calls/mail")
    async def take_address(request: Request) -> Response:
        """Write to an address: it is kept once whoever reads its mail confirms it. With the password, for a mail opens
        the account to whoever forgot it."""
        form = await read_form(request)
        person, account = await owner(request, form.get("token"))
        to = proper_address(form.get("address"))
        await passwords.confirm(request, account, str(form.get("password", "")))
        services.limits.check("5 per hour", "mail", person)
        services.limits.check("20 per hour", "mail", address(request))
        services.limits.check("5 per day", "mail", sha256(to.lower().encode()).hexdigest())
        lang = Reader.of(request).lang
        key = confirming.dumps([person, to, guests.marked(person), lang])
        text = "\n\n".join(
            [
                say(lang, "{account} wants Tempolude to write to this address. To agree:", account=account),
                f"{caller.site}/mail/confirm?key={key}",
                say(lang, "If that was not you, do nothing: the address is not kept."),
            ]
        )
        caller.write(Letter(to, say(lang, "Confirm your address"), text))
        return await shown(request, to)

    async def owner(request: Request, token: object) -> tuple[str, str]:
        """Who sends a form about mail, and their account: without one nobody gets any."""
        person = guests.check(request, token)
        account = await store.run(account_of, person)
        if caller.mail is None:
            raise Refusal(N_("This server sends no mail."), 404)
        if account is None:
            raise Refusal(N_("Mail is for those who have a name and a password here. Nothing has changed."), 403)
        return person, account

    @router.post("/me/calls/mail/use")
    async def use(request: Request) -> Response:
        """Whether turns are written to the address that is confirmed."""
        form = await read_form(request)
        person = guests.check(request, form.get("token"))
        if not await store.run(set_calls, mail_id(person), form.get("turns") == "yes"):
            raise Refusal(N_("You have no confirmed address. Nothing has changed."), 404)
        return RedirectResponse("/me/calls#mail", 303)

    @router.post("/me/calls/mail/forget")
    async def forget_address(request: Request) -> Response:
        person = guests.check(request, (await read_form(request)).get("token"))
        await store.run(drop_channel, mail_id(person), person)
        return RedirectResponse("/me/calls#mail", 303)

    @router.api_route("/mail/confirm", methods=["GET", "HEAD"])
    async def ask_confirm(request: Request, key: str = "") -> Response:
        """A link in a mail. Programs that read mails follow links, so a button confirms, not the link."""
        _, to, _, _ = confirmed(key)
        return letter_page(request, "confirm", key, to)

    @router.post("/mail/confirm")
    async def confirm(request: Request, key: str = "") -> Response:
        person, to, marked, lang = confirmed(key)
        if guests.marked(person) != marked or not await store.run(is_known, person):
            raise stale()
        await store.run(keep_channel, ChannelRow(mail_id(person), person, MAIL, to, {}, None, lang, True, now()))
        return letter_page(request, "confirmed", "", to)

    def confirmed(key: str) -> tuple[str, str, str | None, str]:
        try:
            person, to, marked, lang = confirming.loads(key, max_age=FRESH)
        except (BadSignature, ValueError):
            raise stale() from None
        return person, to, marked, lang

    def stale() -> Refusal:
        return Refusal(N_("This link is too old, or not ours. Ask for another mail."), 404)

    @router.api_route("/mail/stop", methods=["GET", "HEAD"])
    async def ask_stop(request: Request, key: str = "") -> Response:
        channel = await stopping(key)
        return letter_page(request, "stop", key, channel.address)

    @router.post("/mail/stop")
    async def stop(request: Request, key: str = "") -> Response:
        """No more mails. A mail program may ask for it by itself (RFC 8058), without a cookie; the key is enough."""
        channel = await stopping(key)
        await store.run(set_calls, channel.id, False)
        return letter_page(request, "stopped", "", channel.address)

    async def stopping(key: str) -> ChannelRow:
        name = caller.stopped(key)
        channel = await store.run(channel_at, name) if name else None
        if channel is None:
            raise Refusal(N_("No mails are sent for this link any more."), 404)
        return channel

    def letter_page(request: Request, what: str, key: str, to: str) -> Response:
        response = services.pages.show(request, "letter.html", boxes=services.boxes, what=what, key=key, to=to)
        response.headers["Cache-Control"] = "no-store"
        return response

    return router


def browser(row: ChannelRow, session: str, lang: str) -> dict[str, Any]:
    """A browser that is called, as its owner sees it."""
    made = ago(lang, datetime.fromtimestamp(row.made, UTC), datetime.fromtimestamp(now(), UTC))
    return {"key": row.id, "made": made, "here": row.session == session, "service": urlsplit(row.address).hostname}
