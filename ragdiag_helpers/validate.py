"""Is a file of golden items, records, labels or replies right? All that is wrong with it, line by line."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from .corpus import Document
from .golden import golden_shape
from .jsonl import DataError, Problem, scan_rows
from .labels import FAILURE_SHAPE, LABEL_SHAPE, PAIR_SHAPE
from .records import RECORD_SHAPE
from .replies import REPLY_SHAPE
from .shapes import Shape, check_items

SHAPES = {"records": RECORD_SHAPE, "labels": LABEL_SHAPE, "replies": REPLY_SHAPE, "failures": FAILURE_SHAPE, "pairs": PAIR_SHAPE}
FILE_KINDS = ("golden", *SHAPES)


@dataclass(frozen=True)
class Validation:
    """What a file holds: the kind it was read as, how many items are right, and what is wrong, in line order."""

    kind: str
    right: int
    problems: tuple[Problem, ...]


def validate(
    path: str | Path, kind: str | None = None, corpus: str | Sequence[Document] | None = "meridian"
) -> Validation:
    """Check every line of ``path`` as one of FILE_KINDS; without ``kind`` the fields decide.

    ``corpus`` is as in load_golden. Raises DataError where the file cannot be read or its kind cannot be told, and
    ValueError for another kind.
    """
    if kind not in (None, *FILE_KINDS):
        raise ValueError(f"there is no kind {kind!r} of file; use one of: {', '.join(FILE_KINDS)}")
    rows = list(scan_rows(path))
    kind = kind or guess_kind(path, [row for _, row in rows if isinstance(row, dict)])
    checked = list(check_items(rows, golden_shape(corpus) if kind == "golden" else SHAPES[kind]))
    problems = tuple(problem for row in checked for problem in row.problems)
    return Validation(kind, sum(not row.problems for row in checked), problems)


def guess_kind(path: str | Path, rows: Sequence[dict]) -> str:
    """Return the kind that more of the rows look like, by how many of its fields they have.

    A file without one readable row counts as golden: its problems are the same for all. Raises DataError where no
    row has a field of any.
    """
    votes = dict.fromkeys(FILE_KINDS, 0)
    known = {"golden": _names(golden_shape(None)), **{kind: _names(shape) for kind, shape in SHAPES.items()}}
    for row in rows:
        hits = {each: len(known[each] & set(row)) for each in FILE_KINDS}
        best = max(FILE_KINDS, key=hits.get)
        votes[best] += 1 if hits[best] else 0
    if rows and not any(votes.values()):
        fix = f"add --kind and one of {', '.join(FILE_KINDS)}"
        raise DataError(path, 0, None, fix, "no field shows whether these are golden items, records or something else")
    return max(FILE_KINDS, key=votes.get)


def _names(shape: Shape) -> set[str]:
    return {*shape.names, *shape.aliases} - ({"answer"} if "evidence" in shape.names else set())
