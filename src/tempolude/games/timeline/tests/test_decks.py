"""Deck files (T1.2): every mistake is refused with file, line and reason; and the deck that comes with the game."""

import os
import re
from collections import Counter

import pytest

from tempolude.engine.errors import BadData, BadOption
from tempolude.games.timeline.decks import COLUMNS, FOLDER, deck_names, deck_path, read_deck

from .positions import card_row, write_deck


def refusal(path):
    """The line and the reason for which a file is refused."""
    with pytest.raises(BadData) as refused:
        read_deck(path)
    assert refused.value.path == path
    assert str(refused.value) == f"{path}, line {refused.value.line}: {refused.value.reason}"
    return refused.value.line, refused.value.reason


def with_card(folder, **changes):
    """A deck whose third card, in line 4, is changed."""
    path = folder / "deck.csv"
    write_deck(path, [card_row(1), card_row(2), card_row(3, **changes), card_row(4)])
    return path


def with_text(folder, text, encoding="utf-8"):
    path = folder / "deck.csv"
    path.write_bytes(text.encode(encoding))
    return path


HEADER = ",".join(COLUMNS)
RIGHT = ",".join(card_row(1).values())


# --- Mistakes --------------------------------------------------------------------


@pytest.mark.parametrize("column", COLUMNS)
def test_a_missing_column_is_refused(tmp_path, column):
    path = tmp_path / "deck.csv"
    write_deck(path, [card_row(1)], [other for other in COLUMNS if other != column])
    assert refusal(path) == (1, f"missing column: {column}")


def test_all_missing_columns_are_named(tmp_path):
    path = tmp_path / "deck.csv"
    write_deck(path, [card_row(1)], COLUMNS[:6])
    assert refusal(path) == (1, "missing column: text_en, text_fr")


def test_a_column_there_twice_is_refused(tmp_path):
    assert refusal(with_text(tmp_path, f"{HEADER},year\n{RIGHT},5\n")) == (1, "column there twice: year")


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"year": "0"}, "there was no year 0: 1 BC is -1"),
        ({"year": "-0"}, "there was no year 0: 1 BC is -1"),
        ({"year": "soon"}, "year 'soon': a whole number is expected, negative before year 1"),
        ({"year": "1789.5"}, "year '1789.5': a whole number is expected, negative before year 1"),
        ({"year": ""}, "year '': a whole number is expected, negative before year 1"),
        ({"year": "١٩٠٠"}, "year '١٩٠٠': a whole number is expected, negative before year 1"),
        ({"year": "-9999999999999"}, "year -9999999999999 is out of range"),
        ({"year": "1000001"}, "year 1000001 is out of range"),
        ({"approximate": "maybe"}, "approximate 'maybe': true or false is expected"),
        ({"approximate": ""}, "approximate '': true or false is expected"),
        ({"approximate": "1"}, "approximate '1': true or false is expected"),
        ({"id": ""}, "id '': lower-case letters, digits and hyphens are expected"),
        ({"id": "The Wheel"}, "id 'The Wheel': lower-case letters, digits and hyphens are expected"),
        ({"id": "wheel-"}, "id 'wheel-': lower-case letters, digits and hyphens are expected"),
        ({"icon": ""}, "icon '': lower-case letters, digits and hyphens are expected"),
        ({"icon": "../wheel.svg"}, "icon '../wheel.svg': lower-case letters, digits and hyphens are expected"),
        ({"name_en": ""}, "name_en has 0 characters: from 1 to 60 are expected"),
        ({"name_fr": "  "}, "name_fr has 0 characters: from 1 to 60 are expected"),
        ({"name_fr": "x" * 61}, "name_fr has 61 characters: from 1 to 60 are expected"),
        ({"text_en": ""}, "text_en has 0 characters: from 1 to 300 are expected"),
        ({"text_fr": "x" * 301}, "text_fr has 301 characters: from 1 to 300 are expected"),
        ({"text_en": "red \x1b[31m"}, "text_en has a character that cannot be shown: '\\x1b'"),
        ({"name_en": "a\u2028b"}, "name_en has a character that cannot be shown: '\\u2028'"),
        ({"id": "card-1"}, "duplicate: 'card-1' is already in line 2"),
        ({"name_en": "Thing 2"}, "duplicate: 'Thing 2 (en)' is already in line 3"),
        ({"name_fr": "CHOSE 1"}, "duplicate: 'CHOSE 1 (fr)' is already in line 2"),
    ],
)
def test_a_card_that_cannot_be_is_refused(tmp_path, changes, reason):
    assert refusal(with_card(tmp_path, **changes)) == (4, reason)


@pytest.mark.parametrize(
    "changes",
    [
        {"year": "-1"},
        {"year": "+1789"},
        {"year": "-1000000000000"},
        {"year": "1000000"},
        {"approximate": "TRUE"},
        {"name_en": "x" * 60, "text_fr": "y" * 300},
        {"name_en": "Chose 1"},
    ],
)
def test_a_card_at_the_limit_is_read(tmp_path, changes):
    assert len(read_deck(with_card(tmp_path, **changes))) == 4


@pytest.mark.parametrize(("row", "count"), [("wheel,5", 2), (RIGHT + ",more", 9), (RIGHT.rpartition(",")[0], 7)])
def test_a_wrong_number_of_columns_is_refused(tmp_path, row, count):
    path = with_text(tmp_path, f"{HEADER}\n{row}\n")
    assert refusal(path) == (2, f"{count} columns where the header has 8")


