"""My page: all my matches, statistics and ratings; what others see of it; and the export of my data."""

from __future__ import annotations

import asyncio
import json
import tempfile
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from io import SEEK_END
from typing import IO, Any
from urllib.parse import urlencode
from zipfile import ZIP_DEFLATED, ZipFile

from babel.dates import format_date
from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse, StreamingResponse
from sqlalchemy import Connection, select
from starlette.types import Receive, Scope, Send

from tempolude.bots import levels
from tempolude.engine.game import Game
from tempolude.engine.state import SEATS
from tempolude.engine.wording import ordinal

from ..calling.quiet import clock
from ..http.inputs import number, one_line, read_form
from ..http.reader import Reader
from ..now import now
from ..refusal import N_, Refusal
from ..services import Services
from ..storage.accounts import account_of
from ..storage.calls import MAIL, PUSH, channels_of, quiet_of
from ..storage.components import components_of
from ..storage.entrants import entries_of
from ..storage.exercises import Exercise, count_exercises, exercises_due, exercises_of
from ..storage.people import (
    ALL,
    NOTHING,
    RATINGS,
    Profile,
    Search,
    at_tables,
    first_result,
    habits_of,
    keep_profile,
    last_moved,
    matches_of,
    open_books,
    profile_at,
    profile_of,
    ratings_of,
    result_codes,
    search,
    summaries,
)
from ..storage.recovery import codes_left
from ..storage.results import ENOUGH, ResultRow
from ..storage.reviews import last_reviewed
from ..storage.schema import chairs, says
from ..storage.store import kept, person_name, preferences_of
from ..storage.together import about_others
from ..table.record import record_text
from ..translation import called, say
from ..view.lessons import lessons_from
from ..view.person import (
    PORTRAITS,
    bench_of,
    day_words,
    exported,
    median,
    month,
    movements,
    name_of,
    rated_in,
    vars_of,
    watch_of,
)

ON_A_PAGE = 20  # matches
REVIEWED = 10  # matches whose reviews are summed up
PRACTISED = 6  # exercises offered at once
SPARK = 14  # matches on the line under a watch
RESULTS = ("won", "lost", "left", "rated")
AT_ONCE = 200  # results per query of an export
CHUNK = 64 * 1024  # bytes of a download read at once


@dataclass(frozen=True)
class Practice:
    """The exercises that have come back, those that wait longest first; and those that will."""

    here: list[tuple[Exercise, Game]]
    due: int
    later: int
    following: str  # when the next one comes back


