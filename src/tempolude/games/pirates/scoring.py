"""Score: the end of a year (P6.1), the white contracts, the bonuses and who wins (P6.2 to P6.4)."""

from __future__ import annotations

from typing import Any

from tempolude.engine.events import tell, whisper
from tempolude.engine.rule import rule
from tempolude.engine.seats import rank_of, wait_for_nobody, winners
from tempolude.engine.state import ENDED, LIMIT, NONE, State

from .state import (  # isort: skip
    ADDED, ADDING, ALL_COLOURS, BONUS, CHOSEN, COLOURS, CONTRACTS, COSTS, MOST, SET_ASIDE, SHARED, TURNS,
    WHITE_CONTRACTS, WON,
)  # fmt: skip


@rule
def income(s: State, seat: int) -> int:
    """P6.1: the points of all contracts that a seat owns."""
    points = 0
    for contract in range(CONTRACTS):
        points += s.owned[seat][contract] * s.worth[contract]
    return points


@rule
def contracts_of(s: State, seat: int, colour: int) -> int:
    """P6.2: how many contracts of a colour a seat owns; COLOURS stands for white."""
    count = 0
    for contract in range(COSTS * colour, min(COSTS * colour + COSTS, CONTRACTS)):
        count += s.owned[seat][contract]
    return count


@rule
def colours_owned(s: State, seat: int) -> int:
    """P6.2: the colours of which a seat owns a contract, as bits."""
    bits = 0
    for colour in range(COLOURS):
        bits |= (contracts_of(s, seat, colour) > 0) << colour
    return bits


@rule
def has_to_add(s: State, seat: int) -> bool:
    """P6.2: whether a seat has white contracts and several colours to choose from."""
    colours = colours_owned(s, seat)
    return contracts_of(s, seat, COLOURS) > 0 and colours & (colours - 1) != 0


@rule
def begin_adding(s: State) -> None:
    """P6.2: white contracts are added to a colour. With one colour there is no choice; with none they stay white."""
    s.phase = ADDING
    wait_for_nobody(s)
    for seat in range(s.players):
        whites = contracts_of(s, seat, COLOURS)
        colours = 0
        last = NONE
        for colour in range(COLOURS):
            if contracts_of(s, seat, colour) > 0:
                colours += 1
                last = colour
        s.waiting[seat] = has_to_add(s, seat)
        if colours == 1:
            for i in range(whites):
                s.choice[seat][i] = last
            s.added[seat] = whites


@rule
def white_contract(s: State, seat: int, i: int) -> int:
    """P6.2: which contract the i-th of a seat’s white ones is."""
    contract = WHITE_CONTRACTS
    while i >= s.owned[seat][contract]:
        i -= s.owned[seat][contract]
        contract += 1
    return contract


@rule
def add(s: State, seat: int, colour: int) -> None:
    """P6.2: choose a colour for one white contract after another, in secret."""
    i = s.added[seat]
    s.choice[seat][i] = colour
    s.added[seat] = i + 1
    whisper(s, 1 << seat, SET_ASIDE, seat, white_contract(s, seat, i), colour)
    if i + 1 == contracts_of(s, seat, COLOURS):
        s.waiting[seat] = False
        tell(s, CHOSEN, seat, 0, 0)


@rule
def show_choices(s: State) -> None:
    """P6.2: reveal all choices, then give the bonuses."""
    for seat in range(s.players):
        for i in range(s.added[seat]):
            s.shown[seat][i] = s.choice[seat][i]
            s.choice[seat][i] = NONE
            tell(s, ADDED, seat, white_contract(s, seat, i), s.shown[seat][i])
        s.added[seat] = 0
    give_bonuses(s)
    end(s)


@rule
def points_in(s: State, seat: int, colour: int) -> int:
    """P6.2: the points of a seat’s contracts of a colour, including white ones added to it."""
    points = 0
    for contract in range(COSTS * colour, COSTS * colour + COSTS):
        points += s.owned[seat][contract] * s.worth[contract]
    for i in range(contracts_of(s, seat, COLOURS)):
        if s.shown[seat][i] == colour:
            points += s.worth[white_contract(s, seat, i)]
    return points


@rule
def give_bonuses(s: State) -> None:
    """P6.2: for contracts of all five colours, and for the most points in each; everyone in a tie gets them."""
    for seat in range(s.players):
        if colours_owned(s, seat) == (1 << COLOURS) - 1:
            s.points[seat] += BONUS
            tell(s, ALL_COLOURS, seat, BONUS, 0)
    for colour in range(COLOURS):
        most = 1  # a colour that nobody owns scores nothing
        for seat in range(s.players):
            most = max(most, points_in(s, seat, colour))
        for seat in range(s.players):
            if points_in(s, seat, colour) == most:
                s.points[seat] += BONUS
                tell(s, MOST, seat, colour, most)


@rule
def end(s: State) -> None:
    """P6.3: announce who won or shares the victory. P6.4: after all turns, the limit has ended the match."""
    s.over = LIMIT if s.turn == TURNS else ENDED
    outcome = WON if winners(s, standing) == 1 else SHARED
    for seat in range(s.players):
        if rank_of(s, seat, standing) == 1:
            tell(s, outcome, seat, s.points[seat], 0)


@rule
def standing(s: State, seat: int) -> int:
    """P6.3: points, then contracts."""
    contracts = 0
    for contract in range(CONTRACTS):
        contracts += s.owned[seat][contract]
    return s.points[seat] * 64 + contracts


@rule
def score(s: State, points: Any, ranks: Any) -> None:
    """P6.3, G2: points, and ranks by standing."""
    for seat in range(s.players):
        points[seat] = s.points[seat]
        ranks[seat] = rank_of(s, seat, standing)
