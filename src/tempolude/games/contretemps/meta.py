"""Contre-Temps, as lists and lobbies show it."""

from tempolude.engine.game import Game
from tempolude.engine.options import Choice, first_player

FIRST = first_player(6)

GAME = Game(
    name="contretemps",
    package=__package__ or "",
    title={"en": "Contre-Temps", "fr": "Contre-Temps"},
    tagline={
        "en": "A trick-taking game in which you go back in time and replay old tricks.",
        "fr": "Un jeu de plis où l’on remonte le temps pour rejouer les plis passés.",
    },
    designers=("Jonathan Woodard",),
    seats=range(3, 7),
    minutes=30,
    rules_version=1,
    simultaneous=True,
    score={"en": "events controlled", "fr": "événements contrôlés"},
    options=(
        Choice(
            name="mode",
            title={"en": "Mode", "fr": "Mode"},
            meaning={
                "en": "With temporal paradoxes the events come up in any order and you travel forward too (C8).",
                "fr": "Avec les paradoxes temporels, les événements arrivent dans le désordre "
                "et l’on voyage aussi vers l’avenir (C8).",
            },
            default="classic",
            choices={
                "classic": {"en": "classic", "fr": "classique"},
                "paradoxes": {"en": "temporal paradoxes", "fr": "paradoxes temporels"},
            },
        ),
        FIRST,
    ),
)
