"""What every figure shares: its look, whatever style a user has set, and the way its alt sentence is kept."""

import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import matplotlib
import matplotlib.style
from matplotlib.figure import Figure

WIDEST = 96  # characters of a printed line
STYLE = Path(__file__).with_name("course.mplstyle")


@contextmanager
def style() -> Iterator[None]:
    """Draw in the style of the course; what a notebook sets while drawing (its interactive mode) stays."""
    with matplotlib.style.context(STYLE, after_reset=True):
        yield
        interactive = matplotlib.is_interactive()
    matplotlib.interactive(interactive)  # the first figure loads a notebook's backend, which sets this; do not undo it


class Alt(str):
    """An alt sentence: one line wherever it is used (compared, formatted, escaped), and broken between words where it is printed."""

    def __str__(self) -> str:
        return textwrap.fill(self + "", WIDEST, break_long_words=False, break_on_hyphens=False)

    def __format__(self, spec: str) -> str:
        return format(self + "", spec)


def describe(fig: Figure, sentence: str) -> None:
    """Leave the alt sentence of a figure on ``fig.alt``."""
    fig.alt = Alt(sentence)
