"""The declaration of what observations mean."""

from __future__ import annotations

import pytest

from tempolude.engine.features import block, each, features

SEEN = features(block("hand", 3, "cards"), each("seat", 2, block("there", 1, "1 if so"), block("coins", 2, "/ 10")))


def test_sizes_places_and_names_follow_from_the_declaration() -> None:
    assert SEEN.size == len(SEEN.names) == 9
    assert (SEEN.at("hand"), SEEN.at("seat"), SEEN.span("seat"), SEEN.span("hand")) == (0, 3, 3, 3)
    assert SEEN.names[2:6] == ("hand 2", "seat 0: there", "seat 0: coins 0", "seat 0: coins 1")
    with pytest.raises(KeyError):
        SEEN.at("foot")


def test_the_table_says_where_everything_stands() -> None:
    assert SEEN.table()[2:] == [
        "| 0 | 3 | hand | cards |",
        "| 3 | 2 × 3 | **each seat** | |",
        "| +0 | 1 | · there | 1 if so |",
        "| +1 | 2 | · coins | / 10 |",
    ]


def test_a_name_stands_for_one_part() -> None:
    with pytest.raises(ValueError, match="hand"):
        features(block("hand", 1, ""), block("hand", 2, ""))
