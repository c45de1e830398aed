"""Information-set Monte Carlo tree search over any game's compiled rules.

Every iteration guesses what the seat does not know, walks down the tree, plays out and counts. The tree is one table of
edges: an edge is one action of one seat after one history, found by a hash of these three, so there are no nodes.

- An edge counts only for the seat that decides: each maximises its own reward.
- What chance brings is in no history, and which actions are legal depends on what was guessed; so an edge also counts
  how often it was available, and that number stands in the bound by which it is selected.
- Where several seats decide at once, none of their choices is in the history of another until all have chosen.
- Actions are tried in the order of the game's heuristic, more of them the more often a decision comes up.
- A walk leaves the tree where chance has changed so much that an action no longer means what it meant.
- A playout takes the best, by the heuristic, of a few legal actions drawn at random.
"""

from __future__ import annotations

from collections.abc import Callable
from math import log, sqrt
from typing import Any

import numpy as np

from tempolude.engine.chance import rand, seed
from tempolude.engine.rule import rule
from tempolude.engine.seats import first_waiting
from tempolude.engine.state import EVENTS, SEATS

EDGE = np.dtype([("key", "i8"), ("visits", "i4"), ("available", "i4"), ("reward", "f4"), ("wins", "f4")], align=True)
DEPTH = 256  # the longest walk inside the tree that is remembered
ROOT = 1  # the history before the first action

# What can be set, by its place in the array of numbers that the search reads; `advice.py` has their meaning.
SETTINGS = ("explore", "widen", "power", "draws", "horizon", "margin", "spread", "luck")
EXPLORE, WIDEN, POWER, DRAWS, HORIZON, MARGIN, SPREAD, LUCK = range(len(SETTINGS))


@rule
def mixed(key: int, number: int) -> int:
    """Fold a number into a hash. It wraps round, so this is for compiled code only."""
    key = (key ^ number) * -7046029254386353131
    return key ^ (key >> 29 & 0x7FFFFFFFF)


@rule
def edge_of(edges: Any, key: int) -> int:
    """Where the edge with this key is kept, or the empty place where it would be."""
    last = len(edges) - 1  # a power of two less one
    place = (key ^ key >> 32) & last
    while edges[place].visits > 0 and edges[place].key != key:
        place = place + 1 & last
    return place


@rule
def waiting_seats(s: Any) -> int:
    count = 0
    for seat in range(SEATS):
        count += s.waiting[seat]
    return count


@rule
def reward(points: Any, ranks: Any, players: int, settings: Any, out: Any) -> None:
    """Each seat's part in the victory, and what a search goes by: that, blended with how far it is ahead or behind."""
    winners = 0
    best = 0
    worst = 0
    for seat in range(players):
        winners += ranks[seat] == 1
        best = seat if ranks[seat] < ranks[best] else best
        worst = seat if ranks[seat] > ranks[worst] else worst
    sign = 1 if points[best] >= points[worst] else -1  # in some games the fewest points are best
    for seat in range(players):
        ahead = -1e9
        for other in range(players):
            if other != seat:
                ahead = max(ahead, float(sign * points[other]))
        lead = sign * points[seat] - ahead
        out[0][seat] = 1 / winners if ranks[seat] == 1 else 0.0
        share = settings[MARGIN]
        out[1][seat] = (1 - share) * out[0][seat] + share * (0.5 + 0.5 * lead / (abs(lead) + settings[SPREAD]))


