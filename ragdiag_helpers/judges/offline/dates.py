"""Days of the week, months, and the verbs that make a time of day a begin or an end."""

from collections.abc import Sequence

from .quantities import UNITS
from .wording import key

WEEKDAYS = tuple("monday tuesday wednesday thursday friday saturday sunday".split())
WORKDAYS = WEEKDAYS[:5]
_SHORT = {short: day for day in WEEKDAYS for short in (day[:3], day[:4], day[:5])}
ENDS, BEGINS = (frozenset(map(key, words.split())) for words in ("close shut end finish stop", "open start begin"))
JOINS = (["to"], ["-"], ["–"], ["until"])


def weekday(low: str) -> str:
    """The day that a word in lower case names, "" for none.

    >>> weekday("tuesdays"), weekday("thu"), weekday("today")
    ('tuesday', 'thursday', '')
    """
    day = _SHORT.get(low, low.removesuffix("s"))
    return day if day in WEEKDAYS else ""


def is_date(low: str) -> bool:
    """True for the name of a month or of a day."""
    return low in UNITS and UNITS[low][0] == "date" or bool(weekday(low))


def days(low: Sequence[str], at: int) -> list[str]:
    """The day named at ``at`` and, at the first of a range, all days of the range.

    >>> days(["tue", "-", "thu"], 0), days(["saturdays"], 0)
    (['tuesday', 'wednesday', 'thursday'], ['saturday'])
    """
    joined = list(low[at + 1 : at + 2]) in JOINS and at + 2 < len(low)
    first, last = weekday(low[at]), weekday(low[at + 2]) if joined else ""
    if not last:
        return [first]
    begin, end = WEEKDAYS.index(first), WEEKDAYS.index(last)
    named = [WEEKDAYS[each % 7] for each in range(begin, end + 1 + 7 * (end < begin))]
    return [*named, "weekday"] if named == list(WORKDAYS) else named
