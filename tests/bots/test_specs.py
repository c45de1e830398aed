"""Bots by their written names."""

from __future__ import annotations

from pathlib import Path

import pytest

import tempolude
from tempolude.bots import Setting, bot, choose, level_bot, levels, read_spec
from tempolude.engine.errors import BadOption
from tempolude.engine.game import game


@pytest.mark.parametrize(
    ("text", "kind", "budget"),
    [("random", "random", "2000"), ("greedy:error=0.3", "greedy", "2000"), ("search", "search", "2000"),
     ("search:500", "search", "500"), ("search:250ms", "search", "250ms"), ("search:2s", "search", "2000ms"),
     ("master", "search", "1000ms"), ("some.module:Class", "some.module:Class", "2000")],
)  # fmt: skip
def test_a_spec_is_taken_apart(text: str, kind: str, budget: str) -> None:
    spec = read_spec(text, game("timeline"))
    assert (spec.text, spec.kind, str(spec.budget)) == (text, kind, budget)


def test_settings_of_a_search_are_read() -> None:
    spec = read_spec("search:90:explore=0.7:error=0.4", game("timeline"))
    assert (dict(spec.settings), spec.error) == ({"explore": 0.7}, 0.4)


@pytest.mark.parametrize(
    ("text", "guided", "file"),
    [("search", None, None), ("search:net=0", False, None), ("search:500ms:net=1", True, None),
     ("search:net=some/net.npz:luck=2", True, Path("some/net.npz"))],
)  # fmt: skip
def test_a_search_says_which_net_it_follows(text: str, guided: bool | None, file: Path | None) -> None:
    spec = read_spec(text, game("contretemps"))
    assert (spec.guided, spec.file) == (guided, file)


def with_net(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    monkeypatch.setattr("tempolude.bots.specs.has_net", lambda game: game.name in names)


@pytest.mark.parametrize(
    ("level", "net", "compiled", "bot"),
    [("regular", True, True, "greedy:error=0.3"),
     ("strategist", True, False, "net"), ("strategist", True, True, "net"),
     ("strategist", False, True, "search:500:error=0.15"), ("strategist", False, False, "greedy:error=0.15"),
     ("master", True, True, "search:1000ms:error=0.05"), ("master", True, False, "net"),
     ("master", False, True, "search:1000ms:error=0.05"), ("master", False, False, "greedy:error=0.05")],
)  # fmt: skip
def test_a_level_plays_with_the_first_of_its_bots_that_can(
    monkeypatch: pytest.MonkeyPatch, level: str, net: bool, compiled: bool, bot: str
) -> None:
    with_net(monkeypatch, *["contretemps"] * net)
    assert level_bot(level, game("contretemps"), compiled=compiled) == bot


def test_every_level_has_a_bot_that_needs_neither_net_nor_compiling(monkeypatch: pytest.MonkeyPatch) -> None:
    with_net(monkeypatch)
    assert {read_spec(level.key, game("masters"), compiled=False).kind for level in levels()} == {"random", "greedy"}


@pytest.mark.parametrize(
    ("text", "reason"),
    [("gredy", "unknown bot 'gredy'"), ("search:many", "a budget is"), ("search:0", "a budget is"),
     ("greedy:200", "has no budget"), ("search:luck=much", "is no number"), ("search:speed=3", "cannot be set"),
     ("greedy:luck=1", "cannot be set"),
     ("random:error=1", "cannot be set"), ("greedy:error=-1", "cannot be set"), ("", "unknown bot ''")],
)  # fmt: skip
def test_what_cannot_be_read_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(BadOption, match=reason):
        read_spec(text, game("timeline"))


def setting() -> Setting:
    return Setting.of(tempolude.Match("timeline", seats=2, seed=1), seed=1)


@pytest.mark.parametrize(
    ("text", "reason"), [("no_such_module:Bot", "cannot be loaded"), ("json:JSONEncoder", "no method choose")]
)
def test_a_strangers_bot_that_is_none_is_refused(text: str, reason: str) -> None:
    with pytest.raises(BadOption, match=reason):
        bot(text, setting())


def test_a_strangers_bot_may_lie_in_the_folder_one_is_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    body = "    def choose(self, view, seat):\n        return self.legal(view, seat)[-1]\n"
    (tmp_path / "visiting.py").write_text(f"from tempolude.bots import Player\n\nclass Last(Player):\n{body}")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    match = tempolude.Match("timeline", seats=2, seed=1)
    seat = match.waiting[0]
    assert bot("visiting:Last", Setting.of(match)).choose(match.view(seat), seat) == match.legal(seat)[-1].number


def test_levels_go_from_first_timer_to_master_in_both_languages() -> None:
    assert levels()[0].bots == ("random",)
    for level in levels():
        assert level.name["en"]
        assert level.name["fr"]
        assert level.character["en"].endswith(".")
        assert level.character["fr"].endswith(".")
    errors = [read_spec(level.key, game("timeline")).error for level in levels()[1:]]
    assert errors == sorted(errors, reverse=True)


def test_a_choice_is_made_from_bytes_alone() -> None:
    match = tempolude.Match("contretemps", seats=4, seed=2)
    seat = match.waiting[0]
    given = ("contretemps", match.options, match.view(seat).tobytes(), seat, "regular")
    assert choose(*given, seed=3) == choose(*given, seed=3)
    assert choose(*given, seed=3) in match.way.legal(match.state, seat)
