"""The rule of the gate on plain numbers: for means that come without an audit, and for lesson 7, which builds it by hand.

``check`` in this package is the gate of an audit; a test holds the two to the same outcomes.
"""

from collections.abc import Mapping
from typing import NamedTuple

from ..audit import COUNTED, Audit
from .coverage import broken, coverage
from .lines import _outcome
from .result import FAILED, NOT_JUDGED, PASSED, same
from .runs import is_score


class Measured(NamedTuple):
    """A mean from 0 to 1 (None: there is none); its coverage, the share of rows scored of those that should be; and, of a judged metric,
    the upper end of its 95% interval. A counted metric has no ``high``."""

    value: float | None
    coverage: float | None
    high: float | None = None


def measured(found: Audit, name: str) -> Measured | None:
    """A metric of an audit; None where it is broken: missing in a row, or no score."""
    if broken(found, name):
        return None
    mean = found.mean(name)
    high = mean.interval[1] if mean.interval and name not in COUNTED else None
    return Measured(mean.value, coverage(found, name), high)


def outcome(found: Measured | None, line: float, least: float = 0.7) -> str:
    """Return "passed", "warned", "failed" or "not judged" for one metric against its line.

    Not judged: there is no measurement, no value, one that is no number from 0 to 1, or a coverage that is missing or below ``least``. Passed:
    on or above the line. Warned: below it, judged, and the upper end of its interval reaches the line. Else failed.

    >>> outcome(Measured(0.62, 1.0), 0.8), outcome(Measured(0.76, 0.9, 0.83), 0.8), outcome(Measured(float("nan"), 1.0), 0.8)
    ('failed', 'warned', 'not judged')
    """
    if found is None or not is_score(found.value) or not is_score(found.coverage):
        return NOT_JUDGED
    if found.coverage < least and not same(found.coverage, least):
        return NOT_JUDGED
    judged = found.high is not None
    return _outcome(found.value, found.high if judged else found.value, line, judged)


def gate(metrics: Mapping[str, Measured], thresholds: Mapping[str, float]) -> str:
    """Return what becomes of a run: "failed" if one line is missed, else "not judged" if one could not be judged or there is none, else "passed".

    >>> gate({"recall": Measured(0.9, 1.0)}, {"recall": 0.8, "faithfulness": 0.8})
    'not judged'
    """
    outcomes = [outcome(metrics.get(name), line) for name, line in thresholds.items()]
    if FAILED in outcomes:
        return FAILED
    return NOT_JUDGED if NOT_JUDGED in outcomes or not outcomes else PASSED
