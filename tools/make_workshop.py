"""Build the workshop: python tools/make_workshop.py [FOLDER]. Reads authoring/workshop.toml, solutions/ and notebooks/; writes build/workshop/."""

import sys
from pathlib import Path

from workshop.build import build

ROOT = Path(__file__).resolve().parents[1]

if __name__ == "__main__":
    try:
        build(ROOT, Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build" / "workshop")
    except ValueError as problem:
        sys.exit(f"Not built. {problem}")
