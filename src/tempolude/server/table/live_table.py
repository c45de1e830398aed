"""A table in memory: its match, and what plays it: the log's one writer, the clocks and the bots.

The log of actions in the database is the truth. An action is checked, committed with the next number, and only then
done and shown (writer.py). Who sits where is in gathering.py, what goes out to those who look in broadcast.py.
Everything here runs in one event loop.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from logging import getLogger
from typing import Any

from tempolude.engine.errors import BadData, BadOption, OtherRules
from tempolude.engine.game import Game
from tempolude.engine.guide import Telling
from tempolude.engine.match import UNDO, Match

from .. import wire
from ..now import now
from ..refusal import N_, Offer, Refusal
from ..settings import Settings
from ..storage.rows import ActionRow, Changes, Kept
from ..storage.store import Store, note_due
from ..view.page import SeatedPlayer
from ..view.pages import Pages
from .bot_pool import BotPool
from .bots import Thinking
from .broadcast import Broadcast
from .chairs import STAND_IN, Chair, chairs_of
from .clocks import Clock, Watch
from .connection import Notifier
from .course import Course, first_match
from .gathering import Gathering
from .leases import Leases
from .peers import Peers
from .results import Timed, timed
from .writer import Writer

log = getLogger(__name__)


@dataclass(frozen=True)
class Shared:
    """What all tables share."""

    pages: Pages
    store: Store
    bot_pool: BotPool
    notifier: Notifier
    settings: Settings
    leases: Leases
    peers: Peers


@dataclass(frozen=True)
class Damage:
    """Where a log cannot be followed any further, and why."""

    n: int
    reason: str


class LiveTable:
    """A table. `match` is None while players gather."""

    def __init__(self, kept: Kept, game: Game, shared: Shared) -> None:
        self.game, self.shared, self.store = game, shared, shared.store
        self.kept, self.code = kept.table, kept.table.code
        self.broadcast = Broadcast(self, kept.says, {chair.seat: chair.seen for chair in kept.chairs})
        self.gathering = Gathering(self, chairs_of(kept))
        self.lock = asyncio.Lock()
        self.touched = now()
        self.played = False  # since the last sweep
        self.gone = False  # it is kept no more: nobody can come
        self.stale = False  # what is kept may have changed: it is to be read again
        self.closed = False  # it is not in memory any more: whatever still runs must not go on
        self.alarm: asyncio.TimerHandle | None = None  # rings when the next clock has run out
        self.match: Match | None = None
        self.telling: Telling | None = None
        self.damage: Damage | None = None
        if not self.kept.readable:
            self._damaged(0, "its options or its result are no JSON")
        elif self.kept.phase != "gathering":
            self._read(kept.actions)

    @property
    def playing(self) -> Match:
        if self.match is None:
            raise Refusal(N_("The game has not started yet."), code="not_begun")
        return self.match

    @property
    def version(self) -> int:
        return len(self.playing.log)

    @property
    def asked(self) -> list[int]:
        """Since which action each seat has had its decision before it."""
        return self.course.asked

    @property
    def over(self) -> bool:
        return self.match is not None and self.match.over

    @property
    def busy(self) -> bool:
        return self.lock.locked() or (self.match is not None and self.writer.busy)

    @property
    def chairs(self) -> list[Chair]:
        return self.gathering.chairs

    def seat_of(self, person: str | None, wanted: str = "") -> int:
        return self.gathering.seat_of(person, wanted)

    # --- Following the log -------------------------------------------------------------

    async def begin(self) -> None:
        """The match begins, which is kept already."""
        self._read([])
        await self.note_due()
        self.wake()

    def _read(self, actions: list[ActionRow]) -> None:
        """Follow the log from the beginning, as far as it can be followed."""
        try:
            self._begin()
        except (OtherRules, BadOption, BadData):
            raise  # the log is whole, but not for what is installed here
        except Exception as error:
            self.match = None
            self._damaged(0, str(error), error)
            return
        for n, row in enumerate(actions):
            if not self.follow(row):
                damage, self.damage = self.damage, None
                self._read(actions[:n])  # as it was before what cannot have been
                self.damage = damage
                self.close()
                return
        self._wind()

    def _begin(self) -> None:
        """The match before the first action."""
        self.match = first_match(self.game, self.kept, self.chairs)
        self.course, self.writer = Course(self.match), Writer(self, self.store)
        self.players = self._players()
        self.thinking = Thinking(self, self.shared.bot_pool)
        self.clock = Clock.read(self.kept.clock)
        self.watch = Watch(self.clock, len(self.chairs))
        self.at = self.kept.begun or self.kept.created  # the time of the last action
        self.times: list[Timed] = []  # of every action
        self.ahead = max(0.0, self.at - now())
        self.watch.run(self.match.waiting, self.at)
        guide = self.game.guide if self.kept.guided else None
        self.telling = Telling(guide, self.match) if guide else None

    def _players(self) -> list[SeatedPlayer]:
        return [SeatedPlayer(chair.seat, chair.name, chair.colour) for chair in self.chairs]

    def renamed(self) -> None:
        """Players have other names: all who look are shown them at once."""
        self.playing.names[:] = [chair.name for chair in self.chairs]  # which its forks share
        self.players = self._players()
        self.broadcast.renamed()

    def follow(self, row: ActionRow, ahead: Course | None = None) -> bool:
        """Do the next action of the log, which a fork of the match may have done; False if it cannot be followed."""
        if self.damage:
            return False
        if row.n != self.version:
            return self._damaged(self.version, f"the next action in it is number {row.n}")
        try:
            since = self.asked[row.seat]
            self.course.follow(row.seat, row.action, ahead)
        except Exception as error:
            return self._damaged(row.n, str(error), error)
        self.at = max(self.at, row.at)  # times never decrease, whatever the wall clock said
        self.times.append(timed(row, since, self.at))
        self.ahead = max(self.ahead, self.at - now())
        if row.action == UNDO:
            self.watch.took_back(row.seat)
        else:
            self.watch.acted(row.seat, self.at, row.stood_in)
        self.watch.run(self.playing.waiting, self.at)
        if row.move:
            self.writer.moves[row.seat, row.move] = row.n
        return True

    def _damaged(self, n: int, reason: str, error: Exception | None = None) -> bool:
        """The log cannot be followed from action `n` on: say so, to everybody who looks."""
        log.error("table %s: its log is damaged at action %s: %s", self.code, n, reason, exc_info=error)
        self.damage = Damage(n, reason)
        self.broadcast.send_all(wire.Reload())
        return False

    def check_log(self) -> None:
        """A Refusal if the log is damaged."""
        if self.damage and self.match is None:
            raise Refusal(N_("The data of this table can no longer be read."), 410, code="damaged")
        if self.damage:
            raise Refusal(
                N_("The log of this table is damaged at action {n}, so the game cannot go on."),
                410,
                code="damaged",
                offer=Offer(f"/t/{self.code}/record", N_("Download its record up to there"), download=True),
                n=self.damage.n + 1,
            )

    # --- Acting --------------------------------------------------------------------

    async def act(self, seat: int, action: int | str, at: Any, move: str | None, stood_in: bool = False) -> int:
        """Do an action of a seat that saw `at` actions; how many there are with it. A Refusal changes nothing.

        Those who are asked at the same time need not wait for one another: their actions share a commit.
        """
        _ = self.playing  # or a Refusal
        return await self.writer.act(seat, action, at, move, stood_in)

    async def undo(self, seat: int, move: str | None) -> int:
        """Take back the last action of a seat; how many entries the log has then."""
        _ = self.playing
        return await self.writer.undo(seat, move)

    def current(self, seat: int, at: Any) -> Match:
        """The match, if what this seat saw is what it is asked about now."""
        _ = self.playing
        return self.course.current(seat, at)

    def changes_with(self, match: Match) -> Changes:
        """What changes in what is kept of the table with the last action of a match, in the same commit: one that is
        over is closed; what goes on though nobody looks is due until it was looked after (`note_due`)."""
        if match.over:
            result = {"ranks": match.ranks, "scores": match.scores}
            return {"phase": "over", "result": result, "due": None, "changed": now()}
        return {"due": now()} if self.clock.turn_by_turn else {}

    def called(self, course: Course) -> list[str]:
        """The people whose turn it has become with the last action."""
        new = [seat for seat in course.match.waiting if course.asked[seat] == course.version]
        return [person for seat in new if (person := self.chairs[seat].person)]

    def show(self, done: ActionRow, ours: bool = True) -> None:
        """Show everybody what was done, and let bots think. Whatever fails here, the table goes on. The process that
        committed an action calls the people whose turn it is, wherever they are."""
        self.touched, self.played = now(), True
        update: Callable[[], None] = partial(self.broadcast.update, done)
        parts = (update, *([self.broadcast.call] if ours else []), self._wind, self.wake)
        for part in parts:
            try:
                part()
            except Exception:
                log.exception("table %s: what was done could not be shown to all", self.code)

    # --- Clocks, and who plays on --------------------------------------------------------

    def time(self) -> float:
        """The time at this table: never before its last action, whatever the wall clock said then or says now."""
        return now() + self.ahead

    def time_left(self, seat: int) -> float | None:
        """How many seconds a player still has; none without a clock."""
        if self.match is None or not self.clock.runs or self.chairs[seat].person is None:
            return None
        return round(self.watch.remaining(seat, self.time()), 1)

    def stands_in(self, seat: int) -> bool:
        """Whether a bot plays for a player: once their time has run out; without a clock once they have been away for
        a while, as long as somebody else is here. At a table without hurry, never."""
        if self.clock.runs:
            return self.watch.out(seat, self.time())
        if self.clock.waits or self.kept.one_device:
            return False
        gone = self.broadcast.left.get(seat)
        return gone is not None and self.broadcast.any_player() and now() - gone >= self.shared.settings.grace

    def take_back_seat(self, seat: int, tell: bool = True) -> None:
        """A player is there again: no bot plays for them any more, and they have time for their move."""
        if seat < 0 or self.chairs[seat].bot:
            return
        if self.watch.out(seat, self.time()):
            self.watch.back(seat, self.time())
            self._wind()
            if tell:
                self.shared.peers.back(self, seat)
        if not self.stands_in(seat):
            self.thinking.stop(seat)

    def bot_at(self, seat: int) -> str | None:
        """The bot that plays a seat now, if one does."""
        return self.chairs[seat].bot or (STAND_IN if self.stands_in(seat) else None)

    def share(self) -> str:
        """Whose turn it is when bots of many tables want to think: the address from which this one is played."""
        return self.broadcast.address() or self.kept.host

    def wake(self) -> None:
        """Let the bots think that are asked. Where nobody is nobody plays on, unless it goes turn by turn."""
        if self.closed or self.match is None or self.match.over or self.damage or self.writer.behind:
            return
        if self.broadcast.anybody() or self._goes_on():
            if self.shared.leases.holds(self.code):
                self.thinking.wake()
            elif any(self.bot_at(seat) for seat in self.match.waiting):
                self.shared.leases.want(self.code)

    def rest(self) -> None:
        """Another process runs this table now."""
        if self.match:
            self.thinking.close()

    def _goes_on(self) -> bool:
        """Whether bots play though nobody looks: turn by turn, while one of the players still has time."""
        return self.clock.turn_by_turn and not all(self.stands_in(seat) for seat in self._people())

    def _people(self) -> list[int]:
        return [chair.seat for chair in self.chairs if chair.person]

    def _wind(self) -> None:
        """Set the alarm for the next clock that runs out."""
        if not self.clock.runs:
            return
        if self.alarm:
            self.alarm.cancel()
        time = self.time()
        due = self.watch.due(self._people(), time)
        self.alarm = asyncio.get_running_loop().call_later(due - time + 0.02, self._missed) if due else None

    def _missed(self) -> None:
        """Somebody has been away too long, or a clock has run out."""
        self._wind()
        self.broadcast.send_seats()
        self.wake()

    def look_again(self) -> None:
        """Somebody went: see once the time of grace is over whether a bot must play on for them."""
        asyncio.get_running_loop().call_later(self.shared.settings.grace + 0.1, self._missed)

    async def note_due(self) -> None:
        """Keep when the table must be looked after though nobody looks: it may have been let go, or the server too."""
        if not (self.clock.runs or self.clock.waits) or self.damage:
            return
        due = None
        if not self.over and self._goes_on():
            bots = any(self.bot_at(seat) for seat in self.playing.waiting)
            next_out = self.watch.due(self._people(), self.time())
            due = now() if bots else None if next_out is None else next_out - self.ahead
        if due != self.kept.due:
            try:
                await self.store.run(note_due, self.code, due)
            except Refusal:
                return  # it is noted as due since the last action, so the next sweep finds it
            self.kept = replace(self.kept, due=due)

    async def look_after(self) -> None:
        """Something is due here: a clock has run out, or a bot was about to move when the server stopped."""
        if self.match:
            self._missed()
            await self.note_due()

    # --- Letting go ----------------------------------------------------------------------

    async def settled(self) -> None:
        """Wait until nothing is on its way to the log."""
        if self.match:
            await self.writer.settled()

    def forgotten(self, instead: str) -> None:
        """It is kept no more: whoever looks at it goes on to another page."""
        self.gone = True
        self.close()
        self.broadcast.close(instead)

    def close(self) -> None:
        self.closed = True
        if self.alarm:
            self.alarm.cancel()
        if self.match:
            self.thinking.close()
            self.writer.close()
