"""How likely a bot was to choose each action: known for bots that draw lots, whose choices are partly luck, too."""

from __future__ import annotations

from typing import Any

from tempolude.bots.advice import advice
from tempolude.bots.player import Bot, RandomBot
from tempolude.bots.thinking import GreedyBot


def policy(bot: Bot, view: Any, seat: int) -> dict[int, float] | None:
    """The probability of each action, or None if the bot draws no lots, or nobody knows how."""
    if isinstance(bot, RandomBot):
        legal = bot.legal(view, seat)
        return dict.fromkeys(legal, 1 / len(legal))
    if isinstance(bot, GreedyBot) and bot.draws:
        weigh, legal = advice(bot.game).weigh, bot.legal(view, seat)
        return best_of({action: float(weigh(view, seat, action, bot.knowledge)) for action in legal}, bot.draws)
    return None


def best_of(weights: dict[int, float], draws: int) -> dict[int, float]:
    """The probability of each action to be the heaviest of so many draws with replacement.

    >>> best_of({7: 1.0, 8: 2.0, 9: 2.0}, 2)
    {7: 0.1111111111111111, 8: 0.4444444444444444, 9: 0.4444444444444444}
    """
    found: dict[int, float] = {}
    below, many = 0, len(weights)
    for weight in sorted(set(weights.values())):
        alike = [action for action, each in weights.items() if each == weight]
        share = ((below + len(alike)) ** draws - below**draws) / many**draws / len(alike)
        found |= dict.fromkeys(alike, share)
        below += len(alike)
    return found
