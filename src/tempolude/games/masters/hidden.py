"""What is hidden in Time Masters: hands, the order of decks, unrevealed cards of spheres, cards under timers.

Everybody knows which cards a player has, except those taken unseen from a sphere and not revealed since; of these only
the sphere is known (M5.1). The record holds that (`counted`, `secret`), but not which of a player's hidden cards are in
the hand and which in the deck.
"""

from __future__ import annotations

from typing import Any

from tempolude.engine.chance import rand, shuffle
from tempolude.engine.piles import insert_in_order
from tempolude.engine.rule import rule
from tempolude.engine.state import NONE, State

from .state import (
    LEVELS,
    SLOTS,
    SPHERE_SET,
)


@rule
def hide(s: State, seat: int) -> None:
    """Hide decks (owners know the cards but not the order), and spheres except the revealed and known cards."""
    for sphere in range(LEVELS):
        for i in range(s.bottom[sphere], s.remaining[sphere] - 1):
            s.sphere[sphere][i] = NONE
    for other in range(s.players):
        for i in range(s.decked[other]):
            if other == seat:
                insert_in_order(s.deck[other], i, s.deck[other][i])
            else:
                s.deck[other][i] = NONE


@rule
def guess(s: State, seat: int) -> None:
    """Deal what `seat` does not know: cards of spheres, those taken unseen, then everybody’s hands and decks."""
    count_unknown(s, seat)
    for sphere in range(LEVELS):
        deal_unknown(s, seat, sphere)
    for kind in range(s.kinds):
        s.unknown[kind] = 0
    for other in range(s.players):
        if other == seat:
            shuffle(s, s.deck[other], s.decked[other])
        else:
            deal_hidden_cards(s, other)


@rule
def count_unknown(s: State, seat: int) -> None:
    """Count, for each kind of the spheres, the copies whose whereabouts `seat` does not know."""
    for kind in range(s.kinds):
        s.unknown[kind] = s.copies[kind] - s.removed[kind]
    for other in range(s.players):
        if other != seat:
            for kind in range(s.kinds):
                s.unknown[kind] -= s.counted[other][kind]
        else:
            strike_off(s, s.deck[other], s.decked[other])
            strike_off(s, s.hand[other], s.held[other])
            strike_off(s, s.under[other], s.unders[other])
        strike_off(s, s.discard[other], s.discarded[other])
        strike_off(s, s.timer[other], s.zone[other])
        strike_off(s, s.on[other], s.zone[other] * SLOTS)
    strike_off(s, s.chain, s.casts)
    strike_off(s, s.freed, s.freeds)
    if s.focus != NONE:
        s.unknown[s.focus] -= 1
    for sphere in range(LEVELS):
        strike_off(s, s.sphere[sphere], s.remaining[sphere])


@rule
def strike_off(s: State, pile: Any, count: int) -> None:
    """Subtract the cards of a pile from those unknown."""
    for i in range(count):
        if pile[i] != NONE:
            s.unknown[pile[i]] -= 1


@rule
def deal_unknown(s: State, seat: int, sphere: int) -> None:
    """Any unknown card may lie in the sphere, have been taken unseen, or not be in the match (M1.3)."""
    if cards_of(s, sphere, s.copies) > SPHERE_SET:
        deal_unknown_of_many(s, seat, sphere)
        return
    count = 0
    for kind in range(s.kinds):
        if s.level[kind] == sphere + 1:
            for _ in range(s.unknown[kind]):
                s.spare[count] = kind
                count += 1
    shuffle(s, s.spare, count)
    dealt = 0
    for i in range(s.bottom[sphere], s.remaining[sphere] - 1):
        s.sphere[sphere][i] = s.spare[dealt]
        dealt += 1
    for other in range(s.players):
        if other != seat:
            first = taken_unseen(s, other, sphere)
            for i in range(s.secret[other][sphere]):
                s.deck[other][first + i] = s.spare[dealt]
                dealt += 1
    for i in range(count - dealt):
        s.unused[sphere][i] = s.spare[dealt + i]
    for i in range(count):
        s.spare[i] = 0


@rule
def taken_unseen(s: State, seat: int, sphere: int) -> int:
    """How many cards of lower spheres a player took unseen; they are dealt earlier, so they come first in the deck."""
    count = 0
    for lower in range(sphere):
        count += s.secret[seat][lower]
    return count


@rule
def cards_of(s: State, sphere: int, copies: Any) -> int:
    """M1.3: how many cards of a sphere there are in all, given the copies of each kind."""
    count = 0
    for kind in range(s.kinds):
        count += copies[kind] * (s.level[kind] == sphere + 1)
    return count


@rule
def draw_unknown(s: State, sphere: int) -> int:
    """Draw one of the unknown cards of a sphere, uniformly distributed; then it is known."""
    left = rand(s, cards_of(s, sphere, s.unknown))
    kind = 0
    while s.level[kind] != sphere + 1 or left >= s.unknown[kind]:
        left -= s.unknown[kind] * (s.level[kind] == sphere + 1)
        kind += 1
    s.unknown[kind] -= 1
    return kind


@rule
def deal_unknown_of_many(s: State, seat: int, sphere: int) -> None:
    """The same with an extension, whose cards that are not in the match are nowhere (M1.3)."""
    for i in range(s.bottom[sphere], s.remaining[sphere] - 1):
        s.sphere[sphere][i] = draw_unknown(s, sphere)
    for other in range(s.players):
        if other != seat:
            first = taken_unseen(s, other, sphere)
            for i in range(s.secret[other][sphere]):
                s.deck[other][first + i] = draw_unknown(s, sphere)


@rule
def deal_hidden_cards(s: State, seat: int) -> None:
    """Shuffle the cards a player is known to have and those taken unseen; some are the deck, some the hand."""
    count = 0
    for sphere in range(LEVELS):
        count += s.secret[seat][sphere]
    for kind in range(s.kinds):
        for _ in range(s.counted[seat][kind]):
            s.deck[seat][count] = kind
            count += 1
    shuffle(s, s.deck[seat], count)
    for i in range(s.held[seat]):
        count -= 1
        insert_in_order(s.hand[seat], i, s.deck[seat][count])
        s.deck[seat][count] = NONE
    for i in range(s.unders[seat]):
        count -= 1
        s.under[seat][i] = s.deck[seat][count]
        s.deck[seat][count] = NONE


@rule
def reshuffle(s: State) -> None:
    """Nobody knows the order of a deck, nor of the cards of a sphere between those revealed and those put back."""
    for sphere in range(LEVELS):
        pile, bottom = s.sphere[sphere], s.bottom[sphere]
        for i in range(s.remaining[sphere] - 2 - bottom, 0, -1):
            j = rand(s, i + 1)
            swap = pile[bottom + i]
            pile[bottom + i] = pile[bottom + j]
            pile[bottom + j] = swap
    for seat in range(s.players):
        shuffle(s, s.deck[seat], s.decked[seat])
