"""Laws of the third way to run rules: a GPU plays the same as the CPU, byte for byte.

They need a GPU and `pip install "tempolude[cuda]"`; otherwise they are skipped with the reason. docs/gpu.md reports the
last run. What a kernel does to one match is tested on the CPU too, in tests/engine/test_kernels.py.
"""

from __future__ import annotations

import pickle
from random import Random
from typing import Any

import numpy as np
import pytest

from tempolude.engine.batch import STAY, Batch
from tempolude.engine.cuda import load_cupy
from tempolude.engine.errors import BadOption, IllegalAction, NoGpu
from tempolude.engine.game import Game
from tempolude.engine.rule import rule
from tempolude.engine.ways import Interpreted

from .cases import Case, every_case, every_game

SEEDS = 6  # matches per case, played on the GPU and compiled; the first also interpreted
STEPS = 300

try:
    load_cupy()
    missing = ""
except NoGpu as error:
    missing = str(error)
needs_gpu = pytest.mark.skipif(bool(missing), reason=missing)


@rule
def highest(s, seat, legal, count, chance):
    """A policy for the tests: the highest action."""
    return legal[count - 1]


@needs_gpu
@every_case
def test_cuda_compiled_and_interpreted_rules_give_the_same_bytes_after_every_action(case: Case) -> None:
    """All bytes, including events; and the same actions are legal, in the same order."""
    dice, plain, fast = Random(1), Interpreted(case.game), case.game.compiled
    options = case.game.encode(case.seats, case.game.settle(case.seats, case.options))
    batch = Batch(case.game, SEEDS, seats=case.seats, options=case.options, seed=3, device="cuda", events=True)
    state, compiled = case.game.rules.STATE.new(), [case.game.rules.STATE.new() for _ in range(SEEDS)]
    plain.setup(state, case.seats, options, 3)
    for i, s in enumerate(compiled):
        fast.setup(s, case.seats, options, 3 + i)
    while not all(s.over for s in compiled):
        on_gpu, seats, counts, numbers = (a.get() for a in (batch.states, batch.seat, batch.counts, batch.numbers))
        actions = np.full(SEEDS, STAY, np.int32)
        for i, s in enumerate(compiled):
            if not s.over:
                assert on_gpu[i].tobytes() == s.tobytes()
                legal = fast.legal(s, int(seats[i]))
                assert numbers[i, : counts[i]].tolist() == legal
                actions[i] = dice.choice(legal)
                fast.play(s, int(seats[i]), int(actions[i]))
        if not state.over:
            assert on_gpu[0].tobytes() == state.tobytes()
            assert numbers[0, : counts[0]].tolist() == plain.legal(state, int(seats[0]))
            plain.play(state, int(seats[0]), int(actions[0]))
        batch.step(actions)
    assert state == compiled[0]


@needs_gpu
@pytest.mark.parametrize(
    ("learner", "others"), [(None, "random"), ("turns", "random"), ("turns", {"greedy": 2, "random": 1, highest: 1})]
)
@every_game
def test_a_batch_on_a_gpu_is_the_batch_of_the_processor(game: Game, learner: str | None, others: Any) -> None:
    seats = game.seats[-1]
    settings: dict[str, Any] = {"seats": seats, "seed": 9, "keep_last": True, "learner": learner, "others": others}
    here, there = Batch(game, 64, **settings), Batch(game, 64, device="cuda", **settings)
    for step in range(STEPS):
        assert here.states.tobytes() == there.states.get().tobytes()
        for name in ("seat", "seeds", "random", "rewards", "ended", "scores", "ranks", "opponent"):
            assert getattr(here, name).tolist() == getattr(there, name).get().tolist(), name
        if step % 25 == 0:
            seen = here.observations()
            np.testing.assert_array_equal(seen, there.observations().get())
            np.testing.assert_array_equal(seen.astype(np.float16), there.observations(np.float16).get())
            other = (here.seat + 1) % seats
            np.testing.assert_array_equal(here.observations(seats=other), there.observations(seats=other).get())
            np.testing.assert_array_equal(here.masks(), there.masks().get())
            np.testing.assert_array_equal(here.first, there.first.get())
            np.testing.assert_array_equal(here.legal[: here.first[-1]], there.legal.get())
        actions = here.random.copy()
        actions[step % 64] = STAY
        here.step(actions)
        there.step(actions if step % 2 else actions.astype(np.int64))
    assert here.last.tobytes() == there.last.get().tobytes()
    over = np.flatnonzero(here.last["over"])
    if len(over):
        np.testing.assert_array_equal(
            here.last_observations(over, over % seats), there.last_observations(over, over % seats).get()
        )
    assert here.choices().tolist() == there.choices().get().tolist()
    assert here.choices([5, 3]).tolist() == there.choices(np.array([5, 3])).get().tolist()
    rows, other = np.arange(64) // 2, (here.seat[np.arange(64) // 2] + 1) % seats
    imagined = Batch(game, 64, **settings), Batch(game, 64, device="cuda", **settings)
    for reopen in (False, True):
        for copies, source in zip(imagined, (here, there), strict=True):
            copies.imagine(source, rows, other, np.arange(64), reopen=reopen)
        assert imagined[0].states.tobytes() == imagined[1].states.get().tobytes()
    for again in ({}, {"seed": [5, 8], "matches": [3, 60]}, {"matches": np.arange(64) % 3 == 0}):
        here.reset(**again)
        there.reset(**again)
        assert here.states.tobytes() == there.states.get().tobytes()
        assert here.seeds.tolist() == there.seeds.get().tolist()


