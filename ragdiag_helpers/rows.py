"""One record, scored: what came, what was said, what of it is supported, and the class that follows.

Counted metrics need labels and no judge; judged ones are as good as their judge. A score that is None has its reason in ``absent``;
if it should be there (a claim left undecided, a call that failed) its name also stands in ``unscored``.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from .claims import bounds, contextual_precision, is_refusal
from .diagnosis import Diagnosis, Evidence, Lines, diagnose
from .records import Record
from .retrieval import precision, recall, reciprocal_rank
from .similarity import cosine
from .verdicts import SUPPORTED, UNDECIDED, Judge, Relevance, Unscored, Verdict

COUNTED = ("recall", "precision", "reciprocal_rank")
JUDGED = ("contextual_recall", "contextual_precision", "faithfulness", "answer_relevance", "correctness")
METRICS = (*COUNTED, *JUDGED)
Verdicts = tuple[Verdict, ...] | Unscored
READ_COLD = "the page came, but what came of it does not support the ideal answer: read it cold, is it CHUNKING?"
LOOK_AT_LABEL = "the labelled page is missing, yet the contexts support the ideal answer: look at the label"


@dataclass(frozen=True)
class Findings:
    """What the judge said of one record: the answer's claims and verdicts on them by the contexts; the ideal answer's claims, with
    verdicts by the contexts and by the answer; and whether the answer answers."""

    claims: tuple[str, ...] | Unscored = ()
    verdicts: Verdicts = ()
    ideal: tuple[str, ...] | Unscored = ()
    ideal_verdicts: Verdicts = ()
    stated: Verdicts = ()
    relevance: Relevance | Unscored = Unscored("not asked")


@dataclass(frozen=True)
class Row:
    """One audited record. ``scores`` holds every name of METRICS, from 0 to 1 or None."""

    record: Record
    findings: Findings
    scores: dict[str, float | None]
    absent: dict[str, str]
    unscored: tuple[str, ...]
    evidence: Evidence
    diagnosis: Diagnosis
    reviewed_by: str = ""
    notes: tuple[str, ...] = field(default=())

    @property
    def id(self) -> str:
        return self.record.id


def score_row(record: Record, judge: Judge, lines: Lines = Lines()) -> Row:
    """Ask the judge about one record, score it and diagnose it. A failed call leaves its scores out; nothing is raised for it."""
    found = ask(record, judge)
    scores, absent, unscored = _scores(record, found)
    evidence = _evidence(record, found, scores, unscored, lines)
    return Row(record, found, scores, absent, unscored, evidence, diagnose(evidence, lines), notes=_notes(record, scores, evidence, lines))


def ask(record: Record, judge: Judge) -> Findings:
    """Put every question about a record to the judge; what needs no judge (no claims, a refusal) is not asked."""
    abstains = is_refusal(record.answer)
    claims = () if abstains else judge.split(record.answer)
    ideal = _ideal(record, judge)
    return Findings(
        claims,
        _verify(judge, claims, record.contexts),
        ideal,
        _verify(judge, ideal, record.contexts),
        _verify(judge, () if abstains else ideal, (record.answer,)),
        Unscored("the answer abstains") if abstains or claims == () else judge.relevance(record.question, record.answer),
    )


def answerable(record: Record) -> bool | None:
    """Whether the documentation holds an answer: what relevant_ids, kind, reference or claims say; None if they are silent."""
    if record.relevant_ids is not None:
        return bool(record.relevant_ids)
    if record.kind == "unanswerable" or record.reference and is_refusal(record.reference):
        return False
    return True if record.reference or record.claims else None


def retrieved(record: Record) -> list[str]:
    """The retrieved ids; a chunk "page#3" counts as its page where the labels name pages."""
    wanted = set(record.relevant_ids or ())
    pages = [each.rpartition("#")[0] for each in record.retrieved_ids]
    return [page if each not in wanted and page in wanted else each for each, page in zip(record.retrieved_ids, pages)]


def _ideal(record: Record, judge: Judge) -> tuple[str, ...] | Unscored:
    if answerable(record) is False:
        return ()
    return record.claims or (judge.split(record.reference) if record.reference else ())


def _verify(judge: Judge, claims: tuple[str, ...] | Unscored, contexts: Sequence[str]) -> Verdicts:
    if isinstance(claims, Unscored) or not claims:
        return claims
    found = judge.verify(claims, contexts)
    return found if isinstance(found, Unscored) else tuple(found)


def _scores(record: Record, found: Findings) -> tuple[dict[str, float | None], dict[str, str], tuple[str, ...]]:
    pairs = {**_counted(record), **_judged(record, found)}
    scores = {name: pair if isinstance(pair, float) else None for name, pair in pairs.items()}
    absent = {name: str(pair.reason if isinstance(pair, Unscored) else pair) for name, pair in pairs.items() if not isinstance(pair, float)}
    return scores, absent, tuple(name for name, pair in pairs.items() if isinstance(pair, Unscored))


def _counted(record: Record) -> dict[str, float | str]:
    if record.relevant_ids is None:
        return dict.fromkeys(COUNTED, "nobody labelled the relevant pages")
    wanted, got = record.relevant_ids, retrieved(record)
    scores = {"recall": recall(wanted, got), "precision": precision(wanted, got), "reciprocal_rank": reciprocal_rank(wanted, got)}
    return {name: "no page is relevant (unanswerable)" if score is None else score for name, score in scores.items()}


def _judged(record: Record, found: Findings) -> dict[str, float | str | Unscored]:
    unanswerable = answerable(record) is False
    no_ideal = "unanswerable: there is nothing to recall" if unanswerable else "neither a reference nor ideal claims"
    abstains = "the answer abstains: it makes no claim"
    return {
        "contextual_recall": _share(found.ideal_verdicts, no_ideal),
        "contextual_precision": _useful(found.ideal_verdicts, len(record.contexts), no_ideal),
        "faithfulness": _share(found.verdicts, abstains),
        "answer_relevance": abstains if refused(record, found) else _mean_cosine(record.question, found.relevance),
        "correctness": _correct(record, found, abstains if refused(record, found) else no_ideal),
    }


def refused(record: Record, found: Findings) -> bool:
    """Whether the answer abstains: a refusal, or nothing in it that claims anything."""
    return is_refusal(record.answer) or found.claims == ()


def _share(verdicts: Verdicts, undefined: str) -> float | str | Unscored:
    if isinstance(verdicts, Unscored) or not verdicts:
        return verdicts or undefined
    low, high = bounds(verdicts)
    open_claims = sum(verdict.label == UNDECIDED for verdict in verdicts)
    return low if low == high else Unscored(f"{open_claims} of {len(verdicts)} claims undecided: between {low:.2f} and {high:.2f}")


def _useful(verdicts: Verdicts, count: int, undefined: str) -> float | str | Unscored:
    if isinstance(verdicts, Unscored) or not verdicts:
        return verdicts or undefined
    named = {number for verdict in verdicts if verdict.label == SUPPORTED for number in verdict.contexts}
    if any(verdict.label == SUPPORTED and not verdict.contexts for verdict in verdicts):
        return Unscored("the judge does not say which context supports a claim")
    doubt = any(verdict.label == UNDECIDED for verdict in verdicts)
    score = contextual_precision([number in named or (None if doubt else False) for number in range(1, count + 1)])
    return Unscored("a claim of the ideal answer is undecided") if score is None else score


def _mean_cosine(question: str, found: Relevance | Unscored) -> float | str | Unscored:
    if isinstance(found, Unscored):
        return found
    if not found.questions:
        return Unscored(found.reason or "the judge names no question that the answer answers")
    return sum(cosine(question, each) for each in found.questions) / len(found.questions)


def _correct(record: Record, found: Findings, undefined: str) -> float | str | Unscored:
    """The share of the ideal answer's claims that the answer states; an answer that is the reference, word for word, states them all."""
    if record.reference and _plain(record.answer) == _plain(record.reference):
        return 1.0
    return _share(found.stated, undefined)


