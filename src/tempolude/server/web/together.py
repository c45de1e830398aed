"""The page of friends, and the page of a table's players: friend requests, blocks and reports."""

from __future__ import annotations

from collections.abc import Awaitable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from sqlalchemy import Connection
from starlette.datastructures import FormData

from tempolude.engine.state import SEATS

from ..http.front import address
from ..http.inputs import number, one_line, quoted, read_form
from ..http.reader import Reader
from ..now import now
from ..people.guests import folded
from ..refusal import N_, Offer, Refusal
from ..services import Services
from ..storage.accounts import account_of, by_account
from ..storage.moderation import check_suspended, report
from ..storage.rows import Kept
from ..storage.store import Store, kept, tables_of
from ..storage.together import (
    ASKED,
    DECLINED,
    FRIENDS,
    Friend,
    News,
    Player,
    befriend,
    blocks_of,
    by_key,
    decline_friend,
    decline_invitation,
    end_friendship,
    friend_ids,
    friends_of,
    friends_tables,
    head_to_head,
    players_at,
    recent_opponents,
    unblock,
    was_there,
    withdraw_request,
)
from ..translation import ago, called, say

REASONS = {
    "talk": N_("Insults or harassment in the chat"),
    "name": N_("An offensive name"),
    "play": N_("Cheating, or spoiling the game on purpose"),
    "other": N_("Something else"),
}
LONGEST = 500  # characters of a report
OFTEN = "20 per hour"  # requests and invitations of one person
EVERYBODY = "60 per hour"  # and from one address
DONE = {
    "friend": N_("Your request is on its way: you are friends once they say yes as well."),
    "block": N_("Blocked. They are not told."),
    "report": N_("Your report has been sent to whoever runs this server. Thank you."),
}


@dataclass(frozen=True)
class Balance:
    """Two people's results against each other, drawn as scales."""

    ahead: int
    behind: int

    @property
    def tilt(self) -> float:
        """The tilt of the beam towards the reader's side, from -1 to 1."""
        return (self.ahead - self.behind) / max(1, self.ahead + self.behind)


