"""The charts of a person's page as SVG: watches, a barograph, a ring of seconds, a chain of matches, pies.

They take their colours from the page: `--k` is the game's. Each has a label from its caller, for screen readers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from math import cos, pi, sin, sqrt
from typing import NamedTuple

from babel.dates import format_date
from markupsafe import Markup, escape

START, SWEEP = -112.0, 224.0  # of a dial: degrees from noon, clockwise
BRASS = 'fill="url(#g-brass)" stroke="#2a1d0c"'
INK = "#1d2638"


class Point(NamedTuple):
    """A value at a time, optionally with its lower and upper bounds."""

    at: float
    value: float
    low: float | None = None
    high: float | None = None


def n(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")


def polar(angle: float, radius: float, x: float = 100, y: float = 100) -> str:
    """A point on a dial, by degrees from noon."""
    turn = angle * pi / 180
    return f"{n(x + radius * sin(turn))} {n(y - radius * cos(turn))}"


def digits(number: int | str, x: float, y: float, height: float, colour: str = INK) -> str:
    """A number in our numerals, centred on a point."""
    text = str(number)
    wide = height * 0.6
    left = x - wide * len(text) / 2
    size = f'y="{n(y - height / 2)}" width="{n(wide)}" height="{n(height)}"'
    drawn = (f'<use href="#n-{digit}" x="{n(left + i * wide)}" {size}/>' for i, digit in enumerate(text))
    return f'<g color="{colour}">{"".join(drawn)}</g>'


def svg(name: str, width: float, height: float, label: str, inside: str) -> Markup:
    said = f'role="img" aria-label="{escape(label)}"' if label else 'aria-hidden="true"'
    return Markup(f'<svg class="{name}" viewBox="0 0 {n(width)} {n(height)}" {said}>{inside}</svg>')


def on_the_dial(place: float) -> float:
    """The angle of a position among the five levels, from half a level below the first to half above the last."""
    return START + SWEEP * (min(max(place, 0.5), 5.5) - 0.5) / 5


def watch(
    label: str,
    matches: int,
    wins: int,
    seconds: float | None,
    place: float | None,
    span: tuple[float, float] | None,
    marks: Iterable[int],
    provisional: bool,
) -> Markup:
    """A game's chronograph: the needle shows the rating, the arc its uncertainty."""
    ticks = " ".join(
        f"M{polar(START + SWEEP * i / 50, 84)} L{polar(START + SWEEP * i / 50, 77 if i % 10 == 0 else 80)}"
        for i in range(51)
    )
    drawn = [
        '<circle cx="102" cy="107" r="94" fill="#000" opacity=".26"/>',
        f'<circle cx="100" cy="100" r="97" {BRASS}/>',
        '<circle cx="100" cy="100" r="87" fill="var(--enamel)" stroke="#4b3512" stroke-width="1.6"/>',
        f'<path fill="none" stroke="{INK}" stroke-opacity=".62" d="{ticks}"/>',
        f'<path fill="none" stroke="{INK}" stroke-opacity=".14" stroke-width="9" d="{arc(START, START + SWEEP, 70)}"/>',
    ]
    if span:
        low, high = on_the_dial(span[0]), max(on_the_dial(span[1]), on_the_dial(span[0]) + 2)
        dashed = ' stroke-dasharray="3.2 1.8"' if provisional else ""
        drawn.append(f'<path fill="none" stroke="var(--k)" stroke-width="9"{dashed} d="{arc(low, high, 70)}"/>')
    for mark in marks:
        x, y = polar(on_the_dial(mark), 55).split()
        drawn.append(digits(mark, float(x), float(y), 13))
    drawn += [_share(70, 124, wins, matches), _seconds(130, 124, seconds)]
    drawn.append(
        '<rect x="76" y="149" width="48" height="22" rx="3" fill="#fffaf0" stroke="#8f6b2e" stroke-width="1.6"/>'
    )
    drawn.append(digits(matches, 100, 160, 13))
    if place is not None:
        drawn.append(
            f'<g transform="rotate({n(on_the_dial(place))} 100 100)" fill="{INK}">'
            '<path d="M98 116 L98.6 60 L100 26 L101.4 60 L102 116 Z"/><path d="M100 44 L104 62 L100 74 L96 62 Z"/></g>'
        )
    drawn.append(f'<circle cx="100" cy="100" r="6" {BRASS}/>')
    return svg("watch", 200, 200, label, "".join(drawn))


def arc(start: float, end: float, radius: float) -> str:
    large = 1 if end - start > 180 else 0
    return f"M{polar(start, radius)} A{n(radius)} {n(radius)} 0 {large} 1 {polar(end, radius)}"


def sector(x: float, y: float, radius: float, share: float) -> str:
    """A sector of a pie, in the colour of the game."""
    if share <= 0:
        return ""
    if share >= 1:
        return f'<circle cx="{n(x)}" cy="{n(y)}" r="{n(radius)}" fill="var(--k)"/>'
    end, large = polar(360 * share, radius, x, y), 1 if share > 0.5 else 0
    path = f"M{n(x)} {n(y)} V{n(y - radius)} A{n(radius)} {n(radius)} 0 {large} 1 {end} Z"
    return f'<path fill="var(--k)" d="{path}"/>'


