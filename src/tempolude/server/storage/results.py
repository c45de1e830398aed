"""Results: what is stored of a match for its players' pages, and how it changed their ratings.

They are written with the last action, in its transaction. The players are read from the chairs in that transaction, so
that anyone who left, signed in or was renamed through another process counts as stored.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from logging import getLogger
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, tuple_, update

from tempolude.bots.levels import LEVELS
from tempolude.bots.ratings import Rating, level_ratings

from ..rating import A_DAY, BOTS, LAST, PEOPLE, moved
from .inserting import add_if_new
from .rows import ChairRow, rows
from .schema import chairs, ratings, results, tables

DAY = 24 * 3600.0
ENOUGH = "enough"  # the same people have played enough rated matches for a day
log = getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Play:
    """The result of one seat."""

    rank: int
    score: int | None = None
    moves: int = 0
    stood_in: bool = False  # a bot played most of the match for its player
    pace: Mapping[str, int] = field(default_factory=dict)
    facts: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Finish:
    """A finished match, without its players."""

    code: str
    game: str
    ended: float
    rated: bool
    plays: Sequence[Play]  # by seat
    between: str = ""  # "people": the match was abandoned, and bots are left out of the rating


@dataclass(frozen=True, slots=True)
class ResultRow:
    """The stored result of a seat; schema.py describes the columns."""

    code: str
    seat: int
    name: str
    colour: int
    game: str
    seats: int
    ended: float
    rank: int
    score: int | None
    against: str
    moves: int = 0
    person: str | None = None
    bot: str | None = None
    left: bool = False
    pace: Mapping[str, int] = field(default_factory=dict)
    facts: Mapping[str, int] = field(default_factory=dict)
    scale: str | None = None
    uncounted: str | None = None
    mu: float | None = None
    sigma: float | None = None
    new_mu: float | None = None
    new_sigma: float | None = None

    @property
    def won(self) -> bool:
        return self.rank == 1 and not self.left

    @property
    def before(self) -> Rating | None:
        return None if self.mu is None or self.sigma is None else Rating(self.mu, self.sigma)

    @property
    def after(self) -> Rating | None:
        return None if self.new_mu is None or self.new_sigma is None else Rating(self.new_mu, self.new_sigma)


def finish(connection: Connection, ends: Iterable[Finish]) -> None:
    """Write the results of finished matches; existing ones are not changed."""
    ends = sorted(ends, key=lambda end: end.code)
    codes = [end.code for end in ends]
    there = set(connection.execute(select(results.c.code).where(results.c.code.in_(codes))).scalars())
    kept = select(tables.c.code, tables.c.one_device, tables.c.host).where(tables.c.code.in_(codes))
    about = {code: (one_device, host) for code, one_device, host in connection.execute(kept)}
    found: dict[str, list[ChairRow]] = {code: [] for code in codes}
    theirs = select(chairs).where(chairs.c.code.in_(codes)).order_by(chairs.c.seat)
    for chair in rows(ChairRow, connection.execute(theirs)):
        found[chair.code].append(chair)
    ready = []
    for end in ends:
        if end.code not in there:
            (one_device, host), seats = about[end.code], found[end.code]
            ready.append((end, _of_one(connection, seats, host) if one_device else seats))
    _lock(connection, [(end, seats) for end, seats in ready if end.rated])
    made: list[ResultRow] = []
    for end, seats in ready:
        new = _rows(end, seats)
        if end.rated:
            _add(connection, made)  # matches of the same day count
            made, new = [], rated(connection, end, new, scale_of(seats))
        made += new
    _add(connection, made)


def _add(connection: Connection, made: list[ResultRow]) -> None:
    if made:
        connection.execute(insert(results), [_values(row) for row in made])


def _of_one(connection: Connection, seats: list[ChairRow], host: str) -> list[ChairRow]:
    """The chairs of a table on one device: only the seat under the host's own name counts as the host's."""
    from .store import person_name

    name = person_name(connection, host)
    mine = next((chair.seat for chair in seats if chair.person and chair.name == name), None)
    return [replace(chair, person=chair.person if chair.seat == mine else None) for chair in seats]


def _rows(end: Finish, seats: list[ChairRow]) -> list[ResultRow]:
    """The results without ratings. A player who left comes last, wherever the bot that played on finished."""
    who = [chair.leaver if chair.left else chair.person for chair in seats]
    bots = [chair.bot if chair.bot and not chair.left else None for chair in seats]
    made = []
    for chair, play in zip(seats, end.plays, strict=True):
        people = any(n != chair.seat and not bots[n] for n in range(len(seats)))
        levels = [bot for n, bot in enumerate(bots) if bot and n != chair.seat]
        left = chair.left or (play.stood_in and bots[chair.seat] is None)
        made.append(
            ResultRow(
                code=end.code,
                seat=chair.seat,
                name=chair.name,
                colour=chair.colour,
                game=end.game,
                seats=len(seats),
                ended=end.ended,
                rank=len(seats) if left else play.rank,
                score=play.score,
                against=PEOPLE if people else max(levels, key=strength, default=""),
                moves=play.moves,
                person=who[chair.seat],
                bot=bots[chair.seat],
                left=left,
                pace=play.pace,
                facts=play.facts,
            )
        )
    return made


def strength(level: str) -> int:
    """The index of a level, from the weakest; other bots are below all levels."""
    return list(LEVELS).index(level) if level in LEVELS else -1


def _values(row: ResultRow) -> dict[str, Any]:
    return {name: getattr(row, name) for name in ResultRow.__slots__}


# --- Ratings ---------------------------------------------------------------------


def _lock(connection: Connection, ready: list[tuple[Finish, list[ChairRow]]]) -> None:
    """Lock these people's ratings until the commit, always in the same order, so that processes do not deadlock. People
    without a rating get the initial one."""
    keys = sorted(
        (person, end.game, scale_of(seats))
        for end, seats in ready
        for chair in seats
        if (person := chair.leaver if chair.left else chair.person)
    )
    first = Rating()
    for person, game, scale in dict.fromkeys(keys):
        new = {"person": person, "game": game, "scale": scale, "mu": first.mu, "sigma": first.sigma}
        add_if_new(connection, ratings, {**new, "matches": 0, "at": 0.0})
    if keys:
        theirs = tuple_(ratings.c.person, ratings.c.game, ratings.c.scale).in_(keys)
        order = (ratings.c.person, ratings.c.game, ratings.c.scale)
        connection.execute(select(ratings.c.mu).where(theirs).order_by(*order).with_for_update()).all()


def scale_of(seats: Iterable[ChairRow]) -> str:
    """The scale of a match: several people, even if some left, are rated among people; one alone, against bots."""
    return PEOPLE if sum(chair.bot is None or chair.left for chair in seats) > 1 else BOTS


def rated(connection: Connection, end: Finish, made: list[ResultRow], scale: str) -> list[ResultRow]:
    """The results with their changes of ratings on a scale. Nothing changes if one of the bots was never measured, and
    among the same people only a few times a day. A seat whose player was erased is left out."""
    levels = level_ratings(end.game)
    before: dict[int, Rating] = {}
    for row in made:
        if row.person:
            before[row.seat] = rating_of(connection, row.person, end.game, scale) or Rating()
        elif row.bot and end.between != PEOPLE:
            if row.bot not in levels:
                return made
            before[row.seat] = levels[row.bot]
    people = [row.person for row in made if row.person]
    if len(before) < 2 or not people:
        return made
    uncounted = ENOUGH if scale == PEOPLE and often(connection, people, end.game, end.ended) >= A_DAY else None
    seats = sorted(before)
    after = moved([before[seat] for seat in seats], [LAST if made[seat].left else made[seat].rank for seat in seats])
    new = dict(zip(seats, after, strict=True))
    changed = []
    for row in made:
        was, person = before.get(row.seat), row.person
        if was:
            row = replace(row, scale=scale, mu=was.mu, sigma=was.sigma, uncounted=uncounted)
        if was and person and not uncounted:
            row = replace(row, new_mu=new[row.seat].mu, new_sigma=new[row.seat].sigma)
            _keep(connection, person, end, scale, new[row.seat])
        changed.append(row)
    return changed


def often(connection: Connection, people: Sequence[str], game: str, now: float) -> int:
    """The number of matches of a game that changed the ratings of all these people in the last day."""
    counted = select(results.c.code).where(
        results.c.person.in_(people),
        results.c.game == game,
        results.c.scale == PEOPLE,
        results.c.new_mu.is_not(None),
        results.c.ended > now - DAY,
    )
    together = counted.group_by(results.c.code).having(func.count() == len(people)).subquery()
    return int(connection.execute(select(func.count()).select_from(together)).scalar_one())


def rating_of(connection: Connection, person: str, game: str, scale: str) -> Rating | None:
    mine = ratings.c.person == person, ratings.c.game == game, ratings.c.scale == scale
    found = connection.execute(select(ratings.c.mu, ratings.c.sigma).where(*mine)).first()
    return Rating(found.mu, found.sigma) if found else None


def _keep(connection: Connection, person: str, end: Finish, scale: str, new: Rating) -> None:
    mine = ratings.c.person == person, ratings.c.game == end.game, ratings.c.scale == scale
    counted = {"mu": new.mu, "sigma": new.sigma, "matches": ratings.c.matches + 1, "at": end.ended}
    connection.execute(update(ratings).where(*mine).values(**counted))


def give_up(connection: Connection, code: str, person: str, ended: float) -> None:
    """Write the result of a rated match whose last person leaves, before it is deleted. Alone against bots they come
    last. If the others left before, the last one finishes ahead of them and has not left: nobody has to play on
    alone."""
    table = connection.execute(select(tables.c.game, tables.c.rated).where(tables.c.code == code)).first()
    if table is None or not table.rated:
        return
    found = select(chairs).where(chairs.c.code == code).order_by(chairs.c.seat)
    seats = rows(ChairRow, connection.execute(found))
    among = scale_of(seats) == PEOPLE
    plays = [Play(1 if chair.bot and not chair.left else len(seats)) for chair in seats]
    if among:
        plays = [Play(1 if chair.leaver == person else len(seats)) for chair in seats]
        stays = (chairs.c.code == code) & (chairs.c.leaver == person)
        connection.execute(update(chairs).where(stays).values(person=person, bot=None, left=False, leaver=None))
    finish(connection, [Finish(code, table.game, ended, True, plays, PEOPLE if among else "")])


def unwritten(connection: Connection, after: str, limit: int) -> list[str]:
    """The codes after `after` of finished matches without results, except guided ones, which are lessons."""
    there = select(results.c.code).where(results.c.code == tables.c.code).exists()
    found = select(tables.c.code).where(tables.c.phase == "over", tables.c.code > after, ~tables.c.guided, ~there)
    return list(connection.execute(found.order_by(tables.c.code).limit(limit)).scalars())


# --- Whose they are ------------------------------------------------------------------


def move_results(connection: Connection, guest: str, person: str) -> None:
    """Transfer a guest's results to a person, except at tables where that person sat too. Ratings are not transferred,
    or one could keep only the good ones."""
    unrated = {"scale": None, "uncounted": None, "mu": None, "sigma": None, "new_mu": None, "new_sigma": None}
    sat = select(results.c.code).where(results.c.person == person)
    theirs = results.c.person == guest, results.c.code.not_in(sat)
    connection.execute(update(results).where(*theirs).values(person=person, **unrated))
    connection.execute(delete(ratings).where(ratings.c.person == guest))


def rename_results(connection: Connection, person: str, name: str) -> None:
    shared = select(tables.c.code).where(tables.c.one_device)
    theirs = results.c.person == person, results.c.code.not_in(shared), results.c.name != name
    connection.execute(update(results).where(*theirs).values(name=name))


def clean_results(connection: Connection, before: float, accounts: Any) -> None:
    """Delete results from the week before `before` whose tables are gone and in which none of these people took part: a
    guest's history lasts as long as their tables. Earlier results have been cleaned already."""
    past = results.c.ended < before, results.c.ended > before - 7 * DAY
    lasting = select(results.c.code).where(*past, results.c.person.in_(accounts))
    gone = results.c.code.not_in(select(tables.c.code)), results.c.code.not_in(lasting)
    connection.execute(delete(results).where(*past, *gone))
    connection.execute(delete(ratings).where(ratings.c.at < before, ratings.c.person.not_in(accounts)))
