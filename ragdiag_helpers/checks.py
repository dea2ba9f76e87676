"""Friendly feedback for exercises: what was called, what came back, what was wanted, which misconception that is."""

import copy
import math
import textwrap
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from .values import is_a, is_exactly, is_number, same, show

_results: dict[str, dict[str, bool]] = {}  # exercise -> call -> passed, for `progress`
Mistakes = Mapping[Any, str] | Sequence[tuple[Any, str]]


ON_PAPER = "Work this case out on paper first, then compare it with your code line by line."


class CheckFailed(AssertionError):
    """An exercise is not right yet; the message says what to think about."""

    def _render_traceback_(self) -> list[str]:  # IPython shows these lines in place of a traceback
        return str(self).splitlines()


class _Raised:
    """An exception that a function raised, as opposed to one that it returned."""

    def __init__(self, error: Exception):
        self.error = error


def expect(function: Callable, *args: Any, wanted: Any, mistakes: Mistakes = ()) -> None:
    """Call ``function(*args)`` and compare what comes back with ``wanted``.

    Numbers match when they are within 1e-9, whether int, float or numpy number; an object that merely claims to be
    equal does not. Where ``wanted`` is an exception type, that must be raised. ``mistakes`` maps a wrong result (or the type of an
    exception) to the misconception that gives it; pairs do where a wrong result cannot be a key. Prints one line when right;
    raises CheckFailed when not.

    >>> expect(max, 1, 3, wanted=3)
    ok: max(1, 3) gives 3
    """
    call = _call(function, args)
    results = _results.setdefault(_name(function), {})
    results[case := show(args)] = False
    given = copy.deepcopy(args)
    before = repr(given)
    got = _outcome(function, given)
    if not _matches(got, wanted):
        raise CheckFailed(_message(call, got, wanted, _thought(got, wanted, mistakes)))
    if repr(given) != before:
        raise CheckFailed(f"Not yet: {call} gives the right result, but it changed what it was given.\nWork on a copy.")
    if not _matches(_outcome(function, copy.deepcopy(args)), wanted):
        raise CheckFailed(f"Not yet: {call} is right the first time and wrong the second.\nIt keeps something from call to call.")
    results[case] = True
    print(f"ok: {call} {'raises' if isinstance(got, _Raised) else 'gives'} {_shown(got)}")


def agree(mine: Callable, helper: Callable, cases: Sequence[tuple]) -> None:
    """Compare a function written by hand with the helper of the same meaning on every case; print how many agree."""
    results = _results.setdefault(_name(mine), {})
    results["agrees with the helper"] = False
    for case in cases:
        got, wanted = _outcome(mine, copy.deepcopy(case)), helper(*case)
        if not _matches(got, wanted):
            thought = _thought(got, wanted, ())
            if thought == ON_PAPER:
                thought = "If a check above fails, mend that first: this is probably the same mistake."
            raise CheckFailed(_message(_call(mine, case), got, wanted, thought))
    results["agrees with the helper"] = True
    print(f"ok: yours and {helper.__module__}.{helper.__name__} agree on all {len(cases)} cases")


def compare_prediction(predicted: Any, actual: Any) -> None:
    """Print what was predicted beside what came out. A wrong prediction is no fault: it shows where the surprise was.

    Numbers may be off by 0.005, and may come as text ("1/3"); letters may be large or small.
    """
    if predicted is None or predicted is ...:
        print(f"It is {show(actual)}. You wrote no prediction. Next time write one before you run the cell: it makes the surprise yours.")
    elif _guess(predicted) == actual or is_number(actual) and abs(_guess(predicted, math.inf) - actual) <= 0.005:
        print(f"You predicted {show(predicted)}, and {show(actual)} it is.")
    else:
        print(f"You predicted {show(predicted)}; it is {show(actual)}. What did you picture differently?")


def progress(exercises: Mapping[str, int]) -> None:
    """Print for each exercise (name -> number of calls in its visible checks) how many of them came out right."""
    for name, total in exercises.items():
        calls = _results.get(name, {})
        passed = min(sum(calls.values()), total)
        done = passed == total and all(calls.values())
        state = "done" if done else "not started" if not passed else "in progress"
        print(f"{name:24} {passed} of {total} calls right   {state}")


def _guess(predicted: Any, otherwise: Any = None) -> Any:
    """A prediction as a number where it can be read as one, else as small text, or ``otherwise`` where it must be a number."""
    if is_number(predicted):
        return float(predicted)
    text = str(predicted).strip().lower()
    try:
        return float(Fraction(text.replace(",", ".")))
    except (ValueError, ZeroDivisionError):
        return text if otherwise is None else otherwise


