"""Training: credit assignment, seating, and resuming a run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not among what the tests install, because it is large")

from tempolude.bots.net import HEAD, OTHERS, Net, head_made_for, net_from, net_of, read_arrays  # noqa: E402
from tempolude.engine.errors import BadOption  # noqa: E402
from tempolude.engine.game import game  # noqa: E402
from tempolude.train.imitation import Choices, imitate_bot  # noqa: E402
from tempolude.train.learner import Learner  # noqa: E402
from tempolude.train.lookahead import Looking, futures_of, look_ahead  # noqa: E402
from tempolude.train.matches import HEURISTIC, PAST, RIVAL, SELF, Matches, one_of, seating  # noqa: E402
from tempolude.train.ppo import Settings, advantages, outcomes  # noqa: E402
from tempolude.train.run import STEADY, Plan, Run  # noqa: E402


def test_the_net_that_learns_and_the_bot_make_the_same_sums() -> None:
    found = game("contretemps")
    torch.manual_seed(1)
    learner = Learner(found, width=32, depth=2)
    for parameter in learner.parameters():
        torch.nn.init.normal_(parameter, std=0.2)
    table = Matches(found, 8, seats=4, options={}, seed=3, device="cpu", others="greedy", who=seating(8, 4, {}))
    seen, (legal, counts) = table.seen(), table.legal()
    log_probabilities, win = learner(seen, legal, counts)
    net = Net(found, learner.weights())
    for row in range(8):
        own = legal[row, : counts[row]].numpy()
        scores, share = net.look(seen[row].double().numpy(), own)
        expected = scores - np.log(np.exp(scores).sum())
        assert log_probabilities[row, : counts[row]].detach().numpy() == pytest.approx(expected, abs=1e-4)
        assert share == pytest.approx(torch.sigmoid(win[row]).item(), abs=1e-5)


def test_a_decision_leads_to_its_seats_next_value_or_to_the_result() -> None:
    # One match: seat 0, seat 1, seat 0, and then it ends: +1 for seat 0, -1 for seat 1. Without a trace (lambda = 0).
    value = [torch.tensor([v]) for v in (0.1, 0.2, 0.5)]
    seat = [torch.tensor([s]) for s in (0, 1, 0)]
    mine = [torch.tensor([True])] * 3
    nothing, end = torch.zeros(1, 2), torch.tensor([[1.0, -1.0]])
    ended = [torch.tensor([e]) for e in (False, False, True)]
    wins = [nothing, nothing, torch.tensor([[1.0, 0.0]])]
    found, known = advantages(value, seat, mine, [nothing, nothing, end], ended, 0.0)
    assert [g.item() for g in found] == pytest.approx([0.5 - 0.1, -1 - 0.2, 1 - 0.5])
    assert all(k.item() for k in known)
    assert [share.tolist() for share in outcomes(wins, ended)] == [[[1.0, 0.0]]] * 3


def test_an_advantage_is_unknown_if_the_rollout_stops_before_the_seat_decides_again() -> None:
    value = [torch.tensor([0.1]), torch.tensor([0.2])]
    seat = [torch.tensor([0]), torch.tensor([1])]
    nothing, on = torch.zeros(1, 2), torch.tensor([False])
    _, known = advantages(value, seat, [torch.tensor([True])] * 2, [nothing] * 2, [on] * 2, 0.9)
    assert [k.item() for k in known] == [False, False]
    assert [share.tolist() for share in outcomes([nothing] * 2, [on] * 2)] == [[[-1.0, -1.0]]] * 2


def test_the_net_sits_everywhere_and_meets_whom_it_should() -> None:
    who = seating(400, 4, {HEURISTIC: 0.25, PAST: 0.25, RIVAL: 0.125})
    assert ((who == HEURISTIC).sum(1) == 3).sum() == 100
    assert ((who == RIVAL).sum(1) == 3).sum() == 50
    assert ((who == PAST).sum(1) == 2).sum() == 100
    assert ((who == SELF).sum(1) == 4).sum() == 150
    assert (who[:100] == SELF).sum(0).tolist() == [25] * 4


def test_a_look_ahead_prefers_what_wins_and_leaves_forced_actions_alone() -> None:
    """A policy that knows nothing moves towards actions after which it wins more often."""
    found = game("contretemps")
    torch.manual_seed(2)
    net = Learner(found, width=32, depth=1)
    looking = Looking(share=0.25, tried=4, draws=8, horizon=60)
    table = Matches(found, 48, seats=3, options={}, seed=3, device="cpu", others="greedy", who=one_of(48, 3, HEURISTIC))
    table.spread()
    futures, targets = futures_of(table, looking), list[torch.Tensor]()
    for _ in range(12):
        if one := look_ahead({SELF: net}, table, futures, looking):
            _, legal, counts, target = one
            assert len(target) == looking.positions(table)
            assert target.sum(1).numpy() == pytest.approx(1, abs=1e-5)
            assert (counts > 1).all()
            there = torch.arange(legal.shape[1]) < counts[:, None]
            assert (target[~there] == 0).all()
            targets.append(((target - 1 / counts[:, None]).abs() * there).sum(1))
        table.step(table.advised())
    assert targets
    assert torch.cat(targets).max() > 0.2  # an action that wins more often than another was found


def test_a_run_that_looks_ahead_begins_with_a_net_and_may_make_it_deeper(tmp_path: Path) -> None:
    found = game("contretemps")

    def plan(folder: str, depth: int, **more: Any) -> Plan:
        return Plan(
            found, tmp_path / folder, minutes=0.02, matches=48, steps=16, width=16, depth=depth, tested=16, every=1000,
            **more,
        )  # fmt: skip

    list(Run(plan("first", 1)).go())
    start, looking = tmp_path / "first" / "net.npz", Looking(draws=2, tried=2, horizon=3, minibatch=64)
    again = Run(plan("second", 3, start=start, ahead=True, looking=looking))
    seen = torch.rand(4, found.rules.FEATURES)
    taken = Learner(found, width=16, depth=1)
    taken.take(net_from(found, start).weights)
    assert again.net.chance(seen).tolist() == pytest.approx(taken.chance(seen).tolist(), abs=0.2)
    before = [parameter.clone() for parameter in again.net.parameters()]
    evaluated = list(again.go())
    assert evaluated[-1].measures.keys() == {"gap", "win"}
    assert any(not torch.equal(a, b) for a, b in zip(before, again.net.parameters(), strict=True))
    with pytest.raises(BadOption, match="the same width and at least that depth are expected"):
        Run(plan("third", 1, start=tmp_path / "second" / "net.npz"))


@pytest.mark.parametrize("ahead", [False, True])
def test_a_run_learns_against_a_rival_which_stays_as_it_is(tmp_path: Path, ahead: bool) -> None:
    """The rival may have another size."""
    found = game("contretemps")
    few: dict[str, Any] = {"minutes": 0.02, "matches": 48, "steps": 16, "tested": 16, "every": 1000.0}
    list(Run(Plan(found, tmp_path / "rival", width=24, depth=2, **few)).go())
    looking = Looking(draws=2, tried=2, horizon=3, minibatch=64)
    rival = tmp_path / "rival" / "net.npz"
    run = Run(Plan(found, tmp_path / "run", width=16, depth=1, rival=rival, ahead=ahead, looking=looking, **few))
    assert run.rival
    before = [parameter.clone() for parameter in run.rival.parameters()]
    evaluated = list(run.go())
    assert run.updates > 0
    assert all(0 <= (one.rival or 0.0) <= 1 and one.rival is not None for one in evaluated)
    assert all(torch.equal(a, b) for a, b in zip(before, run.rival.parameters(), strict=True))
    assert any((table.who == RIVAL).any() for table in run._tables())


def test_what_is_kept_is_an_average_of_the_last_nets(tmp_path: Path) -> None:
    few: dict[str, Any] = {"minutes": 0.02, "matches": 48, "steps": 16, "tested": 16, "every": 1000.0}
    run = Run(Plan(game("contretemps"), tmp_path, width=16, depth=1, **few))
    for now, average in zip(run.net.parameters(), run.average.parameters(), strict=True):
        now.data.fill_(1.0)
        average.data.fill_(0.0)
    run._settle()
    run._settle()
    kept = 1 - STEADY**2
    assert all(average.flatten()[0].item() == pytest.approx(kept) for average in run.average.parameters())
    run._evaluate({})
    assert net_from(game("contretemps"), tmp_path / "net.npz").weights.win == pytest.approx(kept, abs=1e-3)


def test_a_net_learns_to_foresee_a_bot(tmp_path: Path) -> None:
    found = game("contretemps")
    given: dict[str, Any] = {"device": "cpu", "width": 32, "depth": 1}
    foreseen = list(imitate_bot(found, "greedy", tmp_path, minutes=0.8, **given))
    best = min(foreseen, key=lambda one: one.loss)
    assert best.kept
    assert best.agreed > foreseen[0].agreed + 0.05
    assert best.decisions > 100
    net = Learner(found, width=32, depth=1)
    net.take(net_from(found, tmp_path / "net.npz").weights)
    table = Matches(found, 64, seats=4, options={}, seed=3, device="cpu", others="greedy", who=seating(64, 4, {}))
    legal, counts = table.legal()
    chosen = (legal == table.advised()[:, None]).int().argmax(1)
    assert Choices(table.seen(), legal.long(), counts, chosen).loss(net)[1] > 0.4
    with pytest.raises(BadOption, match="greedy played too few matches"):
        list(imitate_bot(found, "greedy", tmp_path, minutes=1e-6, **given))


def test_a_head_learns_to_foresee_a_bot_on_the_layers_of_the_net(tmp_path: Path) -> None:
    found = game("contretemps")
    given: dict[str, Any] = {"device": "cpu", "width": 32, "depth": 1, "head": True}
    foreseen = list(imitate_bot(found, "greedy", tmp_path, minutes=0.8, **given))
    assert min(one.loss for one in foreseen) < foreseen[0].loss - 0.2
    before = net_of(found).weights
    with (tmp_path / OTHERS).open("rb") as file:
        head = read_arrays(file, HEAD, head_made_for(found, before))  # the layers are those of the game's net
    assert all(abs(head[name] - getattr(before, name)).max() > 0 for name in HEAD)


def test_a_run_in_which_hardly_anybody_is_asked_and_nothing_ends_learns_nothing_and_goes_on(tmp_path: Path) -> None:
    looking = Looking(share=1.0, draws=2, tried=2, horizon=2)  # the net never decides in all matches at once
    few = {"minutes": 0.02, "matches": 8, "steps": 2, "width": 16, "depth": 1, "tested": 16, "every": 1000.0}
    run = Run(Plan(game("contretemps"), tmp_path, ahead=True, looking=looking, imitating=0.0, **few))
    evaluated = list(run.go())
    assert run.updates > 0
    assert evaluated[-1].measures == {}
    assert all(torch.isfinite(parameter).all() for parameter in run.net.parameters())


def test_a_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    def plan(minutes: float, width: int = 16) -> Plan:
        return Plan(
            game("contretemps"), tmp_path, minutes=minutes, matches=32, steps=8, width=width, depth=1, tested=16,
            every=1000, settings=Settings(minibatch=256),
        )  # fmt: skip

    first = Run(plan(0.02))
    evaluated = list(first.go())
    assert evaluated[0].kept
    assert net_from(game("contretemps"), tmp_path / "net.npz")
    again = Run(plan(first.seconds / 60 + 0.02))
    assert (again.decisions, again.updates) == (first.decisions, first.updates)
    assert all(torch.equal(a, b) for a, b in zip(first.net.parameters(), again.net.parameters(), strict=True))
    assert not list(Run(plan(0.02)).go())  # its time is spent
    list(again.go())
    assert again.decisions > first.decisions
    assert len((tmp_path / "log.jsonl").read_text().splitlines()) == len(evaluated) + 1
    with pytest.raises(BadOption, match="is of a run with game, rules, width, depth"):
        Run(plan(0.02, width=8))
