"""A net that plays as a bot does: a rival for others to learn against where the bot itself is too slow.

Half of the time the bot plays matches in all processes; at about every third seat somebody else plays, so that
positions come up to which it would not lead. Then the net learns what the bot chose, and is kept when it foresees the
choices of matches it did not learn from better than before. With `head`, it keeps the layers of the game's net and
learns another head for them, which takes a tenth of the space and hardly any time.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from tempolude.bots import Setting, bot
from tempolude.bots.net import FILE, OTHERS, Net, has_net, net_from, net_of, write_head, write_weights
from tempolude.bots.processes import cores, in_processes
from tempolude.engine.errors import BadOption
from tempolude.engine.game import Game
from tempolude.engine.game import game as find_game

from .learner import Learner
from .ppo import improve, joined, mixed_precision

PLAYING = 0.5  # share of the time
MIXED = 0.35  # share of the seats at which somebody else plays
TESTED = 10  # every so many matches is not learned from
MINIBATCH, LEARNING_RATE, UNTIL_TESTED = 2048, 3e-4, 200
HEAD_LEARNING_RATE = 1e-3


@dataclass(frozen=True)
class Foreseen:
    """How well the net foresees the bot."""

    seconds: float
    decisions: int  # of the bot
    loss: float
    agreed: float  # share of the choices that it foresees
    kept: bool


@dataclass(frozen=True)
class Hall:
    """Where the bot plays, and who sits there besides it."""

    game: str
    seats: int
    bot: str
    other: str


def imitate_bot(
    game: Game,
    spec: str,
    folder: Path,
    *,
    minutes: float,
    device: str,
    width: int,
    depth: int,
    start: Path | None = None,
    head: bool = False,
    tell: Callable[[float, str], None] = lambda share, words: None,
) -> Iterator[Foreseen]:
    """Write a net that plays as the bot does to `folder`, beginning with that of `start`, or with `head` a head for the
    game's own net; `tell` is called with the progress."""
    begin, whole = time.monotonic(), 60 * minutes
    seats = 4 if 4 in game.seats else game.seats[-1]
    hall = Hall(game.name, seats, spec, "net" if has_net(game) else "greedy")
    rate, write, name = (HEAD_LEARNING_RATE, write_head, OTHERS) if head else (LEARNING_RATE, write_weights, FILE)
    if head:
        net = _going_on(game, net_of(game), 0).to(device)
        net.trunk.requires_grad_(False)
    elif start:
        net = _going_on(game, net_from(game, start), depth).to(device)
    else:
        net = Learner(game, width=width, depth=depth).to(device)
    parameters = net.head_parameters() if head else list(net.parameters())
    learned, tested = (data.to(device) for data in watched(hall, PLAYING * whole, cores(), tell))
    optimizer = torch.optim.Adam(parameters, lr=rate)
    folder.mkdir(parents=True, exist_ok=True)
    least = float("inf")
    for step in count():
        left = 1 - (time.monotonic() - begin) / whole
        tell(1 - left, f"learning from {len(learned.chosen):,} choices")
        for group in optimizer.param_groups:
            group["lr"] = rate * max(0.05, left)
        improve(parameters, optimizer, learned.drawn(MINIBATCH).loss(net)[0])
        if step % UNTIL_TESTED == 0 or left <= 0:
            with torch.no_grad():
                loss, agreed = (float(measure) for measure in tested.loss(net))
            kept = loss < least
            if kept:
                least = loss
                write(game, net.weights(), folder / name)
            yield Foreseen(time.monotonic() - begin, len(learned.chosen), loss, agreed, kept)
        if left <= 0:
            return


def _going_on(game: Game, start: Net, depth: int) -> Learner:
    """A learner that goes on with a net, which may become deeper."""
    weights = start.weights
    learner = Learner(game, width=len(weights.first_bias), depth=max(depth, len(weights.layers)))
    learner.take(weights)
    return learner


@dataclass
class Choices:
    """Decisions of the bot, one a row."""

    seen: Tensor
    legal: Tensor
    counts: Tensor
    chosen: Tensor  # the column of `legal`

    def to(self, device: str) -> Choices:
        return Choices(*(tensor.to(device) for tensor in vars(self).values()))

    def drawn(self, size: int) -> Choices:
        rows = torch.randint(len(self.chosen), (size,), device=self.chosen.device)
        return Choices(*(tensor[rows] for tensor in vars(self).values()))

    def loss(self, net: Learner) -> tuple[Tensor, Tensor]:
        """How much the choices surprise the net, and the share of them that it foresees."""
        device = self.seen.device.type
        with mixed_precision(device):
            log_policy, _ = net(self.seen.float(), self.legal, self.counts)
        return functional.nll_loss(log_policy, self.chosen), (log_policy.argmax(1) == self.chosen).float().mean()


def watched(hall: Hall, seconds: float, processes: int, tell: Callable[[float, str], None]) -> tuple[Choices, Choices]:
    """What the bot chooses in that time: most of it to learn from, and the rest to test with."""
    found: tuple[list[Any], list[Any]] = [], []
    begin = time.time()
    end = begin + seconds
    for number, rows in enumerate(in_processes(partial(_play, hall, end), count(), processes)):
        if time.time() > end:
            break
        tell(PLAYING * (time.time() - begin) / seconds, f"watching {hall.bot}, {number:,} matches")
        if rows:
            found[number % TESTED == 0].append(rows)
    if not all(found):
        raise BadOption(f"{hall.bot} played too few matches in {seconds:.0f} s to learn from them: more --minutes")
    return _together(found[False]), _together(found[True])


def _play(hall: Hall, end: float, number: int) -> list[Any] | None:
    """The bot's decisions in one match; None if time is over before it ends."""
    game, dice = find_game(hall.game), Random(number)
    rules, way = game.rules, game.compiled
    options = game.settle(hall.seats)
    specs = [hall.other if dice.random() < MIXED else hall.bot for _ in range(hall.seats)]
    players = [bot(spec, Setting(game, hall.seats, options, dice.randrange(2**32), compiled=True)) for spec in specs]
    s = rules.STATE.new()
    way.setup(s, hall.seats, game.encode(hall.seats, options), dice.randrange(2**60))
    seen, legal, chosen = list[Any](), list[Any](), list[int]()
    while not s.over:
        if time.time() > end:
            return None
        seat = next(seat for seat in range(hall.seats) if s.waiting[seat])
        view, actions = game.hide(s, seat), way.legal(s, seat)
        action = players[seat].choose(view, seat)
        if specs[seat] == hall.bot and len(actions) > 1:
            seen.append(way.observe(view, seat).astype(np.float16))
            legal.append(actions)
            chosen.append(actions.index(action))
        way.play(s, seat, action)
    return [np.array(seen), legal, chosen] if seen else None


def _together(matches: list[Any]) -> Choices:
    parts = []
    for seen, legal, chosen in matches:
        counts = np.array([len(actions) for actions in legal])
        rows = np.zeros((len(legal), counts.max()), np.int64)
        for row, actions in zip(rows, legal, strict=True):
            row[: len(actions)] = actions
        parts.append([torch.from_numpy(array) for array in (seen, rows, counts, np.array(chosen))])
    return Choices(*joined(parts))
