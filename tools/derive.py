"""The one build: authoring/NN_topic.py -> solutions/NN_topic/NN_topic.ipynb -> notebooks/NN_topic/NN_topic.ipynb,
and golden_sets/ -> docs/golden_set.md.

    python tools/derive.py build    derive and write (build 03_faithfulness: that lesson alone, without docs/)
    python tools/derive.py check    derive elsewhere, compare, apply the rules; writes nothing

In authoring, a cell header says what the cell is; `compile_lesson` turns it into nbgrader's metadata:

    # %% exercise="recall"                    the learner writes here, between ### BEGIN/END SOLUTION
    # %% check="recall_is_a_share" points=1   graded; may hold ### BEGIN/END HIDDEN TESTS
    # %% predict="k4"                         the learner commits a prediction here
    # %% [markdown] written="verdict" points=3   graded by hand; a model answer stands between ### BEGIN/END SOLUTION
    # %% live=true                            may ask Claude: holds ASK_CLAUDE = False
    # %% first=true                           stands for FIRST_CELL
    # %% folded=true                          its code is folded away; first and check cells always are
"""

import base64
import hashlib
import io
import os
import re
import shutil
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from contextlib import chdir
from multiprocessing import get_context
from pathlib import Path

import jupytext
import nbformat
import numpy as np
from data_page import derive_data_page
from judge_page import derive_judge_page
from matplotlib.image import imread
from nbclient import NotebookClient
from nbconvert.preprocessors import Preprocessor
from nbformat import NotebookNode
from nbgrader.converters import GenerateAssignment
from nbgrader.coursedir import CourseDirectory
from rules import find_problems
from traitlets.config import Config
from walk_page import derive_walk_page

ROOT = Path(__file__).resolve().parents[1]
FIRST_CELL = '''\
import sys

try:
    import ragdiag_helpers.docent
    import ragdiag_helpers.plots
except ImportError:
    raise ImportError(
        f"The course is not installed in the Python that runs this notebook:\\n  {sys.executable}\\n"
        "If you have the course environment: Kernel > Change Kernel, and choose it.\\n"
        "If not, open a terminal in the course folder (the one with README.md) and type: make lab\\n"
        "Where there is no make: conda env create -f environment.yml, then conda activate ragdiag.\\n"
        f'To add it to this Python instead, there: "{sys.executable}" -m pip install -e ".[course]"'
    ) from None
print("Ready: this Python has the course package.")'''
MARKERS = [f"### {edge} {what}" for what in ("SOLUTION", "HIDDEN TESTS") for edge in ("BEGIN", "END")]
NEAR_MARKER = re.compile(r"\s*#+ *(BEGIN|END)\b", re.IGNORECASE)
KNOWN = ("exercise", "check", "written", "points", "predict", "live", "first", "folded", "tags")
LIVE = re.compile(r"^ASK_CLAUDE = False\b", re.MULTILINE)
TEXT_STUB = "*Write here, in place of this line.*"
STUB = "# Write your answer here, in place of the next line.\nraise NotImplementedError"


def build(course: Path, only: str = "") -> int:
    """Derive solutions/ and notebooks/ of a course folder, each lesson anew; ``only``: this lesson and no docs. Never touches a file that holds work."""
    if worked := [path for path in notebooks_in(course / "notebooks") if was_worked_in(path)]:
        names = "\n".join(f"  {path.relative_to(course).as_posix()}" for path in worked)
        print(f"Not built: these hold work, and the build would overwrite it. Move them away first.\n{names}")
        return 1
    with tempfile.TemporaryDirectory() as derived:
        derive(course / "authoring", Path(derived), only) if only else derive_all(course, Path(derived))
        for room in ("solutions", "notebooks", *([] if only else ["docs"])):
            shutil.copytree(Path(derived) / room, course / room, dirs_exist_ok=True)
        for path in notebooks_in(Path(derived) / "notebooks"):
            print(f"built {path.stem}")
    return 0


def check(course: Path) -> int:
    """Say what is wrong with a course folder; 0 where nothing is."""
    with tempfile.TemporaryDirectory() as derived:
        derive_all(course, Path(derived))
        problems = compare(Path(derived), course) + compare_docs(Path(derived), course) + find_problems(course)
    for problem in problems:
        print(problem)
    print(f"{len(notebooks_in(course / 'solutions'))} lessons derived and compared: {len(problems) or 'no'} problems")
    return 1 if problems else 0


def derive_all(course: Path, derived: Path) -> None:
    """Derive into an empty folder whatever a course folder has derived."""
    derive(course / "authoring", derived)
    derive_data_page(derived / "docs")
    derive_judge_page(derived / "docs")
    derive_walk_page(ROOT / "docs" / "your-own-rag.md", derived / "docs")


def derive(authoring: Path, course: Path, only: str = "") -> None:
    """Compile, execute and release every lesson of an authoring folder, or one, into a new course folder."""
    sources = sorted(authoring.glob(f"{only or '[0-9][0-9]_*'}.py"))
    if not sources:
        raise ValueError(f"there is no authoring/{only}.py")
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as workers:  # each lesson has a kernel of its own; two at a time
        list(workers.map(derive_lesson, sources, [course] * len(sources)))


