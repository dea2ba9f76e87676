"""Write everything for the room into one folder. The same bytes on every run."""

import json
from pathlib import Path

import nbformat

from .cells import Cell
from .cue_sheet import cue_sheet
from .needs import check_cuts, checkpoint, preparations
from .notebooks import fingerprint, participant, presenter
from .path import Plan, load_path
from .pictures import pictures
from .slides import slides
from .tally_sheet import predictions, tally_sheet


def build(course: Path, target: Path) -> list[Path]:
    """Build all products of the path and print what was written. Raises ValueError, and writes nothing, where the path and the lessons do
    not match, and where a notebook of an earlier build holds somebody's work."""
    plan = load_path(course)
    before = preparations(plan)
    check_cuts(plan, before)
    known = facts(plan, before)
    files = {
        "presenter.ipynb": nbformat.writes(presenter(plan, before)) + "\n",
        "participant.ipynb": nbformat.writes(participant(plan, before)) + "\n",
        "cue_sheet.html": cue_sheet(plan, known),
        "slides.html": slides(plan, pictures(plan)),
        "tally_sheet.html": tally_sheet(plan),
        "workshop.json": json.dumps(known, indent=1, ensure_ascii=False) + "\n",
    }
    if worked := [name for name in files if name.endswith(".ipynb") and was_worked_in(target / name)]:
        raise ValueError(f"{' and '.join(worked)} in {target.name}/ hold work, and the build would overwrite it. Move them away first.")
    target.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (target / name).write_text(text, encoding="utf-8", newline="\n")
        print(f"written {target.name}/{name}: {len(text.encode()) // 1024} KB")
    steps = [step for section in plan.sections for step in section.steps]
    live = sum(step.kind == "type" for step in steps)
    print(f"{plan.minutes} minutes, {len(plan.sections)} sections, {len(steps)} steps, {live} of them typed live")
    return [target / name for name in files]


def was_worked_in(path: Path) -> bool:
    """True for a built notebook in which somebody wrote or ran something, and for one that cannot be read."""
    if not path.exists():
        return False
    try:
        notebook = nbformat.read(path, as_version=4)
    except Exception:  # nbformat raises many kinds for a file that is no notebook
        return True
    ran = any(cell.get("outputs") or cell.get("execution_count") for cell in notebook.cells)
    return ran or notebook.metadata.get("workshop", {}).get("built") != fingerprint(notebook.cells)


def facts(plan: Plan, before: dict[str, list[Cell]]) -> dict:
    """What the notebook needs while the workshop runs: minutes and cuts for the clock, code and names for catching up."""
    sections = []
    for section in plan.sections:
        cells, names = checkpoint(plan, section.name, before)
        sections.append({
            "name": section.name, "number": section.number, "title": section.title, "begins": section.begins, "ends": section.ends,
            "cuts": [{"what": what, "minutes": minutes} for what, minutes in section.cuts],
            "code": [cell.code for cell in cells], "names": names,
        })
    return {"title": plan.title, "minutes": plan.minutes, "sections": sections, "predictions": predictions(plan)}
