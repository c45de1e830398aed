"""What lies on the table: the pieces by number, the record that says where they are, and what can happen to them.

Numbers (P1.1) are those of rulebook.en.md; what the actions mean stands in `rules.py`.
"""

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
    field("sites", number, EPOCHS, sees=ALL),  # P1.4 the board
    field("gate", epoch, (EPOCHS, GATES), sees=ALL),
    field("cost", number, CONTRACTS, sees=ALL),  # P1.3
    field("worth", number, CONTRACTS, sees=ALL),
    field("phase", number, sees=ALL),
    field("first", seat, sees=ALL),
    field("year", number, sees=ALL),  # 1 to 3
    field("turn", int16, sees=ALL),  # how many have been finished
    field("bag", number, KINDS, sees=ALL),  # what is not elsewhere: all can work it out
    field("counters", number, GATES, sees=ALL),  # police counters in the bag
    field("track", number, TRACK, sees=ALL),  # P5.2 those drawn this year, 0 or 1, NONE past the last
    field("tracked", number, sees=ALL),
    field("police", epoch, sees=ALL),
    field("lying", number, (EPOCHS, KINDS), sees=ALL),  # objects on the sites
    field("filled", number, EPOCHS, sees=ALL),  # how many sites have one
    field("discard", number, KINDS, sees=ALL),
    field("at", epoch, SEATS, sees=ALL),  # the pawns; NONE before they are put
    field("hand", number, (SEATS, KINDS), sees=ALL),
    field("held", number, SEATS, sees=ALL),  # how many objects that is
    field("market", number, CONTRACTS, sees=ALL),  # contracts still there
    field("owned", number, (SEATS, CONTRACTS), sees=ALL),
    field("points", int16, SEATS, sees=ALL),
    field("earned", int16, (SEATS, YEARS), sees=ALL),  # P6.1 of these, what each year brought
    field("fresh", flag, sees=ALL),  # P3.3 nothing done yet this turn: may restock
    field("due", number, sees=ALL),  # P3.4 standard actions still to do
    field("ready", number, COLOURS, sees=ALL),  # P3.5 arrows of whose turn it is that were not got by a swap this turn
    field("contract", number, sees=ALL),  # P4.1 the one being paid, or NONE
    field("owing", number, sees=ALL),  # objects still to hand in for it
    field("paid", number, KINDS, sees=ALL),  # objects handed in for it
    field("added", number, SEATS, sees=ALL),  # P6.2 white contracts that a seat has decided about, not which way
    field("choice", number, (SEATS, WHITE_COPIES), sees=OWNER),  # the colours chosen, not yet shown
    field("shown", number, (SEATS, WHITE_COPIES), sees=ALL),  # and once they are; NONE for those that stay white
)

# What happens, and the numbers that come with it. "Some" are up to six kinds of objects in two numbers: see `noted`.
EVENTS = (
    "first player",  # seat
    "placed",  # seat, epoch
    "turn",  # seat
    "caught",  # seat, epoch, white objects lost
    "lost",  # seat, kind
    "gate",  # seat, 0 or 1, epoch it leads to
    "restocked",  # seat, epoch
    "filled",  # epoch, some
    "police",  # 0 or 1, epoch it leads to, counters on the track
    "not filled",  # epoch: nothing is left in the bag
    "taken",  # seat, kind, epoch
    "handed in",  # seat, kind
    "paid",  # seat, some
    "bought",  # seat, contract
    "landed",  # seat, epoch
    "jumped",  # seat, kind, epoch
    "swapped",  # seat, opponent, kind given * KINDS + kind taken
    "year ended",  # year
    "scored",  # seat, points gained, points in all
    "turns over",  # how many
    "set aside",  # seat, contract, colour: whispered to who chose it
    "chosen",  # seat: has chosen in secret
    "added",  # seat, contract, colour
    "all colours",  # seat, points gained
    "most",  # seat, colour, points it has there
    "won",  # seat, points
    "shared",  # seat, points: has a part in a shared victory
)
(
    FIRST_PLAYER, PLACED, TURN, CAUGHT, LOST, WENT, RESTOCKED, FILLED, POLICE, NOT_FILLED, TAKEN, HANDED_IN, PAID,
    BOUGHT, LANDED, JUMPED, SWAPPED, YEAR_ENDED, SCORED, TURNS_OVER, SET_ASIDE, CHOSEN, ADDED, ALL_COLOURS, MOST, WON,
    SHARED,
) = range(len(EVENTS))  # fmt: skip

# All lies open but chance and the last choice: what shows neither can be taken back.
QUIET = (
    PLACED, TURN, CAUGHT, LOST, WENT, TAKEN, HANDED_IN, PAID, BOUGHT, LANDED, JUMPED, SWAPPED, SET_ASIDE, CHOSEN,
)  # fmt: skip
