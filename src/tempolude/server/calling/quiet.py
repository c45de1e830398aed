"""Quiet hours, by the clock where the person lives."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from ..http.inputs import number
from ..refusal import N_, Refusal
from ..storage.calls import QuietRow


@cache
def zones() -> frozenset[str]:
    """The names of time zones, all of which are places."""
    other = ("Etc/", "posix/", "right/", "SystemV/", "US/")
    return frozenset(name for name in available_timezones() if "/" in name and not name.startswith(other))


def read_quiet(person: str, start: object, end: object, zone: object) -> QuietRow:
    """Quiet hours as a form gives them, "22:00" to "08:00" in "Europe/Paris", or a Refusal.

    >>> read_quiet("ada", "22:00", "08:00", "Europe/Paris")
    QuietRow(person='ada', start=1320, end=480, zone='Europe/Paris')
    """
    if zone != "UTC" and str(zone) not in zones():
        raise Refusal(N_("There is no such time zone; one like Europe/Paris is expected. Nothing has changed."), 400)
    first, last = _minutes(start), _minutes(end)
    if first is None or last is None or first == last:
        raise Refusal(N_("Quiet hours need a beginning and another end. Nothing has changed."), 400)
    return QuietRow(person, first, last, str(zone))


def _minutes(text: object) -> int | None:
    hours, mark, minutes = str(text).partition(":")
    h, m = number(hours, 23), number(minutes[:2], 59)
    return None if h is None or m is None or not mark else 60 * h + m


def clock(minutes: int) -> str:
    """
    >>> clock(485)
    '08:05'
    """
    return f"{minutes // 60:02d}:{minutes % 60:02d}"


def quiet_until(row: QuietRow, when: float) -> float | None:
    """When the quiet hours end that somebody has at a moment; None if they have none then.

    >>> night = QuietRow("ada", 22 * 60, 8 * 60, "Europe/Paris")
    >>> at = datetime(2026, 3, 28, 23, 30, tzinfo=ZoneInfo("Europe/Paris"))     # the night in which clocks go forward
    >>> datetime.fromtimestamp(quiet_until(night, at.timestamp()), ZoneInfo("Europe/Paris")).isoformat()
    '2026-03-29T08:00:00+02:00'
    >>> quiet_until(night, at.replace(hour=21).timestamp())
    """
    zone = ZoneInfo(row.zone)
    here = datetime.fromtimestamp(when, UTC).astimezone(zone)
    now = 60 * here.hour + here.minute
    within = row.start <= now < row.end if row.start < row.end else now >= row.start or now < row.end
    if not within:
        return None
    day = here.date() + timedelta(days=1 if now >= row.end else 0)
    end = datetime(day.year, day.month, day.day, row.end // 60, row.end % 60, tzinfo=zone)
    return max(end.timestamp(), when + 1)
