"""The state of Contre-Temps: cards, places and actions as numbers (C1), the record, the events.

Actions: 0-64 play that card (or offer it as the constant), 65-75 travel back 0-10, 76-85 travel forward 1-10.
"""

from __future__ import annotations

from tempolude.engine.events import event, events
from tempolude.engine.rule import rule
from tempolude.engine.state import ALL, NOBODY, NONE, OWNER, State, field, flag, int8, layout

# C1 Components. A card is suit * 13 + value - 1: 0 is the 1 of the first suit, 64 the 13 of the last.
SUITS, VALUES, CARDS = 5, 13, 65
SEATS, HAND, UNSEEN = 6, 10, 4
TOKENS, ROUNDS, DISCS = 10, 10, 3

BACK, FORWARD = 65, 75  # BACK + n: travel n back; FORWARD + n: travel n forward
ACTIONS = FORWARD + TOKENS + 1

CLASSIC, PARADOXES = 0, 1
SOME_STRENGTH, NO_SUIT = 100, -2  # more than any card's number; the suit of no card, not even of NONE
FOR_CONSTANT, FOR_NOBODY = SEATS, SEATS + 1  # besides the seats, where a card can be dealt
RESOLUTION, CONSTANT, TRAVEL = 0, 1, 2  # phases

card = seat = token = number = int8

STATE = layout(
    field("mode", number, sees=ALL, doc="CLASSIC or PARADOXES (C8.1)"),
    field("phase", number, sees=ALL, doc="RESOLUTION, CONSTANT or TRAVEL: what is being decided"),
    field("round", number, sees=ALL, doc="C5.2 1 to 10"),
    field("first", seat, sees=ALL, doc="C2.2 the first player"),
    field("hand", card, (SEATS, HAND), sees=OWNER, doc="cards held, ascending; NONE past the last"),
    field("held", number, SEATS, sees=ALL, doc="number of cards in hand"),
    field("void", flag, (SEATS, SUITS), sees=ALL, doc="C3.3 1 if the seat did not follow that suit, so has none of it"),
    field("constant", card, sees=ALL, doc="C2.1 the card whose suit beats the others; NONE after a tie (C4.2)"),
    field("unseen", card, UNSEEN, sees=NOBODY, doc="C2.1 the cards dealt to nobody"),
    field("discard", card, CARDS, sees=ALL, doc="the discard pile, face up"),
    field("discarded", number, sees=ALL, doc="number of cards in the discard pile"),
    field(
        "tokens", token, TOKENS, sees=NOBODY, doc="the pile of event tokens, the next one last; token n is event n + 1"
    ),
    field("tokens_left", number, sees=ALL, doc="number of tokens in the pile"),
    field("laid", flag, TOKENS, sees=ALL, doc="1 if the event is in the line, which is in the order of the numbers"),
    field("present", token, sees=ALL, doc="C6.1 the newest event"),
    field("before", number, sees=ALL, doc="number of events before the present in the line"),
    field("lead", card, TOKENS, sees=ALL, doc="C3.3 the card first led at each event"),
    field("best", card, TOKENS, sees=ALL, doc="C3.5 the winning card of each event, which may be its lead card"),
    field("holder", seat, TOKENS, sees=ALL, doc="C3.5 the seat that controls each event, or NONE"),
    field("discs", number, SEATS, sees=ALL, doc="C5.3 number of events each seat controls"),
    field("at", token, SEATS, sees=ALL, doc="the event each pawn stands on; NONE at the constant"),
    field("crystals", number, SEATS, sees=ALL, doc="C6.3 crystals of each seat"),
    field("event", token, sees=ALL, doc="the event being resolved, or NONE"),
    field("highest", card, sees=ALL, doc="C3.4 the highest card of the suit led at that event"),
    field("played", card, SEATS, sees=ALL, doc="the card each seat has played to that event this round, or NONE"),
    field("offer", card, SEATS, sees=OWNER, doc="C4.1 the card offered, still in hand until all are revealed; or NONE"),
    field("journey", number, SEATS, sees=OWNER, doc="C7.1 the travel action chosen, until all are revealed; or NONE"),
    field("spare", card, CARDS, sees=NOBODY, hidden=0, doc="scratch space for dealing and guessing, otherwise zero"),
)

EVENTS = events(
    event("first player", "seat"),
    event("constant turned", "card"),
    event("event laid", "event"),
    event("card played", "seat, card, event"),
    event("crystal gained", "seat, the higher card lying there"),
    event("event taken", "seat, event, the seat that controlled it or NONE"),
    event("event kept", "seat that controls it, event"),
    event("event unresolved", "event"),
    event("chosen", "seat, which has chosen in secret"),
    event("card offered", "seat, card"),
    event("constant changed", "card, seat"),
    event("constant lost", "the value that tied"),
    event("crystals flow", "seat, crystals gained"),
    event("travelled", "seat, event or NONE for the constant, crystals spent"),
    event("three events", "seat"),
    event("round", "number"),
    event("won", "seat, events controlled"),
)
(
    FIRST_PLAYER, CONSTANT_TURNED, EVENT_LAID, PLAYED, GAINED, TAKEN, KEPT, UNRESOLVED, CHOSEN, OFFERED, CHANGED,
    LOST, FLOW, TRAVELLED, THREE, ROUND, WON,
) = range(len(EVENTS))  # fmt: skip

QUIET = (CHOSEN,)  # reveals nothing, so the action can be undone


@rule
def suit(card: int) -> int:
    """C1.1: the suit of a card, -1 for NONE."""
    return card * 79 >> 10  # card // VALUES, without a division


@rule
def value(card: int) -> int:
    """C1.1: the value of a card, 1 to 13."""
    return card % VALUES + 1


@rule
def lowest(players: int) -> int:
    """C1.1: the lowest value in play: 1 with six players, 3 with five, 5 with four, 7 with three."""
    return 1 + 2 * (SEATS - players)


@rule
def strength(s: State, card: int, asked: int) -> int:
    """C3.5, C3.6: the constant’s suit beats the suit led; a card of any other suit is below SOME_STRENGTH."""
    constant = suit(s.constant) if s.constant != NONE else NO_SUIT
    mine = suit(card)
    return card + SOME_STRENGTH * ((mine == asked) + 2 * (mine == constant))
