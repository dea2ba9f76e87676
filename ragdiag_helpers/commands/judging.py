"""What report and gate share: where the records come from, which judge is asked, and what it costs before it is asked."""

import argparse
import sys
import time

from ..audit import Audit, audit
from ..corpus import load_corpus
from ..docent import Docent
from ..golden import load_golden, load_labels
from ..judges import get_judge
from ..records import Record, load_records

NOT_JUDGED = 2


def add_judge_arguments(command: argparse.ArgumentParser) -> None:
    """Add what chooses the records and the judge."""
    command.add_argument("records", nargs="?", metavar="RECORDS.jsonl", help="records of your RAG (default: Docent over the bundled golden set)")
    command.add_argument("--judge", choices=("offline", "replay", "claude"), default="offline", help="who judges (default: %(default)s)")
    command.add_argument("--labels", metavar="LABELS.jsonl", default="judge_labels", help="labels that the judge is measured on (default: the bundled ones)")
    command.add_argument("--yes", action="store_true", help="run a judge that costs money without asking")


def chosen_records(chosen: argparse.Namespace) -> list[Record]:
    """The records of the named file, or Docent's answers to the bundled golden set. Raises DataError."""
    if chosen.records:
        return load_records(chosen.records)
    return Docent(load_corpus()).run(load_golden())


def chosen_audit(chosen: argparse.Namespace) -> Audit:
    """Audit the chosen records by the chosen judge, with a progress bar on a terminal and plain lines elsewhere."""
    records, judge = chosen_records(chosen), get_judge(chosen.judge)
    return audit(records, judge, labels=load_labels(chosen.labels), progress=progress("records"))


def progress(what: str):
    """Return a function that is told (done, of how many): a bar on a terminal, a line every ten seconds elsewhere, on stderr."""
    last, terminal = [time.monotonic()], sys.stderr.isatty()

    def told(done: int, of: int) -> None:
        now, ended = time.monotonic(), done == of
        if terminal and (ended or now - last[0] > 0.1):
            filled = 30 * done // of
            print(f"\r{'#' * filled}{'.' * (30 - filled)} {done} of {of} {what}", end="\n" * ended, file=sys.stderr, flush=True)
        elif not terminal and now - last[0] > 10:
            print(f"{done} of {of} {what}", file=sys.stderr, flush=True)
        else:
            return
        last[0] = now

    return told