def _plain(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())


def _evidence(record: Record, found: Findings, scores: dict, unscored: tuple[str, ...], lines: Lines) -> Evidence:
    """What the rule may use. A score with undecided claims counts where it falls on one side of its line whatever they are."""
    correct = scores["correctness"] if scores["correctness"] is not None else _decisive(found.stated, lines.correctness)
    return Evidence(
        answerable(record),
        refused(record, found),
        scores["recall"] if record.relevant_ids else _first(scores["contextual_recall"], _decisive(found.ideal_verdicts, lines.recall)),
        _first(scores["faithfulness"], _decisive(found.verdicts, lines.faithfulness)),
        1.0 if correct is not None and correct >= lines.correctness else _relevance(found.relevance, scores["answer_relevance"]),
        correct,
        unscored,
    )


def _first(score: float | None, otherwise: float | None) -> float | None:
    return otherwise if score is None else score


def _decisive(verdicts: Verdicts, line: float) -> float | None:
    limits = bounds(verdicts)
    if limits is None or limits[0] < line <= limits[1]:
        return None
    return limits[0] if limits[0] >= line else limits[1]


def _relevance(found: Relevance | Unscored, score: float | None) -> float | None:
    """A yes or no of the judge decides; the cosine speaks where it gave neither."""
    if isinstance(found, Relevance) and found.answers is not None:
        return float(found.answers)
    return score


def _notes(record: Record, scores: dict, evidence: Evidence, lines: Lines) -> tuple[str, ...]:
    """What a person should look at although the rule does not use it."""
    ids, words = scores["recall"], scores["contextual_recall"]
    if ids is None or words is None:
        return ()
    if ids >= lines.recall > words:
        return (READ_COLD,)
    if words >= lines.recall > ids:
        return (LOOK_AT_LABEL,)
    return ()


def relabelled(row: Row, diagnosis: Diagnosis, by: str) -> Row:
    """The row with a class that a person gave it."""
    return replace(row, diagnosis=diagnosis, reviewed_by=by)
