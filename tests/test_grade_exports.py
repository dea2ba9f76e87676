"""The tables of grades: right for Canvas, Moodle and people, and safe in a spreadsheet."""

import csv
import io
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from conftest import ROOT
from grade_class import LESSON
from hypothesis import given, settings
from hypothesis import strategies as st

from ragdiag_grading.exports import CANVAS, MOODLE, PLAIN, comment, exact, number, safe, write_tables
from ragdiag_grading.gradebook import Student
from ragdiag_grading.key import Key
from ragdiag_grading.outcome import MARKED_LATE, Outcome
from ragdiag_grading.roster import read_roster
from ragdiag_grading.session import Session, Wish

KEY = Key.load(LESSON, ROOT / "solutions")
DUE = datetime(2026, 12, 1, 18, tzinfo=timezone(timedelta(hours=1)))
SIGNS = ("=", "+", "-", "@", "＝", "＋", "－", "＠")
NAMES = st.text(st.characters(exclude_categories=["Cs"]), max_size=30) | st.builds(
    lambda before, sign, after: before + sign + after,
    st.text(" \t\r\n\"'\0\u200b\ufeff;,|", max_size=4), st.sampled_from([*SIGNS, "\t", "\r"]), st.text(max_size=8, alphabet="a1(;,=-\"'\n"),
)


def graded(id: str, status: str = "GRADED", score: float | None = 6.0, **more) -> Outcome:
    return Outcome(id, status, score=score, max_score=6.0, **{"when": DUE - timedelta(hours=1), **more})


def tables(outcomes: list[Outcome], students: list[Student]) -> dict[str, list[list[str]]]:
    """What is written, as csv reads it, by the name of the file."""
    with TemporaryDirectory() as folder:
        wish = Wish(LESSON, Path(folder), Path(folder), Path(folder), deadline=DUE)
        paths = write_tables(Session(KEY, outcomes, {each.id: each for each in students}, 0, ""), wish)
        assert [path.relative_to(folder).as_posix() for path in paths] == [f"report/{LESSON}/{name}.csv" for name in ("scores", "canvas", "moodle")]
        return {path.stem: list(csv.reader(io.StringIO(path.read_bytes().decode("utf-8-sig"), newline=""))) for path in paths}


def starts_a_formula(cell: str) -> bool:
    """Written apart from the code under test: what a spreadsheet may see first in a cell."""
    if cell.startswith(("\t", "\r")):
        return True
    first = next((each for each in cell if not each.isspace() and each not in "\"\0\u200b\ufeff"), "")
    return first in SIGNS


ADA = Student("ada", "Ada", "Lovelace", "ada@example.org", "17", "S-17", "A 1")
MANY = [
    (graded("ada"), ADA),
    (graded("0042", "LATE", 4.5, seconds_late=90061.0, penalty=1.5, when=DUE + timedelta(days=1), why="1 day 1 hour 1 minute late"), Student("0042", lms="0099")),
    (graded("zoë", "REPAIRED", 0.0, why="share_hidden: the check was deleted; it was put back"), Student("zoë", "Zoë", 'O"Neil, jr.\nthe 2nd')),
    (graded("gone", "MISSING", None, when=None, why="nothing was handed in"), Student("gone")),
    (graded("bad", "UNGRADABLE", None, why="the file is empty"), Student("bad")),
    (graded("odd", "NEEDS-REVIEW", None, so_far=6.0, by_hand=3, why="calls eval"), Student("odd")),
    (graded("open", "GRADED", None, so_far=2.0, by_hand=1), Student("open")),
]


@pytest.fixture(scope="module")
def many():
    return tables([outcome for outcome, _ in MANY], [student for _, student in MANY])


def column(rows: list[list[str]], title: str, key: int = 0) -> dict[str, str]:
    return {row[key]: row[rows[0].index(title)] for row in rows[1:]}


