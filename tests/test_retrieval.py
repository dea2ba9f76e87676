"""Retrieval metrics: every worked number of the course, invariants as properties, pytrec_eval as oracle."""

import math

import numpy as np
import pytest
import pytrec_eval
from hypothesis import given
from hypothesis import strategies as st

from ragdiag_helpers.golden import GoldenItem
from ragdiag_helpers.records import Record
from ragdiag_helpers.retrieval import (
    average_precision,
    evaluate,
    precision,
    precision_at_k,
    rank_aware_precision,
    recall,
    recall_at_k,
    reciprocal_rank,
)

CASES = {
    "q1": (["c3"], ["c3", "c9", "c1"]),
    "q2": (["c2", "c5"], ["c2", "c8", "c4"]),
    "q3": (["c7"], ["c1", "c4", "c7", "c9", "c2"]),
    "q4": (["c6", "c6b"], ["c6", "c6b"]),
    "q5": (["c0"], ["c1", "c2", "c3"]),
}
IDS = [f"d{number}" for number in range(8)]
ids = st.sampled_from(IDS)
relevant_sets = st.sets(ids, max_size=6)
rankings = st.lists(ids, max_size=12)
ks = st.integers(1, 15)


def record(name, relevant, retrieved):
    return Record(name, "", "", tuple(retrieved), (), None, None if relevant is None else tuple(relevant))


@pytest.mark.parametrize(
    ("metric", "expected", "mean"),
    [
        (precision, [1 / 3, 1 / 3, 1 / 5, 1, 0], 0.373),
        (recall, [1, 0.5, 1, 1, 0], 0.70),
        (rank_aware_precision, [1, 1, 1 / 3, 1, 0], 0.667),
        (average_precision, [1, 0.5, 1 / 3, 1, 0], 0.567),
    ],
)
def test_the_five_published_cases(metric, expected, mean):
    scores = [metric(*case) for case in CASES.values()]
    assert scores == pytest.approx(expected)
    assert sum(scores) / 5 == pytest.approx(mean, abs=5e-4)


def test_the_published_tutorial_should_have_printed_30_100_100():
    runs = [({"042", "043"}, ["043", "001", "042", "099", "017"]), ({"077"}, ["077", "022", "031", "009", "055"])]
    summary = evaluate([record(str(n), *run) for n, run in enumerate(runs)], 5)
    assert (summary.precision.value, summary.recall.value, summary.mrr.value) == pytest.approx((0.30, 1.00, 1.00))


def test_average_precision_and_rank_aware_precision_part_ways_where_something_is_missing():
    assert average_precision(["A", "B"], ["A"]) == 0.5
    assert rank_aware_precision(["A", "B"], ["A"]) == 1.0
    assert average_precision(["A", "B"], ["A", "A"]) == 0.5


@pytest.mark.parametrize(("verdicts", "score"), [([1, 1, 1], 1.0), ([0, 1], 0.5), ([1, 0, 1], (1 + 2 / 3) / 2)])
def test_rank_aware_precision_of_verdicts_is_exact(verdicts, score):
    ranked = [f"d{rank}" for rank in range(len(verdicts))]
    assert rank_aware_precision([each for each, good in zip(ranked, verdicts) if good], ranked) == score


def test_a_copy_counts_once_and_takes_up_its_rank():
    assert recall_at_k({"A"}, ["A", "A", "X"], 3) == 1
    assert precision_at_k({"A"}, ["A", "A", "X"], 3) == 1 / 3
    assert precision_at_k({"A", "B"}, ["A", "A", "B"], 2) == 0.5


def test_the_first_relevant_at_11():
    ranked = [f"x{rank}" for rank in range(10)] + ["A"]
    assert reciprocal_rank({"A"}, ranked, 10) == 0.0
    assert reciprocal_rank({"A"}, ranked) == pytest.approx(0.0909, abs=5e-5)


def test_undefined_and_empty_cases():
    assert precision({"a"}, []) == 0.0
    assert precision([], ["a"]) == 0.0
    assert rank_aware_precision([], ["a"]) == 0.0
    for metric in (recall, reciprocal_rank, average_precision, lambda need, got: recall_at_k(need, got, 1)):
        assert metric([], ["a"]) is None
        assert metric({"a"}, []) == 0.0


def test_precision_at_k_divides_by_k_beyond_the_end_of_the_list():
    assert precision_at_k({"a"}, ["a"], 4) == 0.25


