"""The gate of a CI run: every line of the thresholds against an audit, and against an earlier run.

A counted metric below its line fails. A judged one fails only where its 95% interval lies below the line, too; else it warns. What is
missing, NaN, scored on too few rows or by a judge that may be guessing is not judged, and never passes.
"""

from ..audit import Audit
from .comparison import changed_rows, compare, lost_labels, lost_scores, vanished
from .coverage import all_broken
from .history import History
from .lines import minimum, share
from .result import NOT_JUDGED, Finding, GateResult
from .runs import Snapshot, snapshot
from .thresholds import Thresholds, load_thresholds
from .trust import about_judge

__all__ = ["Finding", "GateResult", "History", "Thresholds", "check", "load_thresholds"]


def check(audit: Audit, thresholds: Thresholds, baseline: Snapshot | None = None) -> GateResult:
    """Hold an audit against its lines, and the means of [minimum] against a run of ``History.baseline``.

    One finding a line, passed, warned, failed or not judged; one, not judged, for each other metric that a row lacks or holds NaN for; one
    if too many rows of the baseline are gone; one, warned, for a judge that decides little. The whole has failed if one line is proven to
    be missed, also where others could not be judged; else it is not judged if one could not; else it has passed, warnings included. Exit
    codes: 1, 2, 0.
    """
    now = snapshot(audit) if baseline else None
    findings = _lines(audit, thresholds, now, baseline)
    warned, notes = about_judge(audit, findings)
    wrong = {name: told for name, told in all_broken(audit).items() if name not in thresholds.minimum}
    findings += [Finding(name, None, 0, None, None, None, NOT_JUDGED, told) for name, told in wrong.items()]
    if now and baseline:
        findings += [*vanished(now, baseline, thresholds), *compare(now, baseline, thresholds)]
        notes += changed_rows(now, baseline)
    return GateResult(tuple(findings + warned), tuple(notes))


def _lines(found: Audit, limits: Thresholds, now: Snapshot | None, before: Snapshot | None) -> list[Finding]:
    """A finding a line; against a baseline the rows that are gone since then are held against it, too."""
    lost = {name: lost_scores(name, now, before) if now and before else () for name in limits.minimum}
    classes = lost_labels(now, before) if now and before else ()
    means = [minimum(found, limits, name, line, lost[name]) for name, line in limits.minimum.items()]
    return means + [share(found, limits, name, line, classes) for name, line in limits.maximum_share.items()]
