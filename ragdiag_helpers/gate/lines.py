"""One line of the thresholds against an audit: the mean of a metric, or the share of a class.

``lost`` is what the rows that are gone since the baseline had there. A line that is kept only without them is not judged.
"""

from collections.abc import Sequence
from dataclasses import replace

from ..audit import COUNTED, Audit
from ..calibration import bootstrap_interval, wilson_interval
from .coverage import OPEN, broken, coverage, doubt, open_rows
from .result import FAILED, NOT_JUDGED, PASSED, WARNED, Finding, against, number, same
from .thresholds import Thresholds
from .trust import distrust

FRESH = "run once without --baseline and name that run from then on"


def minimum(found: Audit, limits: Thresholds, name: str, line: float, lost: Sequence[float] = ()) -> Finding:
    """Hold the mean of a metric against the least that it may be."""
    problem = broken(found, name)
    if problem:
        return Finding(name, None, 0, None, None, line, NOT_JUDGED, problem)
    value, n, *_, interval = found.mean(name)
    judged, covered = name not in COUNTED, coverage(found, name)
    finding = Finding(name, value, n, covered, interval, line, NOT_JUDGED, "")
    why = doubt(found, limits, name, n, covered) or (distrust(found) if judged else None)
    if why:
        return replace(finding, sentence=f"{name} {why}")
    scores = [row.scores[name] for row in found.rows if row.scores[name] is not None]
    with_lost = _least([*scores, *lost], line, judged) if lost else None
    return _settled(finding, _outcome(value, interval[1], line, judged), with_lost, len(lost))


def share(found: Audit, limits: Thresholds, name: str, line: float, lost: Sequence[str] = ()) -> Finding:
    """Hold the share of a class against the most that it may be: of the rows with a known class; that of UNDECIDED or FAILED, of all."""
    labels = [row.diagnosis.label for row in found.rows]
    n = len(labels) - (0 if name in OPEN else open_rows(found))
    covered = n / len(labels) if labels and name not in OPEN else None
    value, interval = _share(labels, name)
    judged = name != "UNDECIDED"
    finding = Finding(name, value, n, covered, interval, line, NOT_JUDGED, "", "<=")
    why = doubt(found, limits, "diagnosis", n, covered) or (distrust(found) if judged else None)
    if why:
        return replace(finding, sentence=f"share of {name}: the diagnosis {why}")
    then = _share([*labels, *lost], name) if lost else None
    with_lost = then and (then[0], _outcome(-then[0], -then[1][0], -line, judged))
    return _settled(finding, _outcome(-value, -interval[0], -line, judged), with_lost, len(lost))


def _share(labels: Sequence[str], name: str) -> tuple[float | None, tuple[float, float] | None]:
    """The share of a class, with its interval; None, None over no row."""
    known = [label for label in labels if name in OPEN or label not in OPEN]
    count = known.count(name)
    return (count / len(known), wilson_interval(count, len(known))) if known else (None, None)


def _least(scores: Sequence[float], line: float, judged: bool) -> tuple[float, str]:
    """The mean of scores and its outcome."""
    value = sum(scores) / len(scores)
    return value, _outcome(value, bootstrap_interval(scores)[1], line, judged)


def _outcome(value: float, high: float, line: float, judged: bool) -> str:
    """Passed on or above the line; below it warned where the judge's interval reaches it, else failed."""
    return PASSED if value >= line or same(value, line) else WARNED if judged and high >= line else FAILED


def _settled(finding: Finding, outcome: str, with_lost: tuple[float, str] | None, lost: int) -> Finding:
    """The finding with its outcome and sentence; not judged where the rows that are gone would have made it fail."""
    if with_lost and with_lost[1] == FAILED != outcome:
        then, line = against(with_lost[0], finding.line)
        rows = f"{lost} row{'s that are' if lost != 1 else ' that is'} gone or without labels now"
        told = f"{_name(finding)} would be {then}, not {finding.sign} {line}, with the baseline's values of {rows}; {FRESH}"
        return replace(finding, sentence=told)
    return _told(replace(finding, outcome=outcome))


def _told(found: Finding) -> Finding:
    """The finding with its sentence."""
    value, line = against(found.value, found.line)
    sign = found.sign if found.outcome == PASSED else {">=": "<", "<=": ">"}[found.sign]
    noise = ", within noise: the 95% interval is [{}, {}]".format(*map(number, found.interval)) if found.outcome == WARNED else ""
    return replace(found, sentence=f"{_name(found)} {value} {sign} {line} over {found.n} row{'s' * (found.n != 1)}{noise}")


def _name(found: Finding) -> str:
    return "share of " * (found.sign == "<=") + found.name
