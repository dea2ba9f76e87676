"""The command ragdiag. A subcommand is one module of ``commands``, loaded only when it is called."""

import argparse
import gc
import os
import sys
from collections.abc import Sequence
from importlib import import_module

STOPPED, CLOSED = 130, 141  # as a shell counts a command that a signal ended: interrupt, closed pipe
COMMANDS = {
    "report": "diagnose a file of records and write the report",
    "gate": "pass, fail or refuse to judge a file of records, for CI",
    "history": "list and plot the runs that gate recorded",
    "calibrate": "measure a judge against labels",
    "validate": "say what is wrong with a JSONL file, line by line",
    "grade": "grade a class of submissions to a lesson, for instructors",
    "cards": "write all flashcards of the course to a file for Anki",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one subcommand and return its exit code; wrong arguments end with code 2, as argparse has it."""
    gc.set_threshold(50_000, 20, 20)  # a short run that keeps most of what it makes: a sixth of its time went into looking for rubbish
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")  # a terminal that cannot show a character still shows the line
    arguments = list(sys.argv[1:] if arguments is None else arguments)
    chosen = _parser(next((each for each in arguments if each in COMMANDS), None)).parse_args(arguments)
    try:
        return chosen.run(chosen)
    except KeyboardInterrupt:
        print("\nstopped; what a judge answered is kept, run the same command to go on", file=sys.stderr)
        return STOPPED
    except BrokenPipeError:  # somebody reads the first lines only: | head
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return CLOSED


def _parser(called: str | None) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="ragdiag", description="Tell a retrieval failure from a generation failure in a RAG.")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name, about in COMMANDS.items():
        command = commands.add_parser(name, help=about, description=f"{about[0].upper()}{about[1:]}.")
        if name == called:
            module = import_module(f".commands.{name}", __package__)
            module.add_arguments(command)
            command.set_defaults(run=module.run)
    return parser


if __name__ == "__main__":
    raise SystemExit(main())
