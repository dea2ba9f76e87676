"""The answer key of one lesson: what a submission is compared with, restored from and graded against."""

import hashlib
import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import nbformat
from nbformat import NotebookNode

HIDDEN = re.compile(r"^[^\n]*### BEGIN HIDDEN TESTS.*?### END HIDDEN TESTS[^\n]*\n?", re.DOTALL | re.MULTILINE)
SOLUTION = re.compile(r"### BEGIN SOLUTION.*?### END SOLUTION", re.DOTALL)
STUBS = {"code": "raise NotImplementedError", "markdown": "*Write here, in place of this line.*"}
CLAIM = re.compile(r'\A"""(.+?)"""', re.DOTALL)


class KeyProblem(ValueError):
    """The answer key of a lesson cannot be used; the message says why and what to do."""


@dataclass(frozen=True)
class Check:
    """One graded cell: its name, points, the claim it makes, and whether it holds hidden tests."""

    name: str
    points: float
    claim: str
    hidden: bool
    written: bool
    exercise: str = ""


class Key:
    """A lesson's key, read from ``solutions/LESSON/LESSON.ipynb`` or another folder of that form."""

    def __init__(self, notebook: NotebookNode, lesson: str):
        self.notebook, self.lesson = notebook, lesson

    @classmethod
    def load(cls, lesson: str, source: Path) -> "Key":
        """Raises KeyProblem where the lesson is not there or has nothing to grade."""
        path = source / lesson / f"{lesson}.ipynb"
        if not path.exists():
            names = ", ".join(sorted(each.name for each in source.glob("[0-9][0-9]_*"))) or "none"
            raise KeyProblem(f"there is no answer key {path}; lessons in {source}: {names}. Name one of them, or another folder with --source")
        try:
            notebook = nbformat.read(path, as_version=4)
        except Exception as problem:
            raise KeyProblem(f"{path} cannot be read as a notebook ({type(problem).__name__}); build it again with make build") from None
        key = cls(notebook, lesson)
        if not key.checks:
            raise KeyProblem(f"{path} holds no graded cell; is it the answer key, with nbgrader's metadata?")
        return key

    @cached_property
    def cells(self) -> dict[str, NotebookNode]:
        """The cells of nbgrader (exercises, checks, written questions) by their grade ids, in order."""
        return {cell.metadata.nbgrader.grade_id: cell for cell in self.notebook.cells if "nbgrader" in cell.metadata}

    @cached_property
    def checks(self) -> dict[str, Check]:
        """The graded cells by name, in order."""
        found, exercise = {}, ""
        for name, cell in self.cells.items():
            grading = cell.metadata.nbgrader
            exercise = name if grading.solution and not grading.grade else exercise
            if grading.grade:
                claim = CLAIM.match(cell.source)
                told = " ".join(claim[1].split()) if claim else ""
                hidden = bool(HIDDEN.search(cell.source))
                found[name] = Check(name, float(grading.points), told, hidden, bool(grading.solution), "" if grading.solution else exercise)
        return found

    @cached_property
    def released(self) -> dict[str, str]:
        """The sources that learners were given, by grade id: without solutions and hidden tests."""
        return {name: SOLUTION.sub(STUBS[cell.cell_type], HIDDEN.sub("", cell.source)).rstrip() for name, cell in self.cells.items()}

    @cached_property
    def given(self) -> set[str]:
        """Every source that is the course's own, of the key and of what learners were handed, without blanks at its ends."""
        return {source.strip() for source in self.released.values()} | {cell.source.strip() for cell in self.notebook.cells}

    @cached_property
    def fingerprint(self) -> str:
        """A hash of everything that grades: another key means that all must be graded again."""
        told = "\0".join(f"{name}\1{cell.source}\1{cell.metadata.nbgrader.get('points')}" for name, cell in self.cells.items())
        return hashlib.sha256(told.encode()).hexdigest()[:16]

    @property
    def max_score(self) -> float:
        return sum(check.points for check in self.checks.values())
