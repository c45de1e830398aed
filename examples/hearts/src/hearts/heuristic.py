"""How a sensible player plays Hearts: keep out of tricks with points, get rid of what is dangerous, stop the moon.

A weight only compares the actions of one decision. It looks at nothing that `seat` may not see.
"""

from __future__ import annotations

from typing import Any

from tempolude.engine.rule import rule
from tempolude.engine.state import NONE, State

from .state import FIRST_HEART, HAND, HEARTS, PASSING, QUEEN, QUEEN_OF_SPADES, RANKS, SEATS, SPADES, rank, suit, worth

ACE, KING = 12, 11
FEW = 3  # with this many spades or fewer the queen is not safe

SETTINGS = {"draws": 2, "spread": 13, "horizon": 150}


@rule
def weigh(s: State, seat: int, action: int, knowledge: Any) -> float:
    if s.phase == PASSING:
        return weigh_pass(s, seat, action)
    if s.led == NONE:
        return weigh_lead(s, seat, action)
    if suit(action) != suit(s.led):
        return danger(s, seat, action)
    return weigh_follow(s, seat, action)


# --- Counting --------------------------------------------------------------------


@rule
def in_hand(s: State, seat: int, of: int) -> int:
    """How many cards of a suit the seat holds."""
    count = 0
    for i in range(HAND):
        count += suit(s.hand[seat][i]) == of
    return count


@rule
def out(s: State, seat: int, low: int, high: int) -> int:
    """How many of the cards from `low` to `high` are in the hands of others."""
    count = 0
    for c in range(low, high + 1):
        count += s.gone[c] == NONE
    for i in range(HAND):
        count -= low <= s.hand[seat][i] <= high
    return count


@rule
def queen_is_out(s: State, seat: int) -> bool:
    """Whether another player still holds the queen of spades."""
    return out(s, seat, QUEEN_OF_SPADES, QUEEN_OF_SPADES) > 0


@rule
def highest_of(card: int) -> int:
    """The ace of its suit."""
    return suit(card) * RANKS + ACE


# --- Passing ---------------------------------------------------------------------


@rule
def weigh_pass(s: State, seat: int, card: int) -> float:
    """High cards of short suits; the queen, king and ace of spades unless many spades protect them."""
    count = in_hand(s, seat, suit(card))
    if suit(card) == SPADES:
        if card < QUEEN_OF_SPADES:
            return -10
        return 40 + 10 * (card == QUEEN_OF_SPADES) if count <= FEW + 1 else 0
    if suit(card) == HEARTS:
        return 2 * rank(card)
    return rank(card) + 2 * (FEW + 1 - min(count, FEW + 1)) + 4 * (count <= FEW)


# --- Playing ---------------------------------------------------------------------


@rule
def danger(s: State, seat: int, card: int) -> float:
    """How much to want rid of a card: the queen first, then spades above her, hearts, high cards of short suits."""
    if card == QUEEN_OF_SPADES:
        return 100
    if suit(card) == SPADES and card > QUEEN_OF_SPADES and queen_is_out(s, seat):
        return 60 + rank(card)
    lower = out(s, seat, suit(card) * RANKS, card)  # cards it would beat
    return 2 * rank(card) + 14 * (suit(card) == HEARTS) + min(lower, 4) - in_hand(s, seat, suit(card))


@rule
def weigh_lead(s: State, seat: int, card: int) -> float:
    """A card that others will beat; a low spade to drive the queen out; nothing that invites her."""
    higher = out(s, seat, card, highest_of(card))
    if card == QUEEN_OF_SPADES:
        return -60
    weight = 6 * min(higher, 4) - rank(card)
    if suit(card) == SPADES and queen_is_out(s, seat):
        return weight - 40 if card > QUEEN_OF_SPADES else weight + 12
    if higher == 0:
        weight -= 10 + 10 * (suit(card) == HEARTS)
    return weight


@rule
def weigh_follow(s: State, seat: int, card: int) -> float:
    """Below the best card as high as possible; if the trick must be taken, with the highest, and never the queen."""
    best = s.trick[s.best]
    lying = 0
    after = SEATS - 1  # players after this seat
    for other in range(SEATS):
        lying += worth(s.trick[other])
        after -= s.trick[other] != NONE
    if card < best:
        return 60 + rank(card) + 60 * (card == QUEEN_OF_SPADES) + 5 * worth(card) * (card >= FIRST_HEART)
    if someone_shoots(s, seat):
        return 50 + rank(card) if lying > 0 else rank(card)
    if card == QUEEN_OF_SPADES:
        return -80
    risk = 3 * lying * (lying + 2)
    if suit(card) == SPADES and card > QUEEN_OF_SPADES and queen_is_out(s, seat) and after > 0:
        risk += 60
    if after == 0:
        return 40 + rank(card) - risk
    return 30 - rank(card) - risk - 4 * (s.broken and out(s, seat, suit(card) * RANKS, card) < after)


@rule
def someone_shoots(s: State, seat: int) -> bool:
    """Whether another player has taken all points so far, and many: then a trick with points is worth taking."""
    most = 0
    total = 0
    for other in range(SEATS):
        total += s.points[other]
        if other != seat:
            most = max(most, s.points[other])
    return most == total and total >= QUEEN + 2
