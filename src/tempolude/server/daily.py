"""The daily deal: one game a day by rotation, the same deal and the same bots for everybody, one try each.

The seed of a day follows from a secret that only the database holds, so nobody knows a deal before its day. Until the
end of the day after, when nobody can play it any more, a table is shown to its player only and keeps its seed.
Days are UTC.
"""

from __future__ import annotations

import hmac
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from logging import getLogger
from typing import Any

from tempolude.engine.game import Game

from .letters import random_letters
from .now import now
from .storage.daily import daily_secret, deal_of, earlier_deals, keep_deal, running_tries, take_try, tries_at, week_of
from .storage.rows import DealRow, TryRow
from .table.beginning import begun
from .table.chairs import USUAL, Chair, with_bots
from .table.option_form import usual
from .table.tables import CODE, Tables, new_table

WEEK = 7
EARLIER = 14  # days whose boards are offered
log = getLogger(__name__)


@dataclass(frozen=True)
class Place:
    """A line of the board."""

    place: int | None  # none: not finished
    row: TryRow
    playing: bool = False


@dataclass(frozen=True)
class Card:
    """What the lobby shows: today's deal, how many have played it, and one's own week."""

    deal: DealRow
    game: Game
    mine: TryRow | None
    played: int
    won: int
    week: list[tuple[date, TryRow | None]]


class Daily:
    """The daily deals."""

    def __init__(self, tables: Tables) -> None:
        self.tables, self.store = tables, tables.store
        self._deal: DealRow | None = None
        self._failed = ""  # the day whose game could not begin

    def today(self) -> str:
        return datetime.fromtimestamp(now(), UTC).date().isoformat()

    async def deal(self) -> DealRow | None:
        """Today's; settled by whoever asks first. None on an empty shelf, or if its game cannot be played."""
        day = self.today()
        if self._deal is None or self._deal.day != day:
            found = await self.store.run(deal_of, day)
            if found is None and self.tables.games and self._failed != day:
                found = await self._dealt(day)
            self._deal = found
        return self._deal if self._deal and self._deal.game in self.tables.games else None

    async def _dealt(self, day: str) -> DealRow | None:
        """A day's deal, made now. A game that cannot begin as it is usually played must not take the lobby with it."""
        try:
            new = self._new(day)
        except Exception:
            log.exception("there is no daily deal today: %s cannot begin", self.game_of(day).name)
            self._failed = day
            return None
        return await self.store.run(keep_deal, new)

    def game_of(self, day: str) -> Game:
        """Which game it is on a day: each in turn."""
        names = sorted(self.tables.games)
        return self.tables.games[names[date.fromisoformat(day).toordinal() % len(names)]]

    def _new(self, day: str) -> DealRow:
        game = self.game_of(day)
        seats = usual(game)
        match = begun(game, seats, game.settle(seats, {}))
        kept = {name: match[name] for name in ("rules_version", "options", "data")}
        return DealRow(day, game.name, seats, USUAL, kept)

    async def play(self, person: str, name: str) -> str | None:
        """The code of the table where somebody has their one try; None if there is no deal today."""
        deal = await self.deal()
        if deal is None:
            return None
        code = random_letters(CODE)
        game = self.tables.games[deal.game]
        seed = seed_of(await self.store.run(daily_secret), deal)
        row = new_table(code, game, deal.begun["options"], person, seed)
        row = replace(row, phase="playing", day=deal.day, **deal.begun)
        chairs = [Chair(0, 1, name, person), *(Chair(seat, seat + 1) for seat in range(1, deal.seats))]
        rows = [chair.row(code) for chair in with_bots(chairs, deal.level)]
        self.tables.bot_pool.warm()
        return await self.store.run(take_try, TryRow(deal.day, person, code, name), row, rows)

    async def board(self, day: str) -> list[Place]:
        """Who played a deal, the best first: by rank at the table, then by score. Equal ones share a place."""
        found = await self.store.run(tries_at, [day])
        running = await self.store.run(running_tries, day)
        done = sorted((row for row in found if row.rank is not None), key=lambda row: (*key(row), row.ended or 0.0))
        keys = [key(row) for row in done]
        places = [Place(keys.index(key(row)) + 1, row) for row in done]
        others = sorted((row for row in found if row.rank is None), key=lambda row: row.name)
        return places + [Place(None, row, row.at in running) for row in others]

    async def earlier(self) -> list[DealRow]:
        return await self.store.run(earlier_deals, self.today(), EARLIER)

    async def card(self, person: str | None) -> Card | None:
        """What the lobby shows."""
        deal = await self.deal()
        if deal is None:
            return None
        today = date.fromisoformat(deal.day)
        days = [today - timedelta(days=ago) for ago in reversed(range(WEEK))]
        found, played, won = await self.store.run(week_of, [day.isoformat() for day in days], person)
        mine = {row.day: row for row in found}
        week = [(day, mine.get(day.isoformat())) for day in days]
        return Card(deal, self.tables.games[deal.game], mine.get(deal.day), played, won, week)


def key(row: TryRow) -> tuple[Any, ...]:
    return row.rank or 0, -(row.score or 0)


def seed_of(secret: str, deal: DealRow) -> int:
    """The seed of a day. Without the secret it cannot be told, nor the secret from it.

    >>> a, b = (DealRow(day, "timeline", 4, "regular", {}) for day in ("2026-11-16", "2026-11-17"))
    >>> seed_of("a secret", a) == seed_of("a secret", a), seed_of("a secret", a) == seed_of("a secret", b)
    (True, False)
    """
    return int.from_bytes(hmac.digest(secret.encode(), f"{deal.day} {deal.game}".encode(), sha256))
