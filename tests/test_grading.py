"""Stock nbgrader grades the course: the key earns all points, the untouched release none, a shortcut loses the hidden ones."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from conftest import LESSONS, ROOT, graded_cells, notebook, written_cells
from nbgrader.api import Gradebook
from wrong_answers import LOST, SHORTCUT

def nbgrader(course: Path, *words: str) -> subprocess.CompletedProcess:
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])  # nbgrader calls alembic by its bare name
    environment = {**os.environ, "PATH": path, "JUPYTER_CONFIG_DIR": str(course / ".jupyter")}
    return subprocess.run([sys.executable, "-m", "nbgrader", *words], cwd=course, env=environment, capture_output=True, text=True)


def answered(room: str, lesson: str, answers: dict) -> nbformat.NotebookNode:
    copy = notebook(room, lesson)
    for cell in copy.cells:
        if cell.id in answers:
            cell.source = answers[cell.id]
    return copy


@pytest.fixture(scope="module")
def course(tmp_path_factory) -> Path:
    """A fresh nbgrader course of all lessons, with three students graded."""
    course = tmp_path_factory.mktemp("course")
    students = {
        "key": lambda lesson: notebook("solutions", lesson),
        "untouched": lambda lesson: notebook("notebooks", lesson),
        "shortcut": lambda lesson: answered("solutions", lesson, SHORTCUT[lesson]),
    }
    for lesson in LESSONS:
        shutil.copytree(ROOT / "solutions" / lesson, course / "source" / lesson)
        done = nbgrader(course, "generate_assignment", lesson)
        assert done.returncode == 0, done.stderr
        for student, hand_in in students.items():
            folder = course / "submitted" / student / lesson
            folder.mkdir(parents=True)
            nbformat.write(hand_in(lesson), folder / f"{lesson}.ipynb")
        done = nbgrader(course, "autograde", lesson)
        assert done.returncode == 0, done.stderr
    return course


def scores(course: Path, lesson: str, student: str) -> dict[str, float]:
    with Gradebook(f"sqlite:///{course / 'gradebook.db'}") as gradebook:
        submission = gradebook.find_submission(lesson, student)
        grades = [grade for each in submission.notebooks for grade in each.grades]
        assert {grade.name for grade in grades if grade.needs_manual_grade} <= written_cells("solutions", lesson).keys()
        return {grade.name: grade.score for grade in grades if grade.name not in written_cells("solutions", lesson)}


@pytest.mark.parametrize("lesson", LESSONS)
def test_the_answer_key_earns_every_point(course, lesson):
    points = {name: cell.metadata.nbgrader.points for name, cell in graded_cells("solutions", lesson).items()}
    assert scores(course, lesson, "key") == points


@pytest.mark.parametrize("lesson", LESSONS)
def test_the_untouched_release_earns_nothing(course, lesson):
    assert set(scores(course, lesson, "untouched").values()) == {0}


@pytest.mark.parametrize("lesson", LESSONS)
def test_an_answer_that_passes_the_visible_checks_only_loses_the_hidden_points(course, lesson):
    key = scores(course, lesson, "key")
    lost = {name for name, score in scores(course, lesson, "shortcut").items() if score < key[name]}
    assert lost == LOST[lesson]


@pytest.mark.parametrize("lesson", LESSONS)
def test_validate_accepts_the_key_and_lists_what_fails_in_the_release(course, lesson, tmp_path):
    path = course / "release" / lesson / f"{lesson}.ipynb"
    said = nbgrader(course, "validate", str(path)).stdout
    assert "FAILED" in said.upper() and "Not written yet" in said
    said = nbgrader(course, "validate", str(course / "source" / lesson / f"{lesson}.ipynb")).stdout
    assert "Success" in said


@pytest.mark.parametrize("lesson", LESSONS)
def test_the_instructors_release_is_the_learners_notebook(course, lesson):
    """Apart from the stub's wording and the tag that keeps Run All going, which stock nbgrader does not add."""
    released = nbformat.read(course / "release" / lesson / f"{lesson}.ipynb", as_version=4)
    learners = notebook("notebooks", lesson)
    assert [cell.id for cell in released.cells] == [cell.id for cell in learners.cells]
    for ours, stock in zip(learners.cells, released.cells):
        if not ours.metadata.get("nbgrader", {}).get("solution"):
            assert ours.source == stock.source
