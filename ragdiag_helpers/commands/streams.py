"""Output that decides nothing: a stream that is closed, full or broken loses what is printed, and never the verdict or the report.

For commands whose product is a code or files. Where the output is the product, a failure to write it should be told.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class Unfailing:
    """A text stream that drops what it cannot write; all else is as the stream has it. None for a stream that was closed at the start."""

    def __init__(self, stream: Any):
        self._stream = stream

    @property
    def encoding(self) -> str:
        return getattr(self._stream, "encoding", None) or "utf-8"

    def write(self, text: str) -> int:
        self._attempt("write", text)
        return len(text)

    def flush(self) -> None:
        self._attempt("flush")

    def isatty(self) -> bool:
        try:
            return self._stream is not None and self._stream.isatty()
        except ValueError:  # it is closed
            return False

    def _attempt(self, what: str, *given: str) -> None:
        try:
            if self._stream is not None:
                getattr(self._stream, what)(*given)
        except (OSError, ValueError):  # full or broken; ValueError: closed, or a character that it cannot encode
            self._divert()

    def _divert(self) -> None:
        """Let what is still in the buffer go nowhere: Python would end with a code of its own if it could not write it at its end."""
        try:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self._stream.fileno())
            os.close(nowhere)
        except (OSError, ValueError, AttributeError):  # a stream that is no file
            pass

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


@contextmanager
def unfailing() -> Iterator[None]:
    """Within it, printing to stdout and stderr cannot fail; at its end all is written that can be."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = map(Unfailing, before)
    try:
        yield
    finally:
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        sys.stdout, sys.stderr = before
