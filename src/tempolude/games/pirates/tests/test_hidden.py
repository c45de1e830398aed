"""What is hidden: what the bag will give, and the colours of white contracts until all have chosen."""

from collections import Counter

from tempolude.engine.chance import seed
from tempolude.games.pirates import rules
from tempolude.games.pirates.meta import GAME

from .positions import FUTURE, drawn, position


def choosing():
    """Seats 0 and 1 add white contracts: seat 1 has chosen for both of its own, seat 0 for the first of three."""
    match = position(year=3, bag="", elsewhere=2, contracts={0: "B2 G3 V2 W3 W3 W5", 1: "R2 V3 W4 W4", 2: "O2 W3"})
    match.play(0, f"restock {FUTURE}")
    match.play(1, "add V")
    match.play(1, "add R")
    match.play(0, "add G")
    return match


def guessed(match, seat, number):
    view = match.view(seat)
    match.way.guess(view, seat, number)
    return view


def chi_square(found, cells, total):
    return sum((found[cell] - total / len(cells)) ** 2 / (total / len(cells)) for cell in cells)


def test_the_bag_holds_exactly_what_lies_nowhere_else():
    match = position(hands={0: "B W"}, epochs={FUTURE: "R"}, discards="V V", track="1 2")
    pieces = Counter(piece for piece, _ in rules.census(match.state))
    assert pieces.total() == len(pieces) == 76 + 10 + 37
    assert list(match.view(1).bag) == list(match.state.bag)


def test_chance_is_hidden_from_everyone():
    match = position()
    for seat in (-1, 0, 1, 2):
        assert not any(match.view(seat).rng_key)
        assert not any(match.view(seat).rng_block)


def test_only_its_owner_sees_a_choice_P6_2():
    match = choosing()
    assert list(match.view(0).choice[0][:3]) == [3, -1, -1]
    for seat in (-1, 1, 2):
        assert set(match.view(seat).choice[0]) == {-1}
    assert match.view(2).added[0] == 1  # everybody sees that a choice is made, but not which


def test_seats_that_cannot_know_see_the_same_bytes_P6_2():
    match, other = choosing(), choosing()
    other.undo(0)
    other.play(0, "add V")
    for seat in (-1, 1, 2):
        assert match.view(seat) == other.view(seat)
        assert [str(line) for line in match.story(seat)] == [str(line) for line in other.story(seat)]
    assert match.view(0) != other.view(0)


def test_a_guess_fits_the_view():
    match = choosing()
    for seat in (-1, 0, 1, 2):
        for number in range(20):
            view = guessed(match, seat, number)
            assert GAME.hide(view, seat) == match.view(seat)
            assert not view.over


def test_a_guess_keeps_ones_own_choice():
    match = choosing()
    assert {guessed(match, 0, number).choice[0][0] for number in range(30)} == {3}


def test_a_forced_choice_is_guessed_right():
    match = choosing()
    assert {guessed(match, 0, number).choice[2][0] for number in range(30)} == {1}  # orange is all that seat 2 owns


def test_guesses_are_even_over_all_that_fits_P6_2():
    match = choosing()
    total = 6000
    found = Counter()
    for number in range(total):
        view = guessed(match, -1, number)
        found[view.choice[0][0], view.choice[1][0], view.choice[1][1]] += 1
    cells = [(a, b, c) for a in (0, 3, 4) for b in (2, 4) for c in (2, 4)]
    assert set(found) == set(cells)
    assert chi_square(found, cells, total) < 31.3  # 11 degrees of freedom, one in a thousand


def test_the_bag_gives_every_piece_as_likely_P5_1():
    """The first piece drawn, from seven objects of three kinds and three counters."""
    match = position(bag="B B B B R R W", elsewhere=2, track="1 1 1 2 2 2 2")
    expected = {"B": 400, "R": 200, "W": 100, "1": 200, "2": 100}
    found = Counter()
    for number in range(1000):
        s = match.state.copy()
        seed(s, number)
        match.way.play(s, 0, match.table.read(s, 0, f"restock {FUTURE}"))
        found[drawn(s).split()[0]] += 1
    assert sum((found[piece] - n) ** 2 / n for piece, n in expected.items()) < 18.5  # 4 degrees of freedom


def test_colours_that_others_have_chosen_can_be_opened_again_P6_2():
    """Seat 1 chose for both of its white contracts, seat 2 has one colour and so no choice."""
    s = choosing().state.copy()
    rules.reopen(s, 0)
    assert (list(s.waiting[:3]), list(s.added[:3])) == ([True, True, False], [1, 0, 1])
    assert (s.choice[0][0], list(s.choice[1][:2])) == (3, [-1, -1])
    rules.reopen(s, 1)
    assert (list(s.waiting[:3]), list(s.added[:3])) == ([True, True, False], [0, 0, 1])
