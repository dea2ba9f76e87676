"""The class, counted: who passed and failed which exercise, which misconceptions failed whom, which section to teach again first.

Only results of checks that nobody doubts are counted; an exercise that was left untouched is no failure, and is counted apart.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import median, quantiles

from ragdiag_helpers.calibration import wilson_interval
from ragdiag_helpers.calibration.intervals import Interval

from . import lesson
from .key import Key
from .lesson import Exercise
from .messages import misconception, unwritten
from .outcome import GRADED, LATE, REPAIRED, Outcome
from .work import BY_HAND, NOT_RUN, PASSED, Graded

NO_FUNCTION = "The answer cell does not run, so its function is not there."
NO_END = "It did not end in the time allowed."


@dataclass(frozen=True)
class Share:
    """Of the students who answered, who passed; who left it untouched, and whose check did not run, stand apart."""

    name: str
    passed: frozenset[str]
    failed: frozenset[str]
    untouched: frozenset[str]
    not_run: frozenset[str] = frozenset()

    @property
    def n(self) -> int:
        return len(self.passed) + len(self.failed)

    @property
    def rate(self) -> float | None:
        """The share that passed, of those who answered; nobody answered: None."""
        return len(self.passed) / self.n if self.n else None

    @property
    def interval(self) -> Interval | None:
        return wilson_interval(len(self.passed), self.n)


@dataclass(frozen=True)
class Misconception:
    """What failed students: the words of the check where it names a misconception (``named``), else the claim that did not hold."""

    text: str
    named: bool
    students: frozenset[str]
    checks: tuple[str, ...]
    sections: tuple[str, ...]


@dataclass(frozen=True)
class Scores:
    """Score distribution: quartiles by linear interpolation (inclusive); all None where nobody has a score."""

    n: int
    blank: int
    low: float | None = None
    lower: float | None = None
    middle: float | None = None
    upper: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class Tally:
    """All of it; lists in the notebook's order, ``misconceptions`` the most frequent first."""

    counted: frozenset[str]
    exercises: list[tuple[Exercise, Share]]
    checks: list[Share]
    sections: list[Share]
    misconceptions: list[Misconception]
    scores: Scores

    @property
    def first_to_teach(self) -> Share | None:
        """The section that failed most students; of equal ones the one with the lower pass rate, then the earlier. Nobody failed: None."""
        failing = [each for each in self.sections if each.failed]
        return max(failing, key=lambda each: (len(each.failed), -(each.rate or 0)), default=None)

    @property
    def hardest(self) -> Share | None:
        """The check with the lowest pass rate; of equal ones the one that more students answered. None where every check was passed by all."""
        failing = [each for each in self.checks if each.failed]
        return min(failing, key=lambda each: (each.rate, -each.n), default=None)


def tally(outcomes: Iterable[Outcome], key: Key) -> Tally:
    """Count a class."""
    outcomes = list(outcomes)
    results = {each.student: each.graded for each in outcomes if _counts(each)}
    made = [each for each in lesson.exercises(key) if not each.written]
    shares = [(each, _share(each.name, [name for name in each.checks if not key.checks[name].written], each, results)) for each in made]
    checks = [_share(name, [name], each, results) for each in made for name in each.checks]
    sections = [_section(name, [share for each, share in shares if each.section == name]) for name in dict.fromkeys(each.section for each in made)]
    return Tally(frozenset(results), shares, checks, sections, _misconceptions(results, made, key), _scores(outcomes))


def _counts(outcome: Outcome) -> bool:
    """Whether the checks' results speak: graded, and nothing about the submission was doubted."""
    graded = outcome.graded
    return outcome.status in (GRADED, LATE, REPAIRED) and graded is not None and bool(graded.scores) and not graded.doubts


def _share(name: str, checks: list[str], exercise: Exercise, results: dict[str, Graded]) -> Share:
    groups: dict[str, set[str]] = {"passed": set(), "failed": set(), "untouched": set(), "not_run": set()}
    for student, graded in results.items():
        found = [graded.outcomes.get(each, NOT_RUN) for each in checks]
        if not is_answered(exercise, graded):
            groups["untouched"].add(student)
        elif all(each == PASSED for each in found):
            groups["passed"].add(student)
        else:
            groups["not_run" if set(found) <= {PASSED, NOT_RUN} else "failed"].add(student)
    return Share(name, **{kind: frozenset(students) for kind, students in groups.items()})


def _section(name: str, shares: list[Share]) -> Share:
    """A section fails who fails one of its exercises, is passed by who passes all, and is untouched by who answered none."""
    everybody = frozenset().union(*(each.passed | each.failed | each.untouched | each.not_run for each in shares))
    failed = frozenset().union(*(each.failed for each in shares))
    untouched = everybody.intersection(*(each.untouched for each in shares))
    passed = frozenset(who for who in everybody - failed - untouched if any(who in each.passed for each in shares))
    return Share(name, passed, failed, untouched, everybody - failed - untouched - passed)


def is_answered(exercise: Exercise, graded: Graded) -> bool:
    """Whether anything was tried: not so where the cell is as it was handed out, or still raises NotImplementedError and earned nothing."""
    if not graded.answered.get(exercise.name, True):
        return False
    said = [graded.told[name] for name in exercise.checks if graded.told.get(name)]
    return not unwritten(said, exercise.functions) or any(graded.outcomes.get(name) == PASSED for name in exercise.checks)


def _misconceptions(results: dict[str, Graded], made: list[Exercise], key: Key) -> list[Misconception]:
    found: dict[tuple[str, bool], tuple[set[str], dict[str, str]]] = {}
    for exercise in made:
        for student, graded in results.items():
            for name in _telling(exercise, graded, key) if is_answered(exercise, graded) else []:
                students, places = found.setdefault(_label(name, exercise, graded, key), (set(), {}))
                students.add(student)
                places[name] = exercise.section
    told = [
        Misconception(text, named, frozenset(students), tuple(places), tuple(dict.fromkeys(places.values())))
        for (text, named), (students, places) in found.items()
    ]
    return sorted(told, key=lambda each: (-len(each.students), not each.named))


def _telling(exercise: Exercise, graded: Graded, key: Key) -> list[str]:
    """The failed checks that say something: those with hidden parts only where no other check of the exercise failed."""
    failed = [name for name in exercise.checks if graded.outcomes.get(name, NOT_RUN) not in (PASSED, NOT_RUN, BY_HAND)]
    return [name for name in failed if not key.checks[name].hidden] or failed


def _label(name: str, exercise: Exercise, graded: Graded, key: Key) -> tuple[str, bool]:
    """The misconception by which a failure is counted, and whether the check named it."""
    message = graded.told.get(name) or ""
    if named := misconception(message, name, key):
        return named, True
    if any(message.startswith(f"NameError: name '{function}'") for function in exercise.functions):
        return NO_FUNCTION, True
    if any(note.startswith(f"{name}: no end within") for note in graded.notes):
        return NO_END, True
    return lesson.claim(name, key) or name, False


def _scores(outcomes: list[Outcome]) -> Scores:
    found = sorted(each.score for each in outcomes if each.score is not None)
    if not found:
        return Scores(0, len(outcomes))
    lower, _, upper = quantiles(found, n=4, method="inclusive") if len(found) > 1 else found * 3
    return Scores(len(found), len(outcomes) - len(found), found[0], lower, median(found), upper, found[-1])
