"""The laws: checks that every game must pass, each of which reports its breaches in sentences.

>>> from tempolude.engine.game import game
>>> [law.name for law in laws_of(["locked"])]
['locked.nothing_published_has_changed']
>>> breaches(laws_of(["locked"])[0], game("contretemps"))
[]
"""

from .cases import Case, cases
from .law import Law, breaches, laws_of

__all__ = ["Case", "Law", "breaches", "cases", "laws_of"]
