"""Submissions as LMSs and people name them: whose they are, which counts, and when they were handed in."""

import json
import os
import zipfile
from dataclasses import replace
from datetime import datetime, timezone
from pathlib import Path

import nbformat
import pytest
from conftest import ROOT
from grade_class import LESSON, answered

from ragdiag_grading import session as sessions
from ragdiag_grading.class_students import students_section
from ragdiag_grading.deadlines import read_deadline
from ragdiag_grading.feedback import write_feedback
from ragdiag_grading.gradebook import Student
from ragdiag_grading.intake import attempts, newest
from ragdiag_grading.key import Key
from ragdiag_grading.outcome import outcome
from ragdiag_grading.result_page import result_section
from ragdiag_grading.roster import assign
from ragdiag_grading.session import Session, Wish
from ragdiag_grading.work import Graded

KEY = Key.load(LESSON, ROOT / "solutions")
RAN = Graded(scores={name: check.points for name, check in KEY.checks.items()}, outcomes=dict.fromkeys(KEY.checks, "passed"))


def zipped(path: Path, members: dict[str, bytes], when=(2026, 11, 25, 12, 0, 0)) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in members.items():
            archive.writestr(zipfile.ZipInfo(name, when), data)
    return path


def said(source: Path, lesson: str = LESSON) -> dict[str, tuple[bytes, list[str], list[str]]]:
    """For each student the bytes that count, what is told, and what is doubted."""
    found, _ = assign(attempts(source, lesson), {})
    chosen = {student: newest(tried, lesson, len) for student, tried in found.items()}
    return {student: (attempt.data, told, doubts) for student, (attempt, told, doubts) in chosen.items()}


@pytest.mark.parametrize("lesson", ["00_open_book_exam", "02_golden_sets"])
@pytest.mark.parametrize(
    ("name", "student"),
    [
        ("ada_{}.ipynb", "ada"), ("{}_ada.ipynb", "ada"), ("ada-{}.ipynb", "ada"), ("s_1_{}.ipynb", "s_1"), ("007.ipynb", "007"), ("ada_{} (1).ipynb", "ada"),
        ("lovelaceada_17_402_{}.ipynb", "17"), ("lovelaceada_LATE_17_402_{}-2.ipynb", "17"), ("van_der_berg_17_402_{}.ipynb", "17"),
        ("Ada Lovelace_301_assignsubmission_file/{}.ipynb", "301"), ("Ada Lovelace_301_assignsubmission_file_/{}.ipynb", "301"),
        ("Ada Lovelace_301_assignsubmission_file_{}.ipynb", "301"), ("ada/{}.ipynb", "ada"), ("ada/{}/{}.ipynb", "ada"),
    ],
)
def test_each_way_to_name_a_file_gives_its_student_and_is_no_renamed_file(tmp_path, name, student, lesson):
    path = tmp_path / name.replace("{}", lesson)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"x")
    assert said(tmp_path, lesson) == {student: (b"x", [], [])}
    assert said(zipped(tmp_path / "in.zip", {name.replace("{}", lesson): b"x"}), lesson) == {student: (b"x", [], [])}


@pytest.mark.parametrize("name", ["ada/my homework.ipynb", "lovelaceada_17_402_homework.ipynb", "Ada_301_assignsubmission_file/homework.ipynb", "Ada_301_assignsubmission_file_homework.ipynb"])
def test_a_file_that_a_student_named_otherwise_is_told(tmp_path, name):
    (told,) = [told for _, told, _ in said(zipped(tmp_path / "in.zip", {name: b"x"})).values()]
    assert len(told) == 1 and told[0].startswith("the file is called") and told[0].endswith(f"taken for {LESSON}.ipynb")


