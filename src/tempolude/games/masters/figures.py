"""The figures in Time Masters' rulebooks: the first turns of two mages."""

from __future__ import annotations

from collections.abc import Callable

from tempolude.engine.figures import NAMES, Figure, Tray, played
from tempolude.engine.game import Game
from tempolude.engine.match import Match

OPENING = (
    "set hourglass; cast charge; cast suggestion; focus convergence; cast energy-loop; focus convergence; done; take 3"
)
ANSWER = (
    "set hourglass; cast charge; cast suggestion; focus convergence; cast charge; focus convergence; done; take 3; "
    "focus convergence; cast charge 1+0; cast suggestion 2+0; focus convergence; cast broken-hourglass 2+0; "
    "done; take 3"
)
CLOCK = "set astrolabe; cast suggestion; focus convergence; cast suggestion; focus convergence"
BANKED = "set hourglass; cast charge; place suggestion t1; done; take 1; pass"
CHAIN = "cast charge; cast suggestion; focus convergence; cast suggestion"

ADA, BLAISE = range(2)


def after(seed: int, *turns: str) -> Callable[[Game], Match]:
    """A match of two after these turns."""
    return lambda game: played(game, 2, seed, "; ".join(turns))


def hand(seat: int, size: int = 124) -> Tray:
    name = NAMES[seat]
    label = {"en": f"{name}’s hand", "fr": f"main {'d’' if name[0] == 'A' else 'de '}{name}"}
    return Tray(label, (f"hand-{seat}",), size)


def purse(seat: int) -> tuple[Tray, ...]:
    """Kè, tokens, and the access points of the turn."""
    return (
        Tray({"en": "recurring Kè", "fr": "Kè récurrents"}, (f"pool-{seat}",), 30),
        Tray({"en": "ephemeral Kè", "fr": "Kè éphémères"}, (f"drops-{seat}",), 24),
        Tray({"en": "tokens", "fr": "jetons"}, (f"toks-{seat}",), 44),
        Tray({"en": "spells cast", "fr": "sorts lancés"}, ("glass",), 44),
    )


def timers(seat: int) -> Tray:
    return Tray({"en": "timers", "fr": "temporisateurs"}, (f"zone-{seat}",), 124)


CAST = Tray({"en": "cast this turn", "fr": "lancés ce tour"}, ("chain",), 124)
FREE = Tray({"en": "set free", "fr": "libérés"}, ("freed",), 124)

FIGURES = (
    Figure("cards", after(2), seat=ADA, show=((hand(ADA, 128),),)),
    Figure("purse", after(2, "set hourglass; cast charge"), seat=ADA, show=(purse(ADA),)),
    Figure("table", after(1, CHAIN), notes=("orb-3", "shown-3", "next-of-3", "glass", "chain.0"), ratio="16 / 9.4"),
    Figure(
        "chain",
        after(1),
        seat=ADA,
        show=((CAST,), (hand(ADA),), purse(ADA)),
        steps=("cast charge", "cast suggestion", "focus convergence", "cast suggestion"),
    ),
    Figure("access", after(1, CHAIN, "done"), seat=ADA, ratio="16 / 9.4"),
    Figure(
        "timer",
        after(2, OPENING, ANSWER, CLOCK),
        seat=BLAISE,
        show=((timers(BLAISE), FREE), (hand(BLAISE),), purse(BLAISE)),
        steps=("place energy-loop t1", "activate t1", "release energy-loop"),
    ),
    Figure(
        "delay",
        after(2, BANKED),
        seat=ADA,
        show=((timers(ADA),), (hand(ADA),), purse(ADA)),
        steps=("delay t1 convergence", "pass"),
    ),
)
