"""What goes out to those who look at a table: who they are, what each of them sees, and what changed."""

from __future__ import annotations

from dataclasses import replace
from logging import getLogger
from typing import TYPE_CHECKING

from markupsafe import Markup
from msgspec import UNSET, UnsetType

from tempolude.engine.state import SPECTATOR

from .. import wire
from ..now import now
from ..storage.rows import ActionRow, SayRow
from ..storage.store import add_say
from ..translation import called, say
from ..view.end_sheet import end_sheet
from ..view.guide import told
from ..view.html import who
from ..view.page import new_public_view
from ..view.public import PublicView
from ..view.seat import SeatView
from .chairs import Chair, level_name
from .connection import Connection

if TYPE_CHECKING:
    from .live_table import LiveTable

SAYS = 100  # of the talk that a page opens with
Common = tuple[wire.Scene, list[wire.Seat]]  # what everybody sees of the pieces, and of the seats
log = getLogger(__name__)


class Broadcast:
    """The connections of a table, and the views of its match that they are sent."""

    def __init__(self, table: LiveTable, says: list[SayRow], seen: dict[int, int]) -> None:
        self.table = table
        self.connections: set[Connection] = set()
        self.left: dict[int, float] = {}  # when the last connection of a seat went
        self.seen = seen  # actions that each player had been shown
        self.says = [(row.seat, row.text) for row in says]
        self._heard = {row.id or 0 for row in says}  # their numbers in the database
        self._elsewhere: dict[str, frozenset[int]] = {}  # the seats that look on from other processes
        self.public_views: dict[str, PublicView] = {}
        self.seat_views: dict[tuple[int, str], SeatView] = {}

    # --- Views -----------------------------------------------------------------------

    def public(self, lang: str) -> PublicView:
        """What everybody sees, as of now."""
        table = self.table
        public = self.public_views.get(lang)
        if public is None or public.match is not table.playing:
            public = new_public_view(table.shared.pages, table.playing, table.players, lang)
            self._forget_views(lang)
            self.public_views[lang] = public
        elif public.version != table.version:
            public.look()
        return public

    def seat_view(self, seat: int, lang: str) -> SeatView:
        if (seat, lang) not in self.seat_views:
            self.seat_views[seat, lang] = SeatView(self.public(lang), seat)
        return self.seat_views[seat, lang]

    def _forget_views(self, lang: str) -> None:
        """What the readers in a language have is not known any more."""
        self.public_views.pop(lang, None)
        self.seat_views = {key: seat_view for key, seat_view in self.seat_views.items() if key[1] != lang}

    def state(self, seat: int, lang: str) -> wire.State:
        """All that a page of this seat begins with."""
        table = self.table
        self.public(lang)
        state = self.seat_view(seat, lang).state(table.version, table.playing.view(seat))
        if self.seen.get(seat, 0) > state.log.since:
            state.log.since, state.log.away = self.seen[seat], True
        if table.telling:
            table.telling.listen()
        state.seats, state.talk = self.seats(lang), self.talk(lang)
        state.over, state.guide = self._ending(seat, lang), self._guiding(seat, lang, True)
        return state

    def seats(self, lang: str) -> list[wire.Seat]:
        """Who is asked, who is away, what to say of it beside the name; and the time they have left."""
        table, here = self.table, self.seats_here()
        waiting = table.playing.state.waiting
        seats: list[wire.Seat] = []
        for chair in table.chairs:
            asked = bool(waiting[chair.seat])
            away = chair.person is not None and chair.seat not in here
            replaced = chair.person is not None and table.stands_in(chair.seat)
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

    def talk(self, lang: str) -> list[wire.Spoken]:
        return [self._spoken(seat, text, lang) for seat, text in self.says[-SAYS:]]

    def _spoken(self, seat: int, text: str, lang: str) -> wire.Spoken:
        chair = self.table.chairs[seat]
        return wire.Spoken(str(who(chair.colour, called(chair.name, lang))), text)

    def _ending(self, seat: int, lang: str) -> str | UnsetType:
        table = self.table
        if not table.over:
            return UNSET
        return end_sheet(table.shared.pages, self.public(lang), table.players, seat, table.code, table.kept.rated)

    def _guiding(self, seat: int, lang: str, all_said: bool) -> wire.Guide | UnsetType:
        """What the guide says to the beginner: what has been said so far, and since which action it is news."""
        telling = self.table.telling
        if telling is None or seat != telling.guide.seat:
            return UNSET
        seat_view = self.seat_view(seat, lang)
        return wire.Guide(seat_view.since(), told(telling, seat_view) if all_said else UNSET)

    # --- Sending ---------------------------------------------------------------------

    def update(self, done: ActionRow) -> None:
        """Send every reader what changed. Those for whom it cannot be worked out load their page again."""
        lessons = self._listen()
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
        for connection, seat in readers:  # all at once: nobody is shown an action long before the others
            if not connection.reads:
                connection.send(b"")
            elif connection.lang not in failed:
                connection.send(messages[seat, connection.lang])
                connection.acknowledged = done.move if seat == done.seat else connection.acknowledged
        for lang, error in failed.items():
            log.error("table %s: what was done could not be shown in %s", self.table.code, lang, exc_info=error)
            self._forget_views(lang)
        for connection in self.connections:
            if connection.reads and connection.lang in failed:
                connection.send(wire.Reload())

    def _listen(self) -> bool:
        """Whether the guide has something new to say."""
        telling = self.table.telling
        try:
            return telling is not None and telling.listen()
        except Exception:
            log.exception("table %s: the guide failed", self.table.code)
            return False

    def _message(self, seat: int, lang: str, done: ActionRow, lessons: bool, common: dict[str, Common]) -> bytes:
        """What changed for a seat in a language. What several of them have in common is encoded once."""
        if lang not in common:
            common[lang] = wire.encoded(self.public(lang).change), wire.encoded(self.seats(lang))
        public, seats = common[lang]
        message = wire.Update(self.table.version, public, done.seat, seats=seats)
        message.id = done.move if seat == done.seat and done.move else UNSET
        message.over, message.guide = self._ending(seat, lang), self._guiding(seat, lang, lessons)
        self.seat_view(seat, lang).update(message, self.table.playing.glance(seat))
        return wire.encode(message)

    def call(self) -> None:
        """Tell the people whose turn it has become, on their pages elsewhere."""
        table = self.table
        table.shared.notifier.call(table.called(table.course), table.code, table.game, self.connections)

    def send_seats(self) -> None:
        if self.table.match:
            langs = {connection.lang for connection in self.connections}
            messages = {lang: wire.encode(wire.Seats(self.seats(lang))) for lang in langs}
            for connection in self.connections:
                connection.send(messages[connection.lang])

    def renamed(self) -> None:
        """Send every reader the table with the names that its players have now."""
        self.public_views.clear()
        self.seat_views.clear()
        for connection in self.connections:
            if connection.reads:
                names = [called(chair.name, connection.lang) for chair in self.table.chairs]
                connection.send(wire.Names(names))
                connection.send(self.state(self.seat_of_connection(connection), connection.lang))

    def send_all(self, message: wire.Sent) -> None:
        data = wire.encode(message)
        for connection in self.connections:
            connection.send(data)

    async def speak(self, seat: int, text: str) -> None:
        """Keep what a player says, and send it to everybody."""
        row = SayRow(self.table.code, seat, text, now())
        self.heard(replace(row, id=await self.table.store.run(add_say, row)))

    def heard(self, row: SayRow) -> None:
        """Send everybody what was said, here or through another process."""
        if row.id in self._heard:
            return
        self._heard.add(row.id or 0)
        self.says.append((row.seat, row.text))
        for connection in self.connections:
            connection.send(wire.Talk(self._spoken(row.seat, row.text, connection.lang)))

    @property
    def said(self) -> int:
        """The number of the last thing that was said."""
        return max(self._heard, default=0)

    # --- Being here --------------------------------------------------------------------

    def join(self, connection: Connection, at: int) -> None:
        """Someone looks at the table; they are sent what their page, made after `at` actions, does not show."""
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
                connection.send(self.state(seat, connection.lang))
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
        """A player has no page open any more."""
        self.left[seat] = now()
        if self.table.match and not self.table.over:
            self.table.look_again()

    def elsewhere(self, process: str, seats: frozenset[int]) -> None:
        """The seats that look on from another process are these now."""
        table = self.table
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
        """The seat for which a connection speaks and sees, by the chairs as they are now."""
        return SPECTATOR if connection.ended is not None else self.table.seat_of(connection.person, connection.wanted)

    def own_seats(self) -> frozenset[int]:
        """The seats that look on from this process; -1: somebody else."""
        if not self.table.kept.one_device:
            return frozenset(map(self.seat_of_connection, self.connections))
        people = {connection.person for connection in self.connections if connection.ended is None}
        seats = {chair.seat for chair in self.table.chairs if chair.person in people}
        return frozenset(seats | {SPECTATOR} if self.connections else ())

    def seats_here(self) -> frozenset[int]:
        """The seats whose players have a page open, through this process or another; -1: somebody else looks on."""
        return self.own_seats().union(*self._elsewhere.values())

    def here(self, seat: int) -> bool:
        """Whether the player of a seat has a page open."""
        return seat in self.seats_here()

    def anybody(self) -> bool:
        """Whether anybody looks on."""
        return bool(self.connections or self._elsewhere)

    def any_player(self) -> bool:
        """Whether anybody who plays is here."""
        return any(seat >= 0 for seat in self.seats_here())

    def address(self) -> str:
        """The network address from which this table is played, if anybody who plays is here."""
        playing = (
            connection.address
            for connection in self.connections
            if connection.address and self.seat_of_connection(connection) >= 0
        )
        return next(playing, "")

    def seats_changed(self, before: list[Chair]) -> None:
        """Close the connections of those who now have another seat, or none: their pages show the old one."""
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
        """Tell everybody who has left the match for good."""
        for connection in self.connections:
            for chair in chairs:
                name = who(chair.colour, chair.name)
                words = Markup(say(connection.lang, "{who} has left the game. A bot plays on.")).format(who=name)
                connection.send(wire.Left(chair.seat, str(words)))
        self.send_seats()

    def close(self, instead: str) -> None:
        """The table is kept no more: whoever looks at it goes on to another page."""
        for connection in list(self.connections):
            connection.end(wire.Close.MISSING, wire.Go(instead))
