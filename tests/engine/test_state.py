"""The record: fields as attributes, who may see them, bytes without holes."""

from __future__ import annotations

import numpy as np
import pytest

from tempolude.engine.state import (
    ALL,
    EVERYONE,
    NOBODY,
    OWNER,
    SPECTATOR,
    field,
    flag,
    int8,
    int16,
    int64,
    layout,
    may_see,
)

TINY = layout(
    field("count", int8, sees=ALL),
    field("big", int64, sees=ALL),
    field("hand", int16, (3, 4), sees=OWNER),
    field("ready", flag, 3, sees=OWNER),
    field("pile", int8, 5, sees=NOBODY, hidden=0),
)


def test_fields_read_and_write_as_plain_integers() -> None:
    s = TINY.new()
    s.count = 5
    s.count += 1
    s.hand[2][3] = -7
    s.ready[1] = True
    assert (s.count, s.hand[2][3], s.ready[1]) == (6, -7, 1)
    assert type(s.hand[2][3]) is int
    assert s.array["hand"][0, 2, 3] == -7


def test_a_number_that_does_not_fit_is_an_error() -> None:
    s = TINY.new()
    with pytest.raises(ValueError, match=r"invalid value|format"):
        s.count = 200
    with pytest.raises(ValueError, match=r"invalid value|format"):
        s.hand[0][0] = 40_000


def test_a_field_that_does_not_exist_is_an_error() -> None:
    for s in (TINY.new(), TINY.new().copy()):
        with pytest.raises(AttributeError, match="'hands'"):
            s.hands  # noqa: B018
        with pytest.raises(AttributeError):
            s.total = 3


def test_a_state_to_play_on_with_equals_its_copies_and_shares_nothing_with_them() -> None:
    s = TINY.new()
    s.hand[1][2] = 7
    copies = s.copy(), TINY.new(s), TINY.read(s.tobytes())
    assert all(copy == s for copy in copies)
    s.hand[1][2] = 8
    assert [copy.hand[1][2] for copy in copies] == [7, 7, 7]


def test_no_byte_of_the_record_is_outside_a_field() -> None:
    covered = sum(TINY.dtype.fields[name][0].itemsize for name in TINY.dtype.names)
    assert covered == TINY.dtype.itemsize == len(TINY)


def test_bytes_read_back_and_compare() -> None:
    s = TINY.new()
    s.big = 2**40
    again = TINY.read(s.tobytes())
    assert again == s
    again.count = 1
    assert again != s
    s.become(again)
    assert again == s


def test_hiding_follows_the_declaration() -> None:
    s = TINY.new()
    s.rng_drawn, s.count = 12345, 3
    for seat in range(3):
        s.ready[seat] = 1
        for i in range(4):
            s.hand[seat][i] = 10 * seat + i
    s.pile[0] = 9
    view = TINY.hide(s, 1)
    assert (view.rng_drawn, view.count, view.pile[0]) == (0, 3, 0)
    assert [list(row) for row in view.hand] == [[-1] * 4, [10, 11, 12, 13], [-1] * 4]
    assert list(view.ready) == [0, 1, 0]
    assert list(TINY.hide(s, SPECTATOR).ready) == [0, 0, 0]
    assert s.hand[0][1] == 1


def test_a_set_of_seats_is_bits_and_the_sign_is_the_spectators() -> None:
    assert may_see(EVERYONE, 5)
    assert may_see(EVERYONE, SPECTATOR)
    assert may_see(0b100, 2)
    assert not may_see(0b100, 1)
    assert not may_see(0b100, SPECTATOR)


def test_a_layout_with_a_mistake_is_refused() -> None:
    with pytest.raises(ValueError, match=r"named twice.*rng_key"):
        layout(field("rng_key", int8, sees=ALL))
    with pytest.raises(ValueError, match="first axis"):
        field("secret", int8, sees=OWNER)


def test_the_layout_describes_itself() -> None:
    assert "hand         int16     12  seen by its owner" in TINY.describe()
    assert TINY.dtype["hand"].base == np.int16
