"""How cards and Kè move: what the phases of a turn and the words of effects have in common."""

from __future__ import annotations

from tempolude.engine.chance import shuffle
from tempolude.engine.events import tell, whisper
from tempolude.engine.piles import find, insert_in_order, remove
from tempolude.engine.rule import rule
from tempolude.engine.state import EVERYONE, NONE, State

from .state import (
    ACTIVATED,
    AMOUNTS,
    DECK_MADE,
    DISCARDED,
    DRAW,
    DRAWN,
    DREW,
    DROPPED,
    ECHO,
    FETCH,
    RECOVERED,
    REVEALED,
    SLOTS,
    SPARKED,
    SPARKS_MOST,
    SPELL,
    SPHERE_EMPTY,
    UNCOVERED,
    WORDS,
)

# --- Cards -----------------------------------------------------------------------
# `counted` and `secret` hold what all know of a player's deck, hand and cards under timers. A card leaves them when it
# is shown, and is counted when it goes back from the discards. Shown and not counted, it was one taken unseen.


@rule
def show(s: State, seat: int, card: int) -> None:
    if s.counted[seat][card] > 0:
        s.counted[seat][card] -= 1
    else:
        s.secret[seat][s.level[card] - 1] -= 1


@rule
def add_to_hand(s: State, seat: int, card: int) -> None:
    insert_in_order(s.hand[seat], s.held[seat], card)
    s.held[seat] += 1


@rule
def leave_hand(s: State, seat: int, card: int) -> None:
    """Take a card out of a hand, unseen."""
    remove(s.hand[seat], s.held[seat], find(s.hand[seat], s.held[seat], card))
    s.held[seat] -= 1


@rule
def show_from_hand(s: State, seat: int, card: int) -> None:
    leave_hand(s, seat, card)
    show(s, seat, card)


@rule
def add_to_discards(s: State, seat: int, card: int) -> None:
    s.discard[seat][s.discarded[seat]] = card
    s.discarded[seat] += 1


@rule
def discard_from_hand(s: State, seat: int, card: int) -> None:
    show_from_hand(s, seat, card)
    add_to_discards(s, seat, card)
    tell(s, DISCARDED, seat, card, 0)


@rule
def draw(s: State, seat: int, wanted: int) -> None:
    """M5.2: an empty deck is made anew when a card must be drawn; with no discards either, none is."""
    count = min(wanted, s.decked[seat] + s.discarded[seat])
    if count > 0:
        whisper(s, all_but(seat), DREW, seat, count, 0)
    for _ in range(count):
        if s.decked[seat] == 0:
            make_deck_anew(s, seat)
        top = s.decked[seat] - 1
        card = s.deck[seat][top]
        s.deck[seat][top] = NONE
        s.decked[seat] = top
        add_to_hand(s, seat, card)
        whisper(s, 1 << seat, DRAWN, seat, card, 0)


@rule
def all_but(seat: int) -> int:
    """Who sees that a card of `seat` moves, but not which."""
    return EVERYONE - (1 << seat)


@rule
def make_deck_anew(s: State, seat: int) -> None:
    count = s.discarded[seat]
    for i in range(count):
        card = s.discard[seat][i]
        s.deck[seat][i] = card
        s.discard[seat][i] = NONE
        s.counted[seat][card] += 1
    s.decked[seat] = count
    s.discarded[seat] = 0
    shuffle(s, s.deck[seat], count)
    tell(s, DECK_MADE, seat, count, 0)


@rule
def lay_in_chain(s: State, card: int) -> None:
    s.chain[s.casts] = card
    s.casts += 1


@rule
def spells_cast(s: State) -> int:
    """How many of the cards in the chain are spells; the others lie there for this turn (M4.4)."""
    count = 0
    for i in range(s.casts):
        count += s.sort[s.chain[i]] == SPELL
    return count


@rule
def gives_cards(s: State, card: int) -> bool:
    """M4.4: whether its effect brings cards into the hand, or may."""
    count = 0
    for i in range(WORDS):
        word = s.effect[card][i] // AMOUNTS
        count += word in (DRAW, FETCH, ECHO)
    return count > 0


