"""Learning from a look ahead: try the likely actions of a decision many times over, and follow what came of them.

A position is copied for each of its likely actions, several times with different chance, the same for every action.
What the seat does not know is guessed in every copy, as the search does: knowing it, another action would look better.
What others have chosen in secret they choose again. All copies play on for a while without sampling, so that copies of
the same guess differ by little else than the action; where they stop, the net estimates the chance of winning, and the
result counts if the match ended. The policy learns to prefer actions after which it wins more often than it expected:

    target(action) ∝ policy(action) · exp(wins(action) / temperature)

That is less noisy than a single match played to its end, which is what `ppo.py` learns from.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn import functional

from .learner import FORBIDDEN, Learner, draw
from .matches import HEURISTIC, SELF, Matches
from .ppo import improve, joined, mixed_precision, outcomes

SAMPLED = 8  # every so many steps, the chance of winning is learned from


@dataclass(frozen=True)
class Looking:
    """How far a look ahead goes."""

    share: float = 1 / 6  # of a table's matches, looked at together; in more of them the net is seldom to decide
    tried: int = 6  # actions of each at most
    draws: int = 16  # copies for each action
    horizon: int = 16  # decisions that a copy plays
    every: int = 8  # decisions of a match between two looks
    temperature: float = 0.08  # in shares of the victory; at 0.04 the noise of few copies made policies more random
    minibatch: int = 2048
    epochs: int = 2

    def positions(self, table: Matches) -> int:
        return max(1, round(self.share * len(table)))


@dataclass
class Lessons:
    """What was found: policies to follow, one per row, and views with the share of the victory that followed."""

    seen: Tensor
    legal: Tensor
    counts: Tensor
    target: Tensor
    watched: Tensor
    won: Tensor


def futures_of(table: Matches, looking: Looking) -> Matches:
    """Room for the copies of a table's positions."""
    batch, count = table.batch, looking.positions(table) * looking.tried * looking.draws
    who = torch.zeros((count, table.seats), dtype=torch.int8)
    return Matches(
        batch.game, count, seats=table.seats, options=batch.options, seed=0, device=table.device, others=batch.others,
        who=who,
    )  # fmt: skip


@torch.no_grad()
def look_ahead(nets: Mapping[int, Learner], table: Matches, futures: Matches, looking: Looking) -> list[Tensor] | None:
    """Look ahead at some positions in which the net decides: what it saw, and the policy to follow.

    `nets` are those of SELF and of other players. None if there are too few positions.
    """
    legal, counts = table.legal()
    asked = ((table.player() == SELF) & (counts > 1)).nonzero().squeeze(1)
    positions = looking.positions(table)
    if len(asked) < positions:
        return None
    rows = asked[torch.randperm(len(asked), device=asked.device)[:positions]]
    seen, legal, counts = table.seen()[rows].clone(), legal[rows].clone(), counts[rows].clone()
    seat = table.seat()[rows]
    with mixed_precision(table.device):
        log_policy, _ = nets[SELF](seen, legal, counts)
    likely = log_policy.topk(min(looking.tried, legal.shape[1])).indices
    likely = functional.pad(likely, (0, looking.tried - likely.shape[1]), value=legal.shape[1])
    there = likely < counts[:, None]
    likely = torch.where(there, likely, likely[:, :1])  # the rest repeats the likeliest, and is not counted
    again = looking.tried * looking.draws
    seeds = torch.randint(2**62, (len(rows), 1, looking.draws), device=seen.device)
    seeds = seeds.expand(-1, looking.tried, -1).flatten()  # the same for every action
    looker = seat.repeat_interleave(again)
    futures.imagine(table, rows.repeat_interleave(again), looker, seeds)
    actions = legal.gather(1, likely).repeat_interleave(looking.draws, 1).flatten().long()
    wins = _played_on(nets, futures, looker, actions, looking.horizon)
    wins = wins.view(len(rows), looking.tried, looking.draws).mean(2)
    before = log_policy.gather(1, likely).masked_fill(~there, FORBIDDEN)
    share = before.exp().sum(1, keepdim=True)
    better = share * functional.softmax((before + wins / looking.temperature).masked_fill(~there, FORBIDDEN), -1)
    target = log_policy.exp()
    change = torch.where(there, better - before.exp(), 0.0)
    return [seen, legal, counts, target.scatter_add(1, likely, change).clamp(min=0)]


