"""Positions of Hearts by name, for tests: hands as in notation ("QS 10D"), seats from 0."""

from hearts import rules
from hearts.meta import GAME
from hearts.names import card_of, code
from hearts.state import CARDS, HAND, PASSING, PLAYING, SEATS

from tempolude.engine.match import Match
from tempolude.engine.seats import wait_for
from tempolude.engine.state import NONE

NAMES = ("Ada", "Blaise", "Camille", "Dora")


def match(seed=1, **options):
    return Match(GAME, seats=SEATS, seed=seed, options=options, names=NAMES)


def cards(text):
    return [card_of(word) for word in text.split()]


def dealt(hands, *, direction=0, **options):
    """A position just after the deal: the given hands are filled up with the remaining cards."""
    found = match(**options)
    s = found.state
    rules.clear_deal(s)
    s.direction = direction
    named = [cards(hands.get(seat, "")) for seat in range(SEATS)]
    rest = [card for card in range(CARDS) if not any(card in hand for hand in named)]
    for seat in range(SEATS):
        while len(named[seat]) < HAND:
            named[seat].append(rest.pop())
        put(s, seat, named[seat])
    s.happened = 0
    if direction:
        rules.begin_passing(s)
    else:
        rules.begin_play(s)
    return found


def late(hands, *, leader=0, broken=False, points=(0, 0, 0, 0), totals=(0, 0, 0, 0), **options):
    """A deal near its end: `leader` leads, and the cards that nobody holds are gone."""
    found = match(**options)
    s = found.state
    rules.clear_deal(s)
    s.direction, s.phase, s.broken = 0, PLAYING, broken
    for seat in range(SEATS):
        put(s, seat, cards(hands[seat]))
        s.points[seat], s.total[seat] = points[seat], totals[seat]
    held = {card for seat in range(SEATS) for card in s.hand[seat]}
    for card in range(CARDS):
        s.gone[card] = NONE if card in held else card % SEATS
    s.happened = 0
    wait_for(s, leader)
    return found


def put(s, seat, hand):
    s.held[seat] = len(hand)
    for i in range(HAND):
        s.hand[seat][i] = sorted(hand)[i] if i < len(hand) else NONE


def play(found, text, seat=None):
    """Play cards one after the other, each for the seat to decide: `play(m, "2C 5C KC AC")`."""
    for card in text.split():
        asked = found.waiting[0] if seat is None else seat
        verb = "pass" if found.state.phase == PASSING else "play"
        found.play(asked, f"{verb} {card}")


def may(found, seat):
    """The cards that a seat may pass or play now."""
    return " ".join(code(card) for card in found.way.legal(found.view(seat), seat))
