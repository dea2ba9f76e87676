"""What several tests need: the course's rooms and its lessons."""

import sys
from pathlib import Path

import nbformat
import pytest
from hypothesis import settings

ROOT = Path(__file__).resolve().parents[1]
LESSONS = sorted(path.stem for path in (ROOT / "authoring").glob("[0-9][0-9]_*.py"))
settings.register_profile("same on every run", deadline=None, derandomize=True)
settings.load_profile("same on every run")
sys.path.insert(0, str(ROOT / "tools"))  # derive, rules and course are scripts, not an installed package


def notebook(room: str, lesson: str):
    return nbformat.read(ROOT / room / lesson / f"{lesson}.ipynb", as_version=4)


def graded_cells(room: str, lesson: str) -> dict:
    """The cells that are graded by running them, by their grade ids."""
    cells = [cell for cell in notebook(room, lesson).cells if cell.cell_type == "code"]
    return {cell.metadata.nbgrader.grade_id: cell for cell in cells if cell.metadata.get("nbgrader", {}).get("grade")}


def written_cells(room: str, lesson: str) -> dict:
    """The questions that are answered in words and graded by hand, by their grade ids."""
    cells = [cell for cell in notebook(room, lesson).cells if cell.cell_type == "markdown"]
    return {cell.metadata.nbgrader.grade_id: cell for cell in cells if cell.metadata.get("nbgrader", {}).get("grade")}


def exercises(room: str, lesson: str) -> dict:
    """The cells that a learner fills with code, by their grade ids."""
    cells = [cell for cell in notebook(room, lesson).cells if cell.cell_type == "code"]
    return {cell.metadata.nbgrader.grade_id: cell for cell in cells if cell.metadata.get("nbgrader", {}).get("solution")}


@pytest.fixture(autouse=True)
def no_key(monkeypatch):
    """No test may depend on a key that happens to be set."""
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)


@pytest.fixture(scope="session")
def small_class(tmp_path_factory):
    """A small class with feedback and report, graded once for all tests of a process: (session, wish)."""
    from report_class import graded_class

    return graded_class(tmp_path_factory.mktemp("small_class"))
