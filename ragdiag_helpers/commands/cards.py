"""ragdiag cards: all flashcards of the course as a file that Anki imports."""

import argparse
import sys
from pathlib import Path

from ..study import anki

FINE, UNWRITABLE = 0, 2


def add_arguments(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", metavar="FILE.txt", help="where to write them; in Anki: File > Import")
    command.epilog = "Exit code: 0 written, 2 the file cannot be written."


def run(chosen: argparse.Namespace) -> int:
    text = anki()
    try:
        Path(chosen.file).write_text(text, encoding="utf-8")
    except OSError as problem:
        print(f"{chosen.file}: cannot be written ({problem.strerror}); name a file in a folder that exists", file=sys.stderr)
        return UNWRITABLE
    print(f"wrote {sum(not line.startswith('#') for line in text.splitlines())} cards to {chosen.file}")
    return FINE
