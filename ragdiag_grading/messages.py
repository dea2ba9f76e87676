"""What a failed check would have told the learner, taken only from processes that had seen no hidden check.

A submission's code sees what a hidden check hands to it, and may print it, keep it and raise it later. So the message of a check counts only if no hidden
check had run before it; for the others the notebook is run once more, without the hidden parts. That second run needs files to be confined:
elsewhere the first run could leave something for the second.
"""

import ast
import copy
from collections.abc import Callable, Iterable

from nbformat import NotebookNode

from ragdiag_helpers.checks import ON_PAPER

from . import lesson
from .execute import Ran
from .key import Key

MOST = 1500  # characters of a message
OURS = ("NotRun", "CellTimeoutError", "TooMuchOutput")  # errors that the engine puts there
THINK = "think:"


def messages(ran: Ran, wanted: set[str], key: Key, again: Callable[[NotebookNode], Ran] | None) -> dict[str, str]:
    """The message of each failed check in ``wanted``; "" where its visible part passes. ``again`` runs a notebook; None: it may not.

    A check that is not named has no message that can be shown.
    """
    early, rest = _before_hidden(ran.notebook, wanted, key)
    rest = {name for name in rest if name not in ran.late and name not in ran.flooded and lesson.kind(name, key) != lesson.UNSEEN}
    own = {cell.id for cell in ran.notebook.cells} - set(key.checks)
    if not rest or again is None or ran.died or ran.tampered or own & {*ran.late, *ran.flooded}:
        return early
    second = again(without_hidden(ran.notebook, rest, key))
    told = {cell.id: _message(cell) for cell in second.notebook.cells if cell.id in rest and not (second.died or cell.id in second.late)}
    return early | {name: said for name, said in told.items() if said is not None}


def without_hidden(notebook: NotebookNode, wanted: set[str], key: Key) -> NotebookNode:
    """A copy up to the last of the wanted checks, as learners have them; all other checks are left out."""
    copied, cells = copy.deepcopy(notebook), []
    for cell in copied.cells:
        if cell.id in wanted:
            cell.source = key.released[cell.id]
            cell.metadata.pop("nbgrader", None)  # no canaries here: nothing of this run is scored
        if cell.id not in key.checks or cell.id in wanted:
            cells.append(cell)
    last = max((place for place, cell in enumerate(cells) if cell.id in wanted), default=-1)
    copied.cells = cells[: last + 1]
    return copied


def _before_hidden(notebook: NotebookNode, wanted: set[str], key: Key) -> tuple[dict[str, str], set[str]]:
    found, left = {}, set(wanted)
    for cell in notebook.cells:
        if cell.id in key.checks and key.checks[cell.id].hidden:
            break
        if cell.id in left:
            left.discard(cell.id)
            if (said := _message(cell)) is not None:
                found[cell.id] = said
    return found, left


def _message(cell: NotebookNode) -> str | None:
    """What a check said when it failed; "" if it passed, None for what the engine stopped."""
    errors = [output for output in cell.get("outputs", []) if output.output_type == "error"]
    if not errors:
        return ""
    if any(each.ename in OURS for each in errors):
        return None
    told = errors[0].evalue if errors[0].ename == "CheckFailed" else f"{errors[0].ename}: {errors[0].evalue}"
    return told[:MOST]


def folded(message: str) -> str:
    r"""A message with each of its parts on one line, for a page that breaks lines itself.

    >>> folded("Not yet: f(1)\n  came back:  2\n  think:      one two\n              three")
    'Not yet: f(1)\ncame back: 2\nthink: one two three'
    """
    lines: list[str] = []
    for line in message.splitlines():
        if lines and line.startswith(" " * 14):
            lines[-1] += f" {line.strip()}"
        else:
            lines.append(" ".join(line.split()) if line.startswith("  ") else line)
    return "\n".join(lines)


def misconception(message: str, name: str, key: Key) -> str:
    """The misconception that a check's message names, in the words of the check itself; "" where it names none."""
    last = folded(message).splitlines()[-1:]
    thought = last[0].removeprefix(THINK).strip() if last and last[0].startswith(THINK) else ""
    if not thought or thought == ON_PAPER:
        return ""
    nodes = ast.walk(ast.parse(key.released[name]))
    texts = {" ".join(node.value.split()) for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    return thought if thought in texts else ""


def unwritten(messages: Iterable[str], functions: Iterable[str]) -> bool:
    """Whether all that checks said is that the function still stands as it was handed out.

    >>> unwritten(["Not written yet: share. Put your code ..."], ["share"]), unwritten([], ["share"])
    (True, False)
    """
    starts, told = tuple(f"Not written yet: {each}." for each in functions), list(messages)
    return bool(told) and all(each.startswith(starts) for each in told)
