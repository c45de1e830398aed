"""The net in training, which is that of `bots/net.py` in PyTorch, and the critic, which only training needs."""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from tempolude.bots.net import Weights
from tempolude.engine.game import Game

ACTION = 128  # size of an action's embedding
FORBIDDEN = -1e9  # the score of illegal actions
FAINT = 0.05  # the scale of new layers of a trained net, so that at first they hardly change what it does


class Trunk(nn.Module):
    """The layers between an observation and the heads."""

    def __init__(self, features: int, width: int, depth: int) -> None:
        super().__init__()
        self.first = nn.Linear(features, width)
        self.layers = nn.ModuleList(nn.Linear(width, width) for _ in range(depth))

    def forward(self, seen: Tensor) -> Tensor:
        hidden = functional.relu(self.first(seen))
        for layer in self.layers:
            hidden = hidden + functional.relu(layer(hidden))
        return hidden


class Critic(nn.Module):
    """The expected return of the seat to decide, from what all seats see together.

    The policy sees its own seat's view alone. The critic judges it better by knowing what was hidden, so that a good
    action is not blamed for cards that nobody could see. It has layers of its own: while it learns, the policy stays.
    """

    def __init__(self, game: Game, *, width: int, depth: int) -> None:
        super().__init__()
        self.trunk = Trunk(game.seats[-1] * game.rules.FEATURES, width, depth)
        self.value = nn.Linear(width, 1)
        nn.init.zeros_(self.value.weight)
        nn.init.zeros_(self.value.bias)

    def forward(self, everything: Tensor) -> Tensor:
        return self.value(self.trunk(everything)).squeeze(-1).float()  # type: ignore[no-any-return]


class Learner(nn.Module):
    """From observations: a policy over actions, and the chance of winning."""

    def __init__(self, game: Game, *, width: int, depth: int) -> None:
        super().__init__()
        rules = game.rules
        self.trunk = Trunk(rules.FEATURES, width, depth)
        self.query = nn.Linear(width, ACTION)
        self.parts = nn.Embedding(rules.DOES.vocabulary + 1, ACTION, padding_idx=rules.DOES.vocabulary)
        self.mix = nn.Linear(ACTION, ACTION, bias=False)
        self.win = nn.Linear(width, 1)
        for head in (self.query, self.win):
            nn.init.zeros_(head.weight)
            nn.init.zeros_(head.bias)
        self.register_buffer("components", torch.as_tensor(rules.DOES.components), persistent=False)

    def forward(self, seen: Tensor, legal: Tensor, counts: Tensor) -> tuple[Tensor, Tensor]:
        """For each row: log-probabilities of the legal actions, and the logit of winning."""
        hidden = self.trunk(seen)
        actions = self.mix(functional.relu(self.parts(self.components).sum(1))) / math.sqrt(ACTION)
        scores = (self.query(hidden) @ actions.T).gather(1, legal.long()).float()
        there = torch.arange(legal.shape[1], device=legal.device) < counts[:, None]
        log_probabilities = functional.log_softmax(scores.masked_fill(~there, FORBIDDEN), -1)
        return log_probabilities, self.win(hidden).squeeze(-1).float()

    def chance(self, seen: Tensor) -> Tensor:
        """The logit of winning alone, which any seat may ask for, whether it is to decide or not."""
        return self.win(self.trunk(seen)).squeeze(-1).float()

    def head_parameters(self) -> list[nn.Parameter]:
        """The parameters that score actions, apart from the layers that read the observation."""
        return [parameter for part in (self.query, self.parts, self.mix) for parameter in part.parameters()]

    def weights(self) -> Weights:
        """The weights as `bots/net.py` uses them."""

        def kept(tensor: Tensor) -> Any:
            return tensor.detach().float().cpu().numpy()

        trunk = self.trunk
        layers = [kept(layer.weight.T) for layer in trunk.layers]  # type: ignore[operator]
        biases = [kept(layer.bias) for layer in trunk.layers]  # type: ignore[arg-type]
        return Weights(
            kept(trunk.first.weight.T), kept(trunk.first.bias), layers, biases, kept(self.query.weight.T),
            kept(self.query.bias), kept(self.parts.weight[:-1]), kept(self.mix.weight.T), kept(self.win.weight[0]),
            kept(self.win.bias[0]),
        )  # fmt: skip

    def take(self, weights: Weights) -> None:
        """Begin with the weights of a net as wide as this one and at most as deep."""

        def put(parameter: Tensor, array: Any) -> None:
            parameter.copy_(torch.as_tensor(array, dtype=torch.float32).reshape(parameter.shape))

        with torch.no_grad():
            put(self.trunk.first.weight, weights.first.T)
            put(self.trunk.first.bias, weights.first_bias)
            for layer, matrix, bias in zip(self.trunk.layers, weights.layers, weights.layers_bias, strict=False):
                put(layer.weight, matrix.T)  # type: ignore[arg-type]
                put(layer.bias, bias)  # type: ignore[arg-type]
            for layer in self.trunk.layers[len(weights.layers) :]:
                for parameter in layer.parameters():
                    parameter.mul_(FAINT)
            put(self.query.weight, weights.query.T)
            put(self.query.bias, weights.query_bias)
            put(self.parts.weight[:-1], weights.parts)
            put(self.mix.weight, weights.mix.T)
            put(self.win.weight, weights.win)
            put(self.win.bias, weights.win_bias)


def draw(log_probabilities: Tensor) -> Tensor:
    """Sample a column of each row (the Gumbel-max trick)."""
    noise = torch.rand_like(log_probabilities).clamp_(1e-9, 1 - 1e-7)
    return (log_probabilities - torch.log(-torch.log(noise))).argmax(-1)
