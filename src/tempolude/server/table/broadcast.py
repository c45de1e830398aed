"""Sends updates to the viewers of a table: who is connected, what each of them sees, and what changed."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from logging import getLogger
from typing import TYPE_CHECKING

from markupsafe import Markup
from msgspec import UNSET, UnsetType

from tempolude.engine.state import SPECTATOR

from .. import wire
from ..now import now
from ..storage.moderation import check_suspended
from ..storage.rows import ActionRow, SayRow
from ..storage.store import add_say
from ..translation import called, say
from ..view.end_sheet import EndSheet
from ..view.guide import told
from ..view.html import who
from ..view.page import new_public_view
from ..view.public import PublicView
from ..view.seat import SeatView
from .chairs import Chair, level_name
from .connection import Connection

if TYPE_CHECKING:
    from .live_table import LiveTable

SAYS = 100  # chat messages on a new page
log = getLogger(__name__)


@dataclass(frozen=True)
class Common:
    """What the updates in one language have in common."""

    version: int
    scene: wire.Scene
    seats: list[wire.Seat]
    end: EndSheet | None


class Broadcast:
    """The connections of a table, and the views of its match for them."""

    def __init__(self, table: LiveTable, says: list[SayRow], seen: dict[int, int]) -> None:
        self.table = table
        self.connections: set[Connection] = set()
        self.left: dict[int, float] = {}  # when the last connection of a seat closed
        self.seen = seen  # by seat: actions that its player has been shown
        self.says = [(row.seat, row.text) for row in says]
        self._heard = {row.id or 0 for row in says}  # ids in the database
        self._elsewhere: dict[str, frozenset[int]] = {}  # by process: the seats connected there
        self._looking: dict[str, frozenset[int]] = {}  # by process: those of them in the foreground
        self.public_views: dict[str, PublicView] = {}
        self.seat_views: dict[tuple[int, str], SeatView] = {}

    # --- Views -----------------------------------------------------------------------

    def public(self, lang: str) -> PublicView:
        """The current public view."""
        table = self.table
        public = self.public_views.get(lang)
        if public is None or public.match is not table.playing:
            public = new_public_view(table.shared.pages, table.playing, table.players, lang)
            public.undoes = table.undoes
            self._forget_views(lang)
            self.public_views[lang] = public
        elif public.version != table.version:
            public.look()
        return public

    def seat_view(self, seat: int, lang: str) -> SeatView:
        key = seat, lang
        found = self.seat_views.get(key)
        if found is None:
            found = self.seat_views[key] = SeatView(self.public(lang), seat)
        return found

    def _forget_views(self, lang: str) -> None:
        """Drop the views in a language: what its readers have is no longer known."""
        self.public_views.pop(lang, None)
        self.seat_views = {key: seat_view for key, seat_view in self.seat_views.items() if key[1] != lang}

    def state(self, seat: int, lang: str, reader: str | None) -> wire.State:
        """The initial state of a page of this seat, for the person who reads it."""
        table = self.table
        self.public(lang)
        state = self.seat_view(seat, lang).state(table.version, table.playing.view(seat))
        if self.seen.get(seat, 0) > state.log.since:
            state.log.since, state.log.away = self.seen[seat], True
        if table.guide_progress:
            table.guide_progress.update()
        state.seats, state.talk = self.seats(lang), self.talk(lang, reader)
        state.guide = self._guiding(seat, lang, True)
        if end := self._end_sheet(lang):
            state.over = end.html(seat)
        return state

    def seats(self, lang: str) -> list[wire.Seat]:
        """For each seat: whether it is to decide or away, the text beside its name, and the time left."""
        table, here = self.table, self.seats_here()
        waiting = table.playing.state.waiting
        seats: list[wire.Seat] = []
        for chair in table.chairs:
            asked, person = bool(waiting[chair.seat]), chair.person is not None
            away = person and chair.seat not in here
            replaced = person and table.stands_in(chair.seat)
            if chair.left:
                words = say(lang, "left; bot playing")
            elif replaced:
                words = say(lang, "bot playing")
            elif chair.bot:
                words = say(lang, "thinking…") if asked else level_name(chair.bot, lang)
            elif away and not table.clock.turn_by_turn:
                words = say(lang, "away")
            else:
                words = say(lang, "thinking…") if asked else ""
            left = table.time_left(chair.seat)
            seats.append(wire.Seat(asked, away, replaced, words, UNSET if left is None else left))
        return seats

    def talk(self, lang: str, reader: str | None) -> list[wire.Spoken]:
        return [self._spoken(seat, text, lang) for seat, text in self.says[-SAYS:] if not self.hides(reader, seat)]

    def hides(self, reader: str | None, seat: int) -> bool:
        """Whether a reader has blocked the player of a seat, and so does not hear them."""
        chair = self.table.chairs[seat]
        return self.table.shared.blocks.hides(reader, chair.person or chair.leaver)

    def _spoken(self, seat: int, text: str, lang: str) -> wire.Spoken:
        chair = self.table.chairs[seat]
        return wire.Spoken(str(who(chair.colour, called(chair.name, lang))), text)

    def _end_sheet(self, lang: str) -> EndSheet | None:
        """The end sheet, once the match is over."""
        table = self.table
        if not table.over:
            return None
        public, onward = self.public(lang), table.onward(lang)
        pages, rated, sealed = table.shared.pages, table.kept.rated, table.sealed
        return EndSheet(pages, public, table.players, table.code, rated, sealed, onward)

    def _guiding(self, seat: int, lang: str, all_said: bool) -> wire.Guide | UnsetType:
        """The guide's lessons for the beginner so far, and since which action they are new."""
        progress = self.table.guide_progress
        if progress is None or seat != progress.guide.seat:
            return UNSET
        seat_view = self.seat_view(seat, lang)
        return wire.Guide(seat_view.since(), told(progress, seat_view) if all_said else UNSET)

    # --- Sending ---------------------------------------------------------------------

    def update(self, done: Sequence[ActionRow]) -> None:
        """Send every reader what changed with these actions, each by another seat. If that fails for a reader, their
        page is reloaded."""
        moves = {row.seat: row.move for row in done}
        lessons = self._update_guide()
        failed: dict[str, Exception] = {}
        common: dict[str, Common] = {}
        messages: dict[tuple[int, str], bytes] = {}
        readers = [(connection, self.seat_of_connection(connection)) for connection in self.connections]
        for connection, seat in readers:
            key = (seat, connection.lang)
            if connection.reads and key not in messages and connection.lang not in failed:
                try:
                    messages[key] = self._message(*key, done, lessons, common)
                except Exception as reason:
                    failed[connection.lang] = reason
        for connection, seat in readers:  # together, so that nobody sees an action long before the others
            if not connection.reads:
                connection.send(b"")
            elif connection.lang not in failed:
                connection.send(messages[seat, connection.lang])
                connection.acknowledged = moves.get(seat, connection.acknowledged)
        for lang, error in failed.items():
            log.error("table %s: what was done could not be shown in %s", self.table.code, lang, exc_info=error)
            self._forget_views(lang)
        for connection in self.connections:
            if connection.reads and connection.lang in failed:
                connection.send(wire.Reload())

    def _update_guide(self) -> bool:
        """Whether the guide has a new lesson."""
        progress = self.table.guide_progress
        try:
            return progress is not None and progress.update()
        except Exception:
            log.exception("table %s: the guide failed", self.table.code)
            return False

    def _message(
        self, seat: int, lang: str, done: Sequence[ActionRow], lessons: bool, common: dict[str, Common]
    ) -> bytes:
        """The update for a seat in a language. Parts shared by several are encoded once."""
        if lang not in common:
            scene, seats = wire.encoded(self.public(lang).change), wire.encoded(self.seats(lang))
            common[lang] = Common(self.table.version, scene, seats, self._end_sheet(lang))
        shared, seat_view = common[lang], self.seat_view(seat, lang)
        message = wire.Update(shared.version, shared.scene, done[-1].seat, seats=shared.seats)
        for row in done:
            if row.seat == seat and row.move:
                message.id = row.move
        if shared.end:
            message.over = shared.end.html(seat)
        if self.table.guide_progress:
            message.guide = self._guiding(seat, lang, lessons)
        seat_view.update(message, seat_view.match.glance(seat))
        return wire.encode(message)

    def call(self) -> None:
        """Notify the people whose turn it has become on their other pages."""
        table = self.table
        table.shared.notifier.call(table.called(table.course), table.code, table.game, self.connections)

    def send_seats(self) -> None:
        if self.table.match:
            langs = {connection.lang for connection in self.connections}
            messages = {lang: wire.encode(wire.Seats(self.seats(lang))) for lang in langs}
            for connection in self.connections:
                connection.send(messages[connection.lang])

    def renamed(self) -> None:
        """Send every reader the table with the players' new names."""
        self.public_views.clear()
        self.seat_views.clear()
        for connection in self.connections:
            if connection.reads:
                names = [called(chair.name, connection.lang) for chair in self.table.chairs]
                connection.send(wire.Names(names))
                seat = self.seat_of_connection(connection)
                connection.send(self.state(seat, connection.lang, connection.person))

    def send_all(self, message: wire.Sent) -> None:
        data = wire.encode(message)
        for connection in self.connections:
            connection.send(data)

    async def speak(self, seat: int, text: str) -> None:
        """Store a player's chat message and send it to everybody."""
        await self.table.store.run(check_suspended, self.table.chairs[seat].person or "")
        row = SayRow(self.table.code, seat, text, now())
        self.heard(replace(row, id=await self.table.store.run(add_say, row)))

    def heard(self, row: SayRow) -> None:
        """Send everybody a chat message from this or another process."""
        if row.id in self._heard:
            return
        self._heard.add(row.id or 0)
        self.says.append((row.seat, row.text))
        for connection in self.connections:
            if not self.hides(connection.person, row.seat):
                connection.send(wire.Talk(self._spoken(row.seat, row.text, connection.lang)))

    @property
    def said(self) -> int:
        """The number of the last chat message."""
        return max(self._heard, default=0)

    # --- Being here --------------------------------------------------------------------

    def join(self, connection: Connection, at: int) -> None:
        """Add a connection; it is sent whatever its page, created after `at` actions, does not show."""
        table = self.table
        if table.gone:
            connection.end(wire.Close.MISSING)
            return
        connection.shows = seat = self.seat_of_connection(connection)
        self.connections.add(connection)
        self.left.pop(seat, None)
        table.shared.peers.present(table)
        if table.match is None:
            return
        table.take_back_seat(seat)
        if connection.reads:
            seat_view = self.seat_view(seat, connection.lang)
            if not at == table.version == seat_view.version or seat_view.public.version != table.version:
                connection.send(self.state(seat, connection.lang, connection.person))
        self.send_seats()
        table.wake()

    def leave(self, connection: Connection) -> None:
        table = self.table
        self.connections.discard(connection)
        table.touched = now()
        table.shared.peers.present(table)
        seat = table.seat_of(connection.person, connection.wanted)
        if seat >= 0 and not self.here(seat):
            if table.match:
                self.seen[seat], table.played = len(table.match.steps), True
            self._went(seat)
        self.send_seats()

    def _went(self, seat: int) -> None:
        """Handle that a player has no page open any more."""
        self.left[seat] = now()
        if self.table.match and not self.table.over:
            self.table.look_again()

    def elsewhere(self, process: str, seats: frozenset[int], looking: frozenset[int] = frozenset()) -> None:
        """Set the seats that are connected to another process, and those of them in the foreground."""
        table = self.table
        self._looking[process] = looking
        if not looking:
            del self._looking[process]
        if seats == self._elsewhere.get(process, frozenset()):
            return
        before = self.seats_here()
        self._elsewhere[process] = seats
        if not seats:
            del self._elsewhere[process]
        after = self.seats_here()
        for seat in before - after - {SPECTATOR}:
            self._went(seat)
        for seat in after - before - {SPECTATOR}:
            self.left.pop(seat, None)
            if table.match:
                table.take_back_seat(seat, tell=False)
        if before != after:
            self.send_seats()
        table.wake()

    def seat_of_connection(self, connection: Connection) -> int:
        """The seat of a connection, by the current chairs."""
        if connection.ended is not None:
            return SPECTATOR
        return self.table.gathering.seat_of(connection.person, connection.wanted)

    def own_seats(self) -> frozenset[int]:
        """The seats connected to this process; -1 for spectators."""
        return self._seats_of(self.connections)

    def own_looking(self) -> frozenset[int]:
        """Those of them whose pages are in the foreground."""
        return self._seats_of([connection for connection in self.connections if connection.looks])

    def _seats_of(self, connections: Collection[Connection]) -> frozenset[int]:
        if not self.table.kept.one_device:
            return frozenset(map(self.seat_of_connection, connections))
        people = {connection.person for connection in connections if connection.ended is None}
        seats = {chair.seat for chair in self.table.chairs if chair.person in people}
        return frozenset(seats | {SPECTATOR} if connections else ())

    def looking(self) -> frozenset[int]:
        """The seats whose players have a page in the foreground, in this process or another."""
        own = self.own_looking()
        return own.union(*self._looking.values()) if self._looking else own

    def looks(self, connection: Connection, on: bool) -> None:
        """A page says whether it is in the foreground."""
        connection.looks = on
        self.table.shared.peers.present(self.table)

    def seats_here(self) -> frozenset[int]:
        """The seats whose players have a page open, in this process or another; -1 for spectators."""
        own = self.own_seats()
        return own.union(*self._elsewhere.values()) if self._elsewhere else own

    def here(self, seat: int) -> bool:
        """Whether the player of a seat has a page open."""
        return seat in self.seats_here()

    def anybody(self) -> bool:
        """Whether anybody is connected."""
        return bool(self.connections or self._elsewhere)

    def any_player(self) -> bool:
        """Whether any player is present."""
        return any(seat >= 0 for seat in self.seats_here())

    def address(self) -> str:
        """The network address from which this table is played, if any player is present."""
        playing = (
            connection.address
            for connection in self.connections
            if connection.address and self.seat_of_connection(connection) >= 0
        )
        return next(playing, "")

    def seats_changed(self, before: list[Chair]) -> None:
        """Close the connections of people whose seat has changed: their pages show the old one."""
        for connection in self.connections:
            if self.seat_of_connection(connection) != connection.shows:
                connection.end(wire.Close.MOVED)
        self.table.shared.peers.present(self.table)
        there = {chair.seat for chair in before if not chair.left}
        if left := [chair for chair in self.table.chairs if chair.left and chair.seat in there]:
            self._send_left(left)
        people = {chair.seat: chair.person for chair in before}
        for chair in self.table.chairs:
            if chair.person != people.get(chair.seat):
                self.left.pop(chair.seat, None)
                if chair.person and not self.here(chair.seat):
                    self.left[chair.seat] = now()

    def _send_left(self, chairs: list[Chair]) -> None:
        """Send everybody the seats whose players have left for good."""
        for connection in self.connections:
            for chair in chairs:
                name = who(chair.colour, chair.name)
                words = Markup(say(connection.lang, "{who} has left the game. A bot plays on.")).format(who=name)
                connection.send(wire.Left(chair.seat, str(words)))
        self.send_seats()

    def close(self, instead: str) -> None:
        """Close a deleted table: its viewers are redirected."""
        for connection in list(self.connections):
            connection.end(wire.Close.MISSING, wire.Go(instead))
