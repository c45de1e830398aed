"""How a sensible club player plays Time Pirates: collect what a contract asks for, sell in time, dodge the police.

Weights only compare the actions of one decision; they are roughly in points of contracts.
"""

from __future__ import annotations

from typing import Any

from tempolude.engine.rule import rule
from tempolude.engine.state import State

from .rules import of_colour
from .scoring import contracts_of, points_in

from .state import (  # isort: skip
    ACTING, ADD, ADDING, ARROW, COLOURS, CONTRACTS, COSTS, END_TURN, EPOCHS, FLEEING, FORMS, GATE, GATES, HAND_IN, JUMP,
    KINDS, LANDING, PLACING, PLAIN, PUT, RESTOCK, SEATS, SELL, SWAP, TAKE, WHITE, WHITE_CONTRACTS, YEARS,
)  # fmt: skip

LATE = 5  # with this many counters on the track, the year is about to end
CAUGHT_COSTS = 3.0
SPECIAL = 0.6  # the extra value of an atomic object or a double arrow

SETTINGS = {"luck": 2, "draws": 8, "spread": 20}


@rule
def weigh(s: State, seat: int, action: int, knowledge: Any) -> float:
    if s.phase == ACTING:
        return weigh_act(s, seat, action)
    if s.phase == PLACING or s.phase == LANDING:
        return weigh_epoch(s, seat, action - PUT)
    if s.phase == FLEEING:
        return weigh_epoch(s, seat, s.gate[s.at[seat]][action - GATE])
    if s.phase == ADDING:
        return weigh_adding(s, seat, action - ADD)
    return -keep(s, seat, action - HAND_IN)


@rule
def weigh_act(s: State, seat: int, action: int) -> float:
    if action == END_TURN:
        return 0.0
    if action >= SWAP:
        return weigh_swap(s, seat, action - SWAP)
    if action >= JUMP:
        epoch = (action - JUMP) % EPOCHS
        here = weigh_epoch(s, seat, s.at[seat])
        return weigh_epoch(s, seat, epoch) - here - 2.5 if s.due < 2 else -1.0
    if action >= SELL:
        return weigh_sale(s, seat, action - SELL)
    if action >= TAKE:
        return 1.5 + want(s, seat, action - TAKE) - danger(s, seat, s.at[seat])
    if action >= GATE:
        return weigh_epoch(s, seat, s.gate[s.at[seat]][action - GATE])
    return weigh_restock(s, seat, action - RESTOCK)


# --- Objects ---------------------------------------------------------------------


@rule
def want(s: State, seat: int, kind: int) -> float:
    """How much an object helps: more with more of its colour, as long as a contract of it remains to grow into."""
    special = SPECIAL if kind % FORMS != PLAIN else 0.0
    if kind == WHITE:
        return 3.0
    colour = kind // FORMS
    have = of_colour(s, seat, colour)
    reach = have + s.hand[seat][WHITE]
    grows = 0.0
    for contract in range(COSTS * colour, COSTS * colour + COSTS):
        if s.market[contract] > 0 and s.cost[contract] > reach:
            missing = s.cost[contract] - reach
            grows = max(grows, s.worth[contract] / (1.0 + missing))
    new = 0.8 if have == 0 else 0.0  # P4.1: white contracts ask for different colours
    return grows + new + special + 0.15 * have


@rule
def keep(s: State, seat: int, kind: int) -> float:
    """How much an object in hand would be missed."""
    if kind == WHITE:
        return 5.0
    special = SPECIAL if kind % FORMS != PLAIN else 0.0
    return of_colour(s, seat, kind // FORMS) + special


@rule
def weigh_swap(s: State, seat: int, swapped: int) -> float:
    colour = swapped // (SEATS * KINDS)
    kind = swapped % KINDS
    return want(s, seat, kind) - want(s, seat, FORMS * colour + ARROW) - 1.0


# --- Epochs ----------------------------------------------------------------------


@rule
def danger(s: State, seat: int, epoch: int) -> float:
    """P3.1: ending a turn with the police costs an object and all the white ones."""
    if s.due > 1:
        return 0.0
    if epoch == s.police:
        return CAUGHT_COSTS + 2.0 * s.hand[seat][WHITE] if s.held[seat] > 0 else 1.0
    near = 0.0
    for gate in range(GATES):
        near += 0.4 * (s.gate[s.police][gate] == epoch)
    return near


@rule
def weigh_epoch(s: State, seat: int, epoch: int) -> float:
    """What this seat can gain there, minus the danger."""
    best = 0.0
    second = 0.0
    for kind in range(KINDS):
        if s.lying[epoch][kind] > 0:
            wanted = want(s, seat, kind)
            if wanted > best:
                second = max(second, wanted if s.lying[epoch][kind] > 1 else best)
                best = wanted
            else:
                second = max(second, wanted)
    return 0.6 * best + 0.4 * second + 0.05 * s.filled[epoch] - danger(s, seat, epoch)


@rule
def weigh_restock(s: State, seat: int, epoch: int) -> float:
    """P3.3: it costs no action, and is best where the pawn can go now. Counters bring the end of the year nearer."""
    empty = s.sites[epoch] - s.filled[epoch]
    near = 0.0
    for gate in range(GATES):
        near += s.gate[s.at[seat]][gate] == epoch
    ripe = 0.0  # do not hurry the end of the year if you can still sell before
    if s.tracked >= LATE:
        for contract in range(CONTRACTS):
            if s.market[contract] > 0 and payable(s, seat, contract):
                ripe = max(ripe, float(s.worth[contract]))
    return 0.5 * empty * (1.0 + near) + 3.0 * (empty > 1) - 2.0 * ripe


# --- Contracts -------------------------------------------------------------------


@rule
def payable(s: State, seat: int, contract: int) -> bool:
    """P4.1: whether the objects in hand pay for it."""
    whites = s.hand[seat][WHITE]
    if contract < WHITE_CONTRACTS:
        return of_colour(s, seat, contract // COSTS) + whites >= s.cost[contract]
    colours = 0
    for colour in range(COLOURS):
        colours += of_colour(s, seat, colour) > 0
    return colours + whites >= s.cost[contract]


@rule
def weigh_sale(s: State, seat: int, contract: int) -> float:
    """P6.1: points count again every year to come. With time left, a costlier contract may be worth waiting for."""
    years = YEARS + 1 - s.year
    worth = s.worth[contract] * years * 1.0
    whites = 0
    if contract < WHITE_CONTRACTS:
        colour = contract // COSTS
        whites = max(0, s.cost[contract] - of_colour(s, seat, colour))
        worth += 1.0 if contracts_of(s, seat, colour) == 0 else 0.4
        if s.tracked < LATE and s.held[seat] < 9:
            for dearer in range(contract + 1, COSTS * colour + COSTS):
                if s.market[dearer] > 0 and s.cost[dearer] <= of_colour(s, seat, colour) + s.hand[seat][WHITE] + 1:
                    worth -= 1.2 * (s.worth[dearer] - s.worth[contract]) * years
    return worth - 1.2 * s.cost[contract] - 1.5 * whites + (3.0 if s.tracked >= LATE else 0.0)


@rule
def weigh_adding(s: State, seat: int, colour: int) -> float:
    """P6.2: best where the highest points of another player are just above, or equal."""
    mine = points_in(s, seat, colour)
    for i in range(s.added[seat]):
        mine += 3 * (s.choice[seat][i] == colour)
    theirs = 0
    for other in range(s.players):
        if other != seat:
            theirs = max(theirs, points_in(s, other, colour))
    missing = theirs - mine
    return -1.0 * missing if missing >= 0 else -20.0 - mine
