"""Matches through the API: view, play, follow."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Query, Response
from fastapi.responses import JSONResponse, StreamingResponse

from tempolude.engine.table import People

from ..refusal import N_
from ..table.bots import advice
from ..table.rated import no_hints, no_programs
from ..table.record import record_of
from ..table.talk import spoken
from .callers import At, Code, Place, Who
from .errors import refusals
from .following import Follower, present
from .models import Act, Advice, Done, Hint, Known, News, Since, TakeBack, Talk, View
from .serializers import events_of, phase_of, talk_of, version_of, view_of

HEARTBEAT = 15.0  # seconds between the keep-alive lines of a stream

STREAM = {
    "content": {"text/event-stream": {"schema": {"type": "string"}}},
    "description": N_("Server-sent events “news”, each with the same data as an answer of “What happened”."),
}

router = APIRouter()
looked = refusals(401, 404, 409, 410)
acted = refusals(400, 401, 403, 404, 409, 410, 411, 413, 422)


@router.get(
    "/tables/{code}/view",
    tags=["playing"],
    summary=N_("What you see"),
    description=N_(
        "All that your seat may know, and what it may do now. Without a seat you see what a spectator sees."
    ),
    responses=looked,
)
async def see(at: At) -> View:
    return view_of(at.table.playing, at.seat, at.caller.lang, at.table.code)


@router.post(
    "/tables/{code}/actions",
    tags=["playing"],
    summary=N_("Act"),
    description=N_(
        "Do one of the actions of your view. It is done if you are still asked what you were asked at that version."
    ),
    responses=acted,
)
async def act(at: At, wish: Act) -> Done:
    if at.table.kept.strict:
        raise no_programs()
    await at.table.act(player(at), wish.action, wish.at, wish.move)
    return done(at)


@router.post(
    "/tables/{code}/undo",
    tags=["playing"],
    summary=N_("Undo an action"),
    description=N_("Undo your last action, unless it revealed something or somebody has acted since."),
    responses=acted,
)
async def undo(at: At, wish: TakeBack) -> Done:
    await at.table.undo(player(at), wish.move)
    return done(at)


@router.post(
    "/tables/{code}/hint",
    tags=["playing"],
    summary=N_("Ask for a hint"),
    description=N_(
        "What the strongest bot would do in your place, and the next best actions. It thinks for about a second."
    ),
    responses=looked | refusals(403),
)
async def hint(at: At) -> Hint:
    if at.table.kept.strict:
        raise no_hints()
    at.caller.services.limits.check("30 per minute", "hint", at.caller.person)
    seat = player(at)
    best = await advice(at.table, seat, at.caller.address)
    at.stands()
    match, lang = at.table.playing, at.caller.lang
    view, table, people = match.view(seat), match.table, People(match.names, seat)
    first, *others = [
        Advice(
            action=action,
            notation=table.notation(view, seat, action),
            words=str(table.advise(view, seat, action, lang, people)),
            chance=chance,
        )
        for action, chance in best
    ]
    return Hint(**first.model_dump(), others=others)


@router.post(
    "/tables/{code}/talk",
    tags=["playing"],
    status_code=204,
    summary=N_("Say something"),
    description=N_("Say something to everybody at the table."),
    responses=acted,
)
async def talk(at: At, wish: Talk) -> Response:
    at.caller.services.limits.check("20 per minute", "say", at.caller.person)
    await at.table.broadcast.speak(at.player, spoken(wish.text))
    return Response(status_code=204)


@router.get(
    "/tables/{code}/events",
    tags=["following"],
    summary=N_("What happened"),
    description=N_(
        "What happened since a version. With `wait` the answer comes as soon as something is new, or after that time."
    ),
    responses=refusals(401, 404, 410, 422),
)
async def follow(at: At, since: Annotated[Since, Query()]) -> News:
    table = at.table
    await at.follower.wait(
        lambda: is_news(at, since.after, since.said) or table.over, since.wait, table.shared.notifier
    )
    at.stands()
    here_again(at)
    return news(at, since.after, since.said)


@router.get(
    "/tables/{code}/stream",
    tags=["following"],
    summary=N_("What happens, as it happens"),
    description=N_("The same as server-sent events, until the match is over."),
    response_class=StreamingResponse,
    responses={200: STREAM, **refusals(401, 404, 410, 422)},
)
async def stream(at: At, since: Annotated[Known, Query()]) -> StreamingResponse:
    return StreamingResponse(streamed(at, since.after, since.said), media_type="text/event-stream")


@router.get(
    "/tables/{code}/record",
    tags=["following"],
    summary=N_("The record"),
    description=N_(
        "The record of a finished match with its seed, as `tempolude verify` and `tempolude replay` read it; "
        "of a match whose log is damaged, up to there."
    ),
    responses=looked | refusals(403),
)
async def record(who: Who, code: Code) -> JSONResponse:
    table = await who.services.tables.look(code)
    table.check_reader(who.person)
    return JSONResponse(record_of(table))


def here_again(at: Place) -> Follower:
    """Renew the presence of a caller who has waited."""
    return present(at.table, at.caller.person, at.caller.token, at.caller.address)


def player(at: Place) -> int:
    """The caller's seat, in a match that has begun."""
    _ = at.table.playing  # or a Refusal
    return at.player


def done(at: Place) -> Done:
    return Done(version=version_of(at.table), phase=phase_of(at.table), asked=is_asked(at))


def is_asked(at: Place) -> bool:
    return at.table.match is not None and at.seat >= 0 and bool(at.table.match.state.waiting[at.seat])


def is_news(at: Place, after: int, said: int | None) -> bool:
    return version_of(at.table) > after or (said is not None and len(at.table.broadcast.says) > said)


def news(at: Place, after: int, said: int | None) -> News:
    table = at.table
    return News(
        version=version_of(table),
        phase=phase_of(table),
        asked=is_asked(at),
        events=events_of(table.match, at.seat, at.caller.lang, after) if table.match else [],
        talk=[] if said is None else talk_of(table, said, at.caller.person),
        said=len(table.broadcast.says),
    )


async def streamed(at: Place, after: int, said: int | None) -> AsyncIterator[str]:
    """News as server-sent events, with keep-alive lines."""
    follower = at.follower
    while not follower.dismissed:
        new = await follower.wait(partial(is_news, at, after, said), HEARTBEAT, at.table.shared.notifier)
        if follower.ended:
            return
        if new:
            told = news(at, after, said)
            after, said = told.version, told.said
            yield f"event: news\nid: {told.version}\ndata: {told.model_dump_json()}\n\n"
        else:
            yield ": still here\n\n"
        if at.table.over:
            return
        follower = here_again(at)
