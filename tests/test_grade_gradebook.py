"""nbgrader's gradebook and course folder: what was there stays, what people gave stays, and a run says only its own lines."""

import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import nbformat
import pytest
from conftest import ROOT, notebook
from grade_class import LESSON, answered, hand_in
from hypothesis import given
from hypothesis import strategies as st
from nbgrader.api import Gradebook

from ragdiag_grading import session as sessions
from ragdiag_grading.command import summary
from ragdiag_grading.deadlines import read_deadline
from ragdiag_grading.gradebook import HEAD, Student
from ragdiag_grading.harmless import harmless, typed
from ragdiag_grading.key import Key
from ragdiag_grading.outcome import Outcome
from ragdiag_grading.session import Session, Wish, grade_class
from ragdiag_grading.work import Graded
from ragdiag_helpers.cli import main

WRITTEN, QUESTION = "02_golden_sets", "guideline_sentence"


def written(text: str) -> bytes:
    """Lesson 2 with a text for its question that people grade, and all else as the key has it."""
    book = json.loads(json.dumps(notebook("solutions", WRITTEN)))
    for cell in book["cells"]:
        if cell["id"] == QUESTION:
            cell["source"] = text
    return json.dumps(book).encode()


def essays(folder: Path, texts: dict[str, str]) -> Path:
    for student, text in texts.items():
        (folder / student).mkdir(parents=True, exist_ok=True)
        (folder / student / f"{WRITTEN}.ipynb").write_bytes(written(text))
    return folder


def test_a_written_question_is_graded_by_hand_where_something_was_written_and_the_points_arrive(tmp_path):
    texts = {"writes": "My sentence: *include a page if it answers*.", "silent": "*Write here, in place of this line.*", "empty": " \n"}
    wish = Wish(WRITTEN, essays(tmp_path / "in", texts), tmp_path / "out", ROOT / "solutions")
    first = {each.student: each for each in grade_class(wish).outcomes}
    most = first["writes"].max_score
    assert {name: (each.status, each.score, each.so_far, each.by_hand, each.why) for name, each in first.items()} == {
        "writes": ("GRADED", None, most - 4, 1, ""),
        "silent": ("GRADED", most - 4, most - 4, 0, f"{QUESTION}: not answered"),
        "empty": ("GRADED", most - 4, most - 4, 0, f"{QUESTION}: not answered"),
    }
    with Gradebook(wish.database) as gradebook:  # as Formgrader does it
        grade = gradebook.find_grade(QUESTION, WRITTEN, WRITTEN, "writes")
        grade.manual_score, grade.needs_manual_grade = 3, False
        gradebook.db.commit()
    again = grade_class(wish)
    assert again.graded_now == 0
    assert [(each.student, each.score, each.by_hand) for each in again.outcomes] == [("empty", most - 4, 0), ("silent", most - 4, 0), ("writes", most - 1, 0)]
    essays(tmp_path / "in", {"writes": "Another sentence."})
    third = next(each for each in grade_class(wish).outcomes if each.student == "writes")
    assert (third.score, third.by_hand) == (None, 1)  # somebody looks again, and finds the points that were given
    with Gradebook(wish.database) as gradebook:
        assert gradebook.find_grade(QUESTION, WRITTEN, WRITTEN, "writes").manual_score == 3


@pytest.mark.parametrize("earned", [16, 0])
def test_what_is_taken_off_for_being_late_is_taken_off_after_points_by_hand_too(tmp_path, monkeypatch, earned):
    """Also where a doubt, or too few points of checks, left nothing to take it off before."""
    checks = Key.load(WRITTEN, ROOT / "solutions").checks
    scores = {name: None if check.written else check.points * (earned > 0) for name, check in checks.items()}
    ran = Graded(scores, {name: "by hand" if score is None else "passed" for name, score in scores.items()}, notebook=nbformat.writes(nbformat.v4.new_notebook()))
    results = {"ada": ran, "eve": replace(ran, doubts=["calls eval"])}
    monkeypatch.setattr(sessions, "grade_all", lambda work, *_: ((name, results[name]) for name in work))
    for student in results:
        essays(tmp_path / "in", {student: student})
        (tmp_path / "in" / student / "timestamp.txt").write_text("2026-11-20 19:00:00 UTC")
    wish = Wish(WRITTEN, tmp_path / "in", tmp_path / "out", ROOT / "solutions", deadline=read_deadline("2026-11-20 18:00 UTC"), penalty_per_day=0.1)
    assert [each.score for each in grade_class(wish).outcomes] == [None, None]
    with Gradebook(wish.database) as gradebook:
        for student in results:
            for grade in gradebook.find_submission(WRITTEN, student).notebooks[0].grades:
                grade.needs_manual_grade, grade.manual_score = False, 4 if grade.name == QUESTION else grade.auto_score
        gradebook.db.commit()
    assert [(each.status, each.score, each.penalty) for each in grade_class(wish).outcomes] == [("LATE", earned + 2, 2)] * 2


