"""Everything that a run leaves in its folder for people to read."""

from pathlib import Path

from .session import Session, Wish


def write_all(session: Session, wish: Wish) -> list[Path]:
    """Write feedback, tables for LMSs and the class report; return what an instructor should open, in that order."""
    return []
