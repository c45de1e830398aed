"""Hearts on the page: the pieces and their places. Everything is made from a view, so it cannot reveal anything."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tempolude.engine.parts import Parts, part, part_of_each
from tempolude.engine.state import NONE
from tempolude.engine.table import People, Piece, Scene, either
from tempolude.engine.wording import plural

from . import words
from .names import card_chip, code, points
from .state import GIVEN, HAND, LED, PASSING, PLAYED, SEATS, SPADES, SUITS, TAKEN, THE_QUEEN

Pieces = Iterable[Piece]


class Tabletop(Parts):
    """The table in one language, as its readers see it."""

    def __init__(self, lang: str, people: People) -> None:
        super().__init__()
        self.lang, self.people = lang, people

    def scene(self, s: Any) -> Scene:
        """What everybody sees."""
        seats = range(SEATS)
        groups = [
            *[self._played(seat, s.trick[seat], s.led, s.best == seat) for seat in seats],
            *[self._chosen(seat, HAND - s.held[seat] if s.phase == PASSING else 0) for seat in seats],
            *[self._hand(seat, s.held[seat], void_suits(s, seat)) for seat in seats],
            *[self._taken(seat, s.tricks[seat], s.points[seat]) for seat in seats],
            self._queen(s.queen),
            self._last(tuple(s.last)),
        ]
        return Scene(groups, self._places(s), self._counts(s), turned_over(s), self._passing(s))

    def own(self, s: Any, seat: int) -> list[Piece]:
        """What only `seat` sees: its hand, and the cards it has chosen to pass."""
        hand = tuple(card for card in s.hand[seat] if card != NONE)
        new = tuple(s.received[seat]) if s.held[seat] == HAND else ()
        was = tuple(card for kind, _, _, card, to in s.events[: s.happened] if kind == GIVEN and to == seat)
        pieces = [*self._own_hand(seat, hand, new, was, seat - s.direction & 3)]
        if s.phase == PASSING:
            pieces += self._own_choice(seat, tuple(card for card in s.passed[seat] if card != NONE))
        return pieces

    # --- The trick ---------------------------------------------------------------

    @part_of_each
    def _played(self, seat: int, card: int, led: int, best: bool) -> Pieces:
        """H3.2: the card that each has played to the trick."""
        if card != NONE:
            state = " ".join(("lead",) * (card == led) + ("win",) * best)
            key = "winning" if best else "played"
            yield self._card(card, f"played-{seat}", 0, state, self._say(key, card, who=self._who(seat)))

    def _passing(self, s: Any) -> list[Piece]:
        """H3.5: the card that completed a trick, before all four are taken."""
        events = [(kind, seat, card) for kind, _, seat, card, _ in s.events[: s.happened]]
        if all(kind != TAKEN for kind, *_ in events):
            return []
        was = turned_over(s)
        played = [(seat, card) for kind, seat, card in events if kind in (LED, PLAYED)]
        cards = [self._card(c, f"played-{x}", 0, "", self._say("played", c, who=self._who(x))) for x, c in played]
        return [piece._replace(was=was[piece.id]) for piece in cards]

    @part
    def _last(self, cards: tuple[int, ...]) -> Pieces:
        """H3.6: the previous trick."""
        for seat, card in enumerate(cards):
            if card != NONE:
                yield self._card(card, "last", seat, "", self._say("last", card, who=self._who(seat)))

    # --- Passing -----------------------------------------------------------------

    @part_of_each
    def _chosen(self, seat: int, count: int) -> Pieces:
        """H2.2: the cards chosen lie face down."""
        label = self._say("to pass", who=self._who(seat))
        return (Piece(f"pass-{seat}-{i}", "back", f"played-{seat}", i, "chosen", label) for i in range(count))

    @part_of_each
    def _own_choice(self, seat: int, cards: tuple[int, ...]) -> Pieces:
        for i, card in enumerate(cards):
            yield self._card(card, f"played-{seat}", i, "chosen", self._say("own pass", card))

    # --- Trays -------------------------------------------------------------------

    @part_of_each
    def _own_hand(
        self, seat: int, hand: tuple[int, ...], new: tuple[int, ...], was: tuple[int, ...], giver: int
    ) -> Pieces:
        """A hand as its player sees it. H2.3: cards passed to them are marked until they play."""
        for card in hand:
            label = self._say("new", card, who=self._who(giver)) if card in new else str(card_chip(card, self.lang))
            piece = self._card(card, f"hand-{seat}", card, "new" if card in new else "", label)
            yield piece._replace(was=f"pass-{giver}-{was.index(card)}") if card in was else piece

    @part_of_each
    def _hand(self, seat: int, held: int, void: tuple[int, ...]) -> Pieces:
        """H3.2: everybody saw which suits a player could not follow."""
        without = either([words.SUITS[self.lang][of] for of in void], self.lang)
        cards = plural(words.CARDS, held, self.lang)
        label = self._say("hand without" if void else "hand", who=self._who(seat), cards=cards, suits=without)
        return (Piece(f"back-{seat}-{i}", "back", f"hand-{seat}", i, label=label) for i in range(held))

    @part_of_each
    def _taken(self, seat: int, tricks: int, taken: int) -> Pieces:
        """H4.1: what a player has taken in this deal."""
        if tricks:
            told: dict[str, Any] = {
                "tricks": plural(words.TRICKS, tricks, self.lang),
                "points": points(taken, self.lang),
            }
            yield Piece(f"won-{seat}", "won", f"won-{seat}-tray", label=self._say("taken", who=self._who(seat), **told))

    @part
    def _queen(self, seat: int) -> Pieces:
        if seat != NONE:
            yield Piece("queen", "queen", f"queen-{seat}", label=self._say("queen", who=self._who(seat)))

    # --- Words and numbers -------------------------------------------------------

    def _places(self, s: Any) -> dict[str, str]:
        states = {"hearts": "broken"} if s.broken else {}
        states |= {f"slot-{seat}": "turn" for seat in range(SEATS) if s.waiting[seat]}
        return {**states, "trick": ("passing" if s.phase == PASSING else "playing") + f" towards-{s.direction}"}

    def _counts(self, s: Any) -> dict[str, int | str]:
        page = words.PAGE[self.lang]
        counts: dict[str, int | str] = {"deal": s.deal, "direction": page["directions"][s.direction]}
        counts["hearts"] = page["broken" if s.broken else "unbroken"]
        for seat in range(SEATS):
            counts[f"cards-{seat}"], counts[f"points-{seat}"] = s.held[seat], s.points[seat]
            counts[f"total-{seat}"] = s.total[seat]
        return counts

    def _card(self, card: int, place: str, order: int, state: str = "", label: str = "") -> Piece:
        """A card face up."""
        return Piece(f"card-{code(card)}", f"card:{card}", place, order, state, label)

    def _say(self, key: str, card: int = NONE, **values: Any) -> str:
        named = str(card_chip(card, self.lang)) if card != NONE else ""
        return words.BOARD[self.lang][key].format(card=named, **values)

    def _who(self, seat: int) -> str:
        return self.people.names[seat]


def void_suits(s: Any, seat: int) -> tuple[int, ...]:
    """The suits that a player has shown to lack."""
    lacks = s.lacks[seat]
    return tuple(of for of in range(SUITS) if lacks[of] and (of != SPADES or lacks[THE_QUEEN]))


def turned_over(s: Any) -> Mapping[str, str]:
    """Maps the card that the last action took from a hand to the back it was, the last one of that hand."""
    played = [(seat, card) for kind, _, seat, card, _ in s.events[: s.happened] if kind in (LED, PLAYED)]
    return {f"card-{code(card)}": f"back-{seat}-{s.held[seat] % HAND}" for seat, card in played}
