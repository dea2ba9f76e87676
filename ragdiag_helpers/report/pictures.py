"""The report's plots as PNG bytes. Matplotlib takes a third of a small report's time, so the command draws beside its other work."""

import os
import signal
import sys
from collections.abc import Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from io import BytesIO
from multiprocessing import get_context
from typing import Any

from ..audit import Mean
from ..diagnosis import Evidence, Lines
from .facts import Facts

PLOTS = ("rag-report-quadrants.png", "rag-report-tally.png", "rag-report-means.png")
Pictures = Mapping[str, tuple[bytes, str]]  # file name -> PNG, alt sentence


@dataclass(frozen=True)
class Subject:
    """What the plots show: little enough to be handed to another process."""

    evidence: Mapping[str, Evidence]
    lines: Lines
    tally: Mapping[str, int]
    means: Mapping[str, Mean]


def draw(found: Facts) -> Pictures | None:
    """PNG bytes and alt sentence of each plot, by file name; None without matplotlib."""
    return None if find_spec("matplotlib") is None else _drawn(_subject(found))


class Easel:
    """Draws in a second process, from ``start`` to ``finish``; in this one where there is one processor or no second process to be had.

    Used as a context, so that no process outlives it.
    """

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._future: Future | None = None

    def __enter__(self) -> "Easel":
        if find_spec("matplotlib") and (os.cpu_count() or 1) > 1 and _can_be_run_again():
            self._pool = ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=_prepare)
            self._try(import_module, "ragdiag_helpers.figures.audit")
        return self

    def __exit__(self, *_: Any) -> None:
        if self._pool:
            self._pool.shutdown(wait=False, cancel_futures=True)

    def start(self, found: Facts) -> None:
        """Begin to draw."""
        self._future = self._try(_drawn, _subject(found))

    def finish(self, found: Facts) -> Pictures | None:
        """The pictures, as ``draw`` gives them."""
        try:
            return draw(found) if self._future is None else self._future.result()
        except (BrokenProcessPool, OSError):
            return draw(found)

    def _try(self, function: Any, *arguments: Any) -> Future | None:
        try:
            return self._pool.submit(function, *arguments) if self._pool else None
        except (BrokenProcessPool, OSError):  # no more processes allowed, no semaphores: some containers
            return None


def _can_be_run_again() -> bool:
    """Whether a second process can load what this one was started from: not so for a script typed into a terminal."""
    return not hasattr(main := sys.modules["__main__"], "__file__") or os.path.exists(main.__file__)


def _prepare() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the first process hears Ctrl-C and says so once


def _subject(found: Facts) -> Subject:
    return Subject({row.id: row.evidence for row in found.audit.rows}, found.audit.lines, found.tally, found.means)


def _drawn(subject: Subject) -> Pictures:
    from ..figures import audit as figures

    drawn = (
        figures.quadrant_plot(subject.evidence, subject.lines),
        figures.tally_plot(subject.tally),
        figures.means_plot(subject.means),
    )
    # The alt sentence as a plain text: its own class would load matplotlib in the process that gets it.
    return {name: (_png(fig), "".join(fig.alt)) for name, (fig, _) in zip(PLOTS, drawn)}


def _png(fig: Any) -> bytes:
    data = BytesIO()
    fig.savefig(data, format="png", dpi=130, bbox_inches="tight", facecolor="white", metadata={"Software": None})
    return data.getvalue()
