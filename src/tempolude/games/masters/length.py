"""How long a match can be: a bound on its decisions that follows from the rules and the set of cards.

Three things are counted over the whole match.

- Cards that enter a hand: five at the beginning and at most five when a turn closes (M5.2), those taken from spheres
  (M5.1), and what effects draw and fetch. Each leaves the hand by at most one decision: it is played, placed, traded,
  removed, put under a timer, or discarded for an attack.
- What follows from such a decision, at most one each: a timer that was set is activated, discarded or broken once; a
  spell that was placed is released once. Also the choices that the effect of a focus or of a timer asks for.
- Choices that the effects of spells ask for, and two ends per turn: of its main phase and of its spheres phase.

A spell is cast at most once per turn, since it then lies in the chain until the close. It is placed on a timer with a
placing effect at most once per turn, since from there it goes to the chain. A focus or a discarded timer never gives
cards (`components.py` refuses it). So what effects can give is bounded, in a turn, by the spells of a player, and
in a round, by the base decks and the fifty cards of the spheres, each of which has one owner.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from . import state
from .components import Kind, Word, read_set, read_table


def longest(players: int, options: Mapping[str, Any]) -> int:
    """A number of decisions that no match exceeds."""
    kinds = read_set(options["cards"])
    random = options["spheres"] == "random"
    copies = [kind.copies for kind in kinds] if random else read_table(options["spheres"], kinds)
    effects = [kind.effect for kind in kinds if kind.sort == state.SPELL and not kind.echoes]
    most_given = max((_given(effect) for effect in effects), default=0)
    most_asked = max((_asked(effect, 0) for effect in effects), default=0)
    free = [kind for kind in kinds if kind.sort != state.SPELL]
    placed = max((_given(kind.effect) for kind in free if kind.sort == state.TIMER), default=0)
    # A card that enters a hand: its own decision, the one that follows, and the choices of a focus or a timer.
    each = 2 + max((_asked(kind.effect, players) for kind in free), default=0)

    def of_spell(kind: Kind) -> int:
        """The most decisions that a spell adds to a turn: by its own effect, echoes included, and by its timer’s."""
        if kind.sort != state.SPELL:
            return 0
        echoes = sum(word.amount for word in kind.effect if word.number == state.ECHO)
        given = _given(kind.effect) + echoes * most_given + placed
        return given * each + _asked(kind.effect, players) + echoes * most_asked

    def of_cards(level: int, most: int) -> int:
        """The decisions added by the `most` cards of a level that add most."""
        mine = [(kind, n) for kind, n in zip(kinds, copies, strict=True) if kind.level == level]
        adds = [of_spell(kind) for kind, n in mine for _ in range(n if level else kind.copies)]
        return sum(sorted(adds, reverse=True)[:most])

    turn = 2 + state.HAND * each + of_cards(0, state.BASE)
    spheres = sum(of_cards(level, state.SPHERE) for level in range(1, state.LEVELS + 1))
    taken = state.LEVELS * state.SPHERE
    return state.TURNS * (players * turn + spheres) + players * state.HAND * each + taken * (1 + each)


def _given(effect: Iterable[Word]) -> int:
    """How many cards an effect adds to the hand, without echoes."""
    return sum(word.amount for word in effect if word.number in (state.DRAW, state.FETCH))


def _asked(effect: Iterable[Word], players: int) -> int:
    """How many choices an effect asks for that take no card from a hand, without echoes; attacks: one per opponent."""
    asked = 0
    for word in effect:
        if word.number == state.FETCH:
            asked += word.amount
        elif word.number in (state.RENEW, state.REMOVE_UP_TO):
            asked += 1
        elif word.number == state.SURCHARGE:  # M6.5
            asked += max(0, players - 1)
    return asked
