"""The table of Timeline in the browser: what lies where, and how dates are drawn.

A card in a hand or on the pile has the face `card:compass`, one that was turned over `dated:compass`: a date reaches a
page only in the second. A gap is a piece between two cards, known by the card before it, so that it stays the same
thing while the line grows. What lies in the line is in order of its date, so that a new card changes only what it lies
between.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING, Any, NamedTuple
from zlib import crc32

from tempolude.engine.table import Piece, Scene, ScoreRow

from . import rules, words
from .decks import Card

if TYPE_CHECKING:
    from .table import Table

MILLION, MILLIARD = 10**6, 10**9
SHORT = 10  # so many cards lie in one row where the page is wide
LENGTHS = ((SHORT, ""), (20, "long"), (30, "long dense"), (44, "long dense tight"))
LONGEST = "long dense tight crowd"
EARLIEST, ALIKE = -(2**50), 256  # orders in the line: before all years, and those that cards of one year have
POSTERS = 6  # art/poster-0.svg and so on


class Mistake(NamedTuple):
    """A card just placed wrong (T3.3): where it was tried, and where it belonged."""

    card: int
    tried: int
    belonged: int


class Album:
    """Cards, and what `faces.html` asks to draw them: on a table, or where a deck is only looked at."""

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
        """Which of the posters without a subject stands for a picture not yet drawn."""
        return crc32(card.encode()) % POSTERS


def scene(table: Table, s: Any, lang: str) -> Scene:
    """Names are public (T2.1), so that everything but the hidden dates lies open to everybody."""
    say = words.BOARD[lang]
    mistake = last_mistake(table, s)
    places = {f"seat-{seat}": state for seat in range(s.players) if (state := standing(s, seat))}
    places["line"] = next((state for most, state in LENGTHS if s.lined <= most), LONGEST)
    counts: dict[str, int | str] = {
        "status": say["play-off" if s.playoff else "round"].format(number=s.round),
        "played": played(s),
        "lined": s.lined,
        "piled": s.piled,
        "discarded": s.discarded,
    }
    for seat in range(s.players):
        counts[f"held-{seat}"] = s.held[seat]
        counts[f"cards-{seat}"] = say["out"] if s.out[seat] else cards(s.held[seat], lang)
        names = [table.card(number).name[lang] for number in s.hand[seat][: s.held[seat]]]
        counts[f"names-{seat}"] = " · ".join(names) or cards(0, lang)
    groups = line(table, s, lang, mistake), hands(table, s, lang), piles(table, s, lang, mistake)
    return Scene(groups, places, counts)


def cards(number: int, lang: str) -> str:
    return words.BOARD[lang]["none"] if number == 0 else words.CARDS[lang][number > 1].format(n=number)


def standing(s: Any, seat: int) -> str:
    """T4.3: out. T4.2: about to win."""
    return "out" if s.out[seat] else "near" if s.held[seat] <= 1 and not s.playoff else ""


def played(s: Any) -> int:
    """T4.1: how many of the seats have had their turn in this round, all of them once it is over."""
    waiting = next((seat for seat in range(s.players) if s.waiting[seat]), None)
    return int(s.players) if waiting is None else int(waiting - s.first) % s.players


# --- The line --------------------------------------------------------------------


def line(table: Table, s: Any, lang: str, mistake: Mistake | None) -> list[Piece]:
    """T3.1: a gap, a card, a gap, …, a gap."""
    found = []
    order, alike = EARLIEST, 0  # of the cards before it, those with the same year
    for gap in range(s.lined + 1):
        before, after = around(table, s, gap)
        ends = f"{before.id if before else ''}:{after.id if after else ''}"
        face, state = f"{'mile' if s.lined <= SHORT else 'gap'}:{ends}", "gap"
        if mistake and gap == mistake.tried:
            face, state = f"tried:{ends}:{mistake.belonged - gap}", "gap tried"
        elif mistake and gap == mistake.belonged:
            face, state = f"ghost:{ends}:{table.card(mistake.card).id}", "gap belonged"
        label = gap_label(before, after, lang)
        if mistake and gap == mistake.belonged:
            label += " — " + words.BOARD[lang]["belonged"].format(card=named(table.card(mistake.card), lang))
        found.append(Piece(gap_name(s, gap), face, "line", order, state, label))
        if after:
            alike = alike + 1 if before and before.year == after.year else 0
            order = after.year * ALIKE + 2 * alike + 1
            found.append(dated(table, s.line[gap], "line", order - 1, lang))
    return found


def gap_name(s: Any, gap: int) -> str:
    return f"after-{s.line[gap - 1]}" if gap else "before-all"


def around(table: Table, s: Any, gap: int) -> tuple[Card | None, Card | None]:
    """The cards before and after a gap of the line."""
    before = table.card(s.line[gap - 1]) if gap > 0 else None
    return before, table.card(s.line[gap]) if gap < s.lined else None


def gap_label(before: Card | None, after: Card | None, lang: str) -> str:
    say = words.BOARD[lang]
    if before and after:
        return say["between"].format(before=named(before, lang), after=named(after, lang))
    return say["after"].format(card=named(before, lang)) if before else say["before"].format(card=named(after, lang))


def named(card: Card | None, lang: str) -> str:
    """A card with its date."""
    assert card
    return f"{card.name[lang]} ({words.year(card, lang)})"


def last_mistake(table: Table, s: Any) -> Mistake | None:
    """T3.3: what the last action placed wrong; its date was shown to all, whatever became of the card."""
    for kind, _, _, number, tried in s.events[: s.happened]:
        if kind == rules.WRONG:
            year = table.card(number).year
            years = [table.card(other).year for other in s.line[: s.lined]]
            belonged = min(max(tried, bisect_left(years, year)), bisect_right(years, year))
            return Mistake(number, tried, belonged)
    return None


# --- Hands and piles -------------------------------------------------------------


def hands(table: Table, s: Any, lang: str) -> list[Piece]:
    """T2.1: name side up, date hidden from everyone."""
    return [
        hidden(table, number, f"hand-{seat}", i, lang)
        for seat in range(s.players)
        for i, number in enumerate(s.hand[seat][: s.held[seat]])
    ]


def turned_over(table: Table, s: Any, lang: str) -> list[Piece]:
    """The same cards, date side up."""
    return [
        dated(table, number, f"open-{seat}", i, lang)
        for seat in range(s.players)
        for i, number in enumerate(s.hand[seat][: s.held[seat]])
    ]


def piles(table: Table, s: Any, lang: str, mistake: Mistake | None) -> list[Piece]:
    """T2.2: of the pile the top card's name. T3.3: the last discards, date shown; the newest on top."""
    found = [hidden(table, s.pile[s.piled - 1], "pile", 0, lang)] if s.piled else []
    for i in range(max(0, s.discarded - 2), s.discarded):
        wrong = "wrong" if mistake and s.discard[i] == mistake.card else ""
        found.append(dated(table, s.discard[i], "discard", i, lang, wrong))
    return found


