"""Guessing what is hidden: the hands of others, and what they passed."""

from __future__ import annotations

from typing import Any

from tempolude.engine.chance import rand, shuffle
from tempolude.engine.rule import rule
from tempolude.engine.state import NONE, State

from .state import (  # isort: skip
    CARDS, HAND, KINDS, NOBODY_PASSES, PASS, PASSING, PLAYING, QUEEN_OF_SPADES, RANKS, SEATS, THE_QUEEN,
    TWO_OF_CLUBS, kind,
)  # fmt: skip

# There is no `hide`: by the layout, only its owner sees a hand and the cards passed and received.

UNKNOWN = SEATS  # in `owner` while guessing: a card to be dealt; UNKNOWN + 1 + seat: dealt to that seat


@rule
def guess(s: State, seat: int) -> None:
    """Every consistent deal is equally likely: nobody holds what they have shown to lack (H3.2-H3.4)."""
    mark_unknown(s, seat)
    needs = count_needs(s, seat)
    counts = count_kinds(s)
    while not deal_unknown(s, seat, needs, counts):
        pass
    fill_hands(s, seat)
    if s.phase == PASSING:
        for other in range(SEATS):
            if other != seat:
                guess_choices(s, other)
    elif s.direction != NOBODY_PASSES:
        for giver in range(SEATS):
            guess_pass(s, seat, giver, giver + s.direction & 3)
    for c in range(CARDS):
        s.owner[c] = 0


# --- What is known ---------------------------------------------------------------


@rule
def mark_unknown(s: State, seat: int) -> None:
    """Write into `owner` who has each card, UNKNOWN if `seat` cannot know, NONE if nobody has it in hand."""
    for c in range(CARDS):
        s.owner[c] = UNKNOWN if s.gone[c] == NONE else NONE
    if s.phase == PLAYING and s.gone[TWO_OF_CLUBS] == NONE:  # H3.1: whoever must lead has it
        for other in range(SEATS):
            if s.waiting[other]:
                s.owner[TWO_OF_CLUBS] = other
    if seat >= 0:
        for i in range(HAND):
            if s.hand[seat][i] != NONE:
                s.owner[s.hand[seat][i]] = seat
        for i in range(PASS):
            c = s.passed[seat][i]
            if c != NONE and s.gone[c] == NONE:
                s.owner[c] = seat + s.direction & 3 if s.phase == PLAYING else NONE


@rule
def count_needs(s: State, seat: int) -> int:
    """How many unknown cards each seat has, four bits per seat. While passing, this includes those it has chosen."""
    needs = 0
    for other in range(SEATS):
        if other != seat:
            needs += (s.held[other] if s.phase == PLAYING else HAND) << 4 * other
    for c in range(CARDS):
        if 0 <= s.owner[c] < SEATS and s.owner[c] != seat:
            needs -= 1 << 4 * s.owner[c]
    return needs


@rule
def count_kinds(s: State) -> int:
    """How many cards of each kind are unknown, four bits per kind."""
    counts = 0
    for c in range(CARDS):
        counts += (s.owner[c] == UNKNOWN) << 4 * kind(c)
    return counts


# --- Dealing what is not ---------------------------------------------------------


@rule
def deal_unknown(s: State, seat: int, needs: int, counts: int) -> bool:
    """Deal the cards `seat` does not see; False if the deal must be done again.

    Kind by kind, each card goes to a seat that can have it, with a probability proportional to the cards that seat
    still needs. So the probability of a deal is inversely proportional to a product: for each card, the number of cards
    needed by the seats that could have it. Accepting the deal with a probability proportional to that product makes all
    deals equally likely. Kinds that most players lack come first, while there is still room elsewhere.
    """
    left = needs
    done = 0
    for _ in range(KINDS):
        k = kind_to_deal(s, needs, done)
        left = deal_kind(s, k, left, most_room(s, k, needs, left, counts, done), counts >> 4 * k & 15)
        done |= 1 << k
        if left == NONE:
            return False
    return True


