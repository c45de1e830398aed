"""Cards and boards are data files: every mistake is refused with file, line and reason."""

import pytest

from tempolude.engine.errors import BadData
from tempolude.games.collectors.components import read_boards, read_cards

from .positions import BOARDS_FILE, CARDS_FILE


def changed(tmp_path, source, old, new):
    """A copy of a data file with the first `old` replaced by `new`, and the line it was in."""
    text = source.read_text("utf-8")
    assert old in text
    path = tmp_path / source.name
    path.write_text(text.replace(old, new, 1), "utf-8")
    return path, text[: text.index(old)].count("\n") + 1


def last_line(source):
    return source.read_text("utf-8").count("\n")


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("colossus,wonder", "Colossus!,wonder", "id 'Colossus!'"),
        ("colossus,wonder", "colossus,marvel", "type 'marvel'"),
        ("colossus,wonder,1", "colossus,wonder,none", "copies 'none'"),
        ("pyrite,mineral,3", "pyrite,mineral,2", "there are 3 of each mineral"),
        ("book-of-types,book,2", "book-of-types,book,1", "there are 2 of each book"),
        ("book-of-types,book,2,type", "book-of-types,book,2,stamp", "counts 'stamp'"),
        ("book-of-types,book,2,type", "book-of-types,book,2,wonder", "a second kind of book counts 'wonder'"),
        ("dodo,animal,1,", "dodo,animal,1,wonder", "only books count"),
        ("dodo,animal,1,,Dodo,Dodo", "dodo,animal,1,,,Dodo", "name_en has 0 characters"),
        ("dodo,animal,1,,Dodo,Dodo", "dodo,animal,1,,Dodo," + 41 * "o", "name_fr has 41 characters"),
        ("moa,animal,1,,Giant moa", "dodo,animal,1,,Giant moa", "duplicate: 'dodo'"),
        ("moa,animal,1,,Giant moa", "moa,animal,1,,Dodo", "duplicate: 'Dodo"),
        ("id,type,copies", "id,kind,copies", "missing column: type"),
    ],
)
def test_a_mistake_in_the_cards_is_refused_with_its_line(tmp_path, old, new, reason):
    path, line = changed(tmp_path, CARDS_FILE, old, new)
    with pytest.raises(BadData, match=reason) as error:
        read_cards(path)
    assert error.value.line == line
    assert str(path) in str(error.value)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("dodo,animal,1", "dodo,animal,2", "10 cards of type 'animal' in all; expected 9"),
        ("dodo,animal,1", "dodo,plant,1", "10 cards of type 'plant' in all; expected 9"),
    ],
)
def test_a_wrong_count_of_cards_is_refused_L1_1(tmp_path, old, new, reason):
    path, _ = changed(tmp_path, CARDS_FILE, old, new)
    with pytest.raises(BadData, match=reason) as error:
        read_cards(path)
    assert error.value.line == last_line(CARDS_FILE)


def without_line(tmp_path, source, start):
    rows = [row for row in source.read_text("utf-8").splitlines(keepends=True) if not row.startswith(start)]
    path = tmp_path / source.name
    path.write_text("".join(rows), "utf-8")
    return path


@pytest.mark.parametrize(
    ("start", "reason"), [("dodo,", "8 cards of type 'animal'"), ("book-of-types,", "no book counts 'type'")]
)
def test_a_missing_card_is_refused_L1_1(tmp_path, start, reason):
    with pytest.raises(BadData, match=reason):
        read_cards(without_line(tmp_path, CARDS_FILE, start))


def test_cards_may_stand_in_any_order(tmp_path):
    header, *rows = CARDS_FILE.read_text("utf-8").splitlines(keepends=True)
    path = tmp_path / "cards.csv"
    path.write_text(header + "".join(reversed(rows)), "utf-8")
    again = read_cards(path)
    assert [card.type for card in again] == [card.type for card in read_cards(CARDS_FILE)]
    assert [card.counts for card in again] == [card.counts for card in read_cards(CARDS_FILE)]


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("red,1,", "purple,1,", "board 'purple'"),
        ("red,1,", "red,3,", "row '3'"),
        ("red,1,", "red,0,", "row 0 of the red board is a duplicate"),
        ("red,0,,crystal,,animal", "red,0,,crystal,,dragon", "place 'dragon'"),
        ("board,row,first", "board,row,1", "missing column: first"),
    ],
)
def test_a_mistake_in_the_boards_is_refused_with_its_line(tmp_path, old, new, reason):
    path, line = changed(tmp_path, BOARDS_FILE, old, new)
    with pytest.raises(BadData, match=reason) as error:
        read_boards(path)
    assert error.value.line == line


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("blue,0,plant,,", "blue,0,,,", "the blue board keeps 1 places for one type; expected 2"),
        ("blue,0,plant,,", "blue,0,plant,book,", "the blue board keeps 3 places for one type; expected 2"),
        ("blue,0,plant,,crystal", "blue,0,plant,,", "the blue board has 2 crystal places; expected 3"),
    ],
)
def test_a_wrong_count_of_places_is_refused_at_the_board_s_last_line_L1_3(tmp_path, old, new, reason):
    path, line = changed(tmp_path, BOARDS_FILE, old, new)
    with pytest.raises(BadData, match=reason) as error:
        read_boards(path)
    assert error.value.line == line + 2


def test_a_board_that_lacks_a_row_is_refused_L1_3(tmp_path):
    with pytest.raises(BadData, match="the green board has 2 rows; expected 3"):
        read_boards(without_line(tmp_path, BOARDS_FILE, "green,1"))
