"""Queries for a person's page: matches, statistics and ratings. Statements for `Store.run`, as in store.py."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, case, func, insert, or_, select, update

from tempolude.bots.ratings import Rating

from ..letters import random_letters
from ..rating import PEOPLE, shown
from .results import ResultRow
from .rows import rows
from .schema import people, profiles, ratings, results, tables

PAGE = 12  # letters of a public page's address
NOTHING, RATINGS, ALL = "nothing", "ratings", "all"  # what others may see of a page
RECENT = 100  # matches over which pace and facts are summed


@dataclass(frozen=True)
class Rated:
    """A person's rating in a game, on one scale."""

    game: str
    scale: str
    rating: Rating
    matches: int
    at: float


@dataclass(frozen=True)
class Summary:
    """A summary of a person's matches of a game."""

    game: str
    matches: int
    wins: int


@dataclass(frozen=True)
class Ended:
    """A person's match, for charts."""

    code: str
    ended: float
    rank: int
    left: bool
    seats: int
    score: int | None
    against: str
    scale: str | None
    new_mu: float | None
    new_sigma: float | None

    @property
    def won(self) -> bool:
        return self.rank == 1 and not self.left


@dataclass(frozen=True)
class Search:
    """A search in a person's matches; empty fields match everything."""

    games: tuple[str, ...] = ()
    name: str = ""  # part of an opponent's name
    bots: tuple[str, ...] = ()  # levels of bots that `name` may also mean
    result: str = ""  # won, lost, left or rated
    seats: int | None = None
    since: float | None = None
    before: float | None = None
    by_others: bool = False  # the searcher must not find names that they may not see


@dataclass(frozen=True)
class Profile:
    """What a person shows to others, and at which address."""

    person: str
    page: str
    shows: str


def first_result(connection: Connection, person: str) -> float | None:
    """When the first of a person's matches ended."""
    return connection.execute(select(func.min(results.c.ended)).where(results.c.person == person)).scalar()


def summaries(connection: Connection, person: str) -> dict[str, Summary]:
    """The summaries of a person's matches, by game."""
    won = func.sum(case(((results.c.rank == 1) & ~results.c.left, 1), else_=0))
    found = select(results.c.game, func.count(), won).where(results.c.person == person).group_by(results.c.game)
    return {row[0]: Summary(row[0], int(row[1]), int(row[2])) for row in connection.execute(found)}


def ratings_of(connection: Connection, person: str) -> dict[tuple[str, str], Rated]:
    """A person's ratings, by game and scale."""
    found = connection.execute(select(ratings).where(ratings.c.person == person, ratings.c.matches > 0))
    return {
        (row.game, row.scale): Rated(row.game, row.scale, Rating(row.mu, row.sigma), row.matches, row.at)
        for row in found
    }


def matches_of(connection: Connection, person: str, game: str) -> list[Ended]:
    """All of a person's matches of a game, the earliest first."""
    columns = [results.c[name] for name in Ended.__dataclass_fields__]
    found = select(*columns).where(results.c.person == person, results.c.game == game).order_by(results.c.ended)
    return [Ended(*row) for row in connection.execute(found)]


def last_moved(connection: Connection, person: str, game: str, scale: str, limit: int) -> list[float]:
    """A person's rating in a game after each of the last matches that changed it, the earliest first."""
    mine = results.c.person == person, results.c.game == game, results.c.scale == scale, results.c.new_mu.is_not(None)
    found = select(results.c.new_mu).where(*mine).order_by(results.c.ended.desc()).limit(limit)
    return [float(mu) for mu in connection.execute(found).scalars()][::-1]


def habits_of(connection: Connection, person: str, game: str) -> tuple[dict[int, int], dict[str, int], int]:
    """Habits in a person's last matches of a game: the numbers of moves by seconds, the sums of facts by name, and the
    number of matches."""
    mine = results.c.person == person, results.c.game == game
    found = select(results.c.pace, results.c.facts).where(*mine).order_by(results.c.ended.desc()).limit(RECENT)
    pace: dict[int, int] = {}
    facts: dict[str, int] = {}
    matches = 0
    for row in connection.execute(found):
        matches += 1
        for second, moves in row.pace.items():
            pace[int(second)] = pace.get(int(second), 0) + moves
        for name, n in row.facts.items():
            facts[name] = facts.get(name, 0) + n
    return pace, facts, matches


def search(
    connection: Connection, person: str, wanted: Search, limit: int, offset: int
) -> tuple[int, list[ResultRow], dict[str, list[ResultRow]], dict[str, bool]]:
    """The number of matches found; some of them, the latest first; everybody's results at those tables; and which
    tables are still stored, with whether they were open to all."""
    where = [results.c.person == person, *_wanted(wanted)]
    count = int(connection.execute(select(func.count()).select_from(results).where(*where)).scalar_one())
    found = select(results).where(*where).order_by(results.c.ended.desc(), results.c.code).limit(limit).offset(offset)
    mine = rows(ResultRow, connection.execute(found))
    codes = [row.code for row in mine]
    return count, mine, at_tables(connection, codes), kept_tables(connection, codes)


