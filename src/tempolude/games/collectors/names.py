"""What the pieces of Time Collectors are called in sentences."""

from __future__ import annotations

from collections.abc import Mapping

from tempolude.engine.table import Chip
from tempolude.engine.wording import plural

from . import state, words
from .dates import date_text


def crystals_chip(n: int, lang: str) -> Chip:
    return Chip("crystals", n, plural(words.CRYSTALS, n, lang))


def date_chip(date: int) -> Chip:
    return Chip("date", date, date_text(date))


def stop_words(forms: Mapping[str, tuple[str, ...]], stop: int, lang: str) -> str:
    """A stop of the timeline with its preposition: `words.TO` or `words.IN`."""
    form = forms[lang][2 if stop == state.FUTURE else stop & 1]
    return form.format(stop=words.STOPS[lang][stop])
