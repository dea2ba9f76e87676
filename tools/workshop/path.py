"""The path of the workshop: authoring/workshop.toml read, and every name in it looked up in the lessons.

A section takes steps from one lesson. A step points at a cell by its name (exercise, prediction or cell id) or by words that stand in one cell
only under the section's headings. What points nowhere, or at two cells, is an error that says so: nothing of a lesson is copied into the path.
"""

import tomllib
from dataclasses import dataclass
from pathlib import Path

from .cells import Cell, load_lesson

KINDS = {"show": "markdown", "run": "code", "type": "code", "predict": "prediction", "exercise": "exercise", "live": "live", "do": ""}
OPTIONS = ("say", "cut", "slide", "title", "words")
STEP_WORDS = {*KINDS, *OPTIONS}
SECTION_WORDS = {"name", "title", "lesson", "headings", "minutes", "say", "ask", "late", "steps"}


@dataclass(frozen=True)
class Step:
    """One thing that happens in the room. ``cells``: what it stands for in the lesson; the last is the one that is run."""

    number: str
    kind: str
    cells: tuple[Cell, ...] = ()
    say: str = ""
    cut: int = 0
    slide: str = ""
    title: str = ""
    words: str = ""
    told: str = ""
    checks: tuple[Cell, ...] = ()

    @property
    def cell(self) -> Cell:
        return self.cells[-1]

    @property
    def code_cells(self) -> tuple[Cell, ...]:
        return tuple(each for each in self.cells if each.kind not in ("markdown", "check"))

    @property
    def caption(self) -> str:
        """The paragraph of the lesson that leads to it; of a step without code what is to be done."""
        return self.told or self.words or ("" if self.kind == "show" else self.cells[0].caption.removeprefix("**Live.** "))


@dataclass(frozen=True)
class Section:
    """A stretch of the path; its name is the name of the checkpoint at its beginning. ``begins`` and ``ends`` are minutes from the start."""

    number: int
    name: str
    title: str
    begins: int
    ends: int
    say: str
    lesson: str = ""
    headings: tuple[str, ...] = ()
    ask: tuple[tuple[str, str], ...] = ()
    late: tuple[str, int] = ("", 0)
    steps: tuple[Step, ...] = ()

    @property
    def minutes(self) -> int:
        return self.ends - self.begins

    @property
    def cuts(self) -> list[tuple[str, int]]:
        """What to leave out when late, each with the minutes that it gives back."""
        return [(f"Leave out {step.number}, {step.title}.", step.cut) for step in self.steps if step.cut] + [self.late] * bool(self.late[0])


@dataclass(frozen=True)
class Plan:
    title: str
    minutes: int
    sections: tuple[Section, ...]
    lessons: dict[str, list[Cell]]


def load_path(course: Path, file: Path | None = None) -> Plan:
    """Read the path and resolve it against the lessons of a course folder. Raises ValueError for whatever does not match."""
    data = tomllib.loads((file or course / "authoring" / "workshop.toml").read_text(encoding="utf-8"))
    lessons = {name: load_lesson(course, name) for name in dict.fromkeys(each["lesson"] for each in data["section"] if "lesson" in each)}
    sections, at = [], 0
    for number, raw in enumerate(data["section"], start=1):
        sections.append(_section(number, raw, at, lessons))
        at = sections[-1].ends
    if at != data["minutes"]:
        raise ValueError(f"workshop.toml: the sections take {at} minutes together, and the path has {data['minutes']}")
    if len({each.name for each in sections}) < len(sections):
        raise ValueError("workshop.toml: two sections have the same name; checkpoints need names of their own")
    return Plan(data["title"], at, tuple(sections), lessons)


def _section(number: int, raw: dict, begins: int, lessons: dict[str, list[Cell]]) -> Section:
    where = f"workshop.toml, section {raw.get('name', number)!r}"
    if unknown := raw.keys() - SECTION_WORDS:
        raise ValueError(f"{where}: unknown words {', '.join(sorted(unknown))}; known: {', '.join(sorted(SECTION_WORDS))}")
    headings, cells = tuple(raw.get("headings", ())), lessons.get(raw.get("lesson"), [])
    known = list(dict.fromkeys(cell.heading for cell in cells if cell.heading))
    for heading in headings:
        if heading not in known:
            raise ValueError(f"{where}: lesson {raw['lesson']} has no heading {heading!r}; it has {'; '.join(known)}")
    offered = [cell for cell in cells if cell.heading in headings]
    steps = tuple(_step(f"{number}.{count}", each, offered, where) for count, each in enumerate(raw.get("steps", ()), start=1))
    places = [step.cell.place for step in steps if step.cells]
    if places != sorted(places):
        raise ValueError(f"{where}: the steps do not stand in the order of the lesson")
    asks, late = tuple((each["q"], each["a"]) for each in raw.get("ask", ())), raw.get("late", {"do": "", "minutes": 0})
    title, lesson, ends = raw.get("title") or headings[0], raw.get("lesson", ""), begins + raw["minutes"]
    return Section(number, raw["name"], title, begins, ends, raw["say"], lesson, headings, asks, (late["do"], late["minutes"]), steps)


def _step(number: str, raw: dict, cells: list[Cell], where: str) -> Step:
    if unknown := raw.keys() - STEP_WORDS:
        raise ValueError(f"{where}: unknown words in a step: {', '.join(sorted(unknown))}; known: {', '.join(sorted(STEP_WORDS))}")
    kinds = [kind for kind in KINDS if kind in raw]
    if len(kinds) != 1:
        raise ValueError(f"{where}: step {number} needs exactly one of {', '.join(KINDS)}")
    kind, pointer = kinds[0], raw[kinds[0]]
    if raw.get("cut") and "title" not in raw:
        raise ValueError(f"{where}: step {number} may be cut, so the sheet needs a title for it")
    rest = {word: raw[word] for word in OPTIONS if word in raw}
    if kind == "do":
        return Step(number, kind, told=pointer, **rest)
    found = find_cell(cells, pointer, KINDS[kind], where)
    following = cells[cells.index(found) + 1 :]
    if kind == "predict":
        return Step(number, kind, (found, following[0]), **rest)
    if kind == "exercise":
        return Step(number, kind, (found,), checks=own_checks(following, pointer), **rest)
    return Step(number, kind, (found,), **rest)


def own_checks(following: list[Cell], name: str) -> tuple[Cell, ...]:
    """The visible checks of an exercise."""
    tests = (f"expect({name},", f"agree({name},", f"agree_everywhere({name},")
    return tuple(cell for cell in following if cell.kind == "check" and any(test in cell.code for test in tests))


def find_cell(cells: list[Cell], pointer: str, kind: str, where: str) -> Cell:
    """The cell of that kind with that id, or the only one that holds these words."""
    of_kind = [cell for cell in cells if cell.kind == kind or kind == "code" and cell.kind == "first"]
    found = [cell for cell in of_kind if cell.id == pointer] or [cell for cell in of_kind if pointer in cell.source]
    if len(found) == 1:
        return found[0]
    offered = "\n".join(f"  {cell.id}  {next(iter(cell.source.strip().splitlines()), '')[:80]}" for cell in of_kind)
    said = "stands in no" if not found else f"stands in {len(found)} cells, it must be one"
    raise ValueError(f"{where}: {pointer!r} {said} {kind} cell under its headings. There are:\n{offered}")
