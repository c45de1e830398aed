"""The state of Hearts: cards and actions as numbers (H1), the record, the events.

Actions: 0-51 pass or play that card.
"""

from __future__ import annotations

from tempolude.engine.events import event, events
from tempolude.engine.rule import rule
from tempolude.engine.state import ALL, NOBODY, OWNER, field, flag, int8, int16, layout

# H1.1, H1.2. A card is suit * 13 + rank: 0 is the 2 of clubs, 12 the ace, 51 the ace of hearts.
CLUBS, DIAMONDS, SPADES, HEARTS = range(4)
SUITS, RANKS, CARDS = 4, 13, 52
SEATS, HAND, TRICKS = 4, 13, 13
PASS = 3  # H2.2 cards that each player passes
TWO_OF_CLUBS, QUEEN_OF_SPADES, FIRST_HEART = 0, 36, 39
QUEEN, ALL_POINTS = 13, 26  # H4.1, H4.2 the points of the queen of spades, and of all cards together

ACTIONS = CARDS  # pass or play that card
CHOICES = HAND

PASSING, PLAYING = 0, 1  # phases
NOBODY_PASSES, LEFT, ACROSS, RIGHT = range(4)  # how many seats to the left the cards go

# What a player can be known to lack. The queen is a kind of her own: see H3.4.
KINDS = 5
THE_QUEEN = 4  # the others are the suits, and SPADES is all spades but the queen

card = seat = number = int8

STATE = layout(
    field("target", number, sees=ALL, doc="H5.1 the points that end the match; 0 for a single deal (H5.2)"),
    field("passes", flag, sees=ALL, doc="H2.4 1 if cards are passed at all"),
    field("deal", number, sees=ALL, doc="number of the deal, from 1"),
    field("direction", number, sees=ALL, doc="H2.1 seats to the left that cards are passed: 1 left, 2 across, 3 right"),
    field("phase", number, sees=ALL, doc="PASSING (0) or PLAYING (1)"),
    field("hand", card, (SEATS, HAND), sees=OWNER, doc="cards held, ascending; NONE where a card was"),
    field("held", number, SEATS, sees=ALL, doc="number of cards in hand"),
    field("passed", card, (SEATS, PASS), sees=OWNER, doc="H2.2 the cards chosen to be passed, in that order"),
    field("received", card, (SEATS, PASS), sees=OWNER, doc="H2.3 the cards received, ascending"),
    field("trick", card, SEATS, sees=ALL, doc="H3.2 the card each seat has played to the trick, or NONE"),
    field("led", card, sees=ALL, doc="H3.2 the card led to the trick, or NONE"),
    field("best", seat, sees=ALL, doc="H3.5 the seat that is winning the trick, or NONE"),
    field("tricks", number, SEATS, sees=ALL, doc="tricks taken in this deal"),
    field("last", card, SEATS, sees=ALL, doc="H3.6 the card each seat played to the trick before, or NONE"),
    field("broken", flag, sees=ALL, doc="H3.3 1 if hearts may be led"),
    field("gone", seat, CARDS, sees=ALL, doc="the seat that has played each card in this deal, or NONE"),
    field("lacks", flag, (SEATS, KINDS), sees=ALL, doc="H3.2-H3.4 1 if the seat has shown to have none of that kind"),
    field("points", number, SEATS, sees=ALL, doc="H4.1 points taken in this deal"),
    field("queen", seat, sees=ALL, doc="the seat that has taken the queen of spades in this deal, or NONE"),
    field("total", int16, SEATS, sees=ALL, doc="H4.3 points of all deals that are over"),
    field("moons", number, SEATS, sees=ALL, doc="H4.2 how often each seat has shot the moon"),
    field("owner", seat, CARDS, sees=NOBODY, hidden=0, doc="scratch space for dealing and guessing, otherwise zero"),
)

EVENTS = events(
    event("dealt", "number of the deal, direction"),
    event("chosen", "seat, which has chosen a card to pass"),
    event("given", "giver, card, receiver; seen by these two"),
    event("led", "seat, card"),
    event("played", "seat, card"),
    event("hearts broken", "seat"),
    event("trick taken", "seat, points"),
    event("moon shot", "seat"),
    event("scored", "seat, points of the deal, total"),
    event("won", "seat, total"),
)
DEALT, CHOSEN, GIVEN, LED, PLAYED, BROKEN, TAKEN, MOON, SCORED, WON = range(len(EVENTS))

QUIET = (CHOSEN,)  # reveals nothing, so the action can be undone


@rule
def suit(card: int) -> int:
    return card * 79 >> 10  # card // RANKS without the cost of a division; -1 for NONE


@rule
def rank(card: int) -> int:
    """0 for a 2, 12 for an ace."""
    return card % RANKS


@rule
def kind(card: int) -> int:
    """The kind of a card, of which a player may be known to have none."""
    return THE_QUEEN if card == QUEEN_OF_SPADES else suit(card)


@rule
def worth(card: int) -> int:
    """H4.1: a heart is 1 point, the queen of spades 13; NONE and all others are nothing."""
    return (card >= FIRST_HEART) + QUEEN * (card == QUEEN_OF_SPADES)