def make_search(rules: Any, weigh: Callable[..., Any], recall: Callable[..., Any]) -> Callable[..., Any]:
    """The search for a game, ready to be compiled. `weigh` and `recall` are its heuristic's (see `advice.py`)."""
    legal, play, guess, score = rules.legal, rules.play, rules.guess, rules.score

    def search(view, work, edges, path, numbers, picks, own, rewards, knowledge, me, first_seed, iterations, settings):  # type: ignore[no-untyped-def]
        s = work[0]
        players = view[0].players
        explore = settings[EXPLORE]
        draws = int(settings[DRAWS])
        decisions = 0
        for iteration in range(iterations):
            work[0] = view[0]
            seed(s, first_seed + iteration)
            guess(s, me)
            recall(s, me, knowledge)
            s.happened = EVENTS  # nobody will read what happens here, and a full list takes no more
            history = ROOT
            depth = 0
            steps = 0
            luck = 0  # how often chance has had a say
            inside = True
            together = False  # several seats are deciding at once
            for seat in range(SEATS):
                own[seat] = 0
            while s.over == 0 and steps < settings[HORIZON]:
                steps += 1
                seat = first_waiting(s)
                waiting = waiting_seats(s)
                together = together or waiting > 1
                count = legal(s, seat, numbers)
                action = numbers[0]
                if count > 1:
                    candidates = 0
                    here = mixed(mixed(history, seat + 1), own[seat])
                    if inside:
                        tried = 0
                        visits = 0
                        best = -1.0
                        chosen = 0
                        for i in range(count):
                            place = edge_of(edges, mixed(here, numbers[i] + 1))
                            edge = edges[place]
                            if edge.visits == 0:
                                picks[candidates] = numbers[i]
                                candidates += 1
                            else:
                                tried += 1
                                visits += edge.visits
                                edge.available += 1
                                bound = edge.reward / edge.visits + explore * sqrt(log(edge.available) / edge.visits)
                                if bound > best:
                                    best = bound
                                    chosen = place
                                    action = numbers[i]
                        if tried > 0 and tried >= settings[WIDEN] * (visits + 1) ** settings[POWER]:
                            candidates = 0
                    elif draws > 1:
                        candidates = draws
                        for i in range(draws):
                            picks[i] = numbers[rand(s, count)]
                    else:
                        action = numbers[rand(s, count)]
                    if candidates > 0:
                        heaviest = -1e18
                        alike = 1
                        for i in range(candidates):
                            weight = float(weigh(s, seat, picks[i], knowledge))
                            if weight > heaviest:
                                heaviest = weight
                                alike = 1
                                action = picks[i]
                            elif weight == heaviest:
                                alike += 1
                                if rand(s, alike) == 0:
                                    action = picks[i]
                    if inside:
                        if candidates > 0:
                            key = mixed(here, action + 1)
                            chosen = edge_of(edges, key)
                            edges[chosen].key = key
                            edges[chosen].visits = 0
                            edges[chosen].available = 1
                            edges[chosen].reward = 0
                            edges[chosen].wins = 0
                            inside = False
                        path[depth][0] = chosen
                        path[depth][1] = seat
                        depth += 1
                        if depth == DEPTH:
                            inside = False
                if together:
                    own[seat] = mixed(own[seat], action + 1)
                    if waiting == 1:  # the last of them has chosen, and all is shown
                        for other in range(SEATS):
                            history = mixed(history, own[other])
                            own[other] = 0
                        together = False
                else:
                    history = mixed(mixed(history, seat + 1), action + 1)
                before = s.rng
                play(s, seat, action)
                luck += s.rng != before
                inside = inside and luck <= settings[LUCK]
            decisions += steps
            score(s, numbers, numbers[SEATS:])
            reward(numbers, numbers[SEATS:], players, settings, rewards)
            for i in range(depth):
                edge = edges[path[i][0]]
                edge.visits += 1
                edge.wins += rewards[0][path[i][1]]
                edge.reward += rewards[1][path[i][1]]
        return decisions

    return search


def make_favourite(rules: Any, weigh: Callable[..., Any]) -> Callable[..., Any]:
    """The action of a view that the heuristic gives the greatest weight, one of them if several have it."""
    legal = rules.legal

    def favourite(s, numbers, knowledge, seat, number):  # type: ignore[no-untyped-def]
        seed(s, number)
        count = legal(s, seat, numbers)
        action = numbers[0]
        heaviest = -1e18
        alike = 1
        for i in range(count):
            weight = float(weigh(s, seat, numbers[i], knowledge))
            if weight > heaviest:
                heaviest = weight
                alike = 1
                action = numbers[i]
            elif weight == heaviest:
                alike += 1
                if rand(s, alike) == 0:
                    action = numbers[i]
        return action

    return favourite


def make_prefer(rules: Any, weigh: Callable[..., Any]) -> Callable[..., Any]:
    """The same for compiled code to be called with a view, which it leaves as it is."""
    favourite = rule(make_favourite(rules, weigh))

    def prefer(view, work, numbers, knowledge, seat, number):  # type: ignore[no-untyped-def]
        work[0] = view[0]
        return favourite(work[0], numbers, knowledge, seat, number)

    return prefer


def make_look(rules: Any) -> Callable[..., Any]:
    """What the search found out about the first decision: visits, rewards and wins of each legal action."""
    legal = rules.legal

    def look(view, edges, numbers, found, seat):  # type: ignore[no-untyped-def]
        count = legal(view[0], seat, numbers)
        here = mixed(mixed(ROOT, seat + 1), 0)
        for i in range(count):
            edge = edges[edge_of(edges, mixed(here, numbers[i] + 1))]
            found[i][0] = edge.visits
            found[i][1] = edge.reward
            found[i][2] = edge.wins
        return count

    return look
