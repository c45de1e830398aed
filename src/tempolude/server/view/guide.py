"""What the guide of a first match has said so far, as a page shows it."""

from __future__ import annotations

from tempolude.engine.guide import Telling

from .. import wire
from .seat import SeatView


def told(telling: Telling, seat_view: SeatView) -> list[wire.Lesson]:
    """The lessons in order: each with its rules, what it points at, and after how many actions it was said."""
    faces, people, lang = seat_view.public.faces, seat_view.public.people(seat_view.seat), seat_view.public.lang
    return [
        wire.Lesson(
            name=said.lesson.name,
            words=str(faces.line(said.words(lang), people)),
            rules=list(said.lesson.rules),
            at=list(said.at),
            step=said.moment.number,
        )
        for said in telling.said
    ]
