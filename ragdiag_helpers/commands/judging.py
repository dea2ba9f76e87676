"""What report, gate and calibrate share: which records, which judge, and what it costs before it is asked."""

import argparse
import sys
import time
from collections.abc import Callable
from typing import Any

from ..audit import Audit, audit, failure_docent, failure_record
from ..corpus import load_corpus
from ..docent import Docent
from ..golden import load_golden, load_labels, load_replies
from ..jsonl import read_rows, scan_rows
from ..judges import get_judge
from ..labels import Label, load_failures
from ..records import Record, from_ragas, load_records
from ..verdicts import Judge

FAILURES = "ten_failures"
HOME_LABELS, OTHER_LABELS = "judge_labels", "judge_labels_heldout"


def filled(text: str) -> str:
    """An argument that is not empty: "$RECORDS" of an unset variable must not judge something else."""
    if not text.strip():
        raise argparse.ArgumentTypeError("it is empty; is a variable unset?")
    return text


def add_records_argument(command: argparse.ArgumentParser) -> None:
    """Add what chooses the records."""
    told = f"records of your RAG (default: Docent over the bundled golden set; {FAILURES}: the stored failures of Docent)"
    command.add_argument("records", nargs="?", type=filled, metavar="RECORDS.jsonl", help=told)


def add_judge_arguments(command: argparse.ArgumentParser) -> None:
    """Add what chooses the judge and bounds its cost."""
    add = command.add_argument_group("judge").add_argument
    add("--judge", choices=("offline", "replay", "claude"), default="offline", help="who judges (default: %(default)s)")
    add("--replies", type=filled, metavar="FILE.jsonl", help="replay: play these replies (default: the bundled ones)")
    add("--model", type=filled, help="claude: the model, if not RAGDIAG_MODEL or the default one")
    add("--batch", action="store_true", help="claude: ask in Message Batches, at half the price and within a day")
    add("--save-replies", type=filled, metavar="FILE.jsonl", help="claude: write the recorded replies there, for --judge replay")
    add("--yes", action="store_true", help="claude: go on without asking when told the cost")


def add_labels_argument(command: argparse.ArgumentParser) -> None:
    """Add which labels the judge of a report or a gate is measured on."""
    labels = "claim labels that the judge is measured on, or none (default: bundled ones; for a RAG of yours those of other domains than Meridian)"
    command.add_argument("--labels", type=filled, metavar="LABELS.jsonl", help=labels)


def chosen_records(chosen: argparse.Namespace) -> list[Record]:
    """The records of the named file, Docent's stored failures, or its answers to the bundled golden set. Raises DataError."""
    if chosen.records == FAILURES:
        return [failure_record(each) for each in load_failures(use=None)]
    return read_records(chosen.records) if chosen.records else Docent(load_corpus()).run(load_golden())


def read_records(path: str) -> list[Record]:
    """The records of a file; rows in Ragas' field names are understood too. Raises DataError."""
    _, first = next(scan_rows(path), (0, None))
    if isinstance(first, dict) and "user_input" in first:
        return from_ragas(row for _, row in read_rows(path))
    return load_records(path)


def chosen_audit(chosen: argparse.Namespace) -> Audit:
    """Audit the chosen records by the chosen judge. Raises ValueError (DataError is one) where input or consent is wanting."""
    records = chosen_records(chosen)
    labels = chosen_labels(chosen)
    return judged(chosen, lambda judge, told=None: audit(records, judge, labels=labels, progress=told, source=labels_name(chosen)), len(labels))


def chosen_labels(chosen: argparse.Namespace) -> list[Label]:
    """The named labels; else Meridian's for records of Docent, and the held-out ones of other domains for another RAG."""
    if chosen.labels == "none":
        return []
    return load_labels(labels_name(chosen))


def labels_name(chosen: argparse.Namespace) -> str:
    """The name of the labels, as a report tells it."""
    return chosen.labels or (HOME_LABELS if chosen.records in (None, FAILURES) else OTHER_LABELS)


def chosen_docents(chosen: argparse.Namespace) -> Callable[[str], Docent] | None:
    """The Docent that gave a record, by the record's id; None for the records of another RAG, which cannot be asked again."""
    if chosen.records == FAILURES:
        failures = {each.id: each for each in load_failures(use=None)}
        return lambda id: failure_docent(failures[id])
    docent = None if chosen.records else Docent(load_corpus())
    return None if docent is None else lambda id: docent


def judged(chosen: argparse.Namespace, work: Callable[..., Any], measured: int = 0) -> Any:
    """Do ``work(judge, progress)`` with the chosen judge: a live one is planned first, told with its cost, and asked only with consent."""
    if chosen.judge == "offline":
        return work(get_judge("offline"), progress("records"))
    if chosen.judge == "replay":
        return _replayed(chosen, work)
    from ..judges import ClaudeJudge
    from ..judges.batches import prefetch
    from ..judges.cache import save_recordings

    judge = ClaudeJudge(model=chosen.model)
    consent(judge, work, chosen.yes, chosen.batch, measured)
    if chosen.batch:
        prefetch(judge, work)
    found = work(judge, progress("records"))
    print(f"{judge.name}: {judge.account}", file=sys.stderr)
    if chosen.save_replies:
        save_recordings(judge.recorded(), chosen.save_replies)
    return found


def consent(judge: Any, work: Callable[[Judge], Any], yes: bool, batch: bool, measured: int = 0) -> None:
    """Say what the live run costs, ``measured`` calls of it for labels, and ask; raise ValueError where nobody says yes."""
    from ..judges import PlanningJudge

    plan = PlanningJudge(judge)
    work(plan)
    cost = plan.estimate(batch)
    print(f"live run with {judge.name}: {cost}", file=sys.stderr)
    if measured:
        print(f"up to {measured} of the calls only measure the judge; --labels none leaves them out", file=sys.stderr)
    if not cost.calls:
        return
    judge.check_key()
    if yes or sys.stdin is not None and sys.stdin.isatty() and input("go on? [y/N] ").strip().lower() in ("y", "yes"):
        return
    raise ValueError("nothing was asked: add --yes to go on")


def _replayed(chosen: argparse.Namespace, work: Callable[..., Any]) -> Any:
    """Do the work with stored replies, and say where those that were played came from."""
    from ..judges import ReplayJudge

    stored = ReplayJudge(load_replies(chosen.replies), unknown="unscored") if chosen.replies else None
    judge = stored or get_judge("replay", unknown="unscored")
    found = work(judge, progress("records"))
    if not judge.origins:
        print("replay: not one stored reply is about these texts; record some with --judge claude --save-replies", file=sys.stderr)
    for (origin, source), count in sorted(judge.origins.items()):
        print(f"replay: {count} replies {origin} ({source})", file=sys.stderr)
    return found


def progress(what: str):
    """Return a function that is told (done, of how many): a bar on a terminal, a line every ten seconds elsewhere, on stderr."""
    last, terminal = [time.monotonic()], sys.stderr is not None and sys.stderr.isatty()

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
