"""What people found who read failed rows cold: rows {"id", "reason", "by"} that set the class CHUNKING."""

from dataclasses import dataclass
from pathlib import Path

from ..fields import Field, filled_text
from ..jsonl import Problem, scan_rows
from ..shapes import Shape, check_items
from .run import Audit, relabel


@dataclass(frozen=True)
class Review:
    """One finding: the row, why it is CHUNKING, and who read it."""

    id: str
    reason: str
    by: str


REVIEW_SHAPE = Shape(tuple(Field(name, filled_text) for name in ("id", "reason", "by")), lambda row: Review(**row))


def apply_reviews(audit: Audit, path: str | Path) -> tuple[Audit, list[Problem]]:
    """Return the audit with the reviewed rows set to CHUNKING, and what is wrong with the other reviews, by line.

    A wrong review changes nothing and stops no other. Raises DataError where the file cannot be read.
    """
    problems = []
    for line, review, wrong in check_items(scan_rows(path), REVIEW_SHAPE):
        problems += wrong
        if review is None:
            continue
        try:
            audit = relabel(audit, review.id, review.by, review.reason)
        except ValueError as problem:
            problems.append(Problem(line, "id", str(problem), "mend this line; the other reviews stand"))
    return audit, problems
