"""The numbers of an observation that say what cards and dice would bring (L3, L4, L6), against the score sheet."""

from random import Random

import numpy as np
import pytest

from tempolude.check.cases import play_at_random
from tempolude.engine.match import Match
from tempolude.engine.state import NONE
from tempolude.games.collectors import observation, scoring, state
from tempolude.games.collectors.meta import GAME

from .positions import WAY, position


def block(s, seat, name, *shape):
    """The numbers of a block, as the seat sees them."""
    begin = observation.SEEN.at(name)
    return WAY.observe(s, seat)[begin : begin + int(np.prod(shape))].reshape(shape)


def placed(s, seat, card, place):
    """The score of a seat with one more card on its board."""
    after = s.copy()
    after.board[seat][place] = card
    after.lying[seat][state.type_of(card)] |= 1 << place
    return scoring.total(after, seat)


def test_what_a_card_would_add_is_what_it_adds_to_the_score_L6():
    checked = 0
    for seed in range(2):
        match, dice = Match(GAME, seats=4, seed=seed, compiled=True), Random(seed)
        while not match.over:
            play_at_random(match, dice, 5)
            s = match.state
            for seat in range(4):
                for card in (*s.line, s.next):
                    room = scoring.room_for(s, seat, card) if card != NONE else 0
                    places = [place for place in range(state.PLACES) if room >> place & 1]
                    added = [placed(s, seat, card, place) - scoring.total(s, seat) for place in places]
                    assert [scoring.points_added_at(s, seat, card, place) for place in places] == added
                    assert scoring.points_added(s, seat, card) == max(added, default=0)
                    checked += len(places)
    assert checked > 1000


def test_an_order_says_which_stops_it_reaches_and_what_they_give_L4_1():
    p = position(rolls={0: "1489", 1: "0000"}, line="colossus dodo pyrite ginkgo", crystals={0: 1, 1: 0})
    orders = [p.table.read(p.s, 0, f"set {date}") for date in ("1984", "1498")]
    reach = block(p.s, 0, "reach", state.ORDERS, state.STOPS)
    best = block(p.s, 0, "best", state.ORDERS, 3) * observation.SOME_POINTS
    stops = block(p.s, 0, "stops", state.STOPS) * observation.SOME_POINTS
    assert reach[orders[0]][1] == 1  # 1984 itself
    assert reach[orders[0]][0] == pytest.approx(2 / 3)  # era A with one die changed
    assert reach[orders[1]][0] == 1
    assert reach[orders[1]].max(initial=0, where=np.arange(state.STOPS) == 1) == 0  # two changes, and one crystal
    assert stops.tolist() == pytest.approx([3, 0, -3, -3, 0, 4, 4, 6, 2])
    assert best[orders[0]].tolist() == pytest.approx([0, 4, 0])
