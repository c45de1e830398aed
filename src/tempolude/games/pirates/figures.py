"""The figures in Time Pirates' rulebooks: the first year of one match of three pirates."""

from __future__ import annotations

from collections.abc import Callable

from tempolude.engine.figures import NAMES, Figure, Tray, played
from tempolude.engine.game import Game
from tempolude.engine.match import Match
from tempolude.engine.wording import de

FIRST = (  # three rounds of taking objects
    "put 3; put 5; put 4; take W; take O<>; take V*; take G*; end; take W; take G*; end; take V; take G; end; take B*; "
    "take R; end; take B; take R; jump G* 1"
)
SALE = "restock 3; sell W4; put 1; take O*; end"
CAUGHT = "restock 4; sell W4; put 4; take W; give R; gate 1; take G*; end"
YEAR = (  # up to the last action but one of the year
    "gate 1; take R; restock 5; take G; take V; take O; take O; end; take O; gate 1; take R; sell W4; put 3; "
    "restock 4; sell O2; put 4; gate 2; end; restock 2; take B*; sell W3; put 2; take R*; take B; end; take O<>; "
    "sell W3; put 2; take W; take R*; end; restock 1; take V; sell W3; put 0"
)

ADA, BLAISE, CAMILLE = range(3)
COLOURS = ("blue", "orange", "red", "green", "violet", "white")


def after(*turns: str) -> Callable[[Game], Match]:
    """The match after these turns."""
    return lambda game: played(game, 3, 2, "; ".join(turns))


def objects(seat: int, size: int = 34) -> Tray:
    name = NAMES[seat]
    label = {"en": f"{name}’s objects", "fr": f"objets {de(name)}"}
    return Tray(label, (f"objects-{seat}",), size)


def contracts(seat: int) -> Tray:
    name, groups = NAMES[seat], tuple(f"group-{seat}-{colour}" for colour in COLOURS)
    label = {"en": f"{name}, points so far:", "fr": f"{name}, points marqués :"}
    return Tray(label, groups, 44, count=f"points-{seat}")


def epoch(number: int, english: str, french: str) -> Tray:
    return Tray({"en": english, "fr": french}, (f"epoch-{number}",), 40)


CLASSICAL = epoch(1, "Classical age", "Âge classique")
CALIPHS = epoch(2, "Caliphs and caravans", "Califes et caravanes")
REVOLUTIONS = epoch(4, "Revolutions", "Révolutions")
MOON = epoch(5, "Moon age", "Âge de la Lune")
TRACK = Tray({"en": "the police track", "fr": "la piste de la police"}, ("track",), 36)
FOURS = Tray({"en": "white contracts of cost 4", "fr": "contrats blancs de coût 4"}, ("deal-26",), 40)
ALL = tuple(contracts(seat) for seat in (ADA, BLAISE, CAMILLE))

FIGURES = (
    Figure(
        "chart",
        after(FIRST),
        notes=("pirate-0", "gate-4-1", "epoch-5.0", "police", "sack", "contract-blue-5"),
        ratio="16 / 8.4",
    ),
    Figure("objects", after(FIRST), show=((objects(ADA, 54), objects(BLAISE, 54)),)),
    Figure(
        "contracts",
        after(),
        show=(
            (Tray({"en": "blue, cost 2 to 6", "fr": "bleus, coût 2 à 6"}, tuple(f"deal-{i}" for i in range(5)), 56),),
            (
                Tray(
                    {"en": "white, four of each", "fr": "blancs, quatre de chaque"},
                    ("deal-25", "deal-26", "deal-27"),
                    40,
                ),
            ),
        ),
    ),
    Figure("turn", after(FIRST), seat=ADA, ratio="16 / 8.4"),
    Figure(
        "special",
        after(FIRST),
        show=((objects(ADA), objects(BLAISE)), (REVOLUTIONS, MOON)),
        steps=("swap O<> 1 V*", "jump V* 5", "take O"),
    ),
    Figure(
        "sale",
        after(FIRST, "restock 3"),
        show=((objects(ADA), FOURS), (REVOLUTIONS, CLASSICAL), (contracts(ADA),)),
        steps=("sell W4", "put 1", "take O*; end"),
    ),
    Figure(
        "police",
        after(FIRST, SALE),
        show=((CLASSICAL, CALIPHS, REVOLUTIONS), (objects(CAMILLE), TRACK)),
        steps=("restock 4", "sell W4; put 4; take W", "give R", "gate 1"),
    ),
    Figure("year", after(FIRST, SALE, CAUGHT, YEAR), show=(ALL, (TRACK,)), steps=("restock 3",)),
)
