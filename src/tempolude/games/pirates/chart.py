"""The board in the browser, drawn from its data: where epochs, sites and gates are, and how the currents run.

The epochs form a ring around the police, clockwise from the top. Everything is computed twice, for a wide chart and for
the tall chart of a phone, both a thousand units across.
"""

from __future__ import annotations

from bisect import bisect
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, pairwise
from math import cos, hypot, pi, sin, sqrt
from typing import NamedTuple

from .components import EPOCHS, Epoch

ROWS = {1: (1,), 2: (2,), 3: (3,), 4: (2, 2), 5: (3, 2), 6: (3, 3), 7: (2, 3, 2)}  # the sites of an epoch in rows
TOP_ROWS = {4: (4,), 5: (5,), 7: (4, 3)}  # at the top of the ring there is room beside the epoch, not below
LETTER = 10  # units that a letter of a name is wide


class Point(NamedTuple):
    x: float
    y: float

    def towards(self, other: Point, share: float) -> Point:
        return Point(self.x + (other.x - self.x) * share, self.y + (other.y - self.y) * share)

    def far(self, other: Point) -> float:
        return hypot(other.x - self.x, other.y - self.y)


class Shape(NamedTuple):
    """One of the two charts."""

    height: int
    centre: Point
    rx: int
    ry: int
    medal: int  # radius of an epoch
    site: int  # from site to site
    row: int  # from row to row, where rows are packed like honeycomb


WIDE = Shape(760, Point(500, 394), 284, 316, 62, 50, 44)
TALL = Shape(908, Point(500, 466), 228, 378, 71, 60, 53)


@dataclass(frozen=True)
class Spot:
    """A point of both charts."""

    wide: Point
    tall: Point

    @property
    def style(self) -> str:
        (x, y), (px, py) = self.wide, self.tall
        return f"--x:{x:.0f};--y:{y:.0f};--px:{px:.0f};--py:{py:.0f}"


@dataclass(frozen=True)
class Drawing:
    """A line in both charts, as SVG paths."""

    wide: tuple[str, ...]
    tall: tuple[str, ...]


@dataclass(frozen=True)
class Land:
    """An epoch on the chart. `side` is where its sites are: “right” or “left”, and “flush” where its name is long."""

    centre: Spot
    label: Spot
    sites: tuple[Spot, ...]
    side: str
    beam: Drawing


@dataclass(frozen=True)
class Current:
    """The current from a gate: the gate's token, and the paths of the bed, the chevrons and the head."""

    gate: int
    token: Spot
    line: Drawing


class Chart:
    """The whole chart of a board."""

    def __init__(self, board: tuple[Epoch, ...]) -> None:
        self.lands = [_land(board, number) for number in range(EPOCHS)]
        self.currents = {(start, gate): _current(board, start, gate) for start in range(EPOCHS) for gate in (0, 1)}


def angle(number: float) -> float:
    return 2 * pi * number / EPOCHS


def on_ring(shape: Shape, number: float, stretch: float = 1) -> Point:
    turn = angle(number)
    return Point(
        shape.centre.x + shape.rx * sin(turn) * stretch,
        shape.centre.y - shape.ry * cos(turn) * stretch,
    )


# --- Epochs ----------------------------------------------------------------------


def _land(board: tuple[Epoch, ...], number: int) -> Land:
    epoch = board[number]
    right = sin(angle(number)) > -0.01
    wide, tall = (_sites(shape, number, epoch.sites, right) for shape in (WIDE, TALL))
    long = max(map(len, epoch.name.values())) * LETTER
    centre = on_ring(WIDE, number)
    room = 1000 - centre.x - 75 if right else centre.x - 75
    side = ("right" if right else "left") + (" flush" if long > room and number else "")
    return Land(
        Spot(centre, on_ring(TALL, number)),
        Spot(_label(WIDE, number, wide, side), _label(TALL, number, tall, side.split()[0])),
        tuple(Spot(a, b) for a, b in zip(wide, tall, strict=True)),
        side,
        Drawing((_beam(WIDE, number),), (_beam(TALL, number),)),
    )


def _sites(shape: Shape, number: int, count: int, right: bool) -> list[Point]:
    """Rows of sites beside the medal."""
    centre = on_ring(shape, number)
    rows = TOP_ROWS.get(count, ROWS[count]) if number == 0 else ROWS[count]
    pitch = shape.row if len(set(rows)) > 1 else shape.site
    near = centre.x + (shape.medal + (65 if number == 0 else 56 if _low(shape, number) else 39)) * (1 if right else -1)
    middle = centre.y - 2 if number == 0 and len(rows) == 1 else centre.y + 14
    points = []
    for i, length in enumerate(rows):
        inset = (max(rows) - length) / 2
        columns = [inset + j for j in range(length)]
        if not right:
            columns = [j - max(rows) + 1 for j in columns]
        y = middle + (i - (len(rows) - 1) / 2) * pitch
        points += [Point(near + j * shape.site, y) for j in columns]
    return points


def _label(shape: Shape, number: int, sites: list[Point], side: str) -> Point:
    """Above the sites, beside the medal; a long name ends at the edge of the chart."""
    centre, right = on_ring(shape, number), side.startswith("right")
    y = min(site.y for site in sites) - shape.site / 2
    if side.endswith("flush"):
        return Point(998 if right else 2, y)
    away = shape.medal + (55 if _low(shape, number) else 33 if number == 0 else 12)
    return Point(centre.x + (away if right else -away), y)


def _low(shape: Shape, number: int) -> bool:
    """At the bottom, gates are beside the medal."""
    return on_ring(shape, number).y > shape.centre.y + shape.ry / 2


