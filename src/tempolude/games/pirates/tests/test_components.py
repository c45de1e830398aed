"""The data files: every mistake is refused with file, line and reason."""

import pytest

from tempolude.engine.errors import BadData, BadOption
from tempolude.engine.match import Match
from tempolude.games.pirates.components import FOLDER, read_board, read_contracts
from tempolude.games.pirates.meta import GAME

BOARD = (FOLDER / "boards" / "house@1.csv").read_text("utf-8")
CONTRACTS = (FOLDER / "contracts" / "house@1.csv").read_text("utf-8")


def refused(tmp_path, read, text):
    """The line at which a file with this content is refused, and the reason."""
    path = tmp_path / "mine.csv"
    path.write_text(text, "utf-8")
    with pytest.raises(BadData) as error:
        read(path)
    assert error.value.path == path
    assert str(error.value).startswith(f"{path}, line {error.value.line}: ")
    return error.value.line, error.value.reason


def changed(text, before, after):
    assert text.count(before) == 1, f"{before!r} must stand there once"
    return text.replace(before, after)


def without_line(text, number):
    lines = text.splitlines(keepends=True)
    return "".join(lines[: number - 1] + lines[number:])


BAD_BOARDS = {
    "a gate to nowhere": (",5,caliphs,", ",5,atlantis,", 3, "gate_1 leads to 'atlantis', which is no epoch"),
    "a gate to itself": (",4,revolutions,", ",4,age-of-sail,", 5, "gate_1 leads back to 'age-of-sail' itself"),
    "no sites": (",6,moon-age,", ",0,moon-age,", 6, "sites '0': expected a whole number from 1 to 7"),
    "too many sites": (",7,far-future,", ",8,far-future,", 7, "sites '8': expected a whole number from 1 to 7"),
    "sites in words": (",7,far-future,", ",seven,far-future,", 7, "sites 'seven'"),
    "an id twice": ("moon-age,Moon age", "pyramids,Moon age", 7, "duplicate: 'pyramids' is already in line 2"),
    "an id with capitals": ("moon-age,Moon age", "Moon,Moon age", 7, "id 'Moon': expected lower-case letters"),
    "no name": ("Pyramides,the", ",the", 2, "name_fr has 0 characters"),
    "a very long name": ("Pyramides,the", f"{'P' * 41},the", 2, "name_fr has 41 characters"),
    "no place": ("au Futur lointain", "", 8, "place_fr has 0 characters"),
    "no years": ("499–400 BC", "", 3, "years_en has 0 characters"),
    "police neither true nor false": ("revolutions,true", "revolutions,perhaps", 8, "police 'perhaps': expected true"),
    "no police": ("revolutions,true", "revolutions,false", 8, "the police start in 0 epochs"),
    "police twice": ("far-future,caliphs,false", "far-future,caliphs,true", 8, "the police start in 2 epochs"),
    "a missing column": ("sites,", "", 1, "missing column: sites"),
}  # fmt: skip


@pytest.mark.parametrize("mistake", BAD_BOARDS)
def test_a_board_with_a_mistake_is_refused(tmp_path, mistake):
    before, after, line, reason = BAD_BOARDS[mistake]
    found_line, found_reason = refused(tmp_path, read_board, changed(BOARD, before, after))
    assert (found_line, reason in found_reason) == (line, True), found_reason


def test_an_epoch_that_cannot_be_reached_is_refused(tmp_path):
    text = changed(BOARD, ",3,pyramids,revolutions,", ",3,classical-age,revolutions,")
    assert refused(tmp_path, read_board, text) == (2, "'pyramids' cannot be reached from 'classical-age' through gates")


def test_epochs_that_cannot_be_left_are_refused(tmp_path):
    """The first three lead only to one another, and the last four cannot be reached from there."""
    text = changed(BOARD, ",4,classical-age,age-of-sail,", ",4,classical-age,caliphs,")
    text = changed(text, ",5,caliphs,moon-age,", ",5,caliphs,pyramids,")
    text = changed(text, ",5,age-of-sail,moon-age,", ",5,pyramids,classical-age,")
    assert refused(tmp_path, read_board, text) == (5, "'age-of-sail' cannot be reached from 'pyramids' through gates")


