"""The state of Timeline: cards and actions as numbers (T1), the record, the events.

A card of the match is a number from 0, in the order of the cards' ids. The secret is which date belongs to which card:
`date` is a card's position among all cards of the match in chronological order, and `year` shows which positions share
a year. So the rules need no calendar years, and hiding a card's date means hiding one number.

Actions: slot * GAPS + gap puts the card in that slot of the hand into that gap; gap 0 is before the first card.
"""

from tempolude.engine.events import event, events
from tempolude.engine.state import ALL, NOBODY, PARTLY, field, flag, int8, int16, layout

SEATS, HAND = 8, 10
CARDS = 240  # T1.3
GAPS = 256  # gaps 0 to 240, rounded up to a power of two so that actions are decoded quickly
ACTIONS = HAND * GAPS
ROUNDS = 60  # T4.6
SPARE_CARDS = 10  # T2.1 cards that must remain besides the hands

card = place = int16
seat = number = int8

STATE = layout(
    field("cards", card, sees=ALL, doc="T1.3 number of cards in the match"),
    field("catalogue", card, CARDS, sees=ALL, doc="T1.2 which card of the decks each is, ascending"),
    field("year", place, CARDS, sees=ALL, doc="by position in time: the rank of its year among the years of the decks"),
    field("date", place, CARDS, sees=PARTLY, doc="T1.1 by card: its position in time, known once it is turned over"),
    field("hand", card, (SEATS, HAND), sees=ALL, doc="T2.1 cards held, whose names are public; NONE past the last"),
    field("held", number, SEATS, sees=ALL, doc="number of cards in hand"),
    field("line", card, CARDS, sees=ALL, doc="T3.3 the cards of the line, in order of time; NONE past the last"),
    field("lined", card, sees=ALL, doc="number of cards in the line"),
    field("pile", card, CARDS, sees=PARTLY, doc="T2.2 the draw pile: last its next card, whose name is public"),
    field("piled", card, sees=ALL, doc="number of cards in the draw pile"),
    field("discard", card, CARDS, sees=ALL, doc="T3.3 misplaced cards, dates revealed; NONE past the last"),
    field("discarded", card, sees=ALL, doc="number of misplaced cards"),
    field("first", seat, sees=ALL, doc="T2.1 the first player"),
    field("round", number, sees=ALL, doc="T4.6 1 to 60"),
    field("playoff", flag, sees=ALL, doc="T4.3 1 in a play-off, with one card each per round"),
    field("right", flag, SEATS, sees=ALL, doc="T4.4 1 if the seat placed a card correctly this round"),
    field("out", number, SEATS, sees=ALL, doc="T4.3 the round in which a seat was eliminated, 0 while it is in"),
    field("spare", card, CARDS, sees=NOBODY, hidden=0, doc="scratch space for guessing, otherwise zero"),
)

EVENTS = events(
    event("first player", "seat"),
    event("line opened", "card, its position in time"),
    event("placed right", "seat, card, gap"),
    event("placed wrong", "seat, card, gap"),
    event("dated", "card, its position in time"),
    event("drawn", "seat, card"),
    event("pile renewed", "number of cards"),
    event("round", "number"),
    event("play-off", "number of players still in"),
    event("put out", "seat"),
    event("went on", "number of players still in, none of whom placed a card correctly in a play-off"),
    event("too few cards", "none: not everybody still in could draw a card"),
    event("won", "seat"),
    event("shared", "seat, one of several winners"),
)
(
    FIRST_PLAYER, OPENED, RIGHT, WRONG, DATED, DRAWN, RENEWED, ROUND, PLAYOFF, PUT_OUT, WENT_ON, TOO_FEW, WON, SHARED,
) = range(len(EVENTS))  # fmt: skip

QUIET = ()  # every turn reveals a date
ONE_VIEW = True  # what is hidden is hidden from everybody
AHEAD = ("year", "date", "hand", "held", "piled")  # what `play` reads first: whether a card fits