def _share(x: float, y: float, wins: int, matches: int) -> str:
    edge = f'<circle cx="{x}" cy="{y}" r="18" fill="#fff" fill-opacity=".38" stroke="#8f6b2e" stroke-width="1.3"/>'
    ring = f'<circle cx="{x}" cy="{y}" r="14" fill="none" stroke="var(--k)"/>'
    return edge + sector(x, y, 14, wins / matches if matches else 0) + ring


def _seconds(x: float, y: float, seconds: float | None) -> str:
    ticks = " ".join(f"M{polar(30 * i, 16, x, y)} L{polar(30 * i, 12.5, x, y)}" for i in range(12))
    hand = ""
    if seconds is not None:
        angle = 6 * min(seconds, 59.5)
        ends = f"M{polar(angle + 180, 5, x, y)} L{polar(angle, 13.5, x, y)}"
        hand = f'<path fill="none" stroke="#a02a19" stroke-width="1.7" stroke-linecap="round" d="{ends}"/>'
    return (
        f'<circle cx="{x}" cy="{y}" r="18" fill="#fff" fill-opacity=".38" stroke="#8f6b2e" stroke-width="1.3"/>'
        f'<path fill="none" stroke="{INK}" stroke-opacity=".6" d="{ticks}"/>{hand}'
        f'<circle cx="{x}" cy="{y}" r="2" fill="#a02a19"/>'
    )


def spark(values: Sequence[float]) -> Markup:
    """The last ratings as a line, without numbers."""
    if len(values) < 2:
        return Markup("")
    low, high = min(values), max(values)
    step = 188 / (len(values) - 1)
    places = [(6 + i * step, 33 - 26 * ((v - low) / (high - low) if high > low else 0.5)) for i, v in enumerate(values)]
    ticks = " ".join(f"M{n(x)} 38.5 v-4" for x, _ in places)
    best = places[values.index(high)]
    line = " L".join(f"{n(x)} {n(y)}" for x, y in places)
    drawn = (
        f'<path d="M2 38.5 H198 {ticks}" stroke="var(--brass-line)" fill="none"/>'
        f'<path d="M{line}" fill="none" stroke="var(--kl)" stroke-width="2.2" '
        'stroke-linejoin="round" stroke-linecap="round"/>'
        f'<circle cx="{n(places[-1][0])}" cy="{n(places[-1][1])}" r="3.6" fill="var(--kl)"/>'
        f'<circle cx="{n(best[0])}" cy="{n(best[1])}" r="4.4" fill="none" stroke="var(--brass)" stroke-width="1.6"/>'
    )
    return svg("spark", 200, 40, "", drawn)


