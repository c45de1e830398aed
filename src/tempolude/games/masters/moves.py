"""How cards and Kè move: what the phases of a turn and the words of effects share."""

from __future__ import annotations

from tempolude.engine.chance import shuffle
from tempolude.engine.events import tell, whisper
from tempolude.engine.piles import find, insert_in_order, remove
from tempolude.engine.rule import rule
from tempolude.engine.state import EVERYONE, NONE, State

from .state import (  # isort: skip
    ACTIVATED, AMOUNTS, DECK_MADE, DISCARDED, DRAW, DRAWN, DREW, DROPPED, ECHO, FETCH, RECOVERED, REVEALED, SLOTS,
    SPARKED, SPARKS_MOST, SPELL, SPHERE_EMPTY, UNCOVERED, WORDS,
)  # fmt: skip

# --- Cards -----------------------------------------------------------------------
# `counted` and `secret` hold what everybody knows about a player's deck, hand and cards under timers. A card leaves
# them when it is revealed, and is counted again when it returns from the discards. A card that is revealed without
# having been counted was taken unseen.


@rule
def show(s: State, seat: int, card: int) -> None:
    """M5.1: a card is revealed; it may have been taken unseen."""
    if s.counted[seat][card] > 0:
        s.counted[seat][card] -= 1
    else:
        s.secret[seat][s.level[card] - 1] -= 1


@rule
def add_to_hand(s: State, seat: int, card: int) -> None:
    """M5.1, M5.2: a card goes to a hand."""
    insert_in_order(s.hand[seat], s.held[seat], card)
    s.held[seat] += 1


@rule
def leave_hand(s: State, seat: int, card: int) -> None:
    """M3.1: take a card out of a hand, unrevealed."""
    remove(s.hand[seat], s.held[seat], find(s.hand[seat], s.held[seat], card))
    s.held[seat] -= 1


@rule
def show_from_hand(s: State, seat: int, card: int) -> None:
    """M4.2: take a card out of a hand and reveal it."""
    leave_hand(s, seat, card)
    show(s, seat, card)


@rule
def add_to_discards(s: State, seat: int, card: int) -> None:
    """M5.2: a card goes to the discards."""
    s.discard[seat][s.discarded[seat]] = card
    s.discarded[seat] += 1


@rule
def discard_from_hand(s: State, seat: int, card: int) -> None:
    """M4.2: discard a card of the hand."""
    show_from_hand(s, seat, card)
    add_to_discards(s, seat, card)
    tell(s, DISCARDED, seat, card, 0)


@rule
def draw(s: State, seat: int, wanted: int) -> None:
    """M5.2: if the deck is empty, the discards become a new one; if both are, drawing stops."""
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
    """M3.1, M5.1, M5.2: everyone but `seat`, as bits: they see that a card moves, but not which."""
    return EVERYONE - (1 << seat)


@rule
def make_deck_anew(s: State, seat: int) -> None:
    """M5.2: shuffle the discards into a new deck."""
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
    """M4.2, M4.4: a spell that was cast, or a card set aside, lies there until the close."""
    s.chain[s.casts] = card
    s.casts += 1


@rule
def spells_cast(s: State) -> int:
    """M5.1: how many cards of the chain are spells; the others were set aside (M4.4)."""
    count = 0
    for i in range(s.casts):
        count += s.sort[s.chain[i]] == SPELL
    return count


@rule
def gives_cards(s: State, card: int) -> bool:
    """M4.4: whether an effect gives cards, or may."""
    count = 0
    for i in range(WORDS):
        word = s.effect[card][i] // AMOUNTS
        count += word in (DRAW, FETCH, ECHO)
    return count > 0


@rule
def set_aside(s: State, seat: int, card: int) -> None:
    """M4.4: move a card from the discards to the chain until the close."""
    take_from_discards(s, seat, card)
    lay_in_chain(s, card)


@rule
def take_from_discards(s: State, seat: int, card: int) -> None:
    """M4.4: take the first copy of a card out of the discards and close the gap."""
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
    """M5.1: report the card now revealed, or that the sphere is empty."""
    if s.remaining[sphere] > 0:
        tell(s, REVEALED, sphere, s.sphere[sphere][s.remaining[sphere] - 1], 0)
    else:
        tell(s, SPHERE_EMPTY, sphere, 0, 0)


# --- Timers ----------------------------------------------------------------------


@rule
def spells_on(s: State, seat: int, place: int) -> int:
    """M3.1, M4.2: how many spells are on a timer."""
    count = 0
    for slot in range(SLOTS):
        count += s.on[seat][place * SLOTS + slot] != NONE
    return count


@rule
def timers_of(s: State, seat: int) -> int:
    """M6.2: how many timers a seat has."""
    count = 0
    for place in range(s.zone[seat]):
        count += s.timer[seat][place] != NONE
    return count


@rule
def activate(s: State, seat: int, place: int) -> None:
    """M6.1: discard the timer and the cards under it; its spells are released."""
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
    """M6.2: discard the timer with the spells on it and the cards under it, without effect."""
    tell(s, DROPPED, seat, s.timer[seat][place], place)
    for slot in range(SLOTS):
        spell = s.on[seat][place * SLOTS + slot]
        if spell != NONE:
            add_to_discards(s, seat, spell)
            s.on[seat][place * SLOTS + slot] = NONE
    take_down(s, seat, place)


@rule
def take_down(s: State, seat: int, place: int) -> None:
    """M6.1, M6.2: discard a timer and reveal and discard the cards under it."""
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
    """M4.2: spent recurring Kè become available."""
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
