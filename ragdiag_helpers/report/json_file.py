"""The report for machines: rag-report.json. Keys keep their order, numbers have at most six decimals, what is undefined is null; no NaN.

schema           "ragdiag-report/1"; the number grows when a field changes its meaning or goes
verdict          half (a cause, where chunking counts as retrieval; "cannot be said", "nothing failed" or "tie"), settled, headline, evidence, limits
counts           rows, decided, undecided, failures
lines            from which score a row counts as good: recall, faithfulness, relevance, correctness
judge            name, fingerprint, calibration: null, or its public fields as calibration.Calibration names them, with its verdict
records          sha256 of all records in their order: equal for equal records
means            for each metric: value, interval (95% bootstrap), n, undefined, unscored, coverage, limits (if every unscored row had 0,
                 or 1), judged
tally, owners, causes   counts by class, by owner of the failures, by coarse cause of the failures
could            how many undecided rows may have each coarse cause
fixes            the classes of the failures, most first: label, count, share, owner, fix, subcases, ids
quadrants        ids by field of recall × faithfulness, and "left out"
looks            ids for a person: right_by_accident, labels, read_cold, reviewed
rows             for each record, in order: id, question, answer, reference, relevant_ids, retrieved_ids, kind; scores (each metric,
                 or null) and absent (why null); unscored (scores that should be there); evidence (what the rule used); diagnosis
                 (label, subcase, cause, owner, fix, reason, failed); reviewed_by, notes; findings (claims, verdicts on them by the
                 contexts, ideal claims, verdicts on them by the contexts and by the answer (stated), relevance). A call that failed
                 is {"unscored": reason}.

Contexts are left out: they stand in the records.
"""

import json
from dataclasses import asdict, fields, is_dataclass
from hashlib import sha256
from typing import Any

from ..audit import JUDGED, Mean, Row
from ..verdicts import Unscored
from .facts import Facts
from .verdict import Finding

SCHEMA = "ragdiag-report/1"
OF_RECORD = ("id", "question", "answer", "reference", "relevant_ids", "retrieved_ids", "kind")


def report_json(found: Facts, said: Finding) -> bytes:
    """Return the report as JSON in UTF-8, each of its rows on a line; the same audit gives the same bytes."""
    head = json.dumps(_plain(_report(found, said)), ensure_ascii=False, allow_nan=False, indent=1).removesuffix("\n}")
    rows = ",\n".join("  " + json.dumps(_plain(_row(row)), ensure_ascii=False, allow_nan=False) for row in found.audit.rows)
    text = f'{head},\n "rows": [\n{rows}\n ]\n}}\n'
    return text.encode("utf-8", "backslashreplace")  # half a character becomes a JSON escape


def _report(found: Facts, said: Finding) -> dict[str, Any]:
    audit = found.audit
    return {
        "schema": SCHEMA,
        "verdict": asdict(said),
        "counts": {
            "rows": len(audit.rows), "decided": found.decided, "undecided": len(found.undecided), "failures": len(found.failures),
        },
        "lines": audit.lines._asdict(),
        "judge": {"name": audit.judge, "fingerprint": audit.judge_fingerprint, "calibration": _calibration(audit.calibration)},
        "records": _records_hash(audit.rows),
        "means": {name: _mean(name, mean) for name, mean in found.means.items()},
        "tally": found.tally,
        "owners": found.owners,
        "causes": found.causes,
        "could": dict(sorted(found.could.items())),
        "fixes": [fix._asdict() for fix in found.fixes],
        "quadrants": found.quadrants,
        "looks": {
            "right_by_accident": [row.id for row in found.failures if row.diagnosis.label == "RIGHT-BY-ACCIDENT"],
            "labels": [row.id for row in found.doubtful_labels],
            "read_cold": [row.id for row in found.read_cold],
            "reviewed": [row.id for row in audit.rows if row.reviewed_by],
        },
    }


def _mean(name: str, mean: Mean) -> dict[str, Any]:
    return {**mean._asdict(), "coverage": mean.coverage, "limits": mean.limits, "judged": name in JUDGED}


def _row(row: Row) -> dict[str, Any]:
    return {
        **{name: getattr(row.record, name) for name in OF_RECORD},
        "scores": row.scores,
        "absent": row.absent,
        "unscored": row.unscored,
        "evidence": row.evidence,
        "diagnosis": {**asdict(row.diagnosis), "failed": row.diagnosis.failed},
        "reviewed_by": row.reviewed_by or None,
        "notes": row.notes,
        "findings": row.findings,
    }


def _calibration(found: Any) -> dict[str, Any] | None:
    if found is None:
        return None
    return {**{each.name: getattr(found, each.name) for each in fields(found)}, "verdict": found.verdict}


def _records_hash(rows: tuple[Row, ...]) -> str:
    every = sha256()
    for row in rows:
        every.update(json.dumps([getattr(row.record, each.name) for each in fields(row.record)]).encode() + b"\n")
    return every.hexdigest()


def _plain(value: Any) -> Any:
    """What JSON can hold: rounded floats, lists, objects with text keys."""
    if isinstance(value, Unscored):
        return {"unscored": value.reason}
    if is_dataclass(value):
        return {each.name: _plain(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, dict):
        return {str(name): _plain(each) for name, each in value.items()}
    if hasattr(value, "_asdict"):
        return _plain(value._asdict())
    if isinstance(value, (list, tuple)):
        return [_plain(each) for each in value]
    if isinstance(value, float):
        return round(value, 6)
    return value
