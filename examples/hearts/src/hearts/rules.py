"""Hearts: take no hearts and not the queen of spades, or take them all. Numbers (H3.2) are those of rulebook.en.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tempolude.engine.chance import rand, shuffle
from tempolude.engine.events import tell, whisper
from tempolude.engine.piles import insert_in_order, take
from tempolude.engine.rule import rule
from tempolude.engine.seats import anybody_waiting, rank_of, wait_for, wait_for_nobody
from tempolude.engine.state import ENDED, NONE, State

from .hidden import guess
from .observation import DOES, FEATURES, SEEN, observe

from .state import (  # isort: skip
    ACROSS, ACTIONS, ALL_POINTS, BROKEN, CARDS, CHOICES, CHOSEN, DEALT, EVENTS, FIRST_HEART, GIVEN, HAND, HEARTS,
    KINDS, LED, LEFT, MOON, NOBODY_PASSES, PASS, PASSING, PLAYED, PLAYING, QUEEN_OF_SPADES, QUIET, RANKS, RIGHT,
    SCORED, SEATS, SPADES, STATE, TAKEN, THE_QUEEN, TWO_OF_CLUBS, WON, suit, worth,
)  # fmt: skip

__all__ = [
    "ACTIONS", "CHOICES", "DOES", "EVENTS", "FEATURES", "QUIET", "SEEN", "STATE",
    "census", "encode", "guess", "legal", "longest", "observe", "play", "score", "setup",
]  # fmt: skip

SINGLE = 0  # `target` of a match of one deal


def encode(players: int, options: Mapping[str, Any]) -> list[int]:
    """H5.1, H2.4: the points that end the match, and whether cards are passed."""
    return [SINGLE if options["length"] == "deal" else int(options["length"]), options["passing"] == "turns"]


def longest(players: int, options: Mapping[str, Any]) -> int:
    """H4.1, H5.1: a deal brings at least 26 points, and before the last deal nobody has reached the target.

    A deal is 52 cards played and, where cards are passed, 12 passed.
    """
    target, passes = encode(players, options)
    deals = 1 if target == SINGLE else players * (target - 1) // ALL_POINTS + 1
    return deals * (CARDS + passes * players * PASS)


# --- Setup -----------------------------------------------------------------------


@rule
def setup(s: State, options: Any) -> None:
    """H1.3: the first deal."""
    s.target = options[0]
    s.passes = options[1]
    begin_deal(s)


@rule
def begin_deal(s: State) -> None:
    """H1.3: all cards are dealt, thirteen to each player."""
    s.deal += 1
    s.direction = direction_of(s)
    clear_deal(s)
    for i in range(CARDS):
        s.owner[i] = i & 3
    shuffle(s, s.owner, CARDS)
    give_out(s)
    tell(s, DEALT, s.deal, s.direction, 0)
    if s.direction == NOBODY_PASSES:
        begin_play(s)
    else:
        begin_passing(s)


@rule
def direction_of(s: State) -> int:
    """H2.1: left, right, across, then nobody passes. H5.2: in a single deal it is drawn by lot. H2.4: or never."""
    turn = s.deal - 1 & 3
    if s.target == SINGLE and s.passes:
        turn = rand(s, 4)
    if not s.passes or turn == 3:
        return NOBODY_PASSES
    return (LEFT, RIGHT, ACROSS)[turn]


@rule
def clear_deal(s: State) -> None:
    """H1.3: no card chosen or played, nothing taken, nothing known."""
    for seat in range(SEATS):
        s.held[seat] = 0
        s.trick[seat] = NONE
        s.last[seat] = NONE
        s.tricks[seat] = 0
        s.points[seat] = 0
        for i in range(PASS):
            s.passed[seat][i] = NONE
            s.received[seat][i] = NONE
        for k in range(KINDS):
            s.lacks[seat][k] = False
    for c in range(CARDS):
        s.gone[c] = NONE
    s.led = NONE
    s.best = NONE
    s.queen = NONE
    s.broken = False


@rule
def give_out(s: State) -> None:
    """H1.3: every card goes to its `owner`, so that hands come out sorted."""
    for c in range(CARDS):
        seat = s.owner[c]
        s.owner[c] = 0
        s.hand[seat][s.held[seat]] = c
        s.held[seat] += 1


@rule
def lay_down(s: State, seat: int, card: int) -> None:
    """H2.2, H3.2: take a card out of a hand, leaving a gap there."""
    hand = s.hand[seat]
    for i in range(HAND):
        hand[i] = NONE if hand[i] == card else hand[i]
    s.held[seat] -= 1


# --- Passing ---------------------------------------------------------------------


@rule
def begin_passing(s: State) -> None:
    """H2.2: everybody chooses three cards at once."""
    s.phase = PASSING
    for seat in range(SEATS):
        s.waiting[seat] = True


@rule
def pass_card(s: State, seat: int, card: int) -> None:
    """H2.2: one of the three cards."""
    s.passed[seat][HAND - s.held[seat]] = card
    lay_down(s, seat, card)
    tell(s, CHOSEN, seat, 0, 0)
    if s.held[seat] == HAND - PASS:
        s.waiting[seat] = False
        if not anybody_waiting(s):
            exchange(s)
            begin_play(s)


@rule
def exchange(s: State) -> None:
    """H2.3: nobody takes up the cards passed to them before everybody has chosen."""
    for giver in range(SEATS):
        receiver = giver + s.direction & 3
        take(s.hand[receiver], HAND, NONE)  # the gaps of what it gave
        for i in range(PASS):
            c = s.passed[giver][i]
            insert_in_order(s.received[receiver], i, c)
            insert_in_order(s.hand[receiver], s.held[receiver], c)
            s.held[receiver] += 1
            whisper(s, 1 << giver | 1 << receiver, GIVEN, giver, c, receiver)


# --- Play ------------------------------------------------------------------------


@rule
def begin_play(s: State) -> None:
    """H3.1: whoever has the 2 of clubs leads it; it is the first card of that hand."""
    s.phase = PLAYING
    for seat in range(SEATS):
        if s.hand[seat][0] == TWO_OF_CLUBS:
            wait_for(s, seat)


@rule
def play_card(s: State, seat: int, card: int) -> None:
    """H3.2: one card to the trick."""
    lay_down(s, seat, card)
    s.gone[card] = seat
    s.trick[seat] = card
    if s.led == NONE:
        tell(s, LED, seat, card, 0)
        if card >= FIRST_HEART and not s.broken:
            show_only_hearts(s, seat)
        s.led = card
        s.best = seat
    else:
        tell(s, PLAYED, seat, card, 0)
        show_void(s, seat, card)
        follows = suit(card) == suit(s.led)
        s.best = seat if follows & (card > s.trick[s.best]) else s.best  # H3.5
    if worth(card) > 0 and not s.broken:  # H3.3
        s.broken = True
        tell(s, BROKEN, seat, 0, 0)
    following = seat + 1 & 3
    if s.trick[following] == NONE:
        wait_for(s, following)
    else:
        take_trick(s)


@rule
def show_only_hearts(s: State, seat: int) -> None:
    """H3.3: whoever leads a heart before hearts are broken has nothing else."""
    for k in range(KINDS):
        s.lacks[seat][k] = k != HEARTS


@rule
def show_void(s: State, seat: int, card: int) -> None:
    """H3.2: a player who does not follow suit has none. H3.4: or only points, if they play some to the first trick."""
    asked = suit(s.led)
    void = suit(card) != asked
    s.lacks[seat][asked] |= void
    s.lacks[seat][THE_QUEEN] |= void & (asked == SPADES)
    if s.led == TWO_OF_CLUBS and worth(card) > 0:
        for k in range(SPADES + 1):
            s.lacks[seat][k] = True


@rule
def take_trick(s: State) -> None:
    """H3.5: the highest card of the suit led takes the trick, H3.6: and leads to the next."""
    taker = s.best
    points = 0
    for seat in range(SEATS):
        c = s.trick[seat]
        points += worth(c)
        if c == QUEEN_OF_SPADES:
            s.queen = taker
        s.last[seat] = c
        s.trick[seat] = NONE
    s.led = NONE
    s.best = NONE
    s.points[taker] += points
    s.tricks[taker] += 1
    tell(s, TAKEN, taker, points, 0)
    if s.held[taker] > 0:
        wait_for(s, taker)
    else:
        end_deal(s)


# --- Scoring ---------------------------------------------------------------------


@rule
def end_deal(s: State) -> None:
    """H4.3: the points of a deal are added to the totals."""
    shooter = moon_shooter(s)
    if shooter != NONE:
        s.moons[shooter] += 1
        tell(s, MOON, shooter, 0, 0)
    highest = 0
    for seat in range(SEATS):
        points = s.points[seat]
        if shooter != NONE:  # H4.2
            points = 0 if seat == shooter else ALL_POINTS
        s.total[seat] += points
        highest = max(highest, s.total[seat])
        tell(s, SCORED, seat, points, s.total[seat])
    if s.target == SINGLE or highest >= s.target:  # H5.1, H5.2
        end(s)
    else:
        begin_deal(s)


@rule
def moon_shooter(s: State) -> int:
    """H4.2: the player who has taken all the points of the deal, or NONE."""
    found = NONE
    for seat in range(SEATS):
        if s.points[seat] == ALL_POINTS:
            found = seat
    return found


# --- End -------------------------------------------------------------------------


@rule
def end(s: State) -> None:
    """H5.3: the best standing wins."""
    wait_for_nobody(s)
    s.over = ENDED
    for seat in range(SEATS):
        if rank_of(s, seat, standing) == 1:
            tell(s, WON, seat, s.total[seat], 0)


@rule
def standing(s: State, seat: int) -> int:
    """H5.3: the fewer points the better."""
    return -s.total[seat]


@rule
def score(s: State, points: Any, ranks: Any) -> None:
    """H5.3: the fewest points win; players tied for the fewest share the victory."""
    for seat in range(s.players):
        points[seat] = s.total[seat]
        ranks[seat] = rank_of(s, seat, standing)


# --- Deciding --------------------------------------------------------------------


@rule
def legal(s: State, seat: int, out: Any) -> int:
    """The cards `seat` may pass or play, ascending."""
    hand = s.hand[seat]
    if s.phase == PASSING:
        return cards_between(hand, 0, CARDS - 1, out)
    count = 0
    if s.led != NONE:  # H3.2
        lowest = suit(s.led) * RANKS
        count = cards_between(hand, lowest, lowest + RANKS - 1, out)
        if count == 0 and s.led == TWO_OF_CLUBS:  # H3.4
            count = cards_without_points(hand, out)
    elif s.gone[TWO_OF_CLUBS] == NONE:  # H3.1
        count = cards_between(hand, TWO_OF_CLUBS, TWO_OF_CLUBS, out)
    elif not s.broken:  # H3.3
        count = cards_between(hand, 0, FIRST_HEART - 1, out)
    if count == 0:
        count = cards_between(hand, 0, CARDS - 1, out)
    return count


@rule
def cards_between(hand: Any, lowest: int, highest: int, out: Any) -> int:
    """H3.2: the cards of a hand from `lowest` to `highest`, ascending; a suit, for example."""
    count = 0
    for i in range(HAND):
        out[count] = hand[i]
        count += (hand[i] >= lowest) & (hand[i] <= highest)
    return count


@rule
def cards_without_points(hand: Any, out: Any) -> int:
    """H3.4: the cards of a hand that are worth no points."""
    count = 0
    for i in range(HAND):
        out[count] = hand[i]
        count += (hand[i] != NONE) & (worth(hand[i]) == 0)
    return count


@rule
def play(s: State, seat: int, action: int) -> None:
    """One action, and everything that follows from it up to the next decision."""
    if s.phase == PASSING:
        pass_card(s, seat, action)  # H2.2
    else:
        play_card(s, seat, action)  # H3.2


# --- Checks ----------------------------------------------------------------------


def census(s: Any) -> Iterator[tuple[int, str]]:
    """Every card and its place, to check that none is lost or duplicated. Takes a whole state, not a view."""
    for seat in range(SEATS):
        yield from ((c, f"hand {seat}") for c in s.hand[seat] if c != NONE)
        if s.phase == PASSING:
            yield from ((c, f"passed {seat}") for c in s.passed[seat] if c != NONE)
    yield from ((c, "played") for c in range(CARDS) if s.gone[c] != NONE)
