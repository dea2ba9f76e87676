"""A page for each student: what came of the work, check by check, and what to think about. Nothing of a hidden check is on it."""

from pathlib import Path

from ragdiag_helpers.report.blocks import Page
from ragdiag_helpers.report.html_page import html_page

from . import deadlines, lesson
from .exercise_page import exercise_sections
from .files import put
from .gradebook import folder_of
from .marks import Marks, marks_of
from .outcome import MISSING, NEEDS_REVIEW, UNGRADABLE, Outcome
from .result_page import result_section
from .session import Session, Wish


def write_feedback(session: Session, wish: Wish) -> Path:
    """Write ``feedback/STUDENT/LESSON/LESSON.html`` for everyone who handed something in, and return the folder.

    Where nothing was handed in (any more) there is no page. Pages whose bytes did not change are left alone.
    """
    folder = wish.out / "feedback"
    folder.mkdir(parents=True, exist_ok=True)
    marks = marks_of(wish.database, session.key.lesson) if any(each.graded for each in session.outcomes) else {}
    for each in session.outcomes:
        path = page_path(folder, each.student, session.key.lesson)
        if each.status == MISSING:
            path.unlink(missing_ok=True)
        else:
            put(path, feedback_page(each, session, wish, marks.get(each.student, Marks())).encode("utf-8", "backslashreplace"))
            _for_the_exchange(path.parent, wish.submissions / each.file)
    return folder


def _for_the_exchange(folder: Path, handed_in: Path) -> None:
    """What ``nbgrader release_feedback`` wants beside a page, where the exchange gave it: nbgrader's own pages have it, too."""
    for name in ("timestamp.txt", "submission_secret.txt"):
        source = handed_in.parent / name
        if source.is_file() and not source.is_symlink():
            put(folder / name, source.read_bytes())


def page_path(folder: Path, student: str, name: str) -> Path:
    """Where nbgrader looks for a student's feedback."""
    return folder / folder_of(student) / name / f"{name}.html"


def feedback_page(outcome: Outcome, session: Session, wish: Wish, marks: Marks) -> str:
    """One student's page."""
    who, title = session.students[outcome.student], lesson.title(session.key)
    told_zone = (deadlines.told(wish.deadline), deadlines.told(outcome.when, wish.deadline))
    sections = [result_section(outcome, who, session.key, *told_zone)]
    if outcome.status not in (NEEDS_REVIEW, UNGRADABLE) and outcome.graded is not None:
        sections += exercise_sections(outcome, session.key, marks)
    return html_page(Page(f"Feedback: {title}", tuple(sections)), {}, "feedback")
