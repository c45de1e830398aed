"""Bots: they choose legal actions, based only on what their seat may know, and change nothing."""

from __future__ import annotations

from collections.abc import Iterator

from tempolude.bots import Setting, bot
from tempolude.bots.advice import advice
from tempolude.bots.compiled_search import compiled_search, prepare
from tempolude.bots.net import has_net
from tempolude.engine.game import Game
from tempolude.engine.match import Match

from ..cases import Case, cases, positions
from ..law import law_of_cases, law_of_games


def decisions(case: Case, seed: int, every: int) -> Iterator[tuple[Match, int]]:
    """Positions of one match with every seat to decide there."""
    for match in positions(case, seed, every):
        for seat in match.waiting:
            yield match, seat


@law_of_cases
def a_weight_depends_on_the_view_alone(case: Case) -> Iterator[str]:
    """The weight of an action, by `weigh` of heuristic.py, does not depend on what its seat may not know."""
    knows = advice(case.game)
    for number, (match, seat) in enumerate(decisions(case, 0, every=11)):
        view, other = match.view(seat), match.view(seat)
        case.game.compiled.guess(other, seat, number)
        knowledge = knows.know(match.options, 0.2, "law")
        for action in match.way.legal(match.state, seat):
            weights = {knows.weigh(s, seat, action, knowledge) for s in (view, match.state, other)}
            if len(weights) > 1:
                yield f"weigh of action {action} of seat {seat} depends on what it may not see: {sorted(weights)}"
                return


@law_of_games
def a_choice_goes_by_the_view_alone(game: Game) -> Iterator[str]:
    """The choice of every kind of bot is legal and does not depend on what its seat may not know."""
    prepare(game)
    compiled_search(game.name)
    case = next(case for case in cases(game) if case.seats == game.seats[-1])
    nets = ("net", "search:40:net=1") if has_net(game) else ()
    for spec in ("random", "greedy", "search:40:net=0", *nets):
        for number, (match, seat) in enumerate(decisions(case, 1, every=13)):
            view, other = match.view(seat), match.view(seat)
            game.compiled.guess(other, seat, number)  # another state with the same view
            before = view.tobytes()
            chosen = bot(spec, Setting.of(match, seed=number)).choose(view, seat)
            if chosen not in match.way.legal(match.state, seat):
                yield f"the bot {spec} chooses action {chosen} of seat {seat}, which is not legal"
                return
            if view.tobytes() != before:
                yield f"the bot {spec} changes the view it is given"
                return
            if bot(spec, Setting.of(match, seed=number)).choose(game.hide(other, seat), seat) != chosen:
                yield f"the choice of the bot {spec} for seat {seat} depends on what it may not see"
                return


@law_of_games
def greedy_chooses_the_same_compiled(game: Game) -> Iterator[str]:
    """The heuristic gives the same choices interpreted and compiled."""
    prepare(game)
    case = cases(game)[0]
    for match, seat in decisions(case, 1, every=9):
        plain = bot("greedy", Setting.of(match, seed=9)).choose(match.view(seat), seat)
        fast = bot("greedy", Setting(game, match.seats, match.options, 9, compiled=True))
        if fast.choose(match.view(seat), seat) != plain:
            yield f"greedy chooses action {plain} for seat {seat} interpreted, but a different one compiled"
            return


@law_of_games
def a_table_of_greedy_bots_ends(game: Game) -> Iterator[str]:
    """A match of greedy bots ends by the rules, not at the limit."""
    match = Match(game, seats=game.seats[-1], seed=8)
    players = [bot("greedy", Setting.of(match, seed)) for seed in range(match.seats)]
    while not match.over:
        seat = match.waiting[0]
        match.play(seat, players[seat].choose(match.view(seat), seat))
    if match.at_limit:
        yield "a match of greedy bots ends at its limit"
