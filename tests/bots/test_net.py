"""Nets as bots: what they see, what they choose, and which files are refused. Weights are random, not trained."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import tempolude
from tempolude.bots import Setting, bot
from tempolude.bots.net import (
    HEAD,
    Net,
    Weights,
    first_of_best,
    head_made_for,
    net_from,
    read_arrays,
    write_head,
    write_weights,
)
from tempolude.engine.errors import BadOption
from tempolude.engine.game import Game, game, games


def drawn(game: Game, seed: int = 1, width: int = 16) -> Weights:
    dice = np.random.default_rng(seed)
    rules = game.rules
    return Weights(
        dice.normal(size=(rules.FEATURES, width)), dice.normal(size=width), dice.normal(size=(2, width, width)) / width,
        dice.normal(size=(2, width)), dice.normal(size=(width, 8)), dice.normal(size=8),
        dice.normal(size=(rules.DOES.vocabulary, 8)), dice.normal(size=(8, 8)), dice.normal(size=width), 0.5,
    )  # fmt: skip


@pytest.fixture(scope="module", params=games(), ids=lambda game: game.name)
def kept(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Game, Path]:
    path = tmp_path_factory.mktemp("nets") / "net.npz"
    write_weights(request.param, drawn(request.param), path)
    return request.param, path


def test_a_net_from_a_file_plays_a_match_to_its_end(kept: tuple[Game, Path]) -> None:
    game, path = kept
    match = tempolude.Match(game, seats=game.seats[0], seed=5)
    players = [bot(f"net:{path}", Setting.of(match, 1)), *[bot("random", Setting.of(match, 2))] * (match.seats - 1)]
    while not match.over:
        seat = match.waiting[0]
        match.play(seat, players[seat].choose(match.view(seat), seat))
    assert sorted(match.ranks)[0] == 1


def test_equal_views_are_answered_alike_whatever_lies_hidden(kept: tuple[Game, Path]) -> None:
    game, path = kept
    match = tempolude.Match(game, seats=game.seats[-1], seed=8)
    dice = np.random.default_rng(3)
    player = bot(f"net:{path}", Setting.of(match, 1))
    for turn in range(30):
        if match.over:
            break
        seat = match.waiting[0]
        other = match.view(seat).copy()
        tempolude.engine.chance.seed_small(other, turn, tempolude.engine.chance.GUESS)
        game.rules.guess(other, seat)  # another state that the seat cannot tell from this one
        assert player.choose(match.view(seat), seat) == player.choose(game.hide(other, seat), seat)
        match.play(seat, int(dice.choice([action.number for action in match.legal(seat)])))


def test_a_look_is_the_sum_that_the_module_says() -> None:
    found = game("pirates")
    weights = drawn(found)
    seen = np.random.default_rng(2).random(found.rules.FEATURES) * (np.arange(found.rules.FEATURES) % 3 == 0)
    hidden = np.maximum(seen @ weights.first + weights.first_bias, 0)
    for layer, bias in zip(weights.layers, weights.layers_bias, strict=True):
        hidden = hidden + np.maximum(hidden @ layer + bias, 0)
    jump = found.rules.DOES.at("jump") + 2 * 7 + 3  # with colour 2 to epoch 3
    parts = found.rules.DOES.components[jump]
    described = np.maximum(weights.parts[parts[parts < found.rules.DOES.vocabulary]].sum(0), 0) @ weights.mix
    scores, win = Net(found, weights).look(seen, [0, jump])
    assert scores[1] == pytest.approx((hidden @ weights.query + weights.query_bias) @ described / np.sqrt(8))
    assert win == pytest.approx(1 / (1 + np.exp(-(hidden @ weights.win + 0.5))))


def test_other_files_are_refused(tmp_path: Path) -> None:
    ours, theirs = game("contretemps"), game("pirates")
    write_weights(theirs, drawn(theirs), tmp_path / "pirates.npz")
    with pytest.raises(BadOption, match="the net is for pirates, rules version"):
        net_from(ours, tmp_path / "pirates.npz")
    (tmp_path / "text.npz").write_text("no net")
    with pytest.raises(BadOption, match="this is no net"):
        net_from(ours, tmp_path / "text.npz")
    with pytest.raises(BadOption, match="cannot be read: No such file"):
        net_from(ours, tmp_path / "missing.npz")
    match = tempolude.Match("timeline", seats=2, seed=1)
    with pytest.raises(BadOption, match="timeline comes with no net: dates are knowledge, not skill"):
        bot("net", Setting.of(match))
    with pytest.raises(BadOption, match="error = 2 cannot be set"):
        bot("net:error=2", Setting.of(match))


def test_equal_scores_go_to_the_first_action_whatever_the_order_of_the_sums() -> None:
    """Two machines sum in another order: here the features are in another order, and twins of actions tie."""
    found = game("contretemps")
    weights, dice = drawn(found, width=64), np.random.default_rng(7)
    twins = np.asarray(weights.parts).copy()
    blocks, cards = len(found.rules.DOES.parts), 65
    twins[blocks : blocks + cards] = twins[blocks]  # the net cannot tell one card from another
    net = Net(found, replace(weights, parts=twins))
    order = dice.permutation(found.rules.FEATURES)
    other = Net(found, replace(weights, parts=twins, first=np.asarray(weights.first)[order]))
    for _ in range(50):
        seen = dice.random(found.rules.FEATURES) * (dice.random(found.rules.FEATURES) < 0.1)
        legal = sorted(dice.choice(cards, size=8, replace=False).tolist())
        mine, theirs = net.look(seen, legal)[0], other.look(seen[order], legal)[0]
        assert first_of_best(mine) == first_of_best(theirs) == 0
    assert first_of_best(np.array([1.0, 2.0, 2.0 + 1e-12, 1.5])) == 1
    assert first_of_best(np.array([1.0, 2.0, 2.0 + 1e-6])) == 2


def test_a_net_needs_no_compiler(kept: tuple[Game, Path]) -> None:
    game, path = kept
    code = (
        "import sys, tempolude\n"
        "from tempolude.bots import choose\n"
        f"match = tempolude.Match({game.name!r}, seats={game.seats[0]}, seed=1)\n"
        "seat = match.waiting[0]\n"
        f"choose({game.name!r}, match.options, match.view(seat).tobytes(), seat, 'net:{path}')\n"
        "assert 'numba' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=100)


def test_a_head_fits_the_layers_it_was_made_on_and_no_others(tmp_path: Path) -> None:
    found, path = game("contretemps"), tmp_path / "others.npz"
    weights, retrained = drawn(found), replace(drawn(found), layers_bias=np.ones((2, 16)))
    write_head(found, weights, path)
    with path.open("rb") as file:
        assert set(read_arrays(file, HEAD, head_made_for(found, weights))) == set(HEAD)
    with path.open("rb") as file, pytest.raises(BadOption, match=r"the net is for contretemps, .* layers .*; here is"):
        read_arrays(file, HEAD, head_made_for(found, retrained))


def test_a_failed_write_leaves_the_net_that_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found, path = game("contretemps"), tmp_path / "net.npz"
    write_weights(found, drawn(found), path)
    before = path.read_bytes()
    monkeypatch.setattr(np, "savez_compressed", lambda file, **arrays: file.write(b"half") and 1 / 0)
    with pytest.raises(ZeroDivisionError):
        write_weights(found, drawn(found, seed=2), path)
    assert path.read_bytes() == before
