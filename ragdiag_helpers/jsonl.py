"""The one strict reader of JSON Lines, and the one writer: what every loader of the package stands on.

Read rightly, whatever the suffix of the file: UTF-8 with or without BOM, any line ends, blank lines, any character
inside text, lines of any length. All else is refused with file, line, field and fix; nothing is dropped silently.
"""

import json
import os
import re
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import BinaryIO
from uuid import uuid4

from .json_faults import parse, spread

BOM = "\ufeff"
TRIES = 200  # in a file with more broken lines than this, nobody pretty-printed the rest
UTF8_HOW = (
    "save it again as UTF-8 (Notepad and Excel: Save as, choose UTF-8; PowerShell: add -Encoding utf8; "
    'Python: open(..., encoding="utf-8"))'
)


@dataclass(frozen=True)
class Problem:
    """What is wrong on one line, counted from 1 (0: with the whole file): the field, what was found, what to do."""

    line: int
    field: str | None
    found: str
    fix: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.found}; {self.fix}" if self.line else f"{self.found}; {self.fix}"


class DataError(ValueError):
    """Data that cannot be read rightly: ``file``, ``line`` (0: the whole file), ``field``, ``found`` and ``fix``.

    ``file`` is None where the data never was a file (rows of another tool); ``line`` is the row's number then.
    """

    def __init__(self, file: str | Path | None, line: int, field: str | None, fix: str, found: str = ""):
        self.file, self.line, self.field = None if file is None else Path(file), line, field
        self.fix, self.found = fix, found
        unit = "row" if self.file is None else "line"
        place = [str(self.file.name or self.file)] if self.file is not None else []
        place += [f"{unit} {line}"] if line else []
        super().__init__(f"{', '.join(place) or 'the data'}: {f'{found}; {fix}' if found else fix}")

    @classmethod
    def of(cls, file: str | Path | None, problem: Problem) -> "DataError":
        """The error that says what ``problem`` says about ``file``."""
        return cls(file, problem.line, problem.field, problem.fix, problem.found)


def read_rows(path: str | Path) -> Iterator[tuple[int, dict]]:
    """Yield (line number, object) for each line that is not blank. Raises DataError at the first problem."""
    for line, row in scan_rows(path):
        if isinstance(row, Problem):
            raise DataError.of(path, row)
        yield line, row


def scan_rows(path: str | Path) -> Iterator[tuple[int, dict | Problem]]:
    """Yield (line number, object or what is wrong with it), line by line, to the end of the file.

    Raises DataError (line 0) only for what cannot be read at all: a missing file, a directory, UTF-16, a zip file.
    An object or array spread over several lines is one problem, at its first line.
    """
    lines = [_decode(line, raw) for line, raw in enumerate(_raw_lines(Path(path)), start=1)]
    whole, done, filled = None, 0, False
    for line, text in enumerate(lines, start=1):
        if line <= done or (isinstance(text, str) and not text.strip()):
            continue
        filled, result = True, text if isinstance(text, Problem) else _parsed(line, text)
        if isinstance(result, Problem) and isinstance(text, str) and text.lstrip()[0] in "{[":
            whole = whole or _Whole(lines)
            done, result = whole.spread(line, result)
        yield line, result
    if not filled:
        found = "the file holds only blank lines" if len(lines) > 1 or lines[0] else "the file is empty"
        yield 1, Problem(1, None, found, "write one JSON object a line, or see why the step before wrote nothing")


class _Whole:
    """The file as one text, to see where an object that its first line does not close comes to its end."""

    def __init__(self, lines: list[str | Problem]):
        texts = [text if isinstance(text, str) else "\0" for text in lines]
        self.text, self.starts, self.misses, start = "\n".join(texts), [], 0, 0
        for text in texts:
            self.starts.append(start)
            start += len(text) + 1

    def spread(self, line: int, problem: Problem) -> tuple[int, Problem]:
        """The last line that belongs to the object of ``line``, and the problem that says so if there are several."""
        start = self.starts[line - 1]
        end, found, fix = spread(self.text, start) if self.misses < TRIES else (start, "", "")
        last = line + self.text.count("\n", start, end)
        if last == line:
            self.misses += 1
            return line, problem
        return last, Problem(line, None, f"{found} (lines {line} to {last})", fix)