@pytest.fixture
def without_kernels(monkeypatch):
    """Every submission earns all points, at once."""
    checks = Key.load(LESSON, ROOT / "solutions").checks
    all_points = Graded({name: check.points for name, check in checks.items()}, dict.fromkeys(checks, "passed"), notebook=nbformat.writes(nbformat.v4.new_notebook()))
    monkeypatch.setattr(sessions, "grade_all", lambda work, *_: ((name, all_points) for name in work))


def test_a_course_that_was_there_keeps_its_assignments_students_grades_keys_and_settings(tmp_path, without_kernels, monkeypatch):
    monkeypatch.setenv("PATH", os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]))  # nbgrader calls alembic by its bare name
    folder, url = tmp_path / "course", f"sqlite:///{tmp_path / 'course' / 'mine.db'}"
    shutil.copytree(ROOT / "solutions" / LESSON, folder / "source" / LESSON)
    (folder / "source" / LESSON / "rubric.txt").write_text("mine")
    (folder / "nbgrader_config.py").write_text("c = get_config()\nc.CourseDirectory.course_id = 'mine'\n")
    with Gradebook(url) as gradebook:
        gradebook.add_assignment("earlier")
        gradebook.add_notebook("n", "earlier")
        gradebook.add_grade_cell("q", "n", "earlier", max_score=5, cell_type="code")
        gradebook.add_student("ada", first_name="Ada", email="ada@example.org")
        gradebook.add_student("left", last_name="Before")
        grade = gradebook.add_submission("earlier", "ada").notebooks[0].grades[0]
        grade.manual_score = 4
        gradebook.db.commit()
    hand_in(tmp_path / "in", ["ada"])
    assert [each.score for each in grade_class(Wish(LESSON, tmp_path / "in", folder, folder / "source", url)).outcomes] == [6]
    with Gradebook(url) as gradebook:
        assert [(each.name, each.max_score) for each in gradebook.assignments] == [(LESSON, 6), ("earlier", 5)]
        assert sorted((each.id, each.first_name, each.last_name, each.email) for each in gradebook.students) == [
            ("ada", "Ada", None, "ada@example.org"), ("left", None, "Before", None),
        ]
        assert gradebook.find_submission("earlier", "ada").score == 4 and gradebook.find_submission(LESSON, "ada").score == 6
    assert (folder / "source" / LESSON / "rubric.txt").read_text() == "mine" and (folder / "source" / LESSON / f"{LESSON}.ipynb").exists()
    assert "'mine'" in (folder / "nbgrader_config.py").read_text()


HOSTILE = "<script>alert(1)</script> [x](javascript:alert(2)) ![](attachment:none) $\\href{javascript:alert(3)}{x}$\n```\n````\n<img src=x onerror=alert(4)>"


def test_nothing_that_a_student_wrote_runs_in_formgrader():
    """As nbconvert makes a page of it, which is what Formgrader shows."""
    from nbconvert import HTMLExporter
    from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

    key = Key.load(WRITTEN, ROOT / "solutions")
    course = next(cell.source for cell in key.notebook.cells if "<details>" in cell.source)
    kinds = {"text/html": "<b>5</b>", "image/svg+xml": "<svg onload=alert(6)>", "text/markdown": HOSTILE, "application/javascript": "alert(7)", "text/latex": "<img>"}
    outputs = [new_output("display_data", data={**kinds, "text/plain": "<b>8</b>", "image/png": 'x" onerror="alert(9)'}), new_output("display_data", data=kinds)]
    book = new_notebook(cells=[new_markdown_cell(HOSTILE), new_markdown_cell(course), new_code_cell("1", outputs=outputs)])
    shown = nbformat.reads(harmless(nbformat.writes(book), key), 4)
    assert shown.cells[1].source == course and [dict(output.data) for output in shown.cells[2].outputs] == [{"text/plain": "<b>8</b>"}]
    shown.cells = [shown.cells[0], shown.cells[2]]
    page = HTMLExporter(template_name="basic").from_notebook_node(shown)[0]
    assert "<script" not in page and "<img" not in page and "href=" not in page and "<b>" not in page
    assert "&lt;script&gt;alert(1)" in page and "&lt;img src=x onerror=alert(4)&gt;" in page


@given(st.text(st.characters(exclude_categories=["Cs"])) | st.text("`~\n <a>"))
def test_typed_text_never_leaves_its_fence(text):
    from nbconvert.filters import markdown2html

    page = markdown2html(typed(text))
    assert page.startswith("<pre>") and page.rstrip().endswith("</pre>") and set(re.findall("<[^>]*>", page)) <= {"<pre>", "</pre>", "<code>", "</code>"}