def barograph(label: str, points: Sequence[Point], lang: str, marks: Mapping[str, float]) -> Markup:
    """Values over time, equally spaced by match, with named levels at the side."""
    lows = [p.value if p.low is None else p.low for p in points] + list(marks.values())
    highs = [p.value if p.high is None else p.high for p in points] + list(marks.values())
    low, high = min(lows), max(highs)
    high = high if high > low else low + 1

    def y(value: float) -> float:
        return 172 - 144 * (value - low) / (high - low)

    step = 556 / max(1, len(points) - 1)
    xs = [54 + i * step for i in range(len(points))]
    drawn = ['<rect x="2" y="3" width="636" height="200" rx="3" fill="var(--paper)" stroke="var(--paper-edge)"/>']
    for i in range(13):
        x = 46 + 46.33 * i
        opacity = ".55" if i % 3 == 0 else ".28"
        curve = f"M{n(x)} 28 Q{n(x + 18)} 100 {n(x)} 172"
        drawn.append(f'<path d="{curve}" fill="none" stroke="#b98f54" stroke-opacity="{opacity}"/>')
    for name, value in marks.items():
        drawn.append(f'<path d="M44 {n(y(value))} H620" stroke="#b98f54" stroke-opacity=".5"/>')
        drawn.append(f'<text x="40" y="{n(y(value) + 4)}" class="eng height">{escape(name)}</text>')
    if any(p.low is not None for p in points):
        upper = [f"{n(x)} {n(y(p.value if p.high is None else p.high))}" for x, p in zip(xs, points, strict=True)]
        lower = [f"{n(x)} {n(y(p.value if p.low is None else p.low))}" for x, p in zip(xs, points, strict=True)]
        drawn.append(f'<path d="M{" L".join([*upper, *lower[::-1]])} Z" fill="var(--k)" fill-opacity=".16"/>')
    line = " L".join(f"{n(x)} {n(y(p.value))}" for x, p in zip(xs, points, strict=True))
    drawn.append(f'<path d="M{line}" fill="none" stroke="var(--k)" stroke-width="2.2" stroke-linejoin="round"/>')
    end_x, end_y = xs[-1], y(points[-1].value)
    drawn.append(f'<path d="M{n(end_x + 22)} 22 L{n(end_x)} {n(end_y)}" stroke="#4b3512" stroke-width="2"/>')
    drawn.append(f'<circle cx="{n(end_x + 22)}" cy="22" r="6" {BRASS}/>')
    drawn.append(f'<circle cx="{n(end_x)}" cy="{n(end_y)}" r="4" fill="var(--k)"/>')
    for i in sorted({0, len(points) // 2, len(points) - 1} if len(points) > 4 else {0, len(points) - 1}):
        day = format_date(datetime.fromtimestamp(points[i].at, UTC), "d MMM", locale=lang)
        anchor = "start" if i == 0 else "end" if i == len(points) - 1 else "middle"
        drawn.append(f'<text x="{n(xs[i])}" y="193" class="eng" style="text-anchor:{anchor}">{escape(day)}</text>')
    return svg("baro", 640, 206, label, "".join(drawn))


def ring(label: str, pace: Mapping[int, int], middle: int) -> Markup:
    """The numbers of moves by seconds, around a minute."""
    most = max(pace.values())
    drawn = [
        '<circle cx="102" cy="106" r="95" fill="#000" opacity=".24"/>',
        f'<circle cx="100" cy="100" r="97" {BRASS}/>',
        '<circle cx="100" cy="100" r="90" fill="var(--enamel)" stroke="#4b3512" stroke-width="1.4"/>',
    ]
    bars = " ".join(
        f"M{polar(6 * s + 3, 80)} L{polar(6 * s + 3, 80 - max(2, 40 * sqrt(pace.get(s, 0) / most)))}"
        for s in range(60)
        if pace.get(s)
    )
    ticks = " ".join(f"M{polar(6 * s, 87)} L{polar(6 * s, 83)}" for s in range(60))
    drawn.append(f'<path d="{bars}" stroke="var(--k)" stroke-width="4.6"/>')
    drawn.append(f'<path fill="none" stroke="{INK}" stroke-opacity=".65" d="{ticks}"/>')
    hand = 6 * min(middle, 59) + 3
    drawn.append(f'<path d="M{polar(hand, 26)} L{polar(hand, 82)}" stroke="#a02a19" stroke-width="2"/>')
    drawn.append('<circle cx="100" cy="100" r="27" fill="#fffaf0" stroke="#8f6b2e" stroke-width="1.4"/>')
    drawn.append(digits(middle, 100, 100, 24))
    return svg("minute", 200, 200, label, "".join(drawn))


def chain(label: str, ranks: Sequence[int], streak: int, wide: bool) -> Markup:
    """The last matches, a link of the chain for each with its rank; wins are brass."""
    width, most = (640, 22) if wide else (362, 12)
    ranks = ranks[-most:]
    step = (width - 40) / (most - 1)
    xs = [20 + i * step for i in range(len(ranks))]
    ys = [24 + 10 * sin(pi * i / (most - 1)) for i in range(len(ranks))]
    places = list(zip(xs, ys, strict=True))
    drawn = []
    if len(places) > 1:
        line = " L".join(f"{n(x)} {n(y)}" for x, y in places)
        drawn.append(
            f'<path d="M{line}" fill="none" stroke="var(--brass-line)" stroke-width="3" stroke-dasharray="5 2.5"/>'
        )
    for (x, y), rank in zip(places, ranks, strict=True):
        if rank == 1:
            drawn.append(f'<circle cx="{n(x)}" cy="{n(y)}" r="12.5" {BRASS}/>')
            drawn.append(f'<circle cx="{n(x)}" cy="{n(y)}" r="9" fill="var(--k)"/>')
            drawn.append(digits(1, x, y, 10, "#fff8e8"))
        else:
            drawn.append(f'<circle cx="{n(x)}" cy="{n(y)}" r="9.5" fill="var(--paper)" stroke="var(--brass-3)"/>')
            drawn.append(digits(rank, x, y, 9, "#474e5f"))
    streak = min(streak, len(places))
    if streak > 1:
        left, right = xs[-streak] - 15, xs[-1] + 15
        drawn.append(
            f'<path d="M{n(left)} 52 V58 H{n(right)} V52" fill="none" stroke="var(--brass)" stroke-width="1.6"/>'
        )
    return svg(f"chain {'wide' if wide else 'narrow'}", width, 70, label, "".join(drawn))


def pie(label: str, wins: int, matches: int) -> Markup:
    """The share of wins; the size of the pie shows the number of matches."""
    if not matches:
        empty = '<circle cx="18" cy="18" r="6" fill="none" stroke="var(--brass-line)" stroke-dasharray="2.4 2.2"/>'
        return svg("pie", 36, 36, label, empty)
    radius = min(15.0, 6.5 + 2 * sqrt(matches))
    edge = f'<circle cx="18" cy="18" r="{n(radius)}" fill="var(--paper)" stroke="var(--brass-3)" stroke-width="1.4"/>'
    return svg("pie", 36, 36, label, edge + sector(18, 18, radius - 1.4, wins / matches))
