"""A lesson as its learners know it: exercises under their sections, the hints, and which check is about what. Nothing hidden comes from here."""

import ast
import html
import re
from dataclasses import dataclass

from .key import CLAIM, HIDDEN, SOLUTION, Key

VISIBLE, MIXED, UNSEEN, WRITTEN = "visible", "mixed", "hidden", "written"
HEADING = re.compile(r"^## +(.+)$", re.MULTILINE)
TITLE = re.compile(r"^# +(.+)$", re.MULTILINE)
LABEL = re.compile(r"\*\*((?:Exercise [\w.]*\w)|Written question)\.?\*\*")
HINT = re.compile(r"<details>\s*<summary>(Hint[^<]*)</summary>(.*?)</details>", re.DOTALL)
TAG = re.compile(r"<[^>]+>")


@dataclass(frozen=True)
class Exercise:
    """One exercise cell or written question: where it stands, its hints, the functions it defines, its checks in order."""

    name: str
    title: str
    section: str
    hints: tuple[str, ...]
    functions: tuple[str, ...]
    written: bool
    checks: tuple[str, ...] = ()


def title(key: Key) -> str:
    """The lesson's own title."""
    told = (TITLE.search(_released(cell)) for cell in key.notebook.cells if cell.cell_type == "markdown")
    return next((found[1].strip() for found in told if found), key.lesson)


def exercises(key: Key) -> list[Exercise]:
    """The exercises and written questions, in order; every check belongs to one (to the last one before it where none is named)."""
    found = _without_checks(key)
    mine: dict[str, list[str]] = {each.name: [] for each in found}
    for name, check in key.checks.items():
        owner = name if check.written else _asked(name, found, key) or check.exercise
        mine.setdefault(owner, []).append(name)
    return [Exercise(each.name, each.title, each.section, each.hints, each.functions, each.written, tuple(mine[each.name])) for each in found]


def kind(name: str, key: Key) -> str:
    """Whether learners see a check: all of it, none of it, a part, or whether it is a written question."""
    if key.checks[name].written:
        return WRITTEN
    if not key.checks[name].hidden:
        return VISIBLE
    code = [line for line in key.released[name].splitlines() if line.strip() and not line.lstrip().startswith("#")]
    return MIXED if code else UNSEEN


def claim(name: str, key: Key) -> str:
    """What a check claims, in words that learners were given: its docstring, else its first comment."""
    source = key.released[name]
    if found := CLAIM.match(source):
        return " ".join(found[1].split())
    comment = next((line.strip("# ") for line in source.splitlines() if line.startswith("#")), "")
    return comment if not key.checks[name].written else ""


def _released(cell) -> str:
    return SOLUTION.sub("", HIDDEN.sub("", cell.source))


def _without_checks(key: Key) -> list[Exercise]:
    found, section, label, said = [], "", "", []
    for cell in key.notebook.cells:
        grading = cell.metadata.get("nbgrader")
        if not grading and cell.cell_type == "markdown":
            text = _released(cell)
            if heading := HEADING.search(text):
                section, label, said = heading[1].strip(), "", []
            label = (LABEL.findall(text) or [label])[-1]
            said.append(text)
        elif grading and grading.solution:
            name, source = grading.grade_id, key.released[grading.grade_id]
            own = name if cell.cell_type == "code" else name.replace("_", " ")
            hints = tuple(_plain(body) for text in said for _, body in HINT.findall(text))
            found.append(Exercise(name, f"{label}: {own}" if label else own, section, hints, _functions(source), bool(grading.grade)))
            said = []
        elif grading:
            said = []
    return found


def _plain(text: str) -> str:
    return " ".join(html.unescape(TAG.sub("", text)).split())


def _functions(source: str) -> tuple[str, ...]:
    return tuple(node.name for node in _nodes(source) if isinstance(node, ast.FunctionDef))


def _asked(name: str, found: list[Exercise], key: Key) -> str:
    """The exercise whose function a check hands to ``expect`` or ``agree``, as learners see it."""
    owners = {function: each.name for each in found for function in each.functions}
    for node in _nodes(key.released[name]):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("expect", "agree") and node.args:
            if isinstance(node.args[0], ast.Name) and node.args[0].id in owners:
                return owners[node.args[0].id]
    return ""


def _nodes(source: str) -> list[ast.AST]:
    try:
        return list(ast.walk(ast.parse(source)))
    except SyntaxError:  # a written question
        return []
