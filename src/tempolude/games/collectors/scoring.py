"""The score sheet (L6) and the feats (L7). Sets of places are bits: bit 4 * row + column."""

from __future__ import annotations

from tempolude.engine.rule import long_rule, rule
from tempolude.engine.state import NONE, State

from .state import (  # isort: skip
    ANIMAL, BOOK, COLUMN, COLUMNS, EACH_MINERAL, FEAT_POINTS, FEATS, FIRST_BOOK_KIND, FIVE_CRYSTALS,
    FOUR_MINERALS, FOUR_WONDERS, MINERAL, MINERALS, ON_OFFER, ONE_ANIMAL, PLACES, PLANT, ROW, THREE_BOOKS, THREE_PLANTS,
    TYPES, WONDER, kind_of, type_of,
)  # fmt: skip

EVERY_PLACE = 0b1111_1111_1111
LEFT_COLUMN, TOP_ROW, RIGHT_COLUMN = 0b0001_0001_0001, 0b1111, 0b1000_1000_1000

# The lines of the score sheet.
SHEET = ("wonders", "plants", "animals", "minerals", "books", "feats", "crystals")
WONDERS, PLANTS, ANIMALS, MINERAL_SETS, BOOKS, FEATS_TAKEN, CRYSTALS = range(len(SHEET))
OF_TYPES, OF_BOOKS = 4, 5  # L6.5: book 0 counts wonders, 1 plants, 2 animals, 3 minerals; the last one crystals


# --- Score -----------------------------------------------------------------------


@rule
def sheet_line(s: State, seat: int, number: int) -> int:
    """L6.1-L6.7: the points of one line of the score sheet."""
    if number == WONDERS:
        return score_wonders(size(s.lying[seat][WONDER]))
    if number == PLANTS:
        return score_plants(s.lying[seat][PLANT])
    if number == ANIMALS:
        return score_animals(s.lying[seat][ANIMAL])
    if number == MINERAL_SETS:
        return score_minerals(s, seat, NONE)
    if number == BOOKS:
        return score_books(s, seat)
    if number == FEATS_TAKEN:
        return score_feats(s, seat)
    return s.crystals[seat]  # L6.7


@rule
def total(s: State, seat: int) -> int:
    """L6.1-L6.7: the points of all lines."""
    points = 0
    for number in range(len(SHEET)):
        points += sheet_line(s, seat, number)
    return points


@rule
def score_wonders(count: int) -> int:
    """L6.1: sets of three first, then the rest."""
    sets = count // 3
    left = count - 3 * sets
    return 12 * sets + 3 * left + (left == 2)


@rule
def score_plants(places: int) -> int:
    """L6.2: 4 for each plant without another next to it."""
    return 4 * size(places & ~beside(places))


@rule
def score_animals(places: int) -> int:
    """L6.3: exactly four are counted, the best, or all if there are fewer; lone ones cost 3.

    Any number of a group can be counted and still be neighbours. So with more than four animals, four of one group are
    best, then three or two with what another group adds; lone ones are counted only where nothing else is left.
    """
    groups = 0  # of two or more
    largest = 0
    points = 0  # if all are counted
    rest = places
    while rest != 0:
        group = neighbours_of(rest & -rest, rest)
        rest &= ~group
        count = size(group)
        largest = max(largest, count)
        groups += count > 1
        points += score_group(count)
    if size(places) <= 4:
        return points
    if largest >= 4:
        return score_group(4)
    if groups >= 2:  # two and two, or three and one that is not alone
        return score_group(3)
    return score_group(largest) + (4 - largest) * score_group(1)


@rule
def score_group(count: int) -> int:
    """L6.3: 2 score 6, 3 score 12, 4 score 20; a lone one costs 3."""
    if count == 1:
        return -3
    return 6 * (count - 1) + 2 * (count == 4)


@rule
def score_minerals(s: State, seat: int, more: int) -> int:
    """L6.4: sets of three different types score 16, of two 8; the best division counts.

    `more` is the kind of one more mineral, or NONE.
    """
    mine = s.lying[seat][MINERAL]
    count = size(mine) + (more != NONE)
    if count < 2:
        return 0
    most = 0
    fewest = EACH_MINERAL
    for t in range(MINERALS):
        have = int(more == MINERAL + t)
        for place in range(PLACES):
            have += mine >> place & 1 and kind_of(s.board[seat][place]) == MINERAL + t
        most = max(most, have)
        fewest = min(fewest, have)
    best = 0
    for threes in range(fewest + 1):
        left = count - 3 * threes
        twos = min(left >> 1, left - (most - threes))
        best = max(best, 16 * threes + 8 * twos)
    return best


@rule
def score_books(s: State, seat: int) -> int:
    """L6.5: each book scores 2 points per item it names, including cards that score nothing."""
    points = 0
    books = s.lying[seat][BOOK]
    for place in range(PLACES):
        if books >> place & 1:
            points += 2 * counted_by_book(s, seat, kind_of(s.board[seat][place]) - FIRST_BOOK_KIND)
    return points


@rule
def counted_by_book(s: State, seat: int, book: int) -> int:
    """L6.5: the number of items that a kind of book counts."""
    if book <= MINERAL:
        return size(s.lying[seat][book])
    if book == OF_TYPES:
        types = 0
        for t in range(TYPES):
            types += s.lying[seat][t] != 0
        return types
    if book == OF_BOOKS:
        return size(s.lying[seat][BOOK])
    return s.crystals[seat]


