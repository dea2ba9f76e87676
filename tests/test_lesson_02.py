"""Lesson 2: what it builds by hand is what the package provides, its figures, its stepper and its label sheets."""

import json

import pytest
from conftest import exercises, notebook
from hypothesis import given
from hypothesis import strategies as st

from ragdiag_helpers import claims, plots, retrieval, study
from ragdiag_helpers.corpus import GOLDEN_SETS, Document, chunk_words, evidence_chunks, load_corpus
from ragdiag_helpers.docent import Docent, tfidf_retrieve
from ragdiag_helpers.golden import GoldenItem, golden_shape, load_golden
from ragdiag_helpers.judges import ReplayJudge
from ragdiag_helpers.replies import load_replies
from ragdiag_helpers.verdicts import Verdict

LESSON = "02_golden_sets"
TAUGHT = {}
for each in exercises("solutions", LESSON).values():
    exec(each.source, TAUGHT)
GOLDEN = {item.id: item for item in load_golden()}
LONG = load_corpus("meridian-long")
WORDS = {True: Verdict("supported"), False: Verdict("refuted"), None: Verdict("undecided")}
answers = st.lists(st.sampled_from([True, False, None]), max_size=6)
pages = st.sampled_from(["p", "q", "r"])
quotes = st.tuples(pages, st.sampled_from(["one two", "two", "three", "four"]))


def cut(size: int, overlap: int = 0) -> list:
    return [chunk for page in LONG for chunk in chunk_words(page, size, overlap)]


def printed(start: str) -> str:
    """What the cell that begins like this prints, and the text of what it shows."""
    (cell,) = [cell for cell in notebook("solutions", LESSON).cells if cell.cell_type == "code" and start in cell.source]
    return "\n".join(output.get("text", "") or output.get("data", {}).get("text/plain", "") for output in cell.outputs)


@given(answers)
def test_contextual_scores_by_hand_are_those_of_the_module(given_answers):
    assert TAUGHT["contextual_recall_of"](given_answers) == claims.contextual_recall([WORDS[each] for each in given_answers])
    assert TAUGHT["contextual_precision_of"](given_answers) == pytest.approx(claims.contextual_precision(given_answers))


