"""An independent referee: thousands of deals, played action by action in OpenSpiel's hearts too."""

from random import Random

import pytest

pyspiel = pytest.importorskip("pyspiel")

from hearts.meta import GAME  # noqa: E402
from referee import begin_theirs, our_card, their_card  # noqa: E402

from tempolude.engine.ways import Interpreted  # noqa: E402

SEATS = 4


def referee(way, theirs, passing, seeds):
    """Play the same random deals in both; return the number of decisions, the directions of passing, the moons."""
    encoded = GAME.encode(SEATS, GAME.settle(SEATS, {"length": "deal", "passing": passing}))
    s, decisions, directions, moons = GAME.rules.STATE.new(), 0, set(), 0
    for seed in seeds:
        way.setup(s, SEATS, encoded, seed)
        state, dice = begin_theirs(theirs, s), Random(seed)
        directions.add(int(s.direction))
        while not s.over:
            seat = state.current_player()
            assert s.waiting[seat]
            legal = way.legal(s, seat)
            assert sorted(map(our_card, state.legal_actions())) == legal, f"deal {seed}: {legal}"
            card = dice.choice(legal)
            way.play(s, seat, card)
            state.apply_action(their_card(card))
            decisions += 1
        assert state.is_terminal()
        points, _ = way.score(s)
        assert [26 - value for value in state.returns()] == list(points[:SEATS]), f"deal {seed}"
        moons += sum(s.moons)
    return decisions, directions, moons


def test_thousands_of_deals_are_the_same_in_openspiel_H5_2():
    decisions, directions, _ = referee(GAME.compiled, pyspiel.load_game("hearts"), "turns", range(4000))
    assert directions == {0, 1, 2, 3}
    assert decisions > 4000 * 60


def test_so_are_deals_without_passing_H2_4():
    theirs = pyspiel.load_game("hearts(pass_cards=False)")
    decisions, directions, _ = referee(GAME.compiled, theirs, "never", range(500))
    assert (decisions, directions) == (500 * 52, {0})


def test_so_are_the_same_rules_interpreted():
    referee(Interpreted(GAME), pyspiel.load_game("hearts"), "turns", range(60))


def test_a_moon_is_scored_as_openspiel_scores_it_H4_2():
    """Random players hardly ever shoot the moon: here one player holds every high card."""
    encoded = GAME.encode(SEATS, GAME.settle(SEATS, {"length": "deal", "passing": "never"}))
    s, way = GAME.rules.STATE.new(), Interpreted(GAME)
    way.setup(s, SEATS, encoded, 0)
    hands = [sorted(suit * 13 + rank for suit in range(4) for rank in ranks) for ranks in RANKS_OF_FOUR]
    hands = exchange_for_thirteen(hands)
    for seat, hand in enumerate(hands):
        for i, card in enumerate(hand):
            s.hand[seat][i] = card
    for seat in range(SEATS):
        s.waiting[seat] = 0 in hands[seat]
    state = begin_theirs(pyspiel.load_game("hearts(pass_cards=False)"), s)
    while not s.over:
        seat = state.current_player()
        legal = way.legal(s, seat)
        assert sorted(map(our_card, state.legal_actions())) == legal
        card = max(legal, key=lambda c: c % 13) if seat == 0 else min(legal, key=lambda c: c % 13)
        way.play(s, seat, card)
        state.apply_action(their_card(card))
    assert list(s.moons) == [1, 0, 0, 0]
    assert [26 - value for value in state.returns()] == [0, 26, 26, 26]


RANKS_OF_FOUR = ((10, 11, 12), (7, 8, 9), (4, 5, 6), (0, 1, 2, 3))  # the last has four of each suit, the others three


def exchange_for_thirteen(hands):
    """Bring the last hand from sixteen cards to thirteen and the others from twelve, by giving each of them a 5."""
    *others, last = hands
    for hand, card in zip(others, (3, 16, 29), strict=True):
        hand.append(card)
        last.remove(card)
    return [sorted(hand) for hand in hands]
