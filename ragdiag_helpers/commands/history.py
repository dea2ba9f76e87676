"""ragdiag history: the runs that gate recorded, what changed between them, and their trend."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from ..audit import METRICS
from ..gate.history import History
from ..gate.result import NAME, plain
from ..gate.runs import Run, judge_words
from ..jsonl import DataError
from ..report.blocks import one_line

FINE, UNREADABLE = 0, 2


def add_arguments(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", metavar="FILE.db", help="what ragdiag gate --history wrote")
    metric = "show this metric only; may be repeated (default: in the table all, in the figure four)"
    command.add_argument("--metric", action="append", choices=METRICS, metavar="NAME", help=metric)
    command.add_argument("--plot", metavar="FILE.png", help="draw the trend into this file, and print what it shows")
    command.epilog = "Exit code: 0 shown, 2 the file cannot be read or the figure cannot be written."


def run(chosen: argparse.Namespace) -> int:
    try:
        runs = _runs(chosen.file)
        print("\n".join(table(runs, chosen.metric)), flush=True)
        if chosen.plot:
            print(f"\n{_drawn(runs, chosen.metric, chosen.plot)}\ndrawn into {one_line(chosen.plot, NAME)}")
    except BrokenPipeError:
        raise  # somebody reads the first lines only: the command ragdiag itself deals with it
    except Exception as problem:  # whatever it is, it is no history that was shown
        known = isinstance(problem, (ValueError, OSError, ImportError))
        print(plain(problem if known else f"{type(problem).__name__}: {problem}"), file=sys.stderr)
        return UNREADABLE
    return FINE


def _runs(file: str) -> list[Run]:
    if not Path(file).exists():
        raise DataError(file, 0, None, "check the path; ragdiag gate --history FILE.db makes one", "there is no such file")
    runs = History(file).runs()
    if not runs:
        raise DataError(file, 0, None, "record one with ragdiag gate --history", "it holds no run yet")
    return runs


def table(runs: Sequence[Run], metrics: Sequence[str] | None = None) -> list[str]:
    """The lines of the table: a run a line, with what is not as in the run before."""
    shown = [name for name in metrics or METRICS if metrics or any(run.means[name].n for run in runs)]
    heads = [(name, "") for name in ("run", "time (UTC)", "commit", "judge", "rows")] + [*map(_head, shown), ("gate", ""), ("changed", "")]
    rows = [*zip(*heads), *(_cells(run, before, shown) for run, before in zip(runs, [None, *runs]))]
    widths = [max(len(row[column]) for row in rows) for column in range(len(heads))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows]
    return [line for line in lines if line]


def _head(name: str) -> tuple[str, str]:
    first, _, second = name.partition("_")
    return first, second


def _cells(run: Run, before: Run | None, shown: Sequence[str]) -> tuple[str, ...]:
    values = [run.means[name].value for name in shown]
    means = ["-" if value is None else f"{value:.2f}" for value in values]
    changed = "; ".join(told(run, before)) if before else ""
    judge = judge_words(run.judge, run.judge_fingerprint)
    time, commit_id = run.time[:16].replace("T", " "), commit(run)
    return (str(run.number), *(one_line(each, NAME) for each in (time, commit_id, judge)), str(run.rows), *means, run.status or "-", plain(changed))


def commit(run: Run) -> str:
    """The commit in short, with a "+" where the tree had changes."""
    if not run.commit:
        return "-"
    plain = run.commit.removesuffix("+dirty")
    return plain[:8] + "+" * (plain != run.commit)


def told(run: Run, before: Run) -> list[str]:
    """What changed since the run before, in words: the judge, the data, and each setting with both its values."""
    changes = run.changes(before)
    names = dict.fromkeys([*before.settings, *run.settings])
    both = [(name, before.settings.get(name, "-"), run.settings.get(name, "-")) for name in names]
    return [each for each in changes if each != "settings"] + [
        "{}: {} -> {}".format(*(one_line(str(each), NAME) for each in three)) for three in both if three[1] != three[2]
    ]


def _drawn(runs: Sequence[Run], metrics: Sequence[str] | None, file: str) -> str:
    """Draw the trend into a file and return its alt sentence."""
    if not Path(file).suffix:
        raise ValueError(f"--plot {file}: name a file that ends with .png, .svg or .pdf")
    try:
        from ..figures.history import trend
    except ImportError as problem:
        raise ImportError(f"the figure needs matplotlib: pip install matplotlib ({problem})") from None
    figure, _ = trend(runs, metrics)
    figure.savefig(file, bbox_inches="tight", metadata={"Software": None} if file.lower().endswith(".png") else None)
    return figure.alt
