"""The compiled players of a batch's other seats: one for all, one per seat, or a mixture.

    >>> from tempolude.engine.game import game
    >>> Opponents("random", game("timeline"), 3, {}).names
    ('random',)
    >>> mixed = Opponents(["random", {"greedy": 3, "random": 1}], game("contretemps"), 2, {})
    >>> mixed.names, (mixed.shares / mixed.shares.max()).tolist()
    (('random', 'greedy'), [[1.0, 1.0], [0.25, 1.0]])

A player is a name that `tempolude.bots` knows, or a policy: a rule `(state, seat, legal actions, how many, a number
below 2**BITS) -> action`. A policy is given the whole state and must read only what its seat may see.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from math import isfinite
from typing import Any

import numpy as np

from .errors import BadOption, cut
from .game import Game
from .policy import BITS, Policy, at_random
from .rule import MARKED, rule

One = str | Policy
Mixture = Mapping[One, float]  # each with its weight; drawn for every seat when a match begins
Others = One | Mixture | Sequence[One | Mixture]  # for all other seats, or one for each seat

BOTS = "tempolude.bots.policies"  # has the named players; loaded when one is used


@dataclass(frozen=True)
class CompiledPlayer:
    """A player for compiled code: `decide(s, seat, legal, count, chance, draws, knowledge, whims)`.

    Players may share a `decide` and differ in its arguments `draws` and `knowledge`. `whims` is its source of further
    random numbers (`policy.draw_whim`).
    """

    name: str
    decide: Callable[..., int]
    draws: int = 0
    knowledge: Any = field(default_factory=lambda: np.zeros(1))


class Opponents:
    """The players of `others` as compiled code reads them: a list of players, and each seat's weights for them."""

    def __init__(self, others: Others, game: Game, seats: int, options: Mapping[str, Any]) -> None:
        mixtures = _by_seat(others, seats)
        wanted = list(dict.fromkeys(one for mixture in mixtures for one in mixture))
        players = [_player(one, game, options) for one in wanted]
        self.names = tuple(player.name for player in players)
        # The random player always comes first, so that any mixture of named players is the same compiled code.
        decides = list(dict.fromkeys([by_policy(at_random), *(player.decide for player in players)]))
        self.decide = decision(tuple(decides))
        self.which = np.array([decides.index(player.decide) for player in players], np.int64)
        self.draws = np.array([player.draws for player in players], np.int64)
        self.knowledge = np.zeros((len(players), max(len(player.knowledge) for player in players)))
        for row, player in zip(self.knowledge, players, strict=True):
            row[: len(player.knowledge)] = player.knowledge
        weights = np.array([[mixture.get(one, 0.0) for one in wanted] for mixture in mixtures])
        parts = np.cumsum(weights, axis=1) / weights.sum(axis=1, keepdims=True)
        self.shares = np.rint(parts * (1 << BITS)).astype(np.int64)  # cumulative: a number below the first is the first


def _by_seat(others: Any, seats: int) -> list[Mixture]:
    """The mixture of players for each seat."""
    each = [others] * seats if isinstance(others, (str, Mapping)) or callable(others) else others
    if not isinstance(each, Sequence) or len(each) != seats:
        raise BadOption(f"others = {cut(others)}: a player, a mixture, or a list of {seats}, one a seat, is expected")
    mixtures: list[Mixture] = [one if isinstance(one, Mapping) else {one: 1.0} for one in each]
    for mixture in mixtures:
        weights = list(mixture.values())
        fine = all(isinstance(w, (int, float)) and isfinite(w) and w >= 0 for w in weights)
        if not fine or sum(weights) <= 0:
            raise BadOption(f"others: {cut(mixture)} is no mixture: names with weights of 0 and more are expected")
    return mixtures


def _player(one: Any, game: Game, options: Mapping[str, Any]) -> CompiledPlayer:
    if isinstance(one, str):
        found: CompiledPlayer = import_module(BOTS).compiled_player(one, game, options)
        return found
    if one not in MARKED:
        raise BadOption(f"others: {cut(one)} is neither the name of a player nor a policy marked with @rule")
    return CompiledPlayer(one.__name__, by_policy(one))


# --- Functions for compiled code -------------------------------------------------
# Cached, so that the same players give the same compiled code.

_by_policy: dict[Policy, Callable[..., int]] = {}
_decisions: dict[tuple[Callable[..., int], ...], Callable[..., int]] = {}


def by_policy(policy: Policy) -> Callable[..., int]:
    """The `decide` of a player that follows a policy."""
    if policy not in _by_policy:

        @rule
        def decide(s, seat, legal, count, chance, draws, knowledge, whims):  # type: ignore[no-untyped-def]
            return policy(s, seat, legal, count, chance)

        _by_policy[policy] = decide
    return _by_policy[policy]


def decision(decides: tuple[Callable[..., int], ...]) -> Callable[..., int]:
    """One function for several players: `which` selects the player."""
    if decides not in _decisions:
        first = decides[0]
        if len(decides) == 1:

            @rule
            def chosen(which, s, seat, legal, count, chance, draws, knowledge, whims):  # type: ignore[no-untyped-def]
                return first(s, seat, legal, count, chance, draws, knowledge, whims)
        else:
            rest = decision(decides[1:])

            @rule
            def chosen(which, s, seat, legal, count, chance, draws, knowledge, whims):  # type: ignore[no-untyped-def]
                if which == 0:
                    return first(s, seat, legal, count, chance, draws, knowledge, whims)
                return rest(which - 1, s, seat, legal, count, chance, draws, knowledge, whims)

        _decisions[decides] = chosen
    return _decisions[decides]