def _outcome(function: Callable, args: Sequence[Any]) -> Any:
    if not callable(function):
        raise CheckFailed(f"This should be your function, and it is {show(function)} now.\nRun the exercise cell again, then this one.")
    try:
        return function(*args)
    except Exception as error:
        if type(error) is NotImplementedError:  # a kind of it is another matter: input() raises one where nobody can answer
            raise CheckFailed(_unwritten(function, error)) from None
        return _Raised(error)


def _unwritten(function: Callable, error: BaseException) -> str:
    step = error.__traceback__
    while step.tb_next:
        step = step.tb_next
    where, mine = step.tb_frame.f_code.co_name, _name(function)
    missing = mine if where in (mine, "<lambda>") else f"{where}, which {mine} calls"
    return f"Not written yet: {missing}. Put your code in place of `raise NotImplementedError`, run that cell, then this one."


def _name(function: Callable) -> str:
    name = getattr(function, "__name__", "<lambda>")
    return "your function" if name == "<lambda>" else name


def _call(function: Callable, args: Sequence[Any]) -> str:
    text = f"{_name(function)}({', '.join(map(show, args))})"
    return text if len(text) <= 160 else f"{text[:150]} ...)"


def _matches(got: Any, wanted: Any) -> bool:
    if is_a(wanted, type):
        return is_exactly(got, _Raised) and issubclass(type(got.error), wanted)
    return not is_exactly(got, _Raised) and same(got, wanted)


def _thought(got: Any, wanted: Any, mistakes: Mistakes) -> str:
    if _rounded(got, wanted, range(2, 9)):
        return "You rounded. Return the full number, and round only where you print it."
    for wrong, thought in mistakes.items() if isinstance(mistakes, Mapping) else mistakes:
        if _matches(int(got) if is_exactly(got, bool) else got, wrong):
            return thought
    if is_exactly(got, _Raised):
        text = f": {got.error}" if str(got.error) else ""
        return f"It stopped with {type(got.error).__name__}{text}."
    if is_a(wanted, type):
        said = is_a(got, BaseException) or is_a(got, type) or is_a(got, str) and "error" in got.lower()
        return "You returned the error. `raise` it: a returned error looks like a score." if said else f"Raise {wanted.__name__} here."
    if wanted is None:
        return "NaN is not None: return None itself." if got != got else "Here the result is None. The docstring says when."
    return _thought_by_kind(got, wanted)


def _thought_by_kind(got: Any, wanted: Any) -> str:
    if got is None:
        return "Nothing came back. Is a `return` missing, or not reached?"
    if is_number(wanted):
        if not is_number(got):
            return "A score is a plain number. Return the number itself, not text, a truth value or another object."
        if got != got or got in (math.inf, -math.inf):
            return "A score is never NaN or infinite. Look for a division by zero."
        if not 0 <= got <= 1:
            return "A score lies between 0 and 1. Something is counted that the divisor does not count."
        return ON_PAPER
    if is_a(wanted, str):
        return "Return one of the words of the docstring, spelt as there." if is_a(got, str) else "Return the word itself, as text."
    if type(got) is not type(wanted) and not (is_a(got, tuple, list) and is_a(wanted, tuple, list)):
        return f"Return a plain {type(wanted).__name__}, as the docstring says; this is a {type(got).__name__}."
    return ON_PAPER


def _rounded(got: Any, wanted: Any, digits: Sequence[int]) -> bool:
    if not (is_number(got) and is_number(wanted)) or same(got, wanted) or not -1e6 < got < 1e6:
        return False
    return any(math.isclose(got, round(float(wanted), each), rel_tol=0, abs_tol=1e-12) for each in digits)


def _message(call: str, got: Any, wanted: Any, thought: str) -> str:
    came, want = _shown(got), _shown(wanted)
    if came == want and is_number(got) and is_number(wanted):
        came, want = f"{float(got):.12g}", f"{float(wanted):.12g}"
    lines = {"came back": came, "wanted": want, "think": thought}
    told = [textwrap.fill(text, 96, initial_indent=f"  {name + ':':12}", subsequent_indent=" " * 14) for name, text in lines.items()]
    return "\n".join([f"Not yet: {call}", *told])


def _shown(value: Any) -> str:
    kind = type(value.error) if is_exactly(value, _Raised) else value if is_a(value, type) else None
    if kind is None:
        return show(value)
    return f"{'an' if kind.__name__[0] in 'AEIOU' else 'a'} {kind.__name__}"
