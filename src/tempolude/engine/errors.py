"""The exceptions of Tempolude, one class for each kind of error, each with a readable message."""

from __future__ import annotations

from pathlib import Path
from reprlib import Repr

SHORT = Repr()
SHORT.maxlevel, SHORT.maxstring, SHORT.maxother, SHORT.maxlong, SHORT.maxlist, SHORT.maxdict = 3, 60, 60, 60, 8, 4


def cut(value: object) -> str:
    """A value shortened for an error message.

    >>> cut("x" * 10**6)
    "'xxxxxxxxxxxxxxxxxxxxxxxxxxx...xxxxxxxxxxxxxxxxxxxxxxxxxxxx'"
    """
    return SHORT.repr(value)


class TempoludeError(Exception):
    """Base class of all errors. Nothing has changed when one is raised.

    >>> BadOption("too few cards", "trop peu de cartes").said("fr")
    'trop peu de cartes'
    """

    def __init__(self, message: str = "", french: str = "") -> None:
        super().__init__(message)
        self.french = french

    def said(self, lang: str) -> str:
        """The message in a language; in English if there is no translation."""
        return self.french if lang == "fr" and self.french else str(self)


class UnknownGame(TempoludeError):
    """No registered game has that name."""


class BadGame(TempoludeError):
    """A game's files are incomplete or contradict each other."""


class BadOption(TempoludeError):
    """The game cannot be played with this option, number of seats or seed."""


class BadSeat(TempoludeError):
    """There is no such seat at this table."""


class NotWaiting(TempoludeError):
    """It is not that seat's turn."""


class MatchOver(NotWaiting):
    """The match is over."""


class BadAction(TempoludeError):
    """The action cannot be taken."""


class UnreadableAction(BadAction):
    """The text is not an action in this game's notation."""


class IllegalAction(BadAction):
    """A well-formed action that the rules do not allow now."""


class UndoRefused(TempoludeError):
    """The last action cannot be undone: somebody has acted since, or it revealed something."""


class NoGpu(TempoludeError):
    """There is no GPU, or its driver is not installed."""


class BadRecord(TempoludeError):
    """A record file cannot be used."""


class TruncatedRecord(BadRecord):
    """The file is incomplete: not valid JSON, or a part is missing."""


class TamperedRecord(BadRecord):
    """The file was changed after it was saved, or its replay gives another result."""


class OtherRules(BadRecord):
    """The match began under another version of the rules, or with different cards or boards."""


class BadData(TempoludeError):
    """A data file (deck, board, set of cards) breaks its schema: file, line and reason."""

    def __init__(self, path: str | Path, line: int, reason: str, french: str = "") -> None:
        super().__init__(f"{path}, line {line}: {reason}", f"{path}, ligne {line}\u00a0: {french}" if french else "")
        self.path, self.line, self.reason = Path(path), line, reason
        self.others: tuple[BadData, ...] = ()  # further faults of the file
        self._french = french

    @property
    def all(self) -> tuple[BadData, ...]:
        """This fault and the others found with it."""
        return (self, *self.others)

    def because(self, lang: str) -> str:
        """The reason alone in a language, without file and line."""
        return self._french if lang == "fr" and self._french else self.reason
