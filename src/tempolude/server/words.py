"""What the pages say, in both languages."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from types import SimpleNamespace

WORDS: Mapping[str, tuple[str, str]] = {
    # name: English, French
    "motto": ("five games about time", "cinq jeux autour du temps"),
    "head": ("Tempolude: five games about time", "Tempolude : cinq jeux autour du temps"),
    "settings": ("Settings", "Réglages"),
    "language": ("Language", "Langue"),
    "lamp": ("Day or night", "Jour ou nuit"),
    "skip": ("Go to the content", "Aller au contenu"),
    "not_built": (
        "The table in the browser is not built yet.",
        "La table dans le navigateur n’est pas encore construite.",
    ),
    "meanwhile": (
        "Until then, the games on the shelf are played in the terminal, and their rules are read here.",
        "En attendant, les jeux de l’étagère se jouent dans le terminal, et leurs règles se lisent ici.",
    ),
    "games": ("The games", "Les jeux"),
    "in_terminal": ("Play in the terminal", "Jouer dans le terminal"),
    "rules": ("Rules", "Règles"),
    "rules_of": ("The rules of", "Les règles de"),
    "not_there": ("Not yet there", "Pas encore là"),
    "not_playable": ("This game cannot be played so far.", "On ne peut pas y jouer pour l’instant."),
    "contents": ("Contents", "Sommaire"),
    "back": ("All games", "Tous les jeux"),
    "version": ("rules, version", "règles, version"),
    "ruling": ("ruling", "arbitrage"),
    "ruling_means": (
        "the original rulebook leaves it open; this is how we play it",
        "la règle d’origine ne tranche pas ; c’est ainsi que nous jouons",
    ),
    "house": ("house", "maison"),
    "house_means": (
        "what the original rulebook does not print; ours",
        "ce que la règle d’origine n’imprime pas ; c’est de nous",
    ),
    "nothing": ("There is nothing at this address.", "Il n’y a rien à cette adresse."),
    "refused": ("That cannot be done here.", "Cela ne se fait pas ici."),
    "lost": ("The games are still on their shelf.", "Les jeux, eux, sont toujours sur leur étagère."),
    "unofficial": (
        "Unofficial adaptation with its own texts and drawings. The games remain their designers’:",
        "Adaptation non officielle, avec ses propres textes et dessins. Les jeux restent à leurs auteurs :",
    ),
}


@cache
def words(lang: str) -> SimpleNamespace:
    """All words in one language, and how it puts names and numbers.

    >>> words("en").facts(range(2, 5), 30)
    '2 to 4 players, 30 min'
    """
    facts: Callable[[range, int], str]
    if lang == "fr":
        facts, last = (lambda seats, minutes: f"{seats[0]} à {seats[-1]} joueurs, {minutes} min"), " et "
    else:
        facts, last = (lambda seats, minutes: f"{seats[0]} to {seats[-1]} players, {minutes} min"), " and "

    def names(people: Sequence[str]) -> str:
        return last.join(filter(None, [", ".join(people[:-1]), *people[-1:]]))

    chosen = {name: both[lang == "fr"] for name, both in WORDS.items()}
    return SimpleNamespace(**chosen, facts=facts, names=names)
