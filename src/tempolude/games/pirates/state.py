"""The state of Time Pirates: pieces and actions as numbers (P1), the record, the events.

Objects of one kind are interchangeable, so every place holds a count of each kind. So does the bag: what comes out is
decided when it is drawn, so there is no order that could be known.

Actions:
    0-6      put the pawn on that epoch: P2.2 at the beginning, P3.4 after a sale
    7-13     P3.3 restock that epoch; any other action first gives up the restock
    14-15    go through gate 1, 2
    16-31    take an object of that kind
    32-59    sell, for that contract
    60-75    hand in an object of that kind: P3.2 to the police, P4.2 for a contract
    76-110   JUMP + colour * 7 + epoch: P3.5 jump there with an atomic object of that colour
    111-590  SWAP + (colour * 6 + opponent) * 16 + kind: P3.5 give a double arrow of that colour, take that kind
    591      P3.5 end the turn without further special actions
    592-596  P6.2 add the next white contract to that colour
"""

from tempolude.engine.events import event, events
from tempolude.engine.state import ALL, OWNER, field, flag, int8, int16, layout

# P1 Components. A kind of object is colour * 3 + form, or WHITE.
COLOURS, FORMS, KINDS = 5, 3, 16
PLAIN, ATOMIC, ARROW = 0, 1, 2
WHITE = 15
PLAINS, ATOMICS, ARROWS, WHITES = 8, 4, 2, 6  # P1.1 how many there are of each
COUNTERS, TRACK = 5, 8  # P1.2 of each number; P5.2 how many end a year
COSTS, CONTRACTS = 5, 28  # P1.3 a contract is colour * 5 + its place among those by cost; then come the white ones
WHITE_CONTRACTS = COLOURS * COSTS  # the first kind of white contract
WHITE_CONTRACT_KINDS, WHITE_COPIES = 3, 12
EPOCHS, GATES = 7, 2  # P1.4
SEATS, YEARS, TURNS = 6, 3, 600  # P6.4
BONUS = 2  # P6.2

PUT, RESTOCK, GATE, TAKE, SELL, HAND_IN, JUMP, SWAP = 0, 7, 14, 16, 32, 60, 76, 111
END_TURN = SWAP + COLOURS * SEATS * KINDS
ADD = END_TURN + 1
ACTIONS = ADD + COLOURS

PLACING, LOSING, FLEEING, ACTING, PAYING, LANDING, ADDING = range(7)  # phases: what is being decided
PHASES = 7

epoch = kind = seat = number = int8

