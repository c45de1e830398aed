"""Time Collectors, as lists and lobbies show it."""

from pathlib import Path

from tempolude.engine.game import Game
from tempolude.engine.options import File, Several

HERE = Path(__file__).parent
LAYOUTS = {"house": {"en": "house boards", "fr": "vitrines maison"}}

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
                "en": "The boards of the seats: red, blue, green and yellow, in any order (L1.3).",
                "fr": "Les vitrines des joueurs : rouge, bleue, verte, jaune, dans l’ordre voulu (L1.3).",
            },
            default=["red", "blue", "green", "yellow"],
        ),
        File(
            name="cards",
            title={"en": "Treasures", "fr": "Trésors"},
            meaning={
                "en": "The treasure cards; ours (house) are the only ones (L1.1).",
                "fr": "Les cartes de trésor ; il n’y a que les nôtres (house) (L1.1).",
            },
            default="house",
            folder=HERE / "cards",
            own=False,
        ),
        File(
            name="layout",
            title={"en": "Places of the boards", "fr": "Places des vitrines"},
            meaning={
                "en": "What the places of the boards take: as on ours, or on your own (L1.3).",
                "fr": "À quoi servent les places des vitrines : comme sur les nôtres, ou sur les vôtres (L1.3).",
            },
            default="house",
            choices=LAYOUTS,
            folder=HERE / "boards",
        ),
    ),
)
