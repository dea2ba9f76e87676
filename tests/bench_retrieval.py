"""Time our evaluation of 100,000 queries x 10 results beside pytrec_eval's, in one run: `make bench`."""

import random
import statistics
import time

import pytrec_eval

from ragdiag_helpers.records import Record
from ragdiag_helpers.retrieval import evaluate

QUERIES, RESULTS, ROUNDS = 100_000, 10, 3
MEASURES = {"P.10", "recall.10", "recip_rank", "map"}


def seconds(work) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def main() -> None:
    draw = random.Random(0)
    pages = [f"d{number}" for number in range(1000)]
    records = [
        Record(f"q{query}", "", "", tuple(draw.sample(pages, RESULTS)), (), None, tuple(draw.sample(pages, 3)))
        for query in range(QUERIES)
    ]

    def as_trec() -> tuple[dict, dict]:
        relevant = {record.id: dict.fromkeys(record.relevant_ids, 1) for record in records}
        run = {record.id: {page: float(-rank) for rank, page in enumerate(record.retrieved_ids)} for record in records}
        return relevant, run

    relevant, run = as_trec()
    ours, convert, theirs = [], [], []
    for _ in range(ROUNDS):
        ours.append(seconds(lambda: evaluate(records, RESULTS)))
        convert.append(seconds(as_trec))
        theirs.append(seconds(lambda: pytrec_eval.RelevanceEvaluator(relevant, MEASURES).evaluate(run)))
    summary = evaluate(records, RESULTS)
    scores = pytrec_eval.RelevanceEvaluator(relevant, MEASURES).evaluate(run)
    for name, mean in {"P_10": summary.precision, "recall_10": summary.recall, "recip_rank": summary.mrr, "map": summary.map}.items():
        other = statistics.fmean(score[name] for score in scores.values())
        assert abs(mean.value - other) < 1e-9, f"{name}: ours {mean.value}, pytrec_eval {other}"
    mine, built, trec = map(statistics.median, (ours, convert, theirs))
    print(f"{QUERIES:,} queries x {RESULTS} results, median of {ROUNDS}; the four means agree")
    print(f"ragdiag_helpers.retrieval.evaluate   {mine:.3f} s")
    print(f"pytrec_eval                          {trec:.3f} s, and {built:.3f} s to build its input")
    print(f"ratio: ours takes {mine / (trec + built):.2f} of pytrec_eval's time ({mine / trec:.2f} with its input ready)")


if __name__ == "__main__":
    main()
