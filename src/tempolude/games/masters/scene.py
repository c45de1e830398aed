"""The pieces of Time Masters at their places, for the browser, made from a view.

Copies of a kind are interchangeable and the record does not distinguish them, so a piece is named after its place, and
the last events determine which piece it `was`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from tempolude.engine.parts import Part, Parts, part, part_of_each
from tempolude.engine.state import NONE
from tempolude.engine.table import People, Piece, Scene
from tempolude.engine.wording import plural

from . import captions, state, words
from .cards import effect_text
from .components import Kind
from .moves import spells_cast

PHASES = ("timers", "main", "spheres", *["main"] * 5, *["attack"] * 3)  # by the decision
LYING = 3  # cards of a pile that are drawn
Pieces = Iterable[Piece]
Trail = tuple[tuple[int, str], ...]  # cards, and the pieces that they were
PLAYED_TO = {  # where a card goes from the hand, by event
    state.WAS_CAST: "chain",
    state.PLACED: "on",
    state.TIMER_SET: "timer",
    state.DISCARDED: "heap",
    state.FOCUSED: "heap",
    state.PUT_UNDER: "under",
}


def count(cards: Any, card: int) -> int:
    return sum(other == card for other in cards)


def numbered(cards: Any) -> Iterator[tuple[int, int]]:
    """Cards, each with the number of copies before it.

    >>> list(numbered([4, 4, 7]))
    [(4, 0), (4, 1), (7, 0)]
    """
    return ((card, count(cards[:i], card)) for i, card in enumerate(cards))


class Tabletop(Parts):
    """What one reader sees of a match."""

    def __init__(self, kinds: tuple[Kind, ...], lang: str, people: People) -> None:
        super().__init__()
        self.kinds, self.lang, self.people, self.reader = kinds, lang, people, people.reader
        self.say = captions.LABELS[lang]

    def scene(self, s: Any) -> Scene:
        """What everybody sees."""
        trails, levels = Trails(s, self.reader), range(state.LEVELS)
        groups = [self._sphere(level, s.remaining[level], *on_top(s, level)) for level in levels]
        groups += [self._access(s.access), self._chain_of(s, trails), self._freed_of(s, trails)]
        for seat in range(s.players):
            groups += [
                self._hand_of(s, seat, trails),
                self._deck(seat, s.decked[seat]),
                self._heap_of(s, seat, trails),
                self._zone_of(s, seat, trails),
                self._ke(seat, s.ke[seat], s.ready[seat], s.sparks[seat]),
                self._tokens(seat, s.discount[seat], s.surcharge[seat], s.limited[seat]),
            ]
        return Scene(groups, self.places(s), self.counts(s))

    def own(self, s: Any) -> list[Piece]:
        """The reader’s own pieces: the hand, the timers to click, what came from the hand."""
        trails, seat = Trails(s, self.reader), self.reader
        pieces = [*self._hand_of(s, seat, trails), *self._heap_of(s, seat, trails), *self._zone_of(s, seat, trails)]
        if s.asks == state.ASK_FETCH and s.waiting[seat]:
            pieces += self._fetch(tuple(s.discard[seat][: s.discarded[seat]]))
        return [*pieces, *self._chain_of(s, trails), *self._freed_of(s, trails)] if s.turn == seat else pieces

    def open(self, s: Any) -> Iterator[Piece]:
        """The reader’s pieces when all hands are open; equal cards of two hands have different names."""
        for piece in self.own(s):
            name, was = (text.replace("mine-", f"mine-{self.reader}-") for text in (piece.id, piece.was))
            place = piece.at.replace("hand-", "open-")
            if place != "fetch" and piece.face != "drop":
                yield piece._replace(id=name, at=place, was=was, handle="")

    # --- Cards -------------------------------------------------------------------

    def label(self, card: int) -> str:
        kind = self.kinds[card]
        return f"{kind.name[self.lang]}{' : ' if self.lang == 'fr' else ': '}{effect_text(kind, self.lang)}"

    def _hand_of(self, s: Any, seat: int, trails: Trails) -> Part:
        if seat == self.reader:
            return self._hand(seat, tuple(s.hand[seat][: s.held[seat]]), trails.of("hand", seat))
        return self._backs(seat, s.held[seat], trails.of("arrived", seat))

    @part_of_each
    def _backs(self, seat: int, held: int, came: Trail) -> Pieces:
        """A hidden hand; the cards that came last are last."""
        was = dict(came)
        for i in range(held):
            origin = was.get(held - 1 - i, "")
            yield Piece(f"back-{seat}-{i}", "back", f"hand-{seat}", i, label=self.say["back"], was=origin)

    @part_of_each
    def _hand(self, seat: int, cards: tuple[int, ...], came: Trail) -> Pieces:
        was = dict(came)
        for i, (card, n) in enumerate(numbered(cards)):
            handle = f"card-{self.kinds[card].id}"
            origin = was.get(card, "")
            yield Piece(f"mine-{card}-{n}", f"card:{card}", f"hand-{seat}", i, "", self.label(card), origin, handle)

    @part_of_each
    def _deck(self, seat: int, decked: int) -> Pieces:
        for i in range(max(0, decked - LYING), decked):
            yield Piece(f"deck-{seat}-{i}", "back", f"deck-{seat}", i, label=self.say["deck"])

    def _heap_of(self, s: Any, seat: int, trails: Trails) -> Part:
        """The discards; a focus whose effect is in progress is on top of them."""
        cards = list(s.discard[seat][: s.discarded[seat]])
        if s.focus != NONE and s.turn == seat:
            cards.append(s.focus)
        return self._heap(seat, tuple(cards), trails.of("heap", seat))

    @part_of_each
    def _heap(self, seat: int, cards: tuple[int, ...], came: Trail) -> Pieces:
        was = dict(came)
        kinds = ((self.kinds[card].name[self.lang], count(cards, card)) for card in sorted(set(cards)))
        label = self.say["heap"].format(cards=", ".join(name if n == 1 else f"{name} ×{n}" for name, n in kinds))
        for i in range(max(0, len(cards) - LYING), len(cards)):
            origin = was.get(cards[i], "")
            yield Piece(f"gone-{seat}-{i}", f"card:{cards[i]}", f"heap-{seat}", i, "", label, origin)

    @part
    def _fetch(self, cards: tuple[int, ...]) -> Pieces:
        """All the discards, for a reader who must choose one of them."""
        for i, card in enumerate(cards):
            handle = f"discards-{self.kinds[card].id}"
            yield Piece(f"pick-{i}", f"card:{card}", "fetch", i, "", self.label(card), handle=handle)

    def _chain_of(self, s: Any, trails: Trails) -> Part:
        return self._chain(tuple(s.chain[: s.casts]), trails.of("chain", s.turn))

    @part
    def _chain(self, cards: tuple[int, ...], came: Trail) -> Pieces:
        """The spells cast, numbered, and cards set aside until the close (M4.4)."""
        was, spells = dict(came), 0
        for i, card in enumerate(cards):
            spell = self.kinds[card].sort == state.SPELL
            spells += spell
            face = f"cast:{card}:{spells}" if spell else f"card:{card}"
            yield Piece(f"cast-{i}", face, "chain", i, "", self.label(card), was.get(card, ""))

    def _freed_of(self, s: Any, trails: Trails) -> Part:
        return self._freed(tuple(s.freed[: s.freeds]), trails.of("freed", s.turn))

    @part
    def _freed(self, cards: tuple[int, ...], came: Trail) -> Pieces:
        was = dict(came)
        for i, (card, n) in enumerate(numbered(cards)):
            origin, handle = was.get(card, ""), f"freed-{self.kinds[card].id}"
            yield Piece(f"free-{card}-{n}", f"card:{card}", "freed", i, "", self.label(card), origin, handle)

    @part_of_each
    def _sphere(self, sphere: int, left: int, top: int, below: int) -> Pieces:
        n = sphere + 1
        label = self.say["planet"].format(n=n, cards=plural(words.CARDS, left, self.lang))
        yield Piece(f"planet-of-{n}", f"planet:{n}:{left}", f"orb-{n}", label=label)
        if left > 0:
            was = f"next-{n}-{left + 1}"
            label, handle = self.label(top), f"sphere-{n}"
            yield Piece(f"open-{n}-{top}", f"card:{top}", f"shown-{n}", 0, "", label, was, handle)
        if left > 1:  # known if it was put at the bottom
            label = self.say["next"] if below == NONE else self.say["known"].format(card=self.label(below))
            yield Piece(f"next-{n}-{left}", "back", f"next-of-{n}", label=label, handle=f"unseen-{n}")

    @part
    def _access(self, access: int) -> Pieces:
        yield Piece("access", f"access:{access}", "glass", label=plural(words.ACCESS, access, self.lang))

    # --- Timers ------------------------------------------------------------------

    def _zone_of(self, s: Any, seat: int, trails: Trails) -> Part:
        timers = tuple(s.timer[seat][: s.zone[seat]])
        mine = seat == self.reader and s.asks == state.ASK_MAIN and s.turn == seat
        drops = tuple([place for place, card in enumerate(timers) if mine and card != NONE and s.parting[card]])
        slots = tuple([s.slots[card] if card != NONE else 0 for card in timers])
        under = tuple(zip(s.beneath[seat], s.under[seat][: s.unders[seat]], strict=False))
        came = trails.of("timer", seat), trails.of("on", seat), trails.of("under", seat)
        return self._zone(seat, timers, slots, tuple(s.on[seat]), under, drops, came)

    @part_of_each
    def _zone(
        self,
        seat: int,
        timers: tuple[int, ...],
        slots: tuple[int, ...],
        on: tuple[int, ...],
        under: tuple[tuple[int, int], ...],
        drops: tuple[int, ...],
        came: tuple[Trail, Trail, Trail],
    ) -> Pieces:
        """Each timer is a column: the timer at the bottom, its slots above, the cards that delay it under it."""
        at, column, (timer_was, spell_was, under_was) = f"zone-{seat}", 0, map(dict, came)
        for place, card in enumerate(timers):
            if card == NONE:
                continue
            column += 1
            order, size = place * 100, f"c{column} {'two' if slots[place] == 2 else 'one'}"
            handle = f"timer-{place + 1}" if seat == self.reader else ""
            name, was = f"timer-{seat}-{place}", timer_was.get(card, "")
            yield Piece(name, f"card:{card}", at, order, f"base {size}", self.label(card), was, handle)
            spells = [spell for spell in on[place * state.SLOTS : (place + 1) * state.SLOTS] if spell != NONE]
            yield from self._slots(seat, place, slots[place], spells, size, order + 10, spell_was)
            delaying = [card for where, card in under if where == place]
            yield from self._beneath(seat, place, delaying, size, order + 20, under_was)
            if place in drops:
                label = self.say["drop"].format(card=self.kinds[card].name[self.lang])
                yield Piece(f"drop-{place + 1}", "drop", at, order + 30, f"off {size}", label)

    def _slots(
        self, seat: int, place: int, slots: int, spells: list[int], size: str, order: int, was: dict[int, str]
    ) -> Pieces:
        at = f"zone-{seat}"
        for slot, (card, n) in enumerate(numbered(spells)):
            name, origin = f"on-{seat}-{place}-{card}-{n}", was.get(card, "")
            yield Piece(name, f"card:{card}", at, order + slot, f"spot {size} slot-{slot}", self.label(card), origin)
        for slot in range(len(spells), slots):
            yield Piece(
                f"slot-{seat}-{place}-{slot}", "slot", at, order + slot, f"spot {size} slot-{slot}", self.say["slot"]
            )

    def _beneath(self, seat: int, place: int, cards: list[int], size: str, order: int, was: dict[int, str]) -> Pieces:
        mine = seat == self.reader
        for i, card in enumerate(cards):
            label = self.say["mine under"].format(card=self.label(card)) if mine else self.say["under"]
            name, origin = f"under-{seat}-{place}-{i}", was.get(card if mine else NONE, "")
            yield Piece(name, "back", f"zone-{seat}", order + i, f"under {size} u{min(i, 3)}", label, origin)

    # --- Kè and tokens -----------------------------------------------------------

    @part_of_each
    def _ke(self, seat: int, ke: int, ready: int, sparks: int) -> Pieces:
        for i in range(ke):
            state = "ready" if i < ready else "spent"
            face = "ke:gold" if i < ready else "ke:spent"
            yield Piece(f"ke-{seat}-{i}", face, f"pool-{seat}", i, label=self.say[state])
        for i in range(sparks):
            yield Piece(f"spark-{seat}-{i}", "ke:drop", f"drops-{seat}", i, label=self.say["spark"])

    @part_of_each
    def _tokens(self, seat: int, discount: int, surcharge: int, limit: int) -> Pieces:
        for i, (token, held) in enumerate((("discount", discount), ("surcharge", surcharge), ("limit", limit))):
            if held:
                label = self.say[token].format(n=held)
                yield Piece(f"token-{seat}-{token}", f"token:{token}:{held}", f"toks-{seat}", i, token, label)

    # --- Places and counts -------------------------------------------------------

    def places(self, s: Any) -> dict[str, str]:
        found = {} if s.over else {f"phase-{PHASES[s.asks]}": "current"}
        for sphere in range(state.LEVELS):
            left, open_to_all = s.remaining[sphere], not s.took[sphere]
            if left == 0:
                found[f"shown-{sphere + 1}"] = "empty"
            if left > 0 and s.access > sphere and open_to_all:
                found[f"price-{sphere + 1}"] = "reach"
            if left > 1 and s.access > sphere + 1 and open_to_all:
                found[f"price-unseen-{sphere + 1}"] = "reach"
        if s.asks == state.ASK_SPHERES:
            found["chain"] = "shut"
        for seat in range(s.players):
            change = s.surcharge[seat] - s.discount[seat]  # M6.4: the tags on the cards of a hand show the price
            if change:
                found[f"hand-{seat}"] = "dearer" if change > 0 else f"cheaper-{-change}"
        return found

    def _ends(self, s: Any) -> str:
        """M7.1: the fewest cards to be taken before a second sphere is empty."""
        left = sum(sorted(s.remaining[: state.LEVELS])[: state.EMPTY_SPHERES])
        form = captions.ENDS[self.lang][left == 0]
        return form.format(cards=plural(words.CARDS, left, self.lang))

    def counts(self, s: Any) -> dict[str, int | str]:
        lang = self.lang
        found: dict[str, int | str] = {"turn": s.turns // s.players + (not s.over)}
        found["caster"] = self.people.names[s.turn]
        found["ends"] = self._ends(s)
        found["next-cast"] = spells_cast(s) + 1
        for sphere in range(state.LEVELS):
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


# --- Where things came from ------------------------------------------------------


def on_top(s: Any, sphere: int) -> tuple[int, int]:
    """The revealed card of a sphere and the one below; NONE for what is missing or unknown."""
    left, cards = s.remaining[sphere], s.sphere[sphere]
    return cards[left - 1] if left > 0 else NONE, cards[left - 2] if left > 1 else NONE


class Trails:
    """The previous identity of the pieces that the last action moved, by new place, seat and card.

    A card that entered a hidden hand is identified by how many came after it.
    """

    def __init__(self, s: Any, reader: int) -> None:
        self.s, self.reader = s, reader
        self._found: dict[tuple[str, int], dict[int, str]] = {}
        came: dict[int, list[str]] = {}
        for kind, _, a, b, c in s.events[: s.happened]:
            match kind:
                case (
                    state.WAS_CAST | state.PLACED | state.TIMER_SET | state.DISCARDED | state.FOCUSED | state.PUT_UNDER
                ):
                    self._note(PLAYED_TO[kind], a, b, self._from_hand(a, b))
                case state.DELAYED:
                    self._note("under", a, NONE, self._from_hand(a, NONE))
                case state.RELEASED:
                    self._note("chain", a, b, f"free-{b}-{count(s.freed[: s.freeds], b)}")
                case state.ACTIVATED | state.DROPPED:
                    self._note("heap", a, b, f"timer-{a}-{c}")
                    for card in s.freed[: s.freeds]:
                        self._note("freed", a, card, f"on-{a}-{c}-{card}-0")
                case state.CLOSED:
                    last = s.discard[a][max(0, s.discarded[a] - b) : s.discarded[a]]
                    for n, card in enumerate(last):
                        self._note("heap", a, card, f"cast-{n}")
                case state.TOOK:
                    self._note("hand", a, b, f"open-{c + 1}-{b}")
                    came.setdefault(a, []).append(f"open-{c + 1}-{b}")
                case state.GOT:
                    self._note("hand", a, b, f"next-{c + 1}-{s.remaining[c] + 1}")
                case state.TOOK_UNSEEN:
                    came.setdefault(a, []).append(f"next-{b + 1}-{s.remaining[b] + 1}")
                case state.DRAWN:
                    self._note("hand", a, b, f"deck-{a}-{s.decked[a]}")
                case state.DREW:
                    came.setdefault(a, []).extend(f"deck-{a}-{s.decked[a] + n}" for n in reversed(range(b)))
                case state.FETCHED:
                    self._note("hand", a, b, f"gone-{a}-{s.discarded[a]}")
                    came.setdefault(a, []).append(f"gone-{a}-{s.discarded[a]}")
        for seat, origins in came.items():
            for n, origin in enumerate(reversed(origins)):
                self._note("arrived", seat, n, origin)

    def of(self, where: str, seat: int) -> Trail:
        """What the pieces at a place of a seat were, by card."""
        found = self._found.get((where, seat))
        return tuple(found.items()) if found else ()

    def _note(self, where: str, seat: int, card: int, was: str) -> None:
        self._found.setdefault((where, seat), {})[card] = was

    def _from_hand(self, seat: int, card: int) -> str:
        """The piece that a card was in the hand it has just left: the last copy; in a hidden hand, the last card."""
        s = self.s
        if seat != self.reader:
            return f"back-{seat}-{s.held[seat]}"
        return f"mine-{card}-{count(s.hand[seat][: s.held[seat]], card)}"
