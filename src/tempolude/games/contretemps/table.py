"""Contre-Temps for people: notation, what to click, what is asked, the log, the end."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from tempolude.engine import table
from tempolude.engine.errors import IllegalAction
from tempolude.engine.events import Event
from tempolude.engine.state import NONE
from tempolude.engine.table import Ending, Line, People, Piece, Scene, ScoreRow, both, line
from tempolude.engine.wording import plural, que

from . import rules, state, words
from .names import card_chip, card_of, code, crystals_chip, suit_chip
from .scene import Tabletop

NOTHING = Line(())
VERBS = ("play", "offer")  # a card at an event, at the constant


class Table(table.Table):
    """One match of Contre-Temps."""

    def __init__(self, seats: int, options: Mapping[str, Any]) -> None:
        super().__init__(seats, options)
        self._told: dict[tuple[object, ...], Line] = {}  # questions that several are told alike

    # --- Actions -----------------------------------------------------------------

    def notation(self, s: Any, seat: int, action: int) -> str:
        """`play Q7`; `offer Q7` at the constant; `travel 3` back, `travel +3` forward."""
        if action < state.BACK:
            return f"{VERBS[s.phase == state.CONSTANT]} {code(action)}"
        way = "+" if action > state.FORWARD else ""
        return f"travel {way}{rules.distance(action)}"

    def read(self, s: Any, seat: int, text: str) -> int:
        verb, _, rest = text.strip().lower().partition(" ")
        card = card_of(rest.strip())
        if verb in VERBS and card is not None:
            now = VERBS[s.phase == state.CONSTANT]
            if verb != now and s.phase != state.TRAVEL:
                raise IllegalAction(f"{text!r} is not legal for seat {seat} now; it may {now} a card, not {verb} one")
            return card
        journey = re.fullmatch(r"travel +(\+?)(\d|10)", text.strip().lower())
        if journey and not (journey[1] and journey[2] == "0"):
            return (state.FORWARD if journey[1] else state.BACK) + int(journey[2])
        raise self.unreadable(text, "'play Q7', 'offer Q7' (at the constant), 'travel 3' or 'travel +3'")

    def handles(self, s: Any, seat: int, action: int) -> tuple[str, ...]:
        """A card is played by clicking it; a journey by clicking where it leads."""
        if action < state.BACK:
            return (f"card-{code(action)}",)
        place = rules.destination(s, action)
        return ("constant",) if place == NONE else (f"event-{place + 1}",)

    def explain(self, s: Any, seat: int, action: int, lang: str) -> str:
        say = words.EXPLAIN[lang]
        if action >= state.BACK:
            place = rules.destination(s, action)
            key = "stay" if action == state.BACK else "constant" if place == NONE else "event"
            return say[key].format(event=place + 1, crystals=crystals_chip(rules.distance(action), lang))
        if s.phase == state.CONSTANT:
            return ""
        if s.lead[s.event] == NONE:
            return say["asks"].format(suit=suit_chip(state.suit(action), lang), event=s.event + 1)
        return say["and"].join(self._outcomes(s, action, lang))

    @staticmethod
    def _best(s: Any) -> int:
        """The card that currently wins the event (C3.5, C3.6)."""
        asked = state.suit(s.lead[s.event])
        lying = (card for card in (s.best[s.event], *s.played) if card != NONE)
        return max(lying, key=lambda card: state.strength(s, card, asked))

    def _brings(self, s: Any, card: int) -> tuple[bool, bool]:
        """Whether playing a card would currently take the event (C3.5, C3.6) and earn a crystal (C3.4)."""
        asked = state.suit(s.lead[s.event])
        strong = state.strength(s, card, asked)
        wins = strong >= state.SOME_STRENGTH and strong > state.strength(s, self._best(s), asked)
        return wins, state.suit(card) == asked and card < s.highest

    def _outcomes(self, s: Any, card: int, lang: str) -> Iterator[str]:
        """What playing a card would currently bring: the event, a crystal or neither."""
        say, (wins, gains) = words.EXPLAIN[lang], self._brings(s, card)
        if wins:
            yield say["beats"].format(card=card_chip(self._best(s), lang), event=s.event + 1)
        if gains:
            yield say["crystal"].format(card=card_chip(s.highest, lang))
        if not (wins or gains):
            yield say["nothing"]

    # --- Sentences ---------------------------------------------------------------

    def ask(self, s: Any, seat: int, lang: str, people: People) -> tuple[Line, Line]:
        say = words.ASK[lang]
        if s.over:
            return line(say["over"]), line("")
        if seat < 0 or not s.waiting[seat]:
            return self._wait(s.waiting.tobytes(), lang, people), self._stakes(s, lang, people)
        if s.phase == state.TRAVEL:
            key = "one each" if s.mode == state.CLASSIC else "both ways"
            return self._with_chosen(s, "travel", lang, people), line(say[key])
        if s.phase == state.CONSTANT:
            return self._with_chosen(s, "offer", lang, people), line(say["highest"])
        return self._ask_for_card(s, seat, lang, people)

    def _wait(self, waiting: bytes, lang: str, people: People) -> Line:
        """Who must decide, in the same sentence for everyone else."""
        key = lang, waiting, *people.names
        found = self._told.get(key)
        if found is None:
            asked = [people.who(seat) for seat, waits in enumerate(waiting) if waits]
            which = "wait for several" if len(asked) > 1 else "wait"
            found = self._told[key] = line(words.ASK[lang][which], who=both(asked, lang))
        return found

    def _ask_for_card(self, s: Any, seat: int, lang: str, people: People) -> tuple[Line, Line]:
        say, event = words.ASK[lang], s.event + 1
        if s.lead[s.event] == NONE:
            return line(say["lead"], event=event), line(say["asks"])
        asked = state.suit(s.lead[s.event])
        suit, stakes = suit_chip(asked, lang), self._stakes(s, lang, people)
        if not any(state.suit(card) == asked for card in s.hand[seat] if card != NONE):
            return line(say["cannot follow"], event=event, suit=suit), stakes or line(say["void"])
        highest = card_chip(s.highest, lang)
        which = "follow" if s.holder[s.event] == NONE else "replay"
        return line(say[which], event=event, suit=suit), stakes or line(say["under"], suit=suit, card=highest)

    def advise(self, s: Any, seat: int, action: int, lang: str, people: People) -> Line:
        say = words.ADVISE[lang]
        if action >= state.BACK:
            place = rules.destination(s, action)
            key = "stay" if action == state.BACK else "constant" if place == NONE else "event"
            return line(say[key], event=place + 1, crystals=crystals_chip(rules.distance(action), lang))
        card, suit = card_chip(action, lang), suit_chip(state.suit(action), lang)
        if s.phase == state.CONSTANT:
            return line(say["offer"], card=card, suit=suit)
        if s.lead[s.event] == NONE:
            return line(say["lead"], card=card, suit=suit, event=s.event + 1)
        wins, gains = self._brings(s, action)
        key = ", ".join(["beats"] * wins + ["crystal"] * gains) or "nothing"
        best, highest = card_chip(self._best(s), lang), card_chip(s.highest, lang) if gains else ""
        return line(say[key], card=card, best=best, highest=highest, event=s.event + 1, crystals=crystals_chip(1, lang))

    def _with_chosen(self, s: Any, key: str, lang: str, people: People) -> Line:
        """The question, and who of those deciding simultaneously has answered."""
        asked = [x for x in range(self.seats) if s.phase == state.TRAVEL or s.at[x] == NONE]
        chosen = tuple([other for other in asked if not s.waiting[other]])
        told = key, lang, chosen, *people.names
        found = self._told.get(told)
        if found is None:
            question = line(words.ASK[lang][key])
            if chosen:
                who = both([people.who(other) for other in chosen], lang)
                question = Line((*question.parts, " ", *line(words.ASK[lang]["chosen"], who=who).parts))
            found = self._told[told] = question
        return found

    def _stakes(self, s: Any, lang: str, people: People) -> Line:
        """C5.1: who would currently win."""
        most = max(s.discs.tobytes())
        if most < state.DISCS:
            return NOTHING
        ahead = [seat for seat in range(self.seats) if s.discs[seat] == most]
        first = ahead[0] if len(ahead) == 1 else max(ahead, key=lambda seat: rules.standing(s, seat))
        return people.tell(first, words.STAKES[lang])

    def tell(self, event: Event, lang: str, people: People) -> Line | None:
        a, b, c = event.numbers
        say, then = words.TELL[lang], words.THEN[lang]
        match event.name:
            case "chosen":
                return None
            case "round":
                return line(say["round"], number=a, heading=True)
            case "constant turned" | "constant changed":
                return line(say[event.name], card=card_chip(a, lang))
            case "constant lost":
                return line(say[event.name], value=a)
            case "event laid" | "event unresolved":
                return line(say[event.name], event=a + 1)
            case "card played":
                return people.tell(a, say[event.name], card=card_chip(b, lang), event=c + 1, turn=a)
            case "card offered":
                return people.tell(a, say[event.name], card=card_chip(b, lang))
            case "crystal gained":
                card, crystals = card_chip(b, lang), crystals_chip(1, lang)
                return people.tell(a, say[event.name], then[event.name], card=card, crystals=crystals, turn=a)
            case "crystals flow":
                return people.tell(a, say[event.name], then[event.name], crystals=crystals_chip(b, lang), turn="flow")
            case "event taken":
                key = {NONE: "event taken", a: "event taken again"}.get(c, "event taken from")
                key += " you" if key == "event taken from" and c == people.reader else ""
                loser = people.who(c) if c != NONE else ""
                return people.tell(a, say[key], then[key], event=b + 1, loser=loser, turn=a)
            case "event kept":
                return people.tell(a, say[event.name], event=b + 1)
            case "travelled":
                key = "stayed" if c == 0 else "travelled to constant" if b == NONE else "travelled"
                return people.tell(a, say[key], event=b + 1, crystals=crystals_chip(c, lang))
            case _:
                return people.tell(a, say[event.name], alarm=event.name == "three events")

    # --- On the page -------------------------------------------------------------

    page = words.PAGE  # the texts of the page itself

    def scene(self, s: Any, lang: str, people: People) -> Scene:
        return self._tabletop(lang, people).scene(s)

    def own(self, s: Any, seat: int, lang: str, people: People) -> list[Piece]:
        return self._tabletop(lang, people).own(s, seat)

    def _tabletop(self, lang: str, people: People) -> Tabletop:
        return self.drawn(Tabletop, lang, people)

    def sheet(self, s: Any, lang: str) -> list[ScoreRow]:
        """C5.1-C5.3: the events each seat controls, the one nearest the constant, and their number."""
        say, seats = words.PAGE[lang], range(s.players)
        held = [[event + 1 for event in range(state.TOKENS) if s.holder[event] == seat] for seat in seats]
        return [
            ScoreRow(
                say["sheet events"], tuple(", ".join(map(str, events)) or "–" for events in held), "C3.5", note=True
            ),
            ScoreRow(say["sheet nearest"], tuple(events[0] if events else "–" for events in held), "C5.1", note=True),
            ScoreRow(say["sheet total"], tuple(int(s.discs[seat]) for seat in seats), "C5.3", total=True),
        ]

    def why(self, ending: Ending, seat: int, lang: str, people: People) -> Line:
        """C5.1 to C5.3: three events or the most of them, then the one nearest the constant."""
        s, ranks, say = ending.s, ending.ranks, words.WHY[lang]
        seats = range(s.players)
        held = {x: [event + 1 for event in range(state.TOKENS) if s.holder[event] == x] for x in seats}
        own = held[seat]
        taken_back = sum(
            e.name == "event taken" and e.numbers[2] == seat and e.numbers[0] != seat for e in ending.history
        )
        lost = plural(words.LOST, taken_back, lang) if taken_back else ""
        if not own:
            return people.tell(seat, say["none"], lost=lost) if ranks[seat] > 1 else line(say["nobody"])
        level = [x for x in seats if x != seat and len(held[x]) == len(own)]
        if level:  # the nearest in rank, preferably one behind
            other = min(level, key=lambda x: (ranks[x] < ranks[seat], abs(ranks[x] - ranks[seat])))
            key = "nearer" if ranks[seat] < ranks[other] else "farther"
            near, far = sorted((own[0], held[other][0]))
            number = plural(words.EVENTS, len(own), lang)
            return people.tell(seat, say[key], number=number, other=people.whom(other, lang), near=near, far=far)
        if ranks[seat] == 1:
            key = "three" if len(own) >= state.DISCS else "most"
            return people.tell(seat, say[key], events=listed(own, lang))
        winner = min(seats, key=lambda x: ranks[x])
        fewer: dict[str, Any] = {"events": listed(own, lang), "margin": len(held[winner]) - len(own), "lost": lost}
        first = people.whom(winner, lang)
        return people.tell(seat, say["fewer"], other=first, than=que(first), **fewer)


def listed(events: list[int], lang: str) -> str:
    """Events by number: “events 3, 5 and 6”."""
    return words.LISTED[lang][len(events) > 1].format(list=both(events, lang))