@pytest.mark.parametrize("quoted", ['"In "1"."', '"In 1.'])
def test_bad_quoting_is_refused_where_the_row_begins(tmp_path, quoted):
    other = ",".join(card_row(2).values())
    path = with_text(tmp_path, f"{HEADER}\n{other}\n{RIGHT.replace('In 1.', quoted)}\n{other}\n{other}\n")
    line, reason = refusal(path)
    assert line == 3
    assert reason.startswith("is not well-formed CSV: ")


def test_lines_are_counted_right_after_a_quoted_line_break(tmp_path):
    path = tmp_path / "deck.csv"
    rows = [card_row(1, text_en="In 1.\nOr so.\n\nOr not."), card_row(2, text_fr="a\nb"), card_row(3)]
    write_deck(path, [*rows, card_row(4, year="0")])
    assert refusal(path)[0] == 9
    write_deck(path, [*rows, card_row(3)])
    assert refusal(path) == (9, "duplicate: 'card-3' is already in line 8")


def test_a_mistake_in_a_card_of_several_lines_is_where_it_begins(tmp_path):
    path = tmp_path / "deck.csv"
    write_deck(path, [card_row(1), card_row(2, text_en="a\nb\nc", year="x")])
    assert refusal(path)[0] == 3


def test_only_a_line_break_ends_a_line(tmp_path):
    """Python would split lines at a form feed or a NEL too."""
    path = with_text(tmp_path, f"{HEADER}\n{RIGHT.replace('In 1.', 'In' + chr(0x85) + '1.')}\n")
    assert refusal(path) == (2, "text_en has a character that cannot be shown: '\\x85'")


def test_a_file_that_is_not_utf_8_is_refused(tmp_path):
    text = f"{HEADER}\n{RIGHT}\n{RIGHT.replace('Chose 1', 'Épée')}\n"
    assert refusal(with_text(tmp_path, text, "latin-1")) == (3, "is not UTF-8 text")


@pytest.mark.parametrize("text", ["", "\n\n"])
def test_an_empty_file_is_refused(tmp_path, text):
    assert refusal(with_text(tmp_path, text)) == (1, f"missing column: {', '.join(COLUMNS)}")


def test_a_file_without_cards_is_refused(tmp_path):
    assert refusal(with_text(tmp_path, HEADER + "\n")) == (1, "has no cards")


def test_a_file_that_cannot_be_read_is_refused(tmp_path):
    assert refusal(tmp_path / "none.csv") == (1, "cannot be read: No such file or directory")
    (tmp_path / "folder.csv").mkdir()
    assert refusal(tmp_path / "folder.csv") == (1, "cannot be read: Is a directory")
    assert refusal(tmp_path / "a\0b.csv")[0] == 1


def test_an_unknown_deck_is_refused_with_those_there_are():
    with pytest.raises(BadOption, match=r"no deck is called 'inventors'; there are: .*inventions.*\.csv"):
        deck_path("inventors")


# --- What is read ----------------------------------------------------------------


def test_a_card_is_read_whole(tmp_path):
    row = 'wheel, -3500 ,True,The wheel,"La roue, ronde",wheel,"It\r\nrolls.",Ça roule.'
    path = with_text(tmp_path, f"\ufeff{HEADER}\r\n\r\n{row}\r\n")
    (card,) = read_deck(path)
    assert (card.id, card.year, card.approximate, card.icon) == ("wheel", -3500, True, "wheel")
    assert card.name == {"en": "The wheel", "fr": "La roue, ronde"}
    assert card.text == {"en": "It rolls.", "fr": "Ça roule."}


def test_more_columns_in_any_order_do_not_matter(tmp_path):
    path = tmp_path / "deck.csv"
    write_deck(path, [card_row(5) | {"source": "a book"}], ["source", *reversed(COLUMNS)])
    assert read_deck(path)[0].name["fr"] == "Chose 5"


def test_a_changed_file_is_read_again(tmp_path):
    path = tmp_path / "deck.csv"
    write_deck(path, [card_row(1)])
    assert len(read_deck(path)) == 1
    write_deck(path, [card_row(1), card_row(2)])
    os.utime(path, ns=(0, 0))
    assert len(read_deck(path)) == 2


# --- The decks that come with the game -------------------------------------------


def all_texts(card):
    return [*card.name.values(), *card.text.values()]


def test_inventions_come_with_the_game():
    assert "inventions" in deck_names()
    assert len(read_deck(deck_path("inventions"))) >= 110


@pytest.mark.parametrize("name", deck_names())
def test_a_deck_of_ours_keeps_its_form(name):
    cards = read_deck(FOLDER / f"{name}.csv")
    years = [card.year for card in cards]
    assert years == sorted(years)
    assert max(Counter(years).values()) <= 2
    for card in cards:
        assert all(len(words) <= 32 for words in card.name.values()), card.id
        assert all(words.endswith((".", "!", "?")) for words in card.text.values()), card.id
        assert not any(sign in words for words in all_texts(card) for sign in ("'", '"', "...", "  ")), card.id


@pytest.mark.parametrize("name", deck_names())
def test_french_in_a_deck_of_ours_has_its_no_break_spaces(name):
    for card in read_deck(FOLDER / f"{name}.csv"):
        for words in (card.name["fr"], card.text["fr"]):
            assert not re.search(r"[^\u00a0\u202f][:;!?»%]|«[^\u00a0\u202f]|\d \d{3}", words), card.id


@pytest.mark.parametrize("name", deck_names())
def test_no_text_of_a_deck_of_ours_shows_another_language(name):
    for card in read_deck(FOLDER / f"{name}.csv"):
        assert card.text["en"] != card.text["fr"]
        assert "\u00a0" not in card.name["en"] + card.text["en"], card.id
