"""The timeline: the pile of its tokens, the order of its events, and how far a journey can go (C7, C8)."""

from __future__ import annotations

from tempolude.engine.chance import shuffle
from tempolude.engine.rule import rule
from tempolude.engine.state import NONE, State

from .state import (
    BACK,
    CLASSIC,
    FORWARD,
    PARADOXES,
    TOKENS,
)


@rule
def stack_tokens(s: State) -> None:
    """C2.2: stack the tokens not yet laid, the lowest on top. C8.1: in paradoxes they are shuffled."""
    s.tokens_left = 0
    for event in range(TOKENS - 1, NONE, -1):
        if not s.laid[event]:
            s.tokens[s.tokens_left] = event
            s.tokens_left += 1
    if s.mode == PARADOXES:
        shuffle(s, s.tokens, s.tokens_left)


@rule
def event_before(s: State, event: int) -> int:
    """C3.2, C8.3: the event before another in the line, by place; NONE for the first."""
    before = event - 1
    while before >= 0 and not s.laid[before]:
        before -= 1
    return before


@rule
def furthest_back(s: State, seat: int) -> int:
    """C7.1: one event per crystal, at most to the constant, which lies before the first event."""
    return min(s.crystals[seat], s.before + 1)


@rule
def furthest_forward(s: State, seat: int) -> int:
    """C8.2: one event per crystal, at most to the last event; only in paradoxes."""
    if s.mode == CLASSIC:
        return 0
    return min(s.crystals[seat], TOKENS - s.tokens_left - 1 - s.before)


@rule
def destination(s: State, action: int) -> int:
    """C7.1, C8.2: the event that a journey from the present leads to, or NONE for the constant."""
    if s.mode == CLASSIC:  # the line has no gaps
        return max(s.present - distance(action), NONE)
    place = s.present
    if action > FORWARD:
        for _ in range(action - FORWARD):
            place += 1
            while not s.laid[place]:
                place += 1
    else:
        for _ in range(action - BACK):
            place = event_before(s, place)
    return place


@rule
def distance(action: int) -> int:
    """C7.1: what a journey costs."""
    return action - FORWARD if action > FORWARD else action - BACK
