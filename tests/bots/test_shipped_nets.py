"""The nets that come with the games: their size, their cards, and that each can be played."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import numpy as np
import pytest

import tempolude
from tempolude.bots import Setting, bot, hint
from tempolude.bots.advice import advice
from tempolude.bots.net import CARD, FILE, OTHERS, Net, has_net, net_of, others_of
from tempolude.engine.game import Game, games
from tests.bots.searching import searching

MOST = 4_000_000  # bytes
SECTIONS = ("## How it was made", "## How strong it is", "## What it cannot do")
BUILT_IN = [game for game in games() if game.package.startswith("tempolude.games.")]
WITH_NET = [game for game in BUILT_IN if has_net(game)]


@pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.name)
def test_a_net_has_a_card_and_a_card_a_net(game: Game) -> None:
    assert (files(game.package) / CARD).is_file() == has_net(game)


def test_timeline_says_why_it_has_none() -> None:
    assert "dates are knowledge" in advice(tempolude.game("timeline")).no_net


@pytest.mark.parametrize("game", WITH_NET, ids=lambda game: game.name)
def test_a_net_is_small_and_its_card_says_what_it_is(game: Game) -> None:
    shipped = [path for path in (files(game.package) / name for name in (FILE, OTHERS)) if path.is_file()]
    assert sum(len(path.read_bytes()) for path in shipped) <= MOST
    card = (files(game.package) / CARD).read_text("utf-8")
    assert card.startswith(f"# The net of {game.title['en']}\n")
    parts = [card.partition(section)[2].partition("\n## ")[0].strip() for section in SECTIONS]
    assert all(parts), f"a card has these sections: {SECTIONS}"


@pytest.mark.parametrize("game", WITH_NET, ids=lambda game: game.name)
def test_a_net_plays_with_any_number_of_seats_and_estimates_its_chance(game: Game) -> None:
    for seats in game.seats:
        match = tempolude.Match(game, seats=seats, seed=1)
        players = [bot("net", Setting.of(match, seat)) for seat in range(seats)]
        while not match.over:
            seat = match.waiting[0]
            if len(match.legal(seat)) > 1 and len(match.steps) % 10 == 0:
                advised = hint(game.name, match.options, match.view(seat).tobytes(), seat, "net")
                assert 0 < (advised.wins or 0) < 1
            match.play(seat, players[seat].choose(match.view(seat), seat))
        assert not match.at_limit


def test_the_others_of_contretemps_choose_much_as_a_search_without_a_net_does() -> None:
    match = tempolude.Match("contretemps", seats=4, seed=11)
    others, surprise = others_of(match.game), {"net": list[float](), "others": list[float]()}
    assert others
    while not match.over:
        seat = match.waiting[0]
        view, legal = match.view(seat), match.way.legal(match.view(seat), seat)
        chosen = searching(match, "search:500:net=0", seed=len(match.steps)).choose(view, seat)
        if len(legal) > 1:
            for name, net in (("net", net_of(match.game)), ("others", others)):
                surprise[name].append(-log_policy(net, match, seat, legal)[legal.index(chosen)])
        match.play(seat, chosen)
    assert np.mean(surprise["others"]) < 0.8 * np.mean(surprise["net"])


def log_policy(net: Net, match: tempolude.Match, seat: int, legal: list[int]) -> Any:
    scores = net.look(match.way.observe(match.view(seat), seat), legal)[0]
    return scores - scores.max() - np.log(np.exp(scores - scores.max()).sum())