def test_the_plain_table_says_everything_of_everyone_in_order_of_ids(many):
    assert many["scores"] == [
        list(PLAIN),
        ["0042", "", "", "", "0099", "LATE", "4.5", "6", "1.5", "90061", "1 day 1 hour 1 minute late", "2026-12-02 18:00 UTC+01:00", "", "1 day 1 hour 1 minute late"],
        ["ada", "Lovelace", "Ada", "ada@example.org", "17", "GRADED", "6", "6", "0", "0", "", "2026-12-01 17:00 UTC+01:00", "", ""],
        ["bad", "", "", "", "", "UNGRADABLE", "", "6", "", "0", "", "2026-12-01 17:00 UTC+01:00", "", "the file is empty"],
        ["gone", "", "", "", "", "MISSING", "", "6", "", "", "", "", "", "nothing was handed in"],
        ["odd", "", "", "", "", "NEEDS-REVIEW", "", "6", "", "0", "", "2026-12-01 17:00 UTC+01:00", "3", "calls eval"],
        ["open", "", "", "", "", "GRADED", "", "6", "", "0", "", "2026-12-01 17:00 UTC+01:00", "1", ""],
        ["zoë", 'O"Neil, jr.\nthe 2nd', "Zoë", "", "", "REPAIRED", "0", "6", "0", "0", "", "2026-12-01 17:00 UTC+01:00", "", "share_hidden: the check was deleted; it was put back"],
    ]


def test_canvas_gets_its_columns_its_line_of_points_and_each_student_once(many):
    assert many["canvas"][:4] == [
        [*CANVAS, LESSON],
        ["    Points Possible", "", "", "", "", "6"],
        ["0042", "0099", "", "0042", "", "4.5"],
        ["Lovelace, Ada", "17", "S-17", "ada", "A 1", "6"],
    ]
    assert len(many["canvas"]) == 2 + len(MANY)


def test_moodle_gets_the_columns_of_its_worksheet(many):
    assert many["moodle"][:3] == [
        list(MOODLE),
        ["Participant 0099", "0042", "", "0042", "4.5", "6", "", "4.5 of 6 points; 1 day 1 hour 1 minute late: 1.5 points off"],
        ["Participant 17", "Ada Lovelace", "ada@example.org", "ada", "6", "6", "", "6 of 6 points"],
    ]


def test_who_has_no_grade_has_a_blank_and_who_earned_nothing_has_0(many):
    blank = dict.fromkeys(["bad", "gone", "odd", "open"], "")
    earned = {"0042": "4.5", "ada": "6", "zoë": "0"}
    assert column(many["scores"], "score") == earned | blank
    assert column(many["moodle"], "Grade", key=3) == earned | blank
    assert column(many["canvas"], LESSON, key=3) == earned | blank | {"": "6"}


def test_a_student_under_a_doubt_reads_nothing_of_it_in_moodle(many):
    assert column(many["moodle"], "Feedback comments", key=3)["odd"] == ""


def test_a_file_name_becomes_no_markup_in_moodle():
    told = comment(graded("a", "REPAIRED", why="the file is called <img src=x onerror=alert(1)>.ipynb"))
    assert "<" not in told and "&lt;img" in told


@settings(max_examples=300, deadline=None)
@given(NAMES, NAMES, NAMES, NAMES)
def test_any_name_comes_back_from_every_table_and_none_starts_a_formula(id, first, last, why):
    student = Student(id, first, last, email=first, lms=last, sis=why, section=first, identifier=last)
    found = tables([graded(id, "REPAIRED", why=why)], [student])
    assert [len(rows) for rows in found.values()] == [2, 3, 2]
    for rows in found.values():
        for row in rows:
            assert len(row) == len(rows[0]) and not [cell for cell in row if starts_a_formula(cell)]
    (row,) = found["scores"][1:]
    for cell, text in zip(row[:5], (id, last, first, first, last)):
        assert cell.replace("'", "") == text.replace("'", "")
    for cell, text in ((found["canvas"][2][2], why), (found["moodle"][1][0], last), (found["moodle"][1][2], first)):
        assert cell == text or cell == "" and (safe(text) != text or text == "")


@given(NAMES)
def test_a_text_that_is_no_formula_is_left_as_it_is(text):
    if not any(sign in text for sign in (*SIGNS, "\t", "\r", "\n", "\0")):
        assert safe(text) == text == exact(text)


@pytest.mark.parametrize("name", ["=1", " =1", '"=1', "'=1", "\t1", "\r1", "-1", "+49", "@x", "\u200b=1", "\ufeff=1", "＝1", " \" '=1"])
def test_each_known_start_of_a_formula_gets_an_apostrophe(name):
    assert safe(name) == f"'{name}" and exact(name) == ""


@pytest.mark.parametrize("name", ["007", "ada-lu", "a+b@c.de", "1e5", "12-3", "(x)", "#7", "O'Neil", "a=b"])
def test_ordinary_ids_and_addresses_are_not_touched(name):
    assert safe(name) == exact(name) == name


