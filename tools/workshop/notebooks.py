"""The presenter's and the participants' notebook: the same numbers, the same cells, and what differs between the two rooms."""

import hashlib
import re
from html import escape

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from .cells import Cell
from .outputs import shown
from .path import Plan, Section, Step

DO = {"run": "Run", "type": "Type", "predict": "Predict", "exercise": "Exercise", "live": "Live", "show": "Look", "do": "Do"}
HELPERS = re.compile(r"from ragdiag_helpers\.judges\.live import live\b")
ALONG = "# Type along with the presenter, then press Shift + Enter.\n"
NOTES = "*My notes:*"


def presenter(plan: Plan, before: dict[str, list[Cell]]) -> nbformat.NotebookNode:
    """The notebook on the projector. Notes and expected outputs are folded, and what is typed live is blank."""
    first = f"# {plan.title}\n\n**{plan.minutes} minutes.** Run the next cell first: it makes the letters large. Ctrl + B hides the list of files."
    cells = [new_markdown_cell(first), large(), clock_cell()]
    for section in plan.sections:
        cells += [new_markdown_cell(heading(section) + notes(section)), *[catch_up_cell(section)] * bool(section.lesson)]
        for step in section.steps:
            cells += quiet(step, before)
            cells += [new_markdown_cell(label(step, presenting=True)), *code_of(step, presenting=True), *expected(step)]
    return numbered(cells)


def participant(plan: Plan, before: dict[str, list[Cell]]) -> nbformat.NotebookNode:
    """The notebook of somebody in the room: the questions in the lesson's words, check cells, room for notes, and the way back in."""
    first = f"# {plan.title}\n\n**{plan.minutes} minutes.** No API key, no network. The numbers are those on the screen in front."
    cells = [new_markdown_cell(first)]
    for section in plan.sections:
        cells += [new_markdown_cell(heading(section)), *[catch_up_cell(section)] * bool(section.lesson)]
        for step in section.steps:
            if step.kind != "do":
                cells += [*quiet(step, before), new_markdown_cell(label(step)), *code_of(step, presenting=False)]
        cells.append(new_markdown_cell(NOTES))
    return numbered(cells)


def heading(section: Section) -> str:
    lesson = f" Lesson {int(section.lesson[:2])}." if section.lesson else ""
    return f"## {section.number}. {section.title}\n\nMinute {section.begins} to {section.ends}.{lesson}"


def notes(section: Section) -> str:
    asks = "".join(f"<dt>{escape(asked)}</dt><dd>{escape(answer)}</dd>" for asked, answer in section.ask)
    cuts = "".join(f"<li>{escape(cut)}: {minutes} min</li>" for cut, minutes in section.cuts)
    parts = [escape(section.say), f"<p>They will ask:</p><dl>{asks}</dl>" if asks else "", f"<p>Late?</p><ul>{cuts}</ul>" if cuts else ""]
    return f"\n\n{fold('Notes', ''.join(parts))}"


def fold(head: str, body: str) -> str:
    return f"<details><summary>{escape(head)}</summary>{body}</details>"


def label(step: Step, presenting: bool = False) -> str:
    """The number, what is done, and the lesson's own words for it: all of them where the room has something to answer."""
    words = step.caption
    if step.kind == "show":
        words = step.cell.source
    elif step.kind in ("predict", "exercise"):
        words = "\n\n".join(step.cells[0].words if step.kind == "exercise" and not presenting else question(step))
    note = f"\n\n{fold('Notes', escape(step.say))}" if presenting and step.say else ""
    return f"**{step.number} {DO[step.kind]}.** {chr(10) * 2 if words.startswith(('|', '-')) else ''}{words}{note}"


def question(step: Step) -> list[str]:
    """The last paragraphs before a prediction or an exercise: the question, with its options, and a small table it speaks of."""
    blocks = step.cells[0].paragraphs
    asks = re.compile(r"guess|Commit to|Try it on|What (will|happens)|Which one")
    at = next((place for place, block in enumerate(blocks) if asks.search(block)), len(blocks) - 1)
    return blocks[max(0, at - (at > 0 and blocks[at - 1].startswith("|"))) :]


