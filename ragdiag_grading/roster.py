"""Who is in the class, and which of them a submission belongs to."""

import csv
import io
from collections.abc import Iterable
from pathlib import Path

from .gradebook import Student
from .intake import Attempt

FIELDS = {  # what a column may be called, in any spelling of case, blanks and lines -> our field
    "id": "id", "studentid": "id", "username": "id", "sisloginid": "id", "student": "id",
    "firstname": "first_name", "lastname": "last_name", "surname": "last_name", "email": "email", "emailaddress": "email",
    "lmsuserid": "lms", "lmsid": "lms", "canvasid": "lms", "moodleid": "lms",
}


class RosterProblem(ValueError):
    """The roster cannot be used; the message names the line and the fix."""


def read_roster(path: Path) -> dict[str, Student]:
    """Students by id from a CSV with a column id, and if it likes first_name, last_name, email, lms_user_id. Raises RosterProblem."""
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        raise RosterProblem(f"{path}: there is no such file") from None
    except UnicodeDecodeError:
        raise RosterProblem(f"{path}: is not UTF-8; save it as CSV UTF-8") from None
    lines = csv.reader(io.StringIO(text), delimiter=";" if text.split("\n")[0].count(";") > text.split("\n")[0].count(",") else ",")
    head = [FIELDS.get("".join(each.lower().split()).replace("_", "").replace("-", ""), "") for each in next(lines, [])]
    if "id" not in head:
        raise RosterProblem(f"{path}, line 1: no column id; wanted: id, first_name, last_name, email, lms_user_id (only id is needed)")
    students: dict[str, Student] = {}
    for number, row in enumerate(lines, 2):
        values = {name: value.strip() for name, value in zip(head, row) if name}
        if not any(values.values()):
            continue
        if not values.get("id"):
            raise RosterProblem(f"{path}, line {number}: no id")
        if values["id"] in students:
            raise RosterProblem(f"{path}, line {number}: id {values['id']!r} stands twice")
        students[values["id"]] = Student(**values)
    return students


def assign(attempts: Iterable[Attempt], students: dict[str, Student]) -> tuple[dict[str, list[Attempt]], dict[str, Student]]:
    """Attempts by student id, and the students that no roster knew, who are taken in. An id, an LMS id, an e-mail or a full name will do."""
    names = _names(students)
    found: dict[str, list[Attempt]] = {}
    strangers: dict[str, Student] = {}
    for attempt in attempts:
        known = next((names[each] for each in _spellings(attempt) if each in names), None)
        if known is None:
            known = attempt.student
            strangers.setdefault(known, Student(known, last_name=attempt.display))
        found.setdefault(known, []).append(attempt)
    return found, strangers


def _names(students: dict[str, Student]) -> dict[str, str]:
    """Every way to name a student that names one only -> id."""
    ways: dict[str, set[str]] = {}
    for each in students.values():
        told = (each.id, each.lms, each.email, each.email.split("@")[0], each.first_name + each.last_name, each.last_name + each.first_name)
        for way in told:
            if way:
                ways.setdefault(_bare(way), set()).add(each.id)
    exact = {_bare(each): each for each in students}
    return {way: next(iter(ids)) for way, ids in ways.items() if len(ids) == 1} | exact


def _spellings(attempt: Attempt) -> list[str]:
    return [_bare(each) for each in (attempt.student, attempt.display) if each]


def _bare(text: str) -> str:
    return "".join(each for each in text.casefold() if each.isalnum())