def derive_lesson(source: Path, course: Path) -> None:
    """Compile, execute and release one lesson."""
    notebook = compile_lesson(source)
    execute(notebook)
    target = course / "solutions" / source.stem / f"{source.stem}.ipynb"
    target.parent.mkdir(parents=True)
    nbformat.write(notebook, target)
    release(course, source.stem)


def compile_lesson(source: Path) -> NotebookNode:
    """Read a py:percent lesson and return its notebook with nbgrader metadata and stable cell ids, not yet run."""
    notebook = jupytext.read(source, fmt="py:percent")
    notebook.metadata = nbformat.from_dict(
        {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
        }
    )
    seen = {}
    for cell in notebook.cells:
        if wrong := [line for line in cell.source.splitlines() if NEAR_MARKER.match(line) and line.strip() not in MARKERS]:
            raise ValueError(f"{source.name}: {wrong[0].strip()!r} is no marker; the markers are {', '.join(MARKERS)}")
        if cell.metadata.get("first"):
            cell.source = FIRST_CELL
        cell.metadata, name = cell_metadata(cell)
        name = name or hashlib.sha256(cell.source.encode()).hexdigest()[:12]
        seen[name] = seen.get(name, 0) + 1
        cell.id = name if seen[name] == 1 else f"{name}-{seen[name]}"
    nbformat.validate(notebook)
    return notebook


def cell_metadata(cell: NotebookNode) -> tuple[NotebookNode, str | None]:
    """Expand the words of an authoring cell header; return the metadata and the name that the header gives the cell."""
    said = {word: value for word, value in cell.metadata.items() if word != "lines_to_next_cell"}  # jupytext's own
    tags = said.pop("tags", [])
    exercise, graded, points = (said.pop(word, None) for word in ("exercise", "check", "points"))
    written, predict, live = (said.pop(word, None) for word in ("written", "predict", "live"))
    first, folded = said.pop("first", False), said.pop("folded", False)
    if said:
        raise ValueError(f"unknown words in a cell header: {', '.join(said)}; known: {', '.join(KNOWN)}")
    if (graded or written) and points is None:
        raise ValueError(f"{graded or written!r} needs points, for example points=1")
    if bool(live) != bool(LIVE.search(cell.source)):
        raise ValueError("a cell with the line ASK_CLAUDE = False, and no other, carries live=true")
    name = exercise or graded or written or predict
    metadata = NotebookNode()
    if tags := [*tags, *(word for word, is_one in (("prediction", predict), ("live", live)) if is_one)]:
        metadata.tags = tags
    if graded or first or folded:  # so that the lesson reads as text; a click opens it
        metadata.jupyter = NotebookNode(source_hidden=True)
    if exercise or graded or written:
        metadata.nbgrader = NotebookNode(
            grade=bool(graded or written), grade_id=name, locked=bool(graded), schema_version=3, solution=bool(exercise or written), task=False
        )
    if graded or written:
        metadata.nbgrader.points = points
    return metadata, name


def execute(notebook: NotebookNode) -> None:
    """Run a notebook in an empty folder, without keys or settings of the user. Raises if it leaves a file behind."""
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as home:
        client = NotebookClient(
            notebook,
            timeout=120,
            kernel_name="python3",
            record_timing=False,
            coalesce_streams=True,  # else the parts of one print arrive by chance as one output or two
            extra_arguments=["--IPKernelApp.log_level=40"],  # else it warns of TCP on every start
            resources={"metadata": {"path": folder}},
        )
        client.execute(env=clean_environment(home))
        if left := sorted(path.name for path in Path(folder).iterdir()):
            raise RuntimeError(f"the notebook wrote {', '.join(left)}; lessons write nothing beside themselves")
    notebook.metadata.language_info = NotebookNode(name="python")


def clean_environment(home: str) -> dict[str, str]:
    """The environment without secrets, and with settings folders of its own."""
    secret = re.compile("KEY|TOKEN|SECRET|PASSWORD|MPLBACKEND|MATPLOTLIBRC", re.IGNORECASE)
    kept = {name: value for name, value in os.environ.items() if not secret.search(name)}
    return {**kept, "IPYTHONDIR": home, "JUPYTER_CONFIG_DIR": home}


class KeepRunning(Preprocessor):
    """Tag the checks of a released notebook so that Run All goes on past an exercise that is not written yet."""

    def preprocess_cell(self, cell: NotebookNode, resources: dict, index: int) -> tuple[NotebookNode, dict]:
        if cell.metadata.get("nbgrader", {}).get("grade") and cell.cell_type == "code":
            cell.metadata.tags = [*cell.metadata.get("tags", []), "raises-exception"]
        return cell, resources