def _beam(shape: Shape, number: int) -> str:
    """From the police’s post in the middle to an epoch, and around it."""
    far, medal, reach = shape.centre, on_ring(shape, number), shape.medal + 19
    length = far.far(medal)
    along = Point((medal.x - far.x) / length, (medal.y - far.y) / length)
    across = Point(-along.y, along.x)
    tangent = reach / length  # sine of the angle between the beam's edge and its middle
    corners = []
    for hand in (1, -1):
        start = Point(far.x + across.x * 30 * hand, far.y + across.y * 30 * hand)
        dip, rise = -tangent * reach, sqrt(1 - tangent**2) * reach * hand
        end = Point(medal.x + along.x * dip + across.x * rise, medal.y + along.y * dip + across.y * rise)
        corners.append((start, end))
    (a, b), (d, c) = corners
    return f"M{_at(a)}L{_at(b)}A{reach} {reach} 0 1 0 {_at(c)}L{_at(d)}Z"


# --- Currents --------------------------------------------------------------------

CLEAR = 84  # how far a current keeps from the middle
APART = 52  # how much more a second current between the same two epochs bends


def _current(board: tuple[Epoch, ...], start: int, gate: int) -> Current:
    end = board[start].gates[gate]
    again = gate == 1 and end == board[start].gates[0]
    return _drawn(start, end, gate, again, start in board[end].gates and start > end)


@cache  # every match has its own chart, and all boards together have only a few hundred currents
def _drawn(start: int, end: int, gate: int, again: bool, returns: bool) -> Current:
    """A current: whether it is the second one between two epochs, from the same one (`again`) or the other."""
    wide, tall = (_Curve(shape, start, end, gate, again, returns) for shape in (WIDE, TALL))
    return Current(gate, Spot(wide.token, tall.token), Drawing(wide.paths(), tall.paths()))


class _Curve:
    """One current on one chart: a quadratic curve from medal to medal."""

    def __init__(self, shape: Shape, start: int, end: int, gate: int, again: bool, returns: bool) -> None:
        self.shape, self.gate = shape, gate
        self.a, self.c = on_ring(shape, start), on_ring(shape, end)
        if end == (start + 1) % EPOCHS and not again:
            self.b = on_ring(shape, start + 0.5, 1 / cos(pi / EPOCHS))  # where the ring's tangents meet
        else:
            self.b = self._bent(APART if again or returns else 0, inward=(end - start) % EPOCHS in (1, EPOCHS - 1))
        samples = [i / 200 for i in range(201)]
        self.token = self.point(next(t for t in samples if self.point(t).far(self.a) > shape.medal + 20))
        self.first = next(t for t in samples if self.point(t).far(self.a) > shape.medal + 4)
        self.last = next(t for t in reversed(samples) if self.point(t).far(self.c) > shape.medal + 13)

    def _bent(self, more: float, *, inward: bool) -> Point:
        """Away from the middle, so that the police’s post stays clear; between neighbours, off the ring."""
        a, c, middle = self.a, self.c, self.shape.centre
        length = a.far(c)
        normal = Point((c.y - a.y) / length, (a.x - c.x) / length)
        distance = (a.x - middle.x) * normal.x + (a.y - middle.y) * normal.y
        bend = 2 * max(4, CLEAR - abs(distance)) + more if not inward else -20 - more
        push = bend if distance > 0 else -bend
        half = a.towards(c, 0.5)
        return Point(half.x + normal.x * push, half.y + normal.y * push)

    def point(self, t: float) -> Point:
        return self.a.towards(self.b, t).towards(self.b.towards(self.c, t), t)

    def paths(self) -> tuple[str, str, str]:
        """The bed, the chevrons (single through gate 1, double through gate 2), the head."""
        corner = self.a.towards(self.b, self.last).towards(self.b.towards(self.c, self.last), self.first)
        bed = f"M{_at(self.point(self.first))}Q{_at(corner)} {_at(self.point(self.last))}"
        chevrons = "".join(self._chevron(t) for t in self._beats())
        tip, wing = self._arrow(self.last, 14), 15
        head = f"M{_at(tip)}L{_at(self._arrow(self.last, -13, wing))}L{_at(self._arrow(self.last, -5))}"
        return bed, chevrons, f"{head}L{_at(self._arrow(self.last, -13, -wing))}Z"

    def _beats(self) -> list[float]:
        """Where chevrons are: evenly along the curve, between the gate’s token and the head."""
        times = [self.first + (self.last - self.first) * i / 400 for i in range(401)]
        points = [self.point(t) for t in times]
        walked = list(accumulate((a.far(b) for a, b in pairwise(points)), initial=0.0))
        step, pair = (24, (0,)) if self.gate == 0 else (44, (0, 7))
        beats = [start + more for start in range(44, int(walked[-1]) - 26, step) for more in pair]
        return [times[bisect(walked, beat)] for beat in beats]

    def _chevron(self, t: float) -> str:
        return f"M{_at(self._arrow(t, -7, 6))}L{_at(self._arrow(t, 0))}L{_at(self._arrow(t, -7, -6))}"

    def _arrow(self, t: float, ahead: float, aside: float = 0) -> Point:
        """A point beside the curve, as seen when moving along it at `t`."""
        here, there = self.point(t - 0.01), self.point(t + 0.01)
        length = here.far(there)
        x, y = (there.x - here.x) / length, (there.y - here.y) / length
        at = self.point(t)
        return Point(at.x + x * ahead - y * aside, at.y + y * ahead + x * aside)


def _at(point: Point) -> str:
    return f"{point.x:.0f} {point.y:.0f}"
