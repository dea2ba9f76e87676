"""Lesson 6: what it builds by hand is what the package provides, its model tickets pass their own check, its stepper and grid say what they show."""

import re
from dataclasses import replace

import pytest
from conftest import exercises, notebook, written_cells

from ragdiag_helpers import plots, study
from ragdiag_helpers.audit import KINDS, check_ticket, failure_docent, failure_record, intervene, score_row
from ragdiag_helpers.audit.outcome import outcome, proves, sides
from ragdiag_helpers.corpus import load_corpus
from ragdiag_helpers.figures.proofs import MARKS, proof_grid
from ragdiag_helpers.judges.asking import generate_request
from ragdiag_helpers.labels import load_failures
from ragdiag_helpers.replies import load_replies, request_key
from ragdiag_helpers.study.ticket_review import audited_failures, expect_ticket, grounded_prompt, lacking, replay_judge, run_on, without_label

LESSON = "06_ten_failure_audit"
CASES = {each.id: each for each in load_failures(use=None)}
FOUND, CALLED_FOR = audited_failures()
TAUGHT = {"KINDS": KINDS}
for each in exercises("solutions", LESSON).values():
    exec(each.source, TAUGHT)


def every_change() -> list:
    """All interventions of the lesson: ten cases, five kinds; a page can be corrected only in the stale edition."""
    made = []
    for name, case in CASES.items():
        for kind in KINDS if case.use == "lesson" else ():
            change = {"generator": grounded_prompt()} if kind == "grounded prompt" else {"documents": load_corpus()} if kind == "corrected page" else {}
            if kind != "corrected page" or case.edition == "meridian-stale":
                made.append(intervene(FOUND.row(name), failure_docent(case), kind, replay_judge(), **change))
    return made


TRIED = every_change()


def test_proves_by_hand_and_in_the_module_are_what_an_intervention_says_of_itself():
    assert len(TRIED) == 41 and sum(each.proves for each in TRIED) == 13
    for change in [*TRIED, *audited_failures("hidden")[1]]:
        wanted = None if change.undecided and change.diagnosed in KINDS[change.kind] else change.proves
        assert proves(*sides(change)) is wanted and TAUGHT["proves"](*sides(change)) is wanted


@pytest.mark.parametrize("before", ["OK", "UNDECIDED", "HALLUCINATION"])
@pytest.mark.parametrize("after", ["OK", "UNDECIDED", "HALLUCINATION"])
@pytest.mark.parametrize("moved", [True, False])
@pytest.mark.parametrize("kind", list(KINDS))
def test_proves_by_hand_agrees_with_the_module_on_every_outcome(before, after, moved, kind):
    for diagnosis in ("RETRIEVAL-MISS", "CHUNKING", "HALLUCINATION"):
        case = (kind, ("a", before), ("b" if moved else "a", after), diagnosis)
        assert TAUGHT["proves"](*case) is proves(*case)


def test_proves_refuses_a_change_or_a_class_that_there_is_not():
    with pytest.raises(ValueError, match="use one of: oracle context"):
        proves("prayer", ("a", "OK"), ("b", "OK"), "CHUNKING")
    with pytest.raises(ValueError, match="no class 'CHUNKED'"):
        proves("larger k", ("a", "OK"), ("b", "OK"), "CHUNKED")


def test_the_tally_by_hand_is_the_audits():
    found, _ = audited_failures("hidden", 3)
    rows = [(row.id, row.diagnosis.label, row.diagnosis.owner) for row in found.rows]
    classes = {label: count for label, count in found.tally.items() if label not in ("OK", "UNDECIDED")}
    assert TAUGHT["tally"](rows) == (classes, found.owners, found.tally.get("UNDECIDED", 0))


def test_the_audits_of_the_checks_give_each_case_the_class_that_a_person_gave():
    for use in ("lesson", "hidden"):
        found, changes = audited_failures(use)
        assert {row.id: row.diagnosis.label for row in found.rows} == {name: case.diagnosis for name, case in CASES.items() if case.use == use}
        assert all(each.diagnosed in KINDS[each.kind] for each in changes)
    assert {each.kind for each in audited_failures("lesson", 2, "grounded prompt")[1]} == {"grounded prompt"}


