"""Who is in the class, and which of them a submission belongs to."""

import csv
import io
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from .gradebook import Student
from .intake import Attempt

FIELDS = {  # what a column may be called, in any spelling of case, blanks and lines -> our field
    "id": "id", "studentid": "id", "username": "id", "sisloginid": "id", "student": "id",
    "idnumber": "id", "identifier": "identifier", "fullname": "name", "sisuserid": "sis", "section": "section",
    "firstname": "first_name", "lastname": "last_name", "surname": "last_name", "email": "email", "emailaddress": "email",
    "lmsuserid": "lms", "lmsid": "lms", "canvasid": "lms", "moodleid": "lms",
}


class RosterProblem(ValueError):
    """The roster cannot be used; the message names the line and the fix."""


def read_roster(path: Path) -> dict[str, Student]:
    """Students by id from a CSV with a column id, and if it likes first_name, last_name, email, lms_user_id. Raises RosterProblem.

    An export of Canvas' gradebook and a grading worksheet of Moodle are rosters too, as they are.
    """
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        raise RosterProblem(f"{path}: there is no such file") from None
    except UnicodeDecodeError:
        raise RosterProblem(f"{path}: is not UTF-8; save it as CSV UTF-8") from None
    lines = csv.reader(io.StringIO(text), delimiter=";" if text.split("\n")[0].count(";") > text.split("\n")[0].count(",") else ",")
    head = _head(next(lines, []))
    by_lms = "name" in head  # what Canvas and Moodle write has names in one piece, and may lack an id for some
    if "id" not in head and not by_lms:
        raise RosterProblem(f"{path}, line 1: no column id; wanted: id, first_name, last_name, email, lms_user_id (only id is needed)")
    students: dict[str, Student] = {}
    for number, row in enumerate(lines, 2):
        values = {name: value.strip() for name, value in zip(head, row) if name and value.strip()}
        if not values or _is_no_student(values):
            continue
        values = _completed(values) if by_lms else values
        if not values.get("id"):
            raise RosterProblem(f"{path}, line {number}: no id")
        if values["id"] in students:
            raise RosterProblem(f"{path}, line {number}: id {values['id']!r} stands twice")
        students[values["id"]] = Student(**values)
    return students


def _head(titles: list[str]) -> list[str]:
    """Our names of the columns, "" for one that we do not read. In Canvas' export Student is a name, and ID Canvas' own number."""
    bare = ["".join(each.lower().split()).replace("_", "").replace("-", "") for each in titles]
    canvas = {"student": "name", "id": "lms"} if bare[:2] == ["student", "id"] and "section" in bare else {}
    found = [(FIELDS | canvas).get(each, "") for each in bare]
    return [name if name not in found[:place] else "" for place, name in enumerate(found)]  # a title that comes again is another thing


def _completed(values: dict[str, str]) -> dict[str, str]:
    """The fields of a Student, from what an LMS gives in their place: a name in one piece, a number after "Participant"."""
    if name := values.pop("name", ""):
        last, comma, first = name.partition(",")
        values |= {"last_name": last.strip(), "first_name": first.strip()} if comma else {"last_name": name}
    if identifier := values.get("identifier", ""):
        values["lms"] = identifier.split()[-1]
    values["id"] = next((values[each] for each in ("id", "sis", "lms", "email") if each in values), "")
    return values


def _is_no_student(values: dict[str, str]) -> bool:
    """The lines of Canvas' export that are no students: how many points there are, how grades are posted, and its test student."""
    name = values.get("name", "")
    return name in ("Points Possible", "Manual Posting", "Muted") and "lms" not in values or name == "Student, Test" and "sis" not in values


def assign(attempts: Iterable[Attempt], students: dict[str, Student]) -> tuple[dict[str, list[Attempt]], dict[str, Student]]:
    """Attempts by student id, and the students of whom they say what no roster knew: strangers, who are taken in, and the ids that an LMS gives.

    An id, an LMS id, an e-mail or a full name will do.
    """
    names = _names(students)
    found: dict[str, list[Attempt]] = {}
    learned: dict[str, Student] = {}
    for attempt in attempts:
        known = next((names[each] for each in _spellings(attempt) if each in names), None)
        if known is None:
            known = attempt.student
            learned.setdefault(known, Student(known, last_name=attempt.display, lms=attempt.student if attempt.display else ""))
        elif attempt.display and known in students and not students[known].lms:  # only an LMS tells a name beside an id
            learned.setdefault(known, replace(students[known], lms=attempt.student))
        found.setdefault(known, []).append(attempt)
    return found, learned


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