@given(relevant_sets, rankings, ks)
def test_every_score_is_a_plain_float_from_0_to_1_or_none(relevant, ranked, k):
    scores = [
        precision(relevant, ranked), recall(relevant, ranked), precision_at_k(relevant, ranked, k), recall_at_k(relevant, ranked, k),
        reciprocal_rank(relevant, ranked), reciprocal_rank(relevant, ranked, k), average_precision(relevant, ranked),
        rank_aware_precision(relevant, ranked),
    ]
    for score in scores:
        assert score is None or type(score) in (int, float) and 0 <= score <= 1


@given(relevant_sets.filter(bool), rankings)
def test_a_defined_score_is_a_float_not_an_int(relevant, ranked):
    for metric in (precision, recall, reciprocal_rank, average_precision, rank_aware_precision):
        assert type(metric(relevant, ranked)) is float


@given(relevant_sets.filter(bool), rankings)
def test_rank_aware_precision_is_never_below_average_precision(relevant, ranked):
    assert rank_aware_precision(relevant, ranked) >= average_precision(relevant, ranked) - 1e-12


@given(st.lists(st.tuples(relevant_sets.filter(bool), rankings), min_size=1, max_size=5))
def test_mrr_lies_between_precision_at_1_and_the_hit_rate(runs):
    summary = evaluate([record(str(n), *run) for n, run in enumerate(runs)], 12)
    first = sum(precision_at_k(*run, 1) for run in runs) / len(runs)
    hits = sum(recall(*run) > 0 for run in runs) / len(runs)
    assert first - 1e-12 <= summary.mrr.value <= hits + 1e-12


@given(relevant_sets.filter(bool), rankings, ks)
def test_recall_never_falls_as_k_grows(relevant, ranked, k):
    assert recall_at_k(relevant, ranked, k + 1) >= recall_at_k(relevant, ranked, k)


@given(relevant_sets, rankings, ks)
def test_the_summary_says_what_the_functions_say(relevant, ranked, k):
    (row,) = evaluate([record("q", relevant, ranked)], k).rows
    cut = ranked[:k]
    assert row.precision == precision_at_k(relevant, ranked, k)
    assert row.recall == recall_at_k(relevant, ranked, k)
    assert row.reciprocal_rank == reciprocal_rank(relevant, ranked, k)
    assert row.average_precision == average_precision(relevant, cut)
    assert row.rank_aware_precision == rank_aware_precision(relevant, cut)


@given(st.dictionaries(st.sampled_from(["q1", "q2", "q3"]), st.tuples(relevant_sets.filter(bool), st.lists(ids, unique=True, min_size=1)), min_size=1), ks)
def test_pytrec_eval_agrees(runs, k):
    relevance = {query: dict.fromkeys(relevant, 1) for query, (relevant, _) in runs.items()}
    scored = {query: {each: float(-rank) for rank, each in enumerate(ranked)} for query, (_, ranked) in runs.items()}
    oracle = pytrec_eval.RelevanceEvaluator(relevance, {f"P.{k}", f"recall.{k}", "recip_rank", "map"}).evaluate(scored)
    for query, (relevant, ranked) in runs.items():
        assert precision_at_k(relevant, ranked, k) == pytest.approx(oracle[query][f"P_{k}"])
        assert recall_at_k(relevant, ranked, k) == pytest.approx(oracle[query][f"recall_{k}"])
        assert reciprocal_rank(relevant, ranked) == pytest.approx(oracle[query]["recip_rank"])
        assert average_precision(relevant, ranked) == pytest.approx(oracle[query]["map"])


def test_means_leave_out_what_is_undefined_and_say_so():
    summary = evaluate([record("a", ["x"], ["x"]), record("b", [], ["x"]), record("c", None, ["x"])], 1)
    assert summary.recall == (1.0, 1, 2)
    assert summary.precision == (0.5, 2, 1)
    assert (summary.unanswerable, summary.unlabelled) == (["b"], ["c"])
    assert "recall@1 1.00 over 1 of 3 scored" in str(summary)
    assert "unanswerable: b" in str(summary)


def test_a_golden_query_without_a_record_counts_zero_and_is_listed():
    golden = [GoldenItem("a", "", "", ("x",), (), (), "single"), GoldenItem("b", "", "", ("y",), (), (), "single")]
    summary = evaluate([record("a", ["x"], ["x"])], 1, golden)
    assert (summary.mrr.value, summary.recall.value, summary.missing) == (0.5, 0.5, ["b"])


