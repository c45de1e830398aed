"""Finding the action that the user means."""

from __future__ import annotations

from tempolude.cli.choosing import Menu
from tempolude.engine.table import Action


def menu(*notations: str) -> Menu:
    return Menu([Action(i, notation, (notation,)) for i, notation in enumerate(notations)])


def found(menu: Menu, text: str) -> list[str]:
    return [action.notation for action in menu.find(text)]


SHORT = menu("play Q7", "play Q11", "travel 1", "travel 10")
LONG = menu(*(f"place {card} {gap}" for card in ("wheel", "compass") for gap in range(12)))


def test_by_number() -> None:
    assert found(SHORT, "2") == ["play Q11"]
    assert found(SHORT, "0") == found(SHORT, "5") == []


def test_by_notation_in_any_case() -> None:
    assert found(SHORT, "PLAY q7") == ["play Q7"]


def test_by_as_much_as_is_clear() -> None:
    assert found(SHORT, "q7") == ["play Q7"]
    assert found(SHORT, "tr 1") == ["travel 1"]
    assert found(SHORT, "play") == ["play Q7", "play Q11"]
    assert found(SHORT, "fly") == found(SHORT, "") == []


def test_many_choices_are_grouped_and_lettered() -> None:
    assert [row[:2] for row in LONG.rows()] == [("a …", "place wheel 0…11"), ("b …", "place compass 0…11")]
    assert found(LONG, "b 3") == ["place compass 3"]
    assert found(LONG, "comp 11") == ["place compass 11"]
    assert len(found(LONG, "a")) == 12


def test_few_choices_are_a_plain_list() -> None:
    assert SHORT.groups == {}
    assert [row[0] for row in SHORT.rows()] == ["1", "2", "3", "4"]


def test_many_that_differ_in_their_last_word_only_are_called_by_it() -> None:
    dates = menu(*(f"set {date}" for date in range(1000, 1024)))
    assert dates.groups == {}
    assert dates.rows()[3][:2] == ("1003", "set 1003")
    assert found(dates, "1003") == ["set 1003"]
    assert found(dates, "3") == []
