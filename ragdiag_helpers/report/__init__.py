"""The report of an audit, for people and for machines: verdict first, then what to fix, then every number with what it rests on.

One structure of sections (``sections``) becomes Markdown and one HTML page; ``json_file`` is for machines.
"""

import os
from collections.abc import Sequence
from contextlib import ExitStack
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path

from ..audit import Audit
from ..jsonl import replacing
from .facts import Facts, facts
from .html_page import html_page
from .json_file import report_json
from .markdown_file import markdown
from .sections import audit_page, report_page
from .verdict import verdict

PLOTS = ("rag-report-quadrants.png", "rag-report-tally.png", "rag-report-means.png")
FILES = ("rag-report.md", "failure_audit.md", "rag-report.json", "rag-report.html", *PLOTS)


def write_report(audit: Audit, out_dir: str | Path, tickets: Sequence[str] = ()) -> list[Path]:
    """Write FILES into a folder, which is made if it is missing, and return their paths; the same audit gives the same bytes.

    Other files there are left alone. No file is replaced before all are written whole, so a disk that fills up leaves the old report. ``tickets`` stand at the end of
    failure_audit.md. Without matplotlib there are no plots: those of an earlier report are removed, and the report says how to get them.
    Raises ValueError for an audit without rows, OSError or DataError where the folder cannot be written.
    """
    return write_facts(facts(audit), out_dir, tickets)


def write_facts(found: Facts, out_dir: str | Path, tickets: Sequence[str] = ()) -> list[Path]:
    """As write_report, for one who has counted the audit already."""
    made = report_files(found, tickets)
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


def report_files(found: Facts, tickets: Sequence[str] = ()) -> dict[str, bytes]:
    """Return the bytes of each file of the report, by name."""
    said, drawn = verdict(found), _plots(found)
    page = report_page(found, said, None if drawn is None else {name: alt for name, (_, alt) in drawn.items()})
    pictures = {name: data for name, (data, _) in (drawn or {}).items()}
    return {
        "rag-report.md": markdown(page).encode(),
        "failure_audit.md": markdown(audit_page(found, tickets)).encode(),
        "rag-report.json": report_json(found, said),
        "rag-report.html": html_page(page, pictures).encode(),
        **pictures,
    }


def _plots(found: Facts) -> dict[str, tuple[bytes, str]] | None:
    """PNG bytes and alt sentence of each plot, by file name; None without matplotlib."""
    if find_spec("matplotlib") is None:
        return None
    from ..figures import audit as figures

    drawn = (
        figures.quadrant_plot({row.id: row.evidence for row in found.audit.rows}, found.audit.lines),
        figures.tally_plot(found.tally),
        figures.means_plot(found.means),
    )
    return {name: (_png(fig), fig.alt) for name, (fig, _) in zip(PLOTS, drawn)}


def _png(fig) -> bytes:
    data = BytesIO()
    fig.savefig(data, format="png", dpi=130, bbox_inches="tight", facecolor="white", metadata={"Software": None})
    return data.getvalue()