def _wanted(wanted: Search) -> list[ColumnElement[bool]]:
    where: list[ColumnElement[bool]] = []
    if wanted.games:
        where.append(results.c.game.in_(wanted.games))
    if wanted.name or wanted.bots:
        other = results.alias("other")
        called: list[ColumnElement[bool]] = [other.c.bot.in_(wanted.bots)] if wanted.bots else []
        if wanted.name:
            lowered = func.lower(other.c.name).contains(wanted.name.lower(), autoescape=True)
            written = other.c.name.contains(wanted.name, autoescape=True)  # SQLite lowercases only A to Z
            named = other.c.bot.is_(None) & (lowered | written)  # bots are found by their level
            shown_ = select(profiles.c.person).where(profiles.c.shows == ALL)
            called.append(named & other.c.person.in_(shown_) if wanted.by_others else named)
        beside = other.c.code == results.c.code, other.c.seat != results.c.seat
        where.append(select(other.c.seat).where(*beside, or_(*called)).exists())
    won = (results.c.rank == 1) & ~results.c.left
    asked = {"won": won, "lost": ~won, "left": results.c.left, "rated": results.c.new_mu.is_not(None)}
    if wanted.result in asked:
        where.append(asked[wanted.result])
    if wanted.seats is not None:
        where.append(results.c.seats == wanted.seats)
    if wanted.since is not None:
        where.append(results.c.ended >= wanted.since)
    if wanted.before is not None:
        where.append(results.c.ended < wanted.before)
    return where


def at_tables(connection: Connection, codes: Sequence[str]) -> dict[str, list[ResultRow]]:
    """Everybody's results at some tables, by seat."""
    found = select(results).where(results.c.code.in_(codes)).order_by(results.c.code, results.c.seat)
    seats: dict[str, list[ResultRow]] = {code: [] for code in codes}
    for row in rows(ResultRow, connection.execute(found)) if codes else ():
        seats[row.code].append(row)
    return seats


def kept_tables(connection: Connection, codes: Sequence[str]) -> dict[str, bool]:
    """Which of these tables are still stored, and whether they were open to all."""
    found = select(tables.c.code, tables.c.open).where(tables.c.code.in_(codes))
    return {row.code: bool(row.open) for row in connection.execute(found)} if codes else {}


def result_codes(connection: Connection, person: str) -> list[str]:
    """The codes of all of a person's matches, the latest first."""
    found = select(results.c.code).where(results.c.person == person).order_by(results.c.ended.desc())
    return list(connection.execute(found).scalars())


def ranges(connection: Connection, game: str, persons: Collection[str]) -> dict[str, str]:
    """The rating ranges of people in a game, on the people's scale; the default range for those without a rating."""
    theirs = ratings.c.game == game, ratings.c.scale == PEOPLE, ratings.c.person.in_(persons)
    known = {row.person: Rating(row.mu, row.sigma) for row in connection.execute(select(ratings).where(*theirs))}
    return {person: span(known.get(person, Rating())) for person in persons}


def span(rating: Rating) -> str:
    """A rating as a range.

    >>> span(Rating(25, 1))
    '1460–1540'
    """
    seen = shown(rating)
    return f"{seen.low}–{seen.high}"


# --- What others may see ---------------------------------------------------------------


def profile_of(connection: Connection, person: str) -> Profile | None:
    row = connection.execute(select(profiles).where(profiles.c.person == person)).first()
    return Profile(row.person, row.page, row.shows) if row else None


def profile_at(connection: Connection, page: str) -> tuple[Profile, str] | None:
    """The profile at an address and its person's name, if they show anything."""
    seen = profiles.c.page == page, profiles.c.shows != NOTHING
    found = select(profiles, people.c.name).join(people, people.c.id == profiles.c.person).where(*seen)
    row = connection.execute(found).first()
    return (Profile(row.person, row.page, row.shows), row.name) if row else None


def open_books(connection: Connection, persons: Collection[str]) -> set[str]:
    """Those of these people whose matches are public."""
    found = select(profiles.c.person).where(profiles.c.person.in_(persons), profiles.c.shows == ALL)
    return set(connection.execute(found).scalars()) if persons else set()


def keep_profile(connection: Connection, person: str, shows: str) -> None:
    """Set what others may see of a person's page. If nothing was shown before, it gets a new address, so that the old
    one does not work again."""
    before = profile_of(connection, person)
    page = random_letters(PAGE)
    if before is None:
        connection.execute(insert(profiles).values(person=person, page=page, shows=shows))
        return
    values: dict[str, Any] = {"shows": shows} | ({"page": page} if before.shows == NOTHING else {})
    connection.execute(update(profiles).where(profiles.c.person == person).values(**values))
