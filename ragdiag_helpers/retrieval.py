"""Retrieval metrics: how much of what was needed came back, how much noise, and how high up.

One convention for all: a document that occurs twice in a ranking counts once, at its first rank; the later copy
still occupies a rank. Scores are floats from 0 to 1, or None where the metric is undefined. Ids are strings. A string
in place of a list, an id that is no string, a set in place of a ranking and a k below 1 raise ValueError.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from .golden import GoldenItem
from .inputs import id_set, ranking, whole_k
from .records import Record


def precision(relevant: Collection[str], retrieved: Collection[str]) -> float:
    """Share of the retrieved documents that are relevant: |relevant ∩ retrieved| / |retrieved|, as sets.

    Nothing retrieved gives 0.0. Source: Manning, Raghavan, Schütze (2008), chapter 8.

    >>> precision(["c3"], ["c3", "c9", "c1"])
    0.3333333333333333
    """
    wanted, got = id_set(relevant, "relevant"), id_set(retrieved, "retrieved")
    return len(wanted & got) / len(got) if got else 0.0


def precision_at_k(relevant: Collection[str], retrieved: Sequence[str], k: int) -> float:
    """Distinct relevant documents among the first k / k. A list shorter than k still divides by k (trec_eval P_k).

    >>> precision_at_k({"A"}, ["A", "A", "X"], 3)
    0.3333333333333333
    """
    wanted, k = id_set(relevant, "relevant"), whole_k(k)
    return sum(_first_hits(wanted, ranking(retrieved, "retrieved")[:k])) / k


def recall(relevant: Collection[str], retrieved: Collection[str]) -> float | None:
    """Share of the relevant documents that came back: |relevant ∩ retrieved| / |relevant|, as sets.

    No relevant document (an unanswerable question) gives None. Source: Manning et al. (2008), chapter 8.

    >>> recall(["c2", "c5"], ["c2", "c8", "c4"])
    0.5
    """
    wanted, got = id_set(relevant, "relevant"), id_set(retrieved, "retrieved")
    return len(wanted & got) / len(wanted) if wanted else None


def recall_at_k(relevant: Collection[str], retrieved: Sequence[str], k: int) -> float | None:
    """Distinct relevant documents among the first k / number of relevant (trec_eval recall_k); none relevant: None.

    >>> recall_at_k({"A", "B"}, ["X", "A", "B"], 2)
    0.5
    """
    wanted, got, k = id_set(relevant, "relevant"), ranking(retrieved, "retrieved"), whole_k(k)
    return sum(_first_hits(wanted, got[:k])) / len(wanted) if wanted else None


def reciprocal_rank(relevant: Collection[str], retrieved: Sequence[str], k: int | None = None) -> float | None:
    """1 / rank of the first relevant document, ranks counted from 1; 0.0 if there is none, or none within k.

    No relevant document at all gives None. Source: Voorhees, TREC-8 Question Answering Track Report (1999).

    >>> reciprocal_rank({"plans"}, ["ratelimits", "plans"])
    0.5
    """
    wanted, got, cut = id_set(relevant, "relevant"), ranking(retrieved, "retrieved"), None if k is None else whole_k(k)
    return _reciprocal_rank(_first_hits(wanted, got[:cut])) if wanted else None


def average_precision(relevant: Collection[str], retrieved: Sequence[str]) -> float | None:
    """Sum of the precision at each rank where a new relevant document stands / number of relevant documents.

    What was never found counts as 0. No relevant document gives None. Source: trec_eval ``map``; Buckley and
    Voorhees, Evaluating Evaluation Measure Stability (2000).

    >>> average_precision({"A", "B"}, ["A"])
    0.5
    """
    wanted, got = id_set(relevant, "relevant"), ranking(retrieved, "retrieved")
    return _precision_sum(_first_hits(wanted, got)) / len(wanted) if wanted else None


def rank_aware_precision(relevant: Collection[str], retrieved: Sequence[str]) -> float:
    """The sum of average_precision / number of relevant documents *found*: how high the finds stand, not how many.

    None found gives 0.0. Ragas calls this context precision, and adds 1e-10 to the divisor; here it is exact.

    >>> rank_aware_precision({"A", "B"}, ["A"])
    1.0
    """
    hits = _first_hits(id_set(relevant, "relevant"), ranking(retrieved, "retrieved"))
    return _precision_sum(hits) / max(sum(hits), 1)


def _first_hits(wanted: set[str], retrieved: Sequence[str]) -> list[int]:
    """1 at each rank where a relevant document stands for the first time, else 0."""
    missing, hits = set(wanted), []
    for each in retrieved:
        hits.append(1 if each in missing else 0)
        missing.discard(each)
    return hits


def _reciprocal_rank(hits: list[int]) -> float:
    return 1 / (hits.index(1) + 1) if 1 in hits else 0.0


def _precision_sum(hits: list[int]) -> float:
    ranks = [rank for rank, hit in enumerate(hits, start=1) if hit]
    return sum(found / rank for found, rank in enumerate(ranks, start=1))


class Mean(NamedTuple):
    """A mean with its coverage: over ``n`` rows, ``left_out`` of them undefined or unlabelled. No row: value None."""

    value: float | None
    n: int
    left_out: int

    def __str__(self) -> str:
        value = "undefined" if self.value is None else f"{self.value:.2f}"
        return f"{value} over {self.n} of {self.n + self.left_out} scored"


class RetrievalRow(NamedTuple):
    """The scores of one question at the summary's k; all None where nobody labelled the relevant documents."""

    id: str
    precision: float | None
    recall: float | None
    reciprocal_rank: float | None
    average_precision: float | None
    rank_aware_precision: float | None


