"""The lessons shown so far by the guide of a first match, for a page."""

from __future__ import annotations

from tempolude.engine.guide import GuideProgress

from .. import wire
from .seat import SeatView


def told(progress: GuideProgress, seat_view: SeatView) -> list[wire.Lesson]:
    """The lessons in order: each with its rules, what it points at, and the number of actions before it."""
    faces, people, lang = seat_view.public.faces, seat_view.public.people(seat_view.seat), seat_view.public.lang
    return [
        wire.Lesson(
            name=said.lesson.name,
            words=str(faces.line(said.words(lang), people)),
            rules=list(said.lesson.rules),
            at=list(said.at),
            step=said.moment.number,
        )
        for said in progress.said
    ]
