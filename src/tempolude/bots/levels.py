"""The levels that people choose from, from first-timer to master, each with a character.

A level names its bots in order of preference and plays with the first that can play here and now: not every game has
a net, and a search needs minutes to be compiled on a new machine. So every level is there from the first second. They
were chosen by measured strength; docs/bots.md says how far apart they are in each game.
"""

from __future__ import annotations

from dataclasses import dataclass

from tempolude.engine.options import Words


@dataclass(frozen=True)
class Level:
    """One level: its name, its character, and its bots in order of preference."""

    key: str
    name: Words
    character: Words
    bots: tuple[str, ...]


LEVELS = {
    level.key: level
    for level in (
        Level(
            "visitor",
            {"en": "Visitor", "fr": "Visiteur"},
            {
                "en": "Plays for the first time and tries whatever the rules allow.",
                "fr": "Joue pour la première fois et essaie tout ce que les règles permettent.",
            },
            ("random",),
        ),
        Level(
            "apprentice",
            {"en": "Apprentice", "fr": "Apprenti"},
            {
                "en": "Has the right ideas, but misses half the moves and mixes up centuries.",
                "fr": "A les bonnes idées, mais ne voit que la moitié des coups et confond les siècles.",
            },
            ("greedy:draws=3:error=0.6",),
        ),
        Level(
            "regular",
            {"en": "Regular", "fr": "Habitué"},
            {
                "en": "Knows the good habits of the club and never strays from them.",
                "fr": "Connaît les bons réflexes du club et n’en démord jamais.",
            },
            ("greedy:error=0.3",),
        ),
        Level(
            "strategist",
            {"en": "Strategist", "fr": "Stratège"},
            {
                "en": "Draws on the experience of countless matches, and remembers dates well.",
                "fr": "S’appuie sur l’expérience d’innombrables parties et retient bien les dates.",
            },
            ("net", "search:500:error=0.15", "greedy:error=0.15"),
        ),
        Level(
            "master",
            {"en": "Master of time", "fr": "Maître du temps"},
            {
                "en": "Takes a second, sees thousands of futures, and is seldom wrong about the past.",
                "fr": "Prend une seconde, voit des milliers d’avenirs et se trompe rarement sur le passé.",
            },
            ("search:1000ms:error=0.05", "net", "greedy:error=0.05"),
        ),
    )
}


def levels() -> list[Level]:
    """All levels, the weakest first.

    >>> [level.key for level in levels()]
    ['visitor', 'apprentice', 'regular', 'strategist', 'master']
    """
    return list(LEVELS.values())
