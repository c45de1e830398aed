"""Time Pirates, as lists and lobbies show it."""

from pathlib import Path

from tempolude.engine.game import Game
from tempolude.engine.options import File, first_player

HERE = Path(__file__).parent

FIRST = first_player(6)
BOARDS = {"house": {"en": "house board", "fr": "plateau maison"}}
CONTRACTS = {"house": {"en": "house contracts", "fr": "contrats maison"}}

GAME = Game(
    name="pirates",
    package=__package__ or "",
    title={"en": "Time Pirates", "fr": "Time Pirates"},
    tagline={
        "en": "Steal across seven epochs, sell at the auction house, and keep away from the time police.",
        "fr": "Volez à travers sept époques, vendez à la salle des ventes et gardez-vous de la police du temps.",
    },
    designers=("Alan R. Moon", "Aaron Weissblum"),
    seats=range(3, 7),
    minutes=60,
    rules_version=1,
    simultaneous=True,
    score={"en": "points", "fr": "points"},
    options=(
        File(
            name="board",
            title={"en": "Board", "fr": "Plateau"},
            meaning={
                "en": "The epochs with their sites and gates: ours, or your own (P1.4).",
                "fr": "Les époques, leurs sites, leurs portes : les nôtres ou les vôtres (P1.4).",
            },
            default="house",
            choices=BOARDS,
            folder=HERE / "boards",
        ),
        File(
            name="contracts",
            title={"en": "Contracts", "fr": "Contrats"},
            meaning={
                "en": "What the contracts cost and score: ours, or your own (P1.3).",
                "fr": "Le coût et les points des contrats : les nôtres ou les vôtres (P1.3).",
            },
            default="house",
            choices=CONTRACTS,
            folder=HERE / "contracts",
        ),
        FIRST,
    ),
)
