"""What can go wrong, one class each, so that callers can tell the cases apart and people can read the sentence."""

from __future__ import annotations

from pathlib import Path
from reprlib import Repr

SHORT = Repr()
SHORT.maxlevel, SHORT.maxstring, SHORT.maxother, SHORT.maxlong, SHORT.maxlist, SHORT.maxdict = 3, 60, 60, 60, 8, 4


def cut(value: object) -> str:
    """A value as an error shows it: a few words of it, however large it is.

    >>> cut("x" * 10**6)
    "'xxxxxxxxxxxxxxxxxxxxxxxxxxx...xxxxxxxxxxxxxxxxxxxxxxxxxxxx'"
    """
    return SHORT.repr(value)


class TempoludeError(Exception):
    """Anything that was refused. Nothing has changed when one of these is raised.

    >>> BadOption("too few cards", "trop peu de cartes").said("fr")
    'trop peu de cartes'
    """

    def __init__(self, message: str = "", french: str = "") -> None:
        super().__init__(message)
        self.french = french

    def said(self, lang: str) -> str:
        """The sentence in a language; in English where nobody wrote it in that one."""
        return self.french if lang == "fr" and self.french else str(self)


class UnknownGame(TempoludeError):
    """No registered game has that name."""


class BadGame(TempoludeError):
    """A game's own files lack something or contradict each other."""


class BadOption(TempoludeError):
    """An option, the number of seats or the seed is not one the game can be played with."""


class BadSeat(TempoludeError):
    """There is no such seat at this table."""


class NotWaiting(TempoludeError):
    """That seat is not asked to decide now."""


class MatchOver(NotWaiting):
    """Nobody is asked to decide any more."""


class BadAction(TempoludeError):
    """The action cannot be taken."""


class UnreadableAction(BadAction):
    """The text is not an action in this game's notation."""


class IllegalAction(BadAction):
    """A well-formed action that the rules do not allow now."""


class UndoRefused(TempoludeError):
    """The last action cannot be undone: somebody has acted since, or it revealed something."""


class NoGpu(TempoludeError):
    """There is no GPU here, or what drives it is not installed."""


class BadRecord(TempoludeError):
    """A record file cannot be used."""


class TruncatedRecord(BadRecord):
    """The file is not whole: no valid JSON, or a part is missing."""


class TamperedRecord(BadRecord):
    """The file was changed after it was saved, or does not replay to what it says."""


class OtherRules(BadRecord):
    """The match was begun under another version of the rules, or with other content of cards or boards."""


class BadData(TempoludeError):
    """A data file (deck, board, set of cards) breaks its schema: file, line and reason."""

    def __init__(self, path: str | Path, line: int, reason: str, french: str = "") -> None:
        super().__init__(f"{path}, line {line}: {reason}", f"{path}, ligne {line}\u00a0: {french}" if french else "")
        self.path, self.line, self.reason = Path(path), line, reason
        self.others: tuple[BadData, ...] = ()  # what else is wrong with the file
        self._french = french

    @property
    def all(self) -> tuple[BadData, ...]:
        """This fault and the others that were found with it."""
        return (self, *self.others)

    def because(self, lang: str) -> str:
        """The reason alone, in a language."""
        return self._french if lang == "fr" and self._french else self.reason
