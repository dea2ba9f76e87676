"""One record, scored: what came, what was said, what of it is supported, and the class that follows.

Counted metrics need labels and no judge; judged ones are as good as their judge. A score that is None has its reason in ``absent``;
if it should be there (a claim left undecided, a call that failed) its name also stands in ``unscored``.
"""

from collections.abc import Collection
from dataclasses import dataclass, field, replace

from ..claims import bounds, contextual_precision, is_refusal, relevance_score
from ..diagnosis import Diagnosis, Evidence, Lines, diagnose, named
from ..records import Record
from ..retrieval import precision, recall, reciprocal_rank
from ..verdicts import REFUTED, SUPPORTED, UNDECIDED, Judge, Relevance, Unscored
from .findings import COUNTED, JUDGED, Findings, Verdicts, answerable, ask, refused

READ_COLD = "the page came, but not what supports the ideal answer: read it cold, does a boundary cut it (CHUNKING), or is the page wrong?"
CONTRADICTION = "the labels contradict each other: relevant pages, and yet unanswerable"
EMPTY = "the answer is empty: did the call to the model fail?"
LOOK_AT_LABEL = "the labelled page is missing, yet the contexts support the ideal answer: look at the label"


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


def score_row(record: Record, judge: Judge, lines: Lines = Lines(), metrics: Collection[str] = JUDGED) -> Row:
    """Ask the judge about one record, score it and diagnose it. A failed call leaves its scores out; nothing is raised for it.

    ``metrics`` names the judged metrics to pay for; the others are as missing to the diagnosis as a call that failed.
    """
    found = ask(record, judge, metrics)
    scores, absent, unscored = _scores(record, found)
    evidence = _evidence(record, found, scores, unscored, lines)
    diagnosis = diagnose(evidence, lines) if record.answer.strip() else named("FAILED", EMPTY)
    return Row(record, found, scores, absent, unscored, evidence, diagnosis, notes=_notes(record, scores, evidence, lines))


def retrieved(record: Record) -> list[str]:
    """The retrieved ids; a chunk "page#3" counts as its page where the labels name pages."""
    wanted = set(record.relevant_ids or ())
    pages = [each.rpartition("#")[0] for each in record.retrieved_ids]
    return [page if each not in wanted and page in wanted else each for each, page in zip(record.retrieved_ids, pages)]


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
        "answer_relevance": abstains if refused(record, found) else _relevance_score(record.question, found.relevance),
        "correctness": _correct(record, found, abstains if refused(record, found) else no_ideal),
    }


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


def _relevance_score(question: str, found: Relevance | Unscored) -> float | Unscored:
    if isinstance(found, Unscored):
        return found
    score = relevance_score(question, found)
    return Unscored(found.reason or "the judge names no question that the answer answers") if score is None else score


def _correct(record: Record, found: Findings, undefined: str) -> float | str | Unscored:
    """The share of the ideal answer's claims that the answer states: the recall of ``factual_correctness``.

    An answer that is the reference, word for word, states them all; one that abstains states none of them.
    """
    if refused(record, found) and not isinstance(found.ideal, Unscored) and found.ideal:
        return 0.0
    if record.reference and _plain(record.answer) == _plain(record.reference):
        return 1.0
    return _share(found.stated, undefined)


def _plain(text: str) -> list[str]:
    """The words as they stand, signs and currencies included, without case and the punctuation around them."""
    return [bare for word in text.lower().split() if (bare := word.strip(".,;:!?()[]'\"*`"))]


def _evidence(record: Record, found: Findings, scores: dict, unscored: tuple[str, ...], lines: Lines) -> Evidence:
    """What the rule may use. A score with undecided claims counts where it falls on one side of its line whatever they are."""
    words = _first(scores["contextual_recall"], _decisive(found.ideal_verdicts, lines.recall))
    correct = _first(scores["correctness"], _decisive(found.stated, lines.correctness))
    return Evidence(
        answerable(record),
        refused(record, found),
        scores["recall"] if record.relevant_ids else words,
        _first(scores["faithfulness"], _decisive(found.verdicts, lines.faithfulness, correct is not None and correct >= lines.correctness)),
        _relevance(record, found, scores["answer_relevance"], words, correct, lines),
        correct,
        unscored + ("recall",) * ("contextual_recall" in unscored and not record.relevant_ids),
    )


def _first(score: float | None, otherwise: float | None) -> float | None:
    return otherwise if score is None else score


def _decisive(verdicts: Verdicts, line: float, zero_matters: bool = False) -> float | None:
    """The bound of a score that lies on one side of its line whatever the undecided claims are; None where it may cross the line.

    ``zero_matters``: to a right answer it makes a difference whether nothing of it is supported, or something.
    """
    limits = bounds(verdicts)
    if limits is None or limits[0] < line <= limits[1] or zero_matters and limits[0] == 0 < limits[1]:
        return None
    return limits[0] if limits[0] >= line else limits[1]


def _relevance(
    record: Record, found: Findings, cosine: float | None, words: float | None, correct: float | None, lines: Lines
) -> float | None:
    """Whether the answer is to the point: 1.0 or 0.0 where that is known, the cosine where it speaks for it, else None.

    A right answer is. Else the judge's yes or no decides. No answer fits a question that no page answers. A wrong answer is to the point where
    it says something else in the place of what is right, and beside it where its contexts hold what is right (``words``, their contextual
    recall). A low cosine proves nothing: right answers often share few words with their question.
    """
    if refused(record, found):
        return None
    if correct is not None and correct >= lines.correctness:
        return 1.0
    if isinstance(found.relevance, Relevance) and found.relevance.answers is not None:
        return float(found.relevance.answers)
    if answerable(record) is False:
        return 0.0
    if correct is None and not isinstance(found.ideal, Unscored) and found.ideal:
        return None
    if correct is not None:
        return 1.0 if _says_otherwise(found.stated) else 0.0 if words is not None and words >= lines.recall else None
    return cosine if cosine is not None and cosine >= lines.relevance else None


def _says_otherwise(stated: Verdicts) -> bool:
    """Whether a claim of the ideal answer is denied by words of the answer, not by their absence."""
    return not isinstance(stated, Unscored) and any(verdict.label == REFUTED and verdict.evidence for verdict in stated)


def _notes(record: Record, scores: dict, evidence: Evidence, lines: Lines) -> tuple[str, ...]:
    """What a person should look at although the rule does not use it."""
    ids, words = scores["recall"], scores["contextual_recall"]
    notes = []
    if ids is not None and ids >= lines.recall and not (words is not None and words >= lines.recall):
        in_pieces = retrieved(record) != list(record.retrieved_ids)
        notes += [READ_COLD] if words is not None or in_pieces else []
    if ids is not None and words is not None and words >= lines.recall > ids:
        notes.append(LOOK_AT_LABEL)
    if record.relevant_ids and (record.kind == "unanswerable" or record.reference and is_refusal(record.reference)):
        notes.append(CONTRADICTION)
    return tuple(notes)


def relabelled(row: Row, diagnosis: Diagnosis, by: str) -> Row:
    """The row with a class that a person gave it."""
    return replace(row, diagnosis=diagnosis, reviewed_by=by)
