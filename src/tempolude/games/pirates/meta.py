"""Time Pirates, as lists and lobbies show it."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from tempolude.engine.errors import BadOption
from tempolude.engine.game import Game
from tempolude.engine.options import Option


@dataclass(frozen=True)
class File(Option):
    """A data file: one of ours by its name, or any by its path. The game reads it when it encodes the option."""

    def check(self, value: Any) -> str:
        if not isinstance(value, str) or not value:
            raise BadOption(f"{self.name} = {value!r}: a name or the path of a .csv file is expected")
        return value

    def values(self) -> Iterable[str]:
        return [self.default]


GAME = Game(
    name="pirates",
    package=__package__ or "",
    title={"en": "Time Pirates", "fr": "Time Pirates"},
    tagline={
        "en": "Steal across seven epochs, sell at the auction house, and keep away from the time police.",
        "fr": "Volez à travers sept époques, vendez à l’hôtel des ventes et gardez-vous de la police du temps.",
    },
    designers=("Alan R. Moon", "Aaron Weissblum"),
    seats=range(3, 7),
    minutes=60,
    rules_version=1,
    score={"en": "points", "fr": "points"},
    options=(
        File(
            name="board",
            title={"en": "Board", "fr": "Plateau"},
            meaning={
                "en": "The epochs with their sites and gates: ours, “house”, or a CSV file of your own (P1.4).",
                "fr": "Les époques, leurs sites, leurs portes : les nôtres, « house », ou votre fichier CSV (P1.4).",
            },
            default="house",
        ),
        File(
            name="contracts",
            title={"en": "Contracts", "fr": "Contrats"},
            meaning={
                "en": "What the contracts cost and bring: ours, “house”, or a CSV file of your own (P1.3).",
                "fr": "Ce que coûtent et rapportent les contrats : les nôtres, « house », ou votre fichier CSV (P1.3).",
            },
            default="house",
        ),
    ),
)