def code_of(step: Step, presenting: bool) -> list[nbformat.NotebookNode]:
    """The code cells of a step. Cells that are typed live are blank; an exercise is as it is released, and its checks are folded."""
    if step.kind in ("show", "do"):
        return []
    if step.kind == "exercise":
        return [code(step.cell.released, step, "exercise"), *(check_cell(check, step) for check in step.checks)]
    if step.kind == "predict":
        return [code(step.cells[0].source, step, "prediction"), code(step.cell.code, step, "run")]
    if step.kind == "type":
        return [code("" if presenting else ALONG, step, "type")]
    return [code(HELPERS.sub("from ragdiag_helpers.workshop import live", step.cell.code), step, step.kind)]


def code(source: str, step: Step, role: str) -> nbformat.NotebookNode:
    metadata = {"workshop": {"step": step.number, "role": role}}
    if role == "run" and ("stepper(" in source or step.cell.kind == "first"):
        metadata["jupyter"] = {"source_hidden": True}
    return new_code_cell(source, metadata=metadata)


def check_cell(check: Cell, step: Step) -> nbformat.NotebookNode:
    cell = code(check.released, step, "check")
    cell.metadata.update(jupyter={"source_hidden": True}, tags=["raises-exception"])
    return cell


def quiet(step: Step, before: dict[str, list[Cell]]) -> list[nbformat.NotebookNode]:
    """One folded cell with what the path left out and the step needs."""
    sources = [cell.code for cell in before.get(step.number, ())]
    if not sources:
        return []
    cell = code("\n\n".join(["%%capture\n# Of the lesson, for the next step; nothing to see here.", *sources]), step, "quiet")
    cell.metadata["jupyter"] = {"source_hidden": True}
    return [cell]


def catch_up_cell(section: Section) -> nbformat.NotebookNode:
    source = "# Fell behind, or restarted the kernel? Take the # of the next line away and run it.\n"
    call = f'# from ragdiag_helpers.workshop import catch_up; catch_up("{section.name}")'
    return new_code_cell(source + call, metadata={"workshop": {"section": section.name, "role": "catch up"}})


def large() -> nbformat.NotebookNode:
    return new_code_cell("from ragdiag_helpers.workshop import large\n\nlarge()", metadata={"workshop": {"role": "large"}})


def clock_cell() -> nbformat.NotebookNode:
    source = "# A clock with the next cut: set the time at which you begin, take the # of the next line away and run it.\n"
    return new_code_cell(source + '# from ragdiag_helpers.workshop import clock; clock("13:30")', metadata={"workshop": {"role": "clock"}})


def expected(step: Step) -> list[nbformat.NotebookNode]:
    """What the step should show, folded."""
    if step.kind in ("show", "do", "exercise") or not (step.cell.text or step.cell.pictures):
        return []
    return [new_markdown_cell(fold(f"{step.number}: what should come", shown(step.cell)))]


def numbered(cells: list[nbformat.NotebookNode]) -> nbformat.NotebookNode:
    """A notebook of these cells, with ids that are the same on every build."""
    joined = []
    for cell in cells:  # what is read in one go is one cell: fewer keys to press between two lines of code
        if joined and joined[-1].cell_type == cell.cell_type == "markdown" and not cell.source.startswith("## "):
            joined[-1].source += f"\n\n{cell.source}"
        else:
            joined.append(cell)
    for number, cell in enumerate(joined, start=1):
        cell.id = f"w{number:03}"
    notebook = new_notebook(cells=joined)
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    notebook.metadata = {"kernelspec": kernel, "language_info": {"name": "python"}, "workshop": {"built": fingerprint(joined)}}
    nbformat.validate(notebook)
    return notebook


def fingerprint(cells: list[nbformat.NotebookNode]) -> str:
    """What a notebook said when it was built: so that a later build can tell whether somebody wrote in it."""
    return hashlib.sha256("\0".join(cell.source for cell in cells).encode()).hexdigest()[:16]
