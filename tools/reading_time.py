"""How long a lesson takes to read and run: 200 words a minute, and 20 seconds a code cell in which its output is looked at.

Exercises, quiz and written questions are not counted: lessons say that they take about as long again.

    python tools/reading_time.py 03_faithfulness
"""

import re
import sys
from pathlib import Path

import nbformat
from nbformat import NotebookNode

WORDS_A_MINUTE, CELLS_A_MINUTE = 200, 3
APART = re.compile(r"^## \d+\. (Check yourself|In your own words)", re.MULTILINE)


def minutes(notebook: NotebookNode) -> float:
    """Minutes to read and run a released lesson."""
    total, apart, exercise = 0.0, False, False
    for cell in notebook.cells:
        if re.search(r"^## ", cell.source, re.MULTILINE):
            apart, exercise = bool(APART.search(cell.source)), False
        exercise = exercise or "**Exercise " in cell.source
        if cell.metadata.get("nbgrader", {}).get("grade"):
            exercise = False
        elif not apart and not exercise:
            total += _minutes_of(cell)
    return total


def _minutes_of(cell: NotebookNode) -> float:
    if cell.cell_type == "code":
        return 1 / CELLS_A_MINUTE
    return len(re.sub(r"<details.*?</details>", "", cell.source, flags=re.DOTALL).split()) / WORDS_A_MINUTE


def main() -> None:
    course = Path(__file__).parents[1]
    for name in sys.argv[1:] or sorted(path.name for path in (course / "notebooks").iterdir() if path.is_dir()):
        print(f"{name}: {minutes(nbformat.read(course / 'notebooks' / name / f'{name}.ipynb', as_version=4)):.0f} minutes to read and run")


if __name__ == "__main__":
    main()
