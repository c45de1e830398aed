"""Sets as bits, and the kinds of events a game declares."""

from __future__ import annotations

from collections import Counter

import pytest

from tempolude.engine import chance
from tempolude.engine.bits import count_bits, list_bits, random_bit
from tempolude.engine.events import event, events
from tempolude.engine.piles import list_distinct
from tempolude.engine.state import layout


def test_a_random_bit_is_one_of_the_set_and_each_comes_up_as_often() -> None:
    s = layout().new()
    chance.seed(s, 7)
    drawn = Counter(random_bit(s, 0b1_0100_1010, 7) for _ in range(3000))
    assert set(drawn) == {1, 3, 6}
    assert all(900 < count < 1100 for count in drawn.values())


def test_what_is_listed_follows_what_was_listed_before() -> None:
    out = [0] * 8
    count = list_distinct([0, 0, 4, 4, 4, 9], 6, 100, out, 0)
    count = list_bits(0b101, 3, 200, out, count)
    assert out[:count] == [100, 104, 109, 200, 202]
    assert list_distinct([], 0, 0, out, 0) == 0


def test_only_the_lowest_bits_count() -> None:
    assert count_bits(0b1111, 2) == 2
    assert count_bits(~0b10, 3) == 2


def test_two_events_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="event named twice: \\['won'\\]"):
        events(event("won", "seat"), event("shared"), event("won"))
