"""Find the action a person means: by its number in the list, in notation, or by an unambiguous part of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from string import ascii_lowercase

from tempolude.engine.table import Action

LONGEST_LIST = 14  # more choices than this are grouped by all but their last word


@dataclass(frozen=True)
class Menu:
    """The legal actions: numbered; or, if there are many, in lettered groups that differ only in their last word.

    If all of them differ only in their last word, that word is enough.
    """

    actions: list[Action]

    @cached_property
    def stems(self) -> dict[str, list[Action]]:
        """The actions by all but their last word; empty when a plain list is short enough or would not get shorter."""
        found: dict[str, list[Action]] = {}
        for action in self.actions:
            found.setdefault(_split(action)[0], []).append(action)
        many = len(self.actions) > LONGEST_LIST and len(found) < len(self.actions)
        return found if many and len(found) <= len(ascii_lowercase) else {}

    @property
    def groups(self) -> dict[str, list[Action]]:
        """The groups by letter, if there is more than one."""
        return dict(zip(ascii_lowercase, self.stems.values(), strict=False)) if len(self.stems) > 1 else {}

    def rows(self) -> list[tuple[str, str, Action | None]]:
        """The rows of the menu: what to type, the notation, and the action if it is a single one."""
        if groups := self.groups:
            return [(f"{letter} …", _span(actions), None) for letter, actions in groups.items()]
        if self.stems:
            return [(_split(action)[1], action.notation, action) for action in self.actions]
        return [(str(i), action.notation, action) for i, action in enumerate(self.actions, 1)]

    def find(self, text: str) -> list[Action]:
        """The actions that match what was typed: one if it is clear, none if it is wrong, several if ambiguous."""
        words = text.lower().split()
        if not words:
            return []
        exact = [action for action in self.actions if action.notation.lower() == " ".join(words)]
        if exact:
            return exact
        if words[0] in self.groups:
            last = words[1:2]
            return [a for a in self.groups[words[0]] if not last or _split(a)[1].lower() == last[0]]
        if self.stems and not self.groups and len(words) == 1:
            return [action for action in self.actions if _split(action)[1].lower() == words[0]]
        if not self.stems and len(words) == 1 and words[0].isdecimal():
            index = int(words[0]) - 1
            return self.actions[index : index + 1] if index >= 0 else []
        return [action for action in self.actions if _fits(words, action.notation.lower().split())]


def _split(action: Action) -> tuple[str, str]:
    """An action's notation without its last word, and that word."""
    stem, _, last = action.notation.rpartition(" ")
    return stem, last


def _span(actions: list[Action]) -> str:
    """A group in one row: the words its actions share, and the first and last of the rest."""
    return f"{actions[0].notation}…{_split(actions[-1])[1]}"


def _fits(typed: list[str], written: list[str]) -> bool:
    """Whether the typed words are prefixes of words of the notation, in order; numbers must be complete."""
    rest = iter(written)
    return all(any(word == w or (not word.isdecimal() and w.startswith(word)) for w in rest) for word in typed)
