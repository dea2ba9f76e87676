"""Lesson 5: what it builds by hand is what the package provides; its check over all evidence; its stepper, figure and replies."""

import re
from dataclasses import replace

import pytest
from conftest import exercises, notebook
from hypothesis import given
from hypothesis import strategies as st

from ragdiag_helpers import diagnosis, groundedness, plain_diagnosis, plots
from ragdiag_helpers.audit import audit, failure_record, score_row
from ragdiag_helpers.checks import CheckFailed
from ragdiag_helpers.corpus import load_corpus
from ragdiag_helpers.diagnosis import Evidence, Lines
from ragdiag_helpers.docent import REFUSAL, Docent
from ragdiag_helpers.figures.blend import blend_plot
from ragdiag_helpers.golden import load_golden
from ragdiag_helpers.judges import ReplayJudge, get_judge
from ragdiag_helpers.labels import load_failures
from ragdiag_helpers.plain_diagnosis import FAULTS, SPACE, agree_everywhere, in_words
from ragdiag_helpers.records import Record
from ragdiag_helpers.replies import load_replies
from ragdiag_helpers.slips import SLIPS
from ragdiag_helpers.study import audit_stepper, rule_stepper
from ragdiag_helpers.study.order import STOPS, stops_at

LESSON = "05_two_by_two"
TAUGHT = {"Lines": Lines, "re": __import__("re")}
for cell in notebook("solutions", LESSON).cells:
    if cell.cell_type == "code" and cell.source.startswith("def ") and cell.id not in exercises("solutions", LESSON):
        exec(cell.source.split("\n\n\nprint(")[0].split("\n\n\nfor ")[0], TAUGHT)
for cell in exercises("solutions", LESSON).values():
    exec(cell.source, TAUGHT)
scores = st.one_of(st.none(), st.floats(0, 1))
JUDGED = ("faithfulness", "answer_relevance", "correctness")


@given(st.sampled_from((True, False, None)), st.booleans(), scores, scores, scores, scores)
def test_what_lesson_5_builds_by_hand_is_what_the_module_provides(answerable, refused, recall, faithfulness, relevance, correctness):
    entries = (answerable, refused, recall, faithfulness, relevance, correctness)
    found = diagnosis.diagnose(Evidence(*entries))
    assert TAUGHT["diagnose"](*entries) == found.label
    assert TAUGHT["failed"](*entries) is found.failed


@given(st.text("Ab9_. :,-", max_size=30), st.lists(st.text("Ab9_. :,-", max_size=30), max_size=3))
def test_the_gate_built_by_hand_is_the_gate_of_the_package(answer, contexts):
    assert TAUGHT["groundedness_gate"](answer, contexts) == groundedness.groundedness_gate(answer, contexts)
    assert TAUGHT["words"](answer) == groundedness.words(answer) and TAUGHT["marks"](answer) == groundedness.marks(answer)


def test_the_space_holds_every_combination_once_and_common_files_first():
    assert len(SPACE) == len(set(SPACE)) == 3 * 2 * 4**4
    assert all(each[0] is not None for each in SPACE[:20])
    assert {plain_diagnosis.fault(*each) for each in FAULTS} == set(diagnosis.LABELS) - {"OK", "CHUNKING", "FAILED", "UNDECIDED"}


@pytest.mark.parametrize("words", SLIPS)
def test_a_rule_with_a_slip_is_told_that_slip_or_one_that_says_the_same_everywhere(words):
    def mine(*evidence):
        return SLIPS[words](plain_diagnosis.diagnose, *evidence)

    with pytest.raises(CheckFailed) as failed:
        agree_everywhere(mine, plain_diagnosis.diagnose)
    said = " ".join(str(failed.value).split()).replace("- ", "-")
    named = [each for each in SLIPS if f"This comes out when {each}. The rule:".replace("- ", "-") in said]
    assert named, said
    assert all(SLIPS[named[0]](plain_diagnosis.diagnose, *each) == mine(*each) for each in SPACE)


@pytest.mark.parametrize("label", ["OK", "FAILED", None])
def test_a_rule_that_is_far_from_every_slip_is_accused_of_none(label):
    with pytest.raises(CheckFailed) as failed:
        agree_everywhere(lambda *_: label, plain_diagnosis.diagnose)
    assert "In words: a page holds the answer" in " ".join(str(failed.value).split()) and "This comes out" not in str(failed.value)


def test_the_first_question_is_told_why_its_answer_is_right_and_no_class_of_a_later_section():
    for case in SPACE:
        wanted = plain_diagnosis.failed(*case)
        with pytest.raises(CheckFailed) as failed:
            agree_everywhere(lambda *row: plain_diagnosis.failed(*row) if row != case else "?", plain_diagnosis.failed)
        said = " ".join(str(failed.value).split()).replace("- ", "-").split("The rule: ")[1]
        assert not [label for label in diagnosis.LABELS if label in said], said
        kinds = {True: "settles it|the asker got none|it gave one", None: "may be fine or not|may be right or wrong", False: "reaches its|are good|was right"}
        assert re.search(kinds[wanted], said), (case, said)


