"""What the pieces of Time Masters are called in sentences."""

from __future__ import annotations

from tempolude.engine.table import Chip
from tempolude.engine.wording import plural

from . import words


def ke_chip(n: int, lang: str) -> Chip:
    return Chip("ke", n, words.KE[lang].format(n=n))


def sparks_chip(n: int, lang: str) -> Chip:
    return Chip("sparks", n, plural(words.SPARKS, n, lang))


def access_chip(n: int, lang: str) -> Chip:
    return Chip("access", n, plural(words.ACCESS, n, lang))
