"""Operations without a token: the games, and how to become a guest."""

from __future__ import annotations

from secrets import token_hex
from typing import Annotated

from fastapi import APIRouter, Path, Request

from ..http.front import address
from ..people.guests import proper_name
from ..refusal import N_, Refusal
from ..storage.tokens import add_token
from .callers import Who, house_of, new_token
from .errors import language, refusals
from .models import GameInDetail, Games, Me, NewGuest, Token
from .serializers import game_in_detail, game_of
from .tables import mine

router = APIRouter()


@router.get(
    "/games",
    tags=["games"],
    summary=N_("The games"),
    description=N_("Every game on the shelf: for how many it is, what can be chosen, how many actions there are."),
)
async def list_games(request: Request) -> Games:
    return Games(games=[game_of(game, language(request)) for game in house_of(request).tables.games.values()])


@router.get(
    "/games/{name}",
    tags=["games"],
    summary=N_("One game in detail"),
    description=N_("The same for one game, with what the fields of its views and the numbers of its events mean."),
    responses=refusals(404),
)
async def describe_game(
    request: Request, name: Annotated[str, Path(description=N_("The name of a game."), examples=["contretemps"])]
) -> GameInDetail:
    found = house_of(request).tables.games.get(name)
    if found is None:
        raise Refusal(N_("There is no such game on the shelf."), 404, code="no_such_game")
    return game_in_detail(found, language(request))


@router.post(
    "/guests",
    tags=["people"],
    status_code=201,
    summary=N_("Create a guest"),
    description=N_("A new guest with a token, for a program without a browser."),
    responses=refusals(400, 411, 413, 422),
)
async def become_guest(request: Request, new: NewGuest) -> Token:
    services = house_of(request)
    services.limits.check("10 per minute", "guest", address(request))
    name, person, token = proper_name(new.name), token_hex(12), new_token()
    await services.guests.keep(person, name)
    await services.store.run(add_token, token, person, name)
    return Token(name=name, token=token)


@router.get(
    "/me",
    tags=["people"],
    summary=N_("Your tables"),
    description=N_("Your player name, and where you sit: open tables and games in play."),
    responses=refusals(401),
)
async def me(who: Who) -> Me:
    return Me(name=who.name, tables=await mine(who))
