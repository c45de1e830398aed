"""A review as its reader sees it: sentences and pictures made from its numbers.

It is complete without a script: every moment has an address of its own.
"""

from __future__ import annotations

from bisect import bisect_left
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from math import cos, pi, sin, sqrt
from typing import Any

from markupsafe import Markup

from tempolude.engine.errors import TempoludeError
from tempolude.engine.state import may_see
from tempolude.review.parts import guessed
from tempolude.review.verdicts import MISTAKES, ONLY, VERDICTS

from ..translation import say
from .curve import WIDE, Curve, Round, Stroke, rounds_of
from .html import who
from .position import CHOSEN, LIT, Drawing, Mark
from .public import HEADING, PublicView

HANDS = {"right": 0, "good": 30, "hesitant": 90, "misstep": 180, "contretemps": 270}  # where a verdict's hand stands
OUTER, INNER = (56, 14), (43, 7)  # radius and width of the rings of a moment
CLEARLY = 0.1  # by so much somebody is clearly ahead
LUCKY = 0.03  # luck that shows on the curve, if it is not within twice its standard error
TILT = 24  # degrees of a scale that hangs as low as it can


@dataclass(frozen=True)
class TurningPoint:
    """One of the moments that decided a match."""

    at: int
    when: str
    words: Markup  # what was done
    verdict: str  # of the reader's own decision; else empty
    title: str
    change: str  # of a chance on the curve; of the reader's own mistake what it gave away
    span: str


@dataclass(frozen=True)
class Decision:
    """A decision of the reader, in the list."""

    at: int
    words: Markup
    verdict: str
    given: str  # away, in points of chance; empty if nothing
    first: bool  # of its round


@dataclass(frozen=True)
class Balance:
    """Luck and play of a seat."""

    who: Markup
    prior: str
    result: str
    luck: str
    skill: str
    picture: Markup
    words: str


@dataclass(frozen=True)
class Followed:
    """An action that could have followed: the table before and after it, and what its reader would have been told."""

    number: int
    before: Any
    after: Any
    told: list[Markup]

    @property
    def words(self) -> Markup:
        return Markup(" ").join(self.told)


