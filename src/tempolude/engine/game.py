"""The description of a game, and how games are found.

A game is a package with `meta.py` (this description, cheap to import), `rules.py` and `table.py`, named by an entry
point in the group `tempolude.games`. Built-in games are found the same way as anyone else's.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import sha256
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from .errors import BadOption, OtherRules, UnknownGame, cut
from .options import Option, Words, settle

if TYPE_CHECKING:
    from .compiler import Compiled
    from .component import Component
    from .cuda import Cuda
    from .events import Event
    from .figures import Figure
    from .guide import Guide
    from .rulebook import Rulebook
    from .table import Table

GROUP = "tempolude.games"
ENCODED = "encoded"  # the key, beside the files, of the hash of the encoded options


@dataclass(frozen=True)
class Game:
    """A game: its authors, number of players and options. Rules and table are loaded on first access."""

    name: str
    package: str
    title: Words
    tagline: Words
    designers: tuple[str, ...]
    seats: range
    minutes: int
    rules_version: int
    score: Words  # the unit of the points
    options: tuple[Option, ...] = ()
    simultaneous: bool = False  # whether several seats ever decide at once
    older_rules: tuple[int, ...] = ()  # versions still supported, so that matches begun under them can continue

    @cached_property
    def rules(self) -> Any:
        """The module with the rules (see docs/adding-a-game.md for its contract), completed by `defaults.py`."""
        from .defaults import complete

        return complete(self, import_module(f"{self.package}.rules"))

    @cached_property
    def rulebook(self) -> Mapping[str, Rulebook]:
        """The numbered rules in words, by language."""
        from .rulebook import read_rulebooks

        return read_rulebooks(self.package)

    @cached_property
    def figures(self) -> Mapping[str, Figure]:
        """The figures of its rulebooks, by name; empty if the game has no `figures.py`."""
        module = self.part("figures")
        return {figure.name: figure for figure in module.FIGURES} if module else {}

    @cached_property
    def compiled(self) -> Compiled:
        """The compiled rules. Compiling takes seconds the first time on a machine; see `compiler.prepare`."""
        from .compiler import Compiled

        return Compiled(self)

    @cached_property
    def cuda(self) -> Cuda:
        """The rules on a GPU, or NoGpu. Compiling takes up to a minute the first time on a machine."""
        from .cuda import Cuda

        return Cuda(self)

    def __reduce__(self) -> Any:
        """Pickle by name: in another process this is the game that is installed there."""
        return _installed, (self.name, self.package, self.rules_version)

    def table(self, seats: int, options: Mapping[str, Any]) -> Table:
        """What a person sees of a match with these options."""
        table: Table = import_module(f"{self.package}.table").Table(seats, options)
        table.game = self
        return table

    def part(self, name: str) -> Any:
        """The module of that name in the game's folder; None if the game has none."""
        has = find_spec(f"{self.package}.{name}") is not None
        return import_module(f"{self.package}.{name}") if has else None

    def drawing(self) -> Any:
        """The module that draws the game in a terminal: its own, or the one that draws any scene."""
        return self.part("terminal") or import_module(f"{__package__}.plain")

    def facts(self, s: Any) -> tuple[dict[str, int], ...]:
        """Facts about every seat at the end of a match, by name, for studies; empty if the game has no `facts.py`."""
        if self._studied is None:
            return tuple({} for _ in range(s.players))
        facts = self._studied.facts
        return tuple({name: int(n) for name, n in facts(s, seat).items()} for seat in range(s.players))

    def deeds(self, s: Any) -> list[tuple[int, str, int]]:
        """What seats did in the last action, as (seat, name, amount), for studies; empty without a `facts.py`."""
        from .events import happened

        return self.deeds_in(happened(s, self.rules.EVENTS)) if hasattr(self._studied, "deed") else []

    def deeds_in(self, events: Iterable[Event]) -> list[tuple[int, str, int]]:
        """Like `deeds`, from stored events."""
        deed = getattr(self._studied, "deed", None)
        told = [(event, deed(event.name, *event.numbers)) for event in events] if deed else []
        return [(int(event.numbers[0]), *done) for event, done in told if done]

    def fact_name(self, name: str, lang: str) -> str | None:
        """What a fact is called on a person's page; None if it is not shown there."""
        words = getattr(self._studied, "fact_name", None)
        return words(name, lang) if words else None

    @cached_property
    def _studied(self) -> Any:
        return self.part("facts")  # cached: used after every action of a study

    @cached_property
    def components(self) -> Mapping[str, Component]:
        """The files that players can bring, by option; empty if the game has no `own.py`."""
        module = self.part("own")
        return {component.option: component for component in module.COMPONENTS} if module else {}

    @cached_property
    def guide(self) -> Guide | None:
        """The guided first match; None if the game has no `guide.py`."""
        module = self.part("guide")
        return module.GUIDE if module else None

    def settle(self, seats: int, options: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Every option with its checked value, or BadOption."""
        if isinstance(seats, bool) or not isinstance(seats, int) or seats not in self.seats:
            fewest, most = self.seats[0], self.seats[-1]
            en, fr = (f"{fewest} to {most}", f"de {fewest} à {most}") if fewest < most else (f"{most}", f"à {most}")
            raise BadOption(
                f"{self.title['en']} is for {en} players, not {cut(seats)}",
                f"{self.title['fr']} se joue {fr} joueurs, pas à {cut(seats)}",
            )
        return settle(self.options, options)

    def pin(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Settled options with the version of every built-in data file, by default the newest."""
        return {option.name: option.pin(options[option.name]) for option in self.options}

    def unpin(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """The options without versions, for another match with the newest data."""
        return {option.name: option.unpin(options[option.name]) for option in self.options if option.name in options}

    def contents(self, options: Mapping[str, Any]) -> dict[str, str]:
        """The SHA-256 of every built-in data file that pinned options name."""
        return {name: sha for o in self.options for name, sha in o.contents(options[o.name]).items()}

    def pins(self, options: Mapping[str, Any], encoded: Any) -> dict[str, str]:
        """The hashes of what a match with pinned options is played with: its files, and the encoded options."""
        return {**self.contents(options), ENCODED: sha256(encoded.tobytes()).hexdigest()}

    def plays(self, rules: int) -> bool:
        """Whether a match begun under that version of the rules can go on."""
        return rules == self.rules_version or rules in self.older_rules

    def encode(self, seats: int, options: Mapping[str, Any], rules: int | None = None) -> Any:
        """The settled options as the array of numbers that `setup` reads, by this or an older version of the rules."""
        import numpy as np

        older = {} if rules is None or rules == self.rules_version else {"rules": rules}
        return np.array(self.rules.encode(seats, options, **older), np.int64)

    def longest(self, seats: int, options: Mapping[str, Any] | None = None) -> int:
        """An upper bound on the number of decisions, counted seat by seat, of a match with these options.

        >>> game("contretemps").longest(4)
        76
        """
        settled = self.settle(seats, options)
        self.encode(seats, settled)  # raises BadOption if it cannot be played
        return int(self.rules.longest(seats, settled))

    def hide(self, s: Any, seat: int, view: Any = None) -> Any:
        """The view of `seat` (-1: a spectator): the state without what it may not know, a copy or in `view`."""
        own = getattr(self.rules, "hide", None)
        if view is None:
            view = s.copy()
        elif own is None:
            self.rules.STATE.erase(view, seat, of=s)
            return view
        else:
            view.become(s)
        if own is not None:  # first, while the whole state is there
            own(view, seat)
        self.rules.STATE.erase(view, seat)
        return view


def _installed(name: str, package: str, rules_version: int) -> Game:
    """The game of that name and package; OtherRules if it is not installed with this version of the rules."""
    found = game(name) if name in _entries() else None
    if found is None or found.package != package:  # not registered
        found = import_module(f"{package}.meta").GAME
    if found.rules_version != rules_version:
        raise OtherRules(f"it was kept under rules version {rules_version} of {name}; here is {found.rules_version}")
    return found


@lru_cache(maxsize=4)
def _installed_in(path: tuple[str, ...]) -> dict[str, EntryPoint]:
    """The entry points of all packages found there. Reading them takes milliseconds, and bots ask with every action."""
    return {entry.name: entry for entry in entry_points(group=GROUP)}


def _entries() -> dict[str, EntryPoint]:
    return _installed_in(tuple(sys.path))


def games() -> list[Game]:
    """Every registered game, by name.

    >>> "timeline" in [found.name for found in games()]
    True
    """
    _installed_in.cache_clear()  # one may have been installed since
    return [game(name) for name in sorted(_entries())]


def game(name: str) -> Game:
    """The registered game of that name.

    >>> game("contretemps").designers
    ('Jonathan Woodard',)
    """
    entries = _entries()
    if name not in entries:
        _installed_in.cache_clear()  # it may have been installed since
        entries = _entries()
    if name not in entries:
        known = ", ".join(sorted(entries))
        raise UnknownGame(
            f"unknown game {cut(name)}; available: {known}",
            f"jeu inconnu {cut(name)}\u00a0; disponibles\u00a0: {known}",
        )
    found = entries[name].load()
    if not isinstance(found, Game):
        raise UnknownGame(f"the entry point {name!r} names {found!r}, which is not a tempolude Game")
    return found
