"""Guesses: every deal consistent with what a seat knows is equally likely, and no other occurs."""

from collections import Counter

from hearts import state
from hearts.meta import GAME
from hearts.names import card_of
from positions import dealt, late, play

from tempolude.engine.ways import Interpreted

WAY = Interpreted(GAME)


def guesses(m, seat, count):
    for seed in range(count):
        view = m.view(seat)
        WAY.guess(view, seat, seed)
        yield view


def test_the_leader_is_known_to_hold_the_two_of_clubs_H3_1():
    m = dealt({2: "2C"})
    assert all(s.hand[2][0] == state.TWO_OF_CLUBS for s in guesses(m, 0, 30))


def test_what_a_seat_passed_it_knows_to_be_there_until_it_is_played_H2_3():
    m = dealt({0: "QS KS AS", 1: "2C"}, direction=state.LEFT)
    play(m, "QS KS AS", seat=0)
    for seat in (1, 2, 3):
        for _ in range(3):
            m.play(seat, m.way.legal(m.state, seat)[-1])
    for s in guesses(m, 0, 30):
        assert {36, 37, 38} <= set(s.hand[1])
        assert list(s.received[1]) == [36, 37, 38]
        assert set(s.passed[3]) == set(m.state.received[0])


def test_nobody_is_given_what_they_have_shown_to_lack_and_all_deals_are_as_likely_H3_2():
    """Blaise has no diamonds, so only the deals that give him none are possible."""
    m = late(["2D 3D 9D", "4C 5C 6C", "5D 6D 7C", "7D 8D 8C"])
    play(m, "2D 4C 5D 7D")
    unknown = ["5C", "6C", "6D", "7C", "8D", "8C"]
    found = Counter(
        tuple(tuple(card for card in s.hand[seat] if card >= 0) for seat in (1, 2, 3)) for s in guesses(m, 0, 6000)
    )
    diamonds = {card_of("6D"), card_of("8D")}
    assert all(not diamonds & set(hands[0]) for hands in found)
    assert all(sorted(card for hand in hands for card in hand) == sorted(map(card_of, unknown)) for hands in found)
    assert len(found) == 6 * 6  # two of the four clubs for Blaise; the other four cards, two and two
    assert 100 < min(found.values()) <= max(found.values()) < 240  # 167 each


def test_whoever_played_points_to_the_first_trick_has_nothing_else_H3_4():
    m = dealt({0: "2C", 1: "QS 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH"})
    play(m, "2C 2H")
    for s in guesses(m, 0, 20):
        assert all(state.worth(card) for card in s.hand[1] if card >= 0)
