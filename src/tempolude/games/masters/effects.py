"""The cards: what the words of an effect do, as the rulebook’s table of words says (M1.1).

The words still to be done are on a small stack, `pending`. A word that needs choices sets `left` to their number, and
the rest waits until they are made; an attack stays on the stack until it has reached every opponent.
"""

from __future__ import annotations

from typing import Any

from tempolude.engine.bits import list_bits
from tempolude.engine.events import tell
from tempolude.engine.piles import insert, list_distinct
from tempolude.engine.rule import rule
from tempolude.engine.seats import clockwise, wait_for
from tempolude.engine.state import NONE, State

from .moves import (  # isort: skip
    add_to_discards, add_to_hand, discard_from_hand, draw, drop, gives_cards, lay_in_chain, recover, show_from_hand,
    spark, take_from_discards, tell_revealed, timers_of,
)  # fmt: skip
from .state import (  # isort: skip
    AMOUNTS, ASK_BREAK, ASK_DISCARD, ASK_FETCH, ASK_MAIN, ASK_REMOVE, ASK_REMOVE_UP_TO, ASK_RENEW, ASK_SURCHARGE, ASKED,
    ATTACKS, BREAK, CHOOSE, CONVERT, CONVERTED, DISCARD, DISCARD_HALF, DISCOUNT, DISCOUNT_LOST, DISCOUNTED, DONE, DRAIN,
    DRAINED, DRAW, DROP, ECHO, ECHOED, FETCH, FETCHED, GAIN, GAINED, HAD_INSIGHT, INSIGHT, KE_MOST, LEVELS, LIMITATION,
    LIMITED, NO_WORD, PASS, RECOVER, RECOVER_ALL, REMOVE, REMOVE_UP_TO, REMOVED, RENEW, RENEWED, SPARK, SURCHARGE,
    SURCHARGED, TAKE, WORDS,
)  # fmt: skip


@rule
def begin_effect(s: State, card: int) -> None:
    """M4.2: push the words of a card, the first one last, so that it is done first."""
    for i in range(WORDS - 1, NONE, -1):
        if s.effect[card][i] != NO_WORD:
            push(s, s.effect[card][i])


@rule
def push(s: State, word: int) -> None:
    """M4.2: one more word to be done, before those that wait."""
    s.pending[s.pendings] = word
    s.pendings += 1


@rule
def pop(s: State) -> None:
    """M4.2: the next word is done."""
    s.pendings -= 1
    s.pending[s.pendings] = NO_WORD


@rule
def carry_on(s: State) -> None:
    """M4.2: do the words that wait until somebody must choose; after the last, the main phase goes on."""
    while s.left == 0 and s.pendings > 0:
        word = s.pending[s.pendings - 1] // AMOUNTS
        amount = s.pending[s.pendings - 1] % AMOUNTS
        if word >= ATTACKS:
            strike_next(s, word, amount)
        else:
            pop(s)
            do_word(s, s.turn, word, amount)
    if s.left == 0:
        if s.focus != NONE:  # M4.2: its effect, then it is discarded; M4.4: or lies aside
            if gives_cards(s, s.focus):
                lay_in_chain(s, s.focus)
            else:
                add_to_discards(s, s.turn, s.focus)
            s.focus = NONE
        s.asks = ASK_MAIN
        wait_for(s, s.turn)


@rule
def ask(s: State, seat: int, what: int, choices: int) -> None:
    """M4.2: wait for that many choices of a seat."""
    s.asks = what
    s.left = choices
    wait_for(s, seat)


@rule
def do_word(s: State, seat: int, word: int, amount: int) -> None:
    """M4.2: one word of an effect, as far as possible."""
    if word == RECOVER:
        recover(s, seat, amount if amount > 0 else (s.ke[seat] - s.ready[seat] + 1) >> 1)  # M6.7: none is half
    elif word == RECOVER_ALL:
        recover(s, seat, KE_MOST)
    elif word == GAIN:
        gain(s, seat, amount)
    elif word == SPARK:
        spark(s, seat, amount)
    elif word == DRAW:
        draw(s, seat, amount)
    elif word == DISCOUNT:  # M6.4: a larger one replaces a smaller
        s.discount[seat] = max(s.discount[seat], amount)
        tell(s, DISCOUNTED, seat, s.discount[seat], 0)
    elif word == INSIGHT:
        s.access += amount
        tell(s, HAD_INSIGHT, seat, amount, 0)
    elif word == ECHO:
        echo(s, seat, amount)
    elif word == CONVERT:
        convert(s, seat)
    else:
        begin_choice(s, seat, word, amount)


