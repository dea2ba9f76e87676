"""Golden sets: questions whose right answer and right pages are known."""

import json
from dataclasses import dataclass, fields
from difflib import get_close_matches
from pathlib import Path

from .corpus import GOLDEN_SETS


class DataError(ValueError):
    """A data file that cannot be read rightly: names the file, the line, the field and the fix."""

    def __init__(self, file: Path, line: int, field: str | None, fix: str):
        self.file, self.line, self.field, self.fix = Path(file), line, field, fix
        super().__init__(f"{self.file.name}, line {line}: {fix}")


@dataclass(frozen=True)
class GoldenItem:
    """One golden question.

    ``relevant_ids`` are the pages that hold the answer (empty: unanswerable), ``evidence`` the quoted words as
    (page id, quote), ``claims`` what an ideal answer says, ``kind`` single, multi-source, near-miss or unanswerable.
    """

    id: str
    question: str
    reference: str
    relevant_ids: tuple[str, ...]
    evidence: tuple[tuple[str, str], ...]
    claims: tuple[str, ...]
    kind: str
    notes: str = ""


def load_golden(name_or_path: str | Path = "docent_golden") -> list[GoldenItem]:
    """Return the items of a golden set: one that travels with the package by its name, or your own by its path.

    Reads JSON Lines in UTF-8, with or without BOM, with any line ends, blank lines allowed. A line that cannot
    be read rightly raises DataError with file, line, field and fix.

    >>> [item.id for item in load_golden()][:2]
    ['q1', 'q2']
    """
    path = Path(name_or_path)
    if not path.suffix:
        path = GOLDEN_SETS / f"{name_or_path}.jsonl"
    if not path.exists():
        bundled = ", ".join(sorted(each.stem for each in GOLDEN_SETS.glob("*_golden.jsonl")))
        raise DataError(path, 0, None, f"there is no such file; give a path, or one of the bundled sets: {bundled}")
    items, seen = [], {}
    for line, text in enumerate(path.read_text(encoding="utf-8-sig").splitlines(), start=1):
        if text.strip():
            item = _item(path, line, text)
            if item.id in seen:
                raise DataError(path, line, "id", f"id {item.id!r} stands on line {seen[item.id]} already; ids must differ")
            seen[item.id] = line
            items.append(item)
    return items


def _item(path: Path, line: int, text: str) -> GoldenItem:
    try:
        row = json.loads(text)
    except json.JSONDecodeError as problem:
        raise DataError(path, line, None, f"this is not JSON ({problem.msg} at column {problem.colno})") from None
    if not isinstance(row, dict):
        raise DataError(path, line, None, 'each line must be one JSON object: {"id": ..., "question": ...}')
    known = [field.name for field in fields(GoldenItem)]
    for name in row:
        if name not in known:
            near = get_close_matches(name, known, 1)
            fix = f"did you mean {near[0]!r}?" if near else f"the fields are {', '.join(known)}"
            raise DataError(path, line, name, f"{name!r} is not a field; {fix}")
    for name in known[:-1]:
        if name not in row:
            raise DataError(path, line, name, f"the field {name!r} is missing")
    for name in ("relevant_ids", "evidence", "claims"):
        if not isinstance(row[name], list):
            raise DataError(path, line, name, f"{name!r} must be a list; put the value in [ ]")
    row["relevant_ids"], row["claims"] = tuple(row["relevant_ids"]), tuple(row["claims"])
    row["evidence"] = tuple((each["doc_id"], each["quote"]) for each in row["evidence"])
    return GoldenItem(**row)