def test_ids_and_names_of_all_kinds_are_kept_apart_and_are_no_markup_in_the_gradebook(tmp_path, without_kernels):
    ids = ["a+b", "a_b", "<img src=x onerror=alert(1)>", '"x', "ada"]
    (tmp_path / "in").mkdir()
    for number in range(len(ids)):
        (tmp_path / "in" / f"100{number}.ipynb").write_bytes(answered()())
    roster = {student: Student(student, last_name="<b>x</b>", lms=f"100{number}") for number, student in enumerate(ids)}
    wish = Wish(LESSON, tmp_path / "in", tmp_path / "out", ROOT / "solutions", students=roster)
    assert {each.student: each.score for each in grade_class(wish).outcomes} == dict.fromkeys(ids, 6)
    with Gradebook(wish.database) as gradebook:
        kept = {each.id: each.last_name for each in gradebook.students}
    assert len(kept) == len(ids) and {"a_b", "ada"} <= set(kept) and not [each for each in [*kept, *kept.values()] if set(each) & set('<>"+')]
    assert sorted(path.name for path in (tmp_path / "out" / "autograded").iterdir()) == sorted(kept)


def test_settings_that_ragdiag_wrote_follow_the_gradebook(tmp_path, without_kernels):
    hand_in(tmp_path / "in", ["ada"])
    wish = Wish(LESSON, tmp_path / "in", tmp_path / "out", ROOT / "solutions")
    grade_class(wish)
    other = replace(wish, url=f"sqlite:///{tmp_path / 'other.db'}")
    grade_class(other)
    settings = (tmp_path / "out" / "nbgrader_config.py").read_text()
    assert settings.startswith(HEAD) and other.url in settings and wish.database not in settings
    compile(settings, "nbgrader_config.py", "exec")


def test_a_run_says_only_its_own_lines(tmp_path):
    """No warning of a library, no log: what stands there is for the instructor to read."""
    hand_in(tmp_path / "in", ["ada", "syntax error", "corrupt"])
    script = (
        "from pathlib import Path\nfrom ragdiag_grading.command import _progress, summary\nfrom ragdiag_grading.session import Wish, grade_class\n"
        "if __name__ == '__main__':\n    wish = Wish({!r}, Path('in'), Path('out'), Path({!r}))\n    print('\\n'.join(summary(grade_class(wish, _progress()), wish)))\n"
    ).format(LESSON, str(ROOT / "solutions"))
    (tmp_path / "run.py").write_text(script)
    done = subprocess.run([sys.executable, "run.py"], cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True)
    assert done.stderr.splitlines() == ["grading: 0 of 3", "grading: 3 of 3"]
    assert [line.split()[0] if line else "" for line in done.stdout.splitlines()] == ["student", "ada", "corrupt", "syntax", "", "2", "graded", "isolation:"]


def test_the_summary_counts_each_student_who_needs_a_person_in_one_line(tmp_path):
    ran = Graded(scores={"a": 1.0})
    outcomes = [
        Outcome("a", "GRADED", by_hand=1, so_far=1.0, graded=ran), Outcome("b", "REPAIRED", "x: put back", by_hand=2, so_far=1.0, graded=ran),
        Outcome("c", "NEEDS-REVIEW", "calls eval", by_hand=3, so_far=1.0, graded=ran), Outcome("d", "NEEDS-REVIEW", "disk full", graded=Graded(doubts=["disk full"])),
        Outcome("e", "GRADED", score=1.0, graded=ran),
    ]
    lines = summary(Session(None, outcomes, {}, 5, ""), Wish(LESSON, tmp_path, Path("out"), tmp_path))
    where = "cd out && jupyter lab, menu Nbgrader > Formgrader, then run this again"
    assert [line for line in lines if " to review: " in line or "by hand: " in line or "run: " in line] == [
        f"1 to review: {where}", "1 that could not be run: run this again", f"2 with answers to be graded by hand: {where}",
    ]
    assert [line[47:].strip() for line in lines[1:5]] == ["1 to be graded by hand, 1 so far", "2 to be graded by hand, 1 so far; x: put back", "calls eval", "disk full"]


@pytest.mark.parametrize("name", ["\x1b[2Jada", "a\rb", "a\nGRADED", "a\u202eb"])
def test_a_name_cannot_steer_the_terminal(tmp_path, name):
    lines = summary(Session(None, [Outcome(name, "UNGRADABLE", f"{name} is empty")], {}, 0, ""), Wish(LESSON, tmp_path, tmp_path, tmp_path))
    assert lines[1].isprintable() and len([line for line in lines if "UNGRADABLE" in line]) == 2


@pytest.mark.parametrize("url", ["/home/you/gradebook.db", "sqlite:////no/such/folder/gradebook.db"])
def test_a_gradebook_that_cannot_be_opened_is_told_before_anybody_is_graded(tmp_path, capsys, monkeypatch, url):
    monkeypatch.setattr(sessions, "grade_all", lambda *_: pytest.fail("graded"))
    (tmp_path / "in").mkdir()
    hand_in(tmp_path / "in", ["ada"])
    chosen = ["grade", LESSON, str(tmp_path / "in"), "--out", str(tmp_path / "out"), "--source", str(ROOT / "solutions"), "--gradebook", url]
    assert main(chosen) == 2
    assert f"--gradebook {url}: cannot be opened" in capsys.readouterr().err