@pytest.mark.parametrize("use", ["lesson", "hidden"])
def test_the_ticket_of_the_key_passes_and_each_number_in_it_is_needed(use):
    found, changes = audited_failures(use, 2)
    for label in set(found.tally) - {"OK"}:
        text = TAUGHT["ticket"](label, found, changes)
        assert check_ticket(text, found, changes) == [] == lacking(text, label, found, changes)
        for number in re.findall(r"(?<![\w.])\d+(?:\.\d+)?(?![\w.`]|\.\d)", text):
            wrong = re.sub(rf"(?<![\w.]){re.escape(number)}(?![\w`]|\.\d)", "0.41" if "." in number else "7", text, count=1)
            assert check_ticket(wrong, found, changes) + lacking(wrong, label, found, changes), wrong


@pytest.mark.parametrize("end, told", [(".\n", False), ("; ", False), ("\n", True), (", ", True)])
def test_a_ticket_without_full_stops_is_told_so_before_a_true_number_is_called_false(end, told):
    parts = ["RETRIEVAL-MISS, search team: 3 of 10 failures", "Cases `f1`, `f2`, `f3`: mean recall 0.00", "The oracle context repairs 2 of 3 cases, and correctness rises by 0.67"]
    assert bool(run_on(end.join(parts), FOUND)) == told
    assert told or check_ticket(end.join(parts), FOUND, CALLED_FOR) == []


def test_a_function_that_returns_no_text_is_told_so_and_not_crashed_on():
    from ragdiag_helpers.checks import CheckFailed

    with pytest.raises(CheckFailed, match="None came back"):
        expect_ticket(lambda label, found, changes: None, "CHUNKING", FOUND, CALLED_FOR, "a test")
    with pytest.raises(CheckFailed, match="a list came back. A ticket is text"):
        expect_ticket(lambda label, found, changes: ["text"], "CHUNKING", FOUND, CALLED_FOR, "a test")


def test_what_is_printed_of_a_right_ticket_says_which_and_that_there_is_no_problem(capsys):
    expect_ticket(TAUGHT["ticket"], "CHUNKING", FOUND, CALLED_FOR, "the ten failures")
    assert capsys.readouterr().out == "ok: ticket on CHUNKING (the ten failures): no problem\n"


def test_a_ticket_that_changes_from_call_to_call_is_told_so():
    from ragdiag_helpers.checks import CheckFailed

    kept = []

    def ticket(label, found, changes):
        kept.append(label)
        return TAUGHT["ticket"](label, found, changes) + " " * len(kept)

    with pytest.raises(CheckFailed, match="another the second"):
        expect_ticket(ticket, "CHUNKING", FOUND, CALLED_FOR, "a test")


def test_a_case_without_a_labelled_page_has_no_recall():
    assert without_label(FOUND, "f1").row("f1").scores["recall"] is None and FOUND.row("f1").scores["recall"] == 0.0


def test_the_three_model_tickets_pass_the_check_that_the_lesson_teaches():
    (cell,) = written_cells("solutions", LESSON).values()
    text = re.search(r"BEGIN SOLUTION\n(.*)### END", cell.source, re.S)[1]
    written = [part for part in text.strip().split("\n\n") if part.strip()]
    assert len(written) == 3
    for one in written:
        assert check_ticket(one, FOUND, TRIED) == [], one


def test_every_verdict_on_a_changed_answer_is_used_and_fits_docent_today():
    """Who changes a page changes requests: this names the replies that nobody asks for any more."""
    judge = replay_judge()
    changes = [*TRIED, *audited_failures("hidden")[1]]
    careful = failure_docent(CASES["f3"], grounded_prompt())
    changes.append(intervene(FOUND.row("f3"), careful, "oracle context", judge))
    rows = [row for change in changes for row in (change.before, change.after)]
    rows.append(score_row(replace(failure_record(CASES["f1"]), answer="The Free plan allows 60 requests per minute."), judge))
    asked = set()
    for row in rows:
        to_the_point = {"task": "answers-the-question", "question": row.record.question, "answer": row.record.answer}
        asked |= {request_key({"task": "split", "answer": row.record.answer}), request_key(to_the_point)}
        shown = (f"# {row.record.question}\n\n{row.record.answer}",)
        for claims, contexts in ((row.findings.claims, row.record.contexts), (row.findings.ideal, row.record.contexts), (row.findings.ideal, shown)):
            if isinstance(claims, tuple):
                asked.add(request_key({"task": "verify", "contexts": list(contexts), "claims": list(claims)}))
    assert {reply.key for reply in load_replies("replies/changed_answers")} <= asked


