"""What came of an intervention, in one word, and whether it proves a diagnosis. Lesson 6 writes ``proves`` by hand."""

from ..diagnosis import LABELS, PASSED
from .interventions import KINDS, Intervention

REPAIRED, CANNOT_TELL, NOTHING_TO_REPAIR, MOVED, UNCHANGED = "repaired", "cannot tell", "nothing to repair", "moved", "unchanged"
Side = tuple[str, str]


def outcome(change: Intervention) -> str:
    """Return "repaired", "cannot tell" (the judge leaves it open), "nothing to repair" (the unchanged Docent was right), "moved" or "unchanged"."""
    if change.repaired:
        return REPAIRED
    if change.undecided:
        return CANNOT_TELL
    if change.before.diagnosis.label in PASSED:
        return NOTHING_TO_REPAIR
    return MOVED if change.moved else UNCHANGED


def proves(change: str, before: Side, after: Side, diagnosis: str) -> bool | None:
    """Return whether one change proves a diagnosis; None where the judge leaves it open.

    ``change`` is one of KINDS. ``before`` and ``after`` are pairs (answer, class), of the unchanged and the changed side. It proves the
    diagnosis where KINDS names the class, the answer moved, failed before, and is OK now. Raises ValueError for another change or class.

    >>> proves("oracle context", ("I don't know.", "RETRIEVAL-MISS"), ("60.", "OK"), "RETRIEVAL-MISS")
    True
    """
    if change not in KINDS:
        raise ValueError(f"there is no intervention {change!r}; use one of: {', '.join(KINDS)}")
    if strangers := [label for label in (before[1], after[1], diagnosis) if label not in LABELS]:
        raise ValueError(f"there is no class {strangers[0]!r}; use one of: {', '.join(LABELS)}")
    if diagnosis not in KINDS[change] or before[0] == after[0] or before[1] in PASSED:
        return False
    if after[1] not in (*PASSED, "UNDECIDED"):
        return False
    return None if "UNDECIDED" in (before[1], after[1]) else True


def sides(change: Intervention) -> tuple[str, Side, Side, str]:
    """The four arguments of ``proves`` for an intervention that was made."""
    before, after = ((row.record.answer, row.diagnosis.label) for row in (change.before, change.after))
    return change.kind, before, after, change.diagnosed
