"""The rules that every built notebook must keep. Each returns what is wrong, naming the file and the cell."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import nbformat
from nbformat import NotebookNode

MARKER = re.compile(r"(BEGIN|END) (SOLUTION|HIDDEN TESTS)")
REGION = re.compile(r"### BEGIN (?:SOLUTION|HIDDEN TESTS)\n(.*?)### END (?:SOLUTION|HIDDEN TESTS)", re.DOTALL)
KEY = re.compile(
    r"\bsk-(ant|proj|or)-[\w-]{16,}|\bsk-[A-Za-z0-9]{20,}|\b(sk|rk)_live_\w{16,}|\bgh[pousr]_\w{20,}|\bgithub_pat_\w{20,}"
    r"|\bglpat-[\w-]{16,}|\bgsk_\w{20,}|\bhf_[A-Za-z]{20,}|\bxox[abpr]-[\w-]{16,}|\bpypi-[\w-]{40,}|\bAKIA[0-9A-Z]{16}\b"
    r"|\bAIza[\w-]{30,}|\beyJ[\w-]{16,}\.eyJ[\w-]{16,}|-----BEGIN [A-Z ]*PRIVATE KEY"
)
ANSI = re.compile(r"\x1b\[[0-9;]*m")
UNSTABLE = {
    "an address": re.compile(r"\bat 0x[0-9a-fA-F]{4,}|\b0x[0-9a-fA-F]{8,}"),
    "a time": re.compile(
        r"\b\d{1,2}:\d{2}:\d{2}\b|\b20\d{2}-\d{2}-\d{2}\b|\b\d+\.\d+ ?(s|ms|µs|ns|seconds)\b|\btime: +[\d.]+ ?\w+|\btook [\d.]+ ?\w+"
    ),
    "an absolute path": re.compile(
        r"file:///[\w./-]+|(?<![\w.:/<])/(home|Users|root|tmp|usr|var|opt|work|workspace|private|mnt|srv|content|Volumes|Library)\b(/[\w.-]+)*"
        r"|(?<![\w/])~/[\w.]+|\b[A-Za-z]:[\\/]{1,2}(Users|Windows|Program|Temp|[\w.-]+[\\/])[\w.-]*|\\\\[\w.-]+\\\w+"
    ),
}
IGNORED = {".ipynb_checkpoints", "__pycache__", ".DS_Store"}


def find_problems(course: Path) -> list[str]:
    """Apply every rule to the rooms of a course folder."""
    problems = []
    for room in ("authoring", "solutions", "notebooks", "golden_sets", "ragdiag_helpers", "docs"):
        for path in sorted((course / room).rglob("*")):
            if path.is_file() and not IGNORED & set(path.parts):
                problems += [f"{path.relative_to(course).as_posix()}: {said}" for said in _file_problems(path, room, course)]
    return problems


def _file_problems(path: Path, room: str, course: Path) -> Iterator[str]:
    if KEY.search(path.read_text(encoding="utf-8", errors="replace")):
        yield "text that looks like an API key"
    if room not in ("authoring", "solutions", "notebooks"):
        return
    if room == "authoring":
        if not re.fullmatch(r"\d\d_\w+\.py|workshop\.toml", path.name) or path.parent.name != "authoring":
            yield "a stray file: authoring/ holds NN_topic.py, workshop.toml and nothing else"
        return
    if path.name != f"{path.parent.name}.ipynb" or path.parent.parent.name != room:
        yield f"a stray file: nbgrader would hand it out; {room}/ holds NN_topic/NN_topic.ipynb and nothing else"
        return
    try:
        notebook = nbformat.read(path, as_version=4)
    except Exception as problem:
        yield f"cannot be read as a notebook ({type(problem).__name__})"
        return
    if room == "solutions":
        yield from _solution_problems(notebook)
    else:
        key = course / "solutions" / path.parent.name / path.name
        yield from _release_problems(notebook, _read(key))


def _read(path: Path) -> NotebookNode | None:
    try:
        return nbformat.read(path, as_version=4)
    except Exception:  # missing, or no notebook: named where that file is looked at
        return None


def _solution_problems(notebook: NotebookNode) -> Iterator[str]:
    for cell in notebook.cells:
        grading = cell.metadata.get("nbgrader", {})
        if grading.get("solution") and not all(map(REGION.search, _parts(cell.source))):
            yield f"cell {cell.id}: a solution cell without ### BEGIN SOLUTION and ### END SOLUTION in each function; it would be cut or shown"
        if MARKER.search(cell.source) and not grading:
            yield f"cell {cell.id}: a solution or hidden check outside an exercise or check cell"
        if "solution" in cell.metadata.get("tags", []) and not grading:
            yield f"cell {cell.id}: tagged solution without being an exercise; nbgrader would release it as it is"
        if cell.cell_type == "code":
            yield from _output_problems(cell)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    if not any(cell.outputs for cell in code) or any(cell.source.strip() and not cell.execution_count for cell in code):
        yield "was not executed: nbval passes a notebook without stored outputs, so it would prove nothing"


def _parts(source: str) -> list[str]:
    """The functions of a cell, or the whole cell where it defines none."""
    return re.split(r"^(?=def )", source, flags=re.MULTILINE)[1:] or [source]


def _output_problems(cell: NotebookNode) -> Iterator[str]:
    raised = any(output.output_type == "error" for output in cell.outputs)
    if "raises-exception" in cell.metadata.get("tags", []) and not raised:
        yield f"cell {cell.id}: tagged raises-exception, but it no longer raises"
    if any(output.get("name") == "stderr" for output in cell.outputs):
        yield f"cell {cell.id}: a warning or other text on stderr"
    if re.search(r"^fig, ax = ", cell.source, re.MULTILINE) and not any("image/png" in out.get("data", {}) for out in cell.outputs):
        yield f"cell {cell.id}: draws a figure that does not show"
    text = ANSI.sub("", "\n".join(_texts(cell.outputs)))
    for what, pattern in UNSTABLE.items():
        if found := pattern.search(text):
            yield f"cell {cell.id}: the stored output has {what} ({found.group()}), which differs from run to run"


def _texts(outputs: list[NotebookNode]) -> Iterator[str]:
    for output in outputs:
        yield output.get("text", "")
        yield "\n".join([output.get("evalue", ""), *output.get("traceback", [])])
        yield from (str(data) for kind, data in output.get("data", {}).items() if kind not in ("image/png", "image/jpeg"))


def _release_problems(notebook: NotebookNode, key: NotebookNode | None) -> Iterator[str]:
    for cell in notebook.cells:
        if cell.get("outputs") or cell.get("execution_count"):
            yield f"cell {cell.id}: has an output; a learner's copy starts clean"
    if MARKER.search(nbformat.writes(notebook)):
        yield "a solution or hidden-check marker reached the learner's copy"
    if "jupytext" in notebook.metadata:
        yield "jupytext metadata, with which jupytext --sync would bring the answers back"
    if key is not None:
        yield from _leaks(notebook, key)


def _leaks(notebook: NotebookNode, key: NotebookNode) -> Iterator[str]:
    """Lines of the key's solutions and hidden checks that the learner's copy holds anywhere, metadata included."""
    everything = nbformat.writes(notebook)
    visible_checks = "\n".join(REGION.sub("", cell.source) for cell in key.cells if cell.metadata.get("nbgrader", {}).get("grade"))
    for cell in key.cells:
        for line in "\n".join(REGION.findall(cell.source)).splitlines():
            secret = line.strip()
            if len(secret) >= 12 and secret not in visible_checks and _json(secret) in everything:
                yield f"an answer or hidden check of cell {cell.id}: {secret}"


def _json(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)[1:-1]