def test_a_record_without_labels_takes_those_of_its_golden_item():
    golden = [GoldenItem("a", "", "", ("x",), (), (), "single"), GoldenItem("b", "", "", (), (), (), "unanswerable")]
    summary = evaluate([record("a", None, ["x"])], 1, golden)
    assert (summary.recall, summary.unlabelled, summary.unanswerable, summary.missing) == ((1.0, 1, 1), [], ["b"], ["b"])
    with pytest.raises(ValueError, match="record 'a' names .'y',. as relevant"):
        evaluate([record("a", ["y"], ["x"])], 1, golden)


def test_every_mean_of_the_summary_is_that_of_its_column():
    summary = evaluate([record("a", ["x", "y"], ["z", "x"]), record("b", ["x"], ["x"])], 2)
    assert summary.map.value == pytest.approx((0.25 + 1) / 2)
    assert summary.rank_aware_precision.value == pytest.approx((0.5 + 1) / 2)
    assert summary.mrr.value == pytest.approx((0.5 + 1) / 2)
    assert summary.precision.value == pytest.approx((0.5 + 0.5) / 2)
    assert summary.recall.value == pytest.approx((0.5 + 1) / 2)


@pytest.mark.parametrize("make", [iter, reversed, lambda ids: map(str, ids), lambda ids: (each for each in ids), tuple])
def test_any_iterable_in_rank_order_is_a_ranking(make):
    assert recall_at_k(["a"], make(["a"]), 1) == 1.0
    assert average_precision(["a"], make(["a"])) == 1.0


def test_no_record_at_all_gives_undefined_means_not_zero():
    summary = evaluate([], 3)
    assert summary.recall.value is None
    assert "undefined over 0 of 0 scored" in str(summary)


@pytest.mark.parametrize(
    ("relevant", "retrieved", "words"),
    [
        ("plans", ["plans"], r"relevant is the string 'plans'; it must be a list of ids: \['plans'\]"),
        (["plans"], "plans", "retrieved is the string 'plans'"),
        (["plans"], None, "retrieved is a NoneType; it must be a list of ids"),
        ({"plans": 1}, ["plans"], "relevant is a dict"),
        ([42], ["42"], "relevant holds 42, a int; ids are strings: write '42'"),
        (["a"], ["a", None], "retrieved holds None"),
        (["a"], [["a"]], "retrieved holds"),
    ],
)
def test_bad_ids_are_refused_with_the_fix(relevant, retrieved, words):
    for metric in (precision, recall, reciprocal_rank, average_precision, rank_aware_precision):
        with pytest.raises(ValueError, match=words):
            metric(relevant, retrieved)
    with pytest.raises(ValueError, match="record 'r7'"):
        evaluate([Record("r7", "", "", retrieved, (), None, relevant)], 2)


def test_a_set_is_no_ranking():
    with pytest.raises(ValueError, match="has no order; pass a list of ids, best first"):
        reciprocal_rank(["a"], {"a", "b"})
    assert precision(["a"], {"a", "b"}) == 0.5


@pytest.mark.parametrize("k", [0, -2, 1.5, 2.0, "2", True, math.nan])
def test_a_bad_k_is_refused(k):
    for call in (precision_at_k, recall_at_k, reciprocal_rank):
        with pytest.raises(ValueError, match="whole number of 1 or more"):
            call(["a"], ["a"], k)
    with pytest.raises(ValueError, match="whole number of 1 or more"):
        evaluate([], k)


def test_a_repeated_record_id_is_refused():
    with pytest.raises(ValueError, match="record id 'a' occurs 2 times"):
        evaluate([record("a", ["x"], ["x"]), record("a", ["x"], ["y"])], 1)


def test_numpy_ids_and_numpy_k_are_fine():
    assert recall_at_k(np.array(["a", "b"]), np.array(["b", "x"]), np.int64(2)) == 0.5


@pytest.mark.parametrize("metric", [lambda got: recall_at_k([], got, 2), lambda got: reciprocal_rank([], got), lambda got: average_precision([], got)])
def test_a_bad_ranking_is_refused_even_where_nothing_is_relevant(metric):
    with pytest.raises(ValueError, match="it must be a list of ids"):
        metric("abc")
    assert metric(["a"]) is None