@pytest.mark.parametrize("case, told", [
    ((True, False, 1.0, 1.0, None, 0.5), "The rule: correctness 0.5 is below its line, 1, and one bad sign settles it."),
    ((True, False, 0.5, 1.0, 1.0, None), "The rule: without a reference recall stands in for correctness: recall 0.5 is below its line"),
])  # fmt: skip
def test_the_first_question_names_the_score_that_settles_it(case, told):
    with pytest.raises(CheckFailed) as failed:
        agree_everywhere(lambda *row: None if row == case else plain_diagnosis.failed(*row), plain_diagnosis.failed)
    assert told in " ".join(str(failed.value).split())


def test_a_rule_that_stops_with_an_error_is_shown_where():
    with pytest.raises(CheckFailed, match="It stopped") as failed:
        agree_everywhere(lambda *row: plain_diagnosis.diagnose(*row) if row[4] is not None or row[1] else row[4] >= 0.3, plain_diagnosis.diagnose)
    assert "This comes out" not in str(failed.value)


def test_evidence_is_told_as_a_person_would_say_it():
    assert in_words((False, False, None, 1.0, None, None)) == (
        "no page holds an answer; it answered; faithfulness 1; relevance is missing; no reference, so no correctness"
    )
    assert in_words((None, True, None, 0.5, 0.5, 0.5)) == "nobody said whether a page holds the answer; it refused; recall is missing"


def test_the_gate_catches_the_cities_and_lets_the_what_if_through():
    reported = {each.id: groundedness.groundedness_gate(each.answer, each.contexts) for each in load_failures()}
    assert {name: marks for name, marks in reported.items() if marks} == {"f3": ["Tokyo", "Singapore"]}
    with pytest.raises(ValueError, match="pass a list of texts"):
        groundedness.groundedness_gate("90 days", "90 days")


def published_files() -> dict[str, Evidence]:
    """The golden five and the what-if by the published scores: 4 of 5 passes."""
    replies = load_replies("replies/published_scores")
    records = Docent(load_corpus(), k=2).run(load_golden()[:5])
    records.append(replace(records[1], id="what-if", answer="Backups are retained for 30 days on the Scale plan."))
    facts = ("25 dollars", "90 days", "MERIDIAN_API_KEY", "24-hour", "60 requests per minute", "90 days")
    made = {}
    for record, fact in zip(records, facts, strict=True):
        asked = {"faithfulness": {"contexts": list(record.contexts)}, "relevance": {"question": record.question}}
        given = [replies.find({"task": task, "scale": "1-5", **read, "answer": record.answer}).reply["score"] for task, read in asked.items()]
        judged = [None, None] if record.answer == REFUSAL else [float(score >= 4) for score in given]
        found = float(record.relevant_ids[0] in record.retrieved_ids)
        made[record.id] = Evidence(True, record.answer == REFUSAL, found, *judged, float(fact in record.answer))
    return made


def test_the_published_scores_give_the_published_diagnoses():
    labels = {name: diagnosis.diagnose(each).label for name, each in published_files().items()}
    assert labels == {**dict.fromkeys(("q1", "q2", "q3", "q4"), "OK"), "q5": "RETRIEVAL-MISS", "what-if": "HALLUCINATION"}


def test_the_replies_on_the_seventy_cover_both_retrievers_and_give_the_tallies_of_the_lesson():
    judge = ReplayJudge(load_replies("replies/golden_seventy"))
    runs = {name: audit(Docent(load_corpus(), name, k=2).run(load_golden()), judge, metrics=JUDGED) for name in ("keyword", "tfidf")}
    assert runs["keyword"].tally == {"OK": 26, "RETRIEVAL-MISS": 27, "WRONG-QUESTION": 17}
    assert runs["tfidf"].tally == {"OK": 32, "RETRIEVAL-MISS": 10, "WRONG-QUESTION": 28}
    assert sum(judge.origins.values()) >= len(load_replies("replies/golden_seventy"))
    answered = [row for run in runs.values() for row in run.rows if not row.evidence.refused]
    for row in answered:
        for verdict in row.findings.verdicts:
            assert verdict.evidence == row.record.answer in row.record.contexts[verdict.contexts[0] - 1]


def what_if_row():
    record = Docent(load_corpus(), k=2).run(load_golden()[:2])[1]
    return score_row(replace(record, answer="Backups are retained for 30 days on the Scale plan."), get_judge("replay"))


def test_the_stepper_stops_where_the_rule_stops_and_marks_the_words_that_hold_the_answer():
    html = rule_stepper(what_if_row(), ["90 days on Scale"])._repr_html_()
    assert html.count("<details") == 5 and "<script" not in html
    assert "color:#1a1a1a" in html and ">90 days on Scale</mark>" in html
    assert "<b>0</b> ticked of 1 framed = 0.00" in html and "<b>1</b> ticked of 1 framed = 1.00" in html
    assert html.index("It stops here: HALLUCINATION</b>, for the") < html.index("Not asked: an earlier step decided.")


