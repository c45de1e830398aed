"""What is hidden in Timeline: the dates of cards in hands and in the draw pile, and the order of that pile."""

from __future__ import annotations

from tempolude.engine.chance import shuffle
from tempolude.engine.rule import rule
from tempolude.engine.state import NONE, State


@rule
def hide(s: State, seat: int) -> None:
    """Dates of cards in hands and in the pile, from everyone; the names in the pile, but for its top card."""
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
    """The dates not shown belong to any of the cards that hide theirs, all as likely."""
    for i in range(s.cards):
        s.spare[i] = s.date[i] == NONE
    for other in range(s.players):
        for i in range(s.held[other]):
            s.spare[s.hand[other][i]] = 0
    if s.piled > 0:
        s.spare[s.pile[s.piled - 1]] = 0
    count = 0
    for i in range(s.cards):  # what is marked now lies in the pile below its top, where there is no order to guess
        if s.spare[i] == 1:
            s.pile[count] = i
            count += 1
        s.spare[i] = 0
    guess_dates(s)


@rule
def guess_dates(s: State) -> None:
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
