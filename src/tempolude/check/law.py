"""Laws: functions that take a game or a case and yield a sentence for every breach."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from itertools import islice
from typing import Any

from tempolude.engine.errors import BadOption
from tempolude.engine.game import Game

from .cases import Case, cases
from .explain import explained

MODULES = (  # of `laws`, in the order of checking: breaches of the first explain others
    "play", "hidden", "records", "endings", "observations", "rulebooks", "words", "locked", "first_player", "pages",
    "sentences", "story", "replays", "api", "bots", "guides",
)  # fmt: skip
MOST = 3  # sentences of one law about one case; the rest would be repetitive

Check = Callable[[Any], Iterator[str]]


@dataclass(frozen=True)
class Law:
    """One law; `by_case` if it is checked on every case, else once for the game."""

    name: str  # such as "play.a_match_ends": its module and its function
    check: Check
    by_case: bool
    compiles: bool  # whether it needs the compiled rules, which take a while the first time

    @property
    def module(self) -> str:
        return self.name.partition(".")[0]

    def subjects(self, game: Game) -> Sequence[Case | Game]:
        """The cases or the game that it is checked on."""
        return cases(game) if self.by_case else (game,)


_found: list[Law] = []


def law_of_cases(check: Check) -> Check:
    """Mark a law that is checked on every `Case`."""
    return _register(check, by_case=True)


def law_of_games(check: Check) -> Check:
    """Mark a law that is checked once for a game."""
    return _register(check, by_case=False)


def _register(check: Check, *, by_case: bool) -> Check:
    needs = getattr(sys.modules[check.__module__], "COMPILES", True)  # of a module: all laws, none, or those named
    name = f"{check.__module__.rpartition('.')[2]}.{check.__name__}"
    compiles = needs if isinstance(needs, bool) else check.__name__ in needs
    _found.append(Law(name, check, by_case, compiles))
    return check


def laws_of(only: Iterable[str] = ()) -> list[Law]:
    """Every law, or those whose names start with one of `only`; BadOption if there are none."""
    for module in MODULES:
        import_module(f"{__package__}.laws.{module}")
    _found.sort(key=lambda law: MODULES.index(law.module))
    wanted = tuple(only)
    for name in wanted:
        if not any(law.name.startswith(name) for law in _found):
            known = ", ".join(dict.fromkeys(law.module for law in _found))
            raise BadOption(f"there is no law {name!r}; there are: {known}")
    return [law for law in _found if not wanted or law.name.startswith(wanted)]


def breaches(law: Law, subject: Case | Game) -> list[str]:
    """The breaches of a law, a sentence each; an exception is a breach too."""
    game = subject.game if isinstance(subject, Case) else subject
    about = str(subject) if isinstance(subject, Case) else game.name
    found: list[str] = []
    try:
        found += islice(law.check(subject), MOST)
    except Exception as error:
        found.append(explained(error, game))
    return [f"{about}: {sentence}" for sentence in found]
