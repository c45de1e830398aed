"""Laws of the bots: they choose what is legal, by what their seat may know and nothing else, and spoil nothing."""

from __future__ import annotations

from random import Random

import pytest

from tempolude.bots import Setting, bot
from tempolude.bots.advice import advice
from tempolude.engine.game import Game
from tempolude.engine.match import Match
from tests.bots.searching import thinking

from .cases import Case, cases, every_case, every_game, play_at_random, positions


def decisions(case: Case, seed: int, every: int):  # type: ignore[no-untyped-def]
    """Positions of one match with every seat that must decide there."""
    for match in positions(case, seed, every):
        for seat in match.waiting:
            yield match, seat


@every_case
def test_a_weight_depends_on_the_view_alone(case: Case) -> None:
    knows = advice(case.game)
    for number, (match, seat) in enumerate(decisions(case, 4, every=11)):
        view, other = match.view(seat), match.view(seat)
        case.game.compiled.guess(other, seat, number)
        knowledge = knows.know(match.options, 0.2, "law")
        for action in match.way.legal(match.state, seat):
            weight = knows.weigh(view, seat, action, knowledge)
            assert weight == knows.weigh(match.state, seat, action, knowledge)
            assert weight == knows.weigh(other, seat, action, knowledge)


@pytest.mark.parametrize("spec", ["random", "greedy", "search:40"])
@every_game
def test_a_choice_is_the_same_for_all_that_the_seat_may_not_know(game: Game, spec: str) -> None:
    thinking(game)
    case = next(case for case in cases() if case.game is game and case.seats == game.seats[-1])
    for number, (match, seat) in enumerate(decisions(case, 5, every=13)):
        view, other = match.view(seat), match.view(seat)
        game.compiled.guess(other, seat, number)  # another state with the same view
        before = view.tobytes()
        chosen = bot(spec, Setting.of(match, seed=number)).choose(view, seat)
        assert chosen in match.way.legal(match.state, seat)
        assert view.tobytes() == before
        assert bot(spec, Setting.of(match, seed=number)).choose(game.hide(other, seat), seat) == chosen


@every_game
def test_greedy_chooses_the_same_interpreted_and_compiled(game: Game) -> None:
    thinking(game)
    case = next(case for case in cases() if case.game is game)
    match, dice = case.match(6), Random(6)
    while not match.over:
        for seat in match.waiting:
            plain = bot("greedy", Setting.of(match, seed=9)).choose(match.view(seat), seat)
            fast = bot("greedy", Setting(game, match.seats, match.options, 9, compiled=True))
            assert fast.choose(match.view(seat), seat) == plain
        play_at_random(match, dice, steps=9)


@every_game
def test_a_table_of_greedy_bots_ends_its_match(game: Game) -> None:
    match = Match(game, seats=game.seats[-1], seed=8)
    players = [bot("greedy", Setting.of(match, seed)) for seed in range(match.seats)]
    while not match.over:
        seat = match.waiting[0]
        match.play(seat, players[seat].choose(match.view(seat), seat))
    assert not match.at_limit
