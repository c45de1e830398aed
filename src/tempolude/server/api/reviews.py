"""Reviews through the API: ask for the review of a finished match, and read it as it comes."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter

from tempolude.engine.match import Match
from tempolude.engine.table import People

from ..refusal import N_, Refusal
from ..table.live_table import LiveTable
from ..table.reviews import ready
from .callers import At, Place
from .errors import refusals
from .models import Decision, FollowedAction, Review, ReviewedSeat
from .serializers import names_in

router = APIRouter(tags=["following"])
answers = refusals(401, 403, 404, 409, 410)


@router.post(
    "/tables/{code}/review",
    status_code=202,
    summary=N_("Ask for the review"),
    description=N_(
        "Have the review of a finished match made, unless it is there. It takes about a minute; read it as it comes. A "
        "running match has none."
    ),
    responses=answers,
)
async def ask_for_review(at: At) -> Review:
    at.caller.services.limits.check("10 per minute", "review", at.caller.address)
    await at.caller.services.tables.reviews.ask(at.table)
    return await told(at)


@router.get(
    "/tables/{code}/review",
    summary=N_("The review"),
    description=N_(
        "Each seat’s chance of winning after every action, the decisions judged by what their player knew then, luck "
        "and skill apart: as far as it is made."
    ),
    responses=answers,
)
async def get_review(at: At) -> Review:
    return await told(at)


async def told(at: Place) -> Review:
    content = await at.caller.services.tables.reviews.of(at.table)
    if content is None:
        raise Refusal(N_("Nobody has asked for the review of this game yet."), 404, code="no_review")
    return review_of(at.table, content, at.caller.lang)


def review_of(table: LiveTable, content: dict[str, Any], lang: str) -> Review:
    """A review as far as it is made."""
    match, done, tasks = table.playing, content.get("done", 0), content.get("tasks", 1)
    numbers = {name: content.get(name, []) for name in ("result", "prior", "deal", "luck", "noise", "skill")}
    return Review(
        code=table.code,
        page=f"/t/{table.code}/review",
        game=table.game.name,
        progress=round(done / max(1, tasks), 4),
        finished=done >= tasks,
        preparing=done < tasks and not ready(table.game),
        actors=[step.seat for step in match.steps],
        strokes={int(n): luck for n, luck in content.get("strokes", {}).items()},
        seats=[
            ReviewedSeat(
                seat=int(seat),
                chances=seen["chances"],
                moments=seen["moments"],
                decisions=[decision_of(match, seen["decisions"][n], lang) for n in sorted(seen["decisions"], key=int)],
            )
            for seat, seen in content.get("eyes", {}).items()
        ],
        **numbers,
    )


def decision_of(match: Match, found: dict[str, Any], lang: str) -> Decision:
    """A judged decision, its actions named as its player saw them."""
    seat, n = found["seat"], found["at"]
    view = match.game.hide(match.game.rules.STATE.read(match.steps[n - 1].before), seat)
    people = People(names_in(match, lang), seat)

    def words(action: int) -> str:
        return str(match.table.advise(view, seat, action, lang, people))

    return Decision(
        at=n,
        verdict=found["verdict"],
        action=found["action"],
        notation=match.table.notation(view, seat, found["action"]),
        words=words(found["action"]),
        best=found["best"],
        best_notation=match.table.notation(view, seat, found["best"]),
        best_words=words(found["best"]),
        given=found["given"],
        error=found["error"],
        wins=found["wins"],
        line=[FollowedAction(seat=actor, action=action) for actor, action in found["line"]],
    )