def test_a_board_with_too_few_or_too_many_epochs_is_refused(tmp_path):
    assert refused(tmp_path, read_board, without_line(BOARD, 4)) == (7, "6 epochs where there are 7 (P1.4)")
    more = BOARD + BOARD.splitlines()[7].replace("far-future", "farther-future", 1) + "\n"
    assert refused(tmp_path, read_board, more) == (9, "8 epochs where there are 7 (P1.4)")


def test_an_empty_file_is_refused(tmp_path):
    assert refused(tmp_path, read_contracts, "") == (1, "missing column: colour, cost, points, copies")
    assert refused(tmp_path, read_board, BOARD.splitlines()[0]) == (1, "0 epochs where there are 7 (P1.4)")


BAD_CONTRACTS = {
    "an unknown colour": ("red,4,4,1", "pink,4,4,1", 14, "unknown colour 'pink': expected one of blue, orange, red"),
    "a wrong cost": ("red,4,4,1", "red,7,4,1", 14, "cost '7': expected a whole number from 1 to 6"),
    "a white one of six colours": ("white,5,4,4", "white,6,4,4", 29, "cost '6': expected a whole number from 1 to 5"),
    "points in words": ("red,4,4,1", "red,4,four,1", 14, "points 'four'"),
    "no points": ("red,4,4,1", "red,4,0,1", 14, "points '0': expected a whole number from 1 to 20"),
    "no copies": ("red,4,4,1", "red,4,4,0", 14, "copies '0': expected a whole number from 1 to 12"),
    "a contract twice": ("red,4,4,1", "red,3,4,1", 14, "duplicate: 'red 3' is already in line 13"),
    "too many of a colour": ("red,4,4,1", "red,4,4,2", 16, "6 red contracts where there are 5 (P1.3)"),
    "a kind too many": ("red,4,4,1", "red,4,4,1\nred,1,1,1", 17, "6 kinds of red contracts where there are 5 (P1.3)"),
    "too few white ones": ("white,4,3,4", "white,4,3,3", 29, "11 white contracts where there are 12 (P1.3)"),
    "a missing column": ("points,", "", 1, "missing column: points"),
}  # fmt: skip


@pytest.mark.parametrize("mistake", BAD_CONTRACTS)
def test_contracts_with_a_mistake_are_refused(tmp_path, mistake):
    before, after, line, reason = BAD_CONTRACTS[mistake]
    found_line, found_reason = refused(tmp_path, read_contracts, changed(CONTRACTS, before, after))
    assert (found_line, reason in found_reason) == (line, True), found_reason


def test_a_colour_without_a_contract_is_refused(tmp_path):
    assert refused(tmp_path, read_contracts, without_line(CONTRACTS, 14)) == (
        15, "4 kinds of red contracts where there are 5 (P1.3)",
    )  # fmt: skip


def test_a_board_of_an_unknown_name_is_refused():
    with pytest.raises(BadOption, match="unknown board 'attic'; available: house"):
        read_board("attic")
    with pytest.raises(BadOption, match=r"one of house or a \.csv file"):
        Match(GAME, options={"board": 7})


def test_a_board_and_contracts_of_ones_own_are_played_with_P1_3_P1_4(tmp_path):
    board, contracts = tmp_path / "board.csv", tmp_path / "contracts.csv"
    board.write_text(changed(BOARD, ",7,far-future,caliphs,", ",2,pyramids,caliphs,"), "utf-8")
    contracts.write_text(changed(CONTRACTS, "blue,6,7,1", "blue,1,9,1"), "utf-8")
    match = Match(GAME, seats=3, seed=1, options={"board": board, "contracts": contracts})
    s = match.state
    assert (s.sites[5], s.filled[5], s.gate[5][0]) == (2, 2, 0)
    assert [(s.cost[i], s.worth[i]) for i in range(5)] == [(1, 9), (2, 2), (3, 3), (4, 4), (5, 6)]
    assert match.table.contract_code(0) == "B1"