@rule
def books_for(s: State, seat: int, t: int) -> int:
    """L6.5: how many books on the board would count one more card of this type."""
    count = 0
    books = s.lying[seat][BOOK]
    for place in range(PLACES):
        if books >> place & 1:
            book = kind_of(s.board[seat][place]) - FIRST_BOOK_KIND
            named = book == OF_BOOKS if t == BOOK else book == t
            count += named or (book == OF_TYPES and s.lying[seat][t] == 0)
    return count


@rule
def score_feats(s: State, seat: int) -> int:
    """L6.6: the points printed on the feats taken."""
    points = 0
    for feat in range(len(FEATS)):
        if s.feat[feat] == seat:
            points += FEAT_POINTS[feat]
    return points


# --- What one more card adds -----------------------------------------------------


@long_rule
def points_added(s: State, seat: int, card: int) -> int:
    """L6.1-L6.5: the points that a card adds at once where it adds most; 0 where it cannot be placed."""
    room = room_for(s, seat, card) if card != NONE else 0
    if room == 0:
        return 0
    t = type_of(card)
    if t != PLANT and t != ANIMAL:
        return points_added_at(s, seat, card, 0)  # the same on every place
    near = beside(s.lying[seat][t])
    if room & ~near:  # all places away from its own kind are alike, and the best for a plant
        points = points_added_at(s, seat, card, index(room & ~near & -(room & ~near)))
        room &= near if t == ANIMAL else 0
    else:
        points = points_added_at(s, seat, card, index(room & -room))
    while room != 0:
        points = max(points, points_added_at(s, seat, card, index(room & -room)))
        room &= room - 1
    return points


@rule
def points_added_at(s: State, seat: int, card: int, place: int) -> int:
    """L6.1-L6.5: the points that a card adds at once on that place."""
    t = type_of(card)
    mine = s.lying[seat][t]
    points = 2 * books_for(s, seat, t)
    if t == WONDER:
        points += score_wonders(size(mine) + 1) - score_wonders(size(mine))
    elif t == PLANT:
        points += score_plants(mine | 1 << place) - score_plants(mine)
    elif t == ANIMAL:
        points += score_animals(mine | 1 << place) - score_animals(mine)
    elif t == MINERAL:
        points += score_minerals(s, seat, kind_of(card)) - score_minerals(s, seat, NONE)
    else:
        book = kind_of(card) - FIRST_BOOK_KIND
        itself = book == OF_BOOKS or (book == OF_TYPES and mine == 0)
        points += 2 * (counted_by_book(s, seat, book) + itself)
    return points


# --- Feats -----------------------------------------------------------------------


@rule
def feats_within_reach(s: State, seat: int) -> int:
    """L4.10: the feats on offer whose condition `seat` meets, as bits."""
    offered = 0
    for feat in range(len(FEATS)):
        offered |= (s.feat[feat] == ON_OFFER) << feat
    return offered & feats_met(s, seat)


@rule
def feats_met(s: State, seat: int) -> int:
    """L7: the feats whose condition a seat meets now, as bits."""
    lying = s.lying[seat]
    met = has_full_column(covered(s, seat)) << COLUMN
    met |= has_full_row(covered(s, seat)) << ROW
    met |= (lying[ANIMAL] != 0) << ONE_ANIMAL
    met |= (size(lying[PLANT]) >= 3) << THREE_PLANTS
    met |= (size(lying[WONDER]) >= 4) << FOUR_WONDERS
    met |= (s.crystals[seat] >= 5) << FIVE_CRYSTALS
    met |= (size(lying[BOOK]) >= 3) << THREE_BOOKS
    met |= (size(lying[MINERAL]) >= 4) << FOUR_MINERALS
    return met


@rule
def has_full_column(places: int) -> bool:
    """L7: whether a column is full."""
    return places & places >> COLUMNS & places >> 2 * COLUMNS & TOP_ROW != 0


@rule
def has_full_row(places: int) -> bool:
    """L7: whether a row is full."""
    pairs = places & places >> 1
    return pairs & pairs >> 2 & LEFT_COLUMN != 0


# --- Boards ----------------------------------------------------------------------


@rule
def covered(s: State, seat: int) -> int:
    """L1.3: the places with a card."""
    places = 0
    for t in range(TYPES):
        places |= s.lying[seat][t]
    return places


@rule
def room_for(s: State, seat: int, card: int) -> int:
    """L4.9: the empty places that may take a card, as bits."""
    return s.room[seat][type_of(card)] & ~covered(s, seat)


@rule
def beside(places: int) -> int:
    """L6.2, L6.3: the places next to these: up, down, left, right."""
    across = (places & ~RIGHT_COLUMN) << 1 | (places & ~LEFT_COLUMN) >> 1
    return (places << COLUMNS | places >> COLUMNS | across) & EVERY_PLACE


@rule
def neighbours_of(group: int, places: int) -> int:
    """L6.3: all of `places` connected with the group."""
    grown = group
    group = 0
    while grown != group:
        group = grown
        grown = (group | beside(group)) & places
    return group


@rule
def size(places: int) -> int:
    """L1.3: how many places are in a set."""
    pairs = places - (places >> 1 & 0b0101_0101_0101)
    fours = (pairs & 0b0011_0011_0011) + (pairs >> 2 & 0b0011_0011_0011)
    return fours * 0b0001_0001_0001 >> 8 & 15


@rule
def index(places: int) -> int:
    """L1.3: which place it is, for a set of one."""
    place = 0
    while places > 1:
        places >>= 1
        place += 1
    return place
