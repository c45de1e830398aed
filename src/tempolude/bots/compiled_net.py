"""A net in compiled code, for the search: the same sums as `net.py`, in single precision.

Every sum runs over the inputs in their order, with the outputs side by side, so that a processor computes several
outputs at once without changing the order of any sum: the results are the same on every machine. Inputs that are zero,
most of an observation and half of every layer, are skipped.
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp
from typing import Any, NamedTuple

import numpy as np

from tempolude.engine.game import Game
from tempolude.engine.rule import long_rule, rule

from .net import Net


class CompiledNet(NamedTuple):
    """The arrays of a net in single precision, and room to compute in."""

    first: Any
    first_bias: Any
    layers: Any
    layers_bias: Any
    query: Any
    query_bias: Any
    parts: Any
    components: Any
    win: Any
    win_bias: Any
    seen: Any
    hidden: Any
    change: Any
    asked: Any
    action: Any
    inputs: Any
    policy: Any  # the result: the share of each legal action


def compiled_net(game: Game, net: Net | None) -> CompiledNet:
    """A net ready for compiled code; without a net, empty arrays of the same types."""

    def single(array: Any) -> Any:
        return np.ascontiguousarray(array, np.float32)

    if net is None:
        flat, square = np.zeros(0, np.float32), np.zeros((0, 0), np.float32)
        cube, numbers = np.zeros((0, 0, 0), np.float32), np.zeros((0, 0), np.int64)
        weights: tuple[Any, ...] = square, flat, cube, square, square, flat, square, numbers, flat, flat
    else:
        w = net.weights
        weights = (
            *map(single, (w.first, w.first_bias, w.layers, w.layers_bias, net.query, net.query_bias, net.parts)),
            np.ascontiguousarray(net.components, np.int64), single(w.win), single(w.win_bias).reshape(1),
        )  # fmt: skip
    features, width, asked = game.rules.FEATURES, len(weights[1]), len(weights[5])
    room = [np.zeros(size, np.float32) for size in (features, width, width, asked, asked)]
    inputs, policy = np.zeros(max(features, width), np.int64), np.zeros(game.rules.ACTIONS, np.float32)
    return CompiledNet._make((*weights, *room, inputs, policy))


@rule
def add_products(out: Any, given: Any, matrix: Any, inputs: Any) -> None:
    """Add `given @ matrix` to `out`, four inputs at a time."""
    count = 0
    for i in range(len(given)):
        if given[i] != 0:
            inputs[count] = i
            count += 1
    i = 0
    while i + 4 <= count:
        a, b, c, d = inputs[i], inputs[i + 1], inputs[i + 2], inputs[i + 3]
        p, q, r, s = given[a], given[b], given[c], given[d]
        u, v, w, x = matrix[a], matrix[b], matrix[c], matrix[d]
        for j in range(len(out)):
            out[j] = out[j] + p * u[j] + q * v[j] + r * w[j] + s * x[j]
        i += 4
    while i < count:
        a = inputs[i]
        p = given[a]
        u = matrix[a]
        for j in range(len(out)):
            out[j] += p * u[j]
        i += 1


@rule
def copy_to(out: Any, given: Any) -> None:
    for i in range(len(out)):
        out[i] = given[i]


@rule
def describe(out: Any, parts: Any, components: Any) -> None:
    """What an action is: the sum of its parts, where positive."""
    copy_to(out, parts[components[0]])
    for part in range(1, len(components)):
        row = parts[components[part]]
        for i in range(len(out)):
            out[i] += row[i]
    for i in range(len(out)):
        out[i] = max(out[i], np.float32(0))


@rule
def product(one: Any, other: Any) -> float:
    total = one[0] * other[0]
    for i in range(1, len(one)):
        total += one[i] * other[i]
    return total


def make_net_look(rules: Any) -> Callable[..., float]:
    """The rule `look(s, seat, legal, count, net)`: the seat's share of the victory; its policy goes to `net.policy`."""
    observe = rules.observe

    @long_rule
    def look(s, seat, legal, count, net):  # type: ignore[no-untyped-def]
        for i in range(len(net.seen)):
            net.seen[i] = 0
        observe(s, seat, net.seen)
        hidden = net.hidden
        copy_to(hidden, net.first_bias)
        add_products(hidden, net.seen, net.first, net.inputs)
        for i in range(len(hidden)):
            hidden[i] = max(hidden[i], np.float32(0))
        for layer in range(len(net.layers)):
            copy_to(net.change, net.layers_bias[layer])
            add_products(net.change, hidden, net.layers[layer], net.inputs)
            for i in range(len(hidden)):
                hidden[i] += max(net.change[i], np.float32(0))
        if count > 0:
            copy_to(net.asked, net.query_bias)
            add_products(net.asked, hidden, net.query, net.inputs)
            most = np.float32(-1e30)
            for i in range(count):
                describe(net.action, net.parts, net.components[legal[i]])
                net.policy[i] = product(net.asked, net.action)
                most = max(most, net.policy[i])
            total = np.float32(0)
            for i in range(count):
                net.policy[i] = exp(net.policy[i] - most)
                total += net.policy[i]
            for i in range(count):
                net.policy[i] /= total
        return 1 / (1 + exp(-float(product(hidden, net.win) + net.win_bias[0])))

    return look
