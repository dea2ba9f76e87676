"""One merge at the end: every outcome into nbgrader's gradebook and folders, so that its Formgrader opens on them.

Workers never see a database. A grade that somebody gave by hand is never overwritten.
"""

import hashlib
import logging
import shutil
import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timezone
from pathlib import Path
from unittest import mock

import nbgrader
import nbgrader.api
from alembic.script import ScriptDirectory
from nbgrader.api import Gradebook, MissingEntry
from nbgrader.converters import GenerateAssignment
from nbgrader.coursedir import CourseDirectory
from sqlalchemy.exc import SAWarning
from traitlets.config import Config

from . import harmless
from .key import Key
from .outcome import GRADED, LATE, NEEDS_REVIEW, Outcome
from .work import NOT_RUN

HEAD = '"""nbgrader\'s settings for this folder, written by ragdiag grade:'
CONFIG = f'''{HEAD} start `jupyter lab` here and open Formgrader from the menu Nbgrader."""
c = get_config()  # noqa: F821
c.CourseDirectory.root = {{root!r}}
c.CourseDirectory.db_url = {{url!r}}
'''

LONGEST = 120  # bytes of a folder's name: systems allow 255, and endings are added


@dataclass(frozen=True)
class Student:
    """One student of the roster; ``lms`` is the id that the LMS gives them."""

    id: str
    first_name: str = ""
    last_name: str = ""
    email: str = ""
    lms: str = ""
    sis: str = ""  # Canvas' SIS User ID
    section: str = ""  # Canvas'
    identifier: str = ""  # Moodle's, as its grading worksheet spells it: "Participant 123"


def register(key: Key, source: Path, folder: Path, url: str) -> None:
    """Make ``folder`` a course folder of nbgrader that knows the lesson and its checks. A folder that was one before keeps its settings and its keys."""
    _copy_key(key, source, folder)
    _configure(folder, url)
    config = Config()
    config.CourseDirectory.root, config.CourseDirectory.db_url, config.CourseDirectory.assignment_id = str(folder.resolve()), url, key.lesson
    config.GenerateAssignment.force = True
    config.ClearSolutions.code_stub = {"python": "# Write your answer here, in place of the next line.\nraise NotImplementedError"}
    config.ClearSolutions.text_stub = "*Write here, in place of this line.*"
    converter = GenerateAssignment(coursedir=CourseDirectory(config=config), config=config)
    converter.log.setLevel(logging.ERROR)
    with mock.patch.object(nbgrader.api, "get_alembic_version", _database_version), _quiet():
        converter.start()


def _copy_key(key: Key, source: Path, folder: Path) -> None:
    """The answer key into the course folder, over a copy of ours only. Raises ValueError where another one stands."""
    target, mine = folder / "source" / key.lesson, folder / "results" / key.lesson / "registered"
    if target.resolve() == (source / key.lesson).resolve():
        return
    if target.exists() and not mine.exists():
        raise ValueError(f"{target} is not from this command, so it is left alone. Grade with it by --source {folder / 'source'}, or choose another --out")
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(source / key.lesson, target, ignore=shutil.ignore_patterns(".ipynb_checkpoints"))


def _database_version() -> str:
    """The newest form of nbgrader's database. nbgrader itself starts the program alembic to ask, which takes two seconds and must be on PATH."""
    return ScriptDirectory(str(Path(nbgrader.__file__).parent / "alembic")).get_current_head()


def _configure(folder: Path, url: str) -> None:
    """Write nbgrader's settings, unless somebody else wrote some."""
    path = folder / "nbgrader_config.py"
    if not path.exists() or path.read_text(encoding="utf-8", errors="replace").startswith(HEAD):
        path.write_text(CONFIG.format(root=str(folder.resolve()), url=url), encoding="utf-8")


@contextmanager
def _quiet() -> Iterator[None]:
    """nbgrader's way of using SQLAlchemy warns on every run; that says nothing about grades."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SAWarning)
        yield


def merge(outcomes: Iterable[Outcome], students: dict[str, Student], key: Key, folder: Path, url: str, fresh: set[str], deadline: datetime | None) -> list[Outcome]:
    """Write what is new (``fresh``: student ids) and give all outcomes back with what was graded by hand since."""
    with _quiet(), Gradebook(url) as gradebook:
        gradebook.update_or_create_assignment(key.lesson, duedate=_utc(deadline))
        return [_merged(gradebook, each, students[each.student], key, folder, each.student in fresh) for each in outcomes]


def _merged(gradebook: Gradebook, outcome: Outcome, student: Student, key: Key, folder: Path, is_fresh: bool) -> Outcome:
    book_id = folder_of(student.id)
    names = {"first_name": student.first_name, "last_name": student.last_name, "email": student.email, "lms_user_id": student.lms}
    gradebook.update_or_create_student(book_id, **{name: harmless.name(value) for name, value in names.items() if value})
    if outcome.graded is None or not outcome.graded.scores:
        return outcome
    submission = gradebook.update_or_create_submission(key.lesson, book_id, timestamp=_utc(outcome.when))
    (notebook,) = submission.notebooks
    notebook.late_submission_penalty = outcome.penalty
    if is_fresh:
        _write_scores(notebook, outcome)
        _write_notebook(folder / "autograded" / book_id / key.lesson / f"{key.lesson}.ipynb", outcome, key)
    gradebook.db.commit()
    return _with_hand_grades(outcome, submission)


def _write_scores(notebook, outcome: Outcome) -> None:
    for grade in notebook.grades:
        score = outcome.graded.scores.get(grade.name)
        grade.auto_score = score
        not_run = outcome.graded.outcomes.get(grade.name) == NOT_RUN
        grade.needs_manual_grade = score is None or not_run or outcome.status == NEEDS_REVIEW or grade.manual_score is not None


def _write_notebook(path: Path, outcome: Outcome, key: Key) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(harmless.harmless(outcome.graded.notebook, key), encoding="utf-8", errors="backslashreplace")


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


def folder_of(student: str) -> str:
    """A student id as the name of a folder. An id that is none gets a hash, so that two students never share one.

    >>> folder_of("Åsa Öberg"), folder_of("a/b")
    ('Åsa Öberg', 'a_b-c14cddc0')
    """
    safe = "".join("_" if each in '/\\:*?"<>|+\0' or ord(each) < 32 or 0xD800 <= ord(each) < 0xE000 else each for each in student).strip(" ")
    safe = f"_{safe}" if not safe or safe.startswith(".") else safe
    if safe == student and len(safe.encode("utf-8")) <= LONGEST:
        return safe
    return f"{safe.encode('utf-8')[:80].decode('utf-8', 'ignore')}-{hashlib.sha256(student.encode('utf-8', 'surrogatepass')).hexdigest()[:8]}"


def _utc(when: datetime | None) -> datetime | None:
    """As nbgrader keeps times: UTC without a zone."""
    return None if when is None else when.astimezone(timezone.utc).replace(tzinfo=None)


__all__ = ["MissingEntry", "Student", "folder_of", "merge", "register"]
