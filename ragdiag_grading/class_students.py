"""The sections of the class report that are about people and about the run: who needs somebody, everyone's result, deadline, isolation."""

from urllib.parse import quote

from ragdiag_helpers.report.blocks import Items, Paragraph, Section, Table, counted, one_line

from . import deadlines
from .feedback import page_path
from .outcome import MISSING, TO_LOOK_AT, Outcome, late_text
from .result_page import name_of, points
from .session import Session, Wish

LONGEST = 300  # characters of a reason


def people_section(session: Session) -> Section:
    """Who needs a person, and why."""
    rows = [(name_of(session.students[each.student]), each.status, _need(each)) for each in session.outcomes if _needs(each)]
    if not rows:
        return Section("Who needs a person", (Paragraph("Nobody: everyone who handed something in has a score."),))
    blocks = [Table(f"{counted(len(rows), 'student')}, each with the reason", ("student", "status", "why"), tuple(rows))]
    return Section("Who needs a person", tuple(blocks))


def _needs(each: Outcome) -> bool:
    return each.status in TO_LOOK_AT or each.by_hand > 0


def _need(each: Outcome) -> str:
    hand = f"{counted(each.by_hand, 'answer')} to be graded by hand" if each.by_hand and each.status not in TO_LOOK_AT else ""
    return one_line(each.why if each.status in TO_LOOK_AT else hand, LONGEST)


def students_section(session: Session, wish: Wish) -> Section:
    """Everyone, with a link to the feedback page."""
    rows = [(name_of(session.students[each.student]), each.status, _score(each), _when(each, wish), one_line(each.why, LONGEST)) for each in session.outcomes]
    links = ["" if each.status == MISSING else _link(each.student, session, wish) for each in session.outcomes]
    if not rows:
        return Section("Students", (Paragraph("There is no student."),))
    columns = ("student", "status", f"score of {points(session.key.max_score)}", "handed in", "why")
    return Section("Students", (Table("Everyone; the name leads to the feedback page", columns, tuple(rows), (columns[2],), tuple(links)),))


def _link(student: str, session: Session, wish: Wish) -> str:
    path = page_path(wish.out / "feedback", student, session.key.lesson).relative_to(wish.out)
    return "../../" + quote(path.as_posix(), errors="backslashreplace")


def _score(each: Outcome) -> str:
    if each.score is not None:
        return points(each.score) + (f" (penalty {points(each.penalty)})" if each.penalty else "")
    return f"blank ({points(each.so_far)} so far)" if each.by_hand and each.so_far is not None else "blank"


def _when(each: Outcome, wish: Wish) -> str:
    late = (late_text(each.seconds_late) if each.when and wish.deadline else "late") if each.seconds_late > 0 else ""
    return ", ".join(filter(None, [deadlines.told(each.when, wish.deadline), late]))


def run_section(session: Session, wish: Wish) -> Section:
    """Deadline and isolation."""
    due = [f"Due {deadlines.told(wish.deadline)}."] if wish.deadline else ["No deadline was given."]
    due += [f"Grace: {points(wish.grace_minutes)} minutes."] if wish.deadline and wish.grace_minutes else []
    due += [f"Late penalty: {wish.penalty_per_day:.0%} of the points for each day begun."] if wish.deadline and wish.penalty_per_day else []
    isolation = f"Isolation in force: {session.isolation or 'nothing was run'}."
    return Section("This run", (Items((*due, isolation, "Similarity of submissions was not judged.")),))
