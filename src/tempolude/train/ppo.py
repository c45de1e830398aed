"""Proximal policy optimisation for games of several seats: collect a rollout, then update the net from it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from .learner import FORBIDDEN, Critic, Learner, draw
from .matches import HEURISTIC, SELF, Matches

CLIP = 0.2  # how far one update may change the probability of an action
SMALLEST = 256  # a minibatch of fewer decisions is left out
LARGEST_GRADIENT = 0.5
WATCHING = 4  # every so many steps the critic learns, and a seat that is not to decide is asked for its chance too


@dataclass(frozen=True)
class Settings:
    """Hyperparameters."""

    learning_rate: float = 3e-4  # at first; a tenth of it at the end
    entropy: float = 0.01  # weight of the entropy bonus at first; a fifth of it at the end
    gae_lambda: float = 0.97
    epochs: int = 2
    minibatch: int = 32768
    rank_share: float = 0.5  # part of the return that depends on the rank; it fades until only victory counts


@dataclass
class Rollout:
    """The net's own decisions in a stretch of play, one per row."""

    seen: Tensor
    legal: Tensor
    counts: Tensor
    chosen: Tensor  # the column of `legal`
    log_probability: Tensor  # of that action when it was chosen
    advantage: Tensor
    win: Tensor  # share of the victory, or -1 if the match had not ended
    watched: Tensor  # observations of seats that were not to decide, and their shares of the victory
    watched_win: Tensor
    everything: Tensor  # what all seats saw together at some of these decisions, and the returns that followed
    target: Tensor

    def __len__(self) -> int:
        return len(self.chosen)


def mixed_precision(device: str) -> AbstractContextManager[Any]:
    """Half precision on a GPU."""
    return torch.autocast(device, torch.bfloat16, enabled=device == "cuda")


# --- Collecting ------------------------------------------------------------------


@torch.no_grad()
def collect(
    nets: Mapping[int, Learner],
    critic: Critic,
    tables: Sequence[Matches],
    steps: int,
    *,
    rank_share: float,
    gae_lambda: float,
) -> Rollout:
    """Play `steps` decisions of every match; `nets` are those of SELF, which learns, and of other players."""
    device, value = tables[0].device, list[Tensor]()
    decided, followed, watched, judged = ([] for _ in range(4))
    fair = torch.cat([torch.full((len(table), 1), 1 / table.seats, device=device) for table in tables])
    for t in range(steps):
        mine = torch.cat([table.player() == SELF for table in tables])
        everything = torch.cat([table.everything() for table in tables])[mine]
        value.append(torch.zeros(len(mine), device=device))
        with mixed_precision(device):
            value[t][mine] = critic(everything)
        if t % WATCHING == 0:
            judged.append((t, everything))
            watched.append((t, *joined(map(_watch, tables))))
        own, all_of_them = zip(*(_decide(nets, table) for table in tables), strict=True)
        decided.append(joined(own))
        followed.append([mine, *joined(all_of_them)])
    mine, seat, payoffs, wins, ended = zip(*followed, strict=True)
    returns = [
        rank_share * payoff + (1 - rank_share) * 2 * (win - fair * end[:, None])
        for payoff, win, end in zip(payoffs, wins, ended, strict=True)
    ]
    found, known = advantages(value, seat, mine, returns, ended, gae_lambda)
    result = outcomes(wins, ended)
    use = [known[t][mine[t]] for t in range(steps)]  # of the net's own decisions
    kept = [[part[rows] for part in parts] for parts, rows in zip(decided, use, strict=True)]
    seen, legal, counts, chosen, log_probability = joined(kept)
    others = torch.cat([result[t].gather(1, other[:, None]).squeeze(1) for t, _, other in watched])
    return Rollout(
        seen, legal, counts, chosen, log_probability,
        advantage=torch.cat([found[t][mine[t]][use[t]] for t in range(steps)]),
        win=torch.cat([result[t].gather(1, seat[t][:, None]).squeeze(1)[mine[t]][use[t]] for t in range(steps)]),
        watched=torch.cat([looks for _, looks, _ in watched])[others >= 0],
        watched_win=others[others >= 0],
        everything=torch.cat([everything[use[t]] for t, everything in judged]),
        target=torch.cat([(found[t] + value[t])[mine[t]][use[t]] for t, _ in judged]),
    )  # fmt: skip