def test_of_two_zips_by_canvas_the_newest_attempt_counts_whatever_the_files_are_called(tmp_path):
    old = {f"adal_17_402_{LESSON}.ipynb": b"first", f"hopper_18_403_{LESSON}.ipynb": b"only"}
    new = {f"adal_LATE_17_977_{LESSON}-1.ipynb": b"second", f"hopper_18_403_{LESSON}.ipynb": b"only"}
    zipped(tmp_path / "b.zip", old, (2026, 11, 25, 12, 0, 0))
    zipped(tmp_path / "a.zip", new, (2026, 11, 20, 12, 0, 0))  # the time of a zip by Canvas is the time of the download
    found = said(tmp_path)
    assert found["17"] == (b"second", [f"2 files were handed in; adal_LATE_17_977_{LESSON}-1.ipynb was graded"], [])
    assert found["18"] == (b"only", [], [])


def test_resubmissions_in_one_zip_count_by_canvas_number_of_the_file(tmp_path):
    members = {f"adal_17_{number}_{LESSON}{copy}.ipynb": copy.encode() or b"0" for number, copy in ((1003, "-2"), (402, ""), (998, "-10"))}
    assert said(zipped(tmp_path / "in.zip", members))["17"][0] == b"-2"


def test_the_newest_of_a_students_copies_counts_and_equally_new_ones_that_differ_are_doubted(tmp_path):
    for name, data, when in (("a.ipynb", b"1", 100), ("a (1).ipynb", b"2", 200), ("b.ipynb", b"1", 100), ("b-1.ipynb", b"2", 100), ("c/x.ipynb", b"1", 100), ("c/y.ipynb", b"2", 100)):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(data)
        os.utime(tmp_path / name, (when, when))
    found = said(tmp_path)
    assert [found[each][0] for each in "abc"] == [b"2", b"2", b"2"]
    assert [bool(found[each][2]) for each in "abc"] == [False, False, True]


def test_a_copied_folder_grades_no_first_attempt_without_a_word(tmp_path):
    for name, data, when in (("a.ipynb", b"first", 200), ("a-1.ipynb", b"second", 100)):  # as copying leaves them
        (tmp_path / name).write_bytes(data)
        os.utime(tmp_path / name, (when, when))
    assert said(tmp_path)["a"][2] == ["a-1.ipynb has the higher number, a.ipynb the later date of a file, and they differ"]


def result(source: Path, tmp_path: Path, monkeypatch, **wish):
    """The outcomes of a run in which every submission earns all points, without kernels."""
    monkeypatch.setattr(sessions, "grade_all", lambda work, *_: ((name, replace(RAN, notebook=nbformat.writes(nbformat.v4.new_notebook()))) for name in work))
    return {each.student: each for each in sessions.grade_class(Wish(LESSON, source, tmp_path / "out", ROOT / "solutions", **wish)).outcomes}


def test_a_copied_file_makes_nobody_late(tmp_path, monkeypatch):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / f"ada_{LESSON}.ipynb").write_bytes(answered()())
    found = result(tmp_path / "in", tmp_path, monkeypatch, deadline=read_deadline("2020-11-20 18:00 Europe/Berlin"), penalty_per_day=0.1)
    assert (found["ada"].status, found["ada"].score, found["ada"].when) == ("GRADED", 6, None)


def test_canvas_says_who_is_late_and_the_time_of_its_zip_makes_nobody_late(tmp_path, monkeypatch):
    members = {f"adal_17_402_{LESSON}.ipynb": answered()(), f"hopper_LATE_18_403_{LESSON}.ipynb": answered()()}
    deadline = read_deadline("2026-11-20 18:00 Europe/Berlin")
    found = result(zipped(tmp_path / "in.zip", members), tmp_path, monkeypatch, deadline=deadline, penalty_per_day=0.1)
    assert (found["17"].status, found["17"].score, found["17"].when) == ("GRADED", 6, None)
    assert (found["18"].status, found["18"].score, found["18"].penalty) == ("LATE", 5.4, 0.6000000000000001)
    assert "as the LMS marked it" in found["18"].why
    page = str(result_section(found["18"], Student("18"), KEY, "2026-11-20 18:00 CET", ""))
    report = str(students_section(Session(KEY, [found["18"]], {"18": Student("18")}, 0, ""), Wish(LESSON, tmp_path, tmp_path, tmp_path, deadline=deadline)))
    assert "marked as late by the system you used; counted as one day" in page
    assert "less than a minute" not in page + report  # nobody knows how late