@rule
def gain(s: State, seat: int, wanted: int) -> None:
    """M1.4: *gain*: new recurring Kè, available; never more than 12."""
    count = min(wanted, KE_MOST - s.ke[seat])
    s.ke[seat] += count
    s.ready[seat] += count
    if count > 0:
        tell(s, GAINED, seat, count, 0)


@rule
def convert(s: State, seat: int) -> None:
    """M1.4: *convert*: an ephemeral Kè becomes a recurring one."""
    if s.sparks[seat] > 0 and s.ke[seat] < KE_MOST:
        s.sparks[seat] -= 1
        s.ke[seat] += 1
        s.ready[seat] += 1
        tell(s, CONVERTED, seat, 0, 0)


@rule
def echo(s: State, seat: int, times: int) -> None:
    """M4.2: *echo*: repeat the effect of the last spell that is not an echo, without its attacks, that many times."""
    tell(s, ECHOED, seat, s.last, 0)
    if s.last == NONE:
        return
    if times > 1:
        push(s, ECHO * AMOUNTS + times - 1)
    for i in range(WORDS - 1, NONE, -1):
        word = s.effect[s.last][i]
        if word != NO_WORD and word < ATTACKS * AMOUNTS:
            push(s, word)


# --- Words with a choice ---------------------------------------------------------


@rule
def begin_choice(s: State, seat: int, word: int, amount: int) -> None:
    """M4.2: ask for the cards of a word; if there are no more than it names, take them all without asking."""
    if word == FETCH:
        if s.discarded[seat] > amount:
            ask(s, seat, ASK_FETCH, amount)
        else:
            while s.discarded[seat] > 0:
                fetch(s, seat, s.discard[seat][0])
    elif word == REMOVE:
        if s.held[seat] > amount:
            ask(s, seat, ASK_REMOVE, amount)
        else:
            while s.held[seat] > 0:
                remove_from_game(s, seat, s.hand[seat][0])
    elif word == REMOVE_UP_TO and s.held[seat] > 0:
        ask(s, seat, ASK_REMOVE_UP_TO, min(amount, s.held[seat]))
    elif word == RENEW:
        ask(s, seat, ASK_RENEW, 1)


@rule
def fetch(s: State, seat: int, card: int) -> None:
    """M4.2: *fetch*: a card comes back from the discards."""
    take_from_discards(s, seat, card)
    s.counted[seat][card] += 1
    add_to_hand(s, seat, card)
    tell(s, FETCHED, seat, card, 0)


@rule
def remove_from_game(s: State, seat: int, card: int) -> None:
    """M7.1: *remove*: a card of the hand leaves the game, and its points with it."""
    show_from_hand(s, seat, card)
    s.removed[card] += 1
    s.points[seat] -= s.level[card]  # M7.1
    tell(s, REMOVED, seat, card, 0)


@rule
def renew(s: State, seat: int, sphere: int) -> None:
    """M5.1: *renew*: the revealed card of a sphere goes to its bottom, where everybody knows it is."""
    top = s.remaining[sphere] - 1
    card = s.sphere[sphere][top]
    insert(s.sphere[sphere], top, 0, card)
    s.bottom[sphere] = min(s.bottom[sphere] + 1, s.remaining[sphere])
    tell(s, RENEWED, seat, sphere, card)
    tell_revealed(s, sphere)


# --- Attacks ---------------------------------------------------------------------


@rule
def strike_next(s: State, word: int, amount: int) -> None:
    """M4.2: an attack strikes the next opponent, clockwise from the caster; back at the caster it is done."""
    s.struck = clockwise(s, s.struck)
    if s.struck == s.turn:
        pop(s)
    elif word == SURCHARGE:
        take_surcharge(s, s.struck)
    elif word == LIMITATION:
        take_limit(s, s.struck)
    elif word == DRAIN:
        lose_ke(s, s.struck)
    elif word == DISCARD:
        lose_cards(s, s.struck, amount)
    elif word == DISCARD_HALF:
        lose_cards(s, s.struck, (s.held[s.struck] + 1) >> 1)  # M6.7
    elif word == BREAK:
        lose_timer(s, s.struck)


