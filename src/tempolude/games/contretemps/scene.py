"""The pieces of Contre-Temps at their places, for the browser. Everything is made from a view, so nothing can leak."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tempolude.engine.parts import Part, Parts, kept, kept_of_each, part, part_of_each
from tempolude.engine.state import NONE
from tempolude.engine.table import People, Piece, Scene, either

from . import rules, state, words
from .names import card_chip, code, crystals_chip, suit_chip

CRYSTALS_SHOWN = 5  # more than these are shown as a number
FOLD = 4  # on a phone the line wraps after this many places
Pieces = Iterable[Piece]


class Tabletop(Parts):
    """The table in one language, as its readers see it."""

    def __init__(self, lang: str, people: People) -> None:
        super().__init__()
        self.lang, self.people = lang, people

    def scene(self, s: Any) -> Scene:
        """What everybody sees."""
        now = Now(s)
        seats, events, held, discs = now.seats, tuple(now.events), now.held, s.discs.tobytes()
        at, present, left = tuple(now.at[: len(seats)]), s.present, s.tokens_left
        groups = [
            *self._line(events, present, left, s.lead.tolist(), s.best.tolist(), s.holder.tolist(), discs),
            *self._around(at, present, events, left, s.mode, s.constant, s.first),
            *[self._at_hand(seat, *now.played(seat)) for seat in seats],
            self._discards(s.discard[: s.discarded].tobytes()),
            *[self._hand(seat, held[seat] - now.offers(seat), s.void[seat].tobytes()) for seat in seats],
            *self._winnings(len(seats), s.crystals.tobytes(), discs),
        ]
        was = turned_over(now.happened, held)
        return Scene(groups, now.places(), now.counts(), was, self._passing(now.happened, was))

    def own(self, s: Any, seat: int) -> list[Piece]:
        """What only `seat` sees: its hand, and what it chose in secret."""
        pieces = [*self._cards(seat, s.hand[seat][: s.held[seat]].tobytes(), s.offer[seat])]
        if s.journey[seat] != NONE:  # C7.1
            pieces += self._own_journey(s, seat)
        return pieces

    # --- The line ----------------------------------------------------------------

    @kept
    def _line(
        self,
        events: tuple[int, ...],
        present: int,
        left: int,
        lead: list[int],
        best: list[int],
        holder: list[int],
        discs: bytes,
    ) -> list[Part]:
        """The events in the line; most actions change none of them. Those not laid yet have their groups too, so that
        laying one leaves all others where they are: only groups at the same place are known to be the same."""
        line: list[Part] = [()] * state.TOKENS
        for event in events:
            is_present, held_by = event == present, holder[event]
            disc = discs[held_by] - 1 if held_by != NONE else NONE
            tokens = left if is_present else NONE
            line[event] = self._event(event, is_present, tokens, lead[event], best[event], held_by, disc)
        return line

    @part_of_each
    def _event(self, event: int, present: int, left: int, lead: int, best: int, holder: int, disc: int) -> Pieces:
        """C3.5: at each event its token, the lead card behind the winning card, and the controller’s disc."""
        n = event + 1
        was = f"token-{left}" if left != NONE else ""
        label = self._event_label(n, present, lead, holder)
        yield Piece(f"event-{n}", f"token:{n}", f"token-of-{n}", label=label, was=was)
        for card in dict.fromkeys((lead, best)):
            if best != NONE:
                role = " ".join(("lead",) * (card == lead) + ("win",) * (card == best))
                yield self._card(card, f"past-{n}", "win" in role, role, self._say(role, card, n=n))
        if holder != NONE:
            name, was = f"disc-{holder}-{n}", f"socket-{holder}-{disc}"
            label = self._say("disc", who=self._who(holder), n=n)
            yield Piece(name, f"disc:{self._colour(holder)}", f"past-{n}", 2, "seal", label, was)

    def _event_label(self, n: int, present: int, lead: int, holder: int) -> str:
        name = self._say("present" if present else "event", n=n)
        if lead == NONE:
            return name
        suit = suit_chip(state.suit(lead), self.lang)
        if holder == NONE:
            return self._say("open", event=name, suit=suit)
        return self._say("held", event=name, suit=suit, who=self._who(holder))

    @kept
    def _around(
        self,
        at: tuple[int, ...],
        present: int,
        events: tuple[int, ...],
        left: int,
        mode: int,
        constant: int,
        first: int,
    ) -> list[Part]:
        """What is beside the line; most actions change none of it."""
        return [
            self._next_token(left, mode),
            self._constant(constant),
            *[self._pawn(seat, place) for seat, place in enumerate(at)],
            self._loops(at, present, events),
            self._first(first),
        ]

    @part
    def _next_token(self, left: int, mode: int) -> Pieces:
        if left:
            n = state.TOKENS - left + 1
            face, label = (f"ghost:{n}", "next") if mode == state.CLASSIC else ("facedown", "next hidden")
            yield Piece(f"token-{left - 1}", face, "next", label=self._say(label, n=n))

    @part
    def _constant(self, card: int) -> Pieces:
        """C2.1: the card in its setting, and its suit at the head of the line, where pawns go."""
        if card == NONE:  # C4.2
            yield Piece("constant", "hub", "hub", label=self._say("no hub"))
            return
        suit = state.suit(card)
        yield self._card(card, "setting", 0, label=self._say("constant", card))
        yield Piece("constant", f"hub:{suit}", "hub", label=self._say("hub", suit=suit_chip(suit, self.lang)))

    @part_of_each
    def _pawn(self, seat: int, at: int) -> Pieces:
        n = at + 1
        label = self._say("pawn" if n else "pawn at constant", who=self._who(seat), n=n)
        yield Piece(f"traveller-{seat}", f"pawn:{self._colour(seat)}", f"stand-{n}", seat, label=label)

    @part
    def _loops(self, at: tuple[int, ...], present: int, events: tuple[int, ...]) -> Pieces:
        """C7.1: the journeys of this round, drawn from the present to where each pawn went."""
        for seat, goal in enumerate(at):
            if goal != present:
                yield self._loop(seat, goal, at, present, events, "loops")

    def _loop(self, seat: int, goal: int, at: Sequence[int], present: int, events: Sequence[int], place: str) -> Piece:
        """Loops to the same place are drawn side by side."""
        beside = sum(at[other] == goal for other in range(seat))
        ends = f"{index(events, present)}:{index(events, goal)}"
        return Piece(f"loop-{seat}", f"loop:{self._colour(seat)}:{ends}:{beside}", place, seat)

    # --- What is being played ----------------------------------------------------

    @part_of_each
    def _at_hand(self, seat: int, card: int, leads: bool, secret: str, held: int) -> Pieces:
        """Side by side, by seat: the cards played to the current event, or what was chosen in secret."""
        who, place = self._who(seat), f"played-{seat}"
        if card != NONE:
            yield self._card(card, place, 0, "lead" if leads else "", self._say("played", card, who=who))
        if secret == "offer":
            yield self._back(seat, held - 1, place, self._say("offered", who=who))
        if secret == "journey":
            yield Piece(f"choice-{seat}", f"secret:{self._colour(seat)}", place, label=self._say("chosen", who=who))

    def _own_journey(self, s: Any, seat: int) -> Pieces:
        action = s.journey[seat]
        goal, cost = rules.destination(s, action), rules.distance(action)
        key = "own stay" if not cost else "own journey to constant" if goal == NONE else "own journey"
        label = self._say(key, n=goal + 1, crystals=crystals_chip(cost, self.lang))
        yield Piece(f"choice-{seat}", f"journey:{goal + 1}:{cost}", f"played-{seat}", label=label)
        if cost:
            yield self._loop(seat, goal, s.at, s.present, laid(s), "own-loop")

    def _passing(self, happened: Sequence[Sequence[int]], was: Mapping[str, str]) -> list[Piece]:
        """C3.5, C4.1: the card that completed a trick, or all offers, before they move on."""
        kinds = [kind for kind, *_ in happened]
        shown = state.PLAYED if state.TAKEN in kinds or state.KEPT in kinds else state.OFFERED
        if shown not in kinds:
            return []
        cards = [(seat, card) for kind, _, seat, card, _ in happened if kind == shown]
        pieces = [self._card(c, f"played-{x}", 0, "", self._say("played", c, who=self._who(x))) for x, c in cards]
        return [piece._replace(was=was[piece.id]) for piece in pieces]

    @part
    def _discards(self, cards: bytes) -> Pieces:
        for i, card in enumerate(cards):
            yield from self._discard(card, i)

    @part_of_each
    def _discard(self, card: int, i: int) -> Pieces:
        suit_and_value = f"s{state.suit(card)} v{state.value(card)}"
        yield self._card(card, "discard", i, suit_and_value, self._say("discarded", card))

    # --- Trays -------------------------------------------------------------------

    @part_of_each
    def _cards(self, seat: int, hand: bytes, offer: int) -> Pieces:
        """A hand as its player sees it."""
        for card in hand:
            if card != offer:
                yield self._held(card, seat)
        if offer != NONE:  # C4.1
            yield self._card(offer, f"played-{seat}", 0, label=self._say("own offer", offer))

    @kept_of_each
    def _held(self, card: int, seat: int) -> Piece:
        return self._card(card, f"hand-{seat}", card, label=str(card_chip(card, self.lang)))

    @kept_of_each
    def _hand(self, seat: int, held: int, void: bytes) -> Part:
        """A hand as others see it. Its cards do not say how many they are: they would all change with every card."""
        return self._backs(seat, void)[:held]

    @part_of_each
    def _backs(self, seat: int, void: bytes) -> Pieces:
        """C3.3: everybody saw which suits a player could not follow."""
        without = [words.SUITS[self.lang][suit] for suit in range(state.SUITS) if void[suit]]
        key = "hand without" if without else "hand"
        label = self._say(key, who=self._who(seat), suits=either(without, self.lang))
        return (self._back(seat, i, f"hand-{seat}", label) for i in range(state.HAND))

    @kept
    def _winnings(self, seats: int, crystals: bytes, discs: bytes) -> list[Part]:
        return [
            *[self._crystals(seat, crystals[seat]) for seat in range(seats)],
            *[self._discs(seat, discs[seat]) for seat in range(seats)],
        ]

    @part_of_each
    def _crystals(self, seat: int, count: int) -> Pieces:
        label = self._say("crystals", who=self._who(seat), crystals=crystals_chip(count, self.lang))
        for i in range(min(count, CRYSTALS_SHOWN)):
            yield Piece(f"crystal-{seat}-{i}", "crystal", f"crystals-{seat}", i, label=label)

    @part_of_each
    def _discs(self, seat: int, count: int) -> Pieces:
        label = self._say("discs", who=self._who(seat), n=count)
        for i in range(max(state.DISCS, count)):
            name, face = ("won", f"disc:{self._colour(seat)}") if i < count else ("socket", "socket")
            yield Piece(f"{name}-{seat}-{i}", face, f"discs-{seat}", i, label=label)

    @part
    def _first(self, seat: int) -> Pieces:
        yield Piece("first", "key", f"first-{seat}", label=self._say("first", who=self._who(seat)))

    # --- Words -------------------------------------------------------------------

    def _card(self, card: int, place: str, order: int, classes: str = "", label: str = "") -> Piece:
        """A card face up."""
        face = f"card:{state.suit(card)}:{state.value(card)}"
        return Piece(f"card-{code(card)}", face, place, int(order), classes, label)

    def _back(self, seat: int, i: int, place: str, label: str) -> Piece:
        return Piece(f"back-{seat}-{i}", "back", place, i, label=label)

    def _say(self, key: str, card: int = NONE, **values: Any) -> str:
        named = str(card_chip(card, self.lang)) if card != NONE else ""
        return words.BOARD[self.lang][key].format(card=named, **values)

    def _who(self, seat: int) -> str:
        return self.people.names[seat]

    def _colour(self, seat: int) -> int:
        return self.people.colours[seat]


class Now:
    """The position of a match: who decides, and where in the line."""

    def __init__(self, s: Any) -> None:
        self.s, self.seats, self.phase, self.event = s, range(s.players), s.phase, s.event
        self.at, self.waiting, self.held = s.at.tolist(), s.waiting.tolist(), s.held.tolist()
        self.events, self.part = laid(s), taking_part(s)
        self.here = {state.RESOLUTION: s.event, state.CONSTANT: NONE, state.TRAVEL: s.present}[s.phase]
        self.happened = s.events.first(s.happened)

    def played(self, seat: int) -> tuple[int, bool, str, int]:
        """What lies in front of a seat: the card played, whether it leads, any secret choice, the cards held."""
        s = self.s
        card, leads = s.played[seat], False
        if card != NONE:
            leads = card == s.lead[self.event] and s.best[self.event] == NONE
        if not self._chose(seat):
            return card, leads, "", 0
        return (card, leads, "offer", self.held[seat]) if self.phase == state.CONSTANT else (card, leads, "journey", 0)

    def offers(self, seat: int) -> bool:
        """C4.1: whether one of the cards held is on the table, face down."""
        return self.phase == state.CONSTANT and self._chose(seat)

    def _chose(self, seat: int) -> bool:
        """C4.1, C7.1: whether a choice of this seat is on the table, face down."""
        return self.phase != state.RESOLUTION and seat in self.part and not self.waiting[seat]

    def places(self) -> dict[str, str]:
        s, part, seats = self.s, self.part, self.seats
        states = {f"place-{event + 1}": "laid" for event in self.events}
        states[f"place-{s.present + 1}"] += " present"
        if not s.tokens_left:
            states["tail"] = "complete"
        if s.constant == NONE:
            states["setting"] = "bare"
        for i, seat in enumerate(part):
            states[f"part-{seat}"] = f"in nth-{i}" + " turn" * bool(self.waiting[seat])
        states |= {f"discs-{seat}": "full" for seat in seats if s.discs[seat] >= state.DISCS}
        if part:
            here = index(self.events, self.here)
            for i, event in enumerate((NONE, *self.events), NONE):  # the cards played need some room beside it
                if abs(i - here) < 2:
                    near = "now" if i == here else "beside"
                    states[f"place-{event + 1}"] = f"{states.get(f'place-{event + 1}', '')} {near}".strip()
            if self.here != NONE:
                states[f"ring-{here}"] = "now"
            states[f"phase-{self.phase}"] = "current"
            if self.phase == state.TRAVEL or self.here == NONE:
                states["again"] = "journeys" if self.phase == state.TRAVEL else "at-head"
        return states

    def counts(self) -> dict[str, int | str]:
        s, part = self.s, self.part
        now = index(self.events, self.here) if part else 0
        counts: dict[str, int | str] = {
            "round": s.round, "events": len(self.events), "now": now, "playing": len(part),
            "row": (now + 1) // FOLD, "column": (now + 1) % FOLD, "discards": s.discarded,
        }  # fmt: skip
        for seat, crystals, cards in zip(self.seats, s.crystals.tolist(), self.held, strict=False):
            counts[f"crystals-{seat}"], counts[f"cards-{seat}"] = crystals, cards
        return counts


def laid(s: Any) -> list[int]:
    """The events in the line."""
    return [event for event, there in enumerate(s.laid.tolist()) if there]


def index(events: Sequence[int], event: int) -> int:
    """How many events are before it in the line; NONE for the constant."""
    return events.index(event) if event != NONE else NONE


def taking_part(s: Any) -> list[int]:
    """Who decides at the current event, in order (C3.3, C4.1, C7.1)."""
    if s.over:
        return []
    players, at, phase = s.players, s.at.tolist(), s.phase
    if phase == state.RESOLUTION:
        first, event = rules.who_leads(s, s.event), s.event
        clockwise = (*range(first, players), *range(first))
        return [seat for seat in clockwise if at[seat] == event]
    return [seat for seat in range(players) if phase == state.TRAVEL or at[seat] == NONE]


def turned_over(happened: Sequence[Sequence[int]], held: Sequence[int]) -> dict[str, str]:
    """The cards that the last action took from hands; each was the last one of its player’s hand."""
    shown = [(seat, card) for kind, _, seat, card, _ in happened if kind in (state.PLAYED, state.OFFERED)]
    return {f"card-{code(card)}": f"back-{seat}-{held[seat]}" for seat, card in shown}