def routes(services: Services) -> APIRouter:
    router = APIRouter()
    guests, store, games = services.guests, services.store, services.tables.games

    @router.api_route("/me", methods=["GET", "HEAD"])
    async def me(request: Request) -> Response:
        person = guests.guest(request)
        found = await store.run(read_person, person, asked(request, games, Reader.of(request).lang))
        profile = found["profile"]
        reviewed = await store.run(last_reviewed, person, REVIEWED)
        return services.page(
            request,
            "me.html",
            **laid_out(request, found, person, mine=True, public=set()),
            lessons=lessons_from(reviewed, games, Reader.of(request).lang),
            practice=await store.run(practice_of, person, games, Reader.of(request).lang),
            name=await guests.name(request),
            account=await store.run(account_of, person),
            shows=profile.shows if profile else NOTHING,
            public=profile.page if profile and profile.shows != NOTHING else "",
            mine=True,
        )

    @router.api_route("/people/{page}", methods=["GET", "HEAD"])
    async def somebody(request: Request, page: str) -> Response:
        """A person's public page; 404 if they show nothing."""
        seen = await store.run(profile_at, page)
        if seen is None:
            raise Refusal(N_("There is nothing at this address."), 404)
        profile, name = seen
        lang = Reader.of(request).lang
        wanted = asked(request, games, lang)
        wanted["search"] = replace(wanted["search"], by_others=True)
        found = await store.run(read_person, profile.person, wanted, profile.shows)
        public = await store.run(
            open_books, [row.person for rows in found["seats"].values() for row in rows if row.person]
        )
        return services.page(
            request,
            "me.html",
            **laid_out(request, found, profile.person, mine=False, public=public),
            name=called(name, lang),
            account=None,
            lessons=None,
            practice=None,
            shows=profile.shows,
            public=page,
            mine=False,
        )

    def laid_out(
        request: Request, found: dict[str, Any], person: str, *, mine: bool, public: set[str]
    ) -> dict[str, Any]:
        """The content of a page from the data read."""
        lang, wanted = Reader.of(request).lang, found["asked"]
        shelf = [games[name] for name in found["summaries"] if name in games]
        shelf.sort(key=lambda game: -found["summaries"][game.name].matches)
        watches = [
            watch_of(
                game,
                found["summaries"][game.name],
                rated_in(game.name, found["ratings"]),
                found["moved"].get(game.name, []),
                median(found["habits"][game.name][0]) if game.name in found["habits"] else None,
                lang,
            )
            for game in shelf
        ]
        chosen = found["chosen"]
        bench = None
        if chosen and chosen in games and found["matches"]:
            bench = bench_of(games[chosen], found["matches"], found["ratings"], found["habits"][chosen], lang)
        since = found["first"]
        return {
            "watches": watches,
            "bench": bench,
            "chosen": chosen,
            "levels": levels(),
            "portraits": PORTRAITS,
            "since": format_date(datetime.fromtimestamp(since, UTC), "MMMM y", locale=lang) if since else "",
            "played": sum(each.matches for each in found["summaries"].values()),
            "wanted": wanted,
            "shelf": shelf,
            "count": found["count"],
            "pages": -(-found["count"] // ON_A_PAGE),
            "list": [listed(row, found, lang, mine=mine, public=public) for row in found["list"]],
            "address": request.url.path,
            "query": urlencode(wanted["again"]),
        }

    def listed(row: ResultRow, found: dict[str, Any], lang: str, *, mine: bool, public: set[str]) -> dict[str, Any]:
        """A match in the list. On a public page, opponents are named only if their own matches are public."""
        game, kept_open = games.get(row.game), found["kept"].get(row.code)
        others = [
            {
                "name": name_of(other, lang) if mine or other.bot or other.person in public else say(lang, "a player"),
                "colour": other.colour,
                "bot": bool(other.bot),
            }
            for other in found["seats"][row.code]
            if other.seat != row.seat
        ]
        score = (
            "" if row.score is None or game is None else say(lang, "{what}: {n}", what=game.score[lang], n=row.score)
        )
        change = ""
        if row.before and row.after:
            moved = round(20 * (row.after.mu - row.before.mu))
            change = f"{moved:+d}".replace("-", "\u2212")
        return {
            "code": row.code,
            "name": row.game,
            "game": game,
            "others": others,
            "rank": row.rank,
            "place": ordinal(row.rank, lang),
            "won": row.won,
            "left": row.left,
            "score": score,
            "when": day_words(row.ended, now(), lang),
            "at": datetime.fromtimestamp(row.ended, UTC).isoformat(timespec="seconds"),
            "replay": kept_open is not None and (mine or kept_open),
            "rated": bool(row.scale) and (mine or bool(kept_open)) and kept_open is not None,
            "change": change,
        }

    @router.post("/me/shows")
    async def shows(request: Request) -> Response:
        """Set what others may see of my page."""
        form = await read_form(request)
        person, what = guests.check(request, form.get("token")), str(form.get("shows", ""))
        if what not in (NOTHING, RATINGS, ALL):
            raise Refusal(N_("Choose what others may see. Nothing has changed."), 400)
        await guests.keep(person, await guests.name(request))
        await store.run(keep_profile, person, what)
        return RedirectResponse("/me#shows", 303)

    @router.api_route("/t/{code}/rating", methods=["GET", "HEAD"])
    async def rating(request: Request, code: str) -> Response:
        """How a match changed ratings, and why; public to anyone with its address, like its result."""
        seats = (await store.run(at_tables, [code]))[code]
        person, lang = guests.known(request), Reader.of(request).lang
        rated = [row for row in seats if row.scale]
        if not rated or seats[0].game not in games:
            raise Refusal(N_("This game was not rated."), 404)
        return services.page(
            request,
            "rating.html",
            game=games[seats[0].game],
            code=code,
            people=rated[0].scale == "people",
            enough=any(row.uncounted == ENOUGH for row in rated),
            moved=movements(seats, person, lang),
            ordinal=lambda rank: ordinal(rank, lang),
        )

    # --- All of mine -------------------------------------------------------------------

    @router.get("/me/export")
    async def export(request: Request) -> Response:
        """Export all my data in one file: `me.json`, and the record of every match that is still stored."""
        person = guests.known(request)
        if person is None:
            raise Refusal(N_("There is nothing of yours here yet."), 404)
        services.limits.check("4 per minute", "export", person)
        file = tempfile.TemporaryFile()  # noqa: SIM115  the response closes it
        try:
            with ZipFile(file, "w", ZIP_DEFLATED) as archive:
                about = await store.run(about_me, person)
                codes = await store.run(result_codes, person)
                for start in range(0, len(codes), AT_ONCE):
                    seats = await store.run(at_tables, codes[start : start + AT_ONCE])
                    for rows in seats.values():
                        about["matches"] += [exported(row, rows) for row in rows if row.person == person]
                for code in codes:
                    found = await store.run(kept, code)
                    if found and found.table.phase == "over" and not found.table.sealed(now()):
                        text = await asyncio.to_thread(record_text, found, games)
                        if text:
                            archive.writestr(f"records/{found.table.game}-{code}.json", text)
                archive.writestr("me.json", json.dumps(about, ensure_ascii=False, indent=1))
        except BaseException:
            file.close()
            raise
        return Download(file, "tempolude.zip", "application/zip")

    return router


class Download(StreamingResponse):
    """Sends a temporary file and closes it in any case. Such a file has no name, so it is gone when it is closed, or
    when the server is killed meanwhile."""

    def __init__(self, file: IO[bytes], name: str, media_type: str) -> None:
        size = file.seek(0, SEEK_END)
        file.seek(0)
        headers = {
            "Content-Length": str(size),
            "Content-Disposition": f'attachment; filename="{name}"',
            "Cache-Control": "no-store",
        }
        super().__init__(iter(partial(file.read, CHUNK), b""), headers=headers, media_type=media_type)
        self._file = file

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._file:
            await super().__call__(scope, receive, send)


def asked(request: Request, games: dict[str, Game], lang: str) -> dict[str, Any]:
    """The query of the address: game and search. Invalid values are ignored."""
    query = request.query_params
    name = one_line(query.get("who", ""), 40)
    chosen = query.get("game", "")
    result = query.get("result", "")
    seats, page = number(query.get("seats"), SEATS), number(query.get("page"), 10_000)
    picked = tuple(game for game in query.getlist("of") if game in games)
    bots = tuple(
        level.key
        for level in levels()
        if name and any(name.casefold() in words.casefold() for words in level.name.values())
    )
    since, until = query.get("since", ""), query.get("until", "")
    again = [("who", name), ("result", result), ("seats", query.get("seats", "")), ("since", since), ("until", until)]
    kept_query = [(key, value) for key, value in again if value] + [("of", game) for game in picked]
    return {
        "search": Search(
            picked,
            name,
            bots,
            result if result in RESULTS else "",
            seats or None,
            month(since),
            month(until, end=True),
        ),
        "chosen": chosen if chosen in games else "",
        "page": max(1, page or 1),
        "who": name,
        "result": result if result in RESULTS else "",
        "seats": seats or "",
        "since": since if month(since) is not None else "",
        "until": until if month(until) is not None else "",
        "of": picked,
        "again": kept_query,
        "searching": bool(kept_query),
    }


def read_person(connection: Connection, person: str, wanted: dict[str, Any], shows: str = ALL) -> dict[str, Any]:
    """All data for a page, in one transaction; without matches if the person shows only their ratings."""
    summary, profile = summaries(connection, person), profile_of(connection, person)
    mine = ratings_of(connection, person)
    most = max(summary, key=lambda name: summary[name].matches, default="")
    chosen = wanted["chosen"] if wanted["chosen"] in summary else most
    found: dict[str, Any] = {
        "asked": wanted,
        "summaries": summary,
        "profile": profile,
        "ratings": mine,
        "first": first_result(connection, person),
        "chosen": chosen,
        "moved": {
            name: last_moved(connection, person, name, rated.scale, SPARK)
            for name in summary
            if (rated := rated_in(name, mine))
        },
        "habits": {},
        "matches": [],
        "count": 0,
        "list": [],
        "seats": {},
        "kept": {},
    }
    if shows == ALL:
        found["habits"] = {name: habits_of(connection, person, name) for name in summary}
        found["matches"] = matches_of(connection, person, chosen) if chosen else []
        start = (wanted["page"] - 1) * ON_A_PAGE
        listed = search(connection, person, wanted["search"], ON_A_PAGE, start)
        found["count"], found["list"], found["seats"], found["kept"] = listed
    return found


def practice_of(connection: Connection, person: str, games: dict[str, Game], lang: str) -> Practice | None:
    """The exercises of a person that have come back; None if they have none at all."""
    at = now()
    due, later, following = count_exercises(connection, person, at)
    if not due and not later:
        return None
    here = [(each, games[each.game]) for each in exercises_due(connection, person, at, PRACTISED) if each.game in games]
    return Practice(here, due, later, day_words(following, at, lang) if following else "")


def about_me(connection: Connection, person: str) -> dict[str, Any]:
    """The stored data of a person, without their matches."""
    profile, liked = profile_of(connection, person), preferences_of(connection, person)
    quiet, channels = quiet_of(connection, person), channels_of(connection, person)
    mine = select(says.c.code, says.c.text, says.c.at).join(
        chairs, (chairs.c.code == says.c.code) & (chairs.c.seat == says.c.seat)
    )
    spoken = connection.execute(mine.where(chairs.c.person == person).order_by(says.c.at))
    return {
        "name": person_name(connection, person),
        "account": account_of(connection, person),
        "shows": profile.shows if isinstance(profile, Profile) else NOTHING,
        "preferences": {"pace": liked.pace, "confirm": liked.confirm} if liked else None,
        "ratings": [
            {"game": each.game, "scale": each.scale, "matches": each.matches, **vars_of(each.rating)}
            for each in ratings_of(connection, person).values()
        ],
        "calls": {
            "browsers": [{"endpoint": each.address, "since": each.made} for each in channels if each.kind == PUSH],
            "mail": [{"address": each.address, "turns": each.calls} for each in channels if each.kind == MAIL],
            "quiet": quiet and {"from": clock(quiet.start), "to": clock(quiet.end), "zone": quiet.zone},
        },
        "exercises": [each._asdict() for each in exercises_of(connection, person)],
        "recovery_codes": codes_left(connection, person),
        "said": [{"table": row.code, "at": row.at, "text": row.text} for row in spoken],
        "decks": [
            {"game": deck.game, "option": deck.option, "name": deck.name, "csv": deck.csv}
            for deck in components_of(connection, person)
        ],
        **about_others(connection, person),
        **entries_of(connection, person),
        "matches": [],
    }
