"""Many records, diagnosed: every row with its class, the tally, the means with their coverage, and how far the judge is to be trusted."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import NamedTuple

from ..calibration import Calibration, bootstrap_interval, calibrate
from ..diagnosis import LABELS, Lines, checked_lines, named, two_by_two
from ..judges import get_judge
from ..labels import Label
from ..records import Record
from ..verdicts import Judge
from .findings import JUDGED, METRICS
from .rows import Row, relabelled, retrieved, score_row

ENOUGH_TO_TELL = 5  # labelled rows without one retrieved label mean other ids, not a bad retriever


class Mean(NamedTuple):
    """A mean over the ``n`` rows that have a score, with its 95% bootstrap interval; None, None over no row.

    ``undefined`` rows have no such score by convention (a refusal has no faithfulness); ``unscored`` ones should have one and have
    none: an undecided claim, a failed call.
    """

    value: float | None
    n: int
    undefined: int
    unscored: int
    interval: tuple[float, float] | None

    @property
    def coverage(self) -> float | None:
        """Scored rows / rows that should be scored; None if there are none."""
        return self.n / (self.n + self.unscored) if self.n + self.unscored else None

    @property
    def limits(self) -> tuple[float, float] | None:
        """The mean if every unscored row had 0, and if every one had 1; None without rows that should be scored.

        A judge that decides only easy rows makes ``value`` look better than it is, and its interval does not show that; these do.
        """
        rows = self.n + self.unscored
        known = (self.value or 0.0) * self.n
        return (known / rows, (known + self.unscored) / rows) if rows else None

    def __str__(self) -> str:
        value = "undefined" if self.value is None else f"{self.value:.2f} [{self.interval[0]:.2f}, {self.interval[1]:.2f}]"
        return f"{value} over {self.n} of {self.n + self.unscored} scored" + (f", {self.undefined} undefined" if self.undefined else "")


@dataclass(frozen=True)
class Audit:
    """The rows in the order of the records, and what decided them: the judge, its calibration and the lines."""

    rows: tuple[Row, ...]
    judge: str
    judge_fingerprint: str
    lines: Lines
    calibration: Calibration | None = None

    @property
    def tally(self) -> dict[str, int]:
        """How many rows each class of LABELS has, in their order; classes without a row are left out."""
        counts = Counter(row.diagnosis.label for row in self.rows)
        return {label: counts[label] for label in LABELS if counts[label]}

    @property
    def owners(self) -> dict[str, int]:
        """How many failed rows each owner has, most first."""
        return dict(Counter(row.diagnosis.owner for row in self.failures).most_common())

    @property
    def causes(self) -> dict[str, int]:
        """How many failed rows each coarse cause has, most first."""
        return dict(Counter(row.diagnosis.cause for row in self.failures).most_common())

    @property
    def failures(self) -> list[Row]:
        """The rows that are neither OK nor UNDECIDED: those that failed for certain."""
        return [row for row in self.rows if row.diagnosis.failed]

    @property
    def coverage(self) -> float | None:
        """The share of rows whose class is decided; None without rows."""
        undecided = self.tally.get("UNDECIDED", 0)
        return 1 - undecided / len(self.rows) if self.rows else None

    @property
    def quadrants(self) -> dict[str, list[str]]:
        """Ids in the four fields of recall × faithfulness, and what is left out."""
        return two_by_two({row.id: row.evidence for row in self.rows}, self.lines)

    def mean(self, name: str) -> Mean:
        """The mean of one of METRICS. Raises ValueError for another name."""
        if name not in METRICS:
            raise ValueError(f"there is no metric {name!r}; use one of: {', '.join(METRICS)}")
        scores = [row.scores[name] for row in self.rows if row.scores[name] is not None]
        unscored = sum(name in row.unscored for row in self.rows)
        value = sum(scores) / len(scores) if scores else None
        interval = bootstrap_interval(scores) if scores else None
        return Mean(value, len(scores), len(self.rows) - len(scores) - unscored, unscored, interval)

    def row(self, id: str) -> Row:
        """The row of that id. Raises ValueError where there is none."""
        for each in self.rows:
            if each.id == id:
                return each
        raise ValueError(f"there is no row {id!r}; there are {', '.join(row.id for row in self.rows[:8])} ...")


def audit(
    records: Iterable[Record],
    judge: Judge | str,
    lines: Lines = Lines(),
    labels: Sequence[Label] = (),
    progress: Callable[[int, int], None] | None = None,
    metrics: Collection[str] = JUDGED,
    source: str = "",
) -> Audit:
    """Score and diagnose every record; ``labels``, which come from ``source``, calibrate the judge, ``progress`` hears (done, of how many).

    ``metrics`` names the judged metrics to ask for; the fewer, the fewer calls.

    ``judge`` is a judge or the name of one. Raises ValueError for an id that occurs twice, unknown metrics, lines that are none, and labels
    whose ids are not those of the retriever. A judge call that fails leaves its row unscored and the others go on.
    """
    records = list(records)
    checked_lines(lines)
    if strangers := set(metrics) - set(JUDGED):
        raise ValueError(f"{', '.join(sorted(strangers))} is no judged metric; use {', '.join(JUDGED)}")
    judge = get_judge(judge) if isinstance(judge, str) else judge
    twice = [name for name, count in Counter(record.id for record in records).items() if count > 1]
    if twice:
        raise ValueError(f"the id {twice[0]!r} occurs twice among the records; give each its own")
    _same_ids(records)
    try:
        rows = _every(records, lambda record: score_row(record, judge, lines, metrics), judge.max_in_flight, progress)
    except KeyboardInterrupt:
        getattr(judge, "stop", lambda: None)()  # a live judge has calls in line
        raise
    found = calibrate(judge, labels, source) if labels else None
    return Audit(tuple(rows), judge.name, judge.fingerprint, lines, found)


def _same_ids(records: Sequence[Record]) -> None:
    """Raise ValueError where not one relevant id of several rows is ever retrieved: the labels use other ids than the retriever."""
    labelled = [record for record in records if record.relevant_ids]
    wanted = {name for record in labelled for name in record.relevant_ids}
    if len(labelled) >= ENOUGH_TO_TELL and not any(wanted & set(retrieved(record)) for record in labelled):
        pair = f"{sorted(wanted)[0]!r} is labelled, {next((name for row in labelled for name in row.retrieved_ids), 'nothing')!r} was retrieved"
        fix = "write both alike (a chunk 'page#3' counts as its page)"
        raise ValueError(f"no relevant id of {len(labelled)} rows is among what was retrieved for any: {pair}; {fix}")


def _every(records: list[Record], work: Callable[[Record], Row], in_flight: int, progress: Callable | None) -> list[Row]:
    """Work on all records, in order; twice as many at once as the judge has calls in flight, so that none of its places is idle."""
    pool = ThreadPoolExecutor(2 * in_flight) if in_flight > 1 else None
    done: list[Row] = []
    try:
        for row in pool.map(work, records) if pool else map(work, records):
            done.append(row)
            if progress:
                progress(len(done), len(records))
    finally:
        if pool:
            pool.shutdown(wait=False, cancel_futures=True)  # after an interrupt nothing new is asked
    return done


def relabel(found: Audit, id: str, by: str, reason: str, label: str = "CHUNKING") -> Audit:
    """Return the audit with the class CHUNKING for one failed row, which a person (``by``) read cold and gives a ``reason`` for.

    Raises ValueError for a row that did not fail, another label (the program recomputes those), and an empty name or reason.
    """
    row = found.row(id)
    if label != "CHUNKING":
        raise ValueError(f"a person sets CHUNKING only, not {label!r}; for another class mend the labels or the lines and audit again")
    if row.diagnosis.label == "OK":
        raise ValueError(f"row {id!r} is OK; only a row that failed can be CHUNKING")
    if not by.strip() or not reason.strip():
        raise ValueError("say who read it and why: by='your name', reason='the boundary cuts ...'")
    mended = relabelled(row, named(label, f"{reason} (read cold by {by})"), by)
    return replace(found, rows=tuple(mended if each.id == id else each for each in found.rows))