class ReviewView:
    """A review for one viewer, at one moment; `step` is how far one has gone along what could have followed."""

    def __init__(
        self, public: PublicView, viewer: int, content: dict[str, Any] | None, at: int | None, step: int = 0
    ) -> None:
        self.public, self.viewer, self.content, self.lang = public, viewer, content or {}, public.lang
        self.match, self.asked = public.match, content is not None
        self.seen = self.content.get("eyes", {}).get(str(viewer), {})
        self.chances: list[list[float]] = self.seen.get("chances", [])
        self.decided: dict[str, Any] = self.seen.get("decisions", {})
        self.last = len(self.match.steps)
        self.at = at or self._usual()
        self.step = min(step, len(self.line))

    def moved(self, at: int, step: int = 0) -> ReviewView:
        """The same review at another moment."""
        other = copy(self)
        vars(other).pop("line", None)
        other.at, other.step = at, 0
        other.step = min(step, len(other.line))
        return other

    def _usual(self) -> int:
        """The moment that is shown first: the first of those that decided the match, or its end."""
        moments = self.seen.get("moments", [])
        return int(moments[0]) if moments else self.last

    # --- How far it is -----------------------------------------------------------

    @property
    def done(self) -> bool:
        return bool(self.content.get("tasks")) and self.content["done"] >= self.content["tasks"]

    @property
    def progress(self) -> int:
        return round(100 * self.content.get("done", 0) / max(1, self.content.get("tasks", 1)))

    @property
    def ready(self) -> bool:
        """Whether there is a curve to be seen."""
        return len(self.chances) > self.last

    # --- Sentences ---------------------------------------------------------------

    @cached_property
    def _lines(self) -> dict[int, list[str]]:
        told: dict[int, list[str]] = {}
        for line in self.public.lines(self.viewer):
            if line.kind != HEADING:
                told.setdefault(line.step, []).append(line.html)
        return told

    def told(self, n: int) -> Markup:
        """What was done in the n-th action, as the viewer reads it."""
        return Markup(" ").join(self._told(n))

    def _told(self, n: int) -> list[Markup]:
        if lines := self._lines.get(n):
            return [Markup(line) for line in lines]
        if self._actor(n) == self.viewer:  # nobody else may know it; the log does not tell it
            return [self._named(n, self.match.steps[n - 1].action)]
        return [self._hidden(self._actor(n))]

    def _brief(self, n: int) -> Markup:
        """The sentence about whoever acted, of all that the log tells of the n-th action; or its first."""
        actor = self._actor(n)
        for entry in self.public.journal:
            if entry.step == n and actor in entry.names:
                line = self.public.read(entry, self.viewer)
                if line is not None and not line.heading:
                    return Markup(self.public.sentence(line))
        return self._told(n)[0]

    def who(self, seat: int) -> Markup:
        return who(self.public.colours[seat], self.public.names[seat])

    def _actor(self, n: int) -> int:
        return self.match.steps[n - 1].seat

    def called(self, verdict: str) -> str:
        return verdict_name(verdict, self.lang)

    @property
    def verdicts(self) -> tuple[str, ...]:
        return VERDICTS

    @property
    def winners(self) -> list[int]:
        return [seat for seat, rank in enumerate(self.match.ranks) if rank == 1]

    def headline(self, own: int) -> Markup:
        """Who won, and how close it was, for whoever sits at `own`."""
        if self.winners == [own]:
            won = Markup(say(self.lang, "You win."))
        else:
            one, names = len(self.winners) == 1, Markup(", ").join(map(self.who, self.winners))
            form = say(self.lang, "{who} wins.") if one else say(self.lang, "{who} share the victory.")
            won = Markup(form).format(who=names)
        if len(self.winners) > 1 or not self.seen.get("moments"):
            return won
        return Markup(" ").join((won, self._how(self.winners[0], own)))

    def _how(self, winner: int, own: int) -> Markup:
        """Who was last clearly ahead of the winner, and when, as the curve has it."""
        leaders = [max(range(self.match.seats), key=shares.__getitem__) for shares in self.chances]
        leads = [shares[leader] - shares[winner] for shares, leader in zip(self.chances, leaders, strict=True)]
        behind = [n for n, lead in enumerate(leads) if lead > CLEARLY]
        if not behind:
            form, seat, n = say(self.lang, "Nobody was ever clearly ahead of {who}."), winner, 0
        else:
            n = behind[-1] + 1
            seat = leaders[n - 1]
            form = (
                say(self.lang, "Before the last action, the game leaned towards {who}.")
                if n == self.last
                else say(self.lang, "Before action {n} of {all}, the game leaned towards {who}.")
            )
        called = who(self.public.colours[seat], say(self.lang, "you")) if seat == own else self.who(seat)
        return Markup(form).format(who=called, n=n, all=self.last)

    def percent(self, share: float) -> str:
        return f"{round(100 * share)}"

    def signed(self, share: float) -> str:
        return f"{round(100 * share):+d}".replace("-", "−").replace("+0", "0")

    # --- Moments and decisions ---------------------------------------------------

    @cached_property
    def moments(self) -> list[TurningPoint]:
        return [self._turning_point(int(n)) for n in self.seen.get("moments", [])]

    def _turning_point(self, n: int) -> TurningPoint:
        before, after = self.chances[n - 1], self.chances[n]
        changes = [b - a for a, b in zip(before, after, strict=True)]
        most = max(range(self.match.seats), key=lambda seat: abs(changes[seat]))
        seat = self.viewer if abs(changes[self.viewer]) >= abs(changes[most]) / 2 else most
        change, span = self.signed(changes[seat]), f"{self.percent(before[seat])} → {self.percent(after[seat])}\u00a0%"
        if seat != self.viewer:
            span = f"{self.public.names[seat]} {span}"
        decision = self.decided.get(str(n))
        verdict = decision["verdict"] if decision else ""
        if decision and verdict in MISTAKES:
            change, span = self._given(decision), say(self.lang, "given away")
        title = self.called(verdict) if verdict else self.public.names[self._actor(n)]
        return TurningPoint(n, self.when(n), self._brief(n), verdict, title, change, span)

    def when(self, n: int) -> str:
        """The round and phase of the n-th action, or its number in a game that names none."""
        words = self.match.game.drawing().title(self._view(n), self.lang)
        return words[:1].upper() + words[1:] or say(self.lang, "Action {n} of {all}", n=n, all=self.last)

    @cached_property
    def decisions(self) -> list[Decision]:
        found, starts, before = [], [each.at for each in self._rounds], -1
        for n in sorted(map(int, self.decided)):
            decision, number = self.decided[str(n)], bisect_left(starts, n)
            words = self._named(n, decision["action"])
            found.append(Decision(n, words, decision["verdict"], self._given(decision), number != before))
            before = number
        return found

    def _given(self, decision: dict[str, Any]) -> str:
        """What a decision gave away: nothing if no other was better."""
        return "" if decision["best"] == decision["action"] else self.signed(-decision["given"])

    @cached_property
    def _rounds(self) -> list[Round]:
        return rounds_of(self.public)

    @property
    def tally(self) -> list[tuple[str, int]]:
        count = {verdict: sum(d.verdict == verdict for d in self.decisions) for verdict in VERDICTS}
        return [(verdict, n) for verdict, n in count.items() if n]

    def _view(self, n: int) -> Any:
        return self.match.game.hide(self._state(n), self.viewer)

    @property
    def decision(self) -> dict[str, Any] | None:
        """The judgement of the moment that is shown, if it is a decision of the viewer."""
        return self.decided.get(str(self.at))

    @property
    def better(self) -> Markup | None:
        """The better action in a full sentence; None if there was none."""
        decision = self.decision
        if not decision or decision["best"] == decision["action"]:
            return None
        return self._named(self.at, decision["best"])

    @property
    def unforeseen(self) -> bool:
        """Whether a mistake hardly shows on the curve, which expects usual play and no unusual better action."""
        decision = self.decision
        if not decision or decision["verdict"] not in MISTAKES:
            return False
        lost = self.chances[self.at - 1][self.viewer] - self.chances[self.at][self.viewer]
        return bool(lost < decision["given"] / 2)

    def _named(self, n: int, action: int) -> Markup:
        """An action that the viewer could choose as the n-th, in a full sentence."""
        people = self.public.people(self.viewer)
        line = self.match.table.advise(self._view(n), self.viewer, action, self.lang, people)
        return self.public.faces.line(line, people)

    @cached_property
    def line(self) -> list[Followed]:
        """What could have followed the better action, on the table as the viewer could imagine it."""
        decision = self.decision
        if not decision or not decision["line"]:
            return []
        fork, people = self.match.fork(), self.public.people(self.viewer)
        del fork.steps[self.at - 1 :]
        fork.state.become(guessed(self.match, self._view(self.at), self.viewer, self.content["seed"]))
        found: list[Followed] = []
        for seat, action in decision["line"]:
            before = fork.state.copy()
            try:
                fork.play(seat, action)
            except TempoludeError:  # an older version guessed otherwise
                break
            n = len(fork.steps)
            events = [event for event in fork.events_of(n) if may_see(event.seen_by, self.viewer)]
            lines = [fork.tell(n, event, self.lang, people) for event in events]
            told = [self.public.faces.line(line, people) for line in lines if line is not None and not line.heading]
            found.append(Followed(len(found) + 1, before, fork.state.copy(), told or [self._hidden(seat)]))
        return found

    def _hidden(self, seat: int) -> Markup:
        if seat == self.viewer:
            return Markup(say(self.lang, "You make a choice that nobody sees."))
        return Markup(say(self.lang, "{who} makes a hidden choice.")).format(who=self.who(seat))

    # --- The table -----------------------------------------------------------------

    def position(self, drawing: Drawing) -> Markup:
        """The table of the moment that is shown. Before a decision of the viewer with the better action lit; after
        anybody else's action; or where one has got to along what could have followed."""
        if self.step:
            step = self.line[self.step - 1]
            return drawing.draw(step.after, step.told, step.before)
        if not self.decision:
            after = self._state(self.at + 1) if self.at < self.last else self.match.state
            return drawing.draw(after, self._told(self.at), self._state(self.at))
        table, view, people = self.match.table, self._view(self.at), self.public.people(self.viewer)
        asked = [Markup(self.public.sentence(line)) for line in table.ask(view, self.viewer, self.lang, people)]
        return drawing.draw(self._state(self.at), asked, marks=self._marks(view))

    def _marks(self, view: Any) -> dict[str, Mark]:
        """What one clicks for the better action is lit; what was clicked for another is marked too."""
        decision = self.decision
        assert decision
        chosen, best = (self.match.table.handles(view, self.viewer, decision[each]) for each in ("action", "best"))
        if chosen != best and set(chosen) == set(best):  # the same pieces in another order
            return {handle: Mark(LIT, str(n)) for n, handle in enumerate(best, 1)}
        better = {handle: Mark(LIT, "" if handle in chosen else say(self.lang, "better")) for handle in best}
        return {handle: Mark(CHOSEN, say(self.lang, "chosen")) for handle in chosen} | better

    def _state(self, n: int) -> Any:
        """The state before the n-th action."""
        return self.match.game.rules.STATE.read(self.match.steps[n - 1].before)

    @property
    def reads(self) -> list[tuple[Markup, str, str]]:
        """Every seat's chance before and after the moment that is shown, in percent."""
        before, after = self.chances[self.at - 1], self.chances[self.at]
        return [(self.who(i), self.percent(before[i]), self.percent(after[i])) for i in range(self.match.seats)]

    @property
    def rings(self) -> Markup:
        """The chances of all seats as a watch face: the inner ring before the moment shown, the outer after it."""
        arcs = self._ring(self.chances[self.at - 1], *INNER) + self._ring(self.chances[self.at], *OUTER)
        hand = 2 * pi * self.chances[self.at][self.viewer]
        x, y = 80 + 46 * sin(hand), 80 - 46 * cos(hand)
        return Markup(
            '<svg class="rv-rings" viewBox="0 0 160 160" aria-hidden="true">'
            '<circle class="rv-bezel" cx="80" cy="80" r="77"/><circle class="rv-face" cx="80" cy="80" r="72"/>'
            f'<circle class="rv-minutes" cx="80" cy="80" r="68" pathLength="120"/>{arcs}'
            f'<path class="rv-hand" d="M80 80L{x:.1f} {y:.1f}"/><circle class="rv-pin" cx="80" cy="80" r="5"/></svg>'
        )

    def _ring(self, shares: list[float], radius: float, width: float) -> str:
        """Arcs of all seats, the reader's first, from the top on; the ring is 100 long."""
        order, start, parts = [self.viewer, *(i for i in range(self.match.seats) if i != self.viewer)], 0.0, []
        for seat in order:
            share = 100 * shares[seat]
            parts.append(
                f'<circle class="p{self.public.colours[seat]} rv-arc" cx="80" cy="80" r="{radius}" pathLength="100" '
                f'stroke-width="{width}" stroke-dasharray="{share:.1f} 100" stroke-dashoffset="{-start:.1f}" '
                'transform="rotate(-90 80 80)"/>'
            )
            start += share
        return "".join(parts)

    @property
    def previous(self) -> int:
        return max(1, self.at - 1)

    @property
    def next(self) -> int:
        return min(self.last, self.at + 1)

    # --- Pictures ----------------------------------------------------------------

    @property
    def plots(self) -> list[tuple[Curve, Markup]]:
        """Each seat's chance after every action, drawn for each kind of screen."""
        moments = [int(n) for n in self.seen.get("moments", [])]
        curves = [Curve(screen, self.last, self._rounds) for screen in WIDE]
        return [
            (curve, curve.draw(self.chances, self.public.colours, self.strokes, moments, self.at)) for curve in curves
        ]

    @cached_property
    def strokes(self) -> list[Stroke]:
        """The deal and the actions in which luck changed much, those first that changed the most."""
        if not self.content.get("skill"):
            return []
        found = {0: self.content["deal"]} | {int(n): luck for n, luck in self.content["strokes"].items()}
        least = max(LUCKY, 2 * max(self.content["noise"]) / sqrt(len(found)))
        telling = [n for n in found if max(map(abs, found[n])) >= least]
        return [self._stroke(n, found[n]) for n in sorted(telling, key=lambda n: -max(map(abs, found[n])))]

    def _stroke(self, n: int, luck: list[float]) -> Stroke:
        most = max(range(self.match.seats), key=lambda seat: luck[seat])
        changes = [f"{self.public.names[i]} {self.signed(luck[i])}" for i in range(self.match.seats)]
        where = say(self.lang, "Action {n}", n=n) if n else say(self.lang, "The deal")
        words = say(self.lang, "{where}, luck: {changes}", where=where, changes=", ".join(changes))
        return Stroke(n, self.public.colours[most], words)

    def mark(self, verdict: str, size: str = "") -> Markup:
        return verdict_mark(verdict, self.lang, size)

    @cached_property
    def balances(self) -> list[Balance]:
        """Luck and play on the scales, the winner first."""
        if not self.content.get("skill"):
            return []
        order = sorted(range(self.match.seats), key=lambda seat: (self.match.ranks[seat], seat))
        return [self._balance(seat) for seat in order]

    def _balance(self, seat: int) -> Balance:
        content = self.content
        luck, skill = content["luck"][seat], content["skill"][seat]
        noise = 2 * content["noise"][seat]
        words = say(
            self.lang, "Luck {luck} and play {skill}, give or take {noise}.",
            luck=self.signed(luck), skill=self.signed(skill), noise=self.percent(noise),
        )  # fmt: skip
        return Balance(
            self.who(seat), self.percent(content["prior"][seat]), self.percent(content["result"][seat]),
            self.signed(luck), self.signed(skill), self._scale(seat, skill - luck), words,
        )  # fmt: skip

    def _scale(self, seat: int, tilt: float) -> Markup:
        """A balance: luck on the left, play on the right; the heavier hangs lower."""
        angle = max(-1.0, min(1.0, tilt)) * TILT * pi / 180
        arm = 44
        lx, ly = 75 - arm * cos(angle), 18 - arm * sin(angle)
        rx, ry = 75 + arm * cos(angle), 18 + arm * sin(angle)
        colour, pan = self.public.colours[seat], "h34q-4 8-17 8t-17-8z"
        return Markup(
            '<svg viewBox="0 0 150 84" aria-hidden="true"><path class="rv-post" d="M75 16V74M58 76H92"/>'
            f'<path class="rv-beam" d="M{lx:.1f} {ly - 1.5:.1f}L75 15L{rx:.1f} {ry - 1.5:.1f}v3L75 21L{lx:.1f} '
            f'{ly + 1.5:.1f}Z"/>'
            f'<path class="rv-wire" d="M{lx:.1f} {ly:.1f}l-14 26h28zM{rx:.1f} {ry:.1f}l-14 26h28z"/>'
            f'<path class="rv-pan" d="M{lx - 17:.1f} {ly + 26:.1f}{pan}M{rx - 17:.1f} {ry + 26:.1f}{pan}"/>'
            f'<rect class="rv-deal" x="{lx - 6:.1f}" y="{ly + 9:.1f}" width="12" height="17" rx="2"/>'
            f'<use class="p{colour}" href="#pawn-{colour}" x="{rx - 9:.1f}" y="{ry + 2:.1f}" width="18" height="25"/>'
            "</svg>"
        )


