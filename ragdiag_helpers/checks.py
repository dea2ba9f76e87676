"""Friendly feedback for exercises: what was called, what came back, what was wanted, which misconception that is."""

import copy
import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from .outcomes import CheckFailed, Raised, call_of, full_name_of, matches, message, name_of, outcome, passed, shown, with_article
from .values import is_a, is_exactly, is_number, same, show

Mistakes = Mapping[Any, str] | Sequence[tuple[Any, str]]

ON_PAPER = "Work this case out on paper first, then compare it with your code line by line."


def expect(function: Callable, *args: Any, wanted: Any, mistakes: Mistakes = ()) -> None:
    """Call ``function(*args)`` and compare what comes back with ``wanted``.

    Numbers match when they are within 1e-9, whether int, float or numpy number; an object that merely claims to be
    equal does not. Where ``wanted`` is an exception type, that must be raised. ``mistakes`` maps a wrong result (or the type of an
    exception) to the misconception that gives it; pairs do where a wrong result cannot be a key. Prints one line when right;
    raises CheckFailed when not.

    >>> expect(max, 1, 3, wanted=3)
    ok: max(1, 3) gives 3
    """
    call = call_of(function, args)
    results = passed.setdefault(name_of(function), {})
    results[case := show(args)] = False
    given = copy.deepcopy(args)
    before = repr(given)
    got = outcome(function, given)
    if not matches(got, wanted):
        raise CheckFailed(message(call, got, wanted, _thought(got, wanted, mistakes)))
    if repr(given) != before:
        raise CheckFailed(f"Not yet: {call} gives the right result, but it changed what it was given.\nWork on a copy.")
    if not matches(outcome(function, copy.deepcopy(args)), wanted):
        raise CheckFailed(f"Not yet: {call} is right the first time and wrong the second.\nIt keeps something from call to call.")
    results[case] = True
    print(f"ok: {call} {'raises' if isinstance(got, Raised) else 'gives'} {shown(got)}")


def agree(mine: Callable, helper: Callable, cases: Sequence[tuple]) -> None:
    """Compare a function written by hand with the helper of the same meaning on every case; print how many agree."""
    results = passed.setdefault(name_of(mine), {})
    results["agrees with the helper"] = False
    for case in cases:
        got, wanted = outcome(mine, copy.deepcopy(case)), helper(*case)
        if not matches(got, wanted):
            thought = _thought(got, wanted, ())
            if thought == ON_PAPER:
                thought = "If a check above fails, mend that first: this is probably the same mistake."
            raise CheckFailed(message(call_of(mine, case), got, wanted, thought))
    results["agrees with the helper"] = True
    print(f"ok: yours and {full_name_of(helper)} agree on all {len(cases)} cases")


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
        calls = passed.get(name, {})
        right = min(sum(calls.values()), total)
        done = right == total and all(calls.values())
        state = "done" if done else "not started" if not right else "in progress"
        print(f"{name:24} {right} of {total} calls right   {state}")


def _guess(predicted: Any, otherwise: Any = None) -> Any:
    """A prediction as a number where it can be read as one, else as small text, or ``otherwise`` where it must be a number."""
    if is_number(predicted):
        return float(predicted)
    text = str(predicted).strip().lower()
    try:
        return float(Fraction(text.replace(",", ".")))
    except (ValueError, ZeroDivisionError):
        return text if otherwise is None else otherwise


def _thought(got: Any, wanted: Any, mistakes: Mistakes) -> str:
    if _rounded(got, wanted, range(2, 9)):
        return "You rounded. Return the full number, and round only where you print it."
    for wrong, thought in mistakes.items() if isinstance(mistakes, Mapping) else mistakes:
        if matches(int(got) if is_exactly(got, bool) else got, wrong):
            return thought
    if is_exactly(got, Raised):
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
        return "None came back. Is a `return` missing or not reached, or did you call undefined what is defined here?"
    if is_number(wanted):
        return _thought_of_number(got, wanted)
    if is_a(wanted, str) and not is_a(got, str):
        return "Return the word itself, as text."
    if is_a(wanted, str):
        alike = str.strip(got).lower() == wanted.lower()
        return "Return one of the words of the docstring, spelt as there." if alike else ON_PAPER
    kind = _kind(wanted)
    if _kind(got) == kind or {_kind(got), kind} == {"tuple", "list"}:
        return ON_PAPER
    return f"Return {'a plain' if is_exactly(wanted, bool) else 'a'} {kind}, as the docstring says; this is {with_article(type(got).__name__)}."


def _thought_of_number(got: Any, wanted: Any) -> str:
    if not is_number(got):
        return "The result is a plain number. Return the number itself, not text, a truth value or another object."
    if got != got or got in (math.inf, -math.inf):
        return "The result is never NaN or infinite here. Look for a division by zero."
    if is_exactly(got, int) and is_exactly(wanted, int):  # counts, ranks, positions
        return ON_PAPER
    if 0 <= wanted <= 1 < got:
        return "The docstring says in which range the score lies. If this is above it, something is counted that the divisor does not count."
    if 0 <= wanted <= 1 and got < 0:
        return "The docstring says in which range the score lies. If this is below it, something is taken away that was never added."
    return ON_PAPER


def _kind(value: Any) -> str:
    """The kind of plain value that an object is, also where its type is a kind of tuple or dict with a name of its own."""
    kinds = (tuple, list, dict, set, frozenset)
    kind = next((each.__name__ for each in kinds if is_a(value, each)), type(value).__name__)
    return kind.removeprefix("frozen")


def _rounded(got: Any, wanted: Any, digits: Sequence[int]) -> bool:
    if not (is_number(got) and is_number(wanted)) or same(got, wanted) or not -1e6 < got < 1e6:
        return False
    return any(math.isclose(got, round(float(wanted), each), rel_tol=0, abs_tol=1e-12) for each in digits)
