"""Everything that a run leaves in its folder for people to read."""

from pathlib import Path

from .class_report import write_report
from .exports import write_tables
from .feedback import write_feedback
from .session import Session, Wish


def write_all(session: Session, wish: Wish) -> list[Path]:
    """Write the class report, the tables for LMSs and the feedback pages; return what an instructor should open, in that order."""
    return [*write_report(session, wish), *write_tables(session, wish), write_feedback(session, wish)]
