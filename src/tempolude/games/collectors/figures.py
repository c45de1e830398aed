"""The figures in Time Collectors' rulebooks: a round of three players, and a whole match of two for the score."""

from __future__ import annotations

from collections.abc import Callable

from tempolude.engine.figures import NAMES, Figure, Tray, played
from tempolude.engine.game import Game
from tempolude.engine.match import Match

FIRST = (
    "set 1934; set 5984; set 9553; travel D 1; place 1,2; travel 1984 1; place 2,1; place 2,3; travel 1984 1; "
    "place 1,3; place 2,2"
)
SECOND = "set 3882; set 1980; set 6500; travel D 0; collect; place 2,2"
WHOLE = (
    "set 6154; set 4973; travel C 0; collect; place 0,1; feat animal; travel B 1; place 0,2; set 9995; set 3540; "
    "travel B 1; collect; place 1,1; travel C 1; place 1,0; set 6241; set 9997; travel A 1; place 2,3; travel C 0; "
    "collect; place 1,3; set 6856; set 3967; travel 6257 2; place 2,0; place 2,2; travel D 1; place 2,1; set 4400; "
    "set 1420; travel C 0; collect; place 2,3; place 2,0; set 5944; set 6632; place 1,2; travel C 0; collect; "
    "place 2,1; feat row; set 4863; set 1832; travel C 0; collect; place 1,2; place 2,2; set 9764; set 9990; "
    "discard A; travel future 0; discard C; set 8753; set 8651; travel 8053 1; discard C; place 1,0; travel 8053 2; "
    "discard none; place 1,3; feat books; set 8441; set 7960; travel D 1; collect; place 0,0; feat plants; travel D 0; "
    "collect; place 1,1"
)

ADA, BLAISE, CAMILLE = range(3)
LINE = "16 / 4.6"  # only the timeline


def after(*turns: str) -> Callable[[Game], Match]:
    """The match of three after these turns."""
    return lambda game: played(game, 3, 5, "; ".join(turns))


def cabinet(seat: int, size: int = 38) -> Tray:
    """A player's board with its points."""
    nooks = tuple(f"nook-{seat}-{place // 4}-{place % 4}" for place in range(12))
    name = NAMES[seat]
    label = {"en": f"{name}, points:", "fr": f"{name}, points :"}
    return Tray(label, nooks, size, count=f"points-{seat}", columns=4)


def dice(seat: int) -> Tray:
    return Tray(dict.fromkeys(("en", "fr"), NAMES[seat]), (f"dice-{seat}",), 40)


CABINETS = tuple(cabinet(seat) for seat in (ADA, BLAISE, CAMILLE))

FIGURES = (
    Figure("line", after(), seat=ADA, notes=("era-a", "stand-7", "pile"), ratio=LINE),
    Figure("dice", after(), seat=ADA, show=((dice(ADA), dice(BLAISE), dice(CAMILLE)),)),
    Figure("journey", after("set 1934; set 5984; set 9553"), seat=CAMILLE, ratio=LINE),
    Figure(
        "round",
        after("set 1934; set 5984"),
        seat=ADA,
        show=(CABINETS,),
        board=True,
        ratio=LINE,
        steps=(
            "set 9553",
            "travel D 1; place 1,2",
            "travel 1984 1; place 2,1; place 2,3",
            "travel 1984 1; place 1,3; place 2,2",
        ),
    ),
    Figure(
        "exchange",
        after(FIRST, SECOND),
        seat=ADA,
        show=((cabinet(ADA),),),
        board=True,
        ratio=LINE,
        steps=("travel B 0", "discard B", "place 2,0"),
    ),
    Figure(
        "future",
        after(FIRST, "set 8832; set 1980; set 6500"),
        seat=ADA,
        ratio=LINE,
        steps=("travel future 0", "discard C"),
    ),
    Figure(
        "score",
        lambda game: played(game, 2, 6, WHOLE),
        show=((cabinet(ADA, 58), cabinet(BLAISE, 58)),),
        board=True,
        ratio="16 / 9.6",
    ),
)
