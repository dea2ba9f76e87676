"""Scores of an answer, claim by claim: faithfulness, contextual recall and precision, answer relevance, correctness.

A judge says of each claim supported, refuted or undecided. One undecided claim leaves a score undefined (None): it is neither
a 0 nor a 1. ``bounds`` says between what the score must lie all the same.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from .retrieval import rank_aware_precision
from .similarity import cosine
from .splitting import is_refusal, split_claims
from .verdicts import SUPPORTED, UNDECIDED, Judge, Relevance, Unscored, Verdict

__all__ = [
    "Correctness", "Unscored", "Verdict", "answer_relevance", "bounds", "contextual_precision", "contextual_recall",
    "factual_correctness", "faithfulness", "is_refusal", "split_claims",
]
Verdicts = Sequence[Verdict] | Unscored


def faithfulness(verdicts: Verdicts) -> float | None:
    """Share of the answer's claims that its context supports: supported claims / claims.

    No claims (a refusal) gives None: an abstention, not a score. So does an undecided claim, and Unscored. Claims without
    any context are refuted by every judge, so they give 0.0. Source: Es et al., RAGAS (2023), who call it by the same name.

    >>> faithfulness([Verdict("supported"), Verdict("refuted")])
    0.5
    """
    limits = bounds(verdicts)
    return limits[0] if limits and limits[0] == limits[1] else None


def bounds(verdicts: Verdicts) -> tuple[float, float] | None:
    """The lowest and the highest share of supported claims that the undecided ones leave open; None without claims.

    >>> bounds([Verdict("supported"), Verdict("undecided")])
    (0.5, 1.0)
    """
    labels = [] if isinstance(verdicts, Unscored) else [_label(verdict) for verdict in verdicts]
    if not labels:
        return None
    supported = labels.count(SUPPORTED)
    return supported / len(labels), (supported + labels.count(UNDECIDED)) / len(labels)


def _label(verdict: Verdict) -> str:
    if not isinstance(verdict, Verdict):
        raise ValueError(f"{verdict!r} is a {type(verdict).__name__}; pass Verdict objects, for example Verdict('supported')")
    return verdict.label


def contextual_recall(verdicts: Verdicts) -> float | None:
    """Share of the ideal answer's claims that the retrieved contexts support; no claims or an undecided one: None.

    Unlike document recall it needs no relevant ids, so it survives re-chunking. Source: Es et al., RAGAS (2023).

    >>> contextual_recall([Verdict("supported"), Verdict("supported"), Verdict("refuted"), Verdict("supported")])
    0.75
    """
    return faithfulness(verdicts)


def contextual_precision(useful: Sequence[bool | None]) -> float | None:
    """How high the useful contexts stand: rank_aware_precision over one yes or no a context, best first.

    None is useful: 0.0. An undecided one (None) leaves the score undefined.

    >>> contextual_precision([False, True])
    0.5
    """
    if strange := [each for each in useful if each not in (None, True, False)]:
        raise ValueError(f"useful holds {strange[0]!r}; write True, False or None (undecided) for each context")
    if any(each is None for each in useful):
        return None
    names = [str(rank) for rank in range(len(useful))]
    return rank_aware_precision([name for name, each in zip(names, useful) if each], names)


def answer_relevance(question: str, answer: str, judge: Judge, alike: Callable[[str, str], float] = cosine) -> float | None:
    """Mean cosine, from 0 to 1, between the question and the questions that the answer seems to answer, as the judge says.

    ``alike`` is by default the cosine of TF-IDF weights over words and pieces of words (``similarity``); ``minilm.cosine_minilm`` is one of
    sentence embeddings. A refusal, or an answer of which the judge names no question, gives None; so does a failed call.
    Source: Es et al., RAGAS (2023), with embeddings in place of TF-IDF.
    """
    return relevance_score(question, judge.relevance(question, answer), alike)


def relevance_score(question: str, found: Relevance | Unscored, alike: Callable[[str, str], float] = cosine) -> float | None:
    """answer_relevance of what a judge has said already.

    >>> relevance_score("What does Pro cost?", Relevance(True, ("What does Pro cost?",)))
    1.0
    """
    if isinstance(found, Unscored) or not found.questions:
        return None
    return sum(min(1.0, max(0.0, alike(question, each))) for each in found.questions) / len(found.questions)


class Correctness(NamedTuple):
    """Claims of the answer that the reference supports, claims of the reference that the answer supports, and their F1."""

    precision: float | None
    recall: float | None
    f1: float | None


def factual_correctness(answer_verdicts: Verdicts, reference_verdicts: Verdicts) -> Correctness:
    """Compare an answer with its reference, claim by claim in both directions; all from 0 to 1.

    ``answer_verdicts`` are on the answer's claims with the reference as context, ``reference_verdicts`` on the reference's
    claims with the answer as context. Both without claims: all None. One without claims: all 0.0. Undecided or Unscored: None
    for what it touches. Source: claim-level precision and recall as in RAGChecker (Ru et al., 2024).

    >>> factual_correctness([Verdict("supported"), Verdict("refuted")], [Verdict("supported")])
    Correctness(precision=0.5, recall=1.0, f1=0.6666666666666666)
    """
    sides = (answer_verdicts, reference_verdicts)
    empty = [not isinstance(side, Unscored) and len(side) == 0 for side in sides]
    if any(empty):
        unknown = all(empty) or any(isinstance(side, Unscored) for side in sides)
        return Correctness(*[None if unknown else 0.0] * 3)
    precision, recall = map(faithfulness, sides)
    if precision is None or recall is None:
        return Correctness(precision, recall, None)
    return Correctness(precision, recall, 2 * precision * recall / (precision + recall) if precision + recall else 0.0)