@rule
def set_aside(s: State, seat: int, card: int) -> None:
    """M4.4: from the discards into the chain, until the turn is closed."""
    take_from_discards(s, seat, card)
    lay_in_chain(s, card)


@rule
def take_from_discards(s: State, seat: int, card: int) -> None:
    """The first copy of a card; the others close up."""
    kept = 0
    found = False
    for i in range(s.discarded[seat]):
        other = s.discard[seat][i]
        s.discard[seat][kept] = other
        kept += found or other != card
        found = found or other == card
    s.discarded[seat] = kept
    s.discard[seat][kept] = NONE


# --- Spheres ---------------------------------------------------------------------


@rule
def tell_revealed(s: State, sphere: int) -> None:
    """The card that now lies open, or that there is none left."""
    if s.remaining[sphere] > 0:
        tell(s, REVEALED, sphere, s.sphere[sphere][s.remaining[sphere] - 1], 0)
    else:
        tell(s, SPHERE_EMPTY, sphere, 0, 0)


# --- Timers ----------------------------------------------------------------------


@rule
def spells_on(s: State, seat: int, place: int) -> int:
    count = 0
    for slot in range(SLOTS):
        count += s.on[seat][place * SLOTS + slot] != NONE
    return count


@rule
def timers_of(s: State, seat: int) -> int:
    count = 0
    for place in range(s.zone[seat]):
        count += s.timer[seat][place] != NONE
    return count


@rule
def activate(s: State, seat: int, place: int) -> None:
    """M6.1: the timer and the cards under it are discarded; its spells are free."""
    tell(s, ACTIVATED, seat, s.timer[seat][place], place)
    for slot in range(SLOTS):
        spell = s.on[seat][place * SLOTS + slot]
        if spell != NONE:
            insert_in_order(s.freed, s.freeds, spell)
            s.freeds += 1
            s.on[seat][place * SLOTS + slot] = NONE
    take_down(s, seat, place)


@rule
def drop(s: State, seat: int, place: int) -> None:
    """M6.2: the spells on a discarded timer and the cards under it are discarded too, without effect."""
    tell(s, DROPPED, seat, s.timer[seat][place], place)
    for slot in range(SLOTS):
        spell = s.on[seat][place * SLOTS + slot]
        if spell != NONE:
            add_to_discards(s, seat, spell)
            s.on[seat][place * SLOTS + slot] = NONE
    take_down(s, seat, place)


@rule
def take_down(s: State, seat: int, place: int) -> None:
    add_to_discards(s, seat, s.timer[seat][place])
    s.timer[seat][place] = NONE
    kept = 0
    for i in range(s.unders[seat]):
        card = s.under[seat][i]
        below = s.beneath[seat][i]
        s.under[seat][i] = NONE
        s.beneath[seat][i] = NONE
        if below == place:
            show(s, seat, card)
            add_to_discards(s, seat, card)
            tell(s, UNCOVERED, seat, card, 0)
        else:
            s.under[seat][kept] = card
            s.beneath[seat][kept] = below
            kept += 1
    s.unders[seat] = kept
    while s.zone[seat] > 0 and s.timer[seat][s.zone[seat] - 1] == NONE:
        s.zone[seat] -= 1


# --- Kè --------------------------------------------------------------------------


@rule
def recover(s: State, seat: int, wanted: int) -> None:
    """Spent recurring Kè become available."""
    count = min(wanted, s.ke[seat] - s.ready[seat])
    s.ready[seat] += count
    if count > 0:
        tell(s, RECOVERED, seat, count, 0)


@rule
def spark(s: State, seat: int, wanted: int) -> None:
    """M1.4: ephemeral Kè, never more than 4."""
    count = min(wanted, SPARKS_MOST - s.sparks[seat])
    s.sparks[seat] += count
    if count > 0:
        tell(s, SPARKED, seat, count, 0)
