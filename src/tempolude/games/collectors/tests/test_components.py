"""L1 and L2: what is in the box, and how a match begins."""

from collections import Counter

import pytest

from tempolude.engine.errors import BadOption
from tempolude.games.collectors import rules, state
from tempolude.games.collectors.components import read_boards, read_cards
from tempolude.games.collectors.dates import stop_of

from .positions import BOARDS_FILE, CARDS_FILE, STOPS, Position, position


def test_the_fifty_cards_are_9_wonders_9_plants_9_animals_9_minerals_and_14_books_L1_1():
    cards = read_cards(CARDS_FILE)
    assert Counter(card.type for card in cards) == {"wonder": 9, "plant": 9, "animal": 9, "mineral": 9, "book": 14}
    assert [len({state.type_of(n) for n in range(state.CARDS)})] == [state.TYPES]
    names = ("wonder", "plant", "animal", "mineral", "book")
    assert all(card.type == names[state.type_of(number)] for number, card in enumerate(cards))


def test_there_are_three_of_each_mineral_and_two_of_each_book_L1_1():
    cards = read_cards(CARDS_FILE)
    assert sorted(Counter(card.id for card in cards if card.type == "mineral").values()) == [3, 3, 3]
    assert sorted(Counter(card.counts for card in cards if card.type == "book").values()) == [2] * 7
    kinds = [state.kind_of(number) for number in range(state.CARDS)]
    assert sorted(Counter(kinds).values()) == [2] * 7 + [3] * 3 + [9] * 3


def test_every_card_has_a_name_and_a_text_in_both_languages():
    for card in read_cards(CARDS_FILE):
        assert all(card.name[lang] and card.text[lang] for lang in ("en", "fr"))


def test_there_are_24_crystals_and_8_feats_L1_2():
    p = Position(4)
    assert p.s.reserve + sum(p.s.crystals[:4]) == 24
    assert len(state.FEATS) == len(state.FEAT_POINTS) == 8


@pytest.mark.parametrize(
    ("colour", "kept", "crystals"),
    [
        ("red", {"0,3": "animal", "2,2": "mineral"}, {"0,1", "1,3", "2,0"}),
        ("blue", {"0,0": "plant", "2,1": "wonder"}, {"0,2", "1,0", "2,3"}),
        ("green", {"0,3": "book", "2,0": "animal"}, {"0,0", "1,2", "2,2"}),
        ("yellow", {"0,1": "mineral", "2,3": "plant"}, {"0,3", "1,1", "2,1"}),
    ],
)
def test_the_boards_are_those_of_the_rulebook_L1_3(colour, kept, crystals):
    places = {f"{i // 4},{i % 4}": what for i, what in enumerate(read_boards(BOARDS_FILE)[colour].places)}
    assert {place for place, what in places.items() if what == "crystal"} == crystals
    assert {place: what for place, what in places.items() if what not in ("", "crystal")} == kept


def test_seats_have_red_blue_green_and_yellow_L1_3():
    assert Position(4).table.colours == ["red", "blue", "green", "yellow"]


def test_the_table_may_choose_the_boards_L1_3():
    chosen = position(options={"boards": "green+red"}, line="book-of-books", dates={0: 1000, 1: 0})
    chosen.play(0, "travel A 0", "collect")
    assert "place 0,3" in chosen.legal(0)  # reserved for books on the green board
    assert "place 2,0" not in chosen.legal(0)  # and this for animals


@pytest.mark.parametrize(
    ("boards", "reason"),
    [
        ("red+purple", "'purple'"),
        ("red", "2 players need 2 boards"),
        ("red+red", "duplicate name"),
        ("", "one or more names"),
    ],
)
def test_boards_that_cannot_be_are_refused_L1_3(boards, reason):
    with pytest.raises(BadOption, match=reason):
        Position(2, {"boards": boards})


@pytest.mark.parametrize(
    ("date", "stop"),
    [(0, "A"), (1983, "A"), (1984, "1984"), (1985, "B"), (3960, "B"), (3961, "3961"), (3962, "C"), (6256, "C"),
     (6257, "6257"), (6258, "D"), (8052, "D"), (8053, "8053"), (8054, "future"), (9999, "future")],
)  # fmt: skip
def test_a_date_leads_to_its_place_on_the_line_L1_4(date, stop):
    assert STOPS[stop_of(date)] == stop


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everyone_starts_on_8053_with_one_crystal_L2_1(seats):
    p = Position(seats)
    assert [p.at(seat) for seat in range(seats)] == ["8053"] * seats
    assert [p.crystals(seat) for seat in range(seats)] == [1] * seats
    assert p.s.reserve == 24 - seats


def test_four_cards_lie_in_the_eras_and_the_next_is_public_L2_1():
    p = Position(3)
    assert len(p.line().split()) == 4
    assert p.s.piled == 50 - 4 - 1
    assert p.table.card(rules.STATE.hide(p.s, -1).next).id == p.next()


def test_five_of_the_eight_feats_are_turned_up_each_as_often_L2_1():
    shown = Counter()
    for seed in range(400):
        p = Position(2, seed=seed)
        offered = [name for name in state.FEATS if p.feat(name) == "on offer"]
        assert len(offered) == 5
        shown.update(offered)
    assert all(210 < shown[name] < 290 for name in state.FEATS)  # 250 expected; four standard deviations are 39