def release(course: Path, lesson: str) -> None:
    """Let nbgrader make the learners' copy of one solution."""
    config = Config()
    config.CourseDirectory.root = str(course)
    config.CourseDirectory.source_directory = "solutions"
    config.CourseDirectory.release_directory = "notebooks"
    config.CourseDirectory.assignment_id = lesson
    config.ClearSolutions.code_stub = {"python": STUB}
    config.ClearSolutions.text_stub = TEXT_STUB
    config.GenerateAssignment.no_database = True
    config.SaveCells.enabled = False  # the other half of --no-db
    config.KeepRunning.enabled = True
    config.GenerateAssignment.force = True
    config.GenerateAssignment.preprocessors = [KeepRunning, *GenerateAssignment.preprocessors.default_args[0]]
    with chdir(course):
        GenerateAssignment(coursedir=CourseDirectory(config=config), config=config).start()
    path = course / "notebooks" / lesson / f"{lesson}.ipynb"
    released = nbformat.read(path, as_version=4)
    released.metadata.ragdiag = {"released": fingerprint(released)}
    nbformat.write(released, path)


def fingerprint(notebook: NotebookNode) -> str:
    """What a released notebook said when it was built: `was_worked_in` compares it."""
    return hashlib.sha256("\0".join(cell.source for cell in notebook.cells).encode()).hexdigest()[:16]


def compare(derived: Path, course: Path) -> list[str]:
    """Every notebook that stands in one of two course folders only, or differs apart from its outputs."""
    problems = []
    for room in ("solutions", "notebooks"):
        fresh = {path.relative_to(derived).as_posix(): path for path in notebooks_in(derived / room)}
        stored = {path.relative_to(course).as_posix(): path for path in notebooks_in(course / room)}
        problems += [f"{name}: derived from nothing in authoring/" for name in sorted(stored.keys() - fresh.keys())]
        problems += [f"{name}: not built; run make build" for name in sorted(fresh.keys() - stored.keys())]
        for name in sorted(fresh.keys() & stored.keys()):
            if room == "notebooks" and was_worked_in(stored[name]):
                problems.append(f"{name}: holds work. This checks the course itself: run it in a fresh clone, or move the file away")
            elif without_outputs(fresh[name]) != without_outputs(stored[name]):
                problems.append(f"{name}: differs from what authoring/ derives; run make build")
            elif room == "solutions":
                problems += [f"{name}: {said}" for said in compare_pictures(fresh[name], stored[name])]
    return problems


def compare_docs(derived: Path, course: Path) -> list[str]:
    """Every derived file of docs/ that is missing or differs; pictures are compared from afar."""
    problems = []
    for fresh in sorted((derived / "docs").iterdir()):
        stored = course / "docs" / fresh.name
        same = stored.exists() and (alike if fresh.suffix == ".png" else bytes.__eq__)(fresh.read_bytes(), stored.read_bytes())
        problems += [] if same else [f"docs/{fresh.name}: differs from what golden_sets/ derives; run make build"]
    return problems


def without_outputs(path: Path) -> NotebookNode | str:
    try:
        notebook = nbformat.read(path, as_version=4)
        for cell in notebook.cells:
            cell.pop("outputs", None)
    except Exception:  # nbformat raises many kinds for a file that is no notebook; rules.py names it
        return "no notebook"
    return notebook


def compare_pictures(fresh: Path, stored: Path) -> list[str]:
    """Name each stored picture that is another one. Coarse, so that another font or Python cannot fail it."""
    drawn, kept = pictures(fresh), pictures(stored)
    if drawn.keys() != kept.keys():
        return ["does not hold the pictures that its cells draw; run make build"]
    return [f"cell {name}: the stored picture is another one; run make build" for name in drawn if not alike(drawn[name], kept[name])]


def pictures(path: Path) -> dict[str, bytes]:
    cells = nbformat.read(path, as_version=4).cells
    outputs = [(cell.id, number, out) for cell in cells for number, out in enumerate(cell.get("outputs", []))]
    found = {f"{name}-{number}": out.get("data", {}).get("image/png") for name, number, out in outputs}
    return {name: base64.b64decode(data) for name, data in found.items() if data}


def alike(one: bytes, other: bytes) -> bool:
    """True where two PNGs have nearly the same size and grey values, looked at from afar."""
    first, second = (imread(io.BytesIO(png))[..., :3].mean(axis=2) for png in (one, other))
    if np.abs(np.array(first.shape) / second.shape - 1).max() > 0.15:
        return False
    seen = [[block.mean() for band in np.array_split(grey, 16) for block in np.array_split(band, 16, axis=1)] for grey in (first, second)]
    return float(np.abs(np.subtract(*seen)).mean()) < 0.05


def was_worked_in(path: Path) -> bool:
    """True for a released notebook in which somebody wrote or ran something, and for one that cannot be read."""
    try:
        notebook = nbformat.read(path, as_version=4)
        ran = any(cell.get("outputs") or cell.get("execution_count") for cell in notebook.cells)
        return ran or notebook.metadata.get("ragdiag", {}).get("released") != fingerprint(notebook)
    except Exception:
        return True


def notebooks_in(room: Path) -> list[Path]:
    return [path for path in sorted(room.rglob("*.ipynb")) if ".ipynb_checkpoints" not in path.parts]


if __name__ == "__main__":
    sys.exit({"build": build, "check": check}[sys.argv[1]](ROOT, *sys.argv[2:]))
