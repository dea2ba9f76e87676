"""One thing is changed and one judge judges both sides: what it mends, what it says of itself, what it refuses."""

from dataclasses import replace

import pytest
from literal_judge import LiteralJudge

from ragdiag_helpers.audit import KINDS, audit, failure_docent, failure_record, intervene, prove, score_row
from ragdiag_helpers.corpus import Document, chunk_words, load_corpus
from ragdiag_helpers.diagnosis import Lines
from ragdiag_helpers.docent import Docent, ExtractiveGenerator
from ragdiag_helpers.judges import ReplayJudge, get_judge
from ragdiag_helpers.labels import load_failures
from ragdiag_helpers.replies import load_replies

FAILURES = {each.id: each for each in load_failures(use=None)}


def stored(id, judge=None):
    return score_row(failure_record(FAILURES[id]), judge or get_judge("offline"))


def cured(id, kind, **change):
    """The intervention on a stored failure, judged offline, with the docent it came from."""
    return intervene(stored(id), failure_docent(FAILURES[id]), kind, **change)


@pytest.mark.parametrize(
    "id, kind, change",
    [
        ("f1", "oracle context", {}), ("f1", "larger k", {}), ("f2", "oracle context", {}), ("f4", "oracle context", {}),
        ("f6", "grounded prompt", {}), ("f10", "corrected page", {"documents": load_corpus()}), ("h10", "corrected page", {"documents": load_corpus()}),
    ],
)
def test_one_change_mends_the_answer_that_its_class_says_it_mends(id, kind, change):
    found = cured(id, kind, **change)
    assert found.moved and found.repaired and not found.undecided, str(found)


@pytest.mark.parametrize("id, kind", [("f10", "larger k"), ("f10", "oracle context"), ("f8", "larger k")])
def test_the_wrong_change_does_not_mend_it(id, kind):
    assert not cured(id, kind).repaired


def test_a_docent_that_retrieves_other_pages_than_the_row_is_refused():
    with pytest.raises(ValueError, match="so that one thing changes"):
        intervene(stored("f1"), Docent(load_corpus(), "tfidf"), "larger k", LiteralJudge())


PAGES = load_corpus()


@pytest.mark.parametrize(
    "kind, change, words",
    [
        ("prayer", {}, "use one of: oracle context"),
        ("corrected page", {}, "needs the corrected documents"),
        ("corrected page", {"documents": PAGES}, "word for word"),
        ("corrected page", {"documents": PAGES[1:]}, "without auth; give the same ids"),
        ("corrected page", {"documents": [*PAGES, Document("new", "New", "New.")]}, "with new; give the same ids"),
        ("corrected page", {"documents": PAGES[::-1]}, "in another order"),
        ("corrected page", {"documents": [replace(PAGES[0], text="Other."), replace(PAGES[1], title="Other"), *PAGES[2:]]}, "differ in title"),
        ("corrected page", {"documents": [chunk for page in PAGES for chunk in chunk_words(page, 20)]}, "came from whole pages"),
        ("larger k", {"k": 0}, "whole number of 1 or more"),
        ("larger k", {"k": True}, "whole number of 1 or more"),
        ("larger k", {"k": 2}, "must be larger, for example k=4"),
        ("larger k", {"k": 1}, "must be larger"),
        ("other retriever", {"retriever": "keyword"}, "must be another one"),
        ("other retriever", {"retriever": "bm25"}, "there is no retriever 'bm25'"),
        ("grounded prompt", {"generator": "claude"}, "must be a function"),
        ("larger k", {"size": 4}, "'larger k' takes k=, not size="),
        ("larger k", {"k": 4, "documents": PAGES}, "takes k=, not documents="),
        ("grounded prompt", {"k": 4}, "takes generator=, not k="),
        ("oracle context", {"documents": PAGES[:1]}, "there is no ratelimits"),
    ],
)
def test_an_intervention_that_cannot_be_made_says_what_is_wanted(kind, change, words):
    with pytest.raises(ValueError, match=words):
        intervene(stored("f1", LiteralJudge()), failure_docent(FAILURES["f1"]), kind, LiteralJudge(), **change)


@pytest.mark.parametrize("kind, change", [("larger k", {}), ("grounded prompt", {"generator": lambda question, contexts: "Another answer."})])
def test_both_sides_are_judged_by_one_judge_whoever_judged_the_row(kind, change):
    judge = LiteralJudge()
    row = stored("f2", ReplayJudge(load_replies("replies/answer_claims")))
    found = intervene(row, failure_docent(FAILURES["f2"]), kind, judge, **change)
    assert found.before == score_row(row.record, judge) and found.judge == "literal"
    assert found.before != row and found.after == score_row(found.after.record, judge)


def test_both_sides_keep_to_the_lines_that_are_given():
    row = stored("f3", LiteralJudge())
    found = intervene(row, failure_docent(FAILURES["f3"]), "larger k", LiteralJudge(), Lines(recall=0.0, faithfulness=0.0))
    assert found.before.diagnosis.label != row.diagnosis.label
    assert found.before == score_row(found.before.record, LiteralJudge(), Lines(recall=0.0, faithfulness=0.0))


def test_prove_scores_the_unchanged_answer_once_for_all_its_changes():
    judge = LiteralJudge()
    found = prove(stored("f2", LiteralJudge()), failure_docent(FAILURES["f2"]), judge)
    assert [each.kind for each in found] == ["oracle context", "larger k", "other retriever"]
    assert len({id(each.before) for each in found}) == 1
    assert judge.asked.count(("split", FAILURES["f2"].answer)) == 1 + sum(not each.moved for each in found)


