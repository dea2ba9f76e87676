"""Friendly feedback for exercises: what was called, what came back, what was wanted, which misconception that is."""

import copy
import math
import textwrap
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

_results: dict[str, dict[str, bool]] = {}  # exercise -> call -> passed, for `progress`


class CheckFailed(AssertionError):
    """An exercise is not right yet; the message says what to think about."""

    def _render_traceback_(self) -> list[str]:  # IPython shows these lines in place of a traceback
        return str(self).splitlines()


Mistakes = Mapping[Any, str] | Sequence[tuple[Any, str]]


def expect(function: Callable, *args: Any, wanted: Any, mistakes: Mistakes = ()) -> None:
    """Call ``function(*args)`` and compare what comes back with ``wanted``.

    Numbers match when they are within 1e-9, whether int, float or numpy number; an object that merely claims to be
    equal does not. Where ``wanted`` is an exception type, that must be raised. ``mistakes`` maps a wrong result (or the type of an
    exception) to the misconception that gives it; pairs do where a wrong result cannot be a key. Prints one line when right; raises CheckFailed when not.

    >>> expect(max, 1, 3, wanted=3)
    ok: max(1, 3) gives 3
    """
    call = _call(function, args)
    results = _results.setdefault(_name(function), {})
    results[call] = False
    given = copy.deepcopy(args)
    try:
        got = function(*given)
    except NotImplementedError:
        raise CheckFailed(_unwritten(function)) from None
    except Exception as error:
        got = error
    if not _raised_or_same(got, wanted):
        raise CheckFailed(_message(call, got, wanted, _thought(got, wanted, mistakes)))
    if not same(list(given), list(args)):
        raise CheckFailed(
            f"Not yet: {call} gives the right result, but it changed the lists it was given.\n"
            "Work on a copy: the next reader of the same ranking would see another one."
        )
    results[call] = True
    print(f"ok: {call} {_outcome(got)}")


def agree(mine: Callable, helper: Callable, cases: Sequence[tuple]) -> None:
    """Compare a function written by hand with the helper of the same meaning on every case; print how many agree."""
    results = _results.setdefault(_name(mine), {})
    results["agrees with the helper"] = False
    for case in cases:
        try:
            got = mine(*copy.deepcopy(case))
        except NotImplementedError:
            raise CheckFailed(_unwritten(mine)) from None
        except Exception as error:
            got = error
        wanted = helper(*case)
        if not _raised_or_same(got, wanted):
            raise CheckFailed(_message(_call(mine, case), got, wanted, _thought(got, wanted, ())))
    results["agrees with the helper"] = True
    print(f"ok: yours and {helper.__module__}.{helper.__name__} agree on all {len(cases)} cases")


def compare_prediction(predicted: Any, actual: Any) -> None:
    """Print what was predicted beside what came out. A wrong prediction is no fault: it shows where the surprise was."""
    if predicted is None or predicted is ...:
        print(f"It is {show(actual)}. You wrote no prediction. Write one first: it makes the surprise yours.")
    elif same(predicted, actual) or is_number(predicted) and is_number(actual) and abs(predicted - actual) < 0.005:
        print(f"You predicted {show(predicted)}, and {show(actual)} it is.")
    else:
        print(f"You predicted {show(predicted)}; it is {show(actual)}. What did you picture differently?")


def progress(exercises: Mapping[str, int]) -> None:
    """Print for each exercise (name -> number of calls in its visible checks) how many of them came out right."""
    for name, total in exercises.items():
        passed = sum(_results.get(name, {}).values())
        state = "done" if passed >= total else "not started" if not _results.get(name) else f"{total - passed} to go"
        print(f"{name:24} {min(passed, total)} of {total} calls right   {state}")


def same(got: Any, wanted: Any) -> bool:
    """True where both are the same plain value; numbers within 1e-9. Asks for types, so an always-equal object is not."""
    if type(got) is bool or type(wanted) is bool:
        return type(got) is type(wanted) and got is wanted
    if is_number(wanted):
        return is_number(got) and math.isclose(float(got), float(wanted), rel_tol=0, abs_tol=1e-9)
    if type(wanted) in (list, tuple):
        return type(got) in (list, tuple) and len(got) == len(wanted) and all(map(same, got, wanted))
    if type(wanted) is dict:
        return type(got) is dict and got.keys() == wanted.keys() and all(same(got[key], wanted[key]) for key in wanted)
    return type(got) is type(wanted) and type(wanted) in (str, type(None), set, frozenset) and got == wanted


