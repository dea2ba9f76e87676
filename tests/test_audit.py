"""From records to classes: what is asked of the judge, what is scored, what stays unscored."""

from dataclasses import replace
from statistics import mean

import pytest
from literal_judge import LiteralJudge

from ragdiag_helpers.audit import METRICS, audit, failure_record, relabel, score_row
from ragdiag_helpers.corpus import load_corpus
from ragdiag_helpers.diagnosis import Lines
from ragdiag_helpers.docent import Docent
from ragdiag_helpers.golden import load_golden
from ragdiag_helpers.judges import ReplayJudge, get_judge
from ragdiag_helpers.labels import load_failures
from ragdiag_helpers.records import Record
from ragdiag_helpers.replies import load_replies
from ragdiag_helpers.similarity import cosine

RIGHT = Record("r1", "Price of Pro?", "Pro costs 25 dollars", ("plans", "auth"), ("Pro costs 25 dollars. More.", "Keys."), "25", ("plans",), ("Pro costs 25 dollars",))


def row(judge=None, **change):
    return score_row(replace(RIGHT, **change), judge or LiteralJudge())


def test_a_right_answer_has_every_score():
    found = row()
    assert found.diagnosis.label == "OK" and list(found.scores) == list(METRICS) and not found.absent
    assert found.scores | {"answer_relevance": None} == {
        "recall": 1.0, "precision": 0.5, "reciprocal_rank": 1.0, "contextual_recall": 1.0, "contextual_precision": 1.0,
        "faithfulness": 1.0, "answer_relevance": None, "correctness": 1.0,
    }


def test_a_refusal_has_no_faithfulness_and_is_not_put_to_the_judge():
    judge = LiteralJudge()
    found = row(judge, answer="I don't have that in the docs.")
    assert found.scores["faithfulness"] is None and "abstains" in found.absent["faithfulness"] and not found.unscored
    assert [task for task, _ in judge.asked] == ["verify"]  # the ideal answer's claims against the contexts


def test_a_failed_call_leaves_its_row_unscored_and_the_others_go_on():
    records = [RIGHT, replace(RIGHT, id="r2", answer="CRASH"), replace(RIGHT, id="r3")]
    found = audit(records, LiteralJudge())
    assert [each.diagnosis.label for each in found.rows] == ["OK", "FAILED", "OK"]
    assert "failed" in found.rows[1].absent["faithfulness"] and "faithfulness" in found.rows[1].unscored
    mean = found.mean("faithfulness")
    assert (mean.value, mean.n, mean.unscored) == (1.0, 2, 1) and "over 2 of 3 scored" in str(mean)


def test_an_undecided_claim_is_neither_0_nor_1():
    found = row(answer="Pro costs 25 dollars. Maybe more")
    assert found.scores["faithfulness"] is None and "between 0.50 and 1.00" in found.absent["faithfulness"]
    assert found.diagnosis.label == "UNDECIDED" and "faithfulness" in found.diagnosis.reason


def test_undecided_claims_that_cannot_move_the_score_across_its_line_do_not_stop_the_diagnosis():
    found = row(answer="It is free. It is fast. It is red. Maybe more")
    assert found.scores["faithfulness"] is None and found.evidence.faithfulness == 0.25 and found.diagnosis.label == "HALLUCINATION"


def test_an_answer_without_claims_abstains():
    found = row(answer=" . ")
    assert found.evidence.refused and found.diagnosis.subcase == "FALSE-REFUSAL"


def test_claims_without_any_context_have_a_faithfulness_of_zero():
    assert row(contexts=(), retrieved_ids=()).scores["faithfulness"] == 0.0


def test_a_chunk_counts_as_its_page_where_the_labels_name_pages():
    found = row(retrieved_ids=("plans#3", "auth#0"))
    assert found.scores["recall"] == 1.0
    assert row(retrieved_ids=("plans#3", "auth#0"), relevant_ids=("plans#1",)).scores["recall"] == 0.0


def test_a_page_that_came_in_pieces_that_say_nothing_is_to_be_read_cold():
    found = row(contexts=("Pro costs", "Keys."), answer="Keys")
    assert found.scores["recall"] == 1.0 and any("read it cold" in note for note in found.notes)


def test_records_without_labels_fall_back_to_contextual_recall():
    found = row(relevant_ids=None, contexts=("Keys.", "More."), answer="Keys")
    assert found.scores["recall"] is None and found.evidence.recall == 0.0 and found.diagnosis.label == "RETRIEVAL-MISS"


def test_records_with_nothing_but_question_answer_and_contexts_are_scored_on_faithfulness_alone():
    found = row(relevant_ids=None, claims=None, reference=None)
    assert found.scores["faithfulness"] == 1.0 and found.scores["correctness"] is None and found.diagnosis.label == "OK"
    assert "no label says" in found.diagnosis.reason
    assert row(relevant_ids=None, claims=None, reference=None, answer="Free").diagnosis.label == "FAILED"


