"""The single writer of a table's log: an action is checked, committed, and only then applied and shown.

An action is checked on a draft, the match as it will be once all pending actions are written, and gets the next number.
The database accepts a number only if the one before it exists. So if an action fails, all later ones of its table fail
with it, and the log never has a gap. Committed actions are applied in the order of the log, even if their sender has
disconnected; simultaneous choices that were committed together are shown together. After a failure the table first
reads its log, where the id of a move shows whether it was written after all; if not, it is checked and sent again.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from contextvars import Context
from dataclasses import dataclass, field, replace
from itertools import takewhile
from logging import getLogger
from secrets import token_hex
from time import perf_counter
from typing import TYPE_CHECKING, Any

from tempolude.engine.match import UNDO, Match

from .. import wire
from ..metrics import MOVES, MOVES_LOST
from ..refusal import N_, Refusal
from ..storage.results import Finish
from ..storage.rows import ActionRow
from ..storage.store import Conflict, Store
from .course import Course
from .results import Timed, finished, timed

if TYPE_CHECKING:
    from .live_table import LiveTable

TRIES = 3  # attempts to write an action before it is refused
PATIENCE = 10.0  # seconds to wait for a table that reads its log after a failure
SOON, LATE = 0.5, 30.0  # seconds between two attempts to read it
log = getLogger(__name__)


@dataclass(slots=True)
class Entry:
    """A pending action."""

    key: tuple[int, str | None]  # its seat and its id
    row: ActionRow
    written: asyncio.Future[None]
    arrived: float  # when, by `perf_counter`
    timed: Timed
    settled: bool = False
    known: bool | None = None  # once it is settled: whether it is in the log; None: unknown
    waiting: list[asyncio.Future[bool | None]] = field(default_factory=list)

    @property
    def committed(self) -> bool:
        return self.written.done() and not self.written.cancelled() and self.written.exception() is None

    def answer(self) -> asyncio.Future[bool | None]:
        """A future of `known`: one for each who waits, so that cancelling it cancels nobody else's."""
        waiter: asyncio.Future[bool | None] = asyncio.get_running_loop().create_future()
        if self.settled:
            waiter.set_result(self.known)
        else:
            self.waiting.append(waiter)
        return waiter

    def settle(self, known: bool | None) -> None:
        if not self.settled:
            self.settled, self.known = True, known
            for waiter in self.waiting:
                if not waiter.done():
                    waiter.set_result(known)


