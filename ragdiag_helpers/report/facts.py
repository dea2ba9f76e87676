"""What an audit comes to, worked out once: the report, its verdict and its figures all speak from these numbers."""

from collections import Counter
from dataclasses import dataclass
from typing import NamedTuple

from ..audit import METRICS, Audit, Mean, Row
from ..audit.rows import CONTRADICTION, LOOK_AT_LABEL, READ_COLD
from ..diagnosis import LABELS, Lines, possible


class Fix(NamedTuple):
    """One class of failures: how many there are, what share of all failures, who mends them and how, and which they are."""

    label: str
    cause: str
    count: int
    share: float
    owner: str
    fix: str
    subcases: dict[str, int]
    ids: list[str]


@dataclass(frozen=True)
class Facts:
    """An audit and what is counted of it.

    ``causes`` are of the failures whose cause is known; ``could`` says of each coarse cause how many of the other rows may have it.
    """

    audit: Audit
    means: dict[str, Mean]
    tally: dict[str, int]
    owners: dict[str, int]
    causes: dict[str, int]
    failures: list[Row]
    undecided: list[Row]
    quadrants: dict[str, list[str]]
    could: dict[str, int]

    @property
    def decided(self) -> int:
        """How many rows have a class."""
        return len(self.audit.rows) - len(self.undecided)

    @property
    def fixes(self) -> list[Fix]:
        """The classes of the failures, most rows first; equal ones in the order of the diagnosis."""
        of_class: dict[tuple[str, str], list[Row]] = {}
        for row in self.failures:
            of_class.setdefault((row.diagnosis.label, row.diagnosis.cause), []).append(row)
        order = {label: place for place, label in enumerate(LABELS)}
        found = [_fix(label, cause, rows, len(self.failures)) for (label, cause), rows in of_class.items()]
        return sorted(found, key=lambda fix: (-fix.count, order[fix.label], fix.cause))

    @property
    def read_cold(self) -> list[Row]:
        """Failed rows that a person should read, since only a person says CHUNKING."""
        return [row for row in self.failures if READ_COLD in row.notes and not row.reviewed_by]

    @property
    def doubtful_labels(self) -> list[Row]:
        """Rows whose label is in doubt: the answer is right without the labelled page, or a page answers the unanswerable."""
        return [row for row in self.audit.rows if self._doubtful(row)]

    def _doubtful(self, row: Row) -> bool:
        missed = row.evidence.recall is not None and row.evidence.recall < self.audit.lines.recall
        return LOOK_AT_LABEL in row.notes or CONTRADICTION in row.notes or row.diagnosis.label == "OK" and missed or _unlabelled_page(row)


def facts(audit: Audit) -> Facts:
    """Count what the report needs. Raises ValueError for an audit without rows."""
    if not audit.rows:
        raise ValueError("the audit holds no row, so there is nothing to report: give it at least one record")
    undecided = [row for row in audit.rows if row.diagnosis.failed is None]
    open_ones = [row for row in audit.failures if not row.diagnosis.cause]
    could = Counter(cause for row in undecided + open_ones for cause in _causes(row, audit.lines))
    means = {name: audit.mean(name) for name in METRICS}
    causes = {cause: count for cause, count in audit.causes.items() if cause}
    return Facts(audit, means, audit.tally, audit.owners, causes, audit.failures, undecided, audit.quadrants, dict(could))


def _causes(row: Row, lines: Lines) -> set[str]:
    """The coarse causes that a row without a cause may have; none is told of an empty answer."""
    return {LABELS[label].cause for label in possible(row.evidence, lines)} - {""} if row.record.answer.strip() else set()


def _fix(label: str, cause: str, rows: list[Row], failures: int) -> Fix:
    subcases = Counter(row.diagnosis.subcase for row in rows if row.diagnosis.subcase)
    _, owner, fix = LABELS[label]
    return Fix(label, cause, len(rows), len(rows) / failures, owner, fix, dict(subcases), [row.id for row in rows])


def _unlabelled_page(row: Row) -> bool:
    return row.diagnosis.label == "FAITHFUL-BUT-CONTEXT-WRONG" and row.evidence.answerable is False
