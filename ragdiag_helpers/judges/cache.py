"""Replies of a live judge on disk, one small file a request, so that nothing is paid twice and a run can be played again.

A file holds one row as in ``replies/``: the request with its prompt and model, the reply, and where it came from. It never holds a key. A
file that is broken, half written or edited is a miss, not an error.
"""

import os
import sys
import warnings
from collections.abc import Iterable
from dataclasses import asdict
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from ..json_faults import parse
from ..jsonl import write_rows
from ..replies import REPLY_SHAPE, Reply, request_key
from ..shapes import check_items
from .asking import Request

RECORDED = "recorded live"


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
            write_rows([asdict(reply)], file)
        except (OSError, ValueError) as problem:
            if not self._warned and not file.is_file():  # on Windows another process may be reading it
                self._warned = True
                what = getattr(problem, "strerror", None) or type(problem).__name__
                warnings.warn(f"replies cannot be kept in {str(self.folder)!r} ({what}); set RAGDIAG_CACHE to another folder", stacklevel=2)


def _name(key: str, run: int) -> str:
    return f"{key}-{run}.json"


def _read(file: Path) -> Reply | None:
    try:
        row = parse(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    if not isinstance(row, dict):
        return None
    (checked,) = check_items([(1, row)], REPLY_SHAPE)
    return None if checked.problems else checked.item
