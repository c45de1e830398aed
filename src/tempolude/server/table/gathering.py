"""The chairs of a table and the setup of its match, for the forms of pages and for the API."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from tempolude.engine.state import SPECTATOR

from .. import wire
from ..refusal import N_, Refusal
from ..storage.store import Conflict, change_table, leave_match
from ..storage.together import check_seat, kept_apart, send_away
from .beginning import begun
from .chairs import STAND_IN, Chair, bot_chair, taken, with_bots
from .rated import check_bots

if TYPE_CHECKING:
    from .live_table import LiveTable

Result = TypeVar("Result")


class Gathering:
    """The chairs of a table. They can be changed before the match, and then define who has which seat."""

    def __init__(self, table: LiveTable, chairs: list[Chair]) -> None:
        self.table = table
        self._seat(chairs)

    def _seat(self, chairs: list[Chair]) -> None:
        self._chairs = chairs
        self._seats: dict[str, list[int]] = {}
        for chair in chairs:
            if chair.person:
                self._seats.setdefault(chair.person, []).append(chair.seat)

    @property
    def chairs(self) -> list[Chair]:
        return self._chairs

    @chairs.setter
    def chairs(self, chairs: list[Chair]) -> None:
        before = self._chairs
        self._seat(chairs)
        self.table.broadcast.seats_changed(before)
        if self.table.match and [chair.name for chair in before] != [chair.name for chair in chairs]:
            self.table.renamed()

    def seats_of(self, person: str | None) -> list[int]:
        """The seats of a person; on a shared device there may be several."""
        return self._seats.get(person or "", [])

    def seat_of(self, person: str | None, wanted: str = "") -> int:
        """The seat of a person; -1 for a spectator, and on a shared device until a player is chosen."""
        seats = self._seats.get(person or "")
        if not seats:
            return SPECTATOR
        return seats[0] if len(seats) == 1 else next((seat for seat in seats if str(seat) == wanted), SPECTATOR)

    def hand_over(self, guest: str, person: str) -> None:
        """Transfer a guest's seats at this table to a person."""
        table = self.table
        if table.kept.host == guest:
            table.kept = replace(table.kept, host=person)
        self.chairs = [replace(chair, person=person) if chair.person == guest else chair for chair in self.chairs]
        if table.match and not table.over:
            table.look_again()

    # --- Before the match ------------------------------------------------------------

    async def change(self, chairs: list[Chair] | None = None, *, sent_away: str = "", **changes: Any) -> None:
        """Change the setup before the match, send somebody away, or begin it."""
        table = self.table
        if table.match:
            raise Refusal(N_("The game has started: these settings can no longer be changed."), code="begun")
        if changes.get("phase") == "playing":
            options = changes.get("options") or table.kept.options
            changes |= begun(table.game, len(chairs or self.chairs), options)
        before = [chair.row(table.code) for chair in self.chairs]
        rows = None if chairs is None else [chair.row(table.code) for chair in chairs]
        if sent_away:
            for news in await self._write(send_away, changes, rows, before, sent_away):
                table.shared.notifier.tell(news, table.game)
        else:
            await self._write(change_table, changes, rows, before)
        table.kept = replace(table.kept, **changes)
        if chairs is not None:
            self.chairs = chairs
        if table.kept.phase == "playing":
            await table.begin()
        table.broadcast.send_all(wire.Reload())

    async def sit(self, person: str, name: str, seat: int) -> None:
        """Take a free seat, or move to another."""
        chair = self.chair_at(seat)
        if not chair.free and not (chair.bot and self.table.kept.host == person):
            raise Refusal(N_("That seat is taken."), code="seat_taken")
        self._with_own_devices()
        await self.table.store.run(check_seat, self.table.code, person)
        await self.change(taken(left_by(self.chairs, person), seat, person=person, bot=None, name=name))

    async def stand(self, person: str) -> None:
        """Leave a seat. If the host leaves, the next person becomes host."""
        self._with_own_devices()
        chairs = left_by(self.chairs, person)
        host = self.table.kept.host
        if host == person:
            host = next((c.person for c in chairs if c.person), person)
        await self.change(chairs, host=host)

    async def send_away(self, person: str, seat: int) -> None:
        """Ask a player to leave, as the host. They cannot sit down here again."""
        self.only_host(person)
        self._with_own_devices()
        other = self.chair_at(seat).person
        if other in (None, person):
            raise Refusal(N_("Nobody sits there whom you could ask to leave. Nothing has changed."), 400)
        await self.change(left_by(self.chairs, other), sent_away=other)

    async def name_player(self, person: str, seat: int, name: str) -> None:
        """On a shared device, name the player of a seat as the host; an empty name frees the seat."""
        self.only_host(person)
        chair = self.chair_at(seat)
        if not self.table.kept.one_device:
            raise Refusal(N_("At this table everyone plays on their own device. Nothing has changed."), 403)
        if name and name in {other.name for other in self.chairs if other is not chair}:  # names show whose turn it is
            raise Refusal(N_("Somebody at this table already has that name. Nothing has changed."), 400)
        seated = Chair(seat, chair.colour, name, person if name else None)
        await self.change([seated if c is chair else c for c in self.chairs])

    async def put_bot(self, person: str, seat: int, level: str | None) -> None:
        """Put a bot of a level on a free seat as the host, or remove one."""
        self.only_host(person)
        chair = self.chair_at(seat)
        if chair.person:
            raise Refusal(N_("That seat is taken."), code="seat_taken")
        empty = Chair(chair.seat, chair.colour)
        names = {c.name for c in self.chairs if c.seat != seat}
        new = bot_chair(empty, names, level) if level else empty
        await self.change([new if c.seat == seat else c for c in self.chairs])

    async def start(self, person: str, level: str) -> None:
        """Start the match as the host; bots of a level take the free seats."""
        self.only_host(person)
        if self.table.match:
            return  # a repeated request
        if await self.table.store.run(kept_apart, [chair.person for chair in self.chairs if chair.person]):
            raise Refusal(N_("Two of those who sit here cannot play together. Ask one of them to leave."), 409)
        chairs = with_bots(self.chairs, level)
        if self.table.kept.rated:
            check_bots(self.table.game, self.table.kept.options, [chair.bot for chair in chairs if chair.bot])
        await self.change(chairs, phase="playing")

    # --- During the match --------------------------------------------------------------

    async def leave(self, person: str) -> bool:
        """Leave the match for good; a bot plays on. Returns whether anybody else plays; if not, it is deleted."""
        table = self.table
        if table.over:
            raise Refusal(N_("The game is over."), code="over")
        goes_on = await self._write(leave_match, person, STAND_IN)
        if goes_on:
            self.without(person)
            await table.note_due()
        return goes_on

    def without(self, person: str) -> None:
        """Apply that a person has left the match, which is stored already."""
        table, chairs = self.table, self.chairs
        gone = [
            replace(c, person=None, bot=STAND_IN, left=True, leaver=person) if c.person == person else c for c in chairs
        ]
        if table.kept.host == person:
            table.kept = replace(table.kept, host=next((c.person for c in gone if c.person), ""))
        self.chairs = gone
        table.wake()

    def rename(self, person: str, name: str) -> None:
        """Apply a person's new name, which is stored already. On a shared device each player keeps theirs."""
        if self.table.kept.one_device:
            return
        self.chairs = [replace(c, name=name) if c.person == person else c for c in self.chairs]
        if self.table.match is None:
            self.table.broadcast.send_all(wire.Reload())

    # --- Keeping it --------------------------------------------------------------------

    async def _write(self, work: Callable[..., Result], *given: Any) -> Result:
        """Write a change of this table; a Refusal if another process has changed it in the meantime."""
        table = self.table
        try:
            return await table.store.run(work, table.code, *given)
        except Conflict:
            table.shared.peers.refresh_soon([table.code])
            raise Refusal(
                N_("Too late: the table has changed since. Nothing has been done."), code="too_late"
            ) from None
        except BaseException:
            table.stale = True  # it may or may not have been written
            raise

    # --- What is refused ---------------------------------------------------------------

    def _with_own_devices(self) -> None:
        if self.table.kept.one_device:
            raise Refusal(N_("This table is played on one device: players are added there."), 403, code="one_device")

    def only_seated(self, person: str) -> None:
        if not self.seats_of(person):
            raise Refusal(N_("You have no seat at this table. Nothing has changed."), 403, code="no_seat")

    def only_host(self, person: str) -> None:
        if self.table.kept.host != person:
            raise Refusal(N_("Only the host can do that."), 403, code="not_host")

    def chair_at(self, seat: int) -> Chair:
        if not 0 <= seat < len(self.chairs):
            raise Refusal(N_("There is no such seat. Nothing has changed."), 400, code="no_such_seat")
        return self.chairs[seat]


def left_by(chairs: list[Chair], person: str) -> list[Chair]:
    """The chairs after a person has left theirs."""
    return [Chair(c.seat, c.colour) if c.person == person else c for c in chairs]
