"""The state of Time Collectors: treasures, boards and actions as numbers (L1), the record, the events.

Actions: 0-23 put the dice, which lie in ascending order, into one of their orders (0 is the earliest date, 23 the
latest); 24 + 3 * stop + n travel to that stop of the timeline with n dice changed; 51 + seat give that seat the toll;
55-58 discard the card of era A-D; 59 collect; 60 discard nothing; 61-72 put the card on that place of the board;
73-80 take that feat; 81 take none.
"""

from __future__ import annotations

from tempolude.engine.events import event, events
from tempolude.engine.rule import rule
from tempolude.engine.state import ALL, NOBODY, NONE, OWNER, field, flag, int8, int16, layout

SEATS = 4
CRYSTALS = 24  # L1.2

# L1.1: cards 0-8 are wonders, 9-17 plants, 18-26 animals, 27-35 minerals (three of each type in turn),
# 36-49 books (two of each kind in turn).
TYPES = 5
WONDER, PLANT, ANIMAL, MINERAL, BOOK = range(TYPES)
CARDS, FIRST_MINERAL, FIRST_BOOK = 50, 27, 36
EACH, MINERALS, EACH_MINERAL, BOOKS, EACH_BOOK = 9, 3, 3, 7, 2
KINDS = 3 + MINERALS + BOOKS  # cards of one kind are interchangeable
FIRST_BOOK_KIND = 3 + MINERALS

# L1.3: the places of a board are numbered row by row.
ROWS, COLUMNS, PLACES = 3, 4, 12

# L1.4: the stops of the timeline: era A, 1984, era B, 3961, era C, 6257, era D, 8053, the future. Era n is stop 2 * n.
ERAS, STOPS = 4, 9
PRESENT, FUTURE = 7, 8
DICE, FACES, ORDERS = 4, 10, 24  # L3.1

# L7: the feats in the rulebook's order, and their points.
FEATS = ("column", "animal", "row", "plants", "wonders", "crystals", "books", "minerals")
COLUMN, ONE_ANIMAL, ROW, THREE_PLANTS, FOUR_WONDERS, FIVE_CRYSTALS, THREE_BOOKS, FOUR_MINERALS = range(len(FEATS))
FEAT_POINTS = (2, 2, 3, 3, 3, 3, 4, 5)
FEATS_SHOWN = 5  # L2.1
ON_OFFER, IN_BOX = SEATS, NONE  # besides the seats, where a feat can be

# Phases in which somebody decides, then those without a decision (`rules.go_on`).
PHASES = 8
SETTING, TRAVELLING, TOLL, IN_ERA, AT_PRESENT, IN_FUTURE, PLACING, FEAT = range(PHASES)
ARRIVING, UNPACKING, BETWEEN_TURNS = range(PHASES, PHASES + 3)

ENOUGH = 10  # L5.1: the treasures that end the match
ROUNDS = 200  # L5.2

# Where the actions of each kind begin.
TRAVEL = ORDERS
GIVE = TRAVEL + 3 * STOPS
DISCARD = GIVE + SEATS
COLLECT = DISCARD + ERAS
LEAVE = COLLECT + 1
PLACE = LEAVE + 1
TAKE = PLACE + PLACES
TAKE_NONE = TAKE + len(FEATS)
ACTIONS = TAKE_NONE + 1

card = seat = number = digit = int8
places = int16  # a set of places of a board, as bits

