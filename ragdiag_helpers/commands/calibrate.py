"""ragdiag calibrate: how far a judge is to be trusted, measured on labels."""

import argparse
import sys

from ..calibration import calibrate
from ..golden import load_labels
from .judging import add_judge_arguments, filled, judged

FINE, NOT_MEASURED = 0, 2


def add_arguments(command: argparse.ArgumentParser) -> None:
    labels = "claim labels: id, context, claim, label (default: the bundled ones)"
    command.add_argument("labels", nargs="?", type=filled, default="judge_labels", metavar="LABELS.jsonl", help=labels)
    add_judge_arguments(command)
    command.epilog = "Exit code: 0 measured, 2 could not be measured: the labels cannot be read, or nobody agreed to the cost."


def run(chosen: argparse.Namespace) -> int:
    try:
        labels = load_labels(chosen.labels)
        print(judged(chosen, lambda judge, told=None: calibrate(judge, labels, chosen.labels)))
    except (ValueError, OSError) as problem:
        print(problem, file=sys.stderr)
        return NOT_MEASURED
    return FINE