def _played_on(nets: Mapping[int, Learner], futures: Matches, seat: Tensor, actions: Tensor, horizon: int) -> Tensor:
    """The share of the victory that `seat` has, or can expect, after its `actions` and some more decisions.

    Others who choose at the same time may come before it.
    """
    result = torch.full(seat.shape, -1.0, device=seat.device)
    acted = torch.zeros_like(seat, dtype=torch.bool)
    for _ in range(horizon):
        decided = _decisions(nets, futures, sampling=False)
        now = ~acted & (futures.seat() == seat)
        _, wins, ended = futures.step(torch.where(now, actions, decided))
        acted |= now
        fresh = ended & (result < 0)
        result = torch.where(fresh, wins.gather(1, seat[:, None]).squeeze(1), result)
    with mixed_precision(futures.device):
        expected = torch.sigmoid(nets[SELF].chance(futures.seen(seat)))
    return torch.where(result >= 0, result, expected)


def _decisions(nets: Mapping[int, Learner], table: Matches, *, sampling: bool = True) -> Tensor:
    """What the net of each match's player decides, or the heuristic at its seats."""
    seen, (legal, counts), player = table.seen(), table.legal(), table.player()
    actions = torch.zeros(len(table), dtype=torch.long, device=player.device)
    for number, net in nets.items():
        rows = (player == number).nonzero().squeeze(1)
        with mixed_precision(table.device):
            log_policy, _ = net(seen[rows], legal[rows], counts[rows])
        column = draw(log_policy) if sampling else log_policy.argmax(1)
        actions[rows] = legal[rows].gather(1, column[:, None]).squeeze(1).long()
    advised = (player == HEURISTIC).nonzero().squeeze(1)
    if len(advised):
        actions[advised] = table.advised(advised)
    return actions


@torch.no_grad()
def look_around(
    nets: Mapping[int, Learner],
    tables: Sequence[Matches],
    futures: Sequence[Matches],
    steps: int,
    looking: Looking,
) -> Lessons | None:
    """Play `steps` decisions of every match, and look ahead now and then; None if there was nothing to look at."""
    found: list[list[Tensor]] = []
    watched: list[tuple[Tensor, Tensor]] = []
    for table, room in zip(tables, futures, strict=True):
        views: list[tuple[int, Tensor, Tensor]] = []
        wins, ended = list[Tensor](), list[Tensor]()
        for t in range(steps):
            if t % looking.every == 0 and (one := look_ahead(nets, table, room, looking)):
                found.append(one)
            if t % SAMPLED == 0:
                own = draw(torch.zeros_like(table.who, dtype=torch.float).masked_fill(table.who != SELF, FORBIDDEN))
                views.append((t, table.seen(own).clone(), own))
            _, win, end = table.step(_decisions(nets, table))
            wins.append(win)
            ended.append(end.clone())
        results = outcomes(wins, ended)
        for t, seen, own in views:
            won = results[t].gather(1, own[:, None]).squeeze(1)
            watched.append((seen[won >= 0], won[won >= 0]))
    return Lessons(*joined(found), *joined(watched)) if found else None


def learn(net: Learner, optimizer: torch.optim.Optimizer, lessons: Lessons, looking: Looking) -> dict[str, float]:
    """Follow the policies that were found, and learn the chance of winning. Returns the last losses."""
    device = lessons.seen.device.type
    measures: dict[str, Tensor] = {}
    before = lessons.target
    for _ in range(looking.epochs):
        parts = torch.randperm(len(before), device=device).split(looking.minibatch)
        watching = torch.randperm(len(lessons.won), device=device).tensor_split(len(parts))
        for rows, watched in zip(parts, watching, strict=True):
            with mixed_precision(device):
                log_policy, _ = net(lessons.seen[rows], lessons.legal[rows], lessons.counts[rows])
                said = net.chance(lessons.watched[watched])
            target = before[rows]
            gap = (target * (target.clamp_min(1e-9).log() - log_policy.clamp_min(-50))).sum(1).mean()
            losses = functional.binary_cross_entropy_with_logits(said, lessons.won[watched], reduction="sum")
            win = losses / max(1, len(watched))  # few matches may not have ended at all
            improve(list(net.parameters()), optimizer, gap + 0.5 * win)
            measures = {"gap": gap, "win": win}
    return {name: measure.item() for name, measure in measures.items()}