def routes(services: Services) -> APIRouter:
    router = APIRouter()
    guests, store, tables = services.guests, services.store, services.tables

    @router.api_route("/friends", methods=["GET", "HEAD"])
    async def friends(request: Request, done: str = "") -> Response:
        person, lang = guests.guest(request), Reader.of(request).lang
        found = await store.run(read_friends, person)
        there = {chair.person: each for each in reversed(found["tables"]) for chair in each.chairs if chair.person}
        return services.page(
            request,
            "friends.html",
            account=await store.run(account_of, person),
            friends=[
                {
                    "key": friend.key,
                    "name": called(friend.name, lang),
                    "balance": Balance(*found["balance"][friend.person]) if friend.person in found["balance"] else None,
                    "table": there[friend.person].table if friend.person in there else None,
                }
                for friend in found["friends"]
                if friend.state == FRIENDS
            ],
            asked=[friend for friend in found["friends"] if friend.state == ASKED and not friend.mine],
            waiting=[friend for friend in found["friends"] if friend.state in (ASKED, DECLINED) and friend.mine],
            recent=[met(player, lang) for player in found["recent"]],
            blocked=found["blocked"],
            gathering=[each.table for each in found["gathering"] if each.table.game in tables.games],
            games=tables.games,
            done=say(lang, DONE[done]) if done in DONE else "",
        )

    def met(player: Player, lang: str) -> dict[str, Any]:
        game = tables.games.get(player.game)
        then, today = (datetime.fromtimestamp(when, UTC) for when in (player.ended, now()))
        return {
            "code": player.code,
            "seat": player.seat,
            "colour": player.colour,
            "name": called(player.name, lang),
            "game": game.title[lang] if game else player.game,
            "when": ago(lang, then, today),
        }

    @router.post("/friends/{verb}")
    async def change(request: Request, verb: str) -> Response:
        """Send, answer or withdraw a request; end a friendship; lift a block."""
        form = await read_form(request)
        person = guests.check(request, form.get("token"))
        key = str(form.get("key", ""))
        done = ""
        match verb:
            case "ask":
                await check_account(store, person)
                check_often(services, request, person)
                other = await named(services, str(form.get("account", "")))
                await tell(store.run(befriend, person, other))
                done = "friend"
            case "accept":
                await check_account(store, person)
                other = await store.run(by_key, person, key)
                await tell(store.run(befriend, person, other))
            case "decline":
                await store.run(decline_friend, person, key)
            case "withdraw":
                await tell(store.run(withdraw_request, person, key))
            case "end":
                await store.run(end_friendship, person, key)
            case "unblock":
                await store.run(unblock, person, key)
                await tables.blocks_changed(person)
            case _:
                raise Refusal(N_("There is nothing at this address."), 404)
        return RedirectResponse(f"/friends?done={done}" if done else "/friends", 303)

    async def tell(work: Awaitable[list[News]]) -> None:
        for news in await work:
            tables.tell(news)

    # --- Who plays at a table --------------------------------------------------------

    @router.api_route("/t/{code}/people", methods=["GET", "HEAD"])
    async def players(request: Request, code: str, done: str = "") -> Response:
        person, lang = guests.guest(request), Reader.of(request).lang
        found = await store.run(players_at, code)
        if not found:
            raise Refusal(N_("There is no such table. It may have been deleted."), 404)
        return services.page(
            request,
            "players.html",
            code=code,
            players=[player for player in found if player.person != person],
            friends=await store.run(friend_ids, person),
            there=await store.run(was_there, code, person),
            account=await store.run(account_of, person),
            kept=await store.run(kept, code) is not None,
            reasons=REASONS,
            longest=LONGEST,
            done=say(lang, DONE[done]) if done in DONE else "",
        )

    @router.post("/t/{code}/people/{verb}")
    async def towards(request: Request, code: str, verb: str) -> Response:
        """Befriend, block or report a player of a table."""
        form = await read_form(request)
        person = guests.check(request, form.get("token"))
        seat = number(form.get("seat"), SEATS - 1)
        other = next((player for player in await store.run(players_at, code) if player.seat == seat), None)
        if other is None or other.person == person:
            raise Refusal(N_("There is nobody else on that seat. Nothing has changed."), 400)
        if verb not in ("friend", "block", "report"):
            raise Refusal(N_("There is nothing at this address."), 404)
        if verb == "block":
            services.limits.check("60 per hour", "block", person)
            await tables.block(person, other.person, other.name)
        else:
            await check_account(store, person)
            if not await store.run(was_there, code, person):
                raise Refusal(N_("Only those who sit or sat at this table can do that."), 403)
            if verb == "friend":
                check_often(services, request, person)
                await tell(store.run(befriend, person, other.person))
            else:
                await write(request, person, other, form)
        return RedirectResponse(f"/t/{code}/people?done={verb}", 303)

    async def write(request: Request, person: str, other: Player, form: FormData) -> None:
        """Report somebody."""
        reason, text = str(form.get("reason", "")), one_line(str(form.get("text", "")))
        if reason not in REASONS:
            raise Refusal(N_("Choose what is wrong. Nothing has been sent."), 400)
        if len(text) > LONGEST:
            raise Refusal(N_("That is too long: at most {n} characters. Nothing has been sent."), 400, n=LONGEST)
        services.limits.check("10 per day", "report", person)
        services.limits.check("30 per day", "report", address(request))
        await store.run(report, person, other, reason, text)

    @router.post("/t/{code}/decline")
    async def decline(request: Request, code: str) -> Response:
        """Decline an invitation."""
        form = await read_form(request)
        person = guests.check(request, form.get("token"))
        await tell(store.run(decline_invitation, code, person))
        return RedirectResponse("/", 303)

    return router


async def check_account(store: Store, person: str) -> None:
    """Raise a Refusal for guests and for suspended people."""
    if await store.run(account_of, person) is None:
        offer = Offer("/me/keep", N_("Choose a name and a password"))
        raise Refusal(N_("Friends, invitations and reports need a name and a password."), 403, offer=offer)
    await store.run(check_suspended, person)


def check_often(services: Services, request: Request, person: str) -> None:
    """Limit requests and invitations, and thereby attempts to guess names."""
    services.limits.check(OFTEN, "ask", person)
    services.limits.check(EVERYBODY, "ask", address(request))


async def named(services: Services, text: str) -> str:
    """The person with a sign-in name, or a Refusal."""
    found = await services.store.run(by_account, folded(text.strip()))
    if found is None:
        raise Refusal(N_("Nobody here signs in as “{name}”. Nothing has changed."), 404, name=quoted(text.strip(), 24))
    return found[0]


def read_friends(connection: Connection, person: str) -> dict[str, Any]:
    """Everything on the page of friends, in one transaction."""
    friends: list[Friend] = friends_of(connection, person)
    mine: list[Kept] = tables_of(connection, person, ("gathering",), 3)
    return {
        "friends": friends,
        "balance": head_to_head(connection, person, [each.person for each in friends if each.state == FRIENDS]),
        "tables": friends_tables(connection, person, 50),
        "recent": recent_opponents(connection, person),
        "blocked": blocks_of(connection, person),
        "gathering": [each for each in mine if not each.table.one_device and any(map(vacant, each.chairs))],
    }


def vacant(chair: Any) -> bool:
    return chair.person is None and chair.bot is None
