"""What a seat may not know, and `guess`: uniform over everything consistent with what it knows."""

from collections import Counter
from itertools import permutations
from math import factorial

import pytest

from tempolude.games.collectors import rules
from tempolude.games.collectors.dates import date_of, orders
from tempolude.games.collectors.meta import GAME

from .positions import WAY, Position, position


def guesses(p, seat, count):
    """States guessed from the view of a seat."""
    view = GAME.hide(p.s, seat)
    for seed in range(8053, 8053 + count):
        guessed = view.copy()
        WAY.guess(guessed, seat, seed)
        yield guessed


def chi_square(found, expected):
    """The chi-square statistic of counts; close to the number of kinds if they fit."""
    return sum((found.get(key, 0) - n) ** 2 / n for key, n in expected.items())


def test_the_pile_below_its_top_card_is_hidden_its_top_is_not():
    p = Position(3)
    for seat in (-1, 0, 2):
        view = GAME.hide(p.s, seat)
        assert set(view.pile) == {-1}
        assert view.next == p.s.next


def test_what_the_pile_can_hold_is_what_is_not_seen_elsewhere():
    p = position(
        board={0: "zeus dodo . . / . . . . / . . . ."},
        line="moa quagga pyrite ginkgo",
        discards="colossus",
        dates={0: 3961, 1: 0},
    ).play(0, "travel 3961 0")
    hidden = sorted(p.s.pile[: p.s.piled])
    for guessed in guesses(p, 1, 20):
        assert sorted(guessed.pile[: guessed.piled]) == hidden
        assert set(guessed.pile[guessed.piled :]) == {-1}


def test_every_order_of_the_pile_is_as_likely():
    p = position(pile="zeus moa quagga pyrite", only=True, dates={0: 5, 1: 0})
    found = Counter(tuple(guessed.pile[:3]) for guessed in guesses(p, 0, 1800))
    expected = dict.fromkeys(permutations(sorted(p.s.pile[:3])), 300)
    assert set(found) == set(expected)
    assert chi_square(found, expected) < 20.5  # one in a thousand, with five degrees of freedom


def test_any_roll_of_the_others_is_as_likely():
    p = position(seats=3, rolls={0: "1234", 1: "5555", 2: "0009"})
    shapes = Counter()
    for guessed in guesses(p, 0, 3000):
        assert list(guessed.roll[0]) == [1, 2, 3, 4]
        assert guessed.order[1] == -1  # not chosen yet
        shapes[tuple(sorted(Counter(guessed.roll[1]).values()))] += 1
    ways = {(1, 1, 1, 1): 5040, (1, 1, 2): 4320, (2, 2): 270, (1, 3): 360, (4,): 10}
    assert chi_square(shapes, {shape: count * 0.3 for shape, count in ways.items()}) < 18.5  # four degrees of freedom


def test_where_an_order_is_chosen_every_date_of_the_dice_is_as_likely():
    p = position(rolls={0: "1234", 1: "5678"}).play(1, "set 8765")
    places = Counter()
    for guessed in guesses(p, 0, 3000):
        assert orders(guessed, 1) >> guessed.order[1] & 1
        if len(set(guessed.roll[1])) == 4:
            places[guessed.order[1]] += 1
    each = sum(places.values()) / factorial(4)
    assert chi_square(places, dict.fromkeys(range(24), each)) < 49.7  # 23 degrees of freedom


def test_a_spectator_knows_no_dice_at_all():
    p = position(rolls={0: "1234", 1: "5678"}).play(0, "set 1234")
    view = GAME.hide(p.s, -1)
    assert {face for seat in range(2) for face in view.roll[seat]} == {-1}
    guessed = next(guesses(p, -1, 1))
    assert 0 <= date_of(guessed, 0, guessed.order[0]) <= 9999
    assert guessed.order[1] == -1


def test_own_choice_is_kept_while_the_others_are_guessed():
    p = position(rolls={0: "1234", 1: "5678"}).play(0, "set 3142")
    assert all(date_of(guessed, 0, guessed.order[0]) == 3142 for guessed in guesses(p, 0, 10))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_guess_hides_to_what_was_known(seats):
    p = Position(seats, seed=seats)
    step = 0
    while not p.s.over:
        for seat in range(-1, seats):
            view = GAME.hide(p.s, seat)
            assert GAME.hide(view, seat) == view
            guessed = view.copy()
            WAY.guess(guessed, seat, step)
            assert GAME.hide(guessed, seat) == view
            assert len(dict(rules.census(guessed))) == 50 + 24 + 8
            if seat >= 0 and p.s.waiting[seat]:
                assert WAY.legal(view, seat) == WAY.legal(p.s, seat)
        seat = p.waiting[step % len(p.waiting)]
        legal = WAY.legal(p.s, seat)
        WAY.play(p.s, seat, legal[step * 7 % len(legal)])
        step += 1


def test_orders_of_others_can_be_opened_again_L3_1():
    p = position(seats=3, rolls={0: "1234", 1: "5678", 2: "1111"}).play(0, "set 4321").play(1, "set 8765")
    reopened = p.s.copy()
    rules.reopen(reopened, 0)
    assert list(reopened.waiting[:3]) == [False, True, True]
    assert list(reopened.order[:3]) == [p.s.order[0], -1, -1]
    assert list(reopened.roll[1]) == [5, 6, 7, 8]


def test_dates_that_are_shown_are_not_opened_again_L3_1():
    p = position(rolls={0: "1234", 1: "5678"}).play(0, "set 4321").play(1, "set 5678")
    reopened = p.s.copy()
    rules.reopen(reopened, 0)
    assert reopened == p.s
