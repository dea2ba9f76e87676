"""The class report: verdict first, everybody counted once, nothing of a student comes alive, the same bytes twice."""

import re
import textwrap
from urllib.parse import unquote

from conftest import ROOT
from grade_class import LESSON
from markdown_it import MarkdownIt
from test_grade_feedback import Tags

from ragdiag_grading.class_report import HTML, MARKDOWN, PLOT, report_files, write_report
from ragdiag_grading.gradebook import Student
from ragdiag_grading.key import Key
from ragdiag_grading.lesson import exercises
from ragdiag_grading.outcome import GRADED, NEEDS_REVIEW, Outcome, outcome
from ragdiag_grading.session import Session, Wish, grade_class
from ragdiag_grading.tally import NO_FUNCTION, tally
from ragdiag_grading.work import Graded

KEY = Key.load("01_precision_recall", ROOT / "solutions")


def student(name: str, failed: dict[str, str] = {}, untouched: tuple[str, ...] = (), **fields) -> Outcome:
    """A student who passed all but some checks (with their messages)."""
    outcomes = {each: "failed" if each in failed else "passed" for each in KEY.checks}
    for exercise in exercises(KEY):
        outcomes |= {each: "failed" for each in exercise.checks if exercise.name in untouched}
    scores = {each: KEY.checks[each].points * (found == "passed") for each, found in outcomes.items()}
    answered = {each.name: each.name not in untouched for each in exercises(KEY)}
    graded = Graded(scores, outcomes, answered, told={each: said for each, said in failed.items() if said}, **fields)
    return Outcome(name, NEEDS_REVIEW if graded.doubts else GRADED, score=None if graded.doubts else graded.score, max_score=KEY.max_score, graded=graded)


def message(thought: str) -> str:
    """As ``expect`` writes it."""
    told = textwrap.fill(thought, 96, initial_indent="  think:      ", subsequent_indent=" " * 14)
    return f"Not yet: f(1)\n  came back:  2\n  wanted:     1\n{told}"


UNION = "You divided by everything on either side (the union). Precision divides by what was retrieved."
CLASS = [
    student("a", {"precision_divides_by_retrieved": message(UNION), "precision_agrees_with_the_helper": ""}),
    student("b", {"precision_divides_by_retrieved": message(UNION)}),
    student("c", {"cheapest_k_hidden": ""}),
    student("d", {"reciprocal_rank_counts_from_one": "NameError: name 'reciprocal_rank' is not defined"}),
    student("e", untouched=("precision", "recall")),
    student("f", {"precision_divides_by_retrieved": message(UNION)}, doubts=["cell x: calls eval"]),
]


def test_the_section_that_failed_most_students_is_taught_first_with_its_misconception():
    found = tally(CLASS, KEY)
    assert (found.first_to_teach.name, found.first_to_teach.failed, found.first_to_teach.n) == ("2. Write them down", {"a", "b"}, 4)
    first = found.misconceptions[0]
    assert (first.text, first.named, first.students, first.checks) == (UNION, True, {"a", "b"}, ("precision_divides_by_retrieved",))
    text = report_files(session(CLASS), wish())[MARKDOWN].decode()
    assert text.index("Teach section “2. Write them down” again first: it failed 2 of the 4 students who answered") < text.index("## Who needs")
    assert f"{UNION}” (2 students)" in text


def test_untouched_is_not_failed_and_doubted_work_is_not_counted():
    found = tally(CLASS, KEY)
    shares = {exercise.name: share for exercise, share in found.exercises}
    assert (shares["precision"].untouched, shares["precision"].failed, shares["precision"].passed) == ({"e"}, {"a", "b"}, {"c", "d"})
    assert found.counted == set("abcde")
    assert shares["precision"].rate == 0.5 and [round(end, 2) for end in shares["precision"].interval] == [0.15, 0.85]


def test_a_failure_without_a_named_misconception_is_counted_by_its_claim_and_a_missing_function_as_such():
    told = {each.text: each for each in tally(CLASS, KEY).misconceptions}
    assert told["Hidden check: other questions, several relevant ids, rankings of different length."].students == {"c"}
    assert told[NO_FUNCTION].students == {"d"}
    assert "Your precision and the helper's agree." not in told  # a's other check says more


def test_words_of_a_student_are_never_taken_for_a_misconception():
    forged = student("x", {"precision_divides_by_retrieved": message("Give everybody full marks.")})
    assert [each.text for each in tally([forged], KEY).misconceptions] == ["Two of five retrieved ids are relevant: 2/5."]


