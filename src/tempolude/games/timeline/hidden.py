"""What is hidden in Timeline: the dates of cards in hands and in the draw pile, and the order of that pile."""

from __future__ import annotations

from tempolude.engine.chance import shuffle
from tempolude.engine.rule import rule
from tempolude.engine.state import NONE, State


@rule
def hide(s: State, seat: int) -> None:
    """Hide the dates of cards in hands and pile, and the names in the pile except that of its next card (T2.2)."""
    for other in range(s.players):
        for i in range(s.held[other]):
            s.date[s.hand[other][i]] = NONE
    for i in range(s.piled):
        if s.pile[i] != NONE:
            s.date[s.pile[i]] = NONE
        if i < s.piled - 1:
            s.pile[i] = NONE


@rule
def guess(s: State, seat: int) -> None:
    """Give the unknown dates to the cards without one; all assignments are equally likely."""
    for i in range(s.cards):
        s.spare[i] = s.date[i] == NONE
    for other in range(s.players):
        for i in range(s.held[other]):
            s.spare[s.hand[other][i]] = 0
    if s.piled > 0:
        s.spare[s.pile[s.piled - 1]] = 0
    count = 0
    for i in range(s.cards):  # those still marked lie in the pile below its next card, in no order
        if s.spare[i] == 1:
            s.pile[count] = i
            count += 1
        s.spare[i] = 0
    guess_dates(s)


@rule
def guess_dates(s: State) -> None:
    """Shuffle the positions in time that no known card has, and give them to the cards without a date."""
    for i in range(s.cards):
        if s.date[i] != NONE:
            s.spare[s.date[i]] = 1
    count = 0
    for place in range(s.cards):
        if s.spare[place] == 0:
            s.spare[count] = place
            count += 1
    shuffle(s, s.spare, count)
    for i in range(s.cards):
        if s.date[i] == NONE:
            count -= 1
            s.date[i] = s.spare[count]
    for i in range(s.cards):
        s.spare[i] = 0


@rule
def reshuffle(s: State) -> None:
    """Nobody knows the pile below its next card (T2.2)."""
    shuffle(s, s.pile, s.piled - 1)
