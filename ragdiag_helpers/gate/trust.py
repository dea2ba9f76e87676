"""How far a judge's word may pass or fail a run, by what it was worth against labels.

| its calibration | what it says |
|---|---|
| there is none (``--labels none``) | is judged; a note says that nobody measured the judge |
| decided nothing, or one label only; fewer than 20 claims, or 5 of a label; or no better than chance | is not judged |
| better than chance, on less than a tenth of the claims | is judged, with a warning |
| better than chance | is judged; a note says what the judge is worth |
"""

from collections.abc import Iterable

from ..audit import COUNTED, Audit
from .result import WARNED, Finding, against

LEAST_DECIDED = 0.1  # of the labelled claims, below which a judge better than chance warns


def distrust(found: Audit) -> str | None:
    """Why nothing that this judge says may pass or fail a run; None where it may, or where the judge was not measured."""
    measured = found.calibration
    if measured is None or measured.better_than_chance:
        return None
    return f"is said by a judge that nobody can trust: {measured.verdict}"


def about_judge(found: Audit, findings: Iterable[Finding]) -> tuple[list[Finding], list[str]]:
    """What the judge is worth, beside whatever it decides: findings that warn, and notes. Nothing where it decides none of the findings."""
    if all(finding.name in (*COUNTED, "UNDECIDED") for finding in findings):
        return [], []
    measured = found.calibration
    told = measured.verdict if measured else "not measured; name labels with --labels to see whether it may be trusted"
    warned = measured and measured.better_than_chance and measured.coverage < LEAST_DECIDED
    return [_seldom(found)] if warned else [], [f"judge {found.judge}: {told}"]


def _seldom(found: Audit) -> Finding:
    measured = found.calibration
    share = "{} < {}".format(*against(measured.coverage, LEAST_DECIDED))
    told = f"judge {found.judge} decided {measured.decided} of {measured.n} labelled claims ({share}): little is known of the rest"
    return Finding("decided labels", measured.coverage, measured.n, None, None, LEAST_DECIDED, WARNED, told)
