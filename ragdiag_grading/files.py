"""Files that are written whole, and only where they changed."""

from pathlib import Path

from ragdiag_helpers.jsonl import replacing


def put(path: Path, data: bytes) -> None:
    """Write ``data`` to ``path``, whose folders are made; a file with these bytes is left as it is, with its time."""
    if path.is_file() and path.read_bytes() == data:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path) as file:
        file.write(data)
