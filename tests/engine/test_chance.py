"""The generator: the same numbers everywhere, evenly spread, and nothing that wraps round."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from tempolude.engine.chance import MULTIPLIER, SEEDS, rand, seed, shuffle
from tempolude.engine.state import layout

BARE = layout()


def generator(number: int):  # type: ignore[no-untyped-def]
    s = BARE.new()
    seed(s, number)
    return s


def is_prime(n: int) -> bool:
    """Miller and Rabin's test with bases that are certain below 2**64."""
    odd, twos = n - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for base in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37):
        x = pow(base, odd, n)
        if x not in (1, n - 1) and not any((x := x * x % n) == n - 1 for _ in range(twos - 1)):
            return False
    return True


def test_the_period_is_that_of_a_safe_prime() -> None:
    prime = MULTIPLIER * 2**32 - 1
    assert is_prime(prime)
    assert is_prime((prime - 1) // 2)


@given(st.integers(0, SEEDS - 1))
def test_every_seed_starts_inside_the_cycle_and_stays_in_63_bits(number: int) -> None:
    s = generator(number)
    for _ in range(50):
        assert 0 < s.rng < MULTIPLIER * 2**32 - 1 < 2**63
        assert 0 <= rand(s, 7) < 7


def test_the_first_numbers_of_a_seed_are_what_they_always_were() -> None:
    s = generator(7)
    assert [rand(s, 1000) for _ in range(8)] == FIRST_OF_SEVEN


FIRST_OF_SEVEN = [597, 417, 522, 759, 106, 661, 593, 693]


def test_seeds_next_to_each_other_begin_far_apart() -> None:
    firsts = Counter(rand(generator(number), 10) for number in range(20_000))
    chi_square = sum((firsts[n] - 2000) ** 2 / 2000 for n in range(10))
    assert chi_square < 33  # nine degrees of freedom, one in ten thousand


def test_a_shuffle_makes_every_order_as_likely() -> None:
    s, orders = generator(1), Counter()
    for _ in range(24_000):
        pile = [0, 1, 2, 3]
        shuffle(s, pile, 4)
        orders[tuple(pile)] += 1
    assert set(orders) == set(permutations(range(4)))
    chi_square = sum((count - 1000) ** 2 / 1000 for count in orders.values())
    assert chi_square < 58  # 23 degrees of freedom, one in ten thousand
