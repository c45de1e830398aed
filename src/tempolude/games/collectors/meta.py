"""Time Collectors, as lists and lobbies show it."""

from tempolude.engine.game import Game
from tempolude.engine.options import Several

GAME = Game(
    name="collectors",
    package=__package__ or "",
    title={"en": "Time Collectors", "fr": "Time Collectors"},
    tagline={
        "en": "Set a date with four dice, travel there, and bring back what time has lost.",
        "fr": "Composez une date avec quatre dés, partez, et rapportez ce que le temps a perdu.",
    },
    designers=("Maréva Beauchamps", "Florian Sirieix"),
    seats=range(2, 5),
    minutes=30,
    rules_version=1,
    simultaneous=True,
    score={"en": "points", "fr": "points"},
    options=(
        Several(
            name="boards",
            title={"en": "Boards", "fr": "Vitrines"},
            meaning={
                "en": "The boards of the seats in order: red, blue, green and yellow in any order (L1.3).",
                "fr": "Les vitrines, dans l’ordre des sièges : red, blue, green et yellow, comme on veut (L1.3).",
            },
            default=["red", "blue", "green", "yellow"],
        ),
    ),
)
