"""The tiny game, as a third party would describe theirs."""

from tempolude.engine.game import Game
from tempolude.engine.options import Number

GAME = Game(
    name="tiny",
    package=__package__ or "",
    title={"en": "Tiny", "fr": "Minuscule"},
    tagline={"en": "Pick and draw.", "fr": "Choisir et piocher."},
    designers=("Nobody",),
    seats=range(2, 4),
    minutes=1,
    rules_version=1,
    score={"en": "tokens", "fr": "jetons"},
    options=(
        Number(name="goal", title={"en": "Goal", "fr": "But"}, meaning={"en": "", "fr": ""}, default=5, low=1, high=9),
    ),
)
