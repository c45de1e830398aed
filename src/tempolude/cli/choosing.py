"""Finding the action a person means: by its number in the list, in notation, or by as much of it as is clear."""

from __future__ import annotations

from dataclasses import dataclass
from string import ascii_lowercase

from tempolude.engine.table import Action

LONGEST_LIST = 14  # more choices than this are grouped by all but the last word


@dataclass(frozen=True)
class Menu:
    """The legal actions, numbered, or lettered groups of them that differ in their last word only."""

    actions: list[Action]

    @property
    def groups(self) -> dict[str, list[Action]]:
        """Letter to actions; empty when a plain list is short enough."""
        if len(self.actions) <= LONGEST_LIST:
            return {}
        found: dict[str, list[Action]] = {}
        for action in self.actions:
            found.setdefault(action.notation.rpartition(" ")[0], []).append(action)
        if not 1 < len(found) <= len(ascii_lowercase) or len(found) == len(self.actions):
            return {}
        return dict(zip(ascii_lowercase, found.values(), strict=False))

    def rows(self) -> list[tuple[str, str, Action | None]]:
        """What to type, how it is written, and the action if it is a single one."""
        if groups := self.groups:
            return [(f"{letter} …", _span(actions), None) for letter, actions in groups.items()]
        return [(str(i), action.notation, action) for i, action in enumerate(self.actions, 1)]

    def find(self, text: str) -> list[Action]:
        """The actions that fit what was typed: one if it is clear, none if it is wrong, several if it is too short."""
        words = text.lower().split()
        if not words:
            return []
        exact = [action for action in self.actions if action.notation.lower() == " ".join(words)]
        if exact:
            return exact
        if groups := self.groups:
            if words[0] in groups:
                return [a for a in groups[words[0]] if len(words) == 1 or a.notation.split()[-1].lower() == words[1]]
        elif len(words) == 1 and words[0].isdecimal():
            index = int(words[0]) - 1
            return self.actions[index : index + 1] if index >= 0 else []
        return [action for action in self.actions if _fits(words, action.notation.lower().split())]


def _span(actions: list[Action]) -> str:
    stem = actions[0].notation.rpartition(" ")[0]
    ends = [action.notation.rpartition(" ")[2] for action in actions]
    return f"{stem} {ends[0]}…{ends[-1]}"


def _fits(typed: list[str], written: list[str]) -> bool:
    """Whether the typed words begin words of the notation, in their order; numbers must be whole."""
    rest = iter(written)
    return all(any(word == w or (not word.isdecimal() and w.startswith(word)) for w in rest) for word in typed)
