"""Time Collectors: set a date with four dice, travel there, collect. Numbers (L4.3) are those of rulebook.en.md.

A seat is asked only where it has a choice; forced moves are made for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tempolude.engine.bits import list_bits
from tempolude.engine.chance import rand, shuffle
from tempolude.engine.errors import BadOption
from tempolude.engine.events import tell, whisper
from tempolude.engine.piles import fill
from tempolude.engine.rule import rule
from tempolude.engine.seats import anybody_waiting, wait_for, wait_for_nobody, write_ranks
from tempolude.engine.state import ENDED, LIMIT, NONE, State

from .components import boards_called
from .dates import date_of, orders, reachable, roll_dice, stop_of
from .hidden import guess, reopen, reshuffle
from .observation import DOES, FEATURES, SEEN, observe
from .scoring import feats_within_reach, index, room_for, size, total

from .state import (  # isort: skip
    ACTIONS, ARRIVING, AT_PRESENT, BETWEEN_TURNS, CARDS, CHOSEN, COLLECT, COLLECTED, CRYSTALS, DATE_SHOWN, DICE,
    DISCARD, DISCARDED, ENOUGH, ERAS, EVENTS, FEAT, FEAT_SHOWN, FEAT_TAKEN, FEATS, FEATS_SHOWN, FOUND, FUTURE, GAINED,
    GIVE, IN_BOX, IN_ERA, IN_FUTURE, LEAVE, LIMIT_REACHED, NO_PLACE, ON_OFFER, ORDERS, PAID_TO_DISCARD, PLACE, PLACED,
    PLACES, PLACING, PRESENT, QUIET, RENEWED, RIFT, ROLLED, ROUND, ROUNDS, SEATS, SETTING, SHARED, STATE, STAYED, STOPS,
    TAKE, TAKE_NONE, TEN, TOLL, TOLL_GIVEN, TRAVEL, TRAVELLED, TRAVELLING, TURNED_UP, TYPES, UNPACKING, WON, type_of,
)  # fmt: skip

__all__ = [
    "ACTIONS", "DOES", "EVENTS", "FEATURES", "QUIET", "SEEN", "STATE",
    "census", "encode", "guess", "legal", "longest", "observe", "play", "reopen", "reshuffle", "score", "setup",
]  # fmt: skip


def encode(players: int, options: Mapping[str, Any]) -> list[int]:
    """L1.3: for each seat’s board, the places that take each type, then those that bring a crystal, as bits."""
    boards = boards_called(options["layout"])
    chosen = options["boards"]
    for name in chosen:
        if name not in boards:
            raise BadOption(f"boards = {'+'.join(chosen)}: no board is called {name!r}; there are: {', '.join(boards)}")
    if len(chosen) < players:
        raise BadOption(f"boards = {'+'.join(chosen)}: {players} players need {players} boards")
    return [n for name in chosen[:players] for n in (*boards[name].room, boards[name].gems)]


def longest(players: int, options: Mapping[str, Any]) -> int:
    """L5.2 bounds the rounds; L5.1 and the crystals bound what is done in them.

    In a round each seat chooses an order of dice, a journey, a toll (only where two others can be hosts, L4.3), one
    action at its stop, and a feat. Only a seat that collects decides more: how to spend its crystals in an era (L4.4),
    or a second time on 8053 (L4.7), and where a card goes (L4.9). Ten places of a board take any card (L1.3), so nobody
    collects in more than ten turns.
    """
    return players * (ROUNDS * (4 + (players > 2)) + ENOUGH * CRYSTALS)


# --- Setup -----------------------------------------------------------------------


@rule
def setup(s: State, options: Any) -> None:
    """L2.1. There is no first player (G1): dates decide (L3.3)."""
    clear_table(s)
    for seat in range(s.players):
        for t in range(TYPES):
            s.room[seat][t] = options[(TYPES + 1) * seat + t]
        s.gems[seat] = options[(TYPES + 1) * seat + TYPES]
        s.crystals[seat] = 1
        s.at[seat] = PRESENT
    s.reserve = CRYSTALS - s.players
    for i in range(CARDS):
        s.pile[i] = i
    shuffle(s, s.pile, CARDS)
    s.piled = CARDS
    turn_top_card(s)
    refill(s)
    show_feats(s)
    begin_round(s)


@rule
def clear_table(s: State) -> None:
    """L2.1: no card on a board, no date set."""
    fill(s.line, ERAS, NONE)
    fill(s.discard, CARDS, NONE)
    fill(s.collected, 2, NONE)
    for seat in range(SEATS):
        fill(s.board[seat], PLACES, NONE)
        fill(s.roll[seat], DICE, NONE)
        s.order[seat] = NONE
        s.date[seat] = NONE


@rule
def show_feats(s: State) -> None:
    """L2.1: five of the eight feats are on offer."""
    wanted = FEATS_SHOWN
    for feat in range(len(FEATS)):
        if rand(s, len(FEATS) - feat) < wanted:
            s.feat[feat] = ON_OFFER
            wanted -= 1
            tell(s, FEAT_SHOWN, feat, 0, 0)
        else:
            s.feat[feat] = IN_BOX


# --- Setting the machine ---------------------------------------------------------


@rule
def begin_round(s: State) -> None:
    """L3.1: everybody rolls. L5.2: at most 200 times."""
    if s.round == ROUNDS:
        tell(s, LIMIT_REACHED, ROUNDS, 0, 0)
        end(s, LIMIT)
        return
    s.round += 1
    s.phase = SETTING
    s.turn = NONE
    tell(s, ROUND, s.round, 0, 0)
    for seat in range(s.players):
        s.date[seat] = NONE
        s.changed[seat] = 0
        s.gone[seat] = False
        s.waiting[seat] = True
        roll_dice(s, seat)
        whisper(s, 1 << seat, ROLLED, seat, date_of(s, seat, 0), 0)


@rule
def set_machine(s: State, seat: int, order: int) -> None:
    """L3.1: the last to choose reveals all dates."""
    s.order[seat] = order
    s.waiting[seat] = False
    tell(s, CHOSEN, seat, 0, 0)
    if not anybody_waiting(s):
        show_dates(s)


@rule
def show_dates(s: State) -> None:
    """L3.2: reveal all dates; equal ones make a rift."""
    for seat in range(s.players):
        s.date[seat] = date_of(s, seat, s.order[seat])
        s.order[seat] = NONE
        fill(s.roll[seat], DICE, NONE)
        tell(s, DATE_SHOWN, seat, s.date[seat], 0)
    rift = False
    for seat in range(s.players):
        if has_twin(s, seat):
            rift = True
            lost = min(1, s.crystals[seat])
            spend(s, seat, lost)
            tell(s, RIFT, seat, s.date[seat], lost)
    if rift:
        begin_round(s)
    else:
        s.phase = BETWEEN_TURNS


@rule
def has_twin(s: State, seat: int) -> bool:
    """L3.2: whether somebody else has set the same date."""
    twins = 0
    for other in range(s.players):
        twins += s.date[other] == s.date[seat]
    return twins > 1


# --- A turn ----------------------------------------------------------------------


@rule
def begin_turn(s: State) -> None:
    """L3.3: the latest date revealed goes next; after the last turn the round ends."""
    seat = NONE
    for other in range(s.players):
        if not s.gone[other] and (seat == NONE or s.date[other] > s.date[seat]):
            seat = other
    if seat == NONE:
        end_round(s)
        return
    s.turn = seat
    s.gone[seat] = True
    if s.crystals[seat] > 0:
        ask(s, seat, TRAVELLING)
    else:
        travel(s, seat, stop_of(s.date[seat]), 0)


@rule
def ask(s: State, seat: int, phase: int) -> None:
    """L4.2-L4.10: wait for a decision of the seat whose turn it is."""
    s.phase = phase
    wait_for(s, seat)


@rule
def travel(s: State, seat: int, stop: int, changes: int) -> None:
    """L4.1, L4.2: pay for the dice changed, and go."""
    spend(s, seat, changes)
    s.changed[seat] = changes
    if s.at[seat] == stop:
        tell(s, STAYED, seat, 3 * stop + changes, s.date[seat])  # L4.3: nothing is owed
        s.phase = ARRIVING
    else:
        s.at[seat] = stop
        tell(s, TRAVELLED, seat, 3 * stop + changes, s.date[seat])
        pay_toll(s, seat)


@rule
def pay_toll(s: State, seat: int) -> None:
    """L4.3: one crystal to a host; the seat chooses among several."""
    count = 0
    host = NONE
    for other in range(s.players):
        if is_host(s, seat, other):
            count += 1
            host = other
    if count == 0 or s.crystals[seat] == 0:
        s.phase = ARRIVING
    elif count == 1:
        give_toll(s, seat, host)
    else:
        ask(s, seat, TOLL)


@rule
def is_host(s: State, seat: int, other: int) -> bool:
    """L4.3: whether `other` is an opponent who has already had a turn this round and stands where `seat` is."""
    return other != seat and s.gone[other] == 1 and s.at[other] == s.at[seat]


@rule
def legal_hosts(s: State, seat: int, out: Any) -> int:
    """L4.3: give the toll to one of the hosts."""
    count = 0
    for other in range(s.players):
        out[count] = GIVE + other
        count += is_host(s, seat, other)
    return count


@rule
def give_toll(s: State, seat: int, host: int) -> None:
    """L4.3: one crystal changes hands."""
    s.crystals[seat] -= 1
    s.crystals[host] += 1
    tell(s, TOLL_GIVEN, seat, host, 0)
    s.phase = ARRIVING


@rule
def arrive(s: State, seat: int) -> None:
    """L4.4-L4.7: what the stop offers."""
    stop = s.at[seat]
    if stop == PRESENT:
        ask(s, seat, AT_PRESENT)
    elif stop == FUTURE:
        gain_from_future(s, seat)
        ask(s, seat, IN_FUTURE)
    elif stop & 1:  # L4.5: the two eras beside an exact date
        collect(s, seat, stop >> 1)
        collect(s, seat, (stop >> 1) + 1)
        refill(s)
        s.phase = UNPACKING
    else:
        look_at_card(s, seat)


@rule
def look_at_card(s: State, seat: int) -> None:
    """L4.4: a seat with crystals may exchange the card; one without collects it."""
    if s.crystals[seat] > 0:
        ask(s, seat, IN_ERA)
    else:
        collect_one(s, seat, s.at[seat] >> 1)
        s.phase = UNPACKING


@rule
def legal_in_era(s: State, seat: int, out: Any) -> int:
    """L4.4: pay to discard the card, or collect it."""
    out[0] = DISCARD + (s.at[seat] >> 1)
    out[1] = COLLECT
    return 2


@rule
def act_in_era(s: State, seat: int, action: int) -> None:
    """L4.4: collect, or pay for another card and look again."""
    era = s.at[seat] >> 1
    if action == COLLECT:
        collect_one(s, seat, era)
        s.phase = UNPACKING
    else:
        spend(s, seat, 1)
        tell(s, PAID_TO_DISCARD, seat, s.line[era], era)
        discard_from_line(s, era)
        look_at_card(s, seat)


@rule
def legal_in_future(s: State, out: Any) -> int:
    """L4.6: discard one card of the timeline or none. L4.7: on 8053 the card may be collected first."""
    for era in range(ERAS):
        out[era] = DISCARD + era
    out[ERAS] = COLLECT
    count = ERAS + (s.phase == AT_PRESENT)
    out[count] = LEAVE
    return count + 1


@rule
def act_in_future(s: State, seat: int, action: int) -> None:
    """L4.6: the two crystals have been taken already."""
    discard_free(s, seat, action)
    s.phase = UNPACKING  # L4.7: on 8053, what was collected before


@rule
def act_at_present(s: State, seat: int, action: int) -> None:
    """L4.7: the card first, or the effect of the future first; the action then says what is discarded."""
    if action == COLLECT:
        collect_one(s, seat, PRESENT >> 1)
        gain_from_future(s, seat)
        ask(s, seat, IN_FUTURE)
    else:
        gain_from_future(s, seat)
        discard_free(s, seat, action)
        collect_one(s, seat, PRESENT >> 1)
        s.phase = UNPACKING


@rule
def gain_from_future(s: State, seat: int) -> None:
    """L4.6: two crystals."""
    tell(s, GAINED, seat, gain(s, seat, 2), 0)


@rule
def discard_free(s: State, seat: int, action: int) -> None:
    """L4.6: discard one card of the timeline, or none."""
    if action != LEAVE:
        era = action - DISCARD
        tell(s, DISCARDED, seat, s.line[era], era)
        discard_from_line(s, era)


@rule
def discard_from_line(s: State, era: int) -> None:
    """L4.4, L4.6: discard the card of an era, which is replaced at once."""
    discard(s, s.line[era])
    s.line[era] = NONE
    refill(s)


@rule
def collect_one(s: State, seat: int, era: int) -> None:
    """L4.4, L4.7: collect the card of an era, which is replaced at once."""
    collect(s, seat, era)
    refill(s)


@rule
def collect(s: State, seat: int, era: int) -> None:
    """L4.4, L4.5, L4.7: take the card of an era; it is placed later (L4.9)."""
    card = s.line[era]
    s.collected[0 if s.collected[0] == NONE else 1] = card
    s.line[era] = NONE
    tell(s, COLLECTED, seat, card, era)


@rule
def refill(s: State) -> None:
    """L4.8: empty eras get the next card of the draw pile, from A to D."""
    for era in range(ERAS):
        if s.line[era] == NONE:
            s.line[era] = s.next
            tell(s, TURNED_UP, s.next, era, 0)
            turn_top_card(s)


@rule
def turn_top_card(s: State) -> None:
    """L4.8: turn up the next card; as soon as the draw pile is empty, the discards are shuffled into a new one."""
    if s.piled == 0:
        renew_pile(s)
    s.piled -= 1
    s.next = s.pile[s.piled]
    s.pile[s.piled] = NONE


@rule
def renew_pile(s: State) -> None:
    """L4.8: the shuffled discards become the draw pile."""
    for i in range(s.discarded):
        s.pile[i] = s.discard[i]
        s.discard[i] = NONE
    s.piled = s.discarded
    s.discarded = 0
    shuffle(s, s.pile, s.piled)
    tell(s, RENEWED, s.piled, 0, 0)


@rule
def discard(s: State, card: int) -> None:
    """L4.4: put a card on the discards."""
    s.discard[s.discarded] = card
    s.discarded += 1


@rule
def place_collected(s: State, seat: int) -> None:
    """L4.9: place the cards in order. Several places: the seat chooses; none: the card is discarded."""
    while s.collected[0] != NONE:
        room = room_for(s, seat, s.collected[0])
        if size(room) > 1:
            ask(s, seat, PLACING)
            return
        if room != 0:
            place_card(s, seat, index(room))
        else:
            tell(s, NO_PLACE, seat, s.collected[0], 0)
            discard(s, take_first(s))
    look_for_feats(s, seat)


@rule
def take_first(s: State) -> int:
    """L4.9: the next card to be placed; the other one follows."""
    card = s.collected[0]
    s.collected[0] = s.collected[1]
    s.collected[1] = NONE
    return card


@rule
def place_card(s: State, seat: int, place: int) -> None:
    """L4.9: place the next card collected. A crystal place brings a crystal."""
    card = take_first(s)
    s.board[seat][place] = card
    s.lying[seat][type_of(card)] |= 1 << place
    s.owned[seat] += 1
    tell(s, PLACED, seat, card, place)
    if s.gems[seat] >> place & 1:
        tell(s, FOUND, seat, place, gain(s, seat, 1))
    if s.owned[seat] == ENOUGH:
        tell(s, TEN, seat, ENOUGH, 0)


@rule
def look_for_feats(s: State, seat: int) -> None:
    """L4.10: a seat that meets the condition of a feat on offer may take it."""
    if feats_within_reach(s, seat) != 0:
        ask(s, seat, FEAT)
    else:
        s.phase = BETWEEN_TURNS


@rule
def act_on_feats(s: State, seat: int, action: int) -> None:
    """L4.10: one feat, or none; it is not replaced."""
    if action != TAKE_NONE:
        s.feat[action - TAKE] = seat
        tell(s, FEAT_TAKEN, seat, action - TAKE, 0)
    s.phase = BETWEEN_TURNS


@rule
def spend(s: State, seat: int, count: int) -> None:
    """L4.11: crystals spent go to the reserve."""
    s.crystals[seat] -= count
    s.reserve += count


@rule
def gain(s: State, seat: int, count: int) -> int:
    """L4.11: what the reserve cannot pay is not gained. Returns the crystals gained."""
    paid = min(count, s.reserve)
    s.reserve -= paid
    s.crystals[seat] += paid
    return paid


# --- End -------------------------------------------------------------------------


@rule
def end_round(s: State) -> None:
    """L5.1: the end is checked only after a round."""
    for seat in range(s.players):
        if s.owned[seat] >= ENOUGH:
            end(s, ENDED)
            return
    begin_round(s)


@rule
def end(s: State, how: int) -> None:
    """L5.1: announce who won or shares the victory. G3: at the limit the game is scored as it stands."""
    wait_for_nobody(s)
    s.over = how
    s.turn = NONE
    best = standing(s, total(s, 0), 0)
    winners = 1  # seats as bits
    for seat in range(1, s.players):
        mine = standing(s, total(s, seat), seat)
        if mine > best:
            winners = 0
        if mine >= best:
            winners |= 1 << seat
            best = mine
    for seat in range(s.players):
        if winners >> seat & 1:
            tell(s, WON if winners == 1 << seat else SHARED, seat, total(s, seat), 0)


@rule
def standing(s: State, points: Any, seat: int) -> int:
    """L5.1: the score, then crystals."""
    return points * (CRYSTALS + 1) + s.crystals[seat]


@rule
def score(s: State, points: Any, ranks: Any) -> None:
    """L5.1, L6.1-L6.7, G2. `scoring.sheet_line` gives the lines of the score sheet."""
    for seat in range(s.players):
        points[seat] = standing(s, total(s, seat), seat)
    write_ranks(points, s.players, ranks)
    for seat in range(s.players):
        points[seat] = total(s, seat)


# --- Deciding --------------------------------------------------------------------


@rule
def legal(s: State, seat: int, out: Any) -> int:
    """The actions `seat` may take, ascending."""
    if s.phase == SETTING:
        return list_bits(orders(s, seat), ORDERS, 0, out, 0)  # L3.1
    if s.phase == TRAVELLING:
        return list_bits(reachable(s.date[seat], s.crystals[seat]), 3 * STOPS, TRAVEL, out, 0)  # L4.1, L4.2
    if s.phase == PLACING:
        return list_bits(room_for(s, seat, s.collected[0]), PLACES, PLACE, out, 0)  # L4.9
    if s.phase == FEAT:
        return list_bits(feats_within_reach(s, seat) | 1 << TAKE_NONE - TAKE, len(FEATS) + 1, TAKE, out, 0)  # L4.10
    if s.phase == TOLL:
        return legal_hosts(s, seat, out)  # L4.3
    if s.phase == IN_ERA:
        return legal_in_era(s, seat, out)  # L4.4
    return legal_in_future(s, out)  # L4.6, L4.7


@rule
def play(s: State, seat: int, action: int) -> None:
    """One action, and everything that follows from it up to the next decision."""
    if s.phase == SETTING:
        set_machine(s, seat, action)  # L3.1
    elif s.phase == TRAVELLING:
        stop = (action - TRAVEL) // 3
        travel(s, seat, stop, action - TRAVEL - 3 * stop)  # L4.1, L4.2
    elif s.phase == TOLL:
        give_toll(s, seat, action - GIVE)  # L4.3
    elif s.phase == IN_ERA:
        act_in_era(s, seat, action)  # L4.4
    elif s.phase == AT_PRESENT:
        act_at_present(s, seat, action)  # L4.7
    elif s.phase == IN_FUTURE:
        act_in_future(s, seat, action)  # L4.6
    elif s.phase == PLACING:
        place_card(s, seat, action - PLACE)  # L4.9
        s.phase = UNPACKING
    else:
        act_on_feats(s, seat, action)  # L4.10
    go_on(s)


@rule
def go_on(s: State) -> None:
    """L4.2-L4.10: pass through the phases in which nobody decides."""
    while s.over == 0:
        if s.phase == ARRIVING:
            arrive(s, s.turn)
        elif s.phase == UNPACKING:
            place_collected(s, s.turn)
        elif s.phase == BETWEEN_TURNS:
            begin_turn(s)
        else:
            return


# --- Checks ----------------------------------------------------------------------


def census(s: State) -> Iterator[tuple[Any, str]]:
    """Every piece and its place, to check that none is lost or duplicated. Takes a whole state, not a view."""
    yield s.next, "top of the pile"
    yield from ((c, "pile") for c in s.pile[: s.piled])
    yield from ((c, "discards") for c in s.discard[: s.discarded])
    yield from ((c, "line") for c in s.line)
    yield from ((c, "collected") for c in s.collected if c != NONE)
    crystals = ["reserve"] * s.reserve
    for seat in range(s.players):
        yield from ((c, f"board {seat}") for c in s.board[seat] if c != NONE)
        crystals += [f"crystals {seat}"] * s.crystals[seat]
    yield from ((f"crystal {i}", where) for i, where in enumerate(crystals))
    yield from ((f"feat {feat}", f"feats {s.feat[feat]}") for feat in range(len(FEATS)))