def hidden(table: Table, number: int, place: str, order: int, lang: str) -> Piece:
    card = table.card(number)
    return Piece(f"card-{number}", f"card:{card.id}", place, order, "event", card.name[lang])


def dated(table: Table, number: int, place: str, order: int, lang: str, state: str = "") -> Piece:
    card = table.card(number)
    return Piece(f"card-{number}", f"dated:{card.id}", place, order, f"event {state}".strip(), named(card, lang))


# --- Dates -----------------------------------------------------------------------


def numerals(year: int, lang: str) -> tuple[str, str]:
    """A year as a plate shows it: what is drawn in numerals, and the unit beside it.

    >>> numerals(-776, "en"), numerals(-1760000, "fr"), numerals(-13800000000, "en")
    (('-776', ''), ('-1,76', 'M'), ('-13.8', 'bn'))
    """
    for unit, sign in ((MILLIARD, "milliard"), (MILLION, "million")):
        if abs(year) >= unit:
            drawn = f"{year / unit:.2f}".rstrip("0").rstrip(".")
            return drawn.replace(".", words.BOARD[lang]["point"]), words.BOARD[lang][sign]
    return str(year), ""


def milestone(before: Card | None, after: Card | None) -> int | None:
    """The roundest year between two cards, as the road has it at its edge; none where there is none.

    >>> from tempolude.games.timeline.decks import Card
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


# --- The end ---------------------------------------------------------------------


def sheet(s: Any, lang: str) -> list[ScoreRow]:
    """T4.7: who was put out when, and what is counted: the cards left."""
    say = words.BOARD[lang]
    return [
        ScoreRow(say["sheet out"], tuple(int(s.out[seat]) or "—" for seat in range(s.players)), "T4.3"),
        ScoreRow(say["sheet left"], tuple(int(s.held[seat]) for seat in range(s.players)), "T4.7", total=True),
    ]
