"""The look that every figure shares, whatever style a user has set."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import matplotlib
import matplotlib.style

STYLE = Path(__file__).with_name("course.mplstyle")


@contextmanager
def style() -> Iterator[None]:
    """Draw in the style of the course; what a notebook sets while drawing (its interactive mode) stays."""
    with matplotlib.style.context(STYLE, after_reset=True):
        yield
        interactive = matplotlib.is_interactive()
    matplotlib.interactive(interactive)  # the first figure loads a notebook's backend, which sets this; do not undo it