@pytest.mark.parametrize("size", [20, 30, 60, 120])
@pytest.mark.parametrize("share", [0, 2])
def test_relevant_chunks_by_hand_are_those_of_the_module_for_every_golden_item(size, share):
    chunks, texts = cut(size, size // share if share else 0), {page.id: page.text for page in LONG}
    for item in GOLDEN.values():
        if all(texts[page].count(quote) == 1 for page, quote in item.evidence):
            spans = [(page, texts[page].find(quote), texts[page].find(quote) + len(quote)) for page, quote in item.evidence]
            plain = [(chunk.id, chunk.doc_id, chunk.start, chunk.end) for chunk in chunks]
            assert TAUGHT["relevant_chunks"](spans, plain) == evidence_chunks(item.evidence, chunks, LONG), item.id


@given(st.lists(pages, max_size=3, unique=True), st.lists(quotes, max_size=3, unique=True))
def test_the_doorkeeper_finds_what_the_loader_refuses(relevant, evidence):
    """On drafts whose quotes come from pages that exist; of a missing page the loader names the page alone."""
    stock = {"p": "one two", "q": "three four"}
    evidence = [pair for pair in evidence if pair[0] in stock]
    found = TAUGHT["problems"]({"relevant_ids": relevant, "evidence": evidence, "read_by": "us"}, stock)
    item = GoldenItem("d", "?", "!", tuple(relevant), tuple(evidence), ("x",), "near-miss")
    faults = [fault for _, fault, _ in golden_shape([Document(name, "", text) for name, text in stock.items()]).rules(item)]
    assert ("page" in found) == any("there is no page" in fault for fault in faults)
    assert ("quote" in found) == any("is not in the page" in fault for fault in faults)
    if evidence:  # without any quote the loader says so in other words
        assert ("unquoted" in found) == any("no evidence is quoted" in fault for fault in faults)


def test_the_bundled_golden_items_would_pass_the_doorkeeper_once_read():
    texts = {page.id: page.text for page in load_corpus()}
    for item in GOLDEN.values():
        draft = {"relevant_ids": list(item.relevant_ids), "evidence": list(item.evidence)}
        assert TAUGHT["problems"]({**draft, "read_by": "us"}, texts) == []
        assert TAUGHT["problems"]({**draft, "read_by": ""}, texts) == ["unread"]


def test_one_run_has_three_means_by_what_is_done_with_unanswerable_questions():
    records = Docent(load_corpus(), k=2).run(GOLDEN.values())
    scores = [retrieval.recall(record.relevant_ids, record.retrieved_ids) for record in records]
    known = [score for score in scores if score is not None]
    assert (len(scores), len(known), sum(known)) == (70, 58, 35)
    said = printed('print(f"left out:')
    assert "left out:     0.60 over 58 of 70" in said and "counted as 0: 0.50" in said and "counted as 1: 0.67" in said


def test_kept_chunk_ids_make_a_good_change_look_bad():
    items = [item for item in GOLDEN.values() if item.kind != "unanswerable"]
    old, new = ({item.id: evidence_chunks(item.evidence, cut(size), LONG) for item in items} for size in (60, 120))
    ranked = {item.id: [chunk.id for chunk in tfidf_retrieve(item.question, cut(120), 4)] for item in items}
    kept, right = (sum(retrieval.recall(labels[name], ranked[name]) for name in ranked) / len(ranked) for labels in (old, new))
    assert (round(kept, 2), round(right, 2), sum(old[name] == new[name] for name in old)) == (0.59, 0.94, 18)
    assert "0.59" in printed("graded with labels") and "0.94" in printed("graded with labels")


def test_the_drafts_of_the_lesson_are_refused_but_for_the_one_that_only_a_reader_can_refuse():
    said = printed("for name, draft in drafts.items()")
    assert [line for line in said.splitlines() if line[:1] == "d"] == ["d1 passes", "d2 is refused", "d3 is refused", "d4 passes"]


def test_the_replayed_verdicts_fit_the_chunks_that_come_back_today_and_quote_them():
    judge = ReplayJudge(load_replies("replies/context_claims"))
    scores = []
    for name, size, k in (("q42", 60, 3), ("q42", 60, 4), ("q38", 60, 2), ("q38", 60, 3), ("q38", 120, 2)):
        stack = [chunk.text for chunk in tfidf_retrieve(GOLDEN[name].question, cut(size), k)]
        verdicts = judge.verify(GOLDEN[name].claims, stack)
        assert all(any(each.evidence in stack[number - 1] for number in each.contexts) for each in verdicts if each.contexts)
        assert all(bool(each.contexts) == (each.label == "supported") for each in verdicts)
        scores.append(claims.contextual_recall(verdicts))
    assert scores == [1 / 2, 1, 1 / 3, 1, 1]
    assert claims.contextual_recall(judge.verify(GOLDEN["q55"].claims, [cut(60)[1].text])) == 1
    assert {origin for origin, _ in judge.origins} == {"written for the course"}
    rows = (GOLDEN_SETS / "replies" / "context_claims.jsonl").read_text(encoding="utf-8").splitlines()
    assert sum(judge.origins.values()) == len([json.loads(row) for row in rows])


def context_html(verdicts: list[Verdict], text: str = "a <b>c</b> & d") -> str:
    return study.context_stepper(["first <i>", "second"], [("x#0", "nothing here"), ("x#1", text)], verdicts)._repr_html_()


def test_the_stepper_marks_the_words_ticks_the_claims_and_escapes_both():
    html = context_html([Verdict("supported", "", "<b>c</b>", (2,)), Verdict("refuted")])
    assert "&lt;b&gt;c&lt;/b&gt; <b>[1]</b></mark>" in html and "<b>c</b>" not in html and "<i>" not in html
    assert "✓ <b>[1]</b> first" in html and "✗ <b>[2]</b> second" in html
    assert "1/2 = 0.50" in html and "(1/2) / <b>1</b> useful = 0.50" in html
    assert html.count("<details") == 5 and "<script" not in html
    assert "background:#FFE9A8;color:" in html  # a mark sets both, so it reads in a dark theme too


def test_the_stepper_says_so_where_no_chunk_is_useful():
    html = context_html([Verdict("refuted"), Verdict("refuted")])
    assert "no chunk is useful = 0.00" in html and "<mark" not in html


def test_words_that_decide_two_claims_are_marked_once_with_both_numbers():
    html = context_html([Verdict("supported", "", "one two", (2,)), Verdict("supported", "", "one", (2,))], "one two three")
    assert html.count("<mark") == 1 and "one two <b>[1][2]</b></mark> three" in html


@pytest.mark.parametrize(
    ("names", "verdicts", "words"),
    [
        ([], [], "0 claims"),
        (["a"], [], "one verdict a claim"),
        (["a"], [Verdict("undecided")], "undecided"),
        (["a"], [Verdict("supported", "", "", (3,))], "names chunk 3"),
    ],
)
def test_the_stepper_refuses_what_it_cannot_divide(names, verdicts, words):
    with pytest.raises(ValueError, match=words):
        study.context_stepper(names, [("x", "text")], verdicts)


def test_the_guideline_is_shown_as_it_stands_in_the_golden_sets():
    shown = study.guideline("relevant to this question")
    text = (GOLDEN_SETS / "GUIDELINES.md").read_text(encoding="utf-8")
    assert repr(shown).split("\n", 1)[1] in text
    html = shown._repr_html_()
    rows = [line for line in repr(shown).splitlines() if line.startswith("|")]
    assert html.count("<tr>") == len(rows) - 1 and "<b>Relevant</b>" in html and "<i>near miss</i>" in html
    for wrong in ("no such heading", "this"):
        with pytest.raises(ValueError, match="headings of the guidelines; use words of one of"):
            study.guideline(wrong)


def test_a_label_sheet_escapes_what_it_shows():
    html = study.label_sheet([("a", "<script>?", "p", "x < y\n\nz")])._repr_html_()
    assert "<script>" not in html and "x &lt; y<br>z" in html


@pytest.fixture
def no_screen():
    plots.plt.switch_backend("agg")
    yield
    plots.plt.close("all")


def test_the_trade_off_says_in_words_what_it_draws(no_screen):
    fig, ax = plots.chunk_tradeoff({30: [(1, 30, 0.25), (2, 60, 0.5)], 60: [(1, 60, 0.75), (2, 118.6, 1.0)]}, budget=60)
    assert [list(line.get_ydata()) for line in ax.lines[:2]] == [[0.25, 0.5], [0.75, 1.0]] and ax.get_ylim() == (0, 1)
    assert len({(line.get_marker(), line.get_linestyle()) for line in ax.lines[:2]}) == 2
    assert fig.alt == (
        "Line plot of evidence recall against words handed over, for k = 1, 2: "
        "30-word chunks 0.25 at 30, 0.50 at 60; 60-word chunks 0.75 at 60, 1.00 at 119."
    )


@pytest.mark.parametrize(
    ("sweep", "words"),
    [
        ({}, "0 chunk sizes"), ({30: []}, "at least one point"), ({size: [(1, 9, 1)] for size in range(7)}, "7 chunk sizes"),
        ({30: [(1, 9, 1)], 60: [(2, 9, 1)]}, "different k"), ({30: [(1, 0, 0)]}, "less than 1 word"),
    ],
)
def test_a_trade_off_that_cannot_be_compared_is_refused(sweep, words, no_screen):
    with pytest.raises(ValueError, match=words):
        plots.chunk_tradeoff(sweep)


def test_labels_are_read_as_lesson_4_reads_them():
    assert study.read_pairs({"a": "yes", "b": " No", "c": None, "d": True, "e": "n"}, "abcde") == {"a": True, "b": False, "d": True, "e": False}


@pytest.mark.parametrize("said", ["needed", "True", 1, "", "undecided", ["yes"]])
def test_another_label_is_refused_by_name(said):
    with pytest.raises(ValueError, match=r'\(b\) says .*; write "yes" \(the question needs this page\), "no" or None'):
        study.read_pairs({"a": "no", "b": said}, "ab")


def test_a_label_of_a_pair_that_is_not_there_is_refused():
    with pytest.raises(ValueError, match="'z' is none of the pairs; the names are a, b"):
        study.read_pairs({"z": "yes"}, "ab")


def test_a_page_that_stands_in_two_pairs_is_folded_the_second_time():
    html = study.label_sheet([("a", "One?", "plans", "Same."), ("b", "Two?", "errors", "Other."), ("c", "Three?", "plans", "Same.")])._repr_html_()
    assert html.count("<details") == 1 and "<summary><code>plans</code>, the page of (a)</summary>Same.</details>" in html
