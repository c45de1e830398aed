"""Hearts, as lists and lobbies show it."""

from tempolude.engine.game import Game
from tempolude.engine.options import Choice

GAME = Game(
    name="hearts",
    package=__package__ or "",
    title={"en": "Hearts", "fr": "La Dame de pique"},
    tagline={
        "en": "The trick-taking game in which you want no hearts, and least of all the queen of spades.",
        "fr": "Le jeu de plis où l’on ne veut aucun cœur, et surtout pas la dame de pique.",
    },
    designers=(),
    seats=range(4, 5),
    minutes=30,
    rules_version=1,
    simultaneous=True,
    score={"en": "penalty points", "fr": "points de pénalité"},
    options=(
        Choice(
            name="length",
            title={"en": "Length", "fr": "Durée"},
            meaning={
                "en": "The game ends when a player reaches that many points, or after a single deal (H5.1, H5.2).",
                "fr": "La partie s’achève quand un joueur atteint ce total, ou après une seule donne (H5.1, H5.2).",
            },
            default="100",
            choices={
                "100": {"en": "100 points", "fr": "100 points"},
                "50": {"en": "50 points", "fr": "50 points"},
                "deal": {"en": "a single deal", "fr": "une seule donne"},
            },
        ),
        Choice(
            name="passing",
            title={"en": "Passing", "fr": "Échange"},
            meaning={
                "en": "Three cards are passed left, right, across, then not at all; or never (H2.1, H2.4).",
                "fr": "On passe trois cartes à gauche, à droite, en face, puis pas du tout ; ou jamais (H2.1, H2.4).",
            },
            default="turns",
            choices={
                "turns": {"en": "left, right, across, none", "fr": "gauche, droite, en face, aucun"},
                "never": {"en": "never", "fr": "jamais"},
            },
        ),
    ),
)