def _parsed(line: int, text: str) -> dict | Problem:
    row = parse(text)
    return row if isinstance(row, dict) else Problem(line, row.field, row.found, row.fix)


def _raw_lines(path: Path) -> list[bytes]:
    data = _bytes(path)
    for start, what, fix in (
        (rb"\xff\xfe|\xfe\xff|\0[^\0]|[^\0]\0", "UTF-16, as PowerShell's > and Notepad's Unicode write it", UTF8_HOW),
        (rb"PK\x03\x04", "a zip file or an Excel workbook", "export or unpack it, as JSON Lines in UTF-8"),
        (rb"\x1f\x8b", "compressed (gzip)", "unpack it first: gunzip"),
    ):
        if re.match(start, data):
            raise DataError(path, 0, None, fix, f"the file is not UTF-8 text but {what}")
    return re.split(rb"\r\n|\r|\n", data)


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        raise DataError(path, 0, None, _near_files(path), "there is no such file") from None
    except (IsADirectoryError, PermissionError) as problem:
        if path.is_dir():
            files = ", ".join(sorted(each.name for each in path.glob("*.jsonl"))[:5])
            fix = f"name a file in it{f', for example {files}' if files else ''}"
            raise DataError(path, 0, None, fix, "this is a folder, not a file") from None
        raise DataError(path, 0, None, "look at its permissions", f"it cannot be opened ({problem.strerror})") from None
    except (OSError, ValueError) as problem:  # ValueError: a NUL in the path
        raise DataError(path, 0, None, "give the path of a JSONL file", f"it cannot be opened ({problem})") from None


def _near_files(path: Path) -> str:
    if not path.parent.is_dir():
        return f"there is no folder {str(path.parent)!r} either; check the path"
    names = [each.name for each in path.parent.iterdir() if each.is_file()]
    near = get_close_matches(path.name, names, 3) or [name for name in names if Path(name).stem == path.name]
    return f"did you mean {' or '.join(map(repr, near))}?" if near else "check the path and the folder you run in"


def _decode(line: int, raw: bytes) -> str | Problem:
    try:
        return raw.decode("utf-8").removeprefix(BOM)  # files that were glued together carry it inside, too
    except UnicodeDecodeError as problem:
        byte = raw[problem.start : problem.start + 1]
        seen = byte.decode("cp1252", errors="replace")
        found = f"byte 0x{byte.hex().upper()} at column {problem.start + 1} is not UTF-8"
        guess = "" if seen == "\ufffd" else f" (in Windows-1252 it is {seen!r})"
        return Problem(line, None, found + guess, UTF8_HOW)


def write_rows(rows: Iterable[dict], path: str | Path) -> None:
    """Write one JSON object a line, UTF-8 with plain line ends, and only then replace the file at ``path``.

    Whatever interrupts it leaves the old file whole. Raises DataError where the folder does not exist, and what the
    system raises where it cannot be written.
    """
    with replacing(path) as file:
        for row in rows:
            file.write((json.dumps(row, ensure_ascii=False, allow_nan=False) + "\n").encode())


@contextmanager
def replacing(path: str | Path) -> Iterator[BinaryIO]:
    """Yield a file for bytes that takes the place of the one at ``path`` only when all is written. Raises as write_rows does."""
    target = Path(os.path.realpath(path))
    if not target.parent.is_dir():
        raise DataError(path, 0, None, "make it first, or check the path", f"there is no folder {str(target.parent)!r}")
    if target.is_dir():
        raise DataError(path, 0, None, "name a file in it", "this is a folder, not a file")
    draft = target.with_name(f".{target.name}.{uuid4().hex}.tmp")
    try:
        with open(draft, "xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            shutil.copymode(target, draft)
        os.replace(draft, target)
    finally:
        draft.unlink(missing_ok=True)
