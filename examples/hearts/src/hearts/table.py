"""Hearts as people see it: notation, handles, prompts, the log."""

from __future__ import annotations

from typing import Any

from tempolude.engine import table
from tempolude.engine.errors import IllegalAction
from tempolude.engine.events import Event
from tempolude.engine.state import NONE
from tempolude.engine.table import Ending, Line, People, Piece, Scene, ScoreRow, both, line
from tempolude.engine.wording import plural, que

from . import state, words
from .names import card_chip, card_of, code, points, suit_chip
from .scene import Tabletop

VERBS = ("pass", "play")  # by phase


class Table(table.Table):
    """One match of Hearts."""

    # --- Actions -----------------------------------------------------------------

    def notation(self, s: Any, seat: int, action: int) -> str:
        """`pass QS`, `play 10D` (H1.2)."""
        return f"{VERBS[s.phase]} {code(action)}"

    def read(self, s: Any, seat: int, text: str) -> int:
        verb, _, rest = text.strip().lower().partition(" ")
        card = card_of(rest.strip())
        if verb not in VERBS or card is None:
            raise self.unreadable(text, "'play 10D' or, before play, 'pass QS'")
        if verb != VERBS[s.phase]:
            raise IllegalAction(f"{text!r} is not legal for seat {seat} now; it may {VERBS[s.phase]} a card")
        return card

    def handles(self, s: Any, seat: int, action: int) -> tuple[str, ...]:
        return (f"card-{code(action)}",)

    def explain(self, s: Any, seat: int, action: int, lang: str) -> str:
        key, values = self._outcome(s, action, lang)
        return "" if key == "pass" else words.EXPLAIN[lang][key].format(**values)

    def _outcome(self, s: Any, card: int, lang: str) -> tuple[str, dict[str, Any]]:
        """What a card would do in the current trick."""
        if s.phase == state.PASSING:
            return "pass", {}
        suit = suit_chip(state.suit(card), lang)
        if s.led == NONE:
            return "lead", {"suit": suit}
        if state.suit(card) != state.suit(s.led) or card < s.trick[s.best]:
            return "under", {}
        last = sum(other == NONE for other in s.trick) == 1
        lying = state.worth(card) + sum(state.worth(other) for other in s.trick)
        return ("takes for good", {"points": points(lying, lang)}) if last else ("takes", {})

    # --- Sentences ---------------------------------------------------------------

    def ask(self, s: Any, seat: int, lang: str, people: People) -> tuple[Line, Line]:
        say = words.ASK[lang]
        if s.over:
            return line(say["over"]), line("")
        if seat < 0 or not s.waiting[seat]:
            waiting = [people.who(other) for other in range(self.seats) if s.waiting[other]]
            key = "wait for several" if len(waiting) > 1 else "wait"
            return line(say[key], who=both(waiting, lang)), self._lying(s, lang, people)
        if s.phase == state.PASSING:
            left = s.held[seat] - state.HAND + state.PASS
            key = {1: "pass last", state.PASS: "pass"}.get(left, "pass more")
            other = people.who(seat + s.direction & 3)
            return line(say[key], n=left, other=other), line(say["secret"])
        if s.led == NONE:
            return self._ask_to_lead(s, seat, lang)
        return self._ask_to_follow(s, seat, lang, people)

    def _ask_to_lead(self, s: Any, seat: int, lang: str) -> tuple[Line, Line]:
        say = words.ASK[lang]
        if s.gone[state.TWO_OF_CLUBS] == NONE:
            return line(say["begin"]), line(say["must begin"])
        others = any(NONE < card < state.FIRST_HEART for card in s.hand[seat])
        key = "lead no hearts" if not s.broken and others else "lead"
        return line(say[key]), line(say["broken" if s.broken else "unbroken"])

    def _ask_to_follow(self, s: Any, seat: int, lang: str, people: People) -> tuple[Line, Line]:
        say, asked = words.ASK[lang], state.suit(s.led)
        suit, hand = suit_chip(asked, lang), [card for card in s.hand[seat] if card != NONE]
        if any(state.suit(card) == asked for card in hand):
            return line(say["follow"], suit=suit), self._lying(s, lang, people)
        if s.led == state.TWO_OF_CLUBS and not all(state.worth(card) for card in hand):
            return line(say["discard no points"], suit=suit), line(say["first"])
        return line(say["discard"], suit=suit), self._lying(s, lang, people)

    def _lying(self, s: Any, lang: str, people: People) -> Line:
        """Who would take the current trick, and what it contains."""
        if s.led == NONE:
            return Line(())
        lying = points(sum(state.worth(card) for card in s.trick), lang)
        key = "lying yours" if s.best == people.reader else "lying"
        return line(words.ASK[lang][key], who=people.who(s.best), card=the(s.trick[s.best], lang), points=lying)

    def advise(self, s: Any, seat: int, action: int, lang: str, people: People) -> Line:
        key, values = self._outcome(s, action, lang)
        if key == "under" and state.suit(action) != state.suit(s.led):
            key = "discard"
        other = people.who(seat + s.direction & 3)
        return line(words.ADVISE[lang][key], card=the(action, lang), other=other, **values)

    def tell(self, event: Event, lang: str, people: People) -> Line | None:
        a, b, c = event.numbers
        say, then = words.TELL[lang], words.THEN[lang]
        match event.name:
            case "chosen":
                return None
            case "dealt":
                return line(say["dealt"], number=a, direction=words.DIRECTIONS[lang][b], heading=True)
            case "given":
                form = say["given"][0 if people.reader == a else 1 if people.reader == c else 2]
                card, who, other = the(b, lang), people.who(a), people.who(c)
                return line(form, then=then["given"], turn=("given", a), card=card, who=who, other=other)
            case "led":
                return people.tell(a, say["led"], card=the(b, lang), turn="trick")
            case "played":
                return people.tell(a, say["played"], then["played"], card=the(b, lang), turn="trick")
            case "hearts broken":
                return line(say["hearts broken"], then=then["hearts broken"], turn="trick")
            case "trick taken":
                key = "trick with points" if b else "trick taken"
                return people.tell(a, say[key], points=points(b, lang))
            case "scored":
                return people.tell(a, say["scored"], then["scored"], points=points(b, lang), total=c, turn="scored")
            case "won":
                return people.tell(a, say["won"], points=points(b, lang))
            case _:
                return people.tell(a, say[event.name], alarm=True)

    # --- On the page -------------------------------------------------------------

    page = words.PAGE  # the texts of the page itself
    indices = words.INDICES

    def scene(self, s: Any, lang: str, people: People) -> Scene:
        return self.drawn(Tabletop, lang, people).scene(s)

    def own(self, s: Any, seat: int, lang: str, people: People) -> list[Piece]:
        return self.drawn(Tabletop, lang, people).own(s, seat)

    def sheet(self, s: Any, lang: str) -> list[ScoreRow]:
        """H4.2, H4.3: how often each has shot the moon, and all points."""
        say, seats = words.PAGE[lang], range(self.seats)
        moons = ScoreRow(say["sheet moons"], tuple(int(s.moons[seat]) for seat in seats), "H4.2", note=True)
        total = ScoreRow(say["sheet total"], tuple(int(s.total[seat]) for seat in seats), "H4.3", total=True)
        return [moons, total]

    def why(self, ending: Ending, seat: int, lang: str, people: People) -> Line:
        """H5.3: compared with the points of the runner-up, or of the winner."""
        s, ranks, say = ending.s, ending.ranks, words.WHY[lang]
        order = sorted(range(self.seats), key=lambda other: (ranks[other], other))
        other = next(other for other in order if other != seat) if ranks[seat] == 1 else order[0]
        margin = int(s.total[seat] - s.total[other])
        key = "level" if not margin else "fewest" if margin < 0 else "more"
        whom = people.whom(other, lang)
        moons: Line | str = ""
        if s.moons[seat]:
            times = plural(words.TIMES, s.moons[seat], lang)
            moons = people.tell(seat, say["moons"], times=times)
        values: dict[str, Any] = {
            "points": points(s.total[seat], lang),
            "theirs": points(s.total[other], lang),
            "margin": abs(margin),
        }
        return people.tell(seat, say[key], other=whom, than=que(whom), moons=moons, **values)


def the(card: int, lang: str) -> Line:
    """A card with its article."""
    return Line((words.ARTICLE[lang][state.rank(card)], card_chip(card, lang)))