def verdict_name(verdict: str, lang: str) -> str:
    return {
        "right": say(lang, "Right"),
        "good": say(lang, "Good"),
        "hesitant": say(lang, "Hesitant"),
        "misstep": say(lang, "Misstep"),
        "contretemps": say(lang, "Contretemps"),
        ONLY: say(lang, "No choice"),
    }[verdict]


def verdict_mark(verdict: str, lang: str, size: str = "") -> Markup:
    """The watch face of a verdict: the wedge is the time lost."""
    label = Markup('role="img" aria-label="{}"').format(verdict_name(verdict, lang))
    if verdict == ONLY:
        face = '<circle cx="16" cy="16" r="13" class="rim dash"/><path class="hand" d="M11 16H21"/>'
    else:
        angle = HANDS[verdict] * pi / 180
        x, y = 16 + 9.8 * sin(angle), 16 - 9.8 * cos(angle)
        ticks = "".join(f'<path class="tk" d="M16 3.4V5.2" transform="rotate({a} 16 16)"/>' for a in (0, 90, 180, 270))
        wedge = f'<path class="wedge" d="M16 16V6.2A9.8 9.8 0 {int(angle > pi)} 1 {x:.2f} {y:.2f}Z"/>' if angle else ""
        face = (
            f'<circle cx="16" cy="16" r="13" class="rim"/>{ticks}{wedge}<path class="noon" d="M16 16V7.2"/>'
            f'<path class="hand" d="M16 16L{x:.2f} {y:.2f}"/><circle cx="16" cy="16" r="1.9" class="pin"/>'
        )
    return Markup(f'<svg class="verdict v-{verdict} {size}" viewBox="0 0 32 32" ') + label + Markup(f">{face}</svg>")
