"""What the gradebook says of each check now: points, what a person gave or still has to give, and the comments."""

from dataclasses import dataclass, field

from nbgrader.api import Gradebook, MissingEntry


@dataclass(frozen=True)
class Marks:
    """One student's: points by check, checks that a person graded, checks that wait for one, comments by cell."""

    points: dict[str, float] = field(default_factory=dict)
    given: frozenset[str] = frozenset()
    waiting: frozenset[str] = frozenset()
    comments: dict[str, str] = field(default_factory=dict)


def marks_of(url: str, lesson: str) -> dict[str, Marks]:
    """Everybody whose work is in the gradebook, by student id."""
    with Gradebook(url) as gradebook:
        try:
            submissions = gradebook.assignment_submissions(lesson)
        except MissingEntry:
            return {}
        return {each.student.id: _marks(notebook) for each in submissions for notebook in each.notebooks}


def _marks(notebook) -> Marks:
    grades = {each.name: each for each in notebook.grades}
    return Marks(
        {name: float(each.score or 0) for name, each in grades.items()},
        frozenset(name for name, each in grades.items() if each.manual_score is not None and not each.needs_manual_grade),
        frozenset(name for name, each in grades.items() if each.needs_manual_grade),
        {each.name: each.comment for each in notebook.comments if each.comment},
    )
