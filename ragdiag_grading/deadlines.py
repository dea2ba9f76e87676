"""When work was due, how late it is, and what that costs. Every time has a zone, and says so."""

from datetime import datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError


class DeadlineProblem(ValueError):
    """The deadline cannot be read; the message says how to write it."""


def read_deadline(text: str) -> datetime:
    """A deadline such as "2026-12-01 18:00 Europe/Berlin" or "2026-12-01T18:00+01:00". Raises DeadlineProblem without a zone.

    >>> print(read_deadline("2026-12-01 18:00 Europe/Berlin"))
    2026-12-01 18:00:00+01:00
    """
    when, _, zone = text.strip().rpartition(" ")
    try:
        if "/" in zone or zone.upper() in ("UTC", "GMT", "Z"):
            return datetime.fromisoformat(when).replace(tzinfo=ZoneInfo("UTC" if zone.upper() in ("Z", "GMT") else zone))
        found = datetime.fromisoformat(text.strip())
    except (ValueError, ZoneInfoNotFoundError):
        raise DeadlineProblem(f'deadline {text!r} cannot be read; write it as "2026-12-01 18:00 Europe/Berlin"') from None
    if found.tzinfo is None:
        raise DeadlineProblem(f'deadline {text!r} names no time zone; write it as "{text.strip()} Europe/Berlin", or with UTC')
    return found


def seconds_late(when: datetime | None, deadline: datetime | None, grace_minutes: float = 0.0) -> float:
    """How late, 0.0 for work in time, within the grace, or without a time or deadline."""
    if when is None or deadline is None:
        return 0.0
    late = (when - deadline).total_seconds()
    return late if late > grace_minutes * 60 else 0.0


def penalty(late: float, max_score: float, per_day: float, most: float = 1.0) -> float:
    """Points off: ``per_day`` of the lesson's points for each day begun, ``most`` of them at the most.

    >>> penalty(3600, 36, 0.1), penalty(90000, 36, 0.1), penalty(0, 36, 0.1)
    (3.6, 7.2, 0.0)
    """
    days = -(-late // 86400)
    return min(days * per_day, most) * max_score


def told(when: datetime | None, zone: datetime | None = None) -> str:
    """A time with its zone, in the zone of the deadline where there is one.

    >>> told(read_deadline("2026-12-01 18:00 Europe/Berlin"))
    '2026-12-01 18:00 CET (UTC+01:00)'
    """
    if when is None:
        return ""
    here = when.astimezone(zone.tzinfo) if zone is not None else when
    offset = here.strftime("%z")
    name = here.tzname() or ""
    return f"{here:%Y-%m-%d %H:%M} {name} (UTC{offset[:3]}:{offset[3:5]})" if not name.startswith("UTC") else f"{here:%Y-%m-%d %H:%M} {name}"
