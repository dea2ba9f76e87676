"""The gate of a CI run: every line of the thresholds against an audit, and against an earlier run.

A counted metric below its line fails. A judged one fails only where its 95% interval lies below the line, too; else it warns. What is
missing, NaN, scored on too few rows or by a judge no better than chance is not judged, and never passes.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from ..audit import COUNTED, Audit
from ..calibration import wilson_interval
from .comparison import changed_rows, compare
from .history import History
from .result import FAILED, NOT_JUDGED, PASSED, WARNED, Finding, GateResult, against, number, same
from .runs import Snapshot, is_score, snapshot
from .thresholds import Thresholds, load_thresholds

__all__ = ["Finding", "GateResult", "History", "Thresholds", "check", "load_thresholds"]


def check(audit: Audit, thresholds: Thresholds, baseline: Snapshot | None = None) -> GateResult:
    """Hold an audit against its lines, and the means of [minimum] against a run of ``History.baseline``.

    One finding a line, passed, warned, failed or not judged. The whole has failed if one line is proven to be missed, also where others
    could not be judged; else it is not judged if one could not; else it has passed, warnings included. Exit codes: 1, 2, 0.
    """
    findings = [_minimum(audit, thresholds, name, line) for name, line in thresholds.minimum.items()]
    findings += [_share(audit, thresholds, name, line) for name, line in thresholds.maximum_share.items()]
    notes = _about_judge(audit, findings)
    if baseline is not None:
        now = snapshot(audit)
        findings += compare(now, baseline, tuple(thresholds.minimum), thresholds.tolerance, thresholds.rows)
        notes += changed_rows(now, baseline)
    return GateResult(tuple(findings), tuple(notes))


def _minimum(found: Audit, limits: Thresholds, name: str, line: float) -> Finding:
    broken = _broken(found, name)
    if broken:
        return Finding(name, None, 0, None, None, line, NOT_JUDGED, f"{name} {broken}")
    value, n, *_, interval = mean = found.mean(name)
    judged = name not in COUNTED
    doubt = _doubt(found, limits, name, n, mean.coverage, judged)
    if doubt:
        return Finding(name, value, n, mean.coverage, interval, line, NOT_JUDGED, f"{name} {doubt}")
    outcome = PASSED if value >= line or same(value, line) else WARNED if judged and interval[1] >= line else FAILED
    return _told(Finding(name, value, n, mean.coverage, interval, line, outcome, ""))


def _share(found: Audit, limits: Thresholds, name: str, line: float) -> Finding:
    """The share of a class among the diagnosed rows; of UNDECIDED, which is counted, among all."""
    judged, undecided = name != "UNDECIDED", found.tally.get("UNDECIDED", 0)
    n, count = len(found.rows) - undecided * judged, found.tally.get(name, 0)
    value, interval = (count / n, wilson_interval(count, n)) if n else (None, None)
    coverage = found.coverage if judged else None
    doubt = _doubt(found, limits, "diagnosis", n, coverage, judged)
    if doubt:
        return Finding(name, value, n, coverage, interval, line, NOT_JUDGED, f"share of {name}: the diagnosis {doubt}", "<=")
    outcome = PASSED if value <= line or same(value, line) else WARNED if judged and interval[0] <= line else FAILED
    return _told(Finding(name, value, n, coverage, interval, line, outcome, "", "<="))


def _broken(found: Audit, name: str) -> str | None:
    """Why a metric cannot even be averaged: a row without it, or with what is no score."""
    for row in found.rows:
        if name not in row.scores:
            return f"is missing in row {row.id!r}"
        if row.scores[name] is not None and not is_score(row.scores[name]):
            return f"is {row.scores[name]!r} in row {row.id!r}, which is no score from 0 to 1"
    return None


def _doubt(found: Audit, limits: Thresholds, name: str, n: int, coverage: float | None, judged: bool) -> str | None:
    """Why a value must not be held against its line; None where it may."""
    if not found.rows:
        return "is undefined: there is no row"
    if not n:
        return f"is missing: no row has it ({_reason(found, name)})"
    least = limits.least_coverage(name)
    if judged and coverage < least and not same(coverage, least):
        return f"is scored on {against(coverage, least)[0]} of the rows that should be, {number(least)} are needed"
    if n < limits.rows:
        return f"is scored on {n} row{'s' * (n != 1)}, {limits.rows} are needed"
    return _distrust(found) if judged else None


def _reason(found: Audit, name: str) -> str:
    """The reason that most rows give for not having a metric."""
    absent = Counter(row.absent.get(name, row.diagnosis.reason) for row in found.rows)
    return absent.most_common(1)[0][0]


def _distrust(found: Audit) -> str | None:
    """Why nothing that this judge says may pass or fail a run: it was measured, and could as well be guessing."""
    measured = found.calibration
    if measured is None or measured.kappa_interval is not None and measured.kappa_interval[0] > 0:
        return None
    return f"is said by a judge that is {measured.verdict}"


def _about_judge(found: Audit, findings: Iterable[Finding]) -> list[str]:
    """What the judge is worth, beside whatever it decides."""
    if all(finding.name in (*COUNTED, "UNDECIDED") for finding in findings):
        return []
    told = found.calibration.verdict if found.calibration else "not measured; name labels with --labels to see whether it may be trusted"
    return [f"judge {found.judge}: {told}"]


def _told(found: Finding) -> Finding:
    """The finding with its sentence."""
    value, line = against(found.value, found.line)
    good = found.outcome == PASSED
    sign = found.sign if good else {">=": "<", "<=": ">"}[found.sign]
    noise = ", within noise: the 95% interval is [{}, {}]".format(*map(number, found.interval)) if found.outcome == WARNED else ""
    share = "share of " * (found.sign == "<=")
    return replace(found, sentence=f"{share}{found.name} {value} {sign} {line} over {found.n} row{'s' * (found.n != 1)}{noise}")
