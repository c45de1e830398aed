"""Deck files (T1.2): every mistake is refused with file, line and reason."""

import pytest

from tempolude.engine.errors import BadData, BadOption
from tempolude.games.timeline.components import COLUMNS, mix, read_deck

from .positions import card_row, write_deck


def refusal(path):
    """The line at which a file is refused, and the reason."""
    with pytest.raises(BadData) as refused:
        read_deck(path)
    assert refused.value.path == path
    assert str(refused.value) == f"{path}, line {refused.value.line}: {refused.value.reason}"
    return refused.value.line, refused.value.reason


def with_card(folder, **changes):
    """A deck with changes to its third card, in line 4."""
    path = folder / "deck.csv"
    write_deck(path, [card_row(1), card_row(2), card_row(3, **changes), card_row(4)])
    return path


def with_text(folder, text):
    path = folder / "deck.csv"
    path.write_bytes(text.encode())
    return path


HEADER = ",".join(COLUMNS)
YEARS = "expected a whole number from -1000000000000 to 1000000"


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
        ({"approximate": "maybe"}, "approximate 'maybe': expected true or false"),
        ({"approximate": "1"}, "approximate '1': expected true or false"),
        ({"id": "The Wheel"}, "id 'The Wheel': expected lower-case letters, digits and hyphens"),
        ({"id": "wheel-"}, "id 'wheel-': expected lower-case letters, digits and hyphens"),
        ({"icon": "../wheel.svg"}, "icon '../wheel.svg': expected lower-case letters, digits and hyphens"),
        ({"name_en": ""}, "name_en has 0 characters: expected 1 to 60"),
        ({"name_fr": "  "}, "name_fr has 0 characters: expected 1 to 60"),
        ({"name_fr": "x" * 61}, "name_fr has 61 characters: expected 1 to 60"),
        ({"text_en": ""}, "text_en has 0 characters: expected 1 to 300"),
        ({"text_fr": "x" * 301}, "text_fr has 301 characters: expected 1 to 300"),
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
        {"approximate": "VRAI"},
        {"approximate": "", "icon": "", "id": ""},
        {"name_en": "x" * 60, "text_fr": "y" * 300},
        {"name_en": "Chose 1"},
    ],
)
def test_a_card_at_the_limit_is_read(tmp_path, changes):
    assert len(read_deck(with_card(tmp_path, **changes))) == 4


def test_all_missing_columns_are_named(tmp_path):
    named = "missing column: year, name_en or name_fr or name, text_en or text_fr or text"
    assert refusal(with_text(tmp_path, "")) == (1, named)


def test_a_file_without_cards_is_refused(tmp_path):
    assert refusal(with_text(tmp_path, HEADER + "\n")) == (1, "has no cards")


def test_an_unknown_deck_is_refused_with_those_there_are():
    with pytest.raises(BadOption, match=r"unknown deck 'inventors'; available: .*inventions"):
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
    assert refusal(path) == (2, "known 'very': expected true or false")


# --- What a deck may leave out ---------------------------------------------------


def test_a_deck_in_one_language_says_the_same_in_both(tmp_path):
    for columns in ("year,name,text", "year,name_fr,text_fr", "year,name_fr,text"):
        (card,) = read_deck(with_text(tmp_path, f"{columns}\n1876,Le téléphone,On s’entend."))
        assert card.name == {"en": "Le téléphone", "fr": "Le téléphone"}
        assert card.text == {"en": "On s’entend.", "fr": "On s’entend."}


def test_ids_are_made_of_names_and_no_two_are_the_same(tmp_path):
    names = ["L’œuf", "A 2", "A", "á", "日本", "中国"]
    rows = [f"{year},{name},Yes." for year, name in enumerate(names, 1)]
    cards = read_deck(with_text(tmp_path, "\n".join(["year,name,text", *rows])))
    assert [card.id for card in cards] == ["l-oeuf", "a-2", "a", "a-3", "card", "card-2"]


def test_a_made_id_leaves_the_given_ones_alone(tmp_path):
    cards = read_deck(with_text(tmp_path, "id,year,name,text\n,1,The wheel,Yes.\nthe-wheel,2,Another,Yes.\n"))
    assert [card.id for card in cards] == ["the-wheel-2", "the-wheel"]


def test_a_card_without_an_icon_is_drawn_by_its_name(tmp_path):
    text = "year,name,text\n1,La boussole,Oui.\n2,Our first bicycle,Yes.\n3,Nothing known,Yes.\n"
    assert [card.icon for card in read_deck(with_text(tmp_path, text))] == ["compass", "bicycle", ""]


def test_a_deck_from_a_french_spreadsheet_is_read(tmp_path):
    text = "\ufeffyear;name;text;approximate\r\n-776;Les Jeux, les premiers;À Olympie.;VRAI\r\n;;;\r\n"
    (card,) = read_deck(with_text(tmp_path, text))
    assert (card.year, card.name["fr"], card.approximate) == (-776, "Les Jeux, les premiers", True)


def test_an_enclosed_deck_is_read_like_a_file(tmp_path):
    deck = {"name": "Mine", "csv": "year,name,text\n1876,The telephone,It rings.\nsoon,The next,It rings too.\n"}
    with pytest.raises(BadData) as refused:
        read_deck(deck)
    assert str(refused.value) == f"Mine, line 3: year 'soon': {YEARS}"
    assert refused.value.said("fr").startswith("Mine, ligne 3\u00a0: year 'soon'\u00a0: il faut un nombre entier")
