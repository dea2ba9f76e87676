"""Submissions that try to carry what hidden checks hand to them onto a feedback page, made for any lesson; and what must never be on one."""

import ast
import json
import re
from html import unescape

from conftest import ROOT, notebook
from wrong_answers import SHORTCUT

from ragdiag_grading import lesson as lessons
from ragdiag_grading.key import HIDDEN, Key
from ragdiag_helpers.values import show

MARKS = re.compile(r"^\s*### (BEGIN|END) SOLUTION\n?", re.MULTILINE)
KEEPS = """
right_{name} = {name}
def {name}(*given, **named):
    remember_for_later(given)
    return right_{name}(*given, **named)
"""
RAISES = """
def {name}(*given, **named):
    raise ValueError("LEAK " + " ".join(reversed(SEEN)) + open("kept.txt").read())
"""
FIRST = """
SEEN = []
def remember_for_later(given):
    SEEN.append(repr(given)[:400])
    del SEEN[:-50]
    if len(SEEN) < 50:
        print("LEAK", SEEN[-1])
"""
THEN = """
print("LEAK", SEEN)
open("kept.txt", "w").write(repr(SEEN))
"""
DIFFERS = """
def outcome_of(function, given):
    try:
        return function(*given)
    except Exception as error:
        return error
{right}
right_{name} = {name}
{short}
short_{name} = {name}
def {name}(*given, **named):
    mine, other = outcome_of(right_{name}, given), outcome_of(short_{name}, given)
    if repr(mine) == repr(other):
        if isinstance(mine, Exception):
            raise mine
        return mine
    remember_for_later(given)
    {leak}
"""
LEAKS = (
    'raise ValueError("LEAK " + repr(given))',
    'return type("LEAK " + repr(given), (), dict())()',
    'setattr({name}, "__name__", "LEAK " + repr(given)); setattr({name}, "__doc__", repr(given)); return "LEAK " + repr(given)',
)
EQUAL = """
class Leak:
    def __init__(self, given): self.given = given
    def __eq__(self, other): print("LEAK", self.given, other); return True
    def __repr__(self): return "LEAK " + repr(self.given)
    __hash__ = None
def {name}(*given, **named):
    return Leak(given)
"""
KINDS = ("keeps", "raises later", "raises at once", "equal")


def key_of(lesson: str) -> Key:
    return Key.load(lesson, ROOT / "solutions")


def hostile(lesson: str, kind: str) -> bytes:
    """The released notebook with answers of one kind, and cells of the student's own that print what was seen."""
    key, book = key_of(lesson), json.loads(json.dumps(notebook("notebooks", lesson)))
    answers = {each.name: _answer(key, each, kind, number) for number, each in enumerate(lessons.exercises(key)) if not each.written}
    cells = [_own(FIRST)]
    for cell in book["cells"]:
        cells.append({**cell, "source": answers.get(cell["id"], cell["source"])})
        if cell["id"] in key.checks:
            cells.append(_own(THEN))
    return json.dumps({**book, "cells": cells}).encode()


def _own(source: str) -> dict:
    return {"cell_type": "code", "metadata": {}, "execution_count": None, "outputs": [], "source": source}


def _answer(key: Key, exercise: lessons.Exercise, kind: str, number: int) -> str:
    right, short = MARKS.sub("", key.cells[exercise.name].source), SHORTCUT[key.lesson].get(exercise.name, "")
    if kind == "equal":
        return "".join(EQUAL.format(name=name) for name in exercise.functions)
    if kind == "raises at once" and short:
        parts = [DIFFERS.format(name=name, right=right, short=short, leak=LEAKS[number % 3].format(name=name)) for name in exercise.functions[:1]]
        return "".join(parts)
    if kind == "raises later" and number % 2:
        return "".join(RAISES.format(name=name) for name in exercise.functions)
    return right + "".join(KEEPS.format(name=name) for name in exercise.functions)


def readable(page: str) -> str:
    """What a page says, without its style and tags."""
    body = re.sub(r"<style>.*?</style>", "", page, flags=re.DOTALL)
    return unescape(re.sub(r"<[^>]*>", " ", body))


def without_answers(page: str) -> str:
    """A page without the student's own code."""
    return re.sub(r"<h3>Your answer</h3>.*?</section>", "", page, flags=re.DOTALL)


def hidden_lines(key: Key) -> set[str]:
    """Every line of a hidden part that no learner was given."""
    given = "\n".join(key.released.values())
    lines = {line.strip() for cell in key.cells.values() for part in HIDDEN.finditer(cell.source) for line in part[0].splitlines()}
    return {line for line in lines if len(line) > 3 and line not in given}


def hidden_values(key: Key, allowed: str) -> set[str]:
    """Literals that stand only in hidden parts, as Python and as the checks would write them; ``allowed``: what learners were given.

    Numbers of one or two digits are left out: points and sections have them too.
    """
    hidden = "\n".join(part[0] for cell in key.cells.values() for part in HIDDEN.finditer(cell.source))
    visible = "\n".join(source for name, source in key.released.items() if key.cells[name].cell_type == "code")
    found = _literals(hidden) - _literals(visible)
    return {each for each in found if len(each.strip()) > 1 and not (each.isdigit() and len(each) < 3) and not stands_in(each, allowed)}


def _literals(source: str) -> set[str]:
    values = [node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant)]
    numbers = {told for each in values if type(each) in (int, float) for told in (repr(each), show(each))}
    return numbers | {each for each in values if isinstance(each, str)}


def stands_in(value: str, text: str) -> bool:
    """Whether a value stands in a text as a whole word."""
    return bool(re.search(rf"(?<![\w.]){re.escape(value)}(?![\w.]*\w)", text))


def released_text(lesson: str) -> str:
    return "\n".join(cell.source for cell in notebook("notebooks", lesson).cells)
