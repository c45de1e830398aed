"""Contre-Temps on the page: which pieces lie where. All of it is said of a view, so it can give nothing away."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tempolude.engine.state import NONE
from tempolude.engine.table import People, Piece, Scene, ScoreRow

from . import rules, words
from .names import card_chip, code, crystals_chip, suit_chip

CRYSTALS_SHOWN = 5  # more are only counted
FOLD = 4  # on a phone the line folds after so many places


class Board:
    """The table as a view has it, in one language."""

    def __init__(self, s: Any, lang: str, people: People) -> None:
        self.s, self.lang, self.people = s, lang, people
        self.seats = range(s.players)
        self.events = [event for event in range(rules.TOKENS) if s.laid[event]]
        self.from_hand = {  # the cards that the last action took from whose hand
            int(b): int(a)
            for kind, _, a, b, _ in (s.events[i] for i in range(s.happened))
            if kind in (rules.PLAYED, rules.OFFERED)
        }

    def scene(self) -> Scene:
        """What everybody sees."""
        pieces = [
            *self._line(), *self._constant(), *self._pawns(), *self._loops(), *self._at_hand(), *self._discards(),
            *self._trays(),
        ]  # fmt: skip
        return Scene(pieces, self._places(), self._counts())

    def own(self, seat: int) -> Iterator[Piece]:
        """What only `seat` sees: its hand, and what it chose in secret."""
        s = self.s
        for card in s.hand[seat][: s.held[seat]]:
            if card != s.offer[seat]:
                yield self._card(card, f"hand-{seat}", int(card), label=str(card_chip(card, self.lang)))
        if s.offer[seat] != NONE:  # C4.1
            yield self._card(s.offer[seat], f"played-{seat}", 0, label=self._say("own offer", s.offer[seat]))
        if s.journey[seat] != NONE:  # C7.1
            yield from self._own_journey(seat)

    # --- The line ----------------------------------------------------------------

    def _line(self) -> Iterator[Piece]:
        """C3.5: at each event its token, the lead card behind the winning card, and the disc of who controls it."""
        s = self.s
        for event in self.events:
            n, left = event + 1, s.tokens_left if event == s.present else NONE
            was = f"token-{left}" if left != NONE else ""
            yield Piece(f"event-{n}", f"token:{n}", f"token-of-{n}", label=self._event(event), was=was)
            for card in dict.fromkeys((s.lead[event], s.best[event])):
                if s.best[event] != NONE:
                    role = " ".join(("lead",) * (card == s.lead[event]) + ("win",) * (card == s.best[event]))
                    yield self._card(card, f"past-{n}", "win" in role, role, self._say(role, card, n=n))
            holder = s.holder[event]
            if holder != NONE:
                name, was = f"disc-{holder}-{n}", f"socket-{holder}-{s.discs[holder] - 1}"
                label = self._say("disc", who=self._who(holder), n=n)
                yield Piece(name, f"disc:{self._colour(holder)}", f"past-{n}", 2, "seal", label, was)
        if s.tokens_left:
            classic = s.mode == rules.CLASSIC
            n = rules.TOKENS - s.tokens_left + 1
            face, label = (f"ghost:{n}", "next") if classic else ("facedown", "next hidden")
            yield Piece(f"token-{s.tokens_left - 1}", face, "next", label=self._say(label, n=n))

    def _event(self, event: int) -> str:
        s = self.s
        name = self._say("present" if event == s.present else "event", n=event + 1)
        if s.lead[event] == NONE:
            return name
        suit, holder = suit_chip(rules.suit(s.lead[event]), self.lang), s.holder[event]
        if holder == NONE:
            return self._say("open", event=name, suit=suit)
        return self._say("held", event=name, suit=suit, who=self._who(holder))

    def _constant(self) -> Iterator[Piece]:
        """C2.1: the card in its setting, and its suit at the head of the line, where one goes to."""
        card = self.s.constant
        if card == NONE:  # C4.2
            yield Piece("constant", "hub", "hub", label=self._say("no hub"))
            return
        suit = rules.suit(card)
        yield self._card(card, "setting", 0, label=self._say("constant", card))
        yield Piece("constant", f"hub:{suit}", "hub", label=self._say("hub", suit=suit_chip(suit, self.lang)))

    def _pawns(self) -> Iterator[Piece]:
        for seat in self.seats:
            n = self.s.at[seat] + 1
            label = self._say("pawn" if n else "pawn at constant", who=self._who(seat), n=n)
            yield Piece(f"traveller-{seat}", f"pawn:{self._colour(seat)}", f"stand-{n}", seat, label=label)

    def _loops(self) -> Iterator[Piece]:
        """C7.1: the journeys of this round, drawn from the present to where each pawn went."""
        for seat in self.seats:
            if self.s.at[seat] != self.s.present:
                yield self._loop(seat, self.s.at[seat], "loops")

    def _loop(self, seat: int, goal: int, place: str) -> Piece:
        """Loops to one place lie beside each other."""
        beside = sum(self.s.at[other] == goal for other in range(seat))
        ends = f"{self._index(self.s.present)}:{self._index(goal)}"
        return Piece(f"loop-{seat}", f"loop:{self._colour(seat)}:{ends}:{beside}", place, seat)

    def _index(self, event: int) -> int:
        """How many events lie before it in the line; NONE for the constant."""
        return self.events.index(event) if event != NONE else NONE

    # --- What is being played ----------------------------------------------------

    def _at_hand(self) -> Iterator[Piece]:
        """Beside each other, seat by seat: the cards played to the event of now, or what was chosen in secret."""
        s = self.s
        for seat in self.seats:
            who, place = self._who(seat), f"played-{seat}"
            if s.played[seat] != NONE:
                state = "lead" if s.played[seat] == s.lead[s.event] and s.best[s.event] == NONE else ""
                label = self._say("played", s.played[seat], who=who)
                yield self._card(s.played[seat], place, 0, state, label)
            if self._chose(seat) and s.phase == rules.CONSTANT:
                yield self._back(seat, s.held[seat] - 1, place, self._say("offered", who=who))
            if self._chose(seat) and s.phase == rules.TRAVEL:
                yield Piece(f"choice-{seat}", f"secret:{self._colour(seat)}", place, label=self._say("chosen", who=who))

    def _chose(self, seat: int) -> bool:
        """C4.1, C7.1: whether a choice of this seat lies face down."""
        return self.s.phase != rules.RESOLUTION and seat in self.taking_part and not self.s.waiting[seat]

    @property
    def taking_part(self) -> list[int]:
        """Who decides at the place of now, in the order they do (C3.3, C4.1, C7.1)."""
        s = self.s
        if s.over:
            return []
        if s.phase == rules.RESOLUTION:
            first = rules.who_leads(s, s.event)
            here = (seat for seat in self.seats if s.at[seat] == s.event)
            return sorted(here, key=lambda seat: (seat - first) % s.players)
        return [seat for seat in self.seats if s.phase == rules.TRAVEL or s.at[seat] == NONE]

    @property
    def now(self) -> int:
        """Where in the line that is."""
        return {rules.RESOLUTION: self.s.event, rules.CONSTANT: NONE, rules.TRAVEL: self.s.present}[self.s.phase]

    def _own_journey(self, seat: int) -> Iterator[Piece]:
        s, action = self.s, self.s.journey[seat]
        goal, cost = rules.destination(s, action), rules.distance(action)
        key = "own stay" if not cost else "own journey to constant" if goal == NONE else "own journey"
        label = self._say(key, n=goal + 1, crystals=crystals_chip(cost, self.lang))
        yield Piece(f"choice-{seat}", f"journey:{goal + 1}:{cost}", f"played-{seat}", label=label)
        if cost:
            yield self._loop(seat, goal, "own-loop")

    def _discards(self) -> Iterator[Piece]:
        for i, card in enumerate(self.s.discard[: self.s.discarded]):
            state = f"s{rules.suit(card)} v{rules.value(card)}"
            yield self._card(card, "discard", i, state, self._say("discarded", card))

    # --- Trays -------------------------------------------------------------------

    def _trays(self) -> Iterator[Piece]:
        s = self.s
        for seat in self.seats:
            who, colour = self._who(seat), self._colour(seat)
            label = self._hand(seat)
            for i in range(s.held[seat] - (s.phase == rules.CONSTANT and self._chose(seat))):
                yield self._back(seat, i, f"hand-{seat}", label)
            label = self._say("crystals", who=who, crystals=crystals_chip(s.crystals[seat], self.lang))
            for i in range(min(s.crystals[seat], CRYSTALS_SHOWN)):
                yield Piece(f"crystal-{seat}-{i}", "crystal", f"crystals-{seat}", i, label=label)
            label = self._say("discs", who=who, n=s.discs[seat])
            for i in range(max(rules.DISCS, s.discs[seat])):
                name, face = ("won", f"disc:{colour}") if i < s.discs[seat] else ("socket", "socket")
                yield Piece(f"{name}-{seat}-{i}", face, f"discs-{seat}", i, label=label)
        yield Piece("first", "key", f"first-{s.first}", label=self._say("first", who=self._who(s.first)))

    def _hand(self, seat: int) -> str:
        """C3.3: everybody saw which suits a player could not follow."""
        without = [words.SUITS[self.lang][a] for a in range(rules.SUITS) if self.s.void[seat][a]]
        key = "hand without" if without else "hand"
        return self._say(key, who=self._who(seat), n=self.s.held[seat], suits=", ".join(without))

    # --- Places and counts -------------------------------------------------------

    def _places(self) -> dict[str, str]:
        s = self.s
        part = self.taking_part
        states = {f"place-{event + 1}": "laid" for event in self.events}
        states[f"place-{s.present + 1}"] += " present"
        states["tail"] = "" if s.tokens_left else "complete"
        states["setting"] = "bare" if s.constant == NONE else ""
        for i, seat in enumerate(part):
            states[f"part-{seat}"] = f"in nth-{i}" + " turn" * bool(s.waiting[seat])
        for seat in self.seats:
            states[f"discs-{seat}"] = "full" if s.discs[seat] >= rules.DISCS else ""
        if part:
            for event in (NONE, *self.events):  # what is played takes some room beside it
                state = {0: "now", 1: "beside"}.get(abs(self._index(event) - self._index(self.now)), "")
                states[f"place-{event + 1}"] = f"{states.get(f'place-{event + 1}', '')} {state}".strip()
            if self.now != NONE:
                states[f"ring-{self._index(self.now)}"] = "now"
            states[f"phase-{s.phase}"] = "current"
            at_head = "at-head" if self.now == NONE else ""
            states["again"] = "journeys" if s.phase == rules.TRAVEL else at_head
        return {place: state for place, state in states.items() if state}

    def _counts(self) -> dict[str, int | str]:
        s, part = self.s, self.taking_part
        now = self._index(self.now) if part else 0
        counts = {
            "round": s.round, "events": len(self.events), "now": now, "playing": len(part),
            "row": (now + 1) // FOLD, "column": (now + 1) % FOLD, "discards": s.discarded,
        }  # fmt: skip
        for seat in self.seats:
            counts |= {f"crystals-{seat}": s.crystals[seat], f"cards-{seat}": s.held[seat]}
        return {name: int(number) for name, number in counts.items()}

    # --- Words -------------------------------------------------------------------

    def _card(self, card: int, place: str, order: int, state: str = "", label: str = "") -> Piece:
        """A card face up; turned over, it was the last of its player's."""
        seat = self.from_hand.get(int(card), NONE)
        was = f"back-{seat}-{self.s.held[seat]}" if seat != NONE else ""
        face = f"card:{rules.suit(card)}:{rules.value(card)}"
        return Piece(f"card-{code(card)}", face, place, int(order), state, label, was)

    def _back(self, seat: int, i: int, place: str, label: str) -> Piece:
        return Piece(f"back-{seat}-{i}", "back", place, i, label=label)

    def _say(self, key: str, card: int = NONE, **values: Any) -> str:
        named = str(card_chip(card, self.lang)) if card != NONE else ""
        return words.BOARD[self.lang][key].format(card=named, **values)

    def _who(self, seat: int) -> str:
        return self.people.names[seat]

    def _colour(self, seat: int) -> int:
        return self.people.colours[seat]


def sheet(s: Any, lang: str) -> list[ScoreRow]:
    """C5.1-C5.3: the events each seat controls, the one nearest the constant, and how many they are."""
    say, seats = words.PAGE[lang], range(s.players)
    held = [[event + 1 for event in range(rules.TOKENS) if s.holder[event] == seat] for seat in seats]
    return [
        ScoreRow(say["sheet events"], tuple(", ".join(map(str, events)) or "–" for events in held), "C3.5"),
        ScoreRow(say["sheet nearest"], tuple(events[0] if events else "–" for events in held), "C5.1"),
        ScoreRow(say["sheet total"], tuple(int(s.discs[seat]) for seat in seats), "C5.3", total=True),
    ]