@pytest.mark.parametrize(
    "name, step, label", [("f1", 2, "RETRIEVAL-MISS"), ("f5", 4, "FAILED"), ("f8", 4, "WRONG-QUESTION"), ("f9", 4, "WRONG-QUESTION"), ("f10", 5, "FAITHFUL")]
)
def test_the_stepper_follows_every_kind_of_failure(name, step, label):
    failure = next(each for each in load_failures() if each.id == name)
    html = rule_stepper(score_row(failure_record(failure), get_judge("replay")))._repr_html_()
    assert f"It stops here: {label}" in html and html.count("Not asked") == 5 - step


def test_the_stepper_shows_a_right_refusal_and_an_answer_that_the_judge_left_open():
    refusal = Record("r1", "Who?", REFUSAL, ("p",), ("text",), relevant_ids=(), kind="unanswerable")
    html = rule_stepper(score_row(refusal, get_judge("offline")))._repr_html_()
    assert "It stops here: OK</b>: no page holds" in html and "no page of the documentation holds the answer" in html


LUCKY = ("lucky", "How many requests?", "60 requests per minute.", ("backups",), ("Daily.",), "60 requests per minute", ("ratelimits",))


@pytest.mark.parametrize("step_through", [rule_stepper, audit_stepper])
def test_both_steppers_stop_at_luck_before_they_ask_about_retrieval(step_through):
    row = score_row(Record(*LUCKY), get_judge("offline"))
    row = replace(row, diagnosis=diagnosis.diagnose(Evidence(True, False, 0.0, 0.0, 1.0, 1.0)))
    html = step_through(row)._repr_html_()
    assert "It stops here: RIGHT-BY-ACCIDENT" in html and html.count("Not asked") == 4


@pytest.mark.parametrize("step_through", [rule_stepper, audit_stepper])
@pytest.mark.parametrize("answerable, told", [(True, "So it failed."), (False, "So it is right."), (None, "nobody said")])
def test_both_steppers_say_of_a_refusal_whether_a_page_holds_the_answer(step_through, answerable, told):
    row = score_row(Record("r1", "Who?", REFUSAL, ("p",), ("text",)), get_judge("offline"))
    evidence = Evidence(answerable, True)
    assert told in step_through(replace(row, evidence=evidence, diagnosis=diagnosis.diagnose(evidence)))._repr_html_()


def test_the_rule_stops_at_the_first_question_that_missing_evidence_leaves_open():
    assert STOPS.keys() == set(diagnosis.LABELS) - {"FAILED"}
    row = score_row(Record(*LUCKY), get_judge("offline"))
    for evidence, step in [((True, True), 2), ((True, False, 1.0, None, 1.0, 0.0), 4), ((True, False, 1.0, None, 0.0, 1.0), 1)]:
        files = Evidence(*evidence)
        row = replace(row, evidence=files, diagnosis=diagnosis.diagnose(files))
        assert (row.diagnosis.label, stops_at(row)) == ("FAILED", step)


def test_what_a_record_says_cannot_become_html():
    record = Record("<b>", "<script>1</script>", "<img src=x>", ("<i>",), ("<u>90</u> days",), "<s>", ("<i>",), ("<s>",))
    html = rule_stepper(score_row(record, get_judge("offline")), ["<u>90</u>"])._repr_html_()
    assert not [tag for tag in ("<script", "<img", "<i>.", "<u>", "<s>") if tag in html]


def test_the_blend_figure_says_its_numbers_in_words():
    fig, ax = blend_plot({"A": {"recall": 0.6, "blend": 0.8}, "B": {"recall": 1.0, "blend": 0.8}})
    assert fig.alt == "Dots of scores, one row a system. A: recall 0.60, blend 0.80; B: recall 1.00, blend 0.80."
    assert ax.get_xlim() == (0, 1) and [line.get_marker() for line in ax.lines] == ["o", "s"]
    with pytest.raises(ValueError, match="the same scores in the same order"):
        blend_plot({"A": {"recall": 0.6}, "B": {"blend": 0.8}})
    plots.plt.switch_backend("agg")
    assert plots.blend_plot({"A": {"recall": 0.6}})[0].alt
    plots.plt.close("all")


def test_the_four_fields_name_few_cases_and_short_names():
    five = {name: Evidence(True, False, 1.0, 1.0) for name in ("q1", "q2", "q3", "q4", "f10")}
    _, ax = plots.figures.quadrant_plot({**five, "q5": Evidence(True, True, 0.0)})
    assert "q1, q2, q3, q4, f10" in {text.get_text() for text in ax.texts}
    assert "(1 case has no place here)" in ax.get_title(loc="left")
