"""Claim metrics: the edge cases of the course's table of metrics, and their invariants."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragdiag_helpers import claims
from ragdiag_helpers.claims import (
    answer_relevance,
    bounds,
    contextual_precision,
    contextual_recall,
    factual_correctness,
    faithfulness,
    is_refusal,
    split_claims,
)
from ragdiag_helpers.retrieval import rank_aware_precision
from ragdiag_helpers.similarity import cosine
from ragdiag_helpers.verdicts import VERDICTS, Relevance, Unscored, Verdict

labels = st.lists(st.sampled_from(VERDICTS), max_size=12)
decided = st.lists(st.sampled_from(["supported", "refuted"]), max_size=12)


def verdicts(*names):
    return [Verdict({"s": "supported", "r": "refuted", "u": "undecided"}.get(name, name)) for name in names]


class RelevanceJudge:
    def __init__(self, reply):
        self.reply = reply

    def relevance(self, question, answer):
        return self.reply


@pytest.mark.parametrize(
    ("names", "score"),
    [("ss", 1.0), ("sr", 0.5), ("rr", 0.0), ("ssr", pytest.approx(2 / 3)), ("", None), ("su", None), ("ru", None), ("u", None)],
)
def test_faithfulness_is_the_share_of_supported_claims_and_undefined_with_none_or_an_undecided_one(names, score):
    assert faithfulness(verdicts(*names)) == score


def test_a_refusal_makes_no_claim_and_so_has_no_faithfulness():
    assert faithfulness(verdicts(*["s"] * len(split_claims("I don't have that in the docs.")))) is None


def test_a_wrong_short_answer_cannot_score_one():
    found = split_claims("30 days.")
    assert faithfulness(verdicts(*["r"] * len(found))) == 0.0


def test_the_injected_sentence_drops_the_score():
    answer = "A lost key can never be recovered. Make another key and retire the old one. The rotation is processed instantly."
    found = split_claims(answer)
    assert faithfulness(verdicts(*["r" if "instantly" in claim else "s" for claim in found])) == pytest.approx(2 / 3)


def test_a_failed_call_is_no_score_anywhere():
    failed = Unscored("HTTP 529")
    assert faithfulness(failed) is contextual_recall(failed) is bounds(failed) is None
    assert factual_correctness(failed, verdicts("s")) == (None, 1.0, None)
    assert factual_correctness(verdicts("s"), failed) == (1.0, None, None)
    assert answer_relevance("What is it?", "A lamp.", RelevanceJudge(failed)) is None


@given(labels)
def test_the_bounds_hold_the_score_and_are_the_worst_and_best_case(names):
    found = bounds(verdicts(*names))
    if not names:
        assert found is None
        return
    cases = [[filled if each == "undecided" else each for each in names] for filled in ("refuted", "supported")]
    worst, best = (faithfulness(verdicts(*case)) for case in cases)
    assert found == (worst, best)
    assert 0 <= found[0] <= found[1] <= 1
    assert faithfulness(verdicts(*names)) == (None if "undecided" in names else found[0])


@given(labels)
def test_contextual_recall_counts_the_ideal_claims_as_faithfulness_counts_the_answers(names):
    assert contextual_recall(verdicts(*names)) == faithfulness(verdicts(*names))


@pytest.mark.parametrize(
    ("useful", "score"),
    [
        ([True, True, True], 1.0), ([False, True], 0.5), ([True, False, True], pytest.approx(0.8333, abs=5e-5)),
        ([], 0.0), ([False, False], 0.0), ([True, None], None),
    ],
)
def test_contextual_precision_says_how_high_the_useful_contexts_stand(useful, score):
    assert contextual_precision(useful) == score


@given(st.lists(st.booleans(), max_size=8))
def test_contextual_precision_is_rank_aware_precision_over_the_ranks(useful):
    names = [f"c{place}" for place in range(len(useful))]
    assert contextual_precision(useful) == rank_aware_precision([name for name, each in zip(names, useful) if each], names)


@given(st.lists(st.booleans(), min_size=1, max_size=8))
def test_a_useless_context_at_the_end_does_not_lower_contextual_precision(useful):
    assert contextual_precision([*useful, False]) == contextual_precision(useful)
    assert contextual_precision([False, *useful]) <= contextual_precision(useful)


def test_relevance_compares_the_question_asked_with_the_questions_answered():
    asked = "How long are backups kept?"
    answered = ("How long are backups kept?", "What does the Pro plan cost?")
    found = answer_relevance(asked, "", RelevanceJudge(Relevance(True, answered)))
    assert found == pytest.approx((1 + cosine(asked, answered[1])) / 2)
    assert answer_relevance(asked, "", RelevanceJudge(Relevance(True, answered[:1]))) == 1.0


def test_an_answer_that_answers_no_question_has_no_relevance():
    assert answer_relevance("How long?", "I don't know.", RelevanceJudge(Relevance(False))) is None


@pytest.mark.parametrize(
    ("answer", "reference", "score"),
    [
        ("sr", "s", (0.5, 1.0, pytest.approx(2 / 3))),
        ("s", "sr", (1.0, 0.5, pytest.approx(2 / 3))),
        ("r", "r", (0.0, 0.0, 0.0)),
        ("", "", (None, None, None)),
        ("", "s", (0.0, 0.0, 0.0)),
        ("r", "", (0.0, 0.0, 0.0)),
        ("su", "s", (None, 1.0, None)),
        ("s", "u", (1.0, None, None)),
        ("", "u", (0.0, 0.0, 0.0)),
    ],
)
def test_correctness_is_claim_precision_recall_and_f1_with_abstention_as_zero(answer, reference, score):
    assert factual_correctness(verdicts(*answer), verdicts(*reference)) == score


def test_an_abstention_against_a_failed_call_is_unknown():
    assert factual_correctness([], Unscored("timeout")) == factual_correctness(Unscored("timeout"), []) == (None, None, None)


@given(decided, decided)
def test_f1_lies_between_precision_and_recall_and_swapping_sides_swaps_them(one, other):
    there, back = factual_correctness(verdicts(*one), verdicts(*other)), factual_correctness(verdicts(*other), verdicts(*one))
    assert (there.precision, there.recall) == (back.recall, back.precision)
    if there.f1 is not None:
        assert min(there.precision, there.recall) - 1e-12 <= there.f1 <= max(there.precision, there.recall) + 1e-12


def test_what_is_no_verdict_is_refused_with_the_fix():
    for metric in (faithfulness, contextual_recall, bounds):
        with pytest.raises(ValueError, match="'supported' is a str; pass Verdict objects"):
            metric(["supported"])
    with pytest.raises(ValueError, match="'yes' is no verdict; use one of: supported, refuted, undecided"):
        Verdict("yes")


def test_the_module_hands_on_what_its_readers_need():
    assert claims.split_claims is split_claims and claims.is_refusal is is_refusal
    assert set(claims.__all__) <= set(dir(claims))