def test_the_grounded_prompt_answers_what_the_lesson_puts_to_it():
    wanted = [generate_request(case.question, case.contexts) for case in CASES.values() if case.use == "lesson"]
    page = next(page for page in load_corpus() if page.id == "regions")
    wanted.append(generate_request(CASES["f3"].question, (page.text,)))
    assert {reply.key for reply in load_replies("replies/grounded_answers")} == set(map(request_key, wanted))


def test_the_lesson_never_shows_a_hidden_case():
    text = "\n".join(cell.source for cell in notebook("notebooks", LESSON).cells)
    shown = "\n".join(str(cell.get("outputs", "")) for cell in notebook("solutions", LESSON).cells if not cell.metadata.get("nbgrader", {}).get("grade"))
    for case in CASES.values():
        if case.use == "hidden":
            assert case.question not in text + shown and f"`{case.id}`" not in text + shown


# The figure


def test_the_grid_marks_every_change_that_was_made_and_fills_those_that_prove():
    fig, ax = plots.proof_grid(TRIED)
    assert [text.get_text() for text in ax.texts] == [MARKS[outcome(each)] for each in TRIED]
    assert len(ax.collections) - 1 == sum(each.proves for each in TRIED)  # one collection holds the lines between rows
    assert "f3 RETRIEVAL-MISS: proved by none." in fig.alt and "f10 FAITHFUL-BUT-CONTEXT-WRONG: proved by corrected page." in fig.alt
    assert [label.get_text() for label in ax.get_yticklabels()][3] == "CHUNKING  f4"
    plots.plt.close("all")


def test_the_grid_refuses_nothing_and_the_same_change_twice():
    for changes in ([], TRIED[:1] * 2):
        with pytest.raises(ValueError, match="needs interventions"):
            proof_grid(changes)


# The stepper


def html(name: str, row=None) -> str:
    return study.audit_stepper(row or FOUND.row(name), [quote for _, quote in CASES[name].evidence])._repr_html_()


def test_the_stepper_counts_what_it_ticks_and_divides_by_what_it_frames():
    text = html("f7")
    assert "<b>3</b> ticked of 4 framed: faithfulness 3/4 = 0.75" in text and "<b>1</b> ticked of 1 framed: recall 1/1 = 1.00" in text
    frames = re.findall(r"dashed #D55E00.*?</span></span>", text, re.S)
    assert max(each.count("✓") for each in frames) == 3 and sum(each.count("✗") for each in frames) == 1


@pytest.mark.parametrize(
    "name, asked", [("f1", 2), ("f2", 2), ("f4", 3), ("f5", 3), ("f6", 4), ("f8", 4), ("f9", 4), ("f10", 5)],
)
def test_the_stepper_stops_at_the_step_that_decided(name, asked):
    text = html(name)
    assert text.count("<details") == 5 and text.count("Not asked: an earlier step decided.") == 5 - asked
    assert text.count("It stops here") == 1 and FOUND.row(name).diagnosis.label in text


def test_the_stepper_marks_the_evidence_where_it_stands_whole():
    assert ">90 days on Scale</mark>" in html("f6") and "It stands whole" in html("f6")
    assert "<mark" not in html("f4") and "a person reads it cold" in html("f4")
    assert html("f10").count(">The Pro plan costs 19 dollars per month and includes 20 GB of storage.</mark>") == 2  # steps 4 and 5


def test_the_stepper_marks_in_the_context_what_carries_each_ticked_claim():
    text = html("f7")
    assert text.count("make another one and retire the old one.</mark>") == 1 and "instantly.</mark>" not in text
    assert "sdks</b><div" not in text.split("Marked: for each ticked claim")[1]  # a page that carries nothing is not shown again


def test_stepper_and_card_escape_what_they_show_and_colour_no_text_without_a_background():
    record = replace(FOUND.row("f6").record, answer="<script>alert(1)</script>", question="<b>?", contexts=("<i>x</i>", "y"))
    row = replace(FOUND.row("f6"), record=record)
    for text in (html("f6", row), study.case_card(record)._repr_html_(), html("f10")):
        assert "<script" not in text and "<i>x" not in text and "<b>?" not in text
        for style in re.findall(r"style='([^']*)'", text):
            assert ("background" in style) == bool(re.search(r"(?<![\w-])color:", style)), style


def test_a_card_shows_no_diagnosis():
    card = study.case_card(FOUND.row("f4").record)
    assert "CHUNKING" not in card._repr_html_() + repr(card) and "backups#1" in repr(card)
