"""A match: a game, its options, a seed and a log of actions. Replaying the log always gives its state.

>>> import tempolude
>>> match = tempolude.Match("contretemps", seats=4, seed=7)
>>> while not match.over:
...     seat = match.waiting[0]
...     match.play(seat, match.legal(seat)[0].number)
>>> len(match.scores), min(match.ranks)
(4, 1)
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from secrets import randbits
from typing import Any

from .chance import SEEDS
from .data import CONTROL
from .errors import BadOption, BadSeat, IllegalAction, MatchOver, NotWaiting, OtherRules, UndoRefused, cut
from .events import Event, happened
from .game import ENCODED, Game, game
from .glances import Glances
from .state import EVENTS, LIMIT, SPECTATOR, may_see
from .table import Action, Line, People
from .ways import Interpreted, Way

UNNAMED = {"en": "Seat {n}", "fr": "Place {n}"}
UNSHOWN = re.compile(rf"{CONTROL.pattern}|[\ud800-\udfff]")  # lone surrogates too
LONGEST_NAME = 200  # of a player
TRIES = 3  # guesses at what a seat does not know, to see what its action might do
UNDO = -1  # in the log: a seat undid its last action


def _check_same(theirs: Mapping[str, str], ours: Mapping[str, str]) -> None:
    """Raise OtherRules unless the match began with what is installed here."""
    other = sorted(name for name in theirs.keys() | ours.keys() if theirs.get(name) != ours.get(name))
    if other == [ENCODED]:
        raise OtherRules(
            "it was begun with the same cards and boards, which these rules read otherwise: "
            "they need a new rules_version"
        )
    if other:
        named = ", ".join(cut(name)[1:-1] for name in other[:6])
        raise OtherRules(
            f"it was begun with other cards or boards than those installed here: {named} was changed or is missing, "
            "though a version must never be; what is new belongs into a new version"
        )


@dataclass(slots=True)
class Step:
    """One action that has not been undone, with the state before it."""

    seat: int
    action: int
    before: bytes
    events: tuple[Event, ...]
    drawn: int  # how much chance had been drawn before
    waiting: tuple[int, ...]  # the seats that were to decide
    unseen: bool  # it revealed nothing to anybody


class Match:
    """One match in play. The rules run interpreted, without delay, or compiled; the states are identical."""

    def __init__(
        self,
        game_or_name: Game | str,
        *,
        seats: int | None = None,
        seed: int | None = None,
        options: Mapping[str, Any] | None = None,
        names: Sequence[str] | None = None,
        players: Sequence[str] | None = None,
        compiled: bool = False,
        data: Mapping[str, str] | None = None,
        rules: int | None = None,
    ) -> None:
        """Options that name no version of a data file take the newest. To continue a match, pass what it began with:
        `data` (`Match.data`) and the version of its `rules`; OtherRules if they differ from what is installed."""
        self.game = game(game_or_name) if isinstance(game_or_name, str) else game_or_name
        self.seats = self.game.seats[0] if seats is None else seats
        self.rules = self.game.rules_version if rules is None else rules
        if not self.game.plays(self.rules):
            theirs, ours = cut(self.rules), self.game.rules_version
            raise OtherRules(f"it was played by version {theirs} of the rules; these are version {ours}")
        self.options = self.game.pin(self.game.settle(self.seats, options))
        self.seed = randbits(256) if seed is None else seed
        if isinstance(self.seed, bool) or not isinstance(self.seed, int) or not 0 <= self.seed < SEEDS:
            raise BadOption(f"seed {cut(seed)}: expected a whole number from 0 to 2**256 - 1")
        self.names = list(names) if names is not None else self.unnamed("en")
        self.players = list(players) if players is not None else ["you"] * self.seats  # a person or a bot, by seat
        for what, given in (("names", self.names), ("players", self.players)):
            if len(given) != self.seats or not all(isinstance(item, str) for item in given):
                raise BadOption(f"{what} = {cut(given)}: expected {self.seats} words, one per seat")
            if wrong := [item for item in given if len(item) > LONGEST_NAME or UNSHOWN.search(item)]:
                raise BadOption(f"{what}: {cut(wrong[0])} is too long or has characters that cannot be shown")
        if data is not None:  # check the files first: a changed one may not even be readable
            _check_same({name: data[name] for name in data if name != ENCODED}, self.game.contents(self.options))
        self.encoded = self.game.encode(self.seats, self.options, self.rules)
        self.data = self.game.pins(self.options, self.encoded)
        if data is not None:
            _check_same(data, self.data)
        self.table = self.game.table(self.seats, self.options)
        self.way: Way = self.game.compiled if compiled else Interpreted(self.game)
        self.log: list[tuple[int, int]] = []  # (seat, action) as it happened, UNDO included
        self.steps: list[Step] = []
        self._glances: Glances | None = None
        self._score: tuple[bytes, tuple[list[int], list[int]]] | None = None
        self.state = self.game.rules.STATE.new()
        self.begin()

    def begin(self) -> None:
        """Set up the table, up to the first decision."""
        self.way.setup(self.state, self.seats, self.encoded, self.seed)
        self.opening = self._happened()
        self.table.meet(self.view(-1))

    # --- Looking -----------------------------------------------------------------

    @property
    def waiting(self) -> list[int]:
        """The seats that must decide now."""
        return [seat for seat, waits in enumerate(self.state.waiting.tobytes()) if waits]

    @property
    def over(self) -> bool:
        return bool(self.state.over)

    @property
    def at_limit(self) -> bool:
        """Whether the match ended because it reached its limit (G3), not by the rules."""
        return bool(self.state.over == LIMIT)

    @property
    def scores(self) -> list[int]:
        """The current points of every seat."""
        return list(self._scored()[0])

    @property
    def ranks(self) -> list[int]:
        """The current rank of every seat, 1 for the best; equal ranks are ties."""
        return list(self._scored()[1])

    def _scored(self) -> tuple[list[int], list[int]]:
        """Points and ranks, counted once for each position: the end of a match is told to each reader."""
        position = self.state.tobytes()
        if self._score is None or self._score[0] != position:
            self._score = position, self.way.score(self.state)
        return self._score[1]

    @property
    def events(self) -> tuple[Event, ...]:
        """All events of the last action (of the setup, before the first), whoever may see them."""
        return self.steps[-1].events if self.steps else self.opening

    def view(self, seat: int) -> Any:
        """The state as `seat` may know it; -1 for a spectator."""
        if seat != -1:
            self._check_seat(seat)
        return self.game.hide(self.state, seat)

    def glance(self, seat: int) -> Any:
        """Like `view`, but reused: the next action updates it in place, which is cheaper than a new view."""
        if self._glances is None:
            self._glances = Glances(self.game, self.seats)
        return self._glances.view(self.state, len(self.log), seat)

    def legal(self, seat: int) -> list[Action]:
        """The legal actions of `seat`; empty if it is not to decide."""
        self._check_seat(seat)
        if not self.state.waiting[seat]:
            return []
        view = self.view(seat)
        return [
            Action(number, self.table.notation(view, seat, number), self.table.handles(view, seat, number))
            for number in self.way.legal(self.state, seat)
        ]

    def unnamed(self, lang: str) -> list[str]:
        """The default names of the seats."""
        return [UNNAMED[lang].format(n=i + 1) for i in range(self.seats)]

    def names_in(self, lang: str) -> list[str]:
        """The names of the seats in a language; unnamed seats are numbered."""
        numbered = zip(self.names, self.unnamed("en"), self.unnamed(lang), strict=True)
        return [local if name == english else name for name, english, local in numbered]

    def story(self, seat: int = -1, lang: str = "en") -> list[Line]:
        """The log in sentences, as `seat` may read it."""
        people = People(self.names_in(lang), seat)
        events = [(n, event) for n in range(len(self.steps) + 1) for event in self.events_of(n)]
        lines = [self.tell(n, event, lang, people) for n, event in events if may_see(event.seen_by, seat)]
        return [line for line in lines if line is not None]

    def events_of(self, n: int) -> tuple[Event, ...]:
        """All events of the n-th action that was not undone, whoever may see them; 0 is the setup."""
        return self.steps[n - 1].events if n else self.opening

    def tell(self, n: int, event: Event, lang: str, people: People) -> Line | None:
        """The log line of an event of the n-th action."""
        if n and event.name in self.table.looks_back:
            before = self.game.hide(self.game.rules.STATE.read(self.steps[n - 1].before), SPECTATOR)
            return self.table.tell_from(before, event, lang, people)
        return self.table.tell(event, lang, people)

    # --- Playing -----------------------------------------------------------------

    def play(self, seat: int, action: int | str) -> None:
        """Take one action, given as its number or in notation. An error changes nothing."""
        number = self.check(seat, action)
        self._do(seat, number)
        self.log.append((seat, number))

    def check(self, seat: int, action: int | str) -> int:
        """The number of a legal action of `seat`, or the error that `play` would raise."""
        self._check_seat(seat)
        if self.over:
            raise MatchOver("the match is over")
        if not self.state.waiting[seat]:
            others = ", ".join(str(s) for s in self.waiting)
            raise NotWaiting(f"seat {seat} is not asked to decide now; waiting for: {others}")
        number = self.table.read(self.view(seat), seat, action) if isinstance(action, str) else action
        legal = self.way.legal(self.state, seat)
        if isinstance(number, bool) or number not in legal:
            view = self.view(seat)
            could = ", ".join(self.table.notation(view, seat, n) for n in legal[:6])
            more = f" and {len(legal) - 6} more" if len(legal) > 6 else ""
            raise IllegalAction(f"{cut(action)} is not legal for seat {seat} now; it may: {could}{more}")
        return int(number)

    def fork(self) -> Match:
        """An independent copy of the match, to play on without changing this one."""
        other = object.__new__(type(self))
        vars(other).update(vars(self))
        other.state, other._glances = self.game.rules.STATE.new(self.state), None
        other.log, other.steps = list(self.log), list(self.steps)
        return other

    def follow(self, seat: int, action: int, ahead: Match) -> None:
        """Take an action, copying its result from a fork that has taken it; if the fork differs, like `play`."""
        n = len(self.steps)
        step = ahead.steps[n] if n < len(ahead.steps) else None
        if step is None or (step.seat, step.action, step.before) != (seat, action, self.state.tobytes()):
            self.play(seat, action)
            return
        following = n + 1 < len(ahead.steps)
        self.state.become(self.game.rules.STATE.read(ahead.steps[n + 1].before) if following else ahead.state)
        self.steps.append(step)
        self.log.append((seat, action))

    def is_final(self, seat: int, action: int) -> bool:
        """Whether `seat` could not undo this action: it reveals something, draws at random, or passes the turn on.

        The action is tried on the seat's view with guesses at the rest, so that the answer reveals nothing.
        """
        for seed in range(TRIES):
            guessed = self.view(seat)
            self.way.guess(guessed, seat, seed)
            drawn = guessed.rng_drawn
            self.way.play(guessed, seat, action)
            events = happened(guessed, self.game.rules.EVENTS)
            if guessed.rng_drawn != drawn or not guessed.waiting[seat] or not self._quiet(events):
                return True
        return False

    def can_undo(self, seat: int) -> bool:
        return self._undo_from(seat) is not None

    def undo(self, seat: int) -> None:
        """Undo the last action of `seat`, unless somebody has acted since or it revealed something."""
        self._check_seat(seat)
        index = self._undo_from(seat)
        if index is None:
            raise UndoRefused(f"seat {seat} has nothing that can still be taken back")
        later = self.steps[index + 1 :]
        self.state.become(self.game.rules.STATE.read(self.steps[index].before))
        del self.steps[index:]
        for step in later:
            self._do(step.seat, step.action)
        self.log.append((seat, UNDO))

    def _undo_from(self, seat: int) -> int | None:
        """The step that an undo of `seat` reverts, if any. Others may have acted since only simultaneously, unseen."""
        if self.over:
            return None
        since: set[int] = set()  # who acted
        for index in reversed(range(len(self.steps))):
            step = self.steps[index]
            if not step.unseen or step.drawn != self.state.rng_drawn:
                return None
            since.add(step.seat)
            if step.seat == seat:
                return index if since <= {*step.waiting} else None
        return None

    def _quiet(self, events: tuple[Event, ...]) -> bool:
        """Whether none of these events reveals anything."""
        quiet = getattr(self.game.rules, "QUIET", ())
        for event in events:
            if event.kind not in quiet:
                return False
        return len(events) < EVENTS  # there may be more than the list has room for

    def _do(self, seat: int, action: int) -> None:
        before, drawn, waiting = self.state.tobytes(), self.state.rng_drawn, tuple(self.waiting)
        self.way.play(self.state, seat, action)
        events = self._happened()
        self.steps.append(Step(seat, action, before, events, drawn, waiting, self._quiet(events)))

    def _happened(self) -> tuple[Event, ...]:
        return happened(self.state, self.game.rules.EVENTS)

    def _check_seat(self, seat: int) -> None:
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < self.seats:
            raise BadSeat(f"there is no seat {cut(seat)}; seats are 0 to {self.seats - 1}")

    # --- Keeping -----------------------------------------------------------------

    def __getstate__(self) -> dict[str, Any]:
        """The state for copying and pickling, without what can be derived."""
        kept = {name: value for name, value in vars(self).items() if name not in ("table", "way", "_glances", "_score")}
        return kept | {"compiled": not isinstance(self.way, Interpreted)}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        compiled = kept.pop("compiled")
        vars(self).update(kept)
        self._glances = self._score = None
        self.way = self.game.compiled if compiled else Interpreted(self.game)
        self.table = self.game.table(self.seats, self.options)
        first = self.game.rules.STATE.read(self.steps[0].before) if self.steps else self.state
        self.table.meet(self.game.hide(first, -1))

    def save(self, path: str | Path) -> None:
        """Write the record of this match, finished or not."""
        from .record import save

        save(self, Path(path))

    @classmethod
    def load(cls, path: str | Path, *, compiled: bool = False) -> Match:
        """Load a match from its record and replay it; BadRecord if the file is not valid."""
        from .record import load

        return load(Path(path), compiled=compiled)
