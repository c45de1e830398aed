"""The caller, identified by a token, and the table of the call. Cookies are ignored here."""

from __future__ import annotations

from dataclasses import dataclass
from secrets import token_urlsafe
from typing import Annotated

from fastapi import Depends, Path, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from ..http.front import address
from ..refusal import N_, Refusal
from ..services import Services
from ..storage.tokens import hashed, use_token
from ..table.live_table import LiveTable
from .errors import language
from .following import Follower, present

PREFIX = "tempolude_"  # so that leaked tokens can be recognized
CALLS = "1200 per minute"

bearer = HTTPBearer(auto_error=False, scheme_name="token", description=N_("A personal token."))


def new_token() -> str:
    return PREFIX + token_urlsafe(32)


@dataclass(frozen=True)
class Caller:
    """A person identified by a token."""

    services: Services
    person: str
    name: str
    lang: str
    token: str  # its hash
    address: str


@dataclass(frozen=True)
class Place:
    """A caller at a table. A call makes them present there."""

    caller: Caller
    table: LiveTable
    follower: Follower

    def stands(self) -> None:
        """Raise a Refusal if the token was revoked; checked again after every wait."""
        if self.follower.ended is not None:
            raise unknown()

    @property
    def seat(self) -> int:
        """Their current seat."""
        return self.table.seat_of(self.caller.person)

    @property
    def player(self) -> int:
        """Their seat; a Refusal if they have none."""
        if self.seat < 0:
            raise Refusal(N_("You are watching. Only seated players can play."), 403, code="no_seat")
        return self.seat


def unknown() -> Refusal:
    return Refusal(N_("Unknown token; it may have been revoked."), 401, code="unknown_token")


def house_of(request: Request) -> Services:
    services: Services = request.app.state.services
    return services


async def caller(
    request: Request, sent: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)] = None
) -> Caller:
    """The person of the token, or a Refusal."""
    services = house_of(request)
    if sent is None:
        raise Refusal(N_("A token is needed: send it as “Authorization: Bearer …”."), 401)
    owner = await services.store.run(use_token, sent.credentials)
    if owner is None:
        raise unknown()
    person, name = owner
    services.limits.check(CALLS, "call", person)
    return Caller(services, person, name, language(request), hashed(sent.credentials), address(request))


Who = Annotated[Caller, Depends(caller)]


Code = Annotated[
    str,
    Path(description=N_("The code of a table, as in its address."), pattern="^[a-z2-9]{10}$", examples=["k7dm2vwx9q"]),
]


async def place(who: Who, code: Code) -> Place:
    """The table of the call, or a Refusal."""
    table = await who.services.tables.get(code)
    table.check_reader(who.person)
    at = Place(who, table, present(table, who.person, who.token, who.address))
    at.stands()
    return at


At = Annotated[Place, Depends(place)]
