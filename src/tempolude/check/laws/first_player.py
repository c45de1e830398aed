"""G1: the first player is drawn by lot, or chosen by the table if the game has that option."""

from __future__ import annotations

from collections.abc import Iterator

from tempolude.engine.errors import BadOption
from tempolude.engine.game import Game
from tempolude.engine.match import Match
from tempolude.engine.options import LOT, FirstPlayer

from ..law import law_of_games

COMPILES = False
DEALS = 60


@law_of_games
def the_table_may_name_the_first_player(game: Game) -> Iterator[str]:
    """With the option `first_player`, the chosen player begins; otherwise anybody may be drawn (field `first`)."""
    option = next((option for option in game.options if isinstance(option, FirstPlayer)), None)
    if option is None:
        return
    if "first" not in {field.name for field in game.rules.STATE.fields}:
        yield "a game with the option first_player needs a field called first with that seat"
        return

    def first(seats: int, seed: int, named: str) -> int:
        return int(Match(game, seats=seats, seed=seed, options={option.name: named}).state.first)

    for seats in game.seats:
        for number in range(1, seats + 1):
            if (begins := first(seats, number, str(number))) != number - 1:
                yield f"the table chooses player {number} of {seats}, but seat {begins} begins"
                return
        if seats < game.seats[-1]:
            try:
                first(seats, 1, str(seats + 1))
            except BadOption:
                continue
            yield f"player {seats + 1} of {seats} can be chosen to begin"
    drawn = {first(game.seats[-1], seed, LOT) for seed in range(DEALS)}
    if drawn != set(range(game.seats[-1])):
        yield f"in {DEALS} deals only seats {sorted(drawn)} were drawn to begin"
