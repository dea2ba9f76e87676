"""What was graded before: one file a student, so that a second run does only what changed, and an interrupted one goes on."""

import hashlib
import json
from dataclasses import asdict
from pathlib import Path

from .gradebook import folder_of
from .key import Key
from .work import ENGINE, Graded, Settings


class Ledger:
    """The results in ``folder``, each under a hash of all that it depends on: the submitted bytes, the key, the settings, the engine."""

    def __init__(self, folder: Path, key: Key, settings: Settings):
        self.folder = folder
        self.folder.mkdir(parents=True, exist_ok=True)
        self._rest = "\0".join([ENGINE, key.fingerprint, json.dumps(asdict(settings), sort_keys=True)])

    def mark(self, data: bytes) -> str:
        """What a result of these bytes is kept under."""
        return hashlib.sha256(self._rest.encode() + b"\0" + data).hexdigest()

    def find(self, student: str, data: bytes) -> Graded | None:
        """The result of exactly this, if there is one."""
        try:
            stored = json.loads(self._path(student).read_text(encoding="utf-8"))
            return Graded(**stored["graded"]) if stored["mark"] == self.mark(data) else None
        except (OSError, ValueError, KeyError, TypeError):  # none, or a broken one: graded again
            return None

    def keep(self, student: str, data: bytes, graded: Graded) -> None:
        """Store a result; whole or not at all."""
        path = self._path(student)
        draft = path.with_suffix(".part")
        draft.write_text(json.dumps({"mark": self.mark(data), "student": student, "graded": graded.as_dict()}), encoding="utf-8")
        draft.replace(path)

    def merged(self, student: str) -> str:
        """The mark of the result that was last merged into the gradebook."""
        path = self._path(student).with_suffix(".merged")
        return path.read_text(encoding="utf-8") if path.exists() else ""

    def set_merged(self, student: str, mark: str) -> None:
        self._path(student).with_suffix(".merged").write_text(mark, encoding="utf-8")

    def _path(self, student: str) -> Path:
        return self.folder / f"{folder_of(student)}.json"
