"""Deck files (T1.2): every mistake is refused with file, line and reason."""

import pytest

from tempolude.engine.errors import BadData, BadOption
from tempolude.games.timeline.decks import COLUMNS, mix, read_deck

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


def with_text(folder, text):
    path = folder / "deck.csv"
    path.write_bytes(text.encode())
    return path


HEADER = ",".join(COLUMNS)
YEARS = "a whole number from -1000000000000 to 1000000 is expected"


# --- Mistakes --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"year": "0"}, "there was no year 0: 1 BC is -1"),
        ({"year": "-0"}, "there was no year 0: 1 BC is -1"),
        ({"year": "soon"}, f"year 'soon': {YEARS}"),
        ({"year": "1789.5"}, f"year '1789.5': {YEARS}"),
        ({"year": ""}, f"year '': {YEARS}"),
        ({"year": "١٩٠٠"}, f"year '١٩٠٠': {YEARS}"),
        ({"year": "-9999999999999"}, f"year '-9999999999999': {YEARS}"),
        ({"year": "1000001"}, f"year '1000001': {YEARS}"),
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


def test_all_missing_columns_are_named(tmp_path):
    assert refusal(with_text(tmp_path, "")) == (1, f"missing column: {', '.join(COLUMNS)}")


def test_a_file_without_cards_is_refused(tmp_path):
    assert refusal(with_text(tmp_path, HEADER + "\n")) == (1, "has no cards")


def test_an_unknown_deck_is_refused_with_those_there_are():
    with pytest.raises(BadOption, match=r"no deck is called 'inventors'; there are: .*inventions.*\.csv"):
        mix(["inventors"])


# --- What is read ----------------------------------------------------------------


def test_a_card_is_read_whole(tmp_path):
    row = 'wheel, -3500 ,True,The wheel,"La roue, ronde",wheel,"It\r\nrolls.",Ça roule.'
    path = with_text(tmp_path, f"\ufeff{HEADER}\r\n\r\n{row}\r\n")
    (card,) = read_deck(path)
    assert (card.id, card.year, card.approximate, card.icon) == ("wheel", -3500, True, "wheel")
    assert not card.known
    assert card.name == {"en": "The wheel", "fr": "La roue, ronde"}
    assert card.text == {"en": "It rolls.", "fr": "Ça roule."}


def test_a_deck_may_say_which_cards_are_best_known_T1_4(tmp_path):
    path = tmp_path / "deck.csv"
    write_deck(path, [card_row(1, known="true"), card_row(2, known="FALSE")], (*COLUMNS, "known"))
    assert [card.known for card in read_deck(path)] == [True, False]
    write_deck(path, [card_row(1, known="very")], (*COLUMNS, "known"))
    assert refusal(path) == (2, "known 'very': true or false is expected")
