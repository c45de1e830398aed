"""The same deals in OpenSpiel, where it is installed: its own numbers for cards, and a position with the same hands.

Its cards are rank * 4 + suit, with hearts before spades.
"""

from __future__ import annotations

from typing import Any

from hearts.state import CARDS, CLUBS, DIAMONDS, HEARTS, RANKS, SEATS, SPADES

THEIR_SUITS = (CLUBS, DIAMONDS, HEARTS, SPADES)  # in their order


def their_card(card: int) -> int:
    """A card of ours by their number.

    >>> their_card(0), their_card(36), their_card(51)
    (0, 43, 50)
    """
    return card % RANKS * len(THEIR_SUITS) + THEIR_SUITS.index(card // RANKS)


def our_card(card: int) -> int:
    """A card of theirs by our number.

    >>> [our_card(their_card(card)) for card in (0, 36, 51)]
    [0, 36, 51]
    """
    return THEIR_SUITS[card % len(THEIR_SUITS)] * RANKS + card // len(THEIR_SUITS)


def begin_theirs(game: Any, s: Any) -> Any:
    """A state of theirs in which the cards lie as in `s`, a deal of ours that has just been dealt."""
    state = game.new_initial_state()
    state.apply_action(int(s.direction))
    for i in range(CARDS):
        state.apply_action(their_card(s.hand[i % SEATS][i // SEATS]))
    return state
