"""Information-set Monte Carlo tree search over any game's compiled rules.

Every iteration guesses what the seat does not know, descends the tree, plays out and counts. The tree is one hash table
of edges: an edge is one action of one seat after one history, and the hash of these three is its key; there are no
nodes.

- An edge counts only for the seat that decides: each seat maximizes its own reward.
- Histories do not contain chance, and which actions are legal depends on the guess; so an edge also counts how often it
  was available, and the selection bound uses that number.
- When several seats decide at once, no choice enters the history of another seat until all have chosen. What others
  have already chosen in secret is not guessed: they choose again, by their own statistics.
- Actions are tried in the order of the game's heuristic, and more of them the more often a decision is visited.
- An iteration leaves the tree once chance has changed so much that an action no longer means the same.
- A playout takes the best, by the heuristic, of a few random legal actions.

With a net, its policy says which actions to explore, and an iteration ends where it leaves the tree: there the net
estimates the share of the victory of every seat on the path, each from what that seat sees.
"""

from __future__ import annotations

from collections.abc import Callable
from math import log, sqrt
from typing import Any

import numpy as np

from tempolude.engine.chance import GUESS, seed_small
from tempolude.engine.policy import draw_whim, first_whim
from tempolude.engine.rule import rule
from tempolude.engine.seats import first_waiting
from tempolude.engine.state import EVENTS, NONE, SEATS

from .compiled_net import make_net_look

EDGE = np.dtype(
    [
        ("key", "i8"),
        ("action", "i4"),
        ("visits", "i4"),
        ("available", "i4"),
        ("reward", "f4"),
        ("wins", "f4"),
        ("prior", "f4"),
    ],
    align=True,
)
DEPTH = 256  # the longest path inside the tree
ROOT = 1  # the history before the first action
NO_WEIGHT = -1e18  # less than any weight
BLIND = 0.03  # the share of exploration that goes to all actions alike, whatever the net's policy

# The settings by their index in the array that the search reads; `advice.py` explains them.
SETTINGS = (
    "explore", "widen", "power", "draws", "horizon", "margin", "spread", "luck", "guide", "doubt", "trust",
)  # fmt: skip
EXPLORE, WIDEN, POWER, DRAWS, HORIZON, MARGIN, SPREAD, LUCK, GUIDE, DOUBT, TRUST = range(len(SETTINGS))


# --- The table of edges ----------------------------------------------------------


@rule
def mixed(key: int, number: int) -> int:
    """Mix a number into a hash. It relies on integer overflow, so this is for compiled code only."""
    key = (key ^ number) * -7046029254386353131
    return key ^ (key >> 29 & 0x7FFFFFFFF)


@rule
def edge_of(edges: Any, key: int) -> int:
    """The index of the edge with this key, or of the empty slot for it."""
    last = len(edges) - 1  # a power of two minus one
    place = (key ^ key >> 32) & last
    while edges[place].available > 0 and edges[place].key != key:
        place = place + 1 & last
    return place


@rule
def new_edge(edges: Any, key: int, action: int) -> int:
    """Add an edge for an action tried for the first time; its visits are counted at the end of the iteration."""
    place = edge_of(edges, key)
    edge = edges[place]
    edge.key = key
    edge.action = action
    edge.available = 1
    return place


# --- Choosing --------------------------------------------------------------------


@rule
def select(edges: Any, here: int, actions: Any, count: int, untried: Any, settings: Any) -> int:
    """The edge with the highest bound, or NONE if an untried action is due: `untried` then lists them, up to NONE."""
    tried = 0
    left = 0
    visits = 0
    highest = -1.0
    chosen = NONE
    for i in range(count):
        place = edge_of(edges, mixed(here, actions[i] + 1))
        edge = edges[place]
        if edge.visits == 0:
            untried[left] = actions[i]
            left += 1
        else:
            tried += 1
            visits += edge.visits
            edge.available += 1
            bound = edge.reward / edge.visits + settings[EXPLORE] * sqrt(log(edge.available) / edge.visits)
            if bound > highest:
                highest = bound
                chosen = place
    untried[left] = NONE
    wide = tried >= settings[WIDEN] * (visits + 1) ** settings[POWER]
    return chosen if left == 0 or (tried > 0 and wide) else NONE


@rule
def has_room(edges: Any, used: Any, count: int) -> bool:
    """Whether a tree with a net has room for that many more edges."""
    return used[0] + count <= len(edges) * 3 // 4


@rule
def all_known(edges: Any, here: int, actions: Any, count: int) -> bool:
    """Whether the net's policy is known for all actions: another guess may have other actions."""
    known = 0
    for i in range(count):
        known += edges[edge_of(edges, mixed(here, actions[i] + 1))].available > 0
    return known == count


