"""The rule that names the fault: worked cases, and promises over the whole space of evidence."""

from dataclasses import replace
from itertools import product

import pytest

from ragdiag_helpers.diagnosis import LABELS, Evidence, Lines, diagnose, named, possible, two_by_two

SCORES = (None, 0.0, 0.5, 1.0)
SPACE = [
    Evidence(*each, unscored=unscored)
    for each in product((None, False, True), (False, True), SCORES, SCORES, SCORES, SCORES)
    for unscored in ((), ("correctness",))
]
KNOWN = [each for each in SPACE if None not in (each.answerable, each.recall, each.faithfulness, each.relevance, each.correctness)]


@pytest.mark.parametrize(
    "evidence, label",
    [
        (Evidence(True, False, 1.0, 1.0, 1.0, 1.0), "OK"),
        (Evidence(False, True), "OK"),
        (Evidence(True, False, 1.0, 1.0, 1.0), "OK"),
        (Evidence(True, True, 0.0), "RETRIEVAL-MISS"),
        (Evidence(True, False, 0.0, 1.0, 1.0, 0.0), "RETRIEVAL-MISS"),
        (Evidence(True, False, 0.0, 0.0, 1.0, 0.0), "RETRIEVAL-MISS"),
        (Evidence(True, False, 0.5, 1.0, 1.0, 0.0), "RETRIEVAL-MISS"),
        (Evidence(True, False, 0.0, 1.0, 1.0), "RETRIEVAL-MISS"),
        (Evidence(True, False, 1.0, 0.5, 1.0, 0.0), "HALLUCINATION"),
        (Evidence(True, False, 1.0, 0.75, 1.0, 1.0), "HALLUCINATION"),
        (Evidence(True, False, 1.0, 1.0, 0.0, 0.0), "WRONG-QUESTION"),
        (Evidence(True, True, 1.0), "WRONG-QUESTION"),
        (Evidence(True, False, 1.0, 1.0, 1.0, 0.0), "FAITHFUL-BUT-CONTEXT-WRONG"),
        (Evidence(True, False, 0.0, 0.0, 1.0, 1.0), "RIGHT-BY-ACCIDENT"),
        (Evidence(True, False, 1.0, 0.0, 1.0, 1.0), "RIGHT-BY-ACCIDENT"),
        (Evidence(False, False, None, 0.0, 1.0), "HALLUCINATION"),
        (Evidence(False, False, None, 1.0, 0.0), "WRONG-QUESTION"),
        (Evidence(False, False, None, 1.0, 1.0), "FAITHFUL-BUT-CONTEXT-WRONG"),
        (Evidence(True, False, 1.0, None, 1.0, 1.0), "UNDECIDED"),
        (Evidence(True, False, 1.0, 1.0, 1.0, None, ("correctness",)), "UNDECIDED"),
        (Evidence(None, True, 1.0), "UNDECIDED"),
        (Evidence(None, False, None, 1.0, 1.0), "OK"),
        (Evidence(None, False, None, 0.0, 1.0), "FAILED"),
        (Evidence(True, False, 1.0, None, 1.0, 0.0), "FAILED"),
        (Evidence(True, False, 1.0, None, 0.0, 0.0), "FAILED"),
        (Evidence(None, False, None, 1.0, 1.0, None, ("recall",)), "UNDECIDED"),
    ],
)
def test_the_worked_cases_have_their_class(evidence, label):
    assert diagnose(evidence).label == label


def test_a_row_that_failed_for_certain_has_the_cause_that_its_open_classes_share():
    generation = diagnose(Evidence(True, False, 1.0, None, 0.0, 0.0))
    assert generation.cause == "generation" and generation.failed and "HALLUCINATION or WRONG-QUESTION" in generation.reason
    assert diagnose(Evidence(True, False, 1.0, None, 1.0, 0.0)).cause == ""


def test_what_may_be_ok_is_undecided_and_what_cannot_be_has_failed():
    for evidence in SPACE:
        found, left = diagnose(evidence), possible(evidence)
        assert found.label in left or found.label == ("UNDECIDED" if "OK" in left else "FAILED") and len(left) > 1, evidence


@pytest.mark.parametrize("lines", [Lines(recall=float("nan")), Lines(recall=80), Lines(faithfulness=-1), {"recall": 0.5}])
def test_lines_that_are_none_are_refused(lines):
    with pytest.raises(ValueError, match="from 0 to 1|write them as Lines"):
        diagnose(Evidence(True, False, 1.0, 1.0, 1.0, 1.0), lines)


