"""One table in memory: its match, who sits there, who is looking, and the bots that play.

The log of actions in the database is the truth. An action is checked, committed with the next number, and only then
done and shown. Everything here runs in one event loop.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import replace
from time import time
from typing import Any

import orjson

from tempolude.engine.errors import BadAction
from tempolude.engine.game import Game
from tempolude.engine.guide import Telling
from tempolude.engine.match import UNDO, Match
from tempolude.engine.state import SPECTATOR

from .beginning import begun
from .brains import Brains
from .chairs import Chair, chairs_of, level_name
from .clocks import Clock, Watch
from .ears import MISSING, MOVED, Bell, Ear
from .endsheet import end_sheet
from .guide import told
from .pages import Pages
from .refusal import N_, Refusal
from .settings import Settings
from .sight import Desk, Sight
from .speech import say
from .stage import who
from .storage.store import Conflict, Kept, Row, Store, add_say, change_table, later_actions
from .tablepage import Player, new_sight
from .thinking import Thinking

STAND_IN = "regular"  # who plays for a player who left
SAYS = 100  # of the talk that a page opens with


class Room:
    """A table. `match` is None while players gather."""

    def __init__(
        self, kept: Kept, game: Game, pages: Pages, store: Store, brains: Brains, bell: Bell, settings: Settings
    ) -> None:
        self.game, self.pages, self.store, self.settings = game, pages, store, settings
        self.brains, self.bell = brains, bell
        self.code: str = kept.table["code"]
        self.kept: Row = kept.table
        self.ears: set[Ear] = set()
        self.left: dict[int, float] = {}  # when the last connection of a seat went
        self.gone = False  # it is kept no more: nobody can come
        self.chairs = chairs_of(kept)
        self.seen = {chair["seat"]: chair["seen"] for chair in kept.chairs}  # actions each player had been shown
        self.says: list[tuple[int, str]] = [(say["seat"], say["text"]) for say in kept.says]
        self.lock = asyncio.Lock()
        self.touched = time()
        self.played = False  # since the last sweep
        self.alarm: asyncio.TimerHandle | None = None  # rings when the next clock has run out
        self.moves: set[str] = set()
        self.pending: dict[int, asyncio.Future[None]] = {}  # actions on their way to the log, by seat
        self.undoing = False
        self.match: Match | None = None
        if self.kept["phase"] != "gathering":
            self._begin(kept.actions)

    # --- Beginning ---------------------------------------------------------------

    def _begin(self, actions: Iterable[Row]) -> None:
        """Replay what is in the log."""
        self.match = Match(
            self.game,
            seats=len(self.chairs),
            seed=int(self.kept["seed"]),
            options=self.kept["options"],
            data=self.kept["data"],
            names=[chair.name for chair in self.chairs],
            players=[chair.bot or "person" for chair in self.chairs],
        )
        self.players = [Player(chair.seat, chair.name, chair.colour) for chair in self.chairs]
        self.sights: dict[str, Sight] = {}
        self.desks: dict[tuple[int, str], Desk] = {}
        self.thinking = Thinking(self, self.brains)
        self.asked = [0] * len(self.chairs)  # since which action each seat has had its decision before it
        self.clock = Clock.read(self.kept["clock"])
        self.watch = Watch(self.clock, len(self.chairs))
        self.watch.run(self.match.waiting, self.kept["begun"] or self.kept["created"])
        guide = self.game.guide if self.kept.get("guided") else None
        self.telling = Telling(guide, self.match) if guide else None
        for row in actions:
            self._do(row)
        self._wind()

    def _do(self, row: Row) -> None:
        """Do one action of the log."""
        match = self.playing
        before, seat = match.waiting, row["seat"]
        if row["action"] == UNDO:
            match.undo(seat)
            self.watch.took_back(seat)
        else:
            match.play(seat, row["action"])
            self.watch.acted(seat, row["at"], row["stood_in"])
        self.watch.run(match.waiting, row["at"])
        if row["move"]:
            self.moves.add(row["move"])
        for other in match.waiting:
            if other == seat or other not in before:  # who was asked at the same time still has the same decision
                self.asked[other] = self.version

    @property
    def playing(self) -> Match:
        if self.match is None:
            raise Refusal(N_("The match has not begun yet."), code="not_begun")
        return self.match

    @property
    def version(self) -> int:
        return len(self.playing.log)

    @property
    def busy(self) -> bool:
        return self.lock.locked() or (self.match is not None and bool(self.pending))

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
        for ear in self.ears:
            if self.seat_of_line(ear) != ear.shows:
                ear.end(MOVED)
        for chair in chairs if before else ():
            if chair.person != before.get(chair.seat):
                self.left.pop(chair.seat, None)
                if chair.person and not self.here(chair.seat):
                    self.left[chair.seat] = time()

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

    def seat_of_line(self, ear: Ear) -> int:
        """The seat for which a line speaks and sees, by the chairs as they are now."""
        return SPECTATOR if ear.ended is not None else self.seat_of(ear.person, ear.wanted)

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
        await self.store.run(change_table, self.code, changes, rows)
        self.kept |= changes
        if chairs is not None:
            self.chairs = chairs
        if self.kept["phase"] == "playing":
            self._begin(())
            await self._note_due()
            self.wake()
        self.send_all({"reload": True})

    # --- Acting --------------------------------------------------------------------

    async def act(self, seat: int, action: int | str, at: Any, move: str | None, stood_in: bool = False) -> None:
        """Do an action of a seat that saw `at` actions; a Refusal changes nothing.

        Who is asked at the same time need not wait for one another: their actions share a commit.
        """
        if self.undoing or seat in self.pending:
            await self._settled()
        if move in self.moves:
            return  # sent again because the answer was lost: it is done
        match = self.current(seat, at)
        try:
            number = match.check(seat, action)
        except BadAction:
            raise Refusal(N_("That cannot be done now. Nothing has changed."), code="not_legal") from None
        await self._commit(seat, number, move, stood_in)

    async def undo(self, seat: int, move: str | None) -> None:
        """Take back the last action of a seat. What others do meanwhile waits."""
        await self._settled()
        if move in self.moves:
            return
        if not self.playing.can_undo(seat):
            raise Refusal(N_("There is nothing left to take back. Nothing has changed."), code="no_undo")
        self.undoing = True
        try:
            await self._commit(seat, UNDO, move)
        finally:
            self.undoing = False

    async def _settled(self) -> None:
        """Wait until nothing is on its way to the log."""
        while self.pending:
            await asyncio.wait(list(self.pending.values()))

    def current(self, seat: int, at: Any) -> Match:
        """The match, if what this seat saw is what it is asked about now."""
        match = self.playing
        if match.over:
            raise Refusal(N_("The match is over. Nothing has changed."), code="over")
        if not match.state.waiting[seat]:
            raise Refusal(N_("It is not your turn. Nothing has changed."), code="not_asked")
        if isinstance(at, bool) or not isinstance(at, int) or not self.asked[seat] <= at <= self.version:
            raise Refusal(N_("Too late: the table has changed since. Nothing has been done."), code="too_late")
        return match

    async def _commit(self, seat: int, action: int, move: str | None, stood_in: bool = False) -> None:
        """Write an action to the log under the next number, then do it and show it."""
        n = self.version + len(self.pending)
        row = {"code": self.code, "n": n, "seat": seat, "action": action, "move": move, "at": time()}
        row["stood_in"] = stood_in
        done = self.pending[seat] = asyncio.get_running_loop().create_future()
        try:
            await self.store.append(row)
            assert self.version == n, "actions are committed in the order of their numbers"
            self._do(row)
            del self.pending[seat]
            self.touched, self.played = time(), True
            await self._show()
        except Conflict:
            del self.pending[seat]
            await self._catch_up()
            raise Refusal(
                N_("Too late: the table has changed since. Nothing has been done."), code="too_late"
            ) from None
        finally:
            self.pending.pop(seat, None)
            done.set_result(None)

    async def _catch_up(self) -> None:
        """Do what another server wrote to the log."""
        for row in await self.store.run(later_actions, self.code, self.version):
            self._do(row)
            await self._show()

    async def _show(self) -> None:
        """Tell every desk what changed, let bots think, and close the books at the end."""
        match = self.playing
        views: dict[int, Any] = {}
        fragments: dict[str, tuple[orjson.Fragment, orjson.Fragment]] = {}
        messages: dict[tuple[int, str], bytes] = {}
        lessons = self.telling is not None and self.telling.listen()
        for ear in self.ears:
            if not ear.reads:
                ear.tell(b"")
                continue
            seat = self.seat_of_line(ear)
            key = (seat, ear.lang)
            if key not in messages:
                if ear.lang not in fragments:
                    seen = orjson.dumps(self.sight(ear.lang).change), orjson.dumps(self.seats(ear.lang))
                    fragments[ear.lang] = orjson.Fragment(seen[0]), orjson.Fragment(seen[1])
                if seat not in views:
                    views[seat] = match.view(seat)
                public, seats = fragments[ear.lang]
                extra = {"seats": seats} | self._ending(*key) | self._guiding(*key, lessons)
                messages[key] = self.desk(*key).update(self.version, views[seat], public, extra)
            ear.tell(messages[key])
        if match.over and self.kept["phase"] != "over":
            changes = {"phase": "over", "result": {"ranks": match.ranks, "scores": match.scores}}
            await self.store.run(change_table, self.code, changes)
            self.kept |= changes
        self._call(seat for seat in match.waiting if self.asked[seat] == self.version)
        self._wind()
        await self._note_due()
        self.wake()

    def _call(self, seats: Iterable[int]) -> None:
        """Tell the people whose turn it has become, on their pages elsewhere."""
        for seat in seats:
            for ear in self.bell.ears(self.chairs[seat].person) - self.ears:
                words = say(ear.lang, "It is your turn at {game}.", game=self.game.title[ear.lang])
                ear.tell({"turn": self.code, "words": words})

    def _ending(self, seat: int, lang: str) -> dict[str, Any]:
        if not self.over:
            return {}
        return {"over": end_sheet(self.pages, self.playing, self.players, seat, lang, self.code)}

    def _guiding(self, seat: int, lang: str, all_said: bool) -> dict[str, Any]:
        """What the guide says to the beginner: what has been said so far, and since which action it is news."""
        if self.telling is None or seat != self.telling.guide.seat:
            return {}
        desk = self.desk(seat, lang)
        return {"guide": {"since": desk.since()} | ({"said": told(self.telling, desk)} if all_said else {})}

    # --- Looking -------------------------------------------------------------------

    def sight(self, lang: str) -> Sight:
        """What everybody sees, as of now."""
        sight = self.sights.get(lang)
        if sight is None:
            sight = self.sights[lang] = new_sight(self.pages, self.playing, self.players, lang)
        elif sight.version != self.version:
            sight.look()
        return sight

    def desk(self, seat: int, lang: str) -> Desk:
        if (seat, lang) not in self.desks:
            self.desks[seat, lang] = Desk(self.sight(lang), seat)
        return self.desks[seat, lang]

    def state(self, seat: int, lang: str) -> dict[str, Any]:
        """All that a page of this seat begins with."""
        self.sight(lang)
        state = self.desk(seat, lang).state(self.version, self.playing.view(seat))
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
        return round(self.watch.remaining(seat, time()), 1)

    def talk(self) -> list[list[str]]:
        return [self._spoken(seat, text) for seat, text in self.says[-SAYS:]]

    def _spoken(self, seat: int, text: str) -> list[str]:
        return [str(who(self.chairs[seat].colour, self.chairs[seat].name)), text]

    # --- Being here ------------------------------------------------------------------

    def come(self, ear: Ear, at: int) -> None:
        """Someone looks at the table; they are told what their page, made after `at` actions, does not show."""
        if self.gone:
            ear.end(MISSING)
            return
        ear.shows = seat = self.seat_of_line(ear)
        self.ears.add(ear)
        self.left.pop(seat, None)
        if self.match is None:
            return
        self.take_back_seat(seat)
        if ear.reads:
            desk = self.desk(seat, ear.lang)
            if not at == self.version == desk.version or desk.sight.version != self.version:
                ear.tell(self.state(seat, ear.lang))
        self.tell_seats()
        self.wake()

    def take_back_seat(self, seat: int) -> None:
        """A player is there again: no bot plays for them any more, and they have time for their move."""
        if seat < 0 or self.chairs[seat].bot:
            return
        if self.watch.out(seat, time()):
            self.watch.back(seat, time())
            self._wind()
        if not self.stands_in(seat):
            self.thinking.stop(seat)

    def go(self, ear: Ear) -> None:
        self.ears.discard(ear)
        self.touched = time()
        seat = self.seat_of(ear.person, ear.wanted)
        if seat >= 0 and not self.here(seat):
            self.left[seat] = time()
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
            return any(ear.person == self.chairs[seat].person for ear in self.ears if ear.ended is None)
        return any(self.seat_of_line(ear) == seat for ear in self.ears)

    def stands_in(self, seat: int) -> bool:
        """Whether a bot plays for a player: once their time has run out; without a clock once they have been away for
        a while, as long as somebody else is here. At a table without hurry, never."""
        if self.clock.runs:
            return self.watch.out(seat, time())
        if self.clock.waits or self.kept["one_device"]:
            return False
        gone = self.left.get(seat)
        others = any(self.seat_of_line(ear) >= 0 for ear in self.ears)
        return gone is not None and others and time() - gone >= self.settings.grace

    def tell_seats(self) -> None:
        if self.match:
            seats = {ear.lang: {"seats": self.seats(ear.lang)} for ear in self.ears}
            for ear in self.ears:
                ear.tell(seats[ear.lang])

    def send_all(self, message: dict[str, Any]) -> None:
        data = orjson.dumps(message)
        for ear in self.ears:
            ear.tell(data)

    async def speak(self, seat: int, text: str) -> None:
        await self.store.run(add_say, {"code": self.code, "seat": seat, "text": text, "at": time()})
        self.says.append((seat, text))
        self.send_all({"talk": [self._spoken(seat, text)]})

    # --- Playing on --------------------------------------------------------------------

    def share(self) -> str:
        """Whose turn it is when bots of many tables want to think: the address from which this one is played."""
        playing = (ear.address for ear in self.ears if ear.address and self.seat_of_line(ear) >= 0)
        return next(playing, self.kept["host"])

    def bot_at(self, seat: int) -> str | None:
        """The bot that plays a seat now, if one does."""
        return self.chairs[seat].bot or (STAND_IN if self.stands_in(seat) else None)

    def wake(self) -> None:
        """Let the bots think that are asked. Where nobody is nobody plays on, unless it goes turn by turn."""
        if self.match and not self.match.over and (self.ears or self._goes_on()):
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
        now = time()
        due = self.watch.due(self._people(), now)
        self.alarm = asyncio.get_running_loop().call_later(due - now + 0.02, self._missed) if due else None

    async def _note_due(self) -> None:
        """Keep when the table must be looked after though nobody looks: it may have been let go, or the server too."""
        if not (self.clock.runs or self.clock.waits):
            return
        now, due = time(), None
        if not self.over and self._goes_on():
            bots = any(self.bot_at(seat) for seat in self.playing.waiting)
            due = now if bots else self.watch.due(self._people(), now)
        if due != self.kept["due"]:
            self.kept["due"] = due
            await self.store.run(change_table, self.code, {"due": due})

    async def look_after(self) -> None:
        """Something is due here: a clock has run out, or a bot was about to move when the server stopped."""
        if self.match:
            self._missed()
            await self._note_due()

    def forgotten(self, instead: str) -> None:
        """It is kept no more: who looks at it goes on to another page."""
        self.gone = True
        self.close()
        for ear in list(self.ears):
            ear.end(MISSING, {"go": instead})

    def close(self) -> None:
        if self.alarm:
            self.alarm.cancel()
        if self.match:
            self.thinking.close()
