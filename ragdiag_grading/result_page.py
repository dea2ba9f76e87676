"""The first section of a feedback page: status and score, deadline and penalty, what was repaired, and what a student can do now."""

from ragdiag_helpers.report.blocks import Items, Lead, Paragraph, Section, counted, one_line, sentence
from ragdiag_helpers.unseen import unique_id

from . import lesson
from .gradebook import Student
from .key import Key
from .outcome import NEEDS_REVIEW, UNGRADABLE, Outcome, late_text

HELD = (
    "A person looks at this submission before it gets a score. Until then the score is blank, and the results of the checks are held back. "
    "You need not do anything. If your notebook does not run from top to bottom in your own JupyterLab (Kernel > Restart Kernel and Run All Cells), "
    "mend that, and hand it in again if that is still allowed."
)


def result_section(outcome: Outcome, student: Student, key: Key, due: str, came: str) -> Section:
    """``due`` and ``came``: the deadline and the time of handing in, with their zone; "" where there is none."""
    blocks = [Lead(_lead(outcome)), *_why(outcome, key)]
    if lines := _times(outcome, due, came):
        blocks.append(Items(tuple(lines)))
    repairs = _repairs(outcome)
    if repairs and outcome.status != NEEDS_REVIEW:
        blocks.append(Section("What was repaired before grading", (Items(tuple(one_line(each) for each in repairs)), Paragraph("Repairs cost no points."))))
    return Section(f"Result of {name_of(student)}", tuple(blocks))


def name_of(student: Student) -> str:
    """A student's name and id, on one line, with what acts unseen written out."""
    name = one_line(" ".join(filter(None, [student.first_name, student.last_name])), 80)
    return f"{name} ({unique_id(student.id)})" if name and name != student.id else unique_id(student.id)


def points(value: float) -> str:
    """Points as they are read: at most two digits.

    >>> points(3.0), points(4.125)
    ('3', '4.12')
    """
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _lead(outcome: Outcome) -> str:
    if outcome.status == NEEDS_REVIEW:
        return "Not scored yet: a person looks at this first."
    if outcome.status == UNGRADABLE:
        return "This could not be graded, and has no score."
    if outcome.score is None:
        waits = counted(outcome.by_hand, "answer") + (" is" if outcome.by_hand == 1 else " are")
        return f"{points(outcome.so_far or 0)} of {points(outcome.max_score)} points so far: {waits} still to be graded by hand."
    return f"{points(outcome.score)} of {points(outcome.max_score)} points."


def _why(outcome: Outcome, key: Key) -> list:
    if outcome.status == NEEDS_REVIEW:
        return [Paragraph(HELD)]
    if outcome.status == UNGRADABLE:
        wanted = f"Hand in the notebook {key.lesson}.ipynb ({lesson.title(key)}) of the course, with your answers in it, as JupyterLab saves it (File > Save)."
        return [Paragraph(sentence(f"Why: {one_line(outcome.why, 400)}")), Paragraph(wanted), Paragraph("A blank score is not a zero: nothing was measured.")]
    if outcome.graded is not None and outcome.graded.doubts:
        return [Paragraph("A person has looked at this submission; the points are theirs.")]
    return []


def _times(outcome: Outcome, due: str, came: str) -> list[str]:
    lines = [f"Status: {outcome.status}."]
    lines += [f"Due {due}."] if due else []
    late = _late(outcome, due and came) if outcome.seconds_late > 0 else ""
    lines += [f"Handed in {came}{late}."] if came else [f"Handed in{late}."] if late else []
    if outcome.penalty and outcome.score is not None:
        lines.append(f"Late penalty: {points(outcome.penalty)} points; without it {points(outcome.score + outcome.penalty)}.")
    return lines


def _late(outcome: Outcome, measured: str) -> str:
    """How late, where a time and a deadline tell; where only Canvas' mark does, no number of minutes is made up."""
    if measured:
        return f", {late_text(outcome.seconds_late)}"
    return ", marked as late by the system you used" + ("; counted as one day" if outcome.penalty else "")


def _repairs(outcome: Outcome) -> list[str]:
    files = [each for each in outcome.notes if each.startswith("the file is called") or " files were handed in; " in each]
    return [*files, *(outcome.graded.repairs if outcome.graded else [])]
