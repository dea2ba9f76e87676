"""Submissions a second: ``nbgrader autograde`` and ``ragdiag grade`` on the same healthy class, and how far ours is from its limit.

    make bench-grade        or: python tests/bench_grade.py [LESSON] [SUBMISSIONS]

The class: in lesson 0 the healthy ones of tests/grade_class.py in turn; in another lesson the answer key, half answered and untouched work. Both sides start from nothing and end with a
gradebook; the scores are compared cell by cell. The limit: what forking the kernels and running the cells takes alone, spread over the workers.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import grade_class
from conftest import ROOT, notebook
from nbgrader.api import Gradebook

from ragdiag_grading import work
from ragdiag_grading.key import Key
from ragdiag_grading.repair import prepare
from ragdiag_grading.work import Settings

WORKERS = os.cpu_count() or 1


HEALTHY = ("ada", "own cells", "a plot", "the key", "helper function", "one exercise", "untouched", "emptied", "visible only", "zero for nothing", "syntax error", "raises")


def submission(lesson: str, number: int) -> bytes:
    if lesson == grade_class.LESSON:
        return json.dumps(json.loads(grade_class.CLASS[HEALTHY[number % len(HEALTHY)]].make())).encode()
    return partly_answered(lesson, number)


def partly_answered(lesson: str, number: int) -> bytes:
    """Every third has all answers, every third those with even numbers only, the rest none."""
    released, solved = notebook("notebooks", lesson), notebook("solutions", lesson)
    answers = {cell.id: cell.source for cell in solved.cells if (cell.metadata.get("nbgrader") or {}).get("solution")}
    for place, cell in enumerate(each for each in released.cells if each.id in answers):
        if number % 3 == 0 or number % 3 == 1 and place % 2 == 0:
            cell.source = answers[cell.id]
    released.metadata.number = number  # no two are the same bytes
    return json.dumps(released).encode()


def hand_in(folder: Path, lesson: str, count: int) -> dict[str, bytes]:
    made = {f"s{number:03}": submission(lesson, number) for number in range(count)}
    for student, data in made.items():
        place = folder / student / lesson
        place.mkdir(parents=True)
        (place / f"{lesson}.ipynb").write_bytes(data)
    return made


def autograde(course: Path, lesson: str) -> float:
    """Seconds of nbgrader for the class, its gradebook made before."""
    environment = os.environ | {"PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])}
    shutil.copytree(ROOT / "solutions" / lesson, course / "source" / lesson)
    command = [sys.executable, "-m", "nbgrader"]
    subprocess.run([*command, "generate_assignment", lesson], cwd=course, env=environment, check=True, capture_output=True)
    began = time.perf_counter()
    subprocess.run([*command, "autograde", lesson], cwd=course, env=environment, check=True, capture_output=True)
    return time.perf_counter() - began


def grade(folder: Path, submitted: Path, lesson: str) -> float:
    """Seconds of the whole command, from its start to its end."""
    command = [Path(sys.executable).with_name("ragdiag"), "grade", lesson, submitted, "--out", folder, "--source", ROOT / "solutions", "--workers", WORKERS]
    began = time.perf_counter()
    done = subprocess.run([str(word) for word in command], cwd=ROOT, capture_output=True, text=True)
    if not (folder / "gradebook.db").exists():
        sys.exit(done.stderr)
    return time.perf_counter() - began


def alone(data: bytes, lesson: str) -> float:
    """Seconds of a fork and the cells of one submission."""
    ready = prepare(data, Key.load(lesson, ROOT / "solutions"))
    began = time.perf_counter()
    work._run(ready.notebook, Settings())
    return time.perf_counter() - began


def limit(made: dict[str, bytes], lesson: str) -> float:
    """Seconds that the class needs at the least: fork and cells, on as many processes as there are workers, once all is loaded."""
    with ProcessPoolExecutor(WORKERS) as pool:
        list(pool.map(alone, list(made.values())[: 2 * WORKERS], [lesson] * 2 * WORKERS))  # the prepared processes load
        return sum(pool.map(alone, made.values(), [lesson] * len(made))) / WORKERS


def scores(url: str, lesson: str) -> dict[str, dict[str, float]]:
    with Gradebook(url) as gradebook:
        return {each.student.id: {grade.name: grade.auto_score for grade in each.notebooks[0].grades} for each in gradebook.assignment_submissions(lesson)}


def main() -> None:
    lesson, count = (sys.argv[1:] or [grade_class.LESSON])[0], int((sys.argv[2:] or [60])[0])
    with tempfile.TemporaryDirectory() as name:
        course, folder = Path(name) / "theirs", Path(name) / "ours"
        made = hand_in(course / "submitted", lesson, count)
        ours = grade(folder, course / "submitted", lesson)
        theirs = autograde(course, lesson)
        least = limit(made, lesson)
        same = scores(f"sqlite:///{course}/gradebook.db", lesson) == scores(f"sqlite:///{folder}/gradebook.db", lesson)
        again = grade(folder, course / "submitted", lesson)
    print(f"{count} submissions to {lesson}, {WORKERS} workers")
    for what, seconds in (("nbgrader autograde", theirs), ("ragdiag grade", ours), ("a second run of it", again), ("limit: fork + cells", least)):
        print(f"{what:20} {seconds:7.1f} s {count / seconds:6.2f} submissions/s")
    print(f"ragdiag grade does {theirs / ours:.1f} times as many submissions a second, and takes {ours / least:.2f} times the limit")
    print(f"scores: {'identical' if same else 'DIFFERENT'} in every cell")
    sys.exit(not same)


if __name__ == "__main__":
    main()
