"""Contre-Temps: take tricks, then go back and take them again. Numbers (C3.4) are those of rulebook.en.md.

Many loops run over every possible place (SEATS, HAND, TOKENS) where empty ones do no harm: when compiled, a loop of
fixed length is unrolled, which is faster than a shorter loop of variable length.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tempolude.engine.chance import shuffle
from tempolude.engine.events import tell
from tempolude.engine.piles import take
from tempolude.engine.rule import rule
from tempolude.engine.seats import anybody_waiting, first_player, wait_for, wait_for_nobody, write_ranks
from tempolude.engine.state import ENDED, NONE, State

from .hidden import guess, reopen, reshuffle
from .line import destination, distance, event_before, furthest_back, furthest_forward, stack_tokens
from .meta import FIRST
from .observation import DOES, FEATURES, SEEN, observe

from .state import (  # isort: skip
    ACTIONS, BACK, CARDS, CHANGED, CHOSEN, CLASSIC, CONSTANT, CONSTANT_TURNED, DISCS, EVENT_LAID, EVENTS, FIRST_PLAYER,
    FLOW, FOR_CONSTANT, FOR_NOBODY, FORWARD, GAINED, HAND, KEPT, LOST, OFFERED, PARADOXES, PLAYED, QUIET,
    RESOLUTION, ROUND, ROUNDS, SEATS, SOME_STRENGTH, STATE, SUITS, TAKEN, THREE, TOKENS, TRAVEL, TRAVELLED, UNRESOLVED,
    UNSEEN, VALUES, WON, lowest, strength, suit, value,
)  # fmt: skip

__all__ = [
    "ACTIONS", "DOES", "EVENTS", "FEATURES", "QUIET", "SEEN", "STATE",
    "census", "encode", "guess", "legal", "longest", "observe", "play", "reopen", "reshuffle", "score", "setup",
]  # fmt: skip


def encode(players: int, options: Mapping[str, Any]) -> list[int]:
    """The settled options as numbers for `setup`: the mode (C8.1), and the first player if the table names one (G1)."""
    mode = PARADOXES if options["mode"] == "paradoxes" else CLASSIC
    return [mode, *FIRST.seat(players, options["first_player"])]


def longest(players: int, options: Mapping[str, Any]) -> int:
    """C3.3, C4.1, C5.2, C7.1: ten rounds with a card each, and a journey between two rounds. Most matches reach it."""
    return (2 * ROUNDS - 1) * players


# --- Setup -----------------------------------------------------------------------


@rule
def setup(s: State, options: Any) -> None:
    """C2.1, C2.2: deal, then lay the first event, with all pawns on it."""
    s.mode = options[0]
    clear_table(s)
    deal(s)
    s.first = first_player(s, options, 1)  # C2.2, G1
    tell(s, FIRST_PLAYER, s.first, 0, 0)
    tell(s, CONSTANT_TURNED, s.constant, 0, 0)
    stack_tokens(s)
    lay_token(s)
    gather(s)
    begin_round(s)  # C2.2: in round 1 nobody moves


@rule
def clear_table(s: State) -> None:
    """C2.2: no card played, no event laid, no choice made."""
    for seat in range(SEATS):
        s.at[seat] = NONE
        s.offer[seat] = NONE
        s.journey[seat] = NONE
        s.played[seat] = NONE
        for i in range(HAND):
            s.hand[seat][i] = NONE
    for event in range(TOKENS):
        s.lead[event] = NONE
        s.best[event] = NONE
        s.holder[event] = NONE
    for i in range(CARDS):
        s.discard[i] = NONE


@rule
def deal(s: State) -> None:
    """C2.1: ten cards each, the next is the constant, four stay unseen.

    What is shuffled is who gets each card, so that hands come out in order.
    """
    dealt = s.players * HAND
    for i in range(dealt):
        s.spare[i] = i // HAND
    s.spare[dealt] = FOR_CONSTANT
    for i in range(UNSEEN):
        s.spare[dealt + 1 + i] = FOR_NOBODY
    shuffle(s, s.spare, dealt + 1 + UNSEEN)
    give_out(s)


@rule
def give_out(s: State) -> None:
    """C2.1: go through the cards in play and give each to the owner that `spare` says."""
    i = 0
    unseen = 0
    for a in range(SUITS):
        for c in range(a * VALUES + lowest(s.players) - 1, (a + 1) * VALUES):
            owner = s.spare[i]
            s.spare[i] = 0
            i += 1
            if owner < s.players:
                s.hand[owner][s.held[owner]] = c
                s.held[owner] += 1
            elif owner == FOR_CONSTANT:
                s.constant = c
            else:
                s.unseen[unseen] = c
                unseen += 1


# --- Resolution ------------------------------------------------------------------


@rule
def begin_round(s: State) -> None:
    """C3.1, C3.8: resolve the events with pawns on them; the present stays unresolved if nobody is there."""
    s.round += 1
    tell(s, ROUND, s.round, 0, 0)
    if not anybody_at(s, s.present):
        tell(s, UNRESOLVED, s.present, 0, 0)
    s.event = TOKENS
    resolve_next_event(s)


@rule
def anybody_at(s: State, event: int) -> bool:
    """C3.8: whether a pawn stands on an event."""
    count = 0
    for seat in range(SEATS):
        count += s.at[seat] == event
    return count > 0


@rule
def resolve_next_event(s: State) -> None:
    """C3.1: the next event with pawns on it, from the far end of the line towards the constant."""
    following = NONE
    for seat in range(SEATS):
        if following < s.at[seat] < s.event:
            following = s.at[seat]
    s.event = following
    if following == NONE:
        after_events(s)
    else:
        s.phase = RESOLUTION
        s.highest = highest_lying(s, following)
        wait_for(s, nearest_participant(s, who_leads(s, following)))


@rule
def who_leads(s: State, event: int) -> int:
    """C3.2: whoever controls the event before, or else the first player, even if they do not take part."""
    before = event_before(s, event)
    if before == NONE or s.holder[before] == NONE:
        return s.first
    return s.holder[before]


@rule
def nearest_participant(s: State, start: int) -> int:
    """C3.2, C3.3: clockwise from `start`, the first participant who has not played; NONE if all have."""
    found = NONE
    nearest = s.players
    for seat in range(SEATS):
        distance = seat - start
        if distance < 0:
            distance += s.players
        if s.at[seat] == s.event and s.played[seat] == NONE and distance < nearest:
            nearest = distance
            found = seat
    return found


@rule
def legal_followers(s: State, seat: int, out: Any) -> int:
    """C3.3: the cards of the suit led; none to lead, or for a hand without that suit."""
    count = 0
    if s.lead[s.event] != NONE:
        asked = suit(s.lead[s.event])
        for i in range(HAND):
            out[count] = s.hand[seat][i]
            count += suit(s.hand[seat][i]) == asked
    return count


@rule
def legal_cards(s: State, seat: int, out: Any) -> int:
    """C3.3, C4.1: any card."""
    for i in range(HAND):
        out[i] = s.hand[seat][i]
    return s.held[seat]


@rule
def play_card(s: State, seat: int, card: int) -> None:
    """C3.3: one participant plays a card to the event being resolved."""
    event = s.event
    take(s.hand[seat], HAND, card)
    s.held[seat] -= 1
    s.played[seat] = card
    tell(s, PLAYED, seat, card, event)
    if s.lead[event] == NONE:
        s.lead[event] = card
        s.highest = card
    elif suit(card) != suit(s.highest):
        s.void[seat][suit(s.highest)] = True
    elif card < s.highest:  # C3.4
        s.crystals[seat] += 1
        tell(s, GAINED, seat, s.highest, 0)
    else:
        s.highest = card
    following = nearest_participant(s, seat)
    if following != NONE:
        wait_for(s, following)
    else:
        resolve(s, event)
        resolve_next_event(s)


@rule
def highest_lying(s: State, event: int) -> int:
    """C3.4: the highest card of the suit led that lies at an event before anybody plays."""
    if suit(s.best[event]) == suit(s.lead[event]):
        return max(s.best[event], s.lead[event])
    return s.lead[event]


@rule
def resolve(s: State, event: int) -> None:
    """C3.5, C3.6: the strongest of the new cards takes the event, if it beats the card that holds it."""
    asked = suit(s.lead[event])
    winner = NONE
    most = max(strength(s, s.best[event], asked), SOME_STRENGTH - 1)
    for seat in range(SEATS):
        mine = strength(s, s.played[seat], asked)
        if mine > most:
            most = mine
            winner = seat
    best = s.best[event] if winner == NONE else s.played[winner]
    discard_played(s, best, s.lead[event])
    if winner == NONE:
        tell(s, KEPT, s.holder[event], event, 0)
        return
    if s.best[event] != s.lead[event]:  # C3.6: the lead card always stays
        discard(s, s.best[event])
    s.best[event] = best
    tell(s, TAKEN, winner, event, s.holder[event])
    give_control(s, event, winner)


@rule
def discard(s: State, card: int) -> None:
    """C3.5: put a card on the discards; NONE changes nothing."""
    s.discard[s.discarded] = card
    s.discarded += card != NONE


@rule
def discard_played(s: State, best: int, lead: int) -> None:
    """C3.5: discard the new cards except the winning card and the lead card."""
    count = s.discarded
    for seat in range(SEATS):
        card = s.played[seat]
        s.discard[count] = card
        count += (card != NONE) & (card != best) & (card != lead)
        s.played[seat] = NONE
    s.discard[count] = NONE
    s.discarded = count


@rule
def give_control(s: State, event: int, seat: int) -> None:
    """C3.5, C3.6: the winner’s disc replaces any other. C3.7: a controller who wins again keeps theirs."""
    if s.holder[event] == seat:
        return
    if s.holder[event] != NONE:
        s.discs[s.holder[event]] -= 1
    s.holder[event] = seat
    s.discs[seat] += 1
    if s.discs[seat] == DISCS:
        tell(s, THREE, seat, 0, 0)


@rule
def after_events(s: State) -> None:
    """C5.1: once all events are resolved, three of them win; otherwise the constant may change."""
    s.event = NONE
    if somebody_has_three(s):
        end(s)
    else:
        begin_constant(s)


# --- The constant ----------------------------------------------------------------


@rule
def begin_constant(s: State) -> None:
    """C4.1: everyone at the constant chooses a card in secret."""
    s.phase = CONSTANT
    wait_for_nobody(s)
    anybody = False
    for seat in range(s.players):
        if s.at[seat] == NONE:
            s.waiting[seat] = True
            anybody = True
    if not anybody:
        end_round(s)


@rule
def offer_card(s: State, seat: int, card: int) -> None:
    """C4.1: the last to choose reveals all offers."""
    s.offer[seat] = card
    s.waiting[seat] = False
    tell(s, CHOSEN, seat, 0, 0)
    if not anybody_waiting(s):
        show_offers(s)
        end_round(s)


@rule
def show_offers(s: State) -> None:
    """C4.1: the highest value becomes the constant. C4.2: a tie for the highest leaves none."""
    highest = NONE  # the seat
    tied = False
    for seat in range(s.players):
        card = s.offer[seat]
        if card != NONE:
            tell(s, OFFERED, seat, card, 0)
            if highest == NONE or value(card) > value(s.offer[highest]):
                highest = seat
                tied = False
            elif value(card) == value(s.offer[highest]):
                tied = True
    discard(s, s.constant)
    if tied:
        s.constant = NONE
        tell(s, LOST, value(s.offer[highest]), 0, 0)
    else:
        s.constant = s.offer[highest]
        tell(s, CHANGED, s.constant, highest, 0)
    for seat in range(s.players):
        card = s.offer[seat]
        if card != NONE:
            take(s.hand[seat], HAND, card)
            s.held[seat] -= 1
            if card != s.constant:
                discard(s, card)
            s.offer[seat] = NONE


# --- End check -------------------------------------------------------------------


@rule
def somebody_has_three(s: State) -> bool:
    """C5.1: whether anybody controls three events."""
    most = 0
    for seat in range(SEATS):
        most = max(most, s.discs[seat])
    return most >= DISCS


@rule
def end_round(s: State) -> None:
    """C5.2: the tenth round is the last."""
    if s.round == ROUNDS:
        end(s)
    else:
        flow_of_time(s)
        begin_travel(s)


@rule
def end(s: State) -> None:
    """C5.1-C5.3: announce the winner."""
    wait_for_nobody(s)
    s.over = ENDED
    best = 0
    for seat in range(s.players):
        best = max(best, standing(s, seat))
    for seat in range(s.players):
        if standing(s, seat) == best:
            tell(s, WON, seat, s.discs[seat], 0)


@rule
def standing(s: State, seat: int) -> int:
    """C5.1-C5.3: the number of events controlled, then the one nearest the constant."""
    nearest = TOKENS
    for event in range(TOKENS - 1, -1, -1):
        if s.holder[event] == seat:
            nearest = event
    return s.discs[seat] * (TOKENS + 1) + TOKENS - nearest


@rule
def score(s: State, points: Any, ranks: Any) -> None:
    """C5.3: ranks by standing; players who control nothing tie."""
    for seat in range(s.players):
        points[seat] = standing(s, seat)
    write_ranks(points, s.players, ranks)
    for seat in range(s.players):
        points[seat] = s.discs[seat]


# --- Flow of time ----------------------------------------------------------------


@rule
def flow_of_time(s: State) -> None:
    """C6.1-C6.3: a new event if the present was resolved, all pawns to the present, then crystals."""
    if s.holder[s.present] != NONE:
        lay_token(s)
    gather(s)
    for seat in range(s.players):
        gained = max(0, 2 - s.discs[seat])
        s.crystals[seat] += gained
        if gained > 0:
            tell(s, FLOW, seat, gained, 0)


@rule
def lay_token(s: State) -> None:
    """C6.1: the next token is the new present. C8.1: in paradoxes it goes to its place by number."""
    s.tokens_left -= 1
    s.present = s.tokens[s.tokens_left]
    s.tokens[s.tokens_left] = NONE
    s.laid[s.present] = True
    s.before = TOKENS - 1 - s.tokens_left
    if s.mode == PARADOXES:
        for event in range(s.present, TOKENS):
            s.before -= s.laid[event] and event != s.present
    tell(s, EVENT_LAID, s.present, 0, 0)


@rule
def gather(s: State) -> None:
    """C6.2: all pawns go to the present."""
    for seat in range(s.players):
        s.at[seat] = s.present


# --- Travel ----------------------------------------------------------------------


@rule
def begin_travel(s: State) -> None:
    """C7.1: everybody chooses in secret."""
    s.phase = TRAVEL
    for seat in range(s.players):
        s.waiting[seat] = True


@rule
def legal_journeys(s: State, seat: int, out: Any) -> int:
    """C7.1: back, as far as crystals and the line allow. C8.2: or forward."""
    back = furthest_back(s, seat)
    forward = furthest_forward(s, seat)
    for i in range(TOKENS + 1):
        out[i] = BACK + i
    for i in range(forward):
        out[back + 1 + i] = FORWARD + 1 + i
    return back + 1 + forward


@rule
def choose_journey(s: State, seat: int, action: int) -> None:
    """C7.1: the last to choose reveals all journeys. C7.2: then the next round begins."""
    s.journey[seat] = action
    s.waiting[seat] = False
    tell(s, CHOSEN, seat, 0, 0)
    if not anybody_waiting(s):
        show_journeys(s)
        begin_round(s)


@rule
def show_journeys(s: State) -> None:
    """C7.1: all are revealed at once and paid, and the pawns move."""
    for seat in range(s.players):
        action = s.journey[seat]
        s.crystals[seat] -= distance(action)
        s.at[seat] = destination(s, action)
        s.journey[seat] = NONE
        tell(s, TRAVELLED, seat, s.at[seat], distance(action))


# --- Deciding --------------------------------------------------------------------


@rule
def legal(s: State, seat: int, out: Any) -> int:
    """The actions `seat` may take, ascending."""
    if s.phase == TRAVEL:
        return legal_journeys(s, seat, out)  # C7.1, C8.2
    if s.phase == RESOLUTION:
        count = legal_followers(s, seat, out)  # C3.3
        if count > 0:
            return count
    return legal_cards(s, seat, out)  # C3.3, C4.1


@rule
def play(s: State, seat: int, action: int) -> None:
    """One action, and everything that follows from it up to the next decision."""
    if s.phase == RESOLUTION:
        play_card(s, seat, action)  # C3.3
    elif s.phase == CONSTANT:
        offer_card(s, seat, action)  # C4.1
    else:
        choose_journey(s, seat, action)  # C7.1


# --- Checks ----------------------------------------------------------------------


def census(s: State) -> Iterator[tuple[Any, str]]:
    """Every piece and its place, to check that none is lost or duplicated. Takes a whole state, not a view."""
    for other in range(s.players):
        yield from ((c, f"hand {other}") for c in s.hand[other] if c != NONE)
        if s.played[other] not in (NONE, s.lead[s.event]):
            yield s.played[other], "played"
    yield from ((c, "unseen") for c in s.unseen)
    yield from ((c, "discards") for c in s.discard[: s.discarded])
    if s.constant != NONE:
        yield s.constant, "constant"
    for event in range(TOKENS):
        for c in {s.lead[event], s.best[event]} - {NONE}:
            yield c, f"event {event}"
        if s.laid[event]:
            yield f"token {event}", "line"
    yield from ((f"token {t}", "pile") for t in s.tokens[: s.tokens_left])
