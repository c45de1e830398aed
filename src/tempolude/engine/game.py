"""What a game is to the engine, and how games are found.

A game is a package with `meta.py` (this description, cheap to import), `rules.py` and `table.py`, named by an entry
point in the group `tempolude.games`. Ours are found the same way as a stranger's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
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
ENCODED = "encoded"  # beside the files: what the rules are given of all options together


@dataclass(frozen=True)
class Game:
    """A game: who made it, for how many, what can be chosen. Rules and table are loaded when first asked for."""

    name: str
    package: str
    title: Words
    tagline: Words
    designers: tuple[str, ...]
    seats: range
    minutes: int
    rules_version: int
    score: Words  # what the points of a seat are
    options: tuple[Option, ...] = ()
    simultaneous: bool = False  # whether several seats ever decide at once
    older_rules: tuple[int, ...] = ()  # versions that are still played, so that matches begun under them go on

    @cached_property
    def rules(self) -> Any:
        """The module with the rules (see docs/adding-a-game.md for its contract), complete (`defaults.py`)."""
        from .defaults import complete

        return complete(self, import_module(f"{self.package}.rules"))

    @cached_property
    def rulebook(self) -> Mapping[str, Rulebook]:
        """The numbered rules in words, by language."""
        from .rulebook import read_rulebooks

        return read_rulebooks(self.package)

    @cached_property
    def figures(self) -> Mapping[str, Figure]:
        """What its rulebooks show, by name; nothing if the game has no `figures.py`."""
        module = self.part("figures")
        return {figure.name: figure for figure in module.FIGURES} if module else {}

    @cached_property
    def compiled(self) -> Compiled:
        """The rules compiled. The first time on a machine this takes seconds; `compiler.prepare` shows progress."""
        from .compiler import Compiled

        return Compiled(self)

    @cached_property
    def cuda(self) -> Cuda:
        """The rules on a GPU, or NoGpu. They are compiled the first time on a machine, which takes up to a minute."""
        from .cuda import Cuda

        return Cuda(self)

    def __reduce__(self) -> Any:
        """As a name: a copy, also one in another process, is the game that is installed there."""
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
        """What every seat had at the end of a match, by name, for studies; nothing if the game has no `facts.py`."""
        if self._studied is None:
            return tuple({} for _ in range(s.players))
        facts = self._studied.facts
        return tuple({name: int(n) for name, n in facts(s, seat).items()} for seat in range(s.players))

    def deeds(self, s: Any) -> list[tuple[int, str, int]]:
        """What seats did in the last action: seat, name and how much, for studies; nothing if no `facts.py` says so."""
        from .events import happened

        return self.deeds_in(happened(s, self.rules.EVENTS)) if hasattr(self._studied, "deed") else []

    def deeds_in(self, events: Iterable[Event]) -> list[tuple[int, str, int]]:
        """The same of events that were kept."""
        deed = getattr(self._studied, "deed", None)
        told = [(event, deed(event.name, *event.numbers)) for event in events] if deed else []
        return [(int(event.numbers[0]), *done) for event, done in told if done]

    def favourite(self, name: str, lang: str) -> str | None:
        """What a fact is called on a person's page; None if it is not shown there."""
        words = getattr(self._studied, "favourite", None)
        return words(name, lang) if words else None

    @cached_property
    def _studied(self) -> Any:
        return self.part("facts")  # kept: asked after every action of a study

    @cached_property
    def components(self) -> Mapping[str, Component]:
        """What people can bring to it, by option; nothing if the game has no `own.py`."""
        module = self.part("own")
        return {component.option: component for component in module.COMPONENTS} if module else {}

    @cached_property
    def guide(self) -> Guide | None:
        """The first match with a guide; none if the game has no `guide.py`."""
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
        """Settled options with the version of every data file of ours, the newest where they say none."""
        return {option.name: option.pin(options[option.name]) for option in self.options}

    def unpin(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """The options as they were chosen, for another match with the newest data."""
        return {option.name: option.unpin(options[option.name]) for option in self.options if option.name in options}

    def contents(self, options: Mapping[str, Any]) -> dict[str, str]:
        """The SHA-256 of every data file of ours that pinned options name."""
        return {name: sha for o in self.options for name, sha in o.contents(options[o.name]).items()}

    def pins(self, options: Mapping[str, Any], encoded: Any) -> dict[str, str]:
        """What a match with pinned options is played with: its files, and all that the rules are given of them."""
        return {**self.contents(options), ENCODED: sha256(encoded.tobytes()).hexdigest()}

    def plays(self, rules: int) -> bool:
        """Whether a match begun under that version of the rules can go on."""
        return rules == self.rules_version or rules in self.older_rules

    def encode(self, seats: int, options: Mapping[str, Any], rules: int | None = None) -> Any:
        """The settled options as the array of numbers that `setup` reads; by an older version of the rules, its."""
        import numpy as np

        older = {} if rules is None or rules == self.rules_version else {"rules": rules}
        return np.array(self.rules.encode(seats, options, **older), np.int64)

    def longest(self, seats: int, options: Mapping[str, Any] | None = None) -> int:
        """A number of decisions, counted seat by seat, that no match with these options exceeds.

        >>> game("contretemps").longest(4)
        76
        """
        settled = self.settle(seats, options)
        self.encode(seats, settled)  # refuses what cannot be played
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
        if own is not None:  # first, while all is there for it to go by
            own(view, seat)
        self.rules.STATE.erase(view, seat)
        return view


def _installed(name: str, package: str, rules_version: int) -> Game:
    """The game of that name and package, or OtherRules if it is not here under these rules."""
    found = game(name) if name in _entries() else None
    if found is None or found.package != package:  # one that nobody has registered
        found = import_module(f"{package}.meta").GAME
    if found.rules_version != rules_version:
        raise OtherRules(f"it was kept under rules version {rules_version} of {name}; here is {found.rules_version}")
    return found


def _entries() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=GROUP)}


def games() -> list[Game]:
    """Every registered game, by name.

    >>> "timeline" in [found.name for found in games()]
    True
    """
    return [game(name) for name in sorted(_entries())]


def game(name: str) -> Game:
    """The registered game of that name.

    >>> game("contretemps").designers
    ('Jonathan Woodard',)
    """
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
