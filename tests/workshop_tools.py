"""What the tests of the workshop share: the path, and a notebook filled in as a presenter would and run in a kernel."""

from functools import cache
from pathlib import Path

import nbformat
from conftest import ROOT
from nbclient import NotebookClient
from workshop.needs import preparations
from workshop.notebooks import presenter
from workshop.path import Plan, Step, load_path
from workshop.typing import typed


@cache
def the_path() -> Plan:
    return load_path(ROOT)


@cache
def steps_by_number() -> dict[str, Step]:
    return {step.number: step for section in the_path().sections for step in section.steps}


def filled_in(without: set[str] = frozenset()) -> nbformat.NotebookNode:
    """The presenter's notebook with everything typed; the cells of some steps are left out."""
    notebook = presenter(the_path(), preparations(the_path()))
    notebook.cells = [cell for cell in notebook.cells if cell.cell_type == "code" and step_of(cell) not in without]
    for cell in notebook.cells:
        if role_of(cell) in ("type", "exercise"):
            cell.source = typed(steps_by_number()[step_of(cell)])
    return notebook


def step_of(cell: nbformat.NotebookNode) -> str:
    return cell.metadata.get("workshop", {}).get("step", "")


def role_of(cell: nbformat.NotebookNode) -> str:
    return cell.metadata.get("workshop", {}).get("role", "")


def run(notebook: nbformat.NotebookNode, folder: Path) -> None:
    """Run a notebook in a folder; an error stops it, except in a check."""
    client = NotebookClient(notebook, timeout=120, kernel_name="python3", coalesce_streams=True, resources={"metadata": {"path": str(folder)}})
    client.execute()


def printed(cell: nbformat.NotebookNode) -> str:
    return "".join(output.get("text") or text_of(output) for output in cell.outputs).rstrip("\n")


def text_of(output: nbformat.NotebookNode) -> str:
    data = output.get("data", {})
    return "" if "image/png" in data else data.get("text/plain", "") + "\n"