@needs_gpu
def test_matches_are_saved_on_one_device_and_restored_on_another() -> None:
    here, there = (Batch("timeline", 12, seats=3, seed=2, learner="turns", device=d) for d in ("cpu", "cuda"))
    for _ in range(20):
        there.step(there.random)
    saved = pickle.loads(pickle.dumps(there.save()))
    here.restore(saved)
    copy = pickle.loads(pickle.dumps(there))
    there.reset(matches=[1, 5])
    there.restore(saved)
    without_learner = Batch("timeline", 12, seats=3, seed=2, device="cuda")  # the learner is chosen with the matches
    without_learner.restore(here.save())
    for _ in range(30):
        for other in (there, copy, without_learner):
            assert here.states.tobytes() == other.states.get().tobytes()
            assert here.rewards.tolist() == other.rewards.get().tolist()
            other.step(other.random)
        here.step(here.random)


@needs_gpu
@every_game
def test_random_play_on_a_gpu_comes_to_what_it_comes_to_on_the_processor(game: Game) -> None:
    for seats in game.seats:
        options = game.encode(seats, game.settle(seats))
        here, there = (way.matches(seats, options, first_seed=11, count=500) for way in (game.compiled, game.cuda))
        assert (here.decisions, here.at_limit) == (there.decisions, there.at_limit)
        assert here.wins == pytest.approx(there.wins)


@needs_gpu
def test_an_illegal_action_in_one_match_changes_nothing_in_any_on_a_gpu() -> None:
    batch = Batch("contretemps", 4, seats=3, device="cuda")
    batch.step(batch.random)
    before = [getattr(batch, name).get().tobytes() for name in ("states", "seat", "random", "rewards", "ended")]
    wrong = batch.random.get()
    wrong[2] = 85
    for bad in (wrong, wrong.astype(np.int64) + 2**40, wrong[:3], wrong.astype(np.float32)):
        with pytest.raises(IllegalAction):
            batch.step(bad)
    assert before == [getattr(batch, name).get().tobytes() for name in ("states", "seat", "random", "rewards", "ended")]
    batch.step(batch.random)


@needs_gpu
def test_torch_and_jax_share_the_arrays_of_a_batch() -> None:
    torch = pytest.importorskip("torch")
    batch = Batch("contretemps", 16, device="cuda")
    seen, masks = torch.from_dlpack(batch.observations()), torch.as_tensor(batch.masks(), device="cuda")
    assert seen.data_ptr() == batch.observations().data.ptr
    assert masks.data_ptr() == batch.masks().data.ptr
    batch.step(masks.to(torch.float32).argmax(1))
    batch.step(torch.from_dlpack(batch.random))
    now = batch.observations().get()
    assert seen.cpu().numpy().tolist() == now.tolist()  # the same memory, two steps later
    cupy = load_cupy()
    assert cupy.from_dlpack(seen).data.ptr == batch.observations().data.ptr
    jax = pytest.importorskip("jax")
    shared = jax.dlpack.from_dlpack(batch.masks().view(np.uint8))
    assert shared.unsafe_buffer_pointer() == batch.masks().data.ptr
    batch.step(shared.argmax(axis=1).astype(np.int32))


@needs_gpu
def test_what_cannot_be_is_refused_on_a_gpu_too() -> None:
    with pytest.raises(BadOption, match="float64"):
        Batch("contretemps", 2, device="cuda").observations(np.float64)
    with pytest.raises(BadOption, match="matches"):
        Batch("contretemps", 0, device="cuda")


@pytest.mark.skipif(not missing, reason="there is a GPU here")
def test_without_a_gpu_a_sentence_says_what_is_missing() -> None:
    with pytest.raises(NoGpu, match=r"tempolude\[cuda\]"):
        Batch("contretemps", 2, device="cuda")


def test_an_unknown_device_is_refused() -> None:
    with pytest.raises(BadOption, match="'tpu'"):
        Batch("contretemps", 2, device="tpu")
