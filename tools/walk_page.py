"""Derive docs/your-own-rag.md from itself: run its commands in an empty folder and put what they print under them. Called by the build.

A block ```sh is run line by line. If a block ```text follows, it becomes what these lines print: all of it, or with ```text tail=N the last N
lines. The rest of the page is people's words and stays as it is.
"""

import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
STEP = re.compile(r"```sh\n(?P<commands>.*?)```\n(?P<gap>\s*)(?:```text(?P<info>[^\n]*)\n(?P<told>.*?)```\n)?", re.DOTALL)


def derive_walk_page(source: Path, docs: Path) -> None:
    """Write the page, with what its commands print today, into a folder."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "golden_sets").symlink_to(ROOT / "golden_sets", target_is_directory=True)
        page = STEP.sub(lambda step: _walked(step, Path(folder)), source.read_text(encoding="utf-8"))
    (docs / source.name).write_text(page, encoding="utf-8", newline="\n")


def _walked(step: re.Match, folder: Path) -> str:
    told = "".join(run(line, folder) for line in step["commands"].splitlines())
    shown = f"```sh\n{step['commands']}```\n{step['gap']}"
    if step["told"] is None:
        return shown
    tail = re.search(r"tail=(\d+)", step["info"])
    lines = [line.rstrip() for line in told.strip("\n").splitlines()]
    return shown + f"```text{step['info']}\n" + "\n".join(lines[-int(tail[1]) :] if tail else lines) + "\n```\n"


def run(line: str, folder: Path) -> str:
    """What one command prints. Raises ValueError for one that does not run; the gate's code 1 is its answer."""
    words = shlex.split(line, comments=True)
    programs = {"python": [sys.executable], "ragdiag": [sys.executable, "-m", "ragdiag_helpers.cli"]}
    environment = {**os.environ, "COLUMNS": "100", "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(programs[words[0]] + words[1:], cwd=folder, env=environment, capture_output=True, text=True, encoding="utf-8")
    if done.returncode not in (0, 1) or done.returncode and words[:2] != ["ragdiag", "gate"]:
        raise ValueError(f"docs/your-own-rag.md: {line!r} ends with {done.returncode}: {done.stderr.strip()[-300:]}")
    return done.stdout
