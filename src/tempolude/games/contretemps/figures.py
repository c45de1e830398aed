"""The figures in Contre-Temps' rulebooks: one match of three players, a trick, a journey, a new constant."""

from __future__ import annotations

from collections.abc import Callable

from tempolude.engine.figures import Figure, Tray, played
from tempolude.engine.game import Game
from tempolude.engine.match import Match

STAY = "travel 0; travel 0; travel 0"
FIRST = f"play S13; play S9; play F7; {STAY}"
SECOND = f"play Q13; play Q7; play F9; {STAY}"
THIRD = "play C11; play C13; play C9"
FOURTH = "travel 0; travel 1; travel 0; play Q8; play F12; play F10"
FLAMES = (
    f"play F13; play F11; play F10; {STAY}; play F12; play M8; play S7"  # a third round in which Camille leads high
)
PARADOXES = f"play M12; play Q7; play M7; {STAY}; play M11; play F7; play M13; {STAY}; play S13; play S10; play S7"

BLAISE, CAMILLE = 1, 2


def after(*rounds: str) -> Callable[[Game], Match]:
    """The rulebook's match after these rounds."""
    return lambda game: played(game, 3, 3, "; ".join(rounds))


FIGURES = (
    Figure(
        "table",
        after(FIRST, SECOND, THIRD, FOURTH),
        notes=("setting", "event-1", "card-S13", "card-F7", "disc-0-1", "event-5", "next"),
        ratio="16 / 8",
    ),
    Figure(
        "follow",
        after(FIRST, "play Q13"),
        seat=BLAISE,
        show=(
            (
                Tray({"en": "led to event 2", "fr": "entame de l’événement 2"}, ("played-0",), 46),
                Tray({"en": "Blaise’s hand", "fr": "la main de Blaise"}, ("hand-1",), 46),
            ),
        ),
    ),
    Figure("trick", after(), steps=("play S13", "play S9", "play F7")),
    Figure(
        "replay", after(FIRST, SECOND, THIRD), steps=("travel 0; travel 1; travel 0", "play Q8; play F12", "play F10")
    ),
    Figure(
        "constant",
        after(FIRST, SECOND, THIRD, FOURTH),
        steps=("travel 0; travel 5; travel 5", "play M9", "offer S12; offer C8"),
    ),
    Figure("three", after(FIRST, SECOND, FLAMES), ratio="16 / 8"),
    Figure("journeys", after(FIRST, SECOND, THIRD), seat=BLAISE),
    Figure("paradoxes", lambda game: played(game, 3, 0, PARADOXES, {"mode": "paradoxes"}), seat=CAMILLE),
)