def test_a_cell_that_another_separator_would_begin_is_no_formula_either():
    assert safe("x;=1+1\n@a,\t-b") == "x;'=1+1\n'@a,\t'-b"


def test_a_student_called_points_possible_does_not_become_that_line_of_canvas():
    found = tables([graded("a")], [Student("a", last_name="Points Possible", lms="5")])
    assert [row for row in found["canvas"] if "Points Possible" in row[0]] == [["    Points Possible", "", "", "", "", "6"]]


def test_a_name_that_no_encoding_holds_stops_nothing():
    found = tables([graded("caf\udce9")], [Student("caf\udce9")])
    assert found["scores"][1][0] == "caf\\udce9"


def test_numbers_are_written_without_a_locale_and_with_no_more_than_four_places():
    assert [number(each) for each in (1234567.5, 1 / 3, 2.0, 10.0, 100.0, 1e-9, 0.1 + 0.2)] == ["1234567.5", "0.3333", "2", "10", "100", "0", "0.3"]


def test_the_same_class_gives_the_same_bytes_whatever_the_order(tmp_path):
    students, outcomes = {student.id: student for _, student in MANY}, [outcome for outcome, _ in MANY]
    written = []
    for name, order in (("one", outcomes), ("two", outcomes[::-1])):
        wish = Wish(LESSON, tmp_path, tmp_path / name, tmp_path, deadline=DUE)
        written.append([path.read_bytes() for path in write_tables(Session(KEY, order, students, 0, ""), wish)])
    assert written[0] == written[1]


def test_only_the_table_for_a_spreadsheet_begins_with_a_byte_order_mark(tmp_path):
    plain, canvas, moodle = write_tables(Session(KEY, [graded("a")], {"a": Student("a")}, 0, ""), Wish(LESSON, tmp_path, tmp_path, tmp_path))
    assert [path.read_bytes()[:3] == b"\xef\xbb\xbf" for path in (plain, canvas, moodle)] == [True, False, False]


CANVAS_EXPORT = """Student,ID,SIS User ID,SIS Login ID,Section,Quiz (991),Current Score
    Points Possible,,,,,10.00,(read only)
"Lovelace, Ada",17,0042,ada@uni,A 1,5,50
"Hopper, Grace",18,,,A 1,,
"Student, Test",19,,5d41402abc4b2a76b9719d911017c592,A 1,,
"""
WORKSHEET = """Identifier,Full name,ID number,Email address,Status,Grade,Maximum Grade,Last modified (grade),Feedback comments
Participant 301,Ada Lovelace,0042,ada@example.org,Submitted for grading,,10.00,-,
Participant 302,Grace Hopper,,grace@example.org,No submission,,10.00,-,
"""


def test_an_export_of_canvas_is_a_roster_and_its_ids_come_back(tmp_path):
    (tmp_path / "canvas.csv").write_text("\ufeff" + CANVAS_EXPORT, encoding="utf-8")
    students = read_roster(tmp_path / "canvas.csv")
    assert list(students) == ["ada@uni", "18"]
    found = tables([graded(each) for each in students], list(students.values()))["canvas"]
    assert found[2:] == [["Hopper, Grace", "18", "", "", "A 1", "6"], ["Lovelace, Ada", "17", "0042", "ada@uni", "A 1", "6"]]


def test_a_worksheet_of_moodle_is_a_roster_and_its_ids_come_back(tmp_path):
    (tmp_path / "moodle.csv").write_text(WORKSHEET, encoding="utf-8")
    students = read_roster(tmp_path / "moodle.csv")
    assert list(students) == ["0042", "302"] and students["0042"].lms == "301"
    found = tables([graded(each) for each in students], list(students.values()))["moodle"]
    assert [row[:4] for row in found[1:]] == [["Participant 301", "Ada Lovelace", "ada@example.org", "0042"], ["Participant 302", "Grace Hopper", "grace@example.org", ""]]


def test_a_student_who_was_graded_by_hand_reads_the_points_and_not_the_doubt():
    reviewed = replace(graded("a", why="reviewed by hand; it was: calls eval"), score=3.0)
    assert comment(reviewed) == "3 of 6 points"


def test_a_comment_says_once_that_canvas_marked_it_late():
    told = comment(replace(graded("a", "LATE", why=MARKED_LATE), score=5.4, seconds_late=1.0, penalty=0.6, when=None))
    assert told == f"5.4 of 6 points; {MARKED_LATE}: 0.6 points off"
