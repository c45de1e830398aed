"""What a person is told when something they asked for is not done. Nothing has changed then, for anybody."""

from __future__ import annotations

from typing import NamedTuple

from .translation import say


def N_(message: str) -> str:  # noqa: N802 - the name by which the extractor finds sentences
    """Marks a sentence that is put into the reader's language later."""
    return message


class Offer(NamedTuple):
    """Where a refusal's page leads on to, and the words on its button."""

    address: str
    words: str
    download: bool = False


class Refusal(Exception):
    """Not done, and why, in one sentence that is put into the reader's language when it is told.

    A value that fills it may be a mapping that has it by language.
    """

    def __init__(
        self, message: str, status: int = 409, code: str = "", offer: Offer | None = None, **values: object
    ) -> None:
        super().__init__(message)
        self.message, self.status, self.values = message, status, values
        self.offer = offer
        self.code = code  # for programs, which read no sentences; the API has one for every status as well

    def words(self, lang: str) -> str:
        values = {name: value[lang] if isinstance(value, dict) else value for name, value in self.values.items()}
        return say(lang, self.message, **values)
