"""Clocks: none, minutes for a match, or days for a move; and the time each seat has left."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cached_property

from ..refusal import N_, Refusal
from ..translation import say

DAY, MINUTE = 24 * 3600.0, 60.0
WRITTEN = re.compile(r"(?P<days>[1-9]\d?)d|(?P<minutes>\d{1,3})\+(?P<seconds>\d{1,3})|(?P<wait>wait)")
OFFERED = ("", "5+10", "10+20", "30+30", "1d", "3d", "7d", "wait")


@dataclass(frozen=True)
class Clock:
    """How long a player may think. Written "3d" (days per move), "10+20" (minutes, and seconds added per move),
    "wait" (no limit), or "" (no limit, but a bot takes over from a player who leaves).

    >>> Clock.read("10+20")
    Clock(days=0, minutes=10, added=20, waits=False)
    """

    days: int = 0
    minutes: int = 0
    added: int = 0
    waits: bool = False

    @classmethod
    def read(cls, text: str) -> Clock:
        if not text:
            return cls()
        found = WRITTEN.fullmatch(text)
        if found is None:
            raise Refusal(N_("Unknown time setting."), 400)
        clock = cls(
            int(found["days"] or 0), int(found["minutes"] or 0), int(found["seconds"] or 0), bool(found["wait"])
        )
        if not clock.runs and not clock.waits:
            raise Refusal(N_("Unknown time setting."), 400)
        return clock

    @property
    def written(self) -> str:
        if self.days:
            return f"{self.days}d"
        return f"{self.minutes}+{self.added}" if self.runs else "wait" if self.waits else ""

    @cached_property
    def runs(self) -> bool:
        return self.budget > 0

    @cached_property
    def turn_by_turn(self) -> bool:
        """Whether the match continues while nobody is present."""
        return bool(self.days or self.waits)

    @cached_property
    def budget(self) -> float:
        """The seconds that a seat starts with."""
        return self.days * DAY or self.minutes * MINUTE + self.added

    def words(self, lang: str) -> str:
        """The clock in words."""
        if self.days:
            several = say(lang, "turn by turn, {n} days per move", n=self.days)
            return say(lang, "turn by turn, one day per move") if self.days == 1 else several
        if self.runs:
            long = {"minutes": self.minutes, "seconds": self.added}
            return say(lang, "live, {minutes} minutes each plus {seconds} seconds per move", **long)
        return say(lang, "turn by turn, no clock") if self.waits else say(lang, "live, no clock")


def clocks_offered(lang: str, now: str = "") -> dict[str, str]:
    """The clocks that a form offers, in words, including the current one."""
    return {text: Clock.read(text).words(lang) for text in dict.fromkeys((*OFFERED, now))}


class Watch:
    """The time that the seats have left. It follows the log, so that it is the same after a restart."""

    def __init__(self, clock: Clock, seats: int) -> None:
        self.clock = clock
        self.left = [clock.budget] * seats
        self.since: list[float | None] = [None] * seats  # by seat: since when its clock runs
        self.returned = [False] * seats  # by seat: whether its player returned after running out of time

    def run(self, asked: Collection[int], now: float) -> None:
        """Run the clocks of these seats and stop all others."""
        for seat, since in enumerate(self.since):
            if seat in asked and since is None:
                self.since[seat] = now
            elif seat not in asked and since is not None:
                self.left[seat] = self.remaining(seat, now)
                self.since[seat] = None

    def acted(self, seat: int, at: float, stood_in: bool) -> None:
        """Add the time for a move of a seat, unless a bot made it."""
        left = self.remaining(seat, at)
        self.since[seat] = None
        if stood_in:
            self.left[seat] = 0.0
        elif self.returned[seat] or not left:
            self.left[seat] = self.fresh
        else:
            self.left[seat] = self.clock.budget if self.clock.days else left + self.clock.added
        self.returned[seat] = False

    def took_back(self, seat: int) -> None:
        """Undoing a move also takes back the time it earned."""
        if not self.clock.days:
            self.left[seat] = max(0.0, self.left[seat] - self.clock.added)

    def back(self, seat: int, now: float) -> None:
        """Restart the clock of a player who returns after running out of time."""
        self.left[seat], self.returned[seat] = self.fresh, True
        if self.since[seat] is not None:
            self.since[seat] = now

    @property
    def fresh(self) -> float:
        """The time of a player who returns after running out of time."""
        return self.clock.budget if self.clock.days else max(self.clock.added, MINUTE)

    def remaining(self, seat: int, now: float) -> float:
        since = self.since[seat]
        return self.left[seat] if since is None else max(0.0, self.left[seat] - max(0.0, now - since))

    def out(self, seat: int, now: float) -> bool:
        """Whether the time of a seat has run out."""
        return self.clock.runs and self.remaining(seat, now) <= 0

    def due(self, seats: Iterable[int], now: float) -> float | None:
        """When the next of these seats' clocks runs out."""
        running = [(self.since[seat], self.left[seat]) for seat in seats] if self.clock.runs else []
        times = [since + left for since, left in running if since is not None]
        return min((time for time in times if time > now), default=None)
