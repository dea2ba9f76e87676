"""One run of ``ragdiag grade``: from submissions to outcomes, a gradebook and reports."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path

from . import deadlines, gradebook
from .engine import grade_all
from .gradebook import Student
from .intake import Attempt, attempts, newest
from .key import Key
from .ledger import Ledger
from .outcome import Outcome, outcome
from .repair import Ungradable, prepare
from .roster import assign
from .work import Graded, Settings


@dataclass(frozen=True)
class Wish:
    """What the instructor asked for."""

    lesson: str
    submissions: Path
    out: Path
    source: Path
    url: str = ""
    students: dict[str, Student] = field(default_factory=dict)
    workers: int = 2
    scheduler: str | None = None
    deadline: datetime | None = None
    grace_minutes: float = 0.0
    penalty_per_day: float = 0.0
    settings: Settings = Settings()

    @property
    def database(self) -> str:
        return self.url or f"sqlite:///{(self.out / 'gradebook.db').resolve()}"


@dataclass(frozen=True)
class Session:
    """What came of a run: an outcome for each student in order of id, how many were graded now, and who they are."""

    key: Key
    outcomes: list[Outcome]
    students: dict[str, Student]
    graded_now: int
    isolation: str


Progress = Callable[[int, int], None]


def grade_class(wish: Wish, progress: Progress = lambda done, total: None) -> Session:
    """Grade what is new or changed, and merge all of it. Raises ValueError for what cannot be read at all (key, submissions, roster)."""
    key = Key.load(wish.lesson, wish.source)
    found, learned = assign(attempts(wish.submissions, wish.lesson), wish.students)
    students = dict(sorted((wish.students | learned).items()))
    ledger = Ledger(wish.out / "results" / key.lesson, key, wish.settings)
    chosen = {student: newest(found[student], key.lesson, lambda data: _cells_of(data, key)) for student in students if student in found}
    graded = _graded(wish, key, ledger, {student: attempt for student, (attempt, _, _) in chosen.items()}, progress)
    outcomes = [_outcome(wish, key, student, chosen.get(student), graded.get(student)) for student in students]
    outcomes = _merge(wish, key, ledger, outcomes, students, chosen)
    isolation = next((each.isolation for each in graded.values() if each.isolation), "")
    return Session(key, outcomes, students, sum(each.seconds >= 0 for each in graded.values()), isolation)


def _cells_of(data: bytes, key: Key) -> int:
    """How many of the lesson's own cells a file holds."""
    try:
        prepared = prepare(data, key)
    except Ungradable:
        return 0
    return len(key.cells) - sum("deleted" in each for each in prepared.repairs)


def _graded(wish: Wish, key: Key, ledger: Ledger, chosen: dict[str, Attempt], progress: Progress) -> dict[str, Graded]:
    readable = {student: attempt.data for student, attempt in chosen.items() if attempt.data is not None}
    known = {student: result for student, data in readable.items() if (result := ledger.find(student, data))}
    to_do = {student: data for student, data in readable.items() if student not in known}
    done = {student: replace(result, seconds=-1.0) for student, result in known.items()}  # -1: graded in an earlier run
    progress(0, len(to_do))
    if to_do:
        for number, (student, result) in enumerate(grade_all(to_do, key, wish.settings, wish.workers, wish.scheduler), 1):
            if result.scores or result.ungradable:  # what failed for a reason of the machine is tried again next time
                ledger.keep(student, to_do[student], result)
            done[student] = result
            progress(number, len(to_do))
    return done


def _outcome(wish: Wish, key: Key, student: str, chosen: tuple | None, graded: Graded | None) -> Outcome:
    if chosen is None:
        return outcome(student, key, None, None)
    attempt, told, doubts = chosen
    late = deadlines.seconds_late(attempt.when, wish.deadline, wish.grace_minutes) or float(attempt.late and not (attempt.when and wish.deadline))
    return outcome(student, key, attempt, graded, told, doubts, late, deadlines.penalty(late, key.max_score, wish.penalty_per_day))


def _merge(wish: Wish, key: Key, ledger: Ledger, outcomes: list[Outcome], students: dict[str, Student], chosen: dict) -> list[Outcome]:
    """Register the lesson where its key is new, then merge; results that were merged before are left as they are, hand-given grades too."""
    stamp = wish.out / "results" / key.lesson / "registered"
    if not stamp.exists() or stamp.read_text() != key.fingerprint + wish.database:
        gradebook.register(key, wish.source, wish.out, wish.database)
        stamp.write_text(key.fingerprint + wish.database)
    marks = {student: ledger.mark(attempt.data) + wish.database for student, (attempt, _, _) in chosen.items() if attempt.data is not None}
    fresh = {student for student, mark in marks.items() if ledger.merged(student) != mark}
    merged = gradebook.merge(outcomes, students, key, wish.out, wish.database, fresh, wish.deadline)
    for each in merged:  # what has no scores was not merged, and is merged when it has
        if each.student in fresh and each.graded is not None and each.graded.scores:
            ledger.set_merged(each.student, marks[each.student])
    return merged
