"""A run against an earlier one, row by row: what is worse because of the system, and what only because judge or questions changed."""

from collections.abc import Sequence

from ..audit import JUDGED
from ..calibration import PairedDifference, paired_bootstrap
from .result import FAILED, NOT_JUDGED, PASSED, WARNED, Finding, number, same, some
from .runs import Run, Snapshot, judge_words

FRESH = "run once without --baseline and name that run from then on"


def compare(now: Snapshot, before: Snapshot, metrics: Sequence[str], tolerance: float = 0.02, least: int = 20) -> list[Finding]:
    """Return one finding a metric: the difference of its means over the rows that both runs asked and scored alike.

    Passed: the mean fell by ``tolerance`` at most. Failed: it fell further, and the 95% interval of the paired difference (bootstrap over
    rows) lies below 0. Warned: it fell further, within noise; or the metric is judged and the judge changed, so that it is not compared.
    Not judged: fewer than ``least`` rows have both scores.
    """
    return [_compared(name, now, before, tolerance, least) for name in metrics]


def changed_rows(now: Snapshot, before: Snapshot) -> list[str]:
    """Sentences that name the rows that are new, gone, or asked or labelled in another way than in the run before."""
    new, gone = [id for id in now.rows if id not in before.rows], [id for id in before.rows if id not in now.rows]
    other = [id for id in now.rows if id in before.rows and now.rows[id].fingerprint != before.rows[id].fingerprint]
    sentences = ((new, "new"), (gone, "gone"), (other, "asked or labelled in another way"))
    rows = [(f"{len(ids)} row{'s are' if len(ids) != 1 else ' is'} {what}", ids) for ids, what in sentences if ids]
    return [f"{told} since run {before.run.number}, not compared: {some(ids)}" for told, ids in rows]


def judge_changed(now: Run, before: Run) -> str | None:
    """How the judge changed, in words; None if it did not."""
    if (now.judge, now.judge_fingerprint) == (before.judge, before.judge_fingerprint):
        return None
    return " -> ".join(judge_words(run.judge, run.judge_fingerprint) for run in (before, now))


def _compared(name: str, now: Snapshot, before: Snapshot, tolerance: float, least: int) -> Finding:
    versus, other = f"{name} vs run {before.run.number}", judge_changed(now.run, before.run)
    if name in JUDGED and other:
        told = f"{versus}: the judge changed ({other}), so a difference would not be the system's; not compared"
        return Finding(versus, None, 0, None, None, -tolerance, WARNED, told)
    earlier, later = _alike(name, now, before)
    change = paired_bootstrap(earlier, later)
    if change.n < least:
        told = f"{versus}: {change.n} row{'s have' if change.n != 1 else ' has'} both scores, {least} are needed; {FRESH}"
        return Finding(versus, None, change.n, None, None, -tolerance, NOT_JUDGED, told)
    outcome, coverage = _outcome(change, tolerance), change.n / (change.n + change.left_out)
    told = f"{versus}: {_sentence(earlier, later, change, outcome)}"
    return Finding(versus, change.difference, change.n, coverage, change.interval, -tolerance, outcome, told)


def _alike(name: str, now: Snapshot, before: Snapshot) -> tuple[dict[str, float | None], dict[str, float | None]]:
    """A metric's scores, before and now, of the rows that both runs asked and labelled alike, and one of them scored."""
    alike = [id for id, row in now.rows.items() if id in before.rows and before.rows[id].fingerprint == row.fingerprint]
    pairs = {id: (before.rows[id].scores.get(name), now.rows[id].scores.get(name)) for id in alike}
    earlier, later = ({id: pair[side] for id, pair in pairs.items() if pair != (None, None)} for side in (0, 1))
    return earlier, later


def _outcome(change: PairedDifference, tolerance: float) -> str:
    if change.difference >= -tolerance or same(change.difference, -tolerance):
        return PASSED
    return FAILED if change.interval[1] < 0 else WARNED


def _sentence(earlier: dict, later: dict, change: PairedDifference, outcome: str) -> str:
    both = [id for id in later if None not in (earlier[id], later[id])]
    means = [number(sum(side[id] for id in both) / len(both)) for side in (earlier, later)]
    told = f"{' -> '.join(means)} ({'+' * (change.difference > 0)}{number(change.difference, 3)}) over the same {change.n} rows"
    told += ", within noise [{}, {}]".format(*map(number, change.interval)) if outcome == WARNED else ""
    return told + (f"; {change.left_out} more have a score in one run only" if change.left_out else "")
