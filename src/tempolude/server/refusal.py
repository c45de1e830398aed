"""Refusals: errors shown to people. Nothing has changed when one is raised."""

from __future__ import annotations

from typing import NamedTuple

from .translation import say


def N_(message: str) -> str:  # noqa: N802 - the name by which the extractor finds sentences
    """Mark a sentence for translation later."""
    return message


class Offer(NamedTuple):
    """The link of a refusal's page, and the text of its button."""

    address: str
    words: str
    download: bool = False


class Refusal(Exception):
    """Something was refused, with the reason in one sentence, translated when it is shown.

    A value for a placeholder may be a mapping by language.
    """

    def __init__(
        self, message: str, status: int = 409, code: str = "", offer: Offer | None = None, **values: object
    ) -> None:
        super().__init__(message)
        self.message, self.status, self.values = message, status, values
        self.offer = offer
        self.code = code  # for programs; the API has a default for every status

    def words(self, lang: str) -> str:
        values = {name: value[lang] if isinstance(value, dict) else value for name, value in self.values.items()}
        return say(lang, self.message, **values)
