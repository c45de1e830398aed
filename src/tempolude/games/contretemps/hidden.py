"""What is hidden in Contre-Temps: hands, the unseen cards, the pile of tokens, choices not yet revealed.

The layout hides them, so there is no `hide`.
"""

from __future__ import annotations

from tempolude.engine.chance import rand
from tempolude.engine.piles import insert_in_order
from tempolude.engine.rule import rule
from tempolude.engine.state import NONE, State

from .line import furthest_back, furthest_forward, stack_tokens

from .state import (  # isort: skip
    BACK, CARDS, CONSTANT, FORWARD, SEATS, SUITS, TOKENS, TRAVEL, UNSEEN, VALUES, lowest, suit, value,
)  # fmt: skip


@rule
def guess(s: State, seat: int) -> None:
    """All deals that fit are equally likely. Nobody holds a suit that they have shown they do not have (C3.3)."""
    stack_tokens(s)
    mark_unknown(s, seat)
    while not deal_unknown(s, seat):
        pass
    for card in range(CARDS):
        s.spare[card] = 0
    for other in range(s.players):
        if other != seat and not s.waiting[other]:
            if s.phase == CONSTANT and s.at[other] == NONE:
                s.offer[other] = s.hand[other][rand(s, s.held[other])]
            elif s.phase == TRAVEL:
                back = furthest_back(s, other)
                choice = rand(s, back + 1 + furthest_forward(s, other))
                s.journey[other] = BACK + choice if choice <= back else FORWARD + choice - back


@rule
def reopen(s: State, seat: int) -> None:
    """C4.1, C7.1: take back what the others have chosen and not shown."""
    for other in range(s.players):
        if other != seat and s.over == 0:
            if s.phase == TRAVEL:
                s.journey[other] = NONE
                s.waiting[other] = True
            elif s.phase == CONSTANT and s.at[other] == NONE:
                s.offer[other] = NONE
                s.waiting[other] = True


@rule
def mark_unknown(s: State, seat: int) -> None:
    """Write 1 into `spare` for every card that `seat` does not see, 0 for the others."""
    for card in range(CARDS):
        s.spare[card] = value(card) >= lowest(s.players)
    for i in range(s.discarded):
        s.spare[s.discard[i]] = 0
    for event in range(TOKENS):
        if s.lead[event] != NONE:
            s.spare[s.lead[event]] = 0
            s.spare[s.best[event] if s.best[event] != NONE else s.lead[event]] = 0
    for other in range(s.players):
        if s.played[other] != NONE:
            s.spare[s.played[other]] = 0
    if s.constant != NONE:
        s.spare[s.constant] = 0
    if seat >= 0:
        for i in range(s.held[seat]):
            s.spare[s.hand[seat][i]] = 0


@rule
def deal_unknown(s: State, seat: int) -> bool:
    """Deal the cards `seat` does not see; return False if the deal is rejected and must be done again.

    Suit by suit, each card goes to one of the seats that can have it, with a probability proportional to the cards that
    seat still needs. So the probability of a deal is inversely proportional to a product: for each card, the number of
    cards needed by all who could have it. Keeping the deal with a probability proportional to that product makes all
    deals equally likely. Suits that most players cannot have are dealt first, while there is still room elsewhere.
    """
    needs = UNSEEN << 4 * SEATS  # cards still to be dealt, four bits per seat, then four for the unseen
    for other in range(s.players):
        if other != seat:
            needs += s.held[other] << 4 * other
    counts = count_unknown(s)
    done = 0
    for _ in range(SUITS):
        a = suit_to_deal(s, seat, done)
        needs = deal_suit(s, a, needs, most_room(s, seat, a, needs, counts, done), counts >> 4 * a & 15)
        done |= 1 << a
        if needs == NONE:
            return False
    return True


@rule
def count_unknown(s: State) -> int:
    """How many cards of each suit are unknown, in four bits per suit."""
    counts = 0
    for card in range(CARDS):
        counts += s.spare[card] << 4 * suit(card)
    return counts


@rule
def suit_to_deal(s: State, seat: int, done: int) -> int:
    """Of the suits not dealt yet, the one whose void seats hold the most cards."""
    found = NONE
    most = NONE
    for a in range(SUITS):
        barred = 0
        for other in range(s.players):
            if other != seat and s.void[other][a]:
                barred += s.held[other]
        if not done >> a & 1 and barred > most:
            found = a
            most = barred
    return found


@rule
def most_room(s: State, seat: int, a: int, needs: int, counts: int, done: int) -> int:
    """The most cards that the seats which can have suit `a` may need now, however the suits `done` were dealt."""
    room = 0
    for other in range(SEATS + 1):
        room += needs >> 4 * other & 15
    by_seat = 0  # the most cards its void seats can have been dealt, bounded by seat and by suit
    barred = 0
    for other in range(s.players):
        if other != seat and s.void[other][a]:
            got = 0
            for b in range(SUITS):
                if done >> b & 1 and not s.void[other][b]:
                    got += counts >> 4 * b & 15
            by_seat += min(s.held[other], got)
            barred += s.held[other]
    by_suit = 0
    for b in range(SUITS):
        if done >> b & 1:
            takers = 0
            for other in range(s.players):
                if other != seat and s.void[other][a] and not s.void[other][b]:
                    takers += s.held[other]
            by_suit += min(counts >> 4 * b & 15, takers)
    return room - barred + min(by_seat, by_suit)


@rule
def deal_suit(s: State, a: int, needs: int, most: int, count: int) -> int:
    """Deal the unknown cards of one suit; return what is still needed then, or NONE if the deal is rejected."""
    room = needs >> 4 * SEATS & 15
    for other in range(s.players):
        room += (needs >> 4 * other & 15) * (1 - s.void[other][a])
    if room < count:
        return NONE
    keep = 1.0
    for i in range(count):
        keep *= (room - i) / (most - i)
    if rand(s, 1 << 30) >= keep * (1 << 30):
        return NONE
    for card in range(a * VALUES, (a + 1) * VALUES):
        if s.spare[card]:
            place = rand(s, room)
            room -= 1
            owner = SEATS
            for other in range(s.players - 1, NONE, -1):
                need = (needs >> 4 * other & 15) * (1 - s.void[other][a])
                owner = other if 0 <= place < need else owner
                place -= need
            if owner == SEATS:
                insert_in_order(s.unseen, UNSEEN - (needs >> 4 * SEATS & 15), card)
            else:
                insert_in_order(s.hand[owner], s.held[owner] - (needs >> 4 * owner & 15), card)
            needs -= 1 << 4 * owner
    return needs


@rule
def reshuffle(s: State) -> None:
    """C8.1: nobody knows the order of the tokens."""
    stack_tokens(s)
