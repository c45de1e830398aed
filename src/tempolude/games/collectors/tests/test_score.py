"""L6: the score sheet, line by line."""

from itertools import combinations
from random import Random

import pytest

from tempolude.games.collectors.scoring import SHEET, beside, score_animals

from .positions import position

WONDERS = ("zeus", "colossus", "artemis", "mausoleum", "lighthouse", "amber-room", "crystal-palace")


def score(line, board, crystals=0):
    return position(board={0: board}, crystals={0: crystals}).points(0, line)


def spread(cards):
    """These cards on a board, starting at its first place."""
    return " ".join([*cards, *["."] * (12 - len(cards))])


@pytest.mark.parametrize(("count", "points"), [(0, 0), (1, 3), (2, 7), (3, 12), (4, 15), (5, 19), (6, 24), (7, 27)])
def test_wonders_count_in_sets_of_three_L6_1(count, points):
    assert score("wonders", spread(WONDERS[:count])) == points  # 3 + 1 = 15 is the rulebook's example


def test_a_plant_gives_four_points_L6_2():
    assert score("plants", "ginkgo . . . / . . . . / . . . .") == 4


def test_plants_side_by_side_give_nothing_L6_2():
    assert score("plants", "ginkgo silphium . . / . . . . / . . . .") == 0
    assert score("plants", "ginkgo . . . / silphium . . . / . . . .") == 0
    assert score("plants", "ginkgo silphium . calamites / . . . . / cooksonia . . .") == 8


def test_plants_at_a_corner_or_round_the_edge_are_not_side_by_side_L6_2():
    assert score("plants", "ginkgo . . . / . silphium . . / . . . .") == 8
    assert score("plants", ". . . ginkgo / silphium . . . / . . . .") == 8  # the end of a row and the start of the next


@pytest.mark.parametrize(
    ("board", "points"),
    [
        (". . . . / . . . . / . . . .", 0),
        ("dodo . . . / . . . . / . . . .", -3),
        ("dodo moa . . / . . . . / . . . .", 6),
        ("dodo moa . . / . quagga . . / . . . .", 12),
        ("dodo moa . . / . quagga . . / . aurochs . .", 20),
        ("dodo moa . aurochs / . quagga . . / . . . .", 9),  # three and a lone one
        ("dodo moa . . / . . . . / . quagga aurochs .", 12),  # two pairs
        ("dodo moa . . / . . . quagga / . aurochs . .", 0),  # a pair and two lone ones
        ("dodo . moa . / . quagga . aurochs / . . . .", -12),
    ],
)
def test_animals_count_in_groups_of_neighbours_L6_3(board, points):
    assert score("animals", board) == points


@pytest.mark.parametrize(
    ("board", "points"),
    [
        ("dodo moa quagga aurochs / mammoth . . . / . . . .", 20),  # four out of a group of five
        ("dodo moa quagga aurochs / . . . . / mammoth . . .", 20),  # four, and a lone one that is not counted
        ("dodo moa quagga . / . . . . / mammoth . aurochs .", 9),  # three and one of two lone ones: it must be four
        ("dodo moa quagga . / . . . . / mammoth aurochs . .", 12),  # three, and one of the pair gives 0; or two and two
        ("dodo moa . quagga / . . . aurochs / mammoth . . .", 12),  # two and two, the lone one stays out
        ("dodo . moa . / . quagga . aurochs / mammoth . . .", -12),  # four of five lone ones
        ("dodo moa . . / . . . quagga / aurochs . mammoth .", 0),  # a pair and two of three lone ones
    ],
)
def test_of_more_than_four_animals_the_best_four_count_L6_3(board, points):
    assert score("animals", board) == points


def counted(chosen, places):
    """L6.3 again, written slowly: the points of the chosen animals among all those on the board."""
    points, left = 0, chosen
    while left:
        group, grown = 0, left & -left
        while grown != group:
            group, grown = grown, (grown | beside(grown)) & chosen
        left &= ~group
        count = group.bit_count()
        alone = -3 if not beside(group) & places else 0
        points += {1: alone, 2: 6, 3: 12, 4: 20}[count]
    return points


def test_the_best_choice_of_four_animals_is_found_on_every_board_L6_3():
    chance = Random(8053)
    boards = chance.sample([places for places in range(4096) if places.bit_count() <= 9], 600)
    for places in boards:
        lying = [1 << i for i in range(12) if places >> i & 1]
        choices = combinations(lying, min(4, len(lying)))
        assert score_animals(places) == max(counted(sum(chosen), places) for chosen in choices), bin(places)


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("pyrite", 0),
        ("pyrite pyrite pyrite", 0),
        ("pyrite malachite", 8),
        ("pyrite malachite amethyst", 16),
        ("pyrite pyrite malachite malachite amethyst", 24),  # 3 + 2, the rulebook's example
        ("pyrite pyrite malachite amethyst", 16),
        ("pyrite pyrite malachite malachite amethyst amethyst", 32),
        ("pyrite pyrite pyrite malachite malachite amethyst", 24),
        ("pyrite pyrite pyrite malachite malachite malachite", 24),
        ("pyrite pyrite pyrite malachite malachite malachite amethyst amethyst amethyst", 48),
    ],
)
def test_minerals_count_in_the_best_sets_of_different_types_L6_4(cards, points):
    assert score("minerals", spread(cards.split())) == points


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("book-of-wonders zeus colossus artemis", 6),
        ("book-of-plants ginkgo silphium", 4),  # side by side, they score nothing themselves
        ("book-of-animals dodo moa quagga aurochs mammoth", 10),  # the fifth too
        ("book-of-minerals pyrite pyrite", 4),
        ("book-of-types", 2),  # books are a type
        ("book-of-types zeus ginkgo dodo pyrite", 10),
        ("book-of-books", 2),
        ("book-of-books book-of-books", 8),  # two of a kind both count
        ("book-of-crystals", 6),
        ("zeus colossus artemis dodo moa book-of-wonders book-of-types book-of-books", 18),  # the rulebook's example
    ],
)
def test_books_count_what_is_owned_L6_5(cards, points):
    assert score("books", spread(cards.split()), crystals=3) == points


def test_feats_give_their_points_L6_6():
    assert position(taken={0: "column animal row plants"}).points(0, "feats") == 2 + 2 + 3 + 3
    assert position(taken={0: "wonders crystals", 1: "books minerals"}).points(0, "feats") == 3 + 3
    assert position(taken={1: "books minerals"}).points(1, "feats") == 4 + 5


def test_each_crystal_gives_a_point_L6_7():
    assert position(crystals={0: 4}).points(0, "crystals") == 4


def test_the_score_is_the_sum_of_the_sheet_L6():
    board = "zeus colossus dodo moa / ginkgo pyrite malachite book-of-crystals / . . . silphium"
    p = position(board={0: board}, crystals={0: 2}, taken={0: "row"})
    lines = {"wonders": 7, "plants": 8, "animals": 6, "minerals": 8, "books": 4, "feats": 3, "crystals": 2}
    assert {line: p.points(0, line) for line in SHEET} == lines
    assert p.points(0) == sum(lines.values())
    assert [row[0] for row in p.table.points(p.s)] == [*lines.values(), sum(lines.values())]
