"""The reader of a page: language, theme and text size."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup
from starlette.requests import HTTPConnection

from tempolude.engine.rulebook import LANGUAGES

LIGHTS = ("light", "dark")
SIZES = ("large", "larger", "largest")
YEAR = 365 * 24 * 3600


@dataclass(frozen=True)
class Theme:
    """A reader's theme: light or dark, and the text size. None follows the system."""

    light: str | None = None
    size: str | None = None

    def __html__(self) -> str:
        """As attributes of the page.

        >>> print(Theme("dark").__html__())
         data-theme="dark"
        """
        chosen = {"data-theme": self.light, "data-size": self.size}
        return Markup("").join(Markup(' {}="{}"').format(name, value) for name, value in chosen.items() if value)


@dataclass(frozen=True)
class Reader:
    """A reader's language, whether the address chose it, and the theme."""

    lang: str
    chose: bool
    theme: Theme

    @classmethod
    def of(cls, request: HTTPConnection) -> Reader:
        """The language from `?lang=`, the cookie or the browser, in this order; the theme from the cookie."""
        light, size = request.cookies.get("theme"), request.cookies.get("size")
        asked, kept = request.query_params.get("lang"), request.cookies.get("lang")
        lang = asked if asked in LANGUAGES else kept if kept in LANGUAGES else None
        return cls(
            lang or preferred(request.headers.get("accept-language", "")),
            asked in LANGUAGES,
            Theme(light if light in LIGHTS else None, size if size in SIZES else None),
        )


def preferred(accepted: str) -> str:
    """The best supported language for an Accept-Language header; English by default.

    >>> preferred("de, fr-CH;q=0.8, en;q=0.5")
    'fr'
    """
    best, liking = LANGUAGES[0], 0.0
    for item in accepted.split(","):
        tag, _, weight = item.partition(";")
        lang = tag.strip().lower().partition("-")[0]
        try:
            quality = float(weight.strip().removeprefix("q=") or 1)
        except ValueError:
            continue
        if lang in LANGUAGES and quality > liking:
            best, liking = lang, quality
    return best
