"""P1 Components, P2 Setup."""

from collections import Counter

import pytest

from tempolude.engine.match import Match
from tempolude.games.pirates import rules
from tempolude.games.pirates.components import COLOURS, read_board, read_contracts
from tempolude.games.pirates.meta import GAME

from .positions import FUTURE, may


def start(seats, seed=1):
    return Match(GAME, seats=seats, seed=seed)


def pieces(match, name):
    """How many of each piece there are, wherever they are."""
    return Counter(
        piece.split(".")[0].removeprefix(f"{name} ") for piece, _ in rules.census(match.state) if name in piece
    )


def test_76_objects_14_of_each_colour_and_6_white_P1_1():
    found = pieces(start(4), "object")
    for colour in range(5):
        plain, atomic, arrow = (found[str(colour * 3 + form)] for form in range(3))
        assert (plain, atomic, arrow) == (8, 4, 2)
    assert found["15"] == 6
    assert found.total() == 76


def test_ten_police_counters_five_of_each_P1_2():
    assert pieces(start(4), "counter") == {"0": 5, "1": 5}


def test_37_contracts_P1_3():
    contracts = read_contracts("house")
    for colour in range(5):
        prices = [(c.cost, c.points, c.copies) for c in contracts if c.colour == colour]
        assert prices == [(2, 2, 1), (3, 3, 1), (4, 4, 1), (5, 6, 1), (6, 7, 1)]
    white = [(c.cost, c.points, c.copies) for c in contracts if COLOURS[c.colour] == "white"]
    assert white == [(3, 2, 4), (4, 3, 4), (5, 4, 4)]
    assert pieces(start(4), "contract").total() == 37


def test_the_board_P1_4():
    board = read_board("house")
    assert [e.sites for e in board] == [4, 5, 5, 4, 6, 7, 3]
    assert [e.gates for e in board] == [(1, 3), (2, 5), (3, 5), (4, 6), (5, 1), (6, 2), (0, 4)]
    assert board[0].years["en"] == "2600–2501 BC"
    assert board[5].name == {"en": "Moon age", "fr": "Âge de la Lune"}


@pytest.mark.parametrize("seats", GAME.seats)
def test_all_sites_are_filled_with_objects_and_all_counters_are_in_the_bag_P2_1(seats):
    s = start(seats).state
    assert list(s.filled) == list(s.sites) == [4, 5, 5, 4, 6, 7, 3]
    assert sum(s.bag) == 76 - 34
    assert list(s.counters) == [5, 5]
    assert s.tracked == 0


def test_the_police_begins_in_the_far_future_P2_1():
    assert start(3).state.police == FUTURE


@pytest.mark.parametrize("seats", GAME.seats)
def test_pawns_are_put_counter_clockwise_and_the_first_player_is_last_P2_2(seats):
    match = start(seats)
    first = match.state.first
    order = [(first - 1 - i) % seats for i in range(seats)]
    for seat in order:
        assert match.waiting == [seat]
        match.play(seat, may(match, seat, "put")[0])
    assert order[-1] == first
    assert match.waiting == [first]
    assert may(match, first, "gate") == ["gate 1", "gate 2"]


def test_no_pawn_is_put_with_the_police_or_another_pawn_P2_2():
    match = start(4)
    last = match.waiting[0]
    assert may(match, last) == ["put 0", "put 1", "put 2", "put 3", "put 4", "put 5"]
    match.play(last, "put 3")
    assert may(match, match.waiting[0]) == ["put 0", "put 1", "put 2", "put 4", "put 5"]


def test_play_is_clockwise_P2_2():
    match = start(3)
    for epoch in range(3):
        match.play(match.waiting[0], f"put {epoch}")
    order = []
    for _ in range(3):
        seat = match.waiting[0]
        order.append(seat)
        match.play(seat, "gate 1")
        match.play(seat, "gate 1")
    assert order == [(match.state.first + i) % 3 for i in range(3)]


def test_the_first_player_is_drawn_G1():
    firsts = Counter(start(5, seed).state.first for seed in range(500))
    assert set(firsts) == set(range(5))
    assert min(firsts.values()) > 60
