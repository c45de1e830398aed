"""How a sensible club player plays Time Collectors: go where the cards add most, and place them where they count.

Weights only compare the actions of one decision; they are roughly in points of the score.
"""

from __future__ import annotations

from typing import Any

from tempolude.engine.rule import rule
from tempolude.engine.state import State

from .dates import date_of, reachable
from .scoring import (
    beside,
    books_for,
    counted_by_book,
    covered,
    room_for,
    score_animals,
    score_plants,
    score_wonders,
    size,
    total,
)

from .state import (  # isort: skip
    ANIMAL, AT_PRESENT, BOOK, COLLECT, COLUMNS, DISCARD, ENOUGH, ERAS, FEAT, FEAT_POINTS, FIRST_BOOK_KIND, FUTURE, GIVE,
    IN_ERA, LEAVE, MINERAL, MINERALS, PLACE, PLACES, PLACING, PLANT, PRESENT, SETTING, STOPS, TAKE, TAKE_NONE, TOLL,
    TRAVEL, TRAVELLING, WONDER, kind_of, type_of,
)  # fmt: skip

CRYSTAL = 1.7  # the value of a crystal while there is time to spend it
ALONE = 3.0  # what the first card of a set promises

# Dice are rolled again every round, and then the same order means another date: so the search tree ends there.
SETTINGS = {"luck": 0, "draws": 24}


@rule
def weigh(s: State, seat: int, action: int, knowledge: Any) -> float:
    if s.phase == SETTING:
        return weigh_order(s, seat, action)
    if s.phase == TRAVELLING:
        stop = (action - TRAVEL) // 3
        return weigh_stop(s, seat, stop) - CRYSTAL * (action - TRAVEL - 3 * stop) - toll(s, seat, stop)
    if s.phase == PLACING:
        return weigh_place(s, seat, s.collected[0], action - PLACE)
    if s.phase == FEAT:
        return -1.0 if action == TAKE_NONE else float(FEAT_POINTS[action - TAKE])
    if s.phase == TOLL:
        return -float(total(s, action - GIVE))
    if s.phase == IN_ERA:
        card = s.line[s.at[seat] >> 1]
        return gain(s, seat, card) if action == COLLECT else gain(s, seat, s.next) - CRYSTAL
    return weigh_future(s, seat, action)


# --- Where to go -----------------------------------------------------------------


@rule
def weigh_order(s: State, seat: int, order: int) -> float:
    """The best stop that the date reaches with the crystals at hand; late dates play early (L3.3)."""
    date = date_of(s, seat, order)
    ways = reachable(date, s.crystals[seat])
    best = -100.0
    for stop in range(STOPS):
        if ways >> 3 * stop & 7:
            fewest = 0 if ways >> 3 * stop & 1 else (1 if ways >> 3 * stop & 2 else 2)
            best = max(best, weigh_stop(s, seat, stop) - CRYSTAL * fewest)
    return best + date / 20000


@rule
def weigh_stop(s: State, seat: int, stop: int) -> float:
    """What a stop of the timeline gives (L4.4 to L4.7)."""
    era = stop >> 1
    if stop == FUTURE:
        return 2 * CRYSTAL * min(1.0, s.reserve / 2)
    if stop == PRESENT:
        return gain(s, seat, s.line[ERAS - 1]) + 2 * CRYSTAL * min(1.0, s.reserve / 2)
    if stop & 1:
        return gain(s, seat, s.line[era]) + gain(s, seat, s.line[era + 1])
    return gain(s, seat, s.line[era])


@rule
def toll(s: State, seat: int, stop: int) -> float:
    """L4.3: what is owed to somebody already there."""
    if s.at[seat] == stop:
        return 0.0
    owed = 0.0
    for other in range(s.players):
        if other != seat and s.gone[other] == 1 and s.at[other] == stop:
            owed = CRYSTAL
    return owed