def test_files_side_by_side_are_graded_and_not_repaired(tmp_path, monkeypatch):
    source = tmp_path / "in"
    source.mkdir()
    for name in (f"ada_{LESSON}.ipynb", "007.ipynb"):
        (source / name).write_bytes(answered()())
    assert {each.student: each.status for each in result(source, tmp_path, monkeypatch).values()} == {"007": "GRADED", "ada": "GRADED"}


def test_what_an_lms_says_of_a_student_is_learned_from_its_zip(tmp_path):
    source = zipped(tmp_path / "in.zip", {f"lovelaceada_17_402_{LESSON}.ipynb": b"x", f"hopper_18_403_{LESSON}.ipynb": b"x"})
    found, learned = assign(attempts(source, LESSON), {"ada": Student("ada", "Ada", "Lovelace", "a@x")})
    assert list(found) == ["ada", "18"]
    assert learned == {"ada": Student("ada", "Ada", "Lovelace", "a@x", "17"), "18": Student("18", last_name="hopper", lms="18")}


def test_a_written_question_that_nobody_answered_earns_0_and_needs_nobody():
    ran = replace(RAN, scores=RAN.scores | {"essay": 0.0}, outcomes=RAN.outcomes | {"essay": "not answered"})
    (attempt,) = [replace(attempts(ROOT / "notebooks" / LESSON, LESSON)[0], when=datetime(2026, 1, 1, tzinfo=timezone.utc))]
    found = outcome("a", KEY, attempt, ran)
    assert (found.status, found.by_hand, found.score, found.why) == ("GRADED", 0, 6, "essay: not answered")


def test_a_name_of_bytes_that_are_no_utf_8_stops_nothing(tmp_path):
    try:
        (tmp_path / os.fsdecode(b"caf\xe9")).mkdir()
    except OSError:
        pytest.skip("this file system takes no such name")
    (tmp_path / os.fsdecode(b"caf\xe9") / f"{LESSON}.ipynb").write_bytes(json.dumps({}).encode())
    assert list(said(tmp_path)) == ["caf\udce9"]


def test_a_file_in_a_students_folder_cannot_be_named_for_another_student(tmp_path):
    for name in ("ada_007_99_00_open_book_exam.ipynb", "x_007_assignsubmission_file_.ipynb", "00_open_book_exam.ipynb"):
        path = tmp_path / "mallory" / "00_open_book_exam" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"{}")
    (tmp_path / "007.ipynb").write_bytes(b"{}")
    found = attempts(tmp_path, "00_open_book_exam")
    assert sorted(each.student for each in found) == ["007", "mallory", "mallory", "mallory"]


def test_what_the_exchange_wants_beside_a_feedback_page_stands_there(tmp_path, monkeypatch):
    folder = tmp_path / "in" / "ada" / LESSON
    folder.mkdir(parents=True)
    (folder / f"{LESSON}.ipynb").write_bytes(answered()())
    (folder / "timestamp.txt").write_text("2026-11-20 16:00:00 UTC")
    (folder / "submission_secret.txt").write_text("secret")
    monkeypatch.setattr(sessions, "grade_all", lambda work, *_: ((name, replace(RAN, notebook=nbformat.writes(nbformat.v4.new_notebook()))) for name in work))
    wish = Wish(LESSON, tmp_path / "in", tmp_path / "out", ROOT / "solutions")
    pages = write_feedback(sessions.grade_class(wish), wish) / "ada" / LESSON
    assert sorted(each.name for each in pages.iterdir()) == [f"{LESSON}.html", "submission_secret.txt", "timestamp.txt"]
