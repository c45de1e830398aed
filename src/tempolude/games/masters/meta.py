"""Time Masters, as lists and lobbies show it."""

from pathlib import Path

from tempolude.engine.game import Game
from tempolude.engine.options import Choice, File, first_player

HERE = Path(__file__).parent

FIRST = first_player(4)
TABLE_NAMES = {
    "peace": {"en": "peace: no attacks", "fr": "paix : aucune attaque"},
    "storm": {"en": "storm: every attack", "fr": "tempête : toutes les attaques"},
}
SET_NAMES = {"house": {"en": "house set", "fr": "jeu maison"}}

GAME = Game(
    name="masters",
    package=__package__ or "",
    title={"en": "Time Masters", "fr": "Time Masters"},
    tagline={
        "en": "Cast spells in chains, bank them on timers, and win back your knowledge.",
        "fr": "Enchaînez les sorts, gardez-en sur vos temporisateurs et reprenez votre savoir.",
    },
    designers=("Pierre-Emmanuel Legrain",),
    seats=range(2, 5),
    minutes=45,
    rules_version=2,  # 2: the player struck by a surcharge is asked (M6.5)
    older_rules=(1,),
    score={"en": "erudition", "fr": "érudition"},
    options=(
        File(
            name="spheres",
            title={"en": "Spheres", "fr": "Sphères"},
            meaning={
                "en": "Ten random cards in each sphere, or ten that the table has chosen (M2.1).",
                "fr": "Dix cartes au hasard par sphère, ou dix que la table a choisies (M2.1).",
            },
            default="random",
            choices={
                "random": {"en": "random", "fr": "au hasard"},
                **TABLE_NAMES,
            },
            folder=HERE / "tables",
        ),
        File(
            name="cards",
            title={"en": "Set of cards", "fr": "Jeu de cartes"},
            meaning={
                "en": "The cards of the game: ours, or your own (M1.1).",
                "fr": "Les cartes de la partie : les nôtres, ou les vôtres (M1.1).",
            },
            default="house",
            choices=SET_NAMES,
            folder=HERE / "sets",
        ),
        Choice(
            name="end",
            title={"en": "End", "fr": "Fin"},
            meaning={
                "en": "At once when the second sphere is empty, as in the rulebook; "
                "or at the end of the round, so that going first is no advantage (M7.4).",
                "fr": "Dès que la deuxième sphère est vide, comme dans le livret ; "
                "ou à la fin de la manche, pour que commencer ne soit pas un avantage (M7.4).",
            },
            default="turn",
            choices={
                "turn": {"en": "at the end of the turn", "fr": "à la fin du tour"},
                "round": {"en": "at the end of the round", "fr": "à la fin de la manche"},
            },
        ),
        FIRST,
    ),
)
