"""Words that depend on a name or a number: plurals, ordinals, true minus signs, the French "de" and "que"."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence

from .table import Chip, Line

Forms = Mapping[str, Sequence[str]]  # by language: singular, plural

NUMBERS = {
    "en": ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    "fr": ("un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze"),
}


def signed(n: int) -> str:
    """A number with a true minus sign.

    >>> signed(4), signed(-3)
    ('4', '−3')
    """
    return str(n).replace("-", "−")


def spelled(n: int, lang: str) -> str:
    """A number from 1 to 12 in words, any other in digits; masculine in French.

    >>> [spelled(n, "en") for n in (1, 5, 13)], spelled(6, "fr")
    (['one', 'five', '13'], 'six')
    """
    return NUMBERS[lang][n - 1] if 1 <= n <= len(NUMBERS[lang]) else signed(n)


def plural(forms: Forms, n: int, lang: str) -> str:
    """A number of things. In French, zero is singular.

    >>> cards = {"en": ("{n} card", "{n} cards"), "fr": ("{n} carte", "{n} cartes")}
    >>> [plural(cards, n, "en") for n in (0, 1, 2, -1)]
    ['0 cards', '1 card', '2 cards', '−1 cards']
    >>> [plural(cards, n, "fr") for n in (0, 1, 2, -1)]
    ['0 carte', '1 carte', '2 cartes', '−1 carte']
    """
    return forms[lang][n != 1 if lang == "en" else abs(n) > 1].format(n=signed(n))


def capital(text: str) -> str:
    """The text with its first letter capitalized.

    >>> capital("l’ère B")
    'L’ère B'
    """
    return text[:1].upper() + text[1:]


def ordinal(n: int, lang: str) -> str:
    """An ordinal number; masculine in French.

    >>> [ordinal(n, "en") for n in (1, 2, 3, 4, 11, 12, 21, 113)]
    ['1st', '2nd', '3rd', '4th', '11th', '12th', '21st', '113th']
    >>> [ordinal(n, "fr") for n in (1, 2, 21)]
    ['1er', '2e', '21e']
    """
    if lang == "fr":
        return f"{n}er" if n == 1 else f"{n}e"
    teens = n % 100 in (11, 12, 13)
    return f"{n}{'th' if teens else {1: 'st', 2: 'nd', 3: 'rd'}.get(n % 10, 'th')}"


def de(name: str | Chip) -> Line:
    """The French "de" before a name, elided before a vowel; a chip stays a chip.

    >>> [str(de(name)) for name in ("Alice", "Émile", "Œdipe", "Hypatie", "Yves", "Blaise", "Harrison", "Yann", "")]
    ['d’Alice', 'd’Émile', 'd’Œdipe', 'd’Hypatie', 'd’Yves', 'de Blaise', 'de Harrison', 'de Yann', 'de ']
    """
    return Line(("d’" if elides(str(name)) else "de ", name))


def que(name: str | Chip) -> Line:
    """The French "que" before a name, elided before a vowel; a chip stays a chip.

    >>> [str(que(name)) for name in ("Ada", "Blaise", "vous")]
    ['qu’Ada', 'que Blaise', 'que vous']
    """
    return Line(("qu’" if elides(str(name)) else "que ", name))


def elides(name: str) -> bool:
    """Whether "de" or "que" loses its vowel before a name.

    The h of most names is mute (Hélène, Hugo); before an a the name is mostly a foreign one, and keeps it (Harrison).
    A y is a vowel only before a consonant.

    >>> elides("hélène"), elides("ÅSA"), elides("Ørsted"), elides("8 Étoiles")
    (True, True, True, False)
    """
    letters = unicodedata.normalize("NFKD", name.lower()).translate({ord("œ"): "oe", ord("æ"): "ae", ord("ø"): "o"})
    return bool(re.match(r"[aeiou]|h(?!a)|y(?![aeiouy])", letters))
