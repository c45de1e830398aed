"""Positions by name, for tests: who holds what, what is where, and then what is played."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from tempolude.engine.state import NONE
from tempolude.engine.table import People
from tempolude.engine.ways import Interpreted
from tempolude.games.masters import state
from tempolude.games.masters.meta import GAME
from tempolude.games.masters.rules import begin_turn
from tempolude.games.masters.table import Table

WAY = Interpreted(GAME)
NAMES = ("Ada", "Blaise", "Camille", "Émile")
Words = Mapping[int, str]
Numbers = Mapping[int, int]


class Position:
    """A state whose cards are referred to by their ids."""

    def __init__(self, s: Any, table: Table) -> None:
        self.s, self.table = s, table

    # --- Looking -----------------------------------------------------------------

    @property
    def waiting(self) -> int:
        return list(self.s.waiting).index(1)

    def names(self, pile: Any) -> str:
        return " ".join(self.table.kinds[card].id for card in pile if card != NONE)

    def hand(self, seat: int) -> str:
        return self.names(self.s.hand[seat])

    def deck(self, seat: int) -> str:
        return self.names(self.s.deck[seat])

    def discards(self, seat: int) -> str:
        return self.names(self.s.discard[seat])

    @property
    def chain(self) -> str:
        return self.names(self.s.chain)

    @property
    def freed(self) -> str:
        return self.names(self.s.freed)

    def timers(self, seat: int) -> list[str]:
        """In the form that `position` takes: `hourglass: charge / convergence`."""
        s, found = self.s, []
        for place in range(s.zone[seat]):
            if s.timer[seat][place] != NONE:
                on = self.names(s.on[seat][place * state.SLOTS : (place + 1) * state.SLOTS])
                under = self.names(s.under[seat][i] for i in range(s.unders[seat]) if s.beneath[seat][i] == place)
                timer = self.table.kinds[s.timer[seat][place]].id
                found.append(f"{timer}{': ' if on else ''}{on}{' / ' if under else ''}{under}")
        return found

    def sphere(self, level: int) -> str:
        """Its cards, the revealed one first."""
        return self.names(reversed(self.s.sphere[level - 1][: self.s.remaining[level - 1]]))

    def ke(self, seat: int) -> str:
        """Available / all recurring Kè, and ephemeral ones: `2/4`, `2/4+1`."""
        s = self.s
        return f"{s.ready[seat]}/{s.ke[seat]}" + (f"+{s.sparks[seat]}" if s.sparks[seat] else "")

    def tokens(self, seat: int) -> str:
        s = self.s
        held = (f"-{s.discount[seat]}", s.discount[seat]), ("+1", s.surcharge[seat]), ("limit", s.limited[seat])
        return " ".join(token for token, has in held if has)

    @property
    def access(self) -> int:
        """M5.1: access points."""
        return int(self.s.access)

    @property
    def over(self) -> int:
        return int(self.s.over)

    @property
    def turns(self) -> int:
        return int(self.s.turns)

    def known(self, seat: int) -> str:
        """The cards known to be in that hand, deck or under those timers; one taken unseen appears as its level."""
        counted = [kind.id for card, kind in enumerate(self.table.kinds) for _ in range(self.s.counted[seat][card])]
        secret = [str(level) for level in range(1, state.LEVELS + 1) for _ in range(self.s.secret[seat][level - 1])]
        return " ".join(counted + secret)

    @property
    def scores(self) -> list[int]:
        return WAY.score(self.s)[0]

    @property
    def ranks(self) -> list[int]:
        return WAY.score(self.s)[1]

    @property
    def removed(self) -> str:
        return self.names(card for card, count in enumerate(self.s.removed) for _ in range(count))

    @property
    def legal(self) -> list[str]:
        seat = self.waiting
        view = GAME.hide(self.s, seat)
        return [self.table.notation(view, seat, action) for action in WAY.legal(self.s, seat)]

    @property
    def verbs(self) -> set[str]:
        return {notation.split()[0] for notation in self.legal}

    @property
    def happened(self) -> list[str]:
        return [GAME.rules.EVENTS[self.s.events[i][0]] for i in range(self.s.happened)]

    def question(self, lang: str = "en") -> str:
        seat = self.waiting
        return str(self.table.ask(GAME.hide(self.s, seat), seat, lang, People(NAMES, seat))[0])

    # --- Playing -----------------------------------------------------------------

    def do(self, *actions: str) -> Position:
        """Play these actions, each for the seat that must decide; an illegal action fails the test."""
        for text in actions:
            seat = self.waiting
            action = self.table.read(GAME.hide(self.s, seat), seat, text)
            assert action in WAY.legal(self.s, seat), f"{text!r} is not legal; these are: {self.legal}"
            WAY.play(self.s, seat, action)
        return self


def position(
    seats: int = 2,
    *,
    turn: int = 0,
    hands: Words | None = None,
    decks: Words | None = None,
    discards: Words | None = None,
    timers: Mapping[int, list[str]] | None = None,
    spheres: Words | None = None,
    ke: Words | None = None,
    tokens: Words | None = None,
    options: Mapping[str, Any] | None = None,
    rules: int | None = None,
) -> Position:
    """The beginning of a turn. Piles not given are empty, spheres not given dealt; decks are listed from the top."""
    settled = GAME.settle(seats, options)
    table = Table(seats, settled)
    s = GAME.rules.STATE.new()
    WAY.setup(s, seats, GAME.encode(seats, settled, rules), 0)
    where = Position(s, table)
    for seat in range(seats):
        _fill(where, s.hand[seat], sorted(_cards(table, (hands or {}).get(seat, ""))), s.held, seat)
        _fill(where, s.deck[seat], _cards(table, (decks or {}).get(seat, ""))[::-1], s.decked, seat)
        _fill(where, s.discard[seat], _cards(table, (discards or {}).get(seat, "")), s.discarded, seat)
        for text in (timers or {}).get(seat, ()):
            _set_timer(where, seat, text)
        _set_ke(s, seat, (ke or {}).get(seat, "4/4"))
        _set_tokens(s, seat, (tokens or {}).get(seat, ""))
    for level, text in (spheres or {}).items():
        _fill(where, s.sphere[level - 1], _cards(table, text)[::-1], s.remaining, level - 1)
    _know(s)
    begin_turn(s, turn)
    return where


def _cards(table: Table, text: str) -> list[int]:
    return [table.numbers[name] for name in text.split()]


def _fill(where: Position, pile: Any, cards: list[int], counts: Any, index: int) -> None:
    for i in range(len(pile)):
        pile[i] = cards[i] if i < len(cards) else NONE
    counts[index] = len(cards)


def _set_timer(where: Position, seat: int, text: str) -> None:
    s, place = where.s, where.s.zone[seat]
    found = re.fullmatch(r"([a-z-]+)(?:: ([a-z -]+?))?(?: / ([a-z -]+))?", text)
    assert found, text
    s.timer[seat][place] = where.table.numbers[found[1]]
    for slot, card in enumerate(_cards(where.table, found[2] or "")):
        s.on[seat][place * state.SLOTS + slot] = card
    for card in _cards(where.table, found[3] or ""):
        s.under[seat][s.unders[seat]] = card
        s.beneath[seat][s.unders[seat]] = place
        s.unders[seat] += 1
    s.zone[seat] += 1


def _set_ke(s: Any, seat: int, text: str) -> None:
    found = re.fullmatch(r"(\d+)/(\d+)(?:\+(\d))?", text)
    assert found, text
    s.ready[seat], s.ke[seat], s.sparks[seat] = int(found[1]), int(found[2]), int(found[3] or 0)


def _set_tokens(s: Any, seat: int, text: str) -> None:
    held = text.split()
    s.discount[seat] = 2 if "-2" in held else 1 if "-1" in held else 0
    s.surcharge[seat], s.limited[seat] = "+1" in held, "limit" in held


def _know(s: Any) -> None:
    """Set what everybody knows about everyone's cards, and the points."""
    for seat in range(s.players):
        hidden = [card for pile in (s.hand, s.deck, s.under) for card in pile[seat] if card != NONE]
        open_ = [card for pile in (s.discard, s.timer, s.on) for card in pile[seat] if card != NONE]
        for card in range(state.KINDS):
            s.counted[seat][card] = hidden.count(card)
        s.points[seat] = sum(s.level[card] for card in hidden + open_)
