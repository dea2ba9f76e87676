"""The report of an audit, for people and for machines: verdict first, then what to fix, then every number with what it rests on.

One structure of sections (``sections``) becomes Markdown and one HTML page; ``json_file`` is for machines.
"""

import os
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from ..audit import Audit
from ..jsonl import replacing
from .facts import Facts, facts
from .html_page import html_page
from .json_file import report_json
from .markdown_file import markdown
from .pictures import PLOTS, Pictures, draw
from .sections import audit_page, report_page
from .verdict import verdict

FILES = ("rag-report.md", "failure_audit.md", "rag-report.json", "rag-report.html", *PLOTS)


def write_report(audit: Audit, out_dir: str | Path, tickets: Sequence[str] = ()) -> list[Path]:
    """Write FILES into a folder, which is made if it is missing, and return their paths; the same audit gives the same bytes.

    Other files there are left alone. No file is replaced before all are written whole, so a disk that fills up leaves the old report. ``tickets`` stand at the end of
    failure_audit.md. Without matplotlib there are no plots: those of an earlier report are removed, and the report says how to get them.
    Raises ValueError for an audit without rows, OSError or DataError where the folder cannot be written.
    """
    found = facts(audit)
    return write_facts(found, out_dir, tickets, draw(found))


def write_facts(found: Facts, out_dir: str | Path, tickets: Sequence[str], drawn: Pictures | None) -> list[Path]:
    """As write_report, for one who has counted the audit and drawn the plots already."""
    made = report_files(found, tickets, drawn)
    folder = Path(out_dir)
    folder.mkdir(parents=True, exist_ok=True)
    with ExitStack() as drafts:  # every draft is whole on the disk before the first file is replaced
        for name, data in made.items():
            file = drafts.enter_context(replacing(folder / name))
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    for name in set(PLOTS) - set(made):
        (folder / name).unlink(missing_ok=True)
    return [folder / name for name in made]


def report_files(found: Facts, tickets: Sequence[str], drawn: Pictures | None) -> dict[str, bytes]:
    """Return the bytes of each file of the report, by name."""
    said = verdict(found)
    page = report_page(found, said, None if drawn is None else {name: alt for name, (_, alt) in drawn.items()})
    pictures = {name: data for name, (data, _) in (drawn or {}).items()}
    return {
        "rag-report.md": markdown(page).encode(),
        "failure_audit.md": markdown(audit_page(found, tickets)).encode(),
        "rag-report.json": report_json(found, said),
        "rag-report.html": html_page(page, pictures).encode(),
        **pictures,
    }
