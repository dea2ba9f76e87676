"""One merge at the end: every outcome into nbgrader's gradebook and folders, so that its Formgrader opens on them.

Workers never see a database. A grade that somebody gave by hand is never overwritten.
"""

import hashlib
import logging
import os
import shutil
import sys
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timezone
from pathlib import Path

from nbgrader.api import Gradebook, MissingEntry
from nbgrader.converters import GenerateAssignment
from nbgrader.coursedir import CourseDirectory
from nbgrader.utils import setenv
from traitlets.config import Config

from .key import Key
from .outcome import GRADED, LATE, NEEDS_REVIEW, Outcome
from .work import NOT_RUN

CONFIG = '''"""nbgrader's settings for this folder: start `jupyter lab` here and open Formgrader from the menu Nbgrader."""
c = get_config()  # noqa: F821
c.CourseDirectory.root = {root!r}
c.CourseDirectory.db_url = {url!r}
'''


@dataclass(frozen=True)
class Student:
    """One student of the roster; ``lms`` is the id that the LMS gives them."""

    id: str
    first_name: str = ""
    last_name: str = ""
    email: str = ""
    lms: str = ""


def register(key: Key, source: Path, folder: Path, url: str) -> None:
    """Make ``folder`` a course folder of nbgrader that knows the lesson and its checks."""
    target = folder / "source" / key.lesson
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(source / key.lesson, target, ignore=shutil.ignore_patterns(".ipynb_checkpoints"))
    (folder / "nbgrader_config.py").write_text(CONFIG.format(root=str(folder.resolve()), url=url), encoding="utf-8")
    config = Config()
    config.CourseDirectory.root, config.CourseDirectory.db_url, config.CourseDirectory.assignment_id = str(folder.resolve()), url, key.lesson
    config.GenerateAssignment.force = True
    config.ClearSolutions.code_stub = {"python": "# Write your answer here, in place of the next line.\nraise NotImplementedError"}
    config.ClearSolutions.text_stub = "*Write here, in place of this line.*"
    converter = GenerateAssignment(coursedir=CourseDirectory(config=config), config=config)
    converter.log.setLevel(logging.ERROR)
    scripts = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    with setenv(PATH=scripts):  # nbgrader calls alembic by its bare name
        converter.start()


def merge(outcomes: Iterable[Outcome], students: dict[str, Student], key: Key, folder: Path, url: str, fresh: set[str], deadline: datetime | None) -> list[Outcome]:
    """Write what is new (``fresh``: student ids) and give all outcomes back with what was graded by hand since."""
    with Gradebook(url) as gradebook:
        gradebook.update_or_create_assignment(key.lesson, duedate=_utc(deadline))
        return [_merged(gradebook, each, students[each.student], key, folder, each.student in fresh) for each in outcomes]


def _merged(gradebook: Gradebook, outcome: Outcome, student: Student, key: Key, folder: Path, is_fresh: bool) -> Outcome:
    names = {"first_name": student.first_name, "last_name": student.last_name, "email": student.email, "lms_user_id": student.lms}
    gradebook.update_or_create_student(student.id, **{name: value for name, value in names.items() if value})
    if outcome.graded is None or not outcome.graded.scores:
        return outcome
    submission = gradebook.update_or_create_submission(key.lesson, student.id, timestamp=_utc(outcome.when))
    (notebook,) = submission.notebooks
    notebook.late_submission_penalty = outcome.penalty
    if is_fresh:
        _write_scores(notebook, outcome)
        _write_notebook(folder / "autograded" / folder_of(student.id) / key.lesson / f"{key.lesson}.ipynb", outcome)
    gradebook.db.commit()
    return _with_hand_grades(outcome, submission)


def _write_scores(notebook, outcome: Outcome) -> None:
    for grade in notebook.grades:
        score = outcome.graded.scores.get(grade.name)
        grade.auto_score = score
        not_run = outcome.graded.outcomes.get(grade.name) == NOT_RUN
        grade.needs_manual_grade = score is None or not_run or outcome.status == NEEDS_REVIEW or grade.manual_score is not None


def _write_notebook(path: Path, outcome: Outcome) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(outcome.graded.notebook, encoding="utf-8")


def _with_hand_grades(outcome: Outcome, submission) -> Outcome:
    """What the gradebook says now: a person may have graded written answers, or looked through a doubtful submission."""
    (notebook,) = submission.notebooks
    left = sum(bool(grade.needs_manual_grade) for grade in notebook.grades)
    total = sum(grade.score for grade in notebook.grades)
    if left:
        return replace(outcome, score=None, by_hand=left, so_far=total)
    penalty = min(outcome.penalty, total)
    status = (LATE if outcome.seconds_late > 0 else GRADED) if outcome.status == NEEDS_REVIEW else outcome.status
    why = f"reviewed by hand; it was: {outcome.why}" if outcome.status == NEEDS_REVIEW else outcome.why
    return replace(outcome, status=status, why=why, score=max(0.0, total - penalty), so_far=total, penalty=penalty, by_hand=0)


def students_of(url: str) -> dict[str, Student]:
    """The students that the gradebook knows."""
    with Gradebook(url) as gradebook:
        return {
            each.id: Student(each.id, each.first_name or "", each.last_name or "", each.email or "", each.lms_user_id or "")
            for each in gradebook.students
        }


def folder_of(student: str) -> str:
    """A student id as the name of a folder. An id that is none gets a hash, so that two students never share one.

    >>> folder_of("Åsa Öberg"), folder_of("a/b")
    ('Åsa Öberg', 'a_b-c14cddc0')
    """
    safe = "".join("_" if each in '/\\:*?"<>|+\0' or ord(each) < 32 else each for each in student).strip(" ")
    safe = f"_{safe}" if not safe or safe.startswith(".") else safe
    return safe if safe == student else f"{safe}-{hashlib.sha256(student.encode('utf-8', 'surrogatepass')).hexdigest()[:8]}"


def _utc(when: datetime | None) -> datetime | None:
    """As nbgrader keeps times: UTC without a zone."""
    return None if when is None else when.astimezone(timezone.utc).replace(tzinfo=None)


__all__ = ["MissingEntry", "Student", "folder_of", "merge", "register", "students_of"]
