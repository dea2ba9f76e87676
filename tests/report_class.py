"""A small class to report on: honest, late, broken and hostile submissions to lesson 0, with names that try to become HTML."""

import json
from datetime import datetime, timezone
from pathlib import Path

from conftest import ROOT
from grade_class import CLASS, LESSON, RIGHT_GRID, SHARE, answered, hand_in, released
from leaks import hostile

from ragdiag_grading.class_report import write_report
from ragdiag_grading.execute import Bounds
from ragdiag_grading.feedback import write_feedback
from ragdiag_grading.gradebook import Student
from ragdiag_grading.session import Session, Wish, grade_class
from ragdiag_grading.work import Settings

SCRIPT = "<script>alert(1)<\\x2fscript>"
FROM_CLASS = ("ada", "late", "renamed", "check edited", "zero for nothing", "visible only", "one exercise", "syntax error", "patches expect", "corrupt", "endless in one")
OWN = {
    "untouched release": lambda: json.dumps(released()).encode(),
    "injects": answered(share=SHARE.format(f"'''</pre></code>{SCRIPT}'''\n    print('{SCRIPT}')\n    raise ValueError('{SCRIPT}')"), grid=RIGHT_GRID),
    "<script>alert(2)<script>": answered(share=SHARE.format("return 1")),
    "keeps": lambda: hostile(LESSON, "keeps"),
    "equal": lambda: hostile(LESSON, "equal"),
}
ROSTER = {
    "ada": Student("ada", "<img src=x onerror=alert(3)>", "=HYPERLINK(1) | [x](javascript:alert(4))"),
    "gone": Student("gone", "Gone", "<b>Girl</b>"),
}


def graded_class(folder: Path) -> tuple[Session, Wish]:
    """Hand in, grade and write everything in a folder."""
    hand_in(folder / "in", FROM_CLASS)
    for name, make in OWN.items():
        path = folder / "in" / name / f"{LESSON}.ipynb"
        path.parent.mkdir(parents=True)
        path.write_bytes(make())
        (path.parent / "timestamp.txt").write_text(CLASS["ada"].stamp or "2026-11-19 10:00:00 UTC")
    wish = Wish(
        LESSON, folder / "in", folder / "out", ROOT / "solutions", students=ROSTER, workers=2, penalty_per_day=0.1,
        deadline=datetime(2026, 11, 20, 17, tzinfo=timezone.utc), settings=Settings(Bounds(cell_seconds=3, total_seconds=25)),
    )
    session = grade_class(wish)
    write_feedback(session, wish)
    write_report(session, wish)
    return session, wish
