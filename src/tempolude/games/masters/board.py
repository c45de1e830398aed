"""Time Masters laid on the page: which pieces lie where, from a view.

Cards of a kind are alike and the record does not tell them apart, so a piece is called after its place there, and says
which piece it `was` by what has just happened.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tempolude.engine.state import NONE
from tempolude.engine.table import Piece, Scene

from . import captions, words
from . import components as m
from .cards import effect_text
from .sets import Kind
from .words import plural

PHASES = ("timers", "main", "spheres", *["main"] * 5, *["attack"] * 3)  # by what is asked
LYING = 3  # cards of a pile that are drawn
SPECTATOR = -1
PLAYED_TO = {  # where a card goes from the hand, by what is told of it
    m.WAS_CAST: "chain",
    m.PLACED: "on",
    m.TIMER_SET: "timer",
    m.DISCARDED: "heap",
    m.FOCUSED: "heap",
    m.PUT_UNDER: "under",
}


def count(cards: Any, card: int) -> int:
    return sum(other == card for other in cards)


def numbered(cards: Any) -> Iterator[tuple[int, int]]:
    """Cards, each with how many of its kind come before it.

    >>> list(numbered([4, 4, 7]))
    [(4, 0), (4, 1), (7, 0)]
    """
    return ((card, count(cards[:i], card)) for i, card in enumerate(cards))


class Board:
    """What one reader sees of a position."""

    def __init__(self, s: Any, kinds: tuple[Kind, ...], lang: str, reader: int = SPECTATOR) -> None:
        self.s, self.kinds, self.lang, self.reader = s, kinds, lang, reader
        self.say = captions.LABELS[lang]
        self.was = self._trails()

    def scene(self, caster: str) -> Scene:
        """What everybody sees; `caster` is the name of whose turn it is."""
        pieces = [*self.spheres(), *self.chain(), *self.freed()]
        for seat in range(self.s.players):
            pieces += [*self.hand(seat), *self.deck(seat), *self.heap(seat), *self.zone(seat), *self.ke(seat)]
        return Scene([pieces], self.places(), self.counts(caster))

    def own(self) -> list[Piece]:
        """What lies before the reader: the hand, the timers that can be clicked, what came from the hand."""
        pieces = [*self.hand(self.reader), *self.heap(self.reader), *self.zone(self.reader), *self.fetch()]
        return [*pieces, *self.chain(), *self.freed()] if self.s.turn == self.reader else pieces

    def open(self) -> Iterator[Piece]:
        """What is the reader's own among the open hands of all: equal cards of two hands have names of their own."""
        for piece in self.own():
            name, was = (text.replace("mine-", f"mine-{self.reader}-") for text in (piece.id, piece.was))
            place = piece.at.replace("hand-", "open-")
            if place != "fetch" and piece.face != "drop":
                yield piece._replace(id=name, at=place, was=was, handle="")

    # --- Cards -------------------------------------------------------------------

    def label(self, card: int) -> str:
        kind = self.kinds[card]
        return f"{kind.name[self.lang]}{' : ' if self.lang == 'fr' else ': '}{effect_text(kind, self.lang)}"

    def hand(self, seat: int) -> Iterator[Piece]:
        s, at = self.s, f"hand-{seat}"
        if seat != self.reader:
            for i in range(s.held[seat]):
                yield Piece(f"back-{seat}-{i}", "back", at, i, label=self.say["back"], was=self._arrived(seat, i))
            return
        for i, (card, n) in enumerate(numbered(s.hand[seat][: s.held[seat]])):
            was = self.was.get(("hand", seat, card), "")
            handle = f"card-{self.kinds[card].id}"
            yield Piece(f"mine-{card}-{n}", f"card:{card}", at, i, "", self.label(card), was, handle)

    def _arrived(self, seat: int, i: int) -> str:
        """Where the card at place `i` of a hidden hand came from: those that came last lie last."""
        return self.was.get(("arrived", seat, self.s.held[seat] - 1 - i), "")

    def deck(self, seat: int) -> Iterator[Piece]:
        decked = self.s.decked[seat]
        for i in range(max(0, decked - LYING), decked):
            yield Piece(f"deck-{seat}-{i}", "back", f"deck-{seat}", i, label=self.say["deck"])

    def heap(self, seat: int) -> Iterator[Piece]:
        """The discards; a focus whose effect is not yet done lies on top of them."""
        s = self.s
        cards = list(s.discard[seat][: s.discarded[seat]])
        if s.focus != NONE and s.turn == seat:
            cards.append(s.focus)
        kinds = ((self.kinds[card].name[self.lang], count(cards, card)) for card in sorted(set(cards)))
        label = self.say["heap"].format(cards=", ".join(name if n == 1 else f"{name} ×{n}" for name, n in kinds))
        for i in range(max(0, len(cards) - LYING), len(cards)):
            was = self.was.get(("heap", seat, cards[i]), "")
            yield Piece(f"gone-{seat}-{i}", f"card:{cards[i]}", f"heap-{seat}", i, "", label, was)

    def fetch(self) -> Iterator[Piece]:
        """All the discards of a reader who is asked for one of them."""
        s, seat = self.s, self.reader
        if s.asks == m.ASK_FETCH and s.waiting[seat]:
            for i, card in enumerate(s.discard[seat][: s.discarded[seat]]):
                handle = f"discards-{self.kinds[card].id}"
                yield Piece(f"pick-{i}", f"card:{card}", "fetch", i, "", self.label(card), handle=handle)

    def chain(self) -> Iterator[Piece]:
        for i in range(self.s.casts):
            card = self.s.chain[i]
            was = self.was.get(("chain", self.s.turn, card), "")
            yield Piece(f"cast-{i}", f"cast:{card}:{i + 1}", "chain", i, "", self.label(card), was)

    def freed(self) -> Iterator[Piece]:
        s = self.s
        for i, (card, n) in enumerate(numbered(s.freed[: s.freeds])):
            was = self.was.get(("freed", s.turn, card), "")
            handle = f"freed-{self.kinds[card].id}"
            yield Piece(f"free-{card}-{n}", f"card:{card}", "freed", i, "", self.label(card), was, handle)

    def spheres(self) -> Iterator[Piece]:
        s = self.s
        for sphere in range(m.LEVELS):
            n, left = sphere + 1, s.remaining[sphere]
            label = self.say["planet"].format(n=n, cards=plural(words.CARDS, left, self.lang))
            yield Piece(f"planet-of-{n}", f"planet:{n}:{left}", f"orb-{n}", label=label)
            if left > 0:
                card = s.sphere[sphere][left - 1]
                was = f"next-{n}-{left + 1}"
                label, handle = self.label(card), f"sphere-{n}"
                yield Piece(f"open-{n}-{card}", f"card:{card}", f"shown-{n}", 0, "", label, was, handle)
            if left > 1:
                card = s.sphere[sphere][left - 2]  # known where the bottom was seen
                label = self.say["next"] if card == NONE else self.say["known"].format(card=self.label(card))
                yield Piece(f"next-{n}-{left}", "back", f"next-of-{n}", label=label, handle=f"unseen-{n}")
        access = plural(words.ACCESS, s.access, self.lang)
        yield Piece("access", f"access:{s.access}", "glass", label=access)

    # --- Timers ------------------------------------------------------------------

    def zone(self, seat: int) -> Iterator[Piece]:
        """Each timer is a column: the timer below, its slots above, the cards that delay it under it."""
        s, at, column = self.s, f"zone-{seat}", 0
        for place in range(s.zone[seat]):
            card = s.timer[seat][place]
            if card == NONE:
                continue
            column += 1
            slots, order = s.slots[card], place * 100
            size = f"c{column} {'two' if slots == 2 else 'one'}"
            handle = f"timer-{place + 1}" if seat == self.reader else ""
            was = self.was.get(("timer", seat, card), "")
            name = f"timer-{seat}-{place}"
            yield Piece(name, f"card:{card}", at, order, f"base {size}", self.label(card), was, handle)
            yield from self._slots(seat, place, slots, size, order + 10)
            yield from self._beneath(seat, place, size, order + 20)
            if handle and s.parting[card] and s.asks == m.ASK_MAIN and s.turn == seat:
                label = self.say["drop"].format(card=self.kinds[card].name[self.lang])
                yield Piece(f"drop-{place + 1}", "drop", at, order + 30, f"off {size}", label)

    def _slots(self, seat: int, place: int, slots: int, size: str, order: int) -> Iterator[Piece]:
        s, at = self.s, f"zone-{seat}"
        spells = [spell for spell in s.on[seat][place * m.SLOTS : (place + 1) * m.SLOTS] if spell != NONE]
        for slot, (card, n) in enumerate(numbered(spells)):
            was = self.was.get(("on", seat, card), "")
            name = f"on-{seat}-{place}-{card}-{n}"
            yield Piece(name, f"card:{card}", at, order + slot, f"spot {size} slot-{slot}", self.label(card), was)
        for slot in range(len(spells), slots):
            yield Piece(
                f"slot-{seat}-{place}-{slot}", "slot", at, order + slot, f"spot {size} slot-{slot}", self.say["slot"]
            )

    def _beneath(self, seat: int, place: int, size: str, order: int) -> Iterator[Piece]:
        s, lying = self.s, 0
        for i in range(s.unders[seat]):
            if s.beneath[seat][i] == place:
                mine, label = seat == self.reader, self.say["under"]
                if mine:
                    label = self.say["mine under"].format(card=self.label(s.under[seat][i]))
                was = self.was.get(("under", seat, s.under[seat][i] if mine else NONE), "")
                name = f"under-{seat}-{place}-{lying}"
                yield Piece(name, "back", f"zone-{seat}", order + lying, f"under {size} u{min(lying, 3)}", label, was)
                lying += 1

    # --- Kè and tokens -----------------------------------------------------------

    def ke(self, seat: int) -> Iterator[Piece]:
        s = self.s
        for i in range(s.ke[seat]):
            state = "ready" if i < s.ready[seat] else "spent"
            face = "ke:gold" if i < s.ready[seat] else "ke:spent"
            yield Piece(f"ke-{seat}-{i}", face, f"pool-{seat}", i, label=self.say[state])
        for i in range(s.sparks[seat]):
            yield Piece(f"spark-{seat}-{i}", "ke:drop", f"drops-{seat}", i, label=self.say["spark"])
        tokens = (("discount", s.discount[seat]), ("surcharge", s.surcharge[seat]), ("limit", s.limited[seat]))
        for i, (token, held) in enumerate(tokens):
            if held:
                label = self.say[token].format(n=held)
                yield Piece(f"token-{seat}-{token}", f"token:{token}:{held}", f"toks-{seat}", i, token, label)

    # --- Places and counts -------------------------------------------------------

    def places(self) -> dict[str, str]:
        s = self.s
        found = {} if s.over else {f"phase-{PHASES[s.asks]}": "current"}
        for sphere in range(m.LEVELS):
            left, open_to_all = s.remaining[sphere], not s.took[sphere]
            if left == 0:
                found[f"shown-{sphere + 1}"] = "empty"
            if left > 0 and s.access > sphere and open_to_all:
                found[f"price-{sphere + 1}"] = "reach"
            if left > 1 and s.access > sphere + 1 and open_to_all:
                found[f"price-unseen-{sphere + 1}"] = "reach"
        if s.asks == m.ASK_SPHERES:
            found["chain"] = "shut"
        for seat in range(s.players):
            change = s.surcharge[seat] - s.discount[seat]  # M6.4: the tags on the cards of a hand show the price
            if change:
                found[f"hand-{seat}"] = "dearer" if change > 0 else f"cheaper-{-change}"
        return found

    def counts(self, caster: str) -> dict[str, int | str]:
        s, lang = self.s, self.lang
        found: dict[str, int | str] = {"turn": s.turns // s.players + (not s.over), "caster": caster}
        found["next-cast"] = s.casts + 1
        for sphere in range(m.LEVELS):
            found[f"left-{sphere + 1}"] = s.remaining[sphere]
            found[f"cards-{sphere + 1}"] = plural(words.CARDS, s.remaining[sphere], lang).split()[1]
        for seat in range(s.players):
            found[f"points-{seat}"] = s.points[seat]
            found[f"ready-{seat}"] = s.ready[seat]
            found[f"ke-{seat}"] = s.ke[seat]
            found[f"sparks-{seat}"] = s.sparks[seat]
            found[f"held-{seat}"] = s.held[seat]
            found[f"decked-{seat}"] = s.decked[seat]
            found[f"discarded-{seat}"] = s.discarded[seat]
            found[f"timers-{seat}"] = sum(card != NONE for card in s.timer[seat][: s.zone[seat]])
        return found

    # --- Where things came from --------------------------------------------------

    def _trails(self) -> dict[tuple[str, int, int], str]:
        """What the pieces that the last action moved were before, by where they are now, the seat and the card.

        A card that came into a hidden hand goes by how many came after it instead.
        """
        s = self.s
        found: dict[tuple[str, int, int], str] = {}
        came: dict[int, list[str]] = {}
        for i in range(s.happened):
            kind, _, a, b, c = s.events[i]
            match kind:
                case m.WAS_CAST | m.PLACED | m.TIMER_SET | m.DISCARDED | m.FOCUSED | m.PUT_UNDER:
                    found[PLAYED_TO[kind], a, b] = self._from_hand(a, b)
                case m.DELAYED:
                    found["under", a, NONE] = self._from_hand(a, NONE)
                case m.RELEASED:
                    found["chain", a, b] = f"free-{b}-{count(s.freed[: s.freeds], b)}"
                case m.ACTIVATED | m.DROPPED:
                    found["heap", a, b] = f"timer-{a}-{c}"
                    found |= {("freed", a, card): f"on-{a}-{c}-{card}-0" for card in s.freed[: s.freeds]}
                case m.CLOSED:
                    last = s.discard[a][max(0, s.discarded[a] - b) : s.discarded[a]]
                    found |= {("heap", a, card): f"cast-{n}" for n, card in enumerate(last)}
                case m.TOOK:
                    found["hand", a, b] = f"open-{c + 1}-{b}"
                    came.setdefault(a, []).append(f"open-{c + 1}-{b}")
                case m.GOT:
                    found["hand", a, b] = f"next-{c + 1}-{s.remaining[c] + 1}"
                case m.TOOK_UNSEEN:
                    came.setdefault(a, []).append(f"next-{b + 1}-{s.remaining[b] + 1}")
                case m.DRAWN:
                    found["hand", a, b] = f"deck-{a}-{s.decked[a]}"
                case m.DREW:
                    came.setdefault(a, []).extend(f"deck-{a}-{s.decked[a] + n}" for n in reversed(range(b)))
                case m.FETCHED:
                    found["hand", a, b] = f"gone-{a}-{s.discarded[a]}"
                    came.setdefault(a, []).append(f"gone-{a}-{s.discarded[a]}")
        for seat, origins in came.items():
            for n, origin in enumerate(reversed(origins)):
                found["arrived", seat, n] = origin
        return found

    def _from_hand(self, seat: int, card: int) -> str:
        """The piece that a card was in the hand it has just left: the last of its kind there, the last of all."""
        s = self.s
        if seat != self.reader:
            return f"back-{seat}-{s.held[seat]}"
        return f"mine-{card}-{count(s.hand[seat][: s.held[seat]], card)}"