STATE = layout(
    field("phase", number, sees=ALL, doc="SETTING to FEAT: what is being decided"),
    field("round", int16, sees=ALL, doc="L5.2 number of rounds begun, rifts included"),
    field("turn", seat, sees=ALL, doc="L3.3 whose turn it is; NONE while machines are set"),
    field("room", places, (SEATS, TYPES), sees=ALL, doc="L1.3 as bits, the places that may take a card of each type"),
    field("gems", places, SEATS, sees=ALL, doc="L1.3 as bits, the places that bring a crystal"),
    field("line", card, ERAS, sees=ALL, doc="L1.4 the card in each era"),
    field("next", card, sees=ALL, doc="L2.1 the top card of the draw pile, face up"),
    field("pile", card, CARDS, sees=NOBODY, doc="L2.1 the draw pile below its top card, the next card last"),
    field("piled", number, sees=ALL, doc="number of cards in the draw pile below its top card"),
    field("discard", card, CARDS, sees=ALL, doc="L4.4 the discard pile; NONE past the last"),
    field("discarded", number, sees=ALL, doc="number of cards in the discard pile"),
    field("feat", seat, len(FEATS), sees=ALL, doc="L4.10 who has each feat: a seat, ON_OFFER or IN_BOX"),
    field("reserve", number, sees=ALL, doc="L4.11 crystals that nobody has"),
    field("crystals", number, SEATS, sees=ALL, doc="L1.2 crystals of each seat"),
    field("board", card, (SEATS, PLACES), sees=ALL, doc="L1.3 the card on each place of a board, or NONE"),
    field("lying", places, (SEATS, TYPES), sees=ALL, doc="as bits, the places with a card of each type"),
    field("owned", number, SEATS, sees=ALL, doc="L5.1 number of treasures on the board"),
    field("at", number, SEATS, sees=ALL, doc="L1.4 the stop where the pawn stands"),
    field("roll", digit, (SEATS, DICE), sees=OWNER, doc="L3.1 the dice, ascending; NONE once dates are revealed"),
    field("order", number, SEATS, sees=OWNER, doc="L3.1 the order chosen, until dates are revealed; or NONE"),
    field("date", int16, SEATS, sees=ALL, doc="L3.2 the date revealed; NONE while machines are set"),
    field("changed", number, SEATS, sees=ALL, doc="L4.1 number of dice changed this round"),
    field("gone", flag, SEATS, sees=ALL, doc="L3.3 1 if the seat has begun its turn this round"),
    field("collected", card, 2, sees=ALL, doc="L4.9 the cards still to be placed, in that order; or NONE"),
)

EVENTS = events(
    event("feat shown", "feat"),
    event("turned up", "card, era"),
    event("round", "number"),
    event("rolled", "seat, its dice as one number: only for that seat"),
    event("chosen", "seat, which has set its machine"),
    event("date shown", "seat, date"),
    event("rift", "seat, date, crystals lost"),
    event("travelled", "seat, 3 * stop + dice changed, the date set"),
    event("stayed", "seat, 3 * stop + dice changed, the date set: the pawn was already there"),
    event("toll", "seat, to whom"),
    event("paid to discard", "seat, card, era"),
    event("discarded", "seat, card, era"),
    event("pile renewed", "number of cards"),
    event("collected", "seat, card, era"),
    event("crystals gained", "seat, crystals"),
    event("placed", "seat, card, place"),
    event("crystal found", "seat, place, crystals (0 if the reserve is empty)"),
    event("no place", "seat, card"),
    event("feat taken", "seat, feat"),
    event("ten treasures", "seat, number of treasures"),
    event("limit reached", "number of rounds"),
    event("won", "seat, points"),
    event("shared", "seat, points: one of several winners"),
)
(
    FEAT_SHOWN, TURNED_UP, ROUND, ROLLED, CHOSEN, DATE_SHOWN, RIFT, TRAVELLED, STAYED, TOLL_GIVEN, PAID_TO_DISCARD,
    DISCARDED, RENEWED, COLLECTED, GAINED, PLACED, FOUND, NO_PLACE, FEAT_TAKEN, TEN, LIMIT_REACHED, WON, SHARED,
) = range(len(EVENTS))  # fmt: skip

# These reveal no card, die or date; an action that causes no other event can be undone.
QUIET = (CHOSEN, TRAVELLED, STAYED, TOLL_GIVEN, GAINED, PLACED, FOUND, NO_PLACE, FEAT_TAKEN, TEN)


@rule
def type_of(card: int) -> int:
    """L1.1: a wonder, a plant, an animal, a mineral or a book."""
    return min(card * 57 >> 9, BOOK)  # card // EACH, without a division


@rule
def kind_of(card: int) -> int:
    """L1.1: 0-2 a wonder, a plant, an animal; 3-5 a mineral of the three types; 6-12 a book of the seven kinds."""
    if card < FIRST_MINERAL:
        return type_of(card)
    if card < FIRST_BOOK:
        return MINERAL + (card - FIRST_MINERAL) // EACH_MINERAL
    return FIRST_BOOK_KIND + (card - FIRST_BOOK) // EACH_BOOK
