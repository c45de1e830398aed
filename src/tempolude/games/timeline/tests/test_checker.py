"""Checking decks: every fault by file and line; and the decks that come with the game."""

from collections import Counter
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from tempolude.engine.data import ours
from tempolude.games.timeline.checker import check_decks, our_decks
from tempolude.games.timeline.components import APART, ART, COLUMNS, FOLDER
from tempolude.games.timeline.meta import GAME
from tempolude.games.timeline.own import is_drawn

from .positions import card_row, write_deck

SVG = "{http://www.w3.org/2000/svg}"
SHAPES = {"svg", "g", "path", "rect", "circle", "ellipse", "use"}  # no text, no script, nothing from elsewhere


def right_row(number, **changes):
    """A row without faults, except for the changes."""
    ordinal = "abcdefgh"[number - 1]
    row = card_row(number, id=f"card-{ordinal}", name_en=f"Thing {ordinal}", name_fr=f"Chose {ordinal}")
    return row | changes


def faults(path, rows):
    write_deck(path, rows)
    (report,) = check_decks([path])
    return [(fault.line, fault.reason) for fault in report.faults]


# --- Faults ----------------------------------------------------------------------


def test_a_deck_without_faults_has_none(tmp_path):
    assert faults(tmp_path / "deck.csv", [right_row(number) for number in range(1, 5)]) == []


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"year": "0"}, "there was no year 0: 1 BC is -1"),
        ({"id": "year-1789"}, "id 'year-1789' seems to give away the year"),
        ({"name_en": "Spring 1968"}, "name_en 'Spring 1968' seems to give away the year"),
        ({"name_fr": "x" * 33}, "name_fr has 33 characters: at most 32 fit on a card"),
        ({"text_en": "x" * 180 + "."}, "text_en has 181 characters: at most 180 fit on a card"),
        ({"text_en": "No end"}, "text_en does not end like a sentence"),
        ({"text_fr": "Sans fin,"}, "text_fr does not end like a sentence"),
        ({"name_en": "Newton's apple"}, 'name_en has "\'": write ’ “ ” « » … and single spaces'),
        ({"text_en": "And so on..."}, "text_en has '...': write ’ “ ” « » … and single spaces"),
        ({"text_fr": "Deux  espaces."}, "text_fr has '  ': write ’ “ ” « » … and single spaces"),
        ({"name_fr": "Avant : après"}, "name_fr lacks a no-break space at ' :'"),
        ({"text_fr": "Il dit «\u00a0oui\u00a0»\u00a0; non?"}, "text_fr lacks a no-break space at 'n?'"),
        ({"text_fr": "Il y a 10 000 ans."}, "text_fr lacks a no-break space at '0 000'"),
        ({"text_en": "At\u00a0last."}, "text_en has a no-break space"),
        ({"text_en": "Oui.", "text_fr": "Oui."}, "text_en and text_fr are the same"),
        ({"id": "card-b"}, "duplicate: 'card-b' is already in line 3"),
        ({"name_fr": "CHOSE A"}, "duplicate: 'CHOSE A (fr)' is already in line 2"),
        ({"year": "1"}, "year 1 comes after 2: a deck is written in order of time"),
    ],
)
def test_a_fault_is_told_with_its_line(tmp_path, changes, reason):
    rows = [right_row(1), right_row(2), right_row(3, **changes), right_row(4)]
    assert faults(tmp_path / "deck.csv", rows) == [(4, reason)]


@pytest.mark.parametrize("text", ["He said: “It is so.”", "Is it?", "And yet…"])
def test_a_sentence_may_end_in_more_ways_than_one(tmp_path, text):
    assert faults(tmp_path / "deck.csv", [right_row(1, text_en=text)]) == []


def test_all_faults_are_told_in_order_of_lines(tmp_path):
    rows = [
        right_row(1),
        right_row(2, year="soon"),
        right_row(3, text_en="no", icon="Ship"),
        right_row(4, text_fr="no"),
    ]
    assert [line for line, _ in faults(tmp_path / "deck.csv", rows)] == [3, 4, 5]


def test_more_than_three_cards_of_a_year_are_told_at_the_fourth(tmp_path):
    rows = [right_row(number, year="1789") for number in range(1, 6)]
    reason = "5 cards of the year 1789: more than 3 make a poor game"
    assert faults(tmp_path / "deck.csv", rows[:3]) == []
    assert faults(tmp_path / "deck.csv", rows) == [(5, reason)]


def test_a_card_in_two_decks_is_told_with_the_other_file(tmp_path):
    one, two = tmp_path / "one.csv", tmp_path / "two.csv"
    write_deck(one, [right_row(1), right_row(2)])
    write_deck(two, [right_row(3), right_row(4, name_en="Thing a")])
    first, second = check_decks([one, two])
    assert first.faults == ()
    assert [str(fault) for fault in second.faults] == [
        f"{two}, line 3: duplicate: 'Thing a (en)' is already in line 2 of one.csv"
    ]


def test_a_file_that_is_no_deck_is_told(tmp_path):
    (tmp_path / "empty.csv").write_text(",".join(COLUMNS) + "\n")
    (tmp_path / "other.csv").write_text("id,year\n")
    reports = check_decks([tmp_path / name for name in ("empty.csv", "other.csv", "nowhere.csv")])
    assert [report.faults[0].reason.partition(":")[0] for report in reports] == [
        "has no cards", "missing column", "cannot be read",
    ]  # fmt: skip
    assert [report.fullest_century for report in reports] == [(0, 0)] * 3


# --- The decks that come with the game -------------------------------------------


@pytest.fixture(scope="module")
def reports():
    return check_decks(our_decks())


def test_our_decks_have_no_fault(reports):
    assert [str(fault) for report in reports for fault in report.faults] == []


def test_every_deck_of_ours_has_a_title():
    titles = next(option for option in GAME.options if option.name == "decks").choices
    assert sorted(titles) == ours(FOLDER)
    assert len({title[lang] for title in titles.values() for lang in ("en", "fr")}) >= len(titles)


def test_our_decks_are_large_and_wide(reports):
    assert len(reports) >= 6
    for report in reports:
        assert len(report.cards) >= 80, report.path
        assert report.fullest_century[1] * 2 < len(report.cards), report.path


def test_every_card_of_a_deck_of_ours_is_drawn(reports):
    assert [card.id for report in reports for card in report.cards if not is_drawn(card)] == []


def test_thirty_best_known_cards_of_a_deck_of_ours_have_a_drawing_no_other_card_has(reports):
    uses = Counter(card.icon for report in reports for card in report.cards)
    for report in reports:
        assert sum(card.known and is_drawn(card) and uses[card.icon] == 1 for card in report.cards) >= 30, report.path


def test_our_decks_show_many_drawings_no_two_alike(reports):
    icons = {card.icon for report in reports for card in report.cards if is_drawn(card)}
    assert len({(ART / f"{icon}.svg").read_text() for icon in icons}) == len(icons) >= 150


def test_a_drawing_is_made_of_shapes_alone():
    for path in ART.glob("*.svg"):
        drawing = ElementTree.parse(path).getroot()
        assert drawing.get("viewBox") == "0 0 100 100", path
        assert {part.tag.removeprefix(SVG) for part in drawing.iter()} <= SHAPES, path


def test_the_best_known_cards_of_a_deck_of_ours_lie_apart_T1_4(reports):
    for report in reports:
        years = [card.year for card in report.cards if card.known]
        assert len(years) == report.known >= 30, report.path
        assert all(after - before >= APART for before, after in pairwise(years)), report.path
