"""Make a submission gradable: read it whatever its state, put back what was deleted, edited, retyped or copied, and say so."""

import json
import re
from collections import Counter
from dataclasses import dataclass, field

import nbformat
from nbformat import NotebookNode
from nbformat.corpus.words import generate_corpus_id
from nbformat.v4 import new_notebook

from .key import Key

LARGEST = 20 * 2**20  # bytes of a notebook file
MOST_CELLS = 3000
STANDS_IN = re.compile(r"#.*|raise NotImplementedError(\(\))?|YOUR ANSWER HERE|\*Write here, in place of this line\.\*")


class Ungradable(ValueError):
    """There is nothing to grade in this file; the message says why, in words for the student and the instructor."""


@dataclass
class Prepared:
    """A notebook to be run: the student's cells, the key's checks; what was repaired, and what somebody should look at."""

    notebook: NotebookNode
    repairs: list[str] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)
    answered: dict[str, bool] = field(default_factory=dict)  # exercise -> whether anything was written there


def new_cell(kind: str, source: str) -> NotebookNode:
    """A cell, not validated one by one as nbformat's own makers do: there are hundreds in each submission."""
    parts = {"outputs": [], "execution_count": None} if kind == "code" else {}
    return nbformat.from_dict({"id": generate_corpus_id(), "cell_type": kind, "metadata": {}, "source": source, **parts})


