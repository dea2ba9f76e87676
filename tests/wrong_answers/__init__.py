'''Plausible wrong answers to each exercise, and the words with which a check must answer.

One module a lesson, lesson_NN.py, with WRONG: exercise -> {mistake: (code, words, more words ...)}. The first words must stand in the message of a
visible check; the others may stand in those of further checks, because they are true of this mistake too. HIDDEN means that the visible checks pass
and a hidden one fails.
SHORTCUT: exercise -> an answer that passes the visible checks only; LOST: the checks whose points it loses.
'''

from importlib import import_module

from conftest import LESSONS

HIDDEN = "hidden"
_MODULES = {lesson: import_module(f".lesson_{lesson[:2]}", __name__) for lesson in LESSONS}
WRONG = {lesson: module.WRONG for lesson, module in _MODULES.items()}
SHORTCUT = {lesson: module.SHORTCUT for lesson, module in _MODULES.items()}
LOST = {lesson: module.LOST for lesson, module in _MODULES.items()}
