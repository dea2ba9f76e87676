"""Feedback pages: what came of the work and what to think about, and nothing of a hidden check, whatever a submission tries."""

import dataclasses
import json
import re
from html import escape
from html.parser import HTMLParser
from pathlib import Path

import pytest
from conftest import LESSONS, ROOT, notebook, written_cells
from grade_class import LESSON
from leaks import hidden_lines, hidden_values, hostile, key_of, readable, released_text, stands_in, without_answers
from nbgrader.api import Gradebook

from ragdiag_grading import lesson as lessons
from ragdiag_grading.feedback import feedback_page, page_path, write_feedback
from ragdiag_grading.gradebook import Student, folder_of
from ragdiag_grading.intake import Attempt
from ragdiag_grading.kernels.confine import landlock_abi
from ragdiag_grading.marks import Marks
from ragdiag_grading.outcome import outcome
from ragdiag_grading.session import Session, Wish, grade_class
from ragdiag_grading.work import grade

POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"


def page_of(small_class, student: str) -> str:
    session, wish = small_class
    return page_path(wish.out / "feedback", student, LESSON).read_text(encoding="utf-8")


class Tags(HTMLParser):
    """The tags and attributes of a page."""

    def __init__(self, page: str):
        super().__init__()
        self.tags, self.attributes = [], []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs


@pytest.mark.parametrize("kind", ["raises later", "raises at once"])
@pytest.mark.parametrize("lesson", LESSONS)
def test_nothing_of_a_hidden_check_reaches_a_page_whatever_a_submission_prints_keeps_or_raises(lesson, kind):
    key = key_of(lesson)
    graded = grade(hostile(lesson, kind), key)
    assert "LEAK" in graded.notebook  # the attack ran, and its outputs hold what it saw
    graded = dataclasses.replace(graded, doubts=[])  # as if nobody had any doubt: the page itself must keep quiet
    one = outcome("mallory", key, Attempt("mallory", "x", b""), graded)
    session = Session(key, [one], {"mallory": Student("mallory")}, 1, graded.isolation)
    text = readable(without_answers(feedback_page(one, session, Wish(lesson, Path(), Path(), Path()), Marks())))
    assert [line for line in hidden_lines(key) if line in text] == []
    assert [value for value in hidden_values(key, released_text(lesson)) if stands_in(value, text)] == []


def test_the_attacks_do_see_what_the_hidden_checks_hand_to_them():
    """Without this the test above could not fail: the values stand in what the submission printed, and in nbgrader's own feedback they would be shown."""
    key = key_of("01_precision_recall")
    cells = json.loads(grade(hostile(key.lesson, "raises later"), key).notebook)["cells"]
    outputs = "".join(str(cell.get("outputs")) for cell in cells)
    values = hidden_values(key, released_text(key.lesson))
    assert len(values) > 10 and sum(stands_in(value, outputs) for value in values) > 5


@pytest.mark.parametrize("student", ["keeps", "equal"])
def test_what_a_graded_class_kept_or_compared_is_on_no_page(small_class, student):
    text = readable(without_answers(page_of(small_class, student)))
    assert "LEAK" not in text and "0.4286" not in text and "3, 7" not in text


def test_names_answers_and_outputs_never_become_html(small_class):
    for student in ("injects", "<script>alert(2)<script>", "ada"):
        page = page_of(small_class, student)
        found = Tags(page)
        assert not {"script", "img", "b", "iframe"} & set(found.tags)
        assert not [name for name, value in found.attributes if name.startswith("on") or (value or "").startswith("javascript:")]
        assert f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">' in page
    assert escape("<img src=x onerror=alert(3)>") in page_of(small_class, "ada")


def test_score_deadline_and_penalty_are_told_with_their_zone(small_class):
    text = readable(page_of(small_class, "late"))
    for words in ("5.4 of 6 points", "Status: LATE", "Due 2026-11-20 17:00 UTC", "Handed in 2026-11-21 12:00 UTC, 19 hours late", "Late penalty: 0.6 points; without it 6"):
        assert words in text


def test_repairs_are_told(small_class):
    assert "share_is_a_fraction: the check was edited; it was put back" in page_of(small_class, "check edited")
    assert "the file is called my homework (final).ipynb" in readable(page_of(small_class, "renamed"))


def test_a_visible_check_says_what_the_learner_would_have_seen(small_class):
    text = readable(page_of(small_class, "check edited"))
    for words in ("Not yet: share(4, 5)", "came back: 1", "wanted: 0.8", "think: You rounded to a whole number. Keep the fraction.", "Which value of whole makes a division fail?"):
        assert words in text


@pytest.mark.skipif(not landlock_abi(), reason="without Landlock a second run could be told by the first, so there is none")
def test_messages_after_a_hidden_check_come_from_a_run_without_it(small_class):
    """look_first_at stands behind the hidden check of share."""
    session, _ = small_class
    graded = grade(json.dumps(_grid("return 'neither'")).encode(), session.key)
    assert "You looked at the page alone." in graded.told["grid_healthy_and_invented"]


