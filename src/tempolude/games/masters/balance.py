"""The balance of the cards, by compiled simulation: how often each is bought and used, and how its owners do.

    python -m tempolude.games.masters.balance --seats 4 --matches 200000 --eager

Players choose uniformly among their legal actions, or are eager: they play as long as they can, at random, pass only
when nothing else is left, and buy the most expensive card. Neither plans, so this shows what a card does by itself, not
what a good player makes of it.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from tempolude.engine.chance import MATCH, seed_small
from tempolude.engine.events import clear_events
from tempolude.engine.policy import draw_whim, first_whim
from tempolude.engine.seats import first_waiting
from tempolude.engine.state import SEATS as ENGINE_SEATS

from . import state
from .cards import SORTS, effect_text
from .components import Kind, read_set
from .meta import GAME


@dataclass(frozen=True)
class Fate:
    """What happened to one kind of card in many matches."""

    kind: Kind
    bought: float  # copies bought in a match
    used: float  # times a bought copy was cast, placed, played or set
    owners: int  # seats that bought at least one copy
    wins: float  # share of matches those seats won
    edge: float  # that share minus the mean of its level


def study(seats: int, matches: int, options: dict[str, Any] | None = None, *, eager: bool = False) -> list[Fate]:
    """Play that many matches and follow every card of the spheres."""
    settled = GAME.settle(seats, options)
    kinds = read_set(settled["cards"])
    tally = np.zeros((4, state.KINDS))
    states = np.zeros(2, state.STATE.dtype)
    owned = np.zeros((state.SEATS, state.KINDS), np.int64)
    whims = np.zeros(1, np.int64)
    numbers = np.zeros(state.ACTIONS, np.int64)
    encoded = GAME.encode(seats, settled)
    _compile()(states, seats, encoded, eager, matches, numbers, whims, owned, tally[0], tally[1], tally[2], tally[3])
    bought, used, owners, wins = tally
    rate = wins / np.maximum(owners, 1)
    fates = []
    for i, kind in enumerate(kinds):
        if kind.level:
            level = [j for j, other in enumerate(kinds) if other.level == kind.level]
            mean = wins[level].sum() / max(1, owners[level].sum())
            use = used[i] / max(1, bought[i])
            fates.append(Fate(kind, bought[i] / matches, use, int(owners[i]), float(rate[i]), float(rate[i] - mean)))
    return fates


def _compile() -> Callable[..., None]:
    import numba

    rules = GAME.compiled.rules  # this registers every rule with the compiler
    setup, legal, play, score = rules.setup, rules.legal, rules.play, rules.score
    eager_choice = numba.njit(_eager_choice)

    def follow(states, seats, options, eager, count, numbers, whims, owned, bought, used, owners, wins):  # type: ignore[no-untyped-def]
        s = states[0]
        for number in range(count):
            states[0] = states[1]
            s.players = seats
            seed_small(s, number, MATCH)
            whims[0] = first_whim(number)
            setup(s, options)
            while s.over == 0:
                seat = first_waiting(s)
                choices = legal(s, seat, numbers)
                action = eager_choice(s, seat, numbers, choices, whims) if eager else numbers[draw_whim(whims, choices)]
                if s.asks == state.ASK_SPHERES and action >= state.TAKE:
                    sphere = (action - state.TAKE) % state.LEVELS
                    card = s.sphere[sphere][s.remaining[sphere] - 1 - (action >= state.UNSEEN)]
                    bought[card] += 1
                    owned[seat][card] += 1
                elif s.asks == state.ASK_MAIN and action >= state.PLACE:
                    used[(action - state.PLACE) // state.PAYMENTS % state.KINDS] += 1
                elif s.asks == state.ASK_MAIN and state.PLAY <= action < state.ACTIVATE:
                    used[(action - state.PLAY) // state.PAYMENTS] += 1
                clear_events(s)
                play(s, seat, action)
            score(s, numbers, numbers[ENGINE_SEATS:])
            winners = 0
            for seat in range(seats):
                winners += numbers[ENGINE_SEATS + seat] == 1
            for seat in range(seats):
                for card in range(s.kinds):
                    if owned[seat][card] > 0:
                        owners[card] += 1
                        if numbers[ENGINE_SEATS + seat] == 1:
                            wins[card] += 1 / winners
                        owned[seat][card] = 0

    compiled: Callable[..., None] = numba.njit(nogil=True)(follow)
    return compiled


def _eager_choice(s: Any, seat: int, numbers: Any, count: int, whims: Any) -> int:
    """Play as long as possible, then pass if that recovers Kè; buy the most expensive revealed card."""
    first = 0
    if s.asks == state.ASK_MAIN:
        while first < count and numbers[first] < state.RELEASE:
            first += 1
        if first == count:
            can_pass = count > 1 and numbers[1] == state.PASS and s.ready[seat] < s.ke[seat]
            return state.PASS if can_pass else state.DONE
    if s.asks == state.ASK_SPHERES:
        while first + 1 < count and numbers[first + 1] < state.UNSEEN:
            first += 1
        return int(numbers[first])
    return int(numbers[first + draw_whim(whims, count - first)])


def as_markdown(fates: Iterable[Fate], lang: str = "en") -> str:
    """The table of docs/: the cards of each level, the most successful first."""
    rows = ["| level | card | type | cost | effect | bought a match | used a copy | owners win | edge in its level |"]
    rows.append("|---|---|---|---|---|---|---|---|---|")
    for fate in sorted(fates, key=lambda fate: (fate.kind.level, -fate.edge)):
        kind = fate.kind
        cost = str(kind.cost) if kind.sort == state.SPELL else ""
        cells = [str(kind.level), kind.name[lang], SORTS[kind.sort], cost, effect_text(kind, lang)]
        cells += [f"{fate.bought:.3f}", f"{fate.used:.2f}", f"{fate.wins:.1%}", f"{100 * fate.edge:+.1f}"]
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--matches", type=int, default=200_000)
    parser.add_argument("--spheres", default="random")
    parser.add_argument("--cards", default="house")
    parser.add_argument("--eager", action="store_true", help="play as long as possible instead of at random")
    given = parser.parse_args()
    options = {"spheres": given.spheres, "cards": given.cards}
    print(as_markdown(study(given.seats, given.matches, options, eager=given.eager)))


if __name__ == "__main__":
    main()
