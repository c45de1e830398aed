"""Timeline: put events in order. Numbers (T3.2) are those of rulebook.en.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tempolude.engine.chance import rand
from tempolude.engine.errors import BadOption
from tempolude.engine.events import tell
from tempolude.engine.piles import insert, take
from tempolude.engine.rule import rule
from tempolude.engine.seats import clockwise, first_player, rank_of, wait_for, wait_for_nobody, winners
from tempolude.engine.state import ENDED, LIMIT, NONE, State

from .components import mix
from .hidden import guess, hide, reshuffle
from .meta import FIRST
from .observation import DOES, FEATURES, SEEN, observe

from .state import (  # isort: skip
    ACTIONS, AHEAD, CARDS, DATED, DRAWN, EVENTS, FIRST_PLAYER, GAPS, HAND, ONE_VIEW, OPENED, PLAYOFF, PUT_OUT, QUIET,
    RENEWED, RIGHT, ROUND, ROUNDS, SEATS, SHARED, SPARE_CARDS, STATE, TOO_FEW, WENT_ON, WON, WRONG,
)  # fmt: skip

__all__ = [
    "ACTIONS", "AHEAD", "DOES", "EVENTS", "FEATURES", "ONE_VIEW", "QUIET", "SEEN", "STATE",
    "census", "encode", "guess", "hide", "legal", "longest", "observe", "play", "reshuffle", "score", "setup",
]  # fmt: skip


def encode(players: int, options: Mapping[str, Any], rules: int = 2) -> list[int]:
    """The settled options as numbers for `setup`.

    First the cards dealt to each player and the number of cards in the decks; then, for all these cards, the position
    in time by card, the card by position, and the year by position, counted from 0; last the first player, if the table
    names one (G1).
    """
    cards = mix(options["decks"], options["level"], names_once=rules > 1)
    count, each = min(len(cards), CARDS), options["cards"]
    if players * each + SPARE_CARDS > count:  # T2.1
        most = (count - SPARE_CARDS) // players
        raise BadOption(
            f"cards = {each}: with {count} cards and {players} players at most {most} each",
            f"{each} cartes par joueur\u00a0: avec {count} cartes et {players} joueurs, {most} au plus",
        )
    numbers = range(len(cards))
    in_time = sorted(numbers, key=lambda i: (cards[i].year, i))
    place = {card: i for i, card in enumerate(in_time)}
    year = {year: i for i, year in enumerate(sorted({card.year for card in cards}))}
    times = [*(place[i] for i in numbers), *in_time, *(year[cards[i].year] for i in in_time)]
    return [each, len(cards), *times, *FIRST.seat(players, options["first_player"])]


def longest(players: int, options: Mapping[str, Any]) -> int:
    """T4.1, T4.6: one card per round each. Players who misplace every card reach it."""
    return ROUNDS * players


# --- Setup -----------------------------------------------------------------------


@rule
def setup(s: State, options: Any) -> None:
    """T2.1, T2.2: deal, and open the line with the next card."""
    clear_table(s)
    if options[1] <= CARDS:
        take_all_cards(s, options)
    else:
        draw_cards(s, options[1])
        date_cards(s, options)
    s.piled = s.cards
    for i in range(s.cards):
        s.pile[i] = i
    turn_up_next(s)
    for seat in range(s.players):
        for _ in range(options[0]):
            draw(s, seat)
    s.line[0] = take_top(s)
    s.lined = 1
    s.first = first_player(s, options, 2 + 3 * options[1])  # T2.1, G1
    tell(s, FIRST_PLAYER, s.first, 0, 0)
    tell(s, OPENED, s.line[0], s.date[s.line[0]], 0)
    begin_round(s)


@rule
def clear_table(s: State) -> None:
    """T2.1: no card anywhere yet."""
    for i in range(CARDS):
        s.catalogue[i] = NONE
        s.year[i] = NONE
        s.date[i] = NONE
        s.line[i] = NONE
        s.pile[i] = NONE
        s.discard[i] = NONE
    for seat in range(SEATS):
        for i in range(HAND):
            s.hand[seat][i] = NONE


@rule
def take_all_cards(s: State, options: Any) -> None:
    """T1.2: play with all the cards of the decks."""
    s.cards = options[1]
    for i in range(s.cards):
        s.catalogue[i] = i
        s.date[i] = options[2 + i]
        s.year[i] = options[2 + 2 * s.cards + i]


@rule
def draw_cards(s: State, available: int) -> None:
    """T1.3: draw 240 cards at random from larger decks."""
    s.cards = CARDS
    chosen = 0
    for i in range(available):
        if rand(s, available - i) < CARDS - chosen:
            s.catalogue[chosen] = i
            chosen += 1


@rule
def date_cards(s: State, options: Any) -> None:
    """T1.3: go through the decks in chronological order and give each drawn card its position."""
    available = options[1]
    place = 0
    for i in range(available):
        card = find_card(s, options[2 + available + i])
        if card != NONE:
            s.date[card] = place
            s.year[place] = options[2 + 2 * available + i]
            place += 1


@rule
def find_card(s: State, number: int) -> int:
    """T1.3: the card of the match that is this card of the decks, or NONE."""
    low = 0
    high = s.cards
    while low < high:
        middle = (low + high) // 2
        if s.catalogue[middle] < number:
            low = middle + 1
        else:
            high = middle
    return low if low < s.cards and s.catalogue[low] == number else NONE


# --- A turn ----------------------------------------------------------------------


@rule
def legal(s: State, seat: int, out: Any) -> int:
    """T3.1: any card of the hand into any gap; a line of k cards has k + 1."""
    gaps = s.lined + 1
    for slot in range(s.held[seat]):
        row = out[slot * gaps : (slot + 1) * gaps]
        for gap in range(gaps):
            row[gap] = slot * GAPS + gap
    return s.held[seat] * gaps


@rule
def play(s: State, seat: int, action: int) -> None:
    """T3.1-T3.3: place a card and resolve everything up to the next decision."""
    slot = action // GAPS
    gap = action - slot * GAPS
    card = s.hand[seat][slot]
    take(s.hand[seat], s.held[seat], card)
    s.held[seat] -= 1
    if fits(s, card, gap):
        place_right(s, seat, card, gap)
    else:
        place_wrong(s, seat, card, gap)
    end_turn(s, seat)


@rule
def fits(s: State, card: int, gap: int) -> bool:
    """T3.2: the card before it is not later, the card after it not earlier."""
    if gap > 0 and later(s, s.line[gap - 1], card):
        return False
    return gap == s.lined or not later(s, card, s.line[gap])


@rule
def later(s: State, card: int, other: int) -> bool:
    """T3.2: whether a card is of a later year than another. Years differ only where positions in time do."""
    date = s.date[card]
    others = s.date[other]
    return date > others and s.year[date] > s.year[others]


@rule
def place_right(s: State, seat: int, card: int, gap: int) -> None:
    """T3.3: the card stays in the line, its date revealed."""
    insert(s.line, s.lined, gap, card)
    s.lined += 1
    s.right[seat] = True
    tell(s, RIGHT, seat, card, gap)
    tell(s, DATED, card, s.date[card], 0)


@rule
def place_wrong(s: State, seat: int, card: int, gap: int) -> None:
    """T3.3: the card is discarded, its date revealed, and another is drawn. T4.3: but not in a play-off."""
    s.discard[s.discarded] = card
    s.discarded += 1
    tell(s, WRONG, seat, card, gap)
    tell(s, DATED, card, s.date[card], 0)
    if s.piled == 0:
        renew_pile(s)
    if not s.playoff:
        draw(s, seat)
        tell(s, DRAWN, seat, s.hand[seat][s.held[seat] - 1], 0)
    if s.piled == 0:
        renew_pile(s)


@rule
def draw(s: State, seat: int) -> None:
    """T3.3: draw the next card into a hand."""
    s.hand[seat][s.held[seat]] = take_top(s)
    s.held[seat] += 1


@rule
def take_top(s: State) -> int:
    """T2.2: take the next card of the pile and turn up the one below."""
    s.piled -= 1
    top = s.pile[s.piled]
    s.pile[s.piled] = NONE
    turn_up_next(s)
    return top


@rule
def turn_up_next(s: State) -> None:
    """T2.1: draw the next card of the pile at random now, instead of shuffling; only that one is known."""
    if s.piled > 0:
        top = s.piled - 1
        drawn = rand(s, s.piled)
        card = s.pile[drawn]
        s.pile[drawn] = s.pile[top]
        s.pile[top] = card


@rule
def renew_pile(s: State) -> None:
    """T3.4: shuffle the discards, if there are any, into a new pile, dates hidden again."""
    if s.discarded == 0:
        return
    for i in range(s.discarded):
        s.pile[i] = s.discard[i]
        s.discard[i] = NONE
    s.piled = s.discarded
    s.discarded = 0
    turn_up_next(s)
    tell(s, RENEWED, s.piled, 0, 0)


@rule
def end_turn(s: State, seat: int) -> None:
    """T3.1, T4.1: the next player still in, in seat order; after the last of them the round ends."""
    following = clockwise(s, seat)
    while following != s.first and s.out[following] > 0:
        following = clockwise(s, following)
    if following == s.first:
        end_round(s)
    else:
        wait_for(s, following)


# --- End -------------------------------------------------------------------------


@rule
def begin_round(s: State) -> None:
    """T4.1: a round begins with the first player, or the next one still in."""
    s.round += 1
    tell(s, ROUND, s.round, 0, 0)
    for seat in range(s.players):
        s.right[seat] = False
    seat = s.first
    while s.out[seat] > 0:
        seat = clockwise(s, seat)
    wait_for(s, seat)


@rule
def end_round(s: State) -> None:
    """T4.1: the end is checked only now."""
    done = 0
    for seat in range(s.players):
        done += succeeded(s, seat)
    if done > 1 or (done == 1 and s.playoff):
        put_out_others(s)
    if done == 1:
        end(s, ENDED)
    elif s.round == ROUNDS:  # T4.6
        end(s, LIMIT)
    elif done > 1 or s.playoff:
        begin_playoff_round(s, done)
    else:
        begin_round(s)


@rule
def succeeded(s: State, seat: int) -> bool:
    """T4.2, T4.3: has no card left. T4.4: in a play-off nobody has, and it takes a card placed correctly."""
    return s.out[seat] == 0 and s.held[seat] == 0 and s.right[seat] == 1


@rule
def put_out_others(s: State) -> None:
    """T4.3, T4.4: eliminate those who did not succeed; their cards stay in front of them."""
    for seat in range(s.players):
        if s.out[seat] == 0 and not succeeded(s, seat):
            s.out[seat] = s.round
            tell(s, PUT_OUT, seat, 0, 0)


@rule
def begin_playoff_round(s: State, done: int) -> None:
    """T4.3: all still in draw one card. T4.5: if there are too few cards, they share the victory."""
    still_in = 0
    for seat in range(s.players):
        still_in += s.out[seat] == 0
    if s.piled + s.discarded < still_in:
        tell(s, TOO_FEW, 0, 0, 0)
        end(s, ENDED)
        return
    tell(s, PLAYOFF if done > 1 else WENT_ON, still_in, 0, 0)
    s.playoff = True
    seat = s.first
    for _ in range(s.players):
        if s.out[seat] == 0:
            draw(s, seat)
            tell(s, DRAWN, seat, s.hand[seat][0], 0)
            if s.piled == 0:
                renew_pile(s)
        seat = clockwise(s, seat)
    begin_round(s)


@rule
def end(s: State, how: int) -> None:
    """T4.2, T4.5, T4.6: announce who won or shares the victory."""
    wait_for_nobody(s)
    s.over = how
    outcome = WON if winners(s, standing) == 1 else SHARED
    for seat in range(s.players):
        if rank_of(s, seat, standing) == 1:
            tell(s, outcome, seat, 0, 0)


@rule
def standing(s: State, seat: int) -> int:
    """T4.6, T4.7: players still in come first, then those eliminated later, then those with fewer cards."""
    stayed = s.out[seat] if s.out[seat] > 0 else ROUNDS + 1
    return stayed * (HAND + 1) - s.held[seat]


@rule
def score(s: State, points: Any, ranks: Any) -> None:
    """G2, T4.7: Timeline has no points; the score is the number of cards left."""
    for seat in range(s.players):
        points[seat] = s.held[seat]
        ranks[seat] = rank_of(s, seat, standing)


# --- Checks ----------------------------------------------------------------------


def census(s: State) -> Iterator[tuple[Any, str]]:
    """Every card and its place, to check that none is lost or duplicated. Takes a whole state, not a view."""
    for other in range(s.players):
        yield from ((c, f"hand {other}") for c in s.hand[other][: s.held[other]])
    yield from ((c, "line") for c in s.line[: s.lined])
    yield from ((c, "pile") for c in s.pile[: s.piled])
    yield from ((c, "discards") for c in s.discard[: s.discarded])