def _grid(line: str) -> dict:
    book = json.loads(json.dumps(notebook("notebooks", LESSON)))
    for cell in book["cells"]:
        if cell["id"] == "look_first_at":
            cell["source"] = f"def look_first_at(page_arrived, keeps_to_pages):\n    {line}"
    return book


def test_a_hidden_check_says_only_that_it_failed_and_what_to_think_about(small_class):
    text = readable(page_of(small_class, "visible only"))
    assert "This check is hidden. It runs your function on other data than you saw." in text
    assert text.count("Not yet:") == 0


def test_an_untouched_exercise_is_not_written_yet_and_no_failure(small_class):
    text = readable(page_of(small_class, "untouched release"))
    assert "This is not written yet." in text and "Failed:" not in text and "0 of 6 points" in text


def test_an_endless_loop_is_named(small_class):
    assert "Look for a loop that never ends." in page_of(small_class, "endless in one")


def test_a_page_that_waits_for_a_person_does_not_say_by_what_the_tampering_was_seen(small_class):
    page = page_of(small_class, "patches expect")
    assert "a person looks at this first" in page and "Checks of" not in page
    assert not re.search(r"must fail|suppress|expect|tamper|changed|canary", readable(page).replace("patches expect", "the student"))


def test_a_file_that_could_not_be_graded_gets_a_page_with_the_reason_and_what_to_hand_in(small_class):
    text = readable(page_of(small_class, "corrupt"))
    assert "has no score" in text and "breaks off" in text and f"Hand in the notebook {LESSON}.ipynb" in text and "0 of" not in text


def test_who_handed_in_nothing_gets_no_page_and_loses_an_old_one(small_class):
    session, wish = small_class
    path = page_path(wish.out / "feedback", "gone", LESSON)
    assert not path.exists()
    path.parent.mkdir(parents=True)
    path.write_text("old")
    write_feedback(session, wish)
    assert not path.exists()


def test_unchanged_pages_are_not_written_again_and_changed_ones_are(small_class):
    session, wish = small_class
    pages = sorted((wish.out / "feedback").rglob("*.html"))
    before = {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in pages}
    write_feedback(grade_class(wish), wish)
    assert {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in pages} == before
    others = [dataclasses.replace(each, score=1.0) if each.student == "ada" else each for each in session.outcomes]
    write_feedback(dataclasses.replace(session, outcomes=others), wish)
    assert [path.parts[-3] for path in pages if path.read_bytes() != before[path][0]] == ["ada"]
    write_feedback(session, wish)


def test_points_and_comments_of_a_person_are_shown_and_a_reviewed_page_keeps_quiet_too(tmp_path):
    lesson = next(each for each in LESSONS if written_cells("solutions", each))
    (question,) = written_cells("solutions", lesson)
    book = json.loads(json.dumps(notebook("solutions", lesson)))
    next(cell for cell in book["cells"] if cell["id"] == question)["source"] = "My <b>own</b> words."
    path = tmp_path / "in" / "ada" / f"{lesson}.ipynb"
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps(book))
    wish = Wish(lesson, tmp_path / "in", tmp_path / "out", ROOT / "solutions", workers=1)

    def page() -> str:
        return readable(page_path(write_feedback(grade_class(wish), wish), "ada", lesson).read_text(encoding="utf-8"))

    first = page()
    assert "1 answer is still to be graded by hand" in first and "to be graded by hand" in first and "My <b>own</b> words." in first
    with Gradebook(wish.database) as gradebook:
        grade_row = gradebook.find_grade(question, lesson, lesson, "ada")
        grade_row.manual_score, grade_row.needs_manual_grade = 1.5, False
        gradebook.find_comment(question, lesson, lesson, "ada").manual_comment = "Good, <i>but</i> short."
        gradebook.db.commit()
    second = page()
    assert "graded by hand" in second and "1.5 of" in second and "Good, <i>but</i> short." in second and "still to be" not in second


@pytest.mark.parametrize("lesson", LESSONS)
def test_every_check_belongs_to_an_exercise_and_claims_something_that_learners_were_given(lesson):
    key = key_of(lesson)
    found = [name for each in lessons.exercises(key) for name in each.checks]
    assert sorted(found) == sorted(key.checks)
    given = " ".join(released_text(lesson).split())
    for name in key.checks:
        told = lessons.claim(name, key)
        assert told in given and (told or key.checks[name].written), name


@pytest.mark.parametrize("lesson", LESSONS)
def test_an_honest_answer_that_calls_a_method_of_the_same_name_is_not_doubted(lesson):
    """The key's own answers, with a line added so that they are not taken for the key."""
    from ragdiag_grading.suspicion import suspicions

    cells = [nb for nb in notebook("solutions", lesson).cells if nb.metadata.get("nbgrader", {}).get("solution")]
    for cell in cells:
        cell.source += "\n# mine"
    assert suspicions(cells, set()) == []


def test_two_students_never_share_a_folder():
    assert len({folder_of(name) for name in ("a/b", "a_b", "a:b", ".a", "_.a")}) == 5 and folder_of("Åsa Öberg") == "Åsa Öberg"