@rule
def weigh_future(s: State, seat: int, action: int) -> float:
    """L4.6, L4.7: discard what is worth more to the others than the next card; on 8053 your own card counts."""
    best = 0.0
    if s.phase == AT_PRESENT:
        ahead = action == DISCARD + ERAS - 1  # the card of era D goes, and the next one is collected
        best = 4 * gain(s, seat, s.next if ahead else s.line[ERAS - 1])
    if action in (COLLECT, LEAVE):
        return best
    for other in range(s.players):
        if other != seat:
            best += (gain(s, other, s.line[action - DISCARD]) - gain(s, other, s.next)) / s.players
    return best


# --- What a card is worth --------------------------------------------------------


@rule
def gain(s: State, seat: int, card: int) -> float:
    """What one more card adds, and what it promises while there is time."""
    room = room_for(s, seat, card)
    if room == 0:
        return 0.0
    mine = s.lying[seat]
    time = max(0.0, (ENOUGH - 1 - s.owned[seat]) / ENOUGH)
    t = type_of(card)
    worth = 0.0
    if t == WONDER:
        count = size(mine[WONDER])
        worth = score_wonders(count + 1) - score_wonders(count) + time * (2 if count % 3 < 2 else 1)
    elif t == PLANT:
        worth = 4.0 if room & ~beside(mine[PLANT]) & ~mine[PLANT] else 0.0
    elif t == ANIMAL:
        worth = gain_of_animal(s, seat, room) + time * ALONE
    elif t == MINERAL:
        worth = gain_of_mineral(s, seat, kind_of(card)) + time * ALONE
    else:
        worth = 2.0 * counted_by_book(s, seat, kind_of(card) - FIRST_BOOK_KIND) + 8 * time
        if kind_of(card) == FIRST_BOOK_KIND + 5:
            worth += 2
    return worth + 2.0 * books_for(s, seat, t) + (CRYSTAL if s.gems[seat] & room else 0.0)


@rule
def gain_of_animal(s: State, seat: int, room: int) -> float:
    """L6.3: beside others it scores high, alone it costs points; the first one may get company later."""
    mine = s.lying[seat][ANIMAL]
    count = size(mine)
    if count == 0:
        return -3.0 + 10 * max(0.0, (ENOUGH - 2 - s.owned[seat]) / ENOUGH)
    if count >= 4:
        return 0.0
    if room & beside(mine):
        return 9.0 if count == 1 else (6.0 if count == 2 else 8.0)
    return -3.0


@rule
def gain_of_mineral(s: State, seat: int, kind: int) -> float:
    """L6.4: another type in a set gives 8."""
    mine = 0
    fewer = 0  # other types that are more numerous than this one
    for place in range(PLACES):
        mine += kind_of(s.board[seat][place]) == kind
    for t in range(MINERALS):
        have = 0
        for place in range(PLACES):
            have += kind_of(s.board[seat][place]) == MINERAL + t
        fewer += MINERAL + t != kind and have > mine
    return 8.0 if fewer > 0 else 1.0


# --- Where to put it -------------------------------------------------------------


@rule
def weigh_place(s: State, seat: int, card: int, place: int) -> float:
    t = type_of(card)
    here = 1 << place
    mine = s.lying[seat]
    worth = 0.0
    if t == PLANT:
        worth = float(score_plants(mine[PLANT] | here) - score_plants(mine[PLANT]))
    elif t == ANIMAL:
        worth = float(score_animals(mine[ANIMAL] | here) - score_animals(mine[ANIMAL]))
    free = ~covered(s, seat) & ~here
    if t == ANIMAL and size(mine[ANIMAL]) < 3:
        worth += 0.5 * size(beside(here) & free & s.room[seat][ANIMAL])
    elif mine[ANIMAL] and size(mine[ANIMAL]) < 4:
        worth -= 1.0 * (beside(mine[ANIMAL]) & here != 0)  # keep room for its herd
    worth += CRYSTAL * (s.gems[seat] >> place & 1)
    kept = 0  # types that may not be placed here
    for other in range(BOOK + 1):
        kept += not s.room[seat][other] >> place & 1
    row = place // COLUMNS
    return worth + 0.5 * kept + 0.2 * size(covered(s, seat) >> COLUMNS * row & 15)
