"""ragdiag grade: grade a class. The engine is the package ragdiag_grading, loaded only when it is called."""

import argparse
import sys
from importlib import import_module
from pathlib import Path

NOT_INSTALLED = 'what grading needs is not installed ({}); install it with: python -m pip install "ragdiag-helpers[course]", or make lab in the clone'


def add_arguments(command: argparse.ArgumentParser) -> None:
    command.add_argument("lesson", metavar="LESSON", help="for example 01_precision_recall")
    command.add_argument("submissions", metavar="SUBMISSIONS", type=Path, help="a folder a student, a flat folder, or a zip from Canvas or Moodle")
    command.add_argument("--out", type=Path, default=Path("graded"), metavar="DIR", help="course folder to write (default: %(default)s)")
    command.add_argument("--source", type=Path, default=Path("solutions"), metavar="DIR", help="folder of the answer keys (default: %(default)s)")
    command.add_argument("--roster", type=Path, metavar="FILE.csv", help="the class: id, and if you like first_name, last_name, email, lms_user_id")
    command.add_argument("--workers", type=int, metavar="N", help="worker processes on this machine (default: one a processor)")
    command.add_argument("--scheduler", metavar="ADDRESS", help="a Dask scheduler whose workers grade in place of this machine, as tcp://host:8786")
    command.add_argument("--gradebook", default="", metavar="URL", help="database of nbgrader (default: sqlite, in DIR)")
    command.add_argument("--deadline", metavar="WHEN", help='with its time zone: "2026-12-01 18:00 Europe/Berlin"')
    command.add_argument("--grace", type=float, default=0.0, metavar="MINUTES", help="late by no more than this is in time (default: 0)")
    command.add_argument("--late-penalty", type=float, default=0.0, metavar="SHARE", help="share of the points that each day begun costs, as 0.1")
    command.epilog = (
        "Exit code: 0 every submission is graded; 1 somebody must look (NEEDS-REVIEW, UNGRADABLE, or answers to be graded by hand); "
        "2 nothing was graded: the lesson, the submissions or the roster cannot be read."
    )


def run(chosen: argparse.Namespace) -> int:
    try:
        engine = import_module("ragdiag_grading.command")
    except ImportError as problem:
        print(NOT_INSTALLED.format(problem.name), file=sys.stderr)
        return 2
    return engine.run(chosen)
