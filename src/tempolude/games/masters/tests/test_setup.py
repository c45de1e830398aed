"""M1, M2: what everyone starts with, and the spheres."""

from collections import Counter

import pytest

from tempolude.engine.errors import BadOption
from tempolude.games.masters.meta import GAME

from .positions import WAY, Position, position

SEEDS = range(20)


def start(seed: int, seats: int = 4, **options: str) -> Position:
    settled = GAME.settle(seats, options)
    s = GAME.rules.STATE.new()
    WAY.setup(s, seats, GAME.encode(seats, settled), seed)
    return Position(s, GAME.table(seats, settled))  # type: ignore[arg-type]


def test_a_base_deck_has_ten_cards_of_level_0_and_five_are_drawn_M1_2_M2_1() -> None:
    p = start(1)
    for seat in range(4):
        hand, deck = p.hand(seat).split(), p.deck(seat).split()
        assert len(hand) == len(deck) == 5
        assert Counter(hand + deck) == {
            "convergence": 3,
            "hourglass": 1,
            "suggestion": 2,
            "charge": 2,
            "energy-loop": 2,
        }
        assert p.scores[seat] == 0


def test_everyone_starts_with_4_available_ke_M1_4() -> None:
    assert [start(1).ke(seat) for seat in range(4)] == ["4/4"] * 4


def test_each_sphere_has_ten_of_its_twenty_cards_M1_3() -> None:
    p = start(3)
    for level in range(1, 6):
        cards = p.sphere(level).split()
        assert len(cards) == 10
        assert all(p.table.kinds[p.table.numbers[card]].level == level for card in cards)
        assert max(Counter(cards).values()) <= 2


def test_the_ten_differ_from_match_to_match_M1_3() -> None:
    assert len({frozenset(start(seed).sphere(1).split()) for seed in SEEDS}) > 10


def test_a_chosen_table_has_the_same_ten_in_another_order_M2_1() -> None:
    deals = [start(seed, spheres="peace").sphere(3) for seed in SEEDS]
    assert len(set(deals)) > 10
    assert {tuple(sorted(deal.split())) for deal in deals} == {
        (
            "astrolabe",
            "astrolabe",
            "conversion",
            "conversion",
            "dynamo",
            "dynamo",
            "echo",
            "plenitude",
            "sorting",
            "whirl",
        )
    }


def test_the_table_of_peace_has_no_attack_and_that_of_storm_has_all_M2_1() -> None:
    attacks = {kind.id for kind in position().table.kinds if kind.attacks}
    peace, storm = start(1, spheres="peace"), start(1, spheres="storm")
    assert not attacks & {card for level in range(1, 6) for card in peace.sphere(level).split()}
    stormy = Counter(card for level in range(1, 6) for card in storm.sphere(level).split())
    assert all(stormy[attack] == 2 for attack in attacks)


def test_the_first_card_of_each_sphere_is_revealed_to_all_M2_1() -> None:
    p = start(5)
    view = Position(GAME.hide(p.s, -1), p.table)
    for level in range(1, 6):
        assert view.sphere(level) == p.sphere(level).split()[0]


def test_the_first_player_is_drawn_at_random_G1() -> None:
    assert Counter(start(seed).waiting for seed in range(200)).keys() == {0, 1, 2, 3}


def test_there_are_two_to_four_players() -> None:
    for seats in (1, 5):
        with pytest.raises(BadOption, match="2 to 4 players"):
            GAME.settle(seats)


def test_an_unknown_table_is_refused_with_those_there_are() -> None:
    with pytest.raises(BadOption, match="random, peace, storm"):
        GAME.settle(2, {"spheres": "war"})