@rule
def note_policy(edges: Any, here: int, actions: Any, count: int, policy: Any, used: Any) -> None:
    """Add an edge for each action that has none, with its share of the net's policy."""
    for i in range(count):
        key = mixed(here, actions[i] + 1)
        if edges[edge_of(edges, key)].available == 0:
            edges[new_edge(edges, key, actions[i])].prior = (1 - BLIND) * policy[i] + BLIND / count
            used[0] += 1


@rule
def select_by_policy(edges: Any, here: int, actions: Any, count: int, settings: Any) -> int:
    """The edge with the highest bound, which explores an action in proportion to its share of the net's policy."""
    visits = 0
    reward = 0.0
    whole = 0.0
    tried = 0.0
    for i in range(count):
        edge = edges[edge_of(edges, mixed(here, actions[i] + 1))]
        visits += edge.visits
        reward += edge.reward
        whole += edge.prior
        tried += edge.prior if edge.visits > 0 else 0.0
    whole = max(whole, 1e-9)
    untried = reward / visits - settings[DOUBT] * sqrt(tried / whole) if visits > 0 else 0.0
    highest = -1e9
    chosen = NONE
    for i in range(count):
        place = edge_of(edges, mixed(here, actions[i] + 1))
        edge = edges[place]
        mean = edge.reward / edge.visits if edge.visits > 0 else untried
        bound = mean + settings[GUIDE] * edge.prior / whole * sqrt(edge.available) / (1 + edge.visits)
        edge.available += 1
        if bound > highest:
            highest = bound
            chosen = place
    return chosen


@rule
def draw(whims: Any, actions: Any, count: int, draws: int, drawn: Any) -> None:
    """Draw `draws` of the actions at random into `drawn`, followed by NONE."""
    for i in range(draws):
        drawn[i] = actions[draw_whim(whims, count)]
    drawn[draws] = NONE


@rule
def heaviest(s: Any, seat: int, actions: Any, weigh: Any, knowledge: Any, whims: Any) -> int:
    """The action with the greatest weight among those up to NONE; ties are broken at random."""
    action = actions[0]
    most = NO_WEIGHT
    alike = 1
    i = 0
    while actions[i] != NONE:
        weight = float(weigh(s, seat, actions[i], knowledge))
        if weight > most:
            most = weight
            alike = 1
            action = actions[i]
        elif weight == most:
            alike += 1
            if draw_whim(whims, alike) == 0:
                action = actions[i]
        i += 1
    return action


# --- Counting --------------------------------------------------------------------


@rule
def reward(points: Any, ranks: Any, players: int, settings: Any, out: Any) -> None:
    """Each seat's share of the victory, and its reward: that share blended with its lead in points."""
    winners = 0
    best = 0
    worst = 0
    for seat in range(players):
        winners += ranks[seat] == 1
        best = seat if ranks[seat] < ranks[best] else best
        worst = seat if ranks[seat] > ranks[worst] else worst
    sign = 1 if points[best] >= points[worst] else -1  # in some games fewer points are better
    share = settings[MARGIN]
    for seat in range(players):
        ahead = -1e9
        for other in range(players):
            if other != seat:
                ahead = max(ahead, float(sign * points[other]))
        lead = sign * points[seat] - ahead
        out[0][seat] = 1 / winners if ranks[seat] == 1 else 0.0
        out[1][seat] = (1 - share) * out[0][seat] + share * (0.5 + 0.5 * lead / (abs(lead) + settings[SPREAD]))


@rule
def count_visits(edges: Any, path: Any, depth: int, rewards: Any) -> None:
    """Add the rewards to every edge of the path, each for the seat that chose it."""
    for i in range(depth):
        edge = edges[path[i][0]]
        edge.visits += 1
        edge.wins += rewards[0][path[i][1]]
        edge.reward += rewards[1][path[i][1]]


# --- Histories -------------------------------------------------------------------
# While several seats decide at once, `own` has the choices of each, which it alone knows.


@rule
def waiting_seats(s: Any) -> int:
    count = 0
    for seat in range(SEATS):
        count += s.waiting[seat]
    return count


@rule
def forget(own: Any) -> None:
    for seat in range(SEATS):
        own[seat] = 0


@rule
def told_together(history: int, own: Any) -> int:
    """The history once all simultaneous choices have been made and revealed."""
    for seat in range(SEATS):
        history = mixed(history, own[seat])
    forget(own)
    return history


# --- Entry points ----------------------------------------------------------------