def prepare(data: bytes, key: Key) -> Prepared:
    """Read and mend one submitted file. Raises Ungradable."""
    prepared = Prepared(new_notebook())
    mine = _by_name(_cells(data), key, prepared)
    if not any(name for _, name in mine):
        raise Ungradable(f"the notebook holds no cell of {key.lesson}; is it another notebook?")
    cells, placed = [], set()
    for cell, name in mine:
        if name is None:
            cells.append(cell)
            continue
        for missing in _missing_before(name, key, placed, {each for _, each in mine if each}):
            cells.append(_restored(missing, None, key, prepared))
            placed.add(missing)
        cells.append(_restored(name, cell, key, prepared))
        placed.add(name)
    for name in key.cells:
        if name not in placed:
            cells.append(_restored(name, None, key, prepared))
    prepared.notebook.cells = _with_ids(cells)
    prepared.notebook.metadata = nbformat.from_dict({"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}})
    return prepared


def _cells(data: bytes) -> list[NotebookNode]:
    """The cells of a notebook file of any version that nbformat knows, however broken the rest of it is."""
    if len(data) > LARGEST:
        raise Ungradable(f"the file has {len(data) / 2**20:.0f} MB; more than {LARGEST // 2**20} MB is not read. Clear its outputs (Kernel > Restart and Clear) and hand it in again")
    if not data.strip():
        raise Ungradable("the file is empty")
    try:
        raw = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as problem:
        raise Ungradable(f"the file is no notebook: its JSON breaks off or is damaged ({type(problem).__name__})") from None
    if not isinstance(raw, dict):
        raise Ungradable("the file is JSON, but no notebook: it holds no cells")
    if isinstance(raw.get("worksheets"), list) or raw.get("nbformat", 4) != 4:
        raw = _upgraded(raw)
    if not isinstance(raw.get("cells"), list):
        raise Ungradable("the file is JSON, but no notebook: it holds no cells")
    if len(raw["cells"]) > MOST_CELLS:
        raise Ungradable(f"the notebook has {len(raw['cells'])} cells; more than {MOST_CELLS} are not run")
    return [cell for each in raw["cells"] if (cell := _cell(each)) is not None]


def _upgraded(raw: dict) -> dict:
    try:
        return json.loads(nbformat.writes(nbformat.convert(nbformat.from_dict(raw), 4)))
    except Exception:
        raise Ungradable(f"the notebook is of format {raw.get('nbformat')!r}, which cannot be read; save it with a current JupyterLab") from None


def _cell(raw: object) -> NotebookNode | None:
    """A clean cell with the submitted source and nbgrader's name; all other metadata and outputs are left behind."""
    if not isinstance(raw, dict):
        return None
    source = raw.get("source", "")
    source = ("".join(map(str, source)) if isinstance(source, list) else str(source)).replace("\r\n", "\n")
    source = source.encode("utf-8", "replace").decode()  # half of a character: no file and no kernel takes it
    cell = new_cell("code" if raw.get("cell_type") == "code" else "markdown", source)
    metadata = raw.get("metadata") if isinstance(raw.get("metadata"), dict) else {}
    grading = metadata.get("nbgrader") if isinstance(metadata.get("nbgrader"), dict) else {}
    name = grading.get("grade_id")
    cell.metadata["was"] = {"name": name if isinstance(name, str) else None, "id": raw.get("id"), "type": raw.get("cell_type")}
    return cell


def _by_name(cells: list[NotebookNode], key: Key, prepared: Prepared) -> list[tuple[NotebookNode, str | None]]:
    """Which cell of the key each submitted cell is. Names count, then cell ids, which survive a loss of metadata; a second copy of a name is none."""
    named = [_name(cell, key) for cell in cells]
    counts = Counter(name for name in named if name)
    chosen = {name: _the_one(name, [cell for cell, each in zip(cells, named) if each == name], key, prepared) for name in counts}
    out = []
    for cell, name in zip(cells, named):
        if name is None or cell is chosen[name]:
            out.append((cell, name))
        elif not key.cells[name].metadata.nbgrader.locked:  # a second answer runs as an ordinary cell, where it stood
            out.append((cell, None))
    return out


def _name(cell: NotebookNode, key: Key) -> str | None:
    was = cell.metadata.was
    if was.name in key.cells:
        return was.name
    by_id = {each.id: name for name, each in key.cells.items()}
    return by_id.get(was.id) if was.name is None and isinstance(was.id, str) else None


def _the_one(name: str, copies: list[NotebookNode], key: Key, prepared: Prepared) -> NotebookNode:
    if len(copies) == 1:
        return copies[0]
    prepared.repairs.append(f"{name}: {len(copies)} copies of one cell; one was kept")
    if key.cells[name].metadata.nbgrader.locked:
        return copies[0]
    written = [cell for cell in copies if _is_answered(cell.source, name, key)]
    if len(written) > 1 and len({cell.source for cell in written}) > 1:
        prepared.doubts.append(f"{name}: {len(written)} different answers in copies of one cell; the last one was graded")
    return (written or copies)[-1]


def _missing_before(name: str, key: Key, placed: set[str], there: set[str]) -> list[str]:
    """The key's cells that should stand before this one, and stand nowhere in the submission."""
    order = list(key.cells)
    return [each for each in order[: order.index(name)] if each not in placed and each not in there]


def _restored(name: str, cell: NotebookNode | None, key: Key, prepared: Prepared) -> NotebookNode:
    """The cell as it is to be run: the key's source for a check, the student's for an answer; with the key's metadata either way."""
    original = key.cells[name]
    locked = original.metadata.nbgrader.locked
    if cell is None:
        prepared.repairs.append(f"{name}: the {'check' if locked else 'answer cell'} was deleted; it was put back")
        source = original.source if locked else key.released[name]
    else:
        if cell.metadata.was.type != original.cell_type:
            prepared.repairs.append(f"{name}: was turned into a {cell.metadata.was.type} cell; turned back")
        if locked and _plain(cell.source) not in (_plain(key.released[name]), _plain(original.source)):
            prepared.repairs.append(f"{name}: the check was edited; it was put back")
        source = original.source if locked else cell.source
    if not locked:
        prepared.answered[name] = cell is not None and _is_answered(cell.source, name, key)
    new = new_cell("code" if original.cell_type == "code" else "markdown", source)
    new.metadata["nbgrader"] = dict(original.metadata.nbgrader)
    new.id = name
    return new


def _is_answered(source: str, name: str, key: Key) -> bool:
    """Whether anything was written: an empty cell, or the cell as it was handed out, is no answer."""
    return bool(source.strip()) and _written(source) != _written(key.released[name])


def _written(text: str) -> str:
    """A text without comments, blank lines and the lines that stand for an answer."""
    return "\n".join(line for line in _plain(text).splitlines() if line.strip() and not STANDS_IN.fullmatch(line.strip()))


def _plain(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.strip().splitlines())


def _with_ids(cells: list[NotebookNode]) -> list[NotebookNode]:
    """Fresh ids for the student's own cells, so that no id stands twice."""
    for number, cell in enumerate(cells):
        cell.metadata.pop("was", None)
        if "nbgrader" not in cell.metadata:
            cell.id = f"own-{number}"
    return cells