def _watch(table: Matches) -> tuple[Tensor, Tensor]:
    """What a seat that is not to decide sees, in every match, and which seat it is."""
    seat = table.seat()
    other = (seat + torch.randint(1, table.seats, seat.shape, device=seat.device)) % table.seats
    return table.seen(other), other


def _decide(nets: Mapping[int, Learner], table: Matches) -> tuple[list[Tensor], list[Tensor]]:
    """Take one decision in every match, for whichever player it is.

    Returns the net's own decisions (what it saw, legal actions and their number, the chosen one and its probability),
    and of all matches the seat that decided, payoffs, shares of the victory, and whether they ended.
    """
    seen, (legal, counts), seat, player = table.seen(), table.legal(), table.seat(), table.player()
    action = torch.zeros_like(seat)
    own: list[Tensor] = []
    for number, net in nets.items():
        rows = (player == number).nonzero().squeeze(1)
        given = [seen[rows], legal[rows], counts[rows]]
        with mixed_precision(table.device):
            log_probabilities, _ = net(*given)
        column = draw(log_probabilities)
        action[rows] = given[1].gather(1, column[:, None]).squeeze(1).long()
        if number == SELF:
            own = [*given, column, log_probabilities.gather(1, column[:, None]).squeeze(1)]
    advised = (player == HEURISTIC).nonzero().squeeze(1)
    if len(advised):
        action[advised] = table.advised(advised)
    payoffs, wins, ended = table.step(action)
    return own, [seat, payoffs.clone(), wins, ended.clone()]


def joined(parts: Iterable[Sequence[Tensor]]) -> list[Tensor]:
    """Several lists of tensors as one, row after row, padded to the widest."""
    return [_stacked(tensors) for tensors in zip(*parts, strict=True)]


def _stacked(parts: Sequence[Tensor]) -> Tensor:
    if parts[0].dim() == 1:
        return torch.cat(list(parts))
    width = max(part.shape[1] for part in parts)
    return torch.cat([functional.pad(part, (0, width - part.shape[1])) for part in parts])


def advantages(
    value: Sequence[Tensor],
    seat: Sequence[Tensor],
    mine: Sequence[Tensor],
    returns: Sequence[Tensor],
    ended: Sequence[Tensor],
    gae_lambda: float,
) -> tuple[list[Tensor], list[Tensor]]:
    """Generalised advantages, separately for each seat, and whether each is known.

    A decision leads to its seat's next decision, or to the end of the match. If the rollout stops before either, its
    advantage is not known.
    """
    rows = torch.arange(len(returns[0]), device=returns[0].device)
    next_value, next_advantage, result = (torch.zeros_like(returns[0]) for _ in range(3))
    known = torch.zeros_like(returns[0], dtype=torch.bool)
    found: list[tuple[Tensor, Tensor]] = []
    for t in reversed(range(len(value))):
        end, s, own = ended[t][:, None], seat[t], mine[t]
        next_value, next_advantage = next_value.masked_fill(end, 0), next_advantage.masked_fill(end, 0)
        result, known = torch.where(end, returns[t], result), known | end
        advantage = result[rows, s] + next_value[rows, s] - value[t] + gae_lambda * next_advantage[rows, s]
        found.append((advantage, known[rows, s]))
        next_value[rows, s] = torch.where(own, value[t], next_value[rows, s])
        next_advantage[rows, s] = torch.where(own, advantage, next_advantage[rows, s])
        result[rows, s] = result[rows, s].masked_fill(own, 0)
        known[rows, s] |= own
    first, second = zip(*reversed(found), strict=True)
    return list(first), list(second)


def outcomes(wins: Sequence[Tensor], ended: Sequence[Tensor]) -> list[Tensor]:
    """After each step, how its match will end: each seat's share of the victory, or -1 if the rollout stops before."""
    known = torch.full_like(wins[0], -1.0)
    found = []
    for t in reversed(range(len(wins))):
        known = torch.where(ended[t][:, None], wins[t], known)
        found.append(known)
    return found[::-1]


