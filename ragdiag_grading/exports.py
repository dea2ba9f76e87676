"""The grades as tables: one for people, one that Canvas' gradebook imports, one that Moodle imports.

Whoever is not graded has a blank, never 0. Two dangers pull in two directions. A spreadsheet takes a cell that begins with = + - @ for a formula, also
after blanks and quotes; and an LMS finds a student only by an id that is exactly its own. So:

- ``scores.csv`` is for a spreadsheet: a text that could become a formula gets an apostrophe before the sign. It begins with a byte order mark, by which Excel
  knows UTF-8.
- In ``canvas.csv`` and ``moodle.csv`` names and comments get the apostrophe, ids never: an id stands there as the LMS gave it, with its leading zeros. An id
  that could become a formula is left blank, since it cannot be both safe and exact; the line then has its other ids and the name, and for a line without
  any, Canvas asks who it is, and Moodle leaves it out. Upload these two as they are: a spreadsheet that saves them drops leading zeros.

A blank takes away a grade that was given in the LMS by hand before, in Canvas and in Moodle's grade import (not by its grading worksheet): delete those lines.
"""

import csv
import html
import io
import re
from collections.abc import Iterable
from pathlib import Path

from . import deadlines
from .gradebook import Student
from .outcome import MARKED_LATE, NEEDS_REVIEW, UNGRADABLE, Outcome, late_text
from .session import Session, Wish

PLAIN = (
    "id", "last name", "first name", "email", "lms id", "status", "score", "max score", "penalty", "seconds late", "late", "submitted at", "by hand left", "why",
)
CANVAS = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")
MOODLE = (  # of the grading worksheet; the grade import lets one choose among them
    "Identifier", "Full name", "Email address", "ID number", "Grade", "Maximum Grade", "Last modified (grade)", "Feedback comments",
)
SIGNS = "=+\\-@\uff1d\uff0b\uff0d\uff20"  # the second four are what East Asian keyboards write
BLANK = "[\\s\"'\u2018\u2019\u201c\u201d\x00-\x1f\x7f-\x9f\xad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]"  # what is skipped or not seen before a sign
STARTS = re.compile(rf"[\t\r\n\0]|{BLANK}*[{SIGNS}]")
INSIDE = re.compile(rf"([;,|\t\r\n]{BLANK}*)(?=[{SIGNS}])")  # where a spreadsheet that was told of another separator starts a cell
POINTS = "Points Possible"  # the line of Canvas' table that is no student


def write_tables(session: Session, wish: Wish) -> list[Path]:
    """Write ``scores.csv``, ``canvas.csv`` and ``moodle.csv`` into wish.out/report/LESSON, students in order of their ids; return the paths."""
    folder = wish.out / "report" / session.key.lesson
    folder.mkdir(parents=True, exist_ok=True)
    people = [(each, session.students[each.student]) for each in sorted(session.outcomes, key=lambda each: each.student)]
    tables = {
        "scores.csv": ("utf-8-sig", [PLAIN, *(_plain_row(outcome, student, wish) for outcome, student in people)]),
        "canvas.csv": ("utf-8", _canvas(session, people)),
        "moodle.csv": ("utf-8", [MOODLE, *(_moodle_row(outcome, student) for outcome, student in people)]),
    }
    return [_write(folder / name, rows, encoding) for name, (encoding, rows) in tables.items()]


def _plain_row(outcome: Outcome, student: Student, wish: Wish) -> list[str]:
    who = [student.id, student.last_name, student.first_name, student.email, student.lms]
    points = [number(outcome.score), number(outcome.max_score), number(outcome.penalty if outcome.score is not None else None)]
    late = [number(round(outcome.seconds_late)) if outcome.when else "", _late(outcome), deadlines.told(outcome.when, wish.deadline)]
    return [safe(each) for each in (*who, outcome.status, *points, *late, str(outcome.by_hand or ""), outcome.why)]


def _late(outcome: Outcome) -> str:
    if outcome.seconds_late <= 0:
        return ""
    return late_text(outcome.seconds_late) if outcome.when else MARKED_LATE


def _canvas(session: Session, people: list[tuple[Outcome, Student]]) -> Iterable[Iterable[str]]:
    yield (*CANVAS, session.key.lesson)
    yield (f"    {POINTS}", "", "", "", "", number(session.key.max_score))
    for outcome, student in people:
        login = "" if student.id in (student.sis, student.lms) else student.id
        number_of_canvas = student.lms if student.lms.isascii() and student.lms.isdigit() else ""
        name = _name(student, f"{student.last_name}, {student.first_name}").replace(POINTS, POINTS.replace(" ", "\u00a0"))  # a student cannot be that line
        yield [name, number_of_canvas, exact(student.sis), exact(login), safe(student.section), number(outcome.score)]


def _moodle_row(outcome: Outcome, student: Student) -> list[str]:
    participant = student.identifier or (f"Participant {student.lms}" if student.lms else "")
    name = _name(student, f"{student.first_name} {student.last_name}")
    graded = [number(outcome.score), number(outcome.max_score), "", safe(comment(outcome))]
    return [exact(participant), name, exact(student.email), "" if student.id in (student.lms, student.email) else exact(student.id), *graded]


def _name(student: Student, both: str) -> str:
    return safe(both if student.first_name and student.last_name else student.last_name or student.first_name or student.id)


def comment(outcome: Outcome) -> str:
    """What the student reads beside the grade, as HTML, because Moodle takes it for that. Nothing without a grade: a doubt is not for the student yet."""
    if outcome.score is None or outcome.status in (NEEDS_REVIEW, UNGRADABLE):
        return ""
    told = [f"{number(outcome.score)} of {number(outcome.max_score)} points"]
    told += [f"{_late(outcome)}: {number(outcome.penalty)} points off"] if outcome.penalty else []
    told += [outcome.why] if outcome.why and not outcome.why.startswith("reviewed by hand") and not (outcome.penalty and outcome.why == _late(outcome)) else []
    return html.escape("; ".join(dict.fromkeys(told)))


def safe(text: str) -> str:
    """A text as a cell that no spreadsheet takes for a formula: an apostrophe first, and one behind each separator inside that a sign follows.

    >>> safe("=1+1"), safe("Ada-Lu"), safe(" @x"), safe("x;=1")
    ("'=1+1", 'Ada-Lu', "' @x", "x;'=1")
    """
    inside = INSIDE.sub(r"\1'", text)
    return f"'{inside}" if STARTS.match(inside) else inside


def exact(text: str) -> str:
    """An id as the LMS gave it, or blank where a spreadsheet would take it for a formula."""
    return text if text == safe(text) else ""


def number(value: float | None) -> str:
    """Points with a point, at most four places, and a blank for none.

    >>> number(3.60000001), number(12.0), number(0.0), number(None)
    ('3.6', '12', '0', '')
    """
    return "" if value is None else f"{value:.4f}".rstrip("0").rstrip(".")


def _write(path: Path, rows: Iterable[Iterable[str]], encoding: str) -> Path:
    """Whole or not at all; a name that no encoding holds (a file name of another age) is written with its numbers."""
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\r\n").writerows(rows)
    draft = path.with_suffix(".part")
    draft.write_bytes(text.getvalue().encode(encoding, "backslashreplace"))
    draft.replace(path)
    return path
