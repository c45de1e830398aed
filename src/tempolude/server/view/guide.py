"""What the guide of a first match has said so far, as a page shows it."""

from __future__ import annotations

from typing import Any

from tempolude.engine.guide import Telling

from .seat import SeatView


def told(telling: Telling, seat_view: SeatView) -> list[dict[str, Any]]:
    """The lessons in order: each with its rules, what it points at, and after how many actions it was said."""
    faces, people, lang = seat_view.public.faces, seat_view.public.people(seat_view.seat), seat_view.public.lang
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