def test_an_answer_that_is_the_reference_word_for_word_is_right():
    assert row(answer="25.", claims=("The Pro plan has its price",)).scores["correctness"] == 1.0


def test_an_id_that_occurs_twice_is_refused():
    with pytest.raises(ValueError, match="'r1' occurs twice"):
        audit([RIGHT, RIGHT], LiteralJudge())


def test_many_rows_at_once_come_back_in_order():
    records = [replace(RIGHT, id=str(number)) for number in range(50)]
    assert [each.id for each in audit(records, LiteralJudge(max_in_flight=8)).rows] == [str(number) for number in range(50)]


def test_progress_is_told_for_every_record():
    told = []
    audit([RIGHT, replace(RIGHT, id="r2")], LiteralJudge(), progress=lambda done, of: told.append((done, of)))
    assert told == [(1, 2), (2, 2)]


FAILED = replace(RIGHT, id="r9", answer="Pro is free")


def test_a_person_sets_chunking_and_the_row_says_who():
    found = relabel(audit([RIGHT, FAILED], LiteralJudge()), "r9", by="Mo", reason="the boundary cuts the price")
    mended = found.row("r9")
    assert (mended.diagnosis.label, mended.diagnosis.owner, mended.reviewed_by) == ("CHUNKING", "ingestion team", "Mo")
    assert found.tally == {"OK": 1, "CHUNKING": 1}


@pytest.mark.parametrize(
    "id, change, words",
    [("r1", {}, "only a row that failed"), ("r9", {"label": "OK"}, "CHUNKING only"), ("r9", {"by": " "}, "who read it"), ("r7", {}, "no row 'r7'")],
)
def test_chunking_is_refused_where_it_makes_no_sense(id, change, words):
    with pytest.raises(ValueError, match=words):
        relabel(audit([RIGHT, FAILED], LiteralJudge()), id, **{"by": "Mo", "reason": "cut", **change})


# The stored failures of Docent, judged by the stored replies.

FAILURES = {each.id: each for each in load_failures(use=None)}


@pytest.fixture(scope="module")
def replayed():
    return audit([failure_record(each) for each in FAILURES.values()], ReplayJudge(load_replies("replies/answer_claims")))


def test_the_rule_finds_the_class_that_a_person_gave_except_chunking(replayed):
    for found in replayed.rows:
        wanted = FAILURES[found.id]
        if wanted.diagnosis == "CHUNKING":
            assert found.diagnosis.label in ("WRONG-QUESTION", "FAILED") and found.notes, found.id
        else:
            assert (found.diagnosis.label, found.diagnosis.subcase) == (wanted.diagnosis, wanted.subcase), (found.id, found.diagnosis)


def test_the_owners_of_the_rule_are_those_of_the_stored_failures():
    from ragdiag_helpers.diagnosis import LABELS

    assert all(LABELS[each.diagnosis].owner == each.owner for each in FAILURES.values())


def test_a_run_of_docent_is_audited_from_end_to_end_by_the_offline_judge():
    found = audit(Docent(load_corpus()).run(load_golden()), get_judge("offline"))
    assert len(found.rows) == 70 and sum(found.tally.values()) == 70
    assert found.mean("recall").n == 58 and found.row("q5").diagnosis.label == "RETRIEVAL-MISS"
    assert found.coverage > 0.5


def test_the_line_of_relevance_keeps_out_claims_that_answer_another_question_on_the_same_page():
    """The line is the lowest step of 0.05 under which at least 85% of such claims fall."""
    items = [item for item in load_golden() if item.claims and item.relevant_ids]
    others = [
        mean(cosine(one.question, claim) for claim in other.claims)
        for one in items for other in items if one.relevant_ids == other.relevant_ids and one.claims != other.claims
    ]
    steps = [step / 20 for step in range(1, 20)]
    assert Lines().relevance == next(step for step in steps if mean(each < step for each in others) >= 0.85)


@pytest.mark.parametrize(
    "change, relevance",
    [
        ({"answer": "Keys", "contexts": ("Pro costs 25 dollars", "Keys")}, 0.0),  # the context holds the right answer
        ({"answer": "Pro costs 9 dollars", "contexts": ("Pro costs 9 dollars", "Keys")}, 1.0),  # the context is wrong as well
        ({"answer": "Keys", "claims": ("Maybe so", "Pro costs 25 dollars")}, None),  # whether it does is undecided
    ],
)
def test_a_wrong_answer_is_beside_the_question_only_where_its_context_holds_the_right_one(change, relevance):
    assert row(LiteralJudge(answers=None), **change).evidence.relevance == relevance


