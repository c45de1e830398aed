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


def seat_block(s, seat, other, name, size=1):
    """The numbers of a block about another seat, as the seat sees them."""
    blocks = next(part.blocks for part in observation.SEEN.parts if part.name == "seat")
    before = [block.name for block in blocks].index(name)
    begin = observation.SEAT_SPAN * ((other - seat) % s.players) + sum(block.size for block in blocks[:before])
    return WAY.observe(s, seat)[begin : begin + size]


def test_turns_to_come_are_seen_with_what_they_lead_to_L3_3_L4_1_L4_2():
    p = position(
        seats=3,
        dates={0: 9000, 1: 3841, 2: 1984},
        played=[0],
        at={0: "C"},
        crystals={0: 3, 1: 1, 2: 0},
        line="colossus dodo pyrite ginkgo",
    )
    assert [float(seat_block(p.s, 2, other, "soon")[0]) for other in range(3)] == [0, 0, 1]  # it is the turn of seat 1
    ways = seat_block(p.s, 2, 1, "ways", state.STOPS)
    hopes = seat_block(p.s, 2, 1, "hopes", state.STOPS) * observation.SOME_POINTS
    # Seat 1 shows 3841 and has a crystal: B as it is; A, C, D and the future for one die (`reachable`).
    assert ways.tolist() == pytest.approx([2 / 3, 0, 1, 0, 2 / 3, 0, 2 / 3, 0, 2 / 3])
    gains = seat_block(p.s, 2, 1, "gains", state.ERAS) * observation.SOME_POINTS
    at_once = [gains[0] - 1, 0, gains[1], 0, gains[2] - 1, 0, gains[3] - 1, 0, 2 - 1]
    assert hopes.tolist() == pytest.approx(at_once, abs=1e-5)
    assert not seat_block(p.s, 2, 0, "ways", state.STOPS).any()  # seat 0 has had its turn
    assert block(p.s, 2, "tolls", state.STOPS).tolist() == [0, 0, 0, 0, 1, 0, 0, 0, 0]  # L4.3: seat 0 stands at C


def test_a_lead_a_feat_within_reach_and_the_last_round_are_seen_L4_10_L5():
    full = "colossus dodo pyrite ginkgo " + ". " * 8
    p = position(dates={0: 5000, 1: 4000}, board={0: full}, crystals={0: 5, 1: 1}, feats="crystals plants")
    ahead = (p.points(0) - p.points(1)) / observation.SOME_POINTS
    assert seat_block(p.s, 1, 0, "lead")[0] == pytest.approx(ahead)
    assert seat_block(p.s, 0, 1, "lead")[0] == pytest.approx(-ahead)
    feats = seat_block(p.s, 1, 0, "feats", len(state.FEATS))
    met = [scoring.feats_within_reach(p.s, 0) >> feat & 1 for feat in range(len(state.FEATS))]
    assert feats.tolist() == met
    assert sum(met) == 1
    assert block(p.s, 1, "last", 1)[0] == 0
    p.s.owned[0] = state.ENOUGH
    assert block(p.s, 1, "last", 1)[0] == 1