@rule
def kind_to_deal(s: State, needs: int, done: int) -> int:
    """Of the kinds not dealt yet, the one whose lacking seats need the most cards."""
    found = NONE
    most = NONE
    for k in range(KINDS):
        barred = 0
        for other in range(SEATS):
            barred += (needs >> 4 * other & 15) * s.lacks[other][k]
        if not done >> k & 1 and barred > most:
            found = k
            most = barred
    return found


@rule
def most_room(s: State, k: int, needs: int, left: int, counts: int, done: int) -> int:
    """The most cards that those who can have kind `k` could need now, however the kinds `done` have been dealt."""
    room = 0
    for other in range(SEATS):
        room += left >> 4 * other & 15
        if s.lacks[other][k]:
            got = 0  # at most
            for b in range(KINDS):
                if done >> b & 1 and not s.lacks[other][b]:
                    got += counts >> 4 * b & 15
            room -= max(0, (needs >> 4 * other & 15) - got)
    return room


@rule
def deal_kind(s: State, k: int, left: int, most: int, count: int) -> int:
    """Deal the unknown cards of one kind; returns what is still needed, or NONE if the deal is rejected."""
    room = 0
    for other in range(SEATS):
        room += (left >> 4 * other & 15) * (1 - s.lacks[other][k])
    if room < count:
        return NONE
    if room < most:
        keep = 1.0
        for i in range(count):
            keep *= (room - i) / (most - i)
        if rand(s, 1 << 30) >= keep * (1 << 30):
            return NONE
    begin = QUEEN_OF_SPADES if k == THE_QUEEN else k * RANKS
    end = QUEEN_OF_SPADES + 1 if k == THE_QUEEN else begin + RANKS
    for c in range(begin, end):
        if s.owner[c] >= UNKNOWN and kind(c) == k:
            place = rand(s, room)
            room -= 1
            owner = 0
            for other in range(SEATS - 1, -1, -1):
                need = (left >> 4 * other & 15) * (1 - s.lacks[other][k])
                owner = other if 0 <= place < need else owner
                place -= need
            s.owner[c] = UNKNOWN + 1 + owner
            left -= 1 << 4 * owner
    return left


@rule
def fill_hands(s: State, seat: int) -> None:
    """Give every card to the seat it was dealt to, in order; `owner` is then the seat for all of them."""
    filled = 0  # four bits per seat
    for c in range(CARDS):
        owner = s.owner[c]
        if owner > UNKNOWN:
            owner -= UNKNOWN + 1
            s.owner[c] = owner
        if owner != NONE and owner != seat:
            s.hand[owner][filled >> 4 * owner & 15] = c
            filled += 1 << 4 * owner


# --- What was passed -------------------------------------------------------------


@rule
def guess_choices(s: State, other: int) -> None:
    """H2.2: guess which of a seat's thirteen cards it has chosen so far."""
    for i in range(HAND - s.held[other]):
        place = rand(s, HAND)
        while s.hand[other][place] == NONE:
            place = rand(s, HAND)
        s.passed[other][i] = s.hand[other][place]
        s.hand[other][place] = NONE


@rule
def guess_pass(s: State, seat: int, giver: int, receiver: int) -> None:
    """H2.3: guess three of the receiver's thirteen cards when play began; `seat` knows what it gave and got."""
    if giver == seat:
        for i in range(PASS):
            s.received[receiver][i] = s.passed[giver][i]
        sort_three(s.received[receiver])
        return
    if receiver != seat:
        draw_received(s, receiver)
    for i in range(PASS):
        s.passed[giver][i] = s.received[receiver][i]
    shuffle(s, s.passed[giver], PASS)


@rule
def draw_received(s: State, receiver: int) -> None:
    drawn = 0  # a bit for each of the thirteen cards
    count = 0
    while count < PASS:
        one = 1 << rand(s, HAND)
        count += drawn & one == 0
        drawn |= one
    found = 0
    count = 0
    for c in range(CARDS):
        if s.owner[c] == receiver or s.gone[c] == receiver:
            if drawn >> found & 1:
                s.received[receiver][count] = c
                count += 1
            found += 1


@rule
def sort_three(pile: Any) -> None:
    low = min(pile[0], pile[1], pile[2])
    high = max(pile[0], pile[1], pile[2])
    middle = pile[0] + pile[1] + pile[2] - low - high
    pile[0] = low
    pile[1] = middle
    pile[2] = high
