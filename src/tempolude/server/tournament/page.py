"""What the pages of a tournament show: its rounds, the tables of this one, the standings; the same for everybody."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tempolude.engine.errors import TempoludeError
from tempolude.engine.game import Game
from tempolude.engine.state import SPECTATOR, may_see
from tempolude.engine.table import People

from ..now import now
from ..refusal import Refusal
from ..storage.rows import EntrantRow, RoundRow
from ..storage.tournaments import Tournament
from ..table.chairs import level_name
from ..table.live_table import LiveTable
from ..table.tables import Tables
from ..translation import called, names, say
from .pairing import table_sizes
from .standings import Played, Standing, rounds_needed, standings
from .tournaments import colours, played

DIALS = 9  # rounds that are drawn; of more, a number says how far it is
ON_THE_WALL = 12  # lines of the standings that can be read from afar
MINUTE = 60


@dataclass(frozen=True)
class Seat:
    """Who sits at a table, and what the table was worth to them."""

    name: str
    colour: int
    entrant: int | None  # none: a bot
    points: float | None = None
    won: bool = False
    left: bool = False


@dataclass(frozen=True)
class Board:
    """A table of the round."""

    number: int
    code: str
    seats: list[Seat]
    done: bool
    where: str  # how far it is
    words: str  # whose turn it is, or who won
    asked: frozenset[int | None] = frozenset()  # the entrants whose turn it is


@dataclass(frozen=True)
class StandingLine:
    """A line of the standings."""

    standing: Standing
    entrant: EntrantRow
    name: str
    points: str
    met: str


@dataclass(frozen=True)
class Hall:
    """A tournament in one language."""

    found: Tournament
    game: Game
    boards: list[Board]
    lines: list[StandingLine]
    rounds: int  # in all, as far as it is known
    most: float  # points that can have been won
    bots: int  # seats that bots have, or would have
    wait: float | None  # seconds until the next round

    @property
    def done(self) -> int:
        return sum(board.done for board in self.boards)

    def board_of(self, number: int | None) -> Board | None:
        """The table where somebody sits in this round."""
        return next((b for b in self.boards if number and number in {seat.entrant for seat in b.seats}), None)

    @property
    def columns(self) -> int:
        """In which the tables are laid out on a wall."""
        return 2 if len(self.boards) <= 2 else 3 if len(self.boards) <= 9 else 4


async def hall(found: Tournament, tables: Tables, game: Game, lang: str) -> Hall:
    """What is shown of a tournament."""
    row, of = found.row, played(found)
    who = {entrant.number: entrant for entrant in found.entrants}
    boards = [await _board(table, who, found, tables, lang) for table in found.current]
    people = len(found.active)
    free = len(table_sizes(people, row.seats)) * row.seats - people if people else 0
    ended = max((table.round for table in of if table.ranks), default=0)
    return Hall(
        found=found,
        game=game,
        boards=boards,
        lines=_lines(found, of, lang),
        rounds=row.rounds or max(row.round, rounds_needed(people, row.seats)),
        most=max(1, ended * row.seats),
        bots=free if not found.running else sum(seat is None for table in found.current for seat in table.seats),
        wait=None if row.due is None else max(0.0, row.due - now()),
    )


def _lines(found: Tournament, of: Sequence[Played], lang: str) -> list[StandingLine]:
    who = {entrant.number: entrant for entrant in found.entrants}
    return [
        StandingLine(
            standing,
            who[standing.number],
            called(who[standing.number].name, lang),
            halves(standing.points),
            decimal(float(standing.met), lang),
        )
        for standing in standings(who, of)
    ]


def halves(points: float) -> str:
    """Points as they are written.

    >>> halves(7.0), halves(7.5), halves(0.5), halves(0.0)
    ('7', '7½', '½', '0')
    """
    whole = int(points)
    return f"{whole or ''}½" if points != whole else str(whole)


def decimal(number: float, lang: str) -> str:
    """
    >>> decimal(7.25, "en"), decimal(7.25, "fr")
    ('7.2', '7,2')
    """
    text = f"{number:.1f}"
    return text.replace(".", ",") if lang == "fr" else text


async def _board(table: RoundRow, who: dict[int, EntrantRow], found: Tournament, tables: Tables, lang: str) -> Board:
    people = [who.get(number) if number else None for number in table.seats]
    of = Played(table.round, table.seats, *((table.result["ranks"], table.result["left"]) if table.result else ()))
    worth = of.points()
    bot = level_name(found.row.level, lang).capitalize()
    seats = [
        Seat(
            called(entrant.name, lang) if entrant else bot,
            colour,
            entrant.number if entrant else None,
            worth.get(entrant.number) if entrant else None,
            bool(of.ranks) and of.ranks is not None and of.ranks[seat] == 1,
            seat in of.left or bool(entrant and entrant.left and table.result is None),
        )
        for seat, (entrant, colour) in enumerate(zip(people, colours(people), strict=True))
    ]
    if table.result is None:
        return await _running(table, seats, tables, lang)
    first = [seat.name for seat in seats if seat.won]
    won = say(lang, "{who} wins") if len(first) == 1 else say(lang, "{who} share the victory")
    words = won.format(who=names(lang, first)) if first else say(lang, "It was not finished.")
    return Board(table.number, table.at, seats, True, say(lang, "over"), words)


async def _running(table: RoundRow, seats: list[Seat], tables: Tables, lang: str) -> Board:
    """A table that is being played; what cannot be read any more is shown without how far it is."""
    try:
        live = await tables.get(table.at)
    except (Refusal, TempoludeError):
        return Board(table.number, table.at, seats, False, "", "")
    waiting = live.playing.waiting
    asked = [seats[seat].name for seat in waiting]
    words = say(lang, "{name}’s turn", name=asked[0]) if len(asked) == 1 else say(lang, "several choose at once")
    heard = frozenset(seats[seat].entrant for seat in waiting)
    return Board(table.number, table.at, seats, False, heading(live, lang), words if asked else "", heard)


def heading(table: LiveTable, lang: str) -> str:
    """How far a match is: the last heading that everybody can read in its log."""
    match = table.playing
    people = People([called(name, lang) for name in match.names_in(lang)], SPECTATOR)
    for step in range(len(match.steps), -1, -1):
        for event in reversed(match.events_of(step)):
            if may_see(event.seen_by, SPECTATOR):
                line = match.tell(step, event, lang, people)
                if line is not None and line.heading:
                    return str(line)
    return ""
