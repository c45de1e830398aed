"""Timeline for people: notation, what to click, what is asked, the log, the end."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from tempolude.engine import table
from tempolude.engine.events import Event
from tempolude.engine.state import LIMIT
from tempolude.engine.table import Chip, Ending, Line, People, Piece, Scene, ScoreRow, line
from tempolude.engine.wording import plural

from . import rules, scene, state, words
from .components import Card, mix
from .names import quoted


class Table(scene.Album, table.Table):
    """One match of Timeline. `decks` holds all the cards of its decks; a match may use only some of them (T1.3)."""

    def __init__(self, seats: int, options: Mapping[str, Any]) -> None:
        table.Table.__init__(self, seats, options)
        scene.Album.__init__(self, mix(options["decks"], options["level"]))
        self.catalogue: list[int] = []  # which card of the decks each card of the match is

    def meet(self, s: Any) -> None:
        """Learn which cards are in the match (T1.3)."""
        self.catalogue = list(s.catalogue[: s.cards])

    def card(self, number: int) -> Card:
        """The card that a number of the match stands for."""
        return self.decks[self.catalogue[number]]

    def card_chip(self, number: int, lang: str) -> Chip:
        return Chip("card", number, self.card(number).name[lang])

    # --- Actions -----------------------------------------------------------------

    def notation(self, s: Any, seat: int, action: int) -> str:
        """`place compass 3`: into the gap after the third card; gap 0 is before the first."""
        slot, gap = divmod(action, state.GAPS)
        return f"place {self.card(s.hand[seat][slot]).id} {gap}"

    def read(self, s: Any, seat: int, text: str) -> int:
        found = re.fullmatch(r"place ([a-z0-9-]+) ([0-9]{1,3})", " ".join(text.lower().split()))
        if not found:
            raise self.unreadable(text, "'place compass 3' (into the gap after the third card)")
        if not any(self.card(number).id == found[1] for number in range(s.cards)):
            raise self.unreadable(text, f"'place CARD GAP'; no card in this game is called {found[1]!r}")
        hand = [self.card(number).id for number in s.hand[seat][: s.held[seat]]]
        gap = int(found[2])
        if found[1] not in hand or gap >= state.GAPS:
            return int(rules.ACTIONS)  # never legal
        return int(hand.index(found[1]) * state.GAPS + gap)

    def handles(self, s: Any, seat: int, action: int) -> tuple[str, ...]:
        """The card, then the gap."""
        slot, gap = divmod(action, state.GAPS)
        return f"card-{s.hand[seat][slot]}", scene.gap_name(s, gap)

    def explain(self, s: Any, seat: int, action: int, lang: str) -> str:
        """The card’s name, which the notation gives in English only, and what happens if it is wrong (T3.3, T4.4)."""
        card = self.card(s.hand[seat][action // state.GAPS])
        return words.EXPLAIN[lang]["play-off" if s.playoff else "turn"].format(card=card.name[lang])

    # --- Sentences ---------------------------------------------------------------

    def ask(self, s: Any, seat: int, lang: str, people: People) -> tuple[Line, Line]:
        say = words.ASK[lang]
        if s.over:
            return line(say["over"]), line("")
        waiting = next(other for other in range(self.seats) if s.waiting[other])
        if waiting != seat:
            return line(say["wait"], who=people.who(waiting)), self._stakes(s, seat, lang, people)
        aside = line(say["play-off"]) if s.playoff else self._stakes(s, seat, lang, people)
        return line(say["place"]), aside if aside.parts else line(say["rule"])

    def half(self, s: Any, seat: int, picked: Sequence[str], following: Sequence[str], lang: str) -> Line:
        card = self.card_chip(int(picked[0].removeprefix("card-")), lang)
        only = self.card_chip(s.line[0], lang)
        return line(words.HALF[lang]["one" if s.lined == 1 else "several"], card=card, other=only)

    def advise(self, s: Any, seat: int, action: int, lang: str, people: People) -> Line:
        slot, gap = divmod(action, state.GAPS)
        before = quoted(self.card(s.line[gap - 1]), lang) if gap else ""
        after = quoted(self.card(s.line[gap]), lang) if gap < s.lined else ""
        key = "between" if before and after else "before" if after else "after"
        return line(words.ADVISE[lang][key], card=self.card_chip(s.hand[seat][slot], lang), before=before, after=after)

    def _stakes(self, s: Any, seat: int, lang: str, people: People) -> Line:
        """Who has placed their last card this round, or is about to."""
        for key, cards in (("done", 0), ("stakes", 1)):
            close = [other for other in range(self.seats) if other != seat and s.held[other] == cards]
            if close and not s.playoff:
                return line(words.ASK[lang][key], who=people.who(close[0]))
        return Line(())

    def tell(self, event: Event, lang: str, people: People) -> Line | None:
        a, b, _ = event.numbers
        say, then = words.TELL[lang], words.THEN[lang]
        match event.name:
            case "round":
                return line(say["round"], number=a, heading=True)
            case "line opened":
                card = self.card(a)
                return line(say[event.name], card=self.card_chip(a, lang), date=Chip("date", b, words.year(card, lang)))
            case "dated":
                card = self.card(a)
                date = words.year(card, lang)
                chip = Chip("date", b, date[0].upper() + date[1:])
                told: dict[str, Any] = {"date": chip, "text": card.text[lang], "about": f"card-{a}", "turn": "turn"}
                return line(say[event.name], then=then[event.name], **told)
            case "placed right" | "placed wrong":
                return people.tell(a, say[event.name], card=self.card_chip(b, lang), turn="turn")
            case "drawn":
                return people.tell(a, say[event.name], then[event.name], card=self.card_chip(b, lang), turn="turn")
            case "pile renewed":
                return line(say[event.name], cards=plural(words.CARDS, a, lang))
            case "play-off" | "went on":
                return line(say[event.name], number=a)
            case "too few cards":
                return line(say[event.name])
            case _:
                return people.tell(a, say[event.name])

    # --- On the page -------------------------------------------------------------

    def scene(self, s: Any, lang: str, people: People) -> Scene:
        return self.drawn(partial(scene.Tabletop, self), lang, people).scene(s)

    def open(self, s: Any, lang: str, people: People) -> list[Piece]:
        return scene.turned_over(self, s, lang)

    def sheet(self, s: Any, lang: str) -> list[ScoreRow]:
        """T4.7: when each player was eliminated, and the score: the cards left."""
        say = words.BOARD[lang]
        return [
            ScoreRow(say["sheet out"], tuple(int(s.out[seat]) or "—" for seat in range(s.players)), "T4.3", note=True),
            ScoreRow(say["sheet left"], tuple(int(s.held[seat]) for seat in range(s.players)), "T4.7", total=True),
        ]

    def why(self, ending: Ending, seat: int, lang: str, people: People) -> Line:
        """T4.2 to T4.7: who had no card left, who won a play-off, and how many mistakes the others made."""
        s, ranks, say = ending.s, ending.ranks, words.WHY[lang]
        wrong = [sum(e.name == "placed wrong" and e.numbers[0] == x for e in ending.history) for x in range(s.players)]
        other = min((x for x in range(s.players) if x != seat), key=lambda x: (abs(ranks[x] - (ranks[seat] == 1)), x))
        told: dict[str, Any] = {
            "round": int(s.out[seat] or s.round),
            "cards": plural(words.CARDS, int(s.held[seat]), lang),
            "mistakes": plural(words.MISTAKES, wrong[seat], lang) if wrong[seat] else words.NO_MISTAKE[lang],
            "others": wrong[other],
            "other": people.whom(other, lang),
        }
        if ranks[seat] > 1:
            key = "out" if s.out[seat] else "left"
        elif s.over == LIMIT:
            key = "limit"
        elif list(ranks).count(1) > 1:
            return line(say["too few"])
        else:
            key = "play-off" if s.playoff else "last card"
        return people.tell(seat, say[key], **told)
