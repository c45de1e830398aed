"""What the game is made of, as numbers: treasures, boards, the line of time, feats (L1)."""

from tempolude.engine.rule import rule
from tempolude.engine.state import NONE

SEATS = 4
CRYSTALS = 24  # L1.2

# L1.1: cards 0-8 are wonders, 9-17 plants, 18-26 animals, 27-35 minerals (three of each type in turn),
# 36-49 books (two of each kind in turn).
TYPES = 5
WONDER, PLANT, ANIMAL, MINERAL, BOOK = range(TYPES)
CARDS, FIRST_MINERAL, FIRST_BOOK = 50, 27, 36
EACH, MINERALS, EACH_MINERAL, BOOKS, EACH_BOOK = 9, 3, 3, 7, 2
KINDS = 3 + MINERALS + BOOKS  # cards of one kind are alike in all that matters
FIRST_BOOK_KIND = 3 + MINERALS

# L1.3: the places of a board are numbered row by row.
ROWS, COLUMNS, PLACES = 3, 4, 12

# L1.4: the stops of the line: era A, 1984, era B, 3961, era C, 6257, era D, 8053, the future. Era n is stop 2 * n.
ERAS, STOPS = 4, 9
PRESENT, FUTURE = 7, 8
DICE, FACES = 4, 10

# L7: the feats in the rulebook's order, and their points.
FEATS = ("column", "animal", "row", "plants", "wonders", "crystals", "books", "minerals")
COLUMN, ONE_ANIMAL, ROW, THREE_PLANTS, FOUR_WONDERS, FIVE_CRYSTALS, THREE_BOOKS, FOUR_MINERALS = range(len(FEATS))
FEAT_POINTS = (2, 2, 3, 3, 3, 3, 4, 5)
FEATS_SHOWN = 5  # L2.1
ON_OFFER, IN_BOX = SEATS, NONE  # beside the seats, where a feat can be

# Phases in which somebody decides, and then those in which something follows at once.
PHASES = 8
SETTING, TRAVELLING, TOLL, IN_ERA, AT_PRESENT, IN_FUTURE, PLACING, FEAT = range(PHASES)
ARRIVING, UNPACKING, BETWEEN_TURNS = range(PHASES, PHASES + 3)

ENOUGH = 10  # L5.1: with so many treasures the match ends
ROUNDS = 200  # L5.2


@rule
def type_of(card):
    """A wonder, a plant, an animal, a mineral or a book."""
    return min(card * 57 >> 9, BOOK)  # card // EACH for every card there is, without the cost of a division


@rule
def kind_of(card):
    """0-2 a wonder, a plant, an animal; 3-5 a mineral of the three types; 6-12 a book of the seven kinds."""
    if card < FIRST_MINERAL:
        return type_of(card)
    if card < FIRST_BOOK:
        return MINERAL + (card - FIRST_MINERAL) // EACH_MINERAL
    return FIRST_BOOK_KIND + (card - FIRST_BOOK) // EACH_BOOK