@pytest.mark.parametrize("answers, label", [(None, "WRONG-QUESTION"), (False, "WRONG-QUESTION"), (True, "FAITHFUL-BUT-CONTEXT-WRONG")])
def test_a_faithful_answer_to_an_unanswerable_question_is_beside_it_unless_the_judge_says_that_it_answers(answers, label):
    assert row(LiteralJudge(answers=answers), relevant_ids=(), reference=None, claims=None).diagnosis.label == label


def test_other_lines_are_kept_with_the_audit():
    assert audit([RIGHT], LiteralJudge(), Lines(recall=0.5)).lines.recall == 0.5


# What a newcomer and a reviewer found


def test_a_reference_in_other_words_is_not_refuted_by_their_absence():
    judge = get_judge("offline")
    for answer, reference in (
        ("The visit takes about 90 minutes.", "An hour and a half"), ("The water is heated to 48 degrees.", "48 °C"),
        ("It is repaired within ten working days.", "Within two weeks"), ("It runs on Android 10 and iOS 15 or later.", "Android 10 and iOS 15 or later"),
        ("Frost is covered only if the frost valve was installed.", "If an anti-freeze fitting had been built in."),
    ):
        found = score_row(Record("n", "What is it?", answer, ("p",), (answer,), reference), judge)
        assert found.scores["correctness"] in (None, 1.0) and found.diagnosis.label in ("OK", "UNDECIDED"), (answer, found.diagnosis)


def test_an_amount_that_stands_nowhere_refutes_an_ideal_claim_that_the_judge_leaves_open():
    found = row(get_judge("offline"), contexts=("Keys are secret.", "More."), answer="Keys are secret.")
    assert found.evidence.correctness == 0.0 and found.findings.ideal_verdicts[0].label == "refuted"


def test_labels_with_other_ids_than_the_retriever_are_refused():
    records = [replace(RIGHT, id=str(number), relevant_ids=("errors_chunk_0",)) for number in range(5)]
    with pytest.raises(ValueError, match="no relevant id of 5 rows .* 'errors_chunk_0' is labelled, 'plans' was retrieved"):
        audit(records, LiteralJudge())
    assert audit(records[:4], LiteralJudge()).mean("recall").value == 0.0


def test_an_empty_answer_is_no_right_refusal():
    assert row(answer=" ", relevant_ids=(), reference=None, claims=None).diagnosis.label == "FAILED"


def test_a_refusal_of_an_answerable_question_states_nothing():
    assert row(answer="I don't have that in the docs.").scores["correctness"] == 0.0


def test_a_judge_that_returns_too_few_verdicts_leaves_the_row_unscored():
    class Short(LiteralJudge):
        def verify(self, claims, context):
            return super().verify(claims, context)[:-1]

    found = row(Short())
    assert found.scores["faithfulness"] is None and "asked about 1 claims and returned []" in found.absent["faithfulness"]


def test_a_reference_that_makes_no_claim_does_not_pass_unseen():
    found = row(claims=None, reference="...", answer="Keys")
    assert "correctness" in found.unscored and found.diagnosis.label != "OK"


def test_an_unknown_metric_is_refused_by_name():
    with pytest.raises(ValueError, match="faithfullness is no judged metric"):
        audit([RIGHT], LiteralJudge(), metrics=("faithfullness",))


def test_a_judge_may_be_named():
    assert audit([RIGHT], "offline").judge == "offline"


def test_labels_that_contradict_each_other_are_pointed_at():
    assert any("contradict" in note for note in row(kind="unanswerable").notes)


def test_a_page_that_came_in_pieces_to_a_refusal_is_to_be_read_cold():
    found = row(retrieved_ids=("plans#0", "auth#1"), contexts=("Pro costs", "Keys."), answer="I don't have that in the docs.")
    assert any("read it cold" in note for note in found.notes)


def test_a_judge_that_finds_no_claim_does_not_make_a_refusal_of_an_answer():
    class Blind(LiteralJudge):
        def split(self, answer):
            return ()

    found = row(Blind(), answer="Pro costs 99 dollars and includes a yacht.")
    assert not found.evidence.refused and "faithfulness" in found.unscored and found.diagnosis.subcase != "FALSE-REFUSAL"


def test_an_interrupt_stops_the_questions_that_are_not_yet_asked():
    judge = LiteralJudge(max_in_flight=2)

    def stop(done, of):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        audit([replace(RIGHT, id=str(number)) for number in range(500)], judge, progress=stop)
    assert len(judge.asked) < 5 * 500


@pytest.mark.parametrize(
    "answer, reference, right", [("25 €.", "25 €", True), ("*25 €*", "25 €", True), ("25 $", "25 €", False), ("-5 °C", "5 °C", False), ("5 °C", "+5 °C", False)]
)
def test_word_for_word_means_with_the_same_sign_and_currency(answer, reference, right):
    found = row(LiteralJudge(), answer=answer, reference=reference, claims=("Maybe so",))
    assert (found.scores["correctness"] == 1.0) == right
