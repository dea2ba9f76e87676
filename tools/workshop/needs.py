"""What must have run before a step: the cells of its lesson that make the names it reads, found by walking the path as a kernel would.

A lesson is run from top to bottom; the path leaves cells out. So before each section the cells that it needs and that the path has not
run are put together (`preparation`), and for each checkpoint all that somebody needs who begins there with an empty kernel (`checkpoint`).
"""

from collections.abc import Iterable

from .cells import Cell
from .path import Plan, Section, Step

Made = dict[str, tuple[str, int]]  # name -> the cell that made it last


def sources(plan: Plan, cell: Cell) -> dict[str, Cell]:
    """For each name that a cell needs, the cell of its lesson that made it last before."""
    before = [each for each in plan.lessons[cell.lesson] if each.place < cell.place and each.kind not in ("markdown", "check")]
    found = {}
    for name in sorted(cell.names.needs):
        makers = [each for each in before if name in each.names.makes]
        if not makers:
            raise ValueError(f"lesson {cell.lesson}, cell {cell.id}: no cell before it makes {name!r}")
        found[name] = makers[-1]
    return found


def walk(plan: Plan, cells: Iterable[Cell], made: Made) -> list[Cell]:
    """Run cells in thought, on top of what is made. Return the cells that are missing: those that should have made a name and did not."""
    missing = []
    for cell in cells:
        missing += [maker for name, maker in sources(plan, cell).items() if made.get(name) != maker.key]
        made.update(dict.fromkeys(cell.names.makes, cell.key))
    return missing


def completed(plan: Plan, cells: list[Cell], made: Made) -> list[Cell]:
    """The cells to run first so that these cells find every name as in their lesson."""
    first: dict[tuple[str, int], Cell] = {}
    while True:
        in_order = [first[key] for key in sorted(first)]
        missing = [each for each in walk(plan, [*in_order, *cells], dict(made)) if each.key not in first]
        if not missing:
            break
        first.update({each.key: each for each in missing})
    if left := walk(plan, [*in_order, *cells], dict(made)):
        raise ValueError(f"the path runs cells in an order in which {left[0].lesson}, cell {left[0].id}, is overwritten too early")
    return in_order


def preparations(plan: Plan, kept: bool = True) -> dict[str, list[Cell]]:
    """For each step by number, the cells to run quietly before it, because the path left them out; ``kept``: with the steps that may be cut."""
    made, found = {}, {}
    for step in coded(plan.sections, kept):
        found[step.number] = completed(plan, list(step.code_cells), made)
        walk(plan, [*found[step.number], *step.code_cells], made)
    return found


def coded(sections: Iterable[Section], kept: bool = True) -> list[Step]:
    """The steps that run code."""
    return [step for section in sections for step in section.steps if step.code_cells and (kept or not step.cut)]


def check_cuts(plan: Plan, before: dict[str, list[Cell]]) -> None:
    """Raise ValueError where a step needs what a step that may be cut makes."""
    for number, cells in preparations(plan, kept=False).items():
        if extra := [cell for cell in cells if cell not in before[number]]:
            raise ValueError(f"workshop.toml: step {number} needs lesson {extra[0].lesson}, cell {extra[0].id}, which may be cut before it")


def checkpoint(plan: Plan, name: str, before: dict[str, list[Cell]]) -> tuple[list[Cell], list[str]]:
    """What somebody needs who begins at a section with an empty kernel: the cells to run, and the names that the rest of the path reads."""
    start = next(section.number for section in plan.sections if section.name == name)
    coming = [cell for step in coded(plan.sections[start - 1 :]) for cell in (*before[step.number], *step.code_cells)]
    first, wanted, made_later = completed(plan, coming, {}), set(), set()
    for cell in coming:
        wanted |= cell.names.needs - made_later
        made_later |= cell.names.makes
    return first, sorted(wanted)
