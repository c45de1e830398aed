"""Who reads a page: in which language, by day or by night."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import HTTPConnection

from tempolude.engine.rulebook import LANGUAGES

THEMES = ("light", "dark")
YEAR = 365 * 24 * 3600


@dataclass(frozen=True)
class Reader:
    """A reader's language; whether the address chose it; the theme, or none to follow the system's."""

    lang: str
    chose: bool
    theme: str | None

    @classmethod
    def of(cls, request: HTTPConnection) -> Reader:
        """The language by `?lang=`, else by cookie, else by the browser's; the theme by cookie."""
        theme = request.cookies.get("theme")
        asked, kept = request.query_params.get("lang"), request.cookies.get("lang")
        lang = asked if asked in LANGUAGES else kept if kept in LANGUAGES else None
        return cls(
            lang or preferred(request.headers.get("accept-language", "")),
            asked in LANGUAGES,
            theme if theme in THEMES else None,
        )


def preferred(accepted: str) -> str:
    """The language of ours that an Accept-Language header likes best; English if it names none.

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
