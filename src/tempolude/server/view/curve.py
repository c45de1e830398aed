"""The curve of a review: everybody's chances over a match, its rounds on a brass ruler below, strokes of luck above."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

from tempolude.engine.table import Chip, Line

from .public import PublicView

TALL, LEFT, RIGHT, TOP, BOTTOM = 352, 40, 26, 42, 44  # of the plot
WIDE = {"large": 720, "narrow": 400}  # by screen
LETTER = {"large": 6.4, "narrow": 8.2}  # the width of a letter of a label
RULER = 11  # height
MARK, TOKEN = 15, 19  # the sizes of marks and tokens, and so how far apart they are
MANY = 150  # actions: the lines of longer matches are finer
TICKS = 100  # the ruler has at most so many


@dataclass(frozen=True)
class Round:
    """What the log has a heading for."""

    at: int  # actions before it
    words: str


@dataclass(frozen=True)
class Stroke:
    """Luck that changed much: in the deal (0), or in an action."""

    at: int
    colour: int  # of the seat that it helped most
    words: str


def rounds_of(public: PublicView) -> list[Round]:
    """The rounds of a match, by the headings of its log. Turns of several players in one round are one."""
    found: list[Round] = []
    for entry in public.journal:
        if entry.line and entry.line.heading:
            words = _brief(entry.line)
            if not found or found[-1].words != words:
                found.append(Round(entry.step, words))
    return found


def _brief(line: Line) -> str:
    """A heading without whose turn it is.

    >>> _brief(Line(("Turn 3: ", Chip("seat", 0, "Ada")), heading=True))
    'Turn 3'
    """
    seats = [n for n, part in enumerate(line.parts) if isinstance(part, Chip) and part.kind == "seat"]
    words = "".join(map(str, line.parts[: seats[0]] if seats else line.parts)).rstrip(" \u00a0:,.")
    return words or str(line)


def spread(wanted: Sequence[float], apart: float, first: float, last: float) -> list[float]:
    """Places near those wanted, in their order, at least so far apart, between `first` and `last` if there is room.

    >>> spread([100, 10, 100], 15, 0, 100)
    [85, 10, 100]
    """
    order = sorted(range(len(wanted)), key=lambda n: wanted[n])
    found, limit = list(wanted), last
    for n in reversed(order):
        found[n] = min(found[n], limit)
        limit = found[n] - apart
    limit = first
    for n in order:
        found[n] = max(found[n], limit)
        limit = found[n] + apart
    return found


class Curve:
    """The drawing of chances after each of `last` actions, for a large screen or a narrow one."""

    tall, left, right = TALL, LEFT, RIGHT

    def __init__(self, screen: str, last: int, rounds: Sequence[Round]) -> None:
        self.screen, self.last, self.rounds = screen, last, rounds
        self.wide, self._letter = WIDE[screen], LETTER[screen]

    def x(self, n: float) -> float:
        return LEFT + (self.wide - LEFT - RIGHT) * n / max(1, self.last)

    def y(self, share: float) -> float:
        return TOP + (TALL - TOP - BOTTOM) * (1 - share)

    def draw(
        self,
        chances: Sequence[Sequence[float]],
        colours: Sequence[int],
        strokes: Iterable[Stroke],
        moments: Iterable[int],
        at: int,
    ) -> Markup:
        """Everything but the cursor is the same at every moment `at`."""
        parts = [*self._paper(len(colours)), *self._ruler(), *self._luck(strokes)]
        line = 2.6 if self.last <= MANY else 1.6
        ends = [self.y(share) for share in chances[-1]]
        for seat, end in enumerate(spread(ends, MARK + 1, TOP, self.y(0))):
            points = " ".join(f"{self.x(n):.1f},{self.y(c[seat]):.1f}" for n, c in enumerate(chances))
            parts.append(
                f'<g class="p{colours[seat]}"><polyline class="rv-case" stroke-width="{line + 1.8}" points="{points}"/>'
                f'<polyline class="rv-run" stroke-width="{line}" points="{points}"/><use href="#mark-{colours[seat]}" '
                f'x="{self.wide - RIGHT + 6}" y="{end - MARK / 2:.1f}" width="{MARK}" height="{MARK}"/></g>'
            )
        parts += [*self._flags(moments), self._cursor(at)]
        return Markup("".join(parts))  # numbers, and words that are escaped

    def _paper(self, seats: int) -> Iterable[str]:
        top, tall, starts = self.y(1), self.y(0) - self.y(1), [each.at for each in self.rounds]
        for start, end in zip(starts[1::2], [*starts, self.last][2::2], strict=False):
            yield (
                f'<rect class="rv-band" x="{self.x(start):.1f}" y="{top:.1f}" '
                f'width="{self.x(end) - self.x(start):.1f}" height="{tall:.1f}"/>'
            )
        for percent in (0, 25, 50, 75, 100):
            y = self.y(percent / 100)
            yield f'<path class="rv-grid" d="M{LEFT} {y:.1f}H{self.wide - RIGHT}"/>'
            yield f'<text class="rv-ax" x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{percent}</text>'
        yield f'<path class="rv-grid rv-fair" d="M{LEFT} {self.y(1 / seats):.1f}H{self.wide - RIGHT}"/>'

    def _ruler(self) -> Iterable[str]:
        """A tick for each action, or for each so many; a longer one and a label for each round."""
        top, each = self.y(0) + 4, next(n for n in (1, 5, 10, 50, 100, self.last) if self.last <= n * TICKS)
        foot = top + RULER
        long = self.wide - LEFT - RIGHT + 12
        yield f'<rect class="rv-ruler" x="{LEFT - 6}" y="{top}" width="{long}" height="{RULER}" rx="3"/>'
        ticks = "".join(f"M{self.x(n):.1f} {foot}v-4" for n in range(0, self.last + 1, each))
        longer = "".join(f"M{self.x(one.at):.1f} {foot}v-8" for one in self.rounds)
        yield f'<path class="rv-tick" d="{ticks}"/><path class="rv-tick rv-long" d="{longer}"/>'
        for n in self._labelled():
            words = escape(self.rounds[n].words)
            yield f'<text class="rv-ax" x="{self._middle(n):.1f}" y="{foot + 18}" text-anchor="middle">{words}</text>'

    def _labelled(self) -> list[int]:
        """The rounds that have a label: all, or one in so many, so that labels do not touch."""
        for step in (1, 2, 3, 4, 5, 10, 20, 50, 100):
            found = [*range(0, len(self.rounds), step)]
            middles = [self._middle(n) for n in found]
            halves = [self._half(n) for n in found]
            gaps = [middles[i + 1] - halves[i + 1] - middles[i] - halves[i] for i in range(len(found) - 1)]
            if all(gap >= self._letter for gap in gaps):
                return found
        return []

    def _half(self, n: int) -> float:
        return len(self.rounds[n].words) * self._letter / 2

    def _middle(self, n: int) -> float:
        """Where the middle of a label is: that of its round; or the heading's place if the first is not at the start,
        for then headings may as well be about what went before."""
        start = self.rounds[n].at
        end = self.rounds[n + 1].at if n + 1 < len(self.rounds) else self.last
        middle, half = self.x(start if self.rounds[0].at else (start + end) / 2), self._half(n)
        return max(half + 2, min(self.wide - half - 2, middle))

    def _luck(self, strokes: Iterable[Stroke]) -> Iterable[str]:
        """A line where chance had a say, and a token above it where there is room; the first have theirs first."""
        taken: list[float] = []
        for stroke in strokes:
            x = self.x(stroke.at)
            yield f'<path class="rv-luck" d="M{x:.1f} {TOP - 6}V{self.y(0):.1f}"/>'
            if all(abs(x - other) >= TOKEN for other in taken):
                taken.append(x)
                yield f'<g class="rv-token" transform="translate({x:.1f} 22)"><title>{escape(stroke.words)}</title>'
                yield '<rect class="rv-deal" x="-8" y="-12" width="16" height="24" rx="2"/>' if not stroke.at else ""
                yield '<circle class="rv-rim" r="9"/><circle class="rv-face" r="7"/>' if stroke.at else ""
                mark = f'class="p{stroke.colour}" href="#mark-{stroke.colour}"'
                yield f'<use {mark} x="-5" y="-5" width="10" height="10"/></g>'

    def _flags(self, moments: Iterable[int]) -> Iterable[str]:
        wanted = [self.x(moment - 0.5) for moment in moments]
        shown = spread(wanted, TOKEN, LEFT, self.wide - RIGHT)
        for number, (x, to) in enumerate(zip(shown, wanted, strict=True), 1):
            yield f'<path class="rv-lead" d="M{x:.1f} {TOP + 16}L{to:.1f} {TOP + 26}V{self.y(0):.1f}"/>'
            yield f'<g class="rv-flag"><circle cx="{x:.1f}" cy="{TOP + 8}" r="9"/>'
            yield f'<text x="{x:.1f}" y="{TOP + 12}" text-anchor="middle">{number}</text></g>'

    def _cursor(self, at: int) -> str:
        down = self.y(0) + 4 + RULER / 2
        return (
            f'<g class="rv-cursor" transform="translate({self.x(at):.1f})">'
            f'<path d="M0 {TOP - 4}V{down}"/><circle class="rv-dot" cx="0" cy="{down}" r="6"/></g>'
        )