class RetrievalSummary(NamedTuple):
    """Scores per row and their means at cut-off k, with what was left out.

    ``mrr`` and ``map`` are the means of reciprocal_rank and average_precision. ``unanswerable`` and ``unlabelled`` are ids
    whose recall, MRR and MAP are undefined; ``missing`` are golden ids with no record, which count 0.
    """

    k: int
    rows: list[RetrievalRow]
    precision: Mean
    recall: Mean
    mrr: Mean
    map: Mean
    rank_aware_precision: Mean
    unanswerable: list[str]
    unlabelled: list[str]
    missing: list[str]

    def __str__(self) -> str:
        lines = [f"recall@{self.k} {self.recall}", f"precision@{self.k} {self.precision}", f"MRR@{self.k} {self.mrr}"]
        for name in ("unanswerable", "unlabelled", "missing"):
            if ids := getattr(self, name):
                lines.append(f"{name}: {', '.join(ids)}")
        return "\n".join(lines)


def evaluate(records: Iterable[Record], k: int, golden: Iterable[GoldenItem] = ()) -> RetrievalSummary:
    """Score the first k retrieved documents of every record; return the rows and their means.

    Every metric is cut off at k. A golden item without a record counts 0 and is listed as missing; a record without
    ``relevant_ids`` takes those of its golden item. Recall, MRR and MAP leave out unanswerable questions (None); precision is
    defined there (0.0) and stays in its mean. Raises ValueError for a k below 1, an id that occurs twice, bad ids, and a
    record whose ``relevant_ids`` differ from its golden item's, naming the record.
    """
    k, records = whole_k(k), list(records)
    ids = [record.id for record in records]
    if twice := [each for each, count in Counter(ids).items() if count > 1 and each]:
        raise ValueError(f"the record id {twice[0]!r} occurs {ids.count(twice[0])} times; each question needs its own id")
    labels, known = {item.id: item for item in golden}, set(ids)
    missing = [Record(each.id, each.question, "", (), ()) for each in labels.values() if each.id not in known]
    records = [_labelled(record, labels[record.id]) if record.id in labels else record for record in records + missing]
    rows = [_row(record, k) for record in records]
    columns = dict(zip(RetrievalRow._fields, zip(*rows))) if rows else dict.fromkeys(RetrievalRow._fields, ())
    return RetrievalSummary(
        k, rows,
        _mean(columns["precision"]), _mean(columns["recall"]), _mean(columns["reciprocal_rank"]),
        _mean(columns["average_precision"]), _mean(columns["rank_aware_precision"]),
        [each.id for each in records if each.relevant_ids is not None and len(each.relevant_ids) == 0],
        [each.id for each in records if each.relevant_ids is None],
        [each.id for each in missing],
    )


def _labelled(record: Record, item: GoldenItem) -> Record:
    if record.relevant_ids is None:
        return replace(record, relevant_ids=item.relevant_ids)
    if set(record.relevant_ids) != set(item.relevant_ids):
        raise ValueError(
            f"record {record.id!r} names {record.relevant_ids} as relevant, its golden item {item.relevant_ids}; keep one of them"
        )
    return record


def _row(record: Record, k: int) -> RetrievalRow:
    if record.relevant_ids is None:
        return RetrievalRow(record.id, None, None, None, None, None)
    try:
        wanted = id_set(record.relevant_ids, "relevant_ids")
        hits = _first_hits(wanted, ranking(record.retrieved_ids, "retrieved_ids")[:k])
    except ValueError as problem:
        raise ValueError(f"record {record.id!r}: {problem}") from None
    found, total = sum(hits), _precision_sum(hits)
    if not wanted:
        return RetrievalRow(record.id, 0.0, None, None, None, 0.0)
    return RetrievalRow(
        record.id, found / k, found / len(wanted), _reciprocal_rank(hits), total / len(wanted), total / max(found, 1)
    )


def _mean(column: Sequence[float | None]) -> Mean:
    scores = [score for score in column if score is not None]
    return Mean(sum(scores) / len(scores) if scores else None, len(scores), len(column) - len(scores))
