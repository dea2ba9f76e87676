"""Every exercise: the answer key passes, each plausible wrong answer fails and is told which mistake it is."""

import ast
import re

import pytest
from conftest import LESSONS, exercises, graded_cells, notebook
from wrong_answers import HIDDEN, WRONG

from ragdiag_helpers import retrieval
from ragdiag_helpers.outcomes import CheckFailed, passed

GENERAL = [  # what any check may say; it claims no mistake that was not made
    "Work this case out on paper", "It stopped with", "None came back", "in which range the score lies", "plain number", "never NaN",
    "Here the result is None", "NaN is not None", "If a check above fails", "Raise ValueError here", "spelt as there", "as the docstring says", "You rounded",
]
CASES = [
    pytest.param(lesson, exercise, code, words, id=f"{exercise}: {mistake}")
    for lesson, by_exercise in WRONG.items()
    for exercise, mistakes in by_exercise.items()
    for mistake, (code, *words) in mistakes.items()
]


def refuse_k_below_1(k):
    if k < 1:
        raise ValueError(k)


def workspace(lesson: str) -> dict:
    """The names a learner has when the checks run: the answer key, and what the wrong answers use."""
    names = {"retrieval": retrieval, "check": refuse_k_below_1, "mean": lambda values: sum(values) / len(values)}
    for cell in notebook("solutions", lesson).cells:
        if cell.cell_type == "code" and not cell.metadata.get("nbgrader", {}).get("grade"):
            exec(imports_of(cell.source), names)
            if cell.source.startswith("def "):  # the exercises, and what the lesson gives to them
                exec(cell.source, names)
    return names


def imports_of(source: str) -> str:
    """The import statements that stand at the left edge of a cell."""
    tree = ast.parse(source)
    tree.body = [line for line in tree.body if isinstance(line, ast.Import | ast.ImportFrom)]
    return ast.unparse(tree)


def checks_of(room: str, lesson: str, exercise: str) -> list[str]:
    """The sources of the check cells that call an exercise."""
    cells = [cell.source for cell in graded_cells(room, lesson).values()]
    key = [cell.source for cell in graded_cells("solutions", lesson).values()]
    return [shown for shown, whole in zip(cells, key, strict=True) if re.search(rf"\({exercise},", whole)]


def complaints(sources: list[str], names: dict) -> list[str]:
    found = []
    for source in sources:
        try:
            exec(source, dict(names))
        except CheckFailed as failed:
            found.append(" ".join(str(failed).split()))
    return found


@pytest.mark.parametrize(("lesson", "exercise", "code", "words"), CASES)
def test_a_wrong_answer_is_told_its_mistake(lesson, exercise, code, words):
    names = workspace(lesson)
    exec(code, names)
    visible = complaints(checks_of("notebooks", lesson, exercise), names)
    if words == [HIDDEN]:
        assert not visible, "this one was thought to pass the visible checks"
        assert complaints(checks_of("solutions", lesson, exercise), names), "no hidden check catches it"
    else:
        assert any(words[0] in complaint for complaint in visible), visible
        assert [each for each in visible if not any(phrase in each for phrase in [*words, *GENERAL])] == []


@pytest.mark.parametrize("lesson", LESSONS)
def test_the_answer_key_passes_every_check(lesson):
    names = workspace(lesson)
    for cell in graded_cells("solutions", lesson).values():
        exec(cell.source, dict(names))


@pytest.mark.parametrize("lesson", LESSONS)
def test_each_exercise_has_six_wrong_answers_and_a_hidden_check(lesson):
    functions = {name for cell in exercises("solutions", lesson).values() for name in re.findall(r"^def (\w+)", cell.source, re.M)}
    assert functions == WRONG[lesson].keys()
    for function, mistakes in WRONG[lesson].items():
        named = [words for _, *words in mistakes.values() if words[0] != HIDDEN and words[0] not in GENERAL]
        assert len(named) >= 6, function
        hidden = "\n".join(re.findall(r"BEGIN HIDDEN TESTS(.*?)### END", "".join(checks_of("solutions", lesson, function)), re.S))
        assert f"expect({function}," in hidden, f"no hidden check of {function}"


@pytest.mark.parametrize("lesson", LESSONS)
def test_progress_counts_the_visible_calls_of_each_exercise(lesson):
    passed.clear()
    for cell in graded_cells("notebooks", lesson).values():
        exec(cell.source, workspace(lesson))
    (stated,) = re.findall(r"^progress\((.*?)\)", notebook("notebooks", lesson).cells[-2].source, re.S | re.M)
    assert eval(stated) == {name: len(calls) for name, calls in passed.items()}


@pytest.mark.parametrize("lesson", LESSONS)
def test_an_unwritten_exercise_is_told_so_by_each_visible_check(lesson):
    names = workspace(lesson)
    for cell in exercises("notebooks", lesson).values():
        exec(cell.source, names)
    visible = [cell.source for cell in graded_cells("notebooks", lesson).values() if re.search(r"expect\(|agree\(", cell.source)]
    said = complaints(visible, names)
    assert len(said) == len(visible)
    assert all(line.startswith("Not written yet") for line in said)


@pytest.mark.parametrize("lesson", LESSONS)
def test_no_check_gives_the_answer_away(lesson):
    """A message may name the mistake, never a line of the key."""
    key = "\n".join(cell.source for cell in exercises("solutions", lesson).values())
    lines = [line.strip() for line in re.findall(r"BEGIN SOLUTION\n(.*?)### END", key, re.S) for line in line.splitlines()]
    shown = "\n".join(cell.source for cell in graded_cells("notebooks", lesson).values())
    assert lines
    assert not [line for line in lines if len(line) > 12 and line in shown]
