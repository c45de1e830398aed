"""Batches of matches for training, with a player for each seat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import torch
from torch import Tensor

from tempolude.engine.batch import STAY, Batch
from tempolude.engine.game import Game
from tempolude.engine.opponents import Others

# The player of a seat: the net in training, the batch's `others`, a past self, another net.
SELF, HEURISTIC, PAST, RIVAL = range(4)


class Matches:
    """Matches with one number of seats and one choice of options. Every seat's decisions are taken here."""

    def __init__(
        self,
        game: Game,
        count: int,
        *,
        seats: int,
        options: Mapping[str, Any],
        seed: int,
        device: str,
        others: Others,
        who: Tensor,
    ) -> None:
        self.batch = Batch(game, count, seats=seats, options=options, seed=seed, others=others, device=device)
        self.count, self.seats, self.device, self._most = count, seats, device, game.seats[-1]
        self.who = who.to(device)  # the player of each seat
        self._rows = torch.arange(count, device=device)
        self.advised()  # compiled now, the first time on a machine

    def __len__(self) -> int:
        return self.count

    def seat(self) -> Tensor:
        """The seat to decide in each match."""
        return self._tensor(self.batch.seat).long()

    def player(self) -> Tensor:
        """The player of that seat: SELF, HEURISTIC, PAST or RIVAL."""
        return self.who[self._rows, self.seat()]

    def seen(self, seats: Tensor | None = None) -> Tensor:
        """The observations of the seats to decide, or of `seats`, one per match."""
        if self.device == "cuda":
            given = seats if seats is None else seats.int()
            return self._tensor(self.batch.observations("float16", seats=given))  # type: ignore[misc]
        return self._tensor(self.batch.observations(seats=seats if seats is None else seats.numpy()))

    def everything(self) -> Tensor:
        """What all seats see together, from the seat to decide onwards; nothing for seats that this match lacks."""
        seat = self.seat()
        views = [self.seen((seat + k) % self.seats).clone() for k in range(self.seats)]
        missing = [torch.zeros_like(views[0])] * (self._most - self.seats)
        return torch.cat([*views, *missing], 1)

    def legal(self) -> tuple[Tensor, Tensor]:
        """The legal actions of each match as a padded row, and their numbers."""
        if self.device == "cuda":
            counts = self._tensor(self.batch.counts).long()  # type: ignore[attr-defined]
            numbers = self._tensor(self.batch.numbers)[:, : int(counts.max())]  # type: ignore[attr-defined]
            return numbers.clamp(min=0), counts  # what is left of earlier lists may end with NONE
        counts = np.diff(self.batch.first)
        rows = np.zeros((self.count, counts.max()), np.int16)
        rows[np.arange(rows.shape[1]) < counts[:, None]] = self.batch.legal[: self.batch.first[-1]]
        return torch.from_numpy(rows), torch.from_numpy(counts)

    def spread(self) -> None:
        """Let the heuristic play until half of the matches have ended once, some faster than others.

        Matches that all begin together would all end together: most rollouts would have no result to learn from.
        """
        pace, ended = torch.rand(self.count, device=self.device), torch.zeros(self.count, device=self.device).bool()
        while ended.float().mean() < 0.5:
            acting = torch.rand(self.count, device=self.device) < pace
            ended |= self.step(torch.where(acting, self.advised(), STAY))[2]

    def advised(self, rows: Tensor | None = None) -> Tensor:
        """The actions that the heuristic would take, in all matches or in those of `rows`."""
        if rows is None or self.device == "cuda":
            return self._tensor(self.batch.choices(rows)).long()
        return self._tensor(self.batch.choices(rows.numpy())).long()

    def imagine(self, source: Matches, rows: Tensor, seats: Tensor, seeds: Tensor) -> None:
        """Become copies of those matches of another table, one per row, each as its seat could imagine it; what others
        have chosen in secret they choose again, so another seat may be the first to decide."""
        given = (rows, seats, seeds) if self.device == "cuda" else (rows.numpy(), seats.numpy(), seeds.numpy())
        self.batch.imagine(source.batch, *given, reopen=True)
        self.who = source.who[rows]

    def step(self, actions: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Act in every match. Returns payoffs, shares of the victory (both zero while a match goes on), and `ended`."""
        given = actions.int().contiguous()
        rewards, ended = self.batch.step(given if self.device == "cuda" else given.numpy())
        over = self._tensor(ended.view("uint8")).bool()
        first = (self._tensor(self.batch.ranks) == 1) & over[:, None]
        return self._tensor(rewards), first / first.sum(1, keepdim=True).clamp(min=1), over

    def _tensor(self, array: Any) -> Tensor:
        return torch.from_dlpack(array) if self.device == "cuda" else torch.from_numpy(array)


def one_of(count: int, seats: int, other: int) -> Tensor:
    """The net at one seat, a different one in each match, and `other` at all the rest."""
    who = torch.full((count, seats), other, dtype=torch.int8)
    rows = torch.arange(count)
    who[rows, rows % seats] = SELF
    return who


def seating(count: int, seats: int, shares: Mapping[int, float]) -> Tensor:
    """The player of each seat. `shares` has the share of matches against each opponent; the rest is self-play.

    Against the heuristic or a rival the net has one seat, a different one in each match; against a past self every
    second seat.
    """
    who = torch.full((count, seats), SELF, dtype=torch.int8)
    begin = 0
    for other, share in shares.items():
        rows = torch.arange(begin, begin + round(count * share))
        own = max(1, seats // 2) if other == PAST else 1
        who[rows] = one_of(len(rows), seats, other)
        for k in range(1, own):
            who[rows, (rows - begin + k * seats // own) % seats] = SELF
        begin += len(rows)
    return who
