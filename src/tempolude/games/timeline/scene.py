"""The pieces of Timeline at their places, for the browser, and how dates are drawn.

A card in a hand or on the pile has the face `card:compass`, one that was turned over `dated:compass`: a date reaches a
page only in the second. A gap is a piece between two cards, named after the card before it, so that it stays the same
while the line grows. Pieces of the line are ordered by date, so that a new card only changes its neighbours.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple
from zlib import crc32

from tempolude.engine.parts import Part, Parts, kept_of_each, part, part_of_each
from tempolude.engine.state import NONE
from tempolude.engine.table import People, Piece, Scene

from . import state, words
from .components import Card
from .names import MILLIARD, cards, named, numerals, quoted

if TYPE_CHECKING:
    from .table import Table

SHORT = 10  # a line of up to this many cards fits in one row of a wide page
LENGTHS = ((SHORT, ""), (20, "long"), (30, "long dense"), (44, "long dense tight"))
LONGEST = "long dense tight crowd"
EARLIEST, ALIKE = -(2**50), 256  # orders in the line: one before all years, and how many each year has
Pieces = Iterable[Piece]
POSTERS = 6  # art/poster-0.svg and so on


class Mistake(NamedTuple):
    """A card just misplaced (T3.3): where it was tried, and where it belonged."""

    card: int
    tried: int
    belonged: int


class Album:
    """Cards, and what `faces.html` needs to draw them, at a table or in the workshop."""

    def __init__(self, cards: tuple[Card, ...]) -> None:
        self.decks = cards
        self.by_id = {card.id: card for card in cards}

    @staticmethod
    def board_words(lang: str) -> dict[str, str]:
        return words.BOARD[lang]

    @staticmethod
    def numerals(year: int, lang: str) -> tuple[str, str]:
        return numerals(year, lang)

    def milestone(self, before: str, after: str) -> int | None:
        return milestone(self.by_id.get(before), self.by_id.get(after))

    @staticmethod
    def poster(card: str) -> int:
        """Which generic poster replaces a missing picture."""
        return crc32(card.encode()) % POSTERS


class Tabletop(Parts):
    """The table in one language. Names are public (T2.1), so everybody sees everything except hidden dates."""

    def __init__(self, table: Table, lang: str, people: People) -> None:
        super().__init__()
        self.table, self.lang, self.say = table, lang, words.BOARD[lang]

    def scene(self, s: Any) -> Scene:
        seats, mistake = range(s.players), last_mistake(self.table, s)
        groups = self._line(s, mistake)
        groups += [self._hand(seat, tuple(s.hand[seat][: s.held[seat]])) for seat in seats]
        first = max(0, s.discarded - 2)
        groups += [
            self._pile(s.pile[s.piled - 1] if s.piled else NONE),
            self._discards(first, tuple(s.discard[first : s.discarded]), mistake.card if mistake else NONE),
        ]
        places = {f"seat-{seat}": state for seat in seats if (state := standing(s, seat))}
        places["line"] = next((state for most, state in LENGTHS if s.lined <= most), LONGEST)
        counts: dict[str, int | str] = {
            "status": self.say["play-off" if s.playoff else "round"].format(number=s.round),
            "played": played(s),
            "lined": s.lined,
            "piled": s.piled,
            "discarded": s.discarded,
        }
        for seat in seats:
            counts |= self._held(seat, tuple(s.hand[seat][: s.held[seat]]), s.out[seat])
        return Scene(groups, places, counts)

    @kept_of_each
    def _held(self, seat: int, hand: tuple[int, ...], out: int) -> dict[str, int | str]:
        names = " · ".join(self.table.card(number).name[self.lang] for number in hand)
        return {
            f"held-{seat}": len(hand),
            f"cards-{seat}": self.say["out"] if out else cards(len(hand), self.lang),
            f"names-{seat}": names or cards(0, self.lang),
        }

    # --- The line --------------------------------------------------------------------

    def _line(self, s: Any, mistake: Mistake | None) -> list[Part]:
        """T3.1: a gap, a card, a gap, …, a gap."""
        line, groups = s.line[: s.lined].tolist(), []
        order, alike = EARLIEST, 0  # alike: the cards before it with the same year
        for gap, (before, after) in enumerate(zip([NONE, *line], [*line, NONE], strict=True)):
            steps = mistake.belonged - gap if mistake and gap == mistake.tried else None
            ghost = mistake.card if mistake and gap == mistake.belonged else NONE
            groups.append(self._gap(before, after, order, steps, ghost))
            if after != NONE:
                year = self.table.card(after).year
                alike = alike + 1 if before != NONE and self.table.card(before).year == year else 0
                order = year * ALIKE + 2 * alike + 1
                groups.append(self._in_line(after, order - 1))
        return groups

    @part_of_each
    def _gap(self, before: int, after: int, order: int, steps: int | None, ghost: int) -> Pieces:
        """A gap, with the last mistake if it was made or belonged here."""
        table = self.table
        first, second = (table.card(number) if number != NONE else None for number in (before, after))
        ends = f"{first.id if first else ''}:{second.id if second else ''}"
        face, state = f"mile:{ends}", "gap"
        label = gap_label(first, second, self.lang)
        if steps is not None:
            face, state = f"tried:{ends}:{steps}", "gap tried"
        elif ghost != NONE:
            face, state = f"ghost:{ends}:{table.card(ghost).id}", "gap belonged"
        if ghost != NONE:
            label += " — " + self.say["belonged"].format(card=quoted(table.card(ghost), self.lang))
        yield Piece(f"after-{before}" if first else "before-all", face, "line", order, state, label)

    @part_of_each
    def _in_line(self, number: int, order: int) -> Pieces:
        yield dated(self.table, number, "line", order, self.lang)

    # --- Hands and piles -------------------------------------------------------------

    @part_of_each
    def _hand(self, seat: int, hand: tuple[int, ...]) -> Pieces:
        """T2.1: name side up, the date hidden from everybody."""
        return (hidden(self.table, number, f"hand-{seat}", i, self.lang) for i, number in enumerate(hand))

    @part
    def _pile(self, top: int) -> Pieces:
        """T2.2: the name of the pile’s next card."""
        return [hidden(self.table, top, "pile", 0, self.lang)] if top != NONE else []

    @part
    def _discards(self, first: int, lying: tuple[int, ...], mistake: int) -> Pieces:
        """T3.3: the latest discards, dates revealed, the newest on top."""
        for i, number in enumerate(lying, first):
            yield dated(self.table, number, "discard", i, self.lang, "wrong" if number == mistake else "")


def standing(s: Any, seat: int) -> str:
    """T4.3: eliminated. T4.2: about to win."""
    return "out" if s.out[seat] else "near" if s.held[seat] <= 1 and not s.playoff else ""


def played(s: Any) -> int:
    """T4.1: how many seats have had their turn this round; all of them once the match is over."""
    waiting = next((seat for seat in range(s.players) if s.waiting[seat]), None)
    return int(s.players) if waiting is None else int(waiting - s.first) % s.players


# --- The line --------------------------------------------------------------------


def gap_name(s: Any, gap: int) -> str:
    return f"after-{s.line[gap - 1]}" if gap else "before-all"


def gap_label(before: Card | None, after: Card | None, lang: str) -> str:
    say = words.BOARD[lang]
    if before and after:
        return say["between"].format(before=quoted(before, lang), after=quoted(after, lang))
    return say["after"].format(card=quoted(before, lang)) if before else say["before"].format(card=quoted(after, lang))


def last_mistake(table: Table, s: Any) -> Mistake | None:
    """T3.3: the card that the last action misplaced; its date was revealed, even if the card has moved since."""
    for kind, _, _, number, tried in s.events[: s.happened]:
        if kind == state.WRONG:
            year = table.card(number).year
            years = [table.card(other).year for other in s.line[: s.lined]]
            belonged = min(max(tried, bisect_left(years, year)), bisect_right(years, year))
            return Mistake(number, tried, belonged)
    return None


# --- Hands and piles -------------------------------------------------------------


def turned_over(table: Table, s: Any, lang: str) -> list[Piece]:
    """The same cards, date side up."""
    return [
        dated(table, number, f"open-{seat}", i, lang)
        for seat in range(s.players)
        for i, number in enumerate(s.hand[seat][: s.held[seat]])
    ]


def hidden(table: Table, number: int, place: str, order: int, lang: str) -> Piece:
    card = table.card(number)
    return Piece(f"card-{number}", f"card:{card.id}", place, order, "event", card.name[lang])


def dated(table: Table, number: int, place: str, order: int, lang: str, state: str = "") -> Piece:
    card = table.card(number)
    return Piece(f"card-{number}", f"dated:{card.id}", place, order, f"event {state}".strip(), named(card, lang))


# --- Dates -----------------------------------------------------------------------


def milestone(before: Card | None, after: Card | None) -> int | None:
    """The roundest year between two cards, for a milestone at the roadside; or None.

    >>> from tempolude.games.timeline.components import Card
    >>> milestone(*(Card("", year, False, {}, "", {}) for year in (1796, 1876)))
    1800
    """
    if not before or not after:
        return None
    low, high = before.year, after.year
    step = MILLIARD * 10
    while step >= 10:
        for unit in (step, step // 2):
            found = (low // unit + 1) * unit
            if low < found < high and found != 0:
                return found
        step //= 10
    return None
