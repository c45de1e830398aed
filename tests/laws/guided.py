"""First matches with a guide, played as the server plays them."""

from __future__ import annotations

from collections.abc import Callable

from tempolude.bots import Setting, bot
from tempolude.engine.game import Game, games
from tempolude.engine.guide import Guide, Said, Telling
from tempolude.engine.match import Match

GUIDED = [game for game in games() if game.guide]
Choose = Callable[[Match, Telling], int]


def first_match(game: Game) -> tuple[Match, Telling, Guide]:
    guide = game.guide
    assert guide
    match = Match(game, seats=guide.seats, seed=guide.seed, options=guide.options)
    return match, Telling(guide, match), guide


def opponent(match: Match, seat: int, guide: Guide) -> int:
    """What the bots of the server choose there."""
    mine = sum(step.seat == seat for step in match.steps)
    return bot(guide.bot, Setting.of(match, mine)).choose(match.view(seat), seat)


def played(game: Game, beginner: Choose) -> tuple[Match, Telling]:
    """A whole first match."""
    match, telling, guide = first_match(game)
    while not match.over:
        seat = guide.seat if guide.seat in match.waiting else match.waiting[0]
        match.play(seat, beginner(match, telling) if seat == guide.seat else opponent(match, seat, guide))
    telling.listen()
    return match, telling


def as_bot(kind: str, seed: int = 1) -> Choose:
    """A beginner who plays like a bot."""

    def choose(match: Match, telling: Telling) -> int:
        seat = telling.guide.seat
        return bot(kind, Setting.of(match, seed + len(match.steps))).choose(match.view(seat), seat)

    return choose


def obedient(match: Match, telling: Telling) -> int:
    """A beginner who does what the guide points at, where that is an action."""
    telling.listen()
    advised = [said.subject for said in telling.said if said.moment.number == len(match.steps) and advises(said)]
    return int(advised[-1]) if advised else as_bot("greedy")(match, telling)


def advises(said: Said) -> bool:
    """Whether a lesson is about an action and points at all that is to be clicked for it."""
    action, now = said.subject, said.moment
    return type(action) is int and action in now.legal and set(now.click(action)) <= set(said.at)