STATE = layout(
    field("sites", number, EPOCHS, sees=ALL, doc="P1.4 number of sites of each epoch"),
    field("gate", epoch, (EPOCHS, GATES), sees=ALL, doc="P1.4 the epochs that the two gates of each epoch lead to"),
    field("cost", number, CONTRACTS, sees=ALL, doc="P1.3 the cost of each contract"),
    field("worth", number, CONTRACTS, sees=ALL, doc="P1.3 the points of each contract"),
    field("phase", number, sees=ALL, doc="PLACING to ADDING: what is being decided"),
    field("first", seat, sees=ALL, doc="P2.2 the first player"),
    field("year", number, sees=ALL, doc="P5.2 1 to 3"),
    field("turn", int16, sees=ALL, doc="P6.4 number of turns finished"),
    field("bag", number, KINDS, sees=ALL, doc="P2.1 objects of each kind in the bag"),
    field("counters", number, GATES, sees=ALL, doc="P1.2 police counters of each number in the bag"),
    field("track", number, TRACK, sees=ALL, doc="P5.2 the counters drawn this year, 0 or 1 each; NONE past the last"),
    field("tracked", number, sees=ALL, doc="P5.2 number of counters drawn this year"),
    field("police", epoch, sees=ALL, doc="P5.2 the epoch where the police are"),
    field("lying", number, (EPOCHS, KINDS), sees=ALL, doc="P2.1 objects of each kind on the sites of each epoch"),
    field("filled", number, EPOCHS, sees=ALL, doc="P5.1 number of sites with an object"),
    field("discard", number, KINDS, sees=ALL, doc="P4.2 objects of each kind in the discards"),
    field("at", epoch, SEATS, sees=ALL, doc="P2.2 the epoch of each pawn; NONE before it is placed"),
    field("hand", number, (SEATS, KINDS), sees=ALL, doc="P3.4 objects of each kind that a seat has"),
    field("held", number, SEATS, sees=ALL, doc="number of objects that a seat has"),
    field("market", number, CONTRACTS, sees=ALL, doc="P4.1 copies of each contract still for sale"),
    field("owned", number, (SEATS, CONTRACTS), sees=ALL, doc="P4.1 copies of each contract that a seat owns"),
    field("points", int16, SEATS, sees=ALL, doc="P6.1 points so far"),
    field("earned", int16, (SEATS, YEARS), sees=ALL, doc="P6.1 the part of these that each year brought"),
    field("fresh", flag, sees=ALL, doc="P3.3 1 if nothing was done yet this turn, so a restock is possible"),
    field("due", number, sees=ALL, doc="P3.4 standard actions still to do"),
    field(
        "ready",
        number,
        COLOURS,
        sees=ALL,
        doc="P3.5 double arrows the active seat may swap: not got by a swap this turn",
    ),
    field("contract", number, sees=ALL, doc="P4.1 the contract being paid, or NONE"),
    field("owing", number, sees=ALL, doc="P4.1 objects still to hand in for it"),
    field("paid", number, KINDS, sees=ALL, doc="P4.2 objects of each kind handed in for it"),
    field("added", number, SEATS, sees=ALL, doc="P6.2 number of white contracts a seat has chosen a colour for"),
    field("choice", number, (SEATS, WHITE_COPIES), sees=OWNER, doc="P6.2 these colours, until all are revealed"),
    field(
        "shown",
        number,
        (SEATS, WHITE_COPIES),
        sees=ALL,
        doc="P6.2 the colours revealed; NONE for those that stay white",
    ),
)

# "Objects" are up to six kinds in two numbers: see `rules.noted`.
EVENTS = events(
    event("first player", "seat"),
    event("placed", "seat, epoch"),
    event("turn", "seat"),
    event("caught", "seat, epoch, white objects lost"),
    event("lost", "seat, kind"),
    event("gate", "seat, 0 or 1, epoch it leads to"),
    event("restocked", "seat, epoch"),
    event("filled", "epoch, objects"),
    event("police", "0 or 1, epoch that gate leads to, counters on the track"),
    event("not filled", "epoch: the bag is empty"),
    event("taken", "seat, kind, epoch"),
    event("handed in", "seat, kind"),
    event("paid", "seat, objects"),
    event("bought", "seat, contract"),
    event("landed", "seat, epoch"),
    event("jumped", "seat, kind, epoch"),
    event("swapped", "seat, opponent, kind given * KINDS + kind taken"),
    event("year ended", "year"),
    event("scored", "seat, points gained, points in all"),
    event("turns over", "number of turns"),
    event("set aside", "seat, contract, colour: only for that seat"),
    event("chosen", "seat, which has chosen in secret"),
    event("added", "seat, contract, colour"),
    event("all colours", "seat, points gained"),
    event("most", "seat, colour, its points in that colour"),
    event("won", "seat, points"),
    event("shared", "seat, points: one of several winners"),
)
(
    FIRST_PLAYER, PLACED, TURN, CAUGHT, LOST, WENT, RESTOCKED, FILLED, POLICE, NOT_FILLED, TAKEN, HANDED_IN, PAID,
    BOUGHT, LANDED, JUMPED, SWAPPED, YEAR_ENDED, SCORED, TURNS_OVER, SET_ASIDE, CHOSEN, ADDED, ALL_COLOURS, MOST, WON,
    SHARED,
) = range(len(EVENTS))  # fmt: skip

# Only chance and the final choice are hidden; an action that reveals neither can be undone.
QUIET = (
    PLACED, TURN, CAUGHT, LOST, WENT, TAKEN, HANDED_IN, PAID, BOUGHT, LANDED, JUMPED, SWAPPED, SET_ASIDE, CHOSEN,
)  # fmt: skip
