"""The games as OpenSpiel games, registered when this module is imported.

    >>> import pyspiel
    >>> import tempolude.adapters.openspiel
    >>> game = pyspiel.load_game("tempolude_contretemps(players=4,mode=paradoxes)")
    >>> state = game.new_initial_state()
    >>> state.apply_action(7)  # chance: one of `deals` equally likely deals, which determines all later chance
    >>> state.action_to_string(state.legal_actions()[0])
    'play C10'

Parameters besides the game's own options: `players`; `deals`, the number of deals that chance chooses from (0: any,
sampled, which OpenSpiel cannot save), and `first`, the seed of the first; `turns=True` makes simultaneous decisions
sequential; `endgame=n` starts n decisions before the end of a random match, which can make games small enough to solve.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar

import numpy as np
import pyspiel

from tempolude.bots import Setting, bot
from tempolude.engine.errors import BadOption, IllegalAction
from tempolude.engine.game import Game, games
from tempolude.engine.options import LOT, FirstPlayer, Option
from tempolude.engine.seats import first_waiting, payoff
from tempolude.engine.ways import Interpreted, Way

from .naming import find
from .position import Position, seen_fields

DEALS = 1000
SAMPLED = 2**31 - 1  # with deals=0, the number of deals to draw from
REMEMBERED = 64  # own actions of a seat in its information state tensor


def parameters(game: Game) -> dict[str, Any]:
    """The parameters of a game, with their defaults."""
    options = {o.name: _parameter(o, o.default) for o in game.options}
    ours = {"players": game.seats[0], "deals": DEALS, "first": 0, "turns": False, "endgame": 0, "compiled": True}
    return options | ours


def _parameter(option: Option, value: Any) -> Any:
    """The value of an option as OpenSpiel takes it: a list joined by +; for the first player a number, 0 if drawn by
    lot, because OpenSpiel parses a string like "2" as a number."""
    if isinstance(option, FirstPlayer):
        return 0 if value == LOT else int(value)
    return "+".join(value) if isinstance(value, list) else value


def _value(option: Option, parameter: Any) -> Any:
    """The value of an option from its parameter."""
    if isinstance(option, FirstPlayer):
        return str(parameter) if parameter else LOT
    return parameter


def load(game: Game | str, options: Mapping[str, Any] | None = None, **ours: Any) -> Any:
    """Load an OpenSpiel game with options as everywhere else, and the parameters of this module.

    >>> load("timeline", {"decks": ["arts", "world"], "first_player": "2"}, players=3, compiled=False).max_game_length()
    180
    """
    game = find(game)
    settled = game.settle(ours.get("players", game.seats[0]), options)
    given = {o.name: _parameter(o, settled[o.name]) for o in game.options if o.name in (options or {})}
    return pyspiel.load_game(f"tempolude_{game.name}", given | ours)


def game_type(game: Game, *, turns: bool = False, sampled: bool = False) -> Any:
    """OpenSpiel's description of a game."""
    kinds = pyspiel.GameType
    return kinds(
        short_name=f"tempolude_{game.name}",
        long_name=game.title["en"],
        dynamics=kinds.Dynamics.SIMULTANEOUS if game.simultaneous and not turns else kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.SAMPLED_STOCHASTIC if sampled else kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters(game),
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its parameters. Every game has a subclass."""

    game: ClassVar[Game]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        game = self.game
        given = parameters(game) | (params or {})
        self.seats, self.deals, self.first = given["players"], given["deals"], given["first"]
        self.turns, self.endgame = given["turns"] or not game.simultaneous, given["endgame"]
        if min(self.deals, self.first, self.endgame) < 0:
            raise BadOption(f"deals={self.deals},first={self.first},endgame={self.endgame}: none may be less than 0")
        self.options = game.settle(self.seats, {o.name: _value(o, given[o.name]) for o in game.options})
        self.encoded = game.encode(self.seats, self.options)
        self.table = game.table(self.seats, self.options)
        self.way: Way = game.compiled if given["compiled"] else Interpreted(game)
        self.dice = Random()  # for sampled deals
        info = pyspiel.GameInfo(
            num_distinct_actions=game.rules.ACTIONS,
            max_chance_outcomes=self.deals or 1,
            num_players=self.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=game.longest(self.seats, self.options),
        )
        super().__init__(game_type(game, turns=given["turns"], sampled=not self.deals), info, params or {})

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)

    def begin(self, seed: int) -> Any:
        """The first position of a deal; with `endgame`, the position that many decisions before a random end."""
        s, dice, played = self.game.rules.STATE.new(), Random(seed), []
        self.way.setup(s, self.seats, self.encoded, seed)
        if self.endgame:
            while not s.over:
                seat = first_waiting(s)
                action = dice.choice(self.way.legal(s, seat))
                self.way.play(s, seat, action)
                played.append((seat, action))
            self.way.setup(s, self.seats, self.encoded, seed)
            for seat, action in played[: -self.endgame]:
                self.way.play(s, seat, action)
        return s


class SpielState(pyspiel.State):  # type: ignore[misc]
    """One moment of a match: before the deal, or a position with every seat's memory."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.position: Position | None = None
        self.coming = game.dice.randrange(SAMPLED)  # the deal, if it is sampled

    # --- Deciding ----------------------------------------------------------------

    def current_player(self) -> int:
        if self.position is None:
            return int(pyspiel.PlayerId.CHANCE)
        s = self.position.state
        if s.over:
            return int(pyspiel.PlayerId.TERMINAL)
        if sum(s.waiting) > 1 and not self.get_game().turns:
            return int(pyspiel.PlayerId.SIMULTANEOUS)
        return first_waiting(s)

    def is_terminal(self) -> bool:
        return self.position is not None and bool(self.position.state.over)

    def _legal_actions(self, player: int) -> list[int]:
        assert self.position is not None
        asked = self.current_player() in (player, pyspiel.PlayerId.SIMULTANEOUS)
        return self.get_game().way.legal(self.position.state, player) if asked and self._waits_for(player) else []

    def _waits_for(self, player: int) -> bool:
        return (
            self.position is not None and 0 <= player < self.num_players() and bool(self.position.state.waiting[player])
        )

    def chance_outcomes(self) -> list[tuple[int, float]]:
        deals = self.get_game().deals
        return [(deal, 1 / deals) for deal in range(deals)] if deals else [(0, 1.0)]

    def _apply_action(self, action: int) -> None:
        game = self.get_game()
        if self.position is None:
            self.position = Position(game.game, game.begin(game.first + action if game.deals else self.coming))
        else:
            self._play(self.current_player(), action)

    def _apply_actions(self, actions: list[int]) -> None:
        """Take the simultaneous actions; those of other seats are ignored."""
        asked = [seat for seat in range(len(actions)) if self._waits_for(seat)]  # before the last one causes more
        for seat in asked:
            self._play(seat, actions[seat])

    def _play(self, seat: int, action: int) -> None:
        assert self.position is not None
        way = self.get_game().way
        if action not in way.legal(self.position.state, seat):
            raise IllegalAction(f"{action} is not legal for player {seat} now")
        way.play(self.position.state, seat, action)
        self.position.note(seat, action)

    def returns(self) -> list[float]:
        seats = self.num_players()
        if not self.is_terminal():
            return [0.0] * seats
        assert self.position is not None
        ranks = self.get_game().way.score(self.position.state)[1]
        return [payoff(ranks, seats, seat) for seat in range(seats)]

    # --- Looking -----------------------------------------------------------------

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE or self.position is None:
            return f"deal {action}"
        if action not in self._legal_actions(player):
            return f"action {action}"
        game = self.get_game()
        game.table.meet(game.game.hide(self.position.state, -1))  # a table has the cards of one match at a time
        return str(game.table.notation(game.game.hide(self.position.state, player), player, action))

    def __str__(self) -> str:
        return "before the deal" if self.position is None else seen_fields(self.position.state, None)


class Observer:
    """An observer, by OpenSpiel's kinds of private information:

    - SINGLE_PLAYER: what a player sees (`SEEN` of the game's rules describes the numbers); with perfect recall also
      which player it is and its own past actions.
    - ALL_PLAYERS: the same for every player, concatenated.
    - NONE: what a spectator sees, as the numbers of `STATE.whole` with hidden values masked.

    Public and private information cannot be separated: an observer without public information has no string, as
    OpenSpiel allows, and raises an error if it is set.
    """

    def __init__(self, game: SpielGame, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"an observer takes no parameters, not {params!r}")
        kinds = pyspiel.PrivateInfoType
        self.game, self.kind = game, kind
        self.own, self.every = kind.private_info == kinds.SINGLE_PLAYER, kind.private_info == kinds.ALL_PLAYERS
        pieces = {"observation": game.game.rules.FEATURES}
        if kind.perfect_recall:
            pieces |= {"player": game.seats, "own_actions": REMEMBERED}
        if self.every:
            pieces = {f"{name}_{seat}": size for seat in range(game.seats) for name, size in pieces.items()}
        elif not self.own:
            pieces = {"public": game.game.rules.STATE.numbers_size}
        self.tensor = np.zeros(sum(pieces.values()), np.float32)
        ends = np.cumsum(list(pieces.values()))
        self.dict: dict[str, Any] = dict(zip(pieces, np.split(self.tensor, ends[:-1]), strict=True))

    def set_from(self, state: SpielState, player: int) -> None:
        if not self.kind.public_info:
            raise ValueError("what a player knows alone cannot be observed without what all know: set public_info=True")
        self.tensor.fill(0)
        if state.position is None:
            return
        if self.own:
            self._set_player(state.position, player, "")
        elif self.every:
            for seat in range(self.game.seats):
                self._set_player(state.position, seat, f"_{seat}")
        else:
            view = self.game.game.hide(state.position.state, -1)
            self.dict["public"][:] = self.game.game.rules.STATE.numbers(view.array)[0]

    def _set_player(self, position: Position, player: int, suffix: str) -> None:
        self.dict[f"observation{suffix}"][:] = self.game.way.observe(position.state, player)
        if self.kind.perfect_recall:
            self.dict[f"player{suffix}"][player] = 1
            last = position.own_actions(player)[: -REMEMBERED - 1 : -1]
            shares = [(action + 1) / self.game.game.rules.ACTIONS for action in last]
            self.dict[f"own_actions{suffix}"][: len(last)] = shares

    def string_from(self, state: SpielState, player: int) -> str | None:
        if not self.kind.public_info:
            return None
        if state.position is None:
            return "before the deal"
        seats = range(self.game.seats) if self.every else [player if self.own else -1]
        return "\n".join(self._told(state.position, seat) for seat in seats)

    def _told(self, position: Position, seat: int) -> str:
        seen = seen_fields(self.game.game.hide(position.state, seat), seat)
        return f"player={seat} memory={position.memory(seat)} {seen}" if self.kind.perfect_recall else seen


class SpielBot(pyspiel.Bot):  # type: ignore[misc]
    """A Tempolude bot for OpenSpiel: `SpielBot(game, player, "greedy", seed=1)`, for `evaluate_bots` and the like."""

    def __init__(self, game: SpielGame, player: int, name: str, seed: int | None = None) -> None:
        super().__init__()
        self._player = player
        self._bot = bot(name, Setting(game.game, game.seats, game.options, seed))

    def player_id(self) -> int:
        return self._player

    def restart_at(self, state: SpielState) -> None:
        """Do nothing: the bot has no memory."""

    def step(self, state: SpielState) -> int:
        assert state.position is not None
        game: Game = state.get_game().game
        return self._bot.choose(game.hide(state.position.state, self._player), self._player)

    def provides_policy(self) -> bool:
        return False


def resample(state: SpielState, player: int) -> SpielState:
    """A random state that the player cannot distinguish from this one, for `bot.set_resampler(resample)`."""
    assert state.position is not None
    other, game = state.clone(), state.get_game()
    seed = game.dice.randrange(SAMPLED)
    other.position = state.position.imagined(player, lambda view: game.way.guess(view, player, seed))
    return other


for _game in games():
    if f"tempolude_{_game.name}" not in pyspiel.registered_names():
        # A class, not a closure: pickle finds it by name, and OpenSpiel can release it after Python has shut down.
        _class = type(f"Spiel_{_game.name}", (SpielGame,), {"game": _game, "__module__": __name__})
        globals()[_class.__name__] = _class
        pyspiel.register_game(game_type(_game), _class)
