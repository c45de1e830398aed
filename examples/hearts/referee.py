"""The same deals in OpenSpiel, if it is installed: its numbers for cards, and a position with the same hands.

Its cards are rank * 4 + suit, with hearts before spades.
"""

from __future__ import annotations

from typing import Any

from hearts.state import CARDS, CLUBS, DIAMONDS, HEARTS, RANKS, SEATS, SPADES

THEIR_SUITS = (CLUBS, DIAMONDS, HEARTS, SPADES)  # in their order


def their_card(card: int) -> int:
    """OpenSpiel's number for one of our cards.

    >>> their_card(0), their_card(36), their_card(51)
    (0, 43, 50)
    """
    return card % RANKS * len(THEIR_SUITS) + THEIR_SUITS.index(card // RANKS)


def our_card(card: int) -> int:
    """Our number for one of OpenSpiel's cards.

    >>> [our_card(their_card(card)) for card in (0, 36, 51)]
    [0, 36, 51]
    """
    return THEIR_SUITS[card % len(THEIR_SUITS)] * RANKS + card // len(THEIR_SUITS)


def begin_theirs(game: Any, s: Any) -> Any:
    """An OpenSpiel state with the same hands as `s`, one of our states just after the deal."""
    state = game.new_initial_state()
    state.apply_action(int(s.direction))
    for i in range(CARDS):
        state.apply_action(their_card(s.hand[i % SEATS][i // SEATS]))
    return state