@rule
def take_surcharge(s: State, seat: int) -> None:
    """M6.4: at most one +1 is held. M6.5: a player with −1 may give that up instead."""
    if s.surcharge[seat]:
        return
    if s.discount[seat] != 1:
        settle_surcharge(s, seat, False)
    elif s.agreed & ASKED:
        ask(s, seat, ASK_SURCHARGE, 1)
    else:
        settle_surcharge(s, seat, True)


@rule
def settle_surcharge(s: State, seat: int, give_up: int) -> None:
    """M6.5: give up the −1, or take the +1."""
    if give_up:
        s.discount[seat] = 0
        tell(s, DISCOUNT_LOST, seat, 0, 0)
    else:
        s.surcharge[seat] = True
        tell(s, SURCHARGED, seat, 0, 0)


@rule
def take_limit(s: State, seat: int) -> None:
    """M6.4: *limit*: at most one is held."""
    if not s.limited[seat]:
        s.limited[seat] = True
        tell(s, LIMITED, seat, 0, 0)


@rule
def lose_ke(s: State, seat: int) -> None:
    """M1.4: *drain*: lose an ephemeral Kè; or else an available recurring one is spent."""
    if s.sparks[seat] > 0:
        s.sparks[seat] -= 1
        tell(s, DRAINED, seat, 1, 0)
    elif s.ready[seat] > 0:
        s.ready[seat] -= 1
        tell(s, DRAINED, seat, 0, 1)


@rule
def lose_cards(s: State, seat: int, count: int) -> None:
    """M5.2: *discard*: that many cards of the hand, or all."""
    if s.held[seat] > count:
        ask(s, seat, ASK_DISCARD, count)
    else:
        while s.held[seat] > 0:
            discard_from_hand(s, seat, s.hand[seat][0])


@rule
def lose_timer(s: State, seat: int) -> None:
    """M6.2: *break*: one of the timers, if there are any."""
    timers = timers_of(s, seat)
    if timers > 1:
        ask(s, seat, ASK_BREAK, 1)
    elif timers == 1:
        drop(s, seat, s.zone[seat] - 1)  # the last place in use is never free


# --- Choosing --------------------------------------------------------------------


@rule
def legal_choices(s: State, seat: int, out: Any) -> int:
    """M4.2: what an effect asks for: a sphere, a timer, or a card of the hand or the discards."""
    if s.asks == ASK_FETCH:
        return legal_fetches(s, seat, out)
    count = 0
    if s.asks == ASK_RENEW:  # M5.1: a sphere that is not empty
        for sphere in range(LEVELS):
            if s.remaining[sphere] > 0:
                out[count] = TAKE + sphere
                count += 1
    elif s.asks == ASK_SURCHARGE:  # M6.5: take it, or give up the −1
        out[0] = DONE
        out[1] = PASS
        count = 2
    elif s.asks == ASK_BREAK:  # M6.2: one of the timers
        for place in range(s.zone[seat]):
            if s.timer[seat][place] != NONE:
                out[count] = DROP + place
                count += 1
    else:
        if s.asks == ASK_REMOVE_UP_TO:
            out[0] = DONE
            count = 1
        count = list_distinct(s.hand[seat], s.held[seat], CHOOSE, out, count)
    return count


@rule
def legal_fetches(s: State, seat: int, out: Any) -> int:
    """M4.2: each kind of card in the discards, which lie in the order they came."""
    there = 0  # kinds as bits
    for i in range(s.discarded[seat]):
        there |= 1 << s.discard[seat][i]
    return list_bits(there, s.kinds, CHOOSE, out, 0)


@rule
def choose(s: State, seat: int, action: int) -> None:
    """M4.2: one choice that an effect asked for."""
    s.left -= 1
    if s.asks == ASK_FETCH:
        fetch(s, seat, action - CHOOSE)
    elif s.asks == ASK_DISCARD:
        discard_from_hand(s, seat, action - CHOOSE)
    elif s.asks == ASK_BREAK:
        drop(s, seat, action - DROP)
    elif s.asks == ASK_RENEW:
        renew(s, seat, action - TAKE)
    elif s.asks == ASK_SURCHARGE:
        settle_surcharge(s, seat, action == PASS)
    elif action == DONE:  # of `remove up to`
        s.left = 0
    else:
        remove_from_game(s, seat, action - CHOOSE)
