"""ragdiag report: diagnose records, show the cases and the verdict, write the report."""

import argparse
import errno
import os
import shutil
import sys
import textwrap
from pathlib import Path

from ..audit import Audit
from ..audit.interventions import Intervention, prove
from ..audit.reviews import apply_reviews
from ..audit.tickets import tickets
from ..judges import get_judge
from ..report import write_facts
from ..report.blocks import counted, one_line, width
from ..report.cases import case_cells
from ..report.facts import Facts, facts
from ..report.pictures import Easel
from ..report.verdict import verdict
from . import judging
from .streams import unfailing

WRITTEN, NOT_WRITTEN = 0, 2
SHOWN = 40  # rows on the terminal: up to so many all of them, else the failures
HEADS = ("case", "recall", "faithful", "relevant", "correct", "diagnosis", "fix owner")  # cases.CASE_COLUMNS, short
FIGURES, LEAST_TELLING = range(1, 5), (6, 4, 3, 2, 1)
PLAIN = str.maketrans({"–": "-", "…": "...", "≤": "<=", "≥": ">=", "×": "x"})  # for a terminal that has no such character


def add_arguments(command: argparse.ArgumentParser) -> None:
    judging.add_records_argument(command)
    command.add_argument("--out", default="rag-report", metavar="DIR", help="folder for the report (default: %(default)s)")
    reviews = 'rows {"id", "reason", "by"} of people who read failures cold: sets these to CHUNKING'
    command.add_argument("--reviews", metavar="FILE.jsonl", help=reviews)
    judging.add_labels_argument(command)
    judging.add_judge_arguments(command)
    command.epilog = "Exit code: 0 the report is written, 2 it is not: the records cannot be read, or the folder not written."


def run(chosen: argparse.Namespace) -> int:
    with unfailing():
        return _run(chosen)


def _run(chosen: argparse.Namespace) -> int:
    try:
        _prepare(Path(chosen.out))  # before a judge is paid for
        with Easel() as easel:
            audit = judging.chosen_audit(chosen)
            audit = _reviewed(audit, chosen.reviews) if chosen.reviews else audit
            found = facts(audit)
            easel.start(found)
            told = tickets(audit, _proofs(chosen, audit))
            paths = write_facts(found, chosen.out, told, easel.finish(found))
    except (ValueError, LookupError) as problem:  # bad data; a judge without its key or its stored reply
        print(one_line(str(problem), 1000), file=sys.stderr)
        return NOT_WRITTEN
    except OSError as problem:
        why = problem.strerror or problem
        print(f"{chosen.out}: the report cannot be written there ({why}); name another folder with --out", file=sys.stderr)
        return NOT_WRITTEN
    _show(found)
    _say("\n".join(["written:", *(f"  {path}" for path in paths)]))
    return WRITTEN


def _proofs(chosen: argparse.Namespace, audit: Audit) -> list[Intervention]:
    """What one change does to each failed row, judged offline; nothing where the RAG cannot be asked again."""
    docents, judge = judging.chosen_docents(chosen), get_judge("offline")
    return [each for row in audit.failures for each in prove(row, docents(row.id), judge, audit.lines)] if docents else []


def _prepare(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    if not os.access(folder, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))


def _reviewed(audit: Audit, path: str) -> Audit:
    audit, problems = apply_reviews(audit, path)
    for problem in problems:
        print(f"{Path(path).name}, {problem}", file=sys.stderr)
    return audit


def _show(found: Facts) -> None:
    """The cases, how many of each class, and the verdict."""
    columns = shutil.get_terminal_size().columns
    every = len(found.audit.rows) <= SHOWN
    rows = list(found.audit.rows) if every else found.failures[:SHOWN]
    if rows:
        _say("\n".join(table([case_cells(row, found.audit.lines) for row in rows], columns)))
    more = 0 if every else len(found.failures) - len(rows)
    tally = ", ".join(f"{count:,} {label}" for label, count in found.tally.items())
    told = f"{counted(len(found.audit.rows), 'row')}: {tally}" + ("" if every else " (shown: the failures)")
    for text in (f"... and {more:,} more failures: they stand in the report" if more else "", told, str(verdict(found))):
        _say(textwrap.fill(one_line(text, 4000), max(20, min(columns, 100) - 1), break_on_hyphens=False) + "\n" * bool(text))


def table(cases: list[tuple[str, ...]], columns: int) -> list[str]:
    """The lines of a table of cases, at most ``columns`` wide where that can be: what does not fit is left out, the least telling first.

    >>> table([("q5", "0.00", "-", "-", "-", "RETRIEVAL-MISS", "search team")], 30)
    ['case  recall  diagnosis', 'q5      0.00  RETRIEVAL-MISS']
    """
    rows = [HEADS, *((one_line(name, 24), *others) for name, *others in cases)]
    widths = [max(width(cell) for cell in column) for column in zip(*rows)]
    kept = list(range(len(HEADS)))
    for place in LEAST_TELLING:
        if sum(widths[each] + 2 for each in kept) - 2 > columns:
            kept.remove(place)
    return ["  ".join(_padded(row[each], widths[each], each in FIGURES) for each in kept).rstrip() for row in rows]


def _padded(cell: str, wanted: int, right: bool) -> str:
    gap = " " * (wanted - width(cell))
    return gap + cell if right else cell + gap


def _say(text: str) -> None:
    """Print, in plain characters where the terminal has no others."""
    try:
        text.encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        text = text.translate(PLAIN)
    print(text)
