"""A section of a feedback page for each exercise: its checks, the messages of those that failed, hints, and the student's own answer.

Of a check with hidden parts only this is told: its claim and points, whether it passed, and - from a run without hidden parts - whether the part
that learners can see passes.
"""

import nbformat

from ragdiag_helpers.report.blocks import Block, Command, Items, Paragraph, Passage, Section, Table, shortened

from . import lesson
from .key import Key
from .lesson import MIXED, UNSEEN, Exercise
from .marks import Marks
from .messages import folded
from .outcome import Outcome
from .result_page import points
from .tally import is_answered
from .work import FAILED, NOT_RUN, PARTLY, Graded

LONGEST = 20_000  # characters of an answer
OTHER_DATA = (
    "It runs your function on other data than you saw. Solve the general case: read the docstring again, and try cases of your own, "
    "above all the smallest ones."
)
LOOK = "Run this check in your own notebook: its visible part tells you what came back and what was wanted."
UNSTEADY = "Alone this check passes: it failed when it ran after the others. Does your function keep something from call to call, or use chance?"


def exercise_sections(outcome: Outcome, key: Key, marks: Marks) -> list[Section]:
    """One section an exercise, in the notebook's order."""
    graded = outcome.graded
    answers = {cell.id: cell.source for cell in nbformat.reads(graded.notebook, 4).cells} if graded.notebook else {}
    return [_section(each, graded, key, marks, answers.get(each.name, "")) for each in lesson.exercises(key)]


def _section(exercise: Exercise, graded: Graded, key: Key, marks: Marks, answer: str) -> Section:
    answered = is_answered(exercise, graded)
    states = {name: _state(name, graded, marks, answered) for name in exercise.checks}
    blocks: list[Block] = [Paragraph(f"In the lesson: section {exercise.section}")] if exercise.section else []
    if not answered:
        blocks.append(Paragraph("This is not written yet."))
    if states:
        blocks.append(_table(exercise, states, graded, key, marks))
    failed = [name for name, state in states.items() if state in (FAILED, PARTLY) and not exercise.written]
    blocks += [_failure(name, graded, key) for name in failed]
    if exercise.hints and (failed or not answered):
        blocks.append(Section("Hints of the lesson", (Items(exercise.hints),)))
    blocks += [_comment(marks.comments[name]) for name in dict.fromkeys([exercise.name, *exercise.checks]) if name in marks.comments]
    if graded.answered.get(exercise.name, True) and answer.strip():
        blocks.append(_answer(answer, exercise.written))
    return Section(exercise.title, tuple(blocks))


def _state(name: str, graded: Graded, marks: Marks, answered: bool) -> str:
    if name in marks.given:
        return "graded by hand"
    if name in marks.waiting:
        return "to be graded by hand"
    found = graded.outcomes.get(name, NOT_RUN)
    return "not written yet" if found == FAILED and not answered else "to be graded by hand" if found == "by hand" else found


def _table(exercise: Exercise, states: dict[str, str], graded: Graded, key: Key, marks: Marks) -> Table:
    rows = []
    for name, state in states.items():
        earned = marks.points.get(name, graded.scores.get(name) or 0.0)
        of = points(key.checks[name].points)
        shown = f"of {of}" if state in (NOT_RUN, "to be graded by hand") else f"{points(earned)} of {of}"
        rows.append((_called(name, key), state, shown))
    return Table(f"Checks of {exercise.title}", ("check", "result", "points"), tuple(rows), ("points",))


def _called(name: str, key: Key) -> str:
    told = lesson.claim(name, key)
    return told or ("Your answer in words" if key.checks[name].written else "A check")


def _failure(name: str, graded: Graded, key: Key) -> Section:
    """What to think about, for a check that failed."""
    made, said = lesson.kind(name, key), graded.told.get(name)
    title = f"{'Partly' if graded.outcomes[name] == PARTLY else 'Failed'}: {_called(name, key)}"
    if made == UNSEEN:
        return Section(title, (Paragraph("This check is hidden. " + OTHER_DATA),))
    if made == MIXED:
        return Section(title, tuple(_mixed(said)))
    if said:
        return Section(title, (_said(said),))
    stopped = any(note.startswith(f"{name}: no end within") for note in graded.notes)
    text = "It did not end in the time allowed. Look for a loop that never ends." if stopped else LOOK if said is None else UNSTEADY
    return Section(title, (Paragraph(text),))


def _mixed(said: str | None) -> list[Block]:
    if said is None:
        return [Paragraph(f"A part of this check is hidden. {LOOK} If it passes there, the hidden part failed. {OTHER_DATA}")]
    if said == "":
        return [Paragraph(f"The part that you can see passes; the hidden part failed. {OTHER_DATA}")]
    return [Paragraph("The part that you can see failed."), _said(said)]


def _said(message: str) -> Block:
    return Passage("What the check says", shortened(folded(message)))


def _comment(text: str) -> Block:
    return Passage("Comment of the person who graded this", shortened(text, LONGEST))


def _answer(answer: str, written: bool) -> Section:
    shown = shortened(answer.expandtabs(4), LONGEST)
    return Section("Your answer", (Passage("As you wrote it", shown) if written else Command(shown),))
