"""What a kind of row looks like, and the check of many rows: all that is wrong, or the first fault as an error."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple

from .corpus import GOLDEN_SETS
from .fields import Field, finding
from .jsonl import DataError, Problem, scan_rows


@dataclass(frozen=True)
class Shape:
    """What one kind of row looks like: its fields, other names people give them, and how an item is made of it.

    ``rules`` yields (field, found, fix) for what no field shows alone; it sees only items whose fields are right.
    """

    fields: tuple[Field, ...]
    build: Callable[[dict], Any]
    aliases: dict[str, str] = field(default_factory=dict)
    rules: Callable[[Any], Iterable[tuple[str, str, str]]] = lambda item: ()

    @property
    def names(self) -> list[str]:
        return [each.name for each in self.fields]


class Checked(NamedTuple):
    """One row: its line, its problems and, where there are none, the item."""

    line: int
    item: Any
    problems: list[Problem]


def load_bundled(name_or_path: str | Path, shape: Shape) -> list[Any]:
    """Return every item of a file that travels with the package, by its name, or of your own, by its path."""
    return load_items(bundled_path(name_or_path), shape)


def bundled_path(name_or_path: str | Path) -> Path:
    """The path of a bundled file or of your own; a bare name means the bundled one if there is one."""
    path = Path(name_or_path)
    if isinstance(name_or_path, Path) or path.suffix:
        return path
    bundled = GOLDEN_SETS / f"{path.as_posix()}.jsonl"
    if bundled.exists() or path.exists() or len(path.parts) != 1:
        return bundled if bundled.exists() else path
    names = ", ".join(sorted(each.stem for each in GOLDEN_SETS.glob("*.jsonl")))
    raise DataError(path, 0, None, f"give a path, or one of the bundled files: {names}", "there is no such file")


def load_items(path: str | Path, shape: Shape) -> list[Any]:
    """Return every item of a file, in order. Raises DataError at the first problem."""
    return first_fault(path, check_items(scan_rows(path), shape))


def first_fault(file: str | Path | None, rows: Iterable[Checked]) -> list[Any]:
    """Return the items of checked rows. Raises DataError at the first problem."""
    items = []
    for row in rows:
        if row.problems:
            raise DataError.of(file, row.problems[0])
        items.append(row.item)
    return items


def check_items(rows: Iterable[tuple[int, dict | Problem]], shape: Shape, unit: str = "line") -> Iterator[Checked]:
    """Check row after row and never stop at a wrong one; ``unit`` is what the messages call a row."""
    seen: dict[str, int] = {}
    for line, row in rows:
        if isinstance(row, Problem):
            yield Checked(line, None, [row])
            continue
        problems, item = check_row(line, row, shape), None
        if not problems:
            item = shape.build(row)
            problems = [Problem(line, *each) for each in shape.rules(item)]
        name = row.get("id")
        if isinstance(name, str) and seen.setdefault(name, line) != line:
            found = f"the id {name!r} stands on {unit} {seen[name]} already"
            problems.append(Problem(line, "id", found, "ids must differ; give this one another id, or delete the copy"))
        yield Checked(line, None if problems else item, problems)


def check_row(line: int, row: dict, shape: Shape) -> list[Problem]:
    """Return what is wrong with the fields of one row: unknown and missing ones first, then what they hold."""
    strangers = {name: _meant(name, shape) for name in row if name not in shape.names}
    problems = [_stranger(line, name, meant, row, shape) for name, meant in strangers.items()]
    for each in shape.fields:
        if each.name not in row:
            if each.required and each.name not in strangers.values():
                fix = f"add it; every row needs {', '.join(each.name for each in shape.fields if each.required)}"
                problems.append(Problem(line, each.name, f"the field {each.name!r} is missing", fix))
        elif wrong := finding(each, row[each.name]):
            problems.append(Problem(line, each.name, f"{each.name!r} {wrong[0]}", wrong[1]))
    return problems


def _meant(name: str, shape: Shape) -> str | None:
    plain = str(name).strip().lower().replace("-", "_").replace(" ", "_")
    near = get_close_matches(plain, [*shape.names, *shape.aliases], 1, 0.75)
    return shape.aliases.get(near[0], near[0]) if near else None


def _stranger(line: int, name: str, meant: str | None, row: dict, shape: Shape) -> Problem:
    if meant and meant in row:
        fix = f"{meant!r} is there already: delete one of the two"
    else:
        fix = f"did you mean {meant!r}?" if meant else f"delete it; the fields are {', '.join(shape.names)}"
    return Problem(line, name, f"{name!r} is not a field", fix)
