"""What a judge is asked about one record, and what it answers."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from ..claims import is_refusal, split_claims
from ..judges.offline.absence import lacks
from ..judges.offline.pages import words_of
from ..records import Record
from ..verdicts import REFUTED, UNDECIDED, Judge, Relevance, Unscored, Verdict

COUNTED = ("recall", "precision", "reciprocal_rank")
JUDGED = ("contextual_recall", "contextual_precision", "faithfulness", "answer_relevance", "correctness")
METRICS = (*COUNTED, *JUDGED)
_BARE = re.compile(r"\W*(yes|no)\W*", re.IGNORECASE)  # says what its question says, in no words of its own
SHORT = 12  # words of a reference that is taken as one claim without asking
Verdicts = tuple[Verdict, ...] | Unscored


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


def ask(record: Record, judge: Judge, metrics: Collection[str] = JUDGED) -> Findings:
    """Put the questions about a record to the judge that ``metrics`` need; what needs no judge (no claims, a refusal) is not asked."""
    abstains = is_refusal(record.answer)
    claims = () if abstains else _wanted(metrics, "faithfulness") or _claims(judge, record.answer)
    ideal = _wanted(metrics, "contextual_recall", "contextual_precision", "correctness") or _ideal(record, judge)
    silent = abstains or claims == ()
    return Findings(
        claims,
        _verify(judge, claims, record.contexts),
        ideal,
        _wanted(metrics, "contextual_recall", "contextual_precision") or _found_in(judge, ideal, record.question, record.contexts),
        () if silent else _wanted(metrics, "correctness") or _found_in(judge, ideal, record.question, (record.answer,), exchange(record)),
        Unscored("the answer abstains") if silent else _wanted(metrics, "answer_relevance") or judge.relevance(record.question, record.answer),
    )


def _claims(judge: Judge, answer: str) -> tuple[str, ...] | Unscored:
    """The claims of an answer. A judge that finds none where the rules find some does not make a refusal of it: that would hide a fault."""
    found = judge.split(answer)
    if isinstance(found, Unscored) or found or not split_claims(answer):
        return found
    return Unscored("the judge finds no claim in an answer that is no refusal")


def _wanted(metrics: Collection[str], *names: str) -> Unscored | None:
    """None where one of the names is among the metrics; else what stands in the place of an answer."""
    return None if set(names) & set(metrics) else Unscored("not asked for")


def answerable(record: Record) -> bool | None:
    """Whether the documentation holds an answer: what relevant_ids, kind, reference or claims say; None if they are silent."""
    if record.relevant_ids is not None:
        return bool(record.relevant_ids)
    if record.kind == "unanswerable" or record.reference and is_refusal(record.reference):
        return False
    return True if record.reference or record.claims else None


def refused(record: Record, found: Findings) -> bool:
    """Whether the answer abstains: a refusal, or nothing in it that claims anything."""
    return is_refusal(record.answer) or found.claims == ()


def _ideal(record: Record, judge: Judge) -> tuple[str, ...] | Unscored:
    """The claims of the ideal answer: those of the record, else those of its reference, which is not split where it is a single short one."""
    if answerable(record) is False:
        return ()
    if record.claims or not record.reference:
        return record.claims or ()
    alone = split_claims(record.reference)
    claims = alone if len(alone) == 1 and len(record.reference.split()) <= SHORT else judge.split(record.reference)
    return claims or Unscored("the reference makes no claim that could be checked")


def exchange(record: Record) -> str:
    """The answer under its question as a heading, so that "90 days." and "they are kept" say what they are about."""
    return f"# {record.question}\n\n{record.answer}"


def _found_in(
    judge: Judge, ideal: tuple[str, ...] | Unscored, question: str, texts: Sequence[str], shown: str | None = None
) -> Verdicts:
    """Verdicts on the ideal answer's claims, by the texts or by what is ``shown`` in their place.

    What the judge leaves undecided is refuted where its amount or name is nowhere in the texts; what it refutes is undecided where the very
    words of the claim stand there.
    """
    found = _verify(judge, ideal, texts if shown is None else (shown,))
    if isinstance(found, Unscored):
        return found
    return tuple(_without_words(verdict, claim, question, texts) for verdict, claim in zip(found, ideal))


def _without_words(verdict: Verdict, claim: str, question: str, texts: Sequence[str]) -> Verdict:
    if verdict.label == REFUTED and any(_within(words_of(claim), words_of(text)) for text in texts):
        return Verdict(UNDECIDED, f"it stands there word for word, yet the judge says: {verdict.reason}")
    if verdict.label != UNDECIDED or _BARE.fullmatch(" ".join(texts)):
        return verdict
    why = lacks(claim, question, tuple(texts))
    return Verdict(REFUTED, f"{why}.") if why else verdict


def _verify(judge: Judge, claims: tuple[str, ...] | Unscored, contexts: Sequence[str]) -> Verdicts:
    if isinstance(claims, Unscored) or not claims:
        return claims
    found = judge.verify(claims, contexts)
    if isinstance(found, Unscored):
        return found
    if not isinstance(found, (list, tuple)) or len(found) != len(claims) or not all(isinstance(each, Verdict) for each in found):
        return Unscored(f"the judge was asked about {len(claims)} claims and returned {found!r:.80}")
    return tuple(found)


def _within(few: Sequence[str], many: Sequence[str]) -> bool:
    """Whether the words stand side by side, in this order, among the others."""
    return f" {' '.join(few)} " in f" {' '.join(many)} "
