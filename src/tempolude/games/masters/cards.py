"""What is drawn on a card: its emblem, its ink, its effect in icons and short words. All of it comes from the set."""

from __future__ import annotations

from typing import NamedTuple
from zlib import crc32

from tempolude.engine.wording import de

from . import captions, state, words
from .components import Kind, Word

MAGES = {  # those with their own emblem and ink
    "Nessih’Razya": "nessih",
    "Atossypher": "atoss",
    "Ilvane": "ilvane",
    "Malass’Siato": "malass",
    "Torrelp": "torrelp",
    "Laudwer": "laudwer",
    "Sisyphos": "sisyphos",
    "Ekkor": "ekkor",
    "Mornac": "mornac",
    "Ouranie": "ouranie",
    "Safo’Hcin": "safo",
}
DEVICES = frozenset({
    "hourglass", "metronome", "pendulum", "water-clock", "gnomon", "astrolabe", "trapped-dial", "astronomical-clock",
    "inverted-hourglass", "great-clock", "chronograph",
})  # fmt: skip
STARS = 6  # emblems, each with an ink, for unknown mages
SORTS = {state.SPELL: "spell", state.FOCUS: "focus", state.TIMER: "timer"}
WHEN = {"placing": "place", "discarded": "drop"}
ICONS = {
    "recover all": "recover",
    "recover half": "recover",
    "remove up to": "remove",
    "discard half": "discard",
}  # else the word itself
ONE_LINE = 11  # letters of a name that needs no second line
ROOM, ROOM_ON_TIMER = 18, 12  # letters that fit in the band at the foot of a card


class Mark(NamedTuple):
    """A word of an effect as drawn on a card."""

    icon: str
    amount: str
    words: str  # empty where only icon and amount are drawn


class Look(NamedTuple):
    """What `faces.html` needs to draw a kind of card."""

    sort: str
    ink: str
    emblem: str
    level: int
    cost: int
    slots: int
    name: str
    long: bool
    by: str  # its mage, or the sort of card if the name leaves room for it
    effect: tuple[Mark, ...]
    tip: str


def look(kind: Kind, lang: str) -> Look:
    return Look(
        sort=SORTS[kind.sort],
        ink=ink(kind),
        emblem=emblem(kind),
        level=kind.level,
        cost=kind.cost,
        slots=kind.slots,
        name=kind.name[lang],
        long=any(len(part) > 10 for part in kind.name[lang].split()) or len(kind.name[lang]) > 16,
        by=kind.mage or ("" if wraps(kind.name[lang]) else captions.SORTS[lang][kind.sort]),
        effect=marks(kind, lang),
        tip=tip(kind, lang),
    )


def wraps(name: str) -> bool:
    return " " in name and len(name) > ONE_LINE


def emblem(kind: Kind) -> str:
    """The mage’s glyph, the device of a timer, the rosette of a focus; a star or a plain dial for unknown ones.

    >>> from .components import read_set
    >>> emblem(read_set("house")[0])
    'nessih'
    """
    if kind.sort == state.SPELL:
        return MAGES.get(kind.mage) or f"star-{crc32(kind.mage.encode()) % STARS}"
    if kind.sort == state.FOCUS:
        return f"focus-{kind.level}"
    return kind.id if kind.id in DEVICES else f"dial-{kind.slots}"


def ink(kind: Kind) -> str:
    return emblem(kind) if kind.sort == state.SPELL else SORTS[kind.sort]


def marks(kind: Kind, lang: str) -> tuple[Mark, ...]:
    """An effect of one word is written out if there is room; several become icons with their amounts."""
    room = ROOM_ON_TIMER if kind.when else ROOM
    found = [Mark(WHEN[kind.when], "", "")] if kind.when else []
    for word in kind.effect:
        short = inflected(captions.SHORT[lang][word.name], word)
        written = short if len(kind.effect) == 1 and len(short) <= room else ""
        found.append(Mark(ICONS.get(word.name, word.name), amount(word, lang), written))
    return tuple(found) or (Mark("", "", words.NO_EFFECT[lang]),)


def amount(word: Word, lang: str) -> str:
    return captions.AMOUNTS[lang].get(word.name, "").format(n=word.amount) or str(word.amount or "")


def inflected(forms: tuple[str, str], word: Word) -> str:
    return forms[word.amount > 1].format(n=word.amount)


def effect_text(kind: Kind, lang: str) -> str:
    """What a card does, in the words of the rulebook.

    >>> from .components import read_set
    >>> effect_text(read_set("house")[11], "fr")
    'piocher 1, récupérer 1'
    """
    effect = ", ".join(words.EFFECTS[lang][word.name].format(n=word.amount) for word in kind.effect)
    return words.WHEN[lang][kind.when].format(effect=effect) if kind.when else effect or words.NO_EFFECT[lang]


def meaning(kind: Kind, lang: str) -> str:
    """The whole effect as a sentence, for tooltips."""
    parts = [inflected(captions.MEANING[lang][word.name], word) for word in kind.effect]
    effect = ", ".join(parts)
    return captions.WHEN_LONG[lang][kind.when].format(effect=effect) if kind.when else effect or words.NO_EFFECT[lang]


def tip(kind: Kind, lang: str) -> str:
    """The small print of a card: what it is, what it costs, what it does."""

    about = captions.ABOUT[lang][kind.sort]
    first = about.format(of_mage=de(kind.mage), mage=kind.mage, level=kind.level, cost=kind.cost, slots=kind.slots)
    said = meaning(kind, lang)
    return f"{first} {said[0].upper()}{said[1:]} (M4.2)."
