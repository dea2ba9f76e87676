"""Replies of a live judge on disk, one small file a request, so that nothing is paid twice and a run can be played again.

A file holds one row as in ``replies/``: the request with its prompt and model, the reply, and where it came from; and a checksum over it.
It never holds a key. A file that is broken, half written, edited or no file at all is a miss, not an error. The checksum guards against
accidents, not against an attacker: who can write into the folder can write a checksum too.
"""

import json
import os
import stat
import sys
import warnings
from collections.abc import Iterable
from dataclasses import asdict
from datetime import datetime, timezone
from pathlib import Path
from typing import Any
from uuid import uuid4

from ..json_faults import parse
from ..jsonl import write_rows
from ..replies import REPLY_SHAPE, Reply, request_key
from ..shapes import check_items
from .asking import Request, short_hash

RECORDED = "recorded live"
LARGEST = 5_000_000  # bytes of a file that is read


def default_folder() -> Path:
    """Where replies are kept: RAGDIAG_CACHE, else ragdiag in the cache folder of this system."""
    if chosen := os.environ.get("RAGDIAG_CACHE"):
        return Path(chosen).expanduser()
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "ragdiag"


def recording(request: Request, reply: Any, run: int, model: str) -> Reply:
    """A reply that a model gave today."""
    day = datetime.now(timezone.utc).date().isoformat()
    return Reply(request_key(request), dict(request), run, reply, RECORDED, f"{model}, {day}")


def recordings(folder: str | Path | None = None) -> list[Reply]:
    """Every good reply in a cache folder, by key and run; ``save_recordings`` writes them where load_replies finds them."""
    files = sorted(Path(folder or default_folder()).glob("*.json"))
    found = [_read(file) for file in files]
    return [reply for file, reply in zip(files, found) if reply and file.name == _name(reply.key, reply.run)]


def save_recordings(replies: Iterable[Reply], path: str | Path) -> None:
    """Write replies as JSON Lines that load_replies reads and ReplayJudge plays. Raises as write_rows does."""
    write_rows([asdict(reply) for reply in replies], path)


class Cache:
    """The replies in one folder, found by request and run. Safe for threads and for several processes.

    The folder is made at the first reply. Where it cannot be written, a warning says so once, and the run goes on unstored.
    """

    def __init__(self, folder: str | Path | None = None):
        self.folder, self._warned = Path(folder or default_folder()), False

    @classmethod
    def of(cls, cache: "Cache | str | Path | bool | None") -> "Cache | None":
        """The cache that an argument means: None or True the default folder, False none, else a folder or a Cache."""
        if cache is None or cache is True:
            return cls()
        return cache or None if isinstance(cache, (Cache, bool)) else cls(cache)

    def find(self, request: Request, run: int = 1) -> Reply | None:
        """The stored reply, or None."""
        key = request_key(request)
        reply = _read(self.folder / _name(key, run))
        return reply if reply and (reply.key, reply.run) == (key, run) else None

    def store(self, reply: Reply) -> None:
        """Keep a reply; the file appears whole or not at all."""
        file = self.folder / _name(reply.key, reply.run)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            row = asdict(reply)
            put(file, row | {"checksum": short_hash(row)})
        except (OSError, ValueError, RecursionError) as problem:
            if not self._warned and not file.is_file():  # on Windows another process may be reading it
                self._warned = True
                what = getattr(problem, "strerror", None) or type(problem).__name__
                warnings.warn(f"replies cannot be kept in {str(self.folder)!r} ({what}); set RAGDIAG_CACHE to another folder", stacklevel=2)


def _name(key: str, run: int) -> str:
    return f"{key}-{run}.json"


def put(file: Path, row: dict) -> None:
    """Write one row in place of what is at ``file``, all or nothing; a link there is replaced, never followed.

    Raises OSError, and ValueError for what JSON or UTF-8 cannot hold.
    """
    text = json.dumps(row, ensure_ascii=False, allow_nan=False) + "\n"
    draft = file.with_name(f".{file.name}.{uuid4().hex}.tmp")
    try:
        with open(draft, "xb") as out:
            out.write(text.encode())
            out.flush()
            os.fsync(out.fileno())
        os.replace(draft, file)
    finally:
        draft.unlink(missing_ok=True)


def take(file: Path) -> dict | None:
    """The one row in a file; None for what is broken, too large, or no file, such as a pipe that would never end."""
    try:
        found = file.stat()
        if not stat.S_ISREG(found.st_mode) or found.st_size > LARGEST:
            return None
        row = parse(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return None
    return row if isinstance(row, dict) else None


def _read(file: Path) -> Reply | None:
    row = take(file) or {}
    checksum = row.pop("checksum", None)
    try:
        if checksum != short_hash(row):
            return None
        (checked,) = check_items([(1, row)], REPLY_SHAPE)
    except (ValueError, TypeError, RecursionError):
        return None
    return None if checked.problems else checked.item
