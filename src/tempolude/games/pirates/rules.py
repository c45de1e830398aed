"""Time Pirates: steal, sell, and keep away from the police. Numbers (P3.4) are those of rulebook.en.md.

A sale is a few decisions in a row: the contract, the objects to hand in (those that leave no choice go automatically),
the epoch to land on. Nothing is revealed between them, so each can be undone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tempolude.engine.bits import list_bits
from tempolude.engine.chance import rand
from tempolude.engine.events import tell
from tempolude.engine.rule import rule
from tempolude.engine.seats import anybody_waiting, clockwise, first_player, wait_for
from tempolude.engine.state import NONE, State

from .components import read_board, read_contracts
from .hidden import guess, reopen
from .meta import FIRST
from .observation import DOES, FEATURES, SEEN, observe
from .scoring import add, begin_adding, colours_owned, income, score, show_choices

from .state import (  # isort: skip
    ACTING, ACTIONS, ADD, ADDING, ARROW, ARROWS, ATOMIC, ATOMICS, BOUGHT, CAUGHT, COLOURS, CONTRACTS, COSTS, COUNTERS,
    END_TURN, EPOCHS, EVENTS, FILLED, FIRST_PLAYER, FLEEING, FORMS, GATE, GATES, HAND_IN, HANDED_IN, JUMP, JUMPED,
    KINDS, LANDED, LANDING, LOSING, LOST, NOT_FILLED, PAID, PAYING, PLACED, PLACING, PLAIN, PLAINS, POLICE, PUT, QUIET,
    RESTOCK, RESTOCKED, SCORED, SEATS, SELL, STATE, SWAP, SWAPPED, TAKE, TAKEN, TRACK, TURN, TURNS, TURNS_OVER, WENT,
    WHITE, WHITE_CONTRACTS, WHITE_COPIES, WHITES, YEAR_ENDED, YEARS,
)  # fmt: skip

__all__ = [
    "ACTIONS", "DOES", "EVENTS", "FEATURES", "QUIET", "SEEN", "STATE",
    "census", "encode", "guess", "legal", "longest", "observe", "play", "reopen", "score", "setup",
]  # fmt: skip


PRICES = EPOCHS + GATES * EPOCHS + 1  # where the contracts begin in the options


def encode(players: int, options: Mapping[str, Any]) -> list[int]:
    """The settled options as numbers for `setup`: sites, gates, where the police begin; costs, points and copies of
    the contracts; then the first player, if the table names one (G1).
    """
    board, contracts = read_board(options["board"]), read_contracts(options["contracts"])
    return [
        *(e.sites for e in board),
        *(gate for e in board for gate in e.gates),
        next(i for i in range(EPOCHS) if board[i].police),
        *(c.cost for c in contracts),
        *(c.points for c in contracts),
        *(c.copies for c in contracts),
        *FIRST.seat(players, options["first_player"]),
    ]


def longest(players: int, options: Mapping[str, Any]) -> int:
    """P6.4 bounds the turns, and the pieces in the box bound what is done in them.

    A turn is a restock or what the police take, two standard actions (one may be the flight) and the end of special
    ones. Every double arrow can be swapped once in it (P3.5). An atomic object jumps once per year, for discards come
    back only when a year ends (P5.2). A contract is sold once: each object handed in, and the landing. And everyone
    places a pawn, and at the end adds their white contracts (P6.2).
    """
    contracts = read_contracts(options["contracts"])
    sales = sum(c.copies * (c.cost + 1) for c in contracts)
    whites = sum(c.copies for c in contracts[WHITE_CONTRACTS:])
    turns = TURNS * (1 + 2 + 1 + COLOURS * ARROWS)
    return players + turns + YEARS * COLOURS * ATOMICS + sales + whites


# --- Setup -----------------------------------------------------------------------


@rule
def setup(s: State, options: Any) -> None:
    """P2.1, P2.2: fill all sites, choose the first player, and let everyone place a pawn."""
    open_box(s, options)
    clear_table(s)
    for epoch in range(EPOCHS):  # P2.1
        for _ in range(s.sites[epoch]):
            put_object(s, epoch, rand(s, objects_in_bag(s)))
    s.year = 1
    s.first = first_player(s, options, PRICES + 3 * CONTRACTS)  # P2.2, G1
    tell(s, FIRST_PLAYER, s.first, 0, 0)
    s.phase = PLACING
    wait_for(s, counter_clockwise(s, s.first))


@rule
def open_box(s: State, options: Any) -> None:
    """P1.1-P1.4: read what `encode` wrote, and fill the bag."""
    for i in range(EPOCHS):
        s.sites[i] = options[i]
        for gate in range(GATES):
            s.gate[i][gate] = options[EPOCHS + GATES * i + gate]
    s.police = options[EPOCHS + GATES * EPOCHS]
    for i in range(CONTRACTS):
        s.cost[i] = options[PRICES + i]
        s.worth[i] = options[PRICES + CONTRACTS + i]
        s.market[i] = options[PRICES + 2 * CONTRACTS + i]
    for colour in range(COLOURS):
        s.bag[FORMS * colour + PLAIN] = PLAINS
        s.bag[FORMS * colour + ATOMIC] = ATOMICS
        s.bag[FORMS * colour + ARROW] = ARROWS
    s.bag[WHITE] = WHITES
    for gate in range(GATES):
        s.counters[gate] = COUNTERS


@rule
def clear_table(s: State) -> None:
    """P2.1: no pawn placed, no counter drawn, nothing chosen."""
    s.contract = NONE
    for i in range(TRACK):
        s.track[i] = NONE
    for seat in range(SEATS):
        s.at[seat] = NONE
        for i in range(WHITE_COPIES):
            s.choice[seat][i] = NONE
            s.shown[seat][i] = NONE


@rule
def counter_clockwise(s: State, seat: int) -> int:
    """P2.2: the seat before this one."""
    return seat - 1 if seat > 0 else s.players - 1


@rule
def legal_places(s: State, out: Any) -> int:
    """P2.2: any epoch without a pawn and without the police."""
    return list_bits(~(pawns(s) | 1 << s.police), EPOCHS, PUT, out, 0)


@rule
def place(s: State, seat: int, epoch: int) -> None:
    """P2.2: counter-clockwise, the first player last; that player then begins."""
    s.at[seat] = epoch
    tell(s, PLACED, seat, epoch, 0)
    if seat == s.first:
        begin_turn(s, seat)
    else:
        wait_for(s, counter_clockwise(s, seat))


@rule
def pawns(s: State) -> int:
    """P2.2, P5.1: the epochs with a pirate, as bits."""
    taken = 0
    for seat in range(s.players):
        if s.at[seat] != NONE:
            taken |= 1 << s.at[seat]
    return taken


# --- A turn ----------------------------------------------------------------------


@rule
def begin_turn(s: State, seat: int) -> None:
    """P3.1, P3.6: the police matter only now. P3.3: without them a restock is possible."""
    wait_for(s, seat)
    tell(s, TURN, seat, 0, 0)
    make_arrows_ready(s, seat)
    s.due = 2
    s.fresh = s.at[seat] != s.police
    s.phase = ACTING
    if not s.fresh:
        be_caught(s, seat)


@rule
def be_caught(s: State, seat: int) -> None:
    """P3.2: lose all white objects, and one of the colour you have most of."""
    whites = s.hand[seat][WHITE]
    s.hand[seat][WHITE] = 0
    s.held[seat] -= whites
    s.discard[WHITE] += whites
    tell(s, CAUGHT, seat, s.at[seat], whites)
    most = most_of_a_colour(s, seat)
    could = 0
    last = NONE
    for kind in range(WHITE):
        if s.hand[seat][kind] > 0 and of_colour(s, seat, kind // FORMS) == most:
            could += 1
            last = kind
    if could == 0:
        s.phase = FLEEING
    elif could == 1:
        lose(s, seat, last)
    else:
        s.phase = LOSING


@rule
def of_colour(s: State, seat: int, colour: int) -> int:
    """P3.2, P4.1: how many objects of a colour a seat has."""
    hand = s.hand[seat]
    return hand[FORMS * colour] + hand[FORMS * colour + 1] + hand[FORMS * colour + 2]


@rule
def most_of_a_colour(s: State, seat: int) -> int:
    """P3.2: how many objects a seat has of the colour it has most of."""
    most = 0
    for colour in range(COLOURS):
        most = max(most, of_colour(s, seat, colour))
    return most


@rule
def legal_losses(s: State, seat: int, out: Any) -> int:
    """P3.2: an object of a colour that the seat has most of."""
    count = 0
    most = most_of_a_colour(s, seat)
    for kind in range(WHITE):
        out[count] = HAND_IN + kind
        count += s.hand[seat][kind] > 0 and of_colour(s, seat, kind // FORMS) == most
    return count


@rule
def lose(s: State, seat: int, kind: int) -> None:
    """P3.2: hand the object over; then comes the flight."""
    give_up(s, seat, kind)
    s.discard[kind] += 1
    tell(s, LOST, seat, kind, 0)
    make_arrows_ready(s, seat)
    s.phase = FLEEING


@rule
def legal_flights(out: Any) -> int:
    """P3.2: either gate."""
    for gate in range(GATES):
        out[gate] = GATE + gate
    return GATES


@rule
def flee(s: State, seat: int, gate: int) -> None:
    """P3.2: the flight is the first standard action; special ones are possible from now on."""
    s.phase = ACTING
    go_through(s, seat, gate)


@rule
def gain(s: State, seat: int, kind: int) -> None:
    """P3.4, P3.5: a seat gets an object."""
    s.hand[seat][kind] += 1
    s.held[seat] += 1


@rule
def give_up(s: State, seat: int, kind: int) -> None:
    """P3.2, P3.5, P4.2: an object leaves a seat."""
    s.hand[seat][kind] -= 1
    s.held[seat] -= 1


@rule
def legal_acts(s: State, seat: int, out: Any) -> int:
    """P3.3: first a restock, or do without. P3.4: standard actions. P3.5: special actions, or the end of the turn."""
    count = 0
    if s.fresh:
        count = legal_restocks(s, out, count)  # P3.3
    if s.due > 0:
        out[count] = GATE  # P3.4 (a)
        out[count + 1] = GATE + 1
        count = legal_objects(s, seat, out, count + 2)  # P3.4 (b)
        count = legal_sales(s, seat, out, count)  # P3.4 (c)
    count = legal_jumps(s, seat, out, count)  # P3.5
    count = legal_swaps(s, seat, out, count)  # P3.5
    if s.due == 0:
        out[count] = END_TURN  # P3.5
        count += 1
    return count


@rule
def go_through(s: State, seat: int, gate: int) -> None:
    """P3.4 (a): go through a gate."""
    s.at[seat] = s.gate[s.at[seat]][gate]
    tell(s, WENT, seat, gate, s.at[seat])
    s.due -= 1


@rule
def legal_objects(s: State, seat: int, out: Any, count: int) -> int:
    """P3.4 (b): an object of any kind that lies where the pawn is."""
    lying = s.lying[s.at[seat]]
    for kind in range(KINDS):
        out[count] = TAKE + kind
        count += lying[kind] > 0
    return count


@rule
def take_object(s: State, seat: int, kind: int) -> None:
    """P3.4 (b): take an object from a site."""
    epoch = s.at[seat]
    s.lying[epoch][kind] -= 1
    s.filled[epoch] -= 1
    gain(s, seat, kind)
    if kind % FORMS == ARROW:
        s.ready[kind // FORMS] += 1
    tell(s, TAKEN, seat, kind, epoch)
    s.due -= 1


@rule
def make_arrows_ready(s: State, seat: int) -> None:
    """P3.5: all double arrows that a seat has may be swapped."""
    for colour in range(COLOURS):
        s.ready[colour] = s.hand[seat][FORMS * colour + ARROW]


@rule
def can_do_special(s: State, seat: int) -> bool:
    """P3.5: whether a seat has an atomic object, or an arrow and an opponent with objects."""
    atomics = 0
    arrows = 0
    theirs = 0
    for colour in range(COLOURS):
        atomics += s.hand[seat][FORMS * colour + ATOMIC]
        arrows += s.ready[colour]
    for other in range(s.players):
        theirs += s.held[other] * (other != seat)
    return atomics > 0 or (arrows > 0 and theirs > 0)


@rule
def legal_jumps(s: State, seat: int, out: Any, count: int) -> int:
    """P3.5: with an atomic object of any colour, to any other epoch."""
    for colour in range(COLOURS):
        if s.hand[seat][FORMS * colour + ATOMIC] > 0:
            for epoch in range(EPOCHS):
                out[count] = JUMP + EPOCHS * colour + epoch
                count += epoch != s.at[seat]
    return count


@rule
def jump(s: State, seat: int, colour: int, epoch: int) -> None:
    """P3.5: an atomic object is discarded, and takes its owner to any other epoch."""
    kind = FORMS * colour + ATOMIC
    give_up(s, seat, kind)
    s.discard[kind] += 1
    s.at[seat] = epoch
    tell(s, JUMPED, seat, kind, epoch)


@rule
def legal_swaps(s: State, seat: int, out: Any, count: int) -> int:
    """P3.5: a double arrow of any colour for an object of any kind that an opponent has."""
    for colour in range(COLOURS):
        if s.ready[colour] > 0:
            for other in range(s.players):
                if other != seat:
                    first = SWAP + (SEATS * colour + other) * KINDS
                    theirs = s.hand[other]
                    for kind in range(KINDS):
                        out[count] = first + kind
                        count += theirs[kind] > 0
    return count


@rule
def swap(s: State, seat: int, colour: int, other: int, kind: int) -> None:
    """P3.5: a double arrow received by a swap cannot be swapped on this turn."""
    given = FORMS * colour + ARROW
    give_up(s, seat, given)
    gain(s, other, given)
    give_up(s, other, kind)
    gain(s, seat, kind)
    s.ready[colour] -= 1
    tell(s, SWAPPED, seat, other, given * KINDS + kind)


@rule
def end_turn(s: State, seat: int) -> None:
    """P6.4, G3: the next player’s turn, if there is one left."""
    s.turn += 1
    if s.turn == TURNS:
        tell(s, TURNS_OVER, TURNS, 0, 0)
        begin_adding(s)
    else:
        begin_turn(s, clockwise(s, seat))


# --- Selling ---------------------------------------------------------------------


@rule
def legal_sales(s: State, seat: int, out: Any, count: int) -> int:
    """P4.1: any contract still there that can be paid; white objects stand for any colour."""
    whites = s.hand[seat][WHITE]
    colours = 0
    for colour in range(COLOURS):
        have = of_colour(s, seat, colour)
        colours += have > 0
        if have + whites >= s.cost[COSTS * colour]:  # the cheapest of a colour is first
            for contract in range(COSTS * colour, COSTS * colour + COSTS):
                out[count] = SELL + contract
                count += (s.market[contract] > 0) & (s.cost[contract] <= have + whites)
    if colours + whites >= s.cost[WHITE_CONTRACTS]:
        for contract in range(WHITE_CONTRACTS, CONTRACTS):
            out[count] = SELL + contract
            count += (s.market[contract] > 0) & (s.cost[contract] <= colours + whites)
    return count


@rule
def begin_sale(s: State, seat: int, contract: int) -> None:
    """P3.4 (c): hand in what the contract costs, then land on any epoch."""
    s.contract = contract
    s.owing = s.cost[contract]
    s.phase = PAYING
    pay_without_choice(s, seat)


@rule
def could_hand_in(s: State, seat: int, kind: int) -> int:
    """P4.1: how many objects of this kind can still go towards the contract."""
    count = s.hand[seat][kind]
    if kind == WHITE:
        return count
    wanted = s.contract // COSTS
    mine = kind // FORMS
    if wanted < COLOURS:
        return count if mine == wanted else 0
    there = s.paid[FORMS * mine] + s.paid[FORMS * mine + 1] + s.paid[FORMS * mine + 2]
    return min(count, 1) if there == 0 else 0


@rule
def pay_without_choice(s: State, seat: int) -> None:
    """P4.2: hand in what must go: all that can, or the only kind that can."""
    while s.owing > 0:
        objects = 0
        kinds = 0
        first = NONE
        for kind in range(KINDS):
            count = could_hand_in(s, seat, kind)
            if count > 0:
                objects += count
                kinds += 1
                if first == NONE:
                    first = kind
        if objects > s.owing and kinds > 1:
            return
        pay_object(s, seat, first)
    finish_sale(s, seat)


@rule
def pay_object(s: State, seat: int, kind: int) -> None:
    """P4.2: one object goes towards the contract."""
    give_up(s, seat, kind)
    s.paid[kind] += 1
    s.owing -= 1
    if kind % FORMS == ARROW:  # P3.5: of two equal ones, the one that could not be swapped goes
        s.ready[kind // FORMS] = min(s.ready[kind // FORMS], s.hand[seat][kind])


@rule
def legal_payments(s: State, seat: int, out: Any) -> int:
    """P4.1, P4.2: an object that can go towards the contract."""
    count = 0
    for kind in range(KINDS):
        out[count] = HAND_IN + kind
        count += could_hand_in(s, seat, kind) > 0
    return count


@rule
def hand_in(s: State, seat: int, kind: int) -> None:
    """P4.2: one object after another, in any order; whichever goes, the rest can still be paid."""
    pay_object(s, seat, kind)
    tell(s, HANDED_IN, seat, kind, 0)
    pay_without_choice(s, seat)


@rule
def finish_sale(s: State, seat: int) -> None:
    """P4.2: the objects go to the discards. P3.4 (c): then the pawn lands on any epoch."""
    note = 0
    for kind in range(KINDS):
        for _ in range(s.paid[kind]):
            note = noted(note, kind)
        s.discard[kind] += s.paid[kind]
        s.paid[kind] = 0
    tell(s, PAID, seat, note & HALF, note >> 15)
    s.market[s.contract] -= 1
    s.owned[seat][s.contract] += 1
    tell(s, BOUGHT, seat, s.contract, 0)
    s.contract = NONE
    s.phase = LANDING


@rule
def legal_landings(out: Any) -> int:
    """P3.4 (c): any epoch."""
    for epoch in range(EPOCHS):
        out[epoch] = PUT + epoch
    return EPOCHS


@rule
def land(s: State, seat: int, epoch: int) -> None:
    """P3.4 (c): the pawn lands on an epoch."""
    s.at[seat] = epoch
    s.phase = ACTING
    s.due -= 1
    tell(s, LANDED, seat, epoch, 0)


HALF = (1 << 15) - 1  # an event reports a note as two numbers, each with three kinds of objects in five bits each
FULL = 1 << 25  # a note with six kinds is at least this


@rule
def noted(note: int, kind: int) -> int:
    """P4.2, P5.1: append a kind to a note of up to six, as a number from 1, so that an empty note is 0."""
    return (note << 5) + kind + 1


# --- Restocking ------------------------------------------------------------------


@rule
def objects_in_bag(s: State) -> int:
    """P5.1, P5.3: how many objects are in the bag."""
    count = 0
    for kind in range(KINDS):
        count += s.bag[kind]
    return count


@rule
def put_object(s: State, epoch: int, place: int) -> int:
    """P2.1, P5.1: move an object from the bag to a site: the `place`-th, in order of kinds. Returns its kind."""
    kind = 0
    while place >= s.bag[kind]:
        place -= s.bag[kind]
        kind += 1
    s.bag[kind] -= 1
    s.lying[epoch][kind] += 1
    s.filled[epoch] += 1
    return kind


@rule
def legal_restocks(s: State, out: Any, count: int) -> int:
    """P5.1: an epoch with an empty site and without a pirate."""
    taken = pawns(s)
    for epoch in range(EPOCHS):
        out[count] = RESTOCK + epoch
        count += (s.filled[epoch] < s.sites[epoch]) & (not taken >> epoch & 1)
    return count


@rule
def restock(s: State, seat: int, epoch: int) -> None:
    """P5.1-P5.3: draw until the sites are full, or year 3 ends."""
    tell(s, RESTOCKED, seat, epoch, 0)
    objects = objects_in_bag(s)
    note = 0
    while s.filled[epoch] < s.sites[epoch]:
        counters = s.counters[0] + s.counters[1]
        drawn = rand(s, counters + objects)
        if drawn >= counters:
            if note >= FULL:
                note = tell_filled(s, epoch, note)
            note = noted(note, put_object(s, epoch, drawn - counters))
            objects -= 1
        else:
            note = tell_filled(s, epoch, note)
            move_police(s, 0 if drawn < s.counters[0] else 1)
            if s.tracked == TRACK:
                end_year(s)
                if s.phase == ADDING:
                    return
                objects = objects_in_bag(s)
                if objects == 0:  # P5.3
                    tell(s, NOT_FILLED, epoch, 0, 0)
                    return
    tell_filled(s, epoch, note)


@rule
def tell_filled(s: State, epoch: int, note: int) -> int:
    """P5.1: report the objects drawn, if any, and return an empty note."""
    if note > 0:
        tell(s, FILLED, epoch, note & HALF, note >> 15)
    return 0


@rule
def move_police(s: State, gate: int) -> None:
    """P5.2: the police go through the gate of that number."""
    s.counters[gate] -= 1
    s.track[s.tracked] = gate
    s.tracked += 1
    s.police = s.gate[s.police][gate]
    tell(s, POLICE, gate, s.police, s.tracked)


@rule
def end_year(s: State) -> None:
    """P5.2, P6.1: everybody scores, counters and discards go back into the bag, and the police stay."""
    tell(s, YEAR_ENDED, s.year, 0, 0)
    for seat in range(s.players):
        gained = income(s, seat)
        s.points[seat] += gained
        s.earned[seat][s.year - 1] = gained
        tell(s, SCORED, seat, gained, s.points[seat])
    for i in range(TRACK):
        s.counters[s.track[i]] += 1
        s.track[i] = NONE
    s.tracked = 0
    for kind in range(KINDS):
        s.bag[kind] += s.discard[kind]
        s.discard[kind] = 0
    if s.year == YEARS:  # P6.2
        begin_adding(s)
    else:
        s.year += 1


# --- Deciding --------------------------------------------------------------------


@rule
def legal(s: State, seat: int, out: Any) -> int:
    """The actions `seat` may take, ascending."""
    if s.phase == ACTING:
        return legal_acts(s, seat, out)  # P3.3 to P3.5
    if s.phase == PLACING:
        return legal_places(s, out)  # P2.2
    if s.phase == LANDING:
        return legal_landings(out)  # P3.4 (c)
    if s.phase == FLEEING:
        return legal_flights(out)  # P3.2
    if s.phase == LOSING:
        return legal_losses(s, seat, out)  # P3.2
    if s.phase == PAYING:
        return legal_payments(s, seat, out)  # P4.1, P4.2
    return list_bits(colours_owned(s, seat), COLOURS, ADD, out, 0)  # P6.2


@rule
def play(s: State, seat: int, action: int) -> None:
    """One action, and everything that follows from it up to the next decision."""
    do(s, seat, action)
    if s.phase == ACTING and s.due == 0 and (action == END_TURN or not can_do_special(s, seat)):  # P3.4, P3.5
        end_turn(s, seat)
    if s.phase == ADDING and not anybody_waiting(s):  # P6.2
        show_choices(s)


@rule
def do(s: State, seat: int, action: int) -> None:
    """The action alone (P2.2, P3.2 to P3.5, P4.2, P6.2)."""
    if s.phase == ACTING:
        s.fresh = False
        act(s, seat, action)
    elif s.phase == PLACING:
        place(s, seat, action - PUT)
    elif s.phase == LANDING:
        land(s, seat, action - PUT)
    elif s.phase == FLEEING:
        flee(s, seat, action - GATE)
    elif s.phase == LOSING:
        lose(s, seat, action - HAND_IN)
    elif s.phase == PAYING:
        hand_in(s, seat, action - HAND_IN)
    else:
        add(s, seat, action - ADD)


@rule
def act(s: State, seat: int, action: int) -> None:
    """P3.3 to P3.5: a restock, a standard action or a special one."""
    if action < GATE:
        restock(s, seat, action - RESTOCK)
    elif action < TAKE:
        go_through(s, seat, action - GATE)
    elif action < SELL:
        take_object(s, seat, action - TAKE)
    elif action < HAND_IN:
        begin_sale(s, seat, action - SELL)
    elif action < SWAP:
        jumping = action - JUMP
        jump(s, seat, jumping // EPOCHS, jumping % EPOCHS)
    elif action < END_TURN:
        pair = (action - SWAP) // KINDS
        swap(s, seat, pair // SEATS, pair % SEATS, (action - SWAP) % KINDS)


# --- Checks ----------------------------------------------------------------------


def census(s: State) -> Iterator[tuple[Any, str]]:
    """Every piece and its place, to check that none is lost or duplicated. Equal pieces are numbered as found."""
    places = {"bag": s.bag, "discards": s.discard, "paid": s.paid}
    places |= {f"epoch {i}": s.lying[i] for i in range(EPOCHS)}
    places |= {f"seat {i}": s.hand[i] for i in range(s.players)}
    yield from _numbered("object", places)
    track = [sum(counter == gate for counter in s.track) for gate in range(GATES)]
    yield from _numbered("counter", {"bag": s.counters, "track": track})
    yield from _numbered("contract", {"market": s.market} | {f"seat {i}": s.owned[i] for i in range(s.players)})


def _numbered(name: str, places: Mapping[str, Any]) -> Iterator[tuple[Any, str]]:
    for kind in range(len(next(iter(places.values())))):
        found = [place for place, numbers in places.items() for _ in range(numbers[kind])]
        yield from ((f"{name} {kind}.{i}", place) for i, place in enumerate(found))
