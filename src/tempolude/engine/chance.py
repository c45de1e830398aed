"""Chance: ChaCha8, a stream cipher used as a random generator; its key, block and position are fields of the state.

The key is the seed, 256 bits. Whoever sees any number of outcomes, but not the key, cannot compute the next one or an
earlier one: the best published attacks reach 7 rounds, at an infeasible cost. A block is laid out as in RFC 8439, with
a counter of 64 bits and a nonce of zeros.

Every word is masked to 32 bits by `LOW`, so Python's integers, compiled 64-bit ones and a GPU's give the same bytes.

Chance is for the rules only. The choices of a random player come from a cheaper generator (`policy.py`).
"""

from __future__ import annotations

from typing import Any

from .rule import long_rule, rule

SEEDS = 2**256  # seeds are 0 to SEEDS - 1; those that must not be guessed are drawn from the full range
SMALL_SEEDS = 2**63  # seeds for compiled code: simulations, batches, guesses
LOW, HALF = 0xFFFFFFFF, 0xFFFF  # the low 32 bits, the low 16
KEY = 8  # words
ROUNDS = 8

# The purpose of a small seed, the last word of the key: so a guess does not reproduce the real deal, even if it is
# given the seed of the match.
MATCH, GUESS = 0, 1

SIGMA0, SIGMA1, SIGMA2, SIGMA3 = 0x61707865, 0x3320646E, 0x79622D32, 0x6B206574  # "expand 32-byte k"


# --- Seeds -----------------------------------------------------------------------


def seed(s: Any, number: int) -> None:
    """Seed the generator with any seed: its little-endian bytes are the key. For Python's integers only."""
    for i in range(KEY):
        s.rng_key[i] = number >> 32 * i & LOW
    s.rng_drawn = 0


@rule
def seed_small(s: Any, number: int, purpose: int) -> None:
    """Seed the generator with a seed below SMALL_SEEDS, for a match (then like `seed`) or for a guess."""
    for i in range(KEY):
        s.rng_key[i] = 0
    s.rng_key[0] = number & LOW
    s.rng_key[1] = number >> 32
    s.rng_key[KEY - 1] = purpose
    s.rng_drawn = 0


# --- The cipher ------------------------------------------------------------------


@rule
def quarter_round(a: int, b: int, c: int, d: int) -> tuple[int, int, int, int]:
    """RFC 8439, 2.1."""
    a = (a + b) & LOW
    d ^= a
    d = (d << 16 | d >> 16) & LOW
    c = (c + d) & LOW
    b ^= c
    b = (b << 12 | b >> 20) & LOW
    a = (a + b) & LOW
    d ^= a
    d = (d << 8 | d >> 24) & LOW
    c = (c + d) & LOW
    b ^= c
    b = (b << 7 | b >> 25) & LOW
    return a, b, c, d


@long_rule
def fill_block(s: Any, counter: int, rounds: int) -> None:
    """RFC 8439, 2.3: one block of the stream, with a nonce of zeros."""
    key, block = s.rng_key, s.rng_block
    # Mask with LOW, so that compiled code has signed 64-bit numbers here, whatever the type of the field.
    w4, w5, w6, w7 = key[0] & LOW, key[1] & LOW, key[2] & LOW, key[3] & LOW
    w8, w9, w10, w11 = key[4] & LOW, key[5] & LOW, key[6] & LOW, key[7] & LOW
    w12, w13 = counter & LOW, counter >> 32
    x0, x1, x2, x3 = SIGMA0, SIGMA1, SIGMA2, SIGMA3
    x4, x5, x6, x7 = w4, w5, w6, w7
    x8, x9, x10, x11 = w8, w9, w10, w11
    x12, x13, x14, x15 = w12, w13, 0, 0
    for _ in range(rounds // 2):
        x0, x4, x8, x12 = quarter_round(x0, x4, x8, x12)
        x1, x5, x9, x13 = quarter_round(x1, x5, x9, x13)
        x2, x6, x10, x14 = quarter_round(x2, x6, x10, x14)
        x3, x7, x11, x15 = quarter_round(x3, x7, x11, x15)
        x0, x5, x10, x15 = quarter_round(x0, x5, x10, x15)
        x1, x6, x11, x12 = quarter_round(x1, x6, x11, x12)
        x2, x7, x8, x13 = quarter_round(x2, x7, x8, x13)
        x3, x4, x9, x14 = quarter_round(x3, x4, x9, x14)
    block[0] = (x0 + SIGMA0) & LOW
    block[1] = (x1 + SIGMA1) & LOW
    block[2] = (x2 + SIGMA2) & LOW
    block[3] = (x3 + SIGMA3) & LOW
    block[4] = (x4 + w4) & LOW
    block[5] = (x5 + w5) & LOW
    block[6] = (x6 + w6) & LOW
    block[7] = (x7 + w7) & LOW
    block[8] = (x8 + w8) & LOW
    block[9] = (x9 + w9) & LOW
    block[10] = (x10 + w10) & LOW
    block[11] = (x11 + w11) & LOW
    block[12] = (x12 + w12) & LOW
    block[13] = (x13 + w13) & LOW
    block[14] = x14
    block[15] = x15


# --- Drawing ---------------------------------------------------------------------
# Most ranges are small, so a draw takes 16 bits: half a word, the low half first. A block has 16 words.


@rule
def draw_bits(s: Any) -> int:
    """The next 16 bits. A block is computed when its first bits are drawn."""
    drawn = s.rng_drawn
    s.rng_drawn = drawn + 1
    if drawn & 31 == 0:
        fill_block(s, drawn >> 5, ROUNDS)
    bits: int = (s.rng_block[drawn >> 1 & 15] & LOW) >> ((drawn & 1) << 4) & HALF
    return bits


@rule
def rand(s: Any, n: int) -> int:
    """A number from 0 to n - 1, uniformly distributed; n is at most 2**31.

    Lemire's method: the high half of bits * n, rejecting the low halves that would favour some numbers.
    """
    if n > HALF:
        return rand_large(s, n)
    product = draw_bits(s) * n
    if product & HALF < n:
        product = drawn_fairly(s, product, n)
    return product >> 16


@long_rule
def drawn_fairly(s: Any, product: int, n: int) -> int:
    """Draw again while the bits are one of the 2**16 % n rejected cases. Seldom needed."""
    while product & HALF < (HALF + 1) % n:
        product = draw_bits(s) * n
    return product


@long_rule
def rand_large(s: Any, n: int) -> int:
    """Like `rand`, from 32 bits, for large ranges."""
    while True:
        low = draw_bits(s)
        product = (draw_bits(s) << 16 | low) * n
        if product & LOW >= (LOW + 1) % n:
            return product >> 32


@rule
def shuffle(s: Any, pile: Any, count: int) -> None:
    """Shuffle the first `count` of a pile uniformly."""
    for i in range(count - 1, 0, -1):
        j = rand(s, i + 1)
        swap = pile[i]
        pile[i] = pile[j]
        pile[j] = swap
