"""A training run: imitate the heuristic, then improve against itself, past selves and the heuristic; keep the best.

Candidates are evaluated on matches that they were not trained on, against the heuristic and against the best so far.
A run lives in one folder and resumes from there:

    net.npz         the best net so far, to play as `net:FOLDER/net.npz`
    checkpoint.pt   the state of the run
    log.jsonl       one line per evaluation
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import torch

from tempolude.bots.net import net_from, write_weights
from tempolude.engine.errors import BadOption
from tempolude.engine.game import Game
from tempolude.engine.opponents import Others
from tempolude.engine.options import Choice, FirstPlayer

from .learner import Critic, Learner
from .lookahead import Looking, futures_of, learn, look_around
from .matches import HEURISTIC, PAST, RIVAL, SELF, Matches, one_of, seating
from .ppo import Settings, collect, imitate, mixed_precision, update

OTHERS: Others = {"greedy": 6.0, "apprentice": 1.0}  # the heuristic opponents in training
TEST_SEED, FIRST_SEED, APART = 1, 10**9, 10**15  # no match is used for both training and testing, or twice
SHARES = {HEURISTIC: 0.8, PAST: 0.1}  # of the matches, half of the net's decisions; the rest is self-play
SHARES_WITH_RIVAL = {HEURISTIC: 0.45, RIVAL: 0.45}
LEARNED = Settings(learning_rate=7e-5, entropy=0.003, rank_share=0.1)  # larger steps make a trained net forget
USUAL = 0.75  # share of the matches with the usual seats and options; the rest has others in turn
WARM = 24  # first updates, of the values only: advantages are meaningless before
POOL = 12  # past selves to play against
STEADY = 0.8  # what is evaluated and kept is an average, of which this share remains at each update


@dataclass(frozen=True)
class Plan:
    """The parameters of a run."""

    game: Game
    folder: Path
    device: str = "cpu"
    minutes: float = 10.0  # in all; a run that was interrupted goes on until then
    imitating: float = 0.1  # share of the time
    matches: int = 4096  # played together
    steps: int = 64  # decisions of every match between two updates
    width: int = 512
    depth: int = 2
    tested: int = 1024  # matches of an evaluation, against each kind of opponent
    every: float = 60.0  # seconds between evaluations
    start: Path | None = None  # a net to begin with, instead of imitating the heuristic
    rival: Path | None = None  # a net to learn against, besides the heuristic
    ahead: bool = False  # learn from looks ahead (`lookahead.py`) instead of PPO
    looking: Looking = field(default_factory=Looking)
    settings: Settings | None = None  # by default those for a new net, or `LEARNED` for one to begin with


@dataclass
class Evaluation:
    """The results of the net at one seat of matches that it was not trained on."""

    seconds: float
    decisions: int
    heuristic: float  # share of victories against the heuristic
    best: float  # against the best so far
    rival: float | None  # against the rival, if there is one
    kept: bool
    measures: Mapping[str, float]


class Run:
    """One training run, new or resumed from its folder."""

    def __init__(self, plan: Plan) -> None:
        _check(plan)
        self.plan, self.game = plan, plan.game
        self.settings = plan.settings or (LEARNED if plan.start and not plan.ahead else Settings())
        self.futures: dict[Matches, Matches] = {}  # room for the copies of a table
        self.seats = 4 if 4 in self.game.seats else self.game.seats[-1]
        self.net, self.average, self.best, self.past = (self._new() for _ in range(4))
        self.rival = _learner(plan, plan.rival) if plan.rival else None
        self.critic = Critic(self.game, width=plan.width, depth=plan.depth).to(plan.device)
        learning = [*self.net.parameters(), *self.critic.parameters()]
        self.optimizer = torch.optim.Adam(
            learning, lr=self.settings.learning_rate, eps=1e-5, fused=plan.device == "cuda"
        )
        self.pool: list[dict[str, Any]] = []
        self.seconds, self.decisions, self.updates, self.imitated = 0.0, 0, 0, False
        self.best_heuristic = self.best_rival = 0.0
        plan.folder.mkdir(parents=True, exist_ok=True)
        if not self._resume() and plan.start:
            self._take(plan.start)

    def _new(self) -> Learner:
        return Learner(self.game, width=self.plan.width, depth=self.plan.depth).to(self.plan.device)

    # --- The course of a run -----------------------------------------------------

    def go(self, tell: Callable[[float, str], None] = lambda share, words: None) -> Iterator[Evaluation]:
        """Train until the planned time is spent, yielding evaluations; `tell` is called with the progress."""
        whole, loss = 60 * self.plan.minutes, 0.0
        if self.seconds >= whole:
            return
        usual, *others = self._tables()  # compiles the rules, the first time on a machine
        for table in (usual, *others):
            table.spread()
        begin = time.monotonic() - self.seconds
        while not self.imitated:
            loss = imitate(self.net, self.optimizer, [usual, *others])
            self.decisions += sum(map(len, [usual, *others]))
            self.seconds = time.monotonic() - begin
            tell(self.seconds / whole, f"imitating the heuristic, loss {loss:.3f}")
            if self.seconds >= whole * self.plan.imitating:
                self.imitated = True
                self.average.load_state_dict(self.net.state_dict())
                yield self._evaluate({"imitation": loss})
        if not self.pool:  # it began with a net: the first to compare with
            yield self._evaluate({})
        evaluated, measures = time.monotonic(), {}
        while self.seconds < whole:
            in_turn = others[self.updates % len(others) :][:1] if others else []
            measures = self._update([usual, *in_turn], self.seconds / whole)
            self._settle()
            self.seconds = time.monotonic() - begin
            speed = f"{self.decisions / 1e6:.1f} million decisions, {self.decisions / self.seconds:,.0f} a second"
            tell(self.seconds / whole, speed)
            if time.monotonic() - evaluated > self.plan.every:
                yield self._evaluate(measures)
                evaluated = time.monotonic()
        yield self._evaluate(measures)

    def _update(self, tables: Sequence[Matches], share: float) -> dict[str, float]:
        """One rollout and one update. Learning rate, entropy bonus and rank share fade with time."""
        settings = self.settings
        for group in self.optimizer.param_groups:
            group["lr"] = settings.learning_rate * (1 - 0.9 * share)
        self.updates += 1
        self.decisions += self.plan.steps * sum(map(len, tables))
        if self.plan.ahead:
            return self._look_ahead(tables)
        past = self.best
        if self.pool:
            past = self.past
            past.load_state_dict(self.pool[int(torch.randint(len(self.pool), ()))])
        rank_share, entropy = settings.rank_share * (1 - share), settings.entropy * (1 - 0.8 * share)
        rollout = collect(
            self._nets(past), self.critic, tables, self.plan.steps, rank_share=rank_share,
            gae_lambda=settings.gae_lambda,
        )  # fmt: skip
        hold = self.best if self.updates <= WARM else None
        return update(self.net, self.critic, self.optimizer, rollout, settings, entropy=entropy, hold=hold)

    @torch.no_grad()
    def _settle(self) -> None:
        """Let the average follow the net, which every update throws a little to and fro."""
        for average, now in zip(self.average.parameters(), self.net.parameters(), strict=True):
            average.lerp_(now, 1 - STEADY)

    def _nets(self, past: Learner) -> dict[int, Learner]:
        """The nets of all players that have one."""
        return {SELF: self.net, PAST: past} | ({RIVAL: self.rival} if self.rival else {})

    def _look_ahead(self, tables: Sequence[Matches]) -> dict[str, float]:
        looking, nets = self.plan.looking, self._nets(self.net)
        for table in tables:
            if table not in self.futures:
                self.futures[table] = futures_of(table, looking)
        lessons = look_around(nets, tables, [self.futures[table] for table in tables], self.plan.steps, looking)
        return learn(self.net, self.optimizer, lessons, looking) if lessons else {}

    def _tables(self) -> list[Matches]:
        """Matches with the usual seats and options, then as many of every other case."""
        cases = [(self.seats, dict[str, Any]()), *_other_cases(self.game, self.seats)]
        first = FIRST_SEED + self.decisions  # at least one for each match so far
        tables = []
        for number, (seats, options) in enumerate(cases):
            share = 1 - USUAL if number else (USUAL if len(cases) > 1 else 1)
            count = max(8, round(self.plan.matches * share))
            shares = SHARES_WITH_RIVAL if self.rival else SHARES
            who, seed = seating(count, seats, shares), first + APART * number
            table = Matches(
                self.game, count, seats=seats, options=options, seed=seed, device=self.plan.device, others=OTHERS,
                who=who,
            )  # fmt: skip
            tables.append(table)
        return tables

    # --- Evaluating --------------------------------------------------------------

    def _evaluate(self, measures: Mapping[str, float]) -> Evaluation:
        """Evaluate the net, keep it if it is the best so far, and write a checkpoint."""
        heuristic, best = self._share(HEURISTIC), self._share(PAST, self.best)
        rival = self._share(RIVAL, self.rival) if self.rival else None
        error = (0.25 / self.plan.tested) ** 0.5
        lost = heuristic < self.best_heuristic - error or (rival or 0.0) < self.best_rival - error
        first = not self.pool
        kept = first or (best > 1 / self.seats and not lost)
        if kept:
            self.best.load_state_dict(self.average.state_dict())
            self.best_heuristic = max(heuristic, self.best_heuristic)
            self.best_rival = max(rival or 0.0, self.best_rival)
            write_weights(self.game, self.average.weights(), self.plan.folder / "net.npz")
        self.pool = [*self.pool, {name: kept.clone() for name, kept in self.average.state_dict().items()}][-POOL:]
        found = Evaluation(round(self.seconds, 1), self.decisions, heuristic, best, rival, kept, measures)
        with (self.plan.folder / "log.jsonl").open("a") as file:
            file.write(json.dumps(asdict(found)) + "\n")
        self._keep()
        return found

    @torch.no_grad()
    def _share(self, other: int, theirs: Learner | None = None) -> float:
        """The share of victories at one seat, all others being `other`, in complete matches without sampling; `theirs`
        is the net of the others, if they have one."""
        table = Matches(
            self.game, self.plan.tested, seats=self.seats, options={}, seed=TEST_SEED, device=self.plan.device,
            others="greedy", who=one_of(self.plan.tested, self.seats, other),
        )  # fmt: skip
        rows = torch.arange(len(table), device=self.plan.device)
        result = torch.full((len(table),), -1.0, device=self.plan.device)
        for _ in range(self.game.longest(self.seats)):
            seen, (legal, counts), player = table.seen(), table.legal(), table.player()
            with mixed_precision(self.plan.device):
                column = self.average(seen, legal, counts)[0].argmax(1)
                if theirs:
                    column = torch.where(player == other, theirs(seen, legal, counts)[0].argmax(1), column)
            action = legal.gather(1, column[:, None]).squeeze(1).long()
            if other == HEURISTIC:
                action = torch.where(player == HEURISTIC, table.advised(), action)
            _, wins, ended = table.step(action)
            fresh = ended & (result < 0)
            result = torch.where(fresh, wins[rows, rows % self.seats].float(), result)
            if bool((result >= 0).all()):
                break
        return float(result[result >= 0].mean())

    # --- Keeping -----------------------------------------------------------------

    def _keep(self) -> None:
        path = self.plan.folder / "checkpoint.pt"
        beside = path.with_suffix(".part")
        torch.save(
            {
                "game": self.game.name, "rules": self.game.rules_version, "width": self.plan.width,
                "depth": self.plan.depth, "net": self.net.state_dict(), "average": self.average.state_dict(),
                "critic": self.critic.state_dict(), "best": self.best.state_dict(),
                "optimizer": self.optimizer.state_dict(), "pool": self.pool, "seconds": self.seconds,
                "decisions": self.decisions, "updates": self.updates, "imitated": self.imitated,
                "best_heuristic": self.best_heuristic, "best_rival": self.best_rival,
            },
            beside,
        )  # fmt: skip
        beside.replace(path)

    def _take(self, path: Path) -> None:
        net = net_from(self.game, path).weights
        if net.first.shape[1] != self.plan.width or len(net.layers) > self.plan.depth:
            raise BadOption(
                f"{path} has width {net.first.shape[1]} and depth {len(net.layers)}: the same width and at least that "
                f"depth are expected, not {self.plan.width} and {self.plan.depth}"
            )
        self.net.take(net)
        self.average.load_state_dict(self.net.state_dict())
        self.imitated = True

    def _resume(self) -> bool:
        path = self.plan.folder / "checkpoint.pt"
        if not path.exists():
            return False
        kept = torch.load(path, map_location=self.plan.device, weights_only=True)
        ours = (self.game.name, self.game.rules_version, self.plan.width, self.plan.depth)
        theirs = tuple(kept[name] for name in ("game", "rules", "width", "depth"))
        if theirs != ours:
            raise BadOption(f"{path} is of a run with game, rules, width, depth = {theirs}, not {ours}")
        self.net.load_state_dict(kept["net"])
        self.average.load_state_dict(kept["average"])
        self.critic.load_state_dict(kept["critic"])
        self.best.load_state_dict(kept["best"])
        self.optimizer.load_state_dict(kept["optimizer"])
        self.pool, self.seconds, self.decisions = kept["pool"], kept["seconds"], kept["decisions"]
        self.updates, self.imitated = kept["updates"], kept["imitated"]
        self.best_heuristic, self.best_rival = kept["best_heuristic"], kept["best_rival"]
        return True


def _learner(plan: Plan, path: Path) -> Learner:
    """The net in a file, of whatever size."""
    weights = net_from(plan.game, path).weights
    net = Learner(plan.game, width=weights.first.shape[1], depth=len(weights.layers)).to(plan.device)
    net.take(weights)
    return net


def _check(plan: Plan) -> None:
    for name in ("minutes", "matches", "steps", "width", "tested"):
        if getattr(plan, name) <= 0:
            raise BadOption(f"{name} = {getattr(plan, name)}: more than 0 is expected")
    if plan.device not in ("cpu", "cuda"):
        raise BadOption(f"device = {plan.device!r}: 'cpu' or 'cuda' is expected")


def _other_cases(game: Game, usual: int) -> list[tuple[int, dict[str, Any]]]:
    """Every other number of seats, and every other value of options that can be chosen from a few."""
    seats: list[tuple[int, dict[str, Any]]] = [(n, {}) for n in game.seats if n != usual]
    chosen = [option for option in game.options if isinstance(option, Choice) and not isinstance(option, FirstPlayer)]
    return seats + [(usual, {o.name: value}) for o in chosen for value in o.choices if value != o.default]
