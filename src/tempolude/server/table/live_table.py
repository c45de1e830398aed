"""A table in memory: its match, the writer of its log, the clocks and the bots.

The log of actions in the database is authoritative. An action is checked, committed with the next number, and only then
applied and shown (writer.py). The chairs are in gathering.py, the updates to viewers in broadcast.py. Everything here
runs in one event loop.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from logging import getLogger
from typing import Any

from tempolude.engine.errors import BadData, BadOption, OtherRules
from tempolude.engine.game import Game
from tempolude.engine.guide import GuideProgress
from tempolude.engine.match import UNDO, Match

from .. import wire
from ..now import now
from ..people.blocks import Blocks
from ..refusal import N_, Offer, Refusal
from ..settings import Settings
from ..storage.calls import CallRow, Turn
from ..storage.rows import ActionRow, Changes, Kept
from ..storage.store import Store, note_due, write_calls
from ..translation import say
from ..view.page import Onward, SeatedPlayer
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
    blocks: Blocks


@dataclass(frozen=True)
class Damage:
    """The point from which a log cannot be replayed, and why."""

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
        self.gone = False  # deleted: nobody can join
        self.stale = False  # the database may have changed: read it again
        self.closed = False  # unloaded: running tasks must stop
        self.alarm: asyncio.TimerHandle | None = None  # fires when the next clock runs out
        self.match: Match | None = None
        self.guide_progress: GuideProgress | None = None
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
        """By seat: since which action it has had its current decision."""
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
        """Begin the match, which is stored already."""
        self._read([])
        await self.note_due()
        with suppress(Refusal):  # they see it in the lobby
            await self.store.run(write_calls, self.away(self.course))
        self.wake()

    def _read(self, actions: list[ActionRow]) -> None:
        """Replay the log from the beginning, as far as possible."""
        try:
            self._begin()
        except (OtherRules, BadOption, BadData):
            raise  # the log is intact, but not for the installed rules
        except Exception as error:
            self.match = None
            self._damaged(0, str(error), error)
            return
        for n, row in enumerate(actions):
            if not self.follow(row):
                damage, self.damage = self.damage, None
                self._read(actions[:n])  # the state before the impossible action
                self.damage = damage
                self.close()
                return
        self._wind()

    def _begin(self) -> None:
        """Create the match before the first action."""
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
        self.guide_progress = GuideProgress(guide, self.match) if guide else None

    def _players(self) -> list[SeatedPlayer]:
        return [SeatedPlayer(chair.seat, chair.name, chair.colour) for chair in self.chairs]

    def renamed(self) -> None:
        """Show all viewers the players' new names."""
        self.playing.names[:] = [chair.name for chair in self.chairs]  # shared by its forks
        self.players = self._players()
        self.broadcast.renamed()

    def follow(self, row: ActionRow, ahead: Course | None = None) -> bool:
        """Apply the next action of the log, copying from a fork if given; False if it is not possible."""
        if self.damage:
            return False
        if row.n != self.version:
            return self._damaged(self.version, f"the next action in it is number {row.n}")
        try:
            since = self.asked[row.seat]
            self.course.follow(row.seat, row.action, ahead)
        except Exception as error:
            return self._damaged(row.n, str(error), error)
        self.at = max(self.at, row.at)  # times never decrease, whatever the wall clock
        self.times.append(timed(row, since, self.at))
        self.ahead = max(self.ahead, self.at - now())
        if self.clock.runs:
            if row.action == UNDO:
                self.watch.took_back(row.seat)
            else:
                self.watch.acted(row.seat, self.at, row.stood_in)
            self.watch.run(self.course.waiting, self.at)
        if row.move:
            self.writer.moves[row.seat, row.move] = row.n
        return True

    def _damaged(self, n: int, reason: str, error: Exception | None = None) -> bool:
        """Record that the log cannot be replayed from action `n` on, and show it to all viewers."""
        log.error("table %s: its log is damaged at action %s: %s", self.code, n, reason, exc_info=error)
        self.damage = Damage(n, reason)
        self.broadcast.send_all(wire.Reload())
        return False

    def check_log(self) -> None:
        """Raise a Refusal if the log is damaged."""
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
        """Take an action of a seat that saw `at` actions; returns the new number of log entries, or a Refusal.

        Simultaneous actions do not wait for one another: they share a commit.
        """
        _ = self.playing  # or a Refusal
        return await self.writer.act(seat, action, at, move, stood_in)

    async def undo(self, seat: int, move: str | None) -> int:
        """Undo the last action of a seat; returns the new number of log entries."""
        _ = self.playing
        if not self.undoes:
            raise Refusal(N_("Nothing can be undone in the daily deal."), code="no_undo")
        return await self.writer.undo(seat, move)

    @property
    def undoes(self) -> bool:
        """Whether anything can be undone here: everybody has one try at a daily deal."""
        return self.kept.day is None

    @property
    def sealed(self) -> bool:
        """Whether others can still play the same deal."""
        return self.kept.sealed(now())

    def check_reader(self, person: str | None) -> None:
        """A Refusal to anyone but its player as long as others can play the same deal."""
        if self.sealed and not self.gathering.seats_of(person):
            raise Refusal(
                N_("This deal can still be played by others, so only its player can see the table."),
                403,
                code="sealed",
                offer=Offer("/daily", N_("The daily deal")),
            )

    def current(self, seat: int, at: Any) -> Match:
        """The match, if the decision this seat saw is still the current one; else a Refusal."""
        _ = self.playing
        return self.course.current(seat, at)

    def changes_with(self, match: Match) -> Changes:
        """The changes to the table's row with an action, in the same commit: a finished match is closed; one that
        continues while nobody is present is due until it is attended to (`note_due`)."""
        if match.over:
            result = {"ranks": match.ranks, "scores": match.scores}
            return {"phase": "over", "result": result, "due": None, "changed": now()}
        return {"due": now()} if self.unattended else {}

    def called(self, course: Course) -> list[str]:
        """The people whose turn it became with the last action."""
        return [person for seat in course.new if (person := self.chairs[seat].person)]

    def away(self, course: Course, done: ActionRow | None = None) -> list[Turn]:
        """The turns of people who are not looking and may want to be called: those that came with the last action, but
        for a player's own. Alone with bots nobody is missed, except turn by turn; nor is anybody on a shared device."""
        own = done.seat if done and not done.stood_in else None
        new = [seat for seat in course.new if seat != own]
        if not new or (looking := self.broadcast.looking()).issuperset(new):
            return []
        if self.kept.one_device or self.kept.guided or not (self.clock.turn_by_turn or len(self._people()) > 1):
            return []
        due = now() + self.shared.settings.call_after
        return [
            Turn(self.code, seat, turns_of(course.match, seat), person, course.version, due)
            for seat in new
            if seat not in looking and (person := self.chairs[seat].person) and not self.stands_in(seat)
        ]

    def awaits(self, turn: CallRow) -> bool:
        """Whether a turn that somebody is called to is still theirs."""
        if self.match is None or self.match.over or not self.match.state.waiting[turn.seat]:
            return False
        mine = self.chairs[turn.seat].person == turn.person and not self.stands_in(turn.seat)
        return mine and turns_of(self.match, turn.seat) == turn.turn

    def show(self, done: Sequence[ActionRow], ours: bool = True) -> None:
        """Show everybody an action, or several chosen at the same time, and start the bots. A failure here does not
        stop the table. The process that committed an action notifies the people whose turn it is."""
        self.touched, self.played = now(), True
        update: Callable[[], None] = partial(self.broadcast.update, done)
        report: Callable[[], None] = partial(self.shared.peers.on_action, self.code)
        parts = (update, *([self.broadcast.call] if ours else []), self._wind, self.wake, report)
        for part in parts:
            try:
                part()
            except Exception:
                log.exception("table %s: what was done could not be shown to all", self.code)

    # --- Clocks, and who plays on --------------------------------------------------------

    def time(self) -> float:
        """The time at this table: never before its last action, whatever the wall clock."""
        return now() + self.ahead

    def time_left(self, seat: int) -> float | None:
        """The seconds a player has left; None without a clock."""
        if self.match is None or not self.clock.runs or self.chairs[seat].person is None:
            return None
        return round(self.watch.remaining(seat, self.time()), 1)

    def stands_in(self, seat: int) -> bool:
        """Whether a bot plays for a player: once their time has run out; without a clock, once they have been away for
        a while and somebody else is present. Never if the table waits for its players."""
        if self.clock.runs:
            return self.watch.out(seat, self.time())
        if self.clock.waits or self.kept.one_device:
            return False
        gone = self.broadcast.left.get(seat)
        return gone is not None and self.broadcast.any_player() and now() - gone >= self.shared.settings.grace

    def onward(self, lang: str) -> Onward | None:
        """Where its players go on to, if not to a rematch."""
        if self.kept.tournament:
            return Onward(f"/tournament/{self.kept.tournament}", say(lang, "To the tournament"))
        return Onward("/daily", say(lang, "To the daily deal")) if self.kept.day else None

    def take_back_seat(self, seat: int, tell: bool = True) -> None:
        """Return a seat to its player: the bot stops, and they get time for their move."""
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
        """The bot that currently plays a seat, if any."""
        return self.chairs[seat].bot or (STAND_IN if self.stands_in(seat) else None)

    def share(self) -> str:
        """The client that this table's bots count for in the queue: the address from which it is played."""
        return self.broadcast.address() or self.kept.host

    def wake(self) -> None:
        """Start the bots to decide; not while nobody is present, unless the match is turn by turn."""
        if self.closed or self.match is None or self.match.over or self.damage or self.writer.behind:
            return
        if self.broadcast.anybody() or self._goes_on():
            if self.shared.leases.holds(self.code):
                self.thinking.wake()
            elif any(self.bot_at(seat) for seat in self.match.waiting):
                self.shared.leases.want(self.code)

    def rest(self) -> None:
        """Stop running this table: another process does."""
        if self.match:
            self.thinking.close()

    @property
    def unattended(self) -> bool:
        """Whether the match is of a kind that goes on while nobody looks."""
        return self.clock.turn_by_turn or self.kept.tournament is not None

    def _goes_on(self) -> bool:
        """Whether bots play while nobody is present: turn by turn, if one of the players still has time; always in a
        tournament, so that a round ends."""
        if self.kept.tournament:
            return True
        return self.clock.turn_by_turn and not all(self.stands_in(seat) for seat in self._people())

    def _people(self) -> list[int]:
        return [chair.seat for chair in self.chairs if chair.person]

    def _wind(self) -> None:
        """Set the timer for the next clock that runs out."""
        if not self.clock.runs:
            return
        if self.alarm:
            self.alarm.cancel()
        time = self.time()
        due = self.watch.due(self._people(), time)
        self.alarm = asyncio.get_running_loop().call_later(due - time + 0.02, self._missed) if due else None

    def _missed(self) -> None:
        """Handle that a player has been away too long, or a clock has run out."""
        self._wind()
        self.broadcast.send_seats()
        self.wake()

    def look_again(self) -> None:
        """After a player has left, check at the end of the grace period whether a bot must play for them."""
        asyncio.get_running_loop().call_later(self.shared.settings.grace + 0.1, self._missed)

    @property
    def keeps_due(self) -> bool:
        """Whether it may have to be attended to while nobody is present."""
        return self.clock.runs or self.clock.waits

    async def note_due(self) -> None:
        """Store when the table must be attended to, in case it is unloaded or the server stops."""
        if not self.keeps_due or self.damage:
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
                return  # it has been due since the last action, so the next sweep finds it
            self.kept = replace(self.kept, due=due)

    async def look_after(self) -> None:
        """Attend to a due table: a clock has run out, or a bot was about to move when the server stopped."""
        if self.match:
            self._missed()
            await self.note_due()

    # --- Letting go ----------------------------------------------------------------------

    async def settled(self) -> None:
        """Wait until all pending actions are written."""
        if self.match:
            await self.writer.settled()

    def forgotten(self, instead: str) -> None:
        """Close a deleted table: its viewers are redirected."""
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


def turns_of(match: Match, seat: int) -> int:
    """How many actions a seat has done, those taken back not counted."""
    return sum(step.seat == seat for step in match.steps)
