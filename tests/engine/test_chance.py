"""Chance is ChaCha8, the same everywhere, uniform, and hidden; whims are a separate, cheaper generator."""

from __future__ import annotations

import struct
from collections import Counter
from functools import cache
from itertools import permutations
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tempolude.engine.chance import (
    GUESS,
    MATCH,
    SEEDS,
    SMALL_SEEDS,
    draw_bits,
    fill_block,
    rand,
    seed,
    seed_small,
    shuffle,
)
from tempolude.engine.policy import MULTIPLIER, draw_whim, first_whim, next_whim
from tempolude.engine.state import NOBODY, layout

BARE = layout()
seeds, small_seeds = st.integers(0, SEEDS - 1), st.integers(0, SMALL_SEEDS - 1)


def generator(number: int) -> Any:
    s = BARE.new()
    seed(s, number)
    return s


# --- The cipher ------------------------------------------------------------------


def chacha(key: bytes, counter: int, rounds: int) -> bytes:
    """One block of the stream, written from RFC 8439 with lists and bytes, independently of the rules."""

    def turned(x: int, by: int) -> int:
        return (x << by | x >> 32 - by) % 2**32

    start = [
        *struct.unpack("<4I", b"expand 32-byte k"),
        *struct.unpack("<8I", key),
        *struct.unpack("<4I", counter.to_bytes(16, "little")),
    ]
    x = list(start)
    columns = [(i, i + 4, i + 8, i + 12) for i in range(4)]
    diagonals = [(i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4) for i in range(4)]
    for number in range(rounds):
        for a, b, c, d in diagonals if number % 2 else columns:
            for i, j, k, by in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
                x[i] = (x[i] + x[j]) % 2**32
                x[k] = turned(x[k] ^ x[i], by)
    return struct.pack("<16I", *((one + other) % 2**32 for one, other in zip(x, start, strict=True)))


@pytest.mark.parametrize(
    ("key", "counter", "rounds", "stream"),
    [
        (0, 0, 20, "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
                   "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586"),  # RFC 8439, A.1, 1
        (0, 1, 20, "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed"
                   "29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f"),  # RFC 8439, A.1, 2
        (1 << 248, 1, 20, "3aeb5224ecf849929b9d828db1ced4dd832025e8018b8160b82284f3c949aa5a"
                          "8eca00bbb4a73bdad192b5c42f73f2fd4e273644c8b36125a64addeb006c13a0"),  # RFC 8439, A.1, 3
        (0, 0, 8, "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e"
                  "984ce172b9216f419f445367456d5619314a42a3da86b001387bfdb80e0cfe42"),  # eSTREAM's, 8 rounds
    ],
)  # fmt: skip
def test_a_block_is_that_of_the_published_vectors(key: int, counter: int, rounds: int, stream: str) -> None:
    s = generator(key)
    fill_block(s, counter, rounds)
    assert s.array["rng_block"].astype("<u4").tobytes().hex() == stream
    assert chacha(key.to_bytes(32, "little"), counter, rounds).hex() == stream


@given(seeds, st.integers(0, 2**58 - 3))
def test_what_is_drawn_is_the_stream_of_the_seed_16_bits_at_a_time(number: int, counter: int) -> None:
    s = generator(number)
    s.rng_drawn = 32 * counter
    key = number.to_bytes(32, "little")
    stream = b"".join(chacha(key, counter + i, 8) for i in range(2))
    assert struct.pack("<64H", *(draw_bits(s) for _ in range(64))) == stream
    assert s.rng_drawn == 32 * (counter + 2)


@given(small_seeds)
def test_a_small_seed_is_a_seed_and_a_guess_by_the_same_number_has_another_key(number: int) -> None:
    s, guessed = BARE.new(), BARE.new()
    seed_small(s, number, MATCH)
    assert s == generator(number)
    seed_small(guessed, number, GUESS)
    assert guessed == generator(number + (GUESS << 224))


@given(seeds, st.lists(st.integers(1, 2**31), min_size=1, max_size=20))
def test_compiled_code_draws_the_same(number: int, bounds: list[int]) -> None:
    """With the tiny loop below; a separate law checks that whole games come to the same bytes."""
    s, fast = generator(number), generator(number)
    assert [rand(s, n) for n in bounds] == [compiled()(fast.array, n) for n in bounds]
    assert s == fast


