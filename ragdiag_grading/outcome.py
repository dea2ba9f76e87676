"""What is said of each student: exactly one status, with its reason, and a score only where it was earned."""

from dataclasses import dataclass, field
from datetime import datetime

from .intake import Attempt
from .key import Key
from .work import BY_HAND, NOT_ANSWERED, Graded

GRADED, LATE, REPAIRED, NEEDS_REVIEW, UNGRADABLE, MISSING = "GRADED", "LATE", "REPAIRED", "NEEDS-REVIEW", "UNGRADABLE", "MISSING"
STATUSES = (GRADED, LATE, REPAIRED, NEEDS_REVIEW, UNGRADABLE, MISSING)
MARKED_LATE = "late, as the LMS marked it; how late is not known: counted as one day"
TO_LOOK_AT = (NEEDS_REVIEW, UNGRADABLE)


@dataclass(frozen=True)
class Outcome:
    """One student, one status. ``score`` None is blank: not graded, or not to be trusted before somebody looked. ``so_far``: what the checks gave."""

    student: str
    status: str
    why: str = ""
    score: float | None = None
    so_far: float | None = None
    max_score: float = 0.0
    by_hand: int = 0
    seconds_late: float = 0.0
    penalty: float = 0.0
    file: str = ""
    when: datetime | None = None
    notes: list[str] = field(default_factory=list)
    graded: Graded | None = None


def outcome(
    student: str, key: Key, attempt: Attempt | None, graded: Graded | None, told: list[str] = [], doubts: list[str] = [],
    seconds_late: float = 0.0, penalty: float = 0.0,
) -> Outcome:
    """The status of a student. The first that fits, in this order: MISSING, UNGRADABLE, NEEDS-REVIEW, REPAIRED, LATE, GRADED."""
    if attempt is None:
        return Outcome(student, MISSING, "nothing was handed in", max_score=key.max_score)
    base = {"student": student, "max_score": key.max_score, "file": attempt.file, "when": attempt.when, "seconds_late": seconds_late}
    base |= {"penalty": penalty, "graded": graded}  # the whole penalty, also under a doubt: how much can be taken off is known when points by hand are in
    if attempt.problem or graded is None or graded.ungradable:
        return Outcome(status=UNGRADABLE, why=attempt.problem or (graded.ungradable if graded else "it was not run"), **base)
    by_hand = sum(each == BY_HAND for each in graded.outcomes.values())
    base |= {"by_hand": by_hand, "so_far": graded.score if graded.scores else None, "notes": [*told, *graded.notes]}
    doubts = [*doubts, *graded.doubts]
    if doubts:
        return Outcome(status=NEEDS_REVIEW, why="; ".join(doubts), **base)
    repairs = [*(each for each in told if each.startswith("the file is called")), *graded.repairs]
    status = REPAIRED if repairs else LATE if seconds_late > 0 else GRADED
    silent = [f"{name}: {NOT_ANSWERED}" for name, each in graded.outcomes.items() if each == NOT_ANSWERED]
    told_late = MARKED_LATE if attempt.when is None else late_text(seconds_late)
    why = "; ".join([*repairs, *([told_late] if seconds_late > 0 and not repairs else []), *silent])
    score = max(0.0, graded.score - penalty)
    return Outcome(status=status, why=why, score=score, **base)


def late_text(seconds: float) -> str:
    """How late, in words.

    >>> late_text(90061), late_text(59)
    ('1 day 1 hour 1 minute late', 'less than a minute late')
    """
    minutes = int(seconds // 60)
    parts = [(minutes // 1440, "day"), (minutes // 60 % 24, "hour"), (minutes % 60, "minute")]
    told = " ".join(f"{count} {unit}{'s' * (count != 1)}" for count, unit in parts if count)
    return f"{told or 'less than a minute'} late"
