"""ragdiag validate: what is wrong with a JSONL file, line by line."""

import argparse
import sys

from ..jsonl import DataError
from ..validate import FILE_KINDS, validate

FINE, FAULTY, UNREADABLE = 0, 1, 2
SHOWN = 200  # problems; who has more of them has one cause


def add_arguments(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", metavar="FILE.jsonl", help="golden items, records, labels or replies, one JSON object a line")
    command.add_argument("--kind", choices=FILE_KINDS, help="what the file holds (default: what its fields say)")
    corpus = "the edition that page ids and quotes of golden items are checked against, or none (default: %(default)s)"
    command.add_argument("--corpus", default="meridian", metavar="EDITION", help=corpus)
    command.epilog = "Exit code: 0 no problem, 1 problems found, 2 the file cannot be read."


def run(chosen: argparse.Namespace) -> int:
    try:
        found = validate(chosen.file, chosen.kind, None if chosen.corpus == "none" else chosen.corpus)
    except DataError as problem:
        print(problem, file=sys.stderr)
        return UNREADABLE
    except ValueError as problem:  # an edition that does not exist
        print(f"--corpus: {problem}, none", file=sys.stderr)
        return UNREADABLE
    if not found.problems:
        print(f"{found.right} item{'s' * (found.right != 1)}, no problem")
        return FINE
    for problem in found.problems[:SHOWN]:
        print(problem)
    if len(found.problems) > SHOWN:
        print(f"... and {len(found.problems) - SHOWN} more: mend these first")
    count, lines = len(found.problems), len({problem.line for problem in found.problems})
    print(f"{count} problem{'s' * (count != 1)} on {lines} line{'s' * (lines != 1)}, {found.right} right; read as {found.kind}")
    return FAULTY
