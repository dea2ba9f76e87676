"""Which rows should have a score or a class: what a mean has to be over before it may pass."""

from collections import Counter
from collections.abc import Callable

from ..audit import COUNTED, METRICS, Audit, Row
from ..report.blocks import one_line
from .result import NAME, against, number, same
from .runs import is_score
from .thresholds import Thresholds

OPEN = ("UNDECIDED", "FAILED")  # no class is known: of the one not even whether the row failed, of the other only that it did
SHOULD: dict[str, Callable[[Row], bool]] = {
    **dict.fromkeys((*COUNTED, "contextual_recall", "contextual_precision"), lambda row: row.evidence.answerable is not False),
    "correctness": lambda row: row.evidence.answerable is not False and not row.evidence.refused,
}


def should_have(row: Row, name: str) -> bool:
    """Whether a row should have a metric: it has one, a claim or call of it failed, or it needs a label that nobody wrote.

    What needs a label (recall, precision, reciprocal_rank, contextual_recall, contextual_precision, correctness) is undefined by convention
    only where the question is said to be unanswerable, correctness also where the answer abstains. Faithfulness and answer_relevance need
    none: they are undefined where no claim is made. So a row whose labels were removed lowers the coverage, and does not vanish from it.
    """
    return row.scores.get(name) is not None or name in row.unscored or name in SHOULD and SHOULD[name](row)


def coverage(found: Audit, name: str) -> float | None:
    """The share of rows with a metric, 0 to 1, of those that should have it; None where none should."""
    should = [row for row in found.rows if should_have(row, name)]
    return sum(row.scores.get(name) is not None for row in should) / len(should) if should else None


def open_rows(found: Audit) -> int:
    """How many rows have no known class."""
    return sum(row.diagnosis.label in OPEN for row in found.rows)


def broken(found: Audit, name: str) -> str | None:
    """Why a metric cannot even be averaged: a row without it, or with what is no score; None where it can."""
    for row in found.rows:
        if name not in row.scores:
            return f"{name} is missing in row '{one_line(row.id, NAME)}'"
        if row.scores[name] is not None and not is_score(row.scores[name]):
            return f"{name} is {row.scores[name]!r} in row '{one_line(row.id, NAME)}', which is no score from 0 to 1"
    return None


def all_broken(found: Audit) -> dict[str, str]:
    """The metrics that cannot be averaged, each with the reason."""
    reasons = {name: broken(found, name) for name in METRICS}
    return {name: why for name, why in reasons.items() if why}


def doubt(found: Audit, limits: Thresholds, name: str, n: int, covered: float | None) -> str | None:
    """Why a value over ``n`` rows must not be held against its line; None where it may. ``name`` is a metric or "diagnosis"."""
    if not found.rows:
        return "is undefined: there is no row"
    if not n:
        return f"is missing: no row has it ({_reason(found, name)})"
    least = limits.least_coverage(name)
    if covered is not None and covered < least and not same(covered, least):
        return f"is scored on {against(covered, least)[0]} of the rows that should be, {number(least)} are needed{_mostly(found, name)}"
    if n < limits.rows:
        return f"is scored on {n} row{'s' * (n != 1)}, {limits.rows} are needed"
    return None


def _reason(found: Audit, name: str) -> str:
    """The reason that most rows give for not having a metric."""
    return Counter(row.absent.get(name, row.diagnosis.reason) for row in found.rows).most_common(1)[0][0]


def _mostly(found: Audit, name: str) -> str:
    """How many rows lack the metric for want of a label, and the most frequent reason that they give; "" where none does."""
    if name not in METRICS:
        return ""
    lacking = [row for row in found.rows if row.scores.get(name) is None and should_have(row, name) and name not in row.unscored]
    reasons = Counter(row.absent.get(name, "no label") for row in lacking).most_common(1)
    return f"; {len(lacking)} row{'s have' if len(lacking) != 1 else ' has'} no label: {reasons[0][0]}" if reasons else ""
