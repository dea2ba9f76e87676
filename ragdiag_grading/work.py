"""What a worker does: grade one attempt, from bytes to scores. It needs no course folder, no gradebook and no database."""

import os
import shutil
import tempfile
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path

import nbformat
from nbformat import NotebookNode
from nbgrader.utils import determine_grade

from . import execute, lesson
from .kernels import spec
from .kernels.confine import Limits, landlock_abi, means
from .key import Key
from .messages import messages
from .repair import Prepared, Ungradable, prepare
from .suspicion import suspicions

PASSED, FAILED, NOT_RUN, BY_HAND, PARTLY, NOT_ANSWERED = "passed", "failed", "not run", "by hand", "partly", "not answered"
ENGINE = "2"  # raise it when grading changes, so that earlier results are not taken for its own


@dataclass(frozen=True)
class Settings:
    """How to run submissions."""

    bounds: execute.Bounds = execute.Bounds()
    limits: Limits = Limits()
    confined: bool = True
    forked: bool = True


@dataclass(frozen=True)
class Graded:
    """What came of one attempt. ``scores``: points by check, None where none were earned or lost yet; ``outcomes``: what happened to each check;
    ``told``: what failed checks would have told the learner, from runs without anything hidden ("": the visible part passes)."""

    scores: dict[str, float | None] = field(default_factory=dict)
    outcomes: dict[str, str] = field(default_factory=dict)
    answered: dict[str, bool] = field(default_factory=dict)
    repairs: list[str] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    ungradable: str = ""
    isolation: str = ""
    seconds: float = 0.0
    notebook: str = ""
    told: dict[str, str] = field(default_factory=dict)

    def as_dict(self) -> dict:
        return asdict(self)

    @property
    def score(self) -> float:
        """The points earned so far."""
        return sum(score for score in self.scores.values() if score)


def grade(data: bytes, key: Key, settings: Settings = Settings()) -> Graded:
    """Grade one submitted file. Never raises for what a submission does; only for a fault of ours or of the machine."""
    began = time.perf_counter()
    try:
        prepared = prepare(data, key)
    except Ungradable as problem:
        return Graded(ungradable=str(problem))
    ran, isolation = _run(prepared.notebook, settings)
    scores, outcomes = _scores(ran, key, prepared.answered)
    doubts = [*prepared.doubts, *ran.tampered, *_what_happened(ran), *suspicions(prepared.notebook.cells, key.given)]
    notes = [f"{cell}: no end within {settings.bounds.cell_seconds} seconds" for cell in ran.late]
    notes += [f"{cell}: more output than is kept" for cell in ran.flooded]
    told = _told(ran, prepared, outcomes, key, settings)
    return Graded(
        scores, outcomes, prepared.answered, prepared.repairs, doubts, notes, "", isolation, round(time.perf_counter() - began, 2),
        nbformat.v4.writes(ran.notebook), told,
    )


def _told(ran: execute.Ran, prepared: Prepared, outcomes: dict[str, str], key: Key, settings: Settings) -> dict[str, str]:
    """The messages of failed checks of exercises that were answered."""
    answered = {name for each in lesson.exercises(key) if prepared.answered.get(each.name, True) for name in each.checks}
    wanted = {name for name, outcome in outcomes.items() if outcome in (FAILED, PARTLY) and name in answered and not key.checks[name].written}
    shut = settings.confined and landlock_abi() > 0
    return messages(ran, wanted, key, (lambda book: _run(book, settings)[0]) if shut else None)


def _run(notebook: NotebookNode, settings: Settings) -> tuple[execute.Ran, str]:
    forked = settings.forked and spec.can_fork()
    folder = Path(tempfile.mkdtemp(prefix="rg-"))
    home, runtime = folder / "work", folder / "run"
    home.mkdir()
    runtime.mkdir(mode=0o700)
    spec.write_specs(folder, settings.limits, settings.confined)
    os.environ["JUPYTER_PATH"] = str(folder)
    try:
        ran = execute.run(notebook, spec.FORKED if forked else spec.PLAIN, home, runtime, settings.bounds)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return ran, means() if settings.confined else "none: a folder of its own and a clean environment"


def _scores(ran: execute.Ran, key: Key, answered: dict[str, bool]) -> tuple[dict[str, float | None], dict[str, str]]:
    """nbgrader's own reading of each check; a check that never ran has no score, a written question that nobody answered 0."""
    cells = {cell.metadata.nbgrader.grade_id: cell for cell in ran.notebook.cells if "nbgrader" in cell.metadata}
    scores, outcomes = {}, {}
    for name, check in key.checks.items():
        cell = cells[name]
        if check.written and not answered.get(name):
            scores[name], outcomes[name] = 0.0, NOT_ANSWERED
            continue
        if any(output.get("ename") == "NotRun" for output in cell.get("outputs", [])):
            scores[name], outcomes[name] = None, NOT_RUN
            continue
        score = 0.0 if _failed(cell) else determine_grade(cell)[0]
        scores[name] = score
        outcomes[name] = BY_HAND if score is None else PASSED if score == check.points else FAILED if score == 0 else PARTLY
    return scores, outcomes


def _failed(cell: NotebookNode) -> bool:
    """Whether a check ended in an error. nbgrader stops at the first result that looks like points, which code under test can show before the error."""
    return any(output.output_type == "error" for output in cell.get("outputs", []))


def _what_happened(ran: execute.Ran) -> list[str]:
    left = [cell.id for cell in ran.notebook.cells if any(output.get("ename") == "NotRun" for output in cell.get("outputs", []))]
    if ran.died:
        return [f"the kernel ended in cell {ran.died}; what was earned before stands, {len(left)} cells after it did not run"]
    return [f"the time for the whole notebook was used up; {len(left)} cells did not run"] if left else []
