"""What the guide of a first match has said so far, as a page shows it."""

from __future__ import annotations

from typing import Any

from tempolude.engine.guide import Telling

from .sight import Desk


def told(telling: Telling, desk: Desk) -> list[dict[str, Any]]:
    """The lessons in order: each with its rules, what it points at, and after how many actions it was said."""
    faces, people, lang = desk.sight.faces, desk.sight.people(desk.seat), desk.sight.lang
    return [
        {
            "name": said.lesson.name,
            "words": str(faces.line(said.words(lang), people)),
            "rules": said.lesson.rules,
            "at": said.at,
            "step": said.moment.number,
        }
        for said in telling.said
    ]
