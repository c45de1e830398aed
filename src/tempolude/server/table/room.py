"""One table in memory: its match, who sits there, who is looking, and the bots that play.

The log of actions in the database is the truth. An action is checked, committed with the next number, and only then
done and shown (writer.py). Everything here runs in one event loop.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from logging import getLogger
from typing import Any

import orjson

from tempolude.engine.errors import BadData, BadOption, OtherRules
from tempolude.engine.game import Game
from tempolude.engine.guide import Telling
from tempolude.engine.match import UNDO, Match
from tempolude.engine.state import SPECTATOR

from ..now import now
from ..refusal import N_, Refusal
from ..settings import Settings
from ..storage.store import Kept, Row, Store, add_say, change_table, readable
from ..translation import say
from ..view.end_sheet import end_sheet
from ..view.guide import told
from ..view.html import who
from ..view.page import SeatedPlayer, new_public_view
from ..view.pages import Pages
from ..view.public import PublicView
from ..view.seat import SeatView
from .beginning import begun
from .bot_pool import BotPool
from .bots import Thinking
from .chairs import Chair, chairs_of, level_name
from .clocks import Clock, Watch
from .connection import MISSING, MOVED, Connection, Notifier
from .course import Course
from .writer import Writer

STAND_IN = "regular"  # who plays for a player who left
SAYS = 100  # of the talk that a page opens with
Fragments = tuple[orjson.Fragment, orjson.Fragment]  # what everybody sees of the pieces, and of the seats
log = getLogger(__name__)


@dataclass(frozen=True)
class Damage:
    """Where a log cannot be followed any further, and why."""

    n: int
    reason: str


class Room:
    """A table. `match` is None while players gather."""

    def __init__(
        self,
        kept: Kept,
        game: Game,
        pages: Pages,
        store: Store,
        bot_pool: BotPool,
        notifier: Notifier,
        settings: Settings,
    ) -> None:
        self.game, self.pages, self.store, self.settings = game, pages, store, settings
        self.bot_pool, self.notifier = bot_pool, notifier
        self.code: str = kept.table["code"]
        self.kept: Row = kept.table
        self.connections: set[Connection] = set()
        self.left: dict[int, float] = {}  # when the last connection of a seat went
        self.gone = False  # it is kept no more: nobody can come
        self.chairs = chairs_of(kept)
        self.seen = {chair["seat"]: chair["seen"] for chair in kept.chairs}  # actions each player had been shown
        self.says: list[tuple[int, str]] = [(say["seat"], say["text"]) for say in kept.says]
        self.lock = asyncio.Lock()
        self.touched = now()
        self.played = False  # since the last sweep
        self.alarm: asyncio.TimerHandle | None = None  # rings when the next clock has run out
        self.match: Match | None = None
        self.damage: Damage | None = None
        self.stale = False  # what is kept may have changed: it is to be read again
        if not readable(self.kept):
            self._damaged(0, "its options or its result are no JSON")
        elif self.kept["phase"] != "gathering":
            self._read(kept.actions)

    # --- Beginning ---------------------------------------------------------------

    def _read(self, actions: list[Row]) -> None:
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
        self.match = Match(
            self.game,
            seats=len(self.chairs),
            seed=int(self.kept["seed"]),
            options=self.kept["options"],
            data=self.kept["data"],
            names=[chair.name for chair in self.chairs],
            players=[chair.bot or "person" for chair in self.chairs],
        )
        self.course, self.writer = Course(self.match), Writer(self, self.store)
        self.players = [SeatedPlayer(chair.seat, chair.name, chair.colour) for chair in self.chairs]
        self.public_views: dict[str, PublicView] = {}
        self.seat_views: dict[tuple[int, str], SeatView] = {}
        self.thinking = Thinking(self, self.bot_pool)
        self.clock = Clock.read(self.kept["clock"])
        self.watch = Watch(self.clock, len(self.chairs))
        self.at: float = self.kept["begun"] or self.kept["created"]  # the time of the last action
        self.ahead = max(0.0, self.at - now())
        self.watch.run(self.match.waiting, self.at)
        guide = self.game.guide if self.kept.get("guided") else None
        self.telling = Telling(guide, self.match) if guide else None

    def follow(self, row: Row) -> bool:
        """Do the next action of the log; False if it cannot be followed."""
        if self.damage:
            return False
        seat, action = row["seat"], row["action"]
        if row["n"] != self.version:
            return self._damaged(self.version, f"the next action in it is number {row['n']}")
        try:
            self.course.follow(seat, action)
        except Exception as error:
            return self._damaged(row["n"], str(error), error)
        self.at = max(self.at, row["at"])  # times never decrease, whatever the wall clock said
        self.ahead = max(self.ahead, self.at - now())
        if action == UNDO:
            self.watch.took_back(seat)
        else:
            self.watch.acted(seat, self.at, row["stood_in"])
        self.watch.run(self.playing.waiting, self.at)
        if row["move"]:
            self.writer.moves[seat, row["move"]] = row["n"]
        return True

    def _damaged(self, n: int, reason: str, error: Exception | None = None) -> bool:
        """The log cannot be followed from action `n` on: say so, to everybody who looks."""
        log.error("table %s: its log is damaged at action %s: %s", self.code, n, reason, exc_info=error)
        self.damage = Damage(n, reason)
        self.send_all({"reload": True})
        return False

    def check_log(self) -> None:
        """A Refusal if the log is damaged."""
        if self.damage and self.match is None:
            raise Refusal(N_("What is kept of this table cannot be read any more."), 410, code="damaged")
        if self.damage:
            raise Refusal(
                N_("The log of this table is damaged at action {n}, so the match cannot go on."),
                410,
                code="damaged",
                offer=f"/t/{self.code}/record",
                n=self.damage.n + 1,
            )

    def time(self) -> float:
        """The time at this table: never before its last action, whatever the wall clock said then or says now."""
        return now() + self.ahead

    @property
    def playing(self) -> Match:
        if self.match is None:
            raise Refusal(N_("The match has not begun yet."), code="not_begun")
        return self.match

    @property
    def version(self) -> int:
        return len(self.playing.log)

    @property
    def asked(self) -> list[int]:
        """Since which action each seat has had its decision before it."""
        return self.course.asked

    @property
    def busy(self) -> bool:
        return self.lock.locked() or (self.match is not None and self.writer.busy)

    @property
    def over(self) -> bool:
        return self.match is not None and self.match.over

    # --- Who sits where --------------------------------------------------------------

    @property
    def chairs(self) -> list[Chair]:
        return self._chairs

    @chairs.setter
    def chairs(self, chairs: list[Chair]) -> None:
        """Seat people. A line whose person now has another seat, or none, is closed: its page shows the old one."""
        before = {chair.seat: chair.person for chair in getattr(self, "_chairs", ())}
        self._chairs = chairs
        self._seats: dict[str, list[int]] = {}
        for chair in chairs:
            if chair.person:
                self._seats.setdefault(chair.person, []).append(chair.seat)
        for connection in self.connections:
            if self.seat_of_connection(connection) != connection.shows:
                connection.end(MOVED)
        for chair in chairs if before else ():
            if chair.person != before.get(chair.seat):
                self.left.pop(chair.seat, None)
                if chair.person and not self.here(chair.seat):
                    self.left[chair.seat] = now()

    def hand_over(self, guest: str, person: str) -> None:
        """What a guest has at this table is this person's from now on."""
        if self.kept["host"] == guest:
            self.kept["host"] = person
        self.chairs = [replace(chair, person=person) if chair.person == guest else chair for chair in self.chairs]
        if self.match and not self.over:
            asyncio.get_running_loop().call_later(self.settings.grace + 0.1, self._missed)

    def seats_of(self, person: str | None) -> list[int]:
        """Where a person sits: on one device, at several seats."""
        return self._seats.get(person or "", [])

    def seat_of_connection(self, connection: Connection) -> int:
        """The seat for which a line speaks and sees, by the chairs as they are now."""
        return SPECTATOR if connection.ended is not None else self.seat_of(connection.person, connection.wanted)

    def seat_of(self, person: str | None, wanted: str = "") -> int:
        """The seat from which a person looks; -1 for a spectator, and for who passes a device round until they say."""
        seats = self.seats_of(person)
        if len(seats) > 1:
            return next((seat for seat in seats if str(seat) == wanted), SPECTATOR)
        return seats[0] if seats else SPECTATOR

    # --- Before the match ----------------------------------------------------------

    async def change(self, chairs: list[Chair] | None = None, **changes: Any) -> None:
        """Change what is settled before a match, or begin it."""
        if self.match:
            raise Refusal(N_("The match has begun: nothing can be changed any more."), code="begun")
        if changes.get("phase") == "playing":
            options = changes.get("options") or self.kept["options"]
            changes |= begun(self.game, len(chairs or self.chairs), options)
        rows = None if chairs is None else [chair.row(self.code) for chair in chairs]
        try:
            await self.store.run(change_table, self.code, changes, rows)
        except BaseException:
            self.stale = True  # it may be done or not
            raise
        self.kept |= changes
        if chairs is not None:
            self.chairs = chairs
        if self.kept["phase"] == "playing":
            self._read([])
            await self.note_due()
            self.wake()
        self.send_all({"reload": True})

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

    def changes_with(self, match: Match) -> Row:
        """What changes in what is kept of the table with the last action of a match, in the same commit: one that is
        over is closed; what goes on though nobody looks is due until it was looked after (`note_due`)."""
        if match.over:
            result = {"ranks": match.ranks, "scores": match.scores}
            return {"phase": "over", "result": result, "due": None, "changed": now()}
        return {"due": now()} if self.clock.turn_by_turn else {}

    def show(self) -> None:
        """Show everybody what was done, and let bots think. Whatever fails here, the table goes on."""
        self.touched, self.played = now(), True
        for part in (self._update, self._call, self._wind, self.wake):
            try:
                part()
            except Exception:
                log.exception("table %s: what was done could not be shown to all", self.code)

    def _update(self) -> None:
        """Send every desk what changed. Those for whom it cannot be worked out load their page again."""
        lessons = self._listen()
        failed: dict[str, Exception] = {}
        views: dict[int, Any] = {}
        fragments: dict[str, Fragments] = {}
        messages: dict[tuple[int, str], bytes] = {}
        for connection in self.connections:
            if not connection.reads:
                connection.send(b"")
                continue
            seat = self.seat_of_connection(connection)
            key = (seat, connection.lang)
            if key not in messages and connection.lang not in failed:
                try:
                    messages[key] = self._message(*key, lessons, views, fragments)
                except Exception as reason:
                    failed[connection.lang] = reason
            if connection.lang not in failed:
                connection.send(messages[key])
        for lang, error in failed.items():
            log.error("table %s: what was done could not be shown in %s", self.code, lang, exc_info=error)
            self.public_views.pop(lang, None)  # what its readers have is not known any more
            self.seat_views = {key: seat_view for key, seat_view in self.seat_views.items() if key[1] != lang}
        for connection in self.connections:
            if connection.reads and connection.lang in failed:
                connection.send({"reload": True})

    def _listen(self) -> bool:
        """Whether the guide has something new to say."""
        try:
            return self.telling is not None and self.telling.listen()
        except Exception:
            log.exception("table %s: the guide failed", self.code)
            return False

    def _message(
        self, seat: int, lang: str, lessons: bool, views: dict[int, Any], fragments: dict[str, Fragments]
    ) -> bytes:
        """What changed at a desk. What several desks have in common is worked out once."""
        if lang not in fragments:
            seen = orjson.dumps(self.public(lang).change), orjson.dumps(self.seats(lang))
            fragments[lang] = orjson.Fragment(seen[0]), orjson.Fragment(seen[1])
        if seat not in views:
            views[seat] = self.playing.view(seat)
        public, seats = fragments[lang]
        extra = {"seats": seats} | self._ending(seat, lang) | self._guiding(seat, lang, lessons)
        return self.seat_view(seat, lang).update(self.version, views[seat], public, extra)

    def _call(self) -> None:
        """Tell the people whose turn it has become, on their pages elsewhere."""
        for seat in (seat for seat in self.playing.waiting if self.asked[seat] == self.version):
            for connection in self.notifier.connections(self.chairs[seat].person) - self.connections:
                words = say(connection.lang, "It is your turn at {game}.", game=self.game.title[connection.lang])
                connection.send({"turn": self.code, "words": words})

    def _ending(self, seat: int, lang: str) -> dict[str, Any]:
        if not self.over:
            return {}
        return {"over": end_sheet(self.pages, self.playing, self.players, seat, lang, self.code)}

    def _guiding(self, seat: int, lang: str, all_said: bool) -> dict[str, Any]:
        """What the guide says to the beginner: what has been said so far, and since which action it is news."""
        if self.telling is None or seat != self.telling.guide.seat:
            return {}
        seat_view = self.seat_view(seat, lang)
        return {"guide": {"since": seat_view.since()} | ({"said": told(self.telling, seat_view)} if all_said else {})}

    # --- Looking -------------------------------------------------------------------

    def public(self, lang: str) -> PublicView:
        """What everybody sees, as of now."""
        public = self.public_views.get(lang)
        if public is None:
            public = self.public_views[lang] = new_public_view(self.pages, self.playing, self.players, lang)
        elif public.version != self.version:
            public.look()
        return public

    def seat_view(self, seat: int, lang: str) -> SeatView:
        if (seat, lang) not in self.seat_views:
            self.seat_views[seat, lang] = SeatView(self.public(lang), seat)
        return self.seat_views[seat, lang]

    def state(self, seat: int, lang: str) -> dict[str, Any]:
        """All that a page of this seat begins with."""
        self.public(lang)
        state = self.seat_view(seat, lang).state(self.version, self.playing.view(seat))
        if self.seen.get(seat, 0) > state["log"]["since"]:
            state["log"] |= {"since": self.seen[seat], "away": True}
        if self.telling:
            self.telling.listen()
        more = self._ending(seat, lang) | self._guiding(seat, lang, True)
        return state | {"seats": self.seats(lang), "talk": self.talk()} | more

    def seats(self, lang: str) -> list[dict[str, Any]]:
        """Who is asked, who is away, what to say of it beside the name; and the time they have left."""
        told: list[dict[str, Any]] = []
        for chair in self.chairs:
            asked = bool(self.playing.state.waiting[chair.seat])
            away = chair.person is not None and not self.here(chair.seat)
            replaced = chair.person is not None and self.stands_in(chair.seat)
            if replaced:
                words = say(lang, "a bot plays on")
            elif chair.bot:
                words = say(lang, "thinks") if asked else level_name(chair.bot, lang)
            elif away and not self.clock.turn_by_turn:
                words = say(lang, "away")
            else:
                words = say(lang, "thinks") if asked else ""
            told.append({"asked": asked, "away": away, "words": words, "replaced": replaced})
            if (left := self.time_left(chair.seat)) is not None:
                told[-1]["left"] = left
        return told

    def time_left(self, seat: int) -> float | None:
        """How many seconds a player still has; none without a clock."""
        if self.match is None or not self.clock.runs or self.chairs[seat].person is None:
            return None
        return round(self.watch.remaining(seat, self.time()), 1)

    def talk(self) -> list[list[str]]:
        return [self._spoken(seat, text) for seat, text in self.says[-SAYS:]]

    def _spoken(self, seat: int, text: str) -> list[str]:
        return [str(who(self.chairs[seat].colour, self.chairs[seat].name)), text]

    # --- Being here ------------------------------------------------------------------

    def join(self, connection: Connection, at: int) -> None:
        """Someone looks at the table; they are told what their page, made after `at` actions, does not show."""
        if self.gone:
            connection.end(MISSING)
            return
        connection.shows = seat = self.seat_of_connection(connection)
        self.connections.add(connection)
        self.left.pop(seat, None)
        if self.match is None:
            return
        self.take_back_seat(seat)
        if connection.reads:
            seat_view = self.seat_view(seat, connection.lang)
            if not at == self.version == seat_view.version or seat_view.public.version != self.version:
                connection.send(self.state(seat, connection.lang))
        self.tell_seats()
        self.wake()

    def take_back_seat(self, seat: int) -> None:
        """A player is there again: no bot plays for them any more, and they have time for their move."""
        if seat < 0 or self.chairs[seat].bot:
            return
        if self.watch.out(seat, self.time()):
            self.watch.back(seat, self.time())
            self._wind()
        if not self.stands_in(seat):
            self.thinking.stop(seat)

    def leave(self, connection: Connection) -> None:
        self.connections.discard(connection)
        self.touched = now()
        seat = self.seat_of(connection.person, connection.wanted)
        if seat >= 0 and not self.here(seat):
            self.left[seat] = now()
            if self.match:
                self.seen[seat], self.played = len(self.match.steps), True
            if self.match and not self.over:
                asyncio.get_running_loop().call_later(self.settings.grace + 0.1, self._missed)
        if self.match:
            self.tell_seats()

    def _missed(self) -> None:
        """Somebody has been away too long, or a clock has run out."""
        self._wind()
        self.tell_seats()
        self.wake()

    def here(self, seat: int) -> bool:
        if self.kept["one_device"]:
            return any(
                connection.person == self.chairs[seat].person
                for connection in self.connections
                if connection.ended is None
            )
        return any(self.seat_of_connection(connection) == seat for connection in self.connections)

    def stands_in(self, seat: int) -> bool:
        """Whether a bot plays for a player: once their time has run out; without a clock once they have been away for
        a while, as long as somebody else is here. At a table without hurry, never."""
        if self.clock.runs:
            return self.watch.out(seat, self.time())
        if self.clock.waits or self.kept["one_device"]:
            return False
        gone = self.left.get(seat)
        others = any(self.seat_of_connection(connection) >= 0 for connection in self.connections)
        return gone is not None and others and now() - gone >= self.settings.grace

    def tell_seats(self) -> None:
        if self.match:
            seats = {connection.lang: {"seats": self.seats(connection.lang)} for connection in self.connections}
            for connection in self.connections:
                connection.send(seats[connection.lang])

    def send_all(self, message: dict[str, Any]) -> None:
        data = orjson.dumps(message)
        for connection in self.connections:
            connection.send(data)

    async def speak(self, seat: int, text: str) -> None:
        await self.store.run(add_say, {"code": self.code, "seat": seat, "text": text, "at": now()})
        self.says.append((seat, text))
        self.send_all({"talk": [self._spoken(seat, text)]})

    # --- Playing on --------------------------------------------------------------------

    def share(self) -> str:
        """Whose turn it is when bots of many tables want to think: the address from which this one is played."""
        playing = (
            connection.address
            for connection in self.connections
            if connection.address and self.seat_of_connection(connection) >= 0
        )
        return next(playing, self.kept["host"])

    def bot_at(self, seat: int) -> str | None:
        """The bot that plays a seat now, if one does."""
        return self.chairs[seat].bot or (STAND_IN if self.stands_in(seat) else None)

    def wake(self) -> None:
        """Let the bots think that are asked. Where nobody is nobody plays on, unless it goes turn by turn."""
        at_rest = self.match is None or self.match.over or self.damage or self.writer.behind
        if not at_rest and (self.connections or self._goes_on()):
            self.thinking.wake()

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

    async def note_due(self) -> None:
        """Keep when the table must be looked after though nobody looks: it may have been let go, or the server too."""
        if not (self.clock.runs or self.clock.waits) or self.damage:
            return
        due = None
        if not self.over and self._goes_on():
            bots = any(self.bot_at(seat) for seat in self.playing.waiting)
            next_out = self.watch.due(self._people(), self.time())
            due = now() if bots else None if next_out is None else next_out - self.ahead
        if due != self.kept["due"]:
            try:
                await self.store.run(change_table, self.code, {"due": due})
            except Refusal:
                return  # it is noted as due since the last action, so the next sweep finds it
            self.kept["due"] = due

    async def look_after(self) -> None:
        """Something is due here: a clock has run out, or a bot was about to move when the server stopped."""
        if self.match:
            self._missed()
            await self.note_due()

    async def settled(self) -> None:
        """Wait until nothing is on its way to the log."""
        if self.match:
            await self.writer.settled()

    def forgotten(self, instead: str) -> None:
        """It is kept no more: who looks at it goes on to another page."""
        self.gone = True
        self.close()
        for connection in list(self.connections):
            connection.end(MISSING, {"go": instead})

    def close(self) -> None:
        if self.alarm:
            self.alarm.cancel()
        if self.match:
            self.thinking.close()
            self.writer.close()
