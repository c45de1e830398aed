"""C1 Components, C2 Setup."""

from collections import Counter

import pytest

from tempolude.engine.errors import BadOption
from tempolude.engine.match import Match
from tempolude.games.contretemps import rules, state
from tempolude.games.contretemps.meta import GAME
from tempolude.games.contretemps.names import code

from .positions import crystals, happened, line_of_time, places, present


def start(seats, seed=1, mode="classic"):
    return Match(GAME, seats=seats, seed=seed, options={"mode": mode})


def pieces(match):
    return Counter(piece for piece, _ in rules.census(match.state))


@pytest.mark.parametrize(("seats", "lowest", "cards"), [(6, 1, 65), (5, 3, 55), (4, 5, 45), (3, 7, 35)])
def test_low_cards_are_left_out_by_players_C1_1(seats, lowest, cards):
    in_play = [piece for piece in pieces(start(seats)) if isinstance(piece, int)]
    assert len(in_play) == cards
    assert {code(card) for card in in_play} == {f"{a}{n}" for a in "CSMQF" for n in range(lowest, 14)}


def test_suits_in_notation_C1_1():
    assert [code(suit * 13) for suit in range(5)] == ["C1", "S1", "M1", "Q1", "F1"]


@pytest.mark.parametrize("mode", ["classic", "paradoxes"])
def test_ten_event_tokens_each_once_C1_2(mode):
    found = pieces(start(4, mode=mode))
    assert {f"token {n}" for n in range(10)} <= set(found)
    assert set(found.values()) == {1}


@pytest.mark.parametrize("seats", GAME.seats)
def test_ten_cards_each_a_constant_and_four_unseen_C2_1(seats):
    where = Counter(place for _, place in rules.census(start(seats).state))
    assert [where[f"hand {seat}"] for seat in range(seats)] == [10] * seats
    assert (where["constant"], where["unseen"], where["discards"]) == (1, 4, 0)


def test_hands_are_in_order_C2_1():
    for hand in start(6).state.hand:
        assert list(hand) == sorted(hand)


def test_every_card_is_as_likely_to_be_the_constant_C2_1():
    way = GAME.compiled
    state = rules.STATE.new()
    found = Counter()
    for seed in range(7000):
        way.setup(state, 3, GAME.encode(3, GAME.settle(3)), seed)
        found[state.constant] += 1
    assert len(found) == 35
    assert sum((n - 200) ** 2 / 200 for n in found.values()) < 65.3  # 34 degrees of freedom, one in a thousand


def test_event_1_is_the_present_and_all_stand_there_without_crystals_C2_2():
    match = start(5)
    assert (line_of_time(match), present(match)) == ("1", 1)
    assert places(match) == [1] * 5
    assert crystals(match) == [0] * 5


def test_the_match_opens_with_the_resolution_and_the_first_player_leads_C2_2():
    match = start(4)
    assert match.state.phase == state.RESOLUTION
    assert match.waiting == [match.state.first]
    assert happened(match) == ["first player", "constant turned", "event laid", "round"]


def test_the_first_player_is_drawn_C2_2():
    firsts = Counter(start(5, seed).state.first for seed in range(500))
    assert set(firsts) == set(range(5))
    assert min(firsts.values()) > 60


@pytest.mark.parametrize("seats", [2, 7])
def test_three_to_six_players(seats):
    with pytest.raises(BadOption, match="3 to 6 players"):
        start(seats)
