"""Audits with given scores, for the tests of gate and history: no judge is asked, so a score is what a test says it is."""

from ragdiag_helpers.audit import METRICS, Audit, Findings, Row
from ragdiag_helpers.calibration import Calibration, calibrate
from ragdiag_helpers.diagnosis import LABELS, Diagnosis, Evidence, Lines, named
from ragdiag_helpers.labels import Label
from ragdiag_helpers.records import Record
from ragdiag_helpers.verdicts import Verdict

UNJUDGED = "the call failed"


def record(id: str, question: str = "", answer: str = "an answer", retrieved_ids: tuple = ("plans",)) -> Record:
    return Record(id, question or f"question {id}?", answer, retrieved_ids, ("Pro costs 25.",), relevant_ids=("plans",))


def row(
    id: str, scores: dict, label: str = "OK", unscored: tuple = (), question: str = "", answer: str = "an answer",
    answerable: bool | None = True, refused: bool = False,
) -> Row:  # fmt: skip
    """A row with these scores; the others are None, for want of a label or, if named in ``unscored``, by a failed call."""
    given = {name: scores.get(name) for name in METRICS}
    absent = {name: UNJUDGED if name in unscored else "nobody labelled it" for name in METRICS if given[name] is None}
    asked = record(id, question, answer)
    told = named(label, "as the test says") if label in LABELS else Diagnosis(label, "", "", "", "as the test says")
    return Row(asked, Findings(), given, absent, tuple(unscored), Evidence(answerable, refused), told)


def audit_of(*rows: Row, judge: str = "stub", fingerprint: str = "stub-1", calibration: Calibration | None = None) -> Audit:
    return Audit(tuple(rows), judge, fingerprint, Lines(), calibration)


class _Told:
    """A judge that says of each claim what the claim itself says: supported, refuted or undecided."""

    name, fingerprint, max_in_flight = "stub", "stub-1", 1

    def verify(self, claims, context):
        return [Verdict(claim.partition(" ")[0]) for claim in claims]


def calibrated(**counts: int) -> Calibration:
    """The calibration of a judge with these counts: tp, fp (supported by the judge only), fn, tn, undecided (of supported claims)."""
    said = {"tp": ("supported", "supported"), "fp": ("supported", "not supported"), "fn": ("refuted", "supported"),
            "tn": ("refuted", "not supported"), "undecided": ("undecided", "supported")}  # fmt: skip
    pairs = [said[name] for name, count in counts.items() for _ in range(count)]
    return calibrate(_Told(), [Label(f"l{place}", "a context", f"{verdict} claim", label) for place, (verdict, label) in enumerate(pairs)])


def uniform(scores: dict, n: int = 20, **settings) -> Audit:
    """An audit of ``n`` rows, all with the same scores."""
    return audit_of(*(row(f"q{number}", scores) for number in range(1, n + 1)), **settings)


def spread(name: str, values, **settings) -> Audit:
    """An audit of one row a value of one metric."""
    return audit_of(*(row(f"q{number}", {name: value}) for number, value in enumerate(values, start=1)), **settings)