def test_an_answer_that_stays_the_same_is_not_repaired_by_better_contexts():
    found = cured("f2", "oracle context")
    frozen = replace(found, after=replace(found.after, record=replace(found.after.record, answer=found.before.record.answer)))
    assert found.repaired and frozen.after.diagnosis.label == "OK" and not frozen.repaired


def test_a_repair_needs_an_answer_of_which_the_judge_knows_that_it_failed():
    found = cured("f2", "oracle context")
    open_one = stored("f7")
    assert open_one.diagnosis.label == "UNDECIDED"
    unsure = replace(found, before=open_one)
    assert unsure.moved and not unsure.repaired and unsure.undecided
    assert not replace(found, before=found.after, after=open_one).undecided  # right before: nothing to repair


@pytest.mark.parametrize("edition, tried", [("meridian-stale", 1), ("meridian", 0), ("my-docs", 0), (None, 0)])
def test_prove_corrects_a_page_only_where_the_row_came_from_the_stale_edition(edition, tried):
    row = stored("f10")
    row = replace(row, record=replace(row.record, corpus=edition))
    assert row.diagnosis.label == "FAITHFUL-BUT-CONTEXT-WRONG"
    assert len(prove(row, failure_docent(FAILURES["f10"]))) == tried


def plans_row(documents, answer=None):
    docent = Docent(documents, "tfidf")
    record = replace(docent.ask("What does the Pro plan cost?", "p1"), relevant_ids=("plans",))
    return score_row(replace(record, answer=record.answer if answer is None else answer), LiteralJudge()), docent


def chunks(pages, size):
    return [chunk for page in pages for chunk in chunk_words(page, size)]


def test_a_page_in_chunks_is_corrected_by_chunks_cut_the_same_way():
    stale = load_corpus("meridian-stale")
    row, docent = plans_row(chunks(stale, 20))
    found = intervene(row, docent, "corrected page", LiteralJudge(), documents=chunks(PAGES, 20))
    assert found.changed.startswith("pages changed: ") and "plans" in found.changed
    for wrong, words in [(PAGES, "came from chunks"), (chunks(PAGES, 25), "differ in title or cut")]:
        with pytest.raises(ValueError, match=words):
            intervene(row, docent, "corrected page", LiteralJudge(), documents=wrong)


def test_a_lower_threshold_of_the_same_generator_is_told_as_that():
    row = stored("f9")
    docent = failure_docent(FAILURES["f9"])
    found = intervene(row, docent, "grounded prompt", generator=ExtractiveGenerator(0.2))
    assert found.reproduced and found.changed == "threshold 0.4 -> 0.2, same context"


def test_another_generator_is_told_as_that():
    found = cured("f6", "grounded prompt")
    assert not found.reproduced and found.changed.startswith("another generator (one that only quotes, threshold 0.4) in place of the one")


def test_the_generator_that_gave_the_answer_is_no_change():
    with pytest.raises(ValueError, match="from this very generator"):
        cured("f9", "grounded prompt")


def test_prove_leaves_a_quoting_generator_alone_that_quoted_beside_the_question():
    docent = Docent(PAGES)
    row = score_row(replace(docent.ask("Price of Pro plan per month?", "x"), relevant_ids=("plans", "ratelimits"), reference="Never said."), LiteralJudge(answers=False))
    row = replace(row, diagnosis=stored("f6").diagnosis)
    assert not row.evidence.refused and prove(row, docent, LiteralJudge()) == []


def test_an_oracle_context_puts_a_chunked_page_together_again():
    found = cured("f4", "oracle context")
    page = next(each for each in load_corpus("meridian-long") if each.id == "backups")
    assert found.after.record.contexts[0].split() == page.text.split()


def test_an_oracle_context_gives_exactly_the_chunks_that_are_labelled():
    cut = chunks(PAGES, 10)
    row, docent = plans_row(cut)
    row = replace(row, record=replace(row.record, relevant_ids=("plans#1", "auth#0", "errors")))
    found = intervene(row, docent, "oracle context", LiteralJudge())
    texts = {each.id: each.text for each in cut}
    page = next(each for each in PAGES if each.id == "errors")
    assert found.after.record.retrieved_ids == ("plans#1", "auth#0", "errors")
    assert found.after.record.contexts[:2] == (texts["plans#1"], texts["auth#0"])
    assert found.after.record.contexts[2].split() == page.text.split()


def test_labels_on_chunks_are_no_oracle_among_whole_pages():
    row, docent = plans_row(PAGES)
    row = replace(row, record=replace(row.record, relevant_ids=("plans#1",)))
    with pytest.raises(ValueError, match="there is no plans#1"):
        intervene(row, docent, "oracle context", LiteralJudge())


def test_documents_with_one_word_in_common_do_not_pass_as_an_oracle():
    row, docent = plans_row([Document("plans", "Plans", "Pro costs 25 dollars. More."), Document("auth", "Keys", "Keys.")])
    row = replace(row, record=replace(row.record, relevant_ids=("nowhere",)))
    with pytest.raises(ValueError, match="no relevant page among the documents"):
        intervene(row, docent, "oracle context", LiteralJudge())


def test_every_kind_takes_what_it_says():
    from ragdiag_helpers.audit.changes import CHANGES, TAKES

    assert list(KINDS) == list(CHANGES) == list(TAKES)


def test_the_report_tries_changes_with_the_lines_of_the_audit(monkeypatch):
    from argparse import Namespace

    from ragdiag_helpers.commands import report

    lines = Lines(faithfulness=0.5)
    found = audit([failure_record(FAILURES["f2"])], LiteralJudge(), lines)
    changes = report._proofs(Namespace(records="ten_failures"), found)
    assert changes and all(each.lines == lines and each.judge == "offline" for each in changes)