def make_search(rules: Any, weigh: Callable[..., Any], recall: Callable[..., Any]) -> Callable[..., Any]:
    """The search for a game, ready to be compiled. `weigh` and `recall` come from its heuristic (see `advice.py`)."""
    legal, play, score, guess, reopen = rules.legal, rules.play, rules.score, rules.guess, rules.reopen
    net_look = make_net_look(rules)

    def search(  # type: ignore[no-untyped-def]
        view, work, edges, path, numbers, picks, own, rewards, whims, knowledge, me, first_seed, iterations, settings,
        net, values, used,
    ):  # fmt: skip
        s = work[0]
        decisions = 0
        guided = len(net.first) > 0
        for iteration in range(iterations):
            work[0] = view[0]
            seed_small(s, first_seed + iteration, GUESS)
            whims[0] = first_whim(first_seed + iteration)
            guess(s, me)
            reopen(s, me)
            recall(s, me, knowledge)
            s.happened = EVENTS  # nobody reads these events, and a full list takes no more
            forget(own)
            history = ROOT
            inside = True  # still in the tree
            together = False  # several seats are deciding at once
            depth = 0
            luck = 0  # chance events so far
            steps = 0
            sought = 0  # the seats on the path, as bits
            found = 0  # the seats whose share of the victory the net has estimated
            while s.over == 0 and steps < settings[HORIZON]:
                steps += 1
                seat = me if steps == 1 else first_waiting(s)  # of those who decide at once, it decides first
                waiting = waiting_seats(s)
                together = together or waiting > 1
                count = legal(s, seat, numbers)
                action = numbers[0]
                here = mixed(mixed(history, seat + 1), own[seat])
                if guided and inside and count > 1 and not all_known(edges, here, numbers, count):
                    inside = has_room(edges, used, count)
                    if inside:
                        net_look(s, seat, numbers, count, net)
                        note_policy(edges, here, numbers, count, net.policy, used)
                if inside and count > 1:
                    if guided:
                        place = select_by_policy(edges, here, numbers, count, settings)
                    else:
                        place = select(edges, here, numbers, count, picks, settings)
                    if place == NONE:
                        action = heaviest(s, seat, picks, weigh, knowledge, whims)
                        place = new_edge(edges, mixed(here, action + 1), action)
                    action = edges[place].action
                    path[depth][0] = place
                    path[depth][1] = seat
                    depth += 1
                    inside = edges[place].visits > 0 and depth < DEPTH
                    sought |= 1 << seat
                elif count > 1:
                    if guided and found == 0 and settings[TRUST] > 0:
                        for each in range(np.int64(s.players)):  # as wide as `seat`, or rules are compiled twice
                            if sought >> each & 1:
                                asked = count if each == seat else 0
                                values[each] = net_look(s, each, numbers, asked, net)
                                if asked > 0 and luck <= settings[LUCK] and has_room(edges, used, count):
                                    note_policy(edges, here, numbers, count, net.policy, used)
                        found = sought
                        if settings[TRUST] >= 1:
                            break
                    draw(whims, numbers, count, int(settings[DRAWS]), picks)
                    action = heaviest(s, seat, picks, weigh, knowledge, whims) if settings[DRAWS] > 1 else picks[0]
                if not together:
                    history = mixed(mixed(history, seat + 1), action + 1)
                else:
                    own[seat] = mixed(own[seat], action + 1)
                    if waiting == 1:
                        history = told_together(history, own)
                        together = False
                before = s.rng_drawn
                play(s, seat, action)
                luck += s.rng_drawn != before
                inside = inside and luck <= settings[LUCK]
            decisions += steps
            score(s, numbers, numbers[SEATS:])
            reward(numbers, numbers[SEATS:], s.players, settings, rewards)
            for seat in range(s.players):
                if found >> seat & 1:
                    rewards[0][seat] += settings[TRUST] * (values[seat] - rewards[0][seat])
                    rewards[1][seat] += settings[TRUST] * (values[seat] - rewards[1][seat])
                elif guided:
                    rewards[1][seat] += settings[TRUST] * (rewards[0][seat] - rewards[1][seat])
            count_visits(edges, path, depth, rewards)
        return decisions

    return search


def make_favourite(rules: Any, weigh: Callable[..., Any]) -> Callable[..., Any]:
    """The function that finds the heuristic's preferred action, for plain Python or for compiled code to call."""
    legal = rules.legal

    def favourite(view, numbers, knowledge, seat, whims):  # type: ignore[no-untyped-def]
        numbers[legal(view, seat, numbers)] = NONE
        return heaviest(view, seat, numbers, weigh, knowledge, whims)

    return favourite


def make_prefer(rules: Any, weigh: Callable[..., Any]) -> Callable[..., Any]:
    """Like `make_favourite`, compiled and called with a view."""
    favourite = rule(make_favourite(rules, weigh))

    def prefer(view, numbers, knowledge, seat, whims):  # type: ignore[no-untyped-def]
        return favourite(view[0], numbers, knowledge, seat, whims)

    return prefer


def make_look(rules: Any) -> Callable[..., Any]:
    """The function that reads the result of a search: visits, rewards and wins of each legal action."""
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
