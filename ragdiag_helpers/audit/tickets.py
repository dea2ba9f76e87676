"""Tickets that a team can act on. ``check_ticket``, in ``ticket_check``, computes every number in one again from the audit.

A ticket is about one class of failure. "Improve the RAG" is no ticket: it names no class, no case, no count and no score.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from ..diagnosis import LABELS
from ..unseen import id_line, one_line, unique_id
from .findings import METRICS
from .interventions import Intervention
from .rows import Row
from .run import Audit
from .ticket_check import check_ticket

__all__ = ["check_ticket", "tickets"]
SHOWN, LONGEST = 12, 160
_TELLING = ("recall", "faithfulness", "correctness")


def tickets(found: Audit, interventions: Iterable[Intervention] = ()) -> list[str]:
    """Return one ticket (Markdown) for each class of failure, the most frequent first; none where nothing failed."""
    interventions = list(interventions)
    labels = sorted({row.diagnosis.label for row in found.failures}, key=lambda label: (-found.tally[label], list(LABELS).index(label)))
    return [_ticket(found, label, interventions) for label in labels]


def _ticket(found: Audit, label: str, interventions: Sequence[Intervention]) -> str:
    rows, fault = [row for row in found.rows if row.diagnosis.label == label], LABELS[label]
    of = f"{len(rows)} of {_counted(len(found.rows), 'row')}"
    one = f"the same row ({of}) is audited again and is not {label}"
    done = one if len(rows) == 1 else f"the same {of} are audited again and none of them is {label}"
    lines = [
        f"### {label}: {len(rows)} of {_counted(len(found.failures), 'failure')}",
        f"- owner: {fault.owner or 'nobody yet, the class is open'}",
        f"- {'case' if len(rows) == 1 else 'cases'}: {_codes([row.id for row in rows], SHOWN)}",
        _worst(min(rows, key=_badness)),
        *_means(rows),
        *_proofs(rows, interventions),
        *[f"- fix: {fault.fix}"] * bool(fault.fix),
        f"- done when: {done}",
    ]
    return "\n".join(lines)


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _codes(names: Sequence[str], most: int = 6) -> str:
    return ", ".join([_code(unique_id(name)) for name in names[:most]] + ["..."] * (len(names) > most))


def _pages(names: Sequence[str], most: int = 6) -> str:
    return ", ".join([_code(id_line(name, 80)) for name in names[:most]] + ["..."] * (len(names) > most))


def _code(name: str) -> str:
    """What is on one line already in backticks, more of them where it holds some itself."""
    fence = "`" * (1 + max((len(run) for run in re.findall("`+", name)), default=0))
    gap = " " if "`" in (name[:1], name[-1:]) else ""
    return f"{fence}{gap}{name}{gap}{fence}"


def _badness(row: Row) -> tuple[float, int]:
    """Lowest for the worst: the mean of the telling scores that are known, and of equals the row that has most of them."""
    known = [row.scores[name] for name in _TELLING if row.scores[name] is not None]
    return (sum(known) / len(known) if known else 1.0, -len(known))


def _worst(row: Row) -> str:
    record, question = row.record, one_line(row.record.question.replace('"', "'"), 10 * LONGEST)
    shown = f'"{question}"' if len(question) <= LONGEST else f'"{question[:LONGEST].rpartition(" ")[0] or question[:LONGEST]}..."'
    wanted = "nobody labelled what it needs" if record.relevant_ids is None else "no page holds the answer"
    needed = f"it needs {_pages(record.relevant_ids)}" if record.relevant_ids else wanted
    came = f"what came is {_pages(record.retrieved_ids)}" if record.retrieved_ids else "nothing came"
    return f"- worst case: {_code(unique_id(row.id))}, {shown}, {needed}, {came}"


def _means(rows: Sequence[Row]) -> Iterator[str]:
    scored = [name for name in METRICS if any(row.scores[name] is not None for row in rows)]
    telling = [name for name in scored if name in _TELLING or name == "contextual_recall" and "recall" not in scored]
    for name in telling or scored[:1]:
        scores = [row.scores[name] for row in rows if row.scores[name] is not None]
        yield f"- {name.replace('_', ' ')}: mean {sum(scores) / len(scores):.2f} over {len(scores)} of {_counted(len(rows), 'case')}"


def _proofs(rows: Sequence[Row], interventions: Sequence[Intervention]) -> Iterator[str]:
    ids = {row.id for row in rows}
    kinds: dict[str, list[Intervention]] = {}
    for each in interventions:
        if each.id in ids:
            kinds.setdefault(each.kind, []).append(each)
    for kind, tried in kinds.items():
        repaired, unsure = [each.id for each in tried if each.repaired], sum(each.undecided for each in tried)
        shown = f" ({_codes(repaired, SHOWN)})" if repaired else ""
        rest = f", {unsure} undecided" if unsure else ""
        judges = " and ".join(dict.fromkeys(_code(one_line(each.judge, 80)) for each in tried))
        yield f"- proof: {kind} repairs {len(repaired)} of {_counted(len(tried), 'case')}{shown}{rest}, judged by {judges}"