@cache
def compiled() -> Any:
    from numba import njit

    from tempolude.engine.game import game

    assert game("timeline").compiled  # this registers every rule with the compiler
    return njit(lambda states, n: rand(states[0], n))


# --- Drawing ---------------------------------------------------------------------


def stated(*bits: int) -> Any:
    """A generator whose next bits are these."""
    words = [0, *bits, *[0] * (31 - len(bits))]  # reading the first word would generate the block
    return SimpleNamespace(
        rng_drawn=1, rng_block=[low | high << 16 for low, high in zip(words[::2], words[1::2], strict=True)]
    )


@pytest.mark.parametrize("n", [6, 240, 40_000])
def test_every_number_has_exactly_as_many_cases(n: int) -> None:
    """The excess of the 2**16 cases is drawn again, so that each number has the same share."""
    again, found, s = 0, Counter[int](), stated(0, 2**16 - 1)  # the second is always fine
    for bits in range(2**16):
        s.rng_drawn, s.rng_block[0] = 1, bits << 16
        number = rand(s, n)
        if s.rng_drawn == 2:
            found[number] += 1
        else:
            again += 1
    assert again == 2**16 % n
    assert set(found) == set(range(n))
    assert set(found.values()) == {2**16 // n}


def test_large_numbers_take_32_bits_and_are_drawn_again_too() -> None:
    n = 3 << 29
    assert rand(stated(0xFFFF, 0xFFFF), n) == n - 1
    assert rand(stated(0, 0, 0xFFFF, 0xFFFF), n) == n - 1  # 2**32 % n > 0: the lowest case is one too many
    assert rand(stated(0x2345, 0x0001), 1 << 30) == 0x12345 >> 2


def test_the_first_numbers_of_a_seed_are_what_they_always_were() -> None:
    s = generator(7)
    assert [rand(s, 1000) for _ in range(8)] == FIRST_OF_SEVEN


FIRST_OF_SEVEN = [728, 172, 650, 764, 614, 916, 687, 465]


def test_a_shuffle_makes_every_order_as_likely() -> None:
    s, orders = generator(1), Counter[tuple[int, ...]]()
    for _ in range(24_000):
        pile = [0, 1, 2, 3]
        shuffle(s, pile, 4)
        orders[tuple(pile)] += 1
    assert set(orders) == set(permutations(range(4)))
    chi_square = sum((count - 1000) ** 2 / 1000 for count in orders.values())
    assert chi_square < 58  # 23 degrees of freedom, one in ten thousand


# --- Hiding ----------------------------------------------------------------------


def test_every_field_of_the_generator_is_hidden_from_everyone() -> None:
    fields = [f for f in BARE if f.name.startswith("rng")]
    assert sum(f.kind(0).nbytes * max(1, *f.shape, 1) for f in fields) == 32 + 64 + 8
    assert {f.sees for f in fields} == {NOBODY}
    s = generator(SEEDS - 1)
    rand(s, 6)
    for seat in range(-1, 8):
        assert not any(BARE.hide(s, seat).array[f.name].any() for f in fields)


# --- Whims -----------------------------------------------------------------------


def is_prime(n: int) -> bool:
    """The Miller-Rabin test, with bases that make it exact below 2**64."""
    odd, twos = n - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for base in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37):
        x = pow(base, odd, n)
        if x not in (1, n - 1) and not any((x := x * x % n) == n - 1 for _ in range(twos - 1)):
            return False
    return True


def test_the_period_of_whims_is_that_of_a_safe_prime() -> None:
    prime = MULTIPLIER * 2**32 - 1
    assert is_prime(prime)
    assert is_prime((prime - 1) // 2)


@given(small_seeds)
def test_whims_begin_inside_the_cycle_and_stay_in_63_bits(number: int) -> None:
    whims = [first_whim(number)]
    for _ in range(50):
        assert 0 < whims[0] < MULTIPLIER * 2**32 - 1 < 2**63
        following = next_whim(whims[0])
        assert 0 <= draw_whim(whims, 7) < 7
        assert whims == [following]


def test_whims_of_seeds_next_to_each_other_begin_far_apart() -> None:
    firsts = Counter(draw_whim([first_whim(number)], 10) for number in range(20_000))
    chi_square = sum((firsts[n] - 2000) ** 2 / 2000 for n in range(10))
    assert chi_square < 33  # nine degrees of freedom, one in ten thousand
