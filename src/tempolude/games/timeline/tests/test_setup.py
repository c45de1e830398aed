"""T2 Setup, and G1: the first player."""

from collections import Counter

import pytest

from tempolude.engine.errors import BadOption
from tempolude.engine.match import Match
from tempolude.engine.ways import Interpreted
from tempolude.games.timeline.meta import GAME

from .positions import hand, in_play, line, made_deck, next_card, pile, position, shown


def start(seats=4, seed=1, **options):
    return Match(GAME, seats=seats, seed=seed, options=options)


@pytest.mark.parametrize("seats", GAME.seats)
def test_each_player_gets_four_cards_T2_1(seats):
    match = start(seats)
    assert [len(hand(match, seat).split()) for seat in range(seats)] == [4] * seats
    assert len(in_play(match)) == 150


@pytest.mark.parametrize("each", [1, 7, 10])
def test_the_number_of_cards_is_an_option_T2_1(each):
    match = start(3, cards=each)
    assert [len(hand(match, seat).split()) for seat in range(3)] == [each] * 3


@pytest.mark.parametrize("each", [0, 11, -1, "many", 2.5])
def test_other_numbers_of_cards_are_refused_T2_1(each):
    with pytest.raises(BadOption, match="from 1 to 10"):
        start(2, cards=each)


def test_ten_cards_must_be_left_beside_the_hands_T2_1(tmp_path):
    small = made_deck(tmp_path / "small.csv", range(1, 56))
    assert start(8, decks=[small], cards=5).state.piled == 55 - 8 * 5 - 1
    with pytest.raises(BadOption, match="cards = 6: with 55 cards and 8 players at most 5 each"):
        start(8, decks=[small], cards=6)
    with pytest.raises(BadOption, match="cards = 8: with 55 cards and 6 players at most 7 each"):
        start(6, decks=[small], cards=8)
    assert start(5, decks=[small], cards=9).state.piled == 55 - 5 * 9 - 1


@pytest.mark.parametrize("seats", [1, 9])
def test_two_to_eight_play(seats):
    with pytest.raises(BadOption, match="2 to 8 players"):
        start(seats)


def test_the_dates_of_cards_in_hand_are_hidden_from_their_owner_too_T2_1():
    match = start()
    for seat in range(-1, 4):
        assert shown(match, seat) == {line(match)}


def test_names_in_hand_are_public_T2_1():
    match = start()
    assert list(match.view(0).hand[2]) == list(match.view(-1).hand[2]) == list(match.state.hand[2])


def test_shuffled_cards_come_in_any_order_T2_1():
    match = start(2)
    way, found = Interpreted(GAME), Counter()
    for seed in range(3000):
        way.setup(match.state, 2, match.encoded, seed)
        found[match.state.hand[1][3]] += 1
    assert sum((found[card] - 20) ** 2 / 20 for card in range(150)) < 207  # 149 degrees of freedom, one in a thousand


def test_every_card_of_the_pile_is_next_as_often_T2_1():
    found = Counter()
    for number in range(600):
        match = position(hands={0: "1600", 1: "1700"}, pile="1800 1810 1820 1830 1840 1850 1860", luck=number)
        match.play(0, "place 1600 0")
        assert hand(match, 0) == "1800"
        found[next_card(match)] += 1
    assert set(found) == {"1810", "1820", "1830", "1840", "1850", "1860"}
    assert sum((n - 100) ** 2 / 100 for n in found.values()) < 20.6  # 5 degrees of freedom, one in a thousand


def test_the_rest_is_the_pile_and_its_first_card_opens_the_line_T2_2():
    match = start(4)
    assert len(line(match).split()) == 1
    assert len(pile(match).split()) == 150 - 4 * 4 - 1
    assert str(match.story()[1]).startswith(f"“{match.table.card(match.state.line[0]).name['en']}” opens the line")


def test_the_first_player_is_drawn_at_random_G1():
    found = Counter(start(4, seed).waiting[0] for seed in range(400))
    assert sum((found[seat] - 100) ** 2 / 100 for seat in range(4)) < 16.3  # 3 degrees of freedom, one in a thousand


def test_seats_play_clockwise_from_the_first_player_G1():
    match = position(3, first=2, hands={0: "1600 1610", 1: "1700 1710", 2: "1800 1810"})
    order = []
    for text in ("1800 1", "1600 1", "1700 2", "1810 4"):
        order += match.waiting
        match.play(match.waiting[0], f"place {text}")
    assert order == [2, 0, 1, 2]
