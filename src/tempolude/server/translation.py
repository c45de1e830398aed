"""The texts of the pages in both languages: English from the templates, French from `locale/`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from functools import cache, lru_cache
from io import BytesIO
from pathlib import Path

from babel.dates import format_timedelta
from babel.lists import format_list
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import Translations

from tempolude.engine.wording import elides, spelled

LOCALE = Path(__file__).parent / "locale"
ELIDED = re.compile(r"\b(?P<word>d|qu)e (?P<gap>\{(?P<name>\w+)\})")  # French, before a name
GUEST = re.compile(r"(?:Guest|Invité) (?P<number>\d{1,3})")
BOTS = {"Hypatie": {"en": "Hypatia"}}
ERASED = "—"  # the name of an erased person


@cache
def translations(lang: str) -> Translations:
    """The translations of our pages' English into a language."""
    all_words = Catalog(locale=lang)
    for message in words(lang):
        all_words[message.id] = message
    compiled = BytesIO()
    write_mo(compiled, all_words)
    compiled.seek(0)
    return Translations(compiled)


def words(lang: str) -> Iterator[Message]:
    """The messages of a language, from its catalogues, one for each part of the server."""
    for path in sorted((LOCALE / lang / "LC_MESSAGES").glob("*.po")):
        with path.open("rb") as file:
            yield from (message for message in read_po(file, locale=lang) if message.id)


def say(lang: str, message: str, **values: object) -> str:
    """Translate a sentence and fill its placeholders.

    >>> say("fr", "Rules")
    'Règles'
    >>> say("fr", "{name}’s turn", name="Émile")
    'au tour d’Émile'
    """
    text = _translated(lang, message)
    if lang == "fr" and values:
        text = ELIDED.sub(lambda found: _elided(found, str(values[found["name"]])), text)
    return text.format(**values) if values else text


@lru_cache(maxsize=4096)
def _translated(lang: str, message: str) -> str:
    text: str = translations(lang).gettext(message)
    return text


def _elided(found: re.Match[str], name: str) -> str:
    return f"{found['word']}{'’' if elides(name) else 'e '}{found['gap']}"


def called(name: str, lang: str) -> str:
    """A player's name in a reader's language: default names of guests and bots are translated.

    >>> called("Invité 255", "en"), called("Guest 7", "fr"), called("Hypatie", "en"), called("Ada", "fr")
    ('Guest 255', 'Invité 7', 'Hypatia', 'Ada')
    """
    if name == ERASED:
        return say(lang, "Former player")
    if guest := GUEST.fullmatch(name):
        return say(lang, "Guest {number}", number=guest["number"])
    return BOTS.get(name, {}).get(lang, name)


def tagline(lang: str, games: int) -> str:
    """What Tempolude is, by the number of its games.

    >>> tagline("en", 1), tagline("fr", 6)
    ('one game about time', 'six jeux autour du temps')
    """
    if games == 1:
        return say(lang, "one game about time")
    return say(lang, "{number} games about time", number=spelled(games, lang))


def names(lang: str, people: Sequence[str]) -> str:
    """Several names joined by "and".

    >>> names("fr", ["Ada", "Blaise", "Émile"])
    'Ada, Blaise et Émile'
    """
    return str(format_list(people, locale=lang)).replace(", and ", " and ")


def ago(lang: str, then: datetime, now: datetime) -> str:
    """How long ago something was.

    >>> ago("fr", datetime(2026, 1, 1), datetime(2026, 1, 1, 2))
    'il y a 2 heures'
    """
    return format_timedelta(min(then - now, timedelta(seconds=-1)), add_direction=True, locale=lang)
