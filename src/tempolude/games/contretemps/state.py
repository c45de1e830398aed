"""What Contre-Temps is played with: numbers for cards, places and actions, the state, what can happen (C1)."""

from tempolude.engine.rule import rule
from tempolude.engine.state import ALL, NOBODY, OWNER, field, flag, int8, layout

# C1 Components. A card is suit * 13 + value - 1: 0 is the 1 of the first suit, 64 the 13 of the last.
SUITS, VALUES, CARDS = 5, 13, 65
SEATS, HAND, UNSEEN = 6, 10, 4
TOKENS, ROUNDS, DISCS = 10, 10, 3

BACK, FORWARD = 65, 75  # BACK + n travels n back, FORWARD + n travels n forward
ACTIONS = FORWARD + TOKENS + 1

CLASSIC, PARADOXES = 0, 1
SOME_STRENGTH, NO_SUIT = 100, -2  # more than any card; no card's suit, not even that of NONE
FOR_CONSTANT, FOR_NOBODY = SEATS, SEATS + 1  # beside the seats, who a card can be dealt to
RESOLUTION, CONSTANT, TRAVEL = 0, 1, 2  # phases in which somebody decides

card = seat = token = number = int8

# Loops run over all places there can be (SEATS, HAND, TOKENS) where empty ones do no harm: compiled, a loop of fixed
# length becomes straight code, which is faster than a shorter loop that has to be counted.

STATE = layout(
    field("mode", number, sees=ALL),  # CLASSIC or PARADOXES (C8)
    field("phase", number, sees=ALL),
    field("round", number, sees=ALL),  # 1 to 10
    field("first", seat, sees=ALL),  # C2.2 who has the first-player marker
    field("hand", card, (SEATS, HAND), sees=OWNER),  # ascending, NONE past the last
    field("held", number, SEATS, sees=ALL),  # cards in hand
    field("void", flag, (SEATS, SUITS), sees=ALL),  # shown by not following (C3.3): has none of that suit
    field("constant", card, sees=ALL),  # C2.1 its suit beats the others; NONE after a tie (C4.2)
    field("unseen", card, UNSEEN, sees=NOBODY),  # C2.1 the cards nobody was dealt
    field("discard", card, CARDS, sees=ALL),  # face up
    field("discarded", number, sees=ALL),
    field("tokens", token, TOKENS, sees=NOBODY),  # the pile, the next one last; a token is its number less one
    field("tokens_left", number, sees=ALL),
    field("laid", flag, TOKENS, sees=ALL),  # in the line, where events lie in the order of their numbers
    field("present", token, sees=ALL),  # C6.1 the newest event
    field("before", number, sees=ALL),  # how many events lie before it in the line
    field("lead", card, TOKENS, sees=ALL),  # C3.3 the card first led there
    field("best", card, TOKENS, sees=ALL),  # C3.5 the winning card; may be the lead card
    field("holder", seat, TOKENS, sees=ALL),  # C3.5 who controls it
    field("discs", number, SEATS, sees=ALL),  # how many events each controls
    field("at", token, SEATS, sees=ALL),  # where the pawn stands; NONE is the constant
    field("crystals", number, SEATS, sees=ALL),
    field("event", token, sees=ALL),  # the event being resolved, or NONE
    field("highest", card, sees=ALL),  # C3.4 the highest card of the suit asked for lying there
    field("played", card, SEATS, sees=ALL),  # to the event being resolved, this round
    field("offer", card, SEATS, sees=OWNER),  # C4.1 chosen, not yet shown (still in hand)
    field("journey", number, SEATS, sees=OWNER),  # C7.1 the action chosen, not yet shown
    field("spare", card, CARDS, sees=NOBODY, hidden=0),  # room to deal and guess in, zero at all other times
)

# What happens, and the numbers that come with it.
EVENTS = (
    "first player",  # seat
    "constant turned",  # card
    "event laid",  # token
    "card played",  # seat, card, event
    "crystal gained",  # seat, the higher card lying there
    "event taken",  # seat, event, from whom (NONE: it was new)
    "event kept",  # seat that holds it, event
    "event unresolved",  # event
    "chosen",  # seat: has chosen in secret
    "card offered",  # seat, card
    "constant changed",  # card, seat
    "constant lost",  # the value that tied
    "crystals flow",  # seat, how many
    "travelled",  # seat, to (NONE: the constant), crystals spent
    "three events",  # seat
    "round",  # number
    "won",  # seat
)
(
    FIRST_PLAYER, CONSTANT_TURNED, EVENT_LAID, PLAYED, GAINED, TAKEN, KEPT, UNRESOLVED, CHOSEN, OFFERED, CHANGED,
    LOST, FLOW, TRAVELLED, THREE, ROUND, WON,
) = range(len(EVENTS))  # fmt: skip

QUIET = (CHOSEN,)  # shows nobody anything new, so it can be taken back


@rule
def suit(card):
    return card * 79 >> 10  # card // VALUES without the cost of a division; -1 for NONE


@rule
def value(card):
    return card % VALUES + 1


@rule
def lowest(players):
    """C1.1: the lowest value in play: 1 with six players, 3 with five, 5 with four, 7 with three."""
    return 1 + 2 * (SEATS - players)
