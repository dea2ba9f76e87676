"""The file that `make workshop` writes beside the notebooks: sections with their minutes and cuts, and the state at each checkpoint.

It lies beside the notebooks and not in the package, because it is derived from the lessons: a packed copy could be older than the
notebooks it is used with.
"""

import json
from pathlib import Path
from typing import Any

FILE = "workshop.json"


def load_plan(start: Path | None = None) -> dict[str, Any]:
    """Read the file from the folder of the notebook, or from build/workshop of the course above it.

    Raises FileNotFoundError, with what to do, where there is none.
    """
    here = (start or Path.cwd()).resolve()
    for folder in (here, *here.parents):
        for path in (folder / FILE, folder / "build" / "workshop" / FILE):
            if path.is_file():
                return json.loads(path.read_text(encoding="utf-8"))
    said = f"{FILE} is not here. It belongs beside the workshop's notebooks: copy it there, or run `make workshop` in the course folder."
    raise FileNotFoundError(said)
