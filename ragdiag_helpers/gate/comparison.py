"""A run against an earlier one, row by row: what is worse because of the system, and what only because judge or questions changed."""

from ..audit import JUDGED
from ..calibration import PairedDifference, paired_bootstrap
from ..report.blocks import some
from .coverage import OPEN
from .lines import FRESH
from .result import FAILED, NAME, NOT_JUDGED, PASSED, SHOWN, WARNED, Finding, against, number, same
from .runs import Run, Snapshot, judge_words
from .thresholds import Thresholds


def compare(now: Snapshot, before: Snapshot, limits: Thresholds) -> list[Finding]:
    """Return one finding a metric of [minimum]: the difference of its means over the rows that both runs asked and scored alike.

    Passed: the mean fell by the tolerance at most. Failed: it fell further, and the 95% interval of the paired difference (bootstrap over
    rows) lies below 0. Warned: it fell further, within noise; or the metric is judged and the judge changed, so that it is not compared.
    Not judged: fewer than ``limits.rows`` rows have both scores, or less than the least coverage of those that the run before scored.
    """
    return [_compared(name, now, before, limits) for name in limits.minimum]


def vanished(now: Snapshot, before: Snapshot, limits: Thresholds) -> list[Finding]:
    """One finding, not judged, with the ids, if more of the rows before than ``limits.may_vanish`` are gone or asked or labelled in another
    way: a RAG does not get better by dropping the questions that it fails. Else none."""
    ids, line = gone(now, before), limits.may_vanish
    lost = len(ids) / len(before.rows) if ids else 0.0
    if lost <= line or same(lost, line):
        return []
    count, number = len(before.rows), before.run.number
    share = "{} > {}".format(*against(lost, line))
    told = f"{len(ids)} of the {count} rows of run {number} are gone or changed ({share}): {some(ids, SHOWN, NAME)}; bring them back, or {FRESH}"
    return [Finding(f"rows gone since run {number}", lost, count, None, None, line, NOT_JUDGED, told, "<=")]


def gone(now: Snapshot, before: Snapshot) -> list[str]:
    """The ids of the rows before that cannot be compared: not there now, or asked or labelled in another way."""
    return [id for id, row in before.rows.items() if id not in now.rows or now.rows[id].fingerprint != row.fingerprint]


def lost_scores(name: str, now: Snapshot, before: Snapshot) -> list[float]:
    """The scores before of rows that are gone, or changed and without that score now; none of a judged metric if the judge changed."""
    if name in JUDGED and judge_changed(now.run, before.run):
        return []
    ids = [id for id in gone(now, before) if id not in now.rows or now.rows[id].scores.get(name) is None]
    return [before.rows[id].scores[name] for id in ids if before.rows[id].scores.get(name) is not None]


def lost_labels(now: Snapshot, before: Snapshot) -> list[str]:
    """The classes before of rows that are gone, or changed and without a known class now; none if the judge changed."""
    if judge_changed(now.run, before.run):
        return []
    return [before.rows[id].label for id in gone(now, before) if id not in now.rows or now.rows[id].label in OPEN]


def changed_rows(now: Snapshot, before: Snapshot) -> list[str]:
    """Sentences that name the rows that are new, gone, or asked or labelled in another way than in the run before."""
    new, gone = [id for id in now.rows if id not in before.rows], [id for id in before.rows if id not in now.rows]
    other = [id for id in now.rows if id in before.rows and now.rows[id].fingerprint != before.rows[id].fingerprint]
    sentences = ((new, "new"), (gone, "gone"), (other, "asked or labelled in another way"))
    rows = [(f"{len(ids)} row{'s are' if len(ids) != 1 else ' is'} {what}", ids) for ids, what in sentences if ids]
    return [f"{told} since run {before.run.number}, not compared: {some(ids, SHOWN, NAME)}" for told, ids in rows]


def judge_changed(now: Run, before: Run) -> str | None:
    """How the judge changed, in words; None if it did not."""
    if (now.judge, now.judge_fingerprint) == (before.judge, before.judge_fingerprint):
        return None
    return " -> ".join(judge_words(run.judge, run.judge_fingerprint) for run in (before, now))


def _compared(name: str, now: Snapshot, before: Snapshot, limits: Thresholds) -> Finding:
    versus, other, tolerance = f"{name} vs run {before.run.number}", judge_changed(now.run, before.run), limits.tolerance
    if name in JUDGED and other:
        told = f"{versus}: the judge changed ({other}), so a difference would not be the system's; not compared"
        return Finding(versus, None, 0, None, None, -tolerance, WARNED, told)
    earlier, later = _alike(name, now, before)
    change = paired_bootstrap(earlier, later)
    scored = sum(row.scores.get(name) is not None for row in before.rows.values())
    covered = change.n / scored if scored else None
    doubt = _doubt(change.n, covered, limits.rows, limits.least_coverage(name))
    if doubt:
        return Finding(versus, None, change.n, covered, None, -tolerance, NOT_JUDGED, f"{versus}: {doubt}; {FRESH}")
    outcome = _outcome(change, tolerance)
    told = f"{versus}: {_sentence(earlier, later, change, outcome)}"
    return Finding(versus, change.difference, change.n, covered, change.interval, -tolerance, outcome, told)


def _doubt(n: int, covered: float | None, rows: int, least: float) -> str | None:
    """Why a difference over ``n`` rows must not be judged; None where it may. The rows of the run before that are gone count, too."""
    if n < rows:
        return f"{n} row{'s have' if n != 1 else ' has'} both scores, {rows} are needed"
    if covered < least and not same(covered, least):
        return f"{against(covered, least)[0]} of the rows that were scored then are scored in both, {number(least)} are needed"
    return None


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