# --- Updating --------------------------------------------------------------------


def update(
    net: Learner,
    critic: Critic,
    optimizer: torch.optim.Optimizer,
    rollout: Rollout,
    settings: Settings,
    *,
    entropy: float,
    hold: Learner | None,
) -> dict[str, float]:
    """Update net and critic from a rollout; with `hold`, the policy stays that of `hold` while values are learned.

    Returns the last losses.
    """
    advantage = (rollout.advantage - rollout.advantage.mean()) / (rollout.advantage.std() + 1e-6)
    device = rollout.seen.device.type
    measures: dict[str, Tensor] = {}
    for _ in range(settings.epochs):
        parts = torch.randperm(len(rollout), device=device).split(settings.minibatch)
        watching = torch.randperm(len(rollout.watched), device=device).tensor_split(len(parts))
        judging = torch.randperm(len(rollout.target), device=device).tensor_split(len(parts))
        for rows, watched, judged in zip(parts, watching, judging, strict=True):
            if len(rows) < SMALLEST:
                continue
            with mixed_precision(device):
                log_probabilities, win = net(rollout.seen[rows], rollout.legal[rows], rollout.counts[rows])
                watched_win = net.chance(rollout.watched[watched])
                value = critic(rollout.everything[judged])
            chosen = log_probabilities.gather(1, rollout.chosen[rows, None]).squeeze(1)
            ratio = (chosen - rollout.log_probability[rows]).exp()
            gain = torch.min(ratio * advantage[rows], ratio.clamp(1 - CLIP, 1 + CLIP) * advantage[rows]).mean()
            spread = -(log_probabilities.exp() * log_probabilities.clamp_min(-50)).sum(-1).mean()
            value_loss = (value - rollout.target[judged]).square().mean()
            said, won = torch.cat((win, watched_win)), torch.cat((rollout.win[rows], rollout.watched_win[watched]))
            win_losses = functional.binary_cross_entropy_with_logits(said, won.clamp(0, 1), reduction="none")
            win_loss = (win_losses * (won >= 0)).sum() / (won >= 0).sum().clamp(min=1)
            loss = 0.5 * value_loss + 0.5 * win_loss
            if hold:
                with torch.no_grad(), mixed_precision(device):
                    held, _ = hold(rollout.seen[rows], rollout.legal[rows], rollout.counts[rows])
                loss = loss + functional.kl_div(log_probabilities, held, reduction="batchmean", log_target=True)
            else:
                loss = loss - gain - entropy * spread
            improve([*net.parameters(), *critic.parameters()], optimizer, loss)
            measures = {"entropy": spread, "value": value_loss, "win": win_loss}
    return {name: measure.item() for name, measure in measures.items()}


def imitate(net: Learner, optimizer: torch.optim.Optimizer, tables: Sequence[Matches], stray: float = 0.1) -> float:
    """One step of imitating the heuristic, which plays with some random actions. Returns the loss."""
    total = torch.zeros((), device=tables[0].device)
    for table in tables:
        seen, (legal, counts), advised = table.seen().clone(), table.legal(), table.advised()
        with mixed_precision(table.device):
            log_probabilities, _ = net(seen, legal, counts)
        there = torch.arange(legal.shape[1], device=seen.device) < counts[:, None]
        loss = functional.nll_loss(log_probabilities, ((legal == advised[:, None]) & there).int().argmax(1))
        improve(list(net.parameters()), optimizer, loss)
        total = total + loss.detach()
        other = draw(torch.zeros_like(log_probabilities).masked_fill(~there, FORBIDDEN))
        strays = torch.rand(len(table), device=seen.device) < stray
        table.step(torch.where(strays, legal.gather(1, other[:, None]).squeeze(1).long(), advised))
    return total.item() / len(tables)


def improve(parameters: list[Tensor], optimizer: torch.optim.Optimizer, loss: Tensor) -> None:
    optimizer.zero_grad(set_to_none=True)
    loss.backward()
    nn.utils.clip_grad_norm_(parameters, LARGEST_GRADIENT)
    optimizer.step()
