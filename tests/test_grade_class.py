"""ragdiag grade on a whole class: everyone gets one status, right scores, and nobody harms anybody else."""

import json
import os
from datetime import datetime, timezone
from pathlib import Path

import pytest
from conftest import LESSONS, ROOT, notebook
from grade_class import CLASS, LESSON, ONLY_ON_THE_ROSTER, SECRET, hand_in

from ragdiag_grading.execute import Bounds
from ragdiag_grading.gradebook import Student
from ragdiag_grading.key import Key
from ragdiag_grading.session import Wish, grade_class
from ragdiag_grading.work import Settings, grade

TRACE = Path("/tmp/ragdiag-was-here")


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    """The class, graded once: outcomes by student, and the session."""
    folder = tmp_path_factory.mktemp("class")
    hand_in(folder / "in")
    TRACE.unlink(missing_ok=True)
    roster = {name: Student(name) for name in ONLY_ON_THE_ROSTER}
    wish = Wish(
        LESSON, folder / "in", folder / "out", ROOT / "solutions", students=roster, workers=2,
        deadline=datetime(2026, 11, 20, 17, tzinfo=timezone.utc), settings=Settings(Bounds(cell_seconds=4, total_seconds=25)),
    )
    os.environ["ANTHROPIC_API_KEY"] = SECRET
    try:
        session = grade_class(wish)
    finally:
        del os.environ["ANTHROPIC_API_KEY"]
    return {each.student: each for each in session.outcomes}, session, wish


@pytest.mark.parametrize("name", CLASS)
def test_each_submission_gets_the_status_and_the_score_that_it_deserves(graded, name):
    found, wanted = graded[0][name], CLASS[name]
    assert (found.status, found.score) == (wanted.status, wanted.score), (found.why, found.so_far, found.graded and found.graded.outcomes)
    assert wanted.why in found.why
    if wanted.so_far is not None:
        assert found.graded.score == wanted.so_far, found.graded.outcomes


def test_the_class_is_large_enough_to_mean_something():
    assert len(CLASS) >= 45


def test_who_is_on_the_roster_and_handed_in_nothing_is_missing_and_has_no_score(graded):
    assert [(graded[0][name].status, graded[0][name].score) for name in ONLY_ON_THE_ROSTER] == [("MISSING", None)] * 2


def test_no_attack_left_a_trace_or_saw_a_secret(graded):
    assert not TRACE.exists()
    for name in CLASS:
        result = graded[0][name].graded
        told = "".join(str(output) for output in outputs(result.notebook)) if result and result.notebook else ""
        assert SECRET not in told and "BEGIN SOLUTION" not in told, name


def test_nothing_reaches_out_by_what_landlock_does_not_see(graded):
    told = "".join(str(output) for output in outputs(graded[0]["reaches out"].graded.notebook))
    assert "got through" not in told


def outputs(text: str):
    import nbformat

    return [cell.get("outputs") for cell in nbformat.reads(text, 4).cells]


@pytest.mark.parametrize("lesson", LESSONS)
def test_the_answer_key_of_each_lesson_earns_every_point_of_its_checks_and_raises_no_doubt(lesson):
    key = Key.load(lesson, ROOT / "solutions")
    found = grade(json.dumps(notebook("solutions", lesson)).encode(), key)
    assert {name: found.scores[name] for name, check in key.checks.items() if not check.written} == {
        name: check.points for name, check in key.checks.items() if not check.written
    }
    assert (found.doubts, found.repairs) == ([], [])