class Writer:
    """Writes the log of a table, and applies it to the table."""

    def __init__(self, table: LiveTable, store: Store) -> None:
        self.table, self.store = table, store
        self.behind = False  # a write failed, and the log has not been read since
        self.moves: dict[tuple[int, str | None], int] = {}  # the number of every move in the log, by seat and id
        self._pending: deque[Entry] = deque()
        self._draft: Course | None = None  # None: to be forked from the match
        self._task: asyncio.Task[None] | None = None
        self._heard = -1  # the last number written by another process

    @property
    def lags(self) -> bool:
        """Whether other processes have written actions that are not applied here."""
        return self._heard >= self.table.version and not self.table.damage

    def hear(self, n: int) -> None:
        """Handle action `n` of another process. Without viewers it is applied on the next request."""
        self._heard = max(self._heard, n)
        if self.lags and (self.table.broadcast.connections or self.table.shared.leases.holds(self.table.code)):
            self._start()

    async def caught_up(self) -> None:
        """Wait until the known actions of other processes are applied here."""
        if self.lags:
            self._start()
            await asyncio.wait([self._start()], timeout=PATIENCE)

    def _start(self) -> asyncio.Task[None]:
        if self._task is None:
            self._task = asyncio.create_task(self._follow(), context=Context())  # shared by many requests
        return self._task

    @property
    def busy(self) -> bool:
        return self._task is not None or bool(self._pending)

    async def act(self, seat: int, action: int | str, at: Any, move: str | None, stood_in: bool = False) -> int:
        """Take an action of a seat that saw `at` actions; returns the new number of log entries, or a Refusal."""
        if isinstance(at, int) and at > self.table.version:
            at = -1  # nobody has seen pending actions
        return await self._add(seat, lambda draft: draft.act(seat, action, at), move, stood_in)

    async def undo(self, seat: int, move: str | None) -> int:
        """Undo the last action of a seat."""
        return await self._add(seat, lambda draft: draft.undo(seat), move)

    async def settled(self) -> None:
        """Wait until all pending actions are written."""
        while self.busy:
            await asyncio.wait([self._task or self._pending[0].answer()])

    def close(self) -> None:
        """Stop waiting for the database, because the table is unloaded."""
        if self.behind and self._task:
            self._task.cancel()

    # --- To the log ----------------------------------------------------------------

    async def _add(self, seat: int, do: Callable[[Course], None], move: str | None, stood_in: bool = False) -> int:
        key, arrived = (seat, move or token_hex(8)), perf_counter()
        for _ in range(TRIES):
            await self._up_to_date()
            if key in self.moves:
                return self.moves[key] + 1  # done already: sent again because the answer was lost
            entry = next((entry for entry in self._pending if entry.key == key), None) if self._pending else None
            entry = entry or self._send(key, do, stood_in, arrived)
            known = await entry.answer()
            if known:
                return entry.row.n + 1
            if known is None:
                break
        else:
            MOVES_LOST.inc()
            raise Refusal(
                N_("That could not be saved, so it was not done. Try again in a moment."), 503, code="not_kept"
            )
        MOVES_LOST.inc()
        raise unknown()

    async def _up_to_date(self) -> None:
        """Wait while the table reads its log after a failure."""
        if self.behind and self._task:
            await asyncio.wait([self._task], timeout=PATIENCE)
        self.table.check_log()
        if self.behind:
            raise unknown()

    def _send(self, key: tuple[int, str], do: Callable[[Course], None], stood_in: bool, arrived: float) -> Entry:
        """Check an action on the draft and send it to the log."""
        table, (seat, move) = self.table, key
        if self._draft is None:
            self._draft = table.course.fork()
            for entry in self._pending:
                self._draft.follow(entry.row.seat, entry.row.action)
        n, since = self._draft.version, self._draft.asked[seat]
        try:
            do(self._draft)
        except Refusal:
            raise
        except Exception as error:
            self._draft = None  # it may be half-changed
            log.exception("table %s: the rules fail at action %s", table.code, n)
            raise Refusal(N_("That cannot be done now. Nothing has changed."), code="not_legal") from error
        action = self._draft.match.log[-1][1]
        row = ActionRow(table.code, n, seat, action, table.time(), move, stood_in)
        called = table.called(self._draft) if self.store.shared else []
        at = timed(row, since, row.at)
        finish = self._finish(self._draft.match, at) if self._draft.match.over else None
        changes, away = table.changes_with(self._draft.match), table.away(self._draft, row)
        written = self.store.append(row, changes, table.game.name, called, finish, away)
        entry = Entry(key, row, written, arrived, at)
        self._pending.append(entry)
        written.add_done_callback(self._advance, context=Context())  # shared by many requests
        return entry

    def _finish(self, match: Match, last: Timed) -> Finish | None:
        """The results of a match that ends with an action; None if they fail, which does not keep it from ending."""
        try:
            return finished(self.table.kept, match, [*self.table.times, *(e.timed for e in self._pending), last])
        except Exception:
            log.exception("table %s: its results could not be worked out", self.table.code)
            return None

    # --- From the log ----------------------------------------------------------------

    def _advance(self, written: asyncio.Future[None]) -> None:
        """Apply a committed action at once; if something has to wait for the database, in a task (`_follow`)."""
        if self._task or not self._pending:
            return  # the task applies it too, or has done so
        if written.cancelled() or written.exception() or self.lags or self.table.keeps_due:
            self._start()
            return
        try:
            self._apply()
        except Exception:
            self._fail()

    async def _follow(self) -> None:
        """Apply committed actions in the order of the log: those of other processes too, and after a failure."""
        try:
            while self._pending or self.lags:
                if not self._pending:
                    await self._catch_up()
                    continue
                entry = self._pending[0]
                try:
                    await entry.written
                except Exception as error:
                    await self._recover(error)
                else:
                    self._apply()
                if not self._pending:
                    await self.table.note_due()
        except Exception:
            self._fail()
        finally:
            self._task = None
            self._give_up()

    def _apply(self) -> None:
        """Apply the next action if it is committed, and with it those chosen at the same time."""
        committed = list(takewhile(lambda entry: entry.committed, self._pending))
        for entry in committed[: self._do([entry.row for entry in committed])]:
            self._measure(entry)
            self._pending.popleft()
            entry.settle(True)
        if self._draft and not self._pending:
            self._draft.share(self.table.course)

    def _fail(self) -> None:
        """Have the table read again, because what is in the log could not be done."""
        log.exception("table %s: what is in the log could not be done", self.table.code)
        self.table.stale = True
        self.table.broadcast.send_all(wire.Reload())
        self._give_up()

    def _give_up(self) -> None:
        """Answer that it is unknown what became of the pending actions, if any are left."""
        while self._pending:
            self._draft = None
            self._pending.popleft().settle(None)

    def _measure(self, entry: Entry) -> None:
        """Record the count and latency of a written action."""
        bot = entry.row.stood_in or self.table.chairs[entry.row.seat].bot
        MOVES["bot" if bot else "person"].observe(perf_counter() - entry.arrived)

    def _do(self, rows: Sequence[ActionRow], ours: bool = True) -> int:
        """Apply the first of these actions and those chosen at the same time, and show them together; returns how many.

        A choice is passed over only while others are still making theirs, so that what comes of it is shown for itself.
        """
        table, done = self.table, 0
        for row in rows:
            if done and (row.action == UNDO or table.course.new):
                break
            done += 1
            if not table.follow(row, self._draft):
                return done
        if done:
            if changes := table.changes_with(table.course.match):
                table.kept = replace(table.kept, **changes)
            table.show(rows[:done], ours)
        return done

    async def _catch_up(self) -> None:
        """Apply what other processes have written."""
        self.behind, self._draft = True, None
        heard = self._heard
        rows = await self._read([])
        while rows:
            rows = rows[self._do(rows, ours=False) :]
        if self._heard == heard:  # otherwise more was written in the meantime, which may not have been read
            self._heard = min(heard, self.table.version - 1)
        self.table.wake()

    async def _recover(self, error: Exception) -> None:
        """Recover after an action was not written, or may not have been: wait for later ones, then apply the log."""
        self.behind, self._draft = True, None
        if not isinstance(error, Conflict):
            log.error("table %s: an action was not written: %s", self.table.code, error)
        await asyncio.gather(*(entry.written for entry in self._pending), return_exceptions=True)
        lost = list(self._pending)
        self._pending.clear()
        try:
            for row in await self._read(lost):
                self._do([row], ours=any(entry.key == (row.seat, row.move) for entry in lost))
            for entry in lost:
                if entry.key in self.moves:
                    self._measure(entry)
                entry.settle(entry.key in self.moves)
        finally:
            for entry in lost:
                entry.settle(None)
        self.table.wake()

    async def _read(self, lost: list[Entry]) -> list[ActionRow]:
        """Read the log entries not applied yet, retrying until it works. Senders are answered in the meantime."""
        pause = SOON
        while True:
            try:
                rows = await self.store.later(self.table.code, self.table.version)
            except Exception:
                for entry in lost:
                    entry.settle(None)
                await asyncio.sleep(pause)
                pause = min(2 * pause, LATE)
            else:
                self.behind = False
                return rows


def unknown() -> Refusal:
    return Refusal(
        N_("The server cannot reach its data. Look at the table before you try again."), 503, code="unavailable"
    )