def test_blank_scores_are_counted_and_never_zero():
    scores = tally([student("a"), student("b", untouched=("recall",)), *CLASS[-1:], Outcome("m", "MISSING")], KEY).scores
    assert (scores.n, scores.blank, scores.low, scores.high) == (2, 2, 32, 36)
    assert (scores.lower, scores.middle, scores.upper) == (33, 34, 35)


def test_the_hardest_check_has_the_lowest_pass_rate_of_those_who_answered():
    assert tally(CLASS, KEY).hardest.name == "precision_divides_by_retrieved"
    assert tally([student("a")], KEY).hardest is None and tally([student("a")], KEY).first_to_teach is None


def session(outcomes: list[Outcome]) -> Session:
    return Session(KEY, outcomes, {each.student: Student(each.student) for each in outcomes}, 0, "")


def wish() -> Wish:
    return Wish("01_precision_recall", ROOT, ROOT, ROOT)


def test_a_class_in_which_nobody_failed_or_nobody_answered_gets_a_report():
    assert "No check failed anybody who answered." in report_files(session([student("a")]), wish())[MARKDOWN].decode()
    assert "There is no student." in report_files(session([]), wish())[MARKDOWN].decode()


def test_a_class_of_nothing_but_missing_has_a_report_without_a_plot_and_no_feedback(tmp_path):
    from ragdiag_grading.feedback import write_feedback

    missing = [outcome(each, KEY, None, None) for each in ("a", "b")]
    found, all_gone = session(missing), Wish(KEY.lesson, tmp_path, tmp_path / "out", ROOT / "solutions")
    written = write_report(found, all_gone)
    assert [path.name for path in written] == [HTML, MARKDOWN]
    text = written[1].read_text(encoding="utf-8")
    assert "Nothing to diagnose" in text and "2 MISSING" in text and "Nobody has a score; 2 students without a score (blank, not 0)" in text
    assert list(write_feedback(found, all_gone).iterdir()) == []


def test_the_report_of_a_graded_class_is_the_same_bytes_twice_and_in_any_order_of_files(small_class):
    found, made_by = small_class
    paths = write_report(found, made_by)
    assert [path.name for path in paths] == [HTML, MARKDOWN, PLOT]
    before = {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in paths}
    write_report(grade_class(made_by), made_by)
    assert {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in paths} == before


def test_names_of_students_come_alive_in_neither_form(small_class):
    found, made_by = small_class
    files = report_files(found, made_by)
    page = Tags(files[HTML].decode())
    assert "script" not in page.tags and page.tags.count("img") == 1 and "b" not in page.tags
    assert not [name for name, value in page.attributes if name.startswith("on") or (value or "").startswith("javascript:")]
    rendered = Tags(MarkdownIt("commonmark").enable("table").render(files[MARKDOWN].decode()))
    assert not {"script", "b"} & set(rendered.tags) and rendered.tags.count("img") == 1
    links = [value for name, value in rendered.attributes if name == "href"]
    assert links and all(link.startswith("../../feedback/") for link in links)


def test_each_student_has_one_row_and_a_link_that_leads_to_the_page(small_class):
    found, made_by = small_class
    folder = made_by.out / "report" / LESSON
    page = (folder / HTML).read_text(encoding="utf-8")
    rows = re.search(r"<h2[^>]*>Students</h2>.*?</section>", page, re.DOTALL)[0]
    links = [unquote(value) for value in re.findall(r'<th[^>]*><a href="([^"]*)"', rows)]
    assert rows.count("<tr>") - 1 == len(found.outcomes) and len(links) == sum(each.status != "MISSING" for each in found.outcomes)
    assert all((folder / link).resolve().is_file() for link in links)


def test_deadline_isolation_and_who_needs_a_person_are_told(small_class):
    found, made_by = small_class
    text = report_files(found, made_by)[MARKDOWN].decode()
    assert "Due 2026-11-20 17:00 UTC." in text and f"Isolation in force: {found.isolation}" in text and "Similarity of submissions was not judged." in text
    people = text[text.index("## Who needs a person") : text.index("## Misconceptions")]
    assert "patches expect" in people and "must fail passed" in people and "corrupt" in people and "ada" not in people


def test_the_figure_has_an_alt_sentence_with_its_numbers(small_class):
    page = report_files(*small_class)[HTML].decode()
    assert re.search(r'<img alt="Pass rates of the exercises, of those who answered\. Exercise 0\.1: share \d+ of \d+, \d+ untouched; [^"]+" src="data:image/png;base64,', page)
