"""Rated tables: their requirements, and who may join.

A rated match must end, and be fair: players have a clock, there are no custom cards and no hints, and programs do not
play. Among people everybody needs an account, so that nobody can shed a rating with a cookie.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, select

from tempolude.bots.ratings import level_ratings
from tempolude.engine.game import Game

from ..refusal import N_, Offer, Refusal
from ..storage.accounts import account_of
from ..storage.people import ranges
from ..storage.schema import chairs, tables
from ..storage.store import Store
from .clocks import Clock
from .results import own

if TYPE_CHECKING:
    from .live_table import LiveTable


async def check_friends(store: Store, person: str, options: Mapping[str, Any], clock: Clock, one_device: bool) -> None:
    """Raise a Refusal if a table for friends cannot be rated with this setup, or not by this person."""
    if one_device:
        raise Refusal(N_("A table on one device cannot be rated. Nothing has changed."), 400)
    if not clock.runs:
        raise Refusal(N_("A rated game needs a clock: choose a time to think. Nothing has changed."), 400)
    check_options(options)
    await check_person(store, person)


def check_bots(game: Game, options: Mapping[str, Any], levels: Iterable[str]) -> None:
    """Raise a Refusal if a match against these bots cannot be rated."""
    check_options(options)
    if not set(levels) <= level_ratings(game.name).keys():
        raise Refusal(N_("This bot level has no rating in this game yet, so the game cannot be rated."), 400)


def check_options(options: Mapping[str, Any]) -> None:
    if own(dict(options)):
        raise Refusal(N_("A rated game is played with the cards and boards everybody has. Nothing has changed."), 400)


async def check_person(store: Store, person: str) -> None:
    """Raise a Refusal if a person has no account."""
    if await store.run(account_of, person) is None:
        raise Refusal(
            N_("Rated games with others need a name and a password, so that a rating stays yours."),
            403,
            offer=Offer("/me/keep", N_("Choose a name and a password")),
        )


def unfinished(connection: Connection, person: str, game: str) -> str | None:
    """A person's unfinished rated match against bots. Only one is allowed, or nobody would ever have to lose."""
    mine = select(chairs.c.code).where(chairs.c.person == person)
    others = select(chairs.c.code).where(chairs.c.person.is_not(None), chairs.c.person != person)
    alone = tables.c.code.in_(mine), tables.c.code.not_in(others.where(chairs.c.code.in_(mine)))
    found = select(tables.c.code).where(tables.c.phase == "playing", tables.c.rated, tables.c.game == game, *alone)
    return connection.execute(found.order_by(tables.c.created)).scalar()


async def seated_ratings(store: Store, table: LiveTable) -> dict[int, str]:
    """The rating ranges of the people at a rated table, by seat."""
    who = {chair.person: chair.seat for chair in table.chairs if chair.person}
    found = await store.run(ranges, table.game.name, list(who))
    return {who[person]: words for person, words in found.items()}


def no_hints() -> Refusal:
    return Refusal(N_("There are no hints in rated games, tournaments and daily deals."), 403, code="rated")


def no_programs() -> Refusal:
    return Refusal(
        N_("Rated games, tournaments and daily deals are played in the browser, not by programs."), 403, code="rated"
    )
