"""Players that see only what a seat may see.

>>> import tempolude
>>> from tempolude.bots import Setting, bot
>>> match = tempolude.Match("contretemps", seats=4, seed=3)
>>> players = [bot("greedy", Setting.of(match, seed)) for seed in range(4)]
>>> while not match.over:
...     seat = match.waiting[0]
...     match.play(seat, players[seat].choose(match.view(seat), seat))
>>> sorted(match.ranks)[0]
1
"""

from .compiled_search import is_ready, prepare
from .hint import Hint
from .levels import Level, levels
from .player import Bot, Player, Setting
from .specs import Spec, bot, level_bot, read_spec
from .worker import choose, hint

__all__ = [
    "Bot",
    "Hint",
    "Level",
    "Player",
    "Setting",
    "Spec",
    "bot",
    "choose",
    "hint",
    "is_ready",
    "level_bot",
    "levels",
    "prepare",
    "read_spec",
]
