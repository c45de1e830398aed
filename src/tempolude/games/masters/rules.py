"""Time Masters: cast spells in chains and buy knowledge with them. Numbers (M3.1) are those of rulebook.en.md.

Here are the setup, the phases of a turn, paying and the end. How cards and Kè move is in moves.py, what the words of
effects do in effects.py, and why no match is endless in length.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tempolude.engine.chance import shuffle
from tempolude.engine.events import tell, whisper
from tempolude.engine.piles import list_distinct, remove
from tempolude.engine.rule import rule
from tempolude.engine.seats import clockwise, first_player, rank_of, wait_for, wait_for_nobody, winners
from tempolude.engine.state import ENDED, LIMIT, NONE, State

from .components import in_match
from .effects import ask, begin_effect, carry_on, choose, legal_choices
from .hidden import cards_of, draw_unknown, guess, hide, reshuffle
from .length import longest
from .meta import FIRST

from .moves import (  # isort: skip
    activate, add_to_discards, add_to_hand, all_but, discard_from_hand, draw, drop, gives_cards, lay_in_chain,
    leave_hand, recover, set_aside, show_from_hand, spells_cast, spells_on, tell_revealed,
)  # fmt: skip
from .observation import DOES, FEATURES, SEEN, observe

from .state import (  # isort: skip
    ACTIONS, ACTIVATE, AMOUNTS, ASK_MAIN, ASK_SECOND, ASK_SPHERES, ASK_TIMERS, ASKED, BASE, CARDS, CHOICES, CHOOSE,
    CLOSED, DELAY, DELAYED, DONE, DROP, EMPTY_SPHERES, EVENTS, FIRST_PLAYER, FOCUS, FOCUSED, GOT, HAND, KE, KE_MOST,
    KINDS, LAST_ROUND, LEVELS, LIMIT_3, PAID, PASS, PASSED, PAYMENTS, PLACE, PLACED, PLAY, PUT_UNDER, QUIET, RELEASE,
    RELEASED, SEATS, SHARED, SLOTS, SPELL, SPHERE, SPHERE_SET, STATE, TAKE, TIMER, TIMER_SET, TIMERS, TOOK, TOOK_UNSEEN,
    TRADE, TURN, TURNS, UNSEEN, WAS_CAST, WHOLE_ROUND, WON, WORDS,
)  # fmt: skip

__all__ = [
    "ACTIONS", "CHOICES", "DOES", "EVENTS", "FEATURES", "QUIET", "SEEN", "STATE",
    "census", "encode", "guess", "hide", "legal", "longest", "observe", "play", "reshuffle", "score", "setup",
]  # fmt: skip

ROW = 8 + WORDS  # numbers that describe a kind of card


def encode(players: int, options: Mapping[str, Any], rules: int = 2) -> list[int]:
    """The settled options as numbers for `setup`.

    The number of kinds of card, then a row for each kind, with its copies in a base deck and in its sphere. Then the
    rules the match is played by, as bits, and the first player if the table names one (G1); both are left out where
    they would be 0 and nothing follows.
    """
    kinds, in_sphere = in_match(options)
    numbers = [len(kinds)]
    for kind, copies in zip(kinds, in_sphere, strict=True):
        words = [word.number * AMOUNTS + word.amount for word in kind.effect]
        numbers += [kind.sort, kind.level, kind.cost, kind.slots, kind.parts, kind.echoes]
        numbers += [0 if kind.level else kind.copies, copies, *words, *[0] * (WORDS - len(words))]
    agreed = WHOLE_ROUND * (options["end"] == "round") + ASKED * (rules > 1)
    first = FIRST.seat(players, options["first_player"])
    return [int(number) for number in numbers] + [agreed] * bool(agreed or first) + first


# --- Setup -----------------------------------------------------------------------


@rule
def setup(s: State, options: Any) -> None:
    """M2.1: shuffle the base decks, draw five cards each, deal the spheres and reveal the first card of each."""
    clear_table(s)
    read_kinds(s, options)
    agreed = 1 + s.kinds * ROW
    s.agreed = options[agreed] if len(options) > agreed else 0
    for seat in range(s.players):
        shuffle(s, s.deck[seat], BASE)
        for _ in range(HAND):
            top = s.decked[seat] - 1
            add_to_hand(s, seat, s.deck[seat][top])
            s.deck[seat][top] = NONE
            s.decked[seat] = top
        s.ke[seat] = KE  # M1.4
        s.ready[seat] = KE
    s.first = first_player(s, options, agreed + 1)  # G1
    tell(s, FIRST_PLAYER, s.first, 0, 0)
    for sphere in range(LEVELS):
        deal_sphere(s, sphere)
        tell_revealed(s, sphere)
    begin_turn(s, s.first)


@rule
def clear_table(s: State) -> None:
    """M2.1: no card anywhere yet."""
    for seat in range(SEATS):
        for i in range(CARDS):
            s.deck[seat][i] = NONE
            s.hand[seat][i] = NONE
            s.discard[seat][i] = NONE
            s.under[seat][i] = NONE
            s.beneath[seat][i] = NONE
        for i in range(TIMERS):
            s.timer[seat][i] = NONE
        for i in range(TIMERS * SLOTS):
            s.on[seat][i] = NONE
    for sphere in range(LEVELS):
        for i in range(SPHERE_SET - SPHERE):
            s.unused[sphere][i] = NONE
    for i in range(CARDS):
        s.chain[i] = NONE
        s.freed[i] = NONE
    s.focus = NONE
    s.last = NONE


@rule
def read_kinds(s: State, options: Any) -> None:
    """M1.1: what the cards are. M1.2: everyone’s base deck."""
    s.kinds = options[0]
    for kind in range(s.kinds):
        row = 1 + kind * ROW
        s.sort[kind] = options[row]
        s.level[kind] = options[row + 1]
        s.cost[kind] = options[row + 2]
        s.slots[kind] = options[row + 3]
        s.parting[kind] = options[row + 4]
        s.echoes[kind] = options[row + 5]
        s.copies[kind] = options[row + 7]
        for i in range(WORDS):
            s.effect[kind][i] = options[row + 8 + i]
        for seat in range(s.players):
            s.counted[seat][kind] = options[row + 6]
            for _ in range(options[row + 6]):
                s.deck[seat][s.decked[seat]] = kind
                s.decked[seat] += 1


@rule
def deal_sphere(s: State, sphere: int) -> None:
    """M1.3: ten of its cards at random, or the ten that the table chose, in a random order."""
    s.remaining[sphere] = SPHERE
    if cards_of(s, sphere, s.copies) > SPHERE_SET:
        deal_from_many(s, sphere)
        return
    count = 0
    for kind in range(s.kinds):
        if s.level[kind] == sphere + 1:
            for _ in range(s.copies[kind]):
                s.spare[count] = kind
                count += 1
    shuffle(s, s.spare, count)
    for i in range(count):
        if i < SPHERE:
            s.sphere[sphere][i] = s.spare[i]
        else:
            s.unused[sphere][i - SPHERE] = s.spare[i]
        s.spare[i] = 0


@rule
def deal_from_many(s: State, sphere: int) -> None:
    """M1.3: the same with an extension; cards that are not in the match are nowhere, since there can be any number."""
    for kind in range(s.kinds):
        s.unknown[kind] = s.copies[kind]
    for i in range(SPHERE):
        s.sphere[sphere][i] = draw_unknown(s, sphere)
    for kind in range(s.kinds):
        s.unknown[kind] = 0


# --- A turn: timers --------------------------------------------------------------


@rule
def begin_turn(s: State, seat: int) -> None:
    """M3.1: a turn begins with the full timers, if there are any."""
    tell(s, TURN, seat, s.turns // s.players, 0)
    s.turn = seat
    s.struck = seat
    s.acted = False
    s.last = NONE
    s.spent = 0
    s.access = 0
    for sphere in range(LEVELS):
        s.took[sphere] = False
    s.asks = ASK_MAIN
    for place in range(s.zone[seat]):
        if is_full(s, seat, place):
            s.due[place] = True
            s.asks = ASK_TIMERS
    wait_for(s, seat)


@rule
def is_full(s: State, seat: int, place: int) -> bool:
    """M3.1: whether all slots of a timer are taken."""
    timer = s.timer[seat][place]
    return timer != NONE and spells_on(s, seat, place) == s.slots[timer]


@rule
def legal_timers(s: State, seat: int, out: Any) -> int:
    """M3.1: activate a full timer, or delay it; with no card in hand it must be activated."""
    count = 0
    for place in range(s.zone[seat]):
        if s.due[place]:
            out[count] = ACTIVATE + place  # M6.1
            count += 1
    for place in range(s.zone[seat]):
        if s.due[place]:
            count = list_distinct(s.hand[seat], s.held[seat], DELAY + place * KINDS, out, count)
    return count


@rule
def deal_with_timer(s: State, seat: int, action: int) -> None:
    """M3.1: activate or delay one full timer; after the last comes the main phase."""
    if action < DELAY:
        place = action - ACTIVATE
        activate(s, seat, place)
        s.acted = True
    else:
        place = (action - DELAY) // KINDS
        delay(s, seat, place, action - DELAY - place * KINDS)
    s.due[place] = False
    for other in range(s.zone[seat]):
        if s.due[other]:
            return
    s.asks = ASK_MAIN


@rule
def delay(s: State, seat: int, place: int, card: int) -> None:
    """M3.1: one more card of the hand under a full timer."""
    leave_hand(s, seat, card)
    s.under[seat][s.unders[seat]] = card
    s.beneath[seat][s.unders[seat]] = place
    s.unders[seat] += 1
    whisper(s, all_but(seat), DELAYED, seat, s.timer[seat][place], place)
    whisper(s, 1 << seat, PUT_UNDER, seat, card, s.timer[seat][place])


# --- A turn: main ----------------------------------------------------------------


@rule
def legal_main(s: State, seat: int, out: Any) -> int:
    """M4.1: pass. M4.2: play, in any order and number. M4.3: the phase cannot end before released spells are cast."""
    count = 0
    if s.freeds == 0:
        out[0] = DONE  # M4.2, M4.3
        count = 1
        if not s.acted:
            out[1] = PASS  # M4.1
            count = 2
    if s.held[seat] > 1 and s.ready[seat] < s.ke[seat]:
        count = list_distinct(s.hand[seat], s.held[seat], TRADE, out, count)  # M4.2
    count = list_distinct(s.freed, s.freeds, RELEASE, out, count)  # M4.3
    count = legal_from_hand(s, seat, out, count)  # M4.2
    if s.zone[seat] > 0:
        count = legal_with_timers(s, seat, out, count)  # M4.2
    return count


@rule
def legal_from_hand(s: State, seat: int, out: Any, count: int) -> int:
    """M4.2: a timer or a focus, free, or a spell, with every way to pay for it (M6.3)."""
    budget = can_spend(s, seat)
    before = NONE
    for i in range(s.held[seat]):
        card = s.hand[seat][i]
        if card != before:
            before = card
            if s.sort[card] == SPELL:
                count = legal_payments(s, seat, price(s, seat, card), budget, PLAY + card * PAYMENTS, out, count)
            else:
                out[count] = PLAY + card * PAYMENTS
                count += 1
    return count


@rule
def legal_with_timers(s: State, seat: int, out: Any, count: int) -> int:
    """M4.2: activate a timer with a spell, discard one whose card says so, or place a spell on a free slot."""
    for place in range(s.zone[seat]):
        out[count] = ACTIVATE + place  # M6.1
        count += spells_on(s, seat, place) > 0
    for place in range(s.zone[seat]):
        timer = s.timer[seat][place]
        if timer != NONE and s.parting[timer]:
            out[count] = DROP + place  # M6.2
            count += 1
    budget = can_spend(s, seat)
    for place in range(s.zone[seat]):
        if s.timer[seat][place] != NONE and not is_full(s, seat, place):
            before = NONE
            for i in range(s.held[seat]):
                card = s.hand[seat][i]
                if card != before and s.sort[card] == SPELL:
                    first = PLACE + (place * KINDS + card) * PAYMENTS  # M4.2
                    count = legal_payments(s, seat, price(s, seat, card), budget, first, out, count)
                before = card
    return count


@rule
def play_main(s: State, seat: int, action: int) -> None:
    """M4.2: one action of the main phase, up to the choices that its effect asks for."""
    s.acted = True
    if action < RELEASE:
        trade(s, seat, action - TRADE)
    elif action < PLAY:
        release(s, seat, action - RELEASE)
    elif action < ACTIVATE:
        card = (action - PLAY) // PAYMENTS
        play_from_hand(s, seat, card, action - PLAY - card * PAYMENTS)
    elif action < DROP:
        activate(s, seat, action - ACTIVATE)
    elif action < DELAY:
        timer = s.timer[seat][action - DROP]
        drop(s, seat, action - DROP)
        if gives_cards(s, timer):
            set_aside(s, seat, timer)
        begin_effect(s, timer)
    else:
        which = (action - PLACE) // PAYMENTS
        place = which // KINDS
        place_spell(s, seat, place, which - place * KINDS, action - PLACE - which * PAYMENTS)


@rule
def pass_turn(s: State, seat: int) -> None:
    """M4.1: all Kè are recovered, and the hand is not refilled."""
    tell(s, PASSED, seat, s.ke[seat] - s.ready[seat], 0)
    s.ready[seat] = s.ke[seat]
    end_turn(s, seat)


@rule
def trade(s: State, seat: int, card: int) -> None:
    """M4.2: two cards of the hand for one Kè; this is the first."""
    discard_from_hand(s, seat, card)
    ask(s, seat, ASK_SECOND, 1)


@rule
def trade_second(s: State, seat: int, card: int) -> None:
    """M4.2: the second card, and the Kè."""
    s.left = 0
    discard_from_hand(s, seat, card)
    recover(s, seat, 1)


@rule
def play_from_hand(s: State, seat: int, card: int, sparks: int) -> None:
    """M4.2: set a timer, play a focus or cast a spell."""
    show_from_hand(s, seat, card)
    if s.sort[card] == TIMER:
        set_timer(s, seat, card)
    elif s.sort[card] == FOCUS:
        tell(s, FOCUSED, seat, card, 0)
        s.focus = card
        begin_effect(s, card)
    else:
        tell(s, WAS_CAST, seat, card, spells_cast(s) + 1)
        pay(s, seat, card, sparks)
        cast(s, card)


@rule
def set_timer(s: State, seat: int, timer: int) -> None:
    """M4.2: put a timer on the first free place of the zone."""
    place = 0
    while s.timer[seat][place] != NONE:
        place += 1
    s.timer[seat][place] = timer
    s.zone[seat] = max(s.zone[seat], place + 1)
    tell(s, TIMER_SET, seat, timer, place)


@rule
def place_spell(s: State, seat: int, place: int, card: int, sparks: int) -> None:
    """M4.2: the spell is paid for but has no effect yet; the timer’s placing effect happens now."""
    show_from_hand(s, seat, card)
    timer = s.timer[seat][place]
    tell(s, PLACED, seat, card, timer)
    pay(s, seat, card, sparks)
    slot = place * SLOTS
    while s.on[seat][slot] != NONE:
        slot += 1
    s.on[seat][slot] = card
    if not s.parting[timer]:
        begin_effect(s, timer)


@rule
def release(s: State, seat: int, card: int) -> None:
    """M4.3: a released spell is cast at no cost."""
    taken = 0
    while s.freed[taken] != card:
        taken += 1
    remove(s.freed, s.freeds, taken)
    s.freeds -= 1
    tell(s, RELEASED, seat, card, spells_cast(s) + 1)
    cast(s, card)


@rule
def cast(s: State, card: int) -> None:
    """M4.2: the effect of a spell is done, and it counts as cast, which gives an access point (M5.1)."""
    lay_in_chain(s, card)
    s.access += 1
    if not s.echoes[card]:
        s.last = card
    begin_effect(s, card)


# --- A turn: spheres -------------------------------------------------------------


@rule
def begin_spheres(s: State, seat: int) -> None:
    """M5.1: the spheres phase, which is skipped if no card can be taken."""
    s.asks = ASK_SPHERES
    if not can_take_any(s):
        close(s, seat)


@rule
def can_take(s: State, sphere: int) -> bool:
    """M5.1: the revealed card costs its level; one card per sphere and turn."""
    return s.remaining[sphere] > 0 and s.access > sphere and not s.took[sphere]


@rule
def can_take_unseen(s: State, sphere: int) -> bool:
    """M5.1: the hidden card costs one more, and can be taken only where two are left."""
    return s.remaining[sphere] > 1 and s.access > sphere + 1 and not s.took[sphere]


@rule
def can_take_any(s: State) -> bool:
    """M5.1: whether any card can be taken. A hidden one can only be where a revealed one can."""
    count = 0
    for sphere in range(LEVELS):
        count += can_take(s, sphere)
    return count > 0


@rule
def legal_spheres(s: State, out: Any) -> int:
    """M5.1: stop, take a revealed card, or take a hidden one."""
    out[0] = DONE
    count = 1
    for sphere in range(LEVELS):
        out[count] = TAKE + sphere  # the revealed card
        count += can_take(s, sphere)
    for sphere in range(LEVELS):
        out[count] = UNSEEN + sphere  # the hidden one
        count += can_take_unseen(s, sphere)
    return count


@rule
def take_card(s: State, seat: int, sphere: int, unseen: int) -> None:
    """M5.1: a card goes to the hand; if it was the revealed one, the next is revealed at once."""
    place = s.remaining[sphere] - 1 - unseen
    public = not unseen or place < s.bottom[sphere]
    card = remove(s.sphere[sphere], s.remaining[sphere], place)
    s.remaining[sphere] -= 1
    s.bottom[sphere] -= place < s.bottom[sphere]
    s.took[sphere] = True
    s.access -= sphere + 1 + unseen
    s.points[seat] += sphere + 1
    add_to_hand(s, seat, card)
    if public:
        s.counted[seat][card] += 1
    else:
        s.secret[seat][sphere] += 1
    if unseen:
        whisper(s, all_but(seat), TOOK_UNSEEN, seat, sphere, 0)
        whisper(s, 1 << seat, GOT, seat, card, sphere)
    else:
        tell(s, TOOK, seat, card, sphere)
        tell_revealed(s, sphere)


# --- A turn: close ---------------------------------------------------------------


@rule
def close(s: State, seat: int) -> None:
    """M5.2: discard the spells cast and what was set aside; draw up to five, less one per card under timers."""
    tell(s, CLOSED, seat, spells_cast(s), 0)
    for i in range(s.casts):
        add_to_discards(s, seat, s.chain[i])
        s.chain[i] = NONE
    s.casts = 0
    draw(s, seat, HAND - s.unders[seat] - s.held[seat])
    end_turn(s, seat)


@rule
def end_turn(s: State, seat: int) -> None:
    """M6.6: limit 3 is gone. M7.1, M7.3, M7.4: the match may end; otherwise the next player’s turn begins."""
    s.limited[seat] = False
    s.turns += 1
    empty = 0
    new = 0  # by this turn
    for sphere in range(LEVELS):
        if s.remaining[sphere] == 0:
            empty += 1
            new += s.took[sphere]
    if empty >= EMPTY_SPHERES and (not s.agreed & WHOLE_ROUND or s.turns % s.players == 0):  # M7.1, M7.4
        end(s, ENDED)
    elif s.turns == TURNS * s.players:  # M7.3, G3
        end(s, LIMIT)
    else:
        if empty - new < EMPTY_SPHERES <= empty:
            tell(s, LAST_ROUND, 0, 0, 0)
        begin_turn(s, clockwise(s, seat))


# --- Timers and paying -----------------------------------------------------------


@rule
def price(s: State, seat: int, card: int) -> int:
    """M6.4: the cost, less the discount, plus the surcharge, never below 0."""
    return max(0, s.cost[card] - s.discount[seat] + s.surcharge[seat])


@rule
def can_spend(s: State, seat: int) -> int:
    """M6.6: all available Kè; with limit 3, at most 3 in a turn."""
    budget = s.ready[seat] + s.sparks[seat]
    return min(budget, LIMIT_3 - s.spent) if s.limited[seat] else budget


@rule
def legal_payments(s: State, seat: int, price: int, budget: int, action: int, out: Any, count: int) -> int:
    """M6.3: any mix of recurring and ephemeral Kè; `action` is the one without ephemeral Kè."""
    if price <= budget:
        for sparks in range(max(0, price - s.ready[seat]), min(price, s.sparks[seat]) + 1):
            out[count] = action + sparks
            count += 1
    return count


@rule
def pay(s: State, seat: int, card: int, sparks: int) -> None:
    """M6.3: pay the price. M6.4: discount and surcharge are then gone, whatever part of them was used."""
    due = price(s, seat, card)
    s.ready[seat] -= due - sparks
    s.sparks[seat] -= sparks
    s.spent += due
    s.discount[seat] = 0
    s.surcharge[seat] = False
    tell(s, PAID, seat, due - sparks, sparks)


# --- End -------------------------------------------------------------------------


@rule
def end(s: State, how: int) -> None:
    """M7.1, M7.2: announce who won or shares the victory."""
    wait_for_nobody(s)
    s.over = how
    outcome = WON if winners(s, standing) == 1 else SHARED
    for seat in range(s.players):
        if rank_of(s, seat, standing) == 1:
            tell(s, outcome, seat, s.points[seat], 0)


@rule
def standing(s: State, seat: int) -> int:
    """M7.1: the levels of all cards. M7.2: then the available Kè."""
    most = KE_MOST + PAYMENTS  # more than anyone can have
    return s.points[seat] * most + s.ready[seat] + s.sparks[seat]


@rule
def score(s: State, points: Any, ranks: Any) -> None:
    """M7.1, M7.2, G2: points, and ranks by standing."""
    for seat in range(s.players):
        points[seat] = s.points[seat]
        ranks[seat] = rank_of(s, seat, standing)


# --- Deciding --------------------------------------------------------------------


@rule
def legal(s: State, seat: int, out: Any) -> int:
    """The actions `seat` may take, ascending."""
    if s.asks == ASK_MAIN:
        return legal_main(s, seat, out)  # M4.1 to M4.3
    if s.asks == ASK_SPHERES:
        return legal_spheres(s, out)  # M5.1
    if s.asks == ASK_TIMERS:
        return legal_timers(s, seat, out)  # M3.1
    return legal_choices(s, seat, out)  # M4.2


@rule
def play(s: State, seat: int, action: int) -> None:
    """One action, and everything that follows from it up to the next decision."""
    if s.asks == ASK_TIMERS:
        deal_with_timer(s, seat, action)  # M3.1
    elif s.asks == ASK_SPHERES:
        if action == DONE:
            close(s, seat)
        else:
            take_card(s, seat, (action - TAKE) % LEVELS, action >= UNSEEN)  # M5.1
            if not can_take_any(s):
                close(s, seat)
    elif s.asks == ASK_MAIN and action == DONE:
        begin_spheres(s, seat)
    elif s.asks == ASK_MAIN and action == PASS:
        pass_turn(s, seat)  # M4.1
    else:
        if s.asks == ASK_MAIN:
            play_main(s, seat, action)  # M4.2
        elif s.asks == ASK_SECOND:
            trade_second(s, seat, action - CHOOSE)
        else:
            choose(s, seat, action)
        carry_on(s)


# --- Checks ----------------------------------------------------------------------


def census(s: State) -> Iterator[tuple[Any, str]]:
    """Every card and its place, to check that none is lost or duplicated. Takes a whole state, not a view.

    Copies of a kind are interchangeable, so they are numbered as they are found.
    """
    seen = [0] * KINDS
    for card, place in _places(s):
        seen[card] += 1
        yield f"card {card}.{seen[card]}", place
    for card in range(s.kinds):  # of spheres of more than twenty
        if cards_of(s, s.level[card] - 1, s.copies) > SPHERE_SET:
            yield from ((f"card {card}.{n + 1}", "not in the match") for n in range(seen[card], s.copies[card]))


def _places(s: State) -> Iterator[tuple[Any, str]]:
    """All cards on the table, with their places."""
    for seat in range(s.players):
        yield from ((card, f"deck {seat}") for card in s.deck[seat][: s.decked[seat]])
        yield from ((card, f"hand {seat}") for card in s.hand[seat][: s.held[seat]])
        yield from ((card, f"discards {seat}") for card in s.discard[seat][: s.discarded[seat]])
        yield from ((card, f"under timers {seat}") for card in s.under[seat][: s.unders[seat]])
        yield from ((card, f"on timers {seat}") for card in s.on[seat] if card != NONE)
        yield from ((card, f"timers {seat}") for card in s.timer[seat] if card != NONE)
    yield from ((card, "chain") for card in s.chain[: s.casts])
    yield from ((card, "set free") for card in s.freed[: s.freeds])
    if s.focus != NONE:
        yield s.focus, "focus"
    for sphere in range(LEVELS):
        yield from ((card, f"sphere {sphere}") for card in s.sphere[sphere][: s.remaining[sphere]])
        yield from ((card, "not in the match") for card in s.unused[sphere] if card != NONE)
    for card, count in enumerate(s.removed):
        yield from ((card, "removed") for _ in range(count))