def is_number(value: Any) -> bool:
    """True for an int, a float or a numpy number, and for nothing that only pretends to be one."""
    return type(value) in (int, float) or type(value) in np.sctypeDict.values() and issubclass(type(value), np.number)


def show(value: Any) -> str:
    """A value as a reader would write it, the same on every run: floats to four digits, sets sorted."""
    if type(value) is float or is_number(value) and issubclass(type(value), np.floating):
        return f"{value:.1f}" if float(value).is_integer() else f"{value:.4g}"
    if type(value) in (set, frozenset):
        return "{" + ", ".join(sorted(map(show, value))) + "}" if value else "set()"
    if type(value) is list:
        return "[" + ", ".join(map(show, value)) + "]"
    if type(value) is tuple:
        return "(" + ", ".join(map(show, value)) + ("," if len(value) == 1 else "") + ")"
    if type(value) is dict:
        return "{" + ", ".join(f"{show(key)}: {show(each)}" for key, each in value.items()) + "}"
    if type(value) in (str, int, bool, type(None)) or is_number(value):
        return str(value) if is_number(value) else repr(value)
    return f"an object of type {type(value).__name__}"


def _name(function: Callable) -> str:
    return getattr(function, "__name__", "your function")


def _call(function: Callable, args: Sequence[Any]) -> str:
    text = f"{_name(function)}({', '.join(map(show, args))})"
    return text if len(text) <= 160 else f"{text[:150]} ...)"


def _unwritten(function: Callable) -> str:
    return f"Not written yet: {_name(function)}.\nWrite it in the exercise cell above, run that cell, then run this one again."


def _raised_or_same(got: Any, wanted: Any) -> bool:
    if isinstance(wanted, type):
        return isinstance(got, Exception) and issubclass(type(got), wanted)
    return not isinstance(got, Exception) and same(got, wanted)


def _thought(got: Any, wanted: Any, mistakes: Mistakes) -> str:
    for wrong, thought in mistakes.items() if isinstance(mistakes, Mapping) else mistakes:
        if _raised_or_same(got, wrong):
            return thought
    if is_number(got) and is_number(wanted) and not float(wanted).is_integer() and got in (round(wanted, 2), round(wanted, 3)):
        return "You rounded. Return the full number, and round only where you print it."
    if isinstance(got, Exception):
        return f"It stopped with {type(got).__name__}: {got}"
    if got is None:
        return "None means undefined. Here the score is defined: is a `return` missing, or does a rule for the empty case reach too far?"
    if type(got) is bool or not is_number(got) and is_number(wanted):
        return "A score is a plain number. Return the number itself, not text, a truth value or another object."
    if is_number(got) and not math.isfinite(got):
        return "A score is never NaN or infinite. Look for a division by zero."
    if wanted is None:
        return "Nothing could be found here, so the score is undefined: return None, which a mean can leave out and count."
    if is_number(got) and not 0 <= got <= 1 and is_number(wanted):
        return "A score lies between 0 and 1. Something is counted that the divisor does not count."
    return "Work this case out on paper first, then compare it with your code line by line."


def _message(call: str, got: Any, wanted: Any, thought: str) -> str:
    want = f"a {wanted.__name__}" if isinstance(wanted, type) else show(wanted)
    lines = {"came back": _came_back(got), "wanted": want, "think": thought}
    indent = " " * 14
    told = [textwrap.fill(text, 96, initial_indent=f"  {name + ':':12}", subsequent_indent=indent) for name, text in lines.items()]
    return "\n".join([f"Not yet: {call}", *told])


def _came_back(got: Any) -> str:
    return f"a {type(got).__name__}" if isinstance(got, Exception) else show(got)


def _outcome(got: Any) -> str:
    return f"raises {type(got).__name__}" if isinstance(got, Exception) else f"gives {show(got)}"