@pytest.mark.parametrize("answerable, refused", [("no", False), (0.5, False), (True, "no"), (True, None)])
def test_evidence_that_is_no_yes_or_no_is_refused(answerable, refused):
    with pytest.raises(ValueError, match="must be True, False or None"):
        Evidence(answerable, refused)


def test_a_false_refusal_is_told_from_a_refusal_without_evidence():
    assert diagnose(Evidence(True, True, 1.0)).subcase == "FALSE-REFUSAL"
    assert diagnose(Evidence(True, True, 0.0)).subcase is None


def test_a_right_and_supported_answer_without_its_labelled_page_points_at_the_label():
    found = diagnose(Evidence(True, False, 0.0, 1.0, 1.0, 1.0))
    assert found.label == "OK" and "look at the label" in found.reason


def test_every_corner_of_the_space_has_a_class_with_its_owner_and_a_reason():
    for evidence in SPACE:
        found = diagnose(evidence)
        assert (found.owner, found.fix) == LABELS[found.label][1:] and found.reason, evidence
        assert found.cause == LABELS[found.label].cause or found.label == "FAILED", evidence


def test_missing_evidence_never_decides_a_class():
    """Whatever a missing score turns out to be, a class that was decided without it must stay."""
    for evidence in SPACE:
        found = diagnose(evidence)
        if found.label in ("UNDECIDED", "FAILED"):
            continue
        for name in ("recall", "faithfulness", "relevance"):
            if getattr(evidence, name) is None and not (name == "recall" and evidence.answerable is False):
                if "no label says" in found.reason:
                    continue  # an OK that says that nobody checked it
                later = {diagnose(replace(evidence, **{name: score})).label for score in (0.0, 0.5, 0.79, 0.8, 1.0)}
                assert later <= {found.label, "UNDECIDED", "FAILED"}, (evidence, later)


def test_undecided_names_missing_evidence_that_would_decide():
    for evidence in SPACE:
        found = diagnose(evidence)
        if found.label in ("UNDECIDED", "FAILED"):
            told = found.reason.split(" missing: ")[0]
            assert any(name in told and getattr(evidence, name) is None for name in ("answerable", *Lines._fields)), (evidence, found)


def test_complete_evidence_is_never_undecided():
    assert KNOWN and not [each for each in KNOWN if diagnose(each).label in ("UNDECIDED", "FAILED")]


def test_the_order_is_retrieval_then_generation_then_data():
    failed = [each for each in KNOWN if each.answerable and not each.refused and diagnose(each).label not in ("OK", "RIGHT-BY-ACCIDENT")]
    for each in failed:
        wanted = "RETRIEVAL-MISS" if each.recall < 1 else "HALLUCINATION" if each.faithfulness < 0.8 else None
        if wanted:
            assert diagnose(each).label == wanted, each
    assert {diagnose(each).label for each in failed} == {"RETRIEVAL-MISS", "HALLUCINATION", "WRONG-QUESTION", "FAITHFUL-BUT-CONTEXT-WRONG"}


def test_the_program_never_says_chunking():
    assert "CHUNKING" not in {diagnose(each).label for each in SPACE}


def test_other_lines_move_the_class():
    row = Evidence(True, False, 1.0, 0.75, 1.0, 1.0)
    assert diagnose(row).label == "HALLUCINATION" and diagnose(row, Lines(faithfulness=0.7)).label == "OK"


@pytest.mark.parametrize("score", [1.5, -0.1, float("nan"), "1", True])
def test_a_score_that_is_none_is_refused(score):
    with pytest.raises(ValueError, match="recall is .* from 0 to 1"):
        Evidence(True, False, recall=score)


def test_an_unknown_class_is_refused_with_the_names():
    with pytest.raises(ValueError, match="RETRIEVAL-MISS"):
        named("RETRIEVAL", "because")


def test_the_two_by_two_sorts_by_recall_and_faithfulness_and_leaves_out_what_has_none():
    rows = {
        "a": Evidence(True, False, 1.0, 1.0), "b": Evidence(True, False, 1.0, 0.5), "c": Evidence(True, False, 0.5, 0.8),
        "d": Evidence(True, False, 0.0, 0.0), "e": Evidence(True, True, 1.0, None), "f": Evidence(True, False, None, 1.0),
    }
    assert two_by_two(rows) == {
        "healthy": ["a"], "hallucination": ["b"], "confidently, citably wrong": ["c"], "retrieval first": ["d"], "left out": ["e", "f"],
    }
