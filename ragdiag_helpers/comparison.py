"""A run against an earlier one, row by row: what is worse because of the system, and what only because judge or questions changed."""

from collections.abc import Sequence

from .calibration import bootstrap_interval
from .gate_result import FAILED, NOT_JUDGED, PASSED, WARNED, Finding, number, same, some
from .rows import JUDGED
from .runs import Run, Snapshot

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
    return f"{before.judge} {before.judge_fingerprint[:12]} -> {now.judge} {now.judge_fingerprint[:12]}"


def _compared(name: str, now: Snapshot, before: Snapshot, tolerance: float, least: int) -> Finding:
    versus, change = f"{name} vs run {before.run.number}", judge_changed(now.run, before.run)
    if name in JUDGED and change:
        told = f"{versus}: the judge changed ({change}), so a difference would not be the system's; not compared"
        return Finding(versus, None, 0, None, None, -tolerance, WARNED, told)
    pairs, one_sided = _pairs(name, now, before)
    if len(pairs) < least:
        told = f"{versus}: {len(pairs)} rows have both scores, {least} are needed; {FRESH}"
        return Finding(versus, None, len(pairs), None, None, -tolerance, NOT_JUDGED, told)
    drops = [after - earlier for after, earlier in pairs]
    value, interval = sum(drops) / len(drops), bootstrap_interval(drops)
    outcome = _outcome(value, interval, tolerance)
    coverage = len(pairs) / (len(pairs) + one_sided)
    told = _sentence(versus, pairs, value, interval, outcome, one_sided)
    return Finding(versus, value, len(pairs), coverage, interval, -tolerance, outcome, told)


def _pairs(name: str, now: Snapshot, before: Snapshot) -> tuple[list[tuple[float, float]], int]:
    """The scores of the rows asked alike in both runs, (now, before), and how many such rows have only one of the two."""
    alike = [id for id, row in now.rows.items() if id in before.rows and before.rows[id].fingerprint == row.fingerprint]
    both = [(now.rows[id].scores.get(name), before.rows[id].scores.get(name)) for id in alike]
    pairs = [pair for pair in both if None not in pair]
    return pairs, sum(pair.count(None) == 1 for pair in both)


def _outcome(value: float, interval: tuple[float, float], tolerance: float) -> str:
    if value >= -tolerance or same(value, -tolerance):
        return PASSED
    return FAILED if interval[1] < 0 else WARNED


def _sentence(versus: str, pairs: list, value: float, interval: tuple[float, float], outcome: str, one_sided: int) -> str:
    after, earlier = (sum(side) / len(pairs) for side in zip(*pairs))
    told = f"{versus}: {number(earlier)} -> {number(after)} ({'+' * (value > 0)}{number(value, 3)}) over the same {len(pairs)} rows"
    told += f", within noise [{number(interval[0])}, {number(interval[1])}]" if outcome == WARNED else ""
    return told + (f"; {one_sided} more have a score in one run only" if one_sided else "")
