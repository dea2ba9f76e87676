"""The lessons as the workshop sees them: cells in order, each with its heading and the lesson's own words around it."""

import re
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import nbformat

from .names import Names, names_of

HEADING = re.compile(r"^## \d+\. (.*)$", re.MULTILINE)
DETAILS = re.compile(r"<details>.*?</details>\n?", re.DOTALL)
SOLUTION = re.compile(r"^ *### (BEGIN|END) (SOLUTION|HIDDEN TESTS)\n?", re.MULTILINE)
HIDDEN = re.compile(r"^ *### BEGIN HIDDEN TESTS\n.*?### END HIDDEN TESTS\n?", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Cell:
    """One cell of a solved lesson. ``place`` counts all cells of the lesson; ``words`` are the markdown cells between the last code and this one."""

    lesson: str
    place: int
    id: str
    kind: str  # markdown, prediction, exercise, check, live, first, code
    heading: str
    source: str
    words: tuple[str, ...] = ()
    outputs: tuple = ()
    released: str = field(default="", compare=False)  # what a learner's copy holds in its place

    @property
    def key(self) -> tuple[str, int]:
        return self.lesson, self.place

    @cached_property
    def names(self) -> Names:
        return names_of(self.source)

    @property
    def code(self) -> str:
        """The code without nbgrader's markers and hidden checks."""
        return SOLUTION.sub("", HIDDEN.sub("", self.source)).strip("\n")

    @property
    def paragraphs(self) -> list[str]:
        """The lesson's words just before this cell, since the last heading, without folded hints: paragraphs, lists and tables."""
        text = DETAILS.sub("", "\n\n".join(self.words))
        return [block.strip("\n") for block in re.split(r"\n\s*\n", text) if block.strip()]

    @property
    def caption(self) -> str:
        """The paragraph that leads to this cell."""
        plain = [each for each in self.paragraphs if not each.startswith(("|", "-", ">"))]
        return " ".join(plain[-1].split()) if plain else ""

    @property
    def text(self) -> str:
        """What it prints, all outputs together; of HTML the text that stands in for it. Pictures are left out."""
        parts = [output.get("text") or ("" if "image/png" in output.data else output.data.get("text/markdown", output.data.get("text/plain", "")) + "\n") for output in self.outputs]
        return "".join(parts).rstrip("\n")

    @property
    def pictures(self) -> list[str]:
        """The pictures that it draws: PNG in base64."""
        return [output.data["image/png"] for output in self.outputs if "image/png" in output.get("data", {})]


def load_lesson(course: Path, lesson: str) -> list[Cell]:
    """Read a lesson's cells from solutions/, each with what notebooks/ holds in its place. Raises ValueError for a lesson that is not there."""
    path = course / "solutions" / lesson / f"{lesson}.ipynb"
    if not path.exists():
        known = ", ".join(sorted(each.name for each in (course / "solutions").iterdir()))
        raise ValueError(f"there is no lesson {lesson!r}; there are {known}")
    released = {cell.id: cell.source for cell in nbformat.read(course / "notebooks" / lesson / path.name, as_version=4).cells}
    cells, heading, words = [], "", ()
    for place, cell in enumerate(nbformat.read(path, as_version=4).cells):
        kind = _kind(cell)
        for part in re.split(r"(?m)^(?=## \d+\. )", cell.source) if kind == "markdown" else [cell.source]:
            if kind == "markdown" and (found := HEADING.match(part)):
                heading, words = found[1], ()
            text = HEADING.sub("", part).strip() if kind == "markdown" else part
            if not text:
                continue
            cells.append(Cell(lesson, place, cell.id, kind, heading, text, words, tuple(cell.get("outputs", ())), released.get(cell.id, "")))
            words = (*words, text) if kind == "markdown" else words if kind == "prediction" else ()
    return cells


def _kind(cell: nbformat.NotebookNode) -> str:
    tags, grading = cell.metadata.get("tags", []), cell.metadata.get("nbgrader", {})
    if cell.cell_type == "markdown":
        return "markdown"
    if grading:
        return "check" if grading.grade else "exercise"
    if cell.source.startswith("import sys\n\ntry:\n    import ragdiag_helpers"):
        return "first"
    return "prediction" if "prediction" in tags else "live" if "live" in tags else "code"
